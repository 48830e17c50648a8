//! Topics that contributors publish their public items to.

use chrono::{DateTime, Utc};
use portolan_domain::{Page, PageRequest, PublishedItem, SavedKind, Topic};
use uuid::Uuid;

use super::{
    Result, Store, contributors,
    paging::{Below, row_limit_of, to_cursor, to_page},
    value::params,
};

/// Topics that a list has.
const MOST_TOPICS: u32 = 50;

/// The public items in topics: those that contributors publish, and those that admins feature at `$1` and that
/// aren't in the same topic anyway.
macro_rules! topic_items {
    ($columns:literal, $rest:literal) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM (SELECT item_topics.kind, item_topics.item_id, item_topics.topic, item_topics.topic_key, \
             item_topics.published_at FROM item_topics JOIN profiles ON profiles.user_id = item_topics.user_id \
             AND profiles.is_contributor = TRUE \
             UNION ALL SELECT kind, item_id, topic, LOWER(topic), curated_at FROM curated WHERE topic IS NOT NULL \
             AND (starts_at IS NULL OR starts_at <= $1) AND (ends_at IS NULL OR ends_at > $1) \
             AND NOT EXISTS (SELECT 1 FROM item_topics AS own WHERE own.kind = curated.kind \
             AND own.item_id = curated.item_id AND own.topic_key = LOWER(curated.topic))) AS placed \
             LEFT JOIN charts ON placed.kind = 'chart' AND charts.id = placed.item_id \
             AND charts.visibility = 'public' \
             LEFT JOIN chart_versions AS published ON published.chart_id = charts.id \
             AND published.version = charts.published_version \
             LEFT JOIN boards ON placed.kind = 'board' AND boards.id = placed.item_id \
             AND boards.visibility = 'public' \
             LEFT JOIN portolans ON placed.kind = 'portolan' AND portolans.id = placed.item_id \
             AND portolans.visibility = 'public' \
             LEFT JOIN profiles ON profiles.user_id = COALESCE(charts.user_id, boards.user_id, portolans.user_id) \
             LEFT JOIN curated ON curated.kind = placed.kind AND curated.item_id = placed.item_id \
             WHERE COALESCE(published.chart_id, boards.id, portolans.id) IS NOT NULL ",
            $rest
        )
    };
}

impl Store {
    /// Publishes the user's own public item to a topic; repeating it moves the item.
    ///
    /// # Errors
    /// `NotFound` for items that aren't the user's or aren't public.
    pub async fn publish_to_topic(
        &self,
        user_id: Uuid,
        item: (SavedKind, Uuid),
        topic: &str,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        contributors::ensure_own_public(&mut transaction, user_id, item).await?;
        let (kind, item_id) = item;
        transaction
            .execute(
                "INSERT INTO item_topics (kind, item_id, user_id, topic, topic_key, published_at) \
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (kind, item_id) DO UPDATE \
                 SET user_id = $3, topic = $4, topic_key = $5, published_at = $6",
                params![kind, item_id, user_id, topic, topic.to_lowercase(), now],
            )
            .await?;
        transaction.commit().await
    }

    /// Takes the user's item out of its topic; one that is in none is no error.
    pub async fn remove_from_topic(
        &self,
        user_id: Uuid,
        (kind, item_id): (SavedKind, Uuid),
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "DELETE FROM item_topics WHERE kind = $1 AND item_id = $2 AND user_id = $3",
                params![kind, item_id, user_id],
            )
            .await?;
        transaction.commit().await
    }

    /// Lists the topics with public items, those with most items first.
    pub async fn topics(&self, now: DateTime<Utc>) -> Result<Vec<Topic>> {
        let mut session = self.database.scan().await?;
        let rows = session
            .rows(
                topic_items!(
                    "MIN(placed.topic) AS topic, COUNT(*) AS items",
                    "GROUP BY placed.topic_key ORDER BY items DESC, topic LIMIT $2"
                ),
                params![now, MOST_TOPICS],
            )
            .await?;
        let topics = rows.iter().map(|row| {
            Ok(Topic {
                topic: row.get("topic")?,
                items: row.get("items")?,
            })
        });
        topics.collect()
    }

    /// Lists the public items of a topic, whatever its case, the last published first.
    pub async fn topic_items(
        &self,
        topic: &str,
        request: &PageRequest,
        now: DateTime<Utc>,
    ) -> Result<Page<PublishedItem>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.scan().await?;
        let rows = session
            .rows(
                topic_items!(
                    "placed.kind, placed.item_id AS id, placed.published_at, profiles.username, \
                     COALESCE(published.title, boards.title, portolans.title) AS title, published.version, \
                     COALESCE(charts.updated_at, boards.updated_at, portolans.updated_at) AS updated_at, \
                     curated.curated_at",
                    "AND (placed.topic_key = $2 OR placed.topic = $3) \
                     AND (placed.published_at, placed.item_id) < ($4, $5) \
                     ORDER BY placed.published_at DESC, placed.item_id DESC LIMIT $6"
                ),
                params![
                    now,
                    topic.trim().to_lowercase(),
                    topic.trim(),
                    below.millis,
                    below.id,
                    row_limit_of(request)
                ],
            )
            .await?;
        let items = rows
            .iter()
            .map(|row| Ok((PublishedItem::try_from(row)?, row.get("published_at")?)));
        let items: Vec<(PublishedItem, DateTime<Utc>)> = items.collect::<Result<_>>()?;
        let page = to_page(request, items, |(thing, published_at)| {
            to_cursor(*published_at, thing.id)
        });
        Ok(Page {
            items: page.items.into_iter().map(|(thing, _)| thing).collect(),
            next_cursor: page.next_cursor,
        })
    }
}
