//! The Responses API as the second language of models.

use std::time::Duration;

use portolan_assistant::{FinishReason, ModelErrorCode, ModelEvent, RemoteSettings, Wire};
use portolan_blocks::Outcome;
use portolan_mock_upstream::{AnswerPlan, Fault, MockUpstream, ScriptedReply, UsageReporting};
use serde_json::json;

use crate::support::{
    REMOTE, StreamExt, TestTables, ask, call, endless, models, request, run, settings, text_of,
    upstream,
};

fn responses(upstream: &MockUpstream) -> RemoteSettings {
    RemoteSettings {
        wire: Wire::Responses { summarises: true },
        ..settings(upstream.base_url())
    }
}

async fn called(
    upstream: &MockUpstream,
) -> (Vec<ModelEvent>, Option<portolan_assistant::ModelError>) {
    let model = models(responses(upstream)).get(REMOTE).unwrap();
    call(model.as_ref(), ask("How many?")).await
}

#[tokio::test]
async fn stream_yields_thinking_text_tool_calls_and_usage() {
    for bytewise in [false, true] {
        let plan = AnswerPlan::script(vec![
            ScriptedReply::text("Grüße, **you**.\n")
                .thinking("I think first. ")
                .and_call("query", json!({"sql": "SELECT 'ä, b'"}))
                .and_call("suggest", json!({"suggestions": []})),
        ]);
        let upstream = upstream(AnswerPlan { bytewise, ..plan }).await;
        let (events, error) = called(&upstream).await;
        assert_eq!(error, None);
        assert_eq!(text_of(&events), "Grüße, **you**.\n");
        let calls: Vec<_> = events
            .iter()
            .filter_map(|event| match event {
                ModelEvent::ToolCall(call) => Some((call.name.as_str(), call.arguments.clone())),
                _ => None,
            })
            .collect();
        let sql = json!({"sql": "SELECT 'ä, b'"}).to_string();
        assert_eq!(calls[0], ("query", sql));
        assert_eq!((calls.len(), calls[1].0), (2, "suggest"));
        assert!(matches!(&events[0], ModelEvent::Thinking(text) if text == "I "));
        let [.., ModelEvent::Usage(usage), ModelEvent::Finished(reason)] = &events[..] else {
            panic!("usage and end come last: {events:?}");
        };
        assert!(!usage.estimated && usage.output_tokens > 5);
        assert_eq!(*reason, FinishReason::ToolCalls);
        assert_eq!(upstream.stats().finished, 1);
    }
}

#[tokio::test]
async fn turn_with_tools_runs_over_responses_api() {
    let data = TestTables::new();
    let upstream = upstream(AnswerPlan::parse("chart").unwrap()).await;
    let services = data.services(models(responses(&upstream)));
    let seen = run(
        request(REMOTE, "Rows by name", vec![data.cars().await]),
        &services,
    )
    .await;
    assert_eq!(seen.outcome(), Outcome::Completed);
    assert_eq!(seen.charts().len(), 1);
    let bodies = upstream.bodies();
    assert_eq!(bodies[0]["stream"], true);
    assert_eq!(bodies[0]["store"], false);
    assert_eq!(bodies[0]["reasoning"], json!({"summary": "auto"}));
    assert_eq!(bodies[0]["tools"][0]["type"], "function");
    assert!(bodies[0]["tools"][0]["name"].is_string());
    // A call and its result are items with the same id, one after the other.
    let input = bodies[1]["input"].as_array().unwrap();
    let called = input
        .iter()
        .position(|item| item["type"] == "function_call")
        .unwrap();
    assert_eq!(input[called + 1]["type"], "function_call_output");
    assert_eq!(input[called]["call_id"], input[called + 1]["call_id"]);
}

#[tokio::test]
async fn truncated_and_withheld_answers_are_distinguished() {
    for (finish, reason) in [
        ("length", FinishReason::Length),
        ("content_filter", FinishReason::ContentFilter),
    ] {
        let mut reply = ScriptedReply::text("As I was");
        reply.finish = Some(finish.into());
        let upstream = upstream(AnswerPlan::script(vec![reply])).await;
        let (events, error) = called(&upstream).await;
        assert_eq!(error, None);
        assert_eq!(events.last(), Some(&ModelEvent::Finished(reason)));
    }
}

#[tokio::test]
async fn missing_usage_is_estimated_and_inconsistent_usage_is_flagged() {
    for (usage, is_counted) in [
        (UsageReporting::Missing, true),
        (UsageReporting::Contradictory, false),
    ] {
        let plan = AnswerPlan {
            tokens: 30,
            usage,
            ..AnswerPlan::default()
        };
        let (events, _) = called(&upstream(plan).await).await;
        let told = events.iter().find_map(|event| match event {
            ModelEvent::Usage(usage) => Some(*usage),
            _ => None,
        });
        let told = told.unwrap();
        assert!(told.estimated, "{usage:?}");
        if is_counted {
            assert!(told.output_tokens > 20, "{told:?}");
        } else {
            assert_eq!((told.input_tokens, told.output_tokens), (1, 2));
        }
    }
}

#[tokio::test]
async fn broken_stream_is_an_error() {
    for (fault, code) in [
        (Fault::Disconnect, ModelErrorCode::Unavailable),
        (Fault::Malformed, ModelErrorCode::Protocol),
        (Fault::Utf8, ModelErrorCode::Protocol),
        (Fault::ErrorEvent, ModelErrorCode::Protocol),
        (Fault::NoFinish, ModelErrorCode::Protocol),
        (Fault::Empty, ModelErrorCode::Protocol),
    ] {
        let plan = AnswerPlan {
            after: 8,
            ..AnswerPlan::fault(fault)
        };
        let (events, error) = called(&upstream(plan).await).await;
        let error = error.unwrap_or_else(|| panic!("{fault:?} passed: {events:?}"));
        assert!(error.is_transient(), "{fault:?}: {error}");
        if fault != Fault::ErrorEvent {
            assert_eq!(error.code, code, "{fault:?}: {error}");
        }
    }
}

#[tokio::test]
async fn only_transient_errors_are_retried() {
    let passing = upstream(AnswerPlan {
        times: 2,
        ..AnswerPlan::status(503)
    })
    .await;
    let (events, error) = called(&passing).await;
    assert_eq!((error, passing.stats().requests), (None, 3));
    assert!(!text_of(&events).is_empty());
    let refusing = upstream(AnswerPlan::status(401)).await;
    let (_, error) = called(&refusing).await;
    assert_eq!(error.unwrap().code, ModelErrorCode::Unauthorized);
    assert_eq!(refusing.stats().requests, 1);
}

#[tokio::test]
async fn dropping_the_stream_ends_the_call() {
    let upstream = upstream(endless()).await;
    let model = models(responses(&upstream)).get(REMOTE).unwrap();
    let mut stream = model.stream(ask("How many?"));
    stream.next().await.unwrap().unwrap();
    assert_eq!(upstream.stats().open, 1);
    drop(stream);
    let aborted = async {
        while upstream.stats().aborted == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), aborted)
        .await
        .unwrap();
}
