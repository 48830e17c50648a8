//! Usage as providers report it.

use portolan_chat::Usage;
use serde_json::Value;

/// A provider's report of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reported {
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// The cached part of the input tokens.
    pub cached_tokens: u64,
    /// Whether the numbers fit each other.
    pub adds_up: bool,
}

impl Reported {
    /// Reads a usage object in any of its forms; None if it is not whole. Reasoning tokens that are reported
    /// beside the output count as output, since providers charge them so. Numbers that do not add up
    /// otherwise are taken as they are.
    pub fn read(usage: &Value, has_written: bool) -> Option<Self> {
        let first = |paths: &[&str]| {
            let mut found = paths
                .iter()
                .filter_map(|path| usage.pointer(path)?.as_u64());
            found.next()
        };
        let input_tokens = first(&["/prompt_tokens", "/input_tokens"])?;
        let written = first(&["/completion_tokens", "/output_tokens"])?;
        let reasoning = first(&[
            "/completion_tokens_details/reasoning_tokens",
            "/output_tokens_details/reasoning_tokens",
            "/reasoning_tokens",
        ])
        .unwrap_or_default();
        let cached_tokens = first(&[
            "/prompt_tokens_details/cached_tokens",
            "/input_tokens_details/cached_tokens",
            "/prompt_cache_hit_tokens",
            "/cache_read_input_tokens",
        ])
        .unwrap_or_default()
        .min(input_tokens);
        let sum = input_tokens.checked_add(written)?;
        let (output_tokens, adds_up) = match usage.get("total_tokens") {
            None | Some(Value::Null) => (written, true),
            Some(total) if total.as_u64() == Some(sum) => (written, true),
            Some(total) if total.as_u64() == sum.checked_add(reasoning) => {
                (written + reasoning, true)
            }
            Some(_) => (written, false),
        };
        let is_whole = input_tokens > 0 && (output_tokens > 0 || !has_written);
        is_whole.then_some(Self {
            input_tokens,
            output_tokens,
            cached_tokens,
            adds_up,
        })
    }

    /// Returns it as usage, at `cached_discount` credits less for a million cached tokens.
    pub fn usage(self, cached_discount: u64) -> Usage {
        let discount = i128::from(self.cached_tokens) * i128::from(cached_discount);
        Usage {
            input_tokens: self.input_tokens,
            output_tokens: self.output_tokens,
            estimated: !self.adds_up,
            surcharge: i64::try_from(-discount).unwrap_or_default(),
            ..Usage::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read_tokens(usage: Value) -> (u64, u64, u64, bool) {
        let read = Reported::read(&usage, true).unwrap();
        let Reported {
            input_tokens,
            output_tokens,
            cached_tokens,
            adds_up,
        } = read;
        (input_tokens, output_tokens, cached_tokens, adds_up)
    }

    #[test]
    fn usage_is_parsed_in_all_provider_formats() {
        let plain = json!({"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12});
        assert_eq!(read_tokens(plain), (9, 3, 0, true));
        let beside = json!({"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 17,
            "completion_tokens_details": {"reasoning_tokens": 5}});
        assert_eq!(read_tokens(beside), (9, 8, 0, true));
        let within = json!({"input_tokens": 9, "output_tokens": 8, "total_tokens": 17,
            "output_tokens_details": {"reasoning_tokens": 5}, "input_tokens_details": {"cached_tokens": 4}});
        assert_eq!(read_tokens(within), (9, 8, 4, true));
        let hits =
            json!({"prompt_tokens": 9, "completion_tokens": 3, "prompt_cache_hit_tokens": 6});
        assert_eq!(read_tokens(hits), (9, 3, 6, true));
    }

    #[test]
    fn inconsistent_usage_is_accepted_and_flagged() {
        let odd = json!({"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 900});
        assert_eq!(read_tokens(odd.clone()), (9, 3, 0, false));
        assert!(Reported::read(&odd, true).unwrap().usage(0).estimated);
        let negative = json!({"prompt_tokens": 7, "completion_tokens": 0, "total_tokens": -3});
        assert_eq!(Reported::read(&negative, true), None);
    }

    #[test]
    fn cached_tokens_are_discounted() {
        let usage =
            json!({"prompt_tokens": 1_000, "completion_tokens": 1, "prompt_cache_hit_tokens": 800});
        let usage = Reported::read(&usage, true).unwrap().usage(90);
        assert_eq!(usage.surcharge, -72_000);
    }
}
