//! A sample of rows from all over a table of files.

use std::{ops::Range, sync::Arc};

use bytes::Bytes;
use datafusion::{
    arrow::{
        array::{ArrayRef, RecordBatch, new_null_array},
        compute::cast,
        datatypes::SchemaRef,
    },
    common::ScalarValue,
    object_store::{ObjectMeta, ObjectStore, ObjectStoreExt},
    parquet::{
        arrow::{
            ParquetRecordBatchStreamBuilder, ProjectionMask,
            arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions},
            async_reader::AsyncFileReader,
        },
        errors::ParquetError,
        file::metadata::{PageIndexPolicy, ParquetMetaData, ParquetMetaDataReader},
    },
};
use futures_util::{FutureExt, TryFutureExt, TryStreamExt, future::BoxFuture};
use portolan_query::{PartitionColumn, WorkerFailure};
use portolan_tables::failure::{from_arrow, from_parquet};

use super::{FOOTER_BYTES, describe::choose_evenly, partition_type, partitions, store::LakeStore};

/// Files that rows are read from, at even distances.
const FILES: usize = 16;
/// Rows of each.
const ROWS: usize = 2_048;
/// Bytes of row groups after which no further file is read.
const MOST_BYTES: i64 = 64 << 20;

pub struct FileSample {
    pub batches: Vec<RecordBatch>,
}

/// The bytes of one file, for the reader of Parquet.
struct FileReader {
    store: LakeStore,
    file: ObjectMeta,
}

impl AsyncFileReader for FileReader {
    fn get_bytes(&mut self, range: Range<u64>) -> BoxFuture<'_, Result<Bytes, ParquetError>> {
        let read = self.store.get_range(&self.file.location, range);
        read.map_err(ParquetError::from).boxed()
    }

    fn get_byte_ranges(
        &mut self,
        ranges: Vec<Range<u64>>,
    ) -> BoxFuture<'_, Result<Vec<Bytes>, ParquetError>> {
        let (store, path) = (&self.store, &self.file.location);
        async move { Ok(store.get_ranges(path, &ranges).await?) }.boxed()
    }

    fn get_metadata<'a>(
        &'a mut self,
        options: Option<&'a ArrowReaderOptions>,
    ) -> BoxFuture<'a, Result<Arc<ParquetMetaData>, ParquetError>> {
        let size = self.file.size;
        let policy = options.map_or(PageIndexPolicy::Skip, |options| {
            options.offset_index_policy()
        });
        let reader = ParquetMetaDataReader::new()
            .with_offset_index_policy(policy)
            .with_prefetch_hint(Some(FOOTER_BYTES));
        async move { Ok(Arc::new(reader.load_and_finish(self, size).await?)) }.boxed()
    }
}

/// Reads rows in the middle of a row group of each chosen file. The row groups are the first of the first file to
/// the last of the last, because many tables are sorted.
pub async fn read_sample(
    store: &LakeStore,
    files: &[&ObjectMeta],
    schema: &SchemaRef,
    columns: &[PartitionColumn],
) -> Result<FileSample, WorkerFailure> {
    let chosen = choose_evenly(files, FILES);
    let mut batches = Vec::new();
    let mut bytes = 0;
    for (number, file) in chosen.iter().enumerate() {
        if bytes > MOST_BYTES {
            break;
        }
        let share = (number, chosen.len());
        let read = read_rows(store, file, schema, share).await;
        let (rows, read_bytes) = read.map_err(|error| {
            let failure = store.take_failure();
            failure.unwrap_or_else(|| from_parquet(&error))
        })?;
        bytes += read_bytes;
        for batch in rows {
            batches.push(add_partitions(&batch, schema, file, columns)?);
        }
    }
    Ok(FileSample { batches })
}

/// Returns the rows and how large their row group is.
async fn read_rows(
    store: &LakeStore,
    file: &ObjectMeta,
    schema: &SchemaRef,
    (number, count): (usize, usize),
) -> Result<(Vec<RecordBatch>, i64), ParquetError> {
    let mut reader = FileReader {
        store: store.clone(),
        file: file.clone(),
    };
    // With the index of its pages, only pages with chosen rows are read.
    let options = ArrowReaderOptions::new().with_offset_index_policy(PageIndexPolicy::Optional);
    let metadata = ArrowReaderMetadata::load_async(&mut reader, options).await?;
    let groups = metadata.metadata().row_groups();
    let place = (number * groups.len()) / count.max(1);
    let Some(group) = groups.get(place) else {
        return Ok((Vec::new(), 0));
    };
    let rows = usize::try_from(group.num_rows()).unwrap_or(0);
    let bytes = group.compressed_size();
    let fields = metadata.schema().fields().iter().enumerate();
    let read = fields.filter(|(_, field)| schema.column_with_name(field.name()).is_some());
    let read: Vec<usize> = read.map(|(root, _)| root).collect();
    let mask = ProjectionMask::roots(metadata.parquet_schema(), read);
    let stream = ParquetRecordBatchStreamBuilder::new_with_metadata(reader, metadata)
        .with_projection(mask)
        .with_row_groups(vec![place])
        .with_offset(rows.saturating_sub(ROWS) / 2)
        .with_limit(ROWS)
        .with_batch_size(ROWS)
        .build()?;
    Ok((stream.try_collect().await?, bytes))
}

/// Returns a batch with the columns of the table: missing ones are null, and those of partitions come last.
fn add_partitions(
    batch: &RecordBatch,
    schema: &SchemaRef,
    file: &ObjectMeta,
    columns: &[PartitionColumn],
) -> Result<RecordBatch, WorkerFailure> {
    let rows = batch.num_rows();
    let mut arrays: Vec<(String, ArrayRef)> = Vec::new();
    for field in schema.fields() {
        let array = match batch.column_by_name(field.name()) {
            Some(array) => cast(array, field.data_type()).map_err(|error| from_arrow(&error))?,
            None => new_null_array(field.data_type(), rows),
        };
        arrays.push((field.name().clone(), array));
    }
    let pairs = partitions::parse_path(file.location.as_ref());
    for (column, (_, value)) in columns.iter().zip(pairs) {
        let data_type = partition_type(column.column_type);
        let value = ScalarValue::try_from_string(value, &data_type);
        let array = value.and_then(|value| value.to_array_of_size(rows));
        let array = array.map_err(|error| crate::failure::from_engine(&error))?;
        arrays.push((column.name.clone(), array));
    }
    let named = arrays.into_iter().map(|(name, array)| (name, array, true));
    RecordBatch::try_from_iter_with_nullable(named).map_err(|error| from_arrow(&error))
}
