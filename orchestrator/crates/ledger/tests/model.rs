//! Random histories of an account against a small, slow model of it: 10,000 of them.

#![expect(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it should be"
)]

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Datelike, TimeDelta, TimeZone, Utc};
use portolan_ledger::{
    Account, Charge, Correction, Entry, EntryKind, EntryUsage, GrantKind, Hold, Movement, NewGrant,
    OVERAGE_PRIORITY, Tier,
};
use proptest::prelude::*;
use uuid::Uuid;

const SLOTS: usize = 3;

#[derive(Clone, Debug)]
enum Step {
    Hold {
        slot: usize,
        credits: u64,
    },
    Raise {
        slot: usize,
        more: u64,
    },
    Settle {
        slot: usize,
        credits: u64,
    },
    /// What the provider reports of the last settled turn.
    Correct {
        credits: u64,
    },
    Wait {
        hours: i64,
    },
    SetTier(Tier),
    ChangeTier(Tier),
    Cancel,
    Resume,
    SetLeft(u64),
    Give {
        credits: u64,
        priority: u32,
        days: Option<i64>,
    },
}

fn steps() -> impl Strategy<Value = (u64, Vec<Step>)> {
    let slot = || 0..SLOTS;
    let credits = || prop_oneof![0..30u64, 30..260u64, 0..6_000u64];
    let tier = || prop_oneof![Just(Tier::Free), Just(Tier::Pro), Just(Tier::Team)];
    let days = prop_oneof![Just(None), (1..90i64).prop_map(Some)];
    let step = prop_oneof![
        6 => (slot(), credits()).prop_map(|(slot, credits)| Step::Hold { slot, credits }),
        2 => (slot(), credits()).prop_map(|(slot, more)| Step::Raise { slot, more }),
        6 => (slot(), credits()).prop_map(|(slot, credits)| Step::Settle { slot, credits }),
        1 => credits().prop_map(|credits| Step::Correct { credits }),
        // Hours and a day back too, and months ahead.
        3 => prop_oneof![Just(-24i64), Just(-1), 1..100i64, 300..2_000i64].prop_map(|hours| Step::Wait { hours }),
        1 => tier().prop_map(Step::SetTier),
        1 => tier().prop_map(Step::ChangeTier),
        1 => Just(Step::Cancel),
        1 => Just(Step::Resume),
        1 => credits().prop_map(Step::SetLeft),
        2 => (credits(), 0..200u32, days).prop_map(|(credits, priority, days)| Step::Give { credits, priority, days }),
    ];
    let overage = prop_oneof![2 => Just(0u64), 1 => 1..500u64];
    (overage, prop::collection::vec(step, 1..50))
}

/// Some credits with one fate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Lot {
    priority: u32,
    end: DateTime<Utc>,
    number: u64,
    left: u64,
    is_plan: bool,
}

/// Born on the first of a month, so that periods are calendar months.
#[derive(Clone, Debug)]
struct Model {
    lots: Vec<Lot>,
    numbers: u64,
    tier: Tier,
    next: Option<Tier>,
    is_canceled: bool,
    month: i32,
    holds: [Option<u64>; SLOTS],
    spent: u64,
    spent_of_plan: u64,
    overage: u64,
    overage_limit: u64,
    alerts: BTreeSet<(i32, u8)>,
    last: Option<Settled>,
}

#[derive(Clone, Debug)]
struct Settled {
    turn_id: Uuid,
    at: DateTime<Utc>,
    charged: u64,
    taken: Vec<Movement>,
}

fn month(now: DateTime<Utc>) -> i32 {
    now.year() * 12 + now.month0() as i32
}

fn first_day(month: i32) -> DateTime<Utc> {
    let (year, month) = (month.div_euclid(12), month.rem_euclid(12) as u32 + 1);
    Utc.with_ymd_and_hms(year, month, 1, 0, 0, 0).unwrap()
}

impl Model {
    fn new(now: DateTime<Utc>, overage_limit: u64) -> Self {
        let mut model = Self {
            lots: Vec::new(),
            numbers: 0,
            tier: Tier::Free,
            next: None,
            is_canceled: false,
            month: month(now),
            holds: [None; SLOTS],
            spent: 0,
            spent_of_plan: 0,
            overage: 0,
            overage_limit,
            alerts: BTreeSet::new(),
            last: None,
        };
        model.add_plan(200);
        model
    }

    fn period_end(&self) -> DateTime<Utc> {
        first_day(self.month + 1)
    }

    fn balance(&self) -> u64 {
        self.lots.iter().map(|lot| lot.left).sum()
    }

    fn held(&self) -> u64 {
        self.holds.iter().flatten().sum()
    }

    fn free(&self) -> u64 {
        self.balance() - self.held()
    }

    fn add(&mut self, priority: u32, end: DateTime<Utc>, left: u64, is_plan: bool) {
        let same = self.lots.iter_mut().find(|lot| {
            lot.end == end
                && lot.is_plan == is_plan
                && (is_plan || priority == OVERAGE_PRIORITY)
                && lot.priority == priority
        });
        if let Some(lot) = same {
            lot.left += left;
        } else if left > 0 {
            self.numbers += 1;
            self.lots.push(Lot {
                priority,
                end,
                number: self.numbers,
                left,
                is_plan,
            });
        }
    }

    fn add_plan(&mut self, left: u64) {
        self.add(100, self.period_end(), left, true);
    }

    /// One credit after the other; gives what came from which lot.
    fn take(&mut self, credits: u64, of: impl Fn(&Lot) -> bool) -> BTreeMap<u64, u64> {
        let mut taken = BTreeMap::new();
        let mut credits = credits;
        self.lots.sort();
        for lot in self.lots.iter_mut().filter(|lot| of(lot)) {
            while credits > 0 && lot.left > 0 {
                let piece = credits.min(lot.left);
                credits -= piece;
                lot.left -= piece;
                *taken.entry(lot.number).or_default() += piece;
            }
        }
        taken
    }

    fn spend(&mut self, credits: u64) {
        let end = self.period_end();
        let plan: BTreeSet<u64> = self
            .lots
            .iter()
            .filter(|lot| lot.is_plan && lot.end == end)
            .map(|lot| lot.number)
            .collect();
        let taken = self.take(credits, |_| true);
        self.spent += credits;
        self.spent_of_plan += taken
            .iter()
            .filter(|(number, _)| plan.contains(number))
            .map(|(_, taken)| taken)
            .sum::<u64>();
    }

    fn expire(&mut self, now: DateTime<Utc>, coming: u64) {
        let lasting: u64 = self
            .lots
            .iter()
            .filter(|lot| lot.end > now)
            .map(|lot| lot.left)
            .sum();
        let mut kept = self.held().saturating_sub(lasting + coming);
        self.lots.sort();
        for lot in self.lots.iter_mut().filter(|lot| lot.end <= now) {
            let stays = kept.min(lot.left);
            lot.left = stays;
            kept -= stays;
        }
    }

    fn advance(&mut self, now: DateTime<Utc>) {
        if month(now) <= self.month {
            self.expire(now, 0);
            return;
        }
        self.month = month(now);
        self.tier = self.next.take().unwrap_or(self.tier);
        self.is_canceled = false;
        (self.spent, self.spent_of_plan, self.overage) = (0, 0, 0);
        let coming = self.tier.plan().monthly_credits;
        self.expire(now, coming);
        self.add_plan(coming);
    }

    fn plan_left(&self) -> u64 {
        let end = self.period_end();
        self.lots
            .iter()
            .filter(|lot| lot.is_plan && lot.end == end)
            .map(|lot| lot.left)
            .sum()
    }

    fn give_overage(&mut self, credits: u64) {
        self.overage += credits;
        self.add(OVERAGE_PRIORITY, self.period_end(), credits, false);
    }

    /// The percentages that are reached now for the first time.
    fn alerts(&mut self) -> Vec<u8> {
        let of = (self.balance() + self.spent).saturating_sub(self.overage);
        [80, 100]
            .into_iter()
            .filter(|percent| self.spent > 0 && self.spent * 100 >= of * u64::from(*percent))
            .filter(|percent| self.alerts.insert((self.month, *percent)))
            .collect()
    }
}

struct World {
    now: DateTime<Utc>,
    account: Account,
    model: Model,
    turns: u128,
    entries: Vec<Entry>,
    /// What each grant has by the entries.
    by_grant: BTreeMap<u64, i64>,
}

fn run(overage_limit: u64, steps: &[Step]) {
    let now = Utc.with_ymd_and_hms(2026, 1, 1, 0, 0, 0).unwrap();
    let mut world = World {
        now,
        account: Account::open(Uuid::from_u128(7), Tier::Free, now),
        model: Model::new(now, overage_limit),
        turns: 0,
        entries: Vec::new(),
        by_grant: BTreeMap::new(),
    };
    world.check(&[]);
    for step in steps {
        world.account.advance(world.now);
        world.model.advance(world.now);
        let alerts = world.apply(step);
        world.check(&alerts);
    }
}

impl World {
    /// Does the step on both sides; gives the alerts that the model expects.
    fn apply(&mut self, step: &Step) -> Vec<u8> {
        let Self {
            now,
            account,
            model,
            turns,
            ..
        } = self;
        let now_is = *now;
        match *step {
            Step::Hold { slot, credits } => {
                if model.holds[slot].is_some() {
                    return vec![];
                }
                let (balance, free) = (model.balance(), model.free());
                let room = model.overage_limit.saturating_sub(model.overage);
                let expected = if credits <= free {
                    Hold::Held
                } else if credits <= balance || (credits - free > room && credits - balance <= room)
                {
                    Hold::TurnsRunning
                } else if credits - free <= room {
                    model.give_overage(credits - free);
                    Hold::Held
                } else {
                    Hold::UsageLimitReached
                };
                assert_eq!(account.hold(credits, model.overage_limit, now_is), expected);
                if expected == Hold::Held {
                    model.holds[slot] = Some(credits);
                }
                vec![]
            }
            Step::Raise { slot, more } => {
                let Some(hold) = model.holds[slot] else {
                    return vec![];
                };
                let missing = more.saturating_sub(model.free());
                let has_room = missing <= model.overage_limit.saturating_sub(model.overage);
                assert_eq!(account.raise(more, model.overage_limit, now_is), has_room);
                if has_room {
                    model.give_overage(missing);
                    model.holds[slot] = Some(hold + more);
                }
                vec![]
            }
            Step::Settle { slot, credits } => {
                let Some(hold) = model.holds[slot].take() else {
                    return vec![];
                };
                *turns += 1;
                let turn_id = Uuid::from_u128(*turns);
                let charged = credits.min(model.free());
                model.spend(charged);
                let alerts = if charged > 0 { model.alerts() } else { vec![] };
                model.expire(now_is, 0);
                let charge = Charge {
                    turn_id,
                    chat_id: Uuid::nil(),
                    credits,
                    usage: usage(true),
                };
                assert_eq!(account.settle(hold, charge, now_is), charged);
                model.last = Some(Settled {
                    turn_id,
                    at: now_is,
                    charged,
                    taken: vec![],
                });
                alerts
            }
            Step::Correct { credits } => {
                let Some(last) = model.last.take() else {
                    return vec![];
                };
                let correction = Correction {
                    turn_id: last.turn_id,
                    chat_id: Uuid::nil(),
                    charged: last.charged,
                    charged_at: last.at,
                    taken: last.taken.clone(),
                    credits,
                    usage: usage(false),
                };
                let is_of_this_period = month(last.at) >= model.month;
                let (expected, alerts) = if credits > last.charged {
                    let more = (credits - last.charged).min(model.free());
                    model.spend(more);
                    let alerts = if more > 0 { model.alerts() } else { vec![] };
                    (last.charged + more, alerts)
                } else {
                    let mut back = last.charged - credits;
                    if is_of_this_period {
                        model.spent = model.spent.saturating_sub(back);
                    }
                    let end = model.period_end();
                    for movement in last.taken.iter().rev() {
                        let piece = back.min(movement.amount.unsigned_abs());
                        let lot = model
                            .lots
                            .iter_mut()
                            .find(|lot| lot.number == movement.grant && lot.end > now_is);
                        if let Some(lot) = lot {
                            lot.left += piece;
                            back -= piece;
                            if lot.is_plan && lot.end == end && is_of_this_period {
                                model.spent_of_plan = model.spent_of_plan.saturating_sub(piece);
                            }
                        }
                    }
                    model.add_plan(back);
                    (credits, vec![])
                };
                assert_eq!(account.correct(correction, now_is), expected);
                alerts
            }
            Step::Wait { hours } => {
                *now += TimeDelta::hours(hours);
                vec![]
            }
            Step::SetTier(tier) => {
                account.set_tier(tier, now_is);
                (model.tier, model.next, model.is_canceled) = (tier, None, false);
                let target = tier
                    .plan()
                    .monthly_credits
                    .saturating_sub(model.spent_of_plan);
                let left = model.plan_left();
                if target > left {
                    model.add_plan(target - left);
                } else {
                    let end = model.period_end();
                    let surplus = (left - target).min(model.free());
                    model.take(surplus, |lot| lot.is_plan && lot.end == end);
                }
                vec![]
            }
            Step::ChangeTier(tier) => {
                account.change_tier(tier, now_is);
                model.change_tier(tier);
                vec![]
            }
            Step::Cancel => {
                let is_free = model.tier == Tier::Free;
                assert_eq!(account.cancel(now_is).is_err(), is_free);
                if !is_free {
                    model.change_tier(Tier::Free);
                }
                vec![]
            }
            Step::Resume => {
                account.resume();
                (model.next, model.is_canceled) = (None, false);
                vec![]
            }
            Step::SetLeft(credits) => {
                account.set_left(credits, now_is);
                let left = credits.max(model.held());
                let lasting: u64 = model
                    .lots
                    .iter()
                    .filter(|lot| lot.end > now_is)
                    .map(|lot| lot.left)
                    .sum();
                if left > lasting {
                    model.expire(now_is, left - lasting);
                    model.add_plan(left - lasting);
                } else {
                    model.take(lasting - left, |_| true);
                }
                vec![]
            }
            Step::Give {
                credits,
                priority,
                days,
            } => {
                let expires_at = days.map(|days| now_is + TimeDelta::days(days));
                let description = "A present".to_owned();
                account.give(
                    NewGrant {
                        credits,
                        priority,
                        expires_at,
                        description,
                    },
                    now_is,
                );
                if credits > 0 {
                    model.numbers += 1;
                    let end = expires_at.unwrap_or(DateTime::<Utc>::MAX_UTC);
                    let number = model.numbers;
                    model.lots.push(Lot {
                        priority,
                        end,
                        number,
                        left: credits,
                        is_plan: false,
                    });
                }
                vec![]
            }
        }
    }

    /// Both sides are the same, and the books are in order.
    fn check(&mut self, expected_alerts: &[u8]) {
        let Self {
            account,
            model,
            entries,
            by_grant,
            ..
        } = self;
        let changes = account.take_changes();
        for entry in &changes.entries {
            let moved: i64 = entry.movements.iter().map(|movement| movement.amount).sum();
            assert_eq!(entry.amount, moved, "{entry:?}");
            assert_ne!(entry.amount, 0, "{entry:?}");
            let is_signed = match entry.kind {
                EntryKind::Grant => entry.amount > 0,
                EntryKind::Charge | EntryKind::Expiry => entry.amount < 0,
                EntryKind::Adjustment => true,
            };
            assert!(is_signed, "{entry:?}");
            for movement in &entry.movements {
                *by_grant.entry(movement.grant).or_default() += movement.amount;
            }
            if let (EntryKind::Charge, Some(last)) = (entry.kind, &mut model.last) {
                last.taken = entry.movements.clone();
            }
            entries.push(entry.clone());
            let sum: i64 = entries.iter().map(|entry| entry.amount).sum();
            assert_eq!(
                entry.balance_after,
                u64::try_from(sum).unwrap(),
                "{entry:?}"
            );
            assert_eq!(entry.number, entries.len() as u64);
        }
        let keys: BTreeSet<_> = entries.iter().map(|entry| &entry.idempotency_key).collect();
        assert_eq!(keys.len(), entries.len(), "every key is used once");
        let alerts: Vec<u8> = changes.alerts.iter().map(|alert| alert.percent).collect();
        assert_eq!(alerts, expected_alerts);
        let balance = account.balance();
        assert_eq!(balance, model.balance());
        assert!(balance >= account.state().held);
        assert_eq!(account.state().held, model.held());
        for grant in account.grants() {
            assert_eq!(
                by_grant[&grant.number],
                i64::try_from(grant.remaining).unwrap()
            );
            assert!(grant.remaining <= grant.amount);
            let lot = model
                .lots
                .iter()
                .find(|lot| lot.number == grant.number)
                .unwrap();
            assert_eq!(lot.left, grant.remaining, "{grant:?}");
            assert_eq!(lot.is_plan, grant.kind == GrantKind::Plan);
        }
        let plan = account.plan(model.overage_limit);
        assert_eq!(plan.active_subscription_tier, model.tier);
        assert_eq!(plan.credits_total, balance + model.spent);
        assert_eq!(plan.cancel_at_period_end, model.is_canceled);
        assert_eq!(plan.canceled_at.is_some(), model.is_canceled);
        assert_eq!(plan.period.start, first_day(model.month));
        assert_eq!(plan.period.end, model.period_end());
        let is_over = balance == 0 && model.overage >= model.overage_limit;
        assert_eq!(plan.usage_limit_reached, is_over);
        assert!((0.0..=100.0).contains(&plan.percent_usage));
    }
}

impl Model {
    fn change_tier(&mut self, tier: Tier) {
        if tier == Tier::Free && self.tier != Tier::Free {
            (self.next, self.is_canceled) = (Some(tier), true);
            return;
        }
        (self.next, self.is_canceled) = (None, false);
        let [old, new] = [self.tier, tier].map(|tier| tier.plan().monthly_credits);
        if new < old {
            self.next = Some(tier);
        } else if new > old {
            self.tier = tier;
            let missing = new
                .saturating_sub(self.spent_of_plan)
                .saturating_sub(self.plan_left());
            self.add_plan(missing);
        }
    }
}

fn usage(estimated: bool) -> EntryUsage {
    EntryUsage {
        model: "scripted".to_owned(),
        input_tokens: 10,
        output_tokens: 5,
        estimated,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ten_thousand_histories((overage_limit, steps) in steps()) {
        run(overage_limit, &steps);
    }
}
