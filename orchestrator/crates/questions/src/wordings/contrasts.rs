//! Wordings that stand for a flag's other side, for a result or for all rows: "private and public colleges" of a column
//! `private`, "who won gold", "the world's average".

use portolan_thesaurus::find_similar_adjectives;

use super::{names_flag, renamed, written};
use crate::language::{Kind, Token, lexicon, token};
use crate::link::link_columns;
use crate::schema::{ColumnId, Schema};

/// Returns the tokens in the plain wording.
pub(super) fn plain(tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let tokens = other_side(tokens, schema);
    let tokens = affected(without_winning(tokens, schema));
    let tokens = margin(money_made(tokens, schema), schema);
    without_world(tokens, schema)
}

/// Tells whether a word stands in no name and no value.
fn is_in_no_table(token: &Token, schema: &Schema<'_>) -> bool {
    !schema.vocabulary.contains(&token.stem)
}

/// Tells whether a word is known neither to the tables nor to the grammar.
fn is_open(token: &Token, schema: &Schema<'_>) -> bool {
    token.kind == Kind::Word
        && token.number.is_none()
        && is_in_no_table(token, schema)
        && !lexicon::is_function_word(&token.word)
        && !crate::parse::is_phrase_word(&token.word)
}

/// Tells whether two words exclude each other: "public" and "private", "weekday" and "weekend".
fn is_opposite(left: &Token, right: &Token) -> bool {
    let by_meaning = |from: &Token, to: &Token| {
        find_similar_adjectives(&from.word)
            .iter()
            .any(|alike| alike.is_opposite && alike.word == to.word && alike.score >= 0.8)
    };
    let is_day = |from: &Token, to: &Token| {
        from.is("weekend weekends") && to.is("weekday weekdays workday workdays")
    };
    by_meaning(left, right) || by_meaning(right, left) || is_day(left, right) || is_day(right, left)
}

/// Reads "private and public colleges" of a flag `private` as "private and not private colleges".
fn other_side(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let found = (0..tokens.len().saturating_sub(2)).find_map(|at| {
        if !tokens[at + 1].is("and or vs versus v against than &") {
            return None;
        }
        let pair = [(at, at + 2), (at + 2, at)];
        pair.into_iter().find(|(flag, other)| {
            let is_unknown = is_open(&tokens[*other], schema)
                || tokens[*other].is("weekday weekdays") && !schema.vocabulary.contains("weekday");
            is_unknown
                && names_flag(&tokens[*flag], schema)
                && is_opposite(&tokens[*other], &tokens[*flag])
        })
    });
    if let Some((flag, other)) = found {
        let word = tokens[flag].word.clone();
        let span = tokens[other].span;
        tokens[other] = renamed(&tokens[other], &word);
        tokens.insert(other, token::token("not", Kind::Word, span));
    }
    tokens
}

/// Reads "does a tax reduce deaths" as "does a tax affect deaths": a yes or no is in the relation of the two.
fn affected(mut tokens: Vec<Token>) -> Vec<Token> {
    const VERBS: &str =
        "reduce lower raise increase decrease cause prevent predict explain determine drive";
    let asks = tokens.first().is_some_and(|token| token.is("do does did"))
        || tokens.len() > 2 && tokens[0].is("how") && tokens[1].is("do does did");
    let found = (2..tokens.len()).find(|at| {
        // "Does the wage increase with age" says already what goes with what, and "increase in summer" when.
        let has_object = tokens.get(at + 1).is_some_and(|next| {
            next.kind == Kind::Word && (!lexicon::is_function_word(&next.word) || next.is("the"))
        });
        tokens[*at].is(VERBS) && has_object
    });
    if let Some(at) = found.filter(|_| asks) {
        tokens[at] = renamed(&tokens[at], "affect");
    }
    tokens
}

/// Drops a verb of winning beside what is won: "who won gold in 1988" asks for the rows of gold, and "how many gold medals has
/// each country won" counts them.
fn without_winning(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    const VERBS: &str = "won wins win";
    let found =
        (0..tokens.len()).find(|at| tokens[*at].is(VERBS) && is_in_no_table(&tokens[*at], schema));
    let Some(at) = found else { return tokens };
    let is_prize = |at: usize| {
        let links = schema.values.link(&tokens, at);
        links.iter().any(|link| {
            let column = schema.column(link.column);
            column
                .words
                .iter()
                .any(|word| matches!(word.word.as_str(), "medal" | "award" | "prize" | "trophy"))
        })
    };
    let follows = (at + 1..tokens.len()).find(|at| !lexicon::is_function_word(&tokens[*at].word));
    let opens = tokens.len() > 2 && tokens[0].is("how") && tokens[1].is("many");
    if follows.is_some_and(is_prize) || opens && is_prize(2) {
        tokens.remove(at);
    }
    tokens
}

/// Returns the one quantity whose name has one of the words.
fn quantity(words: &str, schema: &Schema<'_>) -> Option<ColumnId> {
    let is_called = |id: &ColumnId| {
        let column = schema.column(*id);
        let is_word = |word: &crate::schema::NameWord| words.split(' ').any(|one| one == word.word);
        column.is_quantity() && matches!(column.words.as_slice(), [word] if is_word(word))
    };
    let mut found = schema.ids().filter(is_called);
    found.next().filter(|_| found.next().is_none())
}

/// Reads "loses the most money" as "lowest profit", and "makes the most money" as "highest profit".
fn money_made(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let Some(profit) = quantity("profit profits", schema) else {
        return tokens;
    };
    let found = (0..tokens.len()).find_map(|at| {
        let loses = tokens[at].is("lose loses lost losing");
        let makes = tokens[at].is("make makes made making earn earns earned");
        let rest: Vec<&Token> = tokens[at + 1..].iter().take(3).collect();
        let most = rest.iter().position(|token| token.is("most least"))?;
        let is_money = rest.get(most + 1).is_some_and(|token| token.is("money"));
        let only_article = rest[..most].iter().all(|token| token.is("the"));
        let high = makes == rest[most].is("most");
        ((loses || makes) && is_money && only_article).then_some((at, at + most + 3, high))
    });
    if let Some((from, to, high)) = found {
        let name = schema.column(profit).words[0].word.clone();
        let span = tokens[from].span;
        let superlative = if high { "highest" } else { "lowest" };
        let said = written([superlative, &name], span);
        tokens.splice(from..to, said);
    }
    tokens
}

/// Reads "profit margin" as the profit in percent of the sales, where no column holds a margin.
fn margin(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let (Some(profit), Some(sales)) = (
        quantity("profit profits", schema),
        quantity("sales revenue revenues turnover", schema),
    ) else {
        return tokens;
    };
    let found = (0..tokens.len()).find(|at| {
        tokens[*at].is("margin margins profitability") && is_in_no_table(&tokens[*at], schema)
    });
    if let Some(at) = found {
        let from = at - usize::from(at > 0 && tokens[at - 1].is("profit profits"));
        let span = tokens[at].span;
        let name = |id: ColumnId| schema.column(id).words[0].word.clone();
        let (profit, sales) = (name(profit), name(sales));
        let said = written([&profit, "as", "percentage", "of", &sales], span);
        tokens.splice(from..=at, said);
    }
    tokens
}

/// Drops "world" before a quantity of a table of most countries: its rows are the world.
fn without_world(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    /// A table of fewer countries is not the world.
    const COUNTRIES: u64 = 50;
    let is_worldwide = schema.ids().any(|id| {
        let column = schema.column(id);
        column.is_place()
            && column.profile.distinct >= COUNTRIES
            && column
                .words
                .iter()
                .any(|word| matches!(word.word.as_str(), "country" | "countries"))
    });
    let found = (0..tokens.len()).find(|at| {
        tokens[*at].is("world worldwide global globally")
            && is_in_no_table(&tokens[*at], schema)
            && link_columns(&tokens, *at, schema).is_empty()
            && schema.values.link(&tokens, *at).is_empty()
    });
    if let Some(at) = found.filter(|_| is_worldwide) {
        tokens.remove(at);
    }
    tokens
}
