//! Plans and credits.

use chrono::{DateTime, TimeDelta, Utc};
use portolan_chat::Usage;
use portolan_domain::{EntryKind, NORMAL_PRIORITY, NewGrant, PageRequest, Tier};
use portolan_store::{BeginOutcome, StoreError, UsageReport};

fn time(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

both!(new_user_gets_monthly_free_credits, |world| {
    let user_id = world.user("a@example.com").await;
    let plan = world.store.plan(user_id, world.now()).await.unwrap();
    let json = serde_json::to_value(&plan).unwrap();
    let expected = serde_json::json!({
        "activeSubscriptionTier": "free",
        "usageLimitReached": false,
        "creditsLeft": 200,
        "creditsTotal": 200,
        "percentUsage": 0.0,
        "period": {"start": "2026-11-20T12:00:00Z", "end": "2026-12-20T12:00:00Z"},
        "canceledAt": null,
        "cancelAtPeriodEnd": false,
    });
    assert_eq!(json, expected);
});

both!(charges_reduce_plan_and_are_recorded_in_ledger, |world| {
    let chat = world.chat(world.user("a@example.com").await).await;
    let turn_id = chat.begun(50).await;
    chat.finish(turn_id, 33).await.unwrap();
    let plan = world.store.plan(chat.user_id, world.now()).await.unwrap();
    assert_eq!((plan.credits_left, plan.percent_usage), (167, 16.5));
    let page = world
        .store
        .usage(chat.user_id, &PageRequest::first(1))
        .await
        .unwrap();
    let entry = &page.items[0];
    assert_eq!(
        (entry.kind, entry.amount, entry.balance_after),
        (EntryKind::Charge, -33, 167)
    );
    assert_eq!(
        (entry.turn_id, entry.chat_id),
        (Some(turn_id), Some(chat.id))
    );
    let next = PageRequest {
        limit: 1,
        cursor: page.next_cursor,
    };
    let page = world.store.usage(chat.user_id, &next).await.unwrap();
    assert_eq!(
        (page.items[0].kind, page.next_cursor),
        (EntryKind::Grant, None)
    );
});

both!(new_period_resets_credits, |world| {
    let chat = world.chat(world.user("a@example.com").await).await;
    let turn_id = chat.begun(50).await;
    chat.finish(turn_id, 50).await.unwrap();
    // Idle for several periods: only the current one is granted.
    world.hand.set(time("2027-02-28T00:00:00Z"));
    let plan = world.store.plan(chat.user_id, world.now()).await.unwrap();
    assert_eq!((plan.credits_left, plan.percent_usage), (200, 0.0));
    assert_eq!(plan.period.start, time("2027-02-20T12:00:00Z"));
    let entries = world
        .store
        .usage(chat.user_id, &PageRequest::default())
        .await
        .unwrap()
        .items;
    let amounts: Vec<i64> = entries.iter().map(|entry| entry.amount).collect();
    assert_eq!(amounts, [200, -150, -50, 200]);
    // A clock that goes back grants nothing again.
    world.hand.advance(TimeDelta::days(-30));
    assert_eq!(
        world
            .store
            .plan(chat.user_id, world.now())
            .await
            .unwrap()
            .credits_left,
        200
    );
    world.hand.set(time("2027-02-28T00:00:00Z"));
    assert_eq!(
        world
            .store
            .plan(chat.user_id, world.now())
            .await
            .unwrap()
            .credits_left,
        200
    );
    world.assert_audited().await;
});

both!(tier_change_keeps_spent_credits, |world| {
    let chat = world.chat(world.user("a@example.com").await).await;
    let turn_id = chat.begun(200).await;
    chat.finish(turn_id, 150).await.unwrap();
    for (tier, left) in [
        (Tier::from("pro"), 4_850),
        (Tier::from("free"), 50),
        (Tier::from("team"), 24_850),
        (Tier::from("team"), 24_850),
    ] {
        let plan = world
            .store
            .set_plan(chat.user_id, tier.clone(), world.now())
            .await
            .unwrap();
        assert_eq!(
            (plan.active_subscription_tier, plan.credits_left),
            (tier, left)
        );
    }
    world.hand.advance(TimeDelta::days(31));
    let plan = world.store.plan(chat.user_id, world.now()).await.unwrap();
    assert_eq!((plan.credits_left, plan.credits_total), (25_000, 25_000));
    world.assert_audited().await;
});

both!(set_credits_become_remaining_credits, |world| {
    let chat = world.chat(world.user("a@example.com").await).await;
    let turn_id = chat.begun(40).await;
    chat.finish(turn_id, 40).await.unwrap();
    let plan = world
        .store
        .set_credits(chat.user_id, 10, world.now())
        .await
        .unwrap();
    assert_eq!(
        (plan.credits_left, plan.credits_total, plan.percent_usage),
        (10, 50, 80.0)
    );
    let plan = world
        .store
        .set_credits(chat.user_id, 0, world.now())
        .await
        .unwrap();
    assert!(plan.usage_limit_reached);
    // Never below what a running turn holds.
    world
        .store
        .set_credits(chat.user_id, 10, world.now())
        .await
        .unwrap();
    let turn_id = chat.begun(7).await;
    let plan = world
        .store
        .set_credits(chat.user_id, 0, world.now())
        .await
        .unwrap();
    assert_eq!(plan.credits_left, 7);
    chat.finish(turn_id, 7).await.unwrap();
    world.assert_audited().await;
});

both!(
    upgrade_tops_up_credits_and_cancelled_plan_ends_with_period,
    |world| {
        let chat = world.chat(world.user("a@example.com").await).await;
        let user_id = chat.user_id;
        let turn_id = chat.begun(150).await;
        chat.finish(turn_id, 150).await.unwrap();
        let now = world.now();
        assert!(world.store.cancel_plan(user_id, now).await.is_err());
        let plan = world
            .store
            .change_plan(user_id, Tier::from("pro"), now)
            .await;
        assert_eq!(plan.unwrap().credits_left, 4_850);
        let plan = world.store.cancel_plan(user_id, now).await.unwrap();
        assert_eq!(
            (plan.canceled_at, plan.cancel_at_period_end),
            (Some(now), true)
        );
        let plan = world.store.resume_plan(user_id, now).await.unwrap();
        assert_eq!((plan.canceled_at, plan.cancel_at_period_end), (None, false));
        world.store.cancel_plan(user_id, now).await.unwrap();
        world.hand.set(time("2026-12-20T11:59:59Z"));
        let plan = world.store.plan(user_id, world.now()).await.unwrap();
        assert_eq!(plan.active_subscription_tier, Tier::from("pro"));
        world.hand.set(time("2026-12-20T12:00:00Z"));
        let plan = world.store.plan(user_id, world.now()).await.unwrap();
        assert_eq!(plan.active_subscription_tier, Tier::from("free"));
        assert_eq!((plan.credits_left, plan.cancel_at_period_end), (200, false));
        world.assert_audited().await;
    }
);

both!(granted_credits_outlast_period_until_expiry, |world| {
    let user_id = world.user("a@example.com").await;
    let grant = NewGrant {
        credits: 30,
        priority: NORMAL_PRIORITY,
        expires_at: Some(time("2027-01-10T00:00:00Z")),
        description: "For a good idea".to_owned(),
    };
    let plan = world.store.grant_credits(user_id, grant, world.now()).await;
    assert_eq!(plan.unwrap().credits_left, 230);
    world.hand.set(time("2027-01-01T00:00:00Z"));
    let plan = world.store.plan(user_id, world.now()).await.unwrap();
    assert_eq!(plan.credits_left, 230);
    world.hand.set(time("2027-01-10T00:00:00Z"));
    let plan = world.store.plan(user_id, world.now()).await.unwrap();
    assert_eq!(plan.credits_left, 200);
    let entries = world.store.usage(user_id, &PageRequest::default()).await;
    let newest = &entries.unwrap().items[0];
    assert_eq!((newest.kind, newest.amount), (EntryKind::Expiry, -30));
    assert!(newest.description.contains("For a good idea"));
    world.assert_audited().await;
});

both!(soft_limit_allows_turns_within_overage, |world| {
    let chat = world.chat_with_credits(10).await;
    let soft = world.store.with_overage_limit(60);
    // Hard: refused.
    let turn_id = world.ids.id();
    let refused = chat.begin(turn_id, None, 50).await.unwrap();
    assert_eq!(refused, BeginOutcome::UsageLimitReached);
    let started = chat.started(turn_id);
    let begin = chat.begin_with(&started, 50).await;
    assert_eq!(soft.begin_turn(&begin).await.unwrap(), BeginOutcome::Begun);
    chat.finish(turn_id, 45).await.unwrap();
    let plan = soft.plan(chat.user_id, world.now()).await.unwrap();
    assert_eq!((plan.credits_left, plan.usage_limit_reached), (5, false));
    let page = soft
        .usage(chat.user_id, &PageRequest::first(2))
        .await
        .unwrap();
    let amounts: Vec<_> = page
        .items
        .iter()
        .map(|entry| (entry.kind, entry.amount))
        .collect();
    assert_eq!(amounts, [(EntryKind::Charge, -45), (EntryKind::Grant, 40)]);
    let started = chat.started(world.ids.id());
    let begin = chat.begin_with(&started, 26).await;
    assert_eq!(
        soft.begin_turn(&begin).await.unwrap(),
        BeginOutcome::UsageLimitReached
    );
    world.assert_audited().await;
});

both!(alerts_are_sent_once_across_restarts, |world| {
    let chat = world.chat(world.user("a@example.com").await).await;
    for (charge, kinds) in [
        (159, vec![]),
        (1, vec!["usage_80"]),
        (1, vec![]),
        (39, vec!["usage_100"]),
    ] {
        let turn_id = chat.begun(charge).await;
        chat.finish(turn_id, charge).await.unwrap();
        let again = world.database.reopen().await;
        let told = again.deliver_notifications(chat.user_id, world.now()).await;
        let told = told.unwrap();
        let told: Vec<_> = told.iter().map(|told| told.kind.as_str()).collect();
        assert_eq!(told, kinds, "after {charge}");
    }
    let told = world.store.deliver_notifications(chat.user_id, world.now());
    assert_eq!(told.await.unwrap(), []);
});

both!(pending_alerts_collapse_into_the_last_one, |world| {
    let chat = world.chat(world.user("a@example.com").await).await;
    for charge in [160, 40] {
        let turn_id = chat.begun(charge).await;
        chat.finish(turn_id, charge).await.unwrap();
    }
    for kinds in [vec!["usage_100"], vec![]] {
        let told = world.store.deliver_notifications(chat.user_id, world.now());
        let told = told.await.unwrap();
        let told: Vec<_> = told.iter().map(|told| told.kind.as_str()).collect();
        assert_eq!(told, kinds);
    }
});

both!(estimated_charge_is_corrected_once, |world| {
    let chat = world.chat(world.user("a@example.com").await).await;
    let turn_id = chat.begun(150).await;
    chat.finish(turn_id, 120).await.unwrap();
    let report = UsageReport {
        turn_id,
        usage: Usage {
            input_tokens: 90,
            output_tokens: 7,
            ..Usage::default()
        },
        credits: 97,
        cost: 97,
        now: world.now(),
    };
    assert_eq!(world.store.correct_usage(&report).await.unwrap(), Some(97));
    assert_eq!(world.store.correct_usage(&report).await.unwrap(), None);
    let page = world
        .store
        .usage(chat.user_id, &PageRequest::first(2))
        .await
        .unwrap();
    let [correction, charge] = &page.items[..] else {
        panic!("two entries");
    };
    assert_eq!((charge.estimated, charge.amount), (true, -120));
    assert!(charge.description.ends_with("estimated"), "{charge:?}");
    assert_eq!(
        (charge.input_tokens, charge.output_tokens),
        (Some(100), Some(20))
    );
    assert_eq!(charge.chat_title.as_deref(), Some("Sales"));
    assert_eq!(charge.model.as_deref(), Some("built-in"));
    assert_eq!(
        (correction.kind, correction.amount),
        (EntryKind::Adjustment, 23)
    );
    assert_eq!(
        (correction.estimated, correction.turn_id),
        (false, Some(turn_id))
    );
    assert_eq!(
        (correction.input_tokens, correction.output_tokens),
        (Some(90), Some(7))
    );
    assert_eq!(world.store.turn(turn_id).await.unwrap().charged, 97);
    world.assert_audited().await;
});

both!(ledger_audit_finds_altered_rows, |world| {
    let chat = world.chat(world.user("a@example.com").await).await;
    let turn_id = chat.begun(50).await;
    chat.finish(turn_id, 33).await.unwrap();
    world.assert_audited().await;
    for (damage, what, repair) in [
        (
            "UPDATE accounts SET balance = balance + 1",
            "balance",
            "UPDATE accounts SET balance = balance - 1",
        ),
        (
            "UPDATE grants SET amount = amount + 1, remaining = remaining + 1",
            "grant 1: remaining",
            "UPDATE grants SET amount = amount - 1, remaining = remaining - 1",
        ),
        (
            "UPDATE grant_movements SET amount = amount - 1 WHERE entry_number = 2",
            "entry 2: amount",
            "UPDATE grant_movements SET amount = amount + 1 WHERE entry_number = 2",
        ),
        (
            "UPDATE turns SET charged = charged + 1",
            "charged",
            "UPDATE turns SET charged = charged - 1",
        ),
    ] {
        world.store.damage(damage).await;
        let difference = world.store.audit().await.unwrap().difference.unwrap();
        assert!(difference.what.ends_with(what), "{difference:?}");
        assert_eq!((difference.stored - difference.recomputed).abs(), 1);
        world.store.damage(repair).await;
        world.assert_audited().await;
    }
    // A balance that its grants do not explain is not spent from.
    world
        .store
        .damage("UPDATE accounts SET balance = balance + 1")
        .await;
    let refused = chat.begin(world.ids.id(), None, 5).await;
    assert!(matches!(refused, Err(StoreError::Corrupt(_))));
});
