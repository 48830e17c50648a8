//! Nouns that only name the rows, whatever column is called like them.

use crate::compose::draft::{Draft, Mention};
use crate::parse::Item;
use crate::plan::TimeUnit;
use crate::schema::{ColumnId, Role};

impl Draft<'_, '_> {
    /// Tells whether a column's name behind "of" is the noun of the rows: "value of the landings" beside a weight that was landed,
    /// "cause of the fire" beside a fire's name.
    pub(super) fn is_noun_behind_of(&self, at: usize, id: ColumnId) -> bool {
        let node = &self.nodes[at];
        let before = (0..at)
            .rev()
            .find(|at| !matches!(self.nodes[*at].item, Item::Filler | Item::Of));
        let follows_column = before.is_some_and(|before| match self.item(before) {
            Some(Item::Column { id: first, .. }) => *first != id && first.table == id.table,
            _ => false,
        });
        let is_of = before.is_some_and(|before| {
            self.tokens[self.nodes[before].end..node.start]
                .iter()
                .any(|token| token.is("of"))
        });
        let entity = &self.schema.tables[id.table].entity;
        follows_column
            && is_of
            && self.tokens[node.start..node.end]
                .iter()
                .all(|token| entity.contains(&token.stem))
    }

    /// Returns the text column that is called exactly like a noun for the rows: "shelf" of a table with one row for each shelf.
    pub(in crate::compose) fn column_called(&self, table: usize, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let said = || self.tokens[node.start..node.end].iter();
        self.schema.tables[table].columns.iter().position(|column| {
            column.is_text()
                && column
                    .words
                    .iter()
                    .map(|word| &word.stem)
                    .eq(said().map(|token| &token.stem))
        })
    }

    /// Tells whether a plural names the rows by their subject: "patients", "runners". The same patient may occur in several rows,
    /// but the question asks for no single one.
    pub(in crate::compose) fn names_rows(&self, id: ColumnId, at: usize) -> bool {
        let column = self.schema.column(id);
        let rows = self.schema.tables[id.table].profile.row_count;
        let word = &self.tokens[self.nodes[at].end - 1].word;
        let is_plural = crate::schema::build::singular(word) != *word;
        let is_name = column.role == Role::Identifier
            || self.schema.tables[id.table].label == Some(id.column)
            || column.is_text() && column.profile.distinct * 2 >= rows
            || self.stands_for_row(id, at);
        let is_divider = self.nodes[..at]
            .iter()
            .rev()
            .find(|node| !matches!(node.item, Item::Filler))
            .is_some_and(|node| {
                // "Among" leads to rows and divides none.
                matches!(node.item, Item::By | Item::Which | Item::Wish(_))
                    && !self.tokens[node.start].is("among amongst")
            });
        is_plural && is_name && !is_divider && id.table == self.table
    }

    /// Tells whether "among" only leads to the rows: "the most common cause among fires in Oregon".
    pub(in crate::compose) fn is_among_rows(&self, at: usize) -> bool {
        self.tokens[self.nodes[at].start].is("among amongst")
            && self.next(at + 1).is_some_and(|next| match self.item(next) {
                Some(Item::Entity(_)) => true,
                Some(Item::Column { id, .. }) => self.names_rows(*id, next),
                _ => false,
            })
    }

    /// "What proportion of the runners …", "in which class are pupils absent the most": the noun of the rows divides nothing where
    /// a share or another group is asked for.
    pub(in crate::compose) fn drop_nouns_of_rows(&mut self) {
        // "Bike trips" of a table with a `bike_no` are trips, not trips of each bike.
        let (nodes, tokens, schema) = (self.nodes, self.tokens, self.schema);
        let qualifies_rows = |mention: &Mention| {
            let is_divider = nodes[..mention.at]
                .last()
                .is_some_and(|before| tokens[before.start].is("by per each every which what"));
            schema.column(mention.id).role == Role::Identifier
                && !is_divider
                && matches!(nodes.get(mention.at + 1), Some(next) if matches!(next.item, Item::Entity(_)))
        };
        self.bare.retain(|mention| !qualifies_rows(mention));
        // "How many rainy days" of a table with a row a day counts rows, whatever column holds the day of the month.
        let is_daily = schema.tables[self.table]
            .time
            .as_ref()
            .is_some_and(|time| time.finest == TimeUnit::Day);
        let counted = self
            .count_at
            .filter(|at| is_daily && self.asks_how_many(*at));
        let is_counted_day = |mention: &Mention| {
            let follows = |count: usize| {
                count < mention.at
                    && nodes[count + 1..mention.at]
                        .iter()
                        .all(|node| matches!(node.item, Item::Value { .. } | Item::Filler))
            };
            let is_number = schema.column(mention.id).is_numeric();
            is_number && tokens[nodes[mention.at].start].is("days") && counted.is_some_and(follows)
        };
        self.bare.retain(|mention| !is_counted_day(mention));
        let is_share = self.share_at.is_some() || self.rate_of.is_some();
        let nouns: Vec<Mention> = self
            .bare
            .iter()
            .filter(|mention| !mention.which && self.names_rows(mention.id, mention.at))
            .cloned()
            .collect();
        for noun in nouns {
            let is_divided = !self.groups.is_empty()
                || self.bare.iter().any(|other| {
                    other.which
                        && other.id != noun.id
                        && !self.schema.column(other.id).is_quantity()
                });
            let is_ranked = self.extreme.is_some()
                && self.bare.iter().any(|other| {
                    let column = self.schema.column(other.id);
                    other.id != noun.id
                        && !column.is_quantity()
                        && !self.names_rows(other.id, other.at)
                });
            let is_measured = !self.measures.is_empty() && self.is_whose_rows(noun.at);
            if !(is_share || self.extreme.is_some() && is_divided || is_ranked || is_measured) {
                continue;
            }
            self.bare
                .retain(|mention| mention.id != noun.id || mention.at != noun.at);
            self.entity_at.get_or_insert(noun.at);
        }
    }

    /// Tells whether a noun says whose measure it is: "average cost of visits", "among the fires".
    fn is_whose_rows(&self, at: usize) -> bool {
        let start = self.nodes[at].start;
        self.tokens[start.saturating_sub(3)..start]
            .iter()
            .rev()
            .find(|token| !token.is("the all"))
            .is_some_and(|token| token.is("of for among across only"))
    }

    /// "Who came third": a place that no superlative ranks is the place in a column of places, or by the quantity.
    pub(in crate::compose) fn settle_place(&mut self) {
        let Some(n) = self.nth.filter(|_| self.extreme.is_none()) else {
            return;
        };
        let Some(at) = self
            .nodes
            .iter()
            .position(|node| matches!(node.item, Item::Nth(_)))
        else {
            return;
        };
        let is_measured = !self.measures.is_empty()
            || self.count_at.is_some()
            || self
                .bare
                .iter()
                .any(|mention| self.schema.column(mention.id).is_quantity());
        if is_measured {
            // "Third" without a direction counts from the highest.
            self.extreme = Some(crate::compose::draft::Extreme {
                adjective: crate::language::lexicon::Adjective {
                    high: true,
                    stems: &[],
                },
                n: None,
                percent: None,
                at,
            });
            return;
        }
        let Some(id) = self.by_stems(&["place", "posit", "rank"]) else {
            self.unknown.push(at);
            return;
        };
        self.nth = None;
        let condition = crate::plan::Condition::Test {
            of: self.scalar(id),
            test: crate::plan::Test::In {
                values: vec![crate::plan::Literal::Number {
                    number: f64::from(n),
                }],
            },
        };
        self.conditions.push(crate::compose::draft::Said {
            condition,
            at,
            column: Some(id),
            is_time: false,
        });
    }
}
