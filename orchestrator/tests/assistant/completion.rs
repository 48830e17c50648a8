//! Turns whose last model call says nothing.

use portolan_blocks::{BlockContent, Outcome};
use portolan_mock_upstream::{AnswerPlan, ScriptedReply};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{
    REMOTE, TestTables, TurnRecord, models, request, run, run_until, settings, upstream,
};

fn cite() -> Value {
    json!({"sourceId": Uuid::from_u128(4)})
}

fn suggest() -> Value {
    json!({"suggestions": [{"label": "By year", "prompt": "And by year?"}]})
}

async fn answer(replies: Vec<ScriptedReply>) -> (TurnRecord, usize) {
    let data = TestTables::new();
    let upstream = upstream(AnswerPlan::script(replies)).await;
    let services = data.services(models(settings(upstream.base_url())));
    let seen = run(request(REMOTE, "Why?", vec![data.cars().await]), &services).await;
    (seen, upstream.bodies().len())
}

#[tokio::test]
async fn text_with_citation_and_suggestion_is_complete_when_last_message_is_empty() {
    let (seen, calls) = answer(vec![
        ScriptedReply::text("Because of this.[^1]")
            .and_call("cite", cite())
            .and_call("suggest", suggest()),
        ScriptedReply::text(""),
    ])
    .await;
    assert_eq!(seen.outcome(), Outcome::Completed, "{seen:?}");
    assert_eq!(seen.types(), ["Text", "Reference", "Suggestion"]);
    assert_eq!(calls, 1, "suggestions end an answer");
}

#[tokio::test]
async fn citation_and_suggestion_in_later_steps_leave_answer_complete() {
    let (seen, _) = answer(vec![
        ScriptedReply::text("Because of this.[^1]").and_call("cite", cite()),
        ScriptedReply::call("suggest", suggest()),
        ScriptedReply::text("  \n"),
    ])
    .await;
    assert_eq!(seen.outcome(), Outcome::Completed, "{seen:?}");
    assert_eq!(seen.types(), ["Text", "Reference", "Suggestion"]);
}

#[tokio::test]
async fn empty_message_after_query_does_not_complete_the_turn() {
    let (seen, calls) = answer(vec![
        ScriptedReply::text("Let me look.").and_call("query", json!({"sql": "SELECT 1 AS one"})),
        ScriptedReply::text(""),
    ])
    .await;
    assert_eq!(seen.outcome(), Outcome::Failed);
    assert_eq!(seen.types(), ["Text", "Error"]);
    assert_eq!(calls, 4, "the empty message is asked for again");
}

#[tokio::test]
async fn suggestion_without_text_does_not_complete_the_turn() {
    let (seen, _) = answer(vec![ScriptedReply::call("suggest", suggest())]).await;
    assert_eq!(seen.outcome(), Outcome::Failed);
    assert_eq!(seen.error_codes(), ["no_answer"]);
}

#[tokio::test]
async fn resumed_turn_accepts_empty_message_after_answer() {
    let data = TestTables::new();
    let upstream = upstream(AnswerPlan::script(vec![
        ScriptedReply::text("Because of this.[^1]").and_call("cite", cite()),
        ScriptedReply::text(""),
    ]))
    .await;
    let services = data.services(models(settings(upstream.base_url())));
    let turn = request(REMOTE, "Why?", vec![data.cars().await]);
    let first = run_until(turn.clone(), &services, |seen| seen.steps.len() == 1).await;
    let mut rest = turn;
    rest.journal = first.steps.clone();
    rest.closed = first.blocks.clone();
    let seen = run(rest, &services).await;
    assert_eq!(seen.outcome(), Outcome::Completed, "{seen:?}");
    assert!(seen.blocks.is_empty());
}

#[tokio::test]
async fn tool_calls_of_one_answer_share_its_output_limit() {
    const CAP: usize = 64 << 10;
    // Each call stays below the cap; ten together would not.
    let word = format!("{} ", "x".repeat(1023));
    let text = word.repeat(CAP / 4 / word.len());
    let reply =
        || ScriptedReply::text(text.as_str()).and_call("query", json!({"sql": "SELECT 1 AS one"}));
    let data = TestTables::new();
    let upstream = upstream(AnswerPlan::script((0..10).map(|_| reply()).collect())).await;
    let mut settings = settings(upstream.base_url());
    settings.answer_bytes = CAP;
    for card in &mut settings.models {
        card.output_tokens = 1_000;
        card.context_tokens = 1_000_000;
    }
    let services = data.services(models(settings));
    let seen = run(request(REMOTE, "Why?", vec![data.cars().await]), &services).await;
    assert_eq!(upstream.bodies().len(), 4, "the fourth call is cut");
    let written = seen.blocks.iter().map(|block| match &block.content {
        BlockContent::Text { markdown, .. } => markdown.len(),
        _ => 0,
    });
    assert!(written.sum::<usize>() <= CAP);
    let last = &seen.blocks.last().unwrap().content;
    assert!(
        matches!(last, BlockContent::Error { code, .. } if code == "answer_cut"),
        "{last:?}"
    );
}
