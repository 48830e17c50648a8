use serde_json::{Number, Value};

/// A value's text for comparing: two values have the same text where a chart draws the same of them.
/// A whole number that came as `3` and one that came as `3.0` are the same; a text is never a number.
pub(super) fn canonical_text(value: &Value) -> String {
    match value {
        Value::Number(number) => canonical_number(number),
        other => other.to_string(),
    }
}

fn canonical_number(number: &Number) -> String {
    match number.as_f64() {
        // Beyond 2^53 a float no longer distinguishes neighbours.
        Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < 9e15 => {
            format!("{:.0}", float + 0.0)
        }
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_with_the_same_label_compare_equal() {
        for (one, other) in [(json!(3), json!(3.0)), (json!(0), json!(-0.0))] {
            assert_eq!(canonical_text(&one), canonical_text(&other));
        }
        for (one, other) in [
            (json!(3), json!("3")),
            (json!(0.1), json!(0.2)),
            (json!(null), json!("null")),
            (
                json!(9_007_199_254_740_993_u64),
                json!(9_007_199_254_740_992_u64),
            ),
        ] {
            assert_ne!(canonical_text(&one), canonical_text(&other));
        }
    }
}
