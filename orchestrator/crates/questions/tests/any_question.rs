//! Any text over any table has an answer and never panics.

#![expect(clippy::unwrap_used, reason = "a broken fixture fails the test")]

mod support;

use portolan_query::{QueryResult, TableProfile};
use portolan_questions::plan::QueryPlan;
use portolan_questions::{Answer, Question, alternatives, answer, from_stored, prepare, to_stored};
use proptest::prelude::*;

use support::{ferries, islands, orders, profile::profile};

const WORDS: &str = "how many number of average total by each per over time top 5 between and 2020 not region North price \
    quantity island seats year month bin weekday sort desc x y axis pie bar scatter line than more less , . \" ' > = - ( \
    ferries orders highest which share vs same only instead never without no longest two hours km summer first quarter \
    on least with their names cheapest from to whose largest change cumulative percent median";

const DISTRICT_HEADS: &[&str] = &["district_id", "mayor", "party", "river", "county", "motto"];

/// Answers, derives all that follows from the plans, and returns the best plan.
fn ask(text: &str, tables: &[TableProfile], earlier: Option<&QueryPlan>) -> Option<QueryPlan> {
    let Answer::Plans { readings } = answer(&Question {
        text,
        tables,
        earlier,
        schema: None,
    }) else {
        return None;
    };
    assert!(!readings.is_empty());
    let empty = QueryResult {
        columns: Vec::new(),
        rows: Vec::new(),
        row_count: 0,
        truncated: false,
        took_ms: 0,
    };
    for reading in &readings {
        if let Ok(prepared) = prepare(&reading.plan, tables) {
            let _ = prepared.findings(tables, &empty);
            let _ = alternatives(&prepared, tables);
        }
        for word in &reading.echo.words {
            assert!(text.get(word.span.start..word.span.end).is_some());
        }
    }
    let best = readings.into_iter().next()?.plan;
    if prepare(&best, tables).is_ok() {
        assert_eq!(from_stored(&to_stored(&best), tables).as_ref(), Some(&best));
    }
    Some(best)
}

fn sentence() -> impl Strategy<Value = String> {
    let words: Vec<&'static str> = WORDS.split_whitespace().collect();
    proptest::collection::vec(proptest::sample::select(words), 0..14)
        .prop_map(|words| words.join(" "))
}

fn csv(heads: &[String], rows: &[Vec<String>]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(heads).unwrap();
    for row in rows {
        writer.write_record(row).unwrap();
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

fn any_table() -> impl Strategy<Value = (Vec<String>, Vec<Vec<String>>)> {
    let head = prop_oneof!["[a-z]{1,8}_(id|name|date|code|total)", "\\PC{1,12}"];
    let cell = prop_oneof![
        Just(String::new()),
        "-?[0-9]{1,12}",
        "-?[0-9]{1,4}\\.[0-9]{1,3}",
        "(19|20)[0-9]{2}-0[1-9]-1[0-9]",
        "\\PC{0,10}",
    ];
    (1..6usize).prop_flat_map(move |width| {
        (
            proptest::collection::vec(head.clone(), width),
            proptest::collection::vec(proptest::collection::vec(cell.clone(), width), 0..12),
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_text_is_survived(text in "\\PC{0,80}") {
        ask(&text, &[orders(), ferries(), islands()], None);
    }

    #[test]
    fn any_follow_up_is_survived(first in sentence(), second in sentence()) {
        let tables = [orders(), ferries(), islands()];
        let earlier = ask(&first, &tables, None);
        ask(&second, &tables, earlier.as_ref());
    }

    #[test]
    fn any_table_is_survived(text in sentence(), (heads, rows) in any_table()) {
        let table = profile("any", &csv(&heads, &rows));
        let named = format!("{text} {}", heads.join(" by "));
        ask(&named, &[table], None);
    }

    /// The columns of a joined table lie beyond those of the table that has keys for all.
    #[test]
    fn any_grouping_over_joined_tables_is_survived(text in sentence(), head in proptest::sample::select(DISTRICT_HEADS)) {
        let residents = (0..36).map(|row| {
            vec![(row % 4).to_string(), "TMF".chars().nth(row / 4 % 3).unwrap().to_string(), (2000 + row / 12).to_string(), (row * 7).to_string()]
        });
        let districts = (0..4).map(|row| {
            DISTRICT_HEADS.iter().map(|head| if *head == "district_id" { row.to_string() } else { format!("{head} {row}") }).collect()
        });
        let heads = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        let tables = [
            profile("residents", &csv(&heads(&["district_id", "sex", "year", "residents"]), &residents.collect::<Vec<_>>())),
            profile("districts", &csv(&heads(DISTRICT_HEADS), &districts.collect::<Vec<_>>())),
        ];
        ask(&format!("{text} residents by {head}"), &tables, None);
    }
}
