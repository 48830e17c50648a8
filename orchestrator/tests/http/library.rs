//! Bookmarks, public profile pages, and featured items.

use portolan::boot::testing::publish_examples;
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    admin::admin,
    charts::{chart, path_of, show},
    client::{Client, TestUser, send},
};

async fn items(client: &Client, path: &str) -> Vec<Value> {
    let list = client.get(path).await.ok();
    list["items"].as_array().unwrap().clone()
}

async fn put(client: &Client, path: &str) -> crate::client::HttpAnswer {
    send(client.request(Method::PUT, path)).await
}

async fn named(ada: &TestUser, name: &str) {
    let profile = json!({"username": name, "fullName": "Ada L", "bio": "Counts."});
    ada.patch("/api/user/profile", profile).await.is(200);
}

both!(bookmark_opens_only_visible_items, |world| {
    let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
    named(&ada, "ada").await;
    let (chart_id, block) = chart(&ada).await;
    let saved = format!("/api/saved/chart/{chart_id}");
    put(&eve, &saved).await.problem(404, "not_found");
    show(&ada, chart_id, "unlisted").await;
    ada.patch(&path_of(chart_id), json!({"title": "A draft"}))
        .await
        .ok();
    for _ in 0..2 {
        put(&eve, &saved).await.is(204);
    }
    put(&ada, &saved).await.is(204);
    let seen = items(&eve, "/api/saved").await;
    assert_eq!(seen.len(), 1);
    assert_eq!(
        (
            &seen[0]["kind"],
            &seen[0]["id"],
            &seen[0]["title"],
            &seen[0]["author"]
        ),
        (
            &json!("chart"),
            &json!(chart_id),
            &block["title"],
            &json!({"username": "ada"})
        )
    );
    let thumbnail = seen[0]["thumbnailUrl"].as_str().unwrap();
    assert_eq!(
        eve.get(thumbnail).await.is(200).header("content-type"),
        "image/png"
    );
    assert_eq!(items(&ada, "/api/saved").await[0]["title"], "A draft");
    show(&ada, chart_id, "private").await;
    assert!(items(&eve, "/api/saved").await.is_empty());
    eve.delete(&saved).await.is(204);
    eve.delete(&saved).await.is(204);
    for path in ["/api/saved/secret/x", "/api/saved/chart/no-id"] {
        put(&eve, path).await.problem(404, "not_found");
    }
    let none = format!("/api/saved/chat/{}", Uuid::nil());
    put(&eve, &none).await.problem(404, "not_found");
    world
        .client()
        .get("/api/saved")
        .await
        .problem(401, "unauthenticated");
});

both!(profile_page_lists_public_items, |world| {
    let ada = world.new_user("ada").await;
    named(&ada, "ada-l").await;
    let (chart_id, block) = chart(&ada).await;
    let client = world.client();
    for visibility in ["private", "unlisted"] {
        show(&ada, chart_id, visibility).await;
        assert_eq!(
            client.get("/api/users/ada-l").await.ok()["charts"]["items"],
            json!([])
        );
    }
    show(&ada, chart_id, "public").await;
    let seen = client.get("/api/users/ADA-L").await.ok();
    assert_eq!(
        (&seen["username"], &seen["fullName"], &seen["bio"]),
        (&json!("ada-l"), &json!("Ada L"), &json!("Counts."))
    );
    assert_eq!(seen["charts"]["items"][0]["title"], block["title"]);
    for secret in ["isAdmin", "email", "userId"] {
        assert!(!seen.to_string().contains(secret), "{seen}");
    }
    assert_eq!(
        client.get(&path_of(chart_id)).await.ok()["author"],
        json!({"username": "ada-l"})
    );
    for nobody in ["nobody", "%00", "..%2F..", "a%27%20OR%201%3D1"] {
        client
            .get(&format!("/api/users/{nobody}"))
            .await
            .problem(404, "not_found");
    }
});

both!(admins_feature_public_items, |world| {
    let (ada, admin) = (world.new_user("ada").await, admin(world).await);
    named(&ada, "ada").await;
    let (chart_id, block) = chart(&ada).await;
    let chosen = format!("/api/admin/discover/chart/{chart_id}");
    admin
        .put(&chosen, json!({}))
        .await
        .problem(404, "not_found");
    show(&ada, chart_id, "public").await;
    for path in ["/api/admin/charts".to_owned(), chosen.clone()] {
        let method = if path == chosen {
            Method::PUT
        } else {
            Method::GET
        };
        send(ada.request(method.clone(), &path))
            .await
            .problem(403, "forbidden");
        send(world.client().request(method, &path))
            .await
            .problem(401, "unauthenticated");
    }
    let all = items(&admin, "/api/admin/charts").await;
    assert_eq!(
        (&all[0]["id"], &all[0]["isCurated"]),
        (&json!(chart_id), &json!(false))
    );
    let client = world.client();
    assert!(items(&client, "/api/discover").await.is_empty());
    admin.put(&chosen, json!({})).await.is(204);
    assert_eq!(
        items(&admin, "/api/admin/charts").await[0]["isCurated"],
        true
    );
    for path in [
        "/api/discover",
        "/api/discover?kind=chart",
        "/api/discover/charts?limit=1",
    ] {
        let shown = items(&client, path).await;
        assert_eq!(
            (&shown[0]["kind"], &shown[0]["title"], &shown[0]["author"]),
            (
                &json!("chart"),
                &block["title"],
                &json!({"username": "ada"})
            )
        );
        let thumbnail = shown[0]["thumbnailUrl"].as_str().unwrap();
        client.get(thumbnail).await.is(200);
    }
    assert!(items(&client, "/api/discover?kind=board").await.is_empty());
    client
        .get("/api/discover?kind=secret")
        .await
        .invalid("query");
    // Hiding a chart removes it here too.
    show(&ada, chart_id, "unlisted").await;
    assert!(items(&client, "/api/discover").await.is_empty());
    show(&ada, chart_id, "public").await;
    admin.delete(&chosen).await.is(204);
    assert!(items(&client, "/api/discover/charts").await.is_empty());
    let chat = format!("/api/admin/discover/chat/{}", Uuid::nil());
    admin.put(&chat, json!({})).await.problem(404, "not_found");
});

both!(boards_can_be_bookmarked_and_featured, |world| {
    let (ada, admin) = (world.new_user("ada").await, admin(world).await);
    named(&ada, "ada").await;
    let made = ada
        .post("/api/boards", json!({"title": "Tea"}))
        .await
        .is(201)
        .json();
    let id = made["boardId"].as_str().unwrap();
    let saved = format!("/api/saved/board/{id}");
    put(&admin, &saved).await.problem(404, "not_found");
    let visibility = format!("/api/boards/{id}/visibility");
    ada.put(&visibility, json!({"visibility": "public"}))
        .await
        .is(204);
    put(&admin, &saved).await.is(204);
    admin
        .put(&format!("/api/admin/discover/board/{id}"), json!({}))
        .await
        .is(204);
    let client = world.client();
    let seen = client.get("/api/users/ada").await.ok();
    assert_eq!(
        (&seen["boards"]["items"][0]["id"], &seen["charts"]["items"]),
        (&json!(id), &json!([]))
    );
    for shown in [
        items(&client, "/api/discover").await,
        items(&client, "/api/discover?kind=board").await,
        items(&admin, "/api/saved").await,
    ] {
        assert_eq!(
            (&shown[0]["kind"], &shown[0]["title"]),
            (&json!("board"), &json!("Tea"))
        );
        assert_eq!(shown[0]["author"], json!({"username": "ada"}));
    }
    assert!(items(&client, "/api/discover/charts").await.is_empty());
    ada.put(&visibility, json!({"visibility": "private"}))
        .await
        .is(204);
    assert!(items(&client, "/api/discover").await.is_empty());
    assert!(items(&admin, "/api/saved").await.is_empty());
});

both!(portolans_can_be_bookmarked_and_featured, |world| {
    let (ada, admin) = (world.new_user("ada").await, admin(world).await);
    named(&ada, "ada").await;
    let body = json!({"title": "Tides", "markdown": "They rise."});
    let made = ada.post("/api/portolans", body).await.is(201).json();
    let id = made["id"].as_str().unwrap();
    let saved = format!("/api/saved/portolan/{id}");
    put(&admin, &saved).await.problem(404, "not_found");
    let visibility = format!("/api/portolans/{id}/visibility");
    ada.put(&visibility, json!({"visibility": "public"}))
        .await
        .is(204);
    put(&admin, &saved).await.is(204);
    admin
        .put(&format!("/api/admin/discover/portolan/{id}"), json!({}))
        .await
        .is(204);
    let client = world.client();
    let seen = client.get("/api/users/ada").await.ok();
    assert_eq!(seen["portolans"]["items"][0]["title"], "Tides");
    for shown in [
        items(&client, "/api/discover?kind=portolan").await,
        items(&admin, "/api/admin/portolans").await,
        items(&admin, "/api/saved").await,
    ] {
        assert_eq!(
            (&shown[0]["kind"], &shown[0]["id"]),
            (&json!("portolan"), &json!(id))
        );
    }
    ada.get("/api/admin/portolans")
        .await
        .problem(403, "forbidden");
});

both!(first_start_fills_discover_with_examples, |world| {
    let app = &world.server.app;
    let has_users = app.store.has_users().await.unwrap();
    publish_examples(app).await.unwrap();
    let visitor = world.client();
    let examples = items(&visitor, "/api/discover").await;
    assert_eq!(examples.len(), 6);
    assert_eq!(app.store.has_users().await.unwrap(), has_users);
    for example in &examples {
        assert_eq!(example["author"]["username"], "portolan");
        let path = format!("/api/charts/{}", example["id"].as_str().unwrap());
        let chart = visitor.get(&path).await.ok();
        let title = chart["title"].as_str().unwrap();
        let rows = chart["data"]["rows"].as_array().unwrap();
        assert!(rows.len() > 5, "{title}");
        for number in numbers_in(title) {
            assert!(has_number(rows, &number), "{title}: {number} is in no row");
        }
        let picture = example["thumbnailUrl"].as_str().unwrap();
        visitor.get(picture).await.is(200);
    }
    // What an admin removes stays removed.
    let root = admin(world).await;
    let id = examples[0]["id"].as_str().unwrap();
    root.delete(&format!("/api/admin/discover/chart/{id}"))
        .await
        .is(204);
    publish_examples(app).await.unwrap();
    assert_eq!(items(&visitor, "/api/discover").await.len(), 5);
});

/// Returns the numbers of a title as they are written, without separators.
fn numbers_in(title: &str) -> Vec<String> {
    title
        .replace(',', "")
        .split(|message: char| !message.is_ascii_digit() && message != '.')
        .map(|number| number.trim_matches('.').to_owned())
        .filter(|number| !number.is_empty())
        .collect()
}

/// Returns whether a cell is this number, rounded to as many decimals, or names it as text.
fn has_number(rows: &[Value], number: &str) -> bool {
    let decimals = number.split_once('.').map_or(0, |(_, tail)| tail.len());
    rows.iter()
        .flat_map(|row| row.as_array().unwrap())
        .any(|cell| match cell {
            Value::String(text) => text.contains(number),
            cell => cell
                .as_f64()
                .is_some_and(|value| format!("{value:.decimals$}") == number),
        })
}
