use portolan_blocks::{ChartBlock, ChartData, ChartKind};
use serde::Serialize;
use serde_json::Value;

/// Everything that a picture depends on: the same request gives the same bytes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DrawRequest {
    pub kind: ChartKind,
    pub spec: Value,
    pub data: Option<ChartData>,
    pub theme: Theme,
    /// In CSS pixels; the height follows from the content where it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
    /// Drawn above the chart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtitle: Option<String>,
    /// For those who cannot see the chart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The source of the data, drawn below the chart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Remarks beside the marks that they are about: `{id, at: {x?, y?} or {key}, text}`, with values as in
    /// the rows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub annotations: Vec<Value>,
    /// Without title, subtitle and background, for a list that names the chart beside the picture.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_thumbnail: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    #[default]
    Light,
    Dark,
}

impl DrawRequest {
    /// The chart as it stands alone: with its title above it.
    pub fn of_chart(chart: &ChartBlock, theme: Theme) -> Self {
        Self {
            kind: chart.kind,
            spec: chart.spec.clone(),
            data: chart.data.clone(),
            theme,
            width: None,
            height: None,
            title: Some(chart.title.clone()).filter(|title| !title.is_empty()),
            subtitle: None,
            description: Some(chart.description.clone()).filter(|text| !text.is_empty()),
            source: None,
            annotations: Vec::new(),
            is_thumbnail: false,
        }
    }
}
