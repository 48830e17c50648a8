//! Parts of texts in words: "starts with K", "contains 'berg'", "has the letters D or S".

use super::items::{Item, TextPlace};
use crate::language::{Kind, Token};

/// Returns the tests of a part of a text that start at a token.
pub fn texts(tokens: &[Token], at: usize) -> Option<(usize, Item, f64)> {
    let is = |at: usize, words: &str| tokens.get(at).is_some_and(|token| token.is(words));
    let mut here = at;
    let place =
        if is(at, "start starts starting begin begins beginning started") && is(at + 1, "with") {
            here += 2;
            TextPlace::Start
        } else if is(at, "end ends ending ended") && is(at + 1, "with in") {
            here += 2;
            TextPlace::End
        } else if is(
            at,
            "contain contains containing contained include includes including",
        ) {
            here += 1;
            TextPlace::Anywhere
        } else if is(at, "letter letters substring substrings") {
            TextPlace::Anywhere
        } else {
            return None;
        };
    while is(here, "the a an any either") {
        here += 1;
    }
    let mut introduced = place != TextPlace::Anywhere;
    while is(
        here,
        "letter letters substring substrings string text word words character characters",
    ) {
        introduced = true;
        here += 1;
    }
    let mut found = Vec::new();
    let mut end = here;
    while let Some(token) = tokens.get(here) {
        let single = token.kind == Kind::Word && token.text.chars().count() == 1;
        let named = token.kind == Kind::Quoted
            || (introduced
                && (single || (found.is_empty() && token.kind == Kind::Word && is_capital(token))));
        if named {
            found.push(token.text.clone());
            here += 1;
            end = here;
        } else if !found.is_empty() && (is(here, "or and") || token.text == ",") {
            here += 1;
        } else {
            break;
        }
    }
    (!found.is_empty()).then_some((
        end,
        Item::TextTest {
            place,
            texts: found,
        },
        0.0,
    ))
}

fn is_capital(token: &Token) -> bool {
    token.text.chars().next().is_some_and(char::is_uppercase)
}
