use actix_web::{
    HttpResponse,
    web::{Bytes, Data},
};
use futures_util::{Stream, StreamExt, stream};
use portolan_blocks::Event;
use portolan_chat::IdempotencyKey;
use portolan_domain::Chat;
use portolan_store::StoreError;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{
    ag_ui_events::{AgUiEvent, RunTranslator},
    create::create_own_chat,
    events::{event_stream, turn_events},
    send::{SendMessage, message_to_send, start_turn},
};
use crate::{
    http::{App, body, caller::Caller, problem::Problem, sources::PASTE_BYTES},
    services::chats::ChatDraft,
};

/// Characters that the ids of threads and runs may have.
const ID_LENGTH: usize = 150;

/// The input of a run in the protocol AG-UI. Its last message is asked; earlier ones are known from the
/// chat. Tools, context and state of the front end are not used.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunAgentInput {
    /// The id of a chat, or an id of the front end's own, which always leads to the same chat.
    thread_id: String,
    /// Repeating a run reads the same turn.
    run_id: String,
    messages: Vec<AgUiMessage>,
    #[serde(default)]
    forwarded_props: Option<ForwardedProps>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct AgUiMessage {
    role: String,
    /// A text, or parts of which those of type `text` are read.
    #[serde(default)]
    content: Value,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
struct ForwardedProps {
    source_ids: Vec<Uuid>,
    model: Option<String>,
}

impl AgUiMessage {
    fn text(&self) -> String {
        if let Some(text) = self.content.as_str() {
            return text.to_owned();
        }
        let parts = self.content.as_array().into_iter().flatten();
        let texts = parts.filter(|part| part["type"] == "text");
        let texts: Vec<&str> = texts.filter_map(|part| part["text"].as_str()).collect();
        texts.join("\n")
    }
}

/// Asks the last message of a thread and streams the answer as the events of an AG-UI run.
pub async fn run_agent(
    app: Data<App>,
    caller: Caller,
    body: Result<Bytes, actix_web::Error>,
) -> Result<HttpResponse, Problem> {
    let body = body.map_err(|error| body::unreadable_body(error, PASTE_BYTES))?;
    let input: RunAgentInput = serde_json::from_slice(&body).map_err(|error| {
        Problem::invalid(
            "body",
            format!("The body is not the input of an AG-UI run: {error}."),
        )
    })?;
    for (name, id) in [("threadId", &input.thread_id), ("runId", &input.run_id)] {
        if id.is_empty() || id.chars().count() > ID_LENGTH {
            return Err(Problem::invalid(
                name,
                format!("An id has 1 to {ID_LENGTH} characters."),
            ));
        }
    }
    let last = input.messages.last();
    let Some(question) = last.filter(|message| message.role == "user") else {
        return Err(Problem::invalid(
            "messages",
            "The last message has to be the user's.",
        ));
    };
    let props = input.forwarded_props.unwrap_or_default();
    let message = SendMessage::new(question.text(), props.model).with_sources(props.source_ids);
    message.check()?;
    app.model_for(message.model.clone())?;
    let chat = find_thread(&app, caller, &input.thread_id).await?;
    let key = IdempotencyKey {
        key: format!("ag-ui {}", input.run_id),
        body_hash: Sha256::digest(question.text()).into(),
    };
    let send = message_to_send(&app, &chat, message, Some(key))?;
    let turn_id = start_turn(&app, &chat, send).await?;
    let run = RunTranslator::new((input.thread_id, input.run_id), chat.id, turn_id);
    let events = turn_events(app, caller, &chat, turn_id).await?;
    Ok(event_stream(translate_events(events, run)))
}

/// Returns the caller's chat of a thread, which is created with the thread's first run.
async fn find_thread(app: &App, caller: Caller, thread_id: &str) -> Result<Chat, Problem> {
    if let Ok(chat_id) = thread_id.parse() {
        match app.store.chat(chat_id, caller.user_id).await {
            Ok(chat) => return Ok(chat),
            Err(StoreError::NotFound(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let key = IdempotencyKey {
        key: format!("ag-ui {thread_id}"),
        body_hash: Sha256::digest(thread_id).into(),
    };
    create_own_chat(app, caller, ChatDraft::default(), Some(&key)).await
}

/// The rest of a stream, with its translator; None after its end.
type Remaining<S> = Option<(std::pin::Pin<Box<S>>, RunTranslator)>;

fn translate_events<S>(
    events: S,
    run: RunTranslator,
) -> impl Stream<Item = Result<Bytes, std::convert::Infallible>>
where
    S: Stream<Item = Result<Bytes, std::convert::Infallible>>,
{
    let remaining: Remaining<S> = Some((Box::pin(events), run));
    stream::unfold(remaining, |remaining| async move {
        let (mut events, mut run) = remaining?;
        match events.next().await {
            Some(Ok(bytes)) => {
                let mut text = String::new();
                for event in read_events(&bytes) {
                    text.extend(run.translate(event).iter().map(encode));
                }
                // A comment keeps the connection open.
                if text.is_empty() {
                    text.push_str(": working\n\n");
                }
                Some((Ok(Bytes::from(text)), Some((events, run))))
            }
            None => {
                let end = run.break_off()?;
                Some((Ok(Bytes::from(encode(&end))), None))
            }
        }
    })
}

/// Reads the events of whole frames; comments have none.
fn read_events(bytes: &[u8]) -> Vec<Event> {
    let text = String::from_utf8_lossy(bytes);
    let events = text.split("\n\n").filter_map(|frame| {
        let field = |name: &str| frame.lines().find_map(|line| line.strip_prefix(name));
        let data: Value = serde_json::from_str(field("data: ")?).ok()?;
        let event = json!({"event": field("event: ")?, "data": data});
        serde_json::from_value(event).ok()
    });
    events.collect()
}

fn encode(event: &AgUiEvent) -> String {
    format!("data: {}\n\n", json!(event))
}
