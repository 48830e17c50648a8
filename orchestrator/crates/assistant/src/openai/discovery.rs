//! Reads an endpoint's list of models.

use std::time::Duration;

use async_openai::config::Config;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{
    Address, build_client,
    profile::profile_of,
    refusal::refusal_error,
    service::{silent_error, transport_error},
};
use crate::{ModelError, ModelErrorCode, RemoteSettings};

/// The longest that an endpoint may take to list its models.
const TIME: Duration = Duration::from_secs(10);
/// Models that are taken from a list.
const MOST: usize = 500;
/// Parts of the ids of models that do not chat.
const OTHER_KINDS: [&str; 14] = [
    "embed",
    "whisper",
    "tts",
    "dall-e",
    "image",
    "moderation",
    "rerank",
    "transcribe",
    "realtime",
    "audio",
    "sora",
    "veo",
    "guard",
    "ocr",
];

/// A model in the list of an endpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfferedModel {
    pub id: String,
    /// Context window and output limit, if listed.
    pub context_tokens: Option<u64>,
    pub output_tokens: Option<u64>,
}

/// Asks an endpoint for its models (`GET /models`), those left out that do not chat.
pub async fn offered_models(settings: &RemoteSettings) -> Result<Vec<OfferedModel>, ModelError> {
    let wrong = |cause: String| ModelError::new(ModelErrorCode::Rejected, cause);
    let profile = profile_of(settings.provider.as_deref(), &settings.base_url);
    let address = Address::new(settings, profile).map_err(|error| wrong(error.to_string()))?;
    let http = build_client(settings).map_err(|error| wrong(error.to_string()))?;
    let asking = async {
        let request = http
            .get(address.url("/models"))
            .headers(address.headers())
            .query(&address.query());
        let response = request
            .send()
            .await
            .map_err(|error| transport_error(&error))?;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = response
            .text()
            .await
            .map_err(|error| transport_error(&error))?;
        if !status.is_success() {
            return Err(refusal_error(status, &headers, &body));
        }
        let list: Value = serde_json::from_str(&body).map_err(|_| {
            ModelError::new(ModelErrorCode::Protocol, "the list of models is not JSON")
        })?;
        Ok(read_list(&list))
    };
    tokio::time::timeout(TIME, asking)
        .await
        .unwrap_or_else(|_| Err(silent_error(TIME)))
}

/// Reads a list in the forms that endpoints have: `data` or `models`, or the list itself.
fn read_list(list: &Value) -> Vec<OfferedModel> {
    let items = [&list["data"], &list["models"], list]
        .into_iter()
        .find_map(Value::as_array);
    let models = items.into_iter().flatten().filter_map(|item| {
        let id = item["id"].as_str().or_else(|| item["name"].as_str())?;
        let id = id.strip_prefix("models/").unwrap_or(id);
        let lower = id.to_lowercase();
        let chats = !OTHER_KINDS.iter().any(|kind| lower.contains(kind));
        let number = |paths: &[&str]| {
            let mut found = paths.iter().filter_map(|path| item.pointer(path)?.as_u64());
            found.next()
        };
        chats.then(|| OfferedModel {
            id: id.to_owned(),
            context_tokens: number(&[
                "/context_length",
                "/max_model_len",
                "/context_window",
                "/max_context_length",
                "/inputTokenLimit",
                "/max_input_tokens",
            ]),
            output_tokens: number(&[
                "/top_provider/max_completion_tokens",
                "/max_completion_tokens",
                "/max_output_tokens",
                "/outputTokenLimit",
            ]),
        })
    });
    models.take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn model_lists_of_all_providers_are_parsed() {
        let list = json!({"object": "list", "data": [
            {"id": "openai/gpt-x", "context_length": 128_000, "top_provider": {"max_completion_tokens": 9}},
            {"id": "local", "max_model_len": 32_768},
            {"id": "models/gemini-x"},
            {"id": "text-embedding-3-small"},
        ]});
        let read = read_list(&list);
        let ids: Vec<&str> = read.iter().map(|model| model.id.as_str()).collect();
        assert_eq!(ids, ["openai/gpt-x", "local", "gemini-x"]);
        assert_eq!(
            (read[0].context_tokens, read[0].output_tokens),
            (Some(128_000), Some(9))
        );
        assert_eq!(read[1].context_tokens, Some(32_768));
        assert_eq!(read_list(&json!([{"id": "a"}])).len(), 1);
        assert_eq!(read_list(&json!({"error": 1})), []);
    }
}
