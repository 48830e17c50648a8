//! Questions of newcomers over a boat hire, a workshop, a diary and figures of several kinds: each test stands for a mechanism.

use super::unseen::{profile_of, sql_of, sql_over};

/// Trips of hired boats between piers, with what each cost.
fn trips() -> String {
    let mut csv = "trip_no,cast_off,from_pier,to_pier,yard,crew,miles,fare_eur,extras_eur,tip_eur,total_eur\n".to_owned();
    for at in 0..96 {
        let piers = ["Elm", "Fort", "Mill", "Quay"];
        let yard = ["Tern", "Gull", "Auk"][at % 3];
        let (fare, extras, tip) = (20 + at % 7, 2 + at % 3, 1 + at % 4);
        csv += &format!(
            "{},2023-{:02}-{:02} {:02}:10:00,{},{},{yard},{},{}.5,{fare}.5,{extras}.25,{tip}.75,{}.5\n",
            500 + at,
            at % 12 + 1,
            at % 28 + 1,
            7 + at % 11,
            piers[at % 4],
            piers[(at + 1 + at % 3) % 4],
            1 + at % 4,
            3 + at % 9,
            fare + extras + tip + 1
        );
    }
    csv
}

/// Repaired items, of customers who come several times.
fn mending() -> String {
    let mut csv = "job_no,job_day,client_id,thing,branch,result,cover,plastic_kg,labour fee (£),spares (£),bill total (£),weight (kg),blame_pct\n".to_owned();
    for at in 0..120 {
        let thing = ["lamp", "radio", "kettle", "jacket", "toy"][at % 5];
        let branch = ["electric", "textile", "wood"][at % 3];
        let result = ["mended", "scrapped", "waiting"][at % 3];
        let cover = ["covered", "not covered"][at % 2];
        csv += &format!(
            "J{at:03},2024-{:02}-{:02},C{:02},{thing},{branch},{result},{cover},{}.5,{}.5,{}.25,{}.75,{}.3,{}\n",
            at % 12 + 1,
            at % 27 + 1,
            at % 17,
            at % 6,
            10 + at % 9,
            3 + at % 5,
            14 + at % 13,
            1 + at % 30,
            at % 90
        );
    }
    csv
}

/// A row for each day of a year, with how the night was.
fn diary() -> String {
    let mut csv = "date,hours asleep,deep (h),rest score,lamp on,mood\n".to_owned();
    for at in 0..240 {
        let mood = ["awful", "poor", "fair", "great"][at % 4];
        let lamp = ["yes", "no"][at % 2];
        csv += &format!(
            "2024-{:02}-{:02},{}.5,1.{},{},{lamp},{mood}\n",
            at / 28 + 1,
            at % 28 + 1,
            4 + at % 5,
            at % 9,
            50 + at % 45
        );
    }
    csv
}

/// Posters of a week in towns: "all" is a group of readers like any other.
fn posters() -> String {
    let mut csv = "week_start,poster_id,poster_name,town,readers,sightings,clicks,ctr_pct,cost_eur,revenue_eur,bookings\n".to_owned();
    for at in 0..360 {
        let readers = ["all", "young", "young", "old", "old", "loyal"][at % 6];
        let name = ["Spring", "Autumn", "Harbour", "Hill"][at % 4];
        let town = ["Alder", "Birch", "Cedar"][at % 3];
        csv += &format!(
            "2024-{:02}-{:02},P{},{name},{town},{readers},{},{},{}.5,{}.5,{}.5,{}\n",
            at / 40 + 1,
            at % 4 * 7 + 1,
            at % 4,
            900 + at % 300,
            30 + at % 50,
            at % 7,
            10 + at % 40,
            50 + at % 90,
            1 + at % 70
        );
    }
    csv
}

/// Figures of several kinds in one column, with heights and days beside them.
fn springs() -> String {
    let mut csv = "spring_nm,land,height_m,month,indicator,unit,value,n_days\n".to_owned();
    for at in 0..96 {
        let (name, land) = [("Alba", "North"), ("Bora", "South"), ("Cima", "North")][at % 3];
        let (indicator, unit) = [("Water temperature", "deg C"), ("Gas bubbles", "number")][at % 2];
        csv += &format!(
            "{name},{land},{},2023-{:02},{indicator},{unit},{},{}\n",
            300 + at % 3 * 50,
            at / 8 + 1,
            20 + at % 40,
            20 + at % 9
        );
    }
    csv
}

#[track_caller]
fn assert_sql(sql: &str, parts: &[&str]) {
    for part in parts {
        match part.strip_prefix('!') {
            Some(absent) => assert!(!sql.contains(absent), "{absent} is there: {sql}"),
            None => assert!(sql.contains(part), "{part} is missing: {sql}"),
        }
    }
}

#[test]
fn attribute_called_all_is_no_total() {
    let sql = sql_of("posters", &posters(), "revenue by town");
    assert_sql(&sql, &["SUM(\"revenue_eur\")", "!<> 'all'"]);
}

#[test]
fn initials_of_a_clause_name_no_column() {
    let sql = sql_of("posters", &posters(), "compare the revenue of the towns");
    assert_sql(&sql, &["!ctr_pct"]);
}

#[test]
fn formula_in_brackets_replaces_what_it_defines() {
    let sql = sql_of(
        "posters",
        &posters(),
        "return on cost by town (revenue divided by cost)",
    );
    assert_sql(
        &sql,
        &["SUM(\"revenue_eur\")", "SUM(\"cost_eur\")", "/", "!names"],
    );
}

#[test]
fn price_of_one_of_many_divides_by_their_number() {
    let sql = sql_of(
        "posters",
        &posters(),
        "what does one booking cost us in Alder",
    );
    assert_sql(
        &sql,
        &["SUM(\"cost_eur\")", "SUM(\"bookings\")", "/", "'Alder'"],
    );
}

#[test]
fn adverb_of_a_date_named_for_weeks_groups_by_weeks() {
    let sql = sql_of("posters", &posters(), "weekly bookings in Birch");
    assert_sql(&sql, &["date_trunc('week'", "SUM(\"bookings\")"]);
}

#[test]
fn share_of_a_noun_with_a_statement_is_a_share_of_rows() {
    let parts = [
        "FILTER (WHERE \"result\" = 'mended')",
        "COUNT(*)",
        "\"branch\"",
        "!\"thing\"",
    ];
    for text in [
        "what share of the things could be mended, by branch",
        "share of things mended by branch",
    ] {
        assert_sql(&sql_of("jobs", &mending(), text), &parts);
    }
}

#[test]
fn unit_of_weight_compares_no_money() {
    let sql = sql_of(
        "jobs",
        &mending(),
        "average cost of spares for lamps over 10 lbs",
    );
    assert_sql(
        &sql,
        &["AVG(\"spares (£)\")", "\"weight (kg)\" > 4.5", "!labour"],
    );
}

#[test]
fn amount_in_a_unit_is_added_up_and_converted() {
    let sql = sql_of(
        "jobs",
        &mending(),
        "how many tonnes of plastic did we use in 2024",
    );
    assert_sql(&sql, &["\"plastic_kg\" AS DOUBLE) / NULLIF(1000", "!COUNT"]);
}

#[test]
fn rows_of_each_are_counted_for_more_than_some_times() {
    let sql = sql_of(
        "jobs",
        &mending(),
        "how many clients came more than 5 times",
    );
    assert_sql(&sql, &["GROUP BY \"client_id\"", "\"v0\" > 5"]);
}

#[test]
fn both_answers_of_a_pair_are_compared_for_with_and_without() {
    let sql = sql_of("jobs", &mending(), "average bill with and without cover");
    assert_sql(
        &sql,
        &["AVG(\"bill total (£)\")", "GROUP BY \"cover\"", "!IS NULL"],
    );
}

#[test]
fn question_said_twice_is_read_as_its_second_sentence() {
    let text = "do covered jobs get bigger bills? average bill with and without cover";
    let sql = sql_of("jobs", &mending(), text);
    assert_sql(
        &sql,
        &["AVG(\"bill total (£)\")", "GROUP BY \"cover\"", "!month"],
    );
}

#[test]
fn dearest_is_what_costs_most_on_average_and_in_all() {
    let sql = sql_of("jobs", &mending(), "which branch is the most expensive");
    assert_sql(&sql, &["AVG(\"bill total (£)\")", "GROUP BY \"branch\""]);
}

#[test]
fn money_without_a_name_is_the_only_total() {
    let sql = sql_of("jobs", &mending(), "turnover by branch");
    assert_sql(&sql, &["SUM(\"bill total (£)\")", "GROUP BY \"branch\""]);
}

#[test]
fn percentage_is_no_size() {
    let sql = sql_of("jobs", &mending(), "which branch has the biggest jobs");
    assert_sql(&sql, &["!blame_pct"]);
}

#[test]
fn places_of_a_way_are_of_two_columns() {
    let sql = sql_of("trips", &trips(), "how many trips went from Elm to Mill");
    assert_sql(
        &sql,
        &["\"from_pier\" = 'Elm'", "\"to_pier\" = 'Mill'", "COUNT(*)"],
    );
}

#[test]
fn ranked_noun_divides_what_it_is_ranked_by() {
    let sql = sql_of("trips", &trips(), "rank the yards by total fare");
    assert_sql(
        &sql,
        &[
            "SUM(\"fare_eur\")",
            "GROUP BY \"yard\"",
            "DESC",
            "!total_eur",
        ],
    );
    let sql = sql_of("trips", &trips(), "rank the yards by number of trips");
    assert_sql(&sql, &["COUNT(*)", "GROUP BY \"yard\"", "DESC"]);
}

#[test]
fn working_days_are_compared_with_weekends() {
    let sql = sql_of("trips", &trips(), "average fare on weekdays vs weekends");
    assert_sql(&sql, &["AVG(\"fare_eur\")", "weekends", "CASE"]);
}

#[test]
fn most_of_an_event_counts_its_rows() {
    let sql = sql_of("trips", &trips(), "what hour has the most cast offs");
    assert_sql(&sql, &["\"cast_off\"", "COUNT(*)"]);
}

#[test]
fn night_is_a_row_of_a_diary_and_hours_are_what_is_called_so() {
    let sql = sql_of(
        "rest_diary",
        &diary(),
        "how many nights did I get less than 6 hours",
    );
    assert_sql(&sql, &["COUNT(*)", "\"hours asleep\" < 6"]);
}

#[test]
fn worst_score_is_the_lowest() {
    let sql = sql_of(
        "rest_diary",
        &diary(),
        "which night had the worst rest score",
    );
    assert_sql(&sql, &["\"rest score\"", "ASC", "!DESC"]);
}

#[test]
fn ends_of_a_scale_stand_for_all_its_steps() {
    let sql = sql_of(
        "rest_diary",
        &diary(),
        "how many nights in each mood, from awful to great",
    );
    assert_sql(&sql, &["GROUP BY \"mood\"", "COUNT(*)", "!IN ("]);
}

#[test]
fn figures_of_an_indicator_are_measured_whatever_else_a_row_has() {
    let sql = sql_of(
        "springs",
        &springs(),
        "average water temperature per spring",
    );
    assert_sql(
        &sql,
        &["AVG(\"value\")", "'Water temperature'", "\"spring_nm\""],
    );
    let sql = sql_of("springs", &springs(), "total gas bubbles by land");
    assert_sql(&sql, &["SUM(\"value\")", "'Gas bubbles'", "\"land\""]);
}

#[test]
fn density_divides_by_the_area() {
    let csv = "region,year,pop_total,area_km2\nAsh,2020,5000,20\nElm,2020,9000,30\nOak,2020,7000,90\nYew,2020,3000,45\n";
    let sql = sql_of("regions", csv, "population density by region");
    assert_sql(&sql, &["pop_total", "area_km2", "/"]);
}

#[test]
fn gap_between_two_values_reads_no_total_of_their_key() {
    let mut csv = "sex,land,2019,2020,2021\n".to_owned();
    for land in ["Ash", "Elm", "Oak", "Yew"] {
        for (at, sex) in ["T", "M", "F"].iter().enumerate() {
            csv += &format!("{sex},{land},{}.5,{}.1,{}.9\n", 5 + at, 6 + at, 7 + at);
        }
    }
    let sql = sql_of(
        "jobless_rate",
        &csv,
        "which land has the biggest gap between men and women in 2020",
    );
    assert_sql(&sql, &["\"sex\" = 'M'", "\"sex\" = 'F'", "!'T'"]);
}

#[test]
fn months_with_a_short_year_are_one_quantity() {
    let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let mut csv = format!("yard,{} 25\n", months.join(" 25,"));
    for (at, yard) in ["Tern", "Gull", "Auk", "Skua"].iter().enumerate() {
        let row: Vec<String> = (0..12)
            .map(|month| (at * 7 + month * 3).to_string())
            .collect();
        csv += &format!("{yard},{}\n", row.join(","));
    }
    let table = profile_of("absences", &csv);
    let sql = sql_over(&[table], "absences per month");
    assert_sql(&sql, &["\"Jan 25\"", "\"Dec 25\"", "SUM("]);
}

#[test]
fn verb_of_selling_is_not_measured_beside_a_named_quantity() {
    let csv = "date,sky,guests,takings,rolls,buns\n2024-01-01,wet,20,310.5,40,12\n2024-01-02,dry,31,402.1,55,20\n\
        2024-01-03,wet,18,280.9,37,9\n2024-01-04,dry,29,395.0,52,22\n2024-01-05,dry,33,410.4,61,19\n";
    let sql = sql_of(
        "kiosk",
        csv,
        "on which day of the week do we sell the most rolls",
    );
    assert_sql(&sql, &["(\"rolls\")", "!takings"]);
}
