//! Items that only set a mark, and words that another word explains.

use crate::answer::DeclineReason;
use crate::compose::draft::{Draft, Said};
use crate::parse::{Item, Wish};
use crate::plan::Condition;
use crate::schema::ColumnId;

impl Draft<'_, '_> {
    /// A value that several columns have belongs to the one that the question names.
    pub(super) fn weigh_shared_values(&mut self) {
        for node in self.nodes {
            let Item::Value { column, texts } = &node.item else {
                continue;
            };
            let others: Vec<ColumnId> = self
                .schema
                .ids()
                .filter(|id| {
                    id.table == column.table
                        && id != column
                        && texts.iter().all(|text| {
                            self.schema
                                .column(*id)
                                .profile
                                .values
                                .iter()
                                .any(|value| value.value.as_str() == Some(text))
                        })
                })
                .collect();
            let is_named = |id: ColumnId| {
                self.nodes.iter().any(
                    |node| matches!(&node.item, Item::Column { id: named, .. } if *named == id),
                )
            };
            // "Large and medium": values beside each other are of one column.
            let is_shared = |id: ColumnId| {
                self.nodes.iter().any(
                    |node| matches!(&node.item, Item::Value { column: known, .. } if *known == id),
                )
            };
            // "From the harbour to the centre": the ends of a way are of two columns.
            let is_end = node.start > 0 && self.tokens[node.start - 1].is("from to into towards");
            let fits_better = |id: &ColumnId| is_named(*id) || !is_end && is_shared(*id);
            if !is_named(*column) && others.iter().any(fits_better) {
                // The reading in which the value is one of the named column has to cost less.
                self.penalty += 1.0;
            }
        }
    }

    /// "revenue (quantity times price)": the brackets say again how it is computed.
    pub(super) fn drop_operands(&mut self) {
        let operands: Vec<ColumnId> = self
            .nodes
            .iter()
            .filter_map(|node| match node.item {
                Item::Revenue {
                    quantity, price, ..
                } => Some([quantity, price]),
                _ => None,
            })
            .flatten()
            .collect();
        self.drop_defined();
        if self.product_at.is_some() && !operands.is_empty() {
            self.product_at = None;
            self.bare.retain(|mention| !operands.contains(&mention.id));
        }
    }

    /// "birth surplus (births minus deaths)": what stands before the formula only names its result.
    fn drop_defined(&mut self) {
        let Some((operands, at)) =
            self.measures
                .iter()
                .zip(&self.measured_at)
                .find_map(|(part, at)| {
                    let crate::plan::Measure::Aggregate { of, .. } = &part.value else {
                        return None;
                    };
                    let columns = of.columns();
                    (columns.len() == 2).then_some((columns, *at))
                })
        else {
            return;
        };
        let Some(opens) = (0..at).rev().find(|at| {
            let token = &self.tokens[self.nodes[*at].start];
            matches!(self.nodes[*at].item, Item::Break) && matches!(token.text.as_str(), "(" | ":")
        }) else {
            return;
        };
        let schema = self.schema;
        self.bare.retain(|mention| {
            let is_named = operands.contains(&schema.reference(mention.id))
                || schema.column(mention.id).is_quantity();
            mention.at > opens || !is_named
        });
    }

    /// Tells whether "to 100" belongs to an index: a base is set, or the beginning is named.
    fn sets_index(&self, at: usize) -> bool {
        let node = &self.nodes[at];
        !(self.tokens[node.start].is("to") && node.end == node.start + 2)
            || self.tokens.iter().any(|token| {
                token.is("index indexed indexing rebase rebased set sets base start starting beginning first scaled")
            })
    }

    /// Tells whether "of all" stands before a node.
    pub(super) fn is_of_all(&self, at: usize) -> bool {
        let start = self.nodes[at].start;
        start >= 2 && self.tokens[start - 1].is("all") && self.tokens[start - 2].is("of")
    }

    /// Tells whether "share of each region" or "share of the regions" asks for a share of every group.
    pub(super) fn shares_groups(&self, at: usize) -> bool {
        let Some(next) = self.next(at + 1) else {
            return false;
        };
        match self.item(next) {
            Some(Item::By) => {
                self.tokens[self.nodes[next].start].is("each every of") && !self.has_predicate(next)
            }
            Some(Item::Column { id, .. }) => {
                let column = self.schema.column(*id);
                column.is_text()
                    && column.profile.distinct > 2
                    && !self.is_told_of(at, next, *id)
                    && !self.names_rows(*id, next)
                    && self.yes_condition(*id).is_none()
                    && !self.opens_condition(next + 1)
                    && !matches!(self.item(next + 1), Some(Item::Value { .. }))
            }
            _ => false,
        }
    }

    /// Tells whether something is said of the noun behind "share of" that is no value of its own: "share of items that are broken".
    fn is_told_of(&self, share: usize, noun: usize, id: ColumnId) -> bool {
        (noun + 1..self.nodes.len()).any(|at| {
            let is_participle =
                at == noun + 1 && self.tokens[self.nodes[at].start].word.ends_with("ed");
            matches!(&self.nodes[at].item, Item::Value { column, .. } if *column != id)
                && (is_participle || self.is_stated(share, at))
        })
    }

    /// Tells whether something is said of a part of each group: "what share of each type cancelled", "of each team are women".
    pub(in crate::compose) fn has_predicate(&self, by: usize) -> bool {
        (by + 2..self.nodes.len()).any(|at| {
            let before = self.nodes[at].start - 1;
            let is_said = self.tokens[before].is("is are was were");
            match self.item(at) {
                Some(Item::Column { id, .. }) => {
                    self.event_condition(*id, at).is_some()
                        || is_said && self.yes_condition(*id).is_some()
                }
                Some(Item::Value { .. }) => is_said,
                _ => false,
            }
        })
    }

    /// Tells whether "docks per quarter, share of all docks" asks for shares of what is measured already.
    fn shares_measure(&self, at: usize) -> bool {
        let Some(Item::Column { id, .. }) = self.next(at + 1).and_then(|next| self.item(next))
        else {
            return false;
        };
        !self.groups.is_empty() && self.bare.iter().any(|mention| mention.id == *id)
    }

    /// Items that only set a mark.
    pub(super) fn mark(&mut self, at: usize, item: Item) {
        // "natural growth (births minus deaths)": the formula is the growth.
        if matches!(item, Item::Change(_) | Item::Rate) && self.is_defined(at) {
            return;
        }
        match item {
            Item::Revenue {
                quantity,
                price,
                per,
            } => self.revenue_mark(at, (quantity, price), per),
            Item::Others => self.others_at = Some(at),
            Item::OrMore(_) => self.unknown.push(at),
            Item::Rate => self.rate_mark(at),
            Item::Share if self.is_rate_before(at) => self.rate_mark(at),
            Item::Share if self.shares_groups(at) || self.shares_measure(at) => {
                self.percent_at = self.percent_at.or(Some(at));
            }
            Item::Share => self.share_at = self.share_at.or(Some(at)),
            // "segments as percent of all bookings": the rows are the whole.
            Item::AsShareOf
                if matches!(
                    self.next(at + 1).and_then(|next| self.item(next)),
                    Some(Item::Entity(_))
                ) && !self.has_flag_before(at) =>
            {
                self.percent_at = Some(at);
            }
            Item::AsShareOf => self.share_of_at = Some(at),
            Item::Percent => self.percent_at = Some(at),
            Item::Product => self.product_at = Some(at),
            Item::Ratio => self.ratio_at = Some(at),
            Item::Difference => self.difference_at = Some(at),
            Item::Correlation => self.correlation_at = Some(at),
            Item::Distribution if self.is_per_area(at) => {}
            Item::Distribution => self.distribution_at = Some(at),
            Item::Versus => self.versus_at = Some(at),
            // "by how many percent did it change": the first word says how the change is shown.
            Item::Change(kind) => {
                let known = self.change.as_ref().and_then(|change| change.0);
                self.change = Some((kind.or(known), at));
            }
            Item::Against(against) => self.against = Some(against),
            Item::Window(window) => self.window = Some((window, at)),
            // "quickest car to 100 km/h" indexes nothing.
            Item::Index if !self.sets_index(at) => self.unknown.push(at),
            Item::Index => self.index_at = Some(at),
            Item::OverTime => self.over_time = true,
            Item::Which => self.which_at = self.which_at.or(Some(at)),
            Item::BinWidth(width) => self.bin_width = Some(width),
            Item::BinCount(count) => self.bin_count = Some(count),
            Item::BinEdges(edges) => self.bin_edges = Some((edges, at)),
            Item::Nth(n) => self.nth = Some(n),
            Item::Decline(DeclineReason::Cause) if self.is_stated_cause(at) => {}
            Item::Decline(reason) => self.decline = Some(reason),
            Item::Pronoun => self.pronoun = true,
            Item::Or => self.or_seen = true,
            Item::Unknown if self.is_explained(at) => {
                let word = &self.tokens[self.nodes[at].start].word;
                let unit = crate::language::units::unit(word);
                // "how many tonnes of waste": the amount is added up, and no rows are counted.
                let counted = at
                    .checked_sub(1)
                    .filter(|before| matches!(self.nodes[*before].item, Item::Count));
                if unit.is_some() && counted.is_some() && self.count_at == counted {
                    self.count_at = None;
                    self.aggregate
                        .get_or_insert((crate::plan::Aggregate::Sum, at));
                }
                self.unit = self.unit.or(unit);
            }
            Item::Unknown if self.is_predicate(at) => self.penalty += 0.3,
            Item::Unknown => self.unknown.push(at),
            Item::ExcludeIt => self.exclude_last(),
            Item::Number(number) => {
                let noun = matches!(
                    self.next(at + 1).and_then(|next| self.item(next)),
                    Some(Item::Column { .. } | Item::Entity(_))
                );
                // The number of charts is about how the result is shown.
                let charts = matches!(
                    self.next(at + 1).and_then(|next| self.item(next)),
                    Some(Item::Wish(Wish::Mark(_)))
                );
                // A superlative that comes later may take the number: "the 10 districts where it was highest".
                if noun && number.fract() == 0.0 && (1.0..=1000.0).contains(&number) {
                    self.pending = Some((number as u32, at));
                } else if !charts {
                    self.unknown.push(at);
                    self.penalty += 1.5;
                }
            }
            _ => {}
        }
    }

    /// Tells whether what stands before "as a percentage of" is the rows for which a column of yes and no says yes: "emergencies".
    fn has_flag_before(&self, at: usize) -> bool {
        self.bare
            .iter()
            .any(|mention| mention.at < at && self.yes_condition(mention.id).is_some())
    }

    /// "Population density": divides the quantity before it by the area.
    fn is_per_area(&mut self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.item(before));
        let is_amount = matches!(before, Some(Item::Column { id, .. })
            if self.schema.column(*id).is_quantity());
        if !is_amount || !self.tokens[self.nodes[at].start].is("density") {
            return false;
        }
        let columns = &self.schema.tables[self.table].columns;
        let is_area = |column: &crate::schema::Column<'_>| {
            let is_unit = column
                .unit
                .is_some_and(|unit| unit.kind == crate::language::units::UnitKind::Area);
            let is_named = column.words.len() == 1 && column.words[0].word == "area";
            column.is_quantity() && (is_unit || is_named)
        };
        let Some(column) = columns.iter().position(is_area) else {
            // How densely something is settled is in no table without an area.
            self.unknown.push(at);
            return true;
        };
        let table = self.table;
        self.per = Some((ColumnId { table, column }, 1.0));
        true
    }

    /// Tells whether a noun that names nothing is explained by what is beside it: "government spending", "Herkunft (race)".
    pub(super) fn is_explained(&self, at: usize) -> bool {
        const HEADS: &str = "spending expenditure expenditures job jobs employment level levels volume output temperature temperatures vote votes measurement measurements reading readings workers employees figure rate rates count counts number numbers percentage size data share consumption usage use production load demand speed concentration value values hours minutes price total reading score scores points content contents yield yields quantity quantities intake";
        let node = &self.nodes[at];
        let word = &self.tokens[node.start];
        let behind = self
            .tokens
            .get(node.end)
            .is_some_and(|token| token.text == "(")
            && matches!(
                self.item(at + 2),
                Some(Item::Column { .. } | Item::Value { .. })
            );
        // "samples rated poor": the verb only leads to the value.
        let leads = word.is("rated classified classed labelled labeled graded judged assessed considered deemed marked categorised categorized ranked")
            && matches!(self.next(at + 1).and_then(|next| self.item(next)), Some(Item::Value { .. }));
        if leads {
            return true;
        }
        let before = at.checked_sub(1).and_then(|before| self.item(before));
        let head = match before {
            Some(Item::Column { id, .. }) => {
                let wide = self.schema.tables[id.table]
                    .wide
                    .as_ref()
                    .is_some_and(|wide| wide.columns.contains(&id.column));
                let column = self.schema.column(*id);
                // "body style", "drive type": a general noun behind the name of a category.
                let kind = column.is_text()
                    && word.is("style styles type types kind kinds class classes category name names group groups code status");
                // "House price" is no number of listings: a price belongs to a column only by its name.
                let is_other_price = |before: usize| {
                    word.is("price")
                        && self.is_loosely_named(&crate::compose::draft::Mention::of(*id, before))
                };
                let has_head = word.is(HEADS) && !at.checked_sub(1).is_some_and(is_other_price);
                column.is_numeric() && (wide || has_head) || kind
            }
            _ => false,
        };
        // "Second" is rather a place than a unit of time.
        if let Some(unit) = crate::language::units::unit(&word.word).filter(|_| !word.is("second"))
        {
            // "in minutes": the unit of a measure.
            let columns = &self.schema.tables[self.table].columns;
            if columns.iter().any(|column| {
                column.is_quantity() && column.unit.is_some_and(|kept| kept.kind == unit.kind)
            }) {
                return true;
            }
        }
        // "jobs in trade, manufacturing": the noun stands before the column.
        let next = self.next(at + 1).map(|next| {
            if matches!(self.nodes[next].item, Item::In) {
                next + 1
            } else {
                next
            }
        });
        let ahead = word.is(HEADS)
            && matches!(next.and_then(|next| self.item(next)), Some(Item::Column { id, .. }) if self.schema.column(*id).is_quantity());
        behind || head || ahead || self.is_defined(at) || self.is_glossed(at)
    }

    /// "had been caught before (recap)", "how strong are the engines (hp)": one column or value in brackets says what the
    /// words before it mean, if there are few of them.
    fn is_glossed(&self, at: usize) -> bool {
        let is_text = |at: usize, text: &str| self.tokens[self.nodes[at].start].text == text;
        let Some(opens) = (at + 1..self.nodes.len()).find(|at| is_text(*at, "(")) else {
            return false;
        };
        let closes = (opens + 1..self.nodes.len()).find(|at| is_text(*at, ")"));
        let inside: Vec<&Item> = (opens + 1..closes.unwrap_or(self.nodes.len()))
            .map(|at| &self.nodes[at].item)
            .filter(|item| !item.is_glue() && !matches!(item, Item::Not | Item::Without))
            .collect();
        let unknown = self.nodes[..opens]
            .iter()
            .filter(|node| matches!(node.item, Item::Unknown))
            .count();
        let names = matches!(
            inside.as_slice(),
            [Item::Column { .. } | Item::Value { .. }]
        );
        // "how many vans in each district (ward)": the brackets explain the district, which has a meaning already.
        let is_repeated = self.nodes[at + 1..opens].iter().any(|node| {
            matches!(
                (&node.item, inside.as_slice()),
                (Item::Column { id, .. }, [Item::Column { id: glossed, .. }]) if id == glossed
            )
        });
        names && unknown <= 2 && !is_repeated
    }

    /// "net flow: deposits minus withdrawals", "natural growth (births minus deaths)": what is in brackets or behind the
    /// colon says what the words before it mean.
    fn is_defined(&self, at: usize) -> bool {
        let opens = (at + 1..self.nodes.len()).take(6).find(|at| {
            let token = &self.tokens[self.nodes[*at].start];
            matches!(self.nodes[*at].item, Item::Break) && matches!(token.text.as_str(), "(" | ":")
        });
        let Some(opens) = opens else { return false };
        let named = self.nodes[at..opens].iter().all(|node| {
            node.item.is_glue()
                || matches!(
                    node.item,
                    Item::Unknown
                        | Item::Percent
                        | Item::By
                        | Item::Change(_)
                        | Item::Count
                        | Item::Aggregate(_)
                        | Item::Unit(_)
                        | Item::Share
                        | Item::Rate
                )
        });
        let computed = self.nodes[opens..].iter().take(12).any(|node| {
            matches!(
                node.item,
                Item::Difference | Item::Ratio | Item::Product | Item::Share | Item::AsShareOf
            ) || self.tokens[node.start].is("per / plus minus less times")
        });
        let columns = self.nodes[opens..]
            .iter()
            .filter(|node| matches!(node.item, Item::Column { .. } | Item::Entity(_)))
            .count();
        named && computed && columns >= 1
    }

    /// "2009 is not complete so leave it out".
    pub(in crate::compose) fn exclude_last(&mut self) {
        if let Some((range, at)) = self.time_ranges.pop() {
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
        } else if let Some(last) = self.conditions.last_mut() {
            last.condition = Condition::Not {
                of: Box::new(last.condition.clone()),
            };
        } else {
            self.penalty += 1.0;
        }
    }
}
