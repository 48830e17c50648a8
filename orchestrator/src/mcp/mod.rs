//! The Model Context Protocol: the charting tools for programs of other models.
//!
//! Tools, resources and prompts translate to the product API, which they call over HTTP with the
//! caller's own token. So rights, limits and credits are checked in one place, and the same server
//! speaks for this process (`/mcp`), for another one (`portolan mcp --server`) and for a private one.

mod api;
mod arguments;
mod pictures;
mod prompts;
mod resources;
mod server;
mod tools;

pub use api::{Api, ApiError};
pub use server::McpServer;
