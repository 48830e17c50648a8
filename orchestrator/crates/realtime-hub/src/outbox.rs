use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use futures_util::{Stream, stream};
use portolan_realtime::SocketFrame;
use tokio::sync::Notify;

use super::Closing;

/// Frames that wait to be sent to a socket: at most so many bytes, whatever its reader does.
///
/// A socket whose reader blocks is not even asked what it has to send; so what waits is kept here,
/// and given up here. Clones are the same box.
#[derive(Clone)]
pub struct FrameOutbox(Arc<SharedQueue>);

struct SharedQueue {
    queue: Mutex<Queue>,
    filled: Notify,
    most_bytes: usize,
}

#[derive(Default)]
struct Queue {
    frames: VecDeque<SocketFrame>,
    bytes: usize,
    closing: Option<Closing>,
    is_over: bool,
}

/// An item of the outbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueuedFrame {
    Frame(SocketFrame),
    Close(Closing),
}

impl FrameOutbox {
    pub fn new(most_bytes: usize) -> Self {
        Self(Arc::new(SharedQueue {
            queue: Mutex::default(),
            filled: Notify::new(),
            most_bytes,
        }))
    }

    /// False if nothing goes to this socket any more.
    pub fn push(&self, frame: SocketFrame) -> bool {
        let mut queue = self.lock_queue();
        if queue.closing.is_some() || queue.is_over {
            return false;
        }
        queue.bytes += frame.len();
        if queue.bytes > self.0.most_bytes {
            queue.give_up(Closing::TooSlow);
        } else {
            queue.frames.push_back(frame);
        }
        let is_open = queue.closing.is_none();
        drop(queue);
        self.0.filled.notify_one();
        is_open
    }

    /// Closes the outbox; waiting frames are still sent unless the socket is closed for misuse.
    pub fn close(&self, why: Closing) {
        let mut queue = self.lock_queue();
        if queue.closing.is_none() {
            match why {
                Closing::TooSlow => queue.give_up(why),
                _ => queue.closing = Some(why),
            }
        }
        drop(queue);
        self.0.filled.notify_one();
    }

    /// Streams the waiting and the future items until the outbox closes.
    pub fn items(&self) -> impl Stream<Item = QueuedFrame> + 'static {
        stream::unfold(self.clone(), |outbox| async move {
            let item = outbox.next().await?;
            Some((item, outbox))
        })
    }

    async fn next(&self) -> Option<QueuedFrame> {
        loop {
            // Asked for before looking, so that nothing falls between.
            let filled = self.0.filled.notified();
            {
                let mut queue = self.lock_queue();
                if let Some(frame) = queue.frames.pop_front() {
                    queue.bytes -= frame.len();
                    return Some(QueuedFrame::Frame(frame));
                }
                if queue.is_over {
                    return None;
                }
                if let Some(why) = queue.closing {
                    queue.is_over = true;
                    return Some(QueuedFrame::Close(why));
                }
            }
            filled.await;
        }
    }

    fn lock_queue(&self) -> MutexGuard<'_, Queue> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    /// Gives everything up.
    fn give_up(&mut self, why: Closing) {
        self.frames = VecDeque::new();
        self.bytes = 0;
        self.closing = Some(why);
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use futures_util::StreamExt;

    use super::*;

    fn text_frame(text: &'static str) -> SocketFrame {
        SocketFrame::Text(Bytes::from_static(text.as_bytes()))
    }

    #[tokio::test]
    async fn frames_leave_outbox_in_order() {
        let outbox = FrameOutbox::new(10);
        assert!(outbox.push(text_frame("one")));
        assert!(outbox.push(text_frame("two")));
        outbox.close(Closing::Restarting);
        assert!(!outbox.push(text_frame("three")));
        let items: Vec<QueuedFrame> = outbox.items().collect().await;
        assert_eq!(
            items,
            [
                QueuedFrame::Frame(text_frame("one")),
                QueuedFrame::Frame(text_frame("two")),
                QueuedFrame::Close(Closing::Restarting)
            ]
        );
    }

    #[tokio::test]
    async fn slow_reader_is_disconnected() {
        let outbox = FrameOutbox::new(5);
        assert!(outbox.push(text_frame("12345")));
        assert!(!outbox.push(text_frame("6")));
        let items: Vec<QueuedFrame> = outbox.items().collect().await;
        assert_eq!(items, [QueuedFrame::Close(Closing::TooSlow)]);
    }

    #[tokio::test]
    async fn sent_frames_free_outbox_capacity() {
        let outbox = FrameOutbox::new(5);
        let mut items = Box::pin(outbox.items());
        for _ in 0..100 {
            assert!(outbox.push(text_frame("12345")));
            assert_eq!(
                items.next().await,
                Some(QueuedFrame::Frame(text_frame("12345")))
            );
        }
    }
}
