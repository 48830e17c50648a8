//! Everyday wordings: what is asked back, the order of a list, common and popular things, times that are compared, flags.

use super::unseen::{assert_has, assert_not_answered, sql_of};

const CANTEEN: &str = "dish,kind,size,price,sold_on
Stew,Meat,Large,8.5,2024-01-06
Stew,Meat,Small,6.0,2024-02-07
Curry,Vegan,Large,7.5,2024-07-12
Curry,Vegan,Small,5.5,2024-07-13
Salad,Vegan,Small,4.5,2024-07-14
Pie,Meat,Large,9.0,2024-12-02
";

const PERSONS: &str = "sex,region,smokes,age
Male,North,Yes,30
Female,North,No,41
Male,South,No,25
Female,South,Yes,39
Female,South,No,62
Male,North,Yes,51
";

const CASES: &str = "illness,district,year,count,population
Mumps,Fenby,2001,12,90000
Mumps,Oakham,2001,20,150000
Mumps,Fenby,2002,9,91000
Mumps,Oakham,2002,14,151000
Rubella,Fenby,2001,3,90000
Rubella,Oakham,2001,2,150000
Rubella,Fenby,2002,1,91000
Rubella,Oakham,2002,4,151000
";

#[test]
fn largest_without_a_size_is_asked_back() {
    let csv = "name,town,sales,profits,assets\nAlm,Ulm,5,1,9\nBirk,Linz,7,2,4\nCarl,Graz,3,3,8\n";
    for question in ["largest firms", "which firm is the biggest"] {
        let asked = sql_of("firms", csv, question);
        assert!(asked.starts_with("asked"), "{question}: {asked}");
    }
}

#[test]
fn superlative_before_first_orders_a_list() {
    let csv = "player,team,height\nAda,Red,190\nBo,Red,170\nCy,Blue,201\nDi,Blue,185\n";
    let sql = sql_of("players", csv, "average height by team, tallest first");
    assert_has(&sql, &["AVG(\"height\")", "GROUP BY \"team\"", "DESC"]);
    assert!(!sql.contains("RANK"), "{sql}");
}

#[test]
fn most_popular_things_are_counted_where_nothing_tells_how_popular_they_are() {
    let sql = sql_of("canteen", CANTEEN, "most popular kind");
    assert_has(&sql, &["COUNT(*)", "GROUP BY \"kind\""]);
}

#[test]
fn list_of_rows_is_not_divided() {
    let sql = sql_of("cases", CASES, "mumps cases each year");
    assert_has(&sql, &["SUM(\"count\")", "GROUP BY \"year\"", "'Mumps'"]);
}

#[test]
fn more_at_one_time_of_the_year_is_compared_with_the_other_times() {
    let sql = sql_of("canteen", CANTEEN, "are there more sales in summer");
    assert_has(&sql, &["date_part('month'", "GROUP BY"]);
    assert!(!sql.contains("IN (6, 7, 8)"), "{sql}");
}

#[test]
fn doing_something_more_is_a_share_of_each_kind() {
    let sql = sql_of("people", PERSONS, "who smokes more, men or women?");
    assert_has(&sql, &["GROUP BY \"sex\"", "/"]);
}

#[test]
fn non_before_a_person_negates_the_flag() {
    let sql = sql_of("people", PERSONS, "average age of male non-smokers");
    assert_has(
        &sql,
        &["AVG(\"age\")", "'Male'", "NOT (\"smokes\" = 'Yes')"],
    );
}

#[test]
fn loosely_named_column_is_not_explained_by_a_head() {
    let csv = "city,year,listings,inventory\nUlm,2010,50,4\nLinz,2010,70,5\nUlm,2011,60,6\nLinz,2011,80,7\n";
    assert_not_answered("homes", csv, "average house price in Ulm");
}

#[test]
fn asked_thing_is_no_part_of_a_value() {
    let csv = "nation,year,gold\nIndependent Athletes,2016,1\nNorway,2016,4\nNorway,2020,6\nIndependent Athletes,2020,0\n";
    assert_not_answered("medals", csv, "which athlete has the most gold");
}

#[test]
fn british_spelling_finds_american_values() {
    let csv = "customer,line,fee\n1,Fiber optic,50\n2,DSL,30\n3,Fiber optic,55\n";
    let sql = sql_of("contracts", csv, "average fee for fibre");
    assert_has(&sql, &["'Fiber optic'"]);
}

#[test]
fn occupancy_in_percent_is_averaged() {
    let csv = "quarter,state,occupancy\n2001-01-01,Wales,61.5\n2001-04-01,Wales,64.2\n2001-01-01,Kent,71.5\n2001-04-01,Kent,70.2\n";
    let sql = sql_of("hotels", csv, "occupancy by state");
    assert_has(&sql, &["AVG(\"occupancy\")"]);
    let sql = sql_of("hotels", csv, "which state has the fullest hotels");
    assert_has(&sql, &["AVG(\"occupancy\")", "GROUP BY \"state\""]);
}

#[test]
fn limit_keeps_the_same_of_equal_values() {
    let sql = sql_of("canteen", CANTEEN, "two most common dishes");
    assert_has(&sql, &["DESC NULLS LAST, \"dish\"", "LIMIT 2"]);
    assert_eq!(sql.matches("DESC NULLS LAST").count(), 1, "{sql}");
}

const CARS: &str = "Price,Mileage,thickness,convertible
22000,20105,4.5,0
31000,1800,3.5,1
27500,4105,5.5,1
18000,30100,2.5,0
19500,25000,6.5,0
";

#[test]
fn flag_behind_a_superlative_narrows_what_is_ranked() {
    let sql = sql_of("cars", CARS, "cheapest convertible");
    assert_has(&sql, &["\"Price\"", "\"convertible\" = 1"]);
}

#[test]
fn two_degrees_of_a_question_are_related() {
    let sql = sql_of("cars", CARS, "are cars with more mileage cheaper");
    assert!(!sql.contains("AVG"), "{sql}");
    let sql = sql_of("cars", CARS, "do thicker cars have a higher price");
    assert_has(&sql, &["\"thickness\"", "\"Price\""]);
    assert!(!sql.contains("AVG"), "{sql}");
}

#[test]
fn plural_without_a_number_shows_several() {
    let csv = "station,passengers\nNord,900\nSud,700\nOst,500\nWest,300\n";
    for question in [
        "busiest stations",
        "which stations have the most passengers",
    ] {
        let sql = sql_of("stations", csv, question);
        assert_has(&sql, &["ORDER BY \"Passengers\" DESC", "LIMIT 10"]);
    }
    let sql = sql_of("stations", csv, "busiest station");
    assert!(!sql.contains("LIMIT 10"), "{sql}");
}

#[test]
fn number_of_a_single_quantity_is_its_sum() {
    let csv = "school,county,computer,students\nAsh,Kent,67,195\nOak,Kent,67,240\nElm,Devon,169,1550\nFir,Devon,85,243\n";
    let sql = sql_of("schools", csv, "total number of computers in Kent");
    assert_has(&sql, &["SUM(\"computer\")", "'Kent'"]);
}

#[test]
fn votes_with_decimals_are_percentages() {
    let csv = "state,year,vote\nOhio,2008,52.1\nUtah,2008,34.4\nOhio,2012,50.6\nUtah,2012,24.8\n";
    let sql = sql_of("results", csv, "vote by year");
    assert_has(&sql, &["AVG(\"vote\")"]);
}

#[test]
fn part_of_a_list_is_no_part_of_another_number() {
    let csv =
        "station,lines\nNord,\"1, 4\"\nSud,4\nOst,14\nWest,\"14, 1\"\nMitte,\"4, 14\"\nHalle,1\n";
    let sql = sql_of("stations", csv, "how many stations are on line 4");
    assert_has(&sql, &["'4'", "'1, 4'", "'4, 14'"]);
    assert!(!sql.contains("'14'"), "{sql}");
}

#[test]
fn spending_finds_the_bill() {
    let csv = "year,gas_bill,water_bill\n2004,300,120\n2005,320,125\n2005,310,130\n";
    let sql = sql_of("household", csv, "how much did we spend on gas in 2005");
    assert_has(&sql, &["SUM(\"gas_bill\")", "2005"]);
}

#[test]
fn days_are_counted_as_rows_of_a_daily_table() {
    let csv = "town,day,date,events,rain\nUlm,1,2017-01-01,Rain,3\nUlm,2,2017-01-02,Sun,0\nUlm,3,2017-01-03,Rain,1\nLinz,1,2017-01-01,Sun,0\n\
        Linz,2,2017-01-02,Rain,2\nLinz,3,2017-01-03,Sun,0\n";
    let sql = sql_of("weather", csv, "how many rainy days did Ulm have in 2017");
    assert_has(&sql, &["'Ulm'"]);
    assert!(!sql.contains("GROUP BY"), "{sql}");
}

#[test]
fn rows_are_ranked_by_their_total() {
    let csv = "district,Ada,Bo,Cy,total,winner\nNord,24,18,30,72,Cy\nSud,30,12,9,51,Ada\nOst,11,22,8,41,Bo\nWest,17,16,15,48,Ada\n";
    let sql = sql_of(
        "ballot",
        csv,
        "votes of Ada, Bo and Cy in the 2 districts with the most votes",
    );
    assert_has(&sql, &["\"total\"", "LIMIT 2"]);
    assert!(!sql.contains("SUM"), "{sql}");
}

#[test]
fn number_of_periods_is_not_divided_into_intervals() {
    let csv = "month,jobs,mining\n2001-01-01,131000,604\n2001-02-01,131400,601\n2001-03-01,130900,607\n2002-01-01,132000,611\n2002-02-01,131800,613\n";
    assert_not_answered(
        "employment",
        csv,
        "in how many months per year did jobs fall?",
    );
}

#[test]
fn figure_of_one_row_is_told() {
    let csv = "station,passengers,lines\nNord,900,4\nSud,700,2\nOst,500,3\nWest,300,1\n";
    let sql = sql_of("stations", csv, "passengers at Ost");
    assert_has(&sql, &["\"passengers\"", "'Ost'"]);
}

#[test]
fn doing_more_is_no_number_of_persons() {
    let csv =
        "gender,age,income\nfemale,30,20\nmale,41,25\nmale,25,31\nfemale,39,22\nfemale,62,18\n";
    assert_not_answered("patients", csv, "do women go to the doctor more than men");
}

#[test]
fn kind_comes_before_one_of_many_remarks() {
    use std::fmt::Write as _;
    let mut csv = "flight,remarks,time_of_day\n".to_owned();
    for row in 0..600 {
        let time = if row % 3 == 0 { "Night" } else { "Day" };
        let remark = match row {
            0..4 => "NIGHT".to_owned(),
            _ => format!("bird {row}"),
        };
        let _ = writeln!(csv, "{row},{remark},{time}");
    }
    let sql = sql_of("strikes", &csv, "how many strikes at night");
    assert_has(&sql, &["\"time_of_day\" = 'Night'"]);
}

#[test]
fn persons_are_listed_and_not_shared() {
    let csv = "member,state,dem,votes\nAda,Texas,1,12\nBo,Texas,0,14\nCy,Ohio,1,9\nDi,Texas,1,20\nEd,Ohio,0,8\n";
    let sql = sql_of("members", csv, "who are the dem members from Texas");
    assert_has(&sql, &["\"member\"", "'Texas'"]);
    assert!(!sql.contains("AVG"), "{sql}");
}

#[test]
fn cases_are_divided_by_the_inhabitants() {
    let sql = sql_of("cases", CASES, "mumps per 100,000 people by year");
    assert_has(&sql, &["SUM(\"count\")", "SUM(\"population\")", "100000"]);
}

#[test]
fn participle_behind_has_restates_what_is_counted() {
    let csv = "nation,season,year,medals\nNorway,Winter,2014,26\nNorway,Winter,2018,39\nNorway,Summer,2016,4\nKenya,Summer,2016,13\n\
        Kenya,Summer,2021,10\nNorway,Summer,2021,8\n";
    let sql = sql_of("olympics", csv, "how many medals has Norway won");
    assert_has(&sql, &["SUM(\"medals\")", "'Norway'"]);
}

#[test]
fn tallest_may_be_an_elevation() {
    let csv = "name,country,elevation\nAlto,Chile,6800\nBasso,Italy,3300\nCima,Chile,5900\n";
    let sql = sql_of("volcanoes", csv, "tallest volcano");
    assert_has(&sql, &["\"elevation\"", "DESC"]);
}

#[test]
fn reading_without_an_open_word_comes_before_a_near_one() {
    let csv = PERSONS.replace("smokes", "smoke");
    let sql = sql_of("uk_smoking", &csv, "smoking rate by region");
    assert_has(&sql, &["\"smoke\" = 'Yes'", "GROUP BY \"region\""]);
}

#[test]
fn size_for_another_size_is_a_ratio() {
    let csv = "name,brain,body\nMouse,0.4,20\nOwl,2.2,300\nCat,30,4000\nElephant,5000,5000000\n";
    let sql = sql_of("animals", csv, "largest brain for its body");
    assert_has(&sql, &["\"brain\"", "/", "\"body\""]);
}

#[test]
fn weekend_is_compared_with_the_other_days() {
    let sql = sql_of("canteen", CANTEEN, "are there more sales at the weekend");
    assert_has(&sql, &["date_part('dow'", "GROUP BY"]);
}
