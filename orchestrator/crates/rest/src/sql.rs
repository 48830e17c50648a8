use std::fmt::Write;

use super::{Column, ColumnType, Condition, Filter, Query, Table, Test};

/// The two databases, where they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

/// A value of a condition, as the database has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Text(String),
    Integer(i64),
}

/// SQL that holds names of the allow-list and nothing of what a user wrote: that is in its
/// parameters, `$1`, `$2` and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    pub sql: String,
    pub params: Vec<Value>,
}

/// The rows of a query that are this person's: the columns that are selected, and the key.
pub fn select(dialect: Dialect, query: &Query, owner: &str) -> Statement {
    let mut columns: Vec<&str> = Vec::new();
    let selected = query.select.iter().map(|selected| selected.column.name);
    for name in selected.chain(query.table.key().iter().copied()) {
        if !columns.contains(&name) {
            columns.push(name);
        }
    }
    let mut writer = Writer::new(dialect, query.table);
    let _ = write!(writer.sql, "SELECT {} ", columns.join(", "));
    writer.of_owner(query, owner);
    writer.sql.push_str(" ORDER BY ");
    for order in &query.order {
        let name = writer.compared(order.column);
        let direction = if order.is_descending { "DESC" } else { "ASC" };
        let nulls = if order.nulls_first { "FIRST" } else { "LAST" };
        let _ = write!(writer.sql, "{name} {direction} NULLS {nulls}, ");
    }
    // Equal rows need a stable order too, so that pages don't overlap.
    writer.sql.push_str(&query.table.key().join(", "));
    let limit = writer.param(Value::Integer(
        i64::try_from(query.limit).unwrap_or(i64::MAX),
    ));
    let offset = writer.param(Value::Integer(
        i64::try_from(query.offset).unwrap_or(i64::MAX),
    ));
    let _ = write!(writer.sql, " LIMIT {limit} OFFSET {offset}");
    writer.done()
}

/// How many rows of this person's the query means, whatever its limit: the column `rows`.
pub fn count(dialect: Dialect, query: &Query, owner: &str) -> Statement {
    let mut writer = Writer::new(dialect, query.table);
    writer.sql.push_str("SELECT COUNT(*) AS rows_found ");
    writer.of_owner(query, owner);
    writer.done()
}

struct Writer {
    dialect: Dialect,
    table: Table,
    sql: String,
    params: Vec<Value>,
}

impl Writer {
    fn new(dialect: Dialect, table: Table) -> Self {
        Self {
            dialect,
            table,
            sql: String::new(),
            params: Vec::new(),
        }
    }

    fn done(self) -> Statement {
        Statement {
            sql: self.sql,
            params: self.params,
        }
    }

    fn param(&mut self, value: Value) -> String {
        self.params.push(value);
        format!("${}", self.params.len())
    }

    fn of_owner(&mut self, query: &Query, owner: &str) {
        let owner = self.param(Value::Text(owner.to_owned()));
        let table = self.table.name();
        let _ = write!(self.sql, "FROM {table} WHERE user_id = {owner}");
        if !query.filter.is_empty() {
            self.sql.push_str(" AND ");
            self.filter(&query.filter);
        }
    }

    fn filter(&mut self, filter: &Filter) {
        match filter {
            Filter::All(parts) => self.group(parts, " AND ", "1 = 1"),
            Filter::Any(parts) => self.group(parts, " OR ", "1 = 0"),
            Filter::Not(inner) => {
                self.sql.push_str("NOT (");
                self.filter(inner);
                self.sql.push(')');
            }
            Filter::Is(condition) => self.condition(condition),
        }
    }

    fn group(&mut self, parts: &[Filter], between: &str, empty: &str) {
        self.sql.push('(');
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                self.sql.push_str(between);
            }
            self.filter(part);
        }
        if parts.is_empty() {
            self.sql.push_str(empty);
        }
        self.sql.push(')');
    }

    fn condition(&mut self, Condition { column, test }: &Condition) {
        let name = self.compared(column);
        let (operator, value) = match test {
            Test::Equal(value) => ("=", value),
            Test::NotEqual(value) => ("<>", value),
            Test::Less(value) => ("<", value),
            Test::LessOrEqual(value) => ("<=", value),
            Test::Greater(value) => (">", value),
            Test::GreaterOrEqual(value) => (">=", value),
            Test::IsDistinctFrom(value) => (
                match self.dialect {
                    Dialect::Sqlite => "IS NOT",
                    Dialect::Postgres => "IS DISTINCT FROM",
                },
                value,
            ),
            Test::IsNull => {
                let _ = write!(self.sql, "{} IS NULL", column.name);
                return;
            }
            Test::In(values) => return self.one_of(column, values),
            Test::Like(pattern) => return self.like(column, pattern),
            Test::LikeWithoutCase(pattern) => return self.like_without_case(column, pattern),
        };
        let param = self.param(value.clone());
        let _ = write!(self.sql, "{name} {operator} {param}");
    }

    fn one_of(&mut self, column: &Column, values: &[Value]) {
        if values.is_empty() {
            self.sql.push_str("1 = 0");
            return;
        }
        let params: Vec<String> = values
            .iter()
            .map(|value| self.param(value.clone()))
            .collect();
        let _ = write!(self.sql, "{} IN ({})", column.name, params.join(", "));
    }

    /// SQLite's LIKE takes no notice of case, its GLOB does.
    fn like(&mut self, column: &Column, pattern: &str) {
        let name = column.name;
        match self.dialect {
            Dialect::Sqlite => {
                let param = self.param(Value::Text(glob(pattern)));
                let _ = write!(self.sql, "{name} GLOB {param}");
            }
            Dialect::Postgres => {
                let param = self.param(Value::Text(finished(pattern)));
                let _ = write!(self.sql, "{name} LIKE {param} ESCAPE '\\'");
            }
        }
    }

    /// Titles are kept in lower case too, whichever script they are in; other texts match without
    /// case as their database does it.
    fn like_without_case(&mut self, column: &Column, pattern: &str) {
        if column.name == "title" {
            let param = self.param(Value::Text(finished(&pattern.to_lowercase())));
            let _ = write!(self.sql, "title_key LIKE {param} ESCAPE '\\'");
            return;
        }
        let operator = match self.dialect {
            Dialect::Sqlite => "LIKE",
            Dialect::Postgres => "ILIKE",
        };
        let param = self.param(Value::Text(finished(pattern)));
        let _ = write!(self.sql, "{} {operator} {param} ESCAPE '\\'", column.name);
    }

    /// A column whose values are put in order, in both databases in the same one.
    fn compared(&self, column: &Column) -> String {
        match (self.dialect, column.holds) {
            (Dialect::Postgres, ColumnType::Text) => format!("{} COLLATE \"C\"", column.name),
            _ => column.name.to_owned(),
        }
    }
}

/// A backslash that escapes nothing is an error to PostgreSQL: it stands for itself.
fn finished(pattern: &str) -> String {
    let escapes = pattern.len() - pattern.trim_end_matches('\\').len();
    if escapes % 2 == 1 {
        format!("{pattern}\\")
    } else {
        pattern.to_owned()
    }
}

/// The same pattern in the words of GLOB.
fn glob(pattern: &str) -> String {
    let mut glob = String::with_capacity(pattern.len() + 8);
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        let literal = match character {
            '%' => {
                glob.push('*');
                continue;
            }
            '_' => {
                glob.push('?');
                continue;
            }
            '\\' => characters.next().unwrap_or('\\'),
            other => other,
        };
        if matches!(literal, '*' | '?' | '[') {
            glob.push('[');
            glob.push(literal);
            glob.push(']');
        } else {
            glob.push(literal);
        }
    }
    glob
}
