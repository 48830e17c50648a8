use std::collections::HashMap;

use actix::ResponseFuture;
use portolan_chat::Unavailable;
use tokio::sync::oneshot;
use uuid::Uuid;

use super::messages::SendError;

/// Callers that wait for the core's answer.
#[derive(Default)]
pub struct Requests {
    next: u64,
    pub sends: HashMap<u64, oneshot::Sender<Result<Uuid, SendError>>>,
    pub others: HashMap<u64, oneshot::Sender<Result<(), Unavailable>>>,
}

impl Requests {
    /// A new one.
    pub fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// A new one, and its answer.
    pub fn wait(&mut self) -> (u64, ResponseFuture<Result<(), Unavailable>>) {
        let (answer, waiting) = oneshot::channel();
        let request = self.number();
        self.others.insert(request, answer);
        (
            request,
            Box::pin(async move { waiting.await.unwrap_or(Err(Unavailable)) }),
        )
    }
}
