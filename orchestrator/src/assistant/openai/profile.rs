//! Profiles of provider families: how their endpoints differ from each other.

use std::{collections::BTreeMap, sync::LazyLock};

use figment::{
    Figment,
    providers::{Format, Toml},
};
use serde::Deserialize;
use serde_json::{Map, Value};
use url::Url;

/// A family of endpoints, as `providers.toml` describes it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProviderProfile {
    pub title: String,
    pub hosts: Vec<String>,
    pub ports: Vec<u16>,
    pub output_limit: OutputLimit,
    pub authorization: Authorization,
    pub system_messages: SystemMessages,
    pub last_step: LastStep,
    pub schemas: SchemaSupport,
    pub call_ids: CallIds,
    pub empty_content: EmptyContent,
    pub asks_for_usage: bool,
    pub returned_reasoning: ReturnedReasoning,
    pub reasoning_effort: EffortField,
    pub marks_cache_for: Vec<String>,
}

/// The field that limits what a call writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OutputLimit {
    MaxTokens,
    MaxCompletionTokens,
}

/// The header that carries the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Authorization {
    Bearer,
    ApiKey,
}

/// The places that system messages may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SystemMessages {
    First,
    Anywhere,
}

/// The form of a request that must be answered without tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LastStep {
    ToolChoiceNone,
    WithoutTools,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SchemaSupport {
    Full,
    Simple,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CallIds {
    Any,
    NineLetters,
}

/// The content of a message that only calls tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EmptyContent {
    Text,
    Null,
}

/// The field in which a model's reasoning is sent back within its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReturnedReasoning {
    None,
    ReasoningContent,
    ReasoningDetails,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum EffortField {
    #[serde(rename = "reasoning_effort")]
    ReasoningEffort,
    #[serde(rename = "reasoning.effort")]
    ReasoningObject,
}

/// The family of endpoints that nothing is known of.
const GENERIC: &str = "generic";

/// All families by name. The file is part of the program, and a test reads it.
static PROFILES: LazyLock<BTreeMap<String, ProviderProfile>> =
    LazyLock::new(|| read_profiles().expect("providers.toml is valid"));

fn read_profiles() -> Result<BTreeMap<String, ProviderProfile>, String> {
    let file = Figment::from(Toml::string(include_str!("providers.toml")));
    let families: BTreeMap<String, Map<String, Value>> =
        file.extract().map_err(|error| error.to_string())?;
    let generic = families.get(GENERIC).cloned().unwrap_or_default();
    let profiles = families.into_iter().map(|(name, own)| {
        let mut fields = generic.clone();
        fields.extend(own);
        serde_json::from_value(Value::Object(fields))
            .map(|profile| (name.clone(), profile))
            .map_err(|error| format!("{name}: {error}"))
    });
    profiles.collect()
}

/// Returns the names of all families.
pub(crate) fn provider_names() -> impl Iterator<Item = &'static str> {
    PROFILES.keys().map(String::as_str)
}

/// Returns the family of that name.
pub(crate) fn profile_named(name: &str) -> Option<&'static ProviderProfile> {
    PROFILES.get(name)
}

/// Returns the name of the family that an endpoint belongs to by its address.
pub(crate) fn provider_of(base_url: &str) -> &'static str {
    let Ok(url) = Url::parse(base_url) else {
        return GENERIC;
    };
    let host = url.host_str().unwrap_or_default();
    let is_of = |profile: &ProviderProfile| {
        let is_below = |known: &String| {
            host.strip_suffix(known.as_str())
                .is_some_and(|before| before.is_empty() || before.ends_with('.'))
        };
        profile.hosts.iter().any(is_below)
            || url.port().is_some_and(|port| profile.ports.contains(&port))
    };
    let found = PROFILES.iter().find(|(_, profile)| is_of(profile));
    found.map_or(GENERIC, |(name, _)| name.as_str())
}

/// Returns the profile of a named family, or the one that the address tells.
pub(crate) fn profile_of(provider: Option<&str>, base_url: &str) -> &'static ProviderProfile {
    let named = provider.and_then(profile_named);
    named.unwrap_or_else(|| &PROFILES[provider_of(base_url)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_is_read() {
        let profiles = read_profiles().unwrap();
        assert_eq!(profiles.len(), 12, "{:?}", profiles.keys());
        assert_eq!(profiles["qwen"].system_messages, SystemMessages::First);
        assert_eq!(
            profiles["groq"].output_limit,
            OutputLimit::MaxCompletionTokens
        );
    }

    #[test]
    fn family_is_chosen_by_host_then_port() {
        for (url, name) in [
            ("https://api.openai.com/v1", "openai"),
            ("https://mine.openai.azure.com/openai/v1", "azure"),
            ("https://openrouter.ai/api/v1", "openrouter"),
            (
                "https://generativelanguage.googleapis.com/v1beta/openai",
                "gemini",
            ),
            ("http://127.0.0.1:11434/v1", "ollama"),
            ("http://models.internal:4000", "litellm"),
            ("http://127.0.0.1:9999/v1", "generic"),
            ("https://notapi.openai.com.example/v1", "generic"),
            ("nonsense", "generic"),
        ] {
            assert_eq!(provider_of(url), name, "{url}");
        }
    }
}
