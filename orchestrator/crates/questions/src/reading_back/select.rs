//! The plan behind a SELECT.

use portolan_query::{AllowedTable, TableProfile, match_names};
use serde_json::Value;
use sqlparser::ast::{
    BinaryOperator, DuplicateTreatment, Expr, Function, FunctionArg, FunctionArgExpr,
    FunctionArguments, GroupByExpr, JoinConstraint, JoinOperator, LimitClause, OrderByKind, Query,
    Select as SqlSelect, SelectItem, SetExpr, Statement, TableFactor, Value as SqlValue,
};
use sqlparser::{dialect::GenericDialect, parser::Parser};

use crate::plan::{
    Aggregate, ColumnRef, Comparison, Condition, Group, Join, Literal, Mark, Measure, Order,
    OrderBy, Part, Provenance, QueryPlan, Scalar, Season, Select, Shape, Test, TimeSource,
    TimeUnit,
};
use crate::prepare;
use crate::schema::{ColumnId, Role, Schema};

/// Characters of SQL that are read.
const LONGEST: usize = 10_000;

/// Returns the plan that a statement and its chart say; None where they say more than is read here.
pub fn read_back(sql: &str, spec: &Value, tables: &[TableProfile]) -> Option<QueryPlan> {
    if sql.len() > LONGEST {
        return None;
    }
    let mut statements = Parser::parse_sql(&GenericDialect {}, sql).ok()?;
    // Of several statements, it would be open which one the chart shows.
    let statement = statements.pop().filter(|_| statements.is_empty())?;
    let names: Vec<AllowedTable> = tables
        .iter()
        .map(|table| AllowedTable {
            name: table.name.clone(),
            columns: table.columns.iter().map(|each| each.name.clone()).collect(),
            former: Vec::new(),
        })
        .collect();
    let Statement::Query(query) = match_names(statement, &names).statement else {
        return None;
    };
    let schema = Schema::new(tables, None);
    let plan = Reader { schema: &schema }.query(&query, spec)?;
    // A plan that cannot be prepared would fail at the first change.
    prepare(&plan, tables).is_ok().then_some(plan)
}

/// Returns the plan with the mark of a specification that was edited by hand; the plan's own wish stays where the
/// specification still draws it.
pub fn with_drawn_mark(mut plan: QueryPlan, spec: &Value, tables: &[TableProfile]) -> QueryPlan {
    let own = prepare(&plan, tables).ok();
    let own = own.and_then(|prepared| mark(&prepared.drawing.spec));
    let drawn = mark(spec);
    if drawn.is_some() && drawn != own {
        plan.present.mark = drawn.map(earlier);
    }
    plan
}

struct Reader<'a> {
    schema: &'a Schema<'a>,
}

/// A result column: its expression, its name, and its meaning.
struct Item {
    text: String,
    name: String,
    part: ItemPart,
}

enum ItemPart {
    Group(Group),
    Measure(Measure),
    /// A plain column, which is a group or the value of a row.
    Column(ColumnRef),
}

fn earlier<T>(value: T) -> Part<T> {
    Part {
        value,
        provenance: Provenance::Earlier,
    }
}

impl Reader<'_> {
    fn query(&self, query: &Query, spec: &Value) -> Option<QueryPlan> {
        // A common table expression is a query of its own, for which a plan has no place.
        let (None, SetExpr::Select(select)) = (&query.with, query.body.as_ref()) else {
            return None;
        };
        let is_plain = select.distinct.is_none()
            && select.having.is_none()
            && select.qualify.is_none()
            && query.fetch.is_none();
        // Tables with a comma between them are joined by conditions that are not read here.
        let [from] = select.from.as_slice() else {
            return None;
        };
        if !is_plain {
            return None;
        }
        let table = table_name(&from.relation)?;
        let known = self
            .schema
            .tables
            .iter()
            .find(|known| known.profile.name == table)?;
        let mut plan = QueryPlan::new(&table, Shape::Groups);
        plan.entity.clone_from(&known.noun);
        for join in &from.joins {
            // A join may refer to the tables that were joined before it.
            plan.joins.push(self.join(join, &plan)?);
        }
        let items = self.items(select, &plan)?;
        // Aggregates without GROUP BY make one group of all rows.
        let is_grouped = has_group_by(select)
            || items
                .iter()
                .any(|item| matches!(item.part, ItemPart::Measure(_)));
        self.fill(&mut plan, &items, is_grouped, spec)?;
        if is_grouped && !groups_agree(select, &items) {
            return None;
        }
        if let Some(condition) = &select.selection {
            self.conditions(condition, &mut plan)?;
        }
        order_and_limit(query, &items, &mut plan)?;
        plan.present.mark = mark(spec).map(earlier);
        Some(plan)
    }

    fn join(&self, join: &sqlparser::ast::Join, plan: &QueryPlan) -> Option<Join> {
        let (JoinOperator::Join(JoinConstraint::On(on))
        | JoinOperator::Inner(JoinConstraint::On(on))) = &join.join_operator
        else {
            return None;
        };
        let Expr::BinaryOp {
            left,
            op: BinaryOperator::Eq,
            right,
        } = on
        else {
            return None;
        };
        let table = table_name(&join.relation)?;
        // ON names columns of the joined table, so it must be known when they are looked up.
        let mut with = plan.clone();
        with.joins.push(Join {
            table: table.clone(),
            left: ColumnRef {
                table: table.clone(),
                column: String::new(),
            },
            right: ColumnRef {
                table: table.clone(),
                column: String::new(),
            },
            outer: false,
        });
        let (left, right) = (self.column(left, &with)?, self.column(right, &with)?);
        // ON may be written in either direction.
        let (left, right) = if right.table == table {
            (left, right)
        } else {
            (right, left)
        };
        (right.table == table && left.table != table).then_some(Join {
            table,
            left,
            right,
            outer: false,
        })
    }

    fn items(&self, select: &SqlSelect, plan: &QueryPlan) -> Option<Vec<Item>> {
        let item = |item: &SelectItem| {
            let (expression, name) = match item {
                SelectItem::ExprWithAlias { expr, alias } => (expr, alias.value.clone()),
                SelectItem::UnnamedExpr(expr @ Expr::Identifier(name)) => {
                    (expr, name.value.clone())
                }
                SelectItem::UnnamedExpr(expr) => (expr, expr.to_string()),
                _ => return None,
            };
            Some(Item {
                text: expression.to_string(),
                name,
                part: self.part(expression, plan)?,
            })
        };
        select.projection.iter().map(item).collect()
    }

    fn part(&self, expression: &Expr, plan: &QueryPlan) -> Option<ItemPart> {
        if let Some(column) = self.column(expression, plan) {
            return Some(ItemPart::Column(column));
        }
        match expression {
            Expr::Nested(inner) => self.part(inner, plan),
            // CAST(date_trunc('month', …) AS DATE) is still the month.
            Expr::Cast { expr, .. } => match self.part(expr, plan)? {
                part @ ItemPart::Group(Group::Time { .. } | Group::Season { .. }) => Some(part),
                _ => None,
            },
            Expr::Extract { field, expr, .. } => {
                let of = self.moment(self.column(expr, plan)?)?;
                Some(ItemPart::Group(period(&field.to_string(), of)?))
            }
            Expr::Function(function) => self.function(function, plan),
            _ => None,
        }
    }

    fn function(&self, function: &Function, plan: &QueryPlan) -> Option<ItemPart> {
        // A window or FILTER reads other rows than a measure of the plan does.
        let is_plain = function.over.is_none()
            && function.filter.is_none()
            && function.within_group.is_empty();
        let FunctionArguments::List(list) = &function.args else {
            return None;
        };
        if !is_plain || !list.clauses.is_empty() {
            return None;
        }
        let is_distinct = list.duplicate_treatment == Some(DuplicateTreatment::Distinct);
        let name = function.name.to_string().to_lowercase();
        let name = name.trim_matches('"');
        let arguments: Option<Vec<&FunctionArgExpr>> = list
            .args
            .iter()
            .map(|argument| match argument {
                FunctionArg::Unnamed(argument) => Some(argument),
                _ => None,
            })
            .collect();
        match (name, arguments?.as_slice()) {
            ("count", [FunctionArgExpr::Wildcard]) => Some(ItemPart::Measure(Measure::Count)),
            (
                "date_trunc" | "date_part",
                [
                    FunctionArgExpr::Expr(Expr::Value(unit)),
                    FunctionArgExpr::Expr(of),
                ],
            ) => {
                let SqlValue::SingleQuotedString(unit) = &unit.value else {
                    return None;
                };
                let of = self.moment(self.column(of, plan)?)?;
                let group = if name == "date_trunc" {
                    Group::Time {
                        of,
                        unit: time_unit(unit)?,
                    }
                } else {
                    period(unit, of)?
                };
                Some(ItemPart::Group(group))
            }
            (name, [FunctionArgExpr::Expr(of)]) => {
                let of = Scalar::column(self.column(of, plan)?);
                let aggregate = match (name, is_distinct) {
                    // COUNT of a column skips the rows without a value, unlike COUNT(*).
                    ("count", true) => Aggregate::CountDistinct,
                    ("count", false) => Aggregate::CountPresent,
                    ("sum", false) => Aggregate::Sum,
                    ("avg" | "mean", false) => Aggregate::Mean,
                    ("median", false) => Aggregate::Median,
                    // DISTINCT does not change the smallest and the largest value.
                    ("min", _) => Aggregate::Minimum,
                    ("max", _) => Aggregate::Maximum,
                    _ => return None,
                };
                Some(ItemPart::Measure(Measure::Aggregate { aggregate, of }))
            }
            _ => None,
        }
    }

    /// Returns the column of the plan's tables that a name means.
    fn column(&self, expression: &Expr, plan: &QueryPlan) -> Option<ColumnRef> {
        let (table, name) = match expression {
            Expr::Identifier(name) => (None, name.value.as_str()),
            Expr::CompoundIdentifier(parts) => match parts.as_slice() {
                [table, name] => (Some(table.value.as_str()), name.value.as_str()),
                _ => return None,
            },
            _ => return None,
        };
        let is_read =
            |known: &str| known == plan.table || plan.joins.iter().any(|join| join.table == known);
        let mut found = self.schema.ids().filter(|id| {
            let owner = self.schema.tables[id.table].profile.name.as_str();
            is_read(owner)
                && table.is_none_or(|table| table == owner)
                && self.schema.column(*id).profile.name == name
        });
        // A bare name that two tables have could mean either.
        let id = found.next()?;
        found.next().is_none().then(|| self.schema.reference(id))
    }

    fn id(&self, column: &ColumnRef) -> Option<ColumnId> {
        self.schema.find(column)
    }

    fn moment(&self, column: ColumnRef) -> Option<TimeSource> {
        let known = self.schema.column(self.id(&column)?);
        known.is_date().then_some(TimeSource::Date { column })
    }

    /// Sorts the result columns into groups and measures, the axis first.
    fn fill(
        &self,
        plan: &mut QueryPlan,
        items: &[Item],
        is_grouped: bool,
        spec: &Value,
    ) -> Option<()> {
        let mut groups: Vec<(&str, Group)> = Vec::new();
        for item in items {
            match &item.part {
                ItemPart::Group(group) => groups.push((&item.name, group.clone())),
                ItemPart::Measure(measure) => plan.measures.push(earlier(measure.clone())),
                ItemPart::Column(column) => {
                    let known = self.schema.column(self.id(column)?);
                    // In rows, a quantity is the figure that is shown; in GROUP BY it is a name of the group.
                    if !is_grouped && known.is_quantity() {
                        let of = Scalar::column(column.clone());
                        plan.measures.push(earlier(Measure::Raw { of }));
                    } else if known.role == Role::Time && known.is_numeric() {
                        // A column of years is time, although it holds numbers.
                        let of = TimeSource::Year {
                            column: column.clone(),
                        };
                        let unit = TimeUnit::Year;
                        groups.push((&item.name, Group::Time { of, unit }));
                    } else {
                        let column = column.clone();
                        groups.push((&item.name, Group::Column { column }));
                    }
                }
            }
        }
        let color = spec["encoding"]["color"]["field"].as_str();
        // The sort is stable, so it only moves the colours behind the axis.
        groups.sort_by_key(|(name, _)| Some(*name) == color);
        plan.groups = groups
            .into_iter()
            .map(|(_, group)| earlier(group))
            .collect();
        if !is_grouped {
            plan.shape = if mark(spec) == Some(Mark::Point) && plan.measures.len() >= 2 {
                Shape::Relation
            } else {
                Shape::Rows
            };
        }
        (is_grouped && !plan.measures.is_empty() || plan.shape != Shape::Groups).then_some(())
    }

    fn conditions(&self, condition: &Expr, plan: &mut QueryPlan) -> Option<()> {
        match condition {
            Expr::Nested(inner) => self.conditions(inner, plan),
            Expr::BinaryOp {
                left,
                op: BinaryOperator::And,
                right,
            } => {
                self.conditions(left, plan)?;
                self.conditions(right, plan)
            }
            // All conditions of a plan hold, so only AND is divided; OR is not read.
            other => {
                let condition = self.condition(other, plan)?;
                plan.conditions.push(earlier(condition));
                Some(())
            }
        }
    }

    fn condition(&self, expression: &Expr, plan: &QueryPlan) -> Option<Condition> {
        let test = |of: &Expr, make: &dyn Fn(&ColumnRef) -> Option<Test>| {
            let column = self.column(of, plan)?;
            let test = make(&column)?;
            Some(Condition::Test {
                of: Scalar::column(column),
                test,
            })
        };
        match expression {
            // The column is on the left: "5 < price" is not read.
            Expr::BinaryOp { left, op, right } => test(left, &|column| {
                let value = self.literal(right, column)?;
                let comparison = match op {
                    // A plan has no test for equality: it is a list of one.
                    BinaryOperator::Eq => {
                        return Some(Test::In {
                            values: vec![value],
                        });
                    }
                    BinaryOperator::NotEq => {
                        return Some(Test::NotIn {
                            values: vec![value],
                        });
                    }
                    BinaryOperator::Lt => Comparison::Less,
                    BinaryOperator::LtEq => Comparison::AtMost,
                    BinaryOperator::Gt => Comparison::More,
                    BinaryOperator::GtEq => Comparison::AtLeast,
                    _ => return None,
                };
                Some(Test::Compare { comparison, value })
            }),
            Expr::InList {
                expr,
                list,
                negated,
            } => test(expr, &|column| {
                let values: Option<Vec<Literal>> = list
                    .iter()
                    .map(|value| self.literal(value, column))
                    .collect();
                let values = values?;
                Some(if *negated {
                    Test::NotIn { values }
                } else {
                    Test::In { values }
                })
            }),
            Expr::Between {
                expr,
                negated: false,
                low,
                high,
            } => test(expr, &|column| {
                Some(Test::Between {
                    low: self.literal(low, column)?,
                    high: self.literal(high, column)?,
                    open: false,
                })
            }),
            Expr::IsNull(of) => test(of, &|_| Some(Test::Missing)),
            Expr::IsNotNull(of) => test(of, &|_| Some(Test::Present)),
            _ => None,
        }
    }

    /// Returns a literal of the column's type.
    fn literal(&self, expression: &Expr, column: &ColumnRef) -> Option<Literal> {
        let known = self.schema.column(self.id(column)?);
        let text = match expression {
            Expr::Value(value) => match &value.value {
                SqlValue::Number(number, _) if known.is_numeric() => {
                    let number = number.parse().ok()?;
                    return Some(Literal::Number { number });
                }
                SqlValue::Boolean(boolean) => {
                    return Some(Literal::Boolean { boolean: *boolean });
                }
                SqlValue::SingleQuotedString(text) => text,
                _ => return None,
            },
            Expr::TypedString(typed) => match &typed.value.value {
                SqlValue::SingleQuotedString(text) => text,
                _ => return None,
            },
            _ => return None,
        };
        let text = text.clone();
        if known.is_text() {
            Some(Literal::Text { text })
        } else if known.is_date() && text.len() == 10 {
            // `YYYY-MM-DD` without a time of day.
            Some(Literal::Date { date: text })
        } else {
            None
        }
    }
}

fn table_name(relation: &TableFactor) -> Option<String> {
    match relation {
        // An alias would have to be followed through all names.
        TableFactor::Table {
            name, alias: None, ..
        } => match name.0.as_slice() {
            [part] => Some(part.as_ident()?.value.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn has_group_by(select: &SqlSelect) -> bool {
    !matches!(&select.group_by, GroupByExpr::Expressions(by, _) if by.is_empty())
}

/// Tells whether the statement groups by the columns that it shows and by nothing else.
fn groups_agree(select: &SqlSelect, items: &[Item]) -> bool {
    let GroupByExpr::Expressions(by, modifiers) = &select.group_by else {
        return false;
    };
    let shown = || {
        items
            .iter()
            .filter(|item| !matches!(item.part, ItemPart::Measure(_)))
    };
    // ROLLUP and CUBE add rows of totals to the groups.
    modifiers.is_empty()
        && by.len() == shown().count()
        && by.iter().all(|each| named(each, items).is_some())
        && shown().all(|item| {
            by.iter()
                .any(|each| named(each, items).is_some_and(|found| found.text == item.text))
        })
}

/// Returns the result column that an expression of GROUP BY or ORDER BY names.
fn named<'i>(expression: &Expr, items: &'i [Item]) -> Option<&'i Item> {
    let text = expression.to_string();
    // GROUP BY 1 counts the result columns from one.
    if let Ok(place) = text.parse::<usize>() {
        return items.get(place.checked_sub(1)?);
    }
    let by_name = items.iter().find(|item| match expression {
        Expr::Identifier(name) => name.value == item.name,
        _ => false,
    });
    by_name.or_else(|| items.iter().find(|item| item.text == text))
}

fn order_and_limit(query: &Query, items: &[Item], plan: &mut QueryPlan) -> Option<()> {
    let mut by_measure = None;
    if let Some(order) = &query.order_by {
        let OrderByKind::Expressions(expressions) = &order.kind else {
            return None;
        };
        let [first] = expressions.as_slice() else {
            return None;
        };
        let item = named(&first.expr, items)?;
        let descending = first.options.asc == Some(false);
        let at = items.iter().position(|each| std::ptr::eq(each, item))?;
        // A plan counts its measures alone, a statement counts all columns.
        let measures_before = items[..at]
            .iter()
            .filter(|each| is_measure(each, plan))
            .count();
        let by = if is_measure(item, plan) {
            by_measure = Some((measures_before, descending));
            OrderBy::Measure {
                index: measures_before,
            }
        } else {
            let group = plan
                .groups
                .iter()
                .position(|group| is_group(item, &group.value))?;
            OrderBy::Group { index: group }
        };
        plan.order = vec![earlier(Order { by, descending })];
    }
    match (&query.limit_clause, by_measure) {
        (None, _) => Some(()),
        (
            Some(LimitClause::LimitOffset {
                limit: Some(limit),
                offset: None,
                limit_by,
            }),
            Some((by, descending)),
        ) if limit_by.is_empty() => {
            plan.select = Some(earlier(Select::Top {
                n: limit.to_string().parse().ok()?,
                by,
                descending,
                ties: false,
                within: Vec::new(),
            }));
            Some(())
        }
        // Without an order by a measure, LIMIT keeps groups that are not the top of anything.
        _ => None,
    }
}

fn is_measure(item: &Item, plan: &QueryPlan) -> bool {
    match &item.part {
        ItemPart::Measure(_) => true,
        ItemPart::Group(_) => false,
        ItemPart::Column(column) => plan.measures.iter().any(|part| {
            matches!(&part.value, Measure::Raw { of: Scalar::Column { column: of } } if of == column)
        }),
    }
}

fn is_group(item: &Item, group: &Group) -> bool {
    match (&item.part, group) {
        (ItemPart::Group(own), group) => own == group,
        (
            ItemPart::Column(own),
            Group::Column { column }
            | Group::Time {
                of: TimeSource::Year { column },
                ..
            },
        ) => own == column,
        _ => false,
    }
}

fn time_unit(word: &str) -> Option<TimeUnit> {
    Some(match word.to_lowercase().as_str() {
        "year" => TimeUnit::Year,
        "quarter" => TimeUnit::Quarter,
        "month" => TimeUnit::Month,
        "week" => TimeUnit::Week,
        "day" => TimeUnit::Day,
        "hour" => TimeUnit::Hour,
        _ => return None,
    })
}

/// Returns the group of a part of a date: the years follow each other, months and hours return each year and day.
fn period(word: &str, of: TimeSource) -> Option<Group> {
    let season = match word.to_lowercase().as_str() {
        "year" => {
            let unit = TimeUnit::Year;
            return Some(Group::Time { of, unit });
        }
        "quarter" => Season::QuarterOfYear,
        "month" => Season::MonthOfYear,
        "hour" => Season::HourOfDay,
        _ => return None,
    };
    Some(Group::Season { of, season })
}

/// Returns the plan's mark for a specification; None where it follows from the plan.
fn mark(spec: &Value) -> Option<Mark> {
    let drawn = spec["mark"].as_str().or(spec["mark"]["type"].as_str());
    Some(match drawn {
        // A table is drawn without a specification.
        None if spec.as_object().is_some_and(serde_json::Map::is_empty) => Mark::Table,
        Some("bar") => Mark::Bar,
        Some("line") => Mark::Line,
        Some("area") => Mark::Area,
        Some("point" | "circle" | "square") => Mark::Point,
        Some("arc") => Mark::Arc,
        Some("rect") => Mark::Heatmap,
        Some("boxplot") => Mark::Boxplot,
        _ => return None,
    })
}
