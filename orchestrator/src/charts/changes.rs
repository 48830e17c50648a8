use portolan_charts::{DocumentChange, RowChanges, document_changes, row_changes};
use portolan_domain::ChartVersion;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// Entries that each list of changes has at most.
const MOST: usize = 500;

/// The changes from one version of a chart to another: its marks, and how they are drawn.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ChartChanges")]
#[serde(rename_all = "camelCase")]
pub struct Changes {
    pub from: u32,
    pub to: u32,
    #[serde(flatten)]
    pub rows: RowChanges,
    pub spec_changed: Vec<DocumentChange>,
}

/// Compares two versions.
pub fn compare_versions(from: &ChartVersion, to: &ChartVersion) -> Changes {
    let rows = match (&from.chart.data, &to.chart.data) {
        (Some(before), Some(after)) => row_changes(before, after, MOST),
        // A kind without rows before or after: the document tells the whole.
        _ => RowChanges::default(),
    };
    Changes {
        from: from.chart.version,
        to: to.chart.version,
        rows,
        spec_changed: document_changes(&comparable_document(from), &comparable_document(to), MOST),
    }
}

/// All of a version but its rows and what differs by nature.
fn comparable_document(version: &ChartVersion) -> Value {
    let chart = &version.chart;
    let columns = chart.data.as_ref().map(|data| &data.columns);
    let query = chart.query.as_ref();
    json!({
        "title": chart.title,
        "description": chart.description,
        "kind": chart.kind,
        "spec": chart.spec,
        "query": query.map(|query| json!({"sql": query.sql, "sourceIds": query.source_ids})),
        "columns": columns,
        "annotations": version.annotations,
        "encodingNotes": chart.encoding_notes,
    })
}
