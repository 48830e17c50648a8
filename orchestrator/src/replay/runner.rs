use std::{
    collections::{HashMap, HashSet},
    io::Write,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use futures_util::{StreamExt, stream};
use portolan_blocks::{Cursor, UserMessage};
use portolan_boards::Canvas;
use portolan_chat::{IdempotencyKey, Parent};
use sha2::{Digest, Sha256};
use tokio::sync::watch;
use uuid::Uuid;

use super::{
    Comparison, Transcript, TranscriptError, TranscriptSource, TranscriptTurn, read_transcripts,
};
use crate::{
    assistant::Models,
    chat::{ChatBusy, Chats, Load, Send, Watched},
    clock::Clock,
    ids::Ids,
    model::{Chat, TurnSummary, User},
    store::{NewBoard, Store, StoreError},
};

/// The user who owns all replayed turns in the run's own database.
const EMAIL: &str = "replay@localhost";
/// More than any run uses; no one pays for them.
const CREDITS: u64 = 1_000_000_000_000;

/// How often a busy chat is asked before it is left to `--resume`.
const PASSES: usize = 3;

/// How long a turn gives way to those of users before it begins beside them.
const PATIENCE: Duration = Duration::from_secs(5);

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
    /// The chats of users that turns of the run give way to.
    pub live: Option<Load>,
    /// Becomes true when the run is to stop.
    pub stop: watch::Receiver<bool>,
}

#[derive(Clone, Debug)]
pub struct ReplayOptions {
    /// The run's folder.
    pub folder: PathBuf,
    /// The model that answers; without it the original's, where that is still on offer.
    pub model: Option<String>,
    /// Chats at the same time.
    pub concurrency: usize,
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
    fn may_pass(&self) -> bool {
        matches!(self, Self::Busy(_) | Self::Store(StoreError::Busy(_)))
    }
}

impl Replay {
    /// Keeps what is to be asked again, so that the run can go on later.
    pub fn begin(folder: &Path, transcripts: &[Transcript]) -> Result<(), ReplayError> {
        write_transcripts(folder, transcripts)?;
        std::fs::File::create(results_path(folder))?;
        Ok(())
    }

    /// Returns the chats that the run replays.
    pub fn transcripts(folder: &Path) -> Result<Vec<Transcript>, ReplayError> {
        Ok(read_transcripts(&chats_path(folder))?)
    }

    /// Removes the chats that are no longer stored from what is left to ask.
    pub async fn forget_deleted_chats(folder: &Path, originals: &Store) -> Result<(), ReplayError> {
        let mut kept = Vec::new();
        for transcript in Self::transcripts(folder)? {
            match originals.any_chat(transcript.id).await {
                Ok(_) => kept.push(transcript),
                Err(StoreError::NotFound(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        write_transcripts(folder, &kept)
    }

    /// Reads the comparisons so far. A line that a killed run truncated is left out.
    pub fn results(folder: &Path) -> Result<Vec<Comparison>, ReplayError> {
        let text = std::fs::read_to_string(results_path(folder))?;
        Ok(text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect())
    }

    /// Asks what is left of the run; `progress` gets the new results of each chat once they are
    /// written. True where nothing is left, false if the run was stopped or a chat stayed busy.
    pub async fn run(
        &self,
        progress: impl AsyncFn(&[Comparison]) -> Result<(), ReplayError>,
    ) -> Result<bool, ReplayError> {
        let user_id = self.replay_user().await?;
        let results = Self::results(&self.options.folder)?;
        self.rewrite_results(&results)?;
        let known: HashSet<Uuid> = results.iter().map(|result| result.turn_id).collect();
        let mut left = Self::transcripts(&self.options.folder)?;
        // A chat that was busy is asked again once the others are through.
        for _ in 0..PASSES {
            left = self.run_pass(user_id, left, &known, &progress).await?;
            if left.is_empty() || *self.stop.borrow() {
                break;
            }
        }
        Ok(left.is_empty() && !*self.stop.borrow())
    }

    /// Asks each chat once; the chats that were busy.
    async fn run_pass(
        &self,
        user_id: Uuid,
        transcripts: Vec<Transcript>,
        known: &HashSet<Uuid>,
        progress: &impl AsyncFn(&[Comparison]) -> Result<(), ReplayError>,
    ) -> Result<Vec<Transcript>, ReplayError> {
        let done = Mutex::new(());
        let done = &done;
        let mut runs = stream::iter(transcripts)
            .map(|transcript| async move {
                let results = match self.replay_chat(user_id, &transcript, known).await {
                    Ok(results) => results,
                    Err(error) if error.may_pass() => {
                        tracing::warn!(chat.id = %transcript.id, error.cause = %error, "chat left out of the pass");
                        return Ok(Some(transcript));
                    }
                    Err(error) => return Err(error),
                };
                {
                    // One chat's lines stay together.
                    let _turn = done.lock().unwrap_or_else(PoisonError::into_inner);
                    self.append_results(&results)?;
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

    /// One chat, a turn after the other; what was compared before is not compared again.
    async fn replay_chat(
        &self,
        user_id: Uuid,
        transcript: &Transcript,
        known: &HashSet<Uuid>,
    ) -> Result<Vec<Comparison>, ReplayError> {
        let wanted = |turn: &&TranscriptTurn| !known.contains(&turn.turn_id);
        if *self.stop.borrow() || !transcript.turns.iter().any(|turn| wanted(&turn)) {
            return Ok(Vec::new());
        }
        let missing = self.prepare_chat(user_id, transcript).await?;
        let mut attached = transcript.sources.iter().peekable();
        let mut results = Vec::new();
        // By the original's id.
        let mut turns: HashMap<Uuid, Uuid> = HashMap::new();
        let mut before = None;
        for turn in &transcript.turns {
            let parent = match turn.parent_turn_id {
                None => before,
                Some(parent) => parent,
            };
            let parent = parent.and_then(|id| turns.get(&id)).copied();
            before = Some(turn.turn_id);
            let message = UserMessage {
                text: turn.message.text.clone(),
                source_ids: turn
                    .message
                    .source_ids
                    .iter()
                    .filter(|id| !missing.contains(id))
                    .copied()
                    .collect(),
            };
            let lost = turn.message.source_ids.len() - message.source_ids.len();
            let is_seen = |source: &&TranscriptSource| {
                turn.finished_at.is_none_or(|end| source.attached_at <= end)
            };
            while let Some(source) = attached.next_if(is_seen) {
                if !missing.contains(&source.id) {
                    self.scratch
                        .attach_source(transcript.id, source.id, self.clock.now())
                        .await?;
                }
            }
            if !self.give_way().await {
                break;
            }
            let send = self.send_turn(turn, message, parent);
            let replayed = match self.chats.ask(transcript.id, user_id, send).await? {
                Ok(turn_id) => {
                    if !self.wait_finished(transcript.id, user_id, turn_id).await? {
                        break;
                    }
                    turns.insert(turn.turn_id, turn_id);
                    Ok(turn_id)
                }
                Err(refusal) => Err(refusal.to_string()),
            };
            if wanted(&turn) {
                results.push((turn, replayed, lost));
            }
        }
        let chat = self.scratch.whole_chat(transcript.id).await?;
        let summary = |turn_id: Uuid| {
            let turn = chat.turns.iter().find(|turn| turn.turn_id == turn_id);
            turn.map(TurnSummary::of_replayed)
                .ok_or_else(|| "the turn is not in its chat".to_owned())
        };
        Ok(results
            .into_iter()
            .map(|(turn, replayed, lost)| {
                Comparison::new(transcript.id, turn, replayed.and_then(summary), lost)
            })
            .collect())
    }

    fn send_turn(&self, turn: &TranscriptTurn, message: UserMessage, parent: Option<Uuid>) -> Send {
        let original = turn.model.as_deref();
        let model = self
            .options
            .model
            .as_deref()
            .or(original.filter(|model| self.models.get(model).is_ok()))
            .unwrap_or_else(|| self.models.default_id());
        Send {
            key: Some(IdempotencyKey {
                key: turn.turn_id.to_string(),
                body_hash: Sha256::digest(format!("{model}\n{}", message.text).as_bytes()).into(),
            }),
            message,
            parent: parent.map_or(Parent::Root, Parent::Turn),
            model: model.to_owned(),
            trace: None,
        }
    }

    /// Waits while users' turns run, for a limited time; false if the run is stopped.
    async fn give_way(&self) -> bool {
        let mut stop = self.stop.clone();
        if let Some(live) = &self.live {
            tokio::select! {
                _ = tokio::time::timeout(PATIENCE, live.wait_for_no_turns()) => {}
                Ok(_) = stop.wait_for(|is_stopped| *is_stopped) => {}
            }
        }
        !*stop.borrow()
    }

    /// Waits for a turn's end; false if the run is stopped before.
    async fn wait_finished(
        &self,
        chat_id: Uuid,
        user_id: Uuid,
        turn_id: Uuid,
    ) -> Result<bool, ReplayError> {
        let mut stop = self.stop.clone();
        loop {
            if *stop.borrow() {
                return Ok(false);
            }
            let last = self.scratch.any_chat(chat_id).await?.last_event_id;
            let cursor = Cursor::stored(last);
            let watched = self.chats.watch(chat_id, user_id, cursor).await?;
            // Looked for after the tail was joined, so that no end falls between.
            if self.scratch.turn(turn_id).await?.finished_at.is_some() {
                return Ok(true);
            }
            if let Ok(Watched::Live { mut tail, .. }) = watched {
                tokio::select! {
                    () = async { while tail.next().await.is_some_and(|frames| !has_end(&frames)) {} } => {}
                    // An error means that no one can stop the run any more.
                    Ok(()) = stop.changed() => {}
                }
            }
        }
    }

    /// The chat and its sources in the run's own database; the sources that are gone.
    async fn prepare_chat(
        &self,
        user_id: Uuid,
        transcript: &Transcript,
    ) -> Result<HashSet<Uuid>, ReplayError> {
        let now = self.clock.now();
        let chat = Chat {
            id: transcript.id,
            user_id,
            title: transcript.title.clone(),
            model: None,
            last_event_id: 0,
            created_at: now,
            updated_at: now,
        };
        ignore_conflict(self.scratch.create_chat(&chat).await)?;
        if let Some(board) = &transcript.board {
            let new = NewBoard {
                id: transcript.id,
                user_id,
                title: &board.title,
                chat_id: Some(transcript.id),
                source_url: board.source_url.as_deref(),
                canvas: &Canvas::default(),
                now,
            };
            ignore_conflict(self.scratch.create_board(&new).await)?;
        }
        let mut missing = HashSet::new();
        let attached = transcript.sources.iter().map(|source| &source.id);
        let named = transcript
            .turns
            .iter()
            .flat_map(|turn| &turn.message.source_ids)
            .chain(attached);
        for source_id in named.collect::<HashSet<_>>() {
            match self.originals.any_source(*source_id).await {
                Ok(mut source) => {
                    source.user_id = user_id;
                    ignore_conflict(self.scratch.create_source(&source).await)?;
                }
                Err(StoreError::NotFound(_)) => {
                    missing.insert(*source_id);
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(missing)
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

    /// Whole lines only, before more are added.
    fn rewrite_results(&self, results: &[Comparison]) -> Result<(), ReplayError> {
        std::fs::File::create(results_path(&self.options.folder))?;
        self.append_results(results)
    }

    fn append_results(&self, results: &[Comparison]) -> Result<(), ReplayError> {
        let mut lines = Vec::new();
        for result in results {
            serde_json::to_writer(&mut lines, result)?;
            lines.push(b'\n');
        }
        let path = results_path(&self.options.folder);
        let mut file = std::fs::OpenOptions::new().append(true).open(path)?;
        Ok(file.write_all(&lines)?)
    }
}

fn write_transcripts(folder: &Path, transcripts: &[Transcript]) -> Result<(), ReplayError> {
    let mut file = std::io::BufWriter::new(std::fs::File::create(chats_path(folder))?);
    for transcript in transcripts {
        serde_json::to_writer(&mut file, transcript)?;
        file.write_all(b"\n")?;
    }
    Ok(file.flush()?)
}

fn has_end(frames: &[u8]) -> bool {
    const END: &[u8] = b"event: turn.finished";
    frames.windows(END.len()).any(|window| window == END)
}

/// Reads the state of a stopped run.
fn ignore_conflict(result: Result<(), StoreError>) -> Result<(), StoreError> {
    match result {
        Err(StoreError::Conflict(_)) => Ok(()),
        result => result,
    }
}

fn chats_path(folder: &Path) -> PathBuf {
    folder.join("chats.jsonl")
}

fn results_path(folder: &Path) -> PathBuf {
    folder.join("results.jsonl")
}
