//! Failures of the engine, with messages that say what to do.

use datafusion::{arrow::error::ArrowError, common::SchemaError, error::DataFusionError};
use portolan_query::{FailureCode, WorkerFailure, nearest_name};
use portolan_tables::failure::{new_failure, trim_detail};

const NAMES_SHOWN: usize = 40;

/// The engine's errors are about what the query says, but for memory.
pub fn from_engine(error: &DataFusionError) -> WorkerFailure {
    match error.find_root() {
        DataFusionError::ResourcesExhausted(_) => new_failure(
            FailureCode::QueryTooLarge,
            "The query needs more memory than one may use. Filter or group earlier, or ask for fewer columns.",
        ),
        DataFusionError::SchemaError(error, _) => {
            new_failure(FailureCode::QueryInvalid, about_names(error))
        }
        DataFusionError::ArrowError(error, _)
            if let ArrowError::ArithmeticOverflow(cause) = &**error =>
        {
            new_failure(FailureCode::QueryInvalid, about_overflow(cause))
        }
        root => new_failure(
            FailureCode::QueryInvalid,
            first_sentence(&root.strip_backtrace()),
        ),
    }
}

fn about_overflow(cause: &str) -> String {
    let cause = trim_detail(cause);
    let cause = cause.trim_end_matches('.');
    format!(
        "A result is too large for its type: {cause}. Calculate with CAST(… AS DECIMAL(38, 0)) or CAST(… AS DOUBLE)."
    )
}

fn about_names(error: &SchemaError) -> String {
    match error {
        SchemaError::FieldNotFound {
            field,
            valid_fields,
        } => {
            let mut names: Vec<&str> = valid_fields.iter().map(|field| field.name()).collect();
            let mut seen = std::collections::HashSet::new();
            names.retain(|name| seen.insert(*name));
            let hint = nearest_name(field.name(), names.iter().copied())
                .map(|near| format!(" Did you mean \"{near}\"?"))
                .unwrap_or_default();
            let shown: Vec<String> = names
                .iter()
                .take(NAMES_SHOWN)
                .map(|name| format!("\"{name}\""))
                .collect();
            let more = names.len().saturating_sub(NAMES_SHOWN);
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            format!(
                "The column \"{}\" does not exist.{hint} The columns here are: {}{more}.",
                field.name(),
                shown.join(", ")
            )
        }
        SchemaError::AmbiguousReference { field } => format!(
            "The column \"{}\" is in more than one table. Write table.\"{}\".",
            field.name(),
            field.name()
        ),
        SchemaError::DuplicateQualifiedField { name, .. }
        | SchemaError::DuplicateUnqualifiedField { name } => format!(
            "Two columns of the result are called \"{name}\". Give one another name with AS."
        ),
    }
}

fn first_sentence(text: &str) -> String {
    let mut text = text;
    for prefix in [
        "Error during planning: ",
        "Execution error: ",
        "SQL error: ",
        "Arrow error: ",
        "This feature is not implemented: ",
        "Schema error: ",
    ] {
        text = text.strip_prefix(prefix).unwrap_or(text);
    }
    format!("{}.", trim_detail(text).trim_end_matches('.'))
}
