//! The context of a turn: the log it is rebuilt from, the history and tables it may see.

use std::{panic::AssertUnwindSafe, sync::Arc};

use actix::Recipient;
use futures_util::FutureExt;
use portolan_assistant::{
    CutCall, Pages, SourceDocument, SourceTable, TurnRequest, UnreadSource, cut_call, first_hold,
    run_turn,
};
use portolan_blocks::{Block, Event, UserMessage};
use portolan_chat::{
    Effect, Follower, Parent, Price, SendRefusal, State, TurnOutput, TurnStart, Usage,
};
use portolan_domain::{Source, SourceColumnWords, SourceStatus, links_to_read};
use portolan_questions::schema::read_teaching;
use portolan_sources::NewSource;
use portolan_store::{Lease, StoreError};
use tokio::sync::mpsc;
use uuid::Uuid;

use super::{
    ChatServices,
    actor::{FIRST_RETRY, LAST_RETRY},
    history::collect_history,
    log,
    log::Owned,
    messages::{Send, SendError, SourceWasRead},
    reading::ReadingContext,
    typed::{question_of, read_typed},
};

/// The tokens that the description of an unread page adds to the first model call.
const UNREAD_USAGE: Usage = Usage {
    input_tokens: 8_000,
    output_tokens: 0,
    estimated: true,
    surcharge: 0,
    waived: false,
};

/// Characters of a title that is taken from a message.
const TITLE_LENGTH: usize = 60;

/// A message with all that its turn needs.
pub struct PreparedTurn {
    pub request: TurnRequest,
    /// It, with the sources that its links become.
    pub message: UserMessage,
    /// The sources that are created with the turn and read before it.
    pub new_sources: Vec<Source>,
    pub price: Price,
    pub hold: u64,
    /// The title of the chat, should it have none yet.
    pub title: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum ContextError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Object(#[from] portolan_sources::ObjectError),
}

/// A chat as this server has it.
pub enum Loaded {
    /// This server owns it; an unfinished turn goes on with the effects.
    Owned {
        state: Box<State>,
        effects: Vec<Effect>,
        owned: Owned,
        is_untitled: bool,
    },
    /// Another server owns it.
    PeerEvent {
        owner: String,
        follower: Box<Follower>,
    },
}

/// Takes the chat over and rebuilds it from its log, or follows the server that owns it.
pub async fn load_context(
    services: &ChatServices,
    chat_id: Uuid,
    user_id: Uuid,
) -> Result<Loaded, ContextError> {
    let lease = services
        .store
        .acquire(chat_id, services.peers.node())
        .await?;
    let price = |model: &str| match services.assistant.models.get(model) {
        Ok(model) => model.card().price,
        // The model is gone from the configuration; what it wrote is charged at the least.
        Err(_) => Price {
            input_per_million: 0,
            output_per_million: 0,
        },
    };
    let (recovered, chat) = log::recover_chat(&services.store, chat_id, price).await?;
    Ok(match lease {
        Lease::Acquired { epoch } => {
            let (state, effects) = State::recover(recovered, services.clock.now());
            Loaded::Owned {
                state: Box::new(state),
                effects,
                owned: Owned {
                    chat_id,
                    user_id,
                    epoch,
                },
                is_untitled: chat.title.is_empty(),
            }
        }
        Lease::HeldBy { owner } => Loaded::PeerEvent {
            owner,
            follower: Box::new(Follower::recover(recovered)),
        },
    })
}

/// Gathers history and tables for a message, and what its first model call can cost. `newest` is the turn of the chat that
/// began last.
pub async fn prepare_turn(
    services: &ChatServices,
    chat_id: Uuid,
    user_id: Uuid,
    turn_id: Uuid,
    newest: Option<Uuid>,
    send: &Send,
) -> Result<PreparedTurn, SendError> {
    let model = services.assistant.models.get(&send.model)?;
    let price = model.card().price;
    if let Parent::Turn(parent) = send.parent {
        match services.store.turn(parent).await {
            Ok(turn) if turn.chat_id == chat_id => {}
            Ok(_) | Err(StoreError::NotFound(_)) => {
                return Err(SendError::Refused(SendRefusal::ParentUnknown));
            }
            Err(error) => {
                tracing::warn!(chat.id = %chat_id, error.cause = %error, "parent could not be read");
                return Err(SendError::Refused(SendRefusal::StoreUnavailable));
            }
        }
    }
    let unprepared = |error: ContextError| {
        tracing::warn!(chat.id = %chat_id, error.cause = %error, "message could not be prepared");
        SendError::Refused(SendRefusal::StoreUnavailable)
    };
    let typed = read_typed(services, chat_id, user_id, &send.message)
        .await
        .map_err(|error| unprepared(error.into()))?;
    let mut message = send.message.clone();
    let typed_id = typed.as_ref().map(|typed| typed.id);
    let is_named = |id: &Uuid| send.message.source_ids.contains(id);
    message
        .source_ids
        .extend(typed_id.filter(|id| !is_named(id)));
    let mut request = gather_context(
        services,
        chat_id,
        user_id,
        turn_id,
        &send.model,
        &message,
        match send.parent {
            Parent::Newest => newest.map_or(Parent::Root, Parent::Turn),
            parent => parent,
        },
    )
    .await
    .map_err(unprepared)?;
    let mut new_sources: Vec<Source> = typed.and_then(|typed| typed.new).into_iter().collect();
    let found = describe_sources(services, new_sources.clone())
        .await
        .map_err(unprepared)?;
    request.tables.splice(..0, found.tables);
    for source_id in &send.message.source_ids {
        let tables = request.tables.iter().map(|table| table.source_id);
        let documents = request.documents.iter().map(|text| text.source_id);
        let unread = request.unread.iter().map(|source| source.source_id);
        if !tables
            .chain(documents)
            .chain(unread)
            .any(|known| known == *source_id)
        {
            return Err(SendError::UnknownSource(*source_id));
        }
    }
    let linked = linked_sources(services, user_id, &request);
    request.unread.extend(linked.iter().map(as_unread));
    let ids = linked.iter().map(|source| source.id);
    request.message.source_ids.extend(ids);
    new_sources.extend(linked);
    let mut hold = first_hold(&request, &services.assistant)?;
    for _ in request.unread.iter().filter(|source| source.is_waiting) {
        hold += price.credits(UNREAD_USAGE);
    }
    Ok(PreparedTurn {
        title: Some(title_of(&request.message.text)).filter(|title| !title.is_empty()),
        message: UserMessage {
            text: send.message.text.clone(),
            source_ids: request.message.source_ids.clone(),
        },
        new_sources,
        request,
        price,
        hold,
    })
}

/// Sources of the links in a message that its chat does not know: they are read before the turn.
fn linked_sources(services: &ChatServices, user_id: Uuid, request: &TurnRequest) -> Vec<Source> {
    let Some(web) = &services.web else {
        return Vec::new();
    };
    let tables = request.tables.iter().map(|table| &table.url);
    let documents = request.documents.iter().map(|document| &document.url);
    let unread = request.unread.iter().map(|source| &source.url);
    let known: Vec<&str> = tables
        .chain(documents)
        .chain(unread)
        .filter_map(Option::as_deref)
        .collect();
    let links = links_to_read(&request.message.text).into_iter();
    links
        .filter(|url| !known.contains(&url.as_str()))
        .map(|url| Source {
            status: SourceStatus::Reading,
            ..web.empty(NewSource {
                id: services.ids.id(),
                user_id,
                url: &url,
            })
        })
        .collect()
}

fn as_unread(source: &Source) -> UnreadSource {
    UnreadSource {
        source_id: source.id,
        title: source.name.clone(),
        url: source.url.clone(),
        detail: source.detail.clone(),
        is_waiting: source.status == SourceStatus::Reading,
    }
}

/// The first words of a message, as many as a list has room for.
fn title_of(text: &str) -> String {
    let mut title = String::new();
    for word in text.split_whitespace() {
        let has_room =
            title.is_empty() || title.chars().count() + word.chars().count() < TITLE_LENGTH;
        if !has_room {
            title.push('…');
            break;
        }
        if !title.is_empty() {
            title.push(' ');
        }
        title.extend(word.chars().take(TITLE_LENGTH));
    }
    title
}

/// A turn that is about to run.
pub struct Running {
    pub start: TurnStart,
    /// The turn's input, if it was gathered already.
    pub prepared: Option<TurnRequest>,
    /// Hears of the addresses that are read for it.
    pub board: Recipient<SourceWasRead>,
}

/// Runs the assistant to its end; a panic ends the run, never the chat.
pub async fn run_assistant(
    services: &Arc<ChatServices>,
    chat_id: Uuid,
    user_id: Uuid,
    running: Running,
    outputs: mpsc::Sender<TurnOutput>,
    leaves: mpsc::Receiver<()>,
) {
    let Running {
        start,
        prepared,
        board,
    } = running;
    let parent = start.parent.map_or(Parent::Root, Parent::Turn);
    let reading = ReadingContext {
        services: Arc::clone(services),
        chat_id,
        user_id,
        board,
        outputs: outputs.clone(),
    };
    let request = match prepared {
        Some(request) => Ok(request),
        None => gather_patiently(services, chat_id, user_id, &start, parent).await,
    };
    let request = match request {
        Ok(request) if request.unread.iter().any(|source| source.is_waiting) => {
            reading.read_waiting(&request.unread).await;
            gather_patiently(services, chat_id, user_id, &start, parent).await
        }
        request => request,
    };
    let mut request = match request {
        Ok(request) => request,
        Err(error) => {
            // The channel closes without an end: the chat tells the person that the run stopped.
            tracing::error!(chat.id = %chat_id, error.cause = %error, "turn could not be prepared");
            return;
        }
    };
    learn_word(services, user_id, &mut request).await;
    request.journal = start.steps;
    request.closed = start.blocks;
    request.kept = start.kept;
    request.pages = Some(Pages(Arc::new(reading)));
    let turn = run_turn(request, services.assistant.clone(), outputs, leaves);
    if AssertUnwindSafe(turn).catch_unwind().await.is_err() {
        tracing::error!(chat.id = %chat_id, turn.id = %start.turn_id, "assistant panicked");
    }
}

/// Keeps with its source what a message says that a word means: "revenue means sales_amount". A source of another user, or a
/// store that is not there, teaches the chat alone.
async fn learn_word(services: &ChatServices, user_id: Uuid, request: &mut TurnRequest) {
    if !request.message.text.contains(" mean") {
        return;
    }
    request.name_tables();
    let tables = request.tables.iter().map(|table| table.profile.clone());
    let Some(lesson) = read_teaching(&request.message.text, &tables.collect::<Vec<_>>()) else {
        return;
    };
    let mut tables = request.tables.iter_mut();
    let Some(table) = tables.find(|table| table.profile.name == lesson.column.table) else {
        return;
    };
    let profile = &table.profile;
    let taught = services
        .store
        .edit_source_words(table.source_id, user_id, |source| {
            let mut words = source.own_words().unwrap_or_default();
            words.teach(SourceColumnWords {
                words: lesson.words,
                column: lesson.column.column,
                generated: false,
            });
            words.check(profile)
        })
        .await;
    match taught {
        Ok(Ok(words)) => table.words = words,
        Ok(Err(invalid)) => {
            tracing::debug!(source.id = %table.source_id, error.cause = %invalid, "word not learned");
        }
        Err(error) => {
            tracing::warn!(source.id = %table.source_id, error.cause = %error, "word not learned");
        }
    }
}

/// A turn that goes on must not fail because many do so at once.
async fn gather_patiently(
    services: &ChatServices,
    chat_id: Uuid,
    user_id: Uuid,
    start: &TurnStart,
    parent: Parent,
) -> Result<TurnRequest, ContextError> {
    let mut wait = FIRST_RETRY;
    loop {
        let gathered = gather_context(
            services,
            chat_id,
            user_id,
            start.turn_id,
            &start.model,
            &start.message,
            parent,
        );
        match gathered.await {
            Err(ContextError::Store(StoreError::Busy(cause))) if wait < LAST_RETRY => {
                tracing::warn!(chat.id = %chat_id, error.cause = %cause, "turn is prepared again");
                tokio::time::sleep(wait).await;
                wait *= 2;
            }
            gathered => return gathered,
        }
    }
}

/// Returns the usage of an interrupted model call: its input, and its kept output, last `cut`, the
/// open block. Returns no usage and no known numbers if that can't be determined.
pub async fn estimate_interrupted(
    services: &ChatServices,
    chat_id: Uuid,
    user_id: Uuid,
    turn_id: Uuid,
    told: Option<TurnRequest>,
    mut kept: Vec<Block>,
    cut: Option<Block>,
) -> CutCall {
    kept.extend(cut.clone());
    let request = async {
        let mut request = match told {
            Some(request) => request,
            None => request_of(services, chat_id, user_id, turn_id).await?,
        };
        let journal = services.store.journal(turn_id).await?;
        request.journal = journal.into_iter().map(|stored| stored.step).collect();
        request.kept = kept;
        Ok::<_, ContextError>(request)
    };
    match request.await {
        Ok(request) => cut_call(&request, &services.assistant, cut.as_ref()),
        Err(error) => {
            tracing::warn!(turn.id = %turn_id, error.cause = %error, "a cut model call is not charged");
            CutCall::unknown(cut.as_ref())
        }
    }
}

/// Returns the question of a logged turn.
async fn request_of(
    services: &ChatServices,
    chat_id: Uuid,
    user_id: Uuid,
    turn_id: Uuid,
) -> Result<TurnRequest, ContextError> {
    let turn = services.store.turn(turn_id).await?;
    let before = turn.first_event_id.saturating_sub(1);
    let events = services.store.events_after(chat_id, before, 1).await?;
    let Some(Event::TurnStarted { message, .. }) = events.first().map(|stored| &stored.event)
    else {
        return Err(StoreError::NotFound("beginning of this turn").into());
    };
    let parent = turn.parent_turn_id.map_or(Parent::Root, Parent::Turn);
    gather_context(
        services,
        chat_id,
        user_id,
        turn_id,
        &turn.model,
        message,
        parent,
    )
    .await
}

async fn gather_context(
    services: &ChatServices,
    chat_id: Uuid,
    user_id: Uuid,
    turn_id: Uuid,
    model: &str,
    message: &UserMessage,
    parent: Parent,
) -> Result<TurnRequest, ContextError> {
    let record = services.records.get(chat_id);
    let history = match record.as_ref().and_then(|record| record.history.clone()) {
        Some(history) => history,
        None => collect_history(&services.store, chat_id, parent).await?,
    };
    let Sources {
        tables,
        documents,
        unread,
    } = collect_sources(services, chat_id, user_id, message).await?;
    Ok(TurnRequest {
        turn_id,
        model: model.to_owned(),
        message: UserMessage {
            text: question_of(chat_id, message).into_owned(),
            source_ids: message.source_ids.clone(),
        },
        history,
        tables,
        documents,
        unread,
        // Also where a replay has no pages: the same question gets the same prompt.
        may_read_pages: true,
        pages: None,
        record,
        journal: Vec::new(),
        closed: Vec::new(),
        kept: Vec::new(),
    })
}

/// The sources that a turn may query, and those that couldn't be read.
#[derive(Default)]
pub struct Sources {
    pub tables: Vec<SourceTable>,
    pub documents: Vec<SourceDocument>,
    pub unread: Vec<UnreadSource>,
}

/// The message's own sources first, then those that came into the chat before.
async fn collect_sources(
    services: &ChatServices,
    chat_id: Uuid,
    user_id: Uuid,
    message: &UserMessage,
) -> Result<Sources, ContextError> {
    let mut sources = Vec::new();
    for source_id in &message.source_ids {
        match services.store.source(*source_id, user_id).await {
            Ok(source) => sources.push(source),
            // The caller compares what was asked with what was found.
            Err(StoreError::NotFound(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    for source in services.store.chat_sources(chat_id).await? {
        if !message.source_ids.contains(&source.id) {
            sources.push(source);
        }
    }
    describe_sources(services, sources).await
}

/// Returns the description of stored sources for a turn.
pub async fn describe_sources(
    services: &ChatServices,
    sources: impl IntoIterator<Item = Source>,
) -> Result<Sources, ContextError> {
    let mut found = Sources::default();
    for source in sources {
        let Some(object_path) = &source.object_path else {
            found.unread.push(as_unread(&source));
            continue;
        };
        let path = services.objects.local_path(object_path).await?;
        let words = source.own_words();
        let (source_id, title, url) = (source.id, source.name, source.url);
        if let Some(profile) = source.profile {
            found.tables.push(SourceTable {
                source_id,
                title,
                url,
                path,
                profile,
                words: words.unwrap_or_default(),
            });
        } else if let Some(profile) = source.document {
            let document = SourceDocument::new(source_id, title, url, profile, path);
            found.documents.push(document);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chat_title_is_first_words_of_message() {
        assert_eq!(title_of("  Revenue by\nmonth? "), "Revenue by month?");
        let long = title_of(&"many words ".repeat(20));
        assert!(
            long.ends_with("words…") || long.ends_with("many…"),
            "{long}"
        );
        assert!(long.chars().count() <= TITLE_LENGTH + 1);
        assert_eq!(title_of(&"x".repeat(500)).chars().count(), TITLE_LENGTH);
    }
}
