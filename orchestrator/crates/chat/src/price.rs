use serde::{Deserialize, Serialize};

/// Tokens that a model read and wrote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// True where the provider reported nothing and the tokens were counted here, or where the numbers that it
    /// reported do not add up.
    #[serde(default)]
    pub estimated: bool,
    /// Millionths of a credit that the tokens cost beyond the turn's own price, because another model took over
    /// and wrote them; negative where they cost less, as tokens that a provider had cached do.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub surcharge: i64,
    /// True where the turn asked back, declined or failed: it costs nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waived: bool,
}

impl Usage {
    pub fn add(&mut self, other: Self) {
        self.input_tokens = self.input_tokens.saturating_add(other.input_tokens);
        self.output_tokens = self.output_tokens.saturating_add(other.output_tokens);
        self.estimated |= other.estimated;
        self.surcharge = self.surcharge.saturating_add(other.surcharge);
        self.waived |= other.waived;
    }
}

/// The cost of a model in credits per million tokens; a turn that answers costs at least one credit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Price {
    pub input_per_million: u64,
    pub output_per_million: u64,
}

impl Price {
    /// Returns whole credits for `usage`, rounded up once for the whole turn: at least 1, and 0 where it is waived.
    pub fn credits(&self, usage: Usage) -> u64 {
        if usage.waived {
            return 0;
        }
        let parts = self
            .credits_in_millionths(usage)
            .saturating_add(usage.surcharge.into());
        // A surcharge may be negative, but a turn never earns credits.
        let parts = u128::try_from(parts).unwrap_or(0);
        u64::try_from(parts.div_ceil(1_000_000))
            .unwrap_or(u64::MAX)
            .max(1)
    }

    /// Returns what `usage` costs in whole credits, also where it is waived; 0 without tokens.
    pub fn cost(&self, usage: Usage) -> u64 {
        if usage.input_tokens == 0 && usage.output_tokens == 0 {
            return 0;
        }
        self.credits(Usage {
            waived: false,
            ..usage
        })
    }

    /// The same tokens, written by a model of another price in a turn of this one.
    pub fn written_by(&self, other: Self, usage: Usage) -> Usage {
        // Usage of several models is summed, so the difference in price travels with the tokens.
        let surcharge = other.credits_in_millionths(usage) - self.credits_in_millionths(usage)
            + i128::from(usage.surcharge);
        Usage {
            surcharge: i64::try_from(surcharge).unwrap_or(i64::MAX),
            ..usage
        }
    }

    fn credits_in_millionths(&self, usage: Usage) -> i128 {
        let cost = |tokens: u64, price: u64| i128::from(tokens).saturating_mul(price.into());
        cost(usage.input_tokens, self.input_per_million)
            .saturating_add(cost(usage.output_tokens, self.output_per_million))
    }
}

fn is_zero(value: &i64) -> bool {
    *value == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waived_usage_has_a_cost_and_no_tokens_have_none() {
        let price = Price {
            input_per_million: 1_000_000,
            output_per_million: 2_000_000,
        };
        let waived = Usage {
            input_tokens: 3,
            output_tokens: 2,
            waived: true,
            ..Usage::default()
        };
        assert_eq!((price.credits(waived), price.cost(waived)), (0, 7));
        assert_eq!(price.cost(Usage::default()), 0);
    }

    #[test]
    fn tokens_are_charged_at_the_price_of_the_model_that_wrote_them() {
        let (cheap, dear) = (
            Price {
                input_per_million: 100,
                output_per_million: 1_000,
            },
            Price {
                input_per_million: 500,
                output_per_million: 9_000,
            },
        );
        let usage = Usage {
            input_tokens: 20_000,
            output_tokens: 3_000,
            ..Usage::default()
        };
        assert_eq!(cheap.credits(usage), 5);
        assert_eq!(dear.credits(usage), 37);
        assert_eq!(cheap.credits(cheap.written_by(dear, usage)), 37);
        assert_eq!(dear.credits(dear.written_by(cheap, usage)), 5);
        let mut both = usage;
        both.add(cheap.written_by(dear, usage));
        assert_eq!(cheap.credits(both), 42);
        let free = Price {
            input_per_million: 0,
            output_per_million: 0,
        };
        assert_eq!(free.credits(dear.written_by(free, usage)), 1);
    }
}
