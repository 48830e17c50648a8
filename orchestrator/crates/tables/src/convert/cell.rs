//! One cell of a table that is being read, and a table as a stream of rows of cells.

use std::borrow::Cow;

use portolan_query::WorkerFailure;

#[derive(Clone, Debug, PartialEq)]
pub enum RawCell<'a> {
    Null,
    /// From an untyped file: its type is inferred from the whole column.
    Untyped(&'a str),
    /// Text in a file with types; only a date may still be found in it.
    Text(Cow<'a, str>),
    Integer(i64),
    Number(f64),
    Boolean(bool),
    /// Microseconds since 1970, without a zone.
    Datetime(i64),
}

impl RawCell<'_> {
    pub fn is_blank(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Untyped(text) => text.trim().is_empty(),
            Self::Text(text) => text.trim().is_empty(),
            _ => false,
        }
    }

    /// Formats the cell for display.
    pub fn display(&self) -> Cow<'_, str> {
        match self {
            Self::Null => Cow::Borrowed(""),
            Self::Untyped(text) => Cow::Borrowed(text),
            Self::Text(text) => Cow::Borrowed(text),
            Self::Integer(value) => Cow::Owned(value.to_string()),
            Self::Number(value) => Cow::Owned(value.to_string()),
            Self::Boolean(value) => Cow::Owned(value.to_string()),
            Self::Datetime(micros) => {
                let value = crate::value::datetime_value(*micros);
                let text = value.as_str().unwrap_or_default();
                Cow::Owned(text.strip_suffix("T00:00:00").unwrap_or(text).to_owned())
            }
        }
    }
}

/// Takes one row; an error ends the reading.
pub type EachRow<'a> = &'a mut dyn FnMut(&[RawCell<'_>]) -> Result<(), WorkerFailure>;

/// A table in a file. It is read twice, once for its types and once for its values, so that
/// memory does not grow with its rows.
pub trait RowSource {
    fn read(&mut self, each: EachRow<'_>) -> Result<(), WorkerFailure>;

    /// Names that the rows themselves gave to their columns, once they were read.
    fn names(&self) -> Option<Vec<String>> {
        None
    }

    /// Lists the conversions that reading it required.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }
}
