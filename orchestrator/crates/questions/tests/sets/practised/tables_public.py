"""Tables shaped like published data sets: short column names, codes, aggregate rows, gaps. All values are invented."""
import datetime, math, random

from common import Table, days, mixed_date, months, scatter

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


def schools():
    r, schools_, districts, results = random.Random(205), [], [], []
    areas = [("1103", "Pine Hollow USD", "Marlow", 41, "Rural", 11400), ("1108", "Marlow City Schools", "Marlow", 12, "City", 14900), ("1215", "Fairview USD", "Tanner", 21, "Suburb", 13100), ("1220", "Dry Creek Consolidated", "Tanner", 42, "Rural", 12250), ("1301", "Port Ellis Schools", "Ellis", 13, "City", 15800), ("1306", "Lakeridge USD", "Ellis", 21, "Suburb", 17350)]
    for code, name, county, urban, words, spend in areas:
        districts.append([code, name, county, urban, words, spend, round(r.uniform(9, 24), 2), r.randint(2, 6)])
    names = "Adams Birch Carver Dogwood Eastgate Franklin Garfield Hawthorne Iverson Jefferson Kennedy Lincoln Maple Northside Oakwood Pinecrest Quarry Roosevelt Sunrise Truman Union Valley Washington Westlake Yellowstone Zion Bayview Cedar Douglass Elmhurst Foster Greenfield Hillcrest Irving Jackson Knox".split()
    for i, name in enumerate(names):
        area = r.choices(areas, [4, 9, 7, 3, 8, 6])[0]
        level = r.choices(["Elem", "Middle", "High"], [5, 3, 3])[0]
        poor = round(min(97, max(6, r.gauss({"Rural": 52, "City": 66, "Suburb": 27}[area[4]], 13))), 1)
        size = int(r.gauss({"Elem": 430, "Middle": 620, "High": 1050}[level], 120) * (0.6 if area[4] == "Rural" else 1))
        schools_.append([4001 + i, f"{name} {level if level != 'Elem' else 'Elementary'}", area[0], level, "Y" if area[4] == "City" and r.random() < 0.35 else "N", size, poor, round(size / r.uniform(12.5, 18.5), 1), r.randint(1921, 2019), round(min(99.2, 99 - poor * 0.22 + r.gauss(0, 3)), 1) if level == "High" else None, round(max(2.1, poor * 0.28 + r.gauss(0, 3)), 1)])
        for year, shift in (("2021-22", -4), ("2022-23", -1.5), ("2023-24", 1)):
            for subject, base in (("ELA", 78), ("Math", 72)):
                for group, lower, part in (("All students", 0, 1), ("Econ. disadvantaged", 11, poor / 100), ("English learners", 24, r.uniform(0.02, 0.2))):
                    tested = int(size * 0.46 * part * r.uniform(0.94, 0.99))
                    share = min(0.97, max(0.04, (base - poor * 0.52 - lower + shift + r.gauss(0, 4.5)) / 100))
                    passed = round(tested * share)
                    hide = tested < 10
                    results.append([4001 + i, year, subject, group, tested, None if hide else passed, None if hide else round(100 * passed / tested, 1), None if hide else round(400 + 1.6 * (100 * share - 50) + r.gauss(0, 3), 1)])
    return [Table("exam_results", [("sch_id", I), "sch_yr", "subj", "subgrp", ("n_tested", I), ("n_prof", I), ("prof_pct", F), ("mean_scl_scr", F)], results, {c: lambda v, i: "*" if v is None else v for c in ("n_prof", "prof_pct", "mean_scl_scr")}),
            Table("schools", [("sch_id", I), "sch_nm", "dist_cd", "lvl", "chrtr", ("enrl", I), ("frl_pct", F), ("tch_fte", F), ("yr_opened", I), ("grad_rt_pct", F), ("chr_abs_pct", F)], schools_),
            Table("districts", ["dist_cd", "dist_nm", "cnty", ("urb_cd", I), "urbanicity", ("spend_pp_usd", I), ("tax_rt_mills", F), ("board_seats", I)], districts)]


TABLES = [seabirds(), nations(), jobless(), films(), *schools()]
