//! The plans that accounts can have, as the pricing page and the settings read them.

use actix_web::web::{Data, Json};
use schemars::JsonSchema;
use serde::Serialize;

use super::App;
use crate::{
    model::{Plan, PlanLimits, Tier},
    store::{format_size_limit, group_digits},
};

/// `GET /api/plans`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlanList {
    /// The free plan first.
    items: Vec<PlanItem>,
    /// Whether plans are sold here; otherwise the operator gives them.
    is_billing_enabled: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Plan")]
#[serde(rename_all = "camelCase")]
pub struct PlanItem {
    tier: Tier,
    name: String,
    /// In cents.
    monthly_price: u32,
    /// In cents; absent if the plan isn't sold by the year.
    #[serde(skip_serializing_if = "Option::is_none")]
    yearly_price: Option<u32>,
    currency: String,
    monthly_credits: u64,
    /// IDs of the models that may be used; empty for all.
    models: Vec<String>,
    limits: PlanLimitsItem,
    /// Features: credits and limits, then the operator's own sentences.
    features: Vec<String>,
    /// Whether it can be bought here, by the month and by the year.
    is_sold_monthly: bool,
    is_sold_yearly: bool,
}

/// The limits of a plan; an absent one is none.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PlanLimits")]
#[serde(rename_all = "camelCase")]
pub struct PlanLimitsItem {
    #[serde(skip_serializing_if = "Option::is_none")]
    turns_at_once: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upload_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    storage_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sources: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board_nodes: Option<u64>,
    api_keys: u64,
    key_requests_per_minute: u32,
}

/// Returns the plans with their prices, credits and limits.
pub async fn list_plans(app: Data<App>) -> Json<PlanList> {
    Json(PlanList {
        items: plan_items(&app),
        is_billing_enabled: app.is_billing_enabled(),
    })
}

/// Returns every plan as clients read it.
pub fn plan_items(app: &App) -> Vec<PlanItem> {
    let is_sold = app.is_billing_enabled();
    let of_server = app.limits.max_upload_bytes;
    let plans = app.store.plans().iter();
    plans
        .map(|plan| plan_item(&within_server(plan, of_server), is_sold))
        .collect()
}

/// Returns the plan with no larger uploads than the server accepts: the smaller limit is the one that holds.
fn within_server(plan: &Plan, max_upload_bytes: u64) -> Plan {
    let mut plan = plan.clone();
    let upload_bytes = &mut plan.limits.upload_bytes;
    *upload_bytes = upload_bytes.map(|bytes| bytes.min(max_upload_bytes));
    plan
}

fn plan_item(plan: &Plan, is_sold: bool) -> PlanItem {
    let PlanLimits {
        turns_at_once,
        upload_bytes,
        storage_bytes,
        sources,
        items,
        board_nodes,
        api_keys,
        key_requests_per_minute,
    } = plan.limits;
    PlanItem {
        tier: plan.id.clone(),
        name: plan.name.clone(),
        monthly_price: plan.monthly_cents,
        yearly_price: plan.yearly_cents,
        currency: plan.currency.clone(),
        monthly_credits: plan.credits,
        models: plan.models.clone(),
        limits: PlanLimitsItem {
            turns_at_once,
            upload_bytes,
            storage_bytes,
            sources,
            items,
            board_nodes,
            api_keys,
            key_requests_per_minute,
        },
        features: feature_sentences(plan),
        is_sold_monthly: is_sold && plan.stripe_monthly_price_id.is_some(),
        is_sold_yearly: is_sold && plan.stripe_yearly_price_id.is_some(),
    }
}

/// Says what the server enforces; the operator's own sentences come last.
fn feature_sentences(plan: &Plan) -> Vec<String> {
    let limits = &plan.limits;
    let counted = |number: Option<u64>, text: &str| {
        number.map(|number| text.replacen("{}", &group_digits(number), 1))
    };
    let keys = (limits.api_keys > 0).then(|| {
        format!(
            "{} API keys with {} requests a minute each",
            group_digits(limits.api_keys),
            group_digits(limits.key_requests_per_minute.into())
        )
    });
    let models = (!plan.models.is_empty()).then(|| format!("Models: {}", plan.models.join(", ")));
    let sentences = [
        Some(format!("{} credits a month", group_digits(plan.credits))),
        counted(limits.turns_at_once, "{} answers at the same time"),
        limits
            .upload_bytes
            .map(|bytes| format!("Uploads of up to {}", format_size_limit(bytes))),
        limits
            .storage_bytes
            .map(|bytes| format!("{} of stored files", format_size_limit(bytes))),
        counted(limits.sources, "{} data sources"),
        counted(limits.items, "{} charts, boards, documents and chats each"),
        counted(limits.board_nodes, "Boards with up to {} cards"),
        keys,
        models,
    ];
    let features = plan.features.iter().cloned();
    sentences.into_iter().flatten().chain(features).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Plans;

    #[test]
    fn plan_features_list_enforced_limits_and_omit_unlimited_ones() {
        let plans = Plans::standard();
        let free = feature_sentences(plans.free());
        assert_eq!(free[0], "200 credits a month");
        assert!(
            free.contains(&"Uploads of up to 100 MB".to_owned()),
            "{free:?}"
        );
        assert!(
            free.contains(&"1 GB of stored files".to_owned()),
            "{free:?}"
        );
        assert!(
            !free.iter().any(|text| text.contains("API keys")),
            "{free:?}"
        );
        let unlimited = plans.without_limits();
        let free = feature_sentences(unlimited.free());
        assert_eq!(free.len(), 2 + unlimited.free().features.len(), "{free:?}");
    }
}
