"""Questions about the tables of `tables_noon_two.py`; see README.md for the format."""
YEARS = [str(year) for year in range(2012, 2025)]
LIST = ", ".join(f'"{y}"' for y in YEARS)
NO_SHOW = ("", "AND Status<>'DNS'", "AND Status='OK'")


def write(b):
    for topic in (swimming, plants, nights):
        topic(b)


def swimming(b):
    b.on("swim_results")
    final, entry, points, far, group, best = '"Final time (s)"', '"Entry time (s)"', '"Club points"', '"Distance (m)"', '"Age group"', '"Personal best"'
    county = "Meet='County Championships' AND year(Date)=2025"
    b.q("cmp", "club points in total, all clubs", f"SELECT Club, sum({points}) n FROM t GROUP BY 1", "sum dirty plain")
    b.q("rows", "who swam the fastest 100 m freestyle and what was the time", f"SELECT Swimmer, {final} v FROM t WHERE Stroke='Freestyle' AND {far}=100 AND {final} IS NOT NULL ORDER BY 2 LIMIT 1", "superlative and filter dirty placeholder plain")
    b.q("cmp", "disqualification rate for each stroke in %", [f"SELECT Stroke, avg((Status='DQ')::int) s FROM t {w} GROUP BY 1" for w in ("", "WHERE Status<>'DNS'")], "share coded dirty computed pct na")
    b.q("rows", "top 3 point scorers of every club", f"SELECT Club, Swimmer, n FROM (SELECT Club, Swimmer, sum({points}) n, rank() OVER (PARTITION BY Club ORDER BY sum({points}) DESC) p FROM t GROUP BY 1, 2) WHERE p<=3", "topn pergroup sum dirty computed mark=table,bar,point")
    b.q("num", "how many different swimmers started at the county championships in 2025?", [f"SELECT count(DISTINCT Swimmer) n FROM t WHERE {county} {w}" for w in NO_SHOW], "distinct and filter dirty_date computed")
    b.q("cmp", "By how many seconds do swimmers beat their entry time? Average of entry time minus final time per club", f"SELECT Club, avg({entry}-{final}) v FROM t GROUP BY 1", "difference mean dirty placeholder computed na")
    b.q("num", "What share of finished races were personal bests?", f"SELECT avg(({best}='yes')::int) s FROM t WHERE Status='OK'", "share flag filter placeholder computed pct")
    b.q("dist", "distribution of the 50m freestyle times", f"SELECT {final} v FROM t WHERE Stroke='Freestyle' AND {far}=50 AND {final} IS NOT NULL", "distribution and filter dirty placeholder plain")
    b.q("cmp", "wins by club", "SELECT Club, count(*) n FROM t WHERE Place=1 GROUP BY 1", "count filter dirty plain")
    b.q("rows", "podium of the boys' 200 medley at the Summer Long Course (place, name, time)", f"SELECT Place, Swimmer, {final} v FROM t WHERE Meet='Summer Long Course' AND Sex='M' AND Stroke='Medley' AND {far}=200 AND Place<=3", "topn and filter coded dirty placeholder plain")
    b.q("rel", "entry time against final time in the 100m backstroke", [f"SELECT {entry} a, {final} b FROM t WHERE Stroke='Backstroke' AND {far}=100 AND {entry} IS NOT NULL AND {final} IS NOT NULL", f"SELECT corr({entry}, {final}) r FROM t WHERE Stroke='Backstroke' AND {far}=100"], "correlation and filter dirty placeholder plain")
    b.q("cmp", "mean 100 m free time for girls and boys in each age group", f"SELECT {group}, Sex, avg({final}) v FROM t WHERE Stroke='Freestyle' AND {far}=100 GROUP BY 1, 2", "mean two and filter coded ordinal dirty placeholder plain na")
    b.q("cmp", "number of entries per meet", [f"SELECT {k}, count(*) n FROM t GROUP BY ALL" for k in ("Meet", "Meet, year(Date) y")], "count dirty_date plain")
    b.q("num", "how many entries without an entry time (NT)", f"SELECT count(*) n FROM t WHERE {entry} IS NULL", "missing placeholder count plain")
    b.q("rows", "Wer ist die meisten Bestzeiten geschwommen?", f"SELECT Swimmer, count(*) n FROM t WHERE {best}='yes' GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(*) DESC)=1", "de count superlative flag placeholder plain")
    b.q("cmp", "¿Desde qué calle se gana más a menudo? Victorias por calle", ["SELECT Lane, count(*) n FROM t WHERE Place=1 GROUP BY 1 ORDER BY 2 DESC"], "es count filter superlative plain")
    breast = f"FROM t WHERE Stroke='Breaststroke' AND {far}=100"
    b.q("cmp", "is breaststroke slower in the 50 m pool than in the 25 m pool? average 100 m time", [f'SELECT "Pool (m)", avg({final}) v {breast} GROUP BY 1', f'SELECT avg({final}) FILTER ("Pool (m)"=50)-avg({final}) FILTER ("Pool (m)"=25) v {breast}'], "compare mean and filter dirty placeholder plain na")
    b.q("num", "swimmers born 2010-2012, how many", "SELECT count(DISTINCT Swimmer) n FROM t WHERE Born BETWEEN 2010 AND 2012", "distinct between filter computed")
    b.no("who coaches the Harbour Sharks", "missing_column")
    b.no("results of the 400 m freestyle", "missing_rows")
    b.no("who will win the 100 fly next year?", "forecast")
    b.either("who's the best swimmer", [f"SELECT Swimmer, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in (f"sum({points})", "count(*) FILTER (Place=1)", f"count(*) FILTER ({best}='yes')", f"avg({points})")])
    b.either("best club?", [f"SELECT Club, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in (f"sum({points})", "count(*) FILTER (Place=1)", f"avg({points})", f"avg(({best}='yes')::int)", f"sum({points})*1.0/count(DISTINCT Swimmer)")])
    b.talk(("cmp", "starts by club", [f"SELECT Club, count(*) n FROM t WHERE true {w} GROUP BY 1" for w in NO_SHOW], "count dirty"),
           ("cmp", "girls only", [f"SELECT Club, count(*) n FROM t WHERE Sex='F' {w} GROUP BY 1" for w in NO_SHOW], "filter coded"),
           ("cmp", "how many points did they get for that", f"SELECT Club, sum({points}) n FROM t WHERE Sex='F' GROUP BY 1", "measure sum"),
           ("cmp", "and per start?", [f"SELECT Club, avg({points}) v FROM t WHERE Sex='F' {w} GROUP BY 1" for w in NO_SHOW], "ratio na"))


def plants(b):
    b.on("plant_catalogue")
    stock, colour, sold, was = '"In stock"', '"Flower colour"', '"Sold 2024"', '"Sold 2023"'
    b.q("cmp", "average price by group", 'SELECT "Group", avg(Price) v FROM t GROUP BY 1', "mean currency dirty plain na")
    b.q("rows", "10 cheapest climbers", 'SELECT Plant, Price v FROM t WHERE "Group"=\'Climber\' ORDER BY 2', "topn filter currency dirty plain top=10! mark=table,bar,point")
    b.q("num", "how many plants are sold out right now (nothing in stock)", f"SELECT count(*) n FROM t WHERE {stock}=0", "count filter plain")
    b.q("cmp", "percentage of bee friendly plants in each group, highest first", 'SELECT "Group", avg(("Bee-friendly"=\'yes\')::int) s FROM t GROUP BY 1 ORDER BY 2 DESC', "share flag rank dirty computed pct na")
    b.q("num", "how many plants are in flower in september?", 'SELECT count(*) n FROM t WHERE "Flowers from (month)"<=9 AND "Flowers to (month)">=9', "and filter month count computed")
    b.q("cmp", "turnover 2024 per supplier, i.e. price times pieces sold", f"SELECT Supplier, sum(Price*{sold}) n FROM t GROUP BY 1", "product sum currency missing computed")
    b.q("num", "number of plants that sold better in 2024 than in 2023", f"SELECT count(*) n FROM t WHERE {sold}>{was}", "compare_columns count missing computed")
    sums = lambda v, w="": f'SELECT "Group", {v} g FROM t {w} GROUP BY 1'
    b.q("cmp", "change in units sold from 2023 to 2024 by group, in percent", [sums(f"100.0*(sum({sold})-sum({was}))/sum({was})", w) for w in ("", f"WHERE {was} IS NOT NULL AND {sold} IS NOT NULL")], "growth wide sum dirty missing computed pct na")
    b.q("cmp", "how much is our stock worth for each type of plant (perennial, shrub...)", f'SELECT "Group", sum(Price*{stock}) n FROM t GROUP BY 1', "product sum currency dirty computed")
    b.q("rows", "I have a shady garden in the mountains. Which plants are for shade and hardy down to -20 °C or lower?", [f"SELECT {k} FROM t WHERE Light='shade' AND \"Hardy to (°C)\"<=-20" for k in ('Plant', 'Plant, "Hardy to (°C)" v', '"Art. no" k')], "and filter list dirty placeholder plain mark=table,bar,point")
    b.q("rel", "heatmap of group and flower colour: how many plants", f'SELECT "Group", {colour}, count(*) n FROM t WHERE {colour} IS NOT NULL GROUP BY 1, 2', "two count dirty placeholder plain mark=rect")
    b.q("rel", "do taller trees cost more", ['SELECT "Height (cm)" a, Price b FROM t WHERE "Group"=\'Tree\'', 'SELECT corr("Height (cm)", Price) r FROM t WHERE "Group"=\'Tree\''], "correlation filter currency dirty plain")
    b.q("rows", "best rated plants with at least 20 reviews, top 5", "SELECT Plant, Rating v FROM t WHERE Reviews>=20 ORDER BY 2 DESC", "topn filter placeholder plain top=5! mark=table,bar,point")
    b.q("num", "Prix médian des arbustes à fleurs blanches", f'SELECT median(Price) v FROM t WHERE "Group"=\'Shrub\' AND {colour}=\'white\'', "fr median and filter currency dirty plain na")
    b.q("rows", "Welche immergrüne Pflanze wird am höchsten?", 'SELECT Plant, "Height (cm)" v FROM t WHERE Evergreen=\'yes\' QUALIFY rank() OVER (ORDER BY "Height (cm)" DESC)=1', "de filter flag superlative plain")
    b.q("trend", "new plants in the catalogue per year since 2018", [f'SELECT year("Listed since") y, count(*) n FROM t WHERE year("Listed since")>=2018 {w} GROUP BY 1' for w in ("", 'AND year("Listed since")<2025')], "count since dirty_date incomplete plain")
    b.q("rows", "the most expensive plant of each supplier", ["SELECT Supplier, Plant, Price v FROM t QUALIFY rank() OVER (PARTITION BY Supplier ORDER BY Price DESC)=1"], "topn pergroup superlative currency computed mark=table,bar,point")
    b.q("num", "how many plants cost more than the average of their own group", 'SELECT count(*) n FROM t JOIN (SELECT "Group" h, avg(Price) m FROM t GROUP BY 1) ON "Group"=h WHERE Price>m', "above_average count currency dirty computed")
    b.q("part", "flower colours of the perennials as a pie", f'SELECT {colour}, count(*) n FROM t WHERE "Group"=\'Perennial\' AND {colour} IS NOT NULL GROUP BY 1', "share filter count dirty placeholder plain mark=arc")
    b.no("how often do I have to water the hydrangeas?", "missing_column")
    b.no("how many cactuses do we have", "missing_rows")
    b.either("most popular group of plants", [f'SELECT "Group", {v} v FROM t GROUP BY 1 ORDER BY 2 DESC' for v in (f"sum({sold})", f"sum({sold}+coalesce({was},0))", "avg(Rating)", "sum(Reviews)", f"avg({sold})", "count(*)")])
    b.either("Welcher Lieferant ist der günstigste", [f"SELECT Supplier, {v} v FROM t GROUP BY 1 ORDER BY 2" for v in ("avg(Price)", "median(Price)", "min(Price)", "avg(Price/\"Pot (l)\")")], "de")
    bees = "\"Bee-friendly\"='yes'"
    b.talk(("num", "how many bee-friendly plants do we have?", f"SELECT count(*) n FROM t WHERE {bees}", "count flag"),
           ("cmp", "by colour", f"SELECT {colour}, count(*) n FROM t WHERE {bees} GROUP BY 1", "dimension placeholder"),
           ("cmp", "just those under 10 euros", f"SELECT {colour}, count(*) n FROM t WHERE {bees} AND Price<10 GROUP BY 1", "filter currency"),
           ("cmp", "average height of these?", [f'SELECT {k}avg("Height (cm)") v FROM t WHERE {bees} AND Price<10 {g}' for k, g in ((f"{colour}, ", f"AND {colour} IS NOT NULL GROUP BY 1"), ("", ""))], "measure mean na"))


def nights(b):
    b.on("tourist_nights")
    places, every = "Municipality<>'All municipalities'", "Municipality='All municipalities'"
    total, guests = "\"Guests from\"='Total'", '"Guests from"'
    long = lambda which: f"(SELECT *, year::int y FROM (UNPIVOT (SELECT Municipality, District, \"Type\", {guests}, {LIST} FROM t WHERE {which}) ON {LIST} INTO NAME year VALUE v))"
    state = f"(SELECT y, v FROM {long(f'{every} AND {total}')})"
    b.q("trend", "total number of nights year by year", f"SELECT y, v n FROM {state}", "wide total_row computed")
    b.q("cmp", "10 municipalities with the most nights in 2024", f'SELECT Municipality, "2024" n FROM t WHERE {places} AND {total} ORDER BY 2 DESC', "topn total_row plain top=10!")
    b.q("cmp", "what share of the nights in each district were german guests in 2024", f'SELECT District, sum("2024") FILTER ({guests}=\'Germany\')/sum("2024") FILTER ({total}) s FROM t WHERE {places} GROUP BY 1', "share filter dirty total_row computed pct na")
    b.q("cmp", "how much did nights change between 2019 and 2024 by country of origin, %", [f'SELECT {guests}, 100.0*("2024"-"2019")/"2019" g FROM t WHERE {every} {w}' for w in (f"AND NOT {total}", "")], "growth wide total_row computed pct na")
    b.q("trend", "nights of chinese guests over time", f"SELECT y, v n FROM {long(every)} WHERE {guests}='China'", "wide filter total_row computed")
    b.q("cmp", "overnight stays per bed in 2024 for each municipality", f'SELECT Municipality, "2024"*1.0/Beds v FROM t WHERE {places} AND {total}', "ratio per dirty total_row computed na")
    b.q("cmp", "nights in 2024 by type of place (city, spa ...)", f'SELECT "Type", sum("2024") n FROM t WHERE {places} AND {total} GROUP BY 1', "sum total_row plain")
    b.q("rows", "in which year was the biggest drop compared to the year before and how big was it", [f"SELECT y, {v} v FROM {state} QUALIFY lag(v) OVER (ORDER BY y) IS NOT NULL ORDER BY v-lag(v) OVER (ORDER BY y) LIMIT 1" for v in ("v-lag(v) OVER (ORDER BY y)", "lag(v) OVER (ORDER BY y)-v", "100.0*(v-lag(v) OVER (ORDER BY y))/lag(v) OVER (ORDER BY y)", "100.0*(lag(v) OVER (ORDER BY y)-v)/lag(v) OVER (ORDER BY y)")], "change superlative wide total_row computed mark=table,bar,point,number")
    b.q("cmp", "Quelle commune a eu le plus de nuitées d'Italiens en 2023 ?", f"SELECT Municipality, \"2023\" n FROM t WHERE {places} AND {guests}='Italy' ORDER BY 2 DESC NULLS LAST", "fr superlative filter placeholder total_row plain top=1")
    b.q("cmp", "Übernachtungen in Zinalp 2024 nach Herkunft", f"SELECT {guests}, \"2024\" n FROM t WHERE Municipality='Zinalp' AND NOT {total}", "de filter total_row plain")
    b.q("rows", "most visited municipality in every district 2024", f'SELECT District, Municipality, "2024" n FROM t WHERE {places} AND {total} QUALIFY row_number() OVER (PARTITION BY District ORDER BY "2024" DESC)=1', "topn pergroup dirty total_row computed mark=table,bar,point")
    b.q("num", "how many figures for 2021 are kept secret (*)?", 'SELECT count(*) n FROM t WHERE "2021" IS NULL', "missing placeholder count plain")
    b.q("trend", "ski resorts compared with spas, nights from 2018 to 2024", f"SELECT \"Type\", y, sum(v) n FROM {long(f'{places} AND {total}')} WHERE y>=2018 AND \"Type\" IN ('Ski resort','Spa') GROUP BY 1, 2", "wide series filter since sum total_row computed")
    b.q("part", "where do the guests come from? shares of 2024", [f'SELECT {guests}, "2024" n FROM t WHERE {every} AND NOT {total}', f'SELECT {guests}, "2024"*1.0/(SELECT "2024" FROM t WHERE {every} AND {total}) s FROM t WHERE {every} AND NOT {total}'], "share total_row computed")
    b.q("trend", "share of foreign guests each year", f"SELECT y, 1-sum(v) FILTER ({guests}='Domestic')*1.0/sum(v) FILTER ({total}) s FROM {long(every)} GROUP BY 1", "wide share except total_row computed pct na")
    b.q("rows", "which municipalties are not back at the level of 2019 yet (2024 lower than 2019)", [f'SELECT {k} FROM t WHERE {places} AND {total} AND "2024"<"2019"' for k in ("Municipality", 'Municipality, "2019" a, "2024" b', 'Municipality, "2024"-"2019" v')], "compare_columns list total_row computed mark=table,bar,point")
    b.q("num", "median number of nights per municipality in 2024", f'SELECT median("2024") v FROM t WHERE {places} AND {total}', "median total_row computed na")
    b.q("num", "¿Cuántas camas hay en total?", f"SELECT Beds v FROM t WHERE {every} AND {total}", "es sum repeated total_row computed na")
    b.no("what does a night in Grimsau cost on average?", "missing_column")
    b.no("nights of guests from Japan 2024", "missing_rows")
    b.no("why did Tresa Nova grow so fast", "cause")
    b.either("which municipality is doing best", [f'SELECT Municipality, {v} v FROM t WHERE {places} AND {total} ORDER BY 2 DESC NULLS LAST' for v in ('"2024"', '("2024"-"2023")*1.0/"2023"', '("2024"-"2019")*1.0/"2019"', '("2024"-"2012")*1.0/"2012"', '"2024"*1.0/Beds')])
    b.either("Quels sont les pays dont les touristes augmentent le plus ?", [f"SELECT {guests}, {v} v FROM t WHERE {every} AND NOT {total} AND {guests}<>'Domestic' ORDER BY 2 DESC" for v in ('"2024"-"2012"', '("2024"-"2012")*1.0/"2012"', '"2024"-"2023"', '("2024"-"2023")*1.0/"2023"')], "fr")
    b.talk(("trend", "show nights in the high valley per year", f"SELECT y, sum(v) n FROM {long(f'{places} AND {total}')} WHERE District='High Valley' GROUP BY 1", "wide filter sum dirty total_row"),
           ("trend", "split by where the guests come from", f"SELECT {guests}, y, sum(v) n FROM {long(f'{places} AND NOT {total}')} WHERE District='High Valley' GROUP BY 1, 2", "series"),
           ("trend", "foreign ones only", f"SELECT {guests}, y, sum(v) n FROM {long(f'{places} AND NOT {total}')} WHERE District='High Valley' AND {guests}<>'Domestic' GROUP BY 1, 2", "except filter"),
           ("cmp", "2024 as a ranking", f"SELECT {guests}, sum(\"2024\") n FROM t WHERE District='High Valley' AND NOT {total} AND {guests}<>'Domestic' GROUP BY 1 ORDER BY 2 DESC", "filter rank"))
