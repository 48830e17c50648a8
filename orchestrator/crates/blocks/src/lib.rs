//! Typed blocks and events of a chat, as stored, streamed, and drawn.
//!
//! Pure: no I/O, no clock, no randomness. The shapes are those of the wire contract,
//! field names in camelCase, times in RFC 3339, ids as UUID text.

mod block;
mod chat;
mod cursor;
mod event;
mod fold;
mod parser;
mod sse;
mod understood;
mod utf16;

pub use block::{
    Alternative, Block, BlockContent, BlockType, Cell, ChartBlock, ChartData, ChartKind,
    ChartQuery, Choice, DataColumn, Locator, RowRange, TextRange,
};
pub use chat::{Chat, Metered, Rating, Thumb, Turn};
pub use cursor::{Cursor, CursorError};
pub use event::{Event, Outcome, Phase, StoredEvent, TurnError, UserMessage};
pub use fold::{Fold, Live, OpenBlock, Progress};
pub use parser::{DirectiveName, Parser, Piece, Utf8Front};
pub use sse::encode_event;
pub use understood::{UnderstoodWord, WordState};
pub use utf16::{after_utf16, utf16_length};
