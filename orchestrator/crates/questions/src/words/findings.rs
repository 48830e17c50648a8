//! Headlines and sentences that answer the question from the rows.

mod ranking;
mod relation;
mod sentences;
mod shape;
mod timeline;

use portolan_query::{QueryResult, TableProfile};

use crate::chart::Drawing;
use crate::plan::QueryPlan;
use crate::sql::Frame;

use super::direction::isolate_names;
use shape::Rows;

/// The findings of the rows, in words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// States the finding, for the head of the chart.
    pub title: String,
    /// The measure, its groups and the conditions, where the title does not say them.
    pub subtitle: Option<String>,
    /// Describes the chart for readers who cannot see it.
    pub description: String,
    /// One to three sentences of Markdown with exact numbers, each from the rows.
    pub prose: String,
    /// Next questions: label and prompt.
    pub suggestions: Vec<(String, String)>,
}

/// Returns the findings of a result.
pub fn findings(
    plan: &QueryPlan,
    frame: &Frame,
    drawing: &Drawing,
    tables: &[TableProfile],
    result: &QueryResult,
) -> Findings {
    let rows = Rows::new(plan, frame, tables, result);
    let facts = sentences::facts(&rows);
    let label = super::capitalized(&super::label(plan));
    let asked = plan.present.title.as_ref().map(|part| part.value.clone());
    let is_own_title = asked.is_some();
    let title = asked.or(facts.title).unwrap_or_else(|| label.clone());
    let subtitle = (label != title).then_some(label.clone());
    let article = if drawing.word.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "An"
    } else {
        "A"
    };
    let subject = super::label(plan);
    // "Map of airports" names the kind already.
    let subject = subject
        .strip_prefix(&format!("{} of ", drawing.word))
        .unwrap_or(&subject);
    let mut description = format!("{article} {} of {subject}.", drawing.word);
    if !facts.summary.is_empty() {
        description.push(' ');
        description.push_str(&facts.summary);
    }
    let mut sentences = facts.sentences;
    // A user who asked for a map and gets bars reads the reason beside them.
    sentences.extend(drawing.notes.iter().cloned());
    if result.truncated {
        sentences.push(format!(
            "The query gave {} rows; only the first {} are drawn.",
            super::number(count(result.row_count)),
            super::number(count(result.rows.len() as u64))
        ));
    }
    if sentences.is_empty() {
        sentences.push(format!("This shows {}.", super::label(plan)));
    }
    let suggestions = super::next_questions(plan, tables).into_iter();
    Findings {
        // A title that the user gave runs as it begins.
        title: if is_own_title {
            title
        } else {
            isolate_names(&title)
        },
        subtitle: subtitle.as_deref().map(isolate_names),
        description,
        prose: isolate_names(&sentences.join(" ")),
        suggestions: suggestions
            .map(|(label, prompt)| (isolate_names(&label), prompt))
            .collect(),
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "numbers of rows are far below 2^52"
)]
fn count(rows: u64) -> f64 {
    rows as f64
}
