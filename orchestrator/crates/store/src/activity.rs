//! Admin views: the latest chats, and the record of who viewed them.

use portolan_domain::{
    ActivityFilter, ActivitySort, ActivityUser, AdminAction, ChatActivity, ChatView, Page,
    PageRequest, ViewingAdmin,
};
use uuid::Uuid;

use super::{
    Result, Store, StoreError, admin_actions,
    database::Session,
    keyset::{Keyset, keyset_page, start},
    paging::{Below, row_limit_of, to_cursor, to_page},
    stored_objects::above_prefix,
    user_usage::FOUND_USERS,
    value::{DatabaseRow, params},
};

/// Returns the statement for chats with their owners and newest turns; `listed` is a table or a subquery of that name.
fn newest_turns(listed: &str) -> String {
    format!(
        "SELECT listed.id, listed.user_id, listed.created_at, listed.updated_at, users.email, profiles.username, \
         turns.model, turns.outcome, turns.finished_at, \
         (SELECT COUNT(*) FROM turns AS counted WHERE counted.chat_id = listed.id) AS turns, \
         (SELECT CAST(COALESCE(SUM(charged), 0) AS BIGINT) FROM turns AS summed WHERE summed.chat_id = listed.id) \
         AS credits FROM {listed} AS listed \
         JOIN turns ON turns.chat_id = listed.id AND turns.first_event_id = \
         (SELECT MAX(newest.first_event_id) FROM turns AS newest WHERE newest.chat_id = listed.id) \
         JOIN users ON users.id = listed.user_id \
         LEFT JOIN profiles ON profiles.user_id = listed.user_id"
    )
}

impl Store {
    /// Lists all users' chats in which something was asked.
    pub async fn latest_activity(
        &self,
        filter: &ActivityFilter,
        request: &PageRequest,
    ) -> Result<Page<ChatActivity>> {
        let search = filter.search.as_deref().unwrap_or_default().to_lowercase();
        let search = search.trim();
        let (key, listed_key) = match filter.sort {
            ActivitySort::CreatedAt => ("chats.created_at", "listed.created_at"),
            ActivitySort::UpdatedAt => ("chats.updated_at", "listed.updated_at"),
        };
        let of_owner = match search.is_empty() {
            true => String::new(),
            false => format!(" AND chats.user_id IN ({FOUND_USERS})"),
        };
        let keyset = Keyset {
            select: "SELECT chats.id, chats.user_id, chats.created_at, chats.updated_at FROM chats"
                .to_owned(),
            conditions: format!(
                " AND EXISTS (SELECT 1 FROM turns WHERE turns.chat_id = chats.id){of_owner}"
            ),
            key,
            id: "chats.id",
            direction: filter.direction,
        };
        // The page is chosen before anything is joined: PostgreSQL would join all chats first.
        let page = newest_turns(&format!("({})", keyset.sql()));
        let order = keyset.order_of(listed_key, "listed.id");
        let place: (i64, String) = start(request, filter.direction)?;
        let mut session = self.database.scan().await?;
        let rows = session
            .composed_rows(
                format!("{page} {order}"),
                params![
                    place.0,
                    place.1,
                    row_limit_of(request),
                    search,
                    above_prefix(search),
                ],
            )
            .await?;
        let chats = rows.iter().map(|row| {
            let chat = ChatActivity::try_from(row)?;
            let key = match filter.sort {
                ActivitySort::CreatedAt => chat.created_at,
                ActivitySort::UpdatedAt => chat.updated_at,
            };
            let id = chat.chat_id.to_string();
            Ok((chat, key.timestamp_millis(), id))
        });
        let chats: Vec<(ChatActivity, i64, String)> = chats.collect::<Result<_>>()?;
        Ok(keyset_page(request, chats))
    }

    /// None if the chat is empty or deleted.
    pub async fn activity_of(&self, chat_id: Uuid) -> Result<Option<ChatActivity>> {
        let mut session = self.database.read().await?;
        let rows = session
            .composed_rows(
                newest_turns("chats") + " WHERE listed.id = $1",
                params![chat_id],
            )
            .await?;
        rows.first().map(ChatActivity::try_from).transpose()
    }

    /// Records that an admin looks into a chat: once an hour for the same reason.
    pub async fn record_view(
        &self,
        chat_id: Uuid,
        reason: &str,
        action: &AdminAction,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        record_view(&mut transaction, chat_id, reason, action).await?;
        transaction.commit().await
    }

    /// Records that an admin looks into several chats, each with its action.
    pub async fn record_views(&self, reason: &str, views: &[(Uuid, AdminAction)]) -> Result<()> {
        if views.is_empty() {
            return Ok(());
        }
        let mut transaction = self.database.write().await?;
        for (chat_id, action) in views {
            record_view(&mut transaction, *chat_id, reason, action).await?;
        }
        transaction.commit().await
    }

    /// Lists the admins' views of the chat, latest first.
    pub async fn chat_views(&self, chat_id: Uuid, request: &PageRequest) -> Result<Page<ChatView>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT chat_views.*, profiles.username FROM chat_views \
                 LEFT JOIN profiles ON profiles.user_id = chat_views.admin_id \
                 WHERE chat_id = $1 AND (viewed_at, id) < ($2, $3) ORDER BY viewed_at DESC, id DESC LIMIT $4",
                params![chat_id, below.millis, below.id, row_limit_of(request)],
            )
            .await?;
        let views = rows.iter().map(ChatView::try_from).collect::<Result<_>>()?;
        Ok(to_page(request, views, |view| {
            to_cursor(view.viewed_at, view.id)
        }))
    }
}

const HOUR_MILLIS: i64 = 3_600_000;

async fn record_view(
    session: &mut Session,
    chat_id: Uuid,
    reason: &str,
    action: &AdminAction,
) -> Result<()> {
    let now = action.created_at;
    let hour = now.timestamp_millis().div_euclid(HOUR_MILLIS);
    let recorded = session
        .execute(
            "INSERT INTO chat_views (id, chat_id, admin_id, reason, hour, viewed_at) \
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (chat_id, admin_id, reason, hour) DO NOTHING",
            params![action.id, chat_id, action.admin_id, reason, hour, now],
        )
        .await?;
    if recorded > 0 {
        admin_actions::record(session, action).await?;
    }
    Ok(())
}

impl TryFrom<&DatabaseRow> for ChatActivity {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            chat_id: row.get("id")?,
            user: ActivityUser {
                id: row.get("user_id")?,
                email: row.get("email")?,
                username: row.get("username")?,
            },
            model: row.get("model")?,
            running: row.get::<Option<i64>>("finished_at")?.is_none(),
            outcome: row.get("outcome")?,
            turns: row.get("turns")?,
            credits: row.get("credits")?,
            created_at: row.get("created_at")?,
            updated_at: row.get("updated_at")?,
        })
    }
}

impl TryFrom<&DatabaseRow> for ChatView {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            admin: ViewingAdmin {
                username: row.get("username")?,
            },
            reason: row.get("reason")?,
            viewed_at: row.get("viewed_at")?,
        })
    }
}
