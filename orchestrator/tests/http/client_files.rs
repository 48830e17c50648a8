//! The files of the web client: compressed as the client takes them, kept as long as they hold.

use reqwest::header;

use crate::client::{Client, HttpAnswer, http_builder, send};

/// The bytes as they came.
async fn with(client: &Client, path: &str, name: header::HeaderName, value: &str) -> HttpAnswer {
    let raw = http_builder().no_gzip();
    let address = format!("{}{path}", client.origin);
    send(raw.build().unwrap().get(address).header(name, value)).await
}

/// A script that the first page loads.
async fn script(client: &Client) -> String {
    let page = client.get("/").await.is(200).text();
    let mut names = page
        .split("/assets/")
        .filter_map(|rest| rest.split('"').next());
    let name = names.find(|name| name.ends_with(".js")).unwrap();
    format!("/assets/{name}")
}

both!(client_files_are_served_precompressed, |world| {
    let client = world.client();
    let script = script(&client).await;
    let plain = with(&client, &script, header::ACCEPT_ENCODING, "identity").await;
    assert_eq!(plain.is(200).header("content-encoding"), "");
    assert_eq!(plain.header("vary"), "accept-encoding");
    assert!(plain.header("cache-control").contains("immutable"));
    let mut lengths = vec![plain.body.len()];
    for (accepted, encoding) in [
        ("gzip", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=0, gzip", "gzip"),
    ] {
        let answer = with(&client, &script, header::ACCEPT_ENCODING, accepted).await;
        assert_eq!(answer.is(200).header("content-encoding"), encoding);
        assert_ne!(answer.header("etag"), plain.header("etag"));
        lengths.push(answer.body.len());
    }
    let [plain_length, gzip, brotli, _] = lengths[..] else {
        unreachable!("four were asked for")
    };
    assert!(brotli < gzip && gzip < plain_length, "{lengths:?}");
    let known = with(
        &client,
        &script,
        header::IF_NONE_MATCH,
        plain.header("etag"),
    )
    .await;
    assert_eq!(known.status, 304);
    client.get(&format!("{script}.br")).await.is(404);
});

both!(build_id_is_same_in_config_and_build_list, |world| {
    let client = world.client();
    let latest = client.get("/builds/latest.json").await.ok();
    let configuration = client.get("/api/config").await.ok();
    assert_eq!(configuration["buildId"], latest["buildId"]);
    assert!(!latest["buildId"].as_str().unwrap().is_empty());
});

both!(analytics_host_is_allowed_only_when_configured, |world| {
    let client = world.client();
    let page = client.get("/").await;
    let policy = page.is(200).header("content-security-policy");
    assert!(policy.contains("connect-src 'self';"), "{policy}");
    assert!(client.get("/api/config").await.ok()["analytics"].is_null());
    let server = world
        .restart_with(|settings| {
            settings.analytics_key = Some("project".into());
            settings.analytics_host = "https://count.example.com/in".parse().unwrap();
        })
        .await;
    let counted = client.at(server.address);
    let page = counted.get("/").await;
    let policy = page.is(200).header("content-security-policy");
    assert!(
        policy.contains("connect-src 'self' https://count.example.com;"),
        "{policy}"
    );
    let analytics = &counted.get("/api/config").await.ok()["analytics"];
    assert_eq!(analytics["key"], "project");
    assert_eq!(analytics["host"], "https://count.example.com/in");
});
