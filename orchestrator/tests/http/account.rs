//! Leaving, and taking everything along.

use std::{
    collections::BTreeMap,
    io::{Cursor, Read},
};

use portolan::boot::testing::TestServer;
use reqwest::Method;
use serde_json::{Value, json};
use zip::ZipArchive;

use crate::{
    auth_support::{anonymous_client, sign_in},
    client::{Client, HttpAnswer, TestUser, send},
    storage_support::upload,
    world::{PASSWORD, World},
};

/// The files of a zip.
pub fn files(answer: &HttpAnswer) -> BTreeMap<String, Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(answer.body.to_vec())).unwrap();
    let mut files = BTreeMap::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        let name = file.name().unwrap().into_owned();
        files.insert(name, bytes);
    }
    files
}

fn text<'a>(files: &'a BTreeMap<String, Vec<u8>>, name: &str) -> &'a str {
    let known: Vec<_> = files.keys().collect();
    let bytes = files.get(name);
    std::str::from_utf8(bytes.unwrap_or_else(|| panic!("{name} is not among {known:?}"))).unwrap()
}

fn json_of(files: &BTreeMap<String, Vec<u8>>, name: &str) -> Value {
    serde_json::from_str(text(files, name)).unwrap()
}

/// Asks something that is answered with a chart, and gives the chat.
async fn ask(world: &World, user: &TestUser) -> String {
    let source = user
        .post(
            "/api/sources",
            json!({"name": "tea.csv", "text": "item,sold\nTea,3\nMate,5\n"}),
        )
        .await;
    let source = source.is(201).json();
    let chat = user.post("/api/chats", json!({})).await;
    let chat_id = chat.is(201).json()["id"].as_str().unwrap().to_owned();
    let sent = user
        .request(Method::POST, &format!("/api/chats/{chat_id}/messages"))
        .header("idempotency-key", "one")
        .json(&json!({"text": "Show sold by item", "sourceIds": [source["id"]]}));
    send(sent).await.is(202);
    let _ = world;
    let path = format!("/api/chats/{chat_id}");
    loop {
        let chat = user.get(&path).await.ok();
        if !chat["turns"][0]["outcome"].is_null() {
            return chat_id;
        }
        tokio::task::yield_now().await;
    }
}

async fn fill(world: &World, user: &TestUser) -> String {
    let chat_id = ask(world, user).await;
    let profile = json!({"username": "ada-l", "fullName": "Ada Lovelace"});
    user.patch("/api/user/profile", profile).await.is(200);
    let board = user.post("/api/boards", json!({"title": "Plans"})).await;
    board.is(201);
    let portolan = json!({"title": "Notes on tea", "markdown": "# Tea\n\nIs good."});
    user.post("/api/portolans", portolan).await.is(201);
    let avatar = format!("/storage/v1/object/avatars/{}/me.png", user.id);
    upload(user, &avatar, "image/png", b"a picture")
        .await
        .is(200);
    chat_id
}

both!(account_export_contains_all_data, |world| {
    let ada = world.new_user("ada").await;
    fill(world, &ada).await;
    let bob = world.new_user("bob").await;
    ask(world, &bob).await;
    let answer = ada.get("/api/user/export").await;
    answer.is(200);
    assert_eq!(answer.header("content-type"), "application/zip");
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"portolan-2026-11-20.zip\""
    );
    let files = files(&answer);
    let readme = text(&files, "README.txt").to_owned();
    for name in files.keys().filter(|name| *name != "README.txt") {
        let told = name
            .split_once('/')
            .map_or(name.as_str(), |(folder, _)| folder);
        assert!(readme.contains(told), "README.txt says nothing of {name}");
    }
    let profile = json_of(&files, "profile.json");
    assert_eq!(profile["email"], "ada@example.com");
    assert_eq!(profile["profile"]["username"], "ada-l");
    assert!(json_of(&files, "plan.json")["creditsLeft"].is_number());
    let ledger = json_of(&files, "ledger.json");
    assert_eq!(ledger[0]["kind"], "charge", "{ledger}");
    assert_eq!(
        text(&files, "portolans/notes-on-tea.md"),
        "# Tea\n\nIs good."
    );
    assert!(json_of(&files, "boards/plans.canvas")["nodes"].is_array());
    assert_eq!(
        files[&format!("storage/avatars/{}/me.png", ada.id)],
        b"a picture"
    );
    let sources = json_of(&files, "sources/sources.json");
    assert_eq!(sources.as_array().unwrap().len(), 1);
    let file = sources[0]["file"].as_str().unwrap();
    assert!(files[file].starts_with(b"PAR1"), "{file}");
    let of = |folder: &str, ending: &str| {
        let found = files
            .keys()
            .filter(|name| name.starts_with(folder) && name.ends_with(ending));
        found.cloned().collect::<Vec<_>>()
    };
    for (folder, endings) in [
        ("chats/", &["json", "md"][..]),
        ("charts/", &["json", "csv", "svg"]),
    ] {
        for ending in endings {
            assert_eq!(
                of(folder, ending).len(),
                1,
                "{folder} {ending}: {:?}",
                files.keys()
            );
        }
    }
    assert!(text(&files, &of("charts/", "svg")[0]).contains("<svg"));
    assert!(text(&files, &of("chats/", "md")[0]).contains("Show sold by item"));
    let visitor = world.client().get("/api/user/export").await;
    visitor.problem(401, "unauthenticated");
});

async fn leave(client: &Client, confirm: &str) -> HttpAnswer {
    let request = client.request(Method::DELETE, "/api/user");
    send(request.json(&json!({"confirm": confirm}))).await
}

both!(deleting_account_removes_all_data, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = fill(world, &ada).await;
    let bob = world.new_user("bob").await;
    ask(world, &bob).await;
    let avatar = format!("/storage/v1/object/public/avatars/{}/me.png", ada.id);
    let visitor = world.client();
    visitor.get(&avatar).await.is(200);
    for wrong in ["", "bob", "Ada Lovelace"] {
        let told = leave(&ada, wrong).await.invalid("confirm");
        assert!(
            told.contains("ada-l") && told.contains("ada@example.com"),
            "{told}"
        );
    }
    let key = ada
        .post(
            "/api/user/api-keys",
            json!({"name": "program", "scopes": ["read", "chat", "boards"]}),
        )
        .await;
    let key = key.is(201).json()["key"].as_str().unwrap().to_owned();
    leave(&visitor.with_token(&key), "ada-l")
        .await
        .problem(403, "forbidden");
    visitor
        .get("/api/user/profile")
        .await
        .problem(401, "unauthenticated");
    let objects = objects_of(&world.server, &ada).await;
    assert_eq!(objects.len(), 2);
    leave(&ada, "ADA@example.com").await.is(204);
    ada.get("/api/user/profile")
        .await
        .problem(401, "unauthenticated");
    visitor
        .with_token(&key)
        .get("/api/user/profile")
        .await
        .problem(401, "unauthenticated");
    assert_eq!(visitor.get(&avatar).await.json()["code"], "NoSuchKey");
    assert_eq!(visitor.get("/api/users/ada-l").await.status, 404);
    let again = sign_in(&visitor, "ada@example.com", PASSWORD).await;
    assert_eq!(again.status, 400);
    let refreshed = visitor
        .post(
            "/auth/v1/token?grant_type=refresh_token",
            json!({"refresh_token": ada.refresh_token}),
        )
        .await;
    assert_eq!(refreshed.status, 400);
    world.app().storage.sweep().await.unwrap();
    for object in objects {
        assert!(
            world
                .app()
                .storage
                .objects
                .read(&object, None)
                .await
                .is_err(),
            "{object} is left"
        );
    }
    assert!(
        world
            .store()
            .any_chat(chat_id.parse().unwrap())
            .await
            .is_err()
    );
    // The remaining ledger still balances, and others lost nothing.
    let report = world.store().audit().await.unwrap();
    assert_eq!((report.accounts, report.difference), (1, None));
    assert_eq!(
        bob.get("/api/chats").await.ok()["items"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    // The address is free again.
    let new = world.new_user("ada").await;
    assert_ne!(new.id, ada.id);
    assert_eq!(new.get("/api/chats").await.ok()["items"], json!([]));
});

/// Returns the paths of a user's objects and sources.
async fn objects_of(server: &TestServer, user: &TestUser) -> Vec<String> {
    let store = &server.app.store;
    let stored = store.objects_of(user.id).await.unwrap();
    let sources = store.sources(user.id, &Default::default()).await.unwrap();
    let sources = sources
        .items
        .into_iter()
        .filter_map(|source| source.object_path);
    stored
        .into_iter()
        .map(|object| object.object_path)
        .chain(sources)
        .collect()
}

both!(deleting_account_ends_running_turn, |world| {
    let ada = world.new_user("ada").await;
    let chat = ada.post("/api/chats", json!({"model": "scripted"})).await;
    let path = format!(
        "/api/chats/{}/messages",
        chat.is(201).json()["id"].as_str().unwrap()
    );
    let sent = ada
        .request(Method::POST, &path)
        .header("idempotency-key", "one")
        .json(&json!({"text": "[[mock tokens=20,fault=stall,after=8]]"}));
    send(sent).await.is(202);
    leave(&ada, "ada@example.com").await.is(204);
    ada.get("/api/chats").await.problem(401, "unauthenticated");
    assert_eq!(world.store().audit().await.unwrap().difference, None);
    anonymous_client(&world.server)
        .get("/healthz")
        .await
        .is(200);
});
