//! SQL databases and Parquet files in object stores as sources: the tables that a query names stay where they are, and
//! the query goes to them.
//!
//! A table of a database is an object like any other table's, but a small one: it describes the table and holds
//! the sealed credentials. [`TableQueries`] runs queries over such tables in their database, and over all others in
//! a query worker. A query over a database and a file takes the rows that it needs from the database first. Files in
//! object stores are read by a query worker through the server, see [`lake`].

mod access;
mod connect;
mod decode;
mod extract;
mod failure;
mod functions;
mod lake;
mod mysql;
mod profile;
mod queries;
mod relay;
mod results;
mod schema;
mod seal;
mod table;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod tls;
mod translate;

pub use access::{DatabaseEngine, DatabaseLogin, SslMode, is_remote_kind};
pub use lake::{DescribedLake, LAKE_ENDING, LAKE_KIND, LakeLogin};
pub use queries::{DatabaseLimits, Databases, TableQueries};
pub use schema::{FoundTable, TableName};
pub use seal::AccessSeal;
pub use table::{DescribedTable, OBJECT_ENDING};
