//! Questions whether there is more of something at one time of the week or year, which compare it with the other times.

use crate::language::{Kind, Token, lexicon, token};

/// Reads "do more people ride at the weekend" as "do more people ride by weekday": one time alone compares nothing.
pub(super) fn compared(mut tokens: Vec<Token>) -> Vec<Token> {
    let asks = (tokens.first()).is_some_and(|token| token.is("do does did are is was were"));
    let compares = tokens.iter().any(|token| token.is("more fewer less"));
    let has_other = tokens.iter().any(|token| token.is("than or versus vs"));
    if !asks || !compares || has_other {
        return tokens;
    }
    let season = |token: &Token| {
        if token.is("weekend weekends weekday weekdays") || lexicon::weekday(&token.word).is_some()
        {
            Some("by weekday")
        } else if lexicon::season_months(&token.word).is_some()
            || token.word.chars().count() > 3 && lexicon::month(&token.word).is_some()
        {
            Some("by month of the year")
        } else {
            None
        }
    };
    let found = (1..tokens.len()).find_map(|at| Some((at, season(&tokens[at])?)));
    let Some((at, by)) = found else {
        return tokens;
    };
    // "In June 2012" is one month, and no time of the year.
    let is_dated = tokens
        .get(at + 1)
        .is_some_and(|next| next.number.is_some() || next.kind == Kind::Date);
    let from = (1..at)
        .rev()
        .find(|before| !tokens[*before].is("the a an"))
        .filter(|before| tokens[*before].is("in on at during"));
    let Some(from) = from.filter(|_| !is_dated) else {
        return tokens;
    };
    let divides = tokens[at + 1..].iter().any(|token| token.is("by per each"));
    let span = tokens[at].span;
    let said = by.split(' ').filter(|_| !divides);
    let written: Vec<Token> = said
        .map(|word| token::token(word, Kind::Word, span))
        .collect();
    tokens.splice(from..=at, written);
    tokens
}
