use actix_web_actors::ws::{CloseCode, CloseReason};

/// Why the server closes a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// It reads more slowly than others speak.
    TooSlow,
    TooManyMessages,
    TooLarge,
    NotUnderstood,
    BinaryNotUnderstood,
    /// The socket was silent for too long.
    Silent,
    Restarting,
    /// The server is overloaded.
    Overloaded,
}

impl Closing {
    /// Returns the reason in the close frame.
    pub fn reason(self) -> CloseReason {
        let (code, words) = match self {
            Self::TooSlow => (CloseCode::Again, "the client reads too slowly"),
            Self::TooManyMessages => (CloseCode::Policy, "too many messages per second"),
            Self::TooLarge => (CloseCode::Size, "a frame is too large"),
            Self::NotUnderstood => (CloseCode::Invalid, "a frame is not understood"),
            Self::BinaryNotUnderstood => {
                (CloseCode::Unsupported, "a binary frame is not understood")
            }
            Self::Silent => (CloseCode::Away, "no heartbeat"),
            Self::Restarting => (CloseCode::Restart, "the server restarts"),
            Self::Overloaded => (CloseCode::Again, "the server is busy"),
        };
        (code, words).into()
    }
}
