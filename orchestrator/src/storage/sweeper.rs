use std::time::Duration;

use actix::{Actor, ActorFutureExt, AsyncContext, Context, WrapFuture};
use portolan_store::apart;

use super::Storage;

/// Deletes the bytes that nothing refers to any more, and uploads whose time is over.
///
/// The store is the queue, looked into every `interval`; two nodes may delete the same object,
/// which is no error. Takes no messages. Lives as long as the server.
pub struct Sweeper {
    storage: Storage,
    interval: Duration,
    is_working: bool,
}

impl Sweeper {
    pub fn new(storage: Storage, interval: Duration) -> Self {
        Self {
            storage,
            interval,
            is_working: false,
        }
    }

    fn work_next(&mut self, context: &mut Context<Self>) {
        if self.is_working {
            return;
        }
        self.is_working = true;
        let storage = self.storage.clone();
        let working = apart(async move { storage.sweep().await });
        context.spawn(working.into_actor(self).map(|result, sweeper, _| {
            sweeper.is_working = false;
            if let Err(error) = result {
                tracing::warn!(error.cause = %error, "deleted objects not removed, will retry");
            }
        }));
    }
}

impl Actor for Sweeper {
    type Context = Context<Self>;

    fn started(&mut self, context: &mut Self::Context) {
        context.run_interval(self.interval, Self::work_next);
        self.work_next(context);
    }
}
