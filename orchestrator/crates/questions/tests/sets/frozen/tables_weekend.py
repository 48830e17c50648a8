"""Lifts with their faults, and the budget of a city by department. All values are invented."""
import datetime, random

from common import Table, days, mixed_date, or_else, scatter, written_as

I, F, D, T = "INTEGER", "DOUBLE", "DATE", "TIMESTAMP"


def lifts():
    r, rows = random.Random(27121), []
    kinds = {"Housing": (96, 8), "Office": (84, 9), "Hospital": (38, 7), "Shopping": (46, 4), "Station": (44, 3), "School": (26, 3)}
    makers = {"Altus": 34, "Hebera": 26, "Korvex": 22, "Stannard": 18}
    places = ["Mill", "Queen's", "Lark", "Stone", "Bridge", "Orchard", "Castle", "Elm", "Park", "Quay", "Tower", "Abbey", "Rose", "Market"], {"Housing": ["Court", "House", "Heights"], "Office": ["Plaza", "Offices", "Exchange"], "Hospital": ["Hospital", "Clinic"], "Shopping": ["Arcade", "Centre"], "Station": ["Station"], "School": ["School", "College"]}
    for kind, (count, floors) in kinds.items():
        made = 0
        while made < count:
            building, district = f"{r.choice(places[0])} {r.choice(places[1][kind])}", r.choices(["Centre", "North", "South", "East", "West"], [30, 17, 19, 21, 13])[0]
            year, maker = round(r.triangular(1968, 2025, 2006)), r.choices(list(makers), list(makers.values()))[0]
            building = f"{building}, {district}"
            if any(row[0] == building for row in rows):
                continue
            for _ in range(min(count - made, r.choice([1, 2, 2, 3, 4] if kind != "Housing" else [1, 1, 2]))):
                made += 1
                levels = max(2, round(r.gauss(floors, 2.5)))
                load = r.choice([1000, 1600, 2500]) if kind == "Hospital" else r.choice([320, 450, 630, 630, 1000])
                full = r.random() < 0.45
                rows.append([building, district, kind, maker, year, "hydraulic" if levels <= 4 and r.random() < 0.6 else "traction", levels, load, load // 75, None if r.random() < 0.05 else datetime.date(2025, 6, 1) + datetime.timedelta(days=r.randint(0, 500)), "Full" if full else "Basic", round((1450 if full else 780) * r.uniform(0.85, 1.2) + 40 * levels), "yes" if load >= 630 and r.random() < 0.9 else "no", None if year > 2012 else r.choices([None, r.randint(max(year + 12, 1995), 2025)], [48, 52])[0]])
    r.shuffle(rows)
    rows = [[f"L-{i + 101}", *row] for i, row in enumerate(rows)]
    return Table("lifts", ["Lift no", "Building", "District", "Building type", "Manufacturer", ("Installed", I), "Drive", ("Floors", I), ("Capacity (kg)", I), ("Persons", I), ("Last inspection", D), "Contract", ("Yearly fee (€)", I), "Wheelchair access", ("Modernised", I)], rows,
                 {"Last inspection": written_as("%d.%m.%Y", "overdue"), "Yearly fee (€)": lambda v, i: f"{v:,}" if scatter(f"y{i}") < 0.5 else f"€ {v:,}", "Manufacturer": lambda v, i: v.upper() if scatter(f"m{i}") < 0.06 else v, "Modernised": or_else("-")})


def lift_faults(park):
    r, rows = random.Random(27122), []
    kinds = {"Door": (38, 1.4, 90), "Control": (20, 2.6, 260), "Button or display": (16, 0.8, 45), "Motor": (8, 5.2, 940), "Rope or hydraulics": (6, 4.4, 620), "Lighting": (7, 0.5, 25), "Emergency phone": (5, 1.1, 80)}
    # A sixth of the lifts have no fault; old ones fail more often.
    weak = {x[0]: 0 if r.random() < 0.17 else r.lognormvariate(0, 0.6) * (0.5 + (2026 - (x[14] or x[5])) / 22) * (1.7 if x[3] == "Station" else 1) * (1.35 if x[4] == "Korvex" else 1) for x in park.rows}
    look = {x[0]: x for x in park.rows}
    calendar = list(days("2024-01-01", "2026-10-11"))
    busy = [(0.55 if d.weekday() > 4 else 1) * (1.35 if d.month in (12, 1, 2) else 1.15 if d.month in (7, 8) else 1) for d in calendar]
    engineers = ["A. Novak", "B. Osei", "C. Lindqvist", "D. Moreau", "E. Tanaka", "F. Haddad"]
    for day in sorted(r.choices(calendar, busy, k=1480)):
        when = datetime.datetime.combine(day, datetime.time(r.choices(range(24), [1, 1, 1, 1, 1, 2, 5, 9, 11, 10, 8, 7, 7, 7, 7, 7, 8, 9, 8, 6, 4, 3, 2, 2])[0], r.randint(0, 59)))
        no = r.choices(list(weak), list(weak.values()))[0]
        lift = look[no]
        kind = r.choices(list(kinds), [k[0] for k in kinds.values()])[0]
        _, hours, parts = kinds[kind]
        trapped = r.choices([1, 2, 3, 4], [55, 27, 12, 6])[0] if kind in ("Door", "Control", "Motor", "Rope or hydraulics") and r.random() < 0.14 else 0
        reach = round(max(9, r.lognormvariate(3.3 if trapped else 4.6, 0.5) * (1.3 if lift[2] in ("West", "North") else 1) * (1.4 if day.weekday() > 4 else 1)))
        arrived = when + datetime.timedelta(minutes=reach)
        work = round(max(0.25, hours * r.lognormvariate(0, 0.4)) * 4) / 4
        wait = r.randint(1, 9) if kind in ("Motor", "Rope or hydraulics", "Control") and r.random() < 0.35 else 0
        fixed = arrived + datetime.timedelta(hours=work, days=wait)
        vandal = kind in ("Door", "Button or display", "Lighting") and r.random() < (0.3 if lift[3] == "Station" else 0.09)
        open_ = day > datetime.date(2026, 9, 10) and r.random() < 0.4
        rows.append([when, no, kind, r.choices(["low", "medium", "high"], [5, 20, 75] if trapped else [40, 42, 18])[0], trapped, r.choices(["caretaker", "user", "remote monitoring", None], [44, 27, 24, 5])[0], r.choice(engineers), arrived, None if open_ else fixed, None if open_ else work, None if open_ else 0.0 if r.random() < 0.3 else round(parts * r.lognormvariate(0, 0.5), 2), "yes" if vandal else "no", "open" if open_ else "closed"])
    rows.sort(key=lambda x: x[0])
    rows = [[f"F{70001 + i}", *row] for i, row in enumerate(rows)]
    stamp = written_as("%Y-%m-%d %H:%M")
    return Table("lift_faults", ["Fault no", ("Reported", T), "Lift no", "Fault type", "Severity", ("People trapped", I), "Reported by", "Engineer", ("Arrived", T), ("Fixed", T), ("Labour (h)", F), ("Parts cost (€)", F), "Vandalism", "State"], rows,
                 {"Reported": stamp, "Arrived": stamp, "Fixed": stamp, "Fault type": lambda v, i: v.lower() if scatter(f"k{i}") < 0.06 else v, "Reported by": or_else("?"), "Parts cost (€)": lambda v, i: "" if v is None else f"{v:,.2f} €" if scatter(f"p{i}") < 0.25 else f"{v:.2f}", "Lift no": lambda v, i: v + " " if scatter(f"l{i}") < 0.04 else v})


def city_budget():
    r, rows = random.Random(27123), []
    departments = {"Schools": ("D10", 41200, 0.52), "Roads and bridges": ("D20", 18700, 0.24), "Parks": ("D25", 6400, 0.48), "Fire service": ("D30", 14900, 0.66), "Libraries and museums": ("D35", 7800, 0.5), "Social services": ("D40", 52300, 0.28), "Waste": ("D45", 11600, 0.37), "Town hall": ("D50", 9300, 0.63), "Housing": ("D55", 16200, 0.17), "Sports and pools": ("D60", 5900, 0.41)}
    for year in range(2017, 2027):
        rise = 1.031 ** (year - 2017) * (0.97 if year == 2020 else 1)
        for name, (code, size, staff) in departments.items():
            parts = {"Staff": staff, "Goods and services": (1 - staff) * 0.42, "Grants": (1 - staff) * (0.4 if name in ("Social services", "Housing", "Sports and pools") else 0.08), "Investment": (1 - staff) * (0.18 if name in ("Social services", "Housing") else 0.5) * r.uniform(0.6, 1.5)}
            block = []
            for kind, part in parts.items():
                planned = round(size * part * rise * r.uniform(0.97, 1.03))
                spread = {"Staff": (1.005, 0.012), "Goods and services": (1.02, 0.05), "Grants": (1.01, 0.06), "Investment": (0.84, 0.16)}[kind]
                actual = None if year == 2026 else round(planned * r.gauss(*spread) * (1.12 if name == "Social services" and year in (2020, 2021) and kind == "Grants" else 1))
                posts = round(planned / (61 + 1.6 * (year - 2017)), 1) if kind == "Staff" else None
                block.append([year, code, name, kind, planned, actual, posts, round(posts * r.uniform(0.02, 0.09), 1) if posts and year < 2026 else None])
            rows += block
            add = lambda k: None if any(x[k] is None for x in block) else sum(x[k] for x in block)
            rows.append([year, code, name, "Total", add(4), add(5), block[0][6], block[0][7]])
    return Table("city_budget", [("Year", I), "Dept code", "Department", "Kind of spending", ("Planned (k€)", I), ("Actual (k€)", I), ("Posts (FTE)", F), ("Vacant posts (FTE)", F)], rows,
                 {"Planned (k€)": lambda v, i: f"{v:,}", "Actual (k€)": lambda v, i: "n/a yet" if v is None else f"{v:,}", "Department": lambda v, i: v.upper() if scatter(f"d{i}") < 0.04 else v + " " if scatter(f"d{i}") > 0.97 else v, "Posts (FTE)": or_else("-"), "Vacant posts (FTE)": or_else("-")})


LIFTS = lifts()
TABLES = [LIFTS, lift_faults(LIFTS), city_budget()]
