"""Questions that were frozen until 27 November 2026; see README.md."""
from common import by


def write(b):
    for topic in (adverts, sickness, tenders):
        topic(b)


def adverts(b):
    b.on("ad_campaigns")
    camp = ("campaignName", "campaignId")
    b.q("cmp", "how much did we spend on ads per channel?", "SELECT channel, sum(costEur) n FROM t GROUP BY 1", "sum dirty currency plain")
    b.q("cmp", "Return on ad spend of every campaign (revenue divided by cost), best on top", by(camp, "SELECT KEY, sum(revenueEur)/sum(costEur) v FROM t GROUP BY 1 ORDER BY 2 DESC"), "ratio currency computed na")
    b.q("cmp", "overall click-through rate (clicks over impressions) on mobile, desktop and tablet", "SELECT device, sum(clicks)*1.0/sum(impressions) s FROM t GROUP BY 1", "ratio thousands computed na pct")
    b.q("trend", "weekly conversions in Germany since the beginning of 2026", "SELECT weekStart d, sum(conversions) n FROM t WHERE countryCode='DE' AND weekStart>='2026-01-01' GROUP BY 1", "sum coded filter plain")
    b.q("num", "what does one conversion of the brand search campaign cost us", "SELECT sum(costEur)/sum(conversions) v FROM t WHERE campaignName='Brand search'", "ratio filter currency computed na")
    A = "avg(n) OVER (ORDER BY d ROWS 3 PRECEDING) v"
    b.q("trend", "4-week moving average of total clicks", [f"SELECT d, {A} FROM (SELECT weekStart d, sum(clicks) n FROM t GROUP BY 1)", f"SELECT d, v FROM (SELECT d, {A}, row_number() OVER (ORDER BY d) k FROM (SELECT weekStart d, sum(clicks) n FROM t GROUP BY 1)) WHERE k>3"], "movavg computed na")
    b.q("map", "revenue by country on a map", "SELECT countryCode, sum(revenueEur) n FROM t GROUP BY 1", "map sum coded currency plain")
    b.q("cmp", "Compare the revenue of the third quarter of 2025 with that of the third quarter of 2026 for every channel", "SELECT channel, sum(revenueEur) FILTER (weekStart>='2025-07-01' AND weekStart<'2025-10-01') a, sum(revenueEur) FILTER (weekStart>='2026-07-01' AND weekStart<'2026-10-01') b FROM t GROUP BY 1", "two sum quarter currency dirty computed")
    b.q("rel", "is a better quality score linked to cheaper clicks?", ["SELECT qualityScore a, costEur/clicks b FROM t WHERE qualityScore IS NOT NULL AND clicks>0", "SELECT corr(qualityScore, costEur/clicks) r FROM t WHERE clicks>0", "SELECT qualityScore, sum(costEur)/sum(clicks) v FROM t WHERE qualityScore IS NOT NULL GROUP BY 1", "SELECT qualityScore, avg(costEur/clicks) v FROM t WHERE qualityScore IS NOT NULL AND clicks>0 GROUP BY 1"], "correlation ratio placeholder computed")
    b.q("num", "number of different campaigns that ran in Poland", ["SELECT count(DISTINCT campaignId) n FROM t WHERE countryCode='PL'"], "distinct coded filter computed")
    b.q("cmp", "top 2 campaigns by revenue within each channel", [f"SELECT channel, {k}, n FROM (SELECT channel, {k}, sum(revenueEur) n, row_number() OVER (PARTITION BY channel ORDER BY sum(revenueEur) DESC) p FROM t GROUP BY 1,2) WHERE p<=2" for k in camp], "topn pergroup sum currency computed")
    b.q("cmp", "Welche Kampagne hat die höchsten Kosten pro Klick?", by(camp, "SELECT KEY, sum(costEur)/sum(clicks) v FROM t GROUP BY 1 ORDER BY 2 DESC"), "de ratio superlative computed na top=1")
    b.no("which competitors bid on our brand name", "missing_column")
    b.no("What will a click cost us in 2027?", "forecast")
    b.either("which ad channel works best", [f"SELECT channel, {v} v FROM t GROUP BY 1 ORDER BY 2 {o}" for v, o in (("sum(revenueEur)/sum(costEur)", "DESC"), ("sum(conversions)", "DESC"), ("sum(revenueEur)", "DESC"), ("sum(clicks)*1.0/sum(impressions)", "DESC"), ("sum(costEur)/sum(conversions)", ""), ("sum(conversions)*1.0/sum(clicks)", "DESC"), ("avg(ctrPct)", "DESC"))])
    b.talk(("trend", "ad cost per month in 2026", [f"SELECT date_trunc('month', weekStart) d, sum(costEur) n FROM t WHERE year(weekStart)=2026 {e} GROUP BY 1" for e in ("", "AND weekStart<'2026-11-01'")], "sum incomplete currency"),
           ("trend", "only France", [f"SELECT date_trunc('month', weekStart) d, sum(costEur) n FROM t WHERE countryCode='FR' AND year(weekStart)=2026 {e} GROUP BY 1" for e in ("", "AND weekStart<'2026-11-01'")], "filter coded"),
           ("trend", "now the clicks", [f"SELECT date_trunc('month', weekStart) d, sum(clicks) n FROM t WHERE countryCode='FR' AND year(weekStart)=2026 {e} GROUP BY 1" for e in ("", "AND weekStart<'2026-11-01'")], "measure"))


def sickness(b):
    b.on("sick_days")
    rows = "(SELECT * FROM t WHERE Department<>'Total')"
    long = "(SELECT * FROM (UNPIVOT (SELECT * FROM t WHERE Department<>'Total') ON COLUMNS('^[A-Z][a-z]{2} 25$') INTO NAME mon VALUE x))"
    date = "strptime('1 '||mon, '%d %b %y')::date d"
    b.q("trend", "sick days of the whole company in each month", [f"SELECT {date}, sum(x) n FROM {long} GROUP BY 1", f"SELECT mon, sum(x) n FROM {long} GROUP BY 1"], "sum wide total plain")
    b.q("cmp", "days lost to illness per site, largest first", f"SELECT Site, sum(\"Total Days\") n FROM {rows} GROUP BY 1 ORDER BY 2 DESC", "sum total thousands plain")
    b.q("num", "how many people work in our warehouse teams altogether", "SELECT sum(Headcount) n FROM t WHERE Department='Warehouse'", "sum filter plain")
    b.q("mat", "heat map of sites against months, coloured by sick days", [f"SELECT Site, {date}, sum(x) n FROM {long} GROUP BY 1,2", f"SELECT Site, mon, sum(x) n FROM {long} GROUP BY 1,2"], "heatmap wide total sum plain")
    b.q("num", "What share of all sick days is long-term absence?", f"SELECT sum(\"of which Long-Term\")*1.0/sum(\"Total Days\") s FROM {rows}", "share ratio total computed pct")
    b.q("cmp", "sick days per employee in operations, sales and the back office", f"SELECT Area, sum(\"Total Days\")*1.0/sum(Headcount) v FROM {rows} GROUP BY 1", "ratio per total computed na")
    b.q("rows", "In January, which single department at which site had the most sick days, and how many?", f"SELECT Site, Department, \"Jan 25\" v FROM {rows} WHERE \"Jan 25\"=(SELECT max(\"Jan 25\") FROM {rows})", "superlative wide total plain")
    b.q("cmp", "departments in Hull whose absence rate is above the rate of the Hull site as a whole", f"SELECT Department, \"Absence Rate (%)\" v FROM {rows} WHERE Site='Hull' AND \"Absence Rate (%)\">(SELECT \"Absence Rate (%)\" FROM t WHERE Site='Hull' AND Department='Total')", "above filter total percent computed na pct")
    b.q("cmp", "how many more sick days in the first quarter than in the third, by site", f"SELECT Site, sum(coalesce(\"Jan 25\",0)+coalesce(\"Feb 25\",0)+coalesce(\"Mar 25\",0)-coalesce(\"Jul 25\",0)-coalesce(\"Aug 25\",0)-coalesce(\"Sep 25\",0)) v FROM {rows} GROUP BY 1", "difference wide total computed na")
    b.q("trend", "jours d'absence du service Finance, mois par mois", [f"SELECT {date}, sum(x) n FROM {long} WHERE Department='Finance' GROUP BY 1", f"SELECT mon, sum(x) n FROM {long} WHERE Department='Finance' GROUP BY 1"], "fr sum wide filter plain")
    b.q("cmp", "¿Qué mes tuvo más días de baja en York?", [f"SELECT {date}, sum(x) n FROM {long} WHERE Site='York' GROUP BY 1 ORDER BY 2 DESC", f"SELECT mon, sum(x) n FROM {long} WHERE Site='York' GROUP BY 1 ORDER BY 2 DESC"], "es superlative wide total computed top=1 mark=bar,point,table,number,line,area")
    b.no("which illnesses were behind the absences?", "missing_column")
    b.no("sick days in the Glasgow office", "missing_rows")
    b.either("which site has the biggest sickness problem?", [f"SELECT Site, {v} v FROM {rows} GROUP BY 1 ORDER BY 2 DESC" for v in ("sum(\"Total Days\")", "sum(\"Total Days\")*1.0/sum(Headcount)", "sum(\"of which Long-Term\")", "avg(\"Absence Rate (%)\")")] + ["SELECT Site, \"Absence Rate (%)\" v FROM t WHERE Department='Total' AND Site<>'All sites' ORDER BY 2 DESC"])


def tenders(b):
    b.on("public_tenders")
    won, price, guess = "Status='awarded'", "\"Award Value (EUR)\"", "\"Est. Value (EUR)\""
    b.q("cmp", "Number of tenders by type of procedure", "SELECT Procedure, count(*) n FROM t GROUP BY 1", "count plain")
    b.q("trend", "total value of the contracts awarded in each year", [f"SELECT year(\"Awarded On\") y, sum({price}) n FROM t WHERE {won} {e} GROUP BY 1" for e in ("", "AND year(\"Awarded On\")<2026")], "sum incomplete placeholder dirty_date thousands plain")
    b.q("num", "median number of bids in open procedures", "SELECT median(\"Bids Received\") v FROM t WHERE Procedure='Open'", "median filter plain na")
    b.q("cmp", "by how many percent were the awarded prices below the estimate, per subject", [f"SELECT Subject, 1-sum({price})/sum({guess}) s FROM t WHERE {won} GROUP BY 1", f"SELECT Subject, avg(1-{price}/{guess}) s FROM t WHERE {won} GROUP BY 1"], "ratio difference placeholder computed na pct")
    b.q("cmp", "share of awarded contracts that got only a single bid, by type of authority", f"SELECT \"Authority Type\", avg((\"Bids Received\"=1)::int) s FROM t WHERE {won} GROUP BY 1", "share filter computed na pct")
    b.q("map", "put the winners' countries on a map, with the number of contracts they won", "SELECT \"Winner Country\", count(*) n FROM t WHERE \"Winner Country\" IS NOT NULL GROUP BY 1", "map count plain")
    b.q("num", "How many days pass on average between the submission deadline and the award?", "SELECT avg(\"Awarded On\"-\"Submission Deadline\") v FROM t", "mean duration dirty_date computed na")
    b.q("rows", "biggest contract of all: who won it, which authority ordered it and how much was it", f"SELECT Winner, \"Contracting Authority\", {price} v FROM t WHERE {price}=(SELECT max({price}) FROM t)", "superlative thousands plain")
    b.q("cmp", "five firms that won the most money", f"SELECT Winner, sum({price}) n FROM t WHERE Winner IS NOT NULL GROUP BY 1 ORDER BY 2 DESC", "topn sum plain top=5!")
    b.q("trend", "what part of the tenders published in each year was cancelled?", ["SELECT year(Published) y, avg((Status='cancelled')::int) s FROM t GROUP BY 1", "SELECT year(Published) y, avg((Status='cancelled')::int) s FROM t WHERE Status<>'open' GROUP BY 1", "SELECT year(Published) y, avg((Status='cancelled')::int) s FROM t WHERE year(Published)<2026 GROUP BY 1"], "share dirty dirty_date incomplete computed na pct")
    b.q("num", "how many contracts worth over half a million euros went to micro or small companies", f"SELECT count(*) n FROM t WHERE {price}>500000 AND \"Winner Size\" IN ('micro','small')", "count filter either thousands plain")
    b.q("num", "Combien d'appels d'offres ont été annulés ?", "SELECT count(*) n FROM t WHERE Status='cancelled'", "fr count dirty plain")
    b.q("cmp", "Who came second? I mean the authority with the second highest number of tenders.", "SELECT \"Contracting Authority\", count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC LIMIT 1 OFFSET 1", "nth count computed")
    b.no("why did the university clinic cancel its tenders", "cause")
    b.no("which officials took bribes?", "missing_column")
    b.either("who is the biggest buyer?", [f"SELECT \"Contracting Authority\", {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in (f"sum({price})", "count(*)", f"sum({guess})", f"count(*) FILTER ({won})")])
    b.either("how long do our tenders take, by procedure", [f"SELECT Procedure, {f}({v}) v FROM t GROUP BY 1" for f in ("avg", "median") for v in ("\"Awarded On\"-Published", "\"Awarded On\"-\"Submission Deadline\"", "\"Submission Deadline\"-Published")] + ["SELECT Procedure, avg(\"Duration (months)\") v FROM t GROUP BY 1"])
    b.talk(("cmp", "award value by subject", f"SELECT Subject, sum({price}) n FROM t GROUP BY 1", "sum"),
           ("cmp", "only those the EU paid for", f"SELECT Subject, sum({price}) n FROM t WHERE \"EU Funded\"='Yes' GROUP BY 1", "filter sum"),
           ("cmp", "the average per contract instead of the sum", f"SELECT Subject, avg({price}) n FROM t WHERE \"EU Funded\"='Yes' GROUP BY 1", "mean filter na"),
           ("cmp", "just the top 3", f"SELECT Subject, avg({price}) n FROM t WHERE \"EU Funded\"='Yes' GROUP BY 1 ORDER BY 2 DESC", "topn mean na top=3!"))
