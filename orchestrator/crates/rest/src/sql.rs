use std::fmt::Write;

use super::{
    ConditionTest, ExposedColumn, ExposedTable, PostgresType, RowCondition, RowFilter, TableQuery,
};

/// The two databases, where they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

/// A value of a condition, as the database has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamValue {
    Text(String),
    Integer(i64),
}

/// SQL with names from the allow-list only; user input is in its parameters `$1`, `$2` and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SqlStatement {
    pub sql: String,
    pub params: Vec<ParamValue>,
}

/// Selects the user's rows that match a query: the selected columns and the key.
pub fn write_select(dialect: Dialect, query: &TableQuery, owner: &str) -> SqlStatement {
    let mut columns: Vec<&str> = Vec::new();
    let selected = query.select.iter().map(|selected| selected.column.name);
    for name in selected.chain(query.table.key().iter().copied()) {
        if !columns.contains(&name) {
            columns.push(name);
        }
    }
    let mut writer = SqlWriter::new(dialect, query.table);
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
    let limit = writer.param(ParamValue::Integer(
        i64::try_from(query.limit).unwrap_or(i64::MAX),
    ));
    let offset = writer.param(ParamValue::Integer(
        i64::try_from(query.offset).unwrap_or(i64::MAX),
    ));
    let _ = write!(writer.sql, " LIMIT {limit} OFFSET {offset}");
    writer.done()
}

/// Counts the user's rows that match the query, regardless of its limit: the column `rows`.
pub fn write_count(dialect: Dialect, query: &TableQuery, owner: &str) -> SqlStatement {
    let mut writer = SqlWriter::new(dialect, query.table);
    writer.sql.push_str("SELECT COUNT(*) AS rows_found ");
    writer.of_owner(query, owner);
    writer.done()
}

struct SqlWriter {
    dialect: Dialect,
    table: ExposedTable,
    sql: String,
    params: Vec<ParamValue>,
}

impl SqlWriter {
    fn new(dialect: Dialect, table: ExposedTable) -> Self {
        Self {
            dialect,
            table,
            sql: String::new(),
            params: Vec::new(),
        }
    }

    fn done(self) -> SqlStatement {
        SqlStatement {
            sql: self.sql,
            params: self.params,
        }
    }

    fn param(&mut self, value: ParamValue) -> String {
        self.params.push(value);
        format!("${}", self.params.len())
    }

    fn of_owner(&mut self, query: &TableQuery, owner: &str) {
        let owner = self.param(ParamValue::Text(owner.to_owned()));
        let table = self.table.name();
        let _ = write!(self.sql, "FROM {table} WHERE user_id = {owner}");
        if !query.filter.is_empty() {
            self.sql.push_str(" AND ");
            self.filter(&query.filter);
        }
    }

    fn filter(&mut self, filter: &RowFilter) {
        match filter {
            RowFilter::All(parts) => self.group(parts, " AND ", "1 = 1"),
            RowFilter::Any(parts) => self.group(parts, " OR ", "1 = 0"),
            RowFilter::Not(inner) => {
                self.sql.push_str("NOT (");
                self.filter(inner);
                self.sql.push(')');
            }
            RowFilter::Is(condition) => self.condition(condition),
        }
    }

    fn group(&mut self, parts: &[RowFilter], between: &str, empty: &str) {
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

    fn condition(&mut self, RowCondition { column, test }: &RowCondition) {
        let name = self.compared(column);
        let (operator, value) = match test {
            ConditionTest::Equal(value) => ("=", value),
            ConditionTest::NotEqual(value) => ("<>", value),
            ConditionTest::Less(value) => ("<", value),
            ConditionTest::LessOrEqual(value) => ("<=", value),
            ConditionTest::Greater(value) => (">", value),
            ConditionTest::GreaterOrEqual(value) => (">=", value),
            ConditionTest::IsDistinctFrom(value) => (
                match self.dialect {
                    Dialect::Sqlite => "IS NOT",
                    Dialect::Postgres => "IS DISTINCT FROM",
                },
                value,
            ),
            ConditionTest::IsNull => {
                let _ = write!(self.sql, "{} IS NULL", column.name);
                return;
            }
            ConditionTest::In(values) => return self.one_of(column, values),
            ConditionTest::Like(pattern) => return self.like(column, pattern),
            ConditionTest::LikeWithoutCase(pattern) => {
                return self.like_without_case(column, pattern);
            }
        };
        let param = self.param(value.clone());
        let _ = write!(self.sql, "{name} {operator} {param}");
    }

    fn one_of(&mut self, column: &ExposedColumn, values: &[ParamValue]) {
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
    fn like(&mut self, column: &ExposedColumn, pattern: &str) {
        let name = column.name;
        match self.dialect {
            Dialect::Sqlite => {
                let param = self.param(ParamValue::Text(to_glob(pattern)));
                let _ = write!(self.sql, "{name} GLOB {param}");
            }
            Dialect::Postgres => {
                let param = self.param(ParamValue::Text(finish_pattern(pattern)));
                let _ = write!(self.sql, "{name} LIKE {param} ESCAPE '\\'");
            }
        }
    }

    /// Titles are kept in lower case too, whichever script they are in; other texts match without
    /// case as their database does it.
    fn like_without_case(&mut self, column: &ExposedColumn, pattern: &str) {
        if column.name == "title" {
            let param = self.param(ParamValue::Text(finish_pattern(&pattern.to_lowercase())));
            let _ = write!(self.sql, "title_key LIKE {param} ESCAPE '\\'");
            return;
        }
        let operator = match self.dialect {
            Dialect::Sqlite => "LIKE",
            Dialect::Postgres => "ILIKE",
        };
        let param = self.param(ParamValue::Text(finish_pattern(pattern)));
        let _ = write!(self.sql, "{} {operator} {param} ESCAPE '\\'", column.name);
    }

    /// A sort expression that orders alike in both databases.
    fn compared(&self, column: &ExposedColumn) -> String {
        match (self.dialect, column.holds) {
            (Dialect::Postgres, PostgresType::Text) => format!("{} COLLATE \"C\"", column.name),
            _ => column.name.to_owned(),
        }
    }
}

/// A backslash that escapes nothing is an error to PostgreSQL: it represents itself.
fn finish_pattern(pattern: &str) -> String {
    let escapes = pattern.len() - pattern.trim_end_matches('\\').len();
    if escapes % 2 == 1 {
        format!("{pattern}\\")
    } else {
        pattern.to_owned()
    }
}

/// The same pattern in the words of GLOB.
fn to_glob(pattern: &str) -> String {
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
