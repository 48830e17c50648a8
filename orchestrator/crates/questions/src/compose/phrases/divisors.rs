//! Divisors of a measure: "per occupant", "per 1000 inhabitants", "per square metre", "for its weight".

use crate::compose::draft::Draft;
use crate::parse::Item;
use crate::plan::{Aggregate, Measure};
use crate::schema::{ColumnId, Role};

impl Draft<'_, '_> {
    /// "per occupant", "per 1000 inhabitants", "per square metre": a quantity behind a measure divides it.
    pub(super) fn per_phrase(&mut self, at: usize) -> Option<usize> {
        if !self.tokens[self.nodes[at].start].is("per / each every for") {
            return None;
        }
        let only = self.is_relative(at) || self.tokens[self.nodes[at].start].is("per /");
        // "per person": a word that says nothing elsewhere says what divides here.
        let is_filler = matches!(self.item(at + 1), Some(Item::Filler));
        if only && is_filler && self.is_head_count(at + 1) {
            match self.people_below(at + 1) {
                Some(people) => self.per = Some((people, 1.0)),
                None => self.unknown.push(at + 1),
            }
            return Some(at + 2);
        }
        let next = self.next(at + 1)?;
        if only
            && let Some(Item::Number(number)) = self.item(next)
            && let Some(people) = self.next(next + 1).filter(|people| self.is_people(*people))
            && let Some(id) = self.inhabitants()
        {
            self.per = Some((id, *number));
            return Some(people + 1);
        }
        if only && self.is_per_head(next) {
            return Some(next + 1);
        }
        if only && let Some(people) = self.people_below(next) {
            self.per = Some((people, 1.0));
            return Some(next + 1);
        }
        // "per police officer" in a table of police data divides by the officers.
        let is_compound = matches!(self.item(next), Some(Item::Entity(_)))
            && matches!(self.item(next + 1), Some(Item::Column { id, .. }) if self.schema.column(*id).is_quantity());
        if !is_compound && (self.per_thing(at, next) || self.per_row(at, next)) {
            return Some(next + 1);
        }
        if let Some(id) = self.money_below(next).filter(|_| only) {
            self.per = Some((id, 1.0));
            return Some(next + 1);
        }
        let (factor, noun) = match self.item(next)? {
            Item::Number(number) if only => (*number, self.next(next + 1)?),
            // "per ton of weight": the unit says how much of the quantity.
            Item::Unknown | Item::Filler | Item::Unit(_) if only => self.unit_of_quantity(next)?,
            // "per police officer" in a table of police data: the noun of the rows belongs to the quantity behind it.
            Item::Entity(_) if matches!(self.item(next + 1), Some(Item::Column { .. })) => {
                (1.0, next + 1)
            }
            _ => (1.0, next),
        };
        let Item::Column { id, .. } = self.item(noun)? else {
            return None;
        };
        if self.has_interval_noun(noun) {
            return None;
        }
        let column = self.schema.column(*id);
        let measured = !self.measures.is_empty()
            || self
                .bare
                .iter()
                .any(|mention| self.schema.column(mention.id).is_quantity() && mention.id != *id)
            || (self.count_at.is_some() && factor > 1.0)
            // "Measles per 100,000 people": what is divided goes without saying.
            || (only && factor > 1.0 && self.extreme.is_none())
            // "cheapest district per square metre": the adjective says the quantity.
            || self.extreme.as_ref().is_some_and(|extreme| {
                self.by_stems(extreme.adjective.stems)
                    .is_some_and(|ranked| ranked != *id)
            });
        let dividing = only || factor > 1.0;
        let fits = column.is_quantity()
            && (column.role != Role::Ordinal || column.unit.is_some() || self.is_one_of_many(noun))
            && self
                .extreme
                .as_ref()
                .is_none_or(|extreme| extreme.at > at || measured);
        // "loans per copy": rows are not divided by an amount of another kind, which would be shown in their place.
        let undivided = only
            && !measured
            && column.role == Role::Additive
            && self.entity_at.is_some_and(|entity| entity < at);
        if undivided {
            self.unknown.push(at);
        }
        if !(dividing && measured && fits) {
            return None;
        }
        self.per = Some((*id, factor));
        // A noun of the same thing behind it: "per square metre of floor".
        let more = self.next(noun + 1).filter(
            |more| matches!(self.item(*more), Some(Item::Column { id: other, .. }) if other == id),
        );
        Some(more.map_or(noun + 1, |more| more + 1))
    }

    /// The column of inhabitants, where "per head" divides a quantity by it.
    fn people_below(&self, at: usize) -> Option<ColumnId> {
        let is_head = !matches!(self.nodes[at].item, Item::Column { .. }) && self.is_head_count(at);
        let has_measure = !self.measures.is_empty()
            || (self.bare.iter()).any(|mention| self.schema.column(mention.id).is_quantity());
        if !is_head || !has_measure {
            return None;
        }
        self.inhabitants()
    }

    /// The number of people that live where a row is about.
    fn inhabitants(&self) -> Option<ColumnId> {
        self.by_stems(&["inhabit", "popul", "pop", "resid"])
            .filter(|id| self.schema.column(*id).is_quantity())
    }

    /// Tells whether a node is a word for people in general: "per 100,000 people".
    fn is_people(&self, at: usize) -> bool {
        let node = &self.nodes[at];
        !matches!(node.item, Item::Column { .. })
            && node.end == node.start + 1
            && self.tokens[node.start]
                .is("people persons inhabitants residents citizens population")
    }

    /// Tells whether a node is a word for one of the people that something is divided by.
    fn is_head_count(&self, at: usize) -> bool {
        let node = &self.nodes[at];
        node.end == node.start + 1
            && self.tokens[node.start].is("head capita person inhabitant resident citizen")
    }

    /// The one column of money, where "per dollar" divides a quantity by it.
    fn money_below(&self, at: usize) -> Option<ColumnId> {
        use crate::language::units::{UnitKind, measured_stems, unit};
        let node = &self.nodes[at];
        let said = unit(&self.tokens[node.start].word)
            .filter(|unit| unit.kind == UnitKind::Money && node.end == node.start + 1)?;
        let has_measure = !self.measures.is_empty()
            || (self.bare.iter()).any(|mention| self.schema.column(mention.id).is_quantity());
        let is_behind = matches!(self.next(at + 1).and_then(|next| self.item(next)), Some(Item::Column { id, .. })
            if self.schema.column(*id).is_quantity());
        if !has_measure || is_behind {
            return None;
        }
        let columns = &self.schema.tables[self.table].columns;
        let mut found = (0..columns.len()).filter(|at| {
            let column = &columns[*at];
            let kept = column.unit.map_or_else(
                || {
                    let stems = measured_stems(UnitKind::Money);
                    (column.words.iter()).any(|word| stems.contains(&word.stem.as_str()))
                },
                |kept| kept.name == said.name,
            );
            column.is_quantity() && kept
        });
        let column = found.next().filter(|_| found.next().is_none())?;
        Some(ColumnId {
            table: self.table,
            column,
        })
    }

    /// The quantity behind a unit, and how much of it the unit is.
    fn unit_of_quantity(&self, at: usize) -> Option<(f64, usize)> {
        let said = crate::language::units::unit(&self.tokens[self.nodes[at].start].word)?;
        let noun = self.next(at + 1)?;
        let Some(Item::Column { id, .. }) = self.item(noun) else {
            return None;
        };
        let kept = self.schema.column(*id).unit?;
        (kept.kind == said.kind).then_some((said.factor / kept.factor, noun))
    }

    /// "average number of loans per member": a number of rows for each different member.
    pub(super) fn per_thing(&mut self, at: usize, next: usize) -> bool {
        let mean = self
            .aggregate
            .is_some_and(|(aggregate, _)| aggregate == Aggregate::Mean);
        if !mean
            || self.count_at.is_none()
            || !self.tokens[self.nodes[at].start].is("per each every")
        {
            return false;
        }
        let key = match self.item(next) {
            Some(Item::Entity(table)) => {
                crate::schema::keys(self.schema, self.table, *table).map(|keys| ColumnId {
                    table: self.table,
                    column: keys.0,
                })
            }
            Some(Item::Column { id, .. }) if self.schema.column(*id).role == Role::Identifier => {
                Some(*id)
            }
            _ => None,
        };
        let Some(key) = key else {
            return self.mean_count_per(at, next);
        };
        self.aggregate = None;
        let measure = Measure::Arithmetic {
            operator: crate::plan::Arithmetic::Divide,
            left: Box::new(Measure::Count),
            right: Box::new(Measure::Aggregate {
                aggregate: Aggregate::CountDistinct,
                of: self.scalar(key),
            }),
            percent: false,
        };
        self.push_measure(measure, at, next + 1);
        true
    }

    /// "average number of strikes per airline": the mean of the counts of each.
    fn mean_count_per(&mut self, at: usize, next: usize) -> bool {
        let Some(Item::Column { id, .. }) = self.item(next) else {
            return false;
        };
        let id = *id;
        let divided = !self.groups.is_empty()
            || self.nodes[next + 1..]
                .iter()
                .any(|node| matches!(node.item, Item::By));
        if !self.schema.column(id).is_text() || divided {
            return false;
        }
        self.aggregate = None;
        let measure = Measure::Nested {
            aggregate: Aggregate::Mean,
            of: Box::new(Measure::Count),
            over: vec![self.column_group(id)],
            test: None,
        };
        self.push_measure(measure, at, next + 1);
        true
    }

    /// Tells whether each row of a table is a time of its own.
    pub(in crate::compose) fn is_series(&self, table: usize) -> bool {
        let Some(time) = &self.schema.tables[table].time else {
            return false;
        };
        let column = match &time.source {
            crate::plan::TimeSource::Date { column } | crate::plan::TimeSource::Year { column } => {
                column
            }
            _ => return false,
        };
        self.schema
            .find(column)
            .is_some_and(|id| id.table == table && self.schema.is_unique(id))
    }

    /// Tells whether the table has one row for each day, month or other unit of time.
    fn has_row_for_each(&self, unit: crate::plan::TimeUnit) -> bool {
        let Some(time) = &self.schema.tables[self.table].time else {
            return false;
        };
        let crate::plan::TimeSource::Date { column } = &time.source else {
            return false;
        };
        time.finest == unit
            && self
                .schema
                .find(column)
                .is_some_and(|id| id.table == self.table && self.schema.is_unique(id))
    }

    /// Tells whether "per head" only says what the measured column is: an income per person.
    fn is_per_head(&self, at: usize) -> bool {
        let said = self.tokens[self.nodes[at].start].is("head capita person persons inhabitant");
        let adjective = self
            .extreme
            .as_ref()
            .and_then(|extreme| self.by_stems(extreme.adjective.stems));
        let is_rate = |id: ColumnId| {
            let words = &self.schema.column(id).words;
            words
                .iter()
                .any(|word| matches!(word.word.as_str(), "pc" | "capita" | "percap" | "head"))
        };
        let mut measured = self.bare.iter().map(|mention| mention.id).chain(adjective);
        said && measured.any(is_rate)
    }

    /// Tells whether a node names an item that its column counts: "per seat".
    fn is_one_of_many(&self, at: usize) -> bool {
        let Some(Item::Column { id, .. }) = self.item(at) else {
            return false;
        };
        let word = &self.tokens[self.nodes[at].end - 1].word;
        self.schema.column(*id).words.last().is_some_and(|last| {
            last.word.ends_with('s') && last.word.strip_suffix('s') == Some(word.as_str())
        })
    }

    /// "average cost per visit", "cost per visit by insurance": the mean over the rows.
    fn per_row(&mut self, at: usize, next: usize) -> bool {
        let is_row = match self.item(next) {
            Some(Item::Entity(table)) => *table == self.table,
            Some(Item::Column { id, .. }) => {
                // "per test day": the day of the row's own date.
                let is_day = self.schema.column(*id).is_date()
                    && self.tokens[self.nodes[next].end - 1].is("day date")
                    && self.nodes[next].end > self.nodes[next].start + 1;
                id.table == self.table && (super::is_row_number(self.schema, *id) || is_day)
            }
            // "average coffees per day by weather" where each row is a day.
            Some(Item::Unit(unit)) => {
                self.has_row_for_each(*unit)
                    && self.nodes[next + 1..]
                        .iter()
                        .any(|node| matches!(node.item, Item::By))
            }
            _ => false,
        };
        if !is_row || !self.tokens[self.nodes[at].start].is("per") {
            return false;
        }
        let is_mean = self.measures.last().is_some_and(|part| {
            matches!(
                part.value,
                Measure::Aggregate {
                    aggregate: Aggregate::Mean | Aggregate::Median,
                    ..
                }
            )
        }) || self
            .aggregate
            .is_some_and(|(aggregate, _)| aggregate == Aggregate::Mean);
        if is_mean {
            return true;
        }
        let grouped = !self.groups.is_empty()
            || self.nodes[next + 1..]
                .iter()
                .any(|node| matches!(node.item, Item::By));
        let last = self
            .bare
            .last()
            .filter(|mention| self.schema.column(mention.id).is_quantity());
        match last.cloned() {
            Some(mention) if grouped => {
                self.bare.pop();
                let of = self.scalar(mention.id);
                let aggregate = Aggregate::Mean;
                self.push_measure(Measure::Aggregate { aggregate, of }, mention.at, next + 1);
                true
            }
            _ => false,
        }
    }

    /// Tells whether a size is set against another of the same thing: "the biggest brain for its body size".
    pub(super) fn is_relative(&self, at: usize) -> bool {
        let start = self.nodes[at].start;
        let owner = (self.tokens.get(start + 1)).is_some_and(|next| next.is("its their his her"));
        let of_quantity = matches!(self.next(at + 1).and_then(|next| self.item(next)), Some(Item::Column { id, .. })
            if self.schema.column(*id).is_quantity());
        self.tokens[start].is("for") && owner && of_quantity
    }
}
