"""Questions about the tables of `tables_errands.py`; see README.md for the format."""
from common import by

YEARS = [str(year) for year in range(2012, 2025)]


def write(b):
    for topic in (washes, branches, survey):
        topic(b)


def washes(b):
    b.on("car_washes")
    queue, took = '"Queue (min)"', "date_diff('minute', Started, Ended)"
    b.q("cmp", "on which weekday do we wash the most cars", "SELECT isodow(Started) wd, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "weekday count superlative dirty_date plain top=1")
    b.q("trend", "revenue per month", [f"SELECT {k}, sum(Price) n FROM t {w} GROUP BY ALL" for w in ("", "WHERE Started<'2025-02-01'") for k in ("date_trunc('month', Started) d", "year(Started) y, month(Started) moy")], "sum currency dirty_date incomplete plain")
    b.q("cmp", "How many minutes does a wash take on average, from start to end, for each programme?", f"SELECT Programme, avg({took}) v FROM t GROUP BY 1", "duration mean dirty dirty_date missing computed na")
    b.q("cmp", "do members wait less than everybody else?", [f"SELECT Member, {f}({queue}) v FROM t GROUP BY 1" for f in ("avg", "median")], "compare mean dirty plain na")
    b.q("num", "how many customers had to queue for more than 15 minutes on a saturday", f"SELECT count(*) n FROM t WHERE {queue}>15 AND isodow(Started)=6", "and weekday filter count dirty_date plain")
    b.q("num", "share of washes with wax", "SELECT avg(coalesce(Extras LIKE '%Wax%', false)::int) s FROM t", "share list_cell placeholder computed pct")
    b.q("rows", "which wash took the longest? number, site and how long", f'SELECT "Wash no", Site, {took} v FROM t ORDER BY 3 DESC NULLS LAST LIMIT 1', "superlative duration dirty_date computed")
    b.q("num", "what did we take with Premium at Harbour Road in 2024", "SELECT sum(Price) n FROM t WHERE Programme='Premium' AND Site='Harbour Road' AND year(Started)=2024", "and filter sum currency dirty dirty_date plain")
    b.q("cmp", "income per minute of washing time, by programme, because I think the Deluxe blocks the bay for too long", [f"SELECT Programme, {v} v FROM t WHERE Ended IS NOT NULL GROUP BY 1" for v in (f"sum(Price)/sum({took})", f"avg(Price/{took})")], "ratio duration currency dirty dirty_date missing computed na")
    b.q("cmp", "Durchschnittspreis pro Fahrzeugart, nur Mitglieder", "SELECT Vehicle, avg(Price) v FROM t WHERE Member='yes' GROUP BY 1", "de mean filter currency dirty plain na")
    b.q("num", "Combien de lavages ont reçu une note de 1 ou 2 ?", "SELECT count(*) n FROM t WHERE Rating<=2", "fr filter count placeholder plain")
    b.no("which car brands come to us most often?", "missing_column")
    b.either("whats our best programme", [f"SELECT Programme, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in ("count(*)", "sum(Price)", "avg(Price)", "avg(Rating)")])
    weekend = "isodow(Started)>=6"
    b.talk(("cmp", "number of washes per site", "SELECT Site, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "only on weekends", f"SELECT Site, count(*) n FROM t WHERE {weekend} GROUP BY 1", "filter weekday dirty_date"),
           ("cmp", "and what rating do we get there on average", f"SELECT Site, avg(Rating) v FROM t WHERE {weekend} GROUP BY 1", "measure mean placeholder na"))


def branches(b):
    b.on("bank_branches")
    years = ", ".join(f'"{y}"' for y in YEARS)
    long = lambda which: f"UNPIVOT (SELECT City, Region, {years} FROM t WHERE {which}) ON {years} INTO NAME y VALUE v"
    real = "City<>'Total'"
    total = long("City='Total'")
    b.q("trend", "how many bank branches are there in total, year by year", f"SELECT y::int y, v FROM ({total})", "wide total_row computed na")
    b.q("cmp", "city that lost the most branches between 2012 and 2024", [f'SELECT City, {v} v FROM t WHERE {real} AND "2012" IS NOT NULL ORDER BY {o}' for v, o in (('"2012"-"2024"', "2 DESC"), ('"2024"-"2012"', "2"))], "change superlative total_row placeholder computed top=1")
    b.q("cmp", "bank branches per 10,000 inhabitants in 2024 for every city", f'SELECT City, "2024"*10000.0/Inhabitants v FROM t WHERE {real}', "ratio per total_row computed na")
    b.q("cmp", "5 cities with most branches 2024", f'SELECT City, "2024" v FROM t WHERE {real} ORDER BY 2 DESC', "topn total_row plain top=5!")
    b.q("rows", "I want to see where there are more branches today (2024) than in 2020", [f'SELECT {k} FROM t WHERE {real} AND "2024">"2020"' for k in ("City", 'City, "2020" a, "2024" b', 'City, "2024"-"2020" v')], "compare_columns list total_row computed")
    b.q("num", "what was the number of branches in Dunmere in 2017?", "SELECT \"2017\" v FROM t WHERE City='Dunmere'", "wide filter plain")
    b.q("cmp", "in which year did most branches disappear overall", [f"SELECT y, v FROM (SELECT y::int y, {v} v FROM ({total})) WHERE v IS NOT NULL ORDER BY {o}" for v, o in (("v-lag(v) OVER (ORDER BY y)", "2"), ("lag(v) OVER (ORDER BY y)-v", "2 DESC"))], "wide change superlative total_row computed top=1 na mark=bar,line,point,table,number")
    b.q("trend", "Évolution du nombre d'agences par région depuis 2018", f"SELECT Region, y::int y, sum(v) n FROM ({long(real)}) WHERE y::int>=2018 GROUP BY 1, 2", "fr wide sum since series dirty total_row computed")
    b.q("num", "¿Cuántas ciudades tienen menos de 10 sucursales en 2024?", f'SELECT count(*) n FROM t WHERE {real} AND "2024"<10', "es filter count total_row plain")
    b.no("how many branches will be left in 2030", "forecast")
    # Gullpoint has no figure for 2012, so its branches of 2024 may count or not.
    lost = [s.replace("NOW", now) for s in ('NOW*1.0/sum("2012")-1', 'NOW-sum("2012")') for now in ('sum("2024")', 'sum("2024") FILTER ("2012" IS NOT NULL)')]
    b.either("which region is worst off?", [f"SELECT Region, {v} v FROM t WHERE {real} GROUP BY 1 ORDER BY 2" for v in ('sum("2024")', 'sum("2024")*10000.0/sum(Inhabitants)', *lost, 'avg("2024")')])


def survey(b):
    b.on("street_survey")
    safe, clean, noise, recommend = '"Feel safe at night (1-5)"', '"Street cleaning (1-5)"', '"Noise problem (1-5)"', '"Recommend living here (0-10)"'
    age = '"Age band"'
    # Missing answers form no group, or a group of their own.
    bands = (age, f"coalesce({age}, 'no answer') AS {age}")
    b.q("cmp", "how safe do people feel at night in each street, on average", f"SELECT Street, avg({safe}) v FROM t GROUP BY 1", "mean scale placeholder dirty plain na")
    b.q("cmp", "answers by age group", by(bands, "SELECT KEY, count(*) n FROM t GROUP BY 1"), "ordinal count placeholder plain")
    b.q("cmp", "what percentage of each age group has a car?", [f"SELECT {k}, {v} s FROM t GROUP BY 1" for k in bands for v in ("avg((\"Has car\"='yes')::int)", "avg(coalesce(\"Has car\"='yes', false)::int)")], "share ordinal missing dirty computed pct na")
    b.q("num", "how many people gave a 9 or a 10 for recommending to live here", f"SELECT count(*) n FROM t WHERE {recommend}>=9", "filter scale count missing plain")
    b.q("num", "how many left the noise question empty?", f"SELECT count(*) n FROM t WHERE {noise} IS NULL", "missing placeholder count plain")
    b.q("cmp", "who is happier with the street cleaning, owners or people who rent? average please", f"SELECT \"Own or rent\", avg({clean}) v FROM t GROUP BY 1", "compare mean scale placeholder plain na")
    b.q("cmp", "what is the biggest problem for people aged 60 and over", f"SELECT \"Biggest problem\", count(*) n FROM t WHERE {age} IN ('60-74','75+') AND \"Biggest problem\" IS NOT NULL GROUP BY 1 ORDER BY 2 DESC", "filter ordinal count superlative missing plain top=1")
    b.q("num", "Wie viele Leute in der Linden Street kennen ihre Nachbarn nicht?", "SELECT count(*) n FROM t WHERE Street='Linden Street' AND \"Knows neighbours\"='no'", "de and filter count dirty plain")
    b.q("cmp", "porcentaje de encuestados que se siente seguro de noche (4 o 5), por calle", [f"SELECT Street, avg({v}::int) s FROM t GROUP BY 1" for v in (f"({safe}>=4)", f"coalesce({safe}>=4, false)")], "es share scale placeholder dirty computed pct na")
    b.no("why do people in Canal Row feel unsafe", "cause")
    b.no("street cleaning score for Cedar Court", "missing_rows")
    b.either("in which street are people happiest", [f"SELECT Street, avg({v}) v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in (recommend, safe, clean)])
    b.talk(("cmp", "average noise score per street", f"SELECT Street, avg({noise}) v FROM t GROUP BY 1", "mean scale placeholder dirty na"),
           ("cmp", "just for the ones who rent", f"SELECT Street, avg({noise}) v FROM t WHERE \"Own or rent\"='rent' GROUP BY 1", "filter na"),
           ("cmp", "and how many people is that per street?", ["SELECT Street, count(*) n FROM t WHERE \"Own or rent\"='rent' GROUP BY 1", f"SELECT Street, count({noise}) n FROM t WHERE \"Own or rent\"='rent' GROUP BY 1"], "measure count dirty"))
