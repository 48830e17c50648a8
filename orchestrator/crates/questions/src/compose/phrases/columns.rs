//! Phrases that begin with a column.

use crate::compose::draft::{Draft, Mention, Said};
use crate::parse::Item;
use crate::plan::{Condition, Test, Within};
use crate::schema::{ColumnId, Role};

impl Draft<'_, '_> {
    /// "founded after 1850": the column says which time is meant.
    pub(super) fn named_time(&mut self, at: usize, id: ColumnId) -> Option<usize> {
        let source = self.source_of(id)?;
        let next = (at + 1..self.nodes.len())
            .find(|at| !matches!(self.nodes[*at].item, Item::Filler | Item::In | Item::With))?;
        let Item::Time(range) = self.item(next)? else {
            return None;
        };
        let condition = self.condition_of(&source, range)?;
        self.conditions.push(Said {
            condition,
            at: next,
            column: Some(id),
            is_time: true,
        });
        Some(next + 1)
    }

    /// Tells whether a verb only says what was done to the quantity behind it: the "landed value" beside a weight that was landed.
    pub(in crate::compose) fn is_deed_of_next(&self, at: usize, id: ColumnId) -> bool {
        let node = &self.nodes[at];
        let Some(Item::Column { id: next, .. }) = self.item(at + 1) else {
            return false;
        };
        let said = &self.tokens[node.start..node.end];
        let behind = &self.nodes[at + 1];
        let next_name = &self.tokens[behind.start..behind.end];
        said.len() == 1
            && crate::language::lexicon::is_done_word(&said[0].word)
            && *next != id
            && next.table == id.table
            && self.schema.column(id).is_quantity()
            && self.schema.column(*next).is_quantity()
            && next_name
                .iter()
                .any(|token| self.schema.column(*next).is_called(&token.word))
    }

    /// "Tickets from Enterprise customers" of `customerPlan`: the noun behind a value only says of what it is, and names no
    /// other column such as `customerSeats`.
    fn is_noun_of_value(&self, at: usize, id: ColumnId) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.item(before));
        let Some(Item::Value { column, .. }) = before else {
            return false;
        };
        let node = &self.nodes[at];
        *column != id
            && node.end == node.start + 1
            && self.schema.column(id).words.len() > 1
            && self
                .schema
                .column(*column)
                .has_stem(&self.tokens[node.start].stem)
    }

    pub(super) fn column_phrase(
        &mut self,
        at: usize,
        id: ColumnId,
        others: Vec<ColumnId>,
    ) -> usize {
        // Formulas and periods read words beyond the column, so they are tried first.
        if let Some(end) = self
            .formula_phrase(at)
            .or_else(|| self.binned_time(at, id))
            .or_else(|| self.named_time(at, id))
        {
            return end;
        }
        if self.is_deed_of_next(at, id) || self.past_head(at) != at {
            return at + 1;
        }
        if self.is_single_of(at, id) {
            self.per = Some((id, 1.0));
            return at + 1;
        }
        if self.is_noun_of_value(at, id) {
            return at + 1;
        }
        if self.is_noun_behind_of(at, id) {
            self.entity_at.get_or_insert(at);
            return at + 1;
        }
        if let Some(unit) = self.unit_of_last(at, id) {
            self.unit = self.unit.or(Some(unit));
            return at + 1;
        }
        // "the girl named Lisa": the word only introduces the value.
        if self.tokens[self.nodes[at].start].is("named called")
            && matches!(self.item(at + 1), Some(Item::Value { .. }))
        {
            return at + 1;
        }
        if let Some(next) = self.next(at + 1) {
            match self.item(next).cloned() {
                Some(Item::Compare {
                    comparison,
                    low,
                    high,
                    unit,
                    stems,
                }) if self.is_comparable(id, at, stems) => {
                    // The comparison may name its own column behind it: "states with cost and more than 5 strikes".
                    if let Some(condition) = self.compare(id, comparison, low, high, unit) {
                        self.push_condition(condition, at, Some(id));
                        return self.more_comparisons(next + 1, id);
                    }
                }
                Some(Item::AgainstAverage(comparison, aggregate))
                    if self.schema.column(id).is_quantity() =>
                {
                    let condition = Condition::Test {
                        of: self.scalar(id),
                        test: Test::AgainstAggregate {
                            comparison,
                            aggregate,
                            within: Within::All,
                        },
                    };
                    self.push_condition(condition, at, Some(id));
                    // "a salary above the average salary" names the quantity twice.
                    let again = self.next(next + 1).filter(|again| {
                        matches!(self.item(*again), Some(Item::Column { id: known, .. }) if *known == id)
                    });
                    return again.unwrap_or(next) + 1;
                }
                // "line 5", "bib 217", "reliability 4 or 5".
                Some(Item::Number(_))
                    if self.schema.column(id).is_numeric()
                        && self.schema.column(id).role != Role::Additive
                        && (next == at + 1 || self.is_score_of(at, next))
                        && let Some((numbers, end)) = self.listed_numbers(next) =>
                {
                    self.push_condition(self.is_one_of(id, numbers), at, Some(id));
                    return end;
                }
                // "Status shipped": the column only introduces its value.
                Some(Item::Value { column, .. })
                    if column == id || next == at + 1 && self.shares_noun(column, id) =>
                {
                    return at + 1;
                }
                // "whose occupation is not nurse".
                Some(Item::Not | Item::Without)
                    if matches!(
                        self.next(next + 1).and_then(|value| self.item(value)),
                        Some(Item::Value { column, .. }) if *column == id
                    ) =>
                {
                    return at + 1;
                }
                Some(Item::Missing) => {
                    self.push_condition(
                        Condition::Test {
                            of: self.scalar(id),
                            test: Test::Missing,
                        },
                        at,
                        Some(id),
                    );
                    return next + 1;
                }
                // "commission is not null".
                Some(Item::Not) if matches!(self.item(next + 1), Some(Item::Missing)) => {
                    self.push_condition(
                        Condition::Test {
                            of: self.scalar(id),
                            test: Test::Present,
                        },
                        at,
                        Some(id),
                    );
                    return next + 2;
                }
                _ => {}
            }
        }
        // "substantial damage": the noun of the value before it.
        let named = at.checked_sub(1).and_then(|before| self.item(before));
        if let Some(Item::Value { column, .. }) = named
            && (*column == id || others.contains(column))
        {
            return at + 1;
        }
        // "business accounts", "of all accounts": the noun of what is meant and no way to divide it.
        if !self.schema.column(id).is_quantity()
            && (self.schema.column(id).role == Role::Identifier
                || self.schema.tables[id.table].label == Some(id.column)
                || self.schema.column(id).profile.distinct > 12)
            && (matches!(named, Some(Item::Value { .. })) && self.count_at.is_none()
                || self.is_of_all(at))
        {
            return at + 1;
        }
        // "with damage": all values but the one that says that there is none.
        let with = at.checked_sub(1).is_some_and(|before| {
            (0..=before)
                .rev()
                .find(|at| !matches!(self.nodes[*at].item, Item::Filler))
                .is_some_and(|found| {
                    matches!(self.nodes[found].item, Item::With)
                        || matches!(self.nodes[found].item, Item::Decline(_))
                            && self.is_stated_cause(found)
                })
        });
        if with && let Some(none) = crate::compose::shares::none_value(self.schema, id) {
            let condition = self.value_condition(id, &[none], true);
            self.push_condition(condition, at, Some(id));
            return at + 1;
        }
        // "bookings with children": those that have any.
        if with
            && self.has_any(at, id)
            && let Some(condition) =
                self.compare(id, crate::plan::Comparison::More, 0.0, None, None)
        {
            self.push_condition(condition, at, Some(id));
            return at + 1;
        }
        // Two columns side by side for one noun ("interest rates"): either may be meant.
        let beside = at.checked_sub(1).is_some_and(|before| {
            self.nodes[before].end == self.nodes[at].start
                && matches!(self.nodes[before].item, Item::Column { .. })
        });
        // "Do houses with more bedrooms cost more" has one quantity on each side.
        if beside
            && !self.asks_relation()
            && self.schema.column(id).is_quantity()
            && let Some(last) = self.bare.last_mut().filter(|last| last.at + 1 == at)
            && self.schema.column(last.id).is_quantity()
            && last.id != id
        {
            last.others.push(id);
            return at + 1;
        }
        // A second mention of a column adds nothing.
        if self.bare.iter().any(|mention| mention.id == id) {
            return at + 1;
        }
        if with && self.extreme.is_some() && !self.schema.column(id).is_quantity() {
            self.shown.push(id);
        }
        let which = self.which_at.is_some_and(|which| {
            // "people who plan to leave": a relative clause asks for nothing.
            let relative = which > 0 && self.tokens[self.nodes[which].start].is("who whom whose");
            which < at
                && !relative
                && self.nodes[which + 1..at].iter().all(|node| {
                    node.item.is_glue()
                        || matches!(
                            node.item,
                            Item::Superlative { .. } | Item::Entity(_) | Item::Only
                        )
                })
        });
        self.bare.push(Mention {
            id,
            others,
            at,
            which,
        });
        at + 1
    }

    /// Tells whether a question for the amount of one of many things divides by their number: "what does one conversion cost",
    /// "how much does a customer spend" beside numbers of conversions and customers.
    fn is_single_of(&self, at: usize, id: ColumnId) -> bool {
        let column = self.schema.column(id);
        let start = self.nodes[at].start;
        let is_one = start > 0
            && self.tokens[start - 1].is("one a an each every single average")
            && self.tokens[..start].windows(2).any(|pair| {
                pair[0].is("what") && pair[1].is("does do did")
                    || pair[0].is("how") && pair[1].is("much")
            });
        let is_amount = |node: &crate::parse::Node| match &node.item {
            Item::Column { id: other, .. } => {
                let other_column = self.schema.column(*other);
                let is_money = other_column
                    .unit
                    .is_some_and(|unit| unit.kind == crate::language::units::UnitKind::Money);
                *other != id && other_column.is_quantity() && is_money
            }
            _ => false,
        };
        let is_count = column.role == Role::Additive
            && column.unit.is_none()
            && column.profile.column_type == portolan_query::ColumnType::Integer;
        is_one && is_count && self.nodes[at + 1..].iter().any(is_amount)
    }

    /// Returns the unit that the quantity before is wanted in, where another column is called like it: "duration in minutes"
    /// beside `minutes_each`.
    fn unit_of_last(&self, at: usize, id: ColumnId) -> Option<crate::language::units::Unit> {
        let node = &self.nodes[at];
        let is_one = node.end == node.start + 1;
        let opens = node.start > 0 && self.tokens[node.start - 1].is("in");
        if !is_one || !opens {
            return None;
        }
        let unit = crate::language::units::unit(&self.tokens[node.start].word)?;
        let bare = self.bare.iter().map(|mention| mention.id);
        let measured = self
            .measures
            .iter()
            .filter_map(|part| self.schema.find(part.value.column()?));
        let mut known = bare.chain(measured).filter(|known| *known != id);
        known
            .any(|known| {
                let kept = self.schema.column(known).unit;
                kept.is_some_and(|kept| kept.kind == unit.kind)
            })
            .then_some(unit)
    }

    /// Tells whether rows are counted that have more than none of a number of things.
    fn has_any(&self, at: usize, id: ColumnId) -> bool {
        let column = self.schema.column(id);
        let word = &self.tokens[self.nodes[at].end - 1];
        let low = column
            .profile
            .min
            .as_ref()
            .and_then(serde_json::Value::as_f64);
        (self.count_at.is_some() || self.entity_at.is_some())
            && self.measures.is_empty()
            && self.extreme.is_none()
            && column.is_quantity()
            && (word.word.ends_with('s') || word.is("children people"))
            // "With children" chooses rows only where some have none.
            && low == Some(0.0)
            && !matches!(
                self.item(at + 1),
                Some(Item::And | Item::Compare { .. } | Item::AgainstAverage(..))
            )
    }

    /// Tells whether "of" leads to a single value: "a performance score of 5", but not "a score of 5 players".
    fn is_score_of(&self, at: usize, next: usize) -> bool {
        let between = self.nodes[at].end..self.nodes[next].start;
        let is_noun = matches!(
            self.item(next + 1),
            Some(Item::Column { .. } | Item::Entity(_) | Item::Unit(_))
        );
        self.tokens[between].iter().any(|token| token.is("of")) && !is_noun
    }

    /// Tells whether two text columns are about one thing: "tariff A" where there is a tariff code and a tariff name.
    fn shares_noun(&self, left: ColumnId, right: ColumnId) -> bool {
        let (left, right) = (self.schema.column(left), self.schema.column(right));
        left.is_text()
            && right.is_text()
            && left.words.iter().any(|word| {
                !crate::language::lexicon::is_label_word(&word.word) && right.has_stem(&word.stem)
            })
    }

    /// Tells whether a comparison behind a column is with this column: "patients older than 80" compares no patient number.
    fn is_comparable(&self, id: ColumnId, at: usize, stems: &[&str]) -> bool {
        let column = self.schema.column(id);
        let is_number = column.role == Role::Identifier && !self.is_identifier_asked(id, at);
        column.is_numeric()
            && !is_number
            && (column.is_quantity() || self.by_stems(stems).is_none())
    }

    /// "under 18 or over 60": further comparisons with the same column.
    pub(super) fn more_comparisons(&mut self, from: usize, id: ColumnId) -> usize {
        let Some(next) =
            (from..self.nodes.len()).find(|at| !matches!(self.nodes[*at].item, Item::Filler))
        else {
            return from;
        };
        let either = matches!(self.nodes[next].item, Item::Or);
        if !either && !matches!(self.nodes[next].item, Item::And) {
            return from;
        }
        let Some(Item::Compare {
            comparison,
            low,
            high,
            unit,
            stems,
        }) = self.item(next + 1).cloned()
        else {
            return from;
        };
        let own = self.next(next + 2).and_then(|after| self.item(after));
        // A noun of its own makes it a comparison of something else: "and more than 5 rooms".
        if matches!(own, Some(Item::Column { .. } | Item::Entity(_))) || !stems.is_empty() {
            return from;
        }
        let Some(condition) = self.compare(id, comparison, low, high, unit) else {
            return from;
        };
        if either && let Some(last) = self.conditions.pop() {
            let both = Condition::Or {
                any: vec![last.condition, condition],
            };
            self.push_condition(both, last.at, Some(id));
        } else {
            self.push_condition(condition, next + 1, Some(id));
        }
        next + 2
    }
}
