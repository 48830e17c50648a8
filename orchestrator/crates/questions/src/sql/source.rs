//! The rows that a plan reads: FROM, joins and columns turned into rows.

use portolan_query::{ColumnProfile, ColumnType, TableProfile};

use crate::plan::{ColumnRef, QueryPlan, UnpivotKind};

use super::text::{quote, text};

/// A plan with the profiles of its tables.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub plan: &'a QueryPlan,
    pub tables: &'a [TableProfile],
}

/// The part of an unpivoted column's name that says its number.
const NUMBER: &str = " number";

impl<'a> Source<'a> {
    pub fn profile(&self, column: &ColumnRef) -> Option<&'a ColumnProfile> {
        let table = self.table(&column.table)?;
        table
            .columns
            .iter()
            .find(|known| known.name == column.column)
    }

    pub fn table(&self, name: &str) -> Option<&'a TableProfile> {
        self.tables.iter().find(|table| table.name == name)
    }

    /// Returns the type of a column, also of one that the unpivoting makes.
    pub fn column_type(&self, column: &ColumnRef) -> ColumnType {
        // Columns made by unpivoting are in no profile: names of years are numbers, those of months are texts.
        if let Some(unpivot) = self.plan.unpivot.as_ref().map(|part| &part.value) {
            if column.column == unpivot.name_column {
                return match unpivot.kind {
                    UnpivotKind::Years => ColumnType::Integer,
                    _ => ColumnType::String,
                };
            }
            if column.column == unpivot.value_column {
                return ColumnType::Number;
            }
        }
        self.profile(column)
            .map_or(ColumnType::String, |profile| profile.column_type)
    }

    /// Tells whether the column is the one that the unpivoting names its columns in.
    pub fn is_unpivot_name(&self, column: &ColumnRef) -> bool {
        self.plan
            .unpivot
            .as_ref()
            .is_some_and(|part| part.value.name_column == column.column)
    }

    /// Returns a column, with its table where there are several or where rows are rearranged.
    pub fn column(&self, column: &ColumnRef) -> String {
        if self.plan.joins.is_empty()
            && self.plan.unpivot.is_none()
            && column.table == self.plan.table
        {
            quote(&column.column)
        } else {
            format!("{}.{}", quote(&column.table), quote(&column.column))
        }
    }

    /// Returns the number behind a column of months, quarters or years: its own, or that of its name.
    pub fn calendar_number(&self, column: &ColumnRef) -> String {
        // The number stands beside the label, so that "Mar 2024" need not be parsed.
        if self.is_unpivot_name(column) {
            let name = format!("{}{NUMBER}", column.column);
            return format!("{}.{}", quote(&column.table), quote(&name));
        }
        let plain = self.column(column);
        match self.column_type(column) {
            ColumnType::Integer => plain,
            ColumnType::Number => format!("CAST({plain} AS BIGINT)"),
            // A column that is called "month" may hold dates, of which only the month counts.
            ColumnType::Date | ColumnType::Datetime => format!("date_part('month', {plain})"),
            _ => month_number(&plain),
        }
    }

    /// Returns the FROM clause.
    pub fn from(&self) -> String {
        let mut sql = match self.plan.unpivot {
            Some(_) => self.unpivoted(),
            None => quote(&self.plan.table),
        };
        for join in &self.plan.joins {
            let kind = if join.outer { "LEFT JOIN" } else { "JOIN" };
            sql.push_str(&format!(
                "\n{kind} {} ON {}.{} = {}.{}",
                quote(&join.table),
                quote(&join.left.table),
                quote(&join.left.column),
                quote(&join.right.table),
                quote(&join.right.column)
            ));
        }
        sql
    }

    /// Returns the table with each chosen column as a row of its own. A list of names is crossed with the table: a
    /// UNION over its columns would read the file once for each.
    fn unpivoted(&self) -> String {
        let Some(unpivot) = self.plan.unpivot.as_ref().map(|part| &part.value) else {
            return quote(&self.plan.table);
        };
        let table = quote(&self.plan.table);
        let rows: Vec<String> = unpivot
            .columns
            .iter()
            .enumerate()
            .map(|(at, column)| {
                // Categories have no number of their own; their place keeps the order of the file.
                let number = column
                    .number
                    .unwrap_or_else(|| i64::try_from(at).unwrap_or(0) + 1);
                format!("({at}, {}, {number})", text(&column.label))
            })
            .collect();
        let cases: Vec<String> = unpivot
            .columns
            .iter()
            .enumerate()
            .map(|(at, column)| format!("WHEN {at} THEN {table}.{}", quote(&column.column)))
            .collect();
        let name = match unpivot.kind {
            UnpivotKind::Years => "\"names\".\"number\"",
            _ => "\"names\".\"label\"",
        };
        // The subquery takes the table's name, so that references to its columns stay valid.
        format!(
            "(SELECT {table}.*, {name} AS {}, \"names\".\"number\" AS {}, CASE \"names\".\"at\" {} END AS {}\nFROM {table} CROSS JOIN (VALUES {}) AS \"names\" (\"at\", \"label\", \"number\")) AS {table}",
            quote(&unpivot.name_column),
            quote(&format!("{}{NUMBER}", unpivot.name_column)),
            cases.join(" "),
            quote(&unpivot.value_column),
            rows.join(", "),
        )
    }
}

/// Returns the number of a month that is written as a name or a number.
fn month_number(column: &str) -> String {
    const MONTHS: [&str; 12] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ];
    let cases: Vec<String> = MONTHS
        .iter()
        .enumerate()
        .map(|(at, month)| format!("WHEN '{month}' THEN {}", at + 1))
        .collect();
    // Three letters cover "Sept." and "September"; "M03" and "03" are read by their digits.
    format!(
        "CASE lower(left({column}, 3)) {} ELSE TRY_CAST(regexp_replace({column}, '[^0-9]', '') AS BIGINT) END",
        cases.join(" ")
    )
}
