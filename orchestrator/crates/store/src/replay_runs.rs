//! Batch replays that admins start: the queue of each server, progress, and what was compared.
//!
//! Claiming a run counts its attempt, which fences the writes of earlier claims.

use chrono::{DateTime, TimeDelta, Utc};
use portolan_blocks::Block;
use portolan_domain::{
    ActivityUser, AdminAction, ClaimedReplay, Comparer, Direction, NewReplayRun, NewReplayedTurn,
    Page, PageRequest, ReplayComparison, ReplayFilter, ReplayRun, ReplayStatus, ReplayedAnswers,
    ReplayedTurn, TurnSummary, differing_parts,
};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{
    Result, Store, StoreError, admin_actions,
    database::Session,
    keyset::{Keyset, keyset_page, start},
    paging::row_limit_of,
    value::{DatabaseRow, Json, params, words},
};

words!(ReplayStatus);

const NO_RUN: StoreError = StoreError::NotFound("replay");
/// Without a word of its server for so long, a run counts as interrupted.
const SILENCE: TimeDelta = TimeDelta::minutes(2);

const RUNS: &str = "SELECT replay_runs.*, users.email, profiles.username FROM replay_runs \
    LEFT JOIN users ON users.id = replay_runs.started_by \
    LEFT JOIN profiles ON profiles.user_id = replay_runs.started_by";

impl Store {
    /// Queues a run on its server.
    ///
    /// # Errors
    /// `NotFound` if its baseline doesn't exist.
    pub async fn create_replay(&self, run: &NewReplayRun, action: &AdminAction) -> Result<()> {
        let mut transaction = self.database.write().await?;
        if let Some(baseline_id) = run.baseline_id {
            check_run(&mut transaction, baseline_id).await?;
        }
        transaction
            .execute(
                "INSERT INTO replay_runs (id, started_by, node, selection, model, baseline_id, status, attempt, chats, \
                 turns, done, differing, refused, credits, created_at, seen_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, 'queued', 0, 0, 0, 0, 0, 0, 0, $7, $7)",
                params![
                    run.id,
                    action.admin_id,
                    &run.node,
                    Json(&run.selection),
                    &run.model,
                    run.baseline_id,
                    action.created_at,
                ],
            )
            .await?;
        admin_actions::record(&mut transaction, action).await?;
        transaction.commit().await
    }

    /// Lists runs by the time of their start.
    pub async fn replay_runs(
        &self,
        filter: &ReplayFilter,
        request: &PageRequest,
        now: DateTime<Utc>,
    ) -> Result<Page<ReplayRun>> {
        let keyset = Keyset {
            select: RUNS.to_owned(),
            conditions: filter
                .status
                .map_or("", |_| " AND replay_runs.status = $4")
                .to_owned(),
            key: "replay_runs.created_at",
            id: "replay_runs.id",
            direction: filter.direction,
        };
        let place: (i64, String) = start(request, filter.direction)?;
        let mut session = self.database.scan().await?;
        let rows = session
            .composed_rows(
                keyset.sql(),
                params![place.0, place.1, row_limit_of(request), filter.status],
            )
            .await?;
        let items = rows.iter().map(|row| {
            let run = read_run(row, now)?;
            let (key, id) = (row.get("created_at")?, run.id.to_string());
            Ok((run, key, id))
        });
        let items: Vec<(ReplayRun, i64, String)> = items.collect::<Result<_>>()?;
        Ok(keyset_page(request, items))
    }

    pub async fn replay_run(&self, id: Uuid, now: DateTime<Utc>) -> Result<ReplayRun> {
        let mut session = self.database.read().await?;
        let rows = session
            .composed_rows(format!("{RUNS} WHERE replay_runs.id = $1"), params![id])
            .await?;
        read_run(rows.first().ok_or(NO_RUN)?, now)
    }

    /// Cancels a run; its server notices at its next sign of life.
    ///
    /// # Errors
    /// `Conflict` if it has ended.
    pub async fn cancel_replay(&self, id: Uuid, action: &AdminAction) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let changed = transaction
            .execute(
                "UPDATE replay_runs SET status = 'cancelled', finished_at = $2 \
                 WHERE id = $1 AND status NOT IN ('completed', 'cancelled')",
                params![id, action.created_at],
            )
            .await?;
        if changed == 0 {
            check_run(&mut transaction, id).await?;
            return Err(StoreError::Conflict(
                "the replay has ended: there is nothing to cancel",
            ));
        }
        admin_actions::record(&mut transaction, action).await?;
        transaction.commit().await
    }

    /// Queues an interrupted or failed run again, on this server.
    ///
    /// # Errors
    /// `Conflict` if it runs, waits or has ended.
    pub async fn resume_replay(&self, id: Uuid, node: &str, action: &AdminAction) -> Result<()> {
        let now = action.created_at;
        let mut transaction = self.database.write().await?;
        let changed = transaction
            .execute(
                "UPDATE replay_runs SET status = 'queued', node = $2, seen_at = $3, error = NULL, finished_at = NULL \
                 WHERE id = $1 AND (status IN ('failed', 'interrupted') OR \
                 (status IN ('queued', 'running') AND seen_at < $4))",
                params![id, node, now, now - SILENCE],
            )
            .await?;
        if changed == 0 {
            check_run(&mut transaction, id).await?;
            return Err(StoreError::Conflict(
                "the replay isn't interrupted: start another one",
            ));
        }
        admin_actions::record(&mut transaction, action).await?;
        transaction.commit().await
    }

    /// Marks the runs that an earlier process of this server has left.
    pub async fn interrupt_replays(&self, node: &str) -> Result<u64> {
        let mut transaction = self.database.write().await?;
        let changed = transaction
            .execute(
                "UPDATE replay_runs SET status = 'interrupted' WHERE node = $1 AND status = 'running'",
                params![node],
            )
            .await?;
        transaction.commit().await?;
        Ok(changed)
    }

    /// Claims the run that has waited on this server for longest.
    pub async fn claim_replay(
        &self,
        node: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<ClaimedReplay>> {
        const WAITING: &str = "SELECT * FROM replay_runs WHERE status = 'queued' AND node = $1 \
                               ORDER BY created_at, id LIMIT 1";
        // An idle server takes no write lock.
        let mut session = self.database.read().await?;
        if session.row(WAITING, params![node]).await?.is_none() {
            return Ok(None);
        }
        drop(session);
        let mut transaction = self.database.write().await?;
        let Some(row) = transaction.row(WAITING, params![node]).await? else {
            return Ok(None);
        };
        let id: Uuid = row.get("id")?;
        let changed = transaction
            .execute(
                "UPDATE replay_runs SET status = 'running', attempt = attempt + 1, seen_at = $2, \
                 started_at = COALESCE(started_at, $2) WHERE id = $1 AND status = 'queued'",
                params![id, now],
            )
            .await?;
        transaction.commit().await?;
        let attempt: u64 = row.get("attempt")?;
        let Json(selection) = row.get("selection")?;
        let claimed = ClaimedReplay {
            id,
            attempt: attempt + 1,
            selection,
            model: row.get("model")?,
            baseline_id: row.get("baseline_id")?,
        };
        Ok((changed > 0).then_some(claimed))
    }

    /// Says that the run continues; false if it was cancelled or claimed by another server.
    pub async fn renew_replay(&self, run: &ClaimedReplay, now: DateTime<Utc>) -> Result<bool> {
        let mut transaction = self.database.write().await?;
        let changed = transaction
            .execute(
                "UPDATE replay_runs SET seen_at = $3 WHERE id = $1 AND attempt = $2 AND status = 'running'",
                params![run.id, run.attempt, now],
            )
            .await?;
        transaction.commit().await?;
        Ok(changed > 0)
    }

    /// Notes how much a run replays. One that starts anew forgets earlier results.
    pub async fn size_replay(
        &self,
        run: &ClaimedReplay,
        chats: u64,
        turns: u64,
        is_anew: bool,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let changed = transaction
            .execute(
                "UPDATE replay_runs SET chats = $3, turns = $4 \
                 WHERE id = $1 AND attempt = $2 AND status = 'running'",
                params![run.id, run.attempt, chats, turns],
            )
            .await?;
        if changed > 0 && is_anew {
            transaction
                .execute(
                    "DELETE FROM replay_results WHERE run_id = $1",
                    params![run.id],
                )
                .await?;
            transaction
                .execute(
                    "UPDATE replay_runs SET done = 0, differing = 0, refused = 0, credits = 0 WHERE id = $1",
                    params![run.id],
                )
                .await?;
        }
        transaction.commit().await
    }

    /// Stores what was compared, each turn once; false if the run is no longer this claim's. Chats that were deleted
    /// meanwhile are left out.
    pub async fn add_replayed_turns(
        &self,
        run: &ClaimedReplay,
        turns: &[NewReplayedTurn],
        now: DateTime<Utc>,
    ) -> Result<bool> {
        let mut transaction = self.database.write().await?;
        let mut added = ReplayCounts::default();
        for turn in turns {
            if insert_turn(&mut transaction, run, turn, now).await? {
                added.count(&mut transaction, run, turn).await?;
            }
        }
        let changed = transaction
            .execute(
                "UPDATE replay_runs SET done = done + $3, differing = differing + $4, refused = refused + $5, \
                 credits = credits + $6, seen_at = $7 WHERE id = $1 AND attempt = $2 AND status = 'running'",
                params![
                    run.id,
                    run.attempt,
                    added.done,
                    added.differing,
                    added.refused,
                    added.credits,
                    now
                ],
            )
            .await?;
        if changed == 0 {
            return Ok(false);
        }
        transaction.commit().await?;
        Ok(true)
    }

    /// Ends a claim.
    pub async fn end_replay(
        &self,
        run: &ClaimedReplay,
        (status, error): (ReplayStatus, Option<&str>),
        now: DateTime<Utc>,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "UPDATE replay_runs SET status = $3, error = $4, finished_at = $5 \
                 WHERE id = $1 AND attempt = $2 AND status = 'running'",
                params![run.id, run.attempt, status, error, now],
            )
            .await?;
        transaction.commit().await
    }

    /// Lists a run's turns in the order of their comparison, beside those of `baseline_id` or the originals.
    pub async fn replayed_turns(
        &self,
        run_id: Uuid,
        baseline_id: Option<Uuid>,
        only_differing: bool,
        request: &PageRequest,
    ) -> Result<Page<ReplayedTurn>> {
        let (reference, fingerprint) = match baseline_id {
            Some(_) => ("baseline.replayed", "baseline.fingerprint"),
            None => ("turns.original", "turns.original_fingerprint"),
        };
        let differing = match only_differing {
            true => {
                format!(" AND {fingerprint} IS NOT NULL AND turns.fingerprint <> {fingerprint}")
            }
            false => String::new(),
        };
        let keyset = Keyset {
            select: format!(
                "SELECT turns.*, {reference} AS reference, {fingerprint} AS reference_fingerprint \
                 FROM replay_results turns LEFT JOIN replay_results baseline \
                 ON baseline.run_id = $5 AND baseline.turn_id = turns.turn_id"
            ),
            conditions: format!(" AND turns.run_id = $4{differing}"),
            key: "turns.compared_at",
            id: "turns.turn_id",
            direction: Direction::Ascending,
        };
        let place: (i64, String) = start(request, Direction::Ascending)?;
        let mut session = self.database.scan().await?;
        let rows = session
            .composed_rows(
                keyset.sql(),
                params![
                    place.0,
                    place.1,
                    row_limit_of(request),
                    run_id,
                    baseline_id.unwrap_or_default()
                ],
            )
            .await?;
        let turns = rows.iter().map(|row| {
            let turn = ReplayedTurn::try_from(row)?;
            let (key, id) = (row.get("compared_at")?, turn.turn_id.to_string());
            Ok((turn, key, id))
        });
        let turns: Vec<(ReplayedTurn, i64, String)> = turns.collect::<Result<_>>()?;
        Ok(keyset_page(request, turns))
    }

    /// Returns a run in figures, beside the run `baseline_id` or the originals.
    pub async fn replay_comparison(
        &self,
        run_id: Uuid,
        baseline_id: Option<Uuid>,
    ) -> Result<ReplayComparison> {
        let mut comparer = Comparer::default();
        let mut request = PageRequest::first(PageRequest::MAXIMUM_LIMIT);
        loop {
            let page = self
                .replayed_turns(run_id, baseline_id, false, &request)
                .await?;
            for turn in &page.items {
                if let Some(reference) = &turn.reference {
                    comparer.add(reference, turn.replayed.as_ref());
                }
            }
            let Some(cursor) = page.next_cursor else {
                return Ok(comparer.finish());
            };
            request.cursor = Some(cursor);
        }
    }

    /// Returns a turn's answers in a run and in its reference: the run `baseline_id`, or the original chat.
    pub async fn replayed_answers(
        &self,
        run_id: Uuid,
        baseline_id: Option<Uuid>,
        turn_id: Uuid,
    ) -> Result<(Uuid, ReplayedAnswers)> {
        const STORED: &str = "SELECT chat_id, question, replayed, answer FROM replay_results \
                              WHERE run_id = $1 AND turn_id = $2";
        let mut session = self.database.read().await?;
        let row = session.row(STORED, params![run_id, turn_id]).await?;
        let row = row.ok_or(StoreError::NotFound("turn"))?;
        let chat_id: Uuid = row.get("chat_id")?;
        let baseline = match baseline_id {
            Some(baseline_id) => session.row(STORED, params![baseline_id, turn_id]).await?,
            None => None,
        };
        drop(session);
        let reference = match (baseline_id, baseline) {
            (Some(_), Some(row)) => read_answer(&row)?,
            (Some(_), None) => None,
            (None, _) => {
                let turns = self.whole_chat(chat_id).await?.turns.into_iter();
                let mut turns = turns.filter(|turn| turn.turn_id == turn_id);
                turns.next().map(|turn| turn.blocks)
            }
        };
        let answers = ReplayedAnswers {
            question: row.get("question")?,
            reference,
            replayed: read_answer(&row)?,
        };
        Ok((chat_id, answers))
    }
}

/// The counts that a batch of results adds to its run.
#[derive(Default)]
struct ReplayCounts {
    done: u64,
    differing: u64,
    refused: u64,
    credits: u64,
}

impl ReplayCounts {
    async fn count(
        &mut self,
        session: &mut Session,
        run: &ClaimedReplay,
        turn: &NewReplayedTurn,
    ) -> Result<()> {
        let reference = match run.baseline_id {
            None => fingerprint_of_original(turn),
            Some(baseline_id) => {
                let row = session
                    .row(
                        "SELECT fingerprint FROM replay_results WHERE run_id = $1 AND turn_id = $2",
                        params![baseline_id, turn.turn_id],
                    )
                    .await?;
                row.map(|row| row.get("fingerprint")).transpose()?
            }
        };
        let replayed = fingerprint_of(turn.replayed.as_ref());
        self.done += 1;
        self.differing += u64::from(reference.is_some_and(|reference| reference != replayed));
        self.refused += u64::from(turn.replayed.is_none());
        let metered = turn.replayed.as_ref().and_then(|turn| turn.metered);
        self.credits += metered.unwrap_or_default().credits;
        Ok(())
    }
}

/// False if the turn was already stored or its chat was deleted.
async fn insert_turn(
    session: &mut Session,
    run: &ClaimedReplay,
    turn: &NewReplayedTurn,
    now: DateTime<Utc>,
) -> Result<bool> {
    let inserted = session
        .execute(
            "INSERT INTO replay_results (run_id, turn_id, chat_id, question, refusal, missing_sources, fingerprint, \
             original_fingerprint, original, replayed, answer, compared_at) \
             SELECT $1, $2, id, $4, $5, $6, $7, $8, $9, $10, $11, $12 FROM chats WHERE id = $3 ON CONFLICT DO NOTHING",
            params![
                run.id,
                turn.turn_id,
                turn.chat_id,
                &turn.question,
                &turn.refusal,
                turn.missing_sources,
                fingerprint_of(turn.replayed.as_ref()),
                fingerprint_of_original(turn),
                Json(&turn.original),
                turn.replayed.as_ref().map(|turn| serde_json::to_string(turn).unwrap_or_default()),
                Json(&turn.answer),
                now,
            ],
        )
        .await?;
    Ok(inserted > 0)
}

/// None if the original's outcome isn't known: then there is nothing to compare with.
fn fingerprint_of_original(turn: &NewReplayedTurn) -> Option<String> {
    turn.original.outcome?;
    Some(fingerprint_of(Some(&turn.original)))
}

/// Equal for turns that do not differ.
fn fingerprint_of(turn: Option<&TurnSummary>) -> String {
    let compared = turn.map(|turn| {
        let TurnSummary {
            outcome,
            block_types,
            charts,
            encodings,
            numbers,
            references,
            ..
        } = turn;
        (outcome, block_types, charts, encodings, numbers, references)
    });
    let text = serde_json::to_string(&compared).unwrap_or_default();
    hex::encode(&Sha256::digest(text.as_bytes())[..16])
}

/// None of a turn that was not begun, or that was compared before answers were kept.
fn read_answer(row: &DatabaseRow) -> Result<Option<Vec<Block>>> {
    let is_begun = row.get::<Option<String>>("replayed")?.is_some();
    let answer: Option<Json<Vec<Block>>> = row.get("answer")?;
    Ok(answer.filter(|_| is_begun).map(|Json(blocks)| blocks))
}

async fn check_run(session: &mut Session, id: Uuid) -> Result<()> {
    let row = session
        .row("SELECT id FROM replay_runs WHERE id = $1", params![id])
        .await?;
    row.map(drop).ok_or(NO_RUN)
}

fn read_run(row: &DatabaseRow, now: DateTime<Utc>) -> Result<ReplayRun> {
    let Json(selection) = row.get("selection")?;
    let seen_at: DateTime<Utc> = row.get("seen_at")?;
    let status = match row.get("status")? {
        ReplayStatus::Running if seen_at < now - SILENCE => ReplayStatus::Interrupted,
        status => status,
    };
    let started_by = match row.get("started_by")? {
        Some(id) => Some(ActivityUser {
            id,
            email: row.get("email")?,
            username: row.get("username")?,
        }),
        None => None,
    };
    Ok(ReplayRun {
        id: row.get("id")?,
        status,
        started_by,
        selection,
        model: row.get("model")?,
        baseline_id: row.get("baseline_id")?,
        chats: row.get("chats")?,
        turns: row.get("turns")?,
        done: row.get("done")?,
        differing: row.get("differing")?,
        refused: row.get("refused")?,
        credits: row.get("credits")?,
        error: row.get("error")?,
        created_at: row.get("created_at")?,
        started_at: row.get("started_at")?,
        finished_at: row.get("finished_at")?,
    })
}

impl TryFrom<&DatabaseRow> for ReplayedTurn {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let json = |column| -> Result<Option<TurnSummary>> {
            let value: Option<Json<TurnSummary>> = row.get(column)?;
            Ok(value.map(|Json(turn)| turn))
        };
        // An original of unknown outcome has no fingerprint, and so does a turn that the baseline lacks.
        let is_known = row
            .get::<Option<String>>("reference_fingerprint")?
            .is_some();
        let reference = json("reference")?.filter(|_| is_known);
        let replayed = json("replayed")?;
        let differences = match (&reference, &replayed) {
            (Some(reference), Some(replayed)) => differing_parts(reference, replayed),
            _ => Vec::new(),
        };
        Ok(Self {
            turn_id: row.get("turn_id")?,
            chat_id: row.get("chat_id")?,
            question: row.get("question")?,
            reference,
            replayed,
            refusal: row.get("refusal")?,
            missing_sources: row.get("missing_sources")?,
            differences,
        })
    }
}
