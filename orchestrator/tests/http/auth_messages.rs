//! Codes by a mail server and by the webhook for text messages.

use portolan::http::auth::Secret;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    auth_support::{anonymous_client, sign_up, verify},
    client::send,
    webhook::{Inbox, mail_server, webhook},
};

both!(codes_are_sent_by_email_and_sms_webhook, |world| {
    let (mails, texts) = (Inbox::default(), Inbox::default());
    let smtp = mail_server(mails.clone()).await;
    let hook = webhook(&[], texts.clone()).await;
    let server = world
        .auth_server_with(Some(smtp), |options| {
            options.phone = true;
            options.sms_webhook = Some(hook.parse().unwrap());
            options.sms_webhook_secret = Some(Secret("of the service".into()));
        })
        .await;
    let client = anonymous_client(&server);
    // With a mail server no one is let in without proof, also from this machine.
    let user = sign_up(&client, "ada@example.com", "secret 1").await.ok();
    assert!(user["access_token"].is_null());
    let mail = mails.wait_for(1).await.remove(0);
    assert!(mail.contains("To: ada@example.com"), "{mail}");
    assert!(mail.contains("Confirm your email address"), "{mail}");
    let code: String = mail
        .split("enter this code: ")
        .nth(1)
        .unwrap()
        .chars()
        .take(6)
        .collect();
    let body = json!({"email": "ada@example.com", "token": code, "type": "signup"});
    verify(&client, body).await.is(200);
    let body = json!({"phone": "+420601234567"});
    client.post("/auth/v1/otp", body).await.is(200);
    let text: Value = serde_json::from_str(&texts.wait_for(1).await[0]).unwrap();
    assert_eq!(text["phone"], "+420601234567");
    let code = text["text"]
        .as_str()
        .unwrap()
        .strip_prefix("Your code is ")
        .unwrap();
    let body = json!({"phone": "420601234567", "token": code, "type": "sms"});
    verify(&client, body).await.is(200);
    // The box for development is not there.
    let look = client.request(Method::GET, "/dev/mailbox");
    send(look).await.is(404);
});

both!(failed_delivery_does_not_reveal_known_accounts, |world| {
    world.new_user("ada").await;
    let hook = webhook(&[], Inbox::default()).await;
    let server = world
        .auth_server_with(Some("smtp://127.0.0.1:9".into()), |options| {
            options.phone = true;
            options.sms_webhook = Some(hook.parse().unwrap());
        })
        .await;
    for email in ["ada@example.com", "eve@example.com"] {
        let body = json!({"email": email});
        let answer = anonymous_client(&server)
            .post("/auth/v1/recover", body)
            .await;
        assert_eq!(answer.ok(), json!({}));
    }
    let strict = world
        .auth_server_with(Some("smtp://127.0.0.1:9".into()), |options| {
            options.phone = true;
        })
        .await;
    let body = json!({"phone": "420601234567"});
    let refused = anonymous_client(&strict).post("/auth/v1/otp", body).await;
    refused.refused(422, "sms_send_failed");
});
