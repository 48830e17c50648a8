"""Tables that were frozen until 27 November 2026; see README.md."""
import datetime, random

from common import Table, days, mixed_date, money, or_else, scatter, written_as

I, F, D, TS = "INTEGER", "DOUBLE", "DATE", "TIMESTAMP"
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def taxis():
    r, rows = random.Random(9601), []
    zones = {"Union Square": ("Central", 9), "Theatre Row": ("Central", 8), "City Hall": ("Central", 6), "Harbor Point": ("Waterfront", 5), "Old Docks": ("Waterfront", 3), "Eastgate": ("East Side", 4), "Linden Park": ("East Side", 3), "Stadium": ("North End", 3), "University": ("North End", 5), "Airport": ("Airport", 7)}
    starts = sorted(datetime.datetime.combine(day, datetime.time()) for day in r.choices(list(days("2024-01-01", "2024-03-31")), k=680))
    for i, day in enumerate(starts):
        hour = r.choices(range(24), [5, 4, 3, 2, 1, 2, 4, 8, 11, 9, 7, 7, 8, 8, 8, 9, 10, 13, 15, 14, 12, 11, 10, 8])[0]
        begin = day + datetime.timedelta(hours=hour, minutes=r.randint(0, 59))
        a = r.choices(list(zones), [w for _, w in zones.values()])[0]
        b = r.choices(list(zones), [w for _, w in zones.values()])[0]
        miles = round((9.5 if "Airport" in (a, b) and a != b else 2.4) * r.lognormvariate(0, 0.45) * (0.4 if a == b else 1), 2)
        minutes = max(2, round(miles * r.uniform(3.2, 6.5) + (4 if hour in (8, 17, 18) else 1)))
        fare = round(3.0 + 2.6 * miles + 0.4 * minutes, 2)
        pay = r.choices(["Card", "Cash", "App", "No charge"], [52, 24, 22, 2])[0]
        tip = 0.0 if pay in ("Cash", "No charge") else round(fare * max(0, r.gauss(0.17, 0.07)), 2)
        tolls = 6.5 if "Airport" in (a, b) and a != b and r.random() < 0.6 else 0.0
        extra = 2.5 if hour in (17, 18, 19) and day.weekday() < 5 else 1.0 if hour >= 20 or hour < 6 else 0.0
        rows.append([880201 + i, r.choices(["Metro Cab", "Blue Line Taxi"], [58, 42])[0], begin, begin + datetime.timedelta(minutes=minutes), a, zones[a][0], b, zones[b][0], None if r.random() < 0.05 else r.choices([1, 2, 3, 4, 5], [66, 19, 7, 5, 3])[0], miles, pay, fare, extra, tolls, tip, round(fare + extra + tolls + tip, 2)])
    cash = lambda v, i: f"${v:.2f}"
    stamp = written_as("%m/%d/%Y %I:%M %p")
    return Table("taxi_rides", [("Trip ID", I), "Company", ("Pickup", TS), ("Dropoff", TS), "Pickup Zone", "Pickup Area", "Dropoff Zone", "Dropoff Area", ("Passengers", I), ("Miles", F), "Payment", ("Fare", F), ("Extras", F), ("Tolls", F), ("Tip", F), ("Total", F)], rows,
                 {"Pickup": stamp, "Dropoff": stamp, "Fare": cash, "Total": cash, "Payment": lambda v, i: v.upper() if scatter(f"p{i}") < 0.06 else v})


def buses():
    r, rows = random.Random(9602), []
    ends = "Central Station,Hospital,Riverside,Westfield,North Mall,Castle Hill,Airport,Technology Park,Zoo,Oakwood,Lake Terminal,Market Hall,Old Town,Fairground,Southgate".split(",")
    season = [0.97, 0.95, 1.02, 0.98, 1.0, 0.97, 0.82, 0.78, 1.03, 1.06, 1.05, 0.96]
    for i in range(34):
        kind = "Night" if i >= 29 else "Express" if i >= 22 else "Local"
        number = f"N{i - 28}" if kind == "Night" else f"X{(i - 21) * 10}" if kind == "Express" else str(i + 1)
        a, b = r.sample(ends, 2)
        km = round(r.uniform(6, 16) * (1.9 if kind == "Express" else 1.2 if kind == "Night" else 1), 1)
        size = {"Local": 41000, "Express": 30000, "Night": 5200}[kind] * r.lognormvariate(0, 0.5)
        trend, late = r.uniform(-0.012, 0.016), number in ("N4", "N5", "X70")
        counts = [None if late and m < 4 else round(size * f * (1 + trend * m) * r.uniform(0.95, 1.05)) for m, f in enumerate(season)]
        rows.append([number, f"{a} - {b}", kind, r.choices(["City Transit", "Hallmark Coaches", "Greenway"], [55, 25, 20])[0], r.choice(["Mill Lane", "Harbour Road", "Eastfield"]), km, round(km / {"Local": 0.45, "Express": 1.6, "Night": 0.6}[kind]) + 2, "no" if r.random() < 0.2 else "yes", *counts, sum(c or 0 for c in counts)])
    sums = [sum(x[k] or 0 for x in rows) for k in range(8, 21)]
    rows.append(["ALL", "All routes", None, None, None, round(sum(x[5] for x in rows), 1), None, None, *sums])
    spaced = {f"{m} 2024": lambda v, i: "n/a" if v is None else f"{v:,}" for m in MONTHS}
    return Table("bus_ridership", ["Route", "Route name", "Service", "Operator", "Depot", ("Length km", F), ("Stops", I), "Low floor", *((f"{m} 2024", I) for m in MONTHS), ("Total 2024", I)], rows, {**spaced, "Total 2024": money("")})


def registrations():
    r, rows = random.Random(9603), []
    regions = {"R01": ("Norlund", 1.0), "R02": ("Estermark", 0.7), "R03": ("Capital Region", 2.1), "R04": ("Southmoor", 1.3), "R05": ("Western Isles", 0.06)}
    for year in range(2020, 2025):
        for quarter in range(1, 5):
            t = (year - 2020) + (quarter - 1) / 4
            mix = {"Petrol": 5200 - 560 * t, "Diesel": 3100 - 520 * t, "Hybrid": 900 + 330 * t, "Plug-in hybrid": 300 + 170 * t, "Electric": 420 + 560 * t, "Gas": 35}
            cells = {}
            for code, (name, weight) in regions.items():
                for fuel, base in mix.items():
                    lean = 1.35 if fuel == "Electric" and code == "R03" else 1.25 if fuel == "Diesel" and code == "R01" else 1
                    n = max(0, round(base * weight * lean / 5 * r.uniform(0.9, 1.1) * [0.9, 1.1, 1.0, 1.0][quarter - 1]))
                    cells[code, fuel] = (n, round(n * r.uniform(0.08, 0.2)))
            for code in [*regions, "R00"]:
                for fuel in mix:
                    n, used = cells[code, fuel] if code != "R00" else [sum(cells[c, fuel][k] for c in regions) for k in (0, 1)]
                    co2 = {"Petrol": 128, "Diesel": 133, "Hybrid": 104, "Plug-in hybrid": 38, "Electric": 0, "Gas": 112}[fuel]
                    hide = code == "R05" and fuel in ("Gas", "Plug-in hybrid")
                    rows.append([f"{year}Q{quarter}", year, quarter, code, "Whole country" if code == "R00" else regions[code][0], fuel, None if hide else n, None if hide else used, None if hide else round(co2 - 2.1 * t * (co2 > 0) + r.uniform(-2, 2) * (co2 > 0), 1), None if hide else round(r.uniform(0.3, 0.75) * n)])
    hidden = or_else("..")
    return Table("car_registrations", ["period", ("year", I), ("quarter", I), "region_code", "region", "fuel", ("new_cars", I), ("used_imports", I), ("avg_co2_g_km", F), ("company_cars", I)], rows, {"new_cars": hidden, "used_imports": hidden, "avg_co2_g_km": hidden, "company_cars": hidden})


def bridges():
    r, rows = random.Random(9604), []
    counties = {"Ardale": (52.1, 9.2), "Brunwick": (52.4, 10.1), "Corvey": (51.8, 9.6), "Delmere": (52.7, 9.0), "Elmsland": (52.3, 8.4)}
    materials = {"CON": "Concrete", "PSC": "Prestressed concrete", "STL": "Steel", "MAS": "Masonry", "TIM": "Timber"}
    roads = {"Motorway": 46000, "Trunk road": 17000, "County road": 5200, "Local street": 1500}
    for i in range(310):
        county = r.choices(list(counties), [6, 5, 8, 4, 5])[0]
        road = r.choices(list(roads), [12, 22, 40, 26])[0]
        built = round(r.triangular(1890, 2021, 1972)) if road != "Motorway" else r.randint(1961, 2019)
        code = r.choices(list(materials), [1, 0, 2, 14, 1] if built < 1930 else [40, 25, 15, 1, 4] if built < 1985 else [20, 55, 20, 0, 5])[0]
        length = round(r.lognormvariate(3.2 + (0.7 if road == "Motorway" else 0) + (0.4 if code in ("STL", "PSC") else 0), 0.7), 1)
        lanes = r.choice([4, 4, 6]) if road == "Motorway" else 2 if road != "Local street" or r.random() < 0.6 else 1
        deck, upper, lower = (min(9, max(2, round(r.gauss(4.6 + (built - 1930) / 26, 1.1)))) for _ in range(3))
        low = min(deck, upper, lower)
        state = "Poor" if low <= 4 else "Fair" if low <= 6 else "Good"
        limit = r.choice([3, 7.5, 12, 16, 24]) if state == "Poor" and r.random() < 0.5 else None
        lat, lon = counties[county]
        rows.append([f"B{county[0]}{1001 + i}", county, road, r.choice(["river", "railway", "road", "canal", "valley"]), code, materials[code], built, round(built + r.uniform(25, 45)) if built < 1985 and r.random() < 0.35 else None, length, round(lanes * 3.5 + r.uniform(1, 4), 1), lanes, round(roads[road] * r.lognormvariate(0, 0.4), -1).__int__(), deck, upper, lower, state, limit, datetime.date(2018, 3, 1) + datetime.timedelta(days=r.randint(0, 2450)), {"Motorway": "State", "Trunk road": "State", "County road": "County", "Local street": "Municipality"}[road],
                     None if state == "Good" else round(length * lanes * {"Fair": 3.2, "Poor": 11}[state] * r.lognormvariate(0, 0.3)), round(lat + r.uniform(-0.25, 0.25), 5), round(lon + r.uniform(-0.35, 0.35), 5)])
    return Table("bridges", ["bridge_no", "county", "road_class", "crosses", "mat_cd", "material", ("yr_built", I), ("yr_rebuilt", I), ("length_m", F), ("width_m", F), ("lanes", I), ("adt", I), ("deck_rtg", I), ("super_rtg", I), ("sub_rtg", I), "condition", ("wt_limit_t", F), ("last_insp", D), "owner", ("repair_cost_keur", I), ("lat", F), ("lon", F)], rows,
                 {"last_insp": mixed_date, "wt_limit_t": or_else("none"), "length_m": lambda v, i: f"{v} m" if scatter(f"l{i}") < 0.15 else v, "county": lambda v, i: v.upper() if scatter(f"c{i}") < 0.05 else v})


TABLES = [taxis(), buses(), registrations(), bridges()]
