//! Questions about texts: which part is read, what is drawn, what is said.

use serde_json::{Value, json};

use super::{
    decide::{Step, say_only},
    heard::{Heard, Text, TextRead},
    quotes,
};

/// What a person wants of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Outline,
    KeyPassages,
    Figures,
    Dates,
    Chapters,
    /// An answer in quotes.
    Answer,
}

/// Texts that are searched for one question.
const SEARCHED: usize = 3;
/// Characters of a question that are looked for.
const QUESTION_CHARACTERS: usize = 1_000;

/// How a question begins that wants a list of something.
const REQUESTS: &str = "what which list show give find extract all any name tell";

/// What a text may be called in a question.
const NOUNS: &str = "document text article page paper report transcript video talk notes letter story chapter interview podcast essay";

impl Wish {
    pub fn of(question: &str) -> Self {
        let lower = question.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
        let said = split_words(question);
        let is_request = said.len() <= 3
            || said
                .first()
                .is_some_and(|word| REQUESTS.split(' ').any(|request| word == request));
        let lists =
            |nouns: &[&str]| is_request && said.iter().any(|word| nouns.contains(&word.as_str()));
        if has(&[
            "mind map",
            "mindmap",
            "outline",
            "structure of",
            "table of contents",
        ]) {
            Self::Outline
        } else if has(&["chapter", "segments"]) {
            Self::Chapters
        } else if has(&["timeline", "chronolog", "the dates", "key dates"])
            || lists(&["dates", "events"])
        {
            Self::Dates
        } else if has(&[
            "key figures",
            "key numbers",
            "figures in",
            "the figures",
            "the numbers",
            "statistics",
        ]) || lists(&["figures", "numbers"])
        {
            Self::Figures
        } else if has(&[
            "summar",
            "tl;dr",
            "tldr",
            "key point",
            "main point",
            "key passage",
            "gist",
            "key message",
            "takeaway",
            "highlights",
            "overview",
            "in short",
            "what is it about",
            "what's it about",
            "what is this about",
            "what's this about",
            "zusammenfass",
        ]) {
            Self::KeyPassages
        } else {
            Self::Answer
        }
    }

    fn part_of(self) -> &'static str {
        match self {
            Self::Outline => "outline",
            Self::KeyPassages => "key_passages",
            Self::Figures => "figures",
            Self::Dates => "dates",
            Self::Chapters => "chapters",
            Self::Answer => "search",
        }
    }
}

/// Whether the question is about the texts: there is nothing else, or it says so.
pub(super) fn are_meant(heard: &Heard, has_tables: bool) -> bool {
    if heard.documents.is_empty() {
        return false;
    }
    if !has_tables || !heard.readings.is_empty() {
        return true;
    }
    // A turn that has begun with a table stays with it.
    if !heard.queries.is_empty() {
        return false;
    }
    let wish = Wish::of(&heard.question);
    let named = table_words(heard);
    let speaks_of_text = split_words(&heard.question)
        .iter()
        .any(|word| NOUNS.split(' ').any(|noun| word == noun) && !named.contains(word));
    matches!(wish, Wish::Outline | Wish::KeyPassages)
        || speaks_of_text
        || heard
            .documents
            .iter()
            .any(|text| is_named(text, &heard.question))
}

/// The words of the tables' and columns' names: a table may well have a column `page`.
fn table_words(heard: &Heard) -> Vec<String> {
    let tables = heard.tables.iter().flatten();
    tables
        .flat_map(|table| {
            let columns = table.columns.iter().map(|column| column.name.as_str());
            columns.chain([table.name.as_str()])
        })
        .flat_map(split_words)
        .collect()
}

/// Reads, draws, answers: whichever is next.
pub(super) fn next(heard: &Heard, must_answer: bool) -> Step {
    let wish = Wish::of(&heard.question);
    let texts = choose_texts(heard, wish);
    let read: Vec<(&Text, &TextRead)> = texts
        .iter()
        .filter_map(|text| {
            let mut readings = heard.readings.iter();
            let found = readings
                .find(|read| read.source_id == text.source_id && read.part == wish.part_of())?;
            Some((*text, found))
        })
        .collect();
    if read.is_empty() {
        if must_answer {
            return say_only(quotes::out_of_steps());
        }
        return Step {
            thinking: quotes::thinking_text(wish, &texts),
            calls: texts
                .iter()
                .map(|text| ("read_document", tool_arguments(heard, text, wish)))
                .collect(),
            ..Step::default()
        };
    }
    let read: Vec<(&Text, &Value)> = read
        .into_iter()
        .filter_map(|(text, read)| Some((text, read.result.as_ref().ok()?)))
        .collect();
    if read.is_empty() {
        let failure = heard
            .readings
            .iter()
            .find_map(|read| read.result.as_ref().err());
        return say_only(quotes::describe_unreadable(failure));
    }
    if let Some(chart) = chart_of(wish, &read).filter(|_| heard.charts.is_empty() && !must_answer) {
        return Step {
            calls: vec![("draw_chart", chart)],
            ..Step::default()
        };
    }
    let is_drawn = heard.charts.contains(&true);
    say_only(quotes::quoted_answer(
        &heard.question,
        wish,
        &read,
        is_drawn,
    ))
}

/// The texts that are read: one that the question names, otherwise the likeliest.
fn choose_texts(heard: &Heard, wish: Wish) -> Vec<&Text> {
    let named: Vec<&Text> = heard
        .documents
        .iter()
        .filter(|text| is_named(text, &heard.question))
        .collect();
    let texts = if named.is_empty() {
        heard.documents.iter().collect()
    } else {
        named
    };
    let most = if wish == Wish::Answer { SEARCHED } else { 1 };
    texts.into_iter().take(most).collect()
}

fn tool_arguments(heard: &Heard, text: &Text, wish: Wish) -> Value {
    let mut arguments = json!({"sourceId": text.source_id, "part": wish.part_of()});
    if wish == Wish::Answer {
        let query: String = heard.question.chars().take(QUESTION_CHARACTERS).collect();
        arguments["query"] = json!(query);
    }
    arguments
}

fn chart_of(wish: Wish, read: &[(&Text, &Value)]) -> Option<Value> {
    let (text, told) = read.first()?;
    match wish {
        Wish::Outline => Some(json!({
            "kind": "mindmap",
            "title": text.heading,
            "description": format!("A mind map of the headings of {} and of phrases that stand below them.", text.title),
            "spec": {"outline": told["outline"]},
            "encodingNotes": ["Every label stands in the text, word for word."],
        })),
        Wish::Dates => {
            let events = told["events"].as_array()?;
            let shown: Vec<Value> = events
                .iter()
                .map(|event| {
                    let mut shown = json!({
                        "date": event["date"],
                        "label": event["label"],
                        "description": event["quote"]["text"],
                    });
                    if event["endDate"].is_string() {
                        shown["endDate"] = event["endDate"].clone();
                    }
                    shown
                })
                .collect();
            (shown.len() > 1).then(|| {
                json!({
                    "kind": "timeline",
                    "title": format!("Dates in {}", text.heading),
                    "description": format!("The {} dates that stand in {}, each with the words around it.", shown.len(), text.title),
                    "spec": {"events": shown},
                    "encodingNotes": ["Dates are as precise as the text gives them."],
                })
            })
        }
        _ => None,
    }
}

/// Whether a telling word of the text's name stands in the question.
fn is_named(text: &Text, question: &str) -> bool {
    let asked = split_words(question);
    let name = text
        .title
        .rsplit_once('.')
        .map_or(text.title.as_str(), |(stem, _)| stem);
    split_words(name)
        .iter()
        .any(|word| word.chars().count() >= 5 && asked.contains(word))
}

fn split_words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_told_by_their_words() {
        for (question, wish) in [
            ("Show the outline as a mind map", Wish::Outline),
            ("summarise it", Wish::KeyPassages),
            ("What is this about?", Wish::KeyPassages),
            ("key figures, please", Wish::Figures),
            ("Show the dates as a timeline", Wish::Dates),
            ("What dates are in it?", Wish::Dates),
            ("Which numbers does it give?", Wish::Figures),
            ("Why are dates so sweet in this recipe?", Wish::Answer),
            ("chapters with timestamps", Wish::Chapters),
            ("Who built the tower?", Wish::Answer),
        ] {
            assert_eq!(Wish::of(question), wish, "{question}");
        }
    }
}
