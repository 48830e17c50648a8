//! Names that have an order of their own are drawn in it.

use portolan_questions::reading_behind;
use serde_json::json;

use crate::support::{best, profile::profile};

#[test]
fn quarters_and_sizes_keep_their_order() {
    let csv = "size,quarter,sold\nM,Q2,4\nS,Q1,9\nL,Q4,2\nXL,Q3,7\nM,Q1,1\n";
    let tables = [profile("shirts", csv)];
    for (question, order) in [
        ("total sold by quarter", json!(["Q1", "Q2", "Q3", "Q4"])),
        ("total sold by size as a line", json!(["S", "M", "L", "XL"])),
        ("total sold by size, largest first", json!("-y")),
    ] {
        let reading = best(&tables, question);
        let sort = &reading.spec["encoding"]["x"]["sort"];
        assert_eq!(*sort, order, "{question}: {}", reading.spec);
        let read = reading_behind(&reading.sql, &reading.spec, &tables).expect("a reading");
        assert_eq!(read.spec, reading.spec, "{question}");
    }
    let stacked = best(&tables, "total sold by size for each quarter, stacked").spec;
    let both = [&stacked["encoding"]["x"], &stacked["encoding"]["color"]];
    assert!(
        both.iter().all(|channel| channel["sort"].is_array()),
        "{stacked}"
    );
}
