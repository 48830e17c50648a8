use portolan_blocks::{ChartBlock, ChartData};

use crate::assistant::KnownNumbers;

const STALE: &str = "was written for earlier rows: numbers in it may be out of date.";

/// Notes on texts of a chart whose numbers its rows before gave and its rows now do not.
pub(super) fn stale(chart: &ChartBlock, before: &ChartData, now: &ChartData) -> Vec<String> {
    let texts = [("title", &chart.title), ("description", &chart.description)];
    texts
        .into_iter()
        .filter(|(_, text)| agrees(text, before, chart) && !agrees(text, now, chart))
        .map(|(name, _)| format!("The {name} {STALE}"))
        .collect()
}

/// Whether a note says that a text was written for earlier rows.
pub fn is_stale_note(note: &str) -> bool {
    note.ends_with(STALE)
}

/// Whether the rows explain every number of the text.
fn agrees(text: &str, data: &ChartData, chart: &ChartBlock) -> bool {
    let mut known = KnownNumbers::default();
    if let Some(query) = &chart.query {
        known.learn_text(&query.sql);
    }
    known.learn_chart(data);
    known.unverified(text).is_empty()
}
