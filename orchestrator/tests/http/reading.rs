//! Addresses become sources, and boards.

use portolan_blocks::{Event, Outcome, Phase};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    client::Person,
    pages::{Page, Pages, html, redirect, status, text, waiting},
    paper::{endless_pdf, pdf},
    stream::Stream,
    world::World,
};

const PARAGRAPH: &str = "The lamp was lit at dusk, and the pilots came home by its light, one after the other, until the harbour was full of ships. ";

fn article() -> Page {
    html(&format!(
        "<!doctype html><html lang=en><head><title>Lamps at dusk</title></head><body><nav>Buy now</nav>\
         <article><h1>Lamps at dusk</h1><p>{0}{0}</p><h2>The keepers</h2><p>{0}The keepers had no lamp of their own.</p>\
         <h2>The lights</h2><p>{0}{0}</p>\
         <table><caption>Lights by coast</caption><tr><th>Coast<th>Lights</tr><tr><td>North<td>12</tr>\
         <tr><td>South<td>7</tr><tr><td>East<td>31</tr></table></article></body></html>",
        PARAGRAPH
    ))
}

fn site() -> Pages {
    Pages::start([
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

/// A server that may read the site, and somebody who uses it.
async fn reader(world: &World, site: &Pages) -> (portolan::boot::testing::TestServer, Person) {
    let server = world.restart_with_pages(site.address.to_string()).await;
    let ada = world.person("ada").await.at(server.address);
    (server, ada)
}

both!(an_address_becomes_sources, |world| {
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
fn later_article() -> Page {
    html(
        &article()
            .body
            .replace("<td>7", "<td>70")
            .replace("<title>Lamps at dusk", "<title>Lamps at dawn"),
    )
}

both!(a_page_is_read_again_in_its_place, |world| {
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

    // What cannot be read any more leaves everything as it is.
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
    let eve = world.person("eve").await.at(server.address);
    eve.post(&format!("{}/refresh", path(table)), json!({}))
        .await
        .problem(404, "not_found");
});

both!(what_may_not_be_read_is_not, |world| {
    let site = site();
    let (_server, ada) = reader(world, &site).await;
    let read = async |url: String| ada.post("/api/sources", json!({ "url": url })).await;
    let robots = read(site.url("/private/page")).await.is(201).json();
    assert_eq!(robots["status"], "blocked");
    assert!(
        robots["detail"]
            .as_str()
            .unwrap()
            .contains("asks programs not to read")
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

both!(the_extension_brings_what_it_saw, |world| {
    let (ada, eve) = (world.person("ada").await, world.person("eve").await);
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

/// Waits for the end of a board's turn; its nodes then.
async fn filled(ada: &Person, created: &Value) -> Vec<Value> {
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

fn of_type<'a>(nodes: &'a [Value], wanted: &str) -> Vec<&'a Value> {
    nodes.iter().filter(|node| node["type"] == wanted).collect()
}

both!(a_board_of_an_address_fills_itself, |world| {
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
    assert_eq!(of_type(&nodes, "source").len(), 2, "the page and its table");
    let charts = of_type(&nodes, "chart");
    assert_eq!(charts.len(), 2, "a mind map and a chart: {nodes:?}");
    let kinds: Vec<Value> = {
        let mut kinds = Vec::new();
        for chart in &charts {
            let id = chart["data"]["chartId"].as_str().unwrap();
            kinds.push(ada.get(&format!("/api/charts/{id}")).await.ok()["kind"].clone());
        }
        kinds
    };
    assert_eq!(kinds, [json!("mindmap"), json!("plot")]);
    let quotes = of_type(&nodes, "reference");
    assert!(!quotes.is_empty());
    for reference in quotes {
        let quote = reference["data"]["quote"].as_str().unwrap();
        assert!(article().body.contains(quote), "{quote}");
    }
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
    let into_chart = charts[1]["id"].as_str().unwrap();
    let edges = board["edges"].as_array().unwrap();
    assert!(
        edges.iter().any(|edge| edge["toNode"] == into_chart),
        "{edges:?}"
    );
});

both!(a_board_of_a_talk_has_its_chapters, |world| {
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
    assert!(timed.count() >= 2, "{nodes:?}");
});

both!(a_page_that_cannot_be_read_is_not_made_up, |world| {
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
            said.starts_with("Nothing of") && !said.contains("lamp"),
            "{said}"
        );
    }
});

both!(a_board_of_a_paper_quotes_its_pages, |world| {
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

    // What the chat knows is not read again.
    let turn = ask(format!("And what does {url} say of the light?")).await;
    assert_eq!(stream.outcome(turn).await, Outcome::Completed);
    assert_eq!(site.asked("/lamps"), 1);

    // A refused message leaves no source behind.
    let unknown = json!({"text": site.url("/talk"), "sourceIds": [Uuid::nil()]});
    ada.post(&messages, unknown).await.invalid("sourceIds");
    let sources = ada.get("/api/sources").await.ok();
    assert_eq!(sources["items"].as_array().unwrap().len(), 3);
});

both!(a_reader_that_dies_harms_nobody, |world| {
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

both!(a_board_fills_while_it_is_watched, |world| {
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
    site.let_go();
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
    whatever_stands_behind_the_sites_address_starts_the_client,
    |world| {
        let ada = world.person("ada").await;
        for path in [
            "/https://a.example/b?c=d&e=%2F..%2F#f",
            "/http:/a.example",
            "/https%3A%2F%2Fa.example%2F%E2%80%AEb",
            "/www.a.example/%00/assets/x.js",
            "/https://a.example/api/charts/1.svg",
            "/javascript:alert(1)",
            "/data:text/html,%3Cscript%3E",
            "/chrome://settings",
            "//evil.example/",
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
        let long = format!("/https://a.example/{}", "x".repeat(6_000));
        assert_eq!(ada.get(&long).await.status, 200);
    }
);
