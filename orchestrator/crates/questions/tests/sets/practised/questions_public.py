"""Practised questions about the tables of `tables_public.py`; see README.md for the format."""


def write(b):
    for topic in (seabirds, nations, jobless, films, bikes, cars, offences):
        topic(b)


def seabirds(b):
    b.on("seabird_rings")
    b.q("cmp", "which kind of bird is the heaviest on average?", ["SELECT spp, avg(bdy_mass_g) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT sp_cd, avg(bdy_mass_g) v FROM t GROUP BY 1 ORDER BY 2 DESC"], "superlative abbrev plain na top=1")
    b.q("rows", "the lightest bird ever caught, what species is it and on which island", ["SELECT spp, isl, bdy_mass_g v FROM t WHERE bdy_mass_g=(SELECT min(bdy_mass_g) FROM t)", "SELECT sp_cd, isl, bdy_mass_g v FROM t WHERE bdy_mass_g=(SELECT min(bdy_mass_g) FROM t)", "SELECT spp, isl FROM t WHERE bdy_mass_g=(SELECT min(bdy_mass_g) FROM t)"], "superlative abbrev computed")
    b.q("num", "how much heavier are male guillemots than female ones",
        ["SELECT avg(bdy_mass_g) FILTER (sex='M') - avg(bdy_mass_g) FILTER (sex='F') v FROM t WHERE sp_cd='COGU'", "SELECT sex, avg(bdy_mass_g) v FROM t WHERE sp_cd='COGU' AND sex IS NOT NULL GROUP BY 1", "SELECT median(bdy_mass_g) FILTER (sex='M') - median(bdy_mass_g) FILTER (sex='F') v FROM t WHERE sp_cd='COGU'", "SELECT sex, median(bdy_mass_g) v FROM t WHERE sp_cd='COGU' AND sex IS NOT NULL GROUP BY 1", "SELECT avg(bdy_mass_g) FILTER (sex='M') / avg(bdy_mass_g) FILTER (sex='F') - 1 v FROM t WHERE sp_cd='COGU'"], "difference filter computed")
    b.q("rel", "do kittiwakes with longer wings weigh more", ["SELECT wing_len_mm a, bdy_mass_g b FROM t WHERE sp_cd='BLKI'", "SELECT corr(wing_len_mm, bdy_mass_g) r FROM t WHERE sp_cd='BLKI'", "SELECT wing_len_mm a, avg(bdy_mass_g) b FROM t WHERE sp_cd='BLKI' GROUP BY 1"], "correlation filter computed")
    b.q("num", "for how many birds is the sex unknown", "SELECT count(*) n FROM t WHERE sex IS NULL", "missing plain")
    b.q("num", "what percentage of the puffins had been caught before (recap)", ["SELECT avg((recap='Y')::int) s FROM t WHERE sp_cd='ATPU'", "SELECT recap, count(*)*1.0/sum(count(*)) OVER () s FROM t WHERE sp_cd='ATPU' GROUP BY 1"], "share filter computed pct mark=number,table,bar,point,arc")
    b.q("dist", "spread of beak lengths among razorbills", "SELECT bill_len_mm v FROM t WHERE spp='Razorbill'", "dist filter plain")
    b.q("trend", "birds ringed each month of 2023", "SELECT date_trunc('month', cap_dt) d, count(*) n FROM t WHERE yr=2023 GROUP BY 1", "count dirty_date plain mark=line,area,bar,point,table,arc")
    b.q("cmp", "avg number of ticks per age class, one colour per island", "SELECT age_cl, isl, avg(ticks_n) v FROM t GROUP BY 1,2", "two mean plain na")
    b.q("trend", "in which years were the guillemots lighter than usual?", ["SELECT yr AS y, avg(bdy_mass_g) v FROM t WHERE sp_cd='COGU' GROUP BY 1 HAVING avg(bdy_mass_g) < (SELECT avg(bdy_mass_g) FROM t WHERE sp_cd='COGU')", "SELECT yr AS y, avg(bdy_mass_g) v FROM t WHERE sp_cd='COGU' GROUP BY 1"], "below_avg computed na")
    b.q("cmp", "ratio of bill length to bill depth for each species", ["SELECT spp, avg(bill_len_mm/bill_dep_mm) v FROM t GROUP BY 1", "SELECT spp, avg(bill_len_mm)/avg(bill_dep_mm) v FROM t GROUP BY 1", "SELECT spp, sum(bill_len_mm)/sum(bill_dep_mm) v FROM t WHERE bill_dep_mm IS NOT NULL GROUP BY 1"], "ratio computed na")
    b.q("cmp", "typical egg size by species, puffins left out", ["SELECT spp, avg(egg_vol_cc) v FROM t WHERE sp_cd<>'ATPU' GROUP BY 1", "SELECT spp, median(egg_vol_cc) v FROM t WHERE sp_cd<>'ATPU' GROUP BY 1"], "not mean plain na")
    b.q("cmp", "wie viele Vögel wurden 2022 auf jeder Insel beringt", "SELECT isl, count(*) n FROM t WHERE yr=2022 GROUP BY 1", "de filter count plain")
    b.no("how deep do the puffins dive", "missing_column")
    b.no("wing length of the gannets", "missing_rows")
    b.either("biggest birds by species", ["SELECT spp, avg(bdy_mass_g) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT spp, avg(wing_len_mm) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT spp, max(bdy_mass_g) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT spp, max(wing_len_mm) v FROM t GROUP BY 1 ORDER BY 2 DESC"])
    b.either("beak size of each species", ["SELECT spp, avg(bill_len_mm) v FROM t GROUP BY 1", "SELECT spp, avg(bill_dep_mm) v FROM t GROUP BY 1", "SELECT spp, avg(bill_len_mm) a, avg(bill_dep_mm) b FROM t GROUP BY 1"])
    b.talk(("cmp", "average weight by species", "SELECT spp, avg(bdy_mass_g) v FROM t GROUP BY 1", "mean abbrev na"),
           ("cmp", "adults only", "SELECT spp, avg(bdy_mass_g) v FROM t WHERE age_cl='AD' GROUP BY 1", "filter code na"),
           ("cmp", "males and females separately", ["SELECT spp, sex, avg(bdy_mass_g) v FROM t WHERE age_cl='AD' AND sex IS NOT NULL GROUP BY 1,2", "SELECT spp, coalesce(sex,'NA') sex, avg(bdy_mass_g) v FROM t WHERE age_cl='AD' GROUP BY 1,2"], "split na"),
           ("cmp", "as a table", ["SELECT spp, sex, avg(bdy_mass_g) v FROM t WHERE age_cl='AD' AND sex IS NOT NULL GROUP BY 1,2", "SELECT spp, coalesce(sex,'NA') sex, avg(bdy_mass_g) v FROM t WHERE age_cl='AD' GROUP BY 1,2"], "mark=table na"))
    b.talk(("trend", "birds caught per year", "SELECT yr AS y, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "by island instead", "SELECT isl, count(*) n FROM t GROUP BY 1", "dimension"),
           ("cmp", "without Lunn", "SELECT isl, count(*) n FROM t WHERE isl<>'Lunn' GROUP BY 1", "filter"))


def nations(b):
    b.on("world_dev")
    C = "Continent IS NOT NULL"
    b.q("trend", "how long do people live in Kenya, year by year", "SELECT \"Year\" y, Life_exp v FROM t WHERE Entity='Kenya'", "filter nonadditive plain na")
    b.q("cmp", "5 richest countries per head in 2020", f"SELECT Entity, GDP_pc v FROM t WHERE \"Year\"=2020 AND {C} AND GDP_pc IS NOT NULL ORDER BY 2 DESC", "topn total_row plain na top=5!")
    b.q("cmp", "CO2 emitted by each continent in 2015, total tonnes", [f"SELECT Continent, sum(CO2_mt) n FROM t WHERE \"Year\"=2015 AND {C} GROUP BY 1"], "sum total_row plain")
    b.q("rel", "do people in wealthier countries live longer? take 2019", [f"SELECT GDP_pc a, Life_exp b FROM t WHERE \"Year\"=2019 AND {C}", f"SELECT corr(GDP_pc, Life_exp) r FROM t WHERE \"Year\"=2019 AND {C}"], "correlation total_row computed")
    b.q("trend", "growth of the world population over time", ["SELECT \"Year\" y, Pop n FROM t WHERE Entity='World'", "SELECT \"Year\" y, Pop/1e9 n FROM t WHERE Entity='World'", "SELECT y, n FROM (SELECT \"Year\" y, Pop*1.0/lag(Pop) OVER (ORDER BY \"Year\")-1 n FROM t WHERE Entity='World') WHERE n IS NOT NULL", "SELECT y, n FROM (SELECT \"Year\" y, Pop-lag(Pop) OVER (ORDER BY \"Year\") n FROM t WHERE Entity='World') WHERE n IS NOT NULL"], "total_row plain pct")
    b.q("cmp", "which country lowered its CO2 per person the most between 2005 and 2020",
        [f"SELECT Entity, max(CO2_pc_t) FILTER (\"Year\"=2020)-max(CO2_pc_t) FILTER (\"Year\"=2005) v FROM t WHERE {C} GROUP BY 1 ORDER BY 2", f"SELECT Entity, max(CO2_pc_t) FILTER (\"Year\"=2005)-max(CO2_pc_t) FILTER (\"Year\"=2020) v FROM t WHERE {C} GROUP BY 1 ORDER BY 2 DESC", f"SELECT Entity, max(CO2_pc_t) FILTER (\"Year\"=2020)/max(CO2_pc_t) FILTER (\"Year\"=2005)-1 v FROM t WHERE {C} GROUP BY 1 ORDER BY 2"], "change between superlative total_row computed na top=1")
    b.q("num", "what share of the world's emissions came from China in 2018", ["SELECT max(CO2_mt) FILTER (Entity='China')/max(CO2_mt) FILTER (Entity='World') s FROM t WHERE \"Year\"=2018", f"SELECT Entity, CO2_mt/sum(CO2_mt) OVER () s FROM t WHERE \"Year\"=2018 AND {C}", f"SELECT CASE WHEN Entity='China' THEN 'china' ELSE 'other|rest|not' END k, sum(CO2_mt)/sum(sum(CO2_mt)) OVER () s FROM t WHERE \"Year\"=2018 AND {C} GROUP BY 1"], "share total_row computed pct mark=number,table,bar,point,arc")
    b.q("trend", "people online in Nigeria and Vietnam, percent of the population since 2010", "SELECT \"Year\" y, Entity, Internet_pct v FROM t WHERE Entity IN ('Nigeria','Vietnam') AND \"Year\">=2010", "or since percent plain na")
    b.q("cmp", "countries where fewer than half of the people live in cities (2022)", [f"SELECT Entity, Urban_pct v FROM t WHERE \"Year\"=2022 AND Urban_pct<50 AND {C}", f"SELECT Entity FROM t WHERE \"Year\"=2022 AND Urban_pct<50 AND {C}"], "filter percent total_row plain na")
    b.q("cmp", "child mortality in 2000 and 2022, mean of the countries of each continent", f"SELECT Continent, \"Year\" y, avg(Child_mort_per_1k) v FROM t WHERE \"Year\" IN (2000,2022) AND {C} GROUP BY 1,2", "two mean total_row plain na")
    b.q("num", "how many countries have no GDP figure for 2022?", [f"SELECT count(*) n FROM t WHERE \"Year\"=2022 AND GDP_pc IS NULL AND {C}", f"SELECT Entity FROM t WHERE \"Year\"=2022 AND GDP_pc IS NULL AND {C}"], "missing total_row plain")
    b.q("cmp", "where did women have more children than the average country in 2010", [f"SELECT Entity, Fert_rate v FROM t WHERE \"Year\"=2010 AND {C} AND Fert_rate>(SELECT avg(Fert_rate) FROM t WHERE \"Year\"=2010 AND {C})", f"SELECT Entity FROM t WHERE \"Year\"=2010 AND {C} AND Fert_rate>(SELECT avg(Fert_rate) FROM t WHERE \"Year\"=2010 AND {C})", f"SELECT Entity, Fert_rate v FROM t WHERE \"Year\"=2010 AND {C} AND Fert_rate>(SELECT Fert_rate FROM t WHERE \"Year\"=2010 AND Entity='World')"], "above_avg total_row computed na")
    b.q("trend", "total economic output of Asia per year (GDP per head times people)", [f"SELECT \"Year\" y, sum(GDP_pc*Pop) n FROM t WHERE Continent='Asia' AND \"Year\"<2022 GROUP BY 1", "SELECT \"Year\" y, sum(GDP_pc*Pop) n FROM t WHERE Continent='Asia' GROUP BY 1", "SELECT \"Year\" y, GDP_pc*Pop n FROM t WHERE Entity='Asia'"], "product computed")
    b.q("cmp", "espérance de vie moyenne des pays de chaque continent en 2021", [f"SELECT Continent, avg(Life_exp) v FROM t WHERE \"Year\"=2021 AND {C} GROUP BY 1", f"SELECT Continent, sum(Life_exp*Pop)/sum(Pop) v FROM t WHERE \"Year\"=2021 AND {C} GROUP BY 1"], "fr mean total_row plain na")
    b.q("cmp", "welche drei Länder hatten 2022 die meisten Einwohner?", f"SELECT Entity, Pop n FROM t WHERE \"Year\"=2022 AND {C} ORDER BY 2 DESC", "de topn total_row plain top=3!")
    b.no("how happy are people in Norway", "missing_column")
    b.no("population of India in 1980", "missing_rows")
    b.either("which countries pollute the most? 2022", [f"SELECT Entity, CO2_mt v FROM t WHERE \"Year\"=2022 AND {C} ORDER BY 2 DESC", f"SELECT Entity, CO2_pc_t v FROM t WHERE \"Year\"=2022 AND {C} ORDER BY 2 DESC"])
    b.either("most developed country in 2021", [f"SELECT Entity, GDP_pc v FROM t WHERE \"Year\"=2021 AND {C} AND GDP_pc IS NOT NULL ORDER BY 2 DESC", f"SELECT Entity, Life_exp v FROM t WHERE \"Year\"=2021 AND {C} ORDER BY 2 DESC", f"SELECT Entity, Internet_pct v FROM t WHERE \"Year\"=2021 AND {C} ORDER BY 2 DESC"])
    b.either("which continent grows the fastest", [f"SELECT Continent, sum({m}) FILTER (\"Year\"={y})*1.0/sum({m}) FILTER (\"Year\"=2000)-1 v FROM t WHERE {C} GROUP BY 1 ORDER BY 2 DESC" for m, y in (("Pop", 2022), ("GDP_pc*Pop", 2021), ("CO2_mt", 2022))] + [f"SELECT Continent, sum(Pop) FILTER (\"Year\"=2022)-sum(Pop) FILTER (\"Year\"=2000) v FROM t WHERE {C} GROUP BY 1 ORDER BY 2 DESC", f"SELECT Continent, avg(GDP_pc) FILTER (\"Year\"=2021)/avg(GDP_pc) FILTER (\"Year\"=2000)-1 v FROM t WHERE {C} GROUP BY 1 ORDER BY 2 DESC"])
    b.talk(("cmp", "life expectancy of every country in 2020", f"SELECT Entity, Life_exp v FROM t WHERE \"Year\"=2020 AND {C}", "total_row na"),
           ("cmp", "Africa only", "SELECT Entity, Life_exp v FROM t WHERE \"Year\"=2020 AND Continent='Africa'", "filter na"),
           ("cmp", "and in 2000?", ["SELECT Entity, Life_exp v FROM t WHERE \"Year\"=2000 AND Continent='Africa'", "SELECT Entity, \"Year\" y, Life_exp v FROM t WHERE \"Year\" IN (2000,2020) AND Continent='Africa'"], "filter na"),
           ("cmp", "the lowest?", ["SELECT Entity, Life_exp v FROM t WHERE \"Year\"=2000 AND Continent='Africa' ORDER BY 2"], "superlative na top=1"))
    b.talk(("trend", "co2 of Poland over the years", ["SELECT \"Year\" y, CO2_mt v FROM t WHERE Entity='Poland'", "SELECT \"Year\" y, CO2_pc_t v FROM t WHERE Entity='Poland'"], "filter"),
           ("trend", "per person", "SELECT \"Year\" y, CO2_pc_t v FROM t WHERE Entity='Poland'", "measure na"),
           ("trend", "add Germany", "SELECT \"Year\" y, Entity, CO2_pc_t v FROM t WHERE Entity IN ('Poland','Germany')", "add na"))


def jobless(b):
    b.on("unemp_rate")
    YEARS = ", ".join(f'"{y}"' for y in range(2014, 2025))
    LONG = f"(SELECT sex, age, geo, geo_label, yr::int y, v FROM (UNPIVOT t ON {YEARS} INTO NAME yr VALUE v))"
    T, L = "sex='T' AND age='Y15-74'", "geo<>'EU27_2020'"
    b.q("trend", "unemployment in Spain over the years", f"SELECT y, v FROM {LONG} WHERE geo='ES' AND {T}", "wide code total_row computed na")
    b.q("cmp", "how many percent of young people under 25 were out of work in 2023, by country", [f"SELECT geo_label, \"2023\" v FROM t WHERE sex='T' AND age='Y15-24' AND {L}", "SELECT geo_label, \"2023\" v FROM t WHERE sex='T' AND age='Y15-24'"], "wide code total_row plain na")
    b.q("cmp", "country with the worst unemployment rate in 2014 (both sexes, 15 to 74)", f"SELECT geo_label, \"2014\" v FROM t WHERE {T} AND {L} ORDER BY 2 DESC", "wide superlative total_row plain na top=1")
    b.q("trend", "jobless men vs jobless women in Italy, everyone aged 15-74", f"SELECT y, sex, v FROM {LONG} WHERE geo='IT' AND age='Y15-74' AND sex IN ('M','F')", "wide code split computed na")
    b.q("cmp", "where did the overall rate drop the most from 2014 to 2023?", [f"SELECT geo_label, \"2023\"-\"2014\" v FROM t WHERE {T} AND {L} ORDER BY 2", f"SELECT geo_label, \"2014\"-\"2023\" v FROM t WHERE {T} AND {L} ORDER BY 2 DESC", f"SELECT geo_label, \"2023\"/\"2014\"-1 v FROM t WHERE {T} AND {L} ORDER BY 2"], "wide change superlative total_row computed na top=1")
    b.q("cmp", "by how many points was the youth rate (15-24) above the total rate (15-74) in 2022, per country", [f"SELECT geo_label, max(\"2022\") FILTER (age='Y15-24')-max(\"2022\") FILTER (age='Y15-74') v FROM t WHERE sex='T' AND {L} GROUP BY 1", "SELECT geo_label, max(\"2022\") FILTER (age='Y15-24')-max(\"2022\") FILTER (age='Y15-74') v FROM t WHERE sex='T' GROUP BY 1", f"SELECT geo_label, max(\"2022\") FILTER (age='Y15-24') a, max(\"2022\") FILTER (age='Y15-74') b FROM t WHERE sex='T' AND {L} GROUP BY 1"], "wide difference code computed na")
    b.q("num", "women 25 and older: mean rate across the countries in 2020", f"SELECT avg(\"2020\") v FROM t WHERE sex='F' AND age='Y25-74' AND {L}", "wide mean code total_row plain")
    b.q("cmp", "countries under 4 percent in 2019, total 15-74", [f"SELECT geo_label, \"2019\" v FROM t WHERE {T} AND \"2019\"<4 AND {L}", f"SELECT geo_label FROM t WHERE {T} AND \"2019\"<4 AND {L}"], "wide filter plain na")
    b.q("trend", "the European Union as a whole, unemployment rate by year", f"SELECT y, v FROM {LONG} WHERE geo='EU27_2020' AND {T}", "wide total_row computed na")
    b.q("cmp", "which countries were worse off than the EU in 2021", [f"SELECT geo_label, \"2021\" v FROM t WHERE {T} AND \"2021\">(SELECT \"2021\" FROM t WHERE {T} AND geo='EU27_2020') AND {L}", f"SELECT geo_label FROM t WHERE {T} AND \"2021\">(SELECT \"2021\" FROM t WHERE {T} AND geo='EU27_2020') AND {L}"], "wide above_avg compare_rows computed na")
    b.q("trend", "in what year was youth unemployment in Portugal at its lowest", f"SELECT y, v FROM {LONG} WHERE geo='PT' AND sex='T' AND age='Y15-24' ORDER BY 2", "wide superlative computed na top=1")
    b.q("num", "number of countries without a figure for 2024", ["SELECT count(DISTINCT geo) n FROM t WHERE \"2024\" IS NULL", "SELECT DISTINCT geo_label FROM t WHERE \"2024\" IS NULL", "SELECT DISTINCT geo FROM t WHERE \"2024\" IS NULL"], "wide missing distinct plain")
    b.q("trend", "tasa de paro de las mujeres jóvenes (15-24) en Grecia por año", f"SELECT y, v FROM {LONG} WHERE geo='EL' AND sex='F' AND age='Y15-24'", "es wide code computed na")
    b.q("mat", "heat map countries x years of the total rate", [f"SELECT geo_label, y, v FROM {LONG} WHERE {T} AND {L}", f"SELECT geo_label, y, v FROM {LONG} WHERE {T}", f"SELECT geo, y, v FROM {LONG} WHERE {T} AND {L}"], "wide heatmap computed")
    b.no("how many long-term unemployed people live in France", "missing_column")
    b.no("youth unemployment in Japan", "missing_rows")
    b.either("worst country for finding a job", [f"SELECT geo_label, \"2023\" v FROM t WHERE {T} AND {L} ORDER BY 2 DESC", f"SELECT geo_label, \"2024\" v FROM t WHERE {T} AND {L} AND \"2024\" IS NOT NULL ORDER BY 2 DESC", f"SELECT geo_label, \"2023\" v FROM t WHERE sex='T' AND age='Y15-24' AND {L} ORDER BY 2 DESC", f"SELECT geo_label, \"2024\" v FROM t WHERE sex='T' AND age='Y15-24' AND {L} AND \"2024\" IS NOT NULL ORDER BY 2 DESC", f"SELECT geo_label, avg(v) v FROM {LONG} WHERE {T} AND {L} GROUP BY 1 ORDER BY 2 DESC"])
    b.either("gap between men and women in 2023", [f"SELECT geo_label, max(\"2023\") FILTER (sex='F')-max(\"2023\") FILTER (sex='M') v FROM t WHERE age='{a}' AND {L} GROUP BY 1" for a in ("Y15-74", "Y15-24", "Y25-74")] + ["SELECT max(\"2023\") FILTER (sex='F')-max(\"2023\") FILTER (sex='M') v FROM t WHERE age='Y15-74' AND geo='EU27_2020'", f"SELECT sex, avg(\"2023\") v FROM t WHERE age='Y15-74' AND sex<>'T' AND {L} GROUP BY 1"])
    b.talk(("trend", "unemployment rate of Germany by year, total 15-74", f"SELECT y, v FROM {LONG} WHERE geo='DE' AND {T}", "wide na"),
           ("trend", "only since 2019", f"SELECT y, v FROM {LONG} WHERE geo='DE' AND {T} AND y>=2019", "since na"),
           ("trend", "and France?", [f"SELECT y, v FROM {LONG} WHERE geo='FR' AND {T} AND y>=2019", f"SELECT y, geo_label, v FROM {LONG} WHERE geo IN ('DE','FR') AND {T} AND y>=2019"], "filter na"),
           ("trend", "the young ones (15-24)", [f"SELECT y, v FROM {LONG} WHERE geo='FR' AND sex='T' AND age='Y15-24' AND y>=2019", f"SELECT y, geo_label, v FROM {LONG} WHERE geo IN ('DE','FR') AND sex='T' AND age='Y15-24' AND y>=2019"], "filter na"))
    b.talk(("cmp", "total rate 15-74 by country 2022", [f"SELECT geo_label, \"2022\" v FROM t WHERE {T} AND {L}", f"SELECT geo_label, \"2022\" v FROM t WHERE {T}"], "wide na"),
           ("cmp", "2023 as well", [f"SELECT geo_label, \"2022\" a, \"2023\" b FROM t WHERE {T} AND {L}", f"SELECT geo_label, \"2022\" a, \"2023\" b FROM t WHERE {T}", f"SELECT geo_label, y, v FROM {LONG} WHERE {T} AND {L} AND y IN (2022,2023)", f"SELECT geo_label, y, v FROM {LONG} WHERE {T} AND y IN (2022,2023)"], "add measures na"),
           ("cmp", "without Greece and Spain", [f"SELECT geo_label, \"2022\" a, \"2023\" b FROM t WHERE {T} AND {L} AND geo NOT IN ('EL','ES')", f"SELECT geo_label, \"2022\" a, \"2023\" b FROM t WHERE {T} AND geo NOT IN ('EL','ES')", f"SELECT geo_label, y, v FROM {LONG} WHERE {T} AND {L} AND y IN (2022,2023) AND geo NOT IN ('EL','ES')", f"SELECT geo_label, y, v FROM {LONG} WHERE {T} AND y IN (2022,2023) AND geo NOT IN ('EL','ES')"], "filter not na"))


def films(b):
    b.on("films")
    W = "ww_gross_mio"
    b.q("rows", "longest movie of them all", ["SELECT title, rt_min v FROM t WHERE rt_min=(SELECT max(rt_min) FROM t)", "SELECT title FROM t WHERE rt_min=(SELECT max(rt_min) FROM t)"], "superlative abbrev plain")
    b.q("cmp", "how long do films run, by genre", ["SELECT genre, avg(rt_min) v FROM t GROUP BY 1", "SELECT genre, median(rt_min) v FROM t GROUP BY 1"], "mean abbrev plain na")
    b.q("rel", "do more expensive movies get better reviews from the critics", ["SELECT budg_mio_usd a, crit_scr b FROM t WHERE budg_mio_usd IS NOT NULL AND crit_scr IS NOT NULL", "SELECT corr(budg_mio_usd, crit_scr) r FROM t"], "correlation computed")
    b.q("cmp", "10 movies that earned the most after taking off their budget, worldwide", f"SELECT title, {W}-budg_mio_usd v FROM t WHERE budg_mio_usd IS NOT NULL ORDER BY 2 DESC", "difference topn computed top=10!")
    b.q("trend", "releases per year, 2024 isnt over yet so skip it", "SELECT year(rel_dt) y, count(*) n FROM t WHERE year(rel_dt)<2024 GROUP BY 1", "incomplete count plain")
    b.q("cmp", "in which month of the year do most films come out?", "SELECT month(rel_dt) moy, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "moy superlative count plain top=1 mark=bar,line,area,point,table,number")
    b.q("cmp", "what share of each studio's movies are sequels", ["SELECT studio, avg(seq_fl) s FROM t GROUP BY 1", "SELECT studio, CASE WHEN seq_fl=1 THEN 'yes|1|true|sequel' ELSE 'no|0|false|original' END k, count(*)*1.0/sum(count(*)) OVER (PARTITION BY studio) s FROM t GROUP BY 1,2"], "flag share computed pct na")
    b.q("num", "how many films lost money, i.e. took less at the box office worldwide than they cost", f"SELECT count(*) n FROM t WHERE {W}<budg_mio_usd", "compare_columns count computed")
    b.q("mat", "genre by age rating (G to R) heat map with the number of films", "SELECT genre, mpaa, count(*) n FROM t GROUP BY 1,2", "heatmap ordinal plain mark=rect,table")
    b.q("cmp", "director whose films were nominated for the most oscars", "SELECT dir_nm, sum(osc_noms) n FROM t GROUP BY 1 ORDER BY 2 DESC", "superlative sum plain top=1")
    b.q("rows", "what did audiences like best in each genre? film and score", ["SELECT genre, title, aud_scr v FROM t QUALIFY rank() OVER (PARTITION BY genre ORDER BY aud_scr DESC)=1", "SELECT genre, title, aud_scr v FROM t QUALIFY row_number() OVER (PARTITION BY genre ORDER BY aud_scr DESC, n_votes DESC)=1"], "topn_group computed")
    b.q("rows", "R rated horror movies of under an hour and a half", ["SELECT title, rt_min v FROM t WHERE mpaa='R' AND genre='Horror' AND rt_min<90", "SELECT title FROM t WHERE mpaa='R' AND genre='Horror' AND rt_min<90"], "and unit filter plain")
    b.q("cmp", "return on investment by genre: global takings per dollar of budget", [f"SELECT genre, sum({W})/sum(budg_mio_usd) v FROM t WHERE budg_mio_usd IS NOT NULL GROUP BY 1", f"SELECT genre, avg({W}/budg_mio_usd) v FROM t WHERE budg_mio_usd IS NOT NULL GROUP BY 1", f"SELECT genre, median({W}/budg_mio_usd) v FROM t WHERE budg_mio_usd IS NOT NULL GROUP BY 1"], "ratio computed na")
    b.q("trend", "median budget per release year", ["SELECT year(rel_dt) y, median(budg_mio_usd) v FROM t GROUP BY 1", "SELECT year(rel_dt) y, median(budg_mio_usd) v FROM t WHERE year(rel_dt)<2024 GROUP BY 1"], "median plain na")
    b.q("part", "Anteil der Filme nach Originalsprache", "SELECT orig_lang, count(*)*1.0/sum(count(*)) OVER () s FROM t GROUP BY 1", "de share code computed pct mark=bar,arc,table,point")
    b.q("cmp", "combien de films de chaque studio ont été nommés au moins une fois aux oscars", "SELECT studio, count(*) n FROM t WHERE osc_noms>0 GROUP BY 1", "fr filter count plain")
    b.no("which actress played in the most films?", "missing_column")
    b.no("is it worth making another sequel", "opinion")
    b.no("how many people will go to the cinema in 2026", "forecast")
    b.either("best rated films", ["SELECT title, crit_scr v FROM t WHERE crit_scr IS NOT NULL ORDER BY 2 DESC", "SELECT title, aud_scr v FROM t ORDER BY 2 DESC"])
    b.either("which studio does best", [f"SELECT studio, sum({W}) v FROM t GROUP BY 1 ORDER BY 2 DESC", f"SELECT studio, avg({W}) v FROM t GROUP BY 1 ORDER BY 2 DESC", f"SELECT studio, sum({W}-budg_mio_usd) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT studio, avg(crit_scr) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT studio, avg(aud_scr) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT studio, sum(osc_wins) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT studio, sum(dom_gross_mio) v FROM t GROUP BY 1 ORDER BY 2 DESC"])
    b.talk(("cmp", "worldwide box office by studio", f"SELECT studio, sum({W}) n FROM t GROUP BY 1", "sum"),
           ("cmp", "only horror", f"SELECT studio, sum({W}) n FROM t WHERE genre='Horror' GROUP BY 1", "filter"),
           ("cmp", "the average per film instead", f"SELECT studio, avg({W}) n FROM t WHERE genre='Horror' GROUP BY 1", "measure"),
           ("cmp", "and the lowest?", f"SELECT studio, avg({W}) n FROM t WHERE genre='Horror' GROUP BY 1 ORDER BY 2", "superlative top=1"))
    b.talk(("cmp", "number of films per genre", "SELECT genre, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "without documentaries", "SELECT genre, count(*) n FROM t WHERE genre<>'Documentary' GROUP BY 1", "not"),
           ("cmp", "as a share", "SELECT genre, count(*)*1.0/sum(count(*)) OVER () n FROM t WHERE genre<>'Documentary' GROUP BY 1", "share pct"),
           ("trend", "over time", ["SELECT year(rel_dt) y, genre, count(*)*1.0/sum(count(*)) OVER (PARTITION BY year(rel_dt)) n FROM t WHERE genre<>'Documentary' GROUP BY 1,2", "SELECT year(rel_dt) y, genre, count(*)*1.0/sum(count(*)) OVER () n FROM t WHERE genre<>'Documentary' GROUP BY 1,2", "SELECT year(rel_dt) y, genre, count(*) n FROM t WHERE genre<>'Documentary' GROUP BY 1,2"], "split share pct"))


def bikes(b):
    b.on("trips", "stations", "daily_wx")
    A, Z, W = "trips JOIN stations s ON start_stn=s.stn_id", "trips JOIN stations e ON end_stn=e.stn_id", "JOIN daily_wx ON obs_dt=start_ts::date"
    DAY = "(SELECT obs_dt, tmax_c, tmin_c, prcp_mm, count(ride_id) n FROM daily_wx LEFT JOIN trips ON obs_dt=start_ts::date GROUP BY ALL)"
    b.q("trend", "rides per month, don't show the unfinished february 2025", "SELECT date_trunc('month', start_ts) d, count(*) n FROM trips WHERE start_ts<'2025-02-01' GROUP BY 1", "incomplete count plain")
    b.q("cmp", "at which time of day do people ride? count for each hour", "SELECT hour(start_ts) hr, count(*) n FROM trips GROUP BY 1", "hour count plain mark=bar,line,area,point,table")
    b.q("cmp", "how many minutes do members ride on average, and casual users?", ["SELECT usr_typ, avg(dur_sec)/60 v FROM trips GROUP BY 1"], "unit mean computed na")
    b.q("cmp", "five busiest places to start a ride, by name", f"SELECT stn_nm, count(*) n FROM {A} GROUP BY 1 ORDER BY 2 DESC", "join topn count plain top=5!")
    b.q("num", "how many rides came back to the same station they left from", "SELECT count(*) n FROM trips WHERE start_stn=end_stn", "compare_columns count computed")
    b.q("num", "what percentage of the rides stays in one neighbourhood (start and end)", ["SELECT avg((s.nbhd=e.nbhd)::int) v FROM trips JOIN stations s ON start_stn=s.stn_id JOIN stations e ON end_stn=e.stn_id", "SELECT count(*) FILTER (s.nbhd=e.nbhd)*1.0/count(*) v FROM trips JOIN stations s ON start_stn=s.stn_id LEFT JOIN stations e ON end_stn=e.stn_id", "SELECT CASE WHEN s.nbhd=e.nbhd THEN 'yes|same|true|1' ELSE 'no|other|different|false|0' END k, count(*)*1.0/sum(count(*)) OVER () v FROM trips JOIN stations s ON start_stn=s.stn_id JOIN stations e ON end_stn=e.stn_id GROUP BY 1"], "join compare_columns share computed pct mark=number,table,bar,point,arc")
    b.q("cmp", "rides on days with rain and on dry days",
        [f"SELECT CASE WHEN prcp_mm>0 THEN 'wet|rain|yes|1' ELSE 'dry|no|without|0' END k, count(*) n FROM trips {W} GROUP BY 1", f"SELECT CASE WHEN prcp_mm>0 THEN 'wet|rain|yes|1' ELSE 'dry|no|without|0' END k, avg(n) n FROM {DAY} GROUP BY 1"], "join bins computed")
    b.q("rel", "do people ride more when it's warm? one dot per day", [f"SELECT tmax_c a, n b FROM {DAY}", f"SELECT tmax_c a, n b FROM {DAY} WHERE n>0", f"SELECT tmin_c a, n b FROM {DAY}", f"SELECT tmin_c a, n b FROM {DAY} WHERE n>0", f"SELECT corr(tmax_c, n) r FROM {DAY}", f"SELECT (tmax_c+tmin_c)/2 a, n b FROM {DAY}"], "join correlation nested computed")
    b.q("cmp", "proportion of e-bike trips for members vs casuals", ["SELECT usr_typ, avg((bike_typ='ebike')::int) s FROM trips GROUP BY 1", "SELECT usr_typ, bike_typ, count(*)*1.0/sum(count(*)) OVER (PARTITION BY usr_typ) s FROM trips GROUP BY 1,2"], "share computed pct na")
    b.q("cmp", "trips by day of the week", "SELECT isodow(start_ts) wd, count(*) n FROM trips GROUP BY 1", "weekday count plain mark=bar,line,area,point,table,arc")
    b.q("rows", "which stations with more than 20 docks were put up after 2020", ["SELECT stn_nm, inst_dt, docks_n v FROM stations WHERE docks_n>20 AND inst_dt>='2021-01-01'", "SELECT stn_nm FROM stations WHERE docks_n>20 AND inst_dt>='2021-01-01'", "SELECT stn_nm, docks_n v FROM stations WHERE docks_n>20 AND inst_dt>='2021-01-01'"], "and since plain")
    b.q("trend", "how warm does it get in each month of 2024 (average daily high)", "SELECT date_trunc('month', obs_dt) d, avg(tmax_c) v FROM daily_wx WHERE year(obs_dt)=2024 GROUP BY 1", "mean plain na")
    b.q("num", "trips that took longer than half an hour", "SELECT count(*) n FROM trips WHERE dur_sec>1800", "unit filter count computed")
    b.q("cmp", "median distance by the neighbourhood where the ride starts", f"SELECT nbhd, median(dist_km) v FROM {A} GROUP BY 1", "join median plain na")
    b.q("cmp", "docks per neighborhood, share of all docks", "SELECT nbhd, sum(docks_n)*1.0/sum(sum(docks_n)) OVER () s FROM stations GROUP BY 1", "share sum computed pct")
    b.q("cmp", "Wie viele Fahrten gab es im Juli 2024 nach Nutzertyp", "SELECT usr_typ, count(*) n FROM trips WHERE date_trunc('month', start_ts)='2024-07-01' GROUP BY 1", "de filter count plain")
    b.q("cmp", "durée médiane des trajets par type de vélo, en minutes", "SELECT bike_typ, median(dur_sec)/60 v FROM trips GROUP BY 1", "fr unit median computed na")
    b.no("how much money did the casual riders bring in", "missing_column")
    b.no("rides in the summer of 2021", "missing_rows")
    b.either("most popular stations", [f"SELECT stn_nm, count(*) n FROM {A} GROUP BY 1 ORDER BY 2 DESC", f"SELECT stn_nm, count(*) n FROM {Z} GROUP BY 1 ORDER BY 2 DESC", "SELECT stn_nm, count(*) n FROM stations JOIN trips ON stn_id IN (start_stn, end_stn) GROUP BY 1 ORDER BY 2 DESC"])
    b.either("temperature by month in 2024", [f"SELECT date_trunc('month', obs_dt) d, {m} v FROM daily_wx WHERE year(obs_dt)=2024 GROUP BY 1" for m in ("avg(tmax_c)", "avg(tmin_c)", "max(tmax_c)", "min(tmin_c)", "avg((tmin_c+tmax_c)/2)")] + ["SELECT date_trunc('month', obs_dt) d, avg(tmin_c) a, avg(tmax_c) b FROM daily_wx WHERE year(obs_dt)=2024 GROUP BY 1"])
    b.either("how long are the rides on each type of bike", ["SELECT bike_typ, avg(dur_sec) v FROM trips GROUP BY 1", "SELECT bike_typ, avg(dist_km) v FROM trips GROUP BY 1", "SELECT bike_typ, median(dur_sec) v FROM trips GROUP BY 1", "SELECT bike_typ, median(dist_km) v FROM trips GROUP BY 1", "SELECT bike_typ, avg(dur_sec)/60 v FROM trips GROUP BY 1"])
    b.talk(("cmp", "rides by user type", "SELECT usr_typ, count(*) n FROM trips GROUP BY 1", "count"),
           ("trend", "per month", "SELECT date_trunc('month', start_ts) d, usr_typ, count(*) n FROM trips GROUP BY 1,2", "split"),
           ("trend", "only ebikes", "SELECT date_trunc('month', start_ts) d, usr_typ, count(*) n FROM trips WHERE bike_typ='ebike' GROUP BY 1,2", "filter"),
           ("trend", "without 2025", "SELECT date_trunc('month', start_ts) d, usr_typ, count(*) n FROM trips WHERE bike_typ='ebike' AND year(start_ts)=2024 GROUP BY 1,2", "filter"))
    b.talk(("cmp", "number of trips by neighbourhood of the start station", f"SELECT nbhd, count(*) n FROM {A} GROUP BY 1", "join count"),
           ("cmp", "where they end instead", f"SELECT nbhd, count(*) n FROM {Z} GROUP BY 1", "join dimension"),
           ("cmp", "as a share", f"SELECT nbhd, count(*)*1.0/sum(count(*)) OVER () n FROM {Z} GROUP BY 1", "share pct"))


def cars(b):
    b.on("car_models")
    b.q("cmp", "which brand builds the heaviest cars", ["SELECT mfr, avg(curb_wt_kg) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT mfr, max(curb_wt_kg) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT mfr, median(curb_wt_kg) v FROM t GROUP BY 1 ORDER BY 2 DESC"], "superlative abbrev mean plain na top=1")
    b.q("rel", "do heavier cars drink more in the city", ["SELECT curb_wt_kg a, cons_city_l100km b FROM t WHERE cons_city_l100km IS NOT NULL", "SELECT corr(curb_wt_kg, cons_city_l100km) r FROM t"], "correlation abbrev computed")
    b.q("cmp", "how strong are the engines on average, by fuel (hp)", "SELECT fuel, avg(pwr_hp) v FROM t GROUP BY 1", "mean abbrev plain na")
    b.q("num", "how much more do electric cars cost than petrol ones on average", ["SELECT avg(msrp_eur) FILTER (fuel='electric')-avg(msrp_eur) FILTER (fuel='petrol') v FROM t", "SELECT fuel, avg(msrp_eur) v FROM t WHERE fuel IN ('electric','petrol') GROUP BY 1", "SELECT fuel_cd, avg(msrp_eur) v FROM t WHERE fuel_cd IN ('E','P') GROUP BY 1", "SELECT avg(msrp_eur) FILTER (fuel='electric')/avg(msrp_eur) FILTER (fuel='petrol')-1 v FROM t"], "difference computed")
    b.q("rows", "cheapest car with five crash test stars", ["SELECT mfr, mdl, msrp_eur v FROM t WHERE ncap_stars=5 AND msrp_eur=(SELECT min(msrp_eur) FROM t WHERE ncap_stars=5)", "SELECT mdl, msrp_eur v FROM t WHERE ncap_stars=5 AND msrp_eur=(SELECT min(msrp_eur) FROM t WHERE ncap_stars=5)", "SELECT mfr, mdl FROM t WHERE ncap_stars=5 AND msrp_eur=(SELECT min(msrp_eur) FROM t WHERE ncap_stars=5)"], "superlative filter currency plain")
    b.q("rows", "models that get further than 550 km on one charge", ["SELECT mdl, rng_km v FROM t WHERE rng_km>550", "SELECT mfr, mdl FROM t WHERE rng_km>550", "SELECT mdl FROM t WHERE rng_km>550"], "unit filter abbrev plain")
    b.q("dist", "price distribution of the SUVs", "SELECT msrp_eur v FROM t WHERE body='SUV'", "dist filter currency plain")
    b.q("trend", "percentage of electric models among the models of each year", ["SELECT mdl_yr AS y, avg((fuel='electric')::int) s FROM t GROUP BY 1", "SELECT mdl_yr AS y, fuel, count(*)*1.0/sum(count(*)) OVER (PARTITION BY mdl_yr) s FROM t GROUP BY 1,2"], "share computed pct")
    b.q("cmp", "horsepower per ton of weight by manufacturer, best first", ["SELECT mfr, avg(pwr_hp*1000.0/curb_wt_kg) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT mfr, sum(pwr_hp)*1000.0/sum(curb_wt_kg) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT mfr, avg(pwr_hp*1.0/curb_wt_kg) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT mfr, sum(pwr_hp)*1.0/sum(curb_wt_kg) v FROM t GROUP BY 1 ORDER BY 2 DESC"], "ratio per computed na")
    b.q("cmp", "median price for each country of origin", "SELECT orig_cd, median(msrp_eur) v FROM t GROUP BY 1", "median currency plain na")
    b.q("num", "how many cars have both all wheel drive and at least 7 seats", "SELECT count(*) n FROM t WHERE drv='AWD' AND seats>=7", "and code count plain")
    b.q("trend", "did the CO2 of petrol cars go down over the model years? average", "SELECT mdl_yr AS y, avg(co2_gkm) v FROM t WHERE fuel='petrol' GROUP BY 1", "filter mean plain na")
    b.q("mat", "body style against drive type, how many models, as a heat map", "SELECT body, drv, count(*) n FROM t GROUP BY 1,2", "heatmap plain mark=rect,table")
    b.q("num", "price that 90 % of the cars stay under", "SELECT quantile_cont(msrp_eur, 0.9) v FROM t", "percentile computed")
    b.q("rows", "quickest car to 100 km/h of every body style", ["SELECT body, mdl, acc_0_100_s v FROM t QUALIFY rank() OVER (PARTITION BY body ORDER BY acc_0_100_s)=1", "SELECT body, mfr, acc_0_100_s v FROM t QUALIFY rank() OVER (PARTITION BY body ORDER BY acc_0_100_s)=1"], "topn_group abbrev computed")
    b.q("cmp", "how many cars have not been crash tested (no stars), per manufacturer", "SELECT mfr, count(*) n FROM t WHERE ncap_stars IS NULL GROUP BY 1", "missing count plain")
    b.q("cmp", "Durchschnittspreis je Karosserieform, ohne Elektroautos", "SELECT body, avg(msrp_eur) v FROM t WHERE fuel<>'electric' GROUP BY 1", "de not mean currency plain na")
    b.no("how many of each model were sold", "missing_column")
    b.no("average price of the chinese cars", "missing_rows")
    b.no("¿qué coche debería comprar?", "opinion", "es")
    b.either("fastest cars", ["SELECT mdl, vmax_kmh v FROM t ORDER BY 2 DESC", "SELECT mdl, acc_0_100_s v FROM t ORDER BY 2"])
    b.either("consumption by fuel type", ["SELECT fuel, avg(cons_city_l100km) v FROM t WHERE cons_city_l100km IS NOT NULL GROUP BY 1", "SELECT fuel, avg(cons_hwy_l100km) v FROM t WHERE cons_city_l100km IS NOT NULL GROUP BY 1", "SELECT fuel, avg(cons_city_l100km) a, avg(cons_hwy_l100km) b FROM t WHERE cons_city_l100km IS NOT NULL GROUP BY 1"])
    b.talk(("cmp", "average price by body style", "SELECT body, avg(msrp_eur) v FROM t GROUP BY 1", "mean currency na"),
           ("cmp", "just the electric ones", "SELECT body, avg(msrp_eur) v FROM t WHERE fuel='electric' GROUP BY 1", "filter na"),
           ("cmp", "and the cheapest?", ["SELECT body, avg(msrp_eur) v FROM t WHERE fuel='electric' GROUP BY 1 ORDER BY 2", "SELECT body, min(msrp_eur) v FROM t WHERE fuel='electric' GROUP BY 1 ORDER BY 2", "SELECT mdl, msrp_eur v FROM t WHERE fuel='electric' ORDER BY 2"], "superlative na top=1"))
    b.talk(("trend", "number of models by model year", "SELECT mdl_yr AS y, count(*) n FROM t GROUP BY 1", "count"),
           ("trend", "split by fuel", "SELECT mdl_yr AS y, fuel, count(*) n FROM t GROUP BY 1,2", "split"),
           ("trend", "without hybrids", "SELECT mdl_yr AS y, fuel, count(*) n FROM t WHERE fuel<>'hybrid' GROUP BY 1,2", "not"),
           ("trend", "as shares of each year", "SELECT mdl_yr AS y, fuel, count(*)*1.0/sum(count(*)) OVER (PARTITION BY mdl_yr) n FROM t WHERE fuel<>'hybrid' GROUP BY 1,2", "share pct"))


def offences(b):
    b.on("police_offences")
    N = "lvl='area'"
    KINDS = "off_viol, off_burg, off_theft, off_veh, off_drug, off_fraud"
    QTR = "right(qtr_cd, 1)::int"
    b.q("trend", "all recorded crimes per year without the unfinished 2024", f"SELECT yr AS y, sum(off_tot) n FROM t WHERE yr<2024 AND {N} GROUP BY 1", "incomplete sum total_row plain")
    b.q("cmp", "where were the most break-ins per 1000 inhabitants in 2023", [f"SELECT area_nm, sum(off_burg)/avg(pop_k) v FROM t WHERE yr=2023 AND {N} GROUP BY 1 ORDER BY 2 DESC", f"SELECT area_nm, sum(off_burg)/sum(pop_k) v FROM t WHERE yr=2023 AND {N} GROUP BY 1 ORDER BY 2 DESC"], "ratio per superlative total_row computed na top=1")
    b.q("part", "make-up of the crimes of 2023 by kind of offence, whole force", [f"SELECT kind, v*1.0/sum(v) OVER () s FROM (UNPIVOT (SELECT {', '.join(f'sum({x.strip()}) {x.strip()}' for x in KINDS.split(','))} FROM t WHERE yr=2023 AND {N}) ON COLUMNS(*) INTO NAME kind VALUE v)", f"SELECT kind, v FROM (UNPIVOT (SELECT {', '.join(f'sum({x.strip()}) {x.strip()}' for x in KINDS.split(','))} FROM t WHERE yr=2023 AND {N}) ON COLUMNS(*) INTO NAME kind VALUE v)"], "wide share total_row computed pct")
    b.q("trend", "car crime in Castleton quarter by quarter", f"SELECT yr AS y, {QTR} qtr, off_veh n FROM t WHERE area_nm='Castleton'", "quarter filter abbrev plain")
    b.q("cmp", "by how much did burglary fall in each area between 2018 and 2023", [f"SELECT area_nm, sum(off_burg) FILTER (yr=2023)-sum(off_burg) FILTER (yr=2018) v FROM t WHERE {N} GROUP BY 1", f"SELECT area_nm, sum(off_burg) FILTER (yr=2018)-sum(off_burg) FILTER (yr=2023) v FROM t WHERE {N} GROUP BY 1", f"SELECT area_nm, sum(off_burg) FILTER (yr=2023)*1.0/sum(off_burg) FILTER (yr=2018)-1 v FROM t WHERE {N} GROUP BY 1", f"SELECT area_nm, yr AS y, sum(off_burg) v FROM t WHERE yr IN (2018,2023) AND {N} GROUP BY 1,2"], "change between total_row computed pct na")
    b.q("cmp", "areas that solve a larger share of crimes than the average area (2022)", [f"SELECT area_nm, avg(det_rt_pct) v FROM t WHERE yr=2022 AND {N} GROUP BY 1 HAVING avg(det_rt_pct)>(SELECT avg(det_rt_pct) FROM t WHERE yr=2022 AND {N})", f"SELECT area_nm FROM t WHERE yr=2022 AND {N} GROUP BY 1 HAVING avg(det_rt_pct)>(SELECT avg(det_rt_pct) FROM t WHERE yr=2022 AND {N})", "SELECT area_nm, avg(det_rt_pct) v FROM t WHERE yr=2022 AND lvl='area' GROUP BY 1 HAVING avg(det_rt_pct)>(SELECT avg(det_rt_pct) FROM t WHERE yr=2022 AND lvl='total')"], "above_avg percent_sign total_row computed pct na")
    b.q("cmp", "in what quarter of the year do the most thefts happen, full years only", [f"SELECT {QTR} qtr, sum(off_theft) n FROM t WHERE yr<2024 AND {N} GROUP BY 1 ORDER BY 2 DESC", f"SELECT {QTR} qtr, avg(off_theft) n FROM t WHERE yr<2024 AND {N} GROUP BY 1 ORDER BY 2 DESC"], "superlative incomplete total_row plain top=1")
    b.q("num", "what fraction of the offences in Fulmar Bay in 2021 were drug offences", "SELECT sum(off_drug)*1.0/sum(off_tot) s FROM t WHERE area_nm='Fulmar Bay' AND yr=2021", "ratio share filter computed pct")
    b.q("cmp", "crimes per police officer in 2023, by area", [f"SELECT area_nm, sum(off_tot)/avg(offcr_fte) v FROM t WHERE yr=2023 AND {N} GROUP BY 1", f"SELECT area_nm, sum(off_tot)/sum(offcr_fte) v FROM t WHERE yr=2023 AND {N} GROUP BY 1", f"SELECT area_nm, avg(off_tot/offcr_fte) v FROM t WHERE yr=2023 AND {N} GROUP BY 1"], "ratio per total_row computed na")
    b.q("cmp", "how many quarters have no fraud number, per area", ["SELECT area_nm, count(*) n FROM t WHERE off_fraud IS NULL GROUP BY 1", f"SELECT area_nm, count(*) FILTER (off_fraud IS NULL) n FROM t WHERE {N} GROUP BY 1", "SELECT area_nm, count(*) FILTER (off_fraud IS NULL) n FROM t GROUP BY 1"], "missing count plain")
    b.q("trend", "fraud and burglary per year in one chart, up to 2023", f"SELECT yr AS y, sum(off_fraud) a, sum(off_burg) b FROM t WHERE yr<2024 AND {N} GROUP BY 1", "measures incomplete total_row plain")
    b.q("trend", "year with the most violence in Hollins (2024 not complete, ignore)", "SELECT yr AS y, sum(off_viol) n FROM t WHERE area_nm='Hollins' AND yr<2024 GROUP BY 1 ORDER BY 2 DESC", "superlative incomplete filter plain top=1")
    b.q("cmp", "standard deviation of the quarterly theft numbers in every area", [f"SELECT area_nm, stddev_samp(off_theft) v FROM t WHERE {N} GROUP BY 1"], "std total_row computed na")
    b.q("rel", "do areas with more officers have more offences? third quarter of 2024", [f"SELECT offcr_fte a, off_tot b FROM t WHERE yr=2024 AND qtr_cd='Q3' AND {N}", f"SELECT corr(offcr_fte, off_tot) r FROM t WHERE yr=2024 AND qtr_cd='Q3' AND {N}"], "correlation filter total_row computed")
    b.q("cmp", "Einbrüche je Gebiet im Jahr 2023", f"SELECT area_nm, sum(off_burg) n FROM t WHERE yr=2023 AND {N} GROUP BY 1", "de sum total_row plain")
    b.q("trend", "delitos de drogas por año en Gresham, sin 2024", "SELECT yr AS y, sum(off_drug) n FROM t WHERE area_nm='Gresham' AND yr<2024 GROUP BY 1", "es filter incomplete plain")
    b.no("how many of the victims were women", "missing_column")
    b.no("warum gibt es immer mehr Betrug", "cause", "de")
    b.no("burglaries in 2012", "missing_rows")
    b.either("most dangerous area in 2023", [f"SELECT area_nm, {m} v FROM t WHERE yr=2023 AND {N} GROUP BY 1 ORDER BY 2 DESC" for m in ("sum(off_tot)", "sum(off_tot)/avg(pop_k)", "sum(off_viol)", "sum(off_viol)/avg(pop_k)")])
    b.either("how much did crime change from 2022 to 2023", [f"SELECT sum(off_tot) FILTER (yr=2023)-sum(off_tot) FILTER (yr=2022) v FROM t WHERE {N}", f"SELECT sum(off_tot) FILTER (yr=2023)*1.0/sum(off_tot) FILTER (yr=2022)-1 v FROM t WHERE {N}", f"SELECT area_nm, sum(off_tot) FILTER (yr=2023)-sum(off_tot) FILTER (yr=2022) v FROM t WHERE {N} GROUP BY 1", f"SELECT area_nm, sum(off_tot) FILTER (yr=2023)*1.0/sum(off_tot) FILTER (yr=2022)-1 v FROM t WHERE {N} GROUP BY 1", f"SELECT yr AS y, sum(off_tot) v FROM t WHERE yr IN (2022,2023) AND {N} GROUP BY 1"])
    b.talk(("cmp", "burglaries by area in 2022", f"SELECT area_nm, sum(off_burg) n FROM t WHERE yr=2022 AND {N} GROUP BY 1", "sum total_row"),
           ("cmp", "per 1000 people", [f"SELECT area_nm, sum(off_burg)/avg(pop_k) n FROM t WHERE yr=2022 AND {N} GROUP BY 1", f"SELECT area_nm, sum(off_burg)/sum(pop_k) n FROM t WHERE yr=2022 AND {N} GROUP BY 1"], "per na"),
           ("cmp", "and vehicle crime?", [f"SELECT area_nm, sum({m})/{f}(pop_k) n FROM t WHERE yr=2022 AND {N} GROUP BY 1" for m in ("off_veh",) for f in ("avg", "sum")] + [f"SELECT area_nm, sum(off_burg)/{f}(pop_k) a, sum(off_veh)/{f}(pop_k) b FROM t WHERE yr=2022 AND {N} GROUP BY 1" for f in ("avg", "sum")], "measure na"),
           ("cmp", "without Castleton", [f"SELECT area_nm, sum({m})/{f}(pop_k) n FROM t WHERE yr=2022 AND area_nm<>'Castleton' AND {N} GROUP BY 1" for m in ("off_veh",) for f in ("avg", "sum")] + [f"SELECT area_nm, sum(off_burg)/{f}(pop_k) a, sum(off_veh)/{f}(pop_k) b FROM t WHERE yr=2022 AND area_nm<>'Castleton' AND {N} GROUP BY 1" for f in ("avg", "sum")], "not na"))
    b.talk(("trend", "thefts in Ashmere per year", ["SELECT yr AS y, sum(off_theft) n FROM t WHERE area_nm='Ashmere' GROUP BY 1", "SELECT yr AS y, sum(off_theft) n FROM t WHERE area_nm='Ashmere' AND yr<2024 GROUP BY 1"], "filter"),
           ("trend", "by quarter instead", [f"SELECT yr AS y, {QTR} qtr, off_theft n FROM t WHERE area_nm='Ashmere'", f"SELECT yr AS y, {QTR} qtr, off_theft n FROM t WHERE area_nm='Ashmere' AND yr<2024", f"SELECT {QTR} qtr, sum(off_theft) n FROM t WHERE area_nm='Ashmere' GROUP BY 1"], "quarter"),
           ("trend", "only 2020", [f"SELECT {QTR} qtr, sum(off_theft) n FROM t WHERE area_nm='Ashmere' AND yr=2020 GROUP BY 1"], "filter"))
