//! Letters before the names of columns that tell two sides apart: `w_age` and `l_age` of winner and loser.

use super::NameWord;
use crate::language::{name_words, stem};

/// Letters with the sides that they stand for where a table has both.
const SIDES: [[(&str, &str); 2]; 7] = [
    [("w", "winner"), ("l", "loser")],
    [("h", "home"), ("a", "away")],
    [("m", "male"), ("f", "female")],
    [("o", "origin"), ("d", "destination")],
    [("w", "white"), ("b", "black")],
    [("s", "sender"), ("r", "receiver")],
    [("b", "buyer"), ("s", "seller")],
];

/// The letters that stand for a side in one table.
pub struct Sides(Vec<(&'static str, &'static str)>);

impl Sides {
    /// Finds the sides that at least two pairs of columns name: one pair alone may be a coincidence.
    pub fn find<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let names: Vec<Vec<String>> = names.map(name_words).collect();
        let rests = |letter: &str| -> Vec<&[String]> {
            names
                .iter()
                .filter(|words| words.len() > 1 && words[0] == letter)
                .map(|words| &words[1..])
                .collect()
        };
        // Sides share the rest of their names: `w_age` and `l_age`, but not `w_kg` and `l_cm`.
        let has_both = |[left, right]: &[(&str, &str); 2]| {
            let others = rests(right.0);
            rests(left.0)
                .iter()
                .filter(|rest| others.contains(rest))
                .count()
                >= 2
        };
        let found = SIDES.iter().find(|pair| has_both(pair));
        Self(found.map_or_else(Vec::new, |pair| pair.to_vec()))
    }

    /// Writes out the side that a name begins with.
    pub fn write_out(&self, mut words: Vec<NameWord>) -> Vec<NameWord> {
        let side = words.first().and_then(|first| {
            // A column that is called "w" alone is a name of its own.
            let side = self.0.iter().find(|(letter, _)| *letter == first.word)?;
            (words.len() > 1).then_some(side.1)
        });
        if let Some(side) = side {
            words[0] = NameWord {
                word: side.to_owned(),
                stem: stem(side),
                weight: 1.0,
            };
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides_of(names: &[&str]) -> Vec<(&'static str, &'static str)> {
        Sides::find(names.iter().copied()).0
    }

    #[test]
    fn letters_are_sides_where_two_pairs_of_columns_share_the_rest() {
        let chess = ["w_elo", "b_elo", "w_time", "b_time", "moves"];
        assert_eq!(sides_of(&chess), [("w", "white"), ("b", "black")]);
        assert!(sides_of(&["h_index", "a_index", "name"]).is_empty());
        assert!(sides_of(&["w_kg", "l_cm", "name"]).is_empty());
    }
}
