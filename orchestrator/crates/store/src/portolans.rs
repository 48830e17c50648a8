use chrono::{DateTime, Utc};
use portolan_documents::excerpt_of;
use portolan_domain::{Page, PageRequest, Portolan, PortolanChange, SavedKind, Visibility};
use portolan_realtime::ChangeKind;
use portolan_rest::ExposedTable;
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    database::Session,
    hidden_items,
    item_limit::ItemKind,
    paging::{Below, containing_pattern, row_limit_of, to_cursor, to_page},
    saved,
    value::{DatabaseRow, params},
};

const NO_PORTOLAN: StoreError = StoreError::NotFound("portolan");

/// Characters of a document's words that lists show.
const EXCERPT: usize = 240;

/// A document, private at first.
#[derive(Clone, Copy, Debug)]
pub struct NewPortolan<'a> {
    pub id: Uuid,
    pub user_id: Uuid,
    pub title: &'a str,
    pub markdown: &'a str,
    pub now: DateTime<Utc>,
}

impl Store {
    pub async fn create_portolan(&self, new: &NewPortolan<'_>) -> Result<()> {
        let mut transaction = self.database.write().await?;
        self.ensure_room(&mut transaction, new.user_id, ItemKind::Document)
            .await?;
        transaction
            .execute(
                "INSERT INTO portolans (id, user_id, title, title_key, markdown, excerpt, visibility, created_at, \
                 updated_at) VALUES ($1, $2, $3, $4, $5, $6, 'private', $7, $7)",
                params![
                    new.id,
                    new.user_id,
                    new.title,
                    new.title.to_lowercase(),
                    new.markdown,
                    excerpt_of(new.markdown, EXCERPT),
                    new.now,
                ],
            )
            .await?;
        transaction.commit().await?;
        self.changed(
            ChangeKind::Insert,
            ExposedTable::Portolans,
            new.user_id,
            new.id,
        );
        Ok(())
    }

    /// The document and its Markdown, whosever it is, for the caller to check its visibility.
    pub async fn portolan(&self, portolan_id: Uuid) -> Result<(Portolan, String)> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT * FROM portolans WHERE id = $1",
                params![portolan_id],
            )
            .await?
            .ok_or(NO_PORTOLAN)?;
        Ok((Portolan::try_from(&row)?, row.get("markdown")?))
    }

    /// The user's documents, the last changed first; `search` is a part of the title.
    pub async fn portolans(
        &self,
        user_id: Uuid,
        search: Option<&str>,
        request: &PageRequest,
    ) -> Result<Page<Portolan>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT id, user_id, title, excerpt, revision, visibility, created_at, updated_at FROM portolans \
                 WHERE user_id = $1 AND (updated_at, id) < ($2, $3) AND title_key LIKE $4 ESCAPE '\\' \
                 ORDER BY updated_at DESC, id DESC LIMIT $5",
                params![
                    user_id,
                    below.millis,
                    below.id,
                    containing_pattern(search.unwrap_or_default()),
                    row_limit_of(request),
                ],
            )
            .await?;
        portolan_page(request, &rows)
    }

    /// Returns public documents, last changed first, optionally of one user.
    pub async fn public_portolans(
        &self,
        user_id: Option<Uuid>,
        request: &PageRequest,
    ) -> Result<Page<Portolan>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT id, user_id, title, excerpt, revision, visibility, created_at, updated_at FROM portolans \
                 WHERE visibility = 'public' AND user_id = COALESCE($1, user_id) \
                 AND (updated_at, id) < ($2, $3) ORDER BY updated_at DESC, id DESC LIMIT $4",
                params![user_id, below.millis, below.id, row_limit_of(request)],
            )
            .await?;
        portolan_page(request, &rows)
    }

    /// Changes a document of the user's and returns it with its Markdown. Fails with
    /// [`StoreError::Conflict`] where the change was made on another revision.
    pub async fn change_portolan(
        &self,
        portolan_id: Uuid,
        user_id: Uuid,
        change: &PortolanChange,
        now: DateTime<Utc>,
    ) -> Result<(Portolan, String)> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "UPDATE portolans SET updated_at = $3, title = COALESCE($4, title), \
                 title_key = COALESCE($5, title_key), markdown = COALESCE($6, markdown), \
                 excerpt = COALESCE($7, excerpt), revision = revision + 1 \
                 WHERE id = $1 AND user_id = $2 AND revision = COALESCE($8, revision) RETURNING *",
                params![
                    portolan_id,
                    user_id,
                    now,
                    &change.title,
                    change.title.as_ref().map(|title| title.to_lowercase()),
                    &change.markdown,
                    change
                        .markdown
                        .as_ref()
                        .map(|text| excerpt_of(text, EXCERPT)),
                    change.revision,
                ],
            )
            .await?;
        let Some(row) = row else {
            require_own(&mut transaction, portolan_id, user_id).await?;
            return Err(StoreError::Conflict(
                "the document has changed since you opened it: compare both, then save again",
            ));
        };
        transaction.commit().await?;
        self.changed(
            ChangeKind::Update,
            ExposedTable::Portolans,
            user_id,
            portolan_id,
        );
        Ok((Portolan::try_from(&row)?, row.get("markdown")?))
    }

    pub async fn set_portolan_visibility(
        &self,
        portolan_id: Uuid,
        user_id: Uuid,
        visibility: Visibility,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        hidden_items::ensure_shown(
            &mut transaction,
            SavedKind::Portolan,
            portolan_id,
            visibility,
        )
        .await?;
        let changed = transaction
            .execute(
                "UPDATE portolans SET visibility = $3 WHERE id = $1 AND user_id = $2",
                params![portolan_id, user_id, visibility],
            )
            .await?;
        if changed == 0 {
            return Err(NO_PORTOLAN);
        }
        transaction.commit().await?;
        self.changed(
            ChangeKind::Update,
            ExposedTable::Portolans,
            user_id,
            portolan_id,
        );
        Ok(())
    }

    /// Deletes the document; the charts in it stay.
    pub async fn delete_portolan(&self, portolan_id: Uuid, user_id: Uuid) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let deleted = transaction
            .execute(
                "DELETE FROM portolans WHERE id = $1 AND user_id = $2",
                params![portolan_id, user_id],
            )
            .await?;
        if deleted == 0 {
            return Err(NO_PORTOLAN);
        }
        let forgotten =
            saved::forget_item(&mut transaction, SavedKind::Portolan, portolan_id).await?;
        transaction.commit().await?;
        self.changed(
            ChangeKind::Delete,
            ExposedTable::Portolans,
            user_id,
            portolan_id,
        );
        self.forgot(SavedKind::Portolan, portolan_id, &forgotten);
        Ok(())
    }
}

/// Fails with "not found" for a document of another user.
async fn require_own(session: &mut Session, portolan_id: Uuid, user_id: Uuid) -> Result<()> {
    session
        .row(
            "SELECT id FROM portolans WHERE id = $1 AND user_id = $2",
            params![portolan_id, user_id],
        )
        .await?
        .map(drop)
        .ok_or(NO_PORTOLAN)
}

fn portolan_page(request: &PageRequest, rows: &[DatabaseRow]) -> Result<Page<Portolan>> {
    let portolans = rows.iter().map(Portolan::try_from).collect::<Result<_>>()?;
    Ok(to_page(request, portolans, |portolan: &Portolan| {
        to_cursor(portolan.updated_at, portolan.id)
    }))
}

impl TryFrom<&DatabaseRow> for Portolan {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            user_id: row.get("user_id")?,
            title: row.get("title")?,
            excerpt: row.get("excerpt")?,
            revision: row.get("revision")?,
            visibility: row.get("visibility")?,
            created_at: row.get("created_at")?,
            updated_at: row.get("updated_at")?,
        })
    }
}
