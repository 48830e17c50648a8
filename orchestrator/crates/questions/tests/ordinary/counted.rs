//! Counts: things that come back in several rows, values of a quantity, lists in cells, and conditions beside "how many".

use super::unseen::{assert_has, assert_not_answered, sql_of};

const GALES: &str = "name,year,hour,gust,harbours,rain
Anke,2020,0,40,\"OST,NEU\",0
Anke,2020,6,55,\"OST,NEU\",3
Anke,2020,12,50,OST,0
Bodo,2020,0,60,NEU,1
Bodo,2020,6,70,\"NEU,OST\",0
Cleo,2021,0,45,OST,0
Cleo,2021,6,45,NEU,2
Cleo,2021,12,30,\"OST,WEST\",0
Dirk,2021,0,35,WEST,4
Dirk,2021,6,45,\"WEST,NEU\",0
";

const ILLNESS: &str = "cause,month,deaths
Typhus,1,10
Fever,1,4
Typhus,2,12
Fever,2,6
";

#[test]
fn things_that_come_back_are_counted_by_their_names() {
    let sql = sql_of("gales", GALES, "how many gales per year");
    assert_has(&sql, &["COUNT(DISTINCT \"name\")", "GROUP BY \"year\""]);
    let csv = "order_id,name,amount\n1,Ida,5\n2,Ida,7\n3,Bo,2\n4,Bo,9\n";
    let sql = sql_of("orders", csv, "how many orders are there");
    assert!(!sql.contains("DISTINCT"), "{sql}");
}

#[test]
fn value_of_a_list_in_a_cell_is_found() {
    let sql = sql_of("gales", GALES, "average gust where harbours is NEU");
    assert_has(&sql, &["contains", "'neu'"]);
}

#[test]
fn quantity_beside_how_many_is_a_condition_and_no_histogram() {
    let sql = sql_of("gales", GALES, "how many rows have rain");
    assert_has(&sql, &["COUNT(*)", "\"rain\" > 0"]);
    let sql = sql_of("gales", GALES, "how many rows have a gust rate above 50");
    assert_has(&sql, &["COUNT(*)", "\"gust\" > 50"]);
    assert!(!sql.contains("GROUP BY"), "{sql}");
}

#[test]
fn most_common_value_of_a_quantity_is_no_maximum() {
    let sql = sql_of("gales", GALES, "most common rain");
    assert_has(&sql, &["COUNT(*)", "GROUP BY \"rain\""]);
}

#[test]
fn noun_of_the_rows_before_an_amount_says_what_is_added_up() {
    let sql = sql_of("illness", ILLNESS, "total illness deaths by month");
    assert_has(&sql, &["SUM(\"deaths\")", "GROUP BY \"month\""]);
}

#[test]
fn value_comes_before_the_topic_of_the_file() {
    let sql = sql_of("typhus_1849", ILLNESS, "deaths from typhus by month");
    assert_has(&sql, &["\"cause\" = 'Typhus'"]);
}

#[test]
fn compared_thing_that_is_missing_is_not_passed_over() {
    assert_not_answered("illness", ILLNESS, "typhus vs rheumatism deaths by month");
}

#[test]
fn adjective_of_a_noun_is_not_passed_over() {
    let csv = "rank,sex,pay\nProf,F,9\nProf,M,8\nDoc,F,5\nDoc,M,6\n";
    assert_not_answered("professor_pay", csv, "how many women are full professors");
}
