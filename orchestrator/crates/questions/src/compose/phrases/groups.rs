//! Phrases that divide rows: "by origin and year", "per month", "at what hour".

use crate::compose::draft::{Draft, Mention};
use crate::parse::Item;
use crate::plan::{Aggregate, Group, Part, Scalar, Season, TimeUnit};
use crate::schema::{ColumnId, Role};

impl Draft<'_, '_> {
    pub(in crate::compose) fn push_group(&mut self, group: Group, from: usize, to: usize) {
        if self.groups.iter().any(|known| known.value == group) {
            return;
        }
        let spans = self.spans(from, to);
        self.groups.push(Part::said(group, spans));
    }

    /// "by origin and year", "per month".
    pub(super) fn group_phrase(&mut self, at: usize) -> usize {
        if let Some(end) = self.among_phrase(at) {
            return end;
        }
        let mut here = at + 1;
        let mut any = false;
        loop {
            // "Top 5 states by number of orders": the count ranks and divides nothing.
            if matches!(self.item(here), Some(Item::Count)) && self.extreme.is_some() {
                return here;
            }
            // In "by Herkunft (race)" the column is in the brackets.
            while matches!(
                self.item(here),
                Some(Item::Filler | Item::Of | Item::By | Item::Which | Item::Count)
            ) || (matches!(self.item(here), Some(Item::Unknown))
                && self.is_explained(here)
                && matches!(self.item(here + 1), Some(Item::Break)))
                || (here > at + 1
                    && matches!(self.item(here), Some(Item::Break))
                    && matches!(self.item(here - 1), Some(Item::Unknown)))
            {
                here += 1;
            }
            let end = match self.item(here).cloned() {
                Some(Item::Column { id, .. }) => {
                    let column = self.schema.column(id);
                    // "each party" divides by no votes for one of the parties.
                    if column.is_quantity()
                        && column.role != Role::Ordinal
                        && self.extreme.is_none()
                        && self.tokens[self.nodes[at].start..self.nodes[at].end]
                            .iter()
                            .any(|token| token.is("each every"))
                        && self.is_loosely_named(&Mention::of(id, here))
                    {
                        self.unknown.push(here);
                        return here + 1;
                    }
                    let ranked = self.extreme.is_some() || self.order.is_some();
                    // A column with a comparison behind it begins a condition and is not another group.
                    if self.opens_condition(here + 1) && any || self.names_one_value(here, id) {
                        return here;
                    }
                    if !any && self.is_means(at, id) {
                        return here;
                    }
                    // "by product category": the first noun only says of what.
                    if let Some(Item::Column { id: head, .. }) = self.item(here + 1)
                        && head.table == id.table
                        && !self.schema.column(*head).is_quantity()
                        && !column.is_quantity()
                        && *head != id
                        && self.event_condition(*head, here + 1).is_none()
                    {
                        here += 1;
                        continue;
                    }
                    if let Some(end) = self.binned_time(here, id) {
                        return end;
                    }
                    if !ranked && self.opens_with_rows(at) {
                        self.count_at = Some(at - 1);
                    }
                    let is_divided = self.has_interval_noun(here);
                    if column.is_quantity()
                        && column.role != Role::Ordinal
                        && !is_divided
                        && (ranked || self.measures.is_empty() && self.count_at.is_none())
                    {
                        // "top 10 states by cost": the quantity ranks.
                        self.relate_quantities(at, ranked);
                        return here;
                    }
                    let group = self.column_group(id);
                    // "In each season": every number is one of them.
                    let is_each = self.tokens[self.nodes[at].start..self.nodes[here].start]
                        .iter()
                        .any(|token| token.is("each every"));
                    let most = match is_each && self.schema.column(id).is_whole() {
                        true => 60,
                        false if is_divided => 10,
                        false => 25,
                    };
                    // A few different numbers are groups of their own, and many are put into intervals.
                    let group = match group {
                        Group::Column { column }
                            if self.schema.column(id).is_quantity()
                                && self.schema.column(id).profile.distinct > most =>
                        {
                            Group::Bin {
                                of: Scalar::column(column),
                                by: crate::plan::BinBy::Auto,
                            }
                        }
                        group => group,
                    };
                    self.push_group(group, at, here + 1);
                    here + 1
                }
                Some(Item::Unit(unit)) => {
                    // "…, bin by month": the periods stand for the time said before.
                    let bins = at.checked_sub(1).is_some_and(|before| {
                        self.tokens[self.nodes[before].start].is("bin bins binned binning")
                    });
                    if let Some(end) = self.unit_of_column(at, here, unit) {
                        return end;
                    }
                    match self.time_group(unit).filter(|_| bins) {
                        Some(group) => {
                            self.binned = Some((group, at, here + 1));
                            here + 1
                        }
                        None => self.unit_group(at, here, unit),
                    }
                }
                Some(Item::Season(season)) => self.season_phrase(here, season),
                Some(Item::Value { column, .. }) => {
                    self.push_group(
                        Group::Column {
                            column: self.schema.reference(column),
                        },
                        at,
                        here + 1,
                    );
                    return self.value_phrase(here, column);
                }
                // "By 2020" is a limit and divides nothing.
                Some(Item::SeasonValue(..) | Item::Time(_)) if !any => return here,
                // "each faculty rank": the noun belongs to the column behind it.
                Some(Item::Entity(_)) if self.is_column(here + 1) => {
                    here += 1;
                    continue;
                }
                Some(Item::Entity(table)) if !any => {
                    // "per flight": one row each.
                    let called = self.column_called(table, here);
                    if let Some(label) = called.or(self.schema.tables[table].label) {
                        let id = ColumnId {
                            table,
                            column: label,
                        };
                        self.push_group(
                            Group::Column {
                                column: self.schema.reference(id),
                            },
                            at,
                            here + 1,
                        );
                    }
                    self.entity_at.get_or_insert(here);
                    return here + 1;
                }
                _ => match self.kind_column(at + 1, here) {
                    Some(id) => {
                        self.push_group(self.column_group(id), at, here);
                        here
                    }
                    None => return here.max(at + 1),
                },
            };
            any = true;
            let mut after = end;
            while matches!(
                self.item(after),
                Some(Item::And | Item::Break | Item::Filler)
            ) && !self.is_break(after)
            {
                after += 1;
            }
            // "By year, sorted by price": the clause about the order begins behind the comma.
            let orders = (end..=after).any(|at| self.order_clause(at).is_some());
            let goes_on = after > end
                && !orders
                && match self.item(after) {
                    Some(Item::Column { id, .. }) => {
                        // A quantity behind "and" is measured and divides nothing.
                        let column = self.schema.column(*id);
                        (!column.is_quantity() || column.role == Role::Ordinal)
                            && !self.opens_condition(after + 1)
                    }
                    Some(Item::Unit(_) | Item::Season(_) | Item::By) => true,
                    _ => false,
                };
            if !goes_on {
                return end;
            }
            here = after;
        }
    }

    /// "suicides by age": the rows are all that a question opens with, and they have no names that a quantity could be shown of.
    fn opens_with_rows(&self, at: usize) -> bool {
        let Some(Item::Entity(table)) = at.checked_sub(1).and_then(|before| self.item(before))
        else {
            return false;
        };
        let noun = &self.tokens[self.nodes[at - 1].start].word;
        let is_opening = self.nodes[..at - 1]
            .iter()
            .all(|node| matches!(node.item, Item::Filler));
        is_opening
            && self.tokens[self.nodes[at].start].is("by")
            && crate::schema::build::singular(noun) != *noun
            && self.schema.tables[*table].label.is_none()
            && self.measures.is_empty()
            && self.count_at.is_none()
    }

    /// Tells whether a word behind a quantity says that it is divided into intervals: "per age group", "by income bracket".
    pub(super) fn has_interval_noun(&self, at: usize) -> bool {
        self.nodes.get(at + 1).is_some_and(|node| {
            matches!(node.item, Item::Filler)
                && self.tokens[node.start]
                    .is("group groups bracket brackets band bands range ranges bin bins")
        })
    }

    /// "among women", "among the cancelled bookings": chooses rows and divides nothing.
    fn among_phrase(&mut self, at: usize) -> Option<usize> {
        if !self.tokens[self.nodes[at].start].is("among amongst") {
            return None;
        }
        let next = self.next(at + 1)?;
        match self.item(next)? {
            Item::Value { column, .. } => Some(self.value_phrase(next, *column)),
            Item::Column { id, .. } => {
                let id = *id;
                let condition = self.yes_condition(id).or_else(|| self.one_condition(id))?;
                self.conditions.push(crate::compose::draft::Said {
                    condition,
                    at: next,
                    column: Some(id),
                    is_time: false,
                });
                Some(next + 1)
            }
            _ => None,
        }
    }

    /// "salary bands of 20,000": divides the quantity that stands right before it.
    pub(super) fn bands_of_last(&mut self, at: usize, width: f64) -> bool {
        let is_before = self.bare.last().is_some_and(|mention| {
            mention.at + 1 == at && self.schema.column(mention.id).is_quantity()
        });
        if !is_before || !self.groups.is_empty() {
            return false;
        }
        let Some(mention) = self.bare.pop() else {
            return false;
        };
        let group = Group::Bin {
            of: self.scalar(mention.id),
            by: crate::plan::BinBy::Width { width },
        };
        self.push_group(group, mention.at, at + 1);
        // The bands are the distribution that was asked for.
        self.distribution_at = None;
        if self.bare.is_empty() && self.measures.is_empty() {
            self.count_at.get_or_insert(at);
        }
        true
    }

    /// "by decade of construction", "by the decade in which they were born": the periods of the column behind the unit.
    fn unit_of_column(&mut self, at: usize, here: usize, unit: TimeUnit) -> Option<usize> {
        let is_glue = |item: &Item| {
            matches!(
                item,
                Item::Filler | Item::Of | Item::Pronoun | Item::Which | Item::In | Item::Entity(_)
            )
        };
        let next = (here + 1..self.nodes.len().min(here + 7))
            .find(|at| !is_glue(&self.nodes[*at].item))?;
        let Some(Item::Column { id, .. }) = self.item(next) else {
            return None;
        };
        let between = self.nodes[here].end..self.nodes[next].start;
        if !self.tokens[between]
            .iter()
            .any(|token| token.is("of they it he she when which were was"))
        {
            return None;
        }
        let source = self.source_of(*id)?;
        let group = self.period_group(&source, unit)?;
        self.push_group(group, at, next + 1);
        Some(next + 1)
    }

    /// The group of a unit of time, or of the columns that are months or years.
    pub(super) fn unit_group(&mut self, at: usize, here: usize, unit: TimeUnit) -> usize {
        let wide = self.schema.tables[self.table].wide.as_ref();
        let months = wide.is_some_and(|wide| wide.unpivot.kind == crate::plan::UnpivotKind::Months);
        if months && unit == TimeUnit::Month {
            self.wide_months(at, here + 1);
            return here + 1;
        }
        match self.time_group(unit) {
            Some(group) => self.push_group(group, at, here + 1),
            None => self.unknown.push(here),
        }
        here + 1
    }

    pub(in crate::compose) fn wide_months(&mut self, from: usize, to: usize) {
        let table = &self.schema.tables[self.table];
        if let Some(wide) = &table.wide {
            let column = crate::plan::ColumnRef {
                table: table.profile.name.clone(),
                column: wide.unpivot.name_column.clone(),
            };
            self.push_group(Group::Column { column }, from, to);
        }
    }

    pub(super) fn unit_phrase(&mut self, at: usize, unit: TimeUnit) -> usize {
        // "overtime hours": the unit of the column before it.
        let before = at.checked_sub(1).and_then(|before| self.item(before));
        if let Some(Item::Column { id, .. }) = before
            && self.schema.column(*id).is_quantity()
            && self
                .schema
                .column(*id)
                .unit
                .is_some_and(|unit| unit.kind == crate::language::units::UnitKind::Time)
        {
            return at + 1;
        }
        if self.is_unit_of_measure(at) {
            return at + 1;
        }
        let token = &self.tokens[self.nodes[at].start];
        let adverb = token.is("monthly yearly annual annually daily weekly quarterly hourly");
        let asked = self.which_at.is_some_and(|which| {
            which + 1 >= at
                || self.nodes[which + 1..at]
                    .iter()
                    .all(|node| node.item.is_glue())
        });
        let several = self.nodes[at].end - self.nodes[at].start > 1;
        if adverb && self.says_row(at, unit) {
            return at + 1;
        }
        if adverb || asked || several {
            return self.unit_group(at, at, unit);
        }
        // "years that were above average", "in how many months": the periods are what is listed or counted.
        self.bare_unit(at, unit)
    }

    /// Tells whether a period is the unit that a duration is told in: "median lead time in days".
    fn is_unit_of_measure(&self, at: usize) -> bool {
        let plural = self.tokens[self.nodes[at].end - 1].word.ends_with('s');
        let start = self.nodes[at].start;
        let told_in = start > 0 && self.tokens[start - 1].is("in");
        let is_duration = |node: &crate::parse::Node| {
            matches!(&node.item, Item::Column { id, .. }
            if self.schema.column(*id).is_quantity()
                && (self.schema.column(*id).unit.is_some_and(|unit| {
                    unit.kind == crate::language::units::UnitKind::Time
                }) || self.schema.column(*id).has_stem(&self.tokens[start].stem)
                    || self.is_duration_without_unit(*id)))
        };
        plural && told_in && self.nodes[..at].iter().any(is_duration)
    }

    /// Tells whether a column's name says that it is a duration, and nothing says in which unit.
    fn is_duration_without_unit(&self, id: ColumnId) -> bool {
        use crate::language::units::{UnitKind, measured_stems};
        let column = self.schema.column(id);
        column.unit.is_none()
            && measured_stems(UnitKind::Time)
                .iter()
                .any(|stem| column.has_stem(stem))
    }

    /// Tells whether "yearly" in "average yearly births per region" only says what a row is: the mean of years, for each region.
    fn says_row(&self, at: usize, unit: TimeUnit) -> bool {
        let finest = self.schema.tables[self.table]
            .time
            .as_ref()
            .map(|time| time.finest);
        let averaged = (0..at)
            .rev()
            .find(|at| !matches!(self.nodes[*at].item, Item::Filler | Item::Of))
            .is_some_and(|before| {
                matches!(&self.nodes[before].item, Item::Aggregate(aggregate) if *aggregate != Aggregate::Sum)
            });
        let grouped = !self.groups.is_empty()
            || self.nodes[at..]
                .iter()
                .any(|node| matches!(node.item, Item::By));
        // "monthly records", "daily values": what each row holds.
        let names_rows = self.next(at + 1).is_some_and(|next| {
            self.tokens[self.nodes[next].start].is(
                "record records row rows reading readings observation observations measurement measurements entry entries report reports",
            )
        });
        // "standard deviation of the daily maximum": within a single row nothing is spread.
        let is_spread = self.nodes[..at].iter().any(|node| {
            matches!(
                node.item,
                Item::Aggregate(
                    Aggregate::StandardDeviation
                        | Aggregate::Variance
                        | Aggregate::Median
                        | Aggregate::Percentile { .. }
                )
            )
        });
        finest == Some(unit) && (averaged && grouped || names_rows || is_spread)
    }

    pub(super) fn bare_unit(&mut self, at: usize, unit: TimeUnit) -> usize {
        let counted = self
            .count_at
            .is_some_and(|count| self.next(count + 1) == Some(at));
        let finest = self.schema.tables[self.table]
            .time
            .as_ref()
            .map(|time| time.finest);
        // "How many days" of a table with a row for each day counts its rows.
        if counted && finest == Some(unit) {
            self.entity_at.get_or_insert(at);
            return at + 1;
        }
        // "passengers on rainy days by line": the noun of the value before it.
        let is_noun = matches!(
            at.checked_sub(1).and_then(|before| self.item(before)),
            Some(Item::Value { .. })
        ) && self.nodes[at + 1..]
            .iter()
            .any(|node| matches!(node.item, Item::By))
            && self.share_at.is_none()
            && !self.bare.is_empty();
        if is_noun {
            return at + 1;
        }
        if finest == Some(unit) && self.counts_periods(at) {
            self.entity_at.get_or_insert(at);
            if self.share_at.is_none() {
                self.count_at.get_or_insert(at);
            }
            return at + 1;
        }
        if counted {
            self.unknown.push(at);
            self.penalty += 1.0;
            return at + 1;
        }
        self.unit_group(at, at, unit)
    }

    /// Tells whether "days over 25 µg per station", "share of good and poor days per station" count the rows, each of which
    /// is such a period of something else.
    fn counts_periods(&self, at: usize) -> bool {
        let token = &self.tokens[self.nodes[at].end - 1];
        let is_divider = at
            .checked_sub(1)
            .is_some_and(|before| matches!(self.nodes[before].item, Item::By));
        let is_grouped = self.nodes[at + 1..].windows(2).any(|pair| {
            matches!(pair[0].item, Item::By)
                && matches!(&pair[1].item, Item::Column { id, .. } if self.schema.column(*id).is_text())
        });
        let is_tested = matches!(
            self.item(at + 1),
            Some(Item::Compare { .. } | Item::AgainstAverage(..))
        ) || self.share_at.is_some()
            && matches!(
                at.checked_sub(1).and_then(|before| self.item(before)),
                Some(Item::Value { .. })
            );
        let is_aggregated = self
            .nodes
            .iter()
            .any(|node| matches!(node.item, Item::Aggregate(_) | Item::Change(_)));
        token.word.ends_with('s') && !is_divider && is_grouped && is_tested && !is_aggregated
    }

    pub(super) fn season_phrase(&mut self, at: usize, season: Season) -> usize {
        let months = self.schema.tables[self.table]
            .wide
            .as_ref()
            .is_some_and(|wide| wide.unpivot.kind == crate::plan::UnpivotKind::Months);
        if months && season == Season::MonthOfYear {
            self.wide_months(at, at + 1);
        } else if let Some(group) = self.season_group(season) {
            self.push_group(group, at, at + 1);
        } else {
            self.unknown.push(at);
        }
        at + 1
    }

    /// Tells whether "kind of" stands before a noun for the rows.
    pub(super) fn is_kind_of(&self, at: usize) -> bool {
        let start = self.nodes[at].start;
        start >= 2
            && self.tokens[start - 1].is("of")
            && self.tokens[start - 2].is("kind kinds type types sort sorts")
    }

    /// "which kind of bird": the column that sorts the rows, where its name says so.
    pub(super) fn kind_of_rows(&mut self, at: usize, table: usize) -> usize {
        const KINDS: [&str; 8] = [
            "species", "speci", "type", "kind", "categori", "class", "breed", "genr",
        ];
        let columns = &self.schema.tables[table].columns;
        let found = KINDS.iter().find_map(|stem| {
            (0..columns.len()).find(|at| columns[*at].is_text() && columns[*at].has_stem(stem))
        });
        match found {
            Some(column) => self.bare.push(Mention {
                id: ColumnId { table, column },
                others: Vec::new(),
                at,
                which: true,
            }),
            None => {
                self.entity_at.get_or_insert(at);
            }
        }
        at + 1
    }

    /// "in different types": the column that says of which kind a row is, where the table has a single one.
    pub(super) fn kind_column(&self, from: usize, to: usize) -> Option<ColumnId> {
        let kind = self.nodes[from..to].iter().find(|node| {
            self.tokens[node.start].is("type types kind kinds category categories class classes")
        })?;
        let stem = &self.tokens[kind.start].stem;
        let columns = &self.schema.tables[self.table].columns;
        let mut fitting = (0..columns.len()).filter(|at| {
            columns[*at].has_stem(stem) && !columns[*at].is_quantity() && !columns[*at].is_date()
        });
        let column = fitting.next()?;
        fitting.next().is_none().then_some(ColumnId {
            table: self.table,
            column,
        })
    }

    pub(super) fn is_column(&self, at: usize) -> bool {
        matches!(self.item(at), Some(Item::Column { id, .. }) if !self.schema.column(*id).is_quantity())
    }

    /// Tells whether "by" says how and not by what to divide: "came by ambulance", "share of visits by ambulance".
    fn is_means(&self, at: usize, id: ColumnId) -> bool {
        let start = self.nodes[at].start;
        let verb = start
            .checked_sub(1)
            .is_some_and(|before| self.tokens[before].is("came come comes arrive arrives arrived paid pay sent travel travelled go went ordered booked"));
        self.tokens[start].is("by via with")
            && self.yes_condition(id).is_some()
            && (verb || self.share_at.is_some_and(|share| share < at))
    }

    /// "by supplier id 3": a single value of the column, which is a condition.
    pub(super) fn names_one_value(&self, at: usize, id: ColumnId) -> bool {
        self.schema.column(id).role == Role::Identifier
            && matches!(self.item(at + 1), Some(Item::Number(_)))
    }

    /// "horsepower by acceleration": two quantities of the same rows are related.
    pub(super) fn relate_quantities(&mut self, at: usize, ranked: bool) {
        let related = self.bare.last().is_some_and(|mention| {
            let column = self.schema.column(mention.id);
            column.is_quantity() && column.role != Role::Ordinal
        });
        if related && !ranked && self.aggregate.is_none() && self.change.is_none() {
            self.versus_at = self.versus_at.or(Some(at));
        }
    }

    /// "bin the booking date by weekday", "the open date into the year interval": the time of this column in periods.
    pub(super) fn binned_time(&mut self, at: usize, id: ColumnId) -> Option<usize> {
        let source = self.source_of(id)?;
        let mut divided = at
            .checked_sub(1)
            .and_then(|before| {
                (0..=before).rev().take(3).find(|before| {
                    let node = &self.nodes[*before];
                    self.tokens[node.start]
                        .is("bin bins binned binning group grouped convert converts")
                })
            })
            .is_some();
        for here in at + 1..self.nodes.len().min(at + 7) {
            match self.item(here)? {
                Item::By | Item::In => divided = true,
                Item::Filler | Item::Of => {
                    divided |= self.tokens[self.nodes[here].start].is("bin bins binned binning");
                }
                Item::Break if !self.is_break(here) => {}
                Item::Unit(unit) if divided => {
                    let group = self.period_group(&source, *unit)?;
                    self.binned = Some((group, at, here + 1));
                    return Some(here + 1);
                }
                Item::Season(season) if divided => {
                    let group = self.season_of(&source, *season)?;
                    self.binned = Some((group, at, here + 1));
                    return Some(here + 1);
                }
                _ => return None,
            }
        }
        None
    }
}
