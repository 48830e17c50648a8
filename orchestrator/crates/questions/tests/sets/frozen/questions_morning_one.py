"""Questions about the tables of `tables_morning_one.py`; see README.md for the format."""


def write(b):
    for topic in (jobs, parts, both, hens):
        topic(b)


def jobs(b):
    b.on("bike_jobs")
    minutes, came, ready, fetched = '"Labour (min)"', '"Brought in"', '"Ready on"', '"Collected on"'
    waited, charge, quote = f"date_diff('day', {came}, {ready})", '"Labour charge"', '"Quote labour"'
    paid = "\"Under guarantee\"='no'"
    b.q("trend", "jobs per month", [f"SELECT date_trunc('month', {came}) d, count(*) n FROM t {w} GROUP BY 1" for w in ("", f"WHERE {came}<'2026-11-01'")], "count dirty_date incomplete plain")
    b.q("num", "how many bikes are ready but havent been picked up yet", f"SELECT count(*) n FROM t WHERE {ready} IS NOT NULL AND {fetched} IS NULL", "count missing placeholder typo computed")
    b.q("cmp", "How many days does it take on average from bringing a bike in until it is ready? By type of service please.", f"SELECT Service, avg({waited}) v FROM t GROUP BY 1", "duration mean dirty_date missing computed na")
    b.q("cmp", "guarantee jobs as % of all jobs for each mechanic", "SELECT Mechanic, avg((\"Under guarantee\"='yes')::int) s FROM t GROUP BY 1", "share flag dirty computed pct na")
    b.q("cmp", "difference between what we quoted for labour and what we charged, average per mechanic, leave out the guarantee jobs", [f"SELECT Mechanic, avg({x}) v FROM t WHERE {paid} GROUP BY 1" for x in (f"{charge}-{quote}", f"{quote}-{charge}")], "difference mean currency except missing dirty computed na")
    # Two brands of cargo bikes share the first place: both may be shown, or either.
    leaders = "SELECT \"Bike type\", Brand, n FROM (SELECT \"Bike type\", Brand, count(*) n, rank() OVER (PARTITION BY \"Bike type\" ORDER BY count(*) DESC) p FROM t GROUP BY 1,2) WHERE p=1"
    b.q("cmp", "most repaired brand per bike type", [leaders, *(f"{leaders} AND (\"Bike type\"<>'Cargo' OR Brand='{x}')" for x in ("Mulo", "Voltara"))], "topn pergroup count dirty computed")
    b.q("cmp", "labour income march to october, 2025 against 2026", [f"SELECT year({x}) y, sum({charge}) n FROM t WHERE month({x}) BETWEEN 3 AND 10 GROUP BY 1" for x in (came, ready, fetched)], "compare sum between currency dirty_date plain mark=bar,line,point,table,number,arc")
    b.q("cmp", "What weekday do most people bring their bikes?", f"SELECT isodow({came}) wd, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "weekday count superlative dirty_date plain top=1")
    b.q("cmp", "Is there a season for punctures? number of puncture repairs by calendar month", f"SELECT month({came}) moy, count(*) n FROM t WHERE Service='Puncture' GROUP BY 1", "seasonality count filter dirty_date computed mark=bar,line,area,point,table,rect,tick")
    b.q("cmp", "median labor minutes ebike vs city bike", f"SELECT \"Bike type\", median({minutes}) v FROM t WHERE \"Bike type\" IN ('E-bike','City') GROUP BY 1", "median compare dirty typo plain na")
    b.q("num", "how many customers have been here more than twice?", "SELECT count(*) n FROM (SELECT Customer FROM t GROUP BY 1 HAVING count(*)>2)", "having distinct count computed")
    b.q("num", "90th percentile of the days between ready and collected", f"SELECT quantile_cont(date_diff('day', {ready}, {fetched}), 0.9) v FROM t", "percentile duration placeholder dirty_date computed na")
    b.q("rel", "do people give fewer stars if they have to wait longer for the repair", [f"SELECT {waited} a, Stars b FROM t WHERE Stars IS NOT NULL AND {ready} IS NOT NULL", f"SELECT corr({waited}, Stars) r FROM t", f"SELECT {waited} a, avg(Stars) v FROM t WHERE Stars IS NOT NULL AND {ready} IS NOT NULL GROUP BY 1", f"SELECT Stars a, avg({waited}) v FROM t WHERE Stars IS NOT NULL AND {ready} IS NOT NULL GROUP BY 1"], "correlation duration missing computed na")
    b.q("num", "what percent of the jobs have no star rating", "SELECT avg((Stars IS NULL)::int) s FROM t", "share missing computed pct")
    fences = [f"quantile_cont({minutes},0.25)-1.5*(quantile_cont({minutes},0.75)-quantile_cont({minutes},0.25)) lo, quantile_cont({minutes},0.75)+1.5*(quantile_cont({minutes},0.75)-quantile_cont({minutes},0.25)) hi", *(f"avg({minutes})-{x}*stddev({minutes}) lo, avg({minutes})+{x}*stddev({minutes}) hi" for x in (2, 3))]
    b.q("rows", "is there something odd in the labour minutes? show me the outliers", [f"SELECT \"Job no\", {minutes} v FROM t, (SELECT {x} FROM t) WHERE {minutes}<lo OR {minutes}>hi" for x in fences], "outlier computed")
    b.q("cmp", "Wie viele Aufträge je Stadtteil, ohne Out of town?", "SELECT District, count(*) n FROM t WHERE District<>'Out of town' GROUP BY 1", "de count except plain")
    b.q("cmp", "Durée médiane du travail par mécanicien, en minutes", f"SELECT Mechanic, median({minutes}) v FROM t GROUP BY 1", "fr median dirty plain na")
    b.no("email addresses of the customers who have not collected their bike", "missing_column")
    b.no("how many scooters did we repair", "missing_rows")
    b.either("who is our best mechanic?", [f"SELECT Mechanic, {v} v FROM t GROUP BY 1 ORDER BY 2 {o}" for v, o in (("count(*)", "DESC"), (f"avg({minutes})", ""), ("avg(Stars)", "DESC"), (f"sum({charge})", "DESC"), (f"median({minutes})", ""))])
    b.either("which kind of bike is most worth it for us", [f"SELECT \"Bike type\", {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in (f"sum({charge})", f"avg({charge})", f"sum({charge})/sum({minutes})", "count(*)")])
    recent = f"year({came})=2026"
    b.talk(("cmp", "how many jobs of each service", "SELECT Service, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "this year only (2026)", f"SELECT Service, count(*) n FROM t WHERE {recent} GROUP BY 1", "filter dirty_date"),
           ("cmp", "just e-bikes please", f"SELECT Service, count(*) n FROM t WHERE {recent} AND \"Bike type\"='E-bike' GROUP BY 1", "filter dirty"),
           ("cmp", "and how many minutes did they take on average", f"SELECT Service, avg({minutes}) v FROM t WHERE {recent} AND \"Bike type\"='E-bike' GROUP BY 1", "measure mean na"))


def parts(b):
    b.on("bike_parts")
    cost, price = '"Cost each"', '"Price each"'
    income, gain = f"Qty*{price}", f"Qty*({price}-{cost})"
    b.q("cmp", "which part do we use the most", [f"SELECT Part, {v} n FROM t GROUP BY 1 ORDER BY 2 DESC" for v in ("sum(Qty)", "count(*)")], "superlative sum plain top=1")
    b.q("cmp", "profit per part group (price minus cost, times quantity)", f"SELECT \"Group\", sum({gain}) n FROM t GROUP BY 1", "formula sum currency dirty computed")
    b.q("cmp", "Margin for every supplier, as a percentage of the selling price", [f"SELECT Supplier, {v} s FROM t GROUP BY 1" for v in (f"sum({gain})/sum({income})", f"avg(({price}-{cost})/{price})")], "ratio formula dirty computed pct na")
    b.q("num", "how many parts did we have to orderd", [f"SELECT {v} n FROM t WHERE \"From\"='ordered'" for v in ("count(*)", "sum(Qty)")], "count filter typo plain")
    b.q("cmp", "avg days waited by supplier", [f"SELECT Supplier, {v} v FROM t GROUP BY 1" for v in ('avg("Days waited")', 'avg(coalesce("Days waited", 0))')], "mean placeholder missing dirty abbrev plain na")
    b.q("trend", "cumulative parts sales in 2026, month by month, in euros", [f"SELECT d, sum(n) OVER (ORDER BY d) v FROM (SELECT date_trunc('month', \"Used on\") d, sum({income}) n FROM t WHERE year(\"Used on\")=2026 {e} GROUP BY 1)" for e in ("", "AND \"Used on\"<'2026-11-01'")], "running formula filter currency dirty_date incomplete computed na")
    b.q("part", "what share of our parts turnover comes from each group", f"SELECT \"Group\", sum({income})/(SELECT sum({income}) FROM t) s FROM t GROUP BY 1", "share formula sum computed pct")
    b.q("num", "What did we spend on chains in 2025?", f"SELECT sum(Qty*{cost}) n FROM t WHERE Part='Chain' AND year(\"Used on\")=2025", "sum formula filter currency dirty dirty_date computed")
    b.q("cmp", "best 2 parts in every group by number sold", "SELECT \"Group\", Part, n FROM (SELECT \"Group\", Part, sum(Qty) n, rank() OVER (PARTITION BY \"Group\" ORDER BY sum(Qty) DESC) p FROM t GROUP BY 1,2) WHERE p<=2", "topn pergroup sum computed")
    b.q("rows", "which parts cost us more than 50 euro apiece", [f"SELECT Part{x} FROM t WHERE {cost}>50 GROUP BY 1" for x in ("", f", avg({cost}) v", f", max({cost}) v", ", count(*) n")], "list filter currency distinct computed")
    b.q("num", "¿Cuántos días esperamos de media las piezas encargadas a Rondo Trade?", "SELECT avg(\"Days waited\") v FROM t WHERE Supplier='Rondo Trade' AND \"From\"='ordered'", "es mean filter and dirty placeholder plain na")
    b.no("how many brake pads are left on the shelf", "missing_column")
    b.no("Should we stop buying from Stopwell?", "opinion")
    b.either("who is the best supplier", [f"SELECT Supplier, {v} v FROM t GROUP BY 1 ORDER BY 2 {o}" for v, o in (('avg("Days waited")', ""), (f"sum({gain})/sum({income})", "DESC"), (f"sum({gain})", "DESC"), (f"sum({income})", "DESC"), ("avg((\"From\"='ordered')::int)", ""), (f"avg({cost})", ""))])
    b.talk(("trend", "Parts turnover per quarter", [f"SELECT date_trunc('quarter', \"Used on\") d, sum({income}) n FROM t {w} GROUP BY 1" for w in ("", "WHERE \"Used on\"<'2026-10-01'")], "sum formula dirty_date incomplete"),
           ("trend", "only drivetrain", [f"SELECT date_trunc('quarter', \"Used on\") d, sum({income}) n FROM t WHERE \"Group\"='Drivetrain' {e} GROUP BY 1" for e in ("", "AND \"Used on\"<'2026-10-01'")], "filter"),
           ("cmp", "which parts are in that? same thing by part", f"SELECT Part, sum({income}) n FROM t WHERE \"Group\"='Drivetrain' GROUP BY 1", "dimension"))


def both(b):
    b.on("bike_jobs", "bike_parts")
    linked = 'bike_jobs j JOIN bike_parts p ON j."Job no"=p."Job no"'
    income = 'p.Qty*p."Price each"'
    b.q("cmp", "parts sales by bike type", [f"SELECT \"Bike type\", sum({x}) n FROM {linked} GROUP BY 1" for x in (income, "p.Qty")], "join sum formula dirty computed")
    b.q("cmp", "How much do the mechanics sell in parts per job on average?", [f"SELECT Mechanic, sum({income})/count(DISTINCT j.\"Job no\") v FROM {x} GROUP BY 1" for x in (linked, linked.replace("JOIN", "LEFT JOIN"))], "join mean formula dirty computed na")
    b.q("cmp", "number of jobs that needed no part at all, by service", 'SELECT Service, count(*) n FROM bike_jobs j WHERE NOT EXISTS (FROM bike_parts p WHERE p."Job no"=j."Job no") GROUP BY 1', "join except missing count computed")
    b.q("cmp", "total income per service, labour and parts together (ignore the discounts)", f"SELECT Service, sum(\"Labour charge\"+coalesce(x, 0)) n FROM bike_jobs j LEFT JOIN (SELECT \"Job no\", sum({income}) x FROM bike_parts p GROUP BY 1) p ON j.\"Job no\"=p.\"Job no\" GROUP BY 1", "join sum formula dirty computed")
    b.q("num", "what did the parts for guarantee repairs cost us?", f"SELECT sum(Qty*\"Cost each\") n FROM {linked} WHERE \"Under guarantee\"='yes'", "join sum formula filter dirty computed")


def hens(b):
    b.on("hen_log")
    whole = "day<'2026-11-01'"
    b.q("trend", "eggs per month", [f"SELECT date_trunc('month', day) d, sum(eggs) n FROM t {w} GROUP BY 1" for w in ("", f"WHERE {whole}")], "sum dirty_date incomplete plain")
    b.q("cmp", "laying rate per house in % (eggs per hen and day)", [f"SELECT hen_house, {v} s FROM t GROUP BY 1" for v in ("sum(eggs)/sum(hens)", "avg(eggs/hens)")], "ratio dirty computed pct na")
    b.q("num", "how many hens did the fox take", "SELECT sum(found_dead) n FROM t WHERE remark='fox'", "sum filter plain")
    b.q("trend", "share of cracked eggs in the barn month by month", [f"SELECT date_trunc('month', day) d, {v} s FROM t WHERE hen_house='Barn' {e} GROUP BY 1" for v in ("sum(cracked)/sum(eggs)", "avg(cracked/eggs)") for e in ("", f"AND {whole}")], "ratio filter dirty dirty_date incomplete computed pct na")
    b.q("cmp", "Grams of feed that one hen eats per day, for each house", [f"SELECT hen_house, {v} v FROM t GROUP BY 1" for v in ("1000*sum(feed_kg)/sum(hens)", "avg(1000*feed_kg/hens)")], "ratio per unit dirty computed na")
    b.q("num", "on how many days is the water missing for the orchard?", "SELECT count(*) n FROM t WHERE hen_house='Orchard' AND water_l IS NULL", "count missing filter dirty placeholder plain")
    b.q("cmp", "egg weight on days above 25 degrees compared with the other days, average", "SELECT CASE WHEN temp_c>25 THEN 'above|over|warm|hot|true|yes|>' ELSE 'other|rest|below|under|cool|false|no|not|≤|<|up to' END k, avg(egg_weight_g) v FROM t GROUP BY 1", "compare mean threshold dirty computed na")
    b.q("rel", "relation between temperature and water drunk, barn only", ["SELECT temp_c a, water_l b FROM t WHERE hen_house='Barn' AND water_l IS NOT NULL", "SELECT corr(temp_c, water_l) r FROM t WHERE hen_house='Barn'"], "correlation filter placeholder dirty computed na")
    avg7 = "avg(eggs) OVER (ORDER BY day ROWS 6 PRECEDING) v"
    b.q("trend", "7 day moving average of the eggs in Meadow", [f"SELECT day d, {avg7} FROM t WHERE hen_house='Meadow'", f"SELECT d, v FROM (SELECT day d, {avg7}, row_number() OVER (ORDER BY day) k FROM t WHERE hen_house='Meadow') WHERE k>6"], "movavg filter dirty dirty_date computed na")
    b.q("num", "How many hens fewer are there in the Barn on the last day than on the first?", [f"SELECT {s}(arg_max(hens, day)-arg_min(hens, day)) v FROM t WHERE hen_house='Barn'" for s in ("", "-")], "change filter dirty dirty_date computed na")
    b.q("num", "nr of days with more than 1800 eggs from all houses together", "SELECT count(*) n FROM (SELECT day FROM t GROUP BY 1 HAVING sum(eggs)>1800)", "having sum count dirty_date abbrev computed")
    b.q("trend", "how much did egg production go up or down every month against the month before, in percent", [f"SELECT d, 100.0*(n-lag(n) OVER (ORDER BY d))/lag(n) OVER (ORDER BY d) g FROM (SELECT date_trunc('month', day) d, sum(eggs) n FROM t {w} GROUP BY 1)" for w in ("", f"WHERE {whole}")], "change growth sum dirty_date incomplete computed pct na")
    b.q("cmp", "eggs collected and hens lost per house, both in one table", "SELECT hen_house, sum(eggs) n, sum(found_dead) r FROM t GROUP BY 1", "two sum dirty plain")
    b.q("cmp", "who checked how often? leave the unknown ones out", "SELECT checked_by, count(*) n FROM t WHERE checked_by IS NOT NULL GROUP BY 1", "count except placeholder plain")
    b.q("trend", "Futterverbrauch pro Monat in kg, eine Linie je Stall", [f"SELECT date_trunc('month', day) d, hen_house, sum(feed_kg) n FROM t {w} GROUP BY 1,2" for w in ("", f"WHERE {whole}")], "de sum series dirty dirty_date incomplete plain mark=line,area,point")
    b.q("rows", "¿Qué día y en qué gallinero murieron más gallinas?", "SELECT day d, hen_house, found_dead n FROM t WHERE found_dead=(SELECT max(found_dead) FROM t)", "es superlative dirty dirty_date plain top=1")
    b.no("how much money do the eggs bring in per week", "missing_column")
    b.no("why do they lay less in winter", "cause")
    b.no("How many eggs will we have at Easter 2027?", "forecast")
    b.either("which hen house does best", [f"SELECT hen_house, {v} v FROM t GROUP BY 1 ORDER BY 2 {o}" for v, o in (("sum(eggs)", "DESC"), ("sum(eggs)/sum(hens)", "DESC"), ("sum(found_dead)", ""), ("avg(egg_weight_g)", "DESC"), ("sum(cracked)/sum(eggs)", ""), ("sum(feed_kg)/sum(eggs)", ""))])
    b.talk(("cmp", "average eggs a day for each hen house", "SELECT hen_house, avg(eggs) v FROM t GROUP BY 1", "mean dirty na"),
           ("cmp", "in july and august 2026", "SELECT hen_house, avg(eggs) v FROM t WHERE day BETWEEN '2026-07-01' AND '2026-08-31' GROUP BY 1", "filter dirty_date na"),
           ("cmp", "And without the days marked heat?", "SELECT hen_house, avg(eggs) v FROM t WHERE day BETWEEN '2026-07-01' AND '2026-08-31' AND remark IS DISTINCT FROM 'heat' GROUP BY 1", "except na"))
