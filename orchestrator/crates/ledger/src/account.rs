use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use crate::{
    AccountChanges, AccountEntry, Alert, EntryKind, EntryUsage, Grant, GrantKind, Movement, Period,
    Plan, Plans, Tier, entry::signed_credits,
};

/// The credit account of a user, with the changes that aren't written yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub(crate) state: AccountState,
    pub(crate) plans: Plans,
    /// The grants that have not expired or still have credits left.
    pub(crate) grants: Vec<Grant>,
    /// As they were read; what differs from them has changed.
    before: Vec<Grant>,
    entries: Vec<AccountEntry>,
    alerts: Vec<Alert>,
}

/// An account without its grants: one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountState {
    pub user_id: Uuid,
    pub tier: Tier,
    /// The tier from the next period on, if it is another one.
    pub next_tier: Option<Tier>,
    pub canceled_at: Option<DateTime<Utc>>,
    /// Periods are months counted from here.
    pub anchored_at: DateTime<Utc>,
    pub period: Period,
    /// The credits that running turns may still cost.
    pub held: u64,
    /// In this period: of all grants, and of the period's own.
    pub spent: u64,
    pub spent_of_plan: u64,
    /// Given in this period under the soft limit.
    pub overage: u64,
    /// The highest alert of this period, as a percentage; 0 for none.
    pub alerted: u8,
    pub entry_count: u64,
    pub grant_count: u64,
}

/// The user's state in this period, as a client reads it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "UserPlan")]
#[serde(rename_all = "camelCase")]
pub struct AccountPlan {
    pub active_subscription_tier: Tier,
    /// No settled credit is left, and no overage either.
    pub usage_limit_reached: bool,
    /// Settled credits, without regard to holds.
    pub credits_left: u64,
    /// The credits left and spent in this period.
    pub credits_total: u64,
    /// Of `credits_total`, from 0 to 100, with two decimals.
    pub percent_usage: f64,
    pub period: Period,
    pub canceled_at: Option<DateTime<Utc>>,
    pub cancel_at_period_end: bool,
}

/// Whether a turn may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    Held,
    /// The settled credits do not suffice.
    UsageLimitReached,
    /// They would suffice, were it not for what other running turns hold.
    TurnsRunning,
}

/// The charge of a finished turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    pub turn_id: Uuid,
    pub chat_id: Uuid,
    pub credits: u64,
    pub usage: EntryUsage,
}

/// A provider's usage report for a turn that was charged by estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    pub turn_id: Uuid,
    pub chat_id: Uuid,
    /// The original charge: amount, time and grants (negative amounts).
    pub charged: u64,
    pub charged_at: DateTime<Utc>,
    pub taken: Vec<Movement>,
    /// The cost of the whole turn according to the report.
    pub credits: u64,
    pub usage: EntryUsage,
}

impl Account {
    /// Restores the account from its row and its open grants.
    pub fn new(state: AccountState, grants: Vec<Grant>, plans: Plans) -> Self {
        Self {
            state,
            plans,
            before: grants.clone(),
            grants,
            entries: Vec::new(),
            alerts: Vec::new(),
        }
    }

    pub fn state(&self) -> &AccountState {
        &self.state
    }

    /// Returns the plan that the account has now.
    pub fn current_plan(&self) -> &Plan {
        self.plans.of(&self.state.tier)
    }

    pub fn grants(&self) -> &[Grant] {
        &self.grants
    }

    /// Settled credits.
    pub fn balance(&self) -> u64 {
        self.grants.iter().map(|grant| grant.remaining).sum()
    }

    /// Credits that neither are spent nor held.
    pub fn free(&self) -> u64 {
        self.balance().saturating_sub(self.state.held)
    }

    /// Takes the changes that must be written together with the state, leaving none.
    pub fn take_changes(&mut self) -> AccountChanges {
        let mut changes = AccountChanges {
            entries: std::mem::take(&mut self.entries),
            alerts: std::mem::take(&mut self.alerts),
            ..AccountChanges::default()
        };
        for grant in &self.grants {
            match self.before.iter().find(|old| old.number == grant.number) {
                None => changes.new_grants.push(grant.clone()),
                Some(old) if old != grant => changes.changed_grants.push(grant.clone()),
                Some(_) => {}
            }
        }
        self.before.clone_from(&self.grants);
        changes
    }

    /// Holds the maximum cost of a turn. Under a soft limit, missing credits are granted as overage, up to
    /// `overage_limit` credits per period.
    pub fn hold(&mut self, credits: u64, overage_limit: u64, now: DateTime<Utc>) -> Hold {
        let missing = credits.saturating_sub(self.free());
        let beyond = credits.saturating_sub(self.balance());
        let room = overage_limit.saturating_sub(self.state.overage);
        if missing > 0 {
            if beyond == 0 {
                return Hold::TurnsRunning;
            }
            if missing > room {
                return if beyond <= room {
                    Hold::TurnsRunning
                } else {
                    Hold::UsageLimitReached
                };
            }
            self.add_overage(missing, now);
        }
        self.state.held += credits;
        Hold::Held
    }

    /// Holds `more` for a running turn; false if there is no room, and then nothing changes.
    pub fn raise(&mut self, more: u64, overage_limit: u64, now: DateTime<Utc>) -> bool {
        let missing = more.saturating_sub(self.free());
        if missing > overage_limit.saturating_sub(self.state.overage) {
            return false;
        }
        if missing > 0 {
            self.add_overage(missing, now);
        }
        self.state.held += more;
        true
    }

    /// Returns a turn's hold back and takes its charge: all of it, or as much as there is beside what others
    /// hold. The credits that were taken.
    pub fn settle(&mut self, hold: u64, charge: Charge, now: DateTime<Utc>) -> u64 {
        self.state.held = self.state.held.saturating_sub(hold);
        let credits = charge.credits.min(self.free());
        if credits > 0 {
            let movements = self.spend_grants(credits);
            self.record_entry(EntryDraft {
                turn: Some((charge.turn_id, charge.chat_id)),
                description: answer_by(&charge.usage),
                usage: Some(charge.usage),
                key: Some(format!("charge:{}", charge.turn_id)),
                ..EntryDraft::new(EntryKind::Charge, movements)
            });
            self.raise_alerts();
        }
        // The credits that only the hold kept from expiring.
        self.expire(0, now);
        credits
    }

    /// Makes good the difference between an estimated charge and what the provider reports: takes
    /// what is missing, or as much of it as is free; puts what was too much back where it came
    /// from, or into the present period's grant where that has expired. The turn's charge then.
    pub fn correct(&mut self, correction: Correction, now: DateTime<Utc>) -> u64 {
        let Correction {
            charged, credits, ..
        } = correction;
        let movements = if credits > charged {
            self.spend_grants((credits - charged).min(self.free()))
        } else {
            let is_of_this_period = correction.charged_at >= self.state.period.start;
            self.put_back(charged - credits, &correction.taken, is_of_this_period, now)
        };
        let change: i64 = movements.iter().map(|movement| movement.amount).sum();
        self.record_entry(EntryDraft {
            turn: Some((correction.turn_id, correction.chat_id)),
            description: format!(
                "Corrected by the provider's report: {}",
                describe_tokens(&correction.usage)
            ),
            usage: Some(correction.usage),
            key: Some(format!("correction:{}", correction.turn_id)),
            ..EntryDraft::new(EntryKind::Adjustment, movements)
        });
        if change < 0 {
            self.raise_alerts();
        }
        charged.saturating_add_signed(-change)
    }

    /// Leaves so many credits until the period ends, and never fewer than running turns hold. The reason becomes
    /// the entry's description.
    pub fn set_left(&mut self, credits: u64, reason: &str, now: DateTime<Utc>) {
        let left = credits.max(self.state.held);
        let description = reason.to_owned();
        let lasting = self.lasting_credits(now);
        if left > lasting {
            // Credits that only a hold kept from expiring are replaced.
            self.expire(left - lasting, now);
            self.add_to_plan(EntryKind::Adjustment, left - lasting, description, now);
        } else {
            let movements = self.take(lasting - left, |_| true);
            self.record_entry(EntryDraft {
                description,
                ..EntryDraft::new(EntryKind::Adjustment, movements)
            });
        }
    }

    pub fn plan(&self, overage_limit: u64) -> AccountPlan {
        let AccountState {
            period,
            canceled_at,
            spent,
            overage,
            ..
        } = self.state;
        let balance = self.balance();
        let total = balance.saturating_add(spent);
        AccountPlan {
            active_subscription_tier: self.state.tier.clone(),
            usage_limit_reached: balance == 0 && overage >= overage_limit,
            credits_left: balance,
            credits_total: total,
            percent_usage: percent_of(spent, total),
            period,
            canceled_at,
            cancel_at_period_end: canceled_at.is_some(),
        }
    }

    /// Takes credits for an answer, and counts them.
    fn spend_grants(&mut self, credits: u64) -> Vec<Movement> {
        let movements = self.take(credits, |_| true);
        let of_plan: u64 = movements
            .iter()
            .filter(|movement| self.is_of_this_plan(movement.grant))
            .map(|movement| movement.amount.unsigned_abs())
            .sum();
        self.state.spent += credits;
        self.state.spent_of_plan += of_plan;
        movements
    }

    /// Refunds overcharged credits to their original grants, last one first; credits of expired grants go to
    /// the current period.
    fn put_back(
        &mut self,
        credits: u64,
        taken: &[Movement],
        is_of_this_period: bool,
        now: DateTime<Utc>,
    ) -> Vec<Movement> {
        let mut left = credits;
        let mut movements = Vec::new();
        for movement in taken.iter().rev() {
            let back = left.min(movement.amount.unsigned_abs());
            let origin = self
                .grants
                .iter_mut()
                .find(|grant| grant.number == movement.grant && !grant.is_expired(now));
            if let Some(grant) = origin
                && back > 0
            {
                grant.remaining += back;
                left -= back;
                movements.push(Movement {
                    grant: grant.number,
                    amount: signed_credits(back),
                });
                if is_of_this_period && self.is_of_this_plan(movement.grant) {
                    self.state.spent_of_plan = self.state.spent_of_plan.saturating_sub(back);
                }
            }
        }
        if left > 0 {
            let movement = self.put_into_plan(left, now);
            match movements
                .iter_mut()
                .find(|before: &&mut Movement| before.grant == movement.grant)
            {
                Some(before) => before.amount += movement.amount,
                None => movements.push(movement),
            }
        }
        if is_of_this_period {
            self.state.spent = self.state.spent.saturating_sub(credits);
        }
        movements
    }

    fn is_of_this_plan(&self, number: u64) -> bool {
        self.grants.iter().any(|grant| {
            grant.number == number
                && grant.kind == GrantKind::Plan
                && grant.expires_at == Some(self.state.period.end)
        })
    }

    /// Each percentage once a period.
    fn raise_alerts(&mut self) {
        let AccountState {
            spent,
            overage,
            period,
            ..
        } = self.state;
        let of = (self.balance() + spent).saturating_sub(overage);
        // One charge may pass several percentages, and the highest says all of them.
        let due = Alert::PERCENTAGES
            .into_iter()
            .rfind(|percent| Alert::is_due(*percent, spent, of));
        if let Some(percent) = due.filter(|percent| self.state.alerted < *percent) {
            self.state.alerted = percent;
            self.alerts.push(Alert {
                percent,
                spent,
                of,
                period_start: period.start,
                period_end: period.end,
            });
        }
    }

    /// Creates an entry of the movements; None if there are none.
    pub(crate) fn record_entry(&mut self, draft: EntryDraft) {
        let amount = draft.movements.iter().map(|movement| movement.amount).sum();
        if amount == 0 {
            return;
        }
        self.state.entry_count += 1;
        let number = self.state.entry_count;
        self.entries.push(AccountEntry {
            number,
            kind: draft.kind,
            amount,
            balance_after: self
                .entries
                .last()
                .map_or_else(|| self.balance_before(), |entry| entry.balance_after)
                .saturating_add_signed(amount),
            turn: draft.turn,
            usage: draft.usage,
            description: draft.description,
            idempotency_key: draft
                .key
                .unwrap_or_else(|| format!("entry:{}:{number}", self.state.user_id)),
            movements: draft.movements,
        });
    }

    fn balance_before(&self) -> u64 {
        self.before.iter().map(|grant| grant.remaining).sum()
    }
}

/// The content of an entry, before it has its number.
pub(crate) struct EntryDraft {
    pub kind: EntryKind,
    pub movements: Vec<Movement>,
    pub turn: Option<(Uuid, Uuid)>,
    pub usage: Option<EntryUsage>,
    pub description: String,
    /// None for what no one can ask for twice: then the entry's number is its key.
    pub key: Option<String>,
}

impl EntryDraft {
    pub(crate) fn new(kind: EntryKind, movements: Vec<Movement>) -> Self {
        Self {
            kind,
            movements,
            turn: None,
            usage: None,
            description: String::new(),
            key: None,
        }
    }
}

fn answer_by(usage: &EntryUsage) -> String {
    let estimated = if usage.estimated { ", estimated" } else { "" };
    format!(
        "Answer by {}: {}{estimated}",
        usage.model,
        describe_tokens(usage)
    )
}

fn describe_tokens(usage: &EntryUsage) -> String {
    format!(
        "{} tokens read, {} written",
        usage.input_tokens, usage.output_tokens
    )
}

/// With two decimals; all of nothing is used.
#[expect(
    clippy::cast_precision_loss,
    reason = "a percentage of credits needs no more than 53 bits"
)]
fn percent_of(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        return 100.0;
    }
    (part as f64 / whole as f64 * 10_000.0).round() / 100.0
}
