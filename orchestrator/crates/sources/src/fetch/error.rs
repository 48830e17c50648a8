use std::time::Duration;

use portolan_dial::DialError;

/// Why an address wasn't read, as a message for users.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("only http:// and https:// addresses can be read")]
    NotWeb,
    #[error(
        "{0} is not on the public internet; the operator can allow it with PORTOLAN_FETCH_ALLOW"
    )]
    Private(String),
    #[error("unknown site {0}; check the address")]
    UnknownHost(String),
    #[error(
        "{0} doesn't allow automated access to this page; open it in your browser and use the extension"
    )]
    Robots(String),
    #[error(
        "{0} shows this page only to signed-in users or browsers ({1}); open it in your browser and use the extension"
    )]
    Refused(String, u16),
    #[error("{0} has no such page ({1}); check the address")]
    Missing(String, u16),
    #[error("{0} answered with an error ({1}); try again later")]
    Failed(String, u16),
    #[error("{0} could not be reached; try again later")]
    Unreachable(String, String),
    #[error("the address redirects in a loop; check it")]
    TooManyRedirects,
    #[error("the page is larger than {} MB; download it and upload a part", .0 >> 20)]
    TooLarge(u64),
    #[error("the site took longer than {} s; try again later", .0.as_secs())]
    TookTooLong(Duration),
    #[error("a file could not be written: {0}")]
    File(std::io::Error),
}

impl FetchError {
    /// Returns why a page couldn't be reached.
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
