//! For any rows, all exports of a chart agree to the digit: the CSV, the JSON, the table (drawn by the
//! page's own code for cells), the picture, and what screen readers are told.

use std::{num::NonZero, sync::LazyLock};

use chrono::DateTime;
use portolan::charts::{chart_document, write_csv};
use portolan_blocks::{ChartBlock, ChartData, ChartKind, DataColumn};
use portolan_domain::{ChartVersion, VersionReason};
use portolan_draw::{DrawRequest, Drawer, DrawingLimits, Theme};
use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

static DRAWER: LazyLock<Drawer> = LazyLock::new(|| {
    let limits = DrawingLimits {
        engines: NonZero::<usize>::MIN,
        ..DrawingLimits::default()
    };
    Drawer::new(limits).unwrap()
});

fn chart(kind: ChartKind, rows: Vec<(String, Value)>, description: &str) -> ChartVersion {
    let column = |name: &str, column_type: &str| DataColumn {
        name: name.to_owned(),
        column_type: column_type.to_owned(),
    };
    let bars = json!({
        "data": {"name": "rows"},
        "mark": "bar",
        "encoding": {
            "x": {"field": "Sold", "type": "quantitative"},
            "y": {"field": "Item", "type": "nominal", "sort": null},
        },
    });
    ChartVersion {
        chart: ChartBlock {
            chart_id: Uuid::nil(),
            version: 1,
            kind,
            title: "What sells".to_owned(),
            description: description.to_owned(),
            spec: if kind == ChartKind::Plot {
                bars
            } else {
                json!({})
            },
            data: Some(ChartData {
                columns: vec![column("Item", "string"), column("Sold", "number")],
                rows: rows
                    .into_iter()
                    .map(|(item, sold)| vec![json!(item), sold])
                    .collect(),
                truncated: false,
            }),
            query: None,
            encoding_notes: Vec::new(),
            choices: Vec::new(),
            plan: None,
        },
        reason: VersionReason::Asked,
        note: None,
        annotations: Vec::new(),
        sources: Vec::new(),
        created_at: DateTime::UNIX_EPOCH,
    }
}

fn drawn(version: &ChartVersion) -> String {
    let request = DrawRequest::of_chart(&version.chart, Theme::Light);
    DRAWER.svg(&request).unwrap()
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
}

/// Returns the content of every text element, in order.
fn texts(svg: &str) -> Vec<String> {
    svg.split("<text")
        .skip(1)
        .filter_map(|part| {
            let (_, rest) = part.split_once('>')?;
            let (content, _) = rest.split_once("</text>")?;
            Some(unescaped(content))
        })
        .collect()
}

/// A written number, and by how much rounding may have moved it.
fn written(text: &str) -> Option<(f64, f64)> {
    let plain = text.replace('−', "-").replace(',', "");
    let (digits, factor) = match plain.chars().last()? {
        'k' => (&plain[..plain.len() - 1], 1e3),
        'M' => (&plain[..plain.len() - 1], 1e6),
        'B' => (&plain[..plain.len() - 1], 1e9),
        'T' => (&plain[..plain.len() - 1], 1e12),
        _ => (plain.as_str(), 1.0),
    };
    let value: f64 = digits.parse().ok()?;
    Some((value * factor, factor))
}

/// Three digits at least are on a bar; a table has six decimals, or three digits of a power of ten.
fn is_rounded(text: &str, value: f64, is_table: bool) -> bool {
    let Some((shown, _)) = written(text) else {
        return false;
    };
    let size = value.abs();
    let powers = text.contains('e');
    let allowed = match (is_table, powers) {
        (true, false) => 0.51e-6,
        // Labels beside each other share their decimals.
        _ => size * 0.0101,
    };
    (shown - value).abs() <= allowed + size * 1e-15
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        (-1_000_i32..1_000).prop_map(f64::from),
        (-1_000_000_i64..1_000_000_000).prop_map(|cents| cents as f64 / 100.0),
        (-1e6..1e12_f64),
        (-1.0..1.0_f64),
    ]
}

fn sold() -> impl Strategy<Value = Value> {
    prop_oneof![
        8 => number().prop_map(|number| json!(number)),
        1 => (-9_000_000_000_000_000_i64..9_000_000_000_000_000).prop_map(|number| json!(number)),
        1 => Just(Value::Null),
    ]
}

/// Rows with names that differ.
fn rows(names: &'static str) -> impl Strategy<Value = Vec<(String, Value)>> {
    prop::collection::btree_map(names, sold(), 1..8).prop_map(|rows| rows.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn exported_files_keep_every_digit_of_every_cell(rows in rows("\\PC{0,6}[\",\n\r;]{0,2}[a-z]"), words in "\\PC{0,20}") {
        let version = chart(ChartKind::Table, rows.clone(), &words);
        let data = version.chart.data.as_ref().unwrap();
        let bytes = write_csv(data).unwrap();
        let mut reader = ::csv::Reader::from_reader(bytes.as_slice());
        let records: Vec<::csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        prop_assert_eq!(records.len(), rows.len());
        for (record, (item, sold)) in records.iter().zip(&rows) {
            let is_formula = item.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
            let quote = if is_formula { "'" } else { "" };
            prop_assert_eq!(&record[0], format!("{quote}{item}"));
            match sold.as_f64() {
                Some(number) => {
                    let read: f64 = record[1].parse().unwrap();
                    prop_assert_eq!(read.to_bits(), number.to_bits());
                }
                None => prop_assert_eq!(&record[1], ""),
            }
        }
        let json = serde_json::to_string(&chart_document(&version, None).unwrap()).unwrap();
        let cells = serde_json::to_string(&data.rows).unwrap();
        let told = [format!("\"rows\":{cells}"), format!("\"description\":{}", json!(words))];
        for part in told {
            prop_assert!(json.contains(&part), "{} lacks {}", json, part);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn exported_table_matches_data_files(rows in rows("[a-z]{1,8}")) {
        let version = chart(ChartKind::Table, rows.clone(), "A table");
        let texts = texts(&drawn(&version));
        let start = texts.iter().position(|text| text == "Sold").unwrap() + 1;
        let cells = &texts[start..start + 2 * rows.len()];
        for (cells, (item, sold)) in cells.chunks(2).zip(&rows) {
            prop_assert_eq!(&cells[0], item);
            match sold.as_f64() {
                Some(number) => prop_assert!(is_rounded(&cells[1], number, true), "{} for {}", cells[1], number),
                None => prop_assert_eq!(&cells[1], "–"),
            }
        }
    }

    #[test]
    fn exported_picture_matches_data_files(rows in rows("[a-z]{3,8}"), words in "[ -~éß中]{1,40}") {
        let version = chart(ChartKind::Plot, rows.clone(), words.trim());
        let svg = drawn(&version);
        let known: Vec<f64> = rows.iter().filter_map(|(_, sold)| sold.as_f64()).collect();
        let labels = svg.split("mark-text role-mark").skip(1).flat_map(|part| texts(part.split("</g>").next().unwrap()));
        for label in labels {
            prop_assert!(known.iter().any(|number| is_rounded(&label, *number, false)), "{} of {:?}", label, known);
        }
        let told = svg.split_once("<desc>").and_then(|(_, rest)| rest.split_once("</desc>"));
        prop_assert_eq!(told.map_or(String::new(), |(told, _)| unescaped(told)), words.trim());
        prop_assert!(svg.contains("aria-label=\"What sells\""));
    }
}
