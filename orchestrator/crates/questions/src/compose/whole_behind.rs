//! Shares whose parts and wholes are said apart: "electric cars as a share of all new cars", "Who pays cash? Share by buyer".

use super::draft::{Draft, Said};
use crate::parse::Item;
use crate::plan::{Arithmetic, Condition, Group, Measure, Part, Scalar, Test};
use crate::schema::{ColumnId, Role};

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
        // "Emergencies as a percentage of visits": the rows are the whole.
        let counts_rows = matches!(
            self.next(share + 1).and_then(|next| self.item(next)),
            Some(Item::Entity(_))
        );
        let Some(whole) = self
            .whole_of(part.value.clone())
            .filter(|whole| *place > share || counts_rows && matches!(whole, Measure::Count))
        else {
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
            self.share_where(whole, said.condition.clone()),
            spans,
        )];
        true
    }

    /// Tells whether the noun behind "share of" only names the rows of which something is said: "share of items that could be
    /// repaired" beside a column of items.
    pub(super) fn is_subject(&self, share: usize, noun: usize, id: ColumnId) -> bool {
        self.conditions.iter().any(|said| {
            let is_other = said.at > noun && !said.is_time && said.column != Some(id);
            let node = &self.nodes[said.at];
            // "the share of items fixed".
            let is_participle =
                node.start == self.nodes[noun].end && self.tokens[node.start].word.ends_with("ed");
            is_other && (is_participle || self.is_stated(share, said.at))
        })
    }

    /// Removes the group of a noun that only names the rows of a share.
    pub(super) fn drop_subject(&mut self, share: usize) {
        let noun = self.next(share + 1);
        let Some((noun, Item::Column { id, .. })) = noun.and_then(|at| Some((at, self.item(at)?)))
        else {
            return;
        };
        let is_named_again = self.nodes.iter().enumerate().any(|(at, node)| {
            at != noun && matches!(&node.item, Item::Column { id: other, .. } if other == id)
        });
        if self.schema.column(*id).is_text() && !is_named_again && self.is_subject(share, noun, *id)
        {
            let group = self.column_group(*id);
            self.groups.retain(|known| known.value != group);
        }
    }

    /// "What percentage of applications were rejected": a noun that only resembles the name of a column is no quantity beside a
    /// column of 0 and 1.
    pub(super) fn doubt_subject(&mut self) {
        let noun = self.share_at.and_then(|share| self.next(share + 1));
        let Some((noun, Item::Column { id, .. })) = noun.and_then(|at| Some((at, self.item(at)?)))
        else {
            return;
        };
        let id = *id;
        let is_other_flag = |mention: &crate::compose::draft::Mention| {
            let column = self.schema.column(mention.id);
            mention.at > noun
                && mention.id != id
                && column.role == Role::Flag
                && column.is_numeric()
        };
        let mention = crate::compose::draft::Mention::of(id, noun);
        if self
            .nodes
            .iter()
            .enumerate()
            .any(|(at, node)| match &node.item {
                Item::Column { id: other, .. } => {
                    is_other_flag(&crate::compose::draft::Mention::of(*other, at))
                }
                _ => false,
            })
            && self.schema.column(id).is_numeric()
            && self.is_loosely_named(&mention)
        {
            self.unknown.push(noun);
        }
    }

    /// "Who pays cash? Share for each type of buyer": takes the conditions of the question before a share as its part.
    pub(super) fn asked_before(&mut self, share: usize) -> Vec<Said> {
        let is_end = |node: &crate::parse::Node| self.tokens[node.start].text == "?";
        let Some(end) = self.nodes[..share].iter().rposition(is_end) else {
            return Vec::new();
        };
        let grouped = |said: &Said| {
            said.column.is_some_and(|column| {
                let column = self.schema.reference(column);
                self.groups.iter().any(|group| {
                    group.value
                        == Group::Column {
                            column: column.clone(),
                        }
                })
            })
        };
        let is_part = |said: &Said| said.at < end && !said.is_time && !grouped(said);
        let (part, rest) = self.conditions.iter().cloned().partition(is_part);
        self.conditions = rest;
        part
    }

    /// Returns the share of a measure that meets a condition. Rows that say neither yes nor no belong to no whole: the events
    /// of a quiz that are no results have not failed.
    pub(super) fn share_where(&self, whole: Measure, condition: Condition) -> Measure {
        let answered = match &condition {
            Condition::Test {
                of: of @ Scalar::Column { column },
                test: Test::IsTrue | Test::IsFalse,
            } => self
                .schema
                .find(column)
                .filter(|id| {
                    let profile = self.schema.column(*id).profile;
                    profile.nulls > 0 && profile.distinct == 2
                })
                .map(|_| Condition::Test {
                    of: of.clone(),
                    test: Test::Present,
                }),
            _ => None,
        };
        let filtered = |condition: Condition| Measure::Filtered {
            of: Box::new(whole.clone()),
            condition: Box::new(condition),
        };
        Measure::Arithmetic {
            operator: Arithmetic::Divide,
            left: Box::new(filtered(condition)),
            right: Box::new(answered.map_or_else(|| whole.clone(), filtered)),
            percent: true,
        }
    }
}
