//! Questions about texts: which part to read, what to draw, and what to answer.

use serde_json::{Value, json};

use super::{
    context::{Text, TextRead, TurnContext},
    decide::{Step, reply_with},
    quotes,
};

/// The kind of request about a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextRequest {
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

/// First words of a request for a list.
const REQUESTS: &str = "what which list show give find extract all any name tell";

/// Words that refer to a text in a question.
const NOUNS: &str = "document text article page paper report transcript video talk notes letter story chapter interview podcast essay";

impl TextRequest {
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

/// Returns whether the question is about texts: there are only texts, or it refers to one.
pub(super) fn are_meant(context: &TurnContext, has_tables: bool) -> bool {
    if context.documents.is_empty() {
        return false;
    }
    if !has_tables || !context.readings.is_empty() {
        return true;
    }
    // A turn that has begun with a table stays with it.
    if !context.queries.is_empty() {
        return false;
    }
    let text_request = TextRequest::of(&context.question);
    let named = table_words(context);
    let speaks_of_text = split_words(&context.question)
        .iter()
        .any(|word| NOUNS.split(' ').any(|noun| word == noun) && !named.contains(word));
    matches!(
        text_request,
        TextRequest::Outline | TextRequest::KeyPassages
    ) || speaks_of_text
        || context
            .documents
            .iter()
            .any(|text| is_named(text, &context.question))
}

/// The words of the tables' and columns' names: a table may well have a column `page`.
fn table_words(context: &TurnContext) -> Vec<String> {
    let tables = context.tables.iter().flatten();
    tables
        .flat_map(|table| {
            let columns = table.columns.iter().map(|column| column.name.as_str());
            columns.chain([table.name.as_str()])
        })
        .flat_map(split_words)
        .collect()
}

/// Reads, draws, answers: whichever is next.
pub(super) fn next(context: &TurnContext, must_answer: bool) -> Step {
    let text_request = TextRequest::of(&context.question);
    let texts = choose_texts(context, text_request);
    let read: Vec<(&Text, &TextRead)> = texts
        .iter()
        .filter_map(|text| {
            let mut readings = context.readings.iter();
            let found = readings.find(|read| {
                read.source_id == text.source_id && read.part == text_request.part_of()
            })?;
            Some((*text, found))
        })
        .collect();
    if read.is_empty() {
        if must_answer {
            return reply_with(quotes::out_of_steps());
        }
        return Step {
            thinking: quotes::thinking_text(text_request, &texts),
            calls: texts
                .iter()
                .map(|text| ("read_document", tool_arguments(context, text, text_request)))
                .collect(),
            ..Step::default()
        };
    }
    let read: Vec<(&Text, &Value)> = read
        .into_iter()
        .filter_map(|(text, read)| Some((text, read.result.as_ref().ok()?)))
        .collect();
    if read.is_empty() {
        let failure = context
            .readings
            .iter()
            .find_map(|read| read.result.as_ref().err());
        return reply_with(quotes::describe_unreadable(failure));
    }
    if let Some(chart) =
        chart_of(text_request, &read).filter(|_| context.charts.is_empty() && !must_answer)
    {
        return Step {
            calls: vec![("draw_chart", chart)],
            ..Step::default()
        };
    }
    let is_drawn = context.charts.contains(&true);
    reply_with(quotes::quoted_answer(
        &context.question,
        text_request,
        &read,
        is_drawn,
    ))
}

/// The texts that are read: one that the question names, otherwise the likeliest.
fn choose_texts(context: &TurnContext, text_request: TextRequest) -> Vec<&Text> {
    let named: Vec<&Text> = context
        .documents
        .iter()
        .filter(|text| is_named(text, &context.question))
        .collect();
    let texts = if named.is_empty() {
        context.documents.iter().collect()
    } else {
        named
    };
    let most = if text_request == TextRequest::Answer {
        SEARCHED
    } else {
        1
    };
    texts.into_iter().take(most).collect()
}

fn tool_arguments(context: &TurnContext, text: &Text, text_request: TextRequest) -> Value {
    let mut arguments = json!({"sourceId": text.source_id, "part": text_request.part_of()});
    if text_request == TextRequest::Answer {
        let query: String = context.question.chars().take(QUESTION_CHARACTERS).collect();
        arguments["query"] = json!(query);
    }
    arguments
}

fn chart_of(text_request: TextRequest, read: &[(&Text, &Value)]) -> Option<Value> {
    let (text, told) = read.first()?;
    match text_request {
        TextRequest::Outline => Some(json!({
            "kind": "mindmap",
            "title": text.heading,
            "description": format!("A mind map of the headings of {} and of phrases that stand below them.", text.title),
            "spec": {"outline": told["outline"]},
            "encodingNotes": ["Every label stands in the text, word for word."],
        })),
        TextRequest::Dates => {
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

/// Returns whether a distinctive word of the text's name occurs in the question.
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
    fn document_requests_are_classified_by_their_words() {
        for (question, text_request) in [
            ("Show the outline as a mind map", TextRequest::Outline),
            ("summarise it", TextRequest::KeyPassages),
            ("What is this about?", TextRequest::KeyPassages),
            ("key figures, please", TextRequest::Figures),
            ("Show the dates as a timeline", TextRequest::Dates),
            ("What dates are in it?", TextRequest::Dates),
            ("Which numbers does it give?", TextRequest::Figures),
            (
                "Why are dates so sweet in this recipe?",
                TextRequest::Answer,
            ),
            ("chapters with timestamps", TextRequest::Chapters),
            ("Who built the tower?", TextRequest::Answer),
        ] {
            assert_eq!(TextRequest::of(question), text_request, "{question}");
        }
    }
}
