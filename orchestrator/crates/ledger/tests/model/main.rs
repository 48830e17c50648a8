//! Random histories of an account against a small, slow model of it: 10,000 of them.

#![expect(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it should be"
)]

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use portolan_ledger::{
    Account, AccountEntry, Charge, Correction, EntryKind, EntryUsage, GrantKind, Hold, NewGrant,
    Plans, Tier,
};
use proptest::prelude::*;
use uuid::Uuid;

mod account;

use account::{Lot, Model, SettledTurn, first_day, month_number, monthly_credits};

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
    /// A provider's usage report for the last settled turn.
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

fn any_steps() -> impl Strategy<Value = (u64, Vec<Step>)> {
    let slot = || 0..SLOTS;
    let credits = || prop_oneof![0..30u64, 30..260u64, 0..6_000u64];
    let tier = || {
        prop_oneof![
            Just(Tier::from("free")),
            Just(Tier::from("pro")),
            Just(Tier::from("team"))
        ]
    };
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

struct LedgerWorld {
    now: DateTime<Utc>,
    account: Account,
    model: Model,
    turns: u128,
    entries: Vec<AccountEntry>,
    /// The credits of each grant according to the entries.
    by_grant: BTreeMap<u64, i64>,
}

fn run_model(overage_limit: u64, steps: &[Step]) {
    let now = Utc.with_ymd_and_hms(2026, 1, 1, 0, 0, 0).unwrap();
    let mut world = LedgerWorld {
        now,
        account: Account::open(Uuid::from_u128(7), Plans::standard(), now),
        model: Model::new(now, overage_limit),
        turns: 0,
        entries: Vec::new(),
        by_grant: BTreeMap::new(),
    };
    world.check_books(&[]);
    for step in steps {
        world.account.advance(world.now);
        world.model.advance(world.now);
        let alerts = world.apply_step(step);
        world.check_books(&alerts);
    }
}

impl LedgerWorld {
    /// Does the step on both sides; gives the alerts that the model expects.
    fn apply_step(&mut self, step: &Step) -> Vec<u8> {
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
                    model.grant_overage(credits - free);
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
                    model.grant_overage(missing);
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
                let alerts = if charged > 0 {
                    model.reached_alerts()
                } else {
                    vec![]
                };
                model.expire(now_is, 0);
                let charge = Charge {
                    turn_id,
                    chat_id: Uuid::nil(),
                    credits,
                    usage: entry_usage(true),
                };
                assert_eq!(account.settle(hold, charge, now_is), charged);
                model.last = Some(SettledTurn {
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
                    usage: entry_usage(false),
                };
                let is_of_this_period = month_number(last.at) >= model.month;
                let (expected, alerts) = if credits > last.charged {
                    let more = (credits - last.charged).min(model.free());
                    model.spend(more);
                    let alerts = if more > 0 {
                        model.reached_alerts()
                    } else {
                        vec![]
                    };
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
            Step::SetTier(ref tier) => {
                account.set_tier(tier.clone(), now_is);
                (model.tier, model.next, model.is_canceled) = (tier.clone(), None, false);
                let target = monthly_credits(tier).saturating_sub(model.spent_of_plan);
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
            Step::ChangeTier(ref tier) => {
                account.change_tier(tier.clone(), now_is);
                model.change_tier(tier.clone());
                vec![]
            }
            Step::Cancel => {
                let is_free = model.tier == Tier::from("free");
                assert_eq!(account.cancel(now_is).is_err(), is_free);
                if !is_free {
                    model.change_tier(Tier::from("free"));
                }
                vec![]
            }
            Step::Resume => {
                account.resume();
                (model.next, model.is_canceled) = (None, false);
                vec![]
            }
            Step::SetLeft(credits) => {
                account.set_left(credits, "Set in a test", now_is);
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
    fn check_books(&mut self, expected_alerts: &[u8]) {
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

fn entry_usage(estimated: bool) -> EntryUsage {
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
    fn ten_thousand_histories_match_model((overage_limit, steps) in any_steps()) {
        run_model(overage_limit, &steps);
    }
}
