//! `portolan ask`, as a shell runs it.

use std::{
    path::Path,
    process::{Output, Stdio},
    sync::Arc,
};

use portolan::boot::testing::{ServerComponents, TestServer};
use portolan_assistant::Models;
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_store::{DatabaseUrl, Store, StoreOptions};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{io::AsyncWriteExt, process::Command};

use crate::client::Client;

const TABLE: &str = "item,sold\nTea,3\nMate,4\n";

/// Runs the program in a folder with only a table with this standard input.
pub async fn run(arguments: &[&str], environment: &[(&str, &str)], input: &str) -> Output {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("tea.csv"), TABLE).unwrap();
    run_in(folder.path(), arguments, environment, input).await
}

/// Runs the program in this folder.
pub async fn run_in(
    folder: &Path,
    arguments: &[&str],
    environment: &[(&str, &str)],
    input: &str,
) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_portolan"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("OPENAI_API_KEY")
        .env_remove("OPENAI_BASE_URL")
        .envs(environment.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A program that refuses its arguments reads nothing.
    let _ = stdin.write_all(input.as_bytes()).await;
    drop(stdin);
    child.wait_with_output().await.unwrap()
}

/// The answers of `--json`.
fn answers(output: &Output) -> Vec<Value> {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn has_chart(answer: &Value) -> bool {
    let blocks = answer["blocks"].as_array().unwrap();
    blocks.iter().any(|block| block["type"] == "chart")
}

#[actix_web::test]
async fn ask_command_answers_question_from_standard_input_and_follow_up_as_json() {
    let arguments = [
        "ask",
        "-",
        "--json",
        "--data",
        "tea.csv",
        "--follow-up",
        "Which item sold most?",
    ];
    let answers = answers(&run(&arguments, &[], "Total sold by item\n").await);
    let [first, second] = &answers[..] else {
        panic!("{answers:?}")
    };
    assert_eq!(first["outcome"], "completed");
    assert!(has_chart(first), "{first}");
    assert_eq!(second["question"], "Which item sold most?");
    assert_eq!(second["outcome"], "completed");
}

#[actix_web::test]
async fn command_logs_nothing_and_blank_variables_are_not_set() {
    let arguments = ["ask", "Total sold by item", "--data", "tea.csv"];
    let blank = [("PORTOLAN_PUBLIC_URL", ""), ("PORTOLAN_QUERY_SECONDS", "")];
    let output = run(&arguments, &blank, "").await;
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    // Progress only; lines of a log have a time.
    assert!(errors.lines().all(|line| line.starts_with('·')), "{errors}");
}

#[actix_web::test]
async fn unreadable_variable_is_named() {
    let arguments = ["ask", "Total sold by item", "--data", "tea.csv"];
    let output = run(&arguments, &[("PORTOLAN_QUERY_SECONDS", "soon")], "").await;
    assert!(!output.status.success());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        errors.matches("PORTOLAN_QUERY_SECONDS: ").count(),
        1,
        "{errors}"
    );
    assert_eq!(errors.lines().count(), 1, "{errors}");
}

#[actix_web::test]
async fn chart_is_drawn_in_the_terminal() {
    let arguments = ["ask", "Total sold by item", "--data", "tea.csv"];
    let output = run(&arguments, &[], "").await;
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout);
    let bar = |name: &str| {
        let mut lines = text.lines();
        let line = lines.find(|line| line.trim_start().starts_with(name) && line.contains('█'));
        line.unwrap_or_else(|| panic!("{text}"))
            .matches('█')
            .count()
    };
    assert!(bar("Mate") > bar("Tea"), "{text}");
}

#[actix_web::test]
async fn chart_is_shown_as_a_picture_where_the_terminal_has_a_protocol() {
    let ask = ["ask", "Total sold by item", "--data", "tea.csv", "--image"];
    let show = async |protocol: &str| {
        let output = run(&[&ask[..], &[protocol]].concat(), &[], "").await;
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    // The first bytes of every PNG.
    let png = "iVBORw0KGgo";
    assert!(show("kitty").await.contains(&format!(";{png}")));
    let inline = show("iterm").await;
    assert!(inline.contains("\x1b]1337;File=inline=1;"), "{inline}");
    assert!(inline.contains(&format!(":{png}")), "{inline}");
    for text in [show("never").await, show("auto").await] {
        assert!(text.contains('█') && !text.contains('\x1b'), "{text}");
    }
}

#[actix_web::test]
async fn file_of_questions_with_a_failure_exits_with_failure_and_answers_the_rest() {
    let folder = TempDir::new().unwrap();
    let (questions, out) = (folder.path().join("asked"), folder.path().join("answers"));
    let table = folder.path().join("tea.csv");
    std::fs::write(&table, TABLE).unwrap();
    let ask_all = async |lines: &[Value]| {
        let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
        std::fs::write(&questions, lines.join("\n")).unwrap();
        let (questions, out) = (questions.to_str().unwrap(), out.to_str().unwrap());
        let output = run(&["ask", "--questions", questions, "--out", out], &[], "").await;
        let answers = std::fs::read_to_string(out).unwrap();
        let answers = answers
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        (output.status.code(), answers.collect::<Vec<Value>>())
    };
    let tables = json!([{"name": "tea", "csv": table}]);
    let dialogue = json!({
        "id": "1",
        "tables": tables,
        "turns": [{"question": "Total sold by item"}, {"question": "Which item sold most?"}],
    });
    let (code, answers) = ask_all(std::slice::from_ref(&dialogue)).await;
    assert_eq!(code, Some(0), "{answers:?}");
    assert_eq!(answers[0]["turns"].as_array().unwrap().len(), 2);
    let broken = json!({
        "id": "2",
        "tables": [{"name": "coffee", "csv": "missing.csv"}],
        "question": "Total?",
    });
    let (code, answers) = ask_all(&[broken, dialogue]).await;
    assert_eq!(code, Some(1));
    assert!(answers[0]["error"].is_string(), "{}", answers[0]);
    assert_eq!(answers[1]["turns"].as_array().unwrap().len(), 2);
}

#[actix_web::test]
async fn model_without_a_key_is_asked_where_a_base_url_is_set() {
    let plan = portolan_mock_upstream::AnswerPlan {
        tokens: 30,
        ..portolan_mock_upstream::AnswerPlan::default()
    };
    let upstream = portolan_mock_upstream::MockUpstream::start(plan)
        .await
        .unwrap();
    let url = upstream.base_url();
    let environment = [("OPENAI_BASE_URL", url.as_str())];
    let arguments = ["ask", "Hello", "--json", "--model", "mock"];
    let answers = answers(&run(&arguments, &environment, "").await);
    assert_eq!(answers[0]["model"], "mock");
    assert!(!upstream.bodies().is_empty());
}

#[actix_web::test]
async fn model_that_its_endpoint_does_not_list_is_asked() {
    let environment = [
        ("OPENAI_BASE_URL", "http://127.0.0.1:1/v1"),
        ("PORTOLAN_MODEL_BACK_OFF_MILLISECONDS", "1"),
    ];
    let arguments = ["ask", "Hello", "--json", "--model", "unlisted"];
    let output = run(&arguments, &environment, "").await;
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["model"], "unlisted");
    assert_eq!(answer["error"]["code"], "upstream_unavailable", "{answer}");
}

#[actix_web::test]
async fn completions_and_man_pages_are_written() {
    for shell in ["bash", "zsh", "fish"] {
        let output = run(&["completions", shell], &[], "").await;
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success());
        assert!(script.contains("follow-up"), "{shell}: {script}");
    }
    let folder = TempDir::new().unwrap();
    let output = run(&["man", "--out", folder.path().to_str().unwrap()], &[], "").await;
    assert!(output.status.success());
    let page = std::fs::read_to_string(folder.path().join("portolan-ask.1")).unwrap();
    assert!(page.contains("follow\\-up"), "{page}");
}

#[actix_web::test]
async fn unknown_setting_names_the_nearest_once() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("portolan.toml"), "query_second = 3\n").unwrap();
    let output = run_in(folder.path(), &["ask", "Hello"], &[], "").await;
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert_eq!(errors.matches("query_seconds").count(), 1, "{errors}");
    assert!(errors.contains("query_workers"), "{errors}");
}

#[actix_web::test]
async fn printed_link_signs_user_in_once() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().to_str().unwrap();
    let email = "ada@example.com";
    run(&["user", "create", email, "--data-dir", data], &[], "").await;
    let output = run(&["user", "link", email, "--data-dir", data], &[], "").await;
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let link = String::from_utf8(output.stdout).unwrap();
    let link = reqwest::Url::parse(link.trim()).unwrap();
    assert_eq!(link.path(), "/confirm");
    let members: std::collections::HashMap<_, _> = link.query_pairs().collect();

    let database = DatabaseUrl::Sqlite(folder.path().join("portolan.sqlite"));
    let clock = Clock::system();
    let world = ServerComponents {
        store: Store::open(&StoreOptions::new(database)).await.unwrap(),
        models: Models::new(Vec::new(), None).unwrap(),
        ids: Ids::system(clock.clone()),
        clock,
        node: "node".into(),
        transport: Arc::new(portolan_chat_actors::LocalTransport::default()),
    };
    let server = TestServer::start(folder.path(), world).await;
    let client = Client::new(server.address);
    let body = json!({"type": members["type"], "token_hash": members["token_hash"]});
    let session = client.post("/auth/v1/verify", body.clone()).await.ok();
    assert_eq!(session["user"]["email"], email);
    assert!(session["access_token"].is_string());
    let again = client.post("/auth/v1/verify", body).await;
    assert_eq!(again.status, 403, "{}", again.text());

    let unknown = run(
        &["user", "link", "ben@example.com", "--data-dir", data],
        &[],
        "",
    )
    .await;
    assert_eq!(unknown.status.code(), Some(1));
}

#[actix_web::test]
async fn ask_command_combines_standard_input_with_several_files() {
    let arguments = [
        "ask",
        "Total sold by item in standard_input",
        "--json",
        "--data",
        "-",
        "--data",
        "tea.csv",
    ];
    let answers = answers(&run(&arguments, &[], TABLE).await);
    assert!(has_chart(&answers[0]), "{}", answers[0]);
}

#[actix_web::test]
async fn standard_input_can_be_used_only_once() {
    let output = run(&["ask", "-", "--data", "-"], &[], "Total?").await;
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(errors.contains("read once"), "{errors}");
}

#[actix_web::test]
async fn failed_answer_prints_its_error_only_once() {
    let environment = [
        ("OPENAI_BASE_URL", "http://127.0.0.1:1/v1"),
        ("PORTOLAN_MODEL", "unreachable"),
        ("PORTOLAN_MODEL_BACK_OFF_MILLISECONDS", "1"),
    ];
    let output = run(&["ask", "Hello", "--json"], &environment, "").await;
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let message = answer["error"]["message"].as_str().unwrap();
    let output = run(&["ask", "Hello"], &environment, "").await;
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(errors.matches(message).count(), 1, "{errors}");
}
