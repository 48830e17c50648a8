"""Parcels left in lockers, and bookings of a tool hire shop. All values are invented."""
import datetime, random

from common import Table, days, or_else, scatter, written_as

I, F, D, T = "INTEGER", "DOUBLE", "DATE", "TIMESTAMP"


def locker_parcels():
    r, rows = random.Random(13101), []
    stations = {"Central Station": (36, 15), "Market Square": (26, 26), "Lakeside Mall": (22, 21), "Elm Park": (15, 40), "Old Tram Depot": (9, 34)}
    carriers = {"Swiftpost": 44, "Parcelino": 29, "Redbox": 19, "Norda": 8}
    calendar = list(days("2024-08-01", "2025-03-17"))
    busy = [{6: 0.15, 0: 1.3, 1: 1.2}.get(d.weekday(), 1) * (1.9 if d.month == 12 else 1.4 if d.month == 11 else 1) for d in calendar]
    for day in sorted(r.choices(calendar, busy, k=460)):
        put = datetime.datetime.combine(day, datetime.time(round(r.triangular(6, 19, 10)), r.randint(0, 59)))
        station = r.choices(list(stations), [s[0] for s in stations.values()])[0]
        size = r.choices(["S", "M", "L"], [46, 37, 17])[0]
        back = r.random() < 0.17
        hours = 4 + 8 * r.random() if back else min(190, stations[station][1] * r.lognormvariate(0, 0.8))
        reminders = 0 if back else min(4, int(hours // 48) + (r.random() < 0.1))
        # The newest parcels, and a few whose door was not read, have not been taken out.
        taken = None if r.random() < 0.04 or day >= datetime.date(2025, 3, 15) else put + datetime.timedelta(minutes=round(hours * 60))
        rows.append([put, taken, station, r.randint(1, 48), size, r.choices(list(carriers), list(carriers.values()))[0], "yes" if back else "no", reminders, round(r.lognormvariate({"S": -0.5, "M": 0.7, "L": 1.9}[size], 0.5), 1) if r.random() > 0.05 else None])
    rows.sort(key=lambda x: x[0])
    rows = [[f"P-{70418 + 3 * i}", *row] for i, row in enumerate(rows)]
    stamp = written_as("%d.%m.%Y %H:%M")
    return Table("locker_parcels", ["Parcel", ("Put in", T), ("Taken out", T), "Station", ("Compartment", I), "Size", "Carrier", "Return", ("Reminders sent", I), ("Weight kg", F)], rows,
                 {"Put in": stamp, "Taken out": written_as("%d.%m.%Y %H:%M", "-"), "Carrier": lambda v, i: v.upper() if scatter(f"ca{i}") < 0.07 else v + " " if scatter(f"ca{i}") > 0.95 else v, "Size": lambda v, i: v.lower() if scatter(f"si{i}") < 0.06 else v, "Return": lambda v, i: v.capitalize() if scatter(f"re{i}") < 0.12 else v, "Weight kg": or_else("n/a")})


def tool_hire():
    r, rows = random.Random(13102), []
    tools = {
        "Hammer drill": ("Drilling", 14, 50, 20), "Core drill": ("Drilling", 38, 150, 7), "Mini digger": ("Earth moving", 145, 500, 9), "Plate compactor": ("Earth moving", 42, 150, 12),
        "Hedge trimmer": ("Garden", 19, 60, 18), "Lawn aerator": ("Garden", 32, 100, 11), "Chainsaw": ("Garden", 28, 120, 14), "Floor sander": ("Sanding", 35, 100, 16),
        "Orbital sander": ("Sanding", 12, 40, 13), "Scaffold tower": ("Access", 48, 200, 10), "Extension ladder": ("Access", 11, 40, 17),
    }
    calendar = list(days("2023-10-02", "2025-02-23"))
    for start in sorted(r.choices(calendar, [{5: 2.2, 4: 1.7, 6: 0.3}.get(d.weekday(), 1) * (1.6 if d.month in (4, 5, 6, 9) else 1) for d in calendar], k=390)):
        tool = r.choices(list(tools), [t[3] for t in tools.values()])[0]
        category, rate, deposit, _ = tools[tool]
        branch = r.choices(["Westgate", "St. Mary's Road", "Quayside"], [44, 33, 23])[0]
        count = r.choices([1, 2, 3, 4, 5, 7, 10, 14], [30, 27, 16, 8, 6, 8, 3, 2])[0]
        rate = rate + (2.5 if start.year == 2025 else 0)
        late = round(rate * 1.5 * r.choices([1, 2, 3], [70, 22, 8])[0], 2) if r.random() < (0.17 if branch == "Quayside" else 0.1) else None
        rows.append([tool, category, branch, start, start + datetime.timedelta(days=count - 1), count, float(rate), deposit, late, "yes" if r.random() < (0.13 if category in ("Earth moving", "Garden") else 0.06) else "no", r.choices(["private", "trade"], [64, 36])[0]])
    rows = [[4101 + i, *row] for i, row in enumerate(rows)]
    written = {"Westgate": ["WESTGATE", "West Gate", "westgate"], "St. Mary's Road": ["St Mary's Road", "St. Marys Road", "St. Mary's Rd"], "Quayside": ["Quay Side", "quayside", "Quayside "]}
    branch_as_written = lambda v, i: written[v][int(scatter(f"b{i}") / 0.14 * 3)] if scatter(f"b{i}") < 0.14 else v
    day = written_as("%d/%m/%Y")
    return Table("tool_hire", [("Booking", I), "Tool", "Category", "Branch", ("From", D), ("To", D), ("Days", I), ("Day rate", F), ("Deposit", I), ("Late fee", F), "Damaged", "Customer"], rows,
                 {"Branch": branch_as_written, "From": day, "To": day, "Day rate": lambda v, i: f"{v:.2f} £" if scatter(f"r{i}") < 0.05 else f"£{v:.2f}", "Deposit": lambda v, i: f"£{v:,}", "Late fee": lambda v, i: "-" if v is None else f"£{v:.2f}", "Damaged": lambda v, i: v.upper() if scatter(f"d{i}") < 0.08 else v, "Tool": lambda v, i: v.lower() if scatter(f"t{i}") < 0.06 else v})


TABLES = [locker_parcels(), tool_hire()]
