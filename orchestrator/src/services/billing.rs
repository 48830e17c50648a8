//! Paid plans: the way to the payment provider's pages, and bringing accounts to what it says.

use chrono::{DateTime, Utc};
use portolan_auth::SignatureError;
use portolan_domain::{AccountPlan, BilledSubscription};
use portolan_environment::clock::Clock;
use portolan_ledger::{Plan, Subscription};
use portolan_store::{BillingReading, Store, StoreError};
use uuid::Uuid;

use super::{InvalidInput, Principal};
use crate::billing::{CheckoutPage, Stripe, StripeError, StripeEvent, StripeSubscription};

/// The use cases of paid plans.
#[derive(Clone)]
pub struct BillingService {
    pub store: Store,
    pub stripe: Stripe,
    pub clock: Clock,
}

/// How often a plan is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BillingInterval {
    Month,
    Year,
}

/// A user's subscription, as the payment provider last described it.
#[derive(Clone, Debug)]
pub struct BillingState {
    pub subscription: BilledSubscription,
    pub plan_name: String,
    pub interval: Option<BillingInterval>,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Input(#[from] InvalidInput),
    /// A subscription is changed on the provider's own page.
    #[error("you already have a subscription; change it under Manage billing")]
    Subscribed,
    #[error("you don't have a subscription; choose a plan first")]
    NoCustomer,
    #[error(transparent)]
    Signature(#[from] SignatureError),
    #[error(transparent)]
    Provider(#[from] StripeError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl BillingService {
    /// Opens the provider's page on which the caller subscribes to a plan.
    pub async fn open_checkout(
        &self,
        caller: Principal,
        tier: &str,
        interval: BillingInterval,
        site: &str,
    ) -> Result<CheckoutPage, Error> {
        let price = self.find_price(tier, interval)?;
        let customer_id = match self.store.billing_customer(caller.user_id).await? {
            Some(customer) if customer.subscription.is_some() => return Err(Error::Subscribed),
            Some(customer) => customer.id,
            None => {
                let user = self.store.user(caller.user_id).await?;
                let created = self
                    .stripe
                    .create_customer(caller.user_id, user.email.as_deref());
                let created = created.await?;
                self.store
                    .keep_billing_customer(caller.user_id, &created)
                    .await?
            }
        };
        let page = self.stripe.create_checkout(&customer_id, &price, site);
        Ok(page.await?)
    }

    /// Opens the provider's page on which the caller changes the plan, pays and reads invoices.
    pub async fn open_portal(&self, caller: Principal, site: &str) -> Result<CheckoutPage, Error> {
        let customer = self.store.billing_customer(caller.user_id).await?;
        let customer = customer.ok_or(Error::NoCustomer)?;
        Ok(self.stripe.create_portal(&customer.id, site).await?)
    }

    /// Returns what the provider last said of the caller's plan; None without a subscription.
    pub async fn read_subscription(
        &self,
        caller: Principal,
    ) -> Result<Option<BillingState>, Error> {
        let customer = self.store.billing_customer(caller.user_id).await?;
        let subscription = customer.and_then(|customer| customer.subscription);
        Ok(subscription.map(|subscription| {
            let plans = self.store.plans();
            let plan = plans.of_stripe_price(&subscription.price_id);
            BillingState {
                plan_name: plan.map_or_else(String::new, |plan| plan.name.clone()),
                interval: plan.map(|plan| interval_of(plan, &subscription.price_id)),
                subscription,
            }
        }))
    }

    /// Handles a webhook; whose account it was about, if it is one of ours.
    pub async fn handle_event(&self, signature: &str, body: &[u8]) -> Result<Option<Uuid>, Error> {
        let event = self.stripe.read_event(signature, body, self.clock.now())?;
        let StripeEvent { id, customer_id } = event;
        let Some(customer_id) = customer_id else {
            return Ok(None);
        };
        if self.store.has_billing_event(&id).await? {
            return Ok(None);
        }
        self.read_customer(&customer_id, Some(id)).await
    }

    /// Orders the end of the caller's subscription with its paid period, or takes the order back. None if
    /// there is no subscription.
    pub async fn set_cancellation(
        &self,
        caller: Principal,
        is_canceled: bool,
    ) -> Result<Option<AccountPlan>, Error> {
        let customer = self.store.billing_customer(caller.user_id).await?;
        let Some(customer) = customer.filter(|customer| customer.subscription.is_some()) else {
            return Ok(None);
        };
        if let Some(subscription) = &customer.subscription {
            let changed = self.stripe.set_cancellation(&subscription.id, is_canceled);
            changed.await?;
        }
        self.read_customer(&customer.id, None).await?;
        let plan = self.store.plan(caller.user_id, self.clock.now());
        Ok(Some(plan.await?))
    }

    /// Ends everything that the user pays for, before their account goes.
    pub async fn end_subscriptions(&self, user_id: Uuid) -> Result<(), Error> {
        let Some(customer) = self.store.billing_customer(user_id).await? else {
            return Ok(());
        };
        for subscription in self.stripe.subscriptions(&customer.id).await? {
            if !matches!(
                subscription.status.as_str(),
                "canceled" | "incomplete_expired"
            ) {
                self.stripe.end_subscription(&subscription.id).await?;
            }
        }
        Ok(())
    }

    /// Reads the provider's state of a customer and brings the account to it. Readings are numbered
    /// before they begin, so of two at the same time the later one counts.
    async fn read_customer(
        &self,
        customer_id: &str,
        event_id: Option<String>,
    ) -> Result<Option<Uuid>, Error> {
        let Some(number) = self.store.begin_billing_reading(customer_id).await? else {
            return Ok(None);
        };
        let subscriptions = self.stripe.subscriptions(customer_id).await?;
        let now = self.clock.now();
        let reading = BillingReading {
            customer_id: customer_id.to_owned(),
            number,
            subscription: self.choose_subscription(&subscriptions, now),
            event_id,
        };
        let user_id = self.store.apply_billing_reading(&reading, now).await?;
        Ok(Some(user_id))
    }

    /// Returns the subscription with the largest plan of those in force.
    fn choose_subscription(
        &self,
        subscriptions: &[StripeSubscription],
        now: DateTime<Utc>,
    ) -> Option<(BilledSubscription, Subscription)> {
        let plans = self.store.plans();
        let in_force = subscriptions
            .iter()
            .filter(|subscription| subscription.is_in_force());
        let known = in_force.filter_map(|subscription| {
            let price = subscription
                .price_ids()
                .find_map(|price| plans.of_stripe_price(price).map(|plan| (price, plan)));
            if price.is_none() {
                tracing::warn!(subscription.id = %subscription.id, "subscription price matches no plan");
            }
            price.map(|(price, plan)| (subscription, price, plan))
        });
        let (subscription, price, plan) = known.max_by_key(|(subscription, _, plan)| {
            (plan.credits, subscription.start_date, &subscription.id)
        })?;
        let billed = BilledSubscription {
            id: subscription.id.clone(),
            status: subscription.status.clone(),
            price_id: price.to_owned(),
            paid_until: subscription.current_period_end,
            ends_at: subscription.ends_at(),
        };
        // A trial's anchor is yet to come.
        let anchor = subscription.billing_cycle_anchor;
        let followed = Subscription {
            tier: plan.id.clone(),
            anchored_at: if anchor <= now {
                anchor
            } else {
                subscription.start_date
            },
            canceled_at: billed
                .ends_at
                .map(|end| subscription.canceled_at.unwrap_or(end)),
        };
        Some((billed, followed))
    }

    fn find_price(&self, tier: &str, interval: BillingInterval) -> Result<String, InvalidInput> {
        let plan = self
            .store
            .plans()
            .iter()
            .find(|plan| plan.id.as_str() == tier);
        let plan = plan.ok_or_else(|| InvalidInput::at("tier", "Unknown plan."))?;
        let price = match interval {
            BillingInterval::Month => &plan.stripe_monthly_price_id,
            BillingInterval::Year => &plan.stripe_yearly_price_id,
        };
        price.clone().ok_or_else(|| {
            InvalidInput::at(
                "interval",
                "This plan isn't sold for this billing interval. Choose another one.",
            )
        })
    }
}

fn interval_of(plan: &Plan, price_id: &str) -> BillingInterval {
    match &plan.stripe_yearly_price_id {
        Some(yearly) if yearly == price_id => BillingInterval::Year,
        _ => BillingInterval::Month,
    }
}
