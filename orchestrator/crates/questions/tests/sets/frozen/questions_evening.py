"""Questions about the tables of `tables_evening.py`; see README.md for the format."""
from common import by


def write(b):
    for topic in (orders, customers, both, podcasts):
        topic(b)


# Only the last month is incomplete, so it may be left out.
ENDS = ("", "AND ordered_at<'2026-09-01'")
MONTH = ("date_trunc('month', ordered_at) d", "year(ordered_at) y, month(ordered_at) moy")
TOOK = "date_diff('minute', ordered_at, delivered_at)"


def orders(b):
    b.on("meal_orders")
    b.q("cmp", "top 3 restaurants by orders", "SELECT restaurant, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "topn count plain top=3!")
    b.q("trend", "can you show me how many orders we got each month?", [f"SELECT {k}, count(*) n FROM t WHERE true {e} GROUP BY ALL" for e in ENDS for k in MONTH], "count dirty_date incomplete plain")
    b.q("cmp", "busiest day of the week", "SELECT isodow(ordered_at) wd, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "weekday count superlative dirty_date plain top=1")
    b.q("num", "hi, i'm new here, could you tell me how many minutes a delivery takes on average from the order to the door?", f"SELECT avg({TOOK}) v FROM t", "duration mean dirty_date missing computed na")
    b.q("cmp", "What percentage of deliveries is late in each zone? Late means that it took longer than promised.", [f"SELECT zone, avg(({TOOK}>promised_min)::int) s FROM t WHERE {w} GROUP BY 1" for w in ("delivered_at IS NOT NULL", "status='delivered'")], "share duration compare_columns dirty_date missing computed pct na")
    b.q("cmp", "avg tip bike vs scooter vs car", "SELECT vehicle, avg(tip_gbp) v FROM t GROUP BY 1", "compare mean abbrev currency missing plain na")
    b.q("cmp", "which cuisine gets the best raitings, all of them from best to worst", "SELECT cuisine, avg(rating) v FROM t GROUP BY 1 ORDER BY 2 DESC", "typo rank mean dirty placeholder plain na")
    b.q("num", "how much discount did we give away in the first half of 2026 all in all", "SELECT sum(discount_gbp) n FROM t WHERE ordered_at>='2026-01-01' AND ordered_at<'2026-07-01'", "sum between filter currency dirty_date plain")
    b.q("cmp", "For every zone I'd like to see the two restaurants that people order from most.", "SELECT zone, restaurant, n FROM (SELECT zone, restaurant, count(*) n, row_number() OVER (PARTITION BY zone ORDER BY count(*) DESC) p FROM t GROUP BY 1, 2) WHERE p<=2", "topn pergroup count computed")
    b.q("trend", "running total of food_total_gbp in 2026 by month", [f"SELECT d, sum(n) OVER (ORDER BY d) v FROM (SELECT date_trunc('month', ordered_at) d, sum(food_total_gbp) n FROM t WHERE year(ordered_at)=2026 {e} GROUP BY 1)" for e in ENDS], "cumulative sum filter currency dirty dirty_date incomplete computed na")
    b.q("cmp", "cuisines where the food costs more than the average over all orders", [f"SELECT cuisine{c} FROM t GROUP BY 1 HAVING avg(food_total_gbp)>(SELECT avg(food_total_gbp) FROM t)" for c in (", avg(food_total_gbp) v", "")], "above mean dirty currency missing computed na")
    b.q("mat", "heatmap of orders, weekday by hour", "SELECT isodow(ordered_at) wd, hour(ordered_at) hr, count(*) n FROM t GROUP BY 1, 2", "heatmap weekday hour count dirty_date computed mark=rect,table")
    growth = "n*1.0/lag(n) OVER (ORDER BY d)-1"
    b.q("trend", "orders per month in 2026, change against the month before in percent", [f"SELECT d, g FROM (SELECT d, {growth} g FROM (SELECT date_trunc('month', ordered_at) d, count(*) n FROM t WHERE {w} {e} GROUP BY 1)) WHERE year(d)=2026 AND g IS NOT NULL" for e in ENDS for w in ("true", "year(ordered_at)=2026")], "growth count filter dirty_date incomplete computed pct na")
    b.q("num", "90th percentile of the delivery time (minutes) for Riverside", f"SELECT quantile_cont({TOOK}, 0.9) v FROM t WHERE zone='Riverside'", "percentile duration filter dirty_date missing computed na")
    b.q("num", "number of orders with a food total between 20 and 30 pounds, but no pizza", "SELECT count(*) n FROM t WHERE food_total_gbp BETWEEN 20 AND 30 AND cuisine<>'Pizza'", "between except and count currency dirty plain")
    b.q("rel", "do people tip more when they order more items?", ["SELECT items a, tip_gbp b FROM t WHERE tip_gbp IS NOT NULL", "SELECT corr(items, tip_gbp) r FROM t", "SELECT items, avg(tip_gbp) v FROM t GROUP BY 1"], "correlation missing computed na")
    b.q("cmp", "count of orders and average rating for each restaurant, please", "SELECT restaurant, count(*) n, avg(rating) v FROM t GROUP BY 1", "measures count mean placeholder plain na")
    b.q("num", "share of orders that nobody rated", ["SELECT avg((rating IS NULL)::int) s FROM t", "SELECT avg((rating IS NULL)::int) s FROM t WHERE status<>'cancelled'", "SELECT avg((rating IS NULL)::int) s FROM t WHERE status='delivered'"], "share missing placeholder computed pct")
    b.q("cmp", "Anteil der stornierten Bestellungen pro Zahlungsart", "SELECT payment, avg((status='cancelled')::int) s FROM t GROUP BY 1", "de share computed pct na")
    b.q("num", "Combien de commandes sont arrivées avec plus de 15 minutes de retard sur le délai promis ?", f"SELECT count(*) n FROM t WHERE {TOOK}>promised_min+15", "fr duration compare_columns filter count dirty_date computed")
    b.q("cmp", "pedidos por zona en agosto de 2026", "SELECT zone, count(*) n FROM t WHERE ordered_at>='2026-08-01' AND ordered_at<'2026-09-01' GROUP BY 1", "es filter count dirty_date plain")
    b.no("what dishes sell best", "missing_column")
    b.no("name of the fastest courier pls", "missing_column")
    b.no("orders from Thai Garden per month", "missing_rows")
    b.no("Why do deliveries to Westfield take so long?", "cause")
    b.either("how much money did we take in 2025", [f"SELECT sum({v}) n FROM t WHERE year(ordered_at)=2025" for v in ("food_total_gbp", "food_total_gbp+delivery_fee_gbp", "food_total_gbp-discount_gbp", "food_total_gbp+delivery_fee_gbp-discount_gbp", "food_total_gbp+delivery_fee_gbp-discount_gbp+tip_gbp")])
    b.either("best restaurant?", [f"SELECT restaurant, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in ("count(*)", "avg(rating)", "sum(food_total_gbp)")])
    b.talk(("cmp", "orders per zone", "SELECT zone, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "only the ones that were cancelled", "SELECT zone, count(*) n FROM t WHERE status='cancelled' GROUP BY 1", "filter count"),
           ("cmp", "and as a percentage of all orders of the zone?", "SELECT zone, avg((status='cancelled')::int) s FROM t GROUP BY 1", "share pct na"))
    b.talk(("trend", "average rating by month", [f"SELECT {k}, avg(rating) v FROM t WHERE true {e} GROUP BY ALL" for e in ENDS for k in MONTH], "mean dirty_date incomplete placeholder na"),
           ("trend", "split that by vehicle", [f"SELECT {k}, vehicle, avg(rating) v FROM t WHERE true {e} GROUP BY ALL" for e in ENDS for k in MONTH], "series mean na"),
           ("trend", "without the cars", [f"SELECT {k}, vehicle, avg(rating) v FROM t WHERE vehicle<>'car' {e} GROUP BY ALL" for e in ENDS for k in MONTH], "except mean na"))


def customers(b):
    b.on("diners")
    b.q("num", "how many customers are on the Plus plan", "SELECT count(*) n FROM t WHERE plan='Plus'", "filter count plain")
    b.q("trend", "new customers per year", [f"SELECT year(joined) y, count(*) n FROM t {w} GROUP BY 1" for w in ("", "WHERE joined<'2026-01-01'")], "count dirty_date incomplete plain")
    b.q("cmp", "how did people find us? leave out the unknowns", "SELECT found_us_through, count(*) n FROM t WHERE found_us_through IS NOT NULL GROUP BY 1", "except count placeholder plain")
    b.q("part", "pie chart plans", "SELECT plan, count(*) n FROM t GROUP BY 1", "keywords count plain mark=arc")
    b.q("cmp", "percentage who get the newsleter for each plan", "SELECT plan, avg((newsletter='yes')::int) s FROM t GROUP BY 1", "share dirty computed pct na")


def both(b):
    b.on("meal_orders", "diners")
    J = "meal_orders o JOIN diners c USING (customer_id)"
    b.q("cmp", "orders by plan of the customer", f"SELECT plan, count(*) n FROM {J} GROUP BY 1", "join count plain")
    b.q("num", "how many of our registered customers have never ordered anything?", "SELECT count(*) n FROM diners WHERE customer_id NOT IN (SELECT customer_id FROM meal_orders WHERE customer_id IS NOT NULL)", "anti_join placeholder computed")
    b.q("cmp", "Which five customers have spent the most on food? I need the name and the amount.", by(("customer_id", "first_name"), f"SELECT KEY, n FROM (SELECT customer_id, first_name, sum(food_total_gbp) n FROM {J} GROUP BY 1, 2) ORDER BY 2 DESC"), "join topn sum currency dirty computed top=5!")
    b.q("cmp", "orders per customer, iOS vs Android vs Web", [f"SELECT app, count(*)*1.0/count(DISTINCT customer_id) v FROM {J} GROUP BY 1", "SELECT app, count(order_no)*1.0/count(DISTINCT c.customer_id) v FROM diners c LEFT JOIN meal_orders o USING (customer_id) GROUP BY 1"], "join per ratio computed na")
    b.q("cmp", "people with more than 20 orders", by(("customer_id, n", "first_name, n", "customer_id"), f"SELECT KEY FROM (SELECT customer_id, first_name, count(*) n FROM {J} GROUP BY 1, 2) WHERE n>20"), "join having count computed")
    b.q("num", "how many orders went to a zone that isn't the home zone of the customer", [f"SELECT count(*) n FROM {J} WHERE zone<>home_zone {e}" for e in ("", "AND status<>'cancelled'", "AND status='delivered'")], "join compare_columns count dirty computed")
    b.q("cmp", "Durchschnittliche Bewertung je Ernährungsform der Kunden", f"SELECT diet, avg(rating) v FROM {J} GROUP BY 1", "de join mean placeholder plain na")
    b.no("which customers are going to leave us next", "forecast")
    b.either("who are our best customers", [f"SELECT customer_id, {v} v FROM {J} GROUP BY 1 ORDER BY 2 DESC NULLS LAST" for v in ("count(*)", "sum(food_total_gbp)", "avg(food_total_gbp)")])
    b.talk(("cmp", "total food sales by how the customer found us", [f"SELECT found_us_through, sum(food_total_gbp) n FROM {J} {e} GROUP BY 1" for e in ("", "WHERE found_us_through IS NOT NULL")], "join sum placeholder"),
           ("cmp", "just for 2026", [f"SELECT found_us_through, sum(food_total_gbp) n FROM {J} WHERE year(ordered_at)=2026 {e} GROUP BY 1" for e in ("", "AND found_us_through IS NOT NULL")], "filter dirty_date"),
           ("cmp", "ok and what's that per order", [f"SELECT found_us_through, {v} v FROM {J} WHERE year(ordered_at)=2026 {e} GROUP BY 1" for v in ("avg(food_total_gbp)", "sum(food_total_gbp)/count(*)") for e in ("", "AND found_us_through IS NOT NULL")], "measure mean na"))


def podcasts(b):
    b.on("podcast_episodes")
    week, month, heard, income, no = '"Downloads 7 days"', '"Downloads 30 days"', '"Listened to (avg)"', '"Ad income"', '"No."'
    b.q("cmp", "which show has the most downloads after 30 days, added up", f"SELECT \"Show\", sum({month}) n FROM t GROUP BY 1 ORDER BY 2 DESC", "sum superlative dirty placeholder plain top=1")
    b.q("cmp", "average length of an episode in minutes for each show", "SELECT \"Show\", avg(Length) v FROM t GROUP BY 1", "mean duration plain na")
    b.q("cmp", "10 most downloaded episodes in the first 7 days", by(("Title", no), f"SELECT KEY, {week} v FROM t ORDER BY 2 DESC"), "topn dirty plain top=10!")
    b.q("cmp", "ad money by sponsor", f"SELECT Sponsor, sum({income}) n FROM t WHERE Sponsor IS NOT NULL GROUP BY 1", "sum currency placeholder plain")
    b.q("cmp", "does having a guest help? mean 30 day downloads with and without", f"SELECT Guest, avg({month}) v FROM t GROUP BY 1", "compare mean dirty placeholder plain na")
    b.q("cmp", "ad income per 1000 downloads for each show, I'd use the 30 day figure", [f"SELECT \"Show\", 1000*sum({income}) {f}/sum({month}) v FROM t GROUP BY 1" for f in ("", f"FILTER ({month} IS NOT NULL)")] + [f"SELECT \"Show\", avg(1000*{income}/{month}) v FROM t GROUP BY 1"], "ratio per currency dirty placeholder computed na")
    b.q("rel", "do people listen to less of an episode if it is long?", [f"SELECT Length a, {heard} b FROM t WHERE {heard} IS NOT NULL", f"SELECT corr(Length, {heard}) r FROM t"], "correlation duration percent missing computed na")
    b.q("rows", "longest episode ever, title and show", by(("\"Show\", Title", "\"Show\", Title, Length v"), "SELECT KEY FROM t ORDER BY Length DESC LIMIT 1"), "superlative duration plain")
    b.q("num", "How many episodes came out in 2025, and how many of them had a guest?", "SELECT count(*) n, count(*) FILTER (Guest='yes') a FROM t WHERE year(Published)=2025", "two_part filter count dirty_date plain")
    b.q("cmp", "the 3 biggest episodes of each show (30 day downloads)", by(("Title", no), f"SELECT \"Show\", KEY, v FROM (SELECT \"Show\", Title, {no}, {month} v, row_number() OVER (PARTITION BY \"Show\" ORDER BY {month} DESC NULLS LAST) p FROM t) WHERE p<=3"), "topn pergroup dirty placeholder computed")
    b.q("trend", "downloads (7 days) per quarter, one line for each show", [f"SELECT {k}, \"Show\", sum({week}) n FROM t {w} GROUP BY ALL" for w in ("", "WHERE Published<'2026-10-01'") for k in ("date_trunc('quarter', Published) d", "year(Published) y, quarter(Published) qtr")], "quarter series sum dirty dirty_date incomplete plain mark=line")
    b.q("cmp", "By how many percent did the ad income of each show change from 2024 to 2025?", f"SELECT \"Show\", sum({income}) FILTER (year(Published)=2025)/sum({income}) FILTER (year(Published)=2024)-1 v FROM t GROUP BY 1", "growth compare_rows currency dirty_date computed pct na")
    b.q("cmp", "stars per host, only hosts that did at least 50 episodes", "SELECT Host, avg(Stars) v FROM t GROUP BY 1 HAVING count(*)>=50", "having mean dirty missing computed na")
    b.q("rows", "list the episodes where the 30 day downloads are still missing", by(("Title", no), f"SELECT KEY FROM t WHERE {month} IS NULL"), "missing list placeholder plain mark=table")
    b.q("trend", "is there a summer dip? average 7 day downloads for jan, feb, ... dec over all years", f"SELECT month(Published) moy, avg({week}) v FROM t GROUP BY 1", "seasonality mean dirty dirty_date computed na")
    b.q("dist", "histogram of comments", "SELECT Comments v FROM t", "dist keywords plain")
    b.q("num", "what percentage of our ad income in 2025 came from Lumen Bank", f"SELECT sum({income}) FILTER (Sponsor='Lumen Bank')/sum({income}) s FROM t WHERE year(Published)=2025", "share sum filter currency dirty_date computed pct")
    diff = f"avg({month}) FILTER (\"Show\"='Night Shift')-avg({month}) FILTER (\"Show\"='Second Helping')"
    b.q("num", "on average how many more downloads does Night Shift get than Second Helping in 30 days", [f"SELECT {diff} v FROM t", f"SELECT \"Show\", avg({month}) v FROM t WHERE \"Show\" IN ('Night Shift','Second Helping') GROUP BY 1"], "difference mean dirty placeholder computed na")
    b.q("num", "Quelle est la durée médiane des épisodes de Penny Wise, en minutes ?", "SELECT median(Length) v FROM t WHERE \"Show\"='Penny Wise'", "fr median duration filter plain na")
    b.q("cmp", "¿Qué presentador tiene más episodios?", "SELECT Host, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "es count superlative dirty plain top=1")
    b.no("Combien d'abonnés avons-nous en ce moment ?", "missing_column", "fr")
    b.no("What should our next episode be about?", "opinion")
    b.no("downloads of the show Morning Brew", "missing_rows")
    b.either("most succesful show", [f"SELECT \"Show\", {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in (f"sum({month})", f"avg({month})", f"sum({week})", f"avg({week})", f"sum({income})", "avg(Stars)", f"avg({heard})")], "typo")
    b.either("wich sponsor is the most important one for us", [f"SELECT Sponsor, {v} v FROM t WHERE Sponsor IS NOT NULL GROUP BY 1 ORDER BY 2 DESC" for v in (f"sum({income})", "count(*)", f"avg({income})")], "typo")
    b.talk(("cmp", "average stars by topic for Night Shift", [f"SELECT Topic, avg(Stars) v FROM t WHERE \"Show\"='Night Shift' {e} GROUP BY 1" for e in ("", "AND Topic IS NOT NULL")], "mean filter missing na"),
           ("cmp", "how many episodes is that each?", [f"SELECT Topic, {n} n FROM t WHERE \"Show\"='Night Shift' {e} GROUP BY 1" for n in ("count(*)", "count(Stars)") for e in ("", "AND Topic IS NOT NULL")], "measure count"),
           ("cmp", "same for Deep Field", [f"SELECT Topic, {n} n FROM t WHERE \"Show\"='Deep Field' {e} GROUP BY 1" for n in ("count(*)", "count(Stars)") for e in ("", "AND Topic IS NOT NULL")], "filter count"),
           ("cmp", "only those with a guest", [f"SELECT Topic, {n} n FROM t WHERE \"Show\"='Deep Field' AND Guest='yes' {e} GROUP BY 1" for n in ("count(*)", "count(Stars)") for e in ("", "AND Topic IS NOT NULL")], "filter count"))
