"""Games in the rooms of an escape game. All values are invented."""
import random

from common import Table, days, or_else, scatter

I, F, D = "INTEGER", "DOUBLE", "DATE"


def escape_games():
    r, rows = random.Random(12701), []
    rooms = {"The Vault": (0.41, 47), "Night Train": (0.63, 43), "Observatory": (0.55, 45), "Old Pharmacy": (0.72, 39)}
    calendar = list(days("2024-01-02", "2025-06-29"))
    busy = [{4: 1.5, 5: 2.6, 6: 1.9}.get(day.weekday(), 1) for day in calendar]
    for day in sorted(r.choices(calendar, busy, k=420)):
        room = r.choices(list(rooms), [30, 28, 18, 24])[0]
        chance, minutes = rooms[room]
        size = r.choices([2, 3, 4, 5, 6], [24, 22, 28, 16, 10])[0]
        hints = min(9, max(0, round(r.gauss(3.2 + 0.7 * (room == "The Vault"), 1.8))))
        escaped = r.random() < chance + 0.04 * (size - 3)
        took = round(min(59.5, max(22, r.gauss(minutes, 7))), 1) if escaped else None
        kind = r.choices(["friends", "family", "company", "birthday"], [40, 30, 18, 12])[0]
        price = 24.0 * size * (1.2 if kind == "company" else 1) - (10 if day.weekday() < 4 else 0)
        rating = min(5, max(1, round(r.gauss(4.2 + (0.3 if escaped else -0.4), 0.8)))) if r.random() < 0.7 else None
        rows.append([day, room, kind, size, hints, "yes" if escaped else "no", took, price, r.choices(["website", "phone", "voucher"], [66, 14, 20])[0], rating])
    rows = [[f"E{4100 + i}", *row] for i, row in enumerate(rows)]
    return Table("escape_games", ["Game", ("Played on", D), "Room", "Group kind", ("Players", I), ("Hints", I), "Escaped", ("Minutes to exit", F), ("Paid", F), "Booked by", ("Stars", I)], rows,
                 {"Paid": lambda v, i: f"€{v:.2f}", "Room": lambda v, i: v.upper() if scatter(f"r{i}") < 0.04 else v, "Minutes to exit": or_else("-"), "Stars": or_else("")})


TABLES = [escape_games()]
