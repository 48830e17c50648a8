use actix_web::web::{Data, Json, Query};
use portolan_assistant::{
    ModelReport, OfferedModel, ToolSupport, Wire, offered_models, test_model,
};
use portolan_domain::AdminActionKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::list::{ShortListAnswer, ShortListQuery, answer_short_list};
use crate::http::{App, caller::Admin, problem::Problem};

const COLUMNS: [&str; 12] = [
    "id",
    "title",
    "isDefault",
    "provider",
    "baseUrl",
    "api",
    "toolSupport",
    "contextTokens",
    "outputTokens",
    "inputPrice",
    "outputPrice",
    "cachedInputPrice",
];

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
    /// The language that the endpoint is asked in.
    api: Option<ApiName>,
    /// How the model calls tools.
    tool_support: Option<ToolSupport>,
    context_tokens: u64,
    output_tokens: u64,
    /// Credits for a million tokens.
    input_price: u64,
    output_price: u64,
    /// That of tokens that the provider had cached, if it is another one.
    cached_input_price: Option<u64>,
}

/// An interface of model providers.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApiName {
    ChatCompletions,
    Responses,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelName {
    model: String,
}

/// Returns every model with its endpoint.
pub async fn list_models(
    app: Data<App>,
    admin: Admin,
    query: Query<ShortListQuery>,
) -> Result<ShortListAnswer<ConfiguredModel>, Problem> {
    let models = configured_models(&app);
    answer_short_list(&app, admin, &query, ("models", &COLUMNS), &models).await
}

fn configured_models(app: &App) -> Vec<ConfiguredModel> {
    let items = app.models.list().into_iter();
    let models = items.filter_map(|item| {
        let model = app.models.get(&item.id).ok()?;
        let settings = model.remote();
        let card = model.card();
        Some(ConfiguredModel {
            provider: settings.map(|settings| settings.provider_name().to_owned()),
            base_url: settings.map(|settings| settings.base_url.clone()),
            api: settings.map(|settings| match settings.wire {
                Wire::ChatCompletions => ApiName::ChatCompletions,
                Wire::Responses { .. } => ApiName::Responses,
            }),
            tool_support: settings.map(|settings| settings.tuning.tools),
            input_price: item.input_price,
            output_price: item.output_price,
            cached_input_price: settings.and_then(|settings| settings.tuning.cached_input_price),
            context_tokens: card.context_tokens,
            output_tokens: card.output_tokens,
            id: item.id,
            title: item.title,
            is_default: item.is_default,
        })
    });
    models.collect()
}

/// Tests a model with one real call.
pub async fn test_connection(
    app: Data<App>,
    admin: Admin,
    body: Json<ModelName>,
) -> Result<Json<ModelReport>, Problem> {
    let model = app.models.get(&body.model).map_err(unknown)?;
    let action = app.admin_action(
        admin,
        AdminActionKind::ModelTested,
        ("model", &body.model),
        json!({}),
    );
    app.store.record_admin_action(&action).await?;
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
