use std::{net::IpAddr, num::NonZeroU32};

use actix_web::http::StatusCode;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::{caller::Peer, problem::Problem};

/// How much one caller may ask for.
pub struct Limits {
    pub max_upload_bytes: u64,
    feedback_per_hour: u32,
    feedback: DefaultKeyedRateLimiter<String>,
    sign_ins: DefaultKeyedRateLimiter<IpAddr>,
}

impl Limits {
    pub fn new(max_upload_bytes: u64, feedback_per_hour: u32, sign_ins_per_minute: u32) -> Self {
        Self {
            max_upload_bytes,
            feedback_per_hour,
            feedback: RateLimiter::keyed(Quota::per_hour(at_least_one(feedback_per_hour))),
            sign_ins: RateLimiter::keyed(Quota::per_minute(at_least_one(sign_ins_per_minute))),
        }
    }

    /// `sender` is a person's id, or a peer's address; `sent` is what the store knows of the last
    /// hour, which outlasts a restart.
    pub fn check_feedback(&self, sender: &str, sent: u64) -> Result<(), Problem> {
        let may_send = sent < u64::from(self.feedback_per_hour)
            && self.feedback.check_key(&sender.to_owned()).is_ok();
        if may_send {
            return Ok(());
        }
        Err(Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too_many_requests",
            "Thank you, that is a lot of feedback for one hour. Please send the rest later.",
        ))
    }

    /// Whether this peer may try to sign in or up now; those on this machine always may.
    pub fn may_sign_in(&self, peer: &Peer) -> bool {
        peer.is_local || self.sign_ins.check_key(&peer.address).is_ok()
    }
}

fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sender_has_an_allowance_of_its_own() {
        let limits = Limits::new(1, 2, 1);
        assert!(limits.check_feedback("one", 0).is_ok());
        assert!(limits.check_feedback("one", 0).is_ok());
        assert!(limits.check_feedback("one", 0).is_err());
        assert!(limits.check_feedback("two", 2).is_err());
        assert!(limits.check_feedback("two", 1).is_ok());
    }

    #[test]
    fn only_peers_elsewhere_are_held_back() {
        let limits = Limits::new(1, 1, 1);
        let far = Peer {
            address: IpAddr::from([192, 0, 2, 1]),
            is_local: false,
        };
        let near = Peer {
            address: IpAddr::from([127, 0, 0, 1]),
            is_local: true,
        };
        assert!(limits.may_sign_in(&far));
        assert!(!limits.may_sign_in(&far));
        assert!(limits.may_sign_in(&near));
        assert!(limits.may_sign_in(&near));
    }
}
