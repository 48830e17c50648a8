use actix_web::web::{Data, Json, Query};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    assistant::{ModelReport, OfferedModel, offered_models, test_model},
    http::{App, caller::Admin, problem::Problem},
};

/// A model and where it is.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfiguredModel {
    id: String,
    title: String,
    is_default: bool,
    /// The family of its endpoint and the endpoint's address; null of the built-in model.
    provider: Option<String>,
    base_url: Option<String>,
    context_tokens: u64,
    output_tokens: u64,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelName {
    model: String,
}

/// Returns every model with its endpoint.
pub async fn list_models(app: Data<App>, _admin: Admin) -> Json<Vec<ConfiguredModel>> {
    let items = app.models.list().into_iter();
    let models = items.filter_map(|item| {
        let model = app.models.get(&item.id).ok()?;
        let settings = model.remote();
        let card = model.card();
        Some(ConfiguredModel {
            provider: settings.map(|settings| settings.provider_name().to_owned()),
            base_url: settings.map(|settings| settings.base_url.clone()),
            context_tokens: card.context_tokens,
            output_tokens: card.output_tokens,
            id: item.id,
            title: item.title,
            is_default: item.is_default,
        })
    });
    Json(models.collect())
}

/// Makes one real call of a model and tells what works.
pub async fn test_connection(
    app: Data<App>,
    _admin: Admin,
    body: Json<ModelName>,
) -> Result<Json<ModelReport>, Problem> {
    let model = app.models.get(&body.model).map_err(unknown)?;
    Ok(Json(test_model(model.as_ref()).await))
}

/// Returns the models that the endpoint of a model offers.
pub async fn list_offered_models(
    app: Data<App>,
    _admin: Admin,
    query: Query<ModelName>,
) -> Result<Json<Vec<OfferedModel>>, Problem> {
    let model = app.models.get(&query.model).map_err(unknown)?;
    let Some(settings) = model.remote() else {
        return Ok(Json(Vec::new()));
    };
    match offered_models(settings).await {
        Ok(models) => Ok(Json(models)),
        Err(error) => Err(Problem::conflict(
            "models_not_listed",
            &error.turn_error().message,
        )),
    }
}

fn unknown(error: impl std::fmt::Display) -> Problem {
    Problem::conflict("model_unknown", &error.to_string())
}
