//! Mentions that say of what something is a part, or what is added up.

use super::joins::group_column;
use crate::compose::draft::{Draft, Mention};
use crate::parse::Item;
use crate::plan::{Aggregate, Measure, Part, QueryPlan};
use crate::schema::{ColumnId, Role};

impl Draft<'_, '_> {
    /// "what percentage of the parcels sent were lost": both quantities are measured, however few numbers each of them has.
    pub(super) fn measure_share_of(&mut self) {
        let Some(share) = self.share_at else { return };
        if !self.measures.is_empty() || self.count_at.is_some() {
            return;
        }
        let counts = |mention: &Mention| {
            let column = self.schema.column(mention.id);
            let is_deed = column
                .words
                .iter()
                .any(|word| crate::language::lexicon::is_done_word(&word.word));
            column.is_quantity()
                && !mention.which
                && mention.at > share
                // A few different numbers are a scale, unless the name says that something was done.
                && (column.role == Role::Additive || column.role == Role::Ordinal && is_deed)
        };
        let found: Vec<Mention> = self
            .bare
            .iter()
            .filter(|mention| counts(mention))
            .cloned()
            .collect();
        let [whole, part] = found.as_slice() else {
            return;
        };
        let is_object = self.next(share + 1) == Some(whole.at);
        let is_said = self.tokens[self.nodes[whole.at].end..self.nodes[part.at].start]
            .iter()
            .any(|token| token.is("is are was were been got get"));
        if !is_object || !is_said || whole.id == part.id {
            return;
        }
        for mention in [part, whole] {
            let measure = Measure::Aggregate {
                aggregate: Aggregate::Sum,
                of: self.scalar(mention.id),
            };
            let spans = self.spans(mention.at, mention.at + 1);
            self.measures.push(Part::said(measure, spans));
            self.measured_at.push(mention.at);
        }
        let (whole, part) = (whole.at, part.at);
        self.bare
            .retain(|mention| mention.at != whole && mention.at != part);
    }

    /// "how many litres of milk were spilt": a unit alone names no quantity where another one of that unit is named.
    pub(super) fn drop_unit_mentions(&mut self) {
        let unit_of = |mention: &Mention| {
            let node = &self.nodes[mention.at];
            let token = &self.tokens[node.start];
            let said = crate::language::units::unit(&token.word)?;
            let is_only =
                node.end == node.start + 1 && !self.schema.column(mention.id).has_stem(&token.stem);
            is_only.then_some(said)
        };
        let is_named = |unit: crate::language::units::Unit| {
            self.bare.iter().any(|other| {
                unit_of(other).is_none()
                    && self
                        .schema
                        .column(other.id)
                        .unit
                        .is_some_and(|kept| kept.kind == unit.kind)
            })
        };
        let dropped: Vec<usize> = self
            .bare
            .iter()
            .filter(|mention| unit_of(mention).is_some_and(is_named))
            .map(|mention| mention.at)
            .collect();
        self.bare.retain(|mention| !dropped.contains(&mention.at));
        self.unclear
            .retain(|mention| !dropped.contains(&mention.at));
    }

    /// "Do we sell more cakes", "the most croissants sold": the verb says nothing beside a quantity that is named, whatever the takings
    /// of a sale are called.
    pub(super) fn drop_verb_mentions(&mut self) {
        let is_verb = |mention: &Mention| {
            let node = &self.nodes[mention.at];
            node.end == node.start + 1
                && self.tokens[node.start]
                    .is("sell sells sold selling buy buys bought earn earns earned bring brings brought")
                && self.is_loosely_named(mention)
        };
        // "Do black players earn less" has no amount but the one of the verb.
        let is_named = self.bare.iter().any(|mention| {
            let column = self.schema.column(mention.id);
            column.is_quantity() && column.role != Role::Flag && !self.is_loosely_named(mention)
        });
        // "Do people with more education earn more" sets two amounts against each other.
        let comparatives = self.tokens.iter().filter(|token| {
            token.is("more less") || crate::language::lexicon::comparative(&token.word).is_some()
        });
        let is_relation = (self.tokens.first()).is_some_and(|token| token.is("do does did"))
            && comparatives.count() >= 2;
        if !is_named || is_relation {
            return;
        }
        let dropped: Vec<usize> = self
            .bare
            .iter()
            .filter(|mention| is_verb(mention))
            .map(|mention| mention.at)
            .collect();
        self.bare.retain(|mention| !dropped.contains(&mention.at));
        self.unclear
            .retain(|mention| !dropped.contains(&mention.at));
    }

    /// "cows sold per farm" where a row is a reading of a cow: the cows are counted, each once.
    pub(super) fn count_key_noun(&mut self, mention: &Mention, quantities: usize) {
        let node = &self.nodes[mention.at];
        let token = &self.tokens[node.end - 1];
        let is_plural = crate::schema::build::singular(&token.word) != token.word;
        let is_open = quantities == 0
            && self.measures.is_empty()
            && self.count_at.is_none()
            && self.share_at.is_none()
            && self.percent_at.is_none();
        // Where a table has a row for each of them, its rows are counted.
        let is_row = (self.schema.tables.iter()).any(|table| table.entity.contains(&token.stem));
        if !is_open || !is_plural || is_row {
            return;
        }
        let measure = Measure::Aggregate {
            aggregate: Aggregate::CountDistinct,
            of: self.scalar(mention.id),
        };
        let spans = self.spans(mention.at, mention.at + 1);
        self.measures.push(Part::said(measure, spans));
        self.measured_at.push(mention.at);
    }

    /// "total area of all the lakes": all of them are added up, and none is shown apart.
    pub(super) fn is_summed_whole(&self, mention: &Mention) -> bool {
        let summed = self.measures.iter().any(|part| {
            matches!(
                part.value,
                Measure::Aggregate {
                    aggregate: Aggregate::Sum,
                    ..
                }
            )
        });
        let is_said = self
            .nodes
            .iter()
            .any(|node| matches!(node.item, Item::Aggregate(Aggregate::Sum)));
        let start = self.nodes[mention.at].start;
        let before = &self.tokens[start.saturating_sub(4)..start];
        let is_all = before
            .windows(2)
            .any(|pair| pair[0].is("of") && pair[1].is("all"));
        summed && is_said && is_all && !mention.which && self.extreme.is_none()
    }

    /// "quality classes for sea, lake and river, stacked to 100 %": the listed ones are the wholes that are divided.
    pub(super) fn divide_listed(&self, plan: &mut QueryPlan) {
        let is_full = self.wishes.iter().any(|(wish, _)| {
            *wish == crate::parse::Wish::Stacking(crate::plan::Stacking::Normalized)
        });
        if !is_full || plan.groups.len() != 2 {
            return;
        }
        let is_listed = |at: usize| {
            let column = group_column(&plan.groups[at].value)?;
            let id = self.schema.find(column)?;
            let listed = self.conditions.iter().any(|said| {
                said.column == Some(id)
                    && matches!(
                        &said.condition,
                        crate::plan::Condition::Test {
                            test: crate::plan::Test::In { values },
                            ..
                        } if values.len() > 1
                    )
            });
            Some(listed)
        };
        if is_listed(0) == Some(false) && is_listed(1) == Some(true) {
            plan.groups.swap(0, 1);
        }
    }

    /// The numbers of a table of counts, unless the counts themselves are asked for.
    pub(super) fn tallied(&self) -> Option<usize> {
        let column = self.schema.tables[self.table].counted?;
        let said = self
            .entity_at
            .or(self.count_at.and_then(|at| self.next(at + 1)));
        let is_tally = said.is_some_and(|at| {
            let node = &self.nodes[at];
            crate::language::lexicon::is_tally(&self.tokens[node.end - 1].word)
        });
        (!is_tally).then_some(column)
    }

    /// Two regions and three quarters have six rows, whatever was sold there: of the figures of such a table one is added up, and
    /// the question is for which, where there are several.
    pub(super) fn measure_panel(&mut self) {
        let table = &self.schema.tables[self.table];
        let counts_records = || {
            (self.tokens.iter())
                .any(|token| token.is("row rows record records entry entries missing"))
        };
        let Some(at) = self.entity_at else { return };
        let said = &self.tokens[self.nodes[at].end - 1];
        let is_key = |column: &crate::schema::Column<'_>| {
            !column.is_quantity() && column.has_stem(&said.stem)
        };
        // "Days" and "schools" that are keys are counted as ever.
        let counts_keys = crate::language::lexicon::time_unit(&said.word).is_some()
            || table.columns.iter().any(is_key);
        if !table.is_panel || counts_records() || counts_keys || !table.entity.contains(&said.stem)
        {
            return;
        }
        let figures: Vec<ColumnId> = (0..table.columns.len())
            .filter(|column| crate::schema::is_figure(&table.columns[*column]))
            .map(|column| ColumnId {
                table: self.table,
                column,
            })
            .collect();
        let Some((first, others)) = figures.split_first() else {
            return;
        };
        let of = self.scalar(*first);
        for part in &mut self.measures {
            if part.value != Measure::Count {
                continue;
            }
            part.value = Measure::Aggregate {
                aggregate: Aggregate::Sum,
                of: of.clone(),
            };
            if !others.is_empty() {
                self.unclear.push(Mention {
                    others: others.to_vec(),
                    ..Mention::of(*first, at)
                });
            }
        }
    }

    /// Tells whether a column of yes and no stands before the noun of the rows that are counted: "how many insured parcels".
    pub(super) fn is_quality_of_row(&self, id: ColumnId, at: usize) -> bool {
        self.yes_condition(id).is_some()
            && self
                .next(at + 1)
                .is_some_and(|next| matches!(self.item(next), Some(Item::Entity(_))))
    }

    /// Weighs the rows of a table of frequencies, where a share of the rows says nothing of the things that they count.
    pub(super) fn weigh_counts(&self, plan: &mut QueryPlan) {
        let says_rows = (self.tokens.iter()).any(|token| token.is("row rows record records"));
        let Some(column) = self.tallied().filter(|_| !says_rows) else {
            return;
        };
        let of = self.scalar(ColumnId {
            table: self.table,
            column,
        });
        let sum = Measure::Aggregate {
            aggregate: Aggregate::Sum,
            of,
        };
        for part in &mut plan.measures {
            part.value.replace_counts(&sum);
        }
    }

    /// "average number of visitors" of a table of visitor counts; tells whether it is one.
    pub(super) fn measure_tallied(&mut self, aggregate: Aggregate, at: usize) -> bool {
        let counted = (self.count_at.filter(|_| aggregate != Aggregate::Sum))
            .and(self.schema.tables[self.table].counted);
        let Some(column) = counted else { return false };
        let of = self.scalar(ColumnId {
            table: self.table,
            column,
        });
        let spans = self.spans(at, at + 1);
        let measure = Measure::Aggregate { aggregate, of };
        self.measures.push(Part::said(measure, spans));
        self.measured_at.push(at);
        true
    }
}
