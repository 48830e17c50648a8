//! Plans behind statements: simple ones are read, others are left alone.

use portolan_questions::plan::{Aggregate, Group, Measure, Scalar, Select};
use portolan_questions::reading_back::read_back;
use portolan_questions::{Answer, Question, answer, plan::QueryPlan, prepare};
use serde_json::json;

use crate::support::orders;

fn behind(sql: &str, mark: &str) -> Option<QueryPlan> {
    let spec = json!({
        "data": {"name": "rows"},
        "mark": mark,
        "encoding": {
            "x": {"field": "Region", "type": "nominal"},
            "y": {"field": "Sold", "type": "quantitative"},
        },
    });
    read_back(sql, &spec, &[orders()])
}

const TOTALS: &str = "SELECT \"region\" AS \"Region\", SUM(\"quantity\") AS \"Sold\" FROM \"orders\" GROUP BY \"region\" ORDER BY \"Sold\" DESC";

#[test]
fn statement_of_another_model_is_read_and_a_follow_up_changes_it() {
    let tables = [orders()];
    let plan = behind(TOTALS, "bar").unwrap();
    assert!(matches!(
        &plan.measures[0].value,
        Measure::Aggregate { aggregate: Aggregate::Sum, of: Scalar::Column { column } } if column.column == "quantity"
    ));
    assert!(matches!(&plan.groups[0].value, Group::Column { column } if column.column == "region"));
    let next = answer(&Question {
        text: "as a line",
        tables: &tables,
        earlier: Some(&plan),
        schema: None,
    });
    let Answer::Plans { readings } = next else {
        panic!("{next:?}");
    };
    assert!(readings[0].follow_up);
    assert!(prepare(&readings[0].plan, &tables).is_ok());
}

#[test]
fn conditions_limits_and_periods_are_read() {
    let sql = "SELECT date_trunc('month', order_date) AS \"Region\", AVG(o.unit_price) AS \"Sold\" FROM orders WHERE region IN ('North', 'South') AND quantity > 3 GROUP BY 1 ORDER BY 2 DESC LIMIT 5";
    let plan = behind(&sql.replace("o.unit_price", "unit_price"), "line").unwrap();
    assert_eq!(plan.conditions.len(), 2);
    assert!(matches!(&plan.groups[0].value, Group::Time { .. }));
    assert!(matches!(
        plan.select.unwrap().value,
        Select::Top {
            n: 5,
            descending: true,
            ..
        }
    ));
}

#[test]
fn statements_that_say_more_are_left_alone() {
    for sql in [
        "SELECT \"region\" AS \"Region\", SUM(\"quantity\") * 2 AS \"Sold\" FROM \"orders\" GROUP BY \"region\"",
        "WITH x AS (SELECT 1) SELECT \"region\" AS \"Region\" FROM \"orders\"",
        "SELECT DISTINCT \"region\" AS \"Region\" FROM \"orders\"",
        "SELECT \"region\" AS \"Region\", SUM(\"quantity\") AS \"Sold\" FROM \"orders\" WHERE random() > 0.5 GROUP BY \"region\"",
        "SELECT \"region\", SUM(\"quantity\") FROM \"orders\" GROUP BY \"region\", \"customer_name\"",
        "SELECT \"region\", SUM(\"quantity\") FROM \"orders\" GROUP BY \"region\" HAVING SUM(\"quantity\") > 3",
        "SELECT \"region\", SUM(\"quantity\") FROM \"orders\" GROUP BY \"region\" LIMIT 3",
        "SELECT 1; SELECT 2",
        "not sql at all",
        "",
    ] {
        assert!(behind(sql, "bar").is_none(), "{sql}");
    }
}
