//! Any endpoint that speaks OpenAI's chat completions or its Responses API.

mod call;
mod chat_completions;
mod responses;
mod service;

use std::sync::Arc;

use async_openai::{Client, config::OpenAIConfig};
use futures_util::stream;
use secrecy::ExposeSecret;

use self::{call::Call, service::RetryService};
use super::{
    LanguageModel, ModelCard, ModelRequest, ModelStream, RemoteSettings, tokens::TokenCounter,
};

/// One model of a remote endpoint.
pub(crate) struct OpenAiModel {
    card: ModelCard,
    client: Arc<Client<OpenAIConfig>>,
    settings: Arc<RemoteSettings>,
}

impl OpenAiModel {
    /// Every model of the endpoint, on one pool of connections.
    pub fn all(settings: RemoteSettings) -> Result<Vec<Self>, reqwest::Error> {
        // A process has one provider; who installed it first does not matter.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .connect_timeout(settings.connect_timeout)
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        let config = OpenAIConfig::new()
            .with_api_base(settings.base_url.trim_end_matches('/'))
            .with_api_key(settings.api_key.expose_secret());
        let settings = Arc::new(settings);
        let service = RetryService::new(http.clone(), Arc::clone(&settings));
        let client = Arc::new(Client::build(http, config).with_http_service(service));
        Ok(settings
            .models
            .iter()
            .map(|card| Self {
                card: card.clone(),
                client: Arc::clone(&client),
                settings: Arc::clone(&settings),
            })
            .collect())
    }
}

impl LanguageModel for OpenAiModel {
    fn card(&self) -> &ModelCard {
        &self.card
    }

    fn stream(&self, request: ModelRequest) -> ModelStream {
        let call = Call::new(
            Arc::clone(&self.client),
            self.card.id.clone(),
            self.settings.wire,
            request,
            self.settings.idle_timeout,
            self.settings.answer_bytes,
        );
        Box::pin(stream::unfold(call, |mut call| async move {
            let event = call.next().await?;
            Some((event, call))
        }))
    }

    fn count_tokens(&self, text: &str) -> u64 {
        TokenCounter.count(text)
    }
}
