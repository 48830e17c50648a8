//! The plan's chart as a Vega-Lite 6 specification over the result's columns.
//!
//! `mark` chooses the kind of chart from the meaning: time runs along a line, names stand beside bars in order of size,
//! scales keep their own order, two quantities make points, places make a map. A wish is honoured where the chart would
//! still be true; otherwise the plainest true chart is drawn and the reason is a note. What does not add up (averages,
//! rates, prices) is never stacked, sliced or drawn to 100 %.
//!
//! `encode` puts the frame's columns on channels: axis types, formats, order, colours, panels and tooltips.

mod encode;
mod mark;
mod scales;

pub use mark::{is_additive, puts_measures_below_each_other};
pub use scales::has_different_scales;

use portolan_query::TableProfile;
use serde_json::{Value, json};

use crate::plan::QueryPlan;
use crate::sql::Frame;

/// A chart before its rows are known.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    pub kind: DrawingKind,
    pub spec: Value,
    /// Why a wish was not met, in sentences.
    pub notes: Vec<String>,
    /// The kind in words: "bar chart".
    pub word: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawingKind {
    Plot,
    Table,
}

const SCHEMA: &str = "https://vega.github.io/schema/vega-lite/v6.json";

/// Draws a plan over `tables` whose result has the columns of `frame`.
pub fn draw(plan: &QueryPlan, frame: &Frame, tables: &[TableProfile]) -> Drawing {
    let chosen = mark::choose(plan, frame, tables);
    if chosen.mark == mark::Drawn::Table {
        return Drawing {
            kind: DrawingKind::Table,
            spec: json!({}),
            notes: chosen.notes,
            word: "table",
        };
    }
    let mut spec = json!({"$schema": SCHEMA, "data": {"name": "rows"}});
    encode::encode(plan, frame, &chosen, &mut spec);
    Drawing {
        kind: DrawingKind::Plot,
        spec,
        word: chosen.mark.word(),
        notes: chosen.notes,
    }
}
