//! Wordings that say which rows, dates and quantities are meant, over tables of domains that no question set has.

use portolan_questions::{Answer, Question, answer, sql};

use super::reading::first_reading;
use super::unseen::profile;

fn answer_of(
    name: &str,
    csv: &str,
    text: &str,
) -> (String, Option<portolan_questions::plan::QueryPlan>) {
    let tables = vec![profile::profile(name, csv)];
    let answered = answer(&Question {
        text,
        tables: &tables,
        earlier: None,
        schema: None,
    });
    match first_reading(answered) {
        Ok(plan) => {
            let compiled =
                sql::select(&plan, &tables).unwrap_or_else(|error| panic!("{text}: {error:?}"));
            (compiled.sql, Some(plan))
        }
        Err(other) => (other, None),
    }
}

fn sql_of(name: &str, csv: &str, text: &str) -> String {
    answer_of(name, csv, text).0
}

/// Stays in a guest house, one for each line.
const STAYS: &str = "stay_no,guest,room_kind,arrival_date,checkout_date,exit_type,exit_date,days_in_house,amt_due,amt_paid,wake_calls_n,use_cd,use_desc,pets\n\
    1,Ann,Single,2023-01-03,2023-01-05,Departed,2023-01-06,2,90,90,2,B,Business,yes\n\
    2,Bo,Double,2023-02-04,,Evicted,2023-03-09,5,140,100,1,L,Leisure,no\n\
    3,Cy,Single,2023-02-14,2023-02-15,Departed,2023-02-15,1,60,60,0,B,Business,no\n\
    4,Di,Double,2024-03-01,2024-03-09,Evicted,2024-03-09,8,310,200,3,L,Leisure,yes\n\
    5,Ed,Suite,2024-04-11,,Departed,2024-04-20,9,510,510,4,L,Leisure,no\n\
    6,Flo,Suite,2024-05-02,2024-05-06,Departed,2024-05-06,4,220,220,2,B,Business,yes\n";

#[test]
fn money_with_a_participle_is_the_amount_and_no_number_of_rows() {
    let csv = "rent_no,flat,due_on,amt_paid,state\n1,A,2023-01-03,90,Paid\n2,B,2024-02-04,0,Open\n3,A,2024-02-14,60,Paid\n4,B,2024-03-01,80,Paid\n";
    let sql = sql_of("flat_rents", csv, "how much money was paid in 2024");
    assert!(sql.contains("SUM(\"amt_paid\")"), "{sql}");
    let csv = "parcel,region\nP1,N\nP2,S\nP3,N\nP4,S\nP5,N\n";
    let sql = sql_of("parcels", csv, "how much money did parcels make per region");
    assert!(!sql.contains("COUNT(*)"), "{sql}");
}

#[test]
fn longest_names_the_only_duration_of_the_table() {
    let sql = sql_of("house_stays", STAYS, "guest with the longest visit");
    assert!(sql.contains("\"days_in_house\""), "{sql}");
    let csv = "song,singer,plays\nA,X,5\nB,Y,6\nC,X,9\nD,Z,1\n";
    let sql = sql_of(
        "song_plays",
        csv,
        "singer with the longest break, singer and song",
    );
    assert!(!sql.contains("COUNT(*)"), "{sql}");
}

#[test]
fn yes_no_question_with_comparative_shows_both_groups() {
    let sql = sql_of(
        "house_stays",
        STAYS,
        "Do guests with pets stay longer? average days in house",
    );
    assert!(sql.contains("GROUP BY \"pets\""), "{sql}");
    assert!(!sql.contains("WHERE \"pets\""), "{sql}");
}

#[test]
fn events_are_counted_by_the_date_of_the_same_name() {
    let sql = sql_of("house_stays", STAYS, "evictions per month");
    assert!(
        sql.contains("COUNT(*)") && sql.contains("\"exit_date\""),
        "{sql}"
    );
    assert!(!sql.contains("\"arrival_date\""), "{sql}");
}

#[test]
fn divider_before_a_light_word_names_its_column() {
    let sql = sql_of(
        "house_stays",
        STAYS,
        "stays with an amount due above 100, per use",
    );
    assert!(sql.contains("GROUP BY \"use_"), "{sql}");
}

#[test]
fn months_of_all_years_together_are_months_of_the_year() {
    let csv = "tree,planted_on,age_months\nOak,2020-03-04,3\nElm,2020-03-08,5\nOak,2021-04-09,7\nElm,2022-03-11,9\nAsh,2022-11-12,4\n";
    let sql = sql_of(
        "tree_plantings",
        csv,
        "in which months are most trees planted? all years together",
    );
    assert!(
        sql.contains("'month'") && !sql.contains("date_trunc"),
        "{sql}"
    );
    assert!(!sql.contains("age_months"), "{sql}");
}

#[test]
fn still_keeps_rows_without_an_end() {
    let csv = "loan,tool,lent_on,returned_on\n1,saw,2024-01-02,2024-01-05\n2,drill,2024-01-03,\n3,saw,2024-02-01,2024-02-02\n4,drill,2024-02-05,\n";
    let sql = sql_of("tool_loans", csv, "how many drills are still out");
    assert!(
        sql.contains("\"returned_on\" IS NULL") && sql.contains("COUNT(*)"),
        "{sql}"
    );
}

#[test]
fn applications_are_not_counted_as_kinds_of_applicants() {
    let csv = "plot,participant_type,state\n1,school,open\n2,club,shut\n3,club,open\n4,school,open\n5,family,shut\n6,family,open\n";
    let sql = sql_of("garden_plots", csv, "how many participations are open");
    assert!(!sql.contains("COUNT(DISTINCT"), "{sql}");
}

#[test]
fn adjective_alone_names_no_quantity() {
    let csv = "shop,newBikes,soldBikes,town,parking\nA,3,10,X,yes\nB,5,12,Y,no\nC,8,15,X,yes\nD,9,31,Y,no\n";
    let sql = sql_of(
        "bike_shops",
        csv,
        "what percentage of new shops have parking by town",
    );
    assert!(!sql.contains("\"newBikes\""), "{sql}");
}

#[test]
fn each_divides_by_no_quantity_of_one_of_its_kind() {
    let csv = "hive,hill_bee,moths,keeper,honey_kg\n1,310,41,Ann,5\n2,225,52,Bo,6\n3,401,66,Ann,8\n4,190,12,Cy,3\n5,280,31,Bo,4\n";
    let sql = sql_of("hives", csv, "how much honey did every bee make");
    assert!(!sql.contains("_bee\""), "{sql}");
}

#[test]
fn period_that_is_excluded_after_another_is_not_passed_over() {
    let csv =
        "team,captain,points,season_year\nA,Ann,5,2019\nB,Bo,6,2019\nA,Cy,8,2021\nB,Bo,9,2021\n";
    let sql = sql_of(
        "cup_seasons",
        csv,
        "points of the teams in 2019 but not in 2021",
    );
    assert!(
        sql.starts_with("asked") || sql.starts_with("declined"),
        "{sql}"
    );
}

#[test]
fn gloss_explains_only_the_words_before_its_brackets() {
    let csv = "sensor,ward,reading\n1,North,5\n2,South,6\n3,North,9\n4,East,2\n";
    let sql = sql_of(
        "sensors",
        csv,
        "how many gadgets are there in each district (ward)",
    );
    assert!(
        sql.starts_with("asked") || sql.starts_with("declined"),
        "{sql}"
    );
}

#[test]
fn most_of_a_small_count_adds_it_up() {
    let sql = sql_of("house_stays", STAYS, "room kinds with the most wake calls");
    assert!(sql.contains("SUM(\"wake_calls_n\")"), "{sql}");
}

#[test]
fn kinds_of_a_value_are_counted() {
    let sql = sql_of("house_stays", STAYS, "exit types of the evicted");
    assert!(
        sql.contains("COUNT(*)") || sql.starts_with("asked"),
        "{sql}"
    );
}

#[test]
fn word_of_another_language_stays_the_name_of_its_column() {
    let csv = "id,surface,area,loyer\n1,N,East,5\n2,S,West,8\n3,N,West,7\n4,S,East,2\n";
    let sql = sql_of("annonces", csv, "nombre total par surface");
    assert!(sql.contains("GROUP BY \"surface\""), "{sql}");
}

#[test]
fn without_value_leaves_out_rows_and_keeps_the_group() {
    let csv = "ride,veh_typ,town\n1,Car,X\n2,Van,X\n3,Car,Y\n4,Van,Y\n5,Bus,X\n6,Bus,Y\n";
    let tables = vec![profile::profile("rides", csv)];
    let (_, plan) = answer_of("rides", csv, "number of rides by town and vehicle type");
    let answered = answer(&Question {
        text: "without vans",
        tables: &tables,
        earlier: plan.as_ref(),
        schema: None,
    });
    let Answer::Plans { readings } = answered else {
        panic!("no answer");
    };
    let sql = sql::select(&readings[0].plan, &tables)
        .expect("a statement")
        .sql;
    assert!(
        sql.contains("\"veh_typ\" <> 'Van'") && sql.contains("GROUP BY \"town\", \"veh_typ\""),
        "{sql}"
    );
}
