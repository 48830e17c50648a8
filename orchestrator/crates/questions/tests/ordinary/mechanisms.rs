//! Names, amounts and wholes over tables that no question set has: each test stands for a mechanism and not for its words.

use super::unseen::{assert_has, sql_of};

const QUARRY: &str = "shift_dt,pit_cd,pit,stone,BLAST_T,SOLD_T,VALUE_EUR,fines_t\n\
    2024-01-03,N,North,granite,310.5,280.2,5400,12.5\n2024-01-04,S,South,slate,120.4,90.1,3900,7.5\n\
    2024-02-03,N,North,slate,95.5,88.0,3600,3.1\n2024-02-09,S,South,granite,402.2,371.9,7100,19.4\n\
    2024-03-03,N,North,granite,288.1,250.7,4900,9.9\n2024-03-07,S,South,slate,131.6,119.0,4700,6.6\n";

/// Three lights with the row of all of them in each year, which has no tower and no inspection.
fn lighthouses() -> String {
    let mut csv = "light,year,keepers,tower_height_m,inspected_on\n".to_owned();
    for year in 2015..2023 {
        for (at, light) in ["Ash Point", "Bell Rock", "Cape Fen"].iter().enumerate() {
            let (keepers, tower) = (at + 3, at + 30);
            csv += &format!("{light},{year},{keepers},{tower},{year}-05-0{}\n", at + 1);
        }
        csv += &format!("All lights,{year},12,,\n");
    }
    csv
}

const GATES: &str = "gate_no,gate,count_date,hours_open,visitors_day\n\
    1,Main,2024-05-01,8,310\n2,Lake,2024-05-01,8,120\n1,Main,2024-05-02,8,355\n2,Lake,2024-05-02,8,99\n\
    1,Main,2024-05-03,8,287\n2,Lake,2024-05-03,8,141\n1,Main,2024-05-04,9,410\n2,Lake,2024-05-04,9,180\n\
    1,Main,2024-05-05,9,433\n2,Lake,2024-05-05,9,201\n1,Main,2024-05-06,8,276\n2,Lake,2024-05-06,8,88\n\
    1,Main,2024-05-07,8,299\n2,Lake,2024-05-07,8,102\n";

const PARCELS: &str = "parcel_no,depot,insured,sent_n,lost_n,weight_kg,paid\n\
    P1,East,yes,4,0,1.5,12\nP2,East,no,2,1,0.7,8\nP3,West,yes,6,1,3.9,21\nP4,West,no,1,0,2.2,9\nP5,East,yes,3,0,1.1,14\n";

const CLINIC: &str = "visit_id,patient_no,ward,xray_n,temp_am_c,temp_pm_c,bp_upper,triage,discharged_yn,outcome\n\
    1,41,Elm,2,36.6,37.0,121,Poor,Y,home\n2,41,Elm,1,36.9,37.4,133,Good,N,ward\n3,42,Oak,3,36.4,36.9,118,Good,Y,home\n\
    4,43,Oak,1,37.8,38.1,141,Poor,Y,home\n5,43,Oak,2,37.2,37.9,139,Good,N,ward\n6,44,Elm,2,36.7,36.8,124,Poor,Y,home\n";

/// Four mills in each of six years, with what each burned, ground and made of the wind.
fn mills() -> String {
    let mut csv = "mill,year,wind_mwh,peat_kg,hands,idle (min)\n".to_owned();
    for year in 2015..2021 {
        for (at, mill) in ["Ash", "Brook", "Crane", "Dell"].iter().enumerate() {
            let (wind, peat) = (310 + 17 * at + year % 7, 9_000 - (year - 2_015) * 100 * at);
            let (hands, idle) = (at + 3, 11 + 13 * at + year % 5);
            csv += &format!("{mill},{year},{wind},{peat},{hands},{idle}\n");
        }
    }
    csv
}

#[test]
fn tonnes_are_added_up_and_the_verb_before_another_quantity_is_not_measured() {
    let sql = sql_of(
        "quarry_shifts",
        QUARRY,
        "tonnes of granite blasted per month",
    );
    assert_has(&sql, &["SUM(\"BLAST_T\")", "'granite'"]);
    let sql = sql_of("quarry_shifts", QUARRY, "sold value by pit");
    assert_has(&sql, &["SUM(\"VALUE_EUR\")"]);
    assert!(!sql.contains("SOLD_T"), "{sql}");
}

#[test]
fn narrower_noun_than_the_rows_is_not_read_as_the_rows() {
    let csv = "felling_id,site,trunk_mm\n1,Fen,120\n2,Fen,131\n3,Moor,125\n4,Moor,119\n";
    let answered = sql_of("tree_fellings", csv, "number of oaks by site");
    assert!(!answered.starts_with("SELECT"), "{answered}");
}

#[test]
fn year_of_every_row_is_the_time_beside_a_date_with_gaps() {
    let sql = sql_of(
        "light_survey",
        &lighthouses(),
        "keepers of Bell Rock over time",
    );
    assert_has(&sql, &["\"year\""]);
    assert!(!sql.contains("inspected_on"), "{sql}");
}

#[test]
fn row_of_the_whole_is_left_out_where_it_lacks_the_measure() {
    let sql = sql_of(
        "light_survey",
        &lighthouses(),
        "average tower height over time",
    );
    assert_has(&sql, &["AVG(\"tower_height_m\")"]);
    assert!(!sql.contains("= 'All lights'"), "{sql}");
}

#[test]
fn table_of_counts_adds_up_its_numbers() {
    let sql = sql_of(
        "visitor_counts",
        GATES,
        "how many visitors did each gate have",
    );
    assert_has(&sql, &["SUM(\"visitors_day\")"]);
    let sql = sql_of("visitor_counts", GATES, "7-day moving average at Lake");
    assert_has(&sql, &["SUM(\"visitors_day\")"]);
}

#[test]
fn hour_of_days_is_declined() {
    let answered = sql_of("visitor_counts", GATES, "which hour has the most visitors");
    assert!(!answered.contains("SELECT"), "{answered}");
}

#[test]
fn verb_that_only_a_split_has_is_not_dropped() {
    let answered = sql_of(
        "visitor_counts",
        GATES,
        "on how many days was the gate Lake broken",
    );
    assert!(!answered.contains("SELECT"), "{answered}");
}

#[test]
fn quality_before_the_counted_noun_keeps_its_rows() {
    let sql = sql_of("parcels", PARCELS, "how many insured parcels per depot");
    assert_has(&sql, &["COUNT(*)"]);
    assert!(!sql.contains("DISTINCT"), "{sql}");
}

#[test]
fn percentage_of_one_quantity_in_another_is_a_ratio_of_sums() {
    let rows: String = (0..40)
        .map(|row| {
            format!(
                "R{row},{},{},{}\n",
                ["East", "West"][row % 2],
                row % 6 + 1,
                row % 3
            )
        })
        .collect();
    let sql = sql_of(
        "parcel_runs",
        &format!("parcel_run,depot,boxes_sent,boxes_lost\n{rows}"),
        "what percentage of the boxes sent were lost, at each depot?",
    );
    assert_has(&sql, &["SUM(\"boxes_lost\")", "SUM(\"boxes_sent\")"]);
}

#[test]
fn currency_sign_before_both_numbers_makes_a_range() {
    let sql = sql_of("parcels", PARCELS, "number of parcels between $9 and $15");
    assert_has(&sql, &["\"paid\" >= 9", "\"paid\" <= 15"]);
}

#[test]
fn letters_and_words_are_joined_to_the_name_of_a_column() {
    let sql = sql_of("clinic_visits", CLINIC, "total X rays per ward");
    assert_has(&sql, &["\"xray_n\""]);
    let sql = sql_of(
        "clinic_visits",
        CLINIC,
        "average upper blood pressure per ward",
    );
    assert_has(&sql, &["\"bp_upper\""]);
    let sql = sql_of(
        "clinic_visits",
        CLINIC,
        "average morning temperature per ward",
    );
    assert_has(&sql, &["\"temp_am_c\""]);
}

#[test]
fn counted_thing_of_several_rows_is_counted_once() {
    let rows: String = (0..30)
        .map(|row| {
            let (buoy, sea) = (row % 15, if row % 2 == 0 { "North" } else { "Irish" });
            let adrift = if row % 3 == 0 { "Y" } else { "N" };
            format!(
                "{buoy},{sea},2024-01-{:02},{},{adrift}\n",
                row + 1,
                20 + row
            )
        })
        .collect();
    let csv = &format!("buoy_no,sea,read_on,depth_m,adrift_yn\n{rows}");
    let sql = sql_of("depth_readings", csv, "buoys adrift per sea");
    assert_has(&sql, &["COUNT(DISTINCT \"buoy_no\")", "adrift_yn"]);
}

#[test]
fn verb_before_a_value_only_leads_to_it() {
    let sql = sql_of(
        "clinic_visits",
        CLINIC,
        "how many visits were classified poor",
    );
    assert_has(&sql, &["COUNT(*)", "'Poor'"]);
}

#[test]
fn development_from_year_to_year_is_a_course_and_no_change() {
    let csv = "town,sold_on,rent_eur\nAsh,2019-02-01,500\nAsh,2020-02-01,520\nElm,2019-03-01,610\nElm,2020-03-01,640\nElm,2021-03-01,655\n";
    let sql = sql_of(
        "lettings",
        csv,
        "how has the rent developed from year to year",
    );
    assert!(!sql.contains("LAG("), "{sql}");
    let sql = sql_of("lettings", csv, "how did the rent change from year to year");
    assert!(sql.contains("LAG("), "{sql}");
}

#[test]
fn base_year_of_an_index_is_no_condition_on_the_measure() {
    let csv = "town,year,rent_eur\nAsh,2019,500\nAsh,2020,520\nElm,2019,610\nElm,2020,640\nElm,2021,655\nAsh,2021,525\n";
    let sql = sql_of(
        "lettings",
        csv,
        "rent in Ash and Elm as an index with 2019 = 100",
    );
    assert_has(&sql, &["FIRST_VALUE"]);
    assert!(!sql.contains("\"v0\" = 100"), "{sql}");
}

#[test]
fn listed_groups_are_the_wholes_of_a_full_stack() {
    let sql = sql_of(
        "clinic_visits",
        CLINIC,
        "outcomes for Elm and Oak as 100% stacked bars",
    );
    let (ward, outcome) = (sql.find("\"ward\" AS"), sql.find("\"outcome\" AS"));
    assert!(ward.is_some() && ward < outcome, "{sql}");
}

#[test]
fn quantity_per_dollar_is_divided_by_the_only_money() {
    let sql = sql_of(
        "parcels",
        PARCELS,
        "which depots have the most weight per dollar",
    );
    assert_has(&sql, &["SUM(\"weight_kg\")", "\"paid\"", "/"]);
}

#[test]
fn noun_that_another_column_is_called_is_not_said_of_countries() {
    let csv = "mill,country,region,output_t\nA,France,Loire,5\nB,France,Alsace,7\nC,Italy,Tuscany,6\nD,Spain,Navarra,9\nE,Italy,Umbria,4\n";
    let sql = sql_of("paper_mills", csv, "output by region");
    assert_has(&sql, &["\"region\" AS"]);
    assert!(!sql.contains("\"country\""), "{sql}");
}

#[test]
fn unit_that_is_asked_for_counts_no_rows() {
    let rows: String = (0..40)
        .map(|row| {
            let tank = ["A", "B"][row % 2];
            format!("{tank},2024-01-{:02},{row}.5,{}\n", row / 2 + 1, 300 + row)
        })
        .collect();
    let csv = &format!("tank,day,spilt_kg,filled_kg\n{rows}");
    let sql = sql_of("tank_log", csv, "how many kilos were spilt per tank");
    assert_has(&sql, &["\"spilt_kg\""]);
    assert!(
        !sql.contains("COUNT") && !sql.contains("filled_kg"),
        "{sql}"
    );
}

#[test]
fn aggregate_behind_its_quantity_is_read_before_the_noun_of_the_rows() {
    let csv = "cheese,country,price_eur\nAlba,France,5\nBrio,France,7\nCrema,Italy,6\nDolce,Italy,9\nEros,Spain,4\n";
    for text in [
        "prix moyen des fromages par pays",
        "precio medio de los quesos por pais",
    ] {
        let sql = sql_of("cheeses", csv, text);
        assert_has(&sql, &["AVG(\"price_eur\")", "\"country\" AS"]);
        assert!(!sql.contains("\"cheese\""), "{sql}");
    }
}

#[test]
fn german_question_that_begins_with_how_is_translated() {
    let csv = "stable,horse_no,born\nAu,1,2015\nAu,2,2016\nBach,3,2017\nBach,1,2018\n";
    let sql = sql_of(
        "stable_visits",
        csv,
        "Wie viele verschiedene Pferde wurden je Stable getestet?",
    );
    assert!(!sql.contains("verschiedene"), "{sql}");
}

#[test]
fn total_of_a_stock_since_a_year_is_shown_for_each_year() {
    let rows: String = (0..24)
        .map(|row| {
            let lake = ["Ash", "Birk", "Clun"][row % 3];
            format!("{lake},{},{}.5,{}\n", 2010 + row / 3, 20 + row % 3, row)
        })
        .collect();
    let csv = &format!("lake,year,area_km2,boats\n{rows}");
    let sql = sql_of("lake_survey", csv, "total area of all the lakes since 2012");
    assert_has(&sql, &["SUM(\"area_km2\")", "GROUP BY \"year\""]);
    assert!(!sql.contains("\"lake\""), "{sql}");
}

#[test]
fn noun_with_a_table_of_its_own_is_counted_there() {
    let loans: String = (0..30)
        .map(|row| format!("{row},{},2024-01-{:02}\n", row % 15, row + 1))
        .collect();
    let members: String = (0..15)
        .map(|row| format!("{row},202{}-03-01,Name {row}\n", row % 4))
        .collect();
    let tables = [
        super::unseen::profile_of(
            "lendings",
            &format!("lending_no,member_no,lent_on\n{loans}"),
        ),
        super::unseen::profile_of("members", &format!("member_no,joined_on,name\n{members}")),
    ];
    let sql = super::unseen::sql_over(&tables, "new members per year");
    assert_has(&sql, &["FROM \"members\"", "COUNT(*)"]);
}

#[test]
fn unit_in_brackets_is_that_of_the_conditions_on_its_column() {
    let sql = sql_of(
        "mill_years",
        &mills(),
        "how many mills were idle for more than half an hour",
    );
    assert_has(&sql, &["\"idle (min)\" > 30"]);
}

#[test]
fn energy_of_wind_adds_up_and_its_share_is_a_part_of_the_sum() {
    let sql = sql_of("mill_years", &mills(), "wind by mill");
    assert_has(&sql, &["SUM(\"wind_mwh\")"]);
    let sql = sql_of(
        "mill_years",
        &mills(),
        "what share of wind comes from Crane?",
    );
    assert_has(
        &sql,
        &["SUM(\"wind_mwh\") FILTER (WHERE \"mill\" = 'Crane')"],
    );
}

#[test]
fn quantity_per_person_without_a_count_of_people_is_not_drawn_as_the_quantity() {
    let answered = sql_of("mill_years", &mills(), "wind per person by mill");
    assert!(!answered.starts_with("SELECT"), "{answered}");
}

#[test]
fn things_are_ranked_by_their_change_over_the_whole_time() {
    for question in [
        "which mill has reduced peat the most",
        "which mill's peat fell the most",
    ] {
        let sql = sql_of("mill_years", &mills(), question);
        assert_has(&sql, &["MIN(\"g0\") OVER ()", "MAX(\"g0\") OVER ()"]);
        // The years are compared, and no group of the result.
        assert_has(&sql, &["GROUP BY \"g1\"", "ORDER BY"]);
        assert!(!sql.contains("\"g2\""), "{sql}");
        assert!(!sql.contains("RANK() OVER"), "{sql}");
    }
}
