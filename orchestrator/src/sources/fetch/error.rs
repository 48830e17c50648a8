use std::time::Duration;

use crate::dial::DialError;

/// Why an address was not read, in a sentence for people.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("only addresses that begin with http:// or https:// are read")]
    NotWeb,
    #[error(
        "{0} is not on the public internet, so it is not read; the operator can allow it with PORTOLAN_FETCH_ALLOW"
    )]
    Private(String),
    #[error("there is no site called {0}; check the address")]
    UnknownHost(String),
    #[error(
        "{0} asks programs not to read this page, so it was not read; open it in your browser and use the extension"
    )]
    Robots(String),
    #[error(
        "{0} lets only signed-in people or browsers read this page ({1}); open it in your browser and use the extension"
    )]
    Refused(String, u16),
    #[error("{0} has no such page ({1}); check the address")]
    Missing(String, u16),
    #[error("{0} answered with an error ({1}); try again later")]
    Failed(String, u16),
    #[error("{0} could not be reached; try again later")]
    Unreachable(String, String),
    #[error("the address leads from one to the next without an end")]
    TooManyRedirects,
    #[error("there is more than the {} MB that are read of one address; download it and upload a part", .0 >> 20)]
    TooLarge(u64),
    #[error("the site took longer than {} s; try again later", .0.as_secs())]
    TookTooLong(Duration),
    #[error("a file could not be written: {0}")]
    File(std::io::Error),
}

impl FetchError {
    /// Says of a page that was not reached why, in the words of this reader.
    pub(super) fn of_dial(error: DialError, host: String) -> Self {
        match error {
            DialError::NotWeb => Self::NotWeb,
            DialError::Private(host) => Self::Private(host),
            DialError::UnknownHost(host) => Self::UnknownHost(host),
            DialError::Failed(cause) => Self::Unreachable(host, cause),
        }
    }

    pub(super) fn of_status(status: u16, host: String) -> Self {
        match status {
            401..=403 | 407 | 429 | 451 => Self::Refused(host, status),
            404 | 410 => Self::Missing(host, status),
            _ => Self::Failed(host, status),
        }
    }

    /// The site does not want it to be read, which no second try changes.
    pub fn is_blocked(&self) -> bool {
        matches!(self, Self::Robots(_) | Self::Refused(..))
    }
}
