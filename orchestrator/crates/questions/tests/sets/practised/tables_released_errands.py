"""A log of car washes, bank branches by city and year, and a survey of a neighbourhood. All values are invented."""
import datetime, random

from common import Table, days, money, or_else, scatter, written_as

I, F, D, T = "INTEGER", "DOUBLE", "DATE", "TIMESTAMP"
YEARS = [str(year) for year in range(2012, 2025)]


def car_washes():
    r, rows = random.Random(12401), []
    programmes = {"Basic": (8.5, 6, 30), "Classic": (11.9, 8, 34), "Premium": (15.9, 11, 24), "Deluxe": (21.5, 15, 12)}
    extras = {"Wax": 3.5, "Underbody": 4.0, "Tyre shine": 2.5, "Vacuum": 3.0}
    calendar = list(days("2023-09-01", "2025-02-11"))
    busy = [{5: 2.4, 4: 1.6, 6: 1.2}.get(d.weekday(), 1) * (1.4 if d.month in (3, 4, 5, 11) else 1) for d in calendar]
    for day in sorted(r.choices(calendar, busy, k=720)):
        start = datetime.datetime.combine(day, datetime.time(round(r.triangular(7, 20, 15)), r.randint(0, 59)))
        name = r.choices(list(programmes), [p[2] for p in programmes.values()])[0]
        price, minutes, _ = programmes[name]
        site = r.choices(["Harbour Road", "Mill Lane", "Ring East"], [45, 32, 23])[0]
        member = r.random() < (0.42 if name in ("Premium", "Deluxe") else 0.27)
        bought = sorted(r.sample(list(extras), r.choices([0, 1, 2, 3], [52, 30, 14, 4])[0]))
        queue = max(0, round(r.gauss((11 if day.weekday() == 5 else 5) + 3 * (site == "Harbour Road") - 3 * member, 5)))
        took = max(4, round(minutes * r.lognormvariate(0, 0.16) + 1.5 * len(bought)))
        price = round((price + sum(extras[e] for e in bought)) * (0.85 if member else 1), 1)
        rating = min(5, max(1, round(r.gauss(4.3 - 0.06 * queue + (0.3 if name == "Deluxe" else 0), 0.9)))) if r.random() < 0.62 else None
        rows.append([start, None if r.random() < 0.03 else start + datetime.timedelta(minutes=took), site, r.randint(1, 4 if site == "Harbour Road" else 2), name, "; ".join(bought) or None, price, r.choices(["card", "app", "cash"], [58, 27, 15])[0], "yes" if member else "no", queue, rating, r.choices(["Small car", "Estate", "SUV", "Van"], [40, 24, 28, 8])[0]])
    rows.sort(key=lambda x: x[0])
    # One wash that was forgotten until the attendant came back.
    rows[417][1] = rows[417][0] + datetime.timedelta(minutes=74)
    rows = [[f"W{30211 + i}", *row] for i, row in enumerate(rows)]
    stamp = written_as("%d/%m/%Y %H:%M")
    return Table("car_washes", ["Wash no", ("Started", T), ("Ended", T), "Site", ("Bay", I), "Programme", "Extras", ("Price", F), "Paid by", "Member", ("Queue (min)", I), ("Rating", I), "Vehicle"], rows,
                 {"Started": stamp, "Ended": stamp, "Price": lambda v, i: f"{v:.2f} €" if scatter(f"p{i}") < 0.05 else f"€{v:.2f}", "Programme": lambda v, i: v.lower() if scatter(f"pr{i}") < 0.05 else v + " " if scatter(f"pr{i}") > 0.96 else v, "Member": lambda v, i: v.capitalize() if scatter(f"m{i}") < 0.15 else v, "Rating": or_else("-"), "Extras": or_else("none")})


def bank_branches():
    r, rows = random.Random(12402), []
    regions = {
        "Coast": [("Port Ellery", 412000), ("Sandhaven", 138600), ("Wrackmouth", 61200), ("Tolness", 24800), ("Gullpoint", 17300), ("Marram", 9100)],
        "Hills": [("Overfell", 96400), ("Stanbury Cross", 43700), ("Heathwick", 21900), ("Cragside", 12600), ("Lower Tarn", 6800)],
        "Plain": [("Dunmere", 287500), ("Wheatley Bridge", 118300), ("Corvale", 74900), ("Saint Osric", 38200), ("Barnholt", 19400), ("Fenny Acre", 11700)],
        "Capital": [("Kingsarne", 1164000), ("Newgate Park", 203800), ("Alderbrook", 88600), ("Whitlow", 52100)],
    }
    lean = {"Coast": 0.955, "Hills": 0.94, "Plain": 0.95, "Capital": 0.965}
    for region, cities in regions.items():
        for city, people in cities:
            level, pull = people / 2900 * r.uniform(0.8, 1.35) + 2, lean[region] + r.gauss(0, 0.009)
            counts = []
            for year in YEARS:
                counts.append(max(0, round(level + r.gauss(0, 0.25))))
                level *= pull - (0.045 if year in ("2019", "2020") else 0) + (0.07 if city in ("Newgate Park", "Whitlow") and year > "2019" else 0)
            if city == "Lower Tarn":
                counts[9:] = [0] * 4
            if city == "Gullpoint":
                counts[:3] = [None] * 3
            rows.append([city, region, people, *counts])
    rows.sort(key=lambda x: x[0])
    rows.append(["Total", None, sum(x[2] for x in rows), *(sum(x[3 + k] or 0 for x in rows) for k in range(len(YEARS)))])
    count = or_else("..")
    return Table("bank_branches", ["City", "Region", ("Inhabitants", I), *((year, I) for year in YEARS)], rows,
                 {"Inhabitants": money(""), "Region": lambda v, i: v and (v.upper() if scatter(f"rg{i}") < 0.1 else v), **{year: count for year in YEARS}})


def street_survey():
    r, rows = random.Random(12403), []
    streets = {"Linden Street": (0.5, 30), "Canal Row": (-0.9, 26), "Orchard Way": (0.7, 18), "Station Approach": (-0.6, 34), "Bell Lane": (0.1, 22), "Tanner's Yard": (-0.2, 12), "Hillcrest": (0.9, 16)}
    scale = lambda mean, missing: None if r.random() < missing else min(5, max(1, round(r.gauss(mean, 1.0))))
    for i, sent in enumerate(sorted(r.choices(list(days("2024-09-16", "2024-10-27")), k=480))):
        street = r.choices(list(streets), [s[1] for s in streets.values()])[0]
        mood = streets[street][0]
        age = r.choices(["18-29", "30-44", "45-59", "60-74", "75+", None], [17, 27, 24, 19, 9, 4])[0]
        old = age in ("60-74", "75+")
        owner = r.random() < (0.7 if old else 0.22 if age == "18-29" else 0.46)
        lived = max(0, round(r.lognormvariate(2.9 if old else 1.1 if age == "18-29" else 2.0, 0.7)))
        safe = scale(3.5 + mood - 0.4 * (age == "75+"), 0.06)
        clean = scale(3.1 + 0.5 * mood + 0.2 * owner, 0.05)
        noise = scale(2.9 - 0.9 * mood, 0.09)
        likely = None if r.random() < 0.08 else min(10, max(0, round(r.gauss(6.6 + 1.2 * mood + min(lived, 25) * 0.03, 1.9))))
        problem = r.choices(["Traffic", "Litter", "Parking", "Noise", "Crime", "Nothing", None], [26, 20, 24, 8 + 10 * (street == "Station Approach"), 5 + 8 * (mood < -0.5), 12, 5])[0]
        rows.append([i + 1, sent, r.choices(["online", "paper"], [30, 70] if age == "75+" else [78, 22])[0], street, age, r.choices([1, 2, 3, 4, 5, 6], [28, 34, 16, 14, 6, 2])[0], "own" if owner else "rent", lived, safe, clean, noise, likely, r.choices(["yes", "no", None], [70 if owner else 48, 30 if owner else 52, 4])[0], r.choices(["yes", "no", None], [74 if lived > 8 else 46, 26 if lived > 8 else 54, 3])[0], r.choices(["yes", "no", "maybe"], [41, 27, 32])[0], problem])
    streets_as_written = lambda v, i: v.replace("Street", "St.") if scatter(f"s{i}") < 0.12 else v.lower() if scatter(f"s{i}") > 0.95 else v + " " if scatter(f"s{i}") > 0.92 else v
    gap = or_else("n/a")
    return Table("street_survey", [("No.", I), ("Date", D), "Answered", "Street", "Age band", ("People in household", I), "Own or rent", ("Years at address", I), ("Feel safe at night (1-5)", I), ("Street cleaning (1-5)", I), ("Noise problem (1-5)", I), ("Recommend living here (0-10)", I), "Has car", "Knows neighbours", "Street party", "Biggest problem"], rows,
                 {"Date": written_as("%d.%m.%Y"), "Street": streets_as_written, "Age band": or_else("no answer"), "Has car": lambda v, i: "" if v is None else v.upper() if scatter(f"c{i}") < 0.07 else v, **{f"{q} (1-5)": gap for q in ("Feel safe at night", "Street cleaning", "Noise problem")}})


TABLES = [car_washes(), bank_branches(), street_survey()]
