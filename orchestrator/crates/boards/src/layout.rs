use crate::{NodeContent, Rect, Size};

/// Pixels between neighbours.
const GAP: i64 = 40;
/// How far down a lane goes before its next one.
const LANE_HEIGHT: i64 = 2_600;
const LANES_WIDTH: i64 = 2_160;
/// The references are the last lane: what has no room in it goes on right beside it.
const REFERENCES_WIDTH: i64 = 420;

/// Which column of the board a new node looks for room in, so that a board reads from left to
/// right: what was read, what is said about it, what is drawn, where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    Sources,
    Notes,
    Charts,
    References,
}

impl Lane {
    pub fn of(content: &NodeContent) -> Self {
        match content {
            NodeContent::Source { .. }
            | NodeContent::Suggestion { .. }
            | NodeContent::Chat { .. } => Self::Sources,
            NodeContent::Note { .. } | NodeContent::Portolan { .. } => Self::Notes,
            NodeContent::Chart { .. } | NodeContent::Picture { .. } | NodeContent::Group { .. } => {
                Self::Charts
            }
            NodeContent::Reference { .. } => Self::References,
        }
    }

    fn x(self) -> i64 {
        match self {
            Self::Sources => 0,
            Self::Notes => 440,
            Self::Charts => 940,
            Self::References => 1_700,
        }
    }

    /// How far to the right its next one is; the others' are behind all lanes.
    fn step_right(self) -> i64 {
        match self {
            Self::References => REFERENCES_WIDTH,
            Self::Sources | Self::Notes | Self::Charts => LANES_WIDTH,
        }
    }
}

/// Returns the first free position for a node of this size, down its lane. Existing nodes are not
/// moved.
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
        x += lane.step_right();
    }
}
