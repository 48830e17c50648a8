use actix_web::{
    http::StatusCode,
    web::{Data, Json},
};
use portolan_blocks::ChartKind;
use portolan_query::TableProfile;
use portolan_questions::{
    Answer, Prepared, Question, answer,
    chart::DrawingKind,
    from_stored_for,
    plan::QueryPlan,
    prepare,
    reading_back::{read_back, with_drawn_mark},
    to_stored,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::preview::PreviewAnswer;
use crate::{
    charts::WantedQuery,
    http::{App, caller::Caller, problem::Problem},
    model::as_sentence,
};

/// Characters that a sentence may have.
const TEXT_LENGTH: usize = 1_000;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangeBySentence {
    text: String,
    /// The chart at hand.
    kind: ChartKind,
    spec: Value,
    query: WantedQuery,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ChangedChart")]
pub struct SentenceAnswer {
    #[serde(flatten)]
    preview: PreviewAnswer,
    /// The interpretation in plain words: the chart as a whole, then each choice that was made.
    understood: Vec<String>,
    /// The findings in the current rows, for a matching title and description.
    title: String,
    description: String,
    /// The plan of the changed query.
    plan: Value,
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
    let earlier = earlier_plan(&body, &tables);
    let prepared = read(&body.text, earlier.as_ref(), &tables)?;
    let wanted = WantedQuery {
        sql: prepared.sql.clone(),
        source_ids: body.query.source_ids,
        plan: None,
    };
    let rows = app.maker.rows(caller.user_id, &wanted).await?;
    if rows.result.rows.is_empty() {
        return Err(not_understood(
            &format!("No row is left of this: {}", prepared.label),
            &[],
        ));
    }
    let found = prepared.findings(&tables, &rows.result);
    let keeps_mark = earlier.is_some_and(|earlier| {
        earlier.present.mark.map(|part| part.value)
            == prepared.plan.present.mark.as_ref().map(|part| part.value)
    });
    let is_table = prepared.drawing.kind == DrawingKind::Table
        || (body.kind == ChartKind::Table && keeps_mark);
    let (kind, spec) = if is_table {
        (ChartKind::Table, json!({}))
    } else {
        (ChartKind::Plot, prepared.titled_spec(&found))
    };
    let mut preview = PreviewAnswer {
        kind,
        spec,
        data: Some(rows.data),
        query: Some(rows.query),
        encoding_notes: prepared.notes.clone(),
        errors: Vec::new(),
    };
    preview.check()?;
    let mut understood = vec![as_sentence(&prepared.label)];
    understood.extend(prepared.notes);
    Ok(Json(SentenceAnswer {
        preview,
        understood,
        title: found.title,
        description: found.description,
        plan: to_stored(&prepared.plan),
    }))
}

/// Reads a sentence over the chart at hand.
fn read(
    text: &str,
    earlier: Option<&QueryPlan>,
    tables: &[TableProfile],
) -> Result<Prepared, Problem> {
    let answered = answer(&Question {
        text,
        tables,
        earlier,
        schema: None,
    });
    let readings = match answered {
        Answer::Plans { readings } => readings,
        Answer::AskBack {
            question, choices, ..
        } => {
            let prompts: Vec<String> = choices.into_iter().map(|choice| choice.prompt).collect();
            return Err(not_understood(&question, &prompts));
        }
        Answer::Decline {
            message,
            suggestions,
            ..
        } => return Err(not_understood(&message, &suggestions)),
    };
    let mut prepared = readings
        .iter()
        .filter_map(|reading| prepare(&reading.plan, tables).ok());
    prepared
        .next()
        .ok_or_else(|| not_understood("That combination can't be computed.", &[]))
}

/// Returns the plan behind the chart at hand: the given one, with a mark that was chosen by hand since, or the one that
/// the SQL says.
fn earlier_plan(body: &ChangeBySentence, tables: &[TableProfile]) -> Option<QueryPlan> {
    let sql = &body.query.sql;
    let given = body
        .query
        .plan
        .as_ref()
        .and_then(|plan| from_stored_for(plan, sql, tables));
    match (given, body.kind) {
        (Some(plan), ChartKind::Plot) => Some(with_drawn_mark(plan, &body.spec, tables)),
        (Some(plan), _) => Some(plan),
        (None, ChartKind::Plot) => read_back(sql, &body.spec, tables),
        (None, _) => read_back(sql, &Value::Null, tables),
    }
}

/// Says what would be understood.
fn not_understood(message: &str, examples: &[String]) -> Problem {
    let mut detail = as_sentence(message);
    if examples.is_empty() {
        detail.push_str(" Try: “only …” with a value of a column, “by …” with a column, “as a line”, “the top 5”.");
    } else {
        detail.push_str(&format!(" Try: {}.", examples.join("; ")));
    }
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "not_understood", detail)
}
