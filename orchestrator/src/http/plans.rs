//! The plans that accounts can have, as the pricing page and the settings read them.

use std::collections::HashMap;

use actix_web::web::{Data, Json};
use portolan_domain::{Plan, PlanLimits, Tier};
use portolan_store::{format_size_limit, group_digits};
use schemars::JsonSchema;
use serde::Serialize;

use super::App;

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
    let of_server = ServerLimits {
        upload_bytes: app.limits.max_upload_bytes,
        storage_bytes: app.storage.user_bytes,
        items: app.store.account_items(),
    };
    let titles: HashMap<String, String> = app
        .models
        .list()
        .into_iter()
        .map(|model| (model.id, model.title))
        .collect();
    let plans = app.store.plans().iter();
    plans
        .map(|plan| plan_item(&of_server.bound(plan), &titles, is_sold))
        .collect()
}

/// The limits of every account, whatever its plan.
struct ServerLimits {
    upload_bytes: u64,
    storage_bytes: Option<u64>,
    items: Option<u64>,
}

impl ServerLimits {
    /// Returns the plan with no larger limits than these: the smaller limit is the one that holds.
    fn bound(&self, plan: &Plan) -> Plan {
        let smaller = |of_plan: Option<u64>, of_server: Option<u64>| {
            of_plan.map(|limit| of_server.map_or(limit, |other| limit.min(other)))
        };
        let mut plan = plan.clone();
        let limits = &mut plan.limits;
        limits.upload_bytes = smaller(limits.upload_bytes, Some(self.upload_bytes));
        limits.storage_bytes = smaller(limits.storage_bytes, self.storage_bytes);
        limits.sources = smaller(limits.sources, self.items);
        limits.items = smaller(limits.items, self.items);
        plan
    }
}

fn plan_item(plan: &Plan, titles: &HashMap<String, String>, is_sold: bool) -> PlanItem {
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
        features: feature_sentences(plan, titles),
        is_sold_monthly: is_sold && plan.stripe_monthly_price_id.is_some(),
        is_sold_yearly: is_sold && plan.stripe_yearly_price_id.is_some(),
    }
}

/// Says what the server enforces; the operator's own sentences come last.
fn feature_sentences(plan: &Plan, titles: &HashMap<String, String>) -> Vec<String> {
    let limits = &plan.limits;
    let counted = |number: Option<u64>, one: &str, several: &str| {
        number.map(|number| match number {
            1 => one.to_owned(),
            number => several.replacen("{}", &group_digits(number), 1),
        })
    };
    let keys = (limits.api_keys > 0).then(|| {
        let rate = group_digits(limits.key_requests_per_minute.into());
        match limits.api_keys {
            1 => format!("1 API key with {rate} requests a minute"),
            keys => format!(
                "{} API keys with {rate} requests a minute each",
                group_digits(keys)
            ),
        }
    });
    let models = plan.models.iter();
    let models: Vec<&str> = models
        .map(|id| titles.get(id).unwrap_or(id).as_str())
        .collect();
    let models = (!models.is_empty()).then(|| format!("Models: {}", models.join(", ")));
    let sentences = [
        Some(format!("{} credits a month", group_digits(plan.credits))),
        counted(
            limits.turns_at_once,
            "1 answer at a time",
            "{} answers at the same time",
        ),
        limits
            .upload_bytes
            .map(|bytes| format!("Uploads of up to {}", format_size_limit(bytes))),
        limits
            .storage_bytes
            .map(|bytes| format!("{} of stored files", format_size_limit(bytes))),
        counted(limits.sources, "1 data source", "{} data sources"),
        counted(
            limits.items,
            "1 chart, board, document, chat and bookmark each",
            "{} charts, boards, documents, chats and bookmarks each",
        ),
        counted(
            limits.board_nodes,
            "Boards with 1 card",
            "Boards with up to {} cards",
        ),
        keys,
        models,
    ];
    let features = plan.features.iter().cloned();
    sentences.into_iter().flatten().chain(features).collect()
}

#[cfg(test)]
mod tests {
    use portolan_domain::Plans;

    use super::*;

    #[test]
    fn plan_features_list_enforced_limits_and_omit_unlimited_ones() {
        let plans = Plans::standard();
        let free = feature_sentences(plans.free(), &HashMap::new());
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
        let free = feature_sentences(unlimited.free(), &HashMap::new());
        assert_eq!(free.len(), 2 + unlimited.free().features.len(), "{free:?}");
    }

    #[test]
    fn plan_features_name_models_and_the_smaller_limit() {
        let mut plan = Plans::standard().free().clone();
        plan.models = vec!["small".to_owned(), "gone".to_owned()];
        plan.limits.items = Some(50_000);
        plan.limits.sources = Some(1);
        plan.limits.turns_at_once = Some(1);
        let of_server = ServerLimits {
            upload_bytes: 1 << 20,
            storage_bytes: Some(512 << 10),
            items: Some(20_000),
        };
        let titles = HashMap::from([("small".to_owned(), "Small model".to_owned())]);
        let features = feature_sentences(&of_server.bound(&plan), &titles);
        for sentence in [
            "1 answer at a time",
            "Uploads of up to 1 MB",
            "512 KB of stored files",
            "1 data source",
            "20,000 charts, boards, documents, chats and bookmarks each",
            "Models: Small model, gone",
        ] {
            assert!(features.contains(&sentence.to_owned()), "{features:?}");
        }
    }
}
