//! Whether a text without a telling name is a table.

const DELIMITERS: [char; 4] = [',', ';', '\t', '|'];
/// Lines that are looked at.
const LINES: usize = 200;
/// The share of lines, in percent, that must be cut alike.
const ALIKE: usize = 85;

/// Returns whether the text parses as rows and columns: JSON, lines cut alike into short cells, or one number
/// a line.
pub fn is_table(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim();
    if is_json(text) {
        return true;
    }
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.trim().is_empty())
        .take(LINES)
        .collect();
    if lines.len() < 2 {
        return false;
    }
    DELIMITERS
        .iter()
        .any(|delimiter| is_cut(&lines, *delimiter))
        || is_column_of_numbers(&lines)
}

fn is_json(text: &str) -> bool {
    let ends = (text.starts_with('{') && text.ends_with('}'))
        || (text.starts_with('[') && text.ends_with(']'));
    ends && text.contains('"') && text.contains(':')
}

/// Returns whether most lines have the same number of cells, and the cells are no prose.
fn is_cut(lines: &[&str], delimiter: char) -> bool {
    let rows: Vec<Vec<&str>> = lines
        .iter()
        .map(|line| split_cells(line, delimiter))
        .collect();
    let mut counts: Vec<usize> = rows.iter().map(Vec::len).collect();
    counts.sort_unstable();
    let usual = counts[counts.len() / 2];
    let alike = rows.iter().filter(|row| row.len() == usual).count();
    if usual < 2 || alike * 100 < rows.len() * ALIKE {
        return false;
    }
    if delimiter == '\t' || usual >= 8 {
        return true;
    }
    let all = || rows.iter().flatten().map(|cell| cell.trim());
    let count = all().count().max(1);
    let words: usize = all().map(|cell| cell.split_whitespace().count()).sum();
    // After a comma in prose stands a blank and a small letter.
    let prose = rows
        .iter()
        .filter(|row| {
            row[1..]
                .iter()
                .all(|cell| cell.starts_with(' ') && !is_number(cell.trim()))
                && row
                    .last()
                    .is_some_and(|cell| cell.trim_end().ends_with('.'))
        })
        .count();
    let numbers = all().filter(|cell| is_number(cell)).count();
    let is_short = words <= count * 3 || (numbers * 5 >= count && words <= count * 6);
    is_short && prose * 5 < rows.len()
}

/// Cells between delimiters that stand outside of quotes.
fn split_cells(line: &str, delimiter: char) -> Vec<&str> {
    let mut cells = Vec::new();
    let mut start = 0;
    let mut is_quoted = false;
    for (at, letter) in line.char_indices() {
        match letter {
            '"' => is_quoted = !is_quoted,
            _ if letter == delimiter && !is_quoted => {
                cells.push(&line[start..at]);
                start = at + letter.len_utf8();
            }
            _ => {}
        }
    }
    cells.push(&line[start..]);
    cells
}

fn is_column_of_numbers(lines: &[&str]) -> bool {
    let numbers = lines[1..]
        .iter()
        .filter(|line| is_number(line.trim()))
        .count();
    lines.len() >= 3 && numbers * 100 >= (lines.len() - 1) * ALIKE
}

fn is_number(cell: &str) -> bool {
    let cell = cell.trim_matches('"').trim_end_matches('%');
    let digits = cell.bytes().filter(u8::is_ascii_digit).count();
    digits > 0 && digits * 2 >= cell.len() && !cell.contains(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimited_tables_are_recognized() {
        for text in [
            "city,people\nUlm,126000\nBonn,331000\n",
            "a;b\n1,5;2\n",
            "name\tnote\nx\tanything at all, really, at some length\n",
            "reading\n1.5\n2.5\n3\n",
            "[{\"a\": 1}]",
            "\"last, first\",age\n\"Finch, Ada\",41\n",
            "day, lamps, oil\n1, 12, 3.5\n2, 14, 3.1\n",
            "| a | b |\n|---|---|\n| 1 | 2 |\n",
        ] {
            assert!(is_table(text), "{text}");
        }
    }

    #[test]
    fn prose_is_not_recognized_as_a_table() {
        for text in [
            "",
            "hello",
            "The lamp, the ship, the sea.\nThe keeper, his wife, his dog.\n",
            "First line of a letter, with a comma\nand a second one, too, that goes on\nuntil here.\n",
            "Dear all,\n\nThe ferry is late, sorry.\n\nAda\n",
            "[1] A footnote in brackets\nand its text.",
            "He came in 1998, stayed a while, and left in 2004.\nNobody saw him again, until the storm, in 2011.\n",
        ] {
            assert!(!is_table(text), "{text}");
        }
    }
}
