//! Names that people write in several tokens where a column has one: "E. coli", "mass balance" for `mb`, "$15", "2000 = 100".

use crate::language::token::token;
use crate::language::{Kind, Token, concepts, lexicon};
use crate::schema::Schema;

/// Returns the tokens with such names in one.
pub fn settle(tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let tokens = join_letters(tokens, schema);
    let tokens = join_initials(tokens, schema);
    let tokens = without_base(tokens);
    move_signs(tokens)
}

/// Returns one token in the place of several.
fn joined(word: &str, from: &Token, to: &Token) -> Token {
    let mut span = from.span;
    span.end = to.span.end;
    Token {
        text: format!("{} {}", from.text, to.text),
        ..token(word, Kind::Word, span)
    }
}

/// Joins a letter with the word behind it where a column is called so: "E. coli" for `ecoli`, "x ray" for `xray`.
fn join_letters(tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let mut settled: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let letter = &tokens[at];
        let is_letter = letter.kind == Kind::Word && letter.word.chars().count() == 1;
        let dot = tokens
            .get(at + 1)
            .is_some_and(|next| matches!(next.text.as_str(), "." | "-"));
        let behind = at + 1 + usize::from(dot);
        let name = tokens
            .get(behind)
            .filter(|next| is_letter && next.kind == Kind::Word && next.word.len() >= 3)
            .map(|next| (format!("{}{}", letter.word, next.word), next))
            // Only names of these tables are joined: "a bar" stays two words.
            .filter(|(name, _)| schema.vocabulary.contains(&crate::language::stem(name)));
        if let Some((name, next)) = name {
            settled.push(joined(&name, letter, next));
            at = behind + 1;
        } else {
            settled.push(letter.clone());
            at += 1;
        }
    }
    settled
}

/// Joins two words that no table knows to their first letters where a column's name begins with them: "mass balance" for
/// `mb_annual`. Three letters and more are found by the names themselves.
fn join_initials(tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let begins_name = |letters: &str| {
        schema.ids().any(|id| {
            let words = &schema.column(id).words;
            words.len() > 1 && words[0].word == letters && words[0].weight >= 0.9
        })
    };
    let is_open = |token: &Token| {
        let word = token.word.as_str();
        token.kind == Kind::Word
            && token.number.is_none()
            && word.chars().count() >= 4
            && !schema.vocabulary.contains(&token.stem)
            && !lexicon::is_function_word(word)
            && !lexicon::is_chart_word(word)
            && lexicon::aggregate(word).is_none()
            && lexicon::time_unit(word).is_none()
            && !crate::parse::is_phrase_word(word)
    };
    let mut settled: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let letters = tokens
            .get(at + 1)
            .filter(|next| is_open(&tokens[at]) && is_open(next))
            .map(|next| {
                let first = |token: &Token| token.word.chars().next();
                first(&tokens[at])
                    .into_iter()
                    .chain(first(next))
                    .collect::<String>()
            })
            // Letters that mean something by themselves, such as "no" and "st", are no initials.
            .filter(|letters| {
                !lexicon::is_function_word(letters)
                    && lexicon::expansions(letters).is_empty()
                    && !concepts::is_known(letters)
                    && begins_name(letters)
            });
        if let Some(letters) = letters {
            settled.push(joined(&letters, &tokens[at], &tokens[at + 1]));
            at += 2;
        } else {
            settled.push(tokens[at].clone());
            at += 1;
        }
    }
    settled
}

/// Drops "= 100" behind the year of an index: "as an index, 2015 = 100".
fn without_base(mut tokens: Vec<Token>) -> Vec<Token> {
    let is_index = tokens
        .iter()
        .any(|token| token.is("index indexed indexes indices rebased"));
    let is_year = |token: &Token| {
        token
            .number
            .is_some_and(|number| (1500.0..2200.0).contains(&number))
    };
    let base = (0..tokens.len().saturating_sub(2)).find(|at| {
        is_year(&tokens[*at]) && tokens[at + 1].text == "=" && tokens[at + 2].number == Some(100.0)
    });
    // Without an index, "2015 = 100" may be a condition.
    if let Some(at) = base.filter(|_| is_index) {
        tokens.drain(at + 1..at + 3);
    }
    tokens
}

/// Moves the sign of a currency behind its number, where other units are: "$15" is 15 dollars.
fn move_signs(mut tokens: Vec<Token>) -> Vec<Token> {
    for at in 0..tokens.len().saturating_sub(1) {
        let is_sign = matches!(tokens[at].text.as_str(), "$" | "\u{20ac}");
        if is_sign && tokens[at + 1].number.is_some() && tokens[at + 1].kind == Kind::Number {
            tokens.swap(at, at + 1);
        }
    }
    tokens
}
