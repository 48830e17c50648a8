//! Two ends that stand for all between or for both sides: "from light to dark", "with and without".

use crate::compose::draft::Draft;
use crate::parse::Item;
use crate::schema::ColumnId;

impl Draft<'_, '_> {
    /// "with and without a lift", "with a lift vs without": both answers of a flag beside each other.
    pub(super) fn with_and_without(&mut self, at: usize) -> Option<usize> {
        let mut before = self.nodes[..at]
            .iter()
            .rev()
            .filter(|node| !matches!(node.item, Item::Filler));
        let joined = matches!(before.next()?.item, Item::And | Item::Or | Item::Versus);
        if !joined {
            return None;
        }
        let opened = matches!(before.next()?.item, Item::With);
        let next = self
            .next(at + 1)
            .filter(|next| !matches!(self.nodes[*next].item, Item::Break));
        let Some(next) = next else {
            let id = self
                .bare
                .last()
                .filter(|mention| {
                    let yes = self.yes_condition(mention.id);
                    yes.or_else(|| self.one_condition(mention.id)).is_some()
                })?
                .id;
            self.bare.pop();
            self.push_group(self.column_group(id), at, at + 1);
            return Some(at + 1);
        };
        let Some(Item::Column { id, .. }) = self.item(next) else {
            return None;
        };
        let id = *id;
        let column = self.schema.column(id);
        let is_either = column.is_text() && column.profile.distinct == 2;
        self.yes_condition(id)
            .or_else(|| self.one_condition(id))
            .map(|_| ())
            .or(is_either.then_some(()))?;
        if !opened {
            return None;
        }
        self.push_group(self.column_group(id), at, next + 1);
        Some(next + 1)
    }

    /// "From light to dark", "from awful to great": the ends of a scale, of which every step is meant. Between two places
    /// there is a way and no scale.
    pub(in crate::compose) fn is_whole_scale(
        &self,
        at: usize,
        end: usize,
        column: ColumnId,
        texts: &[String],
    ) -> bool {
        let start = self.nodes[at].start;
        let opens = start > 0 && self.tokens[start - 1].is("from");
        let joins = self.tokens[start..self.nodes[end - 1].end]
            .iter()
            .any(|token| token.is("to through until"));
        let scale = self.schema.column(column);
        opens
            && joins
            && texts.len() == 2
            && (3..=12).contains(&scale.profile.distinct)
            && !scale.is_place()
            && self.extreme.is_none()
    }
}
