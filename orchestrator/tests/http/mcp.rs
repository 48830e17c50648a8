//! The Model Context Protocol, spoken by its official TypeScript client.

use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::Command;

use crate::{
    auth_support::new_user,
    client::{Client, send},
    oauth_support::{self, Program},
    world::World,
};

/// Runs the client's walk through all tools; skipped where the client is not installed.
async fn walk(arguments: &[&str]) {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/http");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    if !root
        .join("node_modules/@modelcontextprotocol/client")
        .exists()
    {
        eprintln!("skipped: run `npm ci` to install the client of the Model Context Protocol");
        return;
    }
    let output = Command::new("node")
        .arg(tests.join("mcp-client.mjs"))
        .args(arguments)
        .env("NO_PROXY", "127.0.0.1")
        .env_remove("OPENAI_API_KEY")
        .env_remove("OPENAI_BASE_URL")
        .output();
    let output = output.await.unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("all calls succeeded"), "{text}");
}

async fn key(world: &World, name: &str, scopes: &[&str]) -> String {
    let user = world.new_user(name).await;
    let body = json!({"name": "MCP", "scopes": scopes});
    let created = user.post("/api/user/api-keys", body).await;
    created.is(201).json()["key"].as_str().unwrap().to_owned()
}

/// Sends one message as a client of the protocol does.
fn message(client: &Client, method: &str, params: Value) -> reqwest::RequestBuilder {
    client
        .request(Method::POST, "/mcp")
        .header("accept", "application/json, text/event-stream")
        .json(&json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))
}

fn call(client: &Client, name: &str, arguments: Value) -> reqwest::RequestBuilder {
    message(
        client,
        "tools/call",
        json!({"name": name, "arguments": arguments}),
    )
}

#[actix_web::test]
async fn official_client_uses_all_tools_over_http_with_api_key() {
    let world = World::sqlite().await;
    let key = key(&world, "ada", &["read", "chat", "boards"]).await;
    walk(&["http", &format!("{}/mcp", world.client().origin), &key]).await;
}

#[actix_web::test]
async fn official_client_uses_all_tools_over_standard_input() {
    walk(&["stdio", env!("CARGO_BIN_EXE_portolan"), "mcp"]).await;
}

#[actix_web::test]
async fn mcp_over_standard_input_can_proxy_a_remote_server() {
    let world = World::sqlite().await;
    let key = key(&world, "ada", &["read", "chat", "boards"]).await;
    let program = env!("CARGO_BIN_EXE_portolan");
    let server = &world.client().origin;
    walk(&["stdio", program, "mcp", "--server", server, "--key", &key]).await;
}

#[actix_web::test]
async fn private_server_keeps_its_folder_between_starts() {
    let folder = TempDir::new().unwrap();
    let kept = folder.path().to_str().unwrap();
    for _ in 0..2 {
        walk(&[
            "stdio",
            env!("CARGO_BIN_EXE_portolan"),
            "mcp",
            "--keep",
            kept,
        ])
        .await;
    }
    assert!(folder.path().join("portolan.sqlite").exists());
}

#[actix_web::test]
async fn mcp_accepts_tokens_of_connected_apps_and_tells_other_callers_where_to_get_one() {
    let world = World::sqlite().await;
    let server = oauth_support::server(&world).await;
    let client = world.client().at(server.address);
    let refused = send(message(&client, "ping", json!({}))).await;
    refused.is(401);
    let challenge = refused.header("www-authenticate");
    let address = challenge.split('"').nth(1).unwrap().to_owned();
    let path = address.strip_prefix(&client.origin).unwrap();
    let metadata = client.get(path).await.ok();
    assert_eq!(metadata["resource"], format!("{}/mcp", client.origin));
    let issuer = metadata["authorization_servers"][0].as_str().unwrap();
    let issuer = issuer.strip_prefix(&client.origin).unwrap();
    let found = client
        .get(&format!("{issuer}/.well-known/oauth-authorization-server"))
        .await
        .ok();
    assert!(found["token_endpoint"].is_string());

    let ada = new_user(&server, "ada@example.com").await;
    let program = Program::register(&server, "client_secret_post").await;
    let tokens = program.session_of(&ada).await;
    let app = oauth_support::with_tokens(&server, &tokens);
    let added = send(call(&app, "add_source", json!({"text": "a,b\n1,2\n"})))
        .await
        .ok();
    assert_eq!(added["result"]["isError"], false, "{added}");
    let sources = ada.get("/api/sources").await.ok();
    assert_eq!(sources["items"].as_array().unwrap().len(), 1);
}

both!(
    mcp_keys_are_limited_to_their_scopes_and_cookies_are_rejected,
    |world| {
        let key = key(world, "ada", &["read"]).await;
        let reader = world.client().with_token(&key);
        let listed = send(message(&reader, "resources/list", json!({})))
            .await
            .ok();
        assert_eq!(listed["result"]["resources"], json!([]));
        let refused = send(call(&reader, "add_source", json!({"text": "a,b\n1,2\n"})))
            .await
            .ok();
        assert_eq!(refused["result"]["isError"], true);
        let message_text = refused["result"]["content"][0]["text"].as_str().unwrap();
        assert!(message_text.contains("forbidden"), "{message_text}");

        let ben = world.new_user("ben").await;
        let session = serde_json::to_vec(&ben.session).unwrap();
        let cookie = format!(
            "portolan-auth-token=base64-{}",
            base64::Engine::encode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, session)
        );
        let by_cookie =
            message(&world.client(), "resources/list", json!({})).header("cookie", cookie);
        send(by_cookie).await.problem(401, "unauthenticated");
        let wrong = world.client().with_token("ptl_wrong");
        send(message(&wrong, "ping", json!({}))).await.is(401);
    }
);
