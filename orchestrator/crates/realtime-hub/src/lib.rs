//! Channels over websockets: an actor for each socket, and one that knows who is on which topic.
//!
//! All messages of a topic go through the [`Hub`], so every subscriber receives them in the same order.
//! Rows that the product writes come from the store, after their commit, through the [`feed`]. Where
//! several servers work on one database, the [`relay`] carries all that from one to the others.

mod access;
mod calls;
mod closing;
mod counts;
mod feed;
mod feed_check;
mod hub;
mod messages;
mod outbox;
mod peers;
mod pieces;
mod relay;
mod socket;

use std::{
    net::IpAddr,
    num::NonZeroU32,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use actix::{Actor, Addr, MailboxError};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use portolan_auth::AccessRules;
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_realtime::{Broadcast, Topic};
use portolan_store::Store;
use uuid::Uuid;

pub use access::Rights;
pub use counts::{Counted, Counts};
pub use socket::{Opening, Socket};

use access::topic_rights;
use closing::Closing;
use feed::Interest;
use hub::Hub;
use messages::Pass;
use outbox::FrameOutbox;
use relay::{PeerMessage, Relay};

/// Limits per socket, user and peer.
#[derive(Clone, Debug)]
pub struct RealtimeLimits {
    pub sockets_per_user: usize,
    /// Peers on this very machine are spared.
    pub sockets_per_peer: usize,
    pub channels_per_socket: usize,
    pub messages_per_second: u32,
    pub frame_bytes: usize,
    /// The buffer limit of a slow socket, in bytes.
    pub buffer_bytes: usize,
    /// Without a frame for so long a socket is closed; clients send a heartbeat every 25 s.
    pub idle: Duration,
    /// How often a socket looks whether its tokens are still good.
    pub check_every: Duration,
    /// Whether all signed-in users may use private topics that the product does not know.
    pub open_topics: bool,
    /// Rules for private topics that the product does not know.
    pub rules: Arc<AccessRules>,
}

/// The owner of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenOwner {
    /// A caller that has only the public key.
    Anonymous,
    User(Uuid),
    /// An admin in a session of their own; distinguished only where a rule asks for it.
    Admin(Uuid),
    /// The operator's own key.
    Service,
}

impl TokenOwner {
    pub fn user_id(self) -> Option<Uuid> {
        match self {
            Self::User(id) | Self::Admin(id) => Some(id),
            Self::Anonymous | Self::Service => None,
        }
    }
}

/// The holder of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    pub who: TokenOwner,
    /// When the token ends; None for keys.
    pub expires_at: Option<DateTime<Utc>>,
    /// The session that it belongs to.
    pub session_id: Option<Uuid>,
}

/// Why a token is not taken, in the words that clients know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenRefused {
    #[error("MalformedJWT: The token provided is not a valid JWT")]
    Malformed,
    #[error("JwtSignatureError: Failed to validate JWT signature")]
    Signature,
    /// So many seconds ago.
    #[error("InvalidJWTToken: Token has expired {0} seconds ago")]
    Expired(i64),
    #[error("InvalidJWTToken: {0}")]
    Invalid(String),
    #[error("Unavailable: The server is busy, please try again in a moment")]
    Unavailable,
}

/// Resolves tokens to their owners.
#[async_trait(?Send)]
pub trait Tokens {
    async fn holder(&self, token: &str) -> Result<Holder, TokenRefused>;

    /// Returns whether the holder's session is still valid.
    async fn stands(&self, holder: &Holder) -> bool;
}

/// Everything behind the sockets. Clones are the same.
#[derive(Clone)]
pub struct Realtime {
    hub: Addr<Hub>,
    store: Store,
    clock: Clock,
    ids: Ids,
    limits: RealtimeLimits,
    /// Messages over HTTP, by their senders.
    sending: Arc<DefaultKeyedRateLimiter<String>>,
    sockets: Counts<u64, FrameOutbox>,
    users: Counts<Uuid>,
    peers: Counts<IpAddr>,
    /// Numbers sockets and memberships.
    counter: Arc<AtomicU64>,
}

impl Realtime {
    /// Starts listening to row changes of the store. Must be called inside an actix system.
    pub fn start(store: Store, clock: Clock, ids: Ids, limits: RealtimeLimits) -> Self {
        let per_second = NonZeroU32::new(limits.messages_per_second).unwrap_or(NonZeroU32::MIN);
        let interest = Interest::default();
        let (relay, calls) = Relay::of(&store, ids.id());
        let hub = Hub::new(interest.clone(), relay.clone()).start();
        let feed = feed::start_feed(store.clone(), clock.clone(), interest, hub.clone());
        let tells = (feed.clone(), relay.clone());
        store.listen(Box::new(move |change| {
            let (feed, relay) = &tells;
            relay.send_to_peers(|| PeerMessage::Written(change.clone().into()));
            feed.take(change);
        }));
        if let Some(calls) = calls {
            relay::start(
                store.clone(),
                relay,
                calls,
                hub.clone(),
                feed,
                limits.check_every,
            );
        }
        Self {
            hub,
            store,
            clock,
            ids,
            limits,
            sending: Arc::new(RateLimiter::keyed(Quota::per_second(per_second))),
            sockets: Counts::default(),
            users: Counts::default(),
            peers: Counts::default(),
            counter: Arc::default(),
        }
    }

    pub fn limits(&self) -> &RealtimeLimits {
        &self.limits
    }

    /// Counts a socket of this peer; None if it has as many as it may.
    pub fn admit(&self, peer: IpAddr) -> Option<Counted<IpAddr>> {
        self.peers.enter(peer, (), self.limits.sockets_per_peer)
    }

    /// Counts a message of this sender over HTTP; false if it has sent as many as it may.
    pub fn may_send(&self, sender: &str) -> bool {
        self.sending.check_key(&sender.to_owned()).is_ok()
    }

    /// Broadcasts a message that was sent over HTTP.
    ///
    /// # Errors
    /// Fails if no one is there to pass it on.
    pub async fn broadcast(&self, topic: Topic, broadcast: Broadcast) -> Result<(), MailboxError> {
        let pass = Pass {
            topic,
            from: None,
            broadcast,
        };
        self.hub.send(pass).await
    }

    /// Returns the rights of a token holder on a topic.
    pub async fn rights(&self, who: TokenOwner, topic: &Topic) -> Result<Rights, TokenRefused> {
        let rights = topic_rights(&self.store, who, topic, &self.limits).await;
        rights.map_err(|error| {
            tracing::warn!(error.cause = %error, "topic permissions not read");
            TokenRefused::Unavailable
        })
    }

    /// Closes every socket: the server ends, and clients come back to the next one.
    pub fn close(&self) {
        for outbox in self.sockets.values() {
            outbox.close(Closing::Restarting);
        }
    }

    /// Sockets that are open.
    pub fn open_sockets(&self) -> usize {
        self.sockets.total()
    }

    fn next_number(&self) -> u64 {
        self.counter.fetch_add(1, Ordering::Relaxed)
    }
}
