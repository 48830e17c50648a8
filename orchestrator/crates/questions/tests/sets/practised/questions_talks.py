"""Practised dialogues of three to five turns; see README.md for the format."""


def write(b):
    for topic in (ward, meters, flats, library, shop, air, trams, farms, visits, households, accounts, birds, nations, films, cars):
        topic(b)


def ward(b):
    b.on("hospital_visits")
    b.talk(("cmp", "average cost per department", "SELECT dept, avg(cost_eur) v FROM t GROUP BY 1", "mean na"),
           ("cmp", "which one is the most expensive?", "SELECT dept, avg(cost_eur) v FROM t GROUP BY 1 ORDER BY 2 DESC", "superlative na top=1"),
           ("cmp", "show all of them again, but for people over 65", "SELECT dept, avg(cost_eur) v FROM t WHERE age>65 GROUP BY 1", "filter na"),
           ("cmp", "and the number of visits?", "SELECT dept, count(*) n FROM t WHERE age>65 GROUP BY 1", "measure"))


def meters(b):
    b.on("energy_meters")
    b.talk(("cmp", "water use by building type in 2024", "SELECT BuildingType, sum(WaterM3) n FROM t WHERE Year=2024 GROUP BY 1", "sum"),
           ("cmp", "gas as well", "SELECT BuildingType, sum(WaterM3) a, sum(GasM3) b FROM t WHERE Year=2024 GROUP BY 1", "measure na"),
           ("cmp", "only in Brenford", "SELECT BuildingType, sum(WaterM3) a, sum(GasM3) b FROM t WHERE Year=2024 AND City='Brenford' GROUP BY 1", "filter na"),
           ("cmp", "drop the water", "SELECT BuildingType, sum(GasM3) b FROM t WHERE Year=2024 AND City='Brenford' GROUP BY 1", "measure"))


def flats(b):
    b.on("rents")
    R = '"Rent (EUR)"'
    S = '"Size (sqm)"'
    b.talk(("cmp", "median rent per district", f"SELECT District, median({R}) v FROM t GROUP BY 1", "median na"),
           ("cmp", "just flats with a balcony", f"SELECT District, median({R}) v FROM t WHERE Balcony='Yes' GROUP BY 1", "filter na"),
           ("cmp", "those without one", f"SELECT District, median({R}) v FROM t WHERE Balcony='No' GROUP BY 1", "filter na"),
           ("cmp", "sorted from cheap to expensive", f"SELECT District, median({R}) v FROM t WHERE Balcony='No' GROUP BY 1 ORDER BY 2", "order na"))
    b.talk(("rel", "rent against size", f"SELECT {S} a, {R} b FROM t", "relation"),
           ("rel", "colour by number of rooms", f"SELECT {S} a, {R} b, Rooms FROM t", "split"),
           ("rel", "only Westend", f"SELECT {S} a, {R} b, Rooms FROM t WHERE District='Westend'", "filter"))


def library(b):
    b.on("loans")
    b.talk(("trend", "loans per month in 2024", "SELECT date_trunc('month', loan_date) d, count(*) n FROM t WHERE year(loan_date)=2024 GROUP BY 1", "count"),
           ("trend", "a line per channel", "SELECT date_trunc('month', loan_date) d, channel, count(*) n FROM t WHERE year(loan_date)=2024 GROUP BY 1,2", "split"),
           ("trend", "by quarter instead of month", ["SELECT date_trunc('quarter', loan_date) d, channel, count(*) n FROM t WHERE year(loan_date)=2024 GROUP BY 1,2", "SELECT quarter(loan_date) qtr, channel, count(*) n FROM t WHERE year(loan_date)=2024 GROUP BY 1,2"], "quarter"),
           ("cmp", "just the totals per channel", "SELECT channel, count(*) n FROM t WHERE year(loan_date)=2024 GROUP BY 1", "dimension"))


def shop(b):
    b.on("orders")
    b.talk(("cmp", "orders by payment method", "SELECT payment, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "exclude cancelled ones", "SELECT payment, count(*) n FROM t WHERE status<>'cancelled' GROUP BY 1", "not"),
           ("cmp", "as a donut", "SELECT payment, count(*) n FROM t WHERE status<>'cancelled' GROUP BY 1", "mark=arc"),
           ("cmp", "what is their average shipping cost?", ["SELECT payment, avg(shipping_eur) v FROM t WHERE status<>'cancelled' GROUP BY 1", "SELECT avg(shipping_eur) v FROM t WHERE status<>'cancelled'"], "mean na"))


def air(b):
    b.on("air_quality")
    b.talk(("trend", "NO2 at Market Square by month", "SELECT date_trunc('month', \"date\") d, avg(\"NO2 (µg/m³)\") v FROM t WHERE station='Market Square' GROUP BY 1", "mean na"),
           ("trend", "add City Park", "SELECT date_trunc('month', \"date\") d, station, avg(\"NO2 (µg/m³)\") v FROM t WHERE station IN ('Market Square','City Park') GROUP BY 1,2", "filter na"),
           ("trend", "weekly", "SELECT date_trunc('week', \"date\") d, station, avg(\"NO2 (µg/m³)\") v FROM t WHERE station IN ('Market Square','City Park') GROUP BY 1,2", "unit na"),
           ("trend", "use the maximum", "SELECT date_trunc('week', \"date\") d, station, max(\"NO2 (µg/m³)\") v FROM t WHERE station IN ('Market Square','City Park') GROUP BY 1,2", "measure na"))


def trams(b):
    b.on("tram_delays")
    b.talk(("cmp", "how many trips were cancelled per line", "SELECT line, count(*) n FROM t WHERE cancelled=1 GROUP BY 1", "count filter"),
           ("cmp", "on which weekdays?", ["SELECT isodow(service_date) wd, line, count(*) n FROM t WHERE cancelled=1 GROUP BY 1,2", "SELECT isodow(service_date) wd, count(*) n FROM t WHERE cancelled=1 GROUP BY 1"], "weekday"),
           ("cmp", "only in the rain", ["SELECT isodow(service_date) wd, line, count(*) n FROM t WHERE cancelled=1 AND weather='rain' GROUP BY 1,2", "SELECT isodow(service_date) wd, count(*) n FROM t WHERE cancelled=1 AND weather='rain' GROUP BY 1"], "filter"))


def farms(b):
    b.on("crop_yields")
    b.talk(("trend", "average wheat yield over the years", "SELECT Year y, avg(\"Yield (t/ha)\") v FROM t WHERE Crop='Wheat' AND Region<>'All regions' GROUP BY 1", "mean na"),
           ("trend", "compare it with barley", "SELECT Year y, Crop, avg(\"Yield (t/ha)\") v FROM t WHERE Crop IN ('Wheat','Barley') AND Region<>'All regions' GROUP BY 1,2", "filter na"),
           ("trend", "since 2016", "SELECT Year y, Crop, avg(\"Yield (t/ha)\") v FROM t WHERE Crop IN ('Wheat','Barley') AND Year>=2016 AND Region<>'All regions' GROUP BY 1,2", "filter na"),
           ("trend", "in the Uplands", "SELECT Year y, Crop, avg(\"Yield (t/ha)\") v FROM t WHERE Crop IN ('Wheat','Barley') AND Year>=2016 AND Region='Uplands' GROUP BY 1,2", "filter na"),
           ("trend", "the fertilizer instead", "SELECT Year y, Crop, avg(\"Fertilizer (kg/ha)\") v FROM t WHERE Crop IN ('Wheat','Barley') AND Year>=2016 AND Region='Uplands' GROUP BY 1,2", "measure na"))


def visits(b):
    b.on("museum_visits")
    b.talk(("cmp", "average ticket price per city", "SELECT city, avg(ticket_price_eur) v FROM t GROUP BY 1", "mean na"),
           ("cmp", "leave out museums with free entry", "SELECT city, avg(ticket_price_eur) v FROM t WHERE free_entry='N' GROUP BY 1", "not na"),
           ("cmp", "per museum type instead", "SELECT type, avg(ticket_price_eur) v FROM t WHERE free_entry='N' GROUP BY 1", "dimension na"))


def households(b):
    b.on("household_budgets")
    b.talk(("cmp", "average income by region in 2023", "SELECT region, avg(avg_income) v FROM t WHERE year=2023 GROUP BY 1", "mean na"),
           ("cmp", "in 2018?", ["SELECT region, avg(avg_income) v FROM t WHERE year=2018 GROUP BY 1"], "filter na"),
           ("cmp", "both years side by side", "SELECT region, year y, avg(avg_income) v FROM t WHERE year IN (2018,2023) GROUP BY 1,2", "filter na"),
           ("cmp", "what about debt?", "SELECT region, year y, avg(debt_avg) v FROM t WHERE year IN (2018,2023) GROUP BY 1,2", "measure na"))


def accounts(b):
    b.on("account_balances")
    b.talk(("cmp", "number of accounts per branch", "SELECT branch, count(DISTINCT account_no) n FROM t GROUP BY 1", "distinct"),
           ("cmp", "only savings accounts", "SELECT branch, count(DISTINCT account_no) n FROM t WHERE account_type='Savings' GROUP BY 1", "filter"),
           ("cmp", "the same for current accounts", "SELECT branch, count(DISTINCT account_no) n FROM t WHERE account_type='Current' GROUP BY 1", "filter"))


def birds(b):
    b.on("seabird_rings")
    b.talk(("cmp", "average wing length per species", "SELECT spp, avg(wing_len_mm) v FROM t GROUP BY 1", "mean na"),
           ("cmp", "top 3 only", "SELECT spp, avg(wing_len_mm) v FROM t GROUP BY 1 ORDER BY 2 DESC", "topn na top=3!"),
           ("cmp", "now their body mass", ["SELECT spp, avg(bdy_mass_g) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT spp, avg(bdy_mass_g) v FROM t WHERE spp IN (SELECT spp FROM t GROUP BY 1 ORDER BY avg(wing_len_mm) DESC LIMIT 3) GROUP BY 1 ORDER BY 2 DESC"], "measure na top=3"))


def nations(b):
    b.on("world_dev")
    C = "Continent IS NOT NULL"
    b.talk(("trend", "fertility rate of Poland over time", "SELECT Year y, Fert_rate v FROM t WHERE Entity='Poland'", "filter na"),
           ("trend", "and of Kenya", ["SELECT Year y, Fert_rate v FROM t WHERE Entity='Kenya'", "SELECT Year y, Entity, Fert_rate v FROM t WHERE Entity IN ('Poland','Kenya')"], "filter na"),
           ("trend", "both, please", "SELECT Year y, Entity, Fert_rate v FROM t WHERE Entity IN ('Poland','Kenya')", "filter na"),
           ("trend", "until 2010", "SELECT Year y, Entity, Fert_rate v FROM t WHERE Entity IN ('Poland','Kenya') AND Year<=2010", "filter na"))


def films(b):
    b.on("films")
    b.talk(("cmp", "average critics score by genre", "SELECT genre, avg(crit_scr) v FROM t GROUP BY 1", "mean na"),
           ("cmp", "and the audience?", ["SELECT genre, avg(aud_scr) v FROM t GROUP BY 1", "SELECT genre, avg(crit_scr) a, avg(aud_scr) b FROM t GROUP BY 1"], "measure na"),
           ("cmp", "for sequels only", ["SELECT genre, avg(aud_scr) v FROM t WHERE seq_fl=1 GROUP BY 1", "SELECT genre, avg(crit_scr) a, avg(aud_scr) b FROM t WHERE seq_fl=1 GROUP BY 1"], "filter na"),
           ("cmp", "how many films are that?", ["SELECT genre, count(*) n FROM t WHERE seq_fl=1 GROUP BY 1", "SELECT count(*) n FROM t WHERE seq_fl=1"], "count"))


def cars(b):
    b.on("car_models")
    b.talk(("dist", "distribution of horsepower", "SELECT pwr_hp v FROM t", "dist"),
           ("dist", "only the diesels", "SELECT pwr_hp v FROM t WHERE fuel='diesel'", "filter"),
           ("dist", "as a box plot per body style", "SELECT body, pwr_hp v FROM t WHERE fuel='diesel'", "dist split mark=box"))
