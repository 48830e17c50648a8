//! A plan with everything that is derived from it before its rows are known.

use portolan_query::{QueryResult, TableProfile};
use serde_json::{Value, json};

use crate::chart::{self, Drawing};
use crate::plan::{BinBy, Group, Mark, Measure, Part, QueryPlan, Shape};
use crate::sql::{self, Frame, Unsupported};
use crate::words::{self, Findings};

/// A plan, its statement and its chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Prepared {
    /// The plan as it was read; follow-ups change this one.
    pub plan: QueryPlan,
    /// The plan as it is drawn: a distribution of one quantity is a number of rows in each interval.
    drawn: QueryPlan,
    pub sql: String,
    pub frame: Frame,
    pub drawing: Drawing,
    /// The plan in one line.
    pub label: String,
    /// The choices that were made, one short sentence each.
    pub notes: Vec<String>,
    /// The tables that the statement reads.
    pub tables: Vec<String>,
}

/// Derives statement, chart and words from a plan.
///
/// # Errors
///
/// Returns the reason where the plan combines parts that no statement can express.
pub fn prepare(plan: &QueryPlan, tables: &[TableProfile]) -> Result<Prepared, Unsupported> {
    let drawn = as_drawn(plan);
    let statement = sql::select(&drawn, tables)?;
    let drawing = chart::draw(&drawn, &statement.frame, tables);
    let mut notes = words::notes(&drawn, &statement.frame);
    notes.extend(drawing.notes.iter().cloned());
    let mut read = vec![plan.table.clone()];
    read.extend(plan.joins.iter().map(|join| join.table.clone()));
    Ok(Prepared {
        plan: plan.clone(),
        sql: statement.sql,
        label: words::label(plan),
        frame: statement.frame,
        drawing,
        notes,
        tables: read,
        drawn,
    })
}

impl Prepared {
    /// Returns what the rows say.
    pub fn findings(&self, tables: &[TableProfile], result: &QueryResult) -> Findings {
        words::findings(&self.drawn, &self.frame, &self.drawing, tables, result)
    }

    /// Returns the specification with a subtitle.
    pub fn titled_spec(&self, findings: &Findings) -> Value {
        let mut spec = self.drawing.spec.clone();
        if let (Some(subtitle), Some(spec)) = (&findings.subtitle, spec.as_object_mut())
            && !spec.is_empty()
        {
            // Vega-Lite wants a text beside a subtitle; the chart's own title is above the drawing.
            spec.insert(
                "title".to_owned(),
                json!({"text": "", "subtitle": subtitle}),
            );
        }
        spec
    }
}

/// One quantity alone, or a histogram by name, is drawn as intervals.
fn as_drawn(plan: &QueryPlan) -> QueryPlan {
    let wish = plan.present.mark.as_ref().map(|part| part.value);
    let keeps_values = matches!(wish, Some(Mark::Boxplot | Mark::Tick | Mark::Point))
        || (wish != Some(Mark::Histogram) && !plan.groups.is_empty());
    let [quantity] = plan.measures.as_slice() else {
        return plan.clone();
    };
    let (Shape::Distribution, false, Measure::Raw { of }) =
        (plan.shape, keeps_values, &quantity.value)
    else {
        return plan.clone();
    };
    let mut drawn = plan.clone();
    drawn.shape = Shape::Groups;
    let interval = Group::Bin {
        of: of.clone(),
        by: BinBy::Auto,
    };
    // The intervals are the axis, so a group of the question becomes the colours.
    drawn.groups.insert(
        0,
        Part {
            value: interval,
            provenance: quantity.provenance.clone(),
        },
    );
    drawn.measures = vec![Part {
        value: Measure::Count,
        provenance: quantity.provenance.clone(),
    }];
    // Intervals have an order of their own.
    drawn.order.clear();
    drawn
}
