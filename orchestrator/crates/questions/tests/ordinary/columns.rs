//! Columns that hold numbers and are no amounts, and names that are said in another way than they are written.

use super::unseen::{assert_has, assert_not_answered, sql_of};

/// Outbreaks of hills: each has a number, and so has each hill.
fn outbreaks() -> String {
    let mut csv = "hill_number,hill_name,outbreak_number,strength,country\n".to_owned();
    for at in 0..60 {
        let hill = at % 7;
        let country = ["Peru", "Chile", "Japan"][hill % 3];
        csv += &format!(
            "{},Hill {hill},{},{},{country}\n",
            2000 + hill * 13,
            700 + at * 3,
            at % 5
        );
    }
    csv
}

/// Medals of countries at games, with their sum.
fn medals() -> String {
    let mut csv = "games,country,gold,silver,bronze,total\n".to_owned();
    for year in (1990..2022).step_by(4) {
        for (at, country) in ["Norway", "Italy", "Japan", "Peru"].iter().enumerate() {
            let (gold, silver, bronze) = (at + year % 7, at * 2 + year % 5, year % 11);
            let total = gold + silver + bronze;
            csv += &format!("{year} Winter,{country},{gold},{silver},{bronze},{total}\n");
        }
    }
    csv
}

/// Weekly prices in three regions.
fn prices() -> String {
    let mut csv = "date,region,average_price\n".to_owned();
    for at in 0..120 {
        let (month, day) = (at / 4 % 12 + 1, at % 4 * 7 + 1);
        let region = ["North", "South", "East"][at % 3];
        csv += &format!(
            "{}-{month:02}-{day:02},{region},{}.{}\n",
            2020 + at / 48,
            1 + at % 2,
            10 + at % 80
        );
    }
    csv
}

#[test]
fn number_of_a_thing_is_no_amount() {
    let sql = sql_of(
        "outbreaks",
        &outbreaks(),
        "which hill had the most outbreaks",
    );
    assert_has(&sql, &["COUNT(*)", "\"hill_name\""]);
    assert!(!sql.contains("_number"), "{sql}");
}

#[test]
fn total_of_other_columns_is_what_is_counted() {
    let sql = sql_of(
        "medal_table",
        &medals(),
        "average number of medals per games",
    );
    assert_has(&sql, &["SUM(\"total\")", "AVG("]);
    let sql = sql_of("medal_table", &medals(), "top 3 countries by total medals");
    assert_has(&sql, &["SUM(\"total\")", "GROUP BY \"country\""]);
}

#[test]
fn value_that_most_rows_lack_is_counted_where_it_is() {
    let mut csv = "athlete,team,age,medal\n".to_owned();
    for at in 0..60 {
        let medal = if at % 7 == 0 {
            ["Gold", "Silver", "Bronze"][at % 3]
        } else {
            ""
        };
        let team = ["Peru", "Chile", "Japan"][at % 3];
        csv += &format!("A{at},{team},{},{medal}\n", 18 + at % 9);
    }
    let sql = sql_of("athletes", &csv, "how many medals did each team win");
    assert_has(&sql, &["COUNT(\"medal\")", "GROUP BY \"team\""]);
    let sql = sql_of(
        "athletes",
        &csv,
        "how many different medals did each team win",
    );
    assert_has(&sql, &["COUNT(DISTINCT \"medal\")"]);
}

#[test]
fn month_is_ranked_by_all_its_rows() {
    let sql = sql_of("apples", &prices(), "in which month are apples cheapest");
    assert!(!sql.starts_with("WITH") || sql.contains("AVG("), "{sql}");
}

#[test]
fn year_of_nothing_is_no_event() {
    let mut csv = "house,price,yr_built,yr_renovated\n".to_owned();
    for at in 0..50 {
        let renovated = if at % 6 == 0 { 1995 + at % 20 } else { 0 };
        csv += &format!("H{at},{},{},{renovated}\n", 90_000 + at * 700, 1930 + at);
    }
    let sql = sql_of("houses", &csv, "how many houses were renovated");
    assert_has(&sql, &["COUNT(*)", "\"yr_renovated\" > 0"]);
}

#[test]
fn deed_names_those_who_did_it_only_where_they_are_asked_for() {
    let mut csv = "title,publisher,pub_year,pages\n".to_owned();
    for at in 0..50 {
        let publisher = ["Ash", "Bow", "Cam"][at % 3];
        csv += &format!("T{at},{publisher},{},{}\n", 1990 + at % 25, 100 + at * 3);
    }
    let sql = sql_of("books", &csv, "how many books were published after 2005");
    assert!(!sql.contains("publisher"), "{sql}");
    assert_has(&sql, &["\"pub_year\""]);
}

#[test]
fn each_number_of_a_season_is_one_of_them() {
    let mut csv = "episode,season,length\n".to_owned();
    for at in 0..124 {
        csv += &format!("E{at},{},{}\n", at / 4 + 1, 20 + at % 11);
    }
    let sql = sql_of("episodes", &csv, "how many episodes are in each season");
    assert_has(&sql, &["COUNT(*)", "GROUP BY \"season\""]);
}

#[test]
fn most_popular_is_ranked_by_a_popularity_that_is_kept() {
    let mut csv = "track,genre,popularity\n".to_owned();
    for at in 0..40 {
        csv += &format!("T{at},{},{}\n", ["Jazz", "Rock"][at % 2], at * 7 % 90);
    }
    let sql = sql_of("tracks", &csv, "which genre is the most popular");
    assert_has(&sql, &["\"popularity\"", "GROUP BY \"genre\""]);
}

#[test]
fn words_of_a_name_may_be_run_together() {
    let csv = "lifter,sex,best3squat_kg,best3deadlift_kg\nA,F,90,120\nB,M,150,200\nC,F,95,130\nD,M,160,190\n";
    for (question, column) in [
        ("average squat by sex", "AVG(\"best3squat_kg\")"),
        ("average deadlift by sex", "AVG(\"best3deadlift_kg\")"),
        ("average best3squat by sex", "AVG(\"best3squat_kg\")"),
    ] {
        assert_has(&sql_of("lifts", csv, question), &[column]);
    }
    assert_not_answered("lifts", csv, "average snatch by sex");
}

#[test]
fn density_divides_by_the_area_or_is_missing() {
    let csv = "country,population,area\nAdo,100,10\nBex,900,30\nCor,500,5\nDun,60,20\n";
    let sql = sql_of("lands", csv, "population density by country");
    assert_has(&sql, &["SUM(\"population\")", "SUM(\"area\")"]);
    let without_area = "country,population,coast\nAdo,100,10\nBex,900,30\nCor,500,5\nDun,60,20\n";
    assert_not_answered("lands", without_area, "population density by country");
}

#[test]
fn model_in_digits_names_its_row() {
    let csv = "mfr,model,trim,hp\nAsh,911,Base,400\nBow,R8,Base,500\nCam,720,Coupe,700\nDun,GT,Base,640\nElm,458,Coupe,560\nFen,570,Spider,610\n";
    let sql = sql_of("cars", csv, "most powerful car");
    assert_has(&sql, &["\"model\""]);
}
