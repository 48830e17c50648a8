//! A turn's events as those of a run in the protocol AG-UI.

use std::collections::HashMap;

use portolan_blocks::{
    Block, BlockContent, BlockType, ChartBlock, Event, Outcome, Phase, TurnError,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

/// An event of a run. `CUSTOM` events are named `portolan.` and a block's type, and have the block as value.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(
    tag = "type",
    rename_all = "SCREAMING_SNAKE_CASE",
    rename_all_fields = "camelCase"
)]
pub enum AgUiEvent {
    RunStarted {
        thread_id: String,
        run_id: String,
    },
    RunFinished {
        thread_id: String,
        run_id: String,
        outcome: RunOutcome,
        result: Value,
        usage: Vec<RunUsage>,
    },
    RunError {
        message: String,
        code: String,
    },
    StepStarted {
        step_name: &'static str,
    },
    StepFinished {
        step_name: &'static str,
    },
    TextMessageStart {
        message_id: Uuid,
        role: &'static str,
    },
    TextMessageContent {
        message_id: Uuid,
        delta: String,
    },
    TextMessageEnd {
        message_id: Uuid,
    },
    ReasoningStart {
        message_id: Uuid,
    },
    ReasoningMessageStart {
        message_id: Uuid,
        role: &'static str,
    },
    ReasoningMessageContent {
        message_id: Uuid,
        delta: String,
    },
    ReasoningMessageEnd {
        message_id: Uuid,
    },
    ReasoningEnd {
        message_id: Uuid,
    },
    ToolCallStart {
        tool_call_id: Uuid,
        tool_call_name: &'static str,
    },
    ToolCallArgs {
        tool_call_id: Uuid,
        delta: String,
    },
    ToolCallEnd {
        tool_call_id: Uuid,
    },
    ToolCallResult {
        message_id: String,
        tool_call_id: Uuid,
        content: String,
        role: &'static str,
    },
    StateSnapshot {
        snapshot: Value,
    },
    Custom {
        name: String,
        value: Value,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum RunOutcome {
    Success,
    Cancelled,
}

/// Tokens that a model has read and written in a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunUsage {
    model: String,
    input_tokens: u64,
    output_tokens: u64,
}

/// Translates the events of one turn, in their order.
#[derive(Debug)]
pub struct RunTranslator {
    thread_id: String,
    run_id: String,
    chat_id: Uuid,
    turn_id: Uuid,
    model: String,
    step: Option<Phase>,
    /// The text of open blocks as far as it was sent.
    open: HashMap<Uuid, OpenMessage>,
    usage: (u64, u64),
    credits: u64,
    is_over: bool,
}

#[derive(Debug)]
struct OpenMessage {
    is_reasoning: bool,
    sent: String,
}

impl RunTranslator {
    pub fn new((thread_id, run_id): (String, String), chat_id: Uuid, turn_id: Uuid) -> Self {
        Self {
            thread_id,
            run_id,
            chat_id,
            turn_id,
            model: String::new(),
            step: None,
            open: HashMap::new(),
            usage: (0, 0),
            credits: 0,
            is_over: false,
        }
    }

    /// Returns the events that say what this one does; none for what the protocol has no use for.
    pub fn translate(&mut self, event: Event) -> Vec<AgUiEvent> {
        match event {
            Event::TurnStarted { model, .. } => {
                self.model = model;
                vec![
                    AgUiEvent::RunStarted {
                        thread_id: self.thread_id.clone(),
                        run_id: self.run_id.clone(),
                    },
                    self.state(),
                ]
            }
            Event::TurnProgress { phase, .. } => self.begin_step(Some(phase)),
            Event::TurnUnderstood { words, .. } => vec![custom("understood", &words)],
            Event::BlockOpened {
                block_id,
                block_type,
                ..
            } => self.open_message(block_id, block_type),
            Event::BlockDelta { block_id, text } => self.continue_message(block_id, text),
            Event::BlockClosed { block, .. } => self.close_block(block),
            Event::BlockDiscarded { block_id } => {
                let mut events = self.close_message(block_id);
                events.push(custom("discarded", &json!({ "blockId": block_id })));
                events
            }
            Event::TurnMetered {
                input_tokens,
                output_tokens,
                credits,
                ..
            } => {
                self.usage = (input_tokens, output_tokens);
                self.credits = credits;
                Vec::new()
            }
            Event::TurnFinished { outcome, error, .. } => self.finish(outcome, error),
            Event::ChatChanged { title } => vec![custom("title", &title)],
            Event::BoardChanged { .. } => Vec::new(),
        }
    }

    /// Returns the end of a run whose events break off; nothing where it has its end.
    pub fn break_off(&mut self) -> Option<AgUiEvent> {
        (!self.is_over).then(|| AgUiEvent::RunError {
            message: "The connection to the answer was lost. Send the same run again to read on."
                .to_owned(),
            code: "interrupted".to_owned(),
        })
    }

    fn state(&self) -> AgUiEvent {
        let (input_tokens, output_tokens) = self.usage;
        AgUiEvent::StateSnapshot {
            snapshot: json!({
                "chatId": self.chat_id,
                "turnId": self.turn_id,
                "model": self.model,
                "credits": self.credits,
                "inputTokens": input_tokens,
                "outputTokens": output_tokens,
            }),
        }
    }

    /// Ends the step before and begins this one; one that goes on is not begun again.
    fn begin_step(&mut self, phase: Option<Phase>) -> Vec<AgUiEvent> {
        if self.step == phase {
            return Vec::new();
        }
        let ended = self.step.take().map(|phase| AgUiEvent::StepFinished {
            step_name: step_name(phase),
        });
        self.step = phase;
        let begun = phase.map(|phase| AgUiEvent::StepStarted {
            step_name: step_name(phase),
        });
        ended.into_iter().chain(begun).collect()
    }

    fn open_message(&mut self, message_id: Uuid, block_type: BlockType) -> Vec<AgUiEvent> {
        let is_reasoning = block_type == BlockType::Thinking;
        if !is_reasoning && block_type != BlockType::Text || self.open.contains_key(&message_id) {
            return Vec::new();
        }
        let sent = String::new();
        let message = OpenMessage { is_reasoning, sent };
        self.open.insert(message_id, message);
        if is_reasoning {
            let role = "reasoning";
            return vec![
                AgUiEvent::ReasoningStart { message_id },
                AgUiEvent::ReasoningMessageStart { message_id, role },
            ];
        }
        let role = "assistant";
        vec![AgUiEvent::TextMessageStart { message_id, role }]
    }

    fn continue_message(&mut self, message_id: Uuid, delta: String) -> Vec<AgUiEvent> {
        let Some(message) = self.open.get_mut(&message_id) else {
            return Vec::new();
        };
        // The protocol has no empty deltas.
        if delta.is_empty() {
            return Vec::new();
        }
        message.sent.push_str(&delta);
        vec![if message.is_reasoning {
            AgUiEvent::ReasoningMessageContent { message_id, delta }
        } else {
            AgUiEvent::TextMessageContent { message_id, delta }
        }]
    }

    fn close_message(&mut self, message_id: Uuid) -> Vec<AgUiEvent> {
        match self.open.remove(&message_id) {
            None => Vec::new(),
            Some(message) if message.is_reasoning => vec![
                AgUiEvent::ReasoningMessageEnd { message_id },
                AgUiEvent::ReasoningEnd { message_id },
            ],
            Some(_) => vec![AgUiEvent::TextMessageEnd { message_id }],
        }
    }

    fn close_block(&mut self, block: Block) -> Vec<AgUiEvent> {
        let block_type = block.content.block_type();
        let markdown = match &block.content {
            BlockContent::Text { markdown, .. } | BlockContent::Thinking { markdown, .. } => {
                markdown
            }
            BlockContent::Chart(chart) => {
                let mut events = draw_chart_call(block.id, chart);
                events.push(custom("chart", &block));
                return events;
            }
            _ => return vec![custom(block_name(block_type), &block)],
        };
        // A run that is read later gets a block's text only with its end.
        let mut events = self.open_message(block.id, block_type);
        let sent = self.open.get(&block.id).map(|message| &message.sent);
        let rest = sent.and_then(|sent| markdown.strip_prefix(sent.as_str()));
        let rest = rest.unwrap_or_default().to_owned();
        events.extend(self.continue_message(block.id, rest));
        events.extend(self.close_message(block.id));
        events
    }

    fn finish(&mut self, outcome: Outcome, error: Option<TurnError>) -> Vec<AgUiEvent> {
        let open: Vec<Uuid> = self.open.keys().copied().collect();
        let mut events: Vec<AgUiEvent> = open
            .into_iter()
            .flat_map(|message_id| self.close_message(message_id))
            .collect();
        events.extend(self.begin_step(None));
        events.push(self.state());
        self.is_over = true;
        let outcome = match outcome {
            Outcome::Completed => RunOutcome::Success,
            Outcome::Cancelled => RunOutcome::Cancelled,
            Outcome::Limited | Outcome::Failed => {
                let unknown = if outcome == Outcome::Limited {
                    (
                        "limited",
                        "Your credits don't suffice for the whole answer.",
                    )
                } else {
                    ("failed", "The answer could not be completed.")
                };
                let (code, message) = match error {
                    Some(TurnError { code, message, .. }) => (code, message),
                    None => (unknown.0.to_owned(), unknown.1.to_owned()),
                };
                events.push(AgUiEvent::RunError { message, code });
                return events;
            }
        };
        let (input_tokens, output_tokens) = self.usage;
        events.push(AgUiEvent::RunFinished {
            thread_id: self.thread_id.clone(),
            run_id: self.run_id.clone(),
            outcome,
            result: json!({
                "chatId": self.chat_id,
                "turnId": self.turn_id,
                "credits": self.credits,
            }),
            usage: vec![RunUsage {
                model: self.model.clone(),
                input_tokens,
                output_tokens,
            }],
        });
        events
    }
}

/// A chart as the call of a tool, which front ends draw without knowing of charts: its arguments are
/// what is drawn, its result are the rows.
fn draw_chart_call(block_id: Uuid, chart: &ChartBlock) -> Vec<AgUiEvent> {
    let arguments = json!({
        "title": chart.title,
        "description": chart.description,
        "kind": chart.kind,
        "spec": chart.spec,
        "sql": chart.query.as_ref().map(|query| &query.sql),
    });
    vec![
        AgUiEvent::ToolCallStart {
            tool_call_id: block_id,
            tool_call_name: "draw_chart",
        },
        AgUiEvent::ToolCallArgs {
            tool_call_id: block_id,
            delta: arguments.to_string(),
        },
        AgUiEvent::ToolCallEnd {
            tool_call_id: block_id,
        },
        AgUiEvent::ToolCallResult {
            message_id: format!("{block_id}-rows"),
            tool_call_id: block_id,
            content: json!(chart.data).to_string(),
            role: "tool",
        },
    ]
}

fn custom(name: &str, value: &impl Serialize) -> AgUiEvent {
    AgUiEvent::Custom {
        name: format!("portolan.{name}"),
        value: json!(value),
    }
}

fn step_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Reading => "reading",
        Phase::Querying => "querying",
        Phase::Thinking => "thinking",
        Phase::Writing => "writing",
    }
}

fn block_name(block_type: BlockType) -> &'static str {
    match block_type {
        BlockType::Text => "text",
        BlockType::Thinking => "thinking",
        BlockType::Chart => "chart",
        BlockType::Reference => "reference",
        BlockType::Suggestion => "suggestion",
        BlockType::Timestamp => "timestamp",
        BlockType::Error => "error",
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    fn translator() -> RunTranslator {
        RunTranslator::new(
            ("thread".into(), "run".into()),
            Uuid::from_u128(1),
            Uuid::from_u128(2),
        )
    }

    fn types(events: &[AgUiEvent]) -> Vec<String> {
        let types = events.iter().map(|event| json!(event)["type"].clone());
        types
            .map(|name| name.as_str().unwrap().to_owned())
            .collect()
    }

    fn closed(id: Uuid, markdown: &str) -> Event {
        Event::BlockClosed {
            turn_id: Uuid::from_u128(2),
            block: Block {
                id,
                content: BlockContent::text(markdown),
            },
        }
    }

    fn finished(outcome: Outcome) -> Event {
        Event::TurnFinished {
            turn_id: Uuid::from_u128(2),
            outcome,
            error: None,
            finished_at: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn streamed_text_is_completed_at_its_end() {
        let (mut run, id) = (translator(), Uuid::from_u128(3));
        let opened = Event::BlockOpened {
            turn_id: Uuid::from_u128(2),
            block_id: id,
            index: 0,
            block_type: BlockType::Text,
        };
        let mut events = run.translate(opened);
        events.extend(run.translate(Event::BlockDelta {
            block_id: id,
            text: "Tea ".into(),
        }));
        events.extend(run.translate(closed(id, "Tea sold most.")));
        assert_eq!(
            types(&events),
            [
                "TEXT_MESSAGE_START",
                "TEXT_MESSAGE_CONTENT",
                "TEXT_MESSAGE_CONTENT",
                "TEXT_MESSAGE_END",
            ]
        );
        assert_eq!(json!(events[2])["delta"], "sold most.");
    }

    #[test]
    fn text_that_was_not_streamed_comes_whole() {
        let events = translator().translate(closed(Uuid::from_u128(3), "Tea."));
        let expected = [
            "TEXT_MESSAGE_START",
            "TEXT_MESSAGE_CONTENT",
            "TEXT_MESSAGE_END",
        ];
        assert_eq!(types(&events), expected);
        assert_eq!(json!(events[1])["delta"], "Tea.");
    }

    #[test]
    fn run_ends_its_messages_and_steps_before_itself() {
        let mut run = translator();
        run.translate(Event::TurnProgress {
            turn_id: Uuid::from_u128(2),
            phase: Phase::Writing,
            label: String::new(),
            done: None,
            total: None,
        });
        run.translate(Event::BlockOpened {
            turn_id: Uuid::from_u128(2),
            block_id: Uuid::from_u128(3),
            index: 0,
            block_type: BlockType::Thinking,
        });
        assert!(run.break_off().is_some());
        let events = run.translate(finished(Outcome::Cancelled));
        assert_eq!(
            types(&events),
            [
                "REASONING_MESSAGE_END",
                "REASONING_END",
                "STEP_FINISHED",
                "STATE_SNAPSHOT",
                "RUN_FINISHED",
            ]
        );
        assert_eq!(json!(events[4])["outcome"]["type"], "cancelled");
        assert_eq!(run.break_off(), None);
    }

    #[test]
    fn failed_turn_is_an_error_of_the_run() {
        for (outcome, code) in [(Outcome::Failed, "failed"), (Outcome::Limited, "limited")] {
            let events = translator().translate(finished(outcome));
            let last = json!(events.last());
            assert_eq!(last["type"], "RUN_ERROR");
            assert_eq!(last["code"], code);
        }
    }
}
