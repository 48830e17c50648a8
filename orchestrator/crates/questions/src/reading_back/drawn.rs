//! The marks, aggregates and filters of a Vega-Lite specification.

use std::collections::BTreeSet;

use serde_json::Value;

use super::statement::Taken;

#[derive(Debug, Default)]
pub(super) struct Drawn {
    /// Of the whole chart and its layers, panels and parts.
    pub marks: BTreeSet<String>,
    pub aggregates: Vec<Taken>,
    /// The filters of the chart as JSON in lower case.
    filters: String,
}

impl Drawn {
    pub fn of(spec: &Value) -> Self {
        let mut drawn = Self::default();
        drawn.view(spec, 0);
        drawn
    }

    pub fn has_literal(&self, value: &Value) -> bool {
        let text = match value {
            Value::String(text) => text.to_lowercase(),
            other => other.to_string(),
        };
        // A loose comparison: what could be a filter on the value counts as one.
        self.filters.contains(&text)
    }

    pub fn has_number(&self, number: u64) -> bool {
        self.filters.contains(&number.to_string())
    }

    fn view(&mut self, spec: &Value, depth: usize) {
        // Another model writes the specification, so nothing else limits its depth.
        if depth > 8 {
            return;
        }
        // A mark is a name, or an object with the name as its type.
        let mark = &spec["mark"];
        self.marks
            .extend(mark.as_str().or(mark["type"].as_str()).map(str::to_owned));
        for channel in spec["encoding"]
            .as_object()
            .into_iter()
            .flat_map(|all| all.values())
        {
            self.aggregates.extend(aggregate(&channel["aggregate"]));
        }
        for step in spec["transform"].as_array().into_iter().flatten() {
            if let Some(filter) = step.get("filter") {
                self.filters.push_str(&filter.to_string().to_lowercase());
            }
            for part in step["aggregate"].as_array().into_iter().flatten() {
                self.aggregates.extend(aggregate(&part["op"]));
            }
        }
        for parts in ["layer", "hconcat", "vconcat", "concat"] {
            for part in spec[parts].as_array().into_iter().flatten() {
                self.view(part, depth + 1);
            }
        }
        // Panels hold the view that they repeat in "spec".
        if spec["spec"].is_object() {
            self.view(&spec["spec"], depth + 1);
        }
    }
}

fn aggregate(name: &Value) -> Option<Taken> {
    Some(match name.as_str()? {
        "count" => Taken::Count,
        "distinct" => Taken::Distinct,
        "sum" => Taken::Sum,
        "mean" | "average" => Taken::Mean,
        "median" => Taken::Median,
        "min" => Taken::Minimum,
        "max" => Taken::Maximum,
        _ => return None,
    })
}
