use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data},
};
use futures_util::StreamExt;
use portolan_blocks::{Block, BlockContent, Cursor, Fold, Metered, Outcome, TurnError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{
    chart_file::chart_path,
    create::create_own_chat,
    events::{stream_turn, turn_events, wants_events},
    send::{SendMessage, message_to_send, start_turn},
};
use crate::{
    http::{
        App, body,
        caller::Caller,
        problem::Problem,
        sources::{CreateSource, PASTE_BYTES, SourceAnswer, create_in_time},
    },
    model::Chat,
    services::chats::ChatDraft,
};

/// Sources that one request may create or name.
const SOURCES: usize = 20;
/// Formats that a chart is linked in.
const CHART_FORMATS: [&str; 5] = ["svg", "png", "pdf", "csv", "json"];

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
/// `text/event-stream`, otherwise answered when the turn is over.
pub async fn ask(
    app: Data<App>,
    caller: Caller,
    request: HttpRequest,
    body: Result<Bytes, actix_web::Error>,
) -> Result<HttpResponse, Problem> {
    let body = body.map_err(|error| body::unreadable(error, PASTE_BYTES))?;
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
                "Send {{question, sources?, chatId?, model?}}; a source is {{id}}, {{url}}, {{text, name?}} or {{sample}}: {error}."
            ),
        )
    })?;
    if sources.len() > SOURCES {
        return Err(Problem::invalid(
            "sources",
            format!("A question names at most {SOURCES} sources."),
        ));
    }
    let message = SendMessage::new(question, model);
    message.check()?;
    // Before anything is created, so that a wrong name leaves nothing behind.
    let chat = match chat_id {
        Some(chat_id) => Some(app.chat_of(&caller, chat_id).await?),
        None => None,
    };
    app.model_for(message.model.clone())?;
    let (source_ids, created) = collect_sources(&app, &caller, sources).await?;
    let chat = match chat {
        Some(chat) => chat,
        None => create_own_chat(&app, caller, ChatDraft::default()).await?,
    };
    let message = message.with_sources(source_ids);
    let send = message_to_send(&app, &chat, message, &request, hash)?;
    let turn_id = start_turn(&app, &chat, send).await?;
    if wants_events(&request) {
        return stream_turn(app, caller, &chat, turn_id).await;
    }
    let mut events = std::pin::pin!(turn_events(app.clone(), caller, &chat, turn_id).await?);
    while events.next().await.is_some() {}
    let answer = read_answer(&app, &chat, turn_id, created).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// Returns the ids of all sources, and those of them that are new.
async fn collect_sources(
    app: &Data<App>,
    caller: &Caller,
    sources: Vec<AskSource>,
) -> Result<(Vec<Uuid>, Vec<SourceAnswer>), Problem> {
    let mut ids = Vec::new();
    let mut created = Vec::new();
    for source in sources {
        match source {
            AskSource::Stored(StoredSource { id }) => ids.push(app.source_of(caller, id).await?.id),
            AskSource::New(wanted) => {
                let new = create_in_time(app, caller, wanted).await?;
                ids.extend(new.iter().map(SourceAnswer::id));
                created.extend(new);
            }
        }
    }
    Ok((ids, created))
}

async fn read_answer(
    app: &App,
    chat: &Chat,
    turn_id: Uuid,
    sources: Vec<SourceAnswer>,
) -> Result<Answer, Problem> {
    let mut fold = Fold::new(chat.id, String::new());
    for stored in app.store.branch(chat.id, turn_id, 1).await? {
        fold.apply(Some(Cursor::stored(stored.id)), stored.event);
    }
    let turn = fold.into_chat().turns.into_iter().next();
    let turn = turn.ok_or_else(|| Problem::not_found("turn"))?;
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
                .filter(|format| **format != "csv" || chart.data.is_some())
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
