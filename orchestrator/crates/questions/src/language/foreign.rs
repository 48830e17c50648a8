//! German, French and Spanish words with the English words that they mean, from `data/german.txt`, `french.txt` and `spanish.txt`.
//!
//! Phrases and words are replaced by English ones; the grammar over them is the same. A language is taken where more words of
//! the question belong to it than to English.

use std::collections::HashMap;
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

use super::token::{Kind, Token, fold, token};
use super::{concepts, lexicon};

/// The alternatives of an entry; none for a word that is read as nothing.
type Meanings = &'static [&'static str];

struct Dictionary {
    algorithm: Algorithm,
    /// Function words, which tell the language from English.
    marks: Vec<String>,
    /// Phrases as written, without accents, and as stems.
    exact: HashMap<String, Meanings>,
    folded: HashMap<String, Meanings>,
    stemmed: HashMap<String, Meanings>,
    /// The most words of a phrase.
    longest: usize,
}

// German goes before French before Spanish where a question fits several equally well.
static DICTIONARIES: LazyLock<[Dictionary; 3]> = LazyLock::new(|| {
    [
        read(
            Algorithm::German,
            GERMAN_MARKS,
            include_str!("../../data/german.txt"),
        ),
        read(
            Algorithm::French,
            FRENCH_MARKS,
            include_str!("../../data/french.txt"),
        ),
        read(
            Algorithm::Spanish,
            SPANISH_MARKS,
            include_str!("../../data/spanish.txt"),
        ),
    ]
});

pub fn load() {
    LazyLock::force(&DICTIONARIES);
}

const GERMAN_MARKS: &str = "wie wurde wurden wird werden viele viel der die das den dem des und oder nach je pro für von zwischen mit ohne seit welche welcher welches welchem wieviel ist sind \
        hat hatte hatten war waren im am zum zur ein eine einen einer nicht mehr weniger als durchschnittliche durchschnittlicher gesamt zeige zeig mir \
        anteil jahr jahre monat über unter bei pro jedem jeder jede wo wer warum nur auch aufgeteilt nach gab es wird";

const FRENCH_MARKS: &str = "le la les des du un une et ou par pour dans sur avec sans entre depuis quel quelle quels quelles combien est sont était au aux chaque selon plus moins que qui où nombre de moyenne l d montre pourquoi quel";

const SPANISH_MARKS: &str = "el los las un una y o por para en sobre con sin entre desde cual cuál cuáles qué cuántos cuántas cuanto es son fue cada según más menos que del de la número promedio muestra donde quién porqué año cuantos cuantas";

const ENGLISH_MARKS: &str = "the of and is are what which how many each for by with from was were show me in on than number between who where when does has have \
    to an at since until or not more less now there this that it";

fn read(algorithm: Algorithm, marks: &str, text: &'static str) -> Dictionary {
    let mut dictionary = Dictionary {
        algorithm,
        marks: marks.split_whitespace().map(fold).collect(),
        exact: HashMap::new(),
        folded: HashMap::new(),
        stemmed: HashMap::new(),
        longest: 1,
    };
    let stemmer = Stemmer::create(algorithm);
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    for (forms, meanings) in lines.filter_map(|line| line.split_once('=')) {
        let meanings: Vec<&'static str> = meanings
            .split(';')
            .map(str::trim)
            .filter(|meaning| !meaning.is_empty())
            .collect();
        // The dictionaries live as long as the program.
        let meanings: Meanings = meanings.leak();
        for form in forms.split(',') {
            let lower = form.to_lowercase();
            // The signs of "y a-t-il" and "d'" are no words of a question either.
            let words: Vec<&str> = lower
                .split(|sign: char| !sign.is_alphanumeric())
                .filter(|word| !word.is_empty())
                .collect();
            if words.is_empty() {
                continue;
            }
            dictionary.longest = dictionary.longest.max(words.len());
            let phrase = words.join(" ");
            let folded = fold(&phrase);
            // The first line of a form counts.
            for stemmed in [stems(&stemmer, &phrase), stems(&stemmer, &folded)] {
                dictionary.stemmed.entry(stemmed).or_insert(meanings);
            }
            dictionary.folded.entry(folded).or_insert(meanings);
            dictionary.exact.entry(phrase).or_insert(meanings);
        }
    }
    dictionary
}

fn stems(stemmer: &Stemmer, phrase: &str) -> String {
    let words: Vec<_> = phrase.split(' ').map(|word| stemmer.stem(word)).collect();
    words.join(" ")
}

impl Dictionary {
    /// Returns the meanings of a phrase in lower case: as written, else without accents, else by its stems.
    fn find(&self, phrase: &str) -> Option<Meanings> {
        let folded = fold(phrase);
        if let Some(found) = self.exact.get(phrase).or_else(|| self.folded.get(&folded)) {
            return Some(found);
        }
        // Short words have short stems, which mean too much.
        if phrase.chars().count() < 5 {
            return None;
        }
        let stemmer = Stemmer::create(self.algorithm);
        self.stemmed
            .get(&stems(&stemmer, phrase))
            .or_else(|| self.stemmed.get(&stems(&stemmer, &folded)))
            .copied()
    }

    /// Returns the parts of a German compound, "Fahrzeug|art" or "Geburt|s|jahr": the longest last part decides.
    fn divide(&self, word: &str) -> Option<Vec<Meanings>> {
        const SHORTEST: usize = 3;
        if !matches!(self.algorithm, Algorithm::German) || word.chars().count() < 8 {
            return None;
        }
        // A part is a noun, an adjective or a verb: "der" and "ein" begin too many words.
        let part = |word: &str| {
            self.find(word).filter(|meanings| {
                word.len() >= SHORTEST
                    && meanings
                        .first()
                        .is_some_and(|meaning| !meaning.split(' ').any(lexicon::is_function_word))
            })
        };
        word.char_indices().skip(SHORTEST).find_map(|(at, _)| {
            let last = part(&word[at..])?;
            // German joins words by letters without a meaning, such as the "s" of "Geburtsjahr".
            ["", "s", "n", "en", "es", "e"].iter().find_map(|joint| {
                let first = word[..at].strip_suffix(joint)?;
                let mut parts = match part(first) {
                    Some(first) => vec![first],
                    None => self.divide(first)?,
                };
                parts.push(last);
                Some(parts)
            })
        })
    }

    /// Returns the longest phrase at the start of the tokens, as the number of its words and its parts with their meanings.
    fn phrase(&self, tokens: &[Token]) -> Option<(usize, Vec<Meanings>)> {
        let words: Vec<String> = tokens
            .iter()
            .take(self.longest)
            .take_while(|token| token.kind == Kind::Word)
            .map(|token| token.text.to_lowercase())
            .collect();
        (1..=words.len())
            .rev()
            .find_map(|length| Some((length, vec![self.find(&words[..length].join(" "))?])))
            .or_else(|| Some((1, self.divide(words.first()?)?)))
    }

    /// Counts the words of a question that tell this language from English.
    fn count(&self, tokens: &[Token]) -> usize {
        let tells = |token: &&Token| {
            let lower = token.text.to_lowercase();
            if token.kind != Kind::Word {
                return false;
            }
            if self.marks.contains(&token.word) {
                return true;
            }
            // Words that English shares, such as "region", and short ones do not tell languages apart.
            let found = self
                .exact
                .get(&lower)
                .or_else(|| self.folded.get(&token.word));
            token.word.len() > 3
                && !concepts::is_known(&token.stem)
                && !lexicon::is_function_word(&token.word)
                && found.is_some_and(|meanings| !meanings.contains(&token.word.as_str()))
        };
        tokens.iter().filter(tells).count()
    }
}

/// Replaces the words of another language by English ones. Of several meanings, one in the tables goes first.
pub fn translate(tokens: Vec<Token>, is_known: &dyn Fn(&str) -> bool) -> Vec<Token> {
    let Some(dictionary) = language_of(&tokens) else {
        return tokens;
    };
    let mut translated: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let found = dictionary.phrase(&tokens[at..]);
        let Some((length, parts)) =
            found.filter(|(length, parts)| *length > 1 || !is_own(&tokens[at], parts, is_known))
        else {
            translated.push(tokens[at].clone());
            at += 1;
            continue;
        };
        // "La plus jeune": the article belongs to the superlative.
        let is_article = length == 1 && tokens[at].is("le la les el los las lo");
        let superlative = is_article
            && tokens
                .get(at + 1)
                .is_some_and(|next| next.is("plus moins mas menos"))
            && dictionary
                .phrase(&tokens[at + 1..])
                .is_some_and(|(length, _)| length > 1);
        // Each English word points to the whole phrase, so that the echo marks it as one.
        let mut span = tokens[at].span;
        span.end = tokens[at + length - 1].span.end;
        let meanings = parts
            .iter()
            .filter_map(|meanings| choose(meanings, is_known));
        let start = translated.len();
        for word in meanings
            .flat_map(str::split_whitespace)
            .filter(|_| !superlative)
        {
            translated.push(Token {
                text: tokens[at].text.clone(),
                ..token(word, Kind::Word, span)
            });
        }
        front_aggregate(&mut translated, start);
        at += length;
    }
    translated
}

/// Tells whether the tables have a word only in its own language: "zone" of a column `zone`.
fn is_own(token: &Token, parts: &[Meanings], is_known: &dyn Fn(&str) -> bool) -> bool {
    let is_grammar = |meaning: &&str| meaning.split(' ').all(lexicon::is_function_word);
    token.word.len() > 3
        && is_known(&token.stem)
        && !parts.iter().any(|meanings| {
            meanings.is_empty()
                || meanings.iter().take(1).any(is_grammar)
                || meanings
                    .iter()
                    .any(|meaning| is_in_tables(meaning, is_known))
        })
}

/// Puts "average" of "precio medio" before its noun.
fn front_aggregate(translated: &mut [Token], start: usize) {
    let is_aggregate = translated.len() == start + 1
        && translated[start].is("average mean median total minimum maximum cumulative moving");
    let noun = start.checked_sub(1).map(|before| &translated[before]);
    let is_noun = noun.is_some_and(|noun| {
        noun.kind == Kind::Word
            && noun.number.is_none()
            && !lexicon::is_function_word(&noun.word)
            && !noun.is("and or sum average mean median total minimum maximum highest lowest show")
    });
    if is_aggregate && is_noun {
        translated.swap(start - 1, start);
    }
}

fn choose(meanings: Meanings, is_known: &dyn Fn(&str) -> bool) -> Option<&'static str> {
    let first = meanings.first()?;
    // Grammar is the same for every table.
    if first.split(' ').any(lexicon::is_function_word) {
        return Some(first);
    }
    let known = meanings
        .iter()
        .find(|meaning| is_in_tables(meaning, is_known));
    Some(known.unwrap_or(first))
}

fn is_in_tables(meaning: &str, is_known: &dyn Fn(&str) -> bool) -> bool {
    meaning
        .split_whitespace()
        .all(|word| is_known(&super::stem(word)))
}

/// Returns the language that most words of the question belong to, if they are more than the English function words.
fn language_of(tokens: &[Token]) -> Option<&'static Dictionary> {
    let is_english = |token: &&Token| ENGLISH_MARKS.split(' ').any(|word| word == token.word);
    let english = tokens.iter().filter(is_english).count();
    // `max_by_key` keeps the last of equals, so German goes first.
    let (found, best) = DICTIONARIES
        .iter()
        .rev()
        .map(|dictionary| (dictionary.count(tokens), dictionary))
        .max_by_key(|(found, _)| *found)?;
    // A single foreign word may be a name in the table.
    (found > english && found >= 2).then_some(best)
}

#[cfg(test)]
mod tests {
    fn read_as(text: &str, known: &[&str]) -> String {
        let known: Vec<String> = known
            .iter()
            .map(|word| crate::language::stem(word))
            .collect();
        let is_known = |stem: &str| known.iter().any(|word| word == stem);
        let tokens = super::super::tokenize_knowing(text, &is_known);
        let words: Vec<String> = tokens.into_iter().map(|token| token.word).collect();
        words.join(" ")
    }

    #[test]
    fn compounds_are_divided_at_known_words() {
        let read = read_as("durchschnittlicher Wasserverbrauch nach Fahrzeugart", &[]);
        assert!(
            read.starts_with("average water consumption by vehicle"),
            "{read}"
        );
    }

    #[test]
    fn alternative_in_the_tables_is_chosen() {
        assert!(read_as("Anzahl der Filialen nach Land", &["store"]).contains("store"));
        assert!(read_as("Anzahl der Filialen nach Land", &["branch"]).contains("branch"));
    }

    #[test]
    fn words_without_accents_are_found() {
        assert_eq!(
            read_as("cuantos libros hay en cada pais", &[]),
            read_as("¿Cuántos libros hay en cada país?", &[]).trim_end_matches(" ?")
        );
    }

    #[test]
    fn aggregate_goes_before_its_noun() {
        let read = read_as("¿Cuál es el precio medio por barrio?", &[]);
        assert!(read.contains("average price"), "{read}");
    }

    #[test]
    fn english_questions_stay() {
        for text in ["average price per month", "total sales by region and year"] {
            assert_eq!(read_as(text, &[]), text);
        }
    }
}
