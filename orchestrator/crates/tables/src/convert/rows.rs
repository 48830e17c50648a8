//! Rows that a database returned, written as Parquet in the types of their columns.

use std::{fs, path::Path, sync::Arc};

use arrow::{
    array::{ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, StringArray},
    compute::cast,
    datatypes::{DataType, Field, Schema, TimeUnit},
};
use portolan_query::{ColumnType, QueryResult, WorkerFailure};
use serde_json::Value;

use super::write;
use crate::failure::{from_arrow, from_io, from_parquet, unreadable_file};

const BATCH_ROWS: usize = 8_192;

/// Writes the rows of the [`QueryResult`] in the JSON file `rows` to `target`.
pub fn write_rows(rows: &str, target: &str) -> Result<(), WorkerFailure> {
    let bytes = fs::read(rows).map_err(|error| from_io(&error))?;
    let result: QueryResult = serde_json::from_slice(&bytes)
        .map_err(|error| unreadable_file(format!("The rows could not be read: {error}.")))?;
    drop(bytes);
    let fields: Vec<Field> = result
        .columns
        .iter()
        .map(|column| Field::new(&column.name, data_type(column.column_type), true))
        .collect();
    let schema = Arc::new(Schema::new(fields));
    let mut writer = write::open_writer(Path::new(target), &schema)?;
    for rows in result.rows.chunks(BATCH_ROWS) {
        let arrays = (0..result.columns.len())
            .map(|place| column_of(rows, place, result.columns[place].column_type))
            .collect::<Result<Vec<_>, _>>()?;
        let batch = RecordBatch::try_new(Arc::clone(&schema), arrays)
            .map_err(|error| from_arrow(&error))?;
        write::write_batch(&mut writer, &batch)?;
    }
    writer.close().map_err(|error| from_parquet(&error))?;
    Ok(())
}

fn data_type(column_type: ColumnType) -> DataType {
    match column_type {
        ColumnType::String => DataType::Utf8,
        ColumnType::Integer => DataType::Int64,
        ColumnType::Number => DataType::Float64,
        ColumnType::Boolean => DataType::Boolean,
        ColumnType::Date => DataType::Date32,
        ColumnType::Datetime => DataType::Timestamp(TimeUnit::Microsecond, None),
    }
}

/// Returns one column of the rows. Integers beyond 2^53 come as texts.
fn column_of(
    rows: &[Vec<Value>],
    place: usize,
    column_type: ColumnType,
) -> Result<ArrayRef, WorkerFailure> {
    let values = rows
        .iter()
        .map(|row| row.get(place).unwrap_or(&Value::Null));
    let array: ArrayRef = match column_type {
        ColumnType::Integer => Arc::new(values.map(integer_of).collect::<Int64Array>()),
        ColumnType::Number => Arc::new(values.map(number_of).collect::<Float64Array>()),
        ColumnType::Boolean => Arc::new(values.map(Value::as_bool).collect::<BooleanArray>()),
        ColumnType::String => Arc::new(values.map(Value::as_str).collect::<StringArray>()),
        ColumnType::Date | ColumnType::Datetime => {
            let texts: ArrayRef = Arc::new(values.map(Value::as_str).collect::<StringArray>());
            cast(&texts, &data_type(column_type)).map_err(|error| from_arrow(&error))?
        }
    };
    Ok(array)
}

fn integer_of(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}

fn number_of(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use arrow::util::display::{ArrayFormatter, FormatOptions};
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use serde_json::json;

    use super::*;

    #[test]
    fn rows_keep_the_types_of_their_columns() {
        let folder = std::env::temp_dir().join(format!("portolan-rows-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (rows, target) = (folder.join("rows.json"), folder.join("rows.parquet"));
        let result = json!({
            "columns": [
                {"name": "code", "type": "string"}, {"name": "big", "type": "integer"},
                {"name": "price", "type": "number"}, {"name": "paid", "type": "boolean"},
                {"name": "day", "type": "date"}, {"name": "at", "type": "datetime"},
            ],
            "rows": [
                ["007", "9007199254740993", 19.5, true, "2026-01-02", "2026-01-02T08:00:00.5"],
                ["NA", 2, null, false, null, null],
            ],
            "rowCount": 2, "truncated": false, "tookMs": 1,
        });
        fs::write(&rows, result.to_string()).unwrap();
        write_rows(&rows.to_string_lossy(), &target.to_string_lossy()).unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new(fs::File::open(&target).unwrap());
        let batch = reader.unwrap().build().unwrap().next().unwrap().unwrap();
        let columns = batch.columns().iter().map(|column| {
            let formatter = ArrayFormatter::try_new(column, &FormatOptions::default()).unwrap();
            [0, 1].map(|row| formatter.value(row).to_string()).join("|")
        });
        assert_eq!(
            columns.collect::<Vec<_>>(),
            [
                "007|NA",
                "9007199254740993|2",
                "19.5|",
                "true|false",
                "2026-01-02|",
                "2026-01-02T08:00:00.500|"
            ]
        );
        fs::remove_dir_all(folder).unwrap();
    }
}
