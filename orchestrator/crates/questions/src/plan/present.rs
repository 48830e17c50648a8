//! Wishes about the chart. Only wishes of the question are set.

use serde::{Deserialize, Serialize};

use super::{ColumnRef, Part};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Present {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Part<Mark>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orientation: Option<Part<Orientation>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stacking: Option<Part<Stacking>>,
    /// The index of the group that is the colour; it is the second one otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<Part<usize>>,
    /// The index of the group with a small chart for each value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facet: Option<Part<usize>>,
    /// The axes with a logarithmic scale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logarithmic: Option<Part<Axis>>,
    /// Two measures with an axis each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dual_axis: Option<Part<bool>>,
    /// Values written at the marks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<Part<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trend_line: Option<Part<bool>>,
    /// A given colour: a CSS colour name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paint: Option<Part<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Part<String>>,
    /// Places of the rows of `Shape::Map`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latitude: Option<ColumnRef>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longitude: Option<ColumnRef>,
}

impl Present {
    /// Tells whether nothing was asked for.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Mark {
    Bar,
    Line,
    Area,
    Point,
    Arc,
    Heatmap,
    Boxplot,
    Histogram,
    Map,
    Table,
    /// One big number.
    Number,
    Tick,
    Bubble,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Orientation {
    Horizontal,
    Vertical,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Stacking {
    Stacked,
    Grouped,
    /// Drawn to 100 %.
    Normalized,
    Overlaid,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Axis {
    X,
    Y,
    Both,
}
