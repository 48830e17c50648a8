//! From a question to ranked readings, or to what is missing.

use crate::draft::{self, Draft};
use crate::plan::{Aggregate, Channel, ColumnRef, Mark, Order, OrderBy, Plan};
use crate::planning;
use crate::schema::{ColumnId, Role, Schema};
use crate::understanding::Understanding;
use crate::{Answer, Question, Reading, Unsure, follow_up, rest, spec, sql, wording};

/// How many readings are offered.
const MOST: usize = 4;
/// Notes that a chart may have; those that are most to be doubted come first.
const NOTES: usize = 10;
pub const ASSUMED_TOTAL: &str = "No total or average was asked for, so it is the total.";
pub const ASSUMED_AVERAGE: &str = "No total or average was asked for, so it is the average.";

pub fn answer(question: &Question<'_>) -> Answer {
    let schema = Schema::new(question.tables);
    if schema.tables.iter().all(|table| table.columns.is_empty()) {
        return Answer::Unanswerable {
            message:
                "There is no table to ask yet. Add a file with rows and columns, then ask again."
                    .to_owned(),
            suggestions: Vec::new(),
        };
    }
    let known = Understanding::of(question.text, &schema);
    let so_far = question.so_far.and_then(|reading| reading.plan.as_ref());
    if let Some((plan, notes)) = so_far.and_then(|plan| follow_up::change(&known, &schema, plan)) {
        return Answer::Readings(vec![reading_of(plan, 0.8, notes)]);
    }
    if known.is_empty() {
        return unanswerable(question, &schema);
    }
    let mut draft = draft::draft(&known, &schema);
    let planned = planning::plan(&draft, &known, &schema).or_else(|| {
        // Tables that no keys bring together: the one that is measured is answered for.
        draft.keep_one_table();
        planning::plan(&draft, &known, &schema)
    });
    let Some(best) = planned else {
        return unanswerable(question, &schema);
    };
    if best.dimensions.is_empty() && best.measures.is_empty() {
        return unanswerable(question, &schema);
    }
    if let Some(asked) = ask_back(&known, &schema) {
        return asked;
    }
    let confidence = confidence(&known, &draft);
    let mut notes = draft.notes.clone();
    notes.extend(known.conditions.notes.iter().cloned());
    let unsure = readings_of_words(&known, &best, &schema);
    notes.extend(unsure.iter().map(|word| word.note.clone()));
    match draft.assumed {
        Some(Aggregate::Sum) => notes.push(ASSUMED_TOTAL.to_owned()),
        Some(_) => notes.push(ASSUMED_AVERAGE.to_owned()),
        None => {}
    }
    let mut readings = vec![Reading {
        unsure,
        ..reading_of(best.clone(), confidence, notes)
    }];
    let renamed = other_columns(&best, &known, &schema)
        .into_iter()
        .map(|plan| (plan, 0.8));
    for (plan, part) in renamed.chain(others(&best, &draft, &schema)) {
        if readings.len() < MOST && readings.iter().all(|r| r.plan.as_ref() != Some(&plan)) {
            readings.push(reading_of(plan, confidence * part, Vec::new()));
        }
    }
    Answer::Readings(readings)
}

/// Which column a word was taken for, where it is not the column's own: "rating" for `critics_score`.
fn readings_of_words(known: &Understanding, plan: &Plan, schema: &Schema<'_>) -> Vec<Unsure> {
    let drawn = |reference: &ColumnRef| {
        let measured = plan.measures.iter().filter_map(|m| m.column.as_ref());
        let divided = plan.dimensions.iter().map(|d| &d.column);
        let restricted = plan.filters.iter().map(|f| &f.column);
        measured
            .chain(divided)
            .chain(restricted)
            .any(|known| known == reference)
    };
    let mut unsure: Vec<Unsure> = Vec::new();
    for mention in &known.columns {
        let column = schema.column(mention.column);
        let own = mention.matched.iter().all(|&at| {
            let token = &known.tokens[at];
            column
                .words
                .iter()
                .any(|word| word.stem == token.stem || word.lower == token.lower)
        });
        let words: Vec<&str> = mention
            .matched
            .iter()
            .map(|&at| known.tokens[at].text.as_str())
            .collect();
        let note = format!(
            "“{}” is read as {}.",
            words.join(" "),
            wording::plain(&column.profile.name)
        );
        let vague = !own || !mention.others.is_empty();
        let is_new = unsure.iter().all(|known| known.note != note);
        if vague && is_new && drawn(&schema.reference(mention.column)) {
            let others = mention.others.iter().map(|id| schema.reference(*id));
            unsure.push(Unsure {
                note,
                column: schema.reference(mention.column),
                others: others.collect(),
            });
        }
    }
    unsure
}

pub fn reading_of(mut plan: Plan, confidence: f64, mut notes: Vec<String>) -> Reading {
    plan.rest_after = rest::rest_after(&plan);
    notes.extend(wording::notes(&plan).into_iter().map(|(_, note)| note));
    notes.truncate(NOTES);
    let mut tables = vec![plan.table.clone()];
    tables.extend(plan.joins.iter().map(|join| join.right.table.clone()));
    Reading {
        sql: sql::select(&plan),
        tables,
        spec: spec::spec(&plan),
        encoding_notes: notes,
        unsure: Vec::new(),
        confidence,
        label: wording::label(&plan),
        plan: Some(plan),
    }
}

fn confidence(known: &Understanding, draft: &Draft) -> f64 {
    let scores: Vec<f64> = known
        .columns
        .iter()
        .map(|m| m.score.min(1.0))
        .chain(known.values.iter().map(|v| v.score.min(1.0)))
        .collect();
    #[expect(clippy::cast_precision_loss, reason = "a question has few words")]
    let mean = if scores.is_empty() {
        0.5
    } else {
        scores.iter().sum::<f64>() / scores.len() as f64
    };
    let assumed = if draft.assumed.is_some() { 0.9 } else { 1.0 };
    (mean * assumed).clamp(0.05, 0.99)
}

/// The same chart over the other columns that the same words name.
fn other_columns(best: &Plan, known: &Understanding, schema: &Schema<'_>) -> Vec<Plan> {
    let mut plans = Vec::new();
    for mention in &known.columns {
        let column = schema.column(mention.column);
        let alike = |id: &&ColumnId| {
            let other = schema.column(**id);
            id.table == mention.column.table
                && other.role == column.role
                && other.is_numeric() == column.is_numeric()
        };
        let Some(other) = mention
            .others
            .iter()
            .find(alike)
            .map(|id| schema.reference(*id))
        else {
            continue;
        };
        let own = schema.reference(mention.column);
        let mut plan = best.clone();
        let measures = plan.measures.iter_mut().filter_map(|m| m.column.as_mut());
        for reference in measures.chain(plan.dimensions.iter_mut().map(|d| &mut d.column)) {
            if *reference == own {
                reference.clone_from(&other);
            }
        }
        if plan != *best && plan.dimensions.iter().all(|d| d.bin.is_none()) {
            plans.push(plan);
        }
    }
    plans
}

/// A word or two that several columns answer to, and nothing that tells which: neither is likely.
fn ask_back(known: &Understanding, schema: &Schema<'_>) -> Option<Answer> {
    let [mention] = known.columns.as_slice() else {
        return None;
    };
    let bare = known.tokens.len() <= 3 && known.values.is_empty() && known.cues.counts.is_empty();
    if !bare || mention.score > 0.8 || mention.others.is_empty() {
        return None;
    }
    let names: Vec<String> = std::iter::once(&mention.column)
        .chain(&mention.others)
        .take(4)
        .map(|id| wording::plain(&schema.column(*id).profile.name))
        .collect();
    let question = format!("Which one do you mean: {}?", names.join(", "));
    let choices = names
        .iter()
        .map(|name| format!("Distribution of {name}"))
        .collect();
    Some(Answer::AskBack { question, choices })
}

/// Other ways to read the same question.
fn others(best: &Plan, draft: &Draft, schema: &Schema<'_>) -> Vec<(Plan, f64)> {
    let mut others = Vec::new();
    if let Some(assumed) = draft.assumed {
        let other = if assumed == Aggregate::Sum {
            Aggregate::Mean
        } else {
            Aggregate::Sum
        };
        let mut sums = best.clone();
        for measure in &mut sums.measures {
            if measure.aggregate == Some(assumed) {
                measure.aggregate = Some(other);
            }
        }
        others.push((sums, 0.7));
        let mut raw = best.clone();
        for measure in &mut raw.measures {
            measure.aggregate = None;
        }
        others.push((raw, 0.5));
    }
    if best.mark == Mark::Bar
        && best.dimensions.len() == 1
        && best.dimensions[0].bin.is_none()
        && best.dimensions[0].distinct <= 8
        && best
            .measures
            .iter()
            .all(|m| matches!(m.aggregate, Some(Aggregate::Count | Aggregate::Sum)))
    {
        others.push((
            Plan {
                mark: Mark::Arc,
                ..best.clone()
            },
            0.5,
        ));
    }
    if best.mark == Mark::Line {
        others.push((
            Plan {
                mark: Mark::Bar,
                ..best.clone()
            },
            0.6,
        ));
    }
    if best.mark == Mark::Arc {
        let order = Some(Order {
            by: OrderBy::Measure,
            descending: true,
        });
        others.push((
            Plan {
                mark: Mark::Bar,
                order,
                ..best.clone()
            },
            0.6,
        ));
    }
    if best.mark == Mark::Bar && best.dimensions.len() == 1 && best.dimensions[0].is_temporal() {
        others.push((
            Plan {
                mark: Mark::Line,
                ..best.clone()
            },
            0.6,
        ));
    }
    if let Some(at) = best.dimensions.iter().position(|d| d.channel != Channel::X) {
        let mut split = best.clone();
        split.dimensions[at].channel = if split.dimensions[at].channel == Channel::Color {
            Channel::Facet
        } else {
            Channel::Color
        };
        others.push((split, 0.6));
    }
    if best.mark == Mark::Point && best.measures.len() == 2 {
        let first = best.dimensions.first().and_then(|d| schema.find(&d.column));
        if first.is_none_or(|id| schema.column(id).role != Role::Temporal) {
            let mut means = best.clone();
            if !means.dimensions.is_empty() && !means.is_aggregated() {
                for measure in &mut means.measures {
                    measure.aggregate = Some(Aggregate::Mean);
                }
                others.push((means, 0.5));
            }
        }
    }
    others
}

fn unanswerable(question: &Question<'_>, schema: &Schema<'_>) -> Answer {
    let tables: Vec<String> = schema
        .tables
        .iter()
        .take(3)
        .map(|table| {
            let names: Vec<String> = table
                .columns
                .iter()
                .take(12)
                .map(|column| column.profile.name.clone())
                .collect();
            let more = if table.columns.len() > names.len() {
                ", …"
            } else {
                ""
            };
            format!("{} has {}{more}", table.profile.name, names.join(", "))
        })
        .collect();
    let asked: String = question.text.trim().chars().take(80).collect();
    let message = if asked.is_empty() {
        format!(
            "Ask something about the columns at hand: {}.",
            tables.join("; ")
        )
    } else {
        format!(
            "Nothing in the tables matches “{asked}”. There is: {}.",
            tables.join("; ")
        )
    };
    Answer::Unanswerable {
        message,
        suggestions: starters(schema),
    }
}

/// Questions that the tables surely answer.
pub fn starters(schema: &Schema<'_>) -> Vec<String> {
    let mut starters = Vec::new();
    for (index, table) in schema.tables.iter().enumerate().take(2) {
        let of = |role: Role| {
            table
                .columns
                .iter()
                .enumerate()
                .filter(move |(_, c)| c.role == role)
        };
        let category = of(Role::Category)
            .filter(|(at, c)| {
                !table.is_unique(*at) && c.profile.distinct > 1 && c.profile.distinct <= 40
            })
            .map(|(_, c)| c)
            .next();
        let measure = of(Role::Measure).map(|(_, c)| c).next();
        let moment = of(Role::Temporal).map(|(_, c)| c).next();
        let name = |c: &crate::schema::Column<'_>| wording::plain(&c.profile.name);
        if let Some(category) = category {
            starters.push(format!(
                "How many {} are there for each {}?",
                wording::plain(&table.profile.name),
                name(category)
            ));
        }
        match (measure, category, moment) {
            (Some(measure), _, Some(moment)) => {
                starters.push(format!("Average {} over {}", name(measure), name(moment)))
            }
            (Some(measure), Some(category), None) => {
                starters.push(format!("Average {} by {}", name(measure), name(category)))
            }
            _ => {}
        }
        if let Some(measure) = measure {
            starters.push(format!("Distribution of {}", name(measure)));
        }
        if index == 0 && starters.len() >= 3 {
            break;
        }
    }
    starters.truncate(4);
    starters
}
