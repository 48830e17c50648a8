//! Beginning a turn: its first event, its key and its hold are committed together, or none is.

use chrono::{DateTime, Utc};
use portolan_blocks::Event;
use portolan_domain::Source;
use portolan_ledger::Hold;
use portolan_realtime::ChangeKind;
use portolan_rest::ExposedTable;
use uuid::Uuid;

use super::{
    Result, Store, StoreError, accounts,
    chats::{self, NO_CHAT},
    item_limit::{ItemKind, ItemRoom},
    log, search, sources,
    value::{DatabaseRow, params},
};

/// A message that starts a turn.
#[derive(Clone, Debug)]
pub struct BeginTurn<'a> {
    pub chat_id: Uuid,
    pub epoch: u64,
    /// The owner of the chat, who is charged.
    pub user_id: Uuid,
    /// None for turns that no client asked for.
    pub idempotency_key: Option<&'a str>,
    /// The hash of the request body, which distinguishes a retry from a different request with the same key.
    pub body_hash: &'a str,
    /// Whether the caller knows of a running turn; the store looks for itself too.
    pub busy: bool,
    /// The id of `started`: one more than the chat's last.
    pub event_id: u64,
    /// The `turn.started` event. The sources that its message names are attached to the chat,
    /// where they are the user's.
    pub started: &'a Event,
    /// The title of a chat that has none yet: a `chat.changed` event of its own, after `started`.
    pub title: Option<&'a str>,
    /// Sources that the message names and that are made with it: addresses that are yet to be read.
    pub new_sources: &'a [Source],
    /// Credits to reserve: the worst case of the first model call. 0 for turns that cost nothing.
    pub hold: u64,
    pub now: DateTime<Utc>,
}

/// The outcome, in the order of the checks. Refusals are not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeginOutcome {
    /// The same request was here before and began this turn.
    Replay {
        turn_id: Uuid,
    },
    /// The key belongs to another request.
    KeyReused,
    TurnRunning,
    /// The settled credits do not suffice.
    UsageLimitReached,
    /// They would suffice, were it not for what other running turns hold.
    TurnsRunning,
    /// The plan runs only so many turns at once.
    TooManyTurns {
        limit: u64,
    },
    /// The plan doesn't include the model.
    ModelNotIncluded,
    Begun,
}

impl Store {
    /// # Errors
    /// `TooManyItems` where the account has no room for a chart, or for the sources of the message.
    pub async fn begin_turn(&self, begin: &BeginTurn<'_>) -> Result<BeginOutcome> {
        let Event::TurnStarted {
            turn_id,
            parent_turn_id,
            model,
            message,
            started_at,
        } = begin.started
        else {
            return Err(StoreError::Conflict("a turn begins with turn.started"));
        };
        let mut transaction = self.database.write().await?;
        let [chats, earlier, _, accounts] = transaction
            .gather([
                (LOCK_CHAT, params![begin.chat_id, begin.user_id]),
                (
                    SELECT_EARLIER,
                    params![begin.chat_id, begin.idempotency_key],
                ),
                (accounts::LOCK_ACCOUNT, params![begin.user_id]),
                (accounts::SELECT_ACCOUNT, params![begin.user_id, begin.now]),
            ])
            .await?;
        let chat = chats.first().ok_or(NO_CHAT)?;
        if chat.get::<u64>("epoch")? != begin.epoch {
            return Err(StoreError::Fenced);
        }
        if let Some(earlier) = earlier_outcome(earlier.first(), begin)? {
            return Ok(earlier);
        }
        let mut account = accounts::current_account(&accounts, &self.plans, begin.now)?;
        let limits = account.current_plan().limits;
        let charts = self.room_for(ItemKind::Chart, &limits);
        let counted = charts.map_or(1, ItemRoom::counted);
        // Turns are counted under the account's lock, so that those which begin at the same time are.
        let [chart_count, turn_count] = transaction
            .gather([
                (ItemKind::Chart.count(), params![begin.user_id, counted]),
                (COUNT_RUNNING, params![begin.user_id]),
            ])
            .await?;
        // Before anything is charged: what a turn draws is never thrown away.
        if let Some(charts) = charts {
            charts.check(chart_count.first(), 1)?;
        }
        self.ensure_room_for(
            &mut transaction,
            begin.user_id,
            ItemKind::Source,
            begin.new_sources.len(),
        )
        .await?;
        if !account.current_plan().allows_model(model) {
            return Ok(BeginOutcome::ModelNotIncluded);
        }
        match account.hold(begin.hold, self.overage_limit, begin.now) {
            Hold::Held => {}
            Hold::UsageLimitReached => return Ok(BeginOutcome::UsageLimitReached),
            Hold::TurnsRunning => return Ok(BeginOutcome::TurnsRunning),
        }
        let running = turn_count.first().map_or(Ok(0), |row| row.get("turns"))?;
        if let Some(limit) = limits.turns_at_once.filter(|limit| running >= *limit) {
            return Ok(BeginOutcome::TooManyTurns { limit });
        }
        if begin.event_id != chat.get::<u64>("last_event_id")? + 1 {
            return Err(StoreError::Conflict(log::OUT_OF_ORDER));
        }
        transaction
            .queue(
                "UPDATE chats SET last_event_id = $2, updated_at = $3 WHERE id = $1",
                params![
                    begin.chat_id,
                    begin.event_id + u64::from(begin.title.is_some()),
                    begin.now
                ],
            )
            .await?;
        log::insert(
            &mut transaction,
            begin.chat_id,
            begin.event_id,
            begin.started,
        )
        .await?;
        search::index_event(
            &mut transaction,
            begin.user_id,
            begin.chat_id,
            begin.started,
        )
        .await?;
        if let Some(title) = begin.title {
            let event = Event::ChatChanged {
                title: title.to_owned(),
            };
            log::insert(&mut transaction, begin.chat_id, begin.event_id + 1, &event).await?;
            chats::set_title(&mut transaction, begin.user_id, begin.chat_id, title).await?;
        }
        transaction
            .queue(
                "INSERT INTO turns (id, chat_id, user_id, parent_turn_id, model, idempotency_key, body_hash, \
                 first_event_id, attempts, started_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9)",
                params![
                    *turn_id,
                    begin.chat_id,
                    begin.user_id,
                    *parent_turn_id,
                    model,
                    begin.idempotency_key,
                    begin.body_hash,
                    begin.event_id,
                    *started_at,
                ],
            )
            .await?;
        transaction
            .queue(
                "INSERT INTO holds (turn_id, user_id, amount) VALUES ($1, $2, $3)",
                params![*turn_id, begin.user_id, begin.hold],
            )
            .await?;
        accounts::save_account(&mut transaction, &mut account, begin.now).await?;
        for source in begin.new_sources {
            sources::insert(&mut transaction, source).await?;
        }
        for source_id in &message.source_ids {
            transaction
                .queue(
                    "INSERT INTO chat_sources (chat_id, source_id, attached_at) \
                     SELECT $1, id, $4 FROM sources WHERE id = $2 AND user_id = $3 ON CONFLICT DO NOTHING",
                    params![begin.chat_id, *source_id, begin.user_id, begin.now],
                )
                .await?;
        }
        transaction.commit().await?;
        self.changed(
            ChangeKind::Update,
            ExposedTable::Chats,
            begin.user_id,
            begin.chat_id,
        );
        Ok(BeginOutcome::Begun)
    }
}

/// Locks chat `$1` of user `$2` until the transaction ends.
const LOCK_CHAT: &str = "UPDATE chats SET last_event_id = last_event_id WHERE id = $1 AND user_id = $2 \
     RETURNING epoch, last_event_id";

/// Finds the turn of chat `$1` that has the key `$2`, or the one that runs. The turn with the key comes first: it may be
/// the one that runs.
const SELECT_EARLIER: &str = "SELECT id, body_hash, idempotency_key, 0 AS place FROM turns \
     WHERE chat_id = $1 AND idempotency_key = $2 \
     UNION ALL SELECT id, body_hash, NULL, 1 FROM turns WHERE chat_id = $1 AND finished_at IS NULL \
     ORDER BY place LIMIT 1";

/// Counts the turns of user `$1` that run.
const COUNT_RUNNING: &str = "SELECT COUNT(*) AS turns FROM holds WHERE user_id = $1";

/// Returns the outcome where a turn has the message's key, or runs; None where neither is so.
fn earlier_outcome(
    row: Option<&DatabaseRow>,
    begin: &BeginTurn<'_>,
) -> Result<Option<BeginOutcome>> {
    let Some(row) = row else {
        return Ok(begin.busy.then_some(BeginOutcome::TurnRunning));
    };
    if row.get::<Option<String>>("idempotency_key")?.is_none() {
        return Ok(Some(BeginOutcome::TurnRunning));
    }
    let same = row.get::<Option<String>>("body_hash")?.as_deref() == Some(begin.body_hash);
    Ok(Some(if same {
        BeginOutcome::Replay {
            turn_id: row.get("id")?,
        }
    } else {
        BeginOutcome::KeyReused
    }))
}
