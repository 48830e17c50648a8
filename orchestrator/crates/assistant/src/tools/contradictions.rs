//! Compares a remote model's charts with the user's question before they are drawn.

use portolan_blocks::ChartKind;
use portolan_charts::ChartRequest;
use portolan_query::TableProfile;
use portolan_questions::reading_back::{Contradiction, Proposed, contradictions};
use serde_json::json;

use super::{ToolError, ToolOutcome, ToolState, state::CONTRADICTED};

/// Contradictions between a chart and the question that weren't reported to the model yet.
pub(super) struct Contradictions(Vec<Contradiction>);

/// Returns the notes of a chart whose contradictions were reported already; otherwise the new contradictions.
pub(super) fn check_contradictions(
    state: &ToolState,
    sql: &str,
    request: &ChartRequest,
) -> Result<Vec<String>, Contradictions> {
    let Some(asked) = &state.asked else {
        return Ok(Vec::new());
    };
    let tables: Vec<TableProfile> = state
        .tables
        .iter()
        .map(|table| table.profile.clone())
        .collect();
    let proposed = Proposed {
        sql,
        kind: match request.kind {
            ChartKind::Plot => "plot",
            ChartKind::Table => "table",
            _ => "other",
        },
        spec: &request.spec,
    };
    let found = contradictions(asked, &tables, &proposed);
    let is_told = |found: &Contradiction| state.contradictions.contains(&found.message);
    if found.iter().all(is_told) {
        Ok(found.into_iter().map(|found| found.note).collect())
    } else {
        Err(Contradictions(found))
    }
}

impl Contradictions {
    /// Reports the contradictions; the model may correct its chart or repeat it.
    pub fn into_outcome(self, state: &mut ToolState) -> ToolOutcome {
        let messages: Vec<String> = self.0.into_iter().map(|found| found.message).collect();
        let error = ToolError::new(format!(
            "the chart was not drawn yet, because {}. Correct the query or the chart. If you are sure that it answers the question, call draw_chart again with the same chart, and it is drawn with a note",
            messages.join("; and ")
        ));
        let mut outcome = ToolOutcome::from(error);
        outcome.kept = Some(json!({CONTRADICTED: messages}));
        state.contradictions.extend(messages);
        outcome
    }
}
