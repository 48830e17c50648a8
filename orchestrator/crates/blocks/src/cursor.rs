use std::{fmt, str::FromStr};

/// A place in a chat's stream: `n`, or `n.k` inside the block that was open after event `n`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    /// The id of the last received event; 0 before the first.
    pub event: u64,
    /// The received length of the open block, in UTF-16 units.
    pub offset: Option<u64>,
}

impl Cursor {
    /// Right after a stored event.
    pub fn stored(event: u64) -> Self {
        Self {
            event,
            offset: None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a cursor is an event id such as 12, or 12.345 inside an open block")]
pub struct CursorError;

impl fmt::Display for Cursor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.offset {
            Some(offset) => write!(formatter, "{}.{offset}", self.event),
            None => write!(formatter, "{}", self.event),
        }
    }
}

impl FromStr for Cursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (event, offset) = match text.split_once('.') {
            Some((event, offset)) => (event, Some(parse_number(offset)?)),
            None => (text, None),
        };
        Ok(Self {
            event: parse_number(event)?,
            offset,
        })
    }
}

/// Digits only: `parse` alone would take a sign.
fn parse_number(text: &str) -> Result<u64, CursorError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(CursorError);
    }
    text.parse().map_err(|_| CursorError)
}
