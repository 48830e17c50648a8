//! `portolan doctor`, as a shell runs it.

use std::{
    net::{SocketAddr, TcpListener},
    process::Output,
};

use portolan_mock_upstream::{AnswerPlan, MockUpstream, ScriptedReply};
use serde_json::json;

use crate::ask_command::run;

async fn doctor(base_url: &str) -> (Option<i32>, String) {
    let environment = [
        ("OPENAI_API_KEY", "key"),
        ("OPENAI_BASE_URL", base_url),
        ("PORTOLAN_MODEL", "mock"),
    ];
    doctor_with(&environment).await
}

async fn doctor_with(environment: &[(&str, &str)]) -> (Option<i32>, String) {
    let output: Output = run(&["doctor"], environment, "").await;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code(), text)
}

/// The lines about the remote model.
fn model_lines(text: &str) -> Vec<&str> {
    text.lines()
        .filter(|line| line.contains("model: mock"))
        .collect()
}

#[actix_web::test]
async fn doctor_reports_abilities_of_a_model_that_answers() {
    let reply = ScriptedReply::text("Hello there.").and_call("add", json!({"a": 1, "b": 2}));
    let upstream = MockUpstream::start(AnswerPlan::script(vec![reply]))
        .await
        .unwrap();
    let (code, text) = doctor(&upstream.base_url()).await;
    let lines = model_lines(&text);
    assert!(
        lines.len() == 1 && lines[0].starts_with('✓') && lines[0].contains("tools"),
        "{text}"
    );
    for part in [
        "database",
        "other servers",
        "object store",
        "query engine",
        "mail",
        "public URL",
        "backups",
        "traces",
    ] {
        assert!(text.contains(&format!("✓ {part}")), "{part}: {text}");
    }
    // The client is part of released programs only.
    let failed = text.lines().filter(|line| line.starts_with('✗')).count();
    assert_eq!(code, Some(i32::from(failed > 0)), "{text}");
}

#[actix_web::test]
async fn doctor_fails_when_key_is_wrong_or_port_is_closed() {
    let refusing = MockUpstream::start(AnswerPlan::fixture("wrong-key"))
        .await
        .unwrap();
    let (code, text) = doctor(&refusing.base_url()).await;
    let lines = model_lines(&text);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        lines[0].starts_with('✗') && lines[0].contains("does not accept this server's key"),
        "{text}"
    );
    let (code, text) = doctor(&format!("http://{}/v1", closed_address())).await;
    assert_eq!(code, Some(1), "{text}");
    assert!(model_lines(&text)[0].starts_with('✗'), "{text}");
}

/// An address of this machine where nothing listens.
fn closed_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap()
}

#[actix_web::test]
async fn doctor_names_each_service_that_does_not_answer() {
    let address = closed_address();
    let database = format!("postgres://me@{address}/portolan");
    let [mail, web, nats] = ["smtp", "http", "nats"].map(|scheme| format!("{scheme}://{address}"));
    let shared = [
        ("PORTOLAN_MAIL_FROM", "charts@example.com"),
        ("PORTOLAN_DATABASE_WAIT_SECONDS", "1"),
    ];
    // Each waits for an answer that never comes: all wait at the same time.
    let checks = [
        (
            "database",
            &[("PORTOLAN_DATABASE_URL", database.as_str())][..],
        ),
        (
            "object store",
            &[
                ("PORTOLAN_OBJECT_STORE", "s3://bucket"),
                ("PORTOLAN_OBJECT_STORE_ENDPOINT", web.as_str()),
                ("PORTOLAN_OBJECT_STORE_KEY_ID", "id"),
                ("PORTOLAN_OBJECT_STORE_SECRET_KEY", "key"),
            ],
        ),
        (
            "other servers",
            &[
                ("PORTOLAN_DATABASE_URL", database.as_str()),
                ("PORTOLAN_NATS_URL", nats.as_str()),
            ],
        ),
        ("other servers", &[("PORTOLAN_NATS_URL", nats.as_str())]),
        ("mail", &[("PORTOLAN_SMTP_URL", mail.as_str())]),
        ("public URL", &[("PORTOLAN_PUBLIC_URL", web.as_str())]),
    ];
    let checks = checks.iter().map(async |(part, setting)| {
        let (code, text) = doctor_with(&[*setting, &shared].concat()).await;
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains(&format!("✗ {part}: ")), "{part}: {text}");
    });
    futures_util::future::join_all(checks).await;
}
