//! The facts of a SELECT that a question's plan can be compared with.

use std::{collections::BTreeSet, ops::ControlFlow};

use serde_json::Value;
use sqlparser::{
    ast::{
        BinaryOperator, DuplicateTreatment, Expr, Function, FunctionArguments, Query, Select,
        SelectItem, SetExpr, Value as Literal, Visit, Visitor,
    },
    dialect::GenericDialect,
    parser::Parser,
};

/// The aggregates that questions name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    Count,
    Distinct,
    Sum,
    Mean,
    Median,
    Minimum,
    Maximum,
}

/// The names, aggregates and literals of a SELECT. All names are in lower case.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// Every name that is read anywhere.
    pub columns: BTreeSet<String>,
    /// Each aggregate with the columns inside it.
    pub aggregates: Vec<(Taken, BTreeSet<String>)>,
    /// Columns inside aggregates.
    pub measured: BTreeSet<String>,
    /// Columns that are selected outside of aggregates.
    pub grouped: BTreeSet<String>,
    pub has_wildcard: bool,
    pub has_windows: bool,
    pub divides: bool,
    numbers: Vec<f64>,
    texts: Vec<String>,
}

impl Facts {
    /// None where the SQL is not one that can be read.
    pub fn of(sql: &str) -> Option<Self> {
        let statements = Parser::parse_sql(&GenericDialect {}, sql).ok()?;
        let [statement] = statements.as_slice() else {
            return None;
        };
        let mut facts = Self::default();
        let _ = statement.visit(&mut Collect { facts: &mut facts });
        Some(facts)
    }

    pub fn aggregates_of(&self, column: &str) -> impl Iterator<Item = Taken> {
        self.aggregates
            .iter()
            .filter(move |(_, columns)| columns.contains(column))
            .map(|(aggregate, _)| *aggregate)
    }

    /// Whether the query has this number, or the whole number beside it: `> 4` is `>= 5`.
    pub fn has_number(&self, wanted: f64) -> bool {
        self.numbers
            .iter()
            .any(|number| (number - wanted).abs() <= 1.0)
    }

    /// Whether the query compares with the value, or with a part of it.
    pub fn has_literal(&self, value: &Value) -> bool {
        match value {
            Value::Number(number) => {
                let wanted = number.as_f64().unwrap_or(f64::NAN);
                // A year may be part of a date: 2015 in '2015-01-01'.
                let digits = number.to_string();
                self.has_number(wanted) || self.texts.iter().any(|text| text.contains(&digits))
            }
            Value::String(text) => {
                let text = text.to_lowercase();
                // The date of a condition may be compared by its year alone.
                let year = text.get(..4).and_then(|year| year.parse::<f64>().ok());
                let like = |known: &String| {
                    // Patterns of one or two letters, such as '%a%', would fit any text.
                    let bare = known.trim_matches('%');
                    text.contains(bare) && bare.chars().count() >= 3 || known.contains(&text)
                };
                self.texts.iter().any(like)
                    || year.is_some_and(|year| {
                        self.has_number(year)
                            || self.texts.iter().any(|known| known.contains(&text[..4]))
                    })
            }
            // A flag can be tested without a literal: WHERE cancelled.
            _ => true,
        }
    }
}

struct Collect<'a> {
    facts: &'a mut Facts,
}

impl Visitor for Collect<'_> {
    type Break = ();

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
        // Subqueries and common table expressions are visited too, so their columns count.
        self.set(&query.body);
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expression: &Expr) -> ControlFlow<()> {
        if let Some(name) = column(expression) {
            self.facts.columns.insert(name);
        }
        match expression {
            Expr::Value(value) => match &value.value {
                Literal::Number(number, _) => {
                    self.facts.numbers.extend(number.parse::<f64>().ok());
                }
                Literal::SingleQuotedString(text) => self.facts.texts.push(text.to_lowercase()),
                _ => {}
            },
            Expr::TypedString(typed) => {
                if let Literal::SingleQuotedString(text) = &typed.value.value {
                    self.facts.texts.push(text.to_lowercase());
                }
            }
            Expr::BinaryOp {
                op: BinaryOperator::Divide,
                ..
            } => self.facts.divides = true,
            Expr::Function(function) => {
                self.facts.has_windows |= function.over.is_some();
                if let Some(aggregate) = aggregate(function) {
                    let mut inside = Columns::default();
                    let _ = function.args.visit(&mut inside);
                    // percentile_cont names its column in WITHIN GROUP and not among its arguments.
                    let _ = function.within_group.visit(&mut inside);
                    self.facts.measured.extend(inside.names.iter().cloned());
                    self.facts.aggregates.push((aggregate, inside.names));
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

impl Collect<'_> {
    fn set(&mut self, set: &SetExpr) {
        match set {
            SetExpr::Select(select) => self.select(select),
            SetExpr::SetOperation { left, right, .. } => {
                self.set(left);
                self.set(right);
            }
            _ => {}
        }
    }

    fn select(&mut self, select: &Select) {
        for item in &select.projection {
            match item {
                SelectItem::UnnamedExpr(expression)
                | SelectItem::ExprWithAlias {
                    expr: expression, ..
                } => {
                    let mut outside = Outside::default();
                    let _ = expression.visit(&mut outside);
                    self.facts.grouped.extend(outside.names);
                }
                _ => self.facts.has_wildcard = true,
            }
        }
    }
}

/// Every column of an expression.
#[derive(Default)]
struct Columns {
    names: BTreeSet<String>,
}

impl Visitor for Columns {
    type Break = ();

    fn pre_visit_expr(&mut self, expression: &Expr) -> ControlFlow<()> {
        self.names.extend(column(expression));
        ControlFlow::Continue(())
    }
}

/// The columns of an expression that stand in no aggregate.
#[derive(Default)]
struct Outside {
    names: BTreeSet<String>,
    depth: usize,
}

impl Visitor for Outside {
    type Break = ();

    fn pre_visit_expr(&mut self, expression: &Expr) -> ControlFlow<()> {
        // Aggregates are inside each other in SUM(SUM(x)) OVER (), so a flag would end too early.
        self.depth += usize::from(is_aggregate(expression));
        if self.depth == 0 {
            self.names.extend(column(expression));
        }
        ControlFlow::Continue(())
    }

    fn post_visit_expr(&mut self, expression: &Expr) -> ControlFlow<()> {
        self.depth -= usize::from(is_aggregate(expression));
        ControlFlow::Continue(())
    }
}

fn column(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Identifier(name) => Some(name.value.to_lowercase()),
        // The name of the table in front is left out, as in the names that are compared.
        Expr::CompoundIdentifier(parts) => Some(parts.last()?.value.to_lowercase()),
        _ => None,
    }
}

fn is_aggregate(expression: &Expr) -> bool {
    matches!(expression, Expr::Function(function) if aggregate(function).is_some())
}

fn aggregate(function: &Function) -> Option<Taken> {
    let name = function.name.to_string().to_lowercase();
    let is_distinct = matches!(
        &function.args,
        FunctionArguments::List(list) if list.duplicate_treatment == Some(DuplicateTreatment::Distinct)
    );
    Some(match name.trim_matches('"') {
        "count" if is_distinct => Taken::Distinct,
        "count" => Taken::Count,
        "approx_distinct" => Taken::Distinct,
        "sum" => Taken::Sum,
        "avg" | "mean" => Taken::Mean,
        "median"
        | "approx_median"
        | "percentile_cont"
        | "approx_percentile_cont"
        | "quantile_cont" => Taken::Median,
        "min" => Taken::Minimum,
        "max" => Taken::Maximum,
        _ => return None,
    })
}
