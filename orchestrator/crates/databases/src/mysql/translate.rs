//! A guarded query as MySQL and MariaDB run it, in a session with ANSI quotes and without escapes in texts.
//!
//! Only what surely means the same there is translated: these expressions, operators and functions. Of any other query
//! the rows that it needs are fetched, and it runs in a query worker.

use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
};

use portolan_query::{ColumnType, FailureCode, WorkerFailure};
use sqlparser::{
    ast::{
        BinaryOperator, CastKind, DataType, DateTimeField, Distinct, Expr, Ident, JoinOperator,
        ObjectNamePart, OrderByExpr, OrderByKind, Query, Select, SelectItem, SetExpr, Statement,
        TableAlias, TableFactor, UnaryOperator, Value, VisitMut, VisitorMut, WindowType,
    },
    dialect::GenericDialect,
    parser::Parser,
};

use super::{
    functions::{part_of, translate_function},
    truth::TruthNames,
};
use crate::{failure::failure, results::TranslatedQuery, table::RemoteTable};

/// Returns the query over these tables, which are under their names in SQL.
///
/// # Errors
/// Fails with `query_refused` where MySQL has nothing that surely means the same.
pub fn translate_query(
    mut statement: Statement,
    tables: &[(&str, &RemoteTable)],
) -> Result<TranslatedQuery, WorkerFailure> {
    let mut translation = MysqlTranslation {
        truths: TruthNames::collect(&statement, tables),
        ..MysqlTranslation::default()
    };
    let booleans = translation.truths.result_columns(&statement);
    for (name, table) in tables {
        let subquery = parse_query(&table.select()).ok_or_else(untranslatable)?;
        translation
            .subqueries
            .insert(name.to_lowercase(), ((*name).to_owned(), subquery));
        let dates = table
            .columns
            .iter()
            .filter(|column| matches!(column.column_type, ColumnType::Date | ColumnType::Datetime));
        translation
            .dates
            .extend(dates.map(|column| column.name.to_lowercase()));
    }
    if statement.visit(&mut translation).is_break() {
        return Err(untranslatable());
    }
    let sql = statement.to_string();
    // Whatever the printer does, one query leaves here.
    parse_query(&sql).ok_or_else(untranslatable)?;
    Ok(TranslatedQuery { sql, booleans })
}

fn untranslatable() -> WorkerFailure {
    failure(
        FailureCode::QueryRefused,
        "MySQL has nothing like this query. Write it with plain columns, operators and functions.",
    )
}

fn parse_query(text: &str) -> Option<Query> {
    let mut statements = Parser::parse_sql(&GenericDialect {}, text).ok()?;
    match (statements.pop(), statements.is_empty()) {
        (Some(Statement::Query(query)), true) => Some(*query),
        _ => None,
    }
}

fn parse_expression(text: &str) -> Option<Expr> {
    let parser = Parser::new(&GenericDialect {}).try_with_sql(text).ok();
    parser?.parse_expr().ok()
}

#[derive(Default)]
struct MysqlTranslation {
    /// By the name in small letters, the name and the subquery of a table.
    subqueries: HashMap<String, (String, Query)>,
    /// Names of columns with dates, in small letters: their difference is no number there.
    dates: HashSet<String>,
    /// Subqueries that were given a name.
    unnamed: usize,
    /// Values that would be texts of 1 and 0 there.
    truths: TruthNames,
}

impl VisitorMut for MysqlTranslation {
    type Break = ();

    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
        let mut names = query.with.iter().flat_map(|with| &with.cte_tables);
        let hides_table = names.any(|cte| {
            self.subqueries
                .contains_key(&cte.alias.name.value.to_lowercase())
        });
        let is_plain = query.fetch.is_none() && query.locks.is_empty();
        proceed(!hides_table && is_plain)
    }

    fn post_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
        let items = match &*query.body {
            SetExpr::Select(select) => Some(select.projection.clone()),
            _ => None,
        };
        let Some(order) = &mut query.order_by else {
            return ControlFlow::Continue(());
        };
        let OrderByKind::Expressions(parts) = &mut order.kind else {
            return ControlFlow::Break(());
        };
        // The rows of a union are ordered by its columns alone.
        let is_ordered = match items {
            Some(items) => order_nulls(parts, &items),
            None => parts.iter().all(|part| part.options.nulls_first.is_none()),
        };
        proceed(is_ordered)
    }

    fn pre_visit_select(&mut self, select: &mut Select) -> ControlFlow<()> {
        let joins = select.from.iter().flat_map(|table| &table.joins);
        let has_full = joins
            .map(|join| &join.join_operator)
            .any(|join| matches!(join, JoinOperator::FullOuter(_)));
        let is_on = matches!(select.distinct, Some(Distinct::On(_)));
        let is_plain = select.qualify.is_none()
            && select.into.is_none()
            && select.named_window.is_empty()
            && select.top.is_none();
        proceed(is_plain && !has_full && !is_on)
    }

    fn post_visit_table_factor(&mut self, factor: &mut TableFactor) -> ControlFlow<()> {
        match factor {
            TableFactor::Table { name, alias, .. } => {
                let [ObjectNamePart::Identifier(identifier)] = name.0.as_slice() else {
                    return ControlFlow::Continue(());
                };
                let known = self.subqueries.get(&identifier.value.to_lowercase());
                if let Some((name, subquery)) = known {
                    *factor = TableFactor::Derived {
                        lateral: false,
                        subquery: Box::new(subquery.clone()),
                        alias: Some(alias.take().unwrap_or_else(|| alias_named(name))),
                        sample: None,
                    };
                }
                ControlFlow::Continue(())
            }
            TableFactor::Derived { alias, lateral, .. } => {
                if alias.is_none() {
                    self.unnamed += 1;
                    *alias = Some(alias_named(&format!("subquery {}", self.unnamed)));
                }
                proceed(!*lateral)
            }
            TableFactor::NestedJoin { .. } => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }

    fn post_visit_expr(&mut self, expression: &mut Expr) -> ControlFlow<()> {
        proceed(self.translate(expression).is_some())
    }
}

impl MysqlTranslation {
    /// Rewrites an expression whose parts are translated; None where MySQL has none like it.
    fn translate(&self, expression: &mut Expr) -> Option<()> {
        let translated = match expression {
            Expr::Identifier(_)
            | Expr::CompoundIdentifier(_)
            | Expr::Nested(_)
            | Expr::IsNull(_)
            | Expr::IsNotNull(_)
            | Expr::IsTrue(_)
            | Expr::IsNotTrue(_)
            | Expr::IsFalse(_)
            | Expr::IsNotFalse(_)
            | Expr::Between { .. }
            | Expr::InList { .. }
            | Expr::InSubquery { .. }
            | Expr::Exists { .. }
            | Expr::Subquery(_)
            | Expr::Case { .. } => return Some(()),
            Expr::Like {
                any: false,
                escape_char: None,
                ..
            } => return Some(()),
            Expr::ILike {
                negated,
                any: false,
                escape_char: None,
                expr,
                pattern,
            } => {
                let negation = if *negated { "NOT " } else { "" };
                format!("(lower({expr}) {negation}LIKE lower({pattern}))")
            }
            Expr::Value(value) => return is_plain_value(&value.value).then_some(()),
            Expr::UnaryOp { op, .. } => {
                let is_known = matches!(
                    op,
                    UnaryOperator::Not | UnaryOperator::Minus | UnaryOperator::Plus
                );
                return is_known.then_some(());
            }
            Expr::BinaryOp { left, op, right }
                if *op == BinaryOperator::StringConcat
                    && (self.truths.is_truth(left) || self.truths.is_truth(right)) =>
            {
                return None;
            }
            Expr::BinaryOp { left, op, right } => match self.difference(left, op, right)? {
                Some(text) => text,
                None => return is_plain_operator(op).then_some(()),
            },
            Expr::TypedString(typed) => {
                let literal = match &typed.value.value {
                    Value::SingleQuotedString(_) => typed.value.to_string(),
                    _ => return None,
                };
                format!("CAST({literal} AS {})", cast_type(&typed.data_type)?)
            }
            Expr::Interval(interval) => {
                let Expr::Value(value) = &*interval.value else {
                    return None;
                };
                interval_text(&value.value, interval.leading_field.as_ref())?
            }
            Expr::Extract { field, expr, .. } => part_of(&field.to_string(), &expr.to_string())?,
            Expr::Cast {
                kind: CastKind::Cast | CastKind::DoubleColon,
                data_type: DataType::Boolean | DataType::Bool,
                expr,
                ..
            } => format!("({expr} <> 0)"),
            Expr::Cast {
                kind: CastKind::Cast | CastKind::DoubleColon,
                expr,
                data_type,
                ..
            } => match cast_type(data_type)? {
                kind if kind == "CHAR" && self.truths.is_truth(expr) => return None,
                kind => format!("CAST({expr} AS {kind})"),
            },
            Expr::Ceil { expr, .. } => format!("ceiling({expr})"),
            Expr::Floor { expr, .. } => format!("floor({expr})"),
            Expr::Position { expr, r#in } => format!("instr({in}, {expr})", in = r#in),
            Expr::Substring {
                expr,
                substring_from: Some(from),
                substring_for,
                ..
            } => match substring_for {
                Some(length) => format!("substr({expr}, {from}, {length})"),
                None => format!("substr({expr}, {from})"),
            },
            Expr::Trim {
                expr,
                trim_where: None,
                trim_what: None,
                trim_characters: None,
            } => format!("trim({expr})"),
            Expr::Function(function) => {
                if let Some(WindowType::WindowSpec(window)) = &mut function.over
                    && !order_nulls(&mut window.order_by, &[])
                {
                    return None;
                }
                translate_function(function)?
            }
            _ => return None,
        };
        *expression = parse_expression(&translated)?;
        Some(())
    }

    /// Returns the difference of two dates in days. Fails for other arithmetic with dates but that with intervals.
    fn difference(
        &self,
        left: &Expr,
        operator: &BinaryOperator,
        right: &Expr,
    ) -> Option<Option<String>> {
        if !matches!(operator, BinaryOperator::Minus | BinaryOperator::Plus) {
            return Some(None);
        }
        if matches!(right, Expr::Interval(_)) || !(self.is_date(left) || self.is_date(right)) {
            return Some(None);
        }
        let is_day = |side: &Expr| {
            matches!(
                without_brackets(side),
                Expr::Cast {
                    data_type: DataType::Date,
                    ..
                }
            )
        };
        let is_difference = *operator == BinaryOperator::Minus && is_day(left) && is_day(right);
        is_difference.then(|| Some(format!("datediff({left}, {right})")))
    }

    fn is_date(&self, side: &Expr) -> bool {
        match without_brackets(side) {
            Expr::Identifier(name) => self.dates.contains(&name.value.to_lowercase()),
            Expr::CompoundIdentifier(parts) => parts
                .last()
                .is_some_and(|name| self.dates.contains(&name.value.to_lowercase())),
            Expr::Cast { data_type, .. } => {
                matches!(data_type, DataType::Date | DataType::Datetime(_))
            }
            Expr::Function(function) => {
                let text = typed_arguments(function);
                self.dates.iter().any(|name| text.contains(name.as_str()))
            }
            _ => false,
        }
    }
}

/// Returns the arguments of a function whose value is of their type, in small letters.
fn typed_arguments(function: &sqlparser::ast::Function) -> String {
    const TYPED: [&str; 8] = [
        "min", "max", "coalesce", "lag", "lead", "nullif", "date_sub", "date_add",
    ];
    let name = function.name.to_string().to_lowercase();
    // Counts and parts of dates are numbers.
    if TYPED.contains(&name.as_str()) {
        function.args.to_string().to_lowercase()
    } else {
        String::new()
    }
}

fn proceed(is_translated: bool) -> ControlFlow<()> {
    if is_translated {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(())
    }
}

fn without_brackets(expression: &Expr) -> &Expr {
    match expression {
        Expr::Nested(inner) => without_brackets(inner),
        other => other,
    }
}

fn alias_named(name: &str) -> TableAlias {
    TableAlias {
        explicit: true,
        name: Ident::with_quote('"', name),
        columns: Vec::new(),
        at: None,
    }
}

/// Texts with prefixes or other quotes could end elsewhere there than the parser saw.
fn is_plain_value(value: &Value) -> bool {
    matches!(
        value,
        Value::Number(..) | Value::SingleQuotedString(_) | Value::Boolean(_) | Value::Null
    )
}

fn is_plain_operator(operator: &BinaryOperator) -> bool {
    use BinaryOperator::{
        And, Divide, Eq, Gt, GtEq, Lt, LtEq, Minus, Modulo, Multiply, NotEq, Or, Plus, StringConcat,
    };
    matches!(
        operator,
        And | Divide
            | Eq
            | Gt
            | GtEq
            | Lt
            | LtEq
            | Minus
            | Modulo
            | Multiply
            | NotEq
            | Or
            | Plus
            | StringConcat
    )
}

fn cast_type(data_type: &DataType) -> Option<String> {
    Some(match data_type {
        DataType::Double(_)
        | DataType::DoublePrecision
        | DataType::Float(_)
        | DataType::Float64
        | DataType::Float8
        | DataType::Real => "DOUBLE".to_owned(),
        DataType::TinyInt(_)
        | DataType::SmallInt(_)
        | DataType::Int(_)
        | DataType::Integer(_)
        | DataType::BigInt(_)
        | DataType::Int8(_)
        | DataType::Int64 => "SIGNED".to_owned(),
        DataType::Varchar(None) | DataType::Text | DataType::String(None) => "CHAR".to_owned(),
        DataType::Date => "DATE".to_owned(),
        DataType::Timestamp(..) | DataType::Datetime(_) => "DATETIME(6)".to_owned(),
        DataType::Decimal(size) | DataType::Numeric(size) => format!("DECIMAL{size}"),
        _ => return None,
    })
}

/// Returns an interval of one unit, such as that of `'364 days'`.
fn interval_text(value: &Value, unit: Option<&DateTimeField>) -> Option<String> {
    let text = match value {
        Value::SingleQuotedString(text) | Value::Number(text, _) => text.trim(),
        _ => return None,
    };
    let (count, unit) = match unit {
        Some(unit) => (text.to_owned(), unit.to_string()),
        None => {
            let (count, unit) = text.split_once(' ')?;
            (count.to_owned(), unit.trim().to_owned())
        }
    };
    let count: i64 = count.parse().ok()?;
    let unit = unit.to_lowercase();
    let unit = match unit.trim_end_matches('s') {
        "year" | "month" | "week" | "day" | "hour" | "minute" | "second" | "quarter" => {
            unit.trim_end_matches('s').to_uppercase()
        }
        _ => return None,
    };
    Some(format!("INTERVAL {count} {unit}"))
}

/// Puts nulls where an ORDER BY of elsewhere has them: at the end, and first in descending order. MySQL takes them for
/// the smallest values. Returns whether every part could be ordered so.
fn order_nulls(parts: &mut Vec<OrderByExpr>, items: &[SelectItem]) -> bool {
    let mut ordered = Vec::with_capacity(parts.len() * 2);
    for mut part in parts.drain(..) {
        let is_ascending = part.options.asc != Some(false);
        let nulls_first = part.options.nulls_first.take().unwrap_or(!is_ascending);
        if nulls_first != is_ascending {
            let Some(subject) = ordered_value(&part.expr, items) else {
                return false;
            };
            let test = if nulls_first {
                "IS NOT NULL"
            } else {
                "IS NULL"
            };
            let Some(expr) = parse_expression(&format!("{subject} {test}")) else {
                return false;
            };
            ordered.push(OrderByExpr {
                expr,
                ..part.clone()
            });
            if let Some(first) = ordered.last_mut() {
                first.options.asc = None;
            }
        }
        ordered.push(part);
    }
    *parts = ordered;
    true
}

/// Returns the expression that orders, which a position or an alias may stand for.
fn ordered_value(expression: &Expr, items: &[SelectItem]) -> Option<String> {
    let shown = |expression: &Expr| format!("({expression})");
    if let Expr::Value(value) = expression {
        let Value::Number(place, _) = &value.value else {
            return None;
        };
        let place: usize = place.parse().ok()?;
        return match items.get(place.checked_sub(1)?)? {
            SelectItem::UnnamedExpr(item) | SelectItem::ExprWithAlias { expr: item, .. } => {
                Some(shown(item))
            }
            _ => None,
        };
    }
    // An alias of an aggregate cannot be part of an expression there.
    if let Expr::Identifier(name) = expression {
        let aliased = items.iter().find_map(|item| match item {
            SelectItem::ExprWithAlias { expr, alias } if alias.value == name.value => Some(expr),
            _ => None,
        });
        return Some(aliased.map_or_else(|| name.to_string(), shown));
    }
    Some(shown(expression))
}

#[cfg(test)]
mod tests {
    use portolan_query::{guarded_statement, match_names};

    use super::*;
    use crate::{access::DatabaseEngine, mysql::new_column};

    fn translated(sql: &str) -> Result<String, WorkerFailure> {
        let columns = ["int(11)", "date", "decimal(10,2)"];
        let table = RemoteTable::orders(DatabaseEngine::Mysql, columns, new_column);
        let (statement, _) = guarded_statement(sql, &["orders"])?;
        let matched = match_names(statement, &[table.allowed("orders")]);
        translate_query(matched.statement, &[("orders", &table)]).map(|query| query.sql)
    }

    #[test]
    fn tables_become_subqueries_with_the_columns_of_their_profile() {
        assert_eq!(
            translated("select sum(PRICE) as total from Orders where placed > '2025-01-01'")
                .unwrap(),
            "SELECT sum(\"price\") AS \"total\" FROM (SELECT \"id\", \"Placed\", \"price\" FROM \"public\".\"orders\") AS \"orders\" WHERE \"Placed\" > '2025-01-01'"
        );
    }

    #[test]
    fn functions_types_and_orders_get_their_mysql_form() {
        for (sql, expected) in [
            (
                "count(*) FILTER (WHERE price > 1)",
                "count(CASE WHEN \"price\" > 1 THEN 1 END)",
            ),
            ("CAST(id AS VARCHAR)", "CAST(\"id\" AS CHAR)"),
            ("CAST(id AS DOUBLE)", "CAST(\"id\" AS DOUBLE)"),
            ("CAST(price AS BIGINT)", "CAST(\"price\" AS SIGNED)"),
            (
                "CAST(date_trunc('month', placed) AS DATE)",
                "CAST(CAST(date_format(\"Placed\", '%Y-%m-01') AS DATETIME(6)) AS DATE)",
            ),
            ("EXTRACT(YEAR FROM placed)", "year(\"Placed\")"),
            ("stddev(price)", "stddev_samp(\"price\")"),
            ("placed - INTERVAL '1 year'", "\"Placed\" - INTERVAL 1 YEAR"),
            (
                "rank() OVER (ORDER BY price DESC NULLS LAST, id)",
                "OVER (ORDER BY \"price\" DESC, \"id\" IS NULL, \"id\")",
            ),
        ] {
            let text = translated(&format!("SELECT {sql} FROM orders")).unwrap();
            assert!(text.contains(expected), "{sql}: {text}");
        }
        let text = translated(
            "SELECT placed, sum(price) AS total FROM orders GROUP BY placed ORDER BY total, 1 DESC",
        );
        assert!(
            text.as_ref().unwrap().ends_with(
                "ORDER BY (sum(\"price\")) IS NULL, \"total\", (\"Placed\") IS NOT NULL, 1 DESC"
            ),
            "{text:?}"
        );
    }

    #[test]
    fn texts_that_could_end_elsewhere_and_unknown_functions_are_not_translated() {
        for sql in [
            r"SELECT E'a\' OR 1=1 -- ' FROM orders",
            "SELECT N'a' FROM orders",
            "SELECT id # 1 FROM orders",
            "SELECT id ^ 1 FROM orders",
            "SELECT median(price) FROM orders",
            "SELECT sleep(10) FROM orders",
            "SELECT load_file('/etc/passwd') FROM orders",
            "SELECT placed - placed FROM orders",
            "SELECT * FROM orders QUALIFY row_number() OVER (ORDER BY id) = 1",
        ] {
            let refused = translated(sql);
            assert!(refused.is_err(), "{sql}: {refused:?}");
        }
    }

    #[test]
    fn quotes_and_backslashes_in_texts_stay_in_them() {
        let text = translated(r"SELECT 'a''; DROP TABLE x; -- \' AS b FROM orders").unwrap();
        assert!(text.contains(r"'a''; DROP TABLE x; -- \'"), "{text}");
    }
}
