//! The functions of queries, as PostgreSQL calls them.

use portolan_query::{FailureCode, WorkerFailure};
use sqlparser::ast::{
    Expr, Function, FunctionArg, FunctionArgExpr, FunctionArgumentClause, FunctionArguments, Ident,
    ObjectName, ObjectNamePart, OrderByExpr, Value,
};

use super::failure::failure;

/// Functions that mean the same there.
const SAME: &[&str] = &[
    "abs",
    "acos",
    "array_agg",
    "ascii",
    "asin",
    "atan",
    "atan2",
    "avg",
    "bit_and",
    "bit_length",
    "bit_or",
    "bit_xor",
    "bool_and",
    "bool_or",
    "btrim",
    "cbrt",
    "ceil",
    "char_length",
    "character_length",
    "chr",
    "coalesce",
    "concat",
    "concat_ws",
    "corr",
    "cos",
    "cot",
    "count",
    "covar_pop",
    "covar_samp",
    "cume_dist",
    "date_bin",
    "degrees",
    "dense_rank",
    "exp",
    "factorial",
    "first_value",
    "floor",
    "gcd",
    "greatest",
    "grouping",
    "initcap",
    "lag",
    "last_value",
    "lcm",
    "lead",
    "least",
    "left",
    "length",
    "ln",
    "lower",
    "lpad",
    "ltrim",
    "make_date",
    "max",
    "min",
    "nth_value",
    "ntile",
    "nullif",
    "octet_length",
    "percent_rank",
    "percentile_cont",
    "pi",
    "power",
    "radians",
    "rank",
    "regexp_count",
    "regexp_replace",
    "regr_avgx",
    "regr_avgy",
    "regr_count",
    "regr_intercept",
    "regr_r2",
    "regr_slope",
    "regr_sxx",
    "regr_sxy",
    "regr_syy",
    "replace",
    "reverse",
    "right",
    "round",
    "row_number",
    "rpad",
    "rtrim",
    "sin",
    "sinh",
    "split_part",
    "sqrt",
    "stddev",
    "stddev_pop",
    "stddev_samp",
    "string_agg",
    "strpos",
    "substr",
    "substring",
    "sum",
    "tan",
    "tanh",
    "to_hex",
    "translate",
    "trim",
    "trunc",
    "upper",
    "var_pop",
    "var_samp",
];

const RENAMED: &[(&str, &str)] = &[
    ("covar", "covar_samp"),
    ("ifnull", "coalesce"),
    ("instr", "strpos"),
    ("mean", "avg"),
    ("nvl", "coalesce"),
    ("pow", "power"),
    ("signum", "sign"),
    ("var", "var_samp"),
    ("var_population", "var_pop"),
    ("var_sample", "var_samp"),
];

/// Parts of dates in the formats of queries, and in PostgreSQL's.
const FORMATS: &[(char, &str)] = &[
    ('Y', "YYYY"),
    ('y', "YY"),
    ('m', "MM"),
    ('d', "DD"),
    ('e', "FMDD"),
    ('H', "HH24"),
    ('I', "HH12"),
    ('M', "MI"),
    ('S', "SS"),
    ('p', "AM"),
    ('b', "Mon"),
    ('B', "FMMonth"),
    ('a', "Dy"),
    ('A', "FMDay"),
    ('j', "DDD"),
    ('V', "IW"),
    ('G', "IYYY"),
];

/// Gives the function PostgreSQL's name, or returns the text of an expression that means the same.
pub(super) fn translate_function(function: &mut Function) -> Result<Option<String>, WorkerFailure> {
    let name = function.name.to_string().replace('"', "").to_lowercase();
    let arguments = arguments_of(function);
    let tail = tail_of(function);
    let text = match (name.as_str(), arguments.as_slice()) {
        ("median" | "approx_median", [value]) => {
            format!("percentile_cont(0.5) WITHIN GROUP (ORDER BY {value}){tail}")
        }
        ("percentile_cont" | "quantile_cont" | "approx_percentile_cont", [value, part, ..])
            if function.within_group.is_empty() =>
        {
            format!("percentile_cont({part}) WITHIN GROUP (ORDER BY {value}){tail}")
        }
        ("approx_percentile_cont" | "quantile_cont", [part]) => {
            let order = joined(&function.within_group);
            format!("percentile_cont({part}) WITHIN GROUP (ORDER BY {order}){tail}")
        }
        ("approx_distinct", [value]) => format!("count(DISTINCT {value}){tail}"),
        ("round" | "trunc", [value, digits]) => {
            format!("{name}(CAST({value} AS NUMERIC), CAST({digits} AS INTEGER))")
        }
        ("log", [base, value]) => format!("log(CAST({base} AS NUMERIC), CAST({value} AS NUMERIC))"),
        ("log" | "log10", [value]) => format!("log(CAST({value} AS DOUBLE PRECISION))"),
        ("log2", [value]) => format!("(ln(CAST({value} AS DOUBLE PRECISION)) / ln(2.0))"),
        ("isnan", [value]) => format!("(CAST({value} AS DOUBLE PRECISION) = 'NaN')"),
        ("iszero", [value]) => format!("({value} = 0)"),
        ("date_part" | "datepart", [part, value]) if part.to_lowercase() == "'epoch'" => {
            format!("date_part({part}, {value})")
        }
        ("date_part" | "datepart", [part, value]) => {
            format!("CAST(floor(date_part({part}, {value})) AS BIGINT)")
        }
        // Of a date PostgreSQL would make a time with a zone.
        ("date_trunc" | "datetrunc", [part, value]) => {
            format!("date_trunc({part}, CAST({value} AS TIMESTAMP))")
        }
        ("to_char" | "date_format", [value, format]) => {
            format!("to_char({value}, {})", translate_format(format)?)
        }
        ("to_date", [value]) => format!("CAST({value} AS DATE)"),
        ("to_timestamp", [value]) => format!("CAST({value} AS TIMESTAMP)"),
        ("from_unixtime" | "to_timestamp_seconds", [value]) => {
            format!("(to_timestamp(CAST({value} AS DOUBLE PRECISION)) AT TIME ZONE 'UTC')")
        }
        ("to_unixtime", [value]) => format!("CAST(floor(date_part('epoch', {value})) AS BIGINT)"),
        ("today" | "current_date", []) => "CURRENT_DATE".to_owned(),
        ("now" | "current_timestamp", []) => "CAST(now() AS TIMESTAMP)".to_owned(),
        ("contains", [text, part]) => format!("(strpos({text}, {part}) > 0)"),
        ("starts_with", [text, part]) => format!("(left({text}, length({part})) = {part})"),
        ("ends_with", [text, part]) => format!("(right({text}, length({part})) = {part})"),
        ("regexp_like", [text, pattern]) => format!("({text} ~ {pattern})"),
        ("regexp_like", [text, pattern, flags]) if flags == "'i'" => {
            format!("({text} ~* {pattern})")
        }
        ("nvl2", [value, then, otherwise]) => {
            format!("(CASE WHEN {value} IS NOT NULL THEN {then} ELSE {otherwise} END)")
        }
        ("first_value" | "last_value", [value]) if function.over.is_none() => {
            ordered_pick(function, value, name == "last_value")?
        }
        _ => {
            let renamed = RENAMED.iter().find(|(known, _)| *known == name);
            let plain = match renamed {
                Some((_, other)) => other,
                None if SAME.contains(&name.as_str()) => name.as_str(),
                None => {
                    return Err(failure(
                        FailureCode::QueryRefused,
                        format!(
                            "The function {name} isn't available over a database. Write the query without it."
                        ),
                    ));
                }
            };
            // Without quotes, in which PostgreSQL does not know COALESCE and its like.
            function.name = ObjectName(vec![ObjectNamePart::Identifier(Ident::new(plain))]);
            return Ok(None);
        }
    };
    Ok(Some(text))
}

/// The first or last value of a group in an order, which PostgreSQL has only over windows.
fn ordered_pick(function: &Function, value: &str, is_last: bool) -> Result<String, WorkerFailure> {
    let FunctionArguments::List(list) = &function.args else {
        return Ok(format!("min({value})"));
    };
    let mut order: Vec<OrderByExpr> = list
        .clauses
        .iter()
        .filter_map(|clause| match clause {
            FunctionArgumentClause::OrderBy(order) => Some(order.clone()),
            _ => None,
        })
        .flatten()
        .collect();
    if order.is_empty() {
        return Err(failure(
            FailureCode::QueryRefused,
            "first_value and last_value need ORDER BY in their brackets.",
        ));
    }
    if is_last {
        for part in &mut order {
            part.options.asc = Some(part.options.asc == Some(false));
            part.options.nulls_first = part.options.nulls_first.map(|first| !first);
        }
    }
    let filter = function
        .filter
        .as_ref()
        .map_or_else(String::new, |filter| format!(" FILTER (WHERE {filter})"));
    Ok(format!(
        "(array_agg({value} ORDER BY {}){filter})[1]",
        joined(&order)
    ))
}

fn joined(order: &[OrderByExpr]) -> String {
    let parts: Vec<String> = order.iter().map(ToString::to_string).collect();
    parts.join(", ")
}

fn arguments_of(function: &Function) -> Vec<String> {
    let FunctionArguments::List(list) = &function.args else {
        return Vec::new();
    };
    let arguments = list.args.iter().map(|argument| match argument {
        FunctionArg::Unnamed(FunctionArgExpr::Expr(value)) => value.to_string(),
        other => other.to_string(),
    });
    arguments.collect()
}

/// Returns the FILTER and OVER of a function.
fn tail_of(function: &Function) -> String {
    let mut tail = String::new();
    if let Some(filter) = &function.filter {
        tail.push_str(&format!(" FILTER (WHERE {filter})"));
    }
    if let Some(over) = &function.over {
        tail.push_str(&format!(" OVER {over}"));
    }
    tail
}

/// Translates a literal format such as `'%Y-%m'`.
fn translate_format(literal: &str) -> Result<String, WorkerFailure> {
    let refused = || {
        failure(
            FailureCode::QueryRefused,
            "Over a database, to_char takes a plain format of %Y, %m, %d, %H, %M, %S, %b, %B, %a, %A, %j and %V.",
        )
    };
    let inner = literal
        .strip_prefix('\'')
        .and_then(|rest| rest.strip_suffix('\''));
    let inner = inner.ok_or_else(refused)?;
    let mut format = String::new();
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '%' => {
                let kind = letters.next().ok_or_else(refused)?;
                match (kind, FORMATS.iter().find(|(known, _)| *known == kind)) {
                    (_, Some((_, format_part))) => format.push_str(format_part),
                    ('F', None) => format.push_str("YYYY-MM-DD"),
                    ('T', None) => format.push_str("HH24:MI:SS"),
                    _ => return Err(refused()),
                }
            }
            // Letters are parts of dates unless they are quoted.
            letter if letter.is_alphabetic() => format.push_str(&format!("\"{letter}\"")),
            '"' | '\'' | '\\' => return Err(refused()),
            letter => format.push(letter),
        }
    }
    Ok(Expr::Value(Value::SingleQuotedString(format).into()).to_string())
}
