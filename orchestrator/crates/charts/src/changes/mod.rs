//! The differences between two versions of a chart: its rows, mark by mark, and its drawing.

mod document;
mod rows;
mod value;

pub use document::{DocumentChange, document_changes};
pub use rows::{ChangedCell, ChangedRow, RowChanges, row_changes};
