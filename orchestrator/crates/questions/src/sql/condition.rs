//! Conditions as SQL.

use portolan_query::ColumnType;

use crate::plan::{Aggregate, ColumnRef, Comparison, Condition, Literal, Scalar, Test, Within};

use super::measure::aggregate_sql;
use super::source::Source;
use super::text::{number, quote, text};

impl Source<'_> {
    /// Returns a condition in brackets where it needs them.
    pub fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::And { all } => self.joined(all, " AND ", "TRUE"),
            Condition::Or { any } => self.joined(any, " OR ", "FALSE"),
            Condition::Not { of } => match of.as_ref() {
                // A row without a key has no partner, but NOT IN would be NULL for it and drop it.
                Condition::Exists { left, .. } => format!(
                    "({} IS NULL OR NOT {})",
                    self.column(left),
                    self.condition(of)
                ),
                _ => format!("NOT ({})", self.condition(of)),
            },
            Condition::Test { of, test } => self.test(of, test),
            Condition::Exists {
                table,
                left,
                right,
                conditions,
            } => self.partner(table, left, right, conditions),
        }
    }

    fn joined(&self, parts: &[Condition], word: &str, empty: &str) -> String {
        let parts: Vec<String> = parts.iter().map(|part| self.condition(part)).collect();
        match parts.as_slice() {
            [] => empty.to_owned(),
            [only] => only.clone(),
            _ => format!("({})", parts.join(word)),
        }
    }

    fn partner(
        &self,
        table: &str,
        left: &ColumnRef,
        right: &ColumnRef,
        conditions: &[Condition],
    ) -> String {
        // Conditions on the partner name its columns alone: inside the subquery no other table is in sight.
        let mut inner = crate::plan::QueryPlan::new(table, crate::plan::Shape::Rows);
        inner.table = table.to_owned();
        let inner = Source {
            plan: &inner,
            tables: self.tables,
        };
        // With one NULL among the keys, NOT IN would be true for no row.
        let mut tests = vec![format!("{} IS NOT NULL", quote(&right.column))];
        tests.extend(conditions.iter().map(|each| inner.condition(each)));
        format!(
            "({} IN (SELECT {} FROM {} WHERE {}))",
            self.column(left),
            quote(&right.column),
            quote(table),
            tests.join(" AND ")
        )
    }

    fn test(&self, of: &Scalar, test: &Test) -> String {
        let column = match of {
            Scalar::Column { column } => Some(column),
            _ => None,
        };
        let kind = column.map(|column| self.column_type(column));
        let subject = self.subject(of, test, kind);
        if let Test::AgainstAggregate {
            comparison,
            aggregate,
            within,
        } = test
        {
            let against = self.overall(of, *aggregate, within);
            return format!("{subject} {} {against}", comparison_sql(*comparison));
        }
        if let Test::AgainstScalar { comparison, other } = test {
            return format!(
                "{subject} {} {}",
                comparison_sql(*comparison),
                self.scalar(other)
            );
        }
        // Numbers are searched as they are written: "codes that start with 10".
        let text_subject = match kind {
            Some(ColumnType::String) | None => subject.clone(),
            Some(_) => format!("CAST({subject} AS VARCHAR)"),
        };
        // The case of letters in a question says nothing about the case in the data.
        match test {
            Test::Contains { text: part } => {
                format!(
                    "contains(lower({text_subject}), {})",
                    text(&part.to_lowercase())
                )
            }
            Test::StartsWith { text: part } => {
                format!(
                    "starts_with(lower({text_subject}), {})",
                    text(&part.to_lowercase())
                )
            }
            Test::EndsWith { text: part } => {
                format!(
                    "ends_with(lower({text_subject}), {})",
                    text(&part.to_lowercase())
                )
            }
            Test::IsTrue if kind == Some(ColumnType::Boolean) => subject,
            Test::IsFalse if kind == Some(ColumnType::Boolean) => format!("NOT {subject}"),
            other => plain_test(&subject, other),
        }
    }

    /// Returns the tested expression: a date-time that is compared with a day is cut to its day.
    fn subject(&self, of: &Scalar, test: &Test, kind: Option<ColumnType>) -> String {
        let plain = self.scalar(of);
        let has_day = |literal: &Literal| matches!(literal, Literal::Date { .. });
        let days = match test {
            Test::Compare { value, .. } => has_day(value),
            Test::Between { low, .. } => has_day(low),
            Test::In { values } | Test::NotIn { values } => values.iter().any(has_day),
            _ => false,
        };
        match kind {
            // Otherwise "on 3 May" would only find the moment of midnight.
            Some(ColumnType::Datetime | ColumnType::String) if days => {
                format!("CAST({plain} AS DATE)")
            }
            _ => plain,
        }
    }

    /// Returns an aggregate over all rows of the table, or over those of the same group.
    fn overall(&self, of: &Scalar, aggregate: Aggregate, within: &Within) -> String {
        let Some(table) = tables_of(of).into_iter().next() else {
            // An expression without columns is the same for all rows, and so is its average.
            return self.scalar(of);
        };
        let mut tests: Vec<String> = Vec::new();
        let mut inner = crate::plan::QueryPlan::new(&table, crate::plan::Shape::Rows);
        // Only the plan's main table is turned into rows; a joined one keeps its columns.
        if table == self.plan.table {
            inner.unpivot.clone_from(&self.plan.unpivot);
        }
        let inner = Source {
            plan: &inner,
            tables: self.tables,
        };
        // A row "World" would count every country twice. Conditions on joined tables cannot be tested here.
        for total in &self.plan.without_totals {
            if condition_tables(&total.value)
                .iter()
                .all(|each| *each == table)
            {
                tests.push(inner.condition(&total.value));
            }
        }
        // The alias tells the rows of the subquery from the outer ones of the same table.
        let from = if inner.plan.unpivot.is_some() {
            inner.from()
        } else {
            format!("{} AS \"every\"", quote(&table))
        };
        if let Within::Group { columns } = within {
            for column in columns {
                let outer = self.column_of_outer(column);
                tests.push(format!("\"every\".{} = {outer}", quote(&column.column)));
            }
        }
        let wanted = aggregate_sql(aggregate, &inner.scalar(of), None)
            .unwrap_or_else(|| format!("AVG({})", inner.scalar(of)));
        let condition = if tests.is_empty() {
            String::new()
        } else {
            format!(" WHERE {}", tests.join(" AND "))
        };
        format!("(SELECT {wanted} FROM {from}{condition})")
    }

    fn column_of_outer(&self, column: &ColumnRef) -> String {
        format!("{}.{}", quote(&column.table), quote(&column.column))
    }
}

/// Returns a test that needs nothing but the subject.
pub fn plain_test(subject: &str, test: &Test) -> String {
    match test {
        Test::In { values } => match values.as_slice() {
            [] => "FALSE".to_owned(),
            [only] => format!("{subject} = {}", literal(only)),
            _ => format!("{subject} IN ({})", list(values)),
        },
        Test::NotIn { values } => match values.as_slice() {
            [] => "TRUE".to_owned(),
            [only] => format!("{subject} <> {}", literal(only)),
            _ => format!("{subject} NOT IN ({})", list(values)),
        },
        Test::Compare { comparison, value } => {
            format!(
                "{subject} {} {}",
                comparison_sql(*comparison),
                literal(value)
            )
        }
        Test::Between { low, high, open } => {
            let end = if *open { "<" } else { "<=" };
            format!(
                "({subject} >= {} AND {subject} {end} {})",
                literal(low),
                literal(high)
            )
        }
        Test::Missing => format!("{subject} IS NULL"),
        Test::Present => format!("{subject} IS NOT NULL"),
        // Yes and no may be stored as 1 and 0.
        Test::IsTrue => format!("{subject} = 1"),
        Test::IsFalse => format!("{subject} = 0"),
        // These need a column's type or table, so `test` writes them before it calls this function.
        Test::Contains { .. }
        | Test::StartsWith { .. }
        | Test::EndsWith { .. }
        | Test::AgainstAggregate { .. }
        | Test::AgainstScalar { .. } => "TRUE".to_owned(),
    }
}

pub fn comparison_sql(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Less => "<",
        Comparison::AtMost => "<=",
        Comparison::More => ">",
        Comparison::AtLeast => ">=",
        Comparison::Equal => "=",
        Comparison::NotEqual => "<>",
    }
}

fn list(values: &[Literal]) -> String {
    values.iter().map(literal).collect::<Vec<_>>().join(", ")
}

pub fn literal(literal: &Literal) -> String {
    match literal {
        Literal::Text { text: value } => text(value),
        Literal::Number { number: value } => number(*value),
        Literal::Boolean { boolean: true } => "TRUE".to_owned(),
        Literal::Boolean { boolean: false } => "FALSE".to_owned(),
        Literal::Date { date } => format!("DATE {}", text(date)),
        Literal::Datetime { datetime } => format!("TIMESTAMP {}", text(datetime)),
    }
}

/// Returns the tables whose columns a scalar reads.
pub fn tables_of(scalar: &Scalar) -> Vec<String> {
    let mut found = Vec::new();
    super::walk::scalar_columns(scalar, &mut |column| found.push(column.table.clone()));
    found
}

fn condition_tables(condition: &Condition) -> Vec<String> {
    let mut found = Vec::new();
    super::walk::condition_columns(condition, &mut |column| found.push(column.table.clone()));
    found
}
