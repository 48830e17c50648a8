"""Questions that were frozen until 27 November 2026; see README.md."""
from common import by

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def write(b):
    for topic in (taxis, buses, registrations, bridges):
        topic(b)


def taxis(b):
    b.on("taxi_rides")
    b.q("cmp", "how many taxi rides on each day of the week", 'SELECT isodow(Pickup) wd, count(*) n FROM t GROUP BY 1', "weekday count dirty_date plain mark=bar,line,area,point,table,arc,rect")
    b.q("cmp", "what hour of the day has the most pickups?", "SELECT hour(Pickup) hr, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "hour superlative dirty_date computed top=1 mark=bar,line,area,point,table,number,rect")
    b.q("num", "Average tip as a percentage of the fare when people pay by card", ["SELECT sum(Tip)/sum(Fare) s FROM t WHERE Payment='Card'", "SELECT avg(Tip/Fare) s FROM t WHERE Payment='Card'"], "ratio filter currency dirty computed pct")
    b.q("cmp", "top 5 pickup zones", 'SELECT "Pickup Zone", count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC', "topn count plain top=5!")
    b.q("trend", "total amount collected per month, one line for each company", ["SELECT date_trunc('month', Pickup) d, Company, sum(Total) n FROM t GROUP BY 1,2", "SELECT month(Pickup) moy, Company, sum(Total) n FROM t GROUP BY 1,2"], "sum series currency dirty_date plain")
    b.q("cmp", "average length of a ride in miles by area of pickup", 'SELECT "Pickup Area", avg(Miles) v FROM t GROUP BY 1', "mean plain na")
    b.q("cmp", "how many minutes does a ride take on average, company by company", "SELECT Company, avg(date_diff('minute', Pickup, Dropoff)) v FROM t GROUP BY 1", "duration mean dirty_date computed na")
    b.q("rel", "plot fare against distance", 'SELECT Miles a, Fare b FROM t', "scatter currency plain mark=point")
    b.q("num", "rides shorter than 1 mile, how many were there?", "SELECT count(*) n FROM t WHERE Miles<1", "count filter plain")
    b.q("cmp", "percent of rides paid in cash for every pickup area", ['SELECT "Pickup Area", avg((Payment=\'Cash\')::int) s FROM t GROUP BY 1', 'SELECT "Pickup Area", Payment, count(*)*1.0/sum(count(*)) OVER (PARTITION BY "Pickup Area") s FROM t GROUP BY 1,2'], "share dirty computed pct na")
    b.q("rows", "the 5 most expensive trips with zone they started in and miles", ['SELECT "Pickup Zone", Miles a, Total v FROM t ORDER BY 3 DESC LIMIT 5', 'SELECT "Pickup Zone", Miles a, Fare v FROM t ORDER BY 3 DESC LIMIT 5'], "topn currency plain")
    b.q("num", "how many trips have no passenger count", "SELECT count(*) n FROM t WHERE Passengers IS NULL", "missing plain")
    b.q("num", "longest trip to the airport in miles", "SELECT max(Miles) v FROM t WHERE \"Dropoff Zone\"='Airport'", "max filter plain")
    b.no("which drivers get the best tips?", "missing_column")
    b.no("number of rides in december 2023", "missing_rows")
    b.either("best zone to wait for customers", [f'SELECT "Pickup Zone", {v} v FROM t GROUP BY 1 ORDER BY 2 DESC' for v in ("count(*)", "avg(Total)", "avg(Fare)", "avg(Tip)", "sum(Total)", "sum(Fare)")])
    b.talk(("cmp", "rides by pickup area", 'SELECT "Pickup Area", count(*) n FROM t GROUP BY 1', "count"),
           ("cmp", "only february", 'SELECT "Pickup Area", count(*) n FROM t WHERE month(Pickup)=2 GROUP BY 1', "filter dirty_date"),
           ("cmp", "and what was the average fare there?", 'SELECT "Pickup Area", avg(Fare) v FROM t WHERE month(Pickup)=2 GROUP BY 1', "measure currency na"))


def buses(b):
    b.on("bus_ridership")
    long = lambda which: "UNPIVOT (SELECT * FROM t WHERE %s) ON %s INTO NAME m VALUE v" % (which, ", ".join(f'"{m} 2024"' for m in MONTHS))
    network, twelve = long("Route='ALL'"), long("Route='12'")
    at = "strptime('1 ' || m, '%d %b %Y')"
    route = ("Route", '"Route name"')
    b.q("trend", "passengers of the whole network month by month", [f"SELECT {at}::date d, v n FROM ({network})", f"SELECT month({at}) moy, v n FROM ({network})"], "wide total_row computed")
    b.q("cmp", "which 5 bus routes carried the most people in 2024", by(route, "SELECT KEY, \"Total 2024\" n FROM t WHERE Route<>'ALL' ORDER BY 2 DESC"), "topn total_row plain top=5!")
    b.q("cmp", "total passengers 2024 by operator", "SELECT Operator, sum(\"Total 2024\") n FROM t WHERE Route<>'ALL' GROUP BY 1", "sum total_row plain")
    b.q("trend", "How did route 12 do over the year, month for month?", [f"SELECT {at}::date d, v n FROM ({twelve})", f"SELECT month({at}) moy, v n FROM ({twelve})"], "wide filter computed")
    b.q("cmp", "passengers per km of route for the express buses", by(route, "SELECT KEY, \"Total 2024\"/\"Length km\" v FROM t WHERE Service='Express'"), "ratio per filter computed na")
    b.q("cmp", "change from january to december in percent, for each operator", "SELECT Operator, sum(\"Dec 2024\")*1.0/sum(\"Jan 2024\")-1 v FROM t WHERE Route<>'ALL' GROUP BY 1", "growth wide total_row computed pct na")
    b.q("rows", "list the local routes with fewer passengers in december than in january", [f"SELECT {k} FROM t WHERE Service='Local' AND \"Dec 2024\"<\"Jan 2024\"" for k in ("Route", '"Route name"', 'Route, "Jan 2024" a, "Dec 2024" b')], "compare_columns filter list computed")
    b.q("num", "what share of all passengers used night buses", "SELECT sum(\"Total 2024\") FILTER (Service='Night')*1.0/sum(\"Total 2024\") s FROM t WHERE Route<>'ALL'", "share total_row computed pct")
    b.q("cmp", "median number of stops by type of service", "SELECT Service, median(Stops) v FROM t WHERE Service IS NOT NULL GROUP BY 1", "median total_row plain na")
    b.q("cmp", "how many routes does each depot run?", "SELECT Depot, count(*) n FROM t WHERE Depot IS NOT NULL GROUP BY 1", "count total_row plain")
    b.q("rows", "which routes have no figures for January? they started later", [f"SELECT {k} FROM t WHERE \"Jan 2024\" IS NULL" for k in ("Route", '"Route name"')], "missing placeholder list plain")
    b.q("cmp", "¿Cuántos pasajeros llevó cada operador en julio?", "SELECT Operator, sum(\"Jul 2024\") n FROM t WHERE Route<>'ALL' GROUP BY 1", "es sum wide total_row plain")
    b.no("how often was the number 7 bus late", "missing_column")
    b.no("ridership in 2022 compared to 2024", "missing_rows")
    b.either("weakest routes", ["SELECT Route, \"Total 2024\" v FROM t WHERE Route<>'ALL' ORDER BY 2", "SELECT Route, \"Total 2024\"/\"Length km\" v FROM t WHERE Route<>'ALL' ORDER BY 2", "SELECT Route, \"Total 2024\"*1.0/Stops v FROM t WHERE Route<>'ALL' ORDER BY 2", "SELECT Route, \"Dec 2024\"*1.0/\"Jan 2024\"-1 v FROM t WHERE Route<>'ALL' AND \"Jan 2024\" IS NOT NULL ORDER BY 2"])
    b.talk(("cmp", "passengers in 2024 by type of service", "SELECT Service, sum(\"Total 2024\") n FROM t WHERE Service IS NOT NULL GROUP BY 1", "sum total_row"),
           ("cmp", "without the night buses", "SELECT Service, sum(\"Total 2024\") n FROM t WHERE Service<>'Night' GROUP BY 1", "not total_row"),
           ("cmp", "just march", "SELECT Service, sum(\"Mar 2024\") n FROM t WHERE Service<>'Night' GROUP BY 1", "filter wide total_row"))


def registrations(b):
    b.on("car_registrations")
    T, R = "region_code='R00'", "region_code<>'R00'"
    region = ("region", "region_code")
    time = ("year y, quarter qtr", "make_date(year, quarter*3-2, 1) d")
    b.q("trend", "new electric cars per quarter in the whole country", by(time, f"SELECT KEY, new_cars n FROM t WHERE fuel='Electric' AND {T}"), "filter total_row quarter plain")
    b.q("trend", "electric cars as a share of all new cars by year, national", f"SELECT year AS y, sum(new_cars) FILTER (fuel='Electric')*1.0/sum(new_cars) s FROM t WHERE {T} GROUP BY 1", "share total_row computed pct na")
    b.q("cmp", "Which region bought the most new diesels in 2024?", by(region, f"SELECT KEY, sum(new_cars) n FROM t WHERE fuel='Diesel' AND year=2024 AND {R} GROUP BY 1 ORDER BY 2 DESC"), "superlative total_row filter plain top=1")
    b.q("part", "pie of the new cars of 2024 by fuel, whole country", f"SELECT fuel, sum(new_cars) n FROM t WHERE year=2024 AND {T} GROUP BY 1", "total_row filter plain mark=arc")
    b.q("cmp", "growth of hybrid registrations from 2023 to 2024 in each region, percent (plug-ins not included)", by(region, f"SELECT KEY, sum(new_cars) FILTER (year=2024)*1.0/sum(new_cars) FILTER (year=2023)-1 v FROM t WHERE fuel='Hybrid' AND {R} GROUP BY 1") + by(region, "SELECT KEY, sum(new_cars) FILTER (year=2024)*1.0/sum(new_cars) FILTER (year=2023)-1 v FROM t WHERE fuel='Hybrid' GROUP BY 1"), "growth total_row computed pct na")
    b.q("trend", "avg co2 of new petrol cars in the Capital Region, quarter by quarter", by(time, "SELECT KEY, avg_co2_g_km v FROM t WHERE fuel='Petrol' AND region='Capital Region'"), "filter abbrev plain na")
    b.q("rows", "in which quarter were more electric cars than diesel cars registered for the first time, nationwide?", by(("period k", "year y, quarter qtr"), f"SELECT KEY FROM t WHERE {T} GROUP BY period, year, quarter HAVING sum(new_cars) FILTER (fuel='Electric')>sum(new_cars) FILTER (fuel='Diesel') ORDER BY period LIMIT 1"), "compare first total_row computed")
    b.q("cmp", "new cars and used imports side by side for each region, 2024", by(region, f"SELECT KEY, sum(new_cars) a, sum(used_imports) b FROM t WHERE year=2024 AND {R} GROUP BY 1"), "measures total_row plain")
    b.q("trend", "running total of electric cars since 2020 for the country", by(time, f"SELECT KEY, sum(new_cars) OVER (ORDER BY year, quarter) v FROM t WHERE fuel='Electric' AND {T}"), "cumulative total_row computed")
    b.q("num", "how many of the new car figures are suppressed (..)?", "SELECT count(*) n FROM t WHERE new_cars IS NULL", "missing placeholder plain")
    b.q("cmp", "nombre de voitures neuves à essence par région en 2023", by(region, f"SELECT KEY, sum(new_cars) n FROM t WHERE fuel='Petrol' AND year=2023 AND {R} GROUP BY 1"), "fr filter total_row plain")
    b.q("cmp", "rank the regions by the percentage of company cars among new cars in 2024", by(region, f"SELECT KEY, sum(company_cars)*1.0/sum(new_cars) s FROM t WHERE year=2024 AND {R} GROUP BY 1 ORDER BY 2 DESC"), "rank ratio total_row computed pct na")
    b.no("most popular car brand in Southmoor", "missing_column")
    b.no("how many electric cars will be registered in 2030", "forecast")
    b.either("how is the electric car market doing?", [f"SELECT year y, quarter qtr, new_cars n FROM t WHERE fuel='Electric' AND {T}", f"SELECT year y, sum(new_cars) n FROM t WHERE fuel='Electric' AND {T} GROUP BY 1", f"SELECT year y, sum(new_cars) FILTER (fuel='Electric')*1.0/sum(new_cars) s FROM t WHERE {T} GROUP BY 1", f"SELECT year y, quarter qtr, sum(new_cars) FILTER (fuel='Electric')*1.0/sum(new_cars) s FROM t WHERE {T} GROUP BY 1,2"])
    b.talk(("trend", "new petrol cars by year for the whole country", f"SELECT year y, sum(new_cars) n FROM t WHERE fuel='Petrol' AND {T} GROUP BY 1", "sum total_row"),
           ("trend", "same for Norlund", "SELECT year y, sum(new_cars) n FROM t WHERE fuel='Petrol' AND region='Norlund' GROUP BY 1", "filter"))


def bridges(b):
    b.on("bridges")
    b.q("part", "how many bridges are in good, fair and poor condition", "SELECT condition, count(*) n FROM t GROUP BY 1", "count plain")
    b.q("trend", "bridges by decade they were built in", "SELECT yr_built//10*10 dec, count(*) n FROM t GROUP BY 1", "decade count abbrev computed")
    b.q("rows", "oldest bridge in each county", ["SELECT county, bridge_no, yr_built y FROM t QUALIFY rank() OVER (PARTITION BY county ORDER BY yr_built)=1", "SELECT county, min(yr_built) y FROM t GROUP BY 1"], "topn_group dirty computed")
    b.q("cmp", "percentage of poor bridges by county", ["SELECT county, avg((condition='Poor')::int) s FROM t GROUP BY 1", "SELECT county, condition, count(*)*1.0/sum(count(*)) OVER (PARTITION BY county) s FROM t GROUP BY 1,2"], "share dirty computed pct na")
    b.q("map", "map of all the bridges in poor condition", "SELECT lon, lat FROM t WHERE condition='Poor'", "map filter plain")
    b.q("num", "how many poor bridges carry more than 10,000 vehicles a day? (adt is the average daily traffic)", "SELECT count(*) n FROM t WHERE condition='Poor' AND adt>10000", "and count abbrev plain")
    b.q("cmp", "estimated repair costs by owner", "SELECT owner, sum(repair_cost_keur) n FROM t GROUP BY 1", "sum unit plain")
    b.q("cmp", "typical length (median) of the bridges per material", by(("material", "mat_cd"), "SELECT KEY, median(length_m) v FROM t GROUP BY 1"), "median dirty plain na")
    b.q("num", "bridges with a weight limit under 10 tonnes", "SELECT count(*) n FROM t WHERE wt_limit_t<10", "filter placeholder abbrev plain")
    b.q("rel", "Are older bridges in worse shape? year built vs deck rating", ["SELECT yr_built a, deck_rtg b FROM t", "SELECT corr(yr_built, deck_rtg) r FROM t", "SELECT yr_built//10*10 dec, avg(deck_rtg) v FROM t GROUP BY 1", "SELECT yr_built y, avg(deck_rtg) v FROM t GROUP BY 1"], "correlation abbrev computed")
    b.q("dist", "distribution of bridge lengths", "SELECT length_m v FROM t", "dist dirty plain")
    b.q("cmp", "total lenght of the bridges in kilometers by road class", ["SELECT road_class, sum(length_m)/1000 v FROM t GROUP BY 1", "SELECT road_class, sum(length_m) v FROM t GROUP BY 1"], "sum unit typo computed")
    b.q("trend", "inspections per year (last inspection date)", "SELECT year(last_insp) y, count(*) n FROM t GROUP BY 1", "count dirty_date plain")
    b.q("cmp", "Anzahl der Brücken aus Stahl je Landkreis", "SELECT county, count(*) n FROM t WHERE material='Steel' GROUP BY 1", "de filter dirty plain")
    b.no("what did it cost to build the bridges", "missing_column")
    b.no("why are so many bridges in Corvey in poor condition?", "cause")
    b.either("what are the ten biggest bridges", ["SELECT bridge_no, length_m v FROM t ORDER BY 2 DESC LIMIT 10", "SELECT bridge_no, length_m*width_m v FROM t ORDER BY 2 DESC LIMIT 10", "SELECT bridge_no, width_m v FROM t ORDER BY 2 DESC LIMIT 10"])
