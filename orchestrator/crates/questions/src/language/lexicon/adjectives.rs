//! Superlatives and comparatives with the quantities that they speak of.

use super::is_one_of;
use crate::plan::Comparison;

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

/// Returns parts of the names of quantities by which a word may judge: "popular" by votes, "dangerous" by deaths.
pub fn judged_by(word: &str) -> &'static str {
    match word {
        "best" | "better" | "good" | "successful" | "success" | "strongest" | "top" => {
            "score rating grade eval point wins won winner satisf quality stars medal goal success"
        }
        "worst" | "worse" | "bad" | "weakest" => {
            "death died dead kill fatal casualt injur damage loss crime delay error fail score rating grade"
        }
        "rich" | "richest" | "poor" | "poorest" | "money" | "value" | "valuable" | "wealthiest" => {
            "gdp income wealth earn revenue profit sales price cost amount amnt cash asset market salary wage budget fund"
        }
        "expensive" | "cheap" | "cheapest" | "priciest" => {
            "price cost fee fare amount amnt rent salary bill charge pay budget"
        }
        "popular" | "popularity" => {
            "popular vote view like download play visit citation subscri subs follow fan rating review sold"
        }
        "busy" | "busiest" | "busier" => {
            "visit passenger rider ride trip traffic customer order flight hire count"
        }
        "dangerous" => "death died kill fatal casualt injur accident crash crime",
        "healthy" | "healthiest" | "healthier" => "calor fat sugar sodium cholest fiber protein",
        "big" | "biggest" | "largest" | "smallest" | "size" => {
            "size area popul volume capacity height weight mass length employee"
        }
        _ => "",
    }
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
            // "Heaviest" leaves "heavi" and "wettest" leaves "wett": the bases are spelled like that.
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
        "tall" => made(true, &["height", "elev", "altitud"]),
        "full" => made(true, &["occup", "fill", "load"]),
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
                "found",
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
        "quiet" => made(false, &["passeng", "traffic", "visitor", "count"]),
        "busi" => made(true, &["passeng", "traffic", "visitor", "count"]),
        "late" | "lat" => made(true, &["delay", "date", "year", "time"]),
        "earli" => made(false, &["date", "year", "time"]),
        "strong" => made(true, &["magnitud", "mag", "strength", "wind", "forc"]),
        "weak" => made(false, &["magnitud", "mag", "strength"]),
        "effici" | "econom" => made(true, &["mpg", "mileag", "effici"]),
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
    "found",
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

/// The quantities that a price may speak of.
pub const MONEY: &[&str] = &["price", "cost", "fee", "fare", "amount", "rent", "salari"];

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
    // "How rainy" is looked up as "raini", which is left of "rainiest".
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
        // Reaching 100 includes 100.
        ">=" | "≥" | "reach" | "reaches" | "reached" | "reaching" => Comparison::AtLeast,
        "<=" | "≤" => Comparison::AtMost,
        "=" | "==" | "equals" | "exactly" => Comparison::Equal,
        "!=" | "<>" | "≠" => Comparison::NotEqual,
        _ => return None,
    })
}
