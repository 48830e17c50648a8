use std::collections::HashMap;

use base64::{Engine, engine::general_purpose::STANDARD};
use minijinja::{Environment, context, value::Serde};
use portolan_blocks::{Block, BlockContent, ChartBlock};
use portolan_draw::{DrawRequest, Drawer, Theme};
use serde::Serialize;
use uuid::Uuid;

use super::{
    CheckCount, Comparison, ReplaySummary, compare_results, count_checks,
    figures::{Figure, part_name},
    notable_first, wire_word,
};
use crate::checks::CheckResult;

/// Turns that are shown with both answers: those that differ or fail first.
pub const SHOWN: usize = 200;
/// Rows of a chart that is not drawn.
const ROWS: usize = 20;

const TEMPLATE: &str = include_str!("report.html");

/// Everything that the report shows.
pub struct HtmlReport<'a> {
    pub results: &'a [Comparison],
    /// The answers that the turns are compared with.
    pub references: &'a HashMap<Uuid, Vec<Block>>,
    pub has_baseline: bool,
    pub drawer: &'a Drawer,
}

#[derive(Debug, Serialize)]
struct ShownTurn<'a> {
    id: Uuid,
    question: &'a str,
    differences: Vec<&'static str>,
    refusal: Option<&'a str>,
    checks: &'a [CheckResult],
    before: Option<ShownAnswer>,
    now: Option<ShownAnswer>,
}

#[derive(Debug, Serialize)]
struct ShownAnswer {
    outcome: String,
    credits: u64,
    seconds: Option<f64>,
    blocks: Vec<ShownBlock>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum ShownBlock {
    Text {
        text: String,
    },
    Thinking {
        text: String,
    },
    Chart {
        title: String,
        alternative: String,
        /// A picture as base64; None where the chart can't be drawn.
        picture: Option<String>,
        columns: Vec<String>,
        rows: Vec<Vec<String>>,
    },
    Note {
        text: String,
    },
    Error {
        text: String,
    },
}

/// Returns the turns that the report shows.
pub fn shown_turns(results: &[Comparison]) -> Vec<&Comparison> {
    let mut shown = notable_first(results);
    shown.truncate(SHOWN);
    shown
}

/// Returns one HTML file without scripts and without anything from elsewhere.
///
/// # Errors
/// The template, where it and its values don't fit.
pub fn write_html(report: &HtmlReport<'_>) -> Result<String, minijinja::Error> {
    let comparison = compare_results(report.results);
    let summary = ReplaySummary::of(report.results);
    let parts = comparison.parts.iter().map(|part| {
        context! { name => part_name(part.part), same => part.same }
    });
    let figures: Vec<Figure> = comparison.amounts.iter().map(Figure::of).collect();
    let checks = count_checks(report.results);
    let checks = checks.iter().map(|(name, count)| {
        let CheckCount {
            turns,
            failed,
            credits,
        } = *count;
        context! { name => *name, passed => turns - failed, failed, credits }
    });
    let shown = shown_turns(report.results);
    let turns: Vec<ShownTurn<'_>> = shown.iter().map(|turn| report.turn(turn)).collect();
    let mut environment = Environment::new();
    // The name's end turns on escaping.
    environment.add_template("report.html", TEMPLATE)?;
    environment.get_template("report.html")?.render(context! {
        turn_count => summary.turns,
        differing => summary.differing,
        refused => summary.refused,
        compared => comparison.compared,
        before => if report.has_baseline { "Baseline" } else { "Original" },
        parts => parts.collect::<Vec<_>>(),
        figures => Serde(&figures),
        checks => checks.collect::<Vec<_>>(),
        turns => Serde(&turns),
        left_out => report.results.len() - shown.len(),
    })
}

impl HtmlReport<'_> {
    fn turn<'a>(&self, result: &'a Comparison) -> ShownTurn<'a> {
        let answer = |turn: &portolan_domain::TurnSummary, blocks: &[Block]| ShownAnswer {
            outcome: turn
                .outcome
                .map_or_else(|| "unfinished".to_owned(), wire_word),
            credits: turn.metered.unwrap_or_default().credits,
            seconds: turn.duration_millis.map(|millis| millis as f64 / 1000.0),
            blocks: blocks.iter().map(|block| self.block(block)).collect(),
        };
        let blocks = self.references.get(&result.turn_id);
        let reference = result.reference.as_ref();
        let differences = result.differences.iter();
        ShownTurn {
            id: result.turn_id,
            question: &result.text,
            differences: differences.map(|part| part_name(*part)).collect(),
            refusal: result.refusal.as_deref(),
            checks: &result.checks,
            before: reference
                .map(|turn| answer(turn, blocks.map(Vec::as_slice).unwrap_or_default())),
            now: result
                .replayed
                .as_ref()
                .map(|turn| answer(turn, &result.answer)),
        }
    }

    fn block(&self, block: &Block) -> ShownBlock {
        match &block.content {
            BlockContent::Text { markdown, .. } => ShownBlock::Text {
                text: markdown.clone(),
            },
            BlockContent::Thinking { markdown, .. } => ShownBlock::Thinking {
                text: markdown.clone(),
            },
            BlockContent::Chart(chart) => self.chart(chart),
            BlockContent::Reference { index, title, .. } => ShownBlock::Note {
                text: format!("[{index}] {title}"),
            },
            BlockContent::Suggestion { label, .. } => ShownBlock::Note {
                text: format!("→ {label}"),
            },
            BlockContent::Timestamp { label, url, .. } => ShownBlock::Note {
                text: format!("▶ {label} {url}"),
            },
            BlockContent::Error { message, .. } => ShownBlock::Error {
                text: message.clone(),
            },
        }
    }

    /// As a picture of its own, so that neither ids nor styles of two charts meet.
    fn chart(&self, chart: &ChartBlock) -> ShownBlock {
        let svg = self
            .drawer
            .svg(&DrawRequest::of_chart(chart, Theme::Light))
            .inspect_err(
                |error| tracing::warn!(error.cause = %error, "chart of a report not drawn"),
            );
        let picture = svg.ok().map(|svg| STANDARD.encode(svg));
        let data = chart.data.as_ref().filter(|_| picture.is_none());
        let columns = data.map(|data| data.columns.iter().map(|column| column.name.clone()));
        let rows = data.map(|data| data.rows.iter().take(ROWS).map(|row| cells_of(row)));
        ShownBlock::Chart {
            title: chart.title.clone(),
            alternative: match chart.description.is_empty() {
                true => chart.title.clone(),
                false => chart.description.clone(),
            },
            columns: columns.into_iter().flatten().collect(),
            rows: rows.into_iter().flatten().collect(),
            picture,
        }
    }
}

fn cells_of(row: &[serde_json::Value]) -> Vec<String> {
    let cells = row.iter().map(|cell| match cell {
        serde_json::Value::Null => String::new(),
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    });
    cells.collect()
}
