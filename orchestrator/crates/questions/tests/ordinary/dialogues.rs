//! Follow-ups as one growing request, and questions that were asked back.

use portolan_query::{ColumnType, TableProfile};
use portolan_questions::{Answer, Question, answer_after, plan::QueryPlan, sql};

use super::{column, date, number, table, text, whole};

/// Sailings of ferries.
fn sailings() -> Vec<TableProfile> {
    vec![table(
        "sailings",
        900,
        vec![
            whole("sailing_id", 900, (1, 900)),
            date("sail_date", 700, ("2020-02-01", "2023-10-20")),
            text("port", 3, &["Aland", "Brona", "Celdy"]),
            text("ship", 4, &["Auk", "Gannet", "Petrel", "Tern"]),
            text("weather", 3, &["calm", "rough", "storm"]),
            whole("passengers", 300, (0, 600)),
            number("fare_eur", 200, (4.0, 90.0)),
            number("delay_min", 120, (0.0, 95.0)),
            column("cancelled", ColumnType::Boolean, 2),
        ],
    )]
}

/// Offences in districts.
fn districts() -> Vec<TableProfile> {
    vec![table(
        "districts",
        72,
        vec![
            text(
                "district",
                8,
                &["Ash", "Birch", "Cedar", "Elm", "Fir", "Oak", "Pine", "Yew"],
            ),
            whole("year", 9, (2015, 2023)),
            number("residents_k", 70, (40.0, 300.0)),
            whole("burglaries", 70, (20, 900)),
            whole("vandalism", 70, (20, 900)),
            number("area_km2", 8, (4.0, 60.0)),
        ],
    )]
}

/// Holds a dialogue: every message is answered after those before it.
fn hold(tables: &[TableProfile], messages: &[&str]) -> Answer {
    let mut earlier: Option<QueryPlan> = None;
    let mut unanswered: Vec<&str> = Vec::new();
    let mut last = None;
    for message in messages {
        let question = Question {
            text: message,
            tables,
            earlier: earlier.as_ref(),
            schema: None,
        };
        let answered = answer_after(&question, &unanswered);
        match &answered {
            Answer::Plans { readings } => {
                earlier = Some(readings[0].plan.clone());
                unanswered.clear();
            }
            _ => unanswered.push(message),
        }
        last = Some(answered);
    }
    last.unwrap_or_else(|| panic!("no message"))
}

#[track_caller]
fn expect_after(tables: &[TableProfile], messages: &[&str], parts: &[&str]) {
    let readings = match hold(tables, messages) {
        Answer::Plans { readings } => readings,
        other => panic!("{messages:?}: {other:?}"),
    };
    let compiled = sql::select(&readings[0].plan, tables);
    let compiled = compiled.unwrap_or_else(|error| panic!("{messages:?}: {error:?}"));
    let sql: Vec<&str> = compiled.sql.split_whitespace().collect();
    let sql = sql.join(" ");
    for part in parts {
        let found = match part.strip_prefix('!') {
            Some(absent) => !sql.contains(absent),
            None => sql.contains(part),
        };
        assert!(found, "{messages:?}\n{part}\n{sql}");
    }
}

const BY_PORT: &str = "average fare by port";

#[test]
fn lowest_of_what_stands_is_the_smallest() {
    expect_after(&sailings(), &[BY_PORT, "and the lowest?"], &["\"v0\" ASC"]);
    expect_after(
        &sailings(),
        &[BY_PORT, "and the highest?"],
        &["\"v0\" DESC"],
    );
}

#[test]
fn worst_depends_on_whether_more_is_bad() {
    let delays = ["average delay by port", "which port is the worst?"];
    expect_after(&sailings(), &delays, &["\"v0\" DESC"]);
    let loads = ["average passengers by port", "which port is the worst?"];
    expect_after(&sailings(), &loads, &["\"v0\" ASC"]);
}

#[test]
fn instead_takes_the_place_of_the_time() {
    let swapped = ["number of sailings per month", "by ship instead"];
    expect_after(&sailings(), &swapped, &["GROUP BY \"ship\"", "!month"]);
    let gone_on = ["number of sailings per month", "and by ship"];
    expect_after(&sailings(), &gone_on, &["\"ship\"", "'month'"]);
}

#[test]
fn quantity_named_after_instead_of_is_the_one_replaced() {
    for words in [
        "the delay instead of the fare",
        "instead of the fare, the delay",
    ] {
        let messages = [BY_PORT, words];
        expect_after(&sailings(), &messages, &["AVG(\"delay_min\")", "!fare_eur"]);
    }
}

#[test]
fn removed_group_leaves_the_rest() {
    let messages = ["passengers per year", "by ship", "remove the ship"];
    expect_after(&sailings(), &messages, &["'year'", "!\"ship\""]);
}

#[test]
fn removed_filter_widens_what_stands() {
    let messages = [BY_PORT, "only the Auk", "remove the filter"];
    expect_after(&sailings(), &messages, &["!WHERE"]);
    let messages = [BY_PORT, "only 2022", "all years"];
    expect_after(&sailings(), &messages, &["!2022"]);
}

#[test]
fn added_count_stands_beside_the_measure() {
    let messages = [BY_PORT, "add the number of sailings"];
    expect_after(&sailings(), &messages, &["AVG(\"fare_eur\")", "COUNT(*)"]);
}

#[test]
fn threshold_without_quantity_tests_what_is_shown() {
    let messages = [BY_PORT, "only those above 30"];
    expect_after(&sailings(), &messages, &["HAVING AVG(\"fare_eur\") > 30"]);
}

#[test]
fn rate_counts_in_the_units_of_its_column() {
    let messages = ["burglaries by district in 2022", "per 1000 residents"];
    expect_after(
        &districts(),
        &messages,
        &["SUM(\"burglaries\")", "SUM(\"residents_k\")", "!1000"],
    );
}

#[test]
fn other_quantity_keeps_the_rate() {
    let messages = [
        "burglaries by district in 2022",
        "per square kilometre",
        "what about vandalism?",
    ];
    expect_after(
        &districts(),
        &messages,
        &["SUM(\"vandalism\")", "SUM(\"area_km2\")", "!burglaries"],
    );
}

#[test]
fn second_period_is_compared_with_the_first() {
    let messages = ["burglaries by district in 2021", "2022 as well"];
    expect_after(
        &districts(),
        &messages,
        &["2021", "2022", " OR ", "\"year\""],
    );
}

#[test]
fn course_over_time_keeps_the_category() {
    expect_after(
        &districts(),
        &["burglaries by district", "over time"],
        &["\"district\"", "\"year\""],
    );
}

#[test]
fn top_of_a_series_ranks_the_named_category() {
    let messages = ["passengers per month", "by ship", "just the top 2 ships"];
    expect_after(&sailings(), &messages, &["IN (SELECT \"ship\"", "LIMIT 2"]);
}

#[test]
fn month_without_year_is_the_latest_one() {
    let messages = ["passengers per month", "since november"];
    expect_after(
        &sailings(),
        &messages,
        &["\"sail_date\" >= DATE '2022-11-01'"],
    );
}

#[test]
fn whole_question_starts_anew() {
    let messages = [
        "average fare by port",
        "only the Auk",
        "total passengers by weather",
    ];
    expect_after(&sailings(), &messages, &["SUM(\"passengers\")", "!Auk"]);
}

#[test]
fn unknown_value_is_never_read_as_missing() {
    let answered = hold(&sailings(), &[BY_PORT, "without hovercraft"]);
    assert!(!matches!(answered, Answer::Plans { .. }), "{answered:?}");
}

const UNCLEAR: &str = "which ship is the best?";

#[test]
fn reading_is_picked_by_place_or_in_own_words() {
    assert!(matches!(
        hold(&sailings(), &[UNCLEAR]),
        Answer::AskBack { .. }
    ));
    expect_after(&sailings(), &[UNCLEAR, "the first one"], &["\"ship\""]);
    expect_after(
        &sailings(),
        &[UNCLEAR, "by passengers"],
        &["SUM(\"passengers\")"],
    );
}

#[test]
fn change_of_an_open_question_keeps_asking() {
    let Answer::AskBack { choices, .. } = hold(&sailings(), &[UNCLEAR, "only in 2022"]) else {
        panic!("the question is still open");
    };
    assert!(choices.iter().all(|choice| {
        let plan = choice.plan.as_ref().map(|plan| plan.conditions.len());
        plan == Some(1)
    }));
    let messages = [UNCLEAR, "only in 2022", "the first"];
    expect_after(&sailings(), &messages, &["\"ship\"", "2022"]);
}

#[test]
fn new_word_takes_the_place_of_the_unknown_one() {
    let messages = ["average zibble by port", "the fare"];
    expect_after(&sailings(), &messages, &["AVG(\"fare_eur\")", "\"port\""]);
}

#[test]
fn change_without_a_chart_is_declined() {
    let answered = hold(&sailings(), &["average zibble by port", "only the Auk"]);
    assert!(matches!(answered, Answer::Decline { .. }), "{answered:?}");
}

#[test]
fn follow_up_after_a_refusal_changes_the_last_chart() {
    let messages = [BY_PORT, "why is that?", "only the Auk"];
    expect_after(&sailings(), &messages, &["AVG(\"fare_eur\")", "'Auk'"]);
}

#[test]
fn other_season_takes_the_place_of_the_first() {
    let messages = ["average delay by port", "in winter", "and in summer?"];
    expect_after(&sailings(), &messages, &["(6, 7, 8)", "!12"]);
}

#[test]
fn there_refers_to_what_stands() {
    let messages = [
        "number of sailings by port",
        "what is the average fare there?",
    ];
    expect_after(
        &sailings(),
        &messages,
        &["AVG(\"fare_eur\")", "GROUP BY \"port\""],
    );
}

#[test]
fn quantity_of_a_scatter_plot_is_replaced() {
    let messages = [
        "fare against delay as a scatter plot",
        "passengers instead of delay",
    ];
    expect_after(
        &sailings(),
        &messages,
        &["\"passengers\"", "\"fare_eur\"", "!delay"],
    );
}

#[test]
fn all_groups_come_back_after_the_winner() {
    let messages = [
        "average fare by port",
        "which is the cheapest?",
        "all ports again",
    ];
    expect_after(&sailings(), &messages, &["GROUP BY \"port\"", "!RANK"]);
}

#[test]
fn value_is_filtered_where_its_word_names_an_unrelated_column_too() {
    let tables = [table(
        "rides",
        800,
        vec![
            whole("ride_id", 800, (1, 800)),
            date("ride_date", 300, ("2022-01-03", "2023-12-20")),
            text("rider", 2, &["casual", "member"]),
            whole("mbr_birth_yr", 50, (1940, 2005)),
        ],
    )];
    let messages = ["number of rides per month", "only members"];
    expect_after(&tables, &messages, &["'member'", "'month'", "COUNT(*)"]);
}

#[test]
fn excluded_value_is_left_out_where_its_word_is_related_to_a_column() {
    expect_after(
        &sailings(),
        &["number of sailings by weather", "leave out storm"],
        &["\"weather\" <> 'storm'", "GROUP BY \"weather\""],
    );
}

#[test]
fn superlative_without_rows_ranks_the_quantity_that_stands() {
    expect_after(
        &sailings(),
        &["average fare per port", "which one is the most expensive?"],
        &["\"port\"", "AVG(\"fare_eur\")", "<= 1"],
    );
}

#[test]
fn all_groups_come_back_before_the_rest_narrows_them() {
    expect_after(
        &sailings(),
        &[
            "average fare per port",
            "which one is the most expensive?",
            "show all of them again, but only storm",
        ],
        &["\"weather\" = 'storm'", "GROUP BY \"port\""],
    );
}

#[test]
fn opposite_negates_the_newest_condition() {
    for opposite in ["those without one", "the others"] {
        let messages = ["average fare per port", "only storm", opposite];
        let parts = ["\"weather\" <> 'storm'", "GROUP BY \"port\""];
        expect_after(&sailings(), &messages, &parts);
    }
    expect_after(
        &sailings(),
        &["average fare per port", "only cancelled", "the rest"],
        &["NOT \"cancelled\"", "GROUP BY \"port\""],
    );
}

#[test]
fn order_from_end_to_end_follows_the_words() {
    for (words, direction) in [("cheap to expensive", "ASC"), ("high to low", "DESC")] {
        let request = format!("sorted from {words}");
        expect_after(
            &sailings(),
            &["average fare per port", "as bars", &request],
            &[&format!("ORDER BY \"Average fare (€)\" {direction}")],
        );
    }
}

#[test]
fn excluded_rows_are_named_before_what_they_have() {
    expect_after(
        &sailings(),
        &["average fare per port", "leave out ports with storm"],
        &["\"weather\" <> 'storm'", "!IS NULL"],
    );
}

#[test]
fn totals_keep_conditions_and_drop_the_time() {
    expect_after(
        &sailings(),
        &[
            "sailings per month in 2022",
            "a line per port",
            "just the totals per port",
        ],
        &["GROUP BY \"port\"", "2022-01-01"],
    );
}

#[test]
fn possessive_keeps_the_conditions_that_stand() {
    expect_after(
        &sailings(),
        &[
            "sailings by port",
            "only storm",
            "what is their average fare?",
        ],
        &[
            "\"weather\" = 'storm'",
            "AVG(\"fare_eur\")",
            "GROUP BY \"port\"",
        ],
    );
}

#[test]
fn points_are_coloured_by_the_named_column() {
    expect_after(
        &sailings(),
        &["fare against delay", "colour by port"],
        &["\"port\"", "\"fare_eur\""],
    );
}

#[test]
fn words_of_something_else_repeat_no_chart() {
    let shop = vec![table(
        "superstore",
        900,
        vec![
            text("State", 40, &["California", "Texas", "Ohio"]),
            text("Segment", 3, &["Home", "Office", "School"]),
            number("Profit", 800, (-900.0, 2_000.0)),
        ],
    )];
    for (chart, message) in [
        ("profit by state", "what is the weather?"),
        ("profit by segment", "what is the weather?"),
        ("profit by state", "top 10 customers by profit"),
    ] {
        let answered = hold(&shop, &[chart, message]);
        assert!(
            !matches!(answered, Answer::Plans { .. }),
            "{message}: {answered:?}"
        );
    }
}
