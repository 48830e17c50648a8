//! Long tables of indicators: each row holds one figure, and a column says what the figure is, as statistical offices publish them.

use super::Column;
use crate::language::lexicon;

/// The columns of a table of indicators.
#[derive(Clone, Debug)]
pub struct Indicator {
    /// The column with the names of the indicators.
    pub label: usize,
    /// All columns that tell the indicators apart: names, codes and units.
    pub columns: Vec<usize>,
    /// The column of the figures.
    pub value: usize,
}

/// Finds the indicators of a table: the only column of figures is called nothing but a value, and another one says of what.
pub fn find(columns: &[Column<'_>]) -> Option<Indicator> {
    let is_value = |column: &Column<'_>| {
        let mut words = column.words.iter().map(|word| word.word.as_str());
        let is_head = column.words.last().is_some_and(|word| {
            matches!(
                word.word.as_str(),
                "value" | "val" | "figure" | "measurement" | "reading"
            )
        });
        let is_plain = words.all(|word| {
            matches!(
                word,
                "value"
                    | "val"
                    | "figure"
                    | "measurement"
                    | "reading"
                    | "observation"
                    | "obs"
                    | "data"
                    | "numeric"
            )
        });
        column.is_quantity() && is_head && is_plain
    };
    let value = columns.iter().position(is_value)?;
    let quantities = columns.iter().filter(|column| column.is_quantity()).count();
    let names = |column: &Column<'_>| column.words.iter().any(|word| names_indicator(&word.word));
    let telling: Vec<usize> = (0..columns.len())
        .filter(|at| {
            // A single indicator tells nothing apart.
            columns[*at].is_text() && names(&columns[*at]) && columns[*at].profile.distinct >= 2
        })
        .collect();
    // Of names beside their codes, the names have more letters.
    let letters = |at: &usize| -> usize {
        let values = &columns[*at].profile.values;
        let texts = values.iter().filter_map(|value| value.value.as_str());
        texts.map(|text| text.chars().count()).sum()
    };
    let label = telling.iter().copied().max_by_key(letters)?;
    // One indicator may come in two units, such as thousand persons and per cent.
    let units = (0..columns.len()).filter(|at| {
        let words = &columns[*at].words;
        columns[*at].is_text() && words.len() == 1 && words[0].word == "unit"
    });
    let columns: Vec<usize> = telling.iter().copied().chain(units).collect();
    // A unit in each row says that the figures are of several kinds, whatever else is known of the place or the day.
    let has_unit = columns.len() > telling.len();
    (quantities <= 2 || has_unit).then_some(Indicator {
        label,
        columns,
        value,
    })
}

/// Tells whether a word of a column's name says that its values are indicators.
pub fn names_indicator(word: &str) -> bool {
    matches!(
        word,
        "ind"
            | "indicator"
            | "measure"
            | "variable"
            | "metric"
            | "series"
            | "statistic"
            | "parameter"
            | "element"
    )
}

/// Tells whether the figures of an indicator must not be added up, by its name.
pub fn is_rate(name: &str) -> bool {
    crate::language::name_words(name).iter().any(|word| {
        lexicon::is_rate_stem(&crate::language::stem(word))
            || matches!(word.as_str(), "per" | "percent")
    }) || name.contains('%')
}
