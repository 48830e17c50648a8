//! SQL databases as sources: the tables that a query names stay where they are, and the query goes to them.
//!
//! A table of a database is an object like any other table's, but a small one: it describes the table and holds
//! the sealed credentials. [`TableQueries`] runs queries over such tables in their database, and over all others in
//! a query worker.

mod access;
mod connect;
mod decode;
mod failure;
mod functions;
mod profile;
mod queries;
mod relay;
mod schema;
mod seal;
mod table;
mod tls;
mod translate;

pub use access::{DatabaseLogin, SslMode};
pub use queries::{DatabaseLimits, Databases, TableQueries};
pub use schema::{FoundTable, TableName};
pub use seal::AccessSeal;
pub use table::{DATABASE_KIND, DescribedTable, OBJECT_ENDING};
