//! Model calls in a file: recorded while a run asks remote models, and played in later runs instead of asking them.
//!
//! A call is recorded as a model inside this process sees it, above the wire: neither keys nor headers are in reach.

use std::{
    collections::HashMap,
    fs::{File, OpenOptions},
    io::{self, BufRead, BufReader, Write},
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use futures_util::{StreamExt, stream};
use portolan_assistant::{
    FinishReason, LanguageModel, Message, ModelCard, ModelError, ModelErrorCode, ModelEvent,
    ModelRequest, ModelStream, Models, RemoteSettings, TokenCounter, ToolCall,
};
use portolan_blocks::UnderstoodWord;
use portolan_chat::{Price, Usage};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// A recorded call: a line of `cassettes.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct RecordedAnswer {
    /// A hash of all that the model is told.
    request: String,
    model: RecordedModel,
    events: Vec<RecordedEvent>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RecordedModel {
    id: String,
    title: String,
    price: Price,
    context_tokens: u64,
    output_tokens: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", content = "value", rename_all = "camelCase")]
enum RecordedEvent {
    Thinking(String),
    Text(String),
    Understood(Vec<UnderstoodWord>),
    ToolCall {
        id: String,
        name: String,
        arguments: String,
    },
    State(Value),
    Usage(Usage),
    Finished(RecordedEnd),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum RecordedEnd {
    Stop,
    ToolCalls,
    Length,
    ContentFilter,
}

/// Why cassettes can't be used.
#[derive(Debug, thiserror::Error)]
pub enum CassetteError {
    #[error("the cassettes {path} cannot be read or written: {cause}")]
    File { path: String, cause: io::Error },
    #[error(
        "{path}, line {line} is not a recorded model call: {cause}; record the run again without --cassettes"
    )]
    Line {
        path: String,
        line: usize,
        cause: serde_json::Error,
    },
}

/// Records the calls of remote models to a file; cheap to clone.
#[derive(Clone, Debug)]
pub struct Recorder {
    file: Arc<Mutex<File>>,
}

impl Recorder {
    /// Opens the file, to which calls are added.
    pub fn open(path: &Path) -> Result<Self, CassetteError> {
        let mut options = OpenOptions::new();
        options.append(true).create(true);
        // Answers are what users may read, and no one else.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path).map_err(|cause| CassetteError::File {
            path: path.display().to_string(),
            cause,
        })?;
        Ok(Self {
            file: Arc::new(Mutex::new(file)),
        })
    }

    /// Returns the models with the calls of remote ones recorded.
    pub fn record(&self, models: &Models) -> Models {
        models.map(|model| {
            if model.remote().is_none() {
                return Arc::clone(model);
            }
            Arc::new(RecordingModel {
                inner: Arc::clone(model),
                recorder: self.clone(),
            })
        })
    }

    /// Writes one line at once. A call that cannot be recorded still answers its turn.
    fn keep(&self, answer: &RecordedAnswer) {
        let written = serde_json::to_vec(answer).map_err(io::Error::from);
        let written = written.and_then(|mut line| {
            line.push(b'\n');
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.write_all(&line)
        });
        if let Err(error) = written {
            tracing::warn!(model.id = answer.model.id, error.cause = %error, "model call was not recorded");
        }
    }
}

/// Plays recorded calls; cheap to clone.
#[derive(Clone, Debug)]
pub struct Player {
    answers: Arc<HashMap<String, Vec<RecordedEvent>>>,
    models: Vec<RecordedModel>,
    missing: Arc<AtomicU64>,
}

impl Player {
    /// Reads recorded calls. Of the same request the first answer counts, so that every run gets the same; a last line
    /// that a killed run truncated is left out.
    pub fn open(path: &Path) -> Result<Self, CassetteError> {
        let name = || path.display().to_string();
        let file = File::open(path).map_err(|cause| CassetteError::File {
            path: name(),
            cause,
        })?;
        let mut reader = BufReader::new(file);
        let (mut answers, mut models) = (HashMap::new(), Vec::<RecordedModel>::new());
        let (mut text, mut line) = (String::new(), 0);
        loop {
            text.clear();
            let read = reader.read_line(&mut text);
            let read = read.map_err(|cause| CassetteError::File {
                path: name(),
                cause,
            })?;
            if read == 0 || !text.ends_with('\n') {
                break;
            }
            line += 1;
            let answer: RecordedAnswer =
                serde_json::from_str(&text).map_err(|cause| CassetteError::Line {
                    path: name(),
                    line,
                    cause,
                })?;
            answers.entry(answer.request).or_insert(answer.events);
            if !models.iter().any(|known| known.id == answer.model.id) {
                models.push(answer.model);
            }
        }
        Ok(Self {
            answers: Arc::new(answers),
            models,
            missing: Arc::default(),
        })
    }

    /// Returns the models with every remote one replaced by its recordings, also those that only the cassettes know.
    pub fn play(&self, models: &Models) -> Models {
        let played = models.map(|model| {
            if model.remote().is_none() {
                return Arc::clone(model);
            }
            let recorded = self
                .models
                .iter()
                .find(|known| known.id == model.card().id)
                .map_or_else(|| model.card().clone(), RecordedModel::card);
            self.model(recorded)
        });
        let only_recorded = self.models.iter().map(|model| self.model(model.card()));
        played.with_more(only_recorded)
    }

    /// Returns how many calls were asked for that the cassettes lack.
    pub fn missing(&self) -> u64 {
        self.missing.load(Ordering::Relaxed)
    }

    fn model(&self, card: ModelCard) -> Arc<dyn LanguageModel> {
        // It has no endpoint, but its conversations are those of a model that has one.
        let settings = RemoteSettings::new(
            String::new().into(),
            "https://cassettes.invalid/v1".into(),
            vec![card.clone()],
        );
        Arc::new(PlayedModel {
            card,
            settings,
            player: self.clone(),
        })
    }
}

struct RecordingModel {
    inner: Arc<dyn LanguageModel>,
    recorder: Recorder,
}

impl LanguageModel for RecordingModel {
    fn card(&self) -> &ModelCard {
        self.inner.card()
    }

    fn stream(&self, request: ModelRequest) -> ModelStream {
        let recording = Recording {
            recorder: self.recorder.clone(),
            answer: RecordedAnswer {
                request: hash_request(&self.inner.card().id, &request),
                model: RecordedModel::of(self.inner.card()),
                events: Vec::new(),
            },
        };
        let events = self.inner.stream(request);
        Box::pin(stream::unfold(
            (events, recording),
            |(mut events, mut recording)| async move {
                let event = events.next().await?;
                if let Ok(event) = &event {
                    recording.add(event);
                }
                Some((event, (events, recording)))
            },
        ))
    }

    fn count_tokens(&self, text: &str) -> u64 {
        self.inner.count_tokens(text)
    }

    fn remote(&self) -> Option<&RemoteSettings> {
        self.inner.remote()
    }
}

/// A call that is being recorded; one that is cut or fails is not kept.
struct Recording {
    recorder: Recorder,
    answer: RecordedAnswer,
}

impl Recording {
    fn add(&mut self, event: &ModelEvent) {
        use RecordedEvent::{Text, Thinking};
        let events = &mut self.answer.events;
        match (event, events.last_mut()) {
            (ModelEvent::Text(more), Some(Text(text)))
            | (ModelEvent::Thinking(more), Some(Thinking(text))) => text.push_str(more),
            (ModelEvent::Waiting(_), _) => {}
            _ => events.extend(RecordedEvent::of(event)),
        }
        // An empty answer is asked again, and playing it would fail each time.
        let has_content = events
            .iter()
            .any(|event| matches!(event, Text(_) | RecordedEvent::ToolCall { .. }));
        if matches!(event, ModelEvent::Finished(_)) && has_content {
            self.recorder.keep(&self.answer);
        }
    }
}

struct PlayedModel {
    card: ModelCard,
    settings: RemoteSettings,
    player: Player,
}

impl LanguageModel for PlayedModel {
    fn card(&self) -> &ModelCard {
        &self.card
    }

    fn stream(&self, request: ModelRequest) -> ModelStream {
        let key = hash_request(&self.card.id, &request);
        let Some(events) = self.player.answers.get(&key) else {
            self.player.missing.fetch_add(1, Ordering::Relaxed);
            let detail = "the cassettes have no such call; record the run again";
            let mut error = ModelError::new(ModelErrorCode::Unavailable, detail);
            error.is_final = true;
            return Box::pin(stream::iter([Err(error)]));
        };
        let events: Vec<_> = events.iter().map(|event| Ok(event.to_event())).collect();
        Box::pin(stream::iter(events))
    }

    fn count_tokens(&self, text: &str) -> u64 {
        TokenCounter.count(text)
    }

    fn remote(&self) -> Option<&RemoteSettings> {
        Some(&self.settings)
    }
}

impl RecordedModel {
    fn of(card: &ModelCard) -> Self {
        Self {
            id: card.id.clone(),
            title: card.title.clone(),
            price: card.price,
            context_tokens: card.context_tokens,
            output_tokens: card.output_tokens,
        }
    }

    fn card(&self) -> ModelCard {
        ModelCard {
            id: self.id.clone(),
            title: self.title.clone(),
            price: self.price,
            context_tokens: self.context_tokens,
            output_tokens: self.output_tokens,
        }
    }
}

impl RecordedEvent {
    fn of(event: &ModelEvent) -> Option<Self> {
        Some(match event.clone() {
            ModelEvent::Thinking(text) => Self::Thinking(text),
            ModelEvent::Text(text) => Self::Text(text),
            ModelEvent::Understood(words) => Self::Understood(words),
            ModelEvent::ToolCall(call) => Self::ToolCall {
                id: call.id,
                name: call.name,
                arguments: call.arguments,
            },
            ModelEvent::State(state) => Self::State(state),
            ModelEvent::Waiting(_) => return None,
            ModelEvent::Usage(usage) => Self::Usage(usage),
            ModelEvent::Finished(reason) => Self::Finished(match reason {
                FinishReason::Stop => RecordedEnd::Stop,
                FinishReason::ToolCalls => RecordedEnd::ToolCalls,
                FinishReason::Length => RecordedEnd::Length,
                FinishReason::ContentFilter => RecordedEnd::ContentFilter,
            }),
        })
    }

    fn to_event(&self) -> ModelEvent {
        match self.clone() {
            Self::Thinking(text) => ModelEvent::Thinking(text),
            Self::Text(text) => ModelEvent::Text(text),
            Self::Understood(words) => ModelEvent::Understood(words),
            Self::ToolCall {
                id,
                name,
                arguments,
            } => ModelEvent::ToolCall(ToolCall {
                id,
                name,
                arguments,
            }),
            Self::State(state) => ModelEvent::State(state),
            Self::Usage(usage) => ModelEvent::Usage(usage),
            Self::Finished(end) => ModelEvent::Finished(match end {
                RecordedEnd::Stop => FinishReason::Stop,
                RecordedEnd::ToolCalls => FinishReason::ToolCalls,
                RecordedEnd::Length => FinishReason::Length,
                RecordedEnd::ContentFilter => FinishReason::ContentFilter,
            }),
        }
    }
}

/// Hashes all that a remote model is told.
fn hash_request(model: &str, request: &ModelRequest) -> String {
    let tools: Vec<Value> = request
        .all_tools()
        .map(|tool| json!([tool.name, tool.description, tool.parameters]))
        .collect();
    let told = json!({
        "model": model,
        "messages": request.messages.iter().map(message_value).collect::<Vec<_>>(),
        "tools": tools,
        "openTools": request.tools.len(),
        "maxOutputTokens": request.max_output_tokens,
    });
    hex::encode(Sha256::digest(told.to_string().as_bytes()))
}

fn message_value(message: &Message) -> Value {
    match message {
        Message::System { text } => json!({"system": text}),
        Message::User { text } => json!({"user": text}),
        Message::Assistant {
            text, calls, state, ..
        } => {
            let calls = calls
                .iter()
                .map(|call| json!([call.id, call.name, call.arguments]));
            let state = state
                .as_ref()
                .map(|state| json!([state.model, state.value]));
            json!({"assistant": text, "calls": calls.collect::<Vec<_>>(), "state": state})
        }
        Message::Tool {
            call_id, content, ..
        } => json!({"tool": call_id, "content": content}),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text() -> impl Strategy<Value = String> {
        "[a-z\\n\"\\\\é]{0,8}"
    }

    fn event() -> impl Strategy<Value = ModelEvent> {
        prop_oneof![
            text().prop_map(ModelEvent::Thinking),
            text().prop_map(ModelEvent::Text),
            (text(), text(), text()).prop_map(|(id, name, arguments)| ModelEvent::ToolCall(
                ToolCall {
                    id,
                    name,
                    arguments
                }
            )),
            Just(ModelEvent::State(json!({"a": [1, null]}))),
            Just(ModelEvent::Usage(Usage {
                input_tokens: 7,
                ..Usage::default()
            })),
        ]
    }

    /// Joins texts that follow each other: how an answer was cut into pieces is not recorded.
    fn joined(events: Vec<ModelEvent>) -> Vec<ModelEvent> {
        let mut whole: Vec<ModelEvent> = Vec::new();
        for event in events {
            match (whole.last_mut(), event) {
                (Some(ModelEvent::Text(text)), ModelEvent::Text(more))
                | (Some(ModelEvent::Thinking(text)), ModelEvent::Thinking(more)) => {
                    text.push_str(&more);
                }
                (_, event) => whole.push(event),
            }
        }
        whole
    }

    proptest! {
        #[test]
        fn played_answer_is_the_recorded_one(mut events in prop::collection::vec(event(), 0..12)) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("cassettes.jsonl");
            events.push(ModelEvent::Text("end".into()));
            events.push(ModelEvent::Finished(FinishReason::Stop));
            let card = ModelCard {
                id: "m".into(),
                title: "M".into(),
                price: Price { input_per_million: 1, output_per_million: 2 },
                context_tokens: 3,
                output_tokens: 4,
            };
            let mut recording = Recording {
                recorder: Recorder::open(&path).unwrap(),
                answer: RecordedAnswer {
                    request: hash_request("m", &ModelRequest::default()),
                    model: RecordedModel::of(&card),
                    events: Vec::new(),
                },
            };
            for event in &events {
                recording.add(event);
            }
            let player = Player::open(&path).unwrap();
            let model = player.model(card);
            let played = futures_util::FutureExt::now_or_never(
                model.stream(ModelRequest::default()).collect::<Vec<_>>(),
            );
            let played: Vec<ModelEvent> = played.unwrap().into_iter().map(Result::unwrap).collect();
            prop_assert_eq!(played, joined(events));
            prop_assert_eq!(player.missing(), 0);
        }
    }

    #[test]
    fn request_hash_depends_on_all_that_is_told() {
        let base = ModelRequest {
            messages: vec![Message::User { text: "a".into() }],
            ..ModelRequest::default()
        };
        let other = ModelRequest {
            messages: vec![Message::System { text: "a".into() }],
            ..base.clone()
        };
        let shorter = ModelRequest {
            max_output_tokens: 5,
            ..base.clone()
        };
        let written = ModelRequest {
            written_bytes: 9,
            ..base.clone()
        };
        let hash = hash_request("m", &base);
        assert_ne!(hash, hash_request("m", &other));
        assert_ne!(hash, hash_request("m", &shorter));
        assert_ne!(hash, hash_request("n", &base));
        assert_eq!(hash, hash_request("m", &written), "the model isn't told");
    }
}
