//! Values, negation, shares and ratios.

use super::draft::{Draft, Mention, Said};
use crate::parse::{Item, Node};
use crate::plan::{Aggregate, Arithmetic, Condition, Group, Literal, Measure, Test};
use crate::schema::{ColumnId, Schema};

impl Draft<'_, '_> {
    /// A list of values: "Gentoo and Adelie", "floods or epidemics".
    pub(super) fn value_phrase(&mut self, at: usize, column: ColumnId) -> usize {
        let (texts, end, either) = self.values_from(at, column);
        if self.is_whole_scale(at, end, column, &texts) {
            self.push_group(self.column_group(column), at, end);
            return end;
        }
        let said = Said {
            condition: self.value_condition(column, &texts, false),
            at,
            column: Some(column),
            is_time: false,
        };
        self.conditions.push(said);
        let lists = self.nodes[at..end]
            .iter()
            .filter(|node| matches!(node.item, Item::Value { .. }))
            .count();
        let either = either && !self.compares_alternatives();
        if lists >= 2
            && !either
            && !self.is_taken_together(at, end)
            && self.share_at.is_none_or(|share| share > at)
        {
            self.push_group(
                Group::Column {
                    column: self.schema.reference(column),
                },
                at,
                end,
            );
            self.listed = self.listed.or(Some(column));
        }
        end
    }

    /// "Is the rent higher in Lyon or in Nice?": the two are compared and not put together.
    pub(super) fn compares_alternatives(&self) -> bool {
        let asks = self.tokens.iter().find(|token| {
            token.kind == crate::language::Kind::Word
                && token.is("is are was were did do does has have which what who")
        });
        let has = |is: fn(&Item) -> bool| self.nodes.iter().any(|node| is(&node.item));
        asks.is_some()
            && has(|item| matches!(item, Item::CompareWord { .. }))
            && !has(|item| matches!(item, Item::Than | Item::Compare { .. }))
    }

    /// Tells whether listed values are one set: "limited to Lyon and Nice", "Lyon and Nice together".
    fn is_taken_together(&self, at: usize, end: usize) -> bool {
        let before = (0..at)
            .rev()
            .find(|at| !matches!(self.nodes[*at].item, Item::Filler | Item::In));
        let is_limited = before.is_some_and(|before| matches!(self.nodes[before].item, Item::Only))
            && self.versus_at.is_none()
            && self.difference_at.is_none();
        let last = self.nodes[end - 1].end;
        let is_joined = self
            .tokens
            .get(last)
            .is_some_and(|token| token.is("together combined taken alike"));
        is_limited || is_joined
    }

    /// The values of one column that are joined by commas, "and", "or".
    fn values_from(&self, at: usize, column: ColumnId) -> (Vec<String>, usize, bool) {
        let mut texts: Vec<String> = Vec::new();
        let mut end = at;
        let mut either = false;
        let mut here = at;
        while let Some(item) = self.item(here) {
            match item {
                Item::Value {
                    column: other,
                    texts: more,
                } if *other == column => {
                    texts.extend(more.iter().cloned());
                    end = here + 1;
                }
                Item::Or => either = true,
                Item::And | Item::Filler | Item::Versus => {}
                Item::In | Item::With | Item::By | Item::Of | Item::Column { .. }
                    if here == end => {}
                Item::Break if !self.is_break(here) => {}
                _ => break,
            }
            here += 1;
            if here > end + 3 {
                break;
            }
        }
        texts.dedup();
        (texts, end.max(at + 1), either)
    }

    /// "not counting Canada geese", "no sex recorded", "without damage", "leave out the unknown ones".
    pub(super) fn not_phrase(&mut self, at: usize) -> usize {
        let Some(next) = (at + 1..self.nodes.len()).find(|at| {
            !matches!(
                self.nodes[*at].item,
                Item::Filler | Item::Of | Item::In | Item::By | Item::With | Item::Not
            )
        }) else {
            return self.ignore_last(at);
        };
        // "(2024 isn't complete, ignore)": what was said before is left out.
        if matches!(self.item(next), Some(Item::Break))
            && self.tokens[self.nodes[at].start].is("ignore exclude skip omit drop")
        {
            return self.ignore_last(at);
        }
        if let Some(end) = self.without_partner(at, next) {
            return end;
        }
        // "without gender X": the column only introduces its value.
        let next = match (self.item(next), self.item(next + 1)) {
            (Some(Item::Column { id, .. }), Some(Item::Value { column, .. })) if id == column => {
                next + 1
            }
            _ => next,
        };
        if let Some(end) = self.not_numbered(at, next) {
            return end;
        }
        match self.item(next).cloned() {
            Some(Item::TextTest { .. }) => self.text_phrase(next, true),
            Some(Item::FirstWord { .. }) => self.first_word_phrase(next, true),
            Some(Item::Value { column, .. }) => {
                let (texts, end, _) = self.values_from(next, column);
                let said = Said {
                    condition: self.value_condition(column, &texts, true),
                    at,
                    column: Some(column),
                    is_time: false,
                };
                self.conditions.push(said);
                end
            }
            Some(Item::Missing) => {
                self.missing_at = Some(at);
                next + 1
            }
            // "have not cancelled" beside `cancelled_on`.
            Some(Item::Column { id, .. }) if self.event_condition(id, next).is_some() => {
                self.conditions.push(Said {
                    condition: Condition::Test {
                        of: self.scalar(id),
                        test: Test::Missing,
                    },
                    at,
                    column: Some(id),
                    is_time: false,
                });
                next + 1
            }
            Some(Item::Column { id, .. })
                if self.schema.column(id).role != crate::schema::Role::Flag
                    && self.yes_condition(id).is_none()
                    && self.tokens[self.nodes[at].start].is("not is are was were") =>
            {
                // Nothing says what a row without it would be.
                self.unknown.push(at);
                next + 1
            }
            Some(Item::Column { id, .. })
                if self.schema.column(id).role == crate::schema::Role::Flag
                    || self.has_zero(id) =>
            {
                // "The police did not attend": the flag is named on both sides of the negation.
                let nodes = self.nodes;
                self.bare
                    .retain(|mention| mention.id != id || !stands_before(nodes, mention.at, at));
                let is_numeric = self.schema.column(id).is_numeric();
                let zero = Test::In {
                    values: vec![Literal::Number { number: 0.0 }],
                };
                self.conditions.push(Said {
                    condition: Condition::Test {
                        of: self.scalar(id),
                        test: if is_numeric { zero } else { Test::IsFalse },
                    },
                    at,
                    column: Some(id),
                    is_time: false,
                });
                next + 1
            }
            // "without weekends" of a column of yes and no.
            Some(Item::Column { id, .. })
                if self.schema.column(id).is_text() && self.yes_condition(id).is_some() =>
            {
                if let Some(yes) = self.yes_condition(id) {
                    self.conditions.push(Said {
                        condition: Condition::Not { of: Box::new(yes) },
                        at,
                        column: Some(id),
                        is_time: false,
                    });
                }
                next + 1
            }
            Some(Item::Column { id, .. }) => {
                let recorded = matches!(self.item(next + 1), Some(Item::Recorded));
                // "with damage against without damage": two groups.
                let earlier = self.conditions.iter().position(|said| {
                    said.column == Some(id)
                        && matches!(
                            &said.condition,
                            Condition::Test {
                                test: Test::NotIn { .. },
                                ..
                            }
                        )
                });
                if let (Some(earlier), Some(none)) = (earlier, none_value(self.schema, id)) {
                    self.conditions.remove(earlier);
                    let name = self
                        .schema
                        .column(id)
                        .words
                        .last()
                        .map_or_else(String::new, |word| word.word.clone());
                    let condition = self.value_condition(id, &[none], false);
                    self.push_group(
                        Group::Split {
                            condition,
                            yes: format!("without {name}"),
                            no: format!("with {name}"),
                        },
                        at,
                        next + 1,
                    );
                    return next + 1;
                }
                let condition = none_value(self.schema, id).map_or_else(
                    || Condition::Test {
                        of: self.scalar(id),
                        test: Test::Missing,
                    },
                    |none| self.value_condition(id, &[none], false),
                );
                self.conditions.push(Said {
                    condition,
                    at,
                    column: Some(id),
                    is_time: false,
                });
                next + 1 + usize::from(recorded)
            }
            Some(Item::Time(range)) => {
                if let Some(condition) = self.time_condition(&range) {
                    self.conditions.push(Said {
                        condition: Condition::Not {
                            of: Box::new(condition),
                        },
                        at,
                        column: None,
                        is_time: true,
                    });
                }
                next + 1
            }
            // "ignore -99": a code for a missing value.
            Some(Item::Number(number)) if self.last_quantity().is_some() => {
                if let Some(id) = self.last_quantity() {
                    self.conditions.push(Said {
                        condition: Condition::Test {
                            of: self.scalar(id),
                            test: Test::NotIn {
                                values: vec![Literal::Number { number }],
                            },
                        },
                        at,
                        column: Some(id),
                        is_time: false,
                    });
                }
                next + 1
            }
            _ => {
                // A negation is never passed over: the answer would say the opposite. "2009 is not complete, so leave it
                // out" says itself what follows.
                let settled = self.nodes[at..].iter().any(|node| {
                    matches!(node.item, Item::ExcludeIt)
                        || self.tokens[node.start].is("ignore skip exclude omit")
                });
                if !settled {
                    self.unknown.push(at);
                }
                self.penalty += 1.0;
                at + 1
            }
        }
    }

    /// "except line 9": one value of a column of numbers.
    fn not_numbered(&mut self, at: usize, next: usize) -> Option<usize> {
        let (Some(Item::Column { id, .. }), Some(Item::Number(number))) =
            (self.item(next), self.item(next + 1))
        else {
            return None;
        };
        let (id, number) = (*id, *number);
        let column = self.schema.column(id);
        if !column.is_numeric() || column.role == crate::schema::Role::Additive {
            return None;
        }
        self.conditions.push(Said {
            condition: Condition::Test {
                of: self.scalar(id),
                test: Test::NotIn {
                    values: vec![Literal::Number { number }],
                },
            },
            at,
            column: Some(id),
            is_time: false,
        });
        Some(next + 2)
    }

    /// Leaves out the time that was named last, where a negation has no object of its own.
    fn ignore_last(&mut self, at: usize) -> usize {
        let orders = self.tokens[self.nodes[at].start].is("ignore exclude skip omit drop");
        // "runners without a club do not count": what was said before is left out.
        let uncounted =
            self.tokens[self.nodes[at].start].is("do don") && !self.conditions.is_empty();
        if orders && !self.time_ranges.is_empty() || uncounted {
            self.exclude_last();
        } else if !self.deny_flag_before(at) {
            // A negation is never passed over.
            self.unknown.push(at);
        }
        at + 1
    }

    /// "Collisions where the police did not come" beside a column `police_attended`.
    fn deny_flag_before(&mut self, at: usize) -> bool {
        let nodes = self.nodes;
        let said = self
            .conditions
            .iter_mut()
            .rev()
            .find(|said| stands_before(nodes, said.at, at));
        if let Some(Condition::Test { test, .. }) = said.map(|said| &mut said.condition)
            && *test == Test::IsTrue
        {
            *test = Test::IsFalse;
            return true;
        }
        let is_flag = |mention: &Mention| {
            self.schema.column(mention.id).role == crate::schema::Role::Flag
                && stands_before(nodes, mention.at, at)
        };
        let Some(flag) = self.bare.iter().rposition(is_flag) else {
            return false;
        };
        let id = self.bare.remove(flag).id;
        self.conditions.push(Said {
            condition: Condition::Test {
                of: self.scalar(id),
                test: Test::IsFalse,
            },
            at,
            column: Some(id),
            is_time: false,
        });
        true
    }

    /// Tells whether a quantity says by 0 that there is none of it: "days without rain".
    fn has_zero(&self, id: ColumnId) -> bool {
        let column = self.schema.column(id);
        column.is_quantity()
            && column.profile.nulls == 0
            && column
                .profile
                .min
                .as_ref()
                .and_then(serde_json::Value::as_f64)
                == Some(0.0)
    }

    /// The quantity that was named last.
    fn last_quantity(&self) -> Option<ColumnId> {
        let measured = self.measures.last().and_then(|part| match &part.value {
            Measure::Aggregate {
                of: crate::plan::Scalar::Column { column },
                ..
            } => self.schema.find(column),
            _ => None,
        });
        let bare = self
            .bare
            .iter()
            .rev()
            .map(|mention| mention.id)
            .find(|id| self.schema.column(*id).is_quantity());
        bare.or(measured)
    }

    /// Divides the measures by the quantity behind "per".
    pub(super) fn divide_by_quantity(&mut self) {
        let Some((id, factor)) = self.per else { return };
        let below = Measure::Aggregate {
            aggregate: Aggregate::Sum,
            of: self.scalar(id),
        };
        // "Points per game vs salary": the divisor belongs to one of two that are set against each other.
        let is_shared = self.measures.len() > 1 && self.versus_at.is_some();
        // The mean of rates and averages is no amount that could be divided among things.
        let is_rate = |part: &crate::plan::Part<Measure>| {
            matches!(
                ratio_of_sums(part.value.clone()),
                Measure::Aggregate {
                    aggregate: Aggregate::Mean,
                    ..
                }
            )
        };
        if is_shared || self.measures.iter().any(is_rate) {
            self.penalty += 2.0;
        }
        for part in &mut self.measures {
            let (left, right) = paired(
                self.schema,
                ratio_of_sums(part.value.clone()),
                below.clone(),
            );
            let mut value = Measure::Arithmetic {
                operator: Arithmetic::Divide,
                left: Box::new(left),
                right: Box::new(right),
                percent: false,
            };
            if factor > 1.0 {
                value = Measure::Arithmetic {
                    operator: Arithmetic::Multiply,
                    left: Box::new(value),
                    right: Box::new(Measure::Number { number: factor }),
                    percent: false,
                };
            }
            part.value = value;
        }
    }

    /// Tells whether a condition keeps the rows for all of a key, "(all students)": all of them are no part.
    fn is_whole(&self, said: &Said) -> bool {
        let (
            Some(id),
            Condition::Test {
                test: Test::In { values },
                ..
            },
        ) = (said.column, &said.condition)
        else {
            return false;
        };
        let wholes = &self.schema.tables[id.table].wholes;
        values.iter().all(|value| {
            matches!(value, Literal::Text { text }
                if wholes.iter().any(|(column, whole)| *column == id.column && whole == text))
        })
    }

    /// Makes ratios of what the share's words divide; tells whether a share was made.
    pub(super) fn apply_share(&mut self) -> bool {
        self.doubt_subject();
        if self.measures.len() == 2
            && (self.ratio_at.is_some() || self.share_of_at.is_some() || self.share_at.is_some())
        {
            self.divide_measures();
            return true;
        }
        if self.share_of_what_follows() {
            return true;
        }
        let Some(share) = self.share_at.or(self.rate_of) else {
            return false;
        };
        if self.is_breakdown(share) {
            return false;
        }
        self.drop_subject(share);
        if self.share_of_flag(share) {
            return true;
        }
        let rate = self.rate_of.filter(|_| self.share_at.is_none());
        let base = match self.measures.len() {
            0 => Measure::Count,
            1 => self.measures[0].value.clone(),
            _ => return false,
        };
        let Some(base) = self.whole_of(base) else {
            self.unknown.push(share);
            return false;
        };
        // The part is said by the conditions behind "share of"; what stands before it, and times, stay conditions of all.
        let (part, rest): (Vec<Said>, Vec<Said>) = std::mem::take(&mut self.conditions)
            .into_iter()
            .partition(|said| match rate {
                Some(rate) => said.at == rate,
                None => said.at > share && !said.is_time && !self.is_whole(said),
            });
        self.conditions = rest;
        let mut part: Vec<Said> = part;
        part.retain(|said| !self.is_total(said));
        if let Some(at) = self
            .subject_of_share(share, &part)
            .filter(|_| rate.is_none())
        {
            let subject = part.remove(at);
            self.conditions.push(subject);
        }
        if rate.is_none() {
            self.move_attributes(share, &mut part);
            self.move_wholes(share, &mut part);
        }
        if let [only] = part.as_slice()
            && rate.is_none()
            && self.is_full_list(only)
            && let Some(column) = only.column
        {
            // "share of good, moderate and poor days": a share for each of them.
            let group = Group::Column {
                column: self.schema.reference(column),
            };
            let (from, to) = (only.at, only.at + 1);
            self.push_group(group, from, to);
            self.conditions.extend(part);
            return false;
        }
        if part.is_empty() && rate.is_none() {
            part = self.asked_before(share);
        }
        if part.is_empty() {
            return self.share_of_column(share);
        }
        let spans = self.spans(share, share + 1);
        let all: Vec<Condition> = part.iter().map(|said| said.condition.clone()).collect();
        self.groups.retain(|group| {
            !part.iter().any(|said| {
                said.column.is_some_and(|column| {
                    group.value
                        == (Group::Column {
                            column: self.schema.reference(column),
                        })
                })
            })
        });
        let condition = if all.len() == 1 {
            all[0].clone()
        } else {
            Condition::And { all }
        };
        let measure = self.share_where(base, condition);
        self.measures = vec![crate::plan::Part::said(measure, spans)];
        true
    }

    /// Returns what a share is a part of. Sums and counts have parts; averages and extremes have none, and where the
    /// average is only the column's usual measure, a share means its sum.
    pub(super) fn whole_of(&self, base: Measure) -> Option<Measure> {
        match base {
            Measure::Aggregate {
                aggregate: Aggregate::Mean,
                of,
            } if !self.says_aggregate() => Some(Measure::Aggregate {
                aggregate: Aggregate::Sum,
                of,
            }),
            Measure::Aggregate {
                aggregate: Aggregate::Sum | Aggregate::CountDistinct | Aggregate::CountPresent,
                ..
            } => Some(base),
            Measure::Aggregate { .. } => None,
            other => Some(other),
        }
    }

    fn says_aggregate(&self) -> bool {
        let is_aggregate = |node: &Node| matches!(node.item, Item::Aggregate(..));
        self.nodes.iter().any(is_aggregate)
    }

    /// "the proportion of their residences": the shares of all values of a column, whatever the conditions.
    fn is_breakdown(&self, share: usize) -> bool {
        let behind = (share + 1..self.nodes.len()).find(|at| {
            !matches!(
                self.nodes[*at].item,
                Item::Filler | Item::Of | Item::Count | Item::By
            )
        });
        match behind.and_then(|at| self.item(at)) {
            Some(Item::Column { id, .. }) => {
                let column = self.schema.column(*id);
                let rows = self.schema.tables[id.table].label == Some(id.column)
                    || self.schema.is_unique(*id);
                let by = (share + 1..self.nodes.len())
                    .find(|at| matches!(self.nodes[*at].item, Item::By));
                column.is_text()
                    && column.profile.distinct > 2
                    && !rows
                    && !by.is_some_and(|by| self.has_predicate(by))
                    && !behind.is_some_and(|noun| self.is_subject(share, noun, *id))
            }
            _ => false,
        }
    }

    /// "Joly's share": a part of a whole that is spread over columns.
    fn share_of_column(&mut self, share: usize) -> bool {
        let Some(wide) = &self.schema.tables[self.table].wide else {
            return false;
        };
        let Some(total) = wide.total else {
            return false;
        };
        let whole = self.scalar(ColumnId {
            table: self.table,
            column: total,
        });
        let Some(Measure::Aggregate { aggregate, of }) =
            self.measures.first().map(|part| part.value.clone())
        else {
            return false;
        };
        if of == whole {
            return false;
        }
        let measure = Measure::Arithmetic {
            operator: Arithmetic::Divide,
            left: Box::new(Measure::Aggregate {
                aggregate: Aggregate::Sum,
                of,
            }),
            right: Box::new(Measure::Aggregate {
                aggregate: Aggregate::Sum,
                of: whole,
            }),
            percent: true,
        };
        let _ = aggregate;
        let spans = self.spans(share, share + 1);
        self.measures = vec![crate::plan::Part::said(measure, spans)];
        true
    }

    /// Tells whether a condition lists three values or more of a column.
    fn is_full_list(&self, said: &Said) -> bool {
        matches!(
            &said.condition,
            Condition::Test {
                test: Test::In { values },
                ..
            } if values.len() >= 3
        )
    }

    fn divide_measures(&mut self) {
        let spans: Vec<_> = self
            .measures
            .iter()
            .flat_map(|part| match &part.provenance {
                crate::plan::Provenance::Words { spans } => spans.clone(),
                _ => Vec::new(),
            })
            .collect();
        let (first, second) = (
            self.measures[0].value.clone(),
            self.measures[1].value.clone(),
        );
        // "What part of GDP is government spending": the smaller one is the part.
        let swapped = self.share_at.is_some()
            && self.share_of_at.is_none()
            && self.mean_of(&first) > self.mean_of(&second);
        let (left, right) = if swapped {
            (second, first)
        } else {
            (first, second)
        };
        let (left, right) = paired(self.schema, ratio_of_sums(left), ratio_of_sums(right));
        let measure = Measure::Arithmetic {
            operator: Arithmetic::Divide,
            left: Box::new(left),
            right: Box::new(right),
            percent: self.ratio_at.is_none(),
        };
        self.measures = vec![crate::plan::Part::said(measure, spans)];
        self.measured_at.truncate(1);
    }

    fn mean_of(&self, measure: &Measure) -> f64 {
        match measure {
            Measure::Aggregate {
                of: crate::plan::Scalar::Column { column },
                ..
            } => self
                .schema
                .find(column)
                .and_then(|id| self.schema.column(id).profile.mean)
                .unwrap_or(0.0),
            _ => 0.0,
        }
    }

    /// "share of union members in the warehouse": what stands behind "in" says where the whole is, and "compared with urban
    /// roads" divides it.
    fn move_wholes(&mut self, share: usize, part: &mut Vec<Said>) {
        let is_place = |said: &Said| {
            let before = (share + 1..said.at)
                .rev()
                .find(|at| !matches!(self.nodes[*at].item, Item::Filler | Item::Column { .. }));
            before.is_some_and(|at| {
                matches!(self.nodes[at].item, Item::In)
                    && self.tokens[self.nodes[at].start].is("in at on within among")
            })
        };
        let places: Vec<usize> = (0..part.len()).filter(|at| is_place(&part[*at])).collect();
        if places.is_empty() || places.len() == part.len() {
            return;
        }
        for at in places.into_iter().rev() {
            let said = part.remove(at);
            let is_compared = matches!(
                &said.condition,
                Condition::Test { test: Test::In { values }, .. } if values.len() > 1
            );
            if let Some(column) = said
                .column
                .filter(|_| is_compared && self.versus_at.is_some())
            {
                let column = self.schema.reference(column);
                self.push_group(Group::Column { column }, said.at, said.at + 1);
            }
            self.conditions.push(said);
        }
    }

    /// "share of bookings that were cancelled" beside a column of 0 and 1: its mean over the rows that the conditions keep.
    fn share_of_flag(&mut self, share: usize) -> bool {
        let [part] = self.measures.as_mut_slice() else {
            return false;
        };
        let Measure::Aggregate {
            aggregate: aggregate @ (Aggregate::Mean | Aggregate::Sum),
            of: crate::plan::Scalar::Column { column },
        } = &mut part.value
        else {
            return false;
        };
        let is_flag = self.schema.find(column).is_some_and(|id| {
            let column = self.schema.column(id);
            column.role == crate::schema::Role::Flag && column.is_numeric()
        });
        let is_behind = self.measured_at.first().is_none_or(|at| *at > share);
        if !is_flag || !is_behind {
            return false;
        }
        *aggregate = Aggregate::Mean;
        true
    }

    /// "share of the express orders in Rome that were late": what is said of the rows by a verb is the part; attributes only say
    /// which rows the whole has.
    fn move_attributes(&mut self, share: usize, part: &mut Vec<Said>) {
        let (predicates, attributes): (Vec<Said>, Vec<Said>) = part
            .iter()
            .cloned()
            .partition(|said| self.is_stated(share, said.at));
        if !predicates.is_empty() {
            *part = predicates;
            self.conditions.extend(attributes);
        }
    }

    /// Tells whether a condition behind "share of" is a statement about the rows: "that were late", "have a lift". A subject of
    /// its own makes it an attribute: "where the price is over 5", "whose colour is red".
    pub(super) fn is_stated(&self, share: usize, at: usize) -> bool {
        const SUBORDINATES: &str = "where whose with when having in at on of for among from without under over except \
             excluding ignoring limited classified only during outside apart other counting but out within";
        const VERBS: &str = "is are was were be been has have had do does did led went include includes included involve involves \
             involved contain contains that who which happened arrived";
        let node = &self.nodes[at];
        let own = &self.tokens[node.start..node.end];
        let is_negation = matches!(node.item, Item::Not | Item::Without);
        if is_negation && !own.iter().any(|token| token.is(VERBS)) {
            return false;
        }
        let from = self.nodes[share].end;
        // "Are smokers more anxious? share of anxious patients": what was said before the share is no verb of it.
        if node.start < from {
            return false;
        }
        let mut has_verb = is_negation;
        for token in self.tokens[from..node.start].iter().rev().take(8) {
            if token.is("that who which") {
                return true;
            }
            // Behind a verb, only the subject of a subordinate clause may follow: "where the price | is".
            if has_verb && token.is("where whose when") || !has_verb && token.is(SUBORDINATES) {
                return false;
            }
            has_verb |= token.is(VERBS);
            if token.kind == crate::language::Kind::Break {
                break;
            }
        }
        has_verb
    }

    /// "What share of the puffins were caught before": the noun before the verb is the whole, and what follows is its part.
    fn subject_of_share(&self, share: usize, part: &[Said]) -> Option<usize> {
        let first = (0..part.len()).min_by_key(|at| part[*at].at)?;
        let behind = part
            .iter()
            .map(|said| said.at)
            .filter(|at| *at > part[first].at)
            .min()?;
        let is_object = self.next(share + 1) == Some(part[first].at);
        let between = self.nodes[part[first].at].end..self.nodes[behind].start;
        let verb = self
            .tokens
            .get(between)?
            .iter()
            .any(|token| token.is("is are was were has have had did do does"));
        (is_object && verb).then_some(first)
    }

    /// Tells whether a condition only names the row that is the sum of all.
    fn is_total(&self, said: &Said) -> bool {
        let Condition::Test {
            test: Test::In { values },
            ..
        } = &said.condition
        else {
            return false;
        };
        self.schema.tables[self.table]
            .totals
            .iter()
            .any(|(column, texts)| {
                said.column.is_some_and(|id| id.column == *column)
                    && values.iter().all(
                        |value| matches!(value, Literal::Text { text } if texts.contains(text)),
                    )
            })
    }
}

/// Keeps to the rows that have both quantities of a ratio: a sum over more rows than the other's would bend it.
fn paired(schema: &Schema<'_>, left: Measure, right: Measure) -> (Measure, Measure) {
    let has_gaps = |measure: &Measure| match measure {
        Measure::Aggregate {
            of: crate::plan::Scalar::Column { column },
            ..
        } => schema
            .find(column)
            .filter(|id| schema.column(*id).profile.nulls > 0)
            .map(|_| crate::plan::Scalar::column(column.clone())),
        _ => None,
    };
    let keep = |measure: Measure, other: Option<crate::plan::Scalar>| match other {
        Some(of) => Measure::Filtered {
            of: Box::new(measure),
            condition: Box::new(Condition::Test {
                of,
                test: Test::Present,
            }),
        },
        None => measure,
    };
    let (of_left, of_right) = (has_gaps(&left), has_gaps(&right));
    (keep(left, of_right), keep(right, of_left))
}

/// Returns the sum of what is averaged: ratios of groups are ratios of sums.
pub fn ratio_of_sums(measure: Measure) -> Measure {
    match measure {
        Measure::Aggregate {
            aggregate: Aggregate::Mean,
            of,
        } => Measure::Aggregate {
            aggregate: Aggregate::Sum,
            of,
        },
        other => other,
    }
}

/// The value of a category that says that there is none of it.
pub fn none_value(schema: &Schema<'_>, id: ColumnId) -> Option<String> {
    schema
        .column(id)
        .profile
        .values
        .iter()
        .filter_map(|value| value.value.as_str())
        .find(|text| {
            matches!(
                text.to_lowercase().as_str(),
                "none" | "no" | "nothing" | "no damage" | "false" | "n"
            )
        })
        .map(str::to_owned)
}

/// Tells whether nothing but fillers stands between a node and a later one.
fn stands_before(nodes: &[Node], from: usize, to: usize) -> bool {
    from < to
        && nodes[from + 1..to]
            .iter()
            .all(|node| matches!(node.item, Item::Filler))
}
