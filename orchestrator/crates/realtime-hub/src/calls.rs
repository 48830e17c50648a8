//! Texts of any length in calls of few bytes.

use std::collections::HashMap;

use portolan_store::LONGEST_CALL;
use uuid::Uuid;

/// Bytes of a call that are not the text's: a server's name and three numbers.
const HEAD: usize = 36 + 4 + 3 * 20;

/// A text in calls: whose it is, its number there, which piece this is of how many.
pub fn cut_into_calls(node: Uuid, number: u64, text: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = text;
    loop {
        let end = rest.floor_char_boundary(LONGEST_CALL - HEAD);
        let (piece, after) = rest.split_at(end);
        pieces.push(piece);
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    let count = pieces.len();
    let call = |(index, piece)| format!("{node} {number} {index} {count} {piece}");
    pieces.into_iter().enumerate().map(call).collect()
}

/// Puts texts together again. What lacks a piece is dropped with the next text of its server.
#[derive(Default)]
pub struct Calls(HashMap<Uuid, Begun>);

struct Begun {
    number: u64,
    pieces: usize,
    text: String,
}

impl Calls {
    /// Returns the sender and text of a message completed by this call.
    pub fn take(&mut self, call: &str) -> Option<(Uuid, String)> {
        let mut parts = call.splitn(5, ' ');
        let node: Uuid = parts.next()?.parse().ok()?;
        let number: u64 = parts.next()?.parse().ok()?;
        let index: usize = parts.next()?.parse().ok()?;
        let count: usize = parts.next()?.parse().ok()?;
        let piece = parts.next()?;
        let mut begun = match (index, self.0.remove(&node)) {
            (0, _) => Begun {
                number,
                pieces: 0,
                text: String::new(),
            },
            (_, Some(begun)) if begun.number == number && begun.pieces == index => begun,
            _ => return None,
        };
        begun.text.push_str(piece);
        begun.pieces += 1;
        if begun.pieces == count {
            return Some((node, begun.text));
        }
        self.0.insert(node, begun);
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn interleaved_messages_are_reassembled(
            first in ".{0,40}", second in ".{0,40}", times in 1..2_000_usize,
        ) {
            let texts = [first.repeat(times), second.repeat(times)];
            let nodes = [Uuid::from_u128(1), Uuid::from_u128(2)];
            let cuts = [0, 1].map(|at| cut_into_calls(nodes[at], 7, &texts[at]));
            let mut calls = Calls::default();
            let mut whole = Vec::new();
            for at in 0..cuts[0].len().max(cuts[1].len()) {
                for call in cuts.iter().filter_map(|cut| cut.get(at)) {
                    prop_assert!(call.len() <= LONGEST_CALL);
                    whole.extend(calls.take(call));
                }
            }
            whole.sort();
            let [first, second] = texts;
            prop_assert_eq!(whole, vec![(nodes[0], first), (nodes[1], second)]);
        }
    }

    #[test]
    fn message_with_missing_piece_is_dropped() {
        let node = Uuid::from_u128(1);
        let mut calls = Calls::default();
        let long = cut_into_calls(node, 1, &"x".repeat(3 * LONGEST_CALL));
        assert_eq!(calls.take(&long[0]), None);
        assert_eq!(calls.take(&long[2]), None);
        assert_eq!(calls.take(&long[1]), None);
        assert_eq!(calls.take("nonsense"), None);
        let short = cut_into_calls(node, 2, "y z");
        assert_eq!(calls.take(&short[0]), Some((node, "y z".to_owned())));
    }
}
