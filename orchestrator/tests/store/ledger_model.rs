//! Random histories of an account: the store does what the pure rules say, and after every step
//! the audit is clean. The rules themselves are held against a model in `crates/ledger`.

use chrono::TimeDelta;
use portolan_chat::Usage;
use portolan_domain::{NewGrant, Plans, Tier};
use portolan_ledger::{Account, Charge, Correction, EntryUsage, Hold};
use portolan_store::{BeginOutcome, RaiseHold, UsageReport};
use proptest::{prelude::*, test_runner::TestRunner};
use uuid::Uuid;

use crate::world::{OwnedChat, StoreWorld, USAGE};

const CHATS: usize = 3;
const OVERAGE_LIMIT: u64 = 40;
#[derive(Clone, Debug)]
enum Step {
    Begin { chat: usize, hold: u64 },
    Raise { chat: usize, more: u64 },
    Finish { chat: usize, charge: u64 },
    Correct { credits: u64 },
    Wait { hours: i64 },
    SetPlan(Tier),
    ChangePlan(Tier),
    Cancel,
    Resume,
    SetCredits(u64),
    Give { credits: u64, days: i64 },
    ReadPlan,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let chat = || 0..CHATS;
    let credits = || prop_oneof![0..30u64, 150..260u64, 0..6_000u64];
    let tier = || {
        prop_oneof![
            Just(Tier::from("free")),
            Just(Tier::from("pro")),
            Just(Tier::from("team"))
        ]
    };
    let step = prop_oneof![
        6 => (chat(), credits()).prop_map(|(chat, hold)| Step::Begin { chat, hold }),
        2 => (chat(), credits()).prop_map(|(chat, more)| Step::Raise { chat, more }),
        6 => (chat(), credits()).prop_map(|(chat, charge)| Step::Finish { chat, charge }),
        1 => (0..400u64).prop_map(|credits| Step::Correct { credits }),
        // An hour or a day back too, and months ahead.
        3 => prop_oneof![Just(-24i64), Just(-1), 1..100i64, 600..2_000i64].prop_map(|hours| Step::Wait { hours }),
        1 => tier().prop_map(Step::SetPlan),
        1 => tier().prop_map(Step::ChangePlan),
        1 => Just(Step::Cancel),
        1 => Just(Step::Resume),
        1 => credits().prop_map(Step::SetCredits),
        1 => (credits(), 1..60i64).prop_map(|(credits, days)| Step::Give { credits, days }),
        2 => Just(Step::ReadPlan),
    ];
    prop::collection::vec(step, 1..40)
}

struct History<'a> {
    world: &'a StoreWorld,
    user_id: Uuid,
    chats: Vec<OwnedChat<'a>>,
    account: Account,
    turns: [Option<(Uuid, u64)>; CHATS],
    /// The last settled turn that was charged, and how.
    settled: Option<Correction>,
}

async fn run(world: &StoreWorld, steps: &[Step]) {
    world.hand.set("2026-01-01T00:00:00Z".parse().unwrap());
    let email = format!("{}@example.com", world.ids.id());
    let user_id = world.user(&email).await;
    let mut chats = Vec::new();
    for _ in 0..CHATS {
        chats.push(world.chat(user_id).await);
    }
    let mut history = History {
        world,
        user_id,
        chats,
        account: Account::open(user_id, Plans::standard(), world.now()),
        turns: [None; CHATS],
        settled: None,
    };
    history.account.take_changes();
    for step in steps {
        history.apply(step).await;
        world.assert_audited().await;
    }
    history.apply(&Step::ReadPlan).await;
    world.store.delete_user(user_id, world.now()).await.unwrap();
}

impl History<'_> {
    async fn apply(&mut self, step: &Step) {
        let now = self.world.now();
        let store = &self.world.store;
        let user_id = self.user_id;
        let mut account = self.account.clone();
        account.advance(now);
        match step.clone() {
            Step::Begin { chat, hold } => {
                let turn_id = self.world.ids.id();
                let begun = self.chats[chat].begin(turn_id, None, hold).await.unwrap();
                if self.turns[chat].is_some() {
                    assert_eq!(begun, BeginOutcome::TurnRunning);
                    return;
                }
                let expected = match account.hold(hold, OVERAGE_LIMIT, now) {
                    Hold::Held => BeginOutcome::Begun,
                    Hold::UsageLimitReached => BeginOutcome::UsageLimitReached,
                    Hold::TurnsRunning => BeginOutcome::TurnsRunning,
                };
                assert_eq!(begun, expected, "{step:?}");
                if begun != BeginOutcome::Begun {
                    // A refusal leaves nothing behind.
                    return;
                }
                self.turns[chat] = Some((turn_id, hold));
            }
            Step::Raise { chat, more } => {
                let Some((turn_id, hold)) = self.turns[chat] else {
                    return;
                };
                let chat_is = &self.chats[chat];
                let mut raise = chat_is.commit(chat_is.last_event_id().await + 1, &[]);
                let to = hold + more;
                raise.raise_hold = Some(RaiseHold { turn_id, to });
                let refused = store.commit(&raise).await.unwrap().hold_refused;
                assert_eq!(
                    !refused,
                    account.raise(more, OVERAGE_LIMIT, now),
                    "{step:?}"
                );
                if !refused {
                    self.turns[chat] = Some((turn_id, to));
                }
            }
            Step::Finish { chat, charge } => {
                let Some((turn_id, hold)) = self.turns[chat].take() else {
                    return;
                };
                let chat_id = self.chats[chat].id;
                let committed = self.chats[chat].finish(turn_id, charge).await.unwrap();
                let usage = used(USAGE);
                let wanted = Charge {
                    turn_id,
                    chat_id,
                    credits: charge,
                    usage,
                };
                let charged = account.settle(hold, wanted, now);
                assert_eq!(committed.charged, charged, "{step:?}");
                let entries = account.clone().take_changes().entries;
                let taken = entries.into_iter().find(|entry| entry.turn.is_some());
                self.settled = taken.map(|entry| Correction {
                    turn_id,
                    chat_id,
                    charged,
                    charged_at: now,
                    taken: entry.movements,
                    credits: 0,
                    usage: used(USAGE),
                });
            }
            Step::Correct { credits } => {
                let Some(settled) = self.settled.take() else {
                    return;
                };
                let usage = Usage {
                    input_tokens: credits,
                    ..Usage::default()
                };
                let report = UsageReport {
                    turn_id: settled.turn_id,
                    usage,
                    credits,
                    cost: credits,
                    now,
                };
                let corrected = store.correct_usage(&report).await.unwrap();
                let usage = used(usage);
                let expected = account.correct(
                    Correction {
                        credits,
                        usage,
                        ..settled
                    },
                    now,
                );
                assert_eq!(corrected, Some(expected), "{step:?}");
            }
            Step::Wait { hours } => {
                self.world.hand.advance(TimeDelta::hours(hours));
                return;
            }
            Step::SetPlan(tier) => {
                account.set_tier(tier.clone(), now);
                store.set_plan(user_id, tier, now).await.unwrap();
            }
            Step::ChangePlan(tier) => {
                account.change_tier(tier.clone(), now);
                store.change_plan(user_id, tier, now).await.unwrap();
            }
            Step::Cancel => {
                let canceled = store.cancel_plan(user_id, now).await;
                assert_eq!(canceled.is_ok(), account.cancel(now).is_ok());
                if canceled.is_err() {
                    return;
                }
            }
            Step::Resume => {
                account.resume();
                store.resume_plan(user_id, now).await.unwrap();
            }
            Step::SetCredits(credits) => {
                account.set_left(credits, "Set in a test", now);
                store.set_credits(user_id, credits, now).await.unwrap();
            }
            Step::Give { credits, days } => {
                let grant = NewGrant {
                    credits,
                    priority: 50,
                    expires_at: Some(now + TimeDelta::days(days)),
                    description: "A present".to_owned(),
                };
                account.give(grant.clone(), now);
                store.grant_credits(user_id, grant, now).await.unwrap();
            }
            Step::ReadPlan => {}
        }
        let plan = store.plan(user_id, now).await.unwrap();
        account.advance(now);
        assert_eq!(plan, account.plan(OVERAGE_LIMIT), "{step:?}");
        let mut told = Vec::new();
        for alert in account.take_changes().alerts {
            told.push(alert.kind());
        }
        let notifications = store.deliver_notifications(user_id, now).await.unwrap();
        let kinds: Vec<_> = notifications.into_iter().map(|told| told.kind).collect();
        assert_eq!(kinds, told, "{step:?}");
        self.account = account;
    }
}

fn used(usage: Usage) -> EntryUsage {
    EntryUsage {
        model: "built-in".to_owned(),
        input_tokens: usage.input_tokens,
        output_tokens: usage.output_tokens,
        estimated: usage.estimated,
    }
}

fn check(cases: u32, runtime: &tokio::runtime::Runtime, world: &StoreWorld) {
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    TestRunner::new(config)
        .run(&steps(), |steps| {
            runtime.block_on(run(world, &steps));
            Ok(())
        })
        .unwrap();
}

fn soft(mut world: StoreWorld) -> StoreWorld {
    world.store = world.store.with_overage_limit(OVERAGE_LIMIT);
    world
}

#[test]
fn sqlite() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let world = soft(runtime.block_on(StoreWorld::sqlite_in_memory()));
    check(300, &runtime, &world);
}

#[test]
fn postgres() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    if let Some(world) = runtime.block_on(StoreWorld::postgres()).map(soft) {
        check(20, &runtime, &world);
    }
}
