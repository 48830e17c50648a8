use crate::{Node, NodeContent, Rect, Size};

/// Pixels between neighbours.
const GAP: i64 = 32;
/// How far down a column goes before its next part, which begins behind all columns.
const LANE_HEIGHT: i64 = 6_000;

/// Width of a chart in its column.
pub const CHART_WIDTH: i64 = 520;
/// Width of a note or a passage in its column.
pub const PASSAGE_WIDTH: i64 = 380;
/// Width of a mind map or a next question in its column.
pub const OUTLINE_WIDTH: i64 = 400;
/// The card of a page, above all columns.
const HEAD: Size = Size {
    width: BOARD_WIDTH,
    height: 152,
};
const BOARD_WIDTH: i64 = CHART_WIDTH + GAP + PASSAGE_WIDTH + GAP + OUTLINE_WIDTH;
/// The columns of a board without charts.
const TEXT_WIDTH: i64 = PASSAGE_WIDTH + GAP + OUTLINE_WIDTH;
const CARD_HEIGHT: i64 = 136;

/// Which column of the board a new node looks for room in: what the data show, what is said, what the page consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    Charts,
    Passages,
    Outline,
}

impl Lane {
    const ALL: [Self; 3] = [Self::Charts, Self::Passages, Self::Outline];

    fn width(self) -> i64 {
        match self {
            Self::Charts => CHART_WIDTH,
            Self::Passages => PASSAGE_WIDTH,
            Self::Outline => OUTLINE_WIDTH,
        }
    }
}

/// The order of a board's columns, from the left edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// Charts, passages, outline.
    ChartsFirst,
    /// Passages, outline, and the charts that come later.
    PassagesFirst,
    /// Outline, passages, and the charts that come later.
    OutlineFirst,
}

impl Columns {
    const ALL: [Self; 3] = [Self::ChartsFirst, Self::PassagesFirst, Self::OutlineFirst];

    /// Returns the columns that the nodes are in. Without a node in a column, the first one decides: a board that begins
    /// with text leaves no empty column for charts that may never come.
    fn of(nodes: &[Node], first: Lane) -> Self {
        let mut nodes = nodes.iter();
        let known = nodes.find_map(|node| {
            let lane = lane_of(&node.content, node.place.width)?;
            let mut orders = Self::ALL.into_iter();
            orders.find(|columns| columns.x(lane) == node.place.x)
        });
        known.unwrap_or(match first {
            Lane::Charts => Self::ChartsFirst,
            Lane::Passages => Self::PassagesFirst,
            Lane::Outline => Self::OutlineFirst,
        })
    }

    fn order(self) -> [Lane; 3] {
        match self {
            Self::ChartsFirst => [Lane::Charts, Lane::Passages, Lane::Outline],
            Self::PassagesFirst => [Lane::Passages, Lane::Outline, Lane::Charts],
            Self::OutlineFirst => [Lane::Outline, Lane::Passages, Lane::Charts],
        }
    }

    fn x(self, lane: Lane) -> i64 {
        let before = self.order().into_iter().take_while(|each| *each != lane);
        before.map(|lane| lane.width() + GAP).sum()
    }
}

/// Returns the first free position for a node of this content and size. Existing nodes are not moved.
///
/// A page that begins a board is its head. Other sources go where the board is shortest, as wide as the column.
pub fn place_node(nodes: &[Node], content: &NodeContent, size: Size) -> Rect {
    let taken: Vec<Rect> = nodes.iter().map(|node| node.place).collect();
    if let Some(lane) = lane_of(content, size.width) {
        return find_room(&taken, size, Columns::of(nodes, lane), lane);
    }
    let head = Rect::new(0, 0, HEAD);
    let is_page = matches!(content, NodeContent::Source { url: Some(_), .. });
    if is_page && !taken.iter().any(|other| other.is_near(&head, GAP)) {
        return head;
    }
    let columns = Columns::of(nodes, Lane::Charts);
    let places = Lane::ALL.map(|lane| {
        let size = Size {
            width: lane.width(),
            height: CARD_HEIGHT,
        };
        find_room(&taken, size, columns, lane)
    });
    let [charts, passages, outline] = places;
    [passages, outline].into_iter().fold(
        charts,
        |best, place| if place.y < best.y { place } else { best },
    )
}

/// Returns the narrower place of a board's head when text is the first thing below it: without charts, the last column may
/// stay empty. A head that was moved or resized keeps its place.
pub fn head_above_text(nodes: &[Node], first: &Node) -> Option<Rect> {
    let [head] = nodes else {
        return None;
    };
    let lane = lane_of(&first.content, first.place.width);
    let is_text = matches!(lane, Some(Lane::Passages | Lane::Outline));
    (is_text && head.place == Rect::new(0, 0, HEAD)).then_some(Rect {
        width: TEXT_WIDTH,
        ..head.place
    })
}

/// Returns the column of a node of this width; None for sources, which go into any.
fn lane_of(content: &NodeContent, width: i64) -> Option<Lane> {
    Some(match content {
        NodeContent::Note { .. } | NodeContent::Reference { .. } | NodeContent::Portolan { .. } => {
            Lane::Passages
        }
        NodeContent::Suggestion { .. } | NodeContent::Chat { .. } => Lane::Outline,
        // The size that a mind map has by default.
        NodeContent::Chart { .. } if width == OUTLINE_WIDTH => Lane::Outline,
        NodeContent::Chart { .. } | NodeContent::Picture { .. } | NodeContent::Group { .. } => {
            Lane::Charts
        }
        NodeContent::Source { .. } => return None,
    })
}

/// Returns the first free position for a node of this size, down its column.
pub fn find_room(taken: &[Rect], size: Size, columns: Columns, lane: Lane) -> Rect {
    let mut x = columns.x(lane);
    loop {
        let mut y = 0;
        while y == 0 || y + size.height <= LANE_HEIGHT {
            let place = Rect::new(x, y, size);
            let lowest = taken
                .iter()
                .filter(|other| other.is_near(&place, GAP))
                .map(Rect::bottom)
                .max();
            match lowest {
                None => return place,
                Some(bottom) => y = bottom + GAP,
            }
        }
        x += BOARD_WIDTH + GAP;
    }
}
