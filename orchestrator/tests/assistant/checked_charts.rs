//! A remote model's chart is held against the question before it is drawn.

use portolan_blocks::{Outcome, UnderstoodWord, WordState};
use portolan_mock_upstream::{AnswerPlan, MockUpstream, ScriptedReply};
use serde_json::{Value, json};

use crate::support::{REMOTE, TestTables, TurnRecord, models, request, run, settings, upstream};

const QUESTION: &str = "average horsepower by origin as a bar chart";

fn query(aggregate: &str) -> Value {
    json!({"sql": format!("SELECT \"origin\", {aggregate}(\"horsepower\") AS \"power\" FROM \"cars\" GROUP BY \"origin\"")})
}

fn chart(query_id: &str) -> Value {
    json!({
        "queryId": query_id,
        "kind": "plot",
        "title": "Power by origin",
        "description": "Bars.",
        "spec": {"mark": "bar", "encoding": {
            "x": {"field": "origin", "type": "nominal"},
            "y": {"field": "power", "type": "quantitative"},
        }},
    })
}

async fn ask(replies: Vec<ScriptedReply>) -> (TurnRecord, MockUpstream) {
    let data = TestTables::new();
    let upstream = upstream(AnswerPlan::script(replies)).await;
    let services = data.services(models(settings(upstream.base_url())));
    let turn = request(REMOTE, QUESTION, vec![data.cars().await]);
    (run(turn, &services).await, upstream)
}

/// Returns the last message to the model before its `call`th answer, counted from 0.
fn told(upstream: &MockUpstream, call: usize) -> Value {
    let messages = upstream.bodies()[call]["messages"]
        .as_array()
        .unwrap()
        .clone();
    let content = messages.last().unwrap()["content"]
        .as_str()
        .unwrap()
        .to_owned();
    serde_json::from_str(&content).unwrap()
}

#[tokio::test]
async fn wrong_aggregate_is_reported_and_corrected() {
    let (seen, upstream) = ask(vec![
        ScriptedReply::call("query", query("SUM")),
        ScriptedReply::call("draw_chart", chart("q1")),
        ScriptedReply::call("query", query("AVG")),
        ScriptedReply::call("draw_chart", chart("q2")),
        ScriptedReply::text("Here it is."),
    ])
    .await;
    assert_eq!(seen.outcome(), Outcome::Completed);
    let error = told(&upstream, 2)["error"].as_str().unwrap().to_owned();
    assert!(
        error.contains("the average of `horsepower`") && error.contains("takes its total"),
        "{error}"
    );
    assert_eq!(told(&upstream, 4)["drawn"], true);
    assert_eq!(seen.charts().len(), 1);
    let chart = seen.charts()[0];
    assert!(chart.query.as_ref().unwrap().sql.contains("AVG"));
    assert!(
        chart.encoding_notes.is_empty(),
        "{:?}",
        chart.encoding_notes
    );
    assert!(seen.error_codes().is_empty());
}

#[tokio::test]
async fn chart_repeated_after_rejection_is_drawn_with_note() {
    let (seen, upstream) = ask(vec![
        ScriptedReply::call("query", query("SUM")),
        ScriptedReply::call("draw_chart", chart("q1")),
        ScriptedReply::call("draw_chart", chart("q1")),
        ScriptedReply::text("I insist."),
    ])
    .await;
    assert!(told(&upstream, 2)["error"].is_string());
    assert_eq!(told(&upstream, 3)["drawn"], true);
    let notes = &seen.charts()[0].encoding_notes;
    assert_eq!(notes.len(), 1);
    assert!(
        notes[0].contains("the average of `horsepower`"),
        "{notes:?}"
    );
}

#[tokio::test]
async fn correct_chart_is_drawn_at_once() {
    let (seen, upstream) = ask(vec![
        ScriptedReply::call("query", query("AVG")),
        ScriptedReply::call("draw_chart", chart("q1")),
        ScriptedReply::text("Here it is."),
    ])
    .await;
    assert_eq!(told(&upstream, 2)["drawn"], true);
    assert_eq!(seen.charts().len(), 1);
}

#[tokio::test]
async fn understood_words_are_returned_for_remote_models() {
    let (seen, _upstream) = ask(vec![ScriptedReply::text("The cars differ.")]).await;
    let meanings: Vec<_> = seen
        .understood
        .iter()
        .map(|word| (word.text.as_str(), word.start, word.meaning.as_deref()))
        .collect();
    assert!(
        meanings.contains(&("horsepower", 8, Some("the column horsepower"))),
        "{meanings:?}"
    );
    let is_used = |word: &UnderstoodWord| word.state != WordState::Unused;
    assert!(seen.understood.iter().all(is_used), "{meanings:?}");
}

#[tokio::test]
async fn chart_rejections_survive_interruption() {
    let data = TestTables::new();
    let upstream = upstream(AnswerPlan::script(vec![
        ScriptedReply::call("query", query("SUM")),
        ScriptedReply::call("draw_chart", chart("q1")),
        ScriptedReply::call("draw_chart", chart("q1")),
        ScriptedReply::text("I insist."),
    ]))
    .await;
    let services = data.services(models(settings(upstream.base_url())));
    let turn = || async { request(REMOTE, QUESTION, vec![data.cars().await]) };
    let seen =
        crate::support::run_until(turn().await, &services, |seen| seen.steps.len() == 2).await;
    let mut again = turn().await;
    again.journal = seen.steps.clone();
    let seen = run(again, &services).await;
    assert_eq!(seen.charts().len(), 1, "{seen:?}");
    assert_eq!(seen.charts()[0].encoding_notes.len(), 1);
}
