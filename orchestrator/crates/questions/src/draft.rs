//! A plan on its way: which columns measure, which divide, still by number and not by name.

use crate::cues::Use;
use crate::groups;
use crate::lexicon;
use crate::matching::Mention;
use crate::measures;
use crate::plan::{Aggregate, Channel, Mark, TimeUnit};
use crate::schema::{ColumnId, Role, Schema};
use crate::understanding::Understanding;
use crate::{layout, time};

#[derive(Clone, Debug, Default)]
pub struct Draft {
    pub dimensions: Vec<Group>,
    pub measures: Vec<(Option<Aggregate>, Option<ColumnId>)>,
    /// The table whose rows are counted.
    pub counted: Option<usize>,
    pub mark: Option<Mark>,
    pub notes: Vec<String>,
    /// The aggregate that was chosen where none was asked for.
    pub assumed: Option<Aggregate>,
}

impl Draft {
    /// Whether rows are counted and nothing else is measured.
    pub fn counts(&self) -> bool {
        self.measures.iter().all(|m| m.0 == Some(Aggregate::Count))
    }

    pub fn has_count(&self) -> bool {
        self.measures
            .iter()
            .any(|m| matches!(m.0, Some(Aggregate::Count | Aggregate::Distinct)))
    }

    pub fn divides(&self, column: ColumnId) -> bool {
        self.dimensions.iter().any(|g| g.column == column)
    }

    /// Quantities that have no aggregate.
    pub fn raw(&self) -> usize {
        self.measures.iter().filter(|m| m.0.is_none()).count()
    }

    /// Leaves out what is in other tables than the one that is measured.
    pub fn keep_one_table(&mut self) {
        let measured = self.measures.iter().find_map(|m| m.1).map(|id| id.table);
        let divided = self.dimensions.first().map(|g| g.column.table);
        let Some(table) = measured.or(divided).or(self.counted) else {
            return;
        };
        self.dimensions.retain(|g| g.column.table == table);
        self.measures
            .retain(|m| m.1.is_none_or(|id| id.table == table));
        self.counted = Some(table);
        self.notes.push(
            "The tables have no columns that match, so only one of them is asked.".to_owned(),
        );
    }

    /// Sums what has no aggregate where its amounts add up, and takes the mean otherwise.
    pub fn aggregate(&mut self, known: &Understanding, schema: &Schema<'_>) {
        // A box plot shows all the values.
        if known.cues.mark == Some(Mark::Boxplot) {
            return;
        }
        let parts = known.cues.share || known.cues.mark == Some(Mark::Arc);
        for measure in &mut self.measures {
            if measure.0.is_some() {
                continue;
            }
            let additive = measure.1.is_some_and(|id| {
                let words = &schema.column(id).words;
                let rated = words.iter().any(|w| {
                    w.lower.starts_with("rat")
                        || w.lower.starts_with("perc")
                        || w.lower.starts_with("av")
                        || w.lower == "pct"
                });
                words.iter().any(|w| lexicon::is_additive_word(&w.stem)) && !rated
            });
            let sums = additive || parts;
            measure.0 = Some(if sums {
                Aggregate::Sum
            } else {
                Aggregate::Mean
            });
            self.assumed = measure.0;
        }
    }
}

#[derive(Clone, Debug)]
pub struct Group {
    pub column: ColumnId,
    pub unit: Option<TimeUnit>,
    pub bin: Option<f64>,
    pub channel: Channel,
    pub series: bool,
    pub facet: bool,
    pub axis: Option<char>,
}

impl Group {
    pub fn new(column: ColumnId) -> Self {
        Self {
            column,
            unit: None,
            bin: None,
            channel: Channel::X,
            series: false,
            facet: false,
            axis: None,
        }
    }
}

/// A column with everything that was said about it.
#[derive(Clone, Debug)]
pub struct Spoken {
    pub column: ColumnId,
    pub used: Use,
    pub start: usize,
    /// The rows' own name, such as "models" where each row is a model.
    pub entity: bool,
}

impl Spoken {
    pub fn group(&self) -> Group {
        Group {
            series: self.used.series,
            facet: self.used.facet,
            axis: self.used.axis,
            ..Group::new(self.column)
        }
    }
}

/// A quantity that has no aggregate of its own.
#[derive(Clone, Copy, Debug)]
pub struct Quantity {
    pub column: ColumnId,
    /// After "by", "each" and the like.
    pub grouped: bool,
    /// After "over", "versus": it lies along the bottom.
    pub along: bool,
    /// Comes before what is aggregated: "age and the sum of prices".
    pub first: bool,
}

/// Builds the likeliest draft.
pub fn draft(known: &Understanding, schema: &Schema<'_>) -> Draft {
    let mut spoken = spoken(known, schema);
    let counting = settle_counts(&mut spoken, known, schema);
    drop_entities(&mut spoken, known, schema);
    let mut draft = Draft {
        counted: known.counted_table(schema),
        ..Draft::default()
    };
    let mut quantities: Vec<Quantity> = Vec::new();
    let mut counted: Vec<&Spoken> = Vec::new();
    let scatter = known.cues.mark == Some(Mark::Point);
    let related = known.cues.relation
        && known.cues.mark.is_none()
        && spoken
            .iter()
            .all(|s| s.used.aggregate.is_none() && !s.used.counted);
    for said in &spoken {
        let column = schema.column(said.column);
        let numeric = column.is_numeric() && column.role != Role::Key && !column.years;
        let aggregate = said.used.aggregate.filter(|_| column.is_numeric());
        // "Which countries have the highest …" asks for an order, not for a maximum.
        let ordered = known.ordering.superlative.is_some()
            && matches!(aggregate, Some(Aggregate::Maximum | Aggregate::Minimum));
        if let Some(aggregate) = aggregate.filter(|_| !ordered) {
            if let Some(also) = said.used.also {
                draft.measures.push((Some(also), Some(said.column)));
            }
            draft.measures.push((Some(aggregate), Some(said.column)));
        } else if said.used.counted && !said.used.grouped {
            counted.push(said);
        } else if numeric
            && (column.role == Role::Measure
                || (related && !said.used.grouped && !said.used.series)
                || (scatter && !said.used.grouped && !said.used.series))
            && !(said.used.grouped
                && column.profile.distinct <= 12
                && !schema.is_unique(said.column)
                && known.ordering.limit.is_none())
        {
            quantities.push(Quantity {
                column: said.column,
                grouped: said.used.grouped,
                along: said.used.along,
                first: !draft.measures.iter().any(|m| m.0.is_some()),
            });
        } else {
            draft.dimensions.push(said.group());
        }
    }
    measures::divided_by_tables(&mut draft, known, schema);
    for id in &known.conditions.divided {
        if !draft.divides(*id) && !draft.measures.iter().any(|m| m.1 == Some(*id)) {
            draft.dimensions.push(Group::new(*id));
        }
    }
    measures::count(&mut draft, &counted, schema);
    measures::measure(&mut draft, known, schema, quantities, counting);
    time::settle(&mut draft, known, schema);
    measures::complete(&mut draft, known, schema);
    measures::bins(&mut draft, known, schema);
    if draft.measures.is_empty() && draft.dimensions.is_empty() {
        measures::fall_back(&mut draft, known, schema);
    }
    if draft.measures.is_empty() && !draft.dimensions.is_empty() {
        draft.measures.push((Some(Aggregate::Count), None));
    }
    groups::apply(&mut draft, known, schema);
    draft.mark = Some(layout::mark(&draft, known, schema));
    layout::channels(&mut draft, known, schema);
    draft
}

/// The columns to be drawn: each once, with all that was said of it anywhere.
fn spoken(known: &Understanding, schema: &Schema<'_>) -> Vec<Spoken> {
    let mut spoken: Vec<Spoken> = Vec::new();
    for (index, mention) in known.columns.iter().enumerate() {
        if !known.conditions.used.contains(&index) && !known.only_sorts(mention) {
            merge(&mut spoken, known, schema, index, mention);
        }
    }
    if spoken.is_empty() && known.ordering.limit.is_none() {
        for (index, mention) in known.columns.iter().enumerate() {
            if !known.conditions.used.contains(&index) {
                merge(&mut spoken, known, schema, index, mention);
            }
        }
    }
    spoken
}

fn merge(
    spoken: &mut Vec<Spoken>,
    known: &Understanding,
    schema: &Schema<'_>,
    index: usize,
    mention: &Mention,
) {
    let used = known.uses[index].clone();
    let same = spoken.iter_mut().find(|s| {
        s.column == mention.column
            && (used.aggregate.is_none()
                || s.used.aggregate.is_none()
                || s.used.aggregate == used.aggregate)
    });
    let Some(same) = same else {
        spoken.push(Spoken {
            column: mention.column,
            entity: is_entity(known, schema, mention, &used),
            used,
            start: mention.start,
        });
        return;
    };
    same.used.grouped |= used.grouped || used.counted != same.used.counted;
    same.used.aggregate = same.used.aggregate.or(used.aggregate);
    same.used.counted |= used.counted;
    same.used.totalled |= used.totalled;
    same.used.series |= used.series;
    same.used.facet |= used.facet;
    same.used.axis = same.used.axis.or(used.axis);
    same.entity = false;
}

/// Whether the words only say what a row is: "for individual models", "of schools".
fn is_entity(known: &Understanding, schema: &Schema<'_>, mention: &Mention, used: &Use) -> bool {
    let table = schema.table_of(mention.column);
    let names_rows = table.label == Some(mention.column.column)
        && table.profile.row_count >= 5
        && schema.column(mention.column).profile.distinct * 3 >= table.profile.row_count * 2;
    let tokens = &known.tokens;
    let named =
        (mention.start..mention.end).any(|at| tokens[at].is("name names title titles label"));
    let before = mention.start.checked_sub(1).map(|at| &tokens[at]);
    let plain = before.is_none_or(|t| {
        t.is("of for all individual those these in among from each every any show many number the")
            || known.tables.iter().any(|m| m.at + 1 == mention.start)
    });
    names_rows && !named && (plain || used.counted) && used.axis.is_none()
}

/// "Number of cylinders" beside another column is the column itself and counts nothing. Tells
/// whether rows are to be counted all the same.
fn settle_counts(spoken: &mut [Spoken], known: &Understanding, schema: &Schema<'_>) -> bool {
    let several = spoken.len() > 1;
    let mut phrases = known.cues.counts.clone();
    let elsewhere = phrases.len() > 1;
    for said in spoken.iter_mut() {
        let column = schema.column(said.column);
        let numeric = column.is_numeric() && column.role != Role::Key && !column.years;
        let phrase = phrases
            .iter()
            .position(|at| said.start >= *at && said.start <= at + 3);
        if !said.used.counted || !numeric {
            continue;
        }
        if said.used.aggregate.is_some() {
            // "The average number of votes" averages the votes.
        } else if column.role == Role::Measure && !elsewhere && several && !said.used.grouped {
            // "Number of votes by party" adds the votes up.
            said.used.aggregate = Some(Aggregate::Sum);
        } else if column.role == Role::Measure && said.used.totalled && several {
            said.used.aggregate = Some(Aggregate::Sum);
        } else if theirs(known, said.start) && column.role == Role::Measure {
            // "The firms and their number of workers" lists the numbers.
        } else if !several && !elsewhere {
            continue;
        }
        said.used.counted = false;
        if let Some(phrase) = phrase {
            phrases.remove(phrase);
        }
    }
    !phrases.is_empty() || spoken.iter().any(|s| s.used.counted)
}

/// "Their number of workers".
fn theirs(known: &Understanding, start: usize) -> bool {
    let before = known.tokens[..start].iter().rev().take(4);
    before.into_iter().any(|t| t.is("their its"))
}

/// Leaves the rows' own name out where something else divides or measures.
fn drop_entities(spoken: &mut Vec<Spoken>, known: &Understanding, schema: &Schema<'_>) {
    let others: Vec<&Spoken> = spoken.iter().filter(|s| !s.entity).collect();
    let divided = others.iter().any(|s| {
        let column = schema.column(s.column);
        !column.is_quantity() || column.role != Role::Measure || s.used.grouped
    });
    let pairs = others.len() >= 2;
    let timed = known.cues.trend || known.cues.unit.is_some();
    let counted = spoken.iter().any(|s| s.entity && s.used.counted);
    if divided || pairs || timed || (counted && !others.is_empty()) {
        spoken.retain(|s| {
            !s.entity || (s.used.grouped && !divided && !pairs && !timed && !s.used.counted)
        });
    }
}
