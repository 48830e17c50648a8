//! Makes the parts from the settings.

use std::{path::PathBuf, sync::Arc, time::Duration};

use actix::Actor;
use portolan_assistant::{Models, Services, TurnLimits};
use portolan_chat_actors::{
    ChatServices, ChatViewer, Chats, Load, LocalTransport, Nats, PeerTransport, Peers, TurnRecords,
    UsageSupervisor,
};
use portolan_databases::{AccessSeal, DatabaseLimits, Databases, TableQueries};
use portolan_dial::{Dialer, Guard, SystemLookup};
use portolan_draw::{Drawer, DrawingLimits as DrawLimits};
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_query::WorkerLimits;
use portolan_query_pool::{PoolOptions, QueryPool};
use portolan_realtime_hub::{Realtime, RealtimeLimits};
use portolan_replay::{ReplayServices, ReplaySupervisor};
use portolan_sources::{
    LocalCopies, Objects, S3Access, SourceReader, WebReader,
    fetch::{FetchLimits, Fetcher},
};
use portolan_storage::SigningSecret;
use portolan_store::{DatabaseUrl, Store, StoreOptions, Synchronous};
use portolan_telemetry::MetricsPage;
use tokio::sync::Semaphore;

use super::{
    CommandFailure,
    data_folder::DataFolder,
    settings::{Settings, SqliteSynchronous},
};
use crate::{
    billing::Stripe,
    charts::{ChartMaker, RefreshSupervisor},
    feedback::{FeedbackSupervisor, Forwarder},
    http::{
        Analytics, App, Limits as RequestLimits, Metrics, OwnApi, Site,
        auth::{Auth, AuthSetup},
    },
    mail::{Mailbox, Notifier, Outbox, OutboxSupervisor, Seal, SmsWebhook, Smtp},
    services::{
        UseCases, accounts::AccountService, billing::BillingService, boards::BoardService,
        charts::ChartService, chats::ChatService, contributors::ContributorService,
        library::LibraryService, portolans::PortolanService, webhooks::WebhookService,
    },
    storage::{Pictures, Storage, Sweeper},
    views::ViewSupervisor,
    webhooks::{SecretSeal, WebhookSender, WebhookSupervisor, Webhooks},
};

mod models;
mod plans;

pub use models::{build_models, with_offered_models};

/// For a request to a service that sets no time of its own.
const SERVICE_TIME: Duration = Duration::from_secs(20);

/// Bytes of address space that reading one page or paper may take in its worker.
const READ_MEMORY: u64 = 512 << 20;
/// Bytes that one connection to a database of a user may receive.
const DATABASE_BYTES: u64 = 64 << 20;

/// Server components that tests can replace.
pub struct ServerComponents {
    pub store: Store,
    pub models: Models,
    pub clock: Clock,
    pub ids: Ids,
    /// Names this server in leases.
    pub node: String,
    /// The way to other servers.
    pub transport: Arc<dyn PeerTransport>,
}

/// Returns the transport between servers: NATS if it is configured, otherwise only the database.
pub async fn open_transport(
    settings: &Settings,
    store: &Store,
) -> Result<Arc<dyn PeerTransport>, CommandFailure> {
    let Some(addresses) = &settings.nats_url else {
        return Ok(Arc::new(LocalTransport::default()));
    };
    if !store.is_shared() {
        return Err(CommandFailure::new(
            "several servers need PostgreSQL: set PORTOLAN_DATABASE_URL, or remove PORTOLAN_NATS_URL",
        ));
    }
    let nats = Nats::connect(&addresses.0)
        .await
        .map_err(CommandFailure::new)?;
    Ok(Arc::new(nats))
}

/// Everything that handlers need, with live chats on `threads` threads. Must be called inside an
/// actix system.
pub fn build_app(
    settings: &Settings,
    folder: &DataFolder,
    world: ServerComponents,
    threads: usize,
) -> Result<App, CommandFailure> {
    let ServerComponents {
        store,
        models,
        clock,
        ids,
        node,
        transport,
    } = world;
    plans::check_plans(store.plans(), &models)?;
    let replay_node = node.clone();
    let objects = open_objects(settings, folder)?;
    let pool = start_query_pool(settings)?;
    let auth = open_auth(settings, folder, &ids, clock.clone())?;
    let seal = AccessSeal::new(auth.derived_secret("databases"));
    let queries = TableQueries::new(pool, databases(settings, seal, &ids));
    let interval = Duration::from_millis(settings.supervisor_interval_millis.max(10));
    let usage = UsageSupervisor::new(store.clone(), clock.clone(), interval).start();
    let viewer = ChatViewer::new(store.clone(), interval).start();
    let views = ViewSupervisor::new(store.clone(), clock.clone(), &ids, interval).start();
    let outbox = start_outbox(&store, (&clock, &ids), &auth, interval);
    let webhooks = start_webhooks(settings, &store, (&clock, &ids), &auth, interval);
    let forwarder = build_forwarder(settings)?;
    let forwards_feedback = forwarder.is_some();
    let feedback =
        FeedbackSupervisor::new(store.clone(), clock.clone(), forwarder, interval).start();
    let reader = SourceReader {
        queries: queries.clone(),
        objects: objects.clone(),
        clock: clock.clone(),
        ids: ids.clone(),
        work: folder.uploads(),
    };
    let web = web_reader(settings, reader.clone());
    let maker = ChartMaker {
        store: store.clone(),
        queries: queries.clone(),
        objects: objects.clone(),
        web: web.clone(),
    };
    RefreshSupervisor::new(maker.clone(), clock.clone(), interval).start();
    let storage = Storage {
        store: store.clone(),
        objects: objects.clone(),
        pictures: Pictures::default(),
        clock: clock.clone(),
        ids: ids.clone(),
        secret: SigningSecret::new(auth.derived_secret("storage")),
        work: folder.uploads(),
        most_bytes: settings.max_upload_bytes,
        rules: Arc::new(settings.storage_rules.clone()),
        user_bytes: Some(settings.storage_user_bytes).filter(|bytes| *bytes > 0),
    };
    Sweeper::new(storage.clone(), interval).start();
    let chats = Chats::start(
        Arc::new(ChatServices {
            store: store.clone(),
            objects: objects.clone(),
            assistant: build_services(settings, models.clone(), queries.clone(), &ids),
            usage: usage.clone(),
            viewer: viewer.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            peers: Peers::new(transport, &node),
            idle: Duration::from_secs(settings.chat_idle_seconds.max(1)),
            load: Load::default(),
            web: Some(web.clone()),
            records: TurnRecords::default(),
        }),
        threads,
    );
    let replays = ReplayServices {
        store: store.clone(),
        objects: objects.clone(),
        assistant: build_services(settings, models.clone(), queries.clone(), &ids),
        queries: PoolOptions {
            workers: 1,
            ..pool_options(settings)?
        },
        clock: clock.clone(),
        ids: ids.clone(),
        live: chats.load().clone(),
        node: replay_node,
        folder: folder.replays(),
    };
    let replays = ReplaySupervisor::new(replays, interval).start();
    portolan_draw::use_fonts_of_the_machine();
    let realtime = Realtime::start(
        store.clone(),
        clock.clone(),
        ids.clone(),
        realtime_limits(settings),
    );
    let use_cases = UseCases {
        accounts: AccountService {
            policy: auth.sign_up_policy(),
            clock: clock.clone(),
            ids: ids.clone(),
        },
        billing: build_billing(settings, &store, &clock)?,
        boards: BoardService {
            store: store.clone(),
            chats: chats.clone(),
            models: models.clone(),
            web: web.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
        },
        charts: ChartService {
            store: store.clone(),
            maker,
            clock: clock.clone(),
            ids: ids.clone(),
        },
        chats: ChatService {
            store: store.clone(),
            live: chats.clone(),
            viewer: viewer.clone(),
            models: models.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
        },
        contributors: ContributorService {
            store: store.clone(),
            clock: clock.clone(),
        },
        library: LibraryService {
            store: store.clone(),
            clock: clock.clone(),
        },
        portolans: PortolanService {
            clock: clock.clone(),
            ids: ids.clone(),
        },
        webhooks: WebhookService {
            store: store.clone(),
            webhooks: webhooks.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
        },
    };
    Ok(App {
        use_cases,
        chats,
        replays,
        node,
        usage,
        viewer,
        views,
        has_chat_viewer: settings.chat_viewer,
        outbox,
        webhooks,
        feedback,
        forwards_feedback,
        models,
        reader,
        web,
        storage,
        drawer: Drawer::new(DrawLimits::default()).map_err(CommandFailure::new)?,
        auth,
        realtime,
        site: Site::new(
            settings.public_url.clone(),
            settings.trusted_proxies.clone(),
        )
        .with_socket_origins(settings.realtime_origins.clone()),
        own_api: OwnApi::new().map_err(CommandFailure::new)?,
        metrics: settings.metrics_token.clone().and_then(|token| {
            let token = Some(token).filter(|token| !token.0.is_empty())?;
            let page = MetricsPage::start()?;
            Some(Metrics { token, page })
        }),
        analytics: settings.analytics_key.clone().map(|key| Analytics {
            key,
            host: settings.analytics_host.clone(),
        }),
        exports: Semaphore::new(1),
        limits: RequestLimits::new(
            settings.max_upload_bytes,
            Duration::from_secs(settings.upload_seconds.max(1)),
            settings.feedback_per_hour,
        ),
        store,
        clock,
        ids,
    })
}

/// Returns the use cases of paid plans; None if the settings name no payment provider.
fn build_billing(
    settings: &Settings,
    store: &Store,
    clock: &Clock,
) -> Result<Option<BillingService>, CommandFailure> {
    let Some(secret_key) = settings.stripe_secret_key.clone() else {
        return Ok(None);
    };
    let webhook_secret = settings.stripe_webhook_secret.clone().ok_or_else(|| {
        CommandFailure::new(
            "Stripe needs the signing secret of its webhook: set PORTOLAN_STRIPE_WEBHOOK_SECRET",
        )
    })?;
    Ok(Some(BillingService {
        store: store.clone(),
        stripe: Stripe::new(
            settings.stripe_url.clone(),
            secret_key.0.into(),
            webhook_secret.0.into(),
        )
        .map_err(CommandFailure::new)?
        .with_automatic_tax(settings.stripe_automatic_tax),
        clock: clock.clone(),
    }))
}

/// Returns the object store: the data folder, or S3.
pub fn open_objects(settings: &Settings, folder: &DataFolder) -> Result<Objects, CommandFailure> {
    let Some(address) = &settings.object_store else {
        return Objects::in_folder(&folder.sources()).map_err(CommandFailure::new);
    };
    let key_id = settings.object_store_key_id.as_deref();
    let secret_key = settings.object_store_secret_key.as_ref();
    let access = S3Access {
        endpoint: settings
            .object_store_endpoint
            .as_ref()
            .map(url::Url::as_str),
        region: settings.object_store_region.as_deref(),
        key: key_id.zip(secret_key.map(|secret| secret.0.as_str())),
    };
    let copies = LocalCopies::open(&folder.copies(), settings.object_copies_bytes);
    Objects::in_s3(address, &access, copies.map_err(CommandFailure::new)?)
        .map_err(CommandFailure::new)
}

fn realtime_limits(settings: &Settings) -> RealtimeLimits {
    RealtimeLimits {
        sockets_per_user: settings.realtime_user_sockets,
        sockets_per_peer: settings.realtime_peer_sockets,
        channels_per_socket: settings.realtime_channels,
        messages_per_second: settings.realtime_messages_per_second.max(1),
        frame_bytes: settings.realtime_frame_bytes,
        buffer_bytes: settings.realtime_buffer_bytes,
        idle: Duration::from_secs(settings.realtime_idle_seconds.max(1)),
        check_every: Duration::from_millis(settings.supervisor_interval_millis.max(10)),
        open_topics: settings.realtime_open_topics,
        rules: Arc::new(settings.realtime_rules.clone()),
    }
}

/// Opens the authentication back end. Must be called inside a runtime.
pub fn open_auth(
    settings: &Settings,
    folder: &DataFolder,
    ids: &Ids,
    clock: Clock,
) -> Result<Auth, CommandFailure> {
    let smtp = match &settings.smtp_url {
        Some(server) => {
            let from = settings
                .mail_from
                .as_ref()
                .or(settings.feedback_email.as_ref())
                .ok_or_else(|| {
                    CommandFailure::new(
                        "the mail server needs a sender's address: set PORTOLAN_MAIL_FROM",
                    )
                })?;
            Some(Smtp::new(server, from).map_err(CommandFailure::new)?)
        }
        None => None,
    };
    let mailbox = (settings.is_development && smtp.is_none()).then(|| Mailbox::new(ids.secret()));
    let dialer = service_dialer(settings);
    let secret = settings.auth.sms_webhook_secret.clone();
    let sms = settings.auth.sms_webhook.as_ref().map(|url| {
        let secret = secret.map(|secret| secret.0);
        SmsWebhook::new(&dialer, url.clone(), secret)
    });
    let setup = AuthSetup {
        options: settings.auth.clone(),
        signing_keys: folder.signing_keys(),
        code_secret: folder.code_secret(),
        token_seconds: settings.token_seconds,
        sign_ins_per_minute: settings.sign_ins_per_minute,
        is_development: settings.is_development,
        notifier: Notifier { smtp, sms, mailbox },
        dialer,
        public_url: settings.public_url.clone(),
        clock,
    };
    Auth::open(setup, ids).map_err(CommandFailure::new)
}

/// Returns the dialer for sign-in providers, webhooks and other services: those of private networks
/// only where the settings allow them, those of this machine in development mode too.
fn service_dialer(settings: &Settings) -> Dialer {
    let guard = Guard::new(Arc::new(SystemLookup), &settings.service_allow);
    let guard = if settings.is_development {
        guard.with_loopback()
    } else {
        guard
    };
    Dialer::new(guard, SERVICE_TIME)
}

/// Starts sending what waits in the store.
fn start_outbox(
    store: &Store,
    (clock, ids): (&Clock, &Ids),
    auth: &Auth,
    interval: Duration,
) -> Outbox {
    let seal = Seal::new(auth.derived_secret("outbox"));
    Outbox::start(seal.clone(), |results| {
        OutboxSupervisor::new(
            store.clone(),
            (clock.clone(), ids.clone()),
            (auth.notifier().clone(), seal),
            results,
            interval,
        )
        .start()
    })
}

/// Starts sending users' events to their endpoints.
fn start_webhooks(
    settings: &Settings,
    store: &Store,
    (clock, ids): (&Clock, &Ids),
    auth: &Auth,
    interval: Duration,
) -> Webhooks {
    let seal = SecretSeal::new(auth.derived_secret("webhooks"));
    let sender = WebhookSender::new(&service_dialer(settings));
    let supervisor = WebhookSupervisor::new(
        store.clone(),
        (clock.clone(), ids.clone()),
        (seal.clone(), sender.clone()),
        interval,
    );
    Webhooks::new(seal, sender, supervisor.start())
}

/// Connects to databases of users, within the limits of queries over files.
fn databases(settings: &Settings, seal: AccessSeal, ids: &Ids) -> Databases {
    let limits = WorkerLimits::default();
    Databases::new(
        Guard::new(Arc::new(SystemLookup), &settings.fetch_allow),
        seal,
        ids.clone(),
        DatabaseLimits {
            time: Duration::from_secs(settings.query_seconds.max(1)),
            rows: limits.max_rows,
            answer_bytes: limits.max_answer_bytes,
            received_bytes: DATABASE_BYTES,
        },
    )
}

/// Reads addresses, within the limits of the settings.
pub fn web_reader(settings: &Settings, reader: SourceReader) -> WebReader {
    let contact = settings.public_url.as_ref().map(url::Url::as_str);
    let limits = FetchLimits {
        bytes: settings.fetch_bytes,
        time: Duration::from_secs(settings.fetch_seconds.max(1)),
    };
    let guard = Guard::new(Arc::new(SystemLookup), &settings.fetch_allow);
    WebReader {
        fetcher: Fetcher::new(guard, limits, &reader.work, contact),
        reader,
    }
}

/// Returns the target of feedback; None if it stays in the store.
fn build_forwarder(settings: &Settings) -> Result<Option<Forwarder>, CommandFailure> {
    if let Some(url) = &settings.feedback_webhook {
        let webhook = Forwarder::webhook(&service_dialer(settings), url.clone());
        return Ok(Some(webhook));
    }
    let Some(to) = &settings.feedback_email else {
        return Ok(None);
    };
    let Some(server) = &settings.smtp_url else {
        return Err(CommandFailure::new(
            "feedback_email needs a mail server: set PORTOLAN_SMTP_URL, or remove PORTOLAN_FEEDBACK_EMAIL",
        ));
    };
    let from = settings.mail_from.as_ref().unwrap_or(to);
    Forwarder::mail(server, from, to)
        .map(Some)
        .map_err(CommandFailure::new)
}

/// Opens the database and applies migrations.
pub async fn open_store(settings: &Settings) -> Result<Store, CommandFailure> {
    let url = match &settings.database_url {
        Some(url) => url.parse().map_err(CommandFailure::new)?,
        None => {
            let folder = DataFolder::open(&settings.data_dir).map_err(CommandFailure::new)?;
            DatabaseUrl::Sqlite(folder.database())
        }
    };
    let mut options = StoreOptions::new(url);
    options.overage_limit = settings.overage_credits;
    options.synchronous = match settings.sqlite_synchronous {
        SqliteSynchronous::Normal => Synchronous::Normal,
        SqliteSynchronous::Full => Synchronous::Full,
    };
    options.busy_timeout = Duration::from_secs(settings.database_wait_seconds.max(1));
    options.queue_timeout = Duration::from_secs(settings.database_queue_seconds.max(1));
    options.read_timeout = Duration::from_secs(settings.database_read_seconds.max(1));
    options.account_items = settings.account_items;
    options.lease = Duration::from_secs(settings.lease_seconds.clamp(1, 10));
    options.plans = settings.plans().map_err(CommandFailure::new)?;
    Store::open(&options).await.map_err(CommandFailure::new)
}

/// The models, and the query workers behind their tools.
pub fn build_assistant(settings: &Settings, ids: &Ids) -> Result<Services, CommandFailure> {
    Ok(build_services(
        settings,
        build_models(settings)?,
        start_query_pool(settings)?.into(),
        ids,
    ))
}

/// Runs queries of this process only: what it seals, no other one opens.
pub fn local_queries(settings: &Settings, ids: &Ids) -> Result<TableQueries, CommandFailure> {
    let databases = databases(settings, AccessSeal::new(ids.bytes()), ids);
    Ok(TableQueries::new(start_query_pool(settings)?, databases))
}

pub fn build_services(
    settings: &Settings,
    models: Models,
    queries: TableQueries,
    ids: &Ids,
) -> Services {
    Services {
        models,
        queries,
        ids: ids.clone(),
        limits: TurnLimits {
            steps: settings.turn_steps.max(1),
            time: Duration::from_secs(settings.turn_seconds.max(1)),
            credits: Some(settings.turn_credits).filter(|credits| *credits > 0),
            history_tokens: settings.history_tokens,
            ..TurnLimits::default()
        },
    }
}

pub fn start_query_pool(settings: &Settings) -> Result<QueryPool, CommandFailure> {
    Ok(QueryPool::new(pool_options(settings)?))
}

fn pool_options(settings: &Settings) -> Result<PoolOptions, CommandFailure> {
    Ok(PoolOptions {
        worker: find_worker()?,
        workers: settings.query_workers.max(1),
        query_timeout: Duration::from_secs(settings.query_seconds),
        convert_timeout: Duration::from_secs(settings.convert_seconds),
        read_timeout: Duration::from_secs(settings.read_seconds.max(1)),
        address_space: settings.query_address_space,
        read_memory: READ_MEMORY,
        limits: WorkerLimits::default(),
    })
}

/// The query worker is next to the running program.
fn find_worker() -> Result<PathBuf, CommandFailure> {
    if let Some(path) = std::env::var_os("PORTOLAN_QUERY_WORKER").filter(|path| !path.is_empty()) {
        return Ok(path.into());
    }
    let program = std::env::current_exe().map_err(CommandFailure::new)?;
    let worker = program.with_file_name("portolan-query");
    if worker.exists() {
        return Ok(worker);
    }
    Err(CommandFailure::new(format!(
        "the query worker is missing at {}: run `npm run build`, or put portolan-query next to portolan",
        worker.display()
    )))
}
