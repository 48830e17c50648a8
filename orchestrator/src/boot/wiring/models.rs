//! The models of the settings and of their endpoints' lists.

use std::{collections::BTreeMap, time::Duration};

use portolan_assistant::{
    BUILT_IN_MODEL, ModelCard, ModelTuning, Models, OfferedModel, RemoteSettings, Wire,
    offered_models,
};
use portolan_chat::Price;

use super::super::{
    CommandFailure,
    settings::{ModelSettings, RemoteEndpoint, Settings, WireName, endpoint_of, remote_endpoint},
};

/// The model that a remote endpoint is asked for where no setting names one.
const REMOTE_MODEL: &str = "gpt-5-mini";

pub fn build_models(settings: &Settings) -> Result<Models, CommandFailure> {
    let remote: Vec<RemoteSettings> = if settings.models.is_empty() {
        remote_endpoint()
            .map(|endpoint| RemoteSettings {
                provider: settings.model_provider.clone(),
                ..remote_settings(settings, endpoint, only_model(settings), Wire::default())
            })
            .into_iter()
            .collect()
    } else {
        let models = settings.models.iter();
        models
            .map(|model| {
                let wire = match model.wire {
                    WireName::ChatCompletions => Wire::ChatCompletions,
                    WireName::Responses => Wire::Responses {
                        summarises: model.reasoning_summaries,
                    },
                };
                RemoteSettings {
                    provider: model.provider.clone(),
                    tuning: model_tuning(model),
                    ..remote_settings(
                        settings,
                        endpoint_of(model),
                        model_card(settings, model),
                        wire,
                    )
                }
            })
            .collect()
    };
    Models::new(remote, settings.model.as_deref())
        .map_err(CommandFailure::new)?
        .with_fallbacks(settings.model_fallbacks.iter().map(String::as_str))
        .map_err(CommandFailure::new)
}

fn remote_settings(
    settings: &Settings,
    endpoint: RemoteEndpoint,
    card: ModelCard,
    wire: Wire,
) -> RemoteSettings {
    RemoteSettings {
        wire,
        idle_timeout: Duration::from_secs(settings.model_idle_seconds),
        answer_bytes: settings.model_answer_bytes,
        connect_timeout: Duration::from_secs(settings.model_connect_seconds),
        back_off: Duration::from_millis(settings.model_back_off_milliseconds),
        ..RemoteSettings::new(endpoint.api_key, endpoint.base_url, vec![card])
    }
}

/// The model that the settings name without a table of models.
fn only_model(settings: &Settings) -> ModelCard {
    let id = match settings.model.as_deref() {
        Some(model) if model != BUILT_IN_MODEL => model.to_owned(),
        _ => REMOTE_MODEL.to_owned(),
    };
    ModelCard {
        title: id.clone(),
        id,
        price: Price {
            input_per_million: settings.model_input_price,
            output_per_million: settings.model_output_price,
        },
        context_tokens: settings.model_context_tokens,
        output_tokens: settings.model_output_tokens,
    }
}

fn model_tuning(model: &ModelSettings) -> ModelTuning {
    ModelTuning {
        temperature: model.temperature,
        reasoning_effort: model.reasoning_effort.clone(),
        headers: model.headers.clone().into_iter().collect(),
        body: model.body.clone(),
        tools: model.tools,
        cached_input_price: model.cached_input_price,
    }
}

fn model_card(settings: &Settings, model: &ModelSettings) -> ModelCard {
    ModelCard {
        id: model.id.clone(),
        title: model.title.clone().unwrap_or_else(|| model.id.clone()),
        price: Price {
            input_per_million: model.input_price,
            output_per_million: model.output_price,
        },
        context_tokens: model
            .context_tokens
            .unwrap_or(settings.model_context_tokens),
        output_tokens: model.output_tokens.unwrap_or(settings.model_output_tokens),
    }
}

/// The most models that an endpoint's list adds to the choice.
const DISCOVERED: usize = 50;

/// Returns the settings with what the endpoints' lists of models say: the models themselves where none is
/// named and the endpoint is not OpenAI's own, and sizes that are not set. An endpoint that does not answer
/// changes nothing.
pub async fn with_offered_models(settings: &Settings) -> Settings {
    let mut settings = settings.clone();
    if settings.models.is_empty() {
        let Some(endpoint) = remote_endpoint().filter(|_| settings.model.is_none()) else {
            return settings;
        };
        let provider = settings.model_provider.clone();
        let remote = RemoteSettings {
            provider: provider.clone(),
            ..remote_settings(&settings, endpoint, only_model(&settings), Wire::default())
        };
        if remote.provider_name() != "openai" {
            let offered = list_offered_models(&remote)
                .await
                .into_iter()
                .take(DISCOVERED);
            settings.models = offered
                .map(|model| ModelSettings {
                    context_tokens: model.context_tokens,
                    output_tokens: model.output_tokens,
                    provider: provider.clone(),
                    input_price: settings.model_input_price,
                    output_price: settings.model_output_price,
                    ..ModelSettings::named(model.id)
                })
                .collect();
        }
        return settings;
    }
    let mut lists: BTreeMap<String, Vec<OfferedModel>> = BTreeMap::new();
    for index in 0..settings.models.len() {
        let model = &settings.models[index];
        if model.context_tokens.is_some() {
            continue;
        }
        let wire = Wire::default();
        let remote = remote_settings(
            &settings,
            endpoint_of(model),
            model_card(&settings, model),
            wire,
        );
        let address = remote.base_url.clone();
        // OpenAI's list has no sizes.
        if remote.provider_name() == "openai" {
            continue;
        }
        let list = match lists.get(&address) {
            Some(list) => list,
            None => {
                let list = list_offered_models(&remote).await;
                &*lists.entry(address).or_insert(list)
            }
        };
        let known = list.iter().find(|known| known.id == model.id);
        if let Some(known) = known.cloned() {
            let model = &mut settings.models[index];
            model.context_tokens = known.context_tokens;
            model.output_tokens = model.output_tokens.or(known.output_tokens);
        }
    }
    settings
}

async fn list_offered_models(remote: &RemoteSettings) -> Vec<OfferedModel> {
    offered_models(remote).await.unwrap_or_else(|error| {
        tracing::warn!(model.provider = remote.provider_name(), model.error = %error, "models of the endpoint not listed");
        Vec::new()
    })
}
