"""Questions about the tables of `tables_lockers.py`; see README.md for the format."""


def write(b):
    lockers(b)
    hire(b)


def lockers(b):
    b.on("locker_parcels")
    minutes = "date_diff('minute', \"Put in\", \"Taken out\")"
    hours = f"{minutes}/60.0"
    b.q("cmp", "how many hours does a parcel sit in the locker on average, per station", f"SELECT Station, avg({hours}) v FROM t GROUP BY 1", "duration mean dirty_date placeholder computed na")
    b.q("num", "how many parcels stayed in longer than 3 days?", f"SELECT count(*) n FROM t WHERE {minutes}>3*24*60", "duration filter count dirty_date placeholder computed")
    b.q("cmp", "parcels per carrier without the returns", "SELECT Carrier, count(*) n FROM t WHERE \"Return\"='no' GROUP BY 1", "negation filter count dirty plain")
    b.q("trend", "number of parcels put in each month", [f"SELECT {k}, count(*) n FROM t {w} GROUP BY ALL" for w in ("", "WHERE \"Put in\"<'2025-03-01'") for k in ("date_trunc('month', \"Put in\") d", "year(\"Put in\") y, month(\"Put in\") moy")], "count dirty_date incomplete plain")
    b.q("num", "Wie viele große Pakete (L) kamen im Dezember 2024 in der Central Station an?", "SELECT count(*) n FROM t WHERE Size='L' AND Station='Central Station' AND year(\"Put in\")=2024 AND month(\"Put in\")=12", "de and filter count dirty dirty_date plain")
    b.q("cmp", "what share of the parcels at each station needed at least one reminder", "SELECT Station, avg((\"Reminders sent\">=1)::int) s FROM t GROUP BY 1", "share filter computed pct na")
    b.no("which parcels were delivered to the wrong locker?", "missing_column")
    b.either("which station is the busiest one for us", [f"SELECT Station, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in ("count(*)", "sum(\"Weight kg\")", f"sum({hours})")])
    b.talk(("cmp", "how many parcels by size", "SELECT Size, count(*) n FROM t GROUP BY 1", "count dirty"),
           ("cmp", "only the ones from Swiftpost", "SELECT Size, count(*) n FROM t WHERE Carrier='Swiftpost' GROUP BY 1", "filter dirty"),
           ("cmp", "and how heavy are they on average?", "SELECT Size, avg(\"Weight kg\") v FROM t WHERE Carrier='Swiftpost' GROUP BY 1", "measure mean placeholder na"))


def hire(b):
    b.on("tool_hire")
    income = 'Days*"Day rate"'
    b.q("cmp", "hire income per branch (days times day rate, no late fees)", f"SELECT Branch, sum({income}) n FROM t GROUP BY 1", "product sum currency dirty computed")
    b.q("cmp", "top 3 tools by number of days hired out", "SELECT Tool, sum(Days) n FROM t GROUP BY 1 ORDER BY 2 DESC", "topn sum dirty plain top=3!")
    b.q("cmp", "what percentage of bookings came back damaged, by category", "SELECT Category, avg((Damaged='yes')::int) s FROM t GROUP BY 1", "share dirty computed pct na")
    b.q("num", "total of late fees at Quayside in 2024", "SELECT sum(\"Late fee\") n FROM t WHERE Branch='Quayside' AND year(\"From\")=2024", "and filter sum currency dirty dirty_date placeholder plain")
    b.q("num", "Quelle est la durée moyenne d'une location, en jours, pour les clients professionnels (trade) ?", "SELECT avg(Days) v FROM t WHERE Customer='trade'", "fr filter mean plain")
    b.q("cmp", "do trade customers pay a late fee more often than private ones?", "SELECT Customer, avg((\"Late fee\" IS NOT NULL)::int) s FROM t GROUP BY 1", "compare share placeholder computed pct na")
    b.no("how many mini diggers will we need next summer", "forecast")
    b.either("what is our worst tool?", [f"SELECT Tool, {v} v FROM t GROUP BY 1 ORDER BY 2{o}" for v, o in (("count(*)", ""), (f"sum({income})", ""), ("avg((Damaged='yes')::int)", " DESC"), ("sum((Damaged='yes')::int)", " DESC"))])
