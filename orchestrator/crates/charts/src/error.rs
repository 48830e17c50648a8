use std::fmt;

/// An error in a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartError {
    /// A JSON pointer into the request: `/spec/encoding/x/field`.
    pub path: String,
    /// The fault and its fix, for the model that wrote the chart.
    pub message: String,
}

/// Never empty; the most distinctive first.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ChartErrors(pub Vec<ChartError>);

/// Errors beyond these repeat themselves.
const SHOWN: usize = 6;

impl ChartError {
    pub(crate) fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            message: message.into(),
        }
    }
}

impl fmt::Display for ChartErrors {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().take(SHOWN).enumerate() {
            if index > 0 {
                formatter.write_str("\n")?;
            }
            write!(formatter, "{}: {}", error.path, error.message)?;
        }
        Ok(())
    }
}

/// `{parent}/{key}` with the key escaped as JSON pointers want it.
pub(crate) fn join_pointer(parent: &str, key: impl fmt::Display) -> String {
    let key = key.to_string().replace('~', "~0").replace('/', "~1");
    format!("{parent}/{key}")
}
