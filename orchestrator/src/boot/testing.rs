//! Whole servers for tests, in this process: wired as in production, on a free loopback port.

use std::{net::SocketAddr, path::Path};

use actix_web::{dev::ServerHandle, web::Data};
use portolan_assistant::Models;
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_replay::{Replay, ReplayOptions, Surroundings};
use portolan_store::{DatabaseUrl, Difference, Store, StoreOptions};
use tokio::sync::watch;
use url::Url;

use super::{backup, data_folder::DataFolder, migrate_to, serve, wiring};
pub use super::{
    examples::publish_examples,
    guests::delete_old_guests,
    import::{Import, import_rows, read_rows},
    settings::Settings,
    wiring::ServerComponents,
};
use crate::http::App;

/// Bytes that a test server takes as one upload: little, so that a test can send too much.
pub const MAX_UPLOAD_BYTES: u64 = 256 << 10;

const THREADS: usize = 1;

/// Soon, so that a test need not wait for what supervisors find out by themselves.
const SUPERVISOR_INTERVAL_MILLIS: u64 = 50;

/// A server that answers until it is dropped.
pub struct TestServer {
    pub app: Data<App>,
    pub address: SocketAddr,
    handle: ServerHandle,
}

impl TestServer {
    /// Keeps its files and keys in `folder`. Goes on with the turns that an earlier server of the
    /// same name left, and then still may write to: it is fenced off. Must be called inside an
    /// actix system.
    pub async fn start(folder: &Path, world: ServerComponents) -> Self {
        Self::with_settings(folder, world, |_| {}).await
    }

    /// Forwards feedback to this address.
    pub async fn with_webhook(
        folder: &Path,
        world: ServerComponents,
        webhook: Option<Url>,
    ) -> Self {
        Self::with_settings(folder, world, |settings| {
            settings.feedback_webhook = webhook
        })
        .await
    }

    /// Starts a server with settings changed by `change`. Runs in development mode unless `change` turns it
    /// off.
    pub async fn with_settings(
        folder: &Path,
        world: ServerComponents,
        change: impl FnOnce(&mut Settings),
    ) -> Self {
        let mut settings = Settings {
            supervisor_interval_millis: SUPERVISOR_INTERVAL_MILLIS,
            data_dir: folder.to_owned(),
            listen: SocketAddr::from(([127, 0, 0, 1], 0)).into(),
            max_upload_bytes: MAX_UPLOAD_BYTES,
            fetch_bytes: MAX_UPLOAD_BYTES,
            query_workers: 1,
            is_development: true,
            ..Settings::default()
        };
        change(&mut settings);
        let folder = DataFolder::open(folder).expect("a data folder");
        let world = match settings.plans.is_empty() {
            true => world,
            false => ServerComponents {
                store: world
                    .store
                    .with_plans(settings.plans().expect("valid plans")),
                ..world
            },
        };
        let (store, node) = (world.store.clone(), world.node.clone());
        let app = wiring::build_app(&settings, &folder, world, THREADS).expect("an application");
        let app = Data::new(app);
        let (server, address) =
            serve::listen_on(app.clone(), settings.listen, THREADS).expect("a free port");
        let handle = server.handle();
        actix_web::rt::spawn(server);
        serve::resume_turns(store, app.chats.clone(), node).await;
        Self {
            app,
            address,
            handle,
        }
    }
}

/// Why a server with these settings refuses to start; None if it would.
pub fn start_refusal(folder: &Path, change: impl FnOnce(&mut Settings)) -> Option<String> {
    let mut settings = Settings {
        data_dir: folder.to_owned(),
        ..Settings::default()
    };
    change(&mut settings);
    let folder = DataFolder::open(folder).expect("a data folder");
    let ids = Ids::system(Clock::system());
    wiring::open_auth(&settings, &folder, &ids, Clock::system())
        .err()
        .map(|failure| failure.to_string())
}

/// Backs a server up; the reason where that failed.
pub async fn back_up(settings: &Settings, out: &Path) -> Result<(), String> {
    let written = backup::write_backup(settings, out).await;
    written.map(drop).map_err(|failure| failure.to_string())
}

/// Restores a backup; the first difference of its ledger.
pub async fn restore(settings: &Settings, file: &Path) -> Result<Option<Difference>, String> {
    let restored = backup::restore_backup(settings, file).await;
    restored
        .map(|(_, report)| report.difference)
        .map_err(|failure| failure.to_string())
}

/// Moves a server's data to this PostgreSQL database; the names and rows of the copied tables.
pub async fn migrate_to(settings: &Settings, url: &str) -> Result<Vec<(String, u64)>, String> {
    let moved = migrate_to::move_database(settings, url).await;
    let (tables, _) = moved.map_err(|failure| failure.to_string())?;
    Ok(tables
        .into_iter()
        .map(|table| (table.name, table.rows))
        .collect())
}

/// Replays this server's stored chats in the folder named by the options.
pub async fn run_replay(app: &App, options: ReplayOptions, stop: watch::Receiver<bool>) -> Replay {
    run_replay_with(app, app.models.clone(), options, stop).await
}

/// The same on other models.
pub async fn run_replay_with(
    app: &App,
    models: Models,
    options: ReplayOptions,
    stop: watch::Receiver<bool>,
) -> Replay {
    let path = options.folder.join("replay.sqlite");
    let scratch = Store::open(&StoreOptions::new(DatabaseUrl::Sqlite(path)))
        .await
        .expect("a database of its own");
    let surroundings = Surroundings {
        objects: app.reader.objects.clone(),
        assistant: wiring::build_services(
            &Settings::default(),
            models,
            app.reader.queries.clone(),
            &app.ids,
        ),
        clock: app.clock.clone(),
        ids: app.ids.clone(),
        live: None,
    };
    Replay::over(options, app.store.clone(), scratch, surroundings, stop)
}

impl Drop for TestServer {
    fn drop(&mut self) {
        // The server hears the command when the future is made; no one need wait for it.
        drop(self.handle.stop(false));
    }
}
