//! Board elements: nodes and edges, each a row.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use portolan_blocks::Block;
use portolan_boards::{
    Canvas, Edge, Kept, MOST_EDGES, MOST_NODES, Node, NodeContent, NodeStatus, content_of_block,
    default_size, head_above_text, place_node, size_of_block, sources_of_block,
};
use portolan_documents::first_sentences;
use portolan_domain::{BoardAddition, BoardChange, Source, SourceStatus};
use portolan_environment::ids::named_id;
use portolan_ledger::Plans;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::{
    Result, StoreError,
    account_plans::read_limits,
    database::Session,
    group_digits,
    value::{DatabaseRow, Json, params},
};

/// Characters of what a page says of itself: two lines of its card.
const LEAD_CHARACTERS: usize = 280;

/// Returns everything on a board. A node of a deleted group belongs to no group.
pub(super) async fn read_canvas(session: &mut Session, board_id: Uuid) -> Result<Canvas> {
    let nodes = session
        .rows(
            "SELECT node, foreign_keys FROM board_nodes WHERE board_id = $1 ORDER BY place, id",
            params![board_id],
        )
        .await?;
    let edges = session
        .rows(
            "SELECT edge, foreign_keys FROM board_edges WHERE board_id = $1 ORDER BY place, id",
            params![board_id],
        )
        .await?;
    let mut nodes: Vec<Kept<Node>> = nodes
        .iter()
        .map(|row| kept_elements(row, "node"))
        .collect::<Result<_>>()?;
    let groups: HashSet<String> = nodes
        .iter()
        .filter(|kept| matches!(kept.item.content, NodeContent::Group { .. }))
        .map(|kept| kept.item.id.clone())
        .collect();
    for kept in &mut nodes {
        kept.item.parent_id.take_if(|id| !groups.contains(id));
    }
    Ok(Canvas {
        title: None,
        nodes,
        edges: edges
            .iter()
            .map(|row| kept_elements(row, "edge"))
            .collect::<Result<_>>()?,
        foreign: Map::new(),
    })
}

fn kept_elements<T: serde::de::DeserializeOwned>(
    row: &DatabaseRow,
    column: &str,
) -> Result<Kept<T>> {
    let Json(item) = row.get(column)?;
    let Json(foreign) = row.get("foreign_keys")?;
    Ok(Kept { item, foreign })
}

/// Writes the whole of a new board.
pub(super) async fn insert(session: &mut Session, board_id: Uuid, canvas: &Canvas) -> Result<()> {
    for (place, kept) in (1..).zip(&canvas.nodes) {
        put_node(session, board_id, place, &kept.item, &kept.foreign).await?;
    }
    for (place, kept) in (1..).zip(&canvas.edges) {
        put_edge(session, board_id, place, &kept.item, &kept.foreign).await?;
    }
    Ok(())
}

/// Changes element by element: the last writer of each wins. An edge goes with its nodes, and one
/// whose nodes are gone is left out.
pub(super) async fn change_canvas(
    session: &mut Session,
    board_id: Uuid,
    change: &BoardChange,
    included: Option<u64>,
) -> Result<()> {
    let before = count_elements(session, board_id).await?;
    for id in &change.removed_edge_ids {
        session
            .execute(
                "DELETE FROM board_edges WHERE board_id = $1 AND id = $2",
                params![board_id, id],
            )
            .await?;
    }
    for id in &change.removed_node_ids {
        session
            .execute(
                "DELETE FROM board_nodes WHERE board_id = $1 AND id = $2",
                params![board_id, id],
            )
            .await?;
        session
            .execute(
                "DELETE FROM board_edges WHERE board_id = $1 AND (from_node = $2 OR to_node = $2)",
                params![board_id, id],
            )
            .await?;
    }
    put_elements(session, board_id, &change.nodes, &change.edges).await?;
    let after = count_elements(session, board_id).await?;
    // A board that was larger under another plan stays editable; it grows no more.
    if after.nodes > before.nodes {
        check_included(after.nodes, included)?;
    }
    if after.nodes > MOST_NODES as u64 || after.edges > MOST_EDGES as u64 {
        return Err(StoreError::Conflict(
            "a board has at most 5,000 nodes and 10,000 edges: remove some first",
        ));
    }
    Ok(())
}

/// Numbers of a board's elements.
struct ElementCount {
    nodes: u64,
    edges: u64,
}

async fn count_elements(session: &mut Session, board_id: Uuid) -> Result<ElementCount> {
    let row = session
        .row(
            "SELECT (SELECT COUNT(*) FROM board_nodes WHERE board_id = $1) AS nodes, \
             (SELECT COUNT(*) FROM board_edges WHERE board_id = $1) AS edges",
            params![board_id],
        )
        .await?
        .ok_or(StoreError::NotFound("board"))?;
    Ok(ElementCount {
        nodes: row.get("nodes")?,
        edges: row.get("edges")?,
    })
}

/// Fails if a board of the plan has no room for so many nodes.
pub(super) fn check_included(nodes: u64, included: Option<u64>) -> Result<()> {
    match included {
        Some(limit) if nodes > limit => Err(StoreError::PlanLimit {
            items: "cards on a board",
            limit,
        }),
        _ => Ok(()),
    }
}

async fn put_elements(
    session: &mut Session,
    board_id: Uuid,
    nodes: &[Node],
    edges: &[Edge],
) -> Result<()> {
    if nodes.is_empty() && edges.is_empty() {
        return Ok(());
    }
    let row = session
        .row(
            "SELECT (SELECT COALESCE(MAX(place), 0) FROM board_nodes WHERE board_id = $1) AS nodes, \
             (SELECT COALESCE(MAX(place), 0) FROM board_edges WHERE board_id = $1) AS edges",
            params![board_id],
        )
        .await?
        .ok_or(StoreError::NotFound("board"))?;
    for (place, node) in (row.get::<i64>("nodes")? + 1..).zip(nodes) {
        put_node(session, board_id, place, node, &Map::new()).await?;
    }
    for (place, edge) in (row.get::<i64>("edges")? + 1..).zip(edges) {
        put_edge(session, board_id, place, edge, &Map::new()).await?;
    }
    Ok(())
}

/// A node that is there keeps its place in the pile, and what its file had beyond our words.
async fn put_node(
    session: &mut Session,
    board_id: Uuid,
    place: i64,
    node: &Node,
    foreign: &Map<String, Value>,
) -> Result<()> {
    session
        .execute(
            "INSERT INTO board_nodes (board_id, id, place, node, foreign_keys) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (board_id, id) DO UPDATE SET node = $4",
            params![board_id, &node.id, place, Json(node), Json(foreign)],
        )
        .await?;
    Ok(())
}

async fn put_edge(
    session: &mut Session,
    board_id: Uuid,
    place: i64,
    edge: &Edge,
    foreign: &Map<String, Value>,
) -> Result<()> {
    let ends = session
        .rows(
            "SELECT id FROM board_nodes WHERE board_id = $1 AND (id = $2 OR id = $3)",
            params![board_id, &edge.from_node, &edge.to_node],
        )
        .await?;
    if ends.len() < 1 + usize::from(edge.from_node != edge.to_node) {
        return Ok(());
    }
    session
        .execute(
            "INSERT INTO board_edges (board_id, id, place, from_node, to_node, edge, foreign_keys) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) \
             ON CONFLICT (board_id, id) DO UPDATE SET from_node = $4, to_node = $5, edge = $6",
            params![
                board_id,
                &edge.id,
                place,
                &edge.from_node,
                &edge.to_node,
                Json(edge),
                Json(foreign),
            ],
        )
        .await?;
    Ok(())
}

/// Puts a closed block on its chat's board, if it has one and there is something to show: with edges from the
/// cards of the sources that it comes from.
pub(super) async fn keep_block(
    session: &mut Session,
    plans: &Plans,
    chat_id: Uuid,
    (turn_id, block): (Uuid, &Block),
    now: DateTime<Utc>,
) -> Result<Option<BoardAddition>> {
    let Some(content) = content_of_block(&block.content) else {
        return Ok(None);
    };
    let mut board = match ChatBoard::lock(session, plans, chat_id).await? {
        ChatBoard::None => return Ok(None),
        ChatBoard::Full(board) => {
            board.queue_notice(session, turn_id, now).await?;
            return Ok(None);
        }
        ChatBoard::Open(board) => board,
    };
    if board.shows_passage(&content) {
        return Ok(None);
    }
    let size = size_of_block(&block.content, &content);
    let sources = sources_of_block(&block.content);
    board.add(block.id.to_string(), content, size);
    board.connect(&sources);
    board.save(session).await
}

/// Puts a source that was read on the chat's board as a card, with the tables of a file. Those of a page are shown by
/// what is drawn of them. A board that is still called by the address is called by the page's title from now on.
pub(super) async fn keep_sources(
    session: &mut Session,
    plans: &Plans,
    chat_id: Uuid,
    (main, others): (&Source, &[Source]),
    now: DateTime<Utc>,
) -> Result<Option<BoardAddition>> {
    session
        .execute(
            "UPDATE boards SET title = $2, title_key = $3 WHERE chat_id = $1 AND title = source_url AND source_url = $4",
            params![chat_id, &main.name, main.name.to_lowercase(), &main.url],
        )
        .await?;
    let mut board = match ChatBoard::lock(session, plans, chat_id).await? {
        ChatBoard::None => return Ok(None),
        ChatBoard::Full(board) => {
            board.queue_notice(session, main.id, now).await?;
            return Ok(None);
        }
        ChatBoard::Open(board) => board,
    };
    let others: &[Source] = if main.url.is_some() { &[] } else { others };
    for source in std::iter::once(main).chain(others) {
        let content = card_of(source);
        let size = default_size(&content);
        board.add(source.id.to_string(), content, size);
        if source.id != main.id {
            board.connect(&[main.id]);
        }
    }
    board.save(session).await
}

/// Returns the board's view of a source.
pub fn card_of(source: &Source) -> NodeContent {
    NodeContent::Source {
        source_id: source.id,
        title: source.name.clone(),
        url: source.url.clone(),
        status: match source.status {
            SourceStatus::Reading => NodeStatus::Reading,
            SourceStatus::Whole => NodeStatus::Whole,
            SourceStatus::Part => NodeStatus::Part,
            SourceStatus::Blocked => NodeStatus::Blocked,
            SourceStatus::Empty => NodeStatus::Empty,
        },
        detail: source.detail.clone(),
        description: source
            .metadata
            .as_ref()
            .and_then(|metadata| metadata.description.as_deref())
            .map(|description| first_sentences(description, LEAD_CHARACTERS)),
    }
}

/// The board of a chat, as the server finds it when it has something to add.
enum ChatBoard {
    None,
    Full(FullBoard),
    Open(OpenBoard),
}

/// A board without room for another card.
struct FullBoard {
    board_id: Uuid,
    user_id: Uuid,
    /// Cards that a board has at most.
    limit: u64,
    is_plan_limit: bool,
}

impl FullBoard {
    /// Tells the owner that a card is missing: once for each turn or source.
    async fn queue_notice(
        &self,
        session: &mut Session,
        cause_id: Uuid,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let key = format!("board_full:{}:{cause_id}", self.board_id);
        let cards = match self.limit {
            1 => "1 card".to_owned(),
            limit => format!("{} cards", group_digits(limit)),
        };
        let description = if self.is_plan_limit {
            format!(
                "Boards of your plan hold {cards}, so this answer is only in the chat. Remove cards or choose a \
                 larger plan."
            )
        } else {
            format!(
                "A board holds {cards}, so this answer is only in the chat. Remove cards to make room."
            )
        };
        session
            .execute(
                "INSERT INTO notifications (id, user_id, kind, title, description, idempotency_key, created_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (idempotency_key) DO NOTHING",
                params![
                    named_id(&key),
                    self.user_id,
                    "board_full",
                    "Your board is full",
                    description,
                    &key,
                    now,
                ],
            )
            .await
            .map(drop)
    }
}

impl ChatBoard {
    /// Locks the chat's board until the transaction ends.
    async fn lock(session: &mut Session, plans: &Plans, chat_id: Uuid) -> Result<Self> {
        let row = session
            .row(
                "UPDATE boards SET revision = revision WHERE chat_id = $1 RETURNING id, user_id",
                params![chat_id],
            )
            .await?;
        let Some(row) = row else {
            return Ok(Self::None);
        };
        let (board_id, user_id) = (row.get("id")?, row.get("user_id")?);
        let canvas = read_canvas(session, board_id).await?;
        let of_plan = read_limits(session, plans, user_id).await?.board_nodes;
        let limit = of_plan.unwrap_or(u64::MAX).min(MOST_NODES as u64);
        if canvas.nodes.len() as u64 >= limit {
            return Ok(Self::Full(FullBoard {
                board_id,
                user_id,
                limit,
                is_plan_limit: of_plan == Some(limit),
            }));
        }
        Ok(Self::Open(OpenBoard {
            board_id,
            nodes: canvas.nodes.into_iter().map(|kept| kept.item).collect(),
            added: Vec::new(),
            edges: Vec::new(),
        }))
    }
}

/// A board that the server adds to.
pub(super) struct OpenBoard {
    board_id: Uuid,
    nodes: Vec<Node>,
    added: Vec<Node>,
    edges: Vec<Edge>,
}

impl OpenBoard {
    /// Adds a node in free space; an existing one gets the new content and keeps its position.
    pub(super) fn add(&mut self, id: String, content: NodeContent, size: portolan_boards::Size) {
        if let Some(known) = self.nodes.iter_mut().find(|node| node.id == id) {
            if known.content != content {
                known.content = content;
                self.added.push(known.clone());
            }
            return;
        }
        let node = Node {
            id,
            place: place_node(&self.nodes, &content, size),
            content,
            color: None,
            parent_id: None,
        };
        if let Some(place) = head_above_text(&self.nodes, &node) {
            self.nodes[0].place = place;
            self.added.push(self.nodes[0].clone());
        }
        self.nodes.push(node.clone());
        self.added.push(node);
    }

    /// Tells whether a passage is on the board already: as a card, or in what a page says of itself.
    fn shows_passage(&self, content: &NodeContent) -> bool {
        let NodeContent::Reference {
            source_id,
            quote,
            locator,
            ..
        } = content
        else {
            return false;
        };
        self.nodes.iter().any(|node| match &node.content {
            NodeContent::Reference {
                source_id: other_id,
                quote: other_quote,
                locator: other,
                ..
            } => {
                let is_same_moment =
                    locator.start_ms.is_some() && locator.start_ms == other.start_ms;
                other_id == source_id
                    && (is_same_moment || locator == other && quote == other_quote)
            }
            NodeContent::Source {
                source_id: other_id,
                description: Some(description),
                ..
            } => {
                other_id == source_id
                    && quote
                        .as_ref()
                        .is_some_and(|quote| description.contains(quote.as_str()))
            }
            _ => false,
        })
    }

    /// Leads an edge from each of these sources' cards to the node that was added last. On a board of one source
    /// everything is from there, and edges would say nothing.
    fn connect(&mut self, sources: &[Uuid]) {
        let is_card = |node: &&Node| matches!(node.content, NodeContent::Source { .. });
        if self.nodes.iter().filter(is_card).count() < 2 {
            return;
        }
        let Some(node) = self.added.last() else {
            return;
        };
        for source in sources {
            let card = self.nodes.iter().find(|card| {
                matches!(&card.content, NodeContent::Source { source_id, .. } if source_id == source)
            });
            if let Some(card) = card {
                self.edges.push(Edge::of_source(card, node));
            }
        }
    }

    /// Returns the outcome; None if nothing changed.
    pub(super) async fn save(self, session: &mut Session) -> Result<Option<BoardAddition>> {
        if self.added.is_empty() {
            return Ok(None);
        }
        put_elements(session, self.board_id, &self.added, &self.edges).await?;
        let row = session
            .row(
                "UPDATE boards SET revision = revision + 1 WHERE id = $1 RETURNING revision",
                params![self.board_id],
            )
            .await?
            .ok_or(StoreError::NotFound("board"))?;
        Ok(Some(BoardAddition {
            board_id: self.board_id,
            revision: row.get("revision")?,
            nodes: self.added,
            edges: self.edges,
        }))
    }
}
