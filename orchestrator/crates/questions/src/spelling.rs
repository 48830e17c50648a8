//! Slips of the pen in the words that ask: "avreage", "descneding". Names and values mend their own.

use std::collections::HashSet;

use crate::lexicon;
use crate::schema::Schema;
use crate::tokens::{Kind, Token, name_words, token};

/// Words that decide what is asked.
const WORDS: &str = "average median minimum maximum number count total descending ascending decreasing increasing distribution relationship relation correlation histogram scatter scatterplot stacked grouped percentage proportion share highest lowest largest smallest longest shortest oldest youngest between greater before after against versus weekday weekly month monthly quarter quarterly yearly compare comparison sorted ordered colored coloured different trend without except cheapest expensive never visualize display alphabetical";

pub fn mend(tokens: &mut [Token], schema: &Schema<'_>) {
    let unknown = |token: &Token| {
        token.kind == Kind::Word
            && token.number.is_none()
            && token.lower.len() >= 5
            && token.lower.is_ascii()
            && !lexicon::is_function_word(&token.lower)
            && !lexicon::is_chart_word(&token.lower)
            && !WORDS.split(' ').any(|word| word == token.lower)
    };
    if !tokens.iter().any(unknown) {
        return;
    }
    let own = own_words(schema);
    for written in tokens.iter_mut().filter(|token| unknown(token)) {
        if own.contains(&written.stem) || own.contains(&written.lower) {
            continue;
        }
        let near = |word: &str| {
            word.len().abs_diff(written.lower.len()) <= 1
                && strsim::osa_distance(word, &written.lower) == 1
        };
        if let Some(meant) = WORDS.split(' ').find(|word| word.len() >= 5 && near(word)) {
            *written = Token {
                text: written.text.clone(),
                ..token(meant.to_owned(), Kind::Word)
            };
        }
    }
}

/// All words of names and of values, as they stand and stemmed.
fn own_words(schema: &Schema<'_>) -> HashSet<String> {
    let mut own = HashSet::new();
    for table in &schema.tables {
        own.extend(table.stems.iter().cloned());
        for column in &table.columns {
            for word in &column.words {
                own.insert(word.lower.clone());
                own.insert(word.stem.clone());
            }
            let texts = column
                .profile
                .values
                .iter()
                .filter_map(|v| v.value.as_str());
            own.extend(texts.flat_map(name_words));
        }
    }
    own
}
