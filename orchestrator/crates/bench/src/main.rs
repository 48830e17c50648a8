//! `portolan-bench [ROWS]`: converts, profiles and queries a table of ten million rows.
//!
//! Prints wall seconds and the worker's CPU seconds for each step, and its peak memory. The worker is
//! the `portolan-query` beside this program.

use std::{
    fs::{self, File},
    io::{BufWriter, Write},
    path::Path,
};

use portolan_bench::{Result, measure_time, start_pool};
use portolan_query::{ConvertedTable, TableFile};
use portolan_query_pool::QueryPool;

const ROWS: u64 = 10_000_000;

const QUERIES: &[(&str, &str)] = &[
    (
        "group by text",
        "SELECT city, count(*) AS n, sum(amount) AS total FROM sales GROUP BY city ORDER BY total DESC",
    ),
    (
        "group by month",
        "SELECT date_trunc('month', day) AS month, avg(amount) AS mean FROM sales GROUP BY 1 ORDER BY 1",
    ),
    (
        "filter and count",
        "SELECT count(*) AS n FROM sales WHERE amount > 900 AND city <> 'Oslo'",
    ),
    (
        "top ten",
        "SELECT id, amount FROM sales ORDER BY amount DESC, id LIMIT 10",
    ),
    (
        "median by group",
        "SELECT city, median(amount) AS m FROM sales GROUP BY city",
    ),
];

#[tokio::main]
async fn main() -> Result<()> {
    let rows = match std::env::args().nth(1) {
        Some(rows) => rows.parse()?,
        None => ROWS,
    };
    let folder = tempfile::TempDir::new()?;
    let csv = folder.path().join("sales.csv");
    write_csv(&csv, rows)?;
    println!("{rows} rows, {} MB of CSV", fs::metadata(&csv)?.len() >> 20);
    let pool = start_pool()?;

    let table = measure_time("convert CSV", convert_file(&pool, &csv, folder.path())).await?;
    println!("  {} MB of Parquet", table.bytes >> 20);
    let again = folder.path().join("again");
    fs::create_dir(&again)?;
    let parquet = Path::new(&table.path);
    measure_time(
        "copy and profile Parquet",
        convert_file(&pool, parquet, &again),
    )
    .await?;
    let tables = [TableFile {
        name: table.profile.name.clone(),
        path: table.path.clone(),
    }];
    for (name, sql) in QUERIES {
        measure_time(name, async {
            let answer = pool.query(sql, &tables).await;
            answer.map_err(|failure| failure.message)
        })
        .await?;
    }
    Ok(())
}

async fn convert_file(
    pool: &QueryPool,
    file: &Path,
    folder: &Path,
) -> std::result::Result<ConvertedTable, String> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let tables = pool.convert(file, &name, folder).await;
    let mut tables = tables.map_err(|failure| failure.message)?;
    tables.pop().ok_or_else(|| "no table".to_owned())
}

/// The same rows every time: a key, a city, a date and an amount.
fn write_csv(path: &Path, rows: u64) -> Result<()> {
    const CITIES: [&str; 8] = [
        "Oslo", "Lima", "Kyoto", "Accra", "Quito", "Turin", "Perth", "Cork",
    ];
    let mut file = BufWriter::new(File::create(path)?);
    writeln!(file, "id,city,day,amount")?;
    let mut state: u64 = 1;
    for id in 0..rows {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let random = state >> 33;
        let city = CITIES[(random % 8) as usize];
        let (month, day) = (random / 8 % 12 + 1, random / 96 % 28 + 1);
        let amount = random / 2688 % 100_000;
        writeln!(
            file,
            "{id},{city},2024-{month:02}-{day:02},{}.{:02}",
            amount / 100,
            amount % 100
        )?;
    }
    file.flush()?;
    Ok(())
}
