//! The part of a database's table that a query over files needs.
//!
//! The query itself runs in a query worker. Of the table come the columns that it names and, where its conditions leave no
//! doubt, the rows that they keep.

use std::{collections::HashSet, ops::ControlFlow};

use sqlparser::{
    ast::{
        BinaryOperator, Expr, Ident, JoinConstraint, JoinOperator, ObjectName, Query, Select,
        SelectItem, SetExpr, Statement, TableFactor, Visit, Visitor,
    },
    dialect::PostgreSqlDialect,
    parser::Parser,
};

use super::table::{RemoteColumn, RemoteTable, quote};

/// Rows of a table that a query over files may read.
pub(super) const MOST_ROWS: u64 = 200_000;

/// Returns the statement that reads what the query needs of a table under its name, with and without conditions.
pub(super) fn extract_statements(
    statement: &Statement,
    name: &str,
    table: &RemoteTable,
) -> Vec<Statement> {
    let columns: Vec<String> = needed_columns(statement, table)
        .iter()
        .map(|column| quote(&column.name))
        .collect();
    let (alias, conditions) = conditions_of(statement, name);
    let select = format!(
        "SELECT {} FROM {} AS {}",
        columns.join(", "),
        quote(name),
        quote(&alias)
    );
    let limit = format!("LIMIT {}", MOST_ROWS + 1);
    let mut texts = Vec::new();
    if !conditions.is_empty() {
        texts.push(format!(
            "{select} WHERE {} {limit}",
            conditions.join(" AND ")
        ));
    }
    texts.push(format!("{select} {limit}"));
    let parse = |text: String| Parser::parse_sql(&PostgreSqlDialect {}, &text).ok()?.pop();
    texts.into_iter().filter_map(parse).collect()
}

fn needed_columns<'a>(statement: &Statement, table: &'a RemoteTable) -> Vec<&'a RemoteColumn> {
    let mut names = RemoteNames::default();
    let _ = statement.visit(&mut names);
    let needed: Vec<&RemoteColumn> = table
        .columns
        .iter()
        .filter(|column| names.has_wildcard || names.names.contains(&column.name.to_lowercase()))
        .collect();
    // A count of rows needs no column.
    if needed.is_empty() {
        return table.columns.iter().take(1).collect();
    }
    needed
}

/// The names of a statement in small letters.
#[derive(Default)]
struct RemoteNames {
    names: HashSet<String>,
    has_wildcard: bool,
    relations: Vec<String>,
}

impl RemoteNames {
    fn add(&mut self, name: &Ident) {
        self.names.insert(name.value.to_lowercase());
    }
}

impl Visitor for RemoteNames {
    type Break = ();

    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<()> {
        self.has_wildcard |= select.projection.iter().any(|item| {
            matches!(
                item,
                SelectItem::Wildcard(_) | SelectItem::QualifiedWildcard(..)
            )
        });
        for join in select.from.iter().flat_map(|table| &table.joins) {
            match constraint_of(&join.join_operator) {
                Some(JoinConstraint::Using(columns)) => {
                    let parts = columns.iter().flat_map(|column| &column.0);
                    for name in parts.filter_map(|part| part.as_ident()) {
                        self.add(name);
                    }
                }
                Some(JoinConstraint::Natural) => self.has_wildcard = true,
                _ => {}
            }
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_relation(&mut self, relation: &ObjectName) -> ControlFlow<()> {
        let name = relation.0.last().and_then(|part| part.as_ident());
        self.relations
            .extend(name.map(|name| name.value.to_lowercase()));
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expression: &Expr) -> ControlFlow<()> {
        match expression {
            Expr::Identifier(name) => self.add(name),
            Expr::CompoundIdentifier(parts) => parts.iter().for_each(|part| self.add(part)),
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

fn constraint_of(join: &JoinOperator) -> Option<&JoinConstraint> {
    match join {
        JoinOperator::Join(constraint)
        | JoinOperator::Inner(constraint)
        | JoinOperator::Left(constraint)
        | JoinOperator::LeftOuter(constraint)
        | JoinOperator::Right(constraint)
        | JoinOperator::RightOuter(constraint)
        | JoinOperator::FullOuter(constraint)
        | JoinOperator::Semi(constraint)
        | JoinOperator::LeftSemi(constraint)
        | JoinOperator::RightSemi(constraint)
        | JoinOperator::Anti(constraint)
        | JoinOperator::LeftAnti(constraint)
        | JoinOperator::RightAnti(constraint) => Some(constraint),
        _ => None,
    }
}

/// Returns the table's alias and those conditions of the outermost query that concern this table alone. Without any where
/// a row that they drop could still count: the table is read twice, or an outer join keeps rows.
fn conditions_of(statement: &Statement, name: &str) -> (String, Vec<String>) {
    let none = (name.to_owned(), Vec::new());
    let Some(select) = outermost(statement) else {
        return none;
    };
    let mut names = RemoteNames::default();
    let _ = statement.visit(&mut names);
    let is_table = |relation: &&String| **relation == name.to_lowercase();
    if names.relations.iter().filter(is_table).count() != 1 {
        return none;
    }
    let joins = select.from.iter().flat_map(|table| &table.joins);
    let is_inner = |join: &JoinOperator| {
        matches!(
            join,
            JoinOperator::Join(_) | JoinOperator::Inner(_) | JoinOperator::CrossJoin(_)
        )
    };
    if !joins.clone().all(|join| is_inner(&join.join_operator)) {
        return none;
    }
    let first = select.from.iter().map(|table| &table.relation);
    let mut factors = first.chain(joins.map(|join| &join.relation));
    let Some(alias) = factors.find_map(|factor| alias_of(factor, name)) else {
        return none;
    };
    let is_alone = names.relations.len() == 1;
    let mut conditions = Vec::new();
    split_conditions(select.selection.as_ref(), &mut conditions);
    let kept = conditions
        .into_iter()
        .filter(|condition| is_of(condition, &alias, is_alone))
        .map(|condition| format!("({condition})"))
        .collect();
    (alias, kept)
}

fn outermost(statement: &Statement) -> Option<&Select> {
    let Statement::Query(query) = statement else {
        return None;
    };
    let Query {
        body, with: None, ..
    } = &**query
    else {
        return None;
    };
    match &**body {
        SetExpr::Select(select) => Some(select),
        _ => None,
    }
}

fn alias_of(factor: &TableFactor, table: &str) -> Option<String> {
    let TableFactor::Table { name, alias, .. } = factor else {
        return None;
    };
    let own = name.0.last()?.as_ident()?;
    if own.value.to_lowercase() != table.to_lowercase() {
        return None;
    }
    let alias = alias.as_ref().map(|alias| &alias.name.value);
    Some(alias.unwrap_or(&own.value).clone())
}

fn split_conditions<'a>(condition: Option<&'a Expr>, found: &mut Vec<&'a Expr>) {
    match condition {
        Some(Expr::BinaryOp {
            left,
            op: BinaryOperator::And,
            right,
        }) => {
            split_conditions(Some(left), found);
            split_conditions(Some(right), found);
        }
        Some(Expr::Nested(inner)) => split_conditions(Some(inner), found),
        Some(other) => found.push(other),
        None => {}
    }
}

/// Returns whether a condition reads columns of one table only. A column without its table may be another's.
fn is_of(condition: &Expr, alias: &str, is_alone: bool) -> bool {
    struct Check<'a> {
        alias: &'a str,
        is_alone: bool,
    }
    impl Visitor for Check<'_> {
        type Break = ();

        fn pre_visit_query(&mut self, _query: &Query) -> ControlFlow<()> {
            ControlFlow::Break(())
        }

        fn pre_visit_expr(&mut self, expression: &Expr) -> ControlFlow<()> {
            let is_own = match expression {
                Expr::Identifier(_) => self.is_alone,
                Expr::CompoundIdentifier(parts) => {
                    matches!(parts.as_slice(), [table, _] if table.value.eq_ignore_ascii_case(self.alias))
                }
                _ => true,
            };
            if is_own {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        }
    }
    condition
        .visit(&mut Check { alias, is_alone })
        .is_continue()
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::{access::DatabaseEngine, schema::TableName, seal::SealedAccess};

    fn extracts(sql: &str) -> Vec<String> {
        let columns = ["id", "product", "price"];
        let table = RemoteTable {
            access: serde_json::from_value::<SealedAccess>(serde_json::json!({
                "id": Uuid::nil(), "sealed": "", "hash": "",
            }))
            .unwrap(),
            name: TableName {
                schema: "public".into(),
                table: "orders".into(),
            },
            columns: columns
                .iter()
                .filter_map(|name| RemoteColumn::new((*name).to_owned(), "text".into()))
                .collect(),
            engine: DatabaseEngine::Postgresql,
        };
        let statement = Parser::parse_sql(&PostgreSqlDialect {}, sql)
            .unwrap()
            .remove(0);
        extract_statements(&statement, "orders", &table)
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn extract_has_the_named_columns_and_the_conditions_of_its_table() {
        let first = extracts(
            "SELECT t.kind, sum(o.price) FROM orders AS o JOIN tea AS t ON t.item = o.product \
             WHERE o.price > 3 AND t.kind = 'green' AND price < 9 GROUP BY t.kind",
        );
        assert_eq!(
            first[0],
            "SELECT \"product\", \"price\" FROM \"orders\" AS \"o\" WHERE (o.price > 3) LIMIT 200001"
        );
        assert_eq!(
            first[1],
            "SELECT \"product\", \"price\" FROM \"orders\" AS \"o\" LIMIT 200001"
        );
        let alone = extracts("SELECT count(*) FROM orders WHERE price > 3");
        assert!(alone[0].contains("WHERE (price > 3)"), "{alone:?}");
    }

    #[test]
    fn rows_that_still_count_are_not_filtered() {
        for sql in [
            "SELECT * FROM tea LEFT JOIN orders AS o ON o.product = tea.item WHERE o.price > 3",
            "SELECT * FROM orders AS o JOIN orders AS p ON o.id = p.id WHERE o.price > 3",
            "SELECT * FROM orders AS o JOIN tea ON true WHERE o.price > 3 OR tea.item = 'a'",
            "SELECT * FROM orders AS o JOIN tea ON true WHERE o.price IN (SELECT id FROM tea)",
            "SELECT 1 FROM orders AS o JOIN tea ON true UNION SELECT 2 FROM tea",
        ] {
            let extracts = extracts(sql);
            assert_eq!(extracts.len(), 1, "{sql}: {extracts:?}");
        }
    }
}
