"""Questions about the tables of `tables_noon_one.py`; see README.md for the format."""
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
LIST = ", ".join(MONTHS)
SUM = "+".join(MONTHS)
PLACE = "Carnwick"
YEAR_MARKS = "mark=bar,line,area,point,table,rect,tick"


def write(b):
    for topic in (gauges, months, both, council):
        topic(b)


def long(which="true", table="t"):
    """A row for each station and month."""
    return f"(SELECT station, year y, list_position([{', '.join(repr(m) for m in MONTHS)}], m) moy, v FROM (UNPIVOT (SELECT station, year, {LIST} FROM {table} WHERE {which}) ON {LIST} INTO NAME m VALUE v))"


def gauges(b):
    b.on("rain_stations")
    active = "closed IS NULL"
    b.q("num", "how many rain gauges are there in the Uplands", [f"SELECT count(*) n FROM t WHERE region='Uplands' {w}" for w in ("", f"AND {active}")], "count filter plain")
    b.q("cmp", "Stations per region that are still in operation, i.e. not closed", f"SELECT region, count(*) n FROM t WHERE {active} GROUP BY 1", "count missing placeholder plain")
    b.q("cmp", "percentage of automatic stations for each operator", [f"SELECT run_by, avg((automatic='yes')::int) s FROM t {w} GROUP BY 1" for w in ("", f"WHERE {active}")], "share flag dirty computed pct na")
    b.q("trend", "number of stations opened per decade", "SELECT year(opened)//10*10 dec, count(*) n FROM t GROUP BY 1", "count decade dirty_date computed")
    b.q("rows", "wich station is the heighest above sea level and how high is it", "SELECT station_name, elevation_m v FROM t ORDER BY 2 DESC LIMIT 1", "superlative typo dirty plain")
    b.q("map", "show me a map of the stations that have been shut down", ["SELECT lat, lon FROM t WHERE closed IS NOT NULL", "SELECT station_name, lat, lon FROM t WHERE closed IS NOT NULL"], "map filter coordinates placeholder plain")
    b.q("cmp", "median elevation by region", "SELECT region, median(elevation_m) v FROM t GROUP BY 1", "median dirty plain na")
    b.q("rel", "Is the normal rainfall higher at higher stations? I'd like to see one against the other.", ["SELECT elevation_m a, normal_1991_2020_mm b FROM t WHERE normal_1991_2020_mm IS NOT NULL", "SELECT corr(elevation_m, normal_1991_2020_mm) r FROM t"], "correlation dirty placeholder computed")
    b.q("num", "Wie viele Stationen wurden zwischen 1990 und 1999 eröffnet?", "SELECT count(*) n FROM t WHERE year(opened) BETWEEN 1990 AND 1999", "de between filter count dirty_date plain")
    b.q("num", "for how many stations do we have no 1991-2020 normal", "SELECT count(*) n FROM t WHERE normal_1991_2020_mm IS NULL", "missing placeholder count plain")
    b.q("rows", "two highest stations in each region please, with their elevation", "SELECT region, station_name, elevation_m v FROM (SELECT *, row_number() OVER (PARTITION BY region ORDER BY elevation_m DESC) p FROM t) WHERE p<=2", "topn pergroup dirty computed mark=table,bar,point")
    b.q("num", "how many years was a station open on average before it got closed?", ["SELECT avg(date_diff('day', opened, closed))/365.25 v FROM t", "SELECT avg(year(closed)-year(opened)) v FROM t", "SELECT avg(datesub('year', opened, closed)) v FROM t"], "duration mean dirty_date placeholder computed na")
    b.q("cmp", "gauge types run by volunteers, count", [f"SELECT gauge_type, count(*) n FROM t WHERE run_by='Volunteer' {w} GROUP BY 1" for w in ("", f"AND {active}")], "count filter dirty plain")
    b.no("email adresses of the observers", "missing_column")
    b.no("how many stations are in the Lakeland region", "missing_rows")
    b.either("which region is best equipped", ["SELECT region, count(*) v FROM t GROUP BY 1 ORDER BY 2 DESC", f"SELECT region, count(*) v FROM t WHERE {active} GROUP BY 1 ORDER BY 2 DESC", "SELECT region, avg((automatic='yes')::int) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT region, avg((snow_sensor='yes')::int) v FROM t GROUP BY 1 ORDER BY 2 DESC"])
    b.talk(("cmp", "how many stations does each operator have", "SELECT run_by, count(*) n FROM t GROUP BY 1", "count dirty"),
           ("cmp", "leave out the closed ones", f"SELECT run_by, count(*) n FROM t WHERE {active} GROUP BY 1", "except filter placeholder"),
           ("cmp", "and only those above 500 m", f"SELECT run_by, count(*) n FROM t WHERE {active} AND elevation_m>500 GROUP BY 1", "and filter"),
           ("rows", "list them for the University", [f"SELECT {k} FROM t WHERE {active} AND elevation_m>500 AND run_by='University'" for k in ("station_name", "station_id")], "filter list"))


def months(b):
    b.on("rain_months")
    lornport = lambda year: long(f"station='Lornport' AND year={year}")
    b.q("cmp", "average rainfall for each month of the year over all stations and years", f"SELECT moy, avg(v) v FROM {long()} GROUP BY 1", f"wide seasonality mean placeholder computed na {YEAR_MARKS}")
    b.q("trend", "how did the average annual rain change from 2020 to 2024", "SELECT year y, avg(Annual) v FROM t GROUP BY 1", "mean placeholder plain na")
    b.q("rows", "What was the wettest month anywhere? Which station, which month and year, how many mm?", f"SELECT station, y, moy, v FROM {long()} ORDER BY v DESC LIMIT 1", "wide superlative placeholder computed")
    b.q("num", "average rain october 2023", "SELECT avg(Oct) v FROM t WHERE year=2023", "wide mean filter placeholder plain na")
    b.q("cmp", "10 rainiest stations 2022", ["SELECT station, Annual v FROM t WHERE year=2022 AND Annual IS NOT NULL ORDER BY 2 DESC", "SELECT station, rain_days v FROM t WHERE year=2022 ORDER BY 2 DESC"], "topn filter placeholder plain top=10!")
    b.q("cmp", "how many stations have an incomplete annual total, by year", "SELECT year y, count(*) n FROM t WHERE Annual IS NULL GROUP BY 1", f"missing placeholder count plain {YEAR_MARKS}")
    b.q("cmp", "compare summer (june, july, august) and winter (december, january, february): average rain", [
        "SELECT * FROM (VALUES ('summer', (SELECT avg(Jun+Jul+Aug) FROM t)), ('winter', (SELECT avg(Dec+Jan+Feb) FROM t))) x(k, v)",
        "SELECT * FROM (VALUES ('summer', (SELECT avg(Jun)+avg(Jul)+avg(Aug) FROM t)), ('winter', (SELECT avg(Dec)+avg(Jan)+avg(Feb) FROM t))) x(k, v)",
        f"SELECT CASE WHEN moy IN (6,7,8) THEN 'summer' ELSE 'winter' END k, avg(v) v FROM {long()} WHERE moy IN (6,7,8,12,1,2) GROUP BY 1",
        "SELECT * FROM (VALUES ('summer', (SELECT (avg(Jun)+avg(Jul)+avg(Aug))/3 FROM t)), ('winter', (SELECT (avg(Dec)+avg(Jan)+avg(Feb))/3 FROM t))) x(k, v)",
        "SELECT * FROM (VALUES ('summer', (SELECT avg((Jun+Jul+Aug)/3) FROM t)), ('winter', (SELECT avg((Dec+Jan+Feb)/3) FROM t))) x(k, v)"], "wide compare mean placeholder computed na")
    b.q("trend", "Mean monthly rain from january to december, a line per year", f"SELECT y, moy, avg(v) v FROM {long()} GROUP BY 1, 2", "wide series mean placeholder computed na mark=line")
    b.q("trend", "mean annual rainfall, % change against the previous year", "SELECT year y, 100.0*(v-lag(v) OVER (ORDER BY year))/lag(v) OVER (ORDER BY year) g FROM (SELECT year, avg(Annual) v FROM t GROUP BY 1)", "growth mean placeholder computed pct na")
    b.q("cmp", "in each year, how many stations got more than 1500 mm", "SELECT year y, count(*) n FROM t WHERE Annual>1500 GROUP BY 1", f"count filter placeholder plain {YEAR_MARKS}")
    b.q("num", "95th percentile of the wettest day", [f"SELECT {q}(wettest_day_mm, 0.95) v FROM t" for q in ("quantile_cont", "quantile_disc")], "percentile computed na")
    b.q("num", "how many stations had more rain in 2024 than the average station that year?", "SELECT count(*) n FROM t WHERE year=2024 AND Annual>(SELECT avg(Annual) FROM t WHERE year=2024)", "above_average count placeholder computed")
    b.q("trend", "rain at STATION month by month in 2023".replace("STATION", PLACE), f"SELECT moy, v FROM {long(f'station={PLACE!r} AND year=2023')}", "wide filter computed")
    b.q("cmp", "Quel a été le mois le plus sec de 2022 ?", [f"SELECT moy, {f}(v) v FROM {long('year=2022')} GROUP BY 1 ORDER BY 2" for f in ("avg", "median")] + [f"SELECT moy, station, v FROM {long('year=2022')} ORDER BY v"], "fr wide superlative mean placeholder computed na top=1 mark=bar,line,area,point,table,number")
    b.q("trend", "cumulative average rain over the months of 2024 (running total)", f"SELECT moy, sum(v) OVER (ORDER BY moy) v FROM (SELECT moy, avg(v) v FROM {long('year=2024')} GROUP BY 1)", "wide running mean placeholder computed na")
    b.q("num", "number of stations that have a row for every single year 2020-2024", "SELECT count(*) n FROM (SELECT station_id FROM t GROUP BY 1 HAVING count(DISTINCT year)=5)", "having distinct count computed")
    b.q("trend", "¿Cuántos días de lluvia hubo de media en cada año?", "SELECT year y, avg(rain_days) v FROM t GROUP BY 1", "es mean plain na")
    b.no("will next winter be as wet as the last one?", "forecast")
    b.no("average temperature in july by year", "missing_column")
    b.no("rainfall 2015 by month", "missing_rows")
    b.either("which year was the most extreme", [f"SELECT year y, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in ("avg(Annual)", "avg(rain_days)", "max(wettest_day_mm)", "avg(wettest_day_mm)", "stddev(Annual)")])
    b.talk(("trend", "rain by month at Lornport in 2022", f"SELECT moy, v FROM {lornport(2022)}", "wide filter"),
           ("trend", "and 2023?", f"SELECT moy, v FROM {lornport(2023)}", "filter"),
           ("cmp", "only the three wettest months", f"SELECT moy, v FROM {lornport(2023)} ORDER BY v DESC", f"topn top=3! {YEAR_MARKS}"),
           ("num", "what was the total for the whole year then", "SELECT Annual v FROM t WHERE station='Lornport' AND year=2023", "measure"))


def both(b):
    b.on("rain_months", "rain_stations")
    joined = "rain_months m JOIN rain_stations s USING (station_id)"
    b.q("cmp", "average annual rainfall in 2023 by region", f"SELECT region, avg(Annual) v FROM {joined} WHERE year=2023 GROUP BY 1", "join mean filter placeholder plain na")
    b.q("cmp", "rain in 2022 as a percentage of the 1991-2020 normal, for every region", [f"SELECT region, {v} s FROM {joined} WHERE year=2022 AND Annual IS NOT NULL AND normal_1991_2020_mm IS NOT NULL GROUP BY 1" for v in ("sum(Annual)/sum(normal_1991_2020_mm)", "avg(Annual/normal_1991_2020_mm)")] + [f"SELECT region, avg(Annual)/avg(normal_1991_2020_mm) s FROM {joined} WHERE year=2022 GROUP BY 1"], "join ratio filter placeholder computed pct na")
    b.q("rel", "scatter elevation vs total rain 2024", f"SELECT elevation_m a, Annual b FROM {joined} WHERE year=2024 AND Annual IS NOT NULL", "join correlation dirty placeholder plain")
    b.q("trend", "rain days per year on average, coast compared with basin", [f"SELECT region, {y}avg(rain_days) v FROM {joined} WHERE region IN ('Coast','Basin') GROUP BY ALL" for y in ("year y, ", "")], "join series filter mean plain na")
    b.q("rows", "the highest amount of rain on one day that an automatic station measured - where was that and in which year?", f"SELECT station, year y, wettest_day_mm v FROM {joined} WHERE automatic='yes' ORDER BY 3 DESC LIMIT 1", "join superlative filter flag dirty plain")
    b.q("num", "How many of the stations in the list have no monthly readings at all?", "SELECT count(*) n FROM rain_stations WHERE station_id NOT IN (SELECT station_id FROM rain_months)", "join missing count computed")
    b.talk(("trend", "average annual rain per region and year", f"SELECT region, year y, avg(Annual) v FROM {joined} GROUP BY 1, 2", "join series mean placeholder na"),
           ("trend", "without the uplands", f"SELECT region, year y, avg(Annual) v FROM {joined} WHERE region<>'Uplands' GROUP BY 1, 2", "except na"),
           ("trend", "now the median instead of the mean", f"SELECT region, year y, median(Annual) v FROM {joined} WHERE region<>'Uplands' GROUP BY 1, 2", "measure median na"))


def council(b):
    b.on("council_reports")
    took = "date_diff('minute', Reported, Closed)/1440.0"
    whole = ("date_diff('day', Reported, Closed)", "date_diff('minute', Reported, Closed)//1440")
    rating = '"Rating (1-5)"'
    b.q("cmp", "what do people complain about most", "SELECT Category, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "count superlative dirty plain top=1")
    b.q("trend", "reports per month", [f"SELECT date_trunc('month', Reported) d, count(*) n FROM t {w} GROUP BY 1" for w in ("", "WHERE Reported<'2025-06-01'", "WHERE Reported>='2023-05-01' AND Reported<'2025-06-01'")], "count dirty_date incomplete plain")
    b.q("cmp", "number of reports by day of the week", "SELECT isodow(Reported) wd, count(*) n FROM t GROUP BY 1", f"weekday count dirty_date plain {YEAR_MARKS}")
    b.q("cmp", "How many days does it take until a report is closed? Median for each category, slowest first", [f"SELECT Category, median({v}) v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in (took, *whole)], "duration median rank dirty dirty_date missing computed na")
    b.q("num", "how many reports are still open", "SELECT count(*) n FROM t WHERE Status='Open'", "count filter plain")
    b.q("cmp", "share of reports closed within 7 days per ward", [f"SELECT Ward, avg({v}::int) s FROM t GROUP BY 1" for v in (f"({took}<=7)", f"coalesce({took}<=7, false)", f"({whole[0]}<=7)", f"coalesce({whole[0]}<=7, false)")], "share duration dirty dirty_date missing computed pct na")
    b.q("cmp", "for each ward the most frequent category", "SELECT Ward, Category, n FROM (SELECT Ward, Category, count(*) n, row_number() OVER (PARTITION BY Ward ORDER BY count(*) DESC) p FROM t GROUP BY 1, 2) WHERE p=1", "topn pergroup count dirty computed")
    b.q("num", "What did we spend on potholes in 2024?", [f"SELECT sum(Cost) n FROM t WHERE Category='Pothole' AND year({c})=2024" for c in ("Reported", "Closed")], "sum filter currency dirty dirty_date plain")
    b.q("cmp", "cost per job: contractor vs our own crews", [f"SELECT {k}, avg(Cost) v FROM t WHERE Crew IS NOT NULL GROUP BY 1" for k in ("Crew", "CASE Crew WHEN 'Contractor' THEN 'contractor' ELSE 'crews|own|other|not|no|false' END k")], "compare mean currency placeholder computed na")
    b.q("map", "map of fly-tipping", "SELECT Latitude lat, Longitude lon FROM t WHERE Category='Fly-tipping'", "map filter coordinates dirty plain")
    b.q("trend", "reports by app and by phone for every quarter", ['SELECT "Reported via", date_trunc(\'quarter\', Reported) d, count(*) n FROM t WHERE "Reported via" IN (\'App\',\'Phone\') ' + w + " GROUP BY 1, 2" for w in ("", "AND Reported<'2025-04-01'")], "series quarter filter count dirty_date incomplete plain")
    b.q("num", "percent urgent", "SELECT avg((Urgent='Y')::int) s FROM t", "share flag coded computed pct")
    b.q("rows", "5 most expensive jobs with reference, category and ward", "SELECT Ref, Category, Ward, Cost v FROM t WHERE Cost IS NOT NULL ORDER BY 4 DESC", "topn currency dirty plain top=5!")
    b.q("cmp", "when during the day do reports come in, by the hour", "SELECT hour(Reported) hr, count(*) n FROM t GROUP BY 1", f"hour count dirty_date plain {YEAR_MARKS}")
    b.q("num", "Wie viele Meldungen kamen am Wochenende herein?", "SELECT count(*) n FROM t WHERE isodow(Reported)>=6", "de weekday filter count dirty_date computed")
    b.q("cmp", "Coût moyen par catégorie, sauf les graffitis", "SELECT Category, avg(Cost) v FROM t WHERE Category<>'Graffiti' GROUP BY 1", "fr mean except currency dirty plain na")
    b.q("cmp", "are potholes seasonal? add up all years by calendar month", [f"SELECT month(Reported) moy, count(*) n FROM t WHERE Category='Pothole' {w} GROUP BY 1" for w in ("", "AND Reported<'2025-06-01'")], f"seasonality filter count dirty dirty_date computed {YEAR_MARKS}")
    b.q("num", "nr of reports with no rating", f"SELECT count(*) n FROM t WHERE {rating} IS NULL", "missing placeholder count abbrev plain")
    b.q("rows", "wards with more reports than the average ward", ["SELECT Ward, count(*) n FROM t GROUP BY 1 HAVING count(*)>(SELECT count(*)*1.0/count(DISTINCT Ward) FROM t)", "SELECT Ward FROM t GROUP BY 1 HAVING count(*)>(SELECT count(*)*1.0/count(DISTINCT Ward) FROM t)"], "above_average having dirty computed")
    b.q("num", "within how many days are 90% of the street lights done", [f"SELECT quantile_cont({v}, 0.9) v FROM t WHERE Category='Street light'" for v in (took, whole[0])] + [f"SELECT quantile_cont({took}, 0.9) v FROM t WHERE Category='Street light' AND Status='Fixed'"], "percentile duration filter dirty dirty_date missing computed na")
    b.q("cmp", "january to may: reports in 2024 and 2025 for each category", ["SELECT Category, year(Reported) y, count(*) n FROM t WHERE month(Reported)<=5 AND year(Reported) IN (2024, 2025) GROUP BY 1, 2"], "compare filter two count dirty dirty_date computed")
    b.q("cmp", "Please show me for every ward the number of reports, the average cost and the average rating.", f"SELECT Ward, count(*) n, avg(Cost) v, avg({rating}) w FROM t GROUP BY 1", "measures count mean currency dirty placeholder plain na")
    b.either("When is the busiest time?", [f"SELECT {k}, count(*) n FROM t GROUP BY 1" for k in ("hour(Reported) hr", "isodow(Reported) wd", "month(Reported) moy", "date_trunc('month', Reported) d")])
    b.no("why does everything take longer in Longmead", "cause")
    b.no("who reported the most potholes? give me the names", "missing_column")
    b.no("should we replace the contractor?", "opinion")
    b.either("which crew is the best", [f"SELECT Crew, {v} v FROM t WHERE Crew IS NOT NULL GROUP BY 1 ORDER BY 2 {o}" for v, o in ((f"avg({rating})", "DESC"), (f"median({took})", ""), (f"avg({took})", ""), ("count(*) FILTER (Status='Fixed')", "DESC"), ("avg(Cost)", ""))])
    b.either("¿Qué barrio está peor?", [f"SELECT Ward, {v} v FROM t GROUP BY 1 ORDER BY 2 {o}" for v, o in (("count(*)", "DESC"), ("count(*) FILTER (Status='Open')", "DESC"), (f"avg({took})", "DESC"), (f"avg({rating})", ""), ("sum(Cost)", "DESC"))], "es")
    tip = "Category='Fly-tipping'"
    b.talk(("trend", "fly tipping reports by month", [f"SELECT date_trunc('month', Reported) d, count(*) n FROM t WHERE {tip} {w} GROUP BY 1" for w in ("", "AND Reported<'2025-06-01'", "AND Reported>='2023-05-01' AND Reported<'2025-06-01'")], "count filter dirty dirty_date incomplete"),
           ("trend", "by quarter instead", [f"SELECT date_trunc('quarter', Reported) d, count(*) n FROM t WHERE {tip} {w} GROUP BY 1" for w in ("", "AND Reported<'2025-04-01'")], "quarter"),
           ("cmp", "no, by ward", f"SELECT Ward, count(*) n FROM t WHERE {tip} GROUP BY 1", "dimension"),
           ("cmp", "as % of all reports of the ward", f"SELECT Ward, avg(({tip})::int) s FROM t GROUP BY 1", "share pct na"))
    b.talk(("cmp", "total cost per category 2024", [f"SELECT Category, sum(Cost) n FROM t WHERE year({c})=2024 GROUP BY 1" for c in ("Reported", "Closed")], "sum filter currency"),
           ("cmp", "what about 2023", [f"SELECT Category, sum(Cost) n FROM t WHERE year({c})=2023 GROUP BY 1" for c in ("Reported", "Closed")], "filter sum"),
           ("cmp", "only the top 3 please", [f"SELECT Category, sum(Cost) n FROM t WHERE year({c})=2023 GROUP BY 1 ORDER BY 2 DESC" for c in ("Reported", "Closed")], "topn top=3!"))
