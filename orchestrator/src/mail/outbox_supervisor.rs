use std::{
    collections::HashSet,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use actix::{
    Actor, ActorFutureExt, AsyncContext, Context, Handler, Message, ResponseFuture, WrapFuture,
};
use chrono::TimeDelta;
use futures_util::future::join_all;
use portolan_domain::MessageKind;
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_store::{ClaimedMessage, Delivery, Store, StoreError, apart};
use tokio::sync::{Mutex as AsyncMutex, broadcast};
use uuid::Uuid;

use super::{DeliveryError, FirstResult, Notifier, Seal};

/// Messages that may wait in the actor's mailbox; they all say the same.
const MAILBOX: usize = 16;
/// Attempts at once.
const BATCH: usize = 8;
/// One attempt, in all its steps; well within the lease.
const LONGEST_ATTEMPT: Duration = Duration::from_secs(40);
/// After a kill in mid-attempt, another server sends the message from then on.
const LEASE: TimeDelta = TimeDelta::seconds(60);
const FIRST_WAIT: TimeDelta = TimeDelta::seconds(5);
const LONGEST_WAIT: TimeDelta = TimeDelta::minutes(5);
/// How long settled messages stay for admins to see.
const KEPT: TimeDelta = TimeDelta::days(14);

/// Sends queued messages.
///
/// The store is the queue: each message is claimed with a lease, so that several servers send it once, and a
/// server that was killed loses nothing. Takes up to 16 waiting messages; one that is lost costs nothing,
/// since it looks by itself every `interval`. An attempt that fails is made again after 5 s, then 10, 20 … up
/// to 5 min, each less up to half of it by chance, until the message's code expires. A recipient that the
/// server refuses permanently is not tried again. Lives as long as the server.
pub struct OutboxSupervisor {
    sender: Arc<Sender>,
    interval: Duration,
    is_working: bool,
}

/// A message was queued.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "()")]
pub struct MessagesWait;

/// The server stops.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "()")]
pub struct DrainOutbox;

struct Sender {
    store: Store,
    clock: Clock,
    ids: Ids,
    notifier: Notifier,
    seal: Seal,
    results: broadcast::Sender<(Uuid, FirstResult)>,
    /// Held while attempts run.
    working: AsyncMutex<()>,
    is_draining: AtomicBool,
    /// Accepted by the transport while the store could not be written: never sent again from here.
    accepted: Mutex<HashSet<Uuid>>,
}

impl OutboxSupervisor {
    pub fn new(
        store: Store,
        (clock, ids): (Clock, Ids),
        (notifier, seal): (Notifier, Seal),
        results: broadcast::Sender<(Uuid, FirstResult)>,
        interval: Duration,
    ) -> Self {
        Self {
            sender: Arc::new(Sender {
                store,
                clock,
                ids,
                notifier,
                seal,
                results,
                working: AsyncMutex::default(),
                is_draining: AtomicBool::default(),
                accepted: Mutex::default(),
            }),
            interval,
            is_working: false,
        }
    }

    fn work_next(&mut self, context: &mut Context<Self>) {
        let kinds = self.sender.served_kinds();
        if self.is_working || kinds == [None, None] {
            return;
        }
        self.is_working = true;
        let sender = Arc::clone(&self.sender);
        let working = apart(async move { sender.send_due(kinds).await });
        context.spawn(working.into_actor(self).map(|result, supervisor, _| {
            supervisor.is_working = false;
            if let Err(error) = result {
                tracing::warn!(error.cause = %error, "outbox not processed");
            }
        }));
    }
}

impl Sender {
    /// The kinds that this server has a transport for.
    fn served_kinds(&self) -> [Option<MessageKind>; 2] {
        [MessageKind::Mail, MessageKind::Sms]
            .map(|kind| Some(kind).filter(|kind| self.notifier.has_transport(*kind)))
    }

    async fn send_due(&self, kinds: [Option<MessageKind>; 2]) -> Result<(), StoreError> {
        let _working = self.working.lock().await;
        loop {
            // One reading of the clock for all: a clock that jumps ahead meanwhile would end the
            // lease of what this batch holds already, and claim it twice.
            let now = self.clock.now();
            let mut batch = Vec::new();
            while batch.len() < BATCH && !self.is_draining.load(Ordering::SeqCst) {
                match self.store.claim_message(kinds, now, now + LEASE).await? {
                    Some(claimed) => batch.push(claimed),
                    None => break,
                }
            }
            if batch.is_empty() {
                return Ok(());
            }
            let attempts = batch.iter().map(|claimed| self.attempt_message(claimed));
            for settled in join_all(attempts).await {
                settled?;
            }
            let before = self.clock.now() - KEPT;
            self.store.delete_settled_messages(before).await?;
        }
    }

    async fn attempt_message(&self, claimed: &ClaimedMessage) -> Result<(), StoreError> {
        let delivery = if self.was_accepted(claimed.id) {
            Delivery::Sent
        } else if claimed.expires_at <= self.clock.now() {
            Delivery::Failed("it expired before it was sent".into())
        } else {
            self.deliver_message(claimed).await
        };
        let now = self.clock.now();
        let outcome = match &delivery {
            Delivery::Sent => "sent",
            Delivery::Postponed(..) => "postponed",
            Delivery::Failed(_) => "failed",
        };
        metrics::counter!("portolan_mail_attempts_total", "outcome" => outcome).increment(1);
        match &delivery {
            Delivery::Sent => {
                self.accepted_ids().insert(claimed.id);
            }
            Delivery::Postponed(_, error) => tracing::warn!(
                message.id = %claimed.id,
                message.attempt = claimed.attempt,
                error.cause = %error,
                "message not sent, will retry"
            ),
            Delivery::Failed(error) => tracing::error!(
                message.id = %claimed.id,
                message.attempt = claimed.attempt,
                error.cause = %error,
                "message not sent"
            ),
        }
        if claimed.attempt == 1 {
            // The receiver may be gone.
            let _ = self.results.send((claimed.id, result_of(&delivery)));
        }
        self.store
            .settle_message(claimed.id, claimed.attempt, &delivery, now)
            .await?;
        self.accepted_ids().remove(&claimed.id);
        Ok(())
    }

    async fn deliver_message(&self, claimed: &ClaimedMessage) -> Delivery {
        fail_point("mail.claimed");
        let Some(message) = self.seal.open(claimed) else {
            return Delivery::Failed(
                "it was encrypted with another code_secret: use the same one on all servers".into(),
            );
        };
        let attempt = tokio::time::timeout(LONGEST_ATTEMPT, self.notifier.deliver(&message));
        let error = match attempt.await {
            Ok(Ok(())) => {
                fail_point("mail.accepted");
                return Delivery::Sent;
            }
            Ok(Err(error)) => error,
            Err(_) => DeliveryError::Failed("the attempt timed out".into()),
        };
        if error.is_final() {
            return Delivery::Failed(error.to_string());
        }
        let due_at = self.clock.now() + wait_after(claimed.attempt, self.ids.bytes());
        Delivery::Postponed(due_at, error.to_string())
    }

    fn was_accepted(&self, id: Uuid) -> bool {
        self.accepted_ids().contains(&id)
    }

    fn accepted_ids(&self) -> std::sync::MutexGuard<'_, HashSet<Uuid>> {
        self.accepted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Dies here where a test has asked for it.
fn fail_point(name: &str) {
    #[cfg(feature = "testing")]
    portolan_environment::faults::fault_point(name);
    #[cfg(not(feature = "testing"))]
    let _ = name;
}

fn result_of(delivery: &Delivery) -> FirstResult {
    match delivery {
        Delivery::Sent => FirstResult::Sent,
        Delivery::Postponed(..) => FirstResult::Queued,
        Delivery::Failed(_) => FirstResult::Failed,
    }
}

/// Doubles with each attempt up to the longest wait; `random` takes up to half of it away, so that
/// messages that failed together do not come back together.
fn wait_after(attempt: u32, random: [u8; 2]) -> TimeDelta {
    let doublings = attempt.saturating_sub(1).min(10);
    let wait = (FIRST_WAIT * (1 << doublings)).min(LONGEST_WAIT);
    let share = i64::from(u16::from_le_bytes(random));
    wait - TimeDelta::milliseconds(wait.num_milliseconds() * share / (2 * 65_536))
}

impl Actor for OutboxSupervisor {
    type Context = Context<Self>;

    fn started(&mut self, context: &mut Self::Context) {
        context.set_mailbox_capacity(MAILBOX);
        context.run_interval(self.interval, Self::work_next);
        self.work_next(context);
    }
}

impl Handler<MessagesWait> for OutboxSupervisor {
    type Result = ();

    fn handle(&mut self, _: MessagesWait, context: &mut Self::Context) {
        self.work_next(context);
    }
}

impl Handler<DrainOutbox> for OutboxSupervisor {
    type Result = ResponseFuture<()>;

    fn handle(&mut self, _: DrainOutbox, _: &mut Self::Context) -> Self::Result {
        let sender = Arc::clone(&self.sender);
        sender.is_draining.store(true, Ordering::SeqCst);
        Box::pin(async move {
            let _ended = sender.working.lock().await;
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_delay_doubles_up_to_five_minutes() {
        let seconds: Vec<i64> = (1..=8)
            .map(|attempt| wait_after(attempt, [0; 2]).num_seconds())
            .collect();
        assert_eq!(seconds, [5, 10, 20, 40, 80, 160, 300, 300]);
    }

    #[test]
    fn jitter_takes_at_most_half_of_the_wait() {
        let shortest = wait_after(1, [255; 2]);
        assert!(shortest >= TimeDelta::milliseconds(2_500), "{shortest}");
        assert!(shortest < TimeDelta::milliseconds(2_510), "{shortest}");
    }
}
