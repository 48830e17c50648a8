use std::collections::HashSet;

use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data},
};
use futures_util::StreamExt;
use portolan_blocks::{
    Block, BlockContent, ChartKind, Cursor, Event, Fold, Metered, Outcome, TurnError,
};
use portolan_chat::IdempotencyKey;
use portolan_domain::Chat;
use portolan_store::{KeyUse, StoreError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{
    chart_file::chart_path,
    create::create_own_chat,
    events::{stream_turn, turn_events, wants_events},
    send::{SendMessage, idempotency_key, message_to_send, start_turn},
};
use crate::{
    http::{
        App, body,
        caller::Caller,
        problem::Problem,
        sources::{CreateSource, PASTE_BYTES, SourceAnswer, create_in_time},
    },
    services::chats::{self, ChatDraft},
};

/// Sources that one request may create or name.
const SOURCES: usize = 20;
/// Formats that a chart is linked in.
const CHART_FORMATS: [&str; 9] = [
    "svg", "png", "pdf", "csv", "json", "vl.json", "vg.json", "py", "R",
];

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Ask {
    question: String,
    #[serde(default)]
    sources: Vec<AskSource>,
    /// The chat that the question continues; a new one without it.
    chat_id: Option<Uuid>,
    model: Option<String>,
}

/// A source that exists, or one to create.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum AskSource {
    Stored(StoredSource),
    New(CreateSource),
}

impl AskSource {
    fn stored_id(&self) -> Option<Uuid> {
        match self {
            Self::Stored(source) => Some(source.id),
            Self::New(_) => None,
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct StoredSource {
    id: Uuid,
}

/// A complete answer.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AskAnswer")]
pub struct Answer {
    chat_id: Uuid,
    turn_id: Uuid,
    outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<TurnError>,
    model: String,
    /// The prose, as Markdown.
    text: String,
    charts: Vec<ChartLinks>,
    blocks: Vec<Block>,
    /// The sources that this request created.
    sources: Vec<SourceAnswer>,
    metered: Metered,
}

/// A chart of an answer, with the paths of its files.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ChartLinks {
    block_id: Uuid,
    title: String,
    files: serde_json::Map<String, serde_json::Value>,
}

/// Creates the sources, opens a chat where none is named, and asks: streamed for clients that accept
/// `text/event-stream`, otherwise answered when the turn is over. The same `Idempotency-Key` again
/// answers with the same turn and creates nothing.
pub async fn ask(
    app: Data<App>,
    caller: Caller,
    request: HttpRequest,
    body: Result<Bytes, actix_web::Error>,
) -> Result<HttpResponse, Problem> {
    let body = body.map_err(|error| body::unreadable_body(error, PASTE_BYTES))?;
    let hash = Sha256::digest(&body).into();
    let Ask {
        question,
        sources,
        chat_id,
        model,
    } = serde_json::from_slice(&body).map_err(|error| {
        Problem::invalid(
            "body",
            format!(
                "Send {{question, sources?, chatId?, model?}}; a source is {{id}}, {{url}}, {{text, name?}}, {{sample}}, {{database, tables}} or {{s3}}: {error}."
            ),
        )
    })?;
    if sources.len() > SOURCES {
        return Err(Problem::invalid(
            "sources",
            format!("Use at most {SOURCES} sources for a question."),
        ));
    }
    let message = SendMessage::new(question, model);
    message.check()?;
    // Before anything is created, so that a wrong name leaves nothing behind.
    let key = idempotency_key(&request, hash)?;
    let chat = find_chat(&app, &caller, chat_id, key.as_ref()).await?;
    app.model_for(message.model.clone())?;
    let stored: HashSet<Uuid> = sources.iter().filter_map(AskSource::stored_id).collect();
    let (chat, turn_id) = match find_turn(&app, chat.as_ref(), key.as_ref()).await? {
        Some(seen) => seen,
        None => {
            let source_ids = collect_sources(&app, &caller, sources).await?;
            let mut created = source_ids.clone();
            created.retain(|id| !stored.contains(id));
            let chat = match chat {
                Some(chat) => chat,
                None => create_own_chat(&app, caller, ChatDraft::default(), key.as_ref()).await?,
            };
            let message = message.with_sources(source_ids);
            let send = message_to_send(&app, &chat, message, key)?;
            let turn_id = start_turn(&app, &chat, send).await?;
            delete_unanswered(&app, &caller, turn_id, created).await?;
            (chat, turn_id)
        }
    };
    if wants_events(&request) {
        return stream_turn(app, caller, &chat, turn_id).await;
    }
    let mut events = std::pin::pin!(turn_events(app.clone(), caller, &chat, turn_id).await?);
    while events.next().await.is_some() {}
    let answer = read_answer(&app, &caller, &chat, turn_id, stored).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// Returns the chat that the question continues: the named one, or the one that an earlier request
/// with the same key has opened.
async fn find_chat(
    app: &App,
    caller: &Caller,
    chat_id: Option<Uuid>,
    key: Option<&IdempotencyKey>,
) -> Result<Option<Chat>, Problem> {
    let chat_id = match (chat_id, key) {
        (None, Some(key)) => match app.store.chat_of_key(caller.user_id, key).await? {
            Some(KeyUse::Reused) => return Err(chats::Error::KeyReused.into()),
            Some(KeyUse::Replay(chat_id)) => Some(chat_id),
            None => None,
        },
        _ => chat_id,
    };
    match chat_id {
        Some(chat_id) => Ok(Some(app.chat_of(caller, chat_id).await?)),
        None => Ok(None),
    }
}

/// Returns the turn that an earlier request with the same key has begun.
async fn find_turn(
    app: &App,
    chat: Option<&Chat>,
    key: Option<&IdempotencyKey>,
) -> Result<Option<(Chat, Uuid)>, Problem> {
    let Some((chat, key)) = chat.zip(key) else {
        return Ok(None);
    };
    match app.store.turn_of_key(chat.id, key).await? {
        Some(KeyUse::Reused) => Err(chats::Error::KeyReused.into()),
        Some(KeyUse::Replay(turn_id)) => Ok(Some((chat.clone(), turn_id))),
        None => Ok(None),
    }
}

/// Deletes what this request has created where a concurrent request with the same key began the turn.
async fn delete_unanswered(
    app: &App,
    caller: &Caller,
    turn_id: Uuid,
    mut created: Vec<Uuid>,
) -> Result<(), Problem> {
    if created.is_empty() {
        return Ok(());
    }
    let turn = app.store.turn(turn_id).await?;
    let before = turn.first_event_id.saturating_sub(1);
    for stored in app.store.events_after(turn.chat_id, before, 1).await? {
        if let Event::TurnStarted { message, .. } = stored.event {
            created.retain(|id| !message.source_ids.contains(id));
        }
    }
    for id in created {
        app.store.delete_source(id, caller.user_id).await?;
    }
    Ok(())
}

/// Creates the sources that are new; returns the ids of all.
async fn collect_sources(
    app: &Data<App>,
    caller: &Caller,
    sources: Vec<AskSource>,
) -> Result<Vec<Uuid>, Problem> {
    let mut ids = Vec::new();
    for source in sources {
        match source {
            AskSource::Stored(StoredSource { id }) => ids.push(app.source_of(caller, id).await?.id),
            AskSource::New(wanted) => {
                let new = create_in_time(app, caller, wanted).await?;
                ids.extend(new.iter().map(SourceAnswer::id));
            }
        }
    }
    Ok(ids)
}

/// Reads the answer of a finished turn; its sources without those that were `stored` before.
async fn read_answer(
    app: &App,
    caller: &Caller,
    chat: &Chat,
    turn_id: Uuid,
    stored: HashSet<Uuid>,
) -> Result<Answer, Problem> {
    let mut fold = Fold::new(chat.id, String::new());
    for stored in app.store.branch(chat.id, turn_id, 1).await? {
        fold.apply(Some(Cursor::stored(stored.id)), stored.event);
    }
    let turn = fold.into_chat().turns.into_iter().next();
    let turn = turn.ok_or_else(|| Problem::not_found("turn"))?;
    let mut sources = Vec::new();
    for id in &turn.message.source_ids {
        if stored.contains(id) {
            continue;
        }
        match app.store.source(*id, caller.user_id).await {
            Ok(source) => sources.push(SourceAnswer::from(source)),
            // Deleted since.
            Err(StoreError::NotFound(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let texts = turn.blocks.iter().filter_map(|block| match &block.content {
        BlockContent::Text { markdown, .. } => Some(markdown.as_str()),
        _ => None,
    });
    let charts = turn.blocks.iter().filter_map(|block| match &block.content {
        BlockContent::Chart(chart) => Some(ChartLinks {
            block_id: block.id,
            title: chart.title.clone(),
            files: CHART_FORMATS
                .iter()
                .filter(|format| match **format {
                    "csv" => chart.data.is_some(),
                    "vl.json" | "vg.json" | "py" | "R" => chart.kind == ChartKind::Plot,
                    _ => true,
                })
                .map(|format| {
                    let path = chart_path(turn_id, block.id, format);
                    ((*format).to_owned(), path.into())
                })
                .collect(),
        }),
        _ => None,
    });
    Ok(Answer {
        chat_id: chat.id,
        turn_id,
        outcome: turn.outcome,
        error: turn.error,
        model: turn.model,
        text: texts.collect::<Vec<_>>().join("\n\n"),
        charts: charts.collect(),
        blocks: turn.blocks,
        sources,
        metered: turn.metered,
    })
}
