//! Bare columns: which are measured, which divide the rows and which are conditions.

use super::joins::group_column;
use crate::compose::draft::{Draft, Mention};
use crate::parse::{Item, Wish};
use crate::plan::{
    Aggregate, BinBy, Condition, Group, Literal, Mark, Measure, Part, Scalar, Season, Test,
    TimeUnit,
};
use crate::schema::{ColumnId, Role};

impl Draft<'_, '_> {
    pub(super) fn has_wish(&self, mark: Mark) -> bool {
        self.wishes
            .iter()
            .any(|(wish, _)| *wish == Wish::Mark(mark))
    }

    /// "where were the most thefts": the column of places is asked for, where the question names none.
    pub(super) fn place_asked(&mut self) {
        let opens = self
            .tokens
            .iter()
            .find(|token| token.kind == crate::language::Kind::Word)
            .is_some_and(|token| token.is("where"));
        let table = &self.schema.tables[self.table];
        let is_place = |column: &crate::schema::Column<'_>| {
            column.is_text() && column.profile.distinct > 1 && column.is_place()
        };
        let named = self
            .groups
            .iter()
            .any(|group| !matches!(group.value, Group::Time { .. }))
            || self
                .bare
                .iter()
                .any(|mention| self.schema.column(mention.id).is_text());
        if !opens || named {
            return;
        }
        // The name of a place rather than its code.
        let found = (0..table.columns.len())
            .filter(|at| is_place(&table.columns[*at]))
            .max_by_key(|at| {
                let column = &table.columns[*at];
                let length = column
                    .profile
                    .values
                    .iter()
                    .filter_map(|value| value.value.as_str());
                (column.profile.distinct, length.map(str::len).sum::<usize>())
            });
        if let Some(column) = found {
            let id = ColumnId {
                table: self.table,
                column,
            };
            self.asked_group = true;
            self.bare.push(Mention {
                which: true,
                ..Mention::of(id, 0)
            });
        }
    }

    /// "five museums with the most visitors" where a row is a museum in one year: the column of museums is asked for.
    pub(super) fn group_by_spoken_noun(&mut self) {
        let table = &self.schema.tables[self.table];
        let rows = table.profile.row_count;
        let Some(at) = self.entity_at.filter(
            |at| matches!(self.nodes[*at].item, Item::Entity(table) if table == self.table),
        ) else {
            return;
        };
        let is_told = self
            .bare
            .iter()
            .any(|mention| !self.schema.column(mention.id).is_quantity());
        let ranked = self.extreme.is_some() || self.edge_period.is_some();
        if !ranked || is_told || !self.groups.is_empty() || table.label.is_some() {
            return;
        }
        let said = &self.tokens[self.nodes[at].end - 1].stem;
        let fits = |column: &crate::schema::Column<'_>| {
            let begins = |word: &str| word.len() >= 3 && said.starts_with(word);
            column.is_text()
                && column.profile.distinct > 2
                && column.profile.distinct * 3 < rows
                && (column.has_stem(said) || column.words.iter().any(|word| begins(&word.word)))
        };
        let found = (0..table.columns.len())
            .filter(|column| fits(&table.columns[*column]))
            .max_by_key(|column| {
                let words = &table.columns[*column].words;
                words
                    .iter()
                    .any(|word| crate::language::lexicon::is_label_word(&word.word))
            });
        if let Some(column) = found {
            let id = ColumnId {
                table: self.table,
                column,
            };
            self.asked_group = true;
            self.push_group(self.column_group(id), at, at + 1);
            self.entity_at = None;
        }
    }

    /// "Which genre is most popular with children" where `Children` is a genre: a question for one of the groups excludes
    /// that it names the group.
    pub(super) fn doubt_fixed_group(&mut self) {
        let [group] = self.groups.as_slice() else {
            return;
        };
        let fixes = |said: &crate::compose::draft::Said| match &said.condition {
            Condition::Test {
                of: Scalar::Column { column },
                test: Test::In { values },
            } => values.len() == 1 && group_column(&group.value) == Some(column),
            _ => false,
        };
        let fixed = self.conditions.iter().find(|said| fixes(said));
        let ranks = self.extreme.is_some() && self.asks_which();
        if let Some(at) = fixed.filter(|_| ranks).map(|said| said.at) {
            self.unknown.push(at);
            self.penalty += 1.5;
        }
    }

    /// "Weekday by hour": beside a part of the week or the year, an hour is one of any day.
    pub(super) fn settle_hours(&mut self) {
        let is_season = |group: &Part<Group>| matches!(group.value, Group::Season { .. });
        if self.groups.iter().any(is_season) {
            self.group_by_hour_of_day();
        }
    }

    /// "Busiest hour": the hour of any day, and no single one of them.
    pub(super) fn group_by_hour_of_day(&mut self) {
        for group in &mut self.groups {
            if let Group::Time {
                of,
                unit: TimeUnit::Hour,
            } = &group.value
            {
                group.value = Group::Season {
                    of: of.clone(),
                    season: Season::HourOfDay,
                };
            }
        }
    }

    /// "Histogram of goals under 50,000": what is compared is also what is spread, where nothing else is named.
    fn mention_distributed(&mut self) {
        let asks = self.distribution_at.is_some()
            || self.has_wish(Mark::Histogram)
            || self.has_wish(Mark::Boxplot);
        let is_named = !self.measures.is_empty()
            || self
                .bare
                .iter()
                .any(|mention| self.schema.column(mention.id).is_quantity());
        let compared = self.conditions.iter().find_map(|said| {
            let id = said.column?;
            (self.schema.column(id).is_quantity() && !said.is_time).then_some((id, said.at))
        });
        if let Some((id, at)) = compared.filter(|_| asks && !is_named) {
            self.bare.push(Mention::of(id, at));
        }
    }

    /// Decides which bare columns are measured and which are grouped by.
    pub(super) fn place_mentions(&mut self) {
        self.mention_distributed();
        self.measure_share_of();
        self.drop_unit_mentions();
        self.drop_verb_mentions();
        let kinds: Vec<usize> = (self.bare.iter())
            .filter(|mention| self.is_asked_kind(mention))
            .map(|mention| mention.at)
            .collect();
        let mentions = std::mem::take(&mut self.bare);
        if self.pairs_unlike(&mentions) {
            self.correlation_at.get_or_insert(mentions[0].at);
        }
        let quantities = mentions
            .iter()
            .filter(|mention| self.schema.column(mention.id).is_quantity())
            .count();
        if quantities == 2
            && let Some(second) = mentions.get(1).filter(|_| self.compares_degrees())
        {
            self.versus_at.get_or_insert(second.at);
        }
        let identified = mentions
            .iter()
            .filter(|mention| self.is_identifier_asked(mention.id, mention.at))
            .count();
        let measured = !self.measures.is_empty() || self.count_at.is_some();
        let scales = mentions
            .iter()
            .filter(|mention| self.schema.column(mention.id).role == Role::Ordinal)
            .count();
        let relation = ((self.versus_at.is_some() && (scales == 0 || quantities >= scales + 2))
            || self.correlation_at.is_some()
            || self.asks_connection()
            || self.has_wish(Mark::Point)
            || self.has_wish(Mark::Bubble))
            && (quantities >= 2 || (quantities + identified == 2 && !measured))
            && !self.compares_amounts(&mentions);
        // "average number of visits per month": of counts, and not of a column.
        let of_counts = quantities == 0 && self.count_at.is_some();
        let aggregate = if of_counts {
            None
        } else {
            self.aggregate.take()
        };
        let asked = mentions
            .iter()
            .any(|mention| mention.which && !self.schema.column(mention.id).is_quantity());
        for mention in mentions {
            let column = self.schema.column(mention.id);
            if kinds.contains(&mention.at) || quantities >= 2 && self.divides_by_answer(&mention) {
                self.asked_group |= mention.which;
                let group = self.column_group(mention.id);
                self.push_group(group, mention.at, mention.at + 1);
                continue;
            }
            if !mention.which
                && let Some(condition) = self.yes_condition(mention.id).or_else(|| {
                    self.one_condition(mention.id)
                        .filter(|_| self.counts_rows() || self.says_of_rows(mention.at))
                })
            {
                // "guests" alone are no repeated guests.
                if self.says_noun_only(&mention) {
                    continue;
                }
                // "admitted", "ambulance": the rows for which it is so.
                self.conditions.push(crate::compose::draft::Said {
                    condition,
                    at: mention.at,
                    column: Some(mention.id),
                    is_time: false,
                });
                continue;
            }
            // "cancelled" beside `cancelled_on`: the rows to which it happened.
            if !mention.which
                && !self.has_wish(Mark::Line)
                && let Some(condition) = self.event_condition(mention.id, mention.at)
            {
                self.conditions.push(crate::compose::draft::Said {
                    condition,
                    at: mention.at,
                    column: Some(mention.id),
                    is_time: false,
                });
                continue;
            }
            // "supplied by", "shipped to": a verb that a date's name has as well asks for no date.
            let verb = &self.tokens[self.nodes[mention.at].start].word;
            let is_event = verb.ends_with("ings") && !self.follows_by(mention.at);
            if column.is_date()
                && !mention.which
                && (verb.ends_with("ed") || is_event)
                && (measured || quantities > 0)
                && !self
                    .wishes
                    .iter()
                    .any(|(wish, _)| *wish == Wish::Mark(Mark::Line))
            {
                continue;
            }
            let spans = self.spans(mention.at, mention.at + 1);
            let of = self.scalar(mention.id);
            let scale = column.role == Role::Ordinal
                && self.distribution_at.is_some()
                && quantities == 1
                && !measured
                && !self.has_wish(Mark::Boxplot)
                && !self.has_wish(Mark::Histogram);
            let distribution = self.distribution_at.is_some()
                || self.has_wish(Mark::Histogram)
                || self.has_wish(Mark::Boxplot);
            // "passengers as a share of seats": the whole is measured, however few sizes of it there are.
            let is_whole = self
                .share_of_at
                .is_some_and(|at| self.next(at + 1) == Some(mention.at));
            let beside = column.role == Role::Ordinal
                && !is_whole
                && (((measured || quantities > 1) && !relation && !mention.which && !distribution)
                    || scale);
            if scale {
                // "the distribution of cylinders": how often each step of the scale occurs.
                self.count_at.get_or_insert(mention.at);
            }
            let identifier =
                relation && quantities < 2 && self.is_identifier_asked(mention.id, mention.at);
            let measure = if identifier {
                Some(Measure::Raw { of: of.clone() })
            } else if !column.is_quantity() || beside {
                None
            } else if let Some((aggregate, _)) = aggregate {
                Some(Measure::Aggregate {
                    aggregate,
                    of: of.clone(),
                })
            } else if relation || distribution {
                Some(Measure::Raw { of: of.clone() })
            } else if self.count_at.is_some() && self.measures.is_empty() && self.extreme.is_none()
            {
                let is_counted = self.is_counted(mention.id, mention.at);
                // "how many guests arrive" divides by no rating of the guests.
                if !is_counted && self.is_loosely_named(&mention) && !self.follows_by(mention.at) {
                    self.penalty += 0.3;
                    continue;
                }
                // "how many DVDs were lent in 2019": the column of the year holds the numbers.
                if is_counted || self.is_year_of_amounts(mention.id) {
                    self.measures.push(Part::said(
                        Measure::Aggregate {
                            aggregate: Aggregate::Sum,
                            of: of.clone(),
                        },
                        spans.clone(),
                    ));
                    self.measured_at.push(mention.at);
                    continue;
                }
                // "How many episodes are in each season": each number is one of them.
                if column.is_whole()
                    && column.profile.distinct <= 60
                    && self.nodes[mention.at].start > 0
                    && self.tokens[self.nodes[mention.at].start - 1].is("each every")
                {
                    let group = self.column_group(mention.id);
                    self.push_group(group, mention.at, mention.at + 1);
                    continue;
                }
                if self.asks_how_many_of(&mention) {
                    continue;
                }
                // "count by weight": the quantity is divided into intervals.
                self.groups.push(Part::said(
                    Group::Bin {
                        of: of.clone(),
                        by: BinBy::Auto,
                    },
                    spans.clone(),
                ));
                continue;
            } else {
                Some(Measure::Aggregate {
                    aggregate: self
                        .single_extreme(asked)
                        .or_else(|| self.mean_of_price(&mention))
                        .unwrap_or_else(|| self.default_aggregate(mention.id)),
                    of: of.clone(),
                })
            };
            match measure {
                // A quantity that is named twice is measured once.
                Some(measure) if self.measures.iter().any(|known| known.value == measure) => {}
                Some(measure) => {
                    self.measures.push(Part::said(measure, spans));
                    self.measured_at.push(mention.at);
                }
                None => {
                    // "districts by winner": the name of the rows is counted.
                    let label =
                        self.schema.tables[mention.id.table].label == Some(mention.id.column);
                    if label
                        && !mention.which
                        && !self.groups.is_empty()
                        && self.extreme.as_ref().is_none_or(|extreme| {
                            extreme.adjective.stems.is_empty() && extreme.n.is_none()
                        })
                    {
                        self.entity_at.get_or_insert(mention.at);
                        continue;
                    }
                    // "math score": the noun behind a quantity's name belongs to it, and not to another column that is related.
                    let quantity_before = mention
                        .at
                        .checked_sub(1)
                        .and_then(|before| self.item(before));
                    if let Some(Item::Column { id, .. }) = quantity_before
                        && *id != mention.id
                        && self.schema.column(*id).is_quantity()
                        && !mention.which
                        && self.is_loosely_named(&mention)
                    {
                        continue;
                    }
                    // "of the museums that cost something, by type": what the rows are about.
                    let about = !mention.which
                        && !self.groups.is_empty()
                        && self.extreme.is_none()
                        && self.versus_at.is_none()
                        && self.is_key_noun(mention.id);
                    if about {
                        self.count_key_noun(&mention, quantities);
                        continue;
                    }
                    if self.is_summed_whole(&mention) {
                        continue;
                    }
                    self.asked_group |= mention.which;
                    let group = self.column_group(mention.id);
                    // "at what hour do patients arrive": the time is grouped already.
                    let timed = self.groups.iter().any(|known| {
                        matches!(known.value, Group::Time { .. } | Group::Season { .. })
                            && group_column(&group).is_some()
                            && group_column(&known.value) == group_column(&group)
                    });
                    if timed {
                        continue;
                    }
                    if !self.groups.iter().any(|known| known.value == group) {
                        self.groups.push(Part::said(group, spans));
                    }
                }
            }
        }
        self.name_person();
        if let Some((aggregate, at)) = aggregate.filter(|_| self.measures.is_empty()) {
            if self.measure_tallied(aggregate, at) {
                // The numbers of a table of counts are summarised.
            } else if aggregate == Aggregate::Sum {
                self.count_at.get_or_insert(at);
            } else {
                self.penalty += 1.2;
            }
        }
    }

    /// Tells whether a column holds the amounts of one month or year of several side by side.
    fn is_year_of_amounts(&self, id: ColumnId) -> bool {
        self.schema.tables[id.table]
            .wide
            .as_ref()
            .is_some_and(|wide| {
                wide.additive
                    && wide.unpivot.kind != crate::plan::UnpivotKind::Categories
                    && wide.columns.contains(&id.column)
            })
    }

    /// Tells whether a mention's words are only a part of the column's name, or related to it.
    pub(in crate::compose) fn is_loosely_named(&self, mention: &Mention) -> bool {
        let node = &self.nodes[mention.at];
        let span = &self.tokens[node.start..node.end];
        crate::link::is_loose_name(span, self.schema.column(mention.id))
    }

    /// "Which origin has the most efficient cars": a few numbers that stand for kinds are what is asked for, and not how much.
    pub(super) fn is_asked_kind(&self, mention: &Mention) -> bool {
        let column = self.schema.column(mention.id);
        // "Which rating is the highest" ranks the ratings themselves.
        let ranks_other = self.extreme.as_ref().is_some_and(|extreme| {
            !extreme.adjective.stems.is_empty()
                || self.count_at.is_some()
                || (self.bare.iter()).any(|other| {
                    other.id != mention.id && self.schema.column(other.id).is_quantity()
                })
        });
        mention.which && ranks_other && column.is_quantity() && column.profile.distinct <= 6
    }

    /// "Do married people earn more": both answers of a column of 0 and 1 are compared in another quantity.
    fn divides_by_answer(&self, mention: &Mention) -> bool {
        let asks =
            (self.tokens.first()).is_some_and(|token| token.is("do does did is are was were"));
        let is_comparative = |token: &crate::language::Token| {
            crate::language::lexicon::comparative(&token.word).is_some()
                || token.is("more less fewer")
        };
        asks && self.one_condition(mention.id).is_some()
            && self.tokens[self.nodes[mention.at].end..]
                .iter()
                .any(is_comparative)
    }

    /// Tells whether a word that divides stands before a node: "by weight".
    pub(super) fn follows_by(&self, at: usize) -> bool {
        self.nodes[..at]
            .iter()
            .rev()
            .find(|node| !matches!(node.item, Item::Filler))
            .is_some_and(|node| matches!(node.item, Item::By))
    }

    /// "who had the highest balance": the column that names persons.
    pub(super) fn name_person(&mut self) {
        let who = self
            .which_at
            .is_some_and(|at| self.tokens[self.nodes[at].start].is("who whose"));
        if !who || self.extreme.is_none() || !self.groups.is_empty() {
            return;
        }
        let table = &self.schema.tables[self.table];
        let person = table.columns.iter().position(|column| {
            column.is_text()
                && column
                    .words
                    .iter()
                    .any(|word| crate::language::lexicon::is_person_word(&word.word))
        });
        if let Some(column) = table.label.or(person) {
            let column = self.schema.reference(ColumnId {
                table: self.table,
                column,
            });
            self.groups.push(Part::default_for(
                Group::Column { column },
                "a person is asked for",
            ));
        }
    }

    /// Tells whether a column is the number or name of a thing that is seen in several rows.
    pub(super) fn is_key_noun(&self, id: ColumnId) -> bool {
        let column = self.schema.column(id);
        let table = &self.schema.tables[id.table];
        let content = column
            .words
            .iter()
            .filter(|word| !crate::language::lexicon::is_label_word(&word.word))
            .count();
        let in_name = crate::language::name_words(&table.profile.name)
            .iter()
            .any(|word| column.has_stem(&crate::language::stem(word)));
        content == 1
            && (column.is_text() || column.role == Role::Identifier)
            && (column.role == Role::Identifier && column.profile.distinct > 12 || in_name)
    }

    /// The only stock of the table, or the whole of several.
    pub(super) fn only_stock(&self) -> Option<ColumnId> {
        let table = self.table;
        let columns = &self.schema.tables[table].columns;
        let stocks: Vec<ColumnId> = (0..columns.len())
            .map(|column| ColumnId { table, column })
            .filter(|id| self.schema.column(*id).is_quantity() && self.is_stock(*id))
            .collect();
        let whole = stocks.iter().find(|id| {
            self.schema
                .column(**id)
                .words
                .iter()
                .any(|word| crate::language::lexicon::is_end_word(&word.word))
        });
        match stocks.as_slice() {
            [only] => Some(*only),
            _ => whole.copied(),
        }
    }

    /// Tells whether the words ask for the identifier itself: "the sum of manager ids".
    pub(in crate::compose) fn is_identifier_asked(&self, id: ColumnId, at: usize) -> bool {
        let column = self.schema.column(id);
        let Some(node) = self.nodes.get(at) else {
            return false;
        };
        column.role == Role::Identifier
            && column.is_numeric()
            && self.tokens[node.start..node.end].iter().any(|token| {
                token.is("id ids identifier identifiers number numbers no nr code codes key keys")
                    || token.word == column.glued
            })
    }

    /// Tells whether only the last word of a flag's name is said, and the word before it, which makes the difference, is not.
    fn says_noun_only(&self, mention: &Mention) -> bool {
        let words: Vec<&crate::schema::NameWord> = self
            .schema
            .column(mention.id)
            .words
            .iter()
            .filter(|word| !crate::language::lexicon::is_function_word(&word.word))
            .collect();
        let [first, .., last] = words.as_slice() else {
            return false;
        };
        let node = &self.nodes[mention.at];
        let is_said = |stem: &str| {
            self.tokens[node.start..node.end]
                .iter()
                .any(|token| token.stem == stem)
        };
        first.word.ends_with("ed") && is_said(&last.stem) && !is_said(&first.stem)
    }

    /// "Average age of those arrested", "of people who smoke", "of black players", "average rating of comedies": the rows for which it is so.
    fn says_of_rows(&self, at: usize) -> bool {
        let is_measured = self.nodes[..at].iter().any(|node| {
            matches!(&node.item, Item::Column { id, .. } if self.schema.column(*id).is_quantity() && self.schema.column(*id).role != Role::Flag)
        });
        let is_behind = at > 0 && matches!(self.nodes[at - 1].item, Item::Of) && is_measured;
        // "Who are the democrats from Texas".
        let lists_persons = self.tokens[0].is("who list name") && !is_measured;
        if matches!(self.item(at + 1), Some(Item::Entity(_))) || is_behind || lists_persons {
            return true;
        }
        let before = |back: usize| {
            self.nodes[at]
                .start
                .checked_sub(back)
                .map(|at| &self.tokens[at])
        };
        let is = |back: usize, words: &str| before(back).is_some_and(|token| token.is(words));
        is(1, "those who") || is(1, "are is were was") && is(2, "who that")
    }

    /// The condition that a column of 0 and 1 is 1: "how often were trams cancelled".
    pub(in crate::compose) fn one_condition(&self, id: ColumnId) -> Option<Condition> {
        let column = self.schema.column(id);
        (column.role == Role::Flag && column.is_numeric()).then(|| Condition::Test {
            of: self.scalar(id),
            test: Test::In {
                values: vec![Literal::Number { number: 1.0 }],
            },
        })
    }

    /// Tells whether rows are counted and nothing else is measured.
    fn counts_rows(&self) -> bool {
        self.count_at.is_some() && self.measures.is_empty() && self.share_at.is_none()
    }

    /// The condition that a yes-no column says yes.
    pub(in crate::compose) fn yes_condition(&self, id: ColumnId) -> Option<Condition> {
        let column = self.schema.column(id);
        if column.profile.column_type == portolan_query::ColumnType::Boolean {
            return Some(Condition::Test {
                of: self.scalar(id),
                test: Test::IsTrue,
            });
        }
        if !column.is_text() || column.profile.distinct > 3 {
            return None;
        }
        let texts: Vec<&str> = column
            .profile
            .values
            .iter()
            .filter_map(|value| value.value.as_str())
            .collect();
        let is = |text: &str, words: &[&str]| words.contains(&text.to_lowercase().as_str());
        let no = texts
            .iter()
            .any(|text| is(text, &["no", "n", "false", "f"]));
        let yes = texts
            .iter()
            .find(|text| is(text, &["yes", "y", "true", "t"]))?;
        no.then(|| self.value_condition(id, &[(*yes).to_owned()], false))
    }
}
