//! Rows of MySQL as the values of answers, in the forms that the query worker gives them.

use portolan_query::{ColumnType, WorkerFailure};
use serde_json::Value;
use sqlx::{
    Column, Row, TypeInfo, ValueRef,
    mysql::{MySqlColumn, MySqlRow},
};

use crate::{
    decode::{
        decimal_value, integer_value, number_value, single_value, time_text, unknown_type,
        unreadable_value, unsigned_value,
    },
    results::BooleanColumns,
};

/// The type of a result's column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MysqlType {
    Boolean,
    /// With whether it is unsigned.
    Integer(bool),
    Single,
    Double,
    Decimal,
    Date,
    Datetime,
    Time,
    Text,
}

impl MysqlType {
    pub fn of(column: &MySqlColumn, booleans: &BooleanColumns) -> Result<Self, WorkerFailure> {
        Ok(match column.type_info().name() {
            "BOOLEAN" => Self::Boolean,
            "INT" | "BIGINT" if booleans.has(column.ordinal(), column.name()) => Self::Boolean,
            "TINYINT" | "SMALLINT" | "MEDIUMINT" | "INT" | "BIGINT" => Self::Integer(false),
            "YEAR" => Self::Integer(true),
            name if name.ends_with(" UNSIGNED") => Self::Integer(true),
            "FLOAT" => Self::Single,
            "DOUBLE" => Self::Double,
            "DECIMAL" => Self::Decimal,
            "DATE" => Self::Date,
            "DATETIME" | "TIMESTAMP" => Self::Datetime,
            "TIME" => Self::Time,
            "CHAR" | "VARCHAR" | "TINYTEXT" | "TEXT" | "MEDIUMTEXT" | "LONGTEXT" | "ENUM"
            | "SET" | "JSON" | "NULL" => Self::Text,
            // So the driver calls texts that compare by code points; columns of bytes are left out of tables.
            "BINARY" | "VARBINARY" | "TINYBLOB" | "BLOB" | "MEDIUMBLOB" | "LONGBLOB" => Self::Text,
            other => return Err(unknown_type(column.name(), other)),
        })
    }

    pub fn column_type(self) -> ColumnType {
        match self {
            Self::Boolean => ColumnType::Boolean,
            Self::Integer(_) => ColumnType::Integer,
            Self::Single | Self::Double | Self::Decimal => ColumnType::Number,
            Self::Date => ColumnType::Date,
            Self::Datetime => ColumnType::Datetime,
            Self::Time | Self::Text => ColumnType::String,
        }
    }

    /// Reads a value, which comes in MySQL's binary form. Dates of zeros are null.
    pub fn read(self, row: &MySqlRow, place: usize) -> Result<Value, WorkerFailure> {
        let read = || {
            if row.try_get_raw(place).ok()?.is_null() {
                return Some(Value::Null);
            }
            self.decode(row.try_get_unchecked(place).ok()?)
        };
        read().ok_or_else(unreadable_value)
    }

    fn decode(self, bytes: &[u8]) -> Option<Value> {
        Some(match self {
            Self::Boolean => Value::Bool(bytes.iter().any(|byte| *byte != 0)),
            Self::Integer(true) => unsigned_value(unsigned(bytes)?),
            Self::Integer(false) => integer_value(signed(bytes)?),
            Self::Single => single_value(f32::from_le_bytes(bytes.try_into().ok()?))?,
            Self::Double => number_value(f64::from_le_bytes(bytes.try_into().ok()?)),
            Self::Decimal => decimal_value(std::str::from_utf8(bytes).ok()?)?,
            Self::Date => Value::from(date_text(bytes)?),
            Self::Datetime => Value::from(format!("{}T{}", date_text(bytes)?, clock_text(bytes)?)),
            Self::Time => Value::from(duration_text(bytes)?),
            Self::Text => Value::from(std::str::from_utf8(bytes).ok()?),
        })
    }
}

fn unsigned(bytes: &[u8]) -> Option<u64> {
    let mut whole = [0; 8];
    whole.get_mut(..bytes.len())?.copy_from_slice(bytes);
    Some(u64::from_le_bytes(whole))
}

fn signed(bytes: &[u8]) -> Option<i64> {
    let is_negative = bytes.last()? & 0x80 != 0;
    let mut whole = [if is_negative { 0xff } else { 0 }; 8];
    whole.get_mut(..bytes.len())?.copy_from_slice(bytes);
    Some(i64::from_le_bytes(whole))
}

/// Reads a length, then year, month and day.
fn date_text(bytes: &[u8]) -> Option<String> {
    let [_, low, high, month, day, ..] = bytes else {
        return None;
    };
    let year = u16::from_le_bytes([*low, *high]);
    Some(format!("{year:04}-{month:02}-{day:02}"))
}

/// Reads the time after a date: nothing at midnight, then hours, minutes and seconds, then microseconds.
fn clock_text(bytes: &[u8]) -> Option<String> {
    let Some([hours, minutes, seconds]) = bytes.get(5..8) else {
        return Some("00:00:00".to_owned());
    };
    let micros = match bytes.get(8..12) {
        Some(micros) => unsigned(micros)?,
        None => 0,
    };
    let clock = format!("{hours:02}:{minutes:02}:{seconds:02}");
    Some(match micros {
        0 => clock,
        // As many digits as chrono's `%.f` gives.
        micros if micros % 1_000 == 0 => format!("{clock}.{:03}", micros / 1_000),
        micros => format!("{clock}.{micros:06}"),
    })
}

/// Reads a length, a sign, days, hours, minutes, seconds and microseconds.
fn duration_text(bytes: &[u8]) -> Option<String> {
    let Some(parts) = bytes.get(1..9) else {
        return Some("00:00:00".to_owned());
    };
    let days = i64::try_from(unsigned(&parts[1..5])?).ok()?;
    let seconds =
        ((days * 24 + i64::from(parts[5])) * 60 + i64::from(parts[6])) * 60 + i64::from(parts[7]);
    let micros = match bytes.get(9..13) {
        Some(micros) => i64::try_from(unsigned(micros)?).ok()?,
        None => 0,
    };
    let whole = seconds * 1_000_000 + micros;
    Some(time_text(if parts[0] == 1 { -whole } else { whole }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn integers_keep_sign_and_every_digit() {
        let read = |unsigned, bytes: &[u8]| MysqlType::Integer(unsigned).decode(bytes).unwrap();
        assert_eq!(read(false, &[0xff]), json!(-1));
        assert_eq!(read(true, &[0xff]), json!(255));
        assert_eq!(read(true, &[0xff; 8]), json!("18446744073709551615"));
        assert_eq!(read(false, &(-5_i32).to_le_bytes()), json!(-5));
    }

    #[test]
    fn decimals_dates_and_times_are_exact() {
        let decode = |kind: MysqlType, bytes: &[u8]| kind.decode(bytes).unwrap();
        assert_eq!(decode(MysqlType::Decimal, b"19.50"), json!(19.5));
        assert_eq!(decode(MysqlType::Decimal, b"-42"), json!(-42));
        let moment = [11, 0xea, 0x07, 1, 2, 8, 5, 6, 0x20, 0xa1, 7, 0];
        assert_eq!(
            decode(MysqlType::Datetime, &moment),
            json!("2026-01-02T08:05:06.500")
        );
        let day = [4, 0xea, 0x07, 1, 2];
        assert_eq!(
            decode(MysqlType::Datetime, &day),
            json!("2026-01-02T00:00:00")
        );
        assert_eq!(decode(MysqlType::Date, &day), json!("2026-01-02"));
        let span = [8, 1, 1, 0, 0, 0, 2, 3, 4];
        assert_eq!(decode(MysqlType::Time, &span), json!("-26:03:04"));
    }
}
