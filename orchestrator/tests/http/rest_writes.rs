//! `/rest/v1` as `postgrest-js` speaks to it: writing, by the rules of `/api`.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    client::{Client, HttpAnswer},
    rest::{ask, get},
};

const TOLD: (&str, &str) = ("prefer", "return=representation");

async fn insert(client: &Client, path: &str, headers: &[(&str, &str)], body: Value) -> HttpAnswer {
    ask(client, Method::POST, path, headers, Some(body)).await
}

async fn update(client: &Client, path: &str, headers: &[(&str, &str)], body: Value) -> HttpAnswer {
    ask(client, Method::PATCH, path, headers, Some(body)).await
}

async fn delete(client: &Client, path: &str, headers: &[(&str, &str)]) -> HttpAnswer {
    ask(client, Method::DELETE, path, headers, None).await
}

both!(rest_inserts_follow_api_rules, |world| {
    let ada = world.new_user("ada").await;
    let quiet = insert(
        &ada,
        "boards",
        &[("prefer", "return=minimal")],
        json!({"title": " Sales "}),
    )
    .await;
    assert_eq!(
        (
            quiet.is(201).text().as_str(),
            quiet.header("preference-applied")
        ),
        ("", "return=minimal")
    );
    let rows =
        json!([{"title": "One"}, {"title": "Two", "visibility": "unlisted", "user_id": ada.id}]);
    let told = insert(
        &ada,
        "boards?select=title,visibility&order=title&columns=%22title%22,%22visibility%22",
        &[TOLD],
        rows,
    )
    .await;
    assert_eq!(
        told.is(201).json(),
        json!([{"title": "One", "visibility": "private"}, {"title": "Two", "visibility": "unlisted"}])
    );
    let single = ("accept", "application/vnd.pgrst.object+json");
    let one = insert(
        &ada,
        "portolans?select=*",
        &[TOLD, single],
        json!({"markdown": "# Hi"}),
    )
    .await;
    let portolan = one.is(201).json();
    assert_eq!(
        (&portolan["title"], &portolan["markdown"]),
        (&json!("Untitled portolan"), &json!("# Hi"))
    );
    let chat = insert(&ada, "chats?select=title", &[TOLD], json!({"title": "Why"})).await;
    assert_eq!(chat.is(201).json(), json!([{"title": "Why"}]));
    let list = ada.get("/api/boards").await.ok();
    assert_eq!(list["items"].as_array().unwrap().len(), 3);
    // Nothing that the product refuses comes in here, and nothing of the server's is set.
    for (table, body, status, code) in [
        ("boards", json!({"title": ""}), 400, "23514"),
        ("boards", json!({"title": "t".repeat(201)}), 400, "23514"),
        ("boards", json!({"title": 1}), 400, "22P02"),
        (
            "boards",
            json!({"title": "x", "visibility": "secret"}),
            400,
            "22P02",
        ),
        ("boards", json!({"title": "x", "revision": 9}), 400, "428C9"),
        (
            "boards",
            json!({"id": "0198f2a0-0000-7000-8000-000000000001"}),
            400,
            "428C9",
        ),
        ("boards", json!({"nothing": 1}), 400, "PGRST204"),
        (
            "boards",
            json!({"title": "x", "user_id": "0198f2a0-0000-7000-8000-000000000001"}),
            403,
            "42501",
        ),
        ("boards", json!(["x"]), 400, "PGRST102"),
        ("charts", json!({"title": "x"}), 403, "42501"),
        ("chats", json!({"model": "no such model"}), 400, "23514"),
        ("users", json!({}), 404, "PGRST205"),
    ] {
        insert(&ada, table, &[], body.clone())
            .await
            .rest_refused(status, code);
    }
    // A list is looked through before any of it is written.
    let rows = json!([{"title": "Good"}, {"nothing": 1}]);
    insert(&ada, "boards", &[], rows)
        .await
        .rest_refused(400, "PGRST204");
    assert_eq!(get(&ada, "boards?title=eq.Good", &[]).await.ok(), json!([]));
    insert(&ada, "boards", &[], json!(vec![json!({}); 201]))
        .await
        .rest_refused(400, "54000");
    insert(&world.client(), "boards", &[], json!({}))
        .await
        .rest_refused(401, "42501");
});

both!(rows_are_changed_and_deleted_by_filter, |world| {
    let ada = world.new_user("ada").await;
    let ben = world.new_user("ben").await;
    for title in ["a", "b", "c"] {
        insert(&ada, "portolans", &[], json!({"title": title}))
            .await
            .is(201);
    }
    insert(&ben, "portolans", &[], json!({"title": "a"}))
        .await
        .is(201);
    let changed = update(
        &ada,
        "portolans?title=in.(a,b)&select=title,visibility&order=title",
        &[("prefer", "return=representation,count=exact")],
        json!({"visibility": "public"}),
    )
    .await;
    assert_eq!(changed.is(200).header("content-range"), "*/2");
    assert_eq!(
        changed.json(),
        json!([{"title": "a", "visibility": "public"}, {"title": "b", "visibility": "public"}])
    );
    let quiet = update(
        &ada,
        "portolans?title=eq.a",
        &[],
        json!({"title": "A", "markdown": "text"}),
    )
    .await;
    quiet.is(204);
    assert_eq!(
        get(&ada, "portolans?select=markdown,excerpt&title=eq.A", &[])
            .await
            .ok(),
        json!([{"markdown": "text", "excerpt": "text"}])
    );
    assert_eq!(
        get(&ben, "portolans?select=title,visibility", &[])
            .await
            .ok(),
        json!([{"title": "a", "visibility": "private"}])
    );
    let single = ("accept", "application/vnd.pgrst.object+json");
    let none = update(
        &ada,
        "portolans?title=eq.none",
        &[TOLD, single],
        json!({"title": "x"}),
    )
    .await;
    none.rest_refused(406, "PGRST116");
    let several = update(
        &ada,
        "portolans?visibility=eq.public",
        &[TOLD, single],
        json!({"title": "x"}),
    )
    .await;
    several.rest_refused(406, "PGRST116");
    assert_eq!(get(&ada, "portolans?title=eq.x", &[]).await.ok(), json!([]));
    let strict = [("prefer", "handling=strict,max-affected=1")];
    update(
        &ada,
        "portolans?visibility=eq.public",
        &strict,
        json!({"title": "x"}),
    )
    .await
    .rest_refused(400, "PGRST124");
    update(&ada, "portolans?title=eq.c", &[], json!({"title": ""}))
        .await
        .rest_refused(400, "23514");
    update(&ada, "portolans?title=eq.c", &[], json!({"excerpt": "x"}))
        .await
        .rest_refused(400, "428C9");
    update(&ada, "portolans", &[], json!({"title": "x"}))
        .await
        .rest_refused(400, "21000");
    delete(&ada, "portolans", &[])
        .await
        .rest_refused(400, "21000");
    let gone = delete(&ada, "portolans?title=eq.c&select=title", &[TOLD]).await;
    assert_eq!(gone.is(200).json(), json!([{"title": "c"}]));
    let gone = delete(
        &ada,
        "portolans?visibility=eq.public",
        &[("prefer", "count=exact")],
    )
    .await;
    assert_eq!(gone.is(204).header("content-range"), "*/2");
    assert_eq!(get(&ada, "portolans", &[]).await.ok(), json!([]));
    // Another user's rows can't be changed.
    let theirs = get(&ben, "portolans?select=id", &[]).await.ok();
    let path = format!("portolans?id=eq.{}", theirs[0]["id"].as_str().unwrap());
    assert_eq!(delete(&ada, &path, &[TOLD]).await.is(200).json(), json!([]));
    assert_eq!(get(&ben, "portolans?select=id", &[]).await.ok(), theirs);
});

both!(rest_title_change_creates_chart_version, |world| {
    let ada = world.new_user("ada").await;
    let chart =
        json!({"kind": "mindmap", "title": "Sales", "spec": {"outline": "# Sales\n- one\n- two"}});
    let made = ada.post("/api/charts", chart).await.is(201).json();
    let chart_id = made["id"].as_str().unwrap();
    let path = format!("charts?id=eq.{chart_id}&select=title,version,visibility,published_version");
    let renamed = update(
        &ada,
        &path,
        &[TOLD],
        json!({"title": "Costs", "visibility": "public"}),
    )
    .await;
    assert_eq!(
        renamed.is(200).json(),
        json!([{"title": "Costs", "version": 2, "visibility": "public", "published_version": 2}])
    );
    let versions = ada
        .get(&format!("/api/charts/{chart_id}/versions"))
        .await
        .ok();
    assert_eq!(versions["items"].as_array().unwrap().len(), 2);
    delete(&ada, &format!("charts?id=eq.{chart_id}"), &[])
        .await
        .is(204);
    ada.get(&format!("/api/charts/{chart_id}")).await.is(404);
});

both!(rest_upsert_merges_or_ignores_duplicates, |world| {
    let ada = world.new_user("ada").await;
    let ben = world.new_user("ben").await;
    let board = insert(&ada, "boards?select=id", &[TOLD], json!({"title": "One"}))
        .await
        .json();
    let id = board[0]["id"].clone();
    let merge = (
        "prefer",
        "resolution=merge-duplicates,return=representation",
    );
    let ignore = (
        "prefer",
        "resolution=ignore-duplicates,return=representation",
    );
    let merged = insert(
        &ada,
        "boards?on_conflict=id&select=title&order=title",
        &[merge],
        json!([{"id": id, "title": "Two"}]),
    )
    .await;
    assert_eq!(merged.is(200).json(), json!([{"title": "Two"}]));
    let ignored = insert(
        &ada,
        "boards?on_conflict=id",
        &[ignore],
        json!({"id": id, "title": "Three"}),
    )
    .await;
    assert_eq!(ignored.is(201).json(), json!([]));
    insert(&ada, "boards", &[], json!({"id": id, "title": "Three"}))
        .await
        .rest_refused(409, "23505");
    // Another user's rows don't exist for the caller, and only the server assigns ids.
    insert(&ben, "boards", &[merge], json!({"id": id, "title": "Mine"}))
        .await
        .rest_refused(400, "428C9");
    insert(
        &ada,
        "boards?on_conflict=title",
        &[merge],
        json!({"title": "x"}),
    )
    .await
    .rest_refused(400, "42P10");
    let bookmark = json!({"kind": "board", "item_id": id});
    let path = "saved?on_conflict=user_id,kind,item_id&select=kind,item_id";
    assert_eq!(
        insert(&ada, path, &[merge], bookmark.clone())
            .await
            .is(201)
            .json(),
        json!([bookmark])
    );
    insert(&ada, path, &[merge], bookmark.clone()).await.is(200);
    insert(&ada, "saved", &[], bookmark.clone())
        .await
        .rest_refused(409, "23505");
    // Only what one may see can be kept, and no list of bookmarks is changed.
    insert(&ben, "saved", &[], bookmark)
        .await
        .rest_refused(404, "P0002");
    insert(&ada, "saved", &[], json!({"kind": "planet", "item_id": id}))
        .await
        .rest_refused(400, "22P02");
    insert(&ada, "saved", &[], json!({"item_id": id}))
        .await
        .rest_refused(400, "23502");
    update(&ada, "saved?kind=eq.board", &[], json!({"kind": "chart"}))
        .await
        .rest_refused(403, "42501");
    assert_eq!(
        delete(&ada, "saved?kind=eq.board&select=item_id", &[TOLD])
            .await
            .is(200)
            .json(),
        json!([{"item_id": id}])
    );
    assert_eq!(get(&ada, "saved", &[]).await.ok(), json!([]));
});

both!(read_only_api_keys_cannot_write, |world| {
    let ada = world.new_user("ada").await;
    let key = ada
        .post(
            "/api/user/api-keys",
            json!({"name": "reader", "scopes": ["read"]}),
        )
        .await
        .is(201)
        .json();
    let reader = world.client().with_token(key["key"].as_str().unwrap());
    assert_eq!(get(&reader, "boards", &[]).await.ok(), json!([]));
    insert(&reader, "boards", &[], json!({"title": "x"}))
        .await
        .rest_refused(403, "42501");
});
