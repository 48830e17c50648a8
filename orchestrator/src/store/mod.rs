//! All SQL: SQLite and PostgreSQL behind the same functions.
