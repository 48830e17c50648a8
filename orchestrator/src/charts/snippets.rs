//! Programs that draw a chart again, with its rows in them.

use serde::Serialize;
use serde_json::Value;

/// Returns a Python program that draws a Vega-Lite file with Altair.
pub fn python_snippet(title: &str, file: &str) -> Result<String, serde_json::Error> {
    let Parts {
        specification,
        rows,
    } = Parts::of(file)?;
    let title = one_line(title).replace('\\', "\\\\").replace('"', "\\\"");
    Ok(format!(
        r#""""Draws the chart “{title}” with Altair: pip install altair pandas

Writes chart.html.
"""

import altair as alt
import pandas as pd

# The rows and the specification are written as in JSON.
null, true, false = None, True, False

rows = pd.DataFrame([
{rows}
])

specification = {specification}

records = rows.astype(object).where(rows.notna(), None).to_dict("records")
chart = alt.Chart.from_dict({{**specification, "data": {{"name": "rows", "values": records}}}})
chart.save("chart.html")
"#
    ))
}

/// Returns an R program that draws a Vega-Lite file with vegawidget.
pub fn r_snippet(title: &str, file: &str) -> Result<String, serde_json::Error> {
    let Parts {
        specification,
        rows,
    } = Parts::of(file)?;
    let rows = raw_string(&format!("[\n{rows}\n]"));
    let specification = raw_string(&specification);
    let title = one_line(title);
    Ok(format!(
        r#"# Draws the chart “{title}” with vegawidget:
# install.packages(c("htmlwidgets", "jsonlite", "vegawidget"))
# Writes chart.html. Needs R 4.0 or newer.

rows <- jsonlite::fromJSON({rows}, simplifyVector = FALSE)

specification <- jsonlite::fromJSON({specification}, simplifyVector = FALSE)
specification$data <- list(name = "rows", values = rows)

chart <- vegawidget::vegawidget(vegawidget::as_vegaspec(specification))
htmlwidgets::saveWidget(chart, "chart.html")
"#
    ))
}

/// A Vega-Lite file taken apart into texts of JSON.
struct Parts {
    specification: String,
    /// A row on each line.
    rows: String,
}

impl Parts {
    fn of(file: &str) -> Result<Self, serde_json::Error> {
        let mut specification: Value = serde_json::from_str(file)?;
        let data = specification
            .as_object_mut()
            .and_then(|specification| specification.remove("data"));
        let rows = data.as_ref().and_then(|data| data["values"].as_array());
        let rows = rows.into_iter().flatten();
        let rows: Vec<String> = rows
            .map(|row| Ok(format!("  {}", spaced_json(row)?)))
            .collect::<Result<_, serde_json::Error>>()?;
        Ok(Self {
            specification: serde_json::to_string_pretty(&specification)?,
            rows: rows.join(",\n"),
        })
    }
}

/// Returns JSON on one line with spaces after commas and colons.
fn spaced_json(value: &Value) -> Result<String, serde_json::Error> {
    struct Spaced;
    impl serde_json::ser::Formatter for Spaced {
        fn begin_object_key<W: ?Sized + std::io::Write>(
            &mut self,
            writer: &mut W,
            first: bool,
        ) -> std::io::Result<()> {
            writer.write_all(if first { b"" } else { b", " })
        }

        fn begin_object_value<W: ?Sized + std::io::Write>(
            &mut self,
            writer: &mut W,
        ) -> std::io::Result<()> {
            writer.write_all(b": ")
        }
    }
    let mut bytes = Vec::new();
    value.serialize(&mut serde_json::Serializer::with_formatter(
        &mut bytes, Spaced,
    ))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns a raw string of R whose end does not occur in the text.
fn raw_string(text: &str) -> String {
    let mut dashes = String::from("---");
    while text.contains(&format!("){dashes}\"")) {
        dashes.push('-');
    }
    format!("r\"{dashes}({text}){dashes}\"")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"{"mark": "bar", "data": {"name": "rows", "values": [{"a": "x)---", "b": null}, {"a": "\"\n", "b": 1.5}]}}"#;

    #[test]
    fn python_snippet_has_a_row_on_each_line() {
        let snippet = python_snippet("Say \"\"\"hi\"\"\"\nnow", FILE).unwrap();
        assert!(
            snippet.contains("  {\"a\": \"x)---\", \"b\": null},\n"),
            "{snippet}"
        );
        assert!(
            snippet.contains("  {\"a\": \"\\\"\\n\", \"b\": 1.5}\n]"),
            "{snippet}"
        );
        assert!(
            snippet.starts_with("\"\"\"Draws the chart “Say \\\"\\\"\\\"hi"),
            "{snippet}"
        );
    }

    #[test]
    fn r_snippet_ends_its_raw_strings_where_the_text_does_not() {
        let snippet = r_snippet("Tea", FILE).unwrap();
        assert!(snippet.contains("r\"----(["), "{snippet}");
        assert!(snippet.contains("])----\""), "{snippet}");
    }
}
