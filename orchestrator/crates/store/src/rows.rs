//! Rows of the product's own tables as programs see them.

use chrono::{DateTime, Utc};
use portolan_rest::{Dialect, ExposedColumn, PostgresType, TableQuery, write_count, write_select};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    database::Session,
    value::{DatabaseRow, Param},
};

/// The row with these columns, each as JSON.
pub(super) fn read_row(row: &DatabaseRow, columns: &[ExposedColumn]) -> Result<Map<String, Value>> {
    let members = columns.iter().map(|column| {
        let value = read_value(row, column.name, column.holds)?;
        Ok((column.name.to_owned(), value))
    });
    members.collect()
}

/// A value in PostgREST's JSON form.
pub(super) fn read_value(row: &DatabaseRow, name: &str, holds: PostgresType) -> Result<Value> {
    Ok(match holds {
        PostgresType::Uuid | PostgresType::Text => row.get::<Option<String>>(name)?.into(),
        PostgresType::Integer => row.get::<Option<i64>>(name)?.into(),
        PostgresType::Time => row
            .get::<Option<DateTime<Utc>>>(name)?
            .map(shown_time)
            .into(),
    })
}

/// `2026-11-20T12:00:00.5+00:00`.
pub(super) fn shown_time(time: DateTime<Utc>) -> String {
    let mut text = time.format("%Y-%m-%dT%H:%M:%S%.3f").to_string();
    if text.contains('.') {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    text + "+00:00"
}

impl Store {
    /// Returns the user's rows that match a query, with its selected columns.
    pub async fn read_rows(
        &self,
        query: &TableQuery,
        user_id: Uuid,
    ) -> Result<Vec<Map<String, Value>>> {
        let mut session = self.database.scan().await?;
        let statement = write_select(dialect(&session), query, &user_id.to_string());
        let rows = session
            .composed_rows(statement.sql, &params_of(statement.params))
            .await?;
        let read_one = |row: &DatabaseRow| -> Result<Map<String, Value>> {
            let members = query.select.iter().map(|selected| {
                let value = read_value(row, selected.column.name, selected.column.holds)?;
                Ok((selected.name.clone(), value))
            });
            members.collect()
        };
        rows.iter().map(read_one).collect()
    }

    /// Returns how many of the user's rows match a query, regardless of its limit.
    pub async fn count_rows(&self, query: &TableQuery, user_id: Uuid) -> Result<u64> {
        let mut session = self.database.scan().await?;
        let statement = write_count(dialect(&session), query, &user_id.to_string());
        let rows = session
            .composed_rows(statement.sql, &params_of(statement.params))
            .await?;
        let row = rows.first().ok_or(StoreError::NotFound("row"))?;
        row.get("rows_found")
    }
}

fn dialect(session: &Session) -> Dialect {
    if session.is_postgres() {
        Dialect::Postgres
    } else {
        Dialect::Sqlite
    }
}

fn params_of(values: Vec<portolan_rest::ParamValue>) -> Vec<Param<'static>> {
    let params = values.into_iter().map(|value| match value {
        portolan_rest::ParamValue::Text(text) => text.into(),
        portolan_rest::ParamValue::Integer(number) => number.into(),
    });
    params.collect()
}
