use std::{path::PathBuf, time::Duration};

use actix::{
    Actor, ActorFutureExt, Arbiter, AsyncContext, Context, Handler, Message, ResponseFuture,
    WrapFuture,
};
use portolan_assistant::Services;
use portolan_chat_actors::Load;
use portolan_domain::{ClaimedReplay, ReplayStatus};
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_query_pool::{PoolOptions, QueryPool};
use portolan_sources::Objects;
use portolan_store::{DatabaseUrl, Store, StoreError, StoreOptions, apart};
use tokio::sync::{oneshot, watch};
use uuid::Uuid;

use super::{Replay, ReplayError, ReplayOptions, RunFolder, Surroundings, write_selected};

/// Chats of a run at the same time.
const CONCURRENCY: usize = 2;
/// Chats of a run at most.
pub const MOST_CHATS: u32 = 500;
/// How long a run may take to stop with its server.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// The parts that a run is built from.
#[derive(Clone)]
pub struct ReplayServices {
    pub store: Store,
    pub objects: Objects,
    pub assistant: Services,
    /// The query workers of a run: its queries never wait in the queue of live chats.
    pub queries: PoolOptions,
    pub clock: Clock,
    pub ids: Ids,
    /// The chats of users on this server.
    pub live: Load,
    /// Names this server.
    pub node: String,
    /// Has a folder for each run that has not ended.
    pub folder: PathBuf,
}

/// Carries out the batch replays that admins start on this server, one at a time.
///
/// The store is the queue, looked into every `interval` and at each `ReplaysChanged`, one of which may be lost. A run
/// has a thread, a database and a query worker of its own, at the lowest priority of the machine where that is Linux,
/// and asks two chats at a time; each of its turns waits up to 5 s while users' turns run. Its progress is in the
/// store, and its files in the data folder, so that it can be resumed after the server was killed: it is interrupted
/// then. Lives as long as the server.
pub struct ReplaySupervisor {
    services: ReplayServices,
    interval: Duration,
    is_working: bool,
    has_started: bool,
    is_leaving: bool,
    running: Option<RunningReplay>,
}

struct RunningReplay {
    run: ClaimedReplay,
    stop: watch::Sender<bool>,
    /// Changes when the run has ended.
    ended: watch::Receiver<bool>,
}

/// A run was queued or cancelled.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "()")]
pub struct ReplaysChanged;

/// Stops the running replay, which is interrupted then. Answered when it has stopped.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "()")]
pub struct StopReplays;

impl ReplaySupervisor {
    pub fn new(services: ReplayServices, interval: Duration) -> Self {
        Self {
            services,
            interval,
            is_working: false,
            has_started: false,
            is_leaving: false,
            running: None,
        }
    }

    /// Claims the next run, or says that the running one goes on.
    fn work_next(&mut self, context: &mut Context<Self>) {
        if self.is_working || self.is_leaving {
            return;
        }
        self.is_working = true;
        let services = self.services.clone();
        if let Some(running) = &self.running {
            let (run, stop) = (running.run.clone(), running.stop.clone());
            let renewing = apart(async move {
                services
                    .store
                    .renew_replay(&run, services.clock.now())
                    .await
            });
            context.spawn(renewing.into_actor(self).map(move |result, supervisor, _| {
                supervisor.is_working = false;
                match result {
                    Ok(true) => {}
                    Ok(false) => {
                        stop.send_replace(true);
                    }
                    Err(error) => {
                        tracing::warn!(error.cause = %error, "running replay could not be renewed");
                    }
                }
            }));
            return;
        }
        let is_first = !self.has_started;
        let claiming = apart(async move { services.claim_next(is_first).await });
        context.spawn(
            claiming
                .into_actor(self)
                .map(|result, supervisor, context| {
                    supervisor.is_working = false;
                    match result {
                        Ok(claimed) => {
                            supervisor.has_started = true;
                            if let Some(run) = claimed {
                                supervisor.start_run(run, context);
                            }
                        }
                        Err(error) => {
                            tracing::warn!(error.cause = %error, "queued replays could not be read");
                        }
                    }
                }),
        );
    }

    /// Carries a run out on a thread of its own, which ends with it.
    fn start_run(&mut self, run: ClaimedReplay, context: &mut Context<Self>) {
        let (stop, stopped) = watch::channel(false);
        let (end, ended) = watch::channel(false);
        let (done, waiting) = oneshot::channel();
        let arbiter = Arbiter::new();
        let services = self.services.clone();
        let claimed = run.clone();
        arbiter.spawn_fn(move || {
            lower_priority();
            actix::spawn(async move {
                services.carry_out(&claimed, stopped).await;
                // The supervisor is gone if the server has ended.
                let _ = done.send(());
            });
        });
        self.running = Some(RunningReplay { run, stop, ended });
        context.spawn(
            waiting
                .into_actor(self)
                // An error means that the run panicked: it counts as interrupted after a while.
                .map(move |_, supervisor, context| {
                    arbiter.stop();
                    supervisor.running = None;
                    end.send_replace(true);
                    supervisor.work_next(context);
                }),
        );
    }
}

impl ReplayServices {
    async fn claim_next(&self, is_first: bool) -> Result<Option<ClaimedReplay>, StoreError> {
        if is_first {
            let interrupted = self.store.interrupt_replays(&self.node).await?;
            if interrupted > 0 {
                tracing::warn!(
                    replay.count = interrupted,
                    "replays of the last server process are interrupted"
                );
            }
        }
        self.remove_ended().await?;
        self.store.claim_replay(&self.node, self.clock.now()).await
    }

    /// Removes the files of runs that have ended: they hold what users asked.
    async fn remove_ended(&self) -> Result<(), StoreError> {
        let Ok(entries) = std::fs::read_dir(&self.folder) else {
            return Ok(());
        };
        for entry in entries.flatten() {
            let Some(id) = entry
                .file_name()
                .to_str()
                .and_then(|name| name.parse().ok())
            else {
                continue;
            };
            let has_ended = match self.store.replay_run(id, self.clock.now()).await {
                Ok(run) => matches!(
                    run.status,
                    ReplayStatus::Completed | ReplayStatus::Cancelled
                ),
                Err(StoreError::NotFound(_)) => true,
                Err(error) => return Err(error),
            };
            if has_ended {
                self.remove_files(id);
            }
        }
        Ok(())
    }

    fn remove_files(&self, id: Uuid) {
        if let Err(error) = std::fs::remove_dir_all(self.run_folder(id)) {
            tracing::warn!(replay.id = %id, error.cause = %error, "files of an ended replay could not be removed");
        }
    }

    fn run_folder(&self, id: Uuid) -> PathBuf {
        self.folder.join(id.to_string())
    }

    async fn carry_out(&self, run: &ClaimedReplay, stopped: watch::Receiver<bool>) {
        tracing::info!(replay.id = %run.id, replay.attempt = run.attempt, "replay starts");
        let end = match self.replay_chats(run, stopped.clone()).await {
            Ok(true) => (ReplayStatus::Completed, None),
            Ok(false) if *stopped.borrow() => (ReplayStatus::Interrupted, None),
            Ok(false) => (ReplayStatus::Interrupted, Some(STAYED_BUSY.to_owned())),
            Err(error) => {
                tracing::warn!(replay.id = %run.id, error.cause = %error, "replay failed");
                (ReplayStatus::Failed, Some(error.to_string()))
            }
        };
        let (status, error) = end;
        let ended = self
            .store
            .end_replay(run, (status, error.as_deref()), self.clock.now());
        if let Err(error) = ended.await {
            tracing::warn!(replay.id = %run.id, error.cause = %error, "end of a replay could not be stored");
        }
        tracing::info!(replay.id = %run.id, replay.status = ?status, "replay ends");
    }

    /// Asks what is left of a run. True where nothing is left, false if it was stopped or a chat stayed busy.
    async fn replay_chats(
        &self,
        run: &ClaimedReplay,
        stopped: watch::Receiver<bool>,
    ) -> Result<bool, ReplayError> {
        let folder = RunFolder::new(self.run_folder(run.id));
        let is_anew = !folder.has_run();
        if is_anew {
            std::fs::create_dir_all(folder.path())?;
            let mut writer = folder.write_chats()?;
            write_selected(&self.store, &run.selection, MOST_CHATS, &mut writer).await?;
            writer.finish()?;
            folder.begin_results()?;
        } else {
            folder.forget_deleted_chats(&self.store).await?;
        }
        let (chats, turns) = folder.size()?;
        self.store.size_replay(run, chats, turns, is_anew).await?;
        // What a killed server has written and not told.
        self.add_results(run, &folder.results()?).await?;
        let url = DatabaseUrl::Sqlite(folder.database_path());
        let scratch = Store::open(&StoreOptions::new(url)).await?;
        let options = ReplayOptions {
            folder: folder.path().to_owned(),
            model: run.model.clone(),
            concurrency: CONCURRENCY,
            ..ReplayOptions::default()
        };
        let surroundings = Surroundings {
            objects: self.objects.clone(),
            assistant: Services {
                // Without databases: a replay reads recorded rows.
                queries: QueryPool::new(self.queries.clone()).into(),
                ..self.assistant.clone()
            },
            clock: self.clock.clone(),
            ids: self.ids.clone(),
            live: Some(self.live.clone()),
        };
        let replay = Replay::over(options, self.store.clone(), scratch, surroundings, stopped);
        let is_whole = replay
            .run(async |results| self.add_results(run, results).await)
            .await;
        replay.chats.drain(Duration::ZERO).await;
        replay.scratch.close().await;
        is_whole
    }

    async fn add_results(
        &self,
        run: &ClaimedReplay,
        results: &[super::Comparison],
    ) -> Result<(), ReplayError> {
        let turns: Vec<_> = results.iter().map(super::Comparison::to_stored).collect();
        let now = self.clock.now();
        // Where the run is no longer this claim's, the next sign of life stops it.
        self.store.add_replayed_turns(run, &turns, now).await?;
        Ok(())
    }
}

const STAYED_BUSY: &str = "Some chats stayed busy. Resume the replay to ask them again.";

/// Lets everything else on the machine go first. What the thread starts, such as query workers, inherits it.
#[cfg(target_os = "linux")]
fn lower_priority() {
    if let Err(error) = rustix::process::nice(19) {
        tracing::warn!(error.cause = %error, "priority of a replay could not be lowered");
    }
}

/// PeerEvent the priority is that of the whole process.
#[cfg(not(target_os = "linux"))]
fn lower_priority() {}

impl Actor for ReplaySupervisor {
    type Context = Context<Self>;

    fn started(&mut self, context: &mut Self::Context) {
        context.run_interval(self.interval, Self::work_next);
        self.work_next(context);
    }
}

impl Handler<ReplaysChanged> for ReplaySupervisor {
    type Result = ();

    fn handle(&mut self, _: ReplaysChanged, context: &mut Self::Context) {
        self.work_next(context);
    }
}

impl Handler<StopReplays> for ReplaySupervisor {
    type Result = ResponseFuture<()>;

    fn handle(&mut self, _: StopReplays, _: &mut Self::Context) -> Self::Result {
        self.is_leaving = true;
        let ended = self.running.as_ref().map(|running| {
            running.stop.send_replace(true);
            running.ended.clone()
        });
        Box::pin(async move {
            if let Some(mut ended) = ended {
                let waiting = ended.wait_for(|has_ended| *has_ended);
                // A run that takes longer is interrupted by the next start.
                let _ = tokio::time::timeout(STOP_TIMEOUT, waiting).await;
            }
        })
    }
}
