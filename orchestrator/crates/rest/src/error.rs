use serde::Serialize;

/// A refusal in PostgREST's form. Clients branch on `code`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RestError {
    #[serde(skip)]
    pub status: u16,
    pub code: &'static str,
    pub details: Option<String>,
    pub hint: Option<String>,
    pub message: String,
}

impl RestError {
    pub fn new(status: u16, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            details: None,
            hint: None,
            message: message.into(),
        }
    }

    #[must_use]
    pub fn details(self, details: impl Into<String>) -> Self {
        Self {
            details: Some(details.into()),
            ..self
        }
    }

    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self {
            hint: Some(hint.into()),
            ..self
        }
    }

    /// Part of a query that is not understood.
    pub(crate) fn unparsed(what: &str, text: &str, expected: &str) -> Self {
        let shown: String = text.chars().take(100).collect();
        Self::new(
            400,
            "PGRST100",
            format!("\"failed to parse {what} ({shown})\" (line 1, column 1)"),
        )
        .details(format!("expecting {expected}"))
    }

    pub fn no_table(name: &str) -> Self {
        Self::new(
            404,
            "PGRST205",
            format!("Could not find the table 'public.{name}' in the schema cache"),
        )
        .hint("There are boards, charts, chats, portolans and saved")
    }

    pub fn no_column(table: &str, name: &str) -> Self {
        Self::new(
            400,
            "42703",
            format!("column {table}.{name} does not exist"),
        )
    }

    /// Of a value that is written.
    pub fn no_such_column(table: &str, name: &str) -> Self {
        Self::new(
            400,
            "PGRST204",
            format!("Could not find the '{name}' column of '{table}' in the schema cache"),
        )
    }

    pub fn bad_value(kind: &str, value: &str) -> Self {
        let shown: String = value.chars().take(100).collect();
        Self::new(
            400,
            "22P02",
            format!("invalid input syntax for type {kind}: \"{shown}\""),
        )
    }

    /// One row was asked for, and there are more or none.
    pub fn not_one(rows: u64) -> Self {
        Self::new(
            406,
            "PGRST116",
            "Cannot coerce the result to a single JSON object",
        )
        .details(format!("The result contains {rows} rows"))
    }

    pub fn bad_body() -> Self {
        Self::new(400, "PGRST102", "Empty or invalid json")
    }
}
