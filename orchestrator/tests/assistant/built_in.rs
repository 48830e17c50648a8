//! Turns on the built-in model.

use portolan_assistant::{BUILT_IN_MODEL, Models, PastTurn, Services};
use portolan_blocks::{BlockContent, ChartKind, Outcome, UserMessage};

use crate::support::{TestTables, TurnRecord, request, run};

fn services(data: &TestTables) -> Services {
    data.services(Models::new(None, None).unwrap())
}

fn past(text: &str, seen: &TurnRecord) -> PastTurn {
    PastTurn {
        message: UserMessage {
            text: text.into(),
            source_ids: vec![],
        },
        blocks: seen.blocks.clone(),
    }
}

#[tokio::test]
async fn question_becomes_thinking_chart_findings_reference_and_suggestions() {
    let data = TestTables::new();
    let services = services(&data);
    let text = "average horsepower by origin";
    let seen = run(
        request(BUILT_IN_MODEL, text, vec![data.cars().await]),
        &services,
    )
    .await;
    assert_eq!(seen.outcome(), Outcome::Completed, "{seen:?}");
    assert_eq!(
        seen.types()[..5],
        ["Thinking", "Chart", "Text", "Reference", "Suggestion"],
        "{:?}",
        seen.types()
    );
    let BlockContent::Thinking { markdown, .. } = &seen.blocks[0].content else {
        panic!("thinking comes first");
    };
    assert!(
        markdown.contains("“horsepower”: the column horsepower"),
        "{markdown}"
    );
    let meanings: Vec<_> = seen
        .understood
        .iter()
        .map(|word| (word.text.as_str(), word.start, word.meaning.as_deref()))
        .collect();
    assert!(
        meanings.contains(&("horsepower", 8, Some("the column horsepower"))),
        "{meanings:?}"
    );
    let chart = seen.charts()[0];
    let data = chart.data.as_ref().unwrap();
    assert_eq!(data.rows.len(), 3);
    assert!(chart.query.as_ref().unwrap().sql.contains("AVG("));
    assert_eq!(chart.plan.as_ref().unwrap()["version"], 1);
    assert!(seen.text().contains("[^1]"), "{}", seen.text());
    let credits = services
        .models
        .get(BUILT_IN_MODEL)
        .unwrap()
        .card()
        .price
        .credits(seen.usage());
    assert_eq!(credits, 1, "{:?}", seen.usage());
}

#[tokio::test]
async fn follow_up_continues_from_last_chart() {
    let data = TestTables::new();
    let services = services(&data);
    let cars = data.cars().await;
    let first = "average horsepower by origin";
    let seen = run(
        request(BUILT_IN_MODEL, first, vec![cars.clone()]),
        &services,
    )
    .await;
    let mut turn = request(BUILT_IN_MODEL, "only Japan and Europe", vec![cars]);
    turn.history = vec![past(first, &seen)];
    let seen = run(turn, &services).await;
    let chart = seen.charts()[0];
    assert_eq!(
        chart.data.as_ref().unwrap().rows.len(),
        2,
        "{:?}",
        chart.query
    );
}

#[tokio::test]
async fn answer_without_data_explains_how_to_add_some() {
    let data = TestTables::new();
    let services = services(&data);
    let seen = run(
        request(BUILT_IN_MODEL, "average horsepower by origin", vec![]),
        &services,
    )
    .await;
    assert_eq!(seen.outcome(), Outcome::Completed);
    assert_eq!(seen.types(), ["Text"]);
    assert!(seen.text().contains("Add data"));
    let pasted = "city,people\nUlm,126000\nBonn,331000\nplot it";
    let seen = run(request(BUILT_IN_MODEL, pasted, vec![]), &services).await;
    assert!(
        seen.text().contains("paste the rows there"),
        "{}",
        seen.text()
    );
}

#[tokio::test]
async fn unanswerable_question_is_declined_with_suggestions() {
    let data = TestTables::new();
    let services = services(&data);
    let cars = data.cars().await;
    let seen = run(
        request(BUILT_IN_MODEL, "who won the elections?", vec![cars]),
        &services,
    )
    .await;
    assert_eq!(seen.outcome(), Outcome::Completed);
    assert!(seen.charts().is_empty(), "{seen:?}");
    assert!(
        seen.types().contains(&"Suggestion".to_owned()),
        "{:?}",
        seen.types()
    );
}

#[tokio::test]
async fn every_reading_of_an_unclear_question_is_offered_and_answers_it() {
    let data = TestTables::new();
    let services = services(&data);
    let rows: String = (0..40)
        .map(|at| format!("M{at},{},{},{}\n", at % 3, at * 7 % 31, at * 11 % 37))
        .collect();
    let csv = format!("member_id,home_branch,visits_2023,visits_2024\n{rows}");
    let gym = data.table("gym", &csv).await;
    let text = "total visits by branch";
    let asked = run(request(BUILT_IN_MODEL, text, vec![gym.clone()]), &services).await;
    assert!(asked.charts().is_empty(), "{asked:?}");
    let prompts: Vec<&str> = asked
        .blocks
        .iter()
        .filter_map(|block| match &block.content {
            BlockContent::Suggestion { prompt, .. } => Some(prompt.as_str()),
            _ => None,
        })
        .collect();
    assert!(prompts.len() >= 2, "{:?}", asked.blocks);
    let mut seen = Vec::new();
    for prompt in prompts {
        let mut turn = request(BUILT_IN_MODEL, prompt, vec![gym.clone()]);
        turn.history = vec![past(text, &asked)];
        let answered = run(turn, &services).await;
        let chart = answered.charts()[0];
        seen.push(chart.query.as_ref().unwrap().sql.clone());
    }
    seen.sort();
    seen.dedup();
    assert!(
        seen.len() >= 2,
        "each reading has a query of its own: {seen:?}"
    );
}

#[tokio::test]
async fn same_question_always_gets_the_same_answer() {
    let data = TestTables::new();
    let services = services(&data);
    let cars = data.cars().await;
    let ask = || request(BUILT_IN_MODEL, "how many cars per year", vec![cars.clone()]);
    let [one, two] = [run(ask(), &services).await, run(ask(), &services).await];
    assert_eq!(one.text(), two.text());
    assert_eq!(one.charts()[0].spec, two.charts()[0].spec);
}

#[tokio::test]
async fn megabyte_message_completes_turn() {
    let data = TestTables::new();
    let services = services(&data);
    let cars = data.cars().await;
    let text = "average horsepower by origin ".repeat(40_000);
    let seen = run(request(BUILT_IN_MODEL, &text, vec![cars]), &services).await;
    assert_eq!(seen.outcome(), Outcome::Completed);
}

#[tokio::test]
async fn each_supported_question_type_becomes_a_plot() {
    let data = TestTables::new();
    let services = services(&data);
    let cars = data.cars().await;
    let mut refused = Vec::new();
    for question in [
        "how many cars are there",
        "how many cars per origin",
        "share of cars by origin",
        "average horsepower per year",
        "average horsepower over year as a line",
        "horsepower over time by origin",
        "cars per month",
        "cars by weekday",
        "distribution of horsepower",
        "boxplot of horsepower by origin",
        "top 3 cars by horsepower",
        "horsepower by name",
        "horsepower by origin and year",
        "heatmap of average horsepower by origin and year",
        "maximum horsepower for each origin, one panel each",
        "number of cars from Japan per year",
    ] {
        let seen = run(
            request(BUILT_IN_MODEL, question, vec![cars.clone()]),
            &services,
        )
        .await;
        let kinds: Vec<ChartKind> = seen.charts().iter().map(|chart| chart.kind).collect();
        if kinds != [ChartKind::Plot] || !seen.error_codes().is_empty() {
            let results: Vec<_> = seen
                .steps
                .iter()
                .flat_map(|step| &step.parts)
                .skip(4)
                .collect();
            refused.push(format!("{question}: {kinds:?} {} {results:?}", seen.text()));
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n\n"));
}

#[tokio::test]
async fn sum_beyond_64_bits_is_exact_or_an_error() {
    let data = TestTables::new();
    let rows = "9007199254740991\n".repeat(1_100);
    let table = data.table("payments", &format!("amount\n{rows}")).await;
    let seen = run(
        request(BUILT_IN_MODEL, "total amount", vec![table]),
        &services(&data),
    )
    .await;
    let blocks = serde_json::to_string(&seen.blocks).unwrap();
    let is_exact = blocks.contains("9907919180215090100");
    let is_refused = blocks.contains("its query did not run") && !blocks.contains("\"chart\"");
    assert!(is_exact || is_refused, "{blocks}");
    assert!(!blocks.contains("-8538824893494461440"), "{blocks}");
}
