//! The context of a turn, read from the conversation for the built-in model.

use std::sync::Arc;

use portolan_domain::without_links;
use portolan_query::{QueryResult, TableProfile};
use portolan_questions::{
    from_stored,
    plan::QueryPlan,
    reading_back::read_back,
    schema::{LinguisticSchema, read_teaching},
};
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use crate::{EarlierChart, Message, ModelRequest, tools::KeptQuery};

/// Turns before this one that a follow-up may go back to.
const PAST_TURNS: usize = 20;
/// Questions without a chart that a message may still answer.
const OPEN_QUESTIONS: usize = 4;
/// Bytes of such a question.
const LONGEST_OPEN_QUESTION: usize = 1_000;

pub(super) struct TurnContext {
    /// The message as it was written.
    pub message: String,
    /// The message without addresses.
    pub question: String,
    /// None before `profile` has answered.
    pub tables: Option<Vec<TableProfile>>,
    /// Words of the tables: generated, edited and taught.
    pub words: LinguisticSchema,
    pub sources: Vec<Source>,
    pub documents: Vec<Text>,
    /// Sources without readable content.
    pub unread: Vec<Unread>,
    /// The parts of texts read in this turn, in order.
    pub readings: Vec<TextRead>,
    /// The turn's queries so far, in order.
    pub queries: Vec<Queried>,
    /// Whether each chart of the turn was drawn.
    pub charts: Vec<bool>,
    /// Steps that the turn has behind it.
    pub steps: usize,
    /// The conversation's last chart.
    pub earlier: Option<Arc<EarlierChart>>,
    /// The questions since that chart, oldest first: they were asked back or declined.
    pub unanswered: Vec<String>,
    /// Messages that may teach a word, oldest first: "revenue means sales_amount".
    pub lessons: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Source {
    pub name: String,
    pub title: String,
    pub source_id: String,
}

/// A text among the sources.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Text {
    pub source_id: String,
    /// The source's name.
    pub title: String,
    /// The text's own title.
    pub heading: String,
    pub kind: String,
    pub headings: Vec<String>,
    #[serde(default)]
    pub word_count: u64,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Unread {
    pub title: String,
    pub why: Option<String>,
}

/// A part of a text, or why it could not be read.
pub(super) struct TextRead {
    pub source_id: String,
    pub part: String,
    pub result: Result<Value, String>,
}

pub(super) struct Queried {
    pub sql: String,
    pub result: Result<(String, QueryResult), String>,
}

#[derive(Deserialize)]
struct Listed<T> {
    tables: Vec<T>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Worded {
    words: LinguisticSchema,
}

#[derive(Default, Deserialize)]
struct ListedTexts {
    documents: Vec<Text>,
    #[serde(default)]
    unread: Vec<Unread>,
}

impl TurnContext {
    pub fn of(request: &ModelRequest) -> Self {
        let messages = &request.messages;
        let asked = messages
            .iter()
            .rposition(|message| matches!(message, Message::User { .. }))
            .unwrap_or(0);
        let message = match messages.get(asked) {
            Some(Message::User { text }) => text.clone(),
            _ => String::new(),
        };
        let mut context = Self {
            // The pages are sources by now; their addresses ask nothing.
            question: without_links(without_selection(&message)),
            message,
            tables: None,
            words: LinguisticSchema::default(),
            sources: Vec::new(),
            documents: Vec::new(),
            unread: Vec::new(),
            readings: Vec::new(),
            queries: Vec::new(),
            charts: Vec::new(),
            steps: 0,
            earlier: last_chart(&messages[..asked]),
            unanswered: unanswered(&messages[..asked]),
            lessons: lessons(&messages[..asked]),
        };
        let mut calls = Vec::new();
        for message in &messages[asked..] {
            match message {
                Message::Assistant { calls: made, .. } => {
                    context.steps += usize::from(!made.is_empty());
                    calls.extend(made);
                }
                Message::Tool {
                    call_id,
                    content,
                    kept,
                } => {
                    if let Some(call) = calls.iter().rev().find(|call| call.id == *call_id) {
                        context.take(&call.name, &call.arguments, content, kept.as_ref());
                    }
                }
                Message::System { .. } | Message::User { .. } => {}
            }
        }
        context
    }

    /// Returns the plan of the last chart: the stored one, or the one read from its SQL if another model
    /// wrote it.
    pub fn earlier_plan(&self, tables: &[TableProfile]) -> Option<QueryPlan> {
        let chart = self.earlier.as_ref()?;
        match &chart.plan {
            Some(plan) => from_stored(plan, tables),
            None => read_back(&chart.sql, &chart.spec, tables),
        }
    }

    /// Returns the source of a table.
    pub fn source_id(&self, table: &str) -> Option<Uuid> {
        let source = self.sources.iter().find(|source| source.name == table)?;
        source.source_id.parse().ok()
    }

    /// Returns the words of the tables with those that were taught in the conversation.
    pub fn taught(&self, tables: &[TableProfile]) -> LinguisticSchema {
        let mut taught = self.words.clone();
        for lesson in &self.lessons {
            if let Some(term) = read_teaching(lesson, tables) {
                taught.teach(term);
            }
        }
        taught
    }

    fn take(&mut self, tool: &str, arguments: &str, content: &str, kept: Option<&Arc<Value>>) {
        match tool {
            "profile" => {
                self.tables = Some(parse_list(content));
                let worded = serde_json::from_str::<Worded>(content);
                self.words = worded.unwrap_or_default().words;
            }
            "list_sources" => {
                self.sources = parse_list(content);
                let texts = serde_json::from_str::<ListedTexts>(content);
                let ListedTexts { documents, unread } = texts.unwrap_or_default();
                self.documents = documents;
                self.unread = unread;
            }
            "read_document" => {
                let arguments: Value = serde_json::from_str(arguments).unwrap_or_default();
                let text = |key: &str| arguments[key].as_str().unwrap_or_default().to_owned();
                let told: Value = serde_json::from_str(content).unwrap_or_default();
                self.readings.push(TextRead {
                    source_id: text("sourceId"),
                    part: text("part"),
                    result: if told.is_object() && told["error"].is_null() {
                        Ok(told)
                    } else {
                        Err(error_of(content))
                    },
                });
            }
            "query" => {
                let sql = serde_json::from_str::<Value>(arguments)
                    .ok()
                    .and_then(|arguments| Some(arguments["sql"].as_str()?.to_owned()))
                    .unwrap_or_default();
                let kept = kept.and_then(|kept| {
                    serde_json::from_value::<KeptQuery>(kept.as_ref().clone()).ok()
                });
                let result = match kept {
                    Some(kept) => Ok((kept.query_id, kept.result)),
                    None => Err(error_of(content)),
                };
                self.queries.push(Queried { sql, result });
            }
            "draw_chart" => {
                let is_drawn = serde_json::from_str::<Value>(content)
                    .is_ok_and(|content| content["drawn"] == true);
                self.charts.push(is_drawn);
            }
            _ => {}
        }
    }
}

fn parse_list<T: for<'de> Deserialize<'de>>(content: &str) -> Vec<T> {
    serde_json::from_str::<Listed<T>>(content)
        .map(|listed| listed.tables)
        .unwrap_or_default()
}

fn error_of(content: &str) -> String {
    serde_json::from_str::<Value>(content)
        .ok()
        .and_then(|content| Some(content["error"].as_str()?.to_owned()))
        .unwrap_or_else(|| content.to_owned())
}

/// Returns the newest chart of the newest turns.
fn last_chart(messages: &[Message]) -> Option<Arc<EarlierChart>> {
    let answers = messages.iter().rev().filter_map(|message| match message {
        Message::Assistant { chart, .. } => Some(chart.clone()),
        _ => None,
    });
    answers.take(PAST_TURNS).flatten().next()
}

/// Returns the newest questions after the last chart, oldest first.
fn unanswered(messages: &[Message]) -> Vec<String> {
    let after_chart = messages
        .iter()
        .rev()
        .take_while(|message| !matches!(message, Message::Assistant { chart: Some(_), .. }));
    let mut texts: Vec<String> = after_chart
        .filter_map(|message| match message {
            // A longer message is hardly a question that was asked back.
            Message::User { text } if text.len() <= LONGEST_OPEN_QUESTION => {
                Some(without_links(without_selection(text)))
            }
            _ => None,
        })
        .take(OPEN_QUESTIONS)
        .collect();
    texts.reverse();
    texts
}

/// Returns the short messages that say what something means, oldest first.
fn lessons(messages: &[Message]) -> Vec<String> {
    let texts = messages.iter().filter_map(|message| match message {
        Message::User { text } if text.len() <= LONGEST_OPEN_QUESTION => {
            Some(without_links(without_selection(text)))
        }
        _ => None,
    });
    texts.filter(|text| text.contains(" mean")).collect()
}

/// Returns a message without the list of selected items that a board's chat adds: their sources come with the message.
fn without_selection(message: &str) -> &str {
    message
        .split_once("\n\nAbout this selection on the board:")
        .map_or(message, |(question, _)| question)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_questions_after_last_chart_are_open() {
        let user = |text: &str| Message::User {
            text: text.to_owned(),
        };
        let messages = [user("sales by region"), user("the best?")];
        assert_eq!(unanswered(&messages), ["sales by region", "the best?"]);
        assert!(unanswered(&[]).is_empty());
    }

    #[test]
    fn selection_of_a_board_is_no_part_of_the_question() {
        let message =
            "total rain by island\n\nAbout this selection on the board:\n- Source: rain.csv";
        assert_eq!(without_selection(message), "total rain by island");
        assert_eq!(without_selection("About this"), "About this");
    }
}
