use actix_web::{
    http::StatusCode,
    web::{Data, Json},
};
use portolan_blocks::ChartKind;
use portolan_questions::{Answer, Question, Reading, answer, findings, reading_behind};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::preview::PreviewAnswer;
use crate::{
    charts::WantedQuery,
    http::{App, caller::Caller, problem::Problem},
    model::sentence,
};

/// Characters that a sentence may have.
const TEXT_LENGTH: usize = 1_000;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangeBySentence {
    text: String,
    /// The chart at hand.
    kind: ChartKind,
    spec: Value,
    query: WantedQuery,
}

#[derive(Debug, Serialize)]
pub struct SentenceAnswer {
    #[serde(flatten)]
    preview: PreviewAnswer,
    /// The interpretation in plain words: the chart as a whole, then each choice that was made.
    understood: Vec<String>,
    /// The findings in the current rows, for a matching title and description.
    title: String,
    description: String,
}

/// Changes a chart as a sentence asks: "only 2023", "as a line", "by region instead". Keeps nothing.
pub async fn change_by_sentence(
    app: Data<App>,
    caller: Caller,
    body: Json<ChangeBySentence>,
) -> Result<Json<SentenceAnswer>, Problem> {
    let body = body.into_inner();
    let length = body.text.trim().chars().count();
    if length == 0 || length > TEXT_LENGTH {
        return Err(Problem::invalid(
            "text",
            format!("A sentence has 1 to {TEXT_LENGTH} characters."),
        ));
    }
    let tables = app.maker.tables(caller.user_id, &body.query).await?;
    let so_far = reading_behind(&body.query.sql, &drawn(&body), &tables);
    let answered = answer(&Question {
        text: &body.text,
        tables: &tables,
        so_far: so_far.as_ref(),
    });
    let reading = match answered {
        Answer::Readings(readings) => readings.into_iter().next(),
        Answer::AskBack { question, choices } => return Err(not_understood(&question, &choices)),
        Answer::Unanswerable {
            message,
            suggestions,
        } => return Err(not_understood(&message, &suggestions)),
    };
    let Some(reading) = reading else {
        return Err(not_understood(
            "Nothing in the sentence is about this chart.",
            &[],
        ));
    };
    let wanted = WantedQuery {
        sql: reading.sql.clone(),
        source_ids: body.query.source_ids,
    };
    let rows = app.maker.rows(caller.user_id, &wanted).await?;
    if rows.result.rows.is_empty() {
        return Err(not_understood(
            &format!("No row is left of this: {}", reading.label),
            &[],
        ));
    }
    let found = findings(&reading, &tables, &rows.result);
    let stays_a_table =
        body.kind == ChartKind::Table && mark(so_far.as_ref()) == mark(Some(&reading));
    let mut preview = PreviewAnswer {
        kind: if stays_a_table {
            ChartKind::Table
        } else {
            ChartKind::Plot
        },
        spec: if stays_a_table {
            json!({})
        } else {
            found.entitled(reading.spec)
        },
        data: Some(rows.data),
        query: Some(rows.query),
        encoding_notes: reading.encoding_notes.clone(),
        errors: Vec::new(),
    };
    preview.check()?;
    let mut understood = vec![sentence(&reading.label)];
    understood.extend(reading.encoding_notes);
    Ok(Json(SentenceAnswer {
        preview,
        understood,
        title: found.title,
        description: found.description,
    }))
}

/// Returns the current drawing as a specification: a table is treated as bars.
fn drawn(body: &ChangeBySentence) -> Value {
    match body.kind {
        ChartKind::Table => json!({"mark": "bar", "encoding": {}}),
        ChartKind::Metric => json!({"mark": "text", "encoding": {}}),
        _ => body.spec.clone(),
    }
}

fn mark(reading: Option<&Reading>) -> Option<portolan_questions::plan::Mark> {
    Some(reading?.plan.as_ref()?.mark)
}

/// Says what would be understood.
fn not_understood(message: &str, examples: &[String]) -> Problem {
    let mut detail = sentence(message);
    if examples.is_empty() {
        detail.push_str(" Try: “only …” with a value of a column, “by …” with a column, “as a line”, “the top 5”.");
    } else {
        detail.push_str(&format!(" Try: {}.", examples.join("; ")));
    }
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "not_understood", detail)
}
