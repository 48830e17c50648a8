//! Leases on chats: `crates/store/src/leases.rs` (`acquire`, `renew_leases`, `release`) on PostgreSQL, and the
//! check of epoch and id in `crates/store/src/commit.rs` (`advance`).
//!
//! Nodes may die, or pause for as long as they like and continue as if nothing had happened; commits travel
//! for as long as they like and may be lost.

use stateright::{Model, Property};

use crate::check_model;

/// Ticks that a lease lasts.
const LEASE: u8 = 2;
/// The bounds of the model: ticks, events of the log, and owners one after another.
const TICKS: u8 = 5;
const EVENTS: usize = 3;
const EPOCHS: u8 = 3;
const NODES: usize = 2;

struct Leases {
    /// Whether a commit must name the chat's epoch.
    is_fenced: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct LeaseState {
    now: u8,
    /// The chat's row.
    epoch: u8,
    /// The epoch of each event's writer.
    log: Vec<u8>,
    lease: Option<TestLease>,
    /// The epoch that each node believes it owns.
    nodes: [Option<OwnedEpoch>; NODES],
    in_flight: Vec<LeaseCommit>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct TestLease {
    owner: usize,
    expires: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct OwnedEpoch {
    epoch: u8,
    /// How long the log is, as this owner knows it.
    events: usize,
    waits: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct LeaseCommit {
    node: usize,
    epoch: u8,
    /// The log's length that it builds on.
    after: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum LeaseAction {
    Tick,
    Acquire(usize),
    Renew(usize),
    Release(usize),
    Die(usize),
    Commit(usize),
    Arrive(LeaseCommit),
    Lose(LeaseCommit),
}

impl Model for Leases {
    type State = LeaseState;
    type Action = LeaseAction;

    fn init_states(&self) -> Vec<LeaseState> {
        vec![LeaseState::default()]
    }

    fn actions(&self, state: &LeaseState, actions: &mut Vec<LeaseAction>) {
        actions.push(LeaseAction::Tick);
        for (node, owned) in state.nodes.iter().enumerate() {
            match owned {
                None => actions.push(LeaseAction::Acquire(node)),
                Some(owned) => {
                    actions.extend([
                        LeaseAction::Renew(node),
                        LeaseAction::Release(node),
                        LeaseAction::Die(node),
                    ]);
                    if !owned.waits {
                        actions.push(LeaseAction::Commit(node));
                    }
                }
            }
        }
        for commit in &state.in_flight {
            actions.extend([LeaseAction::Arrive(*commit), LeaseAction::Lose(*commit)]);
        }
    }

    fn next_state(&self, last: &LeaseState, action: LeaseAction) -> Option<LeaseState> {
        let mut state = last.clone();
        match action {
            LeaseAction::Tick => state.now += 1,
            LeaseAction::Acquire(node) => state.acquire_lease(node)?,
            LeaseAction::Renew(node) => {
                // By the owner's name alone, as the statement is: also after a takeover and back.
                let lease = state.lease.as_mut().filter(|lease| lease.owner == node)?;
                lease.expires = state.now + LEASE;
            }
            LeaseAction::Release(node) => {
                let owned = state.nodes[node].take()?;
                let is_own = state.lease.is_some_and(|lease| lease.owner == node);
                if is_own && owned.epoch == state.epoch {
                    state.lease = None;
                }
            }
            LeaseAction::Die(node) => state.nodes[node] = None,
            LeaseAction::Commit(node) => {
                let owned = state.nodes[node].as_mut()?;
                owned.waits = true;
                state.in_flight.push(LeaseCommit {
                    node,
                    epoch: owned.epoch,
                    after: owned.events,
                });
            }
            LeaseAction::Arrive(commit) => self.arrive_commit(&mut state, commit),
            LeaseAction::Lose(commit) => {
                state.in_flight.retain(|other| *other != commit);
                state.give_up(commit);
            }
        }
        state.in_flight.sort_unstable();
        Some(state)
    }

    fn within_boundary(&self, state: &LeaseState) -> bool {
        state.now <= TICKS && state.log.len() <= EVENTS && state.epoch <= EPOCHS
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("writers follow one another", |_, state: &LeaseState| {
                state.log.is_sorted()
            }),
            Property::always("the owner knows the whole log", |_, state: &LeaseState| {
                let mut owners = state.nodes.iter().flatten();
                let current = owners.find(|owned| owned.epoch == state.epoch);
                current.is_none_or(|owned| owned.waits || owned.events == state.log.len())
            }),
            Property::always(
                "an epoch has one owner",
                |_, state: &LeaseState| match state.nodes {
                    [Some(one), Some(other)] => one.epoch != other.epoch,
                    _ => true,
                },
            ),
            Property::sometimes("a chat is taken over", |_, state: &LeaseState| {
                state.log.first() < state.log.last()
            }),
            Property::sometimes("a stale owner still believes", |_, state: &LeaseState| {
                state
                    .nodes
                    .iter()
                    .flatten()
                    .any(|owned| owned.epoch < state.epoch)
            }),
        ]
    }
}

impl Leases {
    fn arrive_commit(&self, state: &mut LeaseState, commit: LeaseCommit) {
        state.in_flight.retain(|other| *other != commit);
        let follows = commit.after == state.log.len();
        if !follows || self.is_fenced && commit.epoch != state.epoch {
            state.give_up(commit);
            return;
        }
        state.log.push(commit.epoch);
        let length = state.log.len();
        if let Some(owned) = state.waiting_owner(commit) {
            *owned = OwnedEpoch {
                events: length,
                waits: false,
                ..*owned
            };
        }
    }
}

impl LeaseState {
    /// The epoch is raised in the same transaction; refused, nothing is written.
    fn acquire_lease(&mut self, node: usize) -> Option<()> {
        let is_free = self
            .lease
            .is_none_or(|lease| lease.owner == node || lease.expires <= self.now);
        if !is_free {
            return None;
        }
        self.epoch += 1;
        self.lease = Some(TestLease {
            owner: node,
            expires: self.now + LEASE,
        });
        self.nodes[node] = Some(OwnedEpoch {
            epoch: self.epoch,
            events: self.log.len(),
            waits: false,
        });
        Some(())
    }

    /// Refused, or not known whether: the owner retires and would have to read the log again.
    fn give_up(&mut self, commit: LeaseCommit) {
        if self.waiting_owner(commit).is_some() {
            self.nodes[commit.node] = None;
        }
    }

    fn waiting_owner(&mut self, commit: LeaseCommit) -> Option<&mut OwnedEpoch> {
        let owned = self.nodes[commit.node].as_mut();
        owned.filter(|owned| owned.waits && owned.epoch == commit.epoch)
    }
}

#[test]
fn stale_owner_never_writes_with_fencing() {
    let (failed, states) = check_model(Leases { is_fenced: true });
    assert_eq!(failed, [""; 0]);
    assert!(states > 1_000, "only {states} states");
}

#[test]
fn model_checker_finds_stale_write_without_fencing() {
    let (failed, _) = check_model(Leases { is_fenced: false });
    // The length of the log alone keeps the writers in order; only the fence tells an owner that it
    // is none any more.
    assert_eq!(failed, ["the owner knows the whole log"]);
}
