//! `portolan backup` and `portolan restore` of a server that works.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use portolan::boot::testing::{Settings, back_up, migrate_to, restore};
use portolan_store::{DatabaseUrl, Store, StoreOptions, testing};
use serde_json::json;
use tempfile::TempDir;

use crate::{
    client::TestUser,
    stream::{ask, chat, get_chat},
    world::{SCRIPTED, World},
};

/// Backups until one is made while something was written; a machine under load needs several.
const ATTEMPTS: u32 = 50;

fn settings(folder: &Path, database: &DatabaseUrl) -> Settings {
    Settings {
        data_dir: folder.to_owned(),
        database_url: Some(match database {
            DatabaseUrl::Sqlite(path) => format!("sqlite:{}", path.display()),
            DatabaseUrl::Postgres(options) => format!(
                "postgres:///{}?host={}&user={}",
                options.get_database().unwrap(),
                options.get_socket().unwrap().display(),
                options.get_username(),
            ),
            DatabaseUrl::SqliteMemory => panic!("a database in memory has no backup"),
        }),
        ..Settings::default()
    }
}

/// Asks and uploads until it is dropped; counts what was written.
fn keep_writing(ada: &TestUser) -> (actix_web::rt::task::JoinHandle<()>, Arc<AtomicU32>) {
    let written = Arc::new(AtomicU32::new(0));
    let (count, ada) = (Arc::clone(&written), ada.clone());
    let task = actix_web::rt::spawn(async move {
        for number in 0.. {
            let text = format!("item,sold\nTea,{number}\n");
            ada.post("/api/sources", json!({"text": text}))
                .await
                .is(201);
            let chat_id = chat(&ada).await;
            let body = json!({"text": "[[mock tokens=0]]", "model": SCRIPTED});
            ask(&ada, chat_id, body).await;
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    (task, written)
}

both!(
    backup_taken_during_writes_restores_chats_files_and_ledger,
    |world| {
        let ada = world.new_user("ada").await;
        let text = "item,sold\nTea,3\nMate,4\n";
        let source = ada.post("/api/sources", json!({"text": text})).await;
        let source = source.is(201).json();
        let chat_id = chat(&ada).await;
        let body = json!({"text": "Total sold by item", "sourceIds": [source["id"]]});
        let before = ask(&ada, chat_id, body.clone()).await;

        let backups = TempDir::new().unwrap();
        let from = settings(world.folder(), world.database());
        let (writer, written) = keep_writing(&ada);
        let mut file = None;
        for attempt in 0..ATTEMPTS {
            let path = backups.path().join(format!("{attempt}.zip"));
            let earlier = written.load(Ordering::Relaxed);
            back_up(&from, &path).await.unwrap();
            if written.load(Ordering::Relaxed) > earlier {
                file = Some(path);
                break;
            }
        }
        writer.abort();
        let file = file.expect("something is written during a backup");
        let again = back_up(&from, &file).await.unwrap_err();
        assert!(again.contains("exists"), "{again}");

        let target = TempDir::new().unwrap();
        let database = match world.database() {
            DatabaseUrl::Postgres(_) => testing::postgres_url().await.unwrap(),
            _ => DatabaseUrl::Sqlite(target.path().join("restored.db")),
        };
        let to = settings(target.path(), &database);
        assert_eq!(restore(&to, &file).await.unwrap(), None);
        let refused = restore(&to, &file).await.unwrap_err();
        assert!(refused.contains("empty"), "{refused}");

        // Keys, chats and files are there: a session continues, and the table can be asked again.
        let store = Store::open(&StoreOptions::new(database)).await.unwrap();
        let server = world.server_over(target.path(), store).await;
        let ada = ada.at(server.address);
        assert_eq!(get_chat(&ada, chat_id).await, before);
        let after = ask(&ada, chat_id, body).await;
        assert_eq!(after.turns.len(), 2);
        assert_eq!(after.turns[1].outcome, before.turns[0].outcome);
        assert!(server.app.store.audit().await.unwrap().difference.is_none());
    }
);

#[actix_web::test]
async fn backup_of_missing_data_folder_fails_without_creating_files() {
    let folder = TempDir::new().unwrap();
    let missing = Settings {
        data_dir: folder.path().join("missing"),
        ..Settings::default()
    };
    let file = folder.path().join("backup.zip");
    let refused = back_up(&missing, &file).await.unwrap_err();
    assert!(refused.contains("doesn't exist"), "{refused}");
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

#[actix_web::test]
async fn migration_from_sqlite_to_postgres_keeps_chats_ledger_and_search() {
    let world = World::sqlite().await;
    let Some(target) = testing::postgres_url().await else {
        return;
    };
    let ada = world.new_user("ada").await;
    let text = "item,sold\nTea,3\nMate,4\n";
    let source = ada.post("/api/sources", json!({"text": text})).await;
    let source = source.is(201).json();
    let chat_id = chat(&ada).await;
    let body = json!({"text": "Total sold by item", "sourceIds": [source["id"]]});
    let before = ask(&ada, chat_id, body.clone()).await;
    // More than one batch of rows.
    for number in 0..230 {
        let title = json!({"title": format!("Kettle number {number}")});
        ada.post("/api/chats", title).await.is(201);
    }
    let plan = ada.get("/api/user/plan").await.is(200).json();

    let from = settings(world.folder(), world.database());
    let url = settings(world.folder(), &target).database_url.unwrap();
    let refused = migrate_to(&from, "sqlite:other.db").await.unwrap_err();
    assert!(refused.contains("postgres://"), "{refused}");
    let tables = migrate_to(&from, &url).await.unwrap();
    let rows = |name: &str| tables.iter().find(|(table, _)| table == name).unwrap().1;
    assert_eq!((rows("users"), rows("chats")), (1, 231));
    assert!(rows("events") > 0, "{tables:?}");
    let refused = migrate_to(&from, &url).await.unwrap_err();
    assert!(refused.contains("has users"), "{refused}");

    // Foreign keys hold again, and a server goes on where the old one was.
    let store = Store::open(&StoreOptions::new(target)).await.unwrap();
    let server = world.server_over(world.folder(), store).await;
    let ada = ada.at(server.address);
    assert_eq!(get_chat(&ada, chat_id).await, before);
    assert_eq!(ada.get("/api/user/plan").await.is(200).json(), plan);
    let found = ada.get("/api/search?q=kettle").await.is(200).json();
    assert!(!found["items"].as_array().unwrap().is_empty(), "{found}");
    let after = ask(&ada, chat_id, body).await;
    assert_eq!(after.turns.len(), 2);
    assert!(server.app.store.audit().await.unwrap().difference.is_none());
    ada.delete(&format!("/api/chats/{chat_id}")).await.is(204);
    assert_eq!(ada.get(&format!("/api/chats/{chat_id}")).await.status, 404);
}
