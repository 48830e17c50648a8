//! The model that needs no key and no network: it understands questions about tables, and quotes
//! texts.
//!
//! It is called like any other: it sees the conversation and the tools' results, and decides the
//! next step. The same conversation gives the same step.

mod context;
mod decide;
mod documents;
mod overview;
mod phrases;
mod plans;
mod quotes;

use futures_util::{StreamExt, stream};
use portolan_chat::{Price, Usage};

use self::decide::{Step, decide};
pub(super) use self::plans::read_words;
use super::{
    BUILT_IN_MODEL, FinishReason, LanguageModel, Message, ModelCard, ModelError, ModelErrorCode,
    ModelEvent, ModelRequest, ModelStream, ToolCall,
};

pub(crate) struct BuiltInModel {
    card: ModelCard,
}

impl BuiltInModel {
    pub fn new() -> Self {
        Self {
            card: ModelCard {
                id: BUILT_IN_MODEL.into(),
                title: "Portolan".into(),
                price: Price {
                    input_per_million: 10,
                    output_per_million: 100,
                },
                context_tokens: 10_000_000,
                output_tokens: 4_000,
            },
        }
    }
}

impl LanguageModel for BuiltInModel {
    fn card(&self) -> &ModelCard {
        &self.card
    }

    fn stream(&self, request: ModelRequest) -> ModelStream {
        let events = stream::once(async move {
            // Wide tables and long questions take a while, which is the runtime's time.
            let decided = tokio::task::spawn_blocking(move || {
                let read = request.messages.iter().map(words_of).sum();
                step_events(decide(&request), read)
            })
            .await;
            stream::iter(decided.unwrap_or_else(|error| {
                let detail = format!("the built-in model failed: {error}");
                vec![Err(ModelError::new(ModelErrorCode::Protocol, detail))]
            }))
        });
        Box::pin(events.flatten())
    }

    fn count_tokens(&self, text: &str) -> u64 {
        count_words(text)
    }
}

/// A word is a token to this model.
fn count_words(text: &str) -> u64 {
    text.split_whitespace().count() as u64
}

fn words_of(message: &Message) -> u64 {
    match message {
        Message::System { text } | Message::User { text } | Message::Assistant { text, .. } => {
            count_words(text)
        }
        Message::Tool { content, .. } => count_words(content),
    }
}

fn step_events(step: Step, input_tokens: u64) -> Vec<Result<ModelEvent, ModelError>> {
    let mut written = count_words(&step.thinking) + count_words(&step.text);
    let mut events: Vec<ModelEvent> = step
        .understood
        .into_iter()
        .map(ModelEvent::Understood)
        .collect();
    events.extend(split_pieces(&step.thinking).map(ModelEvent::Thinking));
    events.extend(split_pieces(&step.text).map(ModelEvent::Text));
    let finish = if step.calls.is_empty() {
        FinishReason::Stop
    } else {
        FinishReason::ToolCalls
    };
    for (index, (name, arguments)) in step.calls.into_iter().enumerate() {
        let arguments = arguments.to_string();
        written += count_words(&arguments);
        events.push(ModelEvent::ToolCall(ToolCall {
            id: format!("call_{}_{index}", step.number),
            name: name.into(),
            arguments,
        }));
    }
    events.push(ModelEvent::Usage(Usage {
        input_tokens,
        output_tokens: written,
        estimated: false,
        waived: step.is_free,
        ..Usage::default()
    }));
    events.push(ModelEvent::Finished(finish));
    events.into_iter().map(Ok).collect()
}

/// A few words at a time, as other models write.
fn split_pieces(text: &str) -> impl Iterator<Item = String> {
    const WORDS: usize = 3;
    let mut words = text.split_inclusive(' ').peekable();
    std::iter::from_fn(move || {
        words.peek()?;
        Some(words.by_ref().take(WORDS).collect())
    })
}
