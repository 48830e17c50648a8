use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use futures_util::{StreamExt, stream};
use portolan_assistant::{AssistantPrompt, Models};
use portolan_chat_actors::{ChatBusy, Chats, Load, TurnRecords};
use portolan_domain::{TurnSummary, User};
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_store::{Store, StoreError};
use tokio::sync::watch;
use uuid::Uuid;

use super::{Comparison, RunFolder, Transcript, TranscriptError, checks::Checks};

/// The user who owns all replayed turns in the run's own database.
const EMAIL: &str = "replay@localhost";
/// More than any run uses; no one pays for them.
const CREDITS: u64 = 1_000_000_000_000;

/// How often a busy chat is asked before it is left to `--resume`.
const PASSES: usize = 3;

/// A run over some chats.
pub struct Replay {
    pub options: ReplayOptions,
    /// The store of the originals' sources; read only.
    pub originals: Store,
    /// The run's own.
    pub scratch: Store,
    /// The live chats over the run's own database.
    pub chats: Chats,
    pub models: Models,
    pub clock: Clock,
    pub ids: Ids,
    /// Inputs that the turns take from their originals.
    pub records: TurnRecords,
    /// The chats of users that turns of the run give way to.
    pub live: Option<Load>,
    /// Becomes true when the run is to stop.
    pub stop: watch::Receiver<bool>,
    /// Credits of all results, also of those before a stop.
    pub(super) spent: AtomicU64,
}

#[derive(Clone, Debug, Default)]
pub struct ReplayOptions {
    /// The run's folder.
    pub folder: PathBuf,
    /// The model that answers; without it the original's, where that is still on offer.
    pub model: Option<String>,
    /// Chats at the same time.
    pub concurrency: usize,
    /// Each turn follows the original's turns instead of those that were replayed.
    pub is_frozen: bool,
    /// Queries run again instead of giving the rows of the original.
    pub runs_queries: bool,
    /// The assistant's prompt in place of the present one.
    pub prompt: Option<AssistantPrompt>,
    /// How often a turn that failed is asked again.
    pub retries: u32,
    /// Credits after which no turn begins.
    pub most_credits: Option<u64>,
    /// The turns of an earlier run to compare with, by the original's id.
    pub baseline: Option<Arc<HashMap<Uuid, TurnSummary>>>,
    pub checks: Option<Arc<Checks>>,
}

#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Transcript(#[from] TranscriptError),
    #[error(transparent)]
    Busy(#[from] ChatBusy),
    #[error("the run's folder cannot be written: {0}")]
    Folder(#[from] std::io::Error),
    #[error("a result cannot be read or written: {0}")]
    Result(#[from] serde_json::Error),
}

impl ReplayError {
    /// Whether the same chat may well be replayed in a moment.
    fn is_transient(&self) -> bool {
        matches!(self, Self::Busy(_) | Self::Store(StoreError::Busy(_)))
    }
}

impl Replay {
    pub fn folder(&self) -> RunFolder {
        RunFolder::new(&self.options.folder)
    }

    /// Asks what is left of the run; `progress` gets the new results of each chat once they are
    /// written. True where nothing is left, false if the run was stopped, a chat stayed busy, or the
    /// budget is used up.
    pub async fn run(
        &self,
        progress: impl AsyncFn(&[Comparison]) -> Result<(), ReplayError>,
    ) -> Result<bool, ReplayError> {
        let user_id = self.replay_user().await?;
        let folder = self.folder();
        let known = folder.compared_turns()?;
        let spent: u64 = folder.results()?.iter().map(Comparison::credits).sum();
        self.spent.store(spent, Ordering::Relaxed);
        let chats = folder.transcripts()?;
        let chats = chats.map(|transcript| transcript.map_err(ReplayError::from));
        let mut left = self.run_pass(user_id, chats, &known, &progress).await?;
        // A chat that was busy is asked again once the others are through.
        for _ in 1..PASSES {
            if left.is_empty() || self.must_end() {
                break;
            }
            let chats = left.into_iter().map(Ok);
            left = self.run_pass(user_id, chats, &known, &progress).await?;
        }
        Ok(left.is_empty() && !self.must_end())
    }

    /// Whether no further turn may begin because the credits of the run are used up.
    pub fn is_over_budget(&self) -> bool {
        let spent = self.spent.load(Ordering::Relaxed);
        self.options.most_credits.is_some_and(|most| spent >= most)
    }

    /// Asks each chat once; the chats that were busy.
    async fn run_pass(
        &self,
        user_id: Uuid,
        transcripts: impl Iterator<Item = Result<Transcript, ReplayError>>,
        known: &HashSet<Uuid>,
        progress: &impl AsyncFn(&[Comparison]) -> Result<(), ReplayError>,
    ) -> Result<Vec<Transcript>, ReplayError> {
        let done = Mutex::new(());
        let done = &done;
        let mut runs = stream::iter(transcripts)
            .map(|transcript| async move {
                let transcript = transcript?;
                let results = match self.replay_chat(user_id, &transcript, known).await {
                    Ok(results) => results,
                    Err(error) if error.is_transient() => {
                        tracing::warn!(chat.id = %transcript.id, error.cause = %error, "chat left out of the pass");
                        return Ok(Some(transcript));
                    }
                    Err(error) => return Err(error),
                };
                let results = self.check_results(results).await;
                {
                    // One chat's lines stay together.
                    let _turn = done.lock().unwrap_or_else(PoisonError::into_inner);
                    self.folder().append_results(&results)?;
                }
                if !results.is_empty() {
                    progress(&results).await?;
                }
                Ok::<_, ReplayError>(None)
            })
            .buffer_unordered(self.options.concurrency.max(1));
        let mut busy = Vec::new();
        while let Some(result) = runs.next().await {
            busy.extend(result?);
        }
        Ok(busy)
    }

    async fn check_results(&self, mut results: Vec<Comparison>) -> Vec<Comparison> {
        if let Some(checks) = &self.options.checks {
            for result in &mut results {
                result.checks = checks.check_turn(result, &self.models).await;
                let judged = result.checks.iter().map(|check| check.credits).sum();
                self.spent.fetch_add(judged, Ordering::Relaxed);
            }
        }
        results
    }

    /// Whether the run was stopped, or its credits are used up.
    pub(super) fn must_end(&self) -> bool {
        *self.stop.borrow() || self.is_over_budget()
    }

    async fn replay_user(&self) -> Result<Uuid, ReplayError> {
        let now = self.clock.now();
        let user_id = match self.scratch.user_by_email(EMAIL).await {
            Ok(user) => user.id,
            Err(StoreError::NotFound(_)) => {
                let user = User {
                    email: Some(EMAIL.to_owned()),
                    ..User::new(self.ids.id(), now)
                };
                self.scratch.create_user(&user, None).await?;
                user.id
            }
            Err(error) => return Err(error.into()),
        };
        self.scratch.set_credits(user_id, CREDITS, now).await?;
        Ok(user_id)
    }
}
