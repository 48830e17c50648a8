//! Remote models and their endpoints.

use std::collections::BTreeMap;

use portolan_assistant::ToolSupport;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use super::{INPUT_PRICE, OUTPUT_PRICE};

/// The remote model's endpoint, which other programs' variables name.
#[derive(Clone, Debug)]
pub struct RemoteEndpoint {
    pub api_key: SecretString,
    /// Ends in `/v1`.
    pub base_url: String,
}

/// A remote model.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelSettings {
    /// ID that the endpoint knows the model by.
    pub id: String,
    /// Name in the interface. Default: the ID.
    pub title: Option<String>,
    /// Endpoint, ending in `/v1`. Default: `OPENAI_BASE_URL`.
    pub base_url: Option<String>,
    /// Environment variable that holds the API key.
    #[serde(default = "key_variable")]
    pub api_key_variable: String,
    /// API of the endpoint: `chat-completions` or `responses`.
    #[serde(default)]
    pub wire: WireName,
    /// Requests summaries of the model's reasoning. Only with `responses`, and only for reasoning models.
    #[serde(default)]
    pub reasoning_summaries: bool,
    /// Credits for a million input tokens.
    #[serde(default = "input_price")]
    pub input_price: u64,
    /// Credits for a million output tokens.
    #[serde(default = "output_price")]
    pub output_price: u64,
    /// Credits for a million cached input tokens. Default: the input price.
    pub cached_input_price: Option<u64>,
    /// Context window of the model. Default: by the endpoint's list of models, else `model_context_tokens`.
    pub context_tokens: Option<u64>,
    /// Maximum output tokens per call. Default: as for the context window.
    pub output_tokens: Option<u64>,
    /// Provider of the endpoint, such as `qwen`. Default: by its address.
    pub provider: Option<String>,
    /// Sampling temperature. Default: the provider's.
    pub temperature: Option<f64>,
    /// Reasoning effort in the provider's words, such as `low`.
    pub reasoning_effort: Option<String>,
    /// Headers of every request.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// Fields of every request body; they override all others.
    #[serde(default)]
    pub body: serde_json::Map<String, serde_json::Value>,
    /// Tool calls: `auto`, `native` or `text`.
    #[serde(default)]
    pub tools: ToolSupport,
}

impl ModelSettings {
    /// Returns the default settings of a model with this name.
    pub fn named(id: String) -> Self {
        Self {
            id,
            title: None,
            base_url: None,
            api_key_variable: key_variable(),
            wire: WireName::default(),
            reasoning_summaries: false,
            input_price: INPUT_PRICE,
            output_price: OUTPUT_PRICE,
            cached_input_price: None,
            context_tokens: None,
            output_tokens: None,
            provider: None,
            temperature: None,
            reasoning_effort: None,
            headers: BTreeMap::new(),
            body: serde_json::Map::new(),
            tools: ToolSupport::default(),
        }
    }
}

/// The language of a model's endpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WireName {
    #[default]
    ChatCompletions,
    Responses,
}

fn key_variable() -> String {
    "OPENAI_API_KEY".into()
}

fn input_price() -> u64 {
    INPUT_PRICE
}

fn output_price() -> u64 {
    OUTPUT_PRICE
}

/// Returns the endpoint of one of the `[[models]]`.
pub fn endpoint_of(model: &ModelSettings) -> RemoteEndpoint {
    endpoint_settings(
        read_variable(&model.api_key_variable),
        model
            .base_url
            .clone()
            .or_else(|| read_variable("OPENAI_BASE_URL")),
    )
}

/// `OPENAI_API_KEY` and `OPENAI_BASE_URL`; None if neither is set.
pub fn remote_endpoint() -> Option<RemoteEndpoint> {
    let api_key = read_variable("OPENAI_API_KEY");
    let base_url = read_variable("OPENAI_BASE_URL");
    if api_key.is_none() && base_url.is_none() {
        return None;
    }
    Some(endpoint_settings(api_key, base_url))
}

fn read_variable(variable: &str) -> Option<String> {
    std::env::var(variable)
        .ok()
        .filter(|value| !value.is_empty())
}

/// An endpoint of one's own often needs no key.
fn endpoint_settings(api_key: Option<String>, base_url: Option<String>) -> RemoteEndpoint {
    RemoteEndpoint {
        api_key: SecretString::from(api_key.unwrap_or_else(|| "none".into())),
        base_url: base_url
            .unwrap_or_else(|| "https://api.openai.com/v1".into())
            .trim_end_matches('/')
            .to_owned(),
    }
}
