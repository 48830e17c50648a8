"""Questions about the tables of `tables_homes.py`."""
from common import by

YEARS = [str(year) for year in range(2012, 2025)]


def write(b):
    for topic in (sales, prices, claims):
        topic(b)


def sales(b):
    b.on("house_sales")
    area = ("district", "district_cd")
    m2 = "sold_price*1.0/floor_area_m2"
    b.q("cmp", "average selling price by type of home", "SELECT property_type, avg(sold_price) v FROM t GROUP BY 1", "mean currency dirty plain na")
    b.q("trend", "how many homes changed hands each month", by(("date_trunc('month', sold_on) d", "year(sold_on) y, month(sold_on) moy"), "SELECT KEY, count(*) n FROM t GROUP BY ALL"), "count dirty_date plain")
    b.q("cmp", "median price per square metre in each district", by(area, f"SELECT KEY, median({m2}) v FROM t GROUP BY 1") + by(area, f"SELECT KEY, median(asking_price*1.0/floor_area_m2) v FROM t GROUP BY 1"), "median ratio per currency dirty computed na")
    b.q("trend", "How long does it take to sell a home? average days from listing to sale, by year of sale", ["SELECT year(sold_on) y, avg(sold_on-listed_on) v FROM t GROUP BY 1", "SELECT year(sold_on) y, avg(sold_on-listed_on) v FROM t WHERE year(sold_on)<2025 GROUP BY 1"], "duration mean dirty_date incomplete computed na")
    b.q("cmp", "by how many percent do the agents sell below the asking price", [f"SELECT agent, {v} s FROM t GROUP BY 1" for v in ("1-sum(sold_price)*1.0/sum(asking_price)", "avg(1-sold_price*1.0/asking_price)", "sum(sold_price)*1.0/sum(asking_price)-1", "avg(sold_price*1.0/asking_price-1)")], "ratio difference currency computed pct na")
    b.q("cmp", "who pays cash? share of cash buyers for each type of buyer", "SELECT buyer_type, avg((paid_with='cash')::int) s FROM t GROUP BY 1", "share filter computed pct na")
    b.q("num", "flats that sold for under 200k and have at least 2 bedrooms", "SELECT count(*) n FROM t WHERE property_type='Flat' AND sold_price<200000 AND bedrooms>=2", "and filter count currency plain")
    b.q("rows", "5 most expensive homes, adress + district", ["SELECT address, district, sold_price v FROM t ORDER BY 3 DESC LIMIT 5"], "topn typo currency plain")
    b.q("map", "show me all the sales on a map", ["SELECT lon, lat FROM t"], "map plain")
    b.q("num", "¿Qué porcentaje de las viviendas se vendió por encima del precio pedido?", "SELECT avg((sold_price>asking_price)::int) s FROM t", "es compare_columns share currency computed pct")
    b.q("cmp", "how much commission did each agent earn in pounds? (commission is a percentage of the selling price)", "SELECT agent, sum(sold_price*commission_pct/100) n FROM t GROUP BY 1", "product sum percent_sign currency computed")
    b.q("rel", "price against floor area for detached houses", "SELECT floor_area_m2 a, sold_price b FROM t WHERE property_type='Detached'", "scatter filter currency plain mark=point")
    b.q("dist", "histogram of what terraced houses sold for", "SELECT sold_price v FROM t WHERE property_type='Terraced'", "dist filter currency plain")
    b.q("cmp", "energy ratings of homes built before 1950, count from A to G", "SELECT energy_rating, count(*) n FROM t WHERE year_built<1950 GROUP BY 1", "ordinal count filter plain")
    b.q("trend", "prix médian des appartements (Flat) par année de vente", ["SELECT year(sold_on) y, median(sold_price) v FROM t WHERE property_type='Flat' GROUP BY 1", "SELECT year(sold_on) y, median(sold_price) v FROM t WHERE property_type='Flat' AND year(sold_on)<2025 GROUP BY 1"], "fr median filter currency dirty_date incomplete plain na")
    b.q("cmp", "leasehold (L) or freehold (F): which sells for more on average", "SELECT tenure, avg(sold_price) v FROM t GROUP BY 1", "mean code currency plain na")
    b.no("number of homes sold in 2018", "missing_rows")
    b.no("how high is the crime rate in Docklands?", "missing_column")
    b.either("Welcher Bezirk ist am teuersten?", [f"SELECT district, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in ("avg(sold_price)", "median(sold_price)", f"avg({m2})", f"median({m2})", "max(sold_price)")], "de")
    b.talk(("cmp", "average sold price by district", by(area, "SELECT KEY, avg(sold_price) v FROM t GROUP BY 1"), "mean dirty currency na"),
           ("cmp", "just the flats", by(area, "SELECT KEY, avg(sold_price) v FROM t WHERE property_type='Flat' GROUP BY 1"), "filter na"),
           ("cmp", "per square metre please", by(area, f"SELECT KEY, avg({m2}) v FROM t WHERE property_type='Flat' GROUP BY 1") + by(area, "SELECT KEY, sum(sold_price)*1.0/sum(floor_area_m2) v FROM t WHERE property_type='Flat' GROUP BY 1"), "measure ratio per na"),
           ("cmp", "and the same for terraced", by(area, f"SELECT KEY, avg({m2}) v FROM t WHERE property_type='Terraced' GROUP BY 1") + by(area, "SELECT KEY, sum(sold_price)*1.0/sum(floor_area_m2) v FROM t WHERE property_type='Terraced' GROUP BY 1"), "filter na"))
    b.on("house_sales", "price_history")
    J = "house_sales s JOIN price_history h USING (district_cd)"
    b.q("cmp", "average price of the homes sold, by region", f"SELECT region, avg(sold_price) v FROM {J} GROUP BY 1", "join mean currency plain na")
    b.q("cmp", "sales per 1000 homes in each district", [f"SELECT {k}, 1000.0*count(*)/any_value(homes) v FROM {J} GROUP BY 1" for k in ("h.district", "district_cd")] + ["SELECT h.district, 1000.0*count(sale_id)/any_value(homes) v FROM price_history h LEFT JOIN house_sales s USING (district_cd) WHERE district_cd<>'ALL' GROUP BY 1"], "join ratio per total_row dirty computed na")
    b.q("rows", "in which districts was nothing sold at all?", [f"SELECT {k} FROM price_history WHERE district_cd<>'ALL' AND district_cd NOT IN (SELECT district_cd FROM house_sales)" for k in area], "join anti_join total_row computed")
    b.q("cmp", "Wie viele Häuser mit großem Garten wurden je Region verkauft?", [f"SELECT region, count(*) n FROM {J} WHERE garden='large' GROUP BY 1", f"SELECT region, count(*) n FROM {J} WHERE garden='large' AND property_type<>'Flat' GROUP BY 1"], "de join count filter plain")


def prices(b):
    b.on("price_history")
    area = ("district", "district_cd")
    long = lambda which: "UNPIVOT (SELECT district, district_cd, region, %s FROM t WHERE %s) ON %s INTO NAME y VALUE v" % (", ".join(f'"{y}"' for y in YEARS), which, ", ".join(f'"{y}"' for y in YEARS))
    line = lambda which: f"SELECT y::int y, v FROM ({long(which)})"
    real = "district_cd<>'ALL'"
    castle, both, east = long("district='Castle Green'"), long("district IN ('Brookside','Larkhill')"), long("region='East'")
    grown = '"2024"*1.0/"2012"-1'
    b.q("trend", "house prices over the years, all districts together", line("district_cd='ALL'"), "wide total_row computed na")
    b.q("trend", "how did prices develop in Docklands", line("district='Docklands'"), "wide filter computed na")
    b.q("cmp", "which district had the biggest growth in percent from 2012 to 2024?", by(area, f'SELECT KEY, {grown} s FROM t WHERE {real} AND "2012" IS NOT NULL ORDER BY 2 DESC'), "wide growth superlative total_row placeholder computed pct top=1 na")
    b.q("cmp", "top 3 districts 2024", by(area, f'SELECT KEY, "2024" v FROM t WHERE {real} ORDER BY 2 DESC'), "topn total_row currency plain top=3! na")
    b.q("cmp", "average 2024 price for north, south, east and centre", [f'SELECT region, avg("2024") v FROM t WHERE {real} GROUP BY 1', f'SELECT region, sum("2024"*1.0*homes)/sum(homes) v FROM t WHERE {real} GROUP BY 1'], "mean total_row currency plain na")
    b.q("rows", "districts that got cheaper from 2018 to 2019", [f'SELECT {k} FROM t WHERE {real} AND "2019"<"2018"' for k in ("district", "district_cd", 'district, "2018" a, "2019" b', 'district, "2019"-"2018" v')], "compare_columns list total_row computed")
    b.q("trend", "lines for Gasworks, Eastwick and Ironbridge since 2015", f"SELECT district, y::int y, v FROM ({east}) WHERE y::int>=2015", "wide filter since series computed na")
    b.q("cmp", "in what year did Castle Green gain the most compared to the year before", [f"SELECT y, v FROM (SELECT y::int y, {e} v FROM ({castle})) WHERE v IS NOT NULL ORDER BY 2 DESC" for e in ("v-lag(v) OVER (ORDER BY y)", "v*1.0/lag(v) OVER (ORDER BY y)-1")], "wide change superlative computed top=1 na mark=bar,line,point,table,number")
    b.q("num", "Wie viele Wohnungen gibt es im Süden insgesamt?", "SELECT sum(homes) n FROM t WHERE region='South'", "de sum filter plain")
    b.q("cmp", "number of homes lived in by their owners, per district", by(area, f"SELECT KEY, homes*owner_occupied_pct/100 n FROM t WHERE {real}"), "product percent_sign total_row computed")
    b.q("trend", "gap between the dearest and the cheapest district year by year", [f"SELECT y::int y, max(v)-min(v) v FROM ({long(real)}) GROUP BY 1"], "wide difference total_row computed na")
    b.q("num", "Quel était le prix à Highfield en 2016 ?", "SELECT \"2016\" v FROM t WHERE district='Highfield'", "fr wide filter currency plain")
    b.no("what is the average rent in Abbey Road", "missing_column")
    b.no("where will prices rise the most next year?", "forecast")
    b.either("which district did best?", [f"SELECT district, {v} v FROM t WHERE {real} ORDER BY 2 DESC NULLS LAST" for v in ('"2024"', grown, '"2024"-"2012"', '"2024"*1.0/"2023"-1')])
    b.talk(("trend", "prices in Brookside over the years", line("district='Brookside'"), "wide filter na"),
           ("trend", "add Larkhill to it", f"SELECT district, y::int y, v FROM ({both})", "wide series placeholder na"),
           ("trend", "from 2018 on", f"SELECT district, y::int y, v FROM ({both}) WHERE y::int>=2018", "wide since na"))


def claims(b):
    b.on("home_claims")
    CLAIM, PAID, LOSS, RATE = '"Amount claimed"', '"Amount paid"', '"Date of loss"', '"Satisfaction (1-5)"'
    cause = ("Cause", '"Cause code"')
    b.q("cmp", "claims by cause", by(cause, "SELECT KEY, count(*) n FROM t GROUP BY 1"), "count code dirty plain")
    b.q("trend", "how much did we pay out per month, going by the day the claim was reported", by(("date_trunc('month', Reported) d", "year(Reported) y, month(Reported) moy"), f"SELECT KEY, sum({PAID}) n FROM t GROUP BY ALL") + [f"SELECT date_trunc('month', Reported) d, sum({PAID}) n FROM t WHERE Reported<'2025-03-01' GROUP BY 1"], "sum currency dirty_date incomplete plain")
    b.q("cmp", "My boss wants to know how many days it takes on average from the day a claim is reported until it is closed, one bar for each handler", f"SELECT Handler, avg(Closed-Reported) v FROM t WHERE Closed IS NOT NULL GROUP BY 1", "duration mean placeholder dirty_date computed na")
    b.q("cmp", "how often do we reject claims? in percent for each cause", [s for w in ("", "WHERE Status<>'Open'", "WHERE Status IN ('Paid','Rejected')") for s in by(cause, f"SELECT KEY, avg((Status='Rejected')::int) s FROM t {w} GROUP BY 1")], "share dirty computed pct na")
    b.q("cmp", "what percentage of the amount claimed do we actually pay, by cause (paid claims only)", [s for v in (f"sum({PAID})*1.0/sum({CLAIM})", f"avg({PAID}*1.0/{CLAIM})") for s in by(cause, f"SELECT KEY, {v} s FROM t WHERE Status='Paid' GROUP BY 1")], "ratio filter currency dirty computed pct na")
    b.q("rows", "the biggest claim we ever had: number, cause and amount", [f'SELECT "Claim no.", Cause, {CLAIM} v FROM t ORDER BY 3 DESC LIMIT 1', f'SELECT "Claim no.", Cause, {PAID} v FROM t ORDER BY 3 DESC LIMIT 1'], "superlative currency plain")
    b.q("num", "claims reported more than two weeks after the loss, how many?", f"SELECT count(*) n FROM t WHERE Reported-{LOSS}>14", "duration filter count dirty_date computed")
    b.q("cmp", "storm damage by month of the year", [f"SELECT month({d}) moy, count(*) n FROM t WHERE \"Cause code\"='STM' GROUP BY 1" for d in (LOSS, "Reported")], "moy count filter dirty dirty_date plain mark=bar,line,area,point,table,rect")
    b.q("rows", "policies with more than four claims", ['SELECT "Policy no.", count(*) n FROM t GROUP BY 1 HAVING count(*)>4', 'SELECT "Policy no." FROM t GROUP BY 1 HAVING count(*)>4'], "having list computed")
    b.q("cmp", "how happy are customers whose claim was rejected compared with those who got paid", f"SELECT Status, avg({RATE}) v FROM t WHERE Status IN ('Paid','Rejected') GROUP BY 1", "compare mean dirty plain na")
    b.q("cmp", "suspected fraud by channel - how many claims are flagged", "SELECT Channel, count(*) n FROM t WHERE \"Fraud flag\"='Y' GROUP BY 1", "flag count plain")
    b.q("num", "total reserve we hold for open claims", "SELECT sum(Reserve) n FROM t WHERE Status='Open'", "sum filter placeholder currency plain")
    b.q("rows", "main cause of damage in each room", [f"SELECT Room, Cause{c} FROM t GROUP BY Room, Cause QUALIFY rank() OVER (PARTITION BY Room ORDER BY count(*) DESC)=1" for c in (", count(*) n", "")], "topn_group count dirty computed")
    b.q("cmp", "claims in 2023 and 2024 side by side for every cause (year of the loss)", by(cause, f"SELECT KEY, year({LOSS}) y, count(*) n FROM t WHERE year({LOSS})<=2024 GROUP BY 1,2"), "compare two count dirty dirty_date plain")
    b.q("num", "what share of the floods happened in river valleys", "SELECT avg((Location='River valley')::int) s FROM t WHERE \"Cause code\"='FLD'", "share filter dirty computed pct")
    b.q("cmp", "gap between claimed and paid in dollars, paid claims only, by type of home", f"SELECT \"Home type\", sum({CLAIM}-{PAID}) n FROM t WHERE Status='Paid' GROUP BY 1", "difference sum filter currency dirty computed")
    b.q("cmp", "Median der Auszahlung bei Wasserschäden (escape of water) je Haustyp, nur bezahlte Fälle", f"SELECT \"Home type\", median({PAID}) v FROM t WHERE Status='Paid' AND \"Cause code\"='WTR' GROUP BY 1", "de median and currency dirty plain na")
    b.q("cmp", "¿Cuántos siniestros abiertos tiene cada gestor (handler)?", "SELECT Handler, count(*) n FROM t WHERE Status='Open' GROUP BY 1", "es count filter dirty plain")
    b.no("how many claims after earthquakes?", "missing_rows")
    b.no("quel est l'âge moyen des assurés ?", "missing_column", "fr")
    b.no("why are people so unhappy with rejected claims", "cause")
    b.either("what costs us the most?", [f"SELECT Cause, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in (f"sum({PAID})", f"avg({PAID})", f"sum({CLAIM})", f"avg({CLAIM})", f"max({PAID})")])
    b.either("how long does a claim take, by cause", ["SELECT Cause, avg(Closed-Reported) v FROM t WHERE Closed IS NOT NULL GROUP BY 1", "SELECT Cause, median(Closed-Reported) v FROM t WHERE Closed IS NOT NULL GROUP BY 1", f"SELECT Cause, avg(Closed-{LOSS}) v FROM t WHERE Closed IS NOT NULL GROUP BY 1", f"SELECT Cause, median(Closed-{LOSS}) v FROM t WHERE Closed IS NOT NULL GROUP BY 1"])
    b.talk(("cmp", "claims by location", "SELECT Location, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "floods only", "SELECT Location, count(*) n FROM t WHERE \"Cause code\"='FLD' GROUP BY 1", "filter dirty"),
           ("cmp", "the amount paid instead of the number", f"SELECT Location, sum({PAID}) n FROM t WHERE \"Cause code\"='FLD' GROUP BY 1", "measure currency dirty"),
           ("cmp", "only in 2024", f"SELECT Location, sum({PAID}) n FROM t WHERE \"Cause code\"='FLD' AND year({LOSS})=2024 GROUP BY 1", "filter dirty_date"))
