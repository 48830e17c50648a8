//! Answers of the built-in model about texts: quotes with references, and limits.

use std::fmt::Write;

use serde_json::{Value, json};

use super::{
    context::Text,
    documents::TextRequest,
    phrases::{write_directive, write_suggestions},
};

/// Passages that an answer quotes, over all texts.
const QUOTED: usize = 4;
const LABEL_CHARACTERS: usize = 80;
/// The share of the question's telling words that a passage must hold to answer it.
const ANSWERS: f64 = 0.6;

/// An answer on its way: prose, and the references and places that follow it.
#[derive(Default)]
struct Written {
    text: String,
    references: Vec<Value>,
    timestamps: Vec<Value>,
}

pub(super) fn thinking_text(text_request: TextRequest, texts: &[&Text]) -> String {
    let names: Vec<&str> = texts.iter().map(|text| text.title.as_str()).collect();
    let names = names.join(", ");
    match text_request {
        TextRequest::Answer => format!("I look in {names} for passages with the question's words."),
        TextRequest::Outline => format!("I read the headings of {names}."),
        TextRequest::KeyPassages => {
            format!("I look in {names} for the sentences that carry most of its subjects.")
        }
        TextRequest::Figures => format!("I look in {names} for numbers with their units."),
        TextRequest::Dates => format!("I look in {names} for dates."),
        TextRequest::Chapters => {
            format!("I look for the places where {names} turns to something else.")
        }
    }
}

pub(super) fn quoted_answer(
    question: &str,
    text_request: TextRequest,
    read: &[(&Text, &Value)],
    is_drawn: bool,
) -> String {
    let mut written = Written::default();
    if let Some(limit) = state_limit(question, text_request) {
        let _ = writeln!(written.text, "{limit}\n");
    }
    match (text_request, read.first()) {
        (TextRequest::Answer, _) => written.add_passages(read),
        (TextRequest::Outline, Some((text, told))) => written.add_outline(text, told, is_drawn),
        (TextRequest::KeyPassages, Some((text, told))) => written.key_passages(text, told),
        (TextRequest::Figures, Some((text, told))) => written.add_figures(text, told),
        (TextRequest::Dates, Some((text, told))) => written.add_dates(text, told, is_drawn),
        (TextRequest::Chapters, Some((text, told))) => written.add_chapters(text, told),
        (_, None) => {}
    }
    written.finish(text_request, read)
}

/// A page, a paper or a talk at a glance: its key passages, and the chapters of a talk.
pub(super) fn text_overview(
    text: &Text,
    passages: Option<&Value>,
    chapters: Option<&Value>,
) -> String {
    let mut written = Written::default();
    if let Some(told) = passages {
        written.show_passages(text, told);
    }
    if let Some(told) = chapters {
        let _ = writeln!(written.text);
        written.add_chapters(text, told);
    }
    let read: Vec<(&Text, &Value)> = passages
        .or(chapters)
        .map(|told| (text, told))
        .into_iter()
        .collect();
    written.finish(TextRequest::KeyPassages, &read)
}

pub(super) fn describe_unreadable(failure: Option<&String>) -> String {
    let failure = failure.map_or_else(String::new, |failure| format!(" ({failure})"));
    format!("The text could not be read{failure}. Add it again, and ask once more.")
}

pub(super) fn out_of_steps() -> String {
    "I ran out of steps before I could read the text. Ask again.".into()
}

/// Returns what a question asks for that quotes can't answer.
fn state_limit(question: &str, text_request: TextRequest) -> Option<String> {
    let lower = question.to_lowercase();
    let first = lower.split_whitespace().find(|word| {
        [
            "translate",
            "rewrite",
            "paraphrase",
            "rephrase",
            "explain",
            "criticise",
            "criticize",
            "evaluate",
            "interpret",
        ]
        .contains(word)
    });
    if let Some(verb) = first {
        return Some(format!(
            "I cannot {verb}: that needs a remote model (the operator sets `OPENAI_API_KEY`). What I can do is quote the text, word for word:"
        ));
    }
    let charts = [
        "bar chart",
        "line chart",
        "pie chart",
        "scatter",
        "histogram",
        "plot ",
        "average of",
        "sum of",
    ];
    if text_request == TextRequest::Answer && charts.iter().any(|word| lower.contains(word)) {
        return Some(
            "For a chart of numbers I need a table: add a CSV or Excel file, or paste rows. In the text I find:".into(),
        );
    }
    None
}

fn number_at(hit: &Value, key: &str) -> f64 {
    hit[key].as_f64().unwrap_or(0.0)
}

impl Written {
    fn add_passages(&mut self, read: &[(&Text, &Value)]) {
        let mut hits: Vec<(&Text, &Value)> = read
            .iter()
            .flat_map(|(text, told)| {
                let hits = told["hits"].as_array().into_iter().flatten();
                hits.map(move |hit| (*text, hit))
            })
            .collect();
        hits.sort_by(|(_, one), (_, other)| {
            number_at(other, "score").total_cmp(&number_at(one, "score"))
        });
        hits.truncate(QUOTED);
        let names: Vec<String> = read.iter().map(|(text, _)| quoted_title(text)).collect();
        let names = names.join(", ");
        let Some((_, best)) = hits.first() else {
            let missing = list_missing_words(read);
            let _ = write!(
                self.text,
                "{names} says nothing of {}. I only find what stands there in the question's own words; put it in words that the text may use, or look at its outline.",
                if missing.is_empty() {
                    "this".to_owned()
                } else {
                    missing
                }
            );
            return;
        };
        let answers = number_at(best, "coverage") >= ANSWERS;
        let _ = writeln!(
            self.text,
            "{}",
            if answers {
                format!("{names} says:")
            } else {
                format!("No passage of {names} has all that the question asks. These come closest:")
            }
        );
        for (text, hit) in &hits {
            self.add_quote(text, &hit["quote"], &hit["headings"]);
        }
        let missing = list_missing_words(read);
        if !answers && !missing.is_empty() {
            let _ = write!(self.text, "\nNot in the text: {missing}.");
        }
    }

    fn add_outline(&mut self, text: &Text, told: &Value, is_drawn: bool) {
        let outline = told["outline"].as_str().unwrap_or_default();
        if is_drawn {
            let _ = write!(
                self.text,
                "The map shows how {} is built; every label stands in it, word for word.",
                quoted_title(text)
            );
        } else {
            let _ = writeln!(self.text, "How {} is built:\n", quoted_title(text));
            for line in outline.lines().skip(1) {
                let depth = line.len() - line.trim_start().len();
                let label = line.trim_start().trim_start_matches("- ");
                let _ = writeln!(self.text, "{:1$}- {2}", "", depth, escape_plain(label));
            }
        }
        self.add_reference(text, &json!({}), "");
    }

    fn key_passages(&mut self, text: &Text, told: &Value) {
        let passages = told["passages"].as_array().cloned().unwrap_or_default();
        if passages.is_empty() {
            let _ = write!(
                self.text,
                "{} has no whole sentences to quote.",
                quoted_title(text)
            );
            return;
        }
        let _ = writeln!(
            self.text,
            "I write no summaries, because I never put a text into words of my own. These {} passages of {} carry most of its subjects, word for word:",
            passages.len(),
            quoted_title(text)
        );
        for quote in &passages {
            self.add_quote(text, quote, &quote["headings"]);
        }
    }

    /// Quotes the same passages without a word on summaries; writes nothing where there are none.
    fn show_passages(&mut self, text: &Text, told: &Value) {
        let passages = told["passages"].as_array().cloned().unwrap_or_default();
        if passages.is_empty() {
            return;
        }
        let _ = writeln!(
            self.text,
            "Key passages of {}, word for word:",
            quoted_title(text)
        );
        for quote in &passages {
            self.add_quote(text, quote, &quote["headings"]);
        }
    }

    fn add_figures(&mut self, text: &Text, told: &Value) {
        let figures = told["figures"].as_array().cloned().unwrap_or_default();
        if figures.is_empty() {
            let _ = write!(
                self.text,
                "{} has no numbers with units.",
                quoted_title(text)
            );
            return;
        }
        let _ = write!(
            self.text,
            "The figures of {}, each with the words around it:\n\n| Figure | In the text | |\n|---|---|---|\n",
            quoted_title(text)
        );
        for figure in &figures {
            let mark = self.add_reference(text, &figure["quote"], "");
            let value = figure["value"].as_str().unwrap_or_default();
            let label = figure["label"].as_str().unwrap_or_default();
            let _ = writeln!(
                self.text,
                "| {} | “{}” | {mark} |",
                escape_plain(value),
                escape_plain(label)
            );
        }
    }

    fn add_dates(&mut self, text: &Text, told: &Value, is_drawn: bool) {
        let events = told["events"].as_array().cloned().unwrap_or_default();
        if events.is_empty() {
            let _ = write!(self.text, "{} names no dates.", quoted_title(text));
            return;
        }
        let _ = writeln!(
            self.text,
            "{} names these dates{}:\n",
            quoted_title(text),
            if is_drawn { ", shown above" } else { "" }
        );
        for event in &events {
            let mark = self.add_reference(text, &event["quote"], "");
            let date = event["date"].as_str().unwrap_or_default();
            let end = event["endDate"].as_str();
            let date = end.map_or_else(|| date.to_owned(), |end| format!("{date} – {end}"));
            let label = event["label"].as_str().unwrap_or_default();
            let _ = writeln!(self.text, "- **{date}** “{}”{mark}", escape_plain(label));
        }
    }

    fn add_chapters(&mut self, text: &Text, told: &Value) {
        let chapters = told["chapters"].as_array().cloned().unwrap_or_default();
        let turns = match chapters.len() {
            0 | 1 => "stays with one subject, named by a phrase that is said in it".to_owned(),
            2 => "turns to something else once. Both parts are named by a phrase that is said in them".to_owned(),
            parts => format!(
                "turns to something else at {} places. Each part is named by a phrase that is said in it",
                parts - 1
            ),
        };
        let _ = writeln!(self.text, "{} {turns}:\n", quoted_title(text));
        for chapter in &chapters {
            let title = &chapter["title"];
            let label = title["text"].as_str().unwrap_or_default();
            let mark = self.add_reference(text, title, "");
            let at = chapter["startMs"].as_u64().map(format_clock);
            let at = at.map_or_else(String::new, |at| format!("**{at}** "));
            let _ = writeln!(self.text, "- {at}“{}”{mark}", escape_plain(label));
            self.add_timestamp(text, &chapter["startMs"], &chapter["endMs"], label);
        }
    }

    fn add_quote(&mut self, text: &Text, quote: &Value, headings: &Value) {
        let words = quote["text"].as_str().unwrap_or_default();
        let heading = headings.as_array().and_then(|all| all.last()?.as_str());
        let mark = self.add_reference(text, quote, heading.unwrap_or_default());
        let at = quote["startMs"].as_u64().map(format_clock);
        let at = at.map_or_else(String::new, |at| format!("**{at}** "));
        let _ = write!(self.text, "\n> {at}{}{mark}\n", escape_plain(words));
        self.add_timestamp(text, &quote["startMs"], &Value::Null, words);
    }

    /// Adds a reference, if it is new, and gives its mark.
    fn add_reference(&mut self, text: &Text, quote: &Value, heading: &str) -> String {
        let mut locator = json!({});
        for (key, from) in [("quote", "text"), ("page", "page"), ("startMs", "startMs")] {
            if !quote[from].is_null() {
                locator[key] = quote[from].clone();
            }
        }
        let title = if heading.is_empty() || heading == text.heading {
            text.title.clone()
        } else {
            // The section first: names are cut at their end.
            format!("{heading} · {}", text.title)
        };
        let mut known = self.references.iter();
        let same =
            |known: &Value| known["sourceId"] == *text.source_id && known["locator"] == locator;
        let number = match known.position(same) {
            Some(at) => at + 1,
            None => {
                let reference =
                    json!({"sourceId": text.source_id, "title": title, "locator": locator});
                self.references.push(reference);
                self.references.len()
            }
        };
        format!("[^{number}]")
    }

    fn add_timestamp(&mut self, text: &Text, start: &Value, end: &Value, label: &str) {
        if !start.is_u64() {
            return;
        }
        let mut timestamp = json!({
            "sourceId": text.source_id,
            "startMs": start,
            "label": shorten_label(label),
        });
        if end.is_u64() {
            timestamp["endMs"] = end.clone();
        }
        self.timestamps.push(timestamp);
    }

    fn finish(self, text_request: TextRequest, read: &[(&Text, &Value)]) -> String {
        let mut text = self.text.trim_end().to_owned();
        for reference in &self.references {
            write_directive(&mut text, "reference", reference);
        }
        for timestamp in &self.timestamps {
            write_directive(&mut text, "timestamp", timestamp);
        }
        write_suggestions(&mut text, suggest_next(text_request, read).into_iter());
        text
    }
}

/// Returns follow-up suggestions: label and prompt.
fn suggest_next(text_request: TextRequest, read: &[(&Text, &Value)]) -> Vec<(String, String)> {
    let Some((text, _)) = read.first() else {
        return Vec::new();
    };
    let name = &text.title;
    let is_transcript = text.kind == "transcript";
    let mut all = Vec::new();
    // Of a text with several headings, one is asked about: its first chapter is its introduction.
    if let Some(heading) = text
        .headings
        .iter()
        .filter(|heading| **heading != text.heading)
        .nth(1)
    {
        all.push((
            TextRequest::Answer,
            format!("About “{}”", shorten_label(heading)),
            format!("What does {name} say about {heading}?"),
        ));
    }
    let whole = [
        (TextRequest::Chapters, "Chapters", "Show the chapters of"),
        (
            TextRequest::Outline,
            "Mind map",
            "Show the outline as a mind map of",
        ),
        (
            TextRequest::KeyPassages,
            "Key passages",
            "Quote the key passages of",
        ),
        (
            TextRequest::Figures,
            "Key figures",
            "List the key figures of",
        ),
        (
            TextRequest::Dates,
            "Timeline",
            "Show the dates as a timeline of",
        ),
    ];
    for (other, label, prompt) in whole {
        if other != TextRequest::Chapters || is_transcript {
            all.push((other, label.to_owned(), format!("{prompt} {name}")));
        }
    }
    if text_request != TextRequest::Answer {
        all.retain(|(other, _, _)| *other != text_request);
    } else {
        all.retain(|(other, _, _)| *other != TextRequest::Answer);
    }
    all.into_iter()
        .map(|(_, label, prompt)| (label, prompt))
        .collect()
}

fn quoted_title(text: &Text) -> String {
    format!("*{}*", escape_plain(&text.title))
}

fn missing_of(told: &Value) -> Vec<String> {
    let words = told["missing"].as_array().into_iter().flatten();
    words
        .filter_map(|word| Some(word.as_str()?.to_owned()))
        .collect()
}

/// The question's words that none of the texts has.
fn list_missing_words(read: &[(&Text, &Value)]) -> String {
    let mut rest = read.iter();
    let Some((_, first)) = rest.next() else {
        return String::new();
    };
    let mut missing = missing_of(first);
    for (_, told) in rest {
        let theirs = missing_of(told);
        missing.retain(|word| theirs.contains(word));
    }
    let quoted: Vec<String> = missing
        .iter()
        .map(|word| format!("“{}”", escape_plain(word)))
        .collect();
    quoted.join(", ")
}

/// Words of a text so that Markdown shows them as they are, on one line.
fn escape_plain(text: &str) -> String {
    let mut plain = String::new();
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (at, letter) in line.char_indices() {
        let is_mark = matches!(
            letter,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '#' | '&' | '$'
        );
        // `- ` and `1. ` begin lists.
        let begins = at == 0 && matches!(letter, '-' | '+' | '=' | ':');
        let numbers = letter == '.' && line[..at].bytes().all(|byte| byte.is_ascii_digit());
        if is_mark || begins || numbers {
            plain.push('\\');
        }
        plain.push(letter);
    }
    plain
}

fn shorten_label(label: &str) -> String {
    let label = label.split_whitespace().collect::<Vec<_>>().join(" ");
    if label.chars().count() <= LABEL_CHARACTERS {
        return label;
    }
    let start: String = label.chars().take(LABEL_CHARACTERS - 1).collect();
    format!("{}…", start.trim_end())
}

/// `1:02:03`, or `2:03`.
fn format_clock(ms: u64) -> String {
    let seconds = ms / 1_000;
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_is_escaped() {
        assert_eq!(
            escape_plain("a *b* <c>\n:::chart"),
            "a \\*b\\* \\<c\\> :::chart"
        );
        assert_eq!(escape_plain(":::chart"), "\\:::chart");
        assert_eq!(escape_plain("- 1. [x](y)"), "\\- 1. \\[x\\](y)");
        assert_eq!(escape_plain("1. first"), "1\\. first");
    }

    #[test]
    fn question_that_quotes_cannot_answer_is_declined() {
        assert!(
            state_limit("Translate this to German", TextRequest::Answer)
                .unwrap()
                .contains("OPENAI_API_KEY")
        );
        assert!(
            state_limit("a bar chart of sales", TextRequest::Answer)
                .unwrap()
                .contains("table")
        );
        assert_eq!(
            state_limit("who was the keeper?", TextRequest::Answer),
            None
        );
    }
}
