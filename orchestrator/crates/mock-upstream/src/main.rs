//! `mock-upstream [--listen ADDRESS] [PLAN]`: runs the scripted endpoint until it is killed.

use std::{net::SocketAddr, process::ExitCode};

use portolan_mock_upstream::{AnswerPlan, MockUpstream};

#[tokio::main]
async fn main() -> ExitCode {
    match run_server().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("mock-upstream: {message}");
            ExitCode::from(2)
        }
    }
}

async fn run_server() -> Result<(), String> {
    let mut address = SocketAddr::from(([127, 0, 0, 1], 0));
    let mut plan = AnswerPlan {
        tokens: 50,
        ..AnswerPlan::default()
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--listen" {
            let text = arguments.next().unwrap_or_default();
            address = text
                .parse()
                .map_err(|_| format!("{text:?} is no address; say for example 127.0.0.1:9090"))?;
        } else {
            plan = AnswerPlan::parse(&argument).map_err(|error| error.to_string())?;
        }
    }
    let upstream = MockUpstream::listen(plan, address)
        .await
        .map_err(|error| format!("cannot listen on {address}: {error}; choose another port"))?;
    println!("{}", upstream.base_url());
    std::future::pending::<()>().await;
    Ok(())
}
