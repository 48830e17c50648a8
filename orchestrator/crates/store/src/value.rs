//! Values on their way into a statement and out of a row.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use sqlx::{Row as _, ValueRef, postgres::PgRow, sqlite::SqliteRow};
use uuid::Uuid;

use super::{Result, StoreError};

/// A parameter of a statement.
pub(super) enum Param<'a> {
    Text(Option<Cow<'a, str>>),
    Integer(Option<i64>),
    Boolean(bool),
}

impl Param<'_> {
    /// Returns the same parameter, borrowing nothing.
    pub(super) fn to_owned(&self) -> Param<'static> {
        match self {
            Self::Text(text) => {
                let text = text
                    .as_ref()
                    .map(|text| Cow::Owned(text.clone().into_owned()));
                Param::Text(text)
            }
            Self::Integer(number) => Param::Integer(*number),
            Self::Boolean(flag) => Param::Boolean(*flag),
        }
    }
}

/// `params![id, now, text]`: the parameters `$1`, `$2`, `$3` of a statement.
macro_rules! params {
    ($($value:expr),* $(,)?) => { &[$(crate::value::Param::from($value)),*] };
}
pub(super) use params;

/// PostgreSQL has no NUL in text: it becomes the replacement character in both databases.
fn text(text: Cow<'_, str>) -> Param<'_> {
    Param::Text(Some(if text.contains('\0') {
        text.replace('\0', "\u{FFFD}").into()
    } else {
        text
    }))
}

impl<'a> From<&'a str> for Param<'a> {
    fn from(value: &'a str) -> Self {
        text(value.into())
    }
}

impl<'a> From<&'a String> for Param<'a> {
    fn from(value: &'a String) -> Self {
        text(value.into())
    }
}

impl From<String> for Param<'_> {
    fn from(value: String) -> Self {
        text(value.into())
    }
}

impl<'a> From<&'a Option<String>> for Param<'a> {
    fn from(value: &'a Option<String>) -> Self {
        value.as_ref().map_or(Self::Text(None), Into::into)
    }
}

impl<'a> From<Option<&'a str>> for Param<'a> {
    fn from(value: Option<&'a str>) -> Self {
        value.map_or(Self::Text(None), Into::into)
    }
}

impl From<Option<String>> for Param<'_> {
    fn from(value: Option<String>) -> Self {
        value.map_or(Self::Text(None), Into::into)
    }
}

impl From<Uuid> for Param<'_> {
    fn from(value: Uuid) -> Self {
        Self::Text(Some(value.to_string().into()))
    }
}

impl From<Option<Uuid>> for Param<'_> {
    fn from(value: Option<Uuid>) -> Self {
        value.map_or(Self::Text(None), Into::into)
    }
}

impl From<DateTime<Utc>> for Param<'_> {
    fn from(value: DateTime<Utc>) -> Self {
        Self::Integer(Some(value.timestamp_millis()))
    }
}

impl From<Option<DateTime<Utc>>> for Param<'_> {
    fn from(value: Option<DateTime<Utc>>) -> Self {
        Self::Integer(value.map(|time| time.timestamp_millis()))
    }
}

impl From<i64> for Param<'_> {
    fn from(value: i64) -> Self {
        Self::Integer(Some(value))
    }
}

impl From<u64> for Param<'_> {
    fn from(value: u64) -> Self {
        Self::Integer(Some(saturate(value)))
    }
}

impl From<Option<u64>> for Param<'_> {
    fn from(value: Option<u64>) -> Self {
        Self::Integer(value.map(saturate))
    }
}

impl From<u32> for Param<'_> {
    fn from(value: u32) -> Self {
        Self::Integer(Some(value.into()))
    }
}

impl From<bool> for Param<'_> {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

fn saturate(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// JSON in a TEXT column, both ways.
pub(super) struct Json<T>(pub(super) T);

impl<T: serde::Serialize> From<Json<&T>> for Param<'_> {
    /// Domain types have string keys and finite numbers, so this always works.
    fn from(Json(value): Json<&T>) -> Self {
        text(serde_json::to_string(value).unwrap_or_default().into())
    }
}

/// A row of either database.
pub(super) enum DatabaseRow {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl From<SqliteRow> for DatabaseRow {
    fn from(row: SqliteRow) -> Self {
        Self::Sqlite(row)
    }
}

impl From<PgRow> for DatabaseRow {
    fn from(row: PgRow) -> Self {
        Self::Postgres(row)
    }
}

impl DatabaseRow {
    pub(super) fn get<T: FromColumn>(&self, column: &str) -> Result<T> {
        T::read(self, column)
    }

    fn is_null(&self, column: &str) -> Result<bool> {
        Ok(match self {
            Self::Sqlite(row) => row.try_get_raw(column)?.is_null(),
            Self::Postgres(row) => row.try_get_raw(column)?.is_null(),
        })
    }
}

/// A type that a column can be read as; any other stored value is corrupt.
pub(super) trait FromColumn: Sized {
    fn read(row: &DatabaseRow, column: &str) -> Result<Self>;
}

macro_rules! primitive {
    ($type:ty) => {
        impl FromColumn for $type {
            fn read(row: &DatabaseRow, column: &str) -> Result<Self> {
                Ok(match row {
                    DatabaseRow::Sqlite(row) => row.try_get(column)?,
                    DatabaseRow::Postgres(row) => row.try_get(column)?,
                })
            }
        }
    };
}
primitive!(String);
primitive!(i64);
primitive!(bool);

impl<T: FromColumn> FromColumn for Option<T> {
    fn read(row: &DatabaseRow, column: &str) -> Result<Self> {
        if row.is_null(column)? {
            return Ok(None);
        }
        T::read(row, column).map(Some)
    }
}

impl FromColumn for u64 {
    fn read(row: &DatabaseRow, column: &str) -> Result<Self> {
        i64::read(row, column)?
            .try_into()
            .map_err(|_| damaged(column))
    }
}

impl FromColumn for u32 {
    fn read(row: &DatabaseRow, column: &str) -> Result<Self> {
        i64::read(row, column)?
            .try_into()
            .map_err(|_| damaged(column))
    }
}

impl FromColumn for Uuid {
    fn read(row: &DatabaseRow, column: &str) -> Result<Self> {
        String::read(row, column)?
            .parse()
            .map_err(|_| damaged(column))
    }
}

impl FromColumn for DateTime<Utc> {
    fn read(row: &DatabaseRow, column: &str) -> Result<Self> {
        DateTime::from_timestamp_millis(i64::read(row, column)?).ok_or_else(|| damaged(column))
    }
}

impl<T: DeserializeOwned> FromColumn for Json<T> {
    fn read(row: &DatabaseRow, column: &str) -> Result<Self> {
        let text = String::read(row, column)?;
        match serde_json::from_str(&text) {
            Ok(value) => Ok(Self(value)),
            Err(error) => Err(StoreError::corrupt(format_args!(
                "column {column}: {error}"
            ))),
        }
    }
}

fn damaged(column: &str) -> StoreError {
    StoreError::corrupt(format_args!("column {column} holds what it cannot"))
}

/// An enum whose words are stored as they are on the wire.
macro_rules! words {
    ($type:ty) => {
        impl crate::value::FromColumn for $type {
            fn read(row: &crate::value::DatabaseRow, column: &str) -> crate::Result<Self> {
                let word: String = row.get(column)?;
                serde_json::from_value(serde_json::Value::String(word)).map_err(|error| {
                    crate::StoreError::corrupt(format_args!("column {column}: {error}"))
                })
            }
        }
        impl From<$type> for crate::value::Param<'_> {
            fn from(value: $type) -> Self {
                match serde_json::to_value(value) {
                    Ok(serde_json::Value::String(word)) => word.into(),
                    _ => Self::Text(None),
                }
            }
        }
        impl From<Option<$type>> for crate::value::Param<'_> {
            fn from(value: Option<$type>) -> Self {
                value.map_or(Self::Text(None), Into::into)
            }
        }
    };
}
pub(super) use words;
