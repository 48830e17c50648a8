//! Profiles of provider families: how their endpoints differ from each other.

use std::{collections::BTreeMap, sync::LazyLock};

use figment::{
    Figment,
    providers::{Format, Toml},
};
use serde::Deserialize;
use url::Url;

/// A family of OpenAI-compatible endpoints and how their chat completions differ, as a file of
/// `providers` describes it. A model's family is its `provider` setting, otherwise that of its base
/// URL's host or port, otherwise `generic`.
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

/// The request field that limits output tokens.
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

/// The profile of each provider; missing values come from `generic`.
const FILES: [(&str, &str); 12] = [
    (GENERIC, include_str!("providers/generic.toml")),
    ("openai", include_str!("providers/openai.toml")),
    ("azure", include_str!("providers/azure.toml")),
    ("anthropic", include_str!("providers/anthropic.toml")),
    ("gemini", include_str!("providers/gemini.toml")),
    ("mistral", include_str!("providers/mistral.toml")),
    ("deepseek", include_str!("providers/deepseek.toml")),
    ("qwen", include_str!("providers/qwen.toml")),
    ("ollama", include_str!("providers/ollama.toml")),
    ("openrouter", include_str!("providers/openrouter.toml")),
    ("groq", include_str!("providers/groq.toml")),
    ("litellm", include_str!("providers/litellm.toml")),
];

/// All families by name. The files are part of the program, and a test reads them.
static PROFILES: LazyLock<BTreeMap<String, ProviderProfile>> =
    LazyLock::new(|| read_profiles().expect("the files of all providers are valid"));

fn read_profiles() -> Result<BTreeMap<String, ProviderProfile>, String> {
    let generic = Figment::from(Toml::string(include_str!("providers/generic.toml")));
    let profiles = FILES.into_iter().map(|(name, file)| {
        let family = generic.clone().merge(Toml::string(file));
        family
            .extract()
            .map(|profile| (name.to_owned(), profile))
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

/// Returns the profile of a named provider, or the one derived from the address.
pub(crate) fn profile_of(provider: Option<&str>, base_url: &str) -> &'static ProviderProfile {
    let named = provider.and_then(profile_named);
    named.unwrap_or_else(|| &PROFILES[provider_of(base_url)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_endpoint_profile_parses() {
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
