//! Tables of indicators: the words of the question choose the indicator, and its figures are what is measured.

use crate::compose::draft::{Draft, Said};
use crate::language::units::UnitKind;
use crate::language::{concepts, lexicon, name_words, stem};
use crate::parse::Item;
use crate::plan::{Aggregate, Measure, Part};
use crate::schema::{ColumnId, is_rate_name};

impl Draft<'_, '_> {
    /// "How much honey was harvested": keeps the rows of the indicator that most words name, and measures its figures.
    pub(super) fn settle_indicator(&mut self) {
        let Some(indicator) = self.schema.tables[self.table].indicator.clone() else {
            return;
        };
        let id = |column: usize| ColumnId {
            table: self.table,
            column,
        };
        let names: Vec<String> = self.schema.tables[self.table].columns[indicator.label]
            .profile
            .values
            .iter()
            .filter_map(|value| value.value.as_str().map(str::to_owned))
            .collect();
        let mut ranked: Vec<(f64, String, Vec<usize>)> = names
            .into_iter()
            .map(|name| {
                let (score, nodes) = self.fit_indicator(&name);
                (score, name, nodes)
            })
            .filter(|(_, _, nodes)| !nodes.is_empty())
            .collect();
        ranked.sort_by(|left, right| right.0.total_cmp(&left.0));
        let [(best, name, nodes), rest @ ..] = ranked.as_slice() else {
            return;
        };
        let at = nodes[0];
        // Two that fit alike are different things, which no figure may mix.
        if rest.iter().any(|other| other.0 >= *best) {
            self.unknown.push(at);
            return;
        }
        let is_telling = |column: ColumnId| {
            column.table == self.table && indicator.columns.contains(&column.column)
        };
        // Values of names, codes and units that were linked are parts of the chosen indicator's name.
        self.conditions
            .retain(|said| !said.column.is_some_and(is_telling));
        self.bare.retain(|mention| !is_telling(mention.id));
        let telling: Vec<_> = indicator
            .columns
            .iter()
            .map(|column| self.column_group(id(*column)))
            .collect();
        self.groups.retain(|group| !telling.contains(&group.value));
        self.unknown.retain(|unknown| !nodes.contains(unknown));
        let label = id(indicator.label);
        let condition = self.value_condition(label, std::slice::from_ref(name), false);
        self.conditions.push(Said {
            condition,
            column: Some(label),
            at,
            is_time: false,
        });
        if !self.measures.is_empty()
            || self
                .bare
                .iter()
                .any(|mention| mention.id == id(indicator.value))
        {
            return;
        }
        let aggregate = self.aggregate.take().map_or_else(
            || {
                // Rates of districts do not add up.
                if is_rate_name(name) {
                    Aggregate::Mean
                } else {
                    Aggregate::Sum
                }
            },
            |(aggregate, _)| aggregate,
        );
        let of = self.scalar(id(indicator.value));
        let spans = self.spans(at, at + 1);
        self.measures
            .push(Part::said(Measure::Aggregate { aggregate, of }, spans));
        self.measured_at.push(at);
        // "How many births" asks for the figure, not for a number of rows.
        self.count_at = None;
    }

    /// "Which district", "in each district": a value of the level of a place, which divides by the places of that level.
    pub(super) fn settle_levels(&mut self) {
        let mut found = None;
        for said in &self.conditions {
            let Some(id) = said.column else { continue };
            let columns = &self.schema.tables[id.table].columns;
            let level = &columns[id.column];
            let is_level = level.words.len() > 1
                && level
                    .words
                    .last()
                    .is_some_and(|word| matches!(word.word.as_str(), "level" | "type"));
            // Level and name of a place begin alike: `area_level` and `area_name`.
            let is_name = |at: &usize| {
                let column = &columns[*at];
                column.is_text()
                    && column.words.first().map(|word| &word.word)
                        == level.words.first().map(|word| &word.word)
                    && column.words.last().is_some_and(|word| word.word == "name")
            };
            let node = &self.nodes[said.at];
            let token = &self.tokens[node.end - 1];
            let before = node.start.checked_sub(1).map(|at| &self.tokens[at]);
            let divides = before.is_some_and(|token| token.is("each every per by which what"))
                || crate::schema::build::singular(&token.word) != token.word;
            if is_level && divides {
                found = (0..columns.len())
                    .find(is_name)
                    .map(|column| (id, column, said.at));
            }
        }
        let Some((level, column, at)) = found else {
            return;
        };
        let names = ColumnId {
            table: level.table,
            column,
        };
        let of_level = self.column_group(level);
        self.groups.retain(|group| group.value != of_level);
        self.bare.retain(|mention| mention.id != level);
        let group = self.column_group(names);
        if !self
            .conditions
            .iter()
            .any(|said| said.column == Some(names))
        {
            self.push_group(group, at, at + 1);
        }
    }

    /// Words elsewhere in the question decide between columns that one mention fits: "yellow cards … of home teams", "blood
    /// pressure (systolic)".
    pub(super) fn settle_rivals(&mut self) {
        let mut mentions = std::mem::take(&mut self.bare);
        for mention in mentions
            .iter_mut()
            .filter(|mention| !mention.others.is_empty())
        {
            let rivals: Vec<ColumnId> = std::iter::once(mention.id)
                .chain(mention.others.iter().copied())
                .collect();
            let nodes_of = |id: ColumnId| -> Vec<usize> {
                // A word that all rivals share decides nothing.
                let own = |stem: &str| {
                    let column = self.schema.column(id);
                    column.has_stem(stem)
                        && !rivals
                            .iter()
                            .all(|rival| self.schema.column(*rival).has_stem(stem))
                };
                let says = |node: &crate::parse::Node| {
                    self.tokens[node.start..node.end]
                        .iter()
                        .any(|token| own(&token.stem))
                };
                (0..self.nodes.len())
                    .filter(|at| *at != mention.at && says(&self.nodes[*at]))
                    .collect()
            };
            let mut found: Vec<(ColumnId, Vec<usize>)> =
                rivals.iter().map(|id| (*id, nodes_of(*id))).collect();
            found.sort_by_key(|(_, nodes)| std::cmp::Reverse(nodes.len()));
            if let [(id, nodes), (_, next), ..] = found.as_slice()
                && nodes.len() > next.len()
            {
                mention.id = *id;
                mention.others.clear();
                self.unknown.retain(|unknown| !nodes.contains(unknown));
                continue;
            }
            // "Population" of `poptotal` and `popother`: the others are parts of the total.
            let is_total = |id: &&ColumnId| {
                (self.schema.column(**id).words.iter())
                    .any(|word| matches!(word.word.as_str(), "total" | "tot" | "overall" | "all"))
            };
            let mut totals = rivals.iter().filter(is_total);
            if let (Some(total), None) = (totals.next(), totals.next()) {
                mention.id = *total;
                mention.others.clear();
            }
        }
        self.bare = mentions;
    }

    /// How well an indicator fits the words of the question, and the nodes that name it.
    fn fit_indicator(&self, name: &str) -> (f64, Vec<usize>) {
        let words: Vec<String> = name_words(name)
            .into_iter()
            .filter(|word| {
                word.len() > 2 && !lexicon::is_function_word(word) && lexicon::month(word).is_none()
            })
            .collect();
        let is_same = |token: &crate::language::Token, word: &str| {
            let known = stem(word);
            token.stem == known
                || concepts::is_related(&token.stem, &known)
                || lexicon::is_derived(word, &token.word)
        };
        let mut nodes = Vec::new();
        let mut matched = vec![false; words.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            if matches!(node.item, Item::Time(_)) {
                continue;
            }
            for token in &self.tokens[node.start..node.end] {
                let found = words.iter().position(|word| is_same(token, word));
                if let Some(found) = found.filter(|_| !lexicon::is_function_word(&token.word)) {
                    matched[found] = true;
                    nodes.push(at);
                }
            }
        }
        nodes.dedup();
        let hits = matched.iter().filter(|matched| **matched).count() as f64;
        let missed = words.len() as f64 - hits;
        let says_percent = self.tokens.iter().any(|token| {
            crate::language::units::unit(&token.word)
                .is_some_and(|unit| unit.kind == UnitKind::Percent)
        });
        // The unit outweighs one further word of the name.
        let fits_unit = if says_percent && is_rate_name(name) {
            1.5
        } else {
            0.0
        };
        // Of names with as many words in the question, the shorter one fits better.
        (hits - 0.1 * missed + fits_unit, nodes)
    }
}
