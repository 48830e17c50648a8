//! The words of a source: generated, edited, exported and imported, taught in a chat, and used by every question.

use portolan_blocks::{BlockContent, Chat};
use serde_json::{Value, json};

use crate::{
    chart_refresh::replace,
    client::TestUser,
    stream::{ask, chat},
};

const RAIN: &str = "island,season,rain_mm,sun_hours\n\
    Aland,spring,40,180\nAland,autumn,90,70\nBrona,spring,60,150\nBrona,autumn,120,60\nCeldy,spring,55,160\nCeldy,autumn,100,80\n";

async fn rain(ada: &TestUser) -> Value {
    let body = json!({"name": "rain.csv", "text": RAIN});
    ada.post("/api/sources", body).await.is(201).json()
}

fn words_path(source: &Value) -> String {
    format!("/api/sources/{}/words", source["id"].as_str().unwrap())
}

/// Returns the SQL of the charts of the newest turn, after a question in a new chat.
async fn sql_of(ada: &TestUser, source: &Value, text: &str) -> Vec<String> {
    let chat_id = chat(ada).await;
    let body = json!({"text": text, "model": "portolan-builtin", "sourceIds": [source["id"]]});
    charts(&ask(ada, chat_id, body).await)
}

fn charts(chat: &Chat) -> Vec<String> {
    let blocks = chat.turns.last().unwrap().blocks.iter();
    let charts = blocks.filter_map(|block| match &block.content {
        BlockContent::Chart(chart) => Some(chart.query.as_ref()?.sql.clone()),
        _ => None,
    });
    charts.collect()
}

fn meanings<'w>(words: &'w Value, said: &str) -> Vec<&'w Value> {
    let lists = ["terms", "phrasings"].map(|list| words[list].as_array().unwrap());
    let entries = lists.into_iter().flatten();
    entries.filter(|entry| entry["words"] == said).collect()
}

both!(words_are_generated_with_the_source_and_edited, |world| {
    let ada = world.new_user("ada").await;
    let source = rain(&ada).await;
    let path = words_path(&source);
    let proposed = ada.get(&path).await.ok();
    let generated = proposed["terms"].as_array().unwrap();
    assert!(!generated.is_empty(), "{proposed}");
    assert!(generated.iter().all(|term| term["generated"] == true));
    let mut edited = proposed.clone();
    edited["row"] = json!("  reading ");
    edited["terms"]
        .as_array_mut()
        .unwrap()
        .push(json!({"words": "wetness", "column": "rain_mm", "generated": true}));
    edited["phrasings"].as_array_mut().unwrap().push(
        json!({"words": "dull", "column": "sun_hours", "meaning": {"type": "below", "number": 100}}),
    );
    let kept = ada.put(&path, edited).await.ok();
    assert_eq!(kept["row"], "reading");
    assert_eq!(kept["terms"][0]["generated"], true);
    assert_eq!(meanings(&kept, "wetness")[0]["generated"], false);
    let server = world.restart().await;
    assert_eq!(ada.at(server.address).get(&path).await.ok(), kept);
});

both!(invalid_words_are_rejected_without_effect, |world| {
    let ada = world.new_user("ada").await;
    let source = rain(&ada).await;
    let path = words_path(&source);
    let before = ada.get(&path).await.ok();
    let term = |words: &str, column: &str| json!({"words": words, "column": column});
    let phrasing = |column: &str, meaning: Value| json!({"terms": [], "phrasings": [{"words": "wet", "column": column, "meaning": meaning}]});
    for (body, field) in [
        (
            json!({"terms": [term("wet", "snow_mm")], "phrasings": []}),
            "terms.0.column",
        ),
        (
            json!({"terms": [term(" ", "rain_mm")], "phrasings": []}),
            "terms.0.words",
        ),
        (
            json!({"terms": [term("one two three four five six", "rain_mm")], "phrasings": []}),
            "terms.0.words",
        ),
        (
            json!({"terms": [term("wet", "rain_mm"), term("Wet", "sun_hours")], "phrasings": []}),
            "terms.1.words",
        ),
        (
            phrasing("island", json!({"type": "high"})),
            "phrasings.0.meaning",
        ),
        (
            phrasing("rain_mm", json!({"type": "is", "values": ["much"]})),
            "phrasings.0.meaning",
        ),
        (
            phrasing("rain_mm", json!({"type": "is", "values": []})),
            "phrasings.0.meaning",
        ),
    ] {
        let answer = ada.put(&path, body.clone()).await;
        answer.invalid(field);
    }
    assert_eq!(ada.get(&path).await.ok(), before);
    let ben = world.new_user("ben").await;
    ben.get(&path).await.problem(404, "not_found");
    ben.put(&path, before.clone())
        .await
        .problem(404, "not_found");
    let taught = json!({"words": "wet", "column": "rain_mm"});
    ben.post(&format!("{path}/terms"), taught.clone())
        .await
        .problem(404, "not_found");
    let text = json!({"name": "tides.md", "text": "# Tides\n\nThe tide was high on Monday, and low on Tuesday.\n"});
    let text = ada.post("/api/sources", text).await.is(201).json();
    let path = words_path(&text);
    ada.get(&path).await.problem(422, "source_without_table");
    ada.post(&format!("{path}/terms"), taught)
        .await
        .problem(422, "source_without_table");
});

both!(exported_words_are_imported_as_far_as_columns_fit, |world| {
    let ada = world.new_user("ada").await;
    let source = rain(&ada).await;
    let other = rain(&ada).await;
    let taught = json!({"words": "wetness", "column": "rain_mm"});
    ada.post(&format!("{}/terms", words_path(&source)), taught)
        .await
        .ok();
    let mut exported = ada.get(&words_path(&source)).await.ok();
    exported["terms"]
        .as_array_mut()
        .unwrap()
        .push(json!({"words": "slush", "column": "snow_mm", "generated": false}));
    let imported = ada
        .post(&format!("{}/import", words_path(&other)), exported)
        .await
        .ok();
    assert_eq!(imported["skipped"], json!(["slush"]));
    let words = ada.get(&words_path(&other)).await.ok();
    assert_eq!(words, imported["words"]);
    assert_eq!(meanings(&words, "wetness")[0]["column"], "rain_mm");
    assert!(meanings(&words, "slush").is_empty());
});

both!(questions_use_the_word_list_of_their_source, |world| {
    let ada = world.new_user("ada").await;
    let source = rain(&ada).await;
    let question = "total zorp by island";
    assert!(sql_of(&ada, &source, question).await.is_empty());
    let taught = json!({"words": "zorp", "column": "rain_mm"});
    ada.post(&format!("{}/terms", words_path(&source)), taught)
        .await
        .ok();
    let sql = sql_of(&ada, &source, question).await;
    assert!(sql[0].contains(r#"SUM("rain_mm")"#), "{sql:?}");
    let mut words = ada.get(&words_path(&source)).await.ok();
    words["phrasings"].as_array_mut().unwrap().push(
        json!({"words": "blippy", "column": "season", "meaning": {"type": "is", "values": ["autumn"]}}),
    );
    ada.put(&words_path(&source), words).await.ok();
    let sql = sql_of(&ada, &source, "total blippy zorp by island").await;
    assert!(sql[0].contains("'autumn'"), "{sql:?}");
});

both!(
    word_explained_in_a_chat_is_remembered_for_the_source,
    |world| {
        let ada = world.new_user("ada").await;
        let source = rain(&ada).await;
        let chat_id = chat(&ada).await;
        let body = |text: &str| json!({"text": text, "model": "portolan-builtin", "sourceIds": [source["id"]]});
        let asked = ask(&ada, chat_id, body("total zorp by island")).await;
        assert!(charts(&asked).is_empty());
        // The question before is answered with what was learned.
        let answered = ask(&ada, chat_id, body("zorp means rain_mm")).await;
        let sql = charts(&answered);
        assert!(sql[0].contains(r#"SUM("rain_mm")"#), "{sql:?}");
        let words = ada.get(&words_path(&source)).await.ok();
        assert_eq!(
            meanings(&words, "zorp"),
            [&json!({"words": "zorp", "column": "rain_mm", "generated": false})]
        );
        let sql = sql_of(&ada, &source, "average zorp by season").await;
        assert!(sql[0].contains(r#"AVG("rain_mm")"#), "{sql:?}");
        // A word that is explained before any question is confirmed and costs nothing.
        let chat_id = chat(&ada).await;
        let told = ask(&ada, chat_id, body("flump means sun_hours")).await;
        assert!(charts(&told).is_empty());
        assert_eq!(told.turns[0].metered.credits, 0);
        let words = ada.get(&words_path(&source)).await.ok();
        assert_eq!(meanings(&words, "flump")[0]["column"], "sun_hours");
    }
);

both!(replaced_file_keeps_taught_words_of_its_columns, |world| {
    let ada = world.new_user("ada").await;
    let source = rain(&ada).await;
    let path = words_path(&source);
    for (words, column) in [("zorp", "rain_mm"), ("flump", "sun_hours")] {
        let taught = json!({"words": words, "column": column});
        ada.post(&format!("{path}/terms"), taught).await.ok();
    }
    let newer = "island,rain_mm,wind_kmh\nAland,40,12\nBrona,60,30\nCeldy,55,22\n";
    replace(&ada, &source, "rain.csv", newer).await.ok();
    let words = ada.get(&path).await.ok();
    assert_eq!(meanings(&words, "zorp")[0]["column"], "rain_mm");
    assert!(meanings(&words, "flump").is_empty());
    let columns: Vec<&Value> = words["terms"]
        .as_array()
        .unwrap()
        .iter()
        .map(|term| &term["column"])
        .collect();
    assert!(columns.contains(&&json!("wind_kmh")), "{words}");
});
