"""More tables shaped like published open data: ferries, museums, bees, flats, tennis, river gauges, library loans. All values are invented."""
import datetime, math, random

from common import Table, days, mixed_date, months, scatter

I, F, D = "INTEGER", "DOUBLE", "DATE"
MONTHS = [f"vis_{m}" for m in "jan feb mar apr may jun jul aug sep oct nov dec".split()]


def thousands(gap):
    """1,234, with `gap` where there is no value."""
    return lambda v, i: gap if v is None else f"{v:,}"


def or_else(gap):
    return lambda v, i: gap if v is None else v


def ferries():
    r, rows = random.Random(4101), []
    routes = {"NS": ("Norrvik - Skarholm", 55, 420, 3.0), "NL": ("Norrvik - Lindey", 95, 380, 2.2), "HB": ("Halsund - Brunnay", 140, 610, 1.9), "HO": ("Halsund - Ormsay", 35, 240, 3.2), "BK": ("Brunnay - Kell", 25, 130, 1.6)}
    ships = {"MV Alca": (450, 0), "MV Eider": (520, 2), "MV Fulmar": (700, 3), "MV Petrel": (260, -1), "MV Skua": (300, 5), "MV Terna": (1150, 1)}
    fleet = {"NS": ["MV Alca", "MV Eider"], "NL": ["MV Eider", "MV Fulmar"], "HB": ["MV Terna", "MV Fulmar"], "HO": ["MV Petrel", "MV Skua"], "BK": ["MV Petrel", "MV Skua"]}
    span = list(days("2023-01-02", "2024-12-30"))
    rough = {d: max(0.2, r.lognormvariate(0.15 + 0.45 * math.cos((d.timetuple().tm_yday - 15) / 365 * 2 * math.pi), 0.45)) for d in span}
    picked = sorted(r.choices(span, weights=[1.5 if d.month in (6, 7, 8) else 1 for d in span], k=640))
    for i, day in enumerate(picked):
        code = r.choices(list(routes), [w for *_, w in routes.values()])[0]
        name, minutes, people, _ = routes[code]
        ship = r.choices(fleet[code], [7, 4])[0]
        wave = round(rough[day] * r.uniform(0.9, 1.1) * (1.25 if code in ("HB", "NL") else 0.9), 1)
        hour = r.choice([6, 7, 8, 10, 12, 14, 16, 17, 19, 21])
        planned = hour * 60 + r.choice([0, 15, 30, 45])
        cancelled = r.random() < (0.02 if wave < 2 else 0.1 if wave < 3 else 0.38)
        reason = (r.choices(["Weather", "Technical", "Crew shortage"], [8, 2, 1] if wave >= 2 else [0, 6, 5])[0]) if cancelled else None
        late = max(-3, round(r.gauss(2 + ships[ship][1] + 2.2 * wave, 5) + (r.expovariate(1 / 22) if r.random() < 0.12 else 0)))
        arrived = max(-6, late + round(r.gauss(1.4 * wave - 2, 3)))
        season = 1.75 if day.month in (7, 8) else 1.3 if day.month in (5, 6, 9) else 0.8
        pax = min(ships[ship][0], int(people * 0.5 * season * r.lognormvariate(0, 0.35) * (1.2 if day.isoweekday() > 5 else 1)))
        cars = int(pax * r.uniform(0.16, 0.3))
        trucks = 0 if code == "BK" else int(r.uniform(0, 7) * (0.4 if day.isoweekday() > 5 else 1) * minutes / 60)
        clock = lambda m: f"{m // 60:02}:{m % 60:02}"
        gone = [None] * 5 if cancelled else [clock(planned + late), late, arrived, "Y" if arrived <= 10 else "N", pax]
        rows.append([f"S{day:%y%m}{i:04}", day, code, name, ship, r.choice(["OUT", "RTN"]), clock(planned), *gone[:4], "CX" if cancelled else "OP", "Cancelled" if cancelled else "Operated", reason, gone[4], None if cancelled else cars, None if cancelled else trucks,
                     ships[ship][0], None if r.random() < 0.04 else wave, max(3, round(wave * 8 + r.gauss(4, 3))), None if cancelled else round(pax * (5 + minutes * 0.09) + cars * (11 + minutes * 0.3) + trucks * (70 + minutes))])
    return Table("ferry_sailings", ["sailing_id", ("svc_date", D), "route_cd", "route_nm", "vessel", "dir", "sched_dep", "act_dep", ("dep_delay_min", I), ("arr_delay_min", I), "on_time_flg", "status_cd", "status", "cx_reason", ("pax_n", I), ("cars_n", I), ("hgv_n", I), ("pax_cap", I), ("wave_ht_m", F), ("wind_kn", I), ("fare_rev_gbp", I)],
                 rows, {"svc_date": mixed_date, "act_dep": or_else("n/a"), "dep_delay_min": or_else("n/a"), "arr_delay_min": or_else("n/a"), "fare_rev_gbp": lambda v, i: "" if v is None else f"£{v:,}"})


def museums():
    r, rows = random.Random(4102), []
    places = [("Lighthouse Museum", "Harbour", "HIS", 21000, "paid"), ("City History Museum", "Old Town", "HIS", 14500, "free"), ("Castle Armoury", "Old Town", "HIS", 17800, "paid"), ("Gallery of Modern Art", "Riverside", "ART", 32500, "paid"), ("Portrait Gallery", "Old Town", "ART", 19500, "free"),
              ("Print & Poster House", "Northgate", "ART", 3900, "paid"), ("House of Science", "Riverside", "SCI", 41000, "paid"), ("Planetarium", "Hillside", "SCI", 12700, "paid"), ("Fossil Hall", "Hillside", "SCI", 37500, "free"), ("Railway Museum", "Northgate", "TEC", 15800, "paid"),
              ("Museum of Broadcasting", "Northgate", "TEC", 5200, "paid"), ("Textile Mill", "Riverside", "TEC", 6800, "free"), ("Toy Museum", "Old Town", "SPC", 9100, "paid"), ("Tea & Coffee Museum", "Harbour", "SPC", 4600, "paid")]
    kinds = {"HIS": "History", "ART": "Art", "SCI": "Science & nature", "TEC": "Technology", "SPC": "Special interest"}
    shape = {"Adults": [0.8, 0.82, 0.95, 1.05, 1.05, 1.0, 1.15, 1.3, 1.0, 1.05, 0.9, 0.95], "Children": [0.7, 1.0, 0.8, 1.25, 0.9, 0.8, 1.5, 1.6, 0.7, 1.2, 0.7, 0.9], "School groups": [0.7, 0.8, 1.5, 0.9, 1.6, 1.8, 0.3, 0.05, 0.9, 1.1, 1.3, 0.7]}
    for year in range(2021, 2025):
        block = []
        for at, (name, borough, code, mean, entry) in enumerate(places):
            young = {"SCI": 0.36, "TEC": 0.3, "SPC": 0.33, "HIS": 0.22, "ART": 0.13}[code]
            trend = {2021: 0.62, 2022: 0.84, 2023: 1.0, 2024: 1.0 + r.uniform(-0.14, 0.17)}[year]
            shut = set(range(4, 9)) if (name, year) == ("Textile Mill", 2023) else set(range(0, 3)) if (name, year) == ("Toy Museum", 2022) else set()
            if year == 2021:
                shut |= set(range(0, 4 if at % 3 else 3))
            for group, part in (("Adults", 0.92 - young - 0.02), ("Children", young), ("School groups", 0.1)):
                cells = [None if m in shut else int(mean * trend * part * shape[group][m] * r.uniform(0.9, 1.1) * (1.6 if (name, year) == ("Portrait Gallery", 2024) and m in (2, 3, 4) else 1)) for m in range(12)]
                block.append([f"M{at + 1:02}", name, borough, code, kinds[code], entry, year, group, *cells, sum(c or 0 for c in cells)])
        rows += block
        for group in shape:
            of = [x for x in block if x[7] == group]
            rows.append(["ALL", "All museums", None, None, None, None, year, group, *[sum(x[k] or 0 for x in of) for k in range(8, 21)]])
    dirt = {m: thousands("closed") for m in MONTHS}
    return Table("museum_footfall", ["mus_id", "mus_nm", "borough", "type_cd", "type", "entry", ("yr", I), "visitor_grp", *[(m, I) for m in MONTHS], ("vis_tot", I)], rows, {**dirt, "vis_tot": thousands("")})


def bees():
    r, rows = random.Random(4103), []
    places = {"D01": ("Aldermoor", 5200, 640), "D02": ("Birkdale", 3100, 410), "D03": ("Corrin", 8700, 720), "D04": ("Dunmere", 1900, 260), "D05": ("Elvaston", 6400, 690), "D06": ("Farrow Hills", 11800, 830), "D07": ("Glenside", 2600, 390), "D08": ("Hartland", 9300, 900), "D09": ("Isle of Morn", 900, 150), "D10": ("Kestrel Valley", 7500, 560)}
    names = {"COL_N": ("Bee colonies, 1 October", "number"), "COL_LOST": ("Colonies lost over winter", "number"), "LOSS_PCT": ("Winter loss rate", "%"), "KEEP_N": ("Registered beekeepers", "number"), "HON_T": ("Honey harvested", "t"), "PRC_KG": ("Honey price at farm gate", "EUR/kg"), "VAR_PCT": ("Colonies infested with varroa", "%")}
    flags = {"A": "normal value", "E": "estimated", "P": "provisional", "M": "missing"}
    for year in range(2017, 2025):
        block = {}
        bad = {2017: 0.95, 2018: 1.1, 2019: 0.8, 2020: 1.0, 2021: 1.65, 2022: 1.2, 2023: 0.85, 2024: 1.05}[year]
        good = {2017: 1.0, 2018: 1.15, 2019: 0.9, 2020: 1.1, 2021: 0.6, 2022: 1.05, 2023: 0.95, 2024: 1.12}[year]
        for k, (code, (name, colonies, keepers)) in enumerate(places.items()):
            mites = round(min(68, max(6, 24 * bad * r.uniform(0.65, 1.4) * (0.35 if code == "D09" else 1))), 1)
            n = int(colonies * (1 + (0.035 if k % 3 == 0 else -0.012 if k % 3 == 1 else 0.012) * (year - 2017)) * (0.88 if year == 2022 else 1) * r.uniform(0.97, 1.03))
            lost = int(n * min(0.45, max(0.04, 0.03 + mites / 100 * 0.5 + r.gauss(0, 0.025))))
            kg = None if (code, year) in (("D04", 2019), ("D09", 2018), ("D09", 2021)) else round(n * r.uniform(14, 23) * good * (1.2 if code in ("D03", "D06") else 1) / 1000, 1)
            block[code] = {"COL_N": n, "COL_LOST": lost, "LOSS_PCT": round(100 * lost / n, 1), "KEEP_N": int(keepers * (1 + 0.028 * (year - 2017)) * r.uniform(0.97, 1.03)), "HON_T": kg,
                           "PRC_KG": round((6.1 + 0.42 * (year - 2017) + (0.8 if year == 2021 else 0)) * r.uniform(0.93, 1.08) * (1.3 if code == "D09" else 1), 2), "VAR_PCT": None if (code, year) == ("D07", 2017) else mites}
        add = lambda key: sum(x[key] or 0 for x in block.values())
        weigh = lambda key, by, digits: round(sum(x[key] * (x[by] or 0) for x in block.values() if x[key] is not None) / sum(x[by] or 0 for x in block.values() if x[key] is not None), digits)
        block["TOT"] = {"COL_N": add("COL_N"), "COL_LOST": add("COL_LOST"), "LOSS_PCT": round(100 * add("COL_LOST") / add("COL_N"), 1), "KEEP_N": add("KEEP_N"), "HON_T": round(add("HON_T"), 1), "PRC_KG": weigh("PRC_KG", "HON_T", 2), "VAR_PCT": weigh("VAR_PCT", "COL_N", 1)}
        for code, values in block.items():
            for key, value in values.items():
                flag = "M" if value is None else "P" if year == 2024 else "E" if code != "TOT" and r.random() < 0.05 else "A"
                rows.append([code, places[code][0] if code in places else "Whole country", "district" if code in places else "country", year, key, *names[key], value, flag, flags[flag], datetime.date(year + 1, 5, 2) + datetime.timedelta(days=r.randint(0, 50)), "VET" if key in ("LOSS_PCT", "COL_LOST", "VAR_PCT") else "AGR"])
    return Table("bee_stats", ["geo_cd", "geo_nm", "geo_lvl", ("ref_yr", I), "ind_cd", "ind_nm", "unit", ("obs_value", F), "obs_flag", "flag_txt", ("upd_dt", D), "src_cd"], rows,
                 {"obs_value": lambda v, i: "." if v is None else f"{int(v):,}" if v >= 1000 and v == int(v) else int(v) if v == int(v) else v, "upd_dt": mixed_date})


def flats():
    r, rows = random.Random(4104), []
    parts = {"01": ("Altstadt", 16.4, 5), "02": ("Nordend", 12.1, 8), "03": ("Westhafen", 14.8, 6), "04": ("Lindenhof", 10.2, 9), "05": ("Seeviertel", 17.6, 4), "06": ("Oststadt", 10.9, 8), "07": ("Am Park", 13.3, 5)}
    span = list(days("2024-01-08", "2025-03-30"))
    for i, posted in enumerate(sorted(r.choices(span, weights=[1.5 if d.month in (3, 8, 9) else 1 for d in span], k=560))):
        code = r.choices(list(parts), [w for *_, w in parts.values()])[0]
        name, price, _ = parts[code]
        rooms = r.choices([1, 1.5, 2, 2.5, 3, 4, 5], [16, 7, 30, 8, 24, 11, 3])[0]
        area = round(max(18, 14 + rooms * 22.5 + r.gauss(0, 6)), 1)
        built = None if r.random() < 0.12 else int(r.choices([r.uniform(1890, 1935), r.uniform(1950, 1979), r.uniform(1980, 2009), r.uniform(2010, 2024)], [5, 8, 5, 4])[0])
        new = built is not None and built >= 2010
        lift = r.random() < (0.82 if new else 0.28)
        furnished = r.random() < (0.3 if rooms < 2 else 0.08)
        cond = r.choices(["NEW", "REN", "WEL", "NED"], [9, 1, 1, 0] if new else [0, 5, 9, 3])[0]
        agency = r.random() < (0.62 if rooms >= 3 else 0.48)
        cold = round(area * price * r.gauss(1, 0.1) * (1.18 if new else 1) * (1.22 if furnished else 1) * (1.12 if rooms < 2 else 1) * (1.05 if agency else 1) * (0.9 if cond == "NED" else 1) / 5) * 5
        service, heat = round(area * r.uniform(1.5, 2.9)), round(area * r.uniform(0.7, 1.2) * (0.7 if new else 1.2))
        floors = r.choice([3, 4, 4, 5, 5, 6]) + (3 if lift and r.random() < 0.3 else 0)
        grade = r.choices("ABCDEFG", [8, 6, 3, 1, 0, 0, 0] if new else [0, 1, 4, 7, 6, 4, 2])[0]
        rows.append([48200 + i * 7, posted, code, name, rooms, area, r.randint(0, floors), floors, built, cold, service, heat, cold + service + heat, None if r.random() < 0.1 else cold * r.choice([2, 3, 3, 3]), "y" if r.random() < (0.75 if new else 0.45) else "n", "y" if lift else "n", "y" if furnished or r.random() < 0.55 else "n", "y" if furnished else "n",
                     r.choices(["yes", "no", "by arrangement"], [3, 4, 5])[0], cond, {"NEW": "new build", "REN": "renovated", "WEL": "well kept", "NED": "needs work"}[cond], None if r.random() < 0.09 else grade, r.choices(["gas", "district heating", "heat pump", "oil"], [1, 4, 7, 0] if new else [9, 6, 1, 3])[0], "agency" if agency else "private",
                     posted + datetime.timedelta(days=r.choice([0, 14, 30, 45, 60, 90])), int(r.lognormvariate(5.7, 0.6)), int(r.lognormvariate(6.2, 0.5) * (1.4 if cold < 800 else 1)), max(1, int(r.lognormvariate(2.4, 0.8) * (0.7 if cold < 800 else 1.3)))])
    return Table("flat_ads", [("ad_id", I), ("posted_on", D), "dist_cd", "dist_nm", ("rooms", F), ("area_sqm", F), ("flr", I), ("flrs_tot", I), ("yr_built", I), ("rent_cold_eur", I), ("svc_chg_eur", I), ("heat_eur", I), ("rent_warm_eur", I), ("deposit_eur", I), "balcony", "lift", "fitted_kitchen", "furnished",
                              "pets", "cond_cd", "cond", "nrg_class", "heat_typ", "advertiser", ("avail_from", D), ("pt_stop_m", I), ("views_n", I), ("days_online", I)], rows,
                 {"posted_on": mixed_date, "rent_cold_eur": lambda v, i: f"€ {v:,}", "rent_warm_eur": lambda v, i: f"€ {v:,}", "deposit_eur": lambda v, i: "on request" if v is None else f"€ {v:,}", "area_sqm": lambda v, i: f"{v} m²" if scatter(f"a{i}") < 0.3 else v, "yr_built": or_else("unknown"), "nrg_class": or_else("-")})


def tennis():
    r, rows = random.Random(4105), []
    lands = {"SUI": 5, "ITA": 9, "ESP": 9, "FRA": 8, "USA": 9, "ARG": 6, "CZE": 5, "AUS": 5, "GER": 5, "JPN": 4, "NOR": 2, "CAN": 4}
    given = "Aaron Beno Carlo Dario Emil Felip Goran Hiro Ilya Joao Kasper Luca Milan Nico Oscar Pavel Rafa Stefan Tomas Ugo Viktor Wes Yann Zeno".split()
    family = "Abara Bianchet Corvin Daloz Escriva Fontane Gallas Hjort Ibarne Jelinka Kovarik Lorente Maslow Navone Ortuzar Prieska Quillet Rosato Sandell Tavarez Ulvestad Varrone Westbrook Yamura Zelenko Arkwright Bellamont Castera Drummer Engstrom Faraday Gentile".split()
    people = []
    for i in range(64):
        land = r.choices(list(lands), list(lands.values()))[0]
        height = round(r.gauss(186, 7))
        people.append({"name": f"{given[(i * 7 + i // 24) % 24]} {family[(i + i // 32 * 5) % 32]}", "ioc": land, "level": r.gauss(0, 1), "ht": None if r.random() < 0.05 else height, "tall": height, "hand": "L" if r.random() < 0.14 else "R", "born": r.uniform(1987, 2005), "like": {"clay": r.gauss(0.25 if land in ("ESP", "ARG", "ITA") else -0.1, 0.4), "hard": r.gauss(0, 0.25), "grass": r.gauss((height - 186) * 0.04, 0.4)}})
    events = [("T01", "Halden Open", "hard", "A", 1, 9), ("T02", "Porto Vela Cup", "clay", "A", 2, 13), ("T03", "Lakeside Masters", "hard", "M", 3, 11), ("T04", "Monte Serra Masters", "clay", "M", 4, 15), ("T05", "Riverdale Classic", "grass", "A", 6, 10), ("T06", "Queensferry Championships", "grass", "M", 6, 24), ("T07", "Prairie Open", "hard", "A", 8, 5), ("T08", "Nordlys Indoors", "hard", "C", 11, 4)]
    for year in (2023, 2024):
        order = sorted(people, key=lambda p: -(p["level"] + r.gauss(0, 0.35)))
        for at, p in enumerate(order):
            p["rank"] = int(3 + at * 1.9 + r.randint(0, 2)) if at < 60 else None
        for code, event, ground, level, month, day in events:
            start = datetime.date(year, month, day) + datetime.timedelta(days=(7 - datetime.date(year, month, day).weekday()) % 7)
            pool = order[:44] if level == "M" else order[6:60] if level == "C" else order[2:]
            field, number = r.sample(pool, 32), 0
            prize = {"M": 1.0, "A": 0.42, "C": 0.12}[level]
            for step, rnd in enumerate(("R32", "R16", "QF", "SF", "F")):
                left = []
                for a, b in zip(field[::2], field[1::2]):
                    number += 1
                    edge = 1.15 * (a["level"] - b["level"]) + a["like"][ground] - b["like"][ground]
                    w, l = (a, b) if r.random() < 1 / (1 + math.exp(-edge)) else (b, a)
                    left.append(w)
                    tight = r.random() < (0.42 if abs(edge) < 1 else 0.27)
                    sets = []
                    for won in r.choice([(1, 0, 1), (0, 1, 1)]) if tight else (1, 1):
                        x, y = r.choices([(6, 0), (6, 1), (6, 2), (6, 3), (6, 4), (7, 5), (7, 6)], [1, 4, 8, 15, 17, 7, 11 if ground != "clay" else 7])[0]
                        sets.append((x, y) if won else (y, x))
                    games = sum(x + y for x, y in sets)
                    gone = r.random() < 0.035 and len(sets) > 1
                    if gone:
                        x = r.randint(1, 4)
                        sets[-1] = (x, r.randint(0, x))
                    ace = {"clay": 0.22, "hard": 0.42, "grass": 0.55}[ground]
                    shots = lambda p: max(0, int(r.gauss(games / 2 * ace * (1 + (p["tall"] - 186) * 0.045), 1.8)))
                    old = lambda p: round((start - datetime.date(int(p["born"]), 7, 1)).days / 365.25, 1)
                    rows.append([f"{year}-{code}", event, ground, level, {"M": "Masters", "A": "Tour", "C": "Challenger"}[level], start, number, rnd, w["name"], w["ioc"], w["rank"], old(w), w["hand"], w["ht"], l["name"], l["ioc"], l["rank"], old(l), l["hand"], l["ht"], " ".join(f"{x}-{y}" for x, y in sets) + (" RET" if gone else ""), len(sets),
                                 None if r.random() < 0.03 else round(games * (4.5 if ground == "clay" else 3.9) * r.uniform(0.9, 1.12)), shots(w), max(0, int(r.gauss(games * 0.1, 1.3))), shots(l), max(0, int(r.gauss(games * 0.14, 1.5))), int(gone), int((900 if level == "C" else 2600 if level == "A" else 4200) * (0.55 + 0.16 * step) * r.uniform(0.85, 1.1)), round(9000 * prize * 1.9 ** step)])
                field = left
    return Table("tennis_tour", ["tourney_id", "tourney_nm", "surface", "lvl_cd", "lvl", ("start_dt", D), ("match_no", I), "rnd", "w_name", "w_ioc", ("w_rank", I), ("w_age", F), "w_hand", ("w_ht_cm", I), "l_name", "l_ioc", ("l_rank", I), ("l_age", F), "l_hand", ("l_ht_cm", I), "score", ("sets_n", I), ("dur_min", I),
                                 ("w_aces", I), ("w_df", I), ("l_aces", I), ("l_df", I), ("ret_fl", I), ("att_n", I), ("l_prize_eur", I)], rows, {"start_dt": lambda v, i: v.strftime("%Y%m%d"), "l_prize_eur": lambda v, i: f"{v:,}", "w_rank": or_else("NR"), "l_rank": or_else("NR"), "dur_min": or_else("NA")})


def gauges():
    r, rows = random.Random(4106), []
    places = [("6010", "Tarnhead", "Velm", 182.4, 95, 18, 0.8, 210), ("6020", "Lowlock", "Velm", 41.0, 168, 47, 1.1, 320), ("6110", "Weirbridge", "Orla", 264.7, 130, 62, 1.0, 290), ("6120", "Millford", "Orla", 151.2, 205, 118, 1.2, 400), ("6130", "Ashquay", "Orla", 23.5, 312, 190, 1.0, 520), ("6210", "Kopsa", "Karsa", 88.9, 74, 9.5, 0.7, 160),
              ("6220", "Sandhavn", "Karsa", 12.1, 121, 21, 0.6, 230), ("6310", "Eastferry", "Dunnel", 57.3, 188, 74, 1.3, 380)]
    wet = {(y, m): r.lognormvariate(0, 0.28) * {2018: 0.82, 2021: 1.15, 2022: 0.76, 2023: 1.2}.get(y, 1) for y, m in months("2017-01", "2024-12")}
    warm = {k: r.gauss(0, 1.2) + (k[0] - 2017) * 0.09 for k in wet}
    for number, gauge, river, km, level, flow, swing, alarm in places:
        for (y, m), w in wet.items():
            melt = 1 + 0.45 * math.exp(-((m - 3.5) / 1.6) ** 2) - 0.35 * math.exp(-((m - 8.5) / 2) ** 2)
            f = w * melt * r.lognormvariate(0, 0.1)
            mean = round(level * (0.55 + 0.45 * f ** (0.6 * swing)))
            low, high = round(mean * r.uniform(0.68, 0.88)), round(mean * (1.18 + r.expovariate(2.6) * w * swing))
            air = warm[y, m] - math.cos((m - 1.2) / 12 * 2 * math.pi) * 10 + 9.5
            water = round(max(0.3, 0.82 * air + 2.2 + r.gauss(0, 0.4) + (1.1 if km < 60 else 0)), 1)
            ice = max(0, min(28, round((1.8 - water) * 9 + r.gauss(0, 2)))) if m in (12, 1, 2, 3) and water < 2.5 else 0
            over = 0 if high <= alarm else min(20, 1 + int((high - alarm) / alarm * 14 + r.uniform(0, 2)))
            out = (gauge, y) == ("Kopsa", 2019) and m in (5, 6, 7) or r.random() < 0.008
            quality = "M" if out else r.choices(["G", "E", "S"], [88, 8, 4])[0]
            q = round(flow * f * 0.95, 1)
            values = [None] * 5 if out else [low, mean, high, q, round(q * (high / mean) ** 1.8, 1)]
            rows.append([number, gauge, river, km, round(51.2 + places.index(next(p for p in places if p[1] == gauge)) * 0.173, 4), round(14.1 - km / 160, 4), datetime.date(y, m, 1), *values, None if r.random() < 0.03 else water, round(58 * w * r.uniform(0.8, 1.2), 1), alarm, None if out else over, ice, quality, {"G": "good", "E": "estimated", "S": "suspect", "M": "missing"}[quality]])
    gap = or_else("-999")
    return Table("river_gauges", ["stn_no", "gauge_nm", "river", ("km_to_mouth", F), ("lat", F), ("lon", F), ("obs_month", D), ("wl_min_cm", I), ("wl_mean_cm", I), ("wl_max_cm", I), ("q_mean_m3s", F), ("q_max_m3s", F), ("wtemp_c", F), ("precip_mm", F), ("alarm_lvl_cm", I), ("days_over_alarm", I), ("ice_days", I), "qual_cd", "qual_txt"], rows,
                 {"obs_month": lambda v, i: v.strftime("%Y-%m"), **{c: gap for c in ("wl_min_cm", "wl_mean_cm", "wl_max_cm", "q_mean_m3s", "q_max_m3s")}, "wtemp_c": or_else("---")})


def libraries():
    r, rows = random.Random(4107), []
    places = [("B01", "Central Library", "City Centre", "central", 1931, 9.0), ("B02", "Ashgrove", "West", "branch", 1968, 2.2), ("B03", "Canal Street", "City Centre", "branch", 1974, 1.7), ("B04", "Eastbrook", "East", "branch", 1982, 2.6), ("B05", "Fairlawn", "North", "branch", 1959, 1.4), ("B06", "Glebe Road", "South", "branch", 1990, 2.0),
              ("B07", "Highfield", "North", "branch", 2018, 2.4), ("B08", "Kingswood", "West", "branch", 1977, 1.9), ("B09", "Meadowbank", "South", "branch", 2005, 3.1), ("B10", "Station Square", "East", "branch", 1996, 1.6), ("B11", "Bookbus 1", "North", "mobile", 1986, 0.6), ("B12", "Bookbus 2", "South", "mobile", 1999, 0.5)]
    media = {"BK": ("Books", 15500, -0.028, 0.46), "MG": ("Magazines", 2300, -0.055, 0.12), "CD": ("Music CDs", 2600, -0.16, 0.22), "DV": ("DVDs", 4300, -0.13, 0.4), "AB": ("Audiobooks", 1500, 0.035, 0.55), "EB": ("E-books", 900, 0.21, 0.15), "GM": ("Board games", 420, 0.12, 0.72)}
    made = []
    for number, name, district, kind, opened, size in places:
        for code, (medium, base, grow, young) in media.items():
            tilt = r.uniform(-0.02, 0.02)
            for group, part in (("AD", 1 - young), ("CH", young)):
                cells = []
                for y in range(2015, 2025):
                    virus = {2020: 0.6, 2021: 0.78, 2022: 0.94}.get(y, 1) if code != "EB" else {2020: 1.45, 2021: 1.35}.get(y, 1.1 if y > 2021 else 1)
                    lost = (number, y) == ("B05", 2023) or kind == "mobile" and (code == "EB" or code == "GM" and y < 2019)
                    cells.append(None if y < opened or lost else int(base * size * part * (1 + grow + tilt) ** (y - 2015) * virus * r.uniform(0.94, 1.06)))
                made.append([number, name, district, kind, opened, group, "adults" if group == "AD" else "children", code, medium, *cells])
    rows = list(made)
    for code, (medium, *_) in media.items():
        for group in ("AD", "CH"):
            of = [x for x in made if x[7] == code and x[5] == group]
            rows.append(["ZZZ", "TOTAL", None, None, None, group, "adults" if group == "AD" else "children", code, medium, *[sum(x[k] or 0 for x in of) for k in range(9, 19)]])
    years = [str(y) for y in range(2015, 2025)]
    return Table("library_lending", ["br_id", "branch", "district", "br_typ", ("opened_yr", I), "aud_cd", "audience", "med_cd", "medium", *[(y, I) for y in years]], rows, {y: thousands("..") for y in years})


TABLES = [ferries(), museums(), bees(), flats(), tennis(), gauges(), libraries()]
