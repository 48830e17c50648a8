//! MySQL and MariaDB: their sessions, types and SQL.

mod connect;
mod decode;
mod functions;
mod schema;
mod translate;
mod truth;

pub(super) use connect::{RESTART, connect, read_version, settings};
pub(super) use decode::MysqlType;
pub(super) use schema::{new_column, read_columns, read_tables, select_column};
pub(super) use translate::translate_query;
