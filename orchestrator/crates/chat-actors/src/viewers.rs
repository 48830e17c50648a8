use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use bytes::Bytes;
use serde::Serialize;
use tokio::sync::Notify;

/// Bytes that one viewer may have waiting; a slower one is let go and resumes by its cursor.
const VIEWER_BYTES: usize = 1 << 20;

/// Formats `{event, data}` as a server-sent event.
pub fn sse_frame(event: &impl Serialize) -> Bytes {
    let event = serde_json::to_value(event).unwrap_or_default();
    let name = event["event"].as_str().unwrap_or_default();
    format!("event: {name}\ndata: {}\n\n", event["data"]).into()
}

/// The live viewers of a chat. All viewers share the same buffers.
#[derive(Default)]
pub struct Viewers {
    viewers: Vec<FrameSender>,
}

/// The sending end of a viewer's queue, which ends when this is dropped.
struct FrameSender(Arc<ViewerQueue>);

/// One viewer's live tail; ends when the viewer fell behind or the chat left memory.
pub struct Tail(Arc<ViewerQueue>);

/// Frames on their way to one viewer. Holds no memory while nothing waits, as a channel's blocks
/// would: thousands of viewers wait for most of their time.
#[derive(Default)]
struct ViewerQueue {
    waiting: Mutex<PendingFrames>,
    /// Wakes the one reader.
    changed: Notify,
}

#[derive(Default)]
struct PendingFrames {
    frames: VecDeque<Bytes>,
    bytes: usize,
    has_ended: bool,
}

impl ViewerQueue {
    fn lock(&self) -> MutexGuard<'_, PendingFrames> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FrameSender {
    fn has_left(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }

    /// Queues a frame; false for a viewer that has left or has no room.
    fn send(&self, frame: &Bytes) -> bool {
        if self.has_left() {
            return false;
        }
        let mut waiting = self.0.lock();
        if waiting.bytes > 0 && waiting.bytes + frame.len() > VIEWER_BYTES {
            metrics::counter!("portolan_slow_viewers_total").increment(1);
            return false;
        }
        waiting.bytes += frame.len();
        waiting.frames.push_back(frame.clone());
        drop(waiting);
        self.0.changed.notify_one();
        true
    }
}

impl Drop for FrameSender {
    fn drop(&mut self) {
        self.0.lock().has_ended = true;
        self.0.changed.notify_one();
    }
}

impl Viewers {
    /// Adds a viewer that gets everything from now on.
    pub fn join(&mut self) -> Tail {
        let queue = Arc::new(ViewerQueue::default());
        self.viewers.push(FrameSender(Arc::clone(&queue)));
        Tail(queue)
    }

    pub fn send(&mut self, frame: &Bytes) {
        self.viewers.retain(|viewer| viewer.send(frame));
    }

    /// Forgets viewers that left; true if there are none.
    pub fn is_empty(&mut self) -> bool {
        self.viewers.retain(|viewer| !viewer.has_left());
        self.viewers.is_empty()
    }
}

impl Tail {
    /// The next frame, with all that waits behind it in one buffer.
    pub async fn next(&mut self) -> Option<Bytes> {
        loop {
            let frames = {
                let mut waiting = self.0.lock();
                if waiting.frames.is_empty() && waiting.has_ended {
                    return None;
                }
                waiting.bytes = 0;
                std::mem::take(&mut waiting.frames)
            };
            if let Some(bytes) = join_frames(frames) {
                return Some(bytes);
            }
            self.0.changed.notified().await;
        }
    }
}

/// Returns the bytes of all frames; None without frames.
fn join_frames(mut frames: VecDeque<Bytes>) -> Option<Bytes> {
    let first = frames.pop_front()?;
    if frames.is_empty() {
        return Some(first);
    }
    let length = first.len() + frames.iter().map(Bytes::len).sum::<usize>();
    let mut joined = Vec::with_capacity(length);
    for frame in std::iter::once(first).chain(frames) {
        joined.extend_from_slice(&frame);
    }
    Some(joined.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn viewer_receives_frames_in_order() {
        let mut viewers = Viewers::default();
        let mut tail = viewers.join();
        viewers.send(&Bytes::from_static(b"a"));
        viewers.send(&Bytes::from_static(b"b"));
        viewers.send(&Bytes::from_static(b"c"));
        assert_eq!(tail.next().await.unwrap(), "abc");
        viewers.send(&Bytes::from_static(b"d"));
        assert_eq!(tail.next().await.unwrap(), "d");
    }

    #[tokio::test]
    async fn slow_viewer_is_disconnected_and_other_viewers_continue() {
        let mut viewers = Viewers::default();
        let mut slow = viewers.join();
        let mut quick = viewers.join();
        let frame = Bytes::from(vec![b'x'; VIEWER_BYTES / 4]);
        for _ in 0..6 {
            viewers.send(&frame);
            quick.next().await.unwrap();
        }
        assert_eq!(slow.next().await.unwrap().len(), VIEWER_BYTES);
        assert!(slow.next().await.is_none());
        drop(quick);
        assert!(viewers.is_empty());
    }

    #[tokio::test]
    async fn single_frame_over_buffer_limit_is_delivered() {
        let mut viewers = Viewers::default();
        let mut tail = viewers.join();
        viewers.send(&Bytes::from(vec![b'x'; VIEWER_BYTES * 2]));
        assert_eq!(tail.next().await.unwrap().len(), VIEWER_BYTES * 2);
    }

    #[tokio::test]
    async fn waiting_tail_receives_later_frame_and_end() {
        let mut viewers = Viewers::default();
        let mut tail = viewers.join();
        let reader = tokio::spawn(async move { (tail.next().await, tail.next().await) });
        tokio::task::yield_now().await;
        viewers.send(&Bytes::from_static(b"late"));
        tokio::task::yield_now().await;
        drop(viewers);
        let (frame, end) = reader.await.unwrap();
        assert_eq!(frame.unwrap(), "late");
        assert!(end.is_none());
    }
}
