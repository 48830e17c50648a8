"""House sales, a table of prices by district, and claims on home insurance. All values are invented."""
import datetime, random

from common import Table, days, mixed_date, money, or_else, scatter, written_as

I, F, D = "INTEGER", "DOUBLE", "DATE"
DISTRICTS = {"D01": ("Abbey Road", "North", 1.3), "D02": ("Brookside", "North", 0.9), "D03": ("Castle Green", "Centre", 1.6), "D04": ("Docklands", "Centre", 1.2), "D05": ("Eastwick", "East", 0.75), "D06": ("Fairlawn", "South", 1.1), "D07": ("Gasworks", "East", 0.65), "D08": ("Highfield", "South", 1.45), "D09": ("Ironbridge", "East", 0.7), "D10": ("Jubilee Park", "South", 1.0), "D11": ("Kingsmead", "North", 1.15), "D12": ("Larkhill", "South", 0.95)}


def house_sales():
    r, rows = random.Random(11301), []
    streets = "Acacia Avenue,Mill Lane,Station Road,Church Street,Orchard Close,Victoria Road,The Green,Park View,Elm Grove,Bridge Street".split(",")
    for i, sold in enumerate(sorted(r.choices(list(days("2022-01-05", "2025-03-31")), k=760))):
        code = r.choices(list(DISTRICTS)[:11], [7, 9, 5, 11, 9, 7, 8, 5, 6, 8, 7])[0]
        name, region, dear = DISTRICTS[code]
        kind = r.choices(["Detached", "Semi-detached", "Terraced", "Flat", "Bungalow"], [4, 8, 14, 62, 0] if region == "Centre" else [18, 30, 28, 16, 8])[0]
        beds = {"Detached": 4, "Semi-detached": 3, "Terraced": 3, "Flat": 2, "Bungalow": 2}[kind] + r.choices([-1, 0, 1], [25, 50, 25])[0]
        area = round((28 + 21 * beds) * r.lognormvariate(0, 0.14) * (1.2 if kind == "Detached" else 1))
        new = r.random() < (0.12 if code in ("D04", "D07") else 0.03)
        built = sold.year - r.randint(0, 1) if new else round(r.triangular(1880, 2018, 1962))
        epc = r.choices("ABCDEFG", [4, 30, 6, 1, 0, 0, 0] if new else [0, 3 + (built > 1995) * 14, 24, 36, 18, 6, 2])[0]
        growth = 1 + 0.045 * (sold.year - 2022 + sold.month / 12) - (0.05 if sold.year == 2023 else 0)
        value = 2350 * area * dear * growth * {"Detached": 1.15, "Flat": 1.05, "Terraced": 0.93}.get(kind, 1) * (1.12 if new else 1) * (1 - 0.02 * ("ABCDEFG".index(epc) - 3)) * r.lognormvariate(0, 0.1)
        asking = round(value * r.uniform(0.98, 1.09) / 2500) * 2500
        price = round(asking * r.gauss(0.972, 0.035) / 500) * 500
        wait = round(r.lognormvariate(4.2 + (0.25 if region == "East" else 0) + (0.3 if sold.year == 2023 else 0), 0.45))
        cuts = r.choices([0, 1, 2, 3], [62, 24, 10, 4])[0] if wait > 50 else 0
        buyer = r.choices(["first-time buyer", "mover", "investor", "downsizer"], [40, 30, 24, 6] if kind in ("Flat", "Terraced") else [16, 60, 6, 18])[0]
        rows.append([f"S{60001 + i}", r.choices(["Hartley & Co", "Northgate Homes", "Keystone", "Moveright"], [34, 28, 22, 16])[0], f"{r.randint(1, 180)} {r.choice(streets)}", code, name, kind, "L" if kind == "Flat" and r.random() < 0.92 else "F", beds, max(1, beds - r.choice([1, 1, 2])), area, None if kind == "Flat" else round(area * r.uniform(1.1, 4.5)), built, "Y" if new else "N", epc, r.choices([0, 1, 2], [60, 20, 20] if kind in ("Flat", "Terraced") else [12, 48, 40])[0], "none" if kind == "Flat" and r.random() < 0.7 else r.choices(["small", "large"], [55, 45])[0], r.choice("BCDEF") if asking < 400000 else r.choice("EFGH"), sold - datetime.timedelta(days=wait), sold, asking, price, cuts, max(1, round(r.lognormvariate(2.3, 0.5))), r.choices([1, 2, 3, 4, 6], [44, 28, 15, 9, 4])[0], buyer, r.choices(["cash", "mortgage"], [75, 25] if buyer in ("investor", "downsizer") else [9, 91])[0], r.choices(["yes", "no", None], [45, 50, 5])[0], r.choice([1.0, 1.25, 1.25, 1.5, 1.75]), round(12.4 + r.uniform(-0.5, 0.5), 5), round(-3.2 + r.uniform(-0.5, 0.5), 5)])
    return Table("house_sales", ["sale_id", "agent", "address", "district_cd", "district", "property_type", "tenure", ("bedrooms", I), ("bathrooms", I), ("floor_area_m2", I), ("plot_m2", I), ("year_built", I), "new_build", "energy_rating", ("parking_spaces", I), "garden", "tax_band", ("listed_on", D), ("sold_on", D), ("asking_price", I), ("sold_price", I), ("price_cuts", I), ("viewings", I), ("offers", I), "buyer_type", "paid_with", "in_chain", ("commission_pct", F), ("lat", F), ("lon", F)], rows,
                 {"listed_on": mixed_date, "sold_on": mixed_date, "asking_price": money("£"), "sold_price": money("£"), "commission_pct": lambda v, i: f"{v:g}%", "in_chain": or_else("?"), "district": lambda v, i: v.upper() if scatter(f"d{i}") < 0.05 else v.replace(" ", "  ") if scatter(f"d{i}") > 0.96 else v, "property_type": lambda v, i: "Semi detached" if v == "Semi-detached" and scatter(f"k{i}") < 0.15 else v})


def price_history():
    r, rows = random.Random(11302), []
    moves = {2013: 0.02, 2014: 0.05, 2015: 0.06, 2016: 0.055, 2017: 0.04, 2018: 0.02, 2019: 0.01, 2020: 0.03, 2021: 0.09, 2022: 0.08, 2023: -0.03, 2024: 0.025}
    for code, (name, region, dear) in DISTRICTS.items():
        price, prices = 152000 * dear * r.uniform(0.93, 1.07), {}
        lean = r.gauss(0, 0.012) + (0.02 if code in ("D04", "D07") else 0)
        for year in range(2012, 2025):
            price *= 1 + moves.get(year, 0) + lean + r.gauss(0, 0.012)
            prices[year] = None if code == "D12" and year < 2016 else round(price, -2).__int__()
        homes = round(r.uniform(3800, 11500))
        rows.append([code, name, region, homes, round(r.uniform(22, 78) if region != "Centre" else r.uniform(18, 35), 1), *prices.values()])
    rows.append(["ALL", "All districts", None, sum(x[3] for x in rows), round(sum(x[3] * x[4] for x in rows) / sum(x[3] for x in rows), 1), *(round(sum(x[5 + k] or 0 for x in rows) / sum(x[5 + k] is not None for x in rows), -2).__int__() for k in range(13))])
    cash = money("£", "n/a")
    return Table("price_history", ["district_cd", "district", "region", ("homes", I), ("owner_occupied_pct", F), *((str(y), I) for y in range(2012, 2025))], rows,
                 {"homes": money(""), "owner_occupied_pct": lambda v, i: f"{v}%", **{str(y): cash for y in range(2012, 2025)}})


def home_claims():
    r, rows = random.Random(11303), []
    perils = {"WTR": ("Escape of water", 30, 4200), "STM": ("Storm", 18, 2600), "THF": ("Theft", 14, 3100), "FIR": ("Fire", 5, 14500), "ADM": ("Accidental damage", 24, 780), "SUB": ("Subsidence", 3, 21000), "FLD": ("Flood", 6, 11800)}
    weeks = list(days("2023-01-02", "2025-02-28"))
    for i in range(690):
        begin = r.choice(weeks)
        code = r.choices(list(perils), [p[1] * (2.6 if c == "STM" and begin.month in (11, 12, 1, 2) else 1.7 if c == "WTR" and begin.month in (1, 2) else 1) for c, p in perils.items()])[0]
        label, _, size = perils[code]
        told = begin + datetime.timedelta(days=round(r.expovariate(1 / (21 if code == "SUB" else 5))))
        claimed = round(size * r.lognormvariate(0, 0.75), -1)
        excess = r.choice([100, 250, 250, 500])
        state = r.choices(["Paid", "Rejected", "Withdrawn", "Open"], [72, 16 + 10 * (code == "STM"), 6, 2 if told.year < 2024 else 8 if told < datetime.date(2024, 11, 1) else 40])[0]
        done = told + datetime.timedelta(days=round(r.lognormvariate({"ADM": 2.6, "SUB": 5.0, "FIR": 4.3}.get(code, 3.5), 0.5))) if state != "Open" else None
        paid = max(0, round(claimed * r.choice([1, 1, 1, 0.9, 0.75, 0.6]) - excess)) if state == "Paid" else 0
        rows.append([f"C-{begin.year % 100}-{4000 + i}", f"H{r.randint(20100, 20560)}", begin, told, done, code, label, r.choices(["Kitchen", "Bathroom", "Roof", "Living room", "Garage", "Garden"], {"WTR": [5, 6, 1, 1, 0, 0], "STM": [0, 0, 8, 1, 2, 4], "THF": [1, 0, 0, 5, 4, 2]}.get(code, [4, 2, 1, 5, 1, 0]))[0], r.choices(["House", "Flat", "Bungalow"], [60, 30, 10])[0], r.choices(["Inland", "Coast", "River valley"], [60, 22, 18] if code != "FLD" else [15, 25, 60])[0], r.choices(["phone", "app", "web", "broker"], [34, 30, 24, 12])[0], r.choice(["Adler", "Boone", "Cruz", "Dietz", "Eze"]), state, int(claimed), excess, paid, None if state != "Open" else int(round(claimed * 0.8, -2)), r.choices([None, "Y"], [95, 5])[0], round(210 + r.uniform(0, 420), 2), None if state == "Open" or r.random() < 0.45 else min(5, max(1, round(r.gauss({"Paid": 4.1, "Rejected": 1.9, "Withdrawn": 2.8}[state] - ((done - told).days > 60) * 0.8, 0.8))))])
    rows.sort(key=lambda x: x[3])
    cash = lambda v, i: "-" if v is None else f"${v:,}"
    return Table("home_claims", ["Claim no.", "Policy no.", ("Date of loss", D), ("Reported", D), ("Closed", D), "Cause code", "Cause", "Room", "Home type", "Location", "Channel", "Handler", "Status", ("Amount claimed", I), ("Excess", I), ("Amount paid", I), ("Reserve", I), "Fraud flag", ("Annual premium", F), ("Satisfaction (1-5)", I)], rows,
                 {"Date of loss": written_as("%m/%d/%Y"), "Reported": written_as("%m/%d/%Y"), "Closed": written_as("%m/%d/%Y", "still open"), "Amount claimed": cash, "Amount paid": cash, "Reserve": cash, "Annual premium": lambda v, i: f"${v:.2f}", "Cause": lambda v, i: v.lower() if scatter(f"ca{i}") < 0.06 else v, "Status": lambda v, i: v + " " if scatter(f"st{i}") < 0.04 else v})


TABLES = [house_sales(), price_history(), home_claims()]
