//! Portolan's server: everything behind the binary `portolan`, as a library so that tests can use it.
//!
//! Import direction: boot → http → {mcp, services} → charts → {billing, feedback, mail, storage, views, webhooks}.
//! The layers below are crates: replay → {chat-actors, realtime-hub} → sources → {assistant, store} → {databases, domain} → {dial, environment, telemetry}.

pub mod billing;
pub mod boot;
pub mod charts;
pub mod feedback;
pub mod http;
pub mod mail;
pub mod mcp;
pub mod services;
pub mod storage;
pub mod views;
pub mod webhooks;

/// Holds small allocations closer together than the C library's allocator: an open event stream is
/// little else.
#[cfg(not(test))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
