//! The words around a word: a bounded walk over the relations of its senses.

use std::collections::HashMap;

use crate::forms::base_ids;
use crate::store::{ADJECTIVE, NOUN, STORE, SynsetRelation, SynsetStore, VERB};

/// Words with a lower score are no relatives.
const LEAST: f64 = 0.35;
/// The factor for verbs that are nouns as well.
const AS_VERB: f64 = 0.6;
/// A term with more kinds below it says too little: "object", "act", "person".
const MOST_BELOW: u32 = 1200;

/// How a word is related to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelationKind {
    /// Both have a meaning in common: "cost" and "price".
    Synonym,
    /// One is made from the other: "emit" and "emission".
    Derived,
    /// The quantity behind an adjective: "heavy" and "weight".
    Attribute,
    /// The other word is more general: "guillemot" and "bird".
    Broader,
    /// The other word is more special: "bird" and "seabird".
    Narrower,
}

/// The relation to a word, with a score between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WordRelation {
    pub kind: RelationKind,
    pub score: f64,
}

/// The words that a word may stand for.
#[derive(Clone, Debug, Default)]
pub struct Relatives {
    found: HashMap<u32, WordRelation>,
}

impl Relatives {
    /// Collects the relatives of a word in any form.
    pub fn of(word: &str) -> Self {
        let store = &*STORE;
        let mut walk = Walk {
            store,
            best: HashMap::new(),
            found: HashMap::new(),
        };
        let is_noun = |synset: u32| store.parts.get(synset as usize) == Some(&NOUN);
        for base in base_ids(store, &word.to_lowercase()) {
            let senses = store.senses.get(base);
            // A word that is a noun as well stands for the noun in a question about tables: "cops" are no thefts.
            let has_noun = senses.iter().any(|sense| is_noun(sense.synset));
            for sense in senses {
                let is_verb = store.parts.get(sense.synset as usize) == Some(&VERB);
                let likely = if is_verb && has_noun { AS_VERB } else { 1.0 };
                walk.start(sense.synset, sense.weight * likely);
            }
        }
        Self { found: walk.found }
    }

    /// Returns the relation to a word in any form.
    pub fn to(&self, word: &str) -> Option<WordRelation> {
        base_ids(&STORE, &word.to_lowercase())
            .iter()
            .filter_map(|base| self.found.get(base).copied())
            .max_by(|left, right| left.score.total_cmp(&right.score))
    }

    /// Returns every relative with its relation.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, WordRelation)> + '_ {
        let store: &'static SynsetStore = &STORE;
        self.found
            .iter()
            .map(|(word, relation)| (store.word(*word), *relation))
    }
}

/// Returns how a word of a question is related to a word of a name.
pub fn find_relation(asked: &str, named: &str) -> Option<WordRelation> {
    Relatives::of(asked).to(named)
}

/// A synset's place on a walk: the relations that were followed decide which may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct WalkPosition {
    synset: u32,
    kind: RelationKind,
    /// Whether the walk has left the part of speech of the word.
    crossed: bool,
    steps: u8,
}

struct Walk<'a> {
    store: &'a SynsetStore,
    best: HashMap<WalkPosition, f64>,
    found: HashMap<u32, WordRelation>,
}

impl Walk<'_> {
    fn start(&mut self, synset: u32, score: f64) {
        self.cross(synset, score);
        // "pricey" is expensive: the adjective in the middle of its group carries the links.
        for near in self.store.linked(SynsetRelation::Similar, synset) {
            self.arrive(near, score * 0.85, RelationKind::Synonym);
            self.cross(*near, score * 0.85);
        }
        for near in self.store.linked(SynsetRelation::VerbGroup, synset) {
            self.cross(*near, score * 0.85);
        }
    }

    /// Follows a synset, and what is derived from it or is the quantity behind it.
    fn cross(&mut self, synset: u32, score: f64) {
        let place = |synset, kind, crossed| WalkPosition {
            synset,
            kind,
            crossed,
            steps: 0,
        };
        self.climb(place(synset, RelationKind::Synonym, false), score);
        let is_adjective = self.store.parts.get(synset as usize) == Some(&ADJECTIVE);
        for to in self
            .store
            .linked(SynsetRelation::Attribute, synset)
            .iter()
            .filter(|_| is_adjective)
        {
            self.climb(place(*to, RelationKind::Attribute, true), score * 0.9);
        }
        for link in [SynsetRelation::Derivation, SynsetRelation::Pertainym] {
            for to in self.store.linked(link, synset) {
                self.climb(place(*to, RelationKind::Derived, true), score * 0.85);
            }
        }
    }

    fn climb(&mut self, place: WalkPosition, score: f64) {
        if score < LEAST || self.best.get(&place).is_some_and(|known| *known >= score) {
            return;
        }
        self.best.insert(place, score);
        self.arrive(&place.synset, score, place.kind);
        let is_noun = self.store.parts.get(place.synset as usize) == Some(&NOUN);
        let most = match (is_noun, place.crossed) {
            (true, false) => 3,
            (true, true) => 2,
            (false, _) => 1,
        };
        if place.steps >= most {
            return;
        }
        let next = |synset: u32, kind| WalkPosition {
            synset,
            kind,
            steps: place.steps + 1,
            ..place
        };
        // Up or down, never both: two kinds of one thing are no names for each other.
        if place.kind != RelationKind::Narrower {
            for up in self.store.linked(SynsetRelation::Hypernym, place.synset) {
                let below = self.store.below.get(*up as usize).copied().unwrap_or(0);
                if below <= MOST_BELOW {
                    let general = 0.85 - 0.05 * f64::from(below.max(1)).log10();
                    let kind = match place.kind {
                        RelationKind::Attribute => RelationKind::Attribute,
                        _ => RelationKind::Broader,
                    };
                    self.climb(next(*up, kind), score * general);
                }
            }
        }
        if is_noun
            && !place.crossed
            && matches!(place.kind, RelationKind::Synonym | RelationKind::Narrower)
        {
            let kinds = self.store.below.get(place.synset as usize).copied();
            if kinds.unwrap_or(0) <= MOST_BELOW {
                for down in self.store.hyponyms.get(place.synset) {
                    self.climb(next(*down, RelationKind::Narrower), score * 0.75);
                }
            }
        }
    }

    /// Notes the words of a synset.
    fn arrive(&mut self, synset: &u32, score: f64, kind: RelationKind) {
        for (word, weight) in self.store.members.get(*synset) {
            let score = score * weight;
            if score < LEAST {
                continue;
            }
            let known = self
                .found
                .entry(*word)
                .or_insert(WordRelation { kind, score });
            if known.score < score {
                *known = WordRelation { kind, score };
            }
        }
    }
}

/// Returns how many steps a general term is above a word: "guillemot" is a bird; 0 for synonyms.
pub fn is_a(word: &str, general: &str) -> Option<u32> {
    /// Meanings below this weight don't count.
    const LIKELY: f64 = 0.6;
    let store = &*STORE;
    let nouns = |word: &str| -> Vec<u32> {
        base_ids(store, &word.to_lowercase())
            .into_iter()
            .flat_map(|base| store.senses.get(base))
            .filter(|sense| {
                sense.weight >= LIKELY && store.parts.get(sense.synset as usize) == Some(&NOUN)
            })
            .map(|sense| sense.synset)
            .collect()
    };
    let goals = nouns(general);
    let mut level = nouns(word);
    for distance in 0..16 {
        if level.is_empty() || goals.is_empty() {
            return None;
        }
        if level.iter().any(|synset| goals.contains(synset)) {
            return Some(distance);
        }
        let mut above: Vec<u32> = level
            .iter()
            .flat_map(|synset| store.linked(SynsetRelation::Hypernym, *synset))
            .copied()
            .collect();
        above.sort_unstable();
        above.dedup();
        level = above;
    }
    None
}

/// An adjective near another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alike {
    pub word: &'static str,
    /// Whether it is at the other end of the same quantity: "cheap" for "expensive".
    pub is_opposite: bool,
    pub score: f64,
}

/// Returns the adjectives that say nearly the same as one in any form, and the opposite ones, best first.
pub fn find_similar_adjectives(adjective: &str) -> Vec<Alike> {
    let store: &'static SynsetStore = &STORE;
    let mut found: HashMap<(u32, bool), f64> = HashMap::new();
    let mut note = |synset: u32, is_opposite: bool, score: f64| {
        for (word, weight) in store.members.get(synset) {
            let known = found.entry((*word, is_opposite)).or_insert(0.0);
            *known = known.max(score * weight);
        }
    };
    let senses: Vec<_> = base_ids(store, &adjective.to_lowercase())
        .into_iter()
        .flat_map(|base| store.senses.get(base))
        .filter(|sense| store.parts.get(sense.synset as usize) == Some(&ADJECTIVE))
        .collect();
    for sense in senses {
        note(sense.synset, false, sense.weight);
        let mut heads = vec![(sense.synset, sense.weight)];
        for near in store.linked(SynsetRelation::Similar, sense.synset) {
            note(*near, false, sense.weight * 0.85);
            heads.push((*near, sense.weight * 0.85));
        }
        for (head, score) in heads {
            for far in store.linked(SynsetRelation::Antonym, head) {
                note(*far, true, score * 0.9);
            }
        }
    }
    let mut list: Vec<Alike> = found
        .into_iter()
        .filter(|(_, score)| *score >= LEAST)
        .map(|((word, is_opposite), score)| Alike {
            word: store.word(word),
            is_opposite,
            score,
        })
        .collect();
    list.sort_by(|left, right| {
        right
            .score
            .total_cmp(&left.score)
            .then(left.word.cmp(right.word))
    });
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation_kind(asked: &str, named: &str) -> Option<RelationKind> {
        find_relation(asked, named).map(|relation| relation.kind)
    }

    #[test]
    fn words_with_one_meaning_are_synonyms() {
        for (asked, named) in [
            ("cost", "price"),
            ("manufacturers", "maker"),
            ("crimes", "offense"),
            ("pupils", "student"),
            ("films", "movie"),
        ] {
            assert_eq!(
                relation_kind(asked, named),
                Some(RelationKind::Synonym),
                "{asked} {named}"
            );
        }
    }

    #[test]
    fn derived_words_are_related() {
        for (asked, named) in [
            ("emit", "emissions"),
            ("rainy", "rain"),
            ("earn", "salary"),
            ("spend", "expenditure"),
            ("solve", "solution"),
        ] {
            assert_eq!(
                relation_kind(asked, named),
                Some(RelationKind::Derived),
                "{asked} {named}"
            );
        }
    }

    #[test]
    fn adjectives_lead_to_their_quantities() {
        for (asked, named) in [
            ("heaviest", "weight"),
            ("long", "length"),
            ("long", "duration"),
            ("old", "age"),
            ("deeper", "depth"),
            ("fastest", "speed"),
            ("hot", "temperature"),
        ] {
            assert_eq!(
                relation_kind(asked, named),
                Some(RelationKind::Attribute),
                "{asked} {named}"
            );
        }
        assert!(find_relation("expensive", "price").is_some());
    }

    #[test]
    fn general_terms_are_found_upwards() {
        assert_eq!(relation_kind("puffin", "bird"), Some(RelationKind::Broader));
        assert_eq!(
            relation_kind("bird", "seabird"),
            Some(RelationKind::Narrower)
        );
        assert!(is_a("guillemots", "bird").is_some());
        assert!(is_a("razorbill", "birds").is_some());
        assert_eq!(is_a("bird", "guillemot"), None);
        assert_eq!(is_a("puffin", "vehicle"), None);
    }

    #[test]
    fn synonyms_score_above_general_terms() {
        let score =
            |asked, named| find_relation(asked, named).map_or(0.0, |relation| relation.score);
        assert!(score("cost", "price") > score("cost", "value"));
        assert!(score("bird", "seabird") < score("bird", "fowl"));
    }

    #[test]
    fn false_friends_and_siblings_are_not_related() {
        for (asked, named) in [
            ("bank", "money"),
            ("bank", "amount"),
            ("river", "balance"),
            ("director", "studio"),
            ("wage", "price"),
            ("puffin", "gull"),
            ("city", "country"),
            ("profit", "revenue"),
            ("height", "weight"),
            ("price", "quantity"),
            ("student", "teacher"),
            ("spring", "autumn"),
            ("cops", "theft"),
        ] {
            assert_eq!(find_relation(asked, named), None, "{asked} {named}");
        }
    }

    #[test]
    fn unknown_words_have_no_relatives() {
        assert_eq!(Relatives::of("xqzt").iter().count(), 0);
        assert_eq!(is_a("xqzt", "bird"), None);
    }

    #[test]
    fn adjectives_know_the_ones_alike_and_their_opposites() {
        let find = |adjective, other| {
            find_similar_adjectives(adjective)
                .into_iter()
                .find(|alike| alike.word == other)
                .map(|alike| alike.is_opposite)
        };
        assert_eq!(find("costliest", "expensive"), Some(false));
        assert_eq!(find("inexpensive", "expensive"), Some(true));
        assert_eq!(find("hefty", "heavy"), Some(false));
        assert_eq!(find("hefty", "deep"), None);
    }
}
