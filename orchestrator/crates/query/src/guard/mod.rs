//! Decides from the text alone whether a query may reach the engine.
//!
//! What is not known to be harmless is refused: the syntax tree is walked by name, and a
//! kind of clause, expression or function that is not listed here does not pass.

mod expressions;
mod functions;
mod shape;
mod size;

use sqlparser::{ast::Statement, dialect::GenericDialect, parser::Parser};

use crate::{FailureCode, WorkerFailure};

/// A query that may run over the tables that it was checked against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuardedQuery {
    /// The query as it was written, without a closing semicolon.
    pub sql: String,
    /// The given tables that it reads, in the order in which it names them.
    pub tables_used: Vec<String>,
}

/// Lets through exactly one SELECT over `tables`, within the limits of size and depth.
///
/// The error message contains advice for models and users.
pub fn guard_query(sql: &str, tables: &[&str]) -> Result<GuardedQuery, WorkerFailure> {
    let (_, guarded) = guarded_statement(sql, tables)?;
    Ok(guarded)
}

/// As `guard`, with the syntax tree that was checked, for the engine to plan.
pub fn guarded_statement(
    sql: &str,
    tables: &[&str],
) -> Result<(Statement, GuardedQuery), WorkerFailure> {
    let tokens = size::tokens_within_limits(sql)?;
    let mut statements = Parser::new(&GenericDialect {})
        .with_recursion_limit(size::PARSER_DEPTH)
        .with_tokens_with_locations(tokens)
        .parse_statements()
        .map_err(|error| {
            invalid_query(format!(
                "The SQL does not parse: {}.",
                plain_message(&error)
            ))
        })?;
    let statement = match (statements.pop(), statements.is_empty()) {
        (None, _) => return Err(invalid_query("The query is empty. Write one SELECT.")),
        (Some(_), false) => {
            return Err(refused_query(
                "Only one statement is allowed. Send one SELECT at a time.",
            ));
        }
        (Some(statement), true) => statement,
    };
    let Statement::Query(query) = &statement else {
        return Err(refused_query(
            "Only SELECT is allowed: a query reads tables and changes nothing. Write one SELECT, WITH … SELECT or UNION.",
        ));
    };
    let tables_used = shape::check_shape(query, tables)?;
    let sql = sql.trim().trim_end_matches([';', ' ', '\n', '\t', '\r']);
    Ok((
        statement,
        GuardedQuery {
            sql: sql.to_owned(),
            tables_used,
        },
    ))
}

fn plain_message(error: &sqlparser::parser::ParserError) -> String {
    use sqlparser::parser::ParserError::{ParserError, RecursionLimitExceeded, TokenizerError};
    let text = match error {
        ParserError(text) | TokenizerError(text) => text.clone(),
        RecursionLimitExceeded => "it is nested too deeply; use WITH to flatten it".to_owned(),
    };
    text.chars()
        .take(300)
        .collect::<String>()
        .trim_end_matches('.')
        .to_owned()
}

fn invalid_query(message: impl Into<String>) -> WorkerFailure {
    WorkerFailure {
        code: FailureCode::QueryInvalid,
        message: message.into(),
    }
}

fn refused_query(message: impl Into<String>) -> WorkerFailure {
    WorkerFailure {
        code: FailureCode::QueryRefused,
        message: message.into(),
    }
}
