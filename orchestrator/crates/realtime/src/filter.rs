use std::cmp::Ordering;

use portolan_rest::text::{in_parentheses, remove_quotes, split_list};
use serde_json::{Map, Value};

use super::is_like;

/// Conditions on a row, all of which must hold: `title=eq.Sales,revision=gt.3`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChangeFilter(Vec<FilterCondition>);

#[derive(Clone, Debug, PartialEq)]
struct FilterCondition {
    column: String,
    is_negated: bool,
    test: FilterTest,
}

#[derive(Clone, Debug, PartialEq)]
enum FilterTest {
    Equal(String),
    Less(String),
    Greater(String),
    In(Vec<String>),
    Like {
        pattern: String,
        ignores_case: bool,
    },
    IsNull,
    IsBoolean(bool),
    /// Differs, where null is a value like any other.
    Distinct(String),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    #[error("a filter is column=operator.value, several with commas between: {0}")]
    Form(String),
    #[error(
        "unknown operator {0}: use eq, neq, lt, lte, gt, gte, in, is, like, ilike or isdistinct, each also after not."
    )]
    Operator(String),
    #[error("is takes null, true or false: {0}")]
    Is(String),
    #[error("in takes a list: in.(a,b)")]
    List,
}

impl ChangeFilter {
    /// # Errors
    /// Fails if it is not understood.
    pub fn parse(text: &str) -> Result<Self, FilterError> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        let conditions = split_list(text).into_iter().map(parse_condition);
        Ok(Self(conditions.collect::<Result<_, _>>()?))
    }

    /// The columns that it asks for.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|condition| condition.column.as_str())
    }

    /// Returns whether the row is one of those that were asked for. As in SQL, null fulfils nothing but what
    /// asks for null.
    pub fn holds(&self, row: &Map<String, Value>) -> bool {
        self.0.iter().all(|condition| {
            let value = row.get(&condition.column).unwrap_or(&Value::Null);
            condition
                .test
                .holds(value)
                .is_some_and(|holds| holds != condition.is_negated)
        })
    }
}

impl FilterTest {
    /// None for null.
    fn holds(&self, value: &Value) -> Option<bool> {
        match self {
            Self::IsNull => return Some(value.is_null()),
            Self::IsBoolean(wanted) => return Some(value.as_bool() == Some(*wanted)),
            Self::Distinct(text) => {
                return Some(
                    value.is_null() || compare_with_text(value, text) != Some(Ordering::Equal),
                );
            }
            _ if value.is_null() => return None,
            _ => {}
        }
        Some(match self {
            Self::Equal(text) => compare_with_text(value, text) == Some(Ordering::Equal),
            Self::Less(text) => compare_with_text(value, text) == Some(Ordering::Less),
            Self::Greater(text) => compare_with_text(value, text) == Some(Ordering::Greater),
            Self::In(texts) => texts
                .iter()
                .any(|text| compare_with_text(value, text) == Some(Ordering::Equal)),
            Self::Like {
                pattern,
                ignores_case,
            } => is_like(&text_of(value), pattern, *ignores_case),
            Self::IsNull | Self::IsBoolean(_) | Self::Distinct(_) => false,
        })
    }
}

/// Compares a value with a literal; None if they aren't comparable.
fn compare_with_text(value: &Value, text: &str) -> Option<Ordering> {
    match value {
        Value::Number(number) => {
            if let (Some(number), Ok(wanted)) = (number.as_i64(), text.parse::<i64>()) {
                return Some(number.cmp(&wanted));
            }
            number.as_f64()?.partial_cmp(&text.parse().ok()?)
        }
        Value::Bool(value) => Some(value.cmp(&text.parse().ok()?)),
        Value::String(value) => Some(value.as_str().cmp(text)),
        _ => None,
    }
}

fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn parse_condition(text: &str) -> Result<FilterCondition, FilterError> {
    let form = || FilterError::Form(text.to_owned());
    let (column, rest) = text.split_once('=').ok_or_else(form)?;
    let column = column.trim();
    let (is_negated, rest) = match rest.strip_prefix("not.") {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let (operator, value) = rest.split_once('.').ok_or_else(form)?;
    if column.is_empty() {
        return Err(form());
    }
    // `lte` is `not gt`, and so on: null fulfils neither.
    let (flips, test) = match operator {
        "eq" => (false, FilterTest::Equal(remove_quotes(value))),
        "neq" => (true, FilterTest::Equal(remove_quotes(value))),
        "lt" => (false, FilterTest::Less(remove_quotes(value))),
        "gte" => (true, FilterTest::Less(remove_quotes(value))),
        "gt" => (false, FilterTest::Greater(remove_quotes(value))),
        "lte" => (true, FilterTest::Greater(remove_quotes(value))),
        "in" => (false, FilterTest::In(parse_list(value)?)),
        "like" | "ilike" => (
            false,
            FilterTest::Like {
                pattern: remove_quotes(value),
                ignores_case: operator == "ilike",
            },
        ),
        "isdistinct" => (false, FilterTest::Distinct(remove_quotes(value))),
        "is" => (
            false,
            match value.to_ascii_lowercase().as_str() {
                "null" => FilterTest::IsNull,
                "true" => FilterTest::IsBoolean(true),
                "false" => FilterTest::IsBoolean(false),
                other => return Err(FilterError::Is(other.to_owned())),
            },
        ),
        other => return Err(FilterError::Operator(other.to_owned())),
    };
    Ok(FilterCondition {
        column: column.to_owned(),
        is_negated: is_negated != flips,
        test,
    })
}

fn parse_list(text: &str) -> Result<Vec<String>, FilterError> {
    let items = in_parentheses(text).ok_or(FilterError::List)?;
    Ok(split_list(items).into_iter().map(remove_quotes).collect())
}
