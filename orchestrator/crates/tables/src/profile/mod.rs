//! Describes a stored table: one pass over each column, with bounded memory whatever it holds.

mod column;
mod distinct;
mod order;
mod quantile;
mod reader;

use std::{
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use parquet::arrow::arrow_reader::ArrowReaderMetadata;
use portolan_query::{ColumnProfile, TableProfile, WorkerFailure};

/// Reads the Parquet file at `path`, several columns at a time.
pub fn profile_table(
    name: &str,
    path: &Path,
    threads: usize,
) -> Result<TableProfile, WorkerFailure> {
    let metadata = reader::read_metadata(path)?;
    let width = metadata.schema().fields().len();
    // Columns differ in cost, so threads take the next one instead of a fixed share.
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<(usize, Result<ColumnProfile, WorkerFailure>)>> = Mutex::new(Vec::new());
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= width {
                return;
            }
            let profile = column::profile_column(path, &metadata, index);
            found
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push((index, profile));
        }
    };
    thread::scope(|scope| {
        // One less than the limit, since this thread works too.
        for _ in 1..threads.min(width) {
            scope.spawn(work);
        }
        work();
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    // Threads finish in any order; the profile follows the table's.
    found.sort_by_key(|(index, _)| *index);
    let columns = found
        .into_iter()
        .map(|(_, profile)| profile)
        .collect::<Result<Vec<_>, _>>()?;
    Ok(TableProfile {
        name: name.to_owned(),
        row_count: row_count(&metadata),
        columns,
    })
}

fn row_count(metadata: &ArrowReaderMetadata) -> u64 {
    u64::try_from(metadata.metadata().file_metadata().num_rows()).unwrap_or(0)
}
