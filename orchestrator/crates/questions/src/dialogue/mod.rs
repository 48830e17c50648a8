//! Follow-ups: one growing request. What a short question says takes its place in the plan that stands.
//!
//! A [`Request`] is the question without the words that only lead over ("and now … instead, please"), which say how its parts
//! are merged. [`remove`] takes parts away; [`rework`] knows the changes that only make sense of a plan that stands ("as a
//! share", "per 1,000 inhabitants", "the difference of the two"), and [`turned`] those that turn a part of it around ("those
//! without one", "from low to high", "just the totals"); every other question is read like a whole one, and [`merge`]
//! puts its [`conditions`], [`measures`], [`groups`] and its [`extreme`] into the plan.

mod asked;
mod conditions;
mod extreme;
mod groups;
mod measures;
mod merge;
mod remove;
mod request;
mod rework;
mod turned;

use crate::answer::Reading;
use crate::compose;
use crate::decide::Candidate;
use crate::echo::echo;
use crate::language::Token;
use crate::parse::{Item, Node, tilings};
use crate::plan::{Provenance, QueryPlan, Shape};
use crate::schema::Schema;
use crate::sql;
pub use asked::answer_after;
use portolan_query::TableProfile;
use request::Request;

/// Returns the earlier plan with the change that the words ask for; None where the question stands by itself.
pub fn follow_up(
    tokens: &[Token],
    schema: &Schema<'_>,
    earlier: &QueryPlan,
    fresh: Option<&Candidate>,
) -> Option<Reading> {
    let fresh = fresh?;
    let mut request = Request::read(tokens);
    let changes =
        is_change(tokens, &request, fresh) || extreme::ranks_same_quantity(fresh, earlier);
    if fresh.decline.is_some() || !changes {
        return None;
    }
    let mut plan = earlier.clone();
    // Spans of the earlier question would point into the text of the new one.
    mark_earlier(&mut plan);
    if let Some(rest) = remove::widen_first(&mut plan, &request, schema) {
        request = rest;
    }
    let removed = remove::remove(&mut plan, &request, schema);
    // The plan has nothing of that name, so the words may leave out rows: "leave out storm".
    if removed.is_none() && !remove::as_exclusion(&mut request, schema) {
        return None;
    }
    // The special forms go first: `merge` would read "per 1,000 residents" as a group like any other.
    let mut reading = removed
        .or_else(|| turned::turn(&mut plan, &request, schema))
        .or_else(|| rework::rework(&mut plan, &request, schema))
        .or_else(|| merge::merge(&mut plan, &request, schema))?;
    // A part that was merged may lie in a table that the plan did not use before.
    if !compose::join_tables(&mut plan, schema) {
        return None;
    }
    let tables: Vec<TableProfile> = schema
        .tables
        .iter()
        .map(|table| table.profile.clone())
        .collect();
    // A change that no statement can express is no reading of the words.
    sql::select(&plan, &tables).ok()?;
    // The words that lead over were understood as well: what they do is seen in the plan.
    reading.retain(|node| node.end > node.start);
    Some(Reading {
        plan,
        echo: echo(&request.tokens, &reading, &[], &[], schema),
        cost: fresh.cost,
        follow_up: true,
    })
}

/// Tells whether the words change a chart: they open like a change, refer back, or say less than a whole question.
pub fn is_change(tokens: &[Token], request: &Request, fresh: &Candidate) -> bool {
    if request.refers {
        return true;
    }
    // "What" and "how" open whole questions; "what about" was read as leading over.
    let goes_on = tokens.first().is_some_and(|token| {
        token.is("and only but just as split without sort except excluding leave one")
    });
    // These may also open a whole question: "in 2022, average fare by port".
    let opens = goes_on
        || tokens.first().is_some_and(|token| {
            token.is("make color by per in since from for turn use change order until over before after all every")
        });
    let opens = opens && tokens.len() <= 10;
    let back = fresh
        .nodes
        .iter()
        .any(|node| matches!(node.item, Item::Pronoun));
    let by_default = |provenance: &Provenance| matches!(provenance, Provenance::Default { .. });
    let measures = &fresh.plan.measures;
    let partial = !fresh.unknown.is_empty()
        || fresh.incomplete
        || measures.iter().all(|part| by_default(&part.provenance));
    let measured = measures
        .iter()
        .any(|part| matches!(part.provenance, Provenance::Words { .. }));
    // "Which is the cheapest?" ranks what stands; "the 5 cheapest flats" are rows of the table.
    let ranks_what_stands = fresh.plan.shape == Shape::Rows
        && fresh
            .nodes
            .iter()
            .any(|node| matches!(node.item, Item::Superlative { .. }))
        && !fresh
            .nodes
            .iter()
            .any(|node| matches!(node.item, Item::Entity(_) | Item::Column { .. }));
    let whole = fresh.unknown.is_empty()
        && measured
        && !ranks_what_stands
        && !fresh.plan.groups.is_empty()
        && tokens.len() > 3
        && !goes_on;
    (opens || back || partial || tokens.len() <= 6) && !whole
}

fn mark_earlier(plan: &mut QueryPlan) {
    let earlier = || Provenance::Earlier;
    plan.measures
        .iter_mut()
        .for_each(|part| part.provenance = earlier());
    plan.groups
        .iter_mut()
        .for_each(|part| part.provenance = earlier());
    // Defaults stay what they are: a change may make them void.
    plan.conditions
        .iter_mut()
        .filter(|part| !matches!(part.provenance, Provenance::Default { .. }))
        .for_each(|part| part.provenance = earlier());
}

/// Returns the readings of a request's words, the best covered first, whatever they leave to defaults.
fn readings<'s, 'a>(
    request: &'s Request,
    schema: &'s Schema<'a>,
) -> impl Iterator<Item = Candidate> + use<'s, 'a> {
    tilings(&request.tokens, schema)
        .into_iter()
        .map(move |tiling| {
            let draft = compose::read(schema, &request.tokens, &tiling.nodes);
            let decline = draft.decline;
            let (composed, unknown) = compose::complete_with_unknown(draft);
            Candidate {
                plan: composed.plan,
                cost: tiling.cost,
                nodes: tiling.nodes,
                unknown,
                unclear: composed.unclear,
                incomplete: composed.incomplete,
                decline,
            }
        })
}

/// The nodes of a reading, for the echo.
type Nodes = Vec<Node>;
