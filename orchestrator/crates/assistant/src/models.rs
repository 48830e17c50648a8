use std::{sync::Arc, time::Duration};

use schemars::JsonSchema;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    LanguageModel, ModelCard,
    builtin::BuiltInModel,
    openai::{OpenAiModel, is_base_url, profile_named, provider_names, provider_of},
    tokens::TokenCounter,
};

/// The id of the model that needs no key and no network.
pub const BUILT_IN_MODEL: &str = "portolan-builtin";

/// The models on offer; cheap to clone.
#[derive(Clone)]
pub struct Models {
    models: Vec<Arc<dyn LanguageModel>>,
    default_id: String,
    /// Models that take over where another cannot be reached, in order.
    fallbacks: Vec<Arc<dyn LanguageModel>>,
}

/// A model as `GET /api/config` lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ModelOnOffer")]
#[serde(rename_all = "camelCase")]
pub struct ModelItem {
    pub id: String,
    pub title: String,
    pub is_default: bool,
    /// Credits for a million tokens.
    pub input_price: u64,
    pub output_price: u64,
}

/// The language that an endpoint speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wire {
    #[default]
    ChatCompletions,
    /// OpenAI's newer one. `summarises` asks for summaries of what the model thinks, which models
    /// that do not think refuse.
    Responses { summarises: bool },
}

/// Parameters that requests carry beside the conversation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelTuning {
    pub temperature: Option<f64>,
    /// As the provider names it, such as `low`.
    pub reasoning_effort: Option<String>,
    /// Headers of every request, and fields of every body; they win over all others.
    pub headers: Vec<(String, String)>,
    pub body: Map<String, Value>,
    pub tools: ToolSupport,
    /// Credits per million cached input tokens. Default: the input price.
    pub cached_input_price: Option<u64>,
}

/// How a model calls tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ToolSupport {
    /// Native tool calls, with text as a fallback.
    #[default]
    Auto,
    /// By the endpoint's tools only.
    Native,
    /// As text only.
    Text,
}

/// An OpenAI-compatible endpoint and its models.
#[derive(Clone, Debug)]
pub struct RemoteSettings {
    pub api_key: SecretString,
    /// Ends in `/v1`.
    pub base_url: String,
    pub wire: Wire,
    /// The endpoint's provider, if it can't be derived from the address.
    pub provider: Option<String>,
    pub tuning: ModelTuning,
    /// Models of the endpoint, the default one first.
    pub models: Vec<ModelCard>,
    /// Silence after which a call counts as lost.
    pub idle_timeout: Duration,
    /// Bytes of text, thoughts and tool calls that all model calls of an answer may write; more
    /// where the output tokens of one call allow more.
    pub answer_bytes: usize,
    pub connect_timeout: Duration,
    /// Attempts for one call, the first included, before its first token.
    pub attempts: u32,
    /// The wait before the second attempt; it doubles with each further one.
    pub back_off: Duration,
    /// The longest wait that a provider's `Retry-After` may ask for.
    pub longest_wait: Duration,
}

impl RemoteSettings {
    /// The usual time-outs and retries.
    pub fn new(api_key: SecretString, base_url: String, models: Vec<ModelCard>) -> Self {
        Self {
            api_key,
            base_url,
            wire: Wire::default(),
            provider: None,
            tuning: ModelTuning::default(),
            models,
            idle_timeout: Duration::from_secs(60),
            answer_bytes: 256 << 10,
            connect_timeout: Duration::from_secs(10),
            attempts: 4,
            back_off: Duration::from_millis(500),
            longest_wait: Duration::from_secs(20),
        }
    }
}

impl RemoteSettings {
    fn check(&self) -> Result<(), ModelsError> {
        if let Some(name) = &self.provider
            && profile_named(name).is_none()
        {
            return Err(ModelsError::UnknownProvider {
                name: name.clone(),
                known: provider_names().collect::<Vec<_>>().join(", "),
            });
        }
        if !is_base_url(&self.base_url) {
            return Err(ModelsError::BaseUrl(self.base_url.clone()));
        }
        Ok(())
    }

    /// The name of the family that the endpoint belongs to.
    pub fn provider_name(&self) -> &str {
        let named = self.provider.as_deref();
        named.unwrap_or_else(|| provider_of(&self.base_url))
    }
}

impl Models {
    /// The built-in model, and the remote ones of each endpoint.
    ///
    /// `default_id` is the model of chats that name none; without it the first remote one, or the
    /// built-in one.
    pub fn new(
        remote: impl IntoIterator<Item = RemoteSettings>,
        default_id: Option<&str>,
    ) -> Result<Self, ModelsError> {
        let mut models: Vec<Arc<dyn LanguageModel>> = Vec::new();
        for settings in remote {
            settings.check()?;
            for model in OpenAiModel::all(settings)? {
                models.push(Arc::new(model));
            }
        }
        models.push(Arc::new(BuiltInModel::new()));
        let first = models[0].card().id.clone();
        let models = Self {
            models,
            default_id: default_id.map_or(first, str::to_owned),
            fallbacks: Vec::new(),
        };
        models.get(&models.default_id)?;
        let mut ids = std::collections::BTreeSet::new();
        for model in &models.models {
            let id = &model.card().id;
            if !ids.insert(id) {
                return Err(ModelsError::SameId(id.clone()));
            }
        }
        Ok(models)
    }

    /// The same, with models that take over from any other, in this order.
    pub fn with_fallbacks<'a>(
        mut self,
        ids: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, UnknownModel> {
        self.fallbacks = ids
            .into_iter()
            .map(|id| self.get(id))
            .collect::<Result<_, _>>()?;
        Ok(self)
    }

    /// Returns the same offer with each model exchanged for another of its id.
    pub fn map(
        &self,
        exchange: impl Fn(&Arc<dyn LanguageModel>) -> Arc<dyn LanguageModel>,
    ) -> Self {
        Self {
            models: self.models.iter().map(&exchange).collect(),
            default_id: self.default_id.clone(),
            fallbacks: self.fallbacks.iter().map(&exchange).collect(),
        }
    }

    /// Returns the offer with those of these models whose ids are not in it.
    pub fn with_more(mut self, models: impl IntoIterator<Item = Arc<dyn LanguageModel>>) -> Self {
        for model in models {
            if self.get(&model.card().id).is_err() {
                // The built-in one stays last.
                self.models.insert(0, model);
            }
        }
        self
    }

    /// The models that take over from this one. None takes over from the built-in one, which is
    /// always there.
    pub fn fallbacks_of(&self, id: &str) -> Vec<Arc<dyn LanguageModel>> {
        if id == BUILT_IN_MODEL {
            return Vec::new();
        }
        let others = self.fallbacks.iter().filter(|other| other.card().id != id);
        others.cloned().collect()
    }

    /// Loads what the first turn would otherwise wait for; takes some 200 ms, off the runtime.
    pub fn warm(&self) {
        portolan_charts::warm_schemas();
        portolan_questions::load_words();
        if self.models.len() > 1 {
            TokenCounter.warm();
        }
    }

    /// The built-in one last.
    pub fn list(&self) -> Vec<ModelItem> {
        self.models
            .iter()
            .map(|model| model.card())
            .map(|card| ModelItem {
                id: card.id.clone(),
                title: card.title.clone(),
                is_default: card.id == self.default_id,
                input_price: card.price.input_per_million,
                output_price: card.price.output_per_million,
            })
            .collect()
    }

    pub fn default_id(&self) -> &str {
        &self.default_id
    }

    pub fn get(&self, id: &str) -> Result<Arc<dyn LanguageModel>, UnknownModel> {
        self.models
            .iter()
            .find(|model| model.card().id == id)
            .cloned()
            .ok_or_else(|| UnknownModel {
                id: id.into(),
                known: self
                    .list()
                    .into_iter()
                    .map(|item| item.id)
                    .collect::<Vec<_>>()
                    .join(", "),
            })
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ModelsError {
    #[error(transparent)]
    UnknownModel(#[from] UnknownModel),
    #[error("two models have the id {0}; give each one of its own")]
    SameId(String),
    #[error("couldn't create the HTTP client for the model: {0}")]
    Client(#[from] reqwest::Error),
    #[error("the header {0} of a model cannot be sent; check its name and value")]
    Header(String),
    #[error("unknown provider {name}; use one of: {known}")]
    UnknownProvider { name: String, known: String },
    #[error("{0} is not a model's base URL; use one like https://api.openai.com/v1")]
    BaseUrl(String),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("unknown model {id}; choose one of: {known}")]
pub struct UnknownModel {
    pub id: String,
    /// The ids on offer.
    pub known: String,
}
