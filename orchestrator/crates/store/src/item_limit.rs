use portolan_ledger::PlanLimits;
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    account_plans::read_limits,
    database::Session,
    value::{DatabaseRow, params},
};

/// A kind of item whose number is bounded for each account.
#[derive(Clone, Copy, Debug)]
pub(super) enum ItemKind {
    ApiKey,
    Board,
    Bookmark,
    Chart,
    Chat,
    Document,
    Source,
    StoredFile,
}

/// Counts no further than the limit.
macro_rules! count {
    ($table:literal) => {
        concat!(
            "SELECT COUNT(*) AS items FROM (SELECT 1 FROM ",
            $table,
            " WHERE user_id = $1 LIMIT $2) AS counted"
        )
    };
}

impl ItemKind {
    /// Returns the statement that counts the items of user `$1`, no further than `$2`.
    pub(super) fn count(self) -> &'static str {
        match self {
            Self::ApiKey => count!("api_keys"),
            Self::Board => count!("boards"),
            Self::Bookmark => count!("saved"),
            Self::Chart => count!("charts"),
            Self::Chat => count!("chats"),
            Self::Document => count!("portolans"),
            Self::Source => count!("sources"),
            Self::StoredFile => {
                "SELECT COUNT(*) AS items FROM \
                 (SELECT 1 FROM storage_objects WHERE owner_id = $1 LIMIT $2) AS counted"
            }
        }
    }

    fn plural(self) -> &'static str {
        match self {
            Self::ApiKey => "API keys",
            Self::Board => "boards",
            Self::Bookmark => "bookmarks",
            Self::Chart => "charts",
            Self::Chat => "chats",
            Self::Document => "documents",
            Self::Source => "sources",
            Self::StoredFile => "stored files",
        }
    }

    /// Returns the number of items that a plan includes; None for no limit of its own.
    fn included(self, limits: &PlanLimits) -> Option<u64> {
        match self {
            Self::ApiKey => Some(limits.api_keys),
            Self::Source => limits.sources,
            // Plans limit their bytes.
            Self::StoredFile => None,
            Self::Board | Self::Bookmark | Self::Chart | Self::Chat | Self::Document => {
                limits.items
            }
        }
    }
}

impl Store {
    /// Fails if the account has as many items of this kind as it may store.
    pub(super) async fn ensure_room(
        &self,
        session: &mut Session,
        user_id: Uuid,
        kind: ItemKind,
    ) -> Result<()> {
        self.ensure_room_for(session, user_id, kind, 1).await
    }

    /// Fails if the account may not store so many more items of this kind.
    pub(super) async fn ensure_room_for(
        &self,
        session: &mut Session,
        user_id: Uuid,
        kind: ItemKind,
        more: usize,
    ) -> Result<()> {
        if more == 0 {
            return Ok(());
        }
        let limits = read_limits(session, &self.plans, user_id).await?;
        let Some(room) = self.room_for(kind, &limits) else {
            return Ok(());
        };
        let row = session
            .row(kind.count(), params![user_id, room.counted()])
            .await?;
        room.check(row.as_ref(), more)
    }

    /// Returns how many items of this kind an account may store; None if there is no limit.
    pub(super) fn room_for(&self, kind: ItemKind, limits: &PlanLimits) -> Option<ItemRoom> {
        let of_plan = kind.included(limits);
        let limit = of_plan.into_iter().chain(self.account_items()).min()?;
        Some(ItemRoom {
            kind,
            limit,
            is_of_plan: of_plan == Some(limit),
        })
    }
}

/// The number of items that an account may store.
#[derive(Clone, Copy, Debug)]
pub(super) struct ItemRoom {
    kind: ItemKind,
    limit: u64,
    is_of_plan: bool,
}

impl ItemRoom {
    /// Returns how far to count.
    pub fn counted(self) -> u64 {
        self.limit.max(1)
    }

    /// Fails if there is no room for so many more than the counted ones.
    pub fn check(self, counted: Option<&DatabaseRow>, more: usize) -> Result<()> {
        let items: i64 = counted.map_or(Ok(0), |row| row.get("items"))?;
        let items = u64::try_from(items).unwrap_or(0);
        if items.saturating_add(more as u64) <= self.limit {
            return Ok(());
        }
        let (items, limit) = (self.kind.plural(), self.limit);
        Err(if self.is_of_plan {
            StoreError::PlanLimit { items, limit }
        } else {
            StoreError::TooManyItems { items, limit }
        })
    }
}
