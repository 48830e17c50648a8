"""Tables shaped like administrative records: one row for each collision, booking or employee, and yearly figures of places. All values are invented."""
import datetime, random

from common import Table, days, mixed_date

I, F, D = "INTEGER", "DOUBLE", "DATE"


def collisions():
    r, rows = random.Random(301), []
    span = list(days("2021-01-01", "2024-09-30"))
    for i, day in enumerate(sorted(r.choices(span, k=640))):
        rural, wet = r.random() < 0.35, r.random() < (0.42 if day.month in (10, 11, 12, 1, 2) else 0.2)
        hour = r.choices(range(24), [1, 1, 1, 1, 1, 2, 4, 8, 9, 5, 4, 5, 6, 6, 6, 8, 10, 11, 8, 5, 4, 3, 2, 2])[0]
        limit = r.choice([50, 60, 60]) if rural else r.choices([20, 30, 40], [2, 6, 2])[0]
        severity = r.choices(["Slight", "Serious", "Fatal"], [70, 24, 6] if rural else [80, 18, 2])[0]
        rows.append([f"C{day.year}{i:04}", day, f"{hour:02}:{r.choice([0, 5, 10, 15, 20, 30, 40, 45, 50]):02}", r.choices(["Northgate", "Easton", "Milbury", "Westmoor", "Harrow Bay"], [5, 4, 3, 2, 2])[0], "Rural" if rural else "Urban",
                     r.choices(["Single carriageway", "Dual carriageway", "Roundabout", "One way street"], [7, 2, 2, 1])[0], limit, severity, r.choices([1, 2, 3, 4], [25, 60, 12, 3])[0], r.choices([1, 2, 3, 4, 5], [70, 18, 7, 3, 2])[0],
                     "Daylight" if 7 <= hour <= 18 else r.choice(["Darkness - lit", "Darkness - unlit"] if rural else ["Darkness - lit"]), r.choice(["Rain", "Rain", "Snow", "Fog"]) if wet else "Fine", "Wet or damp" if wet else "Dry",
                     None if r.random() < 0.07 else min(92, max(17, round(r.gauss(41, 17)))), r.choices(["Male", "Female", None], [60, 34, 6])[0], "Yes" if severity != "Slight" or r.random() < 0.6 else "No", r.choices(["Yes", "No"], [12, 88])[0]])
    return Table("road_collisions", ["collision_ref", ("Date", D), "Time", "Local_authority", "Urban_or_rural", "Road_type", ("Speed_limit_mph", I), "Severity", ("Number_of_vehicles", I), ("Number_of_casualties", I), "Light_conditions", "Weather", "Road_surface", ("Driver_age", I), "Driver_sex", "Police_attended", "Hit_and_run"], rows,
                 {"Date": mixed_date, "Driver_sex": lambda v, i: "Not known" if v is None else v})


def universities():
    r, rows = random.Random(302), []
    states = {"Ohio": "Midwest", "Michigan": "Midwest", "Texas": "South", "Georgia": "South", "Oregon": "West", "Nevada": "West", "Maine": "Northeast", "Vermont": "Northeast"}
    first = ["Ashford", "Bellmont", "Carver", "Dunmore", "Elgin", "Fairhaven", "Granger", "Hollis", "Ivywood", "Jefferson Hill", "Kingsley", "Larch", "Merriton", "Norwell", "Oakdale", "Pembroke", "Quincy Park", "Redfield", "Stanwick", "Thornbury", "Upton", "Vance", "Wexford", "Yarrow"]
    for i, name in enumerate(first * 2):
        public = i % 3 == 0
        state = r.choice(list(states))
        under = round(r.uniform(9000, 34000) if public else r.uniform(900, 9000))
        accept = round(r.uniform(45, 92) if public else r.uniform(8, 85), 1)
        inside = round(r.uniform(7000, 14500) if public else r.uniform(24000, 61000), -2)
        rows.append([1000 + i, f"{name} {'State University' if public else r.choice(['College', 'University'])}{'' if i < 24 else ' ' + state}", state, states[state], "Public" if public else "Private", r.randint(1790, 1975), under, round(under * r.uniform(0.05, 0.5)), accept, inside, round(inside * r.uniform(1.8, 2.6), -2) if public else inside,
                     round(min(97, 100 - accept * 0.55 + r.gauss(3, 5)), 1), round(r.uniform(7, 22), 1), None if r.random() < 0.12 else round(1490 - accept * 4.5 + r.gauss(0, 35)), round(r.uniform(20, 3500), 1), round(r.uniform(38, 68), 1), round(under * r.uniform(0.15, 0.7)), "TRUE" if public and under > 15000 or r.random() < 0.2 else "FALSE"])
    return Table("universities", [("unit_id", I), "institution", "state", "region", "control", ("founded", I), ("undergrads", I), ("postgrads", I), ("accept_rate_pct", F), ("tuition_in_state_usd", F), ("tuition_out_state_usd", F), ("grad_rate_pct", F), ("stud_fac_ratio", F), ("sat_avg", I), ("endowment_mio_usd", F), ("women_pct", F), ("dorm_capacity", I), ("has_med_school", "BOOLEAN")], rows)


def plants():
    r, rows = random.Random(303), []
    names = ["Alder", "Brook", "Cinder", "Delta", "Ember", "Falcon", "Glen", "Hazel", "Iris", "Juniper", "Kestrel", "Lake", "Moor", "Nettle", "Osprey", "Pine", "Quarry", "Ridge", "Sable", "Tern", "Umber", "Vale", "Willow", "Yew"]
    fuels = {"Coal": (700, 0.5, 0.95), "Gas": (450, 0.42, 0.42), "Hydro": (180, 0.38, 0), "Wind": (90, 0.3, 0), "Solar": (60, 0.16, 0), "Nuclear": (1200, 0.85, 0)}
    for i in range(96):
        fuel = r.choices(list(fuels), [14, 20, 18, 24, 22, 3])[0]
        size, load, carbon = fuels[fuel]
        mw = round(size * r.uniform(0.4, 1.7), 1)
        made = [round(mw * 8.76 * load * r.uniform(0.85, 1.15) * (1 - 0.05 * t if fuel == "Coal" else 1 + 0.03 * t if fuel in ("Solar", "Wind") else 1), 1) for t in range(5)]
        year = r.randint(2005, 2019) if fuel in ("Wind", "Solar") else r.randint(1961, 2014)
        rows.append([f"PP{4000 + i}", f"{names[i % 24]} {['Station', 'Works', 'Park', 'Plant'][i // 24]}", *r.choice([("Portugal", "PRT"), ("Spain", "ESP"), ("France", "FRA"), ("Italy", "ITA"), ("Greece", "GRC")]), fuel, r.choices([None, "Oil", "Gas", "Biomass"], [80, 8, 6, 6])[0], mw, year, r.choice(["Iberwatt", "Helion", "Nordica Power", "Enersol", "City utility"]), *made, round(made[4] * carbon, 1) if carbon else 0.0, r.randint(3, 40) + round(mw / 12), "operating" if r.random() < 0.9 else "mothballed"])
    return Table("power_plants", ["plant_id", "plant_nm", "country", "iso3", "fuel", "fuel_2nd", ("cap_mw", F), ("commissioned", I), "owner", *((f"gen_gwh_{y}", F) for y in range(2017, 2022)), ("co2_kt_2021", F), ("staff_n", I), "status"], rows)


def bookings():
    r, rows = random.Random(304), []
    span = list(days("2022-07-01", "2024-08-31"))
    for i, day in enumerate(sorted(r.choices(span, k=720))):
        resort = r.random() < 0.4
        lead = max(0, round(r.expovariate(1 / 75)))
        deposit = r.choices(["No deposit", "Non refundable", "Refundable"], [84, 13, 3])[0]
        segment = r.choices(["Online agency", "Direct", "Corporate", "Groups"], [55, 20, 13, 12])[0]
        off = r.random() < (0.75 if deposit == "Non refundable" else 0.16 + lead / 500)
        week, end = r.choices(range(0, 6), [2, 4, 4, 3, 2, 2])[0], r.choices(range(0, 3), [4, 3, 3])[0]
        rate = round((75 if resort else 98) * (1.5 if day.month in (7, 8) else 1.0) * r.uniform(0.7, 1.4), 2)
        rows.append([50001 + i, "Seaview Resort" if resort else "City Plaza", 1 if off else 0, lead, day, end, week or (0 if end else 1), r.choices([1, 2, 3], [22, 68, 10])[0], r.choices([0, 1, 2], [88, 8, 4])[0], r.choices(["BB", "HB", "FB", "SC"], [74, 15, 3, 8])[0],
                     r.choices(["PRT", "GBR", "FRA", "ESP", "DEU", None], [35, 20, 15, 13, 13, 2])[0], segment, "Yes" if segment == "Corporate" and r.random() < 0.4 or r.random() < 0.03 else "No", r.choice("AADDEF"), deposit, 0.0 if r.random() < 0.02 else rate, r.choices([0, 1], [92, 8])[0], r.choices([0, 1, 2, 3], [58, 28, 11, 3])[0]])
    return Table("room_bookings", [("booking_id", I), "hotel", ("is_canceled", I), ("lead_time_days", I), ("arrival_date", D), ("weekend_nights", I), ("week_nights", I), ("adults", I), ("children", I), "meal", "country_code", "market_segment", "repeated_guest", "room_type", "deposit_type", ("adr_eur", F), ("parking_spaces", I), ("special_requests", I)], rows,
                 {"adr_eur": lambda v, i: f"€ {v:,.2f}"})


def waste():
    r, rows = random.Random(305), []
    places = [("0101", "Alvik", "Coast", 41000), ("0102", "Borgund", "Coast", 12500), ("0103", "Dale", "Coast", 7400), ("0204", "Espen", "Valley", 88000), ("0205", "Fossum", "Valley", 23000), ("0206", "Grimo", "Valley", 15800), ("0307", "Holm", "Uplands", 5200), ("0308", "Indre", "Uplands", 9600), ("0309", "Jordal", "Uplands", 31000)]
    for year in range(2012, 2024):
        made = []
        for at, (code, name, county, people) in enumerate(places):
            people = round(people * (1 + (0.011 if county == "Valley" else -0.004 if county == "Uplands" else 0.003)) ** (year - 2012))
            house = round(people * (0.42 + at % 3 * 0.03 - (year - 2012) * 0.004) * r.uniform(0.97, 1.03))
            trade = round(house * r.uniform(0.25, 0.6))
            share = min(0.72, 0.28 + (year - 2012) * 0.022 + at % 4 * 0.03 + r.gauss(0, 0.01))
            reused = round((house + trade) * share)
            burnt = round((house + trade - reused) * r.uniform(0.6, 0.9))
            made.append([code, name, county, year, people, house + trade, house, trade, reused, burnt, house + trade - reused - burnt, round(100 * share, 1), None if name == "Holm" and year < 2014 else round(people * r.uniform(95, 150)), round(210 + (year - 2012) * 9 + at * 6), r.choice([1, 2, 2, 4]), at % 3 + 1])
        rows += made
        rows.append(["0000", "All municipalities", None, year, *(sum(x[c] for x in made) for c in range(4, 11)), round(100 * sum(x[8] for x in made) / sum(x[5] for x in made), 1), sum(x[12] or 0 for x in made), None, None, sum(x[15] for x in made)])
    return Table("waste_stats", ["muni_code", "municipality", "county", ("year", I), ("inhabitants", I), ("waste_total_t", I), ("waste_household_t", I), ("waste_business_t", I), ("recycled_t", I), ("incinerated_t", I), ("landfill_t", I), ("recycling_rate_pct", F), ("cost_eur", I), ("annual_fee_eur", I), ("collections_per_month", I), ("recycling_stations", I)], rows)


def payroll():
    r, rows = random.Random(306), []
    titles = {"Finance": ["Accountant", "Controller"], "Engineering": ["Engineer", "Senior engineer", "Architect"], "Sales": ["Account manager", "Sales rep"], "HR": ["Recruiter", "HR partner"], "Warehouse": ["Picker", "Driver", "Shift lead"]}
    first, last = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gia", "Hal", "Ina", "Jon", "Kim", "Leo", "Mia", "Ned", "Ola", "Pia"], ["Ames", "Birch", "Cole", "Dorn", "Ellis", "Frost", "Gray", "Hunt", "Irwin", "Joyce", "Kerr", "Lunt", "Moss", "Nash"]
    for i in range(310):
        dept = r.choices(list(titles), [3, 8, 6, 2, 9])[0]
        job = r.choice(titles[dept])
        hired = datetime.date(2008, 1, 1) + datetime.timedelta(days=r.randint(0, 6000))
        gone = hired + datetime.timedelta(days=r.randint(90, 3500)) if r.random() < 0.3 else None
        gone = gone if gone and gone < datetime.date(2024, 7, 1) else None
        level = r.choices([1, 2, 3, 4, 5], [4, 6, 5, 3, 1])[0]
        pay = round({"Finance": 52, "Engineering": 68, "Sales": 45, "HR": 47, "Warehouse": 33}[dept] * (0.8 + level * 0.14) * r.uniform(0.9, 1.12), 1) * 1000
        score = None if r.random() < 0.08 else r.choices([1, 2, 3, 4, 5], [3, 10, 45, 30, 12])[0]
        rows.append([7000 + i, f"{r.choice(first)} {r.choice(last)}", dept, job, level, hired, gone, r.randint(1960, 2002), r.choices(["F", "M", "X"], [48, 50, 2])[0], pay, round(pay * r.choice([0, 0, 0.03, 0.05, 0.1]), 2) if dept != "Warehouse" else None, round(r.expovariate(1 / (40 if dept == "Warehouse" else 12)), 1), r.choices(range(0, 16), [20, 14, 12, 10, 8, 7, 6, 5, 4, 3, 3, 2, 2, 2, 1, 1])[0], score,
                     r.choices(["Leeds", "Cork", "Lyon", "Remote"], [5, 3, 3, 2])[0], 0 if dept == "Warehouse" else r.choice([0, 20, 40, 60, 100]), "Y" if dept == "Warehouse" and r.random() < 0.7 or r.random() < 0.08 else "N", r.choice([37.5, 37.5, 37.5, 20, 30])])
    return Table("staff_pay", [("emp_no", I), "full_name", "dept", "job_title", ("grade", I), ("hire_dt", D), ("term_dt", D), ("birth_yr", I), "gender", ("base_sal_usd", F), ("bonus_usd", F), ("overtime_hrs", F), ("sick_days", I), ("perf_score", I), "work_loc", ("remote_pct", I), "union_mbr", ("weekly_hrs", F)], rows,
                 {"base_sal_usd": lambda v, i: f"${v:,.0f}"})


TABLES = [collisions(), universities(), plants(), bookings(), waste(), payroll()]
