//! A server over a fresh database, with a clock that stands, and a scripted model beside the
//! built-in one.

use std::{
    net::IpAddr,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use actix_web::web::Data;
use portolan::{
    boot::testing::{self as boot, Settings, TestServer},
    http::{App, auth::AuthOptions},
};
use portolan_assistant::{BUILT_IN_MODEL, ModelCard, Models, RemoteSettings};
use portolan_chat::Price;
use portolan_chat_actors::LocalTransport;
use portolan_environment::{clock::TestClock, ids::Ids};
use portolan_mock_upstream::{AnswerPlan, MockUpstream};
use portolan_store::{
    DatabaseUrl, Store,
    testing::{self, TestStore},
};
use tempfile::TempDir;
use url::Url;

use crate::client::{Client, TestUser};

/// The scripted model's id; a message says what it does: `[[mock tokens=20]]`.
pub const SCRIPTED: &str = "scripted";
/// The key of its endpoint.
pub const MODEL_KEY: &str = "sk-key-of-the-scripted-model";
/// The tokens that the scripted model may write in one call, each for one credit: what it holds.
pub const SCRIPTED_HOLD: u64 = 50;
/// The credits of a new account.
pub const FREE_CREDITS: u64 = 200;
pub const PASSWORD: &str = "a long enough secret";

pub struct World {
    pub server: TestServer,
    pub hand: TestClock,
    upstream: MockUpstream,
    database: TestStore,
    folder: TempDir,
    /// Connects the servers of this world.
    transport: LocalTransport,
    seeds: AtomicU64,
}

impl World {
    pub async fn sqlite() -> Self {
        Self::new(testing::sqlite().await).await
    }

    pub async fn postgres() -> Option<Self> {
        Some(Self::new(testing::postgres().await?).await)
    }

    async fn new(database: TestStore) -> Self {
        let hand = TestClock::new("2026-11-20T12:00:00Z".parse().unwrap());
        let plan = AnswerPlan {
            tokens: 20,
            ..AnswerPlan::default()
        };
        let upstream = MockUpstream::start(plan).await.unwrap();
        let folder = TempDir::new().unwrap();
        let transport = LocalTransport::default();
        let store = database.store.clone();
        let server = start(&folder, store, &upstream, &hand, 1, None, transport.clone()).await;
        Self {
            server,
            hand,
            upstream,
            database,
            folder,
            transport,
            seeds: AtomicU64::new(10),
        }
    }

    /// A second server over the same database and files, as after a restart.
    pub async fn restart(&self) -> TestServer {
        let store = self.database.reopen().await;
        let transport = self.transport.clone();
        start(
            &self.folder,
            store,
            &self.upstream,
            &self.hand,
            2,
            None,
            transport,
        )
        .await
    }

    /// The same, forwarding feedback to this address.
    pub async fn restart_with_webhook(&self, url: Url) -> TestServer {
        let store = self.database.reopen().await;
        start(
            &self.folder,
            store,
            &self.upstream,
            &self.hand,
            2,
            Some(url),
            self.transport.clone(),
        )
        .await
    }

    /// Another server over the same database and files, set up as `change` says.
    pub async fn restart_with(&self, change: impl FnOnce(&mut Settings)) -> TestServer {
        self.server_with(self.database.reopen().await, change).await
    }

    /// A server over the same files and another database, set up as `change` says.
    pub async fn server_with(
        &self,
        store: Store,
        change: impl FnOnce(&mut Settings),
    ) -> TestServer {
        let clock = self.hand.clock();
        let seed = self.seeds.fetch_add(1, Ordering::Relaxed);
        let world = boot::ServerComponents {
            store,
            models: models(self.upstream.base_url()),
            ids: Ids::seeded(clock.clone(), seed),
            clock,
            node: format!("node {seed}"),
            transport: Arc::new(self.transport.clone()),
        };
        TestServer::with_settings(self.folder.path(), world, change).await
    }

    /// One that may read pages of this host and port.
    pub async fn restart_with_pages(&self, host: String) -> TestServer {
        self.restart_with(|settings| settings.fetch_allow = vec![host])
            .await
    }

    /// One in which people sign in as `change` says.
    pub async fn auth_server(&self, change: impl FnOnce(&mut AuthOptions)) -> TestServer {
        self.auth_server_with(None, change).await
    }

    /// The same with a mail server.
    pub async fn auth_server_with(
        &self,
        smtp_url: Option<String>,
        change: impl FnOnce(&mut AuthOptions),
    ) -> TestServer {
        let server = self.restart_with(|settings| {
            // Trusted, so that a test may come from anywhere.
            settings.trusted_proxies = vec![IpAddr::from([127, 0, 0, 1]).into()];
            settings.is_development = smtp_url.is_none();
            settings.smtp_url = smtp_url;
            settings.mail_from = Some("Portolan <charts@example.com>".into());
            change(&mut settings.auth);
            // The doubles of services are on this machine.
            let webhook = settings.auth.sms_webhook.as_ref();
            settings.service_allow = webhook.map(host_and_port).into_iter().collect();
        });
        server.await
    }

    /// A server over another folder and database.
    pub async fn server_over(&self, folder: &Path, store: Store) -> TestServer {
        let clock = self.hand.clock();
        let seed = self.seeds.fetch_add(1, Ordering::Relaxed);
        let world = boot::ServerComponents {
            store,
            models: models(self.upstream.base_url()),
            ids: Ids::seeded(clock.clone(), seed),
            clock,
            // The chats of the first server are its own at once, without waiting for their leases to expire.
            node: "node".into(),
            transport: Arc::new(self.transport.clone()),
        };
        TestServer::start(folder, world).await
    }

    /// The database of all servers.
    pub fn database(&self) -> &DatabaseUrl {
        &self.database.options.url
    }

    /// Returns the data folder of its servers.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn app(&self) -> &Data<App> {
        &self.server.app
    }

    /// The bodies of all calls of the scripted model, oldest first.
    pub fn model_calls(&self) -> Vec<serde_json::Value> {
        self.upstream.bodies()
    }

    pub fn store(&self) -> &Store {
        &self.database.store
    }

    /// Returns an unauthenticated client.
    pub fn client(&self) -> Client {
        Client::new(self.server.address)
    }

    /// Signs a user up under this name.
    pub async fn new_user(&self, name: &str) -> TestUser {
        TestUser::sign_up(&self.client(), name).await
    }
}

fn host_and_port(url: &Url) -> String {
    let port = url.port_or_known_default().unwrap();
    format!("{}:{port}", url.host().unwrap())
}

async fn start(
    folder: &TempDir,
    store: Store,
    upstream: &MockUpstream,
    hand: &TestClock,
    seed: u64,
    webhook: Option<Url>,
    transport: LocalTransport,
) -> TestServer {
    let clock = hand.clock();
    let world = boot::ServerComponents {
        store,
        models: models(upstream.base_url()),
        ids: Ids::seeded(clock.clone(), seed),
        clock,
        node: "node".into(),
        transport: Arc::new(transport),
    };
    TestServer::with_webhook(folder.path(), world, webhook).await
}

fn models(base_url: String) -> Models {
    let card = ModelCard {
        id: SCRIPTED.into(),
        title: "Scripted".into(),
        price: Price {
            input_per_million: 0,
            output_per_million: 1_000_000,
        },
        context_tokens: 32_000,
        output_tokens: SCRIPTED_HOLD,
    };
    let remote = RemoteSettings {
        back_off: Duration::ZERO,
        ..RemoteSettings::new(MODEL_KEY.to_owned().into(), base_url, vec![card])
    };
    Models::new(Some(remote), Some(BUILT_IN_MODEL)).unwrap()
}
