//! The order and the number of rows that a question asks for.

use crate::lexicon;
use crate::tokens::{Kind, Token};

/// What to sort by, before columns are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    X,
    Y,
    /// The tokens that may name a column.
    Tokens {
        start: usize,
        end: usize,
    },
    /// Nothing said.
    Unsaid,
}

#[derive(Clone, Debug)]
pub struct SortClause {
    pub target: Target,
    pub descending: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Ordering {
    pub sort: Option<SortClause>,
    /// How many rows, and whether the largest.
    pub limit: Option<(u64, bool)>,
    /// "the most", "highest": the largest first, all of them shown.
    pub superlative: Option<Superlative>,
}

/// `which … has the highest …`.
#[derive(Clone, Copy, Debug)]
pub struct Superlative {
    pub descending: bool,
}

const TRIGGERS: &str = "sort sorted sorting order ordered ordering rank ranked ranking arrange arranged organize organized";
const WEAK_TRIGGERS: &str = "list show display visualize put present give displayed listed draw";
const POLITE: &str = "and i want to could you please can would like then also the it me them need that is are which with d";

/// Reads the order and marks the tokens that only speak of it in `taken`.
pub fn read(tokens: &[Token], taken: &mut [bool]) -> Ordering {
    let mut ordering = Ordering {
        limit: limit(tokens, taken),
        ..Ordering::default()
    };
    if let Some((start, end, descending)) = direction(tokens) {
        ordering.sort = Some(clause(tokens, taken, start, end, descending));
    } else if let Some(at) = tokens.iter().enumerate().position(|(at, token)| {
        token.is(TRIGGERS)
            && tokens
                .get(at + 1)
                .is_some_and(|next| next.is("by on according"))
    }) {
        let start = at + 2;
        let end = stop(tokens, start, 6);
        taken[at] = true;
        taken[at + 1] = true;
        let target = target(tokens, taken, start, end);
        ordering.sort = Some(SortClause {
            target,
            descending: false,
        });
    }
    if ordering.sort.is_none() && ordering.limit.is_none() {
        ordering.superlative = superlative(tokens);
    }
    ordering
}

/// The words of a direction: where they are, and whether they mean downwards.
fn direction(tokens: &[Token]) -> Option<(usize, usize, bool)> {
    const LOW: &str = "low lowest small smallest least lower bottom first a fewest less smaller oldest earliest min youngest";
    const HIGH: &str = "high highest large largest most higher top last z more larger big biggest great greatest newest latest max";
    for at in 0..tokens.len() {
        let token = &tokens[at];
        if token.is("asc ascending increasing ascend ascendingly ascendant") {
            return Some((at, at + 1, false));
        }
        if token.is("desc descending decreasing descend descendingly descendent") {
            return Some((at, at + 1, true));
        }
        if token.is("alphabetical alphabetically alphabetic") {
            let reverse = at > 0 && tokens[at - 1].is("reverse reversed");
            return Some((at - usize::from(reverse), at + 1, reverse));
        }
        let skip = usize::from(tokens.get(at + 2).is_some_and(|t| t.is("the")));
        if let (Some(to), Some(last)) = (tokens.get(at + 1), tokens.get(at + 2 + skip))
            && to.is("to")
        {
            let young = |t: &Token| t.is("youngest cheapest shortest lightest slowest newest");
            let old = |t: &Token| t.is("oldest costliest longest heaviest fastest");
            let up = (token.is(LOW) && last.is(HIGH)) || (young(token) && old(last));
            let down = (token.is(HIGH) && last.is(LOW)) || (old(token) && young(last));
            if up || down {
                let from = at > 0 && tokens[at - 1].is("from");
                return Some((at - usize::from(from), at + 3 + skip, down));
            }
        }
        if let Some(large) = lexicon::end_of_scale(&token.lower) {
            let next = |words: &str| tokens.get(at + 1).is_some_and(|t| t.is(words));
            // "Cheapest first", "most expensive first".
            let scaled = token.is("most least") && !next("first");
            if scaled && tokens.get(at + 2).is_some_and(|t| t.is("first")) {
                return Some((at, at + 3, large));
            }
            if next("first") && token.lower.ends_with("est") {
                return Some((at, at + 2, large));
            }
            // "From strongest to weakest", "from the most expensive to the cheapest".
            let other = (at + 2..tokens.len().min(at + 6))
                .take_while(|&b| {
                    tokens[b].is("the most least to") || tokens[b - 1].is("to the most least")
                })
                .find(|&b| {
                    (at + 1..b).any(|c| tokens[c].is("to"))
                        && lexicon::end_of_scale(&tokens[b].lower) == Some(!large)
                        && !tokens[b].is("most least")
                });
            let from = (0..at).rev().take(3).find(|&b| tokens[b].is("from"));
            if let (Some(end), Some(from)) = (other, from) {
                return Some((from, end + 1, large));
            }
        }
        if token.is(HIGH) && tokens.get(at + 1).is_some_and(|next| next.is("first")) {
            return Some((at, at + 2, true));
        }
        if token.is(LOW)
            && !token.is("a first")
            && tokens.get(at + 1).is_some_and(|next| next.is("first"))
        {
            return Some((at, at + 2, false));
        }
        if token.is("reverse") && tokens.get(at + 1).is_some_and(|next| next.is("order")) {
            return Some((at, at + 2, true));
        }
    }
    None
}

fn clause(
    tokens: &[Token],
    taken: &mut [bool],
    start: usize,
    end: usize,
    descending: bool,
) -> SortClause {
    let alphabetical = tokens[start..end]
        .iter()
        .any(|token| token.lower.starts_with("alphabetic"));
    for flag in &mut taken[start..end] {
        *flag = true;
    }
    let mut after = end;
    while tokens
        .get(after)
        .is_some_and(|token| token.is("order please fashion sequence way manner"))
    {
        taken[after] = true;
        after += 1;
    }
    let leads = tokens
        .get(after)
        .is_some_and(|token| token.is("by of for on according based along with in"));
    if leads
        && !tokens
            .get(after + 1)
            .is_some_and(|token| token.is("a an") || lexicon::mark(&token.lower).is_some())
    {
        let until = stop(tokens, after + 1, 8);
        taken[after] = true;
        let aim = target(tokens, taken, after + 1, until);
        if aim != Target::Unsaid {
            // The verb in front says nothing else.
            take_trigger(tokens, taken, start);
            return SortClause {
                target: aim,
                descending,
            };
        }
    }
    // "…, rank the Y-axis from high to low": from the verb to the direction.
    let begin = segment_start(tokens, start);
    let first = (begin..start).find(|&at| !tokens[at].is(POLITE));
    if let Some(verb) = first
        && (tokens[verb].is(TRIGGERS) || (tokens[verb].is(WEAK_TRIGGERS) && start - verb <= 8))
        && (tokens[verb].is(TRIGGERS) || begin > 0)
    {
        taken[verb] = true;
        let aim = target(tokens, taken, verb + 1, start);
        return SortClause {
            target: aim,
            descending,
        };
    }
    // "ordered by age descending" in mid-sentence.
    if let Some(verb) = (begin..start)
        .rev()
        .find(|&at| tokens[at].is(TRIGGERS) && start - at <= 7)
    {
        taken[verb] = true;
        let aim = target(tokens, taken, verb + 1, start);
        return SortClause {
            target: aim,
            descending,
        };
    }
    let target = if alphabetical {
        Target::X
    } else {
        Target::Unsaid
    };
    SortClause { target, descending }
}

fn take_trigger(tokens: &[Token], taken: &mut [bool], start: usize) {
    if let Some(verb) = (0..start).rev().take(6).find(|&at| tokens[at].is(TRIGGERS)) {
        taken[verb] = true;
    }
}

/// Where the clause with `at` begins: after a comma, a full stop or a turn of speech.
fn segment_start(tokens: &[Token], at: usize) -> usize {
    (0..at)
        .rev()
        .find(|&before| {
            tokens[before].kind == Kind::Break
                || (tokens[before].is("and")
                    && tokens.get(before + 1).is_some_and(|next| {
                        next.is(TRIGGERS) || next.is(WEAK_TRIGGERS) || next.is("i could please can")
                    }))
                || (tokens[before].is("that which")
                    && tokens.get(before + 1).is_some_and(|next| next.is("is are")))
        })
        .map_or_else(
            || {
                (0..at)
                    .rev()
                    .find(|&before| tokens[before].is(TRIGGERS) && before > 0 && at - before <= 7)
                    .unwrap_or(0)
            },
            |before| before + 1,
        )
}

fn stop(tokens: &[Token], start: usize, most: usize) -> usize {
    let end = tokens.len().min(start + most);
    (start..end)
        .find(|&at| {
            let token = &tokens[at];
            let chart = token
                .is("a an in using with as on show for draw plot visualize return from")
                && at > start;
            token.kind == Kind::Break || chart || (token.is("and") && at > start)
        })
        .unwrap_or(end)
}

/// What the words name: an axis, a count, or perhaps a column.
fn target(tokens: &[Token], taken: &mut [bool], start: usize, end: usize) -> Target {
    let mut start = start;
    while start < end
        && (tokens[start]
            .is("by the in on a of with for me out them it its their results result order x-axis")
            || taken[start])
    {
        start += 1;
    }
    let mut end = end.max(start);
    while end > start && tokens[end - 1].is("in from the order please by a is are an") {
        end -= 1;
    }
    if start >= end {
        return Target::Unsaid;
    }
    let words = &tokens[start..end];
    let axis = |name: &str, alone: &str| {
        words.iter().any(|t| t.is(name))
            || (words.iter().any(|t| t.is(alone)) && words.iter().any(|t| t.is("axis")))
    };
    let found = if axis("x", "horizontal") {
        Some(Target::X)
    } else if axis("y", "vertical") {
        Some(Target::Y)
    } else {
        None
    };
    if let Some(found) = found {
        for flag in &mut taken[start..end] {
            *flag = true;
        }
        return found;
    }
    Target::Tokens { start, end }
}

/// `top 5`, `five highest`, `first 10`, `bottom three`.
fn limit(tokens: &[Token], taken: &mut [bool]) -> Option<(u64, bool)> {
    let count = |token: &Token| {
        token
            .number
            .filter(|n| *n >= 1.0 && *n <= 1_000.0 && n.fract() == 0.0 && !token.is("one"))
    };
    for at in 0..tokens.len() {
        let Some(next) = tokens.get(at + 1) else {
            break;
        };
        let (token, high, low) = (
            &tokens[at],
            "top highest largest biggest first most best greatest leading",
            "bottom lowest smallest least last worst fewest",
        );
        // "The 3 oldest": the adjective itself names the column.
        if let Some(largest) = lexicon::superlative(&next.lower)
            && let Some(n) = count(token)
        {
            taken[at] = true;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a whole number from 1 to 1,000"
            )]
            return Some((n as u64, largest));
        }
        // "Youngest 4": the other way round.
        if let Some(largest) = lexicon::superlative(&token.lower)
            && let Some(n) = count(next)
        {
            taken[at + 1] = true;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a whole number from 1 to 1,000"
            )]
            return Some((n as u64, largest));
        }
        // "Five cities with the highest rent": the nouns between name what is listed.
        if let Some(n) = count(token)
            && !(at > 0
                && tokens[at - 1].is("than at over under above below least most in of exactly"))
            && let Some(rank) = ranked_after(tokens, at)
        {
            taken[at] = true;
            taken[rank.0] = true;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a whole number from 1 to 1,000"
            )]
            return Some((n as u64, rank.1));
        }
        let found = if at > 0 && tokens[at - 1].is("at") {
            None
        } else if token.is(high) || token.is(low) {
            count(next).map(|n| (n, token.is(high), at + 1))
        } else if next.is(high) || next.is(low) {
            let superlative = !next.is("first last") && (at == 0 || !tokens[at - 1].is("than"));
            count(token)
                .filter(|_| superlative)
                .map(|n| (n, next.is(high), at))
        } else {
            None
        };
        if let Some((n, largest, number)) = found {
            taken[number] = true;
            taken[at] = true;
            taken[at + 1] = true;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a whole number from 1 to 1,000"
            )]
            return Some((n as u64, largest));
        }
    }
    None
}

/// `which countries have the most …`, `who has the lowest …`, `what is the most profitable …`.
fn superlative(tokens: &[Token]) -> Option<Superlative> {
    // "The cheapest bike", and nothing else.
    if let [rest @ .., last] = tokens
        && rest.len() <= 3
        && last.is_word()
        && let Some(adjective) = rest.last()
        && let Some(descending) = lexicon::superlative(&adjective.lower)
    {
        return Some(Superlative { descending });
    }
    let asks = tokens
        .iter()
        .position(|token| token.is("which who what where whose"))?;
    let rest = &tokens[asks..];
    let descending = rest.iter().find_map(|token| {
        if token.is("most highest largest biggest greatest maximum best") {
            Some(true)
        } else if token.is("least lowest smallest fewest minimum worst") {
            Some(false)
        } else {
            lexicon::superlative(&token.lower)
        }
    })?;
    let grouped = rest.iter().any(|t| t.is("each every per"));
    let has = rest.iter().any(|t| t.is("have has had got"));
    let amount = rest.iter().any(|t| t.is("most least"));
    let who = tokens[asks].is("which who where whose") || has || (amount && !grouped);
    who.then_some(Superlative { descending })
}

/// The ranking word after "five cities with the", and whether the largest are meant.
fn ranked_after(tokens: &[Token], number: usize) -> Option<(usize, bool)> {
    let link = (number + 2..tokens.len().min(number + 5))
        .find(|&at| tokens[at].is("with having that which who whose by"))?;
    if !(number + 1..link)
        .all(|at| tokens[at].is_word() && !lexicon::is_function_word(&tokens[at].lower))
    {
        return None;
    }
    let at = (link + 1..tokens.len().min(link + 4))
        .find(|&at| !tokens[at].is("the have has had got are is were a"))?;
    if !tokens[at]
        .is("most least fewest highest lowest largest smallest biggest greatest best worst")
    {
        return None;
    }
    lexicon::ranks(&tokens[at].lower).map(|up| (at, up))
}
