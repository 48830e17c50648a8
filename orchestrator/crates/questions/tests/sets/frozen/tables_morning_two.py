"""The rota of a country inn, the account book of a joinery, and a florist's deliveries. All values are invented."""
import datetime, random

from common import Table, days, or_else, scatter, written_as

I, F, D = "INTEGER", "DOUBLE", "DATE"


def rota():
    r, rows = random.Random(27711), []
    staff = {"Agnes": ("Kitchen", "full", 21.5), "Boris": ("Kitchen", "full", 17.8), "Chidi": ("Kitchen", "part", 15.2), "Dana": ("Bar", "full", 15.9), "Emil": ("Bar", "casual", 13.4), "Fay": ("Bar", "part", 14.1), "Goran": ("Housekeeping", "full", 14.3), "Hedda": ("Housekeeping", "part", 13.9), "Ivo": ("Housekeeping", "casual", 13.1), "Juno": ("Reception", "full", 17.2), "Kirsten": ("Reception", "part", 15.6), "Luca": ("Reception", "casual", 14.0)}
    begins = {"Kitchen": [(7, 8), (14, 8.5)], "Bar": [(11, 6), (17, 7.5)], "Housekeeping": [(8, 6), (9, 5)], "Reception": [(7, 8), (15, 8), (22, 9)]}
    worker = [n for n in staff]
    for day in days("2026-03-02", "2026-11-01"):
        full = day.isoweekday() in (5, 6, 7)
        guests = max(4, min(58, round(r.gauss(27 + 11 * full + (9 if day.month in (7, 8) else 0) - (7 if day.month in (3, 11) else 0), 5))))
        for name in worker:
            team, contract, pay = staff[name]
            chance = {"full": 0.7, "part": 0.44, "casual": 0.18}[contract] + 0.12 * full
            if r.random() > chance * 0.72:
                continue
            hour, length = r.choice(begins[team])
            state = r.choices(["worked", "sick", "swapped", "no-show", "on leave"], [84, 5, 4, 1.2 + 2 * (contract == "casual"), 5])[0]
            cover = r.choice([n for n in worker if staff[n][0] == team and n != name]) if state == "swapped" else None
            extra = max(-1.5, round(r.gauss(0.35 if full and team in ("Kitchen", "Bar") else 0.05, 0.5) * 4) / 4)
            done = round(length + extra, 2) if state in ("worked", "swapped") else 0.0
            start = datetime.time(hour)
            end = (datetime.datetime(2026, 1, 1, hour) + datetime.timedelta(hours=length)).time()
            rows.append([day, name, team, contract, start, end, float(length), done, None if state not in ("worked", "swapped") else 45 if length > 6 and r.random() < 0.3 else 30 if length >= 6 else 15, pay, state, cover, round(max(0, r.gauss(2.3 * guests * (0.35 if team == "Bar" else 0.12), 6)), 2) if done and team in ("Bar", "Reception") else None, guests])
    rows = [[f"R{7001 + i}", *row] for i, row in enumerate(rows)]
    clock = written_as("%H:%M")
    return Table("inn_rota", ["shift_id", ("shift_date", D), "employee", "team", "contract", ("starts", "TIME"), ("ends", "TIME"), ("planned_hours", F), ("worked_hours", F), ("break_min", I), ("pay_per_hour", F), "status", "covered_by", ("tips", F), ("guests_in_house", I)], rows,
                 {"shift_date": written_as("%a %d %b %Y"), "starts": clock, "ends": clock, "pay_per_hour": lambda v, i: f"€{v:.2f}", "status": lambda v, i: {"no-show": "No show", "sick": "Sick"}.get(v, v) if scatter(f"s{i}") < 0.2 else v, "team": lambda v, i: v.upper() if scatter(f"t{i}") < 0.04 else v, "tips": lambda v, i: "" if v is None else f"€{v:.2f}"})


def books():
    r, rows = random.Random(27712), []
    accounts = {
        "4000": ("Furniture sales", "IN", 20, 2900, 0.8), "4010": ("Fitting work", "IN", 20, 1150, 0.6), "4020": ("Repairs", "IN", 20, 240, 0.6), "4090": ("Other income", "IN", 0, 130, 0.7),
        "5000": ("Timber", "OUT", 20, 640, 0.7), "5010": ("Hardware", "OUT", 20, 150, 0.7), "5020": ("Paint and glue", "OUT", 20, 95, 0.5), "6000": ("Rent", "OUT", 0, 1450, 0), "6010": ("Electricity", "OUT", 5, 310, 0.2), "6020": ("Van and fuel", "OUT", 20, 120, 0.6), "6030": ("Insurance", "OUT", 0, 260, 0.1), "6040": ("Tools", "OUT", 20, 185, 0.9), "6050": ("Advertising", "OUT", 20, 90, 0.6),
    }
    clients = ["Mrs Adair", "Hotel Birch", "Cafe Lumen", "Oakley Parish", "Dr Winter", "Field & Sons", "Nursery Tiptoe", "Walk-in"]
    sellers = {"5000": ["Sawmill Ruder", "Nordholz", "Timberline"], "5010": ["Boltworks", "Hinge & Key"], "5020": ["Colora"], "6000": ["Estate Moss"], "6010": ["City Power"], "6020": ["Garage Penn", "Fuel card"], "6030": ["Safeguard"], "6040": ["Boltworks", "Toolmart"], "6050": ["Print Hall", "Web Agency Owl"]}
    entries = []
    for day in days("2024-01-02", "2026-10-31"):
        if day.day == 3:
            entries += [(day, "6000"), (day, "6010")]
            entries += [(day, "6030")] if day.month % 3 == 1 else []
        if day.isoweekday() > 5:
            continue
        season = 1.25 if day.month in (3, 4, 5, 9, 10, 11) else 0.7 if day.month in (1, 8) else 1
        for account in r.choices([a for a in accounts if a not in ("6000", "6010", "6030")], [14, 11, 13, 2, 20, 14, 8, 11, 4, 3], k=r.choices([0, 1, 2, 3], [28, 40, 24, 8])[0]):
            if r.random() < min(1, 0.8 * season):
                entries.append((day, account))
    for n, (day, account) in enumerate(entries):
        name, way, rate, size, spread = accounts[account]
        net = round(size * r.lognormvariate(0, spread) * (1 + 0.05 * (day.year - 2024)), 2) if spread else float(size + 60 * (day.year - 2024))
        partner = r.choices(clients, [15, 18, 12, 8, 9, 14, 9, 15])[0] if way == "IN" else r.choice(sellers[account])
        term = 30 if way == "IN" and partner != "Walk-in" else 0 if partner == "Walk-in" or account in ("6020", "6000") else 14
        due = day + datetime.timedelta(days=term)
        late = {"Hotel Birch": 17, "Field & Sons": 8, "Oakley Parish": 25}.get(partner, -3)
        paid = day if term == 0 else max(day, due + datetime.timedelta(days=round(r.gauss(late, 8))))
        paid = None if paid > datetime.date(2026, 10, 31) or (way == "IN" and term and r.random() < 0.02) else paid
        tax = round(net * rate / 100, 2)
        rows.append([f"{day.year % 100}-{n + 1:04}", day, due, paid, int(account), name, way, partner, net, rate, tax, round(net + tax, 2), ("cash" if r.random() < 0.5 else "card") if partner == "Walk-in" else "card" if account == "6020" else "direct debit" if account in ("6000", "6010", "6030") else "transfer", f"P{r.randint(101, 168)}" if account in ("4000", "4010", "5000") and r.random() < 0.8 else None])
    euro = lambda v, i: f"{v:,.2f}"
    date = written_as("%d.%m.%Y")
    return Table("joinery_books", ["DocNo", ("BookDate", D), ("DueDate", D), ("PaidDate", D), ("Acct", I), "AcctName", "Dir", "Partner", ("Net", F), ("VATpct", I), ("VAT", F), ("Gross", F), "PayBy", "Project"], rows,
                 {"BookDate": date, "DueDate": date, "PaidDate": lambda v, i: "open" if v is None else v.strftime("%d.%m.%Y"), "Net": euro, "VAT": euro, "Gross": euro, "VATpct": lambda v, i: f"{v}%", "Partner": lambda v, i: v.lower() if scatter(f"p{i}") < 0.04 else v + " " if scatter(f"p{i}") > 0.97 else v})


def bouquets():
    r, rows = random.Random(27713), []
    towns = {"Marlow Green": (47.812, 13.041, 2.1, 30), "Eastgate": (47.801, 13.093, 4.4, 22), "Old Mill": (47.836, 13.022, 5.2, 16), "Lindach": (47.861, 13.118, 9.8, 13), "Sankt Veit": (47.772, 12.987, 8.3, 11), "Hochfeld": (47.894, 13.201, 16.5, 8)}
    flowers = {"Roses": 46, "Seasonal mix": 34, "Tulips": 27, "Lilies": 42, "Dried": 38, "Wreath": 69}
    calendar = [d for d in days("2025-01-07", "2026-11-07") if d.isoweekday() != 7 or (d.month == 5 and d.day in range(8, 15))]
    def pull(d):
        return {(2, 13): 7, (2, 14): 14}.get((d.month, d.day), 1) * (6 if d.month == 5 and 8 <= d.day <= 14 and d.isoweekday() >= 6 else 1) * {5: 1.5, 6: 1.6, 1: 0.7}.get(d.isoweekday(), 1) * (1.25 if d.month in (4, 5, 6, 12) else 1)
    for n, day in enumerate(sorted(r.choices(calendar, [pull(d) for d in calendar], k=840))):
        town = r.choices(list(towns), [t[3] for t in towns.values()])[0]
        lat, lon, far, _ = towns[town]
        love = (day.month, day.day) in ((2, 13), (2, 14))
        mothers = day.month == 5 and 8 <= day.day <= 14 and day.isoweekday() >= 6
        why = "Valentine's" if love and r.random() < 0.85 else "Mother's Day" if mothers and r.random() < 0.85 else r.choices(["Birthday", "Funeral", "Thank you", "Wedding", "Get well", None], [42, 18, 14, 6, 12, 8])[0]
        what = r.choices(list(flowers), {"Valentine's": [70, 12, 12, 4, 2, 0], "Funeral": [8, 6, 0, 26, 4, 56], "Wedding": [44, 26, 0, 20, 10, 0]}.get(why, [24, 36, 20 * (day.month < 6), 10, 10, 0]))[0]
        size = r.choices(["S", "M", "L", "XL"], [24, 44, 24, 8])[0]
        price = round(flowers[what] * {"S": 0.75, "M": 1, "L": 1.4, "XL": 1.95}[size] * (1.2 if love else 1) * r.uniform(0.95, 1.08)) - 0.1
        driver = r.choices(["Nele", "Oscar", "Pavel"], [40, 35, 25])[0]
        fee = 0.0 if price > 60 else {True: 4.9, False: 7.9}[far < 6]
        slot = r.choices(["morning", "midday", "afternoon"], [40, 25, 35])[0]
        promised = {"morning": 11, "midday": 14, "afternoon": 18}[slot]
        delay = round(r.gauss(-34 + 2.1 * far + 26 * (love or mothers) + (9 if driver == "Pavel" else 0), 22))
        state = r.choices(["delivered", "left with neighbour", "brought back", "cancelled"], [84, 9, 4.5, 2.5])[0]
        km = round(max(0.4, r.gauss(far, far * 0.14)), 1)
        gone = state == "cancelled"
        arrived = None if gone else (datetime.datetime(2026, 1, 1, promised) + datetime.timedelta(minutes=max(-150, delay))).time()
        rows.append([f"F-{n + 20001}", day - datetime.timedelta(days=r.choices([0, 1, 2, 3, 7, 14], [24, 30, 18, 12, 11, 5])[0]), day, what, size, why, price, fee, r.choices(["web", "phone", "shop"], [52, 29, 19])[0], town, lat, lon, km, driver if not gone else None, datetime.time(promised), arrived, state, None if gone or r.random() < 0.58 else min(5, max(1, round(r.gauss(4.7 - 0.022 * max(0, delay), 0.6)))), "yes" if r.random() < 0.62 else "no", None if gone or r.random() < 0.7 else float(r.choice([1, 2, 2, 3, 5]))])
    clock = written_as("%H:%M")
    return Table("bouquet_drops", ["Order", ("Ordered", D), ("Delivery day", D), "Bouquet", "Size", "Occasion", ("Price (EUR)", F), ("Delivery fee (EUR)", F), "Ordered by", "Town", ("Lat", F), ("Lon", F), ("Distance km", F), "Driver", ("Promised by", "TIME"), ("Arrived", "TIME"), "Outcome", ("Stars", I), "Greeting card", ("Tip (EUR)", F)], rows,
                 {"Ordered": written_as("%Y/%m/%d"), "Delivery day": written_as("%Y/%m/%d"), "Promised by": clock, "Arrived": clock, "Price (EUR)": lambda v, i: f"{v:.2f}", "Town": lambda v, i: v.replace("Sankt", "St.") if scatter(f"t{i}") < 0.3 else v, "Distance km": lambda v, i: f"{v} km" if scatter(f"k{i}") < 0.06 else v, "Occasion": or_else("not said"), "Bouquet": lambda v, i: v.lower() if scatter(f"b{i}") < 0.06 else v, "Tip (EUR)": or_else("-")})


TABLES = [rota(), books(), bouquets()]
