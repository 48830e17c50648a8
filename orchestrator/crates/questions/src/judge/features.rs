//! The features of a reading: what distinguishes right readings from wrong ones. Their weights are in `weights.txt`.

use crate::decide::Candidate;
use crate::guess::is_guess;
use crate::language::token::fold;
use crate::language::{Kind, Token, lexicon};
use crate::parse::{Item, Node};
use crate::plan::{Measure, Part, Provenance, QueryPlan, Shape};
use crate::schema::Schema;

/// The cost of every item that is no glue; a link by the exact name costs nothing more.
const EACH: f64 = 0.3;

/// A feature with its name.
pub type Feature = (&'static str, f64);

/// Returns the features of the reading `at` among all readings of a question, best first.
pub fn features(
    tokens: &[Token],
    schema: &Schema<'_>,
    found: &[Candidate],
    at: usize,
) -> Vec<Feature> {
    let reading = &found[at];
    let mut all = rank_features(found, at);
    all.extend(word_features(tokens, reading));
    all.extend(link_features(tokens, reading, schema));
    all.extend(operator_features(reading));
    all.extend(plan_features(&reading.plan, tokens, schema));
    all.extend(table_features(schema));
    all
}

/// How far the reading is from its rivals.
fn rank_features(found: &[Candidate], at: usize) -> Vec<Feature> {
    let reading = &found[at];
    let rival = found
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != at)
        .map(|(_, other)| other.cost)
        .fold(f64::INFINITY, f64::min);
    let close = found
        .iter()
        .enumerate()
        .filter(|(other, rival)| *other != at && rival.cost < reading.cost + 0.5)
        .count();
    // The limits keep a rare extreme from outweighing all that the other features say.
    vec![
        ("cost", reading.cost.min(8.0)),
        // Without a rival the margin is infinite, which the limit makes a clear lead.
        ("margin", (rival - reading.cost).clamp(-2.0, 2.0)),
        ("close_readings", count(close).min(4.0)),
        ("incomplete", flag(reading.incomplete)),
        ("refusal", flag(reading.decline.is_some())),
    ]
}

/// The features of how far the question's words were used.
fn word_features(tokens: &[Token], reading: &Candidate) -> Vec<Feature> {
    let is_content =
        |token: &&Token| token.kind != Kind::Break && !lexicon::is_function_word(&token.word);
    let content = tokens.iter().filter(is_content).count();
    let passed_over = |node: &&Node| matches!(node.item, Item::Filler | Item::Unknown);
    let lesser = reading
        .nodes
        .iter()
        .filter(|node| matches!(node.item, Item::Filler))
        .flat_map(|node| &tokens[node.start..node.end])
        .filter(is_content)
        .count();
    let covered = reading
        .nodes
        .iter()
        .filter(|node| !passed_over(node))
        .flat_map(|node| &tokens[node.start..node.end])
        .filter(is_content)
        .count();
    // Words without any meaning count apart from operators that found nothing to act on.
    let unknown_nouns = reading
        .unknown
        .iter()
        .filter(|at| matches!(reading.nodes[**at].item, Item::Unknown))
        .count();
    let unused_operators = reading.unknown.len() - unknown_nouns;
    // A word that differs from its text was corrected, translated or joined with another.
    let corrected = tokens
        .iter()
        .filter(|token| token.kind == Kind::Word && fold(&token.text) != token.word)
        .count();
    vec![
        ("unknown_words", count(unknown_nouns).min(4.0)),
        ("unused_operators", count(unused_operators).min(3.0)),
        ("lesser_words_unused", count(lesser).min(4.0)),
        ("content_words", count(content).min(16.0)),
        ("covered", count(covered) / count(content.max(1))),
        ("words_rewritten", count(corrected).min(6.0)),
        ("unclear_mentions", count(reading.unclear.len()).min(3.0)),
    ]
}

/// How columns and values were found.
fn link_features(tokens: &[Token], reading: &Candidate, schema: &Schema<'_>) -> Vec<Feature> {
    let mut exact = 0;
    let mut loose = 0;
    let mut rivals = 0;
    let mut weakest: f64 = 0.0;
    let mut columns = 0;
    let mut values = 0;
    let mut weakest_value: f64 = 0.0;
    let mut entities = 0;
    let mut entity_of_other_table = 0;
    for node in &reading.nodes {
        // Beyond the cost of each item, the rest says how well the name fits.
        let cost = (node.cost - EACH).max(0.0);
        match &node.item {
            Item::Column { others, .. } => {
                columns += 1;
                exact += usize::from(cost <= 0.05);
                loose += usize::from(cost >= 0.3);
                rivals += others.len();
                weakest = weakest.max(cost);
            }
            Item::Value { .. } => {
                values += 1;
                weakest_value = weakest_value.max(cost);
            }
            Item::Entity(table) => {
                entities += 1;
                entity_of_other_table +=
                    usize::from(schema.tables[*table].profile.name != reading.plan.table);
            }
            _ => {}
        }
    }
    let guesses = reading
        .nodes
        .iter()
        .filter(|node| is_guess(tokens, node))
        .count();
    vec![
        ("columns_named", count(columns).min(4.0)),
        ("columns_exact", count(exact).min(4.0)),
        ("columns_loose", count(loose).min(3.0)),
        ("column_rivals", count(rivals).min(4.0)),
        ("weakest_column", weakest.min(1.5)),
        ("values_named", count(values).min(3.0)),
        ("weakest_value", weakest_value.min(1.5)),
        ("thesaurus_guesses", count(guesses).min(3.0)),
        ("rows_named", flag(entities > 0)),
        ("other_rows_named", flag(entity_of_other_table > 0)),
    ]
}

/// The operators that the question names.
fn operator_features(reading: &Candidate) -> Vec<Feature> {
    let has =
        |test: &dyn Fn(&Item) -> bool| flag(reading.nodes.iter().any(|node| test(&node.item)));
    let kinds = reading
        .nodes
        .iter()
        .filter(|node| is_operator(&node.item))
        .count();
    vec![
        ("operators", count(kinds).min(5.0)),
        (
            "says_aggregate",
            has(&|item| matches!(item, Item::Aggregate(_))),
        ),
        (
            "says_count",
            has(&|item| matches!(item, Item::Count | Item::Distinct)),
        ),
        (
            "says_superlative",
            has(&|item| matches!(item, Item::Superlative { .. } | Item::Nth(_))),
        ),
        (
            "says_share",
            has(&|item| {
                matches!(
                    item,
                    Item::Share | Item::Rate | Item::AsShareOf | Item::Percent
                )
            }),
        ),
        (
            "says_comparison",
            has(&|item| matches!(item, Item::Compare { .. } | Item::CompareWord { .. })),
        ),
        (
            "says_calculation",
            has(&|item| {
                matches!(
                    item,
                    Item::Ratio
                        | Item::Product
                        | Item::Difference
                        | Item::Change(_)
                        | Item::Index
                        | Item::Window(_)
                        | Item::Against(_)
                        | Item::AgainstAverage(..)
                        | Item::Correlation
                )
            }),
        ),
        (
            "says_negation",
            has(&|item| {
                matches!(
                    item,
                    Item::Not | Item::Without | Item::Missing | Item::Others
                )
            }),
        ),
        (
            "says_or",
            has(&|item| matches!(item, Item::Or | Item::Versus)),
        ),
        (
            "says_time",
            has(&|item| {
                matches!(
                    item,
                    Item::Time(_) | Item::SeasonValue(..) | Item::EdgePeriod { .. }
                )
            }),
        ),
        (
            "says_period",
            has(&|item| matches!(item, Item::Unit(_) | Item::Season(_) | Item::OverTime)),
        ),
        ("says_by", has(&|item| matches!(item, Item::By))),
        ("says_which", has(&|item| matches!(item, Item::Which))),
        (
            "says_number",
            has(&|item| {
                matches!(
                    item,
                    Item::Number(_) | Item::BinEdges(_) | Item::BinWidth(_)
                )
            }),
        ),
        ("says_pronoun", has(&|item| matches!(item, Item::Pronoun))),
        (
            "says_mark",
            has(&|item| matches!(item, Item::Wish(_) | Item::Distribution)),
        ),
    ]
}

fn is_operator(item: &Item) -> bool {
    !item.is_glue()
        && !matches!(
            item,
            Item::Column { .. }
                | Item::Value { .. }
                | Item::Entity(_)
                | Item::Taught(_)
                | Item::Unknown
                | Item::By
                | Item::Only
                | Item::Wish(_)
                | Item::Order { .. }
        )
}

/// The features of the plan's parts, above all of those that nothing said.
fn plan_features(plan: &QueryPlan, tokens: &[Token], schema: &Schema<'_>) -> Vec<Feature> {
    let counts = plan
        .measures
        .iter()
        .any(|part| matches!(part.value, Measure::Count | Measure::CountOf { .. }));
    let computed = plan.measures.iter().any(|part| {
        !matches!(
            part.value,
            Measure::Count
                | Measure::CountOf { .. }
                | Measure::Raw { .. }
                | Measure::Aggregate { .. }
        )
    });
    let unsaid_condition = plan.conditions.iter().any(is_default);
    vec![
        ("measures", count(plan.measures.len()).min(4.0)),
        ("groups", count(plan.groups.len()).min(3.0)),
        ("conditions", count(plan.conditions.len()).min(4.0)),
        ("joins", count(plan.joins.len()).min(2.0)),
        ("tests_groups", flag(!plan.having.is_empty())),
        ("shape_rows", flag(plan.shape == Shape::Rows)),
        (
            "shape_other",
            flag(!matches!(plan.shape, Shape::Rows | Shape::Groups)),
        ),
        ("selects", flag(plan.select.is_some())),
        ("measure_counts", flag(counts)),
        ("measure_computed", flag(computed)),
        ("measure_unsaid", flag(plan.measures.iter().any(is_default))),
        ("group_unsaid", flag(plan.groups.iter().any(is_default))),
        ("condition_unsaid", flag(unsaid_condition)),
        ("totals_left_out", flag(!plan.without_totals.is_empty())),
        (
            "unpivots",
            flag(plan.unpivot.is_some() && !names_family(plan, tokens, schema)),
        ),
        (
            "single_figure",
            flag(plan.shape == Shape::Groups && plan.groups.is_empty()),
        ),
    ]
}

/// Tells whether columns of several years are read as rows by the name that they share, which the question says in full: that
/// is no guess.
fn names_family(plan: &QueryPlan, tokens: &[Token], schema: &Schema<'_>) -> bool {
    let Some(unpivot) = plan.unpivot.as_ref().map(|part| &part.value) else {
        return false;
    };
    let families = schema.tables.iter().flat_map(|table| &table.wide);
    families
        .filter(|wide| !wide.shared.is_empty() && wide.shared.join(" ") == unpivot.value_column)
        .any(|wide| {
            let mut stems = wide.shared.iter().map(|word| crate::language::stem(word));
            stems.all(|stem| tokens.iter().any(|token| token.stem == stem))
        })
}

fn table_features(schema: &Schema<'_>) -> Vec<Feature> {
    let width: usize = schema.tables.iter().map(|table| table.columns.len()).sum();
    vec![
        ("tables", count(schema.tables.len() - 1).min(3.0)),
        // In tens, to be of the same size as the other features.
        ("table_width", count(width).min(40.0) / 10.0),
    ]
}

fn is_default<T>(part: &Part<T>) -> bool {
    matches!(part.provenance, Provenance::Default { .. })
}

fn flag(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

#[expect(clippy::cast_precision_loss, reason = "counts of words and columns")]
fn count(number: usize) -> f64 {
    number as f64
}
