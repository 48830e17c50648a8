//! The test of a connection, the list of an endpoint's models, and what requests carry by the settings.

use portolan_assistant::{ModelErrorCode, ModelTuning, RemoteSettings, offered_models, test_model};
use portolan_chat::Usage;
use portolan_mock_upstream::{AnswerPlan, MockUpstream, ScriptedReply, UsageReporting};
use serde_json::json;

use crate::support::{REMOTE, ask, call, models, settings, upstream};

fn adding() -> ScriptedReply {
    ScriptedReply::text("Hello there, friend.")
        .thinking("I greet.")
        .and_call("add", json!({"a": 1, "b": 2}))
        .and_call("add", json!({"a": 3, "b": 4}))
}

async fn tested(upstream: &MockUpstream) -> portolan_assistant::ModelReport {
    let model = models(settings(upstream.base_url())).get(REMOTE).unwrap();
    test_model(model.as_ref()).await
}

#[tokio::test]
async fn connection_test_reports_supported_abilities() {
    let whole = tested(&upstream(AnswerPlan::script(vec![adding()])).await).await;
    assert_eq!(
        whole.summary(),
        "streaming, tools, parallel tools, reasoning, usage"
    );
    let plain = AnswerPlan {
        usage: UsageReporting::Missing,
        ..AnswerPlan::script(vec![ScriptedReply::text("Hello.")])
    };
    let plain = tested(&upstream(plain).await).await;
    assert_eq!(plain.error, None);
    assert_eq!(
        plain.summary(),
        "not seen: streaming, tools, parallel tools, reasoning, usage"
    );
}

#[tokio::test]
async fn connection_test_reports_the_cause_of_failure() {
    let refused = tested(&upstream(AnswerPlan::fixture("wrong-key")).await).await;
    assert!(
        refused
            .error
            .unwrap()
            .contains("does not accept this server's key")
    );
    let broke = tested(&upstream(AnswerPlan::fixture("quota-402")).await).await;
    assert!(broke.error.unwrap().contains("no credit left"));
}

#[tokio::test]
async fn endpoint_lists_its_models() {
    let upstream = upstream(AnswerPlan::default()).await;
    let listed = offered_models(&settings(upstream.base_url()))
        .await
        .unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].id, "mock");
    upstream.stop().await;
    let error = offered_models(&settings(upstream.base_url()))
        .await
        .unwrap_err();
    assert_eq!(error.code, ModelErrorCode::Unavailable);
}

#[tokio::test]
async fn requests_include_the_configured_options() {
    let upstream = upstream(AnswerPlan::script(vec![ScriptedReply::text("Yes.")])).await;
    let tuning = ModelTuning {
        temperature: Some(0.25),
        reasoning_effort: Some("low".into()),
        headers: vec![("x-mock".into(), "{\"tokens\": 3}".into())],
        body: serde_json::from_value(json!({"top_k": 20, "max_tokens": 77})).unwrap(),
        ..ModelTuning::default()
    };
    let settings = RemoteSettings {
        tuning,
        ..settings(upstream.base_url())
    };
    let model = models(settings).get(REMOTE).unwrap();
    let (events, error) = call(model.as_ref(), ask("How many?")).await;
    assert_eq!(error, None);
    assert_eq!(
        crate::support::text_of(&events).split_whitespace().count(),
        3,
        "the header was sent"
    );
    let body = &upstream.bodies()[0];
    assert_eq!(
        (&body["temperature"], &body["reasoning_effort"]),
        (&json!(0.25), &json!("low"))
    );
    assert_eq!(
        (&body["top_k"], &body["max_tokens"]),
        (&json!(20), &json!(77))
    );
}

#[tokio::test]
async fn cached_tokens_are_charged_at_their_own_price() {
    let price = settings(String::new()).models[0].price;
    let usage = Usage {
        input_tokens: 100_000,
        output_tokens: 0,
        surcharge: -90_000_000,
        ..Usage::default()
    };
    assert_eq!(price.credits(usage), 10);
    // The discount stays where the turn is priced by the model that was asked for.
    assert_eq!(price.credits(price.written_by(price, usage)), 10);
}
