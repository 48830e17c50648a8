//! Extraction of content from bytes: the main text of a page and its tables, the pages of a PDF, a
//! feed's entries, captions, plain text.
//!
//! Pure: bytes in, words of theirs out. Nothing is summarized or made up, and what could not be had is said.
//! The libraries behind it may hang, panic or eat memory over hostile bytes: only the worker links this
//! crate, in a process that can be ended.

mod captions;
mod feed;
mod html;
mod input;
mod kind;
mod pdf;
mod player;
mod text;

pub use input::{PageWatch, SourceBytes, Unreadable};
pub use kind::{ByteKind, sniff_kind};
use portolan_query::reading::{ContentKind, SourceContent};

/// Reads what the bytes hold; `watch` hears of the pages of a long one.
///
/// # Errors
/// Fails if there is nothing that a user could read: a picture, an archive, broken bytes.
pub fn read_source(
    input: &SourceBytes<'_>,
    watch: &mut PageWatch<'_>,
) -> Result<SourceContent, Unreadable> {
    match sniff_kind(input) {
        ByteKind::Html => html::read_html(input),
        ByteKind::Pdf => pdf::read_pdf(input, watch),
        ByteKind::Feed => feed::read_feed(input).or_else(|_| text::read_text(input)),
        ByteKind::Captions => captions::read_captions(input),
        ByteKind::Markdown | ByteKind::Text => text::read_text(input),
        ByteKind::Table => Ok(SourceContent::of(ContentKind::Table)),
        ByteKind::Other(what) => Err(Unreadable::new(format!(
            "This is {what}, which holds no text or table that could be read."
        ))),
    }
}
