"""Repairs of a bicycle workshop, the parts that they used, and the daily log of a farm's hen houses. All values are invented."""
import datetime, math, random

from common import Table, days, or_else, scatter, written_as

I, F, D = "INTEGER", "DOUBLE", "DATE"
PARTS = {
    # name: group, cost, price
    "Inner tube": ("Wheels", 2.1, 6.5), "Tyre": ("Wheels", 14.0, 29.0), "Spoke": ("Wheels", 0.4, 1.5), "Rim tape": ("Wheels", 1.2, 4.0),
    "Brake pads": ("Brakes", 5.2, 14.0), "Brake cable": ("Brakes", 1.6, 5.5), "Brake disc": ("Brakes", 11.5, 26.0),
    "Chain": ("Drivetrain", 9.8, 24.0), "Cassette": ("Drivetrain", 21.0, 44.0), "Chainring": ("Drivetrain", 17.5, 37.0), "Gear cable": ("Drivetrain", 1.8, 6.0), "Derailleur": ("Drivetrain", 33.0, 62.0),
    "Front light": ("Electrics", 13.0, 28.0), "E-bike battery": ("Electrics", 310.0, 459.0), "Motor controller": ("Electrics", 96.0, 168.0),
    "Saddle": ("Comfort", 15.5, 34.0), "Grips": ("Comfort", 4.4, 12.5), "Pedals": ("Comfort", 8.6, 21.0),
}
SERVICES = {
    "Puncture": (18, ["Inner tube", "Inner tube", "Tyre", "Rim tape"]), "Full service": (95, ["Chain", "Brake pads", "Gear cable", "Brake cable", "Cassette", "Tyre"]), "Brakes": (35, ["Brake pads", "Brake cable", "Brake disc"]),
    "Gears": (40, ["Gear cable", "Chain", "Cassette", "Derailleur", "Chainring"]), "Wheel true": (30, ["Spoke", "Rim tape"]), "Electrics": (55, ["Front light", "Motor controller", "E-bike battery"]), "Fitting": (25, ["Saddle", "Grips", "Pedals"]),
}


def workshop():
    r, jobs, used = random.Random(27701), [], []
    makers = {"City": ["Halden", "Vero", "Tamsin"], "E-bike": ["Voltara", "Halden", "Kestrel"], "Road": ["Corsair", "Kestrel"], "Mountain": ["Grizzle", "Kestrel", "Corsair"], "Kids": ["Pippin", "Tamsin"], "Cargo": ["Mulo", "Voltara"]}
    calendar = [d for d in days("2025-02-03", "2026-11-14") if d.isoweekday() != 7 and (d.month, d.day) != (12, 25)]
    busy = [{3: 1.5, 4: 1.9, 5: 1.8, 6: 1.4, 9: 1.1, 12: 0.5, 1: 0.45}.get(d.month, 0.9) * {1: 1.5, 6: 1.3}.get(d.isoweekday(), 1) for d in calendar]
    speed = {"Ines": 0.92, "Malik": 1.0, "Tove": 1.1, "Rob": 1.3}
    riders = [f"C{n}" for n in r.sample(range(1000, 1999), 330)]
    for n, day in enumerate(sorted(r.choices(calendar, busy, k=680))):
        number = f"B{5001 + n}"
        kind = r.choices(list(makers), [34, 24, 14, 13, 9, 6])[0]
        service = r.choices(list(SERVICES), [26, 22, 15, 16, 8, 14 if kind in ("E-bike", "Cargo") else 3, 6])[0]
        who = r.choices(list(speed), [32, 30, 22, 16])[0]
        minutes = max(5, round(SERVICES[service][0] * speed[who] * r.lognormvariate(0, 0.25) * (1.25 if kind in ("E-bike", "Cargo") else 1)))
        guarantee = "yes" if r.random() < 0.06 else "no"
        wait = 0
        for part in sorted({p for p in SERVICES[service][1] if r.random() < (0.12 if p in ("E-bike battery", "Derailleur") else 0.48)}):
            group, cost, price = PARTS[part]
            count = r.randint(1, 6) if part == "Spoke" else 2 if part in ("Brake pads", "Tyre", "Brake cable") and r.random() < 0.35 else 1
            ordered = r.random() < (0.5 if cost > 20 else 0.12)
            waited = r.randint(1, 12) if ordered else 0
            wait = max(wait, waited)
            supplier = {"Wheels": "Rondo Trade", "Brakes": "Stopwell", "Drivetrain": "Rondo Trade", "Electrics": "Ampere Parts", "Comfort": "Sitz & Co"}[group] if r.random() < 0.85 else "Second-hand"
            used.append([number, day, f"{group[0]}-{100 + list(PARTS).index(part)}", part, group, supplier, count, round(cost * r.uniform(0.94, 1.08) * (0.55 if supplier == "Second-hand" else 1), 2), price if supplier != "Second-hand" else round(price * 0.6, 2), "ordered" if ordered else "stock", waited if ordered else None])
        ready = day + datetime.timedelta(days=wait + r.choices([0, 1, 2, 3, 5], [22, 34, 24, 14, 6])[0])
        fetched = ready + datetime.timedelta(days=r.choices([0, 1, 2, 4, 9, 23], [44, 26, 14, 9, 5, 2])[0])
        last = datetime.date(2026, 11, 14)
        labour = 0.0 if guarantee == "yes" else round(minutes * 0.9 / 0.5) * 0.5
        quote = None if service == "Puncture" or r.random() < 0.3 else float(round(max(15, labour * r.uniform(0.75, 1.25)) / 5) * 5)
        jobs.append([number, r.choice(riders), day, ready if ready <= last else None, fetched if fetched <= last else None, kind, r.choice(makers[kind]), service, who, minutes, quote, labour, r.choices([0, 10, 20], [80, 15, 5])[0], r.choices(["card", "cash", "invoice"], [66, 22, 12])[0], guarantee, None if r.random() < 0.55 else min(5, max(1, round(r.gauss(4.6 - 0.13 * (ready - day).days, 0.7)))), r.choice(["Old Town", "Riverside", "Northfield", "Campus", "Out of town"])])
    # A typing error: minutes written as seconds.
    jobs[233][9] = 1080
    date = written_as("%d/%m/%Y")
    return [
        Table("bike_jobs", ["Job no", "Customer", ("Brought in", D), ("Ready on", D), ("Collected on", D), "Bike type", "Brand", "Service", "Mechanic", ("Labour (min)", I), ("Quote labour", F), ("Labour charge", F), ("Discount %", I), "Paid by", "Under guarantee", ("Stars", I), "District"], jobs,
              {"Brought in": date, "Ready on": date, "Collected on": lambda v, i: "not yet" if v is None else v.strftime("%d/%m/%Y"), "Labour charge": lambda v, i: f"€ {v:.2f}", "Quote labour": lambda v, i: "" if v is None else f"€ {v:.0f}", "Bike type": lambda v, i: "ebike" if v == "E-bike" and scatter(f"e{i}") < 0.2 else v.lower() if scatter(f"b{i}") < 0.05 else v, "Discount %": lambda v, i: f"{v} %", "Mechanic": lambda v, i: v + " " if scatter(f"m{i}") < 0.05 else v}),
        Table("bike_parts", ["Job no", ("Used on", D), "Part code", "Part", "Group", "Supplier", ("Qty", I), ("Cost each", F), ("Price each", F), "From", ("Days waited", I)], used,
              {"Used on": date, "Cost each": lambda v, i: f"{v:.2f} EUR" if scatter(f"c{i}") < 0.08 else f"{v:.2f}", "Supplier": lambda v, i: v.upper() if scatter(f"s{i}") < 0.06 else v, "Days waited": or_else("-")}),
    ]


def hens():
    r, rows = random.Random(27702), []
    houses = {"Barn": ("Lohmann Brown", 1180, 0.91, 64), "Meadow": ("Novogen", 640, 0.86, 61), "Orchard": ("Marans", 310, 0.63, 67)}
    count = {h: v[1] for h, v in houses.items()}
    for n, day in enumerate(days("2025-09-01", "2026-11-08")):
        warm = 13 + 9.5 * -math.cos((day.timetuple().tm_yday - 20) / 365 * 6.2832) + r.gauss(0, 2.6)
        for house, (breed, start, lay, weight) in houses.items():
            note, lost = None, r.choices([0, 1, 2], [78, 18, 4])[0]
            if house != "Barn" and r.random() < 0.012:
                note, lost = "fox", r.randint(4, 17)
            elif warm > 26 and r.random() < 0.3:
                note = "heat"
            elif r.random() < 0.012:
                note = r.choice(["power cut", "vet", "mites"])
            # A new flock moves in.
            if house == "Meadow" and day == datetime.date(2026, 4, 13):
                count[house], note, lost = 640, "new flock", 0
            count[house] -= lost
            hens_now = count[house]
            age = n if house != "Meadow" or day < datetime.date(2026, 4, 13) else (day - datetime.date(2026, 4, 13)).days
            rate = lay * (1 - 0.00035 * age) * (0.9 if note in ("heat", "fox", "power cut") else 1) * (0.94 if house == "Orchard" and day.month in (11, 12, 1) else 1)
            eggs = round(hens_now * min(0.98, rate * r.gauss(1, 0.022)))
            cracked = round(eggs * max(0, r.gauss(0.019 + 0.00003 * age, 0.006)))
            floor = round(eggs * max(0, r.gauss(0.012 if house == "Barn" else 0.034, 0.009)))
            feed = round(hens_now * r.gauss(0.121, 0.005) * (1.05 if warm < 5 else 0.95 if warm > 24 else 1), 1)
            meter = house == "Orchard" and datetime.date(2026, 6, 3) <= day <= datetime.date(2026, 6, 29)
            water = None if meter or r.random() < 0.015 else round(hens_now * (0.21 + 0.005 * max(0, warm - 18)) * r.gauss(1, 0.05))
            rows.append([day, house, breed, hens_now, eggs, cracked, floor, None if r.random() < 0.04 else round(r.gauss(weight - 0.02 * max(0, warm - 20), 0.7), 1), feed, water, lost, round(warm + r.gauss(2 if house == "Barn" else 0, 0.8), 1), note, r.choices(["Greta", "Sam", "Yusuf", None], [45, 33, 20, 2])[0]])
    return Table("hen_log", [("day", D), "hen_house", "breed", ("hens", I), ("eggs", I), ("cracked", I), ("floor_eggs", I), ("egg_weight_g", F), ("feed_kg", F), ("water_l", I), ("found_dead", I), ("temp_c", F), "remark", "checked_by"], rows,
                 {"day": lambda v, i: v.strftime("%d.%m.%Y") if scatter(f"d{i // 90}") < 0.3 else v, "feed_kg": lambda v, i: f"{v} kg" if scatter(f"f{i}") < 0.07 else v, "hen_house": lambda v, i: v.lower() if scatter(f"h{i}") < 0.05 else v, "water_l": or_else("n/a"), "temp_c": lambda v, i: f"{v}°C" if scatter(f"t{i}") < 0.04 else v, "checked_by": or_else("?")})


TABLES = [*workshop(), hens()]
