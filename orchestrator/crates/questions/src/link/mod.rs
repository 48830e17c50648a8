//! Links: which columns, values and nouns the words of a question may name, each with a cost.

mod columns;
mod ranges;
pub mod related;
mod spelling;
mod values;

pub use columns::{
    ColumnLink, is_deed_of_quantity, is_loose_name, is_year_of_months, link_columns,
};
pub use ranges::{NumberRange, ranges_of};
pub use spelling::correct;
pub use values::{ValueIndex, ValueLink};
