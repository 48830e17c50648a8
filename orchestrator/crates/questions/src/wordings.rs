//! Wordings that name a column by more words than its name has, or ask for it by a verb. Each is read like the plain one.

mod contrasts;
mod likelihood;
mod order;
mod ordinals;
mod persons;
mod prices;
mod seasons;
mod sides;

use crate::language::{Kind, Token, lexicon, token};
use crate::link::link_columns;
use crate::plan::WordSpan;
use crate::schema::{Column, ColumnId, Role, Schema};

/// Returns the tokens in the plain wording.
pub fn plain(tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let tokens = prices::sold(prices::asked(tokens, schema), schema);
    let tokens = ordinals::numbered(tokens, schema);
    let tokens = persons::plain(tokens, schema);
    let tokens = likelihood::share_of_kinds(tokens, schema);
    let tokens = seasons::compared(likelihood::share_of_doers(tokens, schema));
    let tokens = typical_amount(tokens, schema);
    let tokens = counted_plural(asked_by_verb(tokens, schema), schema);
    let tokens = paying_off(tokens, schema);
    let tokens = without_years_of(tokens, schema);
    let tokens = without_event_of_year(tokens, schema);
    let tokens = without_kind_noun(tokens, schema);
    let tokens = negated_flags(without_flag_noun(tokens, schema), schema);
    let tokens = order::plain(contrasts::plain(tokens, schema), schema);
    sides::both(tokens, schema)
}

/// Returns the column that is called exactly by one word.
fn called(token: &Token, schema: &Schema<'_>) -> Option<ColumnId> {
    schema
        .ids()
        .filter(|_| token.kind == Kind::Word)
        .find(|id| is_called(schema.column(*id), &token.stem))
}

fn is_called(column: &Column<'_>, stem: &str) -> bool {
    matches!(column.words.as_slice(), [word] if word.stem == stem)
}

/// Reads "how many passengers does a van seat" as "average passengers of a van": one of many rows has the usual amount, and not
/// the sum of all.
fn typical_amount(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let verb = tokens
        .iter()
        .position(|token| token.is("do does did can"))
        .filter(|verb| (3..=5).contains(verb));
    let Some(verb) = verb else {
        return tokens;
    };
    let opens = tokens[0].is("how") && tokens[1].is("many much");
    let is_one = tokens
        .get(verb + 1)
        .is_some_and(|token| token.is("a an one"));
    // The rows of a thing that has several of them, such as the days of a gate, are added up first.
    let is_repeated = link_columns(&tokens, verb + 2, schema)
        .iter()
        .any(|link| link.cost < 0.5 && !schema.is_unique(link.column));
    let is_amount = link_columns(&tokens, 2, schema).iter().any(|link| {
        link.end == verb && link.cost < 0.5 && schema.column(link.column).is_quantity()
    });
    // "How many goals does a team score per season" adds up over the rows of each season.
    let is_divided = tokens[verb..]
        .iter()
        .any(|token| token.is("per by") || lexicon::time_unit(&token.word).is_some());
    if !opens || !is_one || is_repeated || !is_amount || is_divided {
        return tokens;
    }
    // The last verb only says how the thing has the amount: "seat", "weigh", "contain". A place behind it is a condition.
    let last = tokens.iter().rposition(|token| token.kind == Kind::Word);
    let says_how = |last: &usize| {
        *last > verb + 2
            && portolan_thesaurus::is_verb(&tokens[*last].word)
            && schema.values.link(&tokens, *last).is_empty()
            && !lexicon::is_function_word(&tokens[*last - 1].word)
    };
    if let Some(last) = last.filter(says_how) {
        tokens.remove(last);
    }
    let (how, does) = (tokens[0].span, tokens[verb].span);
    tokens[verb] = token::token("of", Kind::Word, does);
    tokens.splice(0..2, [token::token("average", Kind::Word, how)]);
    tokens
}

/// Words for all that the rows are about.
const EVERYONE: &str =
    "people everyone everybody they we respondents voters persons participants residents citizens";

/// Returns the category that is called by a word, with few enough values to be counted side by side.
fn category(token: &Token, schema: &Schema<'_>) -> Option<ColumnId> {
    called(token, schema).filter(|id| {
        let column = schema.column(*id);
        column.is_text() && (2..=12).contains(&column.profile.distinct)
    })
}

/// Reads "how did people vote" beside a column `vote` as "how many records by vote", and "what do women vote" as "how many women
/// by vote".
fn asked_by_verb(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let opens = tokens.len() >= 4
        && tokens[0].is("how what whom who")
        && tokens[1].is("do does did have has would");
    let verb = (3..tokens.len()).find(|at| category(&tokens[*at], schema).is_some());
    let Some(verb) = verb.filter(|_| opens) else {
        return tokens;
    };
    let ends = tokens.get(verb + 1).is_none_or(|next| {
        next.kind == Kind::Break || next.is("in on at by for per from under over with")
    });
    // "How do prices differ by type" has its verb elsewhere, and "how does income affect the vote" is about a quantity.
    let subject = &tokens[verb - 1];
    let is_verb = subject.kind != Kind::Break
        && !lexicon::is_function_word(&subject.word)
        && !crate::parse::is_phrase_word(&subject.word);
    let has_quantity = (2..verb).any(|at| {
        !tokens[at].is(EVERYONE)
            && link_columns(&tokens, at, schema)
                .iter()
                .any(|link| link.cost < 0.5 && schema.column(link.column).is_quantity())
    });
    if !ends || !is_verb || has_quantity {
        return tokens;
    }
    if tokens[2].is(EVERYONE) {
        tokens[2] = renamed(&tokens[2], "records");
    }
    let by = token::token("by", Kind::Word, tokens[verb].span);
    tokens.insert(verb, by);
    tokens[0] = renamed(&tokens[0], "how");
    tokens[1] = renamed(&tokens[1], "many");
    tokens
}

/// Reads "votes by region" beside a column `vote` as "number of records by vote by region": the plural of a category is what
/// each row has one of.
fn counted_plural(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let at = if tokens.len() > 3 && tokens[0].is("number count") && tokens[1].is("of") {
        2
    } else {
        0
    };
    let [noun, divider, _, ..] = &tokens[at..] else {
        return tokens;
    };
    let is_plural = crate::schema::build::singular(&noun.word) != noun.word;
    let is_row = schema
        .tables
        .iter()
        .any(|table| table.entity.contains(&noun.stem));
    let id = category(noun, schema).filter(|id| {
        // A name of several rows, such as a team, is counted or ranked by itself.
        schema.tables[id.table].label != Some(id.column)
    });
    if !is_plural || is_row || !divider.is("by per") || id.is_none() {
        return tokens;
    }
    let said = tokens[at].clone();
    let words =
        ["number", "of", "records", "by"].map(|word| token::token(word, Kind::Word, said.span));
    tokens.splice(0..at, words);
    tokens
}

/// Returns a token that is read as another word.
/// Returns tokens of words and numbers that stand for those at a place of the question.
fn written<'a>(words: impl IntoIterator<Item = &'a str>, span: WordSpan) -> Vec<Token> {
    let made = words.into_iter().map(|word| match word.parse() {
        Ok(number) => Token {
            number: Some(number),
            ..token::token(word, Kind::Number, span)
        },
        Err(_) => token::token(word, Kind::Word, span),
    });
    made.collect()
}

/// Returns the words of a column's name.
fn name_of<'a>(id: ColumnId, schema: &'a Schema<'_>) -> impl Iterator<Item = &'a str> {
    schema
        .column(id)
        .words
        .iter()
        .map(|word| word.word.as_str())
}

fn renamed(token: &Token, word: &str) -> Token {
    Token {
        text: token.text.clone(),
        ..token::token(word, Kind::Word, token.span)
    }
}

/// Reads "does education pay off" as "does education affect wages", where one column is what people are paid.
fn paying_off(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    const PAY: [&str; 6] = ["wage", "salary", "salaries", "wages", "income", "earnings"];
    let pays = |pair: &[Token]| pair[0].is("pay pays paid") && pair[1].is("off");
    let found = tokens.windows(2).position(pays);
    let asks = tokens.first().is_some_and(|token| token.is("do does did"));
    let Some(at) = found.filter(|_| asks) else {
        return tokens;
    };
    let mut paid = schema.ids().filter(|id| {
        let column = schema.column(*id);
        let is_pay = |word: &crate::schema::NameWord| PAY.contains(&word.word.as_str());
        column.is_quantity() && column.words.iter().any(is_pay)
    });
    if let (Some(id), None) = (paid.next(), paid.next()) {
        let name = schema.column(id).words[0].word.clone();
        tokens[at] = renamed(&tokens[at], "affect");
        tokens[at + 1] = renamed(&tokens[at + 1], &name);
    }
    tokens
}

/// Drops "years of" before the name of a number of years: "years of schooling" of a column `school`.
fn without_years_of(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    // More years than a life has are no number of years.
    const MOST: f64 = 100.0;
    let found = (0..tokens.len().saturating_sub(2)).find(|at| {
        let is_span = tokens[*at].is("years")
            && tokens[at + 1].is("of in")
            // "The last 3 years of sales" is a time. Hours and days are amounts of their own: "hours of sleep".
            && !at.checked_sub(1).is_some_and(|before| {
                let before = &tokens[before];
                before.number.is_some() || before.is("last past first previous next all few recent")
            });
        is_span
            && link_columns(&tokens, at + 2, schema).iter().any(|link| {
                let column = schema.column(link.column);
                let high = column
                    .profile
                    .max
                    .as_ref()
                    .and_then(serde_json::Value::as_f64);
                let is_told = column
                    .words
                    .iter()
                    .any(|word| word.stem == tokens[*at].stem);
                link.cost < 0.5
                    && !is_told
                    && column.unit.is_none()
                    && column.is_numeric()
                    && column.role != Role::Time
                    && high.is_some_and(|high| high <= MOST)
            })
    });
    if let Some(at) = found {
        tokens.drain(at..at + 2);
    }
    tokens
}

/// Drops the event after the only year of a table: "by year of manufacture" beside columns `year` and `manufacturer`.
fn without_event_of_year(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let mut times = schema
        .ids()
        .filter(|id| schema.column(*id).role == Role::Time);
    let is_only_year = times
        .next()
        .is_some_and(|id| is_called(schema.column(id), &token::stem("year")))
        && times.next().is_none();
    let found = (0..tokens.len().saturating_sub(2)).find(|at| {
        let event = &tokens[at + 2];
        let names = schema.ids().any(|id| {
            let words = &schema.column(id).words;
            words.iter().any(|word| word.word == event.word)
        });
        tokens[*at].is("year")
            && tokens[at + 1].is("of")
            && event.kind == Kind::Word
            && event.number.is_none()
            && !names
            && portolan_thesaurus::is_a(&event.word, "act").is_some()
    });
    if let Some(at) = found.filter(|_| is_only_year) {
        tokens.drain(at + 1..at + 3);
    }
    tokens
}

/// Drops the noun of a kind behind the name of a category, where another column is called like the noun: "age group" beside
/// columns `Age` and `Group`.
fn without_kind_noun(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    const KINDS: &str = "group groups class classes category categories level levels type types status bracket brackets band bands";
    let found = (1..tokens.len()).find(|at| {
        let noun = &tokens[*at];
        let named = called(&tokens[at - 1], schema).map(|id| schema.column(id));
        let divides = |column: &Column<'_>| column.is_text() || column.role == Role::Ordinal;
        noun.is(KINDS)
            && called(noun, schema).is_some()
            && named.is_some_and(divides)
            // "By age and group" has a word between; "age group" of one column is linked as a whole.
            && !link_columns(&tokens, at - 1, schema)
                .iter()
                .any(|link| link.end == at + 1 && link.cost < 0.3)
    });
    if let Some(at) = found {
        tokens.remove(at);
    }
    tokens
}

/// Tells whether a column says yes or no of each row.
fn is_flag(column: &Column<'_>) -> bool {
    let is_answer = |value: &portolan_query::ValueCount| {
        value.value.as_str().is_some_and(|text| {
            let text = text.to_lowercase();
            matches!(text.as_str(), "yes" | "no" | "y" | "n" | "true" | "false")
        })
    };
    column.role == Role::Flag
        || column.is_text()
            && column.profile.distinct == 2
            && column.profile.values.iter().all(is_answer)
}

/// Returns the flag that one word names or leads to: "smokers" of `smoke`.
fn flag_at(tokens: &[Token], at: usize, schema: &Schema<'_>) -> Option<ColumnId> {
    let links = link_columns(tokens, at, schema);
    let mut flags = links.into_iter().filter(|link| {
        link.end == at + 1 && link.cost < 0.75 && is_flag(schema.column(link.column))
    });
    flags.next().map(|link| link.column)
}

fn names_flag(token: &Token, schema: &Schema<'_>) -> bool {
    called(token, schema).is_some_and(|id| is_flag(schema.column(id)))
}

/// Drops a noun behind the name of a flag that no table knows, where only having it is asked: "with a cd drive" of a column `cd`,
/// "union members" of `union`.
fn without_flag_noun(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    const HOLDERS: &str = "member members worker workers person persons people owner owners holder holders user users";
    let found = (1..tokens.len()).find(|at| {
        let noun = &tokens[*at];
        let has_it = tokens[..*at - 1]
            .iter()
            .rev()
            .find(|token| !token.is("a an the any"))
            .is_some_and(|token| token.is("with without have has having had no"));
        let is_open = noun.kind == Kind::Word
            && noun.number.is_none()
            && !schema.vocabulary.contains(&noun.stem)
            && !lexicon::is_function_word(&noun.word)
            && !crate::parse::is_phrase_word(&noun.word);
        // "Health insurance" of a column `health_ins` is more than `health`.
        let is_whole_name = link_columns(&tokens, at - 1, schema)
            .iter()
            .any(|link| link.end == at + 1 && link.cost < 0.3);
        names_flag(&tokens[at - 1], schema)
            && !is_whole_name
            && (noun.is(HOLDERS) || is_open && has_it)
    });
    if let Some(at) = found {
        let noun = tokens.remove(at);
        let flag = tokens[at - 1].word.clone();
        // "Union members vs non-members": the noun alone stands for the flag as well.
        for at in 1..tokens.len() {
            if tokens[at - 1].is("non") && tokens[at].stem == noun.stem {
                tokens[at] = renamed(&tokens[at], &flag);
            }
        }
    }
    tokens
}

/// Reads "non-smokers" of a flag as "not smokers".
fn negated_flags(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    for at in 0..tokens.len().saturating_sub(1) {
        let dash = usize::from(tokens[at + 1].text == "-");
        if tokens[at].is("non") && flag_at(&tokens, at + 1 + dash, schema).is_some() {
            tokens[at] = renamed(&tokens[at], "not");
        }
    }
    tokens
}
