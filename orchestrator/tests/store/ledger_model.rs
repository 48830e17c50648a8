//! Random histories of an account against a small model of it; after every step the audit is clean.

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use portolan::{
    model::Tier,
    store::{Begin, RaiseHold},
};
use proptest::{prelude::*, test_runner::TestRunner};
use uuid::Uuid;

use crate::world::{OwnedChat, World};

const CHATS: usize = 3;

#[derive(Clone, Debug)]
enum Step {
    Begin { chat: usize, hold: u64 },
    Raise { chat: usize, to: u64 },
    Finish { chat: usize, charge: u64 },
    Wait { hours: i64 },
    SetPlan(Tier),
    SetCredits(u64),
    ReadPlan,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let chat = || 0..CHATS;
    let credits = || prop_oneof![0..30u64, 150..260u64, 0..6_000u64];
    let tier = prop_oneof![Just(Tier::Free), Just(Tier::Pro), Just(Tier::Team)];
    let step = prop_oneof![
        4 => (chat(), credits()).prop_map(|(chat, hold)| Step::Begin { chat, hold }),
        2 => (chat(), credits()).prop_map(|(chat, to)| Step::Raise { chat, to }),
        4 => (chat(), credits()).prop_map(|(chat, charge)| Step::Finish { chat, charge }),
        // An hour or a day back too, and months ahead.
        2 => prop_oneof![Just(-24i64), Just(-1), 1..100i64, 600..2_000i64].prop_map(|hours| Step::Wait { hours }),
        1 => tier.prop_map(Step::SetPlan),
        1 => credits().prop_map(Step::SetCredits),
        2 => Just(Step::ReadPlan),
    ];
    prop::collection::vec(step, 1..40)
}

/// Born on the first of a month, so that periods are calendar months.
#[derive(Clone, Debug)]
struct Model {
    tier: Tier,
    balance: u64,
    spent: u64,
    month: i32,
    turns: [Option<(Uuid, u64)>; CHATS],
}

impl Model {
    fn held(&self) -> u64 {
        self.turns.iter().flatten().map(|(_, hold)| hold).sum()
    }

    fn roll(&mut self, now: DateTime<Utc>) {
        if month(now) > self.month {
            let grant = self.tier.plan().monthly_credits;
            self.balance = grant.max(self.held());
            self.spent = 0;
            self.month = month(now);
        }
    }
}

fn month(now: DateTime<Utc>) -> i32 {
    now.year() * 12 + now.month0() as i32
}

async fn run(world: &World, steps: &[Step]) {
    world.hand.set("2026-01-01T00:00:00Z".parse().unwrap());
    let user_id = world.user("model@example.com").await;
    let mut chats = Vec::new();
    for _ in 0..CHATS {
        chats.push(world.chat(user_id).await);
    }
    let mut model = Model {
        tier: Tier::Free,
        balance: 200,
        spent: 0,
        month: month(world.now()),
        turns: [None; CHATS],
    };
    for step in steps {
        apply(world, &chats, &mut model, step).await;
        world.assert_audited().await;
    }
    model.roll(world.now());
    assert_eq!(
        world
            .store
            .plan(user_id, world.now())
            .await
            .unwrap()
            .credits_left,
        model.balance
    );
    world.store.delete_user(user_id).await.unwrap();
}

async fn apply(world: &World, chats: &[OwnedChat<'_>], model: &mut Model, step: &Step) {
    let now = world.now();
    let user_id = chats[0].user_id;
    match *step {
        Step::Begin { chat, hold } => {
            let turn_id = world.ids.id();
            let begun = chats[chat].begin(turn_id, None, hold).await.unwrap();
            let mut rolled = model.clone();
            rolled.roll(now);
            let expected = if model.turns[chat].is_some() {
                Begin::TurnRunning
            } else if rolled.balance < hold {
                Begin::UsageLimitReached
            } else if rolled.balance - rolled.held() < hold {
                Begin::TurnsRunning
            } else {
                Begin::Begun
            };
            assert_eq!(begun, expected, "{step:?}");
            if begun == Begin::Begun {
                rolled.turns[chat] = Some((turn_id, hold));
                *model = rolled;
            }
        }
        Step::Raise { chat, to } => {
            let Some((turn_id, hold)) = model.turns[chat] else {
                return;
            };
            model.roll(now);
            let mut raise = chats[chat].commit(chats[chat].last_event_id().await + 1, &[]);
            raise.raise_hold = Some(RaiseHold { turn_id, to });
            let refused = world.store.commit(&raise).await.unwrap().hold_refused;
            let room = model.balance - model.held();
            assert_eq!(refused, to.saturating_sub(hold) > room, "{step:?}");
            if !refused {
                model.turns[chat] = Some((turn_id, hold.max(to)));
            }
        }
        Step::Finish { chat, charge } => {
            let Some((turn_id, _)) = model.turns[chat] else {
                return;
            };
            model.roll(now);
            model.turns[chat] = None;
            let charged = charge.min(model.balance - model.held());
            assert_eq!(
                chats[chat].finish(turn_id, charge).await.unwrap().charged,
                charged,
                "{step:?}"
            );
            model.balance -= charged;
            model.spent += charged;
        }
        Step::Wait { hours } => world.hand.advance(TimeDelta::hours(hours)),
        Step::SetPlan(tier) => {
            model.roll(now);
            model.tier = tier;
            model.balance = tier
                .plan()
                .monthly_credits
                .saturating_sub(model.spent)
                .max(model.held());
            let plan = world.store.set_plan(user_id, tier, now).await.unwrap();
            assert_eq!(plan.credits_left, model.balance, "{step:?}");
        }
        Step::SetCredits(credits) => {
            model.roll(now);
            model.balance = credits.max(model.held());
            let plan = world
                .store
                .set_credits(user_id, credits, now)
                .await
                .unwrap();
            assert_eq!(plan.credits_left, model.balance, "{step:?}");
        }
        Step::ReadPlan => {
            model.roll(now);
            let plan = world.store.plan(user_id, now).await.unwrap();
            assert_eq!(plan.credits_left, model.balance, "{step:?}");
        }
    }
}

fn check(cases: u32, runtime: &tokio::runtime::Runtime, world: &World) {
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

#[test]
fn sqlite() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let world = runtime.block_on(World::sqlite_in_memory());
    check(300, &runtime, &world);
}

#[test]
fn postgres() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    if let Some(world) = runtime.block_on(World::postgres()) {
        check(20, &runtime, &world);
    }
}
