//! What the words around the columns ask for: a kind of chart, a count, a share, a trend, a grouping.

use crate::lexicon;
use crate::matching::{Mention, TableMention};
use crate::plan::{Aggregate, Mark, TimeUnit};
use crate::tokens::{Kind, Token};

/// What the question asks for as a whole.
#[derive(Debug, Default)]
pub struct Cues {
    /// The kind of chart that is named.
    pub mark: Option<Mark>,
    pub histogram: bool,
    pub stacked: bool,
    pub side_by_side: bool,
    /// The axes are spoken of.
    pub upright: bool,
    pub horizontal: bool,
    pub share: bool,
    pub trend: bool,
    pub distribution: bool,
    pub relation: bool,
    pub comparison: bool,
    pub bins: bool,
    pub facet: bool,
    /// A unit of time, and the token that names it.
    pub unit: Option<(TimeUnit, usize)>,
    /// Where rows are counted: the token after "number of" or "how many".
    pub counts: Vec<usize>,
}

/// How a column is spoken of.
#[derive(Clone, Debug, Default)]
pub struct Use {
    pub aggregate: Option<Aggregate>,
    /// "Minimum and maximum price": the one named first.
    pub also: Option<Aggregate>,
    /// After "number of" or "how many".
    pub counted: bool,
    /// After "total number of".
    pub totalled: bool,
    pub different: bool,
    /// After "each", "by", "per" and the like.
    pub grouped: bool,
    pub series: bool,
    pub facet: bool,
    pub axis: Option<char>,
    /// After "over", "versus", "against": it lies along the bottom.
    pub along: bool,
}

pub fn read(tokens: &[Token], taken: &[bool], columns: &[Mention]) -> Cues {
    let mut cues = Cues::default();
    let in_column = |at: usize| {
        columns
            .iter()
            .any(|m| m.score > 0.9 && m.matched.contains(&at) && m.matched.len() > 1)
    };
    for (at, token) in tokens.iter().enumerate() {
        let next = |words: &str| tokens.get(at + 1).is_some_and(|t| t.is(words));
        if let Some(mark) = lexicon::mark(&token.lower)
            && !in_column(at)
            && names_chart(tokens, at, mark)
        {
            cues.mark = Some(match cues.mark {
                Some(Mark::Line | Mark::Point | Mark::Arc) if mark == Mark::Bar => {
                    cues.mark.unwrap_or(mark)
                }
                _ => mark,
            });
            cues.histogram |= token.lower.starts_with("hist");
        }
        if (token.is("box") && next("plot plots and")) || token.is("whisker whiskers") {
            cues.mark = Some(Mark::Boxplot);
        }
        if token.is("heat") && next("map maps") {
            cues.mark = Some(Mark::Heatmap);
        }
        cues.trend |= token.is("changed changing developed developing")
            || (token.is("change changes") && tokens.iter().any(|t| t.is("since time years")));
        cues.stacked |= token.is("stacked stack stacking");
        cues.side_by_side |= (token.is("grouped clustered") && next("bar column chart"))
            || (token.is("side") && next("by"));
        cues.upright |= token.is("axis axes vertical x y");
        cues.horizontal |= token.is("horizontal horizontally");
        cues.share |= token.is("proportion proportions share shares percentage percentages ratio fraction breakdown composition makeup") && !in_column(at);
        cues.trend |= token.is("trend trends trended trending timeline evolution evolve evolved progression development historical") || (token.is("over across with through")
            && next("time years months"))
            || (token.is("over across through")
                && next("the")
                && tokens.get(at + 2).is_some_and(|t| {
                    t.is("years months days time decades weeks")
                }))
            || (token.is("time") && next("series line"));
        cues.distribution |= token.is(
            "distribution distributed distributions spread histogram histograms categorization",
        );
        cues.relation |= token.is("relationship relation correlation correlate correlated relate related relates association depend depends influence affect impact relationships");
        cues.comparison |= token.is("comparison compare comparing compared");
        cues.bins |= token.is("bucket buckets bin bins binned binning intervals ranges");
        cues.facet |= token.is("facet faceted facets trellis separately")
            || (token.is("small") && next("multiples multiple"))
            || (token.is("separate individual different")
                && tokens
                    .iter()
                    .skip(at + 1)
                    .take(2)
                    .any(|t| t.is("charts plots graphs panels chart")))
            || (token.is("broken split break") && next("out"))
            || (token.number.is_some_and(|n| n > 1.0)
                && tokens
                    .iter()
                    .skip(at + 1)
                    .take(2)
                    .any(|t| t.is("charts plots graphs scatterplots")));
        if !taken[at] {
            count_phrase(tokens, at, &mut cues.counts, &in_column);
        }
    }
    cues.unit = unit(tokens, taken);
    // "Are heavier bikes cheaper?", "do newer houses cost more?"
    let compares = |t: &Token| {
        t.is("more less")
            || (t.lower.len() >= 5
                && t.lower.ends_with("er")
                && lexicon::end_of_scale(&t.lower).is_none()
                && lexicon::is_comparative(&t.lower))
    };
    let asks = tokens
        .first()
        .is_some_and(|t| t.is("do does are is did have has"));
    let comparatives = tokens.iter().filter(|t| compares(t)).count();
    if asks && comparatives >= 2 && !tokens.iter().any(|t| t.is("than")) && !cues.trend {
        cues.relation = true;
    }
    cues
}

fn names_chart(tokens: &[Token], at: usize, mark: Mark) -> bool {
    let token = &tokens[at];
    if mark == Mark::Area || token.is("column line lines dots point") {
        return tokens
            .get(at + 1)
            .is_some_and(|t| t.is("chart graph plot charts graphs plots diagram"))
            || (at > 0 && tokens[at - 1].is("a as stacked multi") && token.is("line lines"))
            || (token.is("line") && tokens.len() == 1);
    }
    true
}

fn count_phrase(
    tokens: &[Token],
    at: usize,
    counts: &mut Vec<usize>,
    in_column: &impl Fn(usize) -> bool,
) {
    let token = &tokens[at];
    let next = |words: &str| tokens.get(at + 1).is_some_and(|t| t.is(words));
    if in_column(at) {
        return;
    }
    let frequent = token.is("most least") && next("common frequent popular usual");
    if frequent || (token.is("how") && next("many")) {
        counts.push(at + 2);
    } else if token
        .is("number numbers num no count counts counting frequency frequencies quantity tally nr")
        || (token.is("amount") && next("of"))
    {
        let of = token.is("count counts counting frequency frequencies tally")
            || next("of for that in from")
            || (at > 0 && tokens[at - 1].is("total the"));
        if of && (next("of") || !token.is("no")) {
            counts.push(at + 1 + usize::from(next("of the")));
        }
    }
}

fn unit(tokens: &[Token], taken: &[bool]) -> Option<(TimeUnit, usize)> {
    let units: Vec<(TimeUnit, usize)> = tokens
        .iter()
        .enumerate()
        .filter(|(at, _)| !taken[*at])
        .filter_map(|(at, token)| lexicon::time_unit(&token.lower).map(|unit| (unit, at)))
        .collect();
    if let Some(found) = units.iter().find(|(unit, _)| *unit == TimeUnit::Weekday) {
        return Some(*found);
    }
    if let Some((_, at)) = units.iter().find(|(unit, at)| {
        *unit == TimeUnit::Day
            && tokens.get(at + 1).is_some_and(|t| t.is("of"))
            && tokens.iter().skip(at + 2).take(2).any(|t| t.is("week"))
    }) {
        return Some((TimeUnit::Weekday, *at));
    }
    // "bin … by month", "into the year interval" says it outright.
    let binned = units.iter().rev().find(|(_, at)| {
        let back = (0..*at)
            .rev()
            .take(3)
            .any(|before| tokens[before].is("into by interval"));
        back && tokens[..*at]
            .iter()
            .any(|t| t.lower.starts_with("bin") || t.lower.starts_with("convert"))
    });
    binned
        .or_else(|| {
            units.iter().find(|(_, at)| {
                (0..*at)
                    .rev()
                    .take(2)
                    .any(|b| tokens[b].is("each every per by the over across with in of"))
                    || tokens[*at].lower.ends_with("ly")
            })
        })
        .copied()
}

/// How the mention is spoken of, from the words before it and inside it.
pub fn use_of(
    tokens: &[Token],
    mention: &Mention,
    all: &[Mention],
    tables: &[TableMention],
    taken: &[bool],
) -> Use {
    let mut used = Use::default();
    let filling = (mention.start..mention.end).filter(|at| !mention.matched.contains(at));
    used.grouped |= filling
        .into_iter()
        .any(|at| tokens[at].is("each every per different"));
    let mut at = mention.start;
    let mut steps = 0;
    while at > 0 && steps < 6 {
        at -= 1;
        steps += 1;
        let token = &tokens[at];
        let previous = |words: &str| at > 0 && tokens[at - 1].is(words);
        if taken[at] && token.kind != Kind::Break {
            continue;
        }
        if token.kind == Kind::Break || all.iter().any(|m| m.matched.contains(&at)) {
            break;
        }
        // "Each car's weight" speaks of each car.
        if tables.iter().any(|m| m.at == at) && at + 1 == mention.start {
            let owner = (0..at).rev().take(2).any(|b| tokens[b].is("each every"));
            if owner {
                break;
            }
        }
        if token.is("each every per by across among group grouped segregated within same based")
            || (token.is("versus vs v against over"))
        {
            used.along |= token.is("versus vs v against over across by");
            used.grouped |= !token.is("versus vs v against over");
            series(tokens, at, &mut used);
            break;
        }
        if token.is("different distinct various unique") {
            used.different = true;
            used.grouped |= !previous("of many the are number") || previous("in from for");
            continue;
        }
        if token.is("many") && previous("how")
            || (token.is("common frequent popular usual") && previous("most least"))
            || (token.is("number count num frequency counts numbers amount") && steps <= 4)
        {
            used.counted = true;
            used.totalled = previous("total") || token.is("amount");
            let before = at.checked_sub(1).map(|b| tokens[b].lower.as_str());
            used.aggregate = before
                .filter(|w| *w != "total")
                .and_then(lexicon::aggregate);
            break;
        }
        if let Some(aggregate) = lexicon::aggregate(&token.lower) {
            used.aggregate = Some(aggregate);
            let article = usize::from(at >= 3 && tokens[at - 1].is("the"));
            if at >= 2 + article && tokens[at - 1 - article].is("and , or") {
                used.also = lexicon::aggregate(&tokens[at - 2 - article].lower);
            }
            break;
        }
        if token.is("axis") {
            used.axis = (0..at).rev().take(1).find_map(|b| {
                tokens[b]
                    .lower
                    .chars()
                    .next()
                    .filter(|c| tokens[b].lower.len() == 1 && "xy".contains(*c))
            });
            break;
        }
        if token.is("colored coloured color colour stacked categorize categorized distinguished legend partitioned separated identify") {
            used.series = true;
            used.grouped = true;
            break;
        }
        if !token.is("of the a an in for their its all is are with to on as from them 's corresponding values value be and or attribute column x y") {
            // A noun between, such as "average *wine* price": go on for two steps.
            if steps > 2 || token.is("than whose where who that which") {
                break;
            }
        }
        if token.is("and or") {
            break;
        }
    }
    after(tokens, mention, &mut used);
    used
}

/// `by` and `each` may name the colour or the panel rather than the axis.
fn series(tokens: &[Token], at: usize, used: &mut Use) {
    for token in tokens[..at].iter().rev().take(3) {
        if token.kind == Kind::Break {
            break;
        }
        used.series |= token.is("color colored coloured colour stacked stack categorize categorized split broken separated segregated distinguished breakdown partitioned shaded hue grouped group with") && (!token.is("with") || at > 0 && tokens[at - 1].is("with"));
        used.facet |= token.is("facet faceted multiples out panels");
    }
}

/// "By city and month", "average age and height": what was said of the first holds for the second.
pub fn share(tokens: &[Token], columns: &[Mention], uses: &mut [Use]) {
    for at in 1..columns.len() {
        let between = tokens
            .get(columns[at - 1].end..columns[at].start)
            .unwrap_or(&[]);
        let joined = between.len() <= 2
            && !between.is_empty()
            && between.iter().all(|t| t.is("and , or the &"));
        let silent = !uses[at].grouped && !uses[at].counted && uses[at].aggregate.is_none();
        if joined && silent && uses[at - 1].grouped && uses[at - 1].aggregate.is_none() {
            uses[at].grouped = true;
            uses[at].series |= uses[at - 1].series;
        }
    }
}

fn after(tokens: &[Token], mention: &Mention, used: &mut Use) {
    let rest: Vec<&Token> = tokens.iter().skip(mention.end).take(5).collect();
    if rest.first().is_some_and(|t| t.is("on as is")) {
        let axis = rest
            .iter()
            .take(4)
            .position(|t| t.is("axis") || t.lower == "x" || t.lower == "y");
        if let Some(at) = axis {
            let letter = |index: usize| {
                rest.get(index).and_then(|t| {
                    t.lower
                        .chars()
                        .next()
                        .filter(|c| t.lower.len() == 1 && "xy".contains(*c))
                })
            };
            used.axis = letter(at)
                .or_else(|| at.checked_sub(1).and_then(letter))
                .or(used.axis);
        }
        used.series |= rest.iter().take(3).any(|t| t.is("color colour legend"));
    }
    if rest.first().is_some_and(|t| t.is("count counts frequency")) && used.aggregate.is_none() {
        used.counted = true;
    }
    if rest.first().is_some_and(|t| t.is("wise")) {
        used.grouped = true;
        used.series = true;
    }
}
