//! Bookmarks, search, featured items and topics.

use portolan_domain::{Page, PageRequest, PublishedItem, SavedKind, SearchItem, Topic};
use portolan_environment::clock::Clock;
use portolan_store::{Store, StoreError, UnitOfWork};
use uuid::Uuid;

use super::{Principal, boards, charts, chats, portolans};

/// The use cases of a user's library.
#[derive(Clone)]
pub struct LibraryService {
    pub store: Store,
    pub clock: Clock,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl LibraryService {
    /// Bookmarks an item that the caller may see; repeating it changes nothing.
    pub async fn save_item(
        &self,
        unit: &UnitOfWork,
        caller: Principal,
        kind: SavedKind,
        item_id: Uuid,
    ) -> Result<(), Error> {
        let viewer = Some(caller);
        match kind {
            SavedKind::Board => drop(boards::find_visible_board(unit, viewer, item_id).await?),
            SavedKind::Chart => drop(charts::find_visible_chart(unit, viewer, item_id).await?),
            SavedKind::Chat => drop(chats::find_own_chat(unit, caller, item_id).await?),
            SavedKind::Portolan => {
                drop(portolans::find_visible_portolan(unit, viewer, item_id).await?);
            }
        }
        let now = self.clock.now();
        Ok(unit.save_item(caller.user_id, kind, item_id, now).await?)
    }

    /// Finds words in the caller's chats and charts and in all public charts.
    pub async fn search_items(
        &self,
        caller: Principal,
        words: &str,
        page: &PageRequest,
    ) -> Result<Page<SearchItem>, Error> {
        Ok(self.store.search(caller.user_id, words, page).await?)
    }

    /// Lists the topics of published and featured items.
    pub async fn list_topics(&self) -> Result<Vec<Topic>, Error> {
        Ok(self.store.topics(self.clock.now()).await?)
    }

    /// Lists the public items of a topic.
    pub async fn list_topic_items(
        &self,
        topic: &str,
        page: &PageRequest,
    ) -> Result<Page<PublishedItem>, Error> {
        Ok(self
            .store
            .topic_items(topic, page, self.clock.now())
            .await?)
    }

    /// Lists the curated items, of one kind and topic or of all, in the order of their curation.
    pub async fn list_featured(
        &self,
        kind: Option<SavedKind>,
        topic: Option<&str>,
        page: &PageRequest,
    ) -> Result<Page<PublishedItem>, Error> {
        let now = self.clock.now();
        Ok(self.store.curated_items(kind, topic, page, now).await?)
    }
}

/// Removes a bookmark; a missing one is no error.
pub async fn unsave_item(
    unit: &UnitOfWork,
    caller: Principal,
    kind: SavedKind,
    item_id: Uuid,
) -> Result<(), Error> {
    Ok(unit.unsave_item(caller.user_id, kind, item_id).await?)
}
