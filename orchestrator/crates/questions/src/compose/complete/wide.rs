//! Columns that are months or parts of one quantity.

use crate::compose::draft::{Draft, Mention};
use crate::parse::Item;
use crate::plan::{Aggregate, ColumnRef, Group, Measure, Part, Scalar};
use crate::schema::ColumnId;

impl Draft<'_, '_> {
    /// Reads a name that columns of several years share as their quantity in all of them: "sales over time" of `sales_2021`,
    /// `sales_2022` and `sales_2023`. What doesn't add up needs a word about time: one of the years may be meant.
    pub(super) fn settle_shared_name(&mut self) {
        let Some(wide) = &self.schema.tables[self.table].wide else {
            return;
        };
        let says_time = self.nodes.iter().any(|node| {
            matches!(
                node.item,
                Item::Unit(_)
                    | Item::OverTime
                    | Item::Time(_)
                    | Item::Change(_)
                    | Item::Index
                    | Item::Window(_)
            )
        });
        if wide.shared.is_empty() || !(says_time || wide.additive) {
            return;
        }
        let is_year = |id: &ColumnId| id.table == self.table && wide.columns.contains(&id.column);
        let is_shared = |mention: &Mention| {
            is_year(&mention.id)
                && mention.others.len() + 1 >= wide.columns.len()
                && mention.others.iter().all(is_year)
        };
        let named = self.bare.iter().find(|mention| is_shared(mention));
        self.quantity_at = named.map(|mention| mention.at);
        self.bare.retain(|mention| !is_shared(mention));
    }

    /// The table's own columns are months or parts: a question about "each month" or the unnamed quantity unpivots them.
    pub(super) fn wide_measures(&mut self) {
        let table = &self.schema.tables[self.table];
        let Some(wide) = &table.wide else { return };
        let is_whole = self
            .aggregate
            .is_some_and(|(aggregate, _)| aggregate == Aggregate::Sum);
        // "total rate": the rows of all ages and sexes, as rates don't add up.
        if is_whole && !wide.additive && !table.wholes.is_empty() {
            self.aggregate = None;
        }
        let named = self
            .bare
            .iter()
            .any(|mention| wide.columns.contains(&mention.id.column))
            || !self.measures.is_empty();
        let months = wide.unpivot.kind != crate::plan::UnpivotKind::Categories;
        let grouped = self.groups.iter().any(|group| {
            group.value
                == Group::Column {
                    column: ColumnRef {
                        table: table.profile.name.clone(),
                        column: wide.unpivot.name_column.clone(),
                    },
                }
        });
        // A noun that is no column is the name of the quantity in the columns.
        let elected = table
            .columns
            .iter()
            .any(|column| column.has_stem("win") || column.has_stem("candid"));
        let other = self.bare.iter().any(|mention| {
            self.schema.column(mention.id).is_quantity()
                && !wide.columns.contains(&mention.id.column)
        });
        // "visits" and "how many visits" are the numbers in the columns and not the rows.
        if months && wide.additive && self.counts_entity() && !self.counts_label() {
            self.count_at = None;
        }
        if let Some(at) = self.entity_at.filter(|_| self.count_at.is_none()) {
            let said = &self.tokens[self.nodes[at].end - 1];
            let is_label =
                (self.schema.ids()).any(|id| self.schema.column(id).has_stem(&said.stem));
            // A plural that no column is called by is the name of the quantity in the columns.
            if !is_label && said.word.ends_with('s') {
                self.quantity.get_or_insert(said.text.to_lowercase());
            }
        }
        let ranked = self.extreme.as_ref().is_some_and(|extreme| {
            !extreme.adjective.stems.is_empty() && self.by_stems(extreme.adjective.stems).is_some()
        });
        let wanted = months && !named && !other && !ranked && self.count_at.is_none();
        // Columns that share a name have one for their quantity, and another noun is another quantity.
        if months && wide.shared.is_empty() && (named || wanted) {
            self.name_quantity();
        }
        if wanted || grouped {
            let summary = if wide.additive {
                Aggregate::Sum
            } else {
                Aggregate::Mean
            };
            let column = ColumnRef {
                table: table.profile.name.clone(),
                column: self.quantity_name(wide),
            };
            let mut aggregate = self.aggregate.take().map_or(summary, |known| known.0);
            if self.opposite && self.difference_at.is_some() {
                // "between the warmest and the coldest month": the range.
                aggregate = Aggregate::Range;
                self.extreme = None;
                self.groups.retain(|group| !matches!(&group.value, Group::Column { column } if column.column == wide.unpivot.name_column));
            }
            if self.measures.is_empty() && self.count_at.is_none() {
                let measure = Measure::Aggregate {
                    aggregate,
                    of: Scalar::Column { column },
                };
                self.measures.push(match self.quantity_at {
                    Some(at) => Part::said(measure, self.spans(at, at + 1)),
                    None => Part::default_for(measure, "the values of the columns side by side"),
                });
                self.measured_at.push(self.quantity_at.unwrap_or(0));
            }
            // The long form has taken the place of these columns.
            self.bare.retain(|mention| {
                mention.id.table != self.table || !wide.columns.contains(&mention.id.column)
            });
        } else if elected || named {
            // Tables of elections have a column for each candidate, whose values are the votes.
            let vote = |token: &crate::language::Token| {
                token.stem == "vote" || token.is("candidates candidate")
            };
            self.unknown
                .retain(|at| !vote(&self.tokens[self.nodes[*at].start]));
            let asks_all = self.unknown.is_empty()
                && self.bare.is_empty()
                && self.measures.is_empty()
                && self.nodes.iter().any(|node| vote(&self.tokens[node.start]));
            if asks_all && elected {
                self.count_at = None;
                self.aggregate = Some((Aggregate::Sum, 0));
                for &column in &wide.columns {
                    self.bare.push(Mention {
                        id: ColumnId {
                            table: self.table,
                            column,
                        },
                        others: Vec::new(),
                        at: 0,
                        which: false,
                    });
                }
                self.groups.retain(|group| !matches!(&group.value, Group::Column { column } if column.column == "winner"));
            }
        }
    }

    /// Takes one unknown noun for the name of the quantity in the columns, where nothing else names it.
    ///
    /// A second one would be a condition that the table doesn't have, as would a proper name: "youth", "in Japan".
    fn name_quantity(&mut self) {
        let nodes = self.nodes;
        let tokens = self.tokens;
        let is_named = self.entity_at.is_some();
        let is_noun = |at: &usize| -> bool {
            let token = &tokens[nodes[*at].start];
            // The first word of a question has a capital in any case.
            let is_proper =
                token.text.chars().next().is_some_and(char::is_uppercase) && nodes[*at].start > 0;
            token.number.is_none() && !is_proper
        };
        // "Sea temperature" is one noun, whether it is said once or twice.
        let nouns: Vec<usize> = self.unknown.iter().copied().filter(is_noun).collect();
        let is_compound = matches!(nouns.as_slice(), [first, second] if second - first == 1);
        if !is_named && (nouns.len() == 1 || is_compound) {
            let words: Vec<&str> = nouns
                .iter()
                .map(|at| tokens[nodes[*at].start].text.as_str())
                .collect();
            self.quantity = Some(words.join(" ").to_lowercase());
            self.unknown.retain(|at| !is_noun(at));
        }
    }

    /// The name of the column that the values of columns side by side are read into: what the question calls them, where the table
    /// has no name for them.
    pub(super) fn quantity_name(&self, wide: &crate::schema::Wide) -> String {
        let shared = wide.shared.join(" ");
        let own = match shared.is_empty() {
            true => &wide.unpivot.value_column,
            false => &shared,
        };
        let is_taken = |said: &String| {
            (self.schema.ids()).any(|id| self.schema.column(id).profile.name == *said)
        };
        let said = self.quantity.as_ref().filter(|said| !is_taken(said));
        said.filter(|_| own == "value").unwrap_or(own).clone()
    }

    /// Tells whether what is counted is what a column names in each row: the routes of a table of passengers by route.
    fn counts_label(&self) -> bool {
        let noun = self.count_at.and_then(|at| self.next(at + 1));
        noun.is_some_and(|at| {
            let said = &self.tokens[self.nodes[at].end - 1].stem;
            self.schema.ids().any(|id| {
                id.table == self.table
                    && self.schema.is_unique(id)
                    && self.schema.column(id).has_stem(said)
            })
        })
    }

    /// Tells whether the rows' own noun is counted: "number of visits".
    pub(super) fn counts_entity(&self) -> bool {
        self.count_at.is_some_and(|at| {
            self.next(at + 1)
                .is_some_and(|next| matches!(self.nodes[next].item, Item::Entity(_)))
        })
    }
}
