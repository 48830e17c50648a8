use chrono::{DateTime, Utc};
use portolan_domain::{BoardAddition, Page, PageRequest, Source, SourceStatus, SourceWords};
use portolan_ledger::Plans;
use portolan_realtime::ChangeKind;
use portolan_rest::ExposedTable;
use uuid::Uuid;

use super::{
    Result, Store, StoreError, board_nodes,
    database::Session,
    item_limit::ItemKind,
    paging::{Below, row_limit_of, to_cursor, to_page},
    value::{DatabaseRow, Json, Param, params, words},
};

words!(SourceStatus);

const NO_SOURCE: StoreError = StoreError::NotFound("source");

impl Store {
    pub async fn create_source(&self, source: &Source) -> Result<()> {
        let mut transaction = self.database.write().await?;
        self.ensure_room(&mut transaction, source.user_id, ItemKind::Source)
            .await?;
        insert(&mut transaction, source).await?;
        transaction.commit().await
    }

    /// Writes down what became of a source that was to be read, and the tables that were found in
    /// it. They come into the chat, and as cards onto its board.
    pub async fn finish_source(
        &self,
        main: &Source,
        others: &[Source],
        chat_id: Uuid,
        now: DateTime<Utc>,
    ) -> Result<Option<BoardAddition>> {
        let mut transaction = self.database.write().await?;
        let deleted = transaction
            .execute(
                "DELETE FROM sources WHERE id = $1 AND user_id = $2 AND status = 'reading'",
                params![main.id, main.user_id],
            )
            .await?;
        if deleted == 0 {
            return Err(NO_SOURCE);
        }
        let addition = bring(&mut transaction, &self.plans, main, others, chat_id, now).await?;
        transaction.commit().await?;
        self.board_grew(main.user_id, addition.as_ref());
        Ok(addition)
    }

    /// Writes down sources that a turn has read by itself. They come into the chat, and as cards
    /// onto its board.
    pub async fn bring_sources(
        &self,
        main: &Source,
        others: &[Source],
        chat_id: Uuid,
        now: DateTime<Utc>,
    ) -> Result<Option<BoardAddition>> {
        let mut transaction = self.database.write().await?;
        let more = 1 + others.len();
        self.ensure_room_for(&mut transaction, main.user_id, ItemKind::Source, more)
            .await?;
        let addition = bring(&mut transaction, &self.plans, main, others, chat_id, now).await?;
        transaction.commit().await?;
        self.board_grew(main.user_id, addition.as_ref());
        Ok(addition)
    }

    fn board_grew(&self, user_id: Uuid, addition: Option<&BoardAddition>) {
        if let Some(addition) = addition {
            let board_id = addition.board_id;
            self.changed(ChangeKind::Update, ExposedTable::Boards, user_id, board_id);
        }
    }

    /// Reads a source. Another user's source is not found.
    pub async fn source(&self, source_id: Uuid, user_id: Uuid) -> Result<Source> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT * FROM sources WHERE id = $1 AND user_id = $2",
                params![source_id, user_id],
            )
            .await?;
        Source::try_from(&row.ok_or(NO_SOURCE)?)
    }

    /// The user's sources, newest first.
    pub async fn sources(&self, user_id: Uuid, request: &PageRequest) -> Result<Page<Source>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT * FROM sources WHERE user_id = $1 AND (created_at, id) < ($2, $3) \
                 ORDER BY created_at DESC, id DESC LIMIT $4",
                params![user_id, below.millis, below.id, row_limit_of(request)],
            )
            .await?;
        let sources = rows.iter().map(Source::try_from).collect::<Result<_>>()?;
        Ok(to_page(request, sources, |source| {
            to_cursor(source.created_at, source.id)
        }))
    }

    /// The sources that messages of this chat brought, in the order in which they came.
    pub async fn chat_sources(&self, chat_id: Uuid) -> Result<Vec<Source>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT sources.* FROM chat_sources JOIN sources ON sources.id = chat_sources.source_id \
                 WHERE chat_sources.chat_id = $1 ORDER BY chat_sources.attached_at, sources.id",
                params![chat_id],
            )
            .await?;
        rows.iter().map(Source::try_from).collect()
    }

    /// Replaces the content of the source by that of `new`; its title and its SQL name stay.
    pub async fn replace_source(
        &self,
        source_id: Uuid,
        user_id: Uuid,
        new: &Source,
    ) -> Result<Source> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "UPDATE sources SET kind = $3, status = $4, detail = $5, object_path = $6, bytes = $7, row_count = $8, \
                 profile = $9, document = $10, content_hash = $11, metadata = $12, original = $13 \
                 WHERE id = $1 AND user_id = $2 RETURNING *",
                params![
                    source_id,
                    user_id,
                    &new.kind,
                    new.status,
                    &new.detail,
                    &new.object_path,
                    new.bytes,
                    new.row_count,
                    json(new.profile.as_ref()),
                    json(new.document.as_ref()),
                    &new.content_hash,
                    json(new.metadata.as_ref()),
                    json(new.original.as_ref()),
                ],
            )
            .await?;
        let mut source = Source::try_from(&row.ok_or(NO_SOURCE)?)?;
        // A profile is called what its table is called.
        if let Some(profile) = &mut source.profile {
            profile.name.clone_from(&source.sql_name);
        }
        source.words = source.renewed_words(source.words.as_ref());
        if source.profile.is_some() {
            transaction
                .execute(
                    "UPDATE sources SET profile = $2, words = $3 WHERE id = $1",
                    params![
                        source_id,
                        json(source.profile.as_ref()),
                        json(source.words.as_ref())
                    ],
                )
                .await?;
        }
        transaction.commit().await?;
        Ok(source)
    }

    /// Keeps a source whose columns were edited; false if the table was changed meanwhile, which stays.
    pub async fn keep_edited_table(&self, old: &Source, new: &Source) -> Result<bool> {
        let mut transaction = self.database.write().await?;
        let changed = transaction
            .execute(
                "UPDATE sources SET object_path = $4, bytes = $5, profile = $6, words = $7, original = $8 \
                 WHERE id = $1 AND user_id = $2 AND object_path = $3",
                params![
                    old.id,
                    old.user_id,
                    &old.object_path,
                    &new.object_path,
                    new.bytes,
                    json(new.profile.as_ref()),
                    json(new.words.as_ref()),
                    json(new.original.as_ref()),
                ],
            )
            .await?;
        transaction.commit().await?;
        Ok(changed == 1)
    }

    /// Replaces the source's words by the result of `edit`; changes nothing if `edit` fails.
    pub async fn edit_source_words<E>(
        &self,
        source_id: Uuid,
        user_id: Uuid,
        edit: impl FnOnce(&Source) -> std::result::Result<SourceWords, E>,
    ) -> Result<std::result::Result<SourceWords, E>> {
        let mut transaction = self.database.write().await?;
        // An update that changes nothing locks the row until the end.
        let row = transaction
            .row(
                "UPDATE sources SET words = words WHERE id = $1 AND user_id = $2 RETURNING *",
                params![source_id, user_id],
            )
            .await?;
        let source = Source::try_from(&row.ok_or(NO_SOURCE)?)?;
        let words = match edit(&source) {
            Ok(words) => words,
            Err(refusal) => return Ok(Err(refusal)),
        };
        transaction
            .execute(
                "UPDATE sources SET words = $2 WHERE id = $1",
                params![source_id, json(Some(&words))],
            )
            .await?;
        transaction.commit().await?;
        Ok(Ok(words))
    }

    /// Deletes the source and gives it back: its object is the caller's to delete.
    pub async fn delete_source(&self, source_id: Uuid, user_id: Uuid) -> Result<Source> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "DELETE FROM sources WHERE id = $1 AND user_id = $2 RETURNING *",
                params![source_id, user_id],
            )
            .await?;
        let source = Source::try_from(&row.ok_or(NO_SOURCE)?)?;
        transaction.commit().await?;
        Ok(source)
    }
}

/// Inserts sources, the chat's from now on.
async fn bring(
    session: &mut Session,
    plans: &Plans,
    main: &Source,
    others: &[Source],
    chat_id: Uuid,
    now: DateTime<Utc>,
) -> Result<Option<BoardAddition>> {
    for source in std::iter::once(main).chain(others) {
        insert(session, source).await?;
        session
            .execute(
                "INSERT INTO chat_sources (chat_id, source_id, attached_at) VALUES ($1, $2, $3) \
                 ON CONFLICT DO NOTHING",
                params![chat_id, source.id, now],
            )
            .await?;
    }
    board_nodes::keep_sources(session, plans, chat_id, (main, others), now).await
}

pub(super) async fn insert(session: &mut Session, source: &Source) -> Result<()> {
    session
            .execute(
                "INSERT INTO sources (id, user_id, name, kind, status, detail, sql_name, object_path, bytes, \
                 row_count, profile, document, content_hash, url, created_at, metadata, words, original) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)",
                params![
                    source.id,
                    source.user_id,
                    &source.name,
                    &source.kind,
                    source.status,
                    &source.detail,
                    &source.sql_name,
                    &source.object_path,
                    source.bytes,
                    source.row_count,
                    json(source.profile.as_ref()),
                    json(source.document.as_ref()),
                    &source.content_hash,
                    &source.url,
                    source.created_at,
                    json(source.metadata.as_ref()),
                    json(source.words.as_ref()),
                    json(source.original.as_ref()),
                ],
            )
            .await?;
    Ok(())
}

impl TryFrom<&DatabaseRow> for Source {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            user_id: row.get("user_id")?,
            name: row.get("name")?,
            kind: row.get("kind")?,
            status: row.get("status")?,
            detail: row.get("detail")?,
            sql_name: row.get("sql_name")?,
            object_path: row.get("object_path")?,
            bytes: row.get("bytes")?,
            row_count: row.get("row_count")?,
            profile: row
                .get::<Option<Json<_>>>("profile")?
                .map(|Json(profile)| profile),
            words: row
                .get::<Option<Json<_>>>("words")?
                .map(|Json(words)| words),
            original: row
                .get::<Option<Json<_>>>("original")?
                .map(|Json(original)| original),
            document: row
                .get::<Option<Json<_>>>("document")?
                .map(|Json(document)| document),
            metadata: row
                .get::<Option<Json<_>>>("metadata")?
                .map(|Json(metadata)| metadata),
            content_hash: row.get("content_hash")?,
            url: row.get("url")?,
            created_at: row.get("created_at")?,
        })
    }
}

fn json<T: serde::Serialize>(value: Option<&T>) -> Param<'_> {
    value.map_or(Param::Text(None), |value| Json(value).into())
}
