//! Numbers in prose, checked against the rows that the turn saw.

use portolan_assistant::cut_call;
use portolan_blocks::{Block, BlockContent, TextRange};
use portolan_mock_upstream::{AnswerPlan, ScriptedReply};
use serde_json::{Value, json};

use crate::{
    overflows::{EDGES, OVERFLOWS, ROWS},
    support::{REMOTE, TestTables, TurnRecord, models, request, run, settings, upstream},
};

/// The marked parts of all texts.
fn marked(seen: &TurnRecord) -> Vec<String> {
    let marked = |block: &Block| match &block.content {
        BlockContent::Text {
            markdown,
            unverified_numbers,
        } => {
            let units: Vec<u16> = markdown.encode_utf16().collect();
            let part = |start: u64, end: u64| {
                String::from_utf16(&units[start as usize..end as usize]).unwrap()
            };
            let ranges = unverified_numbers.iter();
            ranges.map(|range| part(range.start, range.end)).collect()
        }
        _ => Vec::new(),
    };
    seen.blocks.iter().flat_map(marked).collect()
}

async fn answered(question: &str, text: &str) -> TurnRecord {
    let data = TestTables::new();
    let sql = "SELECT \"origin\", avg(\"horsepower\") AS \"power\" FROM \"cars\" GROUP BY \"origin\" ORDER BY \"power\" DESC";
    let upstream = upstream(AnswerPlan::script(vec![
        ScriptedReply::text("Let me see 77 of them.").and_call("query", json!({"sql": sql})),
        ScriptedReply::text(text),
    ]))
    .await;
    let services = data.services(models(settings(upstream.base_url())));
    run(
        request(REMOTE, question, vec![data.cars().await]),
        &services,
    )
    .await
}

#[tokio::test]
async fn numbers_from_rows_are_verified_and_invented_ones_are_marked() {
    // USA 148.33, Europe 90.5, Japan 74.
    let seen = answered(
        "Which of the 5 origins lead since 1968?",
        "The USA leads with 148.3 (about 148), Japan has 74: half of it, 49.9 % to be exact. \
         All 3 origins since 1968 have 5 names. Europe sold 1,234 cars in 1987.",
    )
    .await;
    assert_eq!(marked(&seen), ["77", "1,234", "1987"]);
}

#[tokio::test]
async fn numbers_in_interrupted_text_are_checked() {
    let services = TestTables::new().services(models(settings("http://127.0.0.1:1/v1".into())));
    let turn = request(REMOTE, "Are there 12 cars?", vec![]);
    let cut = Block {
        id: uuid::Uuid::nil(),
        content: BlockContent::text("There are 12 cars, and 34.5 of th"),
    };
    let numbers = cut_call(&turn, &services, Some(&cut)).unverified_numbers;
    assert_eq!(numbers, [TextRange { start: 23, end: 27 }]);
}

#[tokio::test]
async fn built_in_model_writes_only_computed_numbers() {
    let data = TestTables::new();
    let services = data.services(models(settings("http://127.0.0.1:1/v1".into())));
    for question in [
        "average horsepower by origin",
        "horsepower by year",
        "how many cars by origin",
        "top 3 cars by horsepower",
        "horsepower of usa and japan",
        "share of cars by origin",
        "distribution of horsepower",
        "maximum horsepower by origin",
    ] {
        let turn = request("portolan-builtin", question, vec![data.cars().await]);
        let seen = run(turn, &services).await;
        assert_eq!(marked(&seen), [""; 0], "{question}: {}", seen.text());
    }
}

#[tokio::test]
async fn overflow_in_a_query_of_the_model_is_reported_to_it() {
    let data = TestTables::new();
    let table = data.table("rows_of_file", ROWS).await;
    // As many calls as one answer of a model can hold.
    for queries in OVERFLOWS.chunks(9) {
        let calls = queries
            .iter()
            .map(|sql| json!({"sql": format!("{EDGES}{sql}")}));
        let script = calls.fold(ScriptedReply::text("Let me see."), |reply, call| {
            reply.and_call("query", call)
        });
        let upstream = upstream(AnswerPlan::script(vec![
            script,
            ScriptedReply::text("These are too large."),
        ]))
        .await;
        let services = data.services(models(settings(upstream.base_url())));
        run(
            request(REMOTE, "Add them up", vec![table.clone()]),
            &services,
        )
        .await;
        let bodies = upstream.bodies();
        let messages = bodies[1]["messages"].as_array().unwrap();
        let results = messages.iter().filter(|message| message["role"] == "tool");
        let results: Vec<Value> = results
            .map(|message| serde_json::from_str(message["content"].as_str().unwrap()).unwrap())
            .collect();
        assert_eq!(results.len(), queries.len());
        for (sql, result) in queries.iter().zip(results) {
            assert!(
                result["error"].is_string() && result["rows"].is_null(),
                "{sql}: {result}"
            );
        }
    }
}
