//! Addresses become sources, and boards.

use portolan_blocks::{Event, Outcome, Phase};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    client::TestUser,
    pages::{PageServer, ScriptedPage, html, redirect, status, text, waiting},
    paper::{endless_pdf, pdf},
    reading_boards::{filled, of_type},
    stream::Stream,
    world::World,
};

pub const PARAGRAPH: &str = "The lamp was lit at dusk, and the pilots came home by its light, one after the other, until the harbour was full of ships. ";

pub fn article() -> ScriptedPage {
    html(&format!(
        "<!doctype html><html lang=en><head><title>Lamps at dusk</title></head><body><nav>Buy now</nav>\
         <article><h1>Lamps at dusk</h1><p>{0}{0}</p><h2>The keepers</h2><p>{0}The keepers had no lamp of their own.</p>\
         <h2>The lights</h2><p>{0}{0}</p>\
         <table><caption>Lights by coast</caption><tr><th>Coast<th>Lights</tr><tr><td>North<td>12</tr>\
         <tr><td>South<td>7</tr><tr><td>East<td>31</tr></table></article></body></html>",
        PARAGRAPH
    ))
}

pub fn site() -> PageServer {
    PageServer::start([
        ("/lamps", article()),
        ("/slow", waiting(article())),
        ("/moved", redirect("/lamps")),
        ("/inside", redirect("http://127.0.0.1:9/secret")),
        ("/gone", status(404)),
        ("/members", status(403)),
        ("/private/page", article()),
        (
            "/robots.txt",
            text("text/plain", "User-agent: *\nDisallow: /private/\n"),
        ),
        (
            "/rows.csv",
            text("text/csv", "city,people\nUlm,126000\nBonn,331000\n"),
        ),
        (
            "/talk",
            html(
                "<!doctype html><title>A talk</title><body><p>About lamps and the keepers who light them at night.</p><video src=a.mp4><track src=/talk.vtt srclang=en></video>",
            ),
        ),
        (
            "/talk.vtt",
            text(
                "text/vtt",
                include_str!("../../crates/documents/tests/texts/talk.vtt"),
            ),
        ),
        (
            "/paper.pdf",
            text(
                "application/pdf",
                &pdf(&[
                    &[
                        "The lamp was lit at dusk, and the pilots came home by its light.",
                        "Nobody in the harbour slept until the last of them had tied up.",
                    ],
                    &[
                        "The keepers had no lamp of their own, because oil was dear.",
                        "They sat by the window of the tower, and waited for the morning.",
                    ],
                ]),
            ),
        ),
        ("/loop.pdf", text("application/pdf", &endless_pdf())),
        (
            "/huge",
            text("text/plain", &"words and more words. ".repeat(20_000)),
        ),
    ])
}

/// A server that may read the site, and a user who uses it.
pub async fn reader(
    world: &World,
    site: &PageServer,
) -> (portolan::boot::testing::TestServer, TestUser) {
    let server = world.restart_with_pages(site.address.to_string()).await;
    let ada = world.new_user("ada").await.at(server.address);
    (server, ada)
}

both!(web_page_becomes_sources, |world| {
    let site = site();
    let (_server, ada) = reader(world, &site).await;
    let read = async |path: &str| {
        ada.post("/api/sources", json!({"url": site.url(path)}))
            .await
    };
    let page = read("/lamps").await.is(201).json();
    let [main, table] = page["items"].as_array().unwrap().as_slice() else {
        panic!("a page and its table: {page}");
    };
    assert_eq!(
        (&main["kind"], &main["status"]),
        (&json!("page"), &json!("whole"))
    );
    assert_eq!(main["name"], "Lamps at dusk");
    assert_eq!(main["url"], json!(site.url("/lamps")));
    assert_eq!(main["metadata"]["language"], "en");
    assert!(
        main["document"]["sectionCount"].as_u64().unwrap() >= 2,
        "{main}"
    );
    assert_eq!(table["name"], "Lamps at dusk · Lights by coast");
    assert_eq!(table["rowCount"], 3);
    assert_eq!(table["columns"][1]["type"], "integer");

    // Again within minutes nothing is fetched, unless that is wanted.
    read("/lamps").await.is(201);
    assert_eq!(site.asked("/lamps"), 1);
    let fresh = json!({"url": site.url("/lamps"), "refresh": true});
    ada.post("/api/sources", fresh).await.is(201);
    assert_eq!((site.asked("/lamps"), site.asked("/robots.txt")), (2, 1));

    let rows = read("/rows.csv").await.is(201).json();
    assert_eq!(
        (&rows["kind"], &rows["rowCount"]),
        (&json!("table"), &json!(2))
    );
    let talk = read("/talk").await.is(201).json();
    assert_eq!(
        (&talk["kind"], &talk["status"]),
        (&json!("transcript"), &json!("whole"))
    );
    assert_eq!(talk["document"]["format"], "webvtt");
    assert_eq!(
        read("/moved").await.is(201).json()["items"][0]["name"],
        "Lamps at dusk"
    );
});

/// The page with another table, under another title.
fn later_article() -> ScriptedPage {
    html(
        &article()
            .body
            .replace("<td>7", "<td>70")
            .replace("<title>Lamps at dusk", "<title>Lamps at dawn"),
    )
}

both!(page_source_is_refreshed_in_place, |world| {
    let site = site();
    let (server, ada) = reader(world, &site).await;
    let url = json!({"url": site.url("/lamps")});
    let read = ada.post("/api/sources", url).await.is(201).json();
    let (page, table) = (&read["items"][0], &read["items"][1]);
    let path = |source: &Value| format!("/api/sources/{}", source["id"].as_str().unwrap());
    let again = async |source: &Value| {
        let refresh = format!("{}/refresh", path(source));
        ada.post(&refresh, json!({})).await
    };
    // The same is there: nothing changes.
    assert_eq!(again(table).await.ok(), *table);

    let sql = format!(
        "SELECT Coast AS coast, Lights AS lights FROM {} ORDER BY coast",
        table["table"].as_str().unwrap()
    );
    let chart = json!({"kind": "plot", "query": {"sql": sql, "sourceIds": [table["id"]]}, "spec": {
        "mark": "bar", "encoding": {"x": {"field": "lights", "type": "quantitative"},
        "y": {"field": "coast", "type": "nominal"}}}});
    let chart = ada.post("/api/charts", chart).await.is(201).json();
    let refresh = format!("/api/charts/{}/refresh", chart["chartId"].as_str().unwrap());

    site.set("/lamps", later_article());
    let refreshed = ada.post(&refresh, json!({})).await.ok();
    assert_eq!(
        refreshed["changes"]["changed"],
        json!([{"key": {"coast": "South"}, "column": "lights", "before": 7, "after": 70}])
    );
    let kept = ada.get(&path(table)).await.ok();
    assert_eq!(
        (&kept["name"], &kept["table"]),
        (&table["name"], &table["table"])
    );
    let page = again(page).await.ok();
    assert_eq!(
        (&page["name"], &page["status"]),
        (&json!("Lamps at dusk"), &json!("whole"))
    );

    // A page that is no longer readable leaves everything unchanged.
    site.set("/lamps", html("<title>Lamps</title><p>Moved."));
    let gone = again(table).await.problem(422, "refresh_failed");
    assert!(gone.contains("no table any more"), "{gone}");
    site.set("/lamps", status(404));
    again(table).await.problem(422, "source_unreachable");
    let why = ada
        .post(&refresh, json!({}))
        .await
        .problem(422, "refresh_failed");
    assert!(why.contains("could not be read again"), "{why}");
    assert_eq!(ada.get(&path(table)).await.ok(), kept);

    let file = ada
        .post("/api/sources", json!({"text": "a,b\n1,2\n"}))
        .await;
    let file = file.is(201).json();
    again(&file).await.problem(422, "nothing_to_refresh");
    let eve = world.new_user("eve").await.at(server.address);
    eve.post(&format!("{}/refresh", path(table)), json!({}))
        .await
        .problem(404, "not_found");
});

both!(forbidden_addresses_are_not_fetched, |world| {
    let site = site();
    let (_server, ada) = reader(world, &site).await;
    let read = async |url: String| ada.post("/api/sources", json!({ "url": url })).await;
    let robots = read(site.url("/private/page")).await.is(201).json();
    assert_eq!(robots["status"], "blocked");
    assert!(
        robots["detail"]
            .as_str()
            .unwrap()
            .contains("doesn't allow automated access")
    );
    assert_eq!(site.asked("/private/page"), 0);
    let members = read(site.url("/members")).await.is(201).json();
    assert_eq!(
        (&members["status"], members.get("document")),
        (&json!("blocked"), None)
    );
    read(site.url("/gone"))
        .await
        .problem(422, "source_unreachable");
    read(site.url("/huge"))
        .await
        .problem(413, "source_too_large");
    for private in [
        site.url("/inside"),
        "http://127.0.0.1:1/".into(),
        "http://2130706433/".into(),
        "http://[::1]/".into(),
        "http://169.254.169.254/latest/meta-data".into(),
        "http://10.0.0.1/".into(),
    ] {
        read(private).await.problem(422, "url_not_allowed");
    }
    for no_page in [
        "ftp://a.example/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "words",
    ] {
        read(no_page.into()).await.invalid("url");
    }
    let listed = ada.get("/api/sources").await.ok();
    assert_eq!(listed["items"].as_array().unwrap().len(), 2);

    ada.get("/api/admin/domain-stats")
        .await
        .problem(403, "forbidden");
    world.store().set_rights(ada.id, true, false).await.unwrap();
    let stats = ada.get("/api/admin/domain-stats").await.ok();
    assert_eq!(stats["items"][0]["domain"], "127.0.0.1");
    assert_eq!(stats["items"][0]["blocked"], 2);
});

both!(extension_captures_become_sources, |world| {
    let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
    let url = "https://news.example/lamps";
    let seen = json!({"html": article().body, "url": url, "title": "Seen lamps"});
    let read = ada.post("/api/sources", seen).await.is(201).json();
    assert_eq!(read["items"][0]["name"], "Seen lamps");
    let id = read["items"][0]["id"].clone();
    let captions = json!({"html": "<title>Talk</title><video></video>", "url": url,
        "captions": "WEBVTT\n\n00:01.000 --> 00:02.000\nThe lamps burn all night.\n"});
    let talk = ada.post("/api/sources", captions).await.is(201).json();
    assert_eq!(
        (&talk["kind"], &talk["url"]),
        (&json!("transcript"), &json!(url))
    );
    let selected = json!({"html": article().body, "url": url, "selection": "Only this sentence was selected."});
    let part = ada.post("/api/sources", selected).await.is(201).json();
    assert_eq!(part["items"][0]["status"], "part");
    assert_eq!(part["items"][0]["document"]["wordCount"], 5);

    // A board of what was brought fetches nothing.
    eve.post("/api/boards", json!({"q": url, "sourceIds": [id]}))
        .await
        .problem(404, "not_found");
    let board = ada
        .post("/api/boards", json!({"q": url, "sourceIds": [id]}))
        .await;
    let nodes = filled(&ada, &board.is(201).json()).await;
    assert_eq!(nodes[0]["data"]["status"], "whole");
});

both!(links_in_a_message_are_read_before_the_answer, |world| {
    let site = site();
    let (_server, ada) = reader(world, &site).await;
    let chat = ada.post("/api/chats", json!({})).await.is(201).json();
    let id: Uuid = chat["id"].as_str().unwrap().parse().unwrap();
    let messages = format!("/api/chats/{id}/messages");
    let url = site.url("/lamps");
    let private = site.url("/private/page");
    let ask = async |text: String| {
        let sent = ada.post(&messages, json!({"text": text})).await;
        let turn: Uuid = sent.is(202).json()["turnId"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap();
        turn
    };
    let mut stream = Stream::open(&ada, id).await;
    let turn = ask(format!("Who had no lamp? See {url} and {private}.")).await;
    assert_eq!(stream.outcome(turn).await, Outcome::Completed);
    let labels: Vec<&str> = stream
        .seen
        .iter()
        .filter_map(|seen| match &seen.event {
            Event::TurnProgress {
                phase: Phase::Reading,
                label,
                ..
            } => Some(label.as_str()),
            _ => None,
        })
        .collect();
    assert!(
        labels.iter().any(|label| label.contains("127.0.0.1")),
        "{labels:?}"
    );
    let told = ada.get(&format!("/api/chats/{id}")).await.ok();
    let first = &told["turns"][0];
    assert_eq!(first["message"]["sourceIds"].as_array().unwrap().len(), 2);
    let quotes: Vec<&Value> = first["blocks"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|block| block["type"] == "reference")
        .collect();
    assert!(
        !quotes.is_empty() && quotes.iter().all(|quote| quote["url"] == json!(url)),
        "{first}"
    );
    let sources = ada.get("/api/sources").await.ok();
    let mut statuses: Vec<&str> = sources["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|source| source["status"].as_str().unwrap())
        .collect();
    statuses.sort_unstable();
    assert_eq!(
        statuses,
        ["blocked", "whole", "whole"],
        "the page, its table, and the other"
    );

    // Pages that the chat already has are not read again.
    let turn = ask(format!("And what does {url} say of the light?")).await;
    assert_eq!(stream.outcome(turn).await, Outcome::Completed);
    assert_eq!(site.asked("/lamps"), 1);

    // A refused message leaves no source behind.
    let unknown = json!({"text": site.url("/talk"), "sourceIds": [Uuid::nil()]});
    ada.post(&messages, unknown).await.invalid("sourceIds");
    let sources = ada.get("/api/sources").await.ok();
    assert_eq!(sources["items"].as_array().unwrap().len(), 3);
});

both!(stalled_stream_reader_does_not_affect_others, |world| {
    let site = site();
    let (_server, ada) = reader(world, &site).await;
    let url = site.url("/loop.pdf");
    let refused = ada.post("/api/sources", json!({"url": url})).await;
    let detail = refused.problem(422, "source_unreadable");
    assert!(detail.contains("damaged"), "{detail}");
    let created = ada.post("/api/boards", json!({"q": url})).await;
    let nodes = filled(&ada, &created.is(201).json()).await;
    assert_eq!(nodes[0]["data"]["status"], "empty");
    assert!(of_type(&nodes, "reference").is_empty());
    // The same server reads on.
    let lamps = json!({"url": site.url("/lamps")});
    ada.post("/api/sources", lamps).await.is(201);
});
