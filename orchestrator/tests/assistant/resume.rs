//! Turns that were interrupted, and continue.

use portolan_assistant::{Services, TurnRequest};
use portolan_blocks::{Block, BlockContent, Outcome};
use portolan_mock_upstream::{AnswerPlan, ScriptedReply};
use serde_json::Value;

use crate::support::{REMOTE, TestTables, models, request, run, run_until, settings, upstream};

/// Returns the content of blocks, without values that differ in every run.
fn said(blocks: &[Block]) -> Vec<Value> {
    blocks
        .iter()
        .map(|block| {
            let mut value = serde_json::to_value(&block.content).unwrap();
            for key in ["chartId", "durationMs"] {
                value.as_object_mut().unwrap().remove(key);
            }
            if let Some(query) = value.get_mut("query").and_then(Value::as_object_mut) {
                query.remove("tookMs");
            }
            value
        })
        .collect()
}

/// Interrupts the turn after every `stride`th output, continues, and expects the same answer.
async fn survives_interruptions(turn: TurnRequest, services: &Services, stride: usize) {
    let whole = run(turn.clone(), services).await;
    assert_eq!(whole.outcome(), Outcome::Completed);
    for cut in (1..).step_by(stride) {
        let outputs = std::cell::Cell::new(0);
        let first = run_until(turn.clone(), services, |_| {
            outputs.set(outputs.get() + 1);
            outputs.get() == cut
        })
        .await;
        if first.end.is_some() {
            break;
        }
        let closed: usize = first.step_blocks.iter().map(Vec::len).sum();
        let mut rest = turn.clone();
        rest.journal = first.steps.clone();
        rest.closed = first.blocks[..closed].to_vec();
        rest.kept = first.blocks[closed..].to_vec();
        let second = run(rest, services).await;
        assert_eq!(second.outcome(), Outcome::Completed, "cut after {cut}");
        let together = [first.blocks, second.blocks].concat();
        for (two, one) in said(&together).iter().zip(said(&whole.blocks)) {
            assert_eq!(*two, one, "cut after {cut}");
        }
        assert_eq!(together.len(), whole.blocks.len(), "cut after {cut}");
    }
}

#[tokio::test]
async fn remote_turn_resumes_after_any_interruption() {
    let data = TestTables::new();
    let upstream = upstream(AnswerPlan::parse("chart").unwrap()).await;
    let services = data.services(models(settings(upstream.base_url())));
    let turn = request(REMOTE, "Rows by name", vec![data.cars().await]);
    survives_interruptions(turn, &services, 3).await;
}

#[tokio::test]
async fn built_in_turn_resumes_after_every_output() {
    let data = TestTables::new();
    let services = data.services(models(settings("http://127.0.0.1:1/v1".into())));
    let turn = request(
        "portolan-builtin",
        "average horsepower by origin",
        vec![data.cars().await],
    );
    survives_interruptions(turn, &services, 1).await;
}

#[tokio::test]
async fn resumed_model_sees_its_earlier_text() {
    let upstream = upstream(AnswerPlan::script(vec![ScriptedReply::text(
        "And this is new.",
    )]))
    .await;
    let services = TestTables::new().services(models(settings(upstream.base_url())));
    let mut turn = request(REMOTE, "Hi", vec![]);
    turn.kept = vec![Block {
        id: uuid::Uuid::nil(),
        content: BlockContent::text("This was there."),
    }];
    let seen = run(turn, &services).await;
    assert_eq!(seen.text(), "And this is new.");
    let body = upstream.bodies()[0]["messages"].to_string();
    assert!(
        body.contains("This was there.") && body.contains("do not repeat"),
        "{body}"
    );
    assert!(seen.usage().estimated);
}
