"""Questions about the tables of `tables_weekend.py`; see README.md for the format."""
from common import by


def write(b):
    for topic in (faults, lifts, both, budget):
        topic(b)


# Only the last month is incomplete, so it may be left out.
ENDS = ("", "AND Reported<'2026-10-01'")
MONTH = ("date_trunc('month', Reported) d", "year(Reported) y, month(Reported) moy")
REACH = "date_diff('minute', Reported, Arrived)"


def faults(b):
    b.on("lift_faults")
    kind, trapped, parts, labour = '"Fault type"', '"People trapped"', '"Parts cost (€)"', '"Labour (h)"'
    b.q("cmp", "whats the most comon kind of fault", f"SELECT {kind}, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "count superlative dirty plain top=1")
    b.q("cmp", "How many minutes pass on average between the report and the arrival of the engineer, by severity?", f"SELECT Severity, avg({REACH}) v FROM t GROUP BY 1", "duration mean ordinal computed na")
    b.q("num", "how many people got stuck in a lift in 2025?", f"SELECT sum({trapped}) n FROM t WHERE year(Reported)=2025", "sum filter plain")
    b.q("cmp", "vandalism rate per fault type in percent", f"SELECT {kind}, avg((Vandalism='yes')::int) s FROM t GROUP BY 1", "share dirty computed pct na")
    b.q("cmp", "cost of parts: total and average for each fault type", [f"SELECT {kind}, sum({parts}) n, {v} v FROM t GROUP BY 1" for v in (f"avg({parts})", f"sum({parts})/count(*)")], "measures sum mean currency dirty missing plain na")
    b.q("cmp", "open faults per engineer, most first", "SELECT Engineer, count(*) n FROM t WHERE State='open' GROUP BY 1 ORDER BY 2 DESC", "filter count rank plain")
    weekend = "CASE WHEN isodow(Reported)>=6 THEN 'weekend|true' ELSE 'work|week|false' END k"
    b.q("cmp", "do we wait longer for the engineer at weekends than on working days? mean minutes", f"SELECT {weekend}, avg({REACH}) v FROM t GROUP BY 1", "compare weekday duration mean computed na")
    b.q("cmp", "the ten lifts that broke down most often", 'SELECT "Lift no", count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC', "topn count dirty plain top=10!")
    b.q("cmp", "lifts with at least 20 faults", [f'SELECT "Lift no"{c} FROM t GROUP BY 1 HAVING count(*)>=20' for c in (", count(*) n", "")], "having count dirty computed")
    growth = "count(*) FILTER (year(Reported)=2025)*1.0/count(*) FILTER (year(Reported)=2024)-1"
    b.q("num", "change in the number of faults 2024 to 2025 in %", f"SELECT {growth} v FROM t", "growth compare_rows count computed pct")
    b.q("cmp", "median hours from the arrival of the engineer until the lift was fixed, for every fault type", f"SELECT {kind}, median(date_diff('second', Arrived, Fixed))/3600 v FROM t GROUP BY 1", "median duration dirty missing computed na")
    b.q("num", "how many faults come in at night between 10 pm and 6 am?", [f"SELECT count(*) n FROM t WHERE Reported::time>='22:00:00' OR Reported::time{v}'06:00:00'" for v in ("<", "<=")], "time between count computed")
    b.q("num", "95th percentile of minutes until the engineer is there if someone is trapped", f"SELECT quantile_cont({REACH}, 0.95) v FROM t WHERE {trapped}>0", "percentile duration filter computed na")
    b.q("trend", "Running total of the parts costs in 2025, month by month, please.", f"SELECT d, sum(n) OVER (ORDER BY d) v FROM (SELECT date_trunc('month', Reported) d, sum({parts}) n FROM t WHERE year(Reported)=2025 GROUP BY 1)", "cumulative sum filter currency dirty computed na")
    months = [f"SELECT month(Reported) moy, count(*) n FROM t WHERE {w} GROUP BY 1" for w in ("true", "Reported<'2026-10-01'", "Reported<'2026-01-01'")]
    b.q("trend", "are there more faults in winter? faults by calendar month, all years together", months, "seasonality count incomplete computed")
    b.q("num", "for how many faults don't we know who reported it", 'SELECT count(*) n FROM t WHERE "Reported by" IS NULL', "missing placeholder count plain")
    b.q("part", "stacked bar: severity within each fault type", f"SELECT {kind}, Severity, count(*) n FROM t GROUP BY 1, 2", "count stacked ordinal dirty plain mark=bar")
    b.q("num", "Wie viele Störungen waren mutwillige Beschädigung und kosteten mehr als 100 Euro an Teilen?", f"SELECT count(*) n FROM t WHERE Vandalism='yes' AND {parts}>100", "de and filter count currency dirty plain")
    b.q("trend", "nombre de pannes par trimestre", [f"SELECT {k}, count(*) n FROM t WHERE true {e} GROUP BY ALL" for e in ENDS for k in ("date_trunc('quarter', Reported) d", "year(Reported) y, quarter(Reported) qtr")], "fr quarter count incomplete plain")
    b.no("why do the doors fail so often", "cause")
    b.no("how many escalators were out of order in 2025", "missing_rows")
    b.either("which engineer is best?", [f"SELECT Engineer, {v} v FROM t GROUP BY 1 ORDER BY 2 {o}" for v, o in (("count(*)", "DESC"), (f"avg({REACH})", ""), (f"avg({labour})", ""), ("avg(date_diff('second', Reported, Fixed))/3600", ""), (f"avg({parts})", ""))])
    b.talk(("cmp", "parts costs by fault type", f"SELECT {kind}, sum({parts}) n FROM t GROUP BY 1", "sum currency dirty"),
           ("cmp", "only vandalism", f"SELECT {kind}, sum({parts}) n FROM t WHERE Vandalism='yes' GROUP BY 1", "filter sum"),
           ("trend", "and over the years?", [f"SELECT {k} year(Reported) y, sum({parts}) n FROM t WHERE Vandalism='yes' {e} GROUP BY ALL" for k in ("", f"{kind},") for e in ("", "AND Reported<'2026-01-01'")], "dimension sum incomplete"))


def lifts(b):
    b.on("lifts")
    fee, access, inspected, type_ = '"Yearly fee (€)"', '"Wheelchair access"', '"Last inspection"', '"Building type"'
    b.q("cmp", "number of lifts per building type", f"SELECT {type_}, count(*) n FROM t GROUP BY 1", "count plain")
    b.q("cmp", "how many percent of the lifts are ok for wheelchairs per district", f"SELECT District, avg(({access}='yes')::int) s FROM t GROUP BY 1", "share computed pct na")
    b.q("rows", "which is our oldest lift and where is it", by(('"Lift no", Building, Installed y', '"Lift no", Building'), "SELECT KEY FROM t WHERE Installed=(SELECT min(Installed) FROM t)"), "superlative plain")
    b.q("cmp", "difference in the yearly fee between full and basic contracts, mean", [f"SELECT avg({fee}) FILTER (Contract='Full')-avg({fee}) FILTER (Contract='Basic') v FROM t", f"SELECT Contract, avg({fee}) v FROM t GROUP BY 1"], "difference mean currency dirty computed na")
    b.q("trend", "lifts installed per decade", "SELECT Installed//10*10 dec, count(*) n FROM t GROUP BY 1", "decade count computed")
    b.q("num", "how many lifts are overdue for inspection", f"SELECT count(*) n FROM t WHERE {inspected} IS NULL", "filter placeholder count plain")
    b.q("num", "lifts built before 1990 which were never modernised - how many", "SELECT count(*) n FROM t WHERE Installed<1990 AND Modernised IS NULL", "and filter missing placeholder count plain")
    b.q("cmp", "Gesamtkapazität in Personen nach Stadtteil, ohne Krankenhäuser", f"SELECT District, sum(Persons) n FROM t WHERE {type_}<>'Hospital' GROUP BY 1", "de except sum plain")
    b.no("how much electricity do the lifts use", "missing_column")
    b.talk(("cmp", "how many lifts per type of building", f"SELECT {type_}, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "in the centre only", f"SELECT {type_}, count(*) n FROM t WHERE District='Centre' GROUP BY 1", "filter count"),
           ("cmp", "and how many of these have no wheelchair access?", f"SELECT {type_}, count(*) n FROM t WHERE District='Centre' AND {access}='no' GROUP BY 1", "filter count"),
           ("cmp", "by manufacturer instead", f"SELECT Manufacturer, count(*) n FROM t WHERE District='Centre' AND {access}='no' GROUP BY 1", "dimension count dirty"))


def both(b):
    b.on("lift_faults", "lifts")
    J, trapped, parts, kind = 'lift_faults f JOIN lifts l USING ("Lift no")', '"People trapped"', '"Parts cost (€)"', '"Building type"'
    left = 'lifts l LEFT JOIN lift_faults f USING ("Lift no")'
    b.q("cmp", "faults per lift for every manufacturer", ['SELECT Manufacturer, count("Fault no")*1.0/count(DISTINCT l."Lift no") v FROM ' + left + " GROUP BY 1", f'SELECT Manufacturer, count(*)*1.0/count(DISTINCT "Lift no") v FROM {J} GROUP BY 1'], "join per ratio dirty computed na")
    b.q("num", "how many lifts had no fault at all", 'SELECT count(*) n FROM lifts WHERE "Lift no" NOT IN (SELECT "Lift no" FROM lift_faults)', "anti_join dirty computed")
    b.q("cmp", "people trapped by type of building, most first", f"SELECT {kind}, sum({trapped}) n FROM {J} GROUP BY 1 ORDER BY 2 DESC", "join sum rank dirty plain")
    b.q("cmp", "5 buildings with the highest parts costs", f"SELECT Building, sum({parts}) n FROM {J} GROUP BY 1 ORDER BY 2 DESC", "join topn sum currency dirty plain top=5!")
    b.q("num", "what share of the faults at stations is vandalism", f"SELECT avg((Vandalism='yes')::int) s FROM {J} WHERE {kind}='Station'", "join share filter dirty computed pct")
    counted = 'SELECT l."Lift no", Installed, count("Fault no") n FROM ' + left + " GROUP BY 1, 2"
    b.q("rel", "do older lifts fail more often? year installed against number of faults of each lift", [s for w in ("", "WHERE n>0") for s in (f"SELECT Installed y, n FROM ({counted}) {w}", f"SELECT corr(Installed, n) r FROM ({counted}) {w}")], "join correlation count dirty computed na")
    b.either("worst district for lifts", ['SELECT District, count("Fault no")*1.0/count(DISTINCT l."Lift no") v FROM ' + left + " GROUP BY 1 ORDER BY 2 DESC"] + [f"SELECT District, {v} v FROM {J} GROUP BY 1 ORDER BY 2 DESC" for v in ("count(*)", 'count(*)*1.0/count(DISTINCT "Lift no")', f"sum({trapped})", f"sum({parts})", f"avg({REACH})")])
    b.either("who builds the most reliable lifts?", [f"SELECT Manufacturer, {v} v FROM {left} GROUP BY 1 ORDER BY 2" for v in ('count("Fault no")', 'count("Fault no")*1.0/count(DISTINCT l."Lift no")', 'count(DISTINCT f."Lift no")*1.0/count(DISTINCT l."Lift no")', f"sum({parts})", f"sum({trapped})")])
    b.talk(("cmp", "number of faults by manufacturer", f"SELECT Manufacturer, count(*) n FROM {J} GROUP BY 1", "join count dirty"),
           ("cmp", "in hospitals", f"SELECT Manufacturer, count(*) n FROM {J} WHERE {kind}='Hospital' GROUP BY 1", "filter count"),
           ("part", "in percent of all faults in hospitals", f"SELECT Manufacturer, count(*)*1.0/sum(count(*)) OVER () s FROM {J} WHERE {kind}='Hospital' GROUP BY 1", "share pct"))


def budget(b):
    b.on("city_budget")
    kind, plan, actual, posts, vacant = '"Kind of spending"', '"Planned (k€)"', '"Actual (k€)"', '"Posts (FTE)"', '"Vacant posts (FTE)"'
    dept = ("Department", '"Dept code"')
    total, single = f"{kind}='Total'", f"{kind}<>'Total'"
    b.q("cmp", "planned budget 2026 by department", by(dept, f"SELECT KEY, {plan} v FROM t WHERE Year=2026 AND {total}"), "total_row filter dirty plain")
    b.q("trend", "what did the whole city actually spend every year", f"SELECT Year y, sum({actual}) n FROM t WHERE {total} AND {actual} IS NOT NULL GROUP BY 1", "total_row sum placeholder dirty plain")
    b.q("cmp", "which department stayed furthest below its plan in 2025 (money, not percent)", [f"SELECT {k}, {v} v FROM t WHERE Year=2025 AND {total} ORDER BY {o}" for k in dept for v, o in ((f"{plan}-{actual}", "2 DESC"), (f"{actual}-{plan}", "2"))], "total_row difference compare_columns superlative dirty computed top=1")
    b.q("cmp", "We are preparing a meeting about staff costs. For each department, what share of the money that was actually spent in 2025 went to staff?", by(dept, f"SELECT KEY, sum({actual}) FILTER ({kind}='Staff')*1.0/sum({actual}) FILTER ({total}) s FROM t WHERE Year=2025 GROUP BY 1"), "total_row share filter dirty computed pct na")
    b.q("trend", "investment planned vs actual by year", [f"SELECT Year y, sum({plan}) a, sum({actual}) b FROM t WHERE {kind}='Investment' {e} GROUP BY 1" for e in ("", "AND Year<2026")], "two compare_columns sum filter placeholder plain mark=line,bar,point,table,area")
    b.q("trend", "Schools: how did actual spending change against the year before, in percent?", [f"SELECT y, g FROM (SELECT Year y, {actual}*1.0/lag({actual}) OVER (ORDER BY Year)-1 g FROM t WHERE Department='Schools' AND {total}) WHERE g IS NOT NULL"], "total_row growth filter dirty placeholder computed pct na")
    b.q("cmp", "top 3 departments number of posts 2026", by(dept, f"SELECT KEY, {posts} v FROM t WHERE Year=2026 AND {total} ORDER BY 2 DESC"), "total_row topn keywords dirty placeholder plain top=3!")
    b.q("cmp", "staff cost per post in 2025 (actual) for each department", by(dept, f"SELECT KEY, {actual}/{posts} v FROM t WHERE Year=2025 AND {kind}='Staff'"), "ratio per filter dirty placeholder computed na")
    b.q("cmp", "what percent of the posts were vacant in 2024, department by department, highest first", by(dept, f"SELECT KEY, {vacant}/{posts} s FROM t WHERE Year=2024 AND {total} ORDER BY 2 DESC"), "total_row share ratio rank dirty placeholder computed pct na")
    b.q("cmp", "which departments spent more than the average department in 2025", [f"SELECT {k}{c} FROM t WHERE Year=2025 AND {total} AND {actual}>(SELECT avg({actual}) FROM t WHERE Year=2025 AND {total})" for k in dept for c in (f", {actual} v", "")], "total_row above filter dirty computed")
    b.q("trend", "schools vs social services actual spending since 2019", [f"SELECT {k}, Year y, {actual} v FROM t WHERE Department IN ('Schools','Social services') AND {total} AND Year>=2019 AND {actual} IS NOT NULL" for k in dept], "total_row compare since series dirty placeholder plain")
    b.q("num", "total planned for 2026 without schools and social services", f"SELECT sum({plan}) n FROM t WHERE Year=2026 AND {total} AND Department NOT IN ('Schools','Social services')", "total_row except sum filter dirty plain")
    b.q("part", "stacked bars of what each department spent in 2025, by kind of spending", by(dept, f"SELECT KEY, {kind}, {actual} v FROM t WHERE Year=2025 AND {single}"), "total_row stacked filter dirty plain mark=bar")
    b.q("cmp", "growht from 2017 to 2025 in actual spending for each department in percent", by(dept, f"SELECT KEY, sum({actual}) FILTER (Year=2025)*1.0/sum({actual}) FILTER (Year=2017)-1 v FROM t WHERE {total} GROUP BY 1"), "total_row growth compare_rows dirty computed pct na")
    b.q("num", "in how many years did the parks department spend more than planned?", f"SELECT count(*) n FROM t WHERE Department='Parks' AND {total} AND {actual}>{plan}", "total_row compare_columns filter count dirty placeholder computed")
    b.q("cmp", "biggest kind of spending in each department, actual 2025", by(dept, f"SELECT KEY, {kind}, {actual} v FROM (SELECT *, row_number() OVER (PARTITION BY Department ORDER BY {actual} DESC) p FROM t WHERE Year=2025 AND {single}) WHERE p=1"), "total_row topn pergroup filter dirty computed")
    b.q("cmp", "Welche Abteilung hatte 2024 die meisten unbesetzten Stellen?", by(dept, f"SELECT KEY, {vacant} v FROM t WHERE Year=2024 AND {total} ORDER BY 2 DESC"), "de total_row filter superlative dirty placeholder plain top=1")
    b.q("num", "¿Cuánto gastó la ciudad en subvenciones (Grants) en 2023?", f"SELECT sum({actual}) n FROM t WHERE {kind}='Grants' AND Year=2023", "es sum filter plain")
    b.q("cmp", "Which department has the biggest planned budget in 2026, and which one has the smallest?", by(dept, f"SELECT KEY, {plan} v FROM t WHERE Year=2026 AND {total} AND ({plan}=(SELECT max({plan}) FROM t WHERE Year=2026 AND {total}) OR {plan}=(SELECT min({plan}) FROM t WHERE Year=2026 AND {total}))"), "total_row superlative two_part filter dirty computed")
    b.no("spending per inhabitant 2025", "missing_column")
    b.no("what was the police budget in 2024", "missing_rows")
    b.no("Is the fire service underfunded?", "opinion")
    b.no("¿Cuánto gastaremos en 2028?", "forecast", "es")
    b.either("which department has grown fastest", [f"SELECT Department, {v} v FROM t WHERE {total} GROUP BY 1 ORDER BY 2 DESC" for v in (f"sum({actual}) FILTER (Year=2025)*1.0/sum({actual}) FILTER (Year=2017)-1", f"sum({actual}) FILTER (Year=2025)-sum({actual}) FILTER (Year=2017)", f"sum({plan}) FILTER (Year=2026)*1.0/sum({plan}) FILTER (Year=2017)-1", f"sum({plan}) FILTER (Year=2026)-sum({plan}) FILTER (Year=2017)", f"sum({posts}) FILTER (Year=2026)/sum({posts}) FILTER (Year=2017)-1")])
    b.either("how much do we spend on staff", [f"SELECT Year y, sum({v}) n FROM t WHERE {kind}='Staff' GROUP BY 1" for v in (plan, actual)] + [f"SELECT sum({actual}) n FROM t WHERE {kind}='Staff' AND Year=2025", f"SELECT sum({plan}) n FROM t WHERE {kind}='Staff' AND Year=2026", f"SELECT Department, sum({actual}) n FROM t WHERE {kind}='Staff' AND Year=2025 GROUP BY 1"])
    b.talk(("trend", "planned spending of the libraries and museums per year", f"SELECT Year y, {plan} v FROM t WHERE Department='Libraries and museums' AND {total}", "total_row filter dirty"),
           ("trend", "and the parks?", f"SELECT Year y, {plan} v FROM t WHERE Department='Parks' AND {total}", "filter"),
           ("trend", "what did they really spend", f"SELECT Year y, {actual} v FROM t WHERE Department='Parks' AND {total} AND {actual} IS NOT NULL", "measure placeholder"),
           ("trend", "split by kind", f"SELECT Year y, {kind}, {actual} v FROM t WHERE Department='Parks' AND {single} AND {actual} IS NOT NULL", "series total_row"))
