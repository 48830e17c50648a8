use serde_json::{Map, Value};

/// Rows as RFC 4180 has them, with a line of names, and without a value if there is none.
pub fn write_csv(columns: &[String], rows: &[Map<String, Value>]) -> String {
    let mut lines = Vec::with_capacity(rows.len() + 1);
    lines.push(write_line(columns.iter().map(|name| write_cell(name))));
    for row in rows {
        lines.push(write_line(columns.iter().map(|name| match row.get(name) {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => write_cell(text),
            Some(other) => write_cell(&other.to_string()),
        })));
    }
    lines.join("\n")
}

fn write_line(cells: impl Iterator<Item = String>) -> String {
    cells.collect::<Vec<_>>().join(",")
}

/// An empty text is quoted to distinguish it from null.
fn write_cell(text: &str) -> String {
    if text.is_empty() || text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rows_become_csv_lines() {
        let columns = ["title", "note", "size"].map(str::to_owned);
        let row = |value: Value| value.as_object().cloned().unwrap();
        let rows = [
            row(json!({"title": "Sales, \"all\"", "note": null, "size": 3})),
            row(json!({"title": "two\nlines", "note": "", "size": {"a": 1}})),
        ];
        let expected =
            "title,note,size\n\"Sales, \"\"all\"\"\",,3\n\"two\nlines\",\"\",\"{\"\"a\"\":1}\"";
        assert_eq!(write_csv(&columns, &rows), expected);
        assert_eq!(write_csv(&columns, &[]), "title,note,size");
    }
}
