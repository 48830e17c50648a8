//! Models that make mistakes and endpoints that break, in the middle of a turn.

use std::time::Duration;

use portolan_blocks::Outcome;
use portolan_mock_upstream::{AnswerPlan, Fault, ScriptedReply};
use serde_json::{Value, json};

use crate::support::{
    REMOTE, TestTables, endless, models, request, run, run_until, settings, upstream,
};

#[tokio::test]
async fn interrupted_model_call_is_retried_without_duplicate_text() {
    for fault in [
        Fault::Disconnect,
        Fault::Malformed,
        Fault::Utf8,
        Fault::ErrorEvent,
    ] {
        let upstream = upstream(AnswerPlan {
            times: 2,
            after: 10,
            ..AnswerPlan::fault(fault)
        })
        .await;
        let services = TestTables::new().services(models(settings(upstream.base_url())));
        let seen = run(request(REMOTE, "Hi", vec![]), &services).await;
        assert_eq!(seen.outcome(), Outcome::Completed, "{fault:?}");
        assert_eq!(seen.discarded, 2);
        assert_eq!(seen.types(), ["Text"]);
        assert_eq!(upstream.stats().requests, 3);
        assert!(
            !seen.usage().estimated,
            "what was thrown away is not charged"
        );
    }
}

#[tokio::test]
async fn permanently_failing_call_fails_turn_with_error() {
    for (fault, code) in [
        (Fault::Disconnect, "upstream_unavailable"),
        (Fault::Malformed, "upstream_protocol"),
        (Fault::Empty, "upstream_protocol"),
    ] {
        let upstream = upstream(AnswerPlan {
            after: 10,
            ..AnswerPlan::fault(fault)
        })
        .await;
        let services = TestTables::new().services(models(settings(upstream.base_url())));
        let seen = run(request(REMOTE, "Hi", vec![]), &services).await;
        assert_eq!(seen.outcome(), Outcome::Failed);
        assert_eq!(seen.error_codes(), [code]);
        assert_eq!(seen.types(), ["Error"]);
        assert_eq!(upstream.stats().requests, 3, "{fault:?}");
        assert_eq!(seen.usage().output_tokens, 0);
    }
}

#[tokio::test]
async fn closed_blocks_survive_interrupted_call_without_repetition() {
    // The first call breaks in the middle of the text, after the thinking was closed.
    let upstream = upstream(AnswerPlan {
        tokens: 30,
        reasoning: 12,
        fault: Some(Fault::Disconnect),
        times: 1,
        after: 25,
        ..AnswerPlan::default()
    })
    .await;
    let services = TestTables::new().services(models(settings(upstream.base_url())));
    let seen = run(request(REMOTE, "Hi", vec![]), &services).await;
    assert_eq!(seen.outcome(), Outcome::Completed);
    assert_eq!(seen.types(), ["Thinking", "Text"]);
    assert_eq!(seen.discarded, 1);
    assert!(
        seen.usage().estimated,
        "the kept thinking is charged by estimate"
    );
}

#[tokio::test]
async fn rate_limited_endpoint_is_called_at_most_four_times() {
    let upstream = upstream(AnswerPlan::status(429)).await;
    let services = TestTables::new().services(models(settings(upstream.base_url())));
    let seen = run(request(REMOTE, "Hi", vec![]), &services).await;
    assert_eq!(seen.error_codes(), ["upstream_rate_limited"]);
    assert_eq!(upstream.stats().requests, 4);
    let (_, error, _) = seen.end.unwrap();
    assert!(error.unwrap().retryable);
}

#[tokio::test]
async fn unknown_tools_and_invalid_arguments_return_errors_to_the_model() {
    for (story, told) in [
        ("unknown_tool", "there is no tool `launch_rocket`"),
        ("invalid_arguments", "not valid JSON"),
    ] {
        let upstream = upstream(AnswerPlan::parse(story).unwrap()).await;
        let services = TestTables::new().services(models(settings(upstream.base_url())));
        let seen = run(request(REMOTE, "Hi", vec![]), &services).await;
        assert_eq!(seen.outcome(), Outcome::Completed);
        assert_eq!(seen.types(), ["Text"]);
        let second = upstream.bodies()[1]["messages"].to_string();
        assert!(second.contains(told), "{second}");
    }
}

#[tokio::test]
async fn invalid_chart_becomes_error_block_after_three_tries() {
    let data = TestTables::new();
    let upstream = upstream(AnswerPlan::parse("invalid_chart").unwrap()).await;
    let services = data.services(models(settings(upstream.base_url())));
    let seen = run(request(REMOTE, "Draw", vec![data.cars().await]), &services).await;
    assert_eq!(seen.outcome(), Outcome::Completed);
    assert_eq!(seen.types(), ["Error", "Text"]);
    assert_eq!(seen.error_codes(), ["chart_invalid"]);
    let told = upstream.bodies()[2]["messages"].to_string();
    assert!(
        told.contains("/spec/encoding/y/field") && told.contains("`count`"),
        "{told}"
    );
}

#[tokio::test]
async fn invalid_chart_directive_returns_its_error_to_model() {
    let data = TestTables::new();
    let chart = |query_id: &str| {
        let body = json!({"queryId": query_id, "kind": "table", "title": "T", "description": "D", "spec": {}});
        ScriptedReply::text(format!(":::chart\n{body}\n:::\n"))
    };
    let upstream = upstream(AnswerPlan::script(vec![
        ScriptedReply::call("query", json!({"sql": "SELECT \"name\" FROM \"cars\""})),
        chart("q9"),
        chart("q1"),
    ]))
    .await;
    let services = data.services(models(settings(upstream.base_url())));
    let seen = run(request(REMOTE, "Draw", vec![data.cars().await]), &services).await;
    assert_eq!(seen.types(), ["Chart"]);
    let told = upstream.bodies()[2]["messages"].to_string();
    assert!(told.contains("there is no query `q9`"), "{told}");
}

#[tokio::test]
async fn last_step_gets_no_tools_and_fails_without_answer() {
    let upstream = upstream(AnswerPlan::script(vec![ScriptedReply::call(
        "list_sources",
        json!({}),
    )]))
    .await;
    let mut services = TestTables::new().services(models(settings(upstream.base_url())));
    services.limits.steps = 3;
    let seen = run(request(REMOTE, "Hi", vec![]), &services).await;
    let bodies = upstream.bodies();
    assert_eq!(bodies.len(), 3);
    assert!(bodies[1]["tools"].is_array());
    assert_eq!(bodies[2]["tool_choice"], "none");
    assert_eq!(seen.steps.len(), 3);
    assert_eq!(seen.outcome(), Outcome::Failed);
    assert_eq!(seen.types(), ["Error"]);
    assert_eq!(seen.error_codes(), ["no_answer"]);
}

#[tokio::test]
async fn truncated_answer_is_reported() {
    let mut reply = ScriptedReply::text("As I was about to");
    reply.finish = Some("length".into());
    let upstream = upstream(AnswerPlan::script(vec![reply])).await;
    let services = TestTables::new().services(models(settings(upstream.base_url())));
    let seen = run(request(REMOTE, "Hi", vec![]), &services).await;
    assert_eq!(seen.types(), ["Text", "Error"]);
    assert_eq!(seen.error_codes(), ["answer_cut"]);
}

#[tokio::test]
async fn turn_over_time_limit_is_stopped() {
    let upstream = upstream(AnswerPlan {
        after: 5,
        ..AnswerPlan::fault(Fault::Stall)
    })
    .await;
    let mut services = TestTables::new().services(models(settings(upstream.base_url())));
    services.limits.time = Duration::from_millis(100);
    let seen = run(request(REMOTE, "Hi", vec![]), &services).await;
    assert_eq!(seen.error_codes(), ["turn_timeout"]);
    assert_eq!(seen.outcome(), Outcome::Failed);
}

#[tokio::test]
async fn dropping_a_turn_ends_its_model_call() {
    let upstream = upstream(endless()).await;
    let services = TestTables::new().services(models(settings(upstream.base_url())));
    let turn = request(REMOTE, "Hi", vec![]);
    let seen = run_until(turn, &services, |seen| seen.is_writing()).await;
    assert!(seen.end.is_none());
    let aborted = async {
        while upstream.stats().aborted == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), aborted)
        .await
        .unwrap();
}

#[tokio::test]
async fn invalid_tool_call_leaves_valid_conversation() {
    let upstream = upstream(AnswerPlan::parse("invalid_arguments").unwrap()).await;
    let services = TestTables::new().services(models(settings(upstream.base_url())));
    run(request(REMOTE, "Hi", vec![]), &services).await;
    let bodies = upstream.bodies();
    let messages = bodies[1]["messages"].as_array().unwrap();
    let call = messages
        .iter()
        .find_map(|message| message["tool_calls"].get(0))
        .unwrap();
    let arguments = call["function"]["arguments"].as_str().unwrap();
    assert!(
        serde_json::from_str::<Value>(arguments)
            .unwrap()
            .is_object()
    );
}
