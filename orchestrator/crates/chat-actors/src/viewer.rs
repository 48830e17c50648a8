use std::{collections::VecDeque, time::Duration};

use actix::{
    Actor, ActorFutureExt, Addr, AsyncContext, Context, Handler, Message, MessageResult, WrapFuture,
};
use bytes::Bytes;
use portolan_domain::{ActivityFilter, ChatActivity, PageRequest};
use portolan_store::{Store, StoreError, apart};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::viewers::{Tail, Viewers, sse_frame};

/// Chats that the list holds.
const LATEST_CHATS: u32 = PageRequest::MAXIMUM_LIMIT;
/// Messages that may wait.
const MAILBOX: usize = 256;
/// Chats that may wait to be read.
const WAITING: usize = 256;

/// Keeps a rolling list of the latest chats in memory, and tells admins of every change to it.
///
/// Chats say that they moved by [`notify_moved`], which never waits, and a moved chat is read only while an
/// admin looks. Holds 200 chats, takes up to 256 messages and 256 chats
/// that wait to be read, reads one at a time; what is beyond that, and what other servers did, comes
/// with the whole list, which is read again every `interval`. An admin who reads too slowly is let go
/// at 1 MiB. Lives as long as the server.
pub struct ChatViewer {
    store: Store,
    interval: Duration,
    latest: VecDeque<ChatActivity>,
    admins: Viewers,
    waiting: VecDeque<Uuid>,
    is_reading: bool,
    is_loading: bool,
}

/// A turn of this chat began or ended, or its title changed.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "()")]
pub struct ChatMoved {
    pub chat_id: Uuid,
}

/// Asks for the live tail of changes to the list.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "Tail")]
pub struct WatchLatest;

impl ChatViewer {
    pub fn new(store: Store, interval: Duration) -> Self {
        Self {
            store,
            interval,
            latest: VecDeque::new(),
            admins: Viewers::default(),
            waiting: VecDeque::new(),
            is_reading: false,
            is_loading: false,
        }
    }

    /// Reads the whole list again.
    fn load_latest(&mut self, context: &mut Context<Self>) {
        if self.is_loading {
            return;
        }
        self.is_loading = true;
        let store = self.store.clone();
        let loading = apart(async move {
            let (all, newest) = (ActivityFilter::default(), PageRequest::first(LATEST_CHATS));
            Ok(store.latest_activity(&all, &newest).await?.items)
        });
        context.spawn(loading.into_actor(self).map(|latest, viewer, _| {
            viewer.is_loading = false;
            match latest {
                Ok(latest) => viewer.replace_latest(latest),
                Err(error) => {
                    tracing::warn!(error.cause = %error, "latest chats could not be read");
                }
            }
        }));
    }

    fn replace_latest(&mut self, latest: Vec<ChatActivity>) {
        // The oldest first, as they would have come one by one.
        for activity in latest.iter().rev() {
            if !self.latest.contains(activity) {
                self.admins.send(&activity_frame(activity));
            }
        }
        self.latest = latest.into();
    }

    fn read_next(&mut self, context: &mut Context<Self>) {
        if self.is_reading {
            return;
        }
        let Some(chat_id) = self.waiting.pop_front() else {
            return;
        };
        self.is_reading = true;
        let store = self.store.clone();
        let reading = apart(async move { store.activity_of(chat_id).await });
        context.spawn(
            reading
                .into_actor(self)
                .map(move |activity, viewer, context| {
                    viewer.is_reading = false;
                    viewer.put_activity(chat_id, activity);
                    viewer.read_next(context);
                }),
        );
    }

    fn put_activity(&mut self, chat_id: Uuid, activity: Result<Option<ChatActivity>, StoreError>) {
        let activity = match activity {
            Ok(Some(activity)) => activity,
            Ok(None) => {
                self.latest.retain(|known| known.chat_id != chat_id);
                return;
            }
            Err(error) => {
                tracing::warn!(chat.id = %chat_id, error.cause = %error, "chat could not be read for admins");
                return;
            }
        };
        if self.latest.contains(&activity) {
            return;
        }
        self.admins.send(&activity_frame(&activity));
        self.latest.retain(|known| known.chat_id != chat_id);
        let newer = self
            .latest
            .iter()
            .take_while(|known| known.updated_at > activity.updated_at)
            .count();
        self.latest.insert(newer, activity);
        self.latest.truncate(LATEST_CHATS as usize);
    }
}

/// Says that a chat moved. Never waits: where the viewer cannot keep up it sees the chat when it
/// reads the list again.
pub fn notify_moved(viewer: &Addr<ChatViewer>, chat_id: Uuid) {
    if viewer.try_send(ChatMoved { chat_id }).is_err() {
        tracing::debug!("the chat viewer is busy; it reads the list again by itself");
    }
}

impl Actor for ChatViewer {
    type Context = Context<Self>;

    fn started(&mut self, context: &mut Self::Context) {
        context.set_mailbox_capacity(MAILBOX);
        context.run_interval(self.interval, Self::load_latest);
        self.load_latest(context);
    }
}

impl Handler<ChatMoved> for ChatViewer {
    type Result = ();

    fn handle(&mut self, moved: ChatMoved, context: &mut Self::Context) {
        // Without an admin who looks, reading the list every `interval` is enough.
        if self.admins.is_empty() {
            return;
        }
        if self.waiting.len() < WAITING && !self.waiting.contains(&moved.chat_id) {
            self.waiting.push_back(moved.chat_id);
        }
        self.read_next(context);
    }
}

impl Handler<WatchLatest> for ChatViewer {
    type Result = MessageResult<WatchLatest>;

    fn handle(&mut self, _: WatchLatest, _: &mut Self::Context) -> Self::Result {
        MessageResult(self.admins.join())
    }
}

/// An event of `GET /api/admin/chats/events`.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "event", content = "data")]
pub enum LatestEvent<'a> {
    #[serde(rename = "chat.latest")]
    ChatLatest(&'a ChatActivity),
}

fn activity_frame(activity: &ChatActivity) -> Bytes {
    sse_frame(&LatestEvent::ChatLatest(activity))
}
