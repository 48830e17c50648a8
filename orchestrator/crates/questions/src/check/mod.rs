//! Compares a chart that somebody else proposes with the plain words of the question.
//!
//! Only what the question says outright counts: an aggregate beside its column, a column by its
//! full name, a value or a number that restricts, a kind of chart by its name, “top 5”. What could
//! be read otherwise is let through.

mod chart;
mod statement;

use std::collections::BTreeSet;

use serde_json::Value;

use self::{chart::Drawn, statement::Facts};
use crate::{
    Question, lexicon,
    matching::Mention,
    plan::{Aggregate, Filter, Mark, Test},
    schema::{Column, Role, Schema},
    understanding::Understanding,
};

/// A chart before it is drawn.
pub struct Proposed<'a> {
    /// One SELECT.
    pub sql: &'a str,
    /// `plot`, `table` …
    pub kind: &'a str,
    /// A Vega-Lite specification where the kind is `plot`.
    pub spec: &'a Value,
}

/// Where a proposed chart says something else than the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// For the model: what the question says, and what the chart does instead.
    pub message: String,
    /// For the person, where the model insists.
    pub note: String,
}

/// How surely a column or a value must be named.
const SURE: f64 = 0.95;
const MOST: usize = 3;

/// The contradictions, the gravest first; none where the question or the SQL is not understood.
pub fn contradictions(question: &Question<'_>, proposed: &Proposed<'_>) -> Vec<Contradiction> {
    let schema = Schema::new(question.tables);
    let Some(facts) = Facts::of(proposed.sql) else {
        return Vec::new();
    };
    let known = Understanding::of(question.text, &schema);
    if known.is_empty() {
        return Vec::new();
    }
    let check = Check {
        text: question.text.to_lowercase(),
        known: &known,
        schema: &schema,
        drawn: Drawn::of(proposed.spec),
        facts,
        proposed,
    };
    let mut found = Vec::new();
    found.extend(check.aggregates());
    found.extend(check.count());
    found.extend(check.columns());
    found.extend(check.filters());
    found.extend(check.limit());
    found.extend(check.mark());
    found.truncate(MOST);
    found
}

struct Check<'a> {
    /// The question in lower case.
    text: String,
    known: &'a Understanding,
    schema: &'a Schema<'a>,
    drawn: Drawn,
    facts: Facts,
    proposed: &'a Proposed<'a>,
}

impl Check<'_> {
    /// “Average horsepower”, and the query sums it.
    fn aggregates(&self) -> Vec<Contradiction> {
        let mut found = Vec::new();
        for (mention, used) in self.known.columns.iter().zip(&self.known.uses) {
            let column = self.schema.column(mention.column);
            let (Some(asked), None) = (used.aggregate, used.also) else {
                continue;
            };
            let Some(asked_word) = word(asked).filter(|_| self.is_said(asked)) else {
                continue;
            };
            // A column called “total_sales” is spoken of, not summed.
            let is_called = column
                .words
                .iter()
                .any(|word| lexicon::aggregate(&word.lower).is_some());
            if !self.is_sure(mention) || !column.is_numeric() || is_called || self.facts.has_windows
            {
                continue;
            }
            let name = column.profile.name.to_lowercase();
            let taken: Vec<Aggregate> = self.facts.aggregates_of(&name).collect();
            let by_hand =
                asked == Aggregate::Mean && self.facts.divides && taken.contains(&Aggregate::Sum);
            let is_ranked = matches!(asked, Aggregate::Minimum | Aggregate::Maximum);
            if taken.contains(&asked) || by_hand || self.drawn.aggregates.contains(&asked) {
                continue;
            }
            let shown = format!("`{}`", column.profile.name);
            if let Some(other) = taken.iter().find_map(|taken| word(*taken)) {
                found.push(contradiction(
                    format!("the {asked_word} of {shown}"),
                    format!("the query takes its {other}"),
                ));
            } else if !is_ranked
                && asked != Aggregate::Sum
                && taken.is_empty()
                && self.drawn.aggregates.is_empty()
                && self.facts.grouped.contains(&name)
                && !self.drawn.marks.contains("boxplot")
                && !self.groups_by_unique()
            {
                found.push(contradiction(
                    format!("the {asked_word} of {shown}"),
                    "the query takes its values one by one".to_owned(),
                ));
            }
        }
        found
    }

    /// “How many …”, and the query averages.
    fn count(&self) -> Option<Contradiction> {
        let explains = self.known.uses.iter().any(|used| used.aggregate.is_some());
        let counts = self.facts.aggregates.iter().any(|(taken, _)| {
            matches!(
                taken,
                Aggregate::Count | Aggregate::Distinct | Aggregate::Sum
            )
        });
        let other = self
            .facts
            .aggregates
            .iter()
            .find_map(|(taken, _)| word(*taken))?;
        let is_asked = !self.known.cues.counts.is_empty() && !explains;
        (is_asked && !counts && self.drawn.aggregates.is_empty() && !self.facts.has_windows).then(
            || {
                contradiction(
                    "a number of rows".to_owned(),
                    format!("the query counts nothing and takes the {other} of a column"),
                )
            },
        )
    }

    /// A column that is named and never read, while one that is not named takes its place.
    fn columns(&self) -> Vec<Contradiction> {
        if self.facts.has_wildcard {
            return Vec::new();
        }
        let spoken = self.spoken();
        let mut found = Vec::new();
        for (mention, used) in self.known.columns.iter().zip(&self.known.uses) {
            let column = self.schema.column(mention.column);
            let name = column.profile.name.to_lowercase();
            let only_compared = self
                .known
                .conditions
                .filters
                .iter()
                .any(|filter| filter.column.column.to_lowercase() == name);
            if !self.is_sure(mention) || only_compared || self.facts.columns.contains(&name) {
                continue;
            }
            let (is_asked, instead, does) = if column.is_quantity() && !used.grouped {
                (!used.counted, &self.facts.measured, "measures")
            } else {
                let divides = used.grouped && column.role == Role::Category;
                (divides, &self.facts.grouped, "divides by")
            };
            let instead = instead
                .iter()
                .find(|other| !spoken.contains(*other) && self.is_alike(other, column));
            if let (true, Some(other)) = (is_asked, instead) {
                found.push(contradiction(
                    format!("`{}`", column.profile.name),
                    format!("the query never reads it and {does} `{other}`"),
                ));
            }
        }
        found
    }

    /// A restriction that the query does not make.
    fn filters(&self) -> Vec<Contradiction> {
        let mut found = Vec::new();
        for filter in &self.known.conditions.filters {
            let Some((column, values)) = self.restriction(filter) else {
                continue;
            };
            let missing = values
                .iter()
                .find(|value| !self.facts.has_literal(value) && !self.drawn.has_literal(value));
            if let Some(value) = missing {
                let value = match value {
                    Value::String(text) => format!("“{text}”"),
                    other => other.to_string(),
                };
                found.push(contradiction(
                    format!("a condition on `{}`: {value}", column.profile.name),
                    "the query has no such condition".to_owned(),
                ));
            }
        }
        found.dedup();
        found
    }

    /// “Top 5” of which all are shown.
    fn limit(&self) -> Option<Contradiction> {
        let (count, largest) = self.known.ordering.limit?;
        let is_asked = count > 1 && count <= 100 && !self.facts.has_number(count as f64);
        let is_said = self
            .known
            .tokens
            .iter()
            .any(|token| token.is("top bottom first last"));
        (is_asked && is_said && !self.drawn.has_number(count)).then(|| {
            let which = if largest { "top" } else { "bottom" };
            contradiction(
                format!("the {which} {count} only"),
                "the query has no such limit".to_owned(),
            )
        })
    }

    /// “As a pie chart”, and the chart draws lines.
    fn mark(&self) -> Option<Contradiction> {
        let mark = self.known.cues.mark?;
        let (name, marks): (&str, &[&str]) = match mark {
            Mark::Bar if self.known.cues.histogram => ("a histogram", &["bar", "rect", "area"]),
            Mark::Bar => ("a bar chart", &["bar"]),
            Mark::Line => ("a line chart", &["line", "trail"]),
            Mark::Area => ("an area chart", &["area"]),
            Mark::Point => ("a scatter plot", &["point", "circle", "square"]),
            Mark::Arc => ("a pie chart", &["arc"]),
            Mark::Heatmap => ("a heat map", &["rect"]),
            Mark::Boxplot => ("a box plot", &["boxplot", "rule", "tick"]),
            _ => return None,
        };
        let refused = [
            "instead of",
            "rather than",
            "not a ",
            "no pie",
            "don't",
            "without",
            " or ",
        ];
        if refused.iter().any(|word| self.text.contains(word)) {
            return None;
        }
        let drawn = match self.proposed.kind {
            "plot" if self.drawn.marks.is_empty() => return None,
            "plot" if marks.iter().any(|mark| self.drawn.marks.contains(*mark)) => return None,
            "plot" => self
                .drawn
                .marks
                .iter()
                .cloned()
                .collect::<Vec<_>>()
                .join(" and "),
            "table" => "a table".to_owned(),
            _ => return None,
        };
        Some(contradiction(
            format!("{name} by name"),
            format!("the chart draws {drawn}"),
        ))
    }

    /// The condition's column and the values that a query would hold, where both are sure.
    fn restriction(&self, filter: &Filter) -> Option<(&Column<'_>, Vec<Value>)> {
        let column = self.schema.column(self.schema.find(&filter.column)?);
        let name = column.profile.name.to_lowercase();
        let values = match &filter.test {
            Test::Compare(_, value) => vec![value.clone()],
            Test::Between(from, to) => vec![from.clone(), to.clone()],
            Test::OneOf(values) | Test::NoneOf(values) => values.clone(),
            _ => return None,
        };
        // Values of the column that divides are told apart in the chart.
        let told_apart = values.len() > 1 && self.facts.grouped.contains(&name);
        let is_flag = |value: &Value| match value {
            Value::Bool(_) => true,
            Value::String(text) => text.chars().count() < 3 || column.profile.distinct <= 2,
            _ => false,
        };
        let is_plain = |value: &Value| match value {
            Value::String(text) => {
                let text = text.to_lowercase();
                self.text.contains(&text)
                    || text.get(..4).is_some_and(|year| self.text.contains(year))
            }
            Value::Number(number) => {
                let number = number.as_f64();
                self.known.tokens.iter().any(|token| token.number == number)
            }
            _ => false,
        };
        let is_sure = column.profile.distinct > 1
            && !told_apart
            && !values.is_empty()
            && !values.iter().any(is_flag)
            && values.iter().all(is_plain);
        is_sure.then_some((column, values))
    }

    /// Whether the aggregate's own word stands in the question: “overall” and “typical” are vague.
    fn is_said(&self, aggregate: Aggregate) -> bool {
        let words = match aggregate {
            Aggregate::Mean => "average avg mean averaged",
            Aggregate::Sum => "total sum totals summed",
            Aggregate::Median => "median",
            Aggregate::Minimum => "minimum min lowest smallest",
            Aggregate::Maximum => "maximum max highest largest",
            _ => return false,
        };
        self.known.tokens.iter().any(|token| token.is(words))
    }

    /// Whether the mention is the column's whole name, and nothing else answers to it.
    fn is_sure(&self, mention: &Mention) -> bool {
        let names_time = mention.matched.iter().all(|at| {
            let token = &self.known.tokens[*at];
            lexicon::time_unit(&token.lower).is_some()
                || token.is("name number count id total value values type time date amount")
        });
        mention.score >= SURE
            && mention.others.is_empty()
            && !names_time
            && !self.known.only_sorts(mention)
    }

    /// Columns that the question may be speaking of, in lower case.
    fn spoken(&self) -> BTreeSet<String> {
        let mentions = self.known.columns.iter();
        let named = mentions.flat_map(|mention| {
            std::iter::once(mention.column).chain(mention.others.iter().copied())
        });
        let valued = self.known.values.iter().map(|value| value.column);
        named
            .chain(valued)
            .map(|id| self.schema.column(id).profile.name.to_lowercase())
            .collect()
    }

    /// Whether `other` is a column that could stand in place of `column` by mistake.
    fn is_alike(&self, other: &str, column: &Column<'_>) -> bool {
        self.schema.ids().any(|id| {
            let candidate = self.schema.column(id);
            candidate.profile.name.to_lowercase() == other
                && candidate.is_quantity() == column.is_quantity()
                && candidate.role != Role::Key
                && candidate.role != Role::Temporal
        })
    }

    /// Whether each group is one row, so that an aggregate changes nothing.
    fn groups_by_unique(&self) -> bool {
        self.schema.ids().any(|id| {
            let name = self.schema.column(id).profile.name.to_lowercase();
            self.facts.grouped.contains(&name) && self.schema.is_unique(id)
        })
    }
}

/// The aggregate in plain words; None for counts, which take no column.
fn word(aggregate: Aggregate) -> Option<&'static str> {
    match aggregate {
        Aggregate::Sum => Some("total"),
        Aggregate::Mean => Some("average"),
        Aggregate::Median => Some("median"),
        Aggregate::Minimum => Some("minimum"),
        Aggregate::Maximum => Some("maximum"),
        _ => None,
    }
}

fn contradiction(asked: String, done: String) -> Contradiction {
    Contradiction {
        message: format!("the question asks for {asked}, but {done}"),
        note: format!("The question seems to ask for {asked}; the model kept another reading."),
    }
}
