//! Exact quartiles of any number of values in a fixed amount of memory.
//!
//! The values are read four times; each time the sixteen bits that decide next are counted for
//! the values that agree with a wanted one so far.

use std::collections::BTreeMap;

use super::order::{from_float, to_float};

const DIGIT_BITS: u32 = 16;
const DIGITS: usize = 1 << DIGIT_BITS;

/// The quartiles of `total` values that `each` shows, in any order but always the same ones.
pub fn find_quartiles<E>(
    total: u64,
    mut each: impl FnMut(&mut dyn FnMut(f64)) -> Result<(), E>,
) -> Result<Option<[f64; 3]>, E> {
    let Some(last) = total.checked_sub(1) else {
        return Ok(None);
    };
    let positions = [0.25, 0.5, 0.75].map(|share| last as f64 * share);
    let mut wanted: Vec<Wanted> = positions
        .iter()
        // A quartile between two values is interpolated, so both neighbours are searched.
        .flat_map(|position| [position.floor(), position.ceil()])
        .map(|rank| Wanted {
            prefix: 0,
            rank: rank as u64,
        })
        .collect();
    for shift in [48, 32, 16, 0] {
        let mut counts: BTreeMap<u64, Vec<u64>> = wanted
            .iter()
            .map(|wanted| (wanted.prefix, vec![0; DIGITS]))
            .collect();
        each(&mut |value| {
            let ordered = from_float(value);
            // In the first pass the shift is 64, which Rust refuses: all values share the empty
            // prefix.
            let prefix = ordered.checked_shr(shift + DIGIT_BITS).unwrap_or(0);
            if let Some(digits) = counts.get_mut(&prefix) {
                digits[(ordered >> shift) as usize % DIGITS] += 1;
            }
        })?;
        for wanted in &mut wanted {
            if let Some(digits) = counts.get(&wanted.prefix) {
                wanted.narrow_to(digits);
            }
        }
    }
    let value = |index: usize| to_float(wanted[index].prefix);
    let between = |quartile: usize| {
        let (low, high) = (value(2 * quartile), value(2 * quartile + 1));
        low + (high - low) * positions[quartile].fract()
    };
    Ok(Some([between(0), between(1), between(2)]))
}

/// A value that is known by its leading bits and its rank among those that share them.
struct Wanted {
    prefix: u64,
    rank: u64,
}

impl Wanted {
    fn narrow_to(&mut self, digits: &[u64]) {
        for (digit, count) in digits.iter().enumerate() {
            if self.rank < *count {
                self.prefix = self.prefix << DIGIT_BITS | digit as u64;
                return;
            }
            self.rank -= count;
        }
    }
}

/// The quartiles of values that are sorted and counted.
pub fn quartiles_of_counts(counts: &[(f64, u64)]) -> Option<[f64; 3]> {
    let total: u64 = counts.iter().map(|(_, count)| count).sum();
    let last = total.checked_sub(1)?;
    let at = |rank: u64| {
        let mut below = 0;
        counts
            .iter()
            .find(|(_, count)| {
                below += count;
                rank < below
            })
            .map_or(f64::NAN, |(value, _)| *value)
    };
    Some([0.25, 0.5, 0.75].map(|share| {
        let position = last as f64 * share;
        let (low, high) = (at(position.floor() as u64), at(position.ceil() as u64));
        low + (high - low) * position.fract()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_quantile_algorithms_match_definition() {
        let values = [3.5, -1.0, 10.0, 2.0, 2.0, 7.25, 1e9, -4.0];
        let found = find_quartiles::<()>(8, |see| {
            values.iter().for_each(|value| see(*value));
            Ok(())
        });
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let counts: Vec<(f64, u64)> = sorted.iter().map(|value| (*value, 1)).collect();
        assert_eq!(found, Ok(Some([1.25, 2.75, 7.9375])));
        assert_eq!(quartiles_of_counts(&counts), Some([1.25, 2.75, 7.9375]));
        assert_eq!(find_quartiles::<()>(0, |_| Ok(())), Ok(None));
    }
}
