use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use actix::{
    Actor, ActorFutureExt, AsyncContext, Context, Handler, Message, ResponseFuture, WrapFuture,
};
use chrono::{DateTime, TimeDelta, Utc};
use portolan_auth::WebhookSecret;
use portolan_domain::DeliveryAttempt;
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_store::{ClaimedDelivery, DeliveryResult, EndedAttempt, Store, StoreError, apart};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use url::Url;

use super::{
    SecretSeal, WebhookSender,
    sender::{EndpointAnswer, SignedMessage},
};

/// Messages that may wait in the actor's mailbox; they all say the same.
const MAILBOX: usize = 16;
/// Attempts at once, each to another webhook.
const MOST_ATTEMPTS: usize = 16;
/// After a kill in mid-attempt, another server sends the event from then on. More than an attempt takes.
const LEASE: TimeDelta = TimeDelta::seconds(60);
/// The waits after the first failed attempt, the second, …; after the last attempt there is none.
const WAITS: [TimeDelta; 9] = [
    TimeDelta::seconds(5),
    TimeDelta::minutes(5),
    TimeDelta::minutes(30),
    TimeDelta::hours(2),
    TimeDelta::hours(5),
    TimeDelta::hours(10),
    TimeDelta::hours(14),
    TimeDelta::hours(20),
    TimeDelta::hours(24),
];
/// A webhook that has accepted nothing for so long is disabled.
const LONGEST_FAILING: TimeDelta = TimeDelta::days(5);
/// How long settled deliveries stay for their owner to see.
const KEPT: TimeDelta = TimeDelta::days(30);

/// Sends recorded events to webhooks.
///
/// The store is the queue: each delivery is claimed with a lease, and those of one webhook are
/// attempted one after the other. Takes up to 16 waiting messages; one that is lost costs nothing,
/// since it looks by itself every `interval`. An attempt that fails is made again after 5 s, 5 min,
/// 30 min … up to a day, ten in all, each wait less up to a fifth by chance. A webhook that fails for
/// five days, or answers 410, is disabled. An event is delivered at least once: a kill, or a database
/// out of reach, between the answer and its record repeats it under its old id. Lives as long as the
/// server.
pub struct WebhookSupervisor {
    courier: Arc<Courier>,
    interval: Duration,
}

/// Deliveries are due.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "()")]
pub struct DeliveriesWait;

/// The server stops.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "()")]
pub struct DrainWebhooks;

struct Courier {
    store: Store,
    clock: Clock,
    ids: Ids,
    seal: SecretSeal,
    sender: WebhookSender,
    /// A permit for each attempt.
    places: Arc<Semaphore>,
    is_draining: AtomicBool,
}

impl WebhookSupervisor {
    pub fn new(
        store: Store,
        (clock, ids): (Clock, Ids),
        (seal, sender): (SecretSeal, WebhookSender),
        interval: Duration,
    ) -> Self {
        Self {
            courier: Arc::new(Courier {
                store,
                clock,
                ids,
                seal,
                sender,
                places: Arc::new(Semaphore::new(MOST_ATTEMPTS)),
                is_draining: AtomicBool::default(),
            }),
            interval,
        }
    }

    /// Looks for a due delivery. Where there is one, another look follows at once, and again after its
    /// attempt, so that an idle server looks once an interval and a busy one fills all places.
    fn work_next(&mut self, context: &mut Context<Self>) {
        let courier = Arc::clone(&self.courier);
        let Ok(place) = Arc::clone(&courier.places).try_acquire_owned() else {
            return;
        };
        if courier.is_draining.load(Ordering::SeqCst) {
            return;
        }
        let claiming = apart(async move { courier.claim().await });
        context.spawn(
            claiming
                .into_actor(self)
                .map(move |claimed, supervisor, context| match claimed {
                    Ok(None) => {}
                    Ok(Some(claimed)) => supervisor.attempt(claimed, place, context),
                    Err(error) => {
                        tracing::warn!(error.cause = %error, "webhook deliveries not read");
                    }
                }),
        );
    }

    fn attempt(
        &mut self,
        claimed: ClaimedDelivery,
        place: OwnedSemaphorePermit,
        context: &mut Context<Self>,
    ) {
        let courier = Arc::clone(&self.courier);
        let attempting = apart(async move {
            let settled = courier.deliver(&claimed).await;
            drop(place);
            settled
        });
        context.spawn(attempting.into_actor(self).map(
            |settled, supervisor, context| match settled {
                Ok(()) => supervisor.work_next(context),
                Err(error) => {
                    tracing::warn!(error.cause = %error, "webhook delivery not settled");
                }
            },
        ));
        self.work_next(context);
    }
}

impl Courier {
    async fn claim(&self) -> Result<Option<ClaimedDelivery>, StoreError> {
        let now = self.clock.now();
        self.store.claim_delivery(now, now + LEASE).await
    }

    async fn deliver(&self, claimed: &ClaimedDelivery) -> Result<(), StoreError> {
        let began_at = self.clock.now();
        let answer = self.post(claimed).await;
        let now = self.clock.now();
        let ended = self.judge(claimed, answer, (began_at, now));
        let outcome = match ended.result {
            DeliveryResult::Delivered => "delivered",
            DeliveryResult::Postponed(_) => "postponed",
            DeliveryResult::Failed => "failed",
        };
        metrics::counter!("portolan_webhook_attempts_total", "outcome" => outcome).increment(1);
        if let Some(error) = &ended.details.error {
            tracing::info!(
                webhook.id = %claimed.webhook_id,
                delivery.id = %claimed.id,
                delivery.attempt = claimed.attempt,
                error.cause = %error,
                "webhook event not delivered"
            );
        }
        self.store.settle_delivery(claimed, &ended, now).await?;
        self.store.delete_settled_deliveries(now - KEPT).await?;
        Ok(())
    }

    /// Sends the event once. The error is for the webhook's owner.
    async fn post(&self, claimed: &ClaimedDelivery) -> Result<EndpointAnswer, String> {
        if !claimed.is_enabled {
            return Err("the webhook was disabled".into());
        }
        let url = Url::parse(&claimed.url).map_err(|error| error.to_string())?;
        let secrets: Option<Vec<WebhookSecret>> = claimed
            .secrets
            .iter()
            .map(|sealed| self.seal.open(sealed))
            .collect();
        let Some(secrets) = secrets else {
            return Err(
                "its secret can't be read on this server: create a new secret for the webhook"
                    .into(),
            );
        };
        let message = SignedMessage {
            id: claimed.event_id,
            seconds: self.clock.now().timestamp(),
            body: &claimed.payload,
            secrets: &secrets,
        };
        let answer = self.sender.post(&url, &message);
        answer.await.map_err(|error| error.to_string())
    }

    fn judge(
        &self,
        claimed: &ClaimedDelivery,
        answer: Result<EndpointAnswer, String>,
        (began_at, now): (DateTime<Utc>, DateTime<Utc>),
    ) -> EndedAttempt {
        let (status, body, error) = match answer {
            Ok(answer) if (200..300).contains(&answer.status) => {
                (Some(answer.status), Some(answer.body), None)
            }
            Ok(answer) => {
                let error = format!("the endpoint answered {}", answer.status);
                (Some(answer.status), Some(answer.body), Some(error))
            }
            Err(error) => (None, None, Some(error)),
        };
        let is_gone = status == Some(410);
        let is_hopeless = claimed
            .failing_since
            .is_some_and(|since| now - since >= LONGEST_FAILING);
        let has_failed = error.is_some();
        let wait = wait_after(claimed.failures + 1, self.ids.bytes());
        let result = match wait {
            _ if !has_failed => DeliveryResult::Delivered,
            Some(wait) if claimed.is_enabled => DeliveryResult::Postponed(now + wait),
            _ => DeliveryResult::Failed,
        };
        EndedAttempt {
            result,
            details: DeliveryAttempt {
                attempted_at: began_at,
                duration_millis: (now - began_at).num_milliseconds().max(0).unsigned_abs(),
                response_status: status.map(u32::from),
                response_body: body.filter(|body| !body.is_empty()),
                error,
            },
            disables: has_failed && claimed.is_enabled && (is_gone || is_hopeless),
        }
    }
}

/// Returns the wait after so many failed attempts; None after the last. `random` takes up to a fifth of
/// it away, so that events that failed together don't come back together.
fn wait_after(failures: u32, random: [u8; 2]) -> Option<TimeDelta> {
    let index = usize::try_from(failures).ok()?.checked_sub(1)?;
    let wait = *WAITS.get(index)?;
    let share = i64::from(u16::from_le_bytes(random));
    Some(wait - TimeDelta::milliseconds(wait.num_milliseconds() * share / (5 * 65_536)))
}

impl Actor for WebhookSupervisor {
    type Context = Context<Self>;

    fn started(&mut self, context: &mut Self::Context) {
        context.set_mailbox_capacity(MAILBOX);
        context.run_interval(self.interval, Self::work_next);
        self.work_next(context);
    }
}

impl Handler<DeliveriesWait> for WebhookSupervisor {
    type Result = ();

    fn handle(&mut self, _: DeliveriesWait, context: &mut Self::Context) {
        self.work_next(context);
    }
}

impl Handler<DrainWebhooks> for WebhookSupervisor {
    type Result = ResponseFuture<()>;

    fn handle(&mut self, _: DrainWebhooks, _: &mut Self::Context) -> Self::Result {
        let courier = Arc::clone(&self.courier);
        courier.is_draining.store(true, Ordering::SeqCst);
        Box::pin(async move {
            // All places are free once the last attempt has ended.
            let _ended = courier.places.acquire_many(MOST_ATTEMPTS as u32).await;
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_a_day_and_end_after_ten_attempts() {
        let waits: Vec<Option<i64>> = (1..=10)
            .map(|failures| wait_after(failures, [0; 2]).map(|wait| wait.num_seconds()))
            .collect();
        let hours = |hours: i64| Some(hours * 3_600);
        let expected = [
            Some(5),
            Some(300),
            Some(1_800),
            hours(2),
            hours(5),
            hours(10),
            hours(14),
            hours(20),
            hours(24),
            None,
        ];
        assert_eq!(waits, expected);
    }

    #[test]
    fn jitter_takes_at_most_a_fifth_of_the_wait() {
        let shortest = wait_after(1, [255; 2]).unwrap();
        assert!(shortest >= TimeDelta::seconds(4), "{shortest}");
        assert!(shortest < TimeDelta::milliseconds(4_010), "{shortest}");
    }
}
