use portolan_charts::{ChartError as Fault, ChartErrors};
use portolan_sources::ObjectError;
use portolan_store::StoreError;

/// Why a chart was not made.
#[derive(Debug, thiserror::Error)]
pub enum ChartBuildError {
    /// The requested chart can't be drawn; each fault has a JSON pointer into the request.
    #[error(transparent)]
    Invalid(#[from] ChartErrors),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Object(#[from] ObjectError),
}

/// Why a chart was not refreshed; it stays as it is.
#[derive(Debug, thiserror::Error)]
pub enum RefreshError {
    #[error("this chart has no query to rerun: edit the chart instead")]
    NoQuery,
    /// The query, or the chart, does not fit the present data.
    #[error("{0}")]
    Failed(String),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Object(#[from] ObjectError),
}

impl ChartBuildError {
    pub fn at(path: &str, message: impl Into<String>) -> Self {
        Self::Invalid(ChartErrors(vec![Fault {
            path: path.to_owned(),
            message: message.into(),
        }]))
    }
}

impl From<ChartBuildError> for RefreshError {
    fn from(error: ChartBuildError) -> Self {
        match error {
            ChartBuildError::Invalid(faults) => {
                let messages: Vec<&str> = faults
                    .0
                    .iter()
                    .map(|fault| fault.message.as_str())
                    .collect();
                Self::Failed(messages.join(" "))
            }
            ChartBuildError::Store(error) => Self::Store(error),
            ChartBuildError::Object(error) => Self::Object(error),
        }
    }
}
