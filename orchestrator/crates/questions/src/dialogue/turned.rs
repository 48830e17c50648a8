//! Parts of a plan that are turned around: the opposite of a condition, an order from one end to the other, the whole in place
//! of its parts.

use super::Nodes;
use super::groups::move_groups;
use super::remove::is_named;
use super::request::Request;
use crate::language::{Kind, Token, lexicon};
use crate::parse::{Item, Node};
use crate::plan::{
    Condition, Measure, Order, OrderBy, Part, Provenance, QueryPlan, Select, ShareOf, Test,
};
use crate::schema::Schema;

/// Turns a part of a plan around; None where the request is about something else.
pub fn turn(plan: &mut QueryPlan, request: &Request, schema: &Schema<'_>) -> Option<Nodes> {
    // The item tells the echo which kind of change all of the words made.
    let item = if opposite(plan, request) {
        Item::Not
    } else if resize(plan, request) {
        Item::Which
    } else if from_end_to_end(plan, request) {
        Item::Order { descending: None }
    } else if totals(plan, request, schema) {
        Item::Percent
    } else {
        return None;
    };
    Some(vec![Node {
        start: 0,
        end: request.tokens.len(),
        item,
        cost: 0.0,
    }])
}

fn words(request: &Request) -> Vec<&Token> {
    let is_word = |token: &&Token| token.kind != Kind::Break && !token.is("the a an only just");
    request.tokens.iter().filter(is_word).collect()
}

/// "Those without one", "the others", "the rest": the rows that the newest condition leaves out.
fn opposite(plan: &mut QueryPlan, request: &Request) -> bool {
    let words = words(request);
    let is_opposite = match words.as_slice() {
        [only] => only.is("others other rest opposite"),
        [first, second] => {
            (first.is("without") && second.is("one it them any that"))
                || (first.is("other") && second.is("ones"))
        }
        [first, second, third] => {
            first.is("those ones these") && second.is("without") && third.is("one it them any")
        }
        _ => false,
    };
    let newest = plan
        .conditions
        .iter_mut()
        .rfind(|part| !matches!(part.provenance, Provenance::Default { .. }));
    let Some(part) = newest.filter(|_| is_opposite) else {
        return false;
    };
    negate(&mut part.value);
    true
}

/// "Make it ten", "20 please": the number of groups or rows that stand.
fn resize(plan: &mut QueryPlan, request: &Request) -> bool {
    let words = words(request);
    let number = match words.as_slice() {
        [number] => number.number,
        [number, noun] if noun.is("rows bars of them entries") => number.number,
        _ => None,
    };
    let Some(number) = number.filter(|n| n.fract() == 0.0 && (1.0..=1000.0).contains(n)) else {
        return false;
    };
    match plan.select.as_mut().map(|part| &mut part.value) {
        // A number that stands already changes nothing, so the words are left to other readings.
        Some(Select::Top { n, .. }) if f64::from(*n) != number => {
            *n = number as u32;
            true
        }
        _ => false,
    }
}

/// Turns a condition into its opposite among the rows that have a value.
fn negate(condition: &mut Condition) {
    if let Condition::Test { test, .. } = condition {
        let opposite = match test {
            Test::In { values } => Some(Test::NotIn {
                values: std::mem::take(values),
            }),
            Test::NotIn { values } => Some(Test::In {
                values: std::mem::take(values),
            }),
            Test::IsTrue => Some(Test::IsFalse),
            Test::IsFalse => Some(Test::IsTrue),
            Test::Missing => Some(Test::Present),
            Test::Present => Some(Test::Missing),
            _ => None,
        };
        if let Some(opposite) = opposite {
            *test = opposite;
            return;
        }
    }
    // Turned around twice, a condition is the first one again.
    *condition = match condition.clone() {
        Condition::Not { of } => *of,
        other => Condition::Not {
            of: Box::new(other),
        },
    };
}

/// "Sorted from cheap to expensive": the words for both ends say the direction, whatever the quantity is called.
fn from_end_to_end(plan: &mut QueryPlan, request: &Request) -> bool {
    let words = words(request);
    let words = match words.as_slice() {
        [first, rest @ ..]
            if first.is("sort sorted order ordered rank ranked arrange arranged") =>
        {
            rest
        }
        all => all,
    };
    let words = match words {
        [first, rest @ ..] if first.is("it them that") => rest,
        all => all,
    };
    let [from, low, to, high] = words else {
        return false;
    };
    if !from.is("from") || !to.is("to") || plan.measures.is_empty() {
        return false;
    }
    let (Some(first), Some(last)) = (is_high(low), is_high(high)) else {
        return false;
    };
    // "From high to expensive" has no direction.
    if first == last {
        return false;
    }
    plan.order = vec![Part::default_for(
        Order {
            by: OrderBy::Measure { index: 0 },
            descending: first,
        },
        "asked for from end to end",
    )];
    true
}

fn is_high(token: &Token) -> Option<bool> {
    match token.word.as_str() {
        "high" | "most" | "best" => Some(true),
        "low" | "least" | "worst" => Some(false),
        word => lexicon::plain_adjective(word)
            .or_else(|| lexicon::superlative(word))
            .map(|adjective| adjective.high),
    }
}

/// "Just the totals per channel", "in total": the named groups, or none, in place of all that stand.
fn totals(plan: &mut QueryPlan, request: &Request, schema: &Schema<'_>) -> bool {
    let words = words(request);
    let (first, rest) = match words.as_slice() {
        [lead, first, rest @ ..] if lead.is("in") => (first, rest),
        [first, rest @ ..] => (first, rest),
        [] => return false,
    };
    if !first.is("total totals overall altogether") || plan.groups.is_empty() {
        return false;
    }
    let named: Vec<Token> = rest
        .iter()
        .filter(|token| !token.is("per by for each every of"))
        .map(|token| (*token).clone())
        .collect();
    let kept = match named.as_slice() {
        [] => None,
        named => {
            let Some(at) = plan
                .groups
                .iter()
                .position(|group| is_named(&group.value, named, schema))
            else {
                return false;
            };
            Some(at)
        }
    };
    // The chart has only this group, so its bars are the totals already.
    if kept.is_some() && plan.groups.len() < 2 {
        return false;
    }
    // Shares of a whole that is gone are shares of everything.
    for part in &mut plan.measures {
        if let Measure::Share { whole, .. } = &mut part.value {
            *whole = ShareOf::Result;
        }
    }
    plan.groups = kept
        .map(|at| plan.groups.swap_remove(at))
        .into_iter()
        .collect();
    move_groups(plan, &|old| (Some(old) == kept).then_some(0));
    plan.select = None;
    // These wishes were about a chart of the parts.
    plan.present.color = None;
    plan.present.facet = None;
    plan.present.stacking = None;
    plan.present.mark = None;
    true
}
