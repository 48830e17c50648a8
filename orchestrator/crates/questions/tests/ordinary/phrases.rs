//! Phrases about what rows have, when something was highest, and how two quantities go together.

use portolan_query::{ColumnType, TableProfile};

use super::tables::{column, table};
use super::{expect, number, text, whole};

/// Cottages for rent.
fn cottages() -> Vec<TableProfile> {
    vec![table(
        "cottages",
        300,
        vec![
            text("region", 5, &["Coast", "Lakes", "Hills"]),
            whole("bedrooms", 6, (1, 6)),
            whole("floors", 3, (1, 3)),
            number("rent", 250, (200.0, 2_400.0)),
            number("garden_size", 200, (10.0, 900.0)),
            column("sauna", ColumnType::Boolean, 2),
        ],
    )]
}

#[test]
fn number_of_things_that_a_row_has_is_a_condition() {
    let parts = ["AVG(\"rent\")", "\"bedrooms\" = 3", "!LIMIT", "!GROUP BY"];
    expect(
        &cottages(),
        "average rent of cottages with 3 bedrooms",
        &parts,
    );
    expect(
        &cottages(),
        "how many cottages have 3 bedrooms and 2 floors",
        &["COUNT(*)", "\"bedrooms\" = 3", "\"floors\" = 2"],
    );
    expect(
        &cottages(),
        "average rent for 2 or 3 bedrooms",
        &["\"bedrooms\" IN (2, 3)"],
    );
}

#[test]
fn superlative_keeps_its_own_number_beside_a_number_of_things() {
    expect(
        &cottages(),
        "most expensive cottage with 4 bedrooms",
        &["\"bedrooms\" = 4", "\"v1\" <= 1", "!LIMIT 4"],
    );
    expect(
        &cottages(),
        "the 3 cheapest cottages with 2 bedrooms",
        &["\"bedrooms\" = 2", "LIMIT 3"],
    );
}
