"""The tables of the frozen set. Engine developers do not read this file; see README.md. All values are invented."""
import datetime, math, random

from common import Table, days, mixed_date, scatter

I, F, D, TS = "INTEGER", "DOUBLE", "DATE", "TIMESTAMP"


def payroll():
    r, rows = random.Random(208), []
    first, last = "Ada Boris Chloe Dario Elif Frank Greta Hana Igor Jana Kofi Linda Marc Nadia Otto Petra Quentin Rita Stefan Tess".split(), "Adler Brandt Cohen Diaz Engel Fuchs Gruber Hansen Ito Jung Klein Lang Marino Nagy Orlov Peters".split()
    depts = {"ENG": ("Engineering", 62), "SAL": ("Sales", 54), "FIN": ("Finance", 58), "OPS": ("Operations", 44), "HR": ("Human Resources", 49), "MKT": ("Marketing", 51)}
    for i in range(320):
        code = r.choices(list(depts), [9, 7, 3, 8, 2, 3])[0]
        name, base = depts[code]
        grade = r.choices(["E1", "E2", "E3", "E4", "E5", "E6"], [12, 24, 28, 20, 11, 5])[0]
        sex, hired = r.choice(["F", "M"]), datetime.date(2008, 2, 1) + datetime.timedelta(days=int(6100 * r.random() ** 0.7))
        fte = r.choices([1.0, 0.8, 0.5], [75, 15, 10])[0]
        salary = int(base * 1000 * (0.72 + 0.16 * int(grade[1])) * r.uniform(0.9, 1.1) * (0.96 if sex == "F" else 1) / 100) * 100
        left = datetime.date(2022, 1, 1) + datetime.timedelta(days=r.randint(0, 900)) if r.random() < 0.13 and hired.year < 2022 else None
        rows.append([1001 + i, f"{r.choice(first)} {r.choice(last)}", code, name, r.choice(["Manager", "Specialist", "Assistant"]) if grade > "E2" else "Assistant", sex, hired, r.randint(1961, 2002), r.choice(["Vienna", "Graz", "Linz"]), fte, grade, salary, 0 if r.random() < 0.35 else int(salary * r.uniform(0.02, 0.15)),
                     max(0, int(r.gauss(22, 20))), max(0, int(r.expovariate(1 / 7))), 1001 + r.randint(0, 40), left, "yes" if r.random() < 0.4 else "no"])
    return Table("payroll", [("EmployeeNo", I), "FullName", "DeptCode", "Department", "JobTitle", "Gender", ("HireDate", D), ("BirthYear", I), "Location", ("FTE", F), "PayGrade", ("BaseSalary", I), ("Bonus", I), ("OvertimeHrs", I), ("SickDays", I), ("ManagerNo", I), ("LeftOn", D), "HomeOffice"], rows,
                 {"BaseSalary": lambda v, i: f"{v:,}"})


def football():
    r, clubs, moves = random.Random(209), [], []
    places = "Ashford Bellmont Carlow Dunmere Eastvale Falkirk Grantham Harwick Inverly Jarrow Kelso Lorne Marlow Northam Oakdale Penrith Quayside Redcliff Stanmore Tilbury Upton Verwood Whitby Yarmouth".split()
    leagues = [("Premier Division", "ENG"), ("Serie Nord", "ITA"), ("Liga Central", "ESP")]
    for i, place in enumerate(places):
        league, country = leagues[i % 3]
        clubs.append([i + 1, f"{place} {r.choice(['FC', 'United', 'City', 'Rovers'])}", league, country, r.randint(6, 70) * 1000, r.randint(1878, 1966), f"{r.choice('Alan Bruno Carlo Diego Erik'.split())} {r.choice('Moss Conti Vidal Berg Hart'.split())}", round(r.uniform(12, 420), 1), r.randint(0, 14)])
    for i in range(450):
        season = r.choice([2019, 2020, 2021, 2022, 2023])
        position, age = r.choices(["Goalkeeper", "Defender", "Midfielder", "Forward"], [8, 32, 35, 25])[0], int(min(38, max(17, r.gauss(25, 4))))
        value = round(max(0.2, math.exp(r.gauss(1.4, 1)) * (1.3 if position == "Forward" else 1) * (1 if age < 30 else 0.5)), 2)
        loan = r.random() < 0.22
        a, c = r.sample(range(1, 23), 2)
        window = r.choices(["summer", "winter"], [7, 3])[0]
        day = datetime.date(season, 7, 1) + datetime.timedelta(days=r.randint(0, 60)) if window == "summer" else datetime.date(season + 1, 1, 2) + datetime.timedelta(days=r.randint(0, 28))
        moves.append([i + 1, f"{r.choice('Leo Max Tom Jan Luca Ali Kai Ben Rui Ivo'.split())} {r.choice('Santos Kovac Weiss Moreau Olsen Diallo Ricci Novak Perez Hahn Smith Duarte'.split())}", position, age, r.choice(["BRA", "FRA", "GER", "ARG", "SEN", "POR", "CRO"]), a, c, season, window, day,
                      None if loan else round(value * r.uniform(0.6, 1.7), 2), value, "yes" if loan else "no", r.randint(1, 5), r.randint(0, 30), r.randint(0, 18)])
    return [Table("transfers", [("transfer_id", I), "player", "position", ("age", I), "nat", ("from_club_id", I), ("to_club_id", I), ("season", I), "window", ("signed_on", D), ("fee_meur", F), ("market_value_meur", F), "on_loan", ("contract_yrs", I), ("goals_prev", I), ("assists_prev", I)], moves),
            Table("clubs", [("club_id", I), "club_name", "league", "country", ("stadium_capacity", I), ("founded", I), "coach", ("budget_meur", F), ("titles", I)], clubs)]


TABLES = [payroll(), *football()]
