//! Fixed phrases with their items.

use super::items::Item;
use super::open::{COMMON_HIGH, COMMON_LOW};
use crate::answer::DeclineReason;
use crate::plan::{ChangeAs, Comparison, Mark, Orientation, Stacking, WindowKind};

/// Phrases of words, the alternatives divided by `|`; `#` is a number. "the" and "a" may stand between.
pub(super) fn fixed() -> Vec<(&'static str, Item)> {
    use Item::*;
    let mark = |mark| Wish(super::Wish::Mark(mark));
    let stack = |stacking| Wish(super::Wish::Stacking(stacking));
    vec![
        (
            "how many|number of|no of|is there at least one|is there any|was there at least one|was there any|have there been any|are there at least one|count of|total number of|numbers of|amount of|count number of|frequency of|how often|counts of|tally of|quantity of|total count of|counting",
            Count,
        ),
        (
            "count|counts|frequency|frequencies|number|tally|headcount|head count",
            Count,
        ),
        (
            "how many different|count different|count distinct|count unique|count separate|number of separate|how many distinct|how many unique|number of different|how many individual|number of individual|how many kinds of|how many types of|how many sorts of|how many separate|number of kinds of|number of types of|number of distinct|number of unique|count of distinct|count of unique|count distinct|distinct count of|different number of|number of various",
            Distinct,
        ),
        (
            "what percent of|what percentage of|how big is share of|how large is share of|how high is share of|how big share of|percentage share of|percent share of|what share of|what part of|what fraction of|what proportion of|which share of|which part of|which percentage of|which proportion of|share of|percentage of|percent of|proportion of|fraction of|how much percent of|how many percent of|how much percent|what portion of|portion of|percentage|share|proportion|proportions|shares|fraction|how large share of|how many percent",
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
            "in percent|as percentage|as percentages|contribute to|contributes to|contributed to|contribution to|account for|accounts for|accounted for|as percent|as share|as shares|as proportion|in percentages|in percentage|percentages|percent|percentage wise|share|in relative terms",
            Percent,
        ),
        (
            "average|avg|mean|arithmetic mean|arithmetic mean of|average value of|mean value of|average value|mean value|on average|averages|averaged|averaging|typical|avg of|mean of|average of|expected",
            Aggregate(crate::plan::Aggregate::Mean),
        ),
        (
            "median|middle|median of|median value|median value of|typical median|medians|middle value|middle value of",
            Aggregate(crate::plan::Aggregate::Median),
        ),
        (
            "sum|sum of|total|totals|total of|overall|combined|together|altogether|in total|summed|summed up|in all|aggregate|aggregated|combined total|grand total",
            Aggregate(crate::plan::Aggregate::Sum),
        ),
        (
            "minimum|min|minimal|minimum of",
            Aggregate(crate::plan::Aggregate::Minimum),
        ),
        (
            "maximum|max|maximal|peak|maximum value of|maximum of",
            Aggregate(crate::plan::Aggregate::Maximum),
        ),
        (
            "standard deviation|std dev|stddev|std|fluctuate|fluctuates|fluctuated|fluctuation|fluctuations|variability|volatility|varies most|vary most|standard deviations|sd|stdev",
            Aggregate(crate::plan::Aggregate::StandardDeviation),
        ),
        ("variance", Aggregate(crate::plan::Aggregate::Variance)),
        ("range of", Aggregate(crate::plan::Aggregate::Range)),
        (
            "lower quartile|first quartile",
            Aggregate(crate::plan::Aggregate::Percentile { percentile: 25.0 }),
        ),
        (
            "upper quartile|third quartile",
            Aggregate(crate::plan::Aggregate::Percentile { percentile: 75.0 }),
        ),
        (
            "account for the most|accounts for the most|accounted for the most|used most|used most often|used the most|most used|most often used|chosen most|most chosen|most common|most frequent|most often|most popular|commonest|most typical",
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
            "by|per|for each|for every|of each|of every|in each|in every|each|every|grouped by|group by|split by|broken down by|across|according to|depending on|for all different|for different|of different|over different|separated by|divided by type of|categorized by|aggregated by|within each|for all|for individual|from each|from every|with each|at each|on each|among|amongst|segregated based on|segregated by|segregated|based on|distinguished by|differentiated by|separately for|split over|split into|against each|to each|as function of|on every|during each|for its|for their|different|for various|of various|various|for the different|to each one|for each one|of each one|correspond to each one|corresponding to each one|in each one|classified by|sorted into|clustered by|from different|in different|at different|by each|by different|bucketed by|binned by|in terms of|for both|of both|at both|in both|correspond to each|corresponding to each|segmented by",
            By,
        ),
        ("of", Of),
        ("in|at|on|within|inside|into", In),
        (
            "from|to|for|among|classified as|categorised as|categorized as|in one chart|in one graph|in one plot|in one figure|in one diagram|in same chart|in same graph",
            In,
        ),
        ("and|as well as|plus|along with|together with|also|&", And),
        ("or", Or),
        ("than", Than),
        (
            "versus|vs|against|next to that|next to those|with that|with those|with the one|against that|next to|v s|v / s|varies with|vary with|varying with|varied with|change with|changes with|compared to|compared with|in comparison to|in comparison with|rather than|as opposed to|relative with|vs .",
            Versus,
        ),
        (
            "with|having|that have|who have|which have|has|have|had|whose",
            With,
        ),
        (
            "without|do not report|does not report|did not report|do not have|does not have|did not have|do not give|did not give|does not give|do we not know|do not know|belong to no|belongs to no|lack|lacks|come without|came without|report no|reported no|give no|gave no|with no|that have no|who have no|have no|has no|had no|lacking",
            Without,
        ),
        (
            "do not show|do not include|not|except|except for|excluding|other than|not counting|leave out|leaving out|exclude|ignoring|ignore|omit|disregarding|disregard|if we ignore|outside of|outside|but not|apart from|not including|aside from|is not|are not|was not|were not|besides|drop|filter out|skip|never|do not count|instead of|no|without counting|neither|nor",
            Not,
        ),
        (
            "only|just|considering only|considering just|considering|looking only at|looking just at|taking only|taking just|if we only look at|if we look only at|if you only look at|counting only|counting just|when it comes to|limited only to|confined to|restricted to|limited to|nur|exclusively|keep only|filter to|filter by|limit to|where|consider only|focus on|only for|only in",
            Only,
        ),
        (
            "which|what|who|in which|on which|at which|whose|whats|what s|what is|what are|what was|what were|whom|name of|names of|during which|for which|by which",
            Which,
        ),
        (
            "develop|developed|evolve|evolved|going up or down|go up or down|went up or down|gone up or down|rise or fall|rising or falling|rose or fell|grow or shrink|grew or shrank|growing or shrinking|increase or decrease|increasing or decreasing|increased or decreased|up or down|better or worse|become more or less|over time|through time|over the years|across time|across the years|across years|through the years|trend over time|as time series|time series|time line|with time|historically|over years|over the period|over the whole period|over the entire period|history of|timeline|trend|how has|over the course of years|development of|evolution of",
            OverTime,
        ),
        (
            "change|changes|changed|changing|evolution of|development of|by how much|by how many",
            Change(None),
        ),
        (
            "by what percentage|by what percent|by how many percent|by how much percent|growth|growth rate|percent change|percentage change|change in percent|rate of change|relative change|percentage growth|percent growth|change percent|rate of growth|grow|grew|grown|growth percent",
            Change(Some(ChangeAs::Percent)),
        ),
        (
            "absolute change|net change",
            Change(Some(ChangeAs::Difference)),
        ),
        (
            "same month one year earlier|same month of the year before|same month of the previous year|same month previous year|same month last year|same month a year earlier|same month a year ago|same quarter of the year before|same quarter of the previous year|same quarter last year|same quarter previous year|same quarter one year earlier|same quarter a year earlier|same period last year|same period of the previous year|same period one year earlier|same period of the year before|same day last year|year over year|year on year|yoy|year to year|a year earlier|one year earlier|twelve months earlier|12 months earlier|a year before|the year before|one year before|previous year|from one year to the next|year after year|from year to year|annual growth|annual change|yearly change|yearly growth|compared to the previous year|than the year before|on the previous year|over the previous year|against the previous year|against the year before",
            Against(crate::plan::Against::YearBefore),
        ),
        (
            "month over month|month on month|mom|previous month|month before|from month to month|month to month|previous quarter|quarter before|quarter over quarter|quarter on quarter|qoq|previous period|period before|previous day|day before|day over day|week over week|previous week|week before|previous decade|decade before|from one month to the next|from one quarter to the next|monthly change|monthly growth|quarterly change|quarterly growth|daily change",
            Against(crate::plan::Against::Previous),
        ),
        (
            "running total|running total of|running sum|running sum of|cumulative|cumulated|cumulatively|cumulative sum|cumulative total|cumulative number of|cumulative count of|accumulated|running count of|total so far|rolling total|cumulative sum of|cumulative total of|running",
            Window(WindowKind::Cumulative),
        ),
        (
            "at end and at beginning|at end and beginning|at beginning and at end|at beginning and end|at start and at end|at start and end|at end and start|at end and at start|from beginning to end|from start to end|from start to finish|between start and end|between beginning and end|from first to last|between first and last|first to last|first and last",
            Against(crate::plan::Against::FirstToLast),
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
            "difference between|difference of|how far apart are|how far apart is|how far apart were|how far apart|difference|gap between|margin between|gap|spread between|minus|less than before",
            Difference,
        ),
        (
            "correlation between|correlation of|correlation|correlate|correlated|correlates|correlations",
            Correlation,
        ),
        (
            "relationship between|relation between|relationship|relation|relationship of|tie between|linked to|linked with|connected to|connected with|associated with|tied to|go along with|goes along with|association between|association|connection between|link between|depend|depends|relate|related|influence|influences|affect|affects|help|helps|hurt|hurts|boost|boosts|improve|improves|relates|dependence|move with|moves with|go with|goes with|go together with|goes together with|go up with|goes up with|go down with|goes down with|come with|comes with|fall with|falls with|drop with|drops with|vary with|varies with|rise with|rises with|increase with|increases with|grow with|grows with|go hand in hand with|impact on|effect on|effect of|depending on how",
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
        (
            "all years together|all years combined|all the years together|all years taken together|years combined|in all years|across all years|over all years|whatever the year|regardless of the year|regardless of year",
            AcrossYears,
        ),
        ("recorded|known|present|available|reported|given", Recorded),
        (
            "going up|go up|goes up|climb|climbed|climbing|improve|improved|improving|recover|recovered|recovering|getting better|got better|getting higher|growing|increased|increase|increases|rose|risen|rise|rises|went up|gone up|rising|increasing|raised",
            Increase,
        ),
        (
            "going down|go down|goes down|gone down|worsen|worsened|worsening|getting worse|got worse|getting lower|shrinking|declining|decreasing|decreased|decrease|decreases|dropped|declined|decline|went down|gone down|shrank|shrink|falling|fell|dropping|fall|drop|fallen|lowered|reduced|reduce|sank|sunk",
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
            "area chart|area graph|area plot|stacked areas|areas|stacked area|stacked area chart",
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
            "descending|descending order|in descending order|desc|from high to low|high to low|largest first|highest first|from large to small|large to small|from big to small|from biggest to smallest|decreasing order|in desc|in desc order|biggest first|from highest to lowest|highest to lowest|largest to smallest|from largest to smallest|reverse|z to a|from best to worst|from most to least|most first|best first|top first|from top to bottom|from z to a",
            Order {
                descending: Some(true),
            },
        ),
        (
            "ascending|ascending order|in ascending order|asc|from low to high|low to high|smallest first|from small to large|small to large|from small to big|from smallest to biggest|worst first|lowest first|increasing order|in asc|in asc order|alphabetical|alphabetically|in alphabetical order|alphabetical order|from lowest to highest|lowest to highest|smallest to largest|from smallest to largest|from a to z|a to z|chronologically|in chronological order",
            Order {
                descending: Some(false),
            },
        ),
        (
            "sorted by|sort by|ordered by|order by|sorted|ordered|sort|order|ranked|rank by|ranked by|ranking of|ranking|rank|sorted according to|arrange by|arranged by|sorting|in order of|ordering|order of|in the order of",
            Order { descending: None },
        ),
        (
            "by weekday|week day|week days|per week day|weekday|weekdays|day of week|day of the week|days of the week|days of week|each weekday|per weekday|on which weekday|which weekday|which day of the week|weekday interval|day of week interval|what day of the week|from monday to sunday|monday to sunday|day by day of the week",
            Season(crate::plan::Season::Weekday),
        ),
        (
            "month of year|month of the year|months of the year|months of year|calendar month|calendar months|seasonality|seasonal|season|seasonal pattern|monthly pattern|time of year|months across all years|month regardless of year|from january to december|january to december|jan to dec|over course of year|in course of year|course of year|through year|through the seasons|month irrespective of year",
            Season(crate::plan::Season::MonthOfYear),
        ),
        (
            "hour of day|hour of the day|hours of the day|time of day|times of day|hours of day",
            Season(crate::plan::Season::HourOfDay),
        ),
        (
            "quarter of year|quarter of the year|quarters of the year",
            Season(crate::plan::Season::QuarterOfYear),
        ),
        (
            "day of month|day of the month|days of the month",
            Season(crate::plan::Season::DayOfMonth),
        ),
        (
            "leave it out|leave that out|leave them out|exclude it|excluded|not included|left out|exclude that|skip it|drop it|ignore it|leave those out|exclude them",
            ExcludeIt,
        ),
        // Series that are spelled out: "one line for free museums and one for paid ones".
        (
            "one line for|one bar for|one curve for|one series for|one for|another for|another one for|ones",
            Filler,
        ),
        // All the rows of a table are the whole of it.
        (
            "in whole country|in entire country|whole country|entire country|nationwide|countrywide|for country as whole|in country as whole",
            Filler,
        ),
        (
            "full list|full table|full picture|full overview|full report|full details",
            Filler,
        ),
        // Why a period is left out.
        (
            "is not over yet|is not over|is not complete yet|is not finished|is not done yet",
            Filler,
        ),
        // Rows that repeat a sum are left out anyway.
        (
            "total row not included|total rows not included|totals not included|total not included|not total|not totals|without total|without totals|without total row|without total rows|excluding total|excluding totals|excluding total row|no totals|no total row|ignoring total|ignoring totals|not counting total|leaving out total|leave out total",
            Filler,
        ),
        ("it|that|this|those|these|them|they|the same", Pronoun),
        (
            "why|for what reason|what caused|what is the cause|what are the reasons|reason for|reasons for|reason why|because of|due to|owing to|attributable to|caused by|thanks to|due to what|what explains|explain why|what made|what drives|what drove|cause|caused|causes|how come|what led to|lead to",
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
