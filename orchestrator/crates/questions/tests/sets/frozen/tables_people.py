"""Tables about people: weekly vaccinations, patients of a trial, medal tables, baby names. All values are invented."""
import random

from common import Table, days, mixed_date, money, or_else, scatter, written_as

I, F, D = "INTEGER", "DOUBLE", "DATE"


def vaccinations():
    r, rows = random.Random(9621), []
    regions = {"NO": ("Northam", 812000), "SO": ("Southwold", 1240000), "EA": ("Eastvale", 655000), "WE": ("Westmark", 948000), "IS": ("Islands", 96000)}
    done = {c: [0, 0, 0] for c in regions}
    pace = {c: r.uniform(0.9, 1.12) for c in regions}
    for week, day in enumerate(days("2021-01-10", "2022-02-27", 7)):
        sums = [0, 0, 0]
        for code, (name, people) in regions.items():
            curve = lambda at, wide, total: total * max(0, 1 - abs(week - at) / wide) / wide
            doses = [round(people * pace[code] * curve(a, w, t) * r.uniform(0.85, 1.15)) for a, w, t in ((19, 19, 0.74), (25, 19, 0.70), (50, 13, 0.5))]
            done[code] = [x + y for x, y in zip(done[code], doses)]
            sums = [x + y for x, y in zip(sums, doses)]
            rows.append([day, code, name, people, *doses, sum(doses), *done[code], round(100 * done[code][0] / people, 1), round(100 * done[code][1] / people, 1), r.randint(4, 9) * (1 if code == "IS" else 4)])
        people, total = sum(p for _, p in regions.values()), [sum(done[c][k] for c in regions) for k in range(3)]
        rows.append([day, "ALL", "All regions", people, *sums, sum(sums), *total, round(100 * total[0] / people, 1), round(100 * total[1] / people, 1), sum(x[-1] for x in rows[-5:])])
    return Table("vaccinations", [("week_ending", D), "region_cd", "region", ("population", I), ("dose1", I), ("dose2", I), ("booster", I), ("doses_total", I), ("cum_dose1", I), ("cum_dose2", I), ("cum_booster", I), ("pct_dose1", F), ("pct_dose2", F), ("sites_open", I)], rows, {"week_ending": mixed_date, "population": money(""), "pct_dose1": lambda v, i: f"{v}%", "pct_dose2": lambda v, i: f"{v}%"})


def trial():
    r, rows = random.Random(9622), []
    for i, day in enumerate(sorted(r.choices(list(days("2022-03-01", "2023-06-30")), k=264))):
        arm, sex, age = ["Placebo", "10 mg", "20 mg"][i % 3], r.choice(["F", "M"]), min(79, max(24, round(r.gauss(56, 11))))
        bmi, smoker = round(max(18, r.gauss(27.6, 4.2)), 1), r.choices(["never", "former", "current"], [48, 30, 22])[0]
        base = round(112 + 0.52 * age + 0.6 * (bmi - 25) + r.gauss(0, 9))
        effect = {"Placebo": 3, "10 mg": 9, "20 mg": 14}[arm]
        chol = round(r.gauss(5.6, 0.8), 1)
        leaves = r.random() < {"Placebo": 0.1, "10 mg": 0.12, "20 mg": 0.19}[arm]
        week = r.choice([2, 4, 6, 8, 10]) if leaves else None
        event = r.choices(["none", "mild", "moderate", "severe"], {"Placebo": [70, 22, 7, 1], "10 mg": [60, 28, 10, 2], "20 mg": [48, 33, 15, 4]}[arm])[0]
        rows.append([f"P{i + 1:03}", r.choice(["Graz", "Leeds", "Lyon", "Turku"]), day, arm, sex, age, bmi, smoker, base, None if week and week < 4 else round(base - effect * 0.6 + r.gauss(0, 6)), None if week else round(base - effect + r.gauss(0, 7)), chol, None if week else round(chol * (1 - {"Placebo": 0.02, "10 mg": 0.08, "20 mg": 0.1}[arm]) + r.gauss(0, 0.3), 1), event, None if event == "none" else r.choice(["Headache", "Dizziness", "Nausea", "Cough", "Fatigue"]), "no" if week else "yes", week, None if week else round(min(100, r.gauss(91, 6)))])
    return Table("trial_patients", ["pat_id", "site", ("enrolled", D), "arm", "sex", ("age", I), ("bmi", F), "smoker", ("sbp_wk0", I), ("sbp_wk4", I), ("sbp_wk12", I), ("chol_wk0", F), ("chol_wk12", F), "ae_severity", "ae_term", "completed", ("dropout_wk", I), ("adherence_pct", I)], rows,
                 {"enrolled": written_as("%d-%b-%Y"), "sbp_wk12": or_else("NA"), "sbp_wk4": or_else("NA"), "chol_wk12": or_else("NA"), "sex": lambda v, i: {"F": "female", "M": "male"}[v] if scatter(f"s{i}") < 0.1 else v})


def medals():
    r, rows = random.Random(9623), []
    nations = {"NOR": ("Norway", 5, 22), "USA": ("United States", 60, 18), "GER": ("Germany", 24, 16), "CHN": ("China", 48, 8), "GBR": ("Great Britain", 30, 2), "FRA": ("France", 22, 8), "JPN": ("Japan", 26, 7), "ITA": ("Italy", 18, 9), "CAN": ("Canada", 9, 14), "NED": ("Netherlands", 14, 10), "AUS": ("Australia", 24, 2), "SWE": ("Sweden", 6, 11), "AUT": ("Austria", 2, 12), "SUI": ("Switzerland", 4, 9), "KOR": ("South Korea", 16, 7), "BRA": ("Brazil", 10, 0), "KEN": ("Kenya", 8, 0), "JAM": ("Jamaica", 6, 0), "FIN": ("Finland", 2, 5), "POL": ("Poland", 7, 2), "HUN": ("Hungary", 9, 1), "NZL": ("New Zealand", 10, 1), "CUB": ("Cuba", 6, 0), "IND": ("India", 3, 0), "SLO": ("Slovenia", 3, 4), "MEX": ("Mexico", 3, 0)}
    games = [(2006, "Winter", "Turin"), (2008, "Summer", "Beijing"), (2010, "Winter", "Vancouver"), (2012, "Summer", "London"), (2014, "Winter", "Sochi"), (2016, "Summer", "Rio de Janeiro"), (2018, "Winter", "Pyeongchang"), (2020, "Summer", "Tokyo"), (2022, "Winter", "Beijing"), (2024, "Summer", "Paris")]
    for year, season, host in games:
        block = []
        for code, (name, summer, winter) in nations.items():
            strength = summer if season == "Summer" else winter
            if season == "Winter" and winter == 0 and r.random() < 0.6:
                continue
            size = max(2, round(strength * (7.2 if season == "Summer" else 6) * r.uniform(0.8, 1.2)) + r.randint(1, 9))
            won = [max(0, round(strength * f * r.uniform(0.6, 1.4))) for f in (0.36, 0.33, 0.37)]
            block.append([year, season, host, code, name, size, round(size * min(0.6, r.uniform(0.36, 0.46) + (year - 2006) / 200)), *won, sum(won)])
        order = sorted(block, key=lambda x: (-x[7], -x[8], -x[9], x[4]))
        rows += [[*x, order.index(x) + 1 if x[10] else None] for x in block]
    return Table("games_medals", [("Year", I), "Season", "Host", "Code", "Country", ("Athletes", I), ("Women", I), ("Gold", I), ("Silver", I), ("Bronze", I), ("Total", I), ("Rank", I)], rows, {"Rank": or_else("-"), "Country": lambda v, i: f" {v}" if scatter(f"k{i}") < 0.05 else v.upper() if scatter(f"k{i}") > 0.96 else v})


def names():
    r, rows = random.Random(9624), []
    girls = "Emma Olivia Sophia Mia Anna Laura Julia Sarah Lena Hannah Marie Clara Ella Amelia Lucy Nora Alice Ida Robin Alexis Charlotte Elisabeth Katharina Johanna Maria Lisa".split()
    boys = "Liam Noah Lukas Leon Paul Jonas Felix Max David Daniel Michael Thomas Andreas Stefan Peter Oscar Theo Emil Anton Jakob Robin Alexis Benjamin Alexander Sebastian Christopher".split()
    for sex, pool in (("F", girls), ("M", boys)):
        peaks = {n: (r.uniform(1978, 2032), r.uniform(12, 26), r.uniform(500, 1300)) for n in pool}
        for year in range(1985, 2024):
            counts = {n: round(top * 2.718 ** (-((year - at) / wide) ** 2) * r.uniform(0.93, 1.07)) for n, (at, wide, top) in peaks.items()}
            best = sorted(counts, key=lambda n: (-counts[n], n))[:15]
            total = round(sum(counts.values()) * r.uniform(2.3, 2.5))
            rows += [[year, sex, k + 1, n, counts[n], round(100 * counts[n] / total, 2)] for k, n in enumerate(best)]
    rows.sort(key=lambda x: (x[0], x[1], x[2]))
    return Table("baby_names", [("yr", I), "sex", ("rank", I), "name", ("births", I), ("pct_of_births", F)], rows, {"name": lambda v, i: f"{v} " if scatter(f"n{i}") < 0.05 else v, "pct_of_births": lambda v, i: f"{v:.2f} %"})


TABLES = [vaccinations(), trial(), medals(), names()]
