//! Tables whose rows happened, with a begin and an end, and tables whose names say nothing of their rows.

use super::unseen::{assert_has, assert_not_answered, sql_of};

/// Hires of boats: each lasts some days, and every ninth boat is still out.
fn hires() -> String {
    let mut csv = "hire_no,kind,guest,hired_on,brought_back_on,stars (1-5)\n".to_owned();
    for at in 0..72 {
        let kind = ["Punts", "Canoes", "Children", "Skiffs"][at % 4];
        let guest = ["Adult", "Child", "Group"][at % 3];
        let (month, day) = (at % 12 + 1, at % 20 + 1);
        let back = if at % 9 == 0 {
            String::new()
        } else {
            format!("2023-{month:02}-{:02}", day + at % 5 + 2)
        };
        csv += &format!(
            "{},{kind},{guest},2023-{month:02}-{day:02},{back},{}\n",
            500 + at,
            at % 5 + 1
        );
    }
    csv
}

/// Eight crews in each of three seasons.
fn regatta() -> String {
    let mut csv = "season,crew,rowed,won,prizes\n".to_owned();
    for season in ["2020/21", "2021/22", "2022/23"] {
        for (at, crew) in ["Ash", "Bay", "Cod", "Dun", "Elm", "Fen", "Gap", "Hay"]
            .iter()
            .enumerate()
        {
            csv += &format!(
                "{season},{crew},{},{},{}\n",
                9 + at % 3,
                2 + at % 5,
                at * 3 + season.len()
            );
        }
    }
    csv
}

/// Firms of several countries, hundreds of one and two of a continent.
fn firms() -> String {
    let mut csv = "firm,country,branch,turnover,profit\n".to_owned();
    for at in 0..160 {
        let country = match at {
            0 | 1 => "Africa",
            _ => ["Norway", "Japan", "Chile"][at % 3],
        };
        let branch = ["Fishing", "Trading houses", "Rope & sails"][at % 3];
        csv += &format!("Firm {at} Ltd,{country},{branch},{},{}\n", 90 + at, at % 40);
    }
    csv
}

const DAYS: &str = "(CAST(\"brought_back_on\" AS DATE) - CAST(\"hired_on\" AS DATE))";

#[test]
fn stay_is_the_time_between_the_two_dates_of_a_row() {
    let mean = format!("AVG({DAYS})");
    for question in [
        "average length of a hire by kind",
        "which kind has the longest hires",
        "how long do hires of each kind take",
        "average time from hired on to brought back on by kind",
        "average days between hired on and brought back on by kind",
    ] {
        let sql = sql_of("hires", &hires(), question);
        assert_has(&sql, &[mean.as_str(), "\"kind\""]);
    }
}

#[test]
fn number_of_days_or_weeks_is_compared_with_the_stay() {
    let longer = sql_of("hires", &hires(), "how many hires lasted more than 4 days");
    assert_has(&longer, &[format!("{DAYS} > 4").as_str(), "COUNT(*)"]);
    let weeks = sql_of("hires", &hires(), "how many hires took over 2 weeks");
    assert_has(&weeks, &[format!("{DAYS} > 14").as_str()]);
}

#[test]
fn short_negation_is_read_like_the_long_one() {
    let long = sql_of(
        "hires",
        &hires(),
        "how many hires have not been brought back",
    );
    assert_has(&long, &["\"brought_back_on\" IS NULL"]);
    for short in [
        "how many hires haven't been brought back",
        "how many hires haven\u{2019}t been brought back",
        "how many hires havent been brought back",
    ] {
        assert_eq!(sql_of("hires", &hires(), short), long, "{short}");
    }
}

#[test]
fn busiest_weekday_is_the_one_with_the_most_rows() {
    let sql = sql_of("hires", &hires(), "busiest day of the week");
    assert_has(&sql, &["COUNT(*)", "'Monday'"]);
}

#[test]
fn value_that_names_one_of_the_asked_groups_is_looked_for_in_another_column() {
    let sql = sql_of(
        "hires",
        &hires(),
        "which kind is most popular with children",
    );
    assert_has(&sql, &["\"guest\" = 'Child'", "GROUP BY \"kind\""]);
}

#[test]
fn mean_of_each_group_is_compared_after_averaged() {
    let sql = sql_of(
        "regatta",
        &regatta(),
        "which crews averaged more than 12 prizes",
    );
    assert_has(&sql, &["HAVING AVG(\"prizes\") > 12", "GROUP BY \"crew\""]);
}

#[test]
fn deeds_add_up_and_a_rate_of_them_needs_its_whole() {
    let sql = sql_of("regatta", &regatta(), "won per season");
    assert_has(&sql, &["SUM(\"won\")"]);
    assert_not_answered("regatta", &regatta(), "win rate by crew");
}

#[test]
fn rows_are_no_measure_of_an_improvement() {
    for question in [
        "which crew improved the most from 2020/21 to 2022/23",
        "which crew grew the most from 2020/21 to 2022/23",
    ] {
        assert_not_answered("regatta", &regatta(), question);
    }
}

#[test]
fn continent_of_a_few_rows_is_a_country_like_the_others() {
    let sql = sql_of("firms", &firms(), "total turnover by country");
    assert!(!sql.contains("Africa"), "{sql}");
}

#[test]
fn plural_that_ends_a_value_is_a_kind_and_no_condition() {
    let answered = sql_of("firms", &firms(), "which country has the most houses");
    assert!(!answered.contains("'Trading houses'"), "{answered}");
}

#[test]
fn nothing_grows_from_one_country_to_the_next() {
    assert_not_answered("firms", &firms(), "turnover growth by country");
}

#[test]
fn margin_is_no_profit() {
    let sql = sql_of("firms", &firms(), "profit margin by country");
    assert_has(&sql, &["SUM(\"profit\")", "SUM(\"turnover\")"]);
    let without_turnover = firms().replacen("turnover", "staff", 1);
    assert_not_answered("firms", &without_turnover, "profit margin by country");
}

#[test]
fn abbreviated_value_is_named_by_its_word_and_not_by_longer_values() {
    let mut csv = "person,grade,pay\n".to_owned();
    for at in 0..40 {
        let grade = ["Prof", "AsstProf", "AssocProf", "Lecturer"][at % 4];
        csv += &format!("P{at},{grade},{}\n", 3_000 + 11 * at);
    }
    let sql = sql_of("staff", &csv, "average pay of professors");
    assert_has(&sql, &["\"grade\" = 'Prof'"]);
}

#[test]
fn condition_within_some_time_needs_its_unit() {
    let csv = "call_no,desk,taken,wait (min)\n1,A,2024-01-02,3.5\n2,B,2024-01-02,12\n3,A,2024-01-03,75\n4,B,2024-01-04,8.5\n";
    let sql = sql_of("calls", csv, "calls with a wait within an hour");
    assert_has(&sql, &["\"wait (min)\" <= 60"]);
}

#[test]
fn days_in_a_name_are_the_unit_of_its_column() {
    let csv = "parcel,depot,transit_days\n1,A,3\n2,B,9\n3,A,15\n4,B,21\n5,A,4\n6,B,2\n";
    let sql = sql_of(
        "parcels",
        csv,
        "parcels with a transit of more than 2 weeks",
    );
    assert_has(&sql, &["\"transit_days\" > 14"]);
}

#[test]
fn negation_behind_a_flag_denies_it() {
    let csv = "alarm,site,police_called\n1,Mill,true\n2,Mill,false\n3,Dock,true\n4,Dock,false\n5,Dock,false\n";
    let sql = sql_of(
        "alarms",
        csv,
        "number of alarms where the police didn't come",
    );
    assert_has(&sql, &["NOT \"police_called\""]);
}

#[test]
fn busiest_hour_is_an_hour_of_the_day() {
    let mut csv = "call_no,rang_at\n".to_owned();
    for at in 0..60 {
        csv += &format!("{at},2024-03-{:02} {:02}:10:00\n", at % 28 + 1, at % 24);
    }
    let sql = sql_of("calls", &csv, "busiest hour");
    assert_has(&sql, &["date_part('hour', \"rang_at\")", "COUNT(*)"]);
}

#[test]
fn record_number_is_the_highest() {
    let sql = sql_of(
        "hires",
        &hires(),
        "what is the record number of hires in a month",
    );
    assert_has(&sql, &["COUNT(*)", "ORDER BY \"Number of hires\" DESC"]);
}

#[test]
fn ends_of_a_scale_order_it_and_filter_nothing() {
    let mut csv = "job_no,urgency,hours\n".to_owned();
    for at in 0..40 {
        let urgency = ["High", "Low", "Urgent", "Normal"][at % 4];
        csv += &format!("{at},{urgency},{}\n", at % 9);
    }
    let sql = sql_of(
        "jobs",
        &csv,
        "average hours by urgency, ordered low to urgent",
    );
    assert!(!sql.contains("WHERE"), "{sql}");
    assert_has(&sql, &["ORDER BY \"urgency\""]);
}

#[test]
fn country_of_two_letters_is_named_in_full() {
    let csv = "stay_no,home_country,nights\n1,DE,3\n2,FR,2\n3,DE,4\n4,AT,1\n5,FR,2\n6,DE,6\n";
    let sql = sql_of("stays", csv, "total nights of stays from Germany");
    assert_has(&sql, &["\"home_country\" = 'DE'"]);
}

#[test]
fn column_of_signs_only_is_survived() {
    let csv = "b,a_id,%,name\n1,1,5,x\n2,2,7,y\n3,3,9,z\n";
    for question in ["average %", "b by name", "", "% of each name"] {
        sql_of("signs", csv, question);
    }
}

#[test]
fn key_before_the_noun_of_the_rows_divides_nothing() {
    let mut csv = "tour_no,canoe_no,left_at\n".to_owned();
    for at in 0..80 {
        csv += &format!(
            "{at},{},2024-05-{:02} {:02}:20:00\n",
            30 + at % 9,
            at % 28 + 1,
            at % 20
        );
    }
    let sql = sql_of("tours", &csv, "busiest hour for canoe tours");
    assert_has(&sql, &["date_part('hour', \"left_at\")", "COUNT(*)"]);
    assert!(!sql.contains("canoe_no"), "{sql}");
}

#[test]
fn indicator_is_chosen_by_its_noun_alone() {
    let mut csv = "lake,year,indicator,value\n".to_owned();
    for year in 2018..2024 {
        for (lake, count) in [("Ash", 4), ("Elm", 9)] {
            csv += &format!(
                "{lake},{year},Ringed herons,{count}\n{lake},{year},Water level (m),{}\n",
                count % 3
            );
        }
    }
    let sql = sql_of(
        "lake_stats",
        &csv,
        "how many herons did each lake have in 2020",
    );
    assert_has(
        &sql,
        &["SUM(\"value\")", "'Ringed herons'", "GROUP BY \"lake\""],
    );
}
