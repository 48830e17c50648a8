//! The golds of both sets, drawn in other ways, are right; spoilt, they are not.

#![expect(
    clippy::unwrap_used,
    reason = "a set that cannot be read fails its test"
)]

use std::{collections::BTreeMap, path::PathBuf};

use portolan_question_score::{
    answer::Answer,
    cell::Cell,
    score::{Mark, score_dialogues, score_questions},
    set::{Case, Dialogue, Gold, Kind, read_lines},
    table::Table,
    verdict::{Verdict, is_exact, judge_chart},
};
use serde_json::{Value, json};

fn set_path(set: &str, file: &str) -> PathBuf {
    let sets = concat!(env!("CARGO_MANIFEST_DIR"), "/../questions/tests/sets");
    PathBuf::from(sets).join(set).join(file)
}

fn read_questions() -> Vec<Case> {
    ["practised", "calibration", "frozen"]
        .iter()
        .flat_map(|set| read_lines::<Case>(&set_path(set, "questions.jsonl")).unwrap())
        .collect()
}

fn read_dialogues() -> Vec<Dialogue> {
    ["practised", "calibration", "frozen"]
        .iter()
        .flat_map(|set| read_lines::<Dialogue>(&set_path(set, "dialogues.jsonl")).unwrap())
        .collect()
}

/// Returns every answerable gold with the id of its question.
fn all_golds() -> Vec<(String, Gold)> {
    let questions = read_questions()
        .into_iter()
        .filter(|c| c.kind == Kind::Answerable)
        .map(|c| (c.id, c.gold));
    let turns = read_dialogues()
        .into_iter()
        .flat_map(|d| d.turns.into_iter().map(move |t| (d.id.clone(), t.gold)));
    questions.chain(turns).collect()
}

fn to_json(cell: &Cell) -> Value {
    match cell {
        Cell::Missing => Value::Null,
        Cell::Number(value) => json!(value),
        Cell::Date(m) => json!(format!(
            "{:04}-{:02}-{:02}T{:02}:{:02}:00",
            m.year, m.month, m.day, m.hour, m.minute
        )),
        Cell::Text(text) => json!(text),
    }
}

/// Draws a table with the first allowed mark, under other column names.
fn draw_table(table: &Table, gold: &Gold) -> Value {
    let columns: Vec<String> = (0..table.names.len())
        .map(|at| format!("column {at}"))
        .collect();
    let values: Vec<Value> = table
        .rows
        .iter()
        .map(|row| {
            Value::Object(
                columns
                    .iter()
                    .cloned()
                    .zip(row.iter().map(to_json))
                    .collect(),
            )
        })
        .collect();
    let mark = match gold.marks[0].as_str() {
        _ if gold.dist => "boxplot",
        "map" => "geoshape",
        "number" => "text",
        other => other,
    };
    let last = columns.len() - 1;
    let mut encoding =
        json!({"y": {"field": columns[last], "type": "quantitative", "stack": null}});
    for (channel, column) in ["x", "color", "facet", "size", "shape", "text"]
        .iter()
        .zip(&columns[..last])
    {
        encoding[*channel] = json!({"field": column, "type": "nominal"});
    }
    json!({"mark": mark, "encoding": encoding, "data": {"values": values}})
}

/// Returns the gold's rows as a right answer may show them.
fn answer_rows(table: &Table, gold: &Gold) -> Table {
    let mut table = table.clone();
    if let (true, Some(top)) = (gold.exact, gold.top) {
        table.rows.truncate(top);
    }
    table
}

fn map_numbers(table: &Table, change: impl Fn(usize, &str, f64) -> Cell) -> Table {
    let mut table = table.clone();
    for row in &mut table.rows {
        for (at, cell) in row.iter_mut().enumerate() {
            if let Cell::Number(value) = cell {
                *cell = change(at, &table.names[at], *value);
            }
        }
    }
    table
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "months, weekdays and years are small"
)]
fn name_periods(table: &Table) -> Table {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    const DAYS: [&str; 7] = [
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
    ];
    let text = |text: String| Cell::from(&json!(text));
    map_numbers(table, |_, name, value| match name {
        "moy" => text(MONTHS[value as usize - 1].into()),
        "wd" => text(DAYS[value as usize - 1].into()),
        "dec" => text(format!("{value}s")),
        "qtr" => text(format!("Q{value}")),
        _ => Cell::Number(value),
    })
}

fn draw_layouts(table: &Table, gold: &Gold) -> Vec<(&'static str, Table)> {
    let mut backwards = table.clone();
    backwards.rows.reverse();
    let rounded = map_numbers(table, |at, _, value| {
        // A hundredth of a degree is a kilometre, and no map rounds to it.
        let is_place = matches!(table.names[at].as_str(), "lon" | "lat");
        let exact = is_exact(table, at) || is_place || value.abs() < 1.0;
        Cell::Number(if exact {
            value
        } else {
            (value * 100.0).round() / 100.0
        })
    });
    let mut drawings = vec![
        ("as it is", table.clone()),
        ("backwards", backwards),
        ("rounded", rounded),
        ("with names of periods", name_periods(table)),
    ];
    if gold.percent && table.measures().last() == Some(&(table.names.len() - 1)) {
        let last = table.names.len() - 1;
        let scaled = map_numbers(table, |at, _, value| {
            Cell::Number(if at == last { value * 100.0 } else { value })
        });
        drawings.push(("in percent", scaled));
    }
    drawings
}

#[test]
fn golds_drawn_in_other_ways_are_right() {
    let mut missed = Vec::new();
    for (id, gold) in all_golds() {
        assert!(!gold.rows.is_empty(), "{id} has no gold");
        for result in &gold.rows {
            for (how, table) in draw_layouts(&answer_rows(&result.table, &gold), &gold) {
                let (verdict, reason) = judge_chart(&gold, &draw_table(&table, &gold));
                if verdict != Verdict::Right {
                    missed.push(format!("{id} {how}: {verdict:?} {reason}"));
                }
            }
        }
    }
    assert!(
        missed.is_empty(),
        "{} are not right:\n{}",
        missed.len(),
        missed.join("\n")
    );
}

/// Returns the gold with wrong values; nothing where a list of names is an answer, as no number spoils it.
fn spoil_gold(gold: &Gold) -> Vec<(&'static str, Table)> {
    if gold.rows.iter().any(|r| r.table.measures().is_empty()) {
        return Vec::new();
    }
    let table = answer_rows(&gold.rows[0].table, gold);
    let Some(measure) = table.measures().last().copied() else {
        return Vec::new();
    };
    let more = map_numbers(&table, |at, _, value| {
        Cell::Number(if at == measure {
            value * 1.05 + 0.6
        } else {
            value
        })
    });
    let mut spoilt = vec![("5 % more", more)];
    if table.rows.len() >= 3 && gold.top.is_none() {
        let mut short = table.clone();
        short.rows.truncate((2 * table.rows.len() / 3).max(1));
        spoilt.push(("a third of the rows missing", short));
        let mut long = table.clone();
        let last = table.rows[table.rows.len() - 1]
            .iter()
            .map(|cell| match cell {
                Cell::Number(value) => Cell::Number(value + 7.0),
                Cell::Text(_) => Cell::Text("extra".into()),
                other => other.clone(),
            });
        long.rows.push(last.collect());
        spoilt.push(("a row too many", long));
    }
    spoilt
}

#[test]
fn spoilt_golds_are_not_right() {
    let mut tried = 0;
    let mut passed: BTreeMap<String, &str> = BTreeMap::new();
    for (id, gold) in all_golds() {
        for (how, table) in spoil_gold(&gold) {
            tried += 1;
            if judge_chart(&gold, &draw_table(&table, &gold)).0 == Verdict::Right {
                passed.insert(id.clone(), how);
            }
        }
    }
    assert!(tried > 600, "{tried} spoilt golds");
    assert!(
        100 * passed.len() <= tried,
        "{} of {tried} are right: {passed:?}",
        passed.len()
    );
}

#[test]
fn sets_meet_their_quotas() {
    let questions = read_questions();
    let share = |hits: usize| {
        100.0 * f64::from(u32::try_from(hits).unwrap())
            / f64::from(u32::try_from(questions.len()).unwrap())
    };
    let of = |kind| questions.iter().filter(|c| c.kind == kind).count();
    assert!(questions.len() >= 400);
    assert!(read_dialogues().len() >= 40);
    assert!(share(of(Kind::Unanswerable)) >= 12.0);
    assert!(share(of(Kind::Ambiguous)) >= 7.0);
    assert!(share(questions.iter().filter(|c| c.lang != "en").count()) >= 8.0);
    let tables = |set| std::fs::read_dir(set_path(set, "tables")).unwrap().count();
    let unread = tables("frozen") + tables("calibration");
    assert!(3 * unread >= tables("practised") + unread);
}

fn score_one(case: Value, answer: Value) -> Mark {
    let cases = [serde_json::from_value(case).unwrap()];
    let mut answer: Answer = serde_json::from_value(answer).unwrap();
    answer.id = "t-1".into();
    score_questions(&cases, &[answer])[0].mark
}

fn ambiguous_question() -> Value {
    let rows = |v: f64| json!({"columns": ["g", "v"], "rows": [["a", v], ["b", v + 1.5]]});
    json!({"id": "t-1", "question": "best?", "lang": "en", "kind": "ambiguous", "form": null, "tags": [],
        "gold": {"readings": ["SELECT 1", "SELECT 2"], "rows": [rows(3.0), rows(8.0)]}})
}

fn bar_chart(first: f64) -> Value {
    json!({"mark": "bar", "data": {"values": [{"g": "a", "n": first}, {"g": "b", "n": first + 1.5}]},
        "encoding": {"x": {"field": "g"}, "y": {"field": "n", "type": "quantitative"}}})
}

#[test]
fn ambiguous_question_is_handled_by_asking_or_by_two_readings() {
    let mark = |answer| score_one(ambiguous_question(), answer);
    assert_eq!(
        mark(json!({"outcome": "asked", "readings": [{"label": "one"}, {"label": "two"}]})),
        Mark::Asked
    );
    assert_eq!(
        mark(json!({"vega_lite_spec": bar_chart(3.0), "alternatives": [bar_chart(8.0)]})),
        Mark::Both
    );
    let offered = json!([{"label": "two", "columns": ["g", "n"], "rows": [["a", 8], ["b", 9.5]]}]);
    assert_eq!(
        mark(json!({"outcome": "answered", "vega_lite_spec": bar_chart(3.0), "readings": offered})),
        Mark::Both
    );
    assert_eq!(mark(json!({"vega_lite_spec": bar_chart(3.0)})), Mark::One);
    assert_eq!(mark(json!({"vega_lite_spec": bar_chart(5.0)})), Mark::Wrong);
    assert_eq!(mark(json!({"error": "nothing matches"})), Mark::Declined);
}

#[test]
fn unanswerable_question_is_recognised_without_a_chart_or_in_words() {
    let case = || json!({"id": "t-1", "question": "why?", "lang": "en", "kind": "unanswerable", "form": null, "tags": [], "gold": {"why": "cause"}});
    assert_eq!(
        score_one(case(), json!({"vega_lite_spec": bar_chart(3.0)})),
        Mark::Wrong
    );
    let empty = json!({"mark": "bar", "data": {"values": []}, "encoding": {}});
    assert_eq!(
        score_one(case(), json!({"vega_lite_spec": empty})),
        Mark::Wrong
    );
    assert_eq!(
        score_one(
            case(),
            json!({"outcome": "declined", "message": "The data cannot tell."})
        ),
        Mark::Recognised
    );
    let beside =
        json!({"vega_lite_spec": bar_chart(3.0), "message": "There is no price in this table."});
    assert_eq!(score_one(case(), beside), Mark::Recognised);
}

#[test]
fn dialogue_is_right_if_every_turn_is() {
    let turn = |v: f64| json!({"question": "q", "gold": {"sql": ["SELECT 1"], "marks": ["bar"], "rows": [{"columns": ["g", "v"], "rows": [["a", v], ["b", v + 1.5]]}]}});
    let dialogues: [Dialogue; 1] =
        [serde_json::from_value(json!({"id": "d-1", "turns": [turn(3.0), turn(8.0)]})).unwrap()];
    let score = |second: Value| {
        let answer = json!({"id": "d-1", "turns": [{"vega_lite_spec": bar_chart(3.0)}, second]});
        score_dialogues(&dialogues, &[serde_json::from_value(answer).unwrap()])[0].is_right()
    };
    assert!(score(
        json!({"columns": ["g", "n"], "rows": [["a", 8], ["b", 9.5]], "vega_lite_spec": bar_chart(8.0)})
    ));
    assert!(!score(json!({"vega_lite_spec": bar_chart(3.0)})));
    assert!(!score(json!({"outcome": "asked"})));
}

#[test]
fn rows_without_a_chart_count_as_a_table() {
    let case = json!({"id": "t-1", "question": "q", "lang": "en", "kind": "answerable", "form": "rows", "tags": [],
        "gold": {"sql": ["SELECT 1"], "marks": ["table"], "rows": [{"columns": ["g", "v"], "rows": [["a", 3], ["b", 4.5]]}]}});
    let answer =
        json!({"outcome": "answered", "columns": ["g", "n"], "rows": [["b", 4.5], ["a", 3]]});
    assert_eq!(score_one(case, answer), Mark::Right);
}
