//! What columns are called does not matter: the same question over a table with invented names has
//! the same chart.

use portolan_query::TableProfile;
use portolan_questions::plan::Plan;
use proptest::prelude::*;

use crate::support::{best, profile::profile};

/// Ordinary names, in the order of the table's columns: table, label, two groups, two quantities, a date.
const ORDINARY: [&str; 7] = [
    "parcels",
    "parcel name",
    "carrier",
    "district",
    "weight",
    "price",
    "posted",
];

/// `{0}` is the table, `{1}` the label and so on.
const QUESTIONS: &[&str] = &[
    "Show me a bar chart of the number of {0} by {2}, in descending order by the y axis.",
    "What is the average {4} for each {2}?",
    "total {5} per {3} as a pie chart",
    "relationship between {4} and {5}",
    "{4} vs {5} coloured by {2}",
    "distribution of {4}",
    "number of {0} per {2} and {3}, stacked",
    "Bin {6} by month and count the {0} in a bar chart.",
    "number of {0} over time",
    "average {5} by year of {6} for each {3}",
    "top 5 {2} by total {5}",
    "Which {3} has the highest average {4}?",
    "{2} with more than 3 {0}",
    "{3} whose average {5} is above 20",
    "Show the {1} and {5} of all {0} with {4} greater than 3, sorted by {5} from low to high.",
    "number of {0} where {3} is Vostok by {2}",
    "box plot of {4} by {3}",
    "maximum {5} by {2}, sort the x axis in ascending order",
    "how many different {2} are there in each {3}?",
    "heat map of {2} and {3}",
];

fn table(names: &[String]) -> TableProfile {
    let places = ["Vostok", "Lunda", "Kirra", "Osmo"];
    let kinds = ["Haffen", "Dorrit", "Mellow"];
    let mut csv = format!("{}\n", names[1..].join(","));
    for row in 0..40usize {
        csv.push_str(&format!(
            "Item {row},{},{},{:.2},{},20{}-{:02}-11\n",
            kinds[row % 3],
            places[row * 7 % 4],
            1.5 + (row * 13 % 29) as f64 / 4.0,
            10 + row * 17 % 31,
            19 + row % 4,
            1 + row % 12,
        ));
    }
    profile(&names[0], &csv)
}

fn ask(template: &str, names: &[String]) -> Plan {
    let mut text = template.to_owned();
    for (at, name) in names.iter().enumerate() {
        text = text.replace(&format!("{{{at}}}"), name);
    }
    best(&[table(names)], &text).plan.unwrap()
}

/// The plan with the ordinary names in the place of the invented ones.
fn ordinary(plan: &Plan, names: &[String]) -> String {
    let mut text = serde_json::to_string(plan).unwrap();
    for (name, known) in names.iter().zip(ORDINARY).rev() {
        text = text.replace(&format!("\"{name}\""), &format!("\"{known}\""));
    }
    text
}

/// Words that are none, none of them like another.
fn invented() -> impl Strategy<Value = Vec<String>> {
    let begin = [
        "zox", "vrask", "krulb", "blonk", "flizz", "jurv", "wexp", "pughm", "dravv",
    ];
    let ends = proptest::collection::vec(
        proptest::sample::select(&["ax", "umpo", "olk", "irga", "ewt"][..]),
        begin.len(),
    );
    ends.prop_map(move |ends| {
        let words = begin.iter().zip(ends).map(|(b, e)| format!("{b}{e}"));
        words.collect::<Vec<_>>()
    })
    .prop_shuffle()
    .prop_map(|words| words[..7].to_vec())
}

/// A kind of chart in two words names no column that it might abbreviate.
#[test]
fn a_box_plot_is_no_column() {
    let names = [
        "zoxax",
        "flizzax name",
        "jurvax",
        "wexpax",
        "vraskax",
        "dravvax",
        "blonkax",
    ]
    .map(str::to_owned);
    let known = ORDINARY.map(str::to_owned);
    let template = "box plot of {4} by {3}";
    assert_eq!(
        ordinary(&ask(template, &names), &names),
        ordinary(&ask(template, &known), &known)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn invented_names_are_asked_like_ordinary_ones(names in invented()) {
        let known: Vec<String> = ORDINARY.iter().map(|name| (*name).to_owned()).collect();
        let mut names = names;
        names[1] = format!("{} name", names[1]);
        for template in QUESTIONS {
            let wanted = ordinary(&ask(template, &known), &known);
            let found = ordinary(&ask(template, &names), &names);
            prop_assert_eq!(found, wanted, "{} with {:?}", template, names);
        }
    }
}
