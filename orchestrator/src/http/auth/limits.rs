use std::{
    collections::HashMap,
    hash::Hash,
    net::IpAddr,
    num::NonZeroU32,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use governor::{
    Quota, RateLimiter,
    middleware::NoOpMiddleware,
    state::{InMemoryState, NotKeyed, keyed::DefaultKeyedStateStore},
};
use portolan_auth::{AuthError, token_hash};
use portolan_environment::clock::Clock;

use super::{answer::AuthRefusal, options::LimitOptions};
use crate::http::caller::Peer;

type KeyedLimiter<K> = RateLimiter<K, DefaultKeyedStateStore<K>, Clock, NoOpMiddleware<Duration>>;
type DirectLimiter = RateLimiter<NotKeyed, InMemoryState, Clock, NoOpMiddleware<Duration>>;

/// The separately counted kinds of attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Attempt {
    SignIn,
    SignUp,
    Anonymous,
    /// Something that sends a mail or a text message.
    Send,
    Verify,
    Refresh,
    Factor,
    Provider,
}

/// How often secrets may be guessed, and messages asked for.
pub struct AuthLimits {
    sign_in: KeyedLimiter<IpAddr>,
    sign_up: KeyedLimiter<IpAddr>,
    anonymous: KeyedLimiter<IpAddr>,
    send: KeyedLimiter<IpAddr>,
    verify: KeyedLimiter<IpAddr>,
    refresh: KeyedLimiter<IpAddr>,
    factor: KeyedLimiter<IpAddr>,
    provider: KeyedLimiter<IpAddr>,
    /// By kind and a hash of the account.
    accounts: KeyedLimiter<(Attempt, String)>,
    mails: DirectLimiter,
    sms: DirectLimiter,
    /// When something would last have been sent to addresses that no one has, by their hashes.
    strangers: Mutex<HashMap<String, DateTime<Utc>>>,
}

/// Beyond this number, entries whose interval has passed are dropped.
const STRANGERS: usize = 10_000;

impl AuthLimits {
    pub fn new(options: LimitOptions, sign_ins_per_minute: u32, clock: &Clock) -> Self {
        let minute = |number| limit_per_minute(number, clock);
        let hour = |number| {
            RateLimiter::direct_with_clock(Quota::per_hour(at_least_one(number)), clock.clone())
        };
        Self {
            sign_in: minute(sign_ins_per_minute),
            sign_up: minute(sign_ins_per_minute),
            anonymous: minute(options.anonymous),
            send: minute(options.send),
            verify: minute(options.verify),
            refresh: minute(options.refresh),
            factor: minute(options.factor),
            provider: minute(options.provider),
            accounts: limit_per_minute(options.account, clock),
            mails: hour(options.mails_per_hour),
            sms: hour(options.sms_per_hour),
            strangers: Mutex::default(),
        }
    }

    /// Checks whether this peer may try this now; development mode spares peers on this machine.
    pub fn check(&self, attempt: Attempt, peer: &Peer) -> Result<(), AuthRefusal> {
        let limiter = match attempt {
            Attempt::SignIn => &self.sign_in,
            Attempt::SignUp => &self.sign_up,
            Attempt::Anonymous => &self.anonymous,
            Attempt::Send => &self.send,
            Attempt::Verify => &self.verify,
            Attempt::Refresh => &self.refresh,
            Attempt::Factor => &self.factor,
            Attempt::Provider => &self.provider,
        };
        check_limit(limiter, &peer.address, peer)
    }

    /// Returns whether this may be tried with the account now: an address, a number or an id.
    pub fn check_account(
        &self,
        attempt: Attempt,
        peer: &Peer,
        account: &str,
    ) -> Result<(), AuthRefusal> {
        // Hashed, so that a key has a length of ours.
        let key = (attempt, token_hash(&account.trim().to_lowercase()));
        check_limit(&self.accounts, &key, peer)
    }

    pub fn check_mails(&self) -> Result<(), AuthRefusal> {
        self.mails
            .check()
            .map_err(|_| AuthRefusal(AuthError::TooManyMailsOverall))
    }

    pub fn check_sms(&self) -> Result<(), AuthRefusal> {
        self.sms
            .check()
            .map_err(|_| AuthRefusal(AuthError::TooManySmsOverall))
    }

    /// The wait between two messages, kept for addresses that get none too: otherwise it would tell
    /// who has an account. Gives the seconds that are left.
    pub fn check_stranger(&self, address: &str, now: DateTime<Utc>, interval: u32) -> Option<i64> {
        let interval = TimeDelta::seconds(interval.into());
        let mut strangers = self
            .strangers
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if strangers.len() >= STRANGERS {
            strangers.retain(|_, last| now - *last < interval);
        }
        let last = strangers
            .entry(token_hash(address))
            .or_insert(now - interval);
        let left = (*last + interval - now).num_milliseconds();
        if left > 0 {
            return Some((left + 999) / 1_000);
        }
        *last = now;
        None
    }
}

fn limit_per_minute<K: Clone + Eq + Hash>(number: u32, clock: &Clock) -> KeyedLimiter<K> {
    let quota = Quota::per_minute(at_least_one(number));
    RateLimiter::new(quota, DefaultKeyedStateStore::default(), clock.clone())
}

fn check_limit<K: Clone + Eq + Hash>(
    limiter: &KeyedLimiter<K>,
    key: &K,
    peer: &Peer,
) -> Result<(), AuthRefusal> {
    if peer.is_local {
        return Ok(());
    }
    limiter.check_key(key).map_err(|refused| {
        let wait = refused.wait_time_from(governor::clock::Clock::now(limiter.clock()));
        AuthRefusal(AuthError::TooManyRequests {
            retry_seconds: wait.as_secs() + 1,
        })
    })
}

fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test_peer(last: u8, is_local: bool) -> Peer {
        Peer {
            address: IpAddr::from([192, 0, 2, last]),
            is_local,
        }
    }

    #[test]
    fn loopback_peers_are_not_rate_limited() {
        let limits = AuthLimits::new(LimitOptions::default(), 1, &Clock::system());
        let (far, other, near) = (test_peer(1, false), test_peer(2, false), test_peer(1, true));
        assert!(limits.check(Attempt::SignIn, &far).is_ok());
        assert!(limits.check(Attempt::SignIn, &far).is_err());
        assert!(limits.check(Attempt::Verify, &far).is_ok());
        assert!(limits.check(Attempt::SignIn, &other).is_ok());
        for _ in 0..5 {
            assert!(limits.check(Attempt::SignIn, &near).is_ok());
        }
    }

    #[test]
    fn account_limit_counts_attempts_from_all_peers() {
        let options = LimitOptions {
            account: 2,
            ..LimitOptions::default()
        };
        let limits = AuthLimits::new(options, 100, &Clock::system());
        let try_from =
            |last, account| limits.check_account(Attempt::SignIn, &test_peer(last, false), account);
        assert!(try_from(1, "ada@example.com").is_ok());
        assert!(try_from(2, " Ada@example.com").is_ok());
        assert!(try_from(3, "ada@example.com").is_err());
        assert!(try_from(3, "eve@example.com").is_ok());
    }
}
