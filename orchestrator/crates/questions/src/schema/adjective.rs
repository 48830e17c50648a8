//! Columns that an adjective speaks of: "heavy" of a weight, "large" of an area or a population.

use super::{Column, ColumnId, Role, Schema};
use crate::language::units::UnitKind;
use crate::language::{lexicon, stem};

impl Schema<'_> {
    /// Returns the columns of a table that the first fitting of some stems names, those that fit best; a unit counts only where no
    /// name does, so that "cheapest" is about the rent and not about a deposit that is paid in euros as well.
    pub fn columns_by_stems(&self, table: usize, stems: &[&str]) -> Vec<ColumnId> {
        let columns = &self.tables[table].columns;
        let found = self.all_columns_by_stems(table, stems);
        // The whole rather than a part of it: "finish", "total"; then the shortest name.
        let rank = |id: &ColumnId| {
            let words = &columns[id.column].words;
            let is_whole = words.iter().any(|word| lexicon::is_end_word(&word.word));
            (!is_whole, words.len())
        };
        let best = found.iter().map(rank).min();
        let is_best = |id: &ColumnId| Some(rank(id)) == best;
        found.into_iter().filter(is_best).collect()
    }

    /// Returns the columns of a table that the first fitting of some stems names, however well.
    pub fn all_columns_by_stems(&self, table: usize, stems: &[&str]) -> Vec<ColumnId> {
        let columns = &self.tables[table].columns;
        // A weight in percent is no size.
        let is_part = |column: &Column<'_>| {
            stems == lexicon::SIZE
                && column
                    .unit
                    .is_some_and(|unit| unit.kind == UnitKind::Percent)
        };
        // "Oldest" may be about a year of construction, which is a time, not a quantity.
        let may_be = |column: &Column<'_>| {
            (column.is_quantity() || column.role == Role::Time) && !is_part(column)
        };
        let named = |stem: &str| -> Vec<usize> {
            let fits = |column: &Column<'_>| may_be(column) && is_named(column, stem);
            (0..columns.len())
                .filter(|at| fits(&columns[*at]))
                .collect()
        };
        let measured = |stem: &str| -> Vec<usize> {
            // A sum of money is no size.
            let is_size = stems == lexicon::SIZE && stem == "amount";
            let fits = |column: &Column<'_>| {
                !is_size && column.is_quantity() && column.unit_nouns.contains(&stem)
            };
            (0..columns.len())
                .filter(|at| fits(&columns[*at]))
                .collect()
        };
        let first = |find: &dyn Fn(&str) -> Vec<usize>| {
            stems
                .iter()
                .map(|stem| find(stem))
                .find(|found| !found.is_empty())
        };
        let found = (stems == lexicon::MONEY)
            .then(|| self.total_price(table))
            .flatten()
            .or_else(|| first(&named))
            .or_else(|| first(&measured))
            .unwrap_or_default();
        found
            .into_iter()
            .map(|column| ColumnId { table, column })
            .collect()
    }
}

impl Schema<'_> {
    /// Returns the column that adds up the other amounts of money of a row, which has no price: the bill before its fees.
    fn total_price(&self, table: usize) -> Option<Vec<usize>> {
        let columns = &self.tables[table].columns;
        let is_money = |column: &Column<'_>| {
            let is_amount = column.unit.is_some_and(|unit| unit.kind == UnitKind::Money);
            column.is_quantity() && is_amount && !column.has_stem("budget")
        };
        let is_total = |column: &Column<'_>| {
            column
                .words
                .iter()
                .any(|word| matches!(word.word.as_str(), "total" | "bill" | "overall"))
        };
        let amounts: Vec<usize> = (0..columns.len())
            .filter(|at| is_money(&columns[*at]))
            .collect();
        let totals: Vec<usize> = (amounts.iter().copied())
            .filter(|at| is_total(&columns[*at]))
            .collect();
        let has_price = columns.iter().any(|column| column.has_stem("price"));
        (totals.len() == 1 && amounts.len() > 2 && !has_price).then_some(totals)
    }
}

/// Tells whether a name has a stem; "total" and "amount" are names only by themselves, and a body mass index is no mass.
fn is_named(column: &Column<'_>, known: &str) -> bool {
    let is_general = matches!(known, "total" | "amount");
    let others = column
        .words
        .iter()
        .filter(|word| word.weight >= 0.5 && word.stem != known)
        .count();
    let is_computed = column.words.last().is_some_and(|word| {
        matches!(word.word.as_str(), "index" | "rate" | "ratio" | "density") && word.stem != known
    });
    let is_shortened = |word: &super::NameWord| {
        lexicon::expansions(&word.word)
            .iter()
            .any(|full| stem(full) == known)
    };
    (column.has_stem(known) || column.words.iter().any(is_shortened))
        && !is_computed
        && (!is_general || others == 0)
}
