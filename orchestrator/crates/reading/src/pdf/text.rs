//! A page's words as lines and paragraphs, in the order in which the page draws them.

use super::pieces::TextRun;

/// A paragraph's lines are at most this much farther apart than the page's lines mostly are.
const PARAGRAPH_GAP: f64 = 1.35;
/// How far a first line may be indented, in parts of the size of its letters.
const INDENT: std::ops::RangeInclusive<f64> = 0.8..=4.0;
/// Letters that are so much larger or smaller begin another paragraph.
const OTHER_SIZE: f64 = 1.15;

/// Pieces beside each other.
struct Line<'a> {
    text: String,
    first: &'a TextRun,
}

pub fn join_text(pieces: &[TextRun]) -> String {
    let lines = split_lines(pieces);
    let usual = usual_gap(&lines);
    let mut text = String::new();
    let mut before: Option<&Line<'_>> = None;
    for line in &lines {
        match before {
            Some(before) if is_new_paragraph(before, line, usual) => text.push_str("\n\n"),
            Some(_) if is_parted(&text, &line.text) => {
                text.pop();
            }
            Some(_) => text.push('\n'),
            None => {}
        }
        text.push_str(&line.text);
        before = Some(line);
    }
    text
}

fn split_lines(pieces: &[TextRun]) -> Vec<Line<'_>> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut before: Option<&TextRun> = None;
    for piece in pieces {
        let goes_on = before.is_some_and(|before| {
            before.is_beside(piece) && piece.left > before.right - 0.5 * piece.size
        });
        match lines.last_mut().filter(|_| goes_on) {
            Some(line) => {
                line.text.push(' ');
                line.text.push_str(&piece.text);
            }
            None => lines.push(Line {
                text: piece.text.clone(),
                first: piece,
            }),
        }
        before = Some(piece);
    }
    lines
}

/// The gap between the bases of most lines, as a part of their letters' size.
fn usual_gap(lines: &[Line<'_>]) -> f64 {
    let mut gaps: Vec<f64> = lines
        .windows(2)
        .map(|pair| (pair[0].first.base - pair[1].first.base) / pair[1].first.size)
        .filter(|gap| (0.8..3.0).contains(gap))
        .collect();
    gaps.sort_by(f64::total_cmp);
    gaps.get(gaps.len() / 2).copied().unwrap_or(1.2)
}

fn is_new_paragraph(before: &Line<'_>, line: &Line<'_>, usual: f64) -> bool {
    let (above, below) = (before.first, line.first);
    let gap = (above.base - below.base) / below.size;
    let indent = (below.left - above.left) / below.size;
    let ends = before
        .text
        .ends_with(['.', '!', '?', ':', '”', '"', '。', ')']);
    let (large, small) = (above.size.max(below.size), above.size.min(below.size));
    // A gap below zero leads back up, to the next column.
    gap < 0.0
        || gap > usual * PARAGRAPH_GAP
        || large > small * OTHER_SIZE
        || (ends && INDENT.contains(&indent))
}

/// Returns whether a word was parted at the end of the line.
fn is_parted(text: &str, next: &str) -> bool {
    let mut letters = text.chars().rev();
    letters.next() == Some('-')
        && letters.next().is_some_and(char::is_alphabetic)
        && next.starts_with(char::is_lowercase)
}
