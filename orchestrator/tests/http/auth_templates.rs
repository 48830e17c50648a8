//! Emails in the operator's own words.

use portolan::http::auth::AuthOptions;
use serde_json::{Value, json};

use crate::{
    auth_support::{anonymous_client, follow, in_fragment, sign_up, verify},
    webhook::{Inbox, mail_server},
    world::World,
};

fn confirming(options: &mut AuthOptions, template: Value) {
    options.auto_confirm_email = Some(false);
    let template = serde_json::from_value(template).unwrap();
    options.templates.insert("confirmation".into(), template);
}

async fn render_message(
    world: &World,
    template: Value,
) -> (portolan::boot::testing::TestServer, Value) {
    let server = world
        .auth_server(|options| confirming(options, template))
        .await;
    let body = json!({
        "email": "ada@example.com",
        "password": "secret 1",
        "data": {"first_name": "Ada <3"},
    });
    anonymous_client(&server)
        .post("/auth/v1/signup", body)
        .await
        .is(200);
    let list = anonymous_client(&server)
        .request(
            reqwest::Method::GET,
            &server.app.auth.mailbox_link().unwrap(),
        )
        .header("accept", "application/json");
    let message = crate::client::send(list).await.ok()["items"][0].clone();
    (server, message)
}

both!(templates_of_the_hosted_service_work_unchanged, |world| {
    let template = json!({
        "subject": "Welcome {{ .Data.first_name }}",
        "html": "<p>{{ if .Data.first_name }}Hi {{ .Data.first_name }}{{ else }}Hello{{ end }}</p>\n\
                 <a href=\"{{ .ConfirmationURL }}\">Confirm</a>\n\
                 <i>{{ .SiteURL }}confirm?token_hash={{ .TokenHash }}&type=email</i>\n\
                 {{ .Token }} {{ .Email }}{{ .Data.missing }}",
    });
    let (server, message) = render_message(world, template).await;
    assert_eq!(message["subject"], "Welcome Ada <3");
    let html = message["html"].as_str().unwrap();
    assert!(html.contains("<p>Hi Ada &lt;3</p>"), "{html}");
    assert!(html.contains("ada@example.com"), "{html}");
    let link = html.split("href=\"").nth(1).unwrap();
    let link = link.split('"').next().unwrap().replace("&amp;", "&");
    // A reader without HTML gets the link too.
    assert!(message["text"].as_str().unwrap().contains(&link));
    let hash = html.split("token_hash=").nth(1).unwrap();
    let hash = hash.split('&').next().unwrap();
    let body = json!({"token_hash": hash, "type": "email"});
    let session = verify(&anonymous_client(&server), body).await.ok();
    assert!(session["access_token"].is_string());
    // One secret for both: the link was used up with it.
    assert!(in_fragment(&follow(&link).await, "access_token").is_none());
});

both!(text_templates_get_a_generated_html_body, |world| {
    let template =
        json!({"subject": "Hello", "text": "Dear {{ data.first_name }},\n\n{{ link }}\n"});
    let (_server, message) = render_message(world, template).await;
    let html = message["html"].as_str().unwrap();
    assert!(html.contains("<p>Dear Ada &lt;3,</p>"), "{html}");
    assert!(html.contains("<a href=\"http"), "{html}");
    assert!(
        message["text"]
            .as_str()
            .unwrap()
            .starts_with("Dear Ada <3,")
    );
});

#[actix_web::test]
async fn invalid_email_template_fails_the_start_with_its_line() {
    let world = World::sqlite().await;
    for (template, words) in [
        (
            json!({"subject": "x", "text": "one\ntwo {{ nothing }}"}),
            ["confirmation.text", "line 2"],
        ),
        (
            json!({"subject": "{{ link", "text": "x"}),
            ["confirmation.subject", "line 1"],
        ),
        (
            json!({"subject": "x", "html": "\n\n{{ .Nothing }}"}),
            ["confirmation.html", "line 3"],
        ),
        (
            json!({"subject": "x", "html": "{% if link %}\n"}),
            ["confirmation.html", "line"],
        ),
        (
            json!({"subject": "x"}),
            ["confirmation.text", "neither text nor html"],
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let refused = portolan::boot::testing::start_refusal(folder.path(), |settings| {
            confirming(&mut settings.auth, template.clone());
        });
        let refused = refused.unwrap_or_else(|| panic!("{template} was taken"));
        for word in words {
            assert!(refused.contains(word), "{word} in {refused}");
        }
    }
    drop(world);
}

both!(default_emails_have_links_in_html, |world| {
    let inbox = Inbox::default();
    let smtp = mail_server(inbox.clone()).await;
    let server = world.auth_server_with(Some(smtp), |_| {}).await;
    sign_up(&anonymous_client(&server), "ada@example.com", "secret 1")
        .await
        .ok();
    let mail = inbox.wait_for(1).await.remove(0);
    assert!(mail.contains("<a href"), "{mail}");
});
