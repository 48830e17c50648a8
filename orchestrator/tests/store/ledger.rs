//! Plans and credits.

use chrono::{DateTime, TimeDelta, Utc};
use portolan::model::{EntryKind, PageRequest, Tier};

fn time(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

both!(a_new_user_has_the_free_credits_of_a_month, |world| {
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

both!(charges_go_off_the_plan_and_into_the_ledger, |world| {
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

both!(a_period_ends_what_is_left_and_begins_anew, |world| {
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

both!(another_tier_keeps_what_was_spent, |world| {
    let chat = world.chat(world.user("a@example.com").await).await;
    let turn_id = chat.begun(200).await;
    chat.finish(turn_id, 150).await.unwrap();
    for (tier, left) in [
        (Tier::Pro, 4_850),
        (Tier::Free, 50),
        (Tier::Team, 24_850),
        (Tier::Team, 24_850),
    ] {
        let plan = world
            .store
            .set_plan(chat.user_id, tier, world.now())
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

both!(credits_that_are_set_are_what_is_left, |world| {
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
