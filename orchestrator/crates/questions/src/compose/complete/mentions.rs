//! Bare columns: which are measured, which divide the rows and which are conditions.

use super::joins::group_column;
use crate::compose::draft::{Draft, Mention};
use crate::link::related;
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
    fn group_by_hour_of_day(&mut self) {
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
            } else {
                self.count_ranked(extreme.at);
            }
            return;
        }
        // "Busiest hour on working days": yes and no keep nobody busy.
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
        let by_relatives = || {
            let node = &self.nodes[extreme.at];
            self.tokens[node.start..node.end]
                .iter()
                .find_map(|token| related::quantity(token, self.schema, self.table))
        };
        if let Some(id) = self.by_stems(stems).or_else(by_relatives) {
            let node = &self.nodes[extreme.at];
            let inverse = self.tokens[node.start..node.end]
                .iter()
                .any(|token| self.is_inverse(&token.word, id));
            if let Some(known) = self.extreme.as_mut().filter(|_| inverse) {
                known.adjective.high = !known.adjective.high;
            }
            if self.measures.is_empty()
                && !self
                    .bare
                    .iter()
                    .any(|mention| self.schema.column(mention.id).is_quantity())
            {
                if self.schema.column(id).is_quantity() {
                    self.push_extreme_mention(id, extreme.at, stems);
                } else if self.schema.column(id).is_numeric() {
                    // "oldest university in every region": the year is compared and divides nothing.
                    let of = self.scalar(id);
                    let aggregate = Aggregate::Mean;
                    let spans = self.spans(extreme.at, extreme.at + 1);
                    self.measures
                        .push(Part::said(Measure::Aggregate { aggregate, of }, spans));
                    self.measured_at.push(extreme.at);
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
        judges && self.schema.column(id).is_burden() || said.iter().any(is_paced)
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
        let timed = column
            .unit
            .is_some_and(|unit| unit.kind == crate::language::units::UnitKind::Time)
            || column.has_stem("time")
            || column.has_stem("durat");
        let age = word.starts_with("old") || word.starts_with("young");
        let pace =
            word.starts_with("fast") || word.starts_with("slow") || word.starts_with("quick");
        (age && dated) || (pace && timed && !column.has_stem("speed"))
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
        let mentions = std::mem::take(&mut self.bare);
        if self.pairs_unlike(&mentions) {
            self.correlation_at.get_or_insert(mentions[0].at);
        }
        let quantities = mentions
            .iter()
            .filter(|mention| self.schema.column(mention.id).is_quantity())
            .count();
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

    /// Tells whether a word that divides stands before a node: "by weight".
    fn follows_by(&self, at: usize) -> bool {
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

    /// "which advisor has the most accounts": the different accounts are counted.
    fn count_ranked(&mut self, at: usize) {
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

    /// Tells whether the question is if two things are connected: "home office days against satisfaction: is there a relation".
    fn asks_connection(&self) -> bool {
        self.versus_at.is_some()
            && self.tokens.windows(3).any(|three| {
                three[0].is("is there")
                    && three.iter().any(|token| {
                        token.is("relation relationship connection association link correlation")
                    })
            })
    }

    /// "which airport had the costliest strike": one row decides and not the sum of all.
    fn single_extreme(&self, asked: bool) -> Option<Aggregate> {
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
    fn mean_of_price(&self, mention: &Mention) -> Option<Aggregate> {
        let extreme = self.extreme.as_ref()?;
        let is_price = extreme.adjective.stems == crate::language::lexicon::MONEY;
        (is_price && extreme.at == mention.at).then_some(Aggregate::Mean)
    }

    /// "deposits against withdrawals per month": amounts of one kind beside each other and no relation.
    fn compares_amounts(&self, mentions: &[Mention]) -> bool {
        let by_word = self
            .versus_at
            .is_some_and(|at| self.tokens[self.nodes[at].start].is("vs versus against compared v"));
        let amounts: Vec<ColumnId> = mentions
            .iter()
            .map(|mention| mention.id)
            .filter(|id| self.schema.column(*id).is_quantity())
            .collect();
        let [first, second] = amounts.as_slice() else {
            return false;
        };
        let (first, second) = (self.schema.column(*first), self.schema.column(*second));
        let is_money = first
            .unit
            .is_some_and(|unit| unit.kind == crate::language::units::UnitKind::Money);
        let alike = first.unit == second.unit
            && (is_money
                || first.role == Role::Additive && second.role == Role::Additive
                || first.words[0].stem == second.words[0].stem && first.words.len() > 1);
        let divided = !self.groups.is_empty()
            || mentions.iter().any(|mention| {
                self.schema.column(mention.id).is_text()
                    && self.schema.column(mention.id).profile.distinct > 1
            });
        by_word
            && alike
            && divided
            && self.correlation_at.is_none()
            && !self.has_wish(Mark::Point)
            && !self.has_wish(Mark::Bubble)
    }

    /// "Average age of those arrested", "of people who smoke": the rows for which it is so.
    fn says_of_rows(&self, at: usize) -> bool {
        let before = |back: usize| {
            self.nodes[at]
                .start
                .checked_sub(back)
                .map(|at| &self.tokens[at])
        };
        let is = |back: usize, words: &str| before(back).is_some_and(|token| token.is(words));
        is(1, "those who") || is(1, "are is were was") && is(2, "who that")
    }

    /// "temperature and number of bikers": two quantities of different kinds and nothing that divides them. Their totals beside
    /// each other say nothing, and each row has both.
    fn pairs_unlike(&self, mentions: &[Mention]) -> bool {
        let [first, second] = mentions else {
            return false;
        };
        let (from, to) = (first.at.min(second.at), first.at.max(second.at));
        let is_joined = self.nodes[from..to]
            .iter()
            .any(|node| self.tokens[node.start].is("and & with"));
        let (left, right) = (self.schema.column(first.id), self.schema.column(second.id));
        let is_alike = left.unit.is_some() && left.unit == right.unit
            || left.role == Role::Additive && right.role == Role::Additive;
        let is_plain = self.aggregate.is_none()
            && self.extreme.is_none()
            && self.share_at.is_none()
            && self.change.is_none()
            && self.direction.is_none()
            && !self.over_time
            && self.groups.is_empty()
            && self.measures.is_empty()
            && self.conditions.is_empty()
            && self.wishes.is_empty();
        // A count of a handful of rows is a list and no cloud; a row a year has its course over time.
        let table = &self.schema.tables[self.table];
        is_joined
            && is_plain
            && left.is_quantity()
            && right.is_quantity()
            && first.id.table == second.id.table
            && !is_alike
            && table.profile.row_count >= 20
            && !self.is_series(self.table)
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
