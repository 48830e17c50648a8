//! Conditions on groups as a whole: "departments with more than five employees", "genres whose average
//! score is above 60".

use crate::comparisons::{Bound, Found};
use crate::lexicon;
use crate::matching::{Mention, TableMention};
use crate::plan::{Aggregate, Comparison};
use crate::schema::{ColumnId, Role, Schema};
use crate::tokens::{Kind, Token};

/// Words that lead from a group to what is said of it.
const LINKS: &str = "with having have has had that which who whose where there are is was were got made placed the an a in when did for its their whole only other any over at least of and currently been on listed scoring exceeds exceed exceeding";

/// What is compared of each group.
#[derive(Clone, Debug)]
pub struct Whole {
    pub group: ColumnId,
    pub aggregate: Aggregate,
    /// None counts rows.
    pub column: Option<ColumnId>,
    /// The table whose rows are counted.
    pub counted: Option<usize>,
    pub comparison: Comparison,
    pub value: f64,
}

fn bound(found: &Found) -> Option<(Comparison, f64)> {
    match found.test {
        Bound::One(comparison, value) => Some((comparison, value)),
        Bound::Exactly(value) => Some((Comparison::Equal, value)),
        _ => None,
    }
}

/// "More than five *employees*": the noun after the number counts rows; and the token after it.
pub fn counted(
    tokens: &[Token],
    found: &Found,
    schema: &Schema<'_>,
    columns: &[Mention],
    tables: &[TableMention],
) -> Option<(Whole, usize)> {
    let (comparison, value) = bound(found)?;
    if value.fract() != 0.0 || value > 1e6 {
        return None;
    }
    let noun = (found.end..tokens.len().min(found.end + 2))
        .take_while(|&at| tokens[at].is_word())
        .find(|&at| tables.iter().any(|m| m.at == at))?;
    let quantity = |m: &Mention| {
        m.matched.contains(&noun) && m.score >= 0.7 && schema.column(m.column).is_numeric()
    };
    if columns.iter().any(quantity) {
        return None;
    }
    let group = |counted: usize| group(tokens, found.start, counted, schema, columns, tables);
    let mentioned = tables.iter().filter(|m| m.at == noun);
    let (counted, group) = mentioned
        .filter_map(|m| group(m.table).map(|id| (m.table, id)))
        .next()?;
    let whole = Whole {
        group,
        aggregate: Aggregate::Count,
        column: None,
        counted: Some(counted),
        comparison,
        value,
    };
    Some((whole, noun + 1))
}

/// "Whose *average* score is above 60": the aggregate stands before the column, or after the number.
pub fn aggregated(
    tokens: &[Token],
    found: &Found,
    mention: &Mention,
    schema: &Schema<'_>,
    columns: &[Mention],
    tables: &[TableMention],
) -> Option<(Whole, usize)> {
    let (comparison, value) = bound(found)?;
    if !schema.column(mention.column).is_quantity() {
        return None;
    }
    let mut at = mention.start;
    while at > 0 && tokens[at - 1].is("the of its their a an") {
        at -= 1;
    }
    let before = at
        .checked_sub(1)
        .and_then(|at| lexicon::aggregate(&tokens[at].lower));
    // A unit may stand between: "20 kg on average".
    let tail = found.end
        + usize::from(
            tokens
                .get(found.end)
                .is_some_and(|t| t.is_word() && !t.is("on in")),
        );
    let follows = |first: &str, second: &str| {
        tokens.get(tail).is_some_and(|t| t.is(first))
            && tokens.get(tail + 1).is_some_and(|t| t.is(second))
    };
    let on_average = follows("on", "average avg");
    let in_total = follows("in", "total all sum");
    let (aggregate, start, end) = match before {
        Some(aggregate) => (aggregate, at - 1, found.end),
        None if on_average => (Aggregate::Mean, mention.start, tail + 2),
        None if in_total => (Aggregate::Sum, mention.start, tail + 2),
        None => return None,
    };
    let group = group(
        tokens,
        start.min(found.start),
        usize::MAX,
        schema,
        columns,
        tables,
    )?;
    // Where each row is a group of its own, a plain condition says the same.
    if group.table == mention.column.table && schema.is_unique(group) {
        return None;
    }
    let whole = Whole {
        group,
        aggregate,
        column: Some(mention.column),
        counted: None,
        comparison,
        value,
    };
    Some((whole, end))
}

/// The things that are compared: the noun that only linking words part from `start`.
fn group(
    tokens: &[Token],
    start: usize,
    counted: usize,
    schema: &Schema<'_>,
    columns: &[Mention],
    tables: &[TableMention],
) -> Option<ColumnId> {
    // One verb of any kind may stand among them: "authors who *wrote* more than one book".
    let linked = |end: usize| {
        let between = &tokens[end..start];
        let others = between.iter().filter(|t| !t.is(LINKS)).count();
        let relative = between.iter().any(|t| t.is("that which who where whose"));
        between.len() <= 5
            && between.iter().all(|t| t.is_word() && t.kind != Kind::Break)
            && others <= usize::from(relative || between.len() == 1)
    };
    let column = columns.iter().rfind(|m| {
        let column = schema.column(m.column);
        m.end <= start
            && linked(m.end)
            && !column.is_quantity()
            && column.role != Role::Temporal
            && !(m.column.table == counted && schema.is_unique(m.column))
    });
    if let Some(mention) = column {
        // A key stands for the thing that it refers to.
        if schema.column(mention.column).role != Role::Key {
            return Some(mention.column);
        }
    }
    let table = tables
        .iter()
        .rfind(|m| m.at < start && linked(m.at + 1) && m.table != counted)?;
    let column = schema.tables[table.table].label?;
    Some(ColumnId {
        table: table.table,
        column,
    })
}
