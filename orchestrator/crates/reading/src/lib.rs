//! What is in the bytes behind an address: the main text of a page and its tables, a feed's entries, captions, plain text.
//!
//! Pure: bytes in, words of theirs out. Nothing is summed up or made up, and what could not be had
//! is said. One pass without recursion: hostile bytes cost no more time and memory than others.

mod address;
mod captions;
mod feed;
mod grid;
mod html;
mod kind;
mod markup;
mod player;
mod reading;
mod text;

pub use address::readable_address;
pub use captions::as_captions;
pub use grid::Grid;
pub use kind::{ByteKind, sniff};
pub use reading::{Input, Kind, Metadata, Reading, Status, Text, Track, Unreadable};

/// Reads what the bytes hold.
///
/// # Errors
/// Where there is nothing that a person could read: a picture, an archive, broken bytes.
pub fn read(input: &Input<'_>) -> Result<Reading, Unreadable> {
    match sniff(input) {
        ByteKind::Html => html::read(input),
        ByteKind::Pdf => Err(Unreadable::new(
            "This is a PDF, and PDF is not read yet. Copy its text and paste it as a source.",
        )),
        ByteKind::Feed => feed::read(input).or_else(|_| text::read(input)),
        ByteKind::Captions => captions::read(input),
        ByteKind::Markdown | ByteKind::Text => text::read(input),
        ByteKind::Table => Ok(Reading::of(Kind::Table)),
        ByteKind::Other(what) => Err(Unreadable::new(format!(
            "This address gives {what}, which holds no text or table that could be read."
        ))),
    }
}
