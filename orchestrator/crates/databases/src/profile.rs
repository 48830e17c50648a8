//! Profiles of tables, calculated by their database.
//!
//! Row counts, empty values, minima and maxima are of all rows where the database is quick enough; the rest is of a
//! sample.

use portolan_query::{
    ColumnProfile, ColumnType, FailureCode, TableProfile, ValueCount, WorkerFailure,
};
use serde_json::Value;

use super::{
    access::DatabaseEngine,
    connect::ReadSession,
    schema::TableName,
    table::{RemoteColumn, RemoteTable, quote},
};

/// Rows of the sample: in MySQL fewer, which sorts them for each quartile.
fn sample_rows(engine: DatabaseEngine) -> u64 {
    match engine {
        DatabaseEngine::Postgresql => 100_000,
        DatabaseEngine::Mysql => 20_000,
    }
}

/// Distinct values that are all kept, and how many are kept of more.
const ALL_VALUES: usize = 200;
const FIRST_VALUES: usize = 50;
/// Characters of the smallest and largest text; longer texts are not counted as values.
const SHOWN_CHARACTERS: u64 = 200;
/// Columns whose frequent values are counted.
const COUNTED_COLUMNS: usize = 60;

/// The result of one pass over a table.
struct ProfilePass {
    rows: u64,
    /// Values that are not null, the smallest and the largest of each column.
    columns: Vec<(u64, Value, Value)>,
}

impl ReadSession {
    /// Profiles a table and notes what is estimated.
    pub async fn profile(
        &mut self,
        table: &RemoteTable,
        name: &str,
    ) -> Result<(TableProfile, Vec<String>), WorkerFailure> {
        let mut notes = Vec::new();
        let all = format!("({}) AS \"rows\"", table.select());
        let whole = self.pass(table, &all).await;
        let (pass, sample) = match whole {
            Ok(pass) => {
                let sample = self.sample_of(table, Some(pass.rows)).await?;
                (pass, sample)
            }
            Err(failure) if failure.code == FailureCode::QueryTimeout => {
                self.restart().await?;
                let sample = self.sample_of(table, None).await?;
                let mut pass = self.pass(table, &sample).await?;
                pass.rows = self.estimated_rows(table).await?.unwrap_or(pass.rows);
                notes.push(
                    "The table is large: its row count, smallest and largest values are estimates."
                        .to_owned(),
                );
                (pass, sample)
            }
            Err(failure) => return Err(failure),
        };
        let sample_rows = sample_rows(self.engine());
        if pass.rows > sample_rows {
            notes.push(match self.engine() {
                DatabaseEngine::Postgresql => format!(
                    "Frequent values and averages are of a sample of about {sample_rows} rows."
                ),
                DatabaseEngine::Mysql => {
                    format!("Frequent values and averages are of the first {sample_rows} rows.")
                }
            });
        }
        let mut columns = self.describe_sample(table, &sample, &pass).await?;
        for (column, profile) in table.columns.iter().zip(&mut columns).take(COUNTED_COLUMNS) {
            profile.values = self
                .frequent_values(column, &sample, profile.distinct)
                .await?;
        }
        let profile = TableProfile {
            name: name.to_owned(),
            row_count: pass.rows,
            columns,
        };
        Ok((profile, notes))
    }

    async fn pass(
        &mut self,
        table: &RemoteTable,
        from: &str,
    ) -> Result<ProfilePass, WorkerFailure> {
        let mut parts = vec!["count(*)".to_owned()];
        for column in &table.columns {
            let name = quote(&column.name);
            let [least, most] = self.extremes(column);
            parts.extend([format!("count({name})"), least, most]);
        }
        let row = self
            .one_row(&format!("SELECT {} FROM {from}", parts.join(", ")))
            .await?;
        let mut values = row.into_iter();
        let rows = count_of(values.next());
        let columns = table.columns.iter().map(|column| {
            let filled = count_of(values.next());
            let mut next = || typed(column, values.next().unwrap_or_default());
            (filled, next(), next())
        });
        Ok(ProfilePass {
            rows,
            columns: columns.collect(),
        })
    }

    /// Returns the expressions of a column's smallest and largest value.
    fn extremes(&self, column: &RemoteColumn) -> [String; 2] {
        let name = quote(&column.name);
        let is_postgres = self.engine() == DatabaseEngine::Postgresql;
        match column.column_type {
            ColumnType::Boolean if is_postgres => {
                [format!("bool_and({name})"), format!("bool_or({name})")]
            }
            // In the order of code points, as in files. The columns of MySQL are in it already.
            ColumnType::String => {
                let order = if is_postgres { " COLLATE \"C\"" } else { "" };
                ["min", "max"]
                    .map(|pick| format!("left({pick}({name}{order}), {SHOWN_CHARACTERS})"))
            }
            _ => ["min", "max"].map(|pick| format!("{pick}({name})")),
        }
    }

    /// Returns the FROM of a sample: all rows of a small table, random blocks of a large one, the first rows of a view.
    async fn sample_of(
        &mut self,
        table: &RemoteTable,
        rows: Option<u64>,
    ) -> Result<String, WorkerFailure> {
        let sample_rows = sample_rows(self.engine());
        let first = format!("({} LIMIT {sample_rows}) AS \"rows\"", table.select());
        let rows = match rows {
            Some(rows) => rows,
            None => self.estimated_rows(table).await?.unwrap_or(0),
        };
        // MySQL has no sample that spares it from reading every row.
        if rows <= sample_rows || self.engine() == DatabaseEngine::Mysql {
            return Ok(first);
        }
        let percent = (100.0 * sample_rows as f64 / rows as f64).clamp(0.0001, 100.0);
        let clause = format!(" TABLESAMPLE SYSTEM ({percent:.4}) REPEATABLE (1)");
        let blocks = format!(
            "({} LIMIT {sample_rows}) AS \"rows\"",
            table.select_from(&clause)
        );
        let tried = self
            .one_row(&format!("SELECT count(*) FROM {blocks}"))
            .await;
        match tried {
            Ok(row) if count_of(row.first().cloned()) > 0 => Ok(blocks),
            Ok(_) => Ok(first),
            // Views and foreign tables have no blocks.
            Err(_) => {
                self.restart().await?;
                Ok(first)
            }
        }
    }

    async fn estimated_rows(&mut self, table: &RemoteTable) -> Result<Option<u64>, WorkerFailure> {
        let TableName { schema, table } = &table.name;
        let literal = |text: &str| text.replace('\'', "''");
        let sql = match self.engine() {
            DatabaseEngine::Postgresql => format!(
                "SELECT CAST(reltuples AS BIGINT) FROM pg_catalog.pg_class WHERE oid = CAST('{}' AS regclass)",
                literal(&format!("{}.{}", quote(schema), quote(table)))
            ),
            DatabaseEngine::Mysql => format!(
                "SELECT CAST(table_rows AS SIGNED) FROM information_schema.tables \
                 WHERE table_schema = '{}' AND table_name = '{}'",
                literal(schema),
                literal(table)
            ),
        };
        let row = self.one_row(&sql).await?;
        let estimate = row.first().and_then(Value::as_i64).unwrap_or(-1);
        Ok(u64::try_from(estimate).ok().filter(|rows| *rows > 0))
    }

    async fn describe_sample(
        &mut self,
        table: &RemoteTable,
        sample: &str,
        pass: &ProfilePass,
    ) -> Result<Vec<ColumnProfile>, WorkerFailure> {
        let mut parts = vec!["count(*)".to_owned()];
        for column in &table.columns {
            let name = quote(&column.name);
            parts.push(format!("count(DISTINCT {name})"));
            if is_number(column) {
                parts.extend(self.averages(&name, sample));
            }
        }
        let row = self
            .one_row(&format!("SELECT {} FROM {sample}", parts.join(", ")))
            .await?;
        let mut values = row.into_iter();
        let sampled = count_of(values.next());
        let columns = table.columns.iter().zip(&pass.columns);
        let described = columns.map(|(column, (filled, least, most))| {
            let distinct = count_of(values.next());
            let mut next = || values.next().as_ref().and_then(Value::as_f64);
            let (mean, quartiles) = if is_number(column) {
                let mean = next();
                let quartiles = match (next(), next(), next()) {
                    (Some(first), Some(second), Some(third)) => Some([first, second, third]),
                    _ => None,
                };
                (mean, quartiles)
            } else {
                (None, None)
            };
            ColumnProfile {
                name: column.name.clone(),
                column_type: column.column_type,
                nulls: pass.rows.saturating_sub(*filled),
                distinct: scale_distinct(distinct, sampled, pass.rows),
                min: Some(least.clone()).filter(|value| !value.is_null()),
                max: Some(most.clone()).filter(|value| !value.is_null()),
                mean,
                quartiles,
                values: Vec::new(),
            }
        });
        Ok(described.collect())
    }

    /// Returns the expressions of a column's mean and quartiles.
    fn averages(&self, name: &str, sample: &str) -> Vec<String> {
        const PARTS: [&str; 3] = ["0.25", "0.5", "0.75"];
        let mut parts = Vec::with_capacity(1 + PARTS.len());
        match self.engine() {
            DatabaseEngine::Postgresql => {
                let number = format!("CAST({name} AS DOUBLE PRECISION)");
                parts.push(format!("avg({number})"));
                let quartile =
                    |part| format!("percentile_cont({part}) WITHIN GROUP (ORDER BY {number})");
                parts.extend(PARTS.map(quartile));
            }
            // Without percentiles: the values around the place, weighted by their distance from it.
            DatabaseEngine::Mysql => {
                parts.push(format!("avg({name} + 0e0)"));
                parts.extend(PARTS.map(|part| {
                    format!(
                        "(SELECT sum(\"v\" * greatest(0e0, 1 - abs(\"n\" - 1 - {part} * (\"c\" - 1)))) FROM \
                         (SELECT {name} + 0e0 AS \"v\", row_number() OVER (ORDER BY {name}) AS \"n\", \
                         count(*) OVER () AS \"c\" FROM {sample} WHERE {name} IS NOT NULL) AS \"ranked\")"
                    )
                }));
            }
        }
        parts
    }

    async fn frequent_values(
        &mut self,
        column: &RemoteColumn,
        sample: &str,
        distinct: u64,
    ) -> Result<Vec<ValueCount>, WorkerFailure> {
        let name = quote(&column.name);
        let most = if distinct > ALL_VALUES as u64 {
            FIRST_VALUES
        } else {
            ALL_VALUES
        };
        let shown = match column.column_type {
            ColumnType::String => format!("char_length({name}) <= {SHOWN_CHARACTERS}"),
            _ => format!("{name} IS NOT NULL"),
        };
        let sql = format!(
            "SELECT {name}, count(*) FROM {sample} WHERE {shown} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {most}"
        );
        let result = self.run(&sql.into(), most as u64, u64::MAX).await?;
        let counted = result.rows.into_iter().map(|row| {
            let mut values = row.into_iter();
            ValueCount {
                value: typed(column, values.next().unwrap_or_default()),
                count: count_of(values.next()),
            }
        });
        Ok(counted.collect())
    }

    async fn one_row(&mut self, sql: &str) -> Result<Vec<Value>, WorkerFailure> {
        let result = self.run(&sql.to_owned().into(), 1, u64::MAX).await?;
        Ok(result.rows.into_iter().next().unwrap_or_default())
    }
}

/// Returns a boolean of MySQL, which comes as a number where it was computed, as one.
fn typed(column: &RemoteColumn, value: Value) -> Value {
    match (column.column_type, value.as_i64()) {
        (ColumnType::Boolean, Some(number)) => Value::Bool(number != 0),
        _ => value,
    }
}

fn is_number(column: &RemoteColumn) -> bool {
    matches!(column.column_type, ColumnType::Integer | ColumnType::Number)
}

fn count_of(value: Option<Value>) -> u64 {
    value.as_ref().and_then(Value::as_u64).unwrap_or(0)
}

/// A column whose values hardly repeat in the sample has as many more as the table has rows.
fn scale_distinct(distinct: u64, sampled: u64, rows: u64) -> u64 {
    if sampled == 0 || sampled >= rows || distinct * 10 < sampled * 9 {
        return distinct;
    }
    (distinct as f64 * rows as f64 / sampled as f64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distinct_values_of_a_sample_are_scaled_only_where_they_hardly_repeat() {
        assert_eq!(scale_distinct(100, 100, 1_000), 1_000);
        assert_eq!(scale_distinct(5, 100, 1_000), 5);
        assert_eq!(scale_distinct(100, 100, 100), 100);
        assert_eq!(scale_distinct(0, 0, 0), 0);
    }
}
