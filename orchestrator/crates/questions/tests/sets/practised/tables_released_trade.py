"""Tables that were frozen until the night of 23 November 2026. All values are invented."""
import datetime, random

from common import Table, days, mixed_date, scatter

I, F, D = "INTEGER", "DOUBLE", "DATE"


def or_else(gap):
    return lambda v, i: gap if v is None else v


def tickets():
    r, rows = random.Random(9301), []
    products = {"Invoicing": 30, "Payroll": 22, "Time Tracking": 18, "Mobile App": 20, "Reporting": 10}
    issues = {"Bug": 34, "How-to question": 30, "Billing": 16, "Login problem": 14, "Feature request": 10}
    agents = {"Amara": ("Tier 1", 1.0), "Bogdan": ("Tier 1", 1.3), "Chloe": ("Tier 1", 0.8), "Deepak": ("Tier 2", 1.0), "Eva": ("Tier 2", 0.75), "Farid": ("Billing", 0.9), "Greta": ("Billing", 1.15)}
    span = list(days("2024-01-02", "2025-03-11"))
    weights = [(0.25 if d.isoweekday() > 5 else 1.5 if d.isoweekday() == 1 else 1) * (1 + (d - span[0]).days / 900) * (1.35 if d.day <= 3 else 1) for d in span]
    for i, day in enumerate(sorted(r.choices(span, weights, k=970))):
        product = r.choices(list(products), list(products.values()))[0]
        issue = r.choices(list(issues), list(issues.values()))[0]
        prio = r.choices(["low", "normal", "high", "urgent"], [22, 50, 20, 8] if issue == "Bug" else [32, 54, 11, 3])[0]
        plan = r.choices(["Free", "Team", "Business", "Enterprise"], [34, 36, 20, 10])[0]
        channel = r.choices(["email", "chat", "phone", "web form"], [40, 30, 10, 20])[0]
        team = "Billing" if issue == "Billing" else "Tier 2" if issue == "Bug" and r.random() < 0.55 else "Tier 1"
        agent = r.choice([a for a, (t, _) in agents.items() if t == team])
        created = datetime.datetime(day.year, day.month, day.day, r.choices(range(6, 23), [1, 2, 5, 9, 11, 11, 9, 8, 9, 9, 8, 7, 5, 3, 2, 2, 1])[0], r.randint(0, 59))
        speed = {"low": 1.5, "normal": 1, "high": 0.55, "urgent": 0.25}[prio] * {"chat": 0.08, "phone": 0.02}.get(channel, 1) * {"Free": 1.5, "Enterprise": 0.6}.get(plan, 1)
        first = max(1, round(190 * speed * agents[agent][1] * r.lognormvariate(0, 0.7)))
        hours = round(max(0.2, first / 60 + {"Bug": 44, "Feature request": 60, "Billing": 16, "Login problem": 6, "How-to question": 10}[issue] * {"low": 1.3, "normal": 1, "high": 0.8, "urgent": 0.45}[prio] * agents[agent][1] * r.lognormvariate(0, 0.8)), 1)
        open_still = r.random() < (0.02 if day < datetime.date(2025, 2, 20) else 0.4)
        limit = {"low": 96, "normal": 48, "high": 24, "urgent": 8}[prio]
        happy = min(5, max(1, round(4.5 - hours / 60 - first / 900 + r.gauss(0, 0.8)))) if not open_still and r.random() < 0.46 else None
        rows.append([f"T-{20000 + i * 3}", created, first, None if open_still else created + datetime.timedelta(hours=hours), None if open_still else hours, prio, channel, product, issue, plan, r.choices(["US", "UK", "Germany", "France", "Netherlands", "Australia"], [36, 20, 16, 10, 8, 10])[0], r.randint(1, 5) if plan in ("Free", "Team") else r.randint(20, 900), agent, team, "open" if open_still else "solved", "yes" if not open_still and r.random() < 0.09 else "no", r.randint(2, 5) + round(hours / 20), "true" if team == "Tier 1" and hours > 30 and r.random() < 0.5 else "false", None if open_still else "true" if hours > limit else "false", happy,
                     round(r.uniform(8, 240), 2) if issue == "Billing" and r.random() < 0.3 else 0.0])
    return Table("support_tickets", ["ticketId", ("createdAt", "TIMESTAMP"), ("firstReplyMinutes", I), ("resolvedAt", "TIMESTAMP"), ("resolutionHours", F), "priority", "channel", "product", "issueType", "customerPlan", "customerCountry", ("customerSeats", I), "agent", "team", "status", "reopened", ("messageCount", I), "escalated", "slaBreached", ("csatScore", I), ("refundAmount", F)], rows,
                 {"csatScore": or_else("no answer"), "refundAmount": lambda v, i: f"${v:.2f}", "customerCountry": lambda v, i: {"US": "USA", "UK": "United Kingdom"}.get(v, v) if scatter(f"c{i}") < 0.08 else v})


def shifts():
    r, rows = random.Random(9305), []
    lines = {"L1": ("Bottling", 5200, 0.02), "L2": ("Canning", 7400, 0.015), "L3": ("Cartons", 4100, 0.035), "L4": ("Glass", 3300, 0.045)}
    items = {"L1": [("101", "Still water"), ("102", "Sparkling water")], "L2": [("201", "Cola"), ("202", "Orange soda"), ("203", "Energy drink")], "L3": [("301", "Apple juice"), ("302", "Oat drink")], "L4": [("401", "Craft lemonade"), ("402", "Sparkling water")]}
    reasons = {"MEC": "Mechanical fault", "CHG": "Product changeover", "MAT": "Missing material", "CLN": "Cleaning", "STF": "Staff shortage"}
    chiefs = {"Early": ["Brandt", "Novak"], "Late": ["Moreau", "Silva"], "Night": ["Ekström", "Novak"]}
    for day in days("2024-03-04", "2024-07-10"):
        if day.isoweekday() == 7:
            continue
        for line, (name, rate, scrap) in lines.items():
            for shift in ("Early", "Late", "Night"):
                if (day.isoweekday() == 6 and shift != "Early") or r.random() < 0.28:
                    continue
                code, item = r.choice(items[line])
                reason = r.choices(list(reasons), [34 if line == "L4" else 22, 28, 12, 18, 8 if shift != "Night" else 18])[0]
                down = max(0, round(r.lognormvariate(3.3 + (0.4 if line == "L4" else 0) + (0.2 if shift == "Night" else 0), 0.7)))
                down = 0 if r.random() < 0.1 else min(down, 300)
                heat = round(21 + (day.month - 3) * 1.8 + (2 if shift == "Late" else -1.5 if shift == "Night" else 0) + r.gauss(0, 1.3), 1)
                speed = r.gauss(0.93, 0.04) - (0.05 if line == "L2" and day < datetime.date(2024, 4, 15) else 0)
                made = round(rate * (480 - down) / 60 * min(1, speed))
                lost = round(made * scrap * r.lognormvariate(0, 0.4) * (1.4 if heat > 28 else 1) * (1.2 if shift == "Night" else 1))
                oee = (480 - down) / 480 * made / (rate * (480 - down) / 60) * (made - lost) / made
                rows.append([f"{day:%y%m%d}-{line}{shift[0]}", day, line, name, shift, code, item, 480, 480 - down, down, reason if down else None, reasons[reason] if down else None, rate * 8, made, lost, made - lost, r.choice([4, 5, 5, 6]) - (1 if reason == "STF" and down else 0), heat, round(made * {"L1": 0.021, "L2": 0.018, "L3": 0.027, "L4": 0.041}[line] + 120 + r.gauss(0, 15)), r.choice(chiefs[shift]), round(100 * oee, 1), r.choices([0, 1, 2], [94, 5, 1])[0]])
    return Table("shift_output", ["shift_key", ("prod_date", D), "line_cd", "line_nm", "shift", "item_cd", "item_nm", ("plan_min", I), ("run_min", I), ("down_min", I), "down_rsn_cd", "down_rsn", ("units_plan", I), ("units_made", I), ("units_scrap", I), ("units_good", I), ("crew_n", I), ("hall_temp_c", F), ("energy_kwh", I), "supervisor", ("oee_pct", F), ("accidents_n", I)], rows,
                 {"prod_date": mixed_date, "units_made": lambda v, i: f"{v:,}", "oee_pct": lambda v, i: f"{v} %", "down_rsn": or_else("none"), "shift": lambda v, i: v.lower() if scatter(f"s{i}") < 0.06 else v})


TABLES = [tickets(), shifts()]
