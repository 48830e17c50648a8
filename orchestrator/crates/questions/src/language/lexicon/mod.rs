//! The English lexicon: function words, chart words, aggregates, comparisons and time words.
//!
//! It says what words mean when people ask about data; words for one table's columns belong into its linguistic schema.

mod abbreviations;
mod adjectives;
mod names;
mod values;

pub use abbreviations::{expansions, load as load_abbreviations, written_out};
pub use adjectives::{
    Adjective, MONEY, SIZE, asked_quantity, comparative, comparison_word, is_evaluation,
    is_judgement, judged_by, measured_adjective, plain_adjective, superlative,
};
pub use names::{
    GLUED_PARTS, SHORT_NOUNS, is_additive_stem, is_burden_stem, is_derived, is_done_word,
    is_end_word, is_flow_stem, is_label_word, is_merit_word, is_person_word, is_rate_noun,
    is_rate_stem, is_share_word, is_stock_stem, is_tally, name_word_weight, unsaid_weight,
};
pub use values::value_groups;

use crate::plan::{Aggregate, Mark, Season, TimeUnit};

fn is_one_of(word: &str, words: &str) -> bool {
    words.split_ascii_whitespace().any(|known| known == word)
}

/// Returns the place that "first" to "tenth" say.
pub fn ordinal_word(word: &str) -> Option<u32> {
    Some(match word {
        "first" => 1,
        "second" => 2,
        "third" => 3,
        "fourth" => 4,
        "fifth" => 5,
        "sixth" => 6,
        "seventh" => 7,
        "eighth" => 8,
        "ninth" => 9,
        "tenth" => 10,
        _ => return None,
    })
}

/// Tells whether a word carries no content of its own.
pub fn is_function_word(word: &str) -> bool {
    is_one_of(
        word,
        "a an the of in on at to for from by with and or as is are was were be been being do does did done \
         has have had having that this these those it its their them they there what which who whose whom \
         when where how me my i we us our you your he she his her him please could can would should may might \
         also about into if then than any some both so s t ones one such \
         between among during across over under up down out within along only just while via per each every all \
         but not no nor am get gets got getting give gave given go goes went make makes made let lets want wants wanted \
         need needs like would'd tell me see look know am im i'm id whats what's wich hows ok okay hi hello thanks thank now again \
         really actually exactly simply really very quite too either well still yet even ever d ll ve re don \
         here hey pls plz maybe perhaps kindly whether itself themselves respectively etc eg ie \
         did't doesn compared comparing",
    )
}

/// Tells whether a word only asks for an answer or a chart, or names its parts.
pub fn is_chart_word(word: &str) -> bool {
    is_one_of(
        word,
        "show shows showing display displaying draw drawn plot plots plotted plotting visualize visualise visualization visualisation visualizing list lists listing \
         return returns find create compute calculate present generate produce provide compare comparison comparing contrast \
         chart charts graph graphs graphic diagram figure view overview axis axes x y plz result results data dataset table tables info information \
         values value figures numbers report picture image slide presentation summary summarize analyze analyse analysis \
         labelled use using used based according corresponding respective respectively color colored colour coloured \
         question answer sort whole period entire please complete available given existing \
         looking look explore see check interested understand idea quick quickly simple nice",
    )
}

/// Tells whether a word is a verb or noun so general that nothing is lost without it.
pub fn is_light_word(word: &str) -> bool {
    is_one_of(
        word,
        "happen happens happened happening happend occur occurs occurred occurring take takes took taken taking place placed \
         come comes came coming belong belongs fall falls recorded record reported registered listed found seen \
         exist exists existing contain contains include includes including hold holds held held stand stands \
         work works live lives lived living stay stays being consist consists become becomes became \
         different various distinct unique respective particular certain specific other others own single \
         many much lot lots amount level levels number numbers figure case cases time times thing things way ways \
         person people ppl persons folks somebody someone anyone everybody everyone \
         compared relation relationship relate related relates depend depends depending dependent vary varies varying differ differs difference differences \
         trend trends development evolution evolve evolved develop developed change changes changed changing affect affects influence impact \
         did doing spread spreads set sets got get usually typically generally normally mostly currently ever always \
         actual actually entry entries item items row rows record records observation observations sample samples instance instances \
         individual whole group groups grouped grouping categorize categorized split divide break variable \
         compare compares pattern patterns together altogether combined both side beside next each \
         bring brings brought lead leads ended resulted resulting having per thereof itself them \
         column columns bin bins binning binned interval intervals member members convert converts general gotten shown breakdown wise add legend produced partitioned identify model xyplot through attribute attributes answered answers responded respondents surveyed ran something seperately looks net please cross course days do does did please show interested interesting separate separately separated individually distinguished distinguish \
         incomplete unfinished partial anything everything added adding averaged place placed per cent please kindly \
         reach reaches reached put appear appears appeared represented led involve involves included arrive arrives arrived run runs operate operates operated collected generated achieved obtained logged tracked noted send sends sent carried carry carries transported hit hits charge charges charged played plays play went gone ran ride travelled traveled travel \
         smooth smoothed smoothing handled served performed conducted issued posted measured study survey \
         involved concerned represented same similar way part parts piece pieces dot dots point points line lines mark marks bars bar",
    )
}

/// Forms that a stemmer does not bring together.
pub fn irregular(word: &str) -> Option<&'static str> {
    Some(match word {
        "took" | "taken" | "taking" => "take",
        "left" | "leaving" => "leave",
        "held" => "hold",
        "built" => "build",
        "born" | "birthday" => "birth",
        "begun" | "began" => "begin",
        "bought" => "buy",
        // The verb and the noun are one: "units sold" finds a column of sales.
        "sold" | "sale" | "sales" => "sell",
        "paid" => "pay",
        "won" | "winner" | "winners" | "winning" => "win",
        "lost" | "loser" | "losses" => "lose",
        "spent" | "spend" | "spending" => "spend",
        "given" | "gave" => "give",
        "grown" | "grew" | "growth" => "grow",
        "people" | "persons" | "ppl" | "folks" => "person",
        "men" => "man",
        "women" => "woman",
        "children" | "kids" | "kid" => "child",
        "feet" => "foot",
        "geese" => "goose",
        "mice" => "mouse",
        "teeth" => "tooth",
        "wolves" => "wolf",
        "leaves" => "leaf",
        "lives" => "live",
        "indices" | "indexes" => "index",
        // Without these the stemmer would take the "s" for a plural.
        "species" => "species",
        "series" => "series",
        "news" => "news",
        "wrote" | "written" => "write",
        "drove" | "driven" => "drive",
        "flew" | "flown" | "flight" | "flights" | "flying" => "fly",
        "taught" => "teach",
        "director" | "directors" => "direct",
        "founder" | "founding" => "founded",
        // "How many died" asks for a column of deaths.
        "died" | "dying" | "death" | "deaths" | "dead" | "deadly" | "dies" => "die",
        "injured" | "injuries" | "injury" => "injure",
        // Adjectives and verbs lead to the noun that columns are named by.
        "heights" | "high" | "tall" => "height",
        "weigh" | "weighs" | "weighed" | "weighing" | "weights" => "weight",
        "unemployed" => "unemployment",
        "electricity" => "electric",
        _ => return None,
    })
}

/// Returns the American spelling of a word that the British write otherwise.
pub fn american(word: &str) -> Option<&'static str> {
    Some(match word {
        "fibre" | "fibres" => "fiber",
        "centre" | "centres" => "center",
        "theatre" | "theatres" => "theater",
        "colour" | "colours" => "color",
        "grey" | "greys" => "gray",
        "tyre" | "tyres" => "tire",
        "jewellery" => "jewelry",
        "aluminium" => "aluminum",
        "labour" => "labor",
        "catalogue" | "catalogues" => "catalog",
        _ => return None,
    })
}

/// Returns the number that a word says.
pub fn number_word(word: &str) -> Option<f64> {
    const WORDS: [&str; 21] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    const TENS: [&str; 7] = [
        "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ];
    if let Some(at) = WORDS.iter().position(|w| *w == word) {
        return u32::try_from(at).ok().map(f64::from);
    }
    if let Some(at) = TENS.iter().position(|w| *w == word) {
        return u32::try_from(at).ok().map(|at| f64::from((at + 3) * 10));
    }
    match word {
        "hundred" => Some(100.0),
        "thousand" => Some(1e3),
        "million" => Some(1e6),
        "dozen" => Some(12.0),
        _ => None,
    }
}

/// Returns the first year of a decade in words.
pub fn decade_word(word: &str) -> Option<i32> {
    Some(match word {
        // Decades in words are those of the 20th century.
        "twenties" => 1920,
        "thirties" => 1930,
        "forties" => 1940,
        "fifties" => 1950,
        "sixties" => 1960,
        "seventies" => 1970,
        "eighties" => 1980,
        "nineties" => 1990,
        _ => return None,
    })
}

/// Returns the aggregate that a word asks for.
pub fn aggregate(word: &str) -> Option<Aggregate> {
    Some(match word {
        "average" | "avg" | "mean" | "averaged" | "averages" | "typical" | "avarage" | "means" => {
            Aggregate::Mean
        }
        "sum" | "total" | "totals" | "overall" | "combined" | "summed" | "sums" => Aggregate::Sum,
        "minimum" | "min" | "minimal" => Aggregate::Minimum,
        "maximum" | "max" | "maximal" | "peak" | "record" => Aggregate::Maximum,
        "median" => Aggregate::Median,
        "variance" => Aggregate::Variance,
        "stddev" | "std" | "sd" => Aggregate::StandardDeviation,
        _ => return None,
    })
}

/// Tells whether a value names the whole of which the other rows are parts.
pub fn is_whole_word(text: &str) -> bool {
    text.to_lowercase().split_whitespace().any(|word| {
        matches!(
            word,
            "country"
                | "nation"
                | "national"
                | "total"
                | "all"
                | "world"
                | "state"
                | "overall"
                | "group"
                | "whole"
        )
    })
}

/// Returns the mark that a chart word asks for.
pub fn mark(word: &str) -> Option<Mark> {
    Some(match word {
        "bar" | "bars" | "barchart" | "bargraph" | "barplot" | "columns" => Mark::Bar,
        "histogram" | "histograms" | "histgram" => Mark::Histogram,
        "line" | "lines" | "linechart" | "timeline" | "linegraph" => Mark::Line,
        "pie" | "donut" | "doughnut" | "piechart" => Mark::Arc,
        "scatter" | "scatterplot" | "scatterplots" | "scattergram" | "xyplot" | "scatterchart"
        | "dotplot" => Mark::Point,
        "bubble" | "bubbles" => Mark::Bubble,
        "area" => Mark::Area,
        "heatmap" | "heatmaps" => Mark::Heatmap,
        "boxplot" | "boxplots" => Mark::Boxplot,
        "map" | "choropleth" => Mark::Map,
        _ => return None,
    })
}

/// Returns the unit of time that a word groups by, as in "per year" or "yearly".
pub fn time_unit(word: &str) -> Option<TimeUnit> {
    Some(match word {
        "century" | "centuries" => TimeUnit::Century,
        "decade" | "decades" => TimeUnit::Decade,
        "year" | "years" | "yearly" | "annual" | "annually" | "yr" | "yrs" => TimeUnit::Year,
        "quarter" | "quarters" | "quarterly" => TimeUnit::Quarter,
        "month" | "months" | "monthly" => TimeUnit::Month,
        "week" | "weeks" | "weekly" => TimeUnit::Week,
        "day" | "days" | "daily" | "date" => TimeUnit::Day,
        "hour" | "hours" | "hourly" => TimeUnit::Hour,
        _ => return None,
    })
}

/// Returns the season that a word groups by without further words.
pub fn season(word: &str) -> Option<Season> {
    Some(match word {
        "weekday" | "weekdays" | "dayofweek" => Season::Weekday,
        "seasonal" | "seasonality" | "seasonally" => Season::MonthOfYear,
        _ => return None,
    })
}

/// Returns the month 1 to 12 that a word names.
pub fn month(word: &str) -> Option<u32> {
    const NAMES: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    // "Jan" and "sept" are months; with two letters, "ma" could be March or May.
    let at = NAMES.iter().position(|name| {
        *name == word
            || (word.len() >= 3 && word.len() <= 4 && name.starts_with(word))
            || (word == "sept" && *name == "september")
    })?;
    u32::try_from(at + 1).ok()
}

/// Returns the months of a season's name.
pub fn season_months(word: &str) -> Option<&'static [u32]> {
    // Seasons are those of the northern hemisphere, in whole months.
    Some(match word {
        "spring" | "springtime" => &[3, 4, 5],
        "summer" | "summers" | "summertime" => &[6, 7, 8],
        "autumn" | "autumns" => &[9, 10, 11],
        "winter" | "winters" => &[1, 2, 12],
        _ => return None,
    })
}

/// Returns the weekday 1 (Monday) to 7 that a word names.
pub fn weekday(word: &str) -> Option<u32> {
    const NAMES: [&str; 7] = [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
    ];
    let singular = word.strip_suffix('s').unwrap_or(word);
    let at = NAMES.iter().position(|name| {
        *name == singular
            || (matches!(
                word,
                "mon" | "tue" | "tues" | "wed" | "thu" | "thur" | "thurs" | "fri" | "sat" | "sun"
            ) && name.starts_with(word))
    })?;
    u32::try_from(at + 1).ok()
}

/// Words that the spelling correction may correct to.
pub const OPERATORS: &str = "percentile percentiles average median mean total maximum minimum highest lowest number percent percentage share proportion between greater \
    smaller larger correlation distribution histogram scatter yearly monthly weekly daily year month quarter decade weekday \
    cumulative running moving rolling growth change difference ratio standard deviation variance compare compared versus against without except \
    excluding which what where count countries country people each every across sorted ascending descending order group grouped bottom since before after until during \
    missing unknown recorded different distinct change increase decrease trend relationship heaviest lightest biggest smallest largest oldest youngest";
