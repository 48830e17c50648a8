//! Links: which columns, values and nouns the words of a question may name, each with a cost.

mod columns;
mod lists;
mod other_meanings;
mod ranges;
pub mod related;
mod shortened;
mod spelling;
mod values;

pub use columns::{ColumnLink, is_loose_name, link_columns};
pub use other_meanings::{is_deed_of_quantity, is_year_of_months};
pub use ranges::{NumberRange, ranges_of};
pub use spelling::correct;
pub use values::{ValueIndex, ValueLink};
