//! The turns of one chat, one after the other.

use std::{
    collections::{HashMap, HashSet},
    sync::atomic::Ordering,
    time::Duration,
};

use portolan_assistant::TurnRecord;
use portolan_blocks::{Block, BlockContent, Cursor, Outcome, UserMessage};
use portolan_boards::Canvas;
use portolan_chat::{IdempotencyKey, Parent};
use portolan_chat_actors::{Send, Watched};
use portolan_domain::{Chat, Source};
use portolan_store::{NewBoard, StoreError};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{
    Comparison, Replay, ReplayError, Transcript, TranscriptSource, TranscriptTurn,
    compare::ReplayedSide, record::record_turn, summary::summarize_replayed,
};

/// How long a turn gives way to those of users before it begins beside them.
const PATIENCE: Duration = Duration::from_secs(5);

/// The answer to a turn that was asked again.
enum Asked {
    Finished(Uuid),
    Refused(String),
    /// The run ended before.
    Stopped,
}

/// A turn of the chat with what came of it.
struct Done<'a> {
    turn: &'a TranscriptTurn,
    replayed: Result<Uuid, String>,
    missing_sources: usize,
    attempts: u32,
}

impl Replay {
    /// One chat, a turn after the other; what was compared before is not compared again.
    pub(super) async fn replay_chat(
        &self,
        user_id: Uuid,
        transcript: &Transcript,
        known: &HashSet<Uuid>,
    ) -> Result<Vec<Comparison>, ReplayError> {
        let is_left = |turn: &TranscriptTurn| !known.contains(&turn.turn_id);
        if self.must_end() || !transcript.turns.iter().any(is_left) {
            return Ok(Vec::new());
        }
        let sources = self.prepare_chat(user_id, transcript).await?;
        let done = self.ask_turns(user_id, transcript, &sources, known).await;
        self.records.remove(transcript.id);
        let chat = self.scratch.whole_chat(transcript.id).await?;
        let results = done?.into_iter().filter(|done| is_left(done.turn));
        Ok(results
            .map(|done| self.compare(&chat, transcript, done))
            .collect())
    }

    /// Asks all turns, those before a stop too: they are found again by their keys.
    async fn ask_turns<'a>(
        &self,
        user_id: Uuid,
        transcript: &'a Transcript,
        sources: &[Source],
        known: &HashSet<Uuid>,
    ) -> Result<Vec<Done<'a>>, ReplayError> {
        let mut done = Vec::new();
        // By the original's id.
        let mut turns: HashMap<Uuid, Uuid> = HashMap::new();
        let mut attached = HashSet::new();
        for turn in &transcript.turns {
            let (message, missing_sources) = message_of(turn, sources);
            let record = record_turn(transcript, turn, sources, &self.options);
            for source_id in seen_sources(transcript, turn, sources, &record) {
                if attached.insert(source_id) {
                    let now = self.clock.now();
                    self.scratch
                        .attach_source(transcript.id, source_id, now)
                        .await?;
                }
            }
            self.records.set(transcript.id, record);
            let parent = transcript
                .parent_of(turn)
                .filter(|_| !self.options.is_frozen)
                .and_then(|parent| turns.get(&parent.turn_id))
                .copied();
            let (asked, attempts) = self
                .ask_patiently(transcript.id, user_id, |attempt| {
                    self.send_turn(turn, message.clone(), parent, attempt)
                })
                .await?;
            let replayed = match asked {
                Asked::Finished(turn_id) => {
                    turns.insert(turn.turn_id, turn_id);
                    if !known.contains(&turn.turn_id) {
                        self.count_credits(turn_id).await?;
                    }
                    Ok(turn_id)
                }
                Asked::Refused(refusal) => Err(refusal),
                Asked::Stopped => break,
            };
            done.push(Done {
                turn,
                replayed,
                missing_sources,
                attempts,
            });
        }
        Ok(done)
    }

    /// Asks until the turn ends in a way that another attempt would not change; returns how often it was asked.
    async fn ask_patiently(
        &self,
        chat_id: Uuid,
        user_id: Uuid,
        send: impl Fn(u32) -> Send,
    ) -> Result<(Asked, u32), ReplayError> {
        let mut attempt = 0;
        loop {
            if !self.give_way().await {
                return Ok((Asked::Stopped, attempt));
            }
            attempt += 1;
            let asked = self.ask_once(chat_id, user_id, send(attempt)).await?;
            let Asked::Finished(turn_id) = asked else {
                return Ok((asked, attempt));
            };
            if attempt > self.options.retries || !self.may_pass(chat_id, turn_id).await? {
                return Ok((asked, attempt));
            }
        }
    }

    async fn count_credits(&self, turn_id: Uuid) -> Result<(), ReplayError> {
        let turn = self.scratch.turn(turn_id).await?;
        self.spent.fetch_add(turn.charged, Ordering::Relaxed);
        Ok(())
    }

    async fn ask_once(
        &self,
        chat_id: Uuid,
        user_id: Uuid,
        send: Send,
    ) -> Result<Asked, ReplayError> {
        let turn_id = match self.chats.ask(chat_id, user_id, send).await? {
            Ok(turn_id) => turn_id,
            Err(refusal) => return Ok(Asked::Refused(refusal.to_string())),
        };
        if !self.wait_finished(chat_id, user_id, turn_id).await? {
            return Ok(Asked::Stopped);
        }
        Ok(Asked::Finished(turn_id))
    }

    /// Whether a turn failed in a way that may pass.
    async fn may_pass(&self, chat_id: Uuid, turn_id: Uuid) -> Result<bool, ReplayError> {
        let chat = self.scratch.whole_chat(chat_id).await?;
        let turn = chat.turns.iter().find(|turn| turn.turn_id == turn_id);
        Ok(turn.is_some_and(|turn| {
            turn.outcome == Some(Outcome::Failed) && turn.blocks.iter().any(is_retryable)
        }))
    }

    fn compare(
        &self,
        chat: &portolan_blocks::Chat,
        transcript: &Transcript,
        done: Done<'_>,
    ) -> Comparison {
        let find = |turn_id: Uuid| {
            let turn = chat.turns.iter().find(|turn| turn.turn_id == turn_id);
            turn.ok_or_else(|| "the turn is not in its chat".to_owned())
        };
        let mut side = ReplayedSide {
            missing_sources: done.missing_sources,
            attempts: done.attempts,
            ..ReplayedSide::default()
        };
        match done.replayed.and_then(find) {
            Ok(turn) => {
                side.turn = Some(summarize_replayed(turn));
                side.answer.clone_from(&turn.blocks);
            }
            Err(refusal) => side.refusal = Some(refusal),
        }
        let baseline = self.options.baseline.as_ref();
        let baseline = baseline.map(|turns| turns.get(&done.turn.turn_id).cloned());
        Comparison::new(transcript.id, done.turn, baseline, side)
    }

    fn send_turn(
        &self,
        turn: &TranscriptTurn,
        message: UserMessage,
        parent: Option<Uuid>,
        attempt: u32,
    ) -> Send {
        let original = turn.model.as_deref();
        let model = self
            .options
            .model
            .as_deref()
            .or(original.filter(|model| self.models.get(model).is_ok()))
            .unwrap_or_else(|| self.models.default_id());
        let key = match attempt {
            1 => turn.turn_id.to_string(),
            attempt => format!("{}/{attempt}", turn.turn_id),
        };
        Send {
            key: Some(IdempotencyKey {
                key,
                body_hash: Sha256::digest(format!("{model}\n{}", message.text).as_bytes()).into(),
            }),
            message,
            parent: parent.map_or(Parent::Root, Parent::Turn),
            model: model.to_owned(),
            trace: None,
        }
    }

    /// Waits while users' turns run, for a limited time; false if the run has to end.
    async fn give_way(&self) -> bool {
        let mut stop = self.stop.clone();
        if let Some(live) = &self.live {
            tokio::select! {
                _ = tokio::time::timeout(PATIENCE, live.wait_for_no_turns()) => {}
                Ok(_) = stop.wait_for(|is_stopped| *is_stopped) => {}
            }
        }
        !self.must_end()
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

    /// Stores the chat and its sources in the run's own database. Returns the sources that still exist.
    async fn prepare_chat(
        &self,
        user_id: Uuid,
        transcript: &Transcript,
    ) -> Result<Vec<Source>, ReplayError> {
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
        let attached = transcript.sources.iter().map(|source| source.id);
        let turns = transcript.turns.iter();
        let named = turns.flat_map(|turn| turn.message.source_ids.iter().copied());
        let mut sources = Vec::new();
        for source_id in named.chain(attached).collect::<HashSet<_>>() {
            match self.originals.any_source(source_id).await {
                Ok(mut source) => {
                    source.user_id = user_id;
                    ignore_conflict(self.scratch.create_source(&source).await)?;
                    sources.push(source);
                }
                Err(StoreError::NotFound(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(sources)
    }
}

/// Returns the sources that the original saw and that still exist, but for the pages that it read itself.
fn seen_sources(
    transcript: &Transcript,
    turn: &TranscriptTurn,
    sources: &[Source],
    record: &TurnRecord,
) -> Vec<Uuid> {
    let is_seen = |attached: &&TranscriptSource| {
        let is_early = turn
            .finished_at
            .is_none_or(|end| attached.attached_at <= end);
        let is_stored = sources.iter().any(|source| source.id == attached.id);
        let is_read = record
            .pages
            .iter()
            .any(|page| page.source_id == attached.id);
        is_early && is_stored && !is_read
    };
    let seen = transcript.sources.iter().filter(is_seen);
    seen.map(|attached| attached.id).collect()
}

/// Returns the message with the sources that still exist, and how many don't.
fn message_of(turn: &TranscriptTurn, sources: &[Source]) -> (UserMessage, usize) {
    let is_stored = |id: &&Uuid| sources.iter().any(|source| source.id == **id);
    let named = &turn.message.source_ids;
    let source_ids: Vec<Uuid> = named.iter().filter(is_stored).copied().collect();
    let missing = named.len() - source_ids.len();
    let text = turn.message.text.clone();
    (UserMessage { text, source_ids }, missing)
}

fn is_retryable(block: &Block) -> bool {
    matches!(
        block.content,
        BlockContent::Error {
            retryable: true,
            ..
        }
    )
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
