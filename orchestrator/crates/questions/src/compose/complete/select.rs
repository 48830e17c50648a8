//! Selections of a plan: what a superlative keeps, and within which groups.

use super::joins::group_column;
use crate::compose::draft::Draft;
use crate::parse::Item;
use crate::plan::{
    Against, Aggregate, Group, Measure, Order, OrderBy, Part, Provenance, QueryPlan, Scalar,
    Select, Shape, TimeSource,
};
use crate::schema::ColumnId;

/// How many rows a plural without a number shows.
const SEVERAL: u32 = 10;

impl Draft<'_, '_> {
    /// Tells whether what is ranked is a plural: "which countries drink the most beer", "the busiest stations".
    fn asks_for_several(&self) -> bool {
        let Some(extreme) = &self.extreme else {
            return false;
        };
        let is_plural = |at: usize| {
            let node = &self.nodes[at];
            let is_thing = match &node.item {
                Item::Entity(_) | Item::Filler => true,
                Item::Column { id, .. } => !self.schema.column(*id).is_quantity(),
                _ => false,
            };
            let word = &self.tokens[node.end - 1].word;
            is_thing
                && crate::schema::build::singular(word) != *word
                && portolan_thesaurus::is_noun(word)
        };
        let behind = |at: usize| Some(at + 1).filter(|next| *next < self.nodes.len());
        let asked = self.which_at.and_then(behind);
        let ranked = Some(extreme.at).filter(|_| !extreme.adjective.stems.is_empty());
        asked.is_some_and(is_plural) || ranked.and_then(behind).is_some_and(is_plural)
    }

    pub(super) fn select(&mut self, plan: &mut QueryPlan) {
        let Some(extreme) = self.extreme.clone() else {
            return;
        };
        let spans = self.spans(extreme.at, extreme.at + 1);
        let mut descending = extreme.adjective.high;
        // "worst" is about size, unless the quantity tells how good something is: "worst sleep score".
        let is_merit = plan.measures.first().is_some_and(|part| {
            let id = part.value.column().and_then(|id| self.schema.find(id));
            id.is_some_and(|id| {
                let words = &self.schema.column(id).words;
                words
                    .iter()
                    .any(|word| crate::language::lexicon::is_merit_word(&word.word))
            })
        });
        if self.tokens[self.nodes[extreme.at].start].is("worst") && !is_merit {
            descending = true;
        }
        if plan.measures.is_empty() {
            self.penalty += 1.5;
            return;
        }
        if self.select_edge(plan) {
            return;
        }
        let mut by = 0;
        // "the 15 districts with the most votes": ranked by the whole, which is not shown.
        let table = &self.schema.tables[self.table];
        if let Some(total) = table
            .wide
            .as_ref()
            .and_then(|wide| wide.total)
            .filter(|_| plan.measures.len() > 1)
        {
            by = plan.measures.len();
            let of = self.scalar(ColumnId {
                table: self.table,
                column: total,
            });
            plan.hidden = vec![match plan.shape {
                Shape::Rows => Measure::Raw { of },
                _ => Measure::Aggregate {
                    aggregate: Aggregate::Sum,
                    of,
                },
            }];
        }
        if plan.shape == Shape::Groups && plan.groups.is_empty() {
            // "the highest temperature": the extreme itself.
            for part in &mut plan.measures {
                if let Measure::Aggregate {
                    aggregate: aggregate @ (Aggregate::Mean | Aggregate::Sum),
                    ..
                } = &mut part.value
                {
                    *aggregate = if descending {
                        Aggregate::Maximum
                    } else {
                        Aggregate::Minimum
                    };
                }
            }
            return;
        }
        // A change over the whole period leaves no period to rank within.
        let is_whole = self.against == Some(Against::FirstToLast);
        let within = if is_whole {
            Vec::new()
        } else {
            self.ranked_within(plan)
        };
        if plan.shape == Shape::Groups
            && extreme.n.is_none()
            && !self.asked_group
            && plan.groups.len() == 1
            && !extreme.adjective.stems.contains(&"#count")
            && !self.nodes[extreme.at + 1..].is_empty()
            && matches!(
                plan.measures[0].value,
                Measure::Aggregate {
                    aggregate: Aggregate::Mean | Aggregate::Sum,
                    ..
                }
            )
            && self.is_said_after(extreme.at, plan)
        {
            // "highest temperature by station": the extreme of each.
            if let Measure::Aggregate { aggregate, .. } = &mut plan.measures[0].value {
                *aggregate = if descending {
                    Aggregate::Maximum
                } else {
                    Aggregate::Minimum
                };
            }
            return;
        }
        plan.order = vec![Part::said(
            Order {
                by: OrderBy::Measure { index: by },
                descending,
            },
            spans.clone(),
        )];
        if let Some(n) = self.nth {
            plan.select = Some(Part::said(Select::Nth { n, by, descending }, spans));
            return;
        }
        if let Some(percent) = extreme.percent {
            plan.select = Some(Part::said(
                Select::TopPercent {
                    percent,
                    by,
                    descending,
                    within,
                },
                spans,
            ));
        } else if let Some(n) = extreme.n {
            plan.select = Some(Part::said(
                Select::Top {
                    n,
                    by,
                    descending,
                    ties: false,
                    within,
                },
                spans,
            ));
        } else if plan.shape == Shape::Rows && within.is_empty() && self.asks_for_several() {
            // "Which countries drink the most beer" asks for more than the first.
            plan.select = Some(Part::said(
                Select::Top {
                    n: SEVERAL,
                    by,
                    descending,
                    ties: false,
                    within,
                },
                spans,
            ));
        } else if plan.shape == Shape::Rows || !within.is_empty() {
            // All that share the first place are shown.
            plan.select = Some(Part::said(
                Select::Top {
                    n: 1,
                    by,
                    descending,
                    ties: true,
                    within,
                },
                spans,
            ));
        } else {
            // Without a number all groups are shown, the best one first.
            plan.select = None;
        }
    }

    /// "Who has the earliest start date": the rows at one end of the time, and not the day with the fewest of them.
    fn select_edge(&self, plan: &mut QueryPlan) -> bool {
        let Some(extreme) = &self.extreme else {
            return false;
        };
        let [group] = plan.groups.as_slice() else {
            return false;
        };
        let Group::Time {
            of: TimeSource::Date { column },
            ..
        } = &group.value
        else {
            return false;
        };
        let says_number = self
            .nodes
            .iter()
            .any(|node| matches!(node.item, Item::Count));
        let counts_rows = matches!(plan.measures.as_slice(), [part] if part.value == Measure::Count)
            && !says_number;
        if plan.shape != Shape::Groups || !counts_rows || !extreme.adjective.stems.contains(&"date")
        {
            return false;
        }
        let by = Scalar::Column {
            column: column.clone(),
        };
        if let Some(label) = self.schema.tables[self.table].label {
            let column = self.schema.reference(ColumnId {
                table: self.table,
                column: label,
            });
            let name = Part::default_for(Group::Column { column }, "it names the rows");
            plan.groups.insert(0, name);
        }
        plan.shape = Shape::Rows;
        plan.measures.clear();
        plan.order.clear();
        let select = Select::Edge {
            n: extreme.n.unwrap_or(1),
            by,
            last: extreme.adjective.high,
            within: Vec::new(),
        };
        let spans = self.spans(extreme.at, extreme.at + 1);
        plan.select = Some(Part::said(select, spans));
        true
    }

    /// Returns the groups within which a superlative is taken: "the top product in each region".
    fn ranked_within(&self, plan: &QueryPlan) -> Vec<usize> {
        let groups = &plan.groups;
        if plan.shape == Shape::Rows {
            return (0..groups.len())
                .filter(|at| {
                    let group = &groups[*at].value;
                    let told = self
                        .shown
                        .iter()
                        .any(|id| group_column(group) == Some(&self.schema.reference(*id)));
                    // "which ship was it, and on what date": told about the row that is found.
                    let is_said = matches!(groups[*at].provenance, Provenance::Words { .. });
                    is_said && !told && !self.is_row_name(group) && self.divides(&groups[*at])
                })
                .collect();
        }
        if groups.len() < 2 {
            return Vec::new();
        }
        let dividing: Vec<usize> = (0..groups.len())
            .filter(|at| self.divides(&groups[*at]))
            .collect();
        // If all groups divide the rows or none does, the first one counts as the divider.
        if dividing.is_empty() || dividing.len() == groups.len() {
            return vec![0];
        }
        dividing
    }

    /// Tells whether a group divides the rows ("for each region", "monthly") and is not only named beside others.
    pub(in crate::compose) fn divides(&self, group: &Part<Group>) -> bool {
        let Provenance::Words { spans } = &group.provenance else {
            return true;
        };
        let Some(span) = spans.first() else {
            return true;
        };
        let node = self
            .nodes
            .iter()
            .find(|node| self.tokens[node.start].span.start == span.start);
        node.is_some_and(|node| {
            let is_adverb = self.tokens[node.start]
                .is("monthly yearly annual annually daily weekly quarterly hourly");
            is_adverb || matches!(node.item, Item::By | Item::Wish(_))
        })
    }

    /// Tells whether the group is said with "by" after the superlative's column.
    pub(super) fn is_said_after(&self, at: usize, plan: &QueryPlan) -> bool {
        let by = self.nodes[at..]
            .iter()
            .any(|node| matches!(node.item, Item::By));
        by && plan.groups.len() == 1
    }
}
