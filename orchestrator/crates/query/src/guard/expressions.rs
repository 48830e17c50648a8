//! The kinds of expression that a query may use.

use sqlparser::ast::{
    BinaryOperator, CeilFloorKind, DataType, Expr, Ident, UnaryOperator, Value, ValueWithSpan,
};

use super::{functions, refused_query};
use crate::WorkerFailure;

const MAX_NUMBER_DIGITS: usize = 40;
/// Each column of a CUBE doubles the groupings.
const MAX_CUBE_COLUMNS: usize = 5;
const MAX_GROUPING_SETS: usize = 20;

pub(super) fn check_expression(
    expression: &Expr,
    cube_columns: &mut usize,
) -> Result<(), WorkerFailure> {
    match expression {
        Expr::Identifier(name) => check_name(name),
        Expr::CompoundIdentifier(names) => names.iter().try_for_each(check_name),
        Expr::IsFalse(_)
        | Expr::IsNotFalse(_)
        | Expr::IsTrue(_)
        | Expr::IsNotTrue(_)
        | Expr::IsNull(_)
        | Expr::IsNotNull(_)
        | Expr::IsUnknown(_)
        | Expr::IsNotUnknown(_)
        | Expr::IsDistinctFrom(..)
        | Expr::IsNotDistinctFrom(..)
        | Expr::InList { .. }
        | Expr::InSubquery { .. }
        | Expr::Between { .. }
        | Expr::Like { any: false, .. }
        | Expr::ILike { any: false, .. }
        | Expr::SimilarTo { .. }
        | Expr::AtTimeZone { .. }
        | Expr::Extract { .. }
        | Expr::Position { .. }
        | Expr::Substring { .. }
        | Expr::Trim { .. }
        | Expr::Overlay { .. }
        | Expr::Nested(_)
        | Expr::Case { .. }
        | Expr::Exists { .. }
        | Expr::Subquery(_)
        | Expr::Tuple(_)
        | Expr::Interval(_) => Ok(()),
        Expr::Ceil { field, .. } | Expr::Floor { field, .. } => match field {
            CeilFloorKind::Scale(_) => Ok(()),
            CeilFloorKind::DateTimeField(sqlparser::ast::DateTimeField::NoDateTime) => Ok(()),
            CeilFloorKind::DateTimeField(_) => Err(refused_query(
                "Write date_trunc('month', …) to round a date.",
            )),
        },
        Expr::BinaryOp { op, .. } => check_binary(op),
        Expr::UnaryOp { op, .. } => match op {
            UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::Not => Ok(()),
            _ => Err(refused_query(format!(
                "The operator {op} is not available."
            ))),
        },
        Expr::Cast {
            data_type,
            array: false,
            format: None,
            ..
        } => check_type(data_type),
        Expr::TypedString(typed) => check_type(&typed.data_type),
        Expr::Value(value) => check_value(value),
        Expr::Function(function) => functions::check_function(function),
        Expr::Cube(columns) => {
            *cube_columns += columns.len();
            if *cube_columns > MAX_CUBE_COLUMNS {
                return Err(refused_query(format!(
                    "CUBE takes at most {MAX_CUBE_COLUMNS} columns."
                )));
            }
            Ok(())
        }
        Expr::Rollup(sets) | Expr::GroupingSets(sets) if sets.len() <= MAX_GROUPING_SETS => Ok(()),
        Expr::Rollup(_) | Expr::GroupingSets(_) => Err(refused_query(format!(
            "ROLLUP and GROUPING SETS take at most {MAX_GROUPING_SETS} groupings."
        ))),
        Expr::Convert { .. } => Err(refused_query("Write CAST(… AS type) instead of CONVERT.")),
        Expr::AnyOp { .. } | Expr::AllOp { .. } => Err(refused_query(
            "Write IN (…) or EXISTS (…) instead of ANY and ALL.",
        )),
        Expr::RLike { .. } => Err(refused_query("Write regexp_like(text, pattern).")),
        Expr::Array(_)
        | Expr::Struct { .. }
        | Expr::Map(_)
        | Expr::Dictionary(_)
        | Expr::CompoundFieldAccess { .. }
        | Expr::JsonAccess { .. } => Err(refused_query(
            "Arrays, structs, maps and JSON paths are not available: columns hold text, numbers, booleans, dates and date-times.",
        )),
        other => {
            let shown: String = other.to_string().chars().take(80).collect();
            Err(refused_query(format!(
                "The expression {shown} is not available. Use plain columns, operators, CASE and functions."
            )))
        }
    }
}

/// The engine takes a name that begins with `@` for a variable, also in quotes.
fn check_name(name: &Ident) -> Result<(), WorkerFailure> {
    if name.value.starts_with('@') {
        return Err(refused_query(
            "Variables (@name) are not available. Write the value itself.",
        ));
    }
    Ok(())
}

fn check_binary(operator: &BinaryOperator) -> Result<(), WorkerFailure> {
    use BinaryOperator::{
        And, Divide, Eq, Gt, GtEq, Lt, LtEq, Minus, Modulo, Multiply, NotEq, Or, PGILikeMatch,
        PGLikeMatch, PGNotILikeMatch, PGNotLikeMatch, PGRegexIMatch, PGRegexMatch,
        PGRegexNotIMatch, PGRegexNotMatch, Plus, StringConcat,
    };
    match operator {
        And | Divide | Eq | Gt | GtEq | Lt | LtEq | Minus | Modulo | Multiply | NotEq | Or
        | PGILikeMatch | PGLikeMatch | PGNotILikeMatch | PGNotLikeMatch | PGRegexIMatch
        | PGRegexMatch | PGRegexNotIMatch | PGRegexNotMatch | Plus | StringConcat => Ok(()),
        other => Err(refused_query(format!(
            "The operator {other} is not available. Use comparison, + - * / %, ||, AND, OR, NOT, LIKE, ILIKE and ~."
        ))),
    }
}

fn check_type(data_type: &DataType) -> Result<(), WorkerFailure> {
    const TYPES: &[&str] = &[
        "TINYINT",
        "SMALLINT",
        "INT",
        "INTEGER",
        "BIGINT",
        "INT2",
        "INT4",
        "INT8",
        "INT64",
        "REAL",
        "FLOAT",
        "FLOAT4",
        "FLOAT8",
        "FLOAT64",
        "DOUBLE",
        "DECIMAL",
        "NUMERIC",
        "DEC",
        "CHAR",
        "CHARACTER",
        "VARCHAR",
        "TEXT",
        "STRING",
        "BOOLEAN",
        "BOOL",
        "DATE",
        "TIME",
        "TIMESTAMP",
        "TIMESTAMPTZ",
        "DATETIME",
        "INTERVAL",
    ];
    let text = data_type.to_string().to_uppercase();
    let base: String = text
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect();
    let array = text.contains('[') || text.contains('<');
    if TYPES.contains(&base.as_str()) && !array {
        return Ok(());
    }
    let shown: String = text.chars().take(60).collect();
    Err(refused_query(format!(
        "The type {shown} is not available. Use BIGINT, DOUBLE, DECIMAL(p, s), VARCHAR, BOOLEAN, DATE, TIMESTAMP or INTERVAL."
    )))
}

fn check_value(value: &ValueWithSpan) -> Result<(), WorkerFailure> {
    match &value.value {
        Value::Number(digits, _) if digits.len() > MAX_NUMBER_DIGITS => Err(refused_query(
            format!("A number in the query has more than {MAX_NUMBER_DIGITS} digits."),
        )),
        Value::Number(..)
        | Value::SingleQuotedString(_)
        | Value::EscapedStringLiteral(_)
        | Value::Boolean(_)
        | Value::Null => Ok(()),
        Value::Placeholder(_) => Err(refused_query(
            "Placeholders are not filled in. Write the value itself.",
        )),
        _ => Err(refused_query("Write text in single quotes: 'text'.")),
    }
}
