use std::{fmt, sync::Arc};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The id of a plan, such as `pro`.
#[derive(
    Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Tier(String);

/// A plan that users can have: its price, its credits and its limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Identifier that accounts store; renaming it moves their users to the first plan.
    pub id: Tier,
    /// Name in the interface.
    pub name: String,
    /// Price of a month, in cents. 0: the plan isn't sold.
    #[serde(default)]
    pub monthly_cents: u32,
    /// Price of a year, in cents. Default: the plan is not sold by the year.
    #[serde(default)]
    pub yearly_cents: Option<u32>,
    /// Currency of the prices, in three letters.
    #[serde(default = "us_dollars")]
    pub currency: String,
    /// Credits of a month.
    pub credits: u64,
    /// Models that may be used, `["one", "two"]`, with the default model and `model_fallbacks` among them. Default: all.
    #[serde(default)]
    pub models: Vec<String>,
    /// Sentences about the offer beyond its credits and limits, in the words of the pricing page.
    #[serde(default)]
    pub features: Vec<String>,
    /// Limits of an account with this plan.
    #[serde(default)]
    pub limits: PlanLimits,
    /// Stripe price of a month, `price_…`.
    #[serde(default)]
    pub stripe_monthly_price_id: Option<String>,
    /// Stripe price of a year, `price_…`.
    #[serde(default)]
    pub stripe_yearly_price_id: Option<String>,
}

/// The limits of an account. None: no limit of the plan's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlanLimits {
    /// Answers that run at the same time.
    pub turns_at_once: Option<u64>,
    /// Bytes of an upload.
    pub upload_bytes: Option<u64>,
    /// Bytes of all files in storage.
    pub storage_bytes: Option<u64>,
    /// Stored data sources.
    pub sources: Option<u64>,
    /// Stored chats, charts, boards, documents and bookmarks, of each kind.
    pub items: Option<u64>,
    /// Nodes of a board.
    pub board_nodes: Option<u64>,
    /// API keys. 0: the plan includes none.
    pub api_keys: u64,
    /// Maximum requests per minute of an API key.
    pub key_requests_per_minute: u32,
}

/// All plans, the free one first. Clones share the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plans(Arc<[Plan]>);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlansError {
    #[error("no plans are configured: add at least one")]
    Empty,
    #[error("the plan {0} is listed twice: remove one")]
    Duplicate(Tier),
    #[error("the id {0} of a plan is not made of up to 40 lowercase letters, digits and hyphens")]
    InvalidId(Tier),
    #[error("the first plan, {0}, has a price; new accounts get it, so it must be free")]
    FirstIsNotFree(Tier),
    #[error("the Stripe price {0} is listed twice: remove one")]
    DuplicatePrice(String),
    #[error("unknown plan {0}; choose one of: {1}")]
    Unknown(String, String),
}

fn us_dollars() -> String {
    "usd".to_owned()
}

impl Tier {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Tier {
    fn from(id: &str) -> Self {
        Self(id.to_owned())
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Plan {
    /// Returns whether the plan's users may send messages to this model.
    pub fn allows_model(&self, model: &str) -> bool {
        self.models.is_empty() || self.models.iter().any(|allowed| allowed == model)
    }
}

impl Plans {
    /// # Errors
    /// Fails if the list is empty, its first plan isn't free, or two plans can't be distinguished.
    pub fn new(plans: Vec<Plan>) -> Result<Self, PlansError> {
        let first = plans.first().ok_or(PlansError::Empty)?;
        if first.monthly_cents > 0 || first.yearly_cents.is_some() {
            return Err(PlansError::FirstIsNotFree(first.id.clone()));
        }
        for (place, plan) in plans.iter().enumerate() {
            let id = plan.id.as_str();
            let is_id =
                |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
            if id.is_empty() || id.len() > 40 || !id.bytes().all(is_id) {
                return Err(PlansError::InvalidId(plan.id.clone()));
            }
            if plans[..place].iter().any(|before| before.id == plan.id) {
                return Err(PlansError::Duplicate(plan.id.clone()));
            }
        }
        let mut prices: Vec<&String> = plans.iter().flat_map(stripe_prices).collect();
        prices.sort();
        if let Some(twice) = prices.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(PlansError::DuplicatePrice(twice[0].clone()));
        }
        Ok(Self(plans.into()))
    }

    /// Returns the plans of a server whose settings name none.
    pub fn standard() -> Self {
        let plan = |id, name: &str, monthly_cents: u32, credits, limits| Plan {
            id: Tier::from(id),
            name: name.to_owned(),
            monthly_cents,
            // Two months are free.
            yearly_cents: (monthly_cents > 0).then_some(monthly_cents * 10),
            currency: us_dollars(),
            credits,
            models: Vec::new(),
            features: Vec::new(),
            limits,
            stripe_monthly_price_id: None,
            stripe_yearly_price_id: None,
        };
        let free = PlanLimits {
            turns_at_once: Some(4),
            upload_bytes: Some(100 << 20),
            storage_bytes: Some(1 << 30),
            sources: Some(500),
            items: Some(2_000),
            board_nodes: Some(500),
            api_keys: 0,
            key_requests_per_minute: 0,
        };
        let pro = PlanLimits {
            turns_at_once: Some(10),
            upload_bytes: Some(200 << 20),
            storage_bytes: Some(10 << 30),
            sources: Some(5_000),
            items: Some(20_000),
            board_nodes: Some(2_000),
            api_keys: 10,
            key_requests_per_minute: 120,
        };
        let team = PlanLimits {
            turns_at_once: Some(30),
            storage_bytes: Some(100 << 30),
            sources: Some(20_000),
            board_nodes: None,
            api_keys: 50,
            key_requests_per_minute: 600,
            ..pro
        };
        let everywhere = [
            "Charts from your own files",
            "SVG, PNG, CSV and JSON of every chart",
        ];
        Self(Arc::new([
            Plan {
                features: everywhere.map(str::to_owned).to_vec(),
                ..plan("free", "Free", 0, 200, free)
            },
            plan("pro", "Pro", 2_000, 5_000, pro),
            plan("team", "Team", 8_000, 25_000, team),
        ]))
    }

    /// Returns the same plans without limits, with more API keys than anyone needs.
    pub fn without_limits(&self) -> Self {
        let plans = self.iter().cloned().map(|plan| Plan {
            limits: PlanLimits {
                api_keys: 1_000,
                key_requests_per_minute: 60_000,
                ..PlanLimits::default()
            },
            models: Vec::new(),
            ..plan
        });
        Self(plans.collect())
    }

    /// Returns the plan of new accounts.
    pub fn free(&self) -> &Plan {
        &self.0[0]
    }

    /// Returns the plan of a tier; the free one where the settings no longer have it.
    pub fn of(&self, tier: &Tier) -> &Plan {
        self.iter()
            .find(|plan| plan.id == *tier)
            .unwrap_or_else(|| self.free())
    }

    /// # Errors
    /// Fails if there is no such plan.
    pub fn parse(&self, id: &str) -> Result<Tier, PlansError> {
        let plan = self.iter().find(|plan| plan.id.as_str() == id);
        plan.map(|plan| plan.id.clone()).ok_or_else(|| {
            let ids: Vec<&str> = self.iter().map(|plan| plan.id.as_str()).collect();
            PlansError::Unknown(id.to_owned(), ids.join(", "))
        })
    }

    /// Returns the plan that Stripe sells at this price.
    pub fn of_stripe_price(&self, price: &str) -> Option<&Plan> {
        self.iter()
            .find(|plan| stripe_prices(plan).any(|known| known == price))
    }

    /// The smallest first, as the settings list them.
    pub fn iter(&self) -> std::slice::Iter<'_, Plan> {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a Plans {
    type Item = &'a Plan;
    type IntoIter = std::slice::Iter<'a, Plan>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

fn stripe_prices(plan: &Plan) -> impl Iterator<Item = &String> {
    [&plan.stripe_monthly_price_id, &plan.stripe_yearly_price_id]
        .into_iter()
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standard_plans() -> Vec<Plan> {
        Plans::standard().iter().cloned().collect()
    }

    #[test]
    fn unknown_tier_falls_back_to_the_free_plan() {
        let plans = Plans::standard();
        for plan in &plans {
            assert_eq!(plans.of(&plan.id), plan);
            assert_eq!(plans.parse(plan.id.as_str()), Ok(plan.id.clone()));
        }
        assert_eq!(plans.of(&Tier::from("gone")), plans.free());
        let unknown = plans.parse("gone").unwrap_err().to_string();
        assert!(unknown.contains("free, pro, team"), "{unknown}");
    }

    #[test]
    fn plans_with_duplicate_ids_or_prices_are_rejected() {
        assert_eq!(Plans::new(standard_plans()), Ok(Plans::standard()));
        assert_eq!(Plans::new(Vec::new()), Err(PlansError::Empty));
        let mut twice = standard_plans();
        twice[2].id = twice[1].id.clone();
        assert_eq!(
            Plans::new(twice),
            Err(PlansError::Duplicate(Tier::from("pro")))
        );
        let mut prices = standard_plans();
        prices[1].stripe_yearly_price_id = Some("price_1".into());
        prices[2].stripe_monthly_price_id = Some("price_1".into());
        assert_eq!(
            Plans::new(prices),
            Err(PlansError::DuplicatePrice("price_1".into()))
        );
        let paid: Vec<Plan> = standard_plans().into_iter().skip(1).collect();
        assert_eq!(
            Plans::new(paid),
            Err(PlansError::FirstIsNotFree(Tier::from("pro")))
        );
        let mut named = standard_plans();
        named[1].id = Tier::from("Pro plan");
        assert!(matches!(Plans::new(named), Err(PlansError::InvalidId(_))));
    }

    #[test]
    fn plan_without_models_allows_all() {
        let mut plans = standard_plans();
        assert!(plans[0].allows_model("any"));
        plans[0].models = vec!["small".into()];
        assert!(plans[0].allows_model("small") && !plans[0].allows_model("large"));
    }
}
