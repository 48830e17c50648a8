//! Contributors: applications, their list, and items that they propose for the discover page.

use chrono::{DateTime, Utc};
use portolan_domain::{
    AdminAction, ContributedItem, Contributor, ContributorApplication, ContributorFilter,
    Direction, Page, PageRequest, PendingApplication, PendingProposal, PublishedItem, ReviewStatus,
    SavedKind,
};
use uuid::Uuid;

use super::{
    Result, Store, StoreError, admin_actions,
    database::Session,
    days::day_of,
    keyset::{Keyset, keyset_page, start},
    paging::row_limit_of,
    stored_objects::above_prefix,
    user_usage::FOUND_USERS,
    value::{DatabaseRow, params, words},
};

words!(ReviewStatus);

/// Items of a contributor that are shown at once.
const MOST_SHOWN: u32 = 200;
/// Days that count as recent, today among them.
const RECENT_DAYS: i64 = 30;

/// Selects items of contributors with their statistics, topics and proposals, under a condition. `$3` is the first of the
/// recent days. Usernames and topics are no joins: PostgreSQL would read all of them for a page.
macro_rules! contributed {
    ($items:expr, $condition:literal) => {
        concat!(
            "SELECT things.*, curated.curated_at, proposals.topic, \
             proposals.status AS proposal, proposals.proposed_at, \
             (SELECT profiles.username FROM profiles WHERE profiles.user_id = things.user_id) AS username, \
             (SELECT item_topics.topic FROM item_topics \
             WHERE item_topics.kind = things.kind AND item_topics.item_id = things.id) AS published_topic, \
             (SELECT CAST(COALESCE(SUM(views), 0) AS BIGINT) FROM item_views \
             WHERE item_views.kind = things.kind AND item_views.item_id = things.id) AS views, \
             (SELECT CAST(COALESCE(SUM(views), 0) AS BIGINT) FROM item_views \
             WHERE item_views.kind = things.kind AND item_views.item_id = things.id AND day >= $3) AS recent_views, \
             (SELECT COUNT(*) FROM saved WHERE saved.kind = things.kind AND saved.item_id = things.id) AS bookmarks \
             FROM (",
            $items,
            ") AS things LEFT JOIN curated ON curated.kind = things.kind AND curated.item_id = things.id \
             LEFT JOIN proposals ON proposals.kind = things.kind AND proposals.item_id = things.id WHERE ",
            $condition,
            " LIMIT $2"
        )
    };
}

/// All public items. The visibility is written so that no index has it: SQLite would read all public items.
macro_rules! public_items {
    () => {
        "SELECT 'chart' AS kind, charts.id, charts.user_id, published.title, published.version, \
         charts.updated_at FROM charts JOIN chart_versions AS published ON published.chart_id = charts.id \
         AND published.version = charts.published_version WHERE CASE WHEN charts.visibility = 'public' THEN 1 END = 1 \
         UNION ALL SELECT 'board', id, user_id, title, CAST(NULL AS BIGINT), updated_at FROM boards \
         WHERE CASE WHEN visibility = 'public' THEN 1 END = 1 \
         UNION ALL SELECT 'portolan', id, user_id, title, CAST(NULL AS BIGINT), updated_at FROM portolans \
         WHERE CASE WHEN visibility = 'public' THEN 1 END = 1"
    };
}

/// `$2` public items with a proposal in the state `$1`, after the place `$4`, `$5`. Each is looked up by its id: PostgreSQL would read all public items.
macro_rules! proposed_items {
    () => {
        "SELECT proposed.kind, proposed.item_id AS id, \
         COALESCE(charts.user_id, boards.user_id, portolans.user_id) AS user_id, \
         COALESCE(published.title, boards.title, portolans.title) AS title, published.version, \
         COALESCE(charts.updated_at, boards.updated_at, portolans.updated_at) AS updated_at \
         FROM proposals AS proposed \
         LEFT JOIN charts ON proposed.kind = 'chart' AND charts.id = proposed.item_id AND charts.visibility = 'public' \
         LEFT JOIN chart_versions AS published ON published.chart_id = charts.id \
         AND published.version = charts.published_version \
         LEFT JOIN boards ON proposed.kind = 'board' AND boards.id = proposed.item_id AND boards.visibility = 'public' \
         LEFT JOIN portolans ON proposed.kind = 'portolan' AND portolans.id = proposed.item_id \
         AND portolans.visibility = 'public' \
         WHERE proposed.status = $1 AND (proposed.proposed_at, proposed.item_id) > ($4, $5) \
         AND COALESCE(published.chart_id, boards.id, portolans.id) IS NOT NULL \
         ORDER BY proposed.proposed_at, proposed.item_id LIMIT $2"
    };
}

impl Store {
    /// Stores the user's application. One that was declined may be sent again.
    ///
    /// # Errors
    /// `Conflict` if one is pending or accepted.
    pub async fn apply_as_contributor(
        &self,
        user_id: Uuid,
        reason: &str,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let stored = transaction
            .execute(
                "INSERT INTO contributor_applications (user_id, reason, status, applied_at) \
                 VALUES ($1, $2, 'pending', $3) ON CONFLICT (user_id) DO UPDATE \
                 SET reason = $2, status = 'pending', applied_at = $3, decided_at = NULL \
                 WHERE contributor_applications.status = 'declined'",
                params![user_id, reason, now],
            )
            .await?;
        if stored == 0 {
            return Err(StoreError::Conflict(
                "you have applied already: an admin decides about it",
            ));
        }
        transaction.commit().await
    }

    /// Returns the user's application; None if there is none.
    pub async fn contributor_application(
        &self,
        user_id: Uuid,
    ) -> Result<Option<ContributorApplication>> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT * FROM contributor_applications WHERE user_id = $1",
                params![user_id],
            )
            .await?;
        let application = row.map(|row| {
            Ok(ContributorApplication {
                reason: row.get("reason")?,
                status: row.get("status")?,
                applied_at: row.get("applied_at")?,
            })
        });
        application.transpose()
    }

    /// Lists the pending applications, the oldest first.
    pub async fn pending_applications(
        &self,
        request: &PageRequest,
    ) -> Result<Page<PendingApplication>> {
        let keyset = Keyset {
            select: "SELECT applications.*, users.email, profiles.username \
                 FROM contributor_applications AS applications \
                 JOIN users ON users.id = applications.user_id \
                 LEFT JOIN profiles ON profiles.user_id = applications.user_id"
                .to_owned(),
            conditions: " AND applications.status = 'pending'".to_owned(),
            key: "applications.applied_at",
            id: "applications.user_id",
            direction: Direction::Ascending,
        };
        let place: (i64, String) = start(request, keyset.direction)?;
        let mut session = self.database.read().await?;
        let rows = session
            .composed_rows(
                keyset.sql(),
                params![place.0, place.1, row_limit_of(request)],
            )
            .await?;
        let applications = rows.iter().map(|row| {
            let application = PendingApplication::try_from(row)?;
            let id = application.user.id.to_string();
            Ok((application, row.get("applied_at")?, id))
        });
        let applications: Vec<(PendingApplication, i64, String)> =
            applications.collect::<Result<_>>()?;
        Ok(keyset_page(request, applications))
    }

    /// Decides a pending application; an accepted one makes the user a contributor.
    pub async fn decide_application(
        &self,
        user_id: Uuid,
        is_accepted: bool,
        action: &AdminAction,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let decided = transaction
            .execute(
                "UPDATE contributor_applications SET status = $2, decided_at = $3 \
                 WHERE user_id = $1 AND status = 'pending'",
                params![user_id, decision(is_accepted), action.created_at],
            )
            .await?;
        if decided == 0 {
            return Err(StoreError::NotFound("pending application"));
        }
        if is_accepted {
            transaction
                .execute(
                    "UPDATE profiles SET is_contributor = TRUE WHERE user_id = $1",
                    params![user_id],
                )
                .await?;
        }
        admin_actions::record(&mut transaction, action).await?;
        transaction.commit().await
    }

    /// Proposes the user's own public item for the discover page; repeating it changes the topic.
    ///
    /// # Errors
    /// `NotFound` for items that aren't the user's or aren't public, `Conflict` for one that was accepted.
    pub async fn propose_item(
        &self,
        user_id: Uuid,
        (kind, item_id): (SavedKind, Uuid),
        topic: Option<&str>,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        ensure_own_public(&mut transaction, user_id, (kind, item_id)).await?;
        let stored = transaction
            .execute(
                "INSERT INTO proposals (kind, item_id, user_id, topic, status, proposed_at) \
                 VALUES ($1, $2, $3, $4, 'pending', $5) ON CONFLICT (kind, item_id) DO UPDATE \
                 SET topic = $4, status = 'pending', proposed_at = $5, decided_at = NULL, user_id = $3 \
                 WHERE proposals.status <> 'accepted'",
                params![kind, item_id, user_id, topic, now],
            )
            .await?;
        if stored == 0 {
            return Err(StoreError::Conflict(
                "this item was accepted already: it is on the discover page",
            ));
        }
        transaction.commit().await
    }

    /// Lists pending proposals of items that are still public, the oldest first.
    pub async fn pending_proposals(
        &self,
        request: &PageRequest,
        now: DateTime<Utc>,
    ) -> Result<Page<PendingProposal>> {
        let place: (i64, String) = start(request, Direction::Ascending)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                contributed!(
                    proposed_items!(),
                    "proposals.status = $1 ORDER BY proposals.proposed_at, things.id"
                ),
                params![
                    ReviewStatus::Pending,
                    row_limit_of(request),
                    first_recent_day(now),
                    place.0,
                    place.1,
                ],
            )
            .await?;
        let proposals = rows.iter().map(|row| {
            let proposal = PendingProposal {
                item: PublishedItem::try_from(row)?,
                topic: row.get("topic")?,
                proposed_at: row.get("proposed_at")?,
            };
            let id = proposal.item.id.to_string();
            Ok((proposal, row.get("proposed_at")?, id))
        });
        let proposals: Vec<(PendingProposal, i64, String)> = proposals.collect::<Result<_>>()?;
        Ok(keyset_page(request, proposals))
    }

    /// Settles a pending proposal; the topic that it names.
    pub async fn settle_proposal(
        &self,
        (kind, item_id): (SavedKind, Uuid),
        is_accepted: bool,
        now: DateTime<Utc>,
    ) -> Result<Option<String>> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "UPDATE proposals SET status = $3, decided_at = $4 \
                 WHERE kind = $1 AND item_id = $2 AND status = 'pending' RETURNING topic",
                params![kind, item_id, decision(is_accepted), now],
            )
            .await?
            .ok_or(StoreError::NotFound("pending proposal"))?;
        transaction.commit().await?;
        row.get("topic")
    }

    /// Lists the user's public items with their statistics, the last changed first.
    pub async fn contributed_items(
        &self,
        user_id: Uuid,
        now: DateTime<Utc>,
    ) -> Result<Vec<ContributedItem>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                contributed!(
                    public_items!(),
                    "things.user_id = $1 ORDER BY things.updated_at DESC, things.id DESC"
                ),
                params![user_id, MOST_SHOWN, first_recent_day(now)],
            )
            .await?;
        rows.iter().map(ContributedItem::try_from).collect()
    }

    /// Lists the contributors by username, with what they have published.
    pub async fn contributors(
        &self,
        filter: &ContributorFilter,
        request: &PageRequest,
        now: DateTime<Utc>,
    ) -> Result<Page<Contributor>> {
        let search = filter.search.as_deref().unwrap_or_default().to_lowercase();
        let keyset = Keyset {
            select: CONTRIBUTORS.to_owned(),
            conditions: match search.is_empty() {
                true => " AND profiles.is_contributor = TRUE".to_owned(),
                false => format!(
                    " AND profiles.is_contributor = TRUE AND profiles.user_id IN ({FOUND_USERS})"
                ),
            },
            key: "COALESCE(profiles.username_key, '')",
            id: "profiles.user_id",
            direction: filter.direction,
        };
        let place: (String, String) = start(request, filter.direction)?;
        let mut session = self.database.read().await?;
        let rows = session
            .composed_rows(
                keyset.sql(),
                params![
                    place.0,
                    place.1,
                    row_limit_of(request),
                    &search,
                    above_prefix(&search),
                    first_recent_day(now)
                ],
            )
            .await?;
        let contributors = rows.iter().map(|row| {
            let contributor = Contributor::try_from(row)?;
            let id = contributor.user.id.to_string();
            Ok((contributor, row.get("username_key")?, id))
        });
        let contributors: Vec<(Contributor, String, String)> =
            contributors.collect::<Result<_>>()?;
        Ok(keyset_page(request, contributors))
    }

    /// Withdraws a user's role. Their items stay public and leave their topics; their pending proposals are declined.
    ///
    /// # Errors
    /// `NotFound` for users who are no contributors.
    pub async fn withdraw_contributor(&self, user_id: Uuid, action: &AdminAction) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let withdrawn = transaction
            .execute(
                "UPDATE profiles SET is_contributor = FALSE WHERE user_id = $1 AND is_contributor = TRUE",
                params![user_id],
            )
            .await?;
        if withdrawn == 0 {
            return Err(StoreError::NotFound("contributor"));
        }
        for sql in [
            "UPDATE contributor_applications SET status = 'declined', decided_at = $2 WHERE user_id = $1",
            "UPDATE proposals SET status = 'declined', decided_at = $2 WHERE user_id = $1 AND status = 'pending'",
        ] {
            let parameters = params![user_id, action.created_at];
            transaction.execute(sql, parameters).await?;
        }
        transaction
            .execute(
                "DELETE FROM item_topics WHERE user_id = $1",
                params![user_id],
            )
            .await?;
        admin_actions::record(&mut transaction, action).await?;
        transaction.commit().await
    }
}

/// Selects contributors with their statistics. The visibility is no condition of the subqueries, because SQLite would
/// read all public items by it rather than those of the user; `$6` is the first of the recent days. The email address is
/// no join, because PostgreSQL would read all users for one where they are few and a page holds many of the contributors.
const CONTRIBUTORS: &str = "SELECT profiles.user_id, profiles.username, COALESCE(profiles.username_key, '') AS username_key, \
     (SELECT users.email FROM users WHERE users.id = profiles.user_id) AS email, \
     (SELECT COUNT(CASE WHEN charts.visibility = 'public' THEN 1 END) FROM charts WHERE charts.user_id = profiles.user_id) \
     + (SELECT COUNT(CASE WHEN boards.visibility = 'public' THEN 1 END) FROM boards WHERE boards.user_id = profiles.user_id) \
     + (SELECT COUNT(CASE WHEN portolans.visibility = 'public' THEN 1 END) FROM portolans \
     WHERE portolans.user_id = profiles.user_id) AS items, \
     (SELECT CAST(COALESCE(SUM(views), 0) AS BIGINT) FROM item_views WHERE item_views.user_id = profiles.user_id) AS views, \
     (SELECT CAST(COALESCE(SUM(views), 0) AS BIGINT) FROM item_views WHERE item_views.user_id = profiles.user_id \
     AND day >= $6) AS recent_views \
     FROM profiles";

/// Refuses items that aren't the user's, or aren't public.
pub(super) async fn ensure_own_public(
    session: &mut Session,
    user_id: Uuid,
    (kind, item_id): (SavedKind, Uuid),
) -> Result<()> {
    session
        .row(
            "SELECT id FROM charts WHERE id = $1 AND user_id = $3 AND visibility = 'public' AND $2 = 'chart' \
             UNION ALL SELECT id FROM boards WHERE id = $1 AND user_id = $3 AND visibility = 'public' \
             AND $2 = 'board' UNION ALL SELECT id FROM portolans WHERE id = $1 AND user_id = $3 \
             AND visibility = 'public' AND $2 = 'portolan'",
            params![item_id, kind, user_id],
        )
        .await?
        .ok_or(StoreError::NotFound("public item of yours"))
        .map(drop)
}

fn first_recent_day(now: DateTime<Utc>) -> i64 {
    day_of(now) - RECENT_DAYS + 1
}

fn decision(is_accepted: bool) -> ReviewStatus {
    if is_accepted {
        ReviewStatus::Accepted
    } else {
        ReviewStatus::Declined
    }
}

impl TryFrom<&DatabaseRow> for ContributedItem {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let proposal: Option<String> = row.get("proposal")?;
        Ok(Self {
            item: PublishedItem::try_from(row)?,
            bookmarks: row.get("bookmarks")?,
            views: row.get("views")?,
            recent_views: row.get("recent_views")?,
            published_topic: row.get("published_topic")?,
            topic: row.get("topic")?,
            proposal: match proposal {
                Some(_) => Some(row.get("proposal")?),
                None => None,
            },
        })
    }
}

impl TryFrom<&DatabaseRow> for Contributor {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            user: row.try_into()?,
            items: row.get("items")?,
            views: row.get("views")?,
            recent_views: row.get("recent_views")?,
        })
    }
}

impl TryFrom<&DatabaseRow> for PendingApplication {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            user: row.try_into()?,
            reason: row.get("reason")?,
            applied_at: row.get("applied_at")?,
        })
    }
}
