"""The tables that the engine's developers may read. All values are invented."""
import datetime, math, random

from common import Table, days, mixed_date, months, scatter

I, F, D, TS = "INTEGER", "DOUBLE", "DATE", "TIMESTAMP"


def hospital():
    r, rows = random.Random(101), []
    depts = {"Surgery": (1.2, 55), "Cardiology": (1.5, 40), "Pediatrics": (0.7, 30), "Orthopedics": (1.1, 65), "Neurology": (1.4, 45), "Internal medicine": (1.0, 50)}
    diagnoses = {"Surgery": [("K35", "Appendicitis"), ("T14", "Injury")], "Cardiology": [("I20", "Angina"), ("I48", "Atrial fibrillation")],
                 "Pediatrics": [("J06", "Cold"), ("A09", "Gastroenteritis")], "Orthopedics": [("S52", "Forearm fracture"), ("S93", "Sprained ankle")],
                 "Neurology": [("G43", "Migraine"), ("I63", "Stroke")], "Internal medicine": [("J18", "Pneumonia"), ("R10", "Abdominal pain")]}
    labels = ["Immediate", "Very urgent", "Urgent", "Standard", "Non-urgent"]
    span = (datetime.date(2025, 3, 10) - datetime.date(2024, 1, 1)).days
    times = sorted(datetime.datetime(2024, 1, 1) + datetime.timedelta(days=r.randint(0, span), hours=min(23, max(0, int(r.gauss(14, 5)))), minutes=r.randint(0, 59)) for _ in range(900))
    for i, at in enumerate(times):
        dept = r.choices(list(depts), [5, 4, 6, 7, 3, 8])[0]
        factor, wait = depts[dept]
        level = r.choices([1, 2, 3, 4, 5], [4, 12, 34, 36, 14])[0]
        code, diagnosis = r.choice(diagnoses[dept])
        age = r.randint(0, 15) if dept == "Pediatrics" else min(97, max(16, int(r.gauss(52, 20))))
        admitted = r.random() < (0.75, 0.55, 0.32, 0.15, 0.05)[level - 1]
        los = round(r.uniform(20, 160), 1) if admitted else round(r.uniform(0.5, 9), 1)
        rows.append([f"V{10001 + i}", r.randint(2000, 2640), at, dept, level, labels[level - 1], age, r.choice("FM"), r.choices(["Public", "Private", "None"], [75, 20, 5])[0],
                     max(0, int(r.gauss(wait * level / 3, 14))), los, code, diagnosis, "yes" if r.random() < 0.6 / level else "no", "yes" if admitted else "no",
                     None if r.random() < 0.06 else ("yes" if r.random() < 0.11 else "no"), round(180 * factor + los * 21 + r.uniform(0, 200), 2),
                     None if r.random() < 0.15 else r.randint(0, 10), None if r.random() < 0.35 else r.choices([1, 2, 3, 4, 5], [8, 12, 25, 35, 20])[0]])
    return Table("hospital_visits", ["visit_id", ("patient_no", I), ("arrival", TS), "dept", ("triage_level", I), "triage_label", ("age", I), "sex", "insurance", ("wait_min", I),
                                     ("los_hours", F), "diagnosis_code", "diagnosis", "ambulance", "admitted", "readmitted_30d", ("cost_eur", F), ("pain_score", I), ("satisfaction", I)], rows)


def energy():
    r, rows = random.Random(102), []
    kinds = ["School", "Office", "Swimming pool", "Office", "School", "Fire station", "Museum depot", "Sports hall", "School", "Office", "Sports hall", "Nursing home"]
    cities = ["Brenford", "Aldmoor", "Brenford", "Castell", "Castell", "Aldmoor", "Brenford", "Castell", "Brenford", "Aldmoor", "Aldmoor", "Castell"]
    for b in range(12):
        area = r.randint(8, 90) * 100
        people = area // r.randint(12, 30)
        tariff = "ABC"[b % 3]
        base = {"School": 4.2, "Office": 6.5, "Swimming pool": 19, "Fire station": 5, "Museum depot": 3, "Sports hall": 4.8, "Nursing home": 9}[kinds[b]]
        for y, m in months("2022-01", "2025-03"):
            cold = max(0, round(310 + 300 * math.cos((m - 1) / 12 * 2 * math.pi) + r.gauss(0, 25)))
            day = int(area * base * r.uniform(0.7, 0.95) * (1 + cold / 2500) * (0.97 ** (y - 2022)))
            night = int(day * r.uniform(0.25, 0.5))
            solar = 0 if b % 4 else int(area * 0.9 * max(0.1, 1 - math.cos((m - 0.5) / 12 * 2 * math.pi)))
            rows.append([f"B{b + 1:02}", f"{cities[b]} {kinds[b]} {b + 1}", kinds[b], cities[b], y, m, area, people, day, night, day + night, None if b == 3 else int(area * cold / 900), int(people * r.uniform(0.6, 1.4)),
                         round(day / 160 * r.uniform(0.9, 1.3), 1), round((day * 0.21 + night * 0.15) * (1 + 0.05 * (y - 2022)), 2), solar, tariff, {"A": "Standard", "B": "Green", "C": "Large customer"}[tariff], cold, r.randint(26, 31)])
    return Table("energy_meters", ["BuildingID", "BuildingName", "BuildingType", "City", ("Year", I), ("Month", I), ("FloorAreaM2", I), ("Occupants", I), ("kWhDay", I), ("kWhNight", I), ("kWhTotal", I), ("GasM3", I),
                                   ("WaterM3", I), ("PeakKW", F), ("CostEUR", F), ("SolarKWh", I), "TariffCode", "TariffName", ("HeatingDegreeDays", I), ("count", I)], rows)


def rents():
    r, rows = random.Random(103), []
    districts = {"Old Town": 19, "Harbour": 17, "Westend": 15, "Northgate": 12, "Linden": 13, "Mill Hill": 11, "Eastbrook": 10}
    for i in range(600):
        d = r.choices(list(districts), [5, 6, 8, 9, 8, 6, 7])[0]
        size = round(r.uniform(22, 140), 1)
        rooms = max(1, min(6, round(size / 27)))
        built = r.choice([r.randint(1890, 1945), r.randint(1950, 1989), r.randint(1990, 2023)])
        furnished, balcony = r.random() < 0.2, r.random() < 0.55
        rent = round(size * districts[d] * r.uniform(0.8, 1.2) * (1.15 if furnished else 1) * (1.1 if built > 2005 else 1) * (1.2 if size < 35 else 1))
        listed = datetime.date(2023, 1, 2) + datetime.timedelta(days=r.randint(0, 715))
        klass = r.choices("ABCDEFG", [2, 5, 8, 9, 7, 5, 3] if built < 1990 else [9, 9, 6, 3, 1, 1, 0.5])[0]
        rows.append([f"L-{4000 + i}", d, rent, round(size * r.uniform(2.2, 3.9)), size, rooms, r.randint(0, 9), built, "Yes" if balcony else "No", "Yes" if r.random() < 0.4 else "No", "Yes" if furnished else "No",
                     klass if r.random() < 0.92 else None, listed, max(1, int(r.expovariate(1 / 24))), rent * r.choice([2, 3]), round(51.2 + r.uniform(-0.05, 0.05), 5), round(6.8 + r.uniform(-0.08, 0.08), 5),
                     r.choice(["Homely", "Keystone", "Rent4U", "Keystone", "private"]), r.choices(["allowed", "not allowed", "on request"], [3, 3, 2])[0]])
    variant = lambda v, i: {0: v.upper(), 1: v.lower()}.get(int(scatter(f"d{i}") * 30), v)
    return Table("rents", ["ListingID", "District", ("Rent (EUR)", I), ("Utilities (EUR)", I), ("Size (sqm)", F), ("Rooms", I), ("Floor", I), ("Year built", I), "Balcony", "Elevator", "Furnished", "Energy class", ("Listed on", D),
                           ("Days online", I), ("Deposit", I), ("lat", F), ("lon", F), "Agency", "Pets"], rows,
                 {"District": variant, "Listed on": mixed_date, "Deposit": lambda v, i: f"€ {v:,}"})


FIRST = "Anna Ben Clara David Emma Felix Grace Hugo Ida Jonas Karla Liam Mia Noah Olga Paul Rosa Sam Tina Umar Vera Will Yara Zoe Carl Nina Omar Lena Ivan Sara".split()
LAST = "Abbott Becker Costa Dubois Evans Fischer Garcia Hughes Ivanov Jensen Keller Lopez Meyer Novak Olsen Petit Quinn Rossi Silva Turner Usher Vogel Weber Young Zeller".split()


def library():
    r, members, books, loans = random.Random(104), [], [], []
    genres = ["Crime", "Fantasy", "Biography", "Cooking", "Children", "History", "Science", "Travel"]
    adjectives, nouns = "Silent Golden Broken Hidden Last Winter Blue Lost Paper Burning".split(), "River Garden Letter City Mirror Island Forest Clock Kitchen Star Road Harbour".split()
    titles = [f"The {a} {n}" for a in adjectives for n in nouns]
    r.shuffle(titles)
    authors = [f"{r.choice(FIRST)} {r.choice(LAST)}" for _ in range(45)]
    for i in range(120):
        books.append([i + 1, titles[i], r.choice(authors), r.choices(genres, [9, 7, 4, 3, 8, 4, 3, 3])[0], r.randint(80, 720), r.randint(1961, 2024), r.choices(["English", "German", "French", "Spanish"], [60, 20, 12, 8])[0],
                      r.randint(1, 6), round(r.uniform(6, 48), 2), f"{r.choice('ABCDEF')}{r.randint(1, 20)}"])
    for i in range(150):
        kind = r.choices(["Adult", "Child", "Senior", "Student"], [50, 25, 12, 13])[0]
        born = {"Adult": (1962, 1998), "Child": (2010, 2018), "Senior": (1938, 1958), "Student": (1998, 2006)}[kind]
        members.append([500 + i, f"{r.choice(FIRST)} {r.choice(LAST)}", kind, r.randint(*born), datetime.date(2016, 1, 5) + datetime.timedelta(days=r.randint(0, 3200)), r.choices(["Central", "Riverside", "Park Road"], [5, 3, 2])[0],
                        r.choice(["Elmswell", "Oakham", "Thornby", "Elmswell"]), "yes" if r.random() < 0.85 else "no"])
    some = r.sample(range(120), 104)
    readers = r.sample(range(150), 128)
    for i in range(1000):
        out = datetime.date(2023, 1, 3) + datetime.timedelta(days=int(i * 0.79))
        renewals = r.choices([0, 1, 2, 3], [70, 18, 8, 4])[0]
        due = out + datetime.timedelta(days=28 * (1 + renewals))
        back = out + datetime.timedelta(days=max(1, int(r.gauss(26 + 20 * renewals, 11))))
        late = max(0, (back - due).days)
        if r.random() < 0.05:
            back, late = None, 0
        loans.append([90000 + i, some[int(len(some) * r.random() ** 1.6)] + 1, readers[int(len(readers) * r.random() ** 1.4)] + 500, out, due, back, renewals, round(late * 0.25, 2), r.choices(["Desk", "Self-service", "App"], [3, 5, 2])[0]])
    return [Table("loans", [("loan_id", I), ("book_id", I), ("member_id", I), ("loan_date", D), ("due_date", D), ("return_date", D), ("renewals", I), ("fine_eur", F), "channel"], loans),
            Table("books", [("book_id", I), "title", "author", "genre", ("pages", I), ("published_year", I), "language", ("copies", I), ("price_eur", F), "shelf"], books),
            Table("members", [("member_id", I), "name", "member_type", ("birth_year", I), ("joined_on", D), "branch", "city", "active"], members)]


def shop():
    r, customers, products, orders, items = random.Random(105), [], [], [], []
    countries = [("DE", "Germany"), ("FR", "France"), ("NL", "Netherlands"), ("AT", "Austria"), ("PL", "Poland")]
    for i in range(100):
        code, country = r.choices(countries, [40, 22, 14, 13, 11])[0]
        customers.append([i + 1, r.choice(FIRST), r.choice(LAST), code, country, datetime.date(2021, 3, 1) + datetime.timedelta(days=r.randint(0, 1200)), r.choices(["Private", "Business", "Reseller"], [70, 20, 10])[0],
                          "yes" if r.random() < 0.4 else "no", r.randint(1950, 2004)])
    kinds = {"Tents": (90, 480, 2600), "Backpacks": (40, 220, 1300), "Stoves": (25, 140, 450), "Lamps": (12, 75, 210), "Sleeping bags": (45, 320, 1500), "Clothing": (18, 260, 600)}
    for i in range(50):
        kind = list(kinds)[i % 6]
        low, high, weight = kinds[kind]
        price = round(r.uniform(low, high), 2)
        products.append([f"P{i + 1:03}", f"{r.choice('Alpine Nordic Trail Summit Canyon Meadow'.split())} {kind[:-1] if kind.endswith('s') else kind} {r.randint(1, 9)}{r.choice('XSLT')}", kind, price, round(price * r.uniform(0.45, 0.7), 2),
                         int(weight * r.uniform(0.5, 1.5)), r.randint(0, 240), round(r.uniform(2.8, 5), 1) if r.random() < 0.9 else None])
    buyers, sold = r.sample(range(100), 86), r.sample(range(50), 46)
    for i in range(500):
        at = datetime.date(2023, 1, 2) + datetime.timedelta(days=int(820 * (i / 500) ** 0.9))
        lines = r.randint(1, 4)
        orders.append([7000 + i, buyers[int(len(buyers) * r.random() ** 1.5)] + 1, at, r.choices(["delivered", "returned", "cancelled"], [84, 10, 6])[0], r.choices(["card", "invoice", "paypal"], [5, 2, 4])[0],
                       r.choice([0, 4.9, 4.9, 7.5]), r.choices([0, 5, 10, 20], [60, 15, 18, 7])[0], r.choices(["web", "app", "phone"], [60, 32, 8])[0]])
        for line, p in enumerate(r.sample(sold, lines)):
            items.append([7000 + i, line + 1, products[p][0], r.choices([1, 2, 3, 6], [60, 22, 12, 6])[0], products[p][3]])
    return [Table("orders", [("order_id", I), ("customer_id", I), ("order_date", D), "status", "payment", ("shipping_eur", F), ("discount_pct", I), "channel"], orders),
            Table("order_items", [("order_id", I), ("line_no", I), "product_id", ("qty", I), ("unit_price", F)], items),
            Table("products", ["product_id", "product_name", "category", ("list_price", F), ("cost_price", F), ("weight_g", I), ("in_stock", I), ("avg_rating", F)], products),
            Table("customers", [("customer_id", I), "first_name", "last_name", "country_code", "country", ("signup_date", D), "segment", "newsletter", ("birth_year", I)], customers)]


def air():
    r, rows = random.Random(106), []
    stations = [("Market Square", "traffic", 1.5), ("City Park", "background", 0.8), ("Steelworks", "industrial", 1.7), ("Hillside", "rural", 0.5)]
    for d in days("2024-01-01", "2024-12-31"):
        season = math.cos((d.timetuple().tm_yday - 15) / 366 * 2 * math.pi)
        wind, rain = max(0.3, r.gauss(3.4, 1.5)), max(0, r.gauss(-1, 4))
        for name, kind, f in stations:
            pm = max(1.5, (13 + 7 * season + r.gauss(0, 4)) * f / (0.6 + wind / 7))
            if name == "Steelworks" and d.month == 8 and d.day in (13, 14):
                pm = r.uniform(95, 120)
            gone = r.random() < 0.03
            weekend = d.isoweekday() > 5
            rows.append([d, name, kind, None if gone else round(pm, 1), None if gone else round(pm * r.uniform(1.4, 2), 1), round(max(2, (24 * f + 8 * season + r.gauss(0, 4)) * (0.8 if weekend else 1)), 1),
                         round(max(4, 62 - 30 * season - 12 * f + r.gauss(0, 8)), 1), round(10.5 - 9.5 * season + r.gauss(0, 2.4), 1), int(min(100, max(28, 72 + 10 * season + r.gauss(0, 9)))), round(wind, 1), round(rain, 1),
                         "good" if pm < 10 else "moderate" if pm < 20 else "poor" if pm < 40 else "very poor", "T" if weekend else "F", "F" if name == "Hillside" and d.month < 3 else "T"])
    return Table("air_quality", [("date", D), "station", "station_type", ("PM2.5 (µg/m³)", F), ("PM10 (µg/m³)", F), ("NO2 (µg/m³)", F), ("O3 (µg/m³)", F), ("Temp (°C)", F), ("Humidity (%)", I), ("Wind (m/s)", F), ("Rain (mm)", F),
                                 "air_class", "weekend", "validated"], rows)


def survey():
    r, rows = random.Random(107), []
    scale = ["Strongly disagree", "Disagree", "Neutral", "Agree", "Strongly agree"]
    for i in range(350):
        region = r.choice(["North", "South", "East", "West"])
        years = min(38, int(r.expovariate(1 / 7)))
        mood = r.gauss(0.3 if region != "East" else -0.4, 0.9)
        answer = lambda shift: None if r.random() < 0.04 else scale[min(4, max(0, round(2 + mood + shift + r.gauss(0, 0.8))))]
        home = r.choices([0, 1, 2, 3, 4, 5], [25, 14, 24, 18, 9, 10])[0]
        rows.append([i + 1, r.choices(["18-29", "30-39", "40-49", "50-59", "60+"], [20, 28, 24, 19, 9])[0], r.choices(["female", "male", "diverse"], [48, 49, 3])[0], region,
                     r.choices(["Secondary", "Vocational", "Bachelor", "Master", "PhD"], [12, 30, 28, 24, 6])[0], r.choices(["full-time", "part-time", "temporary"], [68, 24, 8])[0], r.choice(["Sales", "IT", "Production", "HR", "Logistics"]), years,
                     answer(0.2), answer(-0.7), answer(0.4), answer(0.1 * home - 0.2), answer(0), -99 if r.random() < 0.05 else max(2, int(r.gauss(34, 17))), home, max(0, round(r.gauss(3, 3), 1)),
                     r.choices(["Yes", "No", "Don't know"], [max(1, 12 - 9 * mood), 50, 20])[0], min(10, max(0, round(6.4 + 1.7 * mood + r.gauss(0, 1.5)))), r.choice([None] * 7 + ["more training please", "canteen is too expensive", "great team"])])
    return Table("staff_survey", [("respondent", I), "age_group", "gender", "region", "education", "contract", "department", ("years_in_company", I), "satisfied_with_work", "paid_fairly", "trusts_manager", "work_life_balance", "would_recommend",
                                  ("commute_min", I), ("home_office_days", I), ("overtime_h", F), "plans_to_leave", ("nps", I), "remarks"], rows)


def marathon():
    r, rows = random.Random(108), []
    nations = ["GER", "FRA", "GBR", "KEN", "ESP", "ITA", "USA", "NED"]
    clock = lambda m: f"{int(m // 60)}:{int(m % 60):02}:{int(m * 60 % 60):02}"
    for i in range(700):
        sex, age, nation = r.choices("MF", [62, 38])[0], min(78, max(18, int(r.gauss(41, 11)))), r.choices(nations, [50, 9, 8, 2, 6, 7, 5, 8])[0]
        km = max(10, round(r.gauss(46, 15)))
        status = r.choices(["finished", "DNF", "DNS"], [90, 6, 4])[0]
        time = max(124.5, 255 + (20 if sex == "F" else 0) + max(0, age - 35) * 1.1 - km * 1.1 + r.gauss(0, 22) - (70 if nation == "KEN" else 0))
        half = None if status == "DNS" else round(time * r.uniform(0.455, 0.499), 2)
        done = round(time, 2) if status == "finished" else None
        cat = f"{sex}{'U30' if age < 30 else age // 10 * 10}"
        rows.append([i + 1, f"{r.choice(FIRST)} {r.choice(LAST)}", sex, age, cat, nation, r.choice([None, None, "Road Runners", "City Striders", "TV Eiche", "Night Owls"]), r.choice("ABCD"), half, done, clock(done) if done else None, status, None,
                     r.choices(["Asics", "Nike", "Brooks", "Saucony", "Hoka"], [26, 30, 16, 10, 18])[0], "Y" if r.random() < 0.27 else "N", km, r.randint(0, 30) if r.random() < 0.8 else 0])
    for place, row in enumerate(sorted((x for x in rows if x[9]), key=lambda x: x[9])):
        row[12] = place + 1
    return Table("marathon", [("bib", I), "runner", "sex", ("age", I), "age_cat", "nat", "club", "start_wave", ("half_min", F), ("finish_min", F), "finish_time", "status", ("place_overall", I), "shoe_brand", "first_marathon", ("training_km_week", I),
                              ("prev_marathons", I)], rows)


def trams():
    r, rows = random.Random(109), []
    lines = {1: (8, 30), 2: (9, 45), 4: (7, 60), 5: (9, 110), 9: (8, 75)}
    stops = ["Main Station", "University", "Zoo", "Town Hall", "Stadium", "East Depot", "Hospital"]
    dates = [d for d in days("2024-09-02", "2025-03-12")]
    for i in range(1200):
        d, line = dates[int(i * len(dates) / 1200)], r.choices(list(lines), [6, 5, 4, 5, 3])[0]
        hour = r.choices(range(5, 24), [2, 5, 9, 9, 5, 4, 4, 5, 5, 5, 6, 8, 9, 7, 4, 3, 3, 2, 1])[0]
        weather = r.choices(["dry", "rain", "snow"], [60, 30, 10 if d.month in (12, 1, 2) else 0])[0]
        rush = hour in (7, 8, 16, 17)
        cancelled = 1 if r.random() < (0.07 if weather == "snow" else 0.02) else 0
        delay = None if cancelled else int(r.gauss(lines[line][1] + (70 if rush else 0) + {"dry": 0, "rain": 35, "snow": 160}[weather], 75))
        rows.append([d, line, r.choice(stops), r.choice(["inbound", "outbound"]), f"{hour:02}:{r.randint(0, 59):02}", delay, r.choice(["signal fault", "road works", "accident", "crowding"]) if delay and delay > 240 else None, r.choices(["Combino", "Flexity", "Old-timer"], [5, 4, 1])[0],
                     0 if cancelled else max(0, int(r.gauss(95 if rush else 48, 22))), weather, cancelled, r.choice(["early", "late", "night"]) , round(14 - abs((d - datetime.date(2025, 8, 1)).days - 0) / 20 + r.gauss(0, 3), 1), 180 if line != 9 else 120])
    return Table("tram_delays", [("service_date", D), ("line", I), "stop_name", "direction", "sched_time", ("delay_sec", I), "delay_cause", "vehicle_type", ("passengers", I), "weather", ("cancelled", I), "driver_shift", ("temp_c", F), ("seats", I)], rows)


def crops():
    r, rows = random.Random(110), []
    crops_ = {"Wheat": (7.2, 190), "Barley": (6.1, 165), "Maize": (9.4, 175), "Potatoes": (41, 130), "Rapeseed": (3.6, 410), "Sugar beet": (72, 38)}
    regions = {"Uplands": 0.85, "Lower Valley": 1.1, "Coast": 1.0, "Northern Plain": 1.15, "Lakeland": 0.95, "Border Hills": 0.8, "Southern Basin": 1.05}
    for year in range(2012, 2024):
        weather = {2018: 0.74, 2022: 0.88, 2014: 1.1}.get(year, r.uniform(0.95, 1.06))
        for crop, (tons, price) in crops_.items():
            area_sum = made_sum = organic_sum = 0
            now = round(price * (1 + 0.025 * (year - 2012)) * (1.45 if year == 2022 else 1) * r.uniform(0.93, 1.07), 1)
            for region, f in regions.items():
                area = int(r.uniform(9, 46) * 100 * f)
                made = int(area * tons * f * weather * r.uniform(0.93, 1.07))
                organic = int(area * min(0.3, 0.03 + 0.009 * (year - 2012)) * r.uniform(0.8, 1.2))
                area_sum, made_sum, organic_sum = area_sum + area, made_sum + made, organic_sum + organic
                rows.append([region, crop, year, area, made, round(made / area, 2), now, int(r.uniform(430, 880) * weather), int(r.uniform(80, 190)), organic, round(r.uniform(2, 34) * (1.2 if weather < 0.9 else 1)), "winter" if crop in ("Wheat", "Barley", "Rapeseed") else "spring"])
            rows.append(["All regions", crop, year, area_sum, made_sum, round(made_sum / area_sum, 2), now, None, None, organic_sum, None, "winter" if crop in ("Wheat", "Barley", "Rapeseed") else "spring"])
    return Table("crop_yields", ["Region", "Crop", ("Year", I), ("Area (ha)", I), ("Production (t)", I), ("Yield (t/ha)", F), ("Price (EUR/t)", F), ("Rainfall (mm)", I), ("Fertilizer (kg/ha)", I), ("Organic area (ha)", I), ("Irrigated", I), "Sowing"], rows,
                 {"Irrigated": lambda v, i: None if v is None else f"{v} %"})


def museums():
    r, rows = random.Random(111), []
    names = ["Maritime Museum", "City Gallery", "Toy Museum", "Natural History Museum", "Railway Museum", "Museum of Glass", "Castle Hohenfels", "Modern Art House", "Textile Mill", "Mining Museum", "Science Dome", "Cathedral Treasury", "Photo Forum", "Open Air Museum"]
    kinds = ["history", "art", "history", "science", "technology", "art", "history", "art", "technology", "technology", "science", "history", "art", "history"]
    for i, name in enumerate(names):
        base, city, opened, free = r.randint(12, 160) * 100, r.choice(["Porto Vell", "Lindach", "Meerburg"]), r.randint(1880, 2016), "Y" if r.random() < 0.3 else "N"
        for year in range(2018, 2025):
            f = {2020: 0.42, 2021: 0.6}.get(year, 1 + 0.02 * (year - 2018))
            visits = [int(base * f * (1 + 0.45 * math.sin((m - 4) / 12 * 2 * math.pi)) * r.uniform(0.85, 1.15)) for m in range(1, 13)]
            if year == 2020:
                visits[3] = visits[4] = 0
            if year == 2024:
                visits[10] = visits[11] = None
            rows.append([name, city, kinds[i], year, free, opened, *visits, r.randint(1, 9), round(r.uniform(5, 16), 1) if free == "N" else 0])
    return Table("museum_visits", ["museum", "city", "type", ("year", I), "free_entry", ("opened_in", I), *[(m, I) for m in "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()], ("special_exhibitions", I), ("ticket_price_eur", F)], rows)


def budgets():
    r, rows = random.Random(112), []
    for region, f in {"Capital": 1.25, "Northwest": 0.98, "Highlands": 0.84, "South Coast": 1.04, "East": 0.88, "Midlands": 0.95}.items():
        for kind, g in {"Single": 0.62, "Couple": 1, "Family": 1.28, "Single parent": 0.78}.items():
            for year in range(2015, 2024):
                part = lambda base, grow: int(base * f * g * (1 + grow) ** (year - 2015) * r.uniform(0.95, 1.05))
                parts = [part(840, 0.035), part(410, 0.028 + (0.01 if year > 2021 else 0)), part(355, 0.01), part(120, 0.02), part(270, -0.005 if year != 2020 else -0.08), part(115, 0), part(210, 0.012)]
                income = int(sum(parts) * r.uniform(1.02, 1.28))
                rows.append([region, kind, year, r.randint(30, 420), income, *parts, sum(parts), round(100 * (income - sum(parts)) / income, 1), r.randint(180, 1200)])
    return Table("household_budgets", ["region", "household_type", ("year", I), ("count", I), ("avg_income", I), ("exp_housing", I), ("exp_food", I), ("exp_transport", I), ("exp_health", I), ("exp_leisure", I), ("exp_clothing", I), ("exp_other", I),
                                       ("exp_total", I), ("savings_rate_pct", F), ("debt_avg", I)], rows)


def balances():
    r, rows = random.Random(113), []
    ends = [datetime.date(y + m // 12, m % 12 + 1, 1) - datetime.timedelta(days=1) for y, m in months("2023-01", "2025-03")]
    for i in range(25):
        kind = r.choices(["Current", "Savings", "Business"], [5, 4, 3])[0]
        name, branch, balance = f"{FIRST[i]} {LAST[(i * 7) % 25]}", r.choice(["Harbour Street", "Old Market", "Online"]), r.uniform(400, 30000)
        limit = 0 if kind == "Savings" else r.choice([500, 1000, 5000])
        advisor = r.choice(["T. Brandt", "M. Osei", "L. Ferrari"])
        for end in ends:
            inn, out = round(r.uniform(500, 4200), 2), round(r.uniform(450, 4300), 2)
            balance = round(max(-limit, balance + inn - out), 2)
            rows.append([f"AC-{301 + i}", name, branch, kind, end, balance, limit, {"Current": 0.1, "Savings": 2.25 if end.year > 2023 else 1.5, "Business": 0.0}[kind], inn, out, r.randint(3, 88), "TRUE" if balance < 0 else "FALSE", advisor])
    return Table("account_balances", ["account_no", "holder", "branch", "account_type", ("month_end", D), ("balance_eur", F), ("credit_limit", I), ("interest_rate_pct", F), ("deposits_eur", F), ("withdrawals_eur", F), ("n_transactions", I), "overdrawn", "advisor"], rows)


def population():
    r, rows = random.Random(114), []
    regions = {"Aster": (812, 2400), "Brava": (455, 6100), "Corven": (1210, 980), "Delmar": (298, 4300), "Estria": (640, 7700), "Fjorda": (151, 9900), "Galdo": (523, 3500), "Hestra": (376, 5200)}
    size = {k: v[0] * 1000 for k, v in regions.items()}
    for year in range(2005, 2025):
        total = [0] * 7
        for region, (_, km2) in regions.items():
            pop = size[region]
            births, deaths = int(pop * r.uniform(0.008, 0.0115)), int(pop * r.uniform(0.009, 0.0118) * (1.1 if year == 2020 else 1))
            inn, out = int(pop * r.uniform(0.02, 0.036)), int(pop * r.uniform(0.02, 0.031 if region != "Fjorda" else 0.04))
            female = int(pop * r.uniform(0.503, 0.512))
            size[region] = pop + births - deaths + inn - out
            values = [pop, female, births, deaths, inn, out, km2]
            total = [a + b for a, b in zip(total, values)]
            rows.append([region, region[:3].upper(), "region", year, pop, female, pop - female, births, deaths, inn, out, km2, round(40 + (year - 2005) * 0.16 + r.uniform(-1, 1), 1), round(17 + (year - 2005) * 0.28 + r.uniform(-1, 1), 1)])
        rows.append(["Whole country", "ALL", "country", year, total[0], total[1], total[0] - total[1], *total[2:], round(40 + (year - 2005) * 0.16, 1), round(17 + (year - 2005) * 0.28, 1)])
    return Table("population", ["region", "region_code", "level", ("year", I), ("pop_total", I), ("pop_female", I), ("pop_male", I), ("births", I), ("deaths", I), ("moved_in", I), ("moved_out", I), ("area_km2", I), ("median_age", F), ("share_65plus_pct", F)], rows)


TABLES = [hospital(), energy(), rents(), *library(), *shop(), air(), survey(), marathon(), trams(), crops(), museums(), budgets(), balances(), population()]
