//! The aggregate of a quantity that the question says none for.

use super::draft::Draft;
use crate::language::units::{self, UnitKind};
use crate::language::{Token, lexicon};
use crate::parse::Item;
use crate::plan::{Aggregate, Group};
use crate::schema::build::singular;
use crate::schema::{ColumnId, NameWord, Role};

impl Draft<'_, '_> {
    /// The aggregate of a column where nothing says one.
    pub fn default_aggregate(&self, id: ColumnId) -> Aggregate {
        let rated = self
            .tokens
            .iter()
            .any(|token| token.is("rate rates share percent percentage probability chance"));
        let role = self.schema.column(id).role;
        // "average daily rate" for `adr`: the name says how it is taken.
        let is_average = self.nodes.iter().any(|node| {
            matches!(&node.item, Item::Column { id: named, .. } if *named == id)
                && self.tokens[node.start..node.end]
                    .iter()
                    .any(|token| token.is("average mean typical median"))
        });
        if is_average || self.compares_two_kinds() {
            return Aggregate::Mean;
        }
        let wide = self.schema.tables[id.table]
            .wide
            .as_ref()
            .is_some_and(|wide| wide.additive && wide.columns.contains(&id.column));
        // The sum of a flag is the number of rows with yes, and its mean their share.
        let counts_yes = self.count_at.is_some()
            || self.tokens.iter().any(|token| {
                token.is("many number count total sum most fewest often frequent frequently")
            });
        if wide
            || role == Role::Additive
            || (role == Role::Flag && !rated && counts_yes)
            || self.adds_up_counts(id)
            || self.adds_up_over_periods(id)
            || self.is_number_of_people(id)
            || self.is_counted_somewhere(id)
        {
            Aggregate::Sum
        } else {
            Aggregate::Mean
        }
    }

    /// "Ten clinics with the most falls", "falls in all": a small number of things in each row adds up.
    fn adds_up_counts(&self, id: ColumnId) -> bool {
        let words = &self.schema.column(id).words;
        let is_count =
            |word: &NameWord| matches!(word.word.as_str(), "n" | "num" | "cnt" | "nbr" | "count");
        let counts = words.len() > 1
            && (words.first().is_some_and(is_count) || words.last().is_some_and(is_count));
        let is_ranked = self.extreme.as_ref().is_some_and(|extreme| {
            let node = &self.nodes[extreme.at];
            self.tokens[node.start..node.end]
                .iter()
                .any(|token| token.is("most fewest least"))
        });
        let is_whole =
            self.schema.column(id).profile.column_type == portolan_query::ColumnType::Integer;
        counts && is_whole && is_ranked
    }

    /// "Population by region" of a table with a row for each state: people add up over places, where no time repeats them.
    fn is_number_of_people(&self, id: ColumnId) -> bool {
        let column = self.schema.column(id);
        let is_people =
            |word: &NameWord| matches!(word.stem.as_str(), "popul" | "pop" | "inhabit" | "resid");
        let is_share = |word: &NameWord| {
            lexicon::is_share_word(&word.word)
                || matches!(word.word.as_str(), "avg" | "mean" | "den")
        };
        self.schema.tables[id.table].time.is_none()
            && column.is_whole()
            && column.words.iter().any(is_people)
            && !column.words.iter().any(is_share)
    }

    /// Tells whether the question asks for the number of a quantity anywhere.
    pub(super) fn is_counted_somewhere(&self, id: ColumnId) -> bool {
        self.nodes.iter().enumerate().any(|(at, node)| {
            matches!(&node.item, Item::Column { id: named, .. } if *named == id)
                && self.is_counted(id, at)
        })
    }

    /// "How many seeds were sown", "how many km did I run": what is asked for by its number adds up. The noun of the number
    /// is a plural in the column's name, or its unit: guests are not counted by a `guest_rating`.
    pub(super) fn is_counted(&self, id: ColumnId, at: usize) -> bool {
        let column = self.schema.column(id);
        let node = &self.nodes[at];
        let is_rate = column
            .words
            .iter()
            .any(|word| lexicon::is_rate_stem(&word.stem));
        let is_plural_of_name = |token: &Token| {
            !is_rate
                && column.profile.column_type == portolan_query::ColumnType::Integer
                && singular(&token.word) != token.word
                && (column.words.iter().any(|word| word.word == token.word)
                    // "Number of computers" beside a column `computer`.
                    || matches!(column.words.as_slice(), [only] if only.stem == token.stem))
        };
        let is_unit = |token: &Token| {
            let said = units::unit(&token.word);
            said.is_some() && said.map(|unit| unit.name) == column.unit.map(|unit| unit.name)
        };
        let before = self.nodes[..at]
            .iter()
            .rev()
            .find(|node| !matches!(node.item, Item::Filler | Item::Of));
        before.is_some_and(|node| matches!(node.item, Item::Count))
            && column.is_quantity()
            && !self.schema.is_unique(id)
            && self.tokens[node.start..node.end]
                .iter()
                .any(|token| is_plural_of_name(token) || is_unit(token))
    }

    /// "Distance per month" in a log of runs: what each event covers, lasts or burns adds up over a period.
    fn adds_up_over_periods(&self, id: ColumnId) -> bool {
        // A wait or a delay is a property of each event, and so is a height: nobody asks for their sum.
        const PROPERTIES: &str = "wait waiting delay delays late height depth width elevation altitude age interval gap lead \
             response max min maximum minimum peak avg average mean median limit target size";
        let column = self.schema.column(id);
        let is_amount = column.unit.is_some_and(|unit| {
            matches!(
                unit.kind,
                UnitKind::Length | UnitKind::Time | UnitKind::Energy
            )
        });
        let is_property = column
            .words
            .iter()
            .any(|word| PROPERTIES.split(' ').any(|known| known == word.word));
        let is_periodic = self
            .groups
            .iter()
            .any(|group| matches!(group.value, Group::Time { .. }));
        is_amount && !is_property && is_periodic && self.schema.tables[id.table].is_log()
    }
}
