use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The monthly allowance of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    Free,
    Pro,
    Team,
}

/// A tier as the pricing page shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    pub tier: Tier,
    pub name: &'static str,
    /// In cents of a US dollar.
    pub monthly_price: u32,
    pub monthly_credits: u64,
    pub features: &'static [&'static str],
}

/// Every plan, the smallest first.
pub const PLANS: [Plan; 3] = [
    Plan {
        tier: Tier::Free,
        name: "Free",
        monthly_price: 0,
        monthly_credits: 200,
        features: &[
            "200 credits a month",
            "Charts from your own files",
            "SVG, PNG, CSV and JSON of every chart",
        ],
    },
    Plan {
        tier: Tier::Pro,
        name: "Pro",
        monthly_price: 2_000,
        monthly_credits: 5_000,
        features: &[
            "5,000 credits a month",
            "Everything in Free",
            "API keys for your own programs",
        ],
    },
    Plan {
        tier: Tier::Team,
        name: "Team",
        monthly_price: 8_000,
        monthly_credits: 25_000,
        features: &["25,000 credits a month", "Everything in Pro"],
    },
];

impl Tier {
    pub fn plan(self) -> &'static Plan {
        match self {
            Self::Free => &PLANS[0],
            Self::Pro => &PLANS[1],
            Self::Team => &PLANS[2],
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a tier is free, pro or team")]
pub struct TierError;

impl std::str::FromStr for Tier {
    type Err = TierError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "free" => Ok(Self::Free),
            "pro" => Ok(Self::Pro),
            "team" => Ok(Self::Team),
            _ => Err(TierError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tier_finds_its_own_plan() {
        for plan in PLANS {
            assert_eq!(plan.tier.plan(), &plan);
            assert!(plan.features[0].starts_with(|first: char| first.is_ascii_digit()));
        }
    }
}
