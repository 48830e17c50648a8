use serde::{Deserialize, Serialize};

/// The purpose of a code or link, as `/verify` and the links in mails name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VerificationType {
    Signup,
    Invite,
    Magiclink,
    Recovery,
    EmailChange,
    /// Any code or link that was sent to the address.
    Email,
    Sms,
    PhoneChange,
}

impl VerificationType {
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "signup" => Self::Signup,
            "invite" => Self::Invite,
            "magiclink" => Self::Magiclink,
            "recovery" => Self::Recovery,
            "email_change" => Self::EmailChange,
            "email" => Self::Email,
            "sms" => Self::Sms,
            "phone_change" => Self::PhoneChange,
            _ => return None,
        })
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Signup => "signup",
            Self::Invite => "invite",
            Self::Magiclink => "magiclink",
            Self::Recovery => "recovery",
            Self::EmailChange => "email_change",
            Self::Email => "email",
            Self::Sms => "sms",
            Self::PhoneChange => "phone_change",
        }
    }

    /// Returns whether it goes to a telephone.
    pub fn is_phone(self) -> bool {
        matches!(self, Self::Sms | Self::PhoneChange)
    }
}
