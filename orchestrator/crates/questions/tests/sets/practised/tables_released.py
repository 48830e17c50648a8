"""Tables that were frozen until 23 November 2026; see README.md. All values are invented."""
import datetime, math, random

from common import Table, days, mixed_date, scatter

I, F, D, TS = "INTEGER", "DOUBLE", "DATE", "TIMESTAMP"


def rates():
    r, rows = random.Random(201), []
    now = {"USD": 1.07, "GBP": 0.885, "CHF": 0.99, "JPY": 140.0, "SEK": 11.15, "PLN": 4.68, "CZK": 24.1, "NOK": 10.6, "TRY": 20.0}
    drift = {"JPY": 0.0004, "TRY": 0.0015, "PLN": -0.0002, "CHF": -0.0001}
    for d in days("2023-01-02", "2024-06-14"):
        if d.isoweekday() > 5:
            continue
        now = {k: v * (1 + drift.get(k, 0) + r.gauss(0, 0.004)) for k, v in now.items()}
        holiday = d.month == 12 and d.day in (25, 26) or d.month == 5 and d.day == 1
        row = [round(v, 2 if k == "JPY" else 4) for k, v in now.items()]
        if holiday:
            row = [None] * 9
        rows.append([d, *row, round(r.uniform(310, 780) * (1.4 if d.day <= 3 else 1), 1), "Y" if holiday else "N", round(3.0 + 0.5 * min(2, (d - datetime.date(2023, 1, 1)).days / 150), 2)])
    return Table("fx_rates", [("date", D), *[(k, F) for k in now], ("volume_bn", F), "bank_holiday", ("key_rate_pct", F)], rows)


def apps():
    r, rows = random.Random(202), []
    first, second = "Pocket Easy Super Quick Daily Happy Smart Tiny Clever Magic".split(), "Budget Runner Chef Lingo Weather Puzzle Notes Piano Garden Scanner Diary Radio".split()
    names = [f"{a} {b}" for a in first for b in second]
    r.shuffle(names)
    kinds = ["Games", "Finance", "Education", "Health & Fitness", "Tools", "Music", "Travel"]
    developers = [f"{x} {y}" for x in ("Bluefin", "Octo", "Nordlicht", "Paperplane") for y in ("Studio", "Labs", "Apps")]
    for i, name in enumerate(names):
        kind, free = r.choices(kinds, [9, 4, 5, 4, 6, 2, 3])[0], r.random() < 0.78
        installs = r.choice([1000, 5000, 10000, 50000, 100000, 500000, 1000000, 5000000])
        rating = None if r.random() < 0.07 else min(5, max(1.4, round(r.gauss(4.0 if kind != "Finance" else 3.5, 0.5), 1)))
        rows.append([name, kind, r.choice(developers), rating, int(installs * r.uniform(0.005, 0.05)) if rating else 0, installs, round(r.uniform(3, 180), 1), 0.0 if free else r.choice([0.99, 1.99, 2.99, 4.99, 9.99]), "Free" if free else "Paid",
                     r.choices(["Everyone", "Teen", "Mature 17+"], [75, 18, 7])[0], datetime.date(2019, 6, 1) + datetime.timedelta(days=int(1900 * r.random() ** 0.5)), f"{r.randint(1, 9)}.{r.randint(0, 20)}", r.choice([5, 6, 7, 8, 9, 10]),
                     r.choices(["yes", "no"], [45, 55])[0], round(abs(r.gauss(0.9, 0.7)), 2), r.choice(["US", "DE", "IN", "SE", "KR"]), r.randint(1, 38)])
    return Table("app_store", ["App", "Category", "Developer", ("Rating", F), ("Reviews", I), ("Installs", I), ("Size", F), ("Price", F), "Type", "Content Rating", ("Last Updated", D), "Current Ver", ("Min Android", I), "In-app purchases", ("crash_pct", F),
                               "dev_country", ("lang_count", I)], rows,
                 {"Installs": lambda v, i: f"{v:,}+", "Size": lambda v, i: f"{v} MB", "Price": lambda v, i: "0" if v == 0 else f"$ {v}", "Type": lambda v, i: v.lower() if scatter(f"t{i}") < 0.08 else v})


def wildfires():
    r, rows = random.Random(203), []
    states = {"CA": ("California", 38, -121), "OR": ("Oregon", 44, -121), "ID": ("Idaho", 44.5, -114.5), "MT": ("Montana", 47, -110), "NV": ("Nevada", 39.5, -117), "AZ": ("Arizona", 34.2, -111.6)}
    causes = {1: "Lightning", 2: "Campfire", 3: "Power line", 4: "Arson", 9: "Unknown"}
    for i in range(620):
        year = r.choices(range(2012, 2023), [5, 6, 5, 7, 6, 9, 8, 6, 11, 10, 5])[0]
        start = datetime.date(year, 1, 1) + datetime.timedelta(days=min(364, max(0, int(r.gauss(215, 50)))))
        code = r.choices(list(states), [10, 6, 5, 4, 4, 6])[0]
        cause = r.choices(list(causes), [35, 20, 12, 10, 23])[0]
        area = round(min(160000, math.exp(r.gauss(4.6 + (0.5 if cause == 3 else 0), 2.1))), 1)
        klass = next(k for k, top in zip("ABCDEFG", [0.1, 4, 40, 120, 400, 2000, 1e9]) if area <= top)
        name, lat, lon = states[code]
        homes = int(max(0, r.gauss(area / 400 - 3, 15))) if area > 600 else 0
        rows.append([f"F{i + 1:04}", f"{r.choice('Bear Eagle Pine Stone Red Willow Cedar Rocky Lost Silver'.split())} {r.choice('Creek Ridge Canyon Valley Peak Lake'.split())} Fire", year, start, None if r.random() < 0.08 else start + datetime.timedelta(days=1 + int(area ** 0.4 * r.uniform(0.4, 1.6))), code, name, cause, causes[cause],
                     area, klass, round(lat + r.gauss(0, 1.2), 4), round(lon + r.gauss(0, 1.2), 4), r.choice([0, 0, 0, 1, 2, 5]) if area > 300 else 0, homes, round(area * r.uniform(0.0004, 0.002), 3), r.randint(3, 40) + int(area ** 0.5), "T" if r.random() < 0.2 else "F"])
    return Table("wildfires", ["fire_id", "fire_name", ("yr", I), ("start_date", D), ("end_date", D), "state_code", "state", ("cause_code", I), "cause", ("burned_ha", F), "size_class", ("lat", F), ("lon", F), ("injuries", I), ("homes_destroyed", I), ("cost_musd", F), ("crew_size", I), "evacuation"], rows)


def grades():
    r, rows = random.Random(204), []
    for i in range(260):
        school = r.choice(["Lincoln High", "St. Mary", "Riverbank School", "Northfield"])
        skill, sex, level = r.gauss(0 if school != "Northfield" else 3, 9), r.choice(["girl", "boy"]), r.randint(7, 10)
        room = f"{level}{r.choice('abc')}"
        siblings, travel, scholar = r.randint(0, 4), r.randint(3, 70), "Y" if r.random() < 0.12 else "N"
        for term in (1, 2):
            mark = lambda shift: None if r.random() < 0.03 else int(min(100, max(12, r.gauss(66 + shift + skill + term, 9))))
            rows.append([1200 + i, school, room, level, sex, "2023/24", term, mark(-4), mark(2 if sex == "girl" else 0), mark(-1), mark(1), mark(9), max(0, int(r.expovariate(1 / 5)) + (2 if skill < -8 else 0)), scholar, siblings, travel,
                         r.choices(["very low", "low", "medium", "high", "very high"], [5, 15, 40, 28, 12])[0], None if r.random() < 0.5 else r.choice(["football", "choir", "chess", "drama"])])
    return Table("school_grades", [("pupil_id", I), "school", "class", ("grade_level", I), "gender", "school_year", ("term", I), ("math", I), ("english", I), ("science", I), ("history", I), ("sports", I), ("absence_days", I), "scholarship", ("siblings", I), ("travel_min", I), "motivation", "club"], rows)


def hotel():
    r, rows = random.Random(205), []
    hotels = {"Seaview Resort": 140, "City Loft": 105, "Alpine Lodge": 125}
    for i in range(1000):
        h = r.choices(list(hotels), [4, 5, 3])[0]
        booked = datetime.date(2023, 1, 1) + datetime.timedelta(days=r.randint(0, 640))
        lead = int(r.expovariate(1 / 45))
        arrival = booked + datetime.timedelta(days=lead)
        nights = r.choices([1, 2, 3, 4, 7, 10, 14], [18, 25, 18, 10, 18, 5, 6])[0]
        room = r.choices(["Single", "Double", "Suite", "Family"], [22, 50, 8, 20])[0]
        adults = 1 if room == "Single" else 2
        children = r.choice([1, 2, 3]) if room == "Family" else 0
        season = 1.35 if arrival.month in (7, 8) and h == "Seaview Resort" or arrival.month in (1, 2) and h == "Alpine Lodge" else 1
        rate = round(hotels[h] * {"Single": 0.75, "Double": 1, "Suite": 2.1, "Family": 1.4}[room] * season * r.uniform(0.85, 1.2), 2)
        channel = r.choices(["Direct", "Booking site", "Travel agency", "Corporate"], [28, 48, 14, 10])[0]
        cancelled = 1 if r.random() < min(0.6, 0.08 + lead / 300 + (0.1 if channel == "Booking site" else 0)) else 0
        rows.append([f"BK{70000 + i}", h, booked, arrival, lead, nights, adults, children, room, rate, round(rate * nights, 2), channel, r.choices(["GBR", "DEU", "FRA", "ESP", "USA", "NLD"], [25, 24, 15, 12, 10, 8])[0], cancelled, r.choices([0, 1, 2, 3], [60, 24, 11, 5])[0],
                     r.choice(["yes", "no"]), None if cancelled or r.random() < 0.4 else min(10, max(1, round(r.gauss(7.8, 1.4), 1))), r.choices(["No deposit", "Refundable", "Non refundable"], [70, 12, 18])[0]])
    return Table("hotel_bookings", ["booking_id", "hotel", ("booked_on", D), ("arrival_date", D), ("lead_days", I), ("nights", I), ("adults", I), ("children", I), "room_type", ("rate_per_night", F), ("total_amount", F), "channel", "country_code", ("is_cancelled", I), ("special_requests", I), "breakfast", ("guest_rating", F), "deposit_type"], rows,
                 {"arrival_date": mixed_date})


def chess():
    r, rows = random.Random(206), []
    players = {n: int(r.gauss(1750, 280)) for n in "rookie77 KnightRider bishop_b pawnstorm EndgameEve sacrifice zugzwang TalFan castler blunderbuss QueenBee tempo_tim gambit_girl patzer99 DeepThought Fianchetto".split()}
    openings = [("B20", "Sicilian Defense"), ("C50", "Italian Game"), ("D06", "Queen's Gambit"), ("C00", "French Defense"), ("A04", "Reti Opening"), ("B10", "Caro-Kann Defense")]
    for i in range(800):
        white, black = r.sample(list(players), 2)
        diff = players[white] - players[black] + 35
        win = 1 / (1 + 10 ** (-diff / 400))
        x = r.random()
        result = "1/2-1/2" if x > 0.93 else "1-0" if x < win * 0.93 else "0-1"
        eco, opening = r.choices(openings, [9, 6, 6, 4, 2, 4])[0]
        at = datetime.datetime(2024, 1, 1, 0, 0) + datetime.timedelta(minutes=int(i / 800 * 60 * 24 * 300) + r.randint(0, 500))
        control = r.choices(["bullet", "blitz", "rapid"], [30, 45, 25])[0]
        rows.append([f"g{i + 1:04}", at, white, black, players[white] + r.randint(-20, 20), players[black] + r.randint(-20, 20), result, eco, opening, max(4, int(r.gauss(36, 14))), control, {"bullet": 1, "blitz": 5, "rapid": 15}[control], r.choice([0, 0, 2, 10]),
                     int(max(20, r.gauss({"bullet": 110, "blitz": 480, "rapid": 1300}[control], 90))), "draw agreed" if result == "1/2-1/2" else r.choices(["resignation", "checkmate", "time out"], [50, 25, 25])[0], "TRUE" if r.random() < 0.82 else "FALSE", None if r.random() < 0.5 else round(r.uniform(48, 97), 1)])
    return Table("chess_games", ["game_id", ("played_at", TS), "white", "black", ("white_elo", I), ("black_elo", I), "result", "eco", "opening", ("moves", I), "time_control", ("minutes_each", I), ("increment_s", I), ("duration_s", I), "termination", "rated", ("accuracy_white", F)], rows)


def freezers():
    r, rows = random.Random(207), []
    sensors = {"FZ-01": ("Lab A", -20), "FZ-02": ("Lab A", -20), "FZ-03": ("Pharmacy", -25), "FZ-04": ("Kitchen", -18), "FZ-05": ("Blood bank", -30)}
    start = datetime.datetime(2025, 2, 3)
    for h in range(12 * 24 + 9):
        at = start + datetime.timedelta(hours=h)
        work = 7 <= at.hour <= 17 and at.isoweekday() < 6
        for s, (room, target) in sensors.items():
            doors = r.choices([0, 1, 2, 4, 7], [2, 3, 3, 2, 1])[0] if work else r.choices([0, 1], [9, 1])[0]
            temp = target + r.gauss(0, 0.4) + doors * 0.35 + (9 if s == "FZ-04" and at.day == 9 and 2 <= at.hour <= 6 else 0)
            lost = r.random() < 0.015
            rows.append([at, s, room, None if lost else round(temp, 2), target, None if lost else int(r.gauss(48, 5)), doors, round(180 + doors * 22 + r.gauss(0, 12), 1), round(3.7 - h / 2500 - (0.2 if s == "FZ-02" else 0), 3), 1 if not lost and temp > target + 3 else 0, "v2.1" if s != "FZ-03" else "v1.8", "weekend" if at.isoweekday() > 5 else "workday"])
    return Table("freezer_log", [("timestamp", TS), "sensor", "room", ("temp_C", F), ("setpoint_C", I), ("humidity_pct", I), ("door_openings", I), ("power_W", F), ("battery_V", F), ("alarm", I), "firmware", "day_type"], rows)


TABLES = [rates(), apps(), wildfires(), grades(), hotel(), chess(), freezers()]
