//! Batches of the engine as rows of JSON.

use datafusion::arrow::{
    array::{Array, AsArray, RecordBatch},
    compute::{CastOptions, cast, cast_with_options},
    datatypes::{
        DataType, Date32Type, Float64Type, Int64Type, TimeUnit, TimestampMicrosecondType,
        UInt64Type,
    },
    util::display::{ArrayFormatter, FormatOptions},
};
use portolan_query::{ColumnType, FailureCode, WorkerFailure, WorkerLimits};
use portolan_tables::{
    failure::{from_arrow, new_failure},
    value::{
        EXACT_INTEGERS, column_type, date_value, datetime_value, integer_value, number_value,
        unsigned_value,
    },
};
use serde_json::Value;

pub struct RowCollector {
    pub rows: Vec<Vec<Value>>,
    pub row_count: u64,
    max_rows: u64,
    bytes_left: u64,
    is_full: bool,
}

impl RowCollector {
    pub fn new(limits: &WorkerLimits) -> Self {
        Self {
            rows: Vec::new(),
            row_count: 0,
            max_rows: limits.max_rows,
            bytes_left: limits.max_answer_bytes,
            is_full: false,
        }
    }

    pub fn is_truncated(&self) -> bool {
        self.row_count > self.rows.len() as u64
    }

    pub fn add(&mut self, batch: &RecordBatch) -> Result<(), WorkerFailure> {
        self.row_count += batch.num_rows() as u64;
        if self.is_full {
            return Ok(());
        }
        let room = self.max_rows.saturating_sub(self.rows.len() as u64);
        let taken =
            usize::try_from(room).map_or(batch.num_rows(), |room| room.min(batch.num_rows()));
        self.is_full = taken < batch.num_rows();
        let batch = batch.slice(0, taken);
        let columns = batch
            .columns()
            .iter()
            .map(|column| column_values(column.as_ref()))
            .collect::<Result<Vec<_>, _>>()?;
        let mut columns: Vec<_> = columns.into_iter().map(Vec::into_iter).collect();
        for _ in 0..taken {
            let row: Vec<Value> = columns.iter_mut().filter_map(Iterator::next).collect();
            let bytes = 3 + row.iter().map(json_bytes).sum::<u64>();
            if bytes > self.bytes_left {
                self.is_full = true;
                break;
            }
            self.bytes_left -= bytes;
            self.rows.push(row);
        }
        Ok(())
    }
}

/// The type under which a column of a result is shown: decimals without a fraction are integers.
pub fn result_type(data_type: &DataType) -> ColumnType {
    match data_type {
        DataType::Decimal32(_, scale)
        | DataType::Decimal64(_, scale)
        | DataType::Decimal128(_, scale)
        | DataType::Decimal256(_, scale)
            if *scale <= 0 =>
        {
            ColumnType::Integer
        }
        _ => column_type(data_type),
    }
}

/// One JSON value for each row of the column.
pub fn column_values(column: &dyn Array) -> Result<Vec<Value>, WorkerFailure> {
    // A time that the answer's type cannot hold is an error, not null.
    let checked = CastOptions {
        safe: false,
        ..CastOptions::default()
    };
    let as_type = |target: &DataType| {
        cast_with_options(column, target, &checked).map_err(|_| beyond_answers(column))
    };
    match result_type(column.data_type()) {
        _ if column.data_type().is_decimal() => decimal_values(column),
        ColumnType::Integer if *column.data_type() == DataType::UInt64 => Ok(column
            .as_primitive::<UInt64Type>()
            .iter()
            .map(|value| value.map_or(Value::Null, unsigned_value))
            .collect()),
        ColumnType::Integer => Ok(as_type(&DataType::Int64)?
            .as_primitive::<Int64Type>()
            .iter()
            .map(|value| value.map_or(Value::Null, integer_value))
            .collect()),
        ColumnType::Number => Ok(as_type(&DataType::Float64)?
            .as_primitive::<Float64Type>()
            .iter()
            .map(|value| value.map_or(Value::Null, number_value))
            .collect()),
        ColumnType::Boolean => Ok(as_type(&DataType::Boolean)?
            .as_boolean()
            .iter()
            .map(|value| value.map_or(Value::Null, Value::Bool))
            .collect()),
        ColumnType::Date => as_type(&DataType::Date32)?
            .as_primitive::<Date32Type>()
            .iter()
            .map(|value| shown_value(value.map(date_value), column))
            .collect::<Result<_, _>>(),
        ColumnType::Datetime => {
            let micros = as_type(&DataType::Timestamp(TimeUnit::Microsecond, None))?;
            micros
                .as_primitive::<TimestampMicrosecondType>()
                .iter()
                .map(|value| shown_value(value.map(datetime_value), column))
                .collect()
        }
        ColumnType::String => text_values(column),
    }
}

/// Returns null if there is no value.
///
/// # Errors
/// Fails for a time that no date or time of an answer can represent.
fn shown_value(value: Option<Value>, column: &dyn Array) -> Result<Value, WorkerFailure> {
    match value {
        Some(Value::Null) => Err(beyond_answers(column)),
        value => Ok(value.unwrap_or_default()),
    }
}

/// The failure of a query whose result is beyond what answers can hold.
fn beyond_answers(column: &dyn Array) -> WorkerFailure {
    let kind = match result_type(column.data_type()) {
        ColumnType::Date | ColumnType::Datetime => {
            "A date or time in the result is outside of the years that an answer can hold"
        }
        _ => "A number in the result is too large for an answer",
    };
    new_failure(
        FailureCode::QueryInvalid,
        format!("{kind}. Filter such rows, or calculate with smaller values."),
    )
}

/// Decimals beyond 2^53 are texts, as integers are: a JSON number would lose their last digits.
fn decimal_values(column: &dyn Array) -> Result<Vec<Value>, WorkerFailure> {
    let texts = cast(column, &DataType::LargeUtf8).map_err(|error| from_arrow(&error))?;
    Ok(texts
        .as_string::<i64>()
        .iter()
        .map(|text| text.map_or(Value::Null, decimal_value))
        .collect())
}

fn decimal_value(text: &str) -> Value {
    if let Ok(value) = text.parse() {
        return integer_value(value);
    }
    match text.parse::<f64>() {
        Ok(value) if value.abs() <= EXACT_INTEGERS as f64 => Value::from(value),
        _ => Value::from(text),
    }
}

fn text_values(column: &dyn Array) -> Result<Vec<Value>, WorkerFailure> {
    let is_text = matches!(
        column.data_type(),
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View
    );
    if is_text || matches!(column.data_type(), DataType::Dictionary(..)) {
        let texts = cast(column, &DataType::LargeUtf8).map_err(|error| from_arrow(&error))?;
        return Ok(texts
            .as_string::<i64>()
            .iter()
            .map(|value| value.map_or(Value::Null, Value::from))
            .collect());
    }
    let options = FormatOptions::default();
    let formatter =
        ArrayFormatter::try_new(column, &options).map_err(|error| from_arrow(&error))?;
    Ok((0..column.len())
        .map(|row| {
            if column.is_null(row) || *column.data_type() == DataType::Null {
                Value::Null
            } else {
                Value::from(formatter.value(row).to_string())
            }
        })
        .collect())
}

fn json_bytes(value: &Value) -> u64 {
    match value {
        Value::String(text) => text.len() as u64 + 3,
        Value::Number(_) => 12,
        _ => 6,
    }
}
