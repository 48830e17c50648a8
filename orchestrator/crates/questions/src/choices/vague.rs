//! "The best", "the busiest", "the most money": the quantities that may be meant, the likeliest first.

use crate::answer::Choice;
use crate::compose;
use crate::decide::{Candidate, candidates};
use crate::language::{Token, lexicon};
use crate::link::related;
use crate::parse::Item;
use crate::plan::{
    Aggregate, Group, Measure, Order, OrderBy, Part, Provenance, QueryPlan, Scalar, Shape,
};
use crate::rewording::read_tokens;
use crate::schema::{Column, ColumnId, Role, Schema};
use crate::words::{self, capitalized, label, plural};

/// The most choices that are offered.
const CHOICES: usize = 3;

/// Returns readings for an adjective or noun that nothing defines: the quantities it may be about, where a group is known.
pub fn vague_choices(
    tokens: &[Token],
    candidate: &Candidate,
    schema: &Schema<'_>,
) -> Option<Vec<Choice>> {
    let vague = candidate.nodes.iter().enumerate().any(|(at, node)| {
        matches!(node.item, Item::Superlative { .. })
            || lexicon::is_evaluation(&tokens[node.start].word)
            || (candidate.unknown.contains(&at)
                && lexicon::plain_adjective(&tokens[node.start].word).is_some())
    });
    if !(vague || has_foreign_superlative(tokens, candidate)) || candidate.unknown.len() > 1 {
        return None;
    }
    let table = schema
        .tables
        .iter()
        .position(|table| table.profile.name == candidate.plan.table)?;
    let group = candidate
        .plan
        .groups
        .first()
        .map(|group| group.value.clone())
        // Without a group, "the best" is one of the things that the label names.
        .or_else(|| {
            let column = schema.tables[table].label?;
            Some(Group::Column {
                column: schema.reference(ColumnId { table, column }),
            })
        })?;
    let vague = Vague {
        tokens,
        candidate,
        schema,
        table,
    };
    let choices: Vec<Choice> = if vague.has_one_row(&group) {
        vague.ranked_rows()
    } else {
        // Counts over other tables only fill the places that are left.
        let others = (schema.tables.iter().enumerate())
            .filter(|(other, _)| *other != table)
            .filter_map(|(_, known)| choice_over(candidate, &group, &known.profile.name, schema));
        let measured = vague.measured_groups(&group).into_iter();
        measured.chain(others).take(CHOICES).collect()
    };
    (choices.len() >= 2).then_some(choices)
}

struct Vague<'a> {
    tokens: &'a [Token],
    candidate: &'a Candidate,
    schema: &'a Schema<'a>,
    table: usize,
}

/// How many are asked for, and from which end.
struct Rank {
    high: bool,
    n: u32,
    /// "Best" and "worst": the end depends on whether more of the quantity is better.
    is_judgement: bool,
}

impl Rank {
    /// "highest" or "lowest", as the quantity is one to have much or little of.
    fn end(&self, column: &Column<'_>) -> &'static str {
        if self.high != (self.is_judgement && column.is_burden()) {
            "highest"
        } else {
            "lowest"
        }
    }
}

impl Vague<'_> {
    fn has_one_row(&self, group: &Group) -> bool {
        matches!(group, Group::Column { column }
            if self.schema.find(column).is_some_and(|id| self.schema.is_unique(id)))
    }

    fn rank(&self) -> Option<Rank> {
        self.candidate
            .nodes
            .iter()
            .find_map(|node| match &node.item {
                Item::Superlative { adjective, n, .. } => Some(Rank {
                    high: adjective.high,
                    n: n.unwrap_or(1),
                    is_judgement: lexicon::is_judgement(&self.tokens[node.start].word),
                }),
                _ => None,
            })
    }

    /// The quantities of the table: first those that the words are near to, then as in the table.
    fn quantities(&self) -> Vec<ColumnId> {
        let open: Vec<usize> = (self.candidate.unknown.iter())
            .map(|at| self.candidate.nodes[*at].start)
            .collect();
        let tokens = related::attach(self.tokens, &open);
        let tokens = tokens.as_deref().unwrap_or(self.tokens);
        let judged: Vec<&str> = tokens
            .iter()
            .flat_map(|token| lexicon::judged_by(&token.word).split_whitespace())
            .collect();
        let distance = |column: &Column<'_>| {
            // "gdp" is in `ppgdp`, and "stars" in no `start`.
            let is_in_name = |part: &&str| {
                let mut words = column.words.iter().map(|name| name.word.as_str());
                words.any(|name| name.starts_with(part) || name.ends_with(part))
            };
            let by_words = open
                .iter()
                .filter_map(|at| related::distance(&tokens[*at], column));
            let by_judgement = judged.iter().any(is_in_name).then_some(0.5);
            by_words.chain(by_judgement).fold(f64::INFINITY, f64::min)
        };
        // Flags and steps such as a season's number rarely judge.
        let is_step = |column: &Column<'_>| matches!(column.role, Role::Ordinal | Role::Flag);
        let mut found: Vec<(f64, bool, ColumnId)> = (self.schema.ids())
            .filter(|id| id.table == self.table && self.schema.column(*id).is_quantity())
            .map(|id| {
                let column = self.schema.column(id);
                (distance(column), is_step(column), id)
            })
            .collect();
        found.sort_by(|left, right| left.0.total_cmp(&right.0).then(left.1.cmp(&right.1)));
        found.into_iter().map(|(_, _, id)| id).collect()
    }

    /// "The ten biggest bridges": what has a row each is ranked by its figures, of which none is counted or averaged.
    fn ranked_rows(&self) -> Vec<Choice> {
        let Some(rank) = self.rank() else {
            return Vec::new();
        };
        let noun = self.schema.tables[self.table]
            .noun
            .as_deref()
            .unwrap_or("row");
        let noun = if rank.n > 1 {
            plural(noun)
        } else {
            noun.to_owned()
        };
        let ranked = self.quantities().into_iter().filter_map(|id| {
            let column = self.schema.column(id);
            let (end, name) = (rank.end(column), &column.profile.name);
            let prompt = format!("the {} {noun} with the {end} {name}", rank.n);
            let label = format!("{end} {}", self.words_of(id));
            self.choice_said(&prompt, &label, None)
        });
        ranked.take(CHOICES).collect()
    }

    /// "The busiest hour": each group has many rows, which are added up, averaged or counted.
    fn measured_groups(&self, group: &Group) -> Vec<Choice> {
        let plan = &self.candidate.plan;
        let rank = self.rank();
        let label = words::group_words(group);
        let measured = self.quantities().into_iter().map(|id| {
            let column = self.schema.column(id);
            let is_sum = column.role == Role::Additive;
            let (aggregate, word) = if is_sum {
                (Aggregate::Sum, "total")
            } else {
                (Aggregate::Mean, "average")
            };
            let name = &column.profile.name;
            // The group that is asked for, or all of them.
            let said = rank.as_ref().filter(|rank| rank.n == 1).and_then(|rank| {
                let end = rank.end(column);
                let prompt = format!("which {label} has the {end} {word} {name}?");
                let label = format!("{end} {word} {}", self.words_of(id));
                self.choice_said(&prompt, &label, Some(group))
            });
            said.unwrap_or_else(|| {
                let measure = Measure::Aggregate {
                    aggregate,
                    of: Scalar::column(self.schema.reference(id)),
                };
                choice(plan, group, measure)
            })
        });
        // How many there are is no judgement.
        let counted = rank
            .as_ref()
            .is_none_or(|rank| !rank.is_judgement)
            .then(|| choice(plan, group, Measure::Count));
        let room = CHOICES - usize::from(counted.is_some());
        let measured: Vec<Choice> = measured.take(room).collect();
        counted.into_iter().chain(measured).collect()
    }

    fn words_of(&self, id: ColumnId) -> String {
        words::column_name(&self.schema.reference(id))
    }

    /// Returns the reading of a prompt under the conditions of the question, if each of its words is understood and it
    /// is about this group.
    fn choice_said(&self, prompt: &str, label: &str, group: Option<&Group>) -> Option<Choice> {
        let found = candidates(&read_tokens(prompt, self.schema), self.schema);
        let mut plan = found.into_iter().next().filter(Candidate::is_whole)?.plan;
        if group.is_some_and(|group| !plan.groups.iter().any(|part| part.value == *group)) {
            return None;
        }
        for condition in &self.candidate.plan.conditions {
            if !plan
                .conditions
                .iter()
                .any(|known| known.value == condition.value)
            {
                plan.conditions.push(condition.clone());
            }
        }
        Some(Choice {
            label: capitalized(label),
            prompt: capitalized(prompt),
            plan: Some(plan),
        })
    }
}
/// "The best customer" is told by what belongs to it: the number of the other table's rows.
fn choice_over(
    candidate: &Candidate,
    group: &Group,
    table: &str,
    schema: &Schema<'_>,
) -> Option<Choice> {
    let plan = QueryPlan {
        table: table.to_owned(),
        entity: schema
            .tables
            .iter()
            .find(|known| known.profile.name == table)
            .and_then(|known| known.noun.clone()),
        conditions: candidate.plan.conditions.clone(),
        ..QueryPlan::new(table, Shape::Groups)
    };
    let mut made = choice(&plan, group, Measure::Count);
    let plan = made.plan.as_mut()?;
    // Without a join, the rows of the other table belong to no group.
    if !compose::join_tables(plan, schema) || plan.joins.is_empty() {
        return None;
    }
    made.label = capitalized(&label(plan));
    made.prompt = made.label.clone();
    Some(made)
}

/// Tells whether the only unknown word is a superlative of another language: "der fleißigste".
fn has_foreign_superlative(tokens: &[Token], candidate: &Candidate) -> bool {
    let [only] = candidate.unknown.as_slice() else {
        return false;
    };
    let word = &tokens[candidate.nodes[*only].start].word;
    word.len() >= 7
        && ["ste", "sten", "stes"]
            .iter()
            .any(|end| word.ends_with(end))
}

/// Returns a measure of each group, the largest first, called by what it computes.
fn choice(plan: &QueryPlan, group: &Group, measure: Measure) -> Choice {
    let mut plan = plan.clone();
    plan.shape = Shape::Groups;
    plan.select = None;
    if plan.groups.is_empty() {
        plan.groups = vec![Part::default_for(
            group.clone(),
            "the question is about these",
        )];
    }
    plan.measures = vec![Part {
        value: measure,
        provenance: Provenance::Correction,
    }];
    plan.order = vec![Part::default_for(
        Order {
            by: OrderBy::Measure { index: 0 },
            descending: true,
        },
        "the largest first",
    )];
    let label = capitalized(&label(&plan));
    Choice {
        prompt: label.clone(),
        label,
        plan: Some(plan),
    }
}
