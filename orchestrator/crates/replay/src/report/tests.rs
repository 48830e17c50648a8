use portolan_blocks::{Metered, Outcome};
use portolan_domain::TurnSummary;
use portolan_draw::{Drawer, DrawingLimits};
use serde_json::json;

use super::*;
use crate::{TranscriptTurn, checks::CheckResult, compare::ReplayedSide};

fn blocks(title: &str) -> Vec<Block> {
    let spec = json!({"mark": "bar", "encoding": {
        "x": {"field": "item", "type": "nominal"}, "y": {"field": "sold", "type": "quantitative"}}});
    let blocks = json!([
        {"id": Uuid::nil(), "type": "text", "markdown": "Tea & <b>Mate</b> sold 12."},
        {"id": Uuid::nil(), "type": "chart", "chartId": Uuid::nil(), "version": 1, "kind": "plot", "title": title,
         "description": "Bars", "spec": spec, "query": null, "data": {"columns": [
            {"name": "item", "type": "string"}, {"name": "sold", "type": "integer"}],
            "rows": [["Tea", 8], ["Mate", 4]], "truncated": false}},
    ]);
    serde_json::from_value(blocks).unwrap()
}

fn comparison(question: &str, outcome: Outcome) -> Comparison {
    let original: TranscriptTurn = serde_json::from_value(json!({
        "turnId": Uuid::from_u128(question.len() as u128), "message": {"text": question}, "outcome": "completed"}))
    .unwrap();
    let side = ReplayedSide {
        turn: Some(TurnSummary {
            outcome: Some(outcome),
            metered: Some(Metered {
                credits: 7,
                ..Metered::default()
            }),
            duration_millis: Some(1_250),
            ..TurnSummary::default()
        }),
        answer: blocks("Now"),
        ..ReplayedSide::default()
    };
    Comparison::new(Uuid::nil(), &original, None, side)
}

fn check(passes: bool) -> CheckResult {
    CheckResult {
        name: "has \"chart\"".into(),
        passes,
        detail: (!passes).then(|| "No <chart>\u{1}.".into()),
        credits: 3,
    }
}

#[test]
fn junit_report_is_valid_xml_with_one_failure_per_differing_turn() {
    let results = [
        comparison("Same & <sound>", Outcome::Completed),
        comparison("Other", Outcome::Failed),
    ];
    let xml = write_junit(&results, false).unwrap();
    assert!(
        xml.contains("tests=\"2\" failures=\"1\" errors=\"0\" time=\"2.5\""),
        "{xml}"
    );
    assert!(xml.contains("message=\"Differs in outcome.\""), "{xml}");
    assert!(xml.contains("Same &amp; &lt;sound&gt;"), "{xml}");
}

#[test]
fn junit_report_has_case_for_each_check() {
    let mut result = comparison("Total", Outcome::Failed);
    result.checks = vec![check(true), check(false)];
    let xml = write_junit(&[result], true).unwrap();
    assert!(xml.contains("tests=\"2\" failures=\"1\""), "{xml}");
    assert!(xml.contains("message=\"No &lt;chart&gt; .\""), "{xml}");
}

#[test]
fn refused_turn_is_error_of_junit_report() {
    let mut result = comparison("Total", Outcome::Failed);
    (result.replayed, result.refusal) = (None, Some("too long".into()));
    let xml = write_junit(&[result], true).unwrap();
    assert!(
        xml.contains("errors=\"1\"") && xml.contains("<error message"),
        "{xml}"
    );
}

#[test]
fn html_report_shows_both_answers_with_charts_drawn() {
    let results = [
        comparison("Same", Outcome::Completed),
        comparison("Other", Outcome::Failed),
    ];
    let references = results
        .iter()
        .map(|result| (result.turn_id, blocks("Before")))
        .collect();
    let html = write_html(&HtmlReport {
        results: &results,
        references: &references,
        has_baseline: false,
        drawer: &Drawer::new(DrawingLimits::default()).unwrap(),
    })
    .unwrap();
    assert_eq!(html.matches("data:image/svg+xml;base64,PHN2Zy").count(), 4);
    assert!(html.contains("Tea &amp; &lt;b&gt;Mate"), "text is escaped");
    assert!(!html.contains("<script"));
    assert!(html.contains("Original") && html.contains("differs in outcome"));
    let first = html.find("Other").unwrap();
    assert!(
        first < html.find("Same</h2>").unwrap(),
        "what differs comes first"
    );
    assert_eq!(shown_turns(&results).len(), 2);
}

#[test]
fn markdown_and_table_show_differences_with_significance_and_judges() {
    let mut results = [
        comparison("Same", Outcome::Completed),
        comparison("A | b", Outcome::Failed),
    ];
    results[1].checks = vec![check(false)];
    let text = write_markdown(&results, true);
    assert!(text.contains("| outcome | 1 | 2 |"), "{text}");
    assert!(
        text.contains("| completed turns | 2 | 1 | −1 (−50.0 %) | 1.000 |"),
        "{text}"
    );
    assert!(
        text.contains("completed became failed") && text.contains("A \\| b"),
        "{text}"
    );
    assert!(text.contains("Judges cost 3 credits."), "{text}");
    let table = write_table(&results, true);
    assert!(
        table.contains("baseline") && table.contains("2 turns replayed, 1 differ"),
        "{table}"
    );
}

#[test]
fn run_passes_by_its_checks_where_it_has_some() {
    let mut result = comparison("Total", Outcome::Failed);
    let passes = |result: &Comparison, has_checks| {
        ReplaySummary::of(std::slice::from_ref(result)).passes(has_checks)
    };
    assert!(!passes(&result, false));
    result.checks = vec![check(true)];
    assert!(passes(&result, true));
    result.checks.push(check(false));
    assert!(!passes(&result, true));
}
