//! Turns on a remote model.

use portolan_assistant::PastTurn;
use portolan_blocks::{Block, BlockContent, ChartKind, Outcome, UserMessage};
use portolan_mock_upstream::{AnswerPlan, ScriptedReply};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{REMOTE, TestTables, models, request, run, settings, upstream};

#[tokio::test]
async fn plain_answer_becomes_thinking_and_text() {
    let upstream = upstream(AnswerPlan::script(vec![
        ScriptedReply::text("Hello **there**.").thinking("A greeting."),
    ]))
    .await;
    let services = TestTables::new().services(models(settings(upstream.base_url())));
    let seen = run(request(REMOTE, "Hi", vec![]), &services).await;
    assert_eq!(seen.outcome(), Outcome::Completed);
    assert_eq!(seen.types(), ["Thinking", "Text"]);
    assert_eq!(seen.text(), "Hello **there**.");
    assert_eq!(seen.steps.len(), 1);
    assert!(seen.holds.is_empty());
    assert!(!seen.usage().estimated && seen.usage().output_tokens > 0);
}

#[tokio::test]
async fn question_is_answered_with_chart_of_query_rows() {
    let data = TestTables::new();
    let upstream = upstream(AnswerPlan::parse("chart").unwrap()).await;
    let services = data.services(models(settings(upstream.base_url())));
    let seen = run(
        request(REMOTE, "Rows by name", vec![data.cars().await]),
        &services,
    )
    .await;
    assert_eq!(seen.outcome(), Outcome::Completed, "{seen:?}");
    assert_eq!(
        seen.types(),
        [
            "Thinking",
            "Thinking",
            "Chart",
            "Text",
            "Suggestion",
            "Suggestion"
        ]
    );
    let chart = seen.charts()[0];
    assert_eq!(chart.kind, ChartKind::Plot);
    assert_eq!(chart.spec["data"], json!({"name": "rows"}));
    let data = chart.data.as_ref().unwrap();
    assert_eq!(data.rows.len(), 7);
    assert!(!data.truncated);
    let query = chart.query.as_ref().unwrap();
    assert_eq!(query.row_count, 7);
    assert_eq!(query.source_ids, [Uuid::from_u128(4)]);
    assert!(
        seen.progress.contains(&"Querying 7 rows".to_owned()),
        "{:?}",
        seen.progress
    );
    assert_eq!(seen.steps.len(), 4);
    let bodies = upstream.bodies();
    let roles: Vec<&str> = bodies[1]["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|message| message["role"].as_str().unwrap())
        .collect();
    assert_eq!(roles, ["system", "user", "assistant", "tool"]);
}

#[tokio::test]
async fn queries_of_one_step_run_together_and_keep_their_names() {
    let data = TestTables::new();
    let count = |origin: &str| json!({"sql": format!("SELECT count(*) AS \"cars\" FROM \"cars\" WHERE \"origin\" = '{origin}'")});
    let upstream = upstream(AnswerPlan::script(vec![
        ScriptedReply::call("query", count("USA"))
            .and_call("query", json!({"sql": "SELECT nonsense FROM \"cars\""}))
            .and_call("query", count("Japan")),
        ScriptedReply::text("Three and two."),
    ]))
    .await;
    let services = data.services(models(settings(upstream.base_url())));
    let seen = run(
        request(REMOTE, "How many?", vec![data.cars().await]),
        &services,
    )
    .await;
    assert_eq!(seen.outcome(), Outcome::Completed);
    let told: Vec<Value> = upstream.bodies()[1]["messages"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|message| message["role"] == "tool")
        .map(|message| serde_json::from_str(message["content"].as_str().unwrap()).unwrap())
        .collect();
    assert_eq!(told[0]["queryId"], "q1");
    assert_eq!(told[0]["rows"], json!([[3]]));
    assert!(
        told[1]["error"].as_str().unwrap().contains("nonsense"),
        "{told:?}"
    );
    assert_eq!(told[2]["queryId"], "q3");
}

#[tokio::test]
async fn chart_directive_works_like_chart_tool() {
    let data = TestTables::new();
    let chart = json!({
        "queryId": "q1", "kind": "table", "title": "Three cars", "description": "A table.", "spec": {},
    });
    let upstream = upstream(AnswerPlan::script(vec![
        ScriptedReply::call(
            "query",
            json!({"sql": "SELECT \"name\" FROM \"cars\" LIMIT 3"}),
        ),
        ScriptedReply::text(format!("Look:\n\n:::chart\n{chart}\n:::\n\nThat is all.")),
    ]))
    .await;
    let services = data.services(models(settings(upstream.base_url())));
    let seen = run(request(REMOTE, "Show", vec![data.cars().await]), &services).await;
    assert_eq!(seen.outcome(), Outcome::Completed);
    assert_eq!(seen.types(), ["Text", "Chart", "Text"]);
    assert_eq!(seen.charts()[0].kind, ChartKind::Table);
}

#[tokio::test]
async fn flow_chart_needs_no_query() {
    let chart = json!({
        "kind": "flow", "title": "Two steps", "description": "Ask, then draw.",
        "spec": {
            "nodes": [{"id": "a", "label": "Ask"}, {"id": "b", "label": "Draw"}],
            "edges": [{"source": "a", "target": "b"}],
        },
    });
    let upstream = upstream(AnswerPlan::script(vec![ScriptedReply::text(format!(
        ":::chart\n{chart}\n:::\n"
    ))]))
    .await;
    let services = TestTables::new().services(models(settings(upstream.base_url())));
    let seen = run(request(REMOTE, "How?", vec![]), &services).await;
    assert_eq!(seen.types(), ["Chart"]);
    let drawn = seen.charts()[0];
    assert_eq!(drawn.kind, ChartKind::Flow);
    assert_eq!((&drawn.data, &drawn.query), (&None, &None));
    assert_eq!(drawn.spec, chart["spec"]);
}

#[tokio::test]
async fn invalid_directive_is_shown_as_text() {
    let text = "One.\n\n:::suggestion\n{\"label\": \"\", \"prompt\": \"x\"}\n:::\n\nTwo.";
    let upstream = upstream(AnswerPlan::script(vec![ScriptedReply::text(text)])).await;
    let services = TestTables::new().services(models(settings(upstream.base_url())));
    let seen = run(request(REMOTE, "Hi", vec![]), &services).await;
    assert_eq!(seen.outcome(), Outcome::Completed);
    assert_eq!(seen.types(), ["Text", "Text", "Text"]);
    assert!(seen.text().contains(":::suggestion"), "{}", seen.text());
}

#[tokio::test]
async fn references_are_numbered_from_one_without_duplicates() {
    let data = TestTables::new();
    let cars = data.cars().await;
    let cite = json!({"sourceId": cars.source_id});
    let upstream = upstream(AnswerPlan::script(vec![
        ScriptedReply::call("cite", cite.clone())
            .and_call("cite", json!({"sourceId": Uuid::nil()})),
        ScriptedReply::text(format!("So it is.[^1]\n\n:::reference\n{cite}\n:::\n")),
    ]))
    .await;
    let services = data.services(models(settings(upstream.base_url())));
    let seen = run(request(REMOTE, "Show", vec![cars]), &services).await;
    assert_eq!(seen.types(), ["Reference", "Text"]);
    assert!(matches!(
        &seen.blocks[0].content,
        BlockContent::Reference { index: 1, title, .. } if title == "cars.csv"
    ));
}

#[tokio::test]
async fn history_omits_rows_and_shortens_all_but_the_newest_turn() {
    let upstream = upstream(AnswerPlan::script(vec![ScriptedReply::text("Yes.")])).await;
    let services = TestTables::new().services(models(settings(upstream.base_url())));
    let mut turn = request(REMOTE, "And now?", vec![]);
    turn.history = (0..60)
        .map(|index| PastTurn {
            message: UserMessage {
                text: format!("Question {index}"),
                source_ids: vec![],
            },
            blocks: vec![Block {
                id: Uuid::nil(),
                content: BlockContent::text(format!(
                    "Finding {index}. {}end {index}!",
                    "many words ".repeat(500)
                )),
            }],
        })
        .collect();
    let seen = run(turn, &services).await;
    assert_eq!(seen.outcome(), Outcome::Completed);
    let messages = upstream.bodies()[0]["messages"].to_string();
    assert!(messages.contains("Question 59") && messages.contains("And now?"));
    assert!(messages.contains("end 59!") && !messages.contains("end 0!"));
    assert!(messages.contains("Question 0\"") && messages.contains("Finding 0.\""));
}

#[tokio::test]
async fn message_over_context_limit_is_refused_before_any_call() {
    let upstream = upstream(AnswerPlan::script(vec![ScriptedReply::text("Yes.")])).await;
    let services = TestTables::new().services(models(settings(upstream.base_url())));
    let turn = request(REMOTE, &"word ".repeat(200_000), vec![]);
    let seen = run(turn, &services).await;
    assert_eq!(seen.outcome(), Outcome::Failed);
    assert_eq!(seen.error_codes(), ["context_too_long"]);
    assert_eq!(upstream.stats().requests, 0);
    assert_eq!(seen.usage().input_tokens, 0);
}

#[tokio::test]
async fn unknown_model_is_reported() {
    let services = TestTables::new().services(models(settings("http://127.0.0.1:1/v1".into())));
    let seen = run(request("gpt-9", "Hi", vec![]), &services).await;
    assert_eq!(seen.outcome(), Outcome::Failed);
    assert_eq!(seen.error_codes(), ["model_unknown"]);
}

#[tokio::test]
async fn equally_named_tables_get_distinct_names() {
    let data = TestTables::new();
    let cars = data.cars().await;
    let upstream = upstream(AnswerPlan::script(vec![
        ScriptedReply::call(
            "query",
            json!({"sql": "SELECT count(*) AS \"n\" FROM \"cars\", \"cars_2\""}),
        ),
        ScriptedReply::text("Many."),
    ]))
    .await;
    let services = data.services(models(settings(upstream.base_url())));
    let seen = run(request(REMOTE, "Both", vec![cars.clone(), cars]), &services).await;
    assert_eq!(seen.outcome(), Outcome::Completed);
    let told = upstream.bodies()[1]["messages"].to_string();
    assert!(told.contains("[[49]]"), "{told}");
}
