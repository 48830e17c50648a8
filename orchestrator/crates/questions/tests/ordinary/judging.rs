//! Words that judge without a quantity: which quantities are offered, and from which end.

use portolan_questions::{Answer, Choice, Question, answer, sql};

use super::unseen::{assert_has, profile_of};

const STORMS: &str = "storm,season,pressure,deaths,damage_usd
Ana,2001,960,12,300
Ana,2004,955,40,120
Bea,2002,930,3,900
Cyd,2003,970,0,15
Bea,2005,941,7,60
";

const JOURNALS: &str = "title,pages,price,citations,founded
Annals,300,90,1200,1911
Bulletin,420,60,310,1950
Review,510,120,2400,1899
";

fn choices_of(name: &str, csv: &str, text: &str) -> Vec<Choice> {
    let tables = [profile_of(name, csv)];
    let answered = answer(&Question {
        text,
        tables: &tables,
        earlier: None,
        schema: None,
    });
    match answered {
        Answer::AskBack { choices, .. } => choices,
        other => panic!("{text} is not asked back: {other:?}"),
    }
}

fn labels_of(choices: &[Choice]) -> Vec<&str> {
    choices.iter().map(|choice| choice.label.as_str()).collect()
}

#[test]
fn popular_things_are_ranked_by_what_tells_their_popularity_first() {
    let choices = choices_of("journals", JOURNALS, "what's the most popular journal?");
    assert_eq!(labels_of(&choices)[0], "Highest citations");
}

#[test]
fn worst_has_the_most_of_a_burden_and_is_no_number_of_rows() {
    let choices = choices_of("storms", STORMS, "what was the worst storm?");
    let labels = labels_of(&choices);
    assert!(labels[..2].contains(&"Highest total deaths"), "{labels:?}");
    assert!(labels[..2].contains(&"Highest total damage"), "{labels:?}");
    assert!(
        !labels.iter().any(|label| label.contains("Number")),
        "{labels:?}"
    );
}

#[test]
fn offered_readings_keep_the_condition_of_the_question() {
    let text = "what was the worst storm in the 2005 season?";
    let tables = [profile_of("storms", STORMS)];
    for choice in choices_of("storms", STORMS, text) {
        let statement = sql::select(&choice.plan.unwrap(), &tables).unwrap().sql;
        assert_has(&statement, &["\"season\"", "2005"]);
    }
}

#[test]
fn name_of_one_word_is_not_divided_into_smaller_ones() {
    let csv =
        "no,name,award,age\n1,Ada,Actress,30\n2,Bo,Actor,41\n3,Ada,Actress,52\n4,Cy,Actor,25\n";
    let choices = choices_of("oscars", csv, "busiest name");
    assert_eq!(labels_of(&choices)[0], "Number of oscars by name");
}
