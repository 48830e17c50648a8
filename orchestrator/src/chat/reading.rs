//! Reads the addresses that a message names, before its turn begins.

use actix::Recipient;
use url::Url;
use uuid::Uuid;

use super::{ChatServices, messages::SourceWasRead};
use crate::{
    assistant::UnreadSource,
    model::ReadOutcome,
    sources::{NewSource, ReadSources, WebReader},
    store::StoreError,
};

/// Whose sources are read, and who is to hear of them.
pub struct Reading<'a> {
    pub services: &'a ChatServices,
    pub chat_id: Uuid,
    pub user_id: Uuid,
    pub board: Recipient<SourceWasRead>,
}

impl Reading<'_> {
    /// Reads what waits. What cannot be read becomes a source that says why: the turn goes on, and
    /// nothing is made up. A turn that is interrupted here reads again.
    pub async fn read_waiting(
        &self,
        unread: &[UnreadSource],
        tell: &(dyn Fn(String) + Send + Sync),
    ) {
        let Some(web) = &self.services.web else {
            return;
        };
        for source in unread.iter().filter(|source| source.is_waiting) {
            let Some(url) = source.url.as_deref().and_then(|url| Url::parse(url).ok()) else {
                continue;
            };
            self.read(web, source.source_id, &url, tell).await;
        }
    }

    async fn read(
        &self,
        web: &WebReader,
        id: Uuid,
        url: &Url,
        tell: &(dyn Fn(String) + Send + Sync),
    ) {
        let new = NewSource {
            id,
            user_id: self.user_id,
            url,
        };
        let (sources, outcome) = match web.read(new, false, tell).await {
            Ok(sources) => {
                let outcome = sources.outcome();
                (sources, outcome)
            }
            Err(error) => {
                tracing::info!(error.cause = %error, "an address was not read");
                let sources = ReadSources {
                    main: web.unread(new, &error),
                    others: Vec::new(),
                };
                (sources, error.outcome())
            }
        };
        self.count(url, outcome).await;
        let now = self.services.clock.now();
        let finished = self
            .services
            .store
            .finish_source(&sources.main, &sources.others, self.chat_id, now)
            .await;
        match finished {
            Ok(addition) => {
                let chat = self.services.store.any_chat(self.chat_id).await;
                let is_unnamed = chat.is_ok_and(|chat| chat.title == url.as_str());
                let title = Some(sources.main.name).filter(|_| is_unnamed);
                // A chat that is gone has nobody to tell.
                let _ = self.board.try_send(SourceWasRead { title, addition });
            }
            // Read meanwhile, or deleted.
            Err(StoreError::NotFound(_)) => {}
            Err(error) => {
                tracing::error!(source.id = %id, error.cause = %error, "what was read could not be kept");
            }
        }
    }

    async fn count(&self, url: &Url, outcome: ReadOutcome) {
        let domain = url.host_str().unwrap_or_default();
        let now = self.services.clock.now();
        if let Err(error) = self.services.store.count_read(domain, outcome, now).await {
            tracing::warn!(error.cause = %error, "a read was not counted");
        }
    }
}
