use std::time::Duration;

use actix::{Actor, ActorFutureExt, AsyncContext, Context, Handler, Message, WrapFuture};
use chrono::{DateTime, TimeDelta, Utc};
use portolan_environment::clock::Clock;
use portolan_store::{ClaimedFeedback, Store, StoreError, apart};

use super::{ForwardError, Forwarder};

/// Messages that may wait; they all say the same, so that one suffices.
const MAILBOX: usize = 16;
/// Attempts after which feedback stays in the store only: spread over more than half a day.
const ATTEMPTS: u32 = 20;
const FIRST_WAIT: TimeDelta = TimeDelta::minutes(1);
const LONGEST_WAIT: TimeDelta = TimeDelta::hours(1);

/// Forwards stored feedback by mail or webhook, one at a time.
///
/// The store is the queue: anyone who gives feedback waits for the store and never for a mail server,
/// and what a server's end cut short is tried again by the next. Takes up to 16 waiting messages;
/// one that is lost costs nothing, since it looks by itself every `interval`. Each attempt ends by
/// its own time-out of 20 s; a failed one is tried again after a minute, then two, four … up to an
/// hour, 20 times in all. Without a forwarder it does nothing. Lives as long as the server.
pub struct FeedbackSupervisor {
    store: Store,
    clock: Clock,
    forwarder: Option<Forwarder>,
    interval: Duration,
    is_working: bool,
}

/// Feedback was stored.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "()")]
pub struct FeedbackWaits;

impl FeedbackSupervisor {
    pub fn new(
        store: Store,
        clock: Clock,
        forwarder: Option<Forwarder>,
        interval: Duration,
    ) -> Self {
        Self {
            store,
            clock,
            forwarder,
            interval,
            is_working: false,
        }
    }

    fn work_next(&mut self, context: &mut Context<Self>) {
        let Some(forwarder) = self.forwarder.clone() else {
            return;
        };
        if self.is_working {
            return;
        }
        self.is_working = true;
        let (store, clock) = (self.store.clone(), self.clock.clone());
        let working = apart(async move { forward_all(&store, &clock, &forwarder).await });
        context.spawn(working.into_actor(self).map(|result, supervisor, _| {
            supervisor.is_working = false;
            if let Err(error) = result {
                tracing::warn!(error.cause = %error, "feedback not read");
            }
        }));
    }
}

async fn forward_all(
    store: &Store,
    clock: &Clock,
    forwarder: &Forwarder,
) -> Result<(), StoreError> {
    loop {
        let now = clock.now();
        let Some(claimed) = store.claim_feedback(now, now + FIRST_WAIT).await? else {
            return Ok(());
        };
        let result = forwarder.forward(&claimed.item).await;
        settle_item(store, clock.now(), &claimed, result).await?;
    }
}

async fn settle_item(
    store: &Store,
    now: DateTime<Utc>,
    claimed: &ClaimedFeedback,
    result: Result<(), ForwardError>,
) -> Result<(), StoreError> {
    let id = claimed.item.feedback.id;
    let Err(error) = result else {
        return store.feedback_forwarded(id, now).await;
    };
    let again = (claimed.attempt < ATTEMPTS).then(|| now + wait_after(claimed.attempt));
    tracing::warn!(
        feedback.id = %id,
        feedback.attempt = claimed.attempt,
        error.cause = %error,
        "feedback not forwarded"
    );
    store.postpone_feedback(id, again).await
}

fn wait_after(attempt: u32) -> TimeDelta {
    let doublings = attempt.saturating_sub(1).min(10);
    (FIRST_WAIT * (1 << doublings)).min(LONGEST_WAIT)
}

impl Actor for FeedbackSupervisor {
    type Context = Context<Self>;

    fn started(&mut self, context: &mut Self::Context) {
        context.set_mailbox_capacity(MAILBOX);
        context.run_interval(self.interval, Self::work_next);
        self.work_next(context);
    }
}

impl Handler<FeedbackWaits> for FeedbackSupervisor {
    type Result = ();

    fn handle(&mut self, _: FeedbackWaits, context: &mut Self::Context) {
        self.work_next(context);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_delay_doubles_up_to_one_hour() {
        let minutes: Vec<i64> = (1..=8).map(|n| wait_after(n).num_minutes()).collect();
        assert_eq!(minutes, [1, 2, 4, 8, 16, 32, 60, 60]);
    }
}
