"""Questions about the table of `tables_dusk.py`; see README.md for the format. A developer of the engine wrote them, without running it on them."""


def write(b):
    b.on("escape_games")
    b.q("cmp", "how many games were played in each room", "SELECT Room, count(*) n FROM t GROUP BY 1", "count dirty plain")
    b.q("cmp", "success rate of each room", "SELECT Room, avg((Escaped='yes')::int) s FROM t GROUP BY 1", "rate flag dirty pct computed")
    b.q("trend", "income per month", ["SELECT date_trunc('month', \"Played on\") d, sum(Paid) n FROM t GROUP BY ALL", "SELECT year(\"Played on\") y, month(\"Played on\") moy, sum(Paid) n FROM t GROUP BY ALL"], "sum currency plain")
    b.q("num", "average number of players in a group", "SELECT avg(Players) v FROM t", "mean plain")
    b.q("cmp", "do big groups (5 or 6) need fewer hints than pairs?", ["SELECT CASE WHEN Players>=5 THEN 'big|5|6|large' ELSE 'pair|2|two' END k, avg(Hints) v FROM t WHERE Players>=5 OR Players=2 GROUP BY 1", "SELECT Players w, avg(Hints) v FROM t WHERE Players>=5 OR Players=2 GROUP BY 1"], "compare mean computed")
    b.q("rows", "fastest escape ever", ["SELECT Game, \"Minutes to exit\" v FROM t WHERE \"Minutes to exit\"=(SELECT min(\"Minutes to exit\") FROM t)", "SELECT min(\"Minutes to exit\") v FROM t"], "superlative placeholder plain")
    b.q("cmp", "median minutes to exit by room", "SELECT Room, median(\"Minutes to exit\") v FROM t GROUP BY 1", "median placeholder dirty plain")
    b.q("cmp", "which weekday is the busiest", "SELECT isodow(\"Played on\") wd, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "weekday count superlative plain top=1")
    b.q("num", "what percentage of the games were booked with a voucher", "SELECT avg((\"Booked by\"='voucher')::int) s FROM t", "share pct computed")
    b.q("cmp", "Durchschnittliche Sterne pro Raum", "SELECT Room, avg(Stars) v FROM t GROUP BY 1", "de mean missing dirty plain")
    b.no("how old were the players?", "missing_column")
    b.no("which room will be the most popular next winter", "forecast")
    b.either("which is our best room", [f"SELECT Room, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in ("count(*)", "sum(Paid)", "avg(Stars)", "avg((Escaped='yes')::int)")])
    b.talk(("cmp", "number of games by group kind", "SELECT \"Group kind\", count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "only the Night Train", "SELECT \"Group kind\", count(*) n FROM t WHERE Room='Night Train' GROUP BY 1", "filter dirty"))
