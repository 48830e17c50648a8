"""Questions about the tables of `tables_society.py`; see README.md for the format."""

from common import by


def write(b):
    for topic in (courses, blood, plots, ledger, gardens, education):
        topic(b)


def courses(b):
    b.on("evening_courses")
    A = '"Subject area"'
    b.q("cmp", "how many courses did we have to cancel in each subject area?", f"SELECT {A}, count(*) n FROM t WHERE \"Status\"='cancelled' GROUP BY 1", "count filter plain")
    b.q("trend", "enrolments per term", [f'SELECT "Term", sum("Enrolled") n FROM t {w} GROUP BY 1' for w in ("", "WHERE \"Status\"='ran'")], "sum ordinal plain")
    b.q("cmp", "what share of the places is filled, by venue", [f'SELECT "Venue", {v} s FROM t {w} GROUP BY 1' for v in ('sum("Enrolled")*1.0/sum("Places")', 'avg("Enrolled"*1.0/"Places")') for w in ("", "WHERE \"Status\"='ran'")], "ratio share computed pct na")
    b.q("cmp", "Fee income minus tutor pay for every subject area", [f'SELECT {A}, sum("Fee income"-"Tutor pay") n FROM t GROUP BY 1'], "difference sum currency computed mark=bar,point,table")
    b.q("cmp", "drop-out rate: online vs the other venues", ["SELECT CASE WHEN \"Venue\"='Online' THEN 'online|yes|true|1' ELSE 'other|venue|person|not|no|false|0' END k, " + v + " s FROM t WHERE \"Status\"='ran' GROUP BY 1" for v in ('sum("Dropped out")*1.0/sum("Enrolled")', 'avg("Dropped out"*1.0/"Enrolled")')] + ['SELECT "Venue", ' + v + " s FROM t WHERE \"Status\"='ran' GROUP BY 1" for v in ('sum("Dropped out")*1.0/sum("Enrolled")', 'avg("Dropped out"*1.0/"Enrolled")')], "ratio share group computed pct na")
    b.q("cmp", "the 10 course titles with the longest waiting lists overall", 'SELECT "Course title", sum("Waiting list") n FROM t GROUP BY 1 ORDER BY 2 DESC', "topn sum plain top=10!")
    b.q("cmp", "avg feedback score by level", 'SELECT "Level", avg("Feedback score") v FROM t GROUP BY 1', "mean ordinal placeholder plain na")
    b.q("num", "How many people took a concession in 2024?", ["SELECT sum(\"Concessions\") n FROM t WHERE \"Term\" LIKE '%2024'", "SELECT sum(\"Concessions\") n FROM t WHERE \"Term\" LIKE '%2024' AND \"Status\"='ran'"], "sum filter computed")
    b.q("cmp", "Which tutors ran more than 20 courses?", [f"SELECT {c} FROM t {w} GROUP BY \"Tutor\" HAVING count(*)>20" for c, w in (('"Tutor", count(*) n', "WHERE \"Status\"='ran'"), ('"Tutor", count(*) n', ""), ('"Tutor"', ""))], "having count filter computed")
    b.q("cmp", "nombre de cours par jour de la semaine", ['SELECT "Day", count(*) n FROM t GROUP BY 1', 'SELECT isodow("Starts on") wd, count(*) n FROM t GROUP BY 1'], "fr count weekday plain mark=bar,line,point,table,arc,rect,tick")
    b.no("how many of the students are retired", "missing_column")
    b.no("Why do so many of the computing courses get cancelled?", "cause")
    b.either("which subject area is the most popular?", [f'SELECT {A}, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC' for v in ('sum("Enrolled")', 'avg("Enrolled")', 'avg("Enrolled"*1.0/"Places")', 'sum("Waiting list")', 'avg("Feedback score")', "count(*)", 'sum("Enrolled"+"Waiting list")')])
    b.talk(("cmp", "total fee income by subject area", f'SELECT {A}, sum("Fee income") n FROM t GROUP BY 1', "sum"),
           ("cmp", "only the autumn terms", f"SELECT {A}, sum(\"Fee income\") n FROM t WHERE \"Term\" LIKE 'Autumn%' GROUP BY 1", "filter"),
           ("cmp", "and split by term", f"SELECT {A}, \"Term\", sum(\"Fee income\") n FROM t WHERE \"Term\" LIKE 'Autumn%' GROUP BY 1,2", "dimension"))


def blood(b):
    b.on("blood_drives")
    town = ("TOWN", "TOWN_CD")
    names = ["O_POS", "O_NEG", "A_POS", "A_NEG", "B_POS", "B_NEG", "AB_POS", "AB_NEG"]
    b.q("trend", "donations per year", "SELECT year(DRIVE_DT) y, sum(DONAT_N) n FROM t GROUP BY 1", "sum dirty_date abbrev plain")
    b.q("cmp", "how many donations of each blood group did we collect in 2024", ["SELECT grp, sum(v) n FROM (UNPIVOT (SELECT " + ", ".join(names) + " FROM t WHERE year(DRIVE_DT)=2024) ON " + ", ".join(names) + " INTO NAME grp VALUE v) GROUP BY 1", "SELECT " + ", ".join(f"sum({g}) {g}" for g in names) + " FROM t WHERE year(DRIVE_DT)=2024"], "wide filter abbrev computed")
    b.q("cmp", "A colleague says that first-time donors mostly turn up at universities. What is their share of the donations by type of venue?", [f"SELECT VENUE_TYP, {v} s FROM t WHERE DONAT_N>0 GROUP BY 1" for v in ("sum(FIRST_N)*1.0/sum(DONAT_N)", "avg(FIRST_N*1.0/DONAT_N)")], "ratio share abbrev computed pct na")
    b.q("cmp", "cost per donation in every town", by(town, "SELECT KEY, sum(COST_EUR)*1.0/sum(DONAT_N) v FROM t GROUP BY 1") + by(town, "SELECT KEY, sum(COST_EUR)*1.0/sum(DONAT_N) v FROM t WHERE CANC_YN='N' GROUP BY 1") + ["SELECT TOWN, avg(COST_EUR*1.0/DONAT_N) v FROM t WHERE DONAT_N>0 GROUP BY 1"], "ratio per currency abbrev computed na")
    b.q("cmp", "deferrals by reason (haemoglobin, travel, medication)", ["SELECT sum(DEFER_HB_N) a, sum(DEFER_TRAV_N) b, sum(DEFER_MED_N) c FROM t", "SELECT 'hb|haemo|hemo' k, sum(DEFER_HB_N) n FROM t UNION ALL SELECT 'trav|travel', sum(DEFER_TRAV_N) FROM t UNION ALL SELECT 'med|medic', sum(DEFER_MED_N) FROM t"], "wide sum abbrev computed")
    b.q("num", "how many drives had to be called off?", "SELECT count(*) n FROM t WHERE CANC_YN='Y'", "count flag abbrev plain")
    b.q("rel", "Are people waiting longer when more of them turn up? attendance vs waiting minutes", ["SELECT ATTEND_N a, WAIT_MIN b FROM t WHERE WAIT_MIN IS NOT NULL", "SELECT corr(ATTEND_N, WAIT_MIN) r FROM t", "SELECT ATTEND_N a, avg(WAIT_MIN) b FROM t WHERE WAIT_MIN IS NOT NULL GROUP BY 1"], "correlation placeholder abbrev computed")
    b.q("cmp", "top 3 towns for O negative", by(town, "SELECT KEY, sum(O_NEG) n FROM t GROUP BY 1 ORDER BY 2 DESC"), "topn sum abbrev plain top=3!")
    b.q("trend", "average donations per drive for each month of the year", ["SELECT month(DRIVE_DT) moy, avg(DONAT_N) v FROM t GROUP BY 1", "SELECT month(DRIVE_DT) moy, avg(DONAT_N) v FROM t WHERE CANC_YN='N' GROUP BY 1"], "moy mean dirty_date abbrev computed na")
    b.q("cmp", "Wie lange mussten die Spender im Schnitt warten? Minuten je Team", "SELECT TEAM, avg(WAIT_MIN) v FROM t GROUP BY 1", "de mean placeholder abbrev plain na")
    b.q("num", "percentage of donors who were women in 2023", ["SELECT sum(FEMALE_N)*1.0/sum(DONAT_N) s FROM t WHERE year(DRIVE_DT)=2023"], "ratio share filter abbrev computed pct")
    b.no("age of the donors", "missing_column")
    b.no("will there be enough O negative next summer?", "forecast")
    b.either("how good is the turnout in the different towns?", [f"SELECT TOWN, {v} v FROM t GROUP BY 1" for v in ("sum(ATTEND_N)", "avg(ATTEND_N)", "sum(ATTEND_N)*1.0/sum(BOOKED_N)", "sum(ATTEND_N-WALKIN_N)*1.0/sum(BOOKED_N)", "sum(DONAT_N)")])
    b.either("what do the drives cost at the different kinds of venue", [f"SELECT VENUE_TYP, {v} v FROM t GROUP BY 1" for v in ("sum(COST_EUR)", "avg(COST_EUR)", "sum(COST_EUR)*1.0/sum(DONAT_N)", "median(COST_EUR)")])
    b.talk(("trend", "monthly donations since the start of 2024", ["SELECT date_trunc('month', DRIVE_DT) d, sum(DONAT_N) n FROM t WHERE DRIVE_DT>='2024-01-01' GROUP BY 1"], "sum filter"),
           ("trend", "for Eichstadt and Drosa separately", ["SELECT date_trunc('month', DRIVE_DT) d, TOWN, sum(DONAT_N) n FROM t WHERE DRIVE_DT>='2024-01-01' AND TOWN IN ('Eichstadt','Drosa') GROUP BY 1,2"], "filter dimension"))


def plots(b):
    b.on("allot_plots")
    b.q("cmp", "have we got any empty plots? number of vacant ones per site", "SELECT site, count(*) n FROM t WHERE status='vacant' GROUP BY 1", "count filter plain")
    b.q("num", "the committee would like to know how many plots were let before 2005", "SELECT count(*) n FROM t WHERE let_since<'2005-01-01'", "count filter placeholder plain")
    b.q("cmp", "inspection results by type of tenancy as a grouped bar chart", "SELECT tenancy_type, inspection_result, count(*) n FROM t WHERE status='let' GROUP BY 1,2", "count two plain")
    b.q("rows", "who has been with us the longest - plot number and since when", ["SELECT plot, let_since d FROM t WHERE let_since=(SELECT min(let_since) FROM t)"], "superlative placeholder plain")
    b.q("cmp", "what percentage of the plots has no water tap? per site", "SELECT site, avg((water_tap='no')::int) s FROM t GROUP BY 1", "share flag not computed pct na")
    b.no("which vegetables do the members grow?", "missing_column")


def ledger(b):
    b.on("allot_ledger")
    b.q("cmp", "what did we take in per category? refunds come out negative", "SELECT category, sum(amount) n FROM t GROUP BY 1", "sum currency plain mark=bar,point,table")
    b.q("trend", "rent received for each rental year", "SELECT for_year AS y, sum(amount) n FROM t WHERE category='Rent' GROUP BY 1", "sum filter currency plain")
    b.q("cmp", "share of rent payments made by bank transfer, year by year (rental year)", ["SELECT for_year AS y, avg((method='bank transfer')::int) s FROM t WHERE category='Rent' GROUP BY 1", "SELECT for_year AS y, sum(amount) FILTER (method='bank transfer')/sum(amount) s FROM t WHERE category='Rent' GROUP BY 1"], "share filter computed pct na mark=bar,line,point,table,area")
    b.q("num", "how many rent payments came in after the due date", "SELECT count(*) n FROM t WHERE category='Rent' AND booked_on>due_on", "count date_compare computed")
    b.q("num", "total of the payments that haven't cleared", "SELECT sum(amount) n FROM t WHERE cleared='no'", "sum flag currency plain")
    b.q("cmp", "combien de dons par an ?", "SELECT for_year AS y, count(*) n FROM t WHERE category='Donation' GROUP BY 1", "fr count filter plain mark=bar,line,point,table,area,arc")
    b.no("how much did we spend on fencing?", "missing_rows")


def gardens(b):
    b.on("allot_ledger", "allot_plots")
    J = "allot_ledger l JOIN allot_plots p USING (plot)"
    b.q("cmp", "rent income by site for 2024", f"SELECT site, sum(amount) n FROM {J} WHERE category='Rent' AND for_year=2024 GROUP BY 1", "join sum filter currency computed")
    b.q("cmp", "water charges per square metre of let land, by site", ["SELECT site, w/s v FROM (SELECT site, sum(amount) w FROM allot_ledger JOIN allot_plots USING (plot) WHERE category='Water' GROUP BY 1) JOIN (SELECT site, sum(size_sqm) s FROM allot_plots WHERE status='let' GROUP BY 1) USING (site)"], "join ratio per currency computed na")
    b.q("cmp", "late fees: number by inspection result of the plot", f"SELECT inspection_result, count(*) n FROM {J} WHERE category='Late fee' GROUP BY 1", "join count filter computed")
    b.either("which site brings in the most money?", [f"SELECT site, sum(amount) v FROM {J} GROUP BY 1 ORDER BY 2 DESC", f"SELECT site, sum(amount) v FROM {J} WHERE category='Rent' GROUP BY 1 ORDER BY 2 DESC", "SELECT site, sum(rent_per_year) v FROM allot_plots GROUP BY 1 ORDER BY 2 DESC", "SELECT site, sum(rent_per_year) v FROM allot_plots WHERE status='let' GROUP BY 1 ORDER BY 2 DESC"])
    b.talk(("cmp", "total amount received per site, everything included", f"SELECT site, sum(amount) n FROM {J} GROUP BY 1", "join sum"),
           ("cmp", "donations only", f"SELECT site, sum(amount) n FROM {J} WHERE category='Donation' GROUP BY 1", "join filter"),
           ("cmp", "and how many of them were there?", f"SELECT site, count(*) n FROM {J} WHERE category='Donation' GROUP BY 1", "join measure"))


def education(b):
    b.on("edu_indicators")
    land = ("GEO_LABEL", "GEO")
    ALL = "GEO<>'AVG8'"
    of = lambda code, sex="T": f"INDIC='{code}' AND SEX='{sex}'"
    b.q("cmp", "early school leavers in 2023 by country, both sexes together", by(land, f"SELECT KEY, OBS_VALUE v FROM t WHERE {of('EDU_ELET')} AND TIME_PERIOD=2023 AND {ALL}") + by(land, f"SELECT KEY, OBS_VALUE v FROM t WHERE {of('EDU_ELET')} AND TIME_PERIOD=2023"), "long filter total_row abbrev plain pct na")
    b.q("trend", "tertiary attainment of women and men in Poland", [f"SELECT TIME_PERIOD AS y, {k}, OBS_VALUE v FROM t WHERE INDIC='EDU_TERT' AND GEO='PL' AND SEX IN ('F','M')" for k in ("SEX_LABEL", "SEX")], "long filter abbrev plain pct na")
    b.q("trend", "how has the spending per pupil developed in Finland and Denmark?", [f"SELECT TIME_PERIOD AS y, {k}, OBS_VALUE v FROM t WHERE INDIC='EDU_EXPP' AND GEO IN ('FI','DK')" for k in land], "long filter currency plain na")
    b.q("rows", "which country spent the most per pupil in 2022 and how much", by(land, f"SELECT KEY, OBS_VALUE v FROM t WHERE INDIC='EDU_EXPP' AND TIME_PERIOD=2022 AND {ALL} AND OBS_VALUE=(SELECT max(OBS_VALUE) FROM t WHERE INDIC='EDU_EXPP' AND TIME_PERIOD=2022 AND {ALL})"), "long superlative total_row plain")
    gap = "max(OBS_VALUE) FILTER (SEX='F')-max(OBS_VALUE) FILTER (SEX='M')"
    b.q("cmp", "gap between women and men (percentage points) in tertiary attainment, by country, 2023", by(land, f"SELECT KEY, {gap} v FROM t WHERE INDIC='EDU_TERT' AND TIME_PERIOD=2023 AND {ALL} GROUP BY 1") + by(land, f"SELECT KEY, max(OBS_VALUE) FILTER (SEX='F') a, max(OBS_VALUE) FILTER (SEX='M') b FROM t WHERE INDIC='EDU_TERT' AND TIME_PERIOD=2023 AND {ALL} GROUP BY 1") + by(land, f"SELECT KEY, {gap} v FROM t WHERE INDIC='EDU_TERT' AND TIME_PERIOD=2023 GROUP BY 1"), "long difference filter total_row computed na")
    b.q("cmp", "By how many euros did expenditure per pupil rise from 2018 to 2023, country by country?", by(land, f"SELECT KEY, max(OBS_VALUE) FILTER (TIME_PERIOD=2023)-max(OBS_VALUE) FILTER (TIME_PERIOD=2018) v FROM t WHERE INDIC='EDU_EXPP' AND {ALL} GROUP BY 1") + by(land, "SELECT KEY, max(OBS_VALUE) FILTER (TIME_PERIOD=2023)-max(OBS_VALUE) FILTER (TIME_PERIOD=2018) v FROM t WHERE INDIC='EDU_EXPP' GROUP BY 1"), "long change compare_rows total_row computed na")
    b.q("rows", "countries whose adult training rate was above the eight country average in 2023", [f"SELECT {k} FROM t WHERE {of('EDU_ADLT')} AND TIME_PERIOD=2023 AND {ALL} AND OBS_VALUE>(SELECT OBS_VALUE FROM t WHERE {of('EDU_ADLT')} AND TIME_PERIOD=2023 AND GEO='AVG8')" for k in ("GEO_LABEL", "GEO", "GEO_LABEL, OBS_VALUE v", "GEO, OBS_VALUE v")], "long compare_rows total_row computed")
    b.q("rel", "is there a link between money per pupil and early leaving? one dot per country, 2023", ["SELECT e.OBS_VALUE a, l.OBS_VALUE b, e.GEO_LABEL FROM t e JOIN t l ON e.GEO=l.GEO AND e.TIME_PERIOD=l.TIME_PERIOD WHERE e.INDIC='EDU_EXPP' AND l.INDIC='EDU_ELET' AND l.SEX='T' AND e.TIME_PERIOD=2023 AND e.GEO<>'AVG8'", "SELECT e.OBS_VALUE a, l.OBS_VALUE b FROM t e JOIN t l ON e.GEO=l.GEO AND e.TIME_PERIOD=l.TIME_PERIOD WHERE e.INDIC='EDU_EXPP' AND l.INDIC='EDU_ELET' AND l.SEX='T' AND e.TIME_PERIOD=2023 AND e.GEO<>'AVG8'"], "long scatter pivot computed mark=point,table")
    b.q("num", "how many values are provisional?", "SELECT count(*) n FROM t WHERE OBS_FLAG='p'", "count filter plain")
    b.q("trend", "Abandono escolar temprano en España, mujeres", [f"SELECT TIME_PERIOD AS y, OBS_VALUE v FROM t WHERE {of('EDU_ELET', 'F')} AND GEO='ES'"], "es long filter abbrev plain pct na")
    b.no("PISA scores of Italy and Austria", "missing_rows")
    b.no("early leavers in Portugal", "missing_rows")
    b.either("which country has the best education?", [f"SELECT GEO_LABEL, OBS_VALUE v FROM t WHERE {of(c)} AND TIME_PERIOD=2023 AND {ALL} ORDER BY 2 {o}" for c, o in (("EDU_TERT", "DESC"), ("EDU_ELET", ""), ("EDU_ADLT", "DESC"), ("EDU_EXPP", "DESC"))])
