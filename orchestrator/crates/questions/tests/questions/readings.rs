//! Questions over the project's own tables, and the query and chart that answer each.

use crate::support::{best, ferries, islands, orders};

/// The SELECT on one line, and the kind of chart.
fn read(tables: &[portolan_query::TableProfile], text: &str) -> (String, String) {
    let reading = best(tables, text);
    (
        reading.sql.replace('\n', " "),
        reading.spec["mark"]["type"].as_str().unwrap().to_owned(),
    )
}

fn check(tables: &[portolan_query::TableProfile], cases: &[(&str, &str, &str)]) {
    for (text, mark, sql) in cases {
        let (found, drawn) = read(tables, text);
        assert_eq!((found.as_str(), drawn.as_str()), (*sql, *mark), "{text}");
    }
}

#[test]
fn counts_and_aggregates_are_grouped() {
    check(
        &[orders()],
        &[
            (
                "How many orders are there for each region?",
                "bar",
                r#"SELECT "region" AS "region", COUNT(*) AS "count" FROM "orders" GROUP BY "region" ORDER BY "region""#,
            ),
            (
                "average unit price by product category",
                "bar",
                r#"SELECT "product_category" AS "product_category", AVG("unit_price") AS "average_unit_price" FROM "orders" GROUP BY "product_category" ORDER BY "product_category""#,
            ),
            (
                "Total quantity per customer, from high to low",
                "bar",
                r#"SELECT "customer_name" AS "customer_name", SUM("quantity") AS "total_quantity" FROM "orders" GROUP BY "customer_name" ORDER BY "total_quantity" DESC"#,
            ),
        ],
    );
}

#[test]
fn conditions_find_their_columns() {
    check(
        &[orders()],
        &[
            (
                "number of orders in the North by product category",
                "bar",
                r#"SELECT "product_category" AS "product_category", COUNT(*) AS "count" FROM "orders" WHERE "region" = 'North' GROUP BY "product_category" ORDER BY "product_category""#,
            ),
            (
                "how many orders with a quantity of at least 20 for each region as a pie chart",
                "arc",
                r#"SELECT "region" AS "region", COUNT(*) AS "count" FROM "orders" WHERE "quantity" >= 20 GROUP BY "region" ORDER BY "region""#,
            ),
        ],
    );
}

#[test]
fn relations_distributions_and_names_choose_their_charts() {
    check(
        &[islands()],
        &[
            (
                "relationship between area and inhabitants",
                "point",
                r#"SELECT "area_km2" AS "area_km2", "inhabitants" AS "inhabitants" FROM "islands""#,
            ),
            (
                "What is the highest point of each island?",
                "bar",
                r#"SELECT "island_name" AS "island_name", "highest_point_m" AS "highest_point_m" FROM "islands""#,
            ),
        ],
    );
}

#[test]
fn tables_are_joined_on_their_keys() {
    check(
        &[ferries(), islands()],
        &[(
            "number of ferries for each archipelago",
            "bar",
            r#"SELECT "islands"."archipelago" AS "archipelago", COUNT(*) AS "count" FROM "ferries" JOIN "islands" ON "ferries"."island_id" = "islands"."island_id" GROUP BY "islands"."archipelago" ORDER BY "archipelago""#,
        )],
    );
}

#[test]
fn superlatives_limits_and_dates_are_read() {
    check(
        &[islands()],
        &[
            (
                "the 3 largest islands by area",
                "bar",
                r#"SELECT "island_name" AS "island_name", "area_km2" AS "area_km2" FROM "islands" ORDER BY "area_km2" DESC NULLS LAST LIMIT 3"#,
            ),
            (
                "Which archipelago has the most inhabitants?",
                "bar",
                r#"SELECT "archipelago" AS "archipelago", AVG("inhabitants") AS "average_inhabitants" FROM "islands" GROUP BY "archipelago" ORDER BY "average_inhabitants" DESC"#,
            ),
            (
                "islands discovered before 1600 by archipelago",
                "bar",
                r#"SELECT "archipelago" AS "archipelago", COUNT(*) AS "count" FROM "islands" WHERE "discovered_year" < 1600 GROUP BY "archipelago" ORDER BY "archipelago""#,
            ),
        ],
    );
    check(
        &[ferries()],
        &[(
            "number of ferries launched after 2010-06-30 per operator",
            "bar",
            r#"SELECT "operator" AS "operator", COUNT(*) AS "count" FROM "ferries" WHERE CAST("launched" AS DATE) > DATE '2010-06-30' GROUP BY "operator" ORDER BY "operator""#,
        )],
    );
}

#[test]
fn words_that_name_several_columns_are_asked_about() {
    let tables = [crate::support::profile::profile(
        "films",
        "film,critics rating,public rating\nA,1,2\nB,3,4\nC,5,1\n",
    )];
    let asked = portolan_questions::answer(&portolan_questions::Question {
        text: "rating",
        tables: &tables,
        so_far: None,
    });
    let portolan_questions::Answer::AskBack { choices, .. } = asked else {
        panic!("{asked:?}");
    };
    assert_eq!(choices.len(), 2);
}
