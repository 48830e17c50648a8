use portolan_auth::{AccessCaller, AccessMode};
use portolan_domain::Visibility;
use portolan_realtime::{Subject, Topic};
use portolan_store::{Result, Store, StoreError};

use super::{RealtimeLimits, TokenOwner};

/// The rights of a caller on a topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rights {
    /// To join, receive messages, and be present.
    pub reads: bool,
    /// To broadcast.
    pub writes: bool,
}

impl Rights {
    const NONE: Self = Self {
        reads: false,
        writes: false,
    };
    const READS: Self = Self {
        reads: true,
        writes: false,
    };
    const ALL: Self = Self {
        reads: true,
        writes: true,
    };
}

/// The one rule of who may do what on a topic:
///
/// - The operator's key may everything.
/// - A topic that names a thing of the product (`user:{id}`, `board:{id}`, `chart:{id}`,
///   `portolan:{id}`, `chat:{id}`, with anything after a further colon) is private only.
/// - `user:{id}` and `chat:{id}` are their owner's.
/// - On `board:`, `chart:` and `portolan:` anyone who may see the thing may listen, and who of them is
///   signed in may speak.
/// - Other private topics follow the rules of the settings, which may also open all of them to
///   all signed-in users.
/// - Other public topics are for everyone.
pub async fn topic_rights(
    store: &Store,
    who: TokenOwner,
    topic: &Topic,
    limits: &RealtimeLimits,
) -> Result<Rights> {
    if who == TokenOwner::Service {
        return Ok(Rights::ALL);
    }
    let subject = topic.subject();
    if !topic.is_private {
        return Ok(match subject {
            Subject::Other => Rights::ALL,
            _ => Rights::NONE,
        });
    }
    let (owner, visibility) = match subject {
        Subject::Other if limits.open_topics && who != TokenOwner::Anonymous => {
            return Ok(Rights::ALL);
        }
        Subject::Other => return Ok(granted_rights(who, topic, limits)),
        Subject::User(id) => (id, Visibility::Private),
        Subject::Board(id) => match found_or_none(store.board(id).await)? {
            Some(board) => (board.user_id, board.visibility),
            None => return Ok(Rights::NONE),
        },
        Subject::Chart(id) => match found_or_none(store.chart(id).await)? {
            Some(chart) => (chart.user_id, chart.visibility),
            None => return Ok(Rights::NONE),
        },
        Subject::Portolan(id) => match found_or_none(store.portolan(id).await)? {
            Some((portolan, _)) => (portolan.user_id, portolan.visibility),
            None => return Ok(Rights::NONE),
        },
        Subject::Chat(id) => match found_or_none(store.any_chat(id).await)? {
            Some(chat) => (chat.user_id, Visibility::Private),
            None => return Ok(Rights::NONE),
        },
    };
    Ok(match (who, visibility) {
        _ if who.user_id() == Some(owner) => Rights::ALL,
        (_, Visibility::Private) => Rights::NONE,
        (TokenOwner::Anonymous, _) => Rights::READS,
        _ => Rights::ALL,
    })
}

/// Returns the rights that the rules of the settings grant.
fn granted_rights(who: TokenOwner, topic: &Topic, limits: &RealtimeLimits) -> Rights {
    let caller = match who {
        TokenOwner::Anonymous => AccessCaller::Anon,
        TokenOwner::Service => AccessCaller::Service,
        TokenOwner::User(id) => AccessCaller::User {
            id,
            is_admin: false,
        },
        TokenOwner::Admin(id) => AccessCaller::User { id, is_admin: true },
    };
    let allows = |access| limits.rules.allows(caller, access, topic.name());
    Rights {
        reads: allows(AccessMode::Read),
        writes: allows(AccessMode::Write),
    }
}

fn found_or_none<T>(result: Result<T>) -> Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(StoreError::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}
