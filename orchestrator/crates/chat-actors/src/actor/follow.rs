//! A chat that another server owns: this actor follows its stream, and takes the chat over when the owner is gone.

use std::{sync::Arc, time::Duration};

use actix::{
    ActorContext, ActorFutureExt, AsyncContext, Context, Handler, MessageResult, StreamHandler,
    WrapFuture,
};
use bytes::BytesMut;
use futures_util::{FutureExt, StreamExt};
use portolan_blocks::{Cursor, StoredEvent};
use portolan_chat::{Follower, LiveBatch, LiveTail, Missing, Published};
use portolan_store::{ChatPosition, Result, Store, StoreError};
use uuid::Uuid;

use super::{ChatActor, Watched, encode_frames};
use crate::{
    ChatServices,
    messages::{FindPlace, FindTail, LeasesRenewed, Place},
    peers::{PeerAnswer, PeerCommand, PeerRequest},
};

/// How often a follower looks into the database: how late it hears of events without a word from the owner, and of an
/// owner that is gone.
pub(super) const POLL: Duration = Duration::from_secs(1);

/// Stored events that are read at once.
const PAGE: u32 = 500;

/// The stream of a chat that another server owns.
pub(super) struct FollowedChat {
    follower: Follower,
    owner: String,
    is_polling: bool,
    is_reading: bool,
    is_asking: bool,
}

impl FollowedChat {
    pub fn new(follower: Follower, owner: String) -> Self {
        Self {
            follower,
            owner,
            is_polling: false,
            is_reading: false,
            is_asking: false,
        }
    }

    pub fn follower(&mut self) -> &mut Follower {
        &mut self.follower
    }

    pub fn set_owner(&mut self, owner: String) {
        self.owner = owner;
    }
}

/// Returns all stored events after this one.
pub(super) async fn read_events_after(
    store: &Store,
    chat_id: Uuid,
    after: u64,
) -> Result<Vec<StoredEvent>> {
    let mut events = Vec::new();
    loop {
        let last = events
            .last()
            .map_or(after, |stored: &StoredEvent| stored.id);
        let page = store.events_after(chat_id, last, PAGE).await?;
        let is_last = page.len() < PAGE as usize;
        events.extend(page);
        if is_last {
            return Ok(events);
        }
    }
}

async fn ask_tail(
    services: &ChatServices,
    owner: &str,
    chat_id: Uuid,
    user_id: Uuid,
) -> Option<LiveTail> {
    let request = PeerRequest {
        chat_id,
        user_id,
        command: PeerCommand::Tail,
    };
    match services.peers.ask(owner, &request).await {
        Ok(PeerAnswer::Tail(tail)) => Some(tail),
        _ => None,
    }
}

impl ChatActor {
    /// Follows the stream from now on, until the actor ends or takes the chat over.
    pub(super) fn follow(&mut self, followed: FollowedChat, context: &mut Context<Self>) {
        self.followed = Some(followed);
        let (peers, chat_id) = (self.services.peers.clone(), self.chat_id);
        let batches = async move { peers.follow(chat_id).await }.flatten_stream();
        context.add_stream(batches.boxed_local());
        context.run_interval(POLL, |actor, context| actor.poll_owner(context));
    }

    /// Looks into the database for news and for the owner.
    fn poll_owner(&mut self, context: &mut Context<Self>) {
        let Some(followed) = self
            .followed
            .as_mut()
            .filter(|followed| !followed.is_polling)
        else {
            return;
        };
        followed.is_polling = true;
        let (store, chat_id) = (self.services.store.clone(), self.chat_id);
        let polling = async move { store.chat_position(chat_id).await };
        context.spawn(polling.into_actor(self).map(|position, actor, context| {
            if let Some(followed) = &mut actor.followed {
                followed.is_polling = false;
                actor.take_position(position, context);
            }
        }));
    }

    fn take_position(
        &mut self,
        position: Result<Option<ChatPosition>, StoreError>,
        context: &mut Context<Self>,
    ) {
        let Some(followed) = &mut self.followed else {
            return;
        };
        match position {
            Ok(None) => context.stop(),
            Ok(Some(position)) => {
                let is_behind = position.last_event_id > followed.follower.last_id();
                let own = self.services.peers.node();
                match position.owner.filter(|owner| owner != own) {
                    Some(owner) => {
                        followed.owner = owner;
                        if is_behind {
                            self.read_log(context);
                        } else {
                            self.fetch_missing(context);
                        }
                    }
                    None if self.services.load.is_draining() => {}
                    None => self.load_log(context),
                }
            }
            Err(error) => {
                tracing::warn!(chat.id = %self.chat_id, error.cause = %error, "followed chat could not be looked up");
            }
        }
    }

    /// Fetches what a viewer waits for, where another server owns the chat.
    pub(super) fn fetch_for(&mut self, cursor: Cursor, context: &mut Context<Self>) {
        let Some(followed) = &mut self.followed else {
            return;
        };
        if cursor.event > followed.follower.last_id() {
            self.read_log(context);
        } else {
            self.fetch_missing(context);
        }
    }

    fn read_log(&mut self, context: &mut Context<Self>) {
        let Some(followed) = self
            .followed
            .as_mut()
            .filter(|followed| !followed.is_reading)
        else {
            return;
        };
        followed.is_reading = true;
        let (store, chat_id) = (self.services.store.clone(), self.chat_id);
        let after = followed.follower.last_id();
        let reading = async move { read_events_after(&store, chat_id, after).await };
        context.spawn(reading.into_actor(self).map(|events, actor, context| {
            let Some(followed) = &mut actor.followed else { return };
            followed.is_reading = false;
            match events {
                Ok(events) => {
                    let has_news = !events.is_empty();
                    let published = followed.follower.take_events(events);
                    actor.send_to_viewers(&published);
                    // Otherwise the next poll reads again.
                    if has_news {
                        actor.fetch_missing(context);
                    }
                }
                Err(error) => {
                    tracing::warn!(chat.id = %actor.chat_id, error.cause = %error, "followed chat could not be read");
                }
            }
            actor.answer_waiting();
        }));
    }

    fn fetch_missing(&mut self, context: &mut Context<Self>) {
        let Some(followed) = &mut self.followed else {
            return;
        };
        match followed.follower.missing() {
            Missing::Nothing => {}
            Missing::Events => self.read_log(context),
            Missing::Tail if followed.is_asking => {}
            Missing::Tail => {
                followed.is_asking = true;
                let services = Arc::clone(&self.services);
                let owner = followed.owner.clone();
                let (chat_id, user_id) = (self.chat_id, self.user_id);
                let asking = async move { ask_tail(&services, &owner, chat_id, user_id).await };
                context.spawn(asking.into_actor(self).map(|tail, actor, context| {
                    let Some(followed) = &mut actor.followed else {
                        return;
                    };
                    followed.is_asking = false;
                    if let Some(tail) = tail {
                        let published = followed.follower.take_tail(tail);
                        let has_events_to_read = followed.follower.missing() == Missing::Events;
                        actor.send_to_viewers(&published);
                        if has_events_to_read {
                            actor.read_log(context);
                        }
                    }
                    actor.answer_waiting();
                }));
            }
        }
    }

    /// Answers viewers who wait: those about whose place nothing is known yet ask again.
    fn answer_waiting(&mut self) {
        self.answer_those_ahead();
        for (_, answer) in self.ahead.drain(..) {
            // The receiver is gone if the caller disconnected.
            let _ = answer.send(Ok(Watched::Wait));
        }
    }

    pub(super) fn send_to_viewers(&mut self, published: &[Published]) {
        let mut frames = BytesMut::new();
        for published in published {
            encode_frames(published, &mut frames);
        }
        if !frames.is_empty() {
            self.viewers.send(&frames.freeze());
        }
    }
}

/// Handles a batch of the owner.
impl StreamHandler<LiveBatch> for ChatActor {
    fn handle(&mut self, batch: LiveBatch, context: &mut Self::Context) {
        let Some(followed) = &mut self.followed else {
            return;
        };
        let published = followed.follower.take_batch(batch);
        self.send_to_viewers(&published);
        self.answer_those_ahead();
        self.fetch_missing(context);
    }

    /// The database tells what batches don't.
    fn finished(&mut self, _: &mut Self::Context) {}
}

impl Handler<FindPlace> for ChatActor {
    type Result = MessageResult<FindPlace>;

    fn handle(&mut self, _: FindPlace, context: &mut Self::Context) -> Self::Result {
        let Some(followed) = &self.followed else {
            return MessageResult(Place::Here);
        };
        let owner = followed.owner.clone();
        // A command is waiting: if the owner is gone, it must not wait for long.
        self.poll_owner(context);
        MessageResult(Place::At(owner))
    }
}

impl Handler<FindTail> for ChatActor {
    type Result = Option<LiveTail>;

    fn handle(&mut self, _: FindTail, _: &mut Self::Context) -> Self::Result {
        self.live.as_ref().map(|live| live.state.live_tail())
    }
}

impl Handler<LeasesRenewed> for ChatActor {
    type Result = ();

    /// Ends where the lease was not renewed: another server owns the chat, and its viewers have to follow that one.
    fn handle(&mut self, renewed: LeasesRenewed, context: &mut Self::Context) {
        let Some(live) = &self.live else { return };
        let is_held = renewed.held.get(&self.chat_id) == Some(&live.owned.epoch);
        if !is_held && live.acquired_at < renewed.began_at {
            tracing::warn!(chat.id = %self.chat_id, "lease lost to another server");
            context.stop();
        }
    }
}
