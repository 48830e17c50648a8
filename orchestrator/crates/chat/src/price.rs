use serde::{Deserialize, Serialize};

/// Tokens that a model read and wrote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// True where the provider reported nothing and the tokens were counted here.
    #[serde(default)]
    pub estimated: bool,
}

impl Usage {
    pub fn add(&mut self, other: Self) {
        self.input_tokens = self.input_tokens.saturating_add(other.input_tokens);
        self.output_tokens = self.output_tokens.saturating_add(other.output_tokens);
        self.estimated |= other.estimated;
    }
}

/// What a model costs, in credits per million tokens; a turn costs at least one credit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Price {
    pub input_per_million: u64,
    pub output_per_million: u64,
}

impl Price {
    /// Whole credits for `usage`, rounded up once for the whole turn; at least 1.
    pub fn credits(&self, usage: Usage) -> u64 {
        let parts = u128::from(usage.input_tokens) * u128::from(self.input_per_million)
            + u128::from(usage.output_tokens) * u128::from(self.output_per_million);
        u64::try_from(parts.div_ceil(1_000_000))
            .unwrap_or(u64::MAX)
            .max(1)
    }
}
