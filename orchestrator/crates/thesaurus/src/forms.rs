//! Base forms of inflected words.

use crate::store::{ADJECTIVE, NOUN, STORE, SynsetStore, VERB};

/// Endings of plurals, verb forms and comparisons with what a base form has in their place.
const ENDINGS: [(&str, &str); 19] = [
    ("s", ""),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("ies", "y"),
    ("men", "man"),
    ("es", ""),
    ("ied", "y"),
    ("ed", "e"),
    ("ed", ""),
    ("ing", "e"),
    ("ing", ""),
    ("iest", "y"),
    ("est", "e"),
    ("est", ""),
    ("er", "e"),
    ("er", ""),
];

/// Returns the words that a form may belong to: "mice" is mouse, "heaviest" is heavy, "rings" is ring.
pub fn base_forms(form: &str) -> Vec<&'static str> {
    let store: &'static SynsetStore = &STORE;
    base_ids(store, form)
        .into_iter()
        .map(|at| store.word(at))
        .collect()
}

/// Tells whether a form belongs to any known word.
pub fn is_word(form: &str) -> bool {
    !base_ids(&STORE, &form.to_lowercase()).is_empty()
}

/// Tells whether a form belongs to a noun.
pub fn is_noun(form: &str) -> bool {
    has_part(form, NOUN)
}

/// Tells whether a form belongs to a verb.
pub fn is_verb(form: &str) -> bool {
    has_part(form, VERB)
}

/// Tells whether a form belongs to an adjective.
pub fn is_adjective(form: &str) -> bool {
    has_part(form, ADJECTIVE)
}

fn has_part(form: &str, part: u8) -> bool {
    let store = &*STORE;
    base_ids(store, &form.to_lowercase())
        .into_iter()
        .any(|word| {
            store
                .senses
                .get(word)
                .iter()
                .any(|sense| store.parts.get(sense.synset as usize) == Some(&part))
        })
}

/// The numbers of the words that a form may belong to: the word itself, irregular ones, and else the ones that its ending tells.
pub fn base_ids(store: &SynsetStore, form: &str) -> Vec<u32> {
    let mut found: Vec<u32> = store.find(form).into_iter().collect();
    found.extend(store.irregular(form));
    // "cows" is no word by itself; "class" and "species" are, and their endings mean nothing.
    if found.is_empty() {
        for (ending, base) in ENDINGS {
            // The first ending that leads to a word is the one: "rides" is ride and not rid.
            if !found.is_empty() {
                break;
            }
            let Some(start) = form.strip_suffix(ending).filter(|start| start.len() >= 2) else {
                continue;
            };
            found.extend(store.find(&format!("{start}{base}")));
            // "bigger", "stopped".
            let mut letters = start.chars().rev();
            if base.is_empty()
                && matches!(ending, "ed" | "ing" | "er" | "est")
                && letters.next() == letters.next()
            {
                found.extend(store.find(&start[..start.len() - 1]));
            }
        }
    }
    // "deeper" and "longest" are words of their own, and belong to deep and long all the same.
    let is_noun = found.iter().any(|word| {
        let mut senses = store.senses.get(*word).iter();
        senses.any(|sense| store.parts.get(sense.synset as usize) == Some(&NOUN))
    });
    if let Some(start) = form
        .strip_suffix("est")
        .or_else(|| form.strip_suffix("er"))
        .filter(|start| start.len() >= 3 && !is_noun)
    {
        found.extend(store.find(start));
    }
    let mut seen = Vec::with_capacity(found.len());
    for word in found {
        if !seen.contains(&word) {
            seen.push(word);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn irregular_forms_lead_to_their_words() {
        assert!(base_forms("mice").contains(&"mouse"));
        assert!(base_forms("went").contains(&"go"));
        assert!(base_forms("men").contains(&"man"));
        assert!(base_forms("heaviest").contains(&"heavy"));
    }

    #[test]
    fn endings_lead_to_words_and_words_stay() {
        assert_eq!(base_forms("puffins"), ["puffin"]);
        assert_eq!(base_forms("species"), ["species"]);
        assert_eq!(base_forms("rides"), ["ride"]);
        assert_eq!(base_forms("biggest"), ["big"]);
        assert!(base_forms("costliest").contains(&"costly"));
    }

    #[test]
    fn abbreviations_are_no_words() {
        for part in ["mfr", "nbhd", "budg", "prcp", "xqzt"] {
            assert!(!is_word(part), "{part}");
        }
        assert!(is_word("manufacturers"));
        assert!(is_noun("budget"));
        assert!(!is_noun("expensive"));
        assert!(is_verb("carried") && !is_verb("filmmaker"));
        assert!(is_adjective("costly") && !is_adjective("roughly"));
    }
}
