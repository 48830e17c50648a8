//! Query plans, run by the real worker: each operator with figures that were worked out by hand.

use portolan_questions::{plan::QueryPlan, sql};
use serde_json::{Value, json};

use crate::support::EngineSetup;

const SALES: &str = "\
month,region,product,units,amount
2022-01-01,North,A,10,100
2022-01-01,South,A,20,300
2022-02-01,North,A,30,200
2022-02-01,South,B,40,100
2023-01-01,North,B,20,300
2023-01-01,South,A,10,200
2023-02-01,North,B,50,400
2023-02-01,South,B,,600
";

/// Marks every part of a plan as said earlier, so that plans are short to write.
fn mark_parts(value: &Value) -> Value {
    json!({"value": value, "provenance": {"type": "earlier"}})
}

fn mark_list(values: &Value) -> Value {
    Value::Array(
        values
            .as_array()
            .into_iter()
            .flatten()
            .map(mark_parts)
            .collect(),
    )
}

/// Reads a plan whose parts carry no provenance.
fn read_plan(table: &str, short: &Value) -> QueryPlan {
    let mut plan = json!({"table": table, "shape": short.get("shape").unwrap_or(&json!("groups"))});
    for key in ["measures", "groups", "conditions", "having", "order"] {
        plan[key] = mark_list(&short[key]);
    }
    if !short["hidden"].is_null() {
        plan["hidden"] = short["hidden"].clone();
    }
    for key in ["select", "unpivot"] {
        if !short[key].is_null() {
            plan[key] = mark_parts(&short[key]);
        }
    }
    if !short["joins"].is_null() {
        plan["joins"] = short["joins"].clone();
    }
    serde_json::from_value(plan).expect("the plan is well formed")
}

async fn rows_of(table: &str, csv: &str, short: &Value) -> Value {
    let desk = EngineSetup::new();
    let converted = desk.table(&format!("{table}.csv"), csv).await;
    let mut profile = converted.profile.clone();
    profile.name = table.to_owned();
    let plan = read_plan(table, short);
    let statement = sql::select(&plan, &[profile]).expect("the plan can be written");
    portolan_query::guard_query(&statement.sql, &[table]).expect("the guard accepts the statement");
    let file = portolan_query::TableFile {
        name: table.to_owned(),
        path: converted.path.clone(),
    };
    let result = desk.pool.query(&statement.sql, &[file]).await;
    let result = result.unwrap_or_else(|failure| panic!("{}\n{}", statement.sql, failure.message));
    for name in statement
        .frame
        .groups
        .iter()
        .map(|group| &group.name)
        .chain(statement.frame.measures.iter().map(|measure| &measure.name))
    {
        assert!(
            result.columns.iter().any(|column| column.name == *name),
            "no column {name} in\n{}",
            statement.sql
        );
    }
    round_figures(json!(result.rows))
}

/// Cuts figures to six decimals.
fn round_figures(value: Value) -> Value {
    match value {
        Value::Array(all) => Value::Array(all.into_iter().map(round_figures).collect()),
        Value::Number(number) => {
            let figure = number.as_f64().unwrap_or_default();
            json!((figure * 1e6).round() / 1e6)
        }
        other => other,
    }
}

async fn sales_plan(short: Value) -> Value {
    rows_of("sales", SALES, &short).await
}

fn column_ref(name: &str) -> Value {
    json!({"table": "sales", "column": name})
}

fn scalar_column(name: &str) -> Value {
    json!({"type": "column", "column": column_ref(name)})
}

fn group_by(name: &str) -> Value {
    json!({"type": "column", "column": column_ref(name)})
}

fn time_group(unit: &str) -> Value {
    json!({"type": "time", "of": {"type": "date", "column": column_ref("month")}, "unit": unit})
}

fn aggregate_of(kind: &str, name: &str) -> Value {
    json!({"type": "aggregate", "aggregate": {"type": kind}, "of": scalar_column(name)})
}

fn total_of() -> Value {
    aggregate_of("sum", "amount")
}

fn is_condition(name: &str, text: &str) -> Value {
    json!({"type": "test", "of": scalar_column(name), "test": {"type": "in", "values": [{"type": "text", "text": text}]}})
}

#[tokio::test]
async fn plain_aggregates_are_taken_per_group() {
    for (kind, north, south) in [
        ("sum", 110.0, 70.0),
        ("mean", 27.5, 70.0 / 3.0),
        ("median", 25.0, 20.0),
        ("minimum", 10.0, 10.0),
        ("maximum", 50.0, 40.0),
        ("range", 40.0, 30.0),
        ("countPresent", 4.0, 3.0),
        ("countDistinct", 4.0, 3.0),
        ("standardDeviation", 17.078_251_276, 15.275_252_317),
        ("last", 50.0, 10.0),
        ("first", 10.0, 20.0),
    ] {
        let found = sales_plan(json!({
            "measures": [aggregate_of(kind, "units")],
            "groups": [group_by("region")],
            "order": [{"by": {"type": "group", "index": 0}, "descending": false}],
        }))
        .await;
        assert_eq!(
            found,
            round_figures(json!([["North", north], ["South", south]])),
            "{kind}"
        );
    }
}

#[tokio::test]
async fn percentiles_interpolate_between_values() {
    let measure = json!({"type": "aggregate", "aggregate": {"type": "percentile", "percentile": 90.0}, "of": scalar_column("amount")});
    // 100 100 200 200 300 300 400 600: position 6.3 of 0 to 7.
    let found = sales_plan(json!({"measures": [measure]})).await;
    let figure = found[0][0].as_f64().unwrap_or_default();
    assert!((figure - 460.0).abs() < 0.01, "{figure}");
}

#[tokio::test]
async fn shares_are_taken_of_the_result_or_within_a_group() {
    let share = |whole: Value| json!({"type": "share", "of": total_of(), "whole": whole});
    let found = sales_plan(
        json!({"measures": [share(json!({"type": "result"}))], "groups": [group_by("region")]}),
    )
    .await;
    assert_eq!(found, json!([["South", 0.545_455], ["North", 0.454_545]]));
    let found = sales_plan(json!({
        "measures": [share(json!({"type": "group", "groups": [0]}))],
        "groups": [group_by("region"), group_by("product")],
    }))
    .await;
    assert_eq!(
        found,
        json!([
            ["North", "A", 0.3],
            ["North", "B", 0.7],
            ["South", "A", 0.416_667],
            ["South", "B", 0.583_333]
        ])
    );
}

#[tokio::test]
async fn share_of_rows_with_a_condition_is_the_mean_of_a_flag() {
    let flag = json!({"type": "aggregate", "aggregate": {"type": "mean"}, "of": {"type": "flag", "condition": is_condition("product", "B")}});
    let found = sales_plan(json!({"measures": [flag], "groups": [group_by("region")]})).await;
    assert_eq!(found, json!([["North", 0.5], ["South", 0.5]]));
}

#[tokio::test]
async fn ratios_and_differences_combine_measures() {
    let per = json!({"type": "arithmetic", "operator": "divide", "left": total_of(), "right": aggregate_of("sum", "units")});
    let found = sales_plan(json!({"measures": [per], "groups": [group_by("region")]})).await;
    assert_eq!(found, json!([["South", 17.142_857], ["North", 9.090_909]]));
    let of = |region: &str| json!({"type": "filtered", "of": total_of(), "condition": is_condition("region", region)});
    let gap = json!({"type": "arithmetic", "operator": "subtract", "left": of("South"), "right": of("North")});
    let found = sales_plan(json!({"measures": [gap], "groups": [time_group("year")]})).await;
    assert_eq!(found, json!([[2022.0, 100.0], [2023.0, 100.0]]));
}

#[tokio::test]
async fn changes_compare_with_an_earlier_period() {
    let change = |against: Value, shown_as: &str| json!({"type": "change", "of": total_of(), "against": against, "shownAs": shown_as});
    let previous = json!({"type": "previous"});
    let found = sales_plan(
        json!({"measures": [change(previous.clone(), "difference")], "groups": [time_group("month")]}),
    )
    .await;
    assert_eq!(
        found,
        json!([
            ["2022-02-01", -100.0],
            ["2023-01-01", 200.0],
            ["2023-02-01", 500.0]
        ])
    );
    let found = sales_plan(
        json!({"measures": [change(previous, "percent")], "groups": [time_group("year")]}),
    )
    .await;
    assert_eq!(found, json!([[2023.0, 1.142_857]]));
    let index = json!({"type": "first"});
    let found =
        sales_plan(json!({"measures": [change(index, "index")], "groups": [time_group("month")]}))
            .await;
    assert_eq!(found[3], json!(["2023-02-01", 250.0]));
}

#[tokio::test]
async fn year_before_skips_periods_without_a_counterpart() {
    let measure = json!({"type": "change", "of": total_of(), "against": {"type": "yearBefore"}, "shownAs": "difference"});
    // Only four months exist, so no row is twelve rows behind; by year one is.
    let found =
        sales_plan(json!({"measures": [measure.clone()], "groups": [time_group("month")]})).await;
    assert_eq!(found, json!([]));
    let found = sales_plan(json!({"measures": [measure], "groups": [time_group("year")]})).await;
    assert_eq!(found, json!([[2023.0, 800.0]]));
}

#[tokio::test]
async fn first_to_last_gives_one_figure_per_group() {
    let measure = json!({"type": "change", "of": total_of(), "against": {"type": "firstToLast"}, "shownAs": "difference"});
    let found = sales_plan(
        json!({"measures": [measure], "groups": [time_group("month"), group_by("region")]}),
    )
    .await;
    assert_eq!(found, json!([["North", 300.0], ["South", 300.0]]));
}

#[tokio::test]
async fn windows_run_over_the_groups_in_time() {
    let window = |kind: Value| json!({"type": "window", "of": total_of(), "window": kind});
    let found = sales_plan(
        json!({"measures": [window(json!({"type": "cumulative"}))], "groups": [time_group("month")]}),
    )
    .await;
    assert_eq!(found[3], json!(["2023-02-01", 2200.0]));
    let found = sales_plan(json!({"measures": [window(json!({"type": "moving", "periods": 2}))], "groups": [time_group("month")]})).await;
    assert_eq!(found[2], json!(["2023-01-01", 400.0]));
    let found = sales_plan(json!({"measures": [window(json!({"type": "rank", "descending": true}))], "groups": [group_by("region")], "order": [{"by": {"type": "measure", "index": 0}, "descending": false}]})).await;
    assert_eq!(found, json!([["South", 1.0], ["North", 2.0]]));
}

#[tokio::test]
async fn nested_measures_are_brought_together_from_finer_groups() {
    let measure = json!({"type": "nested", "aggregate": {"type": "mean"}, "of": total_of(), "over": [time_group("month")]});
    let found = sales_plan(json!({"measures": [measure], "groups": [time_group("year")]})).await;
    assert_eq!(found, json!([[2022.0, 350.0], [2023.0, 750.0]]));
}

#[tokio::test]
async fn top_keeps_ties_and_ranks_within_groups() {
    let top = |n: u32, ties: bool, within: Value| json!({"type": "top", "n": n, "by": 0, "descending": true, "ties": ties, "within": within});
    let raw = json!({"type": "raw", "of": scalar_column("amount")});
    let found = sales_plan(json!({
        "shape": "rows", "measures": [raw], "groups": [group_by("region")],
        "select": top(1, true, json!([0])),
    }))
    .await;
    assert_eq!(found, json!([["North", 400.0], ["South", 600.0]]));
    let count = json!({"type": "count"});
    let found = sales_plan(
        json!({"measures": [count], "groups": [group_by("region")], "select": top(1, true, json!([]))}),
    )
    .await;
    assert_eq!(found, json!([["North", 4.0], ["South", 4.0]]));
}

#[tokio::test]
async fn top_of_the_first_group_keeps_all_of_its_parts() {
    let found = sales_plan(json!({
        "measures": [total_of()], "groups": [group_by("region"), time_group("year")],
        "select": {"type": "top", "n": 1, "by": 0, "descending": true, "ties": false, "within": []},
    }))
    .await;
    assert_eq!(
        found,
        json!([["South", 2022.0, 400.0], ["South", 2023.0, 800.0]])
    );
}

#[tokio::test]
async fn nth_and_top_percent_count_places() {
    let found = sales_plan(json!({
        "measures": [total_of()], "groups": [time_group("month")],
        "select": {"type": "nth", "n": 2, "by": 0, "descending": true},
    }))
    .await;
    assert_eq!(found, json!([["2023-01-01", 500.0]]));
    let found = sales_plan(json!({
        "measures": [total_of()], "groups": [time_group("month")],
        "select": {"type": "topPercent", "percent": 50.0, "by": 0, "descending": true, "within": []},
    }))
    .await;
    assert_eq!(
        found,
        json!([["2023-02-01", 1000.0], ["2023-01-01", 500.0]])
    );
}

#[tokio::test]
async fn group_tests_apply_to_finished_groups() {
    let test = json!({"measure": total_of(), "test": {"type": "compare", "comparison": "atLeast", "value": {"type": "number", "number": 500.0}}});
    let found = sales_plan(
        json!({"measures": [total_of()], "groups": [time_group("month")], "having": [test]}),
    )
    .await;
    assert_eq!(
        found,
        json!([["2023-01-01", 500.0], ["2023-02-01", 1000.0]])
    );
    let above = json!({"measure": total_of(), "test": {"type": "againstAggregate", "comparison": "more", "aggregate": {"type": "mean"}, "within": {"type": "all"}}});
    let found = sales_plan(
        json!({"measures": [total_of()], "groups": [time_group("month")], "having": [above]}),
    )
    .await;
    assert_eq!(found, json!([["2023-02-01", 1000.0]]));
}

#[tokio::test]
async fn rows_compare_with_the_average_of_their_group() {
    let test = |within: Value| json!({"type": "test", "of": scalar_column("amount"), "test": {"type": "againstAggregate", "comparison": "more", "aggregate": {"type": "mean"}, "within": within}});
    let count = json!({"type": "count"});
    // The mean of all is 275; North's is 250 and South's 300.
    let found =
        sales_plan(json!({"measures": [count], "conditions": [test(json!({"type": "all"}))]}))
            .await;
    assert_eq!(found, json!([[4.0]]));
    let found = sales_plan(json!({
        "measures": [json!({"type": "count"})], "groups": [group_by("region")],
        "conditions": [test(json!({"type": "group", "columns": [column_ref("region")]}))],
        "order": [{"by": {"type": "group", "index": 0}, "descending": false}],
    }))
    .await;
    assert_eq!(found, json!([["North", 2.0], ["South", 1.0]]));
}

#[tokio::test]
async fn conditions_combine_with_and_or_and_not() {
    let count = json!({"type": "count"});
    let missing =
        json!({"type": "test", "of": scalar_column("units"), "test": {"type": "missing"}});
    let small = json!({"type": "test", "of": scalar_column("amount"), "test": {"type": "compare", "comparison": "less", "value": {"type": "number", "number": 200.0}}});
    let either = json!({"type": "or", "any": [missing, small]});
    assert_eq!(
        sales_plan(json!({"measures": [count], "conditions": [either.clone()]})).await,
        json!([[3.0]])
    );
    let neither = json!({"type": "not", "of": either});
    assert_eq!(
        sales_plan(json!({"measures": [json!({"type": "count"})], "conditions": [neither]})).await,
        json!([[5.0]])
    );
    let between = json!({"type": "test", "of": scalar_column("month"), "test": {"type": "between", "low": {"type": "date", "date": "2022-02-01"}, "high": {"type": "date", "date": "2023-02-01"}, "open": true}});
    assert_eq!(
        sales_plan(json!({"measures": [json!({"type": "count"})], "conditions": [between]})).await,
        json!([[4.0]])
    );
    let contains = json!({"type": "test", "of": scalar_column("region"), "test": {"type": "contains", "text": "ORT"}});
    assert_eq!(
        sales_plan(json!({"measures": [json!({"type": "count"})], "conditions": [contains]})).await,
        json!([[4.0]])
    );
}

#[tokio::test]
async fn seasons_and_splits_have_names_in_order() {
    let season = json!({"type": "season", "of": {"type": "date", "column": column_ref("month")}, "season": "monthOfYear"});
    let found = sales_plan(json!({"measures": [total_of()], "groups": [season]})).await;
    assert_eq!(found, json!([["January", 900.0], ["February", 1300.0]]));
    let split = json!({"type": "split", "condition": is_condition("product", "A"), "yes": "A", "no": "others"});
    let found = sales_plan(json!({"measures": [total_of()], "groups": [split], "order": [{"by": {"type": "measure", "index": 0}, "descending": true}]})).await;
    assert_eq!(found, json!([["others", 1400.0], ["A", 800.0]]));
    let found =
        sales_plan(json!({"measures": [total_of()], "groups": [time_group("decade")]})).await;
    assert_eq!(found, json!([[2020.0, 2200.0]]));
    let found =
        sales_plan(json!({"measures": [total_of()], "groups": [time_group("quarter")]})).await;
    assert_eq!(
        found,
        json!([["2022-01-01", 700.0], ["2023-01-01", 1500.0]])
    );
}

#[tokio::test]
async fn intervals_carry_both_ends() {
    let bin = json!({"type": "bin", "of": scalar_column("amount"), "by": {"type": "width", "width": 200.0}});
    let found = sales_plan(json!({"measures": [{"type": "count"}], "groups": [bin]})).await;
    assert_eq!(
        found,
        json!([
            [0.0, 200.0, 2.0],
            [200.0, 400.0, 4.0],
            [400.0, 600.0, 1.0],
            [600.0, 800.0, 1.0]
        ])
    );
    let edges = json!({"type": "bin", "of": scalar_column("amount"), "by": {"type": "edges", "edges": [200.0, 400.0]}});
    let found = sales_plan(json!({"measures": [{"type": "count"}], "groups": [edges]})).await;
    assert_eq!(
        found,
        json!([
            ["under 200", 2.0],
            ["200 to under 400", 4.0],
            ["400 and over", 2.0]
        ])
    );
}

#[tokio::test]
async fn several_measures_lie_below_each_other() {
    let found = sales_plan(json!({
        "measures": [total_of(), aggregate_of("sum", "units")],
        "groups": [group_by("region"), {"type": "measureNames"}],
    }))
    .await;
    assert_eq!(
        found,
        json!([
            ["North", "Total amount", 1000.0],
            ["North", "Total units", 110.0],
            ["South", "Total amount", 1200.0],
            ["South", "Total units", 70.0]
        ])
    );
}

#[tokio::test]
async fn correlation_and_weighted_mean_are_taken_over_rows() {
    let correlation = json!({"type": "correlation", "left": scalar_column("amount"), "right": scalar_column("amount")});
    assert_eq!(
        sales_plan(json!({"measures": [correlation]})).await,
        json!([[1.0]])
    );
    let weighted = json!({"type": "weightedMean", "of": scalar_column("amount"), "weight": scalar_column("units")});
    // 1000 + 6000 + 6000 + 4000 + 6000 + 2000 + 20000 over 180.
    assert_eq!(
        sales_plan(json!({"measures": [weighted]})).await,
        json!([[250.0]])
    );
}

#[tokio::test]
async fn columns_become_rows() {
    const WIDE: &str = "year,JAN,FEB,MAR\n2001,1,2,3\n2002,4,5,6\n";
    let unpivot = json!({
        "columns": [
            {"column": "JAN", "label": "January", "number": 1},
            {"column": "FEB", "label": "February", "number": 2},
            {"column": "MAR", "label": "March", "number": 3},
        ],
        "nameColumn": "month", "valueColumn": "temperature", "kind": "months",
    });
    let of = |name: &str| json!({"table": "wide", "column": name});
    let mean = json!({"type": "aggregate", "aggregate": {"type": "mean"}, "of": {"type": "column", "column": of("temperature")}});
    let found = rows_of("wide", WIDE, &json!({"unpivot": unpivot, "measures": [mean], "groups": [{"type": "column", "column": of("month")}], "order": []})).await;
    assert_eq!(found.as_array().map(Vec::len), Some(3));
    assert!(found.as_array().unwrap().contains(&json!(["January", 2.5])));
    let dated = json!({"type": "time", "of": {"type": "yearAndMonth", "year": of("year"), "month": of("month")}, "unit": "month"});
    let found = rows_of(
        "wide",
        WIDE,
        &json!({"unpivot": unpivot, "measures": [mean], "groups": [dated]}),
    )
    .await;
    assert_eq!(found[4], json!(["2002-02-01", 5.0]));
}

#[tokio::test]
async fn quantities_of_a_row_combine_its_columns() {
    const RACE: &str = "district,a,b,c\nx,10,30,20\ny,5,1,9\n";
    let of = |name: &str| json!({"type": "column", "column": {"table": "race", "column": name}});
    let all = json!([of("a"), of("b"), of("c")]);
    let spread = json!({"type": "arithmetic", "operator": "subtract", "left": {"type": "greatest", "of": all}, "right": {"type": "least", "of": all}});
    let found = rows_of("race", RACE, &json!({
        "shape": "rows",
        "measures": [{"type": "raw", "of": spread}, {"type": "raw", "of": {"type": "rowMean", "of": all}}],
        "groups": [{"type": "column", "column": {"table": "race", "column": "district"}}],
    })).await;
    assert_eq!(found, json!([["x", 20.0, 20.0], ["y", 8.0, 5.0]]));
}

#[tokio::test]
async fn groups_rank_by_a_measure_that_is_not_shown() {
    let found = sales_plan(json!({
        "measures": [{"type": "raw", "of": scalar_column("units")}], "groups": [time_group("month")],
        "hidden": [total_of()],
        "select": {"type": "top", "n": 1, "by": 1, "descending": true, "ties": false, "within": []},
    }))
    .await;
    assert_eq!(found, json!([["2023-02-01", 50.0]]));
}
