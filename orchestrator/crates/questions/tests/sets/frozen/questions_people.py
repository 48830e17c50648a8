"""Questions about the tables of `tables_people.py`; see README.md for the format."""
from common import by


def write(b):
    for topic in (vaccinations, trial, medals, names):
        topic(b)


def vaccinations(b):
    b.on("vaccinations")
    A, R = "region_cd='ALL'", "region_cd<>'ALL'"
    region = ("region", "region_cd")
    b.q("trend", "total doses given per week, all regions", f"SELECT week_ending d, doses_total n FROM t WHERE {A}", "total_row dirty_date plain")
    b.q("cmp", "percent of people with two doses at the end of the data, by region", by(region, f"SELECT KEY, pct_dose2 s FROM t WHERE week_ending=(SELECT max(week_ending) FROM t) AND {R}") + by(region, "SELECT KEY, pct_dose2 s FROM t WHERE week_ending=(SELECT max(week_ending) FROM t)"), "latest percent total_row computed pct na")
    b.q("rows", "in which week were the most first doses given in the country as a whole?", f"SELECT week_ending d, dose1 n FROM t WHERE {A} ORDER BY 2 DESC LIMIT 1", "superlative total_row dirty_date plain")
    b.q("trend", "boosters per month in Westmark", ["SELECT date_trunc('month', week_ending) d, sum(booster) n FROM t WHERE region_cd='WE' GROUP BY 1", "SELECT year(week_ending) y, month(week_ending) moy, sum(booster) n FROM t WHERE region_cd='WE' GROUP BY 1,2"], "sum filter dirty_date plain")
    b.q("trend", "share of the population with a first dose week by week, a line per region, no total", by(region, f"SELECT week_ending d, KEY, pct_dose1 s FROM t WHERE {R}"), "series percent total_row dirty_date plain pct na")
    b.q("cmp", "first doses in total for every region", by(region, f"SELECT KEY, sum(dose1) n FROM t WHERE {R} GROUP BY 1"), "sum total_row plain")
    b.q("cmp", "doses per 100 inhabitants, regions compared", by(region, f"SELECT KEY, 100.0*sum(doses_total)/max(population) v FROM t WHERE {R} GROUP BY 1"), "ratio per total_row computed na")
    b.q("trend", "4 week moving average of second doses nationwide", [f"SELECT week_ending d, avg(dose2) OVER (ORDER BY week_ending ROWS 3 PRECEDING) v FROM t WHERE {A}", f"SELECT d, v FROM (SELECT week_ending d, avg(dose2) OVER (ORDER BY week_ending ROWS 3 PRECEDING) v, row_number() OVER (ORDER BY week_ending) n FROM t WHERE {A}) WHERE n>=4"], "mavg total_row dirty_date computed")
    b.q("rows", "when did each region get to 50 % with a first dose (first week)", by(region, f"SELECT KEY, min(week_ending) d FROM t WHERE pct_dose1>=50 AND {R} GROUP BY 1"), "first percent total_row dirty_date computed")
    b.q("cmp", "1st doses, 2nd doses and boosters in Northam in total", "SELECT sum(dose1) a, sum(dose2) b, sum(booster) c FROM t WHERE region='Northam'", "wide sum filter plain")
    b.q("cmp", "población de cada región", by(region, f"SELECT KEY, max(population) n FROM t WHERE {R} GROUP BY 1"), "es repeated total_row computed")
    b.no("which vaccine brand was used most?", "missing_column")
    b.no("how many doses will be given in 2025", "forecast")
    b.either("which region is ahead", [f"SELECT region, {v} v FROM t WHERE {R} AND week_ending=(SELECT max(week_ending) FROM t) ORDER BY 2 DESC" for v in ("pct_dose1", "pct_dose2", "cum_booster*100.0/population", "cum_dose1", "cum_dose2", "cum_booster")])
    b.talk(("trend", "weekly boosters for all regions together", f"SELECT week_ending d, booster n FROM t WHERE {A}", "total_row dirty_date"),
           ("trend", "now as a running total", [f"SELECT week_ending d, cum_booster n FROM t WHERE {A}"], "cumulative"))


def trial(b):
    b.on("trial_patients")
    drop = "avg((completed='no')::int)"
    b.q("cmp", "number of patients in each arm, split by sex", "SELECT arm, sex, count(*) n FROM t GROUP BY 1,2", "count two dirty plain")
    b.q("cmp", "mean change in blood pressure (sbp) from week 0 to week 12 by arm", ["SELECT arm, avg(sbp_wk12-sbp_wk0) v FROM t GROUP BY 1", "SELECT arm, avg(sbp_wk0-sbp_wk12) v FROM t GROUP BY 1", "SELECT arm, avg(sbp_wk12)-avg(sbp_wk0) v FROM t GROUP BY 1"], "difference mean abbrev computed na")
    b.q("dist", "box plots of sbp at week 12 for the three arms", "SELECT arm, sbp_wk12 v FROM t WHERE sbp_wk12 IS NOT NULL", "dist group placeholder plain")
    b.q("cmp", "dropout rate by arm", [f"SELECT arm, {drop} s FROM t GROUP BY 1", "SELECT arm, completed, count(*)*1.0/sum(count(*)) OVER (PARTITION BY arm) s FROM t GROUP BY 1,2"], "share flag computed pct na")
    b.q("cmp", "what were the most frequent adverse events (ae_term)?", "SELECT ae_term, count(*) n FROM t WHERE ae_term IS NOT NULL GROUP BY 1", "count missing plain")
    b.q("trend", "patients enrolled per month", ["SELECT date_trunc('month', enrolled) d, count(*) n FROM t GROUP BY 1", "SELECT year(enrolled) y, month(enrolled) moy, count(*) n FROM t GROUP BY 1,2"], "count dirty_date plain")
    b.q("num", "how many current smokers have a BMI over 30", "SELECT count(*) n FROM t WHERE smoker='current' AND bmi>30", "and count plain")
    b.q("rel", "is there a correlation between age and systolic blood pressure at the start?", ["SELECT age a, sbp_wk0 b FROM t", "SELECT corr(age, sbp_wk0) r FROM t"], "correlation abbrev computed")
    b.q("cmp", "missing sbp values at week 12, count per site", "SELECT site, count(*) n FROM t WHERE sbp_wk12 IS NULL GROUP BY 1", "missing placeholder plain")
    b.q("cmp", "percentage of patients with a moderate or severe event in each arm", ["SELECT arm, avg((ae_severity IN ('moderate','severe'))::int) s FROM t GROUP BY 1"], "share or computed pct na")
    b.q("cmp", "mean and standard deviation of age by arm", ["SELECT arm, avg(age) a, stddev_samp(age) b FROM t GROUP BY 1", "SELECT arm, avg(age) a, stddev_pop(age) b FROM t GROUP BY 1"], "std measures computed na")
    b.q("cmp", "how many patients are under 50, 50 to 64, and 65 or older", "SELECT CASE WHEN age<50 THEN 'under|<|50' WHEN age<65 THEN '50|64' ELSE '65|older|over|+' END k, count(*) n FROM t GROUP BY 1", "bins count computed")
    b.q("cmp", "Mittlerer Cholesterinwert am Anfang (chol_wk0) je Zentrum", "SELECT site, avg(chol_wk0) v FROM t GROUP BY 1", "de mean plain na")
    b.no("blood pressure after one year", "missing_column")
    b.no("why did the patients on 20 mg drop out more often", "cause")
    b.either("which treatment works best?", ["SELECT arm, avg(sbp_wk12-sbp_wk0) v FROM t GROUP BY 1", "SELECT arm, avg(chol_wk12-chol_wk0) v FROM t GROUP BY 1", "SELECT arm, avg(sbp_wk12) v FROM t GROUP BY 1", "SELECT arm, avg(chol_wk12) v FROM t GROUP BY 1", "SELECT arm, avg(sbp_wk0-sbp_wk12) v FROM t GROUP BY 1", "SELECT arm, avg((completed='yes')::int) v FROM t GROUP BY 1"])
    b.talk(("cmp", "average bmi by site", "SELECT site, avg(bmi) v FROM t GROUP BY 1", "mean na"),
           ("cmp", "women only", "SELECT site, avg(bmi) v FROM t WHERE sex='F' GROUP BY 1", "filter dirty na"),
           ("cmp", "and by arm instead of site", "SELECT arm, avg(bmi) v FROM t WHERE sex='F' GROUP BY 1", "dimension dirty na"))


def medals(b):
    b.on("games_medals")
    nation = ("Country", "Code")
    b.q("cmp", "10 countries with the most gold medals over all games", by(nation, "SELECT KEY, sum(Gold) n FROM t GROUP BY 1 ORDER BY 2 DESC"), "topn sum dirty plain top=10!")
    b.q("trend", "Norway's gold, silver and bronze at the winter games over the years", "SELECT Year y, Gold a, Silver b, Bronze c FROM t WHERE Code='NOR' AND Season='Winter'", "measures filter dirty plain")
    b.q("trend", "share of women among the athletes at each summer games", "SELECT Year y, sum(Women)*1.0/sum(Athletes) s FROM t WHERE Season='Summer' GROUP BY 1", "ratio filter computed pct na")
    b.q("cmp", "medals per 100 athletes in Paris 2024 by country", by(nation, "SELECT KEY, 100.0*Total/Athletes v FROM t WHERE Year=2024"), "ratio per filter dirty computed na")
    b.q("rows", "which countries came to the 2022 games and won nothing?", by(nation, "SELECT KEY FROM t WHERE Year=2022 AND Total=0"), "filter list zero plain")
    b.q("trend", "germany vs france: total medals at the summer games", "SELECT Year y, Code, Total n FROM t WHERE Season='Summer' AND Code IN ('GER','FRA')", "series filter dirty plain")
    b.q("trend", "how many countries won at least one medal, games by games", "SELECT Year y, count(*) n FROM t WHERE Total>0 GROUP BY 1", "count filter plain")
    b.q("rows", "who was first in the medal table at each winter games", [f"SELECT Year y, {k} FROM t WHERE Season='Winter' AND Rank=1" for k in nation], "superlative filter dirty plain")
    b.q("cmp", "difference between the medals of 2024 and 2020 for every country", by(nation, "SELECT KEY, sum(Total) FILTER (Year=2024)-sum(Total) FILTER (Year=2020) n FROM t GROUP BY 1"), "difference dirty computed na")
    b.q("cmp", "average number of athletes per team, summer against winter", "SELECT Season, avg(Athletes) v FROM t GROUP BY 1", "mean plain na")
    b.q("cmp", "nombre total de médailles par pays à Londres", by(nation, "SELECT KEY, Total n FROM t WHERE Host='London'"), "fr filter dirty plain")
    b.q("num", "how many medals did Japan win in Tokyo", "SELECT Total n FROM t WHERE Code='JPN' AND Host='Tokyo'", "and dirty plain")
    b.no("who won the 100 metres in Tokyo?", "missing_column")
    b.no("medal table of 1996", "missing_rows")
    b.either("most successful nation at the winter games", [f"SELECT Country, {v} v FROM t WHERE Season='Winter' GROUP BY 1 ORDER BY 2 DESC" for v in ("sum(Gold)", "sum(Total)", "sum(Total)*1.0/sum(Athletes)")])
    b.talk(("cmp", "total medals by country at the summer games", by(nation, "SELECT KEY, sum(Total) n FROM t WHERE Season='Summer' GROUP BY 1"), "sum filter dirty"),
           ("cmp", "and winter?", by(nation, "SELECT KEY, sum(Total) n FROM t WHERE Season='Winter' GROUP BY 1"), "filter dirty"),
           ("cmp", "top 5 only", by(nation, "SELECT KEY, sum(Total) n FROM t WHERE Season='Winter' GROUP BY 1 ORDER BY 2 DESC"), "topn dirty top=5!"))


def names(b):
    b.on("baby_names")
    b.q("trend", "how did the name Emma develop? births per year", "SELECT yr y, births n FROM t WHERE name='Emma'", "filter dirty plain")
    b.q("rows", "most popular girl's name and boy's name in 2020", ["SELECT sex, name FROM t WHERE yr=2020 AND rank=1", "SELECT sex, name, births n FROM t WHERE yr=2020 AND rank=1"], "superlative group plain")
    b.q("cmp", "top 10 boys names, all years added up", "SELECT name, sum(births) n FROM t WHERE sex='M' GROUP BY 1 ORDER BY 2 DESC", "topn sum filter dirty plain top=10!")
    b.q("rows", "names given to both girls and boys", "SELECT name FROM t GROUP BY 1 HAVING count(DISTINCT sex)=2", "having list dirty computed")
    b.q("trend", "how many different names were in the list in each decade", "SELECT yr//10*10 dec, count(DISTINCT name) n FROM t GROUP BY 1", "distinct decade dirty computed")
    b.q("trend", "births of babies whose name begins with an A per year", "SELECT yr y, sum(births) n FROM t WHERE name LIKE 'A%' GROUP BY 1", "prefix sum computed")
    b.q("trend", "percentage of girls that got one of the 10 most common names each year", "SELECT yr y, sum(pct_of_births) s FROM t WHERE sex='F' AND rank<=10 GROUP BY 1", "sum percent filter computed pct na")
    b.q("cmp", "How many years was each name number one?", "SELECT name, count(*) n FROM t WHERE rank=1 GROUP BY 1", "count filter dirty plain")
    b.q("trend", "births in the list, girls and boys as two lines", "SELECT yr y, sex, sum(births) n FROM t GROUP BY 1,2", "series sum plain")
    b.q("rows", "boys names that were in the list in 1985 and still are in 2023", "SELECT name FROM t WHERE sex='M' AND yr IN (1985, 2023) GROUP BY 1 HAVING count(*)=2", "both list dirty computed")
    b.q("cmp", "number of girls called Clara, Julia and Mia since 2010", "SELECT name, sum(births) n FROM t WHERE sex='F' AND name IN ('Clara','Julia','Mia') AND yr>=2010 GROUP BY 1", "or since dirty plain")
    b.q("rows", "in wich year was Paul most popular", ["SELECT yr AS y, births n FROM t WHERE name='Paul' ORDER BY 2 DESC LIMIT 1"], "superlative typo dirty plain")
    b.no("most common surnames", "missing_column")
    b.no("why is Emma so popular", "cause")
    b.either("what are the most popular names", ["SELECT name, sum(births) n FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT name, births n FROM t WHERE yr=2023 ORDER BY 2 DESC", "SELECT name, count(*) n FROM t WHERE rank=1 GROUP BY 1 ORDER BY 2 DESC", "SELECT name, sex, sum(births) n FROM t GROUP BY 1,2 ORDER BY 3 DESC"])
