"""Tables that hobbyists share: sales of video games, meteorites. All values are invented."""
import random

from common import Table, money, or_else, scatter

I, F = "INTEGER", "DOUBLE"


def games():
    r, rows = random.Random(9631), []
    platforms = {"PS2": (2001, 2008), "X360": (2006, 2013), "Wii": (2007, 2012), "DS": (2005, 2012), "PS3": (2007, 2014), "PC": (2001, 2016), "PS4": (2014, 2016), "XOne": (2014, 2016)}
    a, b = "Star Shadow Dragon Turbo Super Dark Iron Crystal Pixel Final Mega Lost".split(), "Racer Legends Quest Fighters Kingdom Soccer Tactics Zone Heroes Party Raiders Puzzle Storm Odyssey".split()
    for i in range(540):
        platform = r.choices(list(platforms), [18, 15, 13, 17, 14, 11, 8, 4])[0]
        kind = r.choices(["Action", "Sports", "Shooter", "Role-Playing", "Racing", "Puzzle", "Strategy"], [30, 19, 13, 13, 9, 8, 8])[0]
        critic = None if r.random() < 0.2 else min(97, max(28, round(r.gauss(70, 13))))
        size = 0.22 * r.lognormvariate(0, 1.1) * (1 if critic is None else 2.718 ** ((critic - 70) / 22))
        parts = [round(size * f * r.uniform(0.6, 1.4), 2) for f in (0.48, 0.29, 0.3 if kind == "Role-Playing" or platform == "DS" else 0.06, 0.09)]
        parts[0] = max(parts[0], 0.01)
        user = None if r.random() < 0.25 else round(min(9.6, max(1.5, r.gauss(7.0 if critic is None else 7 + (critic - 70) / 20, 0.8))), 1)
        rows.append([f"{a[i % 12]} {b[(i // 12 + i) % 14]}{'' if i < 168 else ' II' if i < 336 else ' III' if i < 504 else ' IV'}", platform, None if r.random() < 0.03 else r.randint(*platforms[platform]), kind, r.choices(["Electron Works", "Nintara", "ActiSoft", "Ubique", "Segmento", "Konamo"], [24, 20, 20, 14, 12, 10])[0], *parts, round(sum(parts), 2), critic, user, r.choices(["E", "T", "M"], [50, 30, 20])[0]])
    return Table("video_games", ["Name", "Platform", ("Year_of_Release", I), "Genre", "Publisher", ("NA_Sales", F), ("EU_Sales", F), ("JP_Sales", F), ("Other_Sales", F), ("Global_Sales", F), ("Critic_Score", I), ("User_Score", F), "Rating"], rows, {"Year_of_Release": or_else("N/A"), "User_Score": or_else("tbd"), "Genre": lambda v, i: v.lower() if scatter(f"g{i}") < 0.05 else v})


def meteorites():
    r, rows = random.Random(9632), []
    lands = {"Antarctica": (-78, 60), "Oman": (20, 56), "Libya": (27, 17), "Chile": (-24, -69), "United States": (36, -102), "India": (22, 78), "France": (46, 2), "Australia": (-28, 125), "Algeria": (28, 1)}
    for i in range(430):
        land = r.choices(list(lands), [120, 70, 45, 40, 60, 30, 20, 30, 25])[0]
        fell = r.random() < {"India": 0.85, "France": 0.9, "United States": 0.25}.get(land, 0.02)
        year = r.randint(1803, 2013) if fell else round(r.triangular(1890 if land in ("United States", "France", "Australia", "India") else 1969, 2013, 1998))
        kind, group = r.choices([("L6", "Stony"), ("H5", "Stony"), ("L5", "Stony"), ("H4", "Stony"), ("Eucrite", "Stony"), ("Iron, IIAB", "Iron"), ("Iron, IIIAB", "Iron"), ("Pallasite", "Stony-iron")], [26, 26, 16, 14, 7, 4, 5, 2])[0]
        mass = None if r.random() < 0.03 else round(r.lognormvariate(4.2 + (3.6 if fell else 0) + (3.2 if group != "Stony" else 0), 1.6), 1)
        lat, lon = lands[land]
        lost = r.random() < 0.05
        rows.append([1000 + i * 7, f"{r.choice(['Black Ridge', 'Dry Lake', 'Salt Flat', 'North Dune', 'Old Mill', 'White Hills', 'Red Plain'])} {i + 1:03}", kind, group, mass, "Fell" if fell else "Found", year, land, None if lost else round(lat + r.uniform(-3, 3), 4), None if lost else round(lon + r.uniform(-4, 4), 4)])
    return Table("meteorites", [("id", I), "name", "recclass", "type", ("mass (g)", F), "fall", ("year", I), "country", ("reclat", F), ("reclong", F)], rows, {"mass (g)": money(""), "country": lambda v, i: "USA" if v == "United States" and scatter(f"u{i}") < 0.15 else v})


TABLES = [games(), meteorites()]
