use std::{net::SocketAddr, path::Path, process::ExitCode};

use actix_web::web::Data;
use portolan_auth::{email_address, token_hash};
use portolan_domain::{ApiKey, NewApiKey, Plans, Scope};
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_store::Store;
use rmcp::ServiceExt;
use secrecy::SecretString;
use url::Url;

use super::{
    CommandFailure,
    command_line::McpArguments,
    data_folder::DataFolder,
    serve,
    settings::Settings,
    wiring::{self, ServerComponents},
};
use crate::{
    mcp::{Api, McpServer},
    services::accounts::{self, AccountService, NewAccount, SignUpPolicy},
};

/// The account of a private server; no mail goes there.
const ACCOUNT: &str = "mcp@localhost.localdomain";
/// Requests of its key in a minute.
const KEY_REQUESTS: u32 = 60_000;
/// The credits of a private server cost nothing.
const CREDITS: u64 = 1_000_000_000;

/// Serves the charting tools on standard input and output until the client closes them: those of a
/// server, or of a private one inside this process.
pub async fn serve_mcp(
    arguments: McpArguments,
    settings: Settings,
) -> Result<ExitCode, CommandFailure> {
    let client = Api::client().map_err(CommandFailure::new)?;
    if let Some((server, key)) = arguments.server.zip(arguments.key) {
        let links = server.to_string();
        let api = Api::new(client, server, links, SecretString::from(key));
        return serve_stdio(api).await;
    }
    let temporary = tempfile::tempdir().map_err(CommandFailure::new)?;
    let folder = arguments.keep.as_deref().unwrap_or(temporary.path());
    let (address, key) = start_private_server(folder, settings).await?;
    let base = Url::parse(&format!("http://{address}")).map_err(CommandFailure::new)?;
    let links = base.to_string();
    serve_stdio(Api::new(client, base, links, SecretString::from(key))).await
}

async fn serve_stdio(api: Api) -> Result<ExitCode, CommandFailure> {
    let running = McpServer::new(api)
        .serve(rmcp::transport::stdio())
        .await
        .map_err(CommandFailure::new)?;
    running.waiting().await.map_err(CommandFailure::new)?;
    Ok(ExitCode::SUCCESS)
}

/// Starts a server on a free loopback port, with everything in `folder`; returns its address and a key.
async fn start_private_server(
    folder: &Path,
    settings: Settings,
) -> Result<(SocketAddr, String), CommandFailure> {
    let settings = Settings {
        data_dir: folder.to_owned(),
        listen: SocketAddr::from(([127, 0, 0, 1], 0)).into(),
        database_url: None,
        nats_url: None,
        object_store: None,
        public_url: None,
        smtp_url: None,
        stripe_secret_key: None,
        stripe_webhook_secret: None,
        otlp_endpoint: None,
        is_development: false,
        plans: Plans::standard().without_limits().iter().cloned().collect(),
        ..settings
    };
    let folder = DataFolder::open(folder).map_err(CommandFailure::new)?;
    let lock = folder.lock().map_err(CommandFailure::new)?;
    let clock = Clock::system();
    let ids = Ids::system(clock.clone());
    let store = wiring::open_store(&settings).await?;
    let key = open_account(&store, clock.clone(), &ids).await?;
    let node = serve::node_name(&folder, &ids)?;
    let world = ServerComponents {
        store: store.clone(),
        models: wiring::build_models(&wiring::with_offered_models(&settings).await)?,
        clock,
        ids,
        node,
        transport: wiring::open_transport(&settings, &store).await?,
    };
    let app = Data::new(wiring::build_app(&settings, &folder, world, 1)?);
    let chats = app.chats.clone();
    let (server, address) = serve::listen_on(app, settings.listen, 1)?;
    actix_web::rt::spawn(async move {
        let _lock = lock;
        if let Err(error) = server.await {
            tracing::error!(error.cause = %error, "private server ended");
        }
    });
    actix_web::rt::spawn(serve::keep_leases(store, chats));
    Ok((address, key))
}

/// Creates the account if it is missing and returns a new API key of it.
async fn open_account(store: &Store, clock: Clock, ids: &Ids) -> Result<String, CommandFailure> {
    let now = clock.now();
    let email = email_address(ACCOUNT).map_err(CommandFailure::new)?;
    let service = AccountService {
        policy: SignUpPolicy::default(),
        clock,
        ids: ids.clone(),
    };
    let account = NewAccount {
        email: Some(email.clone()),
        is_confirmed: true,
        ..NewAccount::default()
    };
    let created = store.transact(async |unit| service.create_account(unit, account).await);
    match created.await {
        Ok(_) | Err(accounts::Error::Exists) => {}
        Err(error) => return Err(CommandFailure::new(error)),
    }
    let user = store
        .user_by_email(&email)
        .await
        .map_err(CommandFailure::new)?;
    let credits = store.set_credits(user.id, CREDITS, now);
    credits.await.map_err(CommandFailure::new)?;
    // Keys of earlier starts end with those.
    for key in store.api_keys(user.id).await.map_err(CommandFailure::new)? {
        let deleted = store.delete_api_key(key.id, user.id);
        deleted.await.map_err(CommandFailure::new)?;
    }
    let new = NewApiKey {
        user_id: user.id,
        name: "portolan mcp".into(),
        scopes: vec![Scope::Read, Scope::Chat, Scope::Boards],
        expires_at: None,
        requests_per_minute: KEY_REQUESTS,
    };
    let (key, secret) = ApiKey::new(ids, new, now);
    let hash = token_hash(&secret);
    let stored = store.create_api_key(&key, &hash);
    stored.await.map_err(CommandFailure::new)?;
    Ok(secret)
}
