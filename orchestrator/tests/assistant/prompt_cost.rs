//! The cost of the prompt: calls, tokens and credits of standard questions, with a model that does what it is told.

use portolan_assistant::{PastTurn, SourceTable};
use portolan_blocks::Outcome;
use portolan_mock_upstream::{AnswerPlan, ScriptedReply, UsageReporting};
use serde_json::{Value, json};

use crate::support::{REMOTE, TestTables, TurnRecord, models, request, run, settings, upstream};

/// Questions with the query and the specification that answer each.
fn questions() -> Vec<(&'static str, &'static str, Value)> {
    let bar = |field: &str, measure: &str| {
        json!({"mark": "bar", "encoding": {
            "y": {"field": field, "type": "nominal", "sort": "-x"},
            "x": {"field": measure, "type": "quantitative"},
        }})
    };
    let line = |measure: &str| {
        json!({"mark": "line", "encoding": {
            "x": {"field": "Year", "type": "temporal"},
            "y": {"field": measure, "type": "quantitative"},
        }})
    };
    vec![
        (
            "Number of cars by origin as a bar chart",
            r#"SELECT "origin" AS "Origin", count(*) AS "Cars" FROM "cars" GROUP BY "origin" ORDER BY 2 DESC"#,
            bar("Origin", "Cars"),
        ),
        (
            "Average horsepower by origin",
            r#"SELECT "origin" AS "Origin", avg("horsepower") AS "Horsepower" FROM "cars" GROUP BY "origin" ORDER BY 2 DESC"#,
            bar("Origin", "Horsepower"),
        ),
        (
            "Highest horsepower by origin",
            r#"SELECT "origin" AS "Origin", max("horsepower") AS "Horsepower" FROM "cars" GROUP BY "origin" ORDER BY 2 DESC"#,
            bar("Origin", "Horsepower"),
        ),
        (
            "Lowest horsepower by origin",
            r#"SELECT "origin" AS "Origin", min("horsepower") AS "Horsepower" FROM "cars" GROUP BY "origin" ORDER BY 2 DESC"#,
            bar("Origin", "Horsepower"),
        ),
        (
            "Total horsepower by origin",
            r#"SELECT "origin" AS "Origin", sum("horsepower") AS "Horsepower" FROM "cars" GROUP BY "origin" ORDER BY 2 DESC"#,
            bar("Origin", "Horsepower"),
        ),
        (
            "Horsepower by name as a bar chart",
            r#"SELECT "name" AS "Name", sum("horsepower") AS "Horsepower" FROM "cars" GROUP BY "name" ORDER BY 2 DESC"#,
            bar("Name", "Horsepower"),
        ),
        (
            "Average horsepower by year as a line chart",
            r#"SELECT date_trunc('year', "year") AS "Year", avg("horsepower") AS "Horsepower" FROM "cars" GROUP BY 1 ORDER BY 1"#,
            line("Horsepower"),
        ),
        (
            "Number of cars by year as a line chart",
            r#"SELECT date_trunc('year', "year") AS "Year", count(*) AS "Cars" FROM "cars" GROUP BY 1 ORDER BY 1"#,
            line("Cars"),
        ),
        (
            "Highest horsepower by year as a line chart",
            r#"SELECT date_trunc('year', "year") AS "Year", max("horsepower") AS "Horsepower" FROM "cars" GROUP BY 1 ORDER BY 1"#,
            line("Horsepower"),
        ),
        (
            "Number of cars by name",
            r#"SELECT "name" AS "Name", count(*) AS "Cars" FROM "cars" GROUP BY "name" ORDER BY 2 DESC"#,
            bar("Name", "Cars"),
        ),
    ]
}

fn drawing(spec: &Value) -> Value {
    json!({
        "queryId": "q1", "kind": "plot", "title": "What the rows show", "description": "A chart of the rows.",
        "spec": spec,
    })
}

/// A query, then everything else in one message.
fn competent(sql: &str, spec: &Value, cars: &SourceTable) -> Vec<ScriptedReply> {
    let suggestions = json!({"suggestions": [{"label": "By year", "prompt": "Show it by year"}]});
    vec![
        ScriptedReply::call("query", json!({"sql": sql})),
        ScriptedReply::text("The first row leads.[^1]")
            .and_call("draw_chart", drawing(spec))
            .and_call("cite", json!({"sourceId": cars.source_id}))
            .and_call("suggest", suggestions),
        ScriptedReply::text(""),
    ]
}

struct Cost {
    seen: TurnRecord,
    bodies: Vec<Value>,
    /// Tokens of all requests: their messages and tools as they are sent.
    input_tokens: u64,
}

async fn ask(
    data: &TestTables,
    cars: &SourceTable,
    question: &str,
    plan: AnswerPlan,
    history: Vec<PastTurn>,
) -> Cost {
    let upstream = upstream(plan).await;
    let models = models(settings(upstream.base_url()));
    let counter = models.get(REMOTE).unwrap();
    let mut turn = request(REMOTE, question, vec![cars.clone()]);
    turn.history = history;
    let seen = run(turn, &data.services(models)).await;
    let bodies = upstream.bodies();
    let tokens = |body: &Value| {
        counter.count_tokens(&body["messages"].to_string())
            + counter.count_tokens(&body["tools"].to_string())
    };
    Cost {
        input_tokens: bodies.iter().map(tokens).sum(),
        seen,
        bodies,
    }
}

#[tokio::test]
async fn standard_questions_stay_within_three_calls_and_six_thousand_tokens() {
    let data = TestTables::new();
    let cars = data.cars().await;
    println!("| question | calls | input tokens | output tokens | credits |");
    println!("| --- | --- | --- | --- | --- |");
    for (question, sql, spec) in questions() {
        let plan = AnswerPlan {
            usage: UsageReporting::Missing,
            ..AnswerPlan::script(competent(sql, &spec, &cars))
        };
        let cost = ask(&data, &cars, question, plan, Vec::new()).await;
        assert_eq!(
            cost.seen.outcome(),
            Outcome::Completed,
            "{question}: {:?}",
            cost.seen
        );
        assert_eq!(
            cost.seen.charts().len(),
            1,
            "{question}: {:?}",
            cost.seen.steps
        );
        let usage = cost.seen.usage();
        // The prices that settings have by default.
        let credits = portolan_chat::Price {
            input_per_million: 100,
            output_per_million: 400,
        }
        .credits(usage);
        println!(
            "| {question} | {} | {} | {} | {credits} |",
            cost.bodies.len(),
            cost.input_tokens,
            usage.output_tokens,
        );
        assert!(cost.bodies.len() <= 3, "{question}");
        assert!(
            cost.input_tokens <= 6_000,
            "{question}: {}",
            cost.input_tokens
        );
    }
}

#[tokio::test]
async fn prompt_has_a_stable_prefix_and_shows_first_rows() {
    let data = TestTables::new();
    let cars = data.cars().await;
    let (question, sql, spec) = questions().remove(0);
    let plan = AnswerPlan::script(competent(sql, &spec, &cars));
    let cost = ask(&data, &cars, question, plan, Vec::new()).await;
    let [first, second] = &cost.bodies[..] else {
        panic!("two calls");
    };
    assert_eq!(first["messages"][0], second["messages"][0]);
    assert_eq!(first["tools"], second["tools"]);
    let prompt = first["messages"][0]["content"].as_str().unwrap();
    assert!(
        prompt.contains("firstRows") && prompt.contains("skylark"),
        "{prompt}"
    );
    let tools = first["tools"].to_string();
    assert!(
        !tools.contains("list_sources") && !tools.contains("\"profile\""),
        "the tables are in the prompt"
    );
}

/// Does what the history shows: the same calls, with the id that its own query gets.
#[tokio::test]
async fn model_that_imitates_the_history_draws_a_chart() {
    let data = TestTables::new();
    let cars = data.cars().await;
    let (question, sql, spec) = questions().remove(0);
    let first = ask(
        &data,
        &cars,
        question,
        AnswerPlan::script(competent(sql, &spec, &cars)),
        Vec::new(),
    )
    .await;
    let turn = request(REMOTE, question, vec![cars.clone()]);
    let past = PastTurn {
        message: turn.message,
        blocks: first.seen.blocks.clone(),
    };
    let plan = AnswerPlan::script(vec![ScriptedReply::text("Yes.")]);
    let shown = ask(&data, &cars, question, plan, vec![past.clone()]).await;
    let messages = shown.bodies[0]["messages"].to_string();
    assert!(!messages.contains(":::chart"), "{messages}");
    let calls: Vec<Value> = shown.bodies[0]["messages"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|message| message["tool_calls"].get(0))
        .map(|call| call["function"].clone())
        .collect();
    let arguments = |call: &Value| -> Value {
        serde_json::from_str(call["arguments"].as_str().unwrap()).unwrap()
    };
    assert_eq!(
        (calls[0]["name"].as_str(), calls[1]["name"].as_str()),
        (Some("query"), Some("draw_chart"))
    );
    let mut drawing = arguments(&calls[1]);
    drawing["queryId"] = "q1".into();
    let plan = AnswerPlan::script(vec![
        ScriptedReply::call("query", arguments(&calls[0])),
        ScriptedReply::call("draw_chart", drawing),
        ScriptedReply::text("The same again."),
    ]);
    let again = ask(&data, &cars, question, plan, vec![past]).await;
    assert_eq!(again.seen.outcome(), Outcome::Completed);
    assert_eq!(again.seen.charts().len(), 1, "{:?}", again.seen.steps);
    assert_eq!(again.bodies.len(), 3);
}
