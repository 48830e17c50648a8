//! The pool and the real worker, together.

mod pool;
mod query;
mod support;
