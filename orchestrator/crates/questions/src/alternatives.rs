//! Other values for the choices behind a chart, each with the follow-up that makes the change.

use portolan_query::TableProfile;
use serde::{Deserialize, Serialize};

use crate::plan::{
    Aggregate, Group, Measure, Order, OrderBy, Part, Provenance, QueryPlan, Select, TimeUnit,
};
use crate::words::{capitalized, condition_words, period_word};
use crate::{Answer, Prepared, Question, answer, has_same_statement};

/// A note of a chart with what it could say instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Alternatives {
    /// One of the chart's notes, word for word.
    pub note: String,
    /// Never empty.
    pub alternatives: Vec<Alternative>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Alternative {
    /// A word or three: "by month".
    pub label: String,
    /// The follow-up that makes this change and no other.
    pub prompt: String,
}

/// Returns the notes that a follow-up can change. Each follow-up was understood before it is offered.
pub fn alternatives(prepared: &Prepared, tables: &[TableProfile]) -> Vec<Alternatives> {
    let mut offers = Offers {
        plan: &prepared.plan,
        tables,
        found: Vec::new(),
    };
    for note in &prepared.notes {
        if offers.is_about_conditions(note) {
            offers.change(note, "all rows", "without the conditions", |plan| {
                plan.conditions.clear();
            });
        } else if offers.is_about_selection(note) {
            offers.limits(note);
        } else if is_reason(
            note,
            offers.plan.measures.first().map(|part| &part.provenance),
        ) {
            offers.aggregates(note);
        } else if is_reason(
            note,
            offers.plan.groups.first().map(|part| &part.provenance),
        ) {
            offers.units(note);
        }
    }
    offers.found
}

/// Tells whether a note states the reason of a default.
fn is_reason(note: &str, provenance: Option<&Provenance>) -> bool {
    matches!(provenance, Some(Provenance::Default { reason })
        // A note is a sentence, whereas a reason may lack the capital and the full stop.
        if note.trim_end_matches('.') == capitalized(reason.trim()).trim_end_matches('.'))
}

struct Offers<'a> {
    plan: &'a QueryPlan,
    tables: &'a [TableProfile],
    found: Vec<Alternatives>,
}

impl Offers<'_> {
    fn is_about_conditions(&self, note: &str) -> bool {
        let first = self.plan.conditions.first();
        note.starts_with("Only rows where ")
            && first.is_some_and(|part| note.contains(&condition_words(&part.value)))
    }

    fn is_about_selection(&self, note: &str) -> bool {
        self.plan.select.is_some()
            && note.starts_with("Only the ")
            && (note.contains("highest") || note.contains("lowest"))
    }

    fn limits(&mut self, note: &str) {
        self.change(note, "all of them", "show all of them", |plan| {
            plan.select = None;
        });
        let Some(Select::Top { descending, .. }) =
            self.plan.select.as_ref().map(|part| &part.value)
        else {
            return;
        };
        let word = if *descending { "top" } else { "bottom" };
        for count in [5, 10, 20] {
            let prompt = format!("{word} {count}");
            self.change(note, &prompt, &prompt, |plan| {
                if let Some(Part {
                    value: Select::Top { n, .. },
                    ..
                }) = &mut plan.select
                {
                    *n = count;
                }
            });
        }
    }

    fn aggregates(&mut self, note: &str) {
        for (wanted, word) in [
            (Aggregate::Sum, "total"),
            (Aggregate::Mean, "average"),
            (Aggregate::Median, "median"),
            (Aggregate::Maximum, "highest"),
        ] {
            let prompt = format!("the {word} instead");
            self.change(note, word, &prompt, |plan| {
                if let Some(Measure::Aggregate { aggregate, .. }) =
                    plan.measures.first_mut().map(|part| &mut part.value)
                {
                    *aggregate = wanted;
                }
            });
        }
    }

    fn units(&mut self, note: &str) {
        for wanted in [
            TimeUnit::Year,
            TimeUnit::Quarter,
            TimeUnit::Month,
            TimeUnit::Week,
            TimeUnit::Day,
        ] {
            let label = format!("by {}", period_word(wanted));
            self.change(note, &label, &format!("{label} instead"), |plan| {
                if let Some(Group::Time { unit, .. }) =
                    plan.groups.first_mut().map(|part| &mut part.value)
                {
                    *unit = wanted;
                }
            });
        }
    }

    /// Offers the follow-up that changes the plan just like this.
    fn change(
        &mut self,
        note: &str,
        label: &str,
        prompt: &str,
        change: impl FnOnce(&mut QueryPlan),
    ) {
        let mut wanted = self.plan.clone();
        change(&mut wanted);
        // The value that stands is no alternative.
        if wanted == *self.plan {
            return;
        }
        let question = Question {
            text: prompt,
            tables: self.tables,
            earlier: Some(self.plan),
            schema: None,
        };
        let Answer::Plans { readings } = answer(&question) else {
            return;
        };
        let is_meant = readings
            .first()
            .is_some_and(|read| read.follow_up && says_the_same(&read.plan, &wanted, self.tables));
        if !is_meant {
            return;
        }
        let alternative = Alternative {
            label: label.to_owned(),
            prompt: prompt.to_owned(),
        };
        match self.found.iter_mut().find(|known| known.note == note) {
            Some(known) => known.alternatives.push(alternative),
            None => self.found.push(Alternatives {
                note: note.to_owned(),
                alternatives: vec![alternative],
            }),
        }
    }
}

/// Tells whether a follow-up did what was wanted; whether it also keeps ties or sorts is its own business.
fn says_the_same(read: &QueryPlan, wanted: &QueryPlan, tables: &[TableProfile]) -> bool {
    let settled = |plan: &QueryPlan| {
        let mut plan = plan.clone();
        if let Some(Part {
            value:
                Select::Top {
                    ties,
                    by,
                    descending,
                    ..
                },
            ..
        }) = &mut plan.select
        {
            *ties = false;
            plan.order = vec![Part::default_for(
                Order {
                    by: OrderBy::Measure { index: *by },
                    descending: *descending,
                },
                "",
            )];
        }
        plan
    };
    has_same_statement(&settled(read), &settled(wanted), tables)
}
