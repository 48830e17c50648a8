"""Tables shaped like published data sets: short column names, codes, aggregate rows, gaps. All values are invented."""
import datetime, math, random

from common import Table, days, mixed_date

I, F, D, TS = "INTEGER", "DOUBLE", "DATE", "TIMESTAMP"


def seabirds():
    r, rows = random.Random(201), []
    kinds = {"COGU": ("Common guillemot", 950, 205, 46.5, 13.2), "RAZO": ("Razorbill", 640, 196, 33.4, 20.6), "ATPU": ("Atlantic puffin", 405, 160, 29.2, 35.8), "BLKI": ("Black-legged kittiwake", 398, 308, 35.1, 12.1)}
    span = [d for y in range(2019, 2025) for d in days(f"{y}-05-02", f"{y}-07-28")]
    for i, day in enumerate(sorted(r.choices(span, k=420))):
        code = r.choices(list(kinds), [9, 5, 7, 6])[0]
        name, mass, wing, bill, depth = kinds[code]
        male, age = r.random() < 0.5, r.choices(["1Y", "2Y", "3Y", "AD"], [14, 12, 10, 64])[0]
        size = r.gauss(1.0 if age == "AD" else 0.95 if age == "3Y" else 0.9, 0.035) * (1.03 if male else 0.99) * {2021: 0.955, 2023: 1.02}.get(day.year, 1)
        parent = age == "AD" and r.random() < 0.55
        rows.append([f"{code[0]}{30117 + i * 3}", code, name, r.choices(["Skarv", "Lunn", "Heimey"], [5, 3, 4])[0], r.randint(1, 9), day, day.year, None if r.random() < 0.12 else "M" if male else "F", age,
                     round(mass * size * r.gauss(1, 0.05)), round(wing * (0.5 + size / 2) * r.gauss(1, 0.015)), round(bill * (0.4 + 0.6 * size) * r.gauss(1, 0.03), 1), None if r.random() < 0.05 else round(depth * (0.4 + 0.6 * size) * r.gauss(1, 0.03), 1),
                     round(mass ** 0.33 * 3.6 * r.gauss(1, 0.03), 1), round(mass * 0.105 * r.gauss(1, 0.08), 1) if parent else None, r.choices([0, 1, 2], [25, 60, 15 if code == "BLKI" else 0])[0] if parent else None, int(r.expovariate(0.5 if age == "AD" else 0.3)),
                     "Y" if r.random() < (0.34 if age == "AD" else 0.12) else "N", r.choice(["HJ", "MK", "LSo", "PV"])])
    return Table("seabird_rings", ["ring_id", "sp_cd", "spp", "isl", ("plot_no", I), ("cap_dt", D), ("yr", I), "sex", "age_cl", ("bdy_mass_g", I), ("wing_len_mm", I), ("bill_len_mm", F), ("bill_dep_mm", F), ("tars_mm", F), ("egg_vol_cc", F), ("chicks_n", I), ("ticks_n", I),
                                   "recap", "bander"], rows, {"cap_dt": mixed_date, "sex": lambda v, i: "NA" if v is None else v})


def nations():
    r, rows = random.Random(202), []
    lands = {"Norway": ("NOR", "Europe", 4.5, 71000, 78.6, 8.6), "Germany": ("DEU", "Europe", 82, 42000, 78.1, 10.4), "Poland": ("POL", "Europe", 38.2, 15500, 73.8, 8.3), "Spain": ("ESP", "Europe", 41, 31000, 79.3, 7.4), "Romania": ("ROU", "Europe", 22.1, 10800, 70.9, 4.4),
             "Kenya": ("KEN", "Africa", 31, 2900, 53.1, 0.3), "Nigeria": ("NGA", "Africa", 122, 2850, 46.9, 0.8), "Egypt": ("EGY", "Africa", 71, 7600, 68.8, 2), "Ghana": ("GHA", "Africa", 19.6, 2700, 58.2, 0.3), "Ethiopia": ("ETH", "Africa", 67, 780, 50.6, 0.1), "South Africa": ("ZAF", "Africa", 46.8, 10200, 57.9, 8.1),
             "Japan": ("JPN", "Asia", 126.8, 35600, 81.1, 9.9), "China": ("CHN", "Asia", 1264, 4100, 71.9, 2.9), "India": ("IND", "Asia", 1059, 2500, 62.7, 0.9), "Vietnam": ("VNM", "Asia", 79, 3800, 72.4, 0.7), "Bangladesh": ("BGD", "Asia", 129, 1700, 65.8, 0.2), "Iran": ("IRN", "Asia", 65.5, 11900, 70.3, 5.6),
             "Canada": ("CAN", "Americas", 30.7, 38000, 79.2, 18.1), "United States": ("USA", "Americas", 282, 46000, 76.8, 21.2), "Mexico": ("MEX", "Americas", 98, 16700, 73.8, 4.1), "Peru": ("PER", "Americas", 26.6, 6400, 70.8, 1.1), "Cuba": ("CUB", "Americas", 11.1, 6600, 76.7, 2.3)}
    speed = {land: (r.uniform(0.002, 0.006) if v[1] == "Europe" or land in ("Japan", "Cuba") else r.uniform(0.021, 0.028) if v[1] == "Africa" else r.uniform(0.007, 0.013), r.uniform(0.008, 0.02) if v[3] > 20000 else r.uniform(0.025, 0.05) + (0.035 if land == "China" else 0), r.uniform(-0.02, -0.008) if v[3] > 20000 else r.uniform(0.01, 0.045)) for land, v in lands.items()}
    for year in range(2000, 2023):
        t, made = year - 2000, []
        for land, (code, part, people, gdp, life, co2) in lands.items():
            grow, rich, dirt = speed[land]
            pop = round(people * 1e6 * (1 + grow) ** t / 1000) * 1000
            wealth = round(gdp * (1 + rich) ** t * (0.94 if year in (2009, 2020) else 1) * r.uniform(0.985, 1.015))
            lived = round(life + t * (0.55 if life < 60 else 0.24 if life < 74 else 0.16) - (0.9 if year in (2020, 2021) else 0) + r.gauss(0, 0.12), 2)
            each = round(co2 * (1 + dirt) ** t * r.uniform(0.97, 1.03), 3)
            rows_in = [land, code, part, year, pop, None if land == "Cuba" and year < 2005 or land in ("Kenya", "Peru", "Iran") and year == 2022 else wealth, lived, round(max(2.1, 9000 / gdp ** 0.62 * (0.958 ** t) * r.uniform(0.95, 1.05)), 1), round(max(1.2, (5.6 if part == "Africa" else 2.5 if gdp < 12000 else 1.6) * (0.87 + len(land) % 4 * 0.07) * 0.987 ** t * r.uniform(0.99, 1.01)), 2),
                       round(each * pop / 1e6, 2), each, round(99 / (1 + math.exp(-(t - (6 if gdp > 20000 else 14 + len(land) % 5)) / (4.1 if gdp > 20000 else 4.5))) * r.uniform(0.985, 1), 1), round(min(93, 22 + 11 * math.log(gdp / 700) + 0.4 * t + (len(land) % 5) * 2), 1), None if land == "Iran" and year % 5 == 0 else round(3.2 + math.log(gdp / 700) + 0.03 * t + r.uniform(-0.3, 0.3), 2)]
            made.append(rows_in)
        rows += made
        for part, code in (("World", "OWID_WRL"), ("Europe", None), ("Africa", None), ("Asia", None), ("Americas", None)):
            of = [x for x in made if part in ("World", x[2])]
            pop = sum(x[4] for x in of)
            mean = lambda at, digits: round(sum(x[at] * x[4] for x in of if x[at] is not None) / sum(x[4] for x in of if x[at] is not None), digits)
            co2 = round(sum(x[9] for x in of), 2)
            rows.append([part, code, None, year, pop, mean(5, 0), mean(6, 2), mean(7, 1), mean(8, 2), co2, round(co2 * 1e6 / pop, 3), mean(11, 1), mean(12, 1), None])
    rows.sort(key=lambda x: (x[0], x[3]))
    return Table("world_dev", ["Entity", "Code", "Continent", ("Year", I), ("Pop", "BIGINT"), ("GDP_pc", F), ("Life_exp", F), ("Child_mort_per_1k", F), ("Fert_rate", F), ("CO2_mt", F), ("CO2_pc_t", F), ("Internet_pct", F), ("Urban_pct", F), ("Hlth_exp_pct_GDP", F)], rows)


def jobless():
    r, rows = random.Random(203), []
    lands = {"AT": ("Austria", 5.6, 2.0), "BE": ("Belgium", 8.5, 2.6), "CZ": ("Czechia", 6.1, 2.7), "DE": ("Germany", 4.8, 1.7), "DK": ("Denmark", 6.6, 2.1), "EL": ("Greece", 26.5, 1.95), "ES": ("Spain", 24.4, 2.15), "FI": ("Finland", 8.7, 2.3), "FR": ("France", 10.3, 2.3), "HR": ("Croatia", 17.2, 2.4),
             "IE": ("Ireland", 11.9, 2.0), "IT": ("Italy", 12.7, 3.1), "LT": ("Lithuania", 10.7, 1.8), "NL": ("Netherlands", 7.4, 1.7), "PL": ("Poland", 9.0, 2.5), "PT": ("Portugal", 14.1, 2.4), "SE": ("Sweden", 8.0, 2.8)}
    made = {}
    for geo, (land, start, young) in lands.items():
        floor = r.uniform(0.3, 0.62) if start > 8 else r.uniform(0.5, 0.8)
        gap = r.uniform(1.12, 1.4) if geo in ("EL", "ES", "IT", "PT", "CZ") else r.uniform(0.86, 1.02)
        for sex in "TMF":
            for age in ("Y15-74", "Y15-24", "Y25-74"):
                values = []
                for y in range(2014, 2025):
                    rate = start * (floor + (1 - floor) * math.exp(-(y - 2014) / 3.4)) * {2020: 1.1, 2021: 1.07, 2023: 0.98}.get(y, 1) * r.uniform(0.985, 1.015)
                    rate *= {"T": 1, "M": 2 / (1 + gap), "F": 2 * gap / (1 + gap)}[sex] * {"Y15-74": 1, "Y15-24": young, "Y25-74": 0.88}[age]
                    values.append(None if y == 2024 and geo in ("DK", "IE", "PL", "SE") or geo == "HR" and age == "Y15-24" and y == 2015 else round(rate, 1))
                made[geo, sex, age] = values
    for sex in "TMF":
        for age in ("Y15-74", "Y15-24", "Y25-74"):
            all_ = [[made[g, sex, age][k] for g in lands if made[g, sex, age][k] is not None] for k in range(11)]
            rows.append(["A", "PC_ACT", sex, age, "EU27_2020", "European Union", *[round(sum(v) / len(v), 1) for v in all_]])
            rows += [["A", "PC_ACT", sex, age, geo, lands[geo][0], *made[geo, sex, age]] for geo in lands]
    years = [(str(y), F) for y in range(2014, 2025)]
    return Table("unemp_rate", ["freq", "unit", "sex", "age", "geo", "geo_label", *years], rows, {str(y): lambda v, i: ":" if v is None else v for y in range(2014, 2025)})


def films():
    r, rows = random.Random(204), []
    genres = {"Action": (68, 112, 54), "Comedy": (24, 101, 57), "Drama": (19, 117, 68), "Horror": (13, 97, 52), "Animation": (75, 96, 66), "Sci-Fi": (82, 119, 60), "Documentary": (3, 93, 74), "Thriller": (29, 107, 58)}
    heads, tails = "Crimson Silent Last Iron Paper Midnight Electric Broken Distant Golden Hollow Second".split(), "Harbor Tide Orchard Empire Signal Promise Winter Circus Frontier Mirror Engine Shore Parade Wolves".split()
    titles = [f"{a} {b}" for a in heads for b in tails] + [f"The {a} {b}" for a in heads for b in tails] + [f"{b} of the {a}s" for a in ("King", "Mountain", "Star", "River") for b in tails]
    r.shuffle(titles)
    directors = [f"{a} {b}" for a, b in zip("Ava Marco Jun Petra Idris Sofia Karl Lena Theo Nadia Owen Rita Hana Bruno Elif Max Dora Yusuf Ines Paul Greta Leo Mina Sven Tara Hugo Vera Nils".split(), "Lindqvist Orsini Watanabe Kolar Bello Duarte Brandt Moreau Hill Rahman Pryce Solano Sato Keller Aydin Stone Varga Demir Costa Nyberg Holt Abadi Rao Berg Singh Marsh Popov Lund".split())]
    span = [d for d in days("2015-01-02", "2024-08-23") if d.isoweekday() == 5]
    for i, day in enumerate(sorted(r.choices(span, weights=[0.4 if d.year == 2020 else 1.5 if d.month in (10, 11, 12) else 1 for d in span], k=390))):
        genre = r.choices(list(genres), [9, 8, 11, 6, 4, 4, 3, 7])[0]
        budget, length, score = genres[genre]
        studio = r.choices(["Northlight", "Bluebird Pictures", "Titan", "Kestrel Films", "independent"], [6, 5, 7, 3, 6])[0]
        spent = round(max(0.4, budget * r.lognormvariate(-0.12, 0.55) * (0.3 if studio == "independent" else 1)), 1)
        critics = min(98, max(11, round(r.gauss(score + (4 if studio == "independent" else 0), 13))))
        world = round(spent * r.lognormvariate(0.72, 0.75) * (0.6 + critics / 140) * (0.45 if day.year == 2020 else 1), 1)
        noms = max(0, int(r.gauss((critics - 74) / 5, 1.4))) if genre != "Horror" else 0
        rows.append([f"F{day.year % 100}{i:03}", titles[i], day, genre, r.choice([None, None, *genres]) , r.choices(["G", "PG", "PG-13", "R"], [8, 5, 1, 0] if genre == "Animation" else [1, 4, 8, 9])[0], max(74, round(r.gauss(length, 14))), spent if r.random() > 0.09 else None,
                     round(world * r.uniform(0.25, 0.6), 1), world, critics if r.random() > 0.04 else None, round(min(9.2, max(2.6, 4.3 + critics / 33 + r.gauss(0, 0.7))), 1), int(spent * r.lognormvariate(6.9, 0.8)) + 900, r.choice(directors), studio,
                     r.choices(["en", "fr", "ko", "es", "de", "hi"], [70, 8, 6, 7, 5, 4])[0], int(r.random() < (0.26 if genre in ("Action", "Horror", "Animation") else 0.07)), noms, r.randint(0, noms) // 2])
        if rows[-1][4] == genre:
            rows[-1][4] = None
    return Table("films", ["film_id", "title", ("rel_dt", D), "genre", "genre_2nd", "mpaa", ("rt_min", I), ("budg_mio_usd", F), ("dom_gross_mio", F), ("ww_gross_mio", F), ("crit_scr", I), ("aud_scr", F), ("n_votes", I), "dir_nm", "studio", "orig_lang", ("seq_fl", I), ("osc_noms", I), ("osc_wins", I)], rows)


def bikes():
    r, trips, stations, weather = random.Random(206), [], [], []
    places = ["Canal St & 4th", "City Hall", "Elm Park North", "Ferry Terminal", "Grand Market", "Harrison Ave", "Ivy League Sq", "Kingsway", "Lower Mills", "Museum Row", "Opera Plaza", "Pier 9", "Quay West", "Rail Hub East", "Stadium Gate", "Tech Campus"]
    hoods = ["Downtown", "Downtown", "Elmside", "Waterfront", "Downtown", "Elmside", "University", "Elmside", "Mills", "Downtown", "Downtown", "Waterfront", "Waterfront", "Mills", "Mills", "University"]
    for i, place in enumerate(places):
        stations.append([f"S{101 + i}", place, hoods[i], r.choice([12, 15, 19, 23, 27, 31]), round(42.33 + r.uniform(0, 0.06), 5), round(-71.12 + r.uniform(0, 0.09), 5), datetime.date(2019, 4, 1) + datetime.timedelta(days=r.randint(0, 1750)), "Y" if r.random() < 0.4 else "N"])
    span, number = list(days("2024-01-01", "2025-02-16")), 0
    for day in span:
        season = math.cos((day.timetuple().tm_yday - 20) / 366 * 2 * math.pi)
        low = round(7.5 - 10 * season + r.gauss(0, 3.5), 1)
        high, rain = round(low + r.uniform(4, 11), 1), 0 if r.random() < 0.62 else round(r.expovariate(1 / 5.5) + 0.1, 1)
        kind = "SN" if rain and high < 3 else "RA" if rain else r.choice(["CL", "CL", "PC", "OV"])
        weather.append([day, low, high, rain, round(max(2, r.gauss(15, 6))), None if r.random() < 0.04 else r.randint(38, 96), kind])
        mean = max(0.25, 2.7 + 0.11 * high - 0.09 * min(rain, 15) - (0.5 if day.isoweekday() > 5 else 0))
        for _ in range(max(0, round(r.gauss(mean * 0.72, 1)))):
            member = r.random() < (0.76 if day.isoweekday() < 6 else 0.52)
            hour = r.choices(range(6, 23), [2, 5, 9, 5, 3, 3, 5, 5, 4, 5, 7, 11, 8, 5, 3, 2, 1])[0] if member else r.choices(range(6, 23), [0, 1, 2, 3, 5, 7, 8, 8, 8, 8, 7, 7, 6, 5, 4, 3, 2])[0]
            begin = r.choices(range(16), [6, 9, 3, 7, 8, 3, 6, 3, 2, 5, 4, 5, 3, 8, 2, 6])[0]
            end = begin if r.random() < (0.03 if member else 0.14) else r.choices(range(16), [7, 8, 3, 8, 8, 3, 5, 2, 2, 5, 5, 6, 3, 9, 2, 5])[0]
            seconds = int(r.lognormvariate(6.45 if member else 7.15, 0.5)) + 90
            electric = r.random() < (0.3 if day < datetime.date(2024, 6, 1) else 0.48)
            trips.append([700001 + number, r.randint(1, 140) + 3000, datetime.datetime(day.year, day.month, day.day, hour, r.randint(0, 59)), seconds, f"S{101 + begin}", None if r.random() < 0.02 else f"S{101 + end}", "member" if member else "casual", "ebike" if electric else "classic", None if not member or r.random() < 0.1 else r.randint(1952, 2007), round(seconds / 3600 * r.uniform(8, 13) * (1.3 if electric else 1), 2)])
            number += 1
    return [Table("trips", [("ride_id", I), ("bike_no", I), ("start_ts", TS), ("dur_sec", I), "start_stn", "end_stn", "usr_typ", "bike_typ", ("mbr_birth_yr", I), ("dist_km", F)], trips),
            Table("stations", ["stn_id", "stn_nm", "nbhd", ("docks_n", I), ("lat", F), ("lon", F), ("inst_dt", D), "solar"], stations),
            Table("daily_wx", [("obs_dt", D), ("tmin_c", F), ("tmax_c", F), ("prcp_mm", F), ("wind_kmh", I), ("rh_pct", I), "wx_cd"], weather)]


def cars():
    r, rows = random.Random(208), []
    makers = {"Alvaro": ("ESP", 0.86), "Brandwerk": ("DEU", 1.5), "Crowther & Sons": ("GBR", 1.75), "Dainichi": ("JPN", 0.95), "Etoile": ("FRA", 0.92), "Fjordan": ("SWE", 1.3), "Hanul": ("KOR", 0.9), "Liberty": ("USA", 1.15), "Mistral": ("FRA", 1.05), "Okami": ("JPN", 1.1)}
    bodies = {"Hatch": (1210, 21500, 5, 105), "Sedan": (1480, 33500, 5, 165), "Wagon": (1560, 35500, 5, 155), "SUV": (1790, 41500, 5, 180), "Van": (1920, 39500, 7, 140), "Coupe": (1440, 48500, 4, 245)}
    for i in range(260):
        maker = r.choices(list(makers), [6, 9, 3, 9, 6, 5, 8, 8, 4, 7])[0]
        origin, level = makers[maker]
        body, year = r.choices(list(bodies), [8, 7, 4, 11, 3, 3])[0], r.choices(range(2016, 2025), [4, 4, 5, 5, 5, 6, 6, 7, 6])[0]
        weight, price, seats, power = bodies[body]
        t = year - 2016
        code = r.choices("PDHE", [54, max(3, 25 - 3 * t), 10 + 2 * t, 4 + 3.4 * t])[0]
        heavy = weight * r.gauss(1, 0.08) * (1.22 if code == "E" else 1.06 if code == "H" else 1) * (0.9 + level * 0.1)
        hp = round(power * r.lognormvariate(0, 0.24) * (0.7 + 0.3 * level) * (1.25 if code == "E" else 1))
        litres = None if code == "E" else round(max(850, hp * r.uniform(8.2, 12.5)) / 100) * 100 - r.choice([2, 3, 4, 5])
        city = None if code == "E" else round((1.6 + heavy / 300 + hp / 75) * {"P": 1, "D": 0.82, "H": 0.62}[code] * r.gauss(1, 0.06) * 0.985 ** t, 1)
        road = None if code == "E" else round(city * (r.uniform(0.88, 0.98) if code == "H" else r.uniform(0.66, 0.76)), 1)
        battery = round(r.uniform(38, 98), 1) if code == "E" else round(r.uniform(1.1, 14), 1) if code == "H" else None
        if seats == 5 and body == "SUV" and r.random() < 0.25:
            seats = 7
        rows.append([i + 1, maker, f"{r.choice('ARTXZMKV')}{r.randint(1, 9)}{r.choice(['', '0', '00', '5'])} {r.choice(['', '', 'GT', 'S', 'Cross', 'Line'])}".strip(), year, origin, body, code, {"P": "petrol", "D": "diesel", "H": "hybrid", "E": "electric"}[code], None if code == "E" else 3 if litres < 1250 else 4 if litres < 2300 else 6 if litres < 3600 else 8, litres, hp, round(hp * r.uniform(1.25, 1.7) * (1.25 if code in "DE" else 1)),
                     round(heavy), round(max(2.9, 2.2 + heavy / hp * 0.62 * (0.86 if code == "E" else 1) + r.gauss(0, 0.3)), 1), min(305, round(128 + hp * 0.42 + r.gauss(0, 9))) if code != "E" else min(240, round(142 + hp * 0.13 + r.gauss(0, 6))), city, road, 0 if code == "E" else round((0.4 * city + 0.6 * road) * (26.4 if code == "D" else 23.2)), battery, round(battery * r.uniform(5.2, 6.9)) if code == "E" else None,
                     "A" if code in "EH" or r.random() < 0.5 else "M", "AWD" if r.random() < (0.5 if body == "SUV" else 0.16) else "RWD" if body == "Coupe" or r.random() < 0.12 else "FWD", seats, None if r.random() < 0.14 else r.choices([2, 3, 4, 5], [2, 8, 28, 40 + 4 * t])[0], int(price * level * (hp / power) ** 0.55 * (1.24 if code == "E" else 1.07 if code == "H" else 1) * 1.028 ** t * r.gauss(1, 0.06) / 10) * 10, r.choice([2, 3, 3, 5, 7] if origin != "KOR" else [5, 7])])
    return Table("car_models", [("id", I), "mfr", "mdl", ("mdl_yr", I), "orig_cd", "body", "fuel_cd", "fuel", ("cyl", I), ("displ_cc", I), ("pwr_hp", I), ("trq_nm", I), ("curb_wt_kg", I), ("acc_0_100_s", F), ("vmax_kmh", I), ("cons_city_l100km", F), ("cons_hwy_l100km", F), ("co2_gkm", I), ("batt_kwh", F), ("rng_km", I), "trans", "drv",
                                ("seats", I), ("ncap_stars", I), ("msrp_eur", I), ("wrnty_yrs", I)], rows, {"msrp_eur": lambda v, i: f"€{v:,}"})


def offences():
    r, rows = random.Random(210), []
    areas = {"E01": ("Ashmere", 212, 1.1), "E02": ("Brackley", 148, 0.75), "E03": ("Castleton", 530, 1.42), "E04": ("Dovedale", 96, 0.52), "E05": ("Eastwick", 301, 1.0), "E06": ("Fulmar Bay", 177, 1.18), "E07": ("Gresham", 255, 0.88), "E08": ("Hollins", 389, 1.25), "E09": ("Inverlea", 121, 0.66)}
    kinds = {"viol": (5.6, 0.012), "burg": (2.1, -0.075), "theft": (6.4, -0.02), "veh": (1.9, -0.03), "drug": (0.85, 0.015), "fraud": (1.5, 0.105)}
    for year in range(2018, 2025):
        for quarter in range(1, 5 if year < 2024 else 4):
            block = []
            for code, (area, people, f) in areas.items():
                counts = []
                for kind, (base, grow) in kinds.items():
                    season = {"burg": [1.1, 0.92, 0.88, 1.12], "viol": [0.93, 1.04, 1.1, 0.95], "theft": [0.95, 0.98, 1.02, 1.1]}.get(kind, [1] * 4)[quarter - 1]
                    virus = 0.62 if year == 2020 and quarter in (2, 3) and kind in ("burg", "theft", "viol") else 1
                    counts.append(int(people * base * f * season * virus * (1 + grow) ** (year - 2018) * r.uniform(0.93, 1.07) / 1.0))
                if code == "E04" and (year, quarter) in ((2019, 2), (2021, 4), (2023, 1)) or code == "E09" and (year, quarter) == (2022, 3):
                    counts[5] = None
                grown = round(people * (1.006 ** (year - 2018)), 1)
                block.append([code, area, "area", year, f"Q{quarter}", *counts, sum(c or 0 for c in counts), None if code == "E02" and year < 2019 else round(23 - 4.5 * f - 0.7 * (year - 2018) + r.gauss(0, 0.8), 1), grown, round(people * 1.9 * (1 - 0.008 * (year - 2018)) * r.uniform(0.97, 1.03), 1)])
            rows += block
            known = [x for x in block if x[12] is not None]
            rows.append(["ALL", "All areas", "total", year, f"Q{quarter}", *[sum(x[k] or 0 for x in block) for k in range(5, 12)], round(sum(x[12] * x[11] for x in known) / sum(x[11] for x in known), 1), round(sum(x[13] for x in block), 1), round(sum(x[14] for x in block), 1)])
    return Table("police_offences", ["area_cd", "area_nm", "lvl", ("yr", I), "qtr_cd", ("off_viol", I), ("off_burg", I), ("off_theft", I), ("off_veh", I), ("off_drug", I), ("off_fraud", I), ("off_tot", I), ("det_rt_pct", F), ("pop_k", F), ("offcr_fte", F)], rows,
                 {"det_rt_pct": lambda v, i: ".." if v is None else f"{v}%", "off_fraud": lambda v, i: ".." if v is None else v})


TABLES = [seabirds(), nations(), jobless(), films(), *bikes(), cars(), offences()]
