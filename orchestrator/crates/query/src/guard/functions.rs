//! The functions that a query may call.

use sqlparser::ast::{
    Expr, Function, FunctionArg, FunctionArgExpr, FunctionArgumentClause, FunctionArguments,
    ObjectNamePart, Value,
};

use super::refused_query;
use crate::{WorkerFailure, nearest_name};

const MAX_ARGUMENTS: usize = 60;
/// The length to which `lpad` and `rpad` may fill.
const MAX_PADDED: u64 = 200;

const AGGREGATES: &[&str] = &[
    "approx_distinct",
    "approx_median",
    "approx_percentile_cont",
    "array_agg",
    "avg",
    "bit_and",
    "bit_or",
    "bit_xor",
    "bool_and",
    "bool_or",
    "corr",
    "count",
    "covar",
    "covar_pop",
    "covar_samp",
    "first_value",
    "grouping",
    "last_value",
    "max",
    "mean",
    "median",
    "min",
    "nth_value",
    "percentile_cont",
    "quantile_cont",
    "regr_avgx",
    "regr_avgy",
    "regr_count",
    "regr_intercept",
    "regr_r2",
    "regr_slope",
    "regr_sxx",
    "regr_sxy",
    "regr_syy",
    "stddev",
    "stddev_pop",
    "stddev_samp",
    "string_agg",
    "sum",
    "var",
    "var_pop",
    "var_population",
    "var_samp",
    "var_sample",
];

const WINDOW: &[&str] = &[
    "cume_dist",
    "dense_rank",
    "lag",
    "lead",
    "ntile",
    "percent_rank",
    "rank",
    "row_number",
];

const MATH: &[&str] = &[
    "abs",
    "acos",
    "asin",
    "atan",
    "atan2",
    "cbrt",
    "ceil",
    "cos",
    "cot",
    "degrees",
    "exp",
    "factorial",
    "floor",
    "gcd",
    "isnan",
    "iszero",
    "lcm",
    "ln",
    "log",
    "log10",
    "log2",
    "nanvl",
    "pi",
    "pow",
    "power",
    "radians",
    "round",
    "signum",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "trunc",
];

const TEXT: &[&str] = &[
    "ascii",
    "bit_length",
    "btrim",
    "char_length",
    "character_length",
    "chr",
    "concat",
    "concat_ws",
    "contains",
    "ends_with",
    "find_in_set",
    "initcap",
    "instr",
    "left",
    "length",
    "levenshtein",
    "lower",
    "lpad",
    "ltrim",
    "octet_length",
    "overlay",
    "position",
    "regexp_count",
    "regexp_instr",
    "regexp_like",
    "regexp_replace",
    "replace",
    "reverse",
    "right",
    "rpad",
    "rtrim",
    "split_part",
    "starts_with",
    "strpos",
    "substr",
    "substr_index",
    "substring",
    "to_hex",
    "translate",
    "trim",
    "upper",
];

const DATES: &[&str] = &[
    "current_date",
    "current_time",
    "current_timestamp",
    "date_bin",
    "date_format",
    "date_part",
    "date_trunc",
    "datepart",
    "datetrunc",
    "from_unixtime",
    "make_date",
    "now",
    "to_char",
    "to_date",
    "to_timestamp",
    "to_timestamp_micros",
    "to_timestamp_millis",
    "to_timestamp_seconds",
    "to_unixtime",
    "today",
];

const CONDITIONAL: &[&str] = &[
    "coalesce", "greatest", "ifnull", "least", "nullif", "nvl", "nvl2",
];

/// Function names of other dialects and their equivalents here.
const ELSEWHERE: &[(&str, &str)] = &[
    ("year", "date_part('year', column)"),
    ("month", "date_part('month', column)"),
    ("day", "date_part('day', column)"),
    ("hour", "date_part('hour', column)"),
    ("quarter", "date_part('quarter', column)"),
    ("week", "date_part('week', column)"),
    ("weekday", "date_part('dow', column)"),
    ("dayofweek", "date_part('dow', column)"),
    ("strftime", "to_char(column, '%Y-%m')"),
    ("datediff", "date_part('day', later - earlier)"),
    ("date_diff", "date_part('day', later - earlier)"),
    ("dateadd", "column + INTERVAL '1 day'"),
    ("date_add", "column + INTERVAL '1 day'"),
    ("group_concat", "string_agg(column, ', ')"),
    ("listagg", "string_agg(column, ', ')"),
    ("len", "length(column)"),
    ("isnull", "column IS NULL or coalesce(column, value)"),
    ("if", "CASE WHEN … THEN … ELSE … END"),
    ("iif", "CASE WHEN … THEN … ELSE … END"),
    ("ucase", "upper(column)"),
    ("lcase", "lower(column)"),
    ("mod", "a % b"),
    ("sign", "signum(column)"),
    (
        "mode",
        "GROUP BY the column, ORDER BY count(*) DESC, LIMIT 1",
    ),
    ("percentile_disc", "percentile_cont(column, 0.5)"),
    ("quantile", "percentile_cont(column, 0.5)"),
    (
        "random",
        "ORDER BY and LIMIT, so that the same query gives the same rows",
    ),
    ("repeat", "rpad(text, length, fill)"),
    ("generate_series", "the values that the tables hold"),
];

pub(super) fn check_function(function: &Function) -> Result<(), WorkerFailure> {
    let [ObjectNamePart::Identifier(identifier)] = function.name.0.as_slice() else {
        return Err(unknown_function(&function.name.to_string()));
    };
    let name = identifier.value.to_lowercase();
    if !function_names().any(|known| known == name) {
        return Err(unknown_function(&name));
    }
    if function.uses_odbc_syntax || !matches!(function.parameters, FunctionArguments::None) {
        return Err(refused_query(format!(
            "Call {name} with one list of arguments."
        )));
    }
    let arguments = match &function.args {
        FunctionArguments::None => return Ok(()),
        FunctionArguments::Subquery(_) => {
            return Err(refused_query(format!(
                "{name} takes values; put a subquery into brackets of its own."
            )));
        }
        FunctionArguments::List(list) => list,
    };
    if arguments.args.len() > MAX_ARGUMENTS {
        return Err(refused_query(format!(
            "{name} takes at most {MAX_ARGUMENTS} arguments here."
        )));
    }
    for clause in &arguments.clauses {
        use FunctionArgumentClause::{IgnoreOrRespectNulls, OrderBy};
        if !matches!(clause, IgnoreOrRespectNulls(_) | OrderBy(_)) {
            return Err(refused_query(format!(
                "In the brackets of {name} only ORDER BY and IGNORE NULLS may follow the arguments."
            )));
        }
    }
    for argument in &arguments.args {
        match argument {
            FunctionArg::Unnamed(FunctionArgExpr::Expr(_)) => {}
            FunctionArg::Unnamed(FunctionArgExpr::Wildcard) if name == "count" => {}
            _ => return Err(refused_query(format!("{name} takes plain arguments."))),
        }
    }
    if name == "lpad" || name == "rpad" {
        check_padding(&name, &arguments.args)?;
    }
    Ok(())
}

fn check_padding(name: &str, arguments: &[FunctionArg]) -> Result<(), WorkerFailure> {
    if let Some(FunctionArg::Unnamed(FunctionArgExpr::Expr(Expr::Value(value)))) = arguments.get(1)
        && let Value::Number(digits, _) = &value.value
        && digits
            .parse::<u64>()
            .is_ok_and(|length| length <= MAX_PADDED)
    {
        return Ok(());
    }
    Err(refused_query(format!(
        "The length that {name} fills to must be a plain number up to {MAX_PADDED}."
    )))
}

fn unknown_function(name: &str) -> WorkerFailure {
    let shown: String = name.chars().take(60).collect();
    let lower = shown.to_lowercase();
    if let Some((_, instead)) = ELSEWHERE.iter().find(|(known, _)| *known == lower) {
        return refused_query(format!(
            "The function {shown} is not available. Use {instead}."
        ));
    }
    let hint = nearest_name(&lower, function_names())
        .map(|near| format!(" Did you mean {near}?"))
        .unwrap_or_default();
    refused_query(format!(
        "The function {shown} is not available.{hint} Use the usual SQL functions over numbers, text and dates, such as count, sum, avg, median, round, lower, substr, date_trunc, date_part, coalesce and the window functions."
    ))
}

fn function_names() -> impl Iterator<Item = &'static str> {
    [AGGREGATES, WINDOW, MATH, TEXT, DATES, CONDITIONAL]
        .into_iter()
        .flatten()
        .copied()
}
