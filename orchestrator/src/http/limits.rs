use std::{num::NonZeroU32, time::Duration};

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::timeout,
};
use uuid::Uuid;

use super::{
    key_access::KeyUseLog, problem::Problem, shares::FairShares, turns::IdentificationTurns,
};

/// Charts of one user that are drawn at once, and that wait.
const DRAWN_AT_ONCE: usize = 2;
const WAITING_DRAWINGS: usize = 198;

/// When another feedback message may be sent.
const FEEDBACK_WAIT_SECONDS: u32 = 3_600;

/// Test events and repetitions that a user may ask for in a minute, and when the next is free.
const WEBHOOK_SENDS: u32 = 30;
const WEBHOOK_WAIT_SECONDS: u32 = 2;

/// Event streams that are opened at once. After a restart all clients come back in the same second:
/// together they would wait for the database longer than any call may.
const OPENED_AT_ONCE: usize = 64;
/// How long a client waits for its stream to be opened.
const LONGEST_OPENING: Duration = Duration::from_secs(60);

/// How much one caller may ask for.
pub struct Limits {
    pub max_upload_bytes: u64,
    /// From an upload's first byte until its sources are kept.
    pub upload_time: Duration,
    feedback_per_hour: u32,
    feedback: DefaultKeyedRateLimiter<String>,
    /// Searches, exports and other long reads.
    pub long_reads: FairShares,
    /// Charts that are drawn or written as files. A page shows dozens of small ones at once.
    pub drawings: FairShares,
    pub key_use: KeyUseLog,
    /// Test events and repetitions that users ask for.
    webhook_sends: DefaultKeyedRateLimiter<Uuid>,
    openings: Semaphore,
    /// Requests that are being identified.
    pub(super) identifications: IdentificationTurns,
}

impl Limits {
    pub fn new(max_upload_bytes: u64, upload_time: Duration, feedback_per_hour: u32) -> Self {
        Self {
            max_upload_bytes,
            upload_time,
            feedback_per_hour,
            feedback: RateLimiter::keyed(Quota::per_hour(at_least_one(feedback_per_hour))),
            long_reads: FairShares::default(),
            drawings: FairShares::new(DRAWN_AT_ONCE, WAITING_DRAWINGS),
            key_use: KeyUseLog::default(),
            webhook_sends: RateLimiter::keyed(Quota::per_minute(at_least_one(WEBHOOK_SENDS))),
            openings: Semaphore::new(OPENED_AT_ONCE),
            identifications: IdentificationTurns::default(),
        }
    }

    /// Waits for the turn of an event stream; the next is opened when the permit is dropped.
    pub async fn enter_opening(&self) -> Result<SemaphorePermit<'_>, Problem> {
        match timeout(LONGEST_OPENING, self.openings.acquire()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(Problem::unavailable(
                "too many event streams are being opened",
            )),
        }
    }

    /// Bounds how often a user has webhooks sent something.
    pub fn check_webhook_sends(&self, user_id: Uuid) -> Result<(), Problem> {
        self.webhook_sends.check_key(&user_id).map_err(|_| {
            Problem::too_many_requests(
                "That is a lot of events for one minute. Wait a moment, then try again.",
                WEBHOOK_WAIT_SECONDS,
            )
        })
    }

    /// `sender` is a user's id, or a peer's address; `sent` is what the store knows of the last hour, which
    /// outlasts a restart.
    pub fn check_feedback(&self, sender: &str, sent: u64) -> Result<(), Problem> {
        let may_send = sent < u64::from(self.feedback_per_hour)
            && self.feedback.check_key(&sender.to_owned()).is_ok();
        if may_send {
            return Ok(());
        }
        Err(Problem::too_many_requests(
            "You've sent a lot of feedback this hour. Send the rest later.",
            FEEDBACK_WAIT_SECONDS,
        ))
    }
}

fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feedback_limit_is_counted_per_sender() {
        let limits = Limits::new(1, Duration::from_secs(1), 2);
        assert!(limits.check_feedback("one", 0).is_ok());
        assert!(limits.check_feedback("one", 0).is_ok());
        assert!(limits.check_feedback("one", 0).is_err());
        assert!(limits.check_feedback("two", 2).is_err());
        assert!(limits.check_feedback("two", 1).is_ok());
    }

    #[tokio::test]
    async fn event_streams_are_opened_one_at_a_time() {
        let limits = Limits::new(1, Duration::from_secs(1), 2);
        let mut permits = Vec::new();
        for _ in 0..OPENED_AT_ONCE {
            permits.push(limits.enter_opening().await.unwrap());
        }
        let next = timeout(Duration::from_millis(10), limits.enter_opening()).await;
        assert!(next.is_err(), "it waits");
        permits.pop();
        assert!(limits.enter_opening().await.is_ok());
    }
}
