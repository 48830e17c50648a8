//! The product's tables as exposed over REST, and the supported part of PostgREST's grammar: parsed against
//! an allow-list of tables and columns, and compiled to SQL whose every value is a parameter.
//!
//! Pure: no I/O. Whose rows are meant is no part of the grammar: every statement has the owner as
//! its first condition.

mod csv;
mod error;
mod filter;
mod prefer;
mod query;
mod sql;
mod table;
pub mod text;

pub use csv::write_csv;
pub use error::RestError;
pub use filter::{ConditionTest, RowCondition, RowFilter};
pub use prefer::{Accepted, CountMode, Duplicates, Prefer, Return};
pub use query::{RowOrder, Selected, TableQuery, parse_query};
pub use sql::{Dialect, ParamValue, SqlStatement, write_count, write_select};
pub use table::{ExposedColumn, ExposedTable, PostgresType};
