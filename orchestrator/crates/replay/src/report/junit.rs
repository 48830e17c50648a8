use minijinja::{Environment, context};
use serde::Serialize;

use super::{Comparison, figures::part_name};

/// A test case of the report.
#[derive(Debug, Serialize)]
struct JunitCase {
    class: String,
    name: String,
    seconds: f64,
    /// None where it passes.
    fault: Option<String>,
    /// A turn that was not begun is an error, not a failure.
    is_error: bool,
}

const TEMPLATE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="portolan replay" tests="{{ cases|length }}" failures="{{ failures }}" errors="{{ errors }}" time="{{ seconds }}">
  <testsuite name="portolan replay" tests="{{ cases|length }}" failures="{{ failures }}" errors="{{ errors }}" time="{{ seconds }}">
{%- for case in cases %}
    <testcase classname="{{ case.class }}" name="{{ case.name }}" time="{{ case.seconds }}">
{%- if case.fault is not none %}
      <{{ "error" if case.is_error else "failure" }} message="{{ case.fault }}"/>
{%- endif %}
    </testcase>
{%- endfor %}
  </testsuite>
</testsuites>
"#;

/// Returns a JUnit report: a case for each check of each turn or, without checks, for each turn, which fails where it
/// differs.
///
/// # Errors
/// The template, where it and its values don't fit.
pub fn write_junit(results: &[Comparison], has_checks: bool) -> Result<String, minijinja::Error> {
    let cases: Vec<JunitCase> = results
        .iter()
        .flat_map(|result| cases_of(result, has_checks))
        .collect();
    let count = |is_error: bool| {
        let faulty = cases.iter().filter(|case| case.fault.is_some());
        faulty.filter(|case| case.is_error == is_error).count()
    };
    let millis = results.iter().filter_map(millis_of).sum::<i64>();
    let mut environment = Environment::new();
    // The name's end turns on escaping.
    environment.add_template("junit.xml", TEMPLATE)?;
    environment.get_template("junit.xml")?.render(context! {
        failures => count(false),
        errors => count(true),
        seconds => millis as f64 / 1000.0,
        cases => minijinja::value::Serde(&cases),
    })
}

fn cases_of(result: &Comparison, has_checks: bool) -> Vec<JunitCase> {
    let question = xml_text(&result.text);
    let case = |name: String, fault: Option<String>| JunitCase {
        class: format!("chat {}", result.chat_id),
        name,
        seconds: millis_of(result).unwrap_or_default() as f64 / 1000.0,
        fault: fault.map(|fault| xml_text(&fault)),
        is_error: result.replayed.is_none(),
    };
    if !has_checks || result.replayed.is_none() {
        let parts = result.differences.iter().map(|part| part_name(*part));
        let parts: Vec<&str> = parts.collect();
        let fault = match &result.refusal {
            Some(refusal) => Some(format!("The turn wasn't begun: {refusal}")),
            None => (!parts.is_empty()).then(|| format!("Differs in {}.", parts.join(", "))),
        };
        return vec![case(question, fault)];
    }
    let checks = result.checks.iter().map(|check| {
        let fault = || check.detail.clone().unwrap_or_else(|| "Failed.".into());
        case(
            format!("{question}: {}", xml_text(&check.name)),
            (!check.passes).then(fault),
        )
    });
    checks.collect()
}

fn millis_of(result: &Comparison) -> Option<i64> {
    result.replayed.as_ref()?.duration_millis
}

/// XML has no way to write control characters.
fn xml_text(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            '\u{fffe}' | '\u{ffff}' => ' ',
            character if character.is_control() => ' ',
            character => character,
        })
        .collect()
}
