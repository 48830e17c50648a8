use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};

/// A refresh token from random bytes; only its hash is stored.
pub fn refresh_token(random: [u8; 32]) -> String {
    URL_SAFE_NO_PAD.encode(random)
}

/// The hash under which a token of 128 random bits or more is stored: SHA-256 in hex.
pub fn token_hash(token: &str) -> String {
    hex::encode(Sha256::digest(token))
}

/// The stored state of a presented refresh token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefreshRecord {
    /// When it was first exchanged for a child; None while it is the newest.
    pub used_at: Option<DateTime<Utc>>,
    /// Whether a child of it was used in its turn.
    pub child_used: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefreshDecision {
    /// Mark it as used and issue a child.
    Rotate,
    /// Reused within the grace interval, as tabs do that refresh together: issue another child.
    Reissue,
    /// Reused after the grace interval or by another client: end the session.
    Revoke,
}

/// Returns the decision about a presented refresh token.
pub fn refresh_decision(
    record: RefreshRecord,
    now: DateTime<Utc>,
    reuse_interval: TimeDelta,
) -> RefreshDecision {
    match record.used_at {
        None => RefreshDecision::Rotate,
        Some(used_at) if !record.child_used && now - used_at <= reuse_interval => {
            RefreshDecision::Reissue
        }
        Some(_) => RefreshDecision::Revoke,
    }
}
