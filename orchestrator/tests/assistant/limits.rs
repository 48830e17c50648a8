//! Limits of a turn: its time, its credits, the model's context.

use std::time::Duration;

use portolan_blocks::Outcome;
use portolan_mock_upstream::{AnswerPlan, MockUpstream, ScriptedReply};
use serde_json::{Value, json};

use crate::support::{REMOTE, TestTables, models, request, run, settings, upstream};

/// Asks for the sources as long as it may.
async fn busy() -> MockUpstream {
    upstream(AnswerPlan::script(vec![ScriptedReply::call(
        "list_sources",
        json!({}),
    )]))
    .await
}

/// Only the last call may not use its tools, and is told so.
fn assert_last_has_no_tools(bodies: &[Value]) {
    let (last, before) = bodies.split_last().unwrap();
    let may_call = |body: &Value| body["tools"].is_array() && body.get("tool_choice").is_none();
    assert!(before.iter().all(may_call));
    assert!(last["tools"].is_array());
    assert_eq!(last["tool_choice"], "none");
    let told = last["messages"].to_string();
    assert!(told.contains("no more tool calls"), "{told}");
}

#[tokio::test]
async fn turn_out_of_credits_gets_a_last_call_without_tools() {
    let upstream = busy().await;
    let mut services = TestTables::new().services(models(settings(upstream.base_url())));
    // A call reads some hundred words, at a credit each thousand: a few calls use this up.
    services.limits.credits = Some(1);
    let seen = run(request(REMOTE, "Hi", vec![]), &services).await;
    assert_eq!(seen.outcome(), Outcome::Failed);
    assert_eq!(seen.error_codes(), ["no_answer"]);
    assert_eq!(seen.steps.len(), 2);
    assert_last_has_no_tools(&upstream.bodies());
}

#[tokio::test]
async fn turn_out_of_time_gets_a_last_call_without_tools() {
    let upstream = busy().await;
    let mut services = TestTables::new().services(models(settings(upstream.base_url())));
    services.limits.time = Duration::from_secs(20);
    services.limits.steps = 4;
    let whole = run(request(REMOTE, "Hi", vec![]), &services).await;
    assert_eq!(whole.steps.len(), 4);
    assert_last_has_no_tools(&upstream.bodies());
}

#[tokio::test]
async fn results_of_older_steps_are_shortened_whole_and_never_cut() {
    let data = TestTables::new();
    let rows: String = (0..600).map(|row| format!("name-{row},{row}\n")).collect();
    let table = data.table("many", &format!("name,value\n{rows}")).await;
    let query = |from: usize| {
        let sql = format!(
            "SELECT \"name\", \"value\" FROM \"many\" WHERE \"value\" >= {from} ORDER BY \"value\""
        );
        ScriptedReply::call("query", json!({"sql": sql}))
    };
    let mut replies: Vec<ScriptedReply> = (0..8).map(query).collect();
    replies.push(ScriptedReply::text("Done."));
    let upstream = upstream(AnswerPlan::script(replies)).await;
    let mut small = settings(upstream.base_url());
    small.models[0].context_tokens = 5_500;
    let services = data.services(models(small));
    let seen = run(request(REMOTE, "Show", vec![table]), &services).await;
    assert_eq!(seen.outcome(), Outcome::Completed, "{:?}", seen.end);
    let bodies = upstream.bodies();
    let messages = bodies.last().unwrap()["messages"].as_array().unwrap();
    let mut shortened = 0;
    for (index, message) in messages.iter().enumerate() {
        if message["role"] != "tool" {
            continue;
        }
        // Right after its call, and JSON to its end.
        let call = &messages[index - 1]["tool_calls"][0];
        assert_eq!(call["id"], message["tool_call_id"]);
        let content: Value = serde_json::from_str(message["content"].as_str().unwrap()).unwrap();
        assert!(content["queryId"].is_string(), "{content}");
        shortened += usize::from(content.get("rows").is_none());
    }
    assert!(shortened > 0);
    let newest = messages.last().unwrap()["content"].as_str().unwrap();
    assert!(newest.contains("name-7"), "the newest result is whole");
}

#[tokio::test]
async fn queries_of_one_step_run_together_and_answer_in_order() {
    let data = TestTables::new();
    let query = |sql: &str| json!({"sql": sql});
    let upstream = upstream(AnswerPlan::script(vec![
        ScriptedReply::call("query", query("SELECT 1 AS \"one\" FROM \"cars\" LIMIT 1"))
            .and_call("query", query("SELECT broken"))
            .and_call(
                "query",
                query("SELECT 3 AS \"three\" FROM \"cars\" LIMIT 1"),
            ),
        ScriptedReply::text("Done."),
    ]))
    .await;
    let services = data.services(models(settings(upstream.base_url())));
    let seen = run(request(REMOTE, "Go", vec![data.cars().await]), &services).await;
    assert_eq!(seen.outcome(), Outcome::Completed);
    let messages = upstream.bodies()[1]["messages"].clone();
    let results: Vec<&str> = messages
        .as_array()
        .unwrap()
        .iter()
        .filter(|message| message["role"] == "tool")
        .map(|message| message["content"].as_str().unwrap())
        .collect();
    assert_eq!(results.len(), 3);
    assert!(results[0].contains("\"one\"") && results[0].contains("q1"));
    assert!(results[1].contains("error"));
    assert!(results[2].contains("\"three\""));
}
