//! A chart's data as files, and the hashes by which anybody can check them.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use portolan_blocks::{ChartBlock, ChartData};
use portolan_domain::{Annotation, ChartVersion};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// A chart as a JSON file: specification, rows, query and hashes.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChartDocument<'a> {
    #[serde(flatten)]
    chart: &'a ChartBlock,
    annotations: &'a [Annotation],
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<&'a str>,
    created_at: DateTime<Utc>,
    hashes: Hashes,
}

/// All SHA-256, in hexadecimal digits.
#[derive(Debug, Serialize)]
struct Hashes {
    /// Of `spec` as JSON without spaces, its keys in the order of this file.
    spec: String,
    /// Of the rows as the CSV export has them, byte for byte; null without rows.
    rows: Option<String>,
    /// Of the files that the query read, as they were uploaded.
    sources: Vec<SourceHash>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SourceHash {
    source_id: Uuid,
    name: String,
    sha256: String,
}

/// Everything that is needed to check a chart, or to draw it again elsewhere.
pub fn chart_document<'a>(
    version: &'a ChartVersion,
    author: Option<&'a str>,
) -> Result<ChartDocument<'a>, csv::Error> {
    let chart = &version.chart;
    let rows = chart.data.as_ref().map(write_csv).transpose()?;
    Ok(ChartDocument {
        chart,
        annotations: &version.annotations,
        author,
        created_at: version.created_at,
        hashes: Hashes {
            spec: sha256_hex(chart.spec.to_string().as_bytes()),
            rows: rows.as_deref().map(sha256_hex),
            sources: version
                .sources
                .iter()
                .map(|stamp| SourceHash {
                    source_id: stamp.source_id,
                    name: stamp.name.clone(),
                    sha256: stamp.content_hash.clone(),
                })
                .collect(),
        },
    })
}

/// Returns the rows after RFC 4180, with a first line of names. What is missing is empty; numbers
/// have all of their digits; text that a spreadsheet would execute begins with an apostrophe.
pub fn write_csv(data: &ChartData) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(
        data.columns
            .iter()
            .map(|column| neutralise_cell(&column.name).into_owned()),
    )?;
    for row in &data.rows {
        writer.write_record(row.iter().map(|value| match value {
            Value::Null => String::new(),
            Value::String(text) => neutralise_cell(text).into_owned(),
            other => other.to_string(),
        }))?;
    }
    writer
        .into_inner()
        .map_err(|error| csv::Error::from(error.into_error()))
}

/// Keeps spreadsheets from reading text as a formula. Text that is a number stays one.
fn neutralise_cell(text: &str) -> Cow<'_, str> {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    let is_number = text.parse::<f64>().is_ok_and(f64::is_finite);
    if is_formula && !is_number {
        format!("'{text}").into()
    } else {
        text.into()
    }
}

fn sha256_hex(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use portolan_blocks::DataColumn;
    use serde_json::json;

    use super::*;

    #[test]
    fn cells_that_spreadsheets_execute_are_neutralised() {
        let data = |cell: Value, name: &str| ChartData {
            columns: vec![DataColumn {
                name: name.into(),
                column_type: "string".into(),
            }],
            rows: vec![vec![cell]],
            truncated: false,
        };
        let cell = |cell: Value| {
            let text = String::from_utf8(write_csv(&data(cell, "Item")).unwrap()).unwrap();
            text.strip_prefix("Item\n").unwrap().to_owned()
        };
        for text in [
            "=1+1",
            "+A1",
            "-A1",
            "@SUM(A1)",
            "\t=1",
            "-inf",
            "=cmd|'/c calc'!A0",
        ] {
            assert_eq!(cell(json!(text)), format!("'{text}\n"), "{text:?}");
        }
        for text in ["-5", "+420601234567", "-1.5e3", "1-2", "a=b", "-"] {
            let kept = if text == "-" {
                "'-\n"
            } else {
                &format!("{text}\n")
            };
            assert_eq!(cell(json!(text)), kept, "{text:?}");
        }
        assert_eq!(cell(json!(-2.5)), "-2.5\n");
        let named = String::from_utf8(write_csv(&data(json!(1), "=A1")).unwrap()).unwrap();
        assert_eq!(named, "'=A1\n1\n");
    }

    #[test]
    fn table_is_exported_as_csv_with_quoted_commas() {
        let column = |name: &str, column_type: &str| DataColumn {
            name: name.into(),
            column_type: column_type.into(),
        };
        let data = ChartData {
            columns: vec![column("Item", "string"), column("Count", "integer")],
            rows: vec![
                vec![json!("Tea, black"), json!(3)],
                vec![json!(null), json!(2.5)],
            ],
            truncated: false,
        };
        let text = String::from_utf8(write_csv(&data).unwrap()).unwrap();
        assert_eq!(text, "Item,Count\n\"Tea, black\",3\n,2.5\n");
    }
}
