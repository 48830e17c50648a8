//! Reads addresses for a chat: those that a message names, before its turn begins, and those that a
//! turn asks for.

use std::sync::Arc;

use actix::Recipient;
use portolan_assistant::{PageReader, ReadPage, UnreadSource};
use portolan_blocks::Phase;
use portolan_chat::TurnOutput;
use portolan_domain::BoardAddition;
use portolan_sources::{NewSource, ReadSources, ReadStep, WebReader};
use portolan_store::StoreError;
use tokio::sync::mpsc;
use url::Url;
use uuid::Uuid;

use super::{ChatServices, context, messages::SourceWasRead};

/// Whose sources are read, and who is to hear of them.
#[derive(Clone)]
pub struct ReadingContext {
    pub services: Arc<ChatServices>,
    pub chat_id: Uuid,
    pub user_id: Uuid,
    pub board: Recipient<SourceWasRead>,
    /// Hears of each step.
    pub outputs: mpsc::Sender<TurnOutput>,
}

impl ReadingContext {
    /// Reads what waits. What cannot be read becomes a source that says why: the turn goes on, and
    /// nothing is made up. A turn that is interrupted here reads again.
    pub async fn read_waiting(&self, unread: &[UnreadSource]) {
        let Some(web) = &self.services.web else {
            return;
        };
        for source in unread.iter().filter(|source| source.is_waiting) {
            let Some(url) = source.url.as_deref().and_then(|url| Url::parse(url).ok()) else {
                continue;
            };
            let sources = self.fetch_page(web, source.source_id, &url).await;
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
                    self.show_source(Some(sources.main.name).filter(|_| is_unnamed), addition);
                }
                // Read meanwhile, or deleted.
                Err(StoreError::NotFound(_)) => {}
                Err(error) => {
                    tracing::error!(source.id = %sources.main.id, error.cause = %error, "what was read could not be kept");
                }
            }
        }
    }

    /// Returns the page at an address, or a source with the reason why it couldn't be read.
    async fn fetch_page(&self, web: &WebReader, id: Uuid, url: &Url) -> ReadSources {
        let new = NewSource {
            id,
            user_id: self.user_id,
            url,
        };
        let tell = |step: ReadStep| {
            let progress = TurnOutput::Progress {
                phase: Phase::Reading,
                label: step.label,
                done: step.done,
                total: step.total,
            };
            // If the chat can't keep up, it learns of the next step instead.
            let _ = self.outputs.try_send(progress);
        };
        let (sources, outcome) = match web.read(new, false, &tell).await {
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
        let domain = url.host_str().unwrap_or_default();
        let now = self.services.clock.now();
        if let Err(error) = self.services.store.count_read(domain, outcome, now).await {
            tracing::warn!(error.cause = %error, "a read was not counted");
        }
        sources
    }

    /// Serves the sources that the original of a replayed turn got from this address; None if it got none.
    async fn read_recorded(&self, url: &Url) -> Result<Option<ReadPage>, context::ContextError> {
        let Some(record) = self.services.records.get(self.chat_id) else {
            return Ok(None);
        };
        let store = &self.services.store;
        let now = self.services.clock.now();
        let mut sources = Vec::new();
        for source_id in record.sources_of(url) {
            store.attach_source(self.chat_id, source_id, now).await?;
            sources.push(store.source(source_id, self.user_id).await?);
        }
        let Some(detail) = sources.first().map(|main| main.detail.clone()) else {
            return Ok(None);
        };
        let found = context::describe_sources(&self.services, sources).await?;
        Ok(Some(ReadPage {
            tables: found.tables,
            documents: found.documents,
            unread: found.unread,
            detail,
        }))
    }

    fn show_source(&self, title: Option<String>, addition: Option<BoardAddition>) {
        // A chat that is gone has no one to tell.
        let _ = self.board.try_send(SourceWasRead { title, addition });
    }

    /// Reads an address into the chat.
    async fn bring_in(
        &self,
        web: &WebReader,
        url: &Url,
    ) -> Result<ReadPage, context::ContextError> {
        let sources = self.fetch_page(web, self.services.ids.id(), url).await;
        let now = self.services.clock.now();
        let store = &self.services.store;
        let addition = store
            .bring_sources(&sources.main, &sources.others, self.chat_id, now)
            .await?;
        self.show_source(None, addition);
        let detail = sources.main.detail.clone();
        let all = std::iter::once(sources.main).chain(sources.others);
        let found = context::describe_sources(&self.services, all).await?;
        Ok(ReadPage {
            tables: found.tables,
            documents: found.documents,
            unread: found.unread,
            detail,
        })
    }
}

#[async_trait::async_trait]
impl PageReader for ReadingContext {
    async fn read(&self, url: &Url) -> ReadPage {
        let failed = || ReadPage {
            detail: Some("It could not be read at the moment.".into()),
            ..ReadPage::default()
        };
        let Some(web) = &self.services.web else {
            return match self.read_recorded(url).await {
                Ok(Some(page)) => page,
                Ok(None) => failed(),
                Err(error) => {
                    tracing::error!(chat.id = %self.chat_id, error.cause = %error, "a recorded page could not be served");
                    failed()
                }
            };
        };
        match self.bring_in(web, url).await {
            Ok(page) => page,
            Err(context::ContextError::Store(error @ StoreError::TooManyItems { .. })) => {
                ReadPage {
                    detail: Some(format!("It was not stored: {error}.")),
                    ..ReadPage::default()
                }
            }
            Err(error) => {
                tracing::error!(chat.id = %self.chat_id, error.cause = %error, "what was read could not be kept");
                failed()
            }
        }
    }
}
