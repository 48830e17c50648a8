"""Questions about the tables of `tables_services.py`: as ordinary people ask them."""


def write(b):
    for topic in (calls, trees, power, cinemas, jobs):
        topic(b)


def calls(b):
    b.on("emergency_calls")
    b.q("cmp", "how many calls were there for each service?", "SELECT SERVICE, count(*) n FROM t GROUP BY 1", "count plain")
    b.q("trend", "emergency calls per month", "SELECT date_trunc('month', CALL_DT) d, count(*) n FROM t GROUP BY 1", "count plain")
    b.q("cmp", "average response time by district", "SELECT DISTRICT, avg(RESP_MIN) v FROM t GROUP BY 1", "mean abbrev missing plain na")
    b.q("num", "how many ambulance calls had a response time of more than 15 minutes", "SELECT count(*) n FROM t WHERE SVC_CD='AMB' AND RESP_MIN>15", "and filter unit plain")
    b.q("cmp", "at what time of day do most calls come in? by hour", "SELECT hour(CALL_TM) hr, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "hour count computed top=1 mark=bar,line,area,point,table")
    b.q("num", "what share of the fire brigade calls were false alarms?", ["SELECT avg((FALSE_ALM_YN='Y')::int) s FROM t WHERE SVC_CD='FIR'", "SELECT FALSE_ALM_YN, count(*)*1.0/sum(count(*)) OVER () s FROM t WHERE SVC_CD='FIR' GROUP BY 1"], "share flag filter computed pct mark=number,table,bar,point,arc")
    b.q("rows", "the five slowest responses", ["SELECT INC_NO, RESP_MIN v FROM t WHERE RESP_MIN IS NOT NULL ORDER BY 2 DESC", "SELECT INC_TYPE, RESP_MIN v FROM t WHERE RESP_MIN IS NOT NULL ORDER BY 2 DESC", "SELECT DISTRICT, RESP_MIN v FROM t WHERE RESP_MIN IS NOT NULL ORDER BY 2 DESC", "SELECT SERVICE, RESP_MIN v FROM t WHERE RESP_MIN IS NOT NULL ORDER BY 2 DESC"], "topn abbrev plain top=5!")
    b.q("cmp", "Wie viele Verletzte gab es 2024 pro Bezirk?", "SELECT DISTRICT, sum(INJ_N) n FROM t WHERE year(CALL_DT)=2024 GROUP BY 1", "de sum filter plain")
    b.no("why does it take so long to get to the airport?", "cause")
    b.either("which district is the worst?", ["SELECT DISTRICT, count(*) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT DISTRICT, avg(RESP_MIN) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT DISTRICT, median(RESP_MIN) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT DISTRICT, sum(INJ_N) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT DISTRICT, avg((FALSE_ALM_YN='Y')::int) v FROM t GROUP BY 1 ORDER BY 2 DESC"])
    b.talk(("cmp", "number of calls by district", "SELECT DISTRICT, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "only the fire brigade", "SELECT DISTRICT, count(*) n FROM t WHERE SVC_CD='FIR' GROUP BY 1", "filter"),
           ("cmp", "leave out false alarms", "SELECT DISTRICT, count(*) n FROM t WHERE SVC_CD='FIR' AND FALSE_ALM_YN='N' GROUP BY 1", "not"))


def trees(b):
    b.on("park_trees")
    b.q("cmp", "how many trees does each park have", "SELECT PARK_NM, count(*) n FROM t GROUP BY 1", "count plain")
    b.q("rows", "which is the tallest tree?", ["SELECT TREE_ID, HT_M v FROM t WHERE HT_M=(SELECT max(HT_M) FROM t)", "SELECT SPEC_COM, HT_M v FROM t WHERE HT_M=(SELECT max(HT_M) FROM t)", "SELECT SPEC_COM, PARK_NM FROM t WHERE HT_M=(SELECT max(HT_M) FROM t)", "SELECT TREE_ID FROM t WHERE HT_M=(SELECT max(HT_M) FROM t)"], "superlative abbrev plain")
    b.q("cmp", "5 most common tree species", ["SELECT SPEC_COM, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT SPEC_LAT, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC"], "topn count abbrev plain top=5!")
    b.q("dist", "distribution of tree heights", "SELECT HT_M v FROM t", "dist abbrev plain")
    b.q("num", "how many trees were planted before 1950", "SELECT count(*) n FROM t WHERE PLANT_YR<1950", "filter count missing plain")
    b.q("rel", "are trees with thicker trunks taller?", ["SELECT DBH_CM a, HT_M b FROM t WHERE DBH_CM IS NOT NULL", "SELECT corr(DBH_CM, HT_M) r FROM t"], "correlation abbrev computed")
    b.q("cmp", "Quelle est la hauteur moyenne des arbres dans chaque parc ?", "SELECT PARK_NM, avg(HT_M) v FROM t GROUP BY 1", "fr mean abbrev plain na")
    b.no("how much does it cost to look after the trees in each park", "missing_column")
    b.no("should the horse chestnuts be replaced?", "opinion")


def power(b):
    b.on("elec_production")
    YEARS = ", ".join(f'"{y}"' for y in range(2014, 2025))
    LONG = f"(SELECT INDIC_CD, SIEC, SOURCE, GEO, GEO_LABEL, yr::int y, v FROM (UNPIVOT t ON {YEARS} INTO NAME yr VALUE v))"
    P, L, S = "INDIC_CD='GEP'", "GEO<>'TOT13'", "SIEC<>'TOTAL'"
    b.q("trend", "solar power production in Spain over the years", f"SELECT y, v FROM {LONG} WHERE {P} AND GEO='ES' AND SIEC='RA420'", "wide filter code computed")
    b.q("cmp", "which country produced the most electricity in 2023?", f"SELECT GEO_LABEL, \"2023\" n FROM t WHERE {P} AND SIEC='TOTAL' AND {L} ORDER BY 2 DESC", "wide superlative total_row plain top=1")
    b.q("part", "where did France's electricity come from in 2022? by source", [f"SELECT SOURCE, \"2022\" n FROM t WHERE {P} AND GEO='FR' AND {S}", f"SELECT SOURCE, \"2022\"*1.0/sum(\"2022\") OVER () n FROM t WHERE {P} AND GEO='FR' AND {S}"], "wide filter total_row plain pct mark=bar,arc,table,point")
    b.q("trend", "coal power per year, all countries together", f"SELECT y, v FROM {LONG} WHERE {P} AND GEO='TOT13' AND SIEC='C0000'", "wide total_row computed")
    b.q("cmp", "wind's share of total electricity production in 2023 by country", [f"SELECT GEO_LABEL, sum(\"2023\") FILTER (SIEC='RA300')*1.0/sum(\"2023\") FILTER (SIEC='TOTAL') s FROM t WHERE {P} AND {L} GROUP BY 1", f"SELECT GEO_LABEL, sum(\"2023\") FILTER (SIEC='RA300')*1.0/sum(\"2023\") FILTER (SIEC='TOTAL') s FROM t WHERE {P} GROUP BY 1"], "wide share total_row computed pct na")
    b.q("trend", "compare nuclear and wind production in Sweden since 2018", f"SELECT y, SOURCE, v FROM {LONG} WHERE {P} AND GEO='SE' AND SIEC IN ('N9000','RA300') AND y>=2018", "wide or since split computed")
    b.q("trend", "Stromerzeugung aus Erdgas in Italien pro Jahr", f"SELECT y, v FROM {LONG} WHERE {P} AND GEO='IT' AND SIEC='G3000'", "de wide filter computed")
    b.no("how much wind power will Denmark produce in 2030", "forecast")
    b.either("which country is the greenest in 2023", [f"SELECT GEO_LABEL, sum(\"2023\") FILTER (SIEC[:1]='R')*1.0/sum(\"2023\") FILTER (SIEC='TOTAL') v FROM t WHERE {P} AND {L} GROUP BY 1 ORDER BY 2 DESC", f"SELECT GEO_LABEL, sum(\"2023\") FILTER (SIEC[:1]='R') v FROM t WHERE {P} AND {L} GROUP BY 1 ORDER BY 2 DESC", f"SELECT GEO_LABEL, sum(\"2023\") FILTER (SIEC IN ('RA300','RA420'))*1.0/sum(\"2023\") FILTER (SIEC='TOTAL') v FROM t WHERE {P} AND {L} GROUP BY 1 ORDER BY 2 DESC", f"SELECT GEO_LABEL, sum(\"2023\") FILTER (SIEC IN ('RA300','RA420')) v FROM t WHERE {P} AND {L} GROUP BY 1 ORDER BY 2 DESC", f"SELECT GEO_LABEL, \"2023\" v FROM t WHERE {P} AND {L} AND SIEC='RA300' ORDER BY 2 DESC", f"SELECT GEO_LABEL, \"2023\" v FROM t WHERE {P} AND {L} AND SIEC='RA420' ORDER BY 2 DESC", f"SELECT GEO_LABEL, sum(\"2023\") FILTER (SIEC IN ('C0000','G3000','O4000'))*1.0/sum(\"2023\") FILTER (SIEC='TOTAL') v FROM t WHERE {P} AND {L} GROUP BY 1 ORDER BY 2"])


def cinemas(b):
    b.on("cinema_tickets")
    NAMES = {y: [f'"{y}M{m:02}"' for m in range(1, 13)] for y in (2023, 2024)}
    LONG = f"(SELECT CINEMA, CITY, SEATS_N, GENRE, make_date(left(mon, 4)::int, right(mon, 2)::int, 1) d, v FROM (UNPIVOT t ON {', '.join(NAMES[2023] + NAMES[2024])} INTO NAME mon VALUE v))"
    C, A, G = "CINEMA<>'All cinemas'", "GENRE='All genres'", "GENRE<>'All genres'"
    b.q("cmp", "how many tickets did each cinema sell in 2024", f"SELECT CINEMA, sum(v) n FROM {LONG} WHERE {C} AND {A} AND year(d)=2024 GROUP BY 1", "wide sum total_row computed")
    b.q("trend", "total ticket sales month by month", f"SELECT d, v n FROM {LONG} WHERE CINEMA='All cinemas' AND {A}", "wide total_row computed")
    b.q("cmp", "which genre sells the most tickets?", f"SELECT GENRE, sum(v) n FROM {LONG} WHERE {C} AND {G} GROUP BY 1 ORDER BY 2 DESC", "wide sum superlative total_row computed top=1")
    b.q("cmp", "top 3 cinemas in December 2024", f"SELECT CINEMA, \"2024M12\" n FROM t WHERE {C} AND {A} ORDER BY 2 DESC", "wide topn total_row plain top=3!")
    b.q("trend", "horror films compared to comedies at the Odeon, tickets per month", f"SELECT d, GENRE, v n FROM {LONG} WHERE CINEMA='Odeon' AND GENRE IN ('Comedy','Horror & thriller')", "wide or split computed")
    b.q("cmp", "number of cinemas per city", f"SELECT CITY, count(DISTINCT CINEMA) n FROM t WHERE {C} GROUP BY 1", "distinct count total_row plain")
    b.q("rel", "do cinemas with more seats sell more tickets? 2023", [f"SELECT CINEMA, any_value(SEATS_N) a, sum(v) b FROM {LONG} WHERE {C} AND {A} AND year(d)=2023 GROUP BY 1", f"SELECT corr(a, b) r FROM (SELECT CINEMA, any_value(SEATS_N) a, sum(v) b FROM {LONG} WHERE {C} AND {A} AND year(d)=2023 GROUP BY 1)"], "wide correlation sum total_row computed")
    b.no("which film sold the most tickets", "missing_column")
    b.either("which city likes the cinema most", [f"SELECT CITY, sum(v) v FROM {LONG} WHERE {C} AND {A} GROUP BY 1 ORDER BY 2 DESC", f"SELECT CITY, sum(v) v FROM {LONG} WHERE {C} AND {A} AND year(d)=2024 GROUP BY 1 ORDER BY 2 DESC", f"SELECT CITY, sum(v)*1.0/count(DISTINCT CINEMA) v FROM {LONG} WHERE {C} AND {A} GROUP BY 1 ORDER BY 2 DESC", f"SELECT CITY, sum(n)*1.0/sum(SEATS_N) v FROM (SELECT CITY, CINEMA, SEATS_N, sum(v) n FROM {LONG} WHERE {C} AND {A} GROUP BY ALL) GROUP BY 1 ORDER BY 2 DESC", f"SELECT CITY, count(DISTINCT CINEMA) v FROM t WHERE {C} GROUP BY 1 ORDER BY 2 DESC"])


def jobs(b):
    b.on("job_vacancies")
    b.q("cmp", "how many job ads are there in each sector?", "SELECT SECTOR, count(*) n FROM t GROUP BY 1", "count plain")
    b.q("trend", "new job ads per month in 2024", "SELECT date_trunc('month', POST_DT) d, count(*) n FROM t WHERE year(POST_DT)=2024 GROUP BY 1", "count filter abbrev plain")
    b.q("cmp", "average minimum salary by required education", "SELECT EDU_REQ, avg(SAL_MIN_EUR) v FROM t GROUP BY 1", "mean currency missing plain na")
    b.q("cmp", "10 employers with the most job ads", "SELECT EMPLOYER, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "topn count plain top=10!")
    b.q("num", "how many fully remote jobs were posted after 1 July 2024?", ["SELECT count(*) n FROM t WHERE REMOTE='full' AND POST_DT>'2024-07-01'", "SELECT sum(POSTS_N) n FROM t WHERE REMOTE='full' AND POST_DT>'2024-07-01'"], "and filter date plain")
    b.q("cmp", "average number of applicants for permanent and fixed-term jobs", "SELECT CONTR_TYPE, avg(APPL_N) v FROM t WHERE CONTR_TYPE IN ('Permanent','Fixed-term') GROUP BY 1", "or mean abbrev plain na")
    b.q("cmp", "part des offres pourvues par région", ["SELECT REGION, avg((FILLED_YN='Y')::int) s FROM t GROUP BY 1", "SELECT REGION, FILLED_YN, count(*)*1.0/sum(count(*)) OVER (PARTITION BY REGION) s FROM t GROUP BY 1,2"], "fr share flag dirty computed pct na")
    b.no("how many of the applicants were women?", "missing_column")
    b.no("job ads in 2019", "missing_rows")
    b.either("which jobs pay best?", [f"SELECT JOB_TITLE, {f}({m}) v FROM t WHERE SAL_MIN_EUR IS NOT NULL GROUP BY 1 ORDER BY 2 DESC" for f in ("avg", "median", "max") for m in ("SAL_MAX_EUR", "SAL_MIN_EUR")] + ["SELECT VAC_ID, JOB_TITLE, SAL_MAX_EUR v FROM t WHERE SAL_MAX_EUR IS NOT NULL ORDER BY 3 DESC LIMIT 10", "SELECT VAC_ID, JOB_TITLE, SAL_MIN_EUR v FROM t WHERE SAL_MIN_EUR IS NOT NULL ORDER BY 3 DESC LIMIT 10", "SELECT JOB_TITLE, avg((SAL_MIN_EUR+SAL_MAX_EUR)/2) v FROM t WHERE SAL_MIN_EUR IS NOT NULL GROUP BY 1 ORDER BY 2 DESC"])
    b.talk(("cmp", "number of job ads by region", "SELECT REGION, count(*) n FROM t GROUP BY 1", "count dirty"),
           ("cmp", "only nurses", ["SELECT REGION, count(*) n FROM t WHERE JOB_TITLE='Registered nurse' GROUP BY 1"], "filter"),
           ("cmp", "how long did it take to fill them?", ["SELECT REGION, avg(DAYS_TO_FILL) v FROM t WHERE JOB_TITLE='Registered nurse' GROUP BY 1", "SELECT REGION, median(DAYS_TO_FILL) v FROM t WHERE JOB_TITLE='Registered nurse' GROUP BY 1", "SELECT avg(DAYS_TO_FILL) v FROM t WHERE JOB_TITLE='Registered nurse'"], "measure na"))
