"""Questions that were frozen until the night of 23 November 2026; see README.md."""

from common import by

MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def write(b):
    for topic in (freight, turbines):
        topic(b)


def freight(b):
    b.on("sea_freight")
    line, pol, pod = ("CARRIER", "CARR_CD"), ("POL", "POL_CD"), ("POD", "POD_CD")
    b.q("cmp", "TEU by carrier", by(line, "SELECT KEY, sum(TEU) n FROM t GROUP BY 1"), "sum dirty plain")
    b.q("cmp", "avg delay in days per carrier", by(line, "SELECT KEY, avg(DELAY_D) v FROM t GROUP BY 1"), "mean dirty placeholder abbrev plain na")
    b.q("trend", "freight cost per TEU by month of departure", [f"SELECT date_trunc('month', ETD) d, {v} v FROM t GROUP BY 1" for v in ("sum(FRT_USD)*1.0/sum(TEU)", "avg(FRT_USD*1.0/TEU)", "sum(FRT_USD+FUEL_SUR_USD)*1.0/sum(TEU)")], "ratio per abbrev computed na")
    b.q("cmp", "what percentage of shipments arrived late at each port of discharge? late = more than 3 days behind the ETA", by(pod, "SELECT KEY, avg((DELAY_D>3)::int) s FROM t WHERE DELAY_D IS NOT NULL GROUP BY 1") + by(pod, "SELECT KEY, count(*) FILTER (DELAY_D>3)*1.0/count(*) s FROM t GROUP BY 1"), "share filter placeholder computed pct na")
    b.q("num", "my boss wants to know how many shipments are still at sea", "SELECT count(*) n FROM t WHERE STATUS='AT SEA'", "count filter plain")
    b.q("mat", "port of loading x port of discharge, number of shipments as a heat map", ["SELECT POL, POD, count(*) n FROM t GROUP BY 1,2", "SELECT POL_CD, POD_CD, count(*) n FROM t GROUP BY 1,2"], "heatmap count plain")
    b.q("cmp", "days at sea from departure to actual arrival, average for each port of loading", by(pol, "SELECT KEY, avg(ATA-ETD) v FROM t GROUP BY 1"), "date_diff mean placeholder abbrev computed na")
    b.q("rows", "most valuable cargo that got damaged: shipment number, commodity, cargo value", [f"SELECT SHPMT_NO, {k} CARGO_VAL_USD v FROM t WHERE DMG_YN='Y' AND CARGO_VAL_USD=(SELECT max(CARGO_VAL_USD) FROM t WHERE DMG_YN='Y')" for k in ("COMMODITY,", "")], "superlative filter flag currency plain")
    b.q("cmp", "fuel surcharge as % of the freight, by carrier", by(line, "SELECT KEY, sum(FUEL_SUR_USD)*1.0/sum(FRT_USD) s FROM t GROUP BY 1") + ["SELECT CARRIER, avg(FUEL_SUR_USD*1.0/FRT_USD) s FROM t GROUP BY 1"], "ratio share abbrev computed pct na")
    b.q("cmp", "valeur totale des marchandises par type de produit (commodity)", "SELECT COMMODITY, sum(CARGO_VAL_USD) n FROM t GROUP BY 1", "fr sum currency abbrev plain")
    b.q("dist", "spread of the delays in days", "SELECT DELAY_D v FROM t WHERE DELAY_D IS NOT NULL", "dist placeholder abbrev plain")
    b.no("CO2 emissions per shipment", "missing_column")
    b.no("what will a box from Shanghai cost next summer?", "forecast")
    b.either("most expensive carrier?", [f"SELECT CARRIER, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in ("sum(FRT_USD)", "avg(FRT_USD)", "sum(FRT_USD)*1.0/sum(TEU)", "sum(FRT_USD+FUEL_SUR_USD)", "avg(FRT_USD+FUEL_SUR_USD)")])
    b.either("how long does it take from each port of loading", [f"SELECT POL, {f}(ATA-{c}) v FROM t GROUP BY 1" for f in ("avg", "median") for c in ("ETD", "BKG_DT")])
    b.talk(("cmp", "how many shipments of each commodity", "SELECT COMMODITY, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "from Shanghai only", "SELECT COMMODITY, count(*) n FROM t WHERE POL='Shanghai' GROUP BY 1", "filter"),
           ("cmp", "Make that tonnes instead of a count (the weight is in kg)", "SELECT COMMODITY, sum(GRS_WT_KG)/1000.0 v FROM t WHERE POL='Shanghai' GROUP BY 1", "measure unit"))


def turbines(b):
    b.on("turbine_yield")
    ONE, E = "\"Turbine\"<>'PARK TOTAL'", "\"Measure\"='Energy yield'"
    monthly = f"(UNPIVOT (SELECT {', '.join(MONTHS)} FROM t WHERE {E} AND {ONE} AND Park='Ostmoor' AND Year=2023) ON {', '.join(MONTHS)} INTO NAME mon VALUE val)"
    number = "list_position(" + str(MONTHS) + ", mon)"
    b.q("cmp", "annual energy yield of each park in 2024", f'SELECT "Park", sum("Annual") n FROM t WHERE {E} AND {ONE} AND "Year"=2024 GROUP BY 1', "sum filter total_row plain")
    b.q("trend", "monthly production of the Ostmoor wind farm in 2023, MWh", f"SELECT {number} moy, sum(val) n FROM {monthly} GROUP BY 1", "wide filter total_row computed")
    b.q("rows", "which single turbine stood still the longest in any one year? turbine, year, hours", f"SELECT \"Turbine\", \"Year\" AS y, \"Annual\" v FROM t WHERE \"Measure\"='Downtime' AND {ONE} AND \"Annual\"=(SELECT max(\"Annual\") FROM t WHERE \"Measure\"='Downtime' AND {ONE})", "superlative total_row plain")
    b.q("trend", "total energy of all parks by year", f'SELECT "Year" AS y, sum("Annual") n FROM t WHERE {E} AND {ONE} GROUP BY 1', "sum filter total_row plain")
    b.q("cmp", "mean wind speed per park over the three years", ["SELECT \"Park\", avg(\"Annual\") v FROM t WHERE \"Measure\"='Mean wind speed' GROUP BY 1", "SELECT \"Park\", \"Year\" AS y, avg(\"Annual\") v FROM t WHERE \"Measure\"='Mean wind speed' GROUP BY 1,2"], "mean filter plain na")
    b.q("cmp", "by what percent did each park's yield change from 2022 to 2024?", f'SELECT "Park", 100.0*(sum("Annual") FILTER ("Year"=2024)/sum("Annual") FILTER ("Year"=2022)-1) v FROM t WHERE {E} AND {ONE} GROUP BY 1', "growth compare_rows total_row computed pct na")
    b.q("cmp", "top 3 turbines by energy in 2022", f'SELECT "Turbine", "Annual" n FROM t WHERE {E} AND {ONE} AND "Year"=2022 ORDER BY 2 DESC', "topn filter total_row plain top=3!")
    b.q("cmp", "December vs June output for each park, 2024 please", f'SELECT "Park", sum(Dec) a, sum(Jun) b FROM t WHERE {E} AND {ONE} AND "Year"=2024 GROUP BY 1', "two wide filter total_row computed")
    b.q("num", "How many turbines do we have with a rated power above 3 MW?", f'SELECT count(DISTINCT "Turbine") n FROM t WHERE {ONE} AND "Rated power (MW)">3', "distinct filter unit total_row computed")
    b.q("cmp", "horas de parada por parque en 2023", f"SELECT \"Park\", sum(\"Annual\") n FROM t WHERE \"Measure\"='Downtime' AND {ONE} AND \"Year\"=2023 GROUP BY 1", "es sum filter total_row plain")
    b.no("how many bats were killed by the turbines?", "missing_column")
    b.no("energy yield in 2019", "missing_rows")
    b.either("Welcher Windpark läuft am besten?", [f'SELECT "Park", {v} v FROM t WHERE {w} AND {ONE} GROUP BY 1 ORDER BY 2 {o}' for v, w, o in (('sum("Annual")', E, "DESC"), ('avg("Annual")', E, "DESC"), ('sum("Annual")', "\"Measure\"='Downtime'", ""), ('avg("Annual")', "\"Measure\"='Mean wind speed'", "DESC"))], "de")
