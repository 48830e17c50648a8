//! Plots: Vega-Lite specifications over a query's rows.

mod fields;
mod normalise;
mod safety;
mod schema;
mod views;

use portolan_blocks::DataColumn;
use serde_json::Value;

use crate::{ChartError, ChartErrors};

pub(crate) use schema::warm_common_views;

/// Refuses what reaches beyond the rows, then what Vega-Lite would not take, then what means nothing.
pub(crate) fn check_plot(spec: &Value, columns: &[DataColumn]) -> Result<Value, ChartErrors> {
    let mut spec = match spec {
        Value::Object(_) => spec.clone(),
        // Models often send an object as text.
        Value::String(text) => match serde_json::from_str(text) {
            Ok(value @ Value::Object(_)) => value,
            _ => return Err(not_an_object()),
        },
        _ => return Err(not_an_object()),
    };
    fail_if_any(safety::check_safety(&spec))?;
    normalise::normalise_spec(&mut spec);
    fail_if_any(schema::check_schema(&spec))?;
    fail_if_any(fields::check_fields(&mut spec, columns))?;
    Ok(spec)
}

fn not_an_object() -> ChartErrors {
    ChartErrors(vec![ChartError::new(
        "/spec",
        "must be a Vega-Lite specification, a JSON object with `mark` and `encoding`",
    )])
}

fn fail_if_any(errors: Vec<ChartError>) -> Result<(), ChartErrors> {
    if errors.is_empty() {
        Ok(())
    } else {
        Err(ChartErrors(errors))
    }
}
