//! Column edits: new names and types, unified spellings, numbers that mean missing.

use std::{borrow::Cow, fs::File, path::Path, sync::Arc};

use arrow::{
    array::{Array, ArrayRef, AsArray, Float64Array, Int64Array, RecordBatch, StringArray},
    compute::cast,
    datatypes::{DataType, Field, Float64Type, Int64Type, Schema},
};
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use portolan_query::{ColumnEdit, ColumnType, FailureCode, WorkerFailure};

use super::{
    cell::RawCell,
    columnar::store_column,
    infer::{ColumnFormat, Inference},
    number::Style,
    time::DateOrder,
    write::{self, TypedColumnBuilder},
};
use crate::{
    failure::{from_arrow, from_io, from_parquet, new_failure},
    value::column_type,
};

const BATCH_ROWS: usize = 8_192;
/// The key of a renamed column's former name in its metadata.
const FORMER_NAME: &str = "portolan.former_name";

/// A column on its way to the edited table.
struct EditedColumn<'a> {
    name: String,
    edit: Option<&'a ColumnEdit>,
    /// The type that it gets, if that is another one.
    format: Option<ColumnFormat>,
    /// Values before and after the change of type.
    before: usize,
    after: usize,
}

/// Writes the table in `source` to `target`, with the edits of its columns.
pub fn rewrite_columns(
    source: &Path,
    target: &Path,
    edits: &[ColumnEdit],
) -> Result<(), WorkerFailure> {
    let formats = find_formats(source, edits)?;
    let reader = open_reader(source)?;
    let given = arrow::array::RecordBatchReader::schema(&reader);
    let mut columns: Vec<EditedColumn<'_>> = given
        .fields()
        .iter()
        .zip(formats)
        .map(|(field, format)| {
            let edit = find_edit(edits, field.name());
            let name = edit.and_then(|edit| edit.name.as_ref());
            EditedColumn {
                name: name.unwrap_or(field.name()).clone(),
                edit,
                format,
                before: 0,
                after: 0,
            }
        })
        .collect();
    let fields = columns.iter().zip(given.fields()).map(|(column, field)| {
        let kept = || field.data_type().clone();
        let data_type = column.format.map_or_else(kept, ColumnFormat::data_type);
        let written = Field::new(&column.name, data_type, true);
        if column.name == *field.name() {
            return written;
        }
        written.with_metadata([(FORMER_NAME.to_owned(), field.name().clone())].into())
    });
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let mut writer = write::open_writer(target, &schema)?;
    for batch in reader {
        let batch = batch.map_err(|error| from_arrow(&error))?;
        let arrays = columns
            .iter_mut()
            .zip(batch.columns())
            .map(|(column, array)| column.change(array))
            .collect::<Result<Vec<_>, _>>()?;
        let batch = RecordBatch::try_new(Arc::clone(&schema), arrays)
            .map_err(|error| from_arrow(&error))?;
        write::write_batch(&mut writer, &batch)?;
    }
    writer.close().map_err(|error| from_parquet(&error))?;
    columns.iter().try_for_each(EditedColumn::check)
}

impl EditedColumn<'_> {
    fn change(&mut self, array: &ArrayRef) -> Result<ArrayRef, WorkerFailure> {
        let repaired = self
            .edit
            .map_or_else(|| Arc::clone(array), |edit| repair(array, edit));
        let Some(format) = self.format else {
            return Ok(repaired);
        };
        let changed = convert(&repaired, format)?;
        self.before += repaired.len() - repaired.null_count();
        self.after += changed.len() - changed.null_count();
        Ok(changed)
    }

    /// Refuses a type that most values are not of.
    fn check(&self) -> Result<(), WorkerFailure> {
        let Some(wanted) = self.edit.and_then(|edit| edit.column_type) else {
            return Ok(());
        };
        // A few values that do not fit are dirt; when most do not, the type was chosen by mistake.
        if self.format.is_none() || self.after * 2 >= self.before {
            return Ok(());
        }
        Err(new_failure(
            FailureCode::SourceUnreadable,
            format!(
                "Only {} of the {} values of \u{201c}{}\u{201d} can be read as {}. Choose another type.",
                self.after,
                self.before,
                self.name,
                describe_type(wanted)
            ),
        ))
    }
}

fn describe_type(wanted: ColumnType) -> &'static str {
    match wanted {
        ColumnType::String => "text",
        ColumnType::Integer => "whole numbers",
        ColumnType::Number => "numbers",
        ColumnType::Boolean => "yes or no",
        ColumnType::Date => "dates",
        ColumnType::Datetime => "dates with a time",
    }
}

fn find_edit<'a>(edits: &'a [ColumnEdit], column: &str) -> Option<&'a ColumnEdit> {
    edits.iter().find(|edit| edit.column == column)
}

fn open_reader(source: &Path) -> Result<ParquetRecordBatchReader, WorkerFailure> {
    let file = File::open(source).map_err(|error| from_io(&error))?;
    ParquetRecordBatchReaderBuilder::try_new(file)
        .and_then(|builder| builder.with_batch_size(BATCH_ROWS).build())
        .map_err(|error| from_parquet(&error))
}

/// Returns the names that columns of a Parquet file had before edits, with the names that they have now.
pub fn read_former_names(source: &Path) -> Result<Vec<(String, String)>, WorkerFailure> {
    let file = File::open(source).map_err(|error| from_io(&error))?;
    let builder =
        ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| from_parquet(&error))?;
    let former = builder.schema().fields().iter().filter_map(|field| {
        let former = field.metadata().get(FORMER_NAME)?;
        Some((former.clone(), field.name().clone()))
    });
    Ok(former.collect())
}

/// Returns the new format of each column that gets another type. Texts say over all rows how they write numbers and dates.
fn find_formats(
    source: &Path,
    edits: &[ColumnEdit],
) -> Result<Vec<Option<ColumnFormat>>, WorkerFailure> {
    let reader = open_reader(source)?;
    let schema = arrow::array::RecordBatchReader::schema(&reader);
    let wanted: Vec<Option<ColumnType>> = schema
        .fields()
        .iter()
        .map(|field| {
            find_edit(edits, field.name())
                .and_then(|edit| edit.column_type)
                .filter(|wanted| *wanted != column_type(field.data_type()))
        })
        .collect();
    let mut seen = vec![Inference::default(); wanted.len()];
    if wanted.iter().any(Option::is_some) {
        for batch in reader {
            let batch = batch.map_err(|error| from_arrow(&error))?;
            for (place, array) in batch.columns().iter().enumerate() {
                let Some(texts) = array
                    .as_string_opt::<i32>()
                    .filter(|_| wanted[place].is_some())
                else {
                    continue;
                };
                for text in texts.iter().flatten() {
                    seen[place].see_cell(&RawCell::Untyped(text));
                }
            }
        }
    }
    let formats = wanted.into_iter().zip(seen).map(|(wanted, seen)| {
        let (found, _) = seen.decide(false);
        wanted.map(|wanted| format_of(wanted, found))
    });
    Ok(formats.collect())
}

/// Returns the format of a type, written as the column's texts are.
fn format_of(wanted: ColumnType, found: ColumnFormat) -> ColumnFormat {
    let style = match found {
        ColumnFormat::Integer(style) | ColumnFormat::Number(style) => style,
        _ => Style::Plain,
    };
    let order = match found {
        ColumnFormat::Date(order) | ColumnFormat::Datetime(order) => order,
        // Nothing in the texts decided it: most countries write the day first.
        _ => DateOrder::MixedDayFirst,
    };
    match wanted {
        ColumnType::String => ColumnFormat::Text,
        ColumnType::Integer => ColumnFormat::Integer(style),
        ColumnType::Number => ColumnFormat::Number(style),
        ColumnType::Boolean => ColumnFormat::Boolean,
        ColumnType::Date => ColumnFormat::Date(order),
        ColumnType::Datetime => ColumnFormat::Datetime(order),
    }
}

/// Unifies spellings and nulls the number that means missing.
fn repair(array: &ArrayRef, edit: &ColumnEdit) -> ArrayRef {
    match array.data_type() {
        DataType::Utf8 if !edit.spellings.is_empty() => {
            let texts = array.as_string::<i32>().iter();
            let unified = texts.map(|text| {
                let text = text?;
                Some(edit.spellings.get(text).map_or(text, String::as_str))
            });
            Arc::new(unified.collect::<StringArray>())
        }
        DataType::Int64 if edit.missing.is_some() => {
            let numbers = array.as_primitive::<Int64Type>().iter();
            let kept = numbers.map(|number| number.filter(|_| number != edit.missing));
            Arc::new(kept.collect::<Int64Array>())
        }
        DataType::Float64 if edit.missing.is_some() => {
            let missing = edit.missing.map(|missing| missing as f64);
            let numbers = array.as_primitive::<Float64Type>().iter();
            let kept = numbers.map(|number| number.filter(|_| number != missing));
            Arc::new(kept.collect::<Float64Array>())
        }
        _ => Arc::clone(array),
    }
}

/// Converts a column to another type; values that don't fit become null.
fn convert(array: &ArrayRef, format: ColumnFormat) -> Result<ArrayRef, WorkerFailure> {
    let target = format.data_type();
    match (array.data_type(), &target) {
        (DataType::Float64, DataType::Int64) => {
            // A cast would cut 2.5 down to 2 without a word; here it becomes null and counts as unreadable.
            let whole = |number: f64| (number.fract() == 0.0).then_some(number as i64);
            let numbers = array.as_primitive::<Float64Type>().iter();
            return Ok(Arc::new(
                numbers
                    .map(|number| number.and_then(whole))
                    .collect::<Int64Array>(),
            ));
        }
        (DataType::Int64, DataType::Float64)
        | (DataType::Date32, DataType::Timestamp(..))
        | (DataType::Timestamp(..), DataType::Date32) => {
            return cast(array, &target).map_err(|error| from_arrow(&error));
        }
        _ => {}
    }
    let texts = store_column(array, &DataType::Utf8)?;
    let mut builder = TypedColumnBuilder::new(format);
    for text in texts.as_string::<i32>() {
        builder.add(&match text {
            Some(text) if target == DataType::Utf8 => RawCell::Text(Cow::Borrowed(text)),
            Some(text) => RawCell::Untyped(text),
            None => RawCell::Null,
        });
    }
    Ok(builder.finish())
}
