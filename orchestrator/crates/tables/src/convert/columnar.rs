//! Parquet files of others: read as they are, written in the types that queries know.

use std::{fs::File, path::Path, sync::Arc};

use arrow::{
    array::{Array, ArrayRef, RecordBatch, StringBuilder},
    compute::cast,
    datatypes::{DataType, Field, Schema, TimeUnit},
    util::display::{ArrayFormatter, FormatOptions},
};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use portolan_query::{ColumnType, Failure, Limits};

use super::{header, write};
use crate::{
    failure::{from_arrow, from_parquet, too_large},
    value::column_type,
};

const BATCH_ROWS: usize = 8_192;

/// Writes the table in `source` to `target` and returns what was done to its names.
pub fn rewrite(source: &Path, target: &Path, limits: &Limits) -> Result<Vec<String>, Failure> {
    let file = File::open(source).map_err(|error| crate::failure::from_io(&error))?;
    let builder =
        ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| from_parquet(&error))?;
    let given = builder.schema();
    let width = given.fields().len();
    if width as u64 > limits.max_columns {
        return Err(too_large(format!(
            "The file has {width} columns; a table may have {}.",
            limits.max_columns
        )));
    }
    let mut notes = Vec::new();
    let names: Vec<String> = given
        .fields()
        .iter()
        .map(|field| field.name().clone())
        .collect();
    let names = header::unique_names(Some(&names), width, &mut notes);
    let fields: Vec<Field> = names
        .iter()
        .zip(given.fields())
        // Always nullable: a failed cast becomes null even in a required column.
        .map(|(name, field)| Field::new(name, stored_type(field.data_type()), true))
        .collect();
    let schema = Arc::new(Schema::new(fields));
    let mut writer = write::writer(target, &schema)?;
    let reader = builder
        .with_batch_size(BATCH_ROWS)
        .build()
        .map_err(|error| from_parquet(&error))?;
    for batch in reader {
        let batch = batch.map_err(|error| from_arrow(&error))?;
        let columns = batch
            .columns()
            .iter()
            .map(store_column)
            .collect::<Result<Vec<_>, _>>()?;
        let batch = RecordBatch::try_new(Arc::clone(&schema), columns)
            .map_err(|error| from_arrow(&error))?;
        write::write_batch(&mut writer, &batch)?;
    }
    writer.close().map_err(|error| from_parquet(&error))?;
    Ok(notes)
}

fn stored_type(data_type: &DataType) -> DataType {
    match column_type(data_type) {
        // Values above i64::MAX don't fit; as floats they keep their size, though not every digit.
        ColumnType::Integer if *data_type == DataType::UInt64 => DataType::Float64,
        ColumnType::Integer => DataType::Int64,
        ColumnType::Number => DataType::Float64,
        ColumnType::Boolean => DataType::Boolean,
        ColumnType::Date => DataType::Date32,
        ColumnType::Datetime => DataType::Timestamp(TimeUnit::Microsecond, None),
        ColumnType::String => DataType::Utf8,
    }
}

fn store_column(column: &ArrayRef) -> Result<ArrayRef, Failure> {
    let target = stored_type(column.data_type());
    let is_nested = column.data_type().is_nested();
    let is_bytes = matches!(
        column.data_type(),
        DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
            | DataType::FixedSizeBinary(_)
    );
    // Lists, structs and bytes have no SQL type here; they are stored as readable text.
    if !is_nested && !is_bytes {
        // Times beyond what the target can hold become null, as unreadable text does.
        if let Ok(column) = cast(column, &target) {
            return Ok(column);
        }
    }
    let options = FormatOptions::default();
    let formatter =
        ArrayFormatter::try_new(column.as_ref(), &options).map_err(|error| from_arrow(&error))?;
    let mut texts = StringBuilder::new();
    for row in 0..column.len() {
        if column.is_null(row) {
            texts.append_null();
        } else {
            texts.append_value(formatter.value(row).to_string());
        }
    }
    let texts: ArrayRef = Arc::new(texts.finish());
    if target == DataType::Utf8 {
        return Ok(texts);
    }
    cast(&texts, &target).map_err(|error| from_arrow(&error))
}
