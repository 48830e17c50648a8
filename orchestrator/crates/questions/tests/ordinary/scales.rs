//! Whether several measures share an axis.

use portolan_questions::{Question, answer, prepare};

use super::{reading::first_reading, unseen::profile_of};

/// Weights around one, prices around four thousand, and two depths of like size.
fn stones() -> String {
    let mut csv = "stone_id,cut,carat,price,depth,width\n".to_owned();
    for at in 0..24 {
        let cut = ["Fair", "Good", "Ideal"][at % 3];
        let (price, depth, width) = (3_000 + 97 * at, 60 + at % 5, 55 + at % 7);
        csv += &format!("{at},{cut},{}.{at},{price},{depth}.5,{width}.5\n", at % 2);
    }
    csv
}

/// Returns whether the measures of the answer have a panel each.
#[track_caller]
fn has_panels(text: &str) -> bool {
    let tables = [profile_of("stones", &stones())];
    let answered = answer(&Question {
        text,
        tables: &tables,
        earlier: None,
        schema: None,
    });
    let plan = first_reading(answered).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(plan.measures.len(), 2, "{text}: {plan:?}");
    let prepared = prepare(&plan, &tables).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    prepared.drawing.spec.get("resolve").is_some()
}

#[test]
fn measures_of_unlike_size_have_a_panel_each() {
    assert!(has_panels("average price and carat by cut"));
    assert!(has_panels("average price and total price by cut"));
}

#[test]
fn measures_of_like_size_share_an_axis() {
    assert!(!has_panels("average depth and width by cut"));
    assert!(!has_panels("lowest price and highest price by cut"));
}
