//! What changed between two versions of a chart: its rows, mark by mark, and what is drawn of them.

mod document;
mod rows;
mod value;

pub use document::{DocumentChange, document_changes};
pub use rows::{ChangedCell, ChangedRow, RowChanges, row_changes};
