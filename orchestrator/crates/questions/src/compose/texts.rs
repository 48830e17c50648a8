//! Conditions on parts of texts, and conditions of which either may hold.

use super::draft::{Draft, Said};
use crate::parse::{Item, TextPlace};
use crate::plan::{Condition, Test};
use crate::schema::{ColumnId, Role, keys};

impl Draft<'_, '_> {
    /// "first name starts with K", "the letters D or S in their name".
    pub(super) fn text_phrase(&mut self, at: usize, negated: bool) -> usize {
        let Some(Item::TextTest { place, texts }) = self.item(at) else {
            return at + 1;
        };
        // The column may follow behind a preposition: "the letter K in the name".
        let ahead = (at + 1..self.nodes.len())
            .find(|at| !matches!(self.nodes[*at].item, Item::Filler | Item::Of | Item::In))
            .filter(|after| *after > at + 1);
        // A column that was named long before is about something else.
        let behind = self
            .bare
            .last()
            .filter(|mention| mention.at + 6 > at && self.schema.column(mention.id).is_text())
            .map(|mention| mention.id);
        let (id, end) = match (behind, ahead.map(|ahead| (ahead, self.item(ahead)))) {
            (_, Some((ahead, Some(Item::Column { id, .. }))))
                if self.schema.column(*id).is_text() =>
            {
                (*id, ahead + 1)
            }
            (Some(id), _) => {
                self.bare.pop();
                (id, at + 1)
            }
            _ => {
                self.unknown.push(at);
                return at + 1;
            }
        };
        let mut tests: Vec<Condition> = texts
            .iter()
            .cloned()
            .map(|text| Condition::Test {
                of: self.scalar(id),
                test: match place {
                    TextPlace::Start => Test::StartsWith { text },
                    TextPlace::End => Test::EndsWith { text },
                    TextPlace::Anywhere => Test::Contains { text },
                },
            })
            .collect();
        let any = if tests.len() == 1 {
            tests.remove(0)
        } else {
            Condition::Or { any: tests }
        };
        let condition = if negated {
            Condition::Not { of: Box::new(any) }
        } else {
            any
        };
        self.conditions.push(Said {
            condition,
            at,
            column: None,
            is_time: false,
        });
        end
    }

    /// "average mpg of toyota": the values that begin with the word, however many there are.
    pub(super) fn first_word_phrase(&mut self, at: usize, negated: bool) -> usize {
        let Some(Item::FirstWord { column, text }) = self.item(at).cloned() else {
            return at + 1;
        };
        // Two of them are compared, and a condition alone would put them together.
        let is_other = |node: &crate::parse::Node| matches!(&node.item, Item::FirstWord { text: other, .. } if *other != text);
        if self.nodes.iter().any(is_other) {
            self.unknown.push(at);
            return at + 1;
        }
        let test = Condition::Test {
            of: self.scalar(column),
            test: Test::StartsWith { text },
        };
        let condition = if negated {
            Condition::Not { of: Box::new(test) }
        } else {
            test
        };
        self.conditions.push(Said {
            condition,
            at,
            column: None,
            is_time: false,
        });
        at + 1
    }

    /// "departments without employees": rows that no row of another table refers to.
    pub(super) fn without_partner(&mut self, at: usize, next: usize) -> Option<usize> {
        let is_never = self.tokens[self.nodes[at].start].is("never not");
        let other = match self.item(next)? {
            Item::Entity(table) => *table,
            Item::Column { id, .. } if self.schema.column(*id).role == Role::Identifier => id.table,
            // "products that were never sold": a verb for what the other table holds.
            Item::Column { id, .. } if !self.schema.column(*id).is_date() && is_never => id.table,
            Item::Value { column, .. } if self.is_value_of_children(at, next) => column.table,
            _ => return None,
        };
        if other == self.table {
            return None;
        }
        let (left, right) = keys(self.schema, self.table, other)?;
        let (conditions, end) = self.partner_values(next, other);
        // "never started a quiz in 2024": the time may be the partner's or the row's own.
        if !conditions.is_empty() && self.nodes.iter().any(|n| matches!(n.item, Item::Time(_))) {
            self.unknown.push(at);
        }
        let reference = |table, column| self.schema.reference(ColumnId { table, column });
        let exists = Condition::Exists {
            table: self.schema.tables[other].profile.name.clone(),
            left: reference(self.table, left),
            right: reference(other, right),
            conditions,
        };
        self.conditions.push(Said {
            condition: Condition::Not {
                of: Box::new(exists),
            },
            at,
            column: None,
            is_time: false,
        });
        Some(end)
    }

    /// "learners who never started a quiz", "wards without cancelled visits": one row has many partners, and none of them
    /// may hold the value. A plain "not" denies the value of a single row.
    fn is_value_of_children(&self, at: usize, next: usize) -> bool {
        let Some(Item::Value { column, .. }) = self.item(next) else {
            return false;
        };
        let is_noun_of = |at: usize| matches!(self.item(at), Some(Item::Entity(table)) if *table == column.table);
        let is_said = self.tokens[self.nodes[at].start].is("never")
            || matches!(self.nodes[at].item, Item::Without)
                && self.next(next + 1).is_some_and(is_noun_of);
        let right = keys(self.schema, self.table, column.table).map(|(_, right)| right);
        is_said
            && right.is_some_and(|right| {
                !self.schema.is_unique(ColumnId {
                    table: column.table,
                    column: right,
                })
            })
    }

    /// Returns the conditions on a partner that its noun is said with, and where they end: "a quiz on the phone".
    fn partner_values(&self, first: usize, other: usize) -> (Vec<Condition>, usize) {
        let mut conditions = Vec::new();
        let mut end = first;
        for at in first..self.nodes.len() {
            match &self.nodes[at].item {
                Item::Value { column, texts } if column.table == other => {
                    conditions.push(self.value_condition(*column, texts, false));
                    end = at + 1;
                }
                Item::Entity(table) if *table == other => end = at + 1,
                _ if at == first => end = at + 1,
                Item::Filler | Item::Of | Item::In | Item::With | Item::Only => {}
                _ => break,
            }
        }
        (conditions, end)
    }

    /// "A and B or C": what "and" joins holds together, or what stands behind "or". Other conditions stay apart.
    pub(super) fn either_condition(&mut self) {
        let found = (0..self.nodes.len()).rev().find_map(|or| {
            let behind = self.conditions.iter().position(|said| said.at > or)?;
            let last = behind.checked_sub(1)?;
            let fits = matches!(self.nodes[or].item, Item::Or)
                && self.conditions[last].at + 6 > or
                && self.starts_at(&self.conditions[behind], or);
            fits.then_some((last, behind))
        });
        let Some((last, behind)) = found else {
            return;
        };
        let column = self.conditions[last].column;
        if let Some(column) = column.filter(|column| {
            self.conditions[behind].column == Some(*column) && self.compares_alternatives()
        }) {
            // Both values are kept by one condition, which `merge_conditions` makes.
            let at = self.conditions[last].at;
            let column = self.schema.reference(column);
            self.push_group(crate::plan::Group::Column { column }, at, at + 1);
            return;
        }
        let first = (0..last)
            .rev()
            .take_while(|at| self.is_joined_by_and(*at))
            .last()
            .unwrap_or(last);
        let end = (behind..self.conditions.len() - 1)
            .find(|at| !self.is_joined_by_and(*at))
            .unwrap_or(self.conditions.len() - 1);
        let after: Vec<Said> = self.conditions.drain(behind..=end).collect();
        let before: Vec<Said> = self.conditions.drain(first..=last).collect();
        let at = before[0].at;
        let all = |said: Vec<Said>| {
            let mut all: Vec<Condition> = said.into_iter().map(|said| said.condition).collect();
            if all.len() == 1 {
                all.remove(0)
            } else {
                Condition::And { all }
            }
        };
        self.conditions.insert(
            first,
            Said {
                condition: Condition::Or {
                    any: vec![all(before), all(after)],
                },
                at,
                column: None,
                is_time: false,
            },
        );
    }

    /// Tells whether "and" stands between a condition and the next.
    fn is_joined_by_and(&self, at: usize) -> bool {
        let (from, to) = (self.conditions[at].at, self.conditions[at + 1].at);
        from < to
            && to <= from + 6
            && self.nodes[from..to]
                .iter()
                .any(|node| matches!(node.item, Item::And))
    }

    /// Tells whether nothing stands between "or" and a condition.
    fn starts_at(&self, said: &Said, or: usize) -> bool {
        self.nodes[or + 1..said.at].iter().all(|node| {
            matches!(
                node.item,
                Item::Filler | Item::With | Item::In | Item::Column { .. }
            )
        }) && said.at <= or + 3
    }
}
