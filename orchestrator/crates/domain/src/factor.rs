use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A second way of a user to prove who they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    pub id: Uuid,
    pub user_id: Uuid,
    pub factor_type: FactorType,
    /// Unique among the user's own, if there is one.
    pub friendly_name: Option<String>,
    pub status: FactorStatus,
    /// Of TOTP: sealed, in hex.
    pub secret: Option<String>,
    /// Of WebAuthn: the public half, as JSON; None until the authenticator has made it.
    pub credential: Option<String>,
    /// E.164.
    pub phone: Option<String>,
    /// The step of the last code that was taken: each is good once.
    pub last_step: Option<u64>,
    pub last_challenged_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactorType {
    Totp,
    Phone,
    Webauthn,
    /// Codes on paper, for users who have lost the others.
    RecoveryCode,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactorStatus {
    Unverified,
    Verified,
}

impl FactorType {
    /// As the wire has it; with `mfa/` before it the method in a token's `amr`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Totp => "totp",
            Self::Phone => "phone",
            Self::Webauthn => "webauthn",
            Self::RecoveryCode => "recovery_code",
        }
    }
}

impl Factor {
    pub fn is_verified(&self) -> bool {
        self.status == FactorStatus::Verified
    }
}

/// A question that one code or signature answers.
#[derive(Clone, Debug, PartialEq)]
pub struct FactorChallenge {
    pub id: Uuid,
    pub factor_id: Uuid,
    /// The origin of the challenge; the answer must have the same one.
    pub ip: String,
    /// Of a code that was sent.
    pub code_hash: Option<String>,
    /// The challenge for the authenticator.
    pub ceremony: Option<String>,
    pub attempts: u32,
    pub expires_at: DateTime<Utc>,
    pub created_at: DateTime<Utc>,
}
