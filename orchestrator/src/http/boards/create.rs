use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Json},
};
use portolan_blocks::UserMessage;
use portolan_boards::{Canvas, Lane, Node, Rect, default_size, find_room};
use portolan_chat::{IdempotencyKey, Parent};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use url::Url;
use uuid::Uuid;

use crate::{
    chat::Send,
    http::{
        App,
        caller::Caller,
        chats::{idempotency_key, refusal},
        problem::Problem,
        sources::page,
        title::{TITLE_LENGTH, checked_title},
    },
    ids::named_id,
    model::{Chat, Source, SourceStatus},
    sources::NewSource,
    store::{NewBoard, StoreError, card_of},
};

/// Bytes of a question, and sources that a board may begin with.
const QUESTION_BYTES: usize = 100_000;
const MOST_SOURCES: usize = 50;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateBoard {
    /// A question, or the address of a page; without it the board is empty.
    q: Option<String>,
    title: Option<String>,
    /// Sources that are there already: what the extension brought.
    #[serde(default)]
    source_ids: Vec<Uuid>,
    model: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedBoard {
    pub board_id: Uuid,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat_id: Option<Uuid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_id: Option<Uuid>,
}

/// The title of an unnamed board.
pub const UNTITLED: &str = "Untitled board";
/// Characters of a title that is taken from a question.
const TITLE_CHARACTERS: usize = 80;

/// Makes a board: an empty one, or one that a turn fills, which answers the question or reads the
/// page. The same `Idempotency-Key` again answers with the same board, chat and turn.
pub async fn create_board(
    app: Data<App>,
    caller: Caller,
    request: HttpRequest,
    body: Json<CreateBoard>,
) -> Result<HttpResponse, Problem> {
    let body = body.into_inner();
    let body_hash = Sha256::digest(format!("{body:?}").as_bytes()).into();
    let key = idempotency_key(&request, body_hash)?;
    let created = make_board(&app, caller, body, key).await?;
    Ok(HttpResponse::Created().json(created))
}

pub async fn make_board(
    app: &App,
    caller: Caller,
    wanted: CreateBoard,
    key: Option<IdempotencyKey>,
) -> Result<CreatedBoard, Problem> {
    let CreateBoard {
        q,
        title,
        source_ids,
        model,
    } = wanted;
    let title = title.as_deref().map(checked_title).transpose()?;
    let question = q.map(|q| q.trim().to_owned()).filter(|q| !q.is_empty());
    let board = Start {
        app,
        caller,
        model: app.model_for(model)?,
        sources: own_sources(app, &caller, &source_ids).await?,
        key,
    };
    match question {
        None => board.empty(title).await,
        Some(question) if question.len() > QUESTION_BYTES => Err(Problem::invalid(
            "q",
            format!("A question has at most {QUESTION_BYTES} bytes."),
        )),
        Some(question) => board.asked(title, question).await,
    }
}

async fn own_sources(app: &App, caller: &Caller, ids: &[Uuid]) -> Result<Vec<Source>, Problem> {
    if ids.len() > MOST_SOURCES {
        return Err(Problem::invalid(
            "sourceIds",
            format!("A board begins with at most {MOST_SOURCES} sources."),
        ));
    }
    let mut sources = Vec::with_capacity(ids.len());
    for id in ids {
        sources.push(app.source_of(caller, *id).await?);
    }
    Ok(sources)
}

/// A board that is being made.
struct Start<'a> {
    app: &'a App,
    caller: Caller,
    model: String,
    sources: Vec<Source>,
    key: Option<IdempotencyKey>,
}

impl Start<'_> {
    /// Returns the id of a part of the board: the same one for the same idempotency key, so that a
    /// repeated request finds what the first one has made.
    fn id_of(&self, part: &str) -> Uuid {
        let Some(key) = &self.key else {
            return self.app.ids.id();
        };
        named_id(&format!("{part}\n{}\n{}", self.caller.user_id, key.key))
    }

    /// Accepts what an earlier request with the same key has made already.
    fn accept_repeated(&self, made: Result<(), StoreError>) -> Result<(), StoreError> {
        match made {
            Err(StoreError::Conflict(_)) if self.key.is_some() => Ok(()),
            made => made,
        }
    }

    async fn empty(self, title: Option<String>) -> Result<CreatedBoard, Problem> {
        let title = title.unwrap_or_else(|| UNTITLED.into());
        let board_id = self.keep(&title, None, None).await?;
        Ok(CreatedBoard {
            board_id,
            chat_id: None,
            turn_id: None,
        })
    }

    /// The page's card is there at once; the turn reads it, and its blocks become nodes.
    async fn asked(
        mut self,
        title: Option<String>,
        question: String,
    ) -> Result<CreatedBoard, Problem> {
        let url = address(&question);
        let known = url.as_ref().and_then(|url| {
            let mut sources = self.sources.iter();
            sources.find(|source| source.url.as_deref() == Some(url.as_str()))
        });
        let waits = known.is_none();
        if let Some(url) = url.as_ref().filter(|_| waits) {
            let source = self.waiting(url);
            self.accept_repeated(self.app.store.create_source(&source).await)?;
            self.sources.insert(0, source);
        }
        let text = url.as_ref().map_or(question, Url::to_string);
        let title = title.unwrap_or_else(|| shortened(&text));
        let chat = self.chat(&title);
        let made = self.app.store.create_chat(&chat).await;
        let is_first = made.is_ok();
        self.accept_repeated(made)?;
        let board_id = self.keep(&title, Some(chat.id), url.as_ref()).await?;
        let send = Send {
            message: UserMessage {
                text,
                source_ids: self.sources.iter().map(|source| source.id).collect(),
            },
            parent: Parent::Root,
            model: self.model.clone(),
            key: self.key.clone(),
        };
        let sent = self
            .app
            .chats
            .ask(chat.id, chat.user_id, send)
            .await
            .map_err(Problem::unavailable)
            .and_then(|sent| sent.map_err(refusal));
        match sent {
            Ok(turn_id) => Ok(CreatedBoard {
                board_id,
                chat_id: Some(chat.id),
                turn_id: Some(turn_id),
            }),
            // A board created by an earlier request with the same key must not be removed by this one.
            Err(problem) if !is_first => Err(problem),
            Err(problem) => {
                self.undo(board_id, &chat).await;
                Err(problem)
            }
        }
    }

    /// A refused board leaves nothing behind.
    async fn undo(&self, board_id: Uuid, chat: &Chat) {
        let (store, user_id) = (&self.app.store, self.caller.user_id);
        let waiting = self.sources.iter();
        let waiting = waiting.filter(|source| source.status == SourceStatus::Reading);
        let mut undone = store.delete_board(board_id, user_id).await;
        undone = undone.and(store.delete_chat(chat.id, user_id).await);
        for source in waiting {
            undone = undone.and(store.delete_source(source.id, user_id).await.map(drop));
        }
        if let Err(error) = undone {
            tracing::warn!(board.id = %board_id, error.cause = %error, "a refused board was not removed");
        }
    }

    fn waiting(&self, url: &Url) -> Source {
        let new = NewSource {
            id: self.id_of("source"),
            user_id: self.caller.user_id,
            url,
        };
        Source {
            status: SourceStatus::Reading,
            ..self.app.web.empty(new)
        }
    }

    fn chat(&self, title: &str) -> Chat {
        let now = self.app.clock.now();
        Chat {
            id: self.id_of("chat"),
            user_id: self.caller.user_id,
            title: title.to_owned(),
            model: None,
            last_event_id: 0,
            created_at: now,
            updated_at: now,
        }
    }

    /// Keeps the board with the cards of its sources.
    async fn keep(
        &self,
        title: &str,
        chat_id: Option<Uuid>,
        url: Option<&Url>,
    ) -> Result<Uuid, Problem> {
        let mut canvas = Canvas::default();
        let mut taken: Vec<Rect> = Vec::new();
        for source in &self.sources {
            let content = card_of(source);
            let place = find_room(&taken, default_size(&content, None), Lane::of(&content));
            taken.push(place);
            let node = Node {
                id: source.id.to_string(),
                content,
                place,
                color: None,
                parent_id: None,
            };
            canvas.nodes.push(node.into());
        }
        let board_id = self.id_of("board");
        let made = self
            .app
            .store
            .create_board(&NewBoard {
                id: board_id,
                user_id: self.caller.user_id,
                title,
                chat_id,
                source_url: url.map(Url::as_str),
                canvas: &canvas,
                now: self.app.clock.now(),
            })
            .await;
        self.accept_repeated(made)?;
        Ok(board_id)
    }
}

/// A question that is an address and nothing else.
fn address(question: &str) -> Option<Url> {
    let lower = question.to_lowercase();
    let begins = ["http:", "https:", "www."]
        .iter()
        .any(|beginning| lower.starts_with(beginning));
    if !begins || question.contains(char::is_whitespace) {
        return None;
    }
    page::address(question).ok()
}

fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= TITLE_CHARACTERS || address(text).is_some() {
        return line.chars().take(TITLE_LENGTH).collect();
    }
    let mut short: String = line.chars().take(TITLE_CHARACTERS).collect();
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_distinguished_from_questions() {
        for text in [
            "https://a.example/b?c=d#e",
            "www.a.example",
            "HTTPS://A.example",
            "https:/a.example",
        ] {
            assert!(address(text).is_some(), "{text}");
        }
        for text in [
            "What is https://a.example?",
            "a.example",
            "http://",
            "javascript:alert(1)",
            "https://a b",
        ] {
            assert!(address(text).is_none(), "{text}");
        }
    }
}
