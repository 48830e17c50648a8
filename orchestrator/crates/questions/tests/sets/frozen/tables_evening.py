"""Orders of a meal delivery service with its customers, and the episodes of a podcast studio. All values are invented."""
import datetime, random

from common import Table, days, mixed_date, money, or_else, scatter, written_as

I, F, D, T = "INTEGER", "DOUBLE", "DATE", "TIMESTAMP"
ZONES = {"Northgate": 24, "Riverside": 31, "Old Town": 27, "Campus": 19, "Westfield": 12}


def diners():
    r, rows = random.Random(27111), []
    names = ["Aisha", "Ben", "Carla", "Dev", "Ella", "Farid", "Grace", "Hugo", "Ines", "Jonah", "Kim", "Leo", "Maya", "Nils", "Olga", "Priya", "Quinn", "Rosa", "Sam", "Tara", "Umar", "Vera", "Will", "Yuki", "Zoe"]
    calendar = list(days("2022-03-01", "2026-08-31"))
    for i, joined in enumerate(sorted(r.choices(calendar, [1 + k / 900 for k in range(len(calendar))], k=430))):
        zone = r.choices(list(ZONES), list(ZONES.values()))[0]
        born = r.randint(1999, 2007) if zone == "Campus" and r.random() < 0.8 else round(r.triangular(1948, 2006, 1991))
        plan = r.choices(["Free", "Plus", "Family"], [62, 27, 11])[0]
        rows.append([f"C{2001 + i}", r.choice(names), None if r.random() < 0.06 else born, joined, zone, plan, r.choices(["iOS", "Android", "Web"], [44, 41, 15])[0], r.choices(["friend", "web search", "social media", "flyer", None], [34, 24, 22, 11, 9])[0], "yes" if r.random() < (0.61 if plan != "Free" else 0.38) else "no", r.choices(["none", "vegetarian", "vegan", "halal", "gluten-free"], [63, 17, 7, 9, 4])[0], r.choices([0, 1, 2, 3, 4, 7], [64, 19, 9, 5, 2, 1])[0]])
    return Table("diners", ["customer_id", "first_name", ("birth_year", I), ("joined", D), "home_zone", "plan", "app", "found_us_through", "newsletter", "diet", ("friends_referred", I)], rows,
                 {"joined": mixed_date, "found_us_through": or_else("unknown"), "newsletter": lambda v, i: v.capitalize() if scatter(f"nl{i}") < 0.1 else v, "home_zone": lambda v, i: v.lower() if scatter(f"hz{i}") < 0.05 else v})


def meal_orders(customers):
    r, rows = random.Random(27112), []
    restaurants = {"Bella Napoli": ("Pizza", 11, 20), "Slice Yard": ("Pizza", 9.5, 14), "Curry Leaf": ("Indian", 13, 15), "Bombay Lane": ("Indian", 12, 8), "Golden Wok": ("Chinese", 10.5, 13), "Sakura": ("Sushi", 17, 10), "Burger Barn": ("Burgers", 11.5, 18), "Patty & Co": ("Burgers", 14, 7), "Green Bowl": ("Salads", 12.5, 8), "Cedar House": ("Lebanese", 14.5, 6), "Taqueria Luz": ("Mexican", 11, 9)}
    # A sixth of the customers never order; some order very often.
    eager = {c[0]: 0 if r.random() < 0.16 else r.lognormvariate(0.55 if c[5] != "Free" else 0, 0.9) for c in customers.rows}
    people = {c[0]: c for c in customers.rows}
    calendar = list(days("2025-01-01", "2026-09-18"))
    busy = [{4: 1.6, 5: 1.8, 6: 1.5}.get(d.weekday(), 1) * (1.3 if d.month in (11, 12, 1) else 0.8 if d.month in (7, 8) else 1) * (1 + k / 1100) for k, d in enumerate(calendar)]
    for day in sorted(r.choices(calendar, busy, k=1840)):
        start = datetime.datetime.combine(day, datetime.time(r.choices(range(11, 24), [4, 9, 7, 3, 2, 4, 9, 15, 17, 13, 8, 5, 2])[0], r.randint(0, 59)))
        known = [c for c, w in eager.items() if w and people[c][3] <= day]
        who = None if r.random() < 0.05 else r.choices(known, [eager[c] for c in known])[0]
        name = r.choices(list(restaurants), [x[2] for x in restaurants.values()])[0]
        cuisine, price, _ = restaurants[name]
        zone = people[who][4] if who and r.random() < 0.88 else r.choice(list(ZONES))
        vehicle = r.choices(["bike", "scooter", "car"], [20, 40, 40] if zone == "Westfield" else [52, 33, 15])[0]
        items = r.choices([1, 2, 3, 4, 5, 6, 8], [22, 31, 21, 13, 7, 4, 2])[0]
        food = round(price * items * r.uniform(0.75, 1.15), 2)
        promised = r.choice([30, 35, 40, 45, 50])
        took = max(12, round(r.gauss(promised - 2 + (7 if start.weekday() in (4, 5) and start.hour in (18, 19, 20) else 0) + (6 if zone == "Westfield" else 0) + (3 if vehicle == "car" else 0), 9)))
        status = r.choices(["delivered", "cancelled", "refunded"], [920, 50, 30])[0]
        if status == "cancelled":
            rows.append([start, None, who, name, cuisine, zone, vehicle, items, promised, None, None, None, None, r.choice(["card", "cash", "app wallet"]), status, None])
            continue
        plus = who and people[who][5] != "Free"
        late = took - promised
        rating = min(5, max(1, round(r.gauss(4.4 - 0.07 * max(0, late) - (1.6 if status == "refunded" else 0) + (0.3 if name in ("Sakura", "Cedar House") else 0), 0.8)))) if r.random() < 0.56 else None
        tip = 0.0 if r.random() < 0.45 else float(r.choice([1, 1.5, 2, 2, 3, 4, 5]))
        rows.append([start, start + datetime.timedelta(minutes=took), who, name, cuisine, zone, vehicle, items, promised, food, 0.0 if plus else r.choice([1.99, 2.49, 3.49]), round(food * 0.15, 2) if r.random() < 0.17 else 0.0, tip, r.choices(["card", "cash", "app wallet"], [57, 16, 27])[0], status, rating])
    rows.sort(key=lambda x: x[0])
    rows = [[48201 + i, *row] for i, row in enumerate(rows)]
    stamp = written_as("%d/%m/%Y %H:%M")
    return Table("meal_orders", [("order_no", I), ("ordered_at", T), ("delivered_at", T), "customer_id", "restaurant", "cuisine", "zone", "vehicle", ("items", I), ("promised_min", I), ("food_total_gbp", F), ("delivery_fee_gbp", F), ("discount_gbp", F), ("tip_gbp", F), "payment", "status", ("rating", I)], rows,
                 {"ordered_at": stamp, "delivered_at": stamp, "food_total_gbp": lambda v, i: "" if v is None else f"£{v:.2f}" if scatter(f"f{i}") < 0.3 else f"{v:.2f}", "cuisine": lambda v, i: v.lower() if scatter(f"c{i}") < 0.05 else v + " " if scatter(f"c{i}") > 0.97 else v, "customer_id": or_else("guest"), "rating": or_else("-")})


def podcast_episodes():
    r, rows = random.Random(27113), []
    shows = {"Night Shift": ("True crime", 52, 9400, "2021-03-03", 14), "Penny Wise": ("Money", 31, 5200, "2021-09-06", 14), "Deep Field": ("Science", 44, 6800, "2022-01-11", 14), "Second Helping": ("Food", 38, 3100, "2022-10-06", 21), "The Long Pass": ("Sport", 63, 4400, "2023-05-12", 14)}
    hosts = {"Night Shift": ["Mara Quill", "Jon Tell"], "Penny Wise": ["Ruth Okafor"], "Deep Field": ["Ivo Lang", "Mara Quill"], "Second Helping": ["Dot Ferris"], "The Long Pass": ["Cal Brody", "Nia Rees"]}
    subjects = {"Night Shift": ["Cold cases", "Fraud", "Heists", "Disappearances"], "Penny Wise": ["Saving", "Housing", "Pensions", "Taxes"], "Deep Field": ["Space", "Climate", "Brain", "Oceans"], "Second Helping": ["Baking", "Street food", "History"], "The Long Pass": ["Football", "Cycling", "Interviews"]}
    words = ["glass", "harbour", "paper", "winter", "silent", "second", "golden", "empty", "last", "borrowed", "northern", "broken"], ["letter", "key", "promise", "account", "garden", "signal", "kitchen", "season", "witness", "bridge", "number", "machine"]
    for show, (genre, length, base, first, step) in shows.items():
        start = datetime.date.fromisoformat(first)
        for k, day in enumerate(days(first, "2026-10-20", step)):
            if r.random() < 0.06:
                continue
            day += datetime.timedelta(days=r.choices([0, 1, 2], [86, 9, 5])[0])
            guest = r.random() < {"Night Shift": 0.2, "Penny Wise": 0.5, "Deep Field": 0.7, "Second Helping": 0.4, "The Long Pass": 0.6}[show]
            minutes = round(max(11, r.gauss(length + 6 * guest, 8)) * 60) / 60
            week = round(base * r.lognormvariate(0, 0.28) * (0.55 + 0.75 * min(1, k / 60)) * (1.18 if guest else 1) * (0.8 if day.month in (7, 8) else 1))
            month = round(week * r.uniform(1.35, 1.9))
            sponsor = r.choices(["Lumen Bank", "Tidy Box", "Oat & Co", "Brightpath", None], [22, 18, 16, 14, 30])[0]
            income = 0.0 if sponsor is None else round(month / 1000 * r.uniform(17, 26), 2)
            rows.append([day, show, genre, f"The {r.choice(words[0])} {r.choice(words[1])}", r.choice(subjects[show]) if r.random() > 0.05 else None, r.choice(hosts[show]), "yes" if guest else "no", minutes, week, None if day > datetime.date(2026, 9, 22) else month, None if r.random() < 0.04 else round(min(96, max(30, r.gauss(81 - minutes * 0.28, 7)))) / 100, sponsor, income, round(r.lognormvariate(2.6, 0.8)), None if r.random() < 0.08 else round(min(5, r.gauss(4.4, 0.3)), 1), 1 + (day - start).days // 365])
    rows.sort(key=lambda x: (x[0], x[1]))
    rows = [[i + 1, *row] for i, row in enumerate(rows)]
    clock = lambda v, i: f"{int(v) // 60}:{int(v) % 60:02}:{round(v * 60) % 60:02}"
    return Table("podcast_episodes", [("No.", I), ("Published", D), "Show", "Genre", "Title", "Topic", "Host", "Guest", ("Length", F), ("Downloads 7 days", I), ("Downloads 30 days", I), ("Listened to (avg)", F), "Sponsor", ("Ad income", F), ("Comments", I), ("Stars", F), ("Season", I)], rows,
                 {"Published": written_as("%b %d, %Y"), "Length": clock, "Downloads 7 days": money(""), "Downloads 30 days": money("", "pending"), "Listened to (avg)": lambda v, i: "" if v is None else f"{round(v * 100)}%", "Sponsor": or_else("none"), "Ad income": lambda v, i: f"${v:,.2f}", "Host": lambda v, i: v.upper() if scatter(f"h{i}") < 0.04 else v, "Topic": or_else("")})


DINERS = diners()
TABLES = [DINERS, meal_orders(DINERS), podcast_episodes()]
