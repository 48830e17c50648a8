//! The invariants: the only place that judges a run. The names are those of the table of faults.

use std::fmt;

use portolan_blocks::{BlockContent, Cursor, Event, Fold, Outcome, utf16_length};
use portolan_chat::{Commit, Published, Usage};
use uuid::Uuid;

use crate::{
    store::{ChatRows, SimulatedStore, TurnRow},
    upstream::Truth,
    viewer::{INBOX, SimulatedViewer},
    world::Simulation,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invariant {
    /// Checks that every event a viewer received is in the log unchanged.
    I1,
    /// Ids have no gap; resuming after any id gives exactly the rest.
    I2,
    /// Every turn ends with exactly one `turn.finished`, after at most three tries without progress.
    I3,
    /// One settlement a turn, one turn a key; the charge is for what was kept.
    I4,
    /// No balance below zero; the ledger's sum is the balance.
    I5,
    /// Checks that holds never exceed the balance, and that every model call has its hold.
    I6,
    /// One owner; no write of a stale one, and one transaction at a time.
    I7,
    /// Afterwards nothing is left running, waiting or held.
    I8,
    /// A slow reader's buffer is bounded.
    I9,
}

pub struct Violation {
    pub invariant: Invariant,
    what: String,
}

pub type InvariantResult = Result<(), Violation>;

impl Invariant {
    pub fn violated_with(self, what: impl Into<String>) -> Violation {
        Violation {
            invariant: self,
            what: what.into(),
        }
    }

    pub fn unless(self, holds: bool, what: impl Into<String>) -> InvariantResult {
        if holds {
            Ok(())
        } else {
            Err(self.violated_with(what))
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}: {}", self.invariant, self.what)
    }
}

use Invariant::{I1, I2, I3, I4, I5, I6, I7, I8, I9};

/// Checks the invariants of every moment: money and ownership.
pub fn at_every_moment(world: &Simulation) -> InvariantResult {
    let store = &world.store;
    let charged: u64 = store.ledger.iter().map(|(_, credits)| credits).sum();
    let balanced = charged <= store.granted && store.balance == store.granted - charged;
    I5.unless(
        balanced,
        format!("the ledger says {charged} of {}", store.granted),
    )?;
    let turns = || store.chats.iter().flat_map(|chat| &chat.turns);
    let held: u64 = turns().map(|turn| turn.hold).sum();
    I6.unless(
        held == store.held && store.held <= store.balance,
        format!(
            "held {} of {}, the turns say {held}",
            store.held, store.balance
        ),
    )?;
    for turn in turns() {
        let mut charges = store.ledger.iter().filter(|(id, _)| *id == turn.id);
        let charge = charges.next().map(|(_, credits)| *credits);
        I4.unless(charges.next().is_none(), "a turn is charged twice")?;
        let settled = turn.settlement.map(|settlement| settlement.credits);
        I4.unless(charge == settled, "a charge without its settlement")?;
    }
    I7.unless(store.stale_writes == 0, "a stale owner wrote")?;
    for viewer in &world.viewers {
        I9.unless(
            viewer.inbox.len() <= INBOX,
            "a slow reader holds more than its buffer",
        )?;
    }
    Ok(())
}

/// Checks that a commit wrote only allowed changes.
pub fn on_commit(store: &SimulatedStore, chat: usize, commit: &Commit) -> InvariantResult {
    let rows = &store.chats[chat];
    match rows
        .turns
        .iter()
        .find(|turn| Some(turn.id) == commit.turn_id)
    {
        Some(turn) => check_turn(rows, turn),
        None => Ok(()),
    }
}

/// Every id once and in order, every text once, and nothing that is not committed. The cursor after it.
pub fn on_delivery(
    before: Cursor,
    published: &Published,
    rows: &ChatRows,
) -> Result<Cursor, Violation> {
    match (&published.cursor, &published.event) {
        (Some(cursor), Event::BlockDelta { text, .. }) => {
            let seen = before.offset.unwrap_or(0);
            let from = cursor.offset.unwrap_or(0).checked_sub(utf16_length(text));
            let follows = cursor.event == before.event && from == Some(seen);
            I2.unless(follows, format!("{cursor} after {before}"))?;
            Ok(*cursor)
        }
        (Some(cursor), event) => {
            let next = before.event + 1;
            let follows = cursor.event == next && cursor.offset.is_none();
            I2.unless(follows, format!("event {cursor} after {before}"))?;
            let place = usize::try_from(next - 1).expect("a place");
            let stored = rows.events.get(place) == Some(event);
            I1.unless(stored, format!("event {cursor} is not what the log says"))?;
            Ok(*cursor)
        }
        (None, event) => {
            I2.unless(!event.is_stored(), "a stored event without an id")?;
            Ok(before)
        }
    }
}

/// Checks that a viewer's open block equals the model's output.
pub fn on_text(fold: &Fold, truth: &Truth) -> InvariantResult {
    let Some(open) = &fold.live().open else {
        return Ok(());
    };
    let written = truth.get(&open.block_id).map_or("", String::as_str);
    let reads = written.starts_with(&open.text);
    I2.unless(
        reads,
        format!("a viewer reads {:?} of {written:?}", open.text),
    )
}

/// Checks the invariants at the end of a run.
pub fn at_the_end(world: &mut Simulation) -> InvariantResult {
    I4.unless(world.store.held == 0, "credits are held for nothing")?;
    for rows in &world.store.chats {
        check_log(rows)?;
        for turn in &rows.turns {
            check_turn(rows, turn)?;
            check_usage(world, turn)?;
        }
    }
    for viewer in &world.viewers {
        check_viewer(viewer, &world.store.chats[viewer.chat])?;
    }
    for actor in &world.actors {
        let left = actor.begin.is_some() || actor.commit.is_some() || !actor.estimates.is_empty();
        I8.unless(!left, "something is still under way")?;
        I8.unless(actor.run.is_none(), "an assistant runs for nobody")?;
    }
    I8.unless(world.requests.is_empty(), "a request was never answered")?;
    for event in world.store.chats.iter().flat_map(|rows| &rows.events) {
        if let Event::TurnFinished { outcome, error, .. } = event {
            let code = error.as_ref().map(|error| error.code.as_str());
            world.seen.limited += u64::from(*outcome == Outcome::Limited);
            world.seen.interrupted += u64::from(code == Some("turn_interrupted"));
        }
    }
    Ok(())
}

fn check_viewer(viewer: &SimulatedViewer, rows: &ChatRows) -> InvariantResult {
    let mut fold = Fold::new(Uuid::nil(), String::new());
    for (id, event) in (1..).zip(&rows.events) {
        fold.apply(Some(Cursor::stored(id)), event.clone());
    }
    let same = viewer.chat_seen() == fold.chat();
    I2.unless(same, "a viewer saw another chat than the log tells")
}

/// Checks the rules of every finished log.
fn check_log(rows: &ChatRows) -> InvariantResult {
    let mut turn = None;
    let mut open = None;
    let (mut closed, mut references, mut metered) = (0, 0, false);
    for (place, event) in rows.events.iter().enumerate() {
        let rule = |invariant: Invariant, holds: bool, what: &str| {
            invariant.unless(holds, format!("event {}: {what}", place + 1))
        };
        match event {
            Event::TurnStarted { turn_id, .. } => {
                rule(I3, turn.is_none(), "a turn begins inside another")?;
                turn = Some(*turn_id);
                (closed, references, metered) = (0, 0, false);
            }
            Event::BlockOpened {
                turn_id,
                block_id,
                index,
                ..
            } => {
                let in_turn = turn == Some(*turn_id) && open.is_none() && *index == closed;
                rule(I2, in_turn, "a block opens out of turn")?;
                open = Some(*block_id);
            }
            Event::BlockClosed { turn_id, block } => {
                let is_open = turn == Some(*turn_id) && open == Some(block.id);
                rule(I2, is_open, "a block closes that is not open")?;
                open = None;
                closed += 1;
                if let BlockContent::Reference { index, .. } = block.content {
                    references += 1;
                    rule(I2, index == references, "the references do not count on")?;
                }
            }
            Event::TurnUnderstood { turn_id, .. } => {
                let in_turn = turn == Some(*turn_id) && open.is_none();
                rule(I2, in_turn, "words are understood out of turn")?;
            }
            Event::BlockDiscarded { block_id } => {
                let is_open = open.take() == Some(*block_id);
                rule(I2, is_open, "a block is discarded that is not open")?;
            }
            Event::TurnMetered { turn_id, .. } => {
                let in_turn = turn == Some(*turn_id) && open.is_none() && !metered;
                rule(I3, in_turn, "a turn is metered out of turn")?;
                metered = true;
            }
            Event::TurnFinished {
                turn_id,
                finished_at,
                ..
            } => {
                rule(
                    I3,
                    turn == Some(*turn_id) && metered,
                    "a turn ends out of turn",
                )?;
                turn = None;
                let started = rows.events.iter().any(|event| {
                    matches!(event, Event::TurnStarted { turn_id: id, started_at, .. }
                        if id == turn_id && started_at <= finished_at)
                });
                rule(I3, started, "a turn ends before it began")?;
            }
            Event::ChatChanged { .. } => {
                rule(I2, open.is_none(), "a stored event inside an open block")?;
            }
            Event::TurnProgress { .. } | Event::BlockDelta { .. } | Event::BoardChanged { .. } => {
                rule(I2, false, "an event that is not stored is stored")?;
            }
        }
    }
    I3.unless(turn.is_none() && open.is_none(), "a turn has not ended")
}

/// The charge is what was metered, comes with the turn's end, and covers the journal.
fn check_turn(rows: &ChatRows, row: &TurnRow) -> InvariantResult {
    for (place, step) in row.steps.iter().enumerate() {
        I3.unless(step.number as usize == place + 1, "the journal has a gap")?;
    }
    let ended = find_ending(&rows.events, row.id);
    let (settlement, (outcome, credits)) = match (row.settlement, ended) {
        (None, None) => return Ok(()),
        (None, Some(_)) => return Err(I4.violated_with("a turn ended without a settlement")),
        (Some(_), None) => return Err(I4.violated_with("a settlement without the turn's end")),
        (Some(settlement), Some(ended)) => (settlement, ended),
    };
    I4.unless(
        credits == settlement.credits,
        "metered is not what was charged",
    )?;
    let mut kept = Usage::default();
    for step in &row.steps {
        kept.add(step.step.usage);
    }
    let usage = settlement.usage;
    I4.unless(
        outcome != Outcome::Failed || (usage.waived && credits == 0),
        "a failed turn is charged",
    )?;
    I4.unless(
        usage.input_tokens >= kept.input_tokens && usage.output_tokens >= kept.output_tokens,
        format!("charged {usage:?} for {kept:?} ({outcome:?})"),
    )?;
    let free = usage.input_tokens == 0 && usage.output_tokens == 0 && outcome != Outcome::Completed;
    let cost = if free { 0 } else { row.price.credits(usage) };
    let charge = settlement.credits;
    // More than was reserved is never taken.
    let is_right = charge == cost || charge < cost && row.holds.contains(&charge);
    I4.unless(is_right, format!("{charge} for what costs {cost}"))
}

/// The charge is for what the assistant reported, or for the finished steps and the estimate.
fn check_usage(world: &Simulation, turn: &TurnRow) -> InvariantResult {
    let Some(settlement) = turn.settlement else {
        return Ok(());
    };
    let mut steps = Usage::default();
    for step in &turn.steps {
        steps.add(step.step.usage);
    }
    let reported = world.reported.get(&turn.id).into_iter().flatten().copied();
    let estimated = world.estimated.get(&turn.id).into_iter().flatten().copied();
    let mut estimated = estimated.chain([Usage::default()]).map(|cut_call| {
        let mut usage = steps;
        usage.add(cut_call);
        usage
    });
    // Whether a turn is free is decided by its end, not by the calls.
    let waived = settlement.usage.waived;
    let is_charged = |usage: Usage| Usage { waived, ..usage } == settlement.usage;
    let fits = reported.into_iter().any(is_charged) || estimated.any(is_charged);
    I4.unless(fits, format!("charged {:?}", settlement.usage))
}

/// How a turn ended, with its final metering.
fn find_ending(events: &[Event], turn: Uuid) -> Option<(Outcome, u64)> {
    let mut outcome = None;
    for event in events.iter().rev() {
        match event {
            Event::TurnFinished {
                turn_id,
                outcome: ended,
                ..
            } if *turn_id == turn => {
                outcome = Some(*ended);
            }
            Event::TurnMetered {
                turn_id, credits, ..
            } if *turn_id == turn => {
                return Some((outcome?, *credits));
            }
            Event::TurnStarted { turn_id, .. } if *turn_id == turn => return None,
            _ => {}
        }
    }
    None
}
