//! Typed blocks and events of a chat: what is stored, streamed, and drawn.
//!
//! Pure: no I/O, no clock, no randomness. The shapes are those of the wire contract,
//! field names in camelCase, times in RFC 3339, ids as UUID text.

mod block;
mod cursor;
mod event;

pub use block::{
    Block, BlockContent, BlockType, ChartBlock, ChartData, ChartKind, ChartQuery, DataColumn,
    Locator, RowRange,
};
pub use cursor::{Cursor, CursorError};
pub use event::{Event, Outcome, Phase, StoredEvent, TurnError, UserMessage};
