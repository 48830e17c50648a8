//! OAuth clients that operators register, and what OAuth clients of other hands send.

use portolan::{boot::testing::TestServer, http::auth::Secret};
use serde_json::{Value, json};

use crate::{
    auth_support::{anonymous_client, new_user, operator},
    world::World,
};

const CLIENTS: &str = "/auth/v1/admin/oauth/clients";

async fn server(world: &World) -> TestServer {
    world
        .auth_server(|options| {
            options.secret_key = Some(Secret("sb_secret_of_the_operator".into()));
            options.phone = true;
            options.auto_confirm_phone = true;
        })
        .await
}

both!(operators_register_oauth_clients, |world| {
    let server = server(world).await;
    let operator = operator(&server);
    let body = json!({"client_name": "Charts", "redirect_uris": ["https://example.com/callback"]});
    let answer = operator.post(CLIENTS, body).await;
    answer.is(201);
    let made = answer.json();
    assert_eq!(made["client_name"], "Charts");
    assert_eq!(made["client_type"], "confidential");
    assert_eq!(made["token_endpoint_auth_method"], "client_secret_basic");
    assert_eq!(
        made["grant_types"],
        json!(["authorization_code", "refresh_token"])
    );
    assert_eq!(made["response_types"], json!(["code"]));
    let secret = made["client_secret"].as_str().unwrap();
    assert!(secret.len() >= 43);
    let one = format!("{CLIENTS}/{}", made["client_id"].as_str().unwrap());

    let shown = operator.get(&one).await.ok();
    assert!(shown.get("client_secret").is_none(), "shown once");
    assert_eq!(shown["created_at"], made["created_at"]);
    let body = json!({"logo_uri": "https://example.com/logo.png"});
    let changed = operator.put(&one, body).await.ok();
    assert_eq!(changed["logo_uri"], "https://example.com/logo.png");
    assert_eq!(changed["client_name"], "Charts");
    let regenerate = format!("{one}/regenerate_secret");
    let other = operator.post(&regenerate, json!({})).await.ok();
    assert_ne!(other["client_secret"], made["client_secret"]);

    let public = json!({
        "redirect_uris": ["http://localhost:3000/callback", "app://callback/done"],
        "token_endpoint_auth_method": "none",
    });
    let public = operator.post(CLIENTS, public).await.json();
    assert_eq!(public["client_type"], "public");
    assert!(public.get("client_secret").is_none());
    let of_public = format!("{CLIENTS}/{}", public["client_id"].as_str().unwrap());
    operator
        .post(&format!("{of_public}/regenerate_secret"), json!({}))
        .await
        .refused(400, "validation_failed");
    let page = operator.get(&format!("{CLIENTS}?page=1&per_page=1")).await;
    assert_eq!(page.header("x-total-count"), "2");
    assert!(page.header("link").contains("page=2"));
    assert_eq!(page.json()["clients"][0]["client_id"], public["client_id"]);
    let all = operator
        .get(&format!("{CLIENTS}?page=&per_page="))
        .await
        .ok();
    assert_eq!(all["clients"].as_array().unwrap().len(), 2);
    assert_eq!(all["aud"], "authenticated");

    operator.delete(&one).await.is(204);
    operator
        .get(&one)
        .await
        .refused(404, "oauth_client_not_found");
    operator
        .delete(&one)
        .await
        .refused(404, "oauth_client_not_found");
});

both!(invalid_client_registrations_are_rejected, |world| {
    let server = server(world).await;
    let operator = operator(&server);
    let good = json!(["https://example.com/callback"]);
    for (body, words) in [
        (json!({"redirect_uris": []}), "redirect_uris is required"),
        (
            json!({"redirect_uris": ["javascript:alert(1)"]}),
            "invalid redirect_uri 'javascript:alert(1)'",
        ),
        (
            json!({"redirect_uris": good, "grant_types": ["password"]}),
            "grant_types must only contain",
        ),
        (
            json!({"redirect_uris": good, "client_type": "public",
                   "token_endpoint_auth_method": "client_secret_post"}),
            "token_endpoint_auth_method",
        ),
        (
            json!({"redirect_uris": good, "logo_uri": "javascript:alert(1)"}),
            "logo_uri must be a valid URL",
        ),
    ] {
        let answer = operator.post(CLIENTS, body).await;
        answer.refused(400, "validation_failed");
        let said = answer.json();
        assert!(said["message"].as_str().unwrap().contains(words), "{said}");
    }
    let made = operator.post(CLIENTS, json!({"redirect_uris": good})).await;
    let one = format!("{CLIENTS}/{}", made.json()["client_id"].as_str().unwrap());
    for body in [json!({}), json!({"redirect_uris": ["http://example.com/"]})] {
        operator
            .put(&one, body)
            .await
            .refused(400, "validation_failed");
    }
    let nonsense = format!("{CLIENTS}/nonsense");
    operator
        .get(&nonsense)
        .await
        .refused(400, "validation_failed");
    let ada = new_user(&server, "ada@example.com").await;
    ada.get(CLIENTS).await.refused(403, "not_admin");
    ada.delete(&one).await.refused(403, "not_admin");
    anonymous_client(&server)
        .get(CLIENTS)
        .await
        .refused(401, "no_authorization");
});

both!(oauth_refusals_have_expected_client_codes, |world| {
    let server = server(world).await;
    let client = anonymous_client(&server);
    let words = async |path: &str, body: Value| {
        let answer = client.post(path, body).await;
        let said = answer.json();
        (
            said["code"].clone(),
            said["message"].as_str().unwrap().to_owned(),
        )
    };
    // A library that does not turn the signature into text sends it as it is.
    let body = json!({"chain": "ethereum", "message": "x", "signature": {"0": 1, "1": 2}});
    let (_, said) = words("/auth/v1/token?grant_type=web3", body).await;
    assert_eq!(said, "Web3 provider is disabled");
    // Without a provider nothing goes by text message, where numbers are confirmed anyway.
    let body = json!({"phone": "15555550100"});
    let (code, _) = words("/auth/v1/otp", body).await;
    assert_eq!(code, "sms_send_failed");
    let body = json!({"phone": "15555550100", "channel": "whatsapp"});
    let (code, said) = words("/auth/v1/otp", body).await;
    assert_eq!(code, "validation_failed");
    assert!(said.starts_with("Invalid channel, supported values are 'sms' or 'whatsapp'"));
    let (code, said) = words("/auth/v1/token?grant_type=x", json!({})).await;
    assert_eq!(
        (code, said.as_str()),
        (json!("invalid_credentials"), "unsupported_grant_type")
    );
    let ada = new_user(&server, "ada@example.com").await;
    ada.delete("/auth/v1/factors/x")
        .await
        .refused(404, "validation_failed");
    let body = json!({"email": "new@example.com", "id": "x"});
    let answer = operator(&server).post("/auth/v1/admin/users", body).await;
    answer.refused(400, "validation_failed");
    let token = ada.session["access_token"].as_str().unwrap();
    let forged = client.with_token(&format!("{}x", &token[..token.len() - 1]));
    let answer = forged.get("/auth/v1/user").await;
    answer.refused(403, "bad_jwt");
    let said = answer.json();
    let said = said["message"].as_str().unwrap();
    assert!(said.starts_with("invalid JWT: unable to parse or verify signature"));

    let link = async |redirect_to: &str| {
        let path = format!("/auth/v1/admin/generate_link?redirect_to={redirect_to}");
        let body = json!({"type": "magiclink", "email": "ada@example.com"});
        let answer = operator(&server).post(&path, body).await.ok();
        answer["action_link"].as_str().unwrap().to_owned()
    };
    let plain = link("http://localhost:3000/welcome").await;
    assert!(plain.ends_with("&redirect_to=http://localhost:3000/welcome"));
    let other = link("http://localhost:3000/welcome%3Fa%3D1%26type%3Drecovery").await;
    assert!(other.ends_with("%3Fa%3D1%26type%3Drecovery"), "{other}");
});
