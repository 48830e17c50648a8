"""Tables of town halls: eateries and their inspections, parking fines, building permits, an animal shelter, ward elections, arts grants. All values are invented."""
import datetime, random

from common import Table, days, mixed_date, scatter

I, F, D = "INTEGER", "DOUBLE", "DATE"
PARTIES = ["Civic Union", "Social Democrats", "Green Alliance", "Liberal Forum", "Homeland Party", "Independents"]


def or_else(gap):
    return lambda v, i: gap if v is None else v


def money(sign):
    return lambda v, i: "" if v is None else f"{sign}{v:,}"


def eateries():
    r, rows = random.Random(9201), []
    wards = {"W1": ("Old Market", 1.0), "W2": ("Dockside", 1.1), "W3": ("Hillcrest", 0.7), "W4": ("Station Quarter", 1.3), "W5": ("Mossfield", 0.6), "W6": ("University", 1.0)}
    kinds = {"RST": "Restaurant", "CAF": "Café", "TKA": "Takeaway", "BAK": "Bakery", "PUB": "Pub", "SCH": "School kitchen"}
    foods = ["Italian", "Indian", "Chinese", "Turkish", "Thai", "Mexican", "Japanese", "Local"]
    a = "Golden Blue Little Corner Royal Green Happy Silver Old Mama's Red Lucky".split()
    b = "Fork Lantern Spoon Table Kitchen Garden Oven Plate Dragon Olive Pepper Anchor Bell Harvest Tiger Pantry Basket Hearth Skillet Terrace".split()
    schools = [f"{saint} {level} School" for level in ("Primary", "Secondary", "Nursery") for saint in ("St Anne", "St John", "St Mary", "St Paul", "St Clare", "St Hugh")]
    for i in range(224):
        code = r.choices(list(kinds), [38, 20, 18, 9, 11, 4])[0]
        ward = r.choices(list(wards), [w for _, w in wards.values()])[0]
        chain = code in ("CAF", "TKA", "BAK") and r.random() < 0.35
        opened = datetime.date(1998, 1, 1) + datetime.timedelta(days=r.randint(0, 9700))
        seats = {"RST": 58, "CAF": 28, "TKA": 6, "BAK": 8, "PUB": 75, "SCH": 140}[code]
        name = schools.pop(0) if code == "SCH" else f"{a[i % 12]} {b[(i // 12 + i) % 20]}"
        rows.append([f"E{3001 + i}", name, code, kinds[code], "Local" if code in ("PUB", "SCH", "BAK") and r.random() < 0.85 else r.choice(foods), ward, wards[ward][0], f"{r.randint(1, 190)} {r.choice(['High St', 'Mill Lane', 'Quay Rd', 'Park Ave', 'Church St'])}", opened, max(0, round(seats * r.lognormvariate(0, 0.4))), 0 if code in ("TKA", "SCH") or r.random() < 0.5 else r.randint(4, 40), max(1, round(seats / 9 * r.uniform(0.6, 1.8)) + 2),
                     "Y" if chain else "N", "Y" if code in ("TKA",) or r.random() < 0.45 else "N", "Y" if code in ("PUB", "RST") and r.random() < 0.8 else "N", r.choices(["low", "medium", "high"], [3, 5, 2])[0], {"RST": 420, "CAF": 260, "TKA": 310, "BAK": 240, "PUB": 520, "SCH": 0}[code]])
    return Table("eateries", ["est_id", "trade_nm", "est_typ_cd", "est_typ", "cuisine", "ward_cd", "ward", "addr", ("open_dt", D), ("seats_in", I), ("seats_out", I), ("staff_n", I), "chain_yn", "delivery_yn", "alcohol_yn", "risk_cat", ("lic_fee_usd", I)], rows, {"open_dt": mixed_date, "lic_fee_usd": money("$"), "cuisine": lambda v, i: v.lower() if scatter(f"c{i}") < 0.06 else v})


def inspections(places):
    r, rows = random.Random(9202), []
    span = list(days("2022-01-10", "2025-03-20"))
    known = [x for x in places.rows if r.random() < 0.92]
    bad = {x[0]: r.gauss(0, 4) + {"TKA": 4, "RST": 1, "CAF": -1, "BAK": -1, "PUB": 0, "SCH": -6}[x[2]] + {"high": 3, "medium": 0, "low": -2}[x[15]] + (-2.5 if x[12] == "Y" else 0) + (2 if x[6] == "Station Quarter" else 0) for x in known}
    causes = {"TMP": "Food temperature", "CLN": "Cleanliness", "PST": "Pests", "HND": "Hand washing", "STR": "Storage", "LBL": "Labelling"}
    for day in sorted(x for x in r.choices(span, k=1300) if x.isoweekday() < 6):
        place = r.choice(known)
        if day <= place[8]:
            continue
        kind = r.choices(["Routine", "Follow-up", "Complaint"], [70, 17, 13])[0]
        hits = max(0, round(3.2 + (bad[place[0]] + (3 if kind == "Complaint" else -1 if kind == "Follow-up" else 0)) * 0.35 + (0.5 if day.month in (6, 7, 8) else 0) + r.gauss(0, 1.5)))
        severe = sum(r.random() < 0.22 for _ in range(hits))
        score = max(38, 100 - 3 * hits - 6 * severe - r.randint(0, 3))
        main = r.choices(list(causes), [30, 26, 9 + 4 * (day.month in (7, 8)), 14, 15, 8])[0] if hits else None
        grade = "A" if score >= 90 else "B" if score >= 80 else "C"
        shut = score < 62 and r.random() < 0.6
        rows.append([f"I{day:%y}{len(rows) + 1:05}", place[0], day, kind, r.choice(["Abbott", "Castellano", "Demir", "Okafor", "Lindqvist"]), score, grade, hits, severe, main, causes.get(main), "Y" if main == "PST" or hits and r.random() < 0.04 else "N", "Y" if shut else "N", severe * 150 + (500 if shut else 0) if severe > 1 or shut else 0, max(20, round(45 + 6 * hits + r.gauss(0, 14))), None if grade == "A" else r.choice([7, 14, 14, 30])])
    return Table("inspections", ["insp_id", "est_id", ("insp_dt", D), "insp_typ", "inspector", ("score", I), "grade", ("viol_n", I), ("viol_crit_n", I), "viol_main_cd", "viol_main", "pest_yn", "closed_yn", ("fine_usd", I), ("dur_min", I), ("reinsp_days", I)], rows, {"insp_dt": mixed_date, "fine_usd": money("$"), "reinsp_days": or_else("none")})


def fines():
    r, rows = random.Random(9203), []
    zones = {"A": ("Cathedral", 8), "B": ("Riverside", 6), "C": ("Railway", 7), "D": ("Market", 9), "E": ("Westend", 4)}
    kinds = {"P01": ("No valid ticket", 40, 38), "P02": ("Time expired", 30, 30), "P07": ("Double yellow line", 70, 16), "P12": ("Disabled bay", 110, 5), "P15": ("Loading bay", 70, 7), "P21": ("Bus stop", 90, 4)}
    span = [d for d in days("2023-07-03", "2025-05-20")]
    for i, day in enumerate(sorted(r.choices(span, [0.3 if d.isoweekday() == 7 else 1.25 if d.isoweekday() in (5, 6) else 1 for d in span], k=980))):
        zone = r.choices(list(zones), [w for _, w in zones.values()])[0]
        code = r.choices(list(kinds), [w for *_, w in kinds.values()])[0]
        due = kinds[code][1] + (10 if day >= datetime.date(2024, 7, 1) else 0)
        foreign = r.random() < 0.11
        appeal = r.random() < (0.16 if code in ("P07", "P15") else 0.09)
        won = appeal and r.random() < 0.36
        paid = not won and r.random() < (0.55 if foreign else 0.86) and day < datetime.date(2025, 5, 8)
        wait = max(0, round(r.expovariate(1 / 16))) if paid else None
        early = paid and wait <= 14
        late = paid and wait > 28
        state = ("CAN", "Cancelled") if won else ("PD", "Paid") if paid else ("OPN", "Open") if day > datetime.date(2025, 3, 1) else ("COL", "With collectors")
        hour = r.choices(range(7, 22), [3, 5, 9, 12, 13, 12, 10, 10, 11, 10, 8, 6, 5, 3, 2])[0]
        rows.append([700100 + i * 3, day, f"{hour:02}:{r.randint(0, 59):02}", zone, zones[zone][0], f"{r.choice(['Bridge', 'King', 'Mill', 'Orchard', 'Temple'])} {'Street' if zone in 'ACE' else 'Road'}", code, kinds[code][0], r.choices(["Car", "Van", "Motorbike", "Lorry"], [80, 14, 4, 2])[0], "Foreign" if foreign else "Domestic", f"W{r.choice([11, 12, 14, 17, 18, 21, 23]):03}", due, due / 2 if early else due * 1.5 if late else float(due) if paid else None, None if not paid else day + datetime.timedelta(days=wait), wait, *state, "Y" if appeal else "N",
                     None if not appeal else "upheld" if won else "rejected", None if not paid else r.choices(["App", "Web", "Post", "Counter"], [46, 36, 8, 10])[0]])
    return Table("parking_fines", [("notice_no", I), ("issued_dt", D), "issued_tm", "zone_cd", "zone", "street", "offence_cd", "offence", "veh_typ", "reg_origin", "warden_id", ("amt_due", I), ("amt_paid", F), ("paid_dt", D), ("days_to_pay", I), "status_cd", "status", "appeal_yn", "appeal_result", "pay_chnl"], rows, {"issued_dt": mixed_date, "amt_due": lambda v, i: f"£{v}", "amt_paid": lambda v, i: "-" if v is None else f"£{v:.2f}", "offence": lambda v, i: v.replace("yellow line", "yellow lines") if scatter(f"y{i}") < 0.2 else v})


def permits():
    r, rows = random.Random(9204), []
    parts = {"Alder Heights": 1.35, "Bayview": 1.5, "Cedar Flats": 0.8, "Downtown": 1.7, "Eastbrook": 0.9, "Foundry District": 1.0, "Greenwood": 0.75}
    uses = {"R1": "Single-family home", "R2": "Apartment building", "C1": "Shop or office", "M1": "Warehouse or workshop"}
    for i, day in enumerate(sorted(r.choices(list(days("2020-01-06", "2025-02-28")), k=560))):
        part = r.choices(list(parts), [4, 3, 6, 4, 6, 3, 6])[0]
        code = r.choices(list(uses), [52, 20, 22, 6] if part != "Downtown" else [5, 40, 52, 3])[0]
        work = r.choices(["New construction", "Addition", "Alteration", "Demolition"], [26, 18, 46, 10])[0]
        units = (1 if code == "R1" else r.randint(4, 60)) if work == "New construction" and code in ("R1", "R2") else 0
        area = round({"R1": 1900, "R2": 14000, "C1": 9000, "M1": 21000}[code] * r.lognormvariate(0, 0.4) * {"New construction": 1, "Addition": 0.25, "Alteration": 0.4, "Demolition": 0.8}[work])
        value = None if work == "Demolition" else int(round(area * {"New construction": 165, "Addition": 190, "Alteration": 85}[work] * parts[part] * (1 + 0.05 * (day.year - 2020)) * r.lognormvariate(0, 0.25), -3))
        review = max(2, round(r.lognormvariate(3.3 + (0.7 if code != "R1" else 0) + (0.5 if work == "New construction" else 0) + (0.25 if day.year in (2021, 2022) else 0), 0.55)))
        issued = day + datetime.timedelta(days=review) if r.random() < 0.9 else None
        issued = issued if issued and issued <= datetime.date(2025, 3, 10) else None
        done = issued + datetime.timedelta(days=round(r.lognormvariate(5.1 if work != "New construction" else 5.8, 0.4))) if issued and r.random() < 0.85 else None
        done = done if done and done <= datetime.date(2025, 3, 10) else None
        modern = (day.year - 2020) / 5
        rows.append([f"BP-{day.year}-{i + 101:04}", day, issued, done, work, code, uses[code], part, r.choice(["residential", "mixed"] if code[0] == "R" else ["commercial", "mixed"]), round(area * r.uniform(1.2, 3.5)), area, r.choices([1, 2, 3], [4, 6, 1])[0] if code == "R1" else r.randint(1, 8 if code != "M1" else 2), units, 1 if work == "Demolition" and code == "R1" else r.randint(2, 12) if work == "Demolition" and code == "R2" else 0, value, 180 if value is None else round(90 + value * 0.0085), review if issued else None,
                     r.choices(["homeowner", "contractor", "developer", "public body"], [30, 38, 27, 5] if code == "R1" else [0, 40, 50, 10])[0], round(r.uniform(3, 12), 1) if r.random() < 0.08 + 0.3 * modern and work in ("New construction", "Alteration", "Addition") else 0.0, "true" if work == "New construction" and r.random() < 0.2 + 0.55 * modern else "false", "completed" if done else "issued" if issued else "in review" if day > datetime.date(2024, 10, 1) else "withdrawn"])
    return Table("building_permits", ["permitNo", ("filedOn", D), ("issuedOn", D), ("completedOn", D), "workType", "useCode", "useDescription", "neighborhood", "zoning", ("lotAreaSqft", I), ("floorAreaSqft", I), ("stories", I), ("newUnits", I), ("demolishedUnits", I), ("declaredValue", I), ("permitFee", I), ("reviewDays", I), "applicantType", ("solarKw", F), "heatPump", "permitStatus"], rows,
                 {"filedOn": mixed_date, "declaredValue": lambda v, i: "TBD" if v is None else f"${v:,}", "permitFee": money("$"), "neighborhood": lambda v, i: "Down town" if v == "Downtown" and scatter(f"d{i}") < 0.12 else v.upper() if scatter(f"n{i}") < 0.04 else v})


def shelter():
    r, rows = random.Random(9205), []
    breeds = {"Dog": ["Mixed breed", "Labrador", "German Shepherd", "Terrier", "Staffordshire", "Beagle"], "Cat": ["Domestic shorthair", "Domestic longhair", "Siamese"], "Rabbit": ["Dwarf", "Lop"], "Other": ["Guinea pig", "Parrot", "Ferret"]}
    names = "Bella Max Luna Charlie Milo Daisy Rocky Coco Oscar Ruby Simba Nala Toby Lola Felix Poppy Bruno Molly Tiger Rosie".split()
    for i, day in enumerate(sorted(r.choices(list(days("2022-03-01", "2025-02-12")), k=760))):
        kind = r.choices(list(breeds), [38, 48, 8, 6])[0]
        if kind == "Cat" and r.random() < 0.25 and day.month in (11, 12, 1, 2):
            day = day.replace(month=6, day=min(day.day, 28)) if day.year < 2025 else day
        how = r.choices(["Stray", "Owner surrender", "Confiscated", "Transfer in"], [50, 34, 6, 10])[0]
        age = max(1, round(r.lognormvariate(3.1 if kind == "Dog" else 2.7, 1.0)))
        age = min(age, 190)
        weight = {"Dog": 17, "Cat": 4.1, "Rabbit": 1.9, "Other": 0.8}[kind] * r.lognormvariate(0, 0.3) * min(1, 0.4 + age / 18)
        health = r.choices(["Healthy", "Injured", "Sick"], [74, 10, 16])[0]
        end = r.choices(["Adopted", "Returned to owner", "Transferred out", "Died", "Euthanised"], [60, 24 if how == "Stray" and kind == "Dog" else 6 if how == "Stray" else 1, 9, 3 if health == "Sick" else 1, 8 if health != "Healthy" else 1])[0]
        stay = max(0, round({"Adopted": 26, "Returned to owner": 2.5, "Transferred out": 18, "Died": 8, "Euthanised": 9}[end] * r.lognormvariate(0, 0.8) * (1.7 if age > 96 and end == "Adopted" else 1) * (1.3 if kind == "Dog" and end == "Adopted" else 1)))
        left = day + datetime.timedelta(days=stay)
        here = left > datetime.date(2025, 2, 14)
        stay = None if here else stay
        at = stay if stay is not None else 20
        rows.append([f"A{day:%y}-{i + 1:04}", r.choice(names), kind, r.choice(breeds[kind]), r.choice(["female", "male"]), r.choice(["black", "brown", "white", "grey", "ginger", "tricolour"]), age, "young" if age < 12 else "adult" if age < 96 else "senior", round(weight, 1), day, how, health, r.choice(["North", "South", "East", "West", "Outside town"]), None if here else left, None if here else end, stay, r.choices(["yes", "no"], [5, 5] if kind in ("Dog", "Cat") else [1, 9])[0], "yes" if kind == "Dog" and r.random() < 0.62 or kind == "Cat" and r.random() < 0.3 else "no",
                     round({"Healthy": 60, "Injured": 310, "Sick": 190}[health] * r.lognormvariate(0, 0.5), 2), round(at * {"Dog": 2.6, "Cat": 1.4, "Rabbit": 0.7, "Other": 0.5}[kind], 2), None if here or end != "Adopted" else {"Dog": 180, "Cat": 90, "Rabbit": 35, "Other": 25}[kind] * (1 if age < 96 else 0.5), "yes" if age < 4 or r.random() < 0.12 else "no"])
    return Table("shelter_animals", ["animal_id", "name", "species", "breed", "sex", "color", ("age_months", I), "age_group", ("weight_kg", F), ("intake_date", D), "intake_type", "intake_condition", "found_in", ("outcome_date", D), "outcome_type", ("days_in_shelter", I), "neutered", "microchip", ("vet_cost", F), ("food_cost", F), ("adoption_fee", F), "foster_home"], rows,
                 {"intake_date": mixed_date, "species": lambda v, i: v.upper() if scatter(f"k{i}") < 0.05 else v.lower() if scatter(f"k{i}") > 0.95 else v, "vet_cost": lambda v, i: f"€{v:.2f}", "outcome_type": or_else("still here"), "weight_kg": lambda v, i: f"{v} kg" if scatter(f"w{i}") < 0.2 else v})


def votes():
    r, rows = random.Random(9206), []
    boroughs = {"Ashbury": [30, 30, 10, 14, 10, 6], "Brookvale": [24, 26, 22, 16, 6, 6], "Carrick": [22, 36, 8, 10, 19, 5], "Dunmoor": [38, 20, 7, 15, 12, 8], "Elmstead": [33, 18, 15, 24, 5, 5], "Fenwick": [26, 28, 9, 9, 22, 6]}
    endings = ["North", "South", "Central", "Park", "Green", "Hill", "Bridge", "Common", "Mill", "Cross"]
    swing = {2014: [1.08, 1.05, 0.65, 1.0, 0.55, 1], 2018: [1.0, 1.0, 0.95, 1.0, 1.0, 1], 2022: [0.9, 0.97, 1.45, 1.05, 1.25, 0.9]}
    base = {(b, e): [x * r.uniform(0.65, 1.4) for x in p] for b, p in boroughs.items() for e in endings}
    size = {k: r.randint(5200, 10800) for k in base}
    for year, move in swing.items():
        city = []
        for b in boroughs:
            block = []
            for at, e in enumerate(endings):
                people = round(size[b, e] * (1 + 0.006 * (year - 2014)) * r.uniform(0.99, 1.01))
                turnout = min(0.71, max(0.24, r.gauss({2014: 0.42, 2018: 0.39, 2022: 0.445}[year] + (0.05 if b == "Elmstead" else -0.05 if b == "Carrick" else 0), 0.035)))
                cast = round(people * turnout)
                spoilt = round(cast * r.uniform(0.004, 0.018))
                weights = [w * m * r.uniform(0.85, 1.15) for w, m in zip(base[b, e], move)]
                no_independent = r.random() < 0.4
                if no_independent:
                    weights[5] = 0
                shares = [round((cast - spoilt) * w / sum(weights)) for w in weights]
                shares[0] += cast - spoilt - sum(shares)
                first, second = sorted(shares, reverse=True)[:2]
                block.append([b, f"{b[:2].upper()}{at + 1:02}", f"{b} {e}", year, people, cast, round(cast * r.uniform(0.12, 0.3) * (1.4 if year == 2022 else 1)), spoilt, cast - spoilt, *[None if k == 5 and no_independent else n for k, n in enumerate(shares)], PARTIES[shares.index(first)], first - second, round(100 * cast / people, 1), 3, r.randint(12, 20), r.randint(3, 9)])
            rows += block
            city += block
            total = [sum(x[k] or 0 for x in block) for k in range(4, 15)]
            rows.append([b, "TOT", f"{b} total", year, *total, None, None, round(100 * total[1] / total[0], 1), 30, *[sum(x[k] for x in block) for k in (19, 20)]])
        total = [sum(x[k] or 0 for x in city) for k in range(4, 15)]
        rows.append(["All boroughs", "CITY", "Whole city", year, *total, None, None, round(100 * total[1] / total[0], 1), 180, *[sum(x[k] for x in city) for k in (19, 20)]])
    return Table("ward_votes", ["borough", "ward_cd", "ward", ("election_yr", I), ("registered_voters", I), ("ballots_cast", I), ("postal_ballots", I), ("spoilt_ballots", I), ("valid_votes", I), *((p, I) for p in PARTIES), "winner", ("majority", I), ("turnout_pct", F), ("seats", I), ("candidates_n", I), ("women_candidates_n", I)], rows, {"registered_voters": lambda v, i: f"{v:,}", "turnout_pct": lambda v, i: f"{v}%", "Independents": or_else("-")})


def grants():
    r, rows = random.Random(9207), []
    forms = {"Theatre": 1.3, "Music": 1.0, "Dance": 0.9, "Visual arts": 0.75, "Literature": 0.4, "Film": 1.5, "Circus": 0.7}
    a = "Open Paper Bright Salt Wild Quiet Northern Second Tall Iron Velvet Moon".split()
    b = "Door Collective Ensemble Stage Press Choir Motion Workshop Lantern Orchestra Studio Company".split()
    rounds = [(f"{s} {y}", datetime.date(y, 3 if s == "Spring" else 9, 1)) for y in (2021, 2022, 2023, 2024) for s in ("Spring", "Autumn")]
    for i in range(470):
        name, opens = rounds[i * 8 // 470]
        form = r.choices(list(forms), [24, 26, 12, 20, 8, 6, 4])[0]
        who = r.choices(["Charity", "Individual artist", "Company", "Council-run venue"], [38, 32, 22, 8])[0]
        county = r.choices(["Marlshire", "Northmere", "Eastholm", "Greater Velden", "Isle of Carn"], [20, 14, 18, 40, 8])[0]
        cost = int(round(18000 * forms[form] * (0.45 if who == "Individual artist" else 1.2) * r.lognormvariate(0, 0.6), -2))
        ask = int(round(cost * r.uniform(0.35, 0.85), -2))
        first = r.random() < (0.5 if who == "Individual artist" else 0.25)
        score = min(30, max(6, round(r.gauss(18.5 + (1.5 if not first else 0) + (1 if who == "Council-run venue" else 0), 4.5))))
        sent = opens + datetime.timedelta(days=r.randint(5, 50))
        decided = opens + datetime.timedelta(days=r.randint(85, 120))
        yes = r.random() < (0.92 if score >= 24 else 0.62 if score >= 19 else 0.14 if score >= 15 else 0.0)
        gone = not yes and r.random() < 0.05
        award = int(round(ask * r.choice([1, 1, 1, 0.9, 0.8, 0.7]), -2)) if yes else None
        crowd = round(cost / 22 * r.lognormvariate(0, 0.6))
        start = decided + datetime.timedelta(days=r.randint(20, 160))
        ended = yes and opens < datetime.date(2024, 3, 1)
        rows.append([f"AG{opens:%y}{i + 1:04}", f"{r.choice(a)} {r.choice(b)}", who, form, county, name, sent, "Withdrawn" if gone else "Awarded" if yes else "Rejected", None if gone else decided, score, cost, ask, award, round(cost * r.uniform(0.02, 0.25), -2).__int__(), "Yes" if first else "No", "Yes" if form in ("Theatre", "Dance", "Music", "Circus") and r.random() < 0.35 else "No", "Yes" if r.random() < 0.4 else "No", r.randint(1, 24), crowd, round(crowd * r.lognormvariate(-0.1, 0.35)) if ended else None, start if yes else None, start + datetime.timedelta(days=r.randint(20, 300)) if yes else None])
    return Table("arts_grants", ["Application ID", "Applicant", "Applicant type", "Art form", "County", "Round", ("Submitted", D), "Decision", ("Decision date", D), ("Score (out of 30)", I), ("Project cost", I), ("Amount requested", I), ("Amount awarded", I), ("Other income", I), "First-time applicant", "Touring", "For children", ("Artists paid", I), ("Audience expected", I), ("Audience reached", I), ("Project start", D), ("Project end", D)], rows,
                 {"Submitted": mixed_date, "Project cost": money("£"), "Amount requested": money("£"), "Amount awarded": lambda v, i: "nil" if v is None else f"£{v:,}", "County": lambda v, i: "Gtr Velden" if v == "Greater Velden" and scatter(f"g{i}") < 0.08 else v, "Audience reached": or_else("not yet known")})


PLACES = eateries()
TABLES = [PLACES, inspections(PLACES), fines(), permits(), shelter(), votes(), grants()]
