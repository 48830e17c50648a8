use serde_json::{Value, json};

use crate::{ChartError, ChartErrors};

/// A table shows what its query gives; there is nothing to specify.
pub(crate) fn check_table(spec: &Value) -> Result<Value, ChartErrors> {
    match spec {
        Value::Null => Ok(json!({})),
        Value::Object(object) if object.is_empty() => Ok(json!({})),
        _ => Err(ChartErrors(vec![ChartError::new(
            "/spec",
            "a table has the spec {}: choose, name and order its columns in the query",
        )])),
    }
}
