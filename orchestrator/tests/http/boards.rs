use portolan_blocks::{Event, Outcome};
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    client::{Client, TestUser, send},
    stream::{Stream, accepted, post_message},
    world::SCRIPTED,
};

async fn board(client: &Client, body: Value) -> String {
    let created = client.post("/api/boards", body).await.is(201).json();
    format!("/api/boards/{}", created["boardId"].as_str().unwrap())
}

fn note(id: &str, x: i64, markdown: &str) -> Value {
    json!({"id": id, "type": "note", "x": x, "y": 0, "width": 200, "height": 100, "data": {"markdown": markdown}})
}

fn edge(id: &str, from: &str, to: &str) -> Value {
    json!({"id": id, "fromNode": from, "fromSide": "right", "toNode": to, "toSide": "left", "label": "so"})
}

fn ids(list: &Value) -> Vec<&str> {
    let items = list.as_array().unwrap().iter();
    items.map(|item| item["id"].as_str().unwrap()).collect()
}

both!(
    repeated_board_request_with_same_key_creates_one_board_and_one_turn,
    |world| {
        let ada = world.new_user("ada").await;
        let ask = async |question: &str| {
            let body = json!({"q": question, "model": SCRIPTED});
            let request = ada.request(Method::POST, "/api/boards");
            send(request.header("idempotency-key", "k1").json(&body)).await
        };
        let first = ask("[[mock tokens=7]]").await.is(201).json();
        let second = ask("[[mock tokens=7]]").await.is(201).json();
        assert_eq!(second, first);
        assert!(first["turnId"].is_string());
        ask("[[mock tokens=8]]")
            .await
            .problem(409, "idempotency_key_reused");
        for list in ["/api/boards", "/api/chats"] {
            let items = ada.get(list).await.ok()["items"].clone();
            assert_eq!(items.as_array().unwrap().len(), 1, "{list}");
        }
        // Keys are each user's own.
        let ben = world.new_user("ben").await;
        let body = json!({"q": "[[mock tokens=7]]", "model": SCRIPTED});
        let request = ben.request(Method::POST, "/api/boards");
        let other = send(request.header("idempotency-key", "k1").json(&body)).await;
        assert_ne!(other.is(201).json()["boardId"], first["boardId"]);
    }
);

both!(board_is_patched_element_by_element, |world| {
    let ada = world.new_user("ada").await;
    let path = board(&ada, json!({"title": " Lamps "})).await;
    let empty = ada.get(&path).await.ok();
    assert_eq!(empty["title"], "Lamps");
    assert_eq!(
        (&empty["nodes"], &empty["revision"]),
        (&json!([]), &json!(1))
    );
    let nodes = json!([
        note("a", 0, "first"),
        note("b", 300, "second"),
        note("c", 600, "third")
    ]);
    let edges = json!([
        edge("ab", "a", "b"),
        edge("bc", "b", "c"),
        edge("ax", "a", "gone")
    ]);
    let changed = ada
        .patch(&path, json!({"nodes": nodes, "edges": edges}))
        .await
        .ok();
    assert_eq!(changed["revision"], 2);
    let read = ada.get(&path).await.ok();
    assert_eq!(read["nodes"], nodes);
    assert_eq!(read["edges"], json!([edges[0], edges[1]]));
    assert_eq!(read["isOwner"], true);

    // Another tab moves one node and removes another; the rest stays, the pile too.
    let moved = note("a", 77, "first, moved");
    ada.patch(
        &path,
        json!({"nodes": [moved], "removedNodeIds": ["c"], "title": "Lights"}),
    )
    .await
    .ok();
    let read = ada.get(&path).await.ok();
    assert_eq!(read["nodes"], json!([moved, nodes[1]]));
    assert_eq!(ids(&read["edges"]), ["ab"], "an edge goes with its node");
    assert_eq!(
        (&read["title"], &read["revision"]),
        (&json!("Lights"), &json!(3))
    );
    ada.patch(&path, json!({"removedEdgeIds": ["ab", "never"]}))
        .await
        .ok();
    assert_eq!(ada.get(&path).await.ok()["edges"], json!([]));

    let listed = ada.get("/api/boards").await.ok();
    assert_eq!(listed["items"][0]["title"], "Lights");
    assert_eq!(listed["items"][0]["nodeCount"], 2);
    assert_eq!(
        ada.get("/api/boards?q=nothing").await.ok()["items"],
        json!([])
    );
});

both!(invalid_board_elements_are_rejected, |world| {
    let ada = world.new_user("ada").await;
    let path = board(&ada, json!({})).await;
    let mut far = note("a", 0, "x");
    far["x"] = json!(1e12);
    let refused = ada
        .patch(&path, json!({"nodes": [note("b", 0, "y"), far]}))
        .await;
    refused.invalid("nodes[1].x");
    let script = json!({"id": "p", "type": "picture", "x": 0, "y": 0, "width": 9, "height": 9,
        "data": {"url": "javascript:alert(1)"}});
    ada.patch(&path, json!({"nodes": [script]}))
        .await
        .invalid("nodes[0].data.url");
    ada.patch(&path, json!({"nodes": [{"id": "a", "type": "nonsense"}]}))
        .await
        .invalid("body");
    ada.patch(&path, json!({"title": " "}))
        .await
        .invalid("title");
    assert_eq!(ada.get(&path).await.ok()["nodes"], json!([]));
    let many: Vec<Value> = (0..2_600).map(|n| note(&n.to_string(), n, "")).collect();
    ada.patch(&path, json!({ "nodes": many })).await.ok();
    let more: Vec<Value> = (0..2_600).map(|n| note(&format!("m{n}"), n, "")).collect();
    ada.patch(&path, json!({ "nodes": more }))
        .await
        .problem(409, "conflict");
    let kept = ada.get(&path).await.ok();
    assert_eq!(kept["nodes"].as_array().unwrap().len(), 2_600);
});

both!(board_is_private_until_shared, |world| {
    let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
    let path = board(&ada, json!({})).await;
    ada.patch(&path, json!({"nodes": [note("a", 0, "x")]}))
        .await
        .ok();
    let canvas = format!("{path}.canvas");
    for stranger in [&*eve, &world.client()] {
        stranger.get(&path).await.problem(404, "not_found");
        stranger.get(&canvas).await.problem(404, "not_found");
    }
    let visibility = format!("{path}/visibility");
    ada.put(&visibility, json!({"visibility": "unlisted"}))
        .await
        .is(204);
    let seen = world.client().get(&path).await.ok();
    assert_eq!(
        (&seen["isOwner"], seen.get("chatId")),
        (&json!(false), None)
    );
    assert_eq!(ids(&seen["nodes"]), ["a"]);
    world.client().get(&canvas).await.ok();
    for refused in [
        eve.patch(&path, json!({"title": "Mine"})).await,
        eve.put(&visibility, json!({"visibility": "public"})).await,
        eve.delete(&path).await,
    ] {
        refused.problem(404, "not_found");
    }
    world
        .client()
        .patch(&path, json!({}))
        .await
        .problem(401, "unauthenticated");
    ada.delete(&path).await.is(204);
    ada.get(&path).await.problem(404, "not_found");
    ada.delete(&path).await.problem(404, "not_found");
});

both!(board_preview_changes_with_board, |world| {
    let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
    let path = board(&ada, json!({})).await;
    let picture = format!("{path}.svg?theme=dark");
    let empty = ada.get(&picture).await;
    assert!(
        empty.is(200).text().starts_with("<svg") && !empty.text().contains("<rect"),
        "an empty board is an empty sheet"
    );
    ada.patch(&path, json!({"nodes": [note("a", 0, "<b>x</b>")]}))
        .await
        .ok();
    eve.get(&picture).await.problem(404, "not_found");
    let drawn = ada.get(&picture).await;
    assert_eq!(drawn.is(200).header("content-type"), "image/svg+xml");
    assert!(drawn.text().starts_with("<svg") && !drawn.text().contains("<b>"));
    assert!(drawn.text().contains("&lt;b&gt;x"), "its words are shown");
    let again = |tag: String| {
        let request = ada.request(Method::GET, &picture);
        async move { send(request.header("if-none-match", tag)).await }
    };
    let tag = drawn.header("etag").to_owned();
    again(tag.clone()).await.is(304);
    ada.patch(&path, json!({"nodes": [note("b", 400, "y")]}))
        .await
        .ok();
    let changed = again(tag).await;
    assert_ne!(changed.is(200).text(), drawn.text());
});

async fn import(ada: &TestUser, file: &Value) -> String {
    let created = ada.post("/api/boards/import", file.clone()).await;
    let id = created.is(201).json()["boardId"].clone();
    format!("/api/boards/{}", id.as_str().unwrap())
}

both!(board_round_trips_through_json_canvas, |world| {
    let ada = world.new_user("ada").await;
    let path = board(&ada, json!({"title": "Tea trade"})).await;
    let chart = json!({"id": "c", "type": "chart", "x": 5, "y": 6, "width": 300, "height": 200,
        "color": "#aabbcc", "parentId": "g", "data": {"chartId": Uuid::nil(), "version": 2}});
    let group = json!({"id": "g", "type": "group", "x": 0, "y": 0, "width": 900, "height": 900,
        "data": {"label": "Group"}});
    let nodes = json!([group, chart, note("n", 40, "# Tea")]);
    ada.patch(
        &path,
        json!({"nodes": nodes, "edges": [edge("e", "n", "c")]}),
    )
    .await
    .ok();
    let answer = ada.get(&format!("{path}.canvas")).await;
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"tea-trade.canvas\""
    );
    let file = answer.ok();
    // Without a public URL the server doesn't know its address, so links are paths.
    let linked = format!("/charts/{}", Uuid::nil());
    assert_eq!(
        (&file["nodes"][1]["type"], &file["nodes"][1]["url"]),
        (&json!("link"), &json!(linked))
    );
    let copy = ada.get(&import(&ada, &file).await).await.ok();
    let original = ada.get(&path).await.ok();
    for key in ["title", "nodes", "edges"] {
        assert_eq!(copy[key], original[key], "{key}");
    }

    // Another program's file keeps what only that program knows, also after a change here.
    let foreign = json!({
        "nodes": [
            {"id": "t", "type": "text", "text": "Hello", "x": 0, "y": 0, "width": 250, "height": 60, "styleAttributes": {"border": "dashed"}},
            {"id": "f", "type": "file", "file": "Notes/Tea.md", "subpath": "#Leaves", "x": 300, "y": 0, "width": 400, "height": 400},
        ],
        "edges": [{"id": "e", "fromNode": "t", "toNode": "f", "toFloating": true}],
        "metadata": {"version": "1.0-1.0"},
    });
    let path = import(&ada, &foreign).await;
    let file = ada.get(&format!("{path}.canvas")).await.ok();
    for key in ["nodes", "edges", "metadata"] {
        assert_eq!(file[key], foreign[key], "{key}");
    }
    let mut node = ada.get(&path).await.ok()["nodes"][0].clone();
    node["data"]["markdown"] = json!("Changed");
    ada.patch(&path, json!({"nodes": [node]})).await.ok();
    let file = ada.get(&format!("{path}.canvas")).await.ok();
    assert_eq!(file["nodes"][0]["text"], "Changed");
    assert_eq!(
        file["nodes"][0]["styleAttributes"],
        foreign["nodes"][0]["styleAttributes"]
    );
    assert_eq!(file["nodes"][1], foreign["nodes"][1]);

    let no_json = ada
        .request(Method::POST, "/api/boards/import")
        .body("no JSON");
    send(no_json).await.invalid("body");
    ada.post("/api/boards/import", json!({"nodes": [{"type": "text"}]}))
        .await
        .invalid("nodes[0].id");
});

both!(blocks_of_a_board_chat_become_nodes, |world| {
    let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
    let path = board(&ada, json!({})).await;
    let board_id = path.rsplit('/').next().unwrap().to_owned();
    eve.post("/api/chats", json!({"boardId": board_id}))
        .await
        .problem(404, "not_found");
    let chat = ada.post("/api/chats", json!({"boardId": board_id})).await;
    let chat_id: Uuid = chat.is(201).json()["id"].as_str().unwrap().parse().unwrap();
    let mine = note("mine", 0, "A note of mine");
    ada.patch(&path, json!({"nodes": [mine]})).await.ok();
    let mut stream = Stream::open(&ada, chat_id).await;
    let plan = json!({"replies": [{"text": "The lamps burn all night."}]});
    let message = json!({"text": format!("What burns? [[mock {plan}]]"), "model": SCRIPTED});
    let turn_id = accepted(&post_message(&ada, chat_id, message).await);
    let changed = stream
        .until(|event| matches!(event, Event::BoardChanged { .. }))
        .await;
    let Event::BoardChanged {
        revision, nodes, ..
    } = changed
    else {
        panic!("a changed board");
    };
    assert_eq!(stream.outcome(turn_id).await, Outcome::Completed);
    let read = ada.get(&path).await.ok();
    assert_eq!(read["chatId"], json!(chat_id));
    assert_eq!(read["revision"], json!(revision));
    assert_eq!(read["nodes"], json!([mine, nodes[0]]), "mine did not move");
    assert_eq!(nodes[0]["data"]["markdown"], "The lamps burn all night.");
    assert!(nodes[0]["y"].as_i64().unwrap() >= 100, "{}", nodes[0]);
    // The chat goes; the board stays.
    ada.delete(&format!("/api/chats/{chat_id}")).await.is(204);
    let read = ada.get(&path).await.ok();
    assert_eq!(read.get("chatId"), None);
    assert_eq!(read["nodes"].as_array().unwrap().len(), 2);
});
