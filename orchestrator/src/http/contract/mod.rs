//! The contract of `/api`: the router and the OpenAPI document are built from the same table of routes.
//!
//! Route tables look like those of actix. Parameters, bodies, answers and security come from the types of
//! the handlers; a handler that builds its own response has its answers named beside it.

mod arguments;
mod document;
mod operation;
mod pages;
mod routes;
mod schemas;

#[cfg(test)]
mod tests;

pub use arguments::DescribeAnswer;
pub use document::document;
pub use operation::{Description, Operation};
pub use pages::routes as pages;
pub use routes::{Routes, delete, get, head, patch, post, put, resource};
