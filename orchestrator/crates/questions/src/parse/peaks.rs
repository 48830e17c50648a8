//! Moments at which something is highest or lowest: "at its peak", "when did it bottom out".

use super::items::Item;
use crate::language::{Token, lexicon};

/// Reads "at its peak", "reached its lowest level", and the verb "peaked" of a question that asks when: the superlative that
/// keeps the moment with its value.
pub(super) fn peak(tokens: &[Token], at: usize) -> Option<(usize, Item, f64)> {
    let (end, high) = at_extreme(tokens, at).or_else(|| extreme_verb(tokens, at))?;
    let adjective = lexicon::superlative(if high { "highest" } else { "lowest" })?;
    let item = Item::Superlative {
        adjective,
        n: None,
        percent: None,
    };
    Some((end, item, -0.2))
}

/// "At its peak", "hit an all-time low": returns the end, and whether the highest is meant.
fn at_extreme(tokens: &[Token], at: usize) -> Option<(usize, bool)> {
    const VERBS: &str = "reach reached reaches hit hits";
    const POSSESSIVES: &str = "its their his her a an the";
    let mut next = at + 1;
    let leads = tokens[at].is("at") || tokens[at].is(VERBS);
    if !leads || !tokens.get(next)?.is(POSSESSIVES) {
        return None;
    }
    while tokens
        .get(next)
        .is_some_and(|token| token.is(POSSESSIVES) || token.is("all time very record"))
    {
        next += 1;
    }
    let high = direction(tokens.get(next)?)?;
    let has_point = tokens
        .get(next + 1)
        .is_some_and(|token| token.is("point level value mark"));
    Some((next + 1 + usize::from(has_point), high))
}

/// "When did sales peak": the verb says what is asked for, and no maximum alone.
fn extreme_verb(tokens: &[Token], at: usize) -> Option<(usize, bool)> {
    let asks_moment = tokens[..at].iter().enumerate().any(|(before, token)| {
        token.is("when")
            || token.is("which what")
                && tokens
                    .get(before + 1)
                    .is_some_and(|next| lexicon::time_unit(&next.word).is_some())
    });
    if !asks_moment {
        return None;
    }
    if tokens[at].is("bottomed bottom") && tokens.get(at + 1).is_some_and(|next| next.is("out")) {
        return Some((at + 2, false));
    }
    tokens[at].is("peak peaked peaks").then_some((at + 1, true))
}

fn direction(token: &Token) -> Option<bool> {
    if token.is("peak highest maximum height high top zenith best greatest most") {
        Some(true)
    } else if token.is("lowest minimum low bottom trough worst smallest least") {
        Some(false)
    } else {
        None
    }
}
