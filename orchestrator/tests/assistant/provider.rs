//! The OpenAI provider against an endpoint that behaves, and one that does not.

use std::time::Duration;

use portolan_assistant::{FinishReason, ModelErrorCode, ModelEvent, ToolCall};
use portolan_mock_upstream::{
    AnswerPlan, ErrorBody, Fault, MockUpstream, ScriptedReply, UsageReporting,
};
use serde_json::json;

use crate::support::{REMOTE, StreamExt, ask, call, endless, models, settings, text_of, upstream};

async fn called(
    upstream: &MockUpstream,
) -> (Vec<ModelEvent>, Option<portolan_assistant::ModelError>) {
    let model = models(settings(upstream.base_url())).get(REMOTE).unwrap();
    call(model.as_ref(), ask("How many?")).await
}

fn story() -> AnswerPlan {
    AnswerPlan::script(vec![
        ScriptedReply::text("Grüße, **you**.\n")
            .thinking("I think first. ")
            .and_call("query", json!({"sql": "SELECT 'ä, b'"}))
            .and_call("suggest", json!({"suggestions": []})),
    ])
}

#[tokio::test]
async fn stream_yields_thinking_text_tool_calls_and_usage() {
    for bytewise in [false, true] {
        let upstream = upstream(AnswerPlan {
            bytewise,
            ..story()
        })
        .await;
        let (events, error) = called(&upstream).await;
        assert_eq!(error, None);
        assert_eq!(text_of(&events), "Grüße, **you**.\n");
        let calls: Vec<&ToolCall> = events
            .iter()
            .filter_map(|event| match event {
                ModelEvent::ToolCall(call) => Some(call),
                _ => None,
            })
            .collect();
        assert_eq!(calls.len(), 2);
        assert_eq!(
            calls[0].arguments,
            json!({"sql": "SELECT 'ä, b'"}).to_string()
        );
        assert_ne!(calls[0].id, calls[1].id);
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
async fn request_asks_for_stream_with_usage() {
    let upstream = upstream(story()).await;
    called(&upstream).await;
    let body = &upstream.bodies()[0];
    assert_eq!(body["stream"], true);
    assert_eq!(body["stream_options"]["include_usage"], true);
    assert_eq!(body["max_tokens"], 500);
    assert_eq!(body["messages"][0]["role"], "user");
}

#[tokio::test]
async fn missing_or_inconsistent_usage_is_estimated() {
    for usage in [UsageReporting::Missing, UsageReporting::Contradictory] {
        let upstream = upstream(AnswerPlan {
            tokens: 30,
            usage,
            ..AnswerPlan::default()
        })
        .await;
        let (events, _) = called(&upstream).await;
        let counted = events.iter().find_map(|event| match event {
            ModelEvent::Usage(usage) => Some(*usage),
            _ => None,
        });
        let counted = counted.unwrap();
        assert!(counted.estimated, "{usage:?}");
        assert!(
            counted.input_tokens > 0 && counted.output_tokens > 20,
            "{counted:?}"
        );
    }
}

#[tokio::test]
async fn transient_errors_are_retried() {
    for (status, body, retry_after) in [
        (429, ErrorBody::Openai, None),
        (429, ErrorBody::Openai, Some(0)),
        (429, ErrorBody::Html, None),
        (429, ErrorBody::Text, Some(0)),
        (429, ErrorBody::Empty, None),
        (500, ErrorBody::Openai, None),
        (502, ErrorBody::Html, None),
        (503, ErrorBody::Empty, None),
    ] {
        let upstream = upstream(AnswerPlan {
            times: 2,
            body,
            retry_after,
            ..AnswerPlan::status(status)
        })
        .await;
        let (events, error) = called(&upstream).await;
        assert_eq!(error, None, "{status} {body:?}");
        assert!(!text_of(&events).is_empty());
        assert_eq!(upstream.stats().requests, 3);
    }
}

#[tokio::test]
async fn permanent_errors_are_reported_immediately() {
    for (status, code) in [
        (400, ModelErrorCode::Rejected),
        (401, ModelErrorCode::Unauthorized),
        (403, ModelErrorCode::Unauthorized),
        (404, ModelErrorCode::ModelNotFound),
        (413, ModelErrorCode::ContextTooLong),
        (422, ModelErrorCode::Rejected),
    ] {
        let upstream = upstream(AnswerPlan::status(status)).await;
        let (_, error) = called(&upstream).await;
        let error = error.unwrap();
        assert_eq!(error.code, code, "{error}");
        assert!(!error.is_transient());
        assert_eq!(upstream.stats().requests, 1);
        let public = error.turn_error();
        assert!(!public.message.contains("planned"), "{public:?}");
    }
}

#[tokio::test]
async fn retries_end_after_attempt_and_wait_limits() {
    let endless = upstream(AnswerPlan::status(503)).await;
    let (_, error) = called(&endless).await;
    assert_eq!(error.unwrap().code, ModelErrorCode::Unavailable);
    assert_eq!(endless.stats().requests, 4);

    let patient = upstream(AnswerPlan {
        retry_after: Some(3_600),
        ..AnswerPlan::status(429)
    })
    .await;
    let (_, error) = called(&patient).await;
    let error = error.unwrap();
    assert_eq!(error.code, ModelErrorCode::RateLimited);
    assert_eq!(error.retry_after, Some(Duration::from_secs(3_600)));
    assert_eq!(patient.stats().requests, 1);
}

#[tokio::test]
async fn broken_stream_is_an_error() {
    for (fault, code) in [
        (Fault::Disconnect, ModelErrorCode::Unavailable),
        (Fault::Malformed, ModelErrorCode::Protocol),
        (Fault::Utf8, ModelErrorCode::Protocol),
        (Fault::ErrorEvent, ModelErrorCode::Unavailable),
        (Fault::Empty, ModelErrorCode::Protocol),
    ] {
        let upstream = upstream(AnswerPlan {
            after: 8,
            ..AnswerPlan::fault(fault)
        })
        .await;
        let (events, error) = called(&upstream).await;
        let error = error.unwrap_or_else(|| panic!("{fault:?} passed: {events:?}"));
        assert_eq!(error.code, code, "{fault:?}: {error}");
        assert!(error.is_transient());
        assert!(
            !events
                .iter()
                .any(|event| matches!(event, ModelEvent::Finished(_)))
        );
    }
}

#[tokio::test]
async fn stream_without_end_marker_is_complete() {
    let upstream = upstream(AnswerPlan::fault(Fault::NoDone)).await;
    let (events, error) = called(&upstream).await;
    assert_eq!(error, None);
    assert!(matches!(
        events.last(),
        Some(ModelEvent::Finished(FinishReason::Stop))
    ));
}

#[tokio::test]
async fn finish_reason_may_be_missing_before_the_end_marker() {
    let upstream = upstream(AnswerPlan {
        after: 8,
        ..AnswerPlan::fault(Fault::NoFinish)
    })
    .await;
    let (events, error) = called(&upstream).await;
    assert_eq!(error, None);
    assert!(!text_of(&events).is_empty());
    let end = Some(&ModelEvent::Finished(FinishReason::Stop));
    assert_eq!(events.last(), end);
}

#[tokio::test]
async fn silent_stream_times_out() {
    let upstream = upstream(AnswerPlan::fault(Fault::Stall)).await;
    let mut settings = settings(upstream.base_url());
    settings.idle_timeout = Duration::from_millis(50);
    let model = models(settings).get(REMOTE).unwrap();
    let (_, error) = call(model.as_ref(), ask("How many?")).await;
    assert_eq!(error.unwrap().code, ModelErrorCode::Timeout);
}

#[tokio::test]
async fn closed_port_is_reported_as_unavailable() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let model = models(settings(format!("http://{address}/v1")))
        .get(REMOTE)
        .unwrap();
    let (_, error) = call(model.as_ref(), ask("How many?")).await;
    assert_eq!(error.unwrap().code, ModelErrorCode::Unavailable);
}

#[tokio::test]
async fn dropping_the_stream_ends_the_call() {
    let upstream = upstream(endless()).await;
    let model = models(settings(upstream.base_url())).get(REMOTE).unwrap();
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

#[tokio::test]
async fn models_are_listed_with_remote_one_as_default() {
    let models = models(settings("http://127.0.0.1:1/v1".into()));
    let items = models.list();
    let listed: Vec<(&str, bool)> = items
        .iter()
        .map(|item| (item.id.as_str(), item.is_default))
        .collect();
    assert_eq!(listed, [(REMOTE, true), ("portolan-builtin", false)]);
    let error = models.get("gpt-9").err().unwrap().to_string();
    assert!(error.contains("gpt-9") && error.contains(REMOTE), "{error}");
}

/// The least that one answer may hold.
const ANSWER_BYTES: usize = 256 << 10;

#[tokio::test]
async fn answers_over_the_limit_are_truncated() {
    // Few long words: the scripted endpoint sends a chunk for each.
    let word = format!("{} ", "x".repeat(1023));
    let long = word.repeat(2 * ANSWER_BYTES / word.len());
    for reply in [
        ScriptedReply::text(long.as_str()),
        ScriptedReply::text("").thinking(long.as_str()),
    ] {
        let upstream = upstream(AnswerPlan::script(vec![reply])).await;
        let (events, error) = called(&upstream).await;
        assert_eq!(error, None);
        let written = events.iter().map(|event| match event {
            ModelEvent::Text(text) | ModelEvent::Thinking(text) => text.len(),
            _ => 0,
        });
        assert_eq!(written.sum::<usize>(), ANSWER_BYTES);
        assert_eq!(
            events.last(),
            Some(&ModelEvent::Finished(FinishReason::Length))
        );
    }
}

#[tokio::test]
async fn oversized_tool_arguments_are_not_executed() {
    let sql = "x".repeat(2 * ANSWER_BYTES);
    let reply = ScriptedReply::text("Look: ").and_call("query", json!({"sql": sql}));
    let upstream = upstream(AnswerPlan::script(vec![reply])).await;
    let (events, error) = called(&upstream).await;
    assert_eq!(error, None);
    assert_eq!(text_of(&events), "Look: ");
    let has_calls = events
        .iter()
        .any(|event| matches!(event, ModelEvent::ToolCall(_)));
    assert!(!has_calls);
    assert_eq!(
        events.last(),
        Some(&ModelEvent::Finished(FinishReason::Length))
    );
}
