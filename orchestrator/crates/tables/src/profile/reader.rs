//! Reads one column of a Parquet file, a batch at a time.

use std::{fs::File, path::Path};

use arrow::array::ArrayRef;
use parquet::arrow::{
    ProjectionMask,
    arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder},
};
use portolan_query::WorkerFailure;

use crate::failure::{from_arrow, from_io, from_parquet};

const BATCH_ROWS: usize = 8_192;

pub fn read_metadata(path: &Path) -> Result<ArrowReaderMetadata, WorkerFailure> {
    let file = File::open(path).map_err(|error| from_io(&error))?;
    ArrowReaderMetadata::load(&file, ArrowReaderOptions::new())
        .map_err(|error| from_parquet(&error))
}

pub fn each_batch(
    path: &Path,
    metadata: &ArrowReaderMetadata,
    column: usize,
    mut each: impl FnMut(&ArrayRef),
) -> Result<(), WorkerFailure> {
    let file = File::open(path).map_err(|error| from_io(&error))?;
    let projection = ProjectionMask::roots(metadata.parquet_schema(), [column]);
    let batches = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata.clone())
        .with_projection(projection)
        .with_batch_size(BATCH_ROWS)
        .build()
        .map_err(|error| from_parquet(&error))?;
    for batch in batches {
        let batch = batch.map_err(|error| from_arrow(&error))?;
        each(batch.column(0));
    }
    Ok(())
}
