//! Subscriptions of a chat's viewers.

use actix::{Handler, ResponseFuture};
use bytes::BytesMut;
use portolan_blocks::Cursor;
use portolan_chat::{Resume, Unavailable};
use tokio::sync::oneshot;

use super::ChatActor;
use crate::{
    frames::encode_frames,
    messages::{Watch, Watched},
};

/// A reader who waits for the chat to hear of a commit, and the place up to which they know it.
pub(super) type Ahead = (Cursor, oneshot::Sender<Result<Watched, Unavailable>>);

impl ChatActor {
    /// None if the answer waits for a commit under way.
    fn watch_from(&mut self, cursor: Cursor) -> Option<Result<Watched, Unavailable>> {
        let resume = match (&self.live, &mut self.followed) {
            (Some(live), _) => live.state.resume(Some(cursor)),
            (None, Some(followed)) => followed.follower().resume(cursor),
            (None, None) => return Some(Err(Unavailable)),
        };
        Some(Ok(match resume {
            Resume::Bad => Watched::BadCursor,
            Resume::Ahead => return None,
            Resume::Behind { up_to } => Watched::Behind { up_to },
            Resume::Live(published) => {
                let mut first = BytesMut::new();
                for published in &published {
                    encode_frames(published, &mut first);
                }
                Watched::Live {
                    first: first.freeze(),
                    tail: self.viewers.join(),
                }
            }
        }))
    }

    /// Answers those who knew more than the chat, as far as it knows it by now.
    pub(super) fn answer_those_ahead(&mut self) {
        for (cursor, answer) in std::mem::take(&mut self.ahead) {
            match self.watch_from(cursor) {
                // The receiver is gone if the caller disconnected.
                Some(watched) => drop(answer.send(watched)),
                None => self.ahead.push((cursor, answer)),
            }
        }
    }
}

impl Handler<Watch> for ChatActor {
    type Result = ResponseFuture<Result<Watched, Unavailable>>;

    fn handle(&mut self, watch: Watch, context: &mut Self::Context) -> Self::Result {
        if let Some(watched) = self.watch_from(watch.cursor) {
            return Box::pin(std::future::ready(watched));
        }
        let (answer, waiting) = oneshot::channel();
        self.ahead.push((watch.cursor, answer));
        self.fetch_for(watch.cursor, context);
        Box::pin(async move { waiting.await.unwrap_or(Err(Unavailable)) })
    }
}
