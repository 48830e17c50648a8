//! From a row of items to a plan: phrases are read from left to right, then the plan is completed with defaults.

mod complete;
mod conditions;
mod coverage;
mod defaults;
mod draft;
mod orders;
mod part_of_year;
mod phrases;
mod shares;
mod stock;
mod texts;
mod unit_of_time;
mod whole_behind;

pub use complete::{complete_with_unknown, group_column, join_tables};
pub use draft::Mention;
pub use phrases::read;
pub use shares::ratio_of_sums;
