"""Tables of firms and surveys: support tickets, podcasts and their episodes, airport traffic, factory shifts, an opinion poll. All values are invented."""
import datetime, math, random

from common import Table, days, mixed_date, scatter

I, F, D = "INTEGER", "DOUBLE", "DATE"
YEARS = list(range(2012, 2025))


def or_else(gap):
    return lambda v, i: gap if v is None else v


def shows():
    r, rows = random.Random(9302), []
    genres = {"True Crime": 1.7, "Comedy": 1.4, "News": 1.5, "History": 1.0, "Science": 0.8, "Business": 0.9, "Sport": 1.0, "Health": 0.8}
    a = "Hidden Daily Broken Second Long Small Midnight Common Curious Loud Modern Wild".split()
    b = "Signals Evidence Kitchen Money Minds Histories Pitch Planet Voices Paper Hours Mile Questions Neighbours Machine Harbour Letters".split()
    for i in range(204):
        genre = r.choices(list(genres), [15, 16, 13, 11, 10, 14, 11, 10])[0]
        tongue = r.choices(["English", "German", "Spanish", "French"], [62, 16, 13, 9])[0]
        fans = round(4200 * genres[genre] * r.lognormvariate(0, 1.2))
        rows.append([f"S{i + 1:03}", f"{a[i % 12]} {b[i // 12]}", r.choice(["Northwave", "Pod & Co", "Radio Delta", "Studio Nine", "Independent", "Independent"]), genre, tongue, r.choice({"English": ["US", "US", "US", "UK", "UK", "CA"], "German": ["DE", "DE", "AT"], "Spanish": ["ES", "ES", "MX"], "French": ["FR", "FR", "CA"]}[tongue]), datetime.date(2012, 1, 1) + datetime.timedelta(days=r.randint(0, 4300)), r.choices(["daily", "weekly", "fortnightly", "monthly"], [2 if genre != "News" else 9, 11, 4, 3])[0], r.choices([1, 2, 3], [5, 5, 1])[0], r.choices(["female", "male", "mixed"], [3, 4, 3])[0], "Y" if r.random() < (0.4 if genre in ("Comedy", "True Crime") else 0.06) else "N", fans, round(min(5, max(2.4, r.gauss(4.3, 0.4))), 1), int(fans * r.uniform(0.01, 0.06)), r.choice([2.99, 3.99, 4.99, 6.99]) if r.random() < 0.35 else None, "Y" if r.random() < 0.3 else "N"])
    return Table("podcasts", ["showId", "showTitle", "publisher", "genre", "language", "country", ("launchedOn", D), "frequency", ("hostCount", I), "hostGender", "explicit", ("subscribers", I), ("avgRating", F), ("ratingCount", I), ("premiumPrice", F), "hasVideo"], rows, {"launchedOn": mixed_date, "premiumPrice": lambda v, i: "free" if v is None else f"${v}", "genre": lambda v, i: v.replace("True Crime", "True-Crime") if scatter(f"g{i}") < 0.2 else v})


def episodes(casts):
    r, rows = random.Random(9303), []
    active = [c for c in casts.rows if r.random() < 0.86]
    nos = {}
    span = list(days("2023-01-01", "2025-02-18"))
    length = {"daily": 16, "weekly": 42, "fortnightly": 55, "monthly": 68}
    topics = ["Interview", "Deep dive", "News round-up", "Listener questions", "Live show"]
    for day in sorted(r.choices(span, k=1240)):
        show = r.choice(active)
        if day <= show[6]:
            continue
        no = nos[show[0]] = nos.get(show[0], r.randint(1, 60)) + 1
        topic = r.choices(topics, [38, 28, 20 if show[3] in ("News", "Sport", "Business") else 5, 9, 5])[0]
        minutes = max(6, round(length[show[7]] * r.lognormvariate(0, 0.3) * (1.35 if topic == "Live show" else 1)))
        loads = max(60, round(show[11] * 0.6 * r.lognormvariate(0, 0.35) * (1.2 if topic == "Interview" else 1) * (0.85 if day.month in (7, 8) else 1)))
        done = round(min(96, max(22, 82 - minutes * 0.32 + r.gauss(0, 8))), 1)
        slots = 0 if show[11] < 1200 else r.randint(1, 4)
        recent = (span[-1] - day).days < 30
        rows.append([f"EP{len(rows) + 10001}", show[0], day, day.year - show[6].year + 1, no, minutes, topic, 0 if topic in ("Deep dive", "News round-up") else r.choice([1, 1, 2, 3]), r.choices([5, 6, 7, 9, 12, 17], [4, 6, 5, 3, 2, 2])[0], loads, None if recent else round(loads * r.uniform(1.15, 1.7)), done if r.random() > 0.03 else None, slots, round(loads / 1000 * slots * r.uniform(14, 27), 2), int(r.expovariate(1 / (2 + loads / 900))), "true" if r.random() < 0.07 else "false"])
    return Table("episodes", ["episodeId", "showId", ("publishedOn", D), ("season", I), ("episodeNo", I), ("durationMin", I), "format", ("guestCount", I), ("releaseHour", I), ("downloads7d", I), ("downloads30d", I), ("completionPct", F), ("adSlots", I), ("adRevenue", F), ("commentCount", I), "isBonus"], rows, {"publishedOn": mixed_date, "adRevenue": lambda v, i: f"${v:,.2f}", "downloads30d": or_else("pending"), "completionPct": or_else("")})


def airports():
    r, rows = random.Random(9304), []
    places = [("ALD", "Aldermere Intl", "Aldermere", "AV", "Large", 24.0, 0.18), ("BRY", "Bryn City", "Bryn", "AV", "Medium", 6.1, 0.35), ("CHS", "Chesley", "Chesley", "AV", "Small", 1.2, 0.7), ("DVN", "Davenholm", "Davenholm", "BO", "Large", 31.5, 0.1), ("ESK", "Eskport", "Eskport", "BO", "Medium", 8.4, 0.3), ("FRO", "Frostad", "Frostad", "NO", "Medium", 4.6, 0.62), ("GLN", "Glenmoor", "Glenmoor", "AV", "Small", 0.7, 0.9), ("HLV", "Halvik", "Halvik", "NO", "Large", 18.8, 0.4), ("ISL", "Isla Verde", "Isla Verde", "CO", "Medium", 9.7, 0.15), ("JUN", "Juncal", "Juncal", "CO", "Small", 1.6, 0.55),
              ("KRS", "Korsund", "Korsund", "NO", "Small", 1.1, 0.85), ("LMB", "Lombara", "Lombara", "CO", "Large", 27.3, 0.22), ("MTR", "Monterra", "Monterra", "CO", "Medium", 5.2, 0.4), ("NWB", "Newbridge", "Newbridge", "AV", "Medium", 3.9, 0.2), ("OST", "Ostermark", "Ostermark", "BO", "Small", 0.9, 0.75), ("PLT", "Port Lavelle", "Port Lavelle", "BO", "Medium", 7.0, 0.28), ("QUI", "Quill Island", "Quill Island", "AV", "Small", 0.4, 1.0), ("RVN", "Ravensford", "Ravensford", "BO", "Medium", 4.2, 0.33), ("SKA", "Skarnes", "Skarnes", "NO", "Small", 0.6, 0.95), ("TOR", "Torrebella", "Torrebella", "CO", "Medium", 6.6, 0.25),
              ("ULV", "Ulvedal", "Ulvedal", "NO", "Medium", 3.1, 0.66), ("VAL", "Valmira", "Valmira", "CO", "Large", 15.9, 0.2), ("WES", "Westerlund", "Westerlund", "BO", "Small", 1.4, 0.6), ("YAR", "Yarrowby", "Yarrowby", "AV", "Small", 1.0, 0.5)]
    lands = {"AV": "Avaria", "BO": "Boreland", "NO": "Norholm", "CO": "Costana"}
    dip = {2020: 0.34, 2021: 0.46, 2022: 0.8, 2023: 0.95, 2024: 1.03}
    block = []
    for code, name, city, land, size, mean, home in places:
        trend, again = r.uniform(0.015, 0.055), r.uniform(0.84, 1.1)
        for unit, measure, per in (("PAS", "Passengers", 1e6), ("FRT_T", "Freight (tonnes)", 9000.0 if size == "Large" else 1500.0), ("MOV", "Aircraft movements", 8600.0)):
            pair = {}
            for kind, part in (("DOM", home), ("INT", 1 - home)):
                if part == 0:
                    continue
                cells = []
                for y in YEARS:
                    shock = dip.get(y, 1) * (again if y >= 2022 else 1)
                    if y >= 2020:
                        shock = shock * (1.12 if kind == "DOM" else 0.97) if unit != "FRT_T" else 1 - (1 - shock) * 0.25
                    if unit == "MOV":
                        shock = shock ** 0.8
                    cells.append(None if (code, y) == ("GLN", 2014) or code == "YAR" and y < 2016 else round(mean * part * per * (1 + trend) ** (min(y, 2019) - 2016) * shock * r.uniform(0.97, 1.03) * (1.25 if size == "Small" and unit == "MOV" else 1)))
                pair[kind] = cells
            pair["TOT"] = [None if all(c[k] is None for c in pair.values()) else sum(c[k] or 0 for c in pair.values()) for k in range(len(YEARS))]
            for kind, cells in pair.items():
                block.append([code, name, city, land, lands[land], size, unit, measure, kind, {"DOM": "Domestic", "INT": "International", "TOT": "Total"}[kind], *cells])
    rows = list(block)
    for unit, measure in (("PAS", "Passengers"), ("FRT_T", "Freight (tonnes)"), ("MOV", "Aircraft movements")):
        for kind, label in (("DOM", "Domestic"), ("INT", "International"), ("TOT", "Total")):
            of = [b for b in block if b[6] == unit and b[8] == kind]
            rows.append(["ALL", "All airports", None, None, None, None, unit, measure, kind, label, *[sum(b[k] or 0 for b in of) for k in range(10, 10 + len(YEARS))]])
    return Table("airport_traffic", ["IATA", "AIRPORT", "CITY", "CTRY_CD", "COUNTRY", "SIZE_CL", "UNIT_CD", "MEASURE", "TRAF_CD", "TRAFFIC", *((str(y), I) for y in YEARS)], rows, {str(y): (lambda v, i: ":" if v is None else v) if y < 2024 else (lambda v, i: ":" if v is None else f"{v} p") for y in YEARS})


def poll():
    r, rows = random.Random(9306), []
    agree = ["Strongly disagree", "Disagree", "Neither", "Agree", "Strongly agree"]
    better = ["Much worse", "Somewhat worse", "About the same", "Somewhat better", "Much better"]
    parties = {"Conservatives": 7.0, "Social Democrats": 3.6, "Greens": 3.0, "Liberals": 5.6, "National Front": 8.2, "Would not vote": 5.0}
    for i in range(780):
        wave = ("2023 Autumn", "2024 Spring", "2024 Autumn")[i // 260]
        age = min(89, max(18, round(r.gauss(49, 18))))
        sex = r.choices(["F", "M", "X"], [51, 48, 1])[0]
        educ = r.choices(["Primary", "Secondary", "Vocational", "University"], [12, 30, 30, 28] if age > 55 else [5, 27, 29, 39])[0]
        area = r.choices(["City", "Town", "Village"], [42, 33, 25])[0]
        lean = min(10, max(0, round(r.gauss(5.1 + (0.5 if area == "Village" else -0.4 if area == "City" else 0) + (age - 49) / 60, 2.2))))
        party = r.choices(list(parties), [math.exp(-abs(lean - x) / 1.5) * (1.3 if p == "Would not vote" else 1) for p, x in parties.items()])[0]
        mood = r.gauss(0, 1) + (0.3 if educ == "University" else -0.3 if educ == "Primary" else 0) - (0.8 if party == "National Front" else 0) - 0.15 * ("2023 Autumn", "2024 Spring", "2024 Autumn").index(wave)
        step = lambda shift: min(4, max(0, round(2 + shift)))
        ten = lambda shift: None if r.random() < 0.03 else min(10, max(0, round(5 + 1.7 * shift)))
        topic = r.choices(["Cost of living", "Health care", "Immigration", "Climate", "Housing", "Security"], [30, 20 + (age > 60) * 10, 14 + (party == "National Front") * 40, 12 + (party == "Greens") * 40, 12 + (age < 35) * 18, 12])[0]
        news = r.choices(["Television", "Newspaper", "Radio", "News sites", "Social media"], [38, 16, 14, 20, 5] if age > 55 else [14, 5, 7, 36, 34])[0]
        social = round(max(0, r.gauss(3.2 - age / 28, 0.9)) * 2) / 2
        rows.append([500001 + i, wave, datetime.date(int(wave[:4]), 10 if "Autumn" in wave else 4, 2) + datetime.timedelta(days=r.randint(0, 20)), age, "18-34" if age < 35 else "35-54" if age < 55 else "55-69" if age < 70 else "70+", sex, r.choices(["North", "East", "South", "West", "Capital"], [18, 20, 24, 20, 18])[0], area, educ, r.choices([1, 2, 3, 4, 5], [26, 36, 17, 14, 7])[0], r.choices(["under 1500", "1500-2999", "3000-4499", "4500 and more", None], [18, 34, 25, 14, 9] if educ != "University" else [8, 24, 31, 29, 8])[0], party, r.choices(["certain", "likely", "unlikely", "no"], [52, 28, 12, 8] if party != "Would not vote" else [0, 2, 30, 68])[0],
                     agree[step(0.8 * mood + r.gauss(0, 0.7))], better[step(0.7 * mood - 0.5 + r.gauss(0, 0.7))], ten(mood + r.gauss(0, 0.7)), ten(0.6 * mood + (0.5 if news == "Newspaper" else -0.5 if news == "Social media" else 0) + r.gauss(0, 0.9)), ten(0.3 * mood + 0.9 + r.gauss(0, 0.9)), lean if r.random() > 0.06 else None, topic, news, social, "phone" if r.random() < (0.6 if age > 60 else 0.25) else "online", max(5, round(r.gauss(14, 4))), round(r.lognormvariate(0, 0.3), 3)])
    return Table("opinion_poll", [("resp_id", I), "wave", ("int_dt", D), ("age", I), "age_grp", "sex_cd", "region", "area_typ", "educ_lvl", ("hh_size", I), "hh_inc_eur", "vote_int", "turnout_int", "sat_democracy", "econ_next_yr", ("trust_gov_0_10", I), ("trust_press_0_10", I), ("trust_police_0_10", I), ("left_right_0_10", I), "top_issue", "news_src", ("soc_media_hrs", F), "int_mode", ("int_min", I), ("wgt", F)], rows,
                 {"int_dt": mixed_date, "hh_inc_eur": or_else("refused"), "trust_gov_0_10": or_else("DK"), "trust_press_0_10": or_else("DK"), "trust_police_0_10": or_else("DK"), "left_right_0_10": or_else("refused"), "region": lambda v, i: v.upper() if scatter(f"r{i}") < 0.05 else v})


CASTS = shows()


TABLES = [CASTS, episodes(CASTS), airports(), poll()]
