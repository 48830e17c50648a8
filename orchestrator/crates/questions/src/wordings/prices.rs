//! "What does a flat cost", "how much is a flat with a balcony": the average of what the table says things cost.

use super::{name_of, names_flag, written};
use crate::language::{Token, lexicon};
use crate::link::link_columns;
use crate::schema::{ColumnId, Schema};

/// Reads a question for what things cost as "average price of" them, in the words of the table.
pub(super) fn asked(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let Some(opening) = opening(&tokens) else {
        return tokens;
    };
    // "What does one booking cost": the costs are divided by the number of bookings.
    let is_divided = tokens[opening].is("one each every") || names_kind(&tokens, opening, schema);
    let is_compared = tokens.iter().any(|token| {
        token.is("than vs versus total altogether together per")
            || lexicon::comparative(&token.word).is_some()
    });
    let tables = 0..schema.tables.len();
    let price = tables
        .flat_map(|table| schema.columns_by_stems(table, lexicon::MONEY))
        .next();
    let Some(price) = price.filter(|_| !is_divided && !is_compared) else {
        return tokens;
    };
    let verb = (opening + 1..tokens.len()).find(|at| tokens[*at].is("cost costs"));
    let is_asked = if tokens[opening - 1].is("is are was were") {
        // "How much is the tip" names what is asked for.
        verb.is_none() && !names_quantity(&tokens[opening..], schema)
    } else {
        verb.is_some()
    };
    if !is_asked {
        return tokens;
    }
    if let Some(verb) = verb {
        tokens.remove(verb);
    }
    // The average is said once.
    if let Some(at) = tokens
        .windows(2)
        .position(|pair| pair[0].is("on") && pair[1].is("average"))
    {
        tokens.drain(at..at + 2);
    }
    let words = ["average"]
        .into_iter()
        .chain(name_of(price, schema))
        .chain(["of"]);
    let said = written(words, tokens[opening - 1].span);
    tokens.splice(..opening, said);
    tokens
}

/// Returns the number of words that open such a question: "what does", "how much is".
fn opening(tokens: &[Token]) -> Option<usize> {
    let [first, second, third, ..] = tokens else {
        return None;
    };
    if first.is("what") && second.is("do does did") {
        Some(2)
    } else if first.is("how") && second.is("much") && third.is("do does did is are was were") {
        Some(3)
    } else {
        None
    }
}

/// "What does a convertible cost" of a flag `convertible`, which would be shown beside the price.
fn names_kind(tokens: &[Token], opening: usize, schema: &Schema<'_>) -> bool {
    (opening..tokens.len()).any(|at| {
        let before = tokens[..at].iter().rfind(|token| !token.is("a an the"));
        let is_part = before.is_some_and(|token| token.is("with without has have"));
        !is_part && names_flag(&tokens[at], schema)
    })
}

fn names_quantity(tokens: &[Token], schema: &Schema<'_>) -> bool {
    (0..tokens.len()).any(|at| {
        link_columns(tokens, at, schema)
            .iter()
            .any(|link| link.cost < 0.6 && schema.column(link.column).is_quantity())
    })
}

/// Reads "how many desks did we sell" as "total quantity of desks" where a column says how many each row is about.
pub(super) fn sold(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    const VERBS: &str = "sell sold buy bought purchase purchased order ordered ship shipped";
    const AMOUNTS: [&str; 4] = ["quantity", "qty", "units", "pieces"];
    let is_amount = |id: &ColumnId| {
        let column = schema.column(*id);
        let is_called = |word: &str| AMOUNTS.contains(&word);
        column.is_quantity() && column.head().is_some_and(|head| is_called(&head.word))
    };
    let mut amounts = schema.ids().filter(is_amount);
    let (Some(amount), None) = (amounts.next(), amounts.next()) else {
        return tokens;
    };
    let asks = tokens.len() > 3 && tokens[0].is("how") && tokens[1].is("many");
    let verb = tokens.iter().position(|token| token.is(VERBS));
    let links = schema.values.link(&tokens, 2);
    let thing = links.iter().map(|link| link.end).max();
    let (true, Some(verb), Some(thing)) = (asks, verb, thing) else {
        return tokens;
    };
    if !(thing..=thing + 3).contains(&verb) {
        return tokens;
    }
    // "Did we sell", "were sold".
    tokens.drain(thing..=verb);
    let span = tokens[0].span;
    let words = ["total"]
        .into_iter()
        .chain(name_of(amount, schema))
        .chain(["of"]);
    let said = written(words, span);
    tokens.splice(..2, said);
    tokens
}
