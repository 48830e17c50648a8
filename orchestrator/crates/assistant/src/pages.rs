use std::{fmt, sync::Arc};

use url::Url;

use super::{SourceDocument, SourceTable, UnreadSource};

/// Reads addresses in the middle of a turn.
#[async_trait::async_trait]
pub trait PageReader: Send + Sync {
    /// Reads the page at `url`, which belongs to the chat from now on. An unreadable page is
    /// returned unread, with the reason.
    async fn read(&self, url: &Url) -> ReadPage;
}

/// A page found at an address.
#[derive(Clone, Debug, Default)]
pub struct ReadPage {
    pub tables: Vec<SourceTable>,
    pub documents: Vec<SourceDocument>,
    pub unread: Vec<UnreadSource>,
    /// The missing part, in a sentence.
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
