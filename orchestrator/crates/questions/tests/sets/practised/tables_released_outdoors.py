"""Tables about land and water: fish landings, bathing water, avalanches, dairy cows, wines, glaciers, bicycle counters. All values are invented."""
import datetime, math, random

from common import Table, days, mixed_date, months, scatter

I, F, D = "INTEGER", "DOUBLE", "DATE"
HOURS = [f"h{h:02}" for h in range(5, 24)]


def or_else(gap):
    return lambda v, i: gap if v is None else v


def landings():
    r, rows = random.Random(9101), []
    fish = {"COD": ("Atlantic cod", "Demersal", 3.6, 30), "HAD": ("Haddock", "Demersal", 2.4, 26), "PLE": ("Plaice", "Demersal", 2.1, 14), "HER": ("Herring", "Pelagic", 0.55, 210), "MAC": ("Mackerel", "Pelagic", 1.15, 160), "NEP": ("Norway lobster", "Shellfish", 8.9, 9), "CRE": ("Edible crab", "Shellfish", 3.1, 12), "SQZ": ("Squid", "Shellfish", 5.2, 5)}
    ports = {"PTA": ("Ardnish", 1.4, ["COD", "HAD", "HER", "MAC", "NEP"]), "PTB": ("Brevik", 0.8, ["COD", "PLE", "HER", "CRE"]), "PTC": ("Callow Bay", 0.5, ["CRE", "NEP", "SQZ"]), "PTD": ("Durness Point", 1.0, ["HAD", "PLE", "MAC", "SQZ", "COD"]), "PTE": ("Estersund", 1.9, ["HER", "MAC", "COD", "HAD", "PLE"])}
    gears = {"Demersal": [("OTB", "Bottom trawl"), ("GN", "Gillnet"), ("LL", "Longline")], "Pelagic": [("PTM", "Midwater trawl"), ("PS", "Purse seine")], "Shellfish": [("FPO", "Pots"), ("OTB", "Bottom trawl")]}
    peak = {"COD": 2, "HAD": 4, "PLE": 6, "HER": 8, "MAC": 10, "NEP": 6, "CRE": 9, "SQZ": 11}
    for y, m in months("2022-01", "2025-04"):
        for code, (port, size, kinds) in ports.items():
            for sp in kinds:
                name, group, price, base = fish[sp]
                if r.random() < 0.06:
                    continue
                season = 1 + 0.6 * math.cos((m - peak[sp]) / 12 * 2 * math.pi)
                trend = {"COD": 0.9, "SQZ": 1.15}.get(sp, 1.01) ** (y - 2022)
                land = round(base * size * season * trend * r.lognormvariate(0, 0.3), 1)
                discard = round(land * r.uniform(0.01, 0.12) * (2 if group == "Demersal" else 1), 2)
                paid = round(price * (1.06 if y >= 2024 else 1) * (1.3 - 0.25 * season) * r.uniform(0.88, 1.12), 2)
                gear = r.choice(gears[group][:1] if sp == "CRE" else gears[group])
                boats = max(1, round(land / base * 4 * r.uniform(0.7, 1.4)))
                rows.append([f"L{y}{m:02}{len(rows):04}", datetime.date(y, m, 1), code, port, sp, name, group, *gear, r.choice(["under 10 m", "10-15 m"] if group == "Shellfish" else ["10-15 m", "over 15 m", "over 15 m"]), boats, boats * r.randint(2, 9), round(land + discard, 2), land, discard,
                             None if r.random() < 0.03 else paid, round(land * 1000 * paid), round(r.gauss(58, 9)), "Y" if (y, m) >= (2025, 1) else "N"])
    return Table("fish_landings", ["REC_ID", ("LAND_MON", D), "PORT_CD", "PORT", "SP_CD", "SPECIES", "SP_GRP", "GEAR_CD", "GEAR", "VES_LEN_CL", ("VES_N", I), ("TRIPS_N", I), ("CATCH_T", F), ("LAND_T", F), ("DISC_T", F), ("PRC_EUR_KG", F), ("VALUE_EUR", I), ("FUEL_CT_L", I), "PRELIM_YN"], rows,
                 {"VALUE_EUR": lambda v, i: f"€ {v:,}", "PRC_EUR_KG": or_else("."), "LAND_MON": lambda v, i: v.strftime("%Y-%m") if scatter(f"l{i // 22}") < 0.8 else v.strftime("%b %Y"), "SPECIES": lambda v, i: v.upper() if scatter(f"s{i}") < 0.05 else v})


def beaches():
    r, rows = random.Random(9102), []
    names = [("Sandgate", "Port Ellery", "Sea", 0.8), ("North Strand", "Port Ellery", "Sea", 1.0), ("Harbour Steps", "Port Ellery", "Sea", 2.6), ("Gull Rock", "Cawdry", "Sea", 0.6), ("Cawdry Sands", "Cawdry", "Sea", 0.9), ("Long Dune", "Cawdry", "Sea", 0.5), ("Mill Lake East", "Ostley", "Lake", 1.1), ("Mill Lake West", "Ostley", "Lake", 1.4),
             ("Heron Pool", "Ostley", "Lake", 1.9), ("Blue Quarry", "Wenfold", "Lake", 0.4), ("Forest Lido", "Wenfold", "Lake", 0.9), ("River Meadow", "Tarrant", "River", 3.4), ("Old Weir", "Tarrant", "River", 4.2), ("Tarrant Bridge", "Tarrant", "River", 3.0), ("Priory Bank", "Wenfold", "River", 2.5)]
    for year in range(2021, 2026):
        for at, (name, town, water, dirty) in enumerate(names):
            for day in days(f"{year}-05-{5 + at % 9:02}", f"{year}-07-20" if year == 2025 else f"{year}-09-20", 15):
                rain = 0.0 if r.random() < 0.42 else round(r.expovariate(1 / 8), 1)
                summer = math.cos((day.timetuple().tm_yday - 205) / 365 * 2 * math.pi)
                air = round(14.5 + 8 * summer + r.gauss(0, 2.6), 1)
                ecoli = max(5, int(70 * dirty * (1 + rain / 9) * r.lognormvariate(0, 0.7)))
                entero = max(3, int(ecoli * r.uniform(0.25, 0.6)))
                grade = "Excellent" if ecoli <= 250 else "Good" if ecoli <= 500 else "Sufficient" if ecoli <= 900 else "Poor"
                rows.append([f"BW{year % 100}-{len(rows) + 1:04}", f"B{at + 1:02}", name, town, water, day, r.choice(["morning", "midday", "afternoon"]), round(air - 2.5 + r.gauss(0, 1.2) + (1.5 if water == "Lake" else -1 if water == "Sea" else 0), 1), air, rain, ecoli, entero, None if r.random() < 0.12 else round(max(0.2, r.gauss(2.4 if water == "Sea" else 1.6, 0.6) - rain / 25), 1), round(r.gauss(7.9, 0.25), 2),
                             r.choice(["N", "NE", "E", "SE", "S", "SW", "SW", "W", "W", "NW"]), max(0, int((air - 13) * 14 * r.uniform(0.3, 1.6) * (0.2 if rain > 5 else 1))), grade, "yes" if ecoli > 1000 else "no", r.choice(["Aqualab", "County Lab"])])
    return Table("beach_samples", ["sample_no", "site_id", "beach", "municipality", "water_type", ("sampled_on", D), "time_of_day", ("water_temp_c", F), ("air_temp_c", F), ("rain_48h_mm", F), ("ecoli_cfu", I), ("enterococci_cfu", I), ("visibility_m", F), ("ph", F), "wind_dir", ("bathers_n", I), "quality_class", "closed", "lab"], rows,
                 {"sampled_on": mixed_date, "water_temp_c": lambda v, i: f"{v} °C" if scatter(f"w{i}") < 0.25 else v, "visibility_m": or_else("n/s"), "quality_class": lambda v, i: v.lower() if scatter(f"q{i}") < 0.07 else v})


def avalanches():
    r, rows = random.Random(9103), []
    ranges = {"Northern Chain": (["Alvar", "Brunntal", "Cresta"], 5), "Central Massif": (["Dornach", "Elmstein", "Furkla"], 8), "Southern Ridges": (["Gandria Alta", "Monte Fosco"], 4), "Eastern Peaks": (["Hochried", "Ischgrat", "Juval"], 6)}
    texts = {1: "low", 2: "moderate", 3: "considerable", 4: "high", 5: "very high"}
    winters = list(range(2012, 2025))
    for i in range(430):
        start = r.choices(winters, [5, 7, 6, 9, 4, 6, 11, 8, 5, 10, 6, 7, 8])[0]
        day = datetime.date(start, 11, 20) + datetime.timedelta(days=min(165, max(0, round(r.gauss(70, 32)))))
        chain = r.choices(list(ranges), [w for _, w in ranges.values()])[0]
        act = r.choices(["Ski tour", "Off-piste skiing", "Snowshoeing", "Ice climbing", "Transport route", "Settlement"], [50, 34, 7, 3, 4, 2])[0]
        danger = r.choices([1, 2, 3, 4, 5], [4, 24, 58, 13, 1])[0]
        caught = r.choices([1, 2, 3, 4, 6], [58, 24, 10, 5, 3])[0]
        buried = sum(r.random() < 0.42 for _ in range(caught))
        worn = r.choices(["yes", "no", "unknown"], [78, 12, 10] if act in ("Ski tour", "Off-piste skiing") else [25, 50, 25])[0]
        time = max(3, round(r.lognormvariate(2.8 if worn == "yes" else 3.9, 0.8))) if buried else None
        killed = sum(r.random() < (0.12 if time < 15 else 0.45 if time < 40 else 0.75) for _ in range(buried)) if buried else int(r.random() < 0.03)
        hurt = sum(r.random() < 0.3 for _ in range(caught - killed))
        kind = r.choices(["Slab", "Loose snow", "Wet snow", "Glide"], [80, 7, 10, 3] if day.month in (11, 12, 1, 2) else [55, 8, 27, 10])[0]
        rows.append([1000 + i, day, f"{start}/{(start + 1) % 100:02}", chain, r.choice(ranges[chain][0]), act, danger, texts[danger], r.choices(["N", "NE", "E", "SE", "S", "SW", "W", "NW"], [22, 20, 13, 8, 6, 6, 9, 16])[0], int(round(r.gauss(2350, 320), -1)), round(min(52, max(28, r.gauss(38, 4)))), kind, max(15, round(r.gauss(55, 22) / 5) * 5) if kind == "Slab" else None,
                     caught, buried, hurt, killed, time, max(10, round(r.gauss(85, 45) / 5) * 5) if buried else None, worn, r.choices(["yes", "no", "unknown"], [28, 58, 14])[0], r.choices(["Companions", "Rescue service", "Nobody needed"], [5, 4, 0] if buried else [3, 1, 6])[0], r.choices(["yes", "no"], [6, 4])[0]])
    rows.sort(key=lambda x: x[1])
    return Table("avalanche_accidents", [("Accident no", I), ("Date", D), "Winter", "Mountain range", "Valley", "Activity", ("Danger level", I), "Danger level text", "Aspect", ("Elevation (m)", I), ("Slope angle (deg)", I), "Avalanche type", ("Slab thickness (cm)", I), ("People caught", I), ("People buried", I), ("People injured", I), ("People killed", I), ("Burial time (min)", I), ("Burial depth (cm)", I), "Transceiver worn", "Airbag worn", "Rescued by", "Helicopter used"], rows,
                 {"Date": mixed_date, "Slab thickness (cm)": or_else("-"), "Burial time (min)": or_else("-"), "Activity": lambda v, i: v.replace("Off-piste", "Off piste") if scatter(f"o{i}") < 0.1 else v})


def cows():
    r, rows = random.Random(9104), []
    breeds = {"HF": ("Holstein Friesian", 33, 4.0, 3.3), "JE": ("Jersey", 22, 5.3, 3.9), "BS": ("Brown Swiss", 28, 4.1, 3.6), "NR": ("Norwegian Red", 29, 4.3, 3.4)}
    for at in range(92):
        code = r.choices(list(breeds), [50, 15, 17, 18])[0]
        breed, peak, fat, protein = breeds[code]
        lact = r.choices([1, 2, 3, 4, 5, 6], [30, 26, 19, 13, 8, 4])[0]
        calved = datetime.date(2024, 1, 5) + datetime.timedelta(days=r.randint(0, 300))
        born = calved - datetime.timedelta(days=round(760 + (lact - 1) * 390 + r.gauss(0, 25)))
        herd = r.choice(["Home Farm", "Home Farm", "Hill Barn", "Lower Yard"])
        level = r.gauss(1, 0.12) * (0.85 if lact == 1 else 1) * (1.05 if herd == "Home Farm" else 1)
        sick = r.random() < 0.15
        out = r.random() < 0.13
        ration = r.choice(["Grass", "Mixed ration", "Mixed ration", "Maize"])
        for test in range(r.randint(6, 10)):
            day = calved + datetime.timedelta(days=12 + test * 31 + r.randint(-3, 3))
            if day > datetime.date(2025, 3, 14):
                break
            dim = (day - calved).days
            milk = max(4, peak * level * (1.05 if ration != "Grass" else 0.92) * (0.75 + 0.3 * min(dim, 50) / 50 - 0.0016 * max(0, dim - 50)) * r.uniform(0.92, 1.08))
            am = round(milk * r.uniform(0.52, 0.57), 1)
            pm = round(milk - am, 1)
            cells = round(r.lognormvariate(4.4 + 0.16 * lact + (1.5 if sick and r.random() < 0.5 else 0), 0.5))
            rows.append([at + 11, f"UK30{412000 + at * 37}", herd, code, breed, born, lact, calved, day, dim, am, pm, round(am + pm, 1), round(fat + (25 - milk) * 0.018 + r.gauss(0, 0.2), 2), round(protein + (25 - milk) * 0.008 + r.gauss(0, 0.1), 2), round(r.gauss(4.75, 0.1), 2), None if r.random() < 0.04 else cells, round(r.gauss(24, 5)), ration, round(r.gauss(2.9, 0.35) * 4) / 4, "Y" if r.random() < 0.09 else "N", "Y" if cells > 400 and r.random() < 0.6 else "N", "Y" if out else "N"])
    return Table("dairy_recordings", [("cow_no", I), "ear_tag", "herd", "breed_cd", "breed", ("birth_dt", D), ("lact_no", I), ("calv_dt", D), ("test_dt", D), ("days_in_milk", I), ("milk_am_kg", F), ("milk_pm_kg", F), ("milk_kg", F), ("fat_pct", F), ("prot_pct", F), ("lactose_pct", F), ("scc_k", I), ("urea_mg", I), "feed_grp", ("bcs", F), "lame_yn", "mastitis_yn", "culled_yn"], rows,
                 {"test_dt": mixed_date, "scc_k": or_else("n/a"), "fat_pct": lambda v, i: f"{v}%" if scatter(f"f{i}") < 0.2 else v, "breed": lambda v, i: "Holstein-Friesian" if v.startswith("Hol") and scatter(f"b{i}") < 0.06 else v})


def wines():
    r, rows = random.Random(9105), []
    places = {"France": (["Bordeaux", "Burgundy", "Loire", "Rhône"], 14), "Italy": (["Tuscany", "Piedmont", "Sicily"], 13), "Spain": (["Rioja", "Ribera del Duero", "Rueda"], 9), "Germany": (["Mosel", "Rheingau", "Pfalz"], 8), "United States": (["Napa Valley", "Sonoma", "Willamette"], 9), "Chile": (["Maipo", "Colchagua"], 6), "South Africa": (["Stellenbosch", "Swartland"], 5)}
    grapes = {"Red": ["Cabernet Sauvignon", "Merlot", "Pinot Noir", "Syrah", "Tempranillo", "Sangiovese"], "White": ["Chardonnay", "Riesling", "Sauvignon Blanc", "Chenin Blanc"], "Rosé": ["Grenache", "Pinot Noir"], "Sparkling": ["Chardonnay", "Pinot Noir"]}
    first = "Villa Clos Casa Weingut Domaine Cellar Monte Finca Château Tenuta".split()
    second = "Alder Bellino Corvo Dorne Estrel Fiora Gallant Hirsch Ivarra Jolie Kestner Lanza Morel Noval Orsay Pardo".split()
    for i in range(440):
        land = r.choices(list(places), [w for _, w in places.values()])[0]
        colour = r.choices(list(grapes), [52, 32, 8, 8])[0]
        grape = r.choice(grapes[colour])
        year = None if colour == "Sparkling" and r.random() < 0.6 else r.choices(range(2012, 2024), [1, 1, 2, 3, 4, 5, 7, 8, 9, 9, 7, 4])[0]
        oak = r.choice([6, 9, 12, 12, 18, 24]) if colour == "Red" and r.random() < 0.7 or grape == "Chardonnay" and colour == "White" and r.random() < 0.4 else 0
        level = r.gauss(0, 1) + (0.3 if land in ("France", "Italy") else 0) + oak / 30
        score = min(99, max(78, round(88.5 + 2.6 * level)))
        price = round(math.exp(2.95 + 0.42 * level + 0.015 * (2024 - (year or 2020)) + (0.35 if land == "France" else 0.3 if land == "United States" else 0) + r.gauss(0, 0.3)) * 2) / 2
        sugar = round(r.choice([18, 35, 60]) * r.uniform(0.8, 1.2), 1) if grape == "Riesling" and r.random() < 0.35 else round(r.uniform(0.5, 6), 1)
        rows.append([2001 + i, f"{first[i * 7 % 10]} {second[i % 16]} {grape}", f"{first[i * 7 % 10]} {second[i % 16]}", land, r.choice(places[land][0]), grape, colour, year, round(min(15.5, max(7.5, r.gauss(13.4 if colour == "Red" else 12.3, 0.7) - sugar / 25)) * 2) / 2, sugar, round(r.gauss(5.6 if colour == "Red" else 6.6, 0.6), 1), price, int(round(r.lognormvariate(9.6, 0.9), -2)), score,
                     None if r.random() < 0.06 else round(min(5, max(1.5, r.gauss(3.6 + 0.16 * level - price / 400, 0.35))), 1), int(r.lognormvariate(4, 1.1)), "Yes" if r.random() < 0.24 else "No", r.choices(["Cork", "Screw cap", "Glass stopper"], [8, 0, 1] if colour == "Sparkling" else [60, 34, 6])[0], oak, datetime.date(2024, 1, 10) + datetime.timedelta(days=r.randint(0, 420)), None if year is None else year + r.randint(4, 15)])
    return Table("wine_ratings", [("Wine ID", I), "Wine", "Winery", "Country", "Region", "Grape variety", "Colour", ("Vintage", I), ("Alcohol (% vol)", F), ("Residual sugar (g/l)", F), ("Acidity (g/l)", F), ("Price per bottle", F), ("Bottles produced", I), ("Critic score", I), ("Customer rating", F), ("Number of reviews", I), "Organic", "Closure", ("Oak ageing (months)", I), ("Tasted on", D), ("Drink until", I)], rows,
                 {"Price per bottle": lambda v, i: f"${v:,.2f}", "Vintage": or_else("NV"), "Alcohol (% vol)": lambda v, i: f"{v} %" if scatter(f"a{i}") < 0.3 else v, "Country": lambda v, i: "USA" if v == "United States" and scatter(f"u{i}") < 0.25 else v, "Customer rating": or_else("n/a"), "Tasted on": mixed_date})


def glaciers():
    r, rows = random.Random(9106), []
    names = [("Aurvann", "Norden", "Norway", 21, 1450), ("Blåtind", "Norden", "Norway", 6.2, 1380), ("Cavrein", "Central Alps", "Switzerland", 11.4, 2950), ("Dossale", "Central Alps", "Switzerland", 3.1, 2880), ("Eisjoch", "Eastern Alps", "Austria", 7.7, 2900), ("Fernerkar", "Eastern Alps", "Austria", 2.4, 2990), ("Grand Sérac", "Western Alps", "France", 13.6, 2870), ("Glacier des Lys", "Western Alps", "France", 4.4, 2960), ("Hvítajökull", "Vatnar", "Iceland", 94, 1180), ("Ísafell", "Vatnar", "Iceland", 38, 1120),
             ("Jordbre", "Norden", "Norway", 15.5, 1510), ("Kaltwand", "Eastern Alps", "Austria", 1.3, 2840), ("Lunghin", "Central Alps", "Switzerland", 5.9, 3010), ("Monte Gelo", "Western Alps", "Italy", 2.9, 3050), ("Nevaio Alto", "Western Alps", "Italy", 1.1, 3080), ("Orfjell", "Norden", "Norway", 9.3, 1420)]
    state = {n: [area, 900 * area ** 0.6 + 700] for n, _, _, area, _ in names}
    for year in range(2000, 2025):
        hot = 0.045 * (year - 2000) + r.gauss(0, 0.55) + (1.6 if year in (2003, 2022) else 0)
        block = []
        for at, (name, chain, land, area0, ela) in enumerate(names):
            local = hot + r.gauss(0, 0.25) - (0.5 if land in ("Norway", "Iceland") else 0)
            winter = round(r.gauss(2.1 if land in ("Norway", "Iceland") else 1.3, 0.3), 2)
            summer = round(-(1.75 if land not in ("Norway", "Iceland") else 2.4) - 0.5 * local + r.gauss(0, 0.15), 2)
            net = round(winter + summer, 2)
            front = round(min(25, -9 + 11 * net * area0 ** 0.25 + r.gauss(0, 6)), 1)
            a, length = state[name]
            state[name] = [max(0.15, a * (1 + 0.018 * net / area0 ** 0.15 - (0.004 if area0 < 4 else 0))), length + front]
            a = round(state[name][0], 2)
            block.append([f"G{at + 1:02}", name, chain, land, year, a, round(state[name][1]), None if r.random() < 0.07 else front, winter, summer, net, int(round(ela - 130 * net, -1)), round(ela - 480 - 9 * area0), round(ela + 450 + 11 * area0), ["N", "NW", "NE", "N", "W", "E", "SE", "NW"][at % 8], round(0.033 * a ** 1.36, 3), round(min(60, (6 if area0 > 5 else 14) + 0.5 * (year - 2000) * (1 + at % 3 / 2)), 1),
                          round((8.2 if ela > 2000 else 9.4) + 0.8 * local, 1), round(winter * 165 + r.gauss(0, 25)), *(("GPS", "GPS survey") if year >= 2008 and r.random() < 0.7 else ("TAPE", "Tape measure") if r.random() < 0.6 else ("SAT", "Satellite image")), datetime.date(year, 9, r.randint(1, 30))])
        rows += block
        rows.append(["ALL", "All surveyed glaciers", None, None, year, round(sum(b[5] for b in block), 2), None, None, *[None] * 7, round(sum(b[15] for b in block), 3), *[None] * 6])
    return Table("glacier_survey", ["glac_id", "glacier", "mtn_range", "country", ("yr", I), ("area_km2", F), ("length_m", I), ("front_chg_m", F), ("mb_winter_mwe", F), ("mb_summer_mwe", F), ("mb_annual_mwe", F), ("ela_m", I), ("elev_min_m", I), ("elev_max_m", I), "aspect", ("volume_km3", F), ("debris_pct", F), ("temp_jja_c", F), ("snow_max_cm", I), "meth_cd", "meth_txt", ("surv_dt", D)], rows, {"surv_dt": mixed_date, "front_chg_m": lambda v, i: "x" if v is None else v})


def bikes():
    r, rows = random.Random(9107), []
    counters = {"C1": ("Harbour Bridge", "Centre", "commuter", 5200), "C2": ("Station Road", "Centre", "commuter", 3400), "C3": ("Canal Path", "West", "leisure", 1900), "C4": ("Forest Ring", "South", "leisure", 1100)}
    work = [1, 3, 9, 13, 8, 4, 4, 5, 5, 5, 7, 11, 12, 8, 5, 3, 2, 2, 1]
    free = [0, 1, 2, 4, 6, 9, 10, 10, 10, 11, 11, 10, 8, 6, 4, 3, 2, 2, 1]
    holidays = {"2024-04-01", "2024-05-01", "2024-05-09", "2024-05-20", "2024-08-15"}
    for day in days("2024-04-01", "2024-09-17"):
        rain = 0.0 if r.random() < 0.58 else round(r.expovariate(1 / 5), 1)
        temp = round(19 + 6 * math.cos((day.timetuple().tm_yday - 205) / 365 * 2 * math.pi) - 3 * (rain > 3) + r.gauss(0, 3), 1)
        off = day.isoweekday() > 5 or day.isoformat() in holidays
        for code, (name, part, use, mean) in counters.items():
            level = mean * (1 - min(0.5, rain * 0.03)) * (1 + (temp - 19) * 0.018) * r.uniform(0.92, 1.08)
            level *= (0.5 if off else 1.12) if use == "commuter" else (1.7 if off else 0.8)
            broken = code == "C3" and day.month == 6 and 10 <= day.day <= 16
            shape = free if off or use == "leisure" else work
            cells = [None if broken else int(level * w / sum(shape) * r.uniform(0.85, 1.15)) for w in shape]
            rows.append([code, name, part, use, day, f"{day:%a}", "yes" if off and day.isoweekday() < 6 else "no", temp, rain, "rain" if rain > 1 else r.choice(["sunny", "sunny", "cloudy"]), "fault" if broken else "ok", *cells, None if broken else sum(cells)])
    return Table("cycle_counts", ["counter_id", "counter_name", "part_of_town", "main_use", ("count_date", D), "weekday", "public_holiday", ("temp_max_c", F), ("rain_mm", F), "weather", "status", *((h, I) for h in HOURS), ("total_day", I)], rows, {**{h: or_else("NA") for h in HOURS}, "total_day": lambda v, i: "NA" if v is None else f"{v:,}"})


TABLES = [landings(), beaches(), avalanches(), cows(), wines(), glaciers(), bikes()]
