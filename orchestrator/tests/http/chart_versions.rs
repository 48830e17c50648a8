//! Every change of a chart is a version; none is lost.

use chrono::TimeDelta;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    charts::{TEA, chart, path_of, show},
    client::TestUser,
};

const SQL: &str = "SELECT \"item\" AS \"Item\", SUM(\"sold\") AS \"Total\" FROM \"tea\" GROUP BY \"item\" ORDER BY \"Total\" DESC";

pub fn bars() -> Value {
    json!({
        "data": {"name": "rows"},
        "mark": "bar",
        "encoding": {
            "x": {"field": "Total", "type": "quantitative"},
            "y": {"field": "Item", "type": "nominal", "sort": "-x"},
        },
    })
}

pub async fn tea(ada: &TestUser) -> Value {
    let body = json!({"name": "tea.csv", "text": TEA});
    ada.post("/api/sources", body).await.is(201).json()
}

/// A chart of tea, made by hand.
pub async fn made(ada: &TestUser, source: &Value) -> Value {
    let body = json!({
        "kind": "plot",
        "title": "Cocoa leads with 9",
        "description": "Bars of what was sold, 21 in all.",
        "spec": bars(),
        "query": {"sql": SQL, "sourceIds": [source["id"]]},
    });
    ada.post("/api/charts", body).await.is(201).json()
}

pub fn id_of(chart: &Value) -> Uuid {
    chart["id"].as_str().unwrap().parse().unwrap()
}

both!(chart_is_created_from_query_and_specification, |world| {
    let ada = world.new_user("ada").await;
    let source = tea(&ada).await;
    let made = made(&ada, &source).await;
    assert_eq!(
        made["data"]["rows"],
        json!([["Cocoa", 9], ["Tea, black", 8], ["Mate", 4]])
    );
    assert_eq!(made["query"]["rowCount"], 3);
    assert_eq!(
        (&made["version"], &made["versions"], &made["visibility"]),
        (&json!(1), &json!(1), &json!("private"))
    );
    assert_eq!(made["sources"][0]["name"], "tea.csv");
    assert_eq!(
        made["sources"][0]["contentHash"].as_str().unwrap().len(),
        64
    );
    let read = ada.get(&path_of(id_of(&made))).await.ok();
    assert_eq!(read, made);
    let remark = json!({"id": "n", "at": {"x": 1, "y": 2}, "text": "Look here"});
    let outline = json!({"kind": "mindmap", "spec": {"outline": "# Tea\n- black\n- green"}, "annotations": [remark]});
    let map = ada.post("/api/charts", outline).await.is(201).json();
    assert_eq!((&map["data"], &map["query"]), (&Value::Null, &Value::Null));
    assert_eq!(map["title"], "Untitled chart");
    assert_eq!(map["annotations"], json!([remark]));
});

both!(undrawable_chart_is_rejected_with_field, |world| {
    let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
    let source = tea(&ada).await;
    let chart = |sql: &str, spec: Value| json!({"kind": "plot", "title": "T", "spec": spec, "query": {"sql": sql, "sourceIds": [source["id"]]}});
    let refused =
        async |body: Value, field: &str| ada.post("/api/charts", body).await.invalid(field);
    let told = refused(chart("SELECT \"sort\" FROM \"tea\"", bars()), "query/sql").await;
    assert!(told.contains("\"sort\" does not exist"), "{told}");
    for hostile in [
        "DROP TABLE tea",
        "SELECT 1; SELECT 2",
        "COPY tea TO '/tmp/x'",
        "SELECT * FROM information_schema.tables",
        "SELECT * FROM '/etc/passwd'",
    ] {
        refused(chart(hostile, bars()), "query/sql").await;
    }
    let mut spec = bars();
    spec["encoding"]["x"]["field"] = json!("Nothing");
    refused(chart(SQL, spec), "spec/encoding/x/field").await;
    let mut spec = bars();
    spec["data"] = json!({"url": "https://example.com/rows.json"});
    let fetches = ada.post("/api/charts", chart(SQL, spec)).await;
    fetches.problem(422, "validation_failed");
    refused(
        json!({"kind": "plot", "title": "T", "spec": bars()}),
        "query",
    )
    .await;
    refused(json!({"kind": "pie", "title": "T", "spec": {}}), "body").await;
    // Another user's source is not found.
    eve.post("/api/charts", chart(SQL, bars()))
        .await
        .invalid("query/sourceIds");
    world
        .client()
        .post("/api/charts", chart(SQL, bars()))
        .await
        .problem(401, "unauthenticated");
    let huge = json!({"kind": "plot", "title": "T", "spec": {"description": "x".repeat(1 << 20)}});
    ada.post("/api/charts", huge)
        .await
        .problem(413, "body_too_large");
    assert_eq!(ada.get("/api/charts").await.ok()["items"], json!([]));
});

both!(every_chart_change_is_restorable_version, |world| {
    let ada = world.new_user("ada").await;
    let first = made(&ada, &tea(&ada).await).await;
    let path = path_of(id_of(&first));
    world.hand.advance(TimeDelta::seconds(1));
    let note = json!({"id": "n", "at": {"key": {"Item": "Mate"}}, "text": "New in May"});
    let second = ada
        .patch(
            &path,
            json!({"annotations": [note], "note": "Marked", "baseVersion": 1}),
        )
        .await
        .ok();
    assert_eq!(
        (&second["version"], &second["annotations"]),
        (&json!(2), &json!([note]))
    );
    // The picture has the remark too, and the one before has not.
    let picture = ada.get(&format!("{path}.svg")).await;
    assert!(picture.is(200).text().contains("New in May"));
    let before = ada.get(&format!("{path}.svg?version=1")).await;
    assert!(!before.is(200).text().contains("New in May"));
    // A picture names its source; a thumbnail stands beside the chart's title and leads to its source.
    assert!(picture.text().contains("Source: tea.csv"));
    assert!(picture.text().contains(">Cocoa leads with 9<"));
    let thumbnail = format!("{path}.svg?width=352&height=204&thumbnail=true");
    let small = ada.get(&thumbnail).await;
    assert!(!small.is(200).text().contains("Source:"));
    assert!(!small.text().contains(">Cocoa leads with 9<"));
    let mut spec = bars();
    spec["mark"] = json!("point");
    let sql = format!("{SQL} LIMIT 2");
    let body =
        json!({"spec": spec, "query": {"sql": sql, "sourceIds": first["query"]["sourceIds"]}});
    let third = ada.patch(&path, body).await.ok();
    assert_eq!(third["data"]["rows"].as_array().unwrap().len(), 2);
    assert_eq!(third["annotations"], json!([note]));
    // The same again is no version, and neither is nothing.
    for same in [
        json!({"title": first["title"]}),
        json!({}),
        json!({"note": "?"}),
    ] {
        assert_eq!(ada.patch(&path, same).await.ok()["version"], 3);
    }
    let late = ada
        .patch(&path, json!({"title": "Late", "baseVersion": 2}))
        .await;
    late.problem(409, "version_conflict");
    assert_eq!(late.json()["current"], ada.get(&path).await.ok());
    ada.patch(
        &path,
        json!({"annotations": [{"id": "n", "at": {}, "text": "?"}]}),
    )
    .await
    .invalid("annotations/0/at");
    ada.patch(&path, json!({"spec": {"mark": "bar"}}))
        .await
        .problem(422, "validation_failed");

    let changes = ada.get(&format!("{path}/changes?from=1&to=3")).await.ok();
    assert_eq!(
        (&changes["from"], &changes["to"], &changes["keys"]),
        (&json!(1), &json!(3), &json!(["Item"]))
    );
    assert_eq!(
        changes["removed"],
        json!([{"key": {"Item": "Mate"}, "values": {"Total": 4}}])
    );
    assert_eq!(
        (&changes["unchanged"], &changes["added"]),
        (&json!(2), &json!([]))
    );
    let paths: Vec<&str> = changes["specChanged"]
        .as_array()
        .unwrap()
        .iter()
        .map(|each| each["path"].as_str().unwrap())
        .collect();
    assert!(
        paths.contains(&"/query/sql") && paths.contains(&"/annotations/0"),
        "{paths:?}"
    );

    let back = ada
        .post(&format!("{path}/restore"), json!({"version": 1}))
        .await
        .ok();
    assert_eq!(
        (&back["version"], &back["data"]),
        (&json!(4), &first["data"])
    );
    assert_eq!(back["annotations"], json!([]));
    let listed = ada.get(&format!("{path}/versions")).await.ok();
    let versions: Vec<(u64, &str)> = listed["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|each| {
            (
                each["version"].as_u64().unwrap(),
                each["reason"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        versions,
        [(4, "restored"), (3, "edited"), (2, "edited"), (1, "edited")]
    );
    assert_eq!(listed["items"][2]["note"], "Marked");
    let old = ada.get(&format!("{path}?version=2")).await.ok();
    assert_eq!((&old["version"], &old["versions"]), (&json!(2), &json!(4)));
    ada.get(&format!("{path}?version=9"))
        .await
        .problem(404, "not_found");
    ada.post(&format!("{path}/restore"), json!({"version": 9}))
        .await
        .problem(404, "not_found");
});

both!(published_version_stays_until_republished, |world| {
    let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
    let (chart_id, block) = chart(&ada).await;
    let path = path_of(chart_id);
    show(&ada, chart_id, "public").await;
    ada.patch(&path, json!({"title": "A secret draft"}))
        .await
        .ok();
    for reader in [&*eve, &world.client()] {
        let seen = reader.get(&path).await.ok();
        assert_eq!(
            (&seen["title"], &seen["version"]),
            (&block["title"], &json!(1))
        );
        for own in [
            "versions",
            "publishedVersion",
            "chatId",
            "turnId",
            "question",
            "schedule",
        ] {
            assert!(seen.get(own).is_none(), "{own} is for the owner");
        }
        reader.get(&format!("{path}?version=1")).await.is(200);
        reader
            .get(&format!("{path}?version=2"))
            .await
            .problem(404, "not_found");
        reader
            .get(&format!("{path}.json?version=2"))
            .await
            .problem(404, "not_found");
        assert!(
            !reader
                .get(&format!("{path}.svg"))
                .await
                .is(200)
                .text()
                .contains("secret")
        );
        let frame = reader.get(&format!("/embed/charts/{chart_id}")).await;
        assert!(!frame.is(200).text().contains("secret"));
    }
    let own = ada.get(&path).await.ok();
    assert_eq!(
        (&own["publishedVersion"], &own["versions"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(own["question"], "Total sold by item");
    assert!(own["chatId"].is_string() && own["turnId"].is_string());
    let search = eve.get("/api/search?q=secret").await.ok();
    assert_eq!(search["items"], json!([]));
    ada.put(
        &format!("{path}/visibility"),
        json!({"visibility": "public", "version": 7}),
    )
    .await
    .problem(404, "not_found");
    show(&ada, chart_id, "public").await;
    assert_eq!(eve.get(&path).await.ok()["title"], "A secret draft");
});

both!(chart_copy_belongs_to_copying_user, |world| {
    let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
    let first = made(&ada, &tea(&ada).await).await;
    let path = path_of(id_of(&first));
    let copy = format!("{path}/duplicate");
    eve.post(&copy, json!({})).await.problem(404, "not_found");
    show(&ada, id_of(&first), "unlisted").await;
    ada.patch(&path, json!({"title": "Later"})).await.ok();
    let copied = eve.post(&copy, json!({})).await.is(201).json();
    assert_eq!(
        (
            &copied["title"],
            &copied["visibility"],
            &copied["version"],
            &copied["isOwner"]
        ),
        (&first["title"], &json!("private"), &json!(1), &json!(true))
    );
    assert_ne!(copied["id"], first["id"]);
    assert_eq!(copied["data"], first["data"]);
    let own = path_of(id_of(&copied));
    eve.patch(&own, json!({"title": "Mine"})).await.ok();
    ada.get(&own).await.problem(404, "not_found");
    // Its rows came from a source that is another user's.
    let told = eve.post(&format!("{own}/refresh"), json!({})).await;
    told.problem(422, "refresh_failed");
    let reason = &eve.get(&format!("{own}/versions")).await.ok()["items"][1]["reason"];
    assert_eq!(reason, "duplicated");
});

both!(only_the_owner_changes_a_chart, |world| {
    let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
    let first = made(&ada, &tea(&ada).await).await;
    show(&ada, id_of(&first), "public").await;
    let path = path_of(id_of(&first));
    eve.get(&format!("{path}/versions"))
        .await
        .problem(404, "not_found");
    eve.get(&format!("{path}/changes?from=1"))
        .await
        .problem(404, "not_found");
    for (action, body) in [("restore", json!({"version": 1})), ("refresh", json!({}))] {
        eve.post(&format!("{path}/{action}"), body)
            .await
            .problem(404, "not_found");
    }
    eve.put(&format!("{path}/schedule"), json!({"every": "hour"}))
        .await
        .problem(404, "not_found");
    eve.patch(&path, json!({"title": "Mine"}))
        .await
        .problem(404, "not_found");
});
