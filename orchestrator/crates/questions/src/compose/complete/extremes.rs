//! Superlatives: the quantity that one speaks of, and whether it asks for high or low values.

use super::joins::group_column;
use crate::compose::draft::{Draft, Mention};
use crate::language::units::UnitKind;
use crate::link::related;
use crate::parse::Item;
use crate::plan::{Aggregate, Condition, Group, Measure, Part, Test};
use crate::schema::{ColumnId, Role};

impl Draft<'_, '_> {
    /// The quantity of a superlative: "heaviest", or "highest" before a column.
    pub(super) fn extreme_measure(&mut self) {
        let Some(extreme) = self.extreme.clone() else {
            return;
        };
        self.turn_named_extreme();
        let stems = extreme.adjective.stems;
        // "latest balance": a stock is taken at the end anyway.
        let latest = self.tokens[self.nodes[extreme.at].end - 1].is("latest newest");
        if latest
            && extreme.n.is_none()
            && self.bare.iter().any(|mention| self.is_stock(mention.id))
        {
            self.extreme = None;
            return;
        }
        // "busiest hour": without a quantity of what keeps busy, the one with the most rows.
        let is_busy = self.tokens[self.nodes[extreme.at].start].is("busiest quietest");
        let is_periodic = self
            .groups
            .iter()
            .any(|group| matches!(group.value, Group::Time { .. } | Group::Season { .. }));
        if is_busy
            && (is_periodic || self.schema.tables[self.table].records_events())
            && self.by_stems(stems).is_none()
        {
            self.count_at.get_or_insert(extreme.at);
            self.group_by_hour_of_day();
            return;
        }
        if stems == ["#count"] || stems.is_empty() {
            if stems == ["#count"] {
                self.count_at.get_or_insert(extreme.at);
                self.group_by_common(extreme.at);
            } else {
                self.count_ranked(extreme.at);
            }
            return;
        }
        // "Busiest hour on working days": a flag does not say how busy an hour is.
        let is_flag = |mention: &Mention| self.schema.column(mention.id).role == Role::Flag;
        let is_open = is_busy && self.measures.is_empty() && self.by_stems(stems).is_none();
        let is_no_amount = |mention: &Mention| {
            let column = self.schema.column(mention.id);
            !column.is_quantity() || matches!(column.role, Role::Flag | Role::Ordinal)
        };
        if is_open && self.bare.iter().any(is_flag) && self.bare.iter().all(is_no_amount) {
            self.unknown.push(extreme.at);
            return;
        }
        self.narrow_to_flag(extreme.at, stems);
        let by_relatives = || {
            let node = &self.nodes[extreme.at];
            self.tokens[node.start..node.end]
                .iter()
                .find_map(|token| related::quantity(token, self.schema, self.table))
        };
        let is_amount = |draft: &Self, mention: &Mention| {
            draft.schema.column(mention.id).is_quantity() && !draft.is_asked_kind(mention)
        };
        if let Some(id) = self.by_stems(stems).or_else(by_relatives) {
            let node = &self.nodes[extreme.at];
            let inverse = self.tokens[node.start..node.end]
                .iter()
                .any(|token| self.is_inverse(&token.word, id));
            if let Some(known) = self.extreme.as_mut().filter(|_| inverse) {
                known.adjective.high = !known.adjective.high;
            }
            if self.measures.is_empty() && !self.bare.iter().any(|mention| is_amount(self, mention))
            {
                if self.asks_typical_size(extreme.at, id) {
                    self.push_mean(id, extreme.at);
                } else if self.schema.column(id).is_quantity() {
                    self.push_extreme_mention(id, extreme.at, stems);
                } else if self.schema.column(id).is_numeric() {
                    // "oldest university in every region": the year is compared and divides nothing.
                    self.push_mean(id, extreme.at);
                } else {
                    self.bare.push(Mention::of(id, extreme.at));
                }
            } else if self.is_listed_behind(extreme.at, id) {
                self.bare.insert(0, Mention::of(id, extreme.at));
            }
        } else if self.measures.is_empty()
            && !self
                .bare
                .iter()
                .any(|mention| self.schema.column(mention.id).is_quantity())
            && self.count_at.is_none()
            && !self.rank_by_stay(stems, extreme.at)
        {
            self.penalty += 1.5;
            // "the largest plant in each country": nothing says how large a plant is, and a number of plants is no size.
            let is_row = self.next(extreme.at + 1).is_some_and(
                |next| matches!(self.nodes[next].item, Item::Entity(table) if table == self.table),
            );
            let is_superlative = self.tokens[self.nodes[extreme.at].end - 1]
                .word
                .ends_with("est");
            if is_row || is_superlative && stems != crate::language::lexicon::SIZE {
                self.unknown.push(extreme.at);
            }
        } else if stems != crate::language::lexicon::SIZE
            && self.count_at.is_none()
            && !self
                .bare
                .iter()
                .any(|mention| self.schema.column(mention.id).is_quantity())
            && self
                .measures
                .iter()
                .all(|part| matches!(part.provenance, crate::plan::Provenance::Default { .. }))
        {
            // "oldest museum" is not the one with most visitors, which nothing but the table says.
            self.unknown.push(extreme.at);
        }
    }

    fn push_mean(&mut self, id: ColumnId, at: usize) {
        let of = self.scalar(id);
        let aggregate = Aggregate::Mean;
        let spans = self.spans(at, at + 1);
        self.measures
            .push(Part::said(Measure::Aggregate { aggregate, of }, spans));
        self.measured_at.push(at);
    }

    /// "Which district has the biggest flats": a district with many flats has none the bigger for it.
    fn asks_typical_size(&self, at: usize, id: ColumnId) -> bool {
        let rows = self.next(at + 1).filter(
            |next| matches!(self.nodes[*next].item, Item::Entity(table) if table == self.table),
        );
        let is_plural = rows.is_some_and(|rows| {
            let word = &self.tokens[self.nodes[rows].start].word;
            crate::schema::build::singular(word) != *word
        });
        let is_group =
            |mention: &Mention| mention.at < at && !self.schema.column(mention.id).is_quantity();
        is_plural && self.schema.column(id).role == Role::Additive && self.bare.iter().any(is_group)
    }

    /// "The tallest person, with sex and age": the superlative has a quantity of its own, and those behind it are only told.
    fn is_listed_behind(&self, at: usize, own: ColumnId) -> bool {
        let is_listed = |mention: &Mention| {
            mention.id != own
                && mention.at > at
                && self.nodes[at..mention.at]
                    .iter()
                    .any(|node| matches!(node.item, Item::With | Item::Break))
        };
        let mut told = self
            .bare
            .iter()
            .filter(|mention| self.schema.column(mention.id).is_quantity());
        self.measures.is_empty() && self.schema.column(own).is_quantity() && told.all(is_listed)
    }

    /// Adds the quantity that a superlative speaks of: "the cheapest" of two prices is asked back.
    fn push_extreme_mention(&mut self, id: ColumnId, at: usize, stems: &[&str]) {
        let mut others = self.schema.columns_by_stems(self.table, stems);
        others.retain(|other| *other != id && self.schema.column(*other).is_quantity());
        let is_open = !others.is_empty();
        let mention = Mention {
            others,
            ..Mention::of(id, at)
        };
        self.unclear.extend(is_open.then(|| mention.clone()));
        self.bare.push(mention);
    }

    /// "Fastest time per year", "best time": the quantity is named, and of a time less is better.
    fn turn_named_extreme(&mut self) {
        let Some(extreme) = &self.extreme else { return };
        let mut named = self
            .bare
            .iter()
            .map(|mention| mention.id)
            .filter(|id| self.schema.column(*id).is_quantity());
        let (Some(id), None) = (named.next(), named.next()) else {
            return;
        };
        let is_turned = self.is_turned(extreme.at, id);
        if let Some(known) = self.extreme.as_mut().filter(|_| is_turned) {
            known.adjective.high = !known.adjective.high;
        }
    }

    /// Tells whether the superlative at a node asks for the low values of a quantity: "best time", "fastest time".
    pub(in crate::compose) fn is_turned(&self, at: usize, id: ColumnId) -> bool {
        let node = &self.nodes[at];
        let said = &self.tokens[node.start..node.end];
        let judges = said.iter().any(|token| token.is("best worst"));
        let is_paced = |token: &crate::language::Token| {
            token.is("fastest quickest slowest") && self.is_inverse(&token.word, id)
        };
        let is_time = self
            .schema
            .column(id)
            .unit
            .is_some_and(|unit| unit.kind == UnitKind::Time);
        let says_time = self
            .tokens
            .get(node.end)
            .is_some_and(|next| next.is("time times"));
        judges && (self.schema.column(id).is_burden() || is_time && says_time)
            || said.iter().any(is_paced)
    }

    /// Tells whether an adjective turns around for a column: the oldest house has the lowest year, the fastest runner the
    /// lowest time.
    pub(super) fn is_inverse(&self, word: &str, id: ColumnId) -> bool {
        let column = self.schema.column(id);
        let low = column
            .profile
            .min
            .as_ref()
            .and_then(serde_json::Value::as_f64);
        let dated =
            column.is_date() || (low.is_some_and(|low| low >= 1000.0) && !column.has_stem("age"));
        let timed = column.unit.is_some_and(|unit| unit.kind == UnitKind::Time)
            || column.has_stem("time")
            || column.has_stem("durat");
        let age = word.starts_with("old") || word.starts_with("young");
        let pace =
            word.starts_with("fast") || word.starts_with("slow") || word.starts_with("quick");
        (age && dated) || (pace && timed && !column.has_stem("speed"))
    }

    /// "The cheapest convertible" is one of the rows with the flag, which has no size.
    fn narrow_to_flag(&mut self, at: usize, stems: &[&str]) {
        let next = self.next(at + 1);
        let found = self.bare.iter().position(|mention| {
            Some(mention.at) == next && self.schema.column(mention.id).role == Role::Flag
        });
        let ranked = self.by_stems(stems);
        let Some(found) =
            found.filter(|found| ranked.is_some_and(|ranked| ranked != self.bare[*found].id))
        else {
            return;
        };
        let mention = self.bare.remove(found);
        let is_true = || Condition::Test {
            of: self.scalar(mention.id),
            test: Test::IsTrue,
        };
        let condition = self.yes_condition(mention.id).unwrap_or_else(is_true);
        self.push_condition(condition, mention.at, Some(mention.id));
    }

    /// "Most common age": the rows of each value of a quantity are counted, where its values come back.
    fn group_by_common(&mut self, at: usize) {
        let Some(next) = self.next(at + 1) else {
            return;
        };
        let found = self
            .bare
            .iter()
            .position(|mention| mention.at == next && self.schema.column(mention.id).is_quantity());
        let Some(found) = found else { return };
        let id = self.bare[found].id;
        let rows = self.schema.tables[id.table].profile.row_count;
        if self.schema.column(id).profile.distinct * 2 > rows {
            self.unknown.push(at);
            return;
        }
        self.bare.remove(found);
        let column = self.schema.reference(id);
        self.push_group(Group::Column { column }, next, next + 1);
    }

    /// "which advisor has the most accounts": the different accounts are counted.
    pub(super) fn count_ranked(&mut self, at: usize) {
        if !self.tokens[self.nodes[at].end - 1].is("most fewest least") || !self.measures.is_empty()
        {
            return;
        }
        let Some(next) = self.next(at + 1) else {
            return;
        };
        let Some(Item::Column { id, .. }) = self.item(next) else {
            return;
        };
        let id = *id;
        // "the most pickups" beside a time of the pickup: each row has one.
        let said = &self.tokens[self.nodes[next].end - 1].word;
        if self.schema.column(id).is_date()
            && crate::schema::build::singular(said) != *said
            && self.count_at.is_none()
        {
            self.bare.retain(|mention| mention.at != next);
            self.count_at = Some(at);
            self.group_by_hour_of_day();
            return;
        }
        let asked = self
            .groups
            .iter()
            .any(|group| group_column(&group.value) != Some(&self.schema.reference(id)))
            || self.bare.iter().any(|mention| {
                mention.id != id && mention.at < at && !self.schema.column(mention.id).is_quantity()
            });
        let is_key = self.schema.column(id).role == Role::Identifier || self.is_key_noun(id);
        if asked && is_key && self.count_at.is_none() {
            self.bare.retain(|mention| mention.id != id);
            let measure = Measure::Aggregate {
                aggregate: Aggregate::CountDistinct,
                of: self.scalar(id),
            };
            self.measures
                .push(Part::said(measure, self.spans(at, next + 1)));
            self.measured_at.push(next);
        }
    }

    /// "which airport had the costliest strike": one row decides and not the sum of all.
    pub(super) fn single_extreme(&self, asked: bool) -> Option<Aggregate> {
        let extreme = self.extreme.as_ref()?;
        let next = self.next(extreme.at + 1)?;
        let is_row = matches!(self.nodes[next].item, Item::Entity(table) if table == self.table);
        let plural = self.tokens[self.nodes[next].end - 1].word.ends_with('s');
        let found = asked && is_row && !plural && !extreme.adjective.stems.is_empty();
        found.then_some(if extreme.adjective.high {
            Aggregate::Maximum
        } else {
            Aggregate::Minimum
        })
    }

    /// "Which company is the most expensive": the one that costs the most on average, whatever it takes in all.
    pub(super) fn mean_of_price(&self, mention: &Mention) -> Option<Aggregate> {
        let extreme = self.extreme.as_ref()?;
        let is_price = extreme.adjective.stems == crate::language::lexicon::MONEY;
        (is_price && extreme.at == mention.at).then_some(Aggregate::Mean)
    }
}
