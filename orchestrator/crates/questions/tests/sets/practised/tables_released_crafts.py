"""Tables that were frozen until 27 November 2026; see README.md."""
import datetime, random

from common import Table, days, mixed_date, or_else, scatter

I, F, D = "INTEGER", "DOUBLE", "DATE"

ORIGINS = {
    "Ethiopia": (["Sidama", "Guji", "Yirgacheffe"], 1950, 9.4, 86.5, ["Heirloom"]),
    "Colombia": (["Huila", "Nariño", "Tolima"], 1700, 8.1, 84.8, ["Caturra", "Castillo", "Pink Bourbon"]),
    "Brazil": (["Cerrado", "Sul de Minas"], 1080, 5.6, 82.3, ["Yellow Catuai", "Mundo Novo"]),
    "Kenya": (["Nyeri", "Kirinyaga"], 1800, 10.6, 87.2, ["SL28", "SL34"]),
    "Guatemala": (["Antigua", "Huehuetenango"], 1620, 8.0, 84.6, ["Bourbon", "Caturra"]),
    "Rwanda": (["Nyamasheke", "Huye"], 1760, 8.7, 85.4, ["Red Bourbon"]),
    "Honduras": (["Marcala", "Copán"], 1450, 6.8, 83.2, ["Catuai", "Pacas"]),
    "Indonesia": (["Aceh", "Toraja"], 1380, 7.2, 82.9, ["Ateng", "Typica"]),
    "Peru": (["Cajamarca"], 1650, 7.5, 83.9, ["Typica", "Bourbon"]),
}


def lots():
    r, rows = random.Random(60411), []
    places = r.choices(list(ORIGINS), [20, 18, 16, 9, 11, 7, 9, 6, 6], k=96)
    arrivals = sorted(r.sample(list(days("2023-02-06", "2026-09-18")), 96))
    for i, (country, arrived) in enumerate(zip(places, arrivals)):
        regions, high, price, score, kinds = ORIGINS[country]
        process = r.choices(["Washed", "Natural", "Honey", "Anaerobic"], [52, 28, 14, 6] if country != "Brazil" else [15, 60, 22, 3])[0]
        points = round((score + {"Natural": 0.6, "Anaerobic": 1.8}.get(process, 0) + r.gauss(0, 1.1)) * 4) / 4
        bag = r.choice([60, 60, 69, 70, 30] if country != "Kenya" else [60, 30])
        bought = r.choice([2, 3, 4, 5, 6, 8, 10, 12, 15, 20]) if country != "Brazil" else r.choice([10, 15, 20, 25, 30])
        age = (datetime.date(2026, 10, 20) - arrived).days
        left = 0 if age > 420 and r.random() < 0.9 else round(bought * max(0, r.uniform(0.1, 1) - age / 700))
        organic = r.random() < {"Honduras": 0.6, "Peru": 0.7, "Ethiopia": 0.4}.get(country, 0.15)
        rows.append([f"GL-{i + 101}", country, r.choice(regions), f"{r.choice(['Finca', 'Coop', 'Station', 'Fazenda'])} {r.choice(['La Esperanza', 'El Mirador', 'Aurora', 'Sol', 'Santa Rita', 'Kochere', 'Las Nubes', 'Boa Vista', 'Nyota', 'Umoja'])}", r.choice(kinds), process,
                     arrived.year - (1 if arrived.month < 6 else 0), None if r.random() < 0.08 else round(high + r.gauss(0, 110), -1), bag, bought, left,
                     round(price * (1.12 if organic else 1) * (1 + (points - score) * 0.06) * (1.18 if arrived.year >= 2025 else 1) * r.lognormvariate(0, 0.06), 2), None if r.random() < 0.07 else points, "Y" if organic else "N", "Y" if r.random() < 0.3 else "N", arrived, r.choice(["Nordic Green", "Casa Verde", "Falcon Row", "direct trade"]), round(r.gauss(10.8, 0.5), 1), r.choice(["Dock 4", "Attic", "Hamburg silo"])])
    return Table("coffee_lots", ["lot_id", "origin_country", "region", "producer", "variety", "process", ("harvest_year", I), ("altitude_m", F), ("bag_size_kg", I), ("bags_bought", I), ("bags_left", I), ("price_usd_per_kg", F), ("cup_score", F), "organic", "fairtrade", ("arrived_on", D), "importer", ("moisture_pct", F), "warehouse"], rows,
                 {"price_usd_per_kg": lambda v, i: f"${v:.2f}", "cup_score": or_else("not cupped"), "altitude_m": lambda v, i: "?" if v is None else f"{v:.0f}", "arrived_on": mixed_date, "origin_country": lambda v, i: v.upper() if scatter(f"o{i}") < 0.07 else v})


def batches():
    r, rows = random.Random(60412), []
    stock = lots().rows
    machines = {"Probat P12": (12, 1.0), "Giesen W6": (6, 0.96), "Loring S15": (15, 0.9)}
    span = [d for d in days("2024-09-02", "2026-11-11") if d.isoweekday() < 7]
    weights = [(0.3 if d.isoweekday() == 6 else 1.3 if d.isoweekday() in (2, 4) else 1) * (1.6 if d.month == 12 else 1.25 if d.month == 11 else 0.7 if d.month in (7, 8) else 1) * (1 + (d - span[0]).days / 1600) for d in span]
    for i, day in enumerate(sorted(r.choices(span, weights, k=1180))):
        choice = [s for s in stock if 0 <= (day - s[15]).days < 520]
        lot = r.choices(choice, [s[9] for s in choice])[0]
        machine = r.choices(list(machines), [40, 25, 35 if day > datetime.date(2025, 4, 1) else 0])[0]
        size, speed = machines[machine]
        level = r.choices(["Light", "Medium", "Medium-dark", "Dark"], [38, 34, 18, 10] if lot[1] not in ("Brazil", "Indonesia") else [8, 34, 36, 22])[0]
        k = ["Light", "Medium", "Medium-dark", "Dark"].index(level)
        green = round(size * r.choice([0.6, 0.75, 0.8, 0.9, 0.9, 1.0]), 1)
        loss = round(r.gauss(12.2 + 1.7 * k, 0.7) + (lot[17] - 10.8) * 0.8, 1)
        out = round(green * (1 - loss / 100), 2)
        seconds = round((590 + 45 * k + r.gauss(0, 25)) * speed)
        bad = r.random() < (0.055 if machine == "Giesen W6" else 0.02)
        use = "Espresso" if k >= 2 and r.random() < 0.8 else r.choices(["Filter", "Espresso", "Wholesale"], [55, 20, 25])[0]
        rows.append([24000 + i, lot[0], datetime.datetime(day.year, day.month, day.day, r.choices(range(7, 18), [6, 12, 14, 13, 10, 6, 9, 10, 9, 6, 3])[0], r.choice(range(0, 60, 5))), machine, r.choices(["Jonas", "Mirela", "Tomasz", "Aoife"], [35, 30, 22, 13])[0], level, green, out, loss, seconds, round(seconds * r.gauss(0.79, 0.015)), round(r.gauss(204 + 6 * k, 1.8), 1), None if r.random() < 0.12 else round(r.gauss(92 - 13 * k, 2.5)), use, 0 if bad else int(out * 1000 // 250), "yes" if bad else "no", round(green * 1.05 + r.gauss(0, 0.5), 1)])
    return Table("roast_batches", [("batch_no", I), "lot_id", ("roasted_at", "TIMESTAMP"), "machine", "operator", "roast_level", ("green_in_kg", F), ("roasted_out_kg", F), ("weight_loss_pct", F), ("roast_time_s", I), ("first_crack_s", I), ("end_temp_c", F), ("agtron", I), "used_for", ("bags_250g", I), "rejected", ("gas_kwh", F)], rows,
                 {"weight_loss_pct": lambda v, i: f"{v} %", "agtron": or_else("-"), "operator": lambda v, i: v.lower() if scatter(f"p{i}") < 0.05 else v})


def repairs():
    r, rows = random.Random(60413), []
    things = {"Electrical appliance": ["Kettle", "Toaster", "Vacuum cleaner", "Hair dryer", "Coffee machine", "Hand blender"], "Computer & phone": ["Laptop", "Mobile phone", "Tablet", "Printer"], "Textile": ["Jacket", "Trousers", "Backpack", "Curtain"], "Bicycle": ["Bicycle"], "Furniture & wood": ["Chair", "Drawer", "Stool"], "Toy": ["Toy car", "Doll", "Music box"], "Lamp": ["Desk lamp", "Floor lamp"], "Audio": ["Radio", "Headphones", "Turntable"]}
    share = [30, 15, 15, 9, 6, 6, 9, 10]
    luck = {"Electrical appliance": 0.55, "Computer & phone": 0.4, "Textile": 0.9, "Bicycle": 0.86, "Furniture & wood": 0.8, "Toy": 0.66, "Lamp": 0.78, "Audio": 0.52}
    weigh = {"Electrical appliance": 2.4, "Computer & phone": 1.2, "Textile": 0.7, "Bicycle": 14, "Furniture & wood": 6, "Toy": 0.5, "Lamp": 1.9, "Audio": 2}
    fixers = {"Henk": ["Electrical appliance", "Lamp", "Audio"], "Salma": ["Textile"], "Piotr": ["Computer & phone", "Audio"], "Ines": ["Bicycle", "Furniture & wood", "Toy"], "Walter": ["Electrical appliance", "Lamp", "Toy"], "Grace": ["Computer & phone", "Electrical appliance"], "Otto": ["Furniture & wood", "Bicycle"], "Yuki": ["Textile", "Toy"]}
    brands = ["Philips", "Bosch", "Sony", "no name", "Braun", "IKEA", "Dell", "Tefal"]
    n = 0
    for k, day in enumerate(d for d in days("2024-01-13", "2026-10-31", 14)):
        if (day.month == 8) or (day.month == 12 and day.day > 20):
            continue
        venue = r.choices(["Town library", "St Mary's hall", "Makerspace"], [45, 35, 20])[0]
        for _ in range(max(3, round(r.gauss({"Town library": 10, "St Mary's hall": 8, "Makerspace": 6}[venue] * (1 + k / 90), 2)))):
            kind = r.choices(list(things), share)[0]
            age = None if r.random() < 0.17 else max(0, round(r.lognormvariate(1.8, 0.75)))
            age = min(age, 14) if age and kind == "Computer & phone" else age
            chance = luck[kind] - (0.012 * (age or 6)) + 0.06
            end = "Fixed" if r.random() < chance else r.choices(["Partly fixed", "Not repairable", "Spare part needed"], [22, 48, 30])[0]
            minutes = max(5, round(r.lognormvariate(3.65, 0.45) * (1.25 if end != "Fixed" else 1) / 5) * 5)
            weight = round(weigh[kind] * r.lognormvariate(0, 0.45), 1)
            old = r.choices(["under 18", "18-34", "35-49", "50-64", "65+"], [4, 17, 24, 28, 27])[0]
            n += 1
            rows.append([f"R{n:04}", day, venue, r.choice(things[kind]), kind, r.choice(brands) if kind not in ("Textile", "Furniture & wood") else None, age, weight, r.choice(["does not switch on", "broken part", "loose contact", "torn or worn", "makes a noise", "battery"]), r.choice([f for f, c in fixers.items() if kind in c]), end, minutes, round(r.uniform(1, 28), 2) if r.random() < 0.22 else 0.0, None if r.random() < 0.12 else float(r.choices([0, 2, 5, 10, 20], [20, 20, 36, 20, 4] if end == "Fixed" else [42, 28, 24, 6, 0])[0]), r.choice(["4051", "4052", "4053", "4055", "4058", "4102"]), old, "yes" if r.random() < 0.46 else "no", None if r.random() < 0.35 else min(5, max(1, round(r.gauss(4.5 if end == "Fixed" else 3.4, 0.8)))), round(weight * r.uniform(4, 9), 1) if end == "Fixed" else 0.0])
    return Table("repair_cafe", ["Repair No.", ("Session Date", D), "Venue", "Item", "Category", "Brand", ("Item Age (years)", I), ("Weight (kg)", F), "Fault", "Fixer", "Outcome", ("Time Spent (min)", I), ("Parts Cost (€)", F), ("Donation (€)", F), "Visitor Postcode", "Visitor Age Group", "First Visit?", ("Satisfaction (1-5)", I), ("CO2 Saved (kg)", F)], rows,
                 {"Session Date": mixed_date, "Donation (€)": lambda v, i: "" if v is None else f"€ {v:.2f}", "Item Age (years)": or_else("unknown"), "Outcome": lambda v, i: v.upper() if scatter(f"u{i}") < 0.04 else v.lower() if scatter(f"u{i}") < 0.1 else v, "Satisfaction (1-5)": or_else("n/a")})


TABLES = [lots(), batches(), repairs()]
