//! WebVTT and SubRip.
//!
//! Read line by line and forgiving: what makes a cue is its line of times. The crates that parse
//! these formats give up at the first malformed cue, and none keeps the places in the source.

use std::ops::Range;

use crate::{
    document::Passage,
    draft::{DocumentDraft, one_line},
    words::is_unspaced,
};

/// One caption.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cue {
    pub start_ms: u64,
    pub end_ms: u64,
    pub text: String,
    pub speaker: Option<String>,
    pub range: Range<usize>,
}

/// Silence after which a new passage begins.
const PAUSE_MS: u64 = 5_000;
/// A passage ends with a sentence from this many characters on, and in any case at the other.
const SHORT: usize = 160;
const LONG: usize = 480;

pub(crate) fn read_transcript(source: &str) -> DocumentDraft {
    let mut draft = DocumentDraft::new(source);
    let first = source.trim_start_matches('\u{feff}').lines().next();
    draft.title = first
        .and_then(|line| line.trim().strip_prefix("WEBVTT"))
        .map(|title| one_line(title.trim_start_matches([' ', '\t', '-', '–'])))
        .filter(|title| !title.is_empty());
    gather_cues(&mut draft, parse_cues(source));
    draft
}

/// Returns whether the text begins as SubRip or WebVTT does: a line of times among its first lines.
pub(crate) fn has_cues(text: &str) -> bool {
    text.lines()
        .take(40)
        .filter(|line| !line.trim().is_empty())
        .take(12)
        .any(|line| parse_times(line).is_some())
}

/// Joins cues into passages of a sentence or two.
pub(crate) fn gather_cues(draft: &mut DocumentDraft, cues: Vec<Cue>) {
    let mut cues: Vec<(usize, Cue)> = cues.into_iter().enumerate().collect();
    cues.sort_by_key(|(_, cue)| cue.start_ms);
    let mut open: Option<(Passage, Option<String>)> = None;
    // A passage is one stretch of the source: cues out of order begin another.
    let mut next = 0;
    for (at, cue) in cues {
        let joins = open.as_ref().is_some_and(|(passage, speaker)| {
            let until = passage.end_ms.unwrap_or(0);
            let same = cue.speaker.is_none() || cue.speaker == *speaker;
            same && at == next
                && cue.start_ms < until.saturating_add(PAUSE_MS)
                && !is_full(&passage.text)
        });
        next = at + 1;
        if !joins && let Some((passage, _)) = open.take() {
            draft.passage(passage, false);
        }
        let (passage, speaker) = open.get_or_insert_with(|| {
            let passage = Passage {
                range: cue.range.clone(),
                start_ms: Some(cue.start_ms),
                is_prose: true,
                ..Passage::default()
            };
            (passage, cue.speaker.clone())
        });
        if !passage.text.is_empty() && !cue.text.starts_with(is_unspaced) {
            passage.text.push(' ');
        }
        passage.cues.push((passage.text.len(), cue.start_ms));
        passage.text.push_str(&cue.text);
        passage.range.end = cue.range.end;
        passage.end_ms = passage.end_ms.max(Some(cue.end_ms));
        if cue.speaker.is_some() {
            speaker.clone_from(&cue.speaker);
        }
    }
    if let Some((passage, _)) = open {
        draft.passage(passage, false);
    }
}

fn is_full(text: &str) -> bool {
    text.len() >= LONG
        || (text.len() >= SHORT && text.ends_with(['.', '!', '?', '…', '。', '！', '？', '"', '”']))
}

fn parse_cues(source: &str) -> Vec<Cue> {
    let mut cues = Vec::new();
    let mut open: Option<Cue> = None;
    // The lines of the cue before: players that roll captions up repeat them.
    let mut shown: Vec<String> = Vec::new();
    let mut showing: Vec<String> = Vec::new();
    let mut at = 0;
    for line in source.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let content = line.trim_end_matches(['\n', '\r']);
        if let Some((start_ms, end_ms)) = parse_times(content) {
            finish_cue(&mut cues, open.take());
            shown = std::mem::take(&mut showing);
            open = Some(Cue {
                start_ms,
                end_ms: end_ms.max(start_ms),
                range: start..start,
                ..Cue::default()
            });
            continue;
        }
        if content.trim().is_empty() {
            finish_cue(&mut cues, open.take());
            continue;
        }
        let Some(cue) = &mut open else {
            continue;
        };
        let (text, speaker) = strip_markup(content);
        let text = one_line(&text);
        cue.speaker = cue.speaker.take().or(speaker);
        if text.is_empty() || shown.contains(&text) {
            showing.push(text);
            continue;
        }
        if cue.text.is_empty() {
            cue.range = start..start + content.len();
        } else {
            cue.text.push(' ');
            cue.range.end = start + content.len();
        }
        cue.text.push_str(&text);
        showing.push(text);
    }
    finish_cue(&mut cues, open);
    cues
}

fn finish_cue(cues: &mut Vec<Cue>, cue: Option<Cue>) {
    let Some(mut cue) = cue else {
        return;
    };
    // Without the empty line, the next cue's number is at the end.
    let last = cue.text.rsplit(' ').next().unwrap_or_default();
    let next_number = (cues.len() + 2).to_string();
    if last == next_number && cue.text.len() > last.len() {
        cue.text.truncate(cue.text.len() - last.len() - 1);
    }
    if !cue.text.is_empty() {
        cues.push(cue);
    }
}

/// The two times of `00:01.000 --> 00:04.000 align:start`.
fn parse_times(line: &str) -> Option<(u64, u64)> {
    let (start, rest) = line.split_once("-->")?;
    let end = rest.split_whitespace().next()?;
    Some((parse_milliseconds(start.trim())?, parse_milliseconds(end)?))
}

/// `1:02:03.456`, `02:03,4` or `02:03` in milliseconds.
pub(crate) fn parse_milliseconds(time: &str) -> Option<u64> {
    let (clock, fraction) = match time.split_once(['.', ',']) {
        Some((clock, fraction)) => (clock, fraction),
        None => (time, ""),
    };
    if fraction.len() > 9 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let parts: Vec<&str> = clock.split(':').collect();
    if !(2..=3).contains(&parts.len()) {
        return None;
    }
    let mut seconds: u64 = 0;
    for part in &parts {
        let is_number =
            (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        seconds = seconds * 60 + part.parse::<u64>().ok().filter(|_| is_number)?;
    }
    let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
    Some(seconds * 1_000 + thousandths.parse::<u64>().ok()?)
}

/// A line without its tags, and who speaks it.
fn strip_markup(line: &str) -> (String, Option<String>) {
    let mut text = String::new();
    let mut speaker = None;
    let mut rest = line;
    while let Some(at) = rest.find(['<', '{', '&']) {
        text.push_str(&rest[..at]);
        let mark = &rest[at..];
        rest = if mark.starts_with('<') {
            match mark.find('>') {
                Some(end) => {
                    let name = mark[1..end]
                        .strip_prefix("v")
                        .filter(|name| name.starts_with(' ') || name.starts_with('.'));
                    let name = name
                        .and_then(|name| name.split_once(' '))
                        .map(|(_, name)| name.trim());
                    speaker = speaker.or(name.map(str::to_owned));
                    &mark[end + 1..]
                }
                None => push_literal(&mut text, mark),
            }
        } else if mark.starts_with("{\\") {
            match mark.find('}') {
                Some(end) => &mark[end + 1..],
                None => push_literal(&mut text, mark),
            }
        } else {
            const ENTITIES: [(&str, &str); 7] = [
                ("&amp;", "&"),
                ("&lt;", "<"),
                ("&gt;", ">"),
                ("&nbsp;", " "),
                ("&lrm;", ""),
                ("&rlm;", ""),
                ("&#39;", "'"),
            ];
            match ENTITIES.iter().find(|(entity, _)| mark.starts_with(entity)) {
                Some((entity, letter)) => {
                    text.push_str(letter);
                    &mark[entity.len()..]
                }
                None => push_literal(&mut text, mark),
            }
        };
    }
    text.push_str(rest);
    (text, speaker)
}

/// Takes the first character as it is.
fn push_literal<'a>(text: &mut String, mark: &'a str) -> &'a str {
    let mut characters = mark.chars();
    text.extend(characters.next());
    characters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cues_keep_their_words_times_and_speakers() {
        let source = "WEBVTT - Harbour talk\n\nNOTE not shown\n\nSTYLE\n::cue {}\n\n1\n00:01.000 --> 00:04.500 align:start\n\
                      <v Ada>The <b>lamp</b> &amp; I\nwere there.\n\n00:00:05.000 --> 00:00:06.000\n<v Bo>Were you?\n";
        let draft = read_transcript(source);
        assert_eq!(draft.title.as_deref(), Some("Harbour talk"));
        let texts: Vec<_> = draft
            .passages
            .iter()
            .map(|passage| (passage.text.as_str(), passage.start_ms, passage.end_ms))
            .collect();
        assert_eq!(
            texts,
            [
                ("The lamp & I were there.", Some(1_000), Some(4_500)),
                ("Were you?", Some(5_000), Some(6_000))
            ]
        );
    }

    #[test]
    fn malformed_subrip_is_still_read() {
        let source = "1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}Hello <3\r\n2\r\n00:00:02,500 --> 00:00:03,000\r\nthere\r\n\r\n\
                      3\r\nbroken --> times\r\nlost\r\n\r\n4\r\n00:00:09,000 --> 00:00:10,000\r\nlater\r\n";
        let texts: Vec<_> = read_transcript(source)
            .passages
            .into_iter()
            .map(|passage| passage.text)
            .collect();
        assert_eq!(texts, ["Hello <3 there", "later"]);
        assert!(has_cues(source));
    }

    #[test]
    fn rolling_captions_are_deduplicated() {
        let source = "WEBVTT\n\n00:00.000 --> 00:02.000\nfirst line\n\n00:02.000 --> 00:04.000\nfirst line\nsecond line\n\n\
                      00:04.000 --> 00:06.000\nsecond line\nthird line\n";
        let draft = read_transcript(source);
        assert_eq!(draft.passages.len(), 1);
        assert_eq!(draft.passages[0].text, "first line second line third line");
        assert_eq!(draft.passages[0].cues, [(0, 0), (11, 2_000), (23, 4_000)]);
    }

    #[test]
    fn timestamps_are_parsed_in_all_formats() {
        assert_eq!(parse_milliseconds("01:02:03.456"), Some(3_723_456));
        assert_eq!(parse_milliseconds("02:03,4"), Some(123_400));
        assert_eq!(parse_milliseconds("2:03"), Some(123_000));
        for wrong in ["", "12", "1:2:3:4", "a:b", "1:-2", "99999:00", "1:00.x"] {
            assert_eq!(parse_milliseconds(wrong), None, "{wrong}");
        }
    }
}
