use portolan_blocks::Outcome;
use serde_json::{Value, json};

use crate::{
    stream::{Stream, accepted, ask, chat, get_chat, post_message},
    world::{FREE_CREDITS, SCRIPTED},
};

both!(the_plan_is_exact_after_every_turn, |world| {
    let ada = world.person("ada").await;
    let before = ada.get("/api/user/plan").await.ok();
    assert_eq!(before["activeSubscriptionTier"], "free");
    assert_eq!(before["creditsLeft"], FREE_CREDITS);
    assert_eq!(before["creditsTotal"], FREE_CREDITS);
    assert_eq!(before["percentUsage"], 0.0);
    assert_eq!(before["usageLimitReached"], false);
    let chat_id = chat(&ada).await;
    let mut left = FREE_CREDITS;
    for (text, model) in [
        ("[[mock tokens=7]]", SCRIPTED),
        ("Hello", "portolan-builtin"),
        (
            "[[mock tokens=9,fault=disconnect,after=4,times=1]]",
            SCRIPTED,
        ),
        ("[[mock fault=status,status=401]]", SCRIPTED),
    ] {
        let body = json!({"text": text, "model": model});
        let after = ask(&ada, chat_id, body).await;
        let turn = after.turns.last().unwrap();
        left -= turn.metered.credits;
        if turn.outcome == Some(Outcome::Completed) {
            assert!(turn.metered.credits >= 1, "{text}");
        }
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

both!(a_cancelled_turn_charges_what_it_says, |world| {
    let ada = world.person("ada").await;
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

both!(every_tab_hears_of_a_charge, |world| {
    let ada = world.person("ada").await;
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
