"""Questions about the tables of `tables_learning.py`."""
from common import by


def write(b):
    for topic in (quizzes, subscribers, feedback):
        topic(b)


def quizzes(b):
    b.on("quiz_events", "learners")
    J = "quiz_events e JOIN learners l USING (learner_id)"
    E = "quiz_events"
    course, land, who = ("course", "course_cd"), ("country", "country_cd"), ("username", "learner_id")
    month = ("date_trunc('month', event_time) d", "year(event_time) y, month(event_time) moy")
    b.q("trend", "quizzes finished per month", by(month, f"SELECT KEY, count(*) n FROM {E} WHERE event='finished' GROUP BY ALL"), "count filter dirty_date plain")
    b.q("cmp", "avg score course", by(course, f"SELECT KEY, avg(score) v FROM {E} GROUP BY 1"), "mean percent_sign code dirty plain na")
    b.q("cmp", "what share of the quizzes people start do they also finish, on phone, tablet and web?", f"SELECT device, count(*) FILTER (event='finished')*1.0/count(*) FILTER (event='started') s FROM {E} GROUP BY 1", "share event dirty computed pct na")
    b.q("cmp", "at which hour of the day are most quizzes started", f"SELECT hour(event_time) hr, count(*) n FROM {E} WHERE event='started' GROUP BY 1 ORDER BY 2 DESC", "hour superlative filter computed top=1 mark=bar,line,area,point,table,number,rect")
    b.q("mat", "heatmap of started quizzes, weekday by hour", f"SELECT isodow(event_time) wd, hour(event_time) hr, count(*) n FROM {E} WHERE event='started' GROUP BY 1,2", "heatmap weekday hour filter computed")
    b.q("cmp", "pass rate by country", by(land, f"SELECT KEY, avg((passed='yes')::int) s FROM {J} WHERE passed IS NOT NULL GROUP BY 1"), "join share flag code computed pct na")
    b.q("num", "How many of our learners never started a single quiz?", f"SELECT count(*) n FROM learners WHERE learner_id NOT IN (SELECT learner_id FROM {E} WHERE event='started')", "anti_join count computed")
    b.q("cmp", "ten most active users by number of finished quizzes, with their names", ["SELECT username, count(*) n FROM %s WHERE event='finished' GROUP BY 1 ORDER BY 2 DESC" % J], "join topn filter plain top=10!")
    b.q("cmp", "hints needed per attempt, for every course seperately", by(course, f"SELECT KEY, count(*) FILTER (event='hint')*1.0/count(DISTINCT attempt_id) v FROM {E} GROUP BY 1"), "ratio event code typo dirty computed na")
    b.q("cmp", "minutes between start and finish of a quiz, average per course", by(course, f"SELECT KEY, avg(sec)/60 v FROM (SELECT attempt_id, course, course_cd, date_diff('second', min(event_time) FILTER (event='started'), min(event_time) FILTER (event='finished')) sec FROM {E} GROUP BY 1,2,3) WHERE sec IS NOT NULL GROUP BY 1"), "event duration mean computed na")
    b.q("cmp", "score moyen sur téléphone et sur le web", f"SELECT device, avg(score) v FROM {E} WHERE device IN ('phone','web') GROUP BY 1", "fr compare mean percent_sign dirty plain na")
    b.q("cmp", "hardest unit of python basics, i.e. lowest average score", f"SELECT unit a, avg(score) v FROM {E} WHERE course_cd='PY1' AND score IS NOT NULL GROUP BY 1 ORDER BY 2", "superlative filter mean plain top=1 na")
    b.q("num", "how many different people got a perfect score at least once", f"SELECT count(DISTINCT learner_id) n FROM {E} WHERE score=100", "distinct filter percent_sign computed")
    b.q("num", "free users who finished more than 5 quizzes, how many are there", f"SELECT count(*) n FROM (SELECT learner_id FROM {J} WHERE plan='Free' AND event='finished' GROUP BY 1 HAVING count(*)>5)", "join and having count dirty computed")
    b.q("cmp", "average score of each age group, only people who learn for work", [f"SELECT age_group, avg(score) v FROM {J} WHERE goal='work' AND score IS NOT NULL AND age_group IS NOT NULL GROUP BY 1", f"SELECT coalesce(age_group, 'not given') k, avg(score) v FROM {J} WHERE goal='work' AND score IS NOT NULL GROUP BY 1"], "join filter mean placeholder plain na")
    b.q("cmp", "Wie hoch ist der Anteil der abgebrochenen Quizze (quit) an den begonnenen je Kurs?", by(course, f"SELECT KEY, count(*) FILTER (event='quit')*1.0/count(*) FILTER (event='started') s FROM {E} GROUP BY 1"), "de share event dirty computed pct na")
    b.q("trend", "número de usuarios distintos por mes", by(month, f"SELECT KEY, count(DISTINCT learner_id) n FROM {E} GROUP BY ALL"), "es distinct computed")
    b.no("which question do people get wrong most often?", "missing_column")
    b.no("quizzes taken by learners in Brazil", "missing_rows")
    b.no("why do people quit so much on their phones", "cause")
    b.either("most popular course", [f"SELECT course, {v} n FROM {E} GROUP BY 1 ORDER BY 2 DESC" for v in ("count(*)", "count(DISTINCT attempt_id)", "count(*) FILTER (event='finished')", "count(DISTINCT learner_id)")])
    b.either("which plan has the best learners", [f"SELECT plan, {v} v FROM {J} GROUP BY 1 ORDER BY 2 DESC" for v in ("avg(score)", "avg((passed='yes')::int)", "count(*) FILTER (event='finished')", "count(*) FILTER (event='finished')*1.0/count(DISTINCT learner_id)")])
    b.talk(("cmp", "how many quizzes were started in each course", by(course, f"SELECT KEY, count(*) n FROM {E} WHERE event='started' GROUP BY 1"), "count filter dirty"),
           ("cmp", "on the phone only", by(course, f"SELECT KEY, count(*) n FROM {E} WHERE event='started' AND device='phone' GROUP BY 1"), "filter dirty"),
           ("cmp", "and by learners in Kenya", by(course, f"SELECT KEY, count(*) n FROM {J} WHERE event='started' AND device='phone' AND country_cd='KE' GROUP BY 1"), "join filter dirty"))


def subscribers(b):
    b.on("learners")
    quarter = ("date_trunc('quarter', joined) d", "year(joined) y, quarter(joined) qtr")
    land = ("country", "country_cd")
    b.q("trend", "new sign-ups per quarter", by(quarter, "SELECT KEY, count(*) n FROM t GROUP BY ALL") + ["SELECT date_trunc('quarter', joined) d, count(*) n FROM t WHERE joined<'2025-04-01' GROUP BY 1"], "quarter count dirty_date incomplete plain")
    b.q("cmp", "what percentage of users has cancelled, for each plan?", "SELECT plan, avg((cancelled_on IS NOT NULL)::int) s FROM t GROUP BY 1", "share missing dirty computed pct na")
    b.q("cmp", "how many days do people stay until they cancel, average by plan", "SELECT plan, avg(cancelled_on-joined) v FROM t WHERE cancelled_on IS NOT NULL GROUP BY 1", "duration mean dirty_date dirty computed na")
    b.q("num", "what do all the subscriptions that are still running bring in per month", "SELECT sum(price_per_month) n FROM t WHERE cancelled_on IS NULL", "sum missing currency computed")
    b.q("num", "users who were invited by somebody else, how many?", "SELECT count(*) n FROM t WHERE invited_by IS NOT NULL", "missing count plain")
    b.q("cmp", "combien d'utilisateurs par pays et par abonnement ?", by(land, "SELECT KEY, plan, count(*) n FROM t GROUP BY 1,2"), "fr two count dirty plain")
    b.no("how many subscribers will we have at christmas", "forecast")
    b.either("which country is our best market?", [f"SELECT country, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC NULLS LAST" for v in ("count(*)", "count(*) FILTER (cancelled_on IS NULL)", "count(*) FILTER (plan<>'Free')", "sum(price_per_month)", "sum(price_per_month) FILTER (cancelled_on IS NULL)")])
    b.talk(("cmp", "users by country", by(land, "SELECT KEY, count(*) n FROM t GROUP BY 1"), "count code"),
           ("cmp", "leave out everyone who cancelled", by(land, "SELECT KEY, count(*) n FROM t WHERE cancelled_on IS NULL GROUP BY 1"), "missing not"),
           ("cmp", "split by plan too", by(land, "SELECT KEY, plan, count(*) n FROM t WHERE cancelled_on IS NULL GROUP BY 1,2"), "dimension dirty"))


def feedback(b):
    b.on("course_feedback")
    Q = {i: f'"{name}"' for i, name in enumerate(("", "Q1 The course was well organised", "Q2 The teacher explained things clearly", "Q3 The pace suited me", "Q4 The materials were useful", "Q5 The room and equipment were good", "Q6 Good value for money", "Q7 Overall, how satisfied are you?", "Q8 How likely are you to recommend us? (0-10)", "Q9 Would you take another course?", "Q10 The price was"))}
    ages = ('"Age group"', "coalesce(\"Age group\", 'prefer not to say')")
    nps = f"avg(({Q[8]}>=9)::int)-avg(({Q[8]}<=6)::int)"
    happy = f"avg(({Q[7]} IN ('Satisfied','Very satisfied'))::int)"
    b.q("cmp", "which teacher explains best? average of that question for every teacher", f"SELECT Teacher, avg({Q[2]}) v FROM t GROUP BY 1", "likert mean placeholder plain na")
    b.q("cmp", "How satisfied are people overall? number of answers", f"SELECT {Q[7]}, count(*) n FROM t GROUP BY 1", "likert count ordinal plain")
    b.q("num", "our net promoter score (9 and 10 minus 0 to 6)", [f"SELECT {nps} s FROM t"], "nps share computed pct")
    b.q("cmp", "NPS for each course", f"SELECT Course, {nps} s FROM t GROUP BY 1", "nps group computed pct na")
    b.q("cmp", "which of the six statements Q1 to Q6 got the worst average", ["SELECT k, v FROM (UNPIVOT (SELECT %s FROM t) ON %s INTO NAME k VALUE v) ORDER BY v" % (", ".join(f"avg({Q[i]}) {Q[i]}" for i in range(1, 7)), ", ".join(Q[i] for i in range(1, 7)))], "wide likert mean superlative computed top=1 na")
    b.q("cmp", "percent satisfied or very satisfied: online vs in person vs hybrid", f"SELECT Format, {happy} s FROM t GROUP BY 1", "share likert dirty computed pct na")
    b.q("cmp", "responses by course and term", "SELECT Course, Term, count(*) n FROM t GROUP BY 1,2", "two count plain")
    b.q("cmp", "where do most people find the price too high? share by course", f"SELECT Course, avg(({Q[10]}='Too high')::int) s FROM t GROUP BY 1 ORDER BY 2 DESC", "share filter computed pct na")
    b.q("part", "pie of how people heard about us", 'SELECT "How did you hear about us?", count(*) n FROM t GROUP BY 1', "count plain mark=arc")
    b.q("cmp", "did we get better from spring to autumn? average likelihood to recommend", f"SELECT Term, avg({Q[8]}) v FROM t GROUP BY 1", "compare mean plain na mark=bar,line,point,table,number,rect")
    b.q("rel", "Are people who study more hours happier? correlate hours with the 0-10 score", [f'SELECT corr("Hours of study per week", {Q[8]}) r FROM t', f'SELECT "Hours of study per week" a, {Q[8]} b FROM t', f'SELECT "Hours of study per week" a, avg({Q[8]}) v FROM t GROUP BY 1'], "correlation computed")
    b.q("num", "Wie viele Leute haben drei oder mehr Termine verpasst?", 'SELECT count(*) n FROM t WHERE "Sessions missed">=3', "de count filter plain")
    b.q("cmp", "what comments did people leave and how often", 'SELECT "Comment", count(*) n FROM t WHERE "Comment" IS NOT NULL GROUP BY 1', "count missing plain")
    b.q("part", "would they take another course - yes, maybe, no as 100% stacked bars by age group", [f"SELECT {age}, {Q[9]}, count(*)*1.0/sum(count(*)) OVER (PARTITION BY {age}) s FROM t WHERE {age} IS NOT NULL GROUP BY 1,2" for age in ages], "stack100 share placeholder computed pct")
    b.q("cmp", "difference between in-person and online in value for money, for the courses that have both", [f"SELECT Course, avg({Q[6]}) FILTER (Format='In person')-avg({Q[6]}) FILTER (Format='Online') v FROM t GROUP BY 1 HAVING count(*) FILTER (Format='Online')>0", f"SELECT Course, avg({Q[6]}) FILTER (Format='Online')-avg({Q[6]}) FILTER (Format='In person') v FROM t GROUP BY 1 HAVING count(*) FILTER (Format='Online')>0"], "difference likert mean dirty computed na")
    b.q("cmp", "Durchschnittliche Bewertung der Räume je Kurs, ohne die Onlinekurse", f"SELECT Course, avg({Q[5]}) v FROM t WHERE Format<>'Online' GROUP BY 1", "de likert mean not dirty plain na")
    b.q("cmp", "¿qué porcentaje de participantes faltó al menos a una sesión, según el nivel?", "SELECT \"Level\", avg((\"Sessions missed\">0)::int) s FROM t GROUP BY 1", "es share filter computed pct na")
    b.no("did the people who failed the exam rate us lower?", "missing_column")
    b.no("Quelle était la satisfaction dans les cours de 2022 ?", "missing_rows", "fr")
    b.either("best course?", [f"SELECT Course, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in (f"avg({Q[8]})", happy, f"avg({Q[1]})", nps, "count(*)")])
    b.talk(("cmp", "value for money, average per course", f"SELECT Course, avg({Q[6]}) v FROM t GROUP BY 1", "likert mean na"),
           ("cmp", "autumn only", f"SELECT Course, avg({Q[6]}) v FROM t WHERE Term='Autumn' GROUP BY 1", "filter na"),
           ("cmp", "now by age group instead of course", [f"SELECT {age}, avg({Q[6]}) v FROM t WHERE Term='Autumn' AND {age} IS NOT NULL GROUP BY 1" for age in ages], "dimension placeholder na"))
