//! Addresses become boards, which fill while they are watched.

use portolan_blocks::{Event, Outcome, Phase};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    client::TestUser,
    reading::{article, reader, site},
    stream::Stream,
};

/// Waits for the end of a board's turn; its nodes then.
pub async fn filled(ada: &TestUser, created: &Value) -> Vec<Value> {
    let id = |key: &str| -> Uuid { created[key].as_str().unwrap().parse().unwrap() };
    let mut stream = Stream::open(ada, id("chatId")).await;
    assert_eq!(stream.outcome(id("turnId")).await, Outcome::Completed);
    let board = ada
        .get(&format!("/api/boards/{}", id("boardId")))
        .await
        .ok();
    let nodes = board["nodes"].as_array().unwrap().clone();
    let overlap = |one: &Value, other: &Value| {
        let at = |node: &Value, key: &str| node[key].as_i64().unwrap();
        at(one, "x") < at(other, "x") + at(other, "width")
            && at(other, "x") < at(one, "x") + at(one, "width")
            && at(one, "y") < at(other, "y") + at(other, "height")
            && at(other, "y") < at(one, "y") + at(one, "height")
    };
    for (index, node) in nodes.iter().enumerate() {
        assert!(
            !nodes[..index].iter().any(|other| overlap(node, other)),
            "{node}"
        );
    }
    nodes
}

pub fn of_type<'a>(nodes: &'a [Value], wanted: &str) -> Vec<&'a Value> {
    nodes.iter().filter(|node| node["type"] == wanted).collect()
}

both!(board_from_address_fills_automatically, |world| {
    let site = site();
    let (_server, ada) = reader(world, &site).await;
    let url = site.url("/lamps");
    let created = ada
        .post("/api/boards", json!({"q": url}))
        .await
        .is(201)
        .json();
    let nodes = filled(&ada, &created).await;
    assert_eq!(nodes[0]["type"], "source", "the page's card is first");
    assert_eq!(nodes[0]["data"]["title"], "Lamps at dusk");
    assert_eq!(nodes[0]["data"]["status"], "whole");
    assert_eq!((&nodes[0]["x"], &nodes[0]["y"]), (&json!(0), &json!(0)));
    assert_eq!(
        of_type(&nodes, "source").len(),
        1,
        "what is drawn of it shows the table"
    );
    let lead = nodes[0]["data"]["description"].as_str().unwrap();
    assert!(article().body.contains(lead), "{lead}");
    let charts = of_type(&nodes, "chart");
    assert_eq!(charts.len(), 2, "a chart and a mind map: {nodes:?}");
    let kinds: Vec<Value> = {
        let mut kinds = Vec::new();
        for chart in &charts {
            let id = chart["data"]["chartId"].as_str().unwrap();
            kinds.push(ada.get(&format!("/api/charts/{id}")).await.ok()["kind"].clone());
        }
        kinds
    };
    assert_eq!(kinds, [json!("plot"), json!("mindmap")]);
    let quotes = of_type(&nodes, "reference");
    assert!(!quotes.is_empty());
    for reference in quotes {
        let quote = reference["data"]["quote"].as_str().unwrap();
        assert!(article().body.contains(quote), "{quote}");
        assert_ne!(quote, lead, "nothing is shown twice");
        let title = reference["data"]["title"].as_str().unwrap();
        assert!(
            ["The keepers", "The lights", "Lamps at dusk"]
                .iter()
                .any(|heading| title.starts_with(heading)),
            "{title}"
        );
    }
    assert!(
        of_type(&nodes, "note").is_empty(),
        "the passages are cards: {nodes:?}"
    );
    assert!(!of_type(&nodes, "suggestion").is_empty());
    let board = ada
        .get(&format!(
            "/api/boards/{}",
            created["boardId"].as_str().unwrap()
        ))
        .await
        .ok();
    assert_eq!(board["title"], "Lamps at dusk");
    assert_eq!(board["sourceUrl"], json!(url));
    assert_eq!(board["edges"], json!([]), "all of it is from the page");
});

both!(board_from_video_has_chapters, |world| {
    let site = site();
    let (_server, ada) = reader(world, &site).await;
    let created = ada
        .post("/api/boards", json!({"q": site.url("/talk")}))
        .await;
    let nodes = filled(&ada, &created.is(201).json()).await;
    let times = of_type(&nodes, "reference");
    let timed = times
        .iter()
        .filter(|node| node["data"]["locator"]["startMs"].is_u64());
    let mut moments: Vec<u64> = timed
        .map(|node| node["data"]["locator"]["startMs"].as_u64().unwrap())
        .collect();
    assert!(moments.len() >= 2, "{nodes:?}");
    let count = moments.len();
    moments.sort_unstable();
    moments.dedup();
    assert_eq!(moments.len(), count, "each moment has one card");
});

both!(
    board_from_unreadable_page_has_no_invented_content,
    |world| {
        let site = site();
        let (_server, ada) = reader(world, &site).await;
        for path in ["/private/page", "/gone"] {
            let created = ada.post("/api/boards", json!({"q": site.url(path)})).await;
            let nodes = filled(&ada, &created.is(201).json()).await;
            assert_ne!(nodes[0]["data"]["status"], "whole");
            assert!(nodes[0]["data"]["detail"].is_string());
            assert!(of_type(&nodes, "chart").is_empty() && of_type(&nodes, "reference").is_empty());
            let said = of_type(&nodes, "note")[0]["data"]["markdown"]
                .as_str()
                .unwrap();
            assert!(
                said.starts_with("I couldn’t read") && !said.contains("lamp"),
                "{said}"
            );
        }
    }
);

both!(board_from_pdf_quotes_its_pages, |world| {
    let site = site();
    let (_server, ada) = reader(world, &site).await;
    let url = site.url("/paper.pdf");
    let created = ada.post("/api/boards", json!({"q": url})).await;
    let created = created.is(201).json();
    let nodes = filled(&ada, &created).await;
    assert_eq!(nodes[0]["data"]["status"], "whole", "{nodes:?}");
    let pages: Vec<u64> = of_type(&nodes, "reference")
        .iter()
        .map(|node| node["data"]["locator"]["page"].as_u64().unwrap())
        .collect();
    assert!(!pages.is_empty() && pages.iter().all(|page| [1, 2].contains(page)));
    let read = ada.post("/api/sources", json!({"url": url})).await;
    let read = read.is(201).json();
    assert_eq!(
        (&read["kind"], &read["status"]),
        (&json!("pdf"), &json!("whole"))
    );
    assert_eq!(read["metadata"]["pages"], 2);
});

both!(board_fills_while_open, |world| {
    let site = site();
    let (_server, ada) = reader(world, &site).await;
    let url = site.url("/slow");
    let created = ada
        .post("/api/boards", json!({"q": url}))
        .await
        .is(201)
        .json();
    let id = |key: &str| -> Uuid { created[key].as_str().unwrap().parse().unwrap() };
    let path = format!("/api/boards/{}", id("boardId"));
    let at_once = ada.get(&path).await.ok();
    assert_eq!(at_once["nodes"][0]["data"]["status"], "reading");
    assert_eq!(at_once["title"], json!(url));
    let mut stream = Stream::open(&ada, id("chatId")).await;
    site.release();
    let told = stream
        .until(|event| {
            matches!(
                event,
                Event::TurnProgress {
                    phase: Phase::Reading,
                    ..
                }
            )
        })
        .await;
    assert!(matches!(told, Event::TurnProgress { label, .. } if label.contains("127.0.0.1")));
    assert_eq!(stream.outcome(id("turnId")).await, Outcome::Completed);
    let changes: Vec<&Event> = stream
        .seen
        .iter()
        .map(|seen| &seen.event)
        .filter(|event| matches!(event, Event::BoardChanged { .. }))
        .collect();
    let Some(Event::BoardChanged { nodes, .. }) = changes.first() else {
        panic!("a changed board");
    };
    assert_eq!(nodes[0]["id"], at_once["nodes"][0]["id"], "the same card");
    assert_eq!(nodes[0]["data"]["status"], "whole");
    assert!(changes.len() >= 4, "each block by itself: {changes:?}");
    let renamed =
        |event: &Event| matches!(event, Event::ChatChanged { title } if title == "Lamps at dusk");
    assert!(stream.seen.iter().any(|seen| renamed(&seen.event)));

    // A question is no address: nothing is read.
    let asked = ada.post("/api/boards", json!({"q": "What burns?"})).await;
    let nodes = filled(&ada, &asked.is(201).json()).await;
    assert!(of_type(&nodes, "source").is_empty());
    ada.post("/api/boards", json!({"q": "x", "nonsense": 1}))
        .await
        .invalid("body");
});

both!(
    every_path_under_the_site_address_serves_the_client,
    |world| {
        let ada = world.new_user("ada").await;
        for path in [
            "/https://a.example/b?c=d&e=%2F..%2F#f",
            "/http:/a.example",
            "/https%3A%2F%2Fa.example%2F%E2%80%AEb",
            "/www.a.example/%00/assets/x.js",
            "/https://a.example/api/charts/1.svg",
            "/data:text/html,%3Cscript%3E",
            "/chrome://settings",
            "/https://a.example/%",
        ] {
            let page = ada.get(path).await;
            assert_eq!(page.status, 200, "{path}");
            assert!(
                page.header("content-type").starts_with("text/html"),
                "{path}"
            );
            assert!(
                !page.text().contains("a.example"),
                "the address is not written into the page"
            );
        }
        for path in ["/javascript:alert(1)", "//evil.example/"] {
            let page = ada.get(path).await;
            assert_eq!(page.status, 404, "{path}");
            assert!(page.header("content-type").starts_with("text/html"));
        }
        let long = format!("/https://a.example/{}", "x".repeat(6_000));
        assert_eq!(ada.get(&long).await.status, 200);
    }
);
