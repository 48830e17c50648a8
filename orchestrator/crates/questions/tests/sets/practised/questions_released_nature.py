"""Questions that were frozen until the night of 23 November 2026; see README.md."""

from common import by


def write(b):
    for topic in (seeds, storms):
        topic(b)


def seeds(b):
    b.on("seed_trials")
    name = ("species", "common_name", "seed_lot")
    b.q("cmp", "final germination rate (day 28) by species", by(name, "SELECT KEY, sum(germ_d28)*1.0/sum(seeds_sown) s FROM t GROUP BY 1"), "ratio share abbrev computed pct na")
    b.q("cmp", "Which treatment helps the legumes (Fabaceae) most? germination % after 28 days per treatment", "SELECT treatment, sum(germ_d28)*1.0/sum(seeds_sown) s FROM t WHERE family='Fabaceae' GROUP BY 1 ORDER BY 2 DESC", "ratio share filter superlative abbrev computed pct na top=1")
    b.q("trend", "cumulative number of germinated seeds on day 7, 14, 21 and 28 for Rock pink", ["SELECT day, sum(v) n FROM (UNPIVOT (SELECT germ_d07, germ_d14, germ_d21, germ_d28 FROM t WHERE common_name='Rock pink') ON germ_d07, germ_d14, germ_d21, germ_d28 INTO NAME day VALUE v) GROUP BY 1", "SELECT substr(day, 7)::int AS day_no, sum(v) n FROM (UNPIVOT (SELECT germ_d07, germ_d14, germ_d21, germ_d28 FROM t WHERE common_name='Rock pink') ON germ_d07, germ_d14, germ_d21, germ_d28 INTO NAME day VALUE v) GROUP BY 1", "SELECT sum(germ_d07) a, sum(germ_d14) b, sum(germ_d21) c, sum(germ_d28) e FROM t WHERE common_name='Rock pink'"], "wide sum filter abbrev computed")
    b.q("cmp", "light vs dark at 20/10: seeds germinated by day 28", "SELECT light_regime, sum(germ_d28) n FROM t WHERE temp_regime_c='20/10' GROUP BY 1", "sum filter abbrev plain")
    b.q("num", "In how many dishes did not a single seed germinate within the first week?", "SELECT count(*) n FROM t WHERE germ_d07=0", "count filter abbrev plain")
    b.q("cmp", "mean T50 by temperature regime", "SELECT temp_regime_c, avg(t50_days) v FROM t GROUP BY 1", "mean placeholder abbrev plain na")
    b.q("cmp", "mouldy seeds as percent of those sown for each seed lot", [f"SELECT {k}, sum(mouldy_n)*1.0/sum(seeds_sown) s FROM t GROUP BY 1" for k in name], "ratio share abbrev computed pct na")
    b.q("cmp", "Bei wie vielen Versuchen wurden die 50 % nie erreicht? Anzahl je Art", by(name[:2], "SELECT KEY, count(*) n FROM t WHERE t50_days IS NULL GROUP BY 1"), "de count missing placeholder abbrev plain")
    b.q("rows", "what's the heaviest seed? species and thousand-seed weight", ["SELECT DISTINCT species, tsw_g v FROM t WHERE tsw_g=(SELECT max(tsw_g) FROM t)", "SELECT DISTINCT common_name, tsw_g v FROM t WHERE tsw_g=(SELECT max(tsw_g) FROM t)"], "superlative distinct dirty abbrev computed")
    b.q("cmp", "¿Cuántas semillas se sembraron de cada especie?", by(name[:2], "SELECT KEY, sum(seeds_sown) n FROM t GROUP BY 1"), "es sum plain")
    b.no("how high did the seedlings grow?", "missing_column")
    b.no("results for oak and beech", "missing_rows")
    b.either("which species was the quickest?", ["SELECT species, avg(t50_days) v FROM t GROUP BY 1 ORDER BY 2", "SELECT species, median(t50_days) v FROM t GROUP BY 1 ORDER BY 2", "SELECT species, sum(germ_d07)*1.0/sum(seeds_sown) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT species, sum(germ_d07) v FROM t GROUP BY 1 ORDER BY 2 DESC"])


def storms(b):
    b.on("storm_events")
    land = ("STATE", "ST_CD")
    Y = "year(BEGIN_DT)"
    b.q("cmp", "Good morning, I need the count of events by type for a newspaper article", "SELECT EVENT_TYPE, count(*) n FROM t GROUP BY 1", "count dirty plain")
    b.q("trend", "total property damage per year", f"SELECT {Y} y, sum(DMG_PROP) n FROM t GROUP BY 1", "sum unit abbrev computed")
    b.q("cmp", "deaths by event type, direct and indirect added together", ["SELECT EVENT_TYPE, sum(DTH_DIRECT+DTH_INDIRECT) n FROM t GROUP BY 1"], "sum dirty abbrev computed")
    b.q("num", "biggest hailstone in millimetres", "SELECT max(MAGNITUDE) v FROM t WHERE EVENT_TYPE='Hail'", "superlative filter unit dirty plain")
    b.q("cmp", "avg wind gust of thunderstorm winds in each state", by(land, "SELECT KEY, avg(MAGNITUDE) v FROM t WHERE EVENT_TYPE='Thunderstorm wind' GROUP BY 1"), "mean filter unit dirty plain na")
    b.q("cmp", "tornadoes per F scale", "SELECT TOR_SCALE, count(*) n FROM t WHERE EVENT_TYPE='Tornado' GROUP BY 1", "count ordinal filter dirty abbrev plain")
    b.q("rows", "the costliest five events, property and crops together", [f"SELECT EVENT_ID, {k} DMG_PROP+DMG_CROP v FROM t ORDER BY DMG_PROP+DMG_CROP DESC" for k in ("", "EVENT_TYPE, STATE,")] + ["SELECT EVENT_TYPE, STATE, COUNTY, DMG_PROP+DMG_CROP v FROM t ORDER BY 4 DESC"], "topn unit abbrev computed top=5!")
    b.q("cmp", "how long do the various kinds of event last, median hours", "SELECT EVENT_TYPE, median((epoch(END_DT)-epoch(BEGIN_DT))/3600) v FROM t GROUP BY 1", "date_diff median dirty computed na")
    b.q("cmp", "In which month are there most tornados?", "SELECT month(BEGIN_DT) moy, count(*) n FROM t WHERE EVENT_TYPE='Tornado' GROUP BY 1 ORDER BY 2 DESC", "moy count filter superlative dirty computed top=1 mark=bar,line,point,table,area,rect,number")
    b.q("cmp", "crop damage from hail by county of the Great Plain", "SELECT COUNTY, sum(DMG_CROP) n FROM t WHERE EVENT_TYPE='Hail' AND STATE='Great Plain' GROUP BY 1", "sum and filter dirty unit abbrev computed")
    b.q("num", "what part of all events caused no property damage at all?", "SELECT avg((DMG_PROP=0)::int) s FROM t", "share unit abbrev computed pct mark=number,table,bar,point,arc")
    b.q("cmp", "nombre de blessés (directs) par État", by(land, "SELECT KEY, sum(INJ_DIRECT) n FROM t GROUP BY 1"), "fr sum abbrev plain")
    b.no("How much of the damage was insured?", "missing_column")
    b.no("do the storms get worse because of climate change?", "cause")
    b.either("what was the worst year", [f"SELECT {Y} y, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in ("count(*)", "sum(DMG_PROP)", "sum(DMG_PROP+DMG_CROP)", "sum(DTH_DIRECT)", "sum(DTH_DIRECT+DTH_INDIRECT)", "sum(INJ_DIRECT)", "sum(INJ_DIRECT+INJ_INDIRECT)")])
    b.either("damage by state", [f"SELECT STATE, {v} v FROM t GROUP BY 1" for v in ("sum(DMG_PROP)", "sum(DMG_CROP)", "sum(DMG_PROP+DMG_CROP)")] + ["SELECT STATE, sum(DMG_PROP) a, sum(DMG_CROP) b FROM t GROUP BY 1"])
    b.talk(("trend", "flash floods per year", f"SELECT {Y} y, count(*) n FROM t WHERE EVENT_TYPE='Flash flood' GROUP BY 1", "filter count"),
           ("trend", "and winter storms?", f"SELECT {Y} y, count(*) n FROM t WHERE EVENT_TYPE='Winter storm' GROUP BY 1", "filter"),
           ("trend", "both in one chart please", f"SELECT {Y} y, EVENT_TYPE, count(*) n FROM t WHERE EVENT_TYPE IN ('Flash flood','Winter storm') GROUP BY 1,2", "add"))
