"""Questions that were frozen until 27 November 2026; see README.md."""
from common import by


def write(b):
    for topic in (lost, vet, ski, sleep):
        topic(b)


def lost(b):
    b.on("lost_property")
    stn = ("STN_NM", "STN_CD")
    b.q("cmp", "What do people lose most? Top 5 kinds of things", "SELECT ITEM_CAT, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "topn count dirty plain top=5!")
    b.q("cmp", "percent of items that went back to their owner, for each item category (status RET = returned)", "SELECT ITEM_CAT, avg((STATUS_CD='RET')::int) s FROM t GROUP BY 1", "share coded dirty computed na pct")
    b.q("map", "map of the stations by number of found items", ["SELECT STN_LAT, STN_LON, count(*) n FROM t GROUP BY 1,2", "SELECT STN_NM, STN_LAT, STN_LON, count(*) n FROM t GROUP BY 1,2,3"], "map count coordinates plain")
    b.q("cmp", "at what time of day are things found? count by hour", "SELECT hour(FND_TM) hr, count(*) n FROM t GROUP BY 1", "hour count plain mark=bar,line,area,point,table,rect,tick")
    b.q("trend", "umbrellas found per month", [f"SELECT date_trunc('month', FND_DT) d, count(*) n FROM t WHERE ITEM_CAT='Umbrella' {e} GROUP BY 1" for e in ("", "AND FND_DT<'2026-10-01'")], "count filter dirty dirty_date incomplete plain")
    b.q("num", "median number of days until someone claims a phone", "SELECT median(DAYS_TO_CLAIM) v FROM t WHERE ITEM_CAT='Phone'", "median filter dirty plain na")
    b.q("num", "Estimated worth of everything we gave to charity (status DON), in pounds", "SELECT sum(VAL_EST_GBP) n FROM t WHERE STATUS_CD='DON'", "sum filter coded plain")
    b.q("cmp", "found items by colour, but without the black and the blue ones", ["SELECT COLOUR, count(*) n FROM t WHERE COLOUR NOT IN ('black','blue') GROUP BY 1", "SELECT coalesce(COLOUR,'unknown') COLOUR, count(*) n FROM t WHERE coalesce(COLOUR,'') NOT IN ('black','blue') GROUP BY 1"], "count except placeholder plain")
    b.q("num", "how many things worth between 50 and 100 pounds are still being held (HLD)", "SELECT count(*) n FROM t WHERE STATUS_CD='HLD' AND VAL_EST_GBP BETWEEN 50 AND 100", "count filter between coded plain")
    b.q("cmp", "Is there a season for losing things? Found items by calendar month, all years added together", "SELECT month(FND_DT) moy, count(*) n FROM t GROUP BY 1", "seasonality count dirty_date computed mark=bar,line,area,point,table,rect,tick")
    b.q("cmp", "for every station, the clerk who registered the most items", [f"SELECT {k}, CLERK, n FROM (SELECT {k}, CLERK, count(*) n, row_number() OVER (PARTITION BY {k} ORDER BY count(*) DESC) p FROM t GROUP BY 1,2) WHERE p=1" for k in stn], "topn pergroup count computed")
    b.q("num", "Wie viel Prozent der Fundsachen hat das Reinigungspersonal (Code C) gefunden?", "SELECT avg((FND_BY_CD='C')::int) s FROM t", "de share coded computed pct")
    b.no("names and phone numbers of the owners", "missing_column")
    b.no("how many items were found at Paddington station?", "missing_rows")
    b.either("which station is the worst for lost property?", [f"SELECT STN_NM, {v} v FROM t GROUP BY 1 ORDER BY 2 {o}" for v, o in (("count(*)", "DESC"), ("sum(VAL_EST_GBP)", "DESC"), ("avg((STATUS_CD='RET')::int)", ""), ("count(*) FILTER (STATUS_CD<>'RET')", "DESC"))])
    b.talk(("cmp", "items found at each station", by(stn, "SELECT KEY, count(*) n FROM t GROUP BY 1"), "count"),
           ("cmp", "laptops only", by(stn, "SELECT KEY, count(*) n FROM t WHERE ITEM_CAT='Laptop' GROUP BY 1"), "filter count"),
           ("cmp", "what were they worth in total", by(stn, "SELECT KEY, sum(VAL_EST_GBP) n FROM t WHERE ITEM_CAT='Laptop' GROUP BY 1"), "measure sum"))


def vet(b):
    b.on("vet_visits")
    bill = "\"total bill (£)\""
    b.q("cmp", "turnover by vet", f"SELECT vet, sum({bill}) n FROM t GROUP BY 1", "sum currency plain")
    b.q("cmp", "do insured animals get bigger bills? average bill with and without insurance", f"SELECT insurance, avg({bill}) v FROM t GROUP BY 1", "mean two currency plain na")
    b.q("cmp", "mean waiting time for each weekday", "SELECT isodow(\"visit date\") wd, avg(\"waiting time (min)\") v FROM t GROUP BY 1", "weekday mean dirty_date plain na mark=bar,line,point,table,rect,tick")
    b.q("num", "how many different animals have we treated", "SELECT count(DISTINCT \"pet id\") n FROM t", "distinct computed")
    b.q("cmp", "three most common reasons why cats come in", "SELECT \"reason for visit\", count(*) n FROM t WHERE species='Cat' GROUP BY 1 ORDER BY 2 DESC", "topn count filter dirty plain top=3!")
    b.q("num", "95th percentile of the waiting time in minutes", ["SELECT quantile_cont(\"waiting time (min)\", 0.95) v FROM t"], "percentile computed na")
    b.q("num", "how many patients have been here more than 5 times", "SELECT count(*) n FROM (SELECT \"pet id\" FROM t GROUP BY 1 HAVING count(*)>5)", "having distinct count computed")
    b.q("num", "average cost of medicines for dogs over 40 lbs", "SELECT avg(\"medicines (£)\") v FROM t WHERE species='Dog' AND \"weight (kg)\">40*0.45359237", "mean filter unit placeholder computed na")
    b.q("rows", "The most expensive visit ever: which pet, what reason, how much?", f"SELECT \"pet name\", \"reason for visit\", {bill} v FROM t WHERE {bill}=(SELECT max({bill}) FROM t)", "superlative currency plain")
    b.q("cmp", "emergencies as a percentage of visits, by species", "SELECT species, avg((emergency='yes')::int) s FROM t GROUP BY 1", "share flag dirty computed na pct")
    b.q("cmp", "¿Cuál es el peso medio de los perros de cada raza?", "SELECT breed, avg(\"weight (kg)\") v FROM t WHERE species='Dog' GROUP BY 1", "es mean filter placeholder plain na")
    b.q("cmp", "how long does a consultaton take on average for each reason, longest first", "SELECT \"reason for visit\", avg(\"consult length (min)\") v FROM t GROUP BY 1 ORDER BY 2 DESC", "mean typo plain na")
    b.no("should we hire another vet nurse?", "opinion")
    b.no("Combien de chevaux avons-nous soignés l'an dernier ?", "missing_rows", "fr")
    b.either("which kind of animal is the most expensive", [f"SELECT species, {f}({bill}) v FROM t GROUP BY 1 ORDER BY 2 DESC" for f in ("avg", "sum", "max", "median")])
    b.talk(("trend", "visits per month", "SELECT date_trunc('month', \"visit date\") d, count(*) n FROM t GROUP BY 1", "count dirty_date"),
           ("trend", "just the rabbits", "SELECT date_trunc('month', \"visit date\") d, count(*) n FROM t WHERE species='Rabbit' GROUP BY 1", "filter dirty"),
           ("cmp", "what are their reasons for coming?", "SELECT \"reason for visit\", count(*) n FROM t WHERE species='Rabbit' GROUP BY 1", "dimension count filter"),
           ("cmp", "and the average bill for each reason", f"SELECT \"reason for visit\", avg({bill}) v FROM t WHERE species='Rabbit' GROUP BY 1", "measure mean na"))


def ski(b):
    b.on("ski_days")
    b.q("trend", "guests per season, one line for each ski area", "SELECT season, area, sum(guests) n FROM t GROUP BY 1,2", "sum series plain mark=line")
    b.q("rows", "when and where did the most new snow fall in one day?", "SELECT date d, area, fresh_snow_cm v FROM t WHERE fresh_snow_cm=(SELECT max(fresh_snow_cm) FROM t)", "superlative plain")
    b.q("cmp", "accidents per 10,000 guests in each area", "SELECT area, 10000.0*sum(accidents)/sum(guests) v FROM t GROUP BY 1", "ratio per computed na")
    b.q("num", "On how many days was Hochgrat closed because of a storm?", "SELECT count(*) n FROM t WHERE area='Hochgrat' AND closed_because='storm'", "count filter plain")
    b.q("cmp", "average number of guests per area and day, in the school holidays compared with the rest of the season", ["SELECT school_holidays, avg(guests) v FROM t GROUP BY 1", "SELECT area, school_holidays, avg(guests) v FROM t GROUP BY 1,2"], "mean two flag plain na")
    b.q("num", "How many days did the wind at Val Clara get over 50 mph?", "SELECT count(*) n FROM t WHERE area='Val Clara' AND wind_max_kmh>80.4672", "count filter unit computed")
    b.q("trend", "growth of ticket revenue from season to season in percent", "SELECT season, 100.0*(n-lag(n) OVER (ORDER BY season))/lag(n) OVER (ORDER BY season) g FROM (SELECT season, sum(ticket_revenue_chf) n FROM t GROUP BY 1)", "growth sum currency computed na pct")
    b.q("rel", "more sun, more guests? check the relationship for Steinalp", ["SELECT sun_h a, guests b FROM t WHERE area='Steinalp'", "SELECT corr(sun_h, guests) r FROM t WHERE area='Steinalp'", "SELECT sun_h a, guests b FROM t WHERE area='Steinalp' AND closed_because IS NULL", "SELECT corr(sun_h, guests) r FROM t WHERE area='Steinalp' AND closed_because IS NULL"], "correlation filter computed")
    b.q("cmp", "how often was each avalanche danger level given out for Val Clara", "SELECT avalanche_level, count(*) n FROM t WHERE area='Val Clara' GROUP BY 1", "count ordinal coded filter plain")
    b.q("cmp", "rank the areas by ticket income per guest", "SELECT area, sum(ticket_revenue_chf)*1.0/sum(guests) v FROM t GROUP BY 1 ORDER BY 2 DESC", "ratio rank currency computed na")
    b.q("cmp", "Pendant combien de jours chaque station a-t-elle été fermée faute de neige ?", "SELECT area, count(*) n FROM t WHERE closed_because='no snow' GROUP BY 1", "fr count filter plain")
    b.q("num", "standard deviation of the daily maximum temperature at Birkenegg", ["SELECT stddev_samp(temp_max_c) v FROM t WHERE area='Birkenegg'"], "stddev filter computed na")
    b.no("will there be enough snow next Christmas?", "forecast")
    b.no("why does Birkenegg get so much less snow than the others?", "cause")
    b.no("what does a hotel room near Hochgrat cost in February", "missing_column")
    b.either("¿Qué temporada fue la mejor?", [f"SELECT season, {v} v FROM t GROUP BY 1 ORDER BY 2 {o}" for v, o in (("sum(guests)", "DESC"), ("sum(ticket_revenue_chf)", "DESC"), ("avg(snow_top_cm)", "DESC"), ("sum(fresh_snow_cm)", "DESC"), ("sum(accidents)", ""))], "es")
    b.talk(("cmp", "total guests by area", "SELECT area, sum(guests) n FROM t GROUP BY 1", "sum"),
           ("cmp", "for the season 2025/26", "SELECT area, sum(guests) n FROM t WHERE season='2025/26' GROUP BY 1", "filter sum"),
           ("cmp", "what about 2024/25?", "SELECT area, sum(guests) n FROM t WHERE season='2024/25' GROUP BY 1", "filter sum"),
           ("part", "as shares of the total", "SELECT area, sum(guests)*1.0/(SELECT sum(guests) FROM t WHERE season='2024/25') s FROM t WHERE season='2024/25' GROUP BY 1", "share pct"),
           ("cmp", "without Val Clara, guest numbers again", "SELECT area, sum(guests) n FROM t WHERE season='2024/25' AND area<>'Val Clara' GROUP BY 1", "except sum"))


def sleep(b):
    b.on("sleep_diary")
    hours = "\"Hours asleep\""
    R, G = (f"avg({hours}) OVER (ORDER BY Date {w}) v" for w in ("ROWS 6 PRECEDING", "RANGE INTERVAL 6 DAYS PRECEDING"))
    b.q("trend", "7-day moving average of my hours of sleep", [f"SELECT Date d, {R} FROM t", f"SELECT d, v FROM (SELECT Date d, {R}, row_number() OVER (ORDER BY Date) k FROM t) WHERE k>6", f"SELECT Date d, {G} FROM t"], "movavg computed na")
    b.q("cmp", "average sleep score depending on how many coffees I had", "SELECT Coffees, avg(\"Sleep score\") v FROM t GROUP BY 1", "mean plain na mark=bar,point,table,line,area,tick,rect")
    b.q("cmp", "hours asleep by day of the week, on average", ["SELECT isodow(Date) wd, avg(\"Hours asleep\") v FROM t GROUP BY 1"], "weekday mean plain na mark=bar,line,point,table,rect,tick")
    b.q("num", "how many nights in 2026 did I get less than 6 hours", f"SELECT count(*) n FROM t WHERE year(Date)=2026 AND {hours}<6", "count filter plain")
    b.q("rel", "do I wake up more often after drinking alcohol?", ["SELECT \"Alcoholic drinks\" a, \"Times awake\" b FROM t", "SELECT corr(\"Alcoholic drinks\", \"Times awake\") r FROM t", "SELECT \"Alcoholic drinks\", avg(\"Times awake\") v FROM t GROUP BY 1", "SELECT CASE WHEN \"Alcoholic drinks\">0 THEN 'yes|true' ELSE 'no|false' END k, avg(\"Times awake\") v FROM t GROUP BY 1"], "correlation computed na")
    b.q("cmp", "sleep with a screen in bed vs without: mean hours", f"SELECT \"Screen in bed\", avg({hours}) v FROM t GROUP BY 1", "mean two flag plain na")
    b.q("rows", "which night had the worst sleep score and what was it", "SELECT Date d, \"Sleep score\" v FROM t WHERE \"Sleep score\"=(SELECT min(\"Sleep score\") FROM t)", "superlative plain")
    b.q("num", "How many times did I only go to bed after midnight?", ["SELECT count(*) n FROM t WHERE hour(\"Bed time\")<12", "SELECT count(*) n FROM t WHERE hour(\"Bed time\")<12 AND \"Bed time\">'00:00:00'"], "count time computed")
    b.q("trend", "resting heart rate per month (average)", [f"SELECT date_trunc('month', Date) d, avg(\"Resting HR (bpm)\") v FROM t WHERE true {e} GROUP BY 1" for e in ("", "AND Date<'2026-11-01'")], "mean incomplete abbrev plain na")
    b.q("num", "Percentage of nights I slept somewhere other than at home", "SELECT avg((\"Where\"<>'home')::int) s FROM t", "share except computed pct")
    b.q("cmp", "In welchem Monat war ich im Schnitt am schwersten?", ["SELECT date_trunc('month', Date) d, avg(\"Weight (kg)\") v FROM t GROUP BY 1 ORDER BY 2 DESC"], "de mean superlative placeholder computed na top=1 mark=bar,point,table,number,line,area")
    b.q("cmp", "how many mornings in each mood, from awful to great", "SELECT \"Mood next day\", count(*) n FROM t GROUP BY 1", "count ordinal plain")
    b.q("rows", "any outliers in my hours of sleep? which nights", [f"SELECT Date d, {hours} v FROM t, (SELECT quantile_cont({hours},0.25) lo, quantile_cont({hours},0.75) hi FROM t) WHERE {hours}<lo-1.5*(hi-lo) OR {hours}>hi+1.5*(hi-lo)", f"SELECT Date d, {hours} v FROM t, (SELECT avg({hours}) mu, stddev({hours}) sd FROM t) WHERE abs({hours}-mu)>2*sd"], "outlier computed")
    b.no("what did I dream about on New Year's Eve?", "missing_column")
    b.no("am I drinking too much wine", "opinion")
    b.either("how well do I sleep per month", [f"SELECT date_trunc('month', Date) d, avg({c}) v FROM t GROUP BY 1" for c in (hours, "\"Sleep score\"", "\"Deep (h)\"", "\"Times awake\"", "\"REM (h)\"")])
