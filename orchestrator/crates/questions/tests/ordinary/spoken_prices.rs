//! Questions as they are spoken: prices without the word, numbered things, first places, the longest in a place.

use super::unseen::{assert_has, profile_of, sql_of};
use portolan_questions::{Answer, Question, answer};

const FLATS: &str = "flat,district,rooms,rent_eur,area_m2,balcony,floor
A1,Old Town,2,980,52,Yes,3
A2,Old Town,3,1450,78,No,1
B1,Harbour,2,760,49,Yes,4
B2,Harbour,4,1390,101,Yes,2
B3,Harbour,1,540,30,No,1
C1,Mill,1,520,31,No,5
C2,Mill,3,1010,74,No,2
";

const STAFF: &str = "name,team,salary,start_date,overtime_hours
Ines,Help,31000,2021-02-01,12
Omar,Help,32500,2019-06-15,4
Lena,Help,45000,2015-03-01,20
Paul,Sales,39000,2020-09-01,8
Wes,Sales,95000,2010-01-04,30
";

const RACES: &str = "race,runner,club,finish_minutes,position,raced_on
Lake,Ann,North,38.2,1,2023-04-02
Lake,Cai,South,39.9,2,2023-04-02
Lake,Eve,North,44.1,3,2023-04-02
Hill,Gil,South,19.1,1,2023-05-14
Hill,Ann,North,19.8,2,2023-05-14
Hill,Cai,South,23.5,3,2023-05-14
Lake,Gil,South,37.0,1,2024-04-07
Lake,Ann,North,38.9,2,2024-04-07
";

const ORDERS: &str = "number,customer,item,quantity,unit_price,status
1,Acme,Desk lamp,3,24.5,shipped
2,Bolt,Chair,2,129,shipped
3,Cara,Notebook,40,2.2,returned
4,Acme,Notebook,25,2.2,shipped
5,Dune,Chair,1,129,pending
6,Bolt,Notebook,5,2.2,shipped
";

#[test]
fn price_is_asked_for_without_its_name() {
    for question in [
        "what does a flat in the harbour cost",
        "how much do flats in the harbour cost",
        "how much is a flat in the harbour",
    ] {
        let sql = sql_of("flats", FLATS, question);
        assert_has(&sql, &["AVG(\"rent_eur\")", "'Harbour'"]);
    }
    let sql = sql_of("flats", FLATS, "which flats cost less than 800");
    assert_has(&sql, &["\"rent_eur\" < 800"]);
}

#[test]
fn rent_is_averaged_where_groups_are_compared() {
    let sql = sql_of("flats", FLATS, "is rent higher in Mill than in Harbour");
    assert_has(&sql, &["AVG(\"rent_eur\")"]);
}

#[test]
fn difference_is_found_behind_a_side_of_several_words() {
    let question = "how much cheaper are flats in the Harbour than in the Old Town";
    let sql = sql_of("flats", FLATS, question);
    assert_has(&sql, &["AVG(\"rent_eur\")", "'Harbour'", "'Old Town'"]);
}

#[test]
fn group_with_the_biggest_rows_is_ranked_by_their_average() {
    let sql = sql_of("flats", FLATS, "which district has the biggest flats");
    assert_has(&sql, &["AVG(\"area_m2\")", "GROUP BY \"district\""]);
}

#[test]
fn ordinal_before_a_numbered_thing_is_its_number() {
    for question in [
        "average rent above the 3rd floor",
        "average rent above the third floor",
    ] {
        let sql = sql_of("flats", FLATS, question);
        assert_has(&sql, &["AVG(\"rent_eur\")", "\"floor\" > 3"]);
    }
}

#[test]
fn longest_in_a_place_has_the_earliest_start() {
    let sql = sql_of("staff", STAFF, "who has been here longest");
    assert_has(&sql, &["\"name\"", "ORDER BY \"v0\" ASC", "\"start_date\""]);
    assert!(!sql.contains("overtime"), "{sql}");
    let sql = sql_of("staff", STAFF, "person with the latest start date");
    assert_has(&sql, &["\"name\"", "ORDER BY \"v0\" DESC"]);
}

#[test]
fn overtime_of_a_team_is_added_up() {
    let sql = sql_of("staff", STAFF, "how much overtime did the help team do");
    assert_has(&sql, &["SUM(\"overtime_hours\")", "'Help'"]);
}

#[test]
fn winners_have_the_first_place() {
    let sql = sql_of("races", RACES, "who won the hill race");
    assert_has(&sql, &["\"runner\"", "'Hill'", "\"position\" = 1"]);
    let sql = sql_of("races", RACES, "which club won most often");
    assert_has(&sql, &["COUNT(*)", "GROUP BY \"club\"", "\"position\" = 1"]);
}

#[test]
fn persons_of_several_rows_are_listed_by_their_names() {
    let question = "who ran the lake race in under 39 minutes";
    let sql = sql_of("races", RACES, question);
    assert_has(&sql, &["\"runner\"", "\"finish_minutes\" < 39"]);
}

#[test]
fn best_time_is_the_lowest() {
    let sql = sql_of("races", RACES, "best time of each runner in the lake race");
    assert_has(&sql, &["MIN(\"finish_minutes\")", "GROUP BY \"runner\""]);
}

#[test]
fn group_that_is_faster_is_the_fastest_of_all() {
    let sql = sql_of("races", RACES, "which club is faster");
    assert_has(&sql, &["AVG(\"finish_minutes\")", "\"club\"", "ASC"]);
}

#[test]
fn things_sold_are_added_up_and_customers_counted_once() {
    let sql = sql_of("orders", ORDERS, "how many notebooks did we sell");
    assert_has(&sql, &["SUM(\"quantity\")", "'Notebook'"]);
    let sql = sql_of("orders", ORDERS, "how many customers do we have");
    assert_has(&sql, &["COUNT(DISTINCT \"customer\")"]);
}

#[test]
fn offered_readings_are_called_what_they_compute() {
    let tables = [profile_of("flats", FLATS)];
    let answered = answer(&Question {
        text: "area in the harbour",
        tables: &tables,
        earlier: None,
        schema: None,
    });
    let Answer::AskBack { choices, .. } = answered else {
        panic!("{answered:?}");
    };
    for choice in choices {
        let plan = choice.plan.unwrap();
        let sql = portolan_questions::sql::select(&plan, &tables).unwrap().sql;
        let says_average = choice.label.contains("verage");
        assert_eq!(
            says_average,
            sql.contains("AVG("),
            "{}: {sql}",
            choice.label
        );
    }
}
