//! Writes the rows of a table as Parquet, in the types that were found for its columns.

use std::{fs::File, path::Path, sync::Arc};

use arrow::{
    array::{
        ArrayBuilder, ArrayRef, BooleanBuilder, Date32Builder, Float64Builder, Int64Builder,
        RecordBatch, StringBuilder, TimestampMicrosecondBuilder,
    },
    datatypes::{DataType, Field, Schema, SchemaRef, TimeUnit},
};
use parquet::{
    arrow::ArrowWriter,
    basic::Compression,
    file::properties::{EnabledStatistics, WriterProperties},
};
use portolan_query::WorkerFailure;

use super::{
    cell::RawCell,
    infer::{ColumnFormat, is_null, parse_boolean},
    number::{self, Parsed, Style},
    time::{self, DateOrder},
};
use crate::failure::{from_arrow, from_io, from_parquet};

const BATCH_ROWS: usize = 8_192;
/// Text in one batch; a batch of very long cells ends earlier.
const BATCH_TEXT_BYTES: usize = 8 << 20;
const ROW_GROUP_ROWS: usize = 256 * 1024;
/// The memory limit of the writer before it closes a row group.
const ROW_GROUP_BYTES: usize = 48 << 20;

pub struct TableWriter {
    schema: SchemaRef,
    columns: Vec<TypedColumnBuilder>,
    rows: usize,
    text_bytes: usize,
    writer: ArrowWriter<File>,
}

impl TableWriter {
    pub fn create(
        path: &Path,
        names: &[String],
        formats: &[ColumnFormat],
    ) -> Result<Self, WorkerFailure> {
        let fields: Vec<Field> = names
            .iter()
            .zip(formats)
            .map(|(name, format)| Field::new(name, format.data_type(), true))
            .collect();
        let schema = Arc::new(Schema::new(fields));
        Ok(Self {
            columns: formats
                .iter()
                .map(|format| TypedColumnBuilder::new(*format))
                .collect(),
            rows: 0,
            text_bytes: 0,
            writer: open_writer(path, &schema)?,
            schema,
        })
    }

    /// Cells that the row lacks are null.
    pub fn add(&mut self, row: &[RawCell<'_>]) -> Result<(), WorkerFailure> {
        for (index, column) in self.columns.iter_mut().enumerate() {
            self.text_bytes += column.add(row.get(index).unwrap_or(&RawCell::Null));
        }
        self.rows += 1;
        // Bounded in rows and in bytes: a batch of long texts must not exhaust the worker's memory.
        if self.rows == BATCH_ROWS || self.text_bytes > BATCH_TEXT_BYTES {
            self.flush_rows()?;
        }
        Ok(())
    }

    pub fn finish(mut self) -> Result<(), WorkerFailure> {
        self.flush_rows()?;
        self.writer.close().map_err(|error| from_parquet(&error))?;
        Ok(())
    }

    fn flush_rows(&mut self) -> Result<(), WorkerFailure> {
        if self.rows == 0 {
            return Ok(());
        }
        self.rows = 0;
        self.text_bytes = 0;
        let arrays: Vec<ArrayRef> = self
            .columns
            .iter_mut()
            .map(TypedColumnBuilder::finish)
            .collect();
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), arrays)
            .map_err(|error| from_arrow(&error))?;
        write_batch(&mut self.writer, &batch)
    }
}

/// A Parquet writer whose memory is bounded.
pub fn open_writer(path: &Path, schema: &SchemaRef) -> Result<ArrowWriter<File>, WorkerFailure> {
    let file = File::create(path).map_err(|error| from_io(&error))?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_max_row_group_row_count(Some(ROW_GROUP_ROWS))
        // Statistics per chunk let queries skip row groups; per page they would only grow the file.
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .build();
    ArrowWriter::try_new(file, Arc::clone(schema), Some(properties))
        .map_err(|error| from_parquet(&error))
}

pub fn write_batch(
    writer: &mut ArrowWriter<File>,
    batch: &RecordBatch,
) -> Result<(), WorkerFailure> {
    writer.write(batch).map_err(|error| from_parquet(&error))?;
    // Long texts can exceed the memory limit well before the row limit.
    if writer.memory_size() > ROW_GROUP_BYTES {
        writer.flush().map_err(|error| from_parquet(&error))?;
    }
    Ok(())
}

impl ColumnFormat {
    pub fn data_type(self) -> DataType {
        match self {
            Self::Text => DataType::Utf8,
            Self::Integer(_) => DataType::Int64,
            Self::Number(_) => DataType::Float64,
            Self::Boolean => DataType::Boolean,
            Self::Date(_) => DataType::Date32,
            Self::Datetime(_) => DataType::Timestamp(TimeUnit::Microsecond, None),
        }
    }
}

pub enum TypedColumnBuilder {
    Text(StringBuilder),
    Integer(Int64Builder, Style),
    Number(Float64Builder, Style),
    Boolean(BooleanBuilder),
    Date(Date32Builder, DateOrder),
    Datetime(TimestampMicrosecondBuilder, DateOrder),
}

impl TypedColumnBuilder {
    pub fn new(format: ColumnFormat) -> Self {
        match format {
            ColumnFormat::Text => Self::Text(StringBuilder::new()),
            ColumnFormat::Integer(style) => Self::Integer(Int64Builder::new(), style),
            ColumnFormat::Number(style) => Self::Number(Float64Builder::new(), style),
            ColumnFormat::Boolean => Self::Boolean(BooleanBuilder::new()),
            ColumnFormat::Date(order) => Self::Date(Date32Builder::new(), order),
            ColumnFormat::Datetime(order) => {
                Self::Datetime(TimestampMicrosecondBuilder::new(), order)
            }
        }
    }

    /// Adds a cell and returns its size in bytes of text.
    pub fn add(&mut self, cell: &RawCell<'_>) -> usize {
        match self {
            Self::Text(builder) => {
                let text = cell.display();
                // Blank text at the ends is kept where it is part of a text, and means nothing alone.
                if is_null(text.trim()) {
                    builder.append_null();
                    return 0;
                }
                builder.append_value(&*text);
                return text.len();
            }
            Self::Integer(builder, style) => builder.append_option(to_integer(cell, *style)),
            Self::Number(builder, style) => builder.append_option(to_float(cell, *style)),
            Self::Boolean(builder) => builder.append_option(to_boolean(cell)),
            Self::Date(builder, order) => {
                builder.append_option(to_micros(cell, *order).map(time::days_since_epoch));
            }
            Self::Datetime(builder, order) => builder.append_option(to_micros(cell, *order)),
        }
        0
    }

    pub fn finish(&mut self) -> ArrayRef {
        let builder: &mut dyn ArrayBuilder = match self {
            Self::Text(builder) => builder,
            Self::Integer(builder, _) => builder,
            Self::Number(builder, _) => builder,
            Self::Boolean(builder) => builder,
            Self::Date(builder, _) => builder,
            Self::Datetime(builder, _) => builder,
        };
        builder.finish()
    }
}

fn parse_text(text: &str, style: Style) -> Option<Parsed> {
    let text = text.trim();
    if is_null(text) {
        return None;
    }
    number::parse_number(&number::split_parts(text)?, style)
}

fn to_integer(cell: &RawCell<'_>, style: Style) -> Option<i64> {
    match cell {
        RawCell::Integer(value) => Some(*value),
        RawCell::Untyped(text) => match parse_text(text, style)? {
            Parsed::Integer(value) => Some(value),
            // Inference saw every cell, so an integer column has no fractions; null is the safe
            // fallback.
            Parsed::Number(_) => None,
        },
        _ => None,
    }
}

fn to_float(cell: &RawCell<'_>, style: Style) -> Option<f64> {
    match cell {
        RawCell::Integer(value) => Some(*value as f64),
        RawCell::Number(value) => value.is_finite().then_some(*value),
        RawCell::Untyped(text) => match parse_text(text, style)? {
            Parsed::Integer(value) => Some(value as f64),
            Parsed::Number(value) => Some(value),
        },
        _ => None,
    }
}

fn to_boolean(cell: &RawCell<'_>) -> Option<bool> {
    match cell {
        RawCell::Boolean(value) => Some(*value),
        RawCell::Untyped(text) => parse_boolean(text.trim()),
        _ => None,
    }
}

fn to_micros(cell: &RawCell<'_>, order: DateOrder) -> Option<i64> {
    let text = match cell {
        RawCell::Datetime(micros) => return Some(*micros),
        RawCell::Untyped(text) => text.trim(),
        RawCell::Text(text) => text.trim(),
        _ => return None,
    };
    time::parse_moment(text, order).map(|moment| moment.micros)
}
