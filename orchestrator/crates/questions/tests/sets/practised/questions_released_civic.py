"""Questions about the tables of `tables_civic.py`; see README.md for the format."""

PARTIES = ["Civic Union", "Social Democrats", "Green Alliance", "Liberal Forum", "Homeland Party", "Independents"]


def write(b):
    for topic in (eateries, inspections, fines, permits, shelter, votes, grants):
        topic(b)


def by(keys, sql):
    """The query for each of several columns that name the same groups."""
    return [sql.replace("KEY", k) for k in keys]


def eateries(b):
    b.on("eateries")
    kind, ward = ("est_typ", "est_typ_cd"), ("ward", "ward_cd")
    b.q("cmp", "how many places are there of each type (café, pub, takeaway...)", by(kind, "SELECT KEY, count(*) n FROM t GROUP BY 1"), "count code plain")
    b.q("num", "restaurants with outdoor seats - how many?", "SELECT count(*) n FROM t WHERE est_typ='Restaurant' AND seats_out>0", "and count abbrev plain")
    b.q("cmp", "average number of seats inside, by type of establishment", by(kind, "SELECT KEY, avg(seats_in) v FROM t GROUP BY 1"), "mean abbrev plain na")
    b.q("cmp", "what's the second most common cuisine in Dockside?", "SELECT cuisine, count(*) n FROM t WHERE ward='Dockside' GROUP BY 1 ORDER BY 2 DESC LIMIT 1 OFFSET 1", "nth count filter dirty computed")
    b.q("cmp", "share of eateries that belong to a chain in each ward", by(ward, "SELECT KEY, avg((chain_yn='Y')::int) s FROM t GROUP BY 1"), "share flag computed pct na")
    b.q("trend", "eateries by the decade in which they opened", "SELECT year(open_dt)//10*10 dec, count(*) n FROM t GROUP BY 1", "decade count dirty_date computed mark=bar,line,area,point,table,arc")
    b.q("rows", "oldest eatery in town", [f"SELECT trade_nm{c} FROM t WHERE open_dt=(SELECT min(open_dt) FROM t)" for c in (", open_dt d", "")], "superlative dirty_date plain")
    b.q("cmp", "¿Cuántos cafés hay en cada distrito (ward)?", by(ward, "SELECT KEY, count(*) n FROM t WHERE est_typ_cd='CAF' GROUP BY 1"), "es count filter plain")
    b.no("annual turnover of the pubs", "missing_column")
    b.either("the ten biggest eateries", ["SELECT trade_nm, seats_in v FROM t ORDER BY 2 DESC LIMIT 10", "SELECT trade_nm, seats_in+seats_out v FROM t ORDER BY 2 DESC LIMIT 10", "SELECT trade_nm, staff_n v FROM t ORDER BY 2 DESC LIMIT 10"])


def inspections(b):
    b.on("inspections", "eateries")
    J = "inspections i JOIN eateries e USING (est_id)"
    ward = ("ward", "ward_cd")
    b.q("cmp", "average inspection score by type of establishment", by(("est_typ", "est_typ_cd"), f"SELECT KEY, avg(score) v FROM {J} GROUP BY 1"), "join mean plain na")
    b.q("cmp", "ward with the lowest average score", by(ward, f"SELECT KEY, avg(score) v FROM {J} GROUP BY 1 ORDER BY 2"), "join superlative mean plain na top=1")
    b.q("num", "How many eateries have never been inspected?", "SELECT count(*) n FROM eateries WHERE est_id NOT IN (SELECT est_id FROM inspections)", "anti_join count computed")
    b.q("cmp", "total des amendes en dollars par quartier (ward)", by(ward, f"SELECT KEY, sum(fine_usd) n FROM {J} GROUP BY 1"), "fr join sum currency plain")
    b.q("rows", "names of the places that were closed after an inspection in 2024", [f"SELECT DISTINCT trade_nm FROM {J} WHERE closed_yn='Y' AND year(insp_dt)=2024", f"SELECT trade_nm, insp_dt d FROM {J} WHERE closed_yn='Y' AND year(insp_dt)=2024", f"SELECT trade_nm, score v FROM {J} WHERE closed_yn='Y' AND year(insp_dt)=2024"], "join flag filter list computed")
    b.q("cmp", "do chains do better than independent places? average score", f"SELECT chain_yn, avg(score) v FROM {J} GROUP BY 1", "join flag mean plain na")
    b.q("cmp", "10 eateries with the most critical violations over all inspections", [f"SELECT {k}, sum(viol_crit_n) n FROM {J} GROUP BY 1 ORDER BY 2 DESC" for k in ("trade_nm", "est_id")], "join topn sum abbrev plain top=10!")
    b.q("part", "grades A, B and C as a share of each inspection type", "SELECT insp_typ, grade, count(*)*1.0/sum(count(*)) OVER (PARTITION BY insp_typ) n FROM inspections GROUP BY 1,2", "share two computed pct")
    b.q("trend", "number of inspections per quarter", ["SELECT year(insp_dt) y, quarter(insp_dt) qtr, count(*) n FROM inspections GROUP BY 1,2", "SELECT date_trunc('quarter', insp_dt) d, count(*) n FROM inspections GROUP BY 1", "SELECT date_trunc('quarter', insp_dt) d, count(*) n FROM inspections WHERE insp_dt<'2025-01-01' GROUP BY 1"], "count quarter dirty_date incomplete plain")
    b.no("how many guests got food poisoning", "missing_column")
    b.no("which inspections will be due in 2027", "forecast")
    b.either("worst places in Station Quarter", [f"SELECT trade_nm, {v} v FROM {J} WHERE ward='Station Quarter' GROUP BY 1 ORDER BY 2 {o}" for v, o in (("avg(score)", ""), ("min(score)", ""), ("sum(viol_n)", "DESC"), ("sum(viol_crit_n)", "DESC"), ("avg(viol_n)", "DESC"))])
    b.talk(("cmp", "inspections by inspector", "SELECT inspector, count(*) n FROM inspections GROUP BY 1", "count"),
           ("cmp", "their average score", "SELECT inspector, avg(score) v FROM inspections GROUP BY 1", "measure na"),
           ("cmp", "restaurants only", f"SELECT inspector, avg(score) v FROM {J} WHERE est_typ='Restaurant' GROUP BY 1", "join filter na"))


def fines(b):
    b.on("parking_fines")
    kind, zone = ("offence", "offence_cd"), ("zone", "zone_cd")
    b.q("cmp", "what do people get parking fines for? count per offence", by(kind, "SELECT KEY, count(*) n FROM t GROUP BY 1"), "count dirty plain")
    b.q("trend", "number of fines issued per month", ["SELECT date_trunc('month', issued_dt) d, count(*) n FROM t GROUP BY 1", "SELECT date_trunc('month', issued_dt) d, count(*) n FROM t WHERE issued_dt<'2025-05-01' GROUP BY 1"], "count dirty_date incomplete plain")
    b.q("num", "how much money was paid for fines issued in 2024", "SELECT sum(amt_paid) n FROM t WHERE year(issued_dt)=2024", "sum currency filter plain")
    b.q("cmp", "percentage of notices that ended up with the collectors, foreign vs domestic plates", "SELECT reg_origin, avg((status_cd='COL')::int) s FROM t GROUP BY 1", "share code computed pct na")
    b.q("cmp", "número de multas por día de la semana", "SELECT isodow(issued_dt) wd, count(*) n FROM t GROUP BY 1", "es weekday count dirty_date plain mark=bar,line,point,table,arc,rect,tick")
    b.q("num", "median number of days until a fine is paid", "SELECT median(days_to_pay) v FROM t", "median abbrev computed")
    b.q("cmp", "Of the appeals, what share was upheld for each offence?", by(kind, "SELECT KEY, avg((appeal_result='upheld')::int) s FROM t WHERE appeal_yn='Y' GROUP BY 1"), "share filter dirty computed pct na")
    b.q("cmp", "at what time of day are most tickets written? by hour", ["SELECT substr(issued_tm,1,2)::int hr, count(*) n FROM t GROUP BY 1"], "hour count computed mark=bar,line,area,point,table")
    b.q("cmp", "top 3 wardens by number of tickets in the Market zone", "SELECT warden_id, count(*) n FROM t WHERE zone='Market' GROUP BY 1 ORDER BY 2 DESC", "topn count filter plain top=3!")
    b.q("cmp", "montant total dû par zone", by(zone, "SELECT KEY, sum(amt_due) n FROM t GROUP BY 1"), "fr sum currency abbrev plain")
    b.no("how much does a parking warden earn?", "missing_column")
    b.either("Which zone brings in the most?", [f"SELECT zone, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in ("sum(amt_paid)", "sum(amt_due)", "count(*)")])
    b.talk(("cmp", "number of fines by zone", by(zone, "SELECT KEY, count(*) n FROM t GROUP BY 1"), "count"),
           ("cmp", "split it by vehicle type", by(zone, "SELECT KEY, veh_typ, count(*) n FROM t GROUP BY 1,2"), "dimension"),
           ("cmp", "without cars", by(zone, "SELECT KEY, veh_typ, count(*) n FROM t WHERE veh_typ<>'Car' GROUP BY 1,2"), "not"))


def permits(b):
    b.on("building_permits")
    use = ("useDescription", "useCode")
    b.q("trend", "new housing units applied for each year", ["SELECT year(filedOn) y, sum(newUnits) n FROM t GROUP BY 1", "SELECT year(filedOn) y, sum(newUnits) n FROM t WHERE year(filedOn)<2025 GROUP BY 1"], "sum dirty_date incomplete plain")
    b.q("cmp", "total declared value by neighborhood, except Downtown", "SELECT neighborhood, sum(declaredValue) n FROM t WHERE neighborhood<>'Downtown' GROUP BY 1", "sum not currency dirty plain")
    b.q("cmp", "median number of days in review for each type of work", 'SELECT workType, median(reviewDays) v FROM t GROUP BY 1', "median computed na")
    b.q("trend", "what percentage of new buildings have a heat pump? by year of filing", [f"SELECT year(filedOn) y, avg((heatPump='true')::int) s FROM t WHERE workType='New construction' {w} GROUP BY 1" for w in ("", "AND year(filedOn)<2025")], "share flag filter computed pct na")
    b.q("rows", "the most expensive project so far: permit number, neighborhood and value", ["SELECT permitNo, neighborhood, declaredValue v FROM t WHERE declaredValue=(SELECT max(declaredValue) FROM t)", "SELECT permitNo, declaredValue v FROM t WHERE declaredValue=(SELECT max(declaredValue) FROM t)"], "superlative currency plain")
    b.q("num", "how many applications were withdrawn", "SELECT count(*) n FROM t WHERE permitStatus='withdrawn'", "count filter plain")
    b.q("cmp", "cost per square foot of floor area for new construction, by neighborhood", [f"SELECT neighborhood, {v} v FROM t WHERE workType='New construction' GROUP BY 1" for v in ("sum(declaredValue)*1.0/sum(floorAreaSqft)", "avg(declaredValue*1.0/floorAreaSqft)", "median(declaredValue*1.0/floorAreaSqft)")], "ratio per filter computed na")
    b.q("cmp", "new units minus demolished units in every neighborhood", ["SELECT neighborhood, sum(newUnits-demolishedUnits) n FROM t GROUP BY 1"], "difference sum computed")
    b.q("cmp", "permits with a declared value above one million, per use", by(use, "SELECT KEY, count(*) n FROM t WHERE declaredValue>1000000 GROUP BY 1"), "filter count currency plain")
    b.q("cmp", "durchschnittliche Prüfdauer in Tagen je Art der Nutzung", by(use, "SELECT KEY, avg(reviewDays) v FROM t GROUP BY 1"), "de mean plain na")
    b.no("property tax paid per neighborhood", "missing_column")
    b.no("permits filed in 1995", "missing_rows")
    b.either("how long does it take, by type of work", ["SELECT workType, avg(reviewDays) v FROM t GROUP BY 1", "SELECT workType, median(reviewDays) v FROM t GROUP BY 1", "SELECT workType, avg(completedOn-issuedOn) v FROM t GROUP BY 1", "SELECT workType, avg(completedOn-filedOn) v FROM t GROUP BY 1", "SELECT workType, median(completedOn-issuedOn) v FROM t GROUP BY 1", "SELECT workType, median(completedOn-filedOn) v FROM t GROUP BY 1"])


def shelter(b):
    b.on("shelter_animals")
    b.q("cmp", "how many animals of each species came in", "SELECT species, count(*) n FROM t GROUP BY 1", "count dirty plain")
    b.q("trend", "adoptions per month in 2024", ["SELECT date_trunc('month', outcome_date) d, count(*) n FROM t WHERE outcome_type='Adopted' AND year(outcome_date)=2024 GROUP BY 1", "SELECT month(outcome_date) moy, count(*) n FROM t WHERE outcome_type='Adopted' AND year(outcome_date)=2024 GROUP BY 1"], "count filter plain")
    b.q("cmp", "average stay in days by species", "SELECT species, avg(days_in_shelter) v FROM t GROUP BY 1", "mean dirty plain na")
    b.q("cmp", "stray dogs and stray cats: what part went back to their owner?", [f"SELECT species, avg((outcome_type='Returned to owner')::int) s FROM t WHERE intake_type='Stray' AND species IN ('Dog','Cat') {w} GROUP BY 1" for w in ("AND outcome_type IS NOT NULL",)] + ["SELECT species, count(*) FILTER (outcome_type='Returned to owner')*1.0/count(*) s FROM t WHERE intake_type='Stray' AND species IN ('Dog','Cat') GROUP BY 1"], "share filter computed pct na")
    b.q("num", "how many dogs are still in the shelter", "SELECT count(*) n FROM t WHERE species='Dog' AND outcome_type IS NULL", "missing filter placeholder plain")
    b.q("rows", "animal with the longest stay of all, name and species", [f"SELECT {c} FROM t WHERE days_in_shelter=(SELECT max(days_in_shelter) FROM t)" for c in ("name, species, days_in_shelter v", "name, species", "animal_id, days_in_shelter v")], "superlative plain")
    b.q("cmp", "Durchschnittliche Tierarztkosten nach dem Zustand bei der Aufnahme", "SELECT intake_condition, avg(vet_cost) v FROM t GROUP BY 1", "de mean currency plain na")
    b.q("rel", "Do older dogs wait longer for adoption? age against days in the shelter", ["SELECT age_months a, days_in_shelter b FROM t WHERE species='Dog' AND outcome_type='Adopted' AND days_in_shelter IS NOT NULL", "SELECT corr(age_months, days_in_shelter) r FROM t WHERE species='Dog' AND outcome_type='Adopted'", "SELECT age_group, avg(days_in_shelter) v FROM t WHERE species='Dog' AND outcome_type='Adopted' GROUP BY 1", "SELECT age_group, median(days_in_shelter) v FROM t WHERE species='Dog' AND outcome_type='Adopted' GROUP BY 1"], "correlation filter computed")
    b.q("cmp", "in which months do most stray cats arrive? all years together", "SELECT month(intake_date) moy, count(*) n FROM t WHERE species='Cat' AND intake_type='Stray' GROUP BY 1 ORDER BY 2 DESC", "moy filter dirty_date plain top=1 mark=bar,line,point,table,area,rect")
    b.no("how many volunteers work at the shelter?", "missing_column")
    b.no("why do people give away their rabbits", "cause")
    b.either("costs by species", ["SELECT species, sum(vet_cost) v FROM t GROUP BY 1", "SELECT species, sum(food_cost) v FROM t GROUP BY 1", "SELECT species, sum(vet_cost+food_cost) v FROM t GROUP BY 1", "SELECT species, avg(vet_cost) v FROM t GROUP BY 1", "SELECT species, avg(food_cost) v FROM t GROUP BY 1", "SELECT species, avg(vet_cost+food_cost) v FROM t GROUP BY 1", "SELECT species, sum(vet_cost) a, sum(food_cost) b FROM t GROUP BY 1", "SELECT species, avg(vet_cost) a, avg(food_cost) b FROM t GROUP BY 1"])
    ends = ("outcome_type", "coalesce(outcome_type, 'still here') outcome_type")
    counts = lambda kind: by(ends, f"SELECT KEY, count(*) n FROM t WHERE species='{kind}' GROUP BY 1")
    shares = lambda kind: by(ends, f"SELECT KEY, count(*)*1.0/sum(count(*)) OVER () n FROM t WHERE species='{kind}' GROUP BY 1") + [f"SELECT outcome_type, count(*)*1.0/sum(count(*)) OVER () n FROM t WHERE species='{kind}' AND outcome_type IS NOT NULL GROUP BY 1"]
    b.talk(("part", "outcomes of the cats", counts("Cat"), "count filter"),
           ("part", "as percentages", shares("Cat"), "share pct"),
           ("part", "and for dogs?", shares("Dog"), "filter share pct"))


def votes(b):
    b.on("ward_votes")
    W = "ward_cd NOT IN ('TOT','CITY')"
    ward = ("ward", "ward_cd")
    columns = ", ".join(f'"{p}"' for p in PARTIES)
    b.q("trend", "turnout in the whole city at each election", ["SELECT election_yr AS y, turnout_pct v FROM t WHERE ward_cd='CITY'", f"SELECT election_yr AS y, sum(ballots_cast)*100.0/sum(registered_voters) v FROM t WHERE {W} GROUP BY 1", f"SELECT election_yr AS y, avg(turnout_pct) v FROM t WHERE {W} GROUP BY 1"], "total_row percent plain pct na")
    b.q("cmp", "how many votes did every party get in 2022?", [f"SELECT party, v n FROM (UNPIVOT (SELECT * FROM t WHERE ward_cd='CITY' AND election_yr=2022) ON {columns} INTO NAME party VALUE v)", f"SELECT {columns} FROM t WHERE ward_cd='CITY' AND election_yr=2022"], "wide total_row filter computed")
    b.q("cmp", "wards won by each party in 2022", f"SELECT winner, count(*) n FROM t WHERE election_yr=2022 AND {W} GROUP BY 1", "count filter total_row plain")
    b.q("rows", "closest race in 2022 - which ward and how many votes between first and second", by(ward, f"SELECT KEY, majority v FROM t WHERE election_yr=2022 AND majority=(SELECT min(majority) FROM t WHERE election_yr=2022 AND {W})"), "superlative total_row plain")
    G = 'sum("Green Alliance")*1.0/sum(valid_votes)'
    b.q("cmp", "Green Alliance share of the valid votes by borough, 2022", f"SELECT borough, {G} s FROM t WHERE election_yr=2022 AND {W} GROUP BY 1", "ratio share total_row computed pct na")
    H = lambda y: f'100.0*sum("Homeland Party") FILTER (election_yr={y})/sum(valid_votes) FILTER (election_yr={y})'
    b.q("cmp", "by how many points did the Homeland Party's vote share change between 2018 and 2022 in each borough", [f"SELECT borough, {H(2022)}-{H(2018)} v FROM t WHERE {W} GROUP BY 1", f"SELECT borough, {H(2018)} a, {H(2022)} b FROM t WHERE {W} GROUP BY 1"], "change share compare_rows total_row computed pct na")
    b.q("cmp", "ten wards with the highest turnout in 2022", by(ward, f"SELECT KEY, turnout_pct v FROM t WHERE election_yr=2022 AND {W} ORDER BY 2 DESC"), "topn total_row percent plain na top=10!")
    b.q("trend", "share of women among the candidates, per election", [f"SELECT election_yr AS y, sum(women_candidates_n)*1.0/sum(candidates_n) s FROM t WHERE {W} GROUP BY 1", f"SELECT election_yr AS y, avg(women_candidates_n*1.0/candidates_n) s FROM t WHERE {W} GROUP BY 1"], "ratio share total_row computed pct na")
    b.q("rows", "Wards that Civic Union won in 2018 but not in 2022", [f"SELECT {k} FROM t WHERE election_yr=2018 AND winner='Civic Union' AND ward IN (SELECT ward FROM t WHERE election_yr=2022 AND winner<>'Civic Union')" for k in ward] + [f"SELECT a.ward, z.winner FROM t a JOIN t z ON z.ward_cd=a.ward_cd AND z.election_yr=2022 WHERE a.election_yr=2018 AND a.winner='Civic Union' AND z.winner<>'Civic Union'"], "compare_rows list computed")
    b.q("trend", "Wie viele Stimmen bekam die Green Alliance bei jeder Wahl?", ["SELECT election_yr AS y, \"Green Alliance\" n FROM t WHERE ward_cd='CITY'"], "de total_row plain")
    b.no("turnout among voters under 30", "missing_column")
    b.no("who will win Brookvale in 2026?", "forecast")
    b.either("how did the Social Democrats do?", ['SELECT election_yr AS y, "Social Democrats" v FROM t WHERE ward_cd=\'CITY\'', "SELECT election_yr AS y, \"Social Democrats\"*1.0/valid_votes v FROM t WHERE ward_cd='CITY'", f"SELECT election_yr AS y, count(*) v FROM t WHERE winner='Social Democrats' AND {W} GROUP BY 1", f"SELECT borough, sum(\"Social Democrats\") v FROM t WHERE {W} GROUP BY 1", f"SELECT sum(\"Social Democrats\") v FROM t WHERE {W}"])


def grants(b):
    b.on("arts_grants")
    A, Q = '"Amount awarded"', '"Amount requested"'
    YES = "(\"Decision\"='Awarded')::int"
    b.q("cmp", "total amount awarded by art form", f'SELECT "Art form", sum({A}) n FROM t GROUP BY 1', "sum currency plain")
    b.q("cmp", "what is the success rate of charities, companies, individual artists and council-run venues", [f'SELECT "Applicant type", avg({YES}) s FROM t GROUP BY 1', f"SELECT \"Applicant type\", avg({YES}) s FROM t WHERE \"Decision\"<>'Withdrawn' GROUP BY 1"], "share filter computed pct na")
    b.q("trend", "number of applications in each round", 'SELECT "Round", count(*) n FROM t GROUP BY 1', "count ordinal plain")
    b.q("num", "average grant in pounds", f"SELECT avg({A}) v FROM t", "mean currency plain")
    b.q("cmp", "money asked for and money given, per round", f'SELECT "Round", sum({Q}) a, sum({A}) b FROM t GROUP BY 1', "sum two currency plain mark=bar,line,point,table,area")
    b.q("cmp", "Do first-time applicants score lower? average score", 'SELECT "First-time applicant", avg("Score (out of 30)") v FROM t GROUP BY 1', "mean flag plain na")
    b.q("cmp", "audience that came as a percentage of the audience expected, by art form", [f'SELECT "Art form", {v} s FROM t WHERE "Audience reached" IS NOT NULL GROUP BY 1' for v in ('sum("Audience reached")*1.0/sum("Audience expected")', 'avg("Audience reached"*1.0/"Audience expected")')], "ratio share placeholder computed pct na")
    b.q("rows", "the five largest grants with applicant and art form", [f'SELECT "Applicant", "Art form", {A} v FROM t WHERE {A} IS NOT NULL ORDER BY 3 DESC', f'SELECT "Application ID", "Applicant", "Art form", {A} v FROM t WHERE {A} IS NOT NULL ORDER BY 4 DESC'], "topn currency plain top=5!")
    b.q("cmp", "each county's share of all the money awarded", f'SELECT "County", sum({A})*1.0/sum(sum({A})) OVER () s FROM t GROUP BY 1', "share currency dirty computed pct mark=bar,point,table,arc,rect")
    b.q("cmp", "combien de projets refusés par comté", "SELECT \"County\", count(*) n FROM t WHERE \"Decision\"='Rejected' GROUP BY 1", "fr count filter dirty plain")
    b.no("which of these shows should I go and see", "opinion")
    b.either("Which art form is supported the most?", [f'SELECT "Art form", {v} v FROM t GROUP BY 1 ORDER BY 2 DESC' for v in (f"sum({A})", f"sum({YES})", f"avg({YES})", f"avg({A})")])
    b.talk(("cmp", "average amount requested by applicant type", f'SELECT "Applicant type", avg({Q}) v FROM t GROUP BY 1', "mean na"),
           ("cmp", "theatre only", f"SELECT \"Applicant type\", avg({Q}) v FROM t WHERE \"Art form\"='Theatre' GROUP BY 1", "filter na"),
           ("cmp", "show the median instead", f"SELECT \"Applicant type\", median({Q}) v FROM t WHERE \"Art form\"='Theatre' GROUP BY 1", "measure na"))
