//! Tiers and periods: which credits come when, and what becomes of those that are left.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::{
    Account, AccountState, EntryKind, Grant, GrantKind, Plans, Tier, account::EntryDraft, period_at,
};

/// A clock that goes back by more than this was ahead, and what it did to the account is undone.
const CLOCK_TOLERANCE: TimeDelta = TimeDelta::days(7);

/// A paid plan as reported by the payment provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    pub tier: Tier,
    /// The paid months are counted from here.
    pub anchored_at: DateTime<Utc>,
    /// When its end was ordered; it stays until the provider says that it is over.
    pub canceled_at: Option<DateTime<Utc>>,
}

/// The free plan isn't paid for, so it can't be cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the free plan cannot be cancelled: it costs nothing")]
pub struct NothingToCancel;

impl Account {
    /// Opens the account of a new user, with the first month's credits of the free plan.
    pub fn open(user_id: Uuid, plans: Plans, now: DateTime<Utc>) -> Self {
        let state = AccountState {
            user_id,
            tier: plans.free().id.clone(),
            next_tier: None,
            canceled_at: None,
            anchored_at: now,
            period: period_at(now, now),
            held: 0,
            spent: 0,
            spent_of_plan: 0,
            overage: 0,
            alerted: 0,
            entry_count: 0,
            grant_count: 0,
        };
        let mut account = Self::new(state, Vec::new(), plans);
        account.grant_plan(now);
        account
    }

    /// Returns whether time alone changes something: a period is over, or a grant is.
    pub fn is_due(&self, now: DateTime<Utc>) -> bool {
        now >= self.state.period.end || self.has_expired(now) || self.was_ahead(now)
    }

    /// Brings the account to this moment: what has expired goes, and a new period brings its
    /// credits. Of periods in which nothing happened none is made up for. A clock that goes back a
    /// little changes nothing; one that goes back by more than a week was ahead.
    pub fn advance(&mut self, now: DateTime<Utc>) {
        if self.was_ahead(now) {
            self.turn_back(now);
        }
        if now < self.state.period.end {
            self.expire(0, now);
            return;
        }
        let state = &mut self.state;
        state.period = period_at(state.anchored_at, now);
        if let Some(next) = state.next_tier.take() {
            state.tier = next;
            state.canceled_at = None;
        }
        (state.spent, state.spent_of_plan) = (0, 0);
        (state.overage, state.alerted) = (0, 0);
        let coming = self.current_plan().credits;
        self.expire(coming, now);
        self.grant_plan(now);
    }

    /// Returns whether the account was advanced to a time in the future.
    fn was_ahead(&self, now: DateTime<Utc>) -> bool {
        let limit = now + CLOCK_TOLERANCE;
        self.state.period.start > limit
            || self
                .grants
                .iter()
                .any(|grant| grant.expired_at.is_some_and(|at| at > limit))
    }

    /// Gives back what expired too early, and takes the credits of a period that is yet to come.
    fn turn_back(&mut self, now: DateTime<Utc>) {
        let limit = now + CLOCK_TOLERANCE;
        self.restore_expired(limit, now);
        if self.state.period.start <= limit {
            return;
        }
        let early = self.state.period.end;
        let is_early =
            |grant: &Grant| grant.kind != GrantKind::Extra && grant.expires_at == Some(early);
        let granted: u64 = self
            .grants
            .iter()
            .filter(|grant| is_early(grant))
            .map(|grant| grant.remaining)
            .sum();
        let movements = self.take(granted.min(self.free()), is_early);
        self.record_entry(EntryDraft {
            description: "Taken back: the server's clock was ahead".to_owned(),
            ..EntryDraft::new(EntryKind::Adjustment, movements)
        });
        self.state.period = period_at(self.state.anchored_at, now);
        let end = self.state.period.end;
        if !self.grants.iter().any(|grant| is_of_plan(grant, end)) {
            self.grant_plan(now);
        }
        let of_plan = self.grants.iter().filter(|grant| is_of_plan(grant, end));
        let spent = of_plan.map(|grant| grant.amount - grant.remaining).sum();
        (self.state.spent, self.state.spent_of_plan) = (spent, spent);
        (self.state.overage, self.state.alerted) = (0, 0);
    }

    /// Changes the tier immediately, as operators do. Credits spent in this period stay spent; extra credits
    /// stay.
    pub fn set_tier(&mut self, tier: Tier, now: DateTime<Utc>) {
        self.resume();
        self.move_to(tier, now);
    }

    /// Changes the tier and sets this period's credits to the new tier's, minus spent credits.
    fn move_to(&mut self, tier: Tier, now: DateTime<Utc>) {
        self.state.tier = tier;
        let description = format!("Changed to {}", self.current_plan().name);
        let (target, left) = (self.plan_target(), self.plan_left());
        if target > left {
            self.add_to_plan(EntryKind::Adjustment, target - left, description, now);
            return;
        }
        let end = self.state.period.end;
        let surplus = (left - target).min(self.free());
        let movements = self.take(surplus, |grant| is_of_plan(grant, end));
        self.record_entry(EntryDraft {
            description,
            ..EntryDraft::new(EntryKind::Adjustment, movements)
        });
    }

    /// Upgrades immediately: the period stays, and its credits are topped up to the new tier's, minus spent
    /// credits. Downgrades take effect with the next period.
    pub fn change_tier(&mut self, tier: Tier, now: DateTime<Utc>) {
        let [old, new] = [&self.state.tier, &tier].map(|tier| self.plans.of(tier).credits);
        if self.is_free(&tier) && !self.is_free(&self.state.tier) {
            self.state.canceled_at.get_or_insert(now);
            self.state.next_tier = Some(tier);
            return;
        }
        self.resume();
        if new < old {
            self.state.next_tier = Some(tier);
            return;
        }
        self.state.tier = tier;
        let missing = self.plan_target().saturating_sub(self.plan_left());
        let description = format!("Upgraded to {}", self.current_plan().name);
        if missing > 0 && new > old {
            self.add_to_plan(EntryKind::Grant, missing, description, now);
        }
    }

    /// The plan stays until the period ends, and is the free one then.
    pub fn cancel(&mut self, now: DateTime<Utc>) -> Result<(), NothingToCancel> {
        if self.is_free(&self.state.tier) {
            return Err(NothingToCancel);
        }
        self.change_tier(self.plans.free().id.clone(), now);
        Ok(())
    }

    fn is_free(&self, tier: &Tier) -> bool {
        self.plans.of(tier).id == self.plans.free().id
    }

    /// Applies the payment provider's state to the account. None means no subscription and the free plan. The
    /// result depends on the last call alone, and on what was spent: states between may be missed.
    pub fn follow(&mut self, subscription: Option<&Subscription>, now: DateTime<Utc>) {
        let free = self.plans.free().id.clone();
        let tier = subscription.map_or(free, |subscription| subscription.tier.clone());
        self.state.next_tier = None;
        self.state.canceled_at = subscription.and_then(|subscription| subscription.canceled_at);
        let anchor = subscription.map(|subscription| subscription.anchored_at);
        match anchor.filter(|anchor| *anchor != self.state.anchored_at) {
            Some(anchor) => self.begin_anew(tier, anchor, now),
            None if tier != self.state.tier => self.move_to(tier, now),
            None => {}
        }
    }

    /// Starts a period with a new anchor; the remaining plan credits expire.
    fn begin_anew(&mut self, tier: Tier, anchor: DateTime<Utc>, now: DateTime<Utc>) {
        let end = self.state.period.end;
        let left = self.plan_left().min(self.free());
        let movements = self.take(left, |grant| is_of_plan(grant, end));
        self.record_entry(EntryDraft {
            description: "Expired: the plan's months begin anew".to_owned(),
            ..EntryDraft::new(EntryKind::Expiry, movements)
        });
        let state = &mut self.state;
        state.tier = tier;
        state.anchored_at = anchor;
        state.period = period_at(anchor, now);
        (state.spent, state.spent_of_plan) = (0, 0);
        (state.overage, state.alerted) = (0, 0);
        self.grant_plan(now);
    }

    /// The plan continues as it is: neither a cancellation nor a smaller tier comes.
    pub fn resume(&mut self) {
        self.state.canceled_at = None;
        self.state.next_tier = None;
    }

    fn grant_plan(&mut self, now: DateTime<Utc>) {
        let plan = self.current_plan();
        let (credits, description) = (plan.credits, format!("{} plan", plan.name));
        self.add_to_plan(EntryKind::Grant, credits, description, now);
    }

    /// Returns the credits that should be left of this period's own grant.
    fn plan_target(&self) -> u64 {
        let monthly = self.current_plan().credits;
        monthly.saturating_sub(self.state.spent_of_plan)
    }

    fn plan_left(&self) -> u64 {
        let end = self.state.period.end;
        self.grants
            .iter()
            .filter(|grant| is_of_plan(grant, end))
            .map(|grant| grant.remaining)
            .sum()
    }
}

fn is_of_plan(grant: &Grant, period_end: DateTime<Utc>) -> bool {
    grant.kind == GrantKind::Plan && grant.expires_at == Some(period_end)
}
