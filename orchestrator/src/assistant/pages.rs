use std::{fmt, sync::Arc};

use url::Url;

use super::{SourceDocument, SourceTable, UnreadSource};

/// Reads addresses in the middle of a turn.
#[async_trait::async_trait]
pub trait PageReader: Send + Sync {
    /// What is at `url`; it belongs to the chat from now on. One that cannot be read is found
    /// unread, with the reason.
    async fn read(&self, url: &Url) -> ReadPage;
}

/// What was found at an address.
#[derive(Clone, Debug, Default)]
pub struct ReadPage {
    pub tables: Vec<SourceTable>,
    pub documents: Vec<SourceDocument>,
    pub unread: Vec<UnreadSource>,
    /// What is missing of it, in a sentence.
    pub detail: Option<String>,
}

/// A reader that a request carries.
#[derive(Clone)]
pub struct Pages(pub Arc<dyn PageReader>);

impl fmt::Debug for Pages {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Pages")
    }
}
