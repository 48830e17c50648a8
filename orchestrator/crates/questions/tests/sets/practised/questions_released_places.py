"""Questions about the tables of `tables_released_places.py`; see README.md for the format."""


def write(b):
    for topic in (ferries, museums, bees, flats, tennis, gauges, libraries):
        topic(b)


def ferries(b):
    b.on("ferry_sailings")
    b.q("cmp", "average arrival delay on each route", ["SELECT route_nm, avg(arr_delay_min) v FROM t GROUP BY 1", "SELECT route_cd, avg(arr_delay_min) v FROM t GROUP BY 1"], "mean abbrev dirty plain na")
    b.q("trend", "passengers carried each month in 2024", ["SELECT date_trunc('month', svc_date) d, sum(pax_n) n FROM t WHERE year(svc_date)=2024 GROUP BY 1", "SELECT month(svc_date) moy, sum(pax_n) n FROM t WHERE year(svc_date)=2024 GROUP BY 1"], "sum filter dirty_date abbrev plain")
    b.q("num", "what percentage of sailings arrived on time in 2023?",
        ["SELECT avg((on_time_flg='Y')::int) s FROM t WHERE year(svc_date)=2023", "SELECT count(*) FILTER (on_time_flg='Y')*1.0/count(*) s FROM t WHERE year(svc_date)=2023", "SELECT on_time_flg, count(*)*1.0/sum(count(*)) OVER () s FROM t WHERE year(svc_date)=2023 AND on_time_flg IS NOT NULL GROUP BY 1"], "share flag filter computed pct mark=number,table,bar,point,arc")
    b.q("cmp", "reasons for cancelled sailings, most common first", ["SELECT cx_reason, count(*) n FROM t WHERE status_cd='CX' GROUP BY 1 ORDER BY 2 DESC"], "count code plain")
    b.q("rel", "do bigger waves mean longer delays?", [s for c in ("arr_delay_min", "dep_delay_min") for s in (f"SELECT wave_ht_m a, {c} b FROM t WHERE wave_ht_m IS NOT NULL AND {c} IS NOT NULL", f"SELECT corr(wave_ht_m, {c}) r FROM t", f"SELECT wave_ht_m a, avg({c}) b FROM t WHERE wave_ht_m IS NOT NULL AND {c} IS NOT NULL GROUP BY 1")], "correlation computed")
    b.q("rows", "longest departure delay: which ship was it and on what date?", [f"SELECT {c} FROM t WHERE dep_delay_min=(SELECT max(dep_delay_min) FROM t)" for c in ("svc_date d, vessel, dep_delay_min v", "svc_date d, vessel")], "superlative dirty_date computed")
    b.q("cmp", "top 3 ships by fare revenue from June to August 2024", "SELECT vessel, sum(fare_rev_gbp) n FROM t WHERE svc_date BETWEEN '2024-06-01' AND '2024-08-31' GROUP BY 1 ORDER BY 2 DESC", "topn sum currency filter plain top=3!")
    b.q("cmp", "Wie viele Autos hat jedes Schiff befördert?", "SELECT vessel, sum(cars_n) n FROM t GROUP BY 1", "de sum plain")
    b.no("how old is the MV Alca?", "missing_column")
    b.either("which route is the least reliable?", ["SELECT route_nm, avg((status_cd='CX')::int) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT route_nm, count(*) FILTER (status_cd='CX') v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT route_nm, avg(arr_delay_min) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT route_nm, avg(dep_delay_min) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT route_nm, avg((on_time_flg='Y')::int) v FROM t GROUP BY 1 ORDER BY 2"])
    b.talk(("cmp", "number of cancelled sailings per route", ["SELECT route_nm, count(*) n FROM t WHERE status_cd='CX' GROUP BY 1", "SELECT route_cd, count(*) n FROM t WHERE status_cd='CX' GROUP BY 1"], "count filter"),
           ("cmp", "as a percentage of all sailings on the route", ["SELECT route_nm, avg((status_cd='CX')::int) s FROM t GROUP BY 1", "SELECT route_cd, avg((status_cd='CX')::int) s FROM t GROUP BY 1"], "share pct na"),
           ("cmp", "just 2023", ["SELECT route_nm, avg((status_cd='CX')::int) s FROM t WHERE year(svc_date)=2023 GROUP BY 1", "SELECT route_cd, avg((status_cd='CX')::int) s FROM t WHERE year(svc_date)=2023 GROUP BY 1"], "filter pct na"))


def museums(b):
    b.on("museum_footfall")
    names = [f"vis_{m}" for m in "jan feb mar apr may jun jul aug sep oct nov dec".split()]
    N = "mus_id<>'ALL'"
    LONG = f"(SELECT mus_id, mus_nm, entry, yr, visitor_grp, list_position({names}, mon) moy, v FROM (UNPIVOT t ON {', '.join(names)} INTO NAME mon VALUE v))"
    b.q("cmp", "total visitors per museum in 2024", f"SELECT mus_nm, sum(vis_tot) n FROM t WHERE yr=2024 AND {N} GROUP BY 1", "sum filter total_row plain")
    b.q("trend", "how many children went to the Planetarium each year?", "SELECT yr AS y, sum(vis_tot) n FROM t WHERE mus_nm='Planetarium' AND visitor_grp='Children' GROUP BY 1", "filter plain")
    b.q("cmp", "busiest month at the House of Science in 2023", f"SELECT moy, sum(v) n FROM {LONG} WHERE mus_nm='House of Science' AND yr=2023 GROUP BY 1 ORDER BY 2 DESC", "superlative wide filter computed top=1 mark=bar,line,area,point,table,number")
    b.q("num", "what share of visitors in 2022 came in school groups?",
        [f"SELECT sum(vis_tot) FILTER (visitor_grp='School groups')*1.0/sum(vis_tot) s FROM t WHERE yr=2022 AND {N}", f"SELECT visitor_grp, sum(vis_tot)*1.0/sum(sum(vis_tot)) OVER () s FROM t WHERE yr=2022 AND {N} GROUP BY 1", f"SELECT CASE WHEN visitor_grp='School groups' THEN 'school' ELSE 'other|rest|not' END k, sum(vis_tot)*1.0/sum(sum(vis_tot)) OVER () s FROM t WHERE yr=2022 AND {N} GROUP BY 1"], "share filter total_row computed pct mark=number,table,bar,point,arc")
    b.q("trend", "monthly visitors in 2024, one line for free museums and one for paid ones", f"SELECT moy, entry, sum(v) n FROM {LONG} WHERE yr=2024 AND {N} GROUP BY 1,2", "wide split total_row computed")
    b.q("cmp", "five museums with the most adult visitors in 2023", f"SELECT mus_nm, sum(vis_tot) n FROM t WHERE yr=2023 AND visitor_grp='Adults' AND {N} GROUP BY 1 ORDER BY 2 DESC", "topn filter total_row plain top=5!")
    A, B = "sum(vis_tot) FILTER (yr=2023)", "sum(vis_tot) FILTER (yr=2024)"
    b.q("cmp", "which museums had fewer visitors in 2024 than in 2023?", [f"SELECT mus_nm{c} FROM t WHERE {N} GROUP BY 1 HAVING {B}<{A}" for c in (f", {B}-{A} v", "", f", {A} a, {B} b", f", {B}*1.0/{A}-1 v")], "change compare_rows total_row computed pct")
    b.q("cmp", "nombre total de visiteurs par quartier en 2024", f"SELECT borough, sum(vis_tot) n FROM t WHERE yr=2024 AND {N} GROUP BY 1", "fr sum filter total_row plain")
    b.no("how much does a ticket for the Castle Armoury cost?", "missing_column")
    b.no("how many people will visit the Toy Museum in 2027?", "forecast")


def bees(b):
    b.on("bee_stats")
    L = "geo_lvl='district'"
    both = lambda one, two, where: f"(SELECT geo_nm, max(obs_value) FILTER (ind_cd='{one}') a, max(obs_value) FILTER (ind_cd='{two}') b FROM t WHERE {where} AND {L} GROUP BY 1)"
    b.q("trend", "how much honey was harvested in the whole country each year?", "SELECT ref_yr AS y, obs_value n FROM t WHERE ind_cd='HON_T' AND geo_cd='TOT'", "long total_row plain")
    b.q("cmp", "which district had the most beekeepers in 2024?", f"SELECT geo_nm, obs_value n FROM t WHERE ind_cd='KEEP_N' AND ref_yr=2024 AND {L} ORDER BY 2 DESC", "long superlative total_row plain top=1")
    b.q("cmp", "districts that lost more than 25 % of their colonies in the winter of 2021", [f"SELECT geo_nm, obs_value v FROM t WHERE ind_cd='LOSS_PCT' AND ref_yr=2021 AND obs_value>25 AND {L}", f"SELECT geo_nm FROM t WHERE ind_cd='LOSS_PCT' AND ref_yr=2021 AND obs_value>25 AND {L}"], "long filter percent total_row plain pct na")
    b.q("cmp", "kilos of honey per colony in each district, 2023", [f"SELECT geo_nm, 1000*a/b v FROM {both('HON_T', 'COL_N', 'ref_yr=2023')}", f"SELECT geo_nm, a/b v FROM {both('HON_T', 'COL_N', 'ref_yr=2023')}"], "long ratio per unit total_row computed na")
    b.q("trend", "has honey become more expensive over the years?", ["SELECT ref_yr AS y, obs_value v FROM t WHERE ind_cd='PRC_KG' AND geo_cd='TOT'", f"SELECT ref_yr AS y, avg(obs_value) v FROM t WHERE ind_cd='PRC_KG' AND {L} GROUP BY 1", f"SELECT ref_yr AS y, geo_nm, obs_value v FROM t WHERE ind_cd='PRC_KG' AND {L}", "SELECT ref_yr AS y, geo_nm, obs_value v FROM t WHERE ind_cd='PRC_KG'"], "long mean total_row plain na")
    b.q("rel", "is there a link between varroa and winter losses? districts in 2023", [f"SELECT a, b FROM {both('VAR_PCT', 'LOSS_PCT', 'ref_yr=2023')}", f"SELECT corr(a, b) r FROM {both('VAR_PCT', 'LOSS_PCT', 'ref_yr=2023')}", f"SELECT a, b FROM {both('VAR_PCT', 'COL_LOST', 'ref_yr=2023')}", f"SELECT corr(a, b) r FROM {both('VAR_PCT', 'COL_LOST', 'ref_yr=2023')}"], "long correlation total_row computed")
    b.q("num", "how many colonies did beekeepers on the Isle of Morn lose in the winter of 2020?", "SELECT obs_value n FROM t WHERE ind_cd='COL_LOST' AND geo_nm='Isle of Morn' AND ref_yr=2020", "long lookup plain")
    b.q("cmp", "¿Cuántos apicultores había en cada distrito en 2022?", [f"SELECT geo_nm, obs_value n FROM t WHERE ind_cd='KEEP_N' AND ref_yr=2022 AND {L}", "SELECT geo_nm, obs_value n FROM t WHERE ind_cd='KEEP_N' AND ref_yr=2022"], "es long filter total_row plain")
    b.no("why did so many colonies die in 2021?", "cause")
    b.either("which district was best for bees in 2024?", [f"SELECT geo_nm, obs_value v FROM t WHERE ind_cd='{k}' AND ref_yr=2024 AND {L} ORDER BY 2 {o}" for k, o in (("COL_N", "DESC"), ("LOSS_PCT", ""), ("HON_T", "DESC"), ("VAR_PCT", ""))] + [f"SELECT geo_nm, 1000*a/b v FROM {both('HON_T', 'COL_N', 'ref_yr=2024')} ORDER BY 2 DESC"])
    b.talk(("trend", "beekeepers in Aldermoor by year", "SELECT ref_yr AS y, obs_value n FROM t WHERE ind_cd='KEEP_N' AND geo_nm='Aldermoor'", "long filter"),
           ("trend", "colonies instead", "SELECT ref_yr AS y, obs_value n FROM t WHERE ind_cd='COL_N' AND geo_nm='Aldermoor'", "measure"),
           ("trend", "add Birkdale", "SELECT ref_yr AS y, geo_nm, obs_value n FROM t WHERE ind_cd='COL_N' AND geo_nm IN ('Aldermoor','Birkdale')", "add"),
           ("trend", "since 2020", "SELECT ref_yr AS y, geo_nm, obs_value n FROM t WHERE ind_cd='COL_N' AND geo_nm IN ('Aldermoor','Birkdale') AND ref_yr>=2020", "since"))


def flats(b):
    b.on("flat_ads")
    b.q("num", "how many flats have both a balcony and a lift?", "SELECT count(*) n FROM t WHERE balcony='y' AND lift='y'", "and flag count plain")
    b.q("cmp", "cold rent per square metre in each district", [f"SELECT {k}, {v} v FROM t GROUP BY 1" for k in ("dist_nm", "dist_cd") for v in ("avg(rent_cold_eur/area_sqm)", "sum(rent_cold_eur)/sum(area_sqm)", "median(rent_cold_eur/area_sqm)")], "ratio per currency dirty computed na")
    b.q("dist", "how big are the flats? show the distribution", "SELECT area_sqm v FROM t", "dist unit dirty plain")
    b.q("rows", "cheapest furnished flat in Altstadt", [f"SELECT ad_id{c} FROM t WHERE dist_nm='Altstadt' AND furnished='y' AND rent_warm_eur=(SELECT min(rent_warm_eur) FROM t WHERE dist_nm='Altstadt' AND furnished='y')" for c in (", rent_warm_eur v", ", rent_cold_eur v", "")], "superlative and currency computed")
    b.q("trend", "how many ads were posted each month?", "SELECT date_trunc('month', posted_on) d, count(*) n FROM t GROUP BY 1", "count dirty_date plain")
    b.q("num", "how many three-room flats cost less than 1000 euros warm?", "SELECT count(*) n FROM t WHERE rooms=3 AND rent_warm_eur<1000", "and filter currency count plain")
    P, A = "FILTER (advertiser='private')", "FILTER (advertiser='agency')"
    b.q("cmp", "do agencies charge more rent than private landlords?", [s for m in ("rent_cold_eur", "rent_warm_eur", "rent_cold_eur/area_sqm", "rent_warm_eur/area_sqm") for f in ("avg", "median") for s in (f"SELECT advertiser, {f}({m}) v FROM t GROUP BY 1", f"SELECT {f}({m}) {A}-{f}({m}) {P} v FROM t")], "difference mean currency plain na")
    b.q("cmp", "Wie viele Wohnungen gibt es je Energieklasse?", "SELECT nrg_class, count(*) n FROM t WHERE nrg_class IS NOT NULL GROUP BY 1", "de count ordinal abbrev plain")
    b.no("should I move to Nordend or to Oststadt?", "opinion")
    b.either("which flats are the most expensive?", [f"SELECT ad_id, {m} v FROM t ORDER BY 2 DESC LIMIT 10" for m in ("rent_cold_eur", "rent_warm_eur", "rent_cold_eur/area_sqm", "rent_warm_eur/area_sqm")])


def tennis(b):
    b.on("tennis_tour")
    b.q("cmp", "which player won the most matches?", "SELECT w_name, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "superlative count abbrev plain top=1")
    b.q("rows", "who won the finals in 2024?", ["SELECT tourney_nm, w_name FROM t WHERE rnd='F' AND year(start_dt)=2024", "SELECT w_name FROM t WHERE rnd='F' AND year(start_dt)=2024", "SELECT w_name, count(*) n FROM t WHERE rnd='F' AND year(start_dt)=2024 GROUP BY 1"], "filter code dirty_date plain")
    b.q("rows", "longest match of all: who played and how many minutes did it take?", ["SELECT w_name, l_name, dur_min v FROM t WHERE dur_min=(SELECT max(dur_min) FROM t)"], "superlative abbrev dirty computed")
    UP = "(w_rank>l_rank)::int"
    b.q("num", "how often did the lower-ranked player win, in percent?", [f"SELECT avg({UP}) s FROM t", f"SELECT sum({UP})*1.0/count(*) s FROM t", "SELECT avg((coalesce(w_rank, 9999)>coalesce(l_rank, 9999))::int) s FROM t"], "share compare_columns missing computed pct mark=number,table,bar,point,arc")
    b.q("cmp", "top 5 countries by number of matches won on clay", "SELECT w_ioc, count(*) n FROM t WHERE surface='clay' GROUP BY 1 ORDER BY 2 DESC", "topn filter count code plain top=5!")
    b.q("rel", "do taller winners hit more aces?", ["SELECT w_ht_cm a, w_aces b FROM t WHERE w_ht_cm IS NOT NULL", "SELECT corr(w_ht_cm, w_aces) r FROM t", "SELECT w_ht_cm a, avg(w_aces) b FROM t WHERE w_ht_cm IS NOT NULL GROUP BY 1"], "correlation abbrev computed")
    b.q("cmp", "durée moyenne des matchs par tour", "SELECT rnd, avg(dur_min) v FROM t GROUP BY 1", "fr mean code dirty plain na")
    b.no("how fast was the fastest serve?", "missing_column")
    b.no("who will win the Halden Open next year?", "forecast")
    PLAYED = "(SELECT w_name p, 1 won FROM t UNION ALL SELECT l_name, 0 FROM t)"
    b.either("who is the best player?", ["SELECT w_name, count(*) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT w_name, count(*) v FROM t WHERE rnd='F' GROUP BY 1 ORDER BY 2 DESC", f"SELECT p, avg(won) v FROM {PLAYED} GROUP BY 1 ORDER BY 2 DESC", "SELECT p, min(k) v FROM (SELECT w_name p, w_rank k FROM t UNION ALL SELECT l_name, l_rank FROM t) GROUP BY 1 ORDER BY 2"])
    b.talk(("cmp", "average match length on each surface", "SELECT surface, avg(dur_min) v FROM t GROUP BY 1", "mean dirty na"),
           ("cmp", "by tournament level instead", ["SELECT lvl, avg(dur_min) v FROM t GROUP BY 1", "SELECT lvl_cd, avg(dur_min) v FROM t GROUP BY 1"], "dimension na"),
           ("cmp", "only 2024", ["SELECT lvl, avg(dur_min) v FROM t WHERE year(start_dt)=2024 GROUP BY 1", "SELECT lvl_cd, avg(dur_min) v FROM t WHERE year(start_dt)=2024 GROUP BY 1"], "filter dirty_date na"))


def gauges(b):
    b.on("river_gauges")
    b.q("trend", "mean water level at Ashquay month by month in 2021", ["SELECT obs_month d, wl_mean_cm v FROM t WHERE gauge_nm='Ashquay' AND year(obs_month)=2021 AND wl_mean_cm IS NOT NULL", "SELECT month(obs_month) moy, wl_mean_cm v FROM t WHERE gauge_nm='Ashquay' AND year(obs_month)=2021 AND wl_mean_cm IS NOT NULL"], "filter abbrev dirty plain na")
    b.q("rows", "when and where was the highest water level measured?", [f"SELECT {c} FROM t WHERE wl_max_cm=(SELECT max(wl_max_cm) FROM t)" for c in ("gauge_nm, obs_month d, wl_max_cm v", "gauge_nm, obs_month d", "river, obs_month d, wl_max_cm v", "river, obs_month d")], "superlative abbrev dirty computed")
    b.q("cmp", "total number of days above the alarm level, by river", "SELECT river, sum(days_over_alarm) n FROM t GROUP BY 1", "sum plain")
    b.q("trend", "average water temperature of the Orla per year", "SELECT year(obs_month) y, avg(wtemp_c) v FROM t WHERE river='Orla' GROUP BY 1", "mean filter dirty plain na")
    b.q("cmp", "in which month of the year is the average discharge highest?", ["SELECT month(obs_month) moy, avg(q_mean_m3s) v FROM t GROUP BY 1 ORDER BY 2 DESC"], "moy superlative mean abbrev dirty plain na top=1 mark=bar,line,area,point,table,number")
    b.q("rel", "does more rain go together with more discharge at Millford?", [s for c in ("q_mean_m3s", "q_max_m3s") for s in (f"SELECT precip_mm a, {c} b FROM t WHERE gauge_nm='Millford' AND {c} IS NOT NULL", f"SELECT corr(precip_mm, {c}) r FROM t WHERE gauge_nm='Millford'")], "correlation filter abbrev computed")
    b.q("num", "how many of the monthly records are only estimates?", "SELECT count(*) n FROM t WHERE qual_cd='E'", "code count plain")
    b.q("cmp", "temperatura media del agua en cada río en 2023", "SELECT river, avg(wtemp_c) v FROM t WHERE year(obs_month)=2023 GROUP BY 1", "es mean filter dirty plain na")
    b.no("will the Karsa flood next spring?", "forecast")
    b.either("which gauge had the lowest water in 2022?", ["SELECT gauge_nm, min(wl_min_cm) v FROM t WHERE year(obs_month)=2022 GROUP BY 1 ORDER BY 2", "SELECT gauge_nm, avg(wl_mean_cm) v FROM t WHERE year(obs_month)=2022 GROUP BY 1 ORDER BY 2", "SELECT gauge_nm, avg(wl_min_cm) v FROM t WHERE year(obs_month)=2022 GROUP BY 1 ORDER BY 2", "SELECT gauge_nm, avg(q_mean_m3s) v FROM t WHERE year(obs_month)=2022 GROUP BY 1 ORDER BY 2", "SELECT gauge_nm, min(q_mean_m3s) v FROM t WHERE year(obs_month)=2022 GROUP BY 1 ORDER BY 2"])


def libraries(b):
    b.on("library_lending")
    N = "br_id<>'ZZZ'"
    YEARS = ", ".join(f'"{y}"' for y in range(2015, 2025))
    LONG = f"(SELECT br_id, branch, audience, medium, yr::int y, v FROM (UNPIVOT t ON {YEARS} INTO NAME yr VALUE v))"
    b.q("trend", "total loans per year", f"SELECT y, sum(v) n FROM {LONG} WHERE {N} GROUP BY 1", "wide sum total_row computed")
    b.q("cmp", "loans per branch in 2024, highest first", [f"SELECT branch, sum(\"2024\") n FROM t WHERE {N} GROUP BY 1 ORDER BY 2 DESC"], "wide sum total_row plain")
    b.q("trend", "how have e-book loans developed?", f"SELECT y, sum(v) n FROM {LONG} WHERE {N} AND medium='E-books' GROUP BY 1", "wide filter total_row computed")
    b.q("num", "what share of the loans in 2023 were to children?", [f"SELECT sum(\"2023\") FILTER (audience='children')*1.0/sum(\"2023\") s FROM t WHERE {N}", f"SELECT audience, sum(\"2023\")*1.0/sum(sum(\"2023\")) OVER () s FROM t WHERE {N} GROUP BY 1"], "wide share total_row computed pct mark=number,table,bar,point,arc")
    b.q("cmp", "which medium lost the most loans between 2015 and 2024?", [f"SELECT medium, {v} v FROM t WHERE {N} GROUP BY 1 ORDER BY 2{o}" for v, o in (("sum(\"2024\")-sum(\"2015\")", ""), ("sum(\"2015\")-sum(\"2024\")", " DESC"), ("sum(\"2024\")*1.0/sum(\"2015\")-1", ""))], "wide change superlative total_row computed pct na top=1")
    b.q("num", "how many DVDs were borrowed at Eastbrook in 2019?", "SELECT sum(\"2019\") n FROM t WHERE branch='Eastbrook' AND medium='DVDs'", "wide filter sum plain")
    b.q("cmp", "top 3 branches for audiobooks in 2022", f"SELECT branch, sum(\"2022\") n FROM t WHERE medium='Audiobooks' AND {N} GROUP BY 1 ORDER BY 2 DESC", "wide topn filter total_row plain top=3!")
    b.no("how many people have a library card?", "missing_column")
    b.no("loans at Fairlawn in 2012", "missing_rows")
    b.either("which medium is growing the fastest?", [f"SELECT medium, {v} v FROM t WHERE {N} GROUP BY 1 ORDER BY 2 DESC" for v in ("sum(\"2024\")-sum(\"2015\")", "sum(\"2024\")*1.0/sum(\"2015\")-1", "sum(\"2024\")-sum(\"2023\")", "sum(\"2024\")*1.0/sum(\"2023\")-1")])
    b.talk(("cmp", "loans of each medium in 2024", f"SELECT medium, sum(\"2024\") n FROM t WHERE {N} GROUP BY 1", "wide sum total_row"),
           ("cmp", "children only", f"SELECT medium, sum(\"2024\") n FROM t WHERE {N} AND audience='children' GROUP BY 1", "filter"),
           ("cmp", "and for 2015?", [f"SELECT medium, sum(\"2015\") n FROM t WHERE {N} AND audience='children' GROUP BY 1", f"SELECT medium, sum(\"2015\") a, sum(\"2024\") b FROM t WHERE {N} AND audience='children' GROUP BY 1", f"SELECT medium, y, sum(v) n FROM {LONG} WHERE {N} AND audience='children' AND y IN (2015,2024) GROUP BY 1,2"], "filter"),
           ("cmp", "without books", [f"SELECT medium, sum(\"2015\") n FROM t WHERE {N} AND audience='children' AND medium<>'Books' GROUP BY 1", f"SELECT medium, sum(\"2015\") a, sum(\"2024\") b FROM t WHERE {N} AND audience='children' AND medium<>'Books' GROUP BY 1", f"SELECT medium, y, sum(v) n FROM {LONG} WHERE {N} AND audience='children' AND y IN (2015,2024) AND medium<>'Books' GROUP BY 1,2"], "not"))
