//! Credits of a user with several chats: `crates/store/src/begin_turn.rs` (key, then room, then hold),
//! `crates/store/src/settlement.rs` (`raise_hold`, `settle`) and the repeated commit of `crates/store/src/commit.rs`.
//!
//! A begin is read and written in two steps, between which only the account's lock keeps the others out.
//! Answers get lost, and then the same is asked again: a message under its key, a settlement by the server
//! that continues with the turn.

use stateright::{Model, Property};

use crate::check_model;

const GRANTED: u8 = 4;
/// The maximum cost of a model call.
const HOLD: u8 = 2;
/// To a chat each; each may be sent twice.
const MESSAGES: usize = 3;
const COPIES: u8 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weakening {
    None,
    /// A key that is known begins a turn again.
    KeysForgotten,
    /// Another begin may come between reading the account and writing it.
    NoLock,
    /// A settlement does not ask whether the hold is still there.
    SettlesAgain,
}

struct Credits(Weakening);

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct ReservationState {
    /// The account's row.
    balance: u8,
    held: u8,
    /// The readers that have not written the account yet, with the free credits they read.
    reading: Vec<(usize, u8)>,
    turns: Vec<ModelledTurn>,
    /// How often each message was sent.
    sent: [u8; MESSAGES],
    charges: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct ModelledTurn {
    message: usize,
    /// None once it was released.
    hold: Option<u8>,
    /// Settlements that were asked for: a second one where the first one's answer got lost.
    asked: u8,
    settled: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum ReservationAction {
    /// A message's begin locks the account and reads it.
    Read(usize),
    /// It writes key, turn and hold, or is refused.
    Write(usize),
    Raise(usize),
    Settle {
        turn: usize,
        charge: u8,
    },
}

impl Model for Credits {
    type State = ReservationState;
    type Action = ReservationAction;

    fn init_states(&self) -> Vec<ReservationState> {
        vec![ReservationState {
            balance: GRANTED,
            ..ReservationState::default()
        }]
    }

    fn actions(&self, state: &ReservationState, actions: &mut Vec<ReservationAction>) {
        let is_locked = !state.reading.is_empty() && self.0 != Weakening::NoLock;
        for message in 0..MESSAGES {
            if !is_locked && state.sent[message] < COPIES {
                actions.push(ReservationAction::Read(message));
            }
        }
        actions.extend(
            state
                .reading
                .iter()
                .map(|(message, _)| ReservationAction::Write(*message)),
        );
        if is_locked {
            return;
        }
        for (place, turn) in state.turns.iter().enumerate() {
            if turn.asked == 0 {
                actions.push(ReservationAction::Raise(place));
            }
            if turn.asked < COPIES {
                actions.extend((0..=HOLD + 1).map(|charge| ReservationAction::Settle {
                    turn: place,
                    charge,
                }));
            }
        }
    }

    fn next_state(
        &self,
        last: &ReservationState,
        action: ReservationAction,
    ) -> Option<ReservationState> {
        let mut state = last.clone();
        match action {
            ReservationAction::Read(message) => {
                if state.reading.iter().any(|(other, _)| *other == message) {
                    return None;
                }
                state.sent[message] += 1;
                let free = state.balance.saturating_sub(state.held);
                state.reading.push((message, free));
                state.reading.sort_unstable();
            }
            ReservationAction::Write(message) => {
                let place = state
                    .reading
                    .iter()
                    .position(|(other, _)| *other == message)?;
                let (_, free) = state.reading.remove(place);
                let is_known = state.turns.iter().any(|turn| turn.message == message);
                let replays = is_known && self.0 != Weakening::KeysForgotten;
                if !replays && free >= HOLD {
                    state.held += HOLD;
                    state.turns.push(ModelledTurn {
                        message,
                        hold: Some(HOLD),
                        asked: 0,
                        settled: 0,
                    });
                }
            }
            ReservationAction::Raise(turn) => {
                let free = state.balance.checked_sub(state.held)?;
                let turn = state.turns.get_mut(turn)?;
                // Once, by one more; without room the turn ends as limited.
                let raised = turn.hold.filter(|hold| *hold == HOLD && free >= 1)? + 1;
                turn.hold = Some(raised);
                state.held += 1;
            }
            ReservationAction::Settle { turn, charge } => {
                let turn = state.turns.get_mut(turn)?;
                turn.asked += 1;
                if turn.hold.is_none() && self.0 != Weakening::SettlesAgain {
                    return Some(state);
                }
                let hold = turn.hold.take().unwrap_or(HOLD);
                let charge = charge.min(hold);
                turn.settled += 1;
                state.held = state.held.saturating_sub(hold);
                state.balance = state.balance.saturating_sub(charge);
                state.charges.push(charge);
                state.charges.sort_unstable();
            }
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("what is held is there", |_, state: &ReservationState| {
                state.held <= state.balance
            }),
            Property::always(
                "the holds are those of the turns",
                |_, state: &ReservationState| {
                    let holds = state.turns.iter().filter_map(|turn| turn.hold);
                    holds.sum::<u8>() == state.held
                },
            ),
            Property::always(
                "the ledger is the balance",
                |_, state: &ReservationState| {
                    GRANTED == state.balance + state.charges.iter().sum::<u8>()
                },
            ),
            Property::always("a key begins one turn", |_, state: &ReservationState| {
                (0..MESSAGES).all(|message| {
                    let turns = state.turns.iter().filter(|turn| turn.message == message);
                    turns.count() <= 1
                })
            }),
            Property::always("a turn is settled once", |_, state: &ReservationState| {
                state.turns.iter().all(|turn| turn.settled <= 1)
            }),
            Property::sometimes(
                "a message is refused for want of room",
                |_, state: &ReservationState| {
                    state.sent == [COPIES; MESSAGES] && state.turns.len() < MESSAGES
                },
            ),
            Property::sometimes("all is spent", |_, state: &ReservationState| {
                state.balance == 0
            }),
        ]
    }
}

#[test]
fn reserved_credits_never_exceed_the_balance() {
    let (failed, states) = check_model(Credits(Weakening::None));
    assert_eq!(failed, [""; 0]);
    assert!(states > 1_000, "only {states} states");
}

#[test]
fn model_checker_finds_each_weakening() {
    for (weakening, wrong) in [
        (Weakening::KeysForgotten, "a key begins one turn"),
        (Weakening::NoLock, "what is held is there"),
        (Weakening::SettlesAgain, "a turn is settled once"),
    ] {
        let (failed, _) = check_model(Credits(weakening));
        assert!(failed.contains(&wrong), "{weakening:?} breaks {failed:?}");
    }
}
