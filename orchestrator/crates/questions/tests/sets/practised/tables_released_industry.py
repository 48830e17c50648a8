"""Tables that were frozen until the night of 23 November 2026. All values are invented."""
import datetime, math, random

from common import Table, days, mixed_date, money, or_else, scatter

I, F, D, T = "INTEGER", "DOUBLE", "DATE", "TIMESTAMP"
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def freight():
    r, rows = random.Random(9404), []
    origin = {"CNSHA": ("Shanghai", 34), "CNNGB": ("Ningbo", 33), "VNSGN": ("Ho Chi Minh City", 31), "INNSA": ("Nhava Sheva", 23), "BRSSZ": ("Santos", 19), "USNYC": ("New York", 11)}
    goal = {"NLRTM": "Rotterdam", "DEHAM": "Hamburg", "BEANR": "Antwerp", "ESVLC": "Valencia"}
    carriers = {"BLUQ": ("Bluequay Line", 1.0), "NORD": ("Nordpassat", 0.7), "ORIO": ("Orion Sea", 1.5), "TRAM": ("Tramontana", 1.2)}
    goods = {"Furniture": 21000, "Electronics": 96000, "Textiles": 42000, "Machinery": 88000, "Coffee": 51000, "Ceramics": 24000}
    for i, day in enumerate(sorted(r.choices(list(days("2023-01-05", "2025-02-20")), k=480))):
        pol = r.choices(list(origin), [30, 20, 14, 16, 12, 8])[0]
        carrier = r.choices(list(carriers), [34, 24, 26, 16])[0]
        kind = "Coffee" if pol == "BRSSZ" and r.random() < 0.7 else r.choice([g for g in goods if g != "Coffee"])
        etd = day + datetime.timedelta(days=r.randint(8, 24))
        eta = etd + datetime.timedelta(days=origin[pol][1] + r.randint(-2, 3))
        detour = 11 if datetime.date(2024, 1, 5) <= etd <= datetime.date(2024, 8, 1) and pol in ("CNSHA", "CNNGB", "VNSGN", "INNSA") and r.random() < 0.6 else 0
        late = round(r.gauss(1.5, 2.6) * carriers[carrier][1]) + detour
        ata = eta + datetime.timedelta(days=late)
        sea = ata > datetime.date(2025, 3, 15)
        boxes = r.choices([1, 2, 3, 4, 6, 10], [38, 26, 14, 10, 8, 4])[0]
        size = r.choice(["20DC", "40DC", "40HC", "40RF"] if kind != "Electronics" else ["40HC", "20DC"])
        teu = boxes * (1 if size == "20DC" else 2)
        weight = round(teu * r.uniform(5200, 11800))
        freight = round(teu * 1150 * (1.9 if detour or etd.year == 2024 and etd.month < 8 else 1) * {"BLUQ": 1.08, "NORD": 1.15, "ORIO": 0.9, "TRAM": 1.0}[carrier] * r.uniform(0.8, 1.25))
        hurt = not sea and r.random() < 0.06
        rows.append([f"SB{day:%y}{4100 + i}", day, etd, eta, None if sea else ata, pol, origin[pol][0], r.choices(list(goal), [40, 28, 20, 12])[0], None, carrier, carriers[carrier][0], r.choices(["FOB", "CIF", "EXW", "DAP"], [52, 24, 14, 10])[0], kind, size, boxes, teu, weight, round(teu * goods[kind] * r.lognormvariate(0, 0.35)), freight, round(freight * r.uniform(0.08, 0.21)), "Y" if r.random() < 0.12 else "N", None if sea else late, "Y" if hurt else "N", round(r.uniform(0.02, 0.4) * goods[kind]) if hurt else None, "AT SEA" if sea else "ARRIVED"])
        rows[-1][8] = goal[rows[-1][7]]
    return Table("sea_freight", ["SHPMT_NO", ("BKG_DT", D), ("ETD", D), ("ETA", D), ("ATA", D), "POL_CD", "POL", "POD_CD", "POD", "CARR_CD", "CARRIER", "INCOTERM", "COMMODITY", "CNTR_TYP", ("CNTR_N", I), ("TEU", I), ("GRS_WT_KG", I), ("CARGO_VAL_USD", I), ("FRT_USD", I), ("FUEL_SUR_USD", I), "CUST_HOLD_YN", ("DELAY_D", I), "DMG_YN", ("CLAIM_USD", I), "STATUS"], rows,
                 {"BKG_DT": mixed_date, "ATA": or_else("TBA"), "DELAY_D": or_else("."), "GRS_WT_KG": lambda v, i: f"{v:,}", "CARGO_VAL_USD": money("$"), "CARRIER": lambda v, i: v.upper() if scatter(f"ca{i}") < 0.07 else v})


def turbines():
    r, rows = random.Random(9405), []
    parks = {"Hagberg": (5, 3.4, 119, 7.1, 2016), "Windeck": (4, 2.3, 98, 6.3, 2011), "Ostmoor": (6, 4.2, 141, 7.6, 2020), "Lerchenfeld": (3, 3.4, 134, 6.7, 2018)}
    models = {2.3: "VX-92", 3.4: "VX-126", 4.2: "NT-4200"}
    for year in (2022, 2023, 2024):
        wind = {m: (1 + 0.2 * math.cos((m - 1) / 12 * 2 * math.pi)) * r.uniform(0.9, 1.1) for m in range(1, 13)}
        for park, (many, power, hub, speed, since) in parks.items():
            total = {"Energy yield": [0] * 12, "Downtime": [0] * 12}
            for at in range(many):
                head = [park, f"{park[:2].upper()}-{at + 1}", models[power], power, hub, since]
                down = [round(r.expovariate(1 / (9 if since > 2015 else 22)) + (r.random() < 0.04) * r.uniform(90, 300), 1) for _ in range(12)]
                ms = [round(speed * wind[m] * r.uniform(0.96, 1.04), 2) for m in range(1, 13)]
                mwh = [round(power * 730 * min(0.6, 0.27 * (v / 6.6) ** 2) * (1 - h / 730) * r.uniform(0.96, 1.04)) for v, h in zip(ms, down)]
                rows.append([*head, "Energy yield", "MWh", year, *mwh, sum(mwh)])
                rows.append([*head, "Downtime", "h", year, *down, round(sum(down), 1)])
                rows.append([*head, "Mean wind speed", "m/s", year, *ms, round(sum(ms) / 12, 2)])
                total["Energy yield"] = [a + b for a, b in zip(total["Energy yield"], mwh)]
                total["Downtime"] = [round(a + b, 1) for a, b in zip(total["Downtime"], down)]
            for name, unit in (("Energy yield", "MWh"), ("Downtime", "h")):
                rows.append([park, "PARK TOTAL", models[power], round(power * many, 1), hub, since, name, unit, year, *total[name], round(sum(total[name]), 1)])
    numbers = [(m, F) for m in MONTHS] + [("Annual", F)]
    tidy = lambda v, i: f"{v:,.0f}" if isinstance(v, int) or v == int(v) and v >= 100 else v
    return Table("turbine_yield", ["Park", "Turbine", "Model", ("Rated power (MW)", F), ("Hub height (m)", I), ("Online since", I), "Measure", "Unit", ("Year", I), *numbers], rows, {m: tidy for m in [*MONTHS, "Annual"]})


TABLES = [freight(), turbines()]
