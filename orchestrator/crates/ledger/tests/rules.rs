//! The rules in single cases.

use chrono::{DateTime, TimeDelta, Utc};
use portolan_ledger::{
    Account, Charge, Correction, EntryKind, EntryUsage, Hold, Movement, NORMAL_PRIORITY, NewGrant,
    Plans, Subscription, Tier,
};
use uuid::Uuid;

fn parse_time(text: &str) -> DateTime<Utc> {
    text.parse().expect("a time")
}

fn start_time() -> DateTime<Utc> {
    parse_time("2026-01-31T10:00:00Z")
}

fn open_account(tier: Tier) -> Account {
    let mut account = Account::open(Uuid::from_u128(1), Plans::standard(), start_time());
    account.set_tier(tier, start_time());
    account.take_changes();
    account
}

fn entry_usage(estimated: bool) -> EntryUsage {
    EntryUsage {
        model: "scripted".to_owned(),
        input_tokens: 100,
        output_tokens: 20,
        estimated,
    }
}

/// Charges so many credits; the numbers of the alerts that came of it.
fn charge_turn(account: &mut Account, turn: u128, credits: u64, now: DateTime<Utc>) -> Vec<u8> {
    assert_eq!(account.hold(credits, 0, now), Hold::Held);
    let charge = Charge {
        turn_id: Uuid::from_u128(turn),
        chat_id: Uuid::nil(),
        credits,
        usage: entry_usage(true),
    };
    assert_eq!(account.settle(credits, charge, now), credits);
    let alerts = account.take_changes().alerts;
    alerts.iter().map(|alert| alert.percent).collect()
}

fn add_grant(account: &mut Account, credits: u64, priority: u32, expires_at: Option<&str>) {
    let grant = NewGrant {
        credits,
        priority,
        expires_at: expires_at.map(parse_time),
        description: "A present".to_owned(),
    };
    account.give(grant, start_time());
}

#[test]
fn charge_consumes_grants_by_priority_expiry_and_age() {
    let mut account = open_account(Tier::from("free"));
    add_grant(&mut account, 10, NORMAL_PRIORITY, None);
    add_grant(&mut account, 10, 1, None);
    add_grant(
        &mut account,
        10,
        NORMAL_PRIORITY,
        Some("2026-02-01T00:00:00Z"),
    );
    account.take_changes();
    let mut order = Vec::new();
    for (turn, credits) in (0..).zip([10, 10, 150, 55, 5]) {
        assert_eq!(account.hold(credits, 0, start_time()), Hold::Held);
        let charge = Charge {
            turn_id: Uuid::from_u128(turn),
            chat_id: Uuid::nil(),
            credits,
            usage: entry_usage(false),
        };
        account.settle(credits, charge, start_time());
        for entry in account.take_changes().entries {
            let moved = entry.movements.iter();
            order.push(
                moved
                    .map(|moved| (moved.grant, moved.amount))
                    .collect::<Vec<_>>(),
            );
        }
    }
    assert_eq!(
        order,
        [
            vec![(3, -10)],
            vec![(4, -10)],
            vec![(1, -150)],
            vec![(1, -50), (2, -5)],
            vec![(2, -5)],
        ]
    );
}

#[test]
fn expired_grant_keeps_only_held_credits() {
    let mut account = open_account(Tier::from("free"));
    account.set_left(10, "Set in a test", start_time());
    add_grant(&mut account, 50, 1, Some("2026-02-10T00:00:00Z"));
    assert_eq!(account.hold(30, 0, start_time()), Hold::Held);
    let later = parse_time("2026-02-11T00:00:00Z");
    assert!(account.is_due(later));
    account.advance(later);
    // The plan has 10 and the turn holds 30: 20 of the expired grant wait for it.
    assert_eq!(account.balance(), 30);
    assert!(!account.is_due(later));
    let charge = Charge {
        turn_id: Uuid::from_u128(1),
        chat_id: Uuid::nil(),
        credits: 5,
        usage: entry_usage(false),
    };
    assert_eq!(account.settle(30, charge, later), 5);
    assert_eq!(account.balance(), 10);
}

#[test]
fn period_anchored_on_january_31_follows_month_ends() {
    let mut account = open_account(Tier::from("pro"));
    for (now, end) in [
        ("2026-02-28T10:00:00Z", "2026-03-31T10:00:00Z"),
        ("2026-03-31T10:00:00Z", "2026-04-30T10:00:00Z"),
    ] {
        account.advance(parse_time(now));
        let plan = account.plan(0);
        assert_eq!(
            (plan.period.start, plan.period.end),
            (parse_time(now), parse_time(end))
        );
        assert_eq!(plan.credits_left, 5_000);
    }
}

#[test]
fn upgrade_applies_immediately_and_keeps_period() {
    let mut account = open_account(Tier::from("free"));
    charge_turn(&mut account, 1, 150, start_time());
    let later = parse_time("2026-02-20T00:00:00Z");
    account.change_tier(Tier::from("pro"), later);
    let plan = account.plan(0);
    assert_eq!((plan.credits_left, plan.credits_total), (4_850, 5_000));
    assert_eq!(plan.period.start, start_time());
    let entry = &account.take_changes().entries[0];
    assert_eq!((entry.kind, entry.amount), (EntryKind::Grant, 4_800));
}

#[test]
fn cancelled_plan_lasts_until_period_end() {
    let mut account = open_account(Tier::from("team"));
    account
        .cancel(start_time())
        .expect("a plan that is paid for");
    account
        .cancel(start_time() + TimeDelta::days(1))
        .expect("cancelled already");
    let plan = account.plan(0);
    assert_eq!(plan.active_subscription_tier, Tier::from("team"));
    assert_eq!(
        (plan.canceled_at, plan.cancel_at_period_end),
        (Some(start_time()), true)
    );
    account.resume();
    assert!(!account.plan(0).cancel_at_period_end);
    account
        .cancel(start_time())
        .expect("a plan that is paid for");
    account.advance(parse_time("2026-02-28T10:00:00Z"));
    let plan = account.plan(0);
    assert_eq!(
        (plan.active_subscription_tier, plan.credits_left),
        (Tier::from("free"), 200)
    );
    assert_eq!((plan.canceled_at, plan.cancel_at_period_end), (None, false));
    assert!(account.cancel(start_time()).is_err());
}

#[test]
fn downgrade_waits_for_period_end_unless_reverted() {
    let mut account = open_account(Tier::from("team"));
    account.change_tier(Tier::from("pro"), start_time());
    assert_eq!(account.plan(0).credits_left, 25_000);
    account.change_tier(Tier::from("team"), start_time());
    account.advance(parse_time("2026-02-28T10:00:00Z"));
    assert_eq!(account.plan(0).credits_left, 25_000);
    account.change_tier(Tier::from("pro"), parse_time("2026-03-01T00:00:00Z"));
    account.advance(parse_time("2026-03-31T10:00:00Z"));
    assert_eq!(account.plan(0).active_subscription_tier, Tier::from("pro"));
}

#[test]
fn alerts_are_sent_once_per_period() {
    let mut account = open_account(Tier::from("free"));
    assert!(charge_turn(&mut account, 1, 159, start_time()).is_empty());
    assert_eq!(charge_turn(&mut account, 2, 1, start_time()), [80]);
    assert!(charge_turn(&mut account, 3, 1, start_time()).is_empty());
    assert_eq!(charge_turn(&mut account, 4, 39, start_time()), [100]);
    // More credits, used up again.
    account.set_left(10, "Set in a test", start_time());
    assert!(charge_turn(&mut account, 5, 10, start_time()).is_empty());
    let march = parse_time("2026-03-01T00:00:00Z");
    account.advance(march);
    // One charge that passes both percentages gives the higher one alone.
    assert_eq!(charge_turn(&mut account, 6, 200, march), [100]);
}

#[test]
fn soft_limit_covers_shortfall_up_to_its_maximum() {
    let mut account = open_account(Tier::from("free"));
    account.set_left(10, "Set in a test", start_time());
    assert_eq!(account.hold(50, 60, start_time()), Hold::Held);
    assert_eq!((account.balance(), account.free()), (50, 0));
    // Another 20 are left to give.
    assert_eq!(account.hold(15, 60, start_time()), Hold::TurnsRunning);
    assert!(account.raise(20, 60, start_time()));
    assert!(!account.raise(1, 60, start_time()));
    let charge = Charge {
        turn_id: Uuid::from_u128(1),
        chat_id: Uuid::nil(),
        credits: 70,
        usage: entry_usage(false),
    };
    assert_eq!(account.settle(70, charge, start_time()), 70);
    assert!(account.plan(60).usage_limit_reached);
    assert_eq!(account.hold(1, 60, start_time()), Hold::UsageLimitReached);
    // Unused overage doesn't outlast the period.
    let march = parse_time("2026-03-01T00:00:00Z");
    account.advance(march);
    assert_eq!(account.balance(), 200);
    assert_eq!(account.hold(260, 60, march), Hold::Held);
}

#[test]
fn correction_refunds_original_grants_or_charges_free_credits() {
    let mut account = open_account(Tier::from("free"));
    add_grant(&mut account, 10, 1, None);
    charge_turn(&mut account, 1, 30, start_time());
    let correction = |charged, credits| Correction {
        turn_id: Uuid::from_u128(1),
        chat_id: Uuid::nil(),
        charged,
        charged_at: start_time(),
        taken: vec![
            Movement {
                grant: 2,
                amount: -10,
            },
            Movement {
                grant: 1,
                amount: -20,
            },
        ],
        credits,
        usage: entry_usage(false),
    };
    assert_eq!(account.correct(correction(30, 5), start_time()), 5);
    let entry = account.take_changes().entries.remove(0);
    assert_eq!((entry.kind, entry.amount), (EntryKind::Adjustment, 25));
    let back = [
        Movement {
            grant: 1,
            amount: 20,
        },
        Movement {
            grant: 2,
            amount: 5,
        },
    ];
    assert_eq!(entry.movements, back);
    let plan = account.plan(0);
    assert_eq!((plan.credits_left, plan.credits_total), (205, 210));
    // More than was estimated, and more than there is.
    assert_eq!(account.correct(correction(5, 1_000), start_time()), 210);
    assert_eq!(account.balance(), 0);
    // In the next period an old grant is gone: the credits go to the new one.
    let march = parse_time("2026-03-01T00:00:00Z");
    account.advance(march);
    assert_eq!(account.correct(correction(30, 0), march), 0);
    assert_eq!(account.balance(), 230);
    assert_eq!(account.plan(0).percent_usage, 0.0);
}

#[test]
fn clock_jump_of_a_year_and_back_leaves_credits_unchanged() {
    for (tier, monthly) in [(Tier::from("free"), 200), (Tier::from("pro"), 5_000)] {
        let mut account = open_account(tier);
        add_grant(
            &mut account,
            70,
            NORMAL_PRIORITY,
            Some("2026-06-01T00:00:00Z"),
        );
        add_grant(&mut account, 30, NORMAL_PRIORITY, None);
        let now = parse_time("2026-02-10T00:00:00Z");
        account.advance(now);
        charge_turn(&mut account, 1, 50, now);
        let before = (account.balance(), account.state().period);
        assert_eq!(before.0, monthly + 100 - 50);

        account.advance(parse_time("2027-02-10T00:00:00Z"));
        account.take_changes();
        assert_eq!(account.balance(), monthly + 30);

        let later = parse_time("2026-02-11T00:00:00Z");
        assert!(account.is_due(later));
        account.advance(later);
        assert_eq!((account.balance(), account.state().period), before);
        assert_eq!(account.state().spent, 50);
        let entries = account.take_changes().entries;
        let change: i64 = entries.iter().map(|entry| entry.amount).sum();
        assert_eq!(change, 20, "{entries:?}");
        assert!(!account.is_due(later));

        // The next real period comes as if nothing had happened.
        account.advance(parse_time("2026-03-01T00:00:00Z"));
        assert_eq!(account.balance(), monthly + 100);
    }
}

#[test]
fn clock_set_back_a_day_changes_nothing() {
    let mut account = open_account(Tier::from("free"));
    account.advance(parse_time("2026-03-01T00:00:00Z"));
    account.take_changes();
    let before = account.clone();
    account.advance(parse_time("2026-02-27T00:00:00Z"));
    assert_eq!(account, before);
}

fn build_subscription(tier: &str, anchored_at: &str, canceled_at: Option<&str>) -> Subscription {
    Subscription {
        tier: Tier::from(tier),
        anchored_at: parse_time(anchored_at),
        canceled_at: canceled_at.map(parse_time),
    }
}

#[test]
fn subscription_starts_a_new_period_with_full_credits() {
    let mut account = open_account(Tier::from("free"));
    charge_turn(&mut account, 1, 150, start_time());
    let pro = build_subscription("pro", "2026-02-10T08:00:00Z", None);
    account.follow(Some(&pro), parse_time("2026-02-10T08:00:05Z"));
    let plan = account.plan(0);
    assert_eq!((plan.credits_left, plan.credits_total), (5_000, 5_000));
    assert_eq!(plan.period.end, parse_time("2026-03-10T08:00:00Z"));
    // A state that is told again changes nothing.
    account.take_changes();
    account.follow(Some(&pro), parse_time("2026-02-11T00:00:00Z"));
    assert!(account.take_changes().entries.is_empty());
}

#[test]
fn cancelled_subscription_lasts_until_provider_ends_it() {
    let mut account = open_account(Tier::from("free"));
    let (start, end) = ("2026-02-10T08:00:00Z", "2026-04-10T08:00:00Z");
    let yearly = build_subscription("team", start, Some("2026-02-20T00:00:00Z"));
    account.follow(Some(&yearly), parse_time("2026-02-20T00:00:00Z"));
    account.advance(parse_time(end));
    let plan = account.plan(0);
    assert_eq!(plan.active_subscription_tier, Tier::from("team"));
    assert!(plan.cancel_at_period_end);
    account.follow(None, parse_time("2026-04-11T00:00:00Z"));
    let plan = account.plan(0);
    assert_eq!(plan.active_subscription_tier, Tier::from("free"));
    assert_eq!((plan.credits_left, plan.cancel_at_period_end), (200, false));
}

#[test]
fn skipped_subscription_states_do_not_change_the_result() {
    let told = |states: &[Option<&str>]| {
        let mut account = open_account(Tier::from("free"));
        for tier in states {
            let state = tier.map(|tier| build_subscription(tier, "2026-02-10T08:00:00Z", None));
            account.follow(state.as_ref(), parse_time("2026-02-12T00:00:00Z"));
        }
        account.plan(0)
    };
    let all = told(&[Some("pro"), Some("team"), None, Some("pro")]);
    assert_eq!(all, told(&[Some("pro")]));
    assert_eq!(all.credits_left, 5_000);
}
