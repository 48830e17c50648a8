//! Usage as CloudEvents, for the operator's metering.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::{
    admin::admin,
    client::TestUser,
    stream::{ask, chat},
    world::SCRIPTED,
};

const EVENTS: &str = "/api/admin/usage-events";

async fn charge(user: &TestUser, tokens: u64) -> Value {
    let chat_id = chat(user).await;
    let body = json!({"text": format!("[[mock tokens={tokens}]]"), "model": SCRIPTED});
    let turn = ask(user, chat_id, body).await.turns.pop().unwrap();
    json!({"chatId": chat_id, "turnId": turn.turn_id, "credits": turn.metered.credits})
}

fn items(page: &Value) -> Vec<Value> {
    page["items"].as_array().unwrap().clone()
}

both!(
    every_charge_is_one_cloud_event_that_a_cursor_passes_once,
    |world| {
        let admin = admin(world).await;
        let (ada, bob) = (world.new_user("ada").await, world.new_user("bob").await);
        let mut charged = vec![charge(&ada, 7).await, charge(&bob, 9).await];
        // Nothing is told before it can't change its place any more.
        let page = admin.get(EVENTS).await.ok();
        assert!(items(&page).is_empty(), "{page}");
        world.hand.advance(TimeDelta::seconds(61));
        charged.push(charge(&ada, 5).await);
        let page = admin.get(EVENTS).await.ok();
        let first = items(&page);
        assert_eq!(first.len(), 2, "{page}");
        for event in &first {
            assert_eq!(event["specversion"], "1.0");
            assert_eq!(event["type"], "portolan.usage.charged");
            assert_eq!(event["datacontenttype"], "application/json");
            assert!(event["source"].is_string() && event["time"].is_string());
            let user = if event["subject"] == ada.id.to_string() {
                0
            } else {
                1
            };
            for name in ["chatId", "turnId", "credits"] {
                assert_eq!(event["data"][name], charged[user][name], "{event}");
            }
            assert_eq!(event["data"]["model"], SCRIPTED);
        }
        // The same events have the same ids.
        assert_eq!(items(&admin.get(EVENTS).await.ok()), first);
        world.hand.advance(TimeDelta::seconds(61));
        let cursor = page["nextCursor"].as_str().unwrap();
        let next = admin.get(&format!("{EVENTS}?cursor={cursor}")).await.ok();
        assert_eq!(items(&next).len(), 1, "{next}");
        assert_eq!(items(&next)[0]["data"]["turnId"], charged[2]["turnId"]);
        // At the end the cursor stays where it is.
        let cursor = next["nextCursor"].as_str().unwrap();
        let end = admin.get(&format!("{EVENTS}?cursor={cursor}")).await.ok();
        assert!(items(&end).is_empty(), "{end}");
        assert_eq!(end["nextCursor"], cursor);
        let mut walked = Vec::new();
        let mut path = format!("{EVENTS}?limit=1");
        while let [event] = &items(&admin.get(&path).await.ok())[..] {
            walked.push(event["id"].clone());
            let page = admin.get(&path).await.ok();
            path = format!(
                "{EVENTS}?limit=1&cursor={}",
                page["nextCursor"].as_str().unwrap()
            );
        }
        assert_eq!(walked.len(), 3);
        walked.sort_by_key(Value::to_string);
        walked.dedup();
        assert_eq!(walked.len(), 3);
        ada.get(EVENTS).await.problem(403, "forbidden");
        admin
            .get(&format!("{EVENTS}?cursor=x"))
            .await
            .invalid("cursor");
    }
);
