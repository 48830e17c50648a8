use chrono::{DateTime, Utc};
use portolan_boards::Canvas;
use portolan_domain::{Board, BoardChange, Page, PageRequest, SavedKind, Visibility};
use portolan_realtime::ChangeKind;
use portolan_rest::ExposedTable;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    account_plans::read_limits,
    board_nodes, domain_stats, hidden_items,
    item_limit::ItemKind,
    paging::{Below, containing_pattern, row_limit_of, to_cursor, to_page},
    saved,
    value::{DatabaseRow, Json, params},
};

const NO_BOARD: StoreError = StoreError::NotFound("board");

/// A board with its contents; private at first.
#[derive(Clone, Debug)]
pub struct NewBoard<'a> {
    pub id: Uuid,
    pub user_id: Uuid,
    pub title: &'a str,
    /// One of the user's own; it has no board yet.
    pub chat_id: Option<Uuid>,
    pub source_url: Option<&'a str>,
    pub canvas: &'a Canvas,
    pub now: DateTime<Utc>,
}

impl Store {
    pub async fn create_board(&self, new: &NewBoard<'_>) -> Result<()> {
        let mut transaction = self.database.write().await?;
        self.ensure_room(&mut transaction, new.user_id, ItemKind::Board)
            .await?;
        transaction
            .execute(
                "INSERT INTO boards (id, user_id, title, title_key, visibility, chat_id, source_url, revision, \
                 foreign_keys, created_at, updated_at) VALUES ($1, $2, $3, $4, 'private', $5, $6, 1, $7, $8, $8)",
                params![
                    new.id,
                    new.user_id,
                    new.title,
                    new.title.to_lowercase(),
                    new.chat_id,
                    new.source_url,
                    Json(&new.canvas.foreign),
                    new.now,
                ],
            )
            .await?;
        let limits = read_limits(&mut transaction, &self.plans, new.user_id).await?;
        board_nodes::check_included(new.canvas.nodes.len() as u64, limits.board_nodes)?;
        board_nodes::insert(&mut transaction, new.id, new.canvas).await?;
        if let Some(url) = new.source_url {
            domain_stats::count_board(&mut transaction, url, new.now).await?;
        }
        transaction.commit().await?;
        self.changed(
            ChangeKind::Insert,
            ExposedTable::Boards,
            new.user_id,
            new.id,
        );
        Ok(())
    }

    /// Whosever it is, for the caller to check its visibility.
    pub async fn board(&self, board_id: Uuid) -> Result<Board> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT boards.*, (SELECT COUNT(*) FROM board_nodes WHERE board_id = boards.id) AS node_count \
                 FROM boards WHERE id = $1",
                params![board_id],
            )
            .await?
            .ok_or(NO_BOARD)?;
        Board::try_from(&row)
    }

    /// The board with all that lies on it, of one moment.
    pub async fn board_canvas(&self, board_id: Uuid) -> Result<(Board, Canvas)> {
        let mut snapshot = self.database.snapshot().await?;
        let row = snapshot
            .row(
                "SELECT boards.*, CAST(0 AS BIGINT) AS node_count FROM boards WHERE id = $1",
                params![board_id],
            )
            .await?
            .ok_or(NO_BOARD)?;
        let mut canvas = board_nodes::read_canvas(&mut snapshot, board_id).await?;
        let mut board = Board::try_from(&row)?;
        board.node_count = canvas.nodes.len() as u64;
        canvas.title = Some(board.title.clone());
        let Json(foreign): Json<Map<String, Value>> = row.get("foreign_keys")?;
        canvas.foreign = foreign;
        Ok((board, canvas))
    }

    /// The user's boards, the last changed first; `search` is a part of the title.
    pub async fn boards(
        &self,
        user_id: Uuid,
        search: Option<&str>,
        request: &PageRequest,
    ) -> Result<Page<Board>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT boards.*, (SELECT COUNT(*) FROM board_nodes WHERE board_id = boards.id) AS node_count \
                 FROM boards WHERE user_id = $1 AND (updated_at, id) < ($2, $3) AND title_key LIKE $4 ESCAPE '\\' \
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
        board_page(request, &rows)
    }

    /// Returns public boards, last changed first, optionally of one user.
    pub async fn public_boards(
        &self,
        user_id: Option<Uuid>,
        request: &PageRequest,
    ) -> Result<Page<Board>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT boards.*, (SELECT COUNT(*) FROM board_nodes WHERE board_id = boards.id) AS node_count \
                 FROM boards WHERE visibility = 'public' AND user_id = COALESCE($1, user_id) \
                 AND (updated_at, id) < ($2, $3) ORDER BY updated_at DESC, id DESC LIMIT $4",
                params![user_id, below.millis, below.id, row_limit_of(request)],
            )
            .await?;
        board_page(request, &rows)
    }

    /// Changes a board's title and content and returns its new revision.
    pub async fn change_board(
        &self,
        board_id: Uuid,
        user_id: Uuid,
        change: &BoardChange,
        now: DateTime<Utc>,
    ) -> Result<u64> {
        let mut transaction = self.database.write().await?;
        // Locks the board, so that changes come one after the other.
        let row = transaction
            .row(
                "UPDATE boards SET revision = revision + 1, updated_at = $3, title = COALESCE($4, title), \
                 title_key = COALESCE($5, title_key) WHERE id = $1 AND user_id = $2 RETURNING revision",
                params![
                    board_id,
                    user_id,
                    now,
                    &change.title,
                    change.title.as_ref().map(|title| title.to_lowercase()),
                ],
            )
            .await?
            .ok_or(NO_BOARD)?;
        let limits = read_limits(&mut transaction, &self.plans, user_id).await?;
        board_nodes::change_canvas(&mut transaction, board_id, change, limits.board_nodes).await?;
        transaction.commit().await?;
        self.changed(ChangeKind::Update, ExposedTable::Boards, user_id, board_id);
        row.get("revision")
    }

    /// Lets a chat's blocks become this board's nodes from now on.
    pub async fn set_board_chat(&self, board_id: Uuid, user_id: Uuid, chat_id: Uuid) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let changed = transaction
            .execute(
                "UPDATE boards SET chat_id = $3 WHERE id = $1 AND user_id = $2",
                params![board_id, user_id, chat_id],
            )
            .await?;
        if changed == 0 {
            return Err(NO_BOARD);
        }
        transaction.commit().await?;
        self.changed(ChangeKind::Update, ExposedTable::Boards, user_id, board_id);
        Ok(())
    }

    pub async fn set_board_visibility(
        &self,
        board_id: Uuid,
        user_id: Uuid,
        visibility: Visibility,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        hidden_items::ensure_shown(&mut transaction, SavedKind::Board, board_id, visibility)
            .await?;
        let changed = transaction
            .execute(
                "UPDATE boards SET visibility = $3 WHERE id = $1 AND user_id = $2",
                params![board_id, user_id, visibility],
            )
            .await?;
        if changed == 0 {
            return Err(NO_BOARD);
        }
        transaction.commit().await?;
        self.changed(ChangeKind::Update, ExposedTable::Boards, user_id, board_id);
        Ok(())
    }

    /// Deletes the board and what lies on it; its chat, charts and sources stay.
    pub async fn delete_board(&self, board_id: Uuid, user_id: Uuid) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let deleted = transaction
            .execute(
                "DELETE FROM boards WHERE id = $1 AND user_id = $2",
                params![board_id, user_id],
            )
            .await?;
        if deleted == 0 {
            return Err(NO_BOARD);
        }
        let forgotten = saved::forget_item(&mut transaction, SavedKind::Board, board_id).await?;
        transaction.commit().await?;
        self.changed(ChangeKind::Delete, ExposedTable::Boards, user_id, board_id);
        self.forgot(SavedKind::Board, board_id, &forgotten);
        Ok(())
    }
}

fn board_page(request: &PageRequest, rows: &[DatabaseRow]) -> Result<Page<Board>> {
    let boards = rows.iter().map(Board::try_from).collect::<Result<_>>()?;
    Ok(to_page(request, boards, |board: &Board| {
        to_cursor(board.updated_at, board.id)
    }))
}

impl TryFrom<&DatabaseRow> for Board {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            user_id: row.get("user_id")?,
            title: row.get("title")?,
            visibility: row.get("visibility")?,
            chat_id: row.get("chat_id")?,
            source_url: row.get("source_url")?,
            node_count: row.get("node_count")?,
            revision: row.get("revision")?,
            created_at: row.get("created_at")?,
            updated_at: row.get("updated_at")?,
        })
    }
}
