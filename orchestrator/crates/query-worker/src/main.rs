//! `portolan-query`: answers one JSON request a line on standard input with one JSON answer a
//! line on standard output.
//!
//! The pool that started it kills it when it takes too long. Whatever goes wrong inside ends
//! the process; it never answers from a state that it does not trust. Only readers of pages may
//! panic: they have a thread of their own and leave nothing behind.

mod failure;
mod input;
mod lake;
mod query;
mod reading;

use std::{
    io::{self, Write},
    path::Path,
    process::ExitCode,
    thread,
};

use portolan_query::{WorkerRequest, WorkerResponse};
use rustix::process::{Resource, Rlimit, setrlimit};

/// Planning recurses over expressions; the guard bounds how deep.
const PLANNING_STACK: usize = 32 << 20;
const THREAD_STACK: usize = 8 << 20;

fn main() -> ExitCode {
    let partitions = thread::available_parallelism().map_or(2, |cores| cores.get().min(4));
    if let Err(message) = limit_address_space(std::env::args().skip(1)) {
        eprintln!("{message}");
        return ExitCode::from(2);
    }
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if reading::is_reader(&thread::current()) {
            return;
        }
        report(panic);
        std::process::exit(101);
    }));
    let serving = thread::Builder::new()
        .name("requests".to_owned())
        .stack_size(PLANNING_STACK)
        .spawn(move || serve_requests(partitions));
    match serving.map(thread::JoinHandle::join) {
        Ok(Ok(Ok(()))) => ExitCode::SUCCESS,
        Ok(Ok(Err(error))) => {
            eprintln!("portolan-query: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::FAILURE,
    }
}

/// Reads `--address-space BYTES`.
fn limit_address_space(mut arguments: impl Iterator<Item = String>) -> Result<(), String> {
    const USAGE: &str = "usage: portolan-query [--address-space BYTES]";
    let Some(name) = arguments.next() else {
        return Ok(());
    };
    let value = arguments.next().unwrap_or_default();
    let (true, Ok(bytes)) = (name == "--address-space", value.parse::<u64>()) else {
        return Err(USAGE.to_owned());
    };
    let limit = Rlimit {
        current: Some(bytes),
        maximum: Some(bytes),
    };
    setrlimit(Resource::As, limit)
        .map_err(|error| format!("the address space cannot be limited to {bytes} bytes: {error}"))
}

fn serve_requests(partitions: usize) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(partitions)
        .thread_stack_size(THREAD_STACK)
        .enable_all()
        .build()?;
    // Unlocked, because calls for objects are written by other threads; each line is written at once.
    let mut output = io::stdout();
    let (requests, calls) = input::read_input();
    for line in requests {
        let request = serde_json::from_str::<WorkerRequest>(&line?)
            .map_err(|error| io::Error::other(format!("not a request: {error}")))?;
        let response = match request {
            WorkerRequest::Read(request) => reading::run_reading(request, &mut output)?,
            WorkerRequest::Convert {
                path,
                file_name,
                folder,
                limits,
            } => {
                let convert = || {
                    portolan_tables::convert_file(&path, &file_name, &folder, &limits, partitions)
                };
                match reading::catch_panic(convert)? {
                    Ok(tables) => WorkerResponse::Converted { tables },
                    Err(failure) => WorkerResponse::Failed(failure),
                }
            }
            WorkerRequest::Edit {
                path,
                name,
                edits,
                folder,
            } => {
                let edit =
                    || portolan_tables::edit_table(&path, &name, &edits, &folder, partitions);
                match reading::catch_panic(edit)? {
                    Ok(table) => WorkerResponse::Converted {
                        tables: vec![table],
                    },
                    Err(failure) => WorkerResponse::Failed(failure),
                }
            }
            WorkerRequest::WriteRows { rows, path } => {
                let write = || portolan_tables::write_rows(&rows, &path);
                match reading::catch_panic(write)? {
                    Ok(()) => WorkerResponse::Written,
                    Err(failure) => WorkerResponse::Failed(failure),
                }
            }
            WorkerRequest::Query {
                sql,
                tables,
                lakes,
                limits,
            } => {
                let tables = query::QueryTables {
                    files: &tables,
                    lakes: &lakes,
                };
                let run = query::run_query(&sql, tables, &limits, partitions, &calls);
                let result = runtime.block_on(run);
                result.map_or_else(WorkerResponse::Failed, WorkerResponse::Result)
            }
            WorkerRequest::DescribeLake {
                name,
                folder,
                limits,
            } => {
                let folder = Path::new(&folder);
                let describe = lake::describe_lake(&name, folder, &limits, partitions, &calls);
                let described = runtime.block_on(describe).map(Box::new);
                described.map_or_else(WorkerResponse::Failed, WorkerResponse::Described)
            }
        };
        calls.clear();
        write_response(&response, &mut output)?;
    }
    Ok(())
}

/// Writes one line, in one piece.
fn write_response(response: &WorkerResponse, output: &mut impl Write) -> io::Result<()> {
    let mut line = serde_json::to_vec(response)?;
    line.push(b'\n');
    output.write_all(&line)?;
    output.flush()
}
