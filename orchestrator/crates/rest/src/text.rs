//! Cutting texts as the grammar does: commas count outside of parentheses and quotes. Change feeds filter by it too.

use super::RestError;

/// At the top-level commas; `\` escapes within quotes.
pub fn split_list(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut begin, mut depth, mut is_quoted, mut is_escaped) = (0, 0_usize, false, false);
    let mut before = ' ';
    for (at, character) in text.char_indices() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' => depth += 1,
            // A list of values begins with its brace; elsewhere a brace is a letter like others.
            '{' if before == '.' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '}' if depth > 0 => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
        before = character;
    }
    parts.push(&text[begin..]);
    parts
}

/// Returns the text inside the parentheses around the whole text.
pub fn in_parentheses(text: &str) -> Option<&str> {
    text.strip_prefix('(')?.strip_suffix(')')
}

/// Returns the text inside the braces around the whole text.
pub fn in_braces(text: &str) -> Option<&str> {
    text.strip_prefix('{')?.strip_suffix('}')
}

/// Without the quotes around it, if there are some.
pub fn remove_quotes(text: &str) -> String {
    let inner = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    let Some(inner) = inner else {
        return text.to_owned();
    };
    let mut plain = String::with_capacity(inner.len());
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        plain.push(match character {
            '\\' => characters.next().unwrap_or('\\'),
            other => other,
        });
    }
    plain
}

pub(crate) fn parse_number(name: &str, text: &str) -> Result<u64, RestError> {
    text.trim()
        .parse()
        .map_err(|_| RestError::unparsed(&format!("{name} parameter"), text, "a whole number"))
}
