//! Contributors: applications, topics, proposals, statistics and professional info.

use std::time::Duration;

use chrono::TimeDelta;
use portolan_domain::SavedKind;
use portolan_store::NewViews;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    admin::admin,
    charts::{chart, path_of, show},
    client::{Client, send},
};

const APPLICATION: &str = "/api/contributor/application";
const APPLICATIONS: &str = "/api/admin/contributor-applications";
const PROPOSALS: &str = "/api/admin/proposals";

async fn status(client: &Client) -> Value {
    client.get(APPLICATION).await.ok()["application"]["status"].clone()
}

both!(application_is_decided_by_admin, |world| {
    let (admin, ada, eve) = (
        admin(world).await,
        world.new_user("ada").await,
        world.new_user("eve").await,
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
    for list in [APPLICATIONS, PROPOSALS] {
        ada.get(list).await.problem(403, "forbidden");
    }
    eve.post(APPLICATION, reason.clone()).await.is(204);

    let queue = admin.get(APPLICATIONS).await.ok();
    let names: Vec<&Value> = queue["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|application| &application["user"]["email"])
        .collect();
    assert_eq!(names.len(), 2);
    assert!(names.contains(&&json!("ada@example.com")), "{queue}");
    let decide =
        |user: &crate::client::TestUser| format!("/api/admin/contributor-applications/{}", user.id);
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
        world.new_user("ada").await,
        world.new_user("eve").await,
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

    let queue = admin.get(PROPOSALS).await.ok();
    assert_eq!(queue["items"][0]["id"], json!(chart_id));
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
    assert_eq!(admin.get(PROPOSALS).await.ok()["items"], json!([]));
});

/// Reads the contributor's items until the first has so many views.
async fn first_with_views(client: &Client, views: u64) -> Value {
    for _ in 0..500 {
        let item = client.get("/api/contributor/items").await.ok()[0].clone();
        if item["views"] == views {
            return item;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the item never had {views} views");
}

both!(views_of_others_are_counted_without_personal_data, |world| {
    let (admin, ada, ben) = (
        admin(world).await,
        world.new_user("ada").await,
        world.new_user("ben").await,
    );
    let store = world.store();
    store.set_rights(ada.id, false, true).await.unwrap();
    let (chart_id, _) = chart(&ada).await;
    let path = path_of(chart_id);
    // Private, and her own: not counted.
    ada.get(&path).await.is(200);
    show(&ada, chart_id, "public").await;
    ada.get(&path).await.is(200);
    let visitor = world.client();
    let visit = async |program: &str, path: &str| {
        let request = visitor.request(Method::GET, path);
        let answer = send(request.header("user-agent", program)).await;
        assert_eq!(answer.status, 200);
    };
    for program in ["one", "one", "two"] {
        visit(program, &path).await;
    }
    ben.get(&path).await.is(200);
    ben.get(&path).await.is(200);
    let item = first_with_views(&ada, 3).await;
    assert_eq!(item["recentViews"], 3);
    // Frames on other sites count, too.
    visit("three", &format!("/embed/charts/{chart_id}")).await;
    first_with_views(&ada, 4).await;
    let old = NewViews {
        kind: SavedKind::Chart,
        item_id: chart_id,
        owner_id: ada.id,
        viewed_at: world.hand.clock().now() - TimeDelta::days(30),
        views: 7,
    };
    store.add_views(&[old]).await.unwrap();
    let item = first_with_views(&ada, 11).await;
    assert_eq!(item["recentViews"], 4);
    let days = ada.get("/api/contributor/views").await.ok();
    assert_eq!(days, json!([{"day": "2026-11-20", "views": 4}]));
    ben.get("/api/contributor/views")
        .await
        .problem(403, "forbidden");

    let listed = admin.get("/api/admin/charts").await.ok();
    assert_eq!(listed["items"][0]["views"], 11);
    let listed = admin.get("/api/admin/contributors").await.ok();
    let contributor = &listed["items"][0];
    assert_eq!(contributor["user"]["email"], "ada@example.com");
    assert_eq!(
        (
            &contributor["items"],
            &contributor["views"],
            &contributor["recentViews"]
        ),
        (&json!(1), &json!(11), &json!(4))
    );
    ada.delete(&path).await.is(204);
    let listed = admin.get("/api/admin/contributors").await.ok();
    assert_eq!(listed["items"][0]["views"], 0);
});

both!(contributor_publishes_to_a_topic_at_once, |world| {
    let (admin, ada, eve) = (
        admin(world).await,
        world.new_user("ada").await,
        world.new_user("eve").await,
    );
    let (chart_id, _) = chart(&ada).await;
    let path = format!("/api/contributor/topics/chart/{chart_id}");
    let climate = json!({"topic": " Climate "});
    ada.put(&path, climate.clone())
        .await
        .problem(403, "forbidden");
    for person in [&ada, &eve] {
        let store = world.store();
        store.set_rights(person.id, false, true).await.unwrap();
    }
    ada.put(&path, climate.clone())
        .await
        .problem(404, "not_found");
    show(&ada, chart_id, "public").await;
    eve.put(&path, climate.clone())
        .await
        .problem(404, "not_found");
    for topic in [" ".to_owned(), "x".repeat(61)] {
        ada.put(&path, json!({"topic": topic}))
            .await
            .invalid("topic");
    }
    ada.put(&path, climate).await.is(204);
    let visitor = world.client();
    let in_topic = async |topic: &str| {
        let path = format!("/api/topics/items?topic={topic}");
        let page = visitor.get(&path).await.ok();
        page["items"].as_array().unwrap().len()
    };
    assert_eq!(
        visitor.get("/api/topics").await.ok(),
        json!([{"topic": "Climate", "items": 1}])
    );
    assert_eq!((in_topic("CLIMATE").await, in_topic("Sport").await), (1, 0));
    let items = ada.get("/api/contributor/items").await.ok();
    assert_eq!(items[0]["publishedTopic"], "Climate");
    // A featured item is in its topic, too, and no item is there twice.
    let featured = format!("/api/admin/discover/chart/{chart_id}");
    admin
        .put(&featured, json!({"topic": "Sport"}))
        .await
        .is(204);
    assert_eq!((in_topic("climate").await, in_topic("sport").await), (1, 1));
    ada.put(&path, json!({"topic": "sport"})).await.is(204);
    assert_eq!((in_topic("climate").await, in_topic("sport").await), (0, 1));
    show(&ada, chart_id, "private").await;
    assert_eq!(in_topic("sport").await, 0);
    assert_eq!(visitor.get("/api/topics").await.ok(), json!([]));
    show(&ada, chart_id, "public").await;
    admin.delete(&featured).await.is(204);
    assert_eq!(in_topic("sport").await, 1);
    ada.delete(&path).await.is(204);
    assert_eq!(in_topic("sport").await, 0);
});

both!(admin_withdraws_the_role_of_a_contributor, |world| {
    let (admin, ada) = (admin(world).await, world.new_user("ada").await);
    let store = world.store();
    store.set_rights(ada.id, false, true).await.unwrap();
    let (chart_id, _) = chart(&ada).await;
    show(&ada, chart_id, "public").await;
    let topic = format!("/api/contributor/topics/chart/{chart_id}");
    ada.put(&topic, json!({"topic": "Tides"})).await.is(204);
    let proposal = format!("/api/contributor/proposals/chart/{chart_id}");
    ada.put(&proposal, json!({})).await.is(204);
    let path = format!("/api/admin/contributors/{}/withdraw", ada.id);
    let because = json!({"reason": "Spam"});
    ada.post(&path, because.clone())
        .await
        .problem(403, "forbidden");
    admin
        .post(&path, json!({"reason": " "}))
        .await
        .invalid("reason");
    admin.post(&path, because.clone()).await.is(204);
    admin.post(&path, because).await.problem(404, "not_found");
    assert_eq!(
        ada.get("/api/user/profile").await.ok()["isContributor"],
        false
    );
    ada.put(&topic, json!({"topic": "Tides"}))
        .await
        .problem(403, "forbidden");
    assert_eq!(world.client().get("/api/topics").await.ok(), json!([]));
    assert_eq!(admin.get(PROPOSALS).await.ok()["items"], json!([]));
    // Published work stays public, and a new application is possible.
    world.client().get(&path_of(chart_id)).await.is(200);
    let again = json!({"reason": "I chart the tides."});
    ada.post(APPLICATION, again).await.is(204);
    let log = admin.get("/api/admin/audit-log").await.ok();
    assert_eq!(log["items"][0]["action"], "contributor.withdrawn");
    assert_eq!(log["items"][0]["detail"]["reason"], "Spam");
});

both!(professional_info_is_public_only_for_contributors, |world| {
    let (admin, ada, eve) = (
        admin(world).await,
        world.new_user("ada").await,
        world.new_user("eve").await,
    );
    let info = json!({"occupation": "Hydrologist", "organisation": " ", "topics": "Tides"});
    let profile = json!({"username": "ada", "professionalInfo": info});
    ada.patch("/api/user/profile", profile).await.is(200);
    let (chart_id, _) = chart(&ada).await;
    show(&ada, chart_id, "public").await;
    let visitor = world.client();
    let shown = async || {
        let person = visitor.get("/api/users/ada").await.ok();
        let chart = visitor.get(&path_of(chart_id)).await.ok();
        (person["professionalInfo"].clone(), chart["author"].clone())
    };
    // Private until she publishes for others.
    assert_eq!(shown().await, (Value::Null, json!({"username": "ada"})));
    let store = world.store();
    store.set_rights(ada.id, false, true).await.unwrap();
    let author = json!({"username": "ada", "occupation": "Hydrologist"});
    assert_eq!(shown().await, (info.clone(), author));
    // Only the owner can change a profile; programs reach no other profile either.
    let stolen = json!({"professionalInfo": {"occupation": "Thief"}});
    for other in [&admin, &eve] {
        other
            .patch("/api/user/profile", stolen.clone())
            .await
            .is(200);
        let foreign = format!("/rest/v1/profiles?user_id=eq.{}", ada.id);
        let answer = other.patch(&foreign, stolen.clone()).await;
        assert!(answer.status >= 400, "{}", answer.status);
    }
    visitor
        .patch("/api/user/profile", stolen)
        .await
        .problem(401, "unauthenticated");
    assert_eq!(shown().await.0, info);
});
