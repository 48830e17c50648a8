"""The practised questions and dialogues with their golds; see README.md for the format."""


def write(b):
    for topic in (hospital, energy, rents, library, shop, air, survey, marathon, trams, crops, museums, budgets, balances, population):
        topic(b)


def hospital(b):
    b.on("hospital_visits")
    b.q("cmp", "how many visits did each dept have", "SELECT dept, count(*) n FROM t GROUP BY 1", "count plain")
    b.q("cmp", "average waiting time by department", "SELECT dept, avg(wait_min) v FROM t GROUP BY 1", "mean plain na")
    b.q("trend", "visits per month in 2024", "SELECT date_trunc('month', arrival) d, count(*) n FROM t WHERE year(arrival)=2024 GROUP BY 1", "count between plain")
    b.q("cmp", "at what hour of the day do patients arrive? count per hour", "SELECT hour(arrival) hr, count(*) n FROM t GROUP BY 1", "hour count plain mark=bar,line,area,point,table")
    b.q("trend", "visits per weekday monday to sunday", "SELECT isodow(arrival) wd, count(*) n FROM t GROUP BY 1", "weekday count plain")
    b.q("cmp", "what percentage of visits ended in admission, per triage label",
        ["SELECT triage_label, avg((admitted='yes')::int) s FROM t GROUP BY 1", "SELECT triage_label, admitted, count(*)*1.0/sum(count(*)) OVER (PARTITION BY triage_label) s FROM t GROUP BY 1,2"], "share computed pct na")
    b.q("num", "how many pateints came by ambulnce and were admitted", ["SELECT count(*) n FROM t WHERE ambulance='yes' AND admitted='yes'", "SELECT count(DISTINCT patient_no) n FROM t WHERE ambulance='yes' AND admitted='yes'"], "and typo plain")
    b.q("num", "number of different patients", "SELECT count(DISTINCT patient_no) n FROM t", "distinct plain")
    b.q("cmp", "median cost of a visit for each insurance type", "SELECT insurance, median(cost_eur) v FROM t GROUP BY 1", "median plain na")
    b.q("num", "90th percentile of the wait in minutes", "SELECT quantile_cont(wait_min, 0.9) v FROM t", "percentile computed")
    b.q("cmp", "departments where people wait longer than the overall average", "SELECT dept, avg(wait_min) v FROM t GROUP BY 1 HAVING avg(wait_min) > (SELECT avg(wait_min) FROM t)", "above_avg computed na")
    b.q("cmp", "the 5 most common diagnoses", "SELECT diagnosis, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC, 1", "topn plain top=5!")
    b.q("rows", "most expensive visit of every department, with diagnosis", ["SELECT dept, diagnosis, cost_eur v FROM t QUALIFY row_number() OVER (PARTITION BY dept ORDER BY cost_eur DESC)=1"], "topn_group computed")
    b.q("num", "how many visits have no pain score", "SELECT count(*) n FROM t WHERE pain_score IS NULL", "missing plain")
    b.q("rel", "does a longer wait go along with lower satisfaction?",
        ["SELECT wait_min a, satisfaction b FROM t WHERE satisfaction IS NOT NULL", "SELECT corr(wait_min, satisfaction) r FROM t", "SELECT satisfaction, avg(wait_min) v FROM t WHERE satisfaction IS NOT NULL GROUP BY 1"], "correlation computed")
    b.q("trend", "total costs by quarter, leave out the unfinished first quarter of 2025", "SELECT date_trunc('quarter', arrival) d, sum(cost_eur) n FROM t WHERE arrival<'2025-01-01' GROUP BY 1", "quarter incomplete plain")
    b.q("cmp", "readmission rate per department, visits where we don't know don't count", "SELECT dept, avg((readmitted_30d='yes')::int) s FROM t WHERE readmitted_30d IS NOT NULL GROUP BY 1", "share missing computed pct na")
    b.q("cmp", "Durchschnittliche Wartezeit pro Abteilung, aber nur Patienten über 65", ["SELECT dept, avg(wait_min) v FROM t WHERE age>65 GROUP BY 1"], "de filter mean plain na")
    b.q("cmp", "coût total par type d'assurance", "SELECT insurance, sum(cost_eur) n FROM t GROUP BY 1", "fr sum plain")
    b.q("cmp", "men vs women: average age and avg length of stay", "SELECT sex, avg(age) a, avg(los_hours) b FROM t GROUP BY 1", "measures plain na")
    b.q("dist", "how is the age of cardiology patients distributed", "SELECT age v FROM t WHERE dept='Cardiology'", "dist plain")
    b.no("which doctor sees the most patients?", "missing_column")
    b.no("how many visits were there in 2022", "missing_rows")
    b.no("why are waiting times in orthopedics so long?", "cause")
    b.no("how many visits should we expect next winter", "forecast")
    b.either("which department is the busiest", ["SELECT dept, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT dept, sum(los_hours) n FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT dept, avg(wait_min) n FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT dept, count(DISTINCT patient_no) n FROM t GROUP BY 1 ORDER BY 2 DESC"])
    b.either("costs by triage label", ["SELECT triage_label, sum(cost_eur) n FROM t GROUP BY 1", "SELECT triage_label, avg(cost_eur) n FROM t GROUP BY 1", "SELECT triage_label, median(cost_eur) n FROM t GROUP BY 1"])
    b.either("how long do patients stay or wait", ["SELECT avg(wait_min) v FROM t", "SELECT avg(los_hours) v FROM t", "SELECT dept, avg(wait_min) v FROM t GROUP BY 1", "SELECT dept, avg(los_hours) v FROM t GROUP BY 1", "SELECT avg(los_hours) a, avg(wait_min) b FROM t"])
    b.talk(("cmp", "visits by department", "SELECT dept, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "only those who were admitted", "SELECT dept, count(*) n FROM t WHERE admitted='yes' GROUP BY 1", "filter"),
           ("cmp", "as a share of all admitted", "SELECT dept, count(*)*1.0/sum(count(*)) OVER () s FROM t WHERE admitted='yes' GROUP BY 1", "share pct"))
    b.talk(("cmp", "average wait by triage label", "SELECT triage_label, avg(wait_min) v FROM t GROUP BY 1", "mean na"),
           ("cmp", "and the median?", "SELECT triage_label, median(wait_min) v FROM t GROUP BY 1", "measure na"),
           ("cmp", "split by sex", "SELECT triage_label, sex, median(wait_min) v FROM t GROUP BY 1,2", "split na"))


def energy(b):
    b.on("energy_meters")
    b.q("cmp", "total electricity consumption per building type", "SELECT BuildingType, sum(kWhTotal) n FROM t GROUP BY 1", "sum plain")
    b.q("trend", "kWhTotal per year, without the incomplete 2025", "SELECT Year y, sum(kWhTotal) n FROM t WHERE Year<2025 GROUP BY 1", "incomplete sum plain")
    b.q("trend", "monthly cost over the whole period, all buildings added up", ["SELECT Year y, Month moy, sum(CostEUR) n FROM t GROUP BY 1,2"], "year_month sum plain")
    b.q("cmp", "electricity use per square metre of floor for each building type in 2024", ["SELECT BuildingType, sum(kWhTotal)*1.0/sum(DISTINCT FloorAreaM2) v FROM t WHERE Year=2024 GROUP BY 1", "SELECT BuildingType, sum(kWhTotal)*1.0/sum(FloorAreaM2) v FROM t WHERE Year=2024 GROUP BY 1", "SELECT BuildingType, avg(kWhTotal*1.0/FloorAreaM2) v FROM t WHERE Year=2024 GROUP BY 1"], "ratio per computed na")
    b.q("cmp", "share of night consumption in the total, by city", "SELECT City, sum(kWhNight)*1.0/sum(kWhTotal) s FROM t GROUP BY 1", "ratio share computed pct na")
    b.q("trend", "solar production in each calendar month, averaged over 2022 to 2024", ["SELECT Month moy, avg(SolarKWh) v FROM t WHERE Year<2025 GROUP BY 1", "SELECT moy, avg(v) v FROM (SELECT Year, Month moy, sum(SolarKWh) v FROM t WHERE Year<2025 GROUP BY 1,2) GROUP BY 1"], "moy mean computed")
    b.q("cmp", "which 3 buildings use the most gas?", "SELECT BuildingName, sum(GasM3) n FROM t WHERE GasM3 IS NOT NULL GROUP BY 1 ORDER BY 2 DESC", "topn plain top=3!")
    b.q("trend", "by how many percent did total consumption change from year to year, 2022 to 2024", "SELECT y, v FROM (SELECT Year y, sum(kWhTotal)*1.0/lag(sum(kWhTotal)) OVER (ORDER BY Year)-1 v FROM t WHERE Year<2025 GROUP BY 1) WHERE v IS NOT NULL", "growth computed pct")
    b.q("rel", "heating degree days against gas, one dot per building and month", "SELECT HeatingDegreeDays a, GasM3 b FROM t WHERE GasM3 IS NOT NULL", "scatter plain mark=point")
    b.q("num", "number of buildings with the green tariff", "SELECT count(DISTINCT BuildingID) n FROM t WHERE TariffName='Green'", "distinct code plain")
    b.q("cmp", "avg peak load for tariff A and tariff C", "SELECT TariffCode, avg(PeakKW) v FROM t WHERE TariffCode IN ('A','C') GROUP BY 1", "code mean plain na")
    b.q("rows", "which months had a peak above 300 kW? with the building", ["SELECT Year y, Month moy, BuildingName, PeakKW v FROM t WHERE PeakKW>300", "SELECT Year y, Month moy, BuildingName FROM t WHERE PeakKW>300"], "unit filter plain")
    b.q("cmp", "cost per occupant in 2023, buildings sorted from expensive to cheap", ["SELECT BuildingName, sum(CostEUR)/max(Occupants) v FROM t WHERE Year=2023 GROUP BY 1 ORDER BY 2 DESC", "SELECT BuildingName, sum(CostEUR)/sum(Occupants) v FROM t WHERE Year=2023 GROUP BY 1 ORDER BY 2 DESC"], "ratio per computed na")
    b.q("cmp", "mean number of readings (count) per building type", "SELECT BuildingType, avg(\"count\") v FROM t GROUP BY 1", "column_count mean plain na")
    b.q("trend", "cumulative solar kwh in 2023, month by month", ["SELECT Month moy, sum(sum(SolarKWh)) OVER (ORDER BY Month) v FROM t WHERE Year=2023 GROUP BY 1"], "cumulative computed")
    b.q("cmp", "Wasserverbrauch je Stadt im Jahr 2024", "SELECT City, sum(WaterM3) n FROM t WHERE Year=2024 GROUP BY 1", "de sum plain")
    b.q("cmp", "¿qué edificio tuvo el mayor coste en 2024?", "SELECT BuildingName, sum(CostEUR) n FROM t WHERE Year=2024 GROUP BY 1 ORDER BY 2 DESC", "es superlative plain top=1")
    b.q("trend", "day and night kwh side by side for each year up to 2024", "SELECT Year y, sum(kWhDay) a, sum(kWhNight) b FROM t WHERE Year<2025 GROUP BY 1", "measures plain")
    b.q("trend", "winter only (dec, jan, feb): gas per year", "SELECT Year y, sum(GasM3) n FROM t WHERE Month IN (12,1,2) GROUP BY 1", "season sum plain")
    b.q("mat", "heatmap building type by month of the total kwh", "SELECT BuildingType, Month moy, sum(kWhTotal) n FROM t GROUP BY 1,2", "heatmap plain")
    b.no("how much CO2 did each building emit", "missing_column")
    b.no("what will the electricity bill for 2026 be?", "forecast")
    b.no("consumption of the town hall", "missing_rows")
    b.either("consumption by building", ["SELECT BuildingName, sum(kWhTotal) n FROM t GROUP BY 1", "SELECT BuildingName, sum(GasM3) n FROM t GROUP BY 1", "SELECT BuildingName, sum(WaterM3) n FROM t GROUP BY 1", "SELECT BuildingName, avg(kWhTotal) n FROM t GROUP BY 1"])
    b.either("which is the most efficient building type?", ["SELECT BuildingType, sum(kWhTotal)*1.0/sum(FloorAreaM2) n FROM t GROUP BY 1", "SELECT BuildingType, sum(kWhTotal)*1.0/sum(Occupants) n FROM t GROUP BY 1", "SELECT BuildingType, sum(CostEUR)*1.0/sum(FloorAreaM2) n FROM t GROUP BY 1", "SELECT BuildingType, avg(kWhTotal) n FROM t GROUP BY 1"])
    b.talk(("trend", "total kwh per month in 2024", "SELECT Month moy, sum(kWhTotal) n FROM t WHERE Year=2024 GROUP BY 1", "sum"),
           ("trend", "same for 2023", ["SELECT Month moy, sum(kWhTotal) n FROM t WHERE Year=2023 GROUP BY 1", "SELECT Year y, Month moy, sum(kWhTotal) n FROM t WHERE Year IN (2023,2024) GROUP BY 1,2"], "filter"),
           ("trend", "just the schools", ["SELECT Month moy, sum(kWhTotal) n FROM t WHERE Year=2023 AND BuildingType='School' GROUP BY 1", "SELECT Year y, Month moy, sum(kWhTotal) n FROM t WHERE Year IN (2023,2024) AND BuildingType='School' GROUP BY 1,2"], "filter"))
    b.talk(("cmp", "cost by city", "SELECT City, sum(CostEUR) n FROM t GROUP BY 1", "sum"),
           ("trend", "over the years", ["SELECT Year y, City, sum(CostEUR) n FROM t GROUP BY 1,2", "SELECT Year y, City, sum(CostEUR) n FROM t WHERE Year<2025 GROUP BY 1,2"], "split"),
           ("trend", "without 2025", "SELECT Year y, City, sum(CostEUR) n FROM t WHERE Year<2025 GROUP BY 1,2", "filter"))


def rents(b):
    b.on("rents")
    b.q("cmp", "average rent by district", "SELECT District, avg(\"Rent (EUR)\") v FROM t GROUP BY 1", "mean dirty plain na")
    b.q("cmp", "rent per square meter in each district", ["SELECT District, avg(\"Rent (EUR)\"/\"Size (sqm)\") v FROM t GROUP BY 1", "SELECT District, sum(\"Rent (EUR)\")/sum(\"Size (sqm)\") v FROM t GROUP BY 1"], "ratio per computed na")
    b.q("cmp", "how many flats have 3 rooms or more, per district?", "SELECT District, count(*) n FROM t WHERE Rooms>=3 GROUP BY 1", "filter count plain")
    b.q("rows", "flats under 700 euros with a balcony in Linden", ["SELECT ListingID, \"Rent (EUR)\" v FROM t WHERE \"Rent (EUR)\"<700 AND Balcony='Yes' AND District='Linden'", "SELECT ListingID FROM t WHERE \"Rent (EUR)\"<700 AND Balcony='Yes' AND District='Linden'"], "and unit plain")
    b.q("num", "how many listings are between 50 and 70 sqm", "SELECT count(*) n FROM t WHERE \"Size (sqm)\" BETWEEN 50 AND 70", "between plain")
    b.q("cmp", "median days online: furnished vs unfurnished", "SELECT Furnished, median(\"Days online\") v FROM t GROUP BY 1", "median flag plain na")
    b.q("cmp", "number of listings by decade of construction", "SELECT \"Year built\"//10*10 dec, count(*) n FROM t GROUP BY 1", "decade count plain mark=bar,line,area,point,table")
    b.q("rel", "size against rent coloured by number of rooms", "SELECT \"Size (sqm)\" a, \"Rent (EUR)\" b, Rooms FROM t", "scatter plain mark=point")
    b.q("cmp", "energy classes from A to G with the number of flats, missing ones left out", "SELECT \"Energy class\", count(*) n FROM t WHERE \"Energy class\" IS NOT NULL GROUP BY 1", "ordinal missing plain")
    b.q("cmp", "which 10 % of flats are the most expensive? show the ten percent by rent", ["SELECT ListingID, \"Rent (EUR)\" v FROM t QUALIFY rank() OVER (ORDER BY \"Rent (EUR)\" DESC)<=60", "SELECT ListingID FROM t QUALIFY rank() OVER (ORDER BY \"Rent (EUR)\" DESC)<=60"], "top_percent computed na")
    b.q("map", "map of all flats coloured by rent", ["SELECT lon, lat, \"Rent (EUR)\" v FROM t"], "map plain")
    b.q("cmp", "average deposit by agency", "SELECT Agency, avg(Deposit) v FROM t GROUP BY 1", "currency mean plain na")
    b.q("num", "standard deviation of the rent", ["SELECT stddev_samp(\"Rent (EUR)\") v FROM t"], "std computed")
    b.q("cmp", "share of flats with neither balcony nor elevator, by district", ["SELECT District, avg((Balcony='No' AND Elevator='No')::int) s FROM t GROUP BY 1"], "neither share computed pct na")
    b.q("trend", "how many flats were listed each month of 2024", "SELECT date_trunc('month', \"Listed on\") d, count(*) n FROM t WHERE year(\"Listed on\")=2024 GROUP BY 1", "dirty_date count plain")
    b.q("cmp", "warm rent (rent plus utilities) on average for each number of rooms", "SELECT Rooms, avg(\"Rent (EUR)\"+\"Utilities (EUR)\") v FROM t GROUP BY 1", "sum_columns computed na")
    b.q("num", "Wie viele Wohnungen haben einen Aufzug und einen Balkon?", "SELECT count(*) n FROM t WHERE Elevator='Yes' AND Balcony='Yes'", "de and plain")
    b.q("cmp", "loyer moyen par classe énergétique", ["SELECT \"Energy class\", avg(\"Rent (EUR)\") v FROM t WHERE \"Energy class\" IS NOT NULL GROUP BY 1"], "fr mean plain na")
    b.q("cmp", "the cheapest flat of each district", ["SELECT District, min(\"Rent (EUR)\") v FROM t GROUP BY 1", "SELECT District, ListingID, \"Rent (EUR)\" v FROM t QUALIFY rank() OVER (PARTITION BY District ORDER BY \"Rent (EUR)\")=1"], "min plain na")
    b.q("cmp", "We are a young family with a dog. Leave out everything where pets are not allowed and show me how much a flat with at least 4 rooms costs on average in every part of town.", "SELECT District, avg(\"Rent (EUR)\") v FROM t WHERE Pets<>'not allowed' AND Rooms>=4 GROUP BY 1", "long not mean plain na")
    b.q("num", "what share of the listings is by Keystone?", ["SELECT avg((Agency='Keystone')::int) s FROM t", "SELECT Agency, count(*)*1.0/sum(count(*)) OVER () s FROM t GROUP BY 1"], "share computed pct mark=number,table,bar,point,arc")
    b.no("which landlord raised the rent the most", "missing_column")
    b.no("is a flat in Westend worth its money?", "opinion")
    b.no("average rent in Southgate", "missing_rows")
    b.either("biggest flats", ["SELECT ListingID, \"Size (sqm)\" v FROM t ORDER BY 2 DESC LIMIT 10", "SELECT ListingID, Rooms v FROM t ORDER BY 2 DESC LIMIT 10", "SELECT District, avg(\"Size (sqm)\") v FROM t GROUP BY 1", "SELECT ListingID, \"Size (sqm)\" v FROM t ORDER BY 2 DESC LIMIT 1"])
    b.either("expensive districts", ["SELECT District, avg(\"Rent (EUR)\") v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT District, avg(\"Rent (EUR)\"/\"Size (sqm)\") v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT District, max(\"Rent (EUR)\") v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT District, median(\"Rent (EUR)\") v FROM t GROUP BY 1 ORDER BY 2 DESC"])
    b.talk(("cmp", "number of flats per district", "SELECT District, count(*) n FROM t GROUP BY 1", "count dirty"),
           ("cmp", "only with elevator", "SELECT District, count(*) n FROM t WHERE Elevator='Yes' GROUP BY 1", "filter"),
           ("cmp", "as a pie chart", "SELECT District, count(*) n FROM t WHERE Elevator='Yes' GROUP BY 1", "mark=arc"))
    b.talk(("cmp", "average rent by number of rooms", "SELECT Rooms, avg(\"Rent (EUR)\") v FROM t GROUP BY 1", "mean na"),
           ("cmp", "per square metre instead", ["SELECT Rooms, avg(\"Rent (EUR)\"/\"Size (sqm)\") v FROM t GROUP BY 1", "SELECT Rooms, sum(\"Rent (EUR)\")/sum(\"Size (sqm)\") v FROM t GROUP BY 1"], "ratio na"),
           ("cmp", "for Harbour only", ["SELECT Rooms, avg(\"Rent (EUR)\"/\"Size (sqm)\") v FROM t WHERE District='Harbour' GROUP BY 1", "SELECT Rooms, sum(\"Rent (EUR)\")/sum(\"Size (sqm)\") v FROM t WHERE District='Harbour' GROUP BY 1"], "filter na"))


def library(b):
    b.on("loans", "books", "members")
    L, B, M = "loans l", "JOIN books b USING (book_id)", "JOIN members m USING (member_id)"
    b.q("cmp", "how often was each genre borrowed", f"SELECT genre, count(*) n FROM {L} {B} GROUP BY 1", "join count plain")
    b.q("cmp", "top 10 titles by number of loans", f"SELECT title, count(*) n FROM {L} {B} GROUP BY 1 ORDER BY 2 DESC, 1", "join topn plain top=10!")
    b.q("cmp", "loans per member type", f"SELECT member_type, count(*) n FROM {L} {M} GROUP BY 1", "join count plain")
    b.q("cmp", "average number of loans per member, by member type", [f"SELECT member_type, count(*)*1.0/count(DISTINCT member_id) v FROM {L} {M} GROUP BY 1", "SELECT member_type, count(loan_id)*1.0/count(DISTINCT m.member_id) v FROM members m LEFT JOIN loans l USING (member_id) GROUP BY 1"], "join per computed na")
    b.q("rows", "which books were never lent out", ["SELECT title FROM books WHERE book_id NOT IN (SELECT book_id FROM loans)", "SELECT title, author FROM books WHERE book_id NOT IN (SELECT book_id FROM loans)"], "anti_join computed")
    b.q("num", "how many members have not borrowed anything?", "SELECT count(*) n FROM members WHERE member_id NOT IN (SELECT member_id FROM loans)", "anti_join computed")
    b.q("num", "number of members who borrowed at least one cookbook (genre cooking)", f"SELECT count(DISTINCT member_id) n FROM {L} {B} WHERE genre='Cooking'", "semi_join distinct computed")
    b.q("cmp", "total fines by branch", f"SELECT branch, sum(fine_eur) n FROM {L} {M} GROUP BY 1", "join sum plain")
    b.q("trend", "loans per month", "SELECT date_trunc('month', loan_date) d, count(*) n FROM loans GROUP BY 1", "count plain")
    b.q("cmp", "share of loans returned late per branch", [f"SELECT branch, avg((return_date>due_date)::int) s FROM {L} {M} GROUP BY 1", f"SELECT branch, avg(coalesce(return_date>due_date, false)::int) s FROM {L} {M} GROUP BY 1"], "join share compare_columns computed pct na")
    b.q("cmp", "how many days does a loan last on average, by genre", f"SELECT genre, avg(return_date-loan_date) v FROM {L} {B} WHERE return_date IS NOT NULL GROUP BY 1", "join difference computed na")
    b.q("num", "how many books are still out, i.e. have no return date", "SELECT count(*) n FROM loans WHERE return_date IS NULL", "missing plain")
    b.q("cmp", "who paid the most fines? name please", f"SELECT name, sum(fine_eur) n FROM {L} {M} GROUP BY member_id, name ORDER BY 2 DESC", "join superlative plain top=1")
    b.q("cmp", "most borrowed author", f"SELECT author, count(*) n FROM {L} {B} GROUP BY 1 ORDER BY 2 DESC", "join superlative plain top=1")
    b.q("cmp", "average pages per genre", "SELECT genre, avg(pages) v FROM books GROUP BY 1", "mean plain na")
    b.q("rows", "longest book of each genre with its title", "SELECT genre, title, pages v FROM books QUALIFY rank() OVER (PARTITION BY genre ORDER BY pages DESC)=1", "topn_group computed")
    b.q("part", "desk, self-service and app: share of the loans for each quarter, as 100 % stacked bars", "SELECT date_trunc('quarter', loan_date) d, channel, count(*)*1.0/sum(count(*)) OVER (PARTITION BY date_trunc('quarter', loan_date)) s FROM loans GROUP BY 1,2", "stack100 share computed pct")
    b.q("cmp", "members by age group: born before 1960, 1960 to 1999, 2000 and later", "SELECT CASE WHEN birth_year<1960 THEN 'before|<|under|old' WHEN birth_year<2000 THEN 'to|–|-|between' ELSE '2000 and|after|later|>|since|from' END k, count(*) n FROM members GROUP BY 1", "bins computed")
    b.q("cmp", "wie viele Ausleihen pro Sprache der Bücher", f"SELECT language, count(*) n FROM {L} {B} GROUP BY 1", "de join count plain")
    b.q("cmp", "combien de prêts par succursale en 2024 ?", f"SELECT branch, count(*) n FROM {L} {M} WHERE year(loan_date)=2024 GROUP BY 1", "fr join filter plain")
    b.q("trend", "new members per year", "SELECT year(joined_on) y, count(*) n FROM members GROUP BY 1", "count plain")
    b.q("cmp", "genres with more than 100 loans", f"SELECT genre, count(*) n FROM {L} {B} GROUP BY 1 HAVING count(*)>100", "join having plain")
    b.q("cmp", "turnover: loans per copy owned, by genre", ["SELECT genre, sum(k)*1.0/sum(copies) v FROM (SELECT book_id, genre, copies, (SELECT count(*) FROM loans l WHERE l.book_id=b.book_id) k FROM books b) GROUP BY 1"], "join ratio computed na")
    b.no("which books were stolen", "missing_column")
    b.no("why do students read so much fantasy", "cause")
    b.no("loans in the branch in Hamburg", "missing_rows")
    b.either("most popular genre", [f"SELECT genre, count(*) n FROM {L} {B} GROUP BY 1 ORDER BY 2 DESC", f"SELECT genre, count(DISTINCT member_id) n FROM {L} {B} GROUP BY 1 ORDER BY 2 DESC", "SELECT genre, count(*) n FROM books GROUP BY 1 ORDER BY 2 DESC", "SELECT genre, sum(copies) n FROM books GROUP BY 1 ORDER BY 2 DESC"])
    b.either("wer ist der fleißigste Leser?", [f"SELECT name, count(*) n FROM {L} {M} GROUP BY member_id, name ORDER BY 2 DESC", f"SELECT name, sum(pages) n FROM {L} {M} {B} GROUP BY member_id, name ORDER BY 2 DESC", f"SELECT name, count(DISTINCT book_id) n FROM {L} {M} GROUP BY member_id, name ORDER BY 2 DESC"], "de")
    b.talk(("cmp", "loans by genre", f"SELECT genre, count(*) n FROM {L} {B} GROUP BY 1", "join count"),
           ("cmp", "only children", [f"SELECT genre, count(*) n FROM {L} {B} {M} WHERE member_type='Child' GROUP BY 1", f"SELECT genre, count(*) n FROM {L} {B} WHERE genre='Children' GROUP BY 1"], "join filter"),
           ("cmp", "top 3", [f"SELECT genre, count(*) n FROM {L} {B} {M} WHERE member_type='Child' GROUP BY 1 ORDER BY 2 DESC", f"SELECT genre, count(*) n FROM {L} {B} WHERE genre='Children' GROUP BY 1"], "topn top=3"))
    b.talk(("trend", "how many loans per year", "SELECT year(loan_date) y, count(*) n FROM loans GROUP BY 1", "count"),
           ("trend", "by channel", "SELECT year(loan_date) y, channel, count(*) n FROM loans GROUP BY 1,2", "split"))


def shop(b):
    b.on("orders", "order_items", "products", "customers")
    I, P, O, C = "order_items i", "JOIN products p USING (product_id)", "JOIN orders o USING (order_id)", "JOIN customers c USING (customer_id)"
    R = "sum(qty*unit_price)"
    b.q("cmp", "revenue (qty times unit price) by product category", f"SELECT category, {R} n FROM {I} {P} GROUP BY 1", "join product computed")
    b.q("trend", "orders per month", "SELECT date_trunc('month', order_date) d, count(*) n FROM orders GROUP BY 1", "count plain")
    b.q("cmp", "number of orders by country of the customer", f"SELECT country, count(*) n FROM orders o {C} GROUP BY 1", "join count plain")
    b.q("cmp", "orders from DE, FR and NL", f"SELECT country, count(*) n FROM orders o {C} WHERE country_code IN ('DE','FR','NL') GROUP BY 1", "join code plain")
    b.q("cmp", "10 best selling products by units sold", f"SELECT product_name, sum(qty) n FROM {I} {P} GROUP BY product_id, product_name ORDER BY 2 DESC, 1", "join topn plain top=10!")
    b.q("rows", "customers who never ordered", ["SELECT first_name, last_name FROM customers WHERE customer_id NOT IN (SELECT customer_id FROM orders)", "SELECT customer_id FROM customers WHERE customer_id NOT IN (SELECT customer_id FROM orders)"], "anti_join computed")
    b.q("num", "how many products have never been sold", "SELECT count(*) n FROM products WHERE product_id NOT IN (SELECT product_id FROM order_items)", "anti_join computed")
    b.q("cmp", "return rate by channel", ["SELECT channel, avg((status='returned')::int) s FROM orders GROUP BY 1", "SELECT channel, status, count(*)*1.0/sum(count(*)) OVER (PARTITION BY channel) s FROM orders GROUP BY 1,2"], "share computed pct na")
    b.q("cmp", "average order value by segment", f"SELECT segment, sum(v)/count(*) v FROM (SELECT order_id, customer_id, {R} v FROM {I} {O} GROUP BY 1,2) {C} GROUP BY 1", "join ratio computed na")
    b.q("num", "how many customers placed more than 10 orders", "SELECT count(*) n FROM (SELECT customer_id FROM orders GROUP BY 1 HAVING count(*)>10)", "having nested computed")
    b.q("cmp", "margin in percent (list price minus cost price, divided by list price) for every category on average", ["SELECT category, avg((list_price-cost_price)/list_price) s FROM products GROUP BY 1", "SELECT category, (sum(list_price)-sum(cost_price))/sum(list_price) s FROM products GROUP BY 1"], "ratio difference computed pct na")
    b.q("cmp", "stock value per category at cost price", "SELECT category, sum(in_stock*cost_price) n FROM products GROUP BY 1", "product computed")
    b.q("cmp", "units sold to newsletter subscribers vs the others", f"SELECT newsletter, sum(qty) n FROM {I} {O} {C} GROUP BY 1", "join flag plain")
    b.q("trend", "revenue by quarter without cancelled and returned orders", f"SELECT date_trunc('quarter', order_date) d, {R} n FROM {I} {O} WHERE status='delivered' GROUP BY 1", "join not product computed")
    b.q("trend", "running total of orders over time by month", "SELECT date_trunc('month', order_date) d, sum(count(*)) OVER (ORDER BY date_trunc('month', order_date)) v FROM orders GROUP BY 1", "cumulative computed")
    b.q("cmp", "best rated product in each category", ["SELECT category, product_name, avg_rating v FROM products WHERE avg_rating IS NOT NULL QUALIFY rank() OVER (PARTITION BY category ORDER BY avg_rating DESC)=1", "SELECT category, max(avg_rating) v FROM products GROUP BY 1", "SELECT category, product_name, avg_rating v FROM products WHERE avg_rating IS NOT NULL QUALIFY row_number() OVER (PARTITION BY category ORDER BY avg_rating DESC, product_id)=1"], "topn_group computed na")
    b.q("rows", "products heavier than 2 kg", ["SELECT product_name, weight_g v FROM products WHERE weight_g>2000", "SELECT product_name FROM products WHERE weight_g>2000"], "unit filter plain")
    b.q("cmp", "Umsatz je Land", f"SELECT country, {R} n FROM {I} {O} {C} GROUP BY 1", "de join product computed")
    b.q("cmp", "¿cuántos pedidos se cancelaron por método de pago?", "SELECT payment, count(*) n FROM orders WHERE status='cancelled' GROUP BY 1", "es filter plain")
    b.q("cmp", "weekday with the most orders", "SELECT isodow(order_date) wd, count(*) n FROM orders GROUP BY 1 ORDER BY 2 DESC", "weekday superlative plain top=1")
    b.q("cmp", "what part of all units does every category make up", f"SELECT category, sum(qty)*1.0/sum(sum(qty)) OVER () s FROM {I} {P} GROUP BY 1", "join share computed pct")
    b.q("cmp", "second best customer by revenue, first and last name", f"SELECT first_name, last_name, v FROM (SELECT first_name, last_name, {R} v FROM {I} {O} {C} GROUP BY customer_id, 1, 2) ORDER BY v DESC LIMIT 1 OFFSET 1", "join nth computed")
    b.q("num", "orders that contain both a tent and a sleeping bag", f"SELECT count(*) n FROM (SELECT order_id FROM {I} {P} GROUP BY 1 HAVING bool_or(category='Tents') AND bool_or(category='Sleeping bags'))", "both computed")
    b.q("cmp", "avg discount of the invoice orders per country, germany excluded", f"SELECT country, avg(discount_pct) v FROM orders o {C} WHERE payment='invoice' AND country_code<>'DE' GROUP BY 1", "join not mean plain na")
    b.no("how many visitors of the web shop did not buy anything", "missing_column")
    b.no("will tents sell better than backpacks next summer?", "forecast")
    b.no("orders from Italy", "missing_rows")
    b.no("wie zufrieden waren die Kunden mit der Lieferung?", "missing_column", "de")
    b.either("top customers", [f"SELECT first_name, last_name, {R} v FROM {I} {O} {C} GROUP BY customer_id, 1, 2 ORDER BY 3 DESC", f"SELECT first_name, last_name, count(*) v FROM orders o {C} GROUP BY customer_id, 1, 2 ORDER BY 3 DESC", f"SELECT first_name, last_name, sum(qty) v FROM {I} {O} {C} GROUP BY customer_id, 1, 2 ORDER BY 3 DESC"])
    b.either("sales by category", [f"SELECT category, {R} n FROM {I} {P} GROUP BY 1", f"SELECT category, sum(qty) n FROM {I} {P} GROUP BY 1", f"SELECT category, count(*) n FROM {I} {P} GROUP BY 1", f"SELECT category, count(DISTINCT order_id) n FROM {I} {P} GROUP BY 1"])
    b.talk(("cmp", "units sold by category", f"SELECT category, sum(qty) n FROM {I} {P} GROUP BY 1", "join sum"),
           ("cmp", "as percentages", f"SELECT category, sum(qty)*1.0/sum(sum(qty)) OVER () n FROM {I} {P} GROUP BY 1", "share pct"),
           ("cmp", "and only for customers from France", f"SELECT category, sum(qty)*1.0/sum(sum(qty)) OVER () n FROM {I} {P} {O} {C} WHERE country='France' GROUP BY 1", "join filter pct"))
    b.talk(("cmp", "orders by status", "SELECT status, count(*) n FROM orders GROUP BY 1", "count"),
           ("trend", "per year", "SELECT year(order_date) y, status, count(*) n FROM orders GROUP BY 1,2", "split"),
           ("trend", "leave out delivered", "SELECT year(order_date) y, status, count(*) n FROM orders WHERE status<>'delivered' GROUP BY 1,2", "filter"))


def air(b):
    b.on("air_quality")
    PM, NO2, O3 = '"PM2.5 (µg/m³)"', '"NO2 (µg/m³)"', '"O3 (µg/m³)"'
    b.q("cmp", "average pm2.5 by station", f"SELECT station, avg({PM}) v FROM t GROUP BY 1", "mean plain na")
    b.q("trend", "monthly mean of NO2 at every station", f"SELECT date_trunc('month', \"date\") d, station, avg({NO2}) v FROM t GROUP BY 1,2", "mean split plain na")
    b.q("num", "on how many days was PM2.5 above 25 at the market square", f"SELECT count(*) n FROM t WHERE {PM}>25 AND station='Market Square'", "filter plain")
    b.q("cmp", "days over 25 µg pm2.5 per station", f"SELECT station, count(*) n FROM t WHERE {PM}>25 GROUP BY 1", "unit filter count plain")
    b.q("rows", "the day with the worst pm2.5 value, where was it?", [f"SELECT \"date\" d, station, {PM} v FROM t WHERE {PM} IS NOT NULL ORDER BY 3 DESC LIMIT 1", f"SELECT station, {PM} v FROM t WHERE {PM} IS NOT NULL ORDER BY 2 DESC LIMIT 1"], "superlative computed")
    b.q("trend", "7 day moving average of ozone in the city park", [f"SELECT \"date\" d, avg({O3}) OVER (ORDER BY \"date\" ROWS 6 PRECEDING) v FROM t WHERE station='City Park'", f"SELECT \"date\" d, avg({O3}) OVER (ORDER BY \"date\" ROWS BETWEEN 3 PRECEDING AND 3 FOLLOWING) v FROM t WHERE station='City Park'", f"SELECT d, v FROM (SELECT \"date\" d, avg({O3}) OVER (ORDER BY \"date\" ROWS 6 PRECEDING) v, row_number() OVER (ORDER BY \"date\") r FROM t WHERE station='City Park') WHERE r>6"], "mavg computed na")
    b.q("cmp", "is NO2 lower at weekends? average for weekend and weekdays", f"SELECT weekend, avg({NO2}) v FROM t GROUP BY 1", "flag mean plain na")
    b.q("rel", "correlation between wind and pm10", ["SELECT corr(\"Wind (m/s)\", \"PM10 (µg/m³)\") r FROM t", "SELECT \"Wind (m/s)\" a, \"PM10 (µg/m³)\" b FROM t WHERE \"PM10 (µg/m³)\" IS NOT NULL"], "correlation computed")
    b.q("rel", "correlation of wind speed with ozone for each station", [f"SELECT station, corr(\"Wind (m/s)\", {O3}) r FROM t GROUP BY 1", f"SELECT station, \"Wind (m/s)\" a, {O3} b FROM t"], "correlation group computed")
    b.q("cmp", "how many missing pm2.5 values does each station have", f"SELECT station, count(*) n FROM t WHERE {PM} IS NULL GROUP BY 1", "missing plain")
    b.q("part", "share of good, moderate, poor and very poor days per station", "SELECT station, air_class, count(*)*1.0/sum(count(*)) OVER (PARTITION BY station) s FROM t GROUP BY 1,2", "share ordinal computed pct mark=bar,table,rect,arc,point")
    b.q("dist", "box plot of NO2 for each station", f"SELECT station, {NO2} v FROM t", "dist group plain")
    b.q("trend", "monthly rainfall", ["SELECT date_trunc('month', \"date\") d, sum(\"Rain (mm)\")/4 v FROM t GROUP BY 1", "SELECT date_trunc('month', \"date\") d, sum(\"Rain (mm)\") v FROM t GROUP BY 1", "SELECT date_trunc('month', \"date\") d, avg(\"Rain (mm)\") v FROM t GROUP BY 1"], "sum plain")
    b.q("rows", "outliers in PM2.5", [f"SELECT \"date\" d, station, {PM} v FROM t WHERE {PM} > (SELECT quantile_cont({PM},0.75)+1.5*(quantile_cont({PM},0.75)-quantile_cont({PM},0.25)) FROM t)", f"SELECT \"date\" d, station, {PM} v FROM t WHERE abs({PM}-(SELECT avg({PM}) FROM t)) > 3*(SELECT stddev_samp({PM}) FROM t)", f"SELECT \"date\" d, station, {PM} v FROM t WHERE {PM} > (SELECT quantile_cont({PM},0.75)+3*(quantile_cont({PM},0.75)-quantile_cont({PM},0.25)) FROM t)"], "outliers computed mark=table,point,bar,box,tick,line")
    b.q("cmp", "difference between traffic and background stations in mean NO2", [f"SELECT avg({NO2}) FILTER (station_type='traffic') - avg({NO2}) FILTER (station_type='background') v FROM t", f"SELECT station_type, avg({NO2}) v FROM t WHERE station_type IN ('traffic','background') GROUP BY 1"], "difference computed na")
    b.q("trend", "Durchschnittstemperatur pro Monat", ["SELECT date_trunc('month', \"date\") d, avg(\"Temp (°C)\") v FROM t GROUP BY 1"], "de mean plain na")
    b.q("cmp", "número de días sin lluvia por mes", ["SELECT month(\"date\") moy, count(DISTINCT \"date\") n FROM t WHERE \"Rain (mm)\"=0 GROUP BY 1", "SELECT month(\"date\") moy, count(*) n FROM t WHERE \"Rain (mm)\"=0 GROUP BY 1"], "es moy distinct plain mark=bar,line,area,point,table")
    b.q("cmp", "avg ozone in summer (jun-aug) vs winter (dec-feb)", f"SELECT CASE WHEN month(\"date\") IN (6,7,8) THEN 'summer|jun' ELSE 'winter|dec' END k, avg({O3}) v FROM t WHERE month(\"date\") IN (6,7,8,12,1,2) GROUP BY 1", "season computed na")
    b.q("num", "on how many days was it colder than 0 degrees and windier than 5 m/s", ["SELECT count(DISTINCT \"date\") n FROM t WHERE \"Temp (°C)\"<0 AND \"Wind (m/s)\">5", "SELECT count(*) n FROM t WHERE \"Temp (°C)\"<0 AND \"Wind (m/s)\">5"], "and computed")
    b.no("how many people got asthma from the air", "missing_column")
    b.no("what caused the pm2.5 peak in august", "cause")
    b.no("NO2 at the airport", "missing_rows")
    b.either("which station has the worst air?", [f"SELECT station, avg({PM}) v FROM t GROUP BY 1", f"SELECT station, avg({NO2}) v FROM t GROUP BY 1", f"SELECT station, avg(\"PM10 (µg/m³)\") v FROM t GROUP BY 1", "SELECT station, count(*) v FROM t WHERE air_class='very poor' GROUP BY 1", f"SELECT station, max({PM}) v FROM t GROUP BY 1"])
    b.talk(("trend", "monthly average ozone", f"SELECT date_trunc('month', \"date\") d, avg({O3}) v FROM t GROUP BY 1", "mean na"),
           ("trend", "only Hillside", f"SELECT date_trunc('month', \"date\") d, avg({O3}) v FROM t WHERE station='Hillside' GROUP BY 1", "filter na"),
           ("trend", "and no2 there?", [f"SELECT date_trunc('month', \"date\") d, avg({NO2}) v FROM t WHERE station='Hillside' GROUP BY 1", f"SELECT date_trunc('month', \"date\") d, avg({O3}) v, avg({NO2}) w FROM t WHERE station='Hillside' GROUP BY 1"], "measure na"),
           ("trend", "as bars", [f"SELECT date_trunc('month', \"date\") d, avg({NO2}) v FROM t WHERE station='Hillside' GROUP BY 1", f"SELECT date_trunc('month', \"date\") d, avg({O3}) v, avg({NO2}) w FROM t WHERE station='Hillside' GROUP BY 1"], "mark=bar"))
    b.talk(("cmp", "average PM10 per station", "SELECT station, avg(\"PM10 (µg/m³)\") v FROM t GROUP BY 1", "mean na"),
           ("cmp", "which one is the worst?", "SELECT station, avg(\"PM10 (µg/m³)\") v FROM t GROUP BY 1 ORDER BY 2 DESC", "superlative na top=1"))


def survey(b):
    b.on("staff_survey")
    b.q("cmp", "how many answered agree or strongly agree on paid fairly", ["SELECT count(*) n FROM t WHERE paid_fairly IN ('Agree','Strongly agree')", "SELECT paid_fairly, count(*) n FROM t WHERE paid_fairly IN ('Agree','Strongly agree') GROUP BY 1"], "or likert plain")
    b.q("cmp", "answers to satisfied with work, from strongly disagree to strongly agree", "SELECT satisfied_with_work, count(*) n FROM t WHERE satisfied_with_work IS NOT NULL GROUP BY 1", "likert count plain")
    b.q("part", "trust in the manager by department as 100% stacked bars", "SELECT department, trusts_manager, count(*)*1.0/sum(count(*)) OVER (PARTITION BY department) s FROM t WHERE trusts_manager IS NOT NULL GROUP BY 1,2", "stack100 likert computed pct")
    b.q("cmp", "percent of people who plan to leave, by region", ["SELECT region, avg((plans_to_leave='Yes')::int) s FROM t GROUP BY 1", "SELECT region, plans_to_leave, count(*)*1.0/sum(count(*)) OVER (PARTITION BY region) s FROM t GROUP BY 1,2"], "share computed pct na")
    b.q("cmp", "average commute in minutes by region (ignore -99)", "SELECT region, avg(commute_min) v FROM t WHERE commute_min<>-99 GROUP BY 1", "missing_code mean plain na")
    b.q("num", "median years in the company", "SELECT median(years_in_company) v FROM t", "median plain")
    b.q("cmp", "number of respondents by age group and gender", "SELECT age_group, gender, count(*) n FROM t GROUP BY 1,2", "two count plain")
    b.q("num", "net promoter score: share of 9 and 10 minus share of 0 to 6", ["SELECT avg((nps>=9)::int)-avg((nps<=6)::int) s FROM t"], "difference share computed pct")
    b.q("cmp", "avg nps by contract type for people with at least 2 home office days", "SELECT contract, avg(nps) v FROM t WHERE home_office_days>=2 GROUP BY 1", "filter mean plain na")
    b.q("cmp", "avg overtime per departement, men and women seperately", "SELECT department, gender, avg(overtime_h) v FROM t WHERE gender IN ('male','female') GROUP BY 1,2", "typo split mean plain na")
    b.q("num", "how many people left the remarks empty?", "SELECT count(*) n FROM t WHERE remarks IS NULL", "missing plain")
    b.q("cmp", "which department has the highest share of people who neither agree nor strongly agree that they are paid fairly", ["SELECT department, avg((paid_fairly NOT IN ('Agree','Strongly agree'))::int) s FROM t WHERE paid_fairly IS NOT NULL GROUP BY 1 ORDER BY 2 DESC", "SELECT department, avg((coalesce(paid_fairly,'') NOT IN ('Agree','Strongly agree'))::int) s FROM t GROUP BY 1 ORDER BY 2 DESC"], "neither share computed pct na top=1")
    b.q("cmp", "share of each education level among the IT people", "SELECT education, count(*)*1.0/sum(count(*)) OVER () s FROM t WHERE department='IT' GROUP BY 1", "share filter computed pct")
    b.q("dist", "histogram of overtime hours", "SELECT overtime_h v FROM t", "dist plain")
    b.q("mat", "cross table heatmap of age group and education, number of people", "SELECT age_group, education, count(*) n FROM t GROUP BY 1,2", "heatmap plain mark=rect,table")
    b.q("cmp", "Wie viele Befragte arbeiten in Teilzeit, je Abteilung?", "SELECT department, count(*) n FROM t WHERE contract='part-time' GROUP BY 1", "de filter plain")
    b.q("cmp", "nombre moyen de jours de télétravail par tranche d'âge", "SELECT age_group, avg(home_office_days) v FROM t GROUP BY 1", "fr mean plain na")
    b.q("rel", "home office days vs nps: is there a relation", ["SELECT corr(home_office_days, nps) r FROM t", "SELECT home_office_days a, nps b FROM t", "SELECT home_office_days, avg(nps) v FROM t GROUP BY 1"], "correlation computed")
    b.q("cmp", "top 3 departments by number of people with a phd or master", "SELECT department, count(*) n FROM t WHERE education IN ('PhD','Master') GROUP BY 1 ORDER BY 2 DESC", "or topn plain top=3!")
    b.no("what is the average salary by department", "missing_column")
    b.no("should we raise wages in the east?", "opinion")
    b.no("compare the results with last year's survey", "missing_rows")
    b.either("how happy are people by region", ["SELECT region, satisfied_with_work, count(*) n FROM t WHERE satisfied_with_work IS NOT NULL GROUP BY 1,2", "SELECT region, avg(nps) v FROM t GROUP BY 1", "SELECT region, work_life_balance, count(*) n FROM t WHERE work_life_balance IS NOT NULL GROUP BY 1,2", "SELECT region, avg((satisfied_with_work IN ('Agree','Strongly agree'))::int) v FROM t GROUP BY 1"])
    b.either("average satisfaction", ["SELECT satisfied_with_work, count(*) n FROM t WHERE satisfied_with_work IS NOT NULL GROUP BY 1", "SELECT avg(nps) v FROM t", "SELECT avg((satisfied_with_work IN ('Agree','Strongly agree'))::int) v FROM t", "SELECT would_recommend, count(*) n FROM t WHERE would_recommend IS NOT NULL GROUP BY 1"])
    b.talk(("cmp", "respondents by department", "SELECT department, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "split by gender", "SELECT department, gender, count(*) n FROM t GROUP BY 1,2", "split"),
           ("cmp", "without diverse", "SELECT department, gender, count(*) n FROM t WHERE gender<>'diverse' GROUP BY 1,2", "filter"))
    b.talk(("cmp", "average nps by age group", "SELECT age_group, avg(nps) v FROM t GROUP BY 1", "mean na"),
           ("cmp", "now by region", ["SELECT region, avg(nps) v FROM t GROUP BY 1"], "dimension na"),
           ("cmp", "only full-time", "SELECT region, avg(nps) v FROM t WHERE contract='full-time' GROUP BY 1", "filter na"))


def marathon(b):
    b.on("marathon")
    b.q("rows", "who won the race?", ["SELECT runner, finish_min v FROM t WHERE place_overall=1", "SELECT runner, finish_time FROM t WHERE place_overall=1", "SELECT runner, place_overall FROM t WHERE place_overall=1", "SELECT runner FROM t WHERE place_overall=1"], "superlative plain")
    b.q("cmp", "average finish time in minutes by age category", "SELECT age_cat, avg(finish_min) v FROM t WHERE finish_min IS NOT NULL GROUP BY 1", "mean plain na")
    b.q("cmp", "fastest 10 women", ["SELECT runner, finish_min v FROM t WHERE sex='F' AND finish_min IS NOT NULL ORDER BY 2"], "topn code plain na top=10! mark=bar,point,table,number,rect,tick")
    b.q("num", "how many runners did not finish", ["SELECT count(*) n FROM t WHERE status='DNF'", "SELECT count(*) n FROM t WHERE status<>'finished'"], "code plain")
    b.q("cmp", "share of DNF per start wave", ["SELECT start_wave, avg((status='DNF')::int) s FROM t GROUP BY 1", "SELECT start_wave, status, count(*)*1.0/sum(count(*)) OVER (PARTITION BY start_wave) s FROM t GROUP BY 1,2"], "share computed pct na")
    b.q("cmp", "runners per nation, most first", "SELECT nat, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "count plain")
    b.q("rel", "training km per week against the finish time", "SELECT training_km_week a, finish_min b FROM t WHERE finish_min IS NOT NULL", "scatter plain mark=point")
    b.q("cmp", "which share of runners was faster in the second half than in the first, men and women", "SELECT sex, avg((finish_min-half_min<half_min)::int) s FROM t WHERE finish_min IS NOT NULL GROUP BY 1", "compare_columns difference share computed pct na")
    b.q("cmp", "how much slower was the second half on average, per age cat", ["SELECT age_cat, avg(finish_min-2*half_min) v FROM t WHERE finish_min IS NOT NULL GROUP BY 1"], "difference computed na")
    b.q("rows", "best three of every age category", ["SELECT age_cat, runner, finish_min v FROM t WHERE finish_min IS NOT NULL QUALIFY row_number() OVER (PARTITION BY age_cat ORDER BY finish_min)<=3", "SELECT age_cat, runner, place_overall v FROM t WHERE finish_min IS NOT NULL QUALIFY row_number() OVER (PARTITION BY age_cat ORDER BY place_overall)<=3", "SELECT age_cat, runner FROM t WHERE finish_min IS NOT NULL QUALIFY row_number() OVER (PARTITION BY age_cat ORDER BY finish_min)<=3"], "topn_group computed")
    b.q("num", "how many ran under 3 hours", "SELECT count(*) n FROM t WHERE finish_min<180", "unit filter computed")
    b.q("dist", "distribution of finish times", "SELECT finish_min v FROM t WHERE finish_min IS NOT NULL", "dist plain")
    b.q("cmp", "median finish time for every shoe brand, first-timers only", "SELECT shoe_brand, median(finish_min) v FROM t WHERE first_marathon='Y' AND finish_min IS NOT NULL GROUP BY 1", "median flag plain na")
    b.q("num", "difference between the median time of men and women", ["SELECT median(finish_min) FILTER (sex='F') - median(finish_min) FILTER (sex='M') v FROM t", "SELECT median(finish_min) FILTER (sex='M') - median(finish_min) FILTER (sex='F') v FROM t", "SELECT sex, median(finish_min) v FROM t GROUP BY 1"], "difference median computed")
    b.q("num", "top 5 percent of finishers: what time did you need?", ["SELECT quantile_cont(finish_min, 0.05) v FROM t", "SELECT max(finish_min) v FROM (SELECT finish_min FROM t WHERE finish_min IS NOT NULL QUALIFY percent_rank() OVER (ORDER BY finish_min)<=0.05)"], "percentile computed")
    b.q("cmp", "finishers by finishing hour, i.e. between 2 and 3 hours, 3-4 h and so on", "SELECT floor(finish_min/60) hr, count(*) n FROM t WHERE finish_min IS NOT NULL GROUP BY 1", "bins computed")
    b.q("cmp", "clubs with more than 50 runners, runners without a club do not count", "SELECT club, count(*) n FROM t WHERE club IS NOT NULL GROUP BY 1 HAVING count(*)>50", "having missing plain")
    b.q("cmp", "Schnellste Zeit (in Minuten) pro Nation", "SELECT nat, min(finish_min) v FROM t WHERE finish_min IS NOT NULL GROUP BY 1", "de min plain na")
    b.q("cmp", "edad media de los corredores por país", "SELECT nat, avg(age) v FROM t GROUP BY 1", "es mean plain na")
    b.q("cmp", "how many of the runners are under 30, 30 to 49, 50 and over", "SELECT CASE WHEN age<30 THEN 'under|<|0|below|18' WHEN age<50 THEN '49|30' ELSE '50|over|60' END k, count(*) n FROM t GROUP BY 1", "bins computed")
    b.q("rows", "find bib 217", ["SELECT bib, runner, finish_time FROM t WHERE bib=217", "SELECT runner FROM t WHERE bib=217", "SELECT bib, runner, age, nat, status FROM t WHERE bib=217"], "lookup plain")
    b.no("average heart rate by age category", "missing_column")
    b.no("weather on the day of the race?", "missing_column")
    b.no("are asics shoes better than nike", "opinion")
    b.either("best nation", ["SELECT nat, avg(finish_min) v FROM t WHERE finish_min IS NOT NULL GROUP BY 1 ORDER BY 2", "SELECT nat, min(finish_min) v FROM t WHERE finish_min IS NOT NULL GROUP BY 1 ORDER BY 2", "SELECT nat, median(finish_min) v FROM t WHERE finish_min IS NOT NULL GROUP BY 1 ORDER BY 2", "SELECT nat, min(place_overall) v FROM t WHERE finish_min IS NOT NULL GROUP BY 1 ORDER BY 2"])
    b.either("times by age category", ["SELECT age_cat, avg(finish_min) v FROM t WHERE finish_min IS NOT NULL GROUP BY 1", "SELECT age_cat, avg(half_min) v FROM t WHERE half_min IS NOT NULL GROUP BY 1", "SELECT age_cat, min(finish_min) v FROM t WHERE finish_min IS NOT NULL GROUP BY 1", "SELECT age_cat, median(finish_min) v FROM t WHERE finish_min IS NOT NULL GROUP BY 1"])
    b.talk(("cmp", "number of runners by sex", "SELECT sex, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "by age category as well", "SELECT age_cat, sex, count(*) n FROM t GROUP BY 1,2", "split"))
    b.talk(("cmp", "average finish_min per shoe brand", "SELECT shoe_brand, avg(finish_min) v FROM t WHERE finish_min IS NOT NULL GROUP BY 1", "mean na"),
           ("cmp", "which brand is the fastest?", "SELECT shoe_brand, avg(finish_min) v FROM t WHERE finish_min IS NOT NULL GROUP BY 1 ORDER BY 2", "superlative na top=1"),
           ("cmp", "same for women only", ["SELECT shoe_brand, avg(finish_min) v FROM t WHERE finish_min IS NOT NULL AND sex='F' GROUP BY 1 ORDER BY 2"], "filter na top=1"))


def trams(b):
    b.on("tram_delays")
    b.q("cmp", "average delay per line", "SELECT line, avg(delay_sec) v FROM t WHERE delay_sec IS NOT NULL GROUP BY 1", "mean plain na")
    b.q("cmp", "average delay in minutes for each stop", "SELECT stop_name, avg(delay_sec)/60 v FROM t GROUP BY 1", "unit mean computed na")
    b.q("num", "how many trams were more than 5 minutes late?", "SELECT count(*) n FROM t WHERE delay_sec>300", "unit filter computed")
    b.q("cmp", "cancellation rate by weather", "SELECT weather, avg(cancelled) s FROM t GROUP BY 1", "share flag computed pct na")
    b.q("trend", "cancelled trams per month", "SELECT date_trunc('month', service_date) d, sum(cancelled) n FROM t GROUP BY 1", "flag sum plain")
    b.q("trend", "mean delay by hour of the scheduled time", "SELECT left(sched_time,2)::int hr, avg(delay_sec) v FROM t GROUP BY 1", "hour mean computed na")
    b.q("cmp", "which causes of delay are there and how often", "SELECT delay_cause, count(*) n FROM t WHERE delay_cause IS NOT NULL GROUP BY 1", "count plain")
    b.q("cmp", "passengers on rainy days by line", "SELECT line, sum(passengers) n FROM t WHERE weather='rain' GROUP BY 1", "filter sum plain")
    b.q("mat", "heatmap: weekday against hour, average delay", "SELECT isodow(service_date) wd, left(sched_time,2)::int hr, avg(delay_sec) v FROM t GROUP BY 1,2 HAVING avg(delay_sec) IS NOT NULL", "heatmap weekday hour computed")
    b.q("cmp", "lines that are later than average when it snows", "SELECT line, avg(delay_sec) v FROM t WHERE weather='snow' GROUP BY 1 HAVING avg(delay_sec)>(SELECT avg(delay_sec) FROM t WHERE weather='snow')", "above_avg filter computed na")
    b.q("cmp", "occupancy: passengers as share of seats, per vehicle type", ["SELECT vehicle_type, sum(passengers)*1.0/sum(seats) s FROM t GROUP BY 1", "SELECT vehicle_type, avg(passengers*1.0/seats) s FROM t GROUP BY 1"], "ratio computed pct na")
    b.q("trend", "percentage of trams that were punctual (less than 3 min late) per week day", ["SELECT isodow(service_date) wd, avg((delay_sec<180)::int) s FROM t GROUP BY 1", "SELECT isodow(service_date) wd, avg((coalesce(delay_sec,999)<180)::int) s FROM t GROUP BY 1"], "share weekday unit computed pct")
    b.q("num", "95th percentile of the delay on line 5", "SELECT quantile_cont(delay_sec, 0.95) v FROM t WHERE line=5", "percentile filter computed")
    b.q("cmp", "std dev of the delay by line", ["SELECT line, stddev_samp(delay_sec) v FROM t GROUP BY 1"], "std computed na")
    b.q("trend", "delay week by week on line 2, only inbound", "SELECT date_trunc('week', service_date) d, avg(delay_sec) v FROM t WHERE line=2 AND direction='inbound' GROUP BY 1 HAVING avg(delay_sec) IS NOT NULL", "week mean plain na")
    b.q("cmp", "Welche Linie hatte die meisten Ausfälle?", "SELECT line, sum(cancelled) n FROM t GROUP BY 1 ORDER BY 2 DESC", "de superlative plain top=1")
    b.q("cmp", "retard moyen quand il neige, par ligne", "SELECT line, avg(delay_sec) v FROM t WHERE weather='snow' GROUP BY 1", "fr filter mean plain na")
    b.q("cmp", "snow vs dry: average delay and cancelled share", ["SELECT weather, avg(delay_sec) a, avg(cancelled) b FROM t WHERE weather IN ('snow','dry') GROUP BY 1"], "measures computed pct na")
    b.q("trend", "avg delay per month, march 2025 is not over so ignore it", "SELECT date_trunc('month', service_date) d, avg(delay_sec) v FROM t WHERE service_date<'2025-03-01' GROUP BY 1", "incomplete mean plain na")
    b.q("rows", "ten latest departures with stop and line", ["SELECT stop_name, line, delay_sec v FROM t WHERE delay_sec IS NOT NULL ORDER BY 3 DESC"], "topn plain top=10!")
    b.no("how many passengers complained about line 5", "missing_column")
    b.no("delay of the night bus N3", "missing_rows")
    b.no("will line 4 be on time tomorrow?", "forecast")
    b.no("pourquoi la ligne 5 est-elle toujours en retard ?", "cause", "fr")
    b.either("worst line", ["SELECT line, avg(delay_sec) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT line, sum(cancelled) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT line, avg(cancelled) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT line, sum(delay_sec) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT line, max(delay_sec) v FROM t GROUP BY 1 ORDER BY 2 DESC"])
    b.either("delays by stop", ["SELECT stop_name, avg(delay_sec) v FROM t GROUP BY 1", "SELECT stop_name, sum(delay_sec) v FROM t GROUP BY 1", "SELECT stop_name, count(*) v FROM t WHERE delay_sec>0 GROUP BY 1", "SELECT stop_name, median(delay_sec) v FROM t GROUP BY 1"])
    b.talk(("cmp", "average delay by weather", "SELECT weather, avg(delay_sec) v FROM t GROUP BY 1", "mean na"),
           ("cmp", "only line 5", "SELECT weather, avg(delay_sec) v FROM t WHERE line=5 GROUP BY 1", "filter na"),
           ("cmp", "in minutes please", "SELECT weather, avg(delay_sec)/60 v FROM t WHERE line=5 GROUP BY 1", "unit na"))
    b.talk(("trend", "passengers per month", "SELECT date_trunc('month', service_date) d, sum(passengers) n FROM t GROUP BY 1", "sum"),
           ("trend", "one line for each vehicle type", "SELECT date_trunc('month', service_date) d, vehicle_type, sum(passengers) n FROM t GROUP BY 1,2", "split"),
           ("trend", "since november", "SELECT date_trunc('month', service_date) d, vehicle_type, sum(passengers) n FROM t WHERE service_date>='2024-11-01' GROUP BY 1,2", "since"))


def crops(b):
    b.on("crop_yields")
    A, P, N = '"Area (ha)"', '"Production (t)"', "Region<>'All regions'"
    b.q("trend", "wheat production in all regions together by year", [f"SELECT Year y, sum({P}) n FROM t WHERE Crop='Wheat' AND {N} GROUP BY 1"], "total_row sum plain")
    b.q("cmp", "total production per crop in 2023", [f"SELECT Crop, sum({P}) n FROM t WHERE Year=2023 AND {N} GROUP BY 1"], "total_row sum plain")
    b.q("cmp", "which region grew the most potatoes in 2020? not the total", f"SELECT Region, sum({P}) n FROM t WHERE Year=2020 AND Crop='Potatoes' AND {N} GROUP BY 1 ORDER BY 2 DESC", "total_row superlative plain top=1")
    b.q("cmp", "share of each region in the sugar beet area of 2022", f"SELECT Region, {A}*1.0/sum({A}) OVER () s FROM t WHERE Year=2022 AND Crop='Sugar beet' AND {N}", "total_row share computed pct")
    b.q("trend", "yield per hectare of maize over time, production divided by area", [f"SELECT Year y, sum({P})*1.0/sum({A}) v FROM t WHERE Crop='Maize' AND {N} GROUP BY 1", "SELECT Year y, avg(\"Yield (t/ha)\") v FROM t WHERE Crop='Maize' AND Region<>'All regions' GROUP BY 1"], "ratio weighted computed na")
    b.q("trend", "wheat price over the years", "SELECT DISTINCT Year y, \"Price (EUR/t)\" v FROM t WHERE Crop='Wheat'", "nonadditive plain na")
    b.q("cmp", "how much did the price of each crop rise from 2021 to 2022 in percent", "SELECT Crop, max(\"Price (EUR/t)\") FILTER (Year=2022)/max(\"Price (EUR/t)\") FILTER (Year=2021)-1 v FROM t GROUP BY 1", "growth between computed pct na")
    b.q("cmp", "revenue (production times price) per crop in 2019", f"SELECT Crop, sum({P}*\"Price (EUR/t)\") n FROM t WHERE Year=2019 AND {N} GROUP BY 1", "product total_row computed")
    b.q("trend", "organic area as a percentage of the area, by year", [f"SELECT Year y, sum(\"Organic area (ha)\")*1.0/sum({A}) s FROM t WHERE {N} GROUP BY 1"], "ratio share total_row computed pct")
    b.q("cmp", "average rainfall by region", "SELECT Region, avg(\"Rainfall (mm)\") v FROM t WHERE \"Rainfall (mm)\" IS NOT NULL GROUP BY 1", "mean total_row plain na")
    b.q("rel", "rain against wheat yield per region and year", "SELECT \"Rainfall (mm)\" a, \"Yield (t/ha)\" b FROM t WHERE Crop='Wheat' AND Region<>'All regions'", "scatter plain mark=point")
    b.q("cmp", "mean irrigated share per region", "SELECT Region, avg(Irrigated) v FROM t WHERE Irrigated IS NOT NULL GROUP BY 1", "percent_sign mean plain pct na")
    b.q("trend", "production of wheat and barley since 2018, two lines", f"SELECT Year y, Crop, sum({P}) n FROM t WHERE Crop IN ('Wheat','Barley') AND Year>=2018 AND {N} GROUP BY 1,2", "or since total_row plain")
    b.q("cmp", "best year for potatoes (highest yield in the country)", ["SELECT Year y, \"Yield (t/ha)\" v FROM t WHERE Crop='Potatoes' AND Region='All regions' ORDER BY 2 DESC", "SELECT Year y, avg(\"Yield (t/ha)\") v FROM t WHERE Crop='Potatoes' AND Region<>'All regions' GROUP BY 1 ORDER BY 2 DESC"], "superlative total_row computed na top=1")
    b.q("cmp", "the two biggest regions by area for every crop, 2023", f"SELECT Crop, Region, {A} n FROM t WHERE Year=2023 AND {N} QUALIFY row_number() OVER (PARTITION BY Crop ORDER BY {A} DESC)<=2", "topn_group total_row computed")
    b.q("trend", "change of rapeseed production against the previous year, tonnes", f"SELECT y, v FROM (SELECT Year y, sum({P})-lag(sum({P})) OVER (ORDER BY Year) v FROM t WHERE Crop='Rapeseed' AND {N} GROUP BY 1) WHERE v IS NOT NULL", "change total_row computed")
    b.q("cmp", "Anbaufläche der Winterkulturen je Region 2023", f"SELECT Region, sum({A}) n FROM t WHERE Sowing='winter' AND Year=2023 AND {N} GROUP BY 1", "de sum total_row plain")
    b.q("trend", "producción de maíz por año en la región Coast", f"SELECT Year y, {P} n FROM t WHERE Crop='Maize' AND Region='Coast'", "es filter plain")
    b.q("mat", "heat map of wheat yield, regions down, years across", ["SELECT Region, Year y, \"Yield (t/ha)\" v FROM t WHERE Crop='Wheat' AND Region<>'All regions'", "SELECT Region, Year y, \"Yield (t/ha)\" v FROM t WHERE Crop='Wheat'"], "heatmap plain")
    b.no("how many farms are there in the Uplands", "missing_column")
    b.no("wheat production in 2030", "forecast")
    b.no("did the drought cause the bad harvest of 2018", "cause")
    b.no("production of soybeans", "missing_rows")
    b.either("which crop is the best?", [f"SELECT Crop, sum({P}) n FROM t WHERE {N} GROUP BY 1", f"SELECT Crop, avg(\"Yield (t/ha)\") n FROM t WHERE {N} GROUP BY 1", f"SELECT Crop, avg(\"Price (EUR/t)\") n FROM t WHERE {N} GROUP BY 1", f"SELECT Crop, sum({A}) n FROM t WHERE {N} GROUP BY 1", f"SELECT Crop, sum({P}*\"Price (EUR/t)\") n FROM t WHERE {N} GROUP BY 1"])
    b.talk(("cmp", "area per crop in 2023", f"SELECT Crop, sum({A}) n FROM t WHERE Year=2023 AND {N} GROUP BY 1", "total_row"),
           ("cmp", "and in 2012?", [f"SELECT Crop, sum({A}) n FROM t WHERE Year=2012 AND {N} GROUP BY 1", f"SELECT Crop, Year y, sum({A}) n FROM t WHERE Year IN (2012,2023) AND {N} GROUP BY 1,2"], "filter"),
           ("cmp", "as shares", [f"SELECT Crop, sum({A})*1.0/sum(sum({A})) OVER () n FROM t WHERE Year=2012 AND {N} GROUP BY 1", f"SELECT Crop, Year y, sum({A})*1.0/sum(sum({A})) OVER (PARTITION BY Year) n FROM t WHERE Year IN (2012,2023) AND {N} GROUP BY 1,2"], "share pct"))
    b.talk(("trend", "barley production by year", f"SELECT Year y, sum({P}) n FROM t WHERE Crop='Barley' AND {N} GROUP BY 1", "total_row"),
           ("trend", "by region", f"SELECT Year y, Region, {P} n FROM t WHERE Crop='Barley' AND {N}", "split"))


def museums(b):
    b.on("museum_visits")
    MS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
    LONG = "(UNPIVOT t ON Jan, Feb, Mar, Apr, May, Jun, Jul, Aug, Sep, Oct, Nov, \"Dec\" INTO NAME mon VALUE v)"
    MOY = "list_position(['Jan','Feb','Mar','Apr','May','Jun','Jul','Aug','Sep','Oct','Nov','Dec'], mon)"
    b.q("trend", "total visits per month in 2023", f"SELECT {MOY} moy, sum(v) n FROM {LONG} WHERE year=2023 GROUP BY 1", "wide moy sum computed")
    b.q("cmp", "visitors per museum in 2022", f"SELECT museum, sum(v) n FROM {LONG} WHERE year=2022 GROUP BY 1", "wide sum computed")
    b.q("trend", "visitors per year, all museums, without 2024 as november and december are missing", f"SELECT year y, sum(v) n FROM {LONG} WHERE year<2024 GROUP BY 1", "wide incomplete sum computed")
    b.q("cmp", "average visitors in july by type of museum", "SELECT type, avg(Jul) v FROM t GROUP BY 1", "wide mean plain na")
    b.q("trend", "january visits of the Toy Museum year by year", "SELECT year y, Jan n FROM t WHERE museum='Toy Museum'", "wide filter plain")
    b.q("cmp", "which month has the most visitors on average over the years before 2024", [f"SELECT {MOY} moy, avg(v) v FROM {LONG} WHERE year<2024 GROUP BY 1 ORDER BY 2 DESC", f"SELECT {MOY} moy, avg(v) v FROM (SELECT year, mon, sum(v) v FROM {LONG} WHERE year<2024 GROUP BY 1,2) GROUP BY 1 ORDER BY 2 DESC"], "wide superlative computed na top=1")
    b.q("mat", "heat map months by year for the Maritime Museum", [f"SELECT year y, {MOY} moy, v FROM {LONG} WHERE museum='Maritime Museum'"], "wide heatmap computed")
    b.q("cmp", "growth of visitors from 2018 to 2023 in percent, per museum", f"SELECT museum, sum(v) FILTER (year=2023)*1.0/sum(v) FILTER (year=2018)-1 v FROM {LONG} GROUP BY 1", "wide growth computed pct na")
    b.q("cmp", "free entry museums compared with the others: visitors in 2019", [f"SELECT free_entry, sum(v) n FROM {LONG} WHERE year=2019 GROUP BY 1", f"SELECT free_entry, sum(v)*1.0/count(DISTINCT museum) n FROM {LONG} WHERE year=2019 GROUP BY 1"], "wide flag computed")
    b.q("num", "how many museums are in Lindach?", "SELECT count(DISTINCT museum) n FROM t WHERE city='Lindach'", "distinct plain")
    b.q("cmp", "summer (June, July, August) visitors by city in 2023", "SELECT city, sum(Jun+Jul+Aug) n FROM t WHERE year=2023 GROUP BY 1", "wide sum_columns season computed")
    b.q("cmp", "july minus january 2023, for all museums", "SELECT museum, Jul-Jan v FROM t WHERE year=2023", "wide difference computed")
    b.q("rows", "oldest museum", ["SELECT DISTINCT museum, opened_in v FROM t WHERE opened_in=(SELECT min(opened_in) FROM t)", "SELECT DISTINCT museum FROM t WHERE opened_in=(SELECT min(opened_in) FROM t)"], "superlative plain")
    b.q("cmp", "average ticket price of the museums that cost something, by type", ["SELECT type, avg(ticket_price_eur) v FROM t WHERE ticket_price_eur>0 GROUP BY 1", "SELECT type, avg(ticket_price_eur) v FROM t WHERE free_entry='N' AND year=2024 GROUP BY 1"], "filter mean plain na")
    b.q("trend", "special exhibitions per year", "SELECT year y, sum(special_exhibitions) n FROM t GROUP BY 1", "sum plain")
    b.q("cmp", "Welches Museum hatte 2023 im August die meisten Besucher?", "SELECT museum, Aug n FROM t WHERE year=2023 ORDER BY 2 DESC", "de wide superlative plain top=1")
    b.q("cmp", "visiteurs en décembre 2022 par ville", "SELECT city, sum(\"Dec\") n FROM t WHERE year=2022 GROUP BY 1", "fr wide plain")
    b.q("cmp", "top 3 museums in 2023 by visits in the second quarter", "SELECT museum, Apr+May+Jun n FROM t WHERE year=2023 ORDER BY 2 DESC", "wide topn quarter computed top=3!")
    b.no("how old are the visitors of the City Gallery", "missing_column")
    b.no("visits in December 2024", "missing_rows")
    b.no("why did visits collapse in 2020?", "cause")
    b.either("most successful museum", [f"SELECT museum, sum(v) n FROM {LONG} GROUP BY 1 ORDER BY 2 DESC", f"SELECT museum, sum(v) FILTER (year=2023)*1.0/sum(v) FILTER (year=2018)-1 n FROM {LONG} GROUP BY 1 ORDER BY 2 DESC", f"SELECT museum, sum(v) n FROM {LONG} WHERE year=2024 GROUP BY 1 ORDER BY 2 DESC", f"SELECT museum, sum(v*ticket_price_eur) n FROM {LONG} GROUP BY 1 ORDER BY 2 DESC", "SELECT museum, sum(special_exhibitions) n FROM t GROUP BY 1 ORDER BY 2 DESC"])
    b.either("how much do museums cost", ["SELECT museum, avg(ticket_price_eur) v FROM t GROUP BY 1", "SELECT avg(ticket_price_eur) v FROM t", "SELECT museum, ticket_price_eur v FROM t WHERE year=2024", "SELECT type, avg(ticket_price_eur) v FROM t GROUP BY 1"])
    b.talk(("cmp", "visitors in August 2023 by museum", "SELECT museum, Aug n FROM t WHERE year=2023", "wide"),
           ("cmp", "and in February?", ["SELECT museum, Feb n FROM t WHERE year=2023", "SELECT museum, Aug v, Feb w FROM t WHERE year=2023"], "wide measure"),
           ("cmp", "only the art museums", ["SELECT museum, Feb n FROM t WHERE year=2023 AND type='art'", "SELECT museum, Aug v, Feb w FROM t WHERE year=2023 AND type='art'"], "filter"))
    b.talk(("trend", "special exhibitions per year", "SELECT year y, sum(special_exhibitions) n FROM t GROUP BY 1", "sum"),
           ("trend", "only Meerburg", "SELECT year y, sum(special_exhibitions) n FROM t WHERE city='Meerburg' GROUP BY 1", "filter"))


def budgets(b):
    b.on("household_budgets")
    b.q("trend", "average income of families by year", ["SELECT year y, avg(avg_income) v FROM t WHERE household_type='Family' GROUP BY 1", "SELECT year y, sum(avg_income*\"count\")*1.0/sum(\"count\") v FROM t WHERE household_type='Family' GROUP BY 1"], "mean filter plain na")
    b.q("trend", "housing as a share of total expenditure for singles in the Capital", "SELECT year y, exp_housing*1.0/exp_total s FROM t WHERE household_type='Single' AND region='Capital'", "ratio share filter computed pct")
    b.q("cmp", "what do couples in the highlands spend their money on, 2023? parts of the total", ["SELECT k AS part, v*1.0/sum(v) OVER () s FROM (UNPIVOT (SELECT exp_housing, exp_food, exp_transport, exp_health, exp_leisure, exp_clothing, exp_other FROM t WHERE household_type='Couple' AND region='Highlands' AND year=2023) ON COLUMNS(*) INTO NAME k VALUE v)"], "wide share computed pct")
    b.q("cmp", "food versus transport spending per household type in 2020, simple average of the regions", "SELECT household_type, avg(exp_food) a, avg(exp_transport) b FROM t WHERE year=2020 GROUP BY 1", "measures wide plain na")
    b.q("cmp", "savings rate by region in the latest year", ["SELECT region, avg(savings_rate_pct) v FROM t WHERE year=2023 GROUP BY 1"], "last nonadditive plain na")
    b.q("cmp", "how many single parent households per region were surveyed in 2022 (count)", "SELECT region, \"count\" n FROM t WHERE household_type='Single parent' AND year=2022", "column_count filter plain")
    b.q("trend", "number of surveyed households by year", "SELECT year y, sum(\"count\") n FROM t GROUP BY 1", "column_count sum plain")
    b.q("cmp", "in which region did housing costs of families grow fastest between 2015 and 2023", ["SELECT region, max(exp_housing) FILTER (year=2023)*1.0/max(exp_housing) FILTER (year=2015)-1 v FROM t WHERE household_type='Family' GROUP BY 1 ORDER BY 2 DESC"], "growth superlative computed pct na top=1")
    b.q("trend", "index housing and leisure to 100 in 2015 for couples on the South Coast", "SELECT year y, 100.0*exp_housing/first_value(exp_housing) OVER (ORDER BY year) a, 100.0*exp_leisure/first_value(exp_leisure) OVER (ORDER BY year) b FROM t WHERE household_type='Couple' AND region='South Coast'", "index measures computed na")
    b.q("rows", "household types and regions where more than twice as much goes to leisure as to health in 2016", ["SELECT region, household_type, exp_leisure a, exp_health b FROM t WHERE exp_leisure>exp_health*2 AND year=2016", "SELECT region, household_type FROM t WHERE exp_leisure>exp_health*2 AND year=2016"], "compare_columns computed")
    b.q("cmp", "income left after spending for each household type in the East 2021", ["SELECT household_type, avg_income-exp_total v FROM t WHERE region='East' AND year=2021"], "difference computed")
    b.q("cmp", "regions with a savings rate above 15 percent for singles in 2018", ["SELECT region, savings_rate_pct v FROM t WHERE household_type='Single' AND year=2018 AND savings_rate_pct>15", "SELECT region FROM t WHERE household_type='Single' AND year=2018 AND savings_rate_pct>15"], "filter percent plain na")
    b.q("mat", "heatmap of average debt, region by household type, in 2023", "SELECT region, household_type, debt_avg v FROM t WHERE year=2023", "heatmap plain")
    b.q("trend", "Ausgaben für Gesundheit von Alleinstehenden (Single) im Jahresverlauf, Region East", "SELECT year y, exp_health n FROM t WHERE household_type='Single' AND region='East'", "de filter wide plain")
    b.q("cmp", "evolución: gasto en vivienda de las familias 2015 frente a 2023 por región", "SELECT region, year y, exp_housing n FROM t WHERE household_type='Family' AND year IN (2015,2023)", "es two wide computed")
    b.no("how much do households spend on electricity", "missing_column")
    b.no("household budgets of pensioners", "missing_rows")
    b.no("what will families spend on housing in 2028?", "forecast")
    b.either("spending by region", ["SELECT region, avg(exp_total) v FROM t GROUP BY 1", "SELECT region, sum(exp_total) v FROM t GROUP BY 1", "SELECT region, avg(exp_total) v FROM t WHERE year=2023 GROUP BY 1", "SELECT region, sum(exp_total*\"count\")*1.0/sum(\"count\") v FROM t GROUP BY 1"])
    b.talk(("trend", "food spending of singles in the Midlands over the years", "SELECT year y, exp_food n FROM t WHERE household_type='Single' AND region='Midlands'", "wide"),
           ("trend", "and of families", ["SELECT year y, exp_food n FROM t WHERE household_type='Family' AND region='Midlands'", "SELECT year y, household_type, exp_food n FROM t WHERE household_type IN ('Single','Family') AND region='Midlands'"], "filter"),
           ("trend", "as a share of the total", ["SELECT year y, exp_food*1.0/exp_total n FROM t WHERE household_type='Family' AND region='Midlands'", "SELECT year y, household_type, exp_food*1.0/exp_total n FROM t WHERE household_type IN ('Single','Family') AND region='Midlands'"], "ratio pct"))
    b.talk(("cmp", "savings rate by household type in 2023", "SELECT household_type, avg(savings_rate_pct) v FROM t WHERE year=2023 GROUP BY 1", "mean na"),
           ("mat", "as a heat map with the regions", "SELECT household_type, region, savings_rate_pct v FROM t WHERE year=2023", "split"))


def balances(b):
    b.on("account_balances")
    b.q("trend", "total balance of all accounts at every month end", "SELECT month_end d, sum(balance_eur) n FROM t GROUP BY 1", "semi_additive sum plain")
    b.q("cmp", "latest balance by account type", "SELECT account_type, sum(balance_eur) n FROM t WHERE month_end='2025-03-31' GROUP BY 1", "semi_additive last computed")
    b.q("trend", "balance at the end of each year", "SELECT year(month_end) y, sum(balance_eur) n FROM t WHERE month(month_end)=12 GROUP BY 1", "semi_additive computed")
    b.q("cmp", "deposits per branch in 2024", "SELECT branch, sum(deposits_eur) n FROM t WHERE year(month_end)=2024 GROUP BY 1", "sum plain")
    b.q("trend", "net flow per month: deposits minus withdrawals", "SELECT month_end d, sum(deposits_eur)-sum(withdrawals_eur) n FROM t GROUP BY 1", "difference computed")
    b.q("num", "number of accounts", "SELECT count(DISTINCT account_no) n FROM t", "distinct plain")
    b.q("trend", "how many accounts were overdrawn each month", "SELECT month_end d, sum((overdrawn='TRUE')::int) n FROM t GROUP BY 1", "flag count plain")
    b.q("rows", "who had the highest balance in march 2025", "SELECT holder, balance_eur v FROM t WHERE month_end='2025-03-31' ORDER BY 2 DESC LIMIT 1", "superlative computed")
    b.q("cmp", "average number of transactions per month by account type", "SELECT account_type, avg(n_transactions) v FROM t GROUP BY 1", "mean plain na")
    b.q("trend", "balance of Clara Olsen over time", "SELECT month_end d, balance_eur v FROM t WHERE holder='Clara Olsen'", "filter plain")
    b.q("cmp", "interest rate of savings accounts in 2023 and 2024", "SELECT year(month_end) y, avg(interest_rate_pct) v FROM t WHERE account_type='Savings' AND year(month_end) IN (2023,2024) GROUP BY 1", "nonadditive two plain na")
    b.q("cmp", "change of the balance from december 2023 to december 2024 by branch", ["SELECT branch, sum(balance_eur) FILTER (month_end='2024-12-31')-sum(balance_eur) FILTER (month_end='2023-12-31') v FROM t GROUP BY 1", "SELECT branch, sum(balance_eur) FILTER (month_end='2024-12-31')/sum(balance_eur) FILTER (month_end='2023-12-31')-1 v FROM t GROUP BY 1"], "semi_additive change computed")
    b.q("cmp", "which advisor looks after the most accounts", "SELECT advisor, count(DISTINCT account_no) n FROM t GROUP BY 1 ORDER BY 2 DESC", "distinct superlative plain top=1")
    b.q("trend", "withdrawals by quarter for business accounts", "SELECT date_trunc('quarter', month_end) d, sum(withdrawals_eur) n FROM t WHERE account_type='Business' GROUP BY 1", "quarter filter plain")
    b.q("cmp", "Summe der Einzahlungen pro Filiale seit Januar 2024", "SELECT branch, sum(deposits_eur) n FROM t WHERE month_end>='2024-01-01' GROUP BY 1", "de since plain")
    b.q("rows", "accounts with a negative balance on 30 june 2024", ["SELECT account_no, balance_eur v FROM t WHERE month_end='2024-06-30' AND balance_eur<0", "SELECT account_no FROM t WHERE month_end='2024-06-30' AND balance_eur<0", "SELECT holder, balance_eur v FROM t WHERE month_end='2024-06-30' AND balance_eur<0", "SELECT holder FROM t WHERE month_end='2024-06-30' AND balance_eur<0"], "filter plain")
    b.q("num", "average balance per account at the end of 2024", "SELECT avg(balance_eur) v FROM t WHERE month_end='2024-12-31'", "semi_additive mean computed")
    b.no("how many loans did customers take out", "missing_column")
    b.no("balances at the end of 2021", "missing_rows")
    b.no("which customer is going to be overdrawn next month", "forecast")
    b.either("money by branch", ["SELECT branch, sum(balance_eur) n FROM t WHERE month_end='2025-03-31' GROUP BY 1", "SELECT branch, avg(balance_eur) n FROM t GROUP BY 1", "SELECT branch, sum(deposits_eur) n FROM t GROUP BY 1", "SELECT branch, sum(withdrawals_eur) n FROM t GROUP BY 1", "SELECT branch, avg(balance_eur) n FROM t WHERE month_end='2025-03-31' GROUP BY 1"])
    b.either("richest customer", ["SELECT holder, balance_eur v FROM t WHERE month_end='2025-03-31' ORDER BY 2 DESC", "SELECT holder, max(balance_eur) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT holder, avg(balance_eur) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT holder, sum(deposits_eur) v FROM t GROUP BY 1 ORDER BY 2 DESC"])
    b.either("movements per account type", ["SELECT account_type, sum(n_transactions) n FROM t GROUP BY 1", "SELECT account_type, sum(deposits_eur) n FROM t GROUP BY 1", "SELECT account_type, sum(withdrawals_eur) n FROM t GROUP BY 1", "SELECT account_type, sum(deposits_eur) a, sum(withdrawals_eur) b FROM t GROUP BY 1"])
    b.talk(("trend", "sum of deposits per month", "SELECT month_end d, sum(deposits_eur) n FROM t GROUP BY 1", "sum"),
           ("trend", "withdrawals too", "SELECT month_end d, sum(deposits_eur) a, sum(withdrawals_eur) b FROM t GROUP BY 1", "measures"),
           ("trend", "the difference of the two", "SELECT month_end d, sum(deposits_eur)-sum(withdrawals_eur) v FROM t GROUP BY 1", "difference"))


def population(b):
    b.on("population")
    R = "level='region'"
    b.q("trend", "population of the whole country by year", ["SELECT year y, pop_total n FROM t WHERE level='country'"], "total_row plain")
    b.q("cmp", "population by region in 2024", f"SELECT region, pop_total n FROM t WHERE year=2024 AND {R}", "total_row semi_additive plain")
    b.q("cmp", "which region is the most densely populated (people per km2) in 2024", f"SELECT region, pop_total*1.0/area_km2 v FROM t WHERE year=2024 AND {R} ORDER BY 2 DESC", "ratio superlative total_row computed na top=1")
    b.q("trend", "births and deaths of the country over time in one chart", "SELECT year y, births a, deaths b FROM t WHERE level='country'", "measures total_row plain")
    b.q("trend", "birth surplus (births minus deaths) per year in Corven", "SELECT year y, births-deaths v FROM t WHERE region='Corven'", "difference computed")
    b.q("cmp", "net migration per region, sum over 2015 to 2024", f"SELECT region, sum(moved_in-moved_out) v FROM t WHERE year BETWEEN 2015 AND 2024 AND {R} GROUP BY 1", "difference between total_row computed")
    b.q("cmp", "how much did each region grow from 2005 to 2024, in %", [f"SELECT region, max(pop_total) FILTER (year=2024)*1.0/max(pop_total) FILTER (year=2005)-1 v FROM t WHERE {R} GROUP BY 1", "SELECT region, max(pop_total) FILTER (year=2024)*1.0/max(pop_total) FILTER (year=2005)-1 v FROM t GROUP BY 1"], "growth total_row computed pct na")
    b.q("trend", "births per 1000 inhabitants by year, whole country", "SELECT year y, births*1000.0/pop_total v FROM t WHERE level='country'", "per ratio total_row computed na")
    b.q("cmp", "share of the regions in the population of 2010", f"SELECT region, pop_total*1.0/sum(pop_total) OVER () s FROM t WHERE year=2010 AND {R}", "share total_row computed pct")
    b.q("trend", "median age of AST and BRA", "SELECT year y, region, median_age v FROM t WHERE region_code IN ('AST','BRA')", "code plain na")
    b.q("cmp", "percent women by region in 2020", f"SELECT region, pop_female*1.0/pop_total s FROM t WHERE year=2020 AND {R}", "ratio total_row computed pct na")
    b.q("rows", "in which years did more people die than were born in Galdo", ["SELECT year y, deaths a, births b FROM t WHERE region='Galdo' AND deaths>births", "SELECT year y FROM t WHERE region='Galdo' AND deaths>births", "SELECT year y, deaths-births v FROM t WHERE region='Galdo' AND deaths>births"], "compare_columns computed")
    b.q("cmp", "regions with more than 500 thousand people in 2015, total row not included", [f"SELECT region, pop_total n FROM t WHERE year=2015 AND pop_total>500000 AND {R}", f"SELECT region FROM t WHERE year=2015 AND pop_total>500000 AND {R}"], "filter thousands plain")
    b.q("cmp", "rank the regions by share of people over 65 in the last year", f"SELECT region, share_65plus_pct v FROM t WHERE year=2024 AND {R} ORDER BY 2 DESC", "rank last plain na")
    b.q("cmp", "average yearly births per region 2010s", f"SELECT region, avg(births) v FROM t WHERE year BETWEEN 2010 AND 2019 AND {R} GROUP BY 1", "decade mean total_row plain")
    b.q("trend", "évolution de la population de Fjorda et Hestra", "SELECT year y, region, pop_total n FROM t WHERE region IN ('Fjorda','Hestra')", "fr or plain")
    b.q("cmp", "Welche Region hat 2024 die wenigsten Einwohner?", f"SELECT region, pop_total n FROM t WHERE year=2024 AND {R} ORDER BY 2", "de superlative plain top=1")
    b.q("cmp", "¿cuál es la tercera región más grande por superficie?", [f"SELECT DISTINCT region, area_km2 v FROM t WHERE {R} ORDER BY 2 DESC LIMIT 1 OFFSET 2"], "es nth computed")
    b.q("part", "stacked area of population by region over the years", f"SELECT year y, region, pop_total n FROM t WHERE {R}", "total_row plain mark=area")
    b.no("unemployment by region", "missing_column")
    b.no("how many people will live in Aster in 2040", "forecast")
    b.no("population of 1995", "missing_rows")
    b.either("biggest region", [f"SELECT region, pop_total n FROM t WHERE year=2024 AND {R} ORDER BY 2 DESC", f"SELECT DISTINCT region, area_km2 n FROM t WHERE {R} ORDER BY 2 DESC"])
    b.either("how did the regions develop?", [f"SELECT year y, region, pop_total n FROM t WHERE {R}", f"SELECT year y, region, median_age n FROM t WHERE {R}", f"SELECT region, max(pop_total) FILTER (year=2024)*1.0/max(pop_total) FILTER (year=2005)-1 n FROM t WHERE {R} GROUP BY 1", f"SELECT year y, region, births-deaths n FROM t WHERE {R}"])
    b.talk(("trend", "population of Brava by year", "SELECT year y, pop_total n FROM t WHERE region='Brava'", "filter"),
           ("trend", "add Delmar", "SELECT year y, region, pop_total n FROM t WHERE region IN ('Brava','Delmar')", "add"),
           ("trend", "only since 2015", "SELECT year y, region, pop_total n FROM t WHERE region IN ('Brava','Delmar') AND year>=2015", "since"),
           ("trend", "births instead", "SELECT year y, region, births n FROM t WHERE region IN ('Brava','Delmar') AND year>=2015", "measure"))
    b.talk(("cmp", "deaths by region in 2020", f"SELECT region, deaths n FROM t WHERE year=2020 AND {R}", "total_row"),
           ("cmp", "per 1000 inhabitants", f"SELECT region, deaths*1000.0/pop_total v FROM t WHERE year=2020 AND {R}", "per na"))
