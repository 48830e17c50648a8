use std::{
    path::PathBuf,
    sync::{Arc, OnceLock},
};

use portolan_documents::{Document, DocumentProfile};
use portolan_domain::find_links;
use url::Url;
use uuid::Uuid;

/// A stored source as a text. It is read and parsed when a tool first needs it.
#[derive(Clone, Debug)]
pub struct SourceDocument {
    pub source_id: Uuid,
    /// The source's display name.
    pub title: String,
    pub url: Option<String>,
    pub profile: DocumentProfile,
    /// The text, as UTF-8.
    path: PathBuf,
    document: Arc<OnceLock<Option<Document>>>,
}

impl SourceDocument {
    pub fn new(
        source_id: Uuid,
        title: String,
        url: Option<String>,
        profile: DocumentProfile,
        path: PathBuf,
    ) -> Self {
        Self {
            source_id,
            title,
            url,
            profile,
            path,
            document: Arc::default(),
        }
    }

    /// Reads the text, off the runtime: a long one takes a while.
    pub(crate) async fn load(&self) {
        if self.document.get().is_some() {
            return;
        }
        let own = self.clone();
        let loaded = tokio::task::spawn_blocking(move || {
            own.document
                .get_or_init(|| match std::fs::read_to_string(&own.path) {
                    Ok(text) => Some(Document::read(&text, own.profile.format, &own.title)),
                    Err(error) => {
                        tracing::warn!(source.id = %own.source_id, error.cause = %error, "document not read");
                        None
                    }
                });
        });
        if let Err(error) = loaded.await {
            tracing::error!(source.id = %self.source_id, error.cause = %error, "document not parsed");
        }
    }

    /// Returns whether the address occurs in the text, as a page's links do.
    pub(crate) async fn has_link(&self, url: &Url) -> bool {
        let (path, url) = (self.path.clone(), url.clone());
        let found = tokio::task::spawn_blocking(move || {
            let text = std::fs::read_to_string(path).unwrap_or_default();
            let address = url.as_str();
            text.contains(address.trim_end_matches('/')) && find_links(&text).contains(&url)
        });
        found.await.unwrap_or(false)
    }

    /// None before it is loaded, and if it can't be read.
    pub(crate) fn document(&self) -> Option<&Document> {
        self.document.get()?.as_ref()
    }
}
