"""A dental practice, a runner's log and a family's recipes. All values are invented."""
import datetime, random

from common import Table, days, mixed_date, money, or_else, scatter, written_as

I, F, D, TS = "INTEGER", "DOUBLE", "DATE", "TIMESTAMP"


def dental_patients():
    r, rows = random.Random(11101), []
    first = "Ada Bruno Clara Dario Elin Felix Greta Hugo Ines Jonas Katja Liam Mina Noel Olga Pavel Quinn Rosa Samir Tilda Uwe Vera Wim Yara Zeno".split()
    last = "Abel Bosch Conti Dahl Evers Falk Gruber Holm Ivers Jansen Kranz Lund Moretti Nagel Olsen Prager Quist Rossi Steiner Thoma Ulmer Vogel Weiss Zeller".split()
    towns = {"Aldermouth": 9, "Birchfield": 5, "Cray Bridge": 4, "Dunlow": 3, "Easthaven": 2}
    names = [f"{a}|{b}" for a in first for b in last]
    r.shuffle(names)
    for i in range(310):
        a, b = names[i].split("|")
        born = datetime.date(1938, 1, 1) + datetime.timedelta(days=round(r.betavariate(1.5, 1.2) * 30000))
        joined = max(born + datetime.timedelta(days=900), datetime.date(2009, 1, 5) + datetime.timedelta(days=r.randint(0, 5900)))
        adult = born.year < 2006
        rows.append([f"P{4101 + i}", a, b, born, r.choices(["F", "M", "X"], [52, 46, 2])[0], r.choices(list(towns), list(towns.values()))[0], r.choices(["public", "private", "none"], [66, 27, 7])[0], joined,
                     r.choices(["Dr Amsel", "Dr Brandt", "Dr Costa"], [40, 35, 25])[0], r.choice([6, 6, 12]), (None if r.random() < 0.12 else r.choices(["yes", "no"], [22, 78])[0]) if adult else "no", "x" if r.random() < 0.17 else None])
    return Table("dental_patients", ["patient_no", "first_name", "last_name", ("born", D), "sex", "town", "insurance", ("registered", D), "usual_dentist", ("recall_months", I), "smoker", "anxious"], rows,
                 {"born": written_as("%d.%m.%Y"), "registered": mixed_date, "town": lambda v, i: v.upper() if scatter(f"t{i}") < 0.05 else v, "smoker": or_else("unknown"), "insurance": lambda v, i: v.capitalize() if scatter(f"in{i}") < 0.1 else v})


def dental_visits(patients):
    r, rows = random.Random(11102), []
    kinds = {"CHK": ("Check-up", 38, 55, 20), "CLN": ("Cleaning", 26, 95, 40), "FIL": ("Filling", 16, 130, 40), "RCT": ("Root canal", 4, 420, 75), "CRN": ("Crown", 4, 780, 60), "EXT": ("Extraction", 6, 150, 35), "IMP": ("Implant", 1.5, 1900, 90), "EMG": ("Emergency", 4.5, 85, 25)}
    coming = [p for p in patients.rows if r.random() < 0.9]
    late = {"Dr Amsel": 6, "Dr Brandt": 14, "Dr Costa": 9}
    number = 70210
    for day in sorted(d for d in r.choices(list(days("2023-01-09", "2025-06-30")), k=2100) if d.isoweekday() < 6):
        p = r.choice(coming)
        if p[7] > day:
            continue
        code = r.choices(list(kinds), [k[1] for k in kinds.values()])[0]
        if p[3].year > 2009 and code in ("CRN", "IMP", "RCT"):
            code = "CHK"
        label, _, fee, length = kinds[code]
        hour = r.choices(range(8, 18), [9, 12, 13, 11, 5, 3, 9, 10, 9, 5])[0] if day.isoweekday() < 5 else r.choices(range(8, 13), [5, 6, 6, 5, 3])[0]
        booked = datetime.datetime.combine(day, datetime.time(hour, r.choice([0, 15, 30, 45])))
        dentist = p[8] if r.random() < 0.82 else r.choice(list(late))
        state = r.choices(["attended", "no-show", "cancelled"], [85, 6 + 5 * (p[6] == "none") + 3 * (p[11] == "x") + 2 * (day.isoweekday() == 1), 7])[0]
        came = state == "attended"
        seated = booked + datetime.timedelta(minutes=max(-5, round(r.gauss(late[dentist] + (5 if hour in (11, 12, 16, 17) else 0), 7)))) if came else None
        left = seated + datetime.timedelta(minutes=max(8, round(length * r.lognormvariate(0, 0.25)))) if came else None
        cost = round(fee * r.uniform(0.85, 1.2) * (1.25 if p[6] == "private" else 1), 2) if came else None
        part = {"public": 1.0 if code in ("CHK", "EMG") else 0.6, "private": 0.8, "none": 0}[p[6]]
        insurer = round(cost * part, 2) if came else None
        own = round(cost - insurer, 2) if came else None
        paid = day + datetime.timedelta(days=0 if r.random() < 0.35 else r.randint(3, 60)) if came and own > 0 and r.random() < 0.95 else None
        tooth = r.choice([11, 12, 14, 16, 21, 24, 26, 27, 31, 34, 36, 37, 41, 44, 46, 47]) if code in ("FIL", "RCT", "CRN", "EXT", "IMP") else None
        number += 1
        rows.append([number, p[0], booked, seated, left, r.choice([1, 2, 2, 3]), dentist, code, label, tooth, state, cost, insurer, own, paid, None if not came or r.random() < 0.2 else min(10, max(0, round(r.gauss({"EMG": 7.5, "RCT": 6, "EXT": 5.5, "FIL": 3}.get(code, 1), 1.5)))), None if came or r.random() < 0.2 else r.choice(["phone", "app", "none"])])
    stamp = written_as("%d/%m/%Y %H:%M")
    euro = lambda v, i: "" if v is None else f"€{v:,.2f}"
    return Table("dental_visits", [("visit_id", I), "patient_no", ("booked_for", TS), ("seated_at", TS), ("left_at", TS), ("room", I), "dentist", "treat_cd", "treatment", ("tooth", I), "status", ("fee", F), ("insurer_pays", F), ("patient_pays", F), ("paid_on", D), ("pain_before", I), "notice_given"], rows,
                 {"booked_for": stamp, "seated_at": stamp, "left_at": stamp, "fee": euro, "insurer_pays": euro, "patient_pays": euro, "paid_on": mixed_date, "status": lambda v, i: "No show" if v == "no-show" and scatter(f"s{i}") < 0.3 else v.capitalize() if scatter(f"s{i}") > 0.93 else v})


def runs():
    r, rows = random.Random(11103), []
    shoes = [("Falcon 3", "2023-01-01"), ("Breeze Trail", "2023-06-01"), ("Falcon 4", "2024-02-10"), ("Carbon Dart", "2024-08-20"), ("Falcon 5", "2025-01-15")]
    shape = 0.0
    for day in days("2023-02-01", "2025-05-31"):
        busy = {1: 0.12, 2: 0.5, 3: 0.3, 4: 0.52, 5: 0.1, 6: 0.5, 7: 0.7}[day.isoweekday()] * (0.5 if datetime.date(2024, 6, 10) <= day <= datetime.date(2024, 7, 20) else 1)
        if r.random() > busy * 0.9:
            continue
        shape += 0.004
        race = day.isoweekday() == 7 and day.month in (4, 5, 9, 10) and r.random() < 0.4
        kind = "Race" if race else "Long" if day.isoweekday() == 7 else r.choices(["Intervals", "Tempo", "Easy"], [45, 25, 30] if day.isoweekday() == 2 else [5, 15, 80])[0]
        km = r.choice([5.0, 10.0, 10.0, 21.1, 21.1, 42.2]) * r.uniform(1.0, 1.012) if race else {"Long": 17, "Intervals": 8.5, "Tempo": 9.5, "Easy": 7.5}[kind] * r.lognormvariate(0, 0.2)
        km = round(km, 2)
        temp = round(11 - 9 * [1, 0.9, 0.6, 0.1, -0.4, -0.8, -1, -0.95, -0.5, 0, 0.5, 0.9][day.month - 1] + r.gauss(0, 4), 1)
        pace = {"Race": 4.75, "Long": 5.9, "Intervals": 5.3, "Tempo": 5.05, "Easy": 6.05}[kind] + (0.012 * km if race else 0) - 0.25 * shape + max(0, temp - 18) * 0.02 + r.gauss(0, 0.15)
        minutes = round(km * pace, 1)
        hour = r.choices([6, 7, 8, 12, 17, 18, 19, 20], [8, 12, 4, 3, 8, 16, 10, 3])[0] if day.isoweekday() < 6 else r.choices([7, 8, 9, 10, 16], [6, 14, 12, 6, 3])[0]
        begin = datetime.datetime.combine(day, datetime.time(hour, r.randint(0, 59)))
        pulse = None if r.random() < 0.09 else round({"Race": 171, "Long": 146, "Intervals": 158, "Tempo": 162, "Easy": 139}[kind] + max(0, temp - 15) * 0.6 - shape * 4 + r.gauss(0, 4))
        owned = [s for s, since in shoes if since <= day.isoformat()]
        pair = "Carbon Dart" if race and "Carbon Dart" in owned else "Breeze Trail" if kind == "Long" and "Breeze Trail" in owned and r.random() < 0.6 else [s for s in owned if s.startswith("Falcon")][-1]
        when = "Morning" if hour < 11 else "Lunch" if hour < 14 else "Afternoon" if hour < 18 else "Evening"
        rows.append([begin, f"{when} {'race' if race else 'run'}", kind, km, minutes, round(minutes + (r.expovariate(0.9) if race else r.expovariate(0.16)), 1), max(0, round(km * {"Long": 14, "Race": 7}.get(kind, 6) * r.lognormvariate(0, 0.5))), pulse, pulse and min(196, pulse + r.randint(8, 24)), round(km * r.uniform(62, 72)), r.randint(162, 182), pair if r.random() > 0.04 else None, r.choices(["dry", "rain", "wind", "snow"] if temp < 3 else ["dry", "rain", "wind"], [60, 22, 14, 12] if temp < 3 else [62, 24, 14])[0], temp, None if r.random() < 0.15 else min(10, max(1, round({"Race": 9, "Long": 6, "Intervals": 7.5, "Tempo": 7, "Easy": 3.5}[kind] + r.gauss(0, 1)))), r.choices(["alone", "club", "friend"], [60, 25, 15])[0]])
    dash = or_else("--")
    return Table("my_runs", [("Started", TS), "Title", "Type", ("Distance", F), ("Moving min", F), ("Elapsed min", F), ("Elevation gain m", I), ("Avg heart rate", I), ("Max heart rate", I), ("Calories", I), ("Cadence", I), "Shoes", "Weather", ("Temp C", F), ("Effort (1-10)", I), "Company"], rows,
                 {"Started": lambda v, i: v.strftime("%b %d, %Y %H:%M"), "Distance": lambda v, i: f"{v:.2f} km", "Avg heart rate": dash, "Max heart rate": dash, "Calories": lambda v, i: f"{v:,}"})


def recipes():
    r, rows = random.Random(11104), []
    what = {"Main": ["curry", "stew", "bake", "pie", "risotto", "noodles", "tray roast", "burgers"], "Soup": ["soup", "broth", "chowder"], "Salad": ["salad", "slaw"], "Dessert": ["cake", "crumble", "mousse", "tart", "ice cream"], "Breakfast": ["pancakes", "muffins", "granola"], "Side": ["mash", "gratin", "pickle"]}
    plants, meats, fish, sweets = ["Lentil", "Pumpkin", "Aubergine", "Chickpea", "Leek", "Tomato", "Cauliflower", "Bean", "Beetroot", "Courgette"], ["Chicken", "Beef", "Pork", "Lamb", "Turkey"], ["Salmon", "Cod", "Prawn", "Mackerel"], ["Apple", "Cherry", "Chocolate", "Lemon", "Almond", "Hazelnut", "Banana", "Walnut", "Berry"]
    seen = set()
    while len(rows) < 170:
        course = r.choices(list(what), [46, 16, 12, 22, 10, 9])[0]
        sweet = course in ("Dessert", "Breakfast")
        diet = r.choices(["VG", "V", "M", "F"], [12, 88, 0, 0] if sweet else [26, 28, 30, 16] if course in ("Main", "Soup") else [50, 40, 6, 4])[0]
        base = r.choice(sweets if sweet else {"VG": plants, "V": plants, "M": meats, "F": fish}[diet])
        name = f"{base} {r.choice(what[course])}"
        if name in seen:
            continue
        seen.add(name)
        hard = r.choices(["easy", "medium", "hard"], [50, 36, 14])[0]
        prep = 5 * max(1, round(r.lognormvariate({"easy": 2.4, "medium": 3.0, "hard": 3.6}[hard], 0.35) / 5))
        cook = 0 if course == "Salad" and r.random() < 0.7 else 5 * max(1, round(r.lognormvariate(3.3 if course in ("Main", "Dessert") else 2.9, 0.55) / 5))
        rest = r.choice([15, 30, 60, 120, 240]) if r.random() < (0.4 if course == "Dessert" else 0.12) else 0
        serves = r.choice([2, 4, 4, 4, 6, 8]) if course != "Dessert" else r.choice([6, 8, 8, 10, 12])
        n = max(3, round({"easy": 7, "medium": 10, "hard": 13}[hard] + r.gauss(0, 2)))
        cost = round(serves * r.uniform(0.5, 1.3) * {"M": 2.1, "F": 2.5, "V": 1.1, "VG": 0.9}[diet] + n * 0.12, 2)
        kcal = round({"Main": 540, "Soup": 290, "Salad": 260, "Dessert": 430, "Breakfast": 380, "Side": 220}[course] * r.lognormvariate(0, 0.22))
        protein = round(kcal * {"M": 0.065, "F": 0.07, "V": 0.032, "VG": 0.035}[diet] * (0.6 if sweet else 1) * r.lognormvariate(0, 0.2), 1)
        sugar = round((kcal * 0.06 if sweet else 6) * r.lognormvariate(0, 0.4), 1)
        fat = round(kcal * 0.043 * r.lognormvariate(0, 0.25), 1)
        added = datetime.date(2018, 1, 6) + datetime.timedelta(days=r.randint(0, 2650))
        times = 0 if r.random() < 0.16 else max(1, round(r.lognormvariate(1.3, 0.9)))
        last = max(added, min(datetime.date(2025, 5, 20), added + datetime.timedelta(days=r.randint(3, 2600))) - datetime.timedelta(days=r.randint(0, 60))) if times else None
        me = None if not times else min(5, max(1, round(r.gauss(3.9, 0.8))))
        kids = None if not times or r.random() < 0.1 else min(5, max(1, round(r.gauss(4.5 if sweet else 2.9 if diet in ("VG", "F") else 3.5, 0.9))))
        nuts = base in ("Almond", "Hazelnut", "Walnut") or r.random() < 0.05
        gluten = name.split()[-1] in ("pie", "noodles", "burgers", "cake", "crumble", "tart", "pancakes", "muffins")
        rows.append([name, course, r.choices(["British", "Italian", "Indian", "Thai", "French", "Mexican", "Middle Eastern"], [26, 18, 15, 9, 14, 8, 10])[0] if not sweet else r.choices(["British", "French", "Italian"], [5, 3, 2])[0], diet, {"V": "vegetarian", "VG": "vegan", "M": "meat", "F": "fish"}[diet], serves, prep, cook, rest, hard, n, cost, kcal, protein, max(2.5, round((kcal - protein * 4 - fat * 9) / 4, 1)), sugar, fat, round(r.lognormvariate(-0.1 if not sweet else -1.2, 0.5), 2), r.choices(["Grandma", "blog", "cookbook", "magazine", "own idea"], [14, 38, 26, 14, 8])[0], added, last, times, me, kids, "y" if nuts else "n", "y" if gluten else "n", "n" if diet == "VG" else r.choice("yyn"), r.choices(["yes", "no"], [55, 45])[0]])
    return Table("recipes", ["Recipe", "Course", "Cuisine", "Diet", "Diet label", ("Serves", I), ("Prep min", I), ("Cook min", I), ("Rest min", I), "Difficulty", ("Ingredients", I), ("Cost", F), ("kcal per serving", I), ("Protein g", F), ("Carbs g", F), ("Sugar g", F), ("Fat g", F), ("Salt g", F), "Source", ("Added", D), ("Last cooked", D), ("Times cooked", I), ("My rating", I), ("Kids rating", I), "Nuts", "Gluten", "Dairy", "Freezes"], rows,
                 {"Added": mixed_date, "Last cooked": lambda v, i: "never" if v is None else v.isoformat(), "Cost": money("£"), "Course": lambda v, i: f"{v}s" if v == "Main" and scatter(f"co{i}") < 0.06 else v.lower() if scatter(f"co{i}") > 0.95 else v})


PATIENTS = dental_patients()
TABLES = [PATIENTS, dental_visits(PATIENTS), runs(), recipes()]
