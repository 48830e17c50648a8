use std::fmt::Write;

use super::{
    Comparison, ReplaySummary, compare_results, count_checks,
    figures::{Figure, part_name},
};

/// Returns the figures of a run as aligned text for a terminal.
pub fn write_table(results: &[Comparison], has_baseline: bool) -> String {
    let comparison = compare_results(results);
    let before = if has_baseline { "baseline" } else { "original" };
    let mut text = String::new();
    if comparison.compared > 0 {
        let same = comparison.parts.iter().map(|part| {
            [
                part_name(part.part).to_owned(),
                part.same.to_string(),
                comparison.compared.to_string(),
            ]
        });
        write_rows(&mut text, ["compared", "same", "of"], same.collect());
        let amounts = comparison.amounts.iter().map(Figure::of).map(|figure| {
            [
                figure.name.to_owned(),
                figure.reference,
                figure.replayed,
                figure.difference,
                figure.p_value,
            ]
        });
        write_rows(
            &mut text,
            ["sum", before, "replayed", "difference", "p"],
            amounts.collect(),
        );
    }
    let checks = count_checks(results);
    if !checks.is_empty() {
        let rows = checks.iter().map(|(name, count)| {
            [
                (*name).to_owned(),
                (count.turns - count.failed).to_string(),
                count.failed.to_string(),
                count.credits.to_string(),
            ]
        });
        write_rows(
            &mut text,
            ["check", "passed", "failed", "judge credits"],
            rows.collect(),
        );
    }
    let ReplaySummary {
        turns,
        differing,
        refused,
        ..
    } = ReplaySummary::of(results);
    let _ = writeln!(
        text,
        "{turns} turns replayed, {differing} differ, {refused} were not begun."
    );
    text
}

/// The first column to the left, the others to the right.
fn write_rows<const COLUMNS: usize>(
    text: &mut String,
    head: [&str; COLUMNS],
    rows: Vec<[String; COLUMNS]>,
) {
    let mut widths = head.map(|title| title.chars().count());
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let head = head.map(str::to_owned);
    for row in std::iter::once(&head).chain(&rows) {
        let mut line = String::new();
        for (index, (cell, width)) in row.iter().zip(widths).enumerate() {
            // Writing to a string does not fail.
            let _ = match index {
                0 => write!(line, "{cell:<width$}"),
                _ => write!(line, "  {cell:>width$}"),
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut text = String::new();
        let rows = vec![
            ["a".to_owned(), "1".to_owned()],
            ["longer".to_owned(), "1,000".to_owned()],
        ];
        write_rows(&mut text, ["name", "n"], rows);
        assert_eq!(text, "name        n\na           1\nlonger  1,000\n\n");
    }
}
