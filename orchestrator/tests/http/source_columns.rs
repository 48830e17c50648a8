//! The columns of a source: repaired, renamed and retyped by edits, each of which can be undone.

use portolan_blocks::{BlockContent, ChartBlock};
use serde_json::{Value, json};

use crate::{
    chart_refresh::replace,
    client::TestUser,
    stream::{ask, chat},
};

const SALES: &str = "region,sold_on,amount\n\
    Old Town,2024-01-01,10\nOld Town,2024-01-02,20\nOLD TOWN,2024-01-03,-99\nLinden,2024-01-04,30\n\
    Linden,2024-01-05,-99\nLinden,2024-01-06,40\nLinden,2024-01-07,50\nOld Town,2024-01-08,60\n";

async fn sales(ada: &TestUser) -> Value {
    let body = json!({"name": "sales.csv", "text": SALES});
    ada.post("/api/sources", body).await.is(201).json()
}

fn path_of(source: &Value) -> String {
    format!("/api/sources/{}", source["id"].as_str().unwrap())
}

fn columns_path(source: &Value) -> String {
    format!("{}/columns", path_of(source))
}

fn renamed(source: &Value, column: &str, name: &str) -> Value {
    let mut edits = source["edits"].as_array().cloned().unwrap_or_default();
    match edits.iter_mut().find(|edit| edit["column"] == column) {
        Some(edit) => edit["name"] = json!(name),
        None => edits.push(json!({"column": column, "name": name})),
    }
    json!({ "edits": edits })
}

/// Returns the first chart of the answer to a question in a new chat.
async fn chart_of(ada: &TestUser, source: &Value, question: &str) -> ChartBlock {
    let chat_id = chat(ada).await;
    let body = json!({"text": question, "model": "portolan-builtin", "sourceIds": [source["id"]]});
    let answered = ask(ada, chat_id, body).await;
    let blocks = answered.turns.last().unwrap().blocks.iter();
    let mut charts = blocks.filter_map(|block| match &block.content {
        BlockContent::Chart(chart) => Some((**chart).clone()),
        _ => None,
    });
    charts.next().expect("the answer has a chart")
}

fn names(source: &Value) -> Vec<&str> {
    let columns = source["columns"].as_array().unwrap().iter();
    columns
        .map(|column| column["name"].as_str().unwrap())
        .collect()
}

both!(columns_say_whether_their_total_is_a_figure, |world| {
    let ada = world.new_user("ada").await;
    let text = "region,year,price,amount,population\n\
        Linden,2023,2.5,10,900\nOld Town,2023,3.5,20,700\nLinden,2024,2.75,30,950\nOld Town,2024,4,40,720\n";
    let body = json!({"name": "sales.csv", "text": text});
    let source = ada.post("/api/sources", body).await.is(201).json();
    let columns = source["columns"].as_array().unwrap().iter();
    let additive: Vec<_> = columns
        .filter(|column| column["isAdditive"] == true)
        .map(|column| &column["name"])
        .collect();
    assert_eq!(additive, ["amount"]);
});

both!(column_edits_are_used_by_answers_and_undone, |world| {
    let ada = world.new_user("ada").await;
    let source = sales(&ada).await;
    let path = columns_path(&source);
    let repairs = json!([
        {"column": "region", "spellings": {"OLD TOWN": "Old Town"}},
        {"column": "amount", "missing": -99},
    ]);
    assert_eq!(source["edits"], repairs);
    assert_eq!(source["columns"][0]["distinct"], 2);
    assert_eq!(source["columns"][2]["nulls"], 2);

    let mut edits = renamed(&source, "amount", "  Takings  (€) ");
    edits["edits"][1]["type"] = json!("number");
    edits["edits"]
        .as_array_mut()
        .unwrap()
        .push(json!({"column": "sold_on", "type": "string"}));
    let edited = ada.put(&path, edits).await.ok();
    assert_eq!(names(&edited), ["region", "sold_on", "Takings (€)"]);
    assert_eq!(edited["columns"][1]["type"], "string");
    assert_eq!(edited["columns"][2]["type"], "number");
    assert_eq!(edited["columns"][2]["nulls"], 2);
    let rows = ada.get(&format!("{}/rows", path_of(&source))).await.ok();
    assert_eq!(rows["columns"][2]["name"], "Takings (€)");
    assert_eq!(rows["rows"][0], json!(["Old Town", "2024-01-01", 10.0]));

    let chart = chart_of(&ada, &source, "total takings by region").await;
    let sql = &chart.query.as_ref().unwrap().sql;
    assert!(sql.contains("\"Takings (€)\""), "{sql}");
    assert!(chart.spec.to_string().contains("€"), "{}", chart.spec);

    let server = world.restart().await;
    let ada = ada.at(server.address);
    assert_eq!(ada.get(&path_of(&source)).await.ok(), edited);
    let undone = ada.put(&path, json!({ "edits": repairs })).await.ok();
    assert_eq!(undone, source);
    let raw = ada.put(&path, json!({"edits": []})).await.ok();
    assert_eq!(raw.get("edits"), None);
    assert_eq!(raw["columns"][0]["distinct"], 3);
    assert_eq!(raw["columns"][2]["min"], -99);
    let repaired = ada.put(&path, json!({ "edits": repairs })).await.ok();
    assert_eq!(repaired, source);
    ada.delete(&path_of(&source)).await.is(204);
});

both!(invalid_column_edits_are_rejected_without_effect, |world| {
    let ada = world.new_user("ada").await;
    let source = sales(&ada).await;
    let path = columns_path(&source);
    for (edits, field) in [
        (
            json!([{"column": "colour", "name": "Color"}]),
            "edits.0.column",
        ),
        (json!([{"column": "amount", "name": " "}]), "edits.0.name"),
        (
            json!([{"column": "amount", "name": "Region"}]),
            "edits.0.name",
        ),
        (
            json!([{"column": "amount", "missing": -99}, {"column": "amount", "name": "Sum"}]),
            "edits.1.column",
        ),
    ] {
        ada.put(&path, json!({ "edits": edits }))
            .await
            .invalid(field);
    }
    let dates = json!({"edits": [{"column": "region", "type": "date"}]});
    let refused = ada.put(&path, dates).await;
    refused.problem(422, "source_unreadable");
    assert_eq!(ada.get(&path_of(&source)).await.ok(), source);
    let ben = world.new_user("ben").await;
    ben.put(&path, json!({"edits": []}))
        .await
        .problem(404, "not_found");
    let text = json!({"name": "tides.md", "text": "# Tides\n\nThe tide was high on Monday, and low on Tuesday.\n"});
    let text = ada.post("/api/sources", text).await.is(201).json();
    ada.put(&columns_path(&text), json!({"edits": []}))
        .await
        .problem(422, "source_without_table");
});

both!(
    charts_created_before_a_column_rename_can_be_refreshed,
    |world| {
        let ada = world.new_user("ada").await;
        let source = sales(&ada).await;
        let chart = chart_of(&ada, &source, "total amount by region").await;
        let edits = renamed(&source, "amount", "Takings (€)");
        ada.put(&columns_path(&source), edits).await.ok();
        let newer = SALES.replace(",60\n", ",160\n");
        replace(&ada, &source, "sales.csv", &newer).await.ok();
        let path = format!("/api/charts/{}", chart.chart_id);
        let before = ada.get(&path).await.ok();
        let answer = ada.post(&format!("{path}/refresh"), json!({})).await.ok();
        let refreshed = &answer["chart"];
        assert_eq!(refreshed["data"]["columns"], before["data"]["columns"]);
        assert_ne!(refreshed["data"]["rows"], before["data"]["rows"]);
        assert!(
            refreshed["data"]["rows"].to_string().contains("190"),
            "{}",
            refreshed["data"]
        );
    }
);

both!(
    column_names_and_words_are_carried_over_to_new_content,
    |world| {
        let ada = world.new_user("ada").await;
        let source = sales(&ada).await;
        let words = format!("{}/words", path_of(&source));
        let taught = json!({"words": "proceeds", "column": "amount"});
        ada.post(&format!("{words}/terms"), taught).await.ok();
        let edits = renamed(&source, "amount", "Takings (€)");
        ada.put(&columns_path(&source), edits).await.ok();
        let kept = ada.get(&words).await.ok();
        let term = |words: &Value| {
            let mut terms = words["terms"].as_array().unwrap().iter();
            terms.find(|term| term["words"] == "proceeds").cloned()
        };
        let expected = json!({"words": "proceeds", "column": "Takings (€)", "generated": false});
        assert_eq!(term(&kept), Some(expected.clone()));

        let newer = format!("{SALES}Linden,2024-01-09,70\n");
        let replaced = replace(&ada, &source, "sales.csv", &newer).await.ok();
        assert_eq!(names(&replaced), ["region", "sold_on", "Takings (€)"]);
        assert_eq!(replaced["rowCount"], 9);
        assert_eq!(replaced["columns"][2]["nulls"], 2);
        assert_eq!(term(&ada.get(&words).await.ok()), Some(expected));

        let other = "region,amount_eur\nOld Town,1\nLinden,2\n";
        let replaced = replace(&ada, &source, "sales.csv", other).await.ok();
        assert_eq!(names(&replaced), ["region", "amount_eur"]);
    }
);
