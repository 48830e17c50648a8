//! Data in messages, and prose that is none.

use portolan_documents::find_typed_table;
use proptest::prelude::*;

/// The table as CSV, and the question that remains.
fn find_table(message: &str) -> (String, String) {
    let table = find_typed_table(message).unwrap_or_else(|| panic!("no table in {message:?}"));
    (table.to_csv(), table.question)
}

#[track_caller]
fn assert_found(message: &str, csv: &str, question: &str) {
    assert_eq!(
        find_table(message),
        (csv.to_owned(), question.to_owned()),
        "{message:?}"
    );
}

const FRUIT: &str = "item,value\napples,3\npears,5\n";

#[test]
fn delimited_lines_are_data_with_and_without_question() {
    let csv = "fruit,sold\napples,3\npears,5\n";
    assert_found(csv, csv, "");
    assert_found(
        &format!("Which sold most?\n\n{csv}"),
        csv,
        "Which sold most?",
    );
    assert_found(
        &format!("{csv}\nAs a pie chart, please."),
        csv,
        "As a pie chart, please.",
    );
    assert_found("fruit\tsold\napples\t3\npears\t5", csv, "");
    assert_found("fruit; sold\napples; 3\npears; 5", csv, "");
    assert_found(
        "Here it is:\n```\nfruit, sold\napples, 3\npears, 5\n```",
        csv,
        "Here it is",
    );
    assert_found("apples,3\npears,5", FRUIT, "");
    assert_found(
        "apples,3\npears,n/a\nplums,4",
        "item,value\napples,3\npears,n/a\nplums,4\n",
        "",
    );
    assert_found(&format!("{csv}Bars, please!"), csv, "Bars, please!");
    assert_eq!(
        find_typed_table("apples,3\npears,5\nplums,a few"),
        None,
        "no row is left out"
    );
    assert_found("name\tcity\nAda\tUlm", "name,city\nAda,Ulm\n", "");
    assert_found(
        "city,note\nUlm,\"old, on a river\"\nBonn,\"once \"\"the\"\" capital\"",
        "city,note\nUlm,\"old, on a river\"\nBonn,\"once \"\"the\"\" capital\"\n",
        "",
    );
}

#[test]
fn markdown_tables_in_messages_are_data() {
    assert_found(
        "Sum it.\n| fruit | sold |\n|:---|---:|\n| apples | 3 |\n| pears |\n\nBy fruit.",
        "fruit,sold\napples,3\npears,\n",
        "Sum it.\nBy fruit.",
    );
}

#[test]
fn lines_with_names_and_numbers_are_data() {
    assert_found("apples: 3\npears: 5", FRUIT, "");
    assert_found(
        "- apples: 3\n- pears: 5\n\nWhich is larger?",
        FRUIT,
        "Which is larger?",
    );
    assert_found(
        "Fruit I sold:\napples = 3\npears = 5",
        FRUIT,
        "Fruit I sold",
    );
    assert_found(
        "2020: 1,200\n2021: 1,350.5",
        "item,value\n2020,1200\n2021,1350.5\n",
        "",
    );
    assert_found(
        "apples: 3 kg\npears: 5 kg",
        "item,value (kg)\napples,3\npears,5\n",
        "",
    );
    assert_found(
        "rent: €900\nfood: €400",
        "item,value (€)\nrent,900\nfood,400\n",
        "",
    );
    assert_found("up: 3,5\ndown: -2", "item,value\nup,3.5\ndown,-2\n", "");
}

#[test]
fn names_and_numbers_within_one_line_are_data() {
    assert_found("apples 3, pears 5", FRUIT, "");
    assert_found(
        "apples 3, pears 5. Which is larger?",
        FRUIT,
        "Which is larger?",
    );
    assert_found("Chart this: apples 3, pears 5", FRUIT, "Chart this");
    assert_found(
        "apples 3 and pears 5 as a pie chart",
        FRUIT,
        "as a pie chart",
    );
    assert_found("apples: 3; pears: 5", FRUIT, "");
    assert_found(
        "Which is larger?\napples 3, pears 5",
        FRUIT,
        "Which is larger?",
    );
    assert_found(
        "green tea 12%, mate 30%, and black tea 58%",
        "item,value (%)\ngreen tea,12\nmate,30\nblack tea,58\n",
        "",
    );
    assert_found(
        "Jan 5, Feb 7, Mar 9",
        "item,value\nJan,5\nFeb,7\nMar,9\n",
        "",
    );
}

#[test]
fn request_for_any_chart_asks_for_all_of_the_data() {
    for (message, asked) in [
        ("apples 3, pears 5", "Show value by item"),
        ("Chart this: apples 3, pears 5", "Show value by item"),
        (
            "apples 3 and pears 5 as a pie chart",
            "Show value by item as a pie chart",
        ),
        ("apples 3, pears 5. Which is larger?", "Which is larger?"),
        ("fruit,sold\napples,3\npears,5", "Show sold by fruit"),
        (
            "sold,fruit\n3,apples\n5,pears\nBars, please!",
            "Show sold by fruit as a bar chart",
        ),
        ("year,sold\n2020,3\n2021,5", "Show sold by year"),
        ("name\tcity\nAda\tUlm", "Show the number of rows by name"),
    ] {
        assert_eq!(
            find_typed_table(message).unwrap().asked(),
            asked,
            "{message:?}"
        );
    }
}

#[test]
fn prose_is_not_typed_data() {
    for message in [
        "",
        "Hello, how are you?",
        "Total sold by item",
        "What happened in 2019, 2020 and 2021?",
        "In 2019, sales rose; in 2020, they fell.",
        "We sold apples 3, pears 5 yesterday",
        "Compare chapter 3, chapter 5",
        "Compare iPhone 14, Galaxy 23",
        "iPhone 14, iPhone 15",
        "USA 1950, France 1987",
        "January 5, March 7",
        "May 5, 2020",
        "Show the top 5, then the top 10",
        "See page 3, section 4",
        "I have 3 cats, 2 dogs and a bird.",
        "Meet at 10:30\nLeave at 11:45",
        "10:30\n11:45",
        "apples: 3",
        "apples 3",
        "Python: 3.12.1\nRust: 1.90.0",
        "sugar: 200 g\nmilk: 1 l",
        "Monday: 9:00\nTuesday: 10:00",
        "Dear Ann,\nthank you, 3 of us came.\nYours, Ben",
        "I moved in May, 2019\nI left in June, 2020",
        "We met, twice\nIt was May, 2019",
        "First, open the page\nThen, read it\nLast, close it",
        "a | b",
        "Use `x | y` here\nand then nothing",
        "- first point\n- second point",
        "Note: see below\nWarning: 3 things",
        "https://a.example/b?c=1,2\nhttps://a.example/d?e=3,4",
        "red, green, blue",
        "Paris, France\nRome, Italy\nOslo, Norway",
    ] {
        assert_eq!(find_typed_table(message), None, "{message:?}");
    }
}

proptest! {
    #[test]
    fn parsed_rows_always_have_as_many_cells_as_columns(message in "[a-z0-9 ,;:|=\\-\t\n.\"€%]{0,200}") {
        if let Some(table) = find_typed_table(&message) {
            prop_assert!(!table.rows.is_empty());
            prop_assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
        }
    }

    #[test]
    fn text_without_numbers_is_not_typed_data(message in "[a-zA-Z .!?'\n]{0,200}") {
        prop_assert_eq!(find_typed_table(&message), None);
    }
}
