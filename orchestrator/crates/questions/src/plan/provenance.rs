//! Provenance of the parts of a plan: the question's words, a default, an earlier turn or a correction.

use serde::{Deserialize, Serialize};

/// A span of the question's text in bytes, half open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WordSpan {
    pub start: usize,
    pub end: usize,
}

/// The reason that a part is in the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Provenance {
    /// The words of the question that say it.
    Words { spans: Vec<WordSpan> },
    /// Nothing says it; the reason is a short sentence.
    Default { reason: String },
    /// Said in an earlier question of the conversation.
    Earlier,
    /// A person corrected the reading.
    Correction,
}

impl Provenance {
    /// Returns the provenance of a default.
    pub fn default_for(reason: impl Into<String>) -> Self {
        Self::Default {
            reason: reason.into(),
        }
    }
}

/// A value of the plan with its provenance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Part<T> {
    pub value: T,
    pub provenance: Provenance,
}

impl<T> Part<T> {
    /// Returns a part that the question's words say.
    pub fn said(value: T, spans: Vec<WordSpan>) -> Self {
        Self {
            value,
            provenance: Provenance::Words { spans },
        }
    }

    /// Returns a part that is a default.
    pub fn default_for(value: T, reason: impl Into<String>) -> Self {
        Self {
            value,
            provenance: Provenance::default_for(reason),
        }
    }
}
