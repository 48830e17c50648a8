/// So many a second, and for a moment twice as many: a bucket that fills as time goes by.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    per_second: u32,
    /// Thousandths of one.
    left: u64,
    /// Milliseconds.
    filled_at: i64,
}

impl Allowance {
    /// `now` is in milliseconds of any clock.
    pub fn new(per_second: u32, now: i64) -> Self {
        Self {
            per_second,
            left: Self::most_tokens(per_second),
            filled_at: now,
        }
    }

    /// Takes one; false if none is left. A clock that was set back fills nothing.
    pub fn take(&mut self, now: i64) -> bool {
        let passed = u64::try_from(now.saturating_sub(self.filled_at)).unwrap_or(0);
        // One a second is one thousandth of one a millisecond.
        let filled = passed.saturating_mul(self.per_second.into());
        self.left = self
            .left
            .saturating_add(filled)
            .min(Self::most_tokens(self.per_second));
        self.filled_at = now;
        let is_left = self.left >= 1_000;
        if is_left {
            self.left -= 1_000;
        }
        is_left
    }

    fn most_tokens(per_second: u32) -> u64 {
        u64::from(per_second) * 2_000
    }
}
