"""Questions in German, French and Spanish about tables that other files ask about in English."""
from common import by


def write(b):
    tickets(b)
    shifts(b)


def tickets(b):
    b.on("support_tickets")
    b.q("cmp", "Wie viele Tickets gibt es je Produkt?", "SELECT product, count(*) n FROM t GROUP BY 1", "de count plain")
    b.q("cmp", "durchschnittliche Lösungszeit in Stunden nach Team", "SELECT team, avg(resolutionHours) v FROM t GROUP BY 1", "de mean plain na")
    b.q("cmp", "nombre de tickets par canal", "SELECT channel, count(*) n FROM t GROUP BY 1", "fr count plain")
    b.q("cmp", "délai médian de première réponse en minutes pour chaque priorité", "SELECT priority, median(firstReplyMinutes) v FROM t GROUP BY 1", "fr median ordinal computed na")
    b.q("cmp", "¿Cuántos tickets hay de cada tipo de problema?", "SELECT issueType, count(*) n FROM t GROUP BY 1", "es count plain")
    b.q("cmp", "importe total reembolsado por país del cliente", "SELECT customerCountry, sum(refundAmount) n FROM t GROUP BY 1", "es sum currency dirty plain")


def shifts(b):
    b.on("shift_output")
    whole = ("", "WHERE prod_date<'2024-07-01' ")
    b.q("cmp", "Ausschuss in Stück je Schicht", "SELECT shift, sum(units_scrap) n FROM t GROUP BY 1", "de sum dirty plain")
    b.q("trend", "Stillstand in Minuten pro Monat", [f"SELECT date_trunc('month', prod_date) d, sum(down_min) n FROM t {w}GROUP BY 1" for w in whole], "de sum dirty_date incomplete plain")
    b.q("trend", "consommation d'énergie en kWh par mois", [f"SELECT date_trunc('month', prod_date) d, sum(energy_kwh) n FROM t {w}GROUP BY 1" for w in whole], "fr sum dirty_date incomplete plain")
    b.q("cmp", "¿Cuántos accidentes hubo en cada línea?", by(("line_nm", "line_cd"), "SELECT KEY, sum(accidents_n) n FROM t GROUP BY 1"), "es sum abbrev plain")
