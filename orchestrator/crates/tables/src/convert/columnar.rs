//! Parquet files of others: read as they are, written in the types that queries know.

use std::{collections::BTreeSet, fs::File, path::Path, sync::Arc};

use arrow::{
    array::{Array, ArrayRef, AsArray, RecordBatch, StringBuilder},
    compute::{cast, max},
    datatypes::{DataType, Field, Schema, TimeUnit, UInt64Type},
    util::display::{ArrayFormatter, FormatOptions},
};
use parquet::arrow::{ProjectionMask, arrow_reader::ParquetRecordBatchReaderBuilder};
use portolan_query::{ColumnType, TableProfile, WorkerFailure, WorkerLimits};

use super::{header, write};
use crate::{
    failure::{from_arrow, from_parquet, too_large},
    profile::profile_table,
    value::column_type,
};

const BATCH_ROWS: usize = 8_192;

/// Writes the table in `source` to `target` and returns the notes about its names.
pub fn rewrite_table(
    source: &Path,
    target: &Path,
    limits: &WorkerLimits,
) -> Result<Vec<String>, WorkerFailure> {
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
    let wide = wide_columns(source, given)?;
    let fields: Vec<Field> = (names.iter().zip(given.fields()).enumerate())
        .map(|(place, (name, field))| {
            let data_type = if wide.contains(&place) {
                DataType::Utf8
            } else {
                stored_type(field.data_type())
            };
            // Always nullable: a failed cast becomes null even in a required column.
            Field::new(name, data_type, true)
        })
        .collect();
    let schema = Arc::new(Schema::new(fields));
    let mut writer = write::open_writer(target, &schema)?;
    let reader = builder
        .with_batch_size(BATCH_ROWS)
        .build()
        .map_err(|error| from_parquet(&error))?;
    for batch in reader {
        let batch = batch.map_err(|error| from_arrow(&error))?;
        let columns = batch
            .columns()
            .iter()
            .zip(schema.fields())
            .map(|(column, field)| store_column(column, field.data_type()))
            .collect::<Result<Vec<_>, _>>()?;
        let batch = RecordBatch::try_new(Arc::clone(&schema), columns)
            .map_err(|error| from_arrow(&error))?;
        write::write_batch(&mut writer, &batch)?;
    }
    writer.close().map_err(|error| from_parquet(&error))?;
    Ok(notes)
}

/// Writes rows to `target` in the types that queries know, and profiles them as the table `name`.
pub fn profile_batches(
    name: &str,
    target: &Path,
    schema: &Schema,
    batches: &[RecordBatch],
) -> Result<TableProfile, WorkerFailure> {
    let fields = schema.fields().iter();
    let fields: Vec<Field> = fields
        .map(|field| Field::new(field.name(), stored_type(field.data_type()), true))
        .collect();
    let schema = Arc::new(Schema::new(fields));
    let mut writer = write::open_writer(target, &schema)?;
    for batch in batches {
        let columns = batch.columns().iter().zip(schema.fields());
        let columns = columns
            .map(|(column, field)| store_column(column, field.data_type()))
            .collect::<Result<Vec<_>, _>>()?;
        let batch = RecordBatch::try_new(Arc::clone(&schema), columns)
            .map_err(|error| from_arrow(&error))?;
        write::write_batch(&mut writer, &batch)?;
    }
    writer.close().map_err(|error| from_parquet(&error))?;
    profile_table(name, target, 1)
}

/// Returns the columns with numbers beyond the integers that queries know. They are stored as text:
/// most are ids, and a decimal fraction would lose their last digits.
fn wide_columns(source: &Path, schema: &Schema) -> Result<BTreeSet<usize>, WorkerFailure> {
    let is_unsigned = |field: &Arc<Field>| *field.data_type() == DataType::UInt64;
    let unsigned: Vec<usize> = (schema.fields().iter().enumerate())
        .filter_map(|(place, field)| is_unsigned(field).then_some(place))
        .collect();
    let mut wide = BTreeSet::new();
    if unsigned.is_empty() {
        return Ok(wide);
    }
    let file = File::open(source).map_err(|error| crate::failure::from_io(&error))?;
    let builder =
        ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| from_parquet(&error))?;
    let mask = ProjectionMask::roots(builder.parquet_schema(), unsigned.iter().copied());
    let reader = builder
        .with_projection(mask)
        .with_batch_size(BATCH_ROWS)
        .build()
        .map_err(|error| from_parquet(&error))?;
    for batch in reader {
        let batch = batch.map_err(|error| from_arrow(&error))?;
        for (place, column) in unsigned.iter().zip(batch.columns()) {
            let largest = max(column.as_primitive::<UInt64Type>());
            if largest.is_some_and(|largest| i64::try_from(largest).is_err()) {
                wide.insert(*place);
            }
        }
    }
    Ok(wide)
}

pub fn stored_type(data_type: &DataType) -> DataType {
    match column_type(data_type) {
        ColumnType::Integer => DataType::Int64,
        ColumnType::Number => DataType::Float64,
        ColumnType::Boolean => DataType::Boolean,
        ColumnType::Date => DataType::Date32,
        ColumnType::Datetime => DataType::Timestamp(TimeUnit::Microsecond, None),
        ColumnType::String => DataType::Utf8,
    }
}

pub fn store_column(column: &ArrayRef, target: &DataType) -> Result<ArrayRef, WorkerFailure> {
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
        if let Ok(column) = cast(column, target) {
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
    if *target == DataType::Utf8 {
        return Ok(texts);
    }
    cast(&texts, target).map_err(|error| from_arrow(&error))
}
