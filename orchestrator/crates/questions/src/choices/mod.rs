//! Readings that are offered as buttons where a question is asked back. Each is a whole question with a plan of its own.

mod vague;

use crate::answer::{Answer, Choice};
use crate::compose::Mention;
use crate::decide::{Candidate, candidates, decide_once, has_same_meaning};
use crate::language::{Token, lexicon, units};
use crate::parse::{Item, Node};
use crate::plan::{Group, Measure, Part, QueryPlan, Scalar};
use crate::rewording::read_tokens;
use crate::schema::{ColumnId, Role, Schema};
use crate::words::{capitalized, group_words, label};

pub use vague::vague_choices;

/// "The biggest" over a table with several quantities that are no size: each of them.
pub fn size_choices(best: &Candidate, schema: &Schema<'_>) -> Option<Vec<Choice>> {
    let sized = best.nodes.iter().any(|node| matches!(&node.item, Item::Superlative { adjective, .. } if adjective.stems == lexicon::SIZE));
    let named = best.nodes.iter().any(|node| {
        matches!(&node.item, Item::Column { id, .. } if schema.column(*id).is_quantity())
            || matches!(
                node.item,
                Item::Count | Item::Change(_) | Item::Difference | Item::Share
            )
    });
    let (Measure::Raw {
        of: Scalar::Column { column },
    }
    | Measure::Aggregate {
        of: Scalar::Column { column },
        ..
    }) = &best.plan.measures.first()?.value
    else {
        return None;
    };
    let id = schema.find(column)?;
    // A named quantity leaves nothing to choose.
    if !sized || named {
        return None;
    }
    let size_of = |id: ColumnId| {
        ["size", "area", "popul", "pop"]
            .into_iter()
            .find(|stem| schema.column(id).has_stem(stem))
    };
    let own = size_of(id);
    // Beside an area only a population is a size as well; where nothing is a size, every rate may be meant.
    let mut seen = vec![own];
    let others = schema.ids().filter(|other| {
        let column = schema.column(*other);
        if other.table != id.table || *other == id || !column.is_quantity() {
            return false;
        }
        let size = size_of(*other);
        let is_new = !seen.contains(&size);
        let is_meant = match own {
            Some(_) => size.is_some() && is_new,
            None => column.role == Role::Rate,
        };
        if is_meant {
            seen.push(size);
        }
        is_meant
    });
    let choices: Vec<Choice> = std::iter::once(id)
        .chain(others)
        .take(3)
        .filter_map(|other| {
            let to = schema.reference(other);
            // Replaced in the JSON, the column changes wherever the plan reads it.
            let text = serde_json::to_string(&best.plan).ok()?;
            let (old, new) = (
                serde_json::to_string(column).ok()?,
                serde_json::to_string(&to).ok()?,
            );
            let plan: QueryPlan = serde_json::from_str(&text.replace(&old, &new)).ok()?;
            Some(Choice {
                label: format!("Largest {}", to.column),
                prompt: format!("Largest {}", to.column),
                plan: Some(plan),
            })
        })
        .collect();
    (choices.len() >= 2).then_some(choices)
}

/// One figure, the rows, or the course of a column.
pub fn figure_choices(best: &Candidate, schema: &Schema<'_>) -> Option<Vec<Choice>> {
    let Measure::Aggregate {
        of: Scalar::Column { column },
        ..
    } = &best.plan.measures.first()?.value
    else {
        return None;
    };
    let at = schema
        .tables
        .iter()
        .position(|table| table.profile.name == best.plan.table)?;
    let table = &schema.tables[at];
    let mut choices = Vec::new();
    let mut add = |label: String, group: Option<Group>| {
        let mut plan = best.plan.clone();
        // Nothing in the question says this part: it is the user's pick.
        plan.groups = group
            .into_iter()
            .map(|group| Part {
                value: group,
                provenance: crate::plan::Provenance::Correction,
            })
            .collect();
        choices.push(Choice {
            prompt: label,
            // The words of the plan, which may add up and not average.
            label: capitalized(&crate::words::label(&plan)),
            plan: Some(plan),
        });
    };
    if let Some(label) = table.label {
        let reference = schema.reference(ColumnId {
            table: at,
            column: label,
        });
        add(
            format!("{} by {}", column.column, reference.column),
            Some(Group::Column { column: reference }),
        );
    }
    if let Some(time) = &table.time {
        add(
            format!("{} over time", column.column),
            Some(Group::Time {
                of: time.source.clone(),
                unit: time.finest,
            }),
        );
    }
    let category = table
        .columns
        .iter()
        .position(|known| known.is_text() && known.profile.distinct <= 30);
    if let Some(category) = category {
        let reference = schema.reference(ColumnId {
            table: at,
            column: category,
        });
        add(
            format!("Average {} by {}", column.column, reference.column),
            Some(Group::Column { column: reference }),
        );
    }
    add(format!("Average {} of all rows", column.column), None);
    choices.truncate(3);
    (choices.len() >= 2).then_some(choices)
}

/// Words that judge without a measure of their own.
const JUDGING: &str = "best worst good bad successful success dangerous important happy happiest healthiest rich richest poor \
    poorest busy busiest busier worthwhile attractive strong weak diligent loyal valuable efficient productive reliable \
    performance perform performs performing develop developed development";

/// Tells whether the words judge and name no quantity to judge by: "which station has the worst air", "how did it develop".
pub fn only_judges(tokens: &[Token], best: &Candidate, schema: &Schema<'_>) -> bool {
    // The number of events measures how busy a library or a day is.
    let counts_events = schema
        .tables
        .iter()
        .any(|table| table.profile.name == best.plan.table && table.records_events())
        && matches!(best.plan.measures.as_slice(), [part] if part.value == Measure::Count);
    let judged = tokens.iter().any(|token| {
        JUDGING.split_whitespace().any(|word| token.word == word)
            && !(counts_events && token.is("busy busiest busier"))
    });
    let names_quantity = best.nodes.iter().any(|node| match &node.item {
        Item::Column { id, .. } => {
            schema.column(*id).is_quantity() || schema.column(*id).role == Role::Flag
        }
        Item::Count
        | Item::Aggregate(_)
        | Item::Revenue { .. }
        | Item::Flow { .. }
        | Item::Compare { .. }
        | Item::Share
        | Item::Rate
        | Item::Value { .. }
        | Item::Change(_) => true,
        _ => false,
    });
    judged && !names_quantity
}

/// Readings of a noun for a kind of quantity: "times" of a table with two columns of minutes, "temperature" with a low and a high.
pub fn kind_choices(
    tokens: &[Token],
    best: &Candidate,
    schema: &Schema<'_>,
) -> Option<Vec<Choice>> {
    let [only] = best.unknown.as_slice() else {
        return None;
    };
    let node = &best.nodes[*only];
    if node.end != node.start + 1 {
        return None;
    }
    let stem = &tokens[node.start].stem;
    let fitting: Vec<ColumnId> = schema
        .ids()
        .filter(|id| {
            let column = schema.column(*id);
            column.is_quantity()
                && column.unit.is_some_and(|unit| {
                    units::unit_nouns(unit).contains(&stem.as_str())
                        || units::measured_stems(unit.kind).contains(&stem.as_str())
                })
        })
        .collect();
    let choices: Vec<Choice> = fitting
        .into_iter()
        .filter_map(|id| choice_by_name(tokens, node, id, schema))
        .take(3)
        .collect();
    (choices.len() >= 2).then_some(choices)
}

/// Reads the question with a column's name in place of one of its nodes.
fn choice_by_name(
    tokens: &[Token],
    node: &Node,
    id: ColumnId,
    schema: &Schema<'_>,
) -> Option<Choice> {
    choice_in_words(tokens, node, &schema.column(id).profile.name, schema)
}

/// "How many companies" of a table whose name is no noun: the question about its rows, where only that noun is unknown.
pub fn row_choice(tokens: &[Token], best: &Candidate, schema: &Schema<'_>) -> Option<Vec<Choice>> {
    let table = schema
        .tables
        .iter()
        .find(|table| table.profile.name == best.plan.table)?;
    let first = best.unknown.first().map(|at| &best.nodes[*at])?;
    // The noun may occur more than once; another unknown word would stay open.
    let is_noun = |at: &usize| {
        let node = &best.nodes[*at];
        let word = &tokens[node.start].word;
        node.end == node.start + 1
            && tokens[first.start].word == *word
            && crate::schema::build::singular(word) != *word
            && portolan_thesaurus::is_noun(&crate::schema::build::singular(word))
    };
    // A topic such as "marathon" leaves the rows open, but not for "times".
    let named = &tokens[first.start];
    let may_be_row = table.noun.as_deref() == Some("row") && !named.is(crate::guess::FIGURES)
        || crate::guess::may_be_row(&crate::schema::build::singular(&named.word), table);
    if table.is_noun_certain || !may_be_row || !best.unknown.iter().all(is_noun) {
        return None;
    }
    Some(vec![choice_in_words(tokens, first, "rows", schema)?])
}

/// Reads the question with other words in place of one of its nodes.
fn choice_in_words(
    tokens: &[Token],
    node: &Node,
    name: &str,
    schema: &Schema<'_>,
) -> Option<Choice> {
    let words = |tokens: &[Token]| {
        let texts: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
        texts.join(" ")
    };
    let prompt = [
        words(&tokens[..node.start]),
        name.to_owned(),
        words(&tokens[node.end..]),
    ];
    let prompt = prompt.join(" ").trim().to_owned();
    let readings = candidates(&read_tokens(&prompt, schema), schema);
    let best = readings.into_iter().next()?;
    let is_whole = best.unknown.is_empty() && !best.incomplete && best.decline.is_none();
    is_whole.then(|| Choice {
        label: capitalized(&label(&best.plan)),
        prompt: capitalized(&prompt),
        plan: Some(best.plan),
    })
}

/// Gives each choice a full question that is read as its plan. Choices that no question says are left out where two others remain.
pub fn settle_prompts(choices: Vec<Choice>, schema: &Schema<'_>) -> Vec<Choice> {
    let mut said = Vec::new();
    let mut unsaid = Vec::new();
    for mut choice in choices {
        match prompt_of(&choice, schema) {
            Some(prompt) => {
                choice.prompt = prompt;
                said.push(choice);
            }
            None => unsaid.push(choice),
        }
    }
    if said.len() >= 2 || unsaid.is_empty() {
        said
    } else {
        [said, unsaid].concat()
    }
}

/// Returns the first text of a choice that is read as its plan without asking again.
fn prompt_of(choice: &Choice, schema: &Schema<'_>) -> Option<String> {
    let plan = choice.plan.as_ref()?;
    let texts = [
        choice.prompt.clone(),
        choice.label.clone(),
        capitalized(&label(plan)),
    ];
    texts.into_iter().find(|text| {
        let tokens = read_tokens(text, schema);
        let found = candidates(&tokens, schema);
        // `decide` would settle the prompts of its own choices and so call this function again.
        match decide_once(&tokens, schema, found) {
            Answer::Plans { readings } => readings
                .first()
                .is_some_and(|best| has_same_meaning(&best.plan, plan)),
            _ => false,
        }
    })
}

fn group_name(group: &Group) -> String {
    match group {
        Group::Column { column } => column.column.clone(),
        other => group_words(other),
    }
}

/// The same plan with each of the columns that a word may mean.
pub fn column_choices(
    candidate: &Candidate,
    mention: &Mention,
    schema: &Schema<'_>,
) -> Vec<Choice> {
    let from = schema.reference(mention.id);
    std::iter::once(mention.id)
        .chain(mention.others.iter().copied())
        .take(3)
        .filter_map(|id| {
            let to = schema.reference(id);
            // Replaced in the JSON, the column changes wherever the plan reads it.
            let text = serde_json::to_string(&candidate.plan).ok()?;
            let (old, new) = (
                serde_json::to_string(&from).ok()?,
                serde_json::to_string(&to).ok()?,
            );
            let plan: QueryPlan = serde_json::from_str(&text.replace(&old, &new)).ok()?;
            let groups: Vec<String> = plan
                .groups
                .iter()
                .map(|group| group_name(&group.value))
                .collect();
            let by = if groups.is_empty() {
                String::new()
            } else {
                format!(" by {}", groups.join(" and "))
            };
            Some(Choice {
                label: to.column.clone(),
                prompt: format!("{}{by}", to.column),
                plan: Some(plan),
            })
        })
        .collect()
}
