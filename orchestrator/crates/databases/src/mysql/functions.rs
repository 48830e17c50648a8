//! The functions of queries, as MySQL calls them.

use sqlparser::ast::{
    DuplicateTreatment, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments,
};

/// Functions that mean the same there.
const SAME: &[&str] = &[
    "abs",
    "acos",
    "asin",
    "atan",
    "atan2",
    "avg",
    "ceil",
    "coalesce",
    "concat_ws",
    "cos",
    "cot",
    "count",
    "cume_dist",
    "degrees",
    "dense_rank",
    "exp",
    "floor",
    "lag",
    "lead",
    "left",
    "ln",
    "lower",
    "lpad",
    "ltrim",
    "max",
    "min",
    "ntile",
    "nullif",
    "percent_rank",
    "pi",
    "power",
    "radians",
    "rank",
    "replace",
    "reverse",
    "right",
    "round",
    "row_number",
    "rpad",
    "rtrim",
    "sign",
    "sin",
    "sqrt",
    "stddev_pop",
    "stddev_samp",
    "substr",
    "substring",
    "sum",
    "tan",
    "trim",
    "upper",
    "var_pop",
    "var_samp",
];

const RENAMED: &[(&str, &str)] = &[
    ("char_length", "char_length"),
    ("character_length", "char_length"),
    ("ifnull", "coalesce"),
    ("length", "char_length"),
    ("mean", "avg"),
    ("nvl", "coalesce"),
    ("octet_length", "length"),
    ("pow", "power"),
    ("signum", "sign"),
    // Their plain names are of populations there.
    ("stddev", "stddev_samp"),
    ("var", "var_samp"),
    ("var_population", "var_pop"),
    ("var_sample", "var_samp"),
];

/// Aggregates, whose FILTER becomes a CASE.
const AGGREGATES: &[&str] = &[
    "avg",
    "count",
    "max",
    "min",
    "stddev_pop",
    "stddev_samp",
    "sum",
    "var_pop",
    "var_samp",
];

/// Functions of a first or nth row, which have a meaning over windows only.
const OF_WINDOWS: &[&str] = &["first_value", "last_value", "nth_value"];

/// Returns the text of an expression that means the same; None where there is none.
pub fn translate_function(function: &Function) -> Option<String> {
    let name = function.name.to_string().replace('"', "").to_lowercase();
    let FunctionArguments::List(list) = &function.args else {
        return None;
    };
    let arguments = arguments_of(&list.args)?;
    if !list.clauses.is_empty() || !function.within_group.is_empty() {
        return None;
    }
    if function.null_treatment.is_some() {
        return None;
    }
    if let Some(text) = translate_special(&name, &arguments) {
        let is_plain = function.filter.is_none() && function.over.is_none();
        return is_plain.then_some(text);
    }
    let renamed = RENAMED.iter().find(|(known, _)| *known == name);
    let name = match renamed {
        Some((_, other)) => other,
        None if SAME.contains(&name.as_str()) => name.as_str(),
        None if OF_WINDOWS.contains(&name.as_str()) && function.over.is_some() => name.as_str(),
        None => return None,
    };
    let is_distinct = matches!(list.duplicate_treatment, Some(DuplicateTreatment::Distinct));
    let arguments = filtered(name, arguments, function.filter.as_deref())?;
    let distinct = if is_distinct { "DISTINCT " } else { "" };
    let over = match &function.over {
        Some(over) => format!(" OVER {over}"),
        None => String::new(),
    };
    Some(format!("{name}({distinct}{}){over}", arguments.join(", ")))
}

/// Moves a FILTER into the argument: values of other rows become null, which aggregates skip.
fn filtered(name: &str, arguments: Vec<String>, filter: Option<&Expr>) -> Option<Vec<String>> {
    let Some(filter) = filter else {
        return Some(arguments);
    };
    let [value] = arguments.as_slice() else {
        return None;
    };
    if !AGGREGATES.contains(&name) {
        return None;
    }
    let value = if value == "*" { "1" } else { value.as_str() };
    Some(vec![format!("CASE WHEN {filter} THEN {value} END")])
}

fn translate_special(name: &str, arguments: &[String]) -> Option<String> {
    Some(match (name, arguments) {
        // Skips what is null, as elsewhere.
        ("concat", parts) if !parts.is_empty() => format!("concat_ws('', {})", parts.join(", ")),
        ("strpos" | "instr", [text, part]) => format!("instr({text}, {part})"),
        ("contains", [text, part]) => format!("(instr({text}, {part}) > 0)"),
        ("starts_with", [text, part]) => {
            format!("(left({text}, char_length({part})) = {part})")
        }
        ("ends_with", [text, part]) => format!("(right({text}, char_length({part})) = {part})"),
        ("btrim", [text]) => format!("trim({text})"),
        ("log" | "log10", [value]) => format!("log10({value})"),
        ("log2", [value]) => format!("log2({value})"),
        ("trunc", [value]) => format!("truncate({value}, 0)"),
        ("trunc", [value, digits]) => format!("truncate({value}, {digits})"),
        ("iszero", [value]) => format!("({value} = 0)"),
        ("nvl2", [value, then, otherwise]) => {
            format!("(CASE WHEN {value} IS NOT NULL THEN {then} ELSE {otherwise} END)")
        }
        ("date_part" | "datepart", [part, value]) => part_of(part, value)?,
        ("date_trunc" | "datetrunc", [part, value]) => truncated(part, value)?,
        ("to_char" | "date_format", [value, format]) => {
            format!("date_format({value}, {})", translate_format(format)?)
        }
        ("to_date", [value]) => format!("CAST({value} AS DATE)"),
        ("to_timestamp", [value]) => format!("CAST({value} AS DATETIME(6))"),
        ("make_date", [year, month, day]) => {
            format!("CAST(concat_ws('-', {year}, {month}, {day}) AS DATE)")
        }
        ("today" | "current_date", []) => "CURRENT_DATE".to_owned(),
        ("now" | "current_timestamp", []) => "CAST(now() AS DATETIME(6))".to_owned(),
        _ => return None,
    })
}

/// Returns a part of a date as a whole number. The days of a week begin with Sunday, which is 0.
pub fn part_of(part: &str, value: &str) -> Option<String> {
    Some(match part.trim_matches('\'').to_lowercase().as_str() {
        "year" => format!("year({value})"),
        "quarter" => format!("quarter({value})"),
        "month" => format!("month({value})"),
        "week" => format!("weekofyear({value})"),
        "day" => format!("dayofmonth({value})"),
        "hour" => format!("hour({value})"),
        "minute" => format!("minute({value})"),
        "second" => format!("second({value})"),
        "doy" => format!("dayofyear({value})"),
        "dow" => format!("(dayofweek({value}) - 1)"),
        "isodow" => format!("(weekday({value}) + 1)"),
        _ => return None,
    })
}

/// Returns the beginning of a period; weeks begin on Monday.
fn truncated(part: &str, value: &str) -> Option<String> {
    let formatted = |format: &str| format!("CAST(date_format({value}, '{format}') AS DATETIME(6))");
    Some(match part.trim_matches('\'').to_lowercase().as_str() {
        "year" => formatted("%Y-01-01"),
        "quarter" => format!(
            "CAST(concat_ws('-', year({value}), quarter({value}) * 3 - 2, 1) AS DATETIME(6))"
        ),
        "month" => formatted("%Y-%m-01"),
        "week" => format!(
            "CAST(date_sub(CAST({value} AS DATE), INTERVAL weekday({value}) DAY) AS DATETIME(6))"
        ),
        "day" => formatted("%Y-%m-%d"),
        "hour" => formatted("%Y-%m-%d %H:00:00"),
        "minute" => formatted("%Y-%m-%d %H:%i:00"),
        "second" => formatted("%Y-%m-%d %H:%i:%s"),
        _ => return None,
    })
}

/// Translates a literal format such as `'%Y-%m'`.
fn translate_format(literal: &str) -> Option<String> {
    let inner = literal.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut format = String::new();
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '%' => match letters.next()? {
                same @ ('Y' | 'y' | 'm' | 'd' | 'e' | 'H' | 'I' | 'S' | 'p' | 'b' | 'a' | 'j') => {
                    format.extend(['%', same]);
                }
                'M' => format.push_str("%i"),
                'B' => format.push_str("%M"),
                'A' => format.push_str("%W"),
                'V' => format.push_str("%v"),
                'G' => format.push_str("%x"),
                'F' => format.push_str("%Y-%m-%d"),
                'T' => format.push_str("%H:%i:%S"),
                _ => return None,
            },
            '"' | '\'' | '\\' => return None,
            letter => format.push(letter),
        }
    }
    Some(format!("'{format}'"))
}

fn arguments_of(arguments: &[FunctionArg]) -> Option<Vec<String>> {
    let text = |argument: &FunctionArg| match argument {
        FunctionArg::Unnamed(FunctionArgExpr::Expr(value)) => Some(value.to_string()),
        FunctionArg::Unnamed(FunctionArgExpr::Wildcard) => Some("*".to_owned()),
        _ => None,
    };
    arguments.iter().map(text).collect()
}
