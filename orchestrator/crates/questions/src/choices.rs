//! What else the choices of a reading could be, each with the follow-up that makes it so.

use portolan_query::TableProfile;
use serde::{Deserialize, Serialize};

use crate::answer::{ASSUMED_AVERAGE, ASSUMED_TOTAL};
use crate::plan::{Aggregate, Channel, ColumnRef, Mark, Order, OrderBy, Plan, TimeUnit};
use crate::schema::Schema;
use crate::understanding::Understanding;
use crate::wording::{Facet, mark_words, notes, plain};
use crate::{Reading, follow_up, time};

/// Slices of a pie that can still be told apart.
const SLICES: u64 = 8;

/// A choice that was made, and what it could be changed to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Choice {
    /// One of the reading's `encoding_notes`, word for word.
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

/// The choices of a reading that can be changed. Each follow-up was understood before it is offered.
pub fn choices(reading: &Reading, tables: &[TableProfile]) -> Vec<Choice> {
    let Some(plan) = &reading.plan else {
        return Vec::new();
    };
    let mut offers = Offers {
        schema: Schema::new(tables),
        plan,
        choices: Vec::new(),
    };
    for word in &reading.unsure {
        for other in &word.others {
            let name = plain(&other.column);
            let drawn = columns(plan);
            offers.add(&word.note, &name, &format!("{name} instead"), |changed| {
                // The one column takes the place of the other, and all others stay.
                let wanted = drawn.iter().map(|column| {
                    let is_replaced = **column == word.column;
                    if is_replaced { other } else { *column }
                });
                wanted.eq(columns(changed)) && changed.filters == plan.filters
            });
        }
    }
    for assumed in [ASSUMED_TOTAL, ASSUMED_AVERAGE] {
        if reading.encoding_notes.iter().any(|note| note == assumed) {
            offers.aggregates(assumed);
        }
    }
    for (facet, note) in notes(plan) {
        if reading.encoding_notes.contains(&note) {
            offers.about(facet, &note);
        }
    }
    offers.choices
}

/// What is measured and by what it is divided, in order.
fn columns(plan: &Plan) -> Vec<&ColumnRef> {
    let measured = plan.measures.iter().filter_map(|m| m.column.as_ref());
    measured
        .chain(plan.dimensions.iter().map(|d| &d.column))
        .collect()
}

struct Offers<'a> {
    schema: Schema<'a>,
    plan: &'a Plan,
    choices: Vec<Choice>,
}

impl Offers<'_> {
    fn about(&mut self, facet: Facet, note: &str) {
        match facet {
            Facet::Filters | Facet::Groups => {
                self.change(note, "all of them", "without the conditions", |plan| {
                    plan.filters.clear();
                    plan.having.clear();
                    plan.top = None;
                    plan.limit = None;
                });
            }
            Facet::Top | Facet::Limit => self.limits(note),
            Facet::Unit => self.units(note),
            Facet::Color => self.colors(note),
            Facet::Order => self.orders(note),
            Facet::Mark => self.marks(note),
            Facet::Rest | Facet::Join | Facet::Bins => {}
        }
    }

    fn aggregates(&mut self, note: &str) {
        for (aggregate, word) in [
            (Aggregate::Sum, "total"),
            (Aggregate::Mean, "average"),
            (Aggregate::Median, "median"),
            (Aggregate::Maximum, "highest"),
        ] {
            let prompt = format!("the {word} instead");
            self.change(note, word, &prompt, |plan| {
                for measure in plan.measures.iter_mut().take(1) {
                    measure.aggregate = Some(aggregate);
                }
            });
        }
    }

    fn limits(&mut self, note: &str) {
        self.change(note, "all of them", "remove the limit", |plan| {
            plan.top = None;
            plan.limit = None;
        });
        let descending = self
            .plan
            .order
            .as_ref()
            .is_none_or(|order| order.descending);
        let word = if descending { "top" } else { "bottom" };
        for count in [5, 10, 20] {
            let prompt = format!("{word} {count}");
            if self.plan.limit.is_some() {
                self.change(note, &prompt, &prompt, |plan| plan.limit = Some(count));
            }
        }
    }

    fn units(&mut self, note: &str) {
        let Some(id) = (self.plan.dimensions.first()).and_then(|d| self.schema.find(&d.column))
        else {
            return;
        };
        let units: &[TimeUnit] = match time::span_unit(self.schema.column(id).profile) {
            Some(TimeUnit::Year) => &[TimeUnit::Year, TimeUnit::Quarter, TimeUnit::Month],
            Some(TimeUnit::YearMonth) => &[
                TimeUnit::Year,
                TimeUnit::Quarter,
                TimeUnit::Month,
                TimeUnit::Week,
                TimeUnit::Weekday,
            ],
            Some(TimeUnit::Day) => &[TimeUnit::Week, TimeUnit::Weekday, TimeUnit::Day],
            _ => &[TimeUnit::Day, TimeUnit::Hour],
        };
        let line = matches!(self.plan.mark, Mark::Line | Mark::Area);
        for unit in units {
            let label = format!("by {}", unit.word());
            let unit = match unit {
                TimeUnit::Month if line => TimeUnit::YearMonth,
                unit => *unit,
            };
            self.change(note, &label, &format!("{label} instead"), |plan| {
                for dimension in plan.dimensions.iter_mut().take(1) {
                    dimension.unit = Some(unit);
                }
            });
        }
    }

    fn colors(&mut self, note: &str) {
        let color = |plan: &mut Plan| {
            let found = plan
                .dimensions
                .iter()
                .position(|d| d.channel == Channel::Color);
            found.map(|at| plan.dimensions.remove(at))
        };
        if self.plan.dimension_on(Channel::Facet).is_none() {
            self.change(note, "a chart for each", "as small multiples", |plan| {
                let mut dimensions = plan.dimensions.iter_mut();
                if let Some(color) = dimensions.find(|d| d.channel == Channel::Color) {
                    color.channel = Channel::Facet;
                }
            });
        }
        self.change(note, "no colour", "without the colours", |plan| {
            color(plan);
        });
        if self.plan.mark == Mark::Bar {
            let (label, prompt) = match self.plan.side_by_side {
                true => ("stacked", "stacked bars"),
                false => ("side by side", "bars side by side"),
            };
            self.change(note, label, prompt, |plan| {
                plan.side_by_side = !plan.side_by_side;
            });
        }
    }

    fn orders(&mut self, note: &str) {
        for (label, prompt, by, descending) in [
            (
                "largest first",
                "sort by value descending",
                OrderBy::Measure,
                true,
            ),
            (
                "smallest first",
                "sort by value ascending",
                OrderBy::Measure,
                false,
            ),
            ("by name", "sort by name", OrderBy::Dimension, false),
        ] {
            let order = Order { by, descending };
            if !note.contains(label) {
                self.change(note, label, prompt, |plan| plan.order = Some(order));
            }
        }
    }

    fn marks(&mut self, note: &str) {
        let plan = self.plan;
        let [dimension, others @ ..] = plan.dimensions.as_slice() else {
            return;
        };
        let is_plain = plan.is_aggregated() && plan.measures.len() == 1 && dimension.bin.is_none();
        let whole = plan
            .measures
            .iter()
            .any(|measure| matches!(measure.aggregate, Some(Aggregate::Count | Aggregate::Sum)));
        let mut marks = Vec::new();
        if is_plain && matches!(plan.mark, Mark::Bar | Mark::Line | Mark::Area | Mark::Arc) {
            marks.push(Mark::Bar);
            if dimension.is_temporal() {
                marks.push(Mark::Line);
                marks.extend(whole.then_some(Mark::Area));
            } else if others.is_empty() && whole && dimension.distinct <= SLICES {
                marks.push(Mark::Arc);
            }
        }
        for mark in marks {
            let label = mark_words(mark);
            self.change(note, &label, &format!("as {label}"), |plan| {
                plan.mark = mark
            });
        }
    }

    /// Offers the follow-up that changes the plan just like this.
    fn change(&mut self, note: &str, label: &str, prompt: &str, change: impl FnOnce(&mut Plan)) {
        let mut wanted = self.plan.clone();
        change(&mut wanted);
        if wanted != *self.plan {
            self.add(note, label, prompt, |changed| *changed == wanted);
        }
    }

    fn add(&mut self, note: &str, label: &str, prompt: &str, fits: impl FnOnce(&Plan) -> bool) {
        let known = Understanding::of(prompt, &self.schema);
        let changed = follow_up::change(&known, &self.schema, self.plan);
        if !changed.is_some_and(|(plan, _)| fits(&plan)) {
            return;
        }
        let alternative = Alternative {
            label: label.to_owned(),
            prompt: prompt.to_owned(),
        };
        match self.choices.iter_mut().find(|choice| choice.note == note) {
            Some(choice) => choice.alternatives.push(alternative),
            None => self.choices.push(Choice {
                note: note.to_owned(),
                alternatives: vec![alternative],
            }),
        }
    }
}
