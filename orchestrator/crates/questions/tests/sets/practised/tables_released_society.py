"""Tables that were frozen until the night of 23 November 2026. All values are invented."""
import datetime, random

from common import Table, mixed_date, money, or_else, scatter

I, F, D = "INTEGER", "DOUBLE", "DATE"
AGREE = ["Strongly disagree", "Disagree", "Neither agree nor disagree", "Agree", "Strongly agree"]
HAPPY = ["Very dissatisfied", "Dissatisfied", "Neither", "Satisfied", "Very satisfied"]
TENANT = ["Response ID", ("Submitted on", D), "Which estate do you live in?", "How long have you been our tenant?", ("How many bedrooms does your home have?", I), ("How many people live in your home?", I), "Which age group are you in?", ("What is your monthly rent, in euros?", I), "Overall, how satisfied are you with your home?", "How satisfied are you with the repairs service?", "How satisfied are you with the cleaning of the stairwell?", "My landlord listens to tenants' views", "I feel safe in my neighbourhood after dark", "I can easily afford to heat my home", ("How many repairs did you report in the last 12 months?", I), ("How many days did the last repair take?", I), "Is there damp or mould in your home?", "How is your home heated?", ("How likely are you to recommend us to a friend? (0-10)", I), "How do you prefer to contact us?", "Would you use an app to report repairs?", "If you could change one thing, what would it be?"]


def tenants():
    r, rows = random.Random(9502), []
    estates = {"Birkenhof": 0.5, "Kanalstrasse": -0.6, "Parkview": 0.7, "Rosengarten": 0.1, "Tower Row": -0.9}
    years = ["Less than 1 year", "1-3 years", "4-10 years", "More than 10 years"]
    step = lambda scale, mean: scale[min(4, max(0, round(r.gauss(mean, 1.0))))]
    for i in range(384):
        estate = r.choices(list(estates), [22, 26, 17, 20, 15])[0]
        age = r.choices(["18-29", "30-44", "45-64", "65 or over"], [18, 30, 30, 22])[0]
        rooms = r.choices([1, 2, 3, 4], [26, 38, 28, 8])[0]
        base = estates[estate] * 0.8 + (0.35 if age == "65 or over" else 0)
        damp = r.choices(["Yes", "No", "Don't know"], [30 if estates[estate] < 0 else 12, 66, 6])[0]
        heat = r.choices(["Gas boiler", "District heating", "Electric heaters", "Heat pump"], [36, 40, 14, 10] if estate != "Tower Row" else [10, 30, 60, 0])[0]
        repairs = max(0, round(r.gauss(1.6 - base * 0.7, 1.3)))
        wait = max(1, round(r.lognormvariate(2.2 - base * 0.3, 0.7))) if repairs else None
        slow = 0 if wait is None else -0.6 if wait > 14 else 0.4
        skip = lambda v: None if r.random() < 0.04 else v
        rows.append([f"R{2001 + i}", datetime.date(2024, 9, 2) + datetime.timedelta(days=min(41, int(r.expovariate(1 / 12)))), estate, r.choices(years, [14, 26, 34, 26] if age != "18-29" else [44, 44, 12, 0])[0], rooms, max(1, round(rooms * r.uniform(0.6, 1.6))), age, round((330 + 145 * rooms) * (1 + estates[estate] * 0.08) * r.uniform(0.9, 1.1)), skip(step(HAPPY, 2.5 + base - (0.8 if damp == "Yes" else 0))), None if not repairs else step(HAPPY, 2.2 + base * 0.4 + slow), skip(step(HAPPY, 2.3 + base)), skip(step(AGREE, 2.0 + base * 0.6 + slow * 0.5)), skip(step(AGREE, 2.4 + estates[estate])), skip(step(AGREE, 1.9 - (0.9 if heat == "Electric heaters" else 0))), repairs, wait, damp, heat, min(10, max(0, round(r.gauss(6.6 + base * 1.6 + slow, 2.1)))), r.choices(["Phone", "Email", "Online portal", "In person"], [30, 30, 32, 8] if age != "65 or over" else [64, 8, 6, 22])[0], r.choices(["Yes", "No", "Not sure"], [62, 20, 18] if age != "65 or over" else [22, 58, 20])[0], r.choices(["Faster repairs", "Cleaner stairwells", "Lower rent", "More parking", "Less noise", "Nothing"], [26, 15, 24, 10, 14, 11])[0]])
    return Table("tenant_survey", TENANT, rows, {"Submitted on": mixed_date, "How many days did the last repair take?": or_else("not applicable"), "What is your monthly rent, in euros?": lambda v, i: f"{v} €" if scatter(f"rent{i}") < 0.3 else v})


def theatre():
    r, rows = random.Random(9503), []
    shows = [("P01", "The Glass Harbour", "Drama", "Main Stage", 0.74, 9), ("P02", "Marigold & Sons", "Comedy", "Main Stage", 0.9, 11), ("P03", "La Sirena", "Opera", "Main Stage", 0.82, 48), ("P04", "Winter Bees", "Children", "Studio", 0.93, 6), ("P05", "Nine Letters", "Drama", "Studio", 0.66, 4), ("P06", "Firebird Suite", "Dance", "Main Stage", 0.79, 26), ("P07", "The Tin Whistle", "Musical", "Main Stage", 0.95, 31), ("P08", "Paper Moons", "Children", "Studio", 0.88, 5), ("P09", "Orlando's Trial", "Drama", "Main Stage", 0.6, 14), ("P10", "Il Mercante", "Opera", "Main Stage", 0.77, 52), ("P11", "Low Tide", "Dance", "Studio", 0.71, 8), ("P12", "Mrs Pettigrew Objects", "Comedy", "Studio", 0.86, 7)]
    price = {"Drama": 31, "Comedy": 33, "Opera": 58, "Children": 13, "Dance": 36, "Musical": 47}
    for season, first in (("2022/23", 2022), ("2023/24", 2023), ("2024/25", 2024)):
        for code, title, genre, stage, draw, cast in shows:
            if r.random() < 0.25:
                continue
            seats = 640 if stage == "Main Stage" else 138
            opening = datetime.date(first, 9, 16) + datetime.timedelta(days=r.randint(0, 230))
            for at in range(r.randint(8, 17)):
                day = opening + datetime.timedelta(days=round(at * 3.2) + r.randint(0, 1))
                if day.isoweekday() == 1:
                    day += datetime.timedelta(days=1)
                hour = "11:00" if genre == "Children" else "15:00" if day.isoweekday() == 7 else "19:30"
                off = r.random() < 0.03
                fill = min(1.0, draw * r.uniform(0.8, 1.12) * (1.08 if day.isoweekday() in (5, 6) else 0.94) * (1.1 if at == 0 else 1))
                taken = 0 if off else round(seats * fill)
                comps = 0 if off else round(taken * (0.22 if at == 0 else r.uniform(0.01, 0.06)))
                school = 0 if off else round(taken * r.uniform(0.3, 0.7)) if genre == "Children" else round(taken * r.uniform(0, 0.06))
                subs = 0 if off else round((taken - comps - school) * r.uniform(0.15, 0.35))
                single = taken - comps - school - subs
                income = round(single * price[genre] * (1 + 0.06 * (first - 2022)) + subs * price[genre] * 0.75 + school * 8)
                rows.append([0, season, code, title, genre, stage, day, hour, "Y" if at == 0 else "N", seats, single, subs, school, comps, taken, None if off else round(taken * r.uniform(0.01, 0.07)), income, 0 if off else round(taken * r.uniform(1.5, 4.8), 2), 0 if off else round(taken * r.uniform(0.06, 0.22)), cast, "Y" if not off and r.random() < 0.07 else "N", "Y" if off else "N", r.choice(["Illness", "Technical", "Weather"]) if off else None])
    rows.sort(key=lambda x: (x[6], x[2]))
    for i, row in enumerate(rows):
        row[0] = f"V{30001 + i}"
    return Table("stage_performances", ["PERF_ID", "SEASON", "PROD_CD", "PRODUCTION", "GENRE", "STAGE", ("PERF_DT", D), "CURTAIN", "PREM_YN", ("CAP", I), ("SINGLE_N", I), ("SUBSCR_N", I), ("SCHOOL_N", I), ("COMP_N", I), ("ATT_N", I), ("NOSHOW_N", I), ("BOX_EUR", I), ("BAR_EUR", F), ("PROGR_N", I), ("CAST_N", I), "UNDERST_YN", "CANC_YN", "CANC_RSN"], rows, {"PERF_DT": mixed_date, "BOX_EUR": money("€"), "NOSHOW_N": or_else("-"), "GENRE": lambda v, i: v.upper() if scatter(f"g{i}") < 0.06 else v})


TABLES = [tenants(), theatre()]
