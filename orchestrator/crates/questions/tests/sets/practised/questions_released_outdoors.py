"""Questions about the tables of `tables_outdoors.py`; see README.md for the format."""

HOURS = [f"h{h:02}" for h in range(5, 24)]


def write(b):
    for topic in (landings, beaches, avalanches, cows, wines, glaciers, bikes):
        topic(b)


def by(keys, sql):
    """The query for each of several columns that name the same groups."""
    return [sql.replace("KEY", k) for k in keys]


def landings(b):
    b.on("fish_landings")
    port, fish = ("PORT", "PORT_CD"), ("SPECIES", "SP_CD")
    b.q("trend", "tonnes of herring landed each month", "SELECT LAND_MON d, sum(LAND_T) n FROM t WHERE SP_CD='HER' GROUP BY 1", "sum filter abbrev dirty_date plain")
    b.q("cmp", "Which port takes in the most money from its landings?", by(port, "SELECT KEY, sum(VALUE_EUR) n FROM t GROUP BY 1 ORDER BY 2 DESC"), "superlative sum currency plain top=1")
    b.q("cmp", "landed value by species group in 2024", "SELECT SP_GRP, sum(VALUE_EUR) n FROM t WHERE year(LAND_MON)=2024 GROUP BY 1", "sum filter currency plain")
    b.q("num", "how many tonnes of cod were discarded in 2023?", "SELECT sum(DISC_T) n FROM t WHERE SP_CD='COD' AND year(LAND_MON)=2023", "sum filter abbrev plain")
    b.q("cmp", "discards as a percentage of the catch, for every species", [s for v in ("sum(DISC_T)/sum(CATCH_T)", "avg(DISC_T/CATCH_T)") for s in by(fish, f"SELECT KEY, {v} s FROM t GROUP BY 1")], "ratio share computed pct na")
    P = ("avg(PRC_EUR_KG)", "sum(VALUE_EUR)/sum(LAND_T)/1000")
    b.q("trend", "how has the price of mackerel per kilo developed from year to year", [f"SELECT year(LAND_MON) y, {p} v FROM t WHERE SP_CD='MAC' {w} GROUP BY 1" for p in P for w in ("", "AND year(LAND_MON)<2025")] + ["SELECT LAND_MON d, avg(PRC_EUR_KG) v FROM t WHERE SP_CD='MAC' GROUP BY 1"], "mean filter incomplete plain na")
    b.q("cmp", "Ardnish against Estersund: landed tonnes in 2022, 2023 and 2024", by(port, "SELECT KEY, year(LAND_MON) y, sum(LAND_T) n FROM t WHERE PORT IN ('Ardnish','Estersund') AND year(LAND_MON)<=2024 GROUP BY 1,2"), "sum two filter plain mark=bar,line,point,table,rect,area")
    b.q("cmp", "in which calendar month is the most crab landed, 2022 to 2024 taken together", ["SELECT month(LAND_MON) moy, sum(LAND_T) n FROM t WHERE SP_CD='CRE' AND year(LAND_MON)<=2024 GROUP BY 1 ORDER BY 2 DESC"], "moy superlative filter computed top=1 mark=bar,line,area,point,table,number")
    b.q("cmp", "Wie hoch war der Wert der Anlandungen je Hafen im Jahr 2024?", by(port, "SELECT KEY, sum(VALUE_EUR) n FROM t WHERE year(LAND_MON)=2024 GROUP BY 1"), "de sum filter currency plain")
    b.no("how many fishermen live in Callow Bay?", "missing_column")
    b.no("salmon landings by port", "missing_rows")
    b.either("what is the most important species for the fleet?", [f"SELECT SPECIES, sum({m}) v FROM t GROUP BY 1 ORDER BY 2 DESC" for m in ("LAND_T", "VALUE_EUR", "TRIPS_N", "CATCH_T")])
    b.talk(("cmp", "landed tonnes by port", by(port, "SELECT KEY, sum(LAND_T) n FROM t GROUP BY 1"), "sum"),
           ("cmp", "pelagic fish only", by(port, "SELECT KEY, sum(LAND_T) n FROM t WHERE SP_GRP='Pelagic' GROUP BY 1"), "filter"),
           ("cmp", "now the value in euros", by(port, "SELECT KEY, sum(VALUE_EUR) n FROM t WHERE SP_GRP='Pelagic' GROUP BY 1"), "measure"))


def beaches(b):
    b.on("beach_samples")
    b.q("cmp", "beaches whose average E. coli count is above the average of all samples", [s for c in (", avg(ecoli_cfu) v", "") for s in by(("beach", "site_id"), f"SELECT KEY{c} FROM t GROUP BY 1 HAVING avg(ecoli_cfu)>(SELECT avg(ecoli_cfu) FROM t)")], "above_avg mean abbrev computed na")
    b.q("num", "how many samples were rated poor?", "SELECT count(*) n FROM t WHERE quality_class='Poor'", "count filter dirty plain")
    b.q("part", "quality classes for sea, lake and river as 100% stacked bars", "SELECT water_type, quality_class, count(*)*1.0/sum(count(*)) OVER (PARTITION BY water_type) n FROM t GROUP BY 1,2", "share two computed pct")
    b.q("trend", "mean water temperature by month of the year", ["SELECT month(sampled_on) moy, avg(water_temp_c) v FROM t GROUP BY 1"], "moy mean unit dirty computed na")
    b.q("rel", "Is there more e.coli in the water after heavy rain?", ["SELECT rain_48h_mm a, ecoli_cfu b FROM t", "SELECT corr(rain_48h_mm, ecoli_cfu) r FROM t", "SELECT rain_48h_mm a, avg(ecoli_cfu) b FROM t GROUP BY 1"], "correlation computed")
    b.q("cmp", "five beaches that had to be closed most often", by(("beach", "site_id"), "SELECT KEY, count(*) n FROM t WHERE closed='yes' GROUP BY 1 ORDER BY 2 DESC"), "topn count flag plain top=5!")
    b.q("rows", "warmest water ever measured - at which beach and on what day?", [f"SELECT {c} FROM t WHERE water_temp_c=(SELECT max(water_temp_c) FROM t)" for c in ("beach, sampled_on d, water_temp_c v", "beach, sampled_on d")], "superlative dirty_date plain")
    b.q("trend", "median enterococci per year. 2025 isn't over, so leave it out", "SELECT year(sampled_on) y, median(enterococci_cfu) v FROM t WHERE year(sampled_on)<2025 GROUP BY 1", "median incomplete filter computed na")
    b.q("cmp", "température moyenne de l'eau par plage en 2024", by(("beach", "site_id"), "SELECT KEY, avg(water_temp_c) v FROM t WHERE year(sampled_on)=2024 GROUP BY 1"), "fr mean filter plain na")
    b.no("how many swimmers fell ill after bathing?", "missing_column")
    b.no("what was the water quality like in 2018", "missing_rows")
    b.either("which is the cleanest beach?", ["SELECT beach, avg(ecoli_cfu) v FROM t GROUP BY 1 ORDER BY 2", "SELECT beach, avg(enterococci_cfu) v FROM t GROUP BY 1 ORDER BY 2", "SELECT beach, avg(visibility_m) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT beach, avg((quality_class='Excellent')::int) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT beach, count(*) FILTER (quality_class='Excellent') v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT beach, median(ecoli_cfu) v FROM t GROUP BY 1 ORDER BY 2"])


def avalanches(b):
    b.on("avalanche_accidents")
    K, C = '"People killed"', '"People caught"'
    level = ('"Danger level"', '"Danger level text"')
    b.q("trend", "avalanche deaths per winter", f'SELECT "Winter", sum({K}) n FROM t GROUP BY 1', "sum plain")
    b.q("cmp", "number of accidents by activity", 'SELECT "Activity", count(*) n FROM t GROUP BY 1', "count dirty plain")
    b.q("cmp", "what percentage of the people caught were killed, at each danger level?", by(level, f"SELECT KEY, sum({K})*1.0/sum({C}) s FROM t GROUP BY 1"), "ratio share ordinal computed pct na mark=bar,point,table,line,tick,rect")
    b.q("num", "how many accidents happened above 2500 m at danger level 3?", 'SELECT count(*) n FROM t WHERE "Elevation (m)">2500 AND "Danger level"=3', "count and filter unit plain")
    b.q("cmp", "on slopes facing which way do most accidents happen", 'SELECT "Aspect", count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC', "count superlative plain top=1")
    b.q("dist", "how steep are the slopes? show me the distribution of the angles", 'SELECT "Slope angle (deg)" v FROM t', "dist unit plain")
    b.q("rows", "The single worst accident (most deaths): date, valley, how many died", [f'SELECT {c} FROM t WHERE {K}=(SELECT max({K}) FROM t)' for c in (f'"Date" d, "Valley", {K} v', f'"Valley", {K} v')], "superlative dirty_date plain")
    b.q("cmp", "median burial time by who came to the rescue", 'SELECT "Rescued by", median("Burial time (min)") v FROM t WHERE "Burial time (min)" IS NOT NULL GROUP BY 1', "median placeholder computed na")
    b.q("cmp", "did ski tourers wear a transceiver more often than off-piste skiers? percentages please", [f"SELECT \"Activity\", avg((\"Transceiver worn\"='yes')::int) s FROM t WHERE \"Activity\" IN ('Ski tour','Off-piste skiing') {w} GROUP BY 1" for w in ("", "AND \"Transceiver worn\"<>'unknown'")], "share filter computed pct na")
    b.q("cmp", "¿Cuántas personas murieron en cada cordillera?", f'SELECT "Mountain range", sum({K}) n FROM t GROUP BY 1', "es sum plain")
    b.no("Why do so many people die in the Central Massif?", "cause")
    b.either("most dangerous mountain range", [f'SELECT "Mountain range", {v} v FROM t GROUP BY 1 ORDER BY 2 DESC' for v in ("count(*)", f"sum({K})", f"sum({K})*1.0/sum({C})", f"avg({K})", 'avg("Danger level")')])
    b.talk(("trend", "accidents per winter", 'SELECT "Winter", count(*) n FROM t GROUP BY 1', "count"),
           ("trend", "only ski tours", "SELECT \"Winter\", count(*) n FROM t WHERE \"Activity\"='Ski tour' GROUP BY 1", "filter"),
           ("trend", "deaths instead", f"SELECT \"Winter\", sum({K}) n FROM t WHERE \"Activity\"='Ski tour' GROUP BY 1", "measure"))


def cows(b):
    b.on("dairy_recordings")
    breed, cow = ("breed", "breed_cd"), ("cow_no", "ear_tag")
    b.q("cmp", "average milk yield per test day by breed", by(breed, "SELECT KEY, avg(milk_kg) v FROM t GROUP BY 1"), "mean dirty plain na")
    b.q("trend", "does milk yield go up with the number of lactations? average per lactation number", "SELECT lact_no, avg(milk_kg) v FROM t GROUP BY 1", "mean ordinal abbrev plain na")
    b.q("cmp", "fat and protein content (%) of each breed, on average", by(breed, "SELECT KEY, avg(fat_pct) a, avg(prot_pct) b FROM t GROUP BY 1"), "mean two abbrev percent plain pct na")
    b.q("num", "Wie viele verschiedene Kühe wurden getestet?", "SELECT count(DISTINCT cow_no) n FROM t", "de distinct plain")
    b.q("cmp", "cows culled per herd", "SELECT herd, count(DISTINCT cow_no) n FROM t WHERE culled_yn='Y' GROUP BY 1", "distinct flag computed")
    b.q("num", "What share of the samples with a cell count came in above 200 thousand?", ["SELECT avg((scc_k>200)::int) s FROM t WHERE scc_k IS NOT NULL"], "share abbrev placeholder computed pct mark=number,table,bar,point,arc")
    b.q("cmp", "how many kg more do they give in the morning than in the evening, per herd", ["SELECT herd, avg(milk_am_kg-milk_pm_kg) v FROM t GROUP BY 1", "SELECT herd, avg(milk_am_kg) a, avg(milk_pm_kg) b FROM t GROUP BY 1"], "difference mean computed na")
    b.q("cmp", "top ten cows by total recorded milk", by(cow, "SELECT KEY, sum(milk_kg) n FROM t GROUP BY 1 ORDER BY 2 DESC"), "topn sum plain top=10!")
    b.q("rel", "milk yield against days in milk, coloured by breed", by(breed, "SELECT days_in_milk a, milk_kg b, KEY FROM t"), "scatter three plain mark=point")
    b.no("how much was the farm paid per litre?", "missing_column")
    b.no("what will the cows yield next winter", "forecast")
    b.either("which feed is best?", ["SELECT feed_grp, avg(milk_kg) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT feed_grp, avg(fat_pct) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT feed_grp, avg(prot_pct) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT feed_grp, avg(scc_k) v FROM t GROUP BY 1 ORDER BY 2", "SELECT feed_grp, avg(bcs) v FROM t GROUP BY 1 ORDER BY 2 DESC"])
    b.talk(("cmp", "average fat percentage by herd", "SELECT herd, avg(fat_pct) v FROM t GROUP BY 1", "mean na pct"),
           ("cmp", "just the Jerseys", "SELECT herd, avg(fat_pct) v FROM t WHERE breed_cd='JE' GROUP BY 1", "filter na pct"),
           ("cmp", "protein too", "SELECT herd, avg(fat_pct) a, avg(prot_pct) b FROM t WHERE breed_cd='JE' GROUP BY 1", "add na pct"))


def wines(b):
    b.on("wine_ratings")
    P, S = '"Price per bottle"', '"Critic score"'
    b.q("cmp", "average price of a bottle by country", f'SELECT "Country", avg({P}) v FROM t GROUP BY 1', "mean currency dirty plain na")
    b.q("cmp", "the ten wines with the highest critic score", [f'SELECT "Wine", {S} v FROM t ORDER BY 2 DESC', f'SELECT "Wine ID", {S} v FROM t ORDER BY 2 DESC'], "topn plain na top=10!")
    b.q("rel", "do more expensive wines score better with the critics?", [f"SELECT {P} a, {S} b FROM t", f"SELECT corr({P}, {S}) r FROM t", f"SELECT {S} a, avg({P}) b FROM t GROUP BY 1"], "correlation currency computed")
    b.q("cmp", "how many organic wines are there from each country", "SELECT \"Country\", count(*) n FROM t WHERE \"Organic\"='Yes' GROUP BY 1", "count flag dirty plain")
    b.q("num", "number of wines between $15 and $25 that got 92 points or more", f"SELECT count(*) n FROM t WHERE {P} BETWEEN 15 AND 25 AND {S}>=92", "count between and currency plain")
    b.q("trend", "average critic score by vintage", f'SELECT "Vintage" AS y, avg({S}) v FROM t WHERE "Vintage" IS NOT NULL GROUP BY 1', "mean placeholder plain na")
    b.q("cmp", "which five regions give you the most critic points per dollar?", [f'SELECT "Region", {v} v FROM t GROUP BY 1 ORDER BY 2 DESC' for v in (f"sum({S})*1.0/sum({P})", f"avg({S}/{P})")], "ratio per topn computed na top=5!")
    b.q("cmp", "how much do the critic scores vary? standard deviation for each country", [f'SELECT "Country", {f}({S}) v FROM t GROUP BY 1' for f in ("stddev_samp", "stddev_pop")], "std dirty computed na")
    b.q("num", "how many have no customer rating at all", 'SELECT count(*) n FROM t WHERE "Customer rating" IS NULL', "missing placeholder plain")
    b.q("cmp", "prix moyen des vins rouges par pays", f"SELECT \"Country\", avg({P}) v FROM t WHERE \"Colour\"='Red' GROUP BY 1", "fr mean filter currency plain na")
    b.no("which wine goes well with grilled fish?", "opinion")
    b.no("how many bottles of each wine were sold last year", "missing_column")
    b.either("Which country makes the best wine?", [f'SELECT "Country", {v} v FROM t GROUP BY 1 ORDER BY 2 DESC' for v in (f"avg({S})", 'avg("Customer rating")', f"max({S})", f"median({S})")])
    b.talk(("cmp", "median price by grape variety", f'SELECT "Grape variety", median({P}) v FROM t GROUP BY 1', "median na"),
           ("cmp", "only from Italy", f"SELECT \"Grape variety\", median({P}) v FROM t WHERE \"Country\"='Italy' GROUP BY 1", "filter na"),
           ("cmp", "sort from cheapest to dearest and keep three", f"SELECT \"Grape variety\", median({P}) v FROM t WHERE \"Country\"='Italy' GROUP BY 1 ORDER BY 2", "topn na top=3!"))


def glaciers(b):
    b.on("glacier_survey")
    ONE = "glac_id<>'ALL'"
    b.q("trend", "total area of all the surveyed glaciers since 2000", "SELECT yr AS y, area_km2 n FROM t WHERE glac_id='ALL'", "total_row plain")
    A, Z = "max(area_km2) FILTER (yr=2000)", "max(area_km2) FILTER (yr=2024)"
    b.q("cmp", "which glacier lost the most square kilometres between 2000 and 2024?", [f"SELECT glacier, {A}-{Z} v FROM t WHERE {ONE} GROUP BY 1 ORDER BY 2 DESC", f"SELECT glacier, {Z}-{A} v FROM t WHERE {ONE} GROUP BY 1 ORDER BY 2"], "change superlative total_row computed na top=1")
    b.q("trend", "mean annual mass balance over time", "SELECT yr AS y, avg(mb_annual_mwe) v FROM t GROUP BY 1", "mean abbrev plain na")
    b.q("cmp", "winter and summer balance, averages for Norway and Switzerland", "SELECT country, avg(mb_winter_mwe) a, avg(mb_summer_mwe) b FROM t WHERE country IN ('Norway','Switzerland') GROUP BY 1", "mean two filter abbrev plain na")
    b.q("rows", "glaciers smaller than 2 km² in 2024", [f"SELECT glacier{c} FROM t WHERE yr=2024 AND area_km2<2" for c in (", area_km2 v", "")], "filter unit plain")
    I = "SELECT yr AS y, glacier, 100.0*area_km2/first_value(area_km2) OVER (PARTITION BY glacier ORDER BY yr) v FROM t WHERE glacier IN ('Nevaio Alto','Jordbre')"
    b.q("trend", "area of Nevaio Alto and Jordbre as an index with 2000 = 100", I, "index filter computed na")
    b.q("rel", "do hotter summers (June to August) go with a worse summer balance?", ["SELECT temp_jja_c a, mb_summer_mwe b FROM t WHERE temp_jja_c IS NOT NULL", "SELECT corr(temp_jja_c, mb_summer_mwe) r FROM t", "SELECT avg(temp_jja_c) a, avg(mb_summer_mwe) b FROM t WHERE temp_jja_c IS NOT NULL GROUP BY yr"], "correlation abbrev computed")
    b.q("cmp", "what share of the ice volume lay in each mountain range in 2024?", f"SELECT mtn_range, sum(volume_km3)/sum(sum(volume_km3)) OVER () s FROM t WHERE yr=2024 AND {ONE} GROUP BY 1", "share filter total_row computed pct")
    b.q("trend", "Wie hat sich die Fläche der Schweizer Gletscher seit 2000 entwickelt?", ["SELECT yr AS y, sum(area_km2) n FROM t WHERE country='Switzerland' GROUP BY 1", "SELECT yr AS y, glacier, area_km2 n FROM t WHERE country='Switzerland'"], "de sum filter plain")
    b.no("In what year will Nevaio Alto be gone?", "forecast")
    b.no("why was 2003 such a bad year for the glaciers?", "cause")
    b.either("which glacier is in the worst shape?", [f"SELECT glacier, avg(mb_annual_mwe) v FROM t WHERE {ONE} GROUP BY 1 ORDER BY 2", f"SELECT glacier, {Z}-{A} v FROM t WHERE {ONE} GROUP BY 1 ORDER BY 2", f"SELECT glacier, {Z}/{A}-1 v FROM t WHERE {ONE} GROUP BY 1 ORDER BY 2", f"SELECT glacier, sum(front_chg_m) v FROM t WHERE {ONE} GROUP BY 1 ORDER BY 2", f"SELECT glacier, sum(mb_annual_mwe) v FROM t WHERE {ONE} GROUP BY 1 ORDER BY 2"])
    b.talk(("trend", "length of Fernerkar by year", "SELECT yr AS y, length_m v FROM t WHERE glacier='Fernerkar'", "filter na"),
           ("trend", "and Kaltwand too", "SELECT yr AS y, glacier, length_m v FROM t WHERE glacier IN ('Fernerkar','Kaltwand')", "add na"),
           ("trend", "from 2010 on", "SELECT yr AS y, glacier, length_m v FROM t WHERE glacier IN ('Fernerkar','Kaltwand') AND yr>=2010", "since na"))


def bikes(b):
    b.on("cycle_counts")
    who = ("counter_name", "counter_id")
    LONG = f"(SELECT counter_name, count_date, hr_col, substr(hr_col, 2)::int hr, v FROM (UNPIVOT t ON {', '.join(HOURS)} INTO NAME hr_col VALUE v))"
    b.q("cmp", "how many bikes did each counter register in total?", by(who, "SELECT KEY, sum(total_day) n FROM t GROUP BY 1"), "sum plain")
    b.q("trend", "daily riders on Harbour Bridge in July 2024", "SELECT count_date d, total_day n FROM t WHERE counter_name='Harbour Bridge' AND month(count_date)=7", "filter plain")
    b.q("cmp", "average number of cyclists on mondays, tuesdays and so on", ["SELECT isodow(count_date) wd, avg(total_day) v FROM t GROUP BY 1", "SELECT isodow(count_date) wd, avg(v) v FROM (SELECT count_date, sum(total_day) v FROM t GROUP BY 1) GROUP BY 1"], "weekday mean ordinal plain na mark=bar,line,point,table,tick,rect,area")
    b.q("cmp", "which hour of the day is the busiest, all counters added up", [f"SELECT hr, sum(v) n FROM {LONG} GROUP BY 1 ORDER BY 2 DESC", f"SELECT hr_col, sum(v) n FROM {LONG} GROUP BY 1 ORDER BY 2 DESC"], "wide superlative sum computed top=1 mark=bar,line,area,point,table,number")
    b.q("rel", "Does rain keep people from cycling? rainfall against the daily total", ["SELECT rain_mm a, total_day b FROM t WHERE total_day IS NOT NULL", "SELECT corr(rain_mm, total_day) r FROM t", "SELECT rain_mm a, avg(total_day) b FROM t WHERE total_day IS NOT NULL GROUP BY 1", "SELECT rain_mm a, b FROM (SELECT count_date, any_value(rain_mm) rain_mm, sum(total_day) b FROM t GROUP BY 1)"], "correlation computed")
    b.q("rows", "busiest single day for every counter, with the date", [f"SELECT {k}, count_date d, total_day v FROM t WHERE total_day IS NOT NULL QUALIFY rank() OVER (PARTITION BY counter_id ORDER BY total_day DESC)=1" for k in who], "per_group_top computed")
    b.q("trend", "7-day moving average at Station Road", ["SELECT count_date d, avg(total_day) OVER (ORDER BY count_date ROWS 6 PRECEDING) v FROM t WHERE counter_name='Station Road'", "SELECT count_date d, avg(total_day) OVER (ORDER BY count_date ROWS BETWEEN 3 PRECEDING AND 3 FOLLOWING) v FROM t WHERE counter_name='Station Road'", "SELECT d, v FROM (SELECT count_date d, avg(total_day) OVER (ORDER BY count_date ROWS 6 PRECEDING) v, row_number() OVER (ORDER BY count_date) r FROM t WHERE counter_name='Station Road') WHERE r>=7"], "moving_avg filter computed na")
    b.q("num", "for how many days was the Canal Path counter broken?", "SELECT count(*) n FROM t WHERE counter_name='Canal Path' AND status='fault'", "count filter plain")
    b.q("trend", "¿Cuántas bicicletas pasaron en total cada mes?", ["SELECT date_trunc('month', count_date) d, sum(total_day) n FROM t GROUP BY 1", "SELECT date_trunc('month', count_date) d, sum(total_day) n FROM t WHERE month(count_date)<9 GROUP BY 1"], "es sum incomplete plain")
    b.no("share of riders wearing a helmet, per counter", "missing_column")
    b.no("how does this compare with the summer of 2023?", "missing_rows")
    b.either("rush hour traffic by counter", [f"SELECT counter_name, {v} v FROM t GROUP BY 1" for v in ("sum(h08)", "sum(h17)", "avg(h08)", "avg(h17)", "sum(h07+h08)", "sum(h16+h17)", "sum(h07+h08+h16+h17)", "avg(h07+h08+h16+h17)")])
