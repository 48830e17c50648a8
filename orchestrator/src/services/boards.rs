use chrono::{DateTime, Utc};
use portolan_assistant::{Models, UnknownModel};
use portolan_blocks::UserMessage;
use portolan_boards::{
    Canvas, Invalid, MOST_EDGES, MOST_NODES, Node, check_edge, check_node, default_size, place_node,
};
use portolan_chat::{IdempotencyKey, Parent};
use portolan_chat_actors::{ChatBusy, Chats, Send, SendError};
use portolan_domain::{Board, BoardChange, Chat, Source, SourceStatus, Visibility};
use portolan_environment::{
    clock::Clock,
    ids::{Ids, named_id},
};
use portolan_sources::{NewSource, WebReader};
use portolan_store::{NewBoard, Store, StoreError, UnitOfWork, card_of};
use portolan_telemetry::Trace;
use url::Url;
use uuid::Uuid;

use super::{
    InvalidInput, Principal, TITLE_LENGTH, chats::choose_model, check_title, sources::parse_address,
};

/// Bytes of a question, and sources that a board may begin with.
const QUESTION_BYTES: usize = 100_000;
const MOST_SOURCES: usize = 50;

/// The title of an unnamed board.
pub const UNTITLED: &str = "Untitled board";
/// Characters of a title that is taken from a question.
const TITLE_CHARACTERS: usize = 80;

/// The use cases of boards.
#[derive(Clone)]
pub struct BoardService {
    pub store: Store,
    pub chats: Chats,
    pub models: Models,
    pub web: WebReader,
    pub clock: Clock,
    pub ids: Ids,
}

/// A board that is about to be created.
#[derive(Clone, Debug, Default)]
pub struct BoardDraft {
    /// A question, or the address of a page; without it the board is empty.
    pub question: Option<String>,
    pub title: Option<String>,
    /// The caller's sources whose cards lie on it.
    pub source_ids: Vec<Uuid>,
    pub model: Option<String>,
}

/// A new board, and the turn that fills it.
#[derive(Clone, Copy, Debug)]
pub struct StartedBoard {
    pub board_id: Uuid,
    pub chat_and_turn: Option<(Uuid, Uuid)>,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Input(#[from] InvalidInput),
    #[error(transparent)]
    Model(#[from] UnknownModel),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Busy(#[from] ChatBusy),
    /// The board's chat did not take the question.
    #[error(transparent)]
    Send(#[from] SendError),
}

impl BoardService {
    /// Creates an empty board.
    pub async fn create_board(
        &self,
        unit: &UnitOfWork,
        caller: Principal,
        title: Option<String>,
    ) -> Result<Uuid, Error> {
        let title = title.as_deref().map(check_title).transpose()?;
        let canvas = Canvas::default();
        let title = title.as_deref().unwrap_or(UNTITLED);
        self.create_from_canvas(unit, caller, title, &canvas).await
    }

    /// Creates a board with everything that a canvas holds. Longer titles are cut.
    pub async fn create_from_canvas(
        &self,
        unit: &UnitOfWork,
        caller: Principal,
        title: &str,
        canvas: &Canvas,
    ) -> Result<Uuid, Error> {
        let id = self.ids.id();
        let title: String = title.chars().take(TITLE_LENGTH).collect();
        unit.create_board(&NewBoard {
            id,
            user_id: caller.user_id,
            title: &title,
            chat_id: None,
            source_url: None,
            canvas,
            now: self.clock.now(),
        })
        .await?;
        Ok(id)
    }

    /// Creates a board: one with the cards of its sources or, with a question, one that a turn
    /// fills. The same key again returns the same board, chat and turn.
    ///
    /// Opens its own transaction, because the turn begins once the board is committed.
    pub async fn start_board(
        &self,
        caller: Principal,
        draft: BoardDraft,
        key: Option<IdempotencyKey>,
    ) -> Result<StartedBoard, Error> {
        let title = draft.title.as_deref().map(check_title).transpose()?;
        let question = draft.question.map(|question| question.trim().to_owned());
        let board = Start {
            service: self,
            caller,
            model: choose_model(&self.models, draft.model)?,
            sources: self.find_sources(caller, &draft.source_ids).await?,
            key,
        };
        match question.filter(|question| !question.is_empty()) {
            None => board.create_without_chat(title).await,
            Some(question) if question.len() > QUESTION_BYTES => {
                Err(InvalidInput::at("q", format!("Use at most {QUESTION_BYTES} bytes.")).into())
            }
            Some(question) => board.create_with_chat(title, question).await,
        }
    }

    async fn find_sources(&self, caller: Principal, ids: &[Uuid]) -> Result<Vec<Source>, Error> {
        if ids.len() > MOST_SOURCES {
            return Err(InvalidInput::at(
                "sourceIds",
                format!("Start a board with at most {MOST_SOURCES} sources."),
            )
            .into());
        }
        let mut sources = Vec::with_capacity(ids.len());
        for id in ids {
            sources.push(self.store.source(*id, caller.user_id).await?);
        }
        Ok(sources)
    }

    /// Changes a board element by element, where the last writer of each wins; returns its new
    /// revision and its time.
    pub async fn update_board(
        &self,
        unit: &UnitOfWork,
        caller: Principal,
        board_id: Uuid,
        change: BoardChange,
    ) -> Result<(u64, DateTime<Utc>), Error> {
        let (nodes, edges) = (&change.nodes, &change.edges);
        let most_nodes = nodes.len().max(change.removed_node_ids.len());
        check_count("nodes", most_nodes, MOST_NODES)?;
        let most_edges = edges.len().max(change.removed_edge_ids.len());
        check_count("edges", most_edges, MOST_EDGES)?;
        for (index, node) in nodes.iter().enumerate() {
            check_node(node).map_err(|invalid| invalid_element("nodes", index, &invalid))?;
        }
        for (index, edge) in edges.iter().enumerate() {
            check_edge(edge).map_err(|invalid| invalid_element("edges", index, &invalid))?;
        }
        let change = BoardChange {
            title: change.title.as_deref().map(check_title).transpose()?,
            ..change
        };
        let now = self.clock.now();
        let changed = unit.change_board(board_id, caller.user_id, &change, now);
        Ok((changed.await?, now))
    }
}

/// Sets the visibility of a board. Items on it keep their own visibility.
pub async fn set_visibility(
    unit: &UnitOfWork,
    caller: Principal,
    board_id: Uuid,
    visibility: Visibility,
) -> Result<(), Error> {
    let changed = unit.set_board_visibility(board_id, caller.user_id, visibility);
    Ok(changed.await?)
}

/// Deletes a board; its chat, charts and sources stay.
pub async fn delete_board(
    unit: &UnitOfWork,
    caller: Principal,
    board_id: Uuid,
) -> Result<(), Error> {
    Ok(unit.delete_board(board_id, caller.user_id).await?)
}

/// Reads a board that is the viewer's own, or shared; all others are not found.
pub async fn find_visible_board(
    store: &Store,
    viewer: Option<Principal>,
    board_id: Uuid,
) -> Result<Board, StoreError> {
    let board = store.board(board_id).await?;
    let is_visible =
        board.visibility != Visibility::Private || Principal::owns(viewer, board.user_id);
    is_visible
        .then_some(board)
        .ok_or(StoreError::NotFound("board"))
}

/// Reads the caller's own board; another user's is not found, even if it is shared.
pub async fn find_own_board(
    store: &Store,
    caller: Principal,
    board_id: Uuid,
) -> Result<Board, StoreError> {
    let board = store.board(board_id).await?;
    (board.user_id == caller.user_id)
        .then_some(board)
        .ok_or(StoreError::NotFound("board"))
}

/// A board that is about to be created with its sources.
struct Start<'a> {
    service: &'a BoardService,
    caller: Principal,
    model: String,
    sources: Vec<Source>,
    key: Option<IdempotencyKey>,
}

impl Start<'_> {
    /// Returns the id of a part of the board: the same one for the same idempotency key, so that a
    /// repeated request finds what the first one has created.
    fn id_of(&self, part: &str) -> Uuid {
        let Some(key) = &self.key else {
            return self.service.ids.id();
        };
        named_id(&format!("{part}\n{}\n{}", self.caller.user_id, key.key))
    }

    /// Returns whether this request created the board, and not an earlier one with the same key.
    fn is_first(&self, created: Result<(), Error>) -> Result<bool, Error> {
        match created {
            Ok(()) => Ok(true),
            Err(Error::Store(StoreError::Conflict(_))) if self.key.is_some() => Ok(false),
            Err(error) => Err(error),
        }
    }

    async fn create_without_chat(self, title: Option<String>) -> Result<StartedBoard, Error> {
        let title = title.unwrap_or_else(|| UNTITLED.into());
        let board_id = self.id_of("board");
        let created = self
            .service
            .store
            .transact(async |unit| self.insert_board(unit, board_id, &title, None, None).await)
            .await;
        self.is_first(created)?;
        Ok(StartedBoard {
            board_id,
            chat_and_turn: None,
        })
    }

    /// The page's card is there at once; the turn reads it, and its blocks become nodes.
    async fn create_with_chat(
        mut self,
        title: Option<String>,
        question: String,
    ) -> Result<StartedBoard, Error> {
        let url = address_of(&question);
        let new_source = url
            .as_ref()
            .filter(|url| {
                let mut sources = self.sources.iter();
                !sources.any(|source| source.url.as_deref() == Some(url.as_str()))
            })
            .map(|url| self.waiting_source(url));
        if let Some(source) = &new_source {
            self.sources.insert(0, source.clone());
        }
        let text = url.as_ref().map_or(question, Url::to_string);
        let title = title.unwrap_or_else(|| shorten_title(&text));
        let chat = self.chat(&title);
        let board_id = self.id_of("board");
        let created = self
            .service
            .store
            .transact(async |unit| {
                if let Some(source) = &new_source {
                    unit.create_source(source).await?;
                }
                unit.create_chat(&chat).await?;
                self.insert_board(unit, board_id, &title, Some(chat.id), url.as_ref())
                    .await
            })
            .await;
        let is_first = self.is_first(created)?;
        let send = Send {
            message: UserMessage {
                text,
                source_ids: self.sources.iter().map(|source| source.id).collect(),
            },
            parent: Parent::Root,
            model: self.model.clone(),
            key: self.key.clone(),
            trace: Trace::current(),
        };
        let sent = self.service.chats.ask(chat.id, chat.user_id, send).await;
        let sent = sent
            .map_err(Error::from)
            .and_then(|sent| sent.map_err(Error::from));
        match sent {
            Ok(turn_id) => Ok(StartedBoard {
                board_id,
                chat_and_turn: Some((chat.id, turn_id)),
            }),
            // A board created by an earlier request with the same key must not be removed by this one.
            Err(error) if !is_first => Err(error),
            Err(error) => {
                self.remove_refused(board_id, &chat, new_source.as_ref())
                    .await;
                Err(error)
            }
        }
    }

    /// A refused board leaves nothing behind.
    async fn remove_refused(&self, board_id: Uuid, chat: &Chat, source: Option<&Source>) {
        let user_id = self.caller.user_id;
        let removed: Result<(), StoreError> = self
            .service
            .store
            .transact(async |unit| {
                unit.delete_board(board_id, user_id).await?;
                unit.delete_chat(chat.id, user_id).await?;
                if let Some(source) = source {
                    unit.delete_source(source.id, user_id).await?;
                }
                Ok(())
            })
            .await;
        if let Err(error) = removed {
            tracing::warn!(board.id = %board_id, error.cause = %error, "refused board not removed");
        }
    }

    fn waiting_source(&self, url: &Url) -> Source {
        let new = NewSource {
            id: self.id_of("source"),
            user_id: self.caller.user_id,
            url,
        };
        Source {
            status: SourceStatus::Reading,
            ..self.service.web.empty(new)
        }
    }

    fn chat(&self, title: &str) -> Chat {
        let now = self.service.clock.now();
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

    /// Inserts the board with the cards of its sources.
    async fn insert_board(
        &self,
        unit: &UnitOfWork,
        id: Uuid,
        title: &str,
        chat_id: Option<Uuid>,
        url: Option<&Url>,
    ) -> Result<(), Error> {
        let canvas = lay_out_cards(&self.sources);
        unit.create_board(&NewBoard {
            id,
            user_id: self.caller.user_id,
            title,
            chat_id,
            source_url: url.map(Url::as_str),
            canvas: &canvas,
            now: self.service.clock.now(),
        })
        .await?;
        Ok(())
    }
}

fn lay_out_cards(sources: &[Source]) -> Canvas {
    let mut nodes: Vec<Node> = Vec::new();
    for source in sources {
        let content = card_of(source);
        let place = place_node(&nodes, &content, default_size(&content));
        nodes.push(Node {
            id: source.id.to_string(),
            content,
            place,
            color: None,
            parent_id: None,
        });
    }
    Canvas {
        nodes: nodes.into_iter().map(Into::into).collect(),
        ..Canvas::default()
    }
}

fn check_count(path: &str, count: usize, most: usize) -> Result<(), InvalidInput> {
    if count > most {
        return Err(InvalidInput::at(
            path,
            format!("A board can have at most {most} {path}; this one would have {count}."),
        ));
    }
    Ok(())
}

fn invalid_element(list: &str, index: usize, invalid: &Invalid) -> InvalidInput {
    InvalidInput::at(
        format!("{list}[{index}].{}", invalid.path),
        invalid.message.clone(),
    )
}

/// Returns the address that the question is, if it is nothing else.
fn address_of(question: &str) -> Option<Url> {
    let lower = question.to_lowercase();
    let begins = ["http:", "https:", "www."]
        .iter()
        .any(|beginning| lower.starts_with(beginning));
    if !begins || question.contains(char::is_whitespace) {
        return None;
    }
    parse_address(question).ok()
}

fn shorten_title(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= TITLE_CHARACTERS || address_of(text).is_some() {
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
            assert!(address_of(text).is_some(), "{text}");
        }
        for text in [
            "What is https://a.example?",
            "a.example",
            "http://",
            "javascript:alert(1)",
            "https://a b",
        ] {
            assert!(address_of(text).is_none(), "{text}");
        }
    }
}
