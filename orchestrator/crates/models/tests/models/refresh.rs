//! Refresh tokens: `rotate_refresh_token` of `crates/store/src/refresh_tokens.rs`, with the ten seconds of
//! `src/http/auth/token.rs`.
//!
//! Two tabs share a session, answers get lost, and a thief may copy a token at any time.

use stateright::{Model, Property};

use crate::check_model;

/// One tick is five seconds: a token may be shown again for two of them.
const REUSE: u8 = 2;
/// The last tick of the model.
const TICKS: u8 = 3;
const TOKENS: usize = 4;
/// Two tabs, and a thief.
const HOLDERS: usize = 3;
const THIEF: usize = 2;

struct RotationRules {
    /// Whether a token that was used may be shown again only for a while.
    has_interval: bool,
    /// Whether it may not once its child was used.
    asks_for_children: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct RefreshState {
    now: u8,
    tokens: Vec<ModelledToken>,
    /// The token that each holder has.
    holders: [Option<usize>; HOLDERS],
    has_ended: bool,
    /// A token was presented that was no longer valid.
    was_misused: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct ModelledToken {
    parent: Option<usize>,
    /// When it was first exchanged.
    used_at: Option<u8>,
    /// Whether it was made when its parent was not to be exchanged any more.
    is_too_late: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum RefreshAction {
    Tick,
    Refresh {
        holder: usize,
        is_lost: bool,
    },
    /// The thief copies what a tab has.
    Steal(usize),
    /// A tab reads what the other one has put down.
    Share(usize),
}

impl Model for RotationRules {
    type State = RefreshState;
    type Action = RefreshAction;

    fn init_states(&self) -> Vec<RefreshState> {
        vec![RefreshState {
            now: 0,
            tokens: vec![ModelledToken {
                parent: None,
                used_at: None,
                is_too_late: false,
            }],
            holders: [Some(0), Some(0), None],
            has_ended: false,
            was_misused: false,
        }]
    }

    fn actions(&self, state: &RefreshState, actions: &mut Vec<RefreshAction>) {
        actions.push(RefreshAction::Tick);
        for holder in 0..HOLDERS {
            if state.holders[holder].is_some() {
                let refresh = |is_lost| RefreshAction::Refresh { holder, is_lost };
                actions.extend([refresh(false), refresh(true)]);
            }
            if holder != THIEF {
                actions.extend([RefreshAction::Steal(holder), RefreshAction::Share(holder)]);
            }
        }
    }

    fn next_state(&self, last: &RefreshState, action: RefreshAction) -> Option<RefreshState> {
        let mut state = last.clone();
        match action {
            RefreshAction::Tick => state.now += 1,
            RefreshAction::Refresh { holder, is_lost } => {
                let presented = state.holders[holder]?;
                let fresh = self.rotate_token(&mut state, presented);
                if !is_lost {
                    // Refused, a tab asks the user to sign in again.
                    state.holders[holder] = fresh;
                }
            }
            RefreshAction::Steal(tab) => state.holders[THIEF] = state.holders[tab],
            RefreshAction::Share(tab) => state.holders[1 - tab] = state.holders[tab],
        }
        Some(state)
    }

    fn within_boundary(&self, state: &RefreshState) -> bool {
        state.now <= TICKS && state.tokens.len() <= TOKENS
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always(
                "no token comes of one that is worth nothing",
                |_, state: &RefreshState| !state.tokens.iter().any(|token| token.is_too_late),
            ),
            Property::always(
                "a misused token ends the session",
                |_, state: &RefreshState| !state.was_misused || state.has_ended,
            ),
            Property::sometimes(
                "two tabs refresh together and stay",
                |_, state: &RefreshState| {
                    let [one, other, _] = state.holders;
                    !state.has_ended && one != other && one.is_some() && other.is_some()
                },
            ),
            Property::sometimes("a thief locks everybody out", |_, state: &RefreshState| {
                state.has_ended && state.holders[THIEF].is_some()
            }),
        ]
    }
}

impl RotationRules {
    /// The fresh token; None if the session is over.
    fn rotate_token(&self, state: &mut RefreshState, presented: usize) -> Option<usize> {
        if state.has_ended {
            return None;
        }
        let mut is_too_late = false;
        match state.tokens[presented].used_at {
            None => state.tokens[presented].used_at = Some(state.now),
            Some(used_at) => {
                let mut children = state
                    .tokens
                    .iter()
                    .filter(|token| token.parent == Some(presented));
                let has_used_child = children.any(|child| child.used_at.is_some());
                let is_late = state.now - used_at > REUSE;
                is_too_late = is_late || has_used_child;
                state.was_misused |= is_too_late;
                if self.has_interval && is_late || self.asks_for_children && has_used_child {
                    state.has_ended = true;
                    return None;
                }
            }
        }
        state.tokens.push(ModelledToken {
            parent: Some(presented),
            used_at: None,
            is_too_late,
        });
        Some(state.tokens.len() - 1)
    }
}

#[test]
fn token_rotation_stops_a_stolen_refresh_token() {
    let (failed, states) = check_model(RotationRules {
        has_interval: true,
        asks_for_children: true,
    });
    assert_eq!(failed, [""; 0]);
    assert!(states > 1_000, "only {states} states");
}

#[test]
fn both_parts_of_the_rotation_rule_are_required() {
    for (has_interval, asks_for_children) in [(false, true), (true, false)] {
        let (failed, _) = check_model(RotationRules {
            has_interval,
            asks_for_children,
        });
        assert!(!failed.is_empty(), "{has_interval} {asks_for_children}");
    }
}
