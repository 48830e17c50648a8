"""Questions about the tables of `tables_morning_two.py`; see README.md for the format."""


def write(b):
    for topic in (rota, books, bouquets):
        topic(b)


def rota(b):
    b.on("inn_rota")
    wages = "worked_hours*pay_per_hour"
    whole = "shift_date<'2026-11-01'"
    b.q("cmp", "hours worked by employee, highest first", [f"SELECT {k} AS employee, sum(worked_hours) n FROM t {w} GROUP BY 1 ORDER BY 2 DESC" for k, w in (("employee", ""), ("coalesce(covered_by, employee)", ""), ("employee", "WHERE status='worked'"))], "sum rank plain")
    b.q("trend", "What do we pay in wages each month? (hours worked times hourly pay)", [f"SELECT date_trunc('month', shift_date) d, sum({wages}) n FROM t {w} GROUP BY 1" for w in ("", f"WHERE {whole}")], "formula sum currency dirty_date incomplete computed")
    b.q("cmp", "percentage of shifts that were sick, per team", "SELECT team, avg((status='sick')::int) s FROM t GROUP BY 1", "share dirty computed pct na")
    b.q("cmp", "who didnt show up and how often", "SELECT employee, count(*) n FROM t WHERE status='no-show' GROUP BY 1", "count filter dirty typo plain")
    b.q("cmp", "Overtime by team: how many hours more than planned did we work in total? Only the shifts with status worked.", "SELECT team, sum(worked_hours-planned_hours) n FROM t WHERE status='worked' GROUP BY 1", "difference sum filter dirty computed na")
    b.q("num", "hours wroked on saturdays and sundays all in all", "SELECT sum(worked_hours) n FROM t WHERE isodow(shift_date)>=6", "sum weekday filter dirty_date typo plain")
    b.q("cmp", "average tips per shift bar vs reception", "SELECT team, avg(tips) v FROM t WHERE team IN ('Bar','Reception') GROUP BY 1", "mean compare currency missing dirty plain na")
    b.q("rel", "do the tips at the bar rise when more guests stay in the house?", [f"SELECT guests_in_house a, {v}" for v in ("tips b FROM t WHERE team='Bar' AND tips IS NOT NULL", "avg(tips) v FROM t WHERE team='Bar' AND tips IS NOT NULL GROUP BY 1")] + ["SELECT corr(guests_in_house, tips) r FROM t WHERE team='Bar'"], "correlation filter currency dirty computed na")
    b.q("trend", "number of shifts starting at 22:00 per month", [f"SELECT date_trunc('month', shift_date) d, count(*) n FROM t WHERE starts='22:00:00' {e} GROUP BY 1" for e in ("", f"AND {whole}")], "time filter count dirty_date incomplete plain")
    b.q("num", "on how many days did we have 50 guests or more in the house", "SELECT count(DISTINCT shift_date) n FROM t WHERE guests_in_house>=50", "distinct filter count dirty_date computed")
    b.q("cmp", "for each team the person with the most sick shifts", "SELECT team, employee, n FROM (SELECT team, employee, count(*) n, rank() OVER (PARTITION BY team ORDER BY count(*) DESC) p FROM t WHERE status='sick' GROUP BY 1,2) WHERE p=1", "topn pergroup count filter dirty computed")
    b.q("cmp", "planned and worked hours by contract type", "SELECT contract, sum(planned_hours) n, sum(worked_hours) r FROM t GROUP BY 1", "two sum plain")
    b.q("cmp", "employees earning less per hour than the average", [f"SELECT employee{x} FROM t WHERE pay_per_hour<(SELECT avg(pay_per_hour) FROM {of}) GROUP BY 1" for x in ("", ", max(pay_per_hour) v") for of in ("t", "(SELECT DISTINCT employee, pay_per_hour FROM t)")], "below_average list currency distinct computed na")
    b.q("cmp", "Trinkgeld pro Mitarbeiter, absteigend", "SELECT employee, sum(tips) n FROM t WHERE tips IS NOT NULL GROUP BY 1 ORDER BY 2 DESC", "de sum currency missing plain")
    b.q("cmp", "Quelle part des services a été échangée (swapped), par équipe ?", "SELECT team, avg((status='swapped')::int) s FROM t GROUP BY 1", "fr share dirty computed pct na")
    b.no("who is working on christmas eve?", "missing_rows")
    b.no("are we paying the kitchen enough", "opinion")
    b.no("¿Cuál es el número de teléfono de Emil?", "missing_column", "es")
    b.either("who is the hardest working employee", [f"SELECT employee, {v} v FROM t {w} GROUP BY 1 ORDER BY 2 DESC" for v, w in (("sum(worked_hours)", ""), ("count(*)", "WHERE status='worked'"), ("sum(worked_hours-planned_hours)", "WHERE status='worked'"), ("avg(worked_hours)", "WHERE status='worked'"), ("count(*)", ""))])
    b.either("whos the most reliable?", [f"SELECT employee, {v} v FROM t GROUP BY 1 ORDER BY 2 {o}" for v, o in (("count(*) FILTER (status='no-show')", ""), ("avg((status='no-show')::int)", ""), ("count(*) FILTER (status='sick')", ""), ("avg((status='sick')::int)", ""), ("avg((status='worked')::int)", "DESC"), ("avg((status IN ('sick','no-show'))::int)", ""))])
    weekend = "isodow(shift_date)>=6"
    b.talk(("cmp", "how many shifts does each employee have?", "SELECT employee, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "how many of them at weekends", f"SELECT employee, count(*) n FROM t WHERE {weekend} GROUP BY 1", "filter weekday dirty_date"),
           ("cmp", "as a percentage of their shifts", f"SELECT employee, avg(({weekend})::int) s FROM t GROUP BY 1", "share pct na"))


def books(b):
    b.on("joinery_books")
    late = "date_diff('day', DueDate, PaidDate)"
    signed = lambda c: f"CASE Dir WHEN 'IN' THEN {c} ELSE -{c} END"
    both = ("Net", "Gross")
    b.q("trend", "turnover per year (money coming in, net)", ["SELECT year(BookDate) y, sum(Net) n FROM t WHERE Dir='IN' GROUP BY 1", "SELECT year(BookDate) y, sum(Net) n FROM t WHERE Dir='IN' AND year(BookDate)<2026 GROUP BY 1"], "sum filter coded currency dirty_date incomplete plain")
    b.q("trend", "profit by month, net amounts", f"SELECT date_trunc('month', BookDate) d, sum({signed('Net')}) v FROM t GROUP BY 1", "difference sum coded currency dirty_date computed na")
    b.q("cmp", "what do we spend the most on? top five accounts", [f"SELECT AcctName, sum({c}) n FROM t WHERE Dir='OUT' GROUP BY 1 ORDER BY 2 DESC" for c in both], "topn sum filter coded currency plain top=5!")
    b.q("cmp", "Which customers pay late? Average number of days between due date and payment for every customer", [f"SELECT Partner, avg({late}) v FROM t WHERE Dir='IN' {e} GROUP BY 1" for e in ("", "AND Partner<>'Walk-in'")], "duration mean filter coded dirty dirty_date placeholder computed na")
    b.q("cmp", "open invoices to customers: how many and how much gross per customer", "SELECT Partner, count(*) r, sum(Gross) n FROM t WHERE Dir='IN' AND PaidDate IS NULL GROUP BY 1", "two count sum missing coded dirty placeholder computed")
    b.q("trend", "VAT we collected minus VAT we paid, quarterly", [f"SELECT date_trunc('quarter', BookDate) d, sum({signed('VAT')}) v FROM t {w} GROUP BY 1" for w in ("", "WHERE BookDate<'2026-10-01'")], "difference sum coded currency dirty_date incomplete computed na")
    b.q("num", "by how many percent did timber costs change from 2024 to 2025", "SELECT 100.0*(sum(Net) FILTER (year(BookDate)=2025)/sum(Net) FILTER (year(BookDate)=2024)-1) g FROM t WHERE AcctName='Timber'", "change growth filter currency dirty_date computed pct na")
    b.q("num", "share of hotel birch in our furniture sales", "SELECT sum(Net) FILTER (Partner='Hotel Birch')/sum(Net) s FROM t WHERE AcctName='Furniture sales'", "share sum filter dirty computed pct")
    b.q("rows", "projects where the timber cost more than the whole income of the project", [f"SELECT {k} FROM (SELECT Project, sum(Net) FILTER (Dir='IN') a, sum(Net) FILTER (AcctName='Timber') b FROM t WHERE Project IS NOT NULL GROUP BY 1) WHERE b>a {e}" for k, e in (("Project", ""), ("Project, a, b", ""), ("Project, b-a v", ""), ("Project", "OR a IS NULL"), ("Project, coalesce(a, 0) a, b", "OR a IS NULL"))], "compare list sum coded computed")
    b.q("num", "median net amount of a repair", "SELECT median(Net) v FROM t WHERE AcctName='Repairs'", "median filter currency plain na")
    b.q("num", "how many furniture sales have no project number", "SELECT count(*) n FROM t WHERE AcctName='Furniture sales' AND Project IS NULL", "count missing filter plain")
    b.q("trend", "running total of our net income in 2025 month after month", ["SELECT d, sum(n) OVER (ORDER BY d) v FROM (SELECT date_trunc('month', BookDate) d, sum(Net) n FROM t WHERE Dir='IN' AND year(BookDate)=2025 GROUP BY 1)", f"SELECT d, sum(n) OVER (ORDER BY d) v FROM (SELECT date_trunc('month', BookDate) d, sum({signed('Net')}) n FROM t WHERE year(BookDate)=2025 GROUP BY 1)"], "running sum filter coded currency dirty_date computed na")
    b.q("cmp", "all suppliers except the landlord Estate Moss, what did each get from us (gross)", "SELECT Partner, sum(Gross) n FROM t WHERE Dir='OUT' AND Partner<>'Estate Moss' GROUP BY 1", "sum except coded currency dirty plain")
    b.q("num", "How many outgoing payments between 500 and 1000 gross in 2026?", ["SELECT count(*) n FROM t WHERE Dir='OUT' AND Gross BETWEEN 500 AND 1000 AND year(BookDate)=2026", "SELECT count(*) n FROM t WHERE Dir='OUT' AND Gross BETWEEN 500 AND 1000 AND year(PaidDate)=2026"], "count between filter coded dirty_date plain")
    b.q("trend", "Ausgaben für Werkzeug pro Jahr (Tools, netto)", "SELECT year(BookDate) y, sum(Net) n FROM t WHERE AcctName='Tools' GROUP BY 1", "de sum filter currency dirty_date plain")
    b.q("num", "¿Qué porcentaje de los ingresos se cobró en efectivo?", [f"SELECT sum({c}) FILTER (PayBy='cash')/sum({c}) s FROM t WHERE Dir='IN' {e}" for c in both for e in ("", "AND PaidDate IS NOT NULL")], "es share sum filter coded computed pct")
    b.q("rows", "La plus grosse facture client de 2026 : numéro, client et montant brut", "SELECT DocNo, Partner, Gross v FROM t WHERE Dir='IN' AND year(BookDate)=2026 ORDER BY Gross DESC LIMIT 1", "fr superlative filter coded currency dirty dirty_date plain")
    b.no("how many hours did we spend on project P120", "missing_column")
    b.no("Can we afford a new van?", "opinion")
    b.either("who is our best customer?", [f"SELECT Partner, {v} v FROM t WHERE Dir='IN' GROUP BY 1 ORDER BY 2 {o}" for v, o in (("sum(Net)", "DESC"), ("sum(Gross)", "DESC"), ("count(*)", "DESC"), ("avg(Net)", "DESC"), (f"avg({late})", ""))])
    b.either("wie läuft das geschäft dieses jahr", [f"SELECT date_trunc('month', BookDate) d, {v} v FROM t WHERE year(BookDate)=2026 {e} GROUP BY 1" for v, e in (("sum(Net)", "AND Dir='IN'"), ("sum(Gross)", "AND Dir='IN'"), (f"sum({signed('Net')})", ""), (f"sum({signed('Gross')})", ""), ("count(*)", "AND Dir='IN'"))], "de")
    b.talk(("cmp", "net costs per account in 2025", "SELECT AcctName, sum(Net) n FROM t WHERE Dir='OUT' AND year(BookDate)=2025 GROUP BY 1", "sum filter coded"),
           ("cmp", "without rent", "SELECT AcctName, sum(Net) n FROM t WHERE Dir='OUT' AND year(BookDate)=2025 AND AcctName<>'Rent' GROUP BY 1", "except"),
           ("cmp", "same for 2024 please", "SELECT AcctName, sum(Net) n FROM t WHERE Dir='OUT' AND year(BookDate)=2024 AND AcctName<>'Rent' GROUP BY 1", "filter"))
    b.talk(("trend", "furniture sales per quarter, net", [f"SELECT date_trunc('quarter', BookDate) d, sum(Net) n FROM t WHERE AcctName='Furniture sales' {e} GROUP BY 1" for e in ("", "AND BookDate<'2026-10-01'")], "sum filter dirty_date incomplete"),
           ("trend", "and fitting work?", [f"SELECT date_trunc('quarter', BookDate) d, sum(Net) n FROM t WHERE AcctName='Fitting work' {e} GROUP BY 1" for e in ("", "AND BookDate<'2026-10-01'")], "filter"),
           ("cmp", "who ordered that, by customer", "SELECT Partner, sum(Net) n FROM t WHERE AcctName='Fitting work' GROUP BY 1", "dimension dirty"))


def bouquets(b):
    b.on("bouquet_drops")
    price, day, promised = '"Price (EUR)"', '"Delivery day"', '"Promised by"'
    punctual = f"Arrived<={promised}"
    delay = f"date_diff('minute', {promised}, Arrived)"
    kept = "Outcome<>'cancelled'"
    # Cancelled orders are sales to some.
    sold = ("", f"WHERE {kept}")
    b.q("map", "show the towns on a map with the number of orders", ["SELECT Lat, Lon, count(*) n FROM t GROUP BY 1,2", "SELECT Town, Lat, Lon, count(*) n FROM t GROUP BY 1,2,3"], "map count coordinates dirty plain")
    b.q("cmp", "share of bouquets that arrived in time per town", [f"SELECT Town, avg(coalesce({punctual}, false)::int) s FROM t {w} GROUP BY 1" for w in ("", f"WHERE {kept}", "WHERE Outcome IN ('delivered','left with neighbour')", "WHERE Outcome='delivered'")], "share time compare_columns missing dirty computed pct na")
    b.q("cmp", "When a delivery is late, how many minutes late is it on average? Per driver", f"SELECT Driver, avg({delay}) v FROM t WHERE {delay}>0 GROUP BY 1", "duration mean filter time missing computed na")
    b.q("num", "bouquet sales on 14 february 2026", [f"SELECT sum({v}) n FROM t WHERE {day}='2026-02-14'" for v in (price, f'{price}+"Delivery fee (EUR)"')] + [f"SELECT {v} n FROM t WHERE {w}='2026-02-14'" for v, w in ((f"sum({price})", "Ordered"), ("count(*)", day))], "sum filter currency dirty_date plain")
    b.q("cmp", "favourite bouquet for each occasion", [f"SELECT Occasion, Bouquet, n FROM (SELECT Occasion, Bouquet, count(*) n, rank() OVER (PARTITION BY Occasion ORDER BY count(*) DESC) p FROM ({x}) GROUP BY 1,2) WHERE p=1" for x in ("FROM t WHERE Occasion IS NOT NULL", "SELECT coalesce(Occasion, 'not said') Occasion, Bouquet FROM t")], "topn pergroup count placeholder dirty computed")
    b.q("cmp", "stars when on time vs late", [f"SELECT CASE WHEN {punctual} THEN 'on time|in time|punctual|early|true|yes|<' ELSE 'late|false|no|>' END k, avg(Stars) v FROM t WHERE {w} GROUP BY 1" for w in ("Arrived IS NOT NULL", "Outcome IN ('delivered','left with neighbour')", "Outcome='delivered'")], "mean compare time compare_columns missing computed na")
    b.q("cmp", "total tips for each driver", "SELECT Driver, sum(\"Tip (EUR)\") n FROM t WHERE Driver IS NOT NULL GROUP BY 1", "sum currency placeholder plain")
    b.q("num", "how many orders were delivered on the day they were ordered", [f"SELECT count(*) n FROM t WHERE {day}=Ordered {e}" for e in ("", f"AND {kept}", "AND Outcome IN ('delivered','left with neighbour')", "AND Outcome='delivered'")], "count compare_columns dirty_date computed")
    kinds = ("Occasion", "coalesce(Occasion, 'not said') Occasion")
    b.q("cmp", "what % of orders come with a greeting card, by ocasion", [f"SELECT {k}, avg((\"Greeting card\"='yes')::int) s FROM t {w} GROUP BY 1" for k, w in zip(kinds, ("WHERE Occasion IS NOT NULL", ""))], "share flag placeholder typo computed pct na")
    b.q("rows", "the farthest delivery: order number, town and km", "SELECT \"Order\", Town, \"Distance km\" v FROM t ORDER BY 3 DESC LIMIT 1", "superlative dirty plain")
    b.q("cmp", "average price of roses by size", f"SELECT Size, avg({price}) v FROM t WHERE Bouquet='Roses' GROUP BY 1", "mean filter ordinal currency dirty plain na")
    b.q("cmp", "deliveries per weekday", [f"SELECT isodow({day}) wd, count(*) n FROM t {w} GROUP BY 1" for w in ("", f"WHERE {kept}", "WHERE Outcome IN ('delivered','left with neighbour')", "WHERE Outcome='delivered'")], "weekday count dirty_date plain mark=bar,line,area,point,table,rect,tick")
    b.q("num", "a bouquet price that only 10 percent of the orders go above", f"SELECT quantile_cont({price}, 0.9) v FROM t", "percentile currency computed na")
    b.q("cmp", "Orders from March to October: 2025 compared to 2026", [f"SELECT year({x}) y, count(*) n FROM t WHERE month({x}) BETWEEN 3 AND 10 GROUP BY 1" for x in (day, "Ordered")], "compare count between dirty_date plain mark=bar,line,point,table,number,arc")
    b.q("cmp", "towns where people pay more than the overall average per bouquet", [f"SELECT Town{x} FROM t GROUP BY 1 HAVING avg({price})>(SELECT avg({price}) FROM t)" for x in ("", f", avg({price}) v")], "above_average list currency dirty computed na")
    b.q("trend", "kilometers driven per month, one line per driver", [f"SELECT date_trunc('month', {day}) d, Driver, sum(\"Distance km\") n FROM t WHERE Driver IS NOT NULL {e} GROUP BY 1,2" for e in ("", f"AND {day}<'2026-11-01'", f"AND {day}>='2025-02-01' AND {day}<'2026-11-01'")], "sum series dirty dirty_date incomplete plain mark=line,area,point")
    b.q("num", "Wie viele Sträuße gingen 2026 nach Sankt Veit?", [f"SELECT count(*) n FROM t WHERE Town='Sankt Veit' AND year({day})=2026 {e}" for e in ("", "AND Outcome IN ('delivered','left with neighbour')", "AND Outcome='delivered'")], "de count and filter dirty dirty_date plain")
    b.q("cmp", "¿Qué ramo deja más ventas? ingresos por tipo de ramo sin las coronas (Wreath)", [f"SELECT Bouquet, sum({price}) n FROM t WHERE Bouquet<>'Wreath' {e} GROUP BY 1 ORDER BY 2 DESC" for e in ("", f"AND {kept}")], "es sum except currency dirty plain")
    b.no("names of the people who recieved a funeral wreath", "missing_column")
    b.no("how many orchids did we sell", "missing_rows")
    b.no("Why were so many bouquets brought back?", "cause")
    b.either("which driver is the best one", [f"SELECT Driver, {v} v FROM t WHERE Driver IS NOT NULL GROUP BY 1 ORDER BY 2 {o}" for v, o in ((f"avg(({punctual})::int)", "DESC"), ("avg(Stars)", "DESC"), ("count(*)", "DESC"), ('sum("Tip (EUR)")', "DESC"), (f"avg({delay})", ""), ("avg((Outcome='brought back')::int)", ""))])
    b.either("most important occasion for us", [f"SELECT Occasion, {v} v FROM t WHERE Occasion IS NOT NULL GROUP BY 1 ORDER BY 2 DESC" for v in ("count(*)", f"sum({price})", f"avg({price})")])
    b.talk(("cmp", "sales per town in euro", [f"SELECT Town, sum({price}) n FROM t {w} GROUP BY 1" for w in sold], "sum dirty"),
           ("cmp", "top 3 only", [f"SELECT Town, sum({price}) n FROM t {w} GROUP BY 1 ORDER BY 2 DESC" for w in sold], "topn top=3!"),
           ("cmp", "now the average distance of those three", [f"SELECT Town, avg(\"Distance km\") v FROM t {w} GROUP BY 1 QUALIFY row_number() OVER (ORDER BY sum({price}) DESC)<=3" for w in sold], "measure mean dirty na"))
    b.talk(("trend", "orders per month", [f"SELECT date_trunc('month', {x}) d, count(*) n FROM t {w} GROUP BY 1" for x, w in ((day, ""), (day, f"WHERE {day}<'2026-11-01'"), ("Ordered", ""), ("Ordered", "WHERE Ordered<'2026-11-01'"))], "count dirty_date incomplete"),
           ("trend", "just roses", [f"SELECT date_trunc('month', {x}) d, count(*) n FROM t WHERE Bouquet='Roses' {w} GROUP BY 1" for x, w in ((day, ""), (day, f"AND {day}<'2026-11-01'"), ("Ordered", ""), ("Ordered", "AND Ordered<'2026-11-01'"))], "filter dirty"))
