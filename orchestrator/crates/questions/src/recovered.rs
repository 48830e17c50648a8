//! The plan behind a query that is already there, so that follow-ups can change it.
//!
//! Whoever wrote the SQL, its parts are held against those that plans write. What is recovered is
//! trusted only where its own SQL says the same as the query: anything else is somebody's own query,
//! and stays untouched.

use portolan_query::{TableColumns, match_names};
use serde_json::Value;
use sqlparser::{
    ast::{
        Expr, Join as SqlJoin, JoinConstraint, JoinOperator, LimitClause, OrderByKind, Query,
        Select, SelectItem, SetExpr, Statement, TableFactor,
    },
    dialect::GenericDialect,
    parser::Parser,
};

use crate::answer::reading_of;
use crate::draft::Group;
use crate::plan::{
    Aggregate, Channel, ColumnRef, Dimension, Join, Mark, Measure, Order, OrderBy, Plan, TimeUnit,
};
use crate::schema::{ColumnId, Schema};
use crate::{Reading, planning, recovered_filters, rest, sql};
use portolan_query::TableProfile;

const UNITS: [TimeUnit; 8] = [
    TimeUnit::Year,
    TimeUnit::Quarter,
    TimeUnit::Month,
    TimeUnit::YearMonth,
    TimeUnit::Week,
    TimeUnit::Weekday,
    TimeUnit::Day,
    TimeUnit::Hour,
];

const AGGREGATES: [Aggregate; 7] = [
    Aggregate::Count,
    Aggregate::Distinct,
    Aggregate::Sum,
    Aggregate::Mean,
    Aggregate::Median,
    Aggregate::Minimum,
    Aggregate::Maximum,
];

/// Characters of SQL that are looked at.
const LONGEST: usize = 10_000;

/// The reading that this query and this chart come from; None where they say more than plans can.
pub fn reading(sql: &str, spec: &Value, tables: &[TableProfile]) -> Option<Reading> {
    if let Some(found) = rest::unfolded(sql) {
        let read = reading_of(plan(&found, spec, tables)?, 1.0, Vec::new());
        return (read.sql == sql).then_some(read);
    }
    let plan = plan(sql, spec, tables)?;
    // It shows every group, so whoever wrote it wants them all.
    let every_group = rest::rest_after(&plan).is_some();
    Some(reading_of(
        Plan {
            every_group,
            ..plan
        },
        1.0,
        Vec::new(),
    ))
}

fn plan(sql: &str, spec: &Value, tables: &[TableProfile]) -> Option<Plan> {
    if sql.len() > LONGEST {
        return None;
    }
    let names = columns(tables);
    let query = Parts::of(sql, &names)?;
    let schema = Schema::new(tables);
    let drawn = Drawn::of(spec);
    let mark = drawn.mark?;
    let mut plan = Plan {
        table: query.table.clone(),
        joins: query.joins.clone(),
        dimensions: Vec::new(),
        measures: Vec::new(),
        filters: Vec::new(),
        having: Vec::new(),
        top: None,
        order: None,
        limit: query.limit,
        rest_after: None,
        every_group: false,
        mark,
        side_by_side: drawn.side_by_side,
        upright: false,
    };
    for item in &query.items {
        let joined = !plan.joins.is_empty();
        if is_bin_end(item, &plan) {
            continue;
        }
        match part(item, &drawn, &schema, mark, joined)? {
            Part::Dimension(dimension) => plan.dimensions.push(dimension),
            Part::Measure(measure) => plan.measures.push(measure),
        }
    }
    settle_channels(&mut plan);
    if let Some(condition) = &query.condition {
        plan.filters = recovered_filters::filters(condition, &schema, &plan)?;
    }
    let by = |by, descending| Some(Order { by, descending });
    let orders = [
        None,
        by(OrderBy::Measure, true),
        by(OrderBy::Measure, false),
        by(OrderBy::Dimension, true),
        by(OrderBy::Dimension, false),
    ];
    orders.into_iter().find_map(|order| {
        let plan = Plan {
            order,
            ..plan.clone()
        };
        let written = Parts::of(&sql::select(&plan), &names)?;
        written.says_the_same(&query).then_some(plan)
    })
}

fn columns(tables: &[TableProfile]) -> Vec<TableColumns> {
    let tables = tables.iter().map(|table| TableColumns {
        name: table.name.clone(),
        columns: table.columns.iter().map(|each| each.name.clone()).collect(),
    });
    tables.collect()
}

/// What a SELECT consists of, with names that are spelled alike.
struct Parts {
    table: String,
    joins: Vec<Join>,
    items: Vec<Item>,
    condition: Option<Expr>,
    grouped: bool,
    /// By the items' expressions: `ORDER BY "total"` and `ORDER BY SUM("x")` say the same.
    order: Vec<String>,
    limit: Option<u64>,
}

struct Item {
    text: String,
    name: String,
}

impl Parts {
    fn of(sql: &str, tables: &[TableColumns]) -> Option<Self> {
        let mut statements = Parser::parse_sql(&GenericDialect {}, sql).ok()?;
        let statement = statements.pop().filter(|_| statements.is_empty())?;
        let Statement::Query(query) = match_names(statement, tables).statement else {
            return None;
        };
        let Query {
            with: None, body, ..
        } = query.as_ref()
        else {
            return None;
        };
        let SetExpr::Select(select) = body.as_ref() else {
            return None;
        };
        Self::of_select(select, &query)
    }

    fn of_select(select: &Select, query: &Query) -> Option<Self> {
        let [from] = select.from.as_slice() else {
            return None;
        };
        if select.distinct.is_some() || select.having.is_some() || select.qualify.is_some() {
            return None;
        }
        let items: Option<Vec<Item>> = select.projection.iter().map(item).collect();
        let items = items?;
        let order = order(query, &items)?;
        Some(Self {
            table: table(&from.relation)?,
            joins: from.joins.iter().map(join).collect::<Option<_>>()?,
            items,
            condition: select.selection.clone(),
            grouped: select.group_by.to_string().len() > "GROUP BY ".len(),
            order,
            limit: limit(query)?,
        })
    }

    fn says_the_same(&self, other: &Self) -> bool {
        let texts = |parts: &Self| -> Vec<String> {
            parts.items.iter().map(|item| item.text.clone()).collect()
        };
        let condition = |parts: &Self| parts.condition.as_ref().map(ToString::to_string);
        self.table == other.table
            && self.joins == other.joins
            && texts(self) == texts(other)
            && condition(self) == condition(other)
            && self.grouped == other.grouped
            && self.order == other.order
            && self.limit == other.limit
    }
}

fn item(item: &SelectItem) -> Option<Item> {
    match item {
        SelectItem::ExprWithAlias { expr, alias } => Some(Item {
            text: expr.to_string(),
            name: alias.value.clone(),
        }),
        SelectItem::UnnamedExpr(expression) => Some(Item {
            text: expression.to_string(),
            name: match expression {
                Expr::Identifier(name) => name.value.clone(),
                other => other.to_string(),
            },
        }),
        _ => None,
    }
}

fn table(relation: &TableFactor) -> Option<String> {
    match relation {
        TableFactor::Table {
            name, alias: None, ..
        } => match name.0.as_slice() {
            [part] => Some(part.as_ident()?.value.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn join(join: &SqlJoin) -> Option<Join> {
    let (JoinOperator::Join(JoinConstraint::On(on)) | JoinOperator::Inner(JoinConstraint::On(on))) =
        &join.join_operator
    else {
        return None;
    };
    let Expr::BinaryOp {
        left,
        op: sqlparser::ast::BinaryOperator::Eq,
        right,
    } = on
    else {
        return None;
    };
    let side = |expression: &Expr| match expression {
        Expr::CompoundIdentifier(parts) => match parts.as_slice() {
            [table, column] => Some(ColumnRef {
                table: table.value.clone(),
                column: column.value.clone(),
            }),
            _ => None,
        },
        _ => None,
    };
    let (left, right) = (side(left)?, side(right)?);
    let joined = table(&join.relation)?;
    Some(if right.table == joined {
        Join { left, right }
    } else {
        Join {
            left: right,
            right: left,
        }
    })
}

fn order(query: &Query, items: &[Item]) -> Option<Vec<String>> {
    let Some(order) = &query.order_by else {
        return Some(Vec::new());
    };
    let OrderByKind::Expressions(expressions) = &order.kind else {
        return None;
    };
    let texts = expressions.iter().map(|each| {
        let own = each.expr.to_string();
        let named = items.iter().find(|item| match &each.expr {
            Expr::Identifier(name) => name.value == item.name,
            _ => false,
        });
        let text = named.map_or(own, |item| item.text.clone());
        let direction = if each.options.asc == Some(false) {
            " DESC"
        } else {
            ""
        };
        format!("{text}{direction}")
    });
    Some(texts.collect())
}

fn limit(query: &Query) -> Option<Option<u64>> {
    match &query.limit_clause {
        None => Some(None),
        Some(LimitClause::LimitOffset {
            limit: Some(limit),
            offset: None,
            limit_by,
        }) if limit_by.is_empty() => limit.to_string().parse().ok().map(Some),
        Some(_) => None,
    }
}

enum Part {
    Dimension(Dimension),
    Measure(Measure),
}

/// The part of a plan that writes this item.
fn part(item: &Item, drawn: &Drawn, schema: &Schema<'_>, mark: Mark, joined: bool) -> Option<Part> {
    let same = |written: &str| normal(written).is_some_and(|text| text == item.text);
    let channel = drawn.channel(&item.name);
    if same("COUNT(*)") {
        return Some(Part::Measure(Measure {
            aggregate: Some(Aggregate::Count),
            column: None,
            noun: drawn.noun(&item.name),
        }));
    }
    let mentioned: Vec<ColumnId> = schema
        .ids()
        .filter(|id| {
            item.text
                .contains(&sql::quote(&schema.column(*id).profile.name))
        })
        .collect();
    for id in mentioned {
        let reference = schema.reference(id);
        for aggregate in AGGREGATES {
            let measure = Measure {
                aggregate: Some(aggregate),
                column: Some(reference.clone()),
                noun: None,
            };
            if same(&sql::measure_sql(&measure, joined)) {
                return Some(Part::Measure(measure));
            }
        }
        let mut group = Group::new(id);
        group.channel = channel.unwrap_or(Channel::X);
        if same(&sql::column_sql(&reference, joined)) {
            let is_measure = schema.column(id).is_quantity() && drawn.measures(&item.name);
            return Some(if is_measure {
                Part::Measure(Measure {
                    aggregate: None,
                    column: Some(reference),
                    noun: None,
                })
            } else {
                Part::Dimension(planning::dimension(&group, schema))
            });
        }
        for unit in UNITS {
            group.unit = Some(unit);
            let dimension = planning::dimension(&group, schema);
            if same(&sql::dimension_sql(&dimension, mark, joined)) {
                return Some(Part::Dimension(dimension));
            }
        }
        group.unit = None;
        group.bin = item
            .text
            .rsplit(" * ")
            .next()
            .and_then(|width| width.parse().ok());
        let dimension = planning::dimension(&group, schema);
        if group.bin.is_some() && same(&sql::dimension_sql(&dimension, mark, joined)) {
            return Some(Part::Dimension(dimension));
        }
    }
    None
}

/// The upper end of the binned dimension before it, which plans write by themselves.
fn is_bin_end(item: &Item, plan: &Plan) -> bool {
    let Some(dimension) = plan.dimensions.last().filter(|each| each.bin.is_some()) else {
        return false;
    };
    let start = sql::dimension_sql(dimension, plan.mark, !plan.joins.is_empty());
    let start = normal(&start).unwrap_or_default();
    item.text.starts_with(&format!("{start} + "))
}

/// An expression as the parser writes it, with functions in lower case as the query has them.
fn normal(expression: &str) -> Option<String> {
    let parts = Parts::of(&format!("SELECT {expression} FROM \"t\""), &[])?;
    parts.items.into_iter().next().map(|item| item.text)
}

/// Every plan has at most one dimension on a channel.
fn settle_channels(plan: &mut Plan) {
    if plan.mark == Mark::Arc
        && let Some(first) = plan.dimensions.first_mut()
    {
        first.channel = Channel::X;
    }
    let mut has_x = false;
    for dimension in &mut plan.dimensions {
        if dimension.channel == Channel::X && has_x {
            dimension.channel = Channel::Color;
        }
        has_x |= dimension.channel == Channel::X;
    }
}

/// What a specification says of its fields.
struct Drawn {
    mark: Option<Mark>,
    fields: Vec<Field>,
    side_by_side: bool,
}

struct Field {
    name: String,
    channel: Option<Channel>,
    is_quantity: bool,
    title: Option<String>,
}

impl Drawn {
    fn of(spec: &Value) -> Self {
        let mut drawn = Self {
            mark: None,
            fields: Vec::new(),
            side_by_side: false,
        };
        drawn.read(spec, 0);
        drawn
    }

    fn read(&mut self, view: &Value, depth: usize) {
        if depth > 4 {
            return;
        }
        let mark = view["mark"]
            .as_str()
            .or_else(|| view["mark"]["type"].as_str());
        self.mark = self.mark.or_else(|| mark.and_then(mark_of));
        if let Some(encoding) = view["encoding"].as_object() {
            for (name, definition) in encoding {
                self.side_by_side |=
                    name.ends_with("Offset") || definition.get("stack") == Some(&Value::Null);
                let Some(field) = definition["field"].as_str() else {
                    continue;
                };
                let channel = match name.as_str() {
                    "x" | "y" | "theta" => Some(Channel::X),
                    "color" | "shape" | "strokeDash" | "detail" | "xOffset" | "yOffset" => {
                        Some(Channel::Color)
                    }
                    "facet" | "row" | "column" => Some(Channel::Facet),
                    _ => None,
                };
                let is_quantity = definition["type"] == "quantitative";
                self.fields.push(Field {
                    name: field.to_owned(),
                    channel,
                    is_quantity,
                    title: definition["title"].as_str().map(str::to_owned),
                });
            }
        }
        for nested in view["layer"].as_array().into_iter().flatten() {
            self.read(nested, depth + 1);
        }
        if view["spec"].is_object() {
            self.read(&view["spec"], depth + 1);
        }
    }

    fn channel(&self, field: &str) -> Option<Channel> {
        self.named(field).find_map(|each| each.channel)
    }

    fn measures(&self, field: &str) -> bool {
        self.named(field).any(|each| each.is_quantity)
    }

    /// What a row is called where rows are counted, after the title "Number of orders".
    fn noun(&self, field: &str) -> Option<String> {
        let titles = self.named(field).filter_map(|each| each.title.as_deref());
        titles
            .filter_map(|title| title.strip_prefix("Number of "))
            .find(|noun| *noun != "rows")
            .map(str::to_owned)
    }

    fn named<'a>(&'a self, field: &'a str) -> impl Iterator<Item = &'a Field> {
        self.fields.iter().filter(move |each| each.name == field)
    }
}

fn mark_of(name: &str) -> Option<Mark> {
    Some(match name {
        "bar" => Mark::Bar,
        "line" | "trail" => Mark::Line,
        "area" => Mark::Area,
        "point" | "circle" | "square" | "tick" => Mark::Point,
        "arc" => Mark::Arc,
        "rect" => Mark::Heatmap,
        "boxplot" => Mark::Boxplot,
        "text" => Mark::Text,
        _ => return None,
    })
}
