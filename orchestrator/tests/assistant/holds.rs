//! Holds for the next call of a turn, and the final charge.

use portolan_assistant::{cut_call, first_hold};
use portolan_blocks::{Block, BlockContent};
use portolan_chat::Price;
use portolan_mock_upstream::AnswerPlan;
use uuid::Uuid;

use crate::support::{REMOTE, TestTables, models, request, run, settings, upstream};

const PRICE: Price = Price {
    input_per_million: 1_000,
    output_per_million: 10_000,
};

#[tokio::test]
async fn holds_cover_the_maximum_cost_of_every_call() {
    let data = TestTables::new();
    let upstream = upstream(AnswerPlan::parse("chart").unwrap()).await;
    let services = data.services(models(settings(upstream.base_url())));
    let turn = request(REMOTE, "Rows by name", vec![data.cars().await]);
    let mut hold = first_hold(&turn, &services).unwrap();
    // A thousand tokens of output at worst, and what is read.
    assert!(hold > 10, "{hold}");
    let seen = run(turn, &services).await;
    assert_eq!(seen.holds.len(), 3);
    let mut used = portolan_chat::Usage::default();
    for (step, next) in seen
        .steps
        .iter()
        .zip(seen.holds.iter().copied().chain([u64::MAX]))
    {
        used.add(step.usage);
        assert!(PRICE.credits(used) <= hold);
        assert!(next >= hold, "a hold is only raised");
        hold = next;
    }
    assert_eq!(seen.usage(), used);
}

#[tokio::test]
async fn interrupted_call_is_charged_for_kept_text() {
    let services = TestTables::new().services(models(settings("http://127.0.0.1:1/v1".into())));
    let mut turn = request(REMOTE, "Hi", vec![]);
    assert_eq!(cut_call(&turn, &services, None).usage.output_tokens, 0);
    turn.kept = vec![Block {
        id: Uuid::nil(),
        content: BlockContent::text("Ten words that were written before it was all cut."),
    }];
    let usage = cut_call(&turn, &services, None).usage;
    assert!(usage.estimated && usage.input_tokens > 100);
    assert!((8..20).contains(&usage.output_tokens), "{usage:?}");
}
