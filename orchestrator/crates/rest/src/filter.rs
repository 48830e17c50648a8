use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};
use uuid::Uuid;

use super::{
    ExposedColumn, ExposedTable, ParamValue, PostgresType, RestError,
    text::{in_braces, in_parentheses, remove_quotes, split_list},
};

/// How deep conditions may be nested, and how many there may be.
const DEEPEST: usize = 16;
const MOST_CONDITIONS: usize = 200;

/// Which rows are asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum RowFilter {
    All(Vec<RowFilter>),
    Any(Vec<RowFilter>),
    Not(Box<RowFilter>),
    Is(RowCondition),
}

#[derive(Clone, Debug, PartialEq)]
pub struct RowCondition {
    pub column: &'static ExposedColumn,
    pub test: ConditionTest,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ConditionTest {
    Equal(ParamValue),
    NotEqual(ParamValue),
    Less(ParamValue),
    LessOrEqual(ParamValue),
    Greater(ParamValue),
    GreaterOrEqual(ParamValue),
    /// A pattern with `%` and `_`.
    Like(String),
    LikeWithoutCase(String),
    In(Vec<ParamValue>),
    IsNull,
    IsDistinctFrom(ParamValue),
}

impl RowFilter {
    /// Returns whether it asks for anything at all.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::All(parts) if parts.is_empty())
    }
}

/// Counts conditions while they are read.
pub(crate) struct ConditionReader {
    pub table: ExposedTable,
    read: usize,
}

impl ConditionReader {
    pub fn new(table: ExposedTable) -> Self {
        Self { table, read: 0 }
    }

    /// `column=operator.value`, as a parameter of the address.
    pub fn parameter(&mut self, column: &str, value: &str) -> Result<RowFilter, RestError> {
        self.condition(column, value, false)
    }

    /// `or=(…)`, `and=(…)`, and both after `not.`, as a parameter of the address.
    pub fn logic(&mut self, name: &str, value: &str) -> Result<RowFilter, RestError> {
        self.group(name, value, 0)
    }

    fn group(&mut self, name: &str, value: &str, depth: usize) -> Result<RowFilter, RestError> {
        let unparsed = || RestError::unparsed("logic tree", value, "(condition,condition)");
        if depth > DEEPEST {
            return Err(unparsed());
        }
        let (is_negated, name) = match name.strip_prefix("not.") {
            Some(name) => (true, name),
            None => (false, name),
        };
        let inner = in_parentheses(value.trim()).ok_or_else(unparsed)?;
        let parts = split_list(inner).into_iter();
        let parts = parts
            .map(|part| self.part(part.trim(), depth + 1))
            .collect::<Result<Vec<_>, _>>()?;
        let group = match name {
            "or" => RowFilter::Any(parts),
            "and" => RowFilter::All(parts),
            _ => return Err(unparsed()),
        };
        Ok(if is_negated {
            RowFilter::Not(Box::new(group))
        } else {
            group
        })
    }

    /// `column.operator.value` or `and(…)`, within a group.
    fn part(&mut self, text: &str, depth: usize) -> Result<RowFilter, RestError> {
        for name in ["or", "and", "not.or", "not.and"] {
            if let Some(rest) = text.strip_prefix(name)
                && rest.starts_with('(')
            {
                return self.group(name, rest, depth);
            }
        }
        let unparsed = || RestError::unparsed("logic tree", text, "column.operator.value");
        let (column, rest) = match text.strip_prefix('"') {
            Some(quoted) => quoted.split_once("\".").ok_or_else(unparsed)?,
            None => text.split_once('.').ok_or_else(unparsed)?,
        };
        self.condition(column, rest, true)
    }

    /// Within a group a value may stand in quotes.
    fn condition(
        &mut self,
        name: &str,
        text: &str,
        is_grouped: bool,
    ) -> Result<RowFilter, RestError> {
        self.read += 1;
        if self.read > MOST_CONDITIONS {
            return Err(RestError::unparsed(
                "filter",
                text,
                "at most 200 conditions",
            ));
        }
        let column = find_column(self.table, name)?;
        let (is_negated, text) = match text.strip_prefix("not.") {
            Some(text) => (true, text),
            None => (false, text),
        };
        let unparsed = || {
            RestError::unparsed(
                "filter",
                text,
                "not, eq, neq, gt, gte, lt, lte, like, ilike, in, is or isdistinct, a dot and a value",
            )
        };
        let (operator, value) = text.split_once('.').ok_or_else(unparsed)?;
        let plain = if is_grouped {
            remove_quotes(value)
        } else {
            value.to_owned()
        };
        check_served(operator)?;
        if let Some((operator, is_all)) = split_quantifier(operator) {
            let items = in_braces(value).ok_or_else(unparsed)?;
            let group = self.compared_with_each(column, operator, items, is_all)?;
            return Ok(negate_if(group, is_negated));
        }
        if let Some(test) = parse_comparison(column, operator, &plain)? {
            return Ok(negate_if(
                RowFilter::Is(RowCondition { column, test }),
                is_negated,
            ));
        }
        let test = match operator {
            "in" => {
                let items = in_parentheses(value).ok_or_else(unparsed)?;
                let items: Vec<&str> = if items.is_empty() {
                    Vec::new()
                } else {
                    split_list(items)
                };
                self.read += items.len();
                if self.read > MOST_CONDITIONS {
                    return Err(RestError::unparsed("filter", text, "at most 200 values"));
                }
                let values = items
                    .into_iter()
                    .map(|item| value_of(column, &remove_quotes(item)));
                ConditionTest::In(values.collect::<Result<_, _>>()?)
            }
            "is" => match value.to_ascii_lowercase().as_str() {
                "null" => ConditionTest::IsNull,
                "not_null" => {
                    let is_null = RowFilter::Is(RowCondition {
                        column,
                        test: ConditionTest::IsNull,
                    });
                    return Ok(if is_negated {
                        is_null
                    } else {
                        RowFilter::Not(Box::new(is_null))
                    });
                }
                word @ ("true" | "false" | "unknown") => {
                    return Err(RestError::new(
                        400,
                        "42804",
                        format!(
                            "argument of IS {} must be type boolean, not type {}",
                            word.to_ascii_uppercase(),
                            column.holds.name()
                        ),
                    ));
                }
                _ => return Err(unparsed()),
            },
            _ => return Err(unparsed()),
        };
        Ok(negate_if(
            RowFilter::Is(RowCondition { column, test }),
            is_negated,
        ))
    }

    /// `operator(all).{value,value}`, and the same with `any`.
    fn compared_with_each(
        &mut self,
        column: &'static ExposedColumn,
        operator: &str,
        items: &str,
        is_all: bool,
    ) -> Result<RowFilter, RestError> {
        let expected = "eq, gt, gte, lt, lte, like or ilike before (all) or (any)";
        let items = match items {
            "" => Vec::new(),
            items => split_list(items),
        };
        self.read += items.len();
        if self.read > MOST_CONDITIONS {
            return Err(RestError::unparsed(
                "filter",
                operator,
                "at most 200 values",
            ));
        }
        let mut parts = Vec::with_capacity(items.len());
        for item in items {
            let test = match operator {
                "neq" | "isdistinct" => None,
                operator => parse_comparison(column, operator, &remove_quotes(item.trim()))?,
            };
            let test = test.ok_or_else(|| RestError::unparsed("filter", operator, expected))?;
            parts.push(RowFilter::Is(RowCondition { column, test }));
        }
        Ok(if is_all {
            RowFilter::All(parts)
        } else {
            RowFilter::Any(parts)
        })
    }
}

fn negate_if(filter: RowFilter, is_negated: bool) -> RowFilter {
    if is_negated {
        RowFilter::Not(Box::new(filter))
    } else {
        filter
    }
}

/// The operator before `(all)` or `(any)`, and whether it is the first.
fn split_quantifier(operator: &str) -> Option<(&str, bool)> {
    let (operator, rest) = operator.split_once('(')?;
    match rest {
        "all)" => Some((operator, true)),
        "any)" => Some((operator, false)),
        _ => None,
    }
}

/// The operators that compare with one value.
fn parse_comparison(
    column: &ExposedColumn,
    operator: &str,
    text: &str,
) -> Result<Option<ConditionTest>, RestError> {
    let one = || value_of(column, text);
    Ok(Some(match operator {
        "eq" => ConditionTest::Equal(one()?),
        "neq" => ConditionTest::NotEqual(one()?),
        "gt" => ConditionTest::Greater(one()?),
        "gte" => ConditionTest::GreaterOrEqual(one()?),
        "lt" => ConditionTest::Less(one()?),
        "lte" => ConditionTest::LessOrEqual(one()?),
        "isdistinct" => ConditionTest::IsDistinctFrom(one()?),
        "like" => ConditionTest::Like(parse_pattern(column, text)?),
        "ilike" => ConditionTest::LikeWithoutCase(parse_pattern(column, text)?),
        _ => return Ok(None),
    }))
}

/// Refuses what PostgREST knows and no column here can answer.
fn check_served(operator: &str) -> Result<(), RestError> {
    let name = operator.split('(').next().unwrap_or(operator);
    let hint = match name {
        "match" | "imatch" => "Regular expressions are not matched here: use like or ilike",
        "fts" | "plfts" | "phfts" | "wfts" => {
            "Full texts are not searched here: use like or ilike, or GET /api/search"
        }
        "cs" | "cd" | "ov" | "sl" | "sr" | "nxr" | "nxl" | "adj" => {
            "No column here holds a list or a range"
        }
        _ => return Ok(()),
    };
    let message = format!("the operator {name} is not supported");
    Err(RestError::new(400, "0A000", message).hint(hint))
}

pub(crate) fn find_column(
    table: ExposedTable,
    name: &str,
) -> Result<&'static ExposedColumn, RestError> {
    table
        .column(&remove_quotes(name.trim()))
        .ok_or_else(|| RestError::no_column(table.name(), name))
}

/// A value as the column has it in the database.
fn value_of(column: &ExposedColumn, text: &str) -> Result<ParamValue, RestError> {
    let bad = || RestError::bad_value(column.holds.full_name(), text);
    Ok(match column.holds {
        PostgresType::Text => ParamValue::Text(text.to_owned()),
        PostgresType::Uuid => {
            ParamValue::Text(text.parse::<Uuid>().map_err(|_| bad())?.to_string())
        }
        PostgresType::Integer => ParamValue::Integer(text.parse().map_err(|_| bad())?),
        PostgresType::Time => {
            ParamValue::Integer(parse_time(text).ok_or_else(bad)?.timestamp_millis())
        }
    })
}

/// RFC 3339, also with a space, without a zone (which is UTC then), or a date alone.
fn parse_time(text: &str) -> Option<DateTime<Utc>> {
    // A plus sign in an address is a space.
    let text = text.trim();
    let with_zone = match text.rsplit_once(' ') {
        Some((time, zone)) if time.contains('T') => format!("{time}+{zone}"),
        _ => text.replacen(' ', "T", 1),
    };
    if let Ok(time) = DateTime::parse_from_rfc3339(&with_zone) {
        return Some(time.to_utc());
    }
    if let Ok(time) = with_zone.parse::<NaiveDateTime>() {
        return Some(time.and_utc());
    }
    let date: NaiveDate = text.parse().ok()?;
    Some(date.and_hms_opt(0, 0, 0)?.and_utc())
}

/// In an address `*` represents `%` too.
fn parse_pattern(column: &ExposedColumn, text: &str) -> Result<String, RestError> {
    match column.holds {
        PostgresType::Text => Ok(text.replace('*', "%")),
        PostgresType::Uuid | PostgresType::Integer | PostgresType::Time => Err(RestError::new(
            404,
            "42883",
            format!(
                "operator does not exist: {} ~~ unknown",
                column.holds.name()
            ),
        )),
    }
}
