//! Measures that no aggregate is said for: counts, differences, units, shares of a pie.

use super::arithmetic::halves;
use super::joins::group_column;
use crate::compose::draft::Draft;
use crate::parse::{Item, Wish};
use crate::plan::{
    Aggregate, Arithmetic, BinBy, Condition, Group, Mark, Measure, Part, Scalar, Test,
};
use crate::schema::build::singular;
use crate::schema::{ColumnId, Role};

impl Draft<'_, '_> {
    /// "average number of visits per month", "average monthly visits": the mean of the counts of the finest periods.
    pub(super) fn mean_of_counts(&mut self) {
        let Some((aggregate @ (Aggregate::Mean | Aggregate::Median), said)) = self.aggregate else {
            return;
        };
        let is_drawn = self
            .wishes
            .iter()
            .any(|(wish, _)| matches!(wish, Wish::Mark(_)));
        let [part] = self.measures.as_mut_slice() else {
            return;
        };
        if !matches!(part.value, Measure::Count | Measure::CountOf { .. })
            || is_drawn
            || self.over_time
        {
            return;
        }
        let Some(finest) = self
            .groups
            .iter()
            .rposition(|group| matches!(group.value, Group::Time { .. }))
        else {
            return;
        };
        let period = self.groups.remove(finest);
        part.value = Measure::Nested {
            aggregate,
            of: Box::new(part.value.clone()),
            over: vec![period.value],
            test: None,
        };
        self.aggregate = None;
        if let (
            crate::plan::Provenance::Words { spans },
            crate::plan::Provenance::Words { spans: more },
        ) = (&mut part.provenance, period.provenance)
        {
            spans.extend(more);
            spans.push(crate::plan::WordSpan {
                start: self.tokens[self.nodes[said].start].span.start,
                end: self.tokens[self.nodes[said].end - 1].span.end,
            });
        }
    }

    /// "how many customers placed more than 10 orders": counts the groups that pass the test.
    pub(super) fn count_qualifying(&mut self) {
        let Some(noun) = self.count_at.and_then(|at| self.next(at + 1)) else {
            return;
        };
        let [(_, _, tested)] = self.having.as_slice() else {
            return;
        };
        if *tested < noun || !self.measures.is_empty() {
            return;
        }
        let over = match self.item(noun) {
            Some(Item::Column { id, .. }) if !self.schema.column(*id).is_quantity() => {
                Some(self.column_group(*id))
            }
            Some(Item::Entity(parent)) if self.counted_rows.is_none() => self.repeated_key(*parent),
            Some(Item::Entity(parent)) => {
                let keys = self
                    .counted_rows
                    .filter(|rows| rows != parent)
                    .and_then(|rows| {
                        Some((rows, crate::schema::keys(self.schema, rows, *parent)?))
                    });
                keys.map(|(rows, keys)| {
                    self.table = rows;
                    let column = self.schema.reference(ColumnId {
                        table: rows,
                        column: keys.0,
                    });
                    Group::Column { column }
                })
            }
            _ => None,
        };
        let Some(over) = over.filter(|over| self.groups.iter().all(|group| group.value == *over))
        else {
            return;
        };
        let Some((measure, test, at)) = self.having.pop() else {
            return;
        };
        self.groups.clear();
        self.entity_at = None;
        self.count_at = None;
        let nested = Measure::Nested {
            aggregate: Aggregate::CountPresent,
            of: Box::new(measure.unwrap_or(Measure::Count)),
            over: vec![over],
            test: Some(test),
        };
        let spans = self.spans(noun, at + 1);
        self.measures.push(Part::said(nested, spans));
        self.measured_at.push(noun);
    }

    /// The only number of something that several rows of a table are about: the patient of a visit.
    fn repeated_key(&self, table: usize) -> Option<Group> {
        let columns = &self.schema.tables[table].columns;
        let rows = self.schema.tables[table].profile.row_count;
        let is_key = |column: &crate::schema::Column<'_>| {
            let last = column.words.last().map(|word| word.word.as_str());
            matches!(last, Some("id" | "no" | "nr" | "number"))
                && (column.is_text() || column.role == Role::Identifier)
                && column.profile.distinct > 1
                && column.profile.distinct * 13 <= rows * 10
        };
        let mut keys = (0..columns.len()).filter(|at| is_key(&columns[*at]));
        let column = keys.next().filter(|_| keys.next().is_none())?;
        Some(self.column_group(ColumnId { table, column }))
    }

    /// "10 best selling products by units sold": the rows of a parent table are ranked by what their children add up to.
    pub(super) fn group_by_parent(&mut self) {
        if self.extreme.is_none() || !self.groups.is_empty() || self.measures.is_empty() {
            return;
        }
        let parent = self.nodes.iter().find_map(|node| match node.item {
            Item::Entity(table) if table != self.table => Some(table),
            _ => None,
        });
        let Some(parent) = parent
            .filter(|parent| crate::schema::path(self.schema, &[self.table, *parent]).is_some())
        else {
            return;
        };
        let Some(column) = self.schema.tables[parent].label else {
            return;
        };
        let column = self.schema.reference(ColumnId {
            table: parent,
            column,
        });
        self.asked_group = true;
        self.groups.push(Part::default_for(
            Group::Column { column },
            "it names what is asked for",
        ));
    }

    /// "In which months do most vans arrive": the rows with a value are what there is most of.
    fn ranks_value(&self) -> bool {
        let Some(extreme) = &self.extreme else {
            return false;
        };
        let is_most = self.tokens[self.nodes[extreme.at].end - 1].is("most fewest least");
        let is_value = self
            .next(extreme.at + 1)
            .is_some_and(|next| matches!(self.item(next), Some(Item::Value { .. })));
        is_most && is_value
    }

    /// "Outcomes of the cats", "causes of the fires": the kinds of something are counted.
    fn opens_with_kinds(&self) -> bool {
        let mut nodes = self
            .nodes
            .iter()
            .filter(|node| !matches!(node.item, Item::Filler | Item::Wish(_)));
        let (Some(first), Some(second)) = (nodes.next(), nodes.next()) else {
            return false;
        };
        let Item::Column { id, .. } = &first.item else {
            return false;
        };
        let column = self.schema.column(*id);
        let word = &self.tokens[first.end - 1].word;
        column.is_text()
            && column.profile.distinct <= 50
            && singular(word) != *word
            && matches!(second.item, Item::Of)
            && self.which_at.is_none()
            && self.extreme.is_none()
    }

    /// Tells whether a noun in the singular is only related to what the rows are, as a mileage is to cars: it asks for a quantity
    /// of them, and for no number of rows.
    fn is_distant_noun(&self, at: usize) -> bool {
        // The cost of a noun that is exactly the table's, with that of any item.
        const NEAR: f64 = 0.45;
        let node = &self.nodes[at];
        let word = &self.tokens[node.start].word;
        matches!(node.item, Item::Entity(_))
            && node.cost > NEAR
            && node.end == node.start + 1
            && singular(word) == *word
            && !word.ends_with("people")
            && self.count_at.is_none()
            && self.share_at.is_none()
            // "Most borrowed author" and "third in the race" have other words for what is asked.
            && self.extreme.is_none()
            && self.nodes[..at]
                .iter()
                .all(|node| matches!(node.item, Item::Filler))
            && matches!(self.item(at + 1), Some(Item::Of | Item::By))
    }

    /// "volunteers by sex", "decisions by nation": the rows where it is so are counted.
    fn divides_flag(&self) -> bool {
        self.which_at.is_none()
            && self.extreme.is_none()
            && self.nodes.windows(2).any(|pair| {
                let is_flag = matches!(&pair[0].item, Item::Column { id, .. } if self.yes_condition(*id).is_some());
                is_flag && matches!(pair[1].item, Item::By)
            })
    }

    /// Nothing is measured: the rows are counted where a noun for them is grouped ("strikes by year"), else listed.
    pub(super) fn unspoken_measure(&mut self) {
        if !self.measures.is_empty() {
            return;
        }
        if let Some(at) = self.entity_at.filter(|at| self.is_distant_noun(*at)) {
            self.unknown.push(at);
            return;
        }
        // "how much did each region grow": the stock that the table is about.
        let grown = self.change.is_some().then(|| self.only_stock()).flatten();
        if let Some(id) = grown {
            let of = self.scalar(id);
            self.measures.push(Part::default_for(
                Measure::Aggregate {
                    aggregate: Aggregate::Sum,
                    of,
                },
                "it is the quantity of the table that grows",
            ));
            self.measured_at.push(0);
            return;
        }
        if let Some(id) = self.quantity_of_top() {
            let measure = Measure::Aggregate {
                aggregate: self.default_aggregate(id),
                of: self.scalar(id),
            };
            let reason = "it is the only quantity of the table";
            self.measures.push(Part::default_for(measure, reason));
            self.measured_at.push(0);
            return;
        }
        let grouped = !self.groups.is_empty();
        let rows = self.which_at.is_some() && self.entity_at.is_none();
        let counted = self.share_at.is_some()
            || self.percent_at.is_some()
            || self.share_of_at.is_some_and(|at| {
                matches!(
                    self.next(at + 1).and_then(|next| self.item(next)),
                    Some(Item::Entity(_))
                )
            })
            || self.ratio_at.is_some()
                && self
                    .conditions
                    .iter()
                    .any(|said| halves(&said.condition).is_some())
            || self.window.is_some()
            || self.distribution_at.is_some()
            || !self.having.is_empty()
            || (self.extreme.as_ref().is_some_and(|extreme| {
                let word = &self.tokens[self.nodes[extreme.at].end - 1];
                extreme.adjective.stems.is_empty()
                    && !crate::language::lexicon::is_judgement(&word.word)
            }) && self.entity_at.is_some()
                && grouped);
        // "releases per year": what is dated is counted.
        let counted = counted
            || self.nodes.windows(2).any(|pair| {
                let is_event = match &pair[0].item {
                    Item::Column { id, .. } => self.schema.column(*id).role == Role::Time,
                    // "adoptions per month": the rows with that value.
                    Item::Value { .. } => self.extreme.is_none(),
                    _ => false,
                };
                is_event && matches!(pair[1].item, Item::By)
            }) && self
                .groups
                .iter()
                .any(|group| matches!(group.value, Group::Time { .. }))
            || self.divides_flag()
            || self.lists_numbers()
            || self.opens_with_kinds()
            || grouped && self.ranks_value();
        let charted = self.wishes.iter().any(|(wish, _)| matches!(wish, Wish::Mark(mark) if *mark != Mark::Table && *mark != Mark::Map));
        // A number of rows neither improves nor differs where each group has one.
        let is_no_number = self.has_one_row_each()
            || (self.change.is_some() || self.direction.is_some())
                && !self.schema.tables[self.table].records_events();
        if self.entity_at.is_none() && is_no_number {
            return;
        }
        if (grouped || counted) && (self.entity_at.is_some() || counted || (charted && !rows)) {
            let spans = self
                .entity_at
                .map_or_else(Vec::new, |at| self.spans(at, at + 1));
            let measure = self.number_of_things();
            let part = if spans.is_empty() {
                Part::default_for(measure, "nothing else is measured")
            } else {
                Part::said(measure, spans)
            };
            self.measures.push(part);
            self.measured_at.push(self.entity_at.unwrap_or(0));
        } else if grouped && self.extreme.is_none() {
            self.measure_tested();
        }
    }

    /// Tells whether two groups make up the key of a row, which leaves nothing to count: teams and seasons.
    fn has_one_row_each(&self) -> bool {
        let table = &self.schema.tables[self.table];
        let distinct = |group: &Part<Group>| match &group.value {
            Group::Column { column } => {
                let id = self.schema.find(column)?;
                (id.table == self.table).then(|| self.schema.column(id).profile.distinct)
            }
            _ => None,
        };
        let sizes: Option<Vec<_>> = self.groups.iter().map(distinct).collect();
        sizes
            .is_some_and(|sizes| sizes.len() == 2 && sizes[0] * sizes[1] == table.profile.row_count)
    }

    /// Tells whether a list would hold mere numbers of rows: "accidents in fog or snow" are counted where no accident has a name.
    fn lists_numbers(&self) -> bool {
        let table = &self.schema.tables[self.table];
        let is_named = table.label.is_some_and(|label| {
            table.columns[label].role != Role::Identifier
                && table.columns[label].words.iter().any(|word| {
                    matches!(word.word.as_str(), "name" | "title" | "label")
                        || crate::language::lexicon::is_person_word(&word.word)
                })
        });
        let has_names = table.columns.iter().any(|column| {
            column.is_text()
                && column.is_alphabetic()
                && column.profile.distinct * 2 > table.profile.row_count
        });
        let is_list = self.which_at.is_some()
            || self.has_wish(Mark::Table)
            || self
                .tokens
                .iter()
                .any(|token| token.is("list show display find give which what who see details"));
        self.entity_at.is_some()
            && !self.conditions.is_empty()
            && self.groups.is_empty()
            && self.extreme.is_none()
            && self.edge_period.is_none()
            && !is_named
            && !has_names
            && !is_list
    }

    /// "regions with a savings rate above 15 percent": what is compared is also what is shown of each.
    fn measure_tested(&mut self) {
        let names_rows = self.groups.iter().all(|group| {
            self.is_row_name(&group.value) || matches!(group.value, Group::Time { .. })
        });
        let tested = self.conditions.iter().find_map(|said| {
            let id = said.column?;
            // A condition on one value leaves nothing to average: the rows are counted.
            let is_fixed = matches!(
                &said.condition,
                Condition::Test { test: Test::In { values }, .. } if values.len() == 1
            );
            self.schema
                .column(id)
                .is_quantity()
                .then_some((id, said.at, is_fixed))
        });
        if let Some((id, at, is_fixed)) = tested.filter(|_| !names_rows) {
            let measure = if is_fixed {
                Measure::Count
            } else {
                Measure::Aggregate {
                    aggregate: self.default_aggregate(id),
                    of: self.scalar(id),
                }
            };
            self.measures.push(Part::default_for(
                measure,
                "it is what the rows are chosen by",
            ));
            self.measured_at.push(at);
        }
    }

    /// "Top 5 browser versions" of a table with a row for each and one quantity: there is nothing else to rank by.
    fn quantity_of_top(&self) -> Option<ColumnId> {
        let extreme = self.extreme.as_ref()?;
        let is_top = extreme.n.is_some()
            && self.tokens[self.nodes[extreme.at].start].is("top bottom")
            && self.count_at.is_none()
            && self.share_at.is_none();
        let ranks_rows = (self.bare.iter().map(|mention| mention.id))
            .chain(self.groups.iter().filter_map(|group| {
                group_column(&group.value).and_then(|column| self.schema.find(column))
            }))
            .any(|id| self.schema.is_unique(id));
        let mut quantities = self
            .schema
            .ids()
            .filter(|id| id.table == self.table && self.schema.column(*id).is_quantity());
        let only = quantities.next()?;
        (is_top && ranks_rows && quantities.next().is_none()).then_some(only)
    }

    /// "delay in minutes" over a column of seconds.
    pub(super) fn convert_units(&mut self) {
        let Some(said) = self.unit else { return };
        for part in &mut self.measures {
            let (Measure::Aggregate { of, .. } | Measure::Raw { of }) = &mut part.value else {
                continue;
            };
            let Scalar::Column { column } = &*of else {
                continue;
            };
            let kept = self
                .schema
                .find(column)
                .and_then(|id| self.schema.column(id).unit);
            if let Some(kept) = kept
                .filter(|kept| kept.kind == said.kind && (kept.factor - said.factor).abs() > 1e-12)
            {
                *of = Scalar::Arithmetic {
                    operator: Arithmetic::Divide,
                    left: Box::new(of.clone()),
                    right: Box::new(Scalar::Number {
                        number: said.factor / kept.factor,
                    }),
                };
            }
        }
    }

    /// "revenue (quantity times price)" says one measure twice.
    pub(super) fn drop_repeated(&mut self) {
        let mut at = 0;
        while at < self.measures.len() {
            let is_known = self.measures[..at]
                .iter()
                .any(|known| known.value == self.measures[at].value)
                || self.is_said_before(at);
            if is_known {
                self.measures.remove(at);
                if at < self.measured_at.len() {
                    self.measured_at.remove(at);
                }
            } else {
                at += 1;
            }
        }
    }

    /// "Average points scored": both words name one column, whose summary is said before the first.
    fn is_said_before(&self, at: usize) -> bool {
        let column = |part: &Part<Measure>| match &part.value {
            Measure::Aggregate {
                of: Scalar::Column { column },
                ..
            } => Some(column.clone()),
            _ => None,
        };
        let (Some(before), Some(to)) = (at.checked_sub(1), self.measured_at.get(at)) else {
            return false;
        };
        let from = self.measured_at[before];
        let is_one = column(&self.measures[before]).is_some()
            && column(&self.measures[before]) == column(&self.measures[at]);
        let is_column = |at: usize| matches!(self.item(at), Some(Item::Column { .. }));
        let is_next = from < *to && *to <= from + 2;
        is_one && is_next && (from + 1..=*to).all(is_column)
    }

    /// A pie of single rows divides their sum: one row is its own average, unless the quantity has no sum.
    pub(super) fn parts_of_whole(&mut self) {
        if !self.has_wish(Mark::Arc)
            || self.groups.len() != 1
            || !self.is_row_name(&self.groups[0].value)
        {
            return;
        }
        let said = self
            .nodes
            .iter()
            .any(|node| matches!(node.item, Item::Aggregate(_)));
        let [part] = self.measures.as_mut_slice() else {
            return;
        };
        if let Measure::Aggregate {
            aggregate: aggregate @ Aggregate::Mean,
            of: Scalar::Column { column },
        } = &mut part.value
            && let Some(id) = self.schema.find(column)
        {
            let column = self.schema.column(id);
            let rate = column.unit.is_some()
                || column
                    .words
                    .iter()
                    .any(|word| crate::language::lexicon::is_rate_stem(&word.stem));
            if !rate && !said {
                *aggregate = Aggregate::Sum;
            }
        }
    }

    /// A chart of a single figure shows nothing: categories that are counted are shown one by one, a quantity in intervals.
    pub(super) fn group_for_chart(&mut self) {
        let charted = self
            .wishes
            .iter()
            .any(|(wish, _)| matches!(wish, Wish::Mark(Mark::Bar | Mark::Arc | Mark::Histogram)));
        let [part] = self.measures.as_slice() else {
            return;
        };
        if !charted || !self.groups.is_empty() || self.extreme.is_some() || self.change.is_some() {
            return;
        }
        let Measure::Aggregate {
            aggregate,
            of: Scalar::Column { column },
        } = &part.value
        else {
            return;
        };
        let Some(id) = self.schema.find(column) else {
            return;
        };
        let said = self
            .nodes
            .iter()
            .any(|node| matches!(node.item, Item::Aggregate(_)));
        let pie = self.has_wish(Mark::Arc);
        let group =
            if *aggregate == Aggregate::CountDistinct && !self.schema.column(id).is_quantity() {
                self.column_group(id)
            } else if !said
                && !pie
                && self.schema.column(id).is_quantity()
                && *aggregate != Aggregate::CountDistinct
            {
                Group::Bin {
                    of: Scalar::Column {
                        column: column.clone(),
                    },
                    by: BinBy::Auto,
                }
            } else {
                return;
            };
        let spans = match &part.provenance {
            crate::plan::Provenance::Words { spans } => spans.clone(),
            _ => Vec::new(),
        };
        self.groups.push(Part::said(group, spans));
        self.measures = vec![Part::default_for(
            Measure::Count,
            "the chart shows how often each occurs",
        )];
        self.measured_at = vec![0];
    }
}
