"""Results of swimming meets, the catalogue of a plant nursery, and nights spent by tourists by origin and year. All values are invented."""
import datetime, random

from common import Table, days, money, or_else, scatter, written_as

I, F, D = "INTEGER", "DOUBLE", "DATE"
YEARS = [str(year) for year in range(2012, 2025)]


def swimming():
    r, rows = random.Random(27201), []
    clubs = {"Otter SC": (0.97, 26), "Harbour Sharks": (0.985, 22), "Newbridge Dolphins": (1.0, 24), "City of Arden": (0.955, 30), "Weir Lane ASC": (1.02, 14), "Lakeside Juniors": (1.03, 18)}
    pace = {"Freestyle": 0.61, "Backstroke": 0.69, "Breaststroke": 0.78, "Butterfly": 0.67, "Medley": 0.7}
    given = {"F": ["Ada", "Bea", "Carys", "Dina", "Elin", "Freya", "Gwen", "Hana", "Isla", "Juno", "Kaia", "Lena", "Mira", "Nora"], "M": ["Alfie", "Ben", "Callum", "Dev", "Eli", "Finn", "Gus", "Hugo", "Idris", "Jonas", "Kit", "Leo", "Max", "Noah"]}
    family = ["Abbott", "Bose", "Clarke", "Drummond", "Eze", "Fisk", "Grange", "Hussain", "Ito", "Jarvis", "Kowal", "Lindqvist", "Moran", "Novak", "Okoro", "Pryce", "Rahman", "Sutter"]
    swimmers, taken = [], set()
    for club, (level, count) in clubs.items():
        while count:
            sex = r.choice("FM")
            name = f"{r.choice(given[sex])} {r.choice(family)}"
            if name in taken:
                continue
            taken.add(name)
            count -= 1
            born = r.choices(range(2006, 2015), [3, 4, 6, 7, 8, 8, 7, 6, 4])[0]
            swimmers.append([name, club, sex, born, level * r.lognormvariate(0, 0.055), r.choice(list(pace))])
    meets = [("Autumn Open", datetime.date(2023, 10, 14), 25), ("Winter Sprint", datetime.date(2024, 1, 20), 25), ("County Championships", datetime.date(2024, 3, 9), 50), ("Summer Long Course", datetime.date(2024, 6, 22), 50), ("Autumn Open", datetime.date(2024, 10, 12), 25), ("County Championships", datetime.date(2025, 3, 8), 50)]
    best, event = {}, 0
    for meet, first, pool in meets:
        for sex in "FM":
            for stroke in pace:
                for distance in ((100, 200) if stroke == "Medley" else (50, 100) if meet == "Winter Sprint" else (50, 100, 200) if stroke == "Freestyle" else (50, 100)):
                    if r.random() < 0.14 or stroke == "Medley" and distance == 100 and pool == 50:
                        continue
                    event += 1
                    day = first + datetime.timedelta(days=r.randint(0, 1))
                    field = [s for s in swimmers if s[2] == sex and r.random() < (0.32 if s[5] == stroke else 0.16) * (0.65 if distance == 200 else 1)]
                    done = []
                    for swimmer in field:
                        name, club, _, born, skill, _ = swimmer
                        age = day.year - born
                        young = 1 + 0.045 * max(0, 16 - age) ** 1.15
                        time = distance * pace[stroke] * (1 if sex == "M" else 1.09) * young * skill * {50: 0.93, 100: 1, 200: 1.08}[distance] * (1.025 if pool == 50 else 1) * 0.92
                        entry = round(time * r.lognormvariate(0.008, 0.02), 2) if r.random() > 0.09 else None
                        time = round(time * r.lognormvariate(0, 0.015), 2)
                        status = r.choices(["OK", "DQ", "DNS"], [92, 6 if stroke in ("Breaststroke", "Butterfly") else 2, 4])[0]
                        done.append([name, club, born, entry, time if status == "OK" else None, status])
                    good = sorted(x[4] for x in done if x[5] == "OK")
                    order = sorted(done, key=lambda x: x[3] or 999, reverse=True)
                    for k, (name, club, born, entry, time, status) in enumerate(order):
                        place = good.index(time) + 1 if time else None
                        age = day.year - born
                        key = (name, stroke, distance)
                        if entry:
                            best.setdefault(key, round(entry * 0.992, 2))
                        new = "yes" if time and time < best.get(key, 9999) else "no"
                        if time:
                            best[key] = min(time, best.get(key, 9999))
                        rows.append([meet, day, pool, event, distance, stroke, sex, "11 & under" if age <= 11 else "12-13" if age <= 13 else "14-15" if age <= 15 else "16 & over", k // 6 + 1, k % 6 + 1, name, club, born, entry, time, place, {1: 9, 2: 7, 3: 6, 4: 5, 5: 4, 6: 3, 7: 2, 8: 1}.get(place, 0), status, new if status == "OK" else None])
    return Table("swim_results", ["Meet", ("Date", D), ("Pool (m)", I), ("Event no", I), ("Distance (m)", I), "Stroke", "Sex", "Age group", ("Heat", I), ("Lane", I), "Swimmer", "Club", ("Born", I), ("Entry time (s)", F), ("Final time (s)", F), ("Place", I), ("Club points", I), "Status", "Personal best"], rows,
                 {"Date": written_as("%d.%m.%Y"), "Entry time (s)": or_else("NT"), "Final time (s)": or_else("-"), "Stroke": lambda v, i: v.lower() if scatter(f"st{i}") < 0.05 else v, "Club": lambda v, i: v + " " if scatter(f"cl{i}") < 0.04 else v.upper() if scatter(f"cl{i}") > 0.97 else v})


def plants():
    r, rows = random.Random(27202), []
    # Weight, height, price, litres of the pot.
    groups = {"Perennial": (34, 60, 5.9, [1, 1, 2]), "Shrub": (19, 140, 17.5, [3, 5, 7]), "Herb": (11, 35, 3.6, [0.5, 1]), "Grass": (8, 90, 8.4, [1, 2, 3]), "Climber": (8, 260, 15.9, [2, 3]), "Tree": (7, 420, 74, [10, 15, 25]), "Fruit": (9, 150, 19.5, [3, 5]), "Fern": (4, 50, 8.9, [1, 2])}
    stem = {"Perennial": ["Cranesbill", "Salvia", "Aster", "Phlox", "Yarrow", "Bellflower", "Hosta", "Coneflower", "Lupin"], "Shrub": ["Hydrangea", "Lavender", "Spirea", "Viburnum", "Rose", "Weigela"], "Herb": ["Thyme", "Mint", "Sage", "Oregano", "Chives"], "Grass": ["Feather grass", "Fountain grass", "Sedge"], "Climber": ["Clematis", "Honeysuckle", "Ivy", "Wisteria"], "Tree": ["Maple", "Crab apple", "Birch", "Magnolia"], "Fruit": ["Raspberry", "Apple", "Currant", "Blueberry", "Pear"], "Fern": ["Shield fern", "Lady fern"]}
    cult = ["Aurora", "Bluebird", "Cinderella", "Daybreak", "Evening Star", "Firefly", "Goldrush", "Harlequin", "Indigo", "Jubilee", "Kingfisher", "Little Gem", "Moonlight", "Nightfall", "Opal", "Patina", "Queen Anne", "Ruby", "Snowdrift", "Tom Thumb", "Velvet", "Winter Song"]
    used = set()
    while len(rows) < 620:
        group = r.choices(list(groups), [g[0] for g in groups.values()])[0]
        _, high, cost, pots = groups[group]
        name = f"{r.choice(stem[group])} '{r.choice(cult)}'"
        if name in used:
            if len(used) > 540 or r.random() < 0.9:
                continue
        used.add(name)
        pot = float(r.choice(pots))
        price = round(cost * r.lognormvariate(0, 0.25) * (0.8 + 0.2 * pot / pots[0]), 1) - 0.05
        blooms = group not in ("Grass", "Fern") and r.random() < 0.93
        start = min(11, max(2, round(r.gauss(5.6, 1.5)))) if blooms else None
        stop = min(11, start + r.randint(1, 4)) if blooms else None
        bees = blooms and r.random() < (0.6 if group in ("Perennial", "Herb", "Fruit") else 0.3)
        sold = max(0, round(r.lognormvariate(3.9, 0.8) * (1.4 if bees else 1) * (0.5 if group == "Tree" else 1)))
        reviews = max(0, round(sold * r.uniform(0, 0.25)))
        since = datetime.date(r.choices(range(2015, 2026), [3, 3, 4, 5, 6, 7, 9, 11, 12, 9, 4])[0], r.randint(1, 12), r.randint(1, 28))
        if since > datetime.date(2025, 8, 1):
            since = datetime.date(2025, 3, 3)
        before = None if since.year > 2023 else sold
        now = None if since.year > 2024 else max(0, round(sold * r.lognormvariate(0.05, 0.35)))
        sale = r.random() < 0.16
        rows.append([name, group, r.choices(["white", "pink", "purple", "blue", "yellow", "red", "orange"], [22, 20, 19, 11, 15, 9, 4])[0] if blooms else None, max(8, round(high * r.lognormvariate(0, 0.35) / 5) * 5), start, stop, r.choices(["sun", "half shade", "shade"], [10, 30, 60] if group == "Fern" else [58, 32, 10])[0], None if r.random() < 0.06 else r.choice([-5, -10, -15, -15, -20, -20, -25, -30]), "yes" if group == "Fern" and r.random() < 0.5 or r.random() < 0.22 else "no", "yes" if bees else "no", pot, round(price * 0.8, 2) if sale else round(price, 2), round(price, 2) if sale else None, 0 if r.random() < 0.13 else max(1, round(r.lognormvariate(3.2, 0.9))), r.choices(["Own nursery", "Van Dalen", "Grünwald", "Pépinières Sorel", "Fens Growers"], [38, 22, 17, 13, 10])[0], round(min(5, max(1, r.gauss(4.2, 0.5))), 1) if reviews else None, reviews, since, before, now])
    rows = [[f"{4000 + 7 * i}", *row] for i, row in enumerate(rows)]
    return Table("plant_catalogue", ["Art. no", "Plant", "Group", "Flower colour", ("Height (cm)", I), ("Flowers from (month)", I), ("Flowers to (month)", I), "Light", ("Hardy to (°C)", I), "Evergreen", "Bee-friendly", ("Pot (l)", F), ("Price", F), ("Old price", F), ("In stock", I), "Supplier", ("Rating", F), ("Reviews", I), ("Listed since", D), ("Sold 2023", I), ("Sold 2024", I)], rows,
                 {"Price": lambda v, i: f"{v:.2f} €", "Old price": lambda v, i: "" if v is None else f"{v:.2f} €", "Flower colour": or_else("–"), "Hardy to (°C)": or_else("?"), "Listed since": written_as("%d.%m.%Y"), "Rating": or_else("no reviews"), "Group": lambda v, i: v.lower() if scatter(f"g{i}") < 0.05 else v, "Light": lambda v, i: v.capitalize() if scatter(f"l{i}") < 0.08 else v, "Pot (l)": lambda v, i: f"{v:g}"})


def nights():
    r, rows = random.Random(27203), []
    places = {
        "Lakeshore": ["Brunnfeld", "Sankt Alban", "Uferau", "Seewil", "Porto Lano", "Wellenberg", "Badmatt", "Inselried"],
        "High Valley": ["Arvental", "Grimsau", "Obersteg", "Sass Corvin", "Gletsch am Horn", "Zinalp", "Murtegg", "Piz Lun", "Firnmatt"],
        "Capital Area": ["Altenburg", "Neustadt am Tor", "Flughof", "Rebstein", "Mittelau", "Weidbach"],
        "Hill Country": ["Ackerswil", "Hinterbach", "Kirchlen", "Moosried", "Tannlingen", "Waldstatten", "Ruhbach", "Lindau Dorf", "Eggisau"],
        "South": ["Castelverde", "Monte Sole", "Lago Piccolo", "Ravello Alto", "Biascone", "Ponte Vecco", "Tresa Nova"],
    }
    mix = {
        "Lakeshore": (260, [48, 22, 6, 7, 5, 3, 9]), "High Valley": (310, [44, 20, 5, 13, 4, 6, 8]), "Capital Area": (380, [38, 16, 6, 8, 12, 9, 11]), "Hill Country": (38, [74, 15, 3, 2, 2, 0.4, 3]), "South": (150, [50, 24, 14, 3, 2, 1, 6]),
    }
    origins = ["Domestic", "Germany", "Italy", "United Kingdom", "United States", "China", "Other countries"]
    trend = {"Domestic": 1.012, "Germany": 0.985, "Italy": 0.995, "United Kingdom": 1.0, "United States": 1.045, "China": 1.06, "Other countries": 1.02}
    slump = {"Domestic": {2020: 0.78, 2021: 0.98, 2022: 1.08}, "China": {2020: 0.09, 2021: 0.04, 2022: 0.08, 2023: 0.38, 2024: 0.55}, "United States": {2020: 0.15, 2021: 0.24, 2022: 0.85}}
    whole = {o: [0] * len(YEARS) for o in origins}
    for district, names in places.items():
        size, weights = mix[district]
        for name in names:
            base = size * 1000 * r.lognormvariate(-0.3, 0.75)
            beds = max(20, round(base / r.uniform(105, 170)))
            kind = "City" if name in ("Altenburg", "Neustadt am Tor", "Flughof") else "Spa" if name.startswith(("Bad", "Ruh", "Well")) else "Ski resort" if district == "High Valley" and name != "Obersteg" else "Village"
            drift, sums, lines = r.gauss(1.002, 0.012), [0] * len(YEARS), []
            for origin, weight in zip(origins, weights):
                level, cells = base * weight / 100 * r.lognormvariate(0, 0.3), []
                for k, year in enumerate(map(int, YEARS)):
                    value = round(level * (trend[origin] * drift) ** k * slump.get(origin, {2020: 0.42, 2021: 0.6, 2022: 0.9}).get(year, 1) * r.lognormvariate(0, 0.04))
                    sums[k] += value
                    whole[origin][k] += value
                    # Small figures are kept secret, and Tresa Nova sent none in its first years.
                    cells.append(None if value < 60 or name == "Tresa Nova" and year < 2015 else value)
                lines.append([name, district, kind, beds, origin, *cells])
            lines.append([name, district, kind, beds, "Total", *(None if name == "Tresa Nova" and int(y) < 2015 else s for y, s in zip(YEARS, sums))])
            rows += lines
    total = sum({x[0]: x[3] for x in rows}.values())
    rows.sort(key=lambda x: x[0])
    for origin in origins:
        rows.append(["All municipalities", None, None, total, origin, *whole[origin]])
    rows.append(["All municipalities", None, None, total, "Total", *(sum(whole[o][k] for o in origins) for k in range(len(YEARS)))])
    count = lambda v, i: "*" if v is None else f"{v:,}"
    return Table("tourist_nights", ["Municipality", "District", "Type", ("Beds", I), "Guests from", *((y, I) for y in YEARS)], rows, {"Beds": money(""), **{y: count for y in YEARS}, "District": lambda v, i: v and (v.upper() if scatter(f"d{i}") < 0.05 else v)})


TABLES = [swimming(), plants(), nights()]
