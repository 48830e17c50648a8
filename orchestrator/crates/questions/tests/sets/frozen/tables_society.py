"""Tables of a society: evening courses, a tenants' survey, a theatre, blood donation, allotment gardens, education indicators. All values are invented."""
import datetime, random

from common import Table, days, mixed_date, money, or_else, scatter

I, F, D = "INTEGER", "DOUBLE", "DATE"


def courses():
    r, rows = random.Random(9501), []
    offer = {"Languages": (["Spanish", "French", "Italian", "Sign language", "Polish"], 128, 1.1), "Crafts": (["Pottery", "Upholstery", "Silver jewellery", "Woodcarving"], 165, 1.0), "Health": (["Yoga", "Pilates", "Tai chi", "Back care"], 92, 1.25), "Computing": (["Spreadsheets", "Photo editing", "Coding for beginners", "Staying safe online"], 110, 0.75), "Music": (["Guitar", "Ukulele", "Choir", "Music theory"], 118, 0.85), "Cookery": (["Bread baking", "Vegan cooking", "Curry night"], 74, 1.05)}
    terms = [(f"{name} {year}", datetime.date(year, month, 8), year) for year in (2022, 2023, 2024) for name, month in (("Spring", 1), ("Summer", 4), ("Autumn", 9))]
    tutors = {area: r.sample("Hale Ibrahim Jarvis Kowal Lund Mistry Nkemelu Ortiz Penrose Quirk Rossi Sandhu Tully Usman Vance Webb Yates Zeller".split(), 4) for area in offer}
    for term, first, year in terms:
        for at in range(r.randint(34, 40)):
            area = r.choices(list(offer), [30, 17, 22, 13, 11, 12])[0]
            titles, fee, draw = offer[area]
            online = area in ("Languages", "Computing", "Health") and r.random() < (0.4 if year == 2022 else 0.2)
            weekday = r.choices([1, 2, 3, 4, 6], [20, 24, 25, 21, 10])[0]
            start = first + datetime.timedelta(days=r.choice([0, 7, 14]) + (weekday - first.isoweekday()) % 7)
            sessions = r.choice([3, 5] if area == "Cookery" else [6, 8, 10, 10, 12])
            most = r.choice([8, 10, 12] if area in ("Crafts", "Cookery") else [12, 14, 16, 20])
            least = round(most * 0.45)
            want = max(0, round(most * draw * r.uniform(0.35, 1.15) * (1.1 if term[:2] == "Au" else 0.85 if term[:2] == "Su" else 1)))
            enrolled = min(most, want)
            ran = enrolled >= least
            price = round(fee * sessions / 10 * (1 + 0.05 * (year - 2022)))
            cheap = round(price * 0.6)
            low = sum(r.random() < 0.27 for _ in range(enrolled))
            rows.append([f"{term[:2].upper()}{year % 100}-{at + 1:03}", term, area, r.choice(titles), r.choices(["Beginner", "Improver", "Advanced"], [50, 34, 16])[0], "Online" if online else r.choice(["Mill Lane Centre", "Town Library", "St Hilda's School"]), f"{start:%a}", start, start + datetime.timedelta(days=7 * (sessions - 1)), sessions, r.choice([60, 90, 120]), most, enrolled, max(0, want - most), sum(r.random() < (0.16 if online else 0.1) for _ in range(enrolled)) if ran else None, price, cheap, low, (enrolled - low) * price + low * cheap if ran else 0, r.choice(tutors[area]), round(sessions * r.uniform(34, 52)) if ran else 0, "ran" if ran else "cancelled", round(min(5, max(2.5, r.gauss(4.3, 0.35) - (0.25 if online else 0))), 1) if ran and r.random() < 0.88 else None])
    return Table("evening_courses", ["Course no", "Term", "Subject area", "Course title", "Level", "Venue", "Day", ("Starts on", D), ("Ends on", D), ("Sessions", I), ("Minutes per session", I), ("Places", I), ("Enrolled", I), ("Waiting list", I), ("Dropped out", I), ("Full fee", I), ("Concession fee", I), ("Concessions", I), ("Fee income", I), "Tutor", ("Tutor pay", I), "Status", ("Feedback score", F)], rows,
                 {"Starts on": lambda v, i: v.strftime("%d/%m/%Y"), "Ends on": lambda v, i: v.strftime("%d/%m/%Y"), "Full fee": money("£"), "Concession fee": money("£"), "Fee income": money("£"), "Feedback score": or_else("n/a"), "Dropped out": or_else("-")})


GROUPS = {"O_POS": 37, "O_NEG": 7, "A_POS": 33, "A_NEG": 6, "B_POS": 9, "B_NEG": 2, "AB_POS": 5, "AB_NEG": 1}


def blood():
    r, rows = random.Random(9504), []
    towns = {"T01": ("Aldersee", 1.3), "T02": ("Bruckdorf", 0.8), "T03": ("Castelmont", 1.0), "T04": ("Drosa", 0.6), "T05": ("Eichstadt", 1.5), "T06": ("Falkenau", 0.9), "T07": ("Gramont", 0.7)}
    for i, day in enumerate(sorted(r.choices([d for d in days("2022-01-10", "2024-12-20") if d.isoweekday() < 7], [0.7 if d.month in (7, 8) else 1.4 if d.month in (1, 11) else 1 for d in days("2022-01-10", "2024-12-20") if d.isoweekday() < 7], k=288))):
        town = r.choices(list(towns), [w for _, w in towns.values()])[0]
        venue = r.choices(["School", "Fire station", "Company", "Parish hall", "University"], [24, 22, 20, 26, 8])[0]
        off = r.random() < 0.03
        booked = round(72 * towns[town][1] * r.uniform(0.6, 1.4) * (1.2 if venue == "University" else 1))
        walk = 0 if off else round(booked * r.uniform(0.02, 0.3))
        came = 0 if off else round(booked * r.uniform(0.72, 0.96)) + walk
        hb, trav, med = (sum(r.random() < p for _ in range(came)) for p in (0.05, 0.028 + 0.02 * (day.month in (8, 9)), 0.04))
        gave = came - hb - trav - med
        new = sum(r.random() < (0.34 if venue == "University" else 0.13 if venue == "School" else 0.1) for _ in range(gave))
        women = sum(r.random() < 0.48 for _ in range(gave))
        drawn = r.choices(list(GROUPS), list(GROUPS.values()), k=gave)
        staff = 5 + booked // 18
        rows.append([f"{day:%y}-{i + 1:04}", day, town, towns[town][0], venue, r.choice(["Team Red", "Team Blue", "Team Green"]), r.choice([3, 4, 4, 5, 6]), r.randint(6, 14), booked, walk, came, hb, trav, med, gave, new, women, *[drawn.count(g) for g in GROUPS], sum(r.random() < 0.018 for _ in range(gave)), staff, round(staff * 148 + came * r.uniform(3, 5) + 260), None if off else round(max(8, r.gauss(26, 7) + (came - 60) * 0.12)), "Y" if off else "N"])
    return Table("blood_drives", ["DRIVE_NO", ("DRIVE_DT", D), "TOWN_CD", "TOWN", "VENUE_TYP", "TEAM", ("OPEN_HRS", I), ("BEDS_N", I), ("BOOKED_N", I), ("WALKIN_N", I), ("ATTEND_N", I), ("DEFER_HB_N", I), ("DEFER_TRAV_N", I), ("DEFER_MED_N", I), ("DONAT_N", I), ("FIRST_N", I), ("FEMALE_N", I), *[(g, I) for g in GROUPS], ("REACT_N", I), ("STAFF_N", I), ("COST_EUR", I), ("WAIT_MIN", I), "CANC_YN"], rows, {"DRIVE_DT": mixed_date, "COST_EUR": lambda v, i: f"{v:,} EUR", "WAIT_MIN": or_else("n/a")})


def plots():
    r, rows = random.Random(9505), []
    sites = {"Brook Field": 52, "Chapel Lane": 34, "Railway Side": 44}
    for site, many in sites.items():
        for at in range(many):
            size = r.choice([75, 125, 125, 125, 250, 250])
            state = r.choices(["let", "vacant", "reserved"], [87, 8, 5])[0]
            since = datetime.date(1996, 4, 1) + datetime.timedelta(days=365 * int(28 * r.random() ** 0.5) + r.randint(0, 300)) if state == "let" else None
            rows.append([f"{site[0]}{at + 1:02}", site, size, round(size * {"Brook Field": 0.52, "Chapel Lane": 0.6, "Railway Side": 0.44}[site], 2), state, since, r.choices(["full", "senior", "community"], [60, 34, 6])[0] if state == "let" else None, "yes" if r.random() < 0.58 else "no", "yes" if r.random() < {"Brook Field": 0.5, "Chapel Lane": 0.75, "Railway Side": 0.2}[site] else "no", "yes" if r.random() < 0.16 else "no", r.choices([0, 1, 2, 3, 5], [50, 20, 15, 10, 5])[0], datetime.date(2024, 6, 3) + datetime.timedelta(days=r.randint(0, 40)), r.choices(["good", "fair", "poor"], [58, 28, 14])[0] if state == "let" else None, r.choices(["0-1 km", "1-3 km", "over 3 km"], [45, 38, 17])[0] if state == "let" else None])
    return Table("allot_plots", ["plot", "site", ("size_sqm", I), ("rent_per_year", F), "status", ("let_since", D), "tenancy_type", "shed", "water_tap", "greenhouse", ("fruit_trees", I), ("inspected_on", D), "inspection_result", "distance_home"], rows, {"rent_per_year": lambda v, i: f"£{v:.2f}", "let_since": or_else("vacant"), "size_sqm": lambda v, i: f"{v} m2" if scatter(f"m{i}") < 0.15 else v, "inspected_on": mixed_date})


def ledger(gardens):
    r, rows = random.Random(9506), []
    for plot in gardens.rows:
        if plot[4] != "let":
            continue
        for year in (2022, 2023, 2024):
            if plot[5].year > year:
                continue
            rate = 0.5 if plot[6] == "senior" else 0 if plot[6] == "community" else 1
            due = datetime.date(year, 4, 30)
            if rate:
                paid = due + datetime.timedelta(days=round(r.gauss(-8, 22)))
                rows.append([paid, plot[0], "Rent", round(plot[3] * rate, 2), r.choices(["bank transfer", "cheque", "cash"], [30 + 22 * (year - 2022), 40, 24])[0], year, due])
            if r.random() < 0.3:
                rows.append([datetime.date(year, r.randint(5, 10), r.randint(1, 28)), plot[0], *r.choices([("Water", round(r.uniform(6, 24), 2)), ("Key deposit", 10.0), ("Donation", float(r.choice([5, 10, 20, 50]))), ("Late fee", 7.5), ("Refund", -float(r.choice([10, 15, 25])))], [40, 14, 18, 18, 10])[0], r.choice(["bank transfer", "cash"]), year, None])
    rows.sort(key=lambda x: (x[0], x[1]))
    out = [[i + 1, row[0], *row[1:5], row[5], row[6], f"RC{row[0]:%y}{i + 1:04}" if row[2] != "Refund" else None, r.choice(["treasurer", "treasurer", "site rep"]), "no" if r.random() < 0.03 else "yes", r.choice(["", "", "", "second reminder sent", "paid at open day"]) or None] for i, row in enumerate(rows)]
    return Table("allot_ledger", [("entry", I), ("booked_on", D), "plot", "category", ("amount", F), "method", ("for_year", I), ("due_on", D), "receipt_no", "entered_by", "cleared", "note"], out, {"booked_on": mixed_date, "amount": lambda v, i: f"-£{-v:.2f}" if v < 0 else f"£{v:.2f}"})


def education():
    r, rows = random.Random(9507), []
    lands = {"AT": "Austria", "CZ": "Czechia", "DK": "Denmark", "ES": "Spain", "FI": "Finland", "IT": "Italy", "NL": "Netherlands", "PL": "Poland"}
    kinds = {"EDU_ELET": ("Early leavers from education and training", "Percentage", "18-24", 9.5, -0.25, True), "EDU_TERT": ("Tertiary educational attainment", "Percentage", "25-34", 39.0, 0.9, True), "EDU_ADLT": ("Adults in training, last 4 weeks", "Percentage", "25-64", 13.0, 0.4, True), "EDU_EXPP": ("Expenditure per pupil", "Euro", "_T", 8900.0, 260.0, False)}
    for code, (name, unit, age, level, step, sexes) in kinds.items():
        values = {}
        for land in lands:
            own = r.lognormvariate(0, 0.35 if code != "EDU_TERT" else 0.2)
            gap = {"EDU_ELET": -0.16, "EDU_TERT": 0.14, "EDU_ADLT": 0.07, "EDU_EXPP": 0}[code] * r.uniform(0.4, 1.6)
            for year in range(2018, 2024):
                mid = level * own + step * (year - 2018) * r.uniform(0.6, 1.4) + r.gauss(0, level * 0.012)
                values[land, year, "T"] = mid
                if sexes:
                    values[land, year, "F"], values[land, year, "M"] = mid * (1 + gap), mid * (1 - gap)
        for sex in "TFM" if sexes else "T":
            for year in range(2018, 2024):
                values["AVG8", year, sex] = sum(values[land, year, sex] for land in lands) / 8
        for land, label in [*lands.items(), ("AVG8", "Average of the 8 countries")]:
            for sex in "TFM" if sexes else "T":
                for year in range(2018, 2024):
                    flag = r.choices([None, "b", "e", "p"], [88, 3, 4, 20 if year == 2023 else 0])[0] if land != "AVG8" else None
                    gone = land != "AVG8" and code == "EDU_ADLT" and sex != "T" and r.random() < 0.03
                    value = values[land, year, sex]
                    rows.append(["EDUC_MON", datetime.date(2024, 11, 14), "A", code, name, sex, {"T": "Total", "F": "Females", "M": "Males"}[sex], age, "PC" if unit == "Percentage" else "EUR", unit, land, label, year, None if gone else round(value, 1) if unit == "Percentage" else round(value), flag, {"b": "break in series", "e": "estimated", "p": "provisional"}.get(flag)])
    return Table("edu_indicators", ["DATAFLOW", ("LAST_UPDATE", D), "FREQ", "INDIC", "INDICATOR", "SEX", "SEX_LABEL", "AGE", "UNIT", "UNIT_LABEL", "GEO", "GEO_LABEL", ("TIME_PERIOD", I), ("OBS_VALUE", F), "OBS_FLAG", "FLAG_LABEL"], rows, {"OBS_VALUE": lambda v, i: ":" if v is None else f"{v:,}" if v >= 1000 else v, "LAST_UPDATE": lambda v, i: v.strftime("%d/%m/%y")})


GARDENS = plots()


TABLES = [courses(), blood(), GARDENS, ledger(GARDENS), education()]
