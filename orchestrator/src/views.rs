//! Views of shared items: counted for their owners, without a record of who viewed.

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use actix::{
    Actor, ActorFutureExt, Addr, AsyncContext, Context, Handler, Message, ResponseFuture,
    WrapFuture,
};
use chrono::{DateTime, TimeDelta, Utc};
use portolan_domain::SavedKind;
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_store::{NewViews, Store, apart};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// Views that may wait in the mailbox.
const MAILBOX: usize = 1_024;
/// Items that may wait for the store; the views of further ones are lost.
const MOST_WAITING: usize = 10_000;
/// A visitor who opens an item again within this time is not counted again.
const SAME_VISIT: TimeDelta = TimeDelta::hours(1);
/// Visits that are remembered at once, 8 bytes each; beyond them visitors count again.
const MOST_VISITS: usize = 200_000;

/// A user other than its owner opened a shared item.
#[derive(Clone, Debug, Message)]
#[rtype(result = "()")]
pub struct ItemViewed {
    pub kind: SavedKind,
    pub item_id: Uuid,
    pub owner_id: Uuid,
    /// Identifies a visitor; only a keyed hash is kept, in memory, for at most an hour.
    pub visitor: String,
}

/// Asks for all counted views to be stored.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "()")]
pub struct FlushViews;

/// Counts views in memory and adds them to the store every `interval`.
///
/// Opening an item never waits for it: where its mailbox of 1,024 views is full, a view is lost. A
/// kill loses the views of one interval. Lives as long as the server.
pub struct ViewSupervisor {
    store: Store,
    clock: Clock,
    interval: Duration,
    counted: HashMap<(SavedKind, Uuid), NewViews>,
    visits: HashSet<[u8; 8]>,
    visits_since: DateTime<Utc>,
    /// Makes hashes of visits useless to others.
    secret: String,
    is_writing: bool,
}

impl ViewSupervisor {
    pub fn new(store: Store, clock: Clock, ids: &Ids, interval: Duration) -> Self {
        Self {
            store,
            visits_since: clock.now(),
            clock,
            interval,
            counted: HashMap::new(),
            visits: HashSet::new(),
            secret: ids.secret(),
            is_writing: false,
        }
    }

    /// Returns whether the visitor has not opened the item within the hour.
    fn is_new_visit(&mut self, viewed: &ItemViewed, now: DateTime<Utc>) -> bool {
        if now - self.visits_since >= SAME_VISIT || self.visits.len() >= MOST_VISITS {
            self.visits.clear();
            self.visits_since = now;
        }
        let visit = format!("{} {} {}", self.secret, viewed.item_id, viewed.visitor);
        let hash = Sha256::digest(visit.as_bytes());
        let mut short = [0; 8];
        short.copy_from_slice(&hash[..8]);
        self.visits.insert(short)
    }

    fn count(&mut self, viewed: &ItemViewed) {
        let now = self.clock.now();
        if !self.is_new_visit(viewed, now) {
            return;
        }
        let key = (viewed.kind, viewed.item_id);
        if self.counted.len() >= MOST_WAITING && !self.counted.contains_key(&key) {
            return;
        }
        let counted = self.counted.entry(key).or_insert(NewViews {
            kind: viewed.kind,
            item_id: viewed.item_id,
            owner_id: viewed.owner_id,
            viewed_at: now,
            views: 0,
        });
        counted.views += 1;
    }

    /// Puts views back that could not be stored.
    fn restore(&mut self, unwritten: Vec<NewViews>) {
        for views in unwritten {
            let key = (views.kind, views.item_id);
            let counted = self.counted.entry(key);
            counted
                .and_modify(|later| later.views += views.views)
                .or_insert(views);
        }
    }

    fn write(&mut self, context: &mut Context<Self>) {
        if self.is_writing || self.counted.is_empty() {
            return;
        }
        self.is_writing = true;
        let views: Vec<NewViews> = self.counted.drain().map(|(_, views)| views).collect();
        let store = self.store.clone();
        let written = views.clone();
        let writing = apart(async move { store.add_views(&written).await });
        context.spawn(writing.into_actor(self).map(|result, supervisor, _| {
            supervisor.is_writing = false;
            if let Err(error) = result {
                tracing::warn!(error.cause = %error, "views not stored, will retry");
                supervisor.restore(views);
            }
        }));
    }
}

/// Counts a view without waiting.
pub fn notify_viewed(views: &Addr<ViewSupervisor>, viewed: ItemViewed) {
    if views.try_send(viewed).is_err() {
        tracing::debug!("view not counted: the view supervisor is busy");
    }
}

impl Actor for ViewSupervisor {
    type Context = Context<Self>;

    fn started(&mut self, context: &mut Self::Context) {
        context.set_mailbox_capacity(MAILBOX);
        context.run_interval(self.interval, Self::write);
    }
}

impl Handler<ItemViewed> for ViewSupervisor {
    type Result = ();

    fn handle(&mut self, viewed: ItemViewed, _: &mut Self::Context) {
        self.count(&viewed);
    }
}

impl Handler<FlushViews> for ViewSupervisor {
    type Result = ResponseFuture<()>;

    fn handle(&mut self, _: FlushViews, _: &mut Self::Context) -> Self::Result {
        let views: Vec<NewViews> = self.counted.drain().map(|(_, views)| views).collect();
        let store = self.store.clone();
        Box::pin(async move {
            if views.is_empty() {
                return;
            }
            if let Err(error) = store.add_views(&views).await {
                tracing::warn!(error.cause = %error, "views not stored");
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use portolan_environment::clock::TestClock;
    use portolan_store::testing;

    use super::*;

    #[actix_web::test]
    async fn visitor_counts_once_per_hour_and_failed_writes_are_retried() {
        let hand = TestClock::new("2026-11-20T12:00:00Z".parse().unwrap());
        let ids = Ids::seeded(hand.clock(), 1);
        let database = testing::sqlite().await;
        let mut supervisor = ViewSupervisor::new(
            database.store.clone(),
            hand.clock(),
            &ids,
            Duration::from_secs(1),
        );
        let viewed = |visitor: &str| ItemViewed {
            kind: SavedKind::Chart,
            item_id: Uuid::from_u128(1),
            owner_id: Uuid::from_u128(2),
            visitor: visitor.to_owned(),
        };
        for visitor in ["one", "one", "two"] {
            supervisor.count(&viewed(visitor));
        }
        let views = |supervisor: &ViewSupervisor| -> u64 {
            supervisor
                .counted
                .values()
                .map(|counted| counted.views)
                .sum()
        };
        assert_eq!(views(&supervisor), 2);
        hand.advance(SAME_VISIT);
        supervisor.count(&viewed("one"));
        assert_eq!(views(&supervisor), 3);
        let taken: Vec<NewViews> = supervisor.counted.drain().map(|(_, views)| views).collect();
        supervisor.count(&viewed("three"));
        supervisor.restore(taken);
        assert_eq!(views(&supervisor), 4);
    }
}
