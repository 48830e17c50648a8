use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use portolan_blocks::{Cell, ChartBlock};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

/// One version of a chart, complete.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartVersion {
    pub chart: ChartBlock,
    pub reason: VersionReason,
    pub note: Option<String>,
    pub annotations: Vec<Annotation>,
    /// The sources that its rows came from, as they were then.
    pub sources: Vec<SourceStamp>,
    pub created_at: DateTime<Utc>,
}

/// A version as the list of a chart's versions shows it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VersionSummary {
    pub version: u32,
    pub reason: VersionReason,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    pub title: String,
    pub created_at: DateTime<Utc>,
}

/// How a version came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum VersionReason {
    /// In a chat.
    Asked,
    Edited,
    /// Its query ran again over newer data.
    Refreshed,
    Restored,
    Duplicated,
}

/// A remark at a place of a chart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ChartAnnotation")]
#[serde(deny_unknown_fields)]
pub struct Annotation {
    pub id: String,
    pub at: AnnotationPlace,
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<AnnotationOffset>,
}

/// The distance of an annotation's text from its place, in pixels. Without one, the drawing finds a free place.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnnotationOffset {
    /// To the right of the middle of the place.
    pub x: f64,
    /// Below the middle of the place.
    pub y: f64,
}

/// A point in the chart's own units, or the row that it is about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnnotationPlace {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Cell>")]
    pub x: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Cell>")]
    pub y: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<BTreeMap<String, Cell>>")]
    pub key: Option<Map<String, Value>>,
}

/// A source at the moment when a query read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceStamp {
    pub source_id: Uuid,
    pub name: String,
    /// SHA-256, in hexadecimal, of the file as it was uploaded.
    pub content_hash: String,
}
