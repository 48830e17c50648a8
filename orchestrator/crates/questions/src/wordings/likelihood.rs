//! Questions about what is more likely, which ask for a share of each kind of rows.

use super::flag_at;
use crate::language::{Kind, Token, lexicon, token};
use crate::schema::Schema;

/// Reads "are women more likely to smoke than men" as "share of smoke by sex": a likelihood is a share of the rows of each kind.
pub(super) fn share_of_kinds(tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let Some(likely) = tokens
        .iter()
        .position(|token| token.text.eq_ignore_ascii_case("likely"))
    else {
        return tokens;
    };
    let opens = tokens
        .first()
        .is_some_and(|token| token.is("is are was were do does did"));
    let compares = likely >= 2 && tokens[likely - 1].is("more less");
    let leads = tokens.get(likely + 1).is_some_and(|token| token.is("to"));
    if !opens || !compares || !leads {
        return tokens;
    }
    let kinds = &tokens[1..likely - 1];
    let Some(by) = kind_of(kinds, schema) else {
        return tokens;
    };
    let end = tokens
        .iter()
        .position(|token| token.is("than") || token.kind == Kind::Break)
        .filter(|end| *end > likely)
        .unwrap_or(tokens.len());
    let outcome = tokens[likely + 2..end]
        .iter()
        .filter(|token| !lexicon::is_function_word(&token.word) && !token.is("be have get"));
    let opening = [&tokens[likely - 1], &tokens[likely]];
    share_by(opening, outcome.cloned().collect(), &by, &kinds[0])
}

/// Reads "who smokes more, men or women" beside a flag `smoke` as "share of smoke by sex": nothing tells how much each of them does.
pub(super) fn share_of_doers(tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let asks = tokens.len() > 3
        && tokens[0].is("who")
        && tokens[2].is("more less most least")
        && tokens[3..].iter().any(|token| token.is("or"));
    let flag = asks.then(|| flag_at(&tokens, 1, schema)).flatten();
    let Some((flag, by)) = flag.and_then(|flag| Some((flag, kind_of(&tokens[3..], schema)?)))
    else {
        return tokens;
    };
    let name = schema.column(flag).words.iter();
    let outcome = name.map(|part| written(&part.word, &tokens[1])).collect();
    share_by([&tokens[0], &tokens[2]], outcome, &by, &tokens[3])
}

/// Writes "share of … by …"; the words stand for those of the question.
fn share_by(opening: [&Token; 2], outcome: Vec<Token>, by: &str, kind: &Token) -> Vec<Token> {
    let mut said = vec![written("share", opening[0]), written("of", opening[1])];
    said.extend(outcome);
    said.push(written("by", kind));
    said.extend(by.split(' ').map(|name| written(name, kind)));
    said
}

/// A word in the place of another.
fn written(text: &str, at: &Token) -> Token {
    Token {
        text: at.text.clone(),
        ..token::token(text, Kind::Word, at.span)
    }
}

/// Returns the name of the column that tells the named kind of rows apart: the column of a value, or one of yes and no.
fn kind_of(kinds: &[Token], schema: &Schema<'_>) -> Option<String> {
    let values = (0..kinds.len()).flat_map(|at| schema.values.link(kinds, at));
    let column = values
        .min_by(|left, right| left.cost.total_cmp(&right.cost))
        .map(|link| link.column);
    let flag = || {
        let named = kinds.iter().find_map(|token| {
            schema.ids().find(|id| {
                let column = schema.column(*id);
                column.role == crate::schema::Role::Flag && column.has_stem(&token.stem)
            })
        });
        named.filter(|_| kinds.len() <= 2)
    };
    let column = schema.column(column.or_else(flag)?);
    let words: Vec<&str> = column.words.iter().map(|word| word.word.as_str()).collect();
    Some(words.join(" "))
}
