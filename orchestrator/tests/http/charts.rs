use chrono::TimeDelta;
use portolan_blocks::{Block, BlockContent, Outcome};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::process::Command;
use uuid::Uuid;

use crate::{
    client::TestUser,
    stream::{ask, chat},
    world::World,
};

pub const TEA: &str = "item,sold\n\"Tea, black\",3\nMate,4\nCocoa,9\n\"Tea, black\",5\n";

/// A chart that the built-in model drew, and its block.
pub async fn chart(ada: &TestUser) -> (Uuid, Value) {
    let source = ada
        .post("/api/sources", json!({"name": "tea.csv", "text": TEA}))
        .await;
    let source_id = source.is(201).json()["id"].clone();
    let body = json!({"text": "Total sold by item", "sourceIds": [source_id]});
    let after = ask(ada, chat(ada).await, body).await;
    let turn = &after.turns[0];
    assert_eq!(turn.outcome, Some(Outcome::Completed));
    let drawn = turn.blocks.iter().find_map(|block| match block {
        Block {
            content: BlockContent::Chart(chart),
            ..
        } => Some(chart),
        _ => None,
    });
    let drawn = drawn.expect("a chart was drawn");
    (drawn.chart_id, serde_json::to_value(drawn).unwrap())
}

pub fn path_of(chart_id: Uuid) -> String {
    format!("/api/charts/{chart_id}")
}

fn sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

pub async fn show(ada: &TestUser, chart_id: Uuid, visibility: &str) {
    let path = format!("{}/visibility", path_of(chart_id));
    ada.put(&path, json!({"visibility": visibility}))
        .await
        .is(204);
}

both!(drawn_chart_is_stored, |world| {
    let ada = world.new_user("ada").await;
    let (chart_id, block) = chart(&ada).await;
    let read = ada.get(&path_of(chart_id)).await.ok();
    for field in [
        "title",
        "description",
        "kind",
        "spec",
        "data",
        "query",
        "version",
    ] {
        assert_eq!(read[field], block[field], "{field}");
    }
    assert_eq!(read["isOwner"], true);
    assert_eq!(read["visibility"], "private");
    // The numbers are those of the rows.
    let rows = block["data"]["rows"].to_string();
    for (item, sold) in [("Tea, black", 8), ("Mate", 4), ("Cocoa", 9)] {
        assert!(rows.contains(&format!("[\"{item}\",{sold}]")), "{rows}");
    }
    let listed = ada.get("/api/charts").await.ok();
    assert_eq!(listed["items"][0]["id"], json!(chart_id));
    assert_eq!(listed["items"].as_array().unwrap().len(), 1);
});

both!(new_chart_title_creates_version, |world| {
    let ada = world.new_user("ada").await;
    let (chart_id, _) = chart(&ada).await;
    let path = path_of(chart_id);
    world.hand.advance(TimeDelta::seconds(1));
    let changed = ada.patch(&path, json!({"title": "What sells"})).await.ok();
    assert_eq!(
        (&changed["title"], &changed["version"]),
        (&json!("What sells"), &json!(2))
    );
    let read = ada.get(&path).await.ok();
    assert_eq!(
        (&read["title"], &read["version"]),
        (&json!("What sells"), &json!(2))
    );
    assert!(read["data"]["rows"].is_array());
    ada.patch(&path, json!({"title": " "}))
        .await
        .invalid("title");
    ada.delete(&path).await.is(204);
    ada.get(&path).await.problem(404, "not_found");
});

both!(private_chart_is_not_found_by_others, |world| {
    let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
    let (chart_id, _) = chart(&ada).await;
    let path = path_of(chart_id);
    for suffix in ["", ".svg", ".png", ".pdf", ".csv", ".json"] {
        let path = format!("{path}{suffix}");
        eve.get(&path).await.problem(404, "not_found");
        world.client().get(&path).await.problem(404, "not_found");
    }
    for visibility in ["unlisted", "public"] {
        show(&ada, chart_id, visibility).await;
        for suffix in ["", ".svg", ".csv"] {
            let path = format!("{path}{suffix}");
            eve.get(&path).await.is(200);
            world.client().get(&path).await.is(200);
        }
        let read = world.client().get(&path).await.ok();
        assert_eq!(read["isOwner"], false);
        assert!(read["chatId"].is_null(), "the chat stays private");
    }
    // A viewer still can't change it.
    eve.patch(&path, json!({"title": "Mine"}))
        .await
        .problem(404, "not_found");
    eve.delete(&path).await.problem(404, "not_found");
    eve.put(
        &format!("{path}/visibility"),
        json!({"visibility": "private"}),
    )
    .await
    .problem(404, "not_found");
    show(&ada, chart_id, "private").await;
    eve.get(&path).await.problem(404, "not_found");
});

both!(chart_is_exported_as_files, |world| {
    let ada = world.new_user("ada").await;
    let (chart_id, block) = chart(&ada).await;
    let path = path_of(chart_id);
    let svg = ada.get(&format!("{path}.svg")).await;
    assert_eq!(svg.is(200).header("content-type"), "image/svg+xml");
    assert!(svg.text().starts_with("<svg") && svg.text().contains("Cocoa"));
    assert_eq!(svg.header("x-content-type-options"), "nosniff");
    assert!(svg.header("content-security-policy").contains("sandbox"));
    let dark = ada.get(&format!("{path}.svg?theme=dark")).await;
    assert_ne!(dark.is(200).text(), svg.text());
    let png = ada.get(&format!("{path}.png?scale=2")).await;
    assert_eq!(png.is(200).header("content-type"), "image/png");
    assert!(png.body.starts_with(b"\x89PNG\r\n\x1a\n"));
    let pdf = ada.get(&format!("{path}.pdf?download")).await;
    assert_eq!(pdf.is(200).header("content-type"), "application/pdf");
    assert!(pdf.body.starts_with(b"%PDF-"));
    assert!(pdf.header("content-disposition").ends_with(".pdf\""));
    let card = ada.get(&format!("{path}.png?card")).await;
    // Width and height stand in the first chunk.
    assert_eq!(card.is(200).body[16..24], [0, 0, 4, 176, 0, 0, 2, 118]);
    let csv = ada.get(&format!("{path}.csv?download")).await;
    assert!(csv.is(200).header("content-type").starts_with("text/csv"));
    assert!(csv.header("content-disposition").starts_with("attachment"));
    let lines = block["data"]["rows"].as_array().unwrap().len() + 1;
    assert_eq!(csv.text().lines().count(), lines);
    assert!(csv.text().contains("\"Tea, black\",8"), "{}", csv.text());
    let json = ada.get(&format!("{path}.json")).await.ok();
    for (field, value) in block.as_object().unwrap() {
        assert_eq!(json[field], *value, "{field}");
    }
    let hashes = &json["hashes"];
    assert_eq!(hashes["rows"], sha256(csv.text().as_bytes()));
    assert_eq!(hashes["spec"], sha256(block["spec"].to_string().as_bytes()));
    assert_eq!(hashes["sources"][0]["name"], "tea.csv");
    assert_eq!(hashes["sources"][0]["sha256"], sha256(TEA.as_bytes()));
    ada.get(&format!("{path}.exe"))
        .await
        .problem(404, "not_found");
    ada.get(&format!("{path}.svg?theme=pink"))
        .await
        .invalid("query");
    ada.get(&format!("{}.svg", path_of(Uuid::nil())))
        .await
        .problem(404, "not_found");
});

/// Runs a program of an export where its library is installed; otherwise only parses it.
async fn run_python(program: &[u8]) {
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::write(folder.path().join("chart.py"), program).unwrap();
    let has_altair = Command::new("python3")
        .args(["-c", "import altair, pandas"])
        .output();
    let has_altair = has_altair.await.unwrap().status.success();
    let arguments: &[&str] = match has_altair {
        true => &["chart.py"],
        false => &["-m", "py_compile", "chart.py"],
    };
    let mut python = Command::new("python3");
    let output = python.args(arguments).current_dir(folder.path()).output();
    let output = output.await.unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    if has_altair {
        let page = std::fs::read_to_string(folder.path().join("chart.html")).unwrap();
        assert!(page.contains("Cocoa"), "{page}");
    } else {
        eprintln!("not run, only parsed: altair and pandas are not installed");
    }
}

/// Runs a program of an export where R and jsonlite are installed: its page has the chart of `file`.
async fn run_r(program: &str, file: &Value) {
    for content in ["jsonlite::fromJSON", "vegaEmbed", "Cocoa"] {
        assert!(program.contains(content), "{program}");
    }
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::write(folder.path().join("chart.R"), program).unwrap();
    let has_jsonlite = Command::new("Rscript")
        .args(["-e", "library(jsonlite)"])
        .output();
    if !has_jsonlite.await.is_ok_and(|done| done.status.success()) {
        return eprintln!("not run: R and jsonlite are not installed");
    }
    let mut r = Command::new("Rscript");
    let r = r.env("LC_ALL", "C.UTF-8").current_dir(folder.path());
    let output = r.arg("chart.R").output().await.unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let page = std::fs::read_to_string(folder.path().join("chart.html")).unwrap();
    let (_, chart) = page.split_once("vegaEmbed(\"#chart\", ").unwrap();
    let (chart, _) = chart.split_once(")</script>").unwrap();
    let chart: Value = serde_json::from_str(chart).unwrap();
    assert_eq!(chart, *file, "{page}");
}

both!(plot_is_exported_for_other_tools, |world| {
    let ada = world.new_user("ada").await;
    let (chart_id, block) = chart(&ada).await;
    let path = path_of(chart_id);
    let file = ada.get(&format!("{path}.vl.json?download")).await;
    file.is(200);
    assert!(file.header("content-disposition").ends_with(".vl.json\""));
    let file = file.json();
    assert!(file["$schema"].as_str().unwrap().contains("vega-lite/v6"));
    let rows = block["data"]["rows"].as_array().unwrap();
    let values = file["data"]["values"].as_array().unwrap();
    assert_eq!(values.len(), rows.len());
    let column = block["data"]["columns"][0]["name"].as_str().unwrap();
    assert_eq!(values[0][column], rows[0][0], "{file:#}");
    let vega = ada.get(&format!("{path}.vg.json")).await;
    assert_eq!(vega.header("content-type"), "application/vnd.vega.v6+json");
    let vega = vega.is(200).json();
    assert!(vega["$schema"].as_str().unwrap().contains("/vega/v6"));
    let is_rows = |data: &&Value| data["name"] == "rows";
    let data = vega["data"].as_array().unwrap().iter().find(is_rows);
    assert_eq!(data.unwrap()["values"], file["data"]["values"]);
    let python = ada.get(&format!("{path}.py")).await;
    run_python(&python.is(200).body).await;
    let r = ada.get(&format!("{path}.R")).await;
    run_r(&r.is(200).text(), &file).await;

    let outline =
        json!({"kind": "mindmap", "title": "Tea", "spec": {"outline": "# Tea\n## Black"}});
    let mindmap = ada.post("/api/charts", outline).await.is(201).json();
    let path = format!("/api/charts/{}", mindmap["id"].as_str().unwrap());
    for format in ["vl.json", "vg.json", "py", "R"] {
        ada.get(&format!("{path}.{format}")).await.is(404);
    }
    let ben = world.new_user("ben").await;
    ben.get(&format!("{}.vl.json", path_of(chart_id)))
        .await
        .is(404);
});

both!(shared_chart_can_be_embedded, |world| {
    let ada = world.new_user("ada").await;
    let (chart_id, _) = chart(&ada).await;
    let title = "Tea \"first\" <b>";
    ada.patch(&path_of(chart_id), json!({"title": title}))
        .await
        .ok();
    let frame = format!("/embed/charts/{chart_id}");
    let link = format!("/api/oembed?url=https%3A%2F%2Fexample.org%2Fcharts%2F{chart_id}");
    // Also not for its owner, whom another site could show it to. A frame shows a sentence, not JSON.
    let missing = ada.get(&frame).await;
    assert!(
        missing
            .is(404)
            .text()
            .contains("This chart isn’t available.")
    );
    assert!(missing.header("content-type").starts_with("text/html"));
    show(&ada, chart_id, "unlisted").await;
    let page = world.client().get(&frame).await;
    assert!(page.is(200).header("content-type").starts_with("text/html"));
    let policy = page.header("content-security-policy");
    assert!(
        policy.contains("default-src 'none'") && policy.contains("frame-ancestors *"),
        "{policy}"
    );
    assert!(
        page.text()
            .contains("<title>Tea &quot;first&quot; &lt;b&gt;</title>"),
        "{}",
        page.text()
    );
    assert!(
        page.text()
            .contains(&format!("/api/charts/{chart_id}.png?theme=dark"))
    );
    let client = world.client();
    let own = client.origin.replace(':', "%3A").replace('/', "%2F");
    let told = client
        .get(&format!(
            "/api/oembed?url={own}%2Fcharts%2F{chart_id}&maxwidth=400"
        ))
        .await
        .ok();
    assert_eq!(
        (&told["type"], &told["width"]),
        (&json!("rich"), &json!(400))
    );
    let html = told["html"].as_str().unwrap();
    assert!(
        html.contains(&format!("src=\"{}{frame}\"", client.origin)),
        "{html}"
    );
    assert!(html.contains("&lt;b&gt;"), "{html}");
    // A link to somewhere else is none to a chart of this site.
    world.client().get(&link).await.problem(404, "not_found");
    world
        .client()
        .get(&format!("{frame}x"))
        .await
        .problem(404, "not_found");
});

both!(charts_are_found_by_title, |world| {
    let ada = world.new_user("ada").await;
    let (chart_id, _) = chart(&ada).await;
    let path = path_of(chart_id);
    ada.patch(&path, json!({"title": "What sells"})).await.ok();
    let count = async |path: &str| {
        let page = ada.get(path).await.ok();
        page["items"].as_array().unwrap().len()
    };
    assert_eq!(count("/api/charts?q=SELLS").await, 1);
    assert_eq!(count("/api/charts?q=%25").await, 0);
    let eve: TestUser = World::new_user(world, "eve").await;
    assert_eq!(eve.get("/api/charts").await.ok()["items"], json!([]));
});

both!(shared_chart_page_has_escaped_preview_metadata, |world| {
    let ada = world.new_user("ada").await;
    let (chart_id, block) = chart(&ada).await;
    let hostile = "</title><script>alert(1)</script> & \"tea\"";
    let words = "'><img src=x onerror=alert(2)> of \"tea\"";
    ada.patch(
        &path_of(chart_id),
        json!({"title": hostile, "description": words}),
    )
    .await
    .ok();
    let page = format!("/charts/{chart_id}");
    let client = world.client();
    let read = async |path: &str| client.get(path).await.is(200).text();
    // A private chart's page reads like that of an unknown one; only its owner gets another status.
    let missing = async |path: &str| client.get(path).await.is(404).text();
    let plain = missing(&format!("/charts/{}", Uuid::nil())).await;
    assert_eq!(missing(&page).await, plain);
    assert_eq!(ada.get(&page).await.text(), plain);
    assert_eq!(missing("/charts/no-id").await, plain);
    assert!(!plain.contains("summary_large_image"));

    show(&ada, chart_id, "unlisted").await;
    let shared = read(&page).await;
    assert!(
        !shared.contains("<script>alert") && !shared.contains("<img src=x"),
        "{shared}"
    );
    let title = "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;tea&quot;";
    let picture = format!(
        "{}/api/charts/{chart_id}.png?card&amp;version=2",
        client.origin
    );
    for wanted in [
        format!("<title>{title}</title>"),
        format!("<meta property=\"og:title\" content=\"{title}\"/>"),
        format!("<meta property=\"og:image\" content=\"{picture}\"/>"),
        format!(
            "<meta property=\"og:url\" content=\"{}{page}\"/>",
            client.origin
        ),
        "<meta name=\"twitter:card\" content=\"summary_large_image\"/>".to_owned(),
        "<meta name=\"robots\" content=\"noindex\"/>".to_owned(),
        "<meta property=\"og:description\" content=\"'&gt;&lt;img".to_owned(),
    ] {
        assert!(shared.contains(&wanted), "{wanted} is not in {shared}");
    }
    assert_eq!(shared.matches("<title>").count(), 1);
    assert_eq!(shared.matches("og:title").count(), 1);
    // The same client starts, under the same policy.
    assert!(shared.contains("</head><body>"));
    let answer = client.get(&page).await;
    assert!(
        answer
            .header("content-security-policy")
            .contains("script-src 'self'")
    );
    let (_, found) = shared
        .split_once("application/json+oembed\" href=\"")
        .unwrap();
    let (found, _) = found.split_once('"').unwrap();
    let path = found.replace("&amp;", "&").replace(&client.origin, "");
    assert_eq!(client.get(&path).await.ok()["type"], "rich");
    let picture = picture.replace("&amp;", "&").replace(&client.origin, "");
    assert_eq!(
        client.get(&picture).await.is(200).header("content-type"),
        "image/png"
    );

    show(&ada, chart_id, "public").await;
    assert!(!read(&page).await.contains("noindex"));
    // Later edits stay private.
    ada.patch(&path_of(chart_id), json!({"title": block["title"]}))
        .await
        .ok();
    assert!(read(&page).await.contains(title));
});
