//! Shared parts of the benchmarks over the query worker: a pool of one worker, and the measurement.

use std::{error::Error, fs, time::Duration};

use portolan_query::WorkerLimits;
use portolan_query_pool::{PoolOptions, QueryPool};
use tokio::time::Instant;

/// The kernel counts CPU time in hundredths of a second.
const TICKS_PER_SECOND: f64 = 100.0;

pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The worker is the `portolan-query` beside this program.
///
/// # Errors
/// Fails if it was not built.
pub fn start_pool() -> Result<QueryPool> {
    let beside = std::env::current_exe()?.with_file_name("portolan-query");
    if !beside.exists() {
        return Err("build the worker first: cargo build -p portolan-query-worker".into());
    }
    Ok(QueryPool::new(PoolOptions {
        worker: beside,
        workers: 1,
        query_timeout: Duration::from_secs(300),
        convert_timeout: Duration::from_secs(1800),
        read_timeout: Duration::from_secs(300),
        address_space: 2 << 30,
        read_memory: 512 << 20,
        limits: WorkerLimits::default(),
    }))
}

/// Does a step, and prints what it took.
///
/// # Errors
/// Fails if the step fails.
pub async fn measure_time<T>(
    name: &str,
    step: impl Future<Output = std::result::Result<T, String>>,
) -> Result<T> {
    let (cpu, _) = worker_usage()?;
    let started = Instant::now();
    let value = step.await?;
    let wall = started.elapsed().as_secs_f64();
    let (cpu_after, peak) = worker_usage()?;
    println!(
        "{name:<26} {wall:>7.2} s wall {:>7.2} s CPU  peak {peak} MB",
        cpu_after - cpu
    );
    Ok(value)
}

/// CPU seconds of this process' children and the largest peak of their memory in MB.
fn worker_usage() -> Result<(f64, u64)> {
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
