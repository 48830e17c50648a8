//! The shape of the result: groups, single rows, a distribution, a relation or a map.

use super::joins::group_column;
use crate::compose::draft::Draft;
use crate::parse::{Item, Wish};
use crate::plan::{
    Aggregate, BinBy, Comparison, Group, GroupTest, Literal, Mark, Measure, Part, QueryPlan,
    Scalar, Shape, Test, TimeUnit,
};
use crate::schema::build::singular;
use crate::schema::{ColumnId, Role};

impl Draft<'_, '_> {
    pub(super) fn plan(&mut self, shared: bool) -> QueryPlan {
        // "the 10 districts where the share is highest": the rows' name is the group of a computed measure.
        let computed = self.measures.iter().any(|part| {
            !matches!(
                part.value,
                Measure::Aggregate { .. } | Measure::Raw { .. } | Measure::Count
            )
        });
        if computed
            && self.extreme.is_some()
            && self.groups.is_empty()
            && (self.entity_at.is_some()
                || self
                    .extreme
                    .as_ref()
                    .is_some_and(|extreme| extreme.n.is_some()))
            && let Some(column) = self.schema.tables[self.table].label
        {
            let column = self.schema.reference(ColumnId {
                table: self.table,
                column,
            });
            self.groups.push(Part::default_for(
                Group::Column { column },
                "it names the rows",
            ));
        }
        self.group_by_repeated_name();
        let table = &self.schema.tables[self.table];
        let raw = self.measures.len() >= 2
            && self
                .measures
                .iter()
                .all(|part| matches!(part.value, Measure::Raw { .. }));
        let distribution =
            self.measures.len() == 1 && matches!(self.measures[0].value, Measure::Raw { .. });
        // Names of places have no coordinates of their own, so only a table that has both columns gives dots.
        let mapped = self.has_wish(Mark::Map)
            && [Role::Latitude, Role::Longitude]
                .iter()
                .all(|role| table.columns.iter().any(|column| column.role == *role));
        let shape = if raw
            && (self.versus_at.is_some()
                || self.correlation_at.is_some()
                || self.has_wish(Mark::Point)
                || self.has_wish(Mark::Bubble))
        {
            Shape::Relation
        } else if distribution || raw {
            Shape::Distribution
        } else if mapped
            && (self.measures.is_empty() || matches!(self.measures[0].value, Measure::Count))
        {
            Shape::Map
        } else if self.lists_rows(shared) {
            Shape::Rows
        } else {
            Shape::Groups
        };
        let mut plan = QueryPlan::new(&table.profile.name, shape);
        plan.entity = self.noun_said().or_else(|| table.noun.clone());
        plan.measures = std::mem::take(&mut self.measures);
        plan.groups = std::mem::take(&mut self.groups);
        self.sort_groups(&mut plan);
        plan.conditions = self
            .conditions
            .iter()
            .map(|said| Part::said(said.condition.clone(), self.spans(said.at, said.at + 1)))
            .collect();
        if shape == Shape::Rows {
            self.rows(&mut plan);
            self.count_bare_numbers(&mut plan);
        }
        if shape == Shape::Map {
            self.map(&mut plan);
        }
        for (measure, test, at) in std::mem::take(&mut self.having) {
            // A number of rows that no row can reach counts something else.
            let rows = self.schema.tables[self.table].profile.row_count as f64;
            let unnamed = measure.is_none();
            let measure = measure.or_else(|| plan.measures.first().map(|part| part.value.clone()));
            let counts = measure == Some(Measure::Count);
            if counts && (unnamed || exceeds(&test, rows)) {
                self.penalty += if exceeds(&test, rows) { 1.5 } else { 0.5 };
            }
            match measure {
                Some(measure) if !plan.groups.is_empty() && plan.shape == Shape::Groups => {
                    let spans = self.spans(at, at + 1);
                    plan.having
                        .push(Part::said(GroupTest { measure, test }, spans));
                }
                _ => {
                    self.unknown.push(at);
                    self.penalty += 1.5;
                }
            }
        }
        // Unpivoting multiplies the rows, so only a plan that reads the long form has it.
        if let Some(wide) = &table.wide {
            let value_column = self.quantity_name(wide);
            if uses(&plan, &value_column) || uses(&plan, &wide.unpivot.name_column) {
                plan.unpivot = Some(Part::default_for(
                    crate::plan::Unpivot {
                        value_column,
                        ..wide.unpivot.clone()
                    },
                    "the columns are values of one quantity",
                ));
            }
        }
        if let Some(width) = self
            .bin_width
            .map(|width| BinBy::Width { width })
            .or(self.bin_count.map(|count| BinBy::Count { count }))
        {
            for group in &mut plan.groups {
                match &mut group.value {
                    // Edges that are listed say more than a width.
                    Group::Bin {
                        by: BinBy::Edges { .. },
                        ..
                    } => {}
                    Group::Bin { by, .. } => *by = width.clone(),
                    Group::Column { column }
                        if self
                            .schema
                            .find(column)
                            .is_some_and(|id| self.schema.column(id).is_numeric()) =>
                    {
                        group.value = Group::Bin {
                            of: Scalar::Column {
                                column: column.clone(),
                            },
                            by: width.clone(),
                        };
                    }
                    _ => {}
                }
            }
        }
        plan
    }

    /// Counts rows that have nothing to show but their number: a list of 300 case numbers answers "accidents in fog or snow" less
    /// well than how many there are.
    fn count_bare_numbers(&self, plan: &mut QueryPlan) {
        let is_number = |group: &Part<Group>| {
            group_column(&group.value)
                .and_then(|column| self.schema.find(column))
                .is_some_and(|id| {
                    let words = &self.schema.column(id).words;
                    self.schema.is_unique(id)
                        && words.iter().any(|word| {
                            matches!(
                                word.word.as_str(),
                                "id" | "no" | "nr" | "ref" | "number" | "code" | "key" | "seqn"
                            )
                        })
                })
        };
        let by_default = plan
            .groups
            .iter()
            .all(|part| matches!(part.provenance, crate::plan::Provenance::Default { .. }));
        let asks_list = self.has_wish(Mark::Table)
            || self.which_at.is_some()
            || self
                .tokens
                .iter()
                .any(|token| token.is("list show display find give who see details"));
        if plan.measures.is_empty()
            && by_default
            && !asks_list
            && !plan.groups.is_empty()
            && plan.groups.iter().all(is_number)
            && self.extreme.is_none()
        {
            plan.shape = Shape::Groups;
            plan.groups.clear();
            plan.measures.push(Part::default_for(
                Measure::Count,
                "the rows have no name to list",
            ));
        }
    }

    /// The time is the axis; a group that is asked for as colour is the series.
    /// The noun that the question has for the rows: "members" of a table `gym`.
    fn noun_said(&self) -> Option<String> {
        let said = self.nodes.iter().filter(|node| {
            matches!(node.item, Item::Entity(table) if table == self.table)
                && node.end - node.start == 1
        });
        said.map(|node| self.tokens[node.start].word.as_str())
            .find(|word| portolan_thesaurus::is_noun(word) && singular(word) != *word)
            .map(singular)
    }

    pub(super) fn sort_groups(&self, plan: &mut QueryPlan) {
        // Wishes refer to groups by index, so these must keep their places.
        if self
            .wishes
            .iter()
            .any(|(wish, _)| matches!(wish, Wish::ColorBy | Wish::FacetBy))
        {
            return;
        }
        if let Some(column) = self
            .listed
            .map(|id| self.schema.reference(id))
            .filter(|_| plan.groups.len() > 1)
            && let Some(at) = plan
                .groups
                .iter()
                .position(|group| group_column(&group.value) == Some(&column))
        {
            let part = plan.groups.remove(at);
            plan.groups.push(part);
        }
        if let Some(column) = self.across.map(|id| self.schema.reference(id))
            && let Some(at) = plan
                .groups
                .iter()
                .position(|group| group_column(&group.value) == Some(&column))
        {
            let part = plan.groups.remove(at);
            plan.groups.insert(0, part);
            return;
        }
        if let Some(time) = plan
            .groups
            .iter()
            .position(|group| matches!(group.value, Group::Time { .. } | Group::Season { .. }))
        {
            let part = plan.groups.remove(time);
            plan.groups.insert(0, part);
        }
    }

    /// Makes a reading worse whose shape does not fit the question.
    pub(super) fn doubt_shape(&mut self, plan: &QueryPlan) {
        let is = |at: usize, words: &str| self.tokens.get(at).is_some_and(|token| token.is(words));
        let mut divisions = self.nodes.iter().filter(|node| {
            matches!(node.item, Item::By) && self.tokens[node.start].is("per each every")
        });
        // "Measles cases each year": no list of rows divides them.
        let is_list = plan.shape == Shape::Rows && plan.measures.is_empty();
        let divides_list = is_list && divisions.next().is_some();
        // "Who are the democrats from Texas" asks for persons and no figure.
        let asks_persons = is(0, "who") && is(1, "is are was were") && self.extreme.is_none();
        let is_figure = plan.shape == Shape::Groups && plan.groups.is_empty();
        if divides_list {
            self.penalty += 1.0;
        } else if asks_persons && is_figure {
            self.penalty += 0.5;
        }
    }

    /// Tells whether rows are listed: an extreme of single rows, or rows that meet conditions.
    pub(super) fn lists_rows(&self, shared: bool) -> bool {
        // These are computed from groups, so no single row has them.
        if shared
            || self.count_at.is_some()
            || self.window.is_some()
            || self.change.is_some()
            || self.against.is_some()
        {
            return false;
        }
        let plain = self
            .measures
            .iter()
            .zip(&self.measured_at)
            .all(|(part, at)| {
                let said = matches!(
                    self.nodes.get(*at).map(|node| &node.item),
                    Some(Item::Aggregate(_))
                );
                !said
                    && matches!(
                        part.value,
                        Measure::Aggregate {
                            aggregate: Aggregate::Mean | Aggregate::Sum,
                            ..
                        }
                    )
            });
        let entity_rows = self.groups.is_empty()
            || self
                .groups
                .iter()
                .all(|group| self.is_row_name(&group.value));
        let table_wish = self.has_wish(Mark::Table);
        if self.extreme.is_some() && (plain || self.tells_about_row()) && !self.measures.is_empty()
        {
            // Groups of a parent table hold many rows, whatever names them.
            let of_parent = self.groups.iter().any(|group| {
                group_column(&group.value)
                    .and_then(|column| self.schema.find(column))
                    .is_some_and(|id| id.table != self.table)
            });
            // Measures of a child table add up for each row of their parent: "the best customer by revenue".
            let of_child = self
                .measures
                .iter()
                .any(|part| self.reads_other_table(&part.value));
            if of_child && !self.groups.is_empty() && !table_wish {
                return false;
            }
            // "top 5 campaigns by revenue": a name of many rows stands for all of them, and what adds up is added up.
            if self.names_repeat() && !table_wish {
                return false;
            }
            if self.ranks_group() && !table_wish {
                return false;
            }
            let by_group = !self.groups.is_empty() && (!entity_rows || of_parent);
            // "the largest fire of each state with its name": the name says that single rows are compared.
            let names_row = self
                .groups
                .iter()
                .any(|group| self.is_mostly_unique(&group.value));
            // "the director whose films won the most": the directors are compared and not their films.
            let whose = self.nodes.windows(3).any(|three| {
                self.tokens[three[1].start].is("whose")
                    && matches!(three[0].item, Item::Column { .. })
                    && matches!(three[2].item, Item::Entity(_))
            });
            return (self.entity_at.is_some() && !self.asked_group && !whose)
                || !by_group
                || table_wish
                || names_row
                || self.tells_about_row();
        }
        (self.measures.is_empty()
            && !self.conditions.is_empty()
            && self.groups.iter().all(|group| {
                self.is_row_name(&group.value) || matches!(group.value, Group::Time { .. })
            }))
            || (plain
                && entity_rows
                && !self.conditions.is_empty()
                && (self.which_at.is_some() || self.entity_at.is_some() || !self.groups.is_empty())
                && !self.measures.is_empty()
                && self
                    .conditions
                    .iter()
                    .any(|said| !said.is_time && said.column.is_none()))
            || (table_wish && plain && self.groups.is_empty() && self.measures.is_empty())
    }

    /// Tells whether several columns are named beside a superlative and none divides the rows: "the longest delay: which ship
    /// was it and on what date" asks for the row.
    fn tells_about_row(&self) -> bool {
        let is_plain = self
            .measures
            .iter()
            .zip(&self.measured_at)
            .all(|(part, at)| {
                let is_said = matches!(
                    self.nodes.get(*at).map(|node| &node.item),
                    Some(Item::Aggregate(_))
                );
                let is_of_row = matches!(
                    &part.value,
                    Measure::Aggregate {
                        aggregate: Aggregate::Mean | Aggregate::Maximum | Aggregate::Minimum,
                        ..
                    }
                );
                is_of_row && !is_said
            });
        is_plain && self.groups.len() >= 2 && !self.groups.iter().any(|group| self.divides(group))
    }

    /// Tells whether a plan counts the rows of something that each row has its own of: "our best client" among clients.
    pub(super) fn counts_single_rows(&self, plan: &QueryPlan) -> bool {
        let counts = plan
            .measures
            .iter()
            .all(|part| matches!(part.value, Measure::Count));
        let (Shape::Groups, [group], true) = (plan.shape, plan.groups.as_slice(), counts) else {
            return false;
        };
        let is_unique = match &group.value {
            Group::Column { column } => self
                .schema
                .find(column)
                .is_some_and(|id| id.table == self.table && self.schema.is_unique(id)),
            _ => false,
        };
        is_unique && plan.joins.is_empty() && plan.having.is_empty() && plan.unpivot.is_none()
    }

    /// "The best campaign of each channel by revenue": the noun of the rows is their name, which many rows share.
    fn group_by_repeated_name(&mut self) {
        let table = &self.schema.tables[self.table];
        let ranks = self.extreme.is_some() && self.entity_at.is_some();
        let Some(label) = table.label.filter(|_| ranks && !self.measures.is_empty()) else {
            return;
        };
        let is_noun = self.entity_at.is_some_and(|at| {
            let node = &self.nodes[at];
            let nouns = &self.tokens[node.start..node.end];
            // The type of an event is no name of one.
            let mut said = (table.columns[label].words.iter()).filter(|word| word.weight > 0.5);
            said.all(|word| nouns.iter().any(|noun| noun.stem == word.stem))
        });
        let column = self.schema.reference(ColumnId {
            table: self.table,
            column: label,
        });
        let spans = self
            .entity_at
            .map_or_else(Vec::new, |at| self.spans(at, at + 1));
        let group = Part::said(Group::Column { column }, spans);
        let is_known = self
            .groups
            .iter()
            .any(|known| self.is_row_name(&known.value));
        if is_noun && !is_known {
            self.groups.insert(0, group);
            if !self.names_repeat() {
                self.groups.remove(0);
            }
        }
    }

    /// Tells whether the groups name rows by a name that repeats, while the measures add up over its rows.
    fn names_repeat(&self) -> bool {
        let is_sum = |part: &Part<Measure>| {
            matches!(
                part.value,
                Measure::Aggregate {
                    aggregate: Aggregate::Sum,
                    ..
                }
            )
        };
        let is_single = self
            .tokens
            .iter()
            .any(|token| token.is("single one once ever individual"));
        let mut names = self.groups.iter().filter(|group| {
            matches!(group.value, Group::Column { .. }) && self.is_row_name(&group.value)
        });
        !is_single
            && self.measures.iter().all(is_sum)
            && names.clone().next().is_some()
            && names.all(|group| !self.is_mostly_unique(&group.value))
    }

    /// "Top 5 countries by medals", "in which month are apples cheapest": what is ranked has many rows, and no single one of them
    /// stands for it. "The month of the strongest quake" asks for a row.
    fn ranks_group(&self) -> bool {
        let Some(extreme) = &self.extreme else {
            return false;
        };
        let next = self.next(extreme.at + 1).map(|next| &self.nodes[next].item);
        let is_row = matches!(next, Some(Item::Entity(table)) if *table == self.table);
        self.groups.iter().any(|group| match &group.value {
            Group::Time { unit, .. } => {
                let finest = self.schema.tables[self.table]
                    .time
                    .as_ref()
                    .map(|time| time.finest);
                !is_row && finest != Some(*unit) && self.asks_which()
            }
            Group::Column { column } => {
                let is_named = matches!(next, Some(Item::Column { id, others })
                    if self.schema.reference(*id) == *column
                        || others.iter().any(|other| self.schema.reference(*other) == *column));
                is_named && extreme.n.is_some() && !self.is_mostly_unique(&group.value)
            }
            _ => false,
        })
    }

    /// Tells whether most rows of the table that is asked about have their own value of a group.
    fn is_mostly_unique(&self, group: &Group) -> bool {
        let Group::Column { column } = group else {
            return false;
        };
        self.schema.find(column).is_some_and(|id| {
            let rows = self.schema.tables[self.table].profile.row_count;
            id.table == self.table && self.schema.column(id).profile.distinct * 2 > rows && rows > 2
        })
    }

    /// Tells whether a measure reads columns of another table than the one that is asked about.
    pub(super) fn reads_other_table(&self, measure: &Measure) -> bool {
        let Measure::Aggregate { of, .. } = measure else {
            return false;
        };
        of.columns().iter().any(|column| {
            self.schema
                .find(column)
                .is_some_and(|id| id.table != self.table)
        })
    }

    /// Tells whether a group names single rows.
    pub(super) fn is_row_name(&self, group: &Group) -> bool {
        match group {
            Group::Column { column } => self.schema.find(column).is_some_and(|id| {
                self.schema.tables[id.table].label == Some(id.column) || self.schema.is_unique(id)
            }),
            Group::Time { of, unit } => {
                let Some(time) = &self.schema.tables[self.table].time else {
                    return false;
                };
                // A period names a row only where there are no more rows than periods.
                let rows = self.schema.tables[self.table].profile.row_count;
                let years = (time.years.1 - time.years.0 + 1).max(1) as u64;
                let each = match time.finest {
                    TimeUnit::Year => 1,
                    TimeUnit::Quarter => 4,
                    TimeUnit::Month => 12,
                    _ => 366,
                };
                *of == time.source && *unit == time.finest && rows <= years * each
            }
            _ => false,
        }
    }
}

pub(super) fn uses(plan: &QueryPlan, column: &str) -> bool {
    serde_json::to_string(&(&plan.measures, &plan.groups, &plan.conditions))
        .is_ok_and(|text| text.contains(&format!("\"column\":\"{column}\"")))
}

/// Tells whether a test asks for more than there is.
fn exceeds(test: &Test, most: f64) -> bool {
    matches!(test, Test::Compare { comparison: Comparison::More | Comparison::AtLeast, value: Literal::Number { number } } if *number > most)
}
