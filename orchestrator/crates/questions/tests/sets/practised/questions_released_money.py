"""Questions that were frozen until 27 November 2026; see README.md."""
from common import by


def write(b):
    for topic in (till, card, agency, campaigns):
        topic(b)


def till(b):
    b.on("bakery_till")
    goods = ["croissants", "baguettes", "rolls", "cakes", "coffees", "sandwiches"]
    month = ("date_trunc('month', date) d", "year(date) y, month(date) moy")
    day = ("day", "isodow(date) wd")
    b.q("trend", "our takings per month", by(month, "SELECT KEY, sum(takings) n FROM t GROUP BY ALL"), "sum currency dirty_date plain")
    b.q("cmp", "average takings by day of the week, we're closed mondays", [f"SELECT {k}, avg(takings) v FROM t WHERE takings IS NOT NULL GROUP BY 1" for k in day], "mean weekday currency plain na")
    b.q("cmp", "which of our products sells most? pieces of croissants, baguettes, rolls, cakes, coffees and sandwiches in total", [f"SELECT k, v n FROM (UNPIVOT (SELECT {', '.join(f'sum({g}) {g}' for g in goods)} FROM t) ON {', '.join(goods)} INTO NAME k VALUE v)"], "wide sum computed")
    b.q("cmp", "do we sell more coffee when it rains? average coffees per day by weather", "SELECT weather, avg(coffees) v FROM t WHERE coffees IS NOT NULL GROUP BY 1", "mean dirty plain na")
    b.q("trend", "how much does a customer spend on average, month by month", by(month, "SELECT KEY, sum(takings)/sum(customers) v FROM t GROUP BY ALL") + by(month, "SELECT KEY, avg(takings/customers) v FROM t GROUP BY ALL"), "ratio per currency dirty_date computed na")
    b.q("rows", "our best day ever: date and takings", "SELECT date d, takings v FROM t ORDER BY 2 DESC NULLS LAST LIMIT 1", "superlative currency plain")
    b.q("num", "on how many days was the shop closed in 2024", "SELECT count(*) n FROM t WHERE shop='closed' AND year(date)=2024", "count filter dirty_date plain")
    b.q("cmp", "takings january to june 2024 compared with january to june 2025", ["SELECT year(date) y, sum(takings) n FROM t WHERE month(date)<=6 GROUP BY 1", "SELECT year(date) y, month(date) moy, sum(takings) n FROM t WHERE month(date)<=6 GROUP BY 1,2"], "compare filter currency dirty_date computed mark=bar,line,point,table,number,rect,arc")
    b.q("rel", "customers vs takings as a scatter plot", "SELECT customers a, takings b FROM t WHERE takings IS NOT NULL", "scatter placeholder plain mark=point")
    b.q("num", "percentage of the takings that is paid by card", 'SELECT sum("of which card")/sum(takings) s FROM t', "share currency computed pct")
    b.q("num", "how many days did we take more than 1500 euros", "SELECT count(*) n FROM t WHERE takings>1500", "filter currency count plain")
    b.q("trend", "cakes sold per week in 2025", ["SELECT date_trunc('week', date) d, sum(cakes) n FROM t WHERE year(date)=2025 GROUP BY 1", "SELECT week(date) a, sum(cakes) n FROM t WHERE year(date)=2025 GROUP BY 1"], "week sum filter dirty_date plain")
    b.q("cmp", "nombre moyen de clients par jour de la semaine", [f"SELECT {k}, avg(customers) v FROM t WHERE customers IS NOT NULL GROUP BY 1" for k in day], "fr mean placeholder plain na")
    b.no("what was our profit in may?", "missing_column")
    b.no("how much will we sell next christmas", "forecast")
    b.either("what's our best weekday?", [f"SELECT day, {v} v FROM t WHERE takings IS NOT NULL GROUP BY 1 ORDER BY 2 DESC" for v in ("sum(takings)", "avg(takings)", "sum(customers)", "avg(customers)")])
    b.talk(("trend", "croissants sold per month", by(month, "SELECT KEY, sum(croissants) n FROM t GROUP BY ALL"), "sum dirty_date"),
           ("trend", "2024 only", ["SELECT date_trunc('month', date) d, sum(croissants) n FROM t WHERE year(date)=2024 GROUP BY 1", "SELECT month(date) moy, sum(croissants) n FROM t WHERE year(date)=2024 GROUP BY 1"], "filter dirty_date"),
           ("trend", "baguettes too please", ["SELECT date_trunc('month', date) d, sum(croissants) a, sum(baguettes) b FROM t WHERE year(date)=2024 GROUP BY 1", "SELECT month(date) moy, sum(croissants) a, sum(baguettes) b FROM t WHERE year(date)=2024 GROUP BY 1"], "measure dirty_date"))


def card(b):
    b.on("card_payments")
    signs = ("-Amount", "Amount")
    month = ("date_trunc('month', Booked) d", "month(Booked) moy")
    b.q("trend", "how much did I spend each month? (negative amounts are spending)", [f"SELECT {m}, sum({a}) n FROM t WHERE Amount<0 GROUP BY 1" for m in month for a in signs], "sum filter sign dirty_date computed")
    b.q("cmp", "number of payments by category", "SELECT Category, count(*) n FROM t GROUP BY 1", "count plain")
    b.q("num", "what did i spend on groceries in march", [f"SELECT sum({a}) n FROM t WHERE Category='Groceries' AND month(Booked)=3" for a in signs], "sum and sign dirty_date plain")
    b.q("cmp", "spending by category from large to small, leave out salary and refunds", by(signs, "SELECT Category, sum(KEY) n FROM t WHERE Category NOT IN ('Salary','Refund') GROUP BY 1 ORDER BY abs(sum(Amount)) DESC"), "sum not sign plain")
    b.q("cmp", "top 5 payees by money spent", by(signs, "SELECT Payee, sum(KEY) n FROM t WHERE Amount<0 GROUP BY 1 ORDER BY abs(sum(Amount)) DESC"), "topn sum sign dirty computed top=5!")
    b.q("trend", "how often did I eat out per month", [f"SELECT {m}, count(*) n FROM t WHERE Category='Eating out' GROUP BY 1" for m in month], "count filter dirty_date plain")
    b.q("rows", "my biggest single expense of the year except rent (housing)", [f"SELECT {c}, {a} v FROM t WHERE Category<>'Housing' ORDER BY Amount LIMIT 1" for c in ("Payee", "Booked d, Payee") for a in signs], "superlative not sign plain")
    b.q("num", "what percentage of my spending is recurring?", "SELECT sum(Amount) FILTER (Recurring='yes')/sum(Amount) s FROM t WHERE Amount<0", "share filter sign computed pct")
    b.q("num", "average amount I pay at Fresh Basket", [f"SELECT avg({a}) v FROM t WHERE Payee='Fresh Basket'" for a in signs], "mean filter dirty plain")
    b.q("cmp", "payments abroad by country, how many? (IE is home)", "SELECT Country, count(*) n FROM t WHERE Country<>'IE' GROUP BY 1", "not count code plain")
    b.q("trend", "money in and money out for every month", [f"SELECT {m}, sum(Amount) FILTER (Amount>0) a, sum({a}) FILTER (Amount<0) b FROM t GROUP BY 1" for m in month for a in signs], "measures sign dirty_date computed")
    b.q("num", "what was my lowest balance", "SELECT min(Balance) v FROM t", "min plain")
    b.q("part", "contactless, chip and online as a pie, by number of payments (no transfers)", "SELECT Method, count(*) n FROM t WHERE Method<>'transfer' GROUP BY 1", "not count plain mark=arc")
    b.q("cmp", "Wie viel habe ich je Monat für Strom (Volt Energy) bezahlt?", [f"SELECT {m}, sum({a}) n FROM t WHERE Payee='Volt Energy' GROUP BY 1" for m in month for a in signs], "de filter dirty dirty_date plain mark=bar,line,area,point,table")
    b.no("how much interest did I get on my savings account", "missing_column")
    b.no("what did I spend in 2021?", "missing_rows")
    b.no("should I cancel Streamly", "opinion")
    b.either("where does my money go", ["SELECT Category, sum(-Amount) n FROM t WHERE Amount<0 GROUP BY 1 ORDER BY 2 DESC", "SELECT Payee, sum(-Amount) n FROM t WHERE Amount<0 GROUP BY 1 ORDER BY 2 DESC", "SELECT Country, sum(-Amount) n FROM t WHERE Amount<0 GROUP BY 1 ORDER BY 2 DESC"])


def agency(b):
    b.on("invoices", "clients")
    J = "invoices i JOIN clients c USING (client_id)"
    name = ("client_name", "client_id")
    b.q("cmp", "net revenue by sector, cancelled invoices not counted", f"SELECT sector, sum(net_eur) n FROM {J} WHERE status<>'cancelled' GROUP BY 1", "join sum not currency plain")
    b.q("cmp", "how many invoices did we send to each country", f"SELECT country, count(*) n FROM {J} GROUP BY 1", "join count dirty plain")
    b.q("rows", "Which clients never got an invoice?", by(name, "SELECT KEY FROM clients WHERE client_id NOT IN (SELECT client_id FROM invoices)"), "anti_join list computed")
    b.q("cmp", "average number of days between invoice and payment by sector", f"SELECT sector, avg(paid_on-issued) v FROM {J} WHERE paid_on IS NOT NULL GROUP BY 1", "join duration dirty_date computed na")
    b.q("cmp", "share of paid invoices that were paid late, per account manager", f"SELECT account_manager, avg((paid_on>due)::int) s FROM {J} WHERE paid_on IS NOT NULL GROUP BY 1", "join share compare_columns computed pct na")
    b.q("cmp", "top five clients by gross amount in 2024", by(name, f"SELECT KEY, sum(gross_eur) n FROM {J} WHERE year(issued)=2024 GROUP BY 1 ORDER BY 2 DESC") + by(name, f"SELECT KEY, sum(gross_eur) n FROM {J} WHERE year(issued)=2024 AND status<>'cancelled' GROUP BY 1 ORDER BY 2 DESC"), "join topn filter currency dirty_date plain top=5!")
    b.q("trend", "net amount invoiced per quarter", by(("date_trunc('quarter', issued) d", "year(issued) y, quarter(issued) qtr"), "SELECT KEY, sum(net_eur) n FROM invoices GROUP BY ALL") + by(("date_trunc('quarter', issued) d", "year(issued) y, quarter(issued) qtr"), "SELECT KEY, sum(net_eur) n FROM invoices WHERE status<>'cancelled' GROUP BY ALL"), "sum quarter currency dirty_date plain")
    b.q("num", "total of the open invoices, gross", "SELECT sum(gross_eur) n FROM invoices WHERE status='open'", "sum filter currency plain")
    b.q("cmp", "net euros per hour for each service", ["SELECT service, sum(net_eur)/sum(hours) v FROM invoices WHERE hours IS NOT NULL GROUP BY 1", "SELECT service, avg(net_eur/hours) v FROM invoices WHERE hours IS NOT NULL GROUP BY 1"], "ratio per placeholder computed na")
    b.q("cmp", "clients by the year they came to us", "SELECT client_since AS y, count(*) n FROM clients GROUP BY 1", "count plain mark=bar,line,area,point,table,arc")
    b.q("cmp", "median size of an invoice, net, by service", ["SELECT service, median(net_eur) v FROM invoices GROUP BY 1", "SELECT service, median(net_eur) v FROM invoices WHERE status<>'cancelled' GROUP BY 1"], "median currency plain na")
    b.q("cmp", "importe neto total por responsable de cuenta (account manager)", [f"SELECT account_manager, sum(net_eur) n FROM {J} {w} GROUP BY 1" for w in ("", "WHERE status<>'cancelled'")], "es join sum plain")
    b.no("what was our profit margin on websites?", "missing_column")
    b.no("why do public sector clients pay so late", "cause")
    b.either("who is our best client", [f"SELECT client_name, {v} v FROM {J} GROUP BY 1 ORDER BY 2 DESC" for v in ("sum(net_eur)", "sum(gross_eur)", "count(*)", "avg(net_eur)", "sum(hours)")] + [f"SELECT client_name, {v} v FROM {J} WHERE status<>'cancelled' GROUP BY 1 ORDER BY 2 DESC" for v in ("sum(net_eur)", "sum(gross_eur)")])
    b.talk(("cmp", "hours by service", "SELECT service, sum(hours) n FROM invoices GROUP BY 1", "sum"),
           ("cmp", "just for the energy sector", f"SELECT service, sum(hours) n FROM {J} WHERE sector='Energy' GROUP BY 1", "join filter"),
           ("cmp", "and media?", f"SELECT service, sum(hours) n FROM {J} WHERE sector='Media' GROUP BY 1", "join filter"))


def campaigns(b):
    b.on("crowdfunding")
    won = "(state='successful')::int"
    b.q("cmp", "success rate by category", [f"SELECT category, avg({won}) s FROM t GROUP BY 1", f"SELECT category, avg({won}) s FROM t WHERE state<>'live' GROUP BY 1", f"SELECT category, avg({won}) s FROM t WHERE state IN ('successful','failed') GROUP BY 1"], "share dirty computed pct na")
    b.q("trend", "campaigns launched per year", "SELECT year(launched) y, count(*) n FROM t GROUP BY 1", "count plain")
    b.q("cmp", "total money pledged in each category", "SELECT category, sum(pledged_usd) n FROM t GROUP BY 1", "sum dirty plain")
    b.q("cmp", "median goal of successful vs failed campaigns", "SELECT state, median(goal_usd) v FROM t WHERE state IN ('successful','failed') GROUP BY 1", "median filter currency plain na")
    b.q("rows", "10 campaigns that raised the most, with category", "SELECT name, category, pledged_usd v FROM t ORDER BY 3 DESC LIMIT 10", "topn plain")
    b.q("cmp", "Do staff picks succeed more often? percent successful, staff pick yes/no", [f"SELECT staff_pick, avg({won}) s FROM t GROUP BY 1", f"SELECT staff_pick, avg({won}) s FROM t WHERE state<>'live' GROUP BY 1", f"SELECT staff_pick, avg({won}) s FROM t WHERE state IN ('successful','failed') GROUP BY 1"], "share flag computed pct na")
    b.q("cmp", "average pledge per backer by category", ["SELECT category, sum(pledged_usd)/sum(backers) v FROM t GROUP BY 1", "SELECT category, avg(pledged_usd/backers) v FROM t WHERE backers>0 GROUP BY 1"], "ratio per dirty computed na")
    b.q("num", "how many campaigns raised at least five times their goal", "SELECT count(*) n FROM t WHERE pledged_usd>=5*goal_usd", "compare_columns count computed")
    b.q("num", "90th percentile of the number of backers", "SELECT quantile_cont(backers, 0.9) v FROM t", "percentile computed")
    b.q("dist", "histogram of goals under 50,000 dollars", "SELECT goal_usd v FROM t WHERE goal_usd<50000", "dist filter currency plain")
    b.q("cmp", "which weekday are campaigns launched on, count", "SELECT isodow(launched) wd, count(*) n FROM t GROUP BY 1", "weekday count plain mark=bar,line,point,table,arc,rect")
    b.q("cmp", "average lenght of the campaigns in days per state", "SELECT state, avg(deadline-launched) v FROM t GROUP BY 1", "duration typo mean computed na")
    b.q("part", "100% stacked: states of the campaigns for each country", "SELECT country, state, count(*)*1.0/sum(count(*)) OVER (PARTITION BY country) s FROM t GROUP BY 1,2", "stack100 share code computed pct")
    b.q("trend", "number of sucessful games campaigns each year since 2019", "SELECT year(launched) y, count(*) n FROM t WHERE category='Games' AND state='successful' AND year(launched)>=2019 GROUP BY 1", "and since typo dirty plain")
    b.no("how many of these projects were delivered late?", "missing_column")
    b.no("campaigns from Brazil", "missing_rows")
    b.either("most popular category", [f"SELECT category, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in ("count(*)", "sum(backers)", "avg(backers)", "sum(pledged_usd)")])
    b.talk(("cmp", "average number of backers by category", "SELECT category, avg(backers) v FROM t GROUP BY 1", "mean dirty na"),
           ("cmp", "use the median instead", "SELECT category, median(backers) v FROM t GROUP BY 1", "measure na"),
           ("cmp", "only campaigns with a video", "SELECT category, median(backers) v FROM t WHERE has_video='TRUE' GROUP BY 1", "filter flag na"),
           ("cmp", "and without a video", ["SELECT category, median(backers) v FROM t WHERE has_video='FALSE' GROUP BY 1", "SELECT category, has_video, median(backers) v FROM t GROUP BY 1,2"], "filter flag na"))
