//! Every recorded behaviour of a provider, through a real socket and the whole turn: it ends in a chart, or in a
//! sentence that names the cause. The table of results is `orchestrator/PROVIDERS.md`.

use std::{collections::BTreeSet, fmt::Write, path::Path};

use portolan_assistant::{ModelTuning, RemoteSettings, SourceTable};
use portolan_blocks::Outcome;
use portolan_mock_upstream::{AnswerPlan, Fixture, MockUpstream, all_fixtures};
use serde_json::Value;

use crate::support::{REMOTE, TestTables, TurnRecord, models, request, run, settings, upstream};

const QUESTION: &str = "Number of cars by origin as a bar chart";

/// Runs a turn of three calls, of which the last has no tools, against a recorded behaviour.
async fn replay(
    fixture: &Fixture,
    provider: &str,
    data: &TestTables,
    cars: &SourceTable,
) -> (TurnRecord, MockUpstream) {
    let upstream = upstream(AnswerPlan::fixture(&fixture.row)).await;
    let field = |name: &str| fixture.settings.get(name).cloned();
    let tuning = ModelTuning {
        temperature: field("temperature").and_then(|value| value.as_f64()),
        tools: field("tools").map_or_else(Default::default, |value| {
            serde_json::from_value(value).unwrap()
        }),
        ..ModelTuning::default()
    };
    let settings = RemoteSettings {
        provider: Some(provider.to_owned()),
        tuning,
        ..settings(upstream.base_url())
    };
    let mut services = data.services(models(settings));
    services.limits.steps = 3;
    let seen = run(request(REMOTE, QUESTION, vec![cars.clone()]), &services).await;
    (seen, upstream)
}

/// Returns how the end of a turn differs from the one that a fixture tells; None if it does not.
fn difference(fixture: &Fixture, seen: &TurnRecord) -> Option<String> {
    let differs = || {
        let results: Vec<_> = seen.steps.iter().map(|step| &step.parts).collect();
        Some(format!("{:?} {:?} {results:?}", seen.end, seen.types()))
    };
    if fixture.ends == "chart" {
        let is_chart = seen.outcome() == Outcome::Completed
            && seen.charts().len() == 1
            && seen.charts()[0]
                .data
                .as_ref()
                .is_some_and(|data| data.rows.len() == 3)
            && seen.text().contains("Most of the cars");
        let has_reported_usage = !seen.usage().estimated || fixture.row == "not-streamed";
        return if is_chart && has_reported_usage {
            None
        } else {
            differs()
        };
    }
    let error = seen.end.as_ref().and_then(|(_, error, _)| error.as_ref());
    let says = fixture.ends["says"].as_str().unwrap();
    let is_told = error.is_some_and(|error| {
        fixture.ends["code"] == error.code.as_str() && error.message.contains(says)
    });
    if is_told { None } else { differs() }
}

#[tokio::test]
async fn recorded_provider_behaviours_end_in_chart_or_expected_error() {
    let data = TestTables::new();
    let cars = data.cars().await;
    let mut failures = Vec::new();
    for fixture in all_fixtures() {
        for provider in &fixture.providers {
            let (seen, upstream) = replay(fixture, provider, &data, &cars).await;
            if let Some(difference) = difference(fixture, &seen) {
                let last = upstream.bodies().pop().unwrap_or_default();
                failures.push(format!(
                    "{provider} × {}: {difference}\nlast request: {last}",
                    fixture.row
                ));
            }
        }
    }
    let table = table();
    println!("{table}");
    assert!(
        failures.is_empty(),
        "{} failures\n{}",
        failures.len(),
        failures.join("\n\n")
    );
    assert_current(&table);
}

/// The document of what is tested; all of it passes where the test does.
fn table() -> String {
    let providers: BTreeSet<&str> = all_fixtures()
        .iter()
        .flat_map(|fixture| fixture.providers.iter().map(String::as_str))
        .collect();
    let mut text = String::from(
        "# Providers\n\n\
         What each family of OpenAI-compatible endpoints is tested with. A ✓ is a recorded behaviour\n\
         (`crates/mock-upstream/fixtures/providers.json`) that a whole turn is run against through a socket; it ends in a chart,\n\
         or in a sentence that names the cause. The recordings follow the documentation in the last column; no provider\n\
         was called. Rows are empty where a family does not behave so.\n\n\
         `PORTOLAN_UPDATE=1 cargo test -p portolan --test assistant conformance` writes this file; the test fails where it is not current.\n\n",
    );
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let names = providers.iter().map(|name| (*name).to_owned());
    let head = std::iter::once("behaviour".to_owned()).chain(names.clone());
    text += &line(
        head.chain(["ends in".into(), "documented".into()])
            .collect(),
    );
    text += &line(vec!["---".into(); providers.len() + 3]);
    for fixture in all_fixtures() {
        let mut cells = vec![fixture.title.clone()];
        cells.extend(names.clone().map(|name| {
            if fixture.providers.contains(&name) {
                "✓".into()
            } else {
                String::new()
            }
        }));
        cells.push(match &fixture.ends {
            Value::String(end) => end.clone(),
            error => format!("`{}`", error["code"].as_str().unwrap()),
        });
        cells.push(fixture.documented.clone());
        text += &line(cells);
    }
    let rows: usize = all_fixtures()
        .iter()
        .map(|fixture| fixture.providers.len())
        .sum();
    write!(
        text,
        "\n{} behaviours, {rows} runs.\n",
        all_fixtures().len()
    )
    .unwrap();
    text
}

fn assert_current(table: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("PROVIDERS.md");
    if std::env::var_os("PORTOLAN_UPDATE").is_some() {
        std::fs::write(&path, table).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        written, table,
        "PROVIDERS.md is not current: run this test with PORTOLAN_UPDATE=1"
    );
}

#[tokio::test]
async fn rejected_request_option_is_not_sent_again() {
    let data = TestTables::new();
    let cars = data.cars().await;
    let fixture = all_fixtures()
        .iter()
        .find(|fixture| fixture.row == "no-temperature")
        .unwrap();
    let (seen, upstream) = replay(fixture, "openai", &data, &cars).await;
    assert_eq!(seen.outcome(), Outcome::Completed);
    let with_temperature = upstream
        .bodies()
        .iter()
        .filter(|body| body["temperature"] == 0.2)
        .count();
    assert_eq!((with_temperature, upstream.bodies().len()), (1, 4));
}
