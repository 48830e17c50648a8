//! Full-text search over titles and all that was said: SQLite's FTS5 and PostgreSQL's own.
//!
//! What is found goes in with the transaction that made it true. Both databases index words that
//! [`words`] has cut, so both find the same.

mod words;

use portolan_blocks::{Block, BlockContent, ChartBlock, Event};
use portolan_domain::{Chat, FoundChat, Match, Page, PageRequest, SearchItem, SearchKind};
use uuid::Uuid;

use self::words::TextQuery;
use super::{
    Result, Store, StoreError,
    database::{Database, Session},
    log,
    paging::{Below, containing_pattern, row_limit_of, to_cursor, to_page},
    value::{DatabaseRow, params},
};

/// Events that are indexed at once when an older database is opened.
const BACKLOG_PAGE: u32 = 500;

/// The word of every chart's text in place of its owner's: a search of charts, which are those of
/// all users, passes over the texts of other users' chats.
const CHARTS: &str = "ownercharts";

/// The texts, as a search by words reads them. CROSS JOIN keeps SQLite from reading the user's texts
/// first and then searching the words for each: quadratic.
macro_rules! texts {
    (postgres) => {
        "search_texts"
    };
    (sqlite) => {
        "search_words CROSS JOIN search_texts ON search_texts.number = search_words.rowid"
    };
}

/// That a text has the words of a parameter.
macro_rules! has_words {
    (postgres, $words:literal) => {
        concat!("words @@ CAST(CAST(", $words, " AS TEXT) AS TSQUERY)")
    };
    (sqlite, $words:literal) => {
        concat!("search_words MATCH ", $words)
    };
}

/// By chat of the user `$1`, the newest text with the words `$6`; a title only if there is no other.
macro_rules! hits {
    ($dialect:ident) => {
        concat!(
            "WITH hits AS (SELECT chat_id, MAX(CASE kind WHEN 'title' THEN 0 ELSE number END) AS number FROM ",
            texts!($dialect),
            " WHERE ",
            has_words!($dialect, "$6"),
            " AND user_id = $1 AND chat_id IS NOT NULL GROUP BY chat_id)"
        )
    };
}

macro_rules! found_chats {
    ($dialect:ident) => {
        concat!(
            hits!($dialect),
            " SELECT chats.*, search_texts.text AS found_text, search_texts.turn_id AS found_turn_id FROM chats \
             LEFT JOIN hits ON hits.chat_id = chats.id LEFT JOIN search_texts ON search_texts.number = hits.number \
             WHERE chats.user_id = $1 AND (chats.updated_at, chats.id) < ($2, $3) \
             AND (title_key LIKE $4 ESCAPE '\\' OR hits.chat_id IS NOT NULL) \
             ORDER BY chats.updated_at DESC, chats.id DESC LIMIT $5"
        )
    };
}

/// Only the rows of the page are joined with their texts: a user's matches may be many and long.
macro_rules! select_found {
    ($dialect:ident) => {
        concat!(
            hits!($dialect),
            ", found AS (SELECT 'chat' AS kind, chats.id, chats.title, hits.number, chats.updated_at \
             FROM hits JOIN chats ON chats.id = hits.chat_id WHERE chats.user_id = $1 \
             UNION ALL SELECT 'chart', charts.id, charts.title, search_texts.number, charts.updated_at FROM ",
            texts!($dialect),
            " JOIN charts ON charts.id = search_texts.chart_id WHERE ",
            has_words!($dialect, "$5"),
            " AND (charts.user_id = $1 OR EXISTS (SELECT 1 FROM chart_versions AS published \
             WHERE published.chart_id = charts.id AND published.version = charts.published_version \
             AND charts.visibility = 'public' AND published.title = charts.title \
             AND published.description = charts.description))), \
             shown AS (SELECT * FROM found WHERE (updated_at, id) < ($2, $3) \
             ORDER BY updated_at DESC, id DESC LIMIT $4) \
             SELECT shown.kind, shown.id, shown.title, shown.updated_at, search_texts.text AS found_text, \
             search_texts.turn_id AS found_turn_id FROM shown \
             LEFT JOIN search_texts ON search_texts.number = shown.number \
             ORDER BY shown.updated_at DESC, shown.id DESC"
        )
    };
}

impl Store {
    /// The user's chats, the last used first. `search` is a part of the title, or words that stand
    /// in one message or in one block of an answer.
    pub async fn chats(
        &self,
        user_id: Uuid,
        search: Option<&str>,
        request: &PageRequest,
    ) -> Result<Page<FoundChat>> {
        let below = Below::from_request(request)?;
        let title = containing_pattern(search.unwrap_or_default());
        let query = search.and_then(TextQuery::parse);
        let rows = match &query {
            Some(query) => {
                let mut session = self.database.scan().await?;
                let owner = owner(user_id);
                let (sql, words) = if self.database.is_postgres() {
                    (found_chats!(postgres), query.for_postgres(Some(&owner)))
                } else {
                    (found_chats!(sqlite), query.for_sqlite(Some(&owner)))
                };
                let params = params![
                    user_id,
                    below.millis,
                    below.id,
                    title,
                    row_limit_of(request),
                    words,
                ];
                session.rows(sql, params).await?
            }
            None => {
                let sql = "SELECT *, NULL AS found_text, NULL AS found_turn_id FROM chats \
                           WHERE user_id = $1 AND (updated_at, id) < ($2, $3) AND title_key LIKE $4 ESCAPE '\\' \
                           ORDER BY updated_at DESC, id DESC LIMIT $5";
                let limit = row_limit_of(request);
                let params = params![user_id, below.millis, below.id, title, limit];
                match search {
                    // A page of all chats is read from an index, and no more rows than it has.
                    None => self.database.read().await?.rows(sql, params).await?,
                    Some(_) => self.database.scan().await?.rows(sql, params).await?,
                }
            }
        };
        let chats = rows
            .iter()
            .map(|row| found_chat(row, query.as_ref()))
            .collect::<Result<_>>()?;
        Ok(to_page(request, chats, |found: &FoundChat| {
            to_cursor(found.chat.updated_at, found.chat.id)
        }))
    }

    /// The user's chats and charts, and all public charts, that have all words of `search`
    /// in one text; the last changed first. Nothing where `search` has no word. A public chart whose
    /// words its owner has changed since is found by others once it is published again.
    pub async fn search(
        &self,
        user_id: Uuid,
        search: &str,
        request: &PageRequest,
    ) -> Result<Page<SearchItem>> {
        let below = Below::from_request(request)?;
        let Some(query) = TextQuery::parse(search) else {
            return Ok(Page {
                items: Vec::new(),
                next_cursor: None,
            });
        };
        let owner = owner(user_id);
        let mut session = self.database.scan().await?;
        let (sql, charts, chats) = if self.database.is_postgres() {
            (
                select_found!(postgres),
                query.for_postgres(Some(CHARTS)),
                query.for_postgres(Some(&owner)),
            )
        } else {
            (
                select_found!(sqlite),
                query.for_sqlite(Some(CHARTS)),
                query.for_sqlite(Some(&owner)),
            )
        };
        let params = params![
            user_id,
            below.millis,
            below.id,
            row_limit_of(request),
            charts,
            chats,
        ];
        let rows = session.rows(sql, params).await?;
        let items = rows
            .iter()
            .map(|row| search_item(row, &query))
            .collect::<Result<_>>()?;
        Ok(to_page(request, items, |item: &SearchItem| {
            to_cursor(item.updated_at, item.id)
        }))
    }
}

/// Indexes what a database of an earlier version holds. Nodes that do it at the same time share it.
pub(super) async fn index_backlog(database: &Database) -> Result<()> {
    loop {
        let mut transaction = database.write().await?;
        let next = transaction
            .row(
                "DELETE FROM search_backlog WHERE (kind, id) = (SELECT kind, id FROM search_backlog \
                 ORDER BY kind, id LIMIT 1) RETURNING kind, id",
                params![],
            )
            .await?;
        let Some(next) = next else {
            let rest = transaction
                .row("SELECT id FROM search_backlog LIMIT 1", params![])
                .await?;
            match rest {
                // Another node was faster with this one.
                Some(_) => continue,
                None => return transaction.commit().await,
            }
        };
        let (kind, id): (String, Uuid) = (next.get("kind")?, next.get("id")?);
        match kind.as_str() {
            "chat" => index_whole_chat(&mut transaction, id).await?,
            _ => index_stored_chart(&mut transaction, id).await?,
        }
        transaction.commit().await?;
    }
}

/// A chat's title, in place of the one before.
pub(super) async fn index_title(
    session: &mut Session,
    user_id: Uuid,
    chat_id: Uuid,
    title: &str,
) -> Result<()> {
    session
        .queue(
            "DELETE FROM search_texts WHERE chat_id = $1 AND kind = 'title'",
            params![chat_id],
        )
        .await?;
    index_text(session, user_id, &TextLocation::Title { chat_id }, title).await
}

/// Indexes the searchable text of an event in a chat's log.
pub(super) async fn index_event(
    session: &mut Session,
    user_id: Uuid,
    chat_id: Uuid,
    event: &Event,
) -> Result<()> {
    match event {
        Event::TurnStarted {
            turn_id, message, ..
        } => {
            let place = TextLocation::Message {
                chat_id,
                turn_id: *turn_id,
            };
            index_text(session, user_id, &place, &message.text).await
        }
        Event::BlockClosed { turn_id, block } => {
            let place = TextLocation::Answer {
                chat_id,
                turn_id: *turn_id,
            };
            index_text(session, user_id, &place, &block_text(block)).await
        }
        _ => Ok(()),
    }
}

/// A chart's title and description, in place of those of the version before.
pub(super) async fn index_chart(session: &mut Session, chart: &ChartBlock) -> Result<()> {
    let chart_id = chart.chart_id;
    let row = session
        .row(
            "SELECT user_id FROM charts WHERE id = $1",
            params![chart_id],
        )
        .await?
        .ok_or(StoreError::NotFound("chart"))?;
    session
        .queue(
            "DELETE FROM search_texts WHERE chart_id = $1",
            params![chart_id],
        )
        .await?;
    let text = format!("{}\n{}", chart.title, chart.description);
    index_text(
        session,
        row.get("user_id")?,
        &TextLocation::Chart { chart_id },
        &text,
    )
    .await
}

/// The location of a text.
enum TextLocation {
    Title { chat_id: Uuid },
    Message { chat_id: Uuid, turn_id: Uuid },
    Answer { chat_id: Uuid, turn_id: Uuid },
    Chart { chart_id: Uuid },
}

async fn index_text(
    session: &mut Session,
    user_id: Uuid,
    place: &TextLocation,
    text: &str,
) -> Result<()> {
    let text = words::stored_text(text);
    let words = words::indexed_text(&text);
    if words.is_empty() {
        return Ok(());
    }
    let belonging = match place {
        TextLocation::Chart { .. } => CHARTS.to_owned(),
        _ => owner(user_id),
    };
    let words = format!("{belonging} {words}");
    let (kind, chat_id, turn_id, chart_id) = match *place {
        TextLocation::Title { chat_id } => ("title", Some(chat_id), None, None),
        TextLocation::Message { chat_id, turn_id } => {
            ("message", Some(chat_id), Some(turn_id), None)
        }
        TextLocation::Answer { chat_id, turn_id } => ("answer", Some(chat_id), Some(turn_id), None),
        TextLocation::Chart { chart_id } => ("chart", None, None, Some(chart_id)),
    };
    if session.is_postgres() {
        session
            .queue(
                "INSERT INTO search_texts (user_id, kind, chat_id, turn_id, chart_id, text, words) \
                 VALUES ($1, $2, $3, $4, $5, $6, array_to_tsvector(string_to_array($7, ' ')))",
                params![user_id, kind, chat_id, turn_id, chart_id, text, words],
            )
            .await?;
        return Ok(());
    }
    session
        .queue(
            "INSERT INTO search_texts (user_id, kind, chat_id, turn_id, chart_id, text) \
             VALUES ($1, $2, $3, $4, $5, $6)",
            params![user_id, kind, chat_id, turn_id, chart_id, text],
        )
        .await?;
    session
        .queue(
            "INSERT INTO search_words (rowid, words) VALUES (last_insert_rowid(), $1)",
            params![words],
        )
        .await?;
    Ok(())
}

/// The word that all texts of a user's chats have, and that no one writes: a search among one's own texts
/// reads no others.
fn owner(user_id: Uuid) -> String {
    format!("owner{}", user_id.simple())
}

/// Returns the visible text of a block, without markup.
fn block_text(block: &Block) -> String {
    match &block.content {
        BlockContent::Text { markdown, .. } => markdown
            .chars()
            .filter(|character| !matches!(character, '*' | '`' | '#' | '|' | '>'))
            .collect(),
        BlockContent::Chart(chart) => format!("{}\n{}", chart.title, chart.description),
        BlockContent::Reference { title, .. } => title.clone(),
        BlockContent::Timestamp { label, .. } => label.clone(),
        BlockContent::Thinking { .. }
        | BlockContent::Suggestion { .. }
        | BlockContent::Error { .. } => String::new(),
    }
}

async fn index_whole_chat(session: &mut Session, chat_id: Uuid) -> Result<()> {
    let row = session
        .row(
            "SELECT user_id, title FROM chats WHERE id = $1",
            params![chat_id],
        )
        .await?;
    let Some(row) = row else { return Ok(()) };
    let user_id = row.get("user_id")?;
    index_title(session, user_id, chat_id, &row.get::<String>("title")?).await?;
    let mut after = 0;
    loop {
        let events = log::stored_after(session, chat_id, after, BACKLOG_PAGE).await?;
        let Some(last) = events.last() else {
            return Ok(());
        };
        after = last.id;
        for stored in &events {
            index_event(session, user_id, chat_id, &stored.event).await?;
        }
    }
}

async fn index_stored_chart(session: &mut Session, chart_id: Uuid) -> Result<()> {
    let row = session
        .row(
            "SELECT user_id, title, description FROM charts WHERE id = $1",
            params![chart_id],
        )
        .await?;
    let Some(row) = row else { return Ok(()) };
    let text = format!(
        "{}\n{}",
        row.get::<String>("title")?,
        row.get::<String>("description")?
    );
    index_text(
        session,
        row.get("user_id")?,
        &TextLocation::Chart { chart_id },
        &text,
    )
    .await
}

fn found_chat(row: &DatabaseRow, query: Option<&TextQuery>) -> Result<FoundChat> {
    let turn_id: Option<Uuid> = row.get("found_turn_id")?;
    let text: Option<String> = row.get("found_text")?;
    let snippet = text.and_then(|text| query?.snippet(&text));
    Ok(FoundChat {
        chat: Chat::try_from(row)?,
        found: turn_id
            .zip(snippet)
            .map(|(turn_id, snippet)| Match { turn_id, snippet }),
    })
}

fn search_item(row: &DatabaseRow, query: &TextQuery) -> Result<SearchItem> {
    let text: Option<String> = row.get("found_text")?;
    Ok(SearchItem {
        kind: match row.get::<String>("kind")?.as_str() {
            "chat" => SearchKind::Chat,
            _ => SearchKind::Chart,
        },
        id: row.get("id")?,
        title: row.get("title")?,
        snippet: text.and_then(|text| query.snippet(&text)),
        turn_id: row.get("found_turn_id")?,
        updated_at: row.get("updated_at")?,
    })
}
