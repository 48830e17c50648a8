//! What words mean when people ask for charts. English and charts only: no table's or column's name.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::plan::{Aggregate, Mark, TimeUnit};

/// Words that carry no content of their own.
static FUNCTION_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "a an the of in on at to for from by with and or as is are was were be been do does did \
    has have had that this these those it its their them they there what which who whose \
    when where how me my i we us our you your he she his her please could can would should \
    will want need like also about into if then than not no all any some each every per both \
    between among across over under up down out against so but s t ones one such using use \
    used according based corresponding respective different distinct various unique same \
    other via within along only just way much many versus vs v get while because through \
    during upon own belong"
        .split(' ')
        .collect()
});

/// Words that ask for a chart, and words for its parts.
static CHART_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "show display draw plot visualize visualise visualization visualisation give list return \
    find tell create make compute calculate present generate produce compare comparison \
    chart charts graph graphs diagram figure axis axes x y bar bars pie line lines scatter \
    scatterplot point points histogram stacked grouped group grouping bin bins binned \
    binning interval sort sorted sorting order ordered ordering rank ranked ascending \
    descending asc desc high low number numbers total count counts average mean sum minimum \
    maximum relationship relation correlation distribution proportion trend result results \
    data dataset table record records row rows see let color colored colour coloured \
    categorize categorized convert converts vertical horizontal percent percentage value \
    values question type kind many most least top bottom highest lowest"
        .split(' ')
        .collect()
});

pub fn is_function_word(word: &str) -> bool {
    FUNCTION_WORDS.contains(word)
}

pub fn is_chart_word(word: &str) -> bool {
    CHART_WORDS.contains(word)
}

/// Forms that a stemmer does not bring together.
pub fn irregular(word: &str) -> Option<&'static str> {
    Some(match word {
        "took" | "taken" | "taking" => "take",
        "left" | "leaving" => "leave",
        "held" => "hold",
        "built" => "build",
        "born" | "birth" | "birthday" => "birth",
        "begun" | "began" => "begin",
        "bought" => "buy",
        "sold" | "sale" | "sales" => "sell",
        "paid" => "pay",
        "won" | "winner" => "win",
        "lost" | "loser" => "lose",
        "spent" | "spend" => "spend",
        "made" => "make",
        "given" | "gave" => "give",
        "grown" | "grew" | "growth" => "grow",
        "people" | "persons" => "person",
        "men" => "man",
        "women" => "woman",
        "children" => "child",
        "countries" => "country",
        "cities" => "city",
        "feet" => "foot",
        "wrote" | "written" => "write",
        "drove" | "driven" => "drive",
        "flew" | "flown" => "fly",
        "taught" => "teach",
        "founder" | "founding" => "founded",
        "heights" => "height",
        _ => return None,
    })
}

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
    let tens = [
        "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ];
    if let Some(at) = WORDS.iter().position(|w| *w == word) {
        return u32::try_from(at).ok().map(f64::from);
    }
    if let Some(at) = tens.iter().position(|w| *w == word) {
        return u32::try_from(at).ok().map(|at| f64::from((at + 3) * 10));
    }
    match word {
        "hundred" => Some(100.0),
        "thousand" => Some(1_000.0),
        "million" => Some(1_000_000.0),
        _ => None,
    }
}

/// Words that name the same thing in a table's head. Compared by stem.
const SYNONYMS: &[&str] = &[
    "country nation nationality origin",
    "region area territory zone origin",
    "city town location",
    "place location site where venue",
    "gender sex",
    "price cost fee expensive cheap pricey costly cheaper cheapest costlier costliest pricier priciest dear dearer dearest",
    "salary wage pay earnings income earn compensation paid",
    "revenue sales turnover income money gross sold sell",
    "profit margin gain profitable",
    "weight heavy light heaviness mass heavier lighter heaviest lightest",
    "height tall taller tallest short",
    "length long longer longest duration runtime running",
    "age old older oldest young younger youngest",
    "speed fast faster fastest slow slower slowest velocity",
    "size big bigger large larger",
    "mpg mileage gallon economy efficiency",
    "horsepower hp power",
    "start from begin starting since",
    "end to until finish ending",
    "year annual yearly newer newest",
    "max maximum high",
    "min minimum low",
    "date day when time",
    "birth dob birthday",
    "quantity amount qty units volume",
    "number num no nr count",
    "population inhabitants residents",
    "score rating grade points mark",
    "rank ranking position",
    "type kind category class sort",
    "job occupation profession position role title work",
    "employee staff worker personnel",
    "customer client buyer guest",
    "product item article goods",
    "company firm business employer manufacturer maker organization brand",
    "movie film",
    "car vehicle automobile auto",
    "model name",
    "title name",
    "school university college",
    "team club squad",
    "phone telephone mobile",
    "address street",
    "surname last family",
    "state province",
    "id identifier code key number",
    "temperature warm hot cold temp warmer warmest hotter hottest colder coldest cooler coolest",
    "passenger traveler rider",
    "open opening opened inaugurated",
    "founded established creation created formed",
    "leave end",
    "capacity seats seating",
    "manager boss supervisor",
    "department division unit",
    "store shop branch outlet",
    "delay late",
    "elevation altitude",
    "distance far kilometers miles",
    "status state condition",
    "language tongue",
    "religion faith",
    "month monthly",
    "budget spending expenditure",
    "medal award prize",
    "attendance visitors spectators audience",
];

/// The synonym groups, each member stemmed.
pub fn synonym_groups(stem: impl Fn(&str) -> String) -> Vec<Vec<String>> {
    SYNONYMS
        .iter()
        .map(|group| group.split(' ').map(&stem).collect())
        .collect()
}

/// Words of a column's name that say little.
pub fn name_word_weight(word: &str) -> f64 {
    match word {
        "of" | "in" | "by" | "the" | "and" | "a" | "on" | "at" | "for" | "per" | "with" => 0.1,
        "code" | "id" | "no" | "number" | "num" | "value" | "details" | "text" | "info"
        | "desc" | "description" => 0.35,
        "km" | "km2" | "m2" | "kg" | "cm" | "mm" | "ft" | "lb" | "lbs" | "usd" | "eur" | "gbp"
        | "pct" | "sqft" | "mi" | "ms" | "sec" | "min" | "in_" => 0.1,
        _ if word.len() == 1 => 0.2,
        "name" | "type" | "date" | "total" | "count" | "other" | "is" => 0.7,
        _ => 1.0,
    }
}

pub fn aggregate(word: &str) -> Option<Aggregate> {
    Some(match word {
        "average" | "avg" | "mean" | "averaged" | "averages" | "typical" | "avarage" => {
            Aggregate::Mean
        }
        "sum" | "total" | "totals" | "overall" | "combined" | "summed" | "cumulative"
        | "summation" | "sums" => Aggregate::Sum,
        "minimum" | "min" | "lowest" | "smallest" | "least" | "cheapest" | "youngest"
        | "shortest" | "minimal" | "earliest" => Aggregate::Minimum,
        "maximum" | "max" | "highest" | "largest" | "biggest" | "greatest" | "oldest"
        | "longest" | "maximal" | "latest" | "peak" => Aggregate::Maximum,
        "median" => Aggregate::Median,
        _ => return None,
    })
}

/// Whether amounts of it add up: they are summed where nothing else is said.
pub fn is_additive_word(stem: &str) -> bool {
    const WORDS: &str = "sell sale revenu profit quantiti qti amount unit order vote spend expens turnov gross loss purchas download visit click passeng medal goal";
    WORDS.split(' ').any(|word| word == stem)
}

/// Superlatives that carry their own quantity: whether the largest is meant.
pub fn superlative(word: &str) -> Option<bool> {
    const UP: &str = "oldest longest tallest heaviest fastest costliest priciest richest hottest latest newest strongest deepest widest busiest";
    const DOWN: &str =
        "youngest shortest lightest slowest cheapest poorest coldest earliest smallest";
    let is = |words: &str| words.split(' ').any(|known| known == word);
    // "The windiest", "the rainiest": named after what there is much of.
    if is(UP) || (word.len() >= 7 && word.ends_with("iest") && !is(DOWN)) {
        Some(true)
    } else {
        is(DOWN).then_some(false)
    }
}

/// Whether a word ranks things, and whether the largest come first.
pub fn ranks(word: &str) -> Option<bool> {
    const UP: &str = "most best top highest largest biggest greatest leading maximum max dearest strongest brightest widest";
    const DOWN: &str = "least worst bottom lowest fewest minimum min weakest";
    let is = |words: &str| words.split(' ').any(|known| known == word);
    if is(UP) {
        Some(true)
    } else if is(DOWN) {
        Some(false)
    } else {
        superlative(word)
    }
}

/// The stems of the quantities that a ranking word speaks of when none is named, the likeliest first.
pub fn implied_quantity(word: &str) -> Option<&'static str> {
    const SIZE: &str = "size radius diamet area popul inhabit volum capac enrol enrolment length height weight mass total number";
    const WORTH: &str = "rate score point grade rank win goal star vote sell revenu profit play";
    match word {
        "largest" | "biggest" | "smallest" | "greatest" | "tiniest" | "larger" | "bigger"
        | "smaller" | "size" => Some(SIZE),
        "best" | "top" | "worst" | "leading" => Some(WORTH),
        _ => None,
    }
}

/// Adjectives that a row of things runs between: whether it is the large end.
pub fn end_of_scale(word: &str) -> Option<bool> {
    const LARGE: &str = "expensive dear dearest costliest priciest strong strongest best good long longest tall tallest heavy heaviest fast fastest rich richest warm warmest hot hottest busy busiest popular wide widest high highest large largest big biggest great greatest most many more";
    const SMALL: &str = "cheap cheapest weak weakest worst bad short shortest light lightest slow slowest poor poorest cool coolest cold coldest quiet quietest narrow low lowest small smallest few fewest least less";
    let is = |words: &str| words.split(' ').any(|known| known == word);
    if is(LARGE) {
        Some(true)
    } else {
        is(SMALL).then_some(false)
    }
}

/// Comparatives of adjectives that name a quantity.
pub fn is_comparative(word: &str) -> bool {
    const WORDS: &str = "heavier lighter cheaper pricier costlier dearer newer older younger longer shorter taller faster slower larger smaller bigger higher lower richer poorer warmer colder hotter stronger weaker deeper wider greater fewer better worse";
    WORDS.split(' ').any(|known| known == word)
}

/// The months of a season in the north.
pub fn season(word: &str) -> Option<[i64; 3]> {
    Some(match word {
        "spring" | "springtime" => [3, 4, 5],
        "summer" | "summertime" | "summers" => [6, 7, 8],
        "autumn" | "fall" => [9, 10, 11],
        "winter" | "wintertime" | "winters" => [1, 2, 12],
        _ => return None,
    })
}

pub fn mark(word: &str) -> Option<Mark> {
    Some(match word {
        "bar" | "bars" | "barchart" | "bargraph" | "barplot" | "column" | "histogram"
        | "histograms" | "histgram" => Mark::Bar,
        "line" | "lines" | "linechart" | "timeline" | "linegraph" => Mark::Line,
        "pie" | "donut" | "doughnut" | "piechart" => Mark::Arc,
        "scatter" | "scatterplot" | "scatterplots" | "scattergram" | "xyplot" | "scatterchart"
        | "dots" | "dotplot" | "bubble" => Mark::Point,
        "area" => Mark::Area,
        "heatmap" => Mark::Heatmap,
        "boxplot" | "boxplots" => Mark::Boxplot,
        _ => return None,
    })
}

pub fn time_unit(word: &str) -> Option<TimeUnit> {
    Some(match word {
        "year" | "years" | "yearly" | "annual" | "annually" => TimeUnit::Year,
        "quarter" | "quarters" | "quarterly" => TimeUnit::Quarter,
        "month" | "months" => TimeUnit::Month,
        "monthly" => TimeUnit::YearMonth,
        "week" | "weeks" | "weekly" => TimeUnit::Week,
        "weekday" | "weekdays" | "dayofweek" => TimeUnit::Weekday,
        "day" | "days" | "daily" => TimeUnit::Day,
        "hour" | "hours" | "hourly" => TimeUnit::Hour,
        _ => return None,
    })
}

/// Names that measures go by, even where few distinct values make them look like categories.
pub fn is_measure_word(stem: &str) -> bool {
    const WORDS: &str = "age price amount cost salari incom weight height length score total budget revenu profit quantiti qti capac popul percent rate fee point vote enrol attend speed distanc durat area size temperatur balanc count number num hour valu sell averag pct ratio gdp delay minut mileag goal";
    WORDS.split(' ').any(|word| word == stem)
}

/// What people call those from a place, and the names and codes the place goes by.
const PLACES: &[&[&str]] = &[
    &[
        "usa",
        "us",
        "u.s.",
        "united states",
        "united states of america",
        "america",
        "american",
        "americans",
        "states",
    ],
    &[
        "uk",
        "united kingdom",
        "britain",
        "great britain",
        "british",
        "gb",
    ],
    &["england", "english"],
    &["scotland", "scottish"],
    &["wales", "welsh"],
    &["ireland", "irish"],
    &["europe", "european", "europeans", "eu"],
    &["asia", "asian"],
    &["africa", "african"],
    &["japan", "japanese", "jp", "jpn"],
    &["china", "chinese", "cn", "chn"],
    &["germany", "german", "de", "deu"],
    &["france", "french", "fr", "fra"],
    &["italy", "italian", "it", "ita"],
    &["spain", "spanish", "es", "esp"],
    &["portugal", "portuguese"],
    &["netherlands", "dutch", "holland"],
    &["belgium", "belgian"],
    &["switzerland", "swiss"],
    &["austria", "austrian"],
    &["sweden", "swedish"],
    &["norway", "norwegian"],
    &["denmark", "danish"],
    &["finland", "finnish"],
    &["poland", "polish"],
    &["russia", "russian"],
    &["ukraine", "ukrainian"],
    &["greece", "greek"],
    &["turkey", "turkish"],
    &["india", "indian"],
    &["korea", "korean", "south korea"],
    &["australia", "australian"],
    &["new zealand", "kiwi"],
    &["canada", "canadian"],
    &["mexico", "mexican"],
    &["brazil", "brazilian"],
    &["argentina", "argentinian", "argentine"],
    &["chile", "chilean"],
    &["colombia", "colombian"],
    &["egypt", "egyptian"],
    &["nigeria", "nigerian"],
    &["kenya", "kenyan"],
    &["south africa", "south african"],
    &["israel", "israeli"],
    &["hungary", "hungarian"],
    &["czech republic", "czech", "czechia"],
    &["romania", "romanian"],
    &["thailand", "thai"],
    &["vietnam", "vietnamese"],
];

/// Values that people name by other words: the group a word is in.
const VALUE_WORDS: &[&[&str]] = &[
    &["f", "female", "females", "woman", "women", "girl", "girls"],
    &["m", "male", "males", "man", "men", "boy", "boys"],
    &["yes", "true", "t", "y"],
    &["no", "false", "n"],
];

/// Other words for a value, so that "European" finds `Europe` and "female" finds `F`.
pub fn value_group(word: &str) -> Option<&'static [&'static str]> {
    VALUE_WORDS
        .iter()
        .chain(PLACES)
        .find(|group| group.contains(&word))
        .copied()
}

/// Whether a group of values is only about people's gender: a single letter is enough there.
pub fn is_gender_word(word: &str) -> bool {
    word.len() > 1 && VALUE_WORDS[..2].iter().any(|group| group.contains(&word))
}
