use chrono::{DateTime, Utc};
use uuid::Uuid;

/// A customer of the payment provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BillingCustomer {
    /// The provider's id.
    pub id: String,
    pub user_id: Uuid,
    /// The subscription that gives the user a plan, by the newest reading of the provider's state.
    pub subscription: Option<BilledSubscription>,
}

/// A subscription that gives a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BilledSubscription {
    /// The provider's id.
    pub id: String,
    /// `active`, `trialing`, or `past_due` while a payment is missing.
    pub status: String,
    pub price_id: String,
    /// The end of the paid period.
    pub paid_until: DateTime<Utc>,
    /// When it ends, where its end was ordered.
    pub ends_at: Option<DateTime<Utc>>,
}
