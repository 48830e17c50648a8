//! Dates whose year, month, day and hour have a column each.

use super::unseen::sql_of;

/// Readings at a harbour, three times a day.
fn tides() -> String {
    let mut csv = "year,month,day,hour,tide_height,pier\n".to_owned();
    for at in 0..720 {
        let (month, day) = (at / 90 + 3, at / 3 % 30 + 1);
        let hour = [6, 12, 18][at % 3];
        csv += &format!(
            "2019,{month},{day},{hour},{}.5,{}\n",
            at % 17,
            ["East", "West"][at % 2]
        );
    }
    csv
}

/// One reading a day, of an unknown year.
fn ponds() -> String {
    let mut csv = "Level,Month,Day\n".to_owned();
    for at in 0..120 {
        csv += &format!("{}.5,{},{}\n", at % 23, at / 30 + 4, at % 30 + 1);
    }
    csv
}

#[test]
fn parts_of_a_date_are_one_day() {
    let sql = sql_of("tides", &tides(), "highest tide height by day");
    assert!(
        sql.contains(
            "TRY_CAST(concat(\"year\", '-', lpad(CAST(\"month\" AS VARCHAR), 2, '0'), '-', lpad(CAST(\"day\" AS VARCHAR), 2, '0')) AS DATE)"
        ),
        "{sql}"
    );
}

#[test]
fn months_of_a_date_in_parts_keep_their_year() {
    let sql = sql_of("tides", &tides(), "tide height over time");
    assert!(
        sql.contains("make_date(CAST(\"year\" AS INT), CAST(\"month\" AS INT), 1)"),
        "{sql}"
    );
}

#[test]
fn period_is_tested_by_the_parts_of_a_date() {
    let month = sql_of("tides", &tides(), "average tide height in May 2019");
    assert!(
        month.contains("\"year\" = 2019 AND \"month\" = 5"),
        "{month}"
    );
    let since = sql_of("tides", &tides(), "average tide height since June 2019");
    assert!(
        since.contains("\"year\" > 2019 OR (\"year\" = 2019 AND \"month\" >= 6)"),
        "{since}"
    );
}

#[test]
fn weekday_is_that_of_the_date_in_parts() {
    let sql = sql_of("tides", &tides(), "average tide height by weekday");
    assert!(sql.contains("date_part('dow', TRY_CAST(concat("), "{sql}");
}

#[test]
fn day_without_year_is_told_without_year() {
    let sql = sql_of("ponds", &ponds(), "level over time");
    assert!(sql.contains("\"Month\" * 100 + \"ponds\".\"Day\""), "{sql}");
    assert!(!sql.contains("2000"), "{sql}");
    let month = sql_of("ponds", &ponds(), "average level per month");
    assert!(month.contains("WHEN 4 THEN 'April'"), "{month}");
    // The column has the name of the result's column, whose order is that of the alphabet.
    assert!(
        month.contains("ORDER BY CAST(\"ponds\".\"Month\" AS BIGINT)"),
        "{month}"
    );
}

#[test]
fn weekday_of_unknown_year_is_not_invented() {
    let sql = sql_of("ponds", &ponds(), "average level by weekday");
    assert!(!sql.contains("date_part('dow'"), "{sql}");
}
