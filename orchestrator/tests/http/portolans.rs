use serde_json::{Value, json};

use crate::client::{Client, Person};

async fn portolan(client: &Client, body: Value) -> String {
    let created = client.post("/api/portolans", body).await.is(201).json();
    format!("/api/portolans/{}", created["id"].as_str().unwrap())
}

async fn titles(person: &Person, query: &str) -> Vec<String> {
    let list = person.get(&format!("/api/portolans{query}")).await.ok();
    let items = list["items"].as_array().unwrap().iter();
    items
        .map(|item| item["title"].as_str().unwrap().to_owned())
        .collect()
}

both!(a_portolan_is_written_and_read, |world| {
    let ada = world.person("ada").await;
    let path = portolan(&ada, json!({})).await;
    let empty = ada.get(&path).await.ok();
    assert_eq!(empty["title"], "Untitled portolan");
    assert_eq!(
        (&empty["markdown"], &empty["isOwner"]),
        (&json!(""), &json!(true))
    );
    world.hand.advance(chrono::TimeDelta::seconds(1));
    let markdown = "# Tides\n\nThey rise twice[^1].\n\n![Tides](/charts/1)\n\n[^1]: A table.\n";
    let change = json!({"title": " Tides of Brest ", "markdown": markdown});
    let changed = ada.patch(&path, change).await.ok();
    assert_eq!(changed["title"], "Tides of Brest");
    assert_eq!(ada.get(&path).await.ok(), changed);
    // A part alone changes nothing else.
    let renamed = ada.patch(&path, json!({"title": "Tides"})).await.ok();
    assert_eq!(renamed["markdown"], markdown);
    let list = ada.get("/api/portolans").await.ok();
    assert_eq!(list["items"][0]["excerpt"], "They rise twice.");
    assert_eq!(list["items"][0].get("markdown"), None);
    let file = ada.get(&format!("{path}.md")).await;
    assert_eq!(file.is(200).text(), markdown);
    ada.delete(&path).await.is(204);
    ada.get(&path).await.problem(404, "not_found");
});

both!(portolans_are_listed_in_pages_and_by_title, |world| {
    let ada = world.person("ada").await;
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

both!(only_who_may_sees_or_changes_a_portolan, |world| {
    let ada = world.person("ada").await;
    let ben = world.person("ben").await;
    let path = portolan(&ada, json!({"title": "Mine", "markdown": "Words."})).await;
    let visibility = format!("{path}/visibility");
    for answer in [
        ben.get(&path).await,
        ben.get(&format!("{path}.md")).await,
        ben.patch(&path, json!({"title": "Taken"})).await,
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
        ben.patch(&path, json!({"title": "Taken"}))
            .await
            .problem(404, "not_found");
    }
    let nobody = world.client();
    assert_eq!(nobody.get(&path).await.ok()["title"], "Mine");
    nobody
        .get("/api/portolans")
        .await
        .problem(401, "unauthenticated");
    ada.put(&visibility, json!({"visibility": "private"}))
        .await
        .is(204);
    nobody.get(&path).await.problem(404, "not_found");
});

both!(a_portolan_that_cannot_be_kept_says_why, |world| {
    let ada = world.person("ada").await;
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
