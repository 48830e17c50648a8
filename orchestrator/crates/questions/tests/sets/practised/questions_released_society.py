"""Questions that were frozen until the night of 23 November 2026; see README.md."""

from common import by


def write(b):
    for topic in (tenants, theatre):
        topic(b)


def tenants(b):
    b.on("tenant_survey")
    HOME, REP, SAFE, HEAR, HEAT = ('"Overall, how satisfied are you with your home?"', '"How satisfied are you with the repairs service?"', '"I feel safe in my neighbourhood after dark"', '"My landlord listens to tenants\' views"', '"I can easily afford to heat my home"')
    EST, AGE, NPS = '"Which estate do you live in?"', '"Which age group are you in?"', '"How likely are you to recommend us to a friend? (0-10)"'
    good = lambda c, words: f"avg(({c} IN ({words}))::int)"
    SAT, AGR = "'Satisfied','Very satisfied'", "'Agree','Strongly agree'"
    b.q("cmp", "how satisfied are people with their home overall? number of answers for each option", f"SELECT {HOME}, count(*) n FROM t WHERE {HOME} IS NOT NULL GROUP BY 1", "count ordinal missing plain")
    b.q("cmp", "percentage satisfied or very satisfied with the repairs service, by estate", [f"SELECT {EST}, {good(REP, SAT)} s FROM t WHERE {REP} IS NOT NULL GROUP BY 1", f"SELECT {EST}, count(*) FILTER ({REP} IN ({SAT}))*1.0/count(*) s FROM t GROUP BY 1"], "likert share missing computed pct na")
    b.q("cmp", "do older tenants feel safer after dark? % who agree or strongly agree per age group", [f"SELECT {AGE}, {good(SAFE, AGR)} s FROM t WHERE {SAFE} IS NOT NULL GROUP BY 1", f"SELECT {AGE}, count(*) FILTER ({SAFE} IN ({AGR}))*1.0/count(*) s FROM t GROUP BY 1"], "likert share ordinal computed pct na")
    b.q("part", "100% stacked bars of 'my landlord listens' for each estate", [f"SELECT {EST}, {HEAR}, count(*)*1.0/sum(count(*)) OVER (PARTITION BY {EST}) n FROM t WHERE {HEAR} IS NOT NULL GROUP BY 1,2", f"SELECT {EST}, {HEAR}, count(*)*1.0/sum(count(*)) OVER (PARTITION BY {EST}) n FROM t GROUP BY 1,2"], "likert share two computed pct")
    b.q("cmp", "average rent per number of bedrooms", 'SELECT "How many bedrooms does your home have?", avg("What is your monthly rent, in euros?") v FROM t GROUP BY 1', "mean ordinal currency dirty plain na")
    b.q("num", "What's our net promoter score? (9-10 minus 0-6, in percentage points)", f"SELECT 100.0*(avg(({NPS}>=9)::int)-avg(({NPS}<=6)::int)) v FROM t", "nps share computed pct")
    b.q("cmp", "households with damp or mould, per estate", f"SELECT {EST}, count(*) n FROM t WHERE \"Is there damp or mould in your home?\"='Yes' GROUP BY 1", "count filter plain")
    b.q("cmp", "median days the last repair took, for each estate", f'SELECT {EST}, median("How many days did the last repair take?") v FROM t GROUP BY 1', "median placeholder computed na")
    b.q("num", "how many people over 65 would use an app for repairs", "SELECT count(*) n FROM t WHERE \"Would you use an app to report repairs?\"='Yes' AND " + AGE + "='65 or over'", "count and filter plain")
    b.q("cmp", "which kind of heating do the people have who can't easily afford to heat their home (disagree or strongly disagree)?", f"SELECT \"How is your home heated?\", count(*) n FROM t WHERE {HEAT} IN ('Disagree','Strongly disagree') GROUP BY 1", "likert count filter or plain")
    b.q("cmp", "Was wünschen sich die Mieter am meisten? Anzahl je Antwort", 'SELECT "If you could change one thing, what would it be?", count(*) n FROM t GROUP BY 1', "de count plain")
    b.q("trend", "replies received per week", ['SELECT date_trunc(\'week\', "Submitted on") d, count(*) n FROM t GROUP BY 1'], "week count dirty_date plain")
    b.q("mat", "heatmap: age group against preferred way of contacting us, number of people", f'SELECT {AGE}, "How do you prefer to contact us?", count(*) n FROM t GROUP BY 1,2', "heatmap count plain")
    b.no("what was the result of the same survey in 2021?", "missing_rows")
    b.no("household income of the tenants by estate", "missing_column")
    b.either("which estate is the happiest", [f"SELECT {EST}, {v} v FROM t {w} GROUP BY 1 ORDER BY 2 DESC" for v, w in ((good(HOME, SAT), f"WHERE {HOME} IS NOT NULL"), (f"avg({NPS})", ""), (f"avg(({NPS}>=9)::int)-avg(({NPS}<=6)::int)", ""), (f"count(*) FILTER ({HOME} IN ({SAT}))", ""), (f"avg(({HOME}='Very satisfied')::int)", f"WHERE {HOME} IS NOT NULL"))])
    b.talk(("cmp", "mean recommendation score by estate", f"SELECT {EST}, avg({NPS}) v FROM t GROUP BY 1", "mean na"),
           ("cmp", "only homes without damp", f"SELECT {EST}, avg({NPS}) v FROM t WHERE \"Is there damp or mould in your home?\"='No' GROUP BY 1", "filter na"),
           ("cmp", "by age group instead of estate", f"SELECT {AGE}, avg({NPS}) v FROM t WHERE \"Is there damp or mould in your home?\"='No' GROUP BY 1", "dimension na"))


def theatre(b):
    b.on("stage_performances")
    show, ON = ("PRODUCTION", "PROD_CD"), "CANC_YN='N'"
    b.q("cmp", "totl attendance by production", by(show, "SELECT KEY, sum(ATT_N) n FROM t GROUP BY 1"), "sum abbrev plain")
    b.q("cmp", "seats occupied as % of capacity, per genre. ignore cancelled nights", [f"SELECT GENRE, {v} s FROM t WHERE {ON} GROUP BY 1" for v in ("sum(ATT_N)*1.0/sum(CAP)", "avg(ATT_N*1.0/CAP)")], "ratio share filter dirty abbrev computed pct na")
    b.q("trend", "box office per season", "SELECT SEASON, sum(BOX_EUR) n FROM t GROUP BY 1", "sum currency abbrev plain")
    b.q("cmp", "average bar takings per visitor: Main Stage vs Studio", [f"SELECT STAGE, {v} v FROM t WHERE ATT_N>0 GROUP BY 1" for v in ("sum(BAR_EUR)/sum(ATT_N)", "avg(BAR_EUR/ATT_N)")], "ratio per currency abbrev computed na")
    b.q("rows", "best attended performance of an opera ever, production + date + audience", [f"SELECT {k} ATT_N n FROM t WHERE GENRE='Opera' AND ATT_N=(SELECT max(ATT_N) FROM t WHERE GENRE='Opera')" for k in ("PRODUCTION, PERF_DT d,", "PERF_ID,")], "superlative filter dirty_date abbrev plain")
    b.q("cmp", "combien de représentations annulées, et pour quelle raison ?", "SELECT CANC_RSN, count(*) n FROM t WHERE CANC_YN='Y' GROUP BY 1", "fr count filter flag plain")
    b.q("cmp", "do premieres give away more free tickets? average number of comps, premiere or not", [f"SELECT CASE PREM_YN WHEN 'Y' THEN 'y|yes|premiere|true|1' ELSE 'n|no|other|false|0' END k, avg(COMP_N) v FROM t {w} GROUP BY 1" for w in ("", f"WHERE {ON}")], "mean flag abbrev plain na")
    b.q("cmp", "school tickets as a share of all tickets for the children's productions", [f"SELECT {k}, sum(SCHOOL_N)*1.0/sum(ATT_N) s FROM t WHERE GENRE='Children' GROUP BY 1" for k in show] + ["SELECT sum(SCHOOL_N)*1.0/sum(ATT_N) s FROM t WHERE GENRE='Children'"], "ratio share filter dirty abbrev computed pct na")
    b.q("cmp", "average attendance for each day of the week on the main stage", [f"SELECT isodow(PERF_DT) wd, avg(ATT_N) v FROM t WHERE STAGE='Main Stage' {w} GROUP BY 1" for w in ("", f"AND {ON}")], "weekday mean filter dirty_date computed na mark=bar,line,point,table,tick,rect,area")
    b.q("part", "how are the audiences made up - single tickets, subscribers, schools and comps - in each season", ["SELECT SEASON, sum(SINGLE_N) a, sum(SUBSCR_N) b, sum(SCHOOL_N) c, sum(COMP_N) e FROM t GROUP BY 1", "SELECT SEASON, sum(SINGLE_N)*1.0/sum(ATT_N) a, sum(SUBSCR_N)*1.0/sum(ATT_N) b, sum(SCHOOL_N)*1.0/sum(ATT_N) c, sum(COMP_N)*1.0/sum(ATT_N) e FROM t GROUP BY 1"], "sum two abbrev plain pct")
    b.q("num", "How many performances sold every last seat?", "SELECT count(*) n FROM t WHERE ATT_N=CAP", "count filter abbrev computed")
    b.q("cmp", "¿Cuál fue la recaudación media por función de cada género?", [f"SELECT GENRE, avg(BOX_EUR) v FROM t {w} GROUP BY 1" for w in ("", f"WHERE {ON}")], "es mean currency dirty abbrev plain na")
    b.no("what did the critics write about Low Tide?", "missing_column")
    b.no("should we bring back The Tin Whistle", "opinion")
    b.either("our most successful production?", [f"SELECT PRODUCTION, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in ("sum(BOX_EUR)", "sum(ATT_N)", "avg(ATT_N)", "avg(BOX_EUR)", "sum(ATT_N)*1.0/sum(CAP)", "count(*)")])
    b.talk(("cmp", "box office by genre for 2023/24", "SELECT GENRE, sum(BOX_EUR) n FROM t WHERE SEASON='2023/24' GROUP BY 1", "filter sum"),
           ("cmp", "and the season after?", "SELECT GENRE, sum(BOX_EUR) n FROM t WHERE SEASON='2024/25' GROUP BY 1", "filter"),
           ("cmp", "per performance please, i.e. the average", [f"SELECT GENRE, avg(BOX_EUR) v FROM t WHERE SEASON='2024/25' {w} GROUP BY 1" for w in ("", f"AND {ON}")], "measure na"))
