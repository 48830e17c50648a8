use std::collections::HashMap;

use actix::{
    Actor, ActorFutureExt, AsyncContext, Context, Handler, Message, MessageResult, WrapFuture,
};
use bytes::Bytes;
use serde::Serialize;
use uuid::Uuid;

use super::viewers::{Tail, Viewers};
use crate::{clock::Clock, store::Store};

/// Tells every open tab of a person what becomes of their plan.
///
/// The ledger decides; this supervisor only reads it after each settlement and passes the plan
/// on. Lives as long as the server; takes up to 1,024 waiting messages, and one that is lost costs
/// a viewer nothing but time, since the plan is read again with the next.
pub struct UsageSupervisor {
    store: Store,
    clock: Clock,
    people: HashMap<Uuid, Viewers>,
}

/// A turn of this person was settled, or their plan changed.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "()")]
pub struct Settled {
    pub user_id: Uuid,
}

/// Asks for the live tail of what concerns a person everywhere.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "Tail")]
pub struct WatchPerson {
    pub user_id: Uuid,
}

/// Something to tell a person in every tab.
#[derive(Clone, Debug, Message)]
#[rtype(result = "()")]
pub struct Tell {
    pub user_id: Uuid,
    /// `plan.changed` or `notification`.
    pub event: &'static str,
    pub data: serde_json::Value,
}

impl UsageSupervisor {
    pub fn new(store: Store, clock: Clock) -> Self {
        Self {
            store,
            clock,
            people: HashMap::new(),
        }
    }

    fn tell(&mut self, user_id: Uuid, frame: &Bytes) {
        if let Some(viewers) = self.people.get_mut(&user_id) {
            viewers.send(frame);
            if viewers.is_empty() {
                self.people.remove(&user_id);
            }
        }
    }
}

impl Actor for UsageSupervisor {
    type Context = Context<Self>;

    fn started(&mut self, context: &mut Self::Context) {
        context.set_mailbox_capacity(1_024);
    }
}

impl Handler<WatchPerson> for UsageSupervisor {
    type Result = MessageResult<WatchPerson>;

    fn handle(&mut self, watch: WatchPerson, _: &mut Self::Context) -> Self::Result {
        MessageResult(self.people.entry(watch.user_id).or_default().join())
    }
}

impl Handler<Settled> for UsageSupervisor {
    type Result = ();

    fn handle(&mut self, settled: Settled, context: &mut Self::Context) {
        if !self.people.contains_key(&settled.user_id) {
            return;
        }
        let store = self.store.clone();
        let now = self.clock.now();
        let reading = async move { store.plan(settled.user_id, now).await };
        context.spawn(reading.into_actor(self).map(move |plan, supervisor, _| match plan {
            Ok(plan) => supervisor.tell(settled.user_id, &frame("plan.changed", &plan)),
            Err(error) => {
                tracing::warn!(error.cause = %error, "plan could not be read after a settlement");
            }
        }));
    }
}

impl Handler<Tell> for UsageSupervisor {
    type Result = ();

    fn handle(&mut self, tell: Tell, _: &mut Self::Context) {
        self.tell(tell.user_id, &frame(tell.event, &tell.data));
    }
}

fn frame(event: &str, data: &impl Serialize) -> Bytes {
    let data = serde_json::to_string(data).unwrap_or_else(|_| "{}".into());
    format!("event: {event}\ndata: {data}\n\n").into()
}
