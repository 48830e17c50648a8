//! Shares whose whole is said behind the part: "electric cars as a share of all new cars".

use super::draft::{Draft, Said};
use crate::plan::{Arithmetic, Condition, Group, Measure, Part};

impl Draft<'_, '_> {
    /// Divides what meets the conditions before "as a share of" by all of the quantity behind it.
    pub(super) fn share_of_what_follows(&mut self) -> bool {
        let (Some(share), [part], [place]) = (
            self.share_of_at.filter(|_| self.share_at.is_none()),
            self.measures.as_slice(),
            self.measured_at.as_slice(),
        ) else {
            return false;
        };
        let Some(whole) = self.whole_of(part.value.clone()).filter(|_| *place > share) else {
            return false;
        };
        let is_part = |said: &Said| said.at < share && !said.is_time && said.column.is_some();
        let (parts, rest): (Vec<Said>, Vec<Said>) = std::mem::take(&mut self.conditions)
            .into_iter()
            .partition(is_part);
        self.conditions = rest;
        // Two conditions leave open which of them is the part.
        let [said] = parts.as_slice() else {
            self.conditions.extend(parts);
            return false;
        };
        // Grouped by the column of the part, one group would be 100 % and the others 0 %.
        if let Some(column) = said.column {
            let column = self.schema.reference(column);
            self.groups.retain(|group| {
                group.value
                    != Group::Column {
                        column: column.clone(),
                    }
            });
        }
        let spans = self.spans(share, share + 1);
        self.measures = vec![Part::said(
            share_where(whole, said.condition.clone()),
            spans,
        )];
        true
    }
}

/// Returns the share of a measure that meets a condition.
pub(super) fn share_where(whole: Measure, condition: Condition) -> Measure {
    Measure::Arithmetic {
        operator: Arithmetic::Divide,
        left: Box::new(Measure::Filtered {
            of: Box::new(whole.clone()),
            condition: Box::new(condition),
        }),
        right: Box::new(whole),
        percent: true,
    }
}
