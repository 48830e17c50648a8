//! Words in the names of columns: abbreviations, weights, and what they say about a quantity.

use super::is_one_of;

/// Parts of names that are written without separators.
pub const GLUED_PARTS: &str = "real total avg mean num max min net gross gdp cons inv govt dpi rate tbil int birth death life exp expect expectancy \
    percap cap pop unemp emp price cost sales date time year month day count amount code name type per head hour wage income \
    horse power product size weight height length speed age score number temp rain fall wind first last sub user start end fertility infant mortality";

/// Short nouns that names are made of; the dictionary's others are too rare to be meant.
pub const SHORT_NOUNS: &str = "age air bag bar bed bin box bus cab car cat cow cup day dog ear egg end eye fan fat fee fly fox gas hen hip hub id \
    ice ink jet job key kid law leg lot man map men mix mud net oil pay pet pig pin pub ray red sea sex sky sun tax tea tie tip toe ton \
    top toy van war way win";

/// Returns how much a word of a column's name says, from 0 to 1.
pub fn name_word_weight(word: &str) -> f64 {
    match word {
        "of" | "in" | "by" | "the" | "and" | "a" | "on" | "at" | "for" | "per" | "with" | "to" => {
            0.1
        }
        "code" | "id" | "no" | "number" | "num" | "value" | "details" | "text" | "info"
        | "desc" | "description" | "effect" | "level" | "status" => 0.35,
        // Units are rarely said: "weight" finds "weight_kg".
        "km" | "km2" | "m2" | "kg" | "g" | "cm" | "mm" | "ft" | "lb" | "lbs" | "usd" | "eur"
        | "gbp" | "pct" | "sqft" | "mi" | "ms" | "sec" | "min" | "knots" | "ias" | "mph"
        | "kmh" | "hrs" | "years" | "percent" | "thousand" | "thousands" | "million"
        | "millions" | "inches" | "gallon" => 0.15,
        _ if word.len() == 1 => 0.2,
        "name" | "title" | "flag" | "indicator" => 0.3,
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
        // "Sales" may leave out the "total" of "total_sales".
        "total" | "all" | "overall" => weight * 0.3,
        "type" | "kind" | "class" | "category" | "group" | "status" => 1.0,
        _ if is_label_word(word) => weight * 0.4,
        _ => weight,
    }
}

/// Tells whether two words are derived from one root: "readmission" and "readmitted", "occupancy" and "occupants".
pub fn is_derived(left: &str, right: &str) -> bool {
    // Longer endings come first, so that "readmission" loses "ission" and not only "sion".
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
                // Shorter roots are shared by unrelated words.
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
    // "Producer" leaves "produc" and "production" leaves "produ".
    short == long || (short.len() >= 5 && long.len() == short.len() + 1 && long.starts_with(short))
}

/// Tells whether amounts of a column with this stem in its name add up.
pub fn is_additive_stem(stem: &str) -> bool {
    is_one_of(
        stem,
        "damag injur sell revenu profit quantiti qti amount unit order vote spend expens turnov gross loss lose purchas download visit visitor \
         click passeng medal goal count number total die fatal kill injure injuri casualti birth export import \
         cost budget donat fund invest emiss product output yield harvest case enrol attend area acreag exhibit event concert show transact copi member particip crime accid incid patient student employe employ job staff \
         barrel ton shipment trip ride traffic victim arrest death bill tip fine tax point run assist rebound hit homer strikeout \
         offic govern cons consumpt gdp inv sold gold silver bronz withdraw withdrawal runs calori protein wins win delay rain precipit precip rainfal gain wast recycl landfil inciner generat gen undergrad postgrad student graduat dock bed seat vehicl night overtim absenc",
    )
}

/// Tells whether a word of a name with this stem says that money comes or goes.
pub fn is_flow_stem(stem: &str) -> bool {
    const FLOWS: [&str; 6] = ["revenue", "cost", "profit", "loss", "donation", "refund"];
    let is_like =
        |word: &str| crate::language::concepts::is_related(stem, &crate::language::stem(word));
    // Earnings of persons are averaged and not added up.
    stem == "amount" || FLOWS.into_iter().any(is_like) && !is_like("salary")
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

/// Tells whether a word in a column's name says that more of it is better.
pub fn is_merit_word(word: &str) -> bool {
    is_one_of(
        word,
        "score rating ratings grade satisfaction quality happiness stars points success",
    )
}

/// Tells whether the last word of a table's name says that its rows hold numbers of the things before it.
pub fn is_tally(word: &str) -> bool {
    is_one_of(
        word,
        "count counts total totals tally tallies numbers figures statistics stats footfall",
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
            | "won"
            | "drawn"
            | "taken"
            | "given"
            | "made"
            | "stolen"
            | "written"
            | "eaten"
            | "shot"
            | "thrown"
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

/// Tells whether a noun is a rate by itself, so that nothing is called one of them: "turnout", "mortality".
pub fn is_rate_noun(word: &str) -> bool {
    matches!(
        word,
        "turnout"
            | "approval"
            | "mortality"
            | "unemployment"
            | "fertility"
            | "literacy"
            | "survival"
    )
}

/// Tells whether amounts of a column with this stem must not be added.
pub fn is_rate_stem(stem: &str) -> bool {
    is_one_of(
        stem,
        "rate price index percent percentag pct perc ratio averag avg mean median temperatur temp score rate rating grade gpa age length width height \
         depth weight mass speed mpg mileag densiti share margin interest infl inflat unemploy unemp cpi yield expect expectancy lat latitud lon longitud \
         horsepow power displac acceler level per capita percap year pressur humid wind bmi iq rank pop popul size radius diamet elev altitud gini fertil \
         pulse heart blood distanc durat runtim magnitud mag time star salari wage incom hdi happi satisfact freedom sentiment close open high low gap change \
         real discount probabl prop proport concentr ph gravity quality \
         rent tuition cholesterol glucos mgdl mmhg mmol ugm3 ppm ppb dba bpm systol diastol",
    )
}

/// Tells whether less of a quantity with this stem is better.
pub fn is_burden_stem(stem: &str) -> bool {
    const BURDENS: &str = "delay late wait cost price expens fee fine rent error fault failur defect mortal crime offenc \
        burglari theft violent unemp jobless accid crash injur damag complaint loss debt emiss pollut co2 no2 pm2 pm10 ozon \
        rank place miss cancel churn return refund risk noise wast time durat duration";
    let is_in_stem = |burden: &str| stem.starts_with(burden);
    // Deaths and the dead have this stem, with which "diet" and "diesel" begin.
    stem == "die" || BURDENS.split_whitespace().any(is_in_stem)
}
