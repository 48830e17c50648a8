//! Headlines and sentences about rows.

#![expect(clippy::unwrap_used, reason = "a broken fixture fails the test")]

#[path = "support/profile.rs"]
mod profile;

use portolan_query::{ColumnType, QueryResult, ResultColumn, TableProfile};
use portolan_questions::words::Findings;
use portolan_questions::{Answer, Prepared, Question, answer, prepare};
use serde_json::{Value, json};

fn prepared(question: &str, table: &TableProfile) -> Prepared {
    let tables = std::slice::from_ref(table);
    let Answer::Plans { readings } = answer(&Question {
        text: question,
        tables,
        earlier: None,
        schema: None,
    }) else {
        panic!("{question} is not answered");
    };
    prepare(&readings[0].plan, tables).unwrap()
}

/// Returns what is said of these rows, each a group and its value.
fn findings(question: &str, table: &TableProfile, rows: &[(Value, f64)]) -> Findings {
    let prepared = prepared(question, table);
    let column = |name: &str, column_type| ResultColumn {
        name: name.to_owned(),
        column_type,
    };
    let group_type = match rows[0].0.as_str() {
        Some(text) if text.len() == 10 => ColumnType::Date,
        Some(_) => ColumnType::String,
        None => ColumnType::Integer,
    };
    let result = QueryResult {
        columns: vec![
            column(&prepared.frame.groups[0].name, group_type),
            column(&prepared.frame.measures[0].name, ColumnType::Number),
        ],
        rows: rows
            .iter()
            .map(|(group, value)| vec![group.clone(), json!(value)])
            .collect(),
        row_count: rows.len() as u64,
        truncated: false,
        took_ms: 0,
    };
    prepared.findings(std::slice::from_ref(table), &result)
}

/// Trips of a rowing club from May 2019 to the middle of October 2022.
fn trips() -> TableProfile {
    let mut text = String::from("trip_id,started_on,boat,kilometres\n");
    let mut id = 0;
    for year in 2019..=2022 {
        for month in 1..=12 {
            let is_outside = (year == 2019 && month < 5) || (year == 2022 && month > 10);
            if is_outside {
                continue;
            }
            let days: &[u32] = if year == 2022 && month == 10 {
                &[2, 9]
            } else {
                &[1, 12, 28]
            };
            for day in days {
                id += 1;
                text.push_str(&format!(
                    "{id},{year}-{month:02}-{day:02},Heron,{}\n",
                    4 + month
                ));
            }
        }
    }
    profile::profile("trips", &text)
}

fn monthly(value: impl Fn(i32, u32) -> f64) -> Vec<(Value, f64)> {
    (2019..=2022)
        .flat_map(|year| (1..=12).map(move |month| (year, month)))
        .filter(|place| (2019, 5) <= *place && *place <= (2022, 10))
        .map(|(year, month)| (json!(format!("{year}-{month:02}-01")), value(year, month)))
        .collect()
}

#[test]
fn last_month_is_compared_with_the_same_month_of_the_first_year() {
    let rows = monthly(|year, month| f64::from(month) * 10.0 + f64::from(year - 2019));
    let said = findings("number of trips by month", &trips(), &rows);
    // The data end on 9 October 2022, so September is the last month that is complete.
    assert_eq!(
        said.title,
        "Number of trips rose 3.3% between September 2019 and September 2022"
    );
    assert!(
        said.prose.starts_with(
            "The number of trips rose from **90** in September 2019 to **93** in September 2022"
        ),
        "{}",
        said.prose
    );
}

#[test]
fn months_of_less_than_a_year_are_compared_from_the_first_to_the_last() {
    let rows = monthly(|year, month| f64::from(month + u32::from(year > 2019) * 50));
    let said = findings(
        "number of trips by month",
        &trips(),
        &rows[rows.len() - 8..],
    );
    assert!(
        said.title
            .ends_with("between March 2022 and September 2022"),
        "{}",
        said.title
    );
}

#[test]
fn share_of_whole_follows_the_group_that_leads() {
    let table = profile::profile(
        "visits",
        "visit_id,day\n1,Monday\n2,Monday\n3,Friday\n4,Sunday\n",
    );
    let rows = [
        (json!("Monday"), 60.0),
        (json!("Friday"), 30.0),
        (json!("Sunday"), 10.0),
    ];
    let said = findings("number of visits by day", &table, &rows);
    assert!(
        said.prose.starts_with(
            "Monday has the most visits: **60**, 60% of all **100**. Sunday is lowest"
        ),
        "{}",
        said.prose
    );
}

#[test]
fn measures_over_time_are_compared_by_their_names_without_the_unit() {
    let table = profile::profile(
        "mills",
        "mill,year,wind_mwh,peat_mwh\nAsh,2019,310,90\nBrook,2019,280,70\nAsh,2020,331,81\nBrook,2020,276,64\n",
    );
    let prepared = prepared("total wind and peat by year", &table);
    let column = |name: &str, column_type| ResultColumn {
        name: name.to_owned(),
        column_type,
    };
    let said = |wind: &str, peat: &str| {
        let result = QueryResult {
            columns: vec![
                column(&prepared.frame.groups[0].name, ColumnType::Integer),
                column(&prepared.frame.groups[1].name, ColumnType::String),
                column(&prepared.frame.measures[0].name, ColumnType::Number),
            ],
            rows: vec![
                vec![json!(2019), json!(wind), json!(590)],
                vec![json!(2019), json!(peat), json!(160)],
                vec![json!(2020), json!(wind), json!(607)],
                vec![json!(2020), json!(peat), json!(145)],
            ],
            row_count: 4,
            truncated: false,
            took_ms: 0,
        };
        prepared.findings(std::slice::from_ref(&table), &result)
    };
    let found = said("Total wind (mwh)", "Total peat (mwh)");
    assert_eq!(
        found.title,
        "Total wind was higher than total peat in 2020: 607 mwh"
    );
    // Brackets that hold no unit distinguish measures.
    let found = said("Total wind (net)", "Total wind (gross)");
    assert_eq!(
        found.title,
        "Total wind (net) was higher than total wind (gross) in 2020: 607 mwh"
    );
}

#[test]
fn period_with_the_highest_value_is_named_and_nothing_falls_from_the_first_rank_to_the_last() {
    let rows = [
        (json!("2021-07-01"), 90.0),
        (json!("2019-06-01"), 80.0),
        (json!("2022-01-01"), 3.0),
    ];
    let said = findings("which month had the most trips", &trips(), &rows);
    assert_eq!(said.title, "July 2021 has the most trips: 90");
    assert!(!said.prose.contains("fell"), "{}", said.prose);
}

#[test]
fn range_of_a_scale_is_no_unit_of_its_values() {
    let table = profile::profile(
        "visits",
        "visit_id,ward,calm (1-5)\n1,Elm,3\n2,Elm,4\n3,Oak,2\n4,Oak,5\n5,Oak,1\n",
    );
    let rows = [(json!("Elm"), 3.5), (json!("Oak"), 2.67)];
    let said = findings("average calm by ward", &table, &rows);
    assert_eq!(said.title, "Elm has the highest average calm: 3.5");
}

#[test]
fn extreme_of_extremes_is_named_once() {
    let table = profile::profile(
        "catches",
        "catch_id,bay,weight_kg\n1,Elm,3.5\n2,Elm,4.25\n3,Oak,2.5\n4,Oak,5.75\n5,Oak,1.5\n",
    );
    let titles = [
        (
            "highest weight by bay",
            "Oak has the highest weight: 5.75 kg",
        ),
        (
            "lowest weight by bay",
            "Oak has the highest minimum weight: 5.75 kg",
        ),
    ];
    for (question, title) in titles {
        let rows = [(json!("Oak"), 5.75), (json!("Elm"), 4.25)];
        let said = findings(question, &table, &rows);
        assert_eq!(said.title, title);
    }
}

/// Places with a rate each, and nothing that says where they lie.
const RATES: &str = "state,rate\nIowa,0.17\nKansas,0.15\nMaine,0.14\n";

#[test]
fn map_that_cannot_be_drawn_is_explained_beside_bars() {
    let table = profile::profile("rates", RATES);
    let rows = [("Iowa", 0.17), ("Kansas", 0.15), ("Maine", 0.14)];
    let rows = rows.map(|(state, rate)| (json!(state), rate));
    let found = findings("map of rate by state", &table, &rows);
    assert!(
        found
            .prose
            .contains("Not drawn as a map: the table has no coordinates for these places."),
        "{}",
        found.prose
    );
}

#[test]
fn map_without_a_quantity_or_coordinates_has_a_query() {
    let table = profile::profile("rates", RATES);
    let prepared = prepared("map of rates by state", &table);
    assert!(prepared.frame.place.is_none());
    assert!(!prepared.frame.measures.is_empty());
}

#[test]
fn follow_up_that_counts_rows_of_a_map_keeps_its_dots() {
    let table = profile::profile(
        "airports",
        "name,state,latitude,longitude,elevation\nA,TX,30.1,-95.2,310\nB,TX,31.5,-96.1,120\nC,MS,32.0,-89.2,95\n",
    );
    let tables = std::slice::from_ref(&table);
    let ask = |text, earlier| {
        let question = Question {
            text,
            tables,
            earlier,
            schema: None,
        };
        match answer(&question) {
            Answer::Plans { mut readings } => readings.remove(0).plan,
            _ => panic!("{text} is not answered"),
        }
    };
    let map = ask("map of airports", None);
    let again = ask("number of airports by state on a map", Some(&map));
    let prepared = prepare(&again, tables).unwrap();
    assert!(prepared.frame.place.is_some());
    assert!(prepared.frame.measures.is_empty());
    let compared = ask("average elevation by state", Some(&map));
    let prepared = prepare(&compared, tables).unwrap();
    assert!(prepared.frame.place.is_none());
    assert_eq!(prepared.frame.measures.len(), 1);
}

#[test]
fn several_lowest_groups_take_the_plural() {
    let table = profile::profile("rates", RATES);
    let rows = [("Iowa", 0.17), ("Kansas", 0.0), ("Maine", 0.0)];
    let rows = rows.map(|(state, rate)| (json!(state), rate));
    let found = findings("rate by state", &table, &rows);
    assert!(
        found
            .prose
            .contains("Kansas and Maine are lowest with **0**"),
        "{}",
        found.prose
    );
}

#[test]
fn highest_of_rows_without_names_is_said_alone() {
    let mut text = String::from("weight,colour\n");
    for row in 0..40 {
        text.push_str(&format!(
            "{},{}\n",
            10 + row * 7 % 23,
            ["red", "blue"][row % 2]
        ));
    }
    let bricks = profile::profile("bricks", &text);
    let prepared = prepared("heaviest brick", &bricks);
    let result = QueryResult {
        columns: vec![ResultColumn {
            name: prepared.frame.measures[0].name.clone(),
            column_type: ColumnType::Number,
        }],
        rows: vec![vec![json!(32)]],
        row_count: 1,
        truncated: false,
        took_ms: 0,
    };
    let said = prepared.findings(std::slice::from_ref(&bricks), &result);
    assert_eq!(said.title, "The highest weight is 32");
}

#[test]
fn averages_of_intervals_are_no_parts_of_a_whole() {
    let mut text = String::from("depth,stations\n");
    for row in 0..400 {
        text.push_str(&format!("{},{}\n", f64::from(row) * 1.7, 10 + row % 37));
    }
    let quakes = profile::profile("quakes", &text);
    let prepared = prepared("average number of stations by depth", &quakes);
    let column = |name: &str| ResultColumn {
        name: name.to_owned(),
        column_type: ColumnType::Number,
    };
    let result = QueryResult {
        columns: vec![
            column("Depth"),
            column("Depth to"),
            column("Average stations"),
        ],
        rows: vec![
            vec![json!(0), json!(50), json!(40.3)],
            vec![json!(50), json!(100), json!(35.9)],
        ],
        row_count: 2,
        truncated: false,
        took_ms: 0,
    };
    let said = prepared.findings(std::slice::from_ref(&quakes), &result);
    assert!(!said.prose.contains("in the interval"), "{}", said.prose);
    assert!(said.prose.contains("40.3"), "{}", said.prose);
}

/// Members of a choir, with what they did.
fn singers() -> TableProfile {
    let mut text = String::from("voice,married,auditioned,age\n");
    for at in 0..200 {
        text.push_str(&format!(
            "{},{},{},{}\n",
            ["alto", "bass"][at % 2],
            at / 2 % 2,
            usize::from(at % 5 < 3),
            20 + at % 40
        ));
    }
    profile::profile("singers", &text)
}

#[test]
fn share_of_ones_is_told_in_percent() {
    let rows = [(json!("alto"), 0.625), (json!("bass"), 0.25)];
    let said = findings("auditioned by voice", &singers(), &rows);
    assert!(said.prose.contains("share auditioned"), "{}", said.prose);
    assert!(
        said.prose.contains("**62%**") || said.prose.contains("**63%**"),
        "{}",
        said.prose
    );
}

#[test]
fn groups_of_zeros_and_ones_are_told_by_the_name_of_the_flag() {
    let rows = [(json!(1), 44.0), (json!(0), 31.0)];
    let said = findings("average age by married", &singers(), &rows);
    assert!(
        said.prose.starts_with("Married has the highest"),
        "{}",
        said.prose
    );
    assert!(
        said.prose.contains("Not married is lowest"),
        "{}",
        said.prose
    );
}
