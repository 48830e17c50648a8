"""Rain gauges of a state with their monthly readings, and reports of potholes and rubbish to a town council. All values are invented."""
import datetime, random

from common import Table, days, or_else, scatter, written_as

I, F, D, T = "INTEGER", "DOUBLE", "DATE", "TIMESTAMP"
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
SUMMER_DRY = [1.5, 1.25, 1.1, 0.9, 0.8, 0.6, 0.5, 0.6, 0.85, 1.15, 1.35, 1.4]
SUMMER_WET = [0.6, 0.6, 0.75, 0.9, 1.2, 1.45, 1.5, 1.4, 1.1, 0.9, 0.85, 0.75]


def gauges():
    r, stations, readings = random.Random(27101), [], []
    # Height above the sea, rain in a year, the year's course, and a middle point.
    regions = {"Coast": (25, 980, SUMMER_DRY, 44.21, -7.93, 74), "Uplands": (840, 1390, SUMMER_DRY, 44.72, -7.21, 58), "Basin": (210, 560, SUMMER_WET, 44.05, -6.48, 82), "Delta": (9, 690, SUMMER_DRY, 43.58, -7.66, 41), "Borderlands": (430, 730, SUMMER_WET, 44.66, -5.92, 65)}
    first = ["Ald", "Bram", "Carn", "Dray", "Esk", "Fal", "Garn", "Holt", "Ivel", "Kess", "Lorn", "Mar", "Nant", "Oxe", "Penn", "Quar", "Ross", "Strath", "Tave", "Ulm", "Wend", "Yar"]
    last = ["bury", "combe", "dale", "ford", "gate", "holm", "ley", "mere", "stow", "wick", "more", "thorpe", "port", "garth", "bridge"]
    names = [a + b for a in first for b in last]
    r.shuffle(names)
    lucky = {2020: 1.04, 2021: 0.97, 2022: 0.79, 2023: 1.17, 2024: 1.08}
    for region, (high, mean, course, lat, lon, count) in regions.items():
        for _ in range(count):
            number, name = f"MW{r.randint(10, 99)}{len(stations) + 101}", names.pop()
            height = max(1, round(high * r.lognormvariate(0, 0.5)))
            opened = datetime.date(r.choice([*range(1902, 1960, 3), *range(1960, 2020), *range(1995, 2022)]), r.randint(1, 12), r.randint(1, 28))
            closed = None
            if r.random() < 0.2:
                closed = datetime.date(r.randint(max(opened.year + 2, 1975), 2024), r.randint(1, 12), r.randint(1, 28))
            runs = r.choices(["Weather Service", "Volunteer", "Water Board", "Farm Co-op", "University"], [34, 31, 18, 12, 5])[0]
            auto = "yes" if r.random() < (0.85 if runs in ("Weather Service", "University") else 0.6 if runs == "Water Board" else 0.2) else "no"
            normal = mean * (1 + (height - high) / 4000) * r.lognormvariate(0, 0.1)
            stations.append([number, name, region, height, round(lat + r.uniform(-0.35, 0.35), 4), round(lon + r.uniform(-0.5, 0.5), 4), opened, closed, runs, r.choices(["tipping bucket", "weighing", "manual"], [70, 25, 5] if auto == "yes" else [3, 2, 95])[0], auto, r.choices(["yes", "no"], [60, 40] if region == "Uplands" else [12, 88])[0], None if opened.year > 2005 or r.random() < 0.12 else round(normal), f"{r.choice('JSRTMKAD')}. {r.choice(['Hale', 'Brook', 'Osman', 'Petrie', 'Lund', 'Varga', 'Quill', 'Nair'])}" if runs == "Volunteer" else None])
            for year in range(2020, 2025):
                if opened.year >= year or closed and closed.year <= year:
                    continue
                if r.random() < 0.04:
                    continue
                cells = [round(max(0, normal / 12 * course[m] * lucky[year] * r.gammavariate(5, 0.2) * (2.1 if year == 2023 and m == 9 else 0.25 if year == 2022 and m in (6, 7) else 1)), 1) for m in range(12)]
                wet = round(sum(cells) / r.uniform(6, 8.5))
                if r.random() < 0.1:
                    for m in r.sample(range(12), r.choice([1, 1, 2, 4])):
                        cells[m] = None
                whole = None if None in cells else round(sum(cells), 1)
                readings.append([number, name, year, *cells, whole, min(260, wet), round(max(c for c in cells if c is not None) * r.uniform(0.22, 0.5), 1)])
    stations.sort(key=lambda x: x[1])
    readings.sort(key=lambda x: (x[1], x[2]))
    gap = or_else("---")
    date = written_as("%d/%m/%Y", "-")
    return [
        Table("rain_stations", ["station_id", "station_name", "region", ("elevation_m", I), ("lat", F), ("lon", F), ("opened", D), ("closed", D), "run_by", "gauge_type", "automatic", "snow_sensor", ("normal_1991_2020_mm", I), "observer"], stations,
              {"opened": date, "closed": date, "run_by": lambda v, i: v.lower() if scatter(f"rb{i}") < 0.06 else v + " " if scatter(f"rb{i}") > 0.96 else v, "elevation_m": lambda v, i: f"{v:,}", "normal_1991_2020_mm": lambda v, i: "n/a" if v is None else f"{v:,}", "automatic": lambda v, i: v.upper() if scatter(f"au{i}") < 0.1 else v}),
        Table("rain_months", ["station_id", "station", ("year", I), *((m, F) for m in MONTHS), ("Annual", F), ("rain_days", I), ("wettest_day_mm", F)], readings, {**{m: gap for m in MONTHS}, "Annual": or_else("incomplete")}),
    ]


def council():
    r, rows = random.Random(27102), []
    # Weight, days until closed, cost, details.
    kinds = {
        "Pothole": (27, 9, 140, ["Road", "Cycle lane", "Pavement"]),
        "Fly-tipping": (20, 4, 85, ["Mattress", "Builders' rubble", "Bags", "White goods"]),
        "Street light": (15, 12, 190, ["Not working", "Flickering", "On all day"]),
        "Missed bin": (18, 2, 14, ["Refuse", "Recycling", "Garden waste"]),
        "Graffiti": (9, 15, 60, ["Wall", "Bus shelter", "Sign"]),
        "Fallen tree": (4, 1.5, 310, ["Road blocked", "Path blocked", "Branch"]),
        "Abandoned vehicle": (7, 21, 120, ["Car", "Van", "Motorbike"]),
    }
    wards = {"Abbey": (51.871, -2.241, 24), "Brickfields": (51.884, -2.219, 31), "Castle Mount": (51.862, -2.263, 12), "Docklands": (51.858, -2.238, 19), "Elmbank": (51.893, -2.251, 16), "Longmead": (51.879, -2.199, 21)}
    calendar = list(days("2023-04-03", "2025-06-18"))
    busy = [{0: 1.5, 1: 1.2, 5: 0.6, 6: 0.5}.get(d.weekday(), 1) * (1.35 if d.month in (1, 2, 3) else 1) for d in calendar]
    for day in sorted(r.choices(calendar, busy, k=1640)):
        when = datetime.datetime.combine(day, datetime.time(r.choices(range(24), [1, 1, 0, 0, 1, 2, 6, 13, 18, 17, 14, 12, 11, 10, 10, 9, 10, 11, 10, 8, 7, 5, 3, 2])[0], r.randint(0, 59)))
        kind = r.choices(list(kinds), [k[0] * (2 if name == "Pothole" and day.month in (1, 2, 3) else 2.5 if name == "Fallen tree" and day.month in (10, 11, 12) else 1) for name, k in kinds.items()])[0]
        _, wait, cost, details = kinds[kind]
        ward = r.choices(list(wards), [w[2] * (1.9 if kind == "Fly-tipping" and name == "Brickfields" else 1) for name, w in wards.items()])[0]
        urgent = kind == "Fallen tree" and r.random() < 0.7 or r.random() < 0.07
        hours = wait * 24 * r.lognormvariate(0, 0.8) * (0.4 if urgent else 1) * (1.3 if ward == "Longmead" else 1)
        closed = when + datetime.timedelta(minutes=round(hours * 60))
        status = "Open" if closed > datetime.datetime(2025, 6, 19) else r.choices(["Fixed", "No action", "Duplicate"], [80, 13, 7])[0]
        if status == "Open":
            closed = None
        spent = round(cost * r.lognormvariate(0, 0.45), 2) if status == "Fixed" else None
        rating = min(5, max(1, round(r.gauss(4.4 - hours / 24 * 0.07, 0.9)))) if status in ("Fixed", "No action") and r.random() < 0.38 else None
        lat, lon, _ = wards[ward]
        rows.append([when, closed, kind, r.choice(details), ward, r.choices(["App", "Website", "Phone", "Email", "In person"], [38, 27, 22, 9, 4] if day.year > 2023 else [24, 30, 32, 10, 4])[0], status, "Y" if urgent else "N", round(lat + r.gauss(0, 0.005), 5), round(lon + r.gauss(0, 0.006), 5), None if status in ("Open", "Duplicate") and r.random() < 0.6 else r.choices(["Crew A", "Crew B", "Crew C", "Contractor"], [33, 30, 21, 16])[0], spent, min(9, max(0, round(r.gauss(0.3 + hours / 300, 0.8)))), rating])
    rows.sort(key=lambda x: x[0])
    rows = [[f"SR-{70412 + i}", *row] for i, row in enumerate(rows)]
    stamp = written_as("%d/%m/%Y %H:%M")
    return Table("council_reports", ["Ref", ("Reported", T), ("Closed", T), "Category", "Detail", "Ward", "Reported via", "Status", "Urgent", ("Latitude", F), ("Longitude", F), "Crew", ("Cost", F), ("Chasers", I), ("Rating (1-5)", I)], rows,
                 {"Reported": stamp, "Closed": stamp, "Category": lambda v, i: v.upper() if scatter(f"c{i}") < 0.04 else v.replace("-", " ") if scatter(f"c{i}") > 0.97 else v, "Ward": lambda v, i: " " + v if scatter(f"w{i}") < 0.03 else v.lower() if scatter(f"w{i}") > 0.96 else v, "Cost": lambda v, i: "" if v is None else f"£{v:,.2f}", "Rating (1-5)": or_else("none"), "Crew": or_else("not assigned")})


TABLES = [*gauges(), council()]
