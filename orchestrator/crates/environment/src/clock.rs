//! The time, passed in: production reads the system's clock, tests move theirs by hand.

use std::{
    sync::{
        Arc, LazyLock,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant},
};

use chrono::{DateTime, TimeDelta, Utc};

/// A clock with millisecond precision. Clones are cheap and share the time.
#[derive(Clone, Debug)]
pub struct Clock(ClockSource);

#[derive(Clone, Debug)]
enum ClockSource {
    System,
    Test(Arc<AtomicI64>),
}

impl Clock {
    pub fn system() -> Self {
        Self(ClockSource::System)
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "this is the one place that reads the system's clock"
    )]
    pub fn now(&self) -> DateTime<Utc> {
        match &self.0 {
            ClockSource::System => from_millis(Utc::now().timestamp_millis() + error()),
            ClockSource::Test(millis) => from_millis(millis.load(Ordering::SeqCst)),
        }
    }
}

/// Rate limits measure by a clock that is never set back.
impl governor::clock::Clock for Clock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        match &self.0 {
            ClockSource::System => STARTED.elapsed(),
            ClockSource::Test(millis) => {
                Duration::from_millis(u64::try_from(millis.load(Ordering::SeqCst)).unwrap_or(0))
            }
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "rate limits need a time that is never set back"
)]
static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Milliseconds by which a test makes the system's clock wrong.
#[cfg(feature = "testing")]
fn error() -> i64 {
    crate::faults::clock_offset()
}

#[cfg(not(feature = "testing"))]
fn error() -> i64 {
    0
}

/// A clock that moves only when it is set or advanced.
#[derive(Clone, Debug)]
pub struct TestClock(Arc<AtomicI64>);

impl TestClock {
    pub fn new(at: DateTime<Utc>) -> Self {
        Self(Arc::new(AtomicI64::new(at.timestamp_millis())))
    }

    pub fn clock(&self) -> Clock {
        Clock(ClockSource::Test(Arc::clone(&self.0)))
    }

    pub fn set(&self, at: DateTime<Utc>) {
        self.0.store(at.timestamp_millis(), Ordering::SeqCst);
    }

    /// Negative steps move it back.
    pub fn advance(&self, by: TimeDelta) {
        self.0.fetch_add(by.num_milliseconds(), Ordering::SeqCst);
    }
}

/// Milliseconds outside chrono's range, some 262,000 years away, become the epoch.
fn from_millis(millis: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(millis).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_clock_has_millisecond_precision() {
        assert_eq!(
            Clock::system().now().timestamp_subsec_nanos() % 1_000_000,
            0
        );
    }

    #[test]
    fn test_clock_moves_only_on_request_for_all_clones() {
        let hand = TestClock::new(from_millis(1_000));
        let clock = hand.clock();
        assert_eq!(clock.now().timestamp_millis(), 1_000);
        hand.advance(TimeDelta::milliseconds(-400));
        assert_eq!(clock.clone().now().timestamp_millis(), 600);
        hand.set(from_millis(5));
        assert_eq!(clock.now().timestamp_millis(), 5);
    }
}
