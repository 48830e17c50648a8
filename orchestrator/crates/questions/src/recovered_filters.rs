//! The conditions of a query, as the filters that write them.

use serde_json::{Number, Value};
use sqlparser::ast::{BinaryOperator, Expr, UnaryOperator, Value as Literal};

use crate::filters::filter;
use crate::plan::{Comparison, Filter, Plan, Test, TimeUnit};
use crate::schema::{ColumnId, Schema};

/// All filters of a WHERE; None where it has a condition that plans do not write.
pub fn filters(condition: &Expr, schema: &Schema<'_>, plan: &Plan) -> Option<Vec<Filter>> {
    let mut found = Vec::new();
    collect(condition, false, schema, plan, &mut found)?;
    // Plans keep rows without a value out of bins by themselves.
    let binned = plan
        .dimensions
        .iter()
        .find(|each| each.bin.is_some() && each.gaps);
    if let Some(binned) = binned {
        found.retain(|each| !(each.test == Test::Known && each.column == binned.column));
    }
    Some(found)
}

fn collect(
    condition: &Expr,
    or: bool,
    schema: &Schema<'_>,
    plan: &Plan,
    found: &mut Vec<Filter>,
) -> Option<()> {
    match condition {
        Expr::BinaryOp {
            left,
            op: BinaryOperator::And,
            right,
        } => {
            collect(left, or, schema, plan, found)?;
            collect(right, false, schema, plan, found)
        }
        Expr::BinaryOp {
            left,
            op: BinaryOperator::Or,
            right,
        } => {
            collect(left, or, schema, plan, found)?;
            collect(right, true, schema, plan, found)
        }
        Expr::Nested(inner) => collect(inner, or, schema, plan, found),
        other => {
            let (id, unit, test) = single(other, schema, plan)?;
            let mut filter = filter(schema, id, test);
            filter.unit = unit;
            filter.or = or;
            found.push(filter);
            Some(())
        }
    }
}

fn single(
    condition: &Expr,
    schema: &Schema<'_>,
    plan: &Plan,
) -> Option<(ColumnId, Option<TimeUnit>, Test)> {
    let subject = |expression: &Expr| subject(expression, schema, plan);
    let (read, test) = match condition {
        Expr::IsNull(column) => (subject(column)?, Test::Missing),
        Expr::IsNotNull(column) => (subject(column)?, Test::Known),
        Expr::Between {
            expr,
            negated: false,
            low,
            high,
        } => (subject(expr)?, Test::Between(value(low)?, value(high)?)),
        Expr::InList {
            expr,
            list,
            negated,
        } => {
            let values: Vec<Value> = list.iter().map(value).collect::<Option<_>>()?;
            let test = if *negated {
                Test::NoneOf(values)
            } else {
                Test::OneOf(values)
            };
            (subject(expr)?, test)
        }
        Expr::BinaryOp { left, op, right } => {
            let against = value(right)?;
            let test = match op {
                BinaryOperator::Eq if against.is_string() => Test::OneOf(vec![against]),
                BinaryOperator::NotEq if against.is_string() => Test::NoneOf(vec![against]),
                _ => Test::Compare(comparison(op)?, against),
            };
            (subject(left)?, test)
        }
        _ => return None,
    };
    Some((read.0, read.1, test))
}

fn comparison(operator: &BinaryOperator) -> Option<Comparison> {
    Some(match operator {
        BinaryOperator::Lt => Comparison::Less,
        BinaryOperator::LtEq => Comparison::LessOrEqual,
        BinaryOperator::Gt => Comparison::Greater,
        BinaryOperator::GtEq => Comparison::GreaterOrEqual,
        BinaryOperator::Eq => Comparison::Equal,
        BinaryOperator::NotEq => Comparison::NotEqual,
        _ => return None,
    })
}

/// The column that is compared, and the part of its dates.
fn subject(
    expression: &Expr,
    schema: &Schema<'_>,
    plan: &Plan,
) -> Option<(ColumnId, Option<TimeUnit>)> {
    let unit = match expression {
        Expr::Function(_) => {
            let text = expression.to_string();
            let units = [TimeUnit::Year, TimeUnit::Month, TimeUnit::Quarter];
            Some(units.into_iter().find(|unit| {
                text.contains(&format!("date_part\"('{}',", unit.word()))
                    || text.contains(&format!("date_part('{}',", unit.word()))
            })?)
        }
        Expr::Identifier(_) | Expr::CompoundIdentifier(_) | Expr::Cast { .. } => None,
        _ => return None,
    };
    let text = expression.to_string();
    let involved = |table: &str| {
        plan.table == table || plan.joins.iter().any(|join| join.right.table == table)
    };
    let mut columns = schema.ids().filter(|id| {
        let reference = schema.reference(*id);
        involved(&reference.table) && text.contains(&crate::sql::quote(&reference.column))
    });
    let id = columns.next()?;
    // A name in two tables: which one is meant shows when the SQL is compared, so the first is tried.
    Some((id, unit))
}

fn value(expression: &Expr) -> Option<Value> {
    match expression {
        Expr::Value(value) => literal(&value.value),
        Expr::TypedString(typed) => literal(&typed.value.value),
        Expr::UnaryOp {
            op: UnaryOperator::Minus,
            expr,
        } => {
            let number = value(expr)?;
            number
                .as_i64()
                .map(|whole| Value::from(-whole))
                .or_else(|| Some(Value::from(-number.as_f64()?)))
        }
        _ => None,
    }
}

fn literal(literal: &Literal) -> Option<Value> {
    match literal {
        Literal::Number(digits, _) => digits.parse::<Number>().ok().map(Value::Number),
        Literal::SingleQuotedString(text) => Some(Value::String(text.clone())),
        Literal::Boolean(is) => Some(Value::Bool(*is)),
        _ => None,
    }
}
