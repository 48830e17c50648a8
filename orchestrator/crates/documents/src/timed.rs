//! Plain lines that begin with a time, as people copy them out of a player: `[00:12] The lamp …`.

use crate::{
    draft::{DocumentDraft, one_line},
    transcript::{Cue, gather_cues, parse_milliseconds},
};

/// Times that must be there, and the lines looked at.
const LEAST: usize = 5;
const LINES: usize = 200;

/// Returns whether enough lines begin with a time, and the times grow.
pub(crate) fn is_timed(text: &str) -> bool {
    let mut lines = 0;
    let mut times: Vec<u64> = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .take(LINES)
    {
        lines += 1;
        times.extend(parse_timed_line(line).map(|(ms, _)| ms));
    }
    let falls = times.windows(2).filter(|pair| pair[1] < pair[0]).count();
    times.len() >= LEAST && times.len() * 5 >= lines && falls * 10 <= times.len()
}

pub(crate) fn read_timed_text(source: &str) -> DocumentDraft {
    let mut draft = DocumentDraft::new(source);
    let mut cues: Vec<Cue> = Vec::new();
    let mut at = 0;
    for line in source.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let content = line.trim_end();
        if content.is_empty() {
            continue;
        }
        let text = match parse_timed_line(content) {
            Some((start_ms, text)) => {
                cues.push(Cue {
                    start_ms,
                    range: start..start,
                    ..Cue::default()
                });
                text
            }
            None if cues.is_empty() => {
                draft.title.get_or_insert_with(|| one_line(content));
                continue;
            }
            None => content,
        };
        let text = one_line(text);
        let Some(cue) = cues.last_mut().filter(|_| !text.is_empty()) else {
            continue;
        };
        if cue.text.is_empty() {
            cue.range.start = start;
        } else {
            cue.text.push(' ');
        }
        cue.text.push_str(&text);
        cue.range.end = start + content.len();
    }
    cues.retain(|cue| !cue.text.is_empty());
    // A cue lasts until the next one begins.
    let ends: Vec<u64> = cues.iter().skip(1).map(|next| next.start_ms).collect();
    for (at, cue) in cues.iter_mut().enumerate() {
        cue.end_ms = ends
            .get(at)
            .map_or(cue.start_ms, |end| cue.start_ms.max(*end));
    }
    gather_cues(&mut draft, cues);
    draft
}

/// The time at a line's beginning, and what follows it.
fn parse_timed_line(line: &str) -> Option<(u64, &str)> {
    let line = line.trim_start();
    let (bracketed, closing) = match line.chars().next()? {
        '[' => (&line[1..], Some(']')),
        '(' => (&line[1..], Some(')')),
        _ => (line, None),
    };
    let length = bracketed
        .bytes()
        .take_while(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.' | b','))
        .count();
    let time = bracketed[..length].trim_end_matches(['.', ',']);
    let minutes = time.split(':').next_back()?;
    let is_clock = minutes.len() >= 2 && !time.contains("::");
    let ms = parse_milliseconds(time).filter(|_| is_clock)?;
    let rest = &bracketed[length..];
    let rest = match closing {
        Some(closing) => rest.strip_prefix(closing)?,
        None => rest,
    };
    let rest = rest.trim_start();
    let separated = rest.strip_prefix(['-', '–', '—', '|']).unwrap_or(rest);
    Some((ms, separated.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_with_timestamps_are_a_transcript() {
        let source = "Harbour talk\n[00:00] Ada: Hello.\n[00:04] Bo: Good evening.\n0:09 - The lamp is out.\n\
                      (0:12)\nWho put it out?\n1:00:00 Nobody knows.\n";
        assert!(is_timed(source));
        let draft = read_timed_text(source);
        assert_eq!(draft.title.as_deref(), Some("Harbour talk"));
        assert_eq!(draft.passages[0].start_ms, Some(0));
        assert_eq!(draft.passages[0].text.split(' ').next(), Some("Ada:"));
        assert_eq!(draft.passages[0].cues.len(), 5);
        assert_eq!(draft.passages[0].cues[4].1, 3_600_000);
    }

    #[test]
    fn timetables_and_prose_are_not_transcripts() {
        assert!(!is_timed(
            "At 10:30 the ship left.\nIt came back at 12:00.\n"
        ));
        assert!(!is_timed(&"09:00,1\n08:00,2\n".repeat(10)));
    }
}
