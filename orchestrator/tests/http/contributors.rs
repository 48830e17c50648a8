//! Contributors: who becomes one, and what they propose.

use serde_json::{Value, json};

use crate::{
    admin::admin,
    charts::{chart, show},
    client::Client,
};

const APPLICATION: &str = "/api/contributor/application";
const QUEUE: &str = "/api/admin/contributor-queue";

async fn status(client: &Client) -> Value {
    client.get(APPLICATION).await.ok()["application"]["status"].clone()
}

both!(application_is_decided_by_admin, |world| {
    let (admin, ada, eve) = (
        admin(world).await,
        world.person("ada").await,
        world.person("eve").await,
    );
    assert_eq!(status(&ada).await, Value::Null);
    ada.post(APPLICATION, json!({"reason": " "}))
        .await
        .invalid("reason");
    let reason = json!({"reason": "I chart the tides."});
    ada.post(APPLICATION, reason.clone()).await.is(204);
    assert_eq!(status(&ada).await, "pending");
    ada.post(APPLICATION, reason.clone())
        .await
        .problem(409, "conflict");
    ada.get("/api/contributor/items")
        .await
        .problem(403, "forbidden");
    ada.get(QUEUE).await.problem(403, "forbidden");
    eve.post(APPLICATION, reason.clone()).await.is(204);

    let queue = admin.get(QUEUE).await.ok();
    let names: Vec<&Value> = queue["applications"]
        .as_array()
        .unwrap()
        .iter()
        .map(|application| &application["user"]["email"])
        .collect();
    assert_eq!(names.len(), 2);
    assert!(names.contains(&&json!("ada@example.com")), "{queue}");
    let decide =
        |user: &crate::client::Person| format!("/api/admin/contributor-applications/{}", user.id);
    let yes = json!({"isAccepted": true, "reason": "Good charts"});
    ada.post(&decide(&ada), yes.clone())
        .await
        .problem(403, "forbidden");
    admin
        .post(&decide(&ada), json!({"isAccepted": true, "reason": ""}))
        .await
        .invalid("reason");
    admin.post(&decide(&ada), yes.clone()).await.is(204);
    admin
        .post(&decide(&ada), yes)
        .await
        .problem(404, "not_found");
    assert_eq!(
        ada.get("/api/user/profile").await.ok()["isContributor"],
        true
    );
    ada.get("/api/contributor/items").await.is(200);
    ada.post(APPLICATION, reason.clone())
        .await
        .problem(409, "already_contributor");

    let no = json!({"isAccepted": false, "reason": "Too early"});
    admin.post(&decide(&eve), no).await.is(204);
    assert_eq!(status(&eve).await, "declined");
    eve.get("/api/contributor/items")
        .await
        .problem(403, "forbidden");
    eve.post(APPLICATION, reason).await.is(204);
    let log = admin.get("/api/admin/audit-log").await.ok();
    let actions: Vec<&Value> = log["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["action"])
        .collect();
    assert_eq!(actions, ["contributor.declined", "contributor.accepted"]);
});

both!(proposed_item_is_featured_once_accepted, |world| {
    let (admin, ada, eve) = (
        admin(world).await,
        world.person("ada").await,
        world.person("eve").await,
    );
    let (chart_id, _) = chart(&ada).await;
    let path = format!("/api/contributor/proposals/chart/{chart_id}");
    let tides = json!({"topic": "Tides"});
    ada.put(&path, tides.clone())
        .await
        .problem(403, "forbidden");
    for person in [&ada, &eve] {
        let store = world.store();
        store.set_rights(person.id, false, true).await.unwrap();
    }
    // Only what is public, and one's own.
    ada.put(&path, tides.clone())
        .await
        .problem(404, "not_found");
    show(&ada, chart_id, "public").await;
    eve.put(&path, tides.clone())
        .await
        .problem(404, "not_found");
    ada.put(&path, json!({"topic": "x".repeat(61)}))
        .await
        .invalid("topic");
    ada.put(&path, json!({})).await.is(204);
    ada.put(&path, tides.clone()).await.is(204);
    let saved = format!("/api/saved/chart/{chart_id}");
    eve.put(&saved, json!({})).await.is(204);
    let items = ada.get("/api/contributor/items").await.ok();
    assert_eq!(items.as_array().unwrap().len(), 1);
    assert_eq!(
        (
            &items[0]["bookmarks"],
            &items[0]["proposal"],
            &items[0]["isCurated"],
            &items[0]["topic"]
        ),
        (&json!(1), &json!("pending"), &json!(false), &json!("Tides"))
    );
    assert_eq!(eve.get("/api/contributor/items").await.ok(), json!([]));

    let queue = admin.get(QUEUE).await.ok();
    assert_eq!(queue["proposals"][0]["id"], json!(chart_id));
    let decide = format!("/api/admin/proposals/chart/{chart_id}");
    let no = json!({"isAccepted": false, "reason": "Unlabelled axis"});
    admin.post(&decide, no).await.is(204);
    let items = ada.get("/api/contributor/items").await.ok();
    assert_eq!(items[0]["proposal"], "declined");
    assert_eq!(
        world.client().get("/api/discover").await.ok()["items"],
        json!([])
    );
    ada.put(&path, tides.clone()).await.is(204);
    let yes = json!({"isAccepted": true, "reason": "Better"});
    admin.post(&decide, yes.clone()).await.is(204);
    admin.post(&decide, yes).await.problem(404, "not_found");
    let shown = world.client().get("/api/discover?topic=Tides").await.ok();
    assert_eq!(shown["items"][0]["id"], json!(chart_id));
    ada.put(&path, tides).await.problem(409, "conflict");
    assert_eq!(admin.get(QUEUE).await.ok()["proposals"], json!([]));
});
