use actix_web::web::{Data, Json};
use portolan_blocks::ChartKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::preview::PreviewAnswer;
use crate::{
    charts::RequestedQuery,
    http::{App, caller::Caller, problem::Problem},
    services::charts::{SentenceChange, SentenceRequest},
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangeBySentence {
    text: String,
    /// The chart at hand.
    kind: ChartKind,
    spec: Value,
    query: RequestedQuery,
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
    let charts = &app.use_cases.charts;
    let request = body.into_inner().into();
    let change = charts.change_by_sentence(caller.principal(), request);
    Ok(Json(change.await?.into()))
}

impl From<ChangeBySentence> for SentenceRequest {
    fn from(body: ChangeBySentence) -> Self {
        Self {
            text: body.text,
            kind: body.kind,
            spec: body.spec,
            query: body.query,
        }
    }
}

impl From<SentenceChange> for SentenceAnswer {
    fn from(change: SentenceChange) -> Self {
        Self {
            preview: change.preview.into(),
            understood: change.understood,
            title: change.title,
            description: change.description,
            plan: change.plan,
        }
    }
}
