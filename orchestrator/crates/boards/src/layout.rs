use crate::{NodeContent, Rect, Size};

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
const CARD_HEIGHT: i64 = 136;

/// Which column of the board a new node looks for room in, so that a board is read from the left to
/// the right: what the data show, what is said, what the page consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    Charts,
    Passages,
    Outline,
}

impl Lane {
    const ALL: [Self; 3] = [Self::Charts, Self::Passages, Self::Outline];

    fn x(self) -> i64 {
        match self {
            Self::Charts => 0,
            Self::Passages => CHART_WIDTH + GAP,
            Self::Outline => BOARD_WIDTH - OUTLINE_WIDTH,
        }
    }

    fn width(self) -> i64 {
        match self {
            Self::Charts => CHART_WIDTH,
            Self::Passages => PASSAGE_WIDTH,
            Self::Outline => OUTLINE_WIDTH,
        }
    }
}

/// Returns the first free position for a node of this content and size. Existing nodes are not moved.
///
/// A page that begins a board is its head. Other sources go where the board is shortest, as wide as the column.
pub fn place_node(taken: &[Rect], content: &NodeContent, size: Size) -> Rect {
    let NodeContent::Source { url, .. } = content else {
        return find_room(taken, size, lane_of(content, size));
    };
    let head = Rect::new(0, 0, HEAD);
    if url.is_some() && !taken.iter().any(|other| other.is_near(&head, GAP)) {
        return head;
    }
    let places = Lane::ALL.map(|lane| {
        let size = Size {
            width: lane.width(),
            height: CARD_HEIGHT,
        };
        find_room(taken, size, lane)
    });
    let [charts, passages, outline] = places;
    [passages, outline].into_iter().fold(
        charts,
        |best, place| if place.y < best.y { place } else { best },
    )
}

fn lane_of(content: &NodeContent, size: Size) -> Lane {
    match content {
        NodeContent::Note { .. } | NodeContent::Reference { .. } | NodeContent::Portolan { .. } => {
            Lane::Passages
        }
        NodeContent::Suggestion { .. } | NodeContent::Chat { .. } => Lane::Outline,
        // The size that a mind map has by default.
        NodeContent::Chart { .. } if size.width == OUTLINE_WIDTH => Lane::Outline,
        NodeContent::Chart { .. }
        | NodeContent::Picture { .. }
        | NodeContent::Group { .. }
        | NodeContent::Source { .. } => Lane::Charts,
    }
}

/// Returns the first free position for a node of this size, down its column.
pub fn find_room(taken: &[Rect], size: Size, lane: Lane) -> Rect {
    let mut x = lane.x();
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
