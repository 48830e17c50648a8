use std::{
    io::{IsTerminal, Write},
    net::{SocketAddr, TcpListener},
    num::NonZero,
    path::Path,
    process::ExitCode,
    time::Duration,
};

use actix_web::{
    HttpServer,
    dev::Server,
    middleware::{Compress, from_fn},
    web::Data,
};
use portolan_chat_actors::Chats;
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_replay::StopReplays;
use portolan_store::Store;
use tokio::{
    signal::unix::{SignalKind, signal},
    time::MissedTickBehavior,
};

use super::{
    CommandFailure,
    data_folder::DataFolder,
    examples, guests,
    listen::Listen,
    settings::Settings,
    wiring::{self, ServerComponents},
};
use crate::{
    http::{self, App},
    views::FlushViews,
};

/// How long open connections get when every chat has left.
const CLOSE_TIME: u64 = 3;
/// Renewals in the time that a lease lasts: one may be late or fail.
const RENEWALS: u32 = 3;
/// Connections that may wait to be accepted.
const BACKLOG: u32 = 8_192;

/// Serves everything on one port until it receives a signal.
pub async fn run_server(settings: Settings) -> Result<ExitCode, CommandFailure> {
    check_free(settings.listen.address)?;
    let folder = DataFolder::open(&settings.data_dir).map_err(CommandFailure::new)?;
    let _lock = folder.lock().map_err(CommandFailure::new)?;
    empty_folder(&folder.uploads())?;
    let clock = Clock::system();
    let ids = Ids::system(clock.clone());
    let store = wiring::open_store(&settings).await?;
    let node = node_name(&folder, &ids)?;
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let world = ServerComponents {
        store: store.clone(),
        models: wiring::build_models(&wiring::with_offered_models(&settings).await)?,
        clock,
        ids,
        node: node.clone(),
        transport: wiring::open_transport(&settings, &store).await?,
    };
    announce_mode(&settings, &store, &node);
    let app = Data::new(wiring::build_app(&settings, &folder, world, threads)?);
    app.drawer.warm();
    let models = app.models.clone();
    actix_web::rt::task::spawn_blocking(move || models.warm());
    let chats = app.chats.clone();
    let outbox = app.outbox.clone();
    let webhooks = app.webhooks.clone();
    let views = app.views.clone();
    let realtime = app.realtime.clone();
    let replays = app.replays.clone();
    let (server, address) = listen_on(app.clone(), settings.listen, threads)?;
    announce_server(&app, &format!("http://{address}")).await?;
    if settings.examples {
        let app = app.clone();
        actix_web::rt::spawn(async move {
            if let Err(failure) = examples::publish_examples(&app).await {
                tracing::warn!(error.cause = %failure, "example charts not published, will retry on next start");
            }
        });
    }
    actix_web::rt::spawn(guests::delete_for_ever(app.clone()));
    let handle = server.handle();
    actix_web::rt::spawn(resume_for_ever(
        store.clone(),
        chats.clone(),
        node.clone(),
        Duration::from_secs(settings.resume_seconds.max(1)),
    ));
    actix_web::rt::spawn(keep_leases(store.clone(), chats.clone()));
    let drain = Duration::from_secs(settings.drain_seconds);
    actix_web::rt::spawn(async move {
        wait_for_signal().await;
        let sending = async { tokio::join!(outbox.drain(), webhooks.drain()) };
        let sending = tokio::time::timeout(drain, sending);
        let counting = views.send(FlushViews);
        let stopping = replays.send(StopReplays);
        let ((), _, _, _) = tokio::join!(chats.drain(drain), sending, counting, stopping);
        realtime.close();
        handle.stop(true).await;
    });
    server.await.map_err(CommandFailure::new)?;
    if let Err(error) = store.release_all(&node).await {
        tracing::warn!(error.cause = %error, "leases not released, will expire");
    }
    store.close().await;
    Ok(ExitCode::SUCCESS)
}

/// Fails if another program has the address, before anything is begun that would have to be ended.
fn check_free(address: SocketAddr) -> Result<(), CommandFailure> {
    TcpListener::bind(address)
        .map(drop)
        .map_err(|error| address_taken(address, &error))
}

fn address_taken(address: SocketAddr, error: &std::io::Error) -> CommandFailure {
    CommandFailure::new(format!(
        "{address} cannot be listened on ({error}): choose another address with --listen"
    ))
}

/// Answers on this address from now on; the address with the port that was taken.
pub fn listen_on(
    app: Data<App>,
    listen: Listen,
    threads: usize,
) -> Result<(Server, SocketAddr), CommandFailure> {
    let address = listen.address;
    let listening = app.clone();
    let mut server = HttpServer::new(move || {
        let shared = app.clone();
        actix_web::App::new()
            .app_data(app.clone())
            .wrap(from_fn(http::settle_caller))
            .wrap(from_fn(http::readable_refusals))
            .wrap(from_fn(http::other_origins))
            .wrap(Compress::default())
            .wrap(http::safe_headers())
            .wrap(from_fn(http::wait_for_turn))
            .wrap(from_fn(http::observe_request))
            .configure(move |config| {
                http::routes(config, shared.auth.path(), shared.auth.hosted().is_some());
            })
    })
    .workers(threads)
    .backlog(BACKLOG)
    // Without it the kernel holds small events back for tens of milliseconds.
    .tcp_nodelay(true)
    // Otherwise a viewer who left is noticed only when something is sent to them.
    .h1_allow_half_closed(false)
    .shutdown_timeout(CLOSE_TIME)
    .disable_signals()
    .bind(address)
    .map_err(|error| address_taken(address, &error))?;
    let bound = server.addrs().first().copied().unwrap_or(address);
    listening.own_api.listen_at(bound);
    // A machine may lack the other kind of address.
    if let Some(other) = listen.other(bound.port())
        && TcpListener::bind(other).is_ok()
    {
        server = server.bind(other).map_err(CommandFailure::new)?;
    }
    Ok((server.run(), bound))
}

/// Files that were being received when the last server ended.
fn empty_folder(folder: &Path) -> Result<(), CommandFailure> {
    std::fs::remove_dir_all(folder)
        .and_then(|()| std::fs::create_dir_all(folder))
        .map_err(CommandFailure::new)
}

/// The same name at every start, so that this server takes its own chats over at once.
pub fn node_name(folder: &DataFolder, ids: &Ids) -> Result<String, CommandFailure> {
    let path = folder.node_name();
    if let Ok(name) = std::fs::read_to_string(&path) {
        return Ok(name);
    }
    let name = ids.id().to_string();
    std::fs::write(&path, &name).map_err(CommandFailure::new)?;
    Ok(name)
}

/// Prints the server's address, the mailbox of development mode, and on a first run how to get an
/// account.
async fn announce_server(app: &App, address: &str) -> Result<(), CommandFailure> {
    let has_users = app.store.has_users().await.map_err(CommandFailure::new)?;
    let mut said = format!("Portolan is ready at {address}\n");
    if let Some(link) = app.auth.mailbox_link() {
        said.push_str(&format!(
            "Development mode: accounts need no confirmation, and rate limits are off.\n\
             Mail and text messages: {address}{link}\n"
        ));
    }
    if !has_users {
        let program = std::env::args().next().unwrap_or_else(|| "portolan".into());
        said.push_str(&if app.auth.has_open_sign_up() {
            format!(
                "Open it and sign up. To become an admin then: {program} user grant YOUR-EMAIL --admin\n"
            )
        } else {
            format!(
                "Sign-up is closed. Create the first account: {program} user create YOUR-EMAIL --admin\n"
            )
        });
    }
    let mut stdout = std::io::stdout();
    if stdout.is_terminal() {
        said.push_str("Stop it with Ctrl+C; running answers continue at the next start.\n");
    }
    // The starter of the server need not wait for this signal.
    let _ = stdout.write_all(said.as_bytes());
    let _ = stdout.flush();
    Ok(())
}

/// A chat may also leave a turn behind while the server runs: where its database could not be
/// written for long, or where it panicked.
async fn resume_for_ever(store: Store, chats: Chats, node: String, pause: Duration) {
    let mut ticks = tokio::time::interval(pause);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while !chats.load().is_draining() {
        ticks.tick().await;
        resume_turns(store.clone(), chats.clone(), node.clone()).await;
    }
}

/// Waking a chat is enough: its actor reads the log and continues.
pub async fn resume_turns(store: Store, chats: Chats, node: String) {
    let unfinished = match store.unfinished_turns(&node).await {
        Ok(turns) => turns,
        Err(error) => {
            tracing::error!(error.cause = %error, "unfinished turns not listed");
            return;
        }
    };
    for turn in unfinished {
        if chats.wake(turn.chat_id, turn.user_id).await.is_err() {
            tracing::warn!(chat.id = %turn.chat_id, "chat not resumed, will retry when opened");
        }
    }
}

/// Renews the leases of this server's chats for ever.
pub async fn keep_leases(store: Store, chats: Chats) {
    let mut ticks = tokio::time::interval(store.lease() / RENEWALS);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        chats.renew_leases().await;
    }
}

/// Logs whether this server may be one of several.
fn announce_mode(settings: &Settings, store: &Store, node: &str) {
    let (mode, reaches_others_by) = match (store.is_shared(), &settings.nats_url) {
        (false, _) => ("one server", "none"),
        (true, None) => ("several servers", "database"),
        (true, Some(_)) => ("several servers", "nats"),
    };
    tracing::info!(
        server.mode = mode,
        server.reaches_others_by = reaches_others_by,
        server.node = node,
        "server starts"
    );
}

pub async fn wait_for_signal() {
    let (Ok(mut interrupt), Ok(mut terminate)) = (
        signal(SignalKind::interrupt()),
        signal(SignalKind::terminate()),
    ) else {
        tracing::error!("signal handler not installed; stop the server with SIGKILL");
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, TcpListener};

    use super::check_free;

    #[test]
    fn occupied_address_is_rejected_with_advice() {
        let other = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = other.local_addr().unwrap();
        let refused = check_free(address).unwrap_err().to_string();
        assert!(
            refused.contains("choose another address with --listen"),
            "{refused}"
        );
        drop(other);
        assert!(check_free(address).is_ok());
    }
}
