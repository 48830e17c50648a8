//! JSON values of a column, and the types shown to users.

use arrow::datatypes::DataType;
use chrono::{DateTime, NaiveDate};
use portolan_query::ColumnType;
use serde_json::{Number, Value};

/// Beyond it a JSON number is no longer exact for JavaScript.
pub const EXACT_INTEGERS: u64 = 1 << 53;

pub fn column_type(data_type: &DataType) -> ColumnType {
    match data_type {
        data_type if data_type.is_integer() => ColumnType::Integer,
        data_type if data_type.is_numeric() => ColumnType::Number,
        DataType::Boolean => ColumnType::Boolean,
        DataType::Date32 | DataType::Date64 => ColumnType::Date,
        DataType::Timestamp(..) => ColumnType::Datetime,
        // Dictionaries are a storage detail; users see the type of the values.
        DataType::Dictionary(_, values) => column_type(values),
        _ => ColumnType::String,
    }
}

/// Integers beyond 2^53 as text.
pub fn integer_value(value: i64) -> Value {
    if value.unsigned_abs() > EXACT_INTEGERS {
        Value::from(value.to_string())
    } else {
        Value::from(value)
    }
}

/// Integers beyond 2^53 as text.
pub fn unsigned_value(value: u64) -> Value {
    if value > EXACT_INTEGERS {
        Value::from(value.to_string())
    } else {
        Value::from(value)
    }
}

/// NaN and the infinities are null.
pub fn number_value(value: f64) -> Value {
    // Fifteen digits are exact in what people write; those after them are what is left of adding up
    // binary fractions: 0.30000000000000004.
    let rounded = format!("{value:.14e}").parse().unwrap_or(value);
    Number::from_f64(rounded).map_or(Value::Null, Value::Number)
}

/// Days since 1970 as `YYYY-MM-DD`.
pub fn date_value(days: i32) -> Value {
    NaiveDate::from_epoch_days(days).map_or(Value::Null, |date| {
        Value::from(date.format("%Y-%m-%d").to_string())
    })
}

/// Microseconds since 1970 as `YYYY-MM-DDTHH:MM:SS`, with milliseconds if there are any.
pub fn datetime_value(micros: i64) -> Value {
    DateTime::from_timestamp_micros(micros).map_or(Value::Null, |time| {
        let format = if micros % 1_000_000 == 0 {
            "%Y-%m-%dT%H:%M:%S"
        } else {
            "%Y-%m-%dT%H:%M:%S%.3f"
        };
        Value::from(time.naive_utc().format(format).to_string())
    })
}
