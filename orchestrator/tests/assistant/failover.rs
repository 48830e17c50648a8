//! Models that take over from one that cannot be reached.

use portolan_assistant::{ModelCard, Models, RemoteSettings, Services, first_hold};
use portolan_blocks::Outcome;
use portolan_chat::{Price, Usage};
use portolan_mock_upstream::{AnswerPlan, Fault, MockUpstream, ScriptedReply};

use crate::support::{REMOTE, TestTables, request, run, settings, upstream};

const OTHER: &str = "other";
const PRICE: Price = Price {
    input_per_million: 1_000,
    output_per_million: 10_000,
};
const OTHER_PRICE: Price = Price {
    input_per_million: 50_000,
    output_per_million: 300_000,
};

/// The usual model, and a dearer one that takes over from it.
fn services(first: &MockUpstream, second: &MockUpstream) -> Services {
    let other = RemoteSettings {
        models: vec![ModelCard {
            id: OTHER.into(),
            title: "The other".into(),
            price: OTHER_PRICE,
            context_tokens: 32_000,
            output_tokens: 1_000,
        }],
        ..settings(second.base_url())
    };
    let models = Models::new([settings(first.base_url()), other], None)
        .unwrap()
        .with_fallbacks([OTHER, REMOTE])
        .unwrap();
    TestTables::new().services(models)
}

/// Returns the actual charge, and the charge if the requested model had written.
fn charges(usage: Usage) -> (u64, u64) {
    let plain = Usage {
        surcharge: 0,
        waived: false,
        ..usage
    };
    (PRICE.credits(usage), PRICE.credits(plain))
}

#[tokio::test]
async fn fallback_model_answers_if_the_first_one_fails() {
    for (plan, requests) in [
        (AnswerPlan::status(503), 4),
        (AnswerPlan::status(429), 4),
        (AnswerPlan::status(401), 1),
        (AnswerPlan::status(404), 1),
        (AnswerPlan::status(400), 1),
        (AnswerPlan::status(422), 1),
        (AnswerPlan::fault(Fault::Malformed), 3),
    ] {
        let first = upstream(plan.clone()).await;
        let second = upstream(AnswerPlan::script(vec![ScriptedReply::text("Here it is.")])).await;
        let seen = run(request(REMOTE, "Hi", vec![]), &services(&first, &second)).await;
        assert_eq!(seen.outcome(), Outcome::Completed, "{plan:?}");
        assert_eq!(seen.text(), "Here it is.");
        assert_eq!(seen.types(), ["Text"]);
        assert_eq!(first.stats().requests, requests, "{plan:?}");
        assert_eq!(second.stats().requests, 1);
        assert!(seen.progress.contains(&"Asking The other".to_owned()));
        let usage = seen.usage();
        let (charged, at_first_price) = charges(usage);
        assert_eq!(
            charged,
            OTHER_PRICE.credits(Usage {
                surcharge: 0,
                waived: false,
                ..usage
            })
        );
        assert!(charged > at_first_price);
    }
}

#[tokio::test]
async fn kept_blocks_are_charged_at_price_of_their_model() {
    // The first breaks in the middle of the text, every time, after its thinking was closed.
    let first = upstream(AnswerPlan {
        tokens: 30,
        reasoning: 12,
        after: 25,
        ..AnswerPlan::fault(Fault::Disconnect)
    })
    .await;
    let second = upstream(AnswerPlan::script(vec![ScriptedReply::text("Here it is.")])).await;
    let seen = run(request(REMOTE, "Hi", vec![]), &services(&first, &second)).await;
    assert_eq!(seen.outcome(), Outcome::Completed);
    assert_eq!(seen.types(), ["Thinking", "Text"]);
    assert_eq!(seen.text(), "Here it is.");
    let body = second.bodies()[0]["messages"].to_string();
    assert!(body.contains("do not repeat"), "{body}");
    let usage = seen.usage();
    let (charged, at_first_price) = charges(usage);
    let at_other_price = OTHER_PRICE.credits(Usage {
        surcharge: 0,
        waived: false,
        ..usage
    });
    assert!(usage.estimated);
    assert!(at_first_price < charged && charged < at_other_price);
}

#[tokio::test]
async fn hold_covers_most_expensive_model() {
    let first = upstream(AnswerPlan::status(503)).await;
    let second = upstream(AnswerPlan::script(vec![ScriptedReply::text("Here it is.")])).await;
    let services = services(&first, &second);
    let turn = request(REMOTE, "Hi", vec![]);
    let hold = first_hold(&turn, &services).unwrap();
    let seen = run(turn, &services).await;
    assert!(charges(seen.usage()).0 <= hold);
    // A thousand tokens of output at the other's price alone.
    assert!(hold > 300, "{hold}");
}

#[tokio::test]
async fn last_error_is_reported_when_all_models_fail() {
    let first = upstream(AnswerPlan::status(503)).await;
    let second = upstream(AnswerPlan::status(401)).await;
    let seen = run(request(REMOTE, "Hi", vec![]), &services(&first, &second)).await;
    assert_eq!(seen.outcome(), Outcome::Failed);
    assert_eq!(seen.error_codes(), ["upstream_unauthorized"]);
    assert_eq!((first.stats().requests, second.stats().requests), (4, 1));
}

#[tokio::test]
async fn request_rejected_for_its_content_is_not_sent_to_fallback() {
    let first = upstream(AnswerPlan::fixture("content-filter")).await;
    let second = upstream(AnswerPlan::script(vec![ScriptedReply::text("Here it is.")])).await;
    let seen = run(request(REMOTE, "Hi", vec![]), &services(&first, &second)).await;
    assert_eq!(seen.error_codes(), ["upstream_refused"]);
    assert_eq!(second.stats().requests, 0);
}

#[test]
fn model_ids_are_unique_and_fallbacks_must_exist() {
    let same = [
        settings("http://127.0.0.1:1/v1".into()),
        settings("http://127.0.0.1:2/v1".into()),
    ];
    let error = Models::new(same, None).err().unwrap().to_string();
    assert!(error.contains(REMOTE), "{error}");
    let models = Models::new(None, None).unwrap();
    assert!(models.with_fallbacks(["gpt-9"]).is_err());
}
