use portolan_blocks::ChartKind;
use portolan_domain::as_sentence;
use portolan_query::TableProfile;
use portolan_questions::{
    Answer, Prepared, Question, answer,
    chart::DrawingKind,
    from_stored_for,
    plan::QueryPlan,
    prepare,
    reading_back::{read_back, with_drawn_mark},
    schema::LinguisticSchema,
    to_stored,
};
use serde_json::{Value, json};

use super::{ChartService, Error, Preview};
use crate::{
    charts::RequestedQuery,
    services::{InvalidInput, Principal},
};

/// Characters that a sentence may have.
const TEXT_LENGTH: usize = 1_000;

/// A sentence about the chart that the caller looks at.
#[derive(Clone, Debug)]
pub struct SentenceRequest {
    pub text: String,
    pub kind: ChartKind,
    pub spec: Value,
    pub query: RequestedQuery,
}

/// A chart as a sentence changed it; nothing is stored.
#[derive(Clone, Debug)]
pub struct SentenceChange {
    pub preview: Preview,
    /// The interpretation in plain words: the chart as a whole, then each choice that was made.
    pub understood: Vec<String>,
    /// The findings in the current rows, for a matching title and description.
    pub title: String,
    pub description: String,
    /// The plan of the changed query.
    pub plan: Value,
}

impl ChartService {
    /// Changes a chart as a sentence asks: "only 2023", "as a line", "by region instead". Stores
    /// nothing.
    pub async fn change_by_sentence(
        &self,
        caller: Principal,
        request: SentenceRequest,
    ) -> Result<SentenceChange, Error> {
        let length = request.text.trim().chars().count();
        if length == 0 || length > TEXT_LENGTH {
            return Err(
                InvalidInput::at("text", format!("Use 1 to {TEXT_LENGTH} characters.")).into(),
            );
        }
        let (tables, words) = self.maker.tables(caller.user_id, &request.query).await?;
        let earlier = earlier_plan(&request, &tables);
        let prepared = read_sentence(&request.text, earlier.as_ref(), &tables, &words)?;
        let wanted = RequestedQuery {
            sql: prepared.sql.clone(),
            source_ids: request.query.source_ids,
            plan: None,
        };
        let rows = self.maker.rows(caller.user_id, &wanted).await?;
        if rows.result.rows.is_empty() {
            return Err(not_understood(
                &format!("No rows match: {}", prepared.label),
                &[],
            ));
        }
        let found = prepared.findings(&tables, &rows.result);
        let keeps_mark = earlier.is_some_and(|earlier| {
            earlier.present.mark.map(|part| part.value)
                == prepared.plan.present.mark.as_ref().map(|part| part.value)
        });
        let is_table = prepared.drawing.kind == DrawingKind::Table
            || (request.kind == ChartKind::Table && keeps_mark);
        let (kind, spec) = if is_table {
            (ChartKind::Table, json!({}))
        } else {
            (ChartKind::Plot, prepared.titled_spec(&found))
        };
        let mut preview = Preview {
            kind,
            spec,
            data: Some(rows.data),
            query: Some(rows.query),
            encoding_notes: prepared.notes.clone(),
            faults: Vec::new(),
        };
        preview.check()?;
        let mut understood = vec![as_sentence(&prepared.label)];
        understood.extend(prepared.notes);
        Ok(SentenceChange {
            preview,
            understood,
            title: found.title,
            description: found.description,
            plan: to_stored(&prepared.plan),
        })
    }
}

/// Reads a sentence over the chart at hand.
fn read_sentence(
    text: &str,
    earlier: Option<&QueryPlan>,
    tables: &[TableProfile],
    words: &LinguisticSchema,
) -> Result<Prepared, Error> {
    let answered = answer(&Question {
        text,
        tables,
        earlier,
        schema: Some(words),
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

/// Returns the plan of the chart: the given one, with a mark edited since, or the one read from its SQL.
fn earlier_plan(request: &SentenceRequest, tables: &[TableProfile]) -> Option<QueryPlan> {
    let sql = &request.query.sql;
    let given = request
        .query
        .plan
        .as_ref()
        .and_then(|plan| from_stored_for(plan, sql, tables));
    match (given, request.kind) {
        (Some(plan), ChartKind::Plot) => Some(with_drawn_mark(plan, &request.spec, tables)),
        (Some(plan), _) => Some(plan),
        (None, ChartKind::Plot) => read_back(sql, &request.spec, tables),
        (None, _) => read_back(sql, &Value::Null, tables),
    }
}

/// Returns the refusal of a sentence, with what would be understood.
fn not_understood(message: &str, examples: &[String]) -> Error {
    let mut detail = as_sentence(message);
    if examples.is_empty() {
        detail.push_str(" Try: “only …” with a value of a column, “by …” with a column, “as a line”, “the top 5”.");
    } else {
        detail.push_str(&format!(" Try: {}.", examples.join("; ")));
    }
    Error::NotUnderstood(detail)
}
