//! The kind of chart.

use portolan_query::TableProfile;

use super::scales::has_different_scales;
use crate::plan::{
    Aggregate, Condition, Group, Mark, Measure, QueryPlan, Scalar, Shape, ShareOf, Stacking, Test,
};
use crate::sql::{Frame, GroupKind};

/// Slices that can be told apart.
const MOST_SLICES: u64 = 12;
/// Cells of both directions from which shades read better than bars.
const MANY: u64 = 12;
/// Bars of single rows; more are a table.
const MOST_ROWS: u32 = 40;

/// A kind of chart as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    Bar,
    Line,
    Area,
    Point,
    Arc,
    Heatmap,
    Boxplot,
    Tick,
    Map,
    Number,
    Table,
}

impl Drawn {
    pub fn word(self) -> &'static str {
        match self {
            Self::Bar => "bar chart",
            Self::Line => "line chart",
            Self::Area => "area chart",
            Self::Point => "scatter plot",
            Self::Arc => "pie chart",
            Self::Heatmap => "heat map",
            Self::Boxplot => "box plot",
            Self::Tick => "strip plot",
            Self::Map => "map",
            Self::Number => "single number",
            Self::Table => "table",
        }
    }
}

/// How the parts of a bar or an area lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    Stacked,
    Beside,
    Normalized,
    Over,
}

/// A choice with its reasons.
#[derive(Clone, Debug)]
pub struct Chosen {
    pub mark: Drawn,
    pub parts: Parts,
    /// Measures of different units or sizes have a panel each.
    pub panels_by_measure: bool,
    /// Why a wish was not met.
    pub notes: Vec<String>,
}

/// Tells whether several measures become one column of names and one of values.
pub fn puts_measures_below_each_other(plan: &QueryPlan) -> bool {
    let wish = plan.present.mark.as_ref().map(|part| part.value);
    let is_dual = plan
        .present
        .dual_axis
        .as_ref()
        .is_some_and(|part| part.value);
    plan.shape == Shape::Groups
        && !is_dual
        // These marks give each measure a channel or a column of its own.
        && !matches!(
            wish,
            Some(Mark::Table | Mark::Point | Mark::Bubble | Mark::Map)
        )
}

pub fn choose(plan: &QueryPlan, frame: &Frame, tables: &[TableProfile]) -> Chosen {
    let mut notes = Vec::new();
    let wish = plan.present.mark.as_ref().map(|part| part.value);
    // Needed also where there is a wish, as it is drawn where the wish would not be true.
    let own = natural(plan, frame);
    let mark = match wish {
        Some(wish) => wished(plan, frame, wish, own, &mut notes),
        None => own,
    };
    let panels_by_measure = has_different_scales(plan, frame, tables);
    let parts = parts(plan, frame, mark, panels_by_measure, &mut notes);
    Chosen {
        mark,
        parts,
        panels_by_measure,
        notes,
    }
}

/// The chart that reads best where the question names none.
fn natural(plan: &QueryPlan, frame: &Frame) -> Drawn {
    match plan.shape {
        Shape::Map => Drawn::Map,
        Shape::Relation => Drawn::Point,
        Shape::Distribution => Drawn::Boxplot,
        Shape::Rows => of_rows(plan, frame),
        Shape::Groups => of_groups(plan, frame),
    }
}

fn of_rows(plan: &QueryPlan, frame: &Frame) -> Drawn {
    if frame.measures.is_empty() || frame.groups.is_empty() {
        return Drawn::Table;
    }
    // A line would join moments that others were picked out between.
    if frame.groups.len() == 1 && frame.groups[0].is_timeline() && frame.measures.len() == 1 {
        return if plan.select.is_some() {
            Drawn::Bar
        } else {
            Drawn::Line
        };
    }
    // Without a limit in the question, single rows may be too many for bars.
    let is_short = frame.kept.is_some_and(|(n, _)| n <= MOST_ROWS);
    // "The longest 3 sailings of each ship" ranks within a group.
    let is_within = match plan.select.as_ref().map(|part| &part.value) {
        Some(
            crate::plan::Select::Top { within, .. }
            | crate::plan::Select::TopPercent { within, .. },
        ) => !within.is_empty(),
        _ => false,
    };
    match (frame.measures.len(), frame.groups.len()) {
        // The group is the only name that ranked rows have, so each group is a strip of its rows.
        (1, 1) if is_within => Drawn::Tick,
        (1, 1) if is_short => Drawn::Bar,
        (1, 2) if is_within => Drawn::Bar,
        _ => Drawn::Table,
    }
}

fn of_groups(plan: &QueryPlan, frame: &Frame) -> Drawn {
    if frame.groups.is_empty() {
        return if frame.measures.len() == 1 {
            Drawn::Number
        } else {
            Drawn::Table
        };
    }
    let is_pair = frame.measures.len() == 2 && !puts_measures_below_each_other(plan);
    if is_pair {
        return Drawn::Point;
    }
    if frame.measures.is_empty() {
        return Drawn::Table;
    }
    let others = || frame.groups.iter().filter(|group| !group.is_timeline());
    if frame.groups.iter().any(|group| group.is_timeline()) {
        // A line would join periods that others were picked out between.
        if names_two_periods(plan)
            || !plan.having.is_empty()
            || (plan.select.is_some() && frame.groups.len() == 1)
        {
            return Drawn::Bar;
        }
        // Years against months make a calendar.
        let seasons =
            others().any(|group| group.kind == GroupKind::Ordinal && group.distinct >= MANY);
        return if seasons { Drawn::Heatmap } else { Drawn::Line };
    }
    if let [first, second] = frame.groups.as_slice()
        && first.distinct > MANY
        && second.distinct > MANY
        // Shades need one scale, which different measures do not have.
        && second.kind != GroupKind::Measures
    {
        return Drawn::Heatmap;
    }
    // "By age" has many numbers in their own order, which a line follows better than many bars.
    let along_numbers = plan.select.is_none()
        && frame.groups[0].kind == GroupKind::Discrete
        && frame.groups[0].distinct > 30;
    if along_numbers {
        Drawn::Line
    } else {
        Drawn::Bar
    }
}

/// Tells whether two single periods are compared, which no line joins.
fn names_two_periods(plan: &QueryPlan) -> bool {
    plan.conditions.iter().any(|part| {
        matches!(
            &part.value,
            Condition::Or { any } if any.len() == 2
                && any.iter().all(|each| matches!(each, Condition::Test { test: Test::Between { .. }, .. }))
        )
    })
}

fn wished(
    plan: &QueryPlan,
    frame: &Frame,
    wish: Mark,
    own: Drawn,
    notes: &mut Vec<String>,
) -> Drawn {
    let refuse = |notes: &mut Vec<String>, name: &str, reason: &str| {
        notes.push(format!("Not drawn as {name}: {reason}"));
        own
    };
    let has_rows = !frame.groups.is_empty();
    match wish {
        Mark::Table => Drawn::Table,
        Mark::Number if !has_rows => Drawn::Number,
        // "As a number" cannot show one value per group.
        Mark::Number => own,
        // Without groups there is one value, so a line or a pie has nothing to join or divide.
        _ if !has_rows && plan.shape == Shape::Groups && frame.measures.len() == 1 => Drawn::Number,
        Mark::Bar | Mark::Histogram => Drawn::Bar,
        // The points of a relation are unrelated rows, which no line joins.
        Mark::Line if plan.shape == Shape::Relation => own,
        Mark::Line => Drawn::Line,
        Mark::Area if !is_additive(plan) && frame.groups.len() > 1 => {
            notes.push(
                "Drawn as lines: areas on top of each other would add up values that have no sum."
                    .to_owned(),
            );
            Drawn::Line
        }
        Mark::Area => Drawn::Area,
        Mark::Point | Mark::Bubble => Drawn::Point,
        Mark::Tick => Drawn::Tick,
        Mark::Boxplot if plan.shape == Shape::Distribution => Drawn::Boxplot,
        Mark::Boxplot => refuse(
            notes,
            "a box plot",
            "it takes the single values, and these are summaries.",
        ),
        Mark::Heatmap if frame.groups.len() < 2 => refuse(
            notes,
            "a heat map",
            "it takes two groups, one for each direction.",
        ),
        Mark::Heatmap => Drawn::Heatmap,
        Mark::Map if plan.shape == Shape::Map => Drawn::Map,
        Mark::Map => refuse(
            notes,
            "a map",
            "the table has no coordinates for these places.",
        ),
        Mark::Arc => pie(plan, frame, own, notes),
    }
}

/// A pie shows parts of a whole, few enough to be told apart.
fn pie(plan: &QueryPlan, frame: &Frame, own: Drawn, notes: &mut Vec<String>) -> Drawn {
    let reason = if frame.groups.len() != 1 {
        Some("it shows one group only.")
    } else if !is_additive(plan) {
        Some("its slices would have no sum.")
    } else if frame.groups[0].distinct > MOST_SLICES
        && frame.rest_after.is_none()
        && frame.kept.is_none()
    {
        Some("there are too many slices to tell apart.")
    } else {
        None
    };
    match reason {
        Some(reason) => {
            notes.push(format!("Not drawn as a pie chart: {reason}"));
            own
        }
        None => Drawn::Arc,
    }
}

/// Tells whether the drawn values add up to something.
pub fn is_additive(plan: &QueryPlan) -> bool {
    !plan.measures.is_empty() && plan.measures.iter().all(|part| adds_up(&part.value))
}

fn adds_up(measure: &Measure) -> bool {
    match measure {
        Measure::Count | Measure::CountOf { .. } => true,
        Measure::Aggregate { aggregate, of } => match aggregate {
            Aggregate::Sum | Aggregate::CountPresent => {
                !matches!(of, Scalar::Flag { .. }) || *aggregate == Aggregate::Sum
            }
            _ => false,
        },
        Measure::Filtered { of, .. } => adds_up(of),
        Measure::Share { of, whole } => match whole {
            ShareOf::Result | ShareOf::Measures | ShareOf::Group { .. } => {
                adds_up(of) || matches!(**of, Measure::Raw { .. })
            }
        },
        // The parser lets a row's own value be stacked only where it was asked for by name.
        Measure::Raw { .. } => true,
        _ => false,
    }
}

fn parts(
    plan: &QueryPlan,
    frame: &Frame,
    mark: Drawn,
    panels: bool,
    notes: &mut Vec<String>,
) -> Parts {
    let wish = plan.present.stacking.as_ref().map(|part| part.value);
    let additive = is_additive(plan) && !panels;
    let measures = frame
        .groups
        .iter()
        .any(|group| group.kind == GroupKind::Measures);
    match wish {
        Some(Stacking::Normalized | Stacking::Stacked) if !additive => {
            notes.push("Not stacked: the values are averages or rates and have no sum.".to_owned());
            Parts::Beside
        }
        Some(Stacking::Normalized) => Parts::Normalized,
        Some(Stacking::Stacked) => Parts::Stacked,
        Some(Stacking::Grouped) => Parts::Beside,
        Some(Stacking::Overlaid) => Parts::Over,
        // Areas that are not stacked hide each other.
        None if mark == Drawn::Area && additive => Parts::Stacked,
        // Different measures side by side are compared, not added.
        None if measures || !additive => Parts::Beside,
        None if plan
            .groups
            .iter()
            .any(|part| matches!(part.value, Group::Bin { .. })) =>
        {
            Parts::Stacked
        }
        None => Parts::Stacked,
    }
}
