//! Tests of paired differences: how likely a difference at least as large is by chance alone.
//!
//! Both are two-sided, and None where no pair differs. A value below 0.05 is what is usually called significant; of
//! many figures that are tested at once, some are so by chance.

/// Pairs up to which Wilcoxon's test is exact; beyond, the normal distribution is close enough.
const EXACT_PAIRS: usize = 60;

/// Returns the p-value of McNemar's exact test: `gained` pairs changed from no to yes, `lost` from yes to no.
pub fn test_changes(gained: u64, lost: u64) -> Option<f64> {
    let changed = gained.checked_add(lost)?;
    if changed == 0 {
        return None;
    }
    let fewer = gained.min(lost);
    // The binomial distribution with a probability of one half, summed from its smallest term in logarithms, so that
    // thousands of changes neither underflow nor overflow.
    let mut log_term = -(changed as f64) * std::f64::consts::LN_2;
    let mut tail = log_term.exp();
    for index in 0..fewer {
        log_term += ((changed - index) as f64 / (index + 1) as f64).ln();
        tail += log_term.exp();
    }
    Some((2.0 * tail).min(1.0))
}

/// Returns the p-value of Wilcoxon's signed-rank test of differences; those that are zero are left out.
pub fn test_amounts(differences: &[i64]) -> Option<f64> {
    let mut differing: Vec<i64> = differences.to_vec();
    differing.retain(|difference| *difference != 0);
    if differing.is_empty() {
        return None;
    }
    let ranked = Ranked::of(&mut differing);
    Some(if differing.len() <= EXACT_PAIRS {
        ranked.exact_value()
    } else {
        ranked.approximate_value()
    })
}

/// Ranks of the differences by their size. Equal ones share the mean of their ranks; all are doubled, so that they are
/// whole numbers.
struct Ranked {
    doubled_ranks: Vec<u64>,
    /// The sum of the doubled ranks of positive differences.
    positive: u64,
    /// The sum of `t³ − t` over groups of `t` equal sizes.
    ties: f64,
}

impl Ranked {
    fn of(differences: &mut [i64]) -> Self {
        differences.sort_unstable_by_key(|difference| difference.unsigned_abs());
        let mut ranked = Self {
            doubled_ranks: Vec::with_capacity(differences.len()),
            positive: 0,
            ties: 0.0,
        };
        let mut before = 0_u64;
        for group in differences.chunk_by(|one, other| one.unsigned_abs() == other.unsigned_abs()) {
            let size = group.len() as u64;
            // Twice the mean of `before + 1 ..= before + size`.
            let rank = 2 * before + size + 1;
            let positive = group.iter().filter(|difference| **difference > 0).count() as u64;
            ranked.doubled_ranks.extend(group.iter().map(|_| rank));
            ranked.positive += positive * rank;
            let size = size as f64;
            ranked.ties += size.powi(3) - size;
            before += group.len() as u64;
        }
        ranked
    }

    /// Counts the signs that give each sum of ranks: every sign is as likely as the other by chance.
    fn exact_value(&self) -> f64 {
        let total: usize = self.doubled_ranks.iter().sum::<u64>() as usize;
        let mut ways = vec![0.0_f64; total + 1];
        ways[0] = 1.0;
        for rank in &self.doubled_ranks {
            let rank = *rank as usize;
            for sum in (rank..=total).rev() {
                ways[sum] += ways[sum - rank];
            }
        }
        let positive = self.positive as usize;
        let smaller = positive.min(total - positive);
        let tail: f64 = ways[..=smaller].iter().sum();
        let all: f64 = ways.iter().sum();
        (2.0 * tail / all).min(1.0)
    }

    fn approximate_value(&self) -> f64 {
        let count = self.doubled_ranks.len() as f64;
        let mean = count * (count + 1.0) / 4.0;
        let variance = count * (count + 1.0) * (2.0 * count + 1.0) / 24.0 - self.ties / 48.0;
        let distance = (self.positive as f64 / 2.0 - mean).abs();
        // Ranks are whole numbers, the distribution is continuous.
        let distance = (distance - 0.5).max(0.0);
        two_sided_normal(distance / variance.sqrt())
    }
}

/// Returns the probability that a standard normal value is at least `deviation` from zero.
///
/// By the series of the error function for small values and its continued fraction for large ones; both are exact to
/// about 12 digits.
fn two_sided_normal(deviation: f64) -> f64 {
    let x = deviation / std::f64::consts::SQRT_2;
    let scale = std::f64::consts::FRAC_2_SQRT_PI * (-x * x).exp();
    if x < 2.0 {
        let (mut term, mut sum, mut index) = (x, x, 0.0);
        while term > sum * 1e-15 {
            index += 1.0;
            term *= 2.0 * x * x / (2.0 * index + 1.0);
            sum += term;
        }
        return (1.0 - scale * sum).clamp(0.0, 1.0);
    }
    let fraction = (1..=60)
        .rev()
        .fold(x, |fraction, index| x + f64::from(index) / 2.0 / fraction);
    scale / 2.0 / fraction
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn assert_close(found: Option<f64>, expected: f64) {
        let found = found.unwrap();
        assert!((found - expected).abs() < 5e-5, "{found}, not {expected}");
    }

    #[test]
    fn changes_are_tested_like_binomial_counts() {
        // 2 · (1 + 12 + 66) / 2¹².
        assert_close(test_changes(10, 2), 0.038_57);
        assert_close(test_changes(2, 10), 0.038_57);
        assert_close(test_changes(1, 0), 1.0);
        assert_close(test_changes(6, 0), 0.031_25);
        assert_close(test_changes(5, 5), 1.0);
        assert_eq!(test_changes(0, 0), None);
        assert!(test_changes(4_000, 100).unwrap() < 1e-9);
    }

    #[test]
    fn amounts_are_tested_exactly_in_small_sets() {
        assert_close(test_amounts(&[1, 2, 3, 4, 5]), 0.0625);
        // Depression scores of Hollander and Wolfe (1973), in thousandths: V = 40 of 45, p = 0.03906.
        let depression = [952, -147, 1022, 430, 620, 590, 490, -80, 10];
        assert_close(test_amounts(&depression), 0.039_06);
        assert_eq!(test_amounts(&[0, 0]), None);
        // Zeros say nothing.
        assert_eq!(test_amounts(&[0, 1, 2, 0, 3]), test_amounts(&[1, 2, 3]));
        // All equal: both signs in all ways, 2 · 1 / 2⁴.
        assert_close(test_amounts(&[7, 7, 7, 7]), 0.125);
    }

    #[test]
    fn normal_tail_has_known_values() {
        for (deviation, expected) in [
            (0.0, 1.0),
            (1.0, 0.317_310_507_863),
            (1.959_963_984_540, 0.05),
            (2.575_829_303_549, 0.01),
            (5.0, 5.733_031_437e-7),
        ] {
            let found = two_sided_normal(deviation);
            assert!((found - expected).abs() < 1e-11, "{deviation}: {found}");
        }
    }

    proptest! {
        #[test]
        fn signs_of_all_differences_do_not_matter(differences in prop::collection::vec(-9_i64..9, 0..90)) {
            let opposite: Vec<i64> = differences.iter().map(|difference| -difference).collect();
            let (one, other) = (test_amounts(&differences), test_amounts(&opposite));
            prop_assert_eq!(one.is_some(), other.is_some());
            if let (Some(one), Some(other)) = (one, other) {
                prop_assert!((one - other).abs() < 1e-9);
                prop_assert!((0.0..=1.0).contains(&one));
            }
        }

        #[test]
        fn approximation_is_close_to_exact_value(differences in prop::collection::vec(-40_i64..60, 45..60)) {
            let mut differing: Vec<i64> = differences;
            differing.retain(|difference| *difference != 0);
            let ranked = Ranked::of(&mut differing);
            prop_assert!((ranked.exact_value() - ranked.approximate_value()).abs() < 0.01);
        }
    }
}
