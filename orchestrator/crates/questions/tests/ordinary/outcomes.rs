//! Columns of 0 and 1 as outcomes, rates of studies, and several quantities with a column for each year.

use super::unseen::sql_of;

/// Applicants for a garden plot, with what became of them.
fn applicants() -> String {
    let mut csv = "age,district,sex,member,approved,waiting_days\n".to_owned();
    for at in 0..240 {
        csv += &format!(
            "{},{},{},{},{},{}\n",
            18 + at % 60,
            ["Hill", "Dale", "Moor"][at % 3],
            ["female", "male"][at % 2],
            at / 3 % 2,
            usize::from(at % 7 < 3),
            at % 90
        );
    }
    csv
}

/// Cities in several years.
fn cities() -> String {
    let mut csv = "city,year,hotel_tax,gdp_percap,visitors\n".to_owned();
    for at in 0..60 {
        csv += &format!(
            "{},{},{}.25,{}.5,{}\n",
            ["Ayr", "Bonn", "Cork", "Dole", "Enna", "Faro"][at % 6],
            2010 + at / 6,
            at % 5,
            9000 + at * 31 % 700,
            1000 + at * 7
        );
    }
    csv
}

const SHOPS: &str = "shop,town,sales_2020,sales_2021,profit_2020,profit_2021\n\
    Ash,York,100,120,10,14\nBirch,Bath,200,180,22,18\nCedar,York,300,330,31,35\n";

#[test]
fn rate_of_zeros_and_ones_is_the_share_of_ones() {
    for question in ["approval rate by district", "approved by district"] {
        let sql = sql_of("applicants", &applicants(), question);
        assert!(
            sql.contains("AVG(CASE WHEN \"approved\" = 1 THEN 1 ELSE 0 END)"),
            "{question}: {sql}"
        );
    }
}

#[test]
fn number_of_ones_is_a_number_of_rows() {
    let sql = sql_of(
        "applicants",
        &applicants(),
        "how many were approved per district",
    );
    assert!(
        sql.contains("COUNT(*)") && sql.contains("\"approved\" = 1"),
        "{sql}"
    );
}

#[test]
fn rate_by_a_quantity_is_a_share_in_each_interval() {
    let sql = sql_of("applicants", &applicants(), "approval rate by age");
    assert!(
        sql.contains("AVG(CASE WHEN \"approved\" = 1") && sql.contains("FLOOR(\"age\""),
        "{sql}"
    );
}

#[test]
fn share_of_one_flag_by_another_is_grouped() {
    for question in [
        "approval rate by member",
        "are members more likely to be approved",
    ] {
        let sql = sql_of("applicants", &applicants(), question);
        assert!(
            sql.contains("AVG(CASE WHEN \"approved\" = 1") && sql.contains("GROUP BY \"member\""),
            "{question}: {sql}"
        );
    }
}

#[test]
fn likelihood_is_compared_by_the_share_of_each_kind() {
    let sql = sql_of(
        "applicants",
        &applicants(),
        "are women more likely to be approved than men",
    );
    assert!(
        sql.contains("AVG(CASE WHEN \"approved\" = 1") && sql.contains("GROUP BY \"sex\""),
        "{sql}"
    );
}

#[test]
fn tax_and_value_per_head_of_a_study_are_averaged() {
    for (question, column) in [
        ("hotel tax by city", "hotel_tax"),
        ("gdp per capita by city", "gdp_percap"),
    ] {
        let sql = sql_of("cities", &cities(), question);
        assert!(sql.contains(&format!("AVG(\"{column}\")")), "{sql}");
    }
    let sql = sql_of("cities", &cities(), "visitors by city");
    assert!(sql.contains("SUM(\"visitors\")"), "{sql}");
}

#[test]
fn named_quantity_is_read_over_its_years() {
    for quantity in ["sales", "profit"] {
        let sql = sql_of("shops", SHOPS, &format!("{quantity} by year"));
        assert!(
            sql.contains(&format!("SUM(\"shops\".\"{quantity}\")"))
                && sql.contains(&format!("\"{quantity}_2021\"")),
            "{sql}"
        );
        let other = if quantity == "sales" {
            "profit"
        } else {
            "sales"
        };
        assert!(!sql.contains(&format!("{other}_2021")), "{sql}");
    }
}

#[test]
fn year_of_a_quantity_is_its_column() {
    let sql = sql_of("shops", SHOPS, "total profit in 2021");
    assert!(sql.contains("SUM(\"profit_2021\")"), "{sql}");
}

/// Daily boats of a timetable, whose numbers come back.
fn boats() -> String {
    let mut csv = "boat,pier,delay\n".to_owned();
    for at in 0..1_600 {
        csv += &format!(
            "{},{},{}\n",
            100 + at % 60,
            ["Elm", "Fort"][at % 2],
            at % 11
        );
    }
    csv
}

/// Ballots of members, without an index of their own.
fn ballots() -> String {
    let mut csv = "ward,age,vote\n".to_owned();
    for at in 0..200 {
        csv += &format!(
            "{},{},{}\n",
            ["East", "West"][at / 3 % 2],
            20 + at % 50,
            at % 2
        );
    }
    csv
}

/// Visits of inspectors to kitchens, several to each.
fn inspections() -> String {
    let mut csv = "kitchen_name,year,staff_total\n".to_owned();
    for at in 0..300 {
        csv += &format!("Kitchen {},{},{}\n", at % 75, 2010 + at % 9, 3 + at % 75);
    }
    csv
}

#[test]
fn plural_of_repeated_number_counts_rows() {
    let sql = sql_of("boats", &boats(), "number of boats by pier");
    assert!(
        sql.contains("COUNT(*)") && !sql.contains("DISTINCT"),
        "{sql}"
    );
}

#[test]
fn rate_that_names_a_table_is_not_counted() {
    let answered = sql_of("turnout", &ballots(), "turnout by ward");
    assert!(!answered.contains("COUNT(*)"), "{answered}");
}

#[test]
fn repeated_things_are_told_by_their_name() {
    let sql = sql_of(
        "inspections",
        &inspections(),
        "which kitchen has the highest staff total",
    );
    assert!(sql.contains("\"kitchen_name\""), "{sql}");
}

#[test]
fn percentage_of_unknown_things_is_no_ratio_of_columns() {
    let csv = "reject,emp,amount\n0,1,20\n1,1,30\n0,0,25\n1,0,35\n0,1,15\n0,1,18\n";
    let answered = sql_of(
        "loans",
        csv,
        "what percentage of applications were rejected",
    );
    assert!(!answered.contains("\"emp\""), "{answered}");
}
