//! Portolan's server: everything behind the binary `portolan`, as a library so that tests can use it.
//!
//! Import direction: boot → {http, replay} → {mcp, services} → charts → {billing, chat, feedback, mail, realtime, storage, views, webhooks} → sources → {assistant, store} → {databases, model} → {dial, ids, clock, telemetry}.

pub mod assistant;
pub mod billing;
pub mod boot;
pub mod charts;
pub mod chat;
pub mod databases;
pub mod feedback;
pub mod http;
pub mod mail;
pub mod mcp;
pub mod realtime;
pub mod replay;
pub mod services;
pub mod sources;
pub mod storage;
pub mod store;
pub mod telemetry;
pub mod views;
pub mod webhooks;

/// Holds small allocations closer together than the C library's allocator: an open event stream is
/// little else.
#[cfg(not(test))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
