//! Answers a file of questions as `portolan ask --questions FILE --out FILE` does, without building the server.

use std::{path::PathBuf, time::Duration};

use clap::Parser;
use portolan_ask::{ask_batch, weigh_batch};
use portolan_query_pool::{PoolOptions, QueryPool};

#[derive(Parser)]
struct Arguments {
    /// A JSON object on each line
    #[arg(long)]
    questions: PathBuf,
    #[arg(long)]
    out: PathBuf,
    /// Writes this many readings of every question with their features instead of its answer
    #[arg(long)]
    readings: Option<usize>,
    /// The query worker
    #[arg(long, env = "PORTOLAN_QUERY_WORKER")]
    worker: PathBuf,
}

#[tokio::main]
async fn main() -> Result<(), portolan_ask::Error> {
    let arguments = Arguments::parse();
    let minute = Duration::from_secs(60);
    let queries = QueryPool::new(PoolOptions {
        worker: arguments.worker,
        workers: 2,
        query_timeout: minute,
        convert_timeout: minute,
        read_timeout: minute,
        address_space: 4 << 30,
        read_memory: 512 << 20,
        limits: portolan_query::WorkerLimits::default(),
    });
    if let Some(most) = arguments.readings {
        return weigh_batch(&arguments.questions, &arguments.out, most, queries).await;
    }
    let summary = ask_batch(&arguments.questions, &arguments.out, queries).await?;
    eprintln!(
        "{} of {} questions failed",
        summary.failed, summary.questions
    );
    Ok(())
}
