//! The shape of a query: which clauses, joins and tables it may have.

use std::{collections::HashMap, ops::ControlFlow};

use sqlparser::ast::{
    Expr, GroupByExpr, JoinConstraint, JoinOperator, LimitClause, ObjectName, ObjectNamePart,
    Query, Select, SelectFlavor, SetExpr, TableFactor, TableWithJoins, Visit, Visitor,
};

use super::{expressions, refused_query};
use crate::{WorkerFailure, nearest_name};

const MAX_JOINS: usize = 12;
/// Tables that are read once every WITH is written out where it is used.
const MAX_EXPANDED_TABLES: u64 = 48;

pub(super) fn check_shape(query: &Query, tables: &[&str]) -> Result<Vec<String>, WorkerFailure> {
    let mut shape = QueryShape {
        tables,
        with_names: HashMap::new(),
        weight: 0,
        tables_used: Vec::new(),
        joins: 0,
        cube_columns: 0,
    };
    match query.visit(&mut shape) {
        ControlFlow::Break(failure) => Err(failure),
        ControlFlow::Continue(()) => Ok(shape.tables_used),
    }
}

struct QueryShape<'a> {
    tables: &'a [&'a str],
    /// The names that WITH gives, and how many tables each reads.
    with_names: HashMap<String, u64>,
    /// How many tables the query reads so far, once every WITH is written out.
    weight: u64,
    tables_used: Vec<String>,
    joins: usize,
    cube_columns: usize,
}

impl Visitor for QueryShape<'_> {
    type Break = WorkerFailure;

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<WorkerFailure> {
        to_flow(check_query(query).and_then(|()| self.learn_with(query)))
    }

    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<WorkerFailure> {
        to_flow(check_select(select).and_then(|()| self.count_joins(select)))
    }

    fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> ControlFlow<WorkerFailure> {
        to_flow(check_factor(factor))
    }

    fn pre_visit_relation(&mut self, relation: &ObjectName) -> ControlFlow<WorkerFailure> {
        to_flow(self.use_table(relation))
    }

    fn pre_visit_expr(&mut self, expression: &Expr) -> ControlFlow<WorkerFailure> {
        to_flow(expressions::check_expression(
            expression,
            &mut self.cube_columns,
        ))
    }
}

impl QueryShape<'_> {
    /// Weighs the queries of a WITH before the body that uses them: the engine writes each out
    /// at every use, so that a short chain of them could read a million tables.
    fn learn_with(&mut self, query: &Query) -> Result<(), WorkerFailure> {
        let Some(with) = &query.with else {
            return Ok(());
        };
        if with.recursive {
            return Err(refused_query(
                "WITH RECURSIVE is not allowed. Use a window function or a join instead.",
            ));
        }
        for cte in &with.cte_tables {
            let mut weigher = Weigher {
                with_names: &self.with_names,
                weight: 0,
            };
            let _ = cte.query.visit(&mut weigher);
            let weight = weigher.weight;
            self.with_names
                .insert(fold_name(&cte.alias.name.value), weight);
        }
        Ok(())
    }

    fn use_table(&mut self, relation: &ObjectName) -> Result<(), WorkerFailure> {
        let [ObjectNamePart::Identifier(identifier)] = relation.0.as_slice() else {
            return Err(refused_query(format!(
                "{relation} is not a table here. {}",
                self.list_tables()
            )));
        };
        let name = fold_name(&identifier.value);
        let table = self.tables.iter().find(|table| fold_name(table) == name);
        // A name of WITH may hide a table that its own query reads.
        if let Some(table) = table
            && !self.tables_used.iter().any(|used| used == table)
        {
            self.tables_used.push((*table).to_owned());
        }
        let weight = if let Some(weight) = self.with_names.get(&name) {
            *weight
        } else if table.is_some() {
            1
        } else {
            let hint = nearest_name(&identifier.value, self.tables.iter().copied())
                .map(|near| format!(" Did you mean \"{near}\"?"))
                .unwrap_or_default();
            let shown: String = identifier.value.chars().take(80).collect();
            return Err(refused_query(format!(
                "There is no table \"{shown}\".{hint} {}",
                self.list_tables()
            )));
        };
        self.weight = self.weight.saturating_add(weight);
        if self.weight > MAX_EXPANDED_TABLES {
            return Err(refused_query(format!(
                "The query reads more than {MAX_EXPANDED_TABLES} tables once WITH is written out. Use fewer joins."
            )));
        }
        Ok(())
    }

    fn list_tables(&self) -> String {
        if self.tables.is_empty() {
            return "No table was given to this query.".to_owned();
        }
        let shown: Vec<&str> = self.tables.iter().take(40).copied().collect();
        let more = if self.tables.len() > shown.len() {
            ", …"
        } else {
            ""
        };
        format!("The tables are: {}{more}.", shown.join(", "))
    }

    fn count_joins(&mut self, select: &Select) -> Result<(), WorkerFailure> {
        self.joins += select.from.len().saturating_sub(1);
        for from in &select.from {
            self.check_joins(from)?;
        }
        if self.joins > MAX_JOINS {
            return Err(refused_query(format!(
                "The query has more than {MAX_JOINS} joins. Split it into several queries."
            )));
        }
        Ok(())
    }

    fn check_joins(&mut self, from: &TableWithJoins) -> Result<(), WorkerFailure> {
        if let TableFactor::NestedJoin {
            table_with_joins, ..
        } = &from.relation
        {
            self.check_joins(table_with_joins)?;
        }
        self.joins += from.joins.len();
        for join in &from.joins {
            use JoinOperator::{
                Anti, CrossJoin, FullOuter, Inner, Join, Left, LeftAnti, LeftOuter, LeftSemi,
                Right, RightAnti, RightOuter, RightSemi, Semi,
            };
            match &join.join_operator {
                CrossJoin(JoinConstraint::None) => {}
                Join(on) | Inner(on) | Left(on) | LeftOuter(on) | Right(on) | RightOuter(on)
                | FullOuter(on) | Semi(on) | LeftSemi(on) | RightSemi(on) | Anti(on)
                | LeftAnti(on) | RightAnti(on)
                    if !matches!(on, JoinConstraint::None) => {}
                Join(_) | Inner(_) | Left(_) | LeftOuter(_) | Right(_) | RightOuter(_)
                | FullOuter(_) => {
                    return Err(refused_query(
                        "A join needs a condition: write ON or USING.",
                    ));
                }
                _ => {
                    return Err(refused_query(
                        "This kind of join is not allowed. Use INNER, LEFT, RIGHT, FULL or CROSS JOIN.",
                    ));
                }
            }
        }
        Ok(())
    }
}

struct Weigher<'a> {
    with_names: &'a HashMap<String, u64>,
    weight: u64,
}

impl Visitor for Weigher<'_> {
    type Break = ();

    fn pre_visit_relation(&mut self, relation: &ObjectName) -> ControlFlow<()> {
        let name = relation.0.last().map(|part| fold_name(&part.to_string()));
        let weight = name
            .and_then(|name| self.with_names.get(&name).copied())
            .unwrap_or(1);
        self.weight = self.weight.saturating_add(weight);
        ControlFlow::Continue(())
    }
}

fn check_query(query: &Query) -> Result<(), WorkerFailure> {
    let Query {
        with: _,
        body,
        order_by: _,
        limit_clause,
        fetch,
        locks,
        for_clause,
        settings,
        format_clause,
        pipe_operators,
    } = query;
    check_body(body)?;
    match limit_clause {
        None => {}
        Some(LimitClause::LimitOffset { limit_by, .. }) if limit_by.is_empty() => {}
        Some(_) => return Err(refused_query("Write LIMIT n OFFSET m.")),
    }
    if fetch.is_some() {
        return Err(refused_query("Write LIMIT n instead of FETCH."));
    }
    let plain = locks.is_empty()
        && for_clause.is_none()
        && settings.is_none()
        && format_clause.is_none()
        && pipe_operators.is_empty();
    if !plain {
        return Err(refused_query(
            "A query ends with ORDER BY, LIMIT and OFFSET; FOR, SETTINGS, FORMAT and |> are not allowed.",
        ));
    }
    Ok(())
}

fn check_body(body: &SetExpr) -> Result<(), WorkerFailure> {
    match body {
        SetExpr::Select(_) | SetExpr::Query(_) | SetExpr::Values(_) => Ok(()),
        SetExpr::SetOperation { left, right, .. } => {
            check_body(left)?;
            check_body(right)
        }
        SetExpr::Table(_) => Err(refused_query(
            "Write SELECT * FROM the table instead of TABLE.",
        )),
        SetExpr::Insert(_) | SetExpr::Update(_) | SetExpr::Delete(_) | SetExpr::Merge(_) => Err(
            refused_query("Only SELECT is allowed: a query reads tables and changes nothing."),
        ),
    }
}

fn check_select(select: &Select) -> Result<(), WorkerFailure> {
    if select.top.is_some() {
        return Err(refused_query("Write LIMIT n at the end instead of TOP."));
    }
    if select.into.is_some() {
        return Err(refused_query(
            "SELECT INTO is not allowed: a query changes nothing.",
        ));
    }
    let modifiers = match &select.group_by {
        GroupByExpr::All(modifiers) | GroupByExpr::Expressions(_, modifiers) => modifiers,
    };
    if !modifiers.is_empty() {
        return Err(refused_query("Write GROUP BY ROLLUP (…) or CUBE (…)."));
    }
    let plain = select.optimizer_hints.is_empty()
        && select.select_modifiers.is_none()
        && select.exclude.is_none()
        && select.lateral_views.is_empty()
        && select.prewhere.is_none()
        && select.connect_by.is_empty()
        && select.cluster_by.is_empty()
        && select.distribute_by.is_empty()
        && select.sort_by.is_empty()
        && select.value_table_mode.is_none()
        && matches!(select.flavor, SelectFlavor::Standard);
    if !plain {
        return Err(refused_query(
            "Use only SELECT, FROM, JOIN, WHERE, GROUP BY, HAVING, WINDOW, QUALIFY, ORDER BY, LIMIT and OFFSET.",
        ));
    }
    Ok(())
}

fn check_factor(factor: &TableFactor) -> Result<(), WorkerFailure> {
    match factor {
        TableFactor::Table {
            name: _,
            alias: _,
            args: None,
            with_hints,
            version: None,
            with_ordinality: false,
            partitions,
            json_path: None,
            sample: None,
            index_hints,
        } if with_hints.is_empty() && partitions.is_empty() && index_hints.is_empty() => Ok(()),
        TableFactor::Derived {
            lateral: false,
            sample: None,
            ..
        }
        | TableFactor::NestedJoin { .. } => Ok(()),
        _ => Err(refused_query(
            "FROM takes the given tables, names from WITH and subqueries; table functions, files, LATERAL and samples are not allowed.",
        )),
    }
}

/// Names are matched without regard to case, as `match_names` does.
fn fold_name(name: &str) -> String {
    name.trim_matches('"').to_lowercase()
}

fn to_flow(result: Result<(), WorkerFailure>) -> ControlFlow<WorkerFailure> {
    match result {
        Ok(()) => ControlFlow::Continue(()),
        Err(failure) => ControlFlow::Break(failure),
    }
}
