"""Tables shaped like published data sets: short column names, codes, aggregate rows, gaps. All values are invented."""
import datetime, math, random

from common import Table, days, mixed_date, scatter

I, F, D, TM = "INTEGER", "DOUBLE", "DATE", "TIME"


def calls():
    r, rows = random.Random(3101), []
    districts = {"D01": ("Old Town", 9, 0.8), "D02": ("Harbour", 7, 1.0), "D03": ("Northgate", 5, 1.25), "D04": ("Millfield", 6, 1.0), "D05": ("St. Anne", 4, 0.9), "D06": ("Quarry Hill", 3, 1.45), "D07": ("Airport", 2, 1.6), "D08": ("Lakeside", 4, 1.15)}
    services = {"AMB": ("Ambulance", 52, 8.4, {"Fall": 9, "Chest pain": 7, "Breathing difficulty": 6, "Unconscious person": 4, "Traffic accident": 5, "Allergic reaction": 2}), "FIR": ("Fire brigade", 22, 7.1, {"Building fire": 4, "Vehicle fire": 3, "Automatic alarm": 9, "Rubbish fire": 4, "Smoke": 3}),
                "POL": ("Police", 19, 10.3, {"Disturbance": 6, "Burglary": 4, "Assault": 3, "Traffic accident": 4, "Missing person": 1}), "TEC": ("Technical rescue", 7, 11.8, {"Person in lift": 5, "Flooding": 3, "Tree on road": 4, "Animal rescue": 2})}
    span = list(days("2023-01-01", "2024-12-31"))
    weight = [(1.12 if d.isoweekday() in (5, 6) else 0.88 if d.isoweekday() == 2 else 1) * (1.22 if d.month in (7, 12) else 0.9 if d.month in (2, 3) else 1) * (1.1 if d.year == 2024 else 1) for d in span]
    for i, day in enumerate(sorted(r.choices(span, weight, k=880))):
        code = r.choices(list(services), [s[1] for s in services.values()])[0]
        service, _, mean, kinds = services[code]
        kind = r.choices(list(kinds), list(kinds.values()))[0]
        place = r.choices(list(districts), [d[1] for d in districts.values()])[0]
        name, _, far = districts[place]
        hour = r.choices(range(24), [3, 3, 2, 2, 1, 2, 3, 5, 6, 6, 6, 7, 7, 6, 6, 7, 8, 10, 9, 8, 7, 6, 5, 4])[0]
        prio = r.choices([1, 2, 3], [38, 42, 20] if code in ("AMB", "FIR") else [18, 45, 37])[0]
        response = round(max(1.8, mean * far * {1: 0.82, 2: 1.0, 3: 1.45}[prio] * r.lognormvariate(0, 0.3)), 1)
        false = r.random() < (0.62 if kind == "Automatic alarm" else 0.22 if kind == "Smoke" else 0.05)
        hurt = 0 if false else r.choices([0, 1, 2, 3, 4], [15, 50, 22, 9, 4])[0] if kind == "Traffic accident" else r.choices([0, 1, 2], [10, 80, 4])[0] if code == "AMB" else r.choices([0, 1, 2], [82, 14, 4])[0]
        rows.append([f"{day.year % 100}-{100207 + i * 7}", day, datetime.time(hour, r.randint(0, 59)), code, service, kind, prio, place, name, r.choices([1, 2, 3, 4], [60, 25, 10, 5] if code != "FIR" else [15, 40, 30, 15])[0], None if r.random() < 0.05 else response,
                     max(4, round(r.gauss(12, 6))) if false else max(6, round(r.lognormvariate(3.5 if code != "FIR" else 3.8, 0.5))), hurt, "Y" if code == "AMB" and not false and r.random() < 0.61 else "N", "Y" if false else "N", "Automatic" if kind == "Automatic alarm" else r.choices(["Phone 112", "App", "Other agency"], [84, 9, 7])[0]])
    return Table("emergency_calls", ["INC_NO", ("CALL_DT", D), ("CALL_TM", TM), "SVC_CD", "SERVICE", "INC_TYPE", ("PRIO", I), "DIST_CD", "DISTRICT", ("UNITS_N", I), ("RESP_MIN", F), ("SCENE_MIN", I), ("INJ_N", I), "HOSP_YN", "FALSE_ALM_YN", "CALL_CHNL"], rows,
                 {"CALL_DT": mixed_date, "RESP_MIN": lambda v, i: "n/a" if v is None else v})


def trees():
    r, rows = random.Random(3102), []
    parks = {"P01": ("Castle Gardens", "Centre", 8, 51.2217, 4.4051), "P02": ("Riverside Park", "East", 11, 51.2302, 4.4388), "P03": ("Botanic Meadow", "South", 6, 51.1964, 4.4102), "P04": ("Linden Square", "Centre", 3, 51.2189, 4.4132), "P05": ("Foundry Park", "North", 5, 51.2447, 4.4193), "P06": ("Great Common", "West", 9, 51.2148, 4.3722), "P07": ("Cemetery of St. Jude", "South", 7, 51.1909, 4.4267)}
    kinds = [("English oak", "Quercus robur", "Q", "D", "Y", 20, 13), ("Red oak", "Quercus rubra", "Q", "D", "N", 19, 6), ("Small-leaved lime", "Tilia cordata", "T", "D", "Y", 18, 15), ("Silver lime", "Tilia tomentosa", "T", "D", "N", 17, 5), ("Norway maple", "Acer platanoides", "A", "D", "Y", 15, 12), ("Field maple", "Acer campestre", "A", "D", "Y", 10, 7), ("London plane", "Platanus × hispanica", "P", "D", "N", 22, 10), ("Horse chestnut", "Aesculus hippocastanum", "H", "D", "N", 17, 9),
             ("European beech", "Fagus sylvatica", "F", "D", "Y", 21, 8), ("Silver birch", "Betula pendula", "B", "D", "Y", 14, 9), ("Scots pine", "Pinus sylvestris", "S", "E", "Y", 16, 5), ("English yew", "Taxus baccata", "X", "E", "Y", 8, 6), ("Cedar of Lebanon", "Cedrus libani", "C", "E", "N", 18, 2), ("Japanese cherry", "Prunus serrulata", "J", "D", "N", 6, 6)]
    for i in range(720):
        code = r.choices(list(parks), [p[2] for p in parks.values()])[0]
        park, ward, _, lat, lon = parks[code]
        name, latin, _, leaf, native, tall, _ = r.choices(kinds, [k[6] * (3 if code == "P07" and k[0] == "English yew" else 4 if code == "P04" and "lime" in k[0] else 1) for k in kinds])[0]
        year = r.choices([r.randint(1870, 1914), r.randint(1920, 1959), r.randint(1960, 1989), r.randint(1990, 2023)], [10, 22, 32, 36])[0]
        age = 2024 - year
        height = round(max(1.9, tall * (1 - math.exp(-age / 34)) * r.gauss(1.12, 0.13)), 1)
        girth = round(max(4, (age ** 0.82) * (1.55 if tall > 12 else 0.85) * r.gauss(1, 0.17)), 1)
        state = min(5, max(1, round(r.gauss(1.9 + age / 75 + (0.9 if name == "Horse chestnut" else 0), 0.75))))
        act = r.choices(["No action", "Prune", "Monitor", "Fell"], {1: [90, 9, 1, 0], 2: [76, 20, 4, 0], 3: [46, 38, 15, 1], 4: [10, 40, 38, 12], 5: [0, 8, 20, 72]}[state])[0]
        rows.append([f"T{10411 + i * 3}", code, park, ward, name, latin, latin.split()[0], leaf, native, girth if r.random() > 0.02 else None, height, round(max(0.8, height * r.uniform(0.4, 0.75)), 1), None if r.random() < 0.07 else year, state, {1: "Excellent", 2: "Good", 3: "Fair", 4: "Poor", 5: "Dead"}[state],
                     "X" if age > 85 and r.random() < 0.5 else None, datetime.date(2022, 3, 1) + datetime.timedelta(days=r.randint(0, 960)), act, round(max(60, girth ** 2 * r.uniform(2.2, 3.4) * {1: 1.2, 2: 1, 3: 0.7, 4: 0.35, 5: 0.02}[state])), round(lat + r.gauss(0, 0.0021), 5), round(lon + r.gauss(0, 0.0032), 5)])
    return Table("park_trees", ["TREE_ID", "PARK_CD", "PARK_NM", "WARD", "SPEC_COM", "SPEC_LAT", "GENUS", "LEAF_CD", "NATIVE_YN", ("DBH_CM", F), ("HT_M", F), ("CRWN_DIAM_M", F), ("PLANT_YR", I), ("COND_CD", I), "COND_TXT", "PROTECTED", ("LAST_INSP", D), "NEXT_ACT", ("VAL_EUR", I), ("LAT", F), ("LON", F)], rows,
                 {"VAL_EUR": lambda v, i: f"€ {v:,}", "PLANT_YR": lambda v, i: "unknown" if v is None else v, "LAST_INSP": mixed_date})


POWER_YEARS = range(2014, 2025)


def power():
    r, rows = random.Random(3104), []
    sources = {"C0000": "Coal", "G3000": "Natural gas", "O4000": "Oil", "N9000": "Nuclear", "RA100": "Hydro", "RA300": "Wind", "RA420": "Solar", "R5300": "Biomass and waste"}
    # Name, TWh in the first year by source
    lands = {"AT": ("Austria", [3, 8, 0.6, 0, 41, 4.2, 0.8, 4.6]), "DE": ("Germany", [262, 61, 5.8, 92, 20, 58, 36, 49]), "DK": ("Denmark", [11, 2.1, 0.3, 0, 0, 13, 0.6, 4.6]), "ES": ("Spain", [44, 47, 14, 57, 39, 52, 13.5, 6.4]), "FI": ("Finland", [12, 5.4, 0.2, 23.5, 13.4, 1.1, 0, 11.4]),
             "FR": ("France", [9, 14, 3, 420, 63, 17, 6, 7.8]), "IT": ("Italy", [45, 94, 14, 0, 58, 15, 22, 21]), "NL": ("Netherlands", [29, 51, 1.9, 4, 0.1, 5.8, 0.8, 6.1]), "NO": ("Norway", [0.1, 2.7, 0, 0, 137, 2.2, 0, 0.2]), "PL": ("Poland", [132, 5.3, 1.6, 0, 2.6, 7.7, 0.02, 9.9]),
             "PT": ("Portugal", [12, 6.6, 1.4, 0, 16, 12, 0.6, 3.3]), "RO": ("Romania", [18, 8, 0.4, 11.6, 19, 6.2, 1.6, 0.6]), "SE": ("Sweden", [0.9, 0.4, 0.3, 65, 64, 11.2, 0.05, 12])}
    grow = {"C0000": -0.105, "G3000": 0.012, "O4000": -0.06, "N9000": -0.012, "RA100": 0.0, "RA300": 0.088, "RA420": 0.155, "R5300": 0.012}
    hours = {"C0000": 3900, "G3000": 2300, "O4000": 900, "N9000": 7200, "RA100": 2900, "RA300": 2250, "RA420": 1010, "R5300": 4700}
    for code, unit in (("GEP", "GWH"), ("CAP", "MW")):
        made = {}
        for geo, (land, start) in lands.items():
            for at, (siec, source) in enumerate(sources.items()):
                pace = (0.05 if siec == "RA420" and start[at] > 10 else grow[siec]) * r.uniform(0.75, 1.25) + (0.06 if geo in ("FI", "NL", "PL") and siec in ("RA300", "RA420") else 0)
                values = []
                for y in POWER_YEARS:
                    t = y - 2014
                    base = max(start[at], 0.012 * t * t if siec == "RA420" else 0) * 1000 * (1 + pace) ** t
                    if geo == "DE" and siec == "N9000":
                        base = 0 if y > 2023 else base * (0.07 if y == 2023 else 0.4 if y == 2022 else 1)
                    if code == "GEP":
                        base *= 1 if siec not in ("RA100", "RA300") else r.uniform(0.87, 1.12)
                        base *= 0.78 if siec == "N9000" and y == 2022 and geo == "FR" else 0.93 if y == 2020 and siec == "C0000" else 1
                        v = round(base * r.uniform(0.985, 1.015))
                    else:
                        v = round(base / hours[siec] * 1000 * (1 if geo not in ("NO", "AT") or siec != "RA100" else 0.72) * r.uniform(0.99, 1.01))
                    values.append(v)
                made[geo, siec] = values
        if code == "GEP":
            for geo, siec in (("RO", "R5300"), ("RO", "O4000"), ("PT", "O4000"), ("DK", "O4000")):
                made[geo, siec][-1] = None
            made["NL", "RA100"][2] = None
        for geo in lands:
            made[geo, "TOTAL"] = [sum(made[geo, s][k] or 0 for s in sources) for k in range(len(POWER_YEARS))]
        for siec in [*sources, "TOTAL"]:
            made["TOT13", siec] = [sum(made[g, siec][k] or 0 for g in lands) for k in range(len(POWER_YEARS))]
        for geo, land in [("TOT13", "All 13 countries"), *[(g, v[0]) for g, v in lands.items()]]:
            for siec in ["TOTAL", *sources]:
                rows.append(["A", code, "Gross electricity production" if code == "GEP" else "Installed capacity", unit, siec, "Total" if siec == "TOTAL" else sources[siec], geo, land, *made[geo, siec]])
    return Table("elec_production", ["FREQ", "INDIC_CD", "INDICATOR", "UNIT", "SIEC", "SOURCE", "GEO", "GEO_LABEL", *[(str(y), I) for y in POWER_YEARS]], rows, {str(y): lambda v, i: ":" if v is None else f"{v:,}" for y in POWER_YEARS})


CINEMA_MONTHS = [f"{y}M{m:02}" for y in (2023, 2024) for m in range(1, 13)]


def cinemas():
    r, rows = random.Random(3106), []
    houses = [("Roxy", "Aldenburg", 4), ("Palast", "Aldenburg", 9), ("Kino am Markt", "Aldenburg", 2), ("Odeon", "Brookhaven", 7), ("Scala", "Brookhaven", 3), ("Cineplex Ring", "Brookhaven", 12), ("Astoria", "Carrow", 5), ("Gloria", "Carrow", 2), ("Metropol", "Carrow", 8), ("Lumiere", "Delmouth", 3), ("Apollo", "Delmouth", 6), ("Capitol", "Delmouth", 10),
              ("Regina", "Eastport", 4), ("Harbour Screens", "Eastport", 11), ("Studio 5", "Eastport", 1), ("Rialto", "Fennwick", 5), ("Central", "Fennwick", 7), ("Eden", "Gorse Bay", 2), ("Plaza", "Gorse Bay", 6), ("Savoy", "Gorse Bay", 4)]
    genres = {"Action": 24, "Comedy": 19, "Drama": 14, "Family & animation": 22, "Horror & thriller": 9, "Documentary": 3, "Other": 6}
    season = [1.12, 1.0, 0.93, 0.86, 0.78, 0.66, 0.74, 0.8, 0.84, 1.08, 1.14, 1.36]
    total = {g: [0] * 24 for g in [*genres, "All genres"]}
    for i, (house, city, screens) in enumerate(houses):
        seats = screens * r.randint(88, 142)
        pull, art, trend = r.uniform(0.75, 1.3), screens < 4, r.uniform(-0.12, 0.17)
        block = {}
        for genre, part in genres.items():
            part *= (2.1 if genre in ("Drama", "Documentary") else 0.55 if genre in ("Action", "Horror & thriller") else 0.9) if art else 1
            values = []
            for k in range(24):
                m = k % 12
                x = seats * pull * part / 7.5 * season[m] * (1.6 if genre == "Family & animation" and m in (6, 9, 11) else 1.35 if genre == "Horror & thriller" and m == 9 else 1.2 if genre == "Action" and m in (4, 5) else 1)
                values.append(round(x * (1 + trend * k / 24) * (1.25 if genre == "Action" and k == 18 else 1) * r.uniform(0.86, 1.14)))
            block[genre] = values
        shut = {"Gloria": range(14, 18), "Regina": range(4, 7)}.get(house, ())
        for values in block.values():
            for k in shut:
                values[k] = None
        block["All genres"] = [None if k in shut else sum(block[g][k] for g in genres) for k in range(24)]
        for genre, values in block.items():
            rows.append([f"C{i + 1:02}", house, city, screens, seats, genre, *values])
            total[genre] = [a + (v or 0) for a, v in zip(total[genre], values)]
    rows += [["ALL", "All cinemas", None, sum(h[2] for h in houses), sum(x[4] for x in rows if x[5] == "All genres"), genre, *values] for genre, values in total.items()]
    return Table("cinema_tickets", ["CIN_CD", "CINEMA", "CITY", ("SCRNS_N", I), ("SEATS_N", I), "GENRE", *[(m, I) for m in CINEMA_MONTHS]], rows, {m: lambda v, i: "-" if v is None else f"{v:,}" for m in CINEMA_MONTHS})


def jobs():
    r, rows = random.Random(3107), []
    fields = {"Q": ("Health & care", [("Registered nurse", 39000, "223"), ("Care assistant", 29500, "532"), ("Physiotherapist", 41000, "226"), ("Hospital doctor", 76000, "221")]), "J": ("IT & telecoms", [("Software developer", 62000, "251"), ("IT support technician", 41000, "351"), ("Data analyst", 55000, "252"), ("Security engineer", 69000, "252")]), "F": ("Construction", [("Electrician", 40000, "741"), ("Site manager", 61000, "312"), ("Bricklayer", 36000, "711")]),
              "I": ("Hotels & restaurants", [("Cook", 31000, "512"), ("Receptionist", 29000, "422"), ("Waiter", 27500, "513")]), "P": ("Education", [("Primary teacher", 46000, "234"), ("Nursery teacher", 36500, "234"), ("Maths teacher", 51000, "233")]), "G": ("Retail", [("Sales assistant", 28500, "522"), ("Store manager", 43000, "142"), ("Cashier", 26500, "523")]), "H": ("Transport & logistics", [("Truck driver", 35500, "833"), ("Warehouse worker", 29500, "933"), ("Bus driver", 36500, "833")])}
    employers = {"Q": ["St. Martin Hospital", "CareWell", "Valley Clinics", "Humana Homes"], "J": ["Bitwerk", "Northstar Systems", "Telvia", "Quantia"], "F": ["Baumann & Co", "Stonebridge", "ElektroPro"], "I": ["Hotel Astra", "Bistro Group", "Seaview Hotels"], "P": ["City of Merrin", "County Schools", "Little Oaks"], "G": ["Markta", "FreshMart", "Homeline"], "H": ["TransAlpin", "CityBus", "Boxxo Logistics"]}
    regions = {"R1": ("Merrin City", 11), "R2": ("North", 6), "R3": ("South Valley", 7), "R4": ("Coast", 5), "R5": ("Lakes", 4)}
    span = list(days("2023-07-01", "2024-12-31"))
    weight = [(0.25 if d.isoweekday() > 5 else 1) * (1.35 if d.month in (1, 9) else 0.7 if d.month in (8, 12) else 1) for d in span]
    for i, day in enumerate(sorted(r.choices(span, weight, k=640))):
        code = r.choices(list(fields), [24, 17, 13, 13, 9, 12, 12])[0]
        sector, titles = fields[code]
        title, pay, isco = r.choices(titles, [6, 5, 3, 2][:len(titles)])[0]
        region = r.choices(list(regions), [v[1] for v in regions.values()])[0]
        need = r.choices([0, 1, 2, 3, 5, 8], [22, 18, 22, 19, 14, 5])[0]
        low = round(pay * (1 + 0.028 * need) * r.gauss(0.97, 0.06) * (1.07 if region == "R1" else 1) / 100) * 100
        high = round(low * r.uniform(1.06, 1.3) / 100) * 100
        hours = r.choices([40, 38.5, 35, 30, 20, 15], [38, 24, 8, 10, 15, 5] if code in "QGI" else [58, 26, 6, 4, 5, 1])[0]
        remote = r.choices(["no", "hybrid", "full"], [14, 58, 28] if code == "J" else [100, 0, 0] if code in "FIH" else [92, 8, 0] if code != "P" else [96, 4, 0])[0]
        applied = int(r.lognormvariate({"Q": 1.7, "J": 3.2, "F": 1.7, "I": 1.9, "P": 2.4, "G": 2.7, "H": 2.2}[code] + (0.5 if remote == "full" else 0), 0.6))
        filled = r.random() < min(0.93, 0.32 + applied / 40)
        level = "Degree" if title in ("Hospital doctor", "Software developer", "Data analyst", "Security engineer", "Primary teacher", "Maths teacher", "Physiotherapist") else "No formal" if pay < 30000 and r.random() < 0.7 else r.choices(["Vocational", "Upper secondary"], [70, 30])[0]
        rows.append([f"V-{day.year % 100}{20311 + i}", day, day + datetime.timedelta(days=r.choice([14, 21, 28, 30, 30, 45, 60])), title, isco, code, sector, r.choice(employers[code]), region, regions[region][0], r.choices(["Permanent", "Fixed-term", "Temp agency", "Apprenticeship"], [66, 18, 11, 5])[0], hours, None if r.random() < 0.1 else low, high, remote, level, need,
                     r.choices([1, 2, 3, 5, 10], [74, 13, 7, 4, 2])[0], applied, "Y" if filled else "N", None if not filled else max(6, round(r.gauss(62 if code == "Q" else 54 if code == "F" else 37, 14)))])
        if rows[-1][12] is None:
            rows[-1][13] = None
    return Table("job_vacancies", ["VAC_ID", ("POST_DT", D), ("CLOSE_DT", D), "JOB_TITLE", "ISCO_3", "NACE", "SECTOR", "EMPLOYER", "REG_CD", "REGION", "CONTR_TYPE", ("HRS_WK", F), ("SAL_MIN_EUR", I), ("SAL_MAX_EUR", I), "REMOTE", "EDU_REQ", ("EXP_YRS", I), ("POSTS_N", I), ("APPL_N", I), "FILLED_YN", ("DAYS_TO_FILL", I)], rows,
                 {"POST_DT": mixed_date, "SAL_MIN_EUR": lambda v, i: "not stated" if v is None else f"{v:,} €", "SAL_MAX_EUR": lambda v, i: "not stated" if v is None else f"{v:,} €", "REGION": lambda v, i: f" {v}" if scatter(f"sp{i}") < 0.03 else v.lower() if scatter(f"rg{i}") < 0.06 else v})


TABLES = [calls(), trees(), power(), cinemas(), jobs()]
