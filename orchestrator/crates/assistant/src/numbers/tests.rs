use tokio::time::Instant;

use portolan_query::{ColumnType, ResultColumn};
use proptest::prelude::*;
use serde_json::json;

use super::*;

fn query_result(names: &[&str], rows: Vec<Vec<Value>>) -> QueryResult {
    QueryResult {
        columns: names
            .iter()
            .map(|name| ResultColumn {
                name: (*name).to_owned(),
                column_type: ColumnType::Number,
            })
            .collect(),
        row_count: rows.len() as u64,
        rows,
        truncated: false,
        took_ms: 1,
    }
}

fn known_numbers(question: &str, results: &[QueryResult]) -> KnownNumbers {
    let mut known = KnownNumbers::default();
    known.learn_text(question);
    for result in results {
        known.learn_result("SELECT 1", result);
    }
    known
}

/// The texts of the numbers that are not known.
fn unverified_texts(known: &KnownNumbers, markdown: &str) -> Vec<String> {
    let units: Vec<u16> = markdown.encode_utf16().collect();
    known
        .find_unverified(markdown)
        .into_iter()
        .map(|range| String::from_utf16_lossy(&units[range.start as usize..range.end as usize]))
        .collect()
}

fn harbour_result() -> QueryResult {
    query_result(
        &["harbour", "opened", "revenue"],
        vec![
            vec![json!("North"), json!("2019-05-01"), json!(48_213.4)],
            vec![json!("South"), json!("2021-01-01"), json!(1_250_000)],
            vec![json!("East"), json!("2020-03-15"), json!(7_300)],
            vec![json!("West"), json!(null), json!(null)],
        ],
    )
}

#[test]
fn change_between_two_named_years_is_verified() {
    let years = [
        (1990, 1_036_041),
        (1991, 690_000),
        (2001, 5_715_786),
        (2002, 840_000),
    ];
    let rows = years.map(|(year, cost)| vec![json!(year), json!(cost)]);
    let known = known_numbers(
        "cost by year",
        &[query_result(&["year", "cost"], rows.to_vec())],
    );
    let told = |change: u32| {
        format!("The cost rose from 1,036,041 in 1990 to 5,715,786 in 2001, by {change} %.")
    };
    assert!(unverified_texts(&known, &told(452)).is_empty());
    assert_eq!(unverified_texts(&known, &told(463)), ["463"]);
}

#[test]
fn row_values_are_verified_in_any_number_format() {
    let known = known_numbers("Which 3 harbours opened after 2018?", &[harbour_result()]);
    for text in [
        "South leads with 1,250,000, that is 1.25 million or 1.3M or 1250k.",
        "North had 48,213.4, about 48 thousand (48.213,40 in German).",
        "East has 7,300; the 4 harbours opened from 2019-05-01 on; after 2018.",
        "The top 3 of 3 columns; the 2nd one; in the 2010s; on 15 March 2020, in 2020-03.",
        "Only **7.300** there, −7,300.",
    ] {
        assert_eq!(unverified_texts(&known, text), [""; 0], "{text}");
    }
}

#[test]
fn numbers_without_query_result_are_marked() {
    let known = known_numbers("Revenue?", &[harbour_result()]);
    assert_eq!(
        unverified_texts(&known, "Süd 😀 made 999,111 and 48,213 and 17.3 % in 1987."),
        ["999,111", "17.3", "1987"]
    );
    assert_eq!(
        unverified_texts(&known, "The 12th of 2024-07-01."),
        ["12", "2024-07-01"]
    );
    assert_eq!(unverified_texts(&known, "Use `LIMIT 77`."), [""; 0]);
    assert_eq!(unverified_texts(&known, "No numbers."), [""; 0]);
}

#[test]
fn simple_derived_numbers_are_verified() {
    let rows = [
        ("Japan", 80.0),
        ("USA", 120.0),
        ("Europe", 90.0),
        ("Peru", 10.0),
    ];
    let rows = rows.map(|(name, value)| vec![json!(name), json!(value)]);
    let known = known_numbers("", &[query_result(&["origin", "power"], rows.to_vec())]);
    for text in [
        "300 in all, 75 on average.",
        "The USA has 40 % of it, and 30 more than the second.",
        "The largest is 12 times the smallest, 33.3 % above the next.",
        "The first two have 210 together, which is 70 %.",
        "Japan has 12.5 % less than Europe, 80 against 90; Europe and Japan make 170.",
        "It fell by 88.9 % in the end, and by 87.5% from first to last.",
    ] {
        assert_eq!(unverified_texts(&known, text), [""; 0], "{text}");
    }
    assert_eq!(
        unverified_texts(&known, "It grew by 61.7 %, 2.9 times."),
        ["61.7", "2.9"]
    );
    // Rows that the text doesn't name aren't compared with every value.
    assert_eq!(unverified_texts(&known, "Some differ by 70."), ["70"; 0]);
    assert_eq!(
        unverified_texts(&known, "One is 1.125 times the other."),
        ["1.125"]
    );
}

#[test]
fn totals_of_row_groups_are_verified() {
    let rows = [
        ("January", "North", 10),
        ("January", "South", 20),
        ("August", "North", 41),
        ("August", "South", 36),
        ("May", "North", 17),
        ("May", "South", 24),
    ];
    let rows = rows.map(|(month, harbour, value)| vec![json!(month), json!(harbour), json!(value)]);
    let known = known_numbers(
        "",
        &[query_result(
            &["month", "harbour", "revenue"],
            rows.to_vec(),
        )],
    );
    for text in [
        "All together, August is the largest with 77 (52 % of 148).",
        "The least was 30.",
        "May has 41 in both, 36.7 % more than January.",
    ] {
        assert_eq!(unverified_texts(&known, text), [""; 0], "{text}");
    }
    assert_eq!(unverified_texts(&known, "August made 78."), ["78"]);
}

#[test]
fn sums_over_truncated_results_are_unverified() {
    let mut cut = harbour_result();
    cut.truncated = true;
    let sum = "1,305,513.4";
    assert_eq!(
        unverified_texts(&known_numbers("", &[harbour_result()]), sum),
        [""; 0]
    );
    assert_eq!(unverified_texts(&known_numbers("", &[cut]), sum), [sum]);
}

#[test]
fn ten_thousand_cells_are_checked_quickly() {
    let rows = (0..2_500)
        .map(|row| {
            let value = |column: u32| json!(f64::from(row * 7 + column).sqrt() * 1_000.0);
            vec![json!(format!("row {row}")), value(1), value(2), value(3)]
        })
        .collect();
    let result = query_result(&["name", "a", "b", "c"], rows);
    let text = "Row 17 has 12,345.678 and 3.2 %, row 4 has 99.\n".repeat(20);
    let begun = Instant::now();
    let known = known_numbers("", &[result]);
    let found = known.find_unverified(&text);
    let took = begun.elapsed();
    assert!(!found.is_empty());
    // Unoptimised and beside other tests; optimised it is a tenth of this.
    assert!(took.as_millis() < 1_000, "{took:?}");
    println!("10,000 cells and 80 numbers: {took:?}");
}

/// Rows as charts have them: names and a few columns of numbers.
fn any_rows() -> impl Strategy<Value = QueryResult> {
    let row = (1.0..1e6f64, 0.0..100.0f64, 1u32..100_000);
    prop::collection::vec(row, 1..40).prop_map(|rows| {
        let rows = rows.into_iter().enumerate().map(|(index, (a, b, c))| {
            vec![
                json!(format!("item-{index}x")),
                json!(a),
                json!(b),
                json!(c),
            ]
        });
        query_result(&["name", "a", "b", "c"], rows.collect())
    })
}

fn with_commas(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

proptest! {
    #[test]
    fn every_cell_is_verified_at_every_precision(
        result in any_rows(), row in any::<prop::sample::Index>(), column in 1..4usize, places in 0..4usize,
    ) {
        let known = known_numbers("", std::slice::from_ref(&result));
        let value = row.get(&result.rows)[column].as_f64().unwrap();
        let mut forms = vec![format!("{value:.places$}")];
        // Small numbers without decimals are rounded by more than is allowed.
        if value > 10.0 {
            forms.push(with_commas(value.round() as u64));
        } else if places < 2 {
            forms.clear();
        }
        if value >= 1e3 {
            forms.push(format!("{:.1}k", value / 1e3));
        }
        for form in forms.iter().filter(|form| form.parse() != Ok(0.0)) {
            prop_assert_eq!(unverified_texts(&known, &format!("It is {form}.")), [""; 0], "{}", value);
        }
    }

    #[test]
    fn marked_ranges_cover_exactly_the_numbers(text in "\\PC{0,80}", number in 100_000u32..999_999) {
        let known = KnownNumbers::default();
        let markdown = format!("{text} ~ {number}");
        let units: Vec<u16> = markdown.encode_utf16().collect();
        for range in known.find_unverified(&markdown) {
            prop_assert!(range.start < range.end && range.end as usize <= units.len());
            let part = String::from_utf16(&units[range.start as usize..range.end as usize]);
            prop_assert!(part.unwrap().starts_with(|letter: char| letter.is_ascii_digit()));
        }
    }
}

/// An invented number passes only by chance: of 3 columns and 12 to 40 rows.
#[test]
fn random_numbers_are_rarely_verified_by_chance() {
    let mut state = 42u64;
    let mut random = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let (mut amounts, mut percents, mut tries) = (0, 0, 0);
    for rows in [12, 25, 40] {
        for _ in 0..40 {
            let rows = (0..rows).map(|row| {
                let value = 10f64.powf(1.0 + 5.0 * random());
                let cells = [value, 1e4 * random(), (1e5 * random()).round()];
                let cells = cells.map(|cell| json!(cell));
                [vec![json!(format!("item-{row}x"))], cells.to_vec()].concat()
            });
            let known = known_numbers(
                "",
                &[query_result(&["name", "a", "b", "c"], rows.collect())],
            );
            for _ in 0..25 {
                tries += 1;
                let amount = 10f64.powf(2.0 + 4.0 * random());
                let text = format!("It is {amount:.1}.");
                amounts += usize::from(known.find_unverified(&text).is_empty());
                let text = format!("It is {:.1} %.", 100.0 * random());
                percents += usize::from(known.find_unverified(&text).is_empty());
            }
        }
    }
    println!("of {tries} made-up numbers {amounts} amounts and {percents} percentages passed");
    assert!(amounts * 100 < tries, "{amounts} of {tries}");
    assert!(percents * 20 < tries, "{percents} of {tries}");
}
