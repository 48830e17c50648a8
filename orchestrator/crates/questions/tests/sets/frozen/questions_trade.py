"""Questions about the tables of `tables_trade.py`; see README.md for the format."""

YEARS = [str(y) for y in range(2012, 2025)]


def write(b):
    for topic in (podcasts, episodes, airports, poll):
        topic(b)


def by(keys, sql):
    """The query for each of several columns that name the same groups."""
    return [sql.replace("KEY", k) for k in keys]


def podcasts(b):
    b.on("podcasts")
    b.q("cmp", "how many podcasts are there in each genre", "SELECT genre, count(*) n FROM t GROUP BY 1", "count dirty plain")
    b.q("cmp", "average rating by genre, best first", "SELECT genre, avg(avgRating) v FROM t GROUP BY 1 ORDER BY 2 DESC", "mean plain na")
    b.q("num", "number of English comedy shows", "SELECT count(*) n FROM t WHERE language='English' AND genre='Comedy'", "and count plain")
    b.q("cmp", "10 shows with the most subscribers", by(("showTitle", "showId"), "SELECT KEY, subscribers n FROM t ORDER BY 2 DESC"), "topn plain top=10!")
    b.q("cmp", "share of shows with a paid premium version, by publisher", "SELECT publisher, avg((premiumPrice IS NOT NULL)::int) s FROM t GROUP BY 1", "share placeholder computed pct na")
    b.q("trend", "how many shows were launched per year?", "SELECT year(launchedOn) y, count(*) n FROM t GROUP BY 1", "count dirty_date plain")
    b.q("cmp", "shows that are neither explicit nor available as video, number per language", "SELECT language, count(*) n FROM t WHERE explicit='N' AND hasVideo='N' GROUP BY 1", "neither flag count computed")
    b.q("cmp", "nombre d'abonnés par langue", "SELECT language, sum(subscribers) n FROM t GROUP BY 1", "fr sum plain")
    b.no("Which hosts are paid the most?", "missing_column")
    b.either("biggest publisher", ["SELECT publisher, count(*) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT publisher, sum(subscribers) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT publisher, avg(subscribers) v FROM t GROUP BY 1 ORDER BY 2 DESC"])
    b.either("most popular genre", ["SELECT genre, sum(subscribers) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT genre, avg(subscribers) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT genre, count(*) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT genre, avg(avgRating) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT genre, sum(ratingCount) v FROM t GROUP BY 1 ORDER BY 2 DESC"])


def episodes(b):
    b.on("episodes", "podcasts")
    J = "episodes e JOIN podcasts p USING (showId)"
    show = ("showTitle", "showId")
    b.q("cmp", "total ad revenue by genre", f"SELECT genre, sum(adRevenue) n FROM {J} GROUP BY 1", "join sum currency dirty plain")
    b.q("trend", "episodes published per month in 2024", ["SELECT date_trunc('month', publishedOn) d, count(*) n FROM episodes WHERE year(publishedOn)=2024 GROUP BY 1", "SELECT month(publishedOn) moy, count(*) n FROM episodes WHERE year(publishedOn)=2024 GROUP BY 1"], "count filter dirty_date plain")
    b.q("cmp", "average episode length in minutes for daily, weekly, fortnightly and monthly shows", f"SELECT frequency, avg(durationMin) v FROM {J} GROUP BY 1", "join mean plain na")
    b.q("rel", "do people stop listening when episodes are long? duration vs completion", ["SELECT durationMin a, completionPct b FROM episodes WHERE completionPct IS NOT NULL", "SELECT corr(durationMin, completionPct) r FROM episodes", "SELECT durationMin a, avg(completionPct) b FROM episodes WHERE completionPct IS NOT NULL GROUP BY 1"], "correlation computed")
    b.q("cmp", "five shows that earned the most from ads in 2024", [f"SELECT {k}, sum(adRevenue) n FROM {J} WHERE year(publishedOn)=2024 GROUP BY 1 ORDER BY 2 DESC" for k in show], "join topn sum filter currency plain top=5!")
    b.q("num", "how many podcasts have no episode in this list?", "SELECT count(*) n FROM podcasts WHERE showId NOT IN (SELECT showId FROM episodes)", "anti_join count computed")
    b.q("cmp", "which format gets the most downloads in the first 7 days, on average?", "SELECT format, avg(downloads7d) v FROM episodes GROUP BY 1 ORDER BY 2 DESC", "mean superlative plain na top=1")
    b.q("cmp", "ad revenue per 1000 downloads (7 days) for each publisher", [f"SELECT publisher, 1000.0*sum(adRevenue)/sum(downloads7d) v FROM {J} GROUP BY 1", f"SELECT publisher, avg(1000.0*adRevenue/downloads7d) v FROM {J} GROUP BY 1"], "join ratio per computed na")
    b.q("rows", "most commented episode and the show it belongs to", [f"SELECT episodeId, showTitle, commentCount v FROM {J} WHERE commentCount=(SELECT max(commentCount) FROM episodes)", f"SELECT showTitle, commentCount v FROM {J} WHERE commentCount=(SELECT max(commentCount) FROM episodes)"], "join superlative plain")
    b.q("cmp", "ingresos por publicidad según el idioma del podcast", f"SELECT language, sum(adRevenue) n FROM {J} GROUP BY 1", "es join sum currency plain")
    b.no("average age of the listeners by genre", "missing_column")
    b.either("most successful show of 2024", [f"SELECT showTitle, {v} v FROM {J} WHERE year(publishedOn)=2024 GROUP BY 1 ORDER BY 2 DESC" for v in ("sum(downloads7d)", "avg(downloads7d)", "sum(downloads30d)", "sum(adRevenue)", "avg(completionPct)")])
    b.talk(("cmp", "number of episodes by genre", f"SELECT genre, count(*) n FROM {J} GROUP BY 1", "join count"),
           ("cmp", "only since January 2024", f"SELECT genre, count(*) n FROM {J} WHERE publishedOn>='2024-01-01' GROUP BY 1", "since"),
           ("cmp", "make that average downloads in the first week", f"SELECT genre, avg(downloads7d) v FROM {J} WHERE publishedOn>='2024-01-01' GROUP BY 1", "measure na"))


def airports(b):
    b.on("airport_traffic")
    LONG = "(SELECT IATA, AIRPORT, COUNTRY, SIZE_CL, UNIT_CD, TRAF_CD, TRAFFIC, yr::int AS y, v FROM (UNPIVOT t ON " + ", ".join(f'"{y}"' for y in YEARS) + " INTO NAME yr VALUE v))"
    ONE, PAX = "IATA<>'ALL'", "UNIT_CD='PAS' AND TRAF_CD='TOT'"
    name = ("AIRPORT", "IATA", "CITY")
    b.q("trend", "total number of air passengers per year, all airports", f"SELECT y, v n FROM {LONG} WHERE {PAX} AND IATA='ALL'", "wide total_row computed")
    b.q("cmp", "Which airport had the most passengers in 2024?", by(name, f'SELECT KEY, "2024" n FROM t WHERE {PAX} AND {ONE} ORDER BY 2 DESC'), "superlative total_row plain top=1")
    b.q("trend", "domestic and international passengers at Davenholm over the years, two lines", f"SELECT y, TRAFFIC, v n FROM {LONG} WHERE IATA='DVN' AND UNIT_CD='PAS' AND TRAF_CD<>'TOT'", "wide two filter total_row computed")
    b.q("cmp", "passengers in 2024 as a percentage of 2019, for the medium and large airports", by(name, f'SELECT KEY, "2024"*1.0/"2019" s FROM t WHERE {PAX} AND SIZE_CL IN (\'Medium\',\'Large\')'), "ratio compare_columns total_row computed pct na")
    b.q("cmp", "freight in tonnes by country, 2023", by(("COUNTRY", "CTRY_CD"), f"SELECT KEY, sum(\"2023\") n FROM t WHERE UNIT_CD='FRT_T' AND TRAF_CD='TOT' AND {ONE} GROUP BY 1"), "sum total_row plain")
    b.q("cmp", "what share of each country's passengers flew internationally in 2019?", by(("COUNTRY", "CTRY_CD"), f"SELECT KEY, sum(\"2019\") FILTER (TRAF_CD='INT')*1.0/sum(\"2019\") FILTER (TRAF_CD='TOT') s FROM t WHERE UNIT_CD='PAS' AND {ONE} GROUP BY 1"), "share compare_rows total_row computed pct na")
    b.q("num", "how many airports are classed as small?", "SELECT count(DISTINCT IATA) n FROM t WHERE SIZE_CL='Small'", "distinct filter plain")
    b.q("rows", "airports that had more passengers in 2024 than before the pandemic in 2019", [s for c in ("", ', "2024"-"2019" v', ', "2019" a, "2024" b', ', "2024"*1.0/"2019"-1 v') for s in by(name[:2], f'SELECT KEY{c} FROM t WHERE {PAX} AND {ONE} AND "2024">"2019"')], "compare_columns total_row computed pct")
    b.q("trend", "growth of the total number of passengers over the year before, in percent, all airports", f"SELECT y, v FROM (SELECT y, v*1.0/lag(v) OVER (ORDER BY y)-1 v FROM {LONG} WHERE {PAX} AND IATA='ALL') WHERE v IS NOT NULL", "growth wide total_row computed pct na")
    b.q("cmp", "Passagiere pro Land im Jahr 2022, nur Inlandsflüge", by(("COUNTRY", "CTRY_CD"), f"SELECT KEY, sum(\"2022\") n FROM t WHERE UNIT_CD='PAS' AND TRAF_CD='DOM' AND {ONE} GROUP BY 1"), "de sum filter total_row plain")
    b.no("how punctual were the flights at Lombara?", "missing_column")
    b.no("passengers in 2008, before the financial crisis", "missing_rows")
    b.either("traffic at Halvik over the years", [f"SELECT y, v FROM {LONG} WHERE IATA='HLV' AND UNIT_CD='{u}' AND TRAF_CD='TOT'" for u in ("PAS", "FRT_T", "MOV")])
    b.talk(("cmp", "passengers in 2023 at the large airports", by(name, f"SELECT KEY, \"2023\" n FROM t WHERE {PAX} AND SIZE_CL='Large'"), "filter"),
           ("cmp", "what about 2020?", by(name, f"SELECT KEY, \"2020\" n FROM t WHERE {PAX} AND SIZE_CL='Large'"), "filter"),
           ("cmp", "and only the international ones", by(name, "SELECT KEY, \"2020\" n FROM t WHERE UNIT_CD='PAS' AND TRAF_CD='INT' AND SIZE_CL='Large'"), "filter"))


def poll(b):
    b.on("opinion_poll")
    b.q("cmp", "how many respondents would vote for each party", ["SELECT vote_int, count(*) n FROM t GROUP BY 1", "SELECT vote_int, count(*) n FROM t WHERE vote_int<>'Would not vote' GROUP BY 1"], "count abbrev plain")
    b.q("part", "satisfaction with democracy by voting intention, stacked to 100 percent", "SELECT vote_int, sat_democracy, count(*)*1.0/sum(count(*)) OVER (PARTITION BY vote_int) n FROM t GROUP BY 1,2", "share likert two computed pct")
    b.q("trend", "average trust in the government in each wave", "SELECT wave, avg(trust_gov_0_10) v FROM t GROUP BY 1", "mean placeholder ordinal plain na")
    b.q("cmp", "most important issue among the under 35s", ["SELECT top_issue, count(*) n FROM t WHERE age<35 GROUP BY 1 ORDER BY 2 DESC", "SELECT top_issue, count(*)*1.0/sum(count(*)) OVER () s FROM t WHERE age<35 GROUP BY 1 ORDER BY 2 DESC", "SELECT top_issue, count(*)*100.0/sum(count(*)) OVER () s FROM t WHERE age<35 GROUP BY 1 ORDER BY 2 DESC"], "count filter superlative plain top=1")
    b.q("num", "what percentage say they are certain to vote?", ["SELECT avg((turnout_int='certain')::int) s FROM t", "SELECT turnout_int, count(*)*1.0/sum(count(*)) OVER () s FROM t GROUP BY 1"], "share abbrev computed pct mark=number,table,bar,point,arc")
    b.q("cmp", "trust in government, press and police compared - mean scores", "SELECT avg(trust_gov_0_10) a, avg(trust_press_0_10) b, avg(trust_police_0_10) c FROM t", "mean two placeholder plain na")
    b.q("cmp", "Does trust in the press depend on where people get their news?", ["SELECT news_src, avg(trust_press_0_10) v FROM t GROUP BY 1", "SELECT news_src, median(trust_press_0_10) v FROM t GROUP BY 1"], "mean placeholder plain na")
    b.q("dist", "age distribution of the respondents as a histogram", "SELECT age v FROM t", "dist plain")
    b.q("cmp", "weighted vote shares in the autumn 2024 wave - please use the weights (wgt)", "SELECT vote_int, sum(wgt)/sum(sum(wgt)) OVER () s FROM t WHERE wave='2024 Autumn' GROUP BY 1", "weighted share filter computed pct")
    b.q("cmp", "average hours on social media for each age group", "SELECT age_grp, avg(soc_media_hrs) v FROM t GROUP BY 1", "mean ordinal abbrev plain na")
    b.q("cmp", "part des personnes qui ne voteraient pas, par région", "SELECT region, avg((vote_int='Would not vote')::int) s FROM t GROUP BY 1", "fr share dirty computed pct na")
    b.no("who is going to win the next general election", "forecast")
    b.no("party preference by religion", "missing_column")
    b.either("trust by region", [f"SELECT region, avg({c}) v FROM t GROUP BY 1" for c in ("trust_gov_0_10", "trust_press_0_10", "trust_police_0_10")] + ["SELECT region, avg(trust_gov_0_10) a, avg(trust_press_0_10) b, avg(trust_police_0_10) c FROM t GROUP BY 1"])
    b.talk(("cmp", "respondents by top issue", "SELECT top_issue, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "only Green voters", "SELECT top_issue, count(*) n FROM t WHERE vote_int='Greens' GROUP BY 1", "filter"),
           ("cmp", "show that as a share", "SELECT top_issue, count(*)*1.0/sum(count(*)) OVER () n FROM t WHERE vote_int='Greens' GROUP BY 1", "share pct"))
