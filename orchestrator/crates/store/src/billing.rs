//! Customers of the payment provider and the events that it has sent.

use chrono::{DateTime, TimeDelta, Utc};
use portolan_domain::{BilledSubscription, BillingCustomer};
use portolan_ledger::Subscription;
use uuid::Uuid;

use super::{
    Result, Store, StoreError, accounts,
    value::{DatabaseRow, params},
};

const NO_CUSTOMER: StoreError = StoreError::NotFound("customer");

/// Providers send an event again for a few days at most.
const EVENTS_KEPT: TimeDelta = TimeDelta::days(40);

/// The provider's state of a customer, as it was read.
#[derive(Clone, Debug)]
pub struct BillingReading {
    pub customer_id: String,
    /// The number that [`Store::begin_billing_reading`] gave before the state was read.
    pub number: u64,
    /// The subscription that gives a plan, and the plan that the ledger follows.
    pub subscription: Option<(BilledSubscription, Subscription)>,
    /// The event that the reading answers.
    pub event_id: Option<String>,
}

impl Store {
    /// Stores the user's customer. The one that is there stays: its id is returned.
    pub async fn keep_billing_customer(&self, user_id: Uuid, customer_id: &str) -> Result<String> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "INSERT INTO billing_customers (customer_id, user_id, requested, applied) VALUES ($1, $2, 0, 0) \
                 ON CONFLICT DO NOTHING",
                params![customer_id, user_id],
            )
            .await?;
        let row = transaction
            .row(
                "SELECT customer_id FROM billing_customers WHERE user_id = $1",
                params![user_id],
            )
            .await?
            .ok_or(NO_CUSTOMER)?;
        transaction.commit().await?;
        row.get("customer_id")
    }

    /// Returns the user's customer; None if the user has never opened the checkout.
    pub async fn billing_customer(&self, user_id: Uuid) -> Result<Option<BillingCustomer>> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT * FROM billing_customers WHERE user_id = $1",
                params![user_id],
            )
            .await?;
        row.as_ref().map(BillingCustomer::try_from).transpose()
    }

    /// Returns whether the event has been handled.
    pub async fn has_billing_event(&self, event_id: &str) -> Result<bool> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT id FROM billing_events WHERE id = $1",
                params![event_id],
            )
            .await?;
        Ok(row.is_some())
    }

    /// Returns the number of a reading that begins now; None for a customer of another product.
    pub async fn begin_billing_reading(&self, customer_id: &str) -> Result<Option<u64>> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "UPDATE billing_customers SET requested = requested + 1 WHERE customer_id = $1 RETURNING requested",
                params![customer_id],
            )
            .await?;
        transaction.commit().await?;
        row.map(|row| row.get("requested")).transpose()
    }

    /// Brings the account to what was read, unless a later reading was faster, and notes the event.
    /// An account without a subscription that was ever applied keeps the plan that the operator gave.
    pub async fn apply_billing_reading(
        &self,
        reading: &BillingReading,
        now: DateTime<Utc>,
    ) -> Result<Uuid> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "UPDATE billing_customers SET requested = requested WHERE customer_id = $1 RETURNING *",
                params![&reading.customer_id],
            )
            .await?
            .ok_or(NO_CUSTOMER)?;
        let before = BillingCustomer::try_from(&row)?;
        if row.get::<u64>("applied")? < reading.number {
            let billed = reading.subscription.as_ref().map(|(billed, _)| billed);
            transaction
                .execute(
                    "UPDATE billing_customers SET applied = $2, subscription_id = $3, status = $4, price_id = $5, \
                     paid_until = $6, ends_at = $7 WHERE customer_id = $1",
                    params![
                        &reading.customer_id,
                        reading.number,
                        billed.map(|billed| billed.id.as_str()),
                        billed.map(|billed| billed.status.as_str()),
                        billed.map(|billed| billed.price_id.as_str()),
                        billed.map(|billed| billed.paid_until),
                        billed.and_then(|billed| billed.ends_at),
                    ],
                )
                .await?;
            if billed.is_some() || before.subscription.is_some() {
                let followed = reading.subscription.as_ref().map(|(_, followed)| followed);
                let mut account =
                    accounts::lock_account(&mut transaction, &self.plans, before.user_id, now)
                        .await?;
                account.follow(followed, now);
                account.advance(now);
                accounts::save_account(&mut transaction, &mut account, now).await?;
            }
        }
        if let Some(event_id) = &reading.event_id {
            transaction
                .execute(
                    "INSERT INTO billing_events (id, received_at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                    params![event_id, now],
                )
                .await?;
            transaction
                .execute(
                    "DELETE FROM billing_events WHERE received_at < $1",
                    params![now - EVENTS_KEPT],
                )
                .await?;
        }
        transaction.commit().await?;
        Ok(before.user_id)
    }
}

impl TryFrom<&DatabaseRow> for BillingCustomer {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let subscription_id: Option<String> = row.get("subscription_id")?;
        let subscription = match subscription_id {
            Some(id) => Some(BilledSubscription {
                id,
                status: row.get("status")?,
                price_id: row.get("price_id")?,
                paid_until: row.get("paid_until")?,
                ends_at: row.get("ends_at")?,
            }),
            None => None,
        };
        Ok(Self {
            id: row.get("customer_id")?,
            user_id: row.get("user_id")?,
            subscription,
        })
    }
}
