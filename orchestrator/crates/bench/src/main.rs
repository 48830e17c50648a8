//! `portolan-bench [ROWS]`: converts, profiles and queries a table of ten million rows.
//!
//! Prints wall seconds and the worker's CPU seconds for each step, and its peak memory. The worker is
//! the `portolan-query` beside this program.

use std::{
    error::Error,
    fs::{self, File},
    io::{BufWriter, Write},
    path::Path,
    time::Duration,
};

use portolan_query::{ConvertedTable, Limits, TableFile};
use portolan_query_pool::{PoolOptions, QueryPool};
use tokio::time::Instant;

const ROWS: u64 = 10_000_000;
/// The kernel counts CPU time in hundredths of a second.
const TICKS_PER_SECOND: f64 = 100.0;

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

type Result<T> = std::result::Result<T, Box<dyn Error>>;

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
    let pool = pool()?;

    let table = measure("convert CSV", convert(&pool, &csv, folder.path())).await?;
    println!("  {} MB of Parquet", table.bytes >> 20);
    let again = folder.path().join("again");
    fs::create_dir(&again)?;
    let parquet = Path::new(&table.path);
    measure("copy and profile Parquet", convert(&pool, parquet, &again)).await?;
    let tables = [TableFile {
        name: table.profile.name.clone(),
        path: table.path.clone(),
    }];
    for (name, sql) in QUERIES {
        measure(name, async {
            let answer = pool.query(sql, &tables).await;
            answer.map_err(|failure| failure.message)
        })
        .await?;
    }
    Ok(())
}

fn pool() -> Result<QueryPool> {
    let beside = std::env::current_exe()?.with_file_name("portolan-query");
    if !beside.exists() {
        return Err("build the worker first: cargo build -p portolan-query-worker".into());
    }
    Ok(QueryPool::new(PoolOptions {
        worker: beside,
        workers: 1,
        query_timeout: Duration::from_secs(300),
        convert_timeout: Duration::from_secs(1800),
        address_space: 2 << 30,
        limits: Limits::default(),
    }))
}

async fn convert(
    pool: &QueryPool,
    file: &Path,
    folder: &Path,
) -> std::result::Result<ConvertedTable, String> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let tables = pool.convert(file, &name, folder).await;
    let mut tables = tables.map_err(|failure| failure.message)?;
    tables.pop().ok_or_else(|| "no table".to_owned())
}

async fn measure<T>(
    name: &str,
    step: impl Future<Output = std::result::Result<T, String>>,
) -> Result<T> {
    let (cpu, _) = workers()?;
    let started = Instant::now();
    let value = step.await?;
    let wall = started.elapsed().as_secs_f64();
    let (cpu_after, peak) = workers()?;
    println!(
        "{name:<26} {wall:>7.2} s wall {:>7.2} s CPU  peak {peak} MB",
        cpu_after - cpu
    );
    Ok(value)
}

/// CPU seconds of this process' children and the largest peak of their memory in MB.
fn workers() -> Result<(f64, u64)> {
    let own = std::process::id();
    let mut cpu = 0.0;
    let mut peak = 0;
    for entry in fs::read_dir("/proc")?.flatten() {
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else {
            continue;
        };
        let fields: Vec<&str> = stat
            .rsplit(')')
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .collect();
        if fields.get(1).and_then(|parent| parent.parse().ok()) != Some(own) {
            continue;
        }
        let ticks = |index: usize| {
            fields
                .get(index)
                .and_then(|field| field.parse::<f64>().ok())
        };
        cpu += (ticks(11).unwrap_or(0.0) + ticks(12).unwrap_or(0.0)) / TICKS_PER_SECOND;
        let status = fs::read_to_string(entry.path().join("status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or(0) >> 10);
    }
    Ok((cpu, peak))
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
