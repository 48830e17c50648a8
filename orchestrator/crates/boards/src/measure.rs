//! How high a text becomes in a card, estimated without fonts: a little too high rather than cut off.

/// How text is set: in pixels, and how much wider than the interface font it runs.
#[derive(Clone, Copy)]
pub struct Face {
    pub size: f64,
    pub line: f64,
    pub stretch: f64,
}

/// The words of a note.
const BODY: Face = Face {
    size: 15.0,
    line: 25.0,
    stretch: 1.04,
};
const HEADING: Face = Face {
    size: 19.0,
    line: 27.0,
    stretch: 1.12,
};
const CODE: Face = Face {
    size: 13.5,
    line: 22.0,
    stretch: 1.15,
};
/// Pixels between paragraphs.
const PARAGRAPH_GAP: f64 = 14.0;
const LIST_INDENT: f64 = 24.0;
const TABLE_ROW: f64 = 38.0;

/// Returns how many lines a text takes at a width.
pub fn count_lines(text: &str, width: f64, face: Face) -> usize {
    text.lines()
        .map(|line| count_wrapped(line, width.max(face.size), face))
        .sum::<usize>()
        .max(1)
}

/// Returns the height of a Markdown text at a width.
pub fn markdown_height(markdown: &str, width: f64) -> f64 {
    let mut height = 0.0;
    let mut is_code = false;
    let mut paragraph = String::new();
    let close = |paragraph: &mut String| {
        if paragraph.is_empty() {
            return 0.0;
        }
        let lines = count_lines(paragraph, width, BODY);
        paragraph.clear();
        lines as f64 * BODY.line + PARAGRAPH_GAP
    };
    for line in markdown.lines() {
        let trimmed = line.trim();
        if trimmed.starts_with("```") {
            height += close(&mut paragraph) + PARAGRAPH_GAP;
            is_code = !is_code;
            continue;
        }
        let alone = if is_code {
            Some(CODE.line)
        } else {
            height_of_line(line, width)
        };
        match alone {
            Some(alone) => height += close(&mut paragraph) + alone,
            None if trimmed.is_empty() => height += close(&mut paragraph),
            // Lines of a paragraph are filled together.
            None => {
                if !paragraph.is_empty() {
                    paragraph.push(' ');
                }
                paragraph.push_str(&plain_words(trimmed));
            }
        }
    }
    height + close(&mut paragraph)
}

/// Returns the height of a line that is a block of its own; None for a line of a paragraph.
fn height_of_line(line: &str, width: f64) -> Option<f64> {
    let trimmed = line.trim_start();
    if trimmed.starts_with('|') {
        return Some(TABLE_ROW);
    }
    if trimmed.starts_with('#') {
        let words = plain_words(trimmed.trim_start_matches('#'));
        let lines = count_lines(&words, width, HEADING);
        return Some(lines as f64 * HEADING.line + 2.0 * PARAGRAPH_GAP);
    }
    let number = trimmed.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_item = ["- ", "* ", "+ ", "> "]
        .iter()
        .any(|mark| trimmed.starts_with(mark))
        || (number.len() < trimmed.len() && number.starts_with(". "));
    is_item.then(|| {
        let indent = LIST_INDENT + 12.0 * (line.len() - trimmed.len()) as f64;
        let lines = count_lines(&plain_words(trimmed), width - indent, BODY);
        let gap = if trimmed.starts_with('>') {
            PARAGRAPH_GAP
        } else {
            6.0
        };
        lines as f64 * BODY.line + gap
    })
}

/// Returns a line without the marks and addresses that are not shown.
fn plain_words(line: &str) -> String {
    let mut words = String::new();
    let mut rest = line;
    while let Some(letter) = rest.chars().next() {
        if rest.starts_with("](")
            && let Some(end) = rest.find(')')
        {
            rest = &rest[end + 1..];
            continue;
        }
        if !matches!(letter, '*' | '`' | '[' | ']' | '\\') {
            words.push(letter);
        }
        rest = &rest[letter.len_utf8()..];
    }
    words
}

/// Returns the lines of a text at a width.
pub fn wrap_lines(text: &str, width: f64, face: Face) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let longer = if line.is_empty() {
                word.to_owned()
            } else {
                format!("{line} {word}")
            };
            if line.is_empty() || count_wrapped(&longer, width, face) == 1 {
                line = longer;
            } else {
                lines.push(std::mem::replace(&mut line, word.to_owned()));
            }
        }
        lines.push(line);
    }
    // A word that is wider than the line is cut.
    for line in &mut lines {
        while count_wrapped(line, width, face) > 1 && line.pop().is_some() {}
    }
    lines
}

fn count_wrapped(line: &str, width: f64, face: Face) -> usize {
    let blank = width_of(' ') * face.size * face.stretch;
    let (mut lines, mut used) = (1, 0.0);
    for word in line.split_whitespace() {
        let length = word.chars().map(width_of).sum::<f64>() * face.size * face.stretch;
        if used > 0.0 && used + blank + length > width {
            lines += 1;
            used = 0.0;
        }
        if used > 0.0 {
            used += blank;
        }
        used += length;
        // A word that is wider than the line breaks anywhere.
        while used > width {
            lines += 1;
            used -= width;
        }
    }
    lines
}

/// Returns the width of a character, in parts of the font's size.
fn width_of(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '’' | '|' | '!' | ' ' => 0.29,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | '/' | '“' | '”' | '"' => 0.39,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '—' | '…' => 0.88,
        _ if letter as u32 >= 0x2e80 => 1.02,
        _ if letter.is_uppercase() => 0.69,
        _ if letter.is_ascii_digit() => 0.63,
        _ => 0.57,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_texts_are_higher() {
        let short = markdown_height("Lamps.", 300.0);
        let long = markdown_height(&"Lamps at dusk. ".repeat(30), 300.0);
        assert!(long > 5.0 * short, "{short} {long}");
    }

    #[test]
    fn addresses_of_links_take_no_room() {
        let link = format!("[Lamps](https://a.example/{})", "x".repeat(300));
        assert!((markdown_height(&link, 300.0) - markdown_height("Lamps", 300.0)).abs() < 0.1);
    }

    #[test]
    fn texts_without_blanks_are_broken() {
        assert!(count_lines(&"灯".repeat(100), 300.0, BODY) >= 5);
    }

    #[test]
    fn rows_and_code_are_counted_one_by_one() {
        let table = "| a | b |\n|---|---|\n| 1 | 2 |\n";
        assert!(markdown_height(table, 300.0) >= 2.0 * TABLE_ROW);
        let code = "```\na\nb\nc\n```";
        assert!(markdown_height(code, 300.0) >= 3.0 * CODE.line);
    }
}
