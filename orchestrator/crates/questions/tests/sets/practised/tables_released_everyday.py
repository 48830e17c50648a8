"""Tables that were frozen until 27 November 2026; see README.md."""
import datetime, random

from common import Table, days, money, or_else, scatter, written_as

I, F, D = "INTEGER", "DOUBLE", "DATE"


def lost():
    r, rows = random.Random(60431), []
    stations = {"ASH": ("Ashcombe Central", 51.482, -2.611, 34), "BRY": ("Brymore", 51.537, -2.482, 12), "CLF": ("Clifford Road", 51.451, -2.562, 14), "DUN": ("Dunmouth Harbour", 51.371, -2.973, 10), "ELM": ("Elmstead Park", 51.513, -2.701, 8), "FEN": ("Fenwick Airport", 51.392, -2.719, 17), "GRE": ("Greystoke", 51.604, -2.551, 5)}
    goods = {"Umbrella": (8, 17), "Phone": (260, 15), "Bag": (35, 17), "Clothing": (22, 20), "Keys": (10, 9), "Wallet": (45, 8), "Glasses": (90, 6), "Headphones": (70, 8), "Laptop": (520, 4), "Pushchair": (110, 1), "Musical instrument": (240, 1)}
    home = {"Umbrella": 0.08, "Phone": 0.68, "Bag": 0.5, "Clothing": 0.16, "Keys": 0.38, "Wallet": 0.63, "Glasses": 0.27, "Headphones": 0.22, "Laptop": 0.78, "Pushchair": 0.6, "Musical instrument": 0.85}
    span = list(days("2025-01-02", "2026-10-21"))
    weights = [(0.6 if d.isoweekday() == 7 else 1.35 if d.isoweekday() == 5 else 1) * (1.35 if d.month in (11, 12, 1) else 1.1 if d.month in (7, 8) else 1) for d in span]
    for i, day in enumerate(sorted(r.choices(span, weights, k=1460))):
        code = r.choices(list(stations), [s[3] for s in stations.values()])[0]
        name, lat, lon, _ = stations[code]
        item = r.choices(list(goods), [g[1] * (2.2 if g is goods["Umbrella"] and day.month in (10, 11, 12, 1, 2) else 1) for g in goods.values()])[0]
        back = r.random() < home[item]
        wait = max(0, round(r.lognormvariate(1.7, 0.9))) if back else None
        recent = day > datetime.date(2026, 8, 1)
        state = "RET" if back and (day + datetime.timedelta(days=wait)) <= span[-1] else "HLD" if recent else r.choices(["DON", "DSP", "HLD"], [60, 34, 6])[0]
        wait = wait if state == "RET" else None
        rows.append([f"LP{250001 + i}", day, datetime.time(r.choices(range(5, 24), [2, 4, 8, 11, 7, 5, 4, 5, 5, 5, 6, 9, 12, 9, 6, 5, 4, 3, 2])[0], r.randint(0, 59)), code, name, lat, lon, r.choice(["Coast", "Valley", "Loop"]) if code != "FEN" else "Airport", item, r.choice(["black", "blue", "grey", "red", "green", "brown", "white", None]), round(goods[item][0] * r.lognormvariate(0, 0.5)) if r.random() < 0.9 else None, r.choices(["S", "P", "C"], [40, 26, 34])[0], state, day + datetime.timedelta(days=wait) if wait is not None else None, wait, float(r.choice([3, 3, 5, 10])) if state == "RET" and item not in ("Keys",) else None, r.randint(1000, 9999) if r.random() < 0.6 else None, "Y" if item in ("Laptop", "Phone", "Bag") or r.random() < 0.3 else "N", r.choice(["KM", "RT", "SJ", "AO"])])
    return Table("lost_property", ["LP_NO", ("FND_DT", D), ("FND_TM", "TIME"), "STN_CD", "STN_NM", ("STN_LAT", F), ("STN_LON", F), "LINE", "ITEM_CAT", "COLOUR", ("VAL_EST_GBP", I), "FND_BY_CD", "STATUS_CD", ("CLAIM_DT", D), ("DAYS_TO_CLAIM", I), ("FEE_GBP", F), ("TRAIN_NO", I), "PHOTO_FLG", "CLERK"], rows,
                 {"FND_DT": written_as("%d/%m/%Y"), "CLAIM_DT": written_as("%d/%m/%Y"), "FND_TM": written_as("%H:%M"), "FEE_GBP": lambda v, i: "" if v is None else f"£{v:.2f}", "COLOUR": or_else("unknown"), "ITEM_CAT": lambda v, i: v.upper() if scatter(f"i{i}") < 0.06 else v})


def vet():
    r, rows = random.Random(60432), []
    breeds = {"Dog": ["Labrador", "Mixed breed", "Dachshund", "French Bulldog", "Border Collie"], "Cat": ["Domestic shorthair", "Maine Coon", "Siamese"], "Rabbit": ["Dwarf lop", "Rex"], "Guinea pig": ["Abyssinian"], "Parrot": ["Budgie", "Cockatiel"], "Tortoise": ["Hermann's"]}
    heavy = {"Labrador": 31, "Mixed breed": 18, "Dachshund": 9, "French Bulldog": 12, "Border Collie": 19, "Domestic shorthair": 4.4, "Maine Coon": 7, "Siamese": 4, "Dwarf lop": 2, "Rex": 3.2, "Abyssinian": 1, "Budgie": 0.04, "Cockatiel": 0.09, "Hermann's": 1.4}
    why = {"Vaccination": (38, 15, 0), "Check-up": (42, 18, 10), "Vomiting or diarrhoea": (55, 25, 45), "Injury": (70, 35, 60), "Dental": (120, 55, 30), "Skin or itching": (52, 22, 35), "Neutering": (150, 70, 20), "Lameness": (60, 28, 55), "Euthanasia": (95, 40, 0)}
    pets = []
    for p in range(340):
        kind = r.choices(list(breeds), [46, 36, 8, 4, 4, 2])[0]
        breed = r.choice(breeds[kind])
        pets.append([f"P{p + 1001}", r.choice(["Bella", "Milo", "Luna", "Rocky", "Coco", "Simba", "Nala", "Pip", "Otis", "Hazel", "Bruno", "Mitzi"]), kind, breed, r.choice(["F", "M", "FN", "MN"]), round(r.uniform(0.3, 14), 1), heavy[breed] * r.lognormvariate(0, 0.16), r.random() < {"Dog": 0.5, "Cat": 0.3}.get(kind, 0.05), r.choice(["GL50", "GL51", "GL52", "GL53", "GL54"])])
    span = [d for d in days("2025-03-03", "2026-10-30") if d.isoweekday() < 7]
    weights = [(1.5 if d.isoweekday() == 1 else 0.55 if d.isoweekday() == 6 else 1) * (1.2 if d.month in (4, 5, 6) else 1) for d in span]
    for i, day in enumerate(sorted(r.choices(span, weights, k=940))):
        pet = r.choice(pets)
        reason = r.choices(list(why), [26, 18, 14, 9, 8, 11, 5, 6, 3])[0]
        fee, minutes, lab = why[reason]
        urgent = reason in ("Injury", "Vomiting or diarrhoea") and r.random() < 0.3
        consult = float(round(fee * (1.5 if urgent else 1) * (0.85 if pet[2] not in ("Dog", "Cat") else 1)))
        drugs = 0.0 if r.random() < 0.35 else round(r.lognormvariate(2.9, 0.6) * (1 + pet[6] / 40), 2)
        tests = round(lab * r.lognormvariate(0, 0.4), 2) if lab and r.random() < 0.45 else 0.0
        wait = 3 if urgent else max(0, round(r.gauss(14 + (9 if day.isoweekday() == 1 else 0), 7)))
        rows.append([f"V-{i + 1:05}", day, pet[0], pet[1], pet[2], pet[3], pet[4], round(pet[5] + (day - span[0]).days / 365, 1), None if r.random() < 0.07 else round(pet[6] * r.uniform(0.95, 1.05), 2), pet[8], r.choices(["Dr Patel", "Dr Lowe", "Dr Hughes", "locum"], [36, 30, 24, 10])[0], reason, "yes" if urgent else "no", None if r.random() < 0.3 else r.randint(0, 9) if reason in ("Injury", "Lameness", "Dental") else r.randint(0, 4), wait, max(5, round(minutes * r.lognormvariate(0, 0.25))), consult, drugs, tests, round(consult + drugs + tests, 2), r.choices(["card", "cash", "direct debit"], [68, 14, 18])[0], "insured" if pet[7] else "not insured", "yes" if r.random() < 0.27 else "no", "yes" if r.random() < 0.06 else "no"])
    return Table("vet_visits", ["visit id", ("visit date", D), "pet id", "pet name", "species", "breed", "sex", ("age (yrs)", F), ("weight (kg)", F), "owner postcode", "vet", "reason for visit", "emergency", ("pain score (0-10)", I), ("waiting time (min)", I), ("consult length (min)", I), ("consult fee (£)", F), ("medicines (£)", F), ("lab tests (£)", F), ("total bill (£)", F), "paid by", "insurance", "follow-up booked", "no show before"], rows,
                 {"visit date": written_as("%d/%m/%Y"), "total bill (£)": money("£"), "consult fee (£)": money("£"), "weight (kg)": or_else("not weighed"), "pain score (0-10)": or_else("n/r"), "species": lambda v, i: v.lower() if scatter(f"k{i}") < 0.08 else v})


def ski():
    r, rows = random.Random(60433), []
    areas = {"Hochgrat": (2450, 22, 96, 3600, 61), "Steinalp": (1900, 12, 44, 1700, 48), "Val Clara": (2800, 31, 150, 5200, 72), "Birkenegg": (1350, 6, 18, 650, 36)}
    for year in (2022, 2023, 2024, 2025):
        snow = {a: 30 + v[0] / 40 for a, v in areas.items()}
        luck = {2022: 0.7, 2023: 1.0, 2024: 1.25, 2025: 0.9}[year]
        for day in days(f"{year}-12-03", f"{year + 1}-04-12"):
            warm = -5 + 9 * abs((day - datetime.date(year + 1, 1, 25)).days) / 75 + r.gauss(0, 3)
            storm = r.random() < 0.24
            fall = r.lognormvariate(2.1, 0.8) * luck if storm else 0
            feast = day.month == 12 and day.day >= 24 or day.month == 1 and day.day <= 6 or day.month == 2 and 8 <= day.day <= 23
            for area, (high, lifts, km, guests, ticket) in areas.items():
                cold = warm - (high - 1800) / 180
                fresh = round(fall * (0.6 + high / 3500) * r.uniform(0.7, 1.3)) if cold < 2 else 0
                snow[area] = max(0, snow[area] + fresh * 0.42 - max(0, cold + 5) * 0.42 - 0.008 * snow[area])
                if area == "Birkenegg" and (day.month == 4 or r.random() < 0.1):
                    continue
                wind = round(r.lognormvariate(3.3, 0.45) * (1.4 if storm else 1) * (1 + high / 8000))
                shut = "storm" if wind > 85 else "no snow" if snow[area] < 12 else None
                part = 0 if shut else min(1, 0.45 + snow[area] / 110) * r.uniform(0.85, 1)
                sun = 0.0 if storm and r.random() < 0.6 else round(r.uniform(1, 8.5), 1)
                people = 0 if shut else round(guests * part * (1.75 if day.isoweekday() > 5 else 0.8) * (1.5 if feast else 1) * (0.75 + sun / 16) * r.lognormvariate(0, 0.14))
                tickets = round(people * r.uniform(0.52, 0.66))
                rows.append([day, f"{year}/{(year + 1) % 100}", area, high, None if r.random() < 0.03 else round(snow[area] * 1.3), None if r.random() < 0.03 else round(snow[area] * 0.6), fresh, round(cold - r.uniform(2, 5), 1), round(cold + r.uniform(1, 4), 1), wind, sun, 0 if shut else max(1, round(lifts * part)), lifts, 0.0 if shut else round(km * part, 1), people, tickets, round(tickets * ticket * r.uniform(0.8, 0.92) * (1 + 0.03 * (year - 2022))), 0 if not people else sum(r.random() < 0.0009 for _ in range(people)), min(5, max(1, round(1.6 + fresh / 14 + wind / 70 + r.gauss(0, 0.5)))), shut, "yes" if feast else "no"])
    return Table("ski_days", [("date", D), "season", "area", ("top_station_m", I), ("snow_top_cm", I), ("snow_valley_cm", I), ("fresh_snow_cm", I), ("temp_min_c", F), ("temp_max_c", F), ("wind_max_kmh", I), ("sun_h", F), ("lifts_open", I), ("lifts_total", I), ("slopes_open_km", F), ("guests", I), ("day_tickets_sold", I), ("ticket_revenue_chf", I), ("accidents", I), ("avalanche_level", I), "closed_because", "school_holidays"], rows,
                 {"ticket_revenue_chf": lambda v, i: f"CHF {v:,}".replace(",", "'"), "snow_top_cm": or_else("k.A."), "snow_valley_cm": or_else("k.A.")})


def sleep():
    r, rows, kilos = random.Random(60434), [], 81.6
    for day in days("2025-08-04", "2026-11-08"):
        if r.random() < 0.04 or datetime.date(2026, 2, 9) <= day <= datetime.date(2026, 2, 17):
            continue
        late = day.isoweekday() in (5, 6)
        coffee = r.choices([0, 1, 2, 3, 4, 5], [6, 16, 32, 26, 14, 6] if day.isoweekday() < 6 else [12, 34, 32, 16, 5, 1])[0]
        wine = r.choices([0, 1, 2, 3, 4], [18, 20, 30, 20, 12] if late else [66, 20, 10, 3, 1])[0]
        screen = r.random() < 0.55
        sport = r.choices(["none", "run", "swim", "gym", "yoga"], [52, 16, 8, 14, 10])[0]
        hours = round(min(10, max(3.5, 7.2 - 0.18 * coffee - 0.16 * wine - (0.3 if screen else 0) + (0.6 if late else 0) + (0.25 if sport != "none" else 0) + r.gauss(0, 0.7))), 2)
        bed = 22 * 60 + 50 + (55 if late else 0) + round(r.gauss(0, 28))
        up = bed + round((hours + r.uniform(0.2, 0.8)) * 60)
        woke = max(0, round(r.gauss(1.1 + 0.35 * wine + 0.15 * coffee, 0.9)))
        kilos += r.gauss(-0.012, 0.16)
        score = min(100, max(20, round(40 + 6.5 * hours - 3.5 * woke - 2 * wine + r.gauss(0, 5))))
        rows.append([day, f"{day:%a}", datetime.time(bed // 60 % 24, bed % 60), datetime.time(up // 60 % 24, up % 60), hours, round(hours * r.uniform(0.13, 0.26), 2), round(hours * r.uniform(0.18, 0.27), 2), woke, score, coffee, wine, "Y" if screen else "N", sport, None if r.random() < 0.06 else round(r.lognormvariate(8.95, 0.38)), None if r.random() < 0.1 else round(58 + 1.5 * wine - hours + 5 + r.gauss(0, 2.5)), None if r.random() < 0.2 else round(kilos, 1), r.choices(["awful", "bad", "ok", "good", "great"], [1, 3, 5, 5, 1] if score < 65 else [0, 1, 5, 9, 4])[0], round(r.gauss(19 + (3 if day.month in (6, 7, 8) else 0), 0.9), 1), "home" if r.random() < 0.92 else r.choice(["hotel", "parents"])])
    return Table("sleep_diary", [("Date", D), "Day", ("Bed time", "TIME"), ("Wake time", "TIME"), ("Hours asleep", F), ("Deep (h)", F), ("REM (h)", F), ("Times awake", I), ("Sleep score", I), ("Coffees", I), ("Alcoholic drinks", I), ("Screen in bed", "VARCHAR"), "Exercise", ("Steps", I), ("Resting HR (bpm)", I), ("Weight (kg)", F), "Mood next day", ("Bedroom temp (°C)", F), "Where"], rows,
                 {"Steps": lambda v, i: "" if v is None else f"{v:,}", "Bed time": written_as("%H:%M"), "Wake time": written_as("%H:%M"), "Weight (kg)": or_else("forgot")})


TABLES = [lost(), vet(), ski(), sleep()]
