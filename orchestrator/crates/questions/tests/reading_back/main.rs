//! Plans in their stored form, read back from statements, and compared with charts of others.

#[path = "../support/mod.rs"]
mod support;

mod contradictions;
mod select;
mod stored;
