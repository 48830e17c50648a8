//! Programs that draw a chart again, with its rows in them.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{
    Serializer, Value,
    ser::{Formatter, PrettyFormatter},
};

/// Returns a Python program that draws a Vega-Lite file with Altair.
pub fn python_snippet(title: &str, file: &str) -> Result<String, serde_json::Error> {
    let SpecParts {
        specification,
        rows,
    } = SpecParts::of(file)?;
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

/// Returns an R program that draws a Vega-Lite file with vega-embed. It needs no package but jsonlite, so that the page
/// has the Vega-Lite of this file, whatever version a package of R brings.
pub fn r_snippet(title: &str, file: &str) -> Result<String, serde_json::Error> {
    let SpecParts {
        specification,
        rows,
    } = SpecParts::of(file)?;
    let rows = raw_string(&format!("[\n{rows}\n]"));
    let specification = raw_string(&specification);
    let title = one_line(title);
    Ok(format!(
        r##"# Draws the chart “{title}”: install.packages("jsonlite")
#
# Writes chart.html, which loads Vega-Lite from cdn.jsdelivr.net. Needs R 4.0 or newer, in a UTF-8 locale.

rows <- jsonlite::fromJSON({rows})

specification <- jsonlite::fromJSON({specification}, simplifyVector = FALSE)

specification$data <- list(name = "rows", values = rows)
chart <- jsonlite::toJSON(specification, auto_unbox = TRUE, null = "null", na = "null", digits = NA)
page <- c(
  '<!doctype html>',
  '<meta charset="utf-8">',
  paste0('<script src="https://cdn.jsdelivr.net/npm/', c("vega@6", "vega-lite@6", "vega-embed@7"), '"></script>'),
  '<div id="chart"></div>',
  # A text in the chart must not end the script.
  paste0('<script>vegaEmbed("#chart", ', gsub("<", "\\u003c", chart, fixed = TRUE), ')</script>')
)
writeLines(enc2utf8(page), "chart.html", useBytes = TRUE)
"##
    ))
}

/// The parts of a Vega-Lite file, each as JSON.
struct SpecParts {
    specification: String,
    /// A row on each line.
    rows: String,
}

impl SpecParts {
    fn of(file: &str) -> Result<Self, serde_json::Error> {
        let mut specification: Value = serde_json::from_str(file)?;
        let data = specification
            .as_object_mut()
            .and_then(|specification| specification.remove("data"));
        let rows = data.as_ref().and_then(|data| data["values"].as_array());
        let rows = rows.into_iter().flatten();
        let rows: Vec<String> = rows.map(|row| format!("  {row}")).collect();
        Ok(Self {
            specification: readable_json(&specification)?,
            rows: rows.join(",\n"),
        })
    }
}

/// Returns JSON with a line for each member of an object; arrays, such as coordinates, stay on theirs.
pub fn readable_json(value: &Value) -> Result<String, serde_json::Error> {
    let mut bytes = Vec::new();
    let layout = Layout(PrettyFormatter::new());
    value.serialize(&mut Serializer::with_formatter(&mut bytes, layout))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

struct Layout(PrettyFormatter<'static>);

impl Formatter for Layout {
    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        let separator: &[u8] = if first { b"" } else { b", " };
        writer.write_all(separator)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.0.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object_value(writer)
    }
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
            snippet.contains("  {\"a\":\"x)---\",\"b\":null},\n"),
            "{snippet}"
        );
        assert!(
            snippet.contains("  {\"a\":\"\\\"\\n\",\"b\":1.5}\n]"),
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

    #[test]
    fn readable_json_keeps_coordinates_on_one_line() {
        let value =
            serde_json::json!({"a": {"b": [[1.5, 2], [3, 4]]}, "c": [{"d": null}], "e": {}});
        let expected = "{\n  \"a\": {\n    \"b\": [[1.5, 2], [3, 4]]\n  },\n  \"c\": [{\n    \"d\": null\n  }],\n  \"e\": {}\n}";
        assert_eq!(readable_json(&value).unwrap(), expected);
    }
}
