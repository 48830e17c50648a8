//! Names, texts and numbers as SQL writes them.

/// Quotes an identifier.
pub fn quote(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Quotes a text.
pub fn text(value: &str) -> String {
    format!("'{}'", value.replace('\'', "''"))
}

/// Writes a number without an exponent.
pub fn number(value: f64) -> String {
    // SQL has no literal for infinity or for a failed division.
    if !value.is_finite() {
        return "NULL".to_owned();
    }
    if value.fract() == 0.0 && value.abs() < 1e15 {
        return format!("{value:.0}");
    }
    let written = format!("{value}");
    if written.contains('e') {
        format!("{value:.12}")
    } else {
        written
    }
}

/// Returns a name that Vega-Lite reads as one plain field.
pub fn field_name(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|letter| match letter {
            // Vega-Lite reads dots and brackets as a path: "Price [EUR]" would be a field of an object.
            '.' | '[' | ']' | '"' | '\'' | '\\' | '@' => ' ',
            letter if letter.is_control() => ' ',
            letter => letter,
        })
        .collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    // A name made only of such signs still needs a field to be drawn by.
    if plain.is_empty() {
        "value".to_owned()
    } else {
        plain
    }
}
