"""Tables that were frozen until 27 November 2026; see README.md."""
import datetime, random

from common import Table, days, money, or_else, scatter, written_as

I, F, D = "INTEGER", "DOUBLE", "DATE"
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def adverts():
    r, rows = random.Random(60421), []
    plans = [("Brand search", "Search", 0.062, 0.9, 0.085, "true"), ("Hiking boots", "Search", 0.041, 0.75, 0.04, "false"), ("Tents generic", "Search", 0.036, 0.82, 0.028, "false"), ("Retargeting carousel", "Social", 0.014, 0.42, 0.05, "false"), ("Summer lookbook", "Social", 0.009, 0.36, 0.012, "false"), ("Trail video", "Video", 0.006, 0.28, 0.008, "false"), ("Newsletter sign-up", "Social", 0.011, 0.4, 0.022, "false"), ("Outdoor banners", "Display", 0.0032, 0.22, 0.007, "false"), ("Price comparison feed", "Shopping", 0.021, 0.31, 0.034, "false"), ("Clearance feed", "Shopping", 0.024, 0.27, 0.045, "false"), ("Podcast pre-roll", "Video", 0.004, 0.33, 0.006, "false")]
    lands = {"DE": ("Germany", 1.0), "FR": ("France", 0.7), "NL": ("Netherlands", 0.4), "ES": ("Spain", 0.5), "PL": ("Poland", 0.35)}
    weeks = list(days("2025-05-05", "2026-11-02", 7))
    for w, week in enumerate(weeks):
        for c, (name, channel, ctr, cpc, rate, brand) in enumerate(plans):
            if name == "Clearance feed" and week.month not in (1, 2, 7, 8) or name == "Summer lookbook" and week.month not in (4, 5, 6, 7, 8) or name == "Podcast pre-roll" and w < 40:
                continue
            for code, (land, size) in lands.items():
                if r.random() < (0.62 if land != "Germany" else 0.35) or (name == "Podcast pre-roll" and code not in ("DE", "NL")):
                    continue
                season = 1.5 if week.month in (5, 6) else 1.7 if week.month == 11 else 0.75 if week.month in (1, 2) else 1
                views = round({"Search": 9000, "Social": 42000, "Video": 60000, "Display": 130000, "Shopping": 26000}[channel] * size * season * r.lognormvariate(0, 0.3) * (0.8 if brand == "true" else 1))
                clicks = round(views * ctr * r.lognormvariate(0, 0.18))
                cost = round(clicks * cpc * r.lognormvariate(0, 0.12) * (1.1 if week.year == 2026 else 1), 2)
                sales = round(clicks * rate * r.lognormvariate(0, 0.25) * (1.2 if land == "Germany" else 1))
                phone = r.choices(["mobile", "desktop", "tablet"], [58, 34, 8])[0]
                rows.append([week, f"C-{c + 301}", name, channel, code, phone, r.choice(["new customers", "returning", "lookalike", "all"]), views, clicks, round(100 * clicks / views, 2), cost, round(cost * r.uniform(1, 1.4) / 50 + 0.5) * 50.0, sales, round(sales * r.lognormvariate(4.25, 0.2), 2), round(views * r.uniform(0.2, 0.4)) if channel == "Video" else None, r.randint(3, 10) if channel == "Search" else None, r.choice(["maxClicks", "targetRoas", "manual"]), brand, r.choice(["/boots", "/tents", "/sale", "/home", "/guide"])])
    return Table("ad_campaigns", [("weekStart", D), "campaignId", "campaignName", "channel", "countryCode", "device", "audience", ("impressions", I), ("clicks", I), ("ctrPct", F), ("costEur", F), ("budgetEur", F), ("conversions", I), ("revenueEur", F), ("videoViews", I), ("qualityScore", I), "bidStrategy", "isBrand", "landingPage"], rows,
                 {"impressions": lambda v, i: f"{v:,}", "costEur": money("€"), "revenueEur": money("€"), "ctrPct": lambda v, i: f"{v}%", "qualityScore": or_else("--"), "channel": lambda v, i: v.lower() if scatter(f"c{i}") < 0.05 else v})


def sickness():
    r, rows = random.Random(60422), []
    sites = {"Leeds": 1.0, "Hull": 1.25, "York": 0.85, "Bradford": 1.1, "Wakefield": 0.95, "Remote": 0.55}
    parts = {"Warehouse": (62, 1.4, "Operations"), "Drivers": (40, 1.3, "Operations"), "Packing": (48, 1.5, "Operations"), "Cleaning": (14, 1.6, "Operations"), "Customer Service": (34, 1.25, "Sales"), "Sales": (22, 0.8, "Sales"), "Marketing": (9, 0.7, "Sales"), "Finance": (12, 0.65, "Back office"), "HR": (7, 0.7, "Back office"), "IT": (15, 0.6, "Back office"), "Legal": (4, 0.45, "Back office"), "Canteen": (10, 1.35, "Operations")}
    season = [1.5, 1.4, 1.15, 0.95, 0.85, 0.75, 0.7, 0.65, 0.9, 1.1, 1.3, 1.45]
    code = 4000

    def closing(name, group, code, chosen):
        heads, fte = sum(x[4] for x in chosen), round(sum(x[5] for x in chosen), 1)
        months = [sum(x[7 + m] or 0 for x in chosen) for m in range(12)]
        return [name, group, None, code, heads, fte, None, *months, sum(months), sum(x[20] for x in chosen), round(100 * sum(months) / (fte * 230), 1), None]

    for site, bad in sites.items():
        mine = []
        for part, (size, ill, area) in parts.items():
            code += 10
            if site == "Remote" and area == "Operations" or site == "York" and part in ("Legal", "Canteen"):
                continue
            heads = max(2, round(size * r.uniform(0.5, 1.2)))
            fte = round(heads * r.uniform(0.8, 0.98), 1)
            months = [None if r.random() < 0.03 else round(heads * 0.85 * bad * ill * s * r.lognormvariate(0, 0.3)) for s in season]
            total = sum(m or 0 for m in months)
            mine.append([site, part, area, f"CC{code}", heads, fte, r.choice(["monthly", "monthly", "weekly"]), *months, total, round(total * r.uniform(0.15, 0.5)), round(100 * total / (fte * 230), 1), r.randint(31, 52)])
        rows += mine + [closing(site, "Total", None, mine)]
    rows.append(closing("All sites", "Total", None, [x for x in rows if x[1] != "Total"]))
    return Table("sick_days", ["Site", "Department", "Area", "Cost Centre", ("Headcount", I), ("FTE", F), "Reporting", *[(f"{m} 25", I) for m in MONTHS], ("Total Days", I), ("of which Long-Term", I), ("Absence Rate (%)", F), ("Avg Age", I)], rows,
                 {**{f"{m} 25": or_else("–") for m in MONTHS}, "Total Days": money(""), "Absence Rate (%)": lambda v, i: f"{v}%"})


def tenders():
    r, rows = random.Random(60423), []
    topics = {"Road works": ("45233120", 900000), "School meals": ("55523100", 320000), "IT services": ("72000000", 240000), "Cleaning services": ("90910000", 110000), "Medical supplies": ("33140000", 180000), "Office furniture": ("39130000", 60000), "Architectural services": ("71200000", 210000), "Waste containers": ("44613800", 75000), "Building construction": ("45210000", 2400000), "Security guards": ("79713000", 130000)}
    buyers = {"City of Lindau Valley": "Municipality", "Ostermark County": "County", "University Clinic North": "Hospital", "State Roads Agency": "Agency", "Municipality of Brunn": "Municipality", "School Trust Aurelia": "School board", "Harbour Board": "Agency", "Municipality of Kessel": "Municipality", "Regional Hospital Vale": "Hospital", "Ministry of Works": "Ministry"}
    firms = [f"{a} {b}" for a in ("Nordbau", "Alpha", "Kestrel", "Vega", "Tiber", "Lumen", "Orion", "Delta") for b in ("AG", "Group", "Partners")]
    home = {f: r.choices(["Austria", "Germany", "Italy", "Slovenia", "Czechia", "Hungary", "Switzerland"], [46, 20, 9, 7, 9, 5, 4])[0] for f in firms}
    size = {f: r.choices(["micro", "small", "medium", "large"], [12, 30, 34, 24])[0] for f in firms}
    for i, day in enumerate(sorted(r.choices(list(days("2022-01-10", "2026-08-28")), k=460))):
        topic = r.choices(list(topics), [14, 8, 17, 13, 12, 9, 10, 6, 7, 4])[0]
        cpv, typical = topics[topic]
        buyer = r.choice(list(buyers))
        way = r.choices(["Open", "Restricted", "Negotiated", "Direct award"], [58, 16, 16, 10])[0]
        guess = round(typical * r.lognormvariate(0, 0.7), -3)
        bids = 1 if way == "Direct award" else max(0, round(r.lognormvariate(1.35 if way == "Open" else 1.0, 0.55)) - (1 if topic in ("Road works", "Building construction") else 0))
        state = "open" if day > datetime.date(2026, 6, 15) and r.random() < 0.75 else "cancelled" if bids == 0 or r.random() < 0.07 else "awarded"
        won = state == "awarded"
        firm = r.choice(firms) if won else None
        end = day + datetime.timedelta(days=r.choice([21, 30, 35, 42, 52]))
        award = end + datetime.timedelta(days=max(8, round(r.lognormvariate(3.9, 0.5)))) if won else None
        price = round(guess * (1.12 - 0.035 * min(bids, 8)) * r.lognormvariate(0, 0.11)) if won else None
        rows.append([f"{day.year}/{i + 1:04}", buyer, buyers[buyer], topic, cpv, way, day, end, award, r.choices([1, 2, 3, 4, 6], [66, 14, 10, 6, 4])[0], bids if state != "open" else None, guess, price, firm, home.get(firm), size.get(firm), r.choice([6, 12, 12, 24, 36, 48]), "Yes" if r.random() < (0.35 if topic in ("Road works", "Building construction") else 0.12) else "No", state, r.choice([40, 50, 60, 70, 80, 100]), "Yes" if won and r.random() < 0.08 else "No"])
    return Table("public_tenders", ["Tender Ref", "Contracting Authority", "Authority Type", "Subject", "CPV Code", "Procedure", ("Published", D), ("Submission Deadline", D), ("Awarded On", D), ("Lots", I), ("Bids Received", I), ("Est. Value (EUR)", F), ("Award Value (EUR)", F), "Winner", "Winner Country", "Winner Size", ("Duration (months)", I), "EU Funded", "Status", ("Price Weight (%)", I), "Appeal Lodged"], rows,
                 {"Est. Value (EUR)": lambda v, i: f"{v:,.0f}", "Award Value (EUR)": lambda v, i: "tbd" if v is None else f"{v:,.0f}", "Published": written_as("%d/%m/%Y"), "Submission Deadline": written_as("%d/%m/%Y"), "Awarded On": written_as("%d/%m/%Y"), "Price Weight (%)": lambda v, i: f"{v} %", "Status": lambda v, i: v.capitalize() if scatter(f"s{i}") < 0.1 else v})


TABLES = [adverts(), sickness(), tenders()]
