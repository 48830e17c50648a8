//! The structure of a text: sections, passages, and what can be said of them in its own words.
//!
//! Pure. Whatever is given back as a [`Quote`] stands in the source, word for word, at its place; nothing is
//! summarized, translated or made up.

mod chapters;
mod clause;
mod dates;
mod decode;
mod document;
mod draft;
mod events;
mod excerpt;
mod figures;
mod format;
mod index;
mod key_passages;
mod language;
mod lexicon;
mod markdown;
mod outline;
mod phrases;
mod plain;
mod profile;
mod search;
mod sentences;
mod tabular;
mod timed;
mod transcript;
mod typed;
mod words;

pub use chapters::Chapter;
pub use decode::{Decoded, decode_text};
pub use document::{Document, Passage, Quote, Section};
pub use events::DatedEvent;
pub use excerpt::{excerpt_of, first_sentences};
pub use figures::Figure;
pub use format::Format;
pub use language::Language;
pub use profile::{DocumentProfile, SectionProfile};
pub use search::{FoundPassages, Hit};
pub use tabular::is_table;
pub use typed::{TypedTable, find_typed_table};
