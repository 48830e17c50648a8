//! Describes a table of files from their footers and a sample of their rows.

use std::{collections::HashMap, path::Path, sync::Arc};

use datafusion::{
    arrow::{
        array::ArrayRef,
        datatypes::{DataType, Field, Schema, SchemaRef},
    },
    common::{ColumnStatistics, ScalarValue, Statistics, stats::Precision},
    datasource::file_format::FileFormat,
    execution::context::SessionContext,
    object_store::{ObjectMeta, ObjectStore},
};
use futures_util::{StreamExt, TryStreamExt, stream};
use portolan_query::{
    ColumnProfile, FailureCode, LakeDescription, LakeLayout, PartitionColumn, ValueCount,
    WorkerFailure, WorkerLimits,
};
use portolan_tables::failure::{from_arrow, new_failure, unreadable_file};
use serde_json::Value;

use super::{
    explain, format_schema, parquet_format, partition_type, partitions, sample, store::LakeStore,
};
use crate::{input::ObjectCalls, query};

/// Footers that are read; of more files, as many are chosen at even distances.
const MOST_FOOTERS: usize = 256;
/// Footers that are read at once.
const FOOTERS_AT_ONCE: usize = 8;
/// Values of a partition column that a profile lists.
const MOST_VALUES: usize = 200;
const FIRST_VALUES: usize = 50;

/// A file with what its footer says.
struct KnownFile {
    meta: ObjectMeta,
    statistics: Statistics,
}

/// Lists the files, reads footers and rows, and profiles them under `name`. The sample is written to `folder`.
pub async fn describe_lake(
    name: &str,
    folder: &Path,
    limits: &WorkerLimits,
    partitions: usize,
    calls: &ObjectCalls,
) -> Result<LakeDescription, WorkerFailure> {
    let context = query::session_context(limits, partitions)
        .map_err(|error| crate::failure::from_engine(&error))?;
    // The partitions follow from the files.
    let store = LakeStore::new(&context, calls.clone(), 0, Vec::new());
    let listed = store.list_files("").await;
    let files = listed.map_err(|error| explain(&store, &error.into()))?;
    if files.is_empty() {
        return Err(new_failure(
            FailureCode::SourceEmpty,
            "There are no Parquet files below this prefix. Check the bucket and the prefix; the files' names must end in .parquet.",
        ));
    }
    let paths: Vec<&str> = files.iter().map(|file| file.location.as_ref()).collect();
    let columns = partitions::find_columns(&paths)?;
    let chosen = choose_evenly(&files, MOST_FOOTERS);
    let mut notes = Vec::new();
    let schema = read_schema(&context, &store, &chosen, (&columns, limits), &mut notes).await?;
    let known = read_statistics(&context, &store, &chosen, &schema).await?;
    let rows: u64 = known.iter().map(KnownFile::rows).sum();
    let read_bytes: u64 = chosen.iter().map(|file| file.size).sum();
    let all_bytes: u64 = files.iter().map(|file| file.size).sum();
    let is_complete = chosen.len() == files.len();
    let row_count = match is_complete {
        true => rows,
        false => scale(rows, all_bytes, read_bytes),
    };
    let metas: Vec<&ObjectMeta> = known.iter().map(|file| &file.meta).collect();
    let sample = sample::read_sample(&store, &metas, &schema, &columns).await?;
    let full = full_schema(&schema, &columns);
    let path = folder.join("sample.parquet");
    let mut profile = portolan_tables::profile_batches(name, &path, &full, &sample.batches)?;
    notes.push(format!(
        "This profile is an estimate: it is from the footers of {} of {} files and a sample of {} of {} rows.",
        chosen.len(),
        files.len(),
        profile.row_count,
        row_count
    ));
    let sampled = profile.row_count;
    profile.row_count = row_count;
    let (file_columns, partition_columns) = profile.columns.split_at_mut(schema.fields().len());
    for (place, column) in file_columns.iter_mut().enumerate() {
        let statistics: Vec<&ColumnStatistics> = known
            .iter()
            .filter_map(|file| file.statistics.column_statistics.get(place))
            .collect();
        extrapolate(column, sampled, row_count);
        apply_statistics(column, &statistics, (rows, row_count))?;
    }
    for (column, partition) in partition_columns.iter_mut().zip(&columns) {
        describe_partition(column, partition, (&files, &known), row_count);
    }
    Ok(LakeDescription {
        layout: LakeLayout {
            schema: format_schema(&schema).map_err(|error| from_arrow(&error))?,
            partitions: columns,
        },
        profile,
        notes,
    })
}

impl KnownFile {
    fn rows(&self) -> u64 {
        self.statistics
            .num_rows
            .get_value()
            .map_or(0, |rows| *rows as u64)
    }
}

/// Chooses at most `most` items at even distances, the first and the last among them.
pub(super) fn choose_evenly<T: Clone>(items: &[T], most: usize) -> Vec<T> {
    if items.len() <= most {
        return items.to_vec();
    }
    let last = items.len() - 1;
    let places = (0..most).map(|number| number * last / (most - 1).max(1));
    places.map(|place| items[place].clone()).collect()
}

fn scale(count: u64, whole: u64, part: u64) -> u64 {
    let scaled = u128::from(count) * u128::from(whole) / u128::from(part.max(1));
    u64::try_from(scaled).unwrap_or(u64::MAX)
}

/// Returns the columns of all chosen files that queries can read.
async fn read_schema(
    context: &SessionContext,
    store: &LakeStore,
    files: &[ObjectMeta],
    (partitions, limits): (&[PartitionColumn], &WorkerLimits),
    notes: &mut Vec<String>,
) -> Result<SchemaRef, WorkerFailure> {
    let objects: Arc<dyn ObjectStore> = Arc::new(store.clone());
    let state = context.state();
    let merged = parquet_format().infer_schema(&state, &objects, files).await;
    let merged = merged.map_err(|error| match store.take_failure() {
        Some(failure) => failure,
        None => unreadable_file(format!(
            "The files can't be read as one table: {} Choose a prefix below which all files have the same types of columns.",
            crate::failure::from_engine(&error).message
        )),
    })?;
    let mut left_out = Vec::new();
    let mut fields = Vec::new();
    for field in merged.fields() {
        let is_partition = partitions.iter().any(|column| column.name == *field.name());
        match readable_type(field.data_type()) {
            _ if is_partition => {}
            Some(data_type) => fields.push(Field::new(field.name(), data_type, true)),
            None => left_out.push(format!("“{}”", field.name())),
        }
    }
    if fields.len() as u64 > limits.max_columns {
        return Err(new_failure(
            FailureCode::SourceTooLarge,
            format!(
                "The files have {} columns; a table may have {}.",
                fields.len(),
                limits.max_columns
            ),
        ));
    }
    if !left_out.is_empty() {
        notes.push(format!(
            "Lists, structures and bytes are left out: {}.",
            left_out.join(", ")
        ));
    }
    Ok(Arc::new(Schema::new(fields)))
}

/// The type in which queries read a column, or None if they don't.
fn readable_type(data_type: &DataType) -> Option<DataType> {
    match data_type {
        DataType::Dictionary(_, values) => readable_type(values),
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Some(DataType::Utf8View),
        DataType::Boolean | DataType::Date32 | DataType::Date64 | DataType::Timestamp(..) => {
            Some(data_type.clone())
        }
        _ if data_type.is_numeric() => Some(data_type.clone()),
        _ => None,
    }
}

fn full_schema(schema: &Schema, columns: &[PartitionColumn]) -> SchemaRef {
    let files = schema.fields().iter().map(|field| field.as_ref().clone());
    let partitions = columns
        .iter()
        .map(|column| Field::new(&column.name, partition_type(column.column_type), true));
    Arc::new(Schema::new(files.chain(partitions).collect::<Vec<_>>()))
}

async fn read_statistics(
    context: &SessionContext,
    store: &LakeStore,
    files: &[ObjectMeta],
    schema: &SchemaRef,
) -> Result<Vec<KnownFile>, WorkerFailure> {
    let objects: Arc<dyn ObjectStore> = Arc::new(store.clone());
    let state = context.state();
    let format = parquet_format();
    let read = stream::iter(files).map(|meta| {
        let (state, objects, format) = (&state, &objects, &format);
        async move {
            let schema = Arc::clone(schema);
            let statistics = format.infer_stats(state, objects, schema, meta).await?;
            let meta = meta.clone();
            Ok::<_, datafusion::error::DataFusionError>(KnownFile { meta, statistics })
        }
    });
    let known = read.buffered(FOOTERS_AT_ONCE).try_collect().await;
    known.map_err(|error| explain(store, &error))
}

/// Turns what was counted in a sample into an estimate for all rows.
fn extrapolate(column: &mut ColumnProfile, sampled: u64, rows: u64) {
    let filled = sampled.saturating_sub(column.nulls);
    // Of a column in which most values are new, the rows that were not read have new values too.
    if column.distinct * 2 > filled {
        column.distinct = scale(column.distinct, rows, sampled);
    }
    column.nulls = scale(column.nulls, rows, sampled);
    for value in &mut column.values {
        value.count = scale(value.count, rows, sampled);
    }
}

/// Takes the missing values and the limits from the footers, where all of them have them.
fn apply_statistics(
    column: &mut ColumnProfile,
    statistics: &[&ColumnStatistics],
    (rows, row_count): (u64, u64),
) -> Result<(), WorkerFailure> {
    let nulls: Option<Vec<u64>> = statistics
        .iter()
        .map(|file| file.null_count.get_value().map(|nulls| *nulls as u64))
        .collect();
    if let Some(nulls) = nulls {
        column.nulls = scale(nulls.iter().sum(), row_count, rows);
    }
    let limit = |of: fn(&ColumnStatistics) -> &Precision<ScalarValue>, is_better| {
        let mut best: Option<ScalarValue> = None;
        for file in statistics {
            // A shortened text is no value of the column.
            let Precision::Exact(value) = of(file) else {
                return None;
            };
            if value.is_null() {
                continue;
            }
            let order = best.as_ref().and_then(|best| value.partial_cmp(best));
            if best.is_none() || order == Some(is_better) {
                best = Some(value.clone());
            }
        }
        best
    };
    let least = limit(|file| &file.min_value, std::cmp::Ordering::Less);
    let greatest = limit(|file| &file.max_value, std::cmp::Ordering::Greater);
    if let (Some(least), Some(greatest)) = (least, greatest) {
        column.min = Some(json_value(&least)?);
        column.max = Some(json_value(&greatest)?);
    }
    Ok(())
}

fn json_value(value: &ScalarValue) -> Result<Value, WorkerFailure> {
    // Parquet writes zero as a least value with a sign.
    if matches!(
        value,
        ScalarValue::Float64(Some(0.0)) | ScalarValue::Float32(Some(0.0))
    ) {
        return Ok(Value::from(0.0));
    }
    let array: ArrayRef = value
        .to_array()
        .map_err(|error| crate::failure::from_engine(&error))?;
    let values = query::column_values(array.as_ref())?;
    Ok(values.into_iter().next().unwrap_or_default())
}

/// Describes a partition column by the paths of all files, and by the rows that their footers count.
fn describe_partition(
    column: &mut ColumnProfile,
    partition: &PartitionColumn,
    (files, known): (&[ObjectMeta], &[KnownFile]),
    row_count: u64,
) {
    let value_of = |file: &ObjectMeta| {
        let pairs = partitions::parse_path(file.location.as_ref());
        let found = pairs.into_iter().find(|(name, _)| *name == partition.name);
        let text = found.map(|(_, value)| value).unwrap_or_default();
        let value = ScalarValue::try_from_string(text, &partition_type(partition.column_type));
        value.unwrap_or(ScalarValue::Null)
    };
    let counted: HashMap<&str, u64> = known
        .iter()
        .map(|file| (file.meta.location.as_ref(), file.rows()))
        .collect();
    let known_rows: u64 = counted.values().sum();
    let known_bytes: u64 = known.iter().map(|file| file.meta.size).sum();
    let mut rows: HashMap<ScalarValue, u64> = HashMap::new();
    for file in files {
        let counted = counted.get(file.location.as_ref()).copied();
        let estimate = || scale(known_rows, file.size, known_bytes);
        *rows.entry(value_of(file)).or_default() += counted.unwrap_or_else(estimate);
    }
    let mut rows: Vec<(ScalarValue, u64)> = rows.into_iter().collect();
    rows.sort_by(|one, other| {
        one.0
            .partial_cmp(&other.0)
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    let json = |value: &ScalarValue| json_value(value).unwrap_or_default();
    column.nulls = 0;
    column.distinct = rows.len() as u64;
    column.min = rows.first().map(|(value, _)| json(value));
    column.max = rows.last().map(|(value, _)| json(value));
    let is_listed = rows.len() <= MOST_VALUES;
    rows.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    rows.truncate(if is_listed { MOST_VALUES } else { FIRST_VALUES });
    let values = rows.into_iter().map(|(value, count)| ValueCount {
        value: json(&value),
        count: count.min(row_count),
    });
    column.values = values.collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_chosen_at_even_distances() {
        let files: Vec<usize> = (0..1_000).collect();
        assert_eq!(choose_evenly(&files, 4), [0, 333, 666, 999]);
        assert_eq!(choose_evenly(&files[..3], 4), [0, 1, 2]);
    }

    #[test]
    fn counts_are_scaled_without_overflow() {
        assert_eq!(scale(3, 1_000, 10), 300);
        assert_eq!(scale(u64::MAX, 4, 2), u64::MAX);
        assert_eq!(scale(3, 10, 0), 30);
    }
}
