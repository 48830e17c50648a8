"""Tables that were frozen until the night of 23 November 2026. All values are invented."""
import datetime, random

from common import Table, or_else, scatter

I, F, D, T = "INTEGER", "DOUBLE", "DATE", "TIMESTAMP"


def seeds():
    r, rows = random.Random(9604), []
    plants = [("Arnica collina", "Hill arnica", "Asteraceae", 0.55, 1.4, "VU"), ("Campanula rivalis", "Brook bellflower", "Campanulaceae", 0.7, 0.2, "LC"), ("Dianthus petraeus", "Rock pink", "Caryophyllaceae", 0.82, 0.9, "NT"), ("Gentiana brevis", "Dwarf gentian", "Gentianaceae", 0.22, 0.1, "EN"), ("Hypericum pratense", "Meadow St John's wort", "Hypericaceae", 0.6, 0.15, "LC"), ("Lathyrus montis", "Mountain vetchling", "Fabaceae", 0.3, 21.0, "NT"), ("Papaver alpestre", "Alpine poppy", "Papaveraceae", 0.48, 0.12, "VU"), ("Trifolium ripae", "Bank clover", "Fabaceae", 0.38, 1.8, "LC")]
    boosts = {"control": 0, "cold 6 weeks": {"Gentianaceae": 0.42, "Papaveraceae": 0.22}, "smoke water": {"Hypericaceae": 0.12}, "scarified": {"Fabaceae": 0.45}}
    for name, common, family, base, weight, listed in plants:
        lot = f"{name[:3].upper()}{r.randint(11, 99)}"
        age = r.choice([1, 2, 4, 7, 11])
        for treat, boost in boosts.items():
            for temp in ("15/5", "20/10", "25/15"):
                for light in ("light", "dark"):
                    if light == "dark" and temp != "20/10":
                        continue
                    for dish in (1, 2):
                        sown = datetime.date(2024, 2, 5) + datetime.timedelta(days=r.choice([0, 7, 14]))
                        rate = base + (boost.get(family, 0) if boost else 0) - 0.02 * age + {"15/5": -0.06, "20/10": 0.05, "25/15": 0}[temp] - (0.2 if light == "dark" and weight < 0.5 else 0)
                        rate = min(0.98, max(0.02, rate + r.gauss(0, 0.05)))
                        total = 25 if weight > 1 else 50
                        final = sum(r.random() < rate for _ in range(total))
                        speed = r.uniform(0.1, 0.3) + (0.1 if temp == "25/15" else 0)
                        d07, d14 = round(final * speed * 0.6), round(final * min(1, speed * 2.2))
                        d21 = max(d14, round(final * min(1, speed * 3.4)))
                        bad = sum(r.random() < 0.06 + 0.006 * age for _ in range(total - final))
                        rows.append([f"G{len(rows) + 1:03}", name, common, family, listed, lot, age, weight, treat, temp, light, dish, sown, total, d07, d14, d21, final, bad, None if final < total / 2 else round(7 + (final / 2 - d07) / max(1, d14 - d07) * 7, 1) if d14 >= final / 2 else round(14 + r.uniform(0.5, 8), 1), r.choice(["Ines", "Jonas", "Kim"])])
    return Table("seed_trials", ["test_id", "species", "common_name", "family", "red_list", "seed_lot", ("seed_age_yr", I), ("tsw_g", F), "treatment", "temp_regime_c", "light_regime", ("dish", I), ("sown_on", D), ("seeds_sown", I), ("germ_d07", I), ("germ_d14", I), ("germ_d21", I), ("germ_d28", I), ("mouldy_n", I), ("t50_days", F), "counted_by"], rows, {"t50_days": or_else("not reached"), "sown_on": lambda v, i: v.strftime("%d %b %Y"), "tsw_g": lambda v, i: f"{v} g" if scatter(f"t{i}") < 0.15 else v})


def dollars(v, i):
    return "0" if v == 0 else f"{v / 1e6:g}M" if v >= 1000000 else f"{v / 1e3:g}K"


def storms():
    r, rows = random.Random(9605), []
    lands = {"NM": ("Northmark", ["Alder", "Birch", "Cedar"]), "GP": ("Great Plain", ["Dawson", "Ellis", "Ford", "Grant"]), "CO": ("Coastland", ["Harbor", "Inlet"]), "SR": ("Southridge", ["Jasper", "Knox", "Lyon"]), "LK": ("Lakes", ["Mercer", "Noble"])}
    kinds = {"Hail": (26, [4, 5, 5, 6, 6, 7]), "Thunderstorm wind": (30, [5, 6, 6, 7, 7, 8]), "Tornado": (11, [4, 5, 5, 6]), "Flash flood": (15, [6, 7, 8, 9]), "Winter storm": (10, [12, 1, 1, 2]), "Wildfire": (8, [7, 8, 9])}
    for i in range(520):
        kind = r.choices(list(kinds), [w for w, _ in kinds.values()])[0]
        land = r.choices(list(lands), [18, 34, 14, 22, 12] if kind in ("Hail", "Tornado", "Thunderstorm wind") else [24, 18, 24, 18, 16])[0]
        year = r.choices(range(2018, 2025), [5, 6, 6, 7, 8, 9, 10])[0]
        begin = datetime.datetime(year, r.choice(kinds[kind][1]), r.randint(1, 28), r.choices(range(24), [2, 1, 1, 1, 1, 1, 2, 2, 3, 3, 4, 5, 7, 9, 11, 13, 14, 13, 11, 9, 7, 5, 4, 3])[0], r.choice([0, 5, 12, 15, 20, 30, 38, 45, 50]))
        mag, unit, scale, length = None, None, None, None
        if kind == "Hail":
            mag, unit = float(r.choices([20, 25, 32, 45, 70, 100], [20, 34, 18, 18, 8, 2])[0]), "mm"
        elif kind == "Thunderstorm wind":
            mag, unit = float(round(r.gauss(98, 14))), "km/h"
        elif kind == "Tornado":
            scale = r.choices(["F0", "F1", "F2", "F3", "F4"], [44, 32, 15, 7, 2])[0]
            length = round(r.lognormvariate(0.9 + 0.5 * int(scale[1]), 0.7), 1)
        level = {"Hail": 9.5, "Thunderstorm wind": 8.6, "Tornado": 9.5 + 1.4 * int(scale[1]) if scale else 0, "Flash flood": 10.2, "Winter storm": 9.4, "Wildfire": 11}[kind]
        money = 0 if r.random() < 0.3 else round(r.lognormvariate(level, 1.1) / 1000) * 1000
        crops = 0 if r.random() < (0.5 if kind in ("Hail", "Flash flood") else 0.86) else round(r.lognormvariate(9.8, 1) / 1000) * 1000
        risk = {"Tornado": 0.35 + (0.9 * int(scale[1]) if scale else 0), "Flash flood": 0.25, "Wildfire": 0.3, "Winter storm": 0.2, "Thunderstorm wind": 0.1, "Hail": 0.05}[kind]
        draw = lambda mean: min(40, int(r.expovariate(1 / mean) + 0.35)) if mean else 0
        hours = {"Hail": 0.3, "Thunderstorm wind": 0.5, "Tornado": 0.3, "Flash flood": 6, "Winter storm": 22, "Wildfire": 90}[kind] * r.lognormvariate(0, 0.6)
        rows.append([begin, begin + datetime.timedelta(minutes=max(1, round(hours * 60))), land, lands[land][0], r.choice(lands[land][1]), kind, mag, unit, scale, length, draw(risk), draw(risk / 4), int(r.random() < risk / 5) * r.randint(1, 3), int(r.random() < risk / 14), money, crops, r.choice(["Trained spotter", "Public", "Emergency manager", "Radar", "Newspaper"])])
    rows.sort(key=lambda x: (x[0], x[4], x[5]))
    rows = [[880100 + i * 7, *row] for i, row in enumerate(rows)]
    return Table("storm_events", [("EVENT_ID", I), ("BEGIN_DT", T), ("END_DT", T), "ST_CD", "STATE", "COUNTY", "EVENT_TYPE", ("MAGNITUDE", F), "MAG_UNIT", "TOR_SCALE", ("TOR_LEN_KM", F), ("INJ_DIRECT", I), ("INJ_INDIRECT", I), ("DTH_DIRECT", I), ("DTH_INDIRECT", I), ("DMG_PROP", I), ("DMG_CROP", I), "SOURCE"], rows, {"DMG_PROP": dollars, "DMG_CROP": dollars, "EVENT_TYPE": lambda v, i: v.upper() if scatter(f"e{i}") < 0.08 else v})


TABLES = [seeds(), storms()]
