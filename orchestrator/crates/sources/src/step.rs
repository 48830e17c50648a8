/// A progress step of reading a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadStep {
    pub label: String,
    /// How far it is, and of how much.
    pub done: Option<u64>,
    pub total: Option<u64>,
}

/// A callback for progress steps.
pub type OnReadStep<'a> = dyn Fn(ReadStep) + Send + Sync + 'a;

impl ReadStep {
    pub fn new(label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            done: None,
            total: None,
        }
    }

    /// At this page, from 1, of so many.
    pub fn page(page: u32, pages: u32) -> Self {
        Self {
            label: format!("Reading page {page} of {pages}"),
            done: Some(u64::from(page.saturating_sub(1))),
            total: Some(u64::from(pages)),
        }
    }
}
