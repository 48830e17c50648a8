//! Words that people teach for a source.

use portolan_query::TableProfile;
use portolan_questions::plan::{ColumnRef, Comparison, Literal, Test};
use portolan_questions::schema::{
    LinguisticSchema, Phrasing, PhrasingMeaning, Term, read_teaching,
};
use portolan_questions::{Answer, Question, WordState, answer, answer_after, sql};

use super::repairs;

fn column(name: &str) -> ColumnRef {
    ColumnRef {
        table: "repairs".to_owned(),
        column: name.to_owned(),
    }
}

fn term(words: &str, name: &str) -> Term {
    Term {
        words: words.to_owned(),
        column: column(name),
        generated: false,
    }
}

fn phrasing(words: &str, name: &str, meaning: PhrasingMeaning) -> Phrasing {
    Phrasing {
        words: words.to_owned(),
        column: column(name),
        meaning,
        generated: false,
    }
}

fn ask(tables: &[TableProfile], taught: &LinguisticSchema, text: &str) -> Answer {
    answer(&Question {
        text,
        tables,
        earlier: None,
        schema: Some(taught),
    })
}

#[track_caller]
fn expect(taught: &LinguisticSchema, text: &str, part: &str) {
    let tables = repairs();
    let readings = match ask(&tables, taught, text) {
        Answer::Plans { readings } => readings,
        other => panic!("{text}: {other:?}"),
    };
    let compiled = sql::select(&readings[0].plan, &tables);
    let compiled = compiled.unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let sql: Vec<&str> = compiled.sql.split_whitespace().collect();
    let sql = sql.join(" ");
    assert!(sql.contains(part), "{text}\n{part}\n{sql}");
}

#[test]
fn taught_word_means_its_column_and_says_so() {
    let tables = repairs();
    let question = "total zorp by workshop";
    let untaught = ask(&tables, &LinguisticSchema::default(), question);
    assert!(!matches!(untaught, Answer::Plans { .. }), "{untaught:?}");
    let mut taught = LinguisticSchema::default();
    taught.teach(term("zorp", "labour_eur"));
    expect(&taught, question, "SUM(\"labour_eur\")");
    let Answer::Plans { readings } = ask(&tables, &taught, question) else {
        panic!("the word was taught");
    };
    let is_told = readings[0].echo.words.iter().any(|word| {
        matches!(&word.state, WordState::Understood { r#as, .. } if r#as.ends_with("as you taught"))
    });
    assert!(is_told, "{:?}", readings[0].echo);
}

#[test]
fn taught_adjective_works_in_all_forms() {
    let mut taught = LinguisticSchema::default();
    taught.teach_phrasing(phrasing(
        "fiddly",
        "duration_min",
        PhrasingMeaning::Adjective { high: true },
    ));
    expect(&taught, "which fault is the fiddliest", "\"duration_min\"");
    expect(
        &taught,
        "number of repairs fiddlier than 60",
        "\"duration_min\" > 60",
    );
}

#[test]
fn taught_condition_filters() {
    let mut taught = LinguisticSchema::default();
    let test = Test::Compare {
        comparison: Comparison::More,
        value: Literal::Number { number: 500.0 },
    };
    let meaning = PhrasingMeaning::Condition { test };
    taught.teach_phrasing(phrasing("whopping", "parts_eur", meaning));
    expect(
        &taught,
        "number of whopping repairs by workshop",
        "\"parts_eur\" > 500",
    );
}

#[test]
fn later_lesson_replaces_the_earlier_one() {
    let mut taught = LinguisticSchema::default();
    taught.teach(term("zorp", "labour_eur"));
    taught.teach(term("Zorp", "parts_eur"));
    assert_eq!(taught.terms, [term("Zorp", "parts_eur")]);
    taught.forget("zorp", "repairs");
    assert!(taught.terms.is_empty());
}

#[test]
fn imported_words_for_unknown_columns_are_left_out() {
    let mut taught = LinguisticSchema::default();
    taught.teach(term("zorp", "labour_eur"));
    let mut imported = LinguisticSchema::default();
    imported.teach(term("blip", "gone"));
    imported.teach(term("zorp", "parts_eur"));
    taught.merge(imported);
    taught.keep_known(&repairs());
    assert_eq!(taught.terms, [term("zorp", "parts_eur")]);
}

#[test]
fn proposal_names_rows_columns_and_adjectives() {
    let proposed = LinguisticSchema::propose(&repairs());
    let sentences = proposed.sentences();
    let has = |text: &str| sentences.iter().any(|sentence| sentence == text);
    assert!(has("A row of repairs is a repair."), "{sentences:?}");
    assert!(
        proposed
            .terms
            .iter()
            .any(|term| term.column == column("labour_eur")),
        "{sentences:?}"
    );
    assert!(
        proposed
            .phrasings
            .iter()
            .any(|phrasing| phrasing.column.column == "machine_age"),
        "{sentences:?}"
    );
}

#[test]
fn lesson_is_read_from_a_sentence() {
    let tables = repairs();
    let lesson = read_teaching("revenue means labour_eur", &tables);
    assert_eq!(lesson, Some(term("revenue", "labour_eur")));
    let lesson = read_teaching("by hours I mean the duration", &tables);
    assert_eq!(lesson, Some(term("hours", "duration_min")));
    assert_eq!(read_teaching("mean labour by workshop", &tables), None);
    assert_eq!(read_teaching("does age mean duration", &tables), None);
    assert_eq!(read_teaching("age means duration?", &tables), None);
}

#[test]
fn lesson_answers_the_question_before_it() {
    let tables = repairs();
    let lesson = Question {
        text: "zorp means labour_eur",
        tables: &tables,
        earlier: None,
        schema: None,
    };
    let answered = answer_after(&lesson, &["total zorp by workshop"]);
    let Answer::Plans { readings } = answered else {
        panic!("{answered:?}");
    };
    let compiled = sql::select(&readings[0].plan, &tables);
    let sql = compiled.map(|compiled| compiled.sql);
    assert!(
        sql.as_ref().is_ok_and(|sql| sql.contains("\"labour_eur\"")),
        "{sql:?}"
    );
}

#[test]
fn proposed_words_change_no_reading() {
    let tables = repairs();
    let proposed = LinguisticSchema::propose(&tables);
    let none = LinguisticSchema::default();
    for question in [
        "average labour by workshop",
        "the oldest machine",
        "number of repairs by fault",
        "total parts by year",
    ] {
        let (Answer::Plans { readings: with }, Answer::Plans { readings: without }) = (
            ask(&tables, &proposed, question),
            ask(&tables, &none, question),
        ) else {
            panic!("{question} is answered");
        };
        assert_eq!(with[0].plan, without[0].plan, "{question}");
        assert_eq!(with[0].echo, without[0].echo, "{question}");
    }
}
