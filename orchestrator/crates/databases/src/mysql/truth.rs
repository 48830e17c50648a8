//! Values that are true or false. MySQL gives those of comparisons as the integers 1 and 0.

use std::{collections::HashSet, ops::ControlFlow};

use portolan_query::ColumnType;
use sqlparser::ast::{
    BinaryOperator, DataType, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments,
    Query, Select, SelectItem, SetExpr, Statement, UnaryOperator, Value, Visit, Visitor,
};

use crate::{results::BooleanColumns, table::RemoteTable};

/// The names in a statement that stand for truth values, in small letters.
#[derive(Default)]
pub struct TruthNames {
    truths: HashSet<String>,
    /// Names that stand for other values, too.
    others: HashSet<String>,
}

impl TruthNames {
    /// Collects columns of the tables and aliases of the statement.
    pub fn collect(statement: &Statement, tables: &[(&str, &RemoteTable)]) -> Self {
        let mut names = Self::default();
        for column in tables.iter().flat_map(|(_, table)| &table.columns) {
            names.add(&column.name, column.column_type == ColumnType::Boolean);
        }
        let _ = statement.visit(&mut names);
        names
    }

    /// Returns the columns of the statement's result with truth values.
    pub fn result_columns(&self, statement: &Statement) -> BooleanColumns {
        let places = match statement {
            Statement::Query(query) => self.places(&query.body),
            _ => None,
        };
        match places {
            Some(places) => BooleanColumns::Places(places),
            // A wildcard: the columns are known by their names alone.
            None => BooleanColumns::Names(self.truths.difference(&self.others).cloned().collect()),
        }
    }

    /// Returns whether the values of an expression are true, false or null.
    pub fn is_truth(&self, expression: &Expr) -> bool {
        match expression {
            Expr::Nested(inner) => self.is_truth(inner),
            Expr::Identifier(name) => self.has(&name.value),
            Expr::CompoundIdentifier(parts) => {
                parts.last().is_some_and(|name| self.has(&name.value))
            }
            Expr::IsNull(_)
            | Expr::IsNotNull(_)
            | Expr::IsTrue(_)
            | Expr::IsNotTrue(_)
            | Expr::IsFalse(_)
            | Expr::IsNotFalse(_)
            | Expr::IsDistinctFrom(..)
            | Expr::IsNotDistinctFrom(..)
            | Expr::Between { .. }
            | Expr::InList { .. }
            | Expr::InSubquery { .. }
            | Expr::Exists { .. }
            | Expr::Like { .. }
            | Expr::ILike { .. } => true,
            Expr::Value(value) => matches!(value.value, Value::Boolean(_)),
            Expr::UnaryOp { op, .. } => *op == UnaryOperator::Not,
            Expr::BinaryOp { op, .. } => is_comparison(op),
            Expr::Cast { data_type, .. } => {
                matches!(data_type, DataType::Boolean | DataType::Bool)
            }
            Expr::Case {
                conditions,
                else_result,
                ..
            } => {
                let results = conditions.iter().map(|when| &when.result);
                self.are_truths(results.chain(else_result.as_deref()))
            }
            Expr::Function(function) => self.is_truth_function(function),
            Expr::Subquery(query) => {
                let places = self.places(&query.body);
                places.is_some_and(|places| places == [true])
            }
            _ => false,
        }
    }

    /// Returns whether a function gives one of its arguments, and these are truth values.
    fn is_truth_function(&self, function: &Function) -> bool {
        const FIRST: [&str; 8] = [
            "first_value",
            "lag",
            "last_value",
            "lead",
            "max",
            "min",
            "nth_value",
            "nullif",
        ];
        let FunctionArguments::List(list) = &function.args else {
            return false;
        };
        let mut arguments = list.args.iter().filter_map(|argument| match argument {
            FunctionArg::Unnamed(FunctionArgExpr::Expr(expression)) => Some(expression),
            _ => None,
        });
        match function.name.to_string().to_lowercase().as_str() {
            "coalesce" | "ifnull" | "nvl" => self.are_truths(arguments),
            name if FIRST.contains(&name) => {
                arguments.next().is_some_and(|first| self.is_truth(first))
            }
            _ => false,
        }
    }

    /// Returns whether all are truth values or nulls, and not all nulls.
    fn are_truths<'a>(&self, expressions: impl Iterator<Item = &'a Expr>) -> bool {
        let mut values = expressions
            .filter(|expression| {
                !matches!(expression, Expr::Value(value) if value.value == Value::Null)
            })
            .peekable();
        values.peek().is_some() && values.all(|expression| self.is_truth(expression))
    }

    /// Returns for each column of a body whether it has truth values; None with a wildcard.
    fn places(&self, body: &SetExpr) -> Option<Vec<bool>> {
        match body {
            SetExpr::Select(select) => {
                let items = select.projection.iter().map(|item| match item {
                    SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. } => {
                        Some(self.is_truth(expr))
                    }
                    _ => None,
                });
                items.collect()
            }
            SetExpr::Query(query) => self.places(&query.body),
            SetExpr::SetOperation { left, right, .. } => {
                let sides = self.places(left)?.into_iter().zip(self.places(right)?);
                Some(sides.map(|(left, right)| left && right).collect())
            }
            _ => None,
        }
    }

    fn has(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.truths.contains(&name) && !self.others.contains(&name)
    }

    fn add(&mut self, name: &str, is_truth: bool) {
        let names = if is_truth {
            &mut self.truths
        } else {
            &mut self.others
        };
        names.insert(name.to_lowercase());
    }

    fn add_aliases(&mut self, select: &Select) {
        for item in &select.projection {
            if let SelectItem::ExprWithAlias { expr, alias } = item {
                self.add(&alias.value, self.is_truth(expr));
            }
        }
    }
}

impl Visitor for TruthNames {
    type Break = ();

    // Inner queries come first, whose aliases outer ones use.
    fn post_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
        let mut bodies = vec![&*query.body];
        while let Some(body) = bodies.pop() {
            match body {
                SetExpr::Select(select) => self.add_aliases(select),
                SetExpr::SetOperation { left, right, .. } => bodies.extend([&**left, &**right]),
                _ => {}
            }
        }
        ControlFlow::Continue(())
    }
}

fn is_comparison(operator: &BinaryOperator) -> bool {
    use BinaryOperator::{And, Eq, Gt, GtEq, Lt, LtEq, NotEq, Or};
    matches!(operator, And | Eq | Gt | GtEq | Lt | LtEq | NotEq | Or)
}
