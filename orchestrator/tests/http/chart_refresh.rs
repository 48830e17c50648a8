//! New data in a source, and what a chart of it makes of that: when asked, and by schedule.

use std::time::Duration;

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    chart_versions::{id_of, made, tea},
    charts::{path_of, show},
    client::{Client, HttpAnswer, TestUser, send},
    world::World,
};

pub const MORE_TEA: &str = "item,sold\nCocoa,9\nMate,14\n\"Tea, black\",8\nCoffee,1\n";
/// Another file by the same name.
const NO_TEA: &str = "item,price\nCocoa,9\n";

/// Puts a newer file in the place of a source's content, as a browser's form does.
pub async fn replace(client: &Client, source: &Value, name: &str, content: &str) -> HttpAnswer {
    let body = format!(
        "--frame\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{content}\r\n--frame--\r\n"
    );
    let path = format!("/api/sources/{}/content", source["id"].as_str().unwrap());
    let request = client
        .request(Method::PUT, &path)
        .header("content-type", "multipart/form-data; boundary=frame")
        .body(body);
    send(request).await
}

async fn refreshed(ada: &TestUser, chart: &Value) -> HttpAnswer {
    let path = format!("{}/refresh", path_of(id_of(chart)));
    ada.post(&path, json!({})).await
}

/// An hour later, with a session that still stands.
async fn later(world: &World, ada: &TestUser) -> TestUser {
    world.hand.advance(TimeDelta::minutes(61));
    let body = json!({"refresh_token": ada.refresh_token});
    let path = "/auth/v1/token?grant_type=refresh_token";
    TestUser::of(&world.client(), &world.client().post(path, body).await)
}

/// Looks until the chart is as wanted: its supervisor works beside the test.
async fn until(ada: &TestUser, chart: &Value, wanted: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..1_000 {
        let seen = ada.get(&path_of(id_of(chart))).await.ok();
        if wanted(&seen) {
            return seen;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the chart never became what was wanted");
}

both!(refresh_draws_new_data_and_reports_changes, |world| {
    let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
    let source = tea(&ada).await;
    let chart = made(&ada, &source).await;
    show(&ada, id_of(&chart), "public").await;
    // Nothing is new yet: no version.
    let same = refreshed(&ada, &chart).await.ok();
    assert_eq!(
        (&same["changes"]["from"], &same["changes"]["to"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(same["chart"]["versions"], 1);

    let kept = replace(&ada, &source, "tea-of-june.csv", MORE_TEA)
        .await
        .ok();
    assert_eq!(
        (&kept["name"], &kept["rowCount"]),
        (&json!("tea.csv"), &json!(4))
    );
    assert_eq!(kept["table"], source["table"]);
    let answer = refreshed(&ada, &chart).await.ok();
    let changes = &answer["changes"];
    assert_eq!((&changes["from"], &changes["to"]), (&json!(1), &json!(2)));
    assert_eq!(
        changes["changed"],
        json!([{"key": {"Item": "Mate"}, "column": "Total", "before": 4, "after": 14}])
    );
    assert_eq!(
        changes["added"],
        json!([{"key": {"Item": "Coffee"}, "values": {"Total": 1}}])
    );
    assert_eq!(
        (&changes["removed"], &changes["unchanged"]),
        (&json!([]), &json!(2))
    );
    let now = &answer["chart"];
    assert_eq!(now["data"]["rows"][0], json!(["Mate", 14]));
    assert_ne!(
        now["sources"][0]["contentHash"],
        chart["sources"][0]["contentHash"]
    );
    // Words of earlier data are said to be so.
    let notes = now["encodingNotes"].to_string();
    assert!(
        notes.contains("The description was written for earlier data"),
        "{notes}"
    );
    let listed = ada
        .get(&format!("{}/versions", path_of(id_of(&chart))))
        .await
        .ok();
    assert_eq!(listed["items"][0]["reason"], "refreshed");
    // The published version stays.
    let seen = eve.get(&path_of(id_of(&chart))).await.ok();
    assert_eq!(seen["data"], chart["data"]);
});

both!(failed_refresh_reports_reason_and_keeps_chart, |world| {
    let ada = world.new_user("ada").await;
    let source = tea(&ada).await;
    let chart = made(&ada, &source).await;
    replace(&ada, &source, "tea.csv", NO_TEA).await.ok();
    let told = refreshed(&ada, &chart).await.problem(422, "refresh_failed");
    assert!(told.contains("\"sold\" does not exist"), "{told}");
    replace(&ada, &source, "tea.csv", "item,sold\nTea,\n")
        .await
        .ok();
    let path = path_of(id_of(&chart));
    assert_eq!(ada.get(&path).await.ok()["data"], chart["data"]);
    let path = format!("/api/sources/{}", source["id"].as_str().unwrap());
    ada.delete(&path).await.is(204);
    let told = refreshed(&ada, &chart).await.problem(422, "refresh_failed");
    assert!(told.contains("source"), "{told}");
    let outline = json!({"kind": "mindmap", "title": "Tea", "spec": {"outline": "# Tea\n- black"}});
    let map = ada.post("/api/charts", outline).await.is(201).json();
    refreshed(&ada, &map)
        .await
        .problem(422, "nothing_to_refresh");
    let path = format!("{}/schedule", path_of(id_of(&map)));
    ada.put(&path, json!({"every": "day"}))
        .await
        .problem(422, "nothing_to_refresh");
});

both!(
    source_can_be_replaced_only_by_the_same_kind_of_file,
    |world| {
        let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
        let source = tea(&ada).await;
        replace(&eve, &source, "tea.csv", MORE_TEA)
            .await
            .problem(404, "not_found");
        replace(&world.client(), &source, "tea.csv", MORE_TEA)
            .await
            .problem(401, "unauthenticated");
        replace(&ada, &source, "notes.md", "# Notes\n\nNo table here.\n")
            .await
            .invalid("file");
        replace(&ada, &source, "tea.csv", "")
            .await
            .problem(422, "source_empty");
        replace(&ada, &source, "picture.png", "\u{89}PNG\r\n\u{1a}\n\0\0")
            .await
            .problem(422, "source_unreadable");
        let path = format!("/api/sources/{}", source["id"].as_str().unwrap());
        assert_eq!(ada.get(&path).await.ok(), source);
        let rows = ada.get(&format!("{path}/rows")).await.ok();
        assert_eq!(rows["rows"].as_array().unwrap().len(), 4);
        replace(&ada, &source, "tea.csv", MORE_TEA).await.ok();
        let rows = ada.get(&format!("{path}/rows")).await.ok();
        assert_eq!(rows["rows"][1], json!(["Mate", 14]));
    }
);

both!(scheduled_refresh_runs_when_due, |world| {
    let ada = world.new_user("ada").await;
    let source = tea(&ada).await;
    let chart = made(&ada, &source).await;
    let path = format!("{}/schedule", path_of(id_of(&chart)));
    ada.put(&path, json!({"every": "month"}))
        .await
        .invalid("body");
    ada.put(&path, json!({"every": "hour"})).await.is(204);
    let due = ada.get(&path_of(id_of(&chart))).await.ok()["schedule"].clone();
    assert_eq!(
        due,
        json!({"every": "hour", "nextAt": "2026-11-20T13:00:00Z"})
    );
    replace(&ada, &source, "tea.csv", MORE_TEA).await.ok();
    let ada = later(world, &ada).await;
    let seen = until(&ada, &chart, |seen| seen["version"] == 2).await;
    assert_eq!(seen["data"]["rows"][0], json!(["Mate", 14]));
    // A failed one is told, and the chart is as it was.
    replace(&ada, &source, "tea.csv", NO_TEA).await.ok();
    let ada = later(world, &ada).await;
    let failed = until(&ada, &chart, |seen| seen["scheduleError"].is_string()).await;
    assert_eq!(
        (&failed["version"], &failed["data"]),
        (&json!(2), &seen["data"])
    );
    assert!(
        failed["scheduleError"]
            .as_str()
            .unwrap()
            .contains("\"sold\"")
    );
    // So is one that works again.
    replace(&ada, &source, "tea.csv", MORE_TEA).await.ok();
    let ada = later(world, &ada).await;
    until(&ada, &chart, |seen| seen["scheduleError"].is_null()).await;
    ada.put(&path, json!({"every": null})).await.is(204);
    let seen = ada.get(&path_of(id_of(&chart))).await.ok();
    assert!(seen["schedule"].is_null());
});
