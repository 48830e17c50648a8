//! Lists of rows: the columns that name a row, and maps of rows.

use super::joins::group_column;
use crate::compose::draft::Draft;
use crate::plan::{ColumnRef, Condition, Group, Measure, Part, QueryPlan, Scalar, Test};
use crate::schema::{ColumnId, Role};

impl Draft<'_, '_> {
    /// The columns that name a row, and the values that were asked about.
    /// "Which runners were in the race": the column of the noun, where several rows are about one of them.
    fn column_of_noun(&self) -> Option<ColumnId> {
        let asked = self.which_at.and_then(|which| self.next(which + 1));
        let node = &self.nodes[self.entity_at.or(asked)?];
        let stem = &self.tokens[node.end - 1].stem;
        let columns = &self.schema.tables[self.table].columns;
        let column = columns.iter().position(|column| {
            column.is_text() && column.head().is_some_and(|head| head.stem == *stem)
        })?;
        let table = self.table;
        Some(ColumnId { table, column })
    }

    pub(super) fn rows(&self, plan: &mut QueryPlan) {
        let table = &self.schema.tables[self.table];
        for part in &mut plan.measures {
            if let Measure::Aggregate { of, .. } = &part.value {
                part.value = Measure::Raw { of: of.clone() };
            }
        }
        // The tested columns are shown.
        let mut tested = Vec::new();
        for condition in &plan.conditions {
            tested_columns(&condition.value, &mut tested);
        }
        for column in tested {
            let measure = Measure::Raw {
                of: Scalar::Column {
                    column: column.clone(),
                },
            };
            let quantity = self
                .schema
                .find(&column)
                .is_some_and(|id| self.schema.column(id).is_quantity());
            if quantity && !plan.measures.iter().any(|part| part.value == measure) {
                plan.measures
                    .push(Part::default_for(measure, "it is tested"));
            }
        }
        // "the oldest school, and when did it open": the quantity is told once and does not name the row.
        let measured: Vec<ColumnRef> = plan
            .measures
            .iter()
            .filter_map(|part| part.value.column().cloned())
            .collect();
        plan.groups.retain(|group| {
            group_column(&group.value).is_none_or(|column| !measured.contains(column))
        });
        self.name_by_pair(plan);
        if !plan
            .groups
            .iter()
            .any(|group| self.is_row_name(&group.value))
        {
            if let Some(label) = table.label {
                let column = self.schema.reference(ColumnId {
                    table: self.table,
                    column: label,
                });
                plan.groups.insert(
                    0,
                    Part::default_for(Group::Column { column }, "it names the rows"),
                );
            } else if let Some(column) = self.column_of_noun().filter(|_| plan.groups.is_empty()) {
                let column = self.schema.reference(column);
                plan.groups.push(Part::default_for(
                    Group::Column { column },
                    "the question asks for them",
                ));
            } else if let Some(column) = self.telling_column().filter(|_| plan.groups.is_empty()) {
                let column = self.schema.reference(ColumnId {
                    table: self.table,
                    column,
                });
                plan.groups.push(Part::default_for(
                    Group::Column { column },
                    "it tells the rows apart",
                ));
            } else if let Some(column) = self.naming_column().filter(|_| plan.groups.is_empty()) {
                let column = self.schema.reference(ColumnId {
                    table: self.table,
                    column,
                });
                plan.groups.push(Part::default_for(
                    Group::Column { column },
                    "it names the rows",
                ));
            } else if let Some(time) = table.time.as_ref().filter(|_| plan.groups.is_empty()) {
                plan.groups.push(Part::default_for(
                    Group::Time {
                        of: time.source.clone(),
                        unit: time.finest,
                    },
                    "it names the rows",
                ));
            }
        }
        self.name_fully(plan);
        if plan.groups.is_empty() && plan.measures.is_empty() {
            let shown = (0..table.columns.len())
                .filter(|at| !table.columns[*at].is_quantity())
                .take(4);
            for column in shown {
                let column = self.schema.reference(ColumnId {
                    table: self.table,
                    column,
                });
                plan.groups.push(Part::default_for(
                    Group::Column { column },
                    "it tells about the rows",
                ));
            }
        }
    }

    /// Returns a column that tells the rows apart: a text or number that is unique, else a first column of whole numbers.
    fn telling_column(&self) -> Option<usize> {
        let columns = &self.schema.tables[self.table].columns;
        let is_unique = |column: usize| {
            let table = self.table;
            self.schema.is_unique(ColumnId { table, column })
        };
        let named = (0..columns.len()).find(|at| {
            let known = &columns[*at];
            (known.is_text() && known.is_alphabetic() || known.role == Role::Identifier)
                && is_unique(*at)
        });
        // Numbers of respondents or samples often have a name that says nothing ("SEQN"), but they come first.
        named.or_else(|| {
            let is_whole =
                columns.first()?.profile.column_type == portolan_query::ColumnType::Integer;
            (is_whole && is_unique(0)).then_some(0)
        })
    }

    /// Returns the column of names of what the rows are about, which come back in several of them: the restaurants of a list of
    /// inspections.
    fn naming_column(&self) -> Option<usize> {
        const MANY: u64 = 20;
        let columns = &self.schema.tables[self.table].columns;
        let is_name = |column: &crate::schema::Column<'_>| {
            column.is_text()
                && column.is_alphabetic()
                && column.profile.distinct > MANY
                && column
                    .words
                    .iter()
                    .any(|word| matches!(word.word.as_str(), "name" | "title"))
        };
        (0..columns.len())
            .filter(|at| is_name(&columns[*at]))
            .max_by_key(|at| columns[*at].profile.distinct)
    }

    /// A game is named by its two sides, a trip by both ends: two columns that hold the same names.
    fn name_by_pair(&self, plan: &mut QueryPlan) {
        let table = &self.schema.tables[self.table];
        // The number of a game is no name of it.
        let is_named = table.label.is_some_and(|label| {
            let column = &table.columns[label];
            column.role != Role::Identifier
                && !column.words.iter().any(|word| {
                    matches!(
                        word.word.as_str(),
                        "id" | "no" | "nr" | "number" | "code" | "ref" | "key"
                    )
                })
        });
        let Some(pair) = pair_of_names(table).filter(|_| !is_named) else {
            return;
        };
        let named = plan.groups.iter().any(|group| {
            group_column(&group.value)
                .and_then(|column| self.schema.find(column))
                .is_some_and(|id| {
                    self.schema.column(id).is_text() && self.is_row_name(&group.value)
                })
        });
        if named || plan.groups.iter().any(|group| self.divides(group)) {
            return;
        }
        for column in pair {
            let group = Group::Column {
                column: self.schema.reference(ColumnId {
                    table: self.table,
                    column,
                }),
            };
            if !plan.groups.iter().any(|known| known.value == group) {
                plan.groups
                    .push(Part::default_for(group, "both together name the rows"));
            }
        }
    }

    /// Names groups by the label behind a code: states by "state" and not by "state_code", unless the code is asked for.
    pub(super) fn show_labels(&self, plan: &mut QueryPlan) {
        let asks_code = self
            .tokens
            .iter()
            .any(|token| token.is("code codes id ids number numbers abbreviation abbreviations"));
        if asks_code {
            return;
        }
        for at in 0..plan.groups.len() {
            let Group::Column { column } = &plan.groups[at].value else {
                continue;
            };
            let Some(label) = self
                .schema
                .find(column)
                .and_then(|id| self.label_of_code(id))
            else {
                continue;
            };
            let label = Group::Column {
                column: self.schema.reference(label),
            };
            if plan.groups.iter().all(|group| group.value != label) {
                plan.groups[at].value = label;
            }
        }
    }

    /// Returns the column with the names of a column of codes: as many values, the same noun, and longer texts.
    fn label_of_code(&self, code: ColumnId) -> Option<ColumnId> {
        let columns = &self.schema.tables[code.table].columns;
        let known = &columns[code.column];
        let length = |column: &crate::schema::Column<'_>| {
            let texts: Vec<usize> = column
                .profile
                .values
                .iter()
                .filter_map(|value| value.value.as_str().map(str::len))
                .collect();
            texts.iter().sum::<usize>() as f64 / texts.len().max(1) as f64
        };
        let noun = &known.words.first()?.stem;
        let is_label = |column: &crate::schema::Column<'_>| {
            column.is_text()
                && column.is_alphabetic()
                && column.profile.distinct == known.profile.distinct
                && column.words.first().is_some_and(|word| word.stem == *noun)
                && length(column) > length(known) + 1.0
        };
        let is_code = known.is_text() && known.profile.distinct > 1 && length(known) <= 6.0;
        let found = (0..columns.len()).find(|at| *at != code.column && is_label(&columns[*at]))?;
        is_code.then_some(ColumnId {
            table: code.table,
            column: found,
        })
    }

    /// A first name alone does not identify a person: the last name goes beside it.
    pub(super) fn name_fully(&self, plan: &mut QueryPlan) {
        let table = &self.schema.tables[self.table];
        let named = |word: &str| {
            table.columns.iter().position(|column| {
                column.is_text()
                    && column.words.iter().any(|known| known.word == word)
                    && column.words.iter().any(|known| known.word == "name")
            })
        };
        let (Some(first), Some(last)) = (named("first"), named("last")) else {
            return;
        };
        let group = |column: usize| Group::Column {
            column: self.schema.reference(ColumnId {
                table: self.table,
                column,
            }),
        };
        let has =
            |plan: &QueryPlan, at: usize| plan.groups.iter().any(|part| part.value == group(at));
        for (known, missing) in [(first, last), (last, first)] {
            if has(plan, known) && !has(plan, missing) {
                plan.groups
                    .push(Part::default_for(group(missing), "it names the rows"));
            }
        }
    }

    pub(super) fn map(&self, plan: &mut QueryPlan) {
        let table = &self.schema.tables[self.table];
        let find = |role: Role| {
            table
                .columns
                .iter()
                .position(|column| column.role == role)
                .map(|column| {
                    self.schema.reference(ColumnId {
                        table: self.table,
                        column,
                    })
                })
        };
        plan.present.latitude = find(Role::Latitude);
        plan.present.longitude = find(Role::Longitude);
        if plan.present.latitude.is_some() {
            plan.measures.clear();
        }
        // Each dot is called by its name.
        if let Some(column) = table.label.filter(|_| plan.groups.is_empty()) {
            let id = ColumnId {
                table: self.table,
                column,
            };
            plan.groups.push(Part::default_for(
                self.column_group(id),
                "a dot has the name of its row",
            ));
        }
    }
}

/// Returns the two columns of a table that hold the same names in different parts: home and away teams, origin and
/// destination.
fn pair_of_names(table: &crate::schema::Table<'_>) -> Option<[usize; 2]> {
    let texts: Vec<usize> = (0..table.columns.len())
        .filter(|at| {
            let column = &table.columns[*at];
            column.is_text() && column.is_alphabetic() && column.profile.distinct >= 5
        })
        .collect();
    let values = |at: usize| -> std::collections::BTreeSet<&str> {
        table.columns[at]
            .profile
            .values
            .iter()
            .filter_map(|value| value.value.as_str())
            .collect()
    };
    texts.iter().enumerate().find_map(|(index, left)| {
        let first = values(*left);
        let right = texts[index + 1..].iter().find(|right| {
            let second = values(**right);
            let shared = first.intersection(&second).count();
            // A team that plays at home also plays away, so most names are in both columns.
            shared >= 4 && shared * 3 >= first.len().min(second.len()) * 2
        })?;
        Some([*left, *right])
    })
}

pub(super) fn tested_columns(condition: &Condition, found: &mut Vec<ColumnRef>) {
    match condition {
        Condition::And { all } | Condition::Or { any: all } => {
            all.iter().for_each(|part| tested_columns(part, found))
        }
        Condition::Not { of } => tested_columns(of, found),
        Condition::Test {
            of: Scalar::Column { column },
            test,
        } => {
            found.push(column.clone());
            if let Test::AgainstScalar {
                other: Scalar::Column { column },
                ..
            } = test
            {
                found.push(column.clone());
            }
        }
        _ => {}
    }
}
