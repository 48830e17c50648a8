//! The tool loop through LiteLLM, a proxy that many put before their models. `pip install 'litellm[proxy]'`; where
//! `litellm` is neither on the path nor named by `PORTOLAN_LITELLM`, the test is skipped with a notice.

use std::{ffi::OsString, net::TcpListener, process::Stdio};

use portolan_assistant::RemoteSettings;
use portolan_blocks::Outcome;
use portolan_mock_upstream::AnswerPlan;
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
};

use crate::support::{REMOTE, TestTables, models, request, run, settings, upstream};

/// The proxy's key, without which it does not start.
const KEY: &str = "sk-portolan-test-0123456789abcdef0123456789";

/// Starts the proxy before an endpoint and waits until it serves; None if it is not installed.
async fn proxy(base_url: &str, folder: &TempDir) -> Option<(Child, String)> {
    let program = std::env::var_os("PORTOLAN_LITELLM").unwrap_or_else(|| OsString::from("litellm"));
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let config = folder.path().join("litellm.yaml");
    let model = format!(
        "model_list:\n  - model_name: {REMOTE}\n    litellm_params:\n      model: openai/{REMOTE}\n      api_base: {base_url}\n      api_key: key\n"
    );
    std::fs::write(&config, model).unwrap();
    let mut child = Command::new(program)
        .args([
            "--host",
            "127.0.0.1",
            "--port",
            &port.to_string(),
            "--config",
        ])
        .arg(&config)
        .env("LITELLM_LOCAL_MODEL_COST_MAP", "True")
        .env("LITELLM_TELEMETRY", "False")
        .env("LITELLM_MASTER_KEY", KEY)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .ok()?;
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    while let Some(line) = lines.next_line().await.unwrap() {
        if line.contains("Uvicorn running") {
            // Its log must not fill the pipe.
            tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
            return Some((child, format!("http://127.0.0.1:{port}/v1")));
        }
    }
    panic!("litellm ended before it served");
}

#[tokio::test]
async fn tool_loop_through_litellm_ends_in_chart() {
    let upstream = upstream(AnswerPlan::parse("chart").unwrap()).await;
    let folder = TempDir::new().unwrap();
    let Some((_child, base_url)) = proxy(&upstream.base_url(), &folder).await else {
        println!("skipped: litellm is not installed (pip install 'litellm[proxy]')");
        return;
    };
    let data = TestTables::new();
    let settings = RemoteSettings {
        provider: Some("litellm".into()),
        api_key: KEY.to_owned().into(),
        ..settings(base_url)
    };
    let services = data.services(models(settings));
    let seen = run(
        request(REMOTE, "Rows by name", vec![data.cars().await]),
        &services,
    )
    .await;
    assert_eq!(seen.outcome(), Outcome::Completed, "{:?}", seen.end);
    assert_eq!(seen.charts().len(), 1);
    assert!(!seen.usage().estimated, "{:?}", seen.usage());
}
