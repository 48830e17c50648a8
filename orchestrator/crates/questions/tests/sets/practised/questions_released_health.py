"""Questions about the tables of `tables_health.py`."""
from common import by


def write(b):
    for topic in (dentist, runner, cook):
        topic(b)


def dentist(b):
    b.on("dental_visits", "dental_patients")
    J = "dental_visits v JOIN dental_patients p USING (patient_no)"
    V = "dental_visits"
    kind = ("treatment", "treat_cd")
    who = ("patient_no", "first_name, last_name", "patient_no, first_name, last_name")
    came = ("", "WHERE status='attended'")
    b.q("cmp", "how many appointments did each dentist have in 2024", f"SELECT dentist, count(*) n FROM {V} WHERE year(booked_for)=2024 GROUP BY 1", "count filter dirty_date plain")
    b.q("num", "How many people just didn't show up?", [f"SELECT count(*) n FROM {V} WHERE status='no-show'", f"SELECT count(DISTINCT patient_no) n FROM {V} WHERE status='no-show'"], "count filter dirty plain")
    b.q("cmp", "average wait per dentist in minutes, from the booked time until the patient sits in the chair", f"SELECT dentist, avg(date_diff('minute', booked_for, seated_at)) v FROM {V} GROUP BY 1", "duration mean dirty_date computed na")
    b.q("cmp", "no-show rate by kind of insurance", [f"SELECT insurance, avg((status='no-show')::int) s FROM {J} GROUP BY 1", f"SELECT insurance, avg((status='no-show')::int) s FROM {J} WHERE status<>'cancelled' GROUP BY 1"], "join share dirty computed pct na")
    b.q("cmp", "which treatment brings in the most money", by(kind, f"SELECT KEY, sum(fee) n FROM {V} GROUP BY 1 ORDER BY 2 DESC NULLS LAST"), "superlative sum currency code plain top=1")
    b.q("cmp", "busiest weekday at the practise?", [f"SELECT isodow(booked_for) wd, count(*) n FROM {V} {w} GROUP BY 1 ORDER BY 2 DESC" for w in came], "weekday superlative typo dirty_date computed top=1 mark=bar,line,point,table,number,rect")
    b.q("trend", "attended visits month by month, 2023 vs 2024", [f"SELECT year(booked_for) y, month(booked_for) moy, count(*) n FROM {V} WHERE status='attended' AND year(booked_for)<=2024 GROUP BY 1,2", f"SELECT date_trunc('month', booked_for) d, count(*) n FROM {V} WHERE status='attended' AND year(booked_for)<=2024 GROUP BY 1"], "compare and dirty_date computed")
    b.q("rows", "which registered patients never had an appointment? names please", by(who, f"SELECT KEY FROM dental_patients WHERE patient_no NOT IN (SELECT patient_no FROM {V})"), "anti_join list computed")
    b.q("cmp", "top 5 patients by what they paid out of their own pocket", by(who, f"SELECT KEY, sum(patient_pays) n FROM {J} GROUP BY ALL ORDER BY n DESC NULLS LAST"), "join topn sum currency plain top=5!")
    b.q("num", "how long does a root canal take on average, in minutes", f"SELECT avg(date_diff('minute', seated_at, left_at)) v FROM {V} WHERE treat_cd='RCT'", "duration mean filter dirty_date computed")
    b.q("num", "what part of all the fees do the insurers cover?", [f"SELECT sum(insurer_pays)/sum(fee) s FROM {V}", f"SELECT avg(insurer_pays/fee) s FROM {V}"], "share currency computed pct")
    b.q("cmp", "are smokers more anxious? share of anxious patients, smokers vs non-smokers", ["SELECT smoker, avg((anxious IS NOT NULL)::int) s FROM dental_patients WHERE smoker IS NOT NULL GROUP BY 1", "SELECT coalesce(smoker, 'unknown') smoker, avg((anxious IS NOT NULL)::int) s FROM dental_patients GROUP BY 1"], "share flag placeholder computed pct na")
    b.q("cmp", "patients by decade of birth", "SELECT year(born)//10*10 dec, count(*) n FROM dental_patients GROUP BY 1", "decade count dirty_date computed mark=bar,line,area,point,table,arc")
    b.q("cmp", "Wie viele Tage vergehen im Schnitt zwischen Besuch und Bezahlung, je nach Versicherung?", f"SELECT insurance, avg(paid_on-booked_for::date) v FROM {J} WHERE paid_on IS NOT NULL GROUP BY 1", "de join duration dirty_date computed na")
    b.q("cmp", "median pain before the visit, worst treatments first", by(kind, f"SELECT KEY, median(pain_before) v FROM {V} WHERE pain_before IS NOT NULL GROUP BY 1 ORDER BY 2 DESC"), "median plain na")
    b.q("num", "combien de visites ont duré plus d'une heure au fauteuil ?", f"SELECT count(*) n FROM {V} WHERE date_diff('minute', seated_at, left_at)>60", "fr duration filter count dirty_date computed")
    b.q("rows", "single most expensive visit of each dentist, with the treatment", [f"SELECT dentist, treatment, fee v FROM {V} QUALIFY rank() OVER (PARTITION BY dentist ORDER BY fee DESC NULLS LAST)=1", f"SELECT dentist, visit_id, treatment, fee v FROM {V} QUALIFY rank() OVER (PARTITION BY dentist ORDER BY fee DESC NULLS LAST)=1"], "topn_group currency computed")
    b.q("cmp", "Wie viele Patienten haben wir in jedem Ort?", "SELECT town, count(*) n FROM dental_patients GROUP BY 1", "de count dirty plain")
    b.q("num", "combien de rendez-vous ont été annulés par téléphone ?", f"SELECT count(*) n FROM {V} WHERE status='cancelled' AND notice_given='phone'", "fr and count dirty plain")
    b.no("how many patients complained about Dr Brandt", "missing_column")
    b.no("number of no-shows in 2019", "missing_rows")
    b.no("why do so many people miss their monday appointments", "cause")
    b.either("who's our best dentist", [f"SELECT dentist, {v} v FROM {V} GROUP BY 1 ORDER BY 2 {o}" for v, o in (("count(*)", "DESC"), ("count(*) FILTER (status='attended')", "DESC"), ("sum(fee)", "DESC"), ("avg(fee)", "DESC"), ("avg(date_diff('minute', booked_for, seated_at))", ""))])
    b.either("Was kostet eine Füllung?", [f"SELECT {v} v FROM {V} WHERE treat_cd='FIL'" for v in ("avg(fee)", "median(fee)", "avg(patient_pays)", "median(patient_pays)")], "de")
    b.talk(("cmp", "appointments by treatment", by(kind, f"SELECT KEY, count(*) n FROM {V} GROUP BY 1"), "count"),
           ("cmp", "only Dr Costa's", by(kind, f"SELECT KEY, count(*) n FROM {V} WHERE dentist='Dr Costa' GROUP BY 1"), "filter"),
           ("cmp", "and just 2024", by(kind, f"SELECT KEY, count(*) n FROM {V} WHERE dentist='Dr Costa' AND year(booked_for)=2024 GROUP BY 1"), "filter dirty_date"),
           ("cmp", "what did those bring in?", by(kind, f"SELECT KEY, sum(fee) n FROM {V} WHERE dentist='Dr Costa' AND year(booked_for)=2024 GROUP BY 1"), "measure currency"))


def runner(b):
    b.on("my_runs")
    month = ("date_trunc('month', Started) d", "year(Started) y, month(Started) moy")
    HR = '"Avg heart rate"'
    still = '"Elapsed min"-"Moving min"'
    b.q("num", "how many km did I run altogether", "SELECT sum(Distance) n FROM t", "sum unit plain")
    b.q("trend", "kilometres per month", by(month, "SELECT KEY, sum(Distance) n FROM t GROUP BY ALL"), "sum unit dirty_date plain")
    b.q("rows", "My longest run ever: when was it and how far?", ["SELECT Started d, Distance v FROM t ORDER BY 2 DESC LIMIT 1", "SELECT Started::date d, Distance v FROM t ORDER BY 2 DESC LIMIT 1"], "superlative unit dirty_date plain")
    b.q("cmp", "average pace (minutes per km) for every type of run", ['SELECT "Type", sum("Moving min")/sum(Distance) v FROM t GROUP BY 1', 'SELECT "Type", avg("Moving min"/Distance) v FROM t GROUP BY 1', 'SELECT "Type", sum("Elapsed min")/sum(Distance) v FROM t GROUP BY 1'], "ratio per computed na")
    b.q("num", "runs >20k?? how many", "SELECT count(*) n FROM t WHERE Distance>20", "count filter unit plain")
    b.q("cmp", "Mit welchen Schuhen bin ich die meisten Kilometer gelaufen?", "SELECT Shoes, sum(Distance) n FROM t WHERE Shoes IS NOT NULL GROUP BY 1 ORDER BY 2 DESC", "de superlative sum plain top=1")
    b.q("cmp", "on what weekday do i run most often", "SELECT isodow(Started) wd, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "weekday superlative count dirty_date computed top=1 mark=bar,line,point,table,number,rect")
    b.q("rel", "plot temperature against average heart rate", f'SELECT "Temp C" a, {HR} b FROM t WHERE {HR} IS NOT NULL', "scatter placeholder plain mark=point")
    b.q("trend", "is my heart rate on easy runs coming down? average per quarter", by(("date_trunc('quarter', Started) d", "year(Started) y, quarter(Started) qtr"), f"SELECT KEY, avg({HR}) v FROM t WHERE \"Type\"='Easy' AND {HR} IS NOT NULL GROUP BY ALL") + [f"SELECT date_trunc('quarter', Started) d, avg({HR}) v FROM t WHERE \"Type\"='Easy' AND {HR} IS NOT NULL AND Started<'2025-04-01' GROUP BY 1"], "quarter mean filter placeholder dirty_date incomplete plain na")
    b.q("cmp", "how many minutes do I stand around per run on average (elapsed minus moving), alone vs with the club vs with a friend", f"SELECT Company, avg({still}) v FROM t GROUP BY 1", "difference mean computed na")
    b.q("num", "¿Qué parte de mis salidas empieza antes de las 9 de la mañana?", "SELECT avg((hour(Started)<9)::int) s FROM t", "es share hour dirty_date computed pct")
    b.q("num", "how many runs in the rain with more than 100 m of climbing", "SELECT count(*) n FROM t WHERE Weather='rain' AND \"Elevation gain m\">100", "and count plain")
    b.q("num", "in how many weeks did I run more than 30 km", "SELECT count(*) n FROM (SELECT date_trunc('week', Started) d FROM t GROUP BY 1 HAVING sum(Distance)>30)", "week having count dirty_date computed")
    b.q("cmp", "total distance January to May 2024 compared with the same months of 2025", ["SELECT year(Started) y, sum(Distance) n FROM t WHERE month(Started)<=5 AND year(Started)>=2024 GROUP BY 1", "SELECT year(Started) y, month(Started) moy, sum(Distance) n FROM t WHERE month(Started)<=5 AND year(Started)>=2024 GROUP BY 1,2"], "compare filter dirty_date computed mark=bar,line,point,table,number,rect,arc")
    b.q("dist", "how long are my runs usually? distribution of the distances", "SELECT Distance v FROM t", "dist unit plain")
    b.q("cmp", "nombre de sorties par type et par année", 'SELECT year(Started) y, "Type", count(*) n FROM t GROUP BY 1,2', "fr two count dirty_date plain mark=bar,line,area,point,table,rect")
    b.no("what's my VO2 max?", "missing_column")
    b.no("will I run the next marathon in under four hours", "forecast")
    b.either("my best month", [f"SELECT date_trunc('month', Started) d, {v} v FROM t GROUP BY 1 ORDER BY 2 {o}" for v, o in (("sum(Distance)", "DESC"), ("count(*)", "DESC"), ('sum("Moving min")', "DESC"), ('sum("Elevation gain m")', "DESC"), ('sum("Moving min")/sum(Distance)', ""))])
    b.either("what was my hardest run", [f'SELECT Started d, "{c}" v FROM t WHERE "{c}" IS NOT NULL ORDER BY 2 DESC LIMIT 5' for c in ("Effort (1-10)", "Max heart rate", "Avg heart rate", "Distance", "Elevation gain m")])
    b.talk(("trend", "distance per month please", by(month, "SELECT KEY, sum(Distance) n FROM t GROUP BY ALL"), "sum"),
           ("trend", "2024 only", ["SELECT date_trunc('month', Started) d, sum(Distance) n FROM t WHERE year(Started)=2024 GROUP BY 1", "SELECT month(Started) moy, sum(Distance) n FROM t WHERE year(Started)=2024 GROUP BY 1"], "filter dirty_date"),
           ("trend", "split it by type of run", ["SELECT date_trunc('month', Started) d, \"Type\", sum(Distance) n FROM t WHERE year(Started)=2024 GROUP BY 1,2", "SELECT month(Started) moy, \"Type\", sum(Distance) n FROM t WHERE year(Started)=2024 GROUP BY 1,2"], "dimension dirty_date"),
           ("trend", "leave the races out", ["SELECT date_trunc('month', Started) d, \"Type\", sum(Distance) n FROM t WHERE year(Started)=2024 AND \"Type\"<>'Race' GROUP BY 1,2", "SELECT month(Started) moy, \"Type\", sum(Distance) n FROM t WHERE year(Started)=2024 AND \"Type\"<>'Race' GROUP BY 1,2"], "not dirty_date"))


def cook(b):
    b.on("recipes")
    diet = ('"Diet label"', "Diet")
    total = '"Prep min"+"Cook min"+"Rest min"'
    b.q("cmp", "how many recipies do we have of each course", "SELECT Course, count(*) n FROM t GROUP BY 1", "count typo dirty plain")
    b.q("rows", "vegan mains that are on the table in 30 minutes or less (prep and cooking together)", ["SELECT Recipe FROM t WHERE Diet='VG' AND Course='Main' AND \"Prep min\"+\"Cook min\"<=30", "SELECT Recipe, \"Prep min\"+\"Cook min\" v FROM t WHERE Diet='VG' AND Course='Main' AND \"Prep min\"+\"Cook min\"<=30", f"SELECT Recipe FROM t WHERE Diet='VG' AND Course='Main' AND {total}<=30"], "and list sum_columns dirty computed")
    b.q("cmp", "avg kcal per portion by course pls", 'SELECT Course, avg("kcal per serving") v FROM t GROUP BY 1', "mean dirty plain na")
    b.q("cmp", "what do we cook the most? top 10", 'SELECT Recipe, "Times cooked" n FROM t ORDER BY 2 DESC', "topn plain top=10!")
    b.q("rows", "list all the recipes we have never cooked", 'SELECT Recipe FROM t WHERE "Times cooked"=0', "list placeholder plain")
    b.q("cmp", "cost per person for meat, fish, vegetarian and vegan dishes", [s for v in ("sum(Cost)/sum(Serves)", "avg(Cost/Serves)", "median(Cost/Serves)") for s in by(diet, f"SELECT KEY, {v} v FROM t GROUP BY 1")], "ratio per currency code computed na")
    b.q("rows", "quel dessert contient le moins de sucre ?", 'SELECT Recipe, "Sugar g" v FROM t WHERE Course=\'Dessert\' ORDER BY 2 LIMIT 1', "fr superlative filter dirty plain")
    b.q("num", "percentage of our recipes with no nuts, no gluten and no dairy", "SELECT avg((Nuts='n' AND Gluten='n' AND Dairy='n')::int) s FROM t", "share flag and computed pct")
    b.q("cmp", "average total time (prep + cook + rest) by difficulty", f"SELECT Difficulty, avg({total}) v FROM t GROUP BY 1", "sum_columns mean computed na")
    b.q("cmp", "we keep arguing about this at home: can you show my rating next to the kids' rating, averages for every course", 'SELECT Course, avg("My rating") a, avg("Kids rating") b FROM t GROUP BY 1', "measures mean dirty plain na")
    b.q("num", "how many recipes do the kids like better than I do", 'SELECT count(*) n FROM t WHERE "Kids rating">"My rating"', "compare_columns count computed")
    b.q("trend", "recipes added per year", ["SELECT year(Added) y, count(*) n FROM t GROUP BY 1", "SELECT year(Added) y, count(*) n FROM t WHERE year(Added)<2025 GROUP BY 1"], "count dirty_date incomplete plain")
    b.q("rows", "five cheapest mains per serving", ["SELECT Recipe, Cost/Serves v FROM t WHERE Course='Main' ORDER BY 2 LIMIT 5"], "topn ratio filter currency dirty computed")
    b.q("rows", "most common cuisine within each course", ["SELECT Course, Cuisine, count(*) n FROM t GROUP BY 1,2 QUALIFY rank() OVER (PARTITION BY Course ORDER BY count(*) DESC)=1", "SELECT Course, Cuisine FROM t GROUP BY 1,2 QUALIFY rank() OVER (PARTITION BY Course ORDER BY count(*) DESC)=1"], "topn_group count dirty computed")
    b.q("cmp", "Woher kommen die besten Rezepte? Durchschnitt meiner Bewertung je Quelle", 'SELECT Source, avg("My rating") v FROM t GROUP BY 1', "de mean plain na")
    b.q("num", "¿cuántas recetas vegetarianas se pueden congelar?", ["SELECT count(*) n FROM t WHERE Diet='V' AND Freezes='yes'", "SELECT count(*) n FROM t WHERE Diet IN ('V','VG') AND Freezes='yes'"], "es and count code plain")
    b.no("how many of the recipes came from instagram", "missing_rows")
    b.no("how much iron is in a portion of lentil soup", "missing_column")
    b.no("what should i make tonight?", "opinion")
    b.either("show me the healthiest recipes", [f'SELECT Recipe, "{c}" v FROM t ORDER BY 2 {o} LIMIT 10' for c, o in (("kcal per serving", ""), ("Sugar g", ""), ("Fat g", ""), ("Salt g", ""), ("Protein g", "DESC"))])
    b.either("quickest dessert", [f"SELECT Recipe, {v} v FROM t WHERE Course='Dessert' ORDER BY 2 LIMIT 5" for v in ('"Prep min"', '"Cook min"', '"Prep min"+"Cook min"', total)])
    b.talk(("cmp", "average fat per serving by course", 'SELECT Course, avg("Fat g") v FROM t GROUP BY 1', "mean dirty na"),
           ("cmp", "by diet instead", by(diet, 'SELECT KEY, avg("Fat g") v FROM t GROUP BY 1'), "dimension code na"),
           ("cmp", "without the desserts", by(diet, "SELECT KEY, avg(\"Fat g\") v FROM t WHERE Course<>'Dessert' GROUP BY 1"), "not dirty na"))
