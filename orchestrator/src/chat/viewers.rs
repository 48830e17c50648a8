use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use bytes::Bytes;
use serde::Serialize;
use tokio::sync::mpsc;

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
    viewers: Vec<Viewer>,
}

struct Viewer {
    frames: mpsc::UnboundedSender<Bytes>,
    /// Bytes that were sent and not yet read; what bounds the channel.
    waiting: Arc<AtomicUsize>,
}

/// One viewer's live tail; ends when the viewer fell behind or the chat left memory.
pub struct Tail {
    frames: mpsc::UnboundedReceiver<Bytes>,
    waiting: Arc<AtomicUsize>,
}

impl Viewers {
    /// Adds a viewer that gets everything from now on.
    pub fn join(&mut self) -> Tail {
        let (sender, receiver) = mpsc::unbounded_channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        self.viewers.push(Viewer {
            frames: sender,
            waiting: Arc::clone(&waiting),
        });
        Tail {
            frames: receiver,
            waiting,
        }
    }

    pub fn send(&mut self, frame: &Bytes) {
        self.viewers.retain(|viewer| {
            let waiting = viewer.waiting.fetch_add(frame.len(), Ordering::Relaxed);
            let has_room = waiting == 0 || waiting + frame.len() <= VIEWER_BYTES;
            has_room && viewer.frames.send(frame.clone()).is_ok()
        });
    }

    /// Forgets viewers that left; true if there are none.
    pub fn is_empty(&mut self) -> bool {
        self.viewers.retain(|viewer| !viewer.frames.is_closed());
        self.viewers.is_empty()
    }
}

impl Tail {
    /// The next frame, with all that waits behind it in one buffer.
    pub async fn next(&mut self) -> Option<Bytes> {
        let first = self.frames.recv().await?;
        let mut length = first.len();
        let Ok(second) = self.frames.try_recv() else {
            self.waiting.fetch_sub(length, Ordering::Relaxed);
            return Some(first);
        };
        let mut joined = Vec::with_capacity(first.len() + second.len());
        joined.extend_from_slice(&first);
        joined.extend_from_slice(&second);
        while let Ok(frame) = self.frames.try_recv() {
            joined.extend_from_slice(&frame);
        }
        length = joined.len();
        self.waiting.fetch_sub(length, Ordering::Relaxed);
        Some(joined.into())
    }
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
    async fn slow_viewer_is_disconnected_and_others_stay() {
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
}
