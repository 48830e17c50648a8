//! The history of earlier turns for the model: the newest in full, older ones in short.
//!
//! The short form is an extract that is made here, the same for every model: it costs no call, no
//! waiting and no storing, and it invents nothing.

use std::sync::Arc;

use portolan_blocks::{Block, BlockContent, ChartBlock};
use serde_json::{Value, json};

use super::{PastTurn, conversation::message_tokens};
use crate::{EarlierChart, LanguageModel, Message, ToolCall};

/// Characters of a question, a finding and a query that the short form keeps.
const QUESTION: usize = 200;
const FINDING: usize = 240;
const QUERY: usize = 300;

/// The turns as messages, within `room` tokens. Where not even the short forms fit, the oldest
/// turns are left out.
pub(super) fn history_messages(
    model: &dyn LanguageModel,
    turns: &[PastTurn],
    room: u64,
) -> Vec<Message> {
    let mut left = room;
    let mut told: Vec<Told> = Vec::new();
    for turn in turns.iter().rev() {
        let short = short_turn(turn);
        let tokens = count_tokens(model, &short);
        let Some(rest) = left.checked_sub(tokens) else {
            break;
        };
        left = rest;
        told.push(Told {
            messages: short,
            tokens,
        });
    }
    // From the newest on, as long as the whole form fits in place of the short one.
    let is_remote = model.remote().is_some();
    for (told, turn) in told.iter_mut().zip(turns.iter().rev()) {
        let whole = if is_remote {
            as_calls(turn)
        } else {
            whole_turn(turn)
        };
        let Some(rest) = (left + told.tokens).checked_sub(count_tokens(model, &whole)) else {
            break;
        };
        left = rest;
        told.messages = whole;
    }
    let left_out = turns.len() - told.len();
    let note = (left_out > 0).then(|| Message::System {
        text: format!("{left_out} earlier turns of this chat are left out here."),
    });
    let told = told.into_iter().rev().flat_map(|told| told.messages);
    note.into_iter().chain(told).collect()
}

/// Returns the model output that produced these blocks.
pub(super) fn model_output(blocks: &[Block]) -> String {
    let parts: Vec<String> = blocks.iter().filter_map(written_block).collect();
    parts.join("\n\n")
}

struct Told {
    messages: Vec<Message>,
    tokens: u64,
}

fn count_tokens(model: &dyn LanguageModel, messages: &[Message]) -> u64 {
    let messages = messages.iter();
    messages.map(|message| message_tokens(model, message)).sum()
}

fn whole_turn(turn: &PastTurn) -> Vec<Message> {
    message_pair(
        turn.message.text.clone(),
        model_output(&turn.blocks),
        last_chart(&turn.blocks),
    )
}

/// The last chart that a follow-up may change.
fn last_chart(blocks: &[Block]) -> Option<Arc<EarlierChart>> {
    let chart = blocks.iter().rev().find_map(|block| match &block.content {
        BlockContent::Chart(chart) => Some(chart.as_ref()).zip(chart.query.as_ref()),
        _ => None,
    });
    chart.map(|(chart, query)| {
        Arc::new(EarlierChart {
            plan: chart.plan.clone(),
            sql: query.sql.clone(),
            spec: chart.spec.clone(),
        })
    })
}

/// A turn with its charts as the calls that made them: a model that does the same again calls the tools as
/// they want to be called.
fn as_calls(turn: &PastTurn) -> Vec<Message> {
    let mut messages = vec![Message::User {
        text: turn.message.text.clone(),
    }];
    let mut said: Vec<String> = Vec::new();
    let mut charts = 0;
    for block in &turn.blocks {
        match &block.content {
            BlockContent::Chart(chart) => {
                charts += 1;
                messages.extend(chart_calls(chart, charts));
            }
            _ => said.extend(written_block(block)),
        }
    }
    messages.push(Message::Assistant {
        text: said.join("\n\n"),
        calls: Vec::new(),
        state: None,
        chart: None,
    });
    messages
}

/// The calls of a chart and their results. The ids of queries end with their turn, so these have ids that no
/// query of another turn has.
fn chart_calls(chart: &ChartBlock, number: usize) -> Vec<Message> {
    let query_id = format!("earlier{number}");
    let mut arguments = json!({
        "kind": chart.kind,
        "title": chart.title,
        "description": chart.description,
        "spec": bare_spec(chart),
    });
    let mut messages = Vec::new();
    if let Some(query) = &chart.query {
        let told = json!({"queryId": query_id, "rowCount": query.row_count});
        let call = json!({"sql": query.sql});
        messages.extend(call_and_result(
            &format!("query_{number}"),
            "query",
            &call,
            &told,
        ));
        arguments["queryId"] = query_id.into();
    }
    let drawn = json!({"drawn": true});
    messages.extend(call_and_result(
        &format!("chart_{number}"),
        "draw_chart",
        &arguments,
        &drawn,
    ));
    messages
}

fn call_and_result(id: &str, name: &str, arguments: &Value, result: &Value) -> [Message; 2] {
    let call = ToolCall {
        id: id.into(),
        name: name.into(),
        arguments: arguments.to_string(),
    };
    [
        Message::Assistant {
            text: String::new(),
            calls: vec![call],
            state: None,
            chart: None,
        },
        Message::Tool {
            call_id: id.into(),
            content: result.to_string(),
            kept: None,
        },
    ]
}

/// The question, the first sentence of the finding, and each chart with its query.
fn short_turn(turn: &PastTurn) -> Vec<Message> {
    let mut parts = Vec::new();
    let finding = turn.blocks.iter().find_map(|block| match &block.content {
        BlockContent::Text { markdown, .. } => Some(first_sentence(markdown)),
        _ => None,
    });
    parts.extend(finding.map(|finding| clip_text(finding, FINDING)));
    for block in &turn.blocks {
        match &block.content {
            BlockContent::Chart(chart) => {
                let sql = chart.query.as_ref().map(|query| query.sql.as_str());
                parts.push(match sql {
                    Some(sql) => {
                        format!("(chart: {}; query: {})", chart.title, clip_text(sql, QUERY))
                    }
                    None => format!("(chart: {})", chart.title),
                });
            }
            BlockContent::Error { message, .. } => parts.push(format!("({message})")),
            _ => {}
        }
    }
    message_pair(
        clip_text(&turn.message.text, QUESTION),
        parts.join("\n"),
        last_chart(&turn.blocks),
    )
}

fn message_pair(
    question: String,
    answer: String,
    chart: Option<Arc<EarlierChart>>,
) -> Vec<Message> {
    vec![
        Message::User { text: question },
        Message::Assistant {
            text: answer,
            calls: Vec::new(),
            state: None,
            chart,
        },
    ]
}

fn first_sentence(text: &str) -> &str {
    let text = text.trim();
    let end = ["\n", ". ", "! ", "? "]
        .iter()
        .filter_map(|end| Some(text.find(end)? + 1))
        .chain(
            ["。", "！", "？"]
                .iter()
                .filter_map(|end| Some(text.find(end)? + end.len())),
        )
        .min();
    text[..end.unwrap_or(text.len())].trim_end()
}

fn clip_text(text: &str, characters: usize) -> String {
    let mut clipped: String = text.chars().take(characters).collect();
    if clipped.len() < text.len() {
        clipped.push('…');
    }
    clipped
}

fn written_block(block: &Block) -> Option<String> {
    match &block.content {
        BlockContent::Text { markdown, .. } => Some(markdown.clone()),
        BlockContent::Chart(chart) => Some(chart_directive(chart)),
        BlockContent::Reference { index, title, .. } => Some(format!("[^{index}]: {title}")),
        BlockContent::Error { message, .. } => Some(format!("({message})")),
        BlockContent::Thinking { .. }
        | BlockContent::Suggestion { .. }
        | BlockContent::Timestamp { .. } => None,
    }
}

/// A chart's specification as its model wrote it.
fn bare_spec(chart: &ChartBlock) -> Value {
    let mut spec = chart.spec.clone();
    if let Value::Object(spec) = &mut spec {
        for key in ["$schema", "data", "autosize"] {
            spec.shift_remove(key);
        }
    }
    spec
}

/// A chart without its rows, as the built-in model reads it.
fn chart_directive(chart: &ChartBlock) -> String {
    let spec = bare_spec(chart);
    let body = json!({
        "kind": chart.kind,
        "title": chart.title,
        "sql": chart.query.as_ref().map(|query| &query.sql),
        "spec": spec,
    });
    format!(":::chart\n{body}\n:::")
}

#[cfg(test)]
mod tests {
    use portolan_blocks::UserMessage;
    use uuid::Uuid;

    use super::*;
    use crate::builtin::BuiltInModel;

    fn past_turn(question: &str, answer: &str) -> PastTurn {
        PastTurn {
            message: UserMessage {
                text: question.into(),
                source_ids: Vec::new(),
            },
            blocks: vec![Block {
                id: Uuid::nil(),
                content: BlockContent::text(answer),
            }],
        }
    }

    fn message_texts(messages: &[Message]) -> Vec<&str> {
        let texts = messages.iter().map(|message| match message {
            Message::System { text } | Message::User { text } => text.as_str(),
            Message::Assistant { text, .. } => text.as_str(),
            Message::Tool { content, .. } => content.as_str(),
        });
        texts.collect()
    }

    #[test]
    fn history_shortens_older_turns_and_drops_oldest() {
        let model = BuiltInModel::new();
        let turns: Vec<PastTurn> = (0..10)
            .map(|index| {
                past_turn(
                    &format!("Question {index}?"),
                    "It is so. And more words follow here.",
                )
            })
            .collect();
        // A short turn takes 21 words with what messages take themselves, a whole one 26.
        let all = history_messages(&model, &turns, 1_000);
        assert_eq!(all.len(), 20);
        assert!(message_texts(&all)[1].ends_with("follow here."));
        let some = history_messages(&model, &turns, 220);
        let some = message_texts(&some);
        assert_eq!(some.len(), 20);
        assert_eq!(some[1], "It is so.");
        assert!(some[19].ends_with("follow here."));
        let few = history_messages(&model, &turns, 50);
        let few = message_texts(&few);
        assert_eq!(few.len(), 5);
        assert_eq!(few[0], "8 earlier turns of this chat are left out here.");
        assert_eq!(few[1], "Question 8?");
        assert_eq!(message_texts(&history_messages(&model, &turns, 0)).len(), 1);
        assert!(history_messages(&model, &[], 0).is_empty());
    }

    #[test]
    fn first_sentence_ends_at_punctuation_of_its_language() {
        assert_eq!(
            first_sentence(" It rose by 1.5 %. Then it fell."),
            "It rose by 1.5 %."
        );
        assert_eq!(first_sentence("売上が増えた。次は"), "売上が増えた。");
        assert_eq!(first_sentence("One\ntwo"), "One");
        assert_eq!(first_sentence("No end"), "No end");
    }
}
