"""Tables of firms at work: software incidents, shared farm machines, sea freight, wind turbines, a foundry's laboratory, charging points. All values are invented."""
import datetime, math, random

from common import Table, days, mixed_date, money, or_else, scatter

I, F, D, T = "INTEGER", "DOUBLE", "DATE", "TIMESTAMP"


def incidents():
    r, rows = random.Random(9401), []
    services = {"checkout": ("Payments", 1.3), "ledger": ("Payments", 0.7), "search": ("Discovery", 1.1), "recommendations": ("Discovery", 0.6), "login": ("Identity", 1.0), "profile": ("Identity", 0.5), "image-cdn": ("Platform", 0.9), "message-queue": ("Platform", 1.2), "data-warehouse": ("Data", 0.8)}
    causes = ["Code defect", "Configuration change", "Capacity", "Third party", "Hardware", "Expired certificate"]
    span = list(days("2023-04-01", "2025-03-31"))
    weights = [(0.5 if d.isoweekday() > 5 else 1) * (1.7 if d.month == 11 else 1) for d in span]
    for i, day in enumerate(sorted(r.choices(span, weights, k=430))):
        service = r.choices(list(services), [w for _, w in services.values()])[0]
        sev = r.choices([1, 2, 3, 4], [6, 20, 46, 28])[0]
        start = datetime.datetime(day.year, day.month, day.day, r.choices(range(24), [2, 1, 1, 1, 1, 2, 3, 4, 6, 8, 9, 9, 7, 8, 9, 9, 8, 6, 5, 4, 4, 3, 3, 2])[0], r.randint(0, 59))
        how = r.choices(["alert", "customer report", "engineer", "synthetic check"], [55, 20, 15, 10])[0]
        detect = start + datetime.timedelta(minutes=max(1, round({"alert": 6, "customer report": 48, "engineer": 30, "synthetic check": 9}[how] * r.lognormvariate(0, 0.7))))
        ack = detect + datetime.timedelta(minutes=max(1, round({1: 3, 2: 6, 3: 18, 4: 60}[sev] * r.lognormvariate(0, 0.6))))
        mitigated = ack + datetime.timedelta(minutes=max(4, round({1: 85, 2: 70, 3: 60, 4: 45}[sev] * r.lognormvariate(0, 0.8))))
        resolved = mitigated + datetime.timedelta(minutes=max(5, round(160 * r.lognormvariate(0, 1.0))))
        open_still = day > datetime.date(2025, 3, 10) and r.random() < 0.35
        cause = r.choices(causes, [34, 25, 16, 13, 8, 4])[0]
        deploy = cause in ("Code defect", "Configuration change") and r.random() < 0.7
        users = round({1: 60000, 2: 11000, 3: 900, 4: 40}[sev] * r.lognormvariate(0, 0.9))
        loss = None if sev > 2 or service not in ("checkout", "ledger", "search", "login") else int(round(users * r.uniform(0.4, 3), -2))
        items = r.randint(2, 9) if sev < 3 else r.randint(0, 3)
        rows.append([f"INC-{1800 + i * 2}", service, services[service][0], f"SEV{sev}", start, detect, ack, mitigated, None if open_still else resolved, how, cause, "true" if deploy else "false", "true" if deploy and r.random() < 0.6 else "false", r.choices(["eu-west", "us-east", "ap-south", "global"], [36, 34, 16, 14])[0], users, loss, r.randint(1, 30) if how == "alert" else r.randint(0, 12), {1: 7, 2: 4, 3: 2, 4: 1}[sev] + r.randint(0, 4), r.choice(["Aiko", "Benedek", "Carla", "Dmitri", "Esi", "Fionn"]), "yes" if r.random() < {1: 0.97, 2: 0.85, 3: 0.4, 4: 0.1}[sev] else "no", items, sum(r.random() < 0.72 for _ in range(items))])
    return Table("incidents", ["incidentKey", "service", "ownerTeam", "severity", ("startedAt", T), ("detectedAt", T), ("acknowledgedAt", T), ("mitigatedAt", T), ("resolvedAt", T), "detectedBy", "rootCause", "deployRelated", "rolledBack", "region", ("usersAffected", I), ("revenueLossUsd", I), ("alertCount", I), ("responderCount", I), "commander", "postmortemDone", ("actionItems", I), ("actionItemsDone", I)], rows, {"revenueLossUsd": or_else("n/a"), "resolvedAt": or_else("ongoing")})


def machines():
    r, rows = random.Random(9402), []
    kinds = {"TRA": ("Tractor", 165, 118000, 24), "CMB": ("Combine harvester", 390, 335000, 9), "BAL": ("Baler", 0, 46000, 10), "SPR": ("Sprayer", 0, 72000, 9), "DRL": ("Seed drill", 0, 58000, 8), "LDR": ("Telehandler", 130, 92000, 8)}
    makes = ["Ferdan", "Kollmar", "Norhav", "Agripont", "Valdine"]
    for code, (kind, power, price, many) in kinds.items():
        for _ in range(many):
            bought = datetime.date(2009, 3, 1) + datetime.timedelta(days=r.randint(0, 4950))
            make = r.choice(makes)
            hours = round((2025.2 - bought.year) * {"TRA": 640, "CMB": 260, "BAL": 180, "SPR": 210, "DRL": 150, "LDR": 520}[code] * r.uniform(0.7, 1.25))
            leased = bought.year > 2018 and r.random() < 0.35
            state = r.choices(["A", "W", "R"], [86, 9, 5])[0]
            rows.append([f"{code}{len(rows) + 101}", code, kind, make, f"{make[0]}{r.choice([4, 5, 6, 7, 8])}{r.randint(10, 99)}", bought.year - r.choice([0, 0, 0, 1]), round(power * r.uniform(0.65, 1.4)) if power else None, bought, None if leased else int(round(price * r.uniform(0.7, 1.3) * 1.025 ** (bought.year - 2015), -2)), "leased" if leased else "owned", r.choice(["Hofstetten", "Marchfeld", "Oberau"]), hours, "Y" if bought.year > 2015 and r.random() < 0.75 else "N", datetime.date(2025, 4, 1) + datetime.timedelta(days=r.randint(-60, 330)), state, {"A": "available", "W": "in workshop", "R": "retired"}[state]])
    return Table("machine_pool", ["mach_no", "mach_typ_cd", "mach_typ", "make", "model", ("model_yr", I), ("pwr_hp", I), ("purch_dt", D), ("purch_prc_eur", I), "ownership", "depot", ("eng_hrs", I), "gps_yn", ("insp_due_dt", D), "stat_cd", "stat"], rows, {"purch_prc_eur": money("€ ", "leased"), "purch_dt": mixed_date, "pwr_hp": or_else("-")})


def field_jobs(pool):
    r, rows = random.Random(9403), []
    works = {"TRA": [("Ploughing", 78), ("Harrowing", 42)], "CMB": [("Harvesting", 135)], "BAL": [("Baling", 52)], "SPR": [("Spraying", 24)], "DRL": [("Sowing", 48)], "LDR": [("Loading", 30)]}
    season = {"Ploughing": [3, 9, 10, 11], "Harrowing": [3, 4, 9], "Harvesting": [7, 7, 8, 8, 9], "Baling": [6, 7, 8], "Spraying": [4, 5, 6], "Sowing": [3, 4, 9, 10], "Loading": list(range(1, 13))}
    farms = [(f"F{11 + i}", n, v) for i, (n, v) in enumerate([("Lindenhof", "Au"), ("Rainer", "Au"), ("Steinbauer", "Berg"), ("Waldgut", "Berg"), ("Moosmann", "Tal"), ("Seehof", "Tal"), ("Brunner", "Egg"), ("Kreuzhof", "Egg"), ("Thaler", "Egg")])]
    used = [m for m in pool.rows if m[14] != "R"]
    speed = {"Ploughing": 0.9, "Harrowing": 2.6, "Harvesting": 2.1, "Baling": 2.9, "Spraying": 6.5, "Sowing": 2.4, "Loading": 1.5}
    for i in range(520):
        mach = r.choice(used)
        oper, rate = r.choice(works[mach[1]])
        year = r.choice([2023, 2024])
        day = datetime.date(year, r.choice(season[oper]), r.randint(1, 28))
        farm = r.choice(farms)
        crop = "Grassland" if oper == "Baling" and r.random() < 0.8 else r.choices(["Wheat", "Barley", "Maize", "Rapeseed", "Sugar beet"], [34, 22, 24, 12, 8])[0]
        area = round(r.lognormvariate(2.1, 0.5), 1)
        hours = round(max(0.5, area / speed[oper] * r.uniform(0.8, 1.3)), 1)
        fuel = round(hours * {"TRA": 19, "CMB": 38, "BAL": 12, "SPR": 11, "DRL": 13, "LDR": 9}[mach[1]] * r.uniform(0.8, 1.2))
        billed = round(area * rate * (1.06 if year == 2024 else 1), 2)
        paid = day + datetime.timedelta(days=max(4, round(r.gauss(28, 12)))) if r.random() < 0.92 else None
        rows.append([day, mach[0], *farm, crop, oper, area, hours, fuel, r.choice(["Anton", "Birgit", "Cem", "Dora", "Egon"]), billed, paid, 0 if r.random() < 0.84 - (2025 - mach[5]) * 0.008 else 5 * r.randint(3, 60), "Y" if day.month in (7, 8) and r.random() < 0.25 else "N"])
    rows.sort(key=lambda x: (x[0], x[1], x[2]))
    rows = [[5001 + i, *row] for i, row in enumerate(rows)]
    return Table("field_jobs", [("job_no", I), ("job_dt", D), "mach_no", "farm_no", "farm", "village", "crop", "oper", ("area_ha", F), ("work_hrs", F), ("fuel_l", I), "driver", ("billed_eur", F), ("paid_dt", D), ("brkdwn_min", I), "night_yn"], rows, {"job_dt": mixed_date, "paid_dt": or_else("unpaid"), "area_ha": lambda v, i: f"{v} ha" if scatter(f"ha{i}") < 0.15 else v})


def castings():
    r, rows = random.Random(9406), []
    alloys = {"GJS-400": (268, 425, 18, 150), "GJS-500": (335, 525, 10, 195), "GJS-600": (395, 640, 5, 232), "GJL-250": (0, 262, 0, 205)}
    customers = {"Motoren Haas": 5, "Pumpwerk Sieg": 4, "Railtec": 3, "Hydra Valve": 4, "Own use": 1}
    for i, day in enumerate(sorted(r.choices([d for d in days("2023-09-01", "2024-12-20") if d.isoweekday() < 7], k=390))):
        alloy = r.choices(list(alloys), [34, 28, 16, 22])[0]
        furnace = r.choice(["F1", "F2", "F2", "F3"])
        shift = r.choices(["early", "late", "night"], [40, 38, 22])[0]
        skew = (-0.035 if furnace == "F3" else 0) + (-0.02 if shift == "night" else 0) + r.gauss(0.035, 0.045)
        rp, rm, a, hb = alloys[alloy]
        pour = round(r.gauss(1395, 16) - (10 if shift == "night" else 0))
        tensile = round(rm * (1 + skew))
        made = r.randint(20, 180)
        faults = ["Porosity", "Sand inclusion", "Cold shut", "Shrinkage", "Dimension"]
        rate = min(0.4, max(0, r.expovariate(1 / 0.035) + (0.02 if furnace == "F3" else 0) + max(0, 1385 - pour) * 0.002))
        scrap = min(made, round(made * rate))
        passed = tensile >= rm * 0.985 and rate < 0.16
        lab = r.choice(["hb", "mk", "ts"])
        rows.append([f"{day:%y%m}-{i + 1:04}", day, day + datetime.timedelta(days=r.choice([1, 1, 2, 3, 5])), furnace, shift, alloy, r.choices(list(customers), list(customers.values()))[0], round(r.gauss(3.55, 0.12), 2), round(r.gauss(2.4, 0.2), 2), round(r.gauss(0.24, 0.06), 2), round(max(0.004, r.gauss(0.011, 0.004)), 3), None if alloy == "GJL-250" else round(r.gauss(0.043, 0.006), 3), pour, None if not rp else round(rp * (1 + skew * 0.9)), tensile, None if not a else round(max(1, a * (1 - skew * 1.5) + r.gauss(0, 1)), 1), round(hb * (1 + skew * 0.6) + r.gauss(0, 4)), made, scrap, r.choices(faults, [34, 24, 10, 20, 12])[0] if scrap else None, "pass" if passed else "fail", lab])
    return Table("casting_tests", ["Melt no.", ("Cast on", D), ("Tested on", D), "Furnace", "Shift", "Alloy", "Customer", ("C (%)", F), ("Si (%)", F), ("Mn (%)", F), ("S (%)", F), ("Mg (%)", F), ("Pouring temp. (°C)", I), ("Rp0.2 (MPa)", I), ("Rm (MPa)", I), ("A5 (%)", F), ("Hardness (HB)", I), ("Pieces cast", I), ("Pieces scrapped", I), "Main defect", "Result", "Tested by"], rows,
                 {"Cast on": mixed_date, "Mg (%)": or_else("--"), "Rp0.2 (MPa)": or_else("--"), "A5 (%)": or_else("--"), "Pouring temp. (°C)": lambda v, i: f"{v} °C" if scatter(f"p{i}") < 0.2 else v, "Tested by": lambda v, i: v.upper() if scatter(f"t{i}") < 0.3 else v})


def charging():
    r, rows = random.Random(9407), []
    sites = {"S01": ("Town hall car park", "public", 22), "S02": ("Northgate retail park", "retail", 50), "S03": ("A7 services east", "motorway", 150), "S04": ("A7 services west", "motorway", 150), "S05": ("Lakeside hotel", "hotel", 11), "S06": ("Hospital visitors", "public", 22), "S07": ("Cinema garage", "retail", 50)}
    for i, day in enumerate(sorted(r.choices(list(days("2024-02-01", "2025-01-31")), k=590))):
        site = r.choices(list(sites), [14, 18, 24, 22, 8, 10, 9])[0]
        name, kind, power = sites[site]
        hour = r.choices(range(24), [1, 1, 1, 1, 1, 2, 4, 7, 9, 9, 10, 11, 12, 11, 10, 10, 11, 12, 11, 8, 6, 4, 3, 2])[0]
        start = datetime.datetime(day.year, day.month, day.day, hour, r.randint(0, 59))
        failed = r.random() < 0.05
        low = r.randint(6, 60)
        high = None if failed else min(100, low + r.randint(15, 80))
        kwh = 0.0 if failed else round((high - low) / 100 * r.choice([40, 52, 64, 77, 90]) * r.uniform(0.98, 1.08), 2)
        used = r.randint(1, 4) if failed else max(6, round(kwh / (power * (0.75 if day.month not in (12, 1, 2) else 0.6)) * 60))
        plugged = used + (0 if failed else round(r.expovariate(1 / (12 if kind == "motorway" else 60))))
        tariff = r.choices(["ad hoc", "member", "roaming"], [30, 45, 25])[0]
        price = {"ad hoc": 0.64, "member": 0.47, "roaming": 0.72}[tariff] - (0.08 if power < 50 else 0)
        idle = plugged - used
        fee = round(max(0, idle - 45) * 0.1, 2) if power < 50 else round(max(0, idle - 15) * 0.2, 2)
        rows.append([f"CS{day:%y%m}{i:05}", site, name, kind, r.randint(1, 6 if power == 150 else 2), "Type 2" if power < 50 else r.choices(["CCS", "CHAdeMO"], [92, 8])[0], power, start, start + datetime.timedelta(minutes=plugged), plugged, used, kwh, low, high, tariff, round(price, 2), round(kwh * price, 2), fee, r.choices(["app", "RFID card", "contactless card", "plug & charge"], [44, 26, 22, 8])[0], r.choice(["Avanti", "Borealis", "Cygna", "Dorado", "Elan", "Fenn"]), None if not failed else r.choice(["E12", "E12", "E31", "E07"]), "failed" if failed else "ok", round(r.gauss(11, 5) + 9 * math.cos((day.timetuple().tm_yday - 200) / 365 * 2 * math.pi), 1)])
    return Table("ev_sessions", ["session_id", "site_id", "site", "site_type", ("bay_no", I), "connector", ("max_power_kw", I), ("plug_in_at", T), ("plug_out_at", T), ("plugged_min", I), ("charging_min", I), ("energy_kwh", F), ("soc_start_pct", I), ("soc_end_pct", I), "tariff", ("price_per_kwh", F), ("energy_cost", F), ("idle_fee", F), "paid_with", "car_brand", "error_code", "outcome", ("outside_temp_c", F)], rows,
                 {"energy_cost": lambda v, i: f"€{v:.2f}", "idle_fee": lambda v, i: f"€{v:.2f}", "soc_end_pct": or_else("unknown"), "error_code": or_else("none"), "plug_in_at": lambda v, i: v.strftime("%Y-%m-%d %H:%M"), "plug_out_at": lambda v, i: v.strftime("%Y-%m-%d %H:%M")})


POOL = machines()


TABLES = [incidents(), POOL, field_jobs(POOL), castings(), charging()]
