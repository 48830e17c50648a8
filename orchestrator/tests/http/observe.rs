//! Observability of requests and turns: ids, log lines, exported spans and metrics.

use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader},
    process::{Child, ChildStdout, Command, Stdio},
    sync::{Arc, Mutex},
    time::Duration,
};

use actix_web::{App, HttpResponse, HttpServer, web};
use portolan::http::auth::Secret;
use portolan_telemetry::METRICS;
use reqwest::Method;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    auth_support::anonymous_client,
    client::{TestUser, send},
    stream::chat,
    world::SCRIPTED,
};

/// A server that is not ready by then has failed.
const PATIENCE: Duration = Duration::from_secs(60);
const QUESTION: &str = "Total sold by item";
const TABLE: &str = "item,sold\nTea,3\nMate,4\n";

/// A process that ends with its test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // Fails if it has ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The program, as a shell runs it.
pub struct Server {
    process: Process,
    folder: TempDir,
    pub origin: String,
    /// Open as long as the server may say something.
    _output: BufReader<ChildStdout>,
}

impl Server {
    async fn start(environment: &[(&str, &str)]) -> Self {
        Self::start_in(TempDir::new().unwrap(), environment).await
    }

    /// Starts in this folder, over the data that a command has left there.
    pub async fn start_in(folder: TempDir, environment: &[(&str, &str)]) -> Self {
        let log = std::fs::File::create(folder.path().join("stderr")).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_portolan"))
            .args(["serve", "--dev", "--listen", "127.0.0.1:0"])
            .current_dir(folder.path())
            .env_remove("OPENAI_API_KEY")
            .env_remove("OPENAI_BASE_URL")
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        let process = Process(child);
        let reading = tokio::task::spawn_blocking(move || {
            let mut line = String::new();
            said.read_line(&mut line).unwrap();
            (line, said)
        });
        let (line, said) = tokio::time::timeout(PATIENCE, reading)
            .await
            .unwrap()
            .unwrap();
        let origin = line.trim_end().strip_prefix("Portolan is ready at ");
        Self {
            process,
            folder,
            origin: origin.expect(&line).to_owned(),
            _output: said,
        }
    }

    /// Ends the server as systemd does; returns its log.
    async fn stop(mut self) -> Vec<Value> {
        kill_process(Pid::from_child(&self.process.0), Signal::TERM).unwrap();
        let log = self.folder.path().join("stderr");
        let status = tokio::task::spawn_blocking(move || {
            let status = self.process.0.wait().unwrap();
            (status, self.folder, std::fs::read_to_string(log).unwrap())
        });
        let (status, _folder, log) = status.await.unwrap();
        assert!(status.success(), "{log}");
        let lines = log
            .lines()
            .map(|line| serde_json::from_str(line).expect(line));
        lines.collect()
    }

    /// Signs a user up and asks a question about a table under this request id; returns the response.
    async fn ask(&self, request_id: &str) -> reqwest::Response {
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let session: Value = http
            .post(format!("{}/auth/v1/signup", self.origin))
            .json(&json!({"email": "ada@example.com", "password": "a long enough secret"}))
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        http.post(format!("{}/api/ask", self.origin))
            .bearer_auth(session["access_token"].as_str().unwrap())
            .header("x-request-id", request_id)
            .header("accept-encoding", "identity")
            .json(&json!({"question": QUESTION, "sources": [{"text": TABLE}]}))
            .send()
            .await
            .unwrap()
    }
}

/// The trace that a log line belongs to.
fn trace_of(line: &Value) -> Option<&str> {
    let spans = line["spans"].as_array()?;
    spans.iter().find_map(|span| span["trace.id"].as_str())
}

/// Keeps the spans of a request to the collector.
async fn receive_spans(
    kept: web::Data<Arc<Mutex<Vec<Value>>>>,
    body: web::Json<Value>,
) -> HttpResponse {
    for resource in body["resourceSpans"].as_array().unwrap() {
        for scope in resource["scopeSpans"].as_array().unwrap() {
            let spans = scope["spans"].as_array().unwrap();
            kept.lock().unwrap().extend(spans.clone());
        }
    }
    HttpResponse::Ok().json(json!({}))
}

/// A collector that keeps the spans that are sent to it.
async fn collector() -> (String, Arc<Mutex<Vec<Value>>>) {
    let spans = Arc::new(Mutex::new(Vec::new()));
    let kept = web::Data::new(Arc::clone(&spans));
    let server = HttpServer::new(move || {
        App::new()
            .app_data(kept.clone())
            .app_data(web::JsonConfig::default().limit(16 << 20))
            .route("/v1/traces", web::post().to(receive_spans))
    })
    .workers(1)
    .disable_signals()
    .bind("127.0.0.1:0")
    .unwrap();
    let address = server.addrs()[0];
    actix_web::rt::spawn(server.run());
    (format!("http://{address}"), spans)
}

/// The value of an attribute of an exported span.
fn attribute<'a>(span: &'a Value, key: &str) -> Option<&'a Value> {
    let attributes = span["attributes"].as_array()?;
    let found = attributes
        .iter()
        .find(|attribute| attribute["key"] == key)?;
    found["value"].as_object()?.values().next()
}

#[actix_web::test]
async fn turn_is_followed_from_its_request_to_its_commit_by_one_id() {
    let (endpoint, spans) = collector().await;
    let server = Server::start(&[
        (
            "PORTOLAN_LOG",
            "warn,portolan=debug,portolan_query_pool=debug",
        ),
        ("PORTOLAN_LOG_FORMAT", "json"),
        ("PORTOLAN_OTLP_ENDPOINT", &endpoint),
    ])
    .await;
    let response = server.ask("question-1").await;
    assert_eq!(response.headers()["x-request-id"], "question-1");
    let status = response.status();
    let answer = response.text().await.unwrap();
    assert_eq!(status, 200, "{answer}");
    let lines = server.stop().await;

    let is_access = |line: &&Value| line["target"] == "portolan::access";
    let asked: Vec<&Value> = lines
        .iter()
        .filter(is_access)
        .filter(|line| line["http.route"] == "/api/ask")
        .collect();
    let [asked] = asked[..] else {
        panic!("one line of the access log: {asked:?}")
    };
    assert_eq!(asked["http.status"], 200);
    assert_eq!(asked["http.method"], "POST");
    assert_eq!(asked["http.bytes"], answer.len());
    assert_eq!(asked["spans"][0]["request.id"], "question-1");
    let trace = trace_of(asked).unwrap();
    let followed: BTreeSet<&str> = lines
        .iter()
        .filter(|line| trace_of(line) == Some(trace))
        .map(|line| line["message"].as_str().unwrap())
        .collect();
    for message in [
        "turn committed",
        "turn started",
        "model call finished",
        "query finished",
        "tool call finished",
        "events committed",
        "turn finished",
        "request finished",
    ] {
        assert!(
            followed.contains(message),
            "{message} is not in {followed:?}"
        );
    }
    let chat_id = serde_json::from_str::<Value>(&answer).unwrap()["chatId"].clone();
    let finished = lines.iter().find(|line| line["message"] == "turn finished");
    let finished = finished.unwrap();
    assert_eq!(finished["turn.outcome"], "completed");
    assert_eq!(finished["spans"][0]["chat.id"], chat_id);
    let others = lines.iter().filter(is_access);
    let others = others.filter(|line| line["http.route"] != "/api/ask");
    for line in others {
        assert_ne!(trace_of(line), Some(trace), "{line}");
    }

    // The collector has the same trace, each span below the one that caused it.
    let spans = spans.lock().unwrap().clone();
    let of_trace: Vec<&Value> = spans
        .iter()
        .filter(|span| span["traceId"] == trace)
        .collect();
    let named = |name: &str| -> &Value {
        let found = of_trace.iter().find(|span| span["name"] == name);
        found.unwrap_or_else(|| {
            let names: Vec<&Value> = of_trace.iter().map(|span| &span["name"]).collect();
            panic!("no span {name} in {names:?}")
        })
    };
    for (name, parent) in [
        ("chat", "POST /api/ask"),
        ("turn", "chat"),
        ("chat portolan-builtin", "turn"),
        ("execute_tool query", "turn"),
        ("query", "execute_tool query"),
        ("commit", "chat"),
        ("commit", "turn"),
    ] {
        let parents: Vec<&Value> = of_trace
            .iter()
            .filter(|span| span["name"] == parent)
            .map(|span| &span["spanId"])
            .collect();
        let is_below = of_trace
            .iter()
            .any(|span| span["name"] == name && parents.contains(&&span["parentSpanId"]));
        assert!(is_below, "{name} below {parent} in {of_trace:?}");
    }
    let call = named("chat portolan-builtin");
    assert_eq!(attribute(call, "gen_ai.operation.name").unwrap(), "chat");
    assert_eq!(
        attribute(call, "gen_ai.request.model").unwrap(),
        "portolan-builtin"
    );
    assert!(attribute(call, "gen_ai.usage.output_tokens").is_some());
    let tool = named("execute_tool query");
    assert_eq!(attribute(tool, "gen_ai.tool.name").unwrap(), "query");
}

#[actix_web::test]
async fn access_log_can_be_switched_off_and_holds_no_paths() {
    for (setting, expected) in [("true", true), ("false", false)] {
        let server = Server::start(&[
            ("PORTOLAN_LOG_FORMAT", "json"),
            ("PORTOLAN_ACCESS_LOG", setting),
        ])
        .await;
        let path = format!("{}/shared/a-secret-token?key=another", server.origin);
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let response = http
            .get(path)
            .header("x-request-id", "forged\tline")
            .send()
            .await
            .unwrap();
        let request_id = response.headers()["x-request-id"]
            .to_str()
            .unwrap()
            .to_owned();
        assert_eq!(request_id.len(), 32, "{request_id}");
        let lines = server.stop().await;
        let found = lines
            .iter()
            .any(|line| trace_of(line) == Some(request_id.as_str()));
        assert_eq!(found, expected, "{lines:?}");
        let text = format!("{lines:?}");
        assert!(
            !text.contains("a-secret-token") && !text.contains("another"),
            "{text}"
        );
    }
}

both!(metrics_show_requests_turns_queries_and_mail, |world| {
    let server = world
        .restart_with(|settings| settings.metrics_token = Some(Secret("a token".into())))
        .await;
    let client = anonymous_client(&server);
    let ada = json!({"email": "ada@example.com", "password": crate::world::PASSWORD});
    let ada = TestUser::of(&client, &client.post("/auth/v1/signup", ada).await);
    let body = json!({"email": "ada@example.com"});
    client.post("/auth/v1/recover", body).await.is(200);
    let body =
        json!({"question": QUESTION, "sources": [{"text": TABLE}], "model": "portolan-builtin"});
    ada.post("/api/ask", body).await.is(200);
    let chat_id = chat(&ada).await;
    let path = format!("/api/chats/{chat_id}/messages");
    for (key, text, status) in [
        ("once", "[[mock tokens=3]]", 200),
        ("once", "[[mock tokens=4]]", 409),
        ("failed", "[[mock fault=status,status=401]]", 200),
    ] {
        let request = ada
            .request(Method::POST, &path)
            .header("accept", "text/event-stream")
            .header("idempotency-key", key)
            .json(&json!({"text": text, "model": SCRIPTED}));
        assert_eq!(send(request).await.status, status, "{key} {text}");
    }
    let page = client.with_token("a token").get("/metrics").await;
    let page = page.is(200).text().to_owned();
    // Other tests of this process count too, so only a lower bound is known.
    let value = |series: &str| -> f64 {
        let lines = page.lines();
        let found = lines.filter_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
        let values: Vec<f64> = found.map(|value| value.parse().unwrap()).collect();
        assert_eq!(values.len(), 1, "{series} in {page}");
        values[0]
    };
    for series in [
        "portolan_http_requests_total{method=\"POST\",route=\"/api/ask\",status=\"200\"}",
        "portolan_http_request_seconds_count{method=\"POST\",route=\"/api/ask\"}",
        "portolan_turns_total{outcome=\"completed\"}",
        "portolan_turns_total{outcome=\"failed\"}",
        "portolan_turns_refused_total{reason=\"key_reused\"}",
        "portolan_turn_first_token_seconds_count",
        "portolan_model_call_seconds_count{model=\"portolan-builtin\"}",
        "portolan_model_errors_total{model=\"scripted\",code=\"upstream_unauthorized\"}",
        "portolan_model_tokens_total{model=\"portolan-builtin\",direction=\"output\"}",
        "portolan_tool_seconds_count{tool=\"query\",outcome=\"ok\"}",
        "portolan_worker_seconds_count{kind=\"convert\",outcome=\"ok\"}",
        "portolan_worker_seconds_count{kind=\"query\",outcome=\"ok\"}",
        "portolan_workers_limit",
        "portolan_database_wait_seconds_count{access=\"write\"}",
        "portolan_object_store_seconds_count{operation=\"put\",outcome=\"ok\"}",
        "portolan_commit_seconds_count",
        "portolan_ledger_credits_charged_total",
    ] {
        assert!(value(series) >= 1.0, "{series} in {page}");
    }
    let missing: Vec<&str> = METRICS
        .iter()
        .map(|metric| metric.name)
        .filter(|name| !page.contains(&format!("# TYPE {name} ")))
        // Needs another model that takes over.
        .filter(|name| *name != "portolan_model_fallbacks_total")
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
});
