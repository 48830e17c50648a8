"""Thirty questions in German, French and Spanish about tables that other files ask about in English; ids with `f-`, in two halves, see README.md."""
from common import by


def write(b):
    b.label = "f-"
    german(b)
    french(b)
    spanish(b)
    b.label = ""


def german(b):
    b.on("car_washes")
    b.q("cmp", "Wie viele Wäschen gibt es je Standort?", "SELECT Site, count(*) n FROM t GROUP BY 1", "de count plain")
    b.q("cmp", "Durchschnittliche Wartezeit in der Schlange nach Fahrzeugart", "SELECT Vehicle, avg(\"Queue (min)\") v FROM t GROUP BY 1", "de mean plain na")
    b.q("cmp", "Durchschnittspreis pro Programm, nur Mitglieder", "SELECT Programme, avg(Price) v FROM t WHERE Member='yes' GROUP BY 1", "de mean filter plain na")
    b.q("cmp", "Welcher Standort hat den höchsten Umsatz?", "SELECT Site, sum(Price) n FROM t GROUP BY 1 ORDER BY 2 DESC", "de sum superlative plain top=1")
    b.on("taxi_rides")
    b.q("cmp", "Wie viele Fahrten wurden nicht mit Karte bezahlt, aufgeteilt nach Firma?", "SELECT Company, count(*) n FROM t WHERE Payment<>'Card' GROUP BY 1", "de not count plain")
    b.q("cmp", "Höchstes Trinkgeld je Zahlungsart", "SELECT Payment, max(Tip) v FROM t GROUP BY 1", "de max plain na")
    b.q("cmp", "mittlere Fahrstrecke in Meilen nach Einstiegszone", "SELECT \"Pickup Zone\", avg(Miles) v FROM t GROUP BY 1", "de mean plain na")
    b.on("hotel_bookings")
    b.q("cmp", "Gesamtbetrag der Buchungen nach Zimmertyp", "SELECT room_type, sum(total_amount) n FROM t GROUP BY 1", "de sum plain")
    b.q("num", "Wie hoch ist der Anteil der stornierten Buchungen?", "SELECT avg(is_cancelled) s FROM t", "de share plain")
    b.q("cmp", "Bei welchen drei Kanälen ist die Gästebewertung am niedrigsten?", "SELECT channel, avg(guest_rating) v FROM t GROUP BY 1 ORDER BY 2", "de mean topn plain na top=3!")


def french(b):
    b.on("house_sales")
    area = ("district", "district_cd")
    b.q("cmp", "Quel est le prix de vente moyen par type de bien ?", "SELECT property_type, avg(sold_price) v FROM t GROUP BY 1", "fr mean plain na")
    b.q("cmp", "nombre de maisons vendues par quartier", by(area, "SELECT KEY, count(*) n FROM t GROUP BY 1"), "fr count plain")
    b.q("num", "Combien de ventes n'ont pas de jardin ?", "SELECT count(*) n FROM t WHERE garden='none'", "fr not count plain")
    b.q("cmp", "surface moyenne des logements selon le nombre de chambres", "SELECT bedrooms, avg(floor_area_m2) v FROM t GROUP BY 1", "fr mean plain na")
    b.on("vet_visits")
    b.q("cmp", "Combien de visites y a-t-il eu pour chaque espèce ?", "SELECT species, count(*) n FROM t GROUP BY 1", "fr count plain")
    b.q("cmp", "temps d'attente moyen par vétérinaire", "SELECT vet, avg(\"waiting time (min)\") v FROM t GROUP BY 1", "fr mean plain na")
    b.q("cmp", "Quelle race de chien a le poids moyen le plus élevé ?", "SELECT breed, avg(\"weight (kg)\") v FROM t WHERE species='Dog' GROUP BY 1 ORDER BY 2 DESC", "fr mean filter superlative plain na top=1")
    b.on("ski_days")
    b.q("cmp", "nombre total d'accidents par domaine skiable", "SELECT area, sum(accidents) n FROM t GROUP BY 1", "fr sum plain")
    b.q("trend", "évolution du nombre de visiteurs par saison", "SELECT season, sum(guests) n FROM t GROUP BY 1", "fr sum plain")
    b.q("cmp", "vitesse maximale du vent pour chaque station", "SELECT area, max(wind_max_kmh) v FROM t GROUP BY 1", "fr max plain na")


def spanish(b):
    b.on("dental_visits")
    b.q("cmp", "¿Cuántas visitas hay por dentista?", "SELECT dentist, count(*) n FROM t GROUP BY 1", "es count plain")
    b.q("cmp", "tarifa media de cada tratamiento", by(("treatment", "treat_cd"), "SELECT KEY, avg(fee) v FROM t GROUP BY 1"), "es mean plain na")
    b.q("num", "¿Cuánto pagaron los pacientes en total?", "SELECT sum(patient_pays) n FROM t", "es sum plain")
    b.q("cmp", "¿Cuántas citas canceladas tuvo cada sala?", "SELECT room, count(*) n FROM t WHERE status='cancelled' GROUP BY 1", "es count filter plain")
    b.on("marathon")
    b.q("cmp", "tiempo final medio por sexo", "SELECT sex, avg(finish_min) v FROM t GROUP BY 1", "es mean plain na")
    b.q("cmp", "¿Cuáles son las cinco marcas de zapatillas más frecuentes?", "SELECT shoe_brand, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "es count topn plain top=5!")
    b.q("cmp", "número de corredores por nacionalidad", "SELECT nat, count(*) n FROM t GROUP BY 1", "es count plain")
    b.on("parking_fines")
    b.q("cmp", "¿Qué calle tiene más multas?", "SELECT street, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "es count superlative plain top=1")
    b.q("cmp", "importe pagado por tipo de vehículo", "SELECT veh_typ, sum(amt_paid) n FROM t GROUP BY 1", "es sum plain")
    b.q("cmp", "días hasta el pago, en promedio, por zona", by(("zone", "zone_cd"), "SELECT KEY, avg(days_to_pay) v FROM t GROUP BY 1"), "es mean plain na")
