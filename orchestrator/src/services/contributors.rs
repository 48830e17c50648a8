//! Contributors: users who publish for others. They apply, an admin decides; they publish their public
//! items to topics, and propose them for the discover page.

use portolan_domain::{
    AdminAction, ContributedItem, ContributorApplication, FeatureSettings, SavedKind, ViewDay,
};
use portolan_environment::clock::Clock;
use portolan_store::{Store, StoreError};
use uuid::Uuid;

use super::{InvalidInput, Principal};

/// Characters of an application's reason.
const REASON_LENGTH: usize = 2_000;
/// Characters of a topic.
const TOPIC_LENGTH: usize = 60;

/// The use cases of contributors.
#[derive(Clone)]
pub struct ContributorService {
    pub store: Store,
    pub clock: Clock,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Input(#[from] InvalidInput),
    #[error("only Charters can do this: apply in the settings")]
    NotContributor,
    #[error("you're already a Charter")]
    AlreadyContributor,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ContributorService {
    /// Sends the caller's application to the admins.
    pub async fn apply(&self, caller: Principal, reason: &str) -> Result<(), Error> {
        let reason = reason.trim();
        if reason.is_empty() || reason.chars().count() > REASON_LENGTH {
            let message = format!("Use 1 to {REASON_LENGTH} characters.");
            return Err(InvalidInput::at("reason", message).into());
        }
        if self.store.profile(caller.user_id).await?.is_contributor {
            return Err(Error::AlreadyContributor);
        }
        let applied = self
            .store
            .apply_as_contributor(caller.user_id, reason, self.clock.now());
        Ok(applied.await?)
    }

    pub async fn read_application(
        &self,
        caller: Principal,
    ) -> Result<Option<ContributorApplication>, Error> {
        Ok(self.store.contributor_application(caller.user_id).await?)
    }

    /// Lists the caller's public items with their statistics.
    pub async fn list_items(&self, caller: Principal) -> Result<Vec<ContributedItem>, Error> {
        self.check_role(caller).await?;
        Ok(self
            .store
            .contributed_items(caller.user_id, self.clock.now())
            .await?)
    }

    /// Proposes the caller's public item for the discover page, under a topic.
    pub async fn propose_item(
        &self,
        caller: Principal,
        item: (SavedKind, Uuid),
        topic: Option<&str>,
    ) -> Result<(), Error> {
        self.check_role(caller).await?;
        let topic = topic.map(str::trim).filter(|topic| !topic.is_empty());
        topic.map(check_topic).transpose()?;
        let proposed = self
            .store
            .propose_item(caller.user_id, item, topic, self.clock.now());
        Ok(proposed.await?)
    }

    /// Publishes the caller's public item to a topic, at once and without a review.
    pub async fn publish_to_topic(
        &self,
        caller: Principal,
        item: (SavedKind, Uuid),
        topic: &str,
    ) -> Result<(), Error> {
        self.check_role(caller).await?;
        let topic = topic.trim();
        if topic.is_empty() {
            return Err(InvalidInput::at("topic", "Enter a topic.").into());
        }
        check_topic(topic)?;
        let now = self.clock.now();
        let published = self
            .store
            .publish_to_topic(caller.user_id, item, topic, now);
        Ok(published.await?)
    }

    /// Takes the caller's item out of its topic.
    pub async fn remove_from_topic(
        &self,
        caller: Principal,
        item: (SavedKind, Uuid),
    ) -> Result<(), Error> {
        self.check_role(caller).await?;
        Ok(self.store.remove_from_topic(caller.user_id, item).await?)
    }

    /// Returns the views of the caller's items by day.
    pub async fn list_view_days(
        &self,
        caller: Principal,
        days: u16,
    ) -> Result<Vec<ViewDay>, Error> {
        self.check_role(caller).await?;
        let days = self.store.view_days(caller.user_id, days, self.clock.now());
        Ok(days.await?)
    }

    /// Decides a proposal; an accepted item is featured under its topic.
    pub async fn decide_proposal(
        &self,
        (kind, item_id): (SavedKind, Uuid),
        is_accepted: bool,
        action: &AdminAction,
    ) -> Result<(), Error> {
        self.store
            .transact(async |unit| {
                let item = (kind, item_id);
                let topic = unit
                    .settle_proposal(item, is_accepted, action.created_at)
                    .await?;
                if !is_accepted {
                    return unit.record_admin_action(action).await;
                }
                let settings = FeatureSettings {
                    topic,
                    ..FeatureSettings::default()
                };
                unit.curate(kind, item_id, &settings, action).await
            })
            .await
            .map_err(Error::Store)
    }

    async fn check_role(&self, caller: Principal) -> Result<(), Error> {
        if self.store.profile(caller.user_id).await?.is_contributor {
            return Ok(());
        }
        Err(Error::NotContributor)
    }
}

fn check_topic(topic: &str) -> Result<(), InvalidInput> {
    if topic.chars().count() <= TOPIC_LENGTH {
        return Ok(());
    }
    let message = format!("Use at most {TOPIC_LENGTH} characters.");
    Err(InvalidInput::at("topic", message))
}
