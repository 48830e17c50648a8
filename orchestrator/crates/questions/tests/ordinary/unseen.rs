//! Tables of kinds that the question sets do not have: abbreviated names, sides, indicators, seasons, grouped people.

use portolan_questions::{Question, answer, sql};

use super::reading::first_reading;

#[path = "../support/profile.rs"]
pub mod profile;

pub fn profile_of(name: &str, csv: &str) -> portolan_query::TableProfile {
    profile::profile(name, csv)
}

pub fn sql_of(name: &str, csv: &str, text: &str) -> String {
    sql_over(&[profile_of(name, csv)], text)
}

pub fn sql_over(tables: &[portolan_query::TableProfile], text: &str) -> String {
    let answered = answer(&Question {
        text,
        tables,
        earlier: None,
        schema: None,
    });
    match first_reading(answered) {
        Ok(plan) => {
            sql::select(&plan, tables)
                .unwrap_or_else(|error| panic!("{text}: {error:?}"))
                .sql
        }
        Err(other) => other,
    }
}

#[track_caller]
pub fn assert_has(sql: &str, parts: &[&str]) {
    for part in parts {
        assert!(sql.contains(part), "{part} is missing: {sql}");
    }
}

#[track_caller]
pub fn assert_not_answered(name: &str, csv: &str, question: &str) {
    let answered = sql_of(name, csv, question);
    let is_sql = answered.starts_with("SELECT") || answered.starts_with("WITH");
    assert!(!is_sql, "{question}: {answered}");
}

const COACHES: &str = "trip_id,trip_dt,line_nm,pax_n,tkt_rev_gbp,dep_delay_min\n\
    1,2024-01-03,Coastal,31,410,4\n2,2024-01-04,Coastal,28,390,0\n3,2024-02-05,Valley,12,160,9\n4,2024-02-06,Valley,17,205,2\n\
    5,2024-03-07,Coastal,40,505,1\n6,2024-03-08,Valley,19,222,3\n";

const DUELS: &str = "duel_dt,w_name,w_elo,w_club,l_name,l_elo,l_club\n\
    2024-01-03,Ada,2100,North,Bo,1990,South\n2024-01-04,Cy,2050,South,Di,2040,North\n2024-01-05,Ada,2105,North,Di,2035,North\n\
    2024-01-06,Bo,1995,South,Cy,2045,South\n";

const PANEL: &str = "area_cd,area_nm,ref_yr,indicator_nm,value\n\
    A,Ash,2021,Hens kept,500\nA,Ash,2021,Egg price,21\nA,Ash,2022,Hens kept,520\nA,Ash,2022,Egg price,23\n\
    B,Birch,2021,Hens kept,300\nB,Birch,2021,Egg price,19\nB,Birch,2022,Hens kept,310\nB,Birch,2022,Egg price,22\n";

#[test]
fn abbreviated_name_is_found_by_its_full_word() {
    let sql = sql_of("coach_trips", COACHES, "total passengers per line");
    assert!(sql.contains("SUM(\"pax_n\")"), "{sql}");
    let sql = sql_of("coach_trips", COACHES, "ticket revenue by line");
    assert!(sql.contains("SUM(\"tkt_rev_gbp\")"), "{sql}");
}

#[test]
fn letter_before_paired_columns_is_read_as_its_side() {
    let sql = sql_of(
        "duels",
        DUELS,
        "average elo of the loser by club of the loser",
    );
    assert!(
        sql.contains("\"l_elo\"") && sql.contains("\"l_club\""),
        "{sql}"
    );
}

#[test]
fn indicator_chooses_rows_and_its_figures_are_measured() {
    let sql = sql_of(
        "farm_panel",
        PANEL,
        "how many hens were kept in Birch each year",
    );
    assert!(
        sql.contains("SUM(\"value\")") && sql.contains("'Hens kept'"),
        "{sql}"
    );
    assert!(!sql.contains("COUNT"), "{sql}");
}

#[test]
fn cheapest_of_two_rents_is_asked_back() {
    let csv = "flat_id,rent_basic_eur,rent_full_eur,deposit_eur\n1,500,600,900\n2,450,700,100\n3,520,640,950\n4,610,720,800\n";
    let answered = sql_of("flats", csv, "which flat is the cheapest");
    assert!(answered.starts_with("asked"), "{answered}");
}

#[test]
fn season_is_found_however_its_years_are_divided() {
    let csv = "club,season,goals\nNorth,2021/22,40\nSouth,2021/22,31\nNorth,2022/23,44\nSouth,2022/23,28\n";
    for text in ["goals by club in 2022/23", "goals by club in 2022-2023"] {
        let sql = sql_of("club_goals", csv, text);
        assert!(sql.contains("= '2022/23'"), "{sql}");
    }
}
