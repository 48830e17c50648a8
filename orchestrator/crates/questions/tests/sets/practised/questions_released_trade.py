"""Questions that were frozen until the night of 23 November 2026; see README.md."""


def write(b):
    for topic in (tickets, shifts):
        topic(b)


def by(keys, sql):
    """The query for each of several columns that name the same groups."""
    return [sql.replace("KEY", k) for k in keys]


def tickets(b):
    b.on("support_tickets")
    b.q("trend", "support tickets created each month", ["SELECT date_trunc('month', createdAt) d, count(*) n FROM t GROUP BY 1", "SELECT date_trunc('month', createdAt) d, count(*) n FROM t WHERE createdAt<'2025-03-01' GROUP BY 1"], "count incomplete plain")
    b.q("cmp", "median minutes until the first reply, per channel", "SELECT channel, median(firstReplyMinutes) v FROM t GROUP BY 1", "median computed na")
    b.q("cmp", "what % of tickets breached the SLA, by priority", ["SELECT priority, avg((slaBreached='true')::int) s FROM t WHERE slaBreached IS NOT NULL GROUP BY 1", "SELECT priority, count(*) FILTER (slaBreached='true')*1.0/count(*) s FROM t GROUP BY 1"], "share flag ordinal computed pct na")
    b.q("cmp", "average satisfaction score (csat) of each agent", "SELECT agent, avg(csatScore) v FROM t GROUP BY 1", "mean placeholder plain na")
    b.q("num", "how many tickets are still open?", "SELECT count(*) n FROM t WHERE status='open'", "count filter plain")
    b.q("mat", "heatmap of product against issue type, number of tickets", "SELECT product, issueType, count(*) n FROM t GROUP BY 1,2", "heatmap count plain")
    b.q("cmp", "90th percentile of the resolution time in hours for every team", ["SELECT team, quantile_cont(resolutionHours, 0.9) v FROM t GROUP BY 1", "SELECT team, quantile_disc(resolutionHours, 0.9) v FROM t GROUP BY 1"], "percentile computed na")
    b.q("cmp", "top three countries by number of tickets from Enterprise customers", "SELECT customerCountry, count(*) n FROM t WHERE customerPlan='Enterprise' GROUP BY 1 ORDER BY 2 DESC", "topn count filter dirty plain top=3!")
    b.q("cmp", "montant total remboursé par formule (customer plan)", "SELECT customerPlan, sum(refundAmount) n FROM t GROUP BY 1", "fr sum currency plain")
    b.q("cmp", "Wie viele Tickets kommen an welchem Wochentag?", "SELECT isodow(createdAt) wd, count(*) n FROM t GROUP BY 1", "de weekday count plain mark=bar,line,point,table,arc,rect,tick")
    b.no("which customers are going to cancel next quarter", "forecast")
    b.no("what do our competitors' customers complain about?", "missing_column")
    b.either("who is our best agent?", ["SELECT agent, avg(csatScore) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT agent, count(*) FILTER (status='solved') v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT agent, avg(resolutionHours) v FROM t GROUP BY 1 ORDER BY 2", "SELECT agent, avg(firstReplyMinutes) v FROM t GROUP BY 1 ORDER BY 2", "SELECT agent, count(*) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT agent, median(resolutionHours) v FROM t GROUP BY 1 ORDER BY 2"])
    b.either("how fast do we help the customers of each plan", [f"SELECT customerPlan, {f}({c}) v FROM t GROUP BY 1" for f in ("avg", "median") for c in ("firstReplyMinutes", "resolutionHours")])
    b.talk(("cmp", "mean resolution hours by product", "SELECT product, avg(resolutionHours) v FROM t GROUP BY 1", "mean na"),
           ("cmp", "only urgent and high ones", "SELECT product, avg(resolutionHours) v FROM t WHERE priority IN ('urgent','high') GROUP BY 1", "filter na"),
           ("cmp", "by team instead of product", "SELECT team, avg(resolutionHours) v FROM t WHERE priority IN ('urgent','high') GROUP BY 1", "dimension na"))


def shifts(b):
    b.on("shift_output")
    line, item, why = ("line_nm", "line_cd"), ("item_nm", "item_cd"), ("down_rsn", "down_rsn_cd")
    b.q("cmp", "units made per line", by(line, "SELECT KEY, sum(units_made) n FROM t GROUP BY 1"), "sum dirty plain")
    b.q("cmp", "average OEE of early, late and night shifts", "SELECT shift, avg(oee_pct) v FROM t GROUP BY 1", "mean percent dirty plain na pct")
    b.q("cmp", "minutes of downtime by cause, worst first", by(why, "SELECT KEY, sum(down_min) n FROM t WHERE down_rsn IS NOT NULL GROUP BY 1 ORDER BY 2 DESC"), "sum abbrev placeholder plain")
    S = ("sum(units_scrap)*1.0/sum(units_made)", "avg(units_scrap*1.0/units_made)")
    b.q("trend", "scrap rate per month (scrapped units as a share of units made)", [f"SELECT date_trunc('month', prod_date) d, {s} s FROM t {w} GROUP BY 1" for s in S for w in ("", "WHERE prod_date<'2024-07-01'")], "ratio share dirty_date incomplete computed pct na")
    b.q("num", "how many accidents happened on night shifts?", "SELECT sum(accidents_n) n FROM t WHERE shift='Night'", "sum filter dirty plain")
    b.q("cmp", "energy use per 1,000 units, by line", [s for v in ("1000.0*sum(energy_kwh)/sum(units_made)", "avg(1000.0*energy_kwh/units_made)", "1000.0*sum(energy_kwh)/sum(units_good)") for s in by(line, f"SELECT KEY, {v} v FROM t GROUP BY 1")], "ratio per computed na")
    b.q("cmp", "planned and actual units for each line next to each other", by(line, "SELECT KEY, sum(units_plan) a, sum(units_made) b FROM t GROUP BY 1"), "sum two abbrev plain")
    b.q("rel", "is there more scrap when the hall is hot", ["SELECT hall_temp_c a, units_scrap b FROM t", "SELECT corr(hall_temp_c, units_scrap) r FROM t", "SELECT hall_temp_c a, units_scrap*1.0/units_made b FROM t", "SELECT corr(hall_temp_c, units_scrap*1.0/units_made) r FROM t"], "correlation abbrev computed pct")
    b.q("trend", "running total of good units on the Cartons line, week by week", ["SELECT d, sum(n) OVER (ORDER BY d) v FROM (SELECT date_trunc('week', prod_date) d, sum(units_good) n FROM t WHERE line_nm='Cartons' GROUP BY 1)", "SELECT d, sum(n) OVER (ORDER BY d) v FROM (SELECT date_trunc('week', prod_date) d, sum(units_good) n FROM t WHERE line_nm='Cartons' AND prod_date<'2024-07-08' GROUP BY 1)"], "cumulative week filter computed")
    b.q("rows", "shift with the longest stop: date, line, minutes", by(line, "SELECT prod_date d, KEY, down_min v FROM t WHERE down_min=(SELECT max(down_min) FROM t)"), "superlative abbrev dirty_date plain")
    b.q("cmp", "producción total de cada artículo en mayo de 2024", by(item, "SELECT KEY, sum(units_made) n FROM t WHERE month(prod_date)=5 GROUP BY 1"), "es sum filter plain")
    b.no("what does one bottle cost us to make?", "missing_column")
    b.no("why does the glass line break down so often", "cause")
    b.either("Which line performs best?", [f"SELECT line_nm, {v} v FROM t GROUP BY 1 ORDER BY 2 {o}" for v, o in (("avg(oee_pct)", "DESC"), ("sum(units_made)", "DESC"), ("sum(down_min)", ""), ("sum(units_scrap)*1.0/sum(units_made)", ""), ("sum(units_good)", "DESC"))])
