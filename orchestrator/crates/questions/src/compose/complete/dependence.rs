//! Which of two quantities depends on the other, and how kinds of rows are compared.

use crate::compose::draft::Draft;
use crate::parse::Item;
use crate::plan::Measure;

impl Draft<'_, '_> {
    /// Puts the quantity that depends last, where it stands on the vertical axis and is the subject of the sentence: "how does
    /// salary depend on years of service", "wage by schooling".
    pub(super) fn dependent_last(&mut self) {
        let is_pair = self.measures.len() == 2
            && self
                .measures
                .iter()
                .all(|part| matches!(part.value, Measure::Raw { .. }));
        let [first, second] = self.measured_at[..] else {
            return;
        };
        if !is_pair || first >= second {
            return;
        }
        let opens_cause = |at: usize| {
            let node = &self.nodes[at];
            let (word, last) = (&self.tokens[node.start], &self.tokens[node.end - 1]);
            match node.item {
                Item::By => true,
                Item::Versus => {
                    word.is("depend depends dependence depending")
                        || word.is("vary varies varying varied change changes rise rises fall falls increase increases grow grows drop drops")
                            && last.is("with")
                }
                _ => false,
            }
        };
        if (first + 1..second).any(opens_cause) {
            self.measures.swap(0, 1);
            self.measured_at.swap(0, 1);
        }
    }

    /// Tells whether a question compares the two kinds of rows that a flag or a pair of values tells apart: "do smokers tip more
    /// than the others". How many rows of each there are would decide over their sums.
    pub(in crate::compose) fn compares_two_kinds(&self) -> bool {
        let opens = self
            .tokens
            .first()
            .is_some_and(|token| token.is("do does did is are was were"));
        let compares = self
            .tokens
            .iter()
            .any(crate::compose::conditions::compares_amounts);
        let is_pair = |node: &crate::parse::Node| match &node.item {
            Item::Value { column, .. } | Item::Column { id: column, .. } => {
                let column = self.schema.column(*column);
                column.profile.distinct == 2 && !column.is_quantity()
            }
            _ => false,
        };
        opens && compares && self.nodes.iter().any(is_pair)
    }
}
