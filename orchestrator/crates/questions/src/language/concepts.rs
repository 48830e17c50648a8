//! Concepts: words of everyday data that mean the same, from `data/concepts.txt`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::token::stem;

struct Concepts {
    /// The lines on which the stem of an English word is.
    lines: HashMap<String, Vec<usize>>,
}

static CONCEPTS: LazyLock<Concepts> =
    LazyLock::new(|| read(include_str!("../../data/concepts.txt")));

pub fn load() {
    LazyLock::force(&CONCEPTS);
}

fn read(text: &str) -> Concepts {
    let mut concepts = Concepts {
        lines: HashMap::new(),
    };
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    for (at, line) in lines.enumerate() {
        for word in line.split_whitespace() {
            let lines = concepts.lines.entry(stem(word)).or_default();
            // Two words of a line may have the same stem.
            if lines.last() != Some(&at) {
                lines.push(at);
            }
        }
    }
    concepts
}

/// Tells whether two English stems are on one line.
pub fn is_related(left: &str, right: &str) -> bool {
    match (CONCEPTS.lines.get(left), CONCEPTS.lines.get(right)) {
        (Some(left), Some(right)) => left.iter().any(|line| right.contains(line)),
        _ => false,
    }
}

/// Tells whether an English stem is on any line.
pub fn is_known(stem: &str) -> bool {
    CONCEPTS.lines.contains_key(stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_one_line_are_related_and_others_are_not() {
        assert!(is_related(&stem("salary"), &stem("wages")));
        assert!(!is_related(&stem("salary"), &stem("price")));
        assert!(!is_related(&stem("unheard"), &stem("unheard")));
    }
}
