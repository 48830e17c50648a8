use std::{collections::VecDeque, io, sync::Arc, time::Duration};

use bytes::Bytes;
use futures_util::{Stream, stream};

use crate::{AnswerPlan, Fault, stats::Stats};

/// The bytes of a streamed answer, with what the plan breaks in them.
pub(crate) fn stream_body(
    plan: &AnswerPlan,
    lines: Vec<String>,
    strikes: bool,
    stats: Arc<Stats>,
) -> impl Stream<Item = io::Result<Bytes>> + use<> {
    let pieces = body_pieces(plan, lines, strikes);
    let first_wait = Duration::from_millis(plan.ttft);
    let wait = Duration::from_millis(plan.interval);
    stats.count_opened();
    let guard = AbortGuard {
        stats,
        whole: false,
    };
    let state = (pieces, guard, true);
    stream::unfold(state, move |(mut pieces, mut guard, is_first)| async move {
        let pause = if is_first { first_wait } else { wait };
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
        let piece = match pieces.pop_front() {
            Some(BodyPiece::Bytes(bytes)) => Ok(bytes),
            Some(BodyPiece::Cut) => {
                // Earlier output is flushed while the server waits here.
                tokio::task::yield_now().await;
                Err(io::Error::from(io::ErrorKind::ConnectionReset))
            }
            Some(BodyPiece::Stall) => std::future::pending().await,
            None => return None,
        };
        guard.whole = pieces.is_empty() && piece.is_ok();
        Some((piece, (pieces, guard, false)))
    })
}

enum BodyPiece {
    Bytes(Bytes),
    Cut,
    Stall,
}

/// Counts a stream as aborted unless its last byte was taken.
struct AbortGuard {
    stats: Arc<Stats>,
    whole: bool,
}

impl Drop for AbortGuard {
    fn drop(&mut self) {
        self.stats.count_closed(self.whole);
    }
}

fn body_pieces(plan: &AnswerPlan, mut lines: Vec<String>, strikes: bool) -> VecDeque<BodyPiece> {
    let fault = plan.fault.filter(|_| strikes);
    let done = fault.is_none_or(|fault| fault != Fault::NoDone);
    if let Some(fault) = fault
        && fault != Fault::NoDone
    {
        let whole = lines.len();
        // Every faulty stream lacks the regular end of the stream.
        lines.truncate(plan.after.clamp(1, whole.saturating_sub(2).max(1)));
    }
    let mut pieces: VecDeque<BodyPiece> = lines.iter().map(|line| data_piece(line)).collect();
    match fault {
        None | Some(Fault::NoDone | Fault::Status) => {}
        Some(Fault::Disconnect) => {
            pieces.push_back(BodyPiece::Bytes(Bytes::from_static(b"data: {\"id\":\"chatcm")));
            pieces.push_back(BodyPiece::Cut);
        }
        Some(Fault::Stall) => pieces.push_back(BodyPiece::Stall),
        Some(Fault::Malformed) => pieces.push_back(data_piece("{\"choices\": [")),
        Some(Fault::Utf8) => {
            pieces.push_back(BodyPiece::Bytes(Bytes::from_static(b"data: {\"\xff\xfe\": 1}\n\n")));
        }
        Some(Fault::ErrorEvent) => pieces.push_back(data_piece(
            r#"{"error": {"message": "The engine lost its state.", "type": "server_error", "code": "internal"}}"#,
        )),
        Some(Fault::NoFinish) => {}
        Some(Fault::Empty) => pieces.clear(),
    }
    if done {
        pieces.push_back(data_piece("[DONE]"));
    }
    if plan.bytewise {
        pieces = pieces.into_iter().flat_map(split_bytewise).collect();
    }
    pieces
}

fn data_piece(line: &str) -> BodyPiece {
    BodyPiece::Bytes(Bytes::from(format!("data: {line}\n\n")))
}

fn split_bytewise(piece: BodyPiece) -> Vec<BodyPiece> {
    match piece {
        BodyPiece::Bytes(bytes) => (0..bytes.len())
            .map(|index| BodyPiece::Bytes(bytes.slice(index..=index)))
            .collect(),
        BodyPiece::Cut | BodyPiece::Stall => vec![piece],
    }
}
