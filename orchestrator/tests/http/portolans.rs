use reqwest::Method;
use serde_json::{Value, json};

use crate::client::{Client, TestUser, send};

async fn portolan(client: &Client, body: Value) -> String {
    let created = client.post("/api/portolans", body).await.is(201).json();
    format!("/api/portolans/{}", created["id"].as_str().unwrap())
}

async fn titles(user: &TestUser, query: &str) -> Vec<String> {
    let list = user.get(&format!("/api/portolans{query}")).await.ok();
    let items = list["items"].as_array().unwrap().iter();
    items
        .map(|item| item["title"].as_str().unwrap().to_owned())
        .collect()
}

both!(portolan_is_created_edited_and_read, |world| {
    let ada = world.new_user("ada").await;
    let path = portolan(&ada, json!({})).await;
    let empty = ada.get(&path).await.ok();
    assert_eq!(empty["title"], "Untitled portolan");
    assert_eq!(
        (&empty["markdown"], &empty["isOwner"]),
        (&json!(""), &json!(true))
    );
    world.hand.advance(chrono::TimeDelta::seconds(1));
    let markdown = "# Tides\n\nThey rise twice[^1].\n\n![Tides](/charts/1)\n\n[^1]: A table.\n";
    let change = json!({"title": " Tides of Brest ", "markdown": markdown, "revision": 1});
    let changed = ada.patch(&path, change).await.ok();
    assert_eq!(changed["title"], "Tides of Brest");
    assert_eq!(ada.get(&path).await.ok(), changed);
    // A part alone changes nothing else.
    let rename = json!({"title": "Tides", "revision": 2});
    let renamed = ada.patch(&path, rename).await.ok();
    assert_eq!(renamed["markdown"], markdown);
    let list = ada.get("/api/portolans").await.ok();
    assert_eq!(list["items"][0]["excerpt"], "They rise twice.");
    assert_eq!(list["items"][0].get("markdown"), None);
    let file = ada.get(&format!("{path}.md")).await;
    assert_eq!(file.is(200).text(), markdown);
    ada.delete(&path).await.is(204);
    ada.get(&path).await.problem(404, "not_found");
});

both!(
    stale_change_of_portolan_is_rejected_with_stored_text,
    |world| {
        let ada = world.new_user("ada").await;
        let path = portolan(&ada, json!({"title": "Tides", "markdown": "Old."})).await;
        assert_eq!(ada.get(&path).await.ok()["revision"], 1);
        let first = json!({"markdown": "First.", "revision": 1});
        assert_eq!(ada.patch(&path, first).await.ok()["revision"], 2);
        for late in [
            json!({"markdown": "Second.", "revision": 1}),
            json!({"title": "Waves", "revision": 1}),
        ] {
            let refused = ada.patch(&path, late).await;
            refused.problem(409, "revision_conflict");
            assert_eq!(refused.json()["current"], ada.get(&path).await.ok());
            assert_eq!(refused.json()["current"]["markdown"], "First.");
        }
        ada.patch(&path, json!({"markdown": "Blind."}))
            .await
            .problem(428, "revision_required");
        assert_eq!(ada.get(&path).await.ok()["markdown"], "First.");
    }
);

both!(portolan_etag_works_as_if_match, |world| {
    let ada = world.new_user("ada").await;
    let path = portolan(&ada, json!({"markdown": "Old."})).await;
    let read = ada.get(&path).await;
    let tag = read.header("etag").to_owned();
    let change = async |tag: &str, markdown: &str| {
        let request = ada.request(Method::PATCH, &path).header("if-match", tag);
        send(request.json(&json!({"markdown": markdown}))).await
    };
    let changed = change(&tag, "New.").await;
    assert_eq!(changed.ok()["markdown"], "New.");
    assert_ne!(changed.header("etag"), tag);
    change(&tag, "Late.")
        .await
        .problem(409, "revision_conflict");
    change("*", "Forced.").await.ok();
    change("soon", "?").await.invalid("If-Match");
    assert_eq!(ada.get(&path).await.ok()["markdown"], "Forced.");
});

both!(
    concurrent_changes_of_one_portolan_revision_succeed_once,
    |world| {
        let ada = world.new_user("ada").await;
        let path = portolan(&ada, json!({"markdown": "Old."})).await;
        let changes = (0..8).map(|number| {
            ada.patch(
                &path,
                json!({"markdown": format!("Text {number}"), "revision": 1}),
            )
        });
        let answers = futures_util::future::join_all(changes).await;
        let saved: Vec<_> = answers.iter().filter(|each| each.status == 200).collect();
        assert_eq!(saved.len(), 1);
        assert_eq!(ada.get(&path).await.ok(), saved[0].json());
        let refused = answers.iter().filter(|each| each.status == 409).count();
        assert_eq!(refused, 7);
    }
);

both!(portolans_are_listed_in_pages_and_by_title, |world| {
    let ada = world.new_user("ada").await;
    for title in ["One", "Two 100%", "Three"] {
        world.hand.advance(chrono::TimeDelta::seconds(1));
        portolan(&ada, json!({"title": title})).await;
    }
    assert_eq!(titles(&ada, "").await, ["Three", "Two 100%", "One"]);
    assert_eq!(titles(&ada, "?q=t").await, ["Three", "Two 100%"]);
    assert_eq!(titles(&ada, "?q=100%25").await, ["Two 100%"]);
    let first = ada.get("/api/portolans?limit=2").await.ok();
    let cursor = first["nextCursor"].as_str().unwrap();
    assert_eq!(
        titles(&ada, &format!("?limit=2&cursor={cursor}")).await,
        ["One"]
    );
});

both!(portolan_access_follows_visibility, |world| {
    let ada = world.new_user("ada").await;
    let ben = world.new_user("ben").await;
    let path = portolan(&ada, json!({"title": "Mine", "markdown": "Words."})).await;
    let visibility = format!("{path}/visibility");
    for answer in [
        ben.get(&path).await,
        ben.get(&format!("{path}.md")).await,
        ben.patch(&path, json!({"title": "Taken", "revision": 1}))
            .await,
        ben.delete(&path).await,
        ben.put(&visibility, json!({"visibility": "public"})).await,
    ] {
        answer.problem(404, "not_found");
    }
    for shared in ["unlisted", "public"] {
        ada.put(&visibility, json!({"visibility": shared}))
            .await
            .is(204);
        let seen = ben.get(&path).await.ok();
        assert_eq!(
            (&seen["isOwner"], &seen["markdown"]),
            (&json!(false), &json!("Words."))
        );
        ben.patch(&path, json!({"title": "Taken", "revision": 1}))
            .await
            .problem(404, "not_found");
    }
    let visitor = world.client();
    assert_eq!(visitor.get(&path).await.ok()["title"], "Mine");
    visitor
        .get("/api/portolans")
        .await
        .problem(401, "unauthenticated");
    ada.put(&visibility, json!({"visibility": "private"}))
        .await
        .is(204);
    visitor.get(&path).await.problem(404, "not_found");
});

both!(invalid_portolan_fields_are_rejected, |world| {
    let ada = world.new_user("ada").await;
    for (body, path) in [
        (json!({"title": " "}), "title"),
        (json!({"title": "x".repeat(201)}), "title"),
        (json!({"markdown": "x".repeat(400_001)}), "markdown"),
    ] {
        ada.post("/api/portolans", body).await.invalid(path);
    }
    let body = json!({"owner": "ben"});
    ada.post("/api/portolans", body).await.invalid("body");
});
