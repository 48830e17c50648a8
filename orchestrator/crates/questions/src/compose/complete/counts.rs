//! Counts behind "how many": of rows, of things that come back in several of them, of categories, or a column of numbers.

use crate::compose::draft::{Draft, Mention, Said};
use crate::parse::{Item, Wish};
use crate::plan::{Aggregate, Comparison, Condition, Literal, Measure, Part, Scalar, Test};
use crate::schema::build::singular;
use crate::schema::{Column, ColumnId, Role};

impl Draft<'_, '_> {
    /// Rows are counted only where that is asked.
    pub(super) fn count(&mut self) {
        if !self.measures.is_empty() {
            return;
        }
        let Some(at) = self.count_at else { return };
        let spans = self.spans(at, at + 1);
        // "How many species": a category that is counted, where nothing else is grouped by.
        let common = self
            .extreme
            .as_ref()
            .is_some_and(|extreme| extreme.at == at);
        let next = self.next(at + 1).filter(|_| !common);
        let column = next.and_then(|next| match self.item(next) {
            Some(Item::Column { id, .. }) => Some((*id, next)),
            _ => None,
        });
        if let Some((id, _)) = column.filter(|(id, at)| self.stands_for_row(*id, *at)) {
            // "how many runners did not finish": the name of the rows divides nothing.
            let group = self.column_group(id);
            self.groups.retain(|known| known.value != group);
        }
        if let Some((id, _)) = column.filter(|(id, at)| {
            !self.schema.column(*id).is_quantity()
                && !self.stands_for_row(*id, *at)
                && !self.is_quality_of_row(*id, *at)
        }) {
            let group = self.column_group(id);
            let label =
                self.schema.tables[id.table].label == Some(id.column) || self.schema.is_unique(id);
            let others = self
                .groups
                .iter()
                .filter(|known| known.value != group)
                .count();
            let charted = self
                .wishes
                .iter()
                .any(|(wish, _)| matches!(wish, Wish::Mark(_)));
            let entity = self
                .schema
                .column(id)
                .words
                .iter()
                .any(|word| self.schema.tables[id.table].entity.contains(&word.stem));
            let named = |node: &crate::parse::Node| matches!(&node.item, Item::Column { id: known, .. } if *known == id);
            let repeated = self.schema.column(id).profile.distinct * 13
                <= self.schema.tables[id.table].profile.row_count * 10;
            let label = label && !repeated;
            // "how many volunteered": the rows where it is so, and not how many answers there are to it.
            let is_flag = self.yes_condition(id).is_some();
            if self.nodes.iter().filter(|node| named(node)).count() > 1 {
                // "the number of countries of each country": the rows of each are meant.
            } else if label || (entity && !repeated) {
                self.groups
                    .retain(|known| known.value != group || charted && others == 0);
            } else if others > 0 || !charted || is_flag {
                // "how many applications" are no different uses, though the words are related.
                let at = next.unwrap_or(at);
                let is_loose = self.is_loosely_named(&Mention::of(id, at));
                if is_loose && self.schema.column(id).words.len() > 1 {
                    self.unknown.push(at);
                }
                self.groups.retain(|known| known.value != group);
                if !is_flag {
                    // "How many medals did each team win": most rows have none, and the others one each.
                    let column = &self.schema.column(id).profile;
                    let rows = self.schema.tables[id.table].profile.row_count;
                    let is_gained = column.nulls * 2 > rows && column.distinct <= 10;
                    let aggregate = if is_gained {
                        Aggregate::CountPresent
                    } else {
                        Aggregate::CountDistinct
                    };
                    self.measures.push(Part::said(
                        Measure::Aggregate {
                            aggregate,
                            of: self.scalar(id),
                        },
                        spans,
                    ));
                    self.measured_at.push(at);
                    return;
                }
            }
        }
        let measure = self.number_of_things();
        self.measures.push(Part::said(measure, spans));
        self.measured_at.push(at);
    }

    /// The number of the things that are asked for: the sum of a column of numbers, the persons and things that come back in several
    /// rows, or the rows.
    pub(super) fn number_of_things(&self) -> Measure {
        if let Some(of) = self.counted_column() {
            let aggregate = Aggregate::Sum;
            return Measure::Aggregate { aggregate, of };
        }
        match self.key_of_things() {
            Some(id) => Measure::Aggregate {
                aggregate: Aggregate::CountDistinct,
                of: self.scalar(id),
            },
            None => Measure::Count,
        }
    }

    /// "How many athletes" of a table with a row for each start: the athletes by their number, or by their names where each comes
    /// back twice and more.
    fn key_of_things(&self) -> Option<ColumnId> {
        let token = &self.tokens[self.nodes[self.entity_at?].end - 1];
        let noun = singular(&token.word);
        let is_person = portolan_thesaurus::is_a(&noun, "person").is_some();
        let table = &self.schema.tables[self.table];
        let rows = table.profile.row_count;
        let is_whole =
            |column: &Column<'_>| column.profile.nulls == 0 && column.profile.distinct > 1;
        // A few that are twice in a list are an error of it.
        let comes_back = |column: &Column<'_>| column.profile.distinct * 20 < rows * 19;
        let often = |column: &Column<'_>| column.profile.distinct * 2 <= rows;
        let number = table.columns.iter().position(|column| {
            let is_own = column.words.len() == 2 && column.words[0].stem == token.stem;
            let is_key = is_own && matches!(column.words[1].word.as_str(), "id" | "key" | "code");
            // The number of a visit may be its place among the visits of one patient.
            let is_number = is_own && matches!(column.words[1].word.as_str(), "no" | "number");
            is_whole(column)
                && comes_back(column)
                && (is_key || is_person && (is_number || column.glued == "id"))
        });
        // Beside a number of each row, such as that of a fire, a name that comes back is shared by several.
        let is_numbered = table.columns.iter().any(|column| {
            (column.role == Role::Identifier || column.is_text()) && column.profile.distinct == rows
        });
        let named = || {
            let may_have_name = is_person || may_have_name(&noun);
            table.columns.iter().position(|column| {
                let is_name = column.words.last().is_some_and(|word| word.word == "name");
                let is_own = column.words.len() == 2 && column.words[0].stem == token.stem;
                is_whole(column)
                    && often(column)
                    && is_name
                    && (is_own || may_have_name && column.words.len() == 1)
            })
        };
        let table = self.table;
        let column = number.or_else(|| named().filter(|_| !is_numbered))?;
        Some(ColumnId { table, column })
    }

    /// Tells whether a count is asked for in so many words.
    pub(in crate::compose) fn asks_how_many(&self, at: usize) -> bool {
        self.tokens[self.nodes[at].start].is("how")
    }

    /// "How many countries have a fertility rate above 5", "how many days did it rain": a quantity beside the counted rows divides
    /// nothing. It is compared already, or there is some of it, or nothing says what it is for. Returns false where it may divide.
    pub(super) fn asks_how_many_of(&mut self, mention: &Mention) -> bool {
        let asks = self.count_at.is_some_and(|at| self.asks_how_many(at));
        if !asks || self.follows_by(mention.at) || !self.groups.is_empty() {
            return false;
        }
        let is_compared = self
            .conditions
            .iter()
            .any(|said| said.column == Some(mention.id));
        if is_compared {
            return true;
        }
        let column = self.schema.column(mention.id);
        let lowest = column.profile.min.as_ref().and_then(|low| low.as_f64());
        if lowest != Some(0.0) {
            self.unknown.push(mention.at);
            return true;
        }
        self.conditions.push(Said {
            condition: Condition::Test {
                of: self.scalar(mention.id),
                test: Test::Compare {
                    comparison: Comparison::More,
                    value: Literal::Number { number: 0.0 },
                },
            },
            at: mention.at,
            column: Some(mention.id),
            is_time: false,
        });
        true
    }

    /// Tells whether a counted column only names the rows: "number of flats" where there is a date of listing beside the
    /// listing's number, "how many runners" where two of them may have one name.
    pub(in crate::compose) fn stands_for_row(&self, id: ColumnId, at: usize) -> bool {
        let column = self.schema.column(id);
        let says_time = self.tokens[self.nodes[at].start..self.nodes[at].end]
            .iter()
            .any(|token| token.is("date dates day days year years time times"));
        let has_number = self.schema.ids().any(|other| {
            other.table == id.table
                && other != id
                && self.schema.is_unique(other)
                && self.schema.column(other).role == Role::Identifier
        });
        // "fires" beside a fire's number and name: the name of one fire may occur again.
        let said = &self.tokens[self.nodes[at].end - 1].stem;
        let is_numbered = self.nodes[at].end == self.nodes[at].start + 1
            && column.is_text()
            && self.schema.ids().any(|other| {
                let known = self.schema.column(other);
                other.table == id.table
                    && other != id
                    && self.schema.is_unique(other)
                    && known.words.len() > 1
                    && known.words.last().is_some_and(|word| {
                        matches!(
                            word.word.as_str(),
                            "id" | "no" | "nr" | "number" | "code" | "key"
                        )
                    })
                    && known.words.first().is_some_and(|word| word.stem == *said)
            });
        let is_person = column.is_text()
            && column
                .words
                .iter()
                .any(|word| crate::language::lexicon::is_person_word(&word.word))
            // Customers that come back in other rows are counted once.
            && column.profile.distinct * 10 >= self.schema.tables[id.table].profile.row_count * 9;
        let distinct = self
            .nodes
            .iter()
            .any(|node| matches!(node.item, Item::Distinct));
        !distinct && (column.is_date() && !says_time || is_person && has_number || is_numbered)
    }

    /// A column that is called "count": each row stands for so many.
    pub(super) fn counted_column(&self) -> Option<Scalar> {
        let rows = self
            .nodes
            .iter()
            .any(|node| self.tokens[node.start].is("rows row records record entries"));
        let columns = &self.schema.tables[self.table].columns;
        let column = columns.iter().position(|column| {
            column.is_quantity()
                && matches!(
                    column.glued.as_str(),
                    "count" | "n" | "cnt" | "freq" | "frequency" | "number" | "counts"
                )
                // The numbers on shirts of players with names count nothing.
                && (column.glued != "number" || self.schema.tables[self.table].label.is_none())
        });
        let column = column
            .or_else(|| self.counted_by_group())
            .or_else(|| self.tallied())?;
        (!rows).then(|| {
            self.scalar(ColumnId {
                table: self.table,
                column,
            })
        })
    }

    /// "How many children visited": where each row stands for a group of people or things, and not for one of them, the only
    /// column of numbers of them is added up.
    fn counted_by_group(&self) -> Option<usize> {
        let at = self.count_at?;
        let counts_value = self
            .next(at + 1)
            .is_some_and(|next| matches!(self.item(next), Some(Item::Value { .. })));
        let table = &self.schema.tables[self.table];
        let is_part = |at: usize| {
            table
                .wide
                .as_ref()
                .is_some_and(|wide| wide.columns.contains(&at))
        };
        let is_single = (0..table.columns.len()).any(|column| {
            let id = ColumnId {
                table: self.table,
                column,
            };
            let known = &table.columns[column];
            self.schema.is_unique(id) && (known.is_text() || known.role == Role::Identifier)
        });
        let mut counts = (0..table.columns.len()).filter(|at| {
            let column = &table.columns[*at];
            column.role == Role::Additive
                && column.profile.column_type == portolan_query::ColumnType::Integer
                && column.unit.is_none()
                && !is_part(*at)
        });
        let found = counts.next()?;
        // More rows than combinations of the other columns: each row is one item with a quantity, such as a pupil's days of absence.
        let combinations = (0..table.columns.len())
            .filter(|at| *at != found)
            .fold(1_u64, |product, at| {
                product.saturating_mul(table.columns[at].profile.distinct.max(1))
            });
        let is_single = is_single || combinations < table.profile.row_count;
        (counts_value && !is_single && self.entity_at.is_none() && counts.next().is_none())
            .then_some(found)
    }
}

/// Tells whether a bare column of names can name what a noun means: storms and persons have names. A deed, such as an
/// order, has none: the name beside it is its customer's.
fn may_have_name(noun: &str) -> bool {
    let steps = |general: &str| portolan_thesaurus::is_a(noun, general);
    let is_deed = steps("act").is_some() && steps("phenomenon").is_none();
    !is_deed && (steps("phenomenon").is_some() || steps("physical entity").is_some())
}
