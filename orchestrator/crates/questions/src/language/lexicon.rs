//! The English lexicon: function words, chart words, aggregates, comparisons and time words.
//!
//! It says what words mean when people ask about data; words for one table's columns belong into its linguistic schema.

use crate::plan::{Aggregate, Comparison, Mark, Season, TimeUnit};

fn is_one_of(word: &str, words: &str) -> bool {
    words.split_ascii_whitespace().any(|known| known == word)
}

/// Tells whether a word carries no content of its own.
pub fn is_function_word(word: &str) -> bool {
    is_one_of(
        word,
        "a an the of in on at to for from by with and or as is are was were be been being do does did done \
         has have had having that this these those it its their them they there what which who whose whom \
         when where how me my i we us our you your he she his her him please could can would should may might \
         also about into if then than any some both so s t ones one such \
         between among across over under up down out within along only just while via per each every all \
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
         question answer sort whole period entire please full complete available given existing \
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
         person people ppl persons folks somebody someone anyone everybody everyone total overall \
         compared relation relationship relate related relates depend depends depending dependent vary varies varying differ differs difference differences \
         trend trends development evolution evolve evolved develop developed change changes changed changing affect affects influence impact \
         did doing spread spreads set sets got get usually typically generally normally mostly currently ever always \
         actual actually entry entries item items row rows record records observation observations sample samples instance instances \
         individual whole group groups grouped grouping categorize categorized split divide break variable \
         compare compares pattern patterns together altogether combined both side beside next each \
         bring brings brought lead leads having per thereof itself them \
         column columns bin bins binning binned interval intervals member members convert converts general gotten broken shown breakdown wise add legend produced partitioned identify model xyplot through attribute attributes answered answers responded respondents surveyed ran something seperately looks net please money cross course days do does did please show interested interesting separate separately separated individually distinguished distinguish \
         incomplete unfinished partial anything everything added adding averaged place placed per cent please kindly \
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
        "species" => "species",
        "series" => "series",
        "news" => "news",
        "wrote" | "written" => "write",
        "drove" | "driven" => "drive",
        "flew" | "flown" | "flight" | "flights" | "flying" => "fly",
        "taught" => "teach",
        "director" | "directors" => "direct",
        "founder" | "founding" => "founded",
        "died" | "dying" | "death" | "deaths" | "dead" | "deadly" | "dies" => "die",
        "injured" | "injuries" | "injury" => "injure",
        "heights" | "high" | "tall" => "height",
        "weigh" | "weighs" | "weighed" | "weighing" | "weights" => "weight",
        "unemployed" => "unemployment",
        "electricity" => "electric",
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

/// Abbreviations in column names with the words they stand for.
pub fn expansions(part: &str) -> &'static [&'static str] {
    match part {
        "govt" | "gov" => &["government"],
        "cons" => &["consumption", "consumer"],
        "inv" => &["investment"],
        "dpi" => &["disposable", "income"],
        "infl" => &["inflation"],
        "unemp" => &["unemployment"],
        "pop" => &["population"],
        "int" => &["interest"],
        "tbil" | "tbill" => &["treasury", "bill"],
        "emp" => &["employment", "employees"],
        "mpg" => &["miles", "gallon", "mileage", "fuel", "economy"],
        "hp" => &["horsepower"],
        "pct" | "perc" | "percent" | "prop" => &["percent", "percentage", "share"],
        "avg" => &["average", "mean"],
        "qty" => &["quantity"],
        "usd" => &["dollar"],
        "eur" => &["euro"],
        "gbp" => &["pound", "sterling"],
        "jpy" => &["yen"],
        "chf" => &["franc"],
        "cny" => &["yuan", "renminbi"],
        "inr" => &["rupee"],
        "sek" | "nok" | "dkk" => &["krona", "krone"],
        "pln" => &["zloty"],
        "czk" => &["koruna"],
        "try" => &["lira"],
        "amt" => &["amount"],
        "num" | "nbr" | "no" | "n" => &["number"],
        "dept" => &["department"],
        "apt" => &["apartment"],
        "asst" => &["assistant"],
        "assoc" => &["associate", "association"],
        "prof" => &["professor"],
        "mgr" => &["manager"],
        "eng" => &["engineer", "engineering"],
        "univ" => &["university"],
        "intl" => &["international"],
        "addr" => &["address"],
        "lat" => &["latitude"],
        "lon" | "lng" => &["longitude"],
        "temp" => &["temperature"],
        "precip" | "prcp" => &["precipitation", "rain"],
        "max" => &["maximum"],
        "min" => &["minimum"],
        "dob" => &["birth"],
        "yr" => &["year"],
        "mag" => &["magnitude"],
        "gpa" => &["grade"],
        "id" => &["identifier", "number"],
        "dep" => &["departure"],
        "arr" => &["arrival"],
        "dest" => &["destination"],
        "orig" => &["origin"],
        "disp" => &["displacement"],
        "cyl" => &["cylinders"],
        "wt" => &["weight"],
        "ht" => &["height"],
        "acc" => &["acceleration"],
        "gdp" => &["gross", "domestic", "product"],
        "fname" => &["first", "name"],
        "lname" => &["last", "name"],
        "o3" => &["ozone"],
        "co2" => &["carbon", "dioxide"],
        "no2" => &["nitrogen", "dioxide"],
        "nat" => &["nation", "country", "nationality"],
        "cat" => &["category", "group"],
        "exp" => &["expenditure", "spending", "expectancy"],
        "cap" => &["capita"],
        "percap" | "pc" => &["capita", "head", "person"],
        _ => &[],
    }
}

/// Returns the word that a part of a column's name shortens; synonyms and roles are known for whole words only.
pub fn written_out(part: &str) -> &str {
    match part {
        "nm" => "name",
        "cd" => "code",
        "dt" => "date",
        "ts" => "timestamp",
        "mfr" | "mfg" | "manuf" => "manufacturer",
        "spp" => "species",
        "nbhd" | "nhood" | "neigh" => "neighborhood",
        "stn" => "station",
        "isl" => "island",
        "usr" => "user",
        "mbr" => "member",
        "typ" => "type",
        "lvl" => "level",
        "mdl" => "model",
        "bdy" => "body",
        "lbl" => "label",
        "ctry" | "cntry" => "country",
        "prc" | "msrp" => "price",
        "cust" => "customer",
        "dur" => "duration",
        "len" => "length",
        "spd" => "speed",
        "wgt" => "weight",
        "hgt" => "height",
        "veh" => "vehicle",
        "hosp" => "hospital",
        "prov" => "province",
        "gend" => "gender",
        "educ" => "education",
        "scr" => "score",
        "budg" => "budget",
        "crit" => "critic",
        "aud" => "audience",
        "rng" => "range",
        "batt" => "battery",
        "pwr" => "power",
        "trq" => "torque",
        "drv" => "drive",
        "wrnty" => "warranty",
        "dom" => "domestic",
        "ww" => "worldwide",
        "obs" => "observation",
        "tot" => "total",
        "prcp" => "precipitation",
        "hlth" => "health",
        "mort" => "mortality",
        "fert" => "fertility",
        "hwy" => "highway",
        "wx" => "weather",
        other => other,
    }
}

/// Parts of names that are written without separators.
pub const GLUED_PARTS: &str = "real total avg mean num max min net gross gdp cons inv govt dpi rate tbil int birth death life exp expect expectancy \
    percap cap pop unemp emp price cost sales date time year month day count amount code name type per head hour wage income \
    horse power product size weight height length speed age score number temp rain fall wind first last sub user start end fertility infant mortality";

/// Returns how much a word of a column's name says, from 0 to 1.
pub fn name_word_weight(word: &str) -> f64 {
    match word {
        "of" | "in" | "by" | "the" | "and" | "a" | "on" | "at" | "for" | "per" | "with" | "to" => {
            0.1
        }
        "code" | "id" | "no" | "number" | "num" | "value" | "details" | "text" | "info"
        | "desc" | "description" | "effect" | "level" | "status" => 0.35,
        "km" | "km2" | "m2" | "kg" | "g" | "cm" | "mm" | "ft" | "lb" | "lbs" | "usd" | "eur"
        | "gbp" | "pct" | "sqft" | "mi" | "ms" | "sec" | "min" | "knots" | "ias" | "mph"
        | "kmh" | "hrs" | "years" | "percent" | "thousand" | "thousands" | "million"
        | "millions" | "inches" | "gallon" => 0.15,
        _ if word.len() == 1 => 0.2,
        "name" | "title" => 0.3,
        "type" | "date" | "total" | "count" | "other" | "is" | "real" | "origin" | "amount" => 0.6,
        _ => 1.0,
    }
}

/// Tells whether a word in a column's name only says that the column tells things apart.
pub fn is_label_word(word: &str) -> bool {
    matches!(
        word,
        "id" | "code"
            | "no"
            | "nr"
            | "number"
            | "num"
            | "name"
            | "title"
            | "label"
            | "key"
            | "identifier"
    )
}

/// Returns how much is lost where a question leaves out a word of a column's name: "building" is rather a building's name
/// than its type.
pub fn unsaid_weight(word: &str, weight: f64) -> f64 {
    match word {
        "total" | "all" | "overall" => weight * 0.3,
        "type" | "kind" | "class" | "category" | "group" | "status" => 1.0,
        _ if is_label_word(word) => weight * 0.4,
        _ => weight,
    }
}

/// Tells whether two words are derived from one root: "readmission" and "readmitted", "occupancy" and "occupants".
pub fn is_derived(left: &str, right: &str) -> bool {
    const ENDINGS: [&str; 34] = [
        "issions", "ission", "ations", "ation", "itions", "ition", "ptions", "ption", "ctions",
        "ction", "sions", "sion", "tions", "tion", "ments", "ment", "ances", "ance", "ences",
        "ence", "ancy", "ency", "ants", "ant", "ings", "ing", "itted", "ers", "ors", "er", "or",
        "ed", "ities", "ity",
    ];
    fn root(word: &str) -> &str {
        ENDINGS
            .iter()
            .find_map(|ending| {
                let root = word.strip_suffix(ending)?;
                (root.len() >= 4).then_some(root)
            })
            .unwrap_or_else(|| word.trim_end_matches(['s', 'e']))
    }
    let (left, right) = (root(left), root(right));
    if left.len() < 4 || right.len() < 4 {
        return false;
    }
    let (short, long) = if left.len() <= right.len() {
        (left, right)
    } else {
        (right, left)
    };
    short == long || (short.len() >= 5 && long.len() == short.len() + 1 && long.starts_with(short))
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

/// A superlative or comparative adjective: its direction and the stems of what it measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjective {
    pub high: bool,
    /// Empty where the quantity is named beside it ("highest").
    pub stems: &'static [&'static str],
}

/// Tells whether a word judges without saying by which quantity.
pub fn is_evaluation(word: &str) -> bool {
    is_one_of(
        word,
        "best worst most least good bad better worse do doing perform performs performing performance popular popularity \
         successful success dangerous important happy happiness rich richest poor busy busiest busier top bottom worthwhile \
         attractive strong weak interesting relevant active hardest toughest healthiest diligent loyal valuable efficient \
         productive reliable punctual unusual quality activity activities movements money value biggest largest size \
         develop development doing going",
    )
}

/// Tells whether a superlative judges: it is never a number of rows.
pub fn is_judgement(word: &str) -> bool {
    matches!(word, "best" | "worst" | "strongest" | "weakest" | "peak")
}

/// Reads "biggest", "more", "older": superlative or comparative.
pub fn superlative(word: &str) -> Option<Adjective> {
    let made = |high, stems| Some(Adjective { high, stems });
    match word {
        "most" | "highest" | "greatest" | "top" | "maximum" | "strongest" | "peak" | "best"
        | "max" => made(true, &[]),
        "least" | "lowest" | "fewest" | "bottom" | "minimum" | "weakest" | "worst" | "min" => {
            made(false, &[])
        }
        "largest" | "biggest" | "smallest" | "tiniest" => {
            made(!matches!(word, "smallest" | "tiniest"), SIZE)
        }
        _ => {
            let base = word.strip_suffix("est")?;
            adjective_base(base)
        }
    }
}

/// Reads "older", "heavier": the comparative.
pub fn comparative(word: &str) -> Option<Adjective> {
    let made = |high, stems| Some(Adjective { high, stems });
    match word {
        "more" | "higher" | "greater" | "above" | "over" | "exceeding" | "exceeds" | "beyond" => {
            made(true, &[])
        }
        "less" | "fewer" | "lower" | "below" | "under" => made(false, &[]),
        "larger" | "bigger" => made(true, SIZE),
        "smaller" => made(false, SIZE),
        _ => adjective_base(word.strip_suffix("er")?),
    }
}

/// The quantities that size may speak of.
pub const SIZE: &[&str] = &[
    "size", "area", "popul", "volum", "capac", "enrol", "mass", "weight", "length", "total",
    "amount", "magnitud",
];

fn adjective_base(base: &str) -> Option<Adjective> {
    let made = |high, stems| Some(Adjective { high, stems });
    match base {
        "heavi" => made(true, &["weight", "mass", "load"]),
        "light" => made(false, &["weight", "mass", "load"]),
        "tall" => made(true, &["height"]),
        "short" => made(
            false,
            &[
                "height", "length", "durat", "runtim", "run", "time", "distanc",
            ],
        ),
        "long" => made(
            true,
            &[
                "length", "durat", "runtim", "run", "time", "distanc", "page", "life",
            ],
        ),
        "old" => made(true, AGE),
        "young" => made(false, AGE),
        "new" => made(
            true,
            &[
                "founded",
                "built",
                "open",
                "establish",
                "creat",
                "construct",
                "join",
                "releas",
                "publish",
                "year",
                "date",
            ],
        ),
        "fast" | "quick" => made(true, &["speed", "veloc", "time"]),
        "slow" => made(false, &["speed", "veloc", "time"]),
        "cheap" => made(false, MONEY),
        "dear" | "costli" | "price" | "prici" => made(true, MONEY),
        "rich" | "wealthi" => made(true, &["gdp", "incom", "wealth", "worth", "money"]),
        "poor" => made(false, &["gdp", "incom", "wealth"]),
        "hot" | "hott" | "warm" => made(true, TEMPERATURE),
        "cold" | "cool" => made(false, TEMPERATURE),
        "rain" | "raini" | "wet" | "wett" => made(true, &["precipit", "rain", "rainfal"]),
        "dry" | "dri" => made(false, &["precipit", "rain", "rainfal", "humid"]),
        "wind" | "windi" => made(true, &["wind"]),
        "deep" => made(true, &["depth"]),
        "shallow" => made(false, &["depth"]),
        "wide" | "wid" | "broad" => made(true, &["width"]),
        "narrow" => made(false, &["width"]),
        "deadli" => made(true, &["die", "fatal", "kill"]),
        "happi" => made(true, &["happi", "satisfact"]),
        "busi" => made(true, &["passeng", "traffic", "visitor", "count"]),
        "late" | "lat" => made(true, &["delay", "date", "year", "time"]),
        "earli" => made(false, &["date", "year", "time"]),
        "strong" => made(true, &["magnitud", "strength", "wind", "forc"]),
        "weak" => made(false, &["magnitud", "strength"]),
        "close" | "clos" | "near" => made(false, &["distanc", "margin", "differ"]),
        "far" | "furth" | "farth" => made(true, &["distanc"]),
        "power" => made(true, &["horsepow", "power"]),
        "popul" => made(true, &["popul", "vote", "count"]),
        _ => None,
    }
}

const AGE: &[&str] = &[
    "age",
    "birth",
    "born",
    "founded",
    "built",
    "open",
    "establish",
    "creat",
    "construct",
    "releas",
    "publish",
    "year",
    "date",
];
const MONEY: &[&str] = &["price", "cost", "fee", "fare", "amount", "rent", "salari"];
const TEMPERATURE: &[&str] = &["temperatur", "temp"];

/// Returns the stems of what an adjective behind a measure speaks of: "5 minutes late", "2 m tall".
pub fn measured_adjective(word: &str) -> Option<&'static [&'static str]> {
    Some(match word {
        "late" => &["delay", "late"],
        "early" => &["earli", "delay"],
        "long" => &["length", "durat", "runtim", "distanc", "time"],
        "tall" | "high" => &["height", "elev"],
        "wide" => &["width"],
        "deep" => &["depth"],
        "heavy" => &["weight", "mass"],
        "away" => &["distanc"],
        _ => return None,
    })
}

/// Reads adjectives in their plain form after "most" and "least": "most expensive".
pub fn plain_adjective(word: &str) -> Option<Adjective> {
    let made = |high, stems| Some(Adjective { high, stems });
    match word {
        "expensive" | "pricey" | "costly" => made(true, MONEY),
        "cheap" => made(false, MONEY),
        "populous" | "populated" => made(true, &["popul"]),
        "powerful" => made(true, &["horsepow", "power"]),
        "deadly" | "lethal" => made(true, &["die", "fatal", "kill"]),
        "heavy" => made(true, &["weight", "mass"]),
        "old" => made(true, &["age"]),
        "young" => made(false, &["age"]),
        "tall" => made(true, &["height"]),
        "fast" => made(true, &["speed"]),
        "efficient" | "economical" => made(true, &["mpg", "effici", "mileag"]),
        "profitable" => made(true, &["profit", "margin"]),
        "warm" | "hot" => made(true, TEMPERATURE),
        "cold" => made(false, TEMPERATURE),
        "large" | "big" => made(true, SIZE),
        "small" => made(false, SIZE),
        "delayed" => made(true, &["delay"]),
        _ => None,
    }
}

/// Returns the stems of what an adjective behind "how" asks for: "how warm", "how long".
pub fn asked_quantity(word: &str) -> &'static [&'static str] {
    let base = word
        .strip_suffix('y')
        .map_or_else(|| word.to_owned(), |base| format!("{base}i"));
    plain_adjective(word)
        .or_else(|| adjective_base(&base))
        .or_else(|| adjective_base(word))
        .map_or(&[], |adjective| adjective.stems)
}

/// Returns the comparison that opens a condition; the number of its words comes from the caller.
pub fn comparison_word(word: &str) -> Option<Comparison> {
    Some(match word {
        ">" | "above" | "over" | "exceeding" | "exceeds" | "exceed" | "beyond" | "exceeded" => {
            Comparison::More
        }
        "<" | "below" | "under" | "beneath" => Comparison::Less,
        ">=" | "≥" => Comparison::AtLeast,
        "<=" | "≤" => Comparison::AtMost,
        "=" | "==" | "equals" | "exactly" => Comparison::Equal,
        "!=" | "<>" | "≠" => Comparison::NotEqual,
        _ => return None,
    })
}

/// Tells whether amounts of a column with this stem in its name add up.
pub fn is_additive_stem(stem: &str) -> bool {
    is_one_of(
        stem,
        "sell revenu profit quantiti qti amount unit order vote spend expens turnov gross loss lose purchas download visit visitor \
         click passeng medal goal count number total die fatal kill injure injuri casualti birth export import \
         cost budget donat fund invest emiss product output yield harvest case enrol attend area acreag exhibit event concert show transact copi member particip crime accid incid patient student employe employ job staff \
         barrel ton shipment trip ride traffic victim arrest death bill tip fine tax point run assist rebound hit homer strikeout \
         offic govern cons consumpt gdp inv sold gold silver bronz withdraw withdrawal runs calori protein wins win delay rain precipit precip rainfal gain",
    )
}

/// Tells whether a quantity with this stem is a stock: it adds up over places and not over time.
pub fn is_stock_stem(stem: &str) -> bool {
    is_one_of(
        stem,
        "popul pop balanc stock inventori inhabit resid headcount tenant occup debt member subscrib fleet follow",
    )
}

/// Tells whether a word of a name says that the column holds the whole or the result.
pub fn is_end_word(word: &str) -> bool {
    matches!(
        word,
        "total" | "finish" | "final" | "overall" | "result" | "net" | "all" | "end"
    )
}

/// Tells whether a word of a name says what was done to the things that it counts: "burned", "sold".
pub fn is_done_word(word: &str) -> bool {
    let is_irregular = matches!(
        word,
        "sold"
            | "lost"
            | "spent"
            | "paid"
            | "caught"
            | "grown"
            | "bought"
            | "sent"
            | "built"
            | "driven"
            | "flown"
    );
    // These describe a figure and no deed.
    let describes = matches!(
        word,
        "rated"
            | "estimated"
            | "adjusted"
            | "weighted"
            | "based"
            | "combined"
            | "expected"
            | "observed"
            | "measured"
            | "speed"
            | "seed"
            | "need"
            | "feed"
            | "bed"
            | "red"
            | "breed"
            | "reported"
            | "required"
    );
    is_irregular || word.len() > 4 && word.ends_with("ed") && !describes
}

/// Tells whether a word of a name says that the column is a part of something.
pub fn is_share_word(word: &str) -> bool {
    matches!(
        word,
        "share"
            | "pct"
            | "percent"
            | "percentage"
            | "rate"
            | "ratio"
            | "growth"
            | "change"
            | "density"
            | "per"
    )
}

/// Tells whether a word of a name says that the column names persons.
pub fn is_person_word(word: &str) -> bool {
    matches!(
        word,
        "name"
            | "holder"
            | "customer"
            | "client"
            | "person"
            | "owner"
            | "employee"
            | "member"
            | "player"
            | "runner"
            | "student"
            | "author"
            | "advisor"
            | "driver"
            | "patient"
            | "user"
            | "seller"
            | "agent"
            | "winner"
            | "candidate"
    )
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

/// Tells whether amounts of a column with this stem must not be added.
pub fn is_rate_stem(stem: &str) -> bool {
    is_one_of(
        stem,
        "rate price index percent percentag pct perc ratio averag avg mean median temperatur temp score rate rating grade gpa age length width height \
         depth weight mass speed mpg mileag densiti share margin interest infl inflat unemploy unemp cpi yield expect expectancy lat latitud lon longitud \
         horsepow power displac acceler level per capita year pressur humid wind bmi iq rank pop popul size radius diamet elev altitud gini fertil \
         pulse heart blood distanc durat runtim magnitud mag time star salari wage incom hdi happi satisfact freedom sentiment close open high low gap change \
         real discount probabl prop proport concentr ph gravity quality",
    )
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
    let at = NAMES.iter().position(|name| {
        *name == word
            || (word.len() >= 3 && word.len() <= 4 && name.starts_with(word))
            || (word == "sept" && *name == "september")
    })?;
    u32::try_from(at + 1).ok()
}

/// Returns the months of a season's name.
pub fn season_months(word: &str) -> Option<&'static [u32]> {
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

/// Places with the names, adjectives and codes they go by.
const PLACES: &str = "usa,us,u.s.,united states,united states of america,america,american,americans;\
    uk,united kingdom,britain,great britain,british,gb,gbr;england,english;scotland,scottish;wales,welsh;ireland,irish;\
    europe,european,europeans,eu;asia,asian;africa,african;japan,japanese,jp,jpn;china,chinese,cn,chn;\
    germany,german,germans,deu,ger;france,french,fra;italy,italian,ita;spain,spanish,esp;portugal,portuguese,prt;netherlands,dutch,holland,nld;\
    belgium,belgian,bel;switzerland,swiss,che;austria,austrian,aut;sweden,swedish,swe;norway,norwegian,nor;denmark,danish,dnk;\
    finland,finnish,fin;poland,polish,pol;russia,russian,rus;ukraine,ukrainian;greece,greek,grc;turkey,turkish,tur;india,indian,ind;\
    south korea,korea,korean,kor,korea rep.;australia,australian,aus;new zealand,kiwi,nzl;canada,canadian,can;mexico,mexican,mex;brazil,brazilian,bra;\
    argentina,argentinian,argentine,arg;chile,chilean,chl;colombia,colombian,col;egypt,egyptian,egy;nigeria,nigerian;kenya,kenyan;south africa,south african,zaf;\
    israel,israeli,isr;hungary,hungarian,hun;czech republic,czech,czechia,cze;romania,romanian,rou;thailand,thai,tha;vietnam,vietnamese,vnm;\
    california,ca;texas,tx;florida,fl;new york,ny;illinois,il;washington,wa;ohio,oh;georgia,ga;michigan,mi;pennsylvania,pa;massachusetts,ma;arizona,az;\
    colorado,co;nevada,nv;hawaii,hi;alaska,ak;new jersey,nj;virginia,va;north carolina,nc;south carolina,sc;tennessee,tn;missouri,mo;wisconsin,wi;minnesota,mn;\
    louisiana,la;alabama,al;kentucky,ky;oregon,or;oklahoma,ok;connecticut,ct;iowa,ia;mississippi,ms;arkansas,ar;kansas,ks;utah,ut;nebraska,ne;new mexico,nm;\
    west virginia,wv;idaho,id;maine,me;new hampshire,nh;rhode island,ri;montana,mt;delaware,de;south dakota,sd;north dakota,nd;vermont,vt;wyoming,wy";

/// Values that people name by other words.
const VALUE_WORDS: &str = "f,female,females,woman,women,girl,girls;m,male,males,man,men,boy,boys;\
    yes,true,t,y;no,false,n;none,nothing,n/a;automatic,auto;manual,hand;night,nighttime,nights;day,daytime;\
    lunch,lunchtime,noon;dinner,evening,dinnertime,supper";

/// Returns the groups of words for the same value.
pub fn value_groups() -> impl Iterator<Item = Vec<&'static str>> {
    VALUE_WORDS
        .split(';')
        .chain(PLACES.split(';'))
        .map(|group| group.trim().split(',').collect())
}

/// Words that the spelling correction may correct to.
pub const OPERATORS: &str = "percentile percentiles average median mean total maximum minimum highest lowest number percent percentage share proportion between greater \
    smaller larger correlation distribution histogram scatter yearly monthly weekly daily year month quarter decade weekday \
    cumulative running moving rolling growth change difference ratio standard deviation variance compare compared versus against without except \
    excluding which what where count countries country people each every across sorted ascending descending order group grouped bottom since before after until during \
    missing unknown recorded different distinct change increase decrease trend relationship heaviest lightest biggest smallest largest oldest youngest";
