//! Changes that only make sense of a plan that stands: shares, rates, arithmetic of its measures, units, reversed order.

use super::Nodes;
use super::request::Request;
use crate::compose::ratio_of_sums;
use crate::language::units::{self, UnitKind};
use crate::language::{Kind, Token, name_words};
use crate::link::link_columns;
use crate::parse::{Item, Node};
use crate::plan::{
    Aggregate, Arithmetic, Condition, Mark, Measure, Order, OrderBy, Orientation, Part, Provenance,
    QueryPlan, Scalar, Shape, ShareOf,
};
use crate::schema::{ColumnId, Schema};

/// Reworks the measures of a plan; None where the request is about something else.
pub fn rework(plan: &mut QueryPlan, request: &Request, schema: &Schema<'_>) -> Option<Nodes> {
    // Narrow forms go first: `share` would take "as a percentage of all sailings" for one of the result.
    let done = average_per_row(plan, request, schema)
        || rate(plan, request, schema)
        || turn_groups(plan, request)
        || part_of_rows(plan, request, schema)
        || share(plan, request, schema)
        || of_the_two(plan, request)
        || other_unit(plan, request, schema)
        || other_axis(plan, request, schema)
        || swap_axes(plan, request)
        || as_numbers(plan, request)
        || reverse(plan, request);
    done.then(|| whole(request))
}

/// One node over all words: the echo names what they did.
fn whole(request: &Request) -> Nodes {
    vec![Node {
        start: 0,
        end: request.tokens.len(),
        item: Item::Percent,
        cost: 0.0,
    }]
}

fn said(request: &Request, value: Measure) -> Part<Measure> {
    Part {
        value,
        provenance: request.provenance(),
    }
}

/// "the average per film": the standing quantity of one row.
fn average_per_row(plan: &mut QueryPlan, request: &Request, schema: &Schema<'_>) -> bool {
    let words: Vec<&Token> = request
        .tokens
        .iter()
        .filter(|token| token.kind != Kind::Break && !token.is("the a an on"))
        .collect();
    let [first, per, noun] = words[..] else {
        return false;
    };
    let is_row = schema
        .tables
        .iter()
        .any(|table| table.profile.name == plan.table && table.entity.contains(&noun.stem));
    if !first.is("average mean avg") || !per.is("per each every of for") || !is_row {
        return false;
    }
    let mut changed = false;
    for part in &mut plan.measures {
        if let Measure::Aggregate { aggregate, .. } = &mut part.value {
            changed |= *aggregate != Aggregate::Mean;
            *aggregate = Aggregate::Mean;
        }
    }
    changed
}

/// "per 1,000 inhabitants", "per square metre", "relative to the area".
fn rate(plan: &mut QueryPlan, request: &Request, schema: &Schema<'_>) -> bool {
    let Some(rest) = after(
        &request.tokens,
        &["per", "relative to", "divided by", "in relation to"],
    ) else {
        return false;
    };
    let (factor, rest) = match rest.split_first() {
        Some((first, rest)) if first.number.is_some() && !rest.is_empty() => {
            (first.number.unwrap_or(1.0), rest)
        }
        _ => (1.0, rest),
    };
    let Some(id) = quantity(rest, schema) else {
        return false;
    };
    let per = Measure::Aggregate {
        aggregate: Aggregate::Sum,
        of: Scalar::column(schema.reference(id)),
    };
    // Residents in thousands are the rate "per 1000 residents" as they are.
    let factor = factor / name_scale(schema, id);
    let mut changed = false;
    for part in &mut plan.measures {
        let standing = match part.value.clone() {
            // A rate takes the place of a share and does not divide it.
            Measure::Share { of, .. } => *of,
            other => other,
        };
        // A rate divides sums: averages would weigh small and large groups alike.
        let left = ratio_of_sums(standing);
        let left = if factor == 1.0 {
            left
        } else {
            Measure::Arithmetic {
                operator: Arithmetic::Multiply,
                left: Box::new(left),
                right: Box::new(Measure::Number { number: factor }),
                percent: false,
            }
        };
        *part = said(
            request,
            Measure::Arithmetic {
                operator: Arithmetic::Divide,
                left: Box::new(left),
                right: Box::new(per.clone()),
                percent: false,
            },
        );
        changed = true;
    }
    changed
}

/// The number of units that a column's name counts in: "pop_k" is in thousands.
fn name_scale(schema: &Schema<'_>, id: ColumnId) -> f64 {
    let name = &schema.column(id).profile.name;
    name_words(name)
        .iter()
        .find_map(|word| match word.as_str() {
            "k" | "thousand" | "thousands" | "tsd" => Some(1e3),
            "mio" | "mn" | "million" | "millions" => Some(1e6),
            "bn" | "billion" | "billions" => Some(1e9),
            _ => None,
        })
        .unwrap_or(1.0)
}

/// The rest of the tokens after one of the openings.
fn after<'t>(tokens: &'t [Token], openings: &[&str]) -> Option<&'t [Token]> {
    openings.iter().find_map(|opening| {
        let mut at = 0;
        for word in opening.split(' ') {
            if tokens.get(at)?.word != word {
                return None;
            }
            at += 1;
        }
        let rest = &tokens[at..];
        let articles = rest
            .iter()
            .take_while(|token| token.is("the a an each every total"))
            .count();
        (rest.len() > articles).then(|| &rest[articles..])
    })
}

/// The quantity that all of the words name, by its name or by its unit.
fn quantity(tokens: &[Token], schema: &Schema<'_>) -> Option<ColumnId> {
    let head = tokens.first()?;
    if tokens.len() == 1
        && head.is("head person capita inhabitant inhabitants resident residents people")
    {
        let population = |id: &ColumnId| {
            let column = schema.column(*id);
            column.is_quantity()
                && (column.has_stem("popul")
                    || column.has_stem("pop")
                    || column.has_stem("inhabit")
                    || column.has_stem("resid"))
        };
        return schema.ids().find(population);
    }
    let named = link_columns(tokens, 0, schema)
        .into_iter()
        .filter(|link| link.end == tokens.len())
        .min_by(|left, right| left.cost.total_cmp(&right.cost));
    if let Some(link) = named {
        // "Per region" groups where a column is called so, even if "area" may mean the same.
        let is_quantity = schema.column(link.column).is_quantity();
        return is_quantity.then_some(link.column);
    }
    // A unit stands for the quantity that is kept in it: "per km2" for the area.
    let unit = (tokens.len() == 1)
        .then(|| units::unit(&head.word))
        .flatten()?;
    schema.ids().find(|id| {
        let column = schema.column(*id);
        column.is_quantity() && column.unit.is_some_and(|kept| kept.name == unit.name)
    })
}

/// "the other way round" of two groups: shares within the other group, or the groups in the other order.
fn turn_groups(plan: &mut QueryPlan, request: &Request) -> bool {
    let turns = request.has("way") && request.has("round around");
    // "The other way round" of a ranking turns the ranking, which is left to `reverse`.
    if !turns || plan.groups.len() != 2 || plan.select.is_some() || !plan.order.is_empty() {
        return false;
    }
    let mut is_share = false;
    for part in &mut plan.measures {
        if let Measure::Share {
            whole: ShareOf::Group { groups },
            ..
        } = &mut part.value
            && let [at] = groups.as_mut_slice()
        {
            *at = 1 - *at;
            is_share = true;
        }
    }
    if !is_share {
        plan.groups.swap(0, 1);
        super::groups::move_groups(plan, &|old| Some(1 - old));
    }
    true
}

/// "as a percentage of all sailings" of a number of cancelled ones: the rows that meet the conditions as a part of all rows.
fn part_of_rows(plan: &mut QueryPlan, request: &Request, schema: &Schema<'_>) -> bool {
    let asks = request.has("share percent percentage proportion fraction % pct")
        && request.starts_with("as in share percent percentage proportion fraction");
    let Some(of) = request.tokens.iter().position(|token| token.is("of")) else {
        return false;
    };
    let names_rows = schema.tables.iter().any(|table| {
        table.profile.name == plan.table
            && request.tokens[of..]
                .iter()
                .any(|token| table.entity.contains(&token.stem))
    });
    let [part] = plan.measures.as_slice() else {
        return false;
    };
    if !asks || !names_rows || part.value != Measure::Count {
        return false;
    }
    let is_part = |part: &Part<Condition>| {
        matches!(&part.value, Condition::Test { of: Scalar::Column { column }, .. }
            // "Cancelled sailings in 2022" are a part of the sailings in 2022: the time belongs to the whole too.
            if !matches!(part.provenance, Provenance::Default { .. })
                && schema.find(column).is_some_and(|id| !schema.column(id).is_date()
                    && schema.column(id).role != crate::schema::Role::Time))
    };
    // Only the newest condition says which part is meant: "cancelled sailings in the north" are a part of those in the north.
    let Some(at) = plan.conditions.iter().rposition(is_part) else {
        return false;
    };
    let condition = plan.conditions.remove(at).value;
    let filtered = Measure::Filtered {
        of: Box::new(Measure::Count),
        condition: Box::new(condition),
    };
    plan.measures = vec![said(
        request,
        Measure::Arithmetic {
            operator: Arithmetic::Divide,
            left: Box::new(filtered),
            right: Box::new(Measure::Count),
            percent: true,
        },
    )];
    true
}

/// "as a share of the total", "as percentages".
fn share(plan: &mut QueryPlan, request: &Request, schema: &Schema<'_>) -> bool {
    let asks =
        request.has("share shares percent percentage percentages proportion proportions % pct");
    let begins =
        request.starts_with("as in share shares percent percentage percentages proportion %");
    if !asks || !begins || plan.measures.is_empty() {
        return false;
    }
    let of = request
        .tokens
        .iter()
        .position(|token| token.is("of within"));
    let rest: Vec<Token> = of.map_or_else(Vec::new, |at| {
        request.tokens[at + 1..]
            .iter()
            .filter(|token| !token.is("the a an all each every whole their its everything it them"))
            .cloned()
            .collect()
    });
    if let Some(whole) = whole_column(plan, &rest, schema) {
        for part in &mut plan.measures {
            *part = said(
                request,
                Measure::Arithmetic {
                    operator: Arithmetic::Divide,
                    left: Box::new(ratio_of_sums(part.value.clone())),
                    right: Box::new(Measure::Aggregate {
                        aggregate: Aggregate::Sum,
                        of: Scalar::column(schema.reference(whole)),
                    }),
                    percent: true,
                },
            );
        }
        return true;
    }
    // Within the group that is named, or within the first of two groups.
    let named = plan.groups.iter().position(|group| {
        crate::compose::group_column(&group.value)
            .and_then(|column| schema.find(column))
            .is_some_and(|id| {
                link_columns(&rest, 0, schema)
                    .iter()
                    .any(|link| link.column == id && link.end == rest.len())
            })
    });
    // "Of all loans" is the whole; otherwise the parts of each period or of the first group add up.
    let of_all = of.is_some() && request.has("all total everything");
    let period = plan
        .groups
        .iter()
        .position(|group| super::merge::is_time(&group.value));
    let whole = match named {
        Some(at) if plan.groups.len() > 1 => ShareOf::Group { groups: vec![at] },
        _ if plan.groups.len() > 1 && !of_all => ShareOf::Group {
            groups: vec![period.unwrap_or(0)],
        },
        _ => ShareOf::Result,
    };
    for part in &mut plan.measures {
        if !matches!(part.value, Measure::Share { .. }) {
            *part = said(
                request,
                Measure::Share {
                    // Shares are parts of a sum.
                    of: Box::new(ratio_of_sums(part.value.clone())),
                    whole: whole.clone(),
                },
            );
        }
    }
    true
}

/// The column that is the whole: named, or the total beside the standing column ("exp_total" of "exp_food").
fn whole_column(plan: &QueryPlan, rest: &[Token], schema: &Schema<'_>) -> Option<ColumnId> {
    let total = rest.len() == 1 && rest[0].is("total sum overall");
    if rest.is_empty() {
        return None;
    }
    let Measure::Aggregate {
        of: Scalar::Column { column },
        ..
    } = &plan.measures.first()?.value
    else {
        return None;
    };
    let standing = schema.find(column)?;
    if total {
        return schema.ids().find(|id| {
            let other = schema.column(*id);
            *id != standing
                && id.table == standing.table
                && other.is_quantity()
                && other.has_stem("total")
                // "exp_total" shares "exp" with "exp_food"; the total of something else shares no word.
                && other.words.iter().any(|word| {
                    word.word != "total" && schema.column(standing).has_stem(&word.stem)
                })
        });
    }
    link_columns(rest, 0, schema)
        .into_iter()
        .find(|link| {
            link.end == rest.len()
                && link.cost < 0.5
                && link.column != standing
                && schema.column(link.column).is_quantity()
        })
        .map(|link| link.column)
}

/// "the difference of the two", "the ratio of both".
fn of_the_two(plan: &mut QueryPlan, request: &Request) -> bool {
    if plan.measures.len() != 2 || !request.has("two both them these those") {
        return false;
    }
    let operator = if request.has("difference gap minus") {
        Arithmetic::Subtract
    } else if request.has("ratio quotient divided") {
        Arithmetic::Divide
    } else if request.has("sum total together added") {
        Arithmetic::Add
    } else if request.has("product times multiplied") {
        Arithmetic::Multiply
    } else {
        return false;
    };
    // The second goes first, so that the place of the first stays.
    let right = plan.measures.remove(1).value;
    let left = plan.measures.remove(0).value;
    plan.measures.push(said(
        request,
        Measure::Arithmetic {
            operator,
            left: Box::new(left),
            right: Box::new(right),
            percent: false,
        },
    ));
    true
}

/// "in minutes": the same quantity in another unit of its kind.
fn other_unit(plan: &mut QueryPlan, request: &Request, schema: &Schema<'_>) -> bool {
    let words: Vec<&Token> = request
        .tokens
        .iter()
        .filter(|token| token.kind != Kind::Break)
        .collect();
    let [first, last] = words[..] else {
        return false;
    };
    let Some(unit) = units::unit(&last.word).filter(|_| first.is("in as")) else {
        return false;
    };
    let mut changed = false;
    for part in &mut plan.measures {
        let Measure::Aggregate { of, .. } = &mut part.value else {
            continue;
        };
        let Scalar::Column { column } = &*of else {
            continue;
        };
        let kept = schema.find(column).and_then(|id| schema.column(id).unit);
        // Factors between currencies are not known.
        let Some(kept) = kept.filter(|kept| kept.kind == unit.kind && kept.kind != UnitKind::Money)
        else {
            continue;
        };
        *of = Scalar::Arithmetic {
            operator: Arithmetic::Divide,
            left: Box::new(of.clone()),
            // Factors are sizes in the base unit of a kind: minutes become hours by 3,600 / 60.
            right: Box::new(Scalar::Number {
                number: unit.factor / kept.factor,
            }),
        };
        changed = true;
    }
    changed
}

/// "horsepower instead of weight" of a scatter plot: another quantity on the named axis, or on the upright one.
fn other_axis(plan: &mut QueryPlan, request: &Request, schema: &Schema<'_>) -> bool {
    if plan.shape != Shape::Relation || !request.swaps || plan.measures.len() < 2 {
        return false;
    }
    let bare = |tokens: &[Token]| -> Vec<Token> {
        let is_word = |token: &&Token| token.kind != Kind::Break && !token.is("the a an");
        tokens.iter().filter(is_word).cloned().collect()
    };
    let wanted = bare(&request.tokens);
    let Some(id) = quantity(&wanted, schema) else {
        return false;
    };
    let replaced = bare(&request.replaced);
    let at = plan.measures.iter().position(|part| {
        part.value
            .column()
            .and_then(|column| schema.find(column))
            .is_some_and(|id| super::remove::names(&replaced, id, schema))
    });
    let of = Scalar::column(schema.reference(id));
    plan.measures[at.unwrap_or(1)] = said(request, Measure::Raw { of });
    true
}

/// "swap the axes": the quantities of a scatter plot, the groups of a heat map, or the direction of bars.
fn swap_axes(plan: &mut QueryPlan, request: &Request) -> bool {
    if !request.starts_with("swap flip switch exchange transpose rotate")
        || !request.has("axis axes x y chart it")
    {
        return false;
    }
    if plan.shape == Shape::Relation && plan.measures.len() >= 2 {
        plan.measures.swap(0, 1);
        return true;
    }
    let is_map = matches!(&plan.present.mark, Some(part) if part.value == Mark::Heatmap);
    if is_map && plan.groups.len() == 2 {
        plan.groups.swap(0, 1);
        return true;
    }
    let is_upright =
        matches!(&plan.present.orientation, Some(part) if part.value == Orientation::Vertical);
    let orientation = if is_upright {
        Orientation::Horizontal
    } else {
        Orientation::Vertical
    };
    // Bars lie where there is no wish; a second swap turns them back.
    plan.present.orientation = Some(Part::default_for(orientation, "the axes are swapped"));
    true
}

/// "the numbers", "as figures": a table.
fn as_numbers(plan: &mut QueryPlan, request: &Request) -> bool {
    let words: Vec<&Token> = request
        .tokens
        .iter()
        .filter(|token| !token.is("the as just only in a exact actual raw"))
        .collect();
    let [only] = words[..] else {
        return false;
    };
    if !only.is("numbers figures values") {
        return false;
    }
    plan.present.mark = Some(Part::default_for(Mark::Table, "asked for the numbers"));
    true
}

/// "the other way round": what came last comes first.
fn reverse(plan: &mut QueryPlan, request: &Request) -> bool {
    let asks = (request.has("way") && request.has("round around"))
        || request.starts_with("reverse reversed flip");
    if !asks {
        return false;
    }
    if plan.order.is_empty() && plan.select.is_none() {
        if plan.shape == Shape::Relation && plan.measures.len() >= 2 {
            plan.measures.swap(0, 1);
            return true;
        }
        if plan.measures.is_empty() || plan.groups.len() != 1 {
            return false;
        }
        // Bars are drawn from the largest down; the other way starts with the smallest.
        plan.order = vec![Part::default_for(
            Order {
                by: OrderBy::Measure { index: 0 },
                descending: false,
            },
            "the other way round",
        )];
        return true;
    }
    // Both turn: the five highest become the five lowest, listed from the lowest.
    for part in &mut plan.order {
        part.value.descending = !part.value.descending;
    }
    if let Some(part) = &mut plan.select {
        match &mut part.value {
            crate::plan::Select::Top { descending, .. }
            | crate::plan::Select::TopPercent { descending, .. }
            | crate::plan::Select::Nth { descending, .. } => *descending = !*descending,
            crate::plan::Select::Edge { last, .. } => *last = !*last,
        }
    }
    true
}
