use portolan_blocks::{BlockType, Outcome};
use serde_json::{Value, json};

use crate::{
    stream::{Stream, accepted, ask, chat, get_chat, post_message},
    world::{FREE_CREDITS, SCRIPTED},
};

const HARBOURS: &str = "harbour,year,depth\nBonn,2020,4\nUlm,2020,6\nBonn,2021,5\nUlm,2021,7\n";

both!(plan_is_exact_after_every_turn, |world| {
    let ada = world.new_user("ada").await;
    let before = ada.get("/api/user/plan").await.ok();
    assert_eq!(before["activeSubscriptionTier"], "free");
    assert_eq!(before["creditsLeft"], FREE_CREDITS);
    assert_eq!(before["creditsTotal"], FREE_CREDITS);
    assert_eq!(before["percentUsage"], 0.0);
    assert_eq!(before["usageLimitReached"], false);
    let chat_id = chat(&ada).await;
    let mut left = FREE_CREDITS;
    for (text, model, is_charged) in [
        ("[[mock tokens=7]]", SCRIPTED, true),
        // There is no data to ask: the answer only says so.
        ("Hello", "portolan-builtin", false),
        (
            "[[mock tokens=9,fault=disconnect,after=4,times=1]]",
            SCRIPTED,
            true,
        ),
        ("[[mock fault=status,status=401]]", SCRIPTED, false),
    ] {
        let body = json!({"text": text, "model": model});
        let after = ask(&ada, chat_id, body).await;
        let turn = after.turns.last().unwrap();
        left -= turn.metered.credits;
        assert_eq!(turn.metered.credits > 0, is_charged, "{text}");
        let plan = ada.get("/api/user/plan").await.ok();
        assert_eq!(plan["creditsLeft"], left, "after {text}");
    }
    let usage = ada.get("/api/user/usage").await.ok();
    let amounts = usage["items"].as_array().unwrap().iter();
    let sum: i64 = amounts
        .map(|entry: &Value| entry["amount"].as_i64().unwrap())
        .sum();
    assert_eq!(sum, i64::try_from(left).unwrap(), "{usage}");
    let report = world.store().audit().await.unwrap();
    assert!(report.difference.is_none(), "{:?}", report.difference);
});

both!(unanswerable_questions_cost_nothing, |world| {
    let ada = world.new_user("ada").await;
    let body = json!({"name": "harbours.csv", "text": HARBOURS});
    let source = ada.post("/api/sources", body).await.is(201).json();
    let chat_id = chat(&ada).await;
    let ask_built_in = async |text: &str| {
        let body = json!({"text": text, "model": "portolan-builtin", "sourceIds": [source["id"]]});
        ask(&ada, chat_id, body).await.turns.pop().unwrap()
    };
    for text in [
        "average ticket price by harbour",
        "why is the depth of Bonn so low?",
    ] {
        let turn = ask_built_in(text).await;
        assert_eq!(turn.outcome, Some(Outcome::Completed), "{text}");
        assert_eq!(turn.metered.credits, 0, "{text}: {turn:?}");
        let types: Vec<_> = turn
            .blocks
            .iter()
            .map(|block| block.content.block_type())
            .collect();
        assert!(!types.contains(&BlockType::Chart), "{text}: {types:?}");
        assert!(types.contains(&BlockType::Suggestion), "{text}: {types:?}");
        assert!(!turn.understood.is_empty(), "{text}");
    }
    let plan = ada.get("/api/user/plan").await.ok();
    assert_eq!(plan["creditsLeft"], FREE_CREDITS);
    let answered = ask_built_in("average depth by harbour").await;
    assert_eq!(answered.metered.credits, 1, "{answered:?}");
});

both!(cancelled_turn_charges_reported_amount, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let body = json!({"text": "[[mock tokens=20,fault=stall,after=8]]", "model": SCRIPTED});
    let turn_id = accepted(&post_message(&ada, chat_id, body).await);
    // A hold is not a charge.
    let plan = ada.get("/api/user/plan").await.ok();
    assert_eq!(plan["creditsLeft"], FREE_CREDITS);
    ada.post(&format!("/api/chats/{chat_id}/cancel"), json!({}))
        .await
        .is(204);
    Stream::open(&ada, chat_id).await.outcome(turn_id).await;
    let charged = get_chat(&ada, chat_id).await.turns[0].metered.credits;
    let plan = ada.get("/api/user/plan").await.ok();
    assert_eq!(plan["creditsLeft"], FREE_CREDITS - charged);
});

both!(every_tab_receives_charge_event, |world| {
    let ada = world.new_user("ada").await;
    let mut events = ada
        .request(reqwest::Method::GET, "/api/user/events")
        .send()
        .await
        .unwrap();
    assert_eq!(events.status(), 200);
    let chat_id = chat(&ada).await;
    let body = json!({"text": "[[mock tokens=7]]", "model": SCRIPTED});
    let credits = ask(&ada, chat_id, body).await.turns[0].metered.credits;
    let mut text = String::new();
    let wanted = format!("\"creditsLeft\":{}", FREE_CREDITS - credits);
    while !text.contains(&wanted) {
        let chunk = events.chunk().await.unwrap().expect("the stream goes on");
        text.push_str(std::str::from_utf8(&chunk).unwrap());
    }
    assert!(text.contains("event: plan.changed"), "{text}");
});

both!(every_ledger_entry_has_description, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let body = json!({"text": "[[mock tokens=7,usage=missing]]", "model": SCRIPTED});
    ask(&ada, chat_id, body).await;
    ask(
        &ada,
        chat_id,
        json!({"text": "[[mock tokens=7]]", "model": SCRIPTED}),
    )
    .await;
    let usage = ada.get("/api/user/usage").await.ok();
    let [reported, estimated, grant] = &usage["items"].as_array().unwrap()[..] else {
        panic!("three entries: {usage}");
    };
    assert_eq!(estimated["estimated"], true);
    assert_eq!(reported.get("estimated"), None);
    assert_eq!(
        (&reported["kind"], &grant["kind"]),
        (&json!("charge"), &json!("grant"))
    );
    assert_eq!(reported["model"], SCRIPTED);
    assert_eq!(reported["chatId"], json!(chat_id));
    assert_eq!(reported["chatTitle"], crate::stream::TITLE);
    assert_eq!(reported["question"], "[[mock tokens=7]]");
    assert!(reported["inputTokens"].as_u64().unwrap() > 0);
    assert!(reported["outputTokens"].as_u64().unwrap() > 0);
    assert_eq!(grant.get("turnId"), None);
});

both!(late_usage_report_corrects_charge_of_stopped_turn, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let mut viewer = Stream::open(&ada, chat_id).await;
    // After its last word the model waits before it says that it is done, and what it used.
    let body = json!({"text": "[[mock tokens=5,interval=400]]", "model": SCRIPTED});
    let turn_id = accepted(&post_message(&ada, chat_id, body).await);
    for _ in 0..5 {
        viewer
            .until(|event| matches!(event, portolan_blocks::Event::BlockDelta { .. }))
            .await;
    }
    ada.post(&format!("/api/chats/{chat_id}/cancel"), json!({}))
        .await
        .is(204);
    viewer.outcome(turn_id).await;
    let estimated = get_chat(&ada, chat_id).await.turns[0].metered;
    for _ in 0..1_000 {
        let usage = ada.get("/api/user/usage?limit=2").await.ok();
        let newest = &usage["items"][0];
        if newest["kind"] == "adjustment" {
            assert_eq!(usage["items"][1]["estimated"], true, "{usage}");
            assert_eq!(newest.get("estimated"), None, "{usage}");
            assert_eq!(newest["turnId"], json!(turn_id));
            let charged = world.store().turn(turn_id).await.unwrap().charged;
            let change = newest["amount"].as_i64().unwrap();
            assert_eq!(
                i64::try_from(estimated.credits).unwrap() - change,
                i64::try_from(charged).unwrap()
            );
            let report = world.store().audit().await.unwrap();
            assert!(report.difference.is_none(), "{:?}", report.difference);
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("the charge was not corrected");
});

both!(
    alerts_are_delivered_once_to_the_current_or_next_open_tab,
    |world| {
        let ada = world.new_user("ada").await;
        let now = world.hand.clock().now();
        let chat_id = chat(&ada).await;
        ask(
            &ada,
            chat_id,
            json!({"text": "[[mock tokens=9]]", "model": SCRIPTED}),
        )
        .await;
        // There are no listeners.
        world.store().set_credits(ada.id, 51, now).await.unwrap();
        let turn = json!({"text": "[[mock tokens=50]]", "model": SCRIPTED});
        ask(&ada, chat_id, turn).await;
        for expected in [vec!["usage_80"], vec![]] {
            let events = ada.request(reqwest::Method::GET, "/api/user/events");
            let mut events = events.send().await.unwrap();
            let mut text = String::new();
            while !text.contains("event: plan.changed")
                || expected.iter().any(|kind| !text.contains(kind))
            {
                let chunk = events.chunk().await.unwrap().expect("the stream goes on");
                text.push_str(std::str::from_utf8(&chunk).unwrap());
            }
            assert_eq!(
                text.matches("event: notification").count(),
                expected.len(),
                "{text}"
            );
        }
    }
);

both!(open_tabs_receive_changes_of_other_processes, |world| {
    let ada = world.new_user("ada").await;
    let events = ada.request(reqwest::Method::GET, "/api/user/events");
    let mut events = events.send().await.unwrap();
    let other = world.restart().await;
    let now = world.hand.clock().now();
    other.app.store.set_credits(ada.id, 123, now).await.unwrap();
    let mut text = String::new();
    while !text.contains("\"creditsLeft\":123") {
        let chunk = events.chunk().await.unwrap().expect("the stream goes on");
        text.push_str(std::str::from_utf8(&chunk).unwrap());
    }
});

both!(plan_is_cancelled_and_resumed, |world| {
    let ada = world.new_user("ada").await;
    let cancel = "/api/user/plan/cancel";
    ada.post(cancel, json!({}))
        .await
        .problem(409, "nothing_to_cancel");
    let now = world.hand.clock().now();
    let tier = portolan_domain::Tier::from("pro");
    world.store().set_plan(ada.id, tier, now).await.unwrap();
    let plan = ada.post(cancel, json!({})).await.ok();
    assert_eq!(plan["cancelAtPeriodEnd"], true);
    assert_eq!(plan["canceledAt"], "2026-11-20T12:00:00Z");
    assert_eq!(plan["activeSubscriptionTier"], "pro");
    assert_eq!(ada.get("/api/user/plan").await.ok(), plan);
    let plan = ada.post("/api/user/plan/resume", json!({})).await.ok();
    assert_eq!(
        (&plan["cancelAtPeriodEnd"], &plan["canceledAt"]),
        (&json!(false), &Value::Null)
    );
    world
        .client()
        .post(cancel, json!({}))
        .await
        .problem(401, "unauthenticated");
});
