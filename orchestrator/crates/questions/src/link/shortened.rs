//! Shortened words in names: the beginning of a word, its consonants, or its first letters.

use portolan_thesaurus::is_noun;

use crate::language::{Kind, Token, concepts, lexicon, stem};
use crate::schema::Column;

/// Tells whether a part of a name is a shortened word: "mfr" is manufacturer, "nbhd" neighborhood, "budg" budget.
///
/// The part is the beginning of the word, or it is made of the word's consonants from the first to the last one.
pub(super) fn is_shortened(part: &str, word: &str) -> bool {
    let is_vowel = |letter: char| matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u');
    let singular = crate::schema::build::singular(word);
    let (length, long) = (part.chars().count(), singular.chars().count());
    // A shortened word leaves out at least two letters; one is rather the sign of a plural.
    if !part.is_ascii()
        || length < 2
        || long < length + 2
        || part.chars().any(|letter| letter.is_ascii_digit())
        || lexicon::is_function_word(part)
        || concepts::is_known(&stem(part))
        // Words of their own begin many others: "air" and "airport".
        || "air art arm bar bus can cap car cat con day den ear end eye hip ice ink man map men mon net oil pan par pen pet pit pin pot ray rob row sea set sun tan tar ten tin toe war way win"
            .split(' ')
            .any(|known| known == part)
        || part.chars().next() != singular.chars().next()
    {
        return false;
    }
    if length >= 3 && singular.starts_with(part) {
        return !is_compound(part, &singular);
    }
    // "cpi" is known to be an index of prices, though its letters are in "capita" too.
    if !lexicon::expansions(part).is_empty() {
        return false;
    }
    // "enrl" is how "enrollment" begins without its vowels.
    if length >= 3
        && !is_noun(part)
        && consonants_of(&singular).starts_with(&consonants_of(part))
        && is_inside(part, &singular)
    {
        return true;
    }
    // "mfr" of manufacturer: consonants in their order, with the first and the last one of the word.
    let letters = part.chars().skip(1);
    let consonants = |letter: &char| !is_vowel(*letter);
    let mut rest = singular.chars().skip(1);
    length <= 5
        && letters.clone().all(|letter| consonants(&letter))
        && letters
            .clone()
            .all(|letter| rest.any(|known| known == letter))
        && singular.chars().rfind(consonants) == part.chars().next_back()
}

/// Returns the first letter of a word and the consonants behind it; double ones count once.
fn consonants_of(word: &str) -> String {
    let mut letters: Vec<char> = Vec::new();
    for (at, letter) in word.chars().enumerate() {
        let is_vowel = matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u');
        if at == 0 || !is_vowel && letters.last() != Some(&letter) {
            letters.push(letter);
        }
    }
    letters.into_iter().collect()
}

/// Tells whether the letters of a part are in a word in their order.
fn is_inside(part: &str, word: &str) -> bool {
    let mut rest = word.chars();
    part.chars().all(|letter| rest.any(|known| known == letter))
}

/// Tells whether a word is made of a shorter one and another: "film" and "maker", "wing" and "span".
pub(super) fn is_compound(part: &str, word: &str) -> bool {
    word.strip_prefix(part)
        .is_some_and(|rest| rest.len() >= 4 && is_noun(part) && is_noun(rest))
}

/// Tells whether a short word is the beginning of a long one: "govt", "temp".
pub(super) fn is_abbreviation(short: &str, long: &str) -> bool {
    let (short_length, long_length) = (short.chars().count(), long.chars().count());
    short_length >= 4
        && long_length >= short_length + 3
        && long.starts_with(short)
        // The film does not stand for the filmmaker.
        && !is_compound(short, long)
        && !lexicon::is_function_word(short)
        // These words begin others by accident: "count" and "country", "mean" and "meaning".
        && !matches!(
            short,
            "count" | "over" | "under" | "part" | "year" | "month" | "day" | "per" | "men" | "mean"
        )
}

/// The cost of a name whose part is the first letters of the words: "length of stay" for `los`, "body mass index" for `bmi`.
pub(super) fn initials_cost(span: &[Token], column: &Column<'_>) -> Option<f64> {
    if !(3..=5).contains(&span.len()) || span.iter().any(|token| token.kind != Kind::Word) {
        return None;
    }
    // "campaigns that ran", "compare the rides": a clause or a request is no name.
    let opens_request = lexicon::is_chart_word(&span[0].word);
    let is_clause = (span.iter())
        .any(|token| token.is("the a an that this these those which who whose our my their your"));
    if opens_request || is_clause {
        return None;
    }
    let letters: String = span
        .iter()
        .filter_map(|token| token.word.chars().next())
        .collect();
    let at = column.words.iter().position(|word| word.word == letters)?;
    // A word of its own is no abbreviation, whatever its letters would fit.
    if is_noun(&letters) && !lexicon::expansions(&letters).is_empty() {
        return None;
    }
    let total: f64 = column.words.iter().map(|word| word.weight).sum();
    let left = total - column.words[at].weight;
    Some(0.1 + 0.5 * left / total.max(0.1))
}

/// The cost of a name that shortens some of its words to single letters: "student faculty ratio" for `S.F.Ratio`.
pub(super) fn letters_cost(content: &[&Token], column: &Column<'_>) -> Option<f64> {
    let is_letter = |word: &crate::schema::NameWord| word.word.chars().count() == 1;
    let letters = column.words.iter().filter(|word| is_letter(word)).count();
    if content.len() != column.words.len() || letters == 0 || letters == column.words.len() {
        return None;
    }
    let fits = |(word, token): (&crate::schema::NameWord, &&Token)| {
        let is_said = word.word == token.word || word.stem == token.stem;
        is_said || is_letter(word) && token.kind == Kind::Word && token.word.starts_with(&word.word)
    };
    (column.words.iter().zip(content).all(fits)).then_some(0.1)
}
