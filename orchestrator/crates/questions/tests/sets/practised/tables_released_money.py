"""Tables that were frozen until 27 November 2026; see README.md."""
import datetime, random

from common import Table, days, mixed_date, money, or_else, scatter, written_as

I, F, D = "INTEGER", "DOUBLE", "DATE"


def till():
    r, rows = random.Random(9611), []
    for day in days("2024-01-02", "2025-06-30"):
        closed = day.weekday() == 0 or (day.month == 8 and day.day < 15) or (day.month, day.day) in ((12, 25), (12, 26), (1, 1), (5, 1))
        rain = r.choices(["sunny", "cloudy", "rain", "snow"], [38, 34, 25, 3] if day.month not in (12, 1, 2) else [20, 42, 26, 12])[0]
        trend = 1 + 0.08 * (day - datetime.date(2024, 1, 1)).days / 365
        crowd = None if closed else round(165 * trend * {1: 0.85, 2: 0.9, 3: 0.95, 4: 1.1, 5: 1.5, 6: 1.25}[day.weekday()] * {"sunny": 1.05, "cloudy": 1, "rain": 0.86, "snow": 0.75}[rain] * r.uniform(0.88, 1.12))
        sold = [None] * 6 if closed else [round(crowd * f * r.uniform(0.85, 1.15)) for f in (0.72, 0.55, 1.35, 0.16 if day.weekday() < 5 else 0.3, 0.62 if rain != "rain" else 0.74, 0.28 if day.weekday() < 5 else 0.12)]
        takings = None if closed else round(sum(n * p for n, p in zip(sold, (1.9, 2.4, 0.7, 4.2, 2.8, 4.9))) * r.uniform(0.98, 1.02), 2)
        rows.append([day, f"{day:%a}", "closed" if closed else "open", rain, None if closed else r.choice([2, 2, 3, 3, 4] if day.weekday() < 5 else [3, 4, 4]), crowd, *sold, takings, None if closed else round(takings * min(0.9, r.uniform(0.45, 0.6) + 0.1 * (trend - 1)), 2), None if closed else r.randint(2, 34)])
    goods = ["croissants", "baguettes", "rolls", "cakes", "coffees", "sandwiches"]
    return Table("bakery_till", [("date", D), "day", "shop", "weather", ("staff", I), ("customers", I), *((g, I) for g in goods), ("takings", F), ("of which card", F), ("thrown away", I)], rows,
                 {"date": written_as("%d/%m/%Y"), "takings": lambda v, i: "-" if v is None else f"€ {v:,.2f}", "customers": or_else("-"), "weather": lambda v, i: v.capitalize() if scatter(f"w{i}") < 0.12 else v})


def card():
    r, rows, balance = random.Random(9612), [], 2410.55
    shops = {"Groceries": (["Fresh Basket", "Corner Mart", "Lidlo", "Green Grocer Ltd"], 38, 9), "Eating out": (["Noodle Bar", "Pizza Carlo", "The Fig Tree", "Burger Yard"], 24, 6), "Transport": (["Metro Tickets", "City Taxi", "Shell Garage"], 19, 5), "Shopping": (["Amazonia", "H&N Fashion", "Book Corner", "Ikeda Home"], 52, 4), "Health": (["Central Pharmacy", "Dr Hale Dental"], 34, 1.2), "Travel": (["SkyJet", "Hotel Aurora", "Rail Europe"], 160, 0.7), "Leisure": (["Cineplex", "Climb Hall", "Game Store"], 22, 2.5)}
    fixed = [(1, "Housing", "Maple Lettings", -985.0), (3, "Bills", "Volt Energy", -96.0), (4, "Bills", "FibreNet", -39.99), (7, "Subscriptions", "Streamly", -13.99), (7, "Subscriptions", "TuneBox", -10.99), (12, "Subscriptions", "FitClub", -34.0), (25, "Salary", "Brightwater Ltd", 2860.0)]
    for day in days("2024-01-01", "2024-12-31"):
        moves = [(c, m, a if c not in ("Bills",) or m != "Volt Energy" else round(a * (1.5 if day.month in (12, 1, 2) else 0.9) * r.uniform(0.95, 1.05), 2), "yes") for d, c, m, a in fixed if d == day.day and not (m == "FitClub" and day.month < 5)]
        for kind, (names, size, rate) in shops.items():
            if r.random() < rate / 30 * (1.4 if day.weekday() >= 4 else 0.9) * (2.5 if kind == "Travel" and day.month in (7, 8) else 1):
                moves.append((kind, r.choice(names), -round(size * r.lognormvariate(-0.05, 0.5), 2), "no"))
        if r.random() < 0.02:
            moves.append(("Refund", r.choice(["Amazonia", "H&N Fashion"]), round(r.uniform(12, 70), 2), "no"))
        for kind, name, amount, again in moves:
            balance = round(balance + amount, 2)
            away = kind in ("Travel", "Eating out", "Shopping") and (day.month in (7, 8) and r.random() < 0.5 or r.random() < 0.04)
            rows.append([day, day + datetime.timedelta(days=0 if again == "yes" else r.choice([0, 1, 1, 2])), name, kind, amount, "EUR", r.choice(["ES", "FR", "PT"]) if away else "IE", again, "transfer" if again == "yes" and kind in ("Housing", "Salary", "Bills") else r.choices(["contactless", "chip", "online"], [55, 15, 30])[0], balance])
    return Table("card_payments", [("Booked", D), ("Value date", D), "Payee", "Category", ("Amount", F), "Cur", "Country", "Recurring", "Method", ("Balance", F)], rows,
                 {"Booked": written_as("%d %b %Y"), "Value date": written_as("%d %b %Y"), "Amount": lambda v, i: f"{v:,.2f}", "Balance": lambda v, i: f"{v:,.2f}", "Payee": lambda v, i: v.upper() if scatter(f"u{i}") < 0.1 else v})


def agency():
    r, clients, invoices = random.Random(9613), [], []
    a, b = "Nord Alpha Blue Harbor Stein Vista Luma Terra Quill Marlin".split(), "Foods Logistics Clinic Energy Studios Travel Books Systems".split()
    for i in range(42):
        clients.append([f"C{301 + i}", f"{a[i % 10]} {b[(i + i // 10) % 8]}", r.choices(["Germany", "Austria", "Switzerland", "Netherlands"], [50, 22, 18, 10])[0], r.choice(["Retail", "Health", "Energy", "Media", "Public sector", "Tourism"]), r.randint(2012, 2024), r.choice(["A. Lindt", "M. Okafor", "S. Brandt", "J. Reyes"]), r.choice([0, 0, 0, 5, 10])])
    active = [c for c in clients if c[0] not in ("C307", "C318", "C326", "C333", "C340")]
    weights = [r.lognormvariate(0, 0.8) for _ in active]
    for i, day in enumerate(sorted(r.choices(list(days("2023-01-02", "2025-03-28")), k=460))):
        client = r.choices(active, weights)[0]
        kind = r.choices(["Website", "Campaign", "Print", "Consulting", "Photo & video"], [26, 24, 14, 22, 14])[0]
        hours = round(r.lognormvariate(3.1, 0.6) * 2) / 2
        rate = {"Website": 92, "Campaign": 104, "Print": 74, "Consulting": 138, "Photo & video": 85}[kind]
        net = round(hours * rate * r.uniform(0.85, 1.1) * (1 - client[6] / 100), 2)
        vat = 19 if client[2] == "Germany" else 0
        term = r.choice([14, 30, 30])
        wait = max(1, round(r.gauss(term + (9 if client[3] == "Public sector" else -3), 9)))
        paid = day + datetime.timedelta(days=wait)
        state = "cancelled" if r.random() < 0.03 else "paid" if paid <= datetime.date(2025, 3, 31) and r.random() < 0.97 else "open"
        invoices.append([20230001 + i, client[0], day, day + datetime.timedelta(days=term), paid if state == "paid" else None, kind, hours if kind != "Print" or r.random() < 0.6 else None, net, vat, round(net * (1 + vat / 100), 2), state])
    comma = lambda v, i: f"{v:,.2f}".replace(",", " ").replace(".", ",")
    return [Table("invoices", [("invoice_no", I), "client_id", ("issued", D), ("due", D), ("paid_on", D), "service", ("hours", F), ("net_eur", F), ("vat_pct", I), ("gross_eur", F), "status"], invoices, {"issued": mixed_date, "net_eur": comma, "gross_eur": comma, "hours": or_else("flat"), "vat_pct": lambda v, i: f"{v} %"}),
            Table("clients", ["client_id", "client_name", "country", "sector", ("client_since", I), "account_manager", ("discount_pct", I)], clients, {"country": lambda v, i: {"Germany": "DE"}.get(v, v) if scatter(f"k{i}") < 0.1 else v})]


def campaigns():
    r, rows = random.Random(9614), []
    kinds = {"Games": (9000, 0.52), "Technology": (21000, 0.27), "Design": (12000, 0.45), "Music": (5200, 0.55), "Film": (9800, 0.42), "Publishing": (5600, 0.38), "Food": (8800, 0.28), "Art": (3300, 0.5)}
    a, b = "Solar Tiny Midnight Paper Wooden Hidden Electric Wild Copper Lunar Folding Secret".split(), "Lamp Quest Garden Atlas Kitchen Orchestra Bicycle Theatre Dragon Notebook Robot Cookbook Backpack Cards Coffee".split()
    for i, day in enumerate(sorted(r.choices(list(days("2018-01-03", "2023-12-20")), [1.6 if d.year == 2021 else 1 for d in days("2018-01-03", "2023-12-20")], k=520))):
        kind = r.choices(list(kinds), [20, 17, 14, 13, 12, 10, 6, 8])[0]
        base, luck = kinds[kind]
        goal = max(300, int(round(base * r.lognormvariate(0, 0.9), -2)))
        pick, video = r.random() < 0.13, r.random() < 0.62
        won = r.random() < min(0.93, luck * (1.5 if pick else 0.95) * (1.1 if video else 0.85) * (1.25 if goal < base / 2 else 0.85 if goal > base * 2 else 1))
        state = "successful" if won else r.choices(["failed", "canceled", "suspended"], [84, 14, 2])[0]
        if state != "successful" and day > datetime.date(2023, 12, 1):
            state = "live"
        pledged = round(goal * (1 + r.expovariate(1.1) ** 2) if won else goal * r.betavariate(0.7, 3.2), 2)
        backers = max(1 if pledged > 1 else 0, round(pledged / {"Technology": 95, "Design": 70, "Games": 52, "Film": 68}.get(kind, 44) * r.lognormvariate(0, 0.25)))
        length = r.choices([30, 14, 21, 45, 60], [60, 8, 10, 10, 12])[0]
        rows.append([1700231 + i * 17, f"The {r.choice(a)} {r.choice(b)}", kind, r.choices(["US", "GB", "CA", "DE", "AU", "FR", "JP"], [52, 16, 8, 8, 6, 6, 4])[0], day, day + datetime.timedelta(days=length), state, goal, pledged, backers, "TRUE" if pick else "FALSE", "TRUE" if video else "FALSE", r.randint(0, 28), round(backers * r.uniform(0.02, 0.4)), r.randint(3, 16)])
    return Table("crowdfunding", [("id", I), "name", "category", "country", ("launched", D), ("deadline", D), "state", ("goal_usd", I), ("pledged_usd", F), ("backers", I), "staff_pick", "has_video", ("updates", I), ("comments", I), ("reward_levels", I)], rows, {"goal_usd": money("$"), "category": lambda v, i: v.lower() if scatter(f"c{i}") < 0.05 else v})


TABLES = [till(), card(), *agency(), campaigns()]
