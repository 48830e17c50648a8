"""Questions that were frozen until 27 November 2026; see README.md."""


def write(b):
    for topic in (lots, batches, both, repairs):
        topic(b)


def lots(b):
    b.on("coffee_lots")
    b.q("cmp", "How many bags have we bought from each country of origin so far?", "SELECT origin_country, sum(bags_bought) n FROM t GROUP BY 1", "sum dirty plain")
    b.q("cmp", "average cup score for washed, natural, honey and anaerobic coffees", "SELECT process, avg(cup_score) v FROM t GROUP BY 1", "mean placeholder plain na")
    b.q("num", "how many of our lots are neither organic nor fairtrade", "SELECT count(*) n FROM t WHERE organic='N' AND fairtrade='N'", "count neither flag plain")
    b.q("cmp", "kilograms of green coffee still in stock, by warehouse", "SELECT warehouse, sum(bags_left*bag_size_kg) n FROM t GROUP BY 1", "sum product computed")
    b.q("rows", "Which producer sold us the most expensive lot per kilo, and at what price?", "SELECT producer, price_usd_per_kg v FROM t WHERE price_usd_per_kg=(SELECT max(price_usd_per_kg) FROM t)", "superlative currency plain")
    b.q("num", "what's the median price per kg of the Colombian lots", "SELECT median(price_usd_per_kg) v FROM t WHERE origin_country='Colombia'", "median filter currency plain na")
    b.q("rel", "scatter plot: altitude against cup score, I want to see if high grown coffee tastes better", "SELECT altitude_m a, cup_score b FROM t WHERE altitude_m IS NOT NULL AND cup_score IS NOT NULL", "correlation placeholder plain mark=point")
    b.q("map", "show me a world map of where our coffee comes from with the number of lots per country", "SELECT origin_country, count(*) n FROM t GROUP BY 1", "map count plain")
    b.q("cmp", "Which origins cost more per kilo on average than our average lot?", "SELECT origin_country, avg(price_usd_per_kg) v FROM t GROUP BY 1 HAVING avg(price_usd_per_kg)>(SELECT avg(price_usd_per_kg) FROM t)", "above mean currency computed na")
    b.q("num", "Wie viel Prozent der Lots sind bio-zertifiziert?", "SELECT avg((organic='Y')::int) s FROM t", "de share flag computed pct")
    b.no("Which café in town orders the most Kenyan coffee from us?", "missing_column")
    b.either("what is our best coffee origin?", ["SELECT origin_country, avg(cup_score) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT origin_country, max(cup_score) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT origin_country, avg(price_usd_per_kg) v FROM t GROUP BY 1 ORDER BY 2", "SELECT origin_country, sum(bags_bought) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT origin_country, median(cup_score) v FROM t GROUP BY 1 ORDER BY 2 DESC"])


def batches(b):
    b.on("roast_batches")
    M = "date_trunc('month', roasted_at)"
    ends = ("", "AND roasted_at<'2026-11-01'")
    b.q("trend", "kilos of roasted coffee that came out of the machines, month by month", [f"SELECT {M} d, sum(roasted_out_kg) n FROM t WHERE true {e} GROUP BY 1" for e in ends], "sum incomplete plain")
    b.q("cmp", "average weight loss in % from light to dark roasts", ["SELECT roast_level, avg(weight_loss_pct) v FROM t GROUP BY 1", "SELECT roast_level, 100*(1-sum(roasted_out_kg)/sum(green_in_kg)) v FROM t GROUP BY 1"], "mean ordinal percent plain na pct")
    b.q("cmp", "what percentage of batches had to be rejected on each machine?", "SELECT machine, avg((rejected='yes')::int) s FROM t GROUP BY 1", "share flag computed na pct")
    b.q("cmp", "Wie viele Röstungen gab es an jedem Wochentag?", "SELECT isodow(roasted_at) wd, count(*) n FROM t GROUP BY 1", "de weekday count plain mark=bar,line,point,table,arc,rect,tick")
    b.q("trend", "Running total of 250 g bags packed in 2026, month by month.", [f"SELECT d, sum(n) OVER (ORDER BY d) v FROM (SELECT {M} d, sum(bags_250g) n FROM t WHERE year(roasted_at)=2026 {e} GROUP BY 1)" for e in ends], "cumulative filter incomplete computed na")
    b.q("num", "how many roasts took longer than 12 minutes", "SELECT count(*) n FROM t WHERE roast_time_s>720", "count unit computed")
    b.q("dist", "spread of the end temperature of dark roasts (histogram please)", "SELECT end_temp_c v FROM t WHERE roast_level='Dark'", "distribution filter plain")
    b.q("num", "for light roasts, how many seconds pass on average between first crack and the end of the roast?", "SELECT avg(roast_time_s-first_crack_s) v FROM t WHERE roast_level='Light'", "mean difference computed na")
    b.q("trend", "by how many percent did the number of batches change from one month to the next in 2026", [s for e in ends for s in (f"SELECT d, g FROM (SELECT d, 100.0*(n-lag(n) OVER (ORDER BY d))/lag(n) OVER (ORDER BY d) g FROM (SELECT {M} d, count(*) n FROM t WHERE true {e} GROUP BY 1)) WHERE year(d)=2026", f"SELECT d, 100.0*(n-lag(n) OVER (ORDER BY d))/lag(n) OVER (ORDER BY d) g FROM (SELECT {M} d, count(*) n FROM t WHERE year(roasted_at)=2026 {e} GROUP BY 1)")], "growth count incomplete computed na pct")
    b.q("cmp", "consumo de gas en kWh por kilo de café tostado, por máquina", ["SELECT machine, sum(gas_kwh)/sum(roasted_out_kg) v FROM t GROUP BY 1", "SELECT machine, avg(gas_kwh/roasted_out_kg) v FROM t GROUP BY 1"], "es ratio per computed na")
    b.no("how many kilos will we have to roast next March?", "forecast")
    b.either("who is our most productive roaster?", ["SELECT operator, sum(roasted_out_kg) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT operator, count(*) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT operator, sum(bags_250g) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT operator, avg(roasted_out_kg) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT operator, sum(green_in_kg) v FROM t GROUP BY 1 ORDER BY 2 DESC"])
    b.either("how big are the batches on each machine?", [f"SELECT machine, {v} v FROM t GROUP BY 1" for v in ("avg(green_in_kg)", "avg(roasted_out_kg)", "median(green_in_kg)", "median(roasted_out_kg)", "avg(bags_250g)")])
    b.talk(("cmp", "batches roasted per machine", "SELECT machine, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "only the dark ones", "SELECT machine, count(*) n FROM t WHERE roast_level='Dark' GROUP BY 1", "count filter"),
           ("cmp", "and in kilos of green coffee instead", "SELECT machine, sum(green_in_kg) n FROM t WHERE roast_level='Dark' GROUP BY 1", "measure sum filter"),
           ("cmp", "same for light", "SELECT machine, sum(green_in_kg) n FROM t WHERE roast_level='Light' GROUP BY 1", "sum filter"))


def both(b):
    b.on("roast_batches", "coffee_lots")
    J = "roast_batches r JOIN coffee_lots l USING (lot_id)"
    b.q("cmp", "How many kilos of roasted coffee did we get out of the beans of each country?", f"SELECT origin_country, sum(roasted_out_kg) n FROM {J} GROUP BY 1", "join sum dirty plain")
    b.q("num", "what did the green coffee that went into the roasters in October 2026 cost, in dollars?", f"SELECT sum(green_in_kg*price_usd_per_kg) n FROM {J} WHERE roasted_at>='2026-10-01' AND roasted_at<'2026-11-01'", "join sum product filter computed")
    b.q("rows", "list the green lots that were never roasted", "SELECT lot_id FROM coffee_lots WHERE lot_id NOT IN (SELECT lot_id FROM roast_batches)", "join except computed mark=table,bar,point")


def repairs(b):
    b.on("repair_cafe")
    b.q("cmp", "what share of the items could be fixed, by category", "SELECT Category, avg((Outcome='Fixed')::int) s FROM t GROUP BY 1", "share dirty computed na pct")
    b.q("trend", "number of things people brought in at each session", "SELECT \"Session Date\" d, count(*) n FROM t GROUP BY 1", "count dirty_date plain")
    b.q("part", "stacked bars of the outcomes in every category", "SELECT Category, Outcome, count(*) n FROM t GROUP BY 1,2", "count stacked dirty plain mark=bar")
    b.q("num", "How many tonnes of CO2 did we save in 2025?", "SELECT sum(\"CO2 Saved (kg)\")/1000 v FROM t WHERE year(\"Session Date\")=2025", "sum unit filter dirty_date computed")
    b.q("num", "what do people donate on average when their thing turned out not repairable?", "SELECT avg(\"Donation (€)\") v FROM t WHERE Outcome='Not repairable'", "mean filter currency dirty plain na")
    b.q("cmp", "out of the visitors of each age group, what percentage was there for the first time?", "SELECT \"Visitor Age Group\", avg((\"First Visit?\"='yes')::int) s FROM t GROUP BY 1", "share flag ordinal computed na pct")
    b.q("rows", "oldest object anyone ever brought us – what was it and how old", "SELECT Item, \"Item Age (years)\" v FROM t WHERE \"Item Age (years)\"=(SELECT max(\"Item Age (years)\") FROM t)", "superlative placeholder plain")
    b.q("num", "how many items wieghed more than 5 pounds", "SELECT count(*) n FROM t WHERE \"Weight (kg)\">2.268", "count unit typo computed")
    b.q("num", "Bei wie vielen Gegenständen fehlt das Alter?", "SELECT count(*) n FROM t WHERE \"Item Age (years)\" IS NULL", "de missing count placeholder computed")
    b.q("dist", "box plot of the time spent on an item for every outcome", "SELECT Outcome, \"Time Spent (min)\" v FROM t", "distribution dirty plain mark=box")
    b.q("cmp", "which fixers have a lower success rate (share of items fixed) than the café overall?", "SELECT Fixer, avg((Outcome='Fixed')::int) s FROM t GROUP BY 1 HAVING avg((Outcome='Fixed')::int)<(SELECT avg((Outcome='Fixed')::int) FROM t)", "below share computed na pct")
    b.q("cmp", "which item is brought in most often in each category?", "SELECT Category, Item, n FROM (SELECT Category, Item, count(*) n, row_number() OVER (PARTITION BY Category ORDER BY count(*) DESC) k FROM t GROUP BY 1,2) WHERE k=1", "topn pergroup count computed")
    b.no("why can so few laptops be saved?", "cause")
    b.no("how many of our volunteers called in sick in June", "missing_column")
    b.either("Which category keeps our volunteers busiest?", [f"SELECT Category, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in ("sum(\"Time Spent (min)\")", "avg(\"Time Spent (min)\")", "count(*)", "median(\"Time Spent (min)\")")])
    b.talk(("cmp", "repairs per venue", "SELECT Venue, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "just 2026 please", "SELECT Venue, count(*) n FROM t WHERE year(\"Session Date\")=2026 GROUP BY 1", "filter count"),
           ("cmp", "and how satisfied were the people there on average", "SELECT Venue, avg(\"Satisfaction (1-5)\") v FROM t WHERE year(\"Session Date\")=2026 GROUP BY 1", "measure mean filter na"),
           ("cmp", "split by fixer instead", "SELECT Fixer, avg(\"Satisfaction (1-5)\") v FROM t WHERE year(\"Session Date\")=2026 GROUP BY 1", "dimension mean filter na"))
