//! Questions about what is more likely, which ask for a share of each kind of rows.

use crate::language::{Kind, Token, lexicon, token};
use crate::link::link_columns;
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
    let word = |text: &str, at: &Token| Token {
        text: at.text.clone(),
        ..token::token(text, Kind::Word, at.span)
    };
    let mut written = vec![
        word("share", &tokens[likely - 1]),
        word("of", &tokens[likely]),
    ];
    written.extend(outcome.cloned());
    written.push(word("by", &tokens[0]));
    written.extend(by.split(' ').map(|name| word(name, &kinds[0])));
    written
}

/// Reads "who smokes more, men or women" beside a flag `smoke` as "share of smoke by sex": nothing tells how much each of them does.
pub(super) fn share_of_doers(tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let asks = tokens.len() > 3
        && tokens[0].is("who")
        && tokens[2].is("more less most least")
        && tokens[3..].iter().any(|token| token.is("or"));
    let flag = link_columns(&tokens, 1, schema)
        .into_iter()
        .find(|link| {
            let column = schema.column(link.column);
            link.end == 2 && link.cost < 0.75 && super::is_flag(column)
        })
        .filter(|_| asks);
    let Some((flag, by)) = flag.and_then(|flag| Some((flag, kind_of(&tokens[3..], schema)?)))
    else {
        return tokens;
    };
    let word = |text: &str, at: &Token| Token {
        text: at.text.clone(),
        ..token::token(text, Kind::Word, at.span)
    };
    let mut written = vec![word("share", &tokens[0]), word("of", &tokens[2])];
    let name = &schema.column(flag.column).words;
    written.extend(name.iter().map(|part| word(&part.word, &tokens[1])));
    written.push(word("by", &tokens[3]));
    written.extend(by.split(' ').map(|name| word(name, &tokens[3])));
    written
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
