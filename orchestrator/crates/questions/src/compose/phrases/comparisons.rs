//! Comparisons with numbers, averages and other columns.

use crate::compose::draft::{Draft, Mention, Said};
use crate::parse::Item;
use crate::plan::{Aggregate, Comparison, Condition, Literal, Measure, Scalar, Test, Within};
use crate::schema::{ColumnId, Role};

impl Draft<'_, '_> {
    /// "3 seats or more".
    pub(super) fn number_or_more(&mut self, at: usize, number: f64) -> bool {
        let (Some(Item::Column { id, .. }), Some(Item::OrMore(comparison))) =
            (self.item(at + 1), self.item(at + 2))
        else {
            return false;
        };
        if !self.schema.column(*id).is_quantity() {
            return false;
        }
        let (id, comparison) = (*id, *comparison);
        let Some(condition) = self.compare(id, comparison, number, None, None) else {
            return false;
        };
        self.push_condition(condition, at, Some(id));
        true
    }

    /// Reads "three-room flats", "5 star hotels": a number before a noun in the singular, and what it is a quality of.
    pub(super) fn is_number_of_noun(&mut self, at: usize, number: f64) -> bool {
        let Some(Item::Column { id, .. }) = self.item(at + 1) else {
            return false;
        };
        let (id, column) = (*id, self.schema.column(*id));
        let word = &self.tokens[self.nodes[at + 1].end - 1].word;
        let edge =
            |value: &Option<serde_json::Value>| value.as_ref().and_then(serde_json::Value::as_f64);
        let is_within = edge(&column.profile.min).is_some_and(|low| low <= number)
            && edge(&column.profile.max).is_some_and(|high| number <= high);
        let has_noun = self
            .next(at + 2)
            .and_then(|next| self.item(next))
            .is_some_and(|item| {
                matches!(item, Item::Entity(_) | Item::Column { .. } | Item::Unknown)
            });
        let is_counted = column.is_quantity() && column.profile.distinct <= 40;
        if !is_counted || !is_within || !has_noun || word.ends_with('s') {
            return false;
        }
        let condition = Condition::Test {
            of: self.scalar(id),
            test: Test::In {
                values: vec![Literal::Number { number }],
            },
        };
        self.push_condition(condition, at, Some(id));
        true
    }

    /// Tells whether no row can meet a comparison: its number belongs to another column or to no column.
    fn is_impossible(&self, condition: &Condition) -> bool {
        let Condition::Test {
            of: Scalar::Column { column },
            test,
        } = condition
        else {
            return false;
        };
        let Some(id) = self.schema.find(column) else {
            return false;
        };
        let profile = self.schema.column(id).profile;
        let edge =
            |value: &Option<serde_json::Value>| value.as_ref().and_then(serde_json::Value::as_f64);
        let (Some(low), Some(high)) = (edge(&profile.min), edge(&profile.max)) else {
            return false;
        };
        match test {
            Test::Compare {
                comparison,
                value: Literal::Number { number },
            } => match comparison {
                Comparison::More => *number >= high,
                Comparison::AtLeast => *number > high,
                Comparison::Less => *number <= low,
                Comparison::AtMost => *number < low,
                _ => false,
            },
            Test::Between {
                low: Literal::Number { number: from },
                high: Literal::Number { number: to },
                ..
            } => *from > high || *to < low,
            _ => false,
        }
    }

    pub(in crate::compose) fn push_condition(
        &mut self,
        condition: Condition,
        at: usize,
        column: Option<ColumnId>,
    ) {
        if self.is_impossible(&condition) {
            self.penalty += 1.5;
        }
        self.conditions.push(Said {
            condition,
            at,
            column,
            is_time: false,
        });
    }

    /// Tells whether a comparison with the item before starts at a node.
    pub(in crate::compose) fn opens_condition(&self, at: usize) -> bool {
        self.next(at).is_some_and(|next| {
            matches!(
                self.nodes[next].item,
                Item::Compare { .. } | Item::AgainstAverage(..) | Item::Missing
            )
        })
    }

    /// A comparison whose column stands behind it, is implied by its unit or adjective, or is a count.
    pub(super) fn compare_phrase(&mut self, at: usize) -> usize {
        let Item::Compare {
            comparison,
            low,
            high,
            unit,
            stems,
        } = self.nodes[at].item.clone()
        else {
            return at + 1;
        };
        let next = self.next(at + 1);
        if self.tokens[self.nodes[at].start].is("negative positive") {
            return self.sign_phrase(at, comparison);
        }
        // "have been here more than 5 times": how often there is a row.
        let times = self.nodes[at].end;
        let is_frequency = unit.is_none()
            && self
                .tokens
                .get(times)
                .is_some_and(|token| token.is("times"))
            && !self
                .tokens
                .get(times + 1)
                .is_some_and(|token| token.is("the as of more"));
        if is_frequency {
            self.having
                .push((Some(Measure::Count), count_test(comparison, low, high), at));
            return at + 2;
        }
        match next.and_then(|next| self.item(next)).cloned() {
            // "more than 10 employees" counts them and compares no identifier.
            Some(Item::Column { id, .. })
                if self.schema.column(id).role == Role::Identifier
                    && !next.is_some_and(|next| self.is_identifier_asked(id, next)) =>
            {
                self.having
                    .push((Some(Measure::Count), count_test(comparison, low, high), at));
                return next.map_or(at + 1, |next| next + 1);
            }
            // "clubs with more than 50 runners": the name of the rows stands for them.
            Some(Item::Column { id, .. })
                if unit.is_none()
                    && stems.is_empty()
                    && next.is_some_and(|next| {
                        self.schema.column(id).is_text() && self.stands_for_row(id, next)
                            || self.counts_rows_of_noun(id, at, next)
                    }) =>
            {
                self.having
                    .push((Some(Measure::Count), count_test(comparison, low, high), at));
                return next.map_or(at + 1, |next| next + 1);
            }
            // "which teams averaged more than 20 points": the mean of each is compared.
            Some(Item::Column { id, .. })
                if self.schema.column(id).is_quantity()
                    && stems.is_empty()
                    && self.aggregate_before(at).is_some() =>
            {
                let aggregate = self.aggregate_before(at).unwrap_or(Aggregate::Mean);
                let of = self.scalar(id);
                let measure = Measure::Aggregate { aggregate, of };
                let after = next.map_or(at + 1, |next| next + 1);
                self.aggregate = None;
                self.push_measure(measure.clone(), at, after);
                self.having
                    .push((Some(measure), count_test(comparison, low, high), at));
                return after;
            }
            Some(Item::Column { id, .. })
                if self.schema.column(id).is_numeric() && stems.is_empty() =>
            {
                if let Some(condition) = self.compare(id, comparison, low, high, unit) {
                    self.push_condition(condition, at, Some(id));
                    return next.map_or(at + 1, |next| self.more_comparisons(next + 1, id));
                }
            }
            Some(Item::Entity(table)) if unit.is_none() && stems.is_empty() => {
                self.counted_rows = Some(table);
                self.having
                    .push((Some(Measure::Count), count_test(comparison, low, high), at));
                return next.map_or(at + 1, |next| next + 1);
            }
            _ => {}
        }
        if let Some(measure) = self.measure_before(at).filter(|_| unit.is_none()) {
            self.having
                .push((Some(measure), count_test(comparison, low, high), at));
            return at + 1;
        }
        if let Some(id) = self.implied_column(at, unit, stems)
            && let Some(condition) = self.compare(id, comparison, low, high, unit)
        {
            self.push_condition(condition, at, Some(id));
            return self.more_comparisons(at + 1, id);
        }
        if let Some(condition) =
            unit.and_then(|unit| self.compare_stay(comparison, low, high, unit))
        {
            self.push_condition(condition, at, None);
            return at + 1;
        }
        // "above 300 kW" with no quantity of that kind is no number of rows, and neither is "more than 25 %" of no share.
        let is_part = unit
            .is_none_or(|unit| unit.kind == crate::language::units::UnitKind::Percent)
            && (self.share_at.is_some() || unit.is_none());
        if !is_part {
            self.unknown.push(at);
            self.penalty += 1.0;
        }
        self.having
            .push((None, count_test(comparison, low, high), at));
        at + 1
    }

    /// "policies with more than four claims": rows of each policy are counted, though `amount_claimed` shares the noun.
    fn counts_rows_of_noun(&self, id: ColumnId, at: usize, next: usize) -> bool {
        let column = self.schema.column(id);
        let entity = &self.schema.tables[id.table].entity;
        let node = &self.nodes[next];
        let is_noun = self.tokens[node.start..node.end]
            .iter()
            .all(|token| entity.contains(&token.stem));
        let of_groups = self.bare.iter().any(|mention| {
            mention.at < at
                && !self.schema.column(mention.id).is_quantity()
                && !self.schema.is_unique(mention.id)
        });
        is_noun && of_groups && column.is_quantity() && column.words.len() > 1
    }

    /// The measure right before a comparison, where groups are chosen by it: "districts with an average rent over 900".
    fn measure_before(&self, at: usize) -> Option<Measure> {
        let (part, from) = self.measures.last().zip(self.measured_at.last())?;
        let is_aggregated = matches!(
            self.item(*from),
            Some(Item::Aggregate(_) | Item::Superlative { .. })
        ) || (*from..at)
            .any(|at| matches!(self.nodes[at].item, Item::Aggregate(_)));
        let is_adjacent = *from < at
            && (*from..at).all(|at| {
                matches!(
                    self.nodes[at].item,
                    Item::Column { .. }
                        | Item::Aggregate(_)
                        | Item::Superlative { .. }
                        | Item::Filler
                        | Item::Of
                        | Item::In
                        | Item::Break
                )
            });
        let is_asked = self.asks_which()
            || self.is_divided_by_noun()
            || self
                .bare
                .iter()
                .any(|mention| mention.at < *from && !self.schema.column(mention.id).is_quantity());
        (is_aggregated && is_adjacent && is_asked).then(|| part.value.clone())
    }

    /// The summary right before a comparison of groups: "averaged more than".
    fn aggregate_before(&self, at: usize) -> Option<Aggregate> {
        let before = at.checked_sub(1)?;
        let aggregate = match self.item(before)? {
            Item::Aggregate(aggregate) => *aggregate,
            _ => return None,
        };
        let is_asked = self.asks_which() || self.is_divided_by_noun();
        is_asked.then_some(aggregate)
    }

    /// "a negative balance": the sign of the quantity behind it, also where the rows are called like it.
    fn sign_phrase(&mut self, at: usize, comparison: Comparison) -> usize {
        let next = self.next(at + 1);
        let id = next.and_then(|next| match self.item(next) {
            Some(Item::Column { id, .. }) if self.schema.column(*id).is_numeric() => Some(*id),
            Some(Item::Entity(_)) => {
                self.by_stems(&[self.tokens[self.nodes[next].start].stem.as_str()])
            }
            _ => None,
        });
        let condition = id.and_then(|id| self.compare(id, comparison, 0.0, None, None));
        match (condition, next) {
            (Some(condition), Some(next)) => {
                self.push_condition(condition, at, id);
                next + 1
            }
            _ => {
                self.unknown.push(at);
                at + 1
            }
        }
    }

    /// The column that a comparison speaks of by its unit, adjective, or the last quantity before it.
    pub(super) fn implied_column(
        &mut self,
        at: usize,
        unit: Option<crate::language::units::Unit>,
        stems: &[&str],
    ) -> Option<ColumnId> {
        if let Some(id) = self.by_stems(stems) {
            return Some(id);
        }
        // A quantity right before the comparison is its subject: "rents over 900".
        if let Some(mention) = self.bare.last().filter(|mention| {
            self.schema.column(mention.id).is_quantity()
                && at - mention.at <= 3
                && !self.is_break(at - 1)
                && !self.is_of_another_kind(mention.id, unit)
        }) {
            return Some(mention.id);
        }
        let table = self.table;
        let columns = &self.schema.tables[table].columns;
        if let Some(unit) = unit {
            // "Over 5 kg" is rather about the weight than about another column in kilograms.
            let exact = columns.iter().position(|column| {
                column.is_quantity()
                    && column.unit.is_some_and(|kept| kept.kind == unit.kind)
                    && measured(column, unit.kind)
            });
            let same = exact.or_else(|| {
                let (from, to) = (self.nodes[at].start, self.nodes[at].end);
                let is_called = |at: usize| {
                    columns[at].words.iter().any(|word| {
                        self.tokens[from..to]
                            .iter()
                            .any(|token| token.word == word.word)
                    })
                };
                let fitting = (0..columns.len()).filter(|at| {
                    let has_unit = columns[*at].unit.is_some_and(|kept| kept.kind == unit.kind);
                    columns[*at].is_quantity() && (has_unit || is_called(*at))
                });
                // The whole rather than a part of it, then the one that is called by the unit: "hours asleep".
                fitting.min_by_key(|at| {
                    let is_whole = columns[*at]
                        .words
                        .iter()
                        .any(|word| crate::language::lexicon::is_end_word(&word.word));
                    (!is_whole, !is_called(*at))
                })
            });
            let named = same.or_else(|| {
                crate::language::units::measured_stems(unit.kind)
                    .iter()
                    .find_map(|stem| {
                        columns
                            .iter()
                            .position(|column| column.is_quantity() && column.has_stem(stem))
                    })
            });
            return named.map(|column| ColumnId { table, column });
        }
        // "victims under 18": the age of persons.
        let age = columns
            .iter()
            .position(|column| column.is_quantity() && column.has_stem("age"));
        let word = &self.tokens[self.nodes[at].start];
        age.filter(|_| word.is("under over above below between at"))
            .map(|column| ColumnId { table, column })
    }

    /// Tells whether a unit is not one of a column's, but of another one: "medicines for dogs over 40 lbs" compares no cost.
    fn is_of_another_kind(&self, id: ColumnId, unit: Option<crate::language::units::Unit>) -> bool {
        let Some(unit) = unit else { return false };
        let is_kind = |column: &crate::schema::Column<'_>| {
            column.unit.is_some_and(|kept| kept.kind == unit.kind)
        };
        let columns = &self.schema.tables[self.table].columns;
        !is_kind(self.schema.column(id)) && columns.iter().any(is_kind)
    }

    /// The quantity with the first of the stems in its name.
    pub(in crate::compose) fn by_stems(&self, stems: &[&str]) -> Option<ColumnId> {
        let named = self.schema.columns_by_stems(self.table, stems);
        named
            .first()
            .copied()
            .or_else(|| self.only_duration().filter(|_| stems.contains(&"durat")))
    }

    /// Returns the only quantity that is told in days or hours: "the longest stay" of `days_in_hospital`.
    fn only_duration(&self) -> Option<ColumnId> {
        let columns = &self.schema.tables[self.table].columns;
        let is_told = |column: &crate::schema::Column<'_>| {
            let words = &column.words;
            let unit = |word: &str| {
                matches!(
                    word,
                    "days" | "hours" | "minutes" | "hrs" | "mins" | "weeks"
                )
            };
            let is_told = words.len() > 1
                && (unit(&words[0].word) || words.last().is_some_and(|last| unit(&last.word)));
            // An age in days is not a duration.
            column.is_quantity() && is_told && !column.has_stem("age")
        };
        let mut told = (0..columns.len()).filter(|at| is_told(&columns[*at]));
        let column = told.next()?;
        let table = self.table;
        told.next().is_none().then_some(ColumnId { table, column })
    }

    pub(super) fn average_phrase(
        &mut self,
        at: usize,
        comparison: Comparison,
        aggregate: Aggregate,
    ) -> usize {
        let next = self.next(at + 1);
        let behind = next.and_then(|next| match self.item(next) {
            Some(Item::Column { id, .. }) if self.schema.column(*id).is_quantity() => {
                Some((*id, next))
            }
            _ => None,
        });
        let test = Test::AgainstAggregate {
            comparison,
            aggregate,
            within: Within::All,
        };
        if let Some((id, next)) = behind {
            // "have a salary above the average salary" names the quantity twice.
            self.bare
                .retain(|mention| mention.id != id || mention.at + 5 < at);
            self.push_condition(
                Condition::Test {
                    of: self.scalar(id),
                    test,
                },
                at,
                Some(id),
            );
            return next + 1;
        }
        // "longer than the average film": the noun of the rows says no more.
        let noun = next.filter(|next| match self.item(*next) {
            Some(Item::Entity(_)) => true,
            Some(Item::Column { id, .. }) => {
                let entity = &self.schema.tables[id.table].entity;
                let node = &self.nodes[*next];
                self.tokens[node.start..node.end]
                    .iter()
                    .all(|token| entity.contains(&token.stem))
            }
            _ => false,
        });
        self.name_compared(at);
        // The measure is not known yet; `plan` tests the first one.
        self.having.push((None, test, at));
        noun.map_or(at + 1, |noun| noun + 1)
    }

    /// "lines that are later than average": the adjective says the quantity where nothing else does.
    fn name_compared(&mut self, at: usize) {
        let named = !self.measures.is_empty()
            || self
                .bare
                .iter()
                .any(|mention| self.schema.column(mention.id).is_quantity());
        let adjective =
            crate::language::lexicon::comparative(&self.tokens[self.nodes[at].start].word);
        let stems = adjective.map_or(&[][..], |adjective| adjective.stems);
        if let Some(id) = self.by_stems(stems).filter(|_| !named) {
            self.bare.push(Mention::of(id, at));
        }
    }

    /// "Bergeron got more votes than Coderre", "cost higher than the repair cost".
    pub(super) fn compare_word_phrase(&mut self, at: usize) -> usize {
        let Item::CompareWord { comparison, stems } = self.nodes[at].item.clone() else {
            return at + 1;
        };
        if self.asks_relation() {
            return self.relation_side(at, stems);
        }
        if let Some(end) = self.compare_within_groups(at, comparison) {
            return end;
        }
        let than_within = |count: usize| {
            (at + 1..self.nodes.len().min(at + count))
                .find(|at| matches!(self.nodes[*at].item, Item::Than))
        };
        let than = than_within(5);
        let after = than.and_then(|than| self.next(than + 1));
        if let Some(after) = after
            && let Some(Item::Column { id: right, .. }) = self.item(after)
            && let Some(left) = self.compared_before(at, than)
            && self.schema.column(*right).is_numeric()
        {
            let test = Test::AgainstScalar {
                comparison,
                other: self.scalar(*right),
            };
            let condition = Condition::Test {
                of: self.scalar(left.0),
                test,
            };
            self.push_condition(condition, left.1, None);
            let right = *right;
            // A left side between the comparison and "than" has not been read yet.
            if self.bare.iter().all(|mention| mention.id != left.0) {
                self.bare.push(Mention::of(left.0, left.1));
            }
            self.bare.push(Mention::of(right, after));
            // A noun between, such as "votes", is the unit of both.
            return after + 1;
        }
        // "have cars become lighter over time": the quantity that the adjective is about, over its course.
        let timed = self
            .nodes
            .iter()
            .any(|node| matches!(node.item, Item::OverTime | Item::Unit(_) | Item::Time(_)));
        if than.is_none()
            && timed
            && self.bare.is_empty()
            && let Some(id) = self.by_stems(stems)
        {
            self.bare.push(Mention::of(id, at));
            return at + 1;
        }
        // "how much cheaper are flats in the old town than": as many words as name one side.
        let than = than_within(8);
        // "how much heavier are gentoos than adelies": the adjective says the quantity that is compared.
        let named = self
            .nodes
            .iter()
            .any(|node| matches!(node.item, Item::Value { .. } | Item::Time(_)));
        if than.is_some()
            && named
            && self.measures.is_empty()
            && !self.names_quantity_before(than)
            && self
                .bare
                .iter()
                .all(|mention| !self.schema.column(mention.id).is_quantity())
            && let Some(id) = self.by_stems(stems)
        {
            self.bare.push(Mention::of(id, at));
            return at + 1;
        }
        // "people with more home office": compared with nothing that is said.
        let of_column = self.next(at + 1).is_some_and(|next| {
            matches!(&self.nodes[next].item, Item::Column { id, .. } if self.schema.column(*id).is_quantity())
        });
        if than.is_none() && of_column && self.tokens[self.nodes[at].start].is("more less fewer") {
            self.unknown.push(at);
        }
        self.penalty += 0.8;
        at + 1
    }
}

impl Draft<'_, '_> {
    /// "departments with more visits by women than by men": groups in which one number of rows is above another.
    fn compare_within_groups(&mut self, at: usize, comparison: Comparison) -> Option<usize> {
        let rows = self.next(at + 1)?;
        let is_rows = match self.item(rows)? {
            Item::Entity(_) => true,
            Item::Column { id, .. } => self.names_rows(*id, rows),
            _ => false,
        };
        let than =
            (rows..self.nodes.len()).find(|at| matches!(self.nodes[*at].item, Item::Than))?;
        let value_in = |range: std::ops::Range<usize>| {
            let mut values = range.filter_map(|at| match self.item(at) {
                Some(Item::Value { column, texts }) => Some((at, *column, texts.clone())),
                _ => None,
            });
            values.next()
        };
        let (_, column, left) = value_in(rows..than)?;
        let (right_at, _, right) = value_in(than..self.nodes.len().min(than + 5))
            .filter(|(_, other, _)| *other == column)?;
        let divides = |at: usize| {
            matches!(self.item(at), Some(Item::Column { id, .. })
                if !self.schema.column(*id).is_quantity() && *id != column && !self.names_rows(*id, at))
        };
        let is_asked = (0..at).any(divides)
            || (right_at..self.nodes.len()).any(|by| {
                matches!(self.nodes[by].item, Item::By) && self.next(by + 1).is_some_and(divides)
            });
        if !is_rows || !is_asked {
            return None;
        }
        let counted = |texts: &[String]| Measure::Filtered {
            of: Box::new(Measure::Count),
            condition: Box::new(self.value_condition(column, texts, false)),
        };
        let (left, right) = (counted(&left), counted(&right));
        let difference = Measure::Arithmetic {
            operator: crate::plan::Arithmetic::Subtract,
            left: Box::new(left.clone()),
            right: Box::new(right.clone()),
            percent: false,
        };
        let test = Test::Compare {
            comparison,
            value: Literal::Number { number: 0.0 },
        };
        self.push_measure(left, at, than);
        self.push_measure(right, than, right_at + 1);
        self.having.push((Some(difference), test, at));
        Some(right_at + 1)
    }

    /// The quantity on the left of "more … than": said before it, or between as in "did more people die than were born".
    fn compared_before(&self, at: usize, than: Option<usize>) -> Option<(ColumnId, usize)> {
        let is_numeric = |id: ColumnId| self.schema.column(id).is_numeric();
        let between = (at + 1..than?).find_map(|at| match self.item(at) {
            Some(Item::Column { id, .. }) if is_numeric(*id) => Some((*id, at)),
            _ => None,
        });
        // A year said before is when it was so and not what is compared.
        let said = self.bare.last().filter(|mention| {
            is_numeric(mention.id) && self.schema.column(mention.id).role != Role::Time
        });
        said.map(|mention| (mention.id, mention.at)).or(between)
    }

    /// "how much longer do women wait than men": the verb names the quantity and the adjective only compares it.
    fn names_quantity_before(&self, than: Option<usize>) -> bool {
        let nodes = than.map_or(&[][..], |than| &self.nodes[..than]);
        nodes.iter().any(|node| {
            matches!(&node.item, Item::Column { id, .. } if self.schema.column(*id).is_quantity())
        })
    }

    /// Tells whether a question asks if one quantity goes with another: "do heavier cars use more fuel".
    pub(super) fn asks_relation(&self) -> bool {
        let opens = self
            .tokens
            .iter()
            .find(|token| token.kind == crate::language::Kind::Word)
            .is_some_and(|token| token.is("do does did are is were have has"));
        let is_side = |node: &&crate::parse::Node| matches!(node.item, Item::CompareWord { .. });
        let compares = self
            .nodes
            .iter()
            .any(|node| matches!(node.item, Item::Than | Item::Difference));
        opens && !compares && self.nodes.iter().filter(is_side).count() == 2
    }

    /// One side of a relation: the quantity that the adjective is about, or the one beside it.
    fn relation_side(&mut self, at: usize, stems: &[&str]) -> usize {
        self.correlation_at.get_or_insert(at);
        let next = self.next(at + 1);
        let beside = next.and_then(|next| match self.item(next) {
            Some(Item::Column { id, .. }) if self.schema.column(*id).is_quantity() => Some(*id),
            _ => None,
        });
        let said = self.bare.last().filter(|mention| mention.at + 1 == at);
        // "Houses with more bedrooms more expensive": an adjective that names its own quantity is not about the one before it.
        let own = self.by_stems(stems).filter(|_| !stems.is_empty());
        if beside.is_some() || said.is_some() && own.is_none() {
            return at + 1;
        }
        match own {
            Some(id) => self.bare.push(Mention::of(id, at)),
            // One side alone would answer another question.
            None => self.unknown.push(at),
        }
        at + 1
    }
}

pub(super) fn measured(
    column: &crate::schema::Column<'_>,
    kind: crate::language::units::UnitKind,
) -> bool {
    // The first two stems name the quantity itself, whereas a load or a trip may be anything.
    crate::language::units::measured_stems(kind)
        .iter()
        .take(2)
        .any(|stem| column.has_stem(stem))
}

pub(super) fn count_test(comparison: Comparison, low: f64, high: Option<f64>) -> Test {
    let number = |number| Literal::Number { number };
    match high {
        Some(high) => Test::Between {
            low: number(low),
            high: number(high),
            open: false,
        },
        None => Test::Compare {
            comparison,
            value: number(low),
        },
    }
}
