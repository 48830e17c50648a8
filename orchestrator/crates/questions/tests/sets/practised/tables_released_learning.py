"""An app that teaches subjects in small quizzes, and what participants say about adult courses. All values are invented."""
import datetime, random

from common import Table, days, mixed_date, or_else, scatter

I, F, D, TS = "INTEGER", "DOUBLE", "DATE", "TIMESTAMP"


def learners():
    r, rows = random.Random(11201), []
    countries = {"IE": ("Ireland", 5), "CA": ("Canada", 8), "AT": ("Austria", 4), "KE": ("Kenya", 3), "CL": ("Chile", 3), "NZ": ("New Zealand", 2)}
    heads = "sunny quiet rapid clever lucky misty brave tiny golden polar".split()
    tails = "otter heron maple comet badger willow pixel raven lynx walnut panda fjord".split()
    names = [f"{a}_{b}" for a in heads for b in tails] + [f"{b}{n}" for b in tails for n in range(11, 31)]
    r.shuffle(names)
    for i in range(240):
        code = r.choices(list(countries), [w for _, w in countries.values()])[0]
        joined = datetime.date(2023, 1, 2) + datetime.timedelta(days=round(840 * r.betavariate(1.3, 1.0)))
        plan = r.choices(["Free", "Plus", "Pro"], [60, 28, 12])[0]
        left = joined + datetime.timedelta(days=r.randint(14, 500)) if r.random() < {"Free": 0.38, "Plus": 0.22, "Pro": 0.12}[plan] else None
        if left and left > datetime.date(2025, 5, 31):
            left = None
        rows.append([1201 + i, names[i], code, countries[code][0], plan, {"Free": 0.0, "Plus": 7.99, "Pro": 14.99}[plan], joined, r.choices(["under 18", "18-24", "25-34", "35-49", "50+", None], [10, 24, 28, 20, 12, 6])[0], r.choice(["travel", "work", "school", "fun", "fun"]), r.choices([10, 15, 20, 30], [4, 3, 2, 1])[0], left, 1201 + r.randint(0, i - 1) if i > 10 and r.random() < 0.2 else None, r.choice(["TRUE", "TRUE", "FALSE"])])
    return Table("learners", [("learner_id", I), "username", "country_cd", "country", "plan", ("price_per_month", F), ("joined", D), "age_group", "goal", ("daily_goal_min", I), ("cancelled_on", D), ("invited_by", I), "newsletter"], rows,
                 {"joined": mixed_date, "price_per_month": lambda v, i: f"${v:.2f}", "age_group": or_else("not given"), "plan": lambda v, i: v.upper() if scatter(f"pl{i}") < 0.06 else v})


def quiz_events(people):
    r, rows = random.Random(11202), []
    courses = {"SPA1": ("Spanish 1", 10, 78), "SPA2": ("Spanish 2", 6, 71), "PY1": ("Python basics", 9, 66), "MUS": ("Music theory", 4, 74), "HIS": ("World history", 5, 81), "STAT": ("Statistics", 4, 58)}
    eager = {p[0]: r.lognormvariate(0, 0.9) * {"Free": 0.7, "Plus": 1.3, "Pro": 1.9}[p[4]] for p in people.rows if r.random() < 0.9}
    last = datetime.date(2025, 3, 31)
    known = {p[0]: p for p in people.rows}
    attempts = []
    while len(attempts) < 980:
        who = r.choices(list(eager), list(eager.values()))[0]
        p = known[who]
        day = datetime.date(2024, 10, 1) + datetime.timedelta(days=r.randint(0, 181))
        if day < p[6] or day > last or (p[10] and day > p[10]) or (day.isoweekday() > 5 and r.random() < 0.35):
            continue
        hour = r.choices(range(6, 24), [2, 5, 6, 4, 3, 3, 6, 5, 3, 3, 4, 6, 8, 10, 13, 14, 9, 4])[0]
        attempts.append((datetime.datetime.combine(day, datetime.time(hour, r.randint(0, 59), r.randint(0, 59))), who))
    for n, (begin, who) in enumerate(sorted(attempts)):
        code = r.choices(list(courses), [c[1] for c in courses.values()])[0]
        label, _, level = courses[code]
        unit = min(12, 1 + int(r.expovariate(0.3)))
        device = r.choices(["phone", "tablet", "web"], [62, 12, 26])[0]
        common = [f"Q{50001 + n}", who, device, code, label, unit]
        rows.append([begin, *common, "started", None, None])
        at, hints = begin, 0
        while r.random() < 0.3 + (78 - level) / 100 and hints < 4:
            at += datetime.timedelta(seconds=r.randint(25, 160))
            hints += 1
            rows.append([at, *common, "hint", None, None])
        if r.random() < 0.8 - (0.1 if device == "phone" else 0) - 0.02 * hints:
            at += datetime.timedelta(seconds=r.randint(60, 520))
            score = min(100, max(10, 5 * round((level - 3 * hints - unit + r.gauss(0, 13) + (4 if device == "web" else 0)) / 5)))
            rows.append([at, *common, "finished", score, "yes" if score >= 70 else "no"])
        elif r.random() < 0.75:
            at += datetime.timedelta(seconds=r.randint(10, 200))
            rows.append([at, *common, "quit", None, None])
    rows.sort(key=lambda x: x[0])
    return Table("quiz_events", [("event_time", TS), "attempt_id", ("learner_id", I), "device", "course_cd", "course", ("unit", I), "event", ("score", I), "passed"], rows,
                 {"event_time": lambda v, i: v.strftime("%Y-%m-%dT%H:%M:%SZ"), "score": lambda v, i: "" if v is None else f"{v}%", "device": lambda v, i: v.capitalize() if scatter(f"de{i}") < 0.08 else v, "course": lambda v, i: v.replace("Spanish ", "Spanish-") if scatter(f"c{i}") < 0.04 else v})


def course_feedback():
    r, rows = random.Random(11203), []
    courses = {"Bookkeeping": ("Ms Farrow", 0.1), "First Aid": ("Mr Okoro", 0.5), "Digital Photos": ("Ms Lindt", 0.2), "Welding": ("Mr Okoro", 0.0), "Public Speaking": ("Ms Haas", 0.4), "Spreadsheets": ("Ms Farrow", -0.5), "Garden Design": ("Mr Prior", 0.3)}
    scale = ["Very dissatisfied", "Dissatisfied", "Neutral", "Satisfied", "Very satisfied"]
    for i, day in enumerate(sorted(r.choices(list(days("2024-02-01", "2024-04-30")) + list(days("2024-10-01", "2024-12-15")), k=430))):
        course = r.choices(list(courses), [5, 9, 6, 3, 5, 8, 5])[0]
        teacher, lean = courses[course]
        form = r.choices(["In person", "Online", "Hybrid"], [55, 30, 15] if course not in ("Welding", "First Aid") else [92, 0, 8])[0]
        mood = lean - (0.45 if form == "Online" else 0) + r.gauss(0, 0.7)
        mark = lambda shift, gap=0.03: None if r.random() < gap else min(5, max(1, round(3.7 + mood + shift + r.gauss(0, 0.6))))
        overall = min(5, max(1, round(3.75 + mood + r.gauss(0, 0.35))))
        advise = min(10, max(0, round(overall * 2 + r.gauss(-0.3, 1.1))))
        rows.append([f"R{i + 1:04}", day, "Spring" if day.month < 7 else "Autumn", course, teacher, form, r.choices(["18-29", "30-44", "45-59", "60+", None], [20, 32, 27, 16, 5])[0], r.choices(["beginner", "intermediate", "advanced"], [55, 33, 12])[0],
                     mark(0.1), mark(0.3), mark(-0.3), mark(-0.2), mark(-0.5 if form != "Online" else 0.2, 0.3 if form == "Online" else 0.04), mark(-0.4, 0.06), scale[overall - 1], advise, r.choices(["Yes", "Maybe", "No"], [5 * overall, 12, 14 - 2 * overall])[0], r.choices(["Too low", "About right", "Too high"], [4, 66, 30 - 4 * overall + 4])[0],
                     r.choice([1, 2, 2, 3, 4, 5, 6, 8]), r.choices([0, 1, 2, 3, 4], [48, 28, 13, 7, 4])[0], r.choices(["Friend", "Website", "Leaflet", "Employer", "Social media"], [28, 30, 12, 16, 14])[0], r.choice([None, None, None, "nice group", "room too cold", "more exercises please", "parking is difficult", "great teacher", "too fast"])])
    gap = or_else("n/a")
    return Table("course_feedback", ["Response ID", ("Submitted", D), "Term", "Course", "Teacher", "Format", "Age group", "Level", ("Q1 The course was well organised", I), ("Q2 The teacher explained things clearly", I), ("Q3 The pace suited me", I), ("Q4 The materials were useful", I), ("Q5 The room and equipment were good", I), ("Q6 Good value for money", I), "Q7 Overall, how satisfied are you?", ("Q8 How likely are you to recommend us? (0-10)", I), "Q9 Would you take another course?", "Q10 The price was", ("Hours of study per week", I), ("Sessions missed", I), "How did you hear about us?", "Comment"], rows,
                 {"Submitted": mixed_date, **{n: gap for n in ("Q1 The course was well organised", "Q2 The teacher explained things clearly", "Q3 The pace suited me", "Q4 The materials were useful", "Q5 The room and equipment were good", "Q6 Good value for money")}, "Age group": or_else("prefer not to say"), "Format": lambda v, i: {"In person": "in-person", "Online": "online"}.get(v, v) if scatter(f"f{i}") < 0.08 else v})


LEARNERS = learners()
TABLES = [LEARNERS, quiz_events(LEARNERS), course_feedback()]
