"""Questions that were frozen until the night of 23 November 2026; see README.md."""


def write(b):
    for topic in (returns, volcanoes):
        topic(b)


def returns(b):
    b.on("shop_returns")
    b.q("cmp", "most common reasons for returns", "SELECT REASON, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "count plain")
    b.q("trend", "total refunds per month", "SELECT date_trunc('month', RET_DT) d, sum(REFUND_EUR) n FROM t GROUP BY 1", "sum dirty currency plain")
    b.q("cmp", "average refund for each product category", "SELECT CATEGORY, avg(REFUND_EUR) v FROM t GROUP BY 1", "mean currency plain na")
    b.q("num", "how many returns from Austria had a refund of more than 100 euros?", "SELECT count(*) n FROM t WHERE CTRY_NM='Austria' AND REFUND_EUR>100", "and filter currency plain")
    b.q("num", "what percentage of the returned shoes were too small", ["SELECT avg((REASON='Too small')::int) s FROM t WHERE CATEGORY='Shoes'", "SELECT sum(QTY) FILTER (REASON='Too small')*1.0/sum(QTY) s FROM t WHERE CATEGORY='Shoes'", "SELECT REASON, count(*)*1.0/sum(count(*)) OVER () s FROM t WHERE CATEGORY='Shoes' GROUP BY 1"], "share filter computed pct mark=number,table,bar,point,arc")
    b.q("cmp", "how many days after ordering do people send things back, on average, by category", ["SELECT CATEGORY, avg(RET_DT-ORD_DT) v FROM t GROUP BY 1"], "difference mean computed na")
    b.q("cmp", "¿Cuántas devoluciones hay de cada país?", ["SELECT CTRY_NM, count(*) n FROM t GROUP BY 1", "SELECT CTRY_CD, count(*) n FROM t GROUP BY 1"], "es count code plain")
    b.no("what percentage of all orders is sent back?", "missing_column")
    b.either("which carrier is the best?", ["SELECT CARRIER, avg(SHIP_COST_EUR) v FROM t GROUP BY 1 ORDER BY 2", "SELECT CARRIER, avg(REFUND_DAYS) v FROM t GROUP BY 1 ORDER BY 2", "SELECT CARRIER, count(*) FILTER (REASON='Arrived late') v FROM t GROUP BY 1 ORDER BY 2", "SELECT CARRIER, avg((REASON='Arrived late')::int) v FROM t GROUP BY 1 ORDER BY 2", "SELECT CARRIER, count(*) v FROM t GROUP BY 1 ORDER BY 2 DESC"])
    b.talk(("cmp", "how many returns by category", "SELECT CATEGORY, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "just Germany", "SELECT CATEGORY, count(*) n FROM t WHERE CTRY_CD='DE' GROUP BY 1", "filter"),
           ("cmp", "as percentages", "SELECT CATEGORY, count(*)*1.0/sum(count(*)) OVER () s FROM t WHERE CTRY_CD='DE' GROUP BY 1", "share pct"),
           ("cmp", "now by reason", ["SELECT REASON, count(*)*1.0/sum(count(*)) OVER () s FROM t WHERE CTRY_CD='DE' GROUP BY 1", "SELECT CATEGORY, REASON, count(*)*1.0/sum(count(*)) OVER (PARTITION BY CATEGORY) s FROM t WHERE CTRY_CD='DE' GROUP BY 1,2", "SELECT CATEGORY, REASON, count(*)*1.0/sum(count(*)) OVER () s FROM t WHERE CTRY_CD='DE' GROUP BY 1,2", "SELECT CATEGORY, REASON, count(*)*1.0/sum(count(*)) OVER (PARTITION BY REASON) s FROM t WHERE CTRY_CD='DE' GROUP BY 1,2"], "dimension share pct"))


def volcanoes(b):
    b.on("volcano_obs")
    M = "(OBS_MON||'-01')::date"
    b.q("cmp", "how many earthquakes did each volcano have in 2023?", "SELECT VOLC_NM, sum(VALUE) n FROM t WHERE IND_CD='EQK' AND left(OBS_MON, 4)='2023' GROUP BY 1", "long sum filter abbrev plain")
    b.q("trend", "SO2 emissions of Tolhuac by month", f"SELECT {M} d, VALUE v FROM t WHERE IND_CD='SO2' AND VOLC_NM='Tolhuac' AND VALUE IS NOT NULL", "long filter missing plain na")
    b.q("cmp", "average crater temperature of each volcano", "SELECT VOLC_NM, avg(VALUE) v FROM t WHERE IND_CD='CRT' GROUP BY 1", "long mean plain na")
    b.q("rows", "when and where was the highest plume?", [f"SELECT {M} d, VOLC_NM, VALUE v FROM t WHERE IND_CD='PLM' AND VALUE=(SELECT max(VALUE) FROM t WHERE IND_CD='PLM')", f"SELECT {M} d, VOLC_NM FROM t WHERE IND_CD='PLM' AND VALUE=(SELECT max(VALUE) FROM t WHERE IND_CD='PLM')", f"SELECT {M} d, CTRY, VALUE v FROM t WHERE IND_CD='PLM' AND VALUE=(SELECT max(VALUE) FROM t WHERE IND_CD='PLM')"], "long superlative plain")
    b.q("num", "how many months was Mt. Sarendo on red alert", "SELECT count(DISTINCT OBS_MON) n FROM t WHERE VOLC_NM='Mt. Sarendo' AND ALERT_LVL='Red'", "long distinct filter computed")
    b.q("trend", "number of earthquakes per year, all volcanoes", "SELECT left(OBS_MON, 4)::int y, sum(VALUE) n FROM t WHERE IND_CD='EQK' GROUP BY 1", "long sum computed")
    b.q("rows", "¿qué volcán es el más alto?", ["SELECT DISTINCT VOLC_NM, ELEV_M v FROM t WHERE ELEV_M=(SELECT max(ELEV_M) FROM t)", "SELECT DISTINCT VOLC_NM FROM t WHERE ELEV_M=(SELECT max(ELEV_M) FROM t)", "SELECT DISTINCT VOLC_NM, ELEV_M v FROM t ORDER BY 2 DESC"], "es superlative distinct abbrev plain na top=1")
    b.no("when will Mt. Sarendo erupt next?", "forecast")
    b.either("most active volcano", ["SELECT VOLC_NM, sum(VALUE) v FROM t WHERE IND_CD='EQK' GROUP BY 1 ORDER BY 2 DESC", "SELECT VOLC_NM, avg(VALUE) v FROM t WHERE IND_CD='EQK' GROUP BY 1 ORDER BY 2 DESC", "SELECT VOLC_NM, avg(VALUE) v FROM t WHERE IND_CD='SO2' GROUP BY 1 ORDER BY 2 DESC", "SELECT VOLC_NM, max(VALUE) v FROM t WHERE IND_CD='PLM' GROUP BY 1 ORDER BY 2 DESC", "SELECT VOLC_NM, avg(VALUE) v FROM t WHERE IND_CD='PLM' GROUP BY 1 ORDER BY 2 DESC", "SELECT VOLC_NM, count(DISTINCT OBS_MON) v FROM t WHERE ALERT_LVL='Red' GROUP BY 1 ORDER BY 2 DESC"])
    b.talk(("trend", "earthquakes at Kuroyama per month", f"SELECT {M} d, VALUE n FROM t WHERE IND_CD='EQK' AND VOLC_NM='Kuroyama' AND VALUE IS NOT NULL", "long filter"),
           ("trend", "only 2024", f"SELECT {M} d, VALUE n FROM t WHERE IND_CD='EQK' AND VOLC_NM='Kuroyama' AND left(OBS_MON, 4)='2024' AND VALUE IS NOT NULL", "filter"),
           ("trend", "same for Pico Umbro", [f"SELECT {M} d, VALUE n FROM t WHERE IND_CD='EQK' AND VOLC_NM='Pico Umbro' AND left(OBS_MON, 4)='2024' AND VALUE IS NOT NULL", f"SELECT {M} d, VOLC_NM, VALUE n FROM t WHERE IND_CD='EQK' AND VOLC_NM IN ('Kuroyama','Pico Umbro') AND left(OBS_MON, 4)='2024' AND VALUE IS NOT NULL"], "filter"))
