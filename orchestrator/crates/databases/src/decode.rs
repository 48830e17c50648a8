//! Rows of PostgreSQL as the values of answers, in the forms that the query worker gives them.

use chrono::{DateTime, Duration, NaiveDate};
use portolan_query::{ColumnType, FailureCode, WorkerFailure};
use serde_json::Value;
use sqlx::{Column, Row, TypeInfo, ValueRef, postgres::PgRow};

use super::failure::failure;

/// 2^53: larger integers are texts, because JSON numbers would lose their last digits.
const EXACT_INTEGERS: u64 = 1 << 53;

/// The type of a result's column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ResultType {
    Boolean,
    SmallInteger,
    Integer,
    BigInteger,
    Single,
    Double,
    Numeric,
    Date,
    Timestamp,
    Time,
    Interval,
    Text,
}

impl ResultType {
    pub fn of(column: &sqlx::postgres::PgColumn) -> Result<Self, WorkerFailure> {
        Ok(match column.type_info().name() {
            "BOOL" => Self::Boolean,
            "INT2" => Self::SmallInteger,
            "INT4" => Self::Integer,
            "INT8" => Self::BigInteger,
            "FLOAT4" => Self::Single,
            "FLOAT8" => Self::Double,
            "NUMERIC" => Self::Numeric,
            "DATE" => Self::Date,
            "TIMESTAMP" | "TIMESTAMPTZ" => Self::Timestamp,
            "TIME" => Self::Time,
            "INTERVAL" => Self::Interval,
            "TEXT" | "VARCHAR" | "CHAR" | "NAME" | "\"CHAR\"" | "UNKNOWN" => Self::Text,
            other => return Err(unknown_type(column.name(), other)),
        })
    }

    pub fn column_type(self) -> ColumnType {
        match self {
            Self::Boolean => ColumnType::Boolean,
            Self::SmallInteger | Self::Integer | Self::BigInteger => ColumnType::Integer,
            Self::Single | Self::Double | Self::Numeric => ColumnType::Number,
            Self::Date => ColumnType::Date,
            Self::Timestamp => ColumnType::Datetime,
            Self::Time | Self::Interval | Self::Text => ColumnType::String,
        }
    }

    /// Reads a value, which comes in PostgreSQL's binary form.
    pub fn read(self, row: &PgRow, place: usize) -> Result<Value, WorkerFailure> {
        let read = || {
            let value = row.try_get_raw(place).ok()?;
            if value.is_null() {
                return Some(Value::Null);
            }
            self.decode(value.as_bytes().ok()?)
        };
        read().ok_or_else(unreadable_value)
    }

    fn decode(self, bytes: &[u8]) -> Option<Value> {
        Some(match self {
            Self::Boolean => Value::Bool(*bytes.first()? != 0),
            Self::SmallInteger => Value::from(i16::from_be_bytes(bytes.try_into().ok()?)),
            Self::Integer => Value::from(i32::from_be_bytes(bytes.try_into().ok()?)),
            Self::BigInteger => integer_value(i64::from_be_bytes(bytes.try_into().ok()?)),
            Self::Single => single_value(f32::from_be_bytes(bytes.try_into().ok()?))?,
            Self::Double => number_value(f64::from_be_bytes(bytes.try_into().ok()?)),
            Self::Numeric => numeric_value(bytes)?,
            Self::Date => {
                let days = i32::from_be_bytes(bytes.try_into().ok()?);
                let date = NaiveDate::from_ymd_opt(2000, 1, 1)?
                    .checked_add_signed(Duration::try_days(days.into())?)?;
                Value::from(date.format("%Y-%m-%d").to_string())
            }
            Self::Timestamp => {
                // Microseconds since 2000; the number of those before it since 1970.
                const EPOCH: i64 = 946_684_800_000_000;
                let micros = i64::from_be_bytes(bytes.try_into().ok()?).checked_add(EPOCH)?;
                let moment = DateTime::from_timestamp_micros(micros)?;
                Value::from(moment.format("%Y-%m-%dT%H:%M:%S%.f").to_string())
            }
            Self::Time => Value::from(time_text(i64::from_be_bytes(bytes.try_into().ok()?))),
            Self::Interval => {
                let micros = i64::from_be_bytes(bytes.get(..8)?.try_into().ok()?);
                let days = i32::from_be_bytes(bytes.get(8..12)?.try_into().ok()?);
                let months = i32::from_be_bytes(bytes.get(12..16)?.try_into().ok()?);
                Value::from(interval_text(months, days, micros))
            }
            Self::Text => Value::from(std::str::from_utf8(bytes).ok()?),
        })
    }
}

pub(super) fn unknown_type(column: &str, name: &str) -> WorkerFailure {
    failure(
        FailureCode::QueryInvalid,
        format!(
            "The result's column \"{column}\" has the type {name}, which cannot be shown. Convert it: CAST(… AS VARCHAR)."
        ),
    )
}

pub(super) fn unreadable_value() -> WorkerFailure {
    failure(
        FailureCode::QueryInvalid,
        "The database returned a value that cannot be read. Convert it: CAST(… AS VARCHAR).",
    )
}

/// Reads a number through its shortest text, so that 0.1 stays 0.1.
pub(super) fn single_value(number: f32) -> Option<Value> {
    number.to_string().parse().ok().map(number_value)
}

pub(super) fn integer_value(number: i64) -> Value {
    if number.unsigned_abs() > EXACT_INTEGERS {
        Value::from(number.to_string())
    } else {
        Value::from(number)
    }
}

/// Returns null for NaN and the infinities.
pub(super) fn number_value(number: f64) -> Value {
    serde_json::Number::from_f64(number).map_or(Value::Null, Value::Number)
}

/// Reads groups of four decimal digits: their count, the weight of the first, sign, scale, then the groups.
fn numeric_value(bytes: &[u8]) -> Option<Value> {
    let mut parts = bytes
        .chunks_exact(2)
        .map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    let count = parts.next()?;
    let weight = i32::from(parts.next()? as i16);
    let sign = parts.next()?;
    let scale = usize::from(parts.next()?);
    let groups: Vec<u16> = parts.take(count.into()).collect();
    let group = |place: i32| {
        usize::try_from(place)
            .ok()
            .and_then(|at| groups.get(at))
            .copied()
    };
    let mut text = String::new();
    match sign {
        0 => {}
        0x4000 => text.push('-'),
        // NaN and the infinities.
        _ => return Some(Value::Null),
    }
    if weight < 0 {
        text.push('0');
    }
    for place in 0..=weight {
        text.push_str(&format!("{:04}", group(place).unwrap_or(0)));
    }
    if scale > 0 {
        let mut fraction = String::new();
        let mut place = weight + 1;
        while fraction.len() < scale {
            fraction.push_str(&format!("{:04}", group(place).unwrap_or(0)));
            place += 1;
        }
        fraction.truncate(scale);
        text.push('.');
        text.push_str(&fraction);
    }
    decimal_value(&text)
}

pub(super) fn unsigned_value(number: u64) -> Value {
    if number > EXACT_INTEGERS {
        Value::from(number.to_string())
    } else {
        Value::from(number)
    }
}

/// Reads decimal digits: a whole number where the fraction is zero.
pub(super) fn decimal_value(text: &str) -> Option<Value> {
    let trimmed = match text.split_once('.') {
        Some(_) => text.trim_end_matches('0').trim_end_matches('.'),
        None => text,
    };
    match trimmed.parse::<i64>() {
        Ok(number) => Some(integer_value(number)),
        Err(_) => trimmed.parse().ok().map(number_value),
    }
}

pub(super) fn time_text(micros: i64) -> String {
    let seconds = micros.unsigned_abs() / 1_000_000;
    let fraction = micros.unsigned_abs() % 1_000_000;
    let sign = if micros < 0 { "-" } else { "" };
    let clock = format!(
        "{sign}{:02}:{:02}:{:02}",
        seconds / 3_600,
        seconds / 60 % 60,
        seconds % 60
    );
    match fraction {
        0 => clock,
        _ => format!("{clock}.{fraction:06}")
            .trim_end_matches('0')
            .to_owned(),
    }
}

fn interval_text(months: i32, days: i32, micros: i64) -> String {
    let mut parts = Vec::new();
    if months != 0 {
        parts.push(format!("{months} months"));
    }
    if days != 0 {
        parts.push(format!("{days} days"));
    }
    if micros != 0 || parts.is_empty() {
        parts.push(time_text(micros));
    }
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn numeric(weight: i16, sign: u16, scale: u16, groups: &[u16]) -> Value {
        let mut bytes = Vec::new();
        for part in [groups.len() as u16, weight as u16, sign, scale] {
            bytes.extend(part.to_be_bytes());
        }
        bytes.extend(groups.iter().flat_map(|group| group.to_be_bytes()));
        numeric_value(&bytes).unwrap()
    }

    #[test]
    fn numeric_values_are_read_with_sign_scale_and_size() {
        assert_eq!(numeric(0, 0, 2, &[19, 5000]), json!(19.5));
        assert_eq!(numeric(0, 0x4000, 0, &[42]), json!(-42));
        assert_eq!(numeric(-1, 0, 4, &[25]), json!(0.0025));
        assert_eq!(numeric(1, 0, 0, &[1]), json!(10_000));
        assert_eq!(numeric(0, 0, 0, &[]), json!(0));
        assert_eq!(numeric(0, 0, 3, &[1200]), json!(1200));
        assert_eq!(
            numeric(4, 0, 0, &[1, 0, 0, 0, 1]),
            json!("10000000000000001")
        );
        assert_eq!(numeric(0, 0xc000, 0, &[]), Value::Null);
    }

    #[test]
    fn dates_and_times_are_iso_8601() {
        let date = ResultType::Date.decode(&8_766_i32.to_be_bytes());
        assert_eq!(date, Some(json!("2024-01-01")));
        let moment = ResultType::Timestamp.decode(&(-500_000_i64).to_be_bytes());
        assert_eq!(moment, Some(json!("1999-12-31T23:59:59.500")));
        assert_eq!(interval_text(0, 3, 0), "3 days");
        assert_eq!(time_text(3_661_500_000), "01:01:01.5");
    }
}
