"""Questions about the tables of `tables_released_public.py`; see README.md for the format."""


def write(b):
    for topic in (schools, checkups, matches):
        topic(b)


def schools(b):
    b.on("exam_results", "schools", "districts")
    E, S, D = "exam_results e", "JOIN schools s USING (sch_id)", "JOIN districts d USING (dist_cd)"
    ALL = "subgrp='All students'"
    b.q("cmp", "how many kids go to school in each district? use the district names", f"SELECT dist_nm, sum(enrl) n FROM schools s {D} GROUP BY 1", "join sum abbrev plain")
    b.q("cmp", "pupils per teacher for elementary, middle and high schools", ["SELECT lvl, sum(enrl)/sum(tch_fte) v FROM schools GROUP BY 1", "SELECT lvl, avg(enrl/tch_fte) v FROM schools GROUP BY 1"], "ratio per computed na")
    b.q("cmp", "which district spends the most on every pupil", ["SELECT dist_nm, spend_pp_usd v FROM districts ORDER BY 2 DESC", "SELECT dist_cd, spend_pp_usd v FROM districts ORDER BY 2 DESC"], "superlative abbrev plain na top=1")
    b.q("cmp", "share of students proficient in math by district in 2023-24 (all students)", [f"SELECT dist_nm, sum(n_prof)*1.0/sum(n_tested) s FROM {E} {S} {D} WHERE subj='Math' AND sch_yr='2023-24' AND {ALL} GROUP BY 1", f"SELECT dist_nm, avg(prof_pct)/100 s FROM {E} {S} {D} WHERE subj='Math' AND sch_yr='2023-24' AND {ALL} GROUP BY 1"], "join ratio total_row filter computed pct na")
    b.q("rel", "do schools with more free-lunch kids do worse in ELA? all students, 2023-24", [f"SELECT frl_pct a, prof_pct b FROM {E} {S} WHERE subj='ELA' AND sch_yr='2023-24' AND {ALL}", f"SELECT corr(frl_pct, prof_pct) r FROM {E} {S} WHERE subj='ELA' AND sch_yr='2023-24' AND {ALL}", f"SELECT frl_pct a, mean_scl_scr b FROM {E} {S} WHERE subj='ELA' AND sch_yr='2023-24' AND {ALL}", f"SELECT corr(frl_pct, mean_scl_scr) r FROM {E} {S} WHERE subj='ELA' AND sch_yr='2023-24' AND {ALL}"], "join correlation total_row computed")
    b.q("cmp", "are charter schools smaller? average enrollment with and without charter", ["SELECT chrtr, avg(enrl) v FROM schools GROUP BY 1", "SELECT chrtr, median(enrl) v FROM schools GROUP BY 1"], "flag mean plain na")
    b.q("trend", "math proficiency of all students per school year, all schools together", [f"SELECT sch_yr, sum(n_prof)*1.0/sum(n_tested) s FROM exam_results WHERE subj='Math' AND {ALL} GROUP BY 1", f"SELECT sch_yr, avg(prof_pct)/100 s FROM exam_results WHERE subj='Math' AND {ALL} GROUP BY 1"], "ratio total_row computed pct na")
    b.q("num", "how many schools do not report a graduation rate", ["SELECT count(*) n FROM schools WHERE grad_rt_pct IS NULL"], "missing plain")
    b.q("rows", "rural schools with more than 400 students", [f"SELECT sch_nm, enrl v FROM schools s {D} WHERE urbanicity='Rural' AND enrl>400", f"SELECT sch_nm FROM schools s {D} WHERE urbanicity='Rural' AND enrl>400"], "join filter plain")
    b.q("trend", "ELA gap between all students and english learners in proficiency, points, for each year",
        [f"SELECT sch_yr, 100.0*sum(n_prof) FILTER ({ALL})/sum(n_tested) FILTER ({ALL} AND n_prof IS NOT NULL) - 100.0*sum(n_prof) FILTER (subgrp='English learners')/sum(n_tested) FILTER (subgrp='English learners' AND n_prof IS NOT NULL) v FROM exam_results WHERE subj='ELA' GROUP BY 1", f"SELECT sch_yr, avg(prof_pct) FILTER ({ALL})-avg(prof_pct) FILTER (subgrp='English learners') v FROM exam_results WHERE subj='ELA' GROUP BY 1", f"SELECT sch_yr, subgrp, avg(prof_pct) v FROM exam_results WHERE subj='ELA' AND subgrp IN ('All students','English learners') GROUP BY 1,2"], "difference missing computed na")
    b.q("rows", "top school in math for each county, 2023-24, all students", [f"SELECT cnty, sch_nm, prof_pct v FROM {E} {S} {D} WHERE subj='Math' AND sch_yr='2023-24' AND {ALL} QUALIFY rank() OVER (PARTITION BY cnty ORDER BY prof_pct DESC)=1", f"SELECT cnty, sch_nm, mean_scl_scr v FROM {E} {S} {D} WHERE subj='Math' AND sch_yr='2023-24' AND {ALL} QUALIFY rank() OVER (PARTITION BY cnty ORDER BY mean_scl_scr DESC)=1"], "join topn_group total_row computed")
    b.q("cmp", "districts with more than five schools", [f"SELECT dist_nm, count(*) n FROM schools s {D} GROUP BY 1 HAVING count(*)>5", "SELECT dist_cd, count(*) n FROM schools GROUP BY 1 HAVING count(*)>5", f"SELECT dist_nm FROM schools s {D} GROUP BY 1 HAVING count(*)>5"], "join having count plain")
    b.q("cmp", "how many results are hidden (no prof_pct) per subgroup", ["SELECT subgrp, count(*) n FROM exam_results WHERE prof_pct IS NULL GROUP BY 1", "SELECT subgrp, count(*) FILTER (prof_pct IS NULL) n FROM exam_results GROUP BY 1"], "missing count plain")
    b.q("rows", "oldest school, and when did it open", ["SELECT sch_nm, yr_opened FROM schools WHERE yr_opened=(SELECT min(yr_opened) FROM schools)"], "superlative plain")
    b.q("cmp", "número de escuelas por condado", f"SELECT cnty, count(*) n FROM schools s {D} GROUP BY 1", "es join count plain")
    b.q("cmp", "schools where at least a fifth of the kids are often absent, by level", "SELECT lvl, count(*) n FROM schools WHERE chr_abs_pct>=20 GROUP BY 1", "filter percent count plain")
    b.no("what do the teachers earn in each district", "missing_column")
    b.no("test results before the pandemic (2018-19)", "missing_rows")
    b.no("why are the math scores so much lower than ELA", "cause")
    b.either("largest district", [f"SELECT dist_nm, sum(enrl) v FROM schools s {D} GROUP BY 1 ORDER BY 2 DESC", f"SELECT dist_nm, count(*) v FROM schools s {D} GROUP BY 1 ORDER BY 2 DESC", f"SELECT dist_nm, sum(tch_fte) v FROM schools s {D} GROUP BY 1 ORDER BY 2 DESC"])
    b.either("best high schools", [f"SELECT sch_nm, grad_rt_pct v FROM schools WHERE lvl='High' ORDER BY 2 DESC"] + [f"SELECT sch_nm, {m} v FROM {E} {S} WHERE lvl='High' AND subj='{s}' AND sch_yr='2023-24' AND {ALL} ORDER BY 2 DESC" for m in ("prof_pct", "mean_scl_scr") for s in ("Math", "ELA")] + [f"SELECT sch_nm, avg({m}) v FROM {E} {S} WHERE lvl='High' AND {ALL} GROUP BY 1 ORDER BY 2 DESC" for m in ("prof_pct", "mean_scl_scr")])
    b.either("how did the districts do in 2023-24", [f"SELECT dist_nm, avg({m}) v FROM {E} {S} {D} WHERE subj='{s}' AND sch_yr='2023-24' AND {ALL} GROUP BY 1" for m in ("prof_pct", "mean_scl_scr") for s in ("Math", "ELA")] + [f"SELECT dist_nm, subj, avg({m}) v FROM {E} {S} {D} WHERE sch_yr='2023-24' AND {ALL} GROUP BY 1,2" for m in ("prof_pct", "mean_scl_scr")] + [f"SELECT dist_nm, avg({m}) v FROM {E} {S} {D} WHERE sch_yr='2023-24' AND {ALL} GROUP BY 1" for m in ("prof_pct", "mean_scl_scr")])
    b.talk(("cmp", "schools by level", "SELECT lvl, count(*) n FROM schools GROUP BY 1", "count"),
           ("cmp", "by district instead", ["SELECT dist_cd, count(*) n FROM schools GROUP BY 1", f"SELECT dist_nm, count(*) n FROM schools s {D} GROUP BY 1"], "dimension"),
           ("cmp", "as a share", ["SELECT dist_cd, count(*)*1.0/sum(count(*)) OVER () n FROM schools GROUP BY 1", f"SELECT dist_nm, count(*)*1.0/sum(count(*)) OVER () n FROM schools s {D} GROUP BY 1"], "share pct"))
    b.talk(("trend", "students tested in math by school year, all students", f"SELECT sch_yr, sum(n_tested) n FROM exam_results WHERE subj='Math' AND {ALL} GROUP BY 1", "sum total_row"),
           ("trend", "English learners instead", "SELECT sch_yr, sum(n_tested) n FROM exam_results WHERE subj='Math' AND subgrp='English learners' GROUP BY 1", "filter"),
           ("trend", "only charter schools", f"SELECT sch_yr, sum(n_tested) n FROM {E} {S} WHERE subj='Math' AND subgrp='English learners' AND chrtr='Y' GROUP BY 1", "join filter"))


def checkups(b):
    b.on("health_exam")
    b.q("cmp", "do smokers have higher blood pressure? average of the upper (systolic) value", ["SELECT smk_st, avg(sbp_mmhg) v FROM t GROUP BY 1", "SELECT CASE WHEN smk_st='current' THEN 'yes|current|smoker|true' ELSE 'no|never|other|false' END k, avg(sbp_mmhg) v FROM t GROUP BY 1", "SELECT smk_st, median(sbp_mmhg) v FROM t GROUP BY 1"], "mean abbrev plain na")
    b.q("dist", "how are bmi values spread?", "SELECT bmi v FROM t", "dist plain")
    b.q("cmp", "how do people rate their health? number from excellent to poor", "SELECT gen_hlth, count(*) n FROM t GROUP BY 1", "ordinal count plain")
    b.q("cmp", "share of people in fair or poor health at each level of education", ["SELECT educ_lvl, avg((gen_hlth IN ('Fair','Poor'))::int) s FROM t GROUP BY 1"], "or share ordinal computed pct na")
    b.q("num", "how much longer do people sleep at the weekend than on work days", ["SELECT avg(slp_hrs_wkend-slp_hrs_wkday) v FROM t", "SELECT avg(slp_hrs_wkday) a, avg(slp_hrs_wkend) b FROM t", "SELECT 60*avg(slp_hrs_wkend-slp_hrs_wkday) v FROM t", "SELECT median(slp_hrs_wkend-slp_hrs_wkday) v FROM t"], "difference abbrev computed")
    b.q("cmp", "what percent of men and of women are obese (bmi 30 or more)", ["SELECT sex, avg((bmi>=30)::int) s FROM t GROUP BY 1"], "share filter computed pct na")
    b.q("rows", "tallest person in the study, with sex and age", ["SELECT sex, age_yrs, ht_cm v FROM t WHERE ht_cm=(SELECT max(ht_cm) FROM t)", "SELECT SEQN, ht_cm v FROM t WHERE ht_cm=(SELECT max(ht_cm) FROM t)", "SELECT sex, age_yrs FROM t WHERE ht_cm=(SELECT max(ht_cm) FROM t)"], "superlative abbrev plain")
    b.q("rel", "does total cholesterol go up with age", ["SELECT age_yrs a, tot_chol_mgdl b FROM t WHERE tot_chol_mgdl IS NOT NULL", "SELECT corr(age_yrs, tot_chol_mgdl) r FROM t", "SELECT age_grp, avg(tot_chol_mgdl) v FROM t GROUP BY 1", "SELECT age_yrs a, avg(tot_chol_mgdl) b FROM t WHERE tot_chol_mgdl IS NOT NULL GROUP BY 1"], "correlation computed")
    b.q("cmp", "drinks a week by marital status, 999 means refused so drop it", ["SELECT mar_st, avg(alc_drk_wk) v FROM t WHERE alc_drk_wk<>999 GROUP BY 1", "SELECT mar_st, median(alc_drk_wk) v FROM t WHERE alc_drk_wk<>999 GROUP BY 1"], "missing_code mean plain na")
    b.q("num", "standard deviation of body weight among women", "SELECT stddev_samp(wt_kg) v FROM t WHERE sex='F'", "std filter computed")
    b.q("cmp", "median hours of exercise per week for each income bracket", "SELECT hh_inc, median(pa_min_wk)/60 v FROM t GROUP BY 1", "unit median ordinal computed na")
    b.q("trend", "diagnosed diabetics per survey wave, percent", ["SELECT wave, avg((diab_dx='Yes')::int) s FROM t GROUP BY 1", "SELECT wave, diab_dx, count(*)*1.0/sum(count(*)) OVER (PARTITION BY wave) s FROM t GROUP BY 1,2", "SELECT wave, avg((diab_dx='Yes')::int) s FROM t WHERE diab_dx<>'Don''t know' GROUP BY 1"], "share computed pct")
    b.q("num", "how many have high blood pressure, either over 140 systolic or over 90 diastolic", "SELECT count(*) n FROM t WHERE sbp_mmhg>140 OR dbp_mmhg>90", "or count computed")
    b.q("cmp", "five heaviest women", ["SELECT SEQN, wt_kg v FROM t WHERE sex='F' ORDER BY 2 DESC"], "topn filter abbrev plain na top=5!")
    b.q("cmp", "age groups whose waist is wider than the overall mean", ["SELECT age_grp, avg(waist_cm) v FROM t GROUP BY 1 HAVING avg(waist_cm)>(SELECT avg(waist_cm) FROM t)", "SELECT age_grp FROM t GROUP BY 1 HAVING avg(waist_cm)>(SELECT avg(waist_cm) FROM t)"], "above_avg computed na")
    b.q("cmp", "IMC moyen par niveau d'études, seulement les fumeurs actuels", "SELECT educ_lvl, avg(bmi) v FROM t WHERE smk_st='current' GROUP BY 1", "fr filter mean plain na")
    b.no("how many of them died of a heart attack", "missing_column")
    b.no("average bmi of children under ten", "missing_rows")
    b.no("warum schlafen arme Leute weniger", "cause", "de")
    b.either("blood pressure by age group", ["SELECT age_grp, avg(sbp_mmhg) v FROM t GROUP BY 1", "SELECT age_grp, avg(dbp_mmhg) v FROM t GROUP BY 1", "SELECT age_grp, avg(sbp_mmhg) a, avg(dbp_mmhg) b FROM t GROUP BY 1", "SELECT age_grp, median(sbp_mmhg) v FROM t GROUP BY 1"])
    b.either("average cholesterol of men and women", ["SELECT sex, avg(tot_chol_mgdl) v FROM t GROUP BY 1", "SELECT sex, avg(hdl_chol_mgdl) v FROM t GROUP BY 1", "SELECT sex, avg(tot_chol_mgdl) a, avg(hdl_chol_mgdl) b FROM t GROUP BY 1"])
    b.either("how much do people sleep, by income", ["SELECT hh_inc, avg(slp_hrs_wkday) v FROM t GROUP BY 1", "SELECT hh_inc, avg(slp_hrs_wkend) v FROM t GROUP BY 1", "SELECT hh_inc, avg(slp_hrs_wkday) a, avg(slp_hrs_wkend) b FROM t GROUP BY 1", "SELECT hh_inc, (5*avg(slp_hrs_wkday)+2*avg(slp_hrs_wkend))/7 v FROM t GROUP BY 1"])
    b.talk(("cmp", "average bmi by sex", "SELECT sex, avg(bmi) v FROM t GROUP BY 1", "mean na"),
           ("cmp", "by education instead", "SELECT educ_lvl, avg(bmi) v FROM t GROUP BY 1", "dimension na"),
           ("cmp", "only people over 60", ["SELECT educ_lvl, avg(bmi) v FROM t WHERE age_yrs>60 GROUP BY 1", "SELECT educ_lvl, avg(bmi) v FROM t WHERE age_grp='60+' GROUP BY 1"], "filter na"),
           ("cmp", "the median please", ["SELECT educ_lvl, median(bmi) v FROM t WHERE age_yrs>60 GROUP BY 1", "SELECT educ_lvl, median(bmi) v FROM t WHERE age_grp='60+' GROUP BY 1"], "measure na"))
    b.talk(("cmp", "count of people by general health and sex", "SELECT gen_hlth, sex, count(*) n FROM t GROUP BY 1,2", "two count"),
           ("cmp", "as a share within each sex", "SELECT gen_hlth, sex, count(*)*1.0/sum(count(*)) OVER (PARTITION BY sex) n FROM t GROUP BY 1,2", "share pct"),
           ("cmp", "the other way round, shares within each health group", "SELECT gen_hlth, sex, count(*)*1.0/sum(count(*)) OVER (PARTITION BY gen_hlth) n FROM t GROUP BY 1,2", "share pct"))


def matches(b):
    b.on("match_results")
    BOTH = "(SELECT Season, HomeTeam team, FTHG gf, FTAG ga, H_Yel yel, H_Red red, H_Fouls fouls FROM t UNION ALL SELECT Season, AwayTeam, FTAG, FTHG, A_Yel, A_Red, A_Fouls FROM t)"
    PTS = "sum(CASE WHEN gf>ga THEN 3 WHEN gf=ga THEN 1 ELSE 0 END)"
    b.q("trend", "goals per game in each season, both sides together", "SELECT Season, avg(FTHG+FTAG) v FROM t GROUP BY 1", "sum_columns mean computed na")
    b.q("cmp", "how often did the home side win, lose or draw at full time", ["SELECT FTR, count(*) n FROM t GROUP BY 1", "SELECT FTR, count(*)*1.0/sum(count(*)) OVER () n FROM t GROUP BY 1", "SELECT CASE FTR WHEN 'H' THEN 'win|home' WHEN 'A' THEN 'lo|away' ELSE 'draw|tie' END k, count(*) n FROM t GROUP BY 1"], "code count plain")
    b.q("num", "how many goals more do home teams score than visitors, on average per game", ["SELECT avg(FTHG-FTAG) v FROM t", "SELECT avg(FTHG) a, avg(FTAG) b FROM t"], "difference abbrev computed")
    b.q("rows", "match with the most goals: who played and how did it end", ["SELECT HomeTeam, AwayTeam, FTHG v, FTAG w FROM t WHERE FTHG+FTAG=(SELECT max(FTHG+FTAG) FROM t)", "SELECT HomeTeam, AwayTeam, FTHG+FTAG v FROM t WHERE FTHG+FTAG=(SELECT max(FTHG+FTAG) FROM t)"], "superlative sum_columns computed")
    b.q("cmp", "strictest referee: who shows the most yellow cards per match", "SELECT Referee, avg(H_Yel+A_Yel) v FROM t GROUP BY 1 ORDER BY 2 DESC", "sum_columns superlative computed na top=1")
    b.q("cmp", "final table of 2023/24: points per team, 3 for a win and 1 for a draw", f"SELECT team, {PTS} n FROM {BOTH} WHERE Season='2023/24' GROUP BY 1 ORDER BY 2 DESC", "union computed")
    b.q("cmp", "goals scored by every team in 2022/23, home and away added up", f"SELECT team, sum(gf) n FROM {BOTH} WHERE Season='2022/23' GROUP BY 1", "union sum computed")
    b.q("cmp", "5 games with the biggest crowds", ["SELECT HomeTeam, AwayTeam, Att v FROM t WHERE Att IS NOT NULL ORDER BY 3 DESC", "SELECT \"Date\" d, HomeTeam, Att v FROM t WHERE Att IS NOT NULL ORDER BY 3 DESC"], "topn thousands plain top=5! mark=bar,point,table,tick")
    b.q("cmp", "average number of spectators at each team's home games", "SELECT HomeTeam, avg(Att) v FROM t GROUP BY 1", "mean thousands plain na")
    b.q("cmp", "what part of the home team's shots are on target, by team", ["SELECT HomeTeam, sum(H_SoT)*1.0/sum(H_Shots) s FROM t GROUP BY 1", "SELECT HomeTeam, avg(H_SoT*1.0/H_Shots) s FROM t WHERE H_Shots>0 GROUP BY 1"], "ratio share computed pct na")
    b.q("cmp", "goalless draws per season", ["SELECT Season, count(*) n FROM t WHERE FTHG=0 AND FTAG=0 GROUP BY 1"], "and count plain")
    b.q("num", "how many times did the home team trail at half time and still win", "SELECT count(*) n FROM t WHERE HTR='A' AND FTR='H'", "and code count plain")
    b.q("rel", "do more fouls mean more yellow cards? home teams", ["SELECT H_Fouls a, H_Yel b FROM t", "SELECT corr(H_Fouls, H_Yel) r FROM t", "SELECT H_Fouls a, avg(H_Yel) b FROM t GROUP BY 1"], "correlation computed")
    b.q("cmp", "in which month of the year are the fewest goals scored per game", "SELECT month(\"Date\") moy, avg(FTHG+FTAG) v FROM t GROUP BY 1 ORDER BY 2", "moy sum_columns superlative computed na top=1")
    b.q("num", "how many matches have no attendance figure", "SELECT count(*) n FROM t WHERE Att IS NULL", "missing plain")
    b.q("cmp", "nombre moyen de spectateurs par saison", "SELECT Season, avg(Att) v FROM t GROUP BY 1", "fr mean plain na")
    b.q("trend", "Wie viele rote Karten gab es je Saison (Heim plus Auswärts)?", ["SELECT Season, sum(H_Red+A_Red) n FROM t GROUP BY 1", "SELECT Season, sum(H_Red) a, sum(A_Red) b FROM t GROUP BY 1"], "de sum_columns computed")
    b.no("which striker scored the most goals", "missing_column")
    b.no("who is going to win the league next year", "forecast")
    b.no("results of the 2015/16 season", "missing_rows")
    b.either("best team of 2022/23", [f"SELECT team, {PTS} v FROM {BOTH} WHERE Season='2022/23' GROUP BY 1 ORDER BY 2 DESC", f"SELECT team, sum((gf>ga)::int) v FROM {BOTH} WHERE Season='2022/23' GROUP BY 1 ORDER BY 2 DESC", f"SELECT team, sum(gf) v FROM {BOTH} WHERE Season='2022/23' GROUP BY 1 ORDER BY 2 DESC", f"SELECT team, sum(gf-ga) v FROM {BOTH} WHERE Season='2022/23' GROUP BY 1 ORDER BY 2 DESC", "SELECT HomeTeam, sum((FTR='H')::int) v FROM t WHERE Season='2022/23' GROUP BY 1 ORDER BY 2 DESC", "SELECT HomeTeam, sum(FTHG) v FROM t WHERE Season='2022/23' GROUP BY 1 ORDER BY 2 DESC"])
    b.either("which team plays the dirtiest", [f"SELECT team, sum({m}) v FROM {BOTH} GROUP BY 1 ORDER BY 2 DESC" for m in ("yel", "red", "fouls")] + [f"SELECT team, avg({m}) v FROM {BOTH} GROUP BY 1 ORDER BY 2 DESC" for m in ("yel", "red", "fouls")] + [f"SELECT HomeTeam, sum({m}) v FROM t GROUP BY 1 ORDER BY 2 DESC" for m in ("H_Yel", "H_Red", "H_Fouls")])
    b.either("cards per season", ["SELECT Season, sum(H_Yel+A_Yel) n FROM t GROUP BY 1", "SELECT Season, sum(H_Red+A_Red) n FROM t GROUP BY 1", "SELECT Season, sum(H_Yel+A_Yel+H_Red+A_Red) n FROM t GROUP BY 1", "SELECT Season, sum(H_Yel+A_Yel) a, sum(H_Red+A_Red) b FROM t GROUP BY 1", "SELECT Season, avg(H_Yel+A_Yel) n FROM t GROUP BY 1"])
    b.talk(("cmp", "home wins per team (FTR is H)", "SELECT HomeTeam, count(*) n FROM t WHERE FTR='H' GROUP BY 1", "count code"),
           ("cmp", "only 2021/22", "SELECT HomeTeam, count(*) n FROM t WHERE FTR='H' AND Season='2021/22' GROUP BY 1", "filter"),
           ("cmp", "away wins instead", ["SELECT AwayTeam, count(*) n FROM t WHERE FTR='A' AND Season='2021/22' GROUP BY 1"], "filter dimension"),
           ("cmp", "and the top 3?", ["SELECT AwayTeam, count(*) n FROM t WHERE FTR='A' AND Season='2021/22' GROUP BY 1 ORDER BY 2 DESC"], "topn top=3"))
    b.talk(("cmp", "average attendance by home team", "SELECT HomeTeam, avg(Att) v FROM t GROUP BY 1", "mean na"),
           ("cmp", "leave out Easton United", "SELECT HomeTeam, avg(Att) v FROM t WHERE HomeTeam<>'Easton United' GROUP BY 1", "not na"),
           ("cmp", "as a table", "SELECT HomeTeam, avg(Att) v FROM t WHERE HomeTeam<>'Easton United' GROUP BY 1", "mark=table na"))
