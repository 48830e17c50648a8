"""Tables that were frozen until the night of 23 November 2026. All values are invented."""
import datetime, random

from common import Table, days, mixed_date, months, scatter

I, F, D, TM = "INTEGER", "DOUBLE", "DATE", "TIME"


def returns():
    r, rows = random.Random(3103), []
    goods = {"CLO": ("Clothing", [("Rain jacket Fjell", 129), ("Linen shirt Porto", 49.9), ("Jeans Slim 01", 69.9), ("Wool jumper Aran", 89), ("Summer dress Lia", 59.9), ("T-shirt 3-pack", 29.9)]), "SHO": ("Shoes", [("Running shoe Swift", 119), ("Hiking boot Alp", 159), ("Sneaker Canvas", 64.9), ("Sandal Riva", 44.9)]),
             "ELE": ("Electronics", [("Headphones QX2", 149), ("Smart lamp Halo", 39.9), ("Power bank 20k", 34.9), ("Fitness watch Go", 189)]), "HOM": ("Home", [("Duvet 135x200", 79), ("Desk chair Ergo", 219), ("Frying pan 28 cm", 36.5), ("Curtain set", 42)]), "TOY": ("Toys", [("Wooden train set", 54), ("Puzzle 1000", 16.9), ("Balance bike", 74.9)])}
    lands = {"DE": ("Germany", 40), "AT": ("Austria", 14), "NL": ("Netherlands", 17), "FR": ("France", 16), "BE": ("Belgium", 9), "IT": ("Italy", 8)}
    reasons = {"R1": "Too small", "R2": "Too large", "R3": "Changed mind", "R4": "Defective", "R5": "Not as described", "R6": "Arrived late", "R7": "Wrong item sent"}
    span = list(days("2024-01-03", "2025-03-20"))
    weight = [1.9 if d.month == 12 or d.month == 11 and d.day > 20 else 0.75 if d.month in (8, 9) else 1 for d in span]
    for i, ordered in enumerate(sorted(r.choices(span, weight, k=820))):
        code = r.choices(list(goods), [40, 24, 16, 12, 8])[0]
        category, items = goods[code]
        item = r.choices(range(len(items)), [5, 3, 6, 3, 8, 2][:len(items)])[0]
        product, price = items[item]
        land = r.choices(list(lands), [v[1] for v in lands.values()])[0]
        why = r.choices(list(reasons), [30, 17, 20, 6, 14, 7, 6] if code == "CLO" else [33, 14, 16, 5, 12, 9, 11] if code == "SHO" else [0, 1, 26, 38, 18, 9, 8] if code == "ELE" else [3, 7, 33, 22, 20, 10, 5])[0]
        kept = max(1, round(r.gammavariate(2.6, 4.6 if code != "ELE" else 6.1)))
        pieces = r.choices([1, 2, 3], [86, 11, 3])[0]
        each = round(price * r.choice([1, 1, 1, 0.9, 0.8]), 2)
        state = r.choices("ABC", [72, 20, 8] if why not in ("R4",) else [5, 20, 75])[0]
        carrier = r.choices(["PostGo", "Velox", "ParcelHub"], [5, 3, 3])[0]
        kind = r.choices(["new", "returning"], [38, 62])[0]
        rows.append([f"RMA{500120 + i}", ordered, ordered + datetime.timedelta(days=kept), f"{code}-{101 + item * 7}", product, code, category, land, lands[land][0], r.choices(["Web", "App", "Marketplace"], [46, 38, 16])[0], kind, pieces, each, why, reasons[why], state, round(each * pieces * {"A": 1, "B": 0.9, "C": 1 if why == "R4" else 0.6}[state], 2),
                     None if r.random() < 0.06 else max(1, round(r.gauss({"PostGo": 5.5, "Velox": 4.1, "ParcelHub": 7.6}[carrier], 1.8))), carrier, round({"PostGo": 4.1, "Velox": 5.6, "ParcelHub": 3.4}[carrier] * (1 if land == "DE" else 1.7) * r.uniform(0.9, 1.2) * (2.4 if product == "Desk chair Ergo" else 1), 2), "N" if state == "C" else "Y"])
    return Table("shop_returns", ["RMA_NO", ("ORD_DT", D), ("RET_DT", D), "SKU", "PROD_NM", "CAT_CD", "CATEGORY", "CTRY_CD", "CTRY_NM", "SALES_CHNL", "CUST_TYP", ("QTY", I), ("UNIT_PRC_EUR", F), "RSN_CD", "REASON", "ITEM_COND", ("REFUND_EUR", F), ("REFUND_DAYS", I), "CARRIER", ("SHIP_COST_EUR", F), "RESTOCK_YN"], rows,
                 {"RET_DT": mixed_date, "UNIT_PRC_EUR": lambda v, i: f"€{v:.2f}", "REFUND_EUR": lambda v, i: f"€ {v:,.2f}", "REFUND_DAYS": lambda v, i: "-" if v is None else v, "SALES_CHNL": lambda v, i: v.upper() if scatter(f"ch{i}") < 0.07 else v})


def volcanoes():
    r, rows = random.Random(3105), []
    hills = {"V311": ("Tolhuac", "Chile", "Stratovolcano", 2806, 900, 60, 240, 900), "V205": ("Hvitafell", "Iceland", "Shield", 1217, 1500, 210, 310, 700), "V418": ("Mt. Sarendo", "Indonesia", "Stratovolcano", 3142, 2100, 130, 420, 1900), "V127": ("Monte Brasca", "Italy", "Stratovolcano", 1986, 1300, 85, 360, 1300), "V509": ("Kuroyama", "Japan", "Caldera", 1533, 650, 110, 190, 600), "V322": ("Pico Umbro", "Ecuador", "Stratovolcano", 4870, 480, 40, 150, 1100)}
    names = {"SO2": ("SO2 emission", "t/d"), "EQK": ("Volcanic earthquakes", "number"), "CRT": ("Crater temperature", "deg C"), "PLM": ("Maximum plume height above crater", "m")}
    number = 40000
    for no, (hill, land, kind, high, so2, quakes, heat, plume) in hills.items():
        mood = 1.0
        for y, m in months("2022-01", "2024-12"):
            mood = 1 + (mood - 1) * 0.72 + r.gauss(0, 0.2)
            if (hill, y, m) in (("Mt. Sarendo", 2023, 5), ("Hvitafell", 2024, 2), ("Tolhuac", 2022, 9), ("Mt. Sarendo", 2024, 10)):
                mood = 2.7
            mood = max(0.45, mood)
            alert = "Red" if mood > 2.1 else "Orange" if mood > 1.5 else "Yellow" if mood > 1.05 else "Green"
            values = {"SO2": round(so2 * mood * r.lognormvariate(0, 0.16)), "EQK": round(quakes * mood ** 1.3 * r.lognormvariate(0, 0.22)), "CRT": round(heat * mood ** 0.4 * r.gauss(1, 0.05), 1), "PLM": round(plume * mood ** 1.4 * r.lognormvariate(0, 0.28) / 10) * 10}
            for code, (indicator, unit) in names.items():
                number += 1
                if r.random() < 0.025:
                    continue
                gap = r.random() < (0.07 if code in ("CRT", "SO2") else 0.02)
                rows.append([number, no, hill, land, kind, high, f"{y}-{m:02}", code, indicator, unit, None if gap else float(values[code]), 0 if gap else r.randint(4, 31 if m != 2 else 28), r.choices(["auto", "manual"], [70, 30])[0], alert, r.choice(["P", "V", "V", "V"]) if y == 2024 else "V"])
    return Table("volcano_obs", [("OBS_ID", I), "VOLC_NO", "VOLC_NM", "CTRY", "VOLC_TYPE", ("ELEV_M", I), "OBS_MON", "IND_CD", "INDICATOR", "UNIT", ("VALUE", F), ("N_DAYS", I), "METHOD", "ALERT_LVL", "STATUS"], rows,
                 {"VALUE": lambda v, i: "n.d." if v is None else f"{v:,.0f}" if v == int(v) else v})


TABLES = [returns(), volcanoes()]
