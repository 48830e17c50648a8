//! Charts, documents and boards of all users, for admins: the public ones and those that they have hidden.

use portolan_domain::{
    AdminItem, ItemFilter, ItemSort, ItemStatus, Page, PageRequest, PublishedItem, SavedKind,
};

use super::{
    Result, Store, StoreError,
    keyset::{Key, KeyKind, Keyset, keyset_page},
    paging::{containing_pattern, row_limit_of},
    value::{DatabaseRow, params},
};

impl Store {
    /// Lists the items of one kind that the filter names. Hidden items are always sorted by the time of their hiding.
    pub async fn admin_items(
        &self,
        kind: SavedKind,
        filter: &ItemFilter,
        request: &PageRequest,
    ) -> Result<Page<AdminItem>> {
        let (table, kind_name) = match kind {
            SavedKind::Chart => ("charts", "chart"),
            SavedKind::Portolan => ("portolans", "portolan"),
            SavedKind::Board => ("boards", "board"),
            SavedKind::Chat => return Err(StoreError::NotFound("list")),
        };
        let (from, condition, key, id) = match filter.status {
            ItemStatus::Public => (
                format!(
                    "{table} AS items LEFT JOIN hidden_items ON hidden_items.kind = '{kind_name}' AND hidden_items.item_id = items.id"
                ),
                " AND items.visibility = 'public'".to_owned(),
                match filter.sort {
                    ItemSort::Time => "items.updated_at",
                    ItemSort::Title => "items.title_key",
                },
                "items.id",
            ),
            ItemStatus::Hidden => (
                format!("hidden_items JOIN {table} AS items ON items.id = hidden_items.item_id"),
                format!(" AND hidden_items.kind = '{kind_name}'"),
                "hidden_items.hidden_at",
                "hidden_items.item_id",
            ),
        };
        let key_kind = match (filter.status, filter.sort) {
            (ItemStatus::Public, ItemSort::Title) => KeyKind::Text,
            _ => KeyKind::Integer,
        };
        // Of a published chart admins see what others see.
        let (title, version, published) = match kind {
            SavedKind::Chart => (
                "COALESCE(published.title, items.title)",
                "published.version",
                "LEFT JOIN chart_versions AS published ON published.chart_id = items.id \
                 AND published.version = COALESCE(items.published_version, hidden_items.published_version)",
            ),
            _ => ("items.title", "CAST(NULL AS BIGINT)", ""),
        };
        let search = filter.search.as_deref().unwrap_or_default();
        let keyset = Keyset {
            select: format!(
                "SELECT {key} AS sort_key, '{kind_name}' AS kind, items.id, items.user_id, {title} AS title, {version} AS version, \
                 items.updated_at, \
                 (SELECT CAST(COALESCE(SUM(views), 0) AS BIGINT) FROM item_views \
                 WHERE item_views.kind = '{kind_name}' AND item_views.item_id = items.id) AS views, users.email, profiles.username, curated.curated_at, hidden_items.hidden_at, \
                 hidden_items.reason FROM {from} {published} \
                 JOIN users ON users.id = items.user_id LEFT JOIN profiles ON profiles.user_id = items.user_id \
                 LEFT JOIN curated ON curated.kind = '{kind_name}' AND curated.item_id = items.id"
            ),
            conditions: match search.trim().is_empty() {
                true => condition,
                false => format!("{condition} AND items.title_key LIKE $4 ESCAPE '\\'"),
            },
            key,
            id,
            direction: filter.direction,
        };
        let place = key_kind.start(request, filter.direction)?;
        let mut session = self.database.scan().await?;
        let rows = session
            .composed_rows(
                keyset.sql(),
                params![
                    place.0,
                    place.1,
                    row_limit_of(request),
                    containing_pattern(search.trim())
                ],
            )
            .await?;
        let items = rows.iter().map(|row| {
            let item = AdminItem::try_from(row)?;
            let id = item.item.id.to_string();
            Ok((item, key_kind.read(row)?, id))
        });
        let items: Vec<(AdminItem, Key, String)> = items.collect::<Result<_>>()?;
        Ok(keyset_page(request, items))
    }
}

impl TryFrom<&DatabaseRow> for AdminItem {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            item: PublishedItem::try_from(row)?,
            owner_id: row.get("user_id")?,
            owner_email: row.get("email")?,
            views: row.get("views")?,
            hidden_at: row.get("hidden_at")?,
            hidden_reason: row.get("reason")?,
        })
    }
}
