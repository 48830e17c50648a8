//! How English words are related, from WordNet 3.0 in a compact, embedded form.
//!
//! A word of a question and a word of a column's name rarely agree letter by letter: "manufacturer" and "maker", "expensive" and "price",
//! "birds" and "puffin". [`Relatives`] lists the words that a word may stand for, each with the kind of relation and a score between 0 and 1;
//! [`is_a`] follows general terms upwards; [`is_word`] tells abbreviations from words.
//! Only the first senses of a word count, and scores fall with their rank, so that rare meanings stay out.
//!
//! `data/wordnet.deflate` is written by `generate.mjs`; its licence is `data/LICENSE`.

mod forms;
mod relatives;
mod store;

pub use forms::{base_forms, is_adjective, is_noun, is_verb, is_word};
pub use relatives::{
    Alike, RelationKind, Relatives, WordRelation, find_relation, find_similar_adjectives, is_a,
};
