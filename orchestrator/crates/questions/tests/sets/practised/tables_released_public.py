"""Tables shaped like published data sets: short column names, codes, aggregate rows, gaps. All values are invented."""
import datetime, math, random

from common import Table, days, mixed_date

I, F, D, TS = "INTEGER", "DOUBLE", "DATE", "TIMESTAMP"


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


def checkups():
    r, rows = random.Random(207), []
    for i in range(520):
        sex, age = r.choice("MF"), r.randint(18, 84)
        education = r.choices(["< High school", "High school", "Some college", "College grad"], [14, 30, 29, 27])[0]
        level = ["< High school", "High school", "Some college", "College grad"].index(education)
        income = min(4, max(1, round(r.gauss(1.6 + level * 0.55, 0.9))))
        smoker = r.choices(["never", "former", "current"], [50 + 6 * level, 24, 27 - 6 * level])[0]
        height = round(r.gauss(176 if sex == "M" else 162.5, 6.8), 1)
        bmi = round(max(16.8, r.gauss(27.8 - 0.5 * level + (1 if 40 < age < 70 else 0), 5)), 1)
        activity = 0 if r.random() < 0.17 else int(r.expovariate(1 / (120 + 30 * level)))
        upper = round(104 + 0.42 * age + 0.65 * (bmi - 22) + (5 if smoker == "current" else 0) + (3 if sex == "M" else 0) + r.gauss(0, 11))
        lower = round(58 + 0.36 * (upper - 100) + r.gauss(0, 7))
        sick = 1 / (1 + math.exp(-(-5.6 + 0.045 * age + 0.1 * (bmi - 25))))
        diabetes = r.choices(["Yes", "Borderline", "No", "Don't know"], [sick * 100, 4, 96 - sick * 100, 1])[0]
        health = min(4, max(0, round(r.gauss(1.4 + (age - 45) / 60 + (bmi - 27) / 16 - level * 0.18, 0.9))))
        week = round(min(10.5, max(4, r.gauss(6.9 + 0.1 * level, 1.1))) * 2) / 2
        rows.append([83732 + i * 2, r.choices(["2017-18", "2019-20", "2021-22", "2023-24"], [5, 3, 5, 4])[0], sex, age, "18-39" if age < 40 else "40-59" if age < 60 else "60+", education, ["<25k", "25-50k", "50-100k", ">100k"][income - 1], r.choices(["married", "single", "divorced", "widowed"], [50, 27, 15, 8 if age > 55 else 1])[0], smoker,
                     999 if r.random() < 0.05 else max(0, int(r.expovariate(1 / 3.5) - 0.4)), week, min(12, max(4, round((week + r.gauss(0.9 if age < 62 else 0.2, 0.9)) * 2) / 2)), None if r.random() < 0.05 else activity, height, round(bmi * (height / 100) ** 2, 1), bmi, None if r.random() < 0.06 else round(bmi * 2.3 + 30 + r.gauss(0, 5), 1), upper, lower,
                     None if r.random() < 0.08 else round(r.gauss(158 + 0.5 * min(age, 62), 32)), None if r.random() < 0.08 else round(max(24, r.gauss(49 if sex == "M" else 58, 11))), round(max(4.4, r.gauss(7.3 if diabetes == "Yes" else 5.5, 0.5)), 1), diabetes, ["Excellent", "Very good", "Good", "Fair", "Poor"][health], None if r.random() < 0.1 else min(27, int(r.expovariate(1 / (2.4 + health)))), max(0, int(r.gauss(age / 22 + health * 0.7 - 1.4, 1.4)))])
    return Table("health_exam", [("SEQN", I), "wave", "sex", ("age_yrs", I), "age_grp", "educ_lvl", "hh_inc", "mar_st", "smk_st", ("alc_drk_wk", I), ("slp_hrs_wkday", F), ("slp_hrs_wkend", F), ("pa_min_wk", I), ("ht_cm", F), ("wt_kg", F), ("bmi", F), ("waist_cm", F), ("sbp_mmhg", I), ("dbp_mmhg", I), ("tot_chol_mgdl", I),
                                 ("hdl_chol_mgdl", I), ("hba1c_pct", F), "diab_dx", "gen_hlth", ("phq9_scr", I), ("rx_n", I)], rows)


def matches():
    r, rows = random.Random(209), []
    teams = {"Ashby Town": (1.35, 8200), "Borden FC": (1.12, 6100), "Calder Rovers": (1.62, 14300), "Dunmore Athletic": (0.92, 4400), "Easton United": (1.8, 21800), "Fenwick": (1.05, 5200), "Garston City": (1.5, 17600), "Holt Wanderers": (0.82, 3900), "Ironbridge": (1.22, 7400), "Kelso Albion": (1.3, 9100), "Lowmoor": (0.98, 4800), "Marden Vale": (1.15, 6600)}
    names = list(teams)
    draw = lambda m: sum(r.random() < m / 24 for _ in range(24))
    for season, first, rounds in (("2021/22", 2021, 22), ("2022/23", 2022, 22), ("2023/24", 2023, 22), ("2024/25", 2024, 12)):
        form = {n: v[0] * r.uniform(0.86, 1.16) for n, v in teams.items()}
        order = names[:]
        r.shuffle(order)
        for k in range(rounds):
            day = datetime.date(first, 8, 14) + datetime.timedelta(days=k * 12)
            ring = [order[0]] + order[1:][-(k % 11):] + order[1:][:-(k % 11)] if k % 11 else order[:]
            for j in range(6):
                home, away = (ring[j], ring[11 - j]) if (j + k % 11) % 2 == (k >= 11) else (ring[11 - j], ring[j])
                early = [draw(form[home] / form[away] * 0.62), draw(form[away] / form[home] * 0.45)]
                late = [draw(form[home] / form[away] * 0.8), draw(form[away] / form[home] * 0.6)]
                goals = [a + b for a, b in zip(early, late)]
                result = lambda g: "H" if g[0] > g[1] else "A" if g[0] < g[1] else "D"
                target = [goals[0] + draw(3.1), goals[1] + draw(2.5)]
                shots = [target[0] + draw(6.2), target[1] + draw(5.6)]
                fouls = [draw(10.4), draw(11.6)]
                yellow = [min(6, round(fouls[0] * r.uniform(0.02, 0.26))), min(6, round(fouls[1] * r.uniform(0.03, 0.29)))]
                crowd = int(teams[home][1] * r.uniform(0.72, 1.12) * (1.12 if away in ("Easton United", "Calder Rovers") else 1))
                rows.append(["D2", season, day + datetime.timedelta(days=j % 2), home, away, *goals, result(goals), *early, result(early), None if r.random() < 0.02 else crowd, r.choice(["A. Pike", "B. Oduya", "C. Lennox", "D. Farrow", "E. Strand"]), *shots, *target, *fouls, draw(5.4), draw(4.3), *yellow, int(r.random() < 0.05), int(r.random() < 0.07)])
    rows.sort(key=lambda x: x[2])
    return Table("match_results", ["Div", "Season", ("Date", D), "HomeTeam", "AwayTeam", ("FTHG", I), ("FTAG", I), "FTR", ("HTHG", I), ("HTAG", I), "HTR", ("Att", I), "Referee", ("H_Shots", I), ("A_Shots", I), ("H_SoT", I), ("A_SoT", I), ("H_Fouls", I), ("A_Fouls", I), ("H_Corn", I), ("A_Corn", I), ("H_Yel", I), ("A_Yel", I), ("H_Red", I), ("A_Red", I)], rows,
                 {"Date": lambda v, i: v.strftime("%d/%m/%Y"), "Att": lambda v, i: None if v is None else f"{v:,}"})


TABLES = [*schools(), checkups(), matches()]
