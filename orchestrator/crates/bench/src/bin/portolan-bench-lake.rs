//! Writes a table of sales as partitioned Parquet files: `portolan-bench-lake FOLDER [ROWS] [FILES]`.
//!
//! The files are spread over ten years, `year=2016/` to `year=2025/`. The test `billion_rows_in_object_store` serves
//! them from a stand-in for S3.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use arrow::{
    array::{Float64Array, Int32Array, RecordBatch, StringArray},
    datatypes::{DataType, Field, Schema},
};
use parquet::{
    arrow::ArrowWriter,
    basic::Compression,
    file::properties::{EnabledStatistics, WriterProperties},
};
use portolan_bench::Result;

const ROWS: u64 = 1_000_000_000;
const FILES: u64 = 200;
const YEARS: u64 = 10;
const FIRST_YEAR: u64 = 2016;
const BATCH_ROWS: u64 = 65_536;
const ROW_GROUP_ROWS: usize = 1_000_000;
const WRITERS: usize = 2;
const ITEMS: [&str; 8] = [
    "Tea", "Mate", "Cocoa", "Coffee", "Juice", "Water", "Milk", "Lemonade",
];

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("name a folder for the files")?;
    let number = |text: Option<String>, default| text.map_or(Ok(default), |text| text.parse());
    let rows = number(arguments.next(), ROWS)?;
    let files = number(arguments.next(), FILES)?.max(1);
    let folder = PathBuf::from(folder);
    let next = AtomicU64::new(0);
    let written = AtomicU64::new(0);
    let write = || -> std::result::Result<(), String> {
        loop {
            let file = next.fetch_add(1, Ordering::Relaxed);
            if file >= files {
                return Ok(());
            }
            // The first files take the rows that the division leaves.
            let count = rows / files + u64::from(file < rows % files);
            let bytes = write_file(&folder, file, count).map_err(|error| error.to_string())?;
            written.fetch_add(bytes, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS).map(|_| scope.spawn(write)).collect();
        writers.into_iter().try_for_each(|writer| {
            writer
                .join()
                .unwrap_or_else(|_| Err("a writer panicked".to_owned()))
        })
    })?;
    let megabytes = written.into_inner() >> 20;
    println!("{rows} rows in {files} files, {megabytes} MB");
    Ok(())
}

/// Writes one file and returns its bytes.
fn write_file(folder: &Path, number: u64, rows: u64) -> Result<u64> {
    let year = FIRST_YEAR + number % YEARS;
    let folder = folder.join(format!("year={year}"));
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("part-{number:04}.parquet"));
    let schema = Arc::new(Schema::new(vec![
        Field::new("item", DataType::Utf8, false),
        Field::new("store", DataType::Int32, false),
        Field::new("quantity", DataType::Int32, false),
        Field::new("price", DataType::Float64, false),
    ]));
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_max_row_group_row_count(Some(ROW_GROUP_ROWS))
        .build();
    let mut writer =
        ArrowWriter::try_new(File::create(&path)?, Arc::clone(&schema), Some(properties))?;
    // Every file has other values, and the same in every run.
    let mut state = number + 1;
    let mut left = rows;
    while left > 0 {
        let count = left.min(BATCH_ROWS);
        writer.write(&batch(&schema, &mut state, count)?)?;
        left -= count;
    }
    writer.close()?;
    Ok(fs::metadata(&path)?.len())
}

fn batch(schema: &Arc<Schema>, state: &mut u64, rows: u64) -> Result<RecordBatch> {
    let numbers: Vec<u64> = (0..rows).map(|_| next_random(state)).collect();
    let small = |number: u64, below: u64| i32::try_from(number % below).unwrap_or(0);
    let items = numbers.iter().map(|number| ITEMS[(number % 8) as usize]);
    let stores = numbers.iter().map(|number| small(number >> 8, 256));
    let quantities = numbers.iter().map(|number| small(number >> 20, 8) + 1);
    let prices = numbers
        .iter()
        .map(|number| f64::from(small(number >> 30, 64)) / 4.0);
    Ok(RecordBatch::try_new(
        Arc::clone(schema),
        vec![
            Arc::new(StringArray::from_iter_values(items)),
            Arc::new(Int32Array::from_iter_values(stores)),
            Arc::new(Int32Array::from_iter_values(quantities)),
            Arc::new(Float64Array::from_iter_values(prices)),
        ],
    )?)
}

/// SplitMix64.
fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
