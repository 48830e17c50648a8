use serde_json::{Value, json};

use crate::{AnswerPlan, ScriptedReply, request::ChatRequest};

/// The reply of this model call: from the script, from the story, or made-up words.
pub(crate) fn reply_for(plan: &AnswerPlan, request: &ChatRequest) -> ScriptedReply {
    let script = match plan.story.as_deref() {
        Some("chart") => chart_replies(request),
        Some("unknown_tool") => unknown_tool(),
        Some("invalid_arguments") => invalid_arguments(),
        Some("invalid_chart") => invalid_chart(request),
        Some(_) | None => plan.replies.clone(),
    };
    script
        .get(request.step())
        .or(script.last())
        .cloned()
        .unwrap_or_else(|| ScriptedReply {
            reasoning: made_up_words(plan.reasoning, 0),
            text: made_up_words(plan.tokens, plan.letters),
            ..ScriptedReply::default()
        })
}

/// Counts the rows of the first table by its first text column, and draws them.
fn chart_replies(request: &ChatRequest) -> Vec<ScriptedReply> {
    let (table, column) = first_column(request);
    let table = table.as_str();
    let column = column.as_str();
    vec![
        ScriptedReply::call("list_sources", json!({}))
            .thinking("The person asks about their data, so I look at what there is."),
        ScriptedReply::call(
            "query",
            json!({"sql": format!(
                "SELECT \"{column}\", count(*) AS \"count\" FROM \"{table}\" GROUP BY \"{column}\" ORDER BY \"count\" DESC LIMIT 12"
            )}),
        )
        .thinking(format!("I count the rows of `{table}` by `{column}`.")),
        ScriptedReply::call("draw_chart", bar_call("q1", column, &format!("Rows by {column}"))),
        ScriptedReply::text(format!(
            "The chart shows how the rows of **{table}** are spread over `{column}`.\n\n\
             :::suggestion\n{{\"label\": \"As a table\", \"prompt\": \"Show this as a table\"}}\n:::\n\n\
             :::suggestion\n{{\"label\": \"Only the top three\", \"prompt\": \"Show only the top three\"}}\n:::\n"
        )),
    ]
}

fn unknown_tool() -> Vec<ScriptedReply> {
    vec![
        ScriptedReply::call("launch_rocket", json!({"target": "moon"})),
        ScriptedReply::text("There is no such tool, so I answer in words."),
    ]
}

fn invalid_arguments() -> Vec<ScriptedReply> {
    vec![
        ScriptedReply::call("query", Value::from("{\"sql\": \"SELECT 1")),
        ScriptedReply::text("My call was broken, so I answer in words."),
    ]
}

/// Draws a field that no query gave, again and again.
fn invalid_chart(request: &ChatRequest) -> Vec<ScriptedReply> {
    let (table, _) = first_column(request);
    let broken = || ScriptedReply::call("draw_chart", bar_call("q1", "no_such_field", "Nothing"));
    vec![
        ScriptedReply::call(
            "query",
            json!({"sql": format!("SELECT count(*) AS \"count\" FROM \"{table}\"")}),
        ),
        broken(),
        broken(),
        broken(),
        ScriptedReply::text("The chart could not be drawn."),
    ]
}

fn bar_call(query_id: &str, field: &str, title: &str) -> Value {
    json!({
        "queryId": query_id,
        "kind": "plot",
        "title": title,
        "description": format!("A bar chart of the number of rows by {field}."),
        "spec": {
            "mark": "bar",
            "encoding": {
                "y": {"field": field, "type": "nominal", "sort": "-x"},
                "x": {"field": "count", "type": "quantitative"},
            },
        },
        "encodingNotes": ["Bars compare counts; the longest comes first."],
    })
}

/// The first table that the tools or the prompt told of, and its first text column.
fn first_column(request: &ChatRequest) -> (String, String) {
    let listed = request.tool_results().find_map(|text| {
        let value: Value = serde_json::from_str(text).ok()?;
        let table = value.get("tables")?.get(0)?.clone();
        let columns = table.get("columns")?.as_array()?;
        let column = columns
            .iter()
            .find(|column| column["type"] == "string")
            .or(columns.first())?;
        Some((
            table.get("name")?.as_str()?.to_owned(),
            column.get("name")?.as_str()?.to_owned(),
        ))
    });
    listed.unwrap_or_else(|| ("cars".into(), "origin".into()))
}

/// Markdown of about `count` words, each longer by so many letters.
fn made_up_words(count: usize, letters: usize) -> String {
    const WORDS: [&str; 12] = [
        "the",
        "chart",
        "shows",
        "**how**",
        "numbers",
        "move",
        "over",
        "time",
        "and",
        "why,",
        "`column`",
        "by column.",
    ];
    let mut text = String::new();
    for index in 0..count {
        text.push_str(WORDS[index % WORDS.len()]);
        text.extend(std::iter::repeat_n('a', letters));
        text.push_str(if index % 60 == 59 { "\n\n" } else { " " });
    }
    text
}
