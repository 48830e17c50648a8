//! Webhooks: endpoints that users have told of their events.

use chrono::{DateTime, TimeDelta, Utc};
use portolan_dial::DialError;
use portolan_domain::{
    DeliveryStatus, Page, PageRequest, Webhook, WebhookChange, WebhookDelivery, WebhookEvent,
    WebhookStatus,
};
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_store::{Store, StoreError};
use url::Url;
use uuid::Uuid;

use super::{InvalidInput, Principal};
use crate::webhooks::Webhooks;

/// Characters of an address.
const URL_LENGTH: usize = 2_000;
/// Characters of a description.
const DESCRIPTION_LENGTH: usize = 200;
/// How long a replaced secret goes on to sign: time enough to configure the new one.
const PREVIOUS_SECRET_KEPT: TimeDelta = TimeDelta::hours(24);

/// The use cases of webhooks.
#[derive(Clone)]
pub struct WebhookService {
    pub store: Store,
    pub webhooks: Webhooks,
    pub clock: Clock,
    pub ids: Ids,
}

/// A webhook that is about to be created.
#[derive(Clone, Debug)]
pub struct WebhookDraft {
    pub url: String,
    pub description: String,
    pub events: Vec<WebhookEvent>,
}

/// A webhook with its secret, as its receivers configure it.
#[derive(Debug)]
pub struct WebhookWithSecret {
    pub webhook: Webhook,
    pub secret: String,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Input(#[from] InvalidInput),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl WebhookService {
    pub async fn create(
        &self,
        caller: Principal,
        draft: WebhookDraft,
    ) -> Result<WebhookWithSecret, Error> {
        let url = self.check_url(&draft.url).await?;
        let (secret, sealed) = self.webhooks.seal.create_secret(&self.ids);
        let webhook = Webhook {
            id: self.ids.id(),
            user_id: caller.user_id,
            url,
            description: check_description(&draft.description)?,
            events: check_events(&draft.events)?,
            status: WebhookStatus::Enabled,
            failing_since: None,
            previous_secret_until: None,
            created_at: self.clock.now(),
        };
        self.store.create_webhook(&webhook, &sealed).await?;
        Ok(WebhookWithSecret {
            webhook,
            secret: secret.to_text(),
        })
    }

    pub async fn list(&self, caller: Principal) -> Result<Vec<Webhook>, Error> {
        Ok(self.store.webhooks(caller.user_id).await?)
    }

    pub async fn update(
        &self,
        caller: Principal,
        webhook_id: Uuid,
        mut change: WebhookChange,
    ) -> Result<Webhook, Error> {
        if let Some(url) = &mut change.url {
            *url = self.check_url(url).await?;
        }
        if let Some(description) = &mut change.description {
            *description = check_description(description)?;
        }
        if let Some(events) = &mut change.events {
            *events = check_events(events)?;
        }
        let now = self.clock.now();
        let updated = self
            .store
            .update_webhook(webhook_id, caller.user_id, &change, now);
        Ok(updated.await?)
    }

    pub async fn delete(&self, caller: Principal, webhook_id: Uuid) -> Result<(), Error> {
        let deleted = self.store.delete_webhook(webhook_id, caller.user_id);
        Ok(deleted.await?)
    }

    /// Gives a webhook another secret; deliveries are signed with the old one too for a day.
    pub async fn rotate_secret(
        &self,
        caller: Principal,
        webhook_id: Uuid,
    ) -> Result<WebhookWithSecret, Error> {
        let (secret, sealed) = self.webhooks.seal.create_secret(&self.ids);
        let until = self.clock.now() + PREVIOUS_SECRET_KEPT;
        let webhook = self
            .store
            .rotate_webhook_secret(webhook_id, caller.user_id, &sealed, until)
            .await?;
        Ok(WebhookWithSecret {
            webhook,
            secret: secret.to_text(),
        })
    }

    pub async fn list_deliveries(
        &self,
        caller: Principal,
        webhook_id: Uuid,
        status: Option<DeliveryStatus>,
        page: &PageRequest,
    ) -> Result<Page<WebhookDelivery>, Error> {
        let deliveries = self
            .store
            .webhook_deliveries(webhook_id, caller.user_id, status, page);
        Ok(deliveries.await?)
    }

    /// Sends a test event.
    pub async fn send_test(
        &self,
        caller: Principal,
        webhook_id: Uuid,
    ) -> Result<WebhookDelivery, Error> {
        let (event_id, now) = (self.ids.id(), self.clock.now());
        let queued = self
            .store
            .queue_test_event(webhook_id, caller.user_id, event_id, now);
        let queued = queued.await?;
        self.webhooks.wake();
        Ok(queued)
    }

    /// Sends an event again, under its old id.
    pub async fn resend(
        &self,
        caller: Principal,
        webhook_id: Uuid,
        delivery_id: Uuid,
    ) -> Result<WebhookDelivery, Error> {
        let queued =
            self.store
                .resend_delivery((webhook_id, delivery_id), caller.user_id, self.clock.now());
        let queued = queued.await?;
        self.webhooks.wake();
        Ok(queued)
    }

    /// Sends all events again whose delivery has failed since this time; returns how many.
    pub async fn replay(
        &self,
        caller: Principal,
        webhook_id: Uuid,
        since: DateTime<Utc>,
    ) -> Result<u64, Error> {
        let now = self.clock.now();
        let queued = self
            .store
            .replay_deliveries(webhook_id, caller.user_id, since, now);
        let queued = queued.await?;
        self.webhooks.wake();
        Ok(queued)
    }

    /// Returns the address as it is dialled.
    async fn check_url(&self, text: &str) -> Result<String, Error> {
        let refuse = |message: String| Error::Input(InvalidInput::at("url", message));
        let text = text.trim();
        let url = Url::parse(text).ok();
        let url = url.filter(|_| text.chars().count() <= URL_LENGTH);
        let Some(url) = url else {
            return Err(refuse(format!(
                "Enter an address that begins with https:// and has at most {URL_LENGTH} characters."
            )));
        };
        if !url.username().is_empty() || url.password().is_some() {
            return Err(refuse(
                "Leave user name and password out of the address: the signature proves who sends."
                    .to_owned(),
            ));
        }
        match self.webhooks.sender.check_address(&url).await {
            Ok(()) => Ok(url.to_string()),
            Err(
                error @ (DialError::NotWeb | DialError::Private(_) | DialError::UnknownHost(_)),
            ) => Err(refuse(format!("This address can't be used: {error}."))),
            // It may be reached later.
            Err(DialError::Failed(_)) => Ok(url.to_string()),
        }
    }
}

fn check_description(text: &str) -> Result<String, InvalidInput> {
    let text = text.trim();
    if text.chars().count() <= DESCRIPTION_LENGTH {
        return Ok(text.to_owned());
    }
    let message = format!("A description has at most {DESCRIPTION_LENGTH} characters.");
    Err(InvalidInput::at("description", message))
}

/// Returns each subscribed event once.
fn check_events(events: &[WebhookEvent]) -> Result<Vec<WebhookEvent>, InvalidInput> {
    let mut checked = WebhookEvent::SUBSCRIBED.to_vec();
    checked.retain(|event| events.contains(event));
    if checked.is_empty() {
        return Err(InvalidInput::at("events", "Choose at least one event."));
    }
    Ok(checked)
}
