//! Tables that people keep at home and at work: a purse, a kiosk's book, a ferry timetable, quarterly figures.

use super::unseen::{assert_has, sql_of};

/// A purse of a year: money that comes in is positive, money that goes out negative.
fn purse() -> String {
    let mut csv = "day_booked,shop,purpose,amount,standing_order\n".to_owned();
    for at in 0..96 {
        let (shop, purpose) = [
            ("Green Grocer", "Food"),
            ("Rail Office", "Travel"),
            ("Harbour Mill", "Pay"),
            ("Book Den", "Leisure"),
        ][at % 4];
        let amount = if purpose == "Pay" {
            1_900 + at
        } else {
            10 + at
        };
        let sign = if purpose == "Pay" { "" } else { "-" };
        let standing = ["yes", "no"][at % 2];
        csv += &format!(
            "2022-{:02}-{:02},{shop},{purpose},{sign}{amount}.50,{standing}\n",
            at % 12 + 1,
            at % 27 + 1
        );
    }
    csv
}

/// A row for each day of two halves of a year, with the weekday beside the date.
fn kiosk() -> String {
    let mut csv = "date,day,sky,takings,papers,snacks\n".to_owned();
    for year in [2021, 2022] {
        for at in 0..84 {
            let (month, day) = (at % 12 + 1, at / 12 * 3 + 1);
            let weekday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][at % 7];
            let sky = ["clear", "grey", "shut"][at % 3];
            csv += &format!(
                "{year}-{month:02}-{day:02},{weekday},{sky},{}.25,{},{}\n",
                300 + at * 7 % 90,
                40 + at,
                15 + at * 3 % 20
            );
        }
    }
    csv
}

/// Cars and vans of three shires in eight quarters, with a row for the realm.
fn licences() -> String {
    let mut csv = "year,quarter,shire,kind,issued,withdrawn\n".to_owned();
    for at in 0..8 {
        for (place, shire) in ["Ashire", "Bershire", "Corshire", "Whole realm"]
            .iter()
            .enumerate()
        {
            for (more, kind) in ["Car", "Van"].iter().enumerate() {
                csv += &format!(
                    "{},{},{shire},{kind},{},{}\n",
                    2020 + at / 4,
                    at % 4 + 1,
                    100 + at * 9 + place * 31 + more * 17,
                    3 + (at + place * 5 + more * 7) % 23
                );
            }
        }
    }
    csv
}

/// Lines with their passengers of one year, a column for each month.
fn lines() -> String {
    let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let names: Vec<String> = months.iter().map(|month| format!("{month} 2022")).collect();
    let mut csv = format!("Line name,Yard,Sort,{}\n", names.join(","));
    for at in 0..24 {
        let values: Vec<String> = (0..12)
            .map(|month| (900 + at * 37 + month * 11).to_string())
            .collect();
        csv += &format!(
            "Way {at},{},{},{}\n",
            ["North yard", "Quay yard", "Mill yard"][at % 3],
            ["Day", "Night"][at % 2],
            values.join(",")
        );
    }
    csv
}

/// Crossings with the moments of departure and arrival, of which some are late.
fn crossings() -> String {
    let mut csv = "crossing_id,boat,from_pier,to_pier,left_at,arrived_at,km\n".to_owned();
    for at in 0..60 {
        let piers = ["Holm", "Ness", "Skerry"];
        csv += &format!(
            "{},{},{},{},2022-05-{:02} 08:10,2022-05-{:02} 0{}:25,{}.4\n",
            7_000 + at * 3,
            ["Tern", "Gull"][at % 2],
            piers[at % 3],
            piers[(at + 1) % 3],
            at % 28 + 1,
            at % 28 + 1,
            at % 2 + 8,
            5 + at % 9
        );
    }
    csv
}

/// Repairs with the day that they were promised for and the day that they were done.
fn repairs() -> String {
    let mut csv = "repair_no,bench,promised,done,state,fee_eur\n".to_owned();
    for at in 0..64 {
        let bench = ["Clocks", "Radios"][at % 2];
        let state = ["done", "scrapped"][usize::from(at % 8 == 7)];
        csv += &format!(
            "{},{bench},2022-03-{:02},2022-03-{:02},{state},{}\n",
            400 + at * 7,
            at % 20 + 5,
            at % 20 + 3 + at % 4,
            20 + at
        );
    }
    csv
}

/// Pitches of a fair, in a file whose name says nothing of them.
fn pitches() -> String {
    let mut csv = "id,label,trade,opened,outcome,target_usd,taken_usd\n".to_owned();
    for at in 0..80 {
        csv += &format!(
            "{},{},{},{}-{:02}-03,{},{},{}\n",
            310_000 + at * 17,
            format_args!("Stand {at}"),
            ["Pots", "Rugs", "Lamps"][at % 3],
            2019 + at % 4,
            at % 12 + 1,
            ["funded", "dropped"][at % 2],
            500 + at * 11,
            300 + at * 13
        );
    }
    csv
}

const SPENT: &str = "SUM(CASE WHEN \"amount\" < 0 THEN -\"amount\" END)";

#[test]
fn spending_is_what_went_out_of_a_signed_amount() {
    for question in [
        "how much did I spend each month?",
        "spending per month",
        "money spent by month",
        "total amount spent by month",
    ] {
        let sql = sql_of("purse", &purse(), question);
        assert_has(&sql, &[SPENT, "date_trunc('month', \"day_booked\")"]);
    }
    let one = sql_of("purse", &purse(), "what did i spend on food in march");
    assert_has(&one, &[SPENT, "\"purpose\" = 'Food'"]);
    let share = sql_of(
        "purse",
        &purse(),
        "what percentage of my spending is a standing order?",
    );
    assert_has(
        &share,
        &[
            SPENT.trim_end_matches(')'),
            "FILTER (WHERE \"standing_order\"",
        ],
    );
}

#[test]
fn income_is_what_came_in_of_a_signed_amount() {
    let sql = sql_of("purse", &purse(), "income by month");
    assert_has(&sql, &["SUM(CASE WHEN \"amount\" > 0 THEN \"amount\" END)"]);
}

#[test]
fn amounts_that_come_and_go_add_up() {
    let sql = sql_of("purse", &purse(), "amount by purpose");
    assert_has(&sql, &["SUM(\"amount\")"]);
    let sql = sql_of("kiosk", &kiosk(), "takings per month");
    assert_has(&sql, &["SUM(\"takings\")", "date_trunc('month', \"date\")"]);
}

#[test]
fn days_are_dates_where_a_column_of_weekdays_is_called_day() {
    let sql = sql_of("kiosk", &kiosk(), "how many days was it grey in 2021");
    assert!(!sql.contains("DISTINCT \"day\""), "{sql}");
    let best = sql_of("kiosk", &kiosk(), "average takings by weekday");
    assert_has(&best, &["AVG(\"takings\")"]);
}

#[test]
fn same_months_of_two_years_are_compared_and_not_intersected() {
    let sql = sql_of(
        "kiosk",
        &kiosk(),
        "takings january to june 2021 compared with january to june 2022",
    );
    assert_has(&sql, &[" OR ", "SUM(\"takings\")", "year"]);
}

#[test]
fn deed_behind_a_quantity_asks_for_no_other_column() {
    let sql = sql_of("kiosk", &kiosk(), "papers sold per month in 2022");
    assert_has(&sql, &["SUM(\"papers\")"]);
    assert!(!sql.contains("takings"), "{sql}");
}

#[test]
fn rows_of_the_whole_are_read_where_the_question_names_them() {
    for place in ["in the whole realm", "nationwide"] {
        let question = format!("total issued for vans by year {place}");
        let sql = sql_of("licences", &licences(), &question);
        assert_has(&sql, &["\"shire\" = 'Whole realm'"]);
    }
}

#[test]
fn rows_of_a_panel_are_not_counted() {
    let answered = sql_of("licences", &licences(), "licences for vans by year");
    assert!(!answered.contains("COUNT(*)"), "{answered}");
    let rows = sql_of("licences", &licences(), "number of rows by year");
    assert_has(&rows, &["COUNT(*)"]);
}

#[test]
fn part_before_as_a_share_of_is_divided_by_all_behind_it() {
    let sql = sql_of(
        "licences",
        &licences(),
        "vans as a share of all issued by year",
    );
    assert_has(
        &sql,
        &[
            "FILTER (WHERE \"kind\" = 'Van')",
            "/ NULLIF(SUM(\"issued\")",
        ],
    );
}

#[test]
fn months_of_one_year_side_by_side_are_one_quantity() {
    let yard = sql_of("lines", &lines(), "travellers in 2022 by yard");
    assert_has(&yard, &["SUM(\"lines\".\"travellers\")", "\"Yard\""]);
    let count = sql_of("lines", &lines(), "how many lines does each yard run?");
    assert_has(&count, &["COUNT(*)", "GROUP BY \"Yard\""]);
}

#[test]
fn months_of_two_years_side_by_side_are_not_read_as_one_year() {
    let csv = lines();
    let (head, rows) = csv.split_once('\n').unwrap();
    let months = head.split_once("Sort,").unwrap().1;
    let later = months.replace("2022", "2023");
    let rows: Vec<String> = rows
        .lines()
        .map(|row| {
            let values = row.splitn(4, ',').nth(3).unwrap();
            format!("{row},{values}")
        })
        .collect();
    let csv = format!("{head},{later}\n{}\n", rows.join("\n"));
    let answered = sql_of("lines", &csv, "travellers by yard");
    assert!(!answered.contains("SUM("), "{answered}");
}

#[test]
fn overdue_repairs_are_not_those_that_were_done_late() {
    let answered = sql_of("repairs", &repairs(), "how many repairs are overdue");
    assert!(!answered.contains("\"done\" > \"promised\""), "{answered}");
}

#[test]
fn days_between_two_dates_may_be_named_by_other_words() {
    let sql = sql_of(
        "repairs",
        &repairs(),
        "average number of days between the promised date and the done date by bench",
    );
    assert_has(
        &sql,
        &["AVG((CAST(\"done\" AS DATE) - CAST(\"promised\" AS DATE)))"],
    );
}

#[test]
fn noun_for_money_belongs_to_the_name_of_an_amount() {
    let csv = repairs().replace("fee_eur", "net_eur");
    let sql = sql_of("repairs", &csv, "net revenue by bench from large to small");
    assert_has(&sql, &["SUM(\"net_eur\")", "DESC"]);
}

#[test]
fn span_of_two_moments_is_in_minutes_or_hours() {
    let minutes = sql_of(
        "crossings",
        &crossings(),
        "how many minutes does a crossing take on average, boat by boat",
    );
    assert_has(
        &minutes,
        &["date_part('epoch', \"arrived_at\")", "/ 60.0", "\"boat\""],
    );
}

#[test]
fn preposition_tells_the_ends_of_a_way_apart() {
    let to = sql_of("crossings", &crossings(), "number of crossings to Ness");
    assert_has(&to, &["\"to_pier\" = 'Ness'"]);
    let from = sql_of("crossings", &crossings(), "number of crossings from Ness");
    assert_has(&from, &["\"from_pier\" = 'Ness'"]);
}

#[test]
fn late_is_done_after_the_day_that_was_promised() {
    let late = sql_of("repairs", &repairs(), "how many repairs were late by bench");
    assert_has(&late, &["\"done\" > \"promised\"", "COUNT(*)"]);
    let on_time = sql_of("repairs", &repairs(), "how many repairs were on time");
    assert_has(&on_time, &["\"done\" <= \"promised\""]);
}

#[test]
fn exclusion_behind_what_it_excludes_is_read() {
    let sql = sql_of(
        "repairs",
        &repairs(),
        "total fee by bench, scrapped ones not counted",
    );
    assert_has(&sql, &["SUM(\"fee_eur\")", "<> 'scrapped'"]);
}

#[test]
fn unknown_noun_is_the_rows_where_something_is_said_of_them() {
    let dated = sql_of("fair2022x", &pitches(), "stalls opened per year");
    assert_has(&dated, &["COUNT(*)", "\"opened\""]);
    let valued = sql_of(
        "fair2022x",
        &pitches(),
        "median target of funded vs dropped stalls",
    );
    assert_has(
        &valued,
        &["MEDIAN(", "\"outcome\" IN ('funded', 'dropped')"],
    );
    let bare = sql_of("fair2022x", &pitches(), "how many accidents were there");
    assert!(!bare.contains("COUNT(*)"), "{bare}");
}

#[test]
fn compared_quantity_is_what_a_histogram_spreads() {
    let sql = sql_of(
        "fair2022x",
        &pitches(),
        "histogram of targets under 900 dollars",
    );
    assert_has(&sql, &["SELECT \"target_usd\"", "\"target_usd\" < 900"]);
}
