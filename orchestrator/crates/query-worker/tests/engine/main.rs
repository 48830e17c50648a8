//! The pool and the real worker, together.

mod convert;
mod lakes;
mod overflow;
mod overflows;
mod plans;
mod pool;
mod query;
mod reading;
mod sqlite;
mod support;
mod workbook;
