//! Fixed phrases of a few words with their items.

use super::items::Item;
use crate::answer::DeclineReason;
use crate::language::{Kind, Token, lexicon, units};
use crate::plan::{
    Against, Aggregate, ChangeAs, Comparison, Mark, Orientation, Season, Stacking, WindowKind,
};

/// Phrases of words, the alternatives divided by `|`; `#` is a number. "the" and "a" may stand between.
fn fixed() -> Vec<(&'static str, Item)> {
    use Item::*;
    let mark = |mark| Wish(super::Wish::Mark(mark));
    let stack = |stacking| Wish(super::Wish::Stacking(stacking));
    vec![
        (
            "how many|number of|count of|total number of|numbers of|amount of|count number of|frequency of|how often|counts of|tally of|quantity of|total count of|counting",
            Count,
        ),
        ("count|counts|frequency|frequencies|number|tally", Count),
        (
            "how many different|how many distinct|how many unique|number of different|number of distinct|number of unique|count of distinct|count of unique|count distinct|distinct count of|different number of|number of various",
            Distinct,
        ),
        (
            "what percent of|what percentage of|what share of|what part of|what fraction of|what proportion of|which share of|which part of|which percentage of|which proportion of|share of|percentage of|percent of|proportion of|fraction of|how much percent of|how many percent of|how much percent|what portion of|portion of|percentage|share|proportion|proportions|shares|fraction|how large share of|how many percent",
            Share,
        ),
        ("rate|rates|quota", Rate),
        (
            "or more|or above|or higher|and more|and up|and above|and over",
            OrMore(Comparison::AtLeast),
        ),
        (
            "or less|or fewer|or below|or lower|and below|and under",
            OrMore(Comparison::AtMost),
        ),
        (
            "the others|others|all others|the rest|rest|everyone else|the other ones|everybody else",
            Others,
        ),
        (
            "as percentage of|as percent of|as share of|as fraction of|as proportion of|in percent of|relative to|in relation to|as part of|out of",
            AsShareOf,
        ),
        (
            "in percent|as percentage|as percentages|as percent|as share|as shares|as proportion|in percentages|in percentage|percentages|percent|percentage wise|share|in relative terms",
            Percent,
        ),
        (
            "average|avg|mean|on average|averages|averaged|averaging|typical|avg of|mean of|average of|expected",
            Aggregate(super::patterns::Aggregate::Mean),
        ),
        (
            "median|typical median",
            Aggregate(super::patterns::Aggregate::Median),
        ),
        (
            "sum|sum of|total|totals|total of|overall|combined|together|altogether|in total|summed|summed up|in all",
            Aggregate(super::patterns::Aggregate::Sum),
        ),
        (
            "minimum|min|minimal|minimum of",
            Aggregate(super::patterns::Aggregate::Minimum),
        ),
        (
            "maximum|max|maximal|peak|maximum of",
            Aggregate(super::patterns::Aggregate::Maximum),
        ),
        (
            "standard deviation|std dev|stddev|std|standard deviations|sd|stdev",
            Aggregate(super::patterns::Aggregate::StandardDeviation),
        ),
        ("variance", Aggregate(super::patterns::Aggregate::Variance)),
        ("range of", Aggregate(super::patterns::Aggregate::Range)),
        (
            "lower quartile|first quartile",
            Aggregate(super::patterns::Aggregate::Percentile { percentile: 25.0 }),
        ),
        (
            "upper quartile|third quartile",
            Aggregate(super::patterns::Aggregate::Percentile { percentile: 75.0 }),
        ),
        (
            "most common|most frequent|most often|most popular|commonest|most typical",
            Superlative {
                adjective: COMMON_HIGH,
                n: None,
                percent: None,
            },
        ),
        (
            "least common|rarest|least frequent|least often",
            Superlative {
                adjective: COMMON_LOW,
                n: None,
                percent: None,
            },
        ),
        (
            "by|per|for each|for every|of each|of every|in each|in every|each|every|grouped by|group by|split by|broken down by|across|according to|depending on|for all different|for different|of different|over different|separated by|divided by type of|categorized by|aggregated by|within each|for all|for individual|from each|from every|with each|at each|on each|among|amongst|segregated based on|segregated by|segregated|based on|distinguished by|differentiated by|separately for|split over|split into|against each|to each|as function of|on every|during each|for its|for their|different|for various|of various|various|for the different|to each one|for each one|of each one|correspond to each one|corresponding to each one|in each one|classified by|sorted into|clustered by|from different|in different|at different|by each|by different|bucketed by|binned by|in terms of|correspond to each|corresponding to each|segmented by",
            By,
        ),
        ("of", Of),
        ("in|at|on|within|inside|into", In),
        ("from|to|for|among", In),
        ("and|as well as|plus|along with|together with|also|&", And),
        ("or", Or),
        ("than", Than),
        (
            "versus|vs|against|v s|v / s|varies with|vary with|varying with|varied with|change with|changes with|compared to|compared with|in comparison to|in comparison with|rather than|as opposed to|relative with|vs .",
            Versus,
        ),
        (
            "with|having|that have|who have|which have|has|have|had|whose",
            With,
        ),
        (
            "without|with no|that have no|who have no|have no|has no|had no|lacking",
            Without,
        ),
        (
            "not|except|except for|excluding|other than|not counting|leave out|leaving out|exclude|ignoring|ignore|omit|but not|apart from|not including|aside from|is not|are not|isn t|aren t|was not|were not|besides|drop|filter out|skip|never|don t count|do not count|instead of|no|without counting|neither|nor",
            Not,
        ),
        (
            "only|just|restricted to|limited to|nur|exclusively|keep only|filter to|filter by|limit to|where|consider only|focus on|only for|only in",
            Only,
        ),
        (
            "which|what|who|in which|on which|at which|whose|whats|what s|what is|what are|what was|what were|whom|name of|names of|during which|for which|by which",
            Which,
        ),
        (
            "over time|through time|over the years|across time|across the years|across years|through the years|trend over time|as time series|time series|time line|with time|historically|over years|over the period|over the whole period|over the entire period|history of|timeline|trend|how has|over the course of years|development of|evolution of",
            OverTime,
        ),
        (
            "change|changes|changed|changing|evolution of|development of",
            Change(None),
        ),
        (
            "growth|growth rate|percent change|percentage change|change in percent|rate of change|relative change|percentage growth|percent growth|change percent|rate of growth|grow|grew|grown|growth percent",
            Change(Some(ChangeAs::Percent)),
        ),
        (
            "absolute change|net change",
            Change(Some(ChangeAs::Difference)),
        ),
        (
            "same month one year earlier|same month of the year before|same month of the previous year|same month previous year|same month last year|same month a year earlier|same month a year ago|same quarter of the year before|same quarter of the previous year|same quarter last year|same quarter previous year|same quarter one year earlier|same quarter a year earlier|same period last year|same period of the previous year|same period one year earlier|same period of the year before|same day last year|year over year|year on year|yoy|year to year|a year earlier|one year earlier|twelve months earlier|12 months earlier|a year before|the year before|one year before|previous year|from one year to the next|year after year|from year to year|annual growth|annual change|yearly change|yearly growth|compared to the previous year|than the year before|on the previous year|over the previous year|against the previous year|against the year before",
            Against(super::patterns::Against::YearBefore),
        ),
        (
            "month over month|month on month|mom|previous month|month before|from month to month|month to month|previous quarter|quarter before|quarter over quarter|quarter on quarter|qoq|previous period|period before|previous day|day before|day over day|week over week|previous week|week before|previous decade|decade before|from one month to the next|from one quarter to the next|monthly change|monthly growth|quarterly change|quarterly growth|daily change",
            Against(super::patterns::Against::Previous),
        ),
        (
            "running total|running total of|running sum|running sum of|cumulative|cumulated|cumulatively|cumulative sum|cumulative total|cumulative number of|cumulative count of|accumulated|running count of|total so far|rolling total|cumulative sum of|cumulative total of|running",
            Window(WindowKind::Cumulative),
        ),
        (
            "indexed|indexed to 100|index|relative to the start|relative to the beginning|relative to the first",
            Index,
        ),
        (
            "to 100 at the beginning|to 100 at the start|to 100 in the first|= 100 at the start|start at 100|to 100|at the beginning|beginning = 100|starting at 100",
            Index,
        ),
        (
            "ratio of|ratio|ratio between|quotient|divided by|over each",
            Ratio,
        ),
        ("times|multiplied by|multiplied with", Product),
        (
            "difference between|difference of|difference|gap between|margin between|gap|spread between|minus|less than before",
            Difference,
        ),
        (
            "correlation between|correlation of|correlation|correlate|correlated|correlates|correlations",
            Correlation,
        ),
        (
            "relationship between|relation between|relationship|relation|relationship of|association between|association|connection between|link between|depend|depends|relate|related|influence|influences|affect|affects|relates|dependence",
            Versus,
        ),
        (
            "distribution|distribution of|distributed|spread of|spread|histogram of|variation of|distributions|density of|density|categorization of|buckets",
            Distribution,
        ),
        (
            "missing|unknown|blank|empty|null|not recorded|not known|unrecorded|not available|n a|not given|unspecified|not reported|no value|undefined",
            Missing,
        ),
        ("recorded|known|present|available|reported|given", Recorded),
        (
            "increased|increase|increases|rose|risen|rise|rises|went up|gone up|rising|increasing",
            Increase,
        ),
        (
            "decreased|decrease|decreases|dropped|declined|decline|went down|gone down|shrank|shrink|falling|fell|dropping|fall|drop",
            Decrease,
        ),
        (
            "bar chart|bar graph|bar plot|bars|bar|barchart|bar charts|bar diagram|column chart|bargraph",
            mark(Mark::Bar),
        ),
        ("histogram|histograms|histgram", mark(Mark::Histogram)),
        (
            "line chart|line graph|line plot|line|lines|linechart|line charts|two lines|three lines|curve|curves|line diagram",
            mark(Mark::Line),
        ),
        (
            "pie chart|pie|donut|donut chart|pie charts|pie graph|doughnut|piechart|pie diagram",
            mark(Mark::Arc),
        ),
        (
            "scatter plot|scatterplot|scatter chart|scatter|dot plot|scatterplots|scatter diagram|scatter graph|scattergram|dots|xy plot|scatter plots|point chart|one dot per",
            mark(Mark::Point),
        ),
        ("bubble chart|bubble plot|bubbles", mark(Mark::Bubble)),
        (
            "area chart|area graph|area plot|stacked areas|areas",
            mark(Mark::Area),
        ),
        ("heat map|heatmap|heat chart|heatmaps", mark(Mark::Heatmap)),
        (
            "box plot|boxplot|box plots|boxplots|box and whisker plot|box whisker|box and whisker",
            mark(Mark::Boxplot),
        ),
        (
            "map|on map|choropleth|world map|geographically|maps",
            mark(Mark::Map),
        ),
        ("as table|table|in table|as list|tabular", mark(Mark::Table)),
        (
            "as number|single number|one number|big number",
            mark(Mark::Number),
        ),
        (
            "horizontal|horizontally|sideways|lying",
            Wish(super::Wish::Orientation(Orientation::Horizontal)),
        ),
        (
            "vertical|vertically|upright",
            Wish(super::Wish::Orientation(Orientation::Vertical)),
        ),
        (
            "stacked|stack|stacked up|on top of each other",
            stack(Stacking::Stacked),
        ),
        (
            "grouped|side by side|grouping|clustered|next to each other",
            stack(Stacking::Grouped),
        ),
        (
            "100 percent stacked|stacked to 100 percent|normalized|normalised|100 percent|stacked 100 percent|stacked to 100",
            stack(Stacking::Normalized),
        ),
        (
            "colored by|coloured by|color by|colour by|color coded by|with color for|color for|in different colors for|colours by|colors by|color|colour|colored based on|hue by|with color|colored according to|different colors for",
            Wish(super::Wish::ColorBy),
        ),
        (
            "small multiples by|small multiples|small multiples for|facet by|faceted by|facets by|facet|one chart per|one chart for each|a chart for each|separate charts for each|separate charts by|panel per|panels by|one panel per|one panel each|a panel each|panel each|one chart each|a chart each|separate panels|in separate panels|trellis by|each in own chart|facets for|in separate charts for|separate charts for",
            Wish(super::Wish::FacetBy),
        ),
        (
            "log scale|logarithmic|logarithmic scale|log|on log scale|log axis|log log|logarithmically",
            Wish(super::Wish::Log(None)),
        ),
        (
            "two axes|dual axis|second axis|secondary axis",
            Wish(super::Wish::Dual),
        ),
        (
            "with labels|data labels|labels|labelled|value labels|annotated",
            Wish(super::Wish::Labels),
        ),
        (
            "trend line|trendline|regression line|line of best fit|fit line",
            Wish(super::Wish::TrendLine),
        ),
        (
            "x axis|on the x axis|x-axis|horizontal axis|the x",
            Wish(super::Wish::AxisX),
        ),
        (
            "y axis|on the y axis|y-axis|vertical axis|the y",
            Wish(super::Wish::AxisY),
        ),
        (
            "descending|descending order|in descending order|desc|from high to low|high to low|largest first|highest first|decreasing order|in desc|in desc order|biggest first|from highest to lowest|highest to lowest|largest to smallest|from largest to smallest|reverse|z to a|from best to worst|from most to least|most first|from top to bottom|from z to a",
            Order {
                descending: Some(true),
            },
        ),
        (
            "ascending|ascending order|in ascending order|asc|from low to high|low to high|smallest first|lowest first|increasing order|in asc|in asc order|alphabetical|alphabetically|in alphabetical order|alphabetical order|from lowest to highest|lowest to highest|smallest to largest|from smallest to largest|from a to z|a to z|chronologically|in chronological order",
            Order {
                descending: Some(false),
            },
        ),
        (
            "sorted by|sort by|ordered by|order by|sorted|ordered|sort|order|ranked|rank by|ranked by|ranking of|ranking|rank|sorted according to|arrange by|arranged by|sorting|in order of|ordering|order of|in the order of",
            Order { descending: None },
        ),
        (
            "by weekday|weekday|weekdays|day of week|day of the week|days of the week|days of week|each weekday|per weekday|on which weekday|which weekday|which day of the week|weekday interval|day of week interval",
            Season(super::patterns::Season::Weekday),
        ),
        (
            "month of year|month of the year|months of the year|months of year|calendar month|calendar months|seasonality|seasonal|season|seasonal pattern|monthly pattern|time of year|months across all years|month regardless of year|month irrespective of year",
            Season(super::patterns::Season::MonthOfYear),
        ),
        (
            "hour of day|hour of the day|hours of the day|time of day|times of day|hours of day",
            Season(super::patterns::Season::HourOfDay),
        ),
        (
            "quarter of year|quarter of the year|quarters of the year",
            Season(super::patterns::Season::QuarterOfYear),
        ),
        (
            "day of month|day of the month|days of the month",
            Season(super::patterns::Season::DayOfMonth),
        ),
        (
            "leave it out|leave that out|leave them out|exclude it|excluded|not included|left out|exclude that|skip it|drop it|ignore it|leave those out|exclude them",
            ExcludeIt,
        ),
        ("it|that|this|those|these|them|they|the same", Pronoun),
        (
            "why|for what reason|what caused|what is the cause|what are the reasons|reason for|reasons for|reason why|because of|due to what|what explains|explain why|what made|what drives|what drove|cause|caused|causes|how come|what led to|lead to",
            Decline(DeclineReason::Cause),
        ),
        (
            "will|predict|forecast|prediction|forecasts|predicted|going to be|expected to|next year|next month|next decade|next five years|next 5 years|next 10 years|next quarter|future|in the future|project|projection|extrapolate|tomorrow|by when",
            Decline(DeclineReason::Forecast),
        ),
        (
            "should|should i|should we|do you think|your opinion|recommend|would you|worth it|is it good|is it bad|advise|advice|suggest",
            Decline(DeclineReason::Opinion),
        ),
    ]
}

const COMMON_HIGH: lexicon::Adjective = lexicon::Adjective {
    high: true,
    stems: &["#count"],
};
const COMMON_LOW: lexicon::Adjective = lexicon::Adjective {
    high: false,
    stems: &["#count"],
};

/// Phrases of several words and their items, by the first word.
type PhraseTable = std::collections::HashMap<&'static str, Vec<(Vec<&'static str>, Item)>>;

/// The phrases by their first word, made once.
static TABLE: std::sync::LazyLock<PhraseTable> = std::sync::LazyLock::new(|| {
    let mut table = PhraseTable::new();
    for (phrases, item) in fixed() {
        for phrase in phrases.split('|') {
            let words: Vec<&'static str> = phrase.split([' ', '-']).collect();
            table
                .entry(words[0])
                .or_default()
                .push((words, item.clone()));
        }
    }
    table
});

/// Tells whether a word occurs in a fixed phrase.
pub fn is_phrase_word(word: &str) -> bool {
    TABLE
        .values()
        .flatten()
        .any(|(words, _)| words.contains(&word))
}

/// Returns the end of the words of a pattern that start at a token.
pub fn matched(tokens: &[Token], start: usize, words: &[&str]) -> Option<usize> {
    let mut at = start;
    for (index, word) in words.iter().enumerate() {
        while index > 0
            && !matches!(*word, "the" | "a")
            && tokens.get(at).is_some_and(|token| {
                matches!(token.word.as_str(), "the" | "a" | "an" | "one" | "all")
            })
            && tokens.get(at).is_some_and(|token| token.word != *word)
        {
            at += 1;
        }
        if matches!(*word, "the" | "a") && tokens.get(at).is_none_or(|token| token.word != *word) {
            continue;
        }
        let token = tokens.get(at)?;
        if token.kind == Kind::Quoted
            || token.kind == Kind::Break
            || (token.word != *word && token.number.is_none_or(|n| n.to_string() != *word))
        {
            return None;
        }
        at += 1;
    }
    Some(at)
}

/// Returns the fixed phrases that start at a token.
pub fn phrases(tokens: &[Token], at: usize) -> Vec<(usize, Item, f64)> {
    let token = &tokens[at];
    if token.kind == Kind::Quoted {
        return Vec::new();
    }
    let mut found: Vec<(usize, Item, f64)> = TABLE
        .get(token.word.as_str())
        .into_iter()
        .flatten()
        .filter_map(|(words, item)| {
            let end = matched(tokens, at, words)?;
            Some((end, item.clone(), 0.1))
        })
        .collect();
    found.extend(open(tokens, at));
    found
}

/// Phrases with numbers in them and open classes of words.
fn open(tokens: &[Token], at: usize) -> Vec<(usize, Item, f64)> {
    let mut found = Vec::new();
    let token = &tokens[at];
    if token.kind == Kind::Break {
        return vec![(at + 1, Item::Break, 0.0)];
    }
    if let Some(unit) = lexicon::time_unit(&token.word) {
        found.push((at + 1, Item::Unit(unit), 0.1));
        // "year by year".
        if tokens.get(at + 1).is_some_and(|t| t.is("by"))
            && tokens.get(at + 2).is_some_and(|t| t.word == token.word)
        {
            found.push((at + 3, Item::Unit(unit), 0.05));
        }
    }
    superlatives(tokens, at, &mut found);
    comparisons(tokens, at, &mut found);
    windows(tokens, at, &mut found);
    if let Some(number) = token.number.filter(|_| token.kind != Kind::Date) {
        found.push((at + 1, Item::Number(number), 0.2));
        let word = |more: usize| tokens.get(at + more).map_or("", |t| t.word.as_str());
        if (token.ordinal || matches!(word(1), "th")) && word(1) == "percentile" {
            let end = if word(2) == "of" { at + 3 } else { at + 2 };
            found.push((
                end,
                Item::Aggregate(Aggregate::Percentile { percentile: number }),
                0.05,
            ));
        }
        if token.ordinal && word(1) != "percentile" {
            found.push((at + 1, Item::Nth(number as u32), 0.1));
        }
        if matches!(word(1), "bins" | "buckets" | "intervals") {
            found.push((at + 2, Item::BinCount(number as u32), 0.05));
        }
    }
    if token.is("second third fourth fifth")
        && tokens
            .get(at + 1)
            .is_some_and(|next| lexicon::superlative(&next.word).is_some())
    {
        let n = ["second", "third", "fourth", "fifth"]
            .iter()
            .position(|w| *w == token.word)
            .unwrap_or(0) as u32
            + 2;
        found.push((at + 1, Item::Nth(n), 0.05));
    }
    for words in [
        &["bin", "size"][..],
        &["bin", "width"],
        &["steps", "of"],
        &["intervals", "of"],
        &["bins", "of"],
        &["buckets", "of"],
        &["interval", "of"],
    ] {
        if let Some(end) = matched(tokens, at, words)
            && let Some(number) = tokens.get(end).and_then(|t| t.number)
        {
            let end = if tokens
                .get(end + 1)
                .is_some_and(|t| units::unit(&t.word).is_some() || t.is("years"))
            {
                end + 2
            } else {
                end + 1
            };
            found.push((end, Item::BinWidth(number), 0.05));
        }
    }
    found
}

/// "top 10", "the 5 highest", "heaviest 3", "top 10 percent", "most expensive".
fn superlatives(tokens: &[Token], at: usize, found: &mut Vec<(usize, Item, f64)>) {
    let number_at = |at: usize| {
        tokens
            .get(at)
            .and_then(|t| t.number)
            .filter(|n| *n >= 1.0 && *n <= 1000.0 && n.fract() == 0.0)
    };
    let percent_at = |at: usize| tokens.get(at).is_some_and(|t| t.is("percent"));
    let (leading, start) =
        match number_at(at).filter(|_| tokens.get(at).is_some_and(|t| !t.ordinal)) {
            Some(number) => (Some(number as u32), at + 1),
            None => (None, at),
        };
    let Some(word) = tokens.get(start) else {
        return;
    };
    let mut made: Vec<(usize, lexicon::Adjective)> = Vec::new();
    if let Some(adjective) = lexicon::superlative(&word.word) {
        made.push((start + 1, adjective));
    }
    if word.is("most least")
        && tokens
            .get(start + 1)
            .is_some_and(|next| next.is("common frequent often"))
    {
        let common = if word.is("most") {
            COMMON_HIGH
        } else {
            COMMON_LOW
        };
        made.push((start + 2, common));
    }
    if word.is("most least")
        && let Some(plain) = tokens
            .get(start + 1)
            .and_then(|next| lexicon::plain_adjective(&next.word))
    {
        made.push((
            start + 2,
            lexicon::Adjective {
                high: plain.high == word.is("most"),
                stems: plain.stems,
            },
        ));
    }
    if leading.is_none() && word.is("first last") {
        return;
    }
    for (end, adjective) in made {
        let trailing = number_at(end).filter(|_| leading.is_none());
        match trailing {
            Some(number) if percent_at(end + 1) => found.push((
                end + 2,
                Item::Superlative {
                    adjective,
                    n: None,
                    percent: Some(number),
                },
                0.05,
            )),
            Some(number) => found.push((
                end + 1,
                Item::Superlative {
                    adjective,
                    n: Some(number as u32),
                    percent: None,
                },
                0.05,
            )),
            None => found.push((
                end,
                Item::Superlative {
                    adjective,
                    n: leading,
                    percent: None,
                },
                0.1,
            )),
        }
    }
}

/// "more than 5 kg", "at least 3", "between 2 and 5", "older than 60", "under 18".
fn comparisons(tokens: &[Token], at: usize, found: &mut Vec<(usize, Item, f64)>) {
    let word = |at: usize| tokens.get(at).map_or("", |t| t.word.as_str());
    let number = |at: usize| {
        tokens
            .get(at)
            .filter(|t| t.kind != Kind::Date && !t.ordinal)
            .and_then(|t| t.number)
    };
    let mut opened: Vec<(usize, Comparison, &'static [&'static str])> = Vec::new();
    let pairs: [(&[&str], Comparison); 26] = [
        (&["at", "least"], Comparison::AtLeast),
        (&["at", "most"], Comparison::AtMost),
        (&["no", "more", "than"], Comparison::AtMost),
        (&["no", "less", "than"], Comparison::AtLeast),
        (&["not", "more", "than"], Comparison::AtMost),
        (&["up", "to"], Comparison::AtMost),
        (&["minimum", "of"], Comparison::AtLeast),
        (&["maximum", "of"], Comparison::AtMost),
        (&["more", "than", "or", "equal", "to"], Comparison::AtLeast),
        (
            &["greater", "than", "or", "equal", "to"],
            Comparison::AtLeast,
        ),
        (&["less", "than", "or", "equal", "to"], Comparison::AtMost),
        (&["equal", "to"], Comparison::Equal),
        (&["equals"], Comparison::Equal),
        (&["not", "equal", "to"], Comparison::NotEqual),
        (&["not", "equal"], Comparison::NotEqual),
        (&["does", "not", "equal", "to"], Comparison::NotEqual),
        (&["does", "not", "equal"], Comparison::NotEqual),
        (&["is", "not", "equal", "to"], Comparison::NotEqual),
        (&["exactly"], Comparison::Equal),
        (&["above"], Comparison::More),
        (&["over"], Comparison::More),
        (&["below"], Comparison::Less),
        (&["under"], Comparison::Less),
        (&["higher", "than"], Comparison::More),
        (&["lower", "than"], Comparison::Less),
        (&["is"], Comparison::Equal),
    ];
    for (words, comparison) in pairs {
        if let Some(end) = matched(tokens, at, words) {
            opened.push((end, comparison, &[]));
        }
    }
    if let Some(comparison) = lexicon::comparison_word(&tokens[at].word) {
        opened.push((at + 1, comparison, &[]));
    }
    if let Some(adjective) = lexicon::comparative(&tokens[at].word) {
        let comparison = if adjective.high {
            Comparison::More
        } else {
            Comparison::Less
        };
        let than = word(at + 1) == "than";
        if than {
            opened.push((at + 2, comparison, adjective.stems));
        }
        let followed = if than { at + 2 } else { at + 1 };
        if number(followed).is_none() {
            found.push((
                at + 1,
                Item::CompareWord {
                    comparison,
                    stems: adjective.stems,
                },
                0.2,
            ));
        }
    }
    for (mut end, comparison, stems) in opened {
        while matches!(
            word(end),
            "the" | "a" | "about" | "dollar" | "euro" | "long" | "term" | "its" | "their"
        ) {
            end += 1;
        }
        if let Some(low) = number(end) {
            let unit_at = tokens.get(end + 1).and_then(|t| units::unit(&t.word));
            let before = tokens
                .get(end.wrapping_sub(1))
                .and_then(|t| units::unit(&t.word));
            let after = if unit_at.is_some() { end + 2 } else { end + 1 };
            let after =
                if word(after) == "old" || (word(after) == "years" && word(after + 1) == "old") {
                    after + if word(after) == "old" { 1 } else { 2 }
                } else {
                    after
                };
            if comparison == Comparison::Equal && word(at) == "is" && unit_at.is_none() {
                continue;
            }
            // "more than 5 minutes late".
            let measured = unit_at.and(lexicon::measured_adjective(word(after)));
            let (after, stems) = measured.map_or((after, stems), |stems| (after + 1, stems));
            found.push((
                after,
                Item::Compare {
                    comparison,
                    low,
                    high: None,
                    unit: unit_at.or(before),
                    stems,
                },
                0.05,
            ));
        }
        if word(at) == "is" {
            continue;
        }
        let mut at_average = end;
        while matches!(
            word(at_average),
            "overall" | "long" | "term" | "global" | "general" | "total" | "whole"
        ) {
            at_average += 1;
        }
        let aggregate = match word(at_average) {
            "average" | "mean" | "avg" => Some(Aggregate::Mean),
            "median" => Some(Aggregate::Median),
            _ => None,
        };
        if let Some(aggregate) = aggregate {
            found.push((
                at_average + 1,
                Item::AgainstAverage(comparison, aggregate),
                0.05,
            ));
        }
    }
    let between = if word(at) == "between" {
        Some(at + 1)
    } else {
        [
            &["in", "range", "of"][..],
            &["in", "range", "between"],
            &["ranging", "from"],
        ]
        .iter()
        .find_map(|words| matched(tokens, at, words))
    };
    if let Some(first) = between
        && let (Some(low), Some(high)) = (number(first), number(first + 2))
        && matches!(word(first + 1), "and" | "to")
    {
        let unit_at = tokens.get(first + 3).and_then(|t| units::unit(&t.word));
        let end = if unit_at.is_some() {
            first + 4
        } else {
            first + 3
        };
        found.push((
            end,
            Item::Compare {
                comparison: Comparison::AtLeast,
                low,
                high: Some(high),
                unit: unit_at,
                stems: &[],
            },
            0.05,
        ));
    }
    // "60 or older", "5 kg or more".
    if let Some(low) = number(at) {
        let unit_at = tokens.get(at + 1).and_then(|t| units::unit(&t.word));
        let after = if unit_at.is_some() { at + 2 } else { at + 1 };
        let comparison = match (word(after), word(after + 1)) {
            ("or" | "and", "more" | "older" | "above" | "over" | "higher" | "greater" | "up") => {
                Some(Comparison::AtLeast)
            }
            ("or" | "and", "less" | "fewer" | "younger" | "below" | "under" | "lower") => {
                Some(Comparison::AtMost)
            }
            _ => None,
        };
        if let Some(comparison) = comparison {
            let stems: &'static [&'static str] = if matches!(word(after + 1), "older" | "younger") {
                &["age"]
            } else {
                &[]
            };
            found.push((
                after + 2,
                Item::Compare {
                    comparison,
                    low,
                    high: None,
                    unit: unit_at,
                    stems,
                },
                0.05,
            ));
        }
    }
}

/// "5 year moving average of", "rolling mean over 3 months", "moving average".
fn windows(tokens: &[Token], at: usize, found: &mut Vec<(usize, Item, f64)>) {
    let word = |at: usize| tokens.get(at).map_or("", |t| t.word.as_str());
    let number = |at: usize| tokens.get(at).and_then(|t| t.number);
    let (periods, start) = match number(at).filter(|_| {
        lexicon::time_unit(word(at + 1)).is_some()
            || matches!(word(at + 1), "point" | "period" | "term")
    }) {
        Some(number) => (Some(number as u32), at + 2),
        None => (None, at),
    };
    if !matches!(word(start), "moving" | "rolling" | "running" | "trailing")
        || !matches!(word(start + 1), "average" | "averages" | "mean" | "avg")
    {
        return;
    }
    let mut end = start + 2;
    let mut periods = periods;
    if periods.is_none()
        && matches!(word(end), "over" | "of" | "with" | "for")
        && lexicon::time_unit(word(end + 2)).is_some()
        && let Some(number) = number(end + 1)
    {
        periods = Some(number as u32);
        end += 3;
    }
    if word(end) == "of" {
        end += 1;
    }
    found.push((
        end,
        Item::Window(WindowKind::Moving {
            periods: periods.unwrap_or(3),
        }),
        0.0,
    ));
}
