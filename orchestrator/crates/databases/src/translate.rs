//! A guarded query as PostgreSQL runs it.
//!
//! The syntax tree that the guard let through is rewritten and printed: each table becomes a subquery with exactly
//! the columns and types of its profile, and functions and types get PostgreSQL's names. Nothing of the query's text
//! reaches the database but through this tree.

use std::{collections::HashMap, ops::ControlFlow};

use portolan_query::{FailureCode, WorkerFailure};
use sqlparser::{
    ast::{
        CastKind, DataType, ExactNumberInfo, Expr, Ident, ObjectNamePart, Query, Select, Statement,
        TableAlias, TableFactor, VisitMut, VisitorMut,
    },
    dialect::PostgreSqlDialect,
    parser::Parser,
};

use super::{
    failure::failure, functions::translate_function, results::TranslatedQuery, table::RemoteTable,
};

/// Returns the text of the query over these tables, which are under their names in SQL.
pub(super) fn translate_query(
    mut statement: Statement,
    tables: &[(&str, &RemoteTable)],
) -> Result<TranslatedQuery, WorkerFailure> {
    let mut subqueries = HashMap::new();
    for (name, table) in tables {
        subqueries.insert(name.to_lowercase(), (*name, parse_query(&table.select())?));
    }
    let mut translation = Translation {
        subqueries,
        unnamed: 0,
    };
    if let ControlFlow::Break(failure) = statement.visit(&mut translation) {
        return Err(failure);
    }
    let sql = statement.to_string();
    // Whatever the printer does, one query leaves here.
    parse_query(&sql)?;
    Ok(TranslatedQuery::from(sql))
}

fn parse_query(text: &str) -> Result<Query, WorkerFailure> {
    let statements = Parser::parse_sql(&PostgreSqlDialect {}, text);
    match statements.map(|mut statements| (statements.pop(), statements.is_empty())) {
        Ok((Some(Statement::Query(query)), true)) => Ok(*query),
        _ => Err(untranslatable("this query")),
    }
}

fn parse_expression(text: &str) -> Result<Expr, WorkerFailure> {
    Parser::new(&PostgreSqlDialect {})
        .try_with_sql(text)
        .and_then(|mut parser| parser.parse_expr())
        .map_err(|_| untranslatable(text))
}

fn untranslatable(text: &str) -> WorkerFailure {
    let shown: String = text.chars().take(80).collect();
    failure(
        FailureCode::QueryRefused,
        format!(
            "PostgreSQL has nothing like {shown}. Write it with plain columns, operators and functions."
        ),
    )
}

struct Translation<'a> {
    /// By the name in small letters, the name and the subquery of a table.
    subqueries: HashMap<String, (&'a str, Query)>,
    /// Subqueries that were given a name.
    unnamed: usize,
}

impl VisitorMut for Translation<'_> {
    type Break = WorkerFailure;

    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<WorkerFailure> {
        let names = query.with.iter().flat_map(|with| &with.cte_tables);
        for cte in names {
            let name = &cte.alias.name.value;
            if self.subqueries.contains_key(&name.to_lowercase()) {
                return ControlFlow::Break(failure(
                    FailureCode::QueryRefused,
                    format!("\"{name}\" is a table: give the WITH query another name."),
                ));
            }
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &mut Select) -> ControlFlow<WorkerFailure> {
        if select.qualify.is_some() {
            return ControlFlow::Break(failure(
                FailureCode::QueryRefused,
                "QUALIFY isn't available over a database. Filter in an outer query with WHERE.",
            ));
        }
        ControlFlow::Continue(())
    }

    fn post_visit_table_factor(&mut self, factor: &mut TableFactor) -> ControlFlow<WorkerFailure> {
        match factor {
            TableFactor::Table { name, alias, .. } => {
                let [ObjectNamePart::Identifier(identifier)] = name.0.as_slice() else {
                    return ControlFlow::Continue(());
                };
                if let Some((name, subquery)) =
                    self.subqueries.get(&identifier.value.to_lowercase())
                {
                    *factor = TableFactor::Derived {
                        lateral: false,
                        subquery: Box::new(subquery.clone()),
                        alias: Some(alias.take().unwrap_or_else(|| alias_named(name))),
                        sample: None,
                    };
                }
            }
            // Before version 16 every subquery needs a name.
            TableFactor::Derived { alias, .. } if alias.is_none() => {
                self.unnamed += 1;
                *alias = Some(alias_named(&format!("subquery {}", self.unnamed)));
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn post_visit_expr(&mut self, expression: &mut Expr) -> ControlFlow<WorkerFailure> {
        match translate_expression(expression) {
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some(translated)) => {
                *expression = translated;
                ControlFlow::Continue(())
            }
            Err(failure) => ControlFlow::Break(failure),
        }
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

fn translate_expression(expression: &mut Expr) -> Result<Option<Expr>, WorkerFailure> {
    match expression {
        Expr::Function(function) => translate_function(function)?
            .map(|text| parse_expression(&text))
            .transpose(),
        // Whole numbers, as elsewhere; PostgreSQL gives fractions of seconds.
        Expr::Extract { .. } => {
            parse_expression(&format!("CAST(floor({expression}) AS BIGINT)")).map(Some)
        }
        Expr::Cast {
            kind,
            data_type,
            expr,
            ..
        } => {
            *data_type = translate_type(data_type);
            match kind {
                CastKind::Cast | CastKind::DoubleColon => Ok(None),
                CastKind::TryCast | CastKind::SafeCast => {
                    let pattern = match data_type {
                        DataType::BigInt(_) | DataType::Integer(_) => r"^\s*[-+]?\d{1,18}\s*$",
                        DataType::DoublePrecision => {
                            r"^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,2})?\s*$"
                        }
                        _ => return Err(untranslatable("TRY_CAST to this type")),
                    };
                    let text = format!("CAST({expr} AS TEXT)");
                    let safe = format!(
                        "CASE WHEN {text} ~ '{pattern}' THEN CAST({text} AS {data_type}) END"
                    );
                    parse_expression(&safe).map(Some)
                }
            }
        }
        Expr::TypedString(typed) => {
            typed.data_type = translate_type(&typed.data_type);
            Ok(None)
        }
        _ => Ok(None),
    }
}

fn translate_type(data_type: &DataType) -> DataType {
    match data_type {
        DataType::Double(_) | DataType::Float64 | DataType::Float8 | DataType::Float(_) => {
            DataType::DoublePrecision
        }
        DataType::Float4 => DataType::Real,
        DataType::TinyInt(_) | DataType::Int2(_) => DataType::SmallInt(None),
        DataType::Int64 | DataType::Int8(_) => DataType::BigInt(None),
        DataType::Int(_) | DataType::Int4(_) => DataType::Integer(None),
        DataType::String(_) => DataType::Text,
        DataType::Datetime(_) => DataType::Timestamp(None, sqlparser::ast::TimezoneInfo::None),
        DataType::Dec(ExactNumberInfo::None) => DataType::Numeric(ExactNumberInfo::None),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use portolan_query::{guarded_statement, match_names};

    use super::*;
    use crate::{access::DatabaseEngine, table::RemoteColumn};

    fn translated(sql: &str) -> Result<String, WorkerFailure> {
        let columns = ["int4", "date", "numeric"];
        let table = RemoteTable::orders(DatabaseEngine::Postgresql, columns, RemoteColumn::new);
        let (statement, _) = guarded_statement(sql, &["orders"])?;
        let matched = match_names(statement, &[table.allowed("orders")]);
        translate_query(matched.statement, &[("orders", &table)]).map(|query| query.sql)
    }

    const SUBQUERY: &str = "(SELECT CAST(\"id\" AS BIGINT) AS \"id\", \"Placed\", CAST(\"price\" AS DOUBLE PRECISION) AS \"price\" FROM \"public\".\"orders\")";

    #[test]
    fn tables_become_subqueries_with_the_columns_of_their_profile() {
        assert_eq!(
            translated("select sum(PRICE) as total from Orders where placed > '2025-01-01'")
                .unwrap(),
            format!(
                "SELECT sum(\"price\") AS \"total\" FROM {SUBQUERY} AS \"orders\" WHERE \"Placed\" > '2025-01-01'"
            )
        );
        assert_eq!(
            translated("SELECT o.id FROM orders AS o").unwrap(),
            format!("SELECT \"o\".\"id\" FROM {SUBQUERY} AS \"o\"")
        );
    }

    #[test]
    fn functions_and_types_get_their_postgresql_form() {
        for (sql, expected) in [
            (
                "median(price)",
                "percentile_cont(0.5) WITHIN GROUP (ORDER BY \"price\")",
            ),
            (
                "round(price, 2)",
                "round(CAST(\"price\" AS NUMERIC), CAST(2 AS INTEGER))",
            ),
            ("CAST(id AS DOUBLE)", "CAST(\"id\" AS DOUBLE PRECISION)"),
            (
                "CAST(date_trunc('month', placed) AS DATE)",
                "CAST(date_trunc('month', CAST(\"Placed\" AS TIMESTAMP)) AS DATE)",
            ),
            (
                "date_part('year', placed)",
                "CAST(FLOOR(date_part('year', \"Placed\")) AS BIGINT)",
            ),
            ("to_char(placed, '%Y-%m')", "to_char(\"Placed\", 'YYYY-MM')"),
            ("coalesce(price, 0)", "coalesce(\"price\", 0)"),
            (
                "first_value(price ORDER BY placed) FILTER (WHERE price > 0)",
                "(array_agg(\"price\" ORDER BY \"Placed\") FILTER (WHERE \"price\" > 0))[1]",
            ),
            (
                "last_value(price ORDER BY placed)",
                "(array_agg(\"price\" ORDER BY \"Placed\" DESC))[1]",
            ),
            ("contains('abc', 'b')", "(strpos('abc', 'b') > 0)"),
        ] {
            let text = translated(&format!("SELECT {sql} FROM orders")).unwrap();
            assert!(text.contains(expected), "{sql}: {text}");
        }
    }

    #[test]
    fn effects_other_tables_and_several_statements_never_reach_the_database() {
        for sql in [
            "INSERT INTO orders VALUES (1)",
            "CREATE TABLE x (a INT)",
            "SELECT 1; DROP TABLE orders",
            "SELECT * FROM orders FOR UPDATE",
            "SELECT * INTO copy FROM orders",
            "WITH gone AS (DELETE FROM orders RETURNING *) SELECT * FROM gone",
            "SELECT pg_sleep(10)",
            "SELECT pg_read_file('/etc/passwd')",
            "SELECT set_config('a', 'b', false)",
            "SELECT nextval('orders_id_seq')",
            "SELECT lo_import('/etc/passwd')",
            "SELECT dblink('host=x', 'select 1')",
            "SELECT * FROM pg_shadow",
            "SELECT * FROM public.users",
            "SELECT * FROM generate_series(1, 1000000000)",
            "COPY orders TO PROGRAM 'sh'",
            "EXPLAIN ANALYZE SELECT * FROM orders",
            "SELECT query_to_xml('select 1', true, true, '')",
        ] {
            let refused = translated(sql);
            assert!(refused.is_err(), "{sql}: {refused:?}");
        }
    }

    #[test]
    fn quotes_in_texts_and_names_stay_quoted() {
        let text =
            translated("SELECT 'a''; DROP TABLE x; --' AS \"b\"\"; DROP TABLE y; --\" FROM orders")
                .unwrap();
        assert!(
            text.contains("'a''; DROP TABLE x; --' AS \"b\"\"; DROP TABLE y; --\""),
            "{text}"
        );
    }
}
