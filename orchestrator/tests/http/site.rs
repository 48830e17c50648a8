//! Pages and files of the web client, as browsers and crawlers get them.

use reqwest::Method;
use serde_json::json;
use uuid::Uuid;

use crate::{
    auth_support::anonymous_client,
    chart_versions::{made, tea},
    client::{Client, HttpAnswer, http_builder, send},
    world::World,
};

/// Returns whether the client is part of this build; without it there is nothing to look at.
async fn has_client(world: &World) -> bool {
    world.client().get("/").await.status == 200
}

async fn load(client: &Client, path: &str, headers: &[(&str, &str)]) -> HttpAnswer {
    let http = http_builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .unwrap();
    let request = http.request(Method::GET, format!("{}{path}", client.origin));
    let request = headers.iter().fold(request, |request, (name, value)| {
        request.header(*name, *value)
    });
    send(request).await
}

both!(unknown_pages_return_404, |world| {
    if !has_client(world).await {
        eprintln!("skipped: build the web client to look at its pages");
        return;
    }
    let ada = world.new_user("ada").await;
    let private = made(&ada, &tea(&ada).await).await;
    let private = format!("/charts/{}", private["id"].as_str().unwrap());
    let missing = format!("/boards/{}", Uuid::nil());
    let client = world.client();
    for path in [
        "/sitemap.xml",
        "/favicon.ico",
        "/sw.js",
        "/.well-known/security.txt",
        "/no-such-page",
        "/about/us",
        "/assets/none.js",
        "/charts/none",
        "/u/nobody-here",
        "/shared/none",
        "/portolans/none",
        &missing,
        &private,
    ] {
        for agent in ["Mozilla/5.0", "Googlebot/2.1"] {
            let answer = load(&client, path, &[("user-agent", agent)]).await;
            answer.is(404);
            // A second look with what the first one said is no success either.
            let tag = answer.header("etag").to_owned();
            load(&client, path, &[("if-none-match", &tag)])
                .await
                .is(404);
        }
    }
    for path in [
        "/",
        "/about",
        "/about/",
        "/start",
        "/login",
        "/charts",
        "/boards/new",
        "/chats/0",
        "/robots.txt",
        "/https://example.com/page.html",
        "/www.example.com",
        "/about:blank",
    ] {
        load(&client, path, &[]).await.is(200);
    }
});

both!(item_pages_return_200_to_callers_with_access, |world| {
    if !has_client(world).await {
        eprintln!("skipped: build the web client to look at its pages");
        return;
    }
    let ada = world.new_user("ada").await;
    let chart = made(&ada, &tea(&ada).await).await;
    let id = chart["id"].as_str().unwrap();
    ada.get(&format!("/charts/{id}")).await.is(200);
    world.client().get(&format!("/charts/{id}")).await.is(404);
    let path = format!("/api/charts/{id}/visibility");
    let shown = ada.put(&path, json!({"visibility": "public"})).await;
    assert!(shown.status < 300, "{}", shown.text());
    world.client().get(&format!("/charts/{id}")).await.is(200);
});

both!(preview_images_have_absolute_urls, |world| {
    if !has_client(world).await {
        eprintln!("skipped: build the web client to look at its pages");
        return;
    }
    let server = world
        .restart_with(|settings| {
            settings.is_development = false;
            settings.public_url = Some("https://charts.example/".parse().unwrap());
        })
        .await;
    for path in ["/", "/about", "/pricing"] {
        let page = load(&anonymous_client(&server), path, &[]).await;
        let picture = "<meta property=\"og:image\" content=\"https://charts.example/social.png\"";
        assert!(page.is(200).text().contains(picture), "{path}");
        let tag = page.header("etag").to_owned();
        load(&anonymous_client(&server), path, &[("if-none-match", &tag)])
            .await
            .is(304);
    }
});

both!(
    preview_images_use_the_request_host_if_no_public_url_is_set,
    |world| {
        if !has_client(world).await {
            eprintln!("skipped: build the web client to look at its pages");
            return;
        }
        let server = world.auth_server(|_| {}).await;
        let client = anonymous_client(&server);
        for (headers, site) in [
            (
                vec![("host", "charts.example:8080")],
                "http://charts.example:8080",
            ),
            // The nearest proxy is trusted here.
            (
                vec![("host", "charts.example"), ("x-forwarded-proto", "https")],
                "https://charts.example",
            ),
        ] {
            for path in ["/", "/about"] {
                let page = load(&client, path, &headers).await;
                let picture = format!("<meta property=\"og:image\" content=\"{site}/social.png\"");
                assert!(page.is(200).text().contains(&picture), "{path}");
            }
        }
        let odd = [("host", "charts.example/<b>")];
        let page = load(&client, "/about", &odd).await;
        assert!(!page.text().contains("<b>"), "{}", page.status);
    }
);

both!(framed_pages_redirect_to_the_extension_page, |world| {
    if !has_client(world).await {
        eprintln!("skipped: build the web client to look at its pages");
        return;
    }
    let client = world.client();
    for (path, target) in [
        ("/", "/extension"),
        ("/start", "/extension"),
        ("/login", "/extension"),
        (
            "/start?embedded_by=extension",
            "/extension?embedded_by=extension",
        ),
    ] {
        let framed = load(&client, path, &[("sec-fetch-dest", "iframe")]).await;
        assert_eq!(framed.is(302).header("location"), target, "{path}");
        load(&client, path, &[("sec-fetch-dest", "document")])
            .await
            .is(200);
    }
    let page = load(&client, "/extension", &[("sec-fetch-dest", "iframe")]).await;
    let policy = page.is(200).header("content-security-policy");
    assert!(
        policy.contains("frame-ancestors chrome-extension:"),
        "{policy}"
    );
});

both!(llms_txt_uses_the_servers_own_addresses, |world| {
    let client = world.client();
    let answer = client.get("/llms.txt").await;
    assert!(
        answer
            .is(200)
            .header("content-type")
            .starts_with("text/plain")
    );
    let text = answer.text();
    assert!(text.starts_with("# Portolan\n\n> "), "{text}");
    assert!(text.contains(&format!("({}/mcp)", client.origin)), "{text}");
    assert!(!text.contains("{base}"), "{text}");
});
