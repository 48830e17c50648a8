//! Finds the columns and tables that a question speaks of.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::lexicon;
use crate::schema::{ColumnId, NameWord, Role, Schema, Table};
use crate::tokens::{Kind, Token, stem};

/// Below this a column is not meant.
const LEAST: f64 = 0.44;

static SYNONYMS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| lexicon::synonym_groups(stem));

/// The groups of synonyms that a stem is in.
static GROUPS: LazyLock<HashMap<String, Vec<usize>>> = LazyLock::new(|| {
    let mut groups: HashMap<String, Vec<usize>> = HashMap::new();
    for (group, members) in SYNONYMS.iter().enumerate() {
        for member in members {
            groups.entry(member.clone()).or_default().push(group);
        }
    }
    groups
});

/// A stretch of the question that names a column.
#[derive(Clone, Debug)]
pub struct Mention {
    pub start: usize,
    /// One past the last token.
    pub end: usize,
    /// The tokens that name it; those between them are filling.
    pub matched: Vec<usize>,
    pub column: ColumnId,
    pub score: f64,
    /// Columns that the same words name as well.
    pub others: Vec<ColumnId>,
}

/// A stretch of the question that names a table, and so its rows.
#[derive(Clone, Debug)]
pub struct TableMention {
    pub at: usize,
    pub table: usize,
}

/// How well a token names a word of a name, from 0 to 1.
pub fn similarity(token: &Token, word: &NameWord) -> f64 {
    if token.lower == word.lower {
        return 1.0;
    }
    if token.stem == word.stem {
        return 0.97;
    }
    let (a, b) = (token.lower.as_str(), word.lower.as_str());
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    if short.len() < 3 || token.kind == Kind::Number || b.as_bytes()[0].is_ascii_digit() {
        return if same_group(&token.stem, &word.stem) {
            0.7
        } else {
            0.0
        };
    }
    // Words of one family: direct, director, directed; enroll, enrollment.
    let common = token
        .stem
        .chars()
        .zip(word.stem.chars())
        .take_while(|(x, y)| x == y)
        .count();
    let (least, most) = (
        token.stem.len().min(word.stem.len()),
        token.stem.len().max(word.stem.len()),
    );
    if common == least && common >= 4 && most <= common + 4 {
        return 0.85;
    }
    if is_abbreviation(b, a) || is_abbreviation(a, b) {
        return 0.8;
    }
    if same_group(&token.stem, &word.stem) {
        return 0.7;
    }
    let allowed = if short.len() >= 8 {
        2
    } else {
        usize::from(short.len() >= 4)
    };
    if allowed > 0 && long.len() - short.len() <= allowed {
        let known = lexicon::is_function_word(a) || lexicon::is_chart_word(a);
        let distance =
            strsim::osa_distance(a, b).min(strsim::osa_distance(&token.stem, &word.stem));
        if !known && distance <= allowed && a.chars().next() == b.chars().next() {
            return 0.78 - 0.1 * f64::from(u8::try_from(distance).unwrap_or(9) - 1);
        }
    }
    if a.len() >= 5 && !lexicon::is_chart_word(a) && misspelt_synonym(&token.stem, &word.stem) {
        0.6
    } else {
        0.0
    }
}

fn same_group(left: &str, right: &str) -> bool {
    match (GROUPS.get(left), GROUPS.get(right)) {
        (Some(left), Some(right)) => left.iter().any(|group| right.contains(group)),
        _ => false,
    }
}

fn misspelt_synonym(written: &str, right: &str) -> bool {
    let Some(groups) = GROUPS.get(right) else {
        return false;
    };
    let alike = |member: &String| {
        member.len() >= 5
            && member.chars().next() == written.chars().next()
            && strsim::osa_distance(member, written) == 1
    };
    groups
        .iter()
        .any(|group| SYNONYMS[*group].iter().any(alike))
}

/// `dept` stands for `department`, `qty` for `quantity`, `mgr` for `manager`.
pub fn is_abbreviation(short: &str, long: &str) -> bool {
    if short.len() < 3 || long.len() < short.len() + 2 || !short.is_ascii() || !long.is_ascii() {
        return false;
    }
    if long.starts_with(short) {
        return short.len() * 2 >= long.len()
            || !matches!(
                short,
                "con" | "pro" | "pre" | "int" | "per" | "com" | "car" | "sea" | "the" | "for"
            );
    }
    let mut rest = long.chars();
    let within = short.chars().all(|c| rest.by_ref().any(|l| l == c));
    let vowels = short.chars().filter(|c| "aeiou".contains(*c)).count();
    let ends = short.chars().last() == long.trim_end_matches('s').chars().last();
    within && vowels <= 1 && ends && short.as_bytes()[0] == long.as_bytes()[0]
}

/// The columns that are named, each token used once, in the order of the question.
pub fn columns(
    tokens: &[Token],
    taken: &[bool],
    schema: &Schema<'_>,
    tables: &[TableMention],
) -> Vec<Mention> {
    let mut found: Vec<Mention> = schema
        .ids()
        .flat_map(|id| runs(tokens, taken, schema, id, tables))
        .collect();
    found.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then(b.matched.len().cmp(&a.matched.len()))
            .then(a.column.cmp(&b.column))
    });
    let mut used = vec![false; tokens.len()];
    let mut chosen: Vec<Mention> = Vec::new();
    for mention in found {
        if mention.matched.iter().any(|&at| used[at]) {
            let close =
                |c: &&mut Mention| c.matched == mention.matched && c.score - mention.score < 0.25;
            if let Some(same) = chosen.iter_mut().find(close)
                && same.column != mention.column
                && !same.others.contains(&mention.column)
            {
                same.others.push(mention.column);
            }
            continue;
        }
        for &at in &mention.matched {
            used[at] = true;
        }
        chosen.push(mention);
    }
    // "Grossing … overseas": the head and the distinguishing word of one name.
    let heads: Vec<usize> = (0..chosen.len())
        .filter(|&at| {
            let head = &chosen[at];
            chosen.iter().any(|other| {
                head.matched.len() == 1
                    && head.others.contains(&other.column)
                    && other.score < 0.95
                    && !head.others.is_empty()
                    && !tokens[head.end.min(other.start)..other.start.max(head.end)]
                        .iter()
                        .any(|t| t.is("and or vs versus by , over against than with"))
            })
        })
        .collect();
    for at in heads.into_iter().rev() {
        chosen.remove(at);
    }
    chosen.sort_by_key(|mention| mention.start);
    chosen
}

fn runs(
    tokens: &[Token],
    taken: &[bool],
    schema: &Schema<'_>,
    id: ColumnId,
    tables: &[TableMention],
) -> Vec<Mention> {
    let column = schema.column(id);
    let table = schema.table_of(id);
    let total: f64 = column.words.iter().map(|word| word.weight).sum();
    let mut found = Vec::new();
    if total <= 0.0 {
        return found;
    }
    for start in 0..tokens.len() {
        if taken[start] {
            continue;
        }
        if let Some(joined) = joined(tokens, taken, start, &column.words) {
            let score = joined + bonus(id, table, tables, 2);
            found.push(Mention {
                start,
                end: start + 2,
                matched: vec![start, start + 1],
                column: id,
                score,
                others: Vec::new(),
            });
        }
        let mut used = vec![false; column.words.len()];
        let (mut matched, mut worth, mut gap) = (Vec::new(), 0.0, 0);
        let (mut own, mut solid) = (false, false);
        let mut exact = 0;
        for (at, token) in tokens.iter().enumerate().skip(start) {
            let glue = token.kind == Kind::Word
                && (lexicon::is_function_word(&token.lower) || table.stems.contains(&token.stem))
                && !token.is("and or vs versus by than not");
            let drawn = (lexicon::mark(&token.lower).is_some() || token.is("box heat"))
                && tokens
                    .get(at + 1)
                    .is_some_and(|t| t.is("chart charts graph graphs plot plots diagram map maps"));
            let best = if taken[at] || token.kind == Kind::Break || drawn {
                None
            } else {
                best_word(token, &column.words, &used)
            };
            // "The oldest age": the superlative aggregates what is named right after it.
            let before_name = lexicon::superlative(&token.lower).is_some()
                && tokens.get(at + 1).is_some_and(|next| {
                    best_word(next, &column.words, &used).is_some_and(|(_, quality)| quality > 0.95)
                });
            let best = best.filter(|_| !before_name);
            // "Number of managers" is no manager's number.
            let counting =
                token.is("number count no") && tokens.get(at + 1).is_some_and(|t| t.is("of"));
            let best = best.filter(|(word, _)| {
                !(counting && matches!(column.words[*word].lower.as_str(), "id" | "code" | "key"))
            });
            // A table's noun names a column only by the very word; "each product" is a row.
            let best = best.filter(|(word, quality)| {
                let noun = tables.iter().any(|m| m.at == at);
                let own_noun = noun && column.words[*word].weight <= 0.4 && column.words.len() > 1;
                let quantified = at > 0 && tokens[at - 1].is("each every per all for");
                let counts = own_noun
                    && !own
                    && (start..at).any(|b| tokens[b].is("number count amount many num"));
                (!noun || *quality >= 0.9 || own_noun)
                    && !(own_noun && quantified && own)
                    && !counts
            });
            match best {
                Some((word, quality)) => {
                    used[word] = true;
                    exact += usize::from(quality > 0.95);
                    worth += quality * column.words[word].weight;
                    own |= column.words[word].weight > 0.4 || column.words.len() == 1;
                    let chart = lexicon::is_chart_word(&token.lower) && column.words.len() > 1;
                    solid |=
                        !lexicon::is_function_word(&token.lower) && !chart || !matched.is_empty();
                    matched.push(at);
                    let coverage = worth / total;
                    let complete = used
                        .iter()
                        .zip(&column.words)
                        .all(|(used, word)| *used || (own && word.weight <= 0.1));
                    // A key is meant where it is called one, where a number follows, and where it
                    // stands for a thing that has no table: "per manager".
                    let numbered = tokens.get(at + 1).is_some_and(|t| t.kind == Kind::Number);
                    let called = matched
                        .iter()
                        .any(|&m| tokens[m].is("id ids identifier key"));
                    let grouping = start > 0 && tokens[start - 1].is("per by each every");
                    let foreign = grouping && own && !tables.iter().any(|m| m.at == start);
                    let identified =
                        column.role != Role::Key || complete || numbered || called || foreign;
                    // Another table's noun does not name a part of this column's name.
                    let nouns = matched
                        .iter()
                        .all(|m| tables.iter().any(|t| t.at == *m && t.table != id.table));
                    let borrowed = nouns && !complete && column.words.len() > 1;
                    if !borrowed
                        && coverage >= LEAST
                        && (own || complete)
                        && (solid || complete)
                        && identified
                    {
                        let filling = at + 1 - start - matched.len();
                        let score = coverage + bonus(id, table, tables, matched.len() + exact)
                            - 0.02 * f64::from(u8::try_from(filling).unwrap_or(99));
                        found.push(Mention {
                            start,
                            end: at + 1,
                            matched: matched.clone(),
                            column: id,
                            score,
                            others: Vec::new(),
                        });
                    }
                    gap = 0;
                }
                None if matched.is_empty() => break,
                None if glue && gap < 2 => gap += 1,
                None => break,
            }
        }
    }
    found
}

fn bonus(id: ColumnId, table: &Table<'_>, tables: &[TableMention], words: usize) -> f64 {
    let first = if id.table == 0 { 0.02 } else { 0.0 };
    let named = if tables.iter().any(|mention| mention.table == id.table) {
        0.03
    } else {
        0.0
    };
    let label = if table.label == Some(id.column) {
        0.01
    } else {
        0.0
    };
    first + named + label + 0.03 * f64::from(u8::try_from(words).unwrap_or(9))
}

fn best_word(token: &Token, words: &[NameWord], used: &[bool]) -> Option<(usize, f64)> {
    if token.kind == Kind::Operator || token.kind == Kind::Quoted {
        return None;
    }
    let function = lexicon::is_function_word(&token.lower)
        || (words.len() == 1 && lexicon::is_chart_word(&token.lower));
    words
        .iter()
        .enumerate()
        .filter(|(at, _)| !used[*at])
        .map(|(at, word)| {
            (
                at,
                if function && token.lower != word.lower && token.stem != word.stem {
                    0.0
                } else {
                    similarity(token, word)
                },
            )
        })
        .filter(|(_, quality)| *quality > 0.5)
        .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
}

/// Two tokens for one word of the name: `horse power`, or `first name` for `fname`.
fn joined(tokens: &[Token], taken: &[bool], start: usize, words: &[NameWord]) -> Option<f64> {
    let (first, second) = (tokens.get(start)?, tokens.get(start + 1)?);
    if taken[start + 1] || !first.is_word() || !second.is_word() || words.len() > 2 {
        return None;
    }
    let whole: f64 = words.iter().map(|word| word.weight).sum();
    words.iter().find_map(|word| {
        let together = format!("{}{}", first.lower, second.lower);
        let alike = together == word.lower
            || stem(&together) == word.stem
            || (together.len() >= 7 && strsim::osa_distance(&together, &word.lower) == 1);
        let initial = word.lower.len() > second.lower.len()
            && word.lower.ends_with(second.lower.as_str())
            && first
                .lower
                .starts_with(&word.lower[..word.lower.len() - second.lower.len()])
            && second.lower.len() >= 3;
        let pair = words.len() == 2
            && words[0].lower.len() <= 2
            && first.lower.starts_with(&words[0].lower)
            && (words[1].lower == second.lower || words[1].stem == second.stem);
        if alike && words.len() == 1 || pair {
            Some(1.0)
        } else if initial || alike {
            Some(word.weight / whole)
        } else {
            None
        }
    })
}

/// The tables whose rows are named.
pub fn tables(tokens: &[Token], taken: &[bool], schema: &Schema<'_>) -> Vec<TableMention> {
    let mut found = Vec::new();
    for (index, table) in schema.tables.iter().enumerate() {
        let words: Vec<NameWord> = table
            .stems
            .iter()
            .map(|stem| NameWord {
                lower: stem.clone(),
                stem: stem.clone(),
                weight: 1.0,
            })
            .collect();
        for (at, token) in tokens.iter().enumerate() {
            let usable = !taken[at] && token.is_word() && !lexicon::is_function_word(&token.lower);
            if usable
                && words.iter().any(|word| {
                    token.stem == word.stem
                        || (word.stem.len() >= 4 && similarity(token, word) > 0.69)
                })
            {
                found.push(TableMention { at, table: index });
            }
        }
    }
    // Of tables that share a word, the one whose name is said in full is meant.
    let said = |mention: &TableMention| {
        let stems = &schema.tables[mention.table].stems;
        let near = tokens[mention.at.saturating_sub(2)..tokens.len().min(mention.at + 3)].iter();
        let hits = near.filter(|t| stems.contains(&t.stem)).count();
        let hits = hits.min(stems.len());
        (hits * 100 / stems.len().max(1), hits)
    };
    let best: Vec<(usize, usize)> = found.iter().map(said).collect();
    let kept: Vec<bool> = (0..found.len())
        .map(|at| {
            let same = (0..found.len()).filter(|&other| found[other].at == found[at].at);
            same.map(|other| best[other]).max() == Some(best[at])
        })
        .collect();
    let mut kept = kept.into_iter();
    found.retain(|_| kept.next().unwrap_or(true));
    found.sort_by_key(|mention| mention.at);
    found
}

/// Content words that name no column outright: the head of a longer name, such as "rating" for
/// `critics_score`.
pub fn leftover(
    tokens: &[Token],
    taken: &[bool],
    schema: &Schema<'_>,
    tables: &[TableMention],
    values: &[crate::values::ValueMention],
    columns: &mut Vec<Mention>,
) {
    for (at, token) in tokens.iter().enumerate() {
        let spoken = columns.iter().any(|m| m.matched.contains(&at))
            || tables.iter().any(|m| m.at == at)
            || values.iter().any(|v| (v.start..v.end).contains(&at));
        let content = token.kind == Kind::Word
            && token.number.is_none()
            && token.lower.chars().count() >= 4
            && !lexicon::is_function_word(&token.lower)
            && !lexicon::is_chart_word(&token.lower)
            && lexicon::time_unit(&token.lower).is_none()
            && !lexicon::is_chart_word(&token.stem)
            && (lexicon::aggregate(&token.lower).is_none()
                || lexicon::superlative(&token.lower).is_some())
            && lexicon::mark(&token.lower).is_none();
        if taken[at] || spoken || !content {
            continue;
        }
        let mut found: Vec<(ColumnId, f64)> = schema
            .ids()
            .filter(|id| schema.column(*id).words.len() > 1 && schema.column(*id).role != Role::Key)
            .filter(|id| !columns.iter().any(|m| m.column == *id))
            .filter_map(|id| {
                let words = &schema.column(id).words;
                let total: f64 = words.iter().map(|w| w.weight).sum();
                let best = words
                    .iter()
                    .filter(|w| w.weight > 0.4)
                    .map(|w| similarity(token, w) * w.weight)
                    .fold(0.0, f64::max);
                (best >= 0.65 && best / total >= 0.3).then_some((id, best / total))
            })
            .collect();
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        // "Grosses … overseas": it tells which of several is meant.
        let told = columns.iter_mut().find_map(|mention| {
            let other = mention
                .others
                .iter()
                .position(|id| found.iter().any(|(column, _)| column == id))?;
            Some((mention, other))
        });
        if let Some((mention, other)) = told {
            let column = mention.others.remove(other);
            mention.others.push(mention.column);
            mention.column = column;
            mention.matched.push(at);
            continue;
        }
        if let Some(((column, score), others)) = found.split_first() {
            let place = columns.iter().position(|m| m.start > at);
            columns.insert(
                place.unwrap_or(columns.len()),
                Mention {
                    start: at,
                    end: at + 1,
                    matched: vec![at],
                    column: *column,
                    score: *score,
                    others: others
                        .iter()
                        .filter(|(_, other)| score - other < 0.1)
                        .map(|(id, _)| *id)
                        .collect(),
                },
            );
        }
    }
}
