"""Practised questions about the tables of `tables_public.py`; see README.md for the format."""


def write(b):
    for topic in (seabirds, nations, jobless, films, schools):
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
    b.no("how happy are people in Norway", "missing_column")
    b.no("population of India in 1980", "missing_rows")
    b.either("which countries pollute the most? 2022", [f"SELECT Entity, CO2_mt v FROM t WHERE \"Year\"=2022 AND {C} ORDER BY 2 DESC", f"SELECT Entity, CO2_pc_t v FROM t WHERE \"Year\"=2022 AND {C} ORDER BY 2 DESC", f"SELECT Entity, CO2_mt v FROM t WHERE \"Year\"=2022 AND {C} ORDER BY 2 DESC LIMIT 10", f"SELECT Entity, CO2_pc_t v FROM t WHERE \"Year\"=2022 AND {C} ORDER BY 2 DESC LIMIT 10", f"SELECT Entity, CO2_mt v FROM t WHERE \"Year\"=2022 AND {C} ORDER BY 2 DESC LIMIT 5", f"SELECT Entity, CO2_pc_t v FROM t WHERE \"Year\"=2022 AND {C} ORDER BY 2 DESC LIMIT 5"])
    b.either("most developed country in 2021", [f"SELECT Entity, GDP_pc v FROM t WHERE \"Year\"=2021 AND {C} AND GDP_pc IS NOT NULL ORDER BY 2 DESC", f"SELECT Entity, Life_exp v FROM t WHERE \"Year\"=2021 AND {C} ORDER BY 2 DESC", f"SELECT Entity, Internet_pct v FROM t WHERE \"Year\"=2021 AND {C} ORDER BY 2 DESC"] + [f"SELECT Entity, {m} v FROM t WHERE \"Year\"=2021 AND {C} AND {m} IS NOT NULL ORDER BY 2 DESC LIMIT 1" for m in ("GDP_pc", "Life_exp", "Internet_pct")])
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
    b.no("which actress played in the most films?", "missing_column")
    b.no("is it worth making another sequel", "opinion")
    b.no("how many people will go to the cinema in 2026", "forecast")
    b.either("best rated films", ["SELECT title, crit_scr v FROM t WHERE crit_scr IS NOT NULL ORDER BY 2 DESC LIMIT 10", "SELECT title, aud_scr v FROM t ORDER BY 2 DESC LIMIT 10", "SELECT title, crit_scr v FROM t WHERE crit_scr IS NOT NULL ORDER BY 2 DESC", "SELECT title, aud_scr v FROM t ORDER BY 2 DESC"])
    b.either("which studio does best", [f"SELECT studio, sum({W}) v FROM t GROUP BY 1 ORDER BY 2 DESC", f"SELECT studio, avg({W}) v FROM t GROUP BY 1 ORDER BY 2 DESC", f"SELECT studio, sum({W}-budg_mio_usd) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT studio, avg(crit_scr) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT studio, avg(aud_scr) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT studio, sum(osc_wins) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT studio, sum(dom_gross_mio) v FROM t GROUP BY 1 ORDER BY 2 DESC"])
    b.talk(("cmp", "worldwide box office by studio", f"SELECT studio, sum({W}) n FROM t GROUP BY 1", "sum"),
           ("cmp", "only horror", f"SELECT studio, sum({W}) n FROM t WHERE genre='Horror' GROUP BY 1", "filter"),
           ("cmp", "the average per film instead", f"SELECT studio, avg({W}) n FROM t WHERE genre='Horror' GROUP BY 1", "measure"),
           ("cmp", "and the lowest?", f"SELECT studio, avg({W}) n FROM t WHERE genre='Horror' GROUP BY 1 ORDER BY 2", "superlative top=1"))
    b.talk(("cmp", "number of films per genre", "SELECT genre, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "without documentaries", "SELECT genre, count(*) n FROM t WHERE genre<>'Documentary' GROUP BY 1", "not"),
           ("cmp", "as a share", "SELECT genre, count(*)*1.0/sum(count(*)) OVER () n FROM t WHERE genre<>'Documentary' GROUP BY 1", "share pct"),
           ("trend", "over time", ["SELECT year(rel_dt) y, genre, count(*)*1.0/sum(count(*)) OVER (PARTITION BY year(rel_dt)) n FROM t WHERE genre<>'Documentary' GROUP BY 1,2", "SELECT year(rel_dt) y, genre, count(*)*1.0/sum(count(*)) OVER () n FROM t WHERE genre<>'Documentary' GROUP BY 1,2", "SELECT year(rel_dt) y, genre, count(*) n FROM t WHERE genre<>'Documentary' GROUP BY 1,2"], "split share pct"))


def schools(b):
    b.on("exam_results", "schools", "districts")
    E, S, D = "exam_results e", "JOIN schools s USING (sch_id)", "JOIN districts d USING (dist_cd)"
    ALL = "subgrp='All students'"
    b.q("cmp", "how many kids go to school in each district? use the district names", f"SELECT dist_nm, sum(enrl) n FROM schools s {D} GROUP BY 1", "join sum abbrev plain")
    b.q("cmp", "pupils per teacher for elementary, middle and high schools", ["SELECT lvl, sum(enrl)/sum(tch_fte) v FROM schools GROUP BY 1", "SELECT lvl, avg(enrl/tch_fte) v FROM schools GROUP BY 1"], "ratio per computed na")
    b.q("cmp", "which district spends the most on every pupil", ["SELECT dist_nm, spend_pp_usd v FROM districts ORDER BY 2 DESC", "SELECT dist_cd, spend_pp_usd v FROM districts ORDER BY 2 DESC"], "superlative abbrev plain na top=1")
    b.q("cmp", "share of students proficient in math by district in 2023-24 (all students)", [f"SELECT dist_nm, sum(n_prof)*1.0/sum(n_tested) s FROM {E} {S} {D} WHERE subj='Math' AND sch_yr='2023-24' AND {ALL} GROUP BY 1", f"SELECT dist_nm, avg(prof_pct)/100 s FROM {E} {S} {D} WHERE subj='Math' AND sch_yr='2023-24' AND {ALL} GROUP BY 1"], "join ratio total_row filter computed pct na")
    b.q("rel", "do schools with more free-lunch kids do worse in ELA? all students, 2023-24", [f"SELECT frl_pct a, prof_pct b FROM {E} {S} WHERE subj='ELA' AND sch_yr='2023-24' AND {ALL}", f"SELECT corr(frl_pct, prof_pct) r FROM {E} {S} WHERE subj='ELA' AND sch_yr='2023-24' AND {ALL}", f"SELECT frl_pct a, mean_scl_scr b FROM {E} {S} WHERE subj='ELA' AND sch_yr='2023-24' AND {ALL}", f"SELECT corr(frl_pct, mean_scl_scr) r FROM {E} {S} WHERE subj='ELA' AND sch_yr='2023-24' AND {ALL}"], "join correlation total_row computed")
    b.q("cmp", "are charter schools smaller? average enrollment with and without charter", ["SELECT chrtr, avg(enrl) v FROM schools GROUP BY 1", "SELECT chrtr, median(enrl) v FROM schools GROUP BY 1"], "flag mean plain na")
    b.q("trend", "math proficiency of all students per school year, all schools together", [f"SELECT sch_yr, sum(n_prof)*1.0/sum(n_tested) s FROM exam_results WHERE subj='Math' AND {ALL} GROUP BY 1", f"SELECT sch_yr, avg(prof_pct)/100 s FROM exam_results WHERE subj='Math' AND {ALL} GROUP BY 1"], "ratio total_row computed pct na")
    b.q("num", "how many schools do not report a graduation rate", ["SELECT count(*) n FROM schools WHERE grad_rt_pct IS NULL"], "missing plain")
    b.q("rows", "rural schools with more than 400 students", [f"SELECT sch_nm, enrl v FROM schools s {D} WHERE urbanicity='Rural' AND enrl>400", f"SELECT sch_nm FROM schools s {D} WHERE urbanicity='Rural' AND enrl>400"], "join filter plain")
    b.q("trend", "ELA gap between all students and english learners in proficiency, points, for each year",
        [f"SELECT sch_yr, 100.0*sum(n_prof) FILTER ({ALL})/sum(n_tested) FILTER ({ALL} AND n_prof IS NOT NULL) - 100.0*sum(n_prof) FILTER (subgrp='English learners')/sum(n_tested) FILTER (subgrp='English learners' AND n_prof IS NOT NULL) v FROM exam_results WHERE subj='ELA' GROUP BY 1", f"SELECT sch_yr, avg(prof_pct) FILTER ({ALL})-avg(prof_pct) FILTER (subgrp='English learners') v FROM exam_results WHERE subj='ELA' GROUP BY 1", f"SELECT sch_yr, subgrp, avg(prof_pct) v FROM exam_results WHERE subj='ELA' AND subgrp IN ('All students','English learners') GROUP BY 1,2"], "difference missing computed na")
    b.q("rows", "top school in math for each county, 2023-24, all students", [f"SELECT cnty, sch_nm, prof_pct v FROM {E} {S} {D} WHERE subj='Math' AND sch_yr='2023-24' AND {ALL} QUALIFY rank() OVER (PARTITION BY cnty ORDER BY prof_pct DESC)=1", f"SELECT cnty, sch_nm, mean_scl_scr v FROM {E} {S} {D} WHERE subj='Math' AND sch_yr='2023-24' AND {ALL} QUALIFY rank() OVER (PARTITION BY cnty ORDER BY mean_scl_scr DESC)=1"], "join topn_group total_row computed")
    b.q("cmp", "districts with more than five schools", [f"SELECT dist_nm, count(*) n FROM schools s {D} GROUP BY 1 HAVING count(*)>5", "SELECT dist_cd, count(*) n FROM schools GROUP BY 1 HAVING count(*)>5", f"SELECT dist_nm FROM schools s {D} GROUP BY 1 HAVING count(*)>5"], "join having count plain")
    b.q("cmp", "how many results are hidden (no prof_pct) per subgroup", ["SELECT subgrp, count(*) n FROM exam_results WHERE prof_pct IS NULL GROUP BY 1", "SELECT subgrp, count(*) FILTER (prof_pct IS NULL) n FROM exam_results GROUP BY 1"], "missing count plain")
    b.q("rows", "oldest school, and when did it open", ["SELECT sch_nm, yr_opened FROM schools WHERE yr_opened=(SELECT min(yr_opened) FROM schools)"], "superlative plain")
    b.q("cmp", "número de escuelas por condado", f"SELECT cnty, count(*) n FROM schools s {D} GROUP BY 1", "es join count plain")
    b.q("cmp", "schools where at least a fifth of the kids are often absent, by level", "SELECT lvl, count(*) n FROM schools WHERE chr_abs_pct>=20 GROUP BY 1", "filter percent count plain")
    b.no("what do the teachers earn in each district", "missing_column")
    b.no("test results before the pandemic (2018-19)", "missing_rows")
    b.no("why are the math scores so much lower than ELA", "cause")
    b.either("largest district", [f"SELECT dist_nm, sum(enrl) v FROM schools s {D} GROUP BY 1 ORDER BY 2 DESC", f"SELECT dist_nm, count(*) v FROM schools s {D} GROUP BY 1 ORDER BY 2 DESC", f"SELECT dist_nm, sum(enrl) v FROM schools s {D} GROUP BY 1 ORDER BY 2 DESC LIMIT 1", f"SELECT dist_nm, count(*) v FROM schools s {D} GROUP BY 1 ORDER BY 2 DESC LIMIT 1", f"SELECT dist_nm, sum(tch_fte) v FROM schools s {D} GROUP BY 1 ORDER BY 2 DESC"])
    b.either("best high schools", [f"SELECT sch_nm, grad_rt_pct v FROM schools WHERE lvl='High' ORDER BY 2 DESC"] + [f"SELECT sch_nm, {m} v FROM {E} {S} WHERE lvl='High' AND subj='{s}' AND sch_yr='2023-24' AND {ALL} ORDER BY 2 DESC" for m in ("prof_pct", "mean_scl_scr") for s in ("Math", "ELA")] + [f"SELECT sch_nm, avg({m}) v FROM {E} {S} WHERE lvl='High' AND {ALL} GROUP BY 1 ORDER BY 2 DESC" for m in ("prof_pct", "mean_scl_scr")])
    b.talk(("cmp", "schools by level", "SELECT lvl, count(*) n FROM schools GROUP BY 1", "count"),
           ("cmp", "by district instead", ["SELECT dist_cd, count(*) n FROM schools GROUP BY 1", f"SELECT dist_nm, count(*) n FROM schools s {D} GROUP BY 1"], "dimension"),
           ("cmp", "as a share", ["SELECT dist_cd, count(*)*1.0/sum(count(*)) OVER () n FROM schools GROUP BY 1", f"SELECT dist_nm, count(*)*1.0/sum(count(*)) OVER () n FROM schools s {D} GROUP BY 1"], "share pct"))
    b.talk(("trend", "students tested in math by school year, all students", f"SELECT sch_yr, sum(n_tested) n FROM exam_results WHERE subj='Math' AND {ALL} GROUP BY 1", "sum total_row"),
           ("trend", "English learners instead", "SELECT sch_yr, sum(n_tested) n FROM exam_results WHERE subj='Math' AND subgrp='English learners' GROUP BY 1", "filter"),
           ("trend", "only charter schools", f"SELECT sch_yr, sum(n_tested) n FROM {E} {S} WHERE subj='Math' AND subgrp='English learners' AND chrtr='Y' GROUP BY 1", "join filter"))
