//! Nouns that no column names: the rows, a word that only describes, or something that is not in the table.

use super::unseen::{assert_has, assert_not_answered, sql_of};

const COMPANIES: &str = "name,country,profit,turnover
Ado,Peru,10,100
Bex,Peru,-3,50
Cor,Chile,4,80
Dun,Peru,8,60
Eli,Chile,2,30
";

const SURVEY: &str = "age,sex,married,educ,income,drinks
34,F,1,12,100,3
41,M,0,16,120,1
29,F,0,11,90,2
55,M,1,18,150,0
62,F,1,9,70,4
38,M,0,12,95,2
";

const RESULTS: &str = "home_team,away_team,home_goals,away_goals,kick_off
Ash,Bow,2,1,2021-03-01
Bow,Cam,0,0,2021-03-02
Cam,Ash,3,2,2021-04-03
Ash,Cam,1,1,2021-04-04
";

#[test]
fn noun_names_the_rows_where_the_table_leaves_them_open() {
    let sql = sql_of("tpx88", COMPANIES, "which country has the most companies");
    assert_has(
        &sql,
        &["COUNT(*)", "Number of companies", "GROUP BY \"country\""],
    );
    assert_not_answered("tpx88", COMPANIES, "how many doctors are there");
}

#[test]
fn noun_that_is_not_in_a_table_of_something_else_is_missing() {
    let csv = "sensor,ward,reading\n1,North,5\n2,South,6\n3,North,9\n4,East,2\n";
    assert_not_answered("sensors", csv, "how many gadgets are in each ward");
}

#[test]
fn rows_with_ages_are_people_whatever_the_file_is_called() {
    let sql = sql_of("survey", SURVEY, "how many people are over 40");
    assert_has(&sql, &["Number of people", "\"age\" > 40"]);
    let sql = sql_of("survey", SURVEY, "patients by sex");
    assert_has(&sql, &["COUNT(*)", "GROUP BY \"sex\""]);
    assert_not_answered("survey", SURVEY, "how many cars are there");
}

#[test]
fn home_and_away_sides_make_matches_with_goals_of_both() {
    let sql = sql_of("results", RESULTS, "how many matches did Ash play at home");
    assert_has(&sql, &["COUNT(*)", "\"home_team\" = 'Ash'"]);
    let sql = sql_of("results", RESULTS, "average goals per game");
    assert_has(&sql, &["AVG((\"home_goals\" + \"away_goals\"))"]);
}

#[test]
fn outcome_that_no_column_holds_is_not_passed_over() {
    for question in [
        "how many matches ended in a draw",
        "how many drawn matches",
        "how many shows were there",
        "number of plays by home team",
    ] {
        assert_not_answered("results", RESULTS, question);
    }
    let sql = sql_of("results", RESULTS, "draw the home goals by home team");
    assert_has(&sql, &["SUM(\"home_goals\")", "GROUP BY \"home_team\""]);
}

#[test]
fn flag_before_the_rows_is_a_condition() {
    let sql = sql_of("survey", SURVEY, "average income of married people");
    assert_has(&sql, &["AVG(\"income\")", "\"married\" = 1"]);
}

#[test]
fn cause_is_set_against_the_quantity_it_drives() {
    let sql = sql_of("survey", SURVEY, "how does age drive income");
    assert_has(&sql, &["\"age\"", "\"income\""]);
    assert!(!sql.contains("GROUP BY"), "{sql}");
}

#[test]
fn country_in_capitals_is_no_pronoun() {
    let sql = sql_of(
        "tpx88",
        &COMPANIES.replace("Peru", "United States"),
        "average profit in the US",
    );
    assert_has(&sql, &["\"country\" = 'United States'"]);
    assert_not_answered("tpx88", COMPANIES, "average profit in the US");
}

#[test]
fn comparison_may_stand_before_the_quantity_it_is_about() {
    let sql = sql_of("survey", SURVEY, "how many people above age 40");
    assert_has(&sql, &["\"age\" > 40"]);
}

/// Players of two teams with the numbers on their shirts.
const PLAYERS: &str = "name,team,team_abbr,position,number,height
Ann Ash,Detroit,DET,Guard,7,70
Bea Bow,Boston,BOS,Center,11,74
Cat Cam,Detroit,DET,Center,23,76
Dot Dun,Boston,BOS,Guard,5,69
";

#[test]
fn numbers_on_shirts_count_no_players() {
    let sql = sql_of(
        "players_19",
        PLAYERS,
        "how many players does each team have",
    );
    assert_has(&sql, &["COUNT(*)", "GROUP BY \"team\""]);
    assert!(!sql.contains("DET"), "{sql}");
}

#[test]
fn persons_in_several_rows_are_counted_once() {
    let mut csv = "id,name,sex,age,sport\n".to_owned();
    for at in 0..60 {
        let sport = ["Judo", "Golf", "Polo"][at % 3];
        let sex = ["F", "M"][at % 2];
        csv += &format!(
            "{},N{},{sex},{},{sport}\n",
            100 + at % 40,
            at % 40,
            18 + at % 9
        );
    }
    let sql = sql_of(
        "athletes_2024",
        &csv,
        "how many athletes are there in each sport",
    );
    assert_has(&sql, &["COUNT(DISTINCT \"id\")", "GROUP BY \"sport\""]);
    let sql = sql_of("athletes_2024", &csv, "number of rows by sport");
    assert_has(&sql, &["COUNT(*)"]);
}

#[test]
fn title_that_begins_with_all_is_no_total() {
    for films in [40, 60] {
        let mut csv = "name,age,film\n".to_owned();
        for at in 0..films {
            let film = if at == 7 {
                "All the Queen's Ships".to_owned()
            } else {
                format!("Film {at}")
            };
            csv += &format!("N{at},{},{film}\n", 20 + at);
        }
        let sql = sql_of("winners", &csv, "average age");
        assert!(!sql.contains("Queen"), "{sql}");
    }
}

#[test]
fn rows_about_persons_may_be_called_by_what_they_are() {
    let sql = sql_of("survey", SURVEY, "average income of respondents by sex");
    assert_has(&sql, &["AVG(\"income\")", "GROUP BY \"sex\""]);
}

#[test]
fn animals_with_age_and_sex_are_no_people() {
    let csv = "age,sex,weight,site\n3,F,2.5,North\n4,M,2.1,South\n2,F,1.9,North\n7,M,3.0,East\n";
    let sql = sql_of("possum", csv, "how many are there per site");
    assert!(!sql.contains("people"), "{sql}");
}
