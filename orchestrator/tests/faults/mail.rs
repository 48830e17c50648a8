//! Mail while its server refuses it or is down, and ours is killed.

use std::{collections::BTreeMap, time::Duration};

use serde_json::json;

use crate::{
    client::http_client,
    server::ServerSetup,
    webhook::{Inbox, MailReply, mail_server_that},
};

const MINUTE: i64 = 60_000;

async fn ask_code(setup: &ServerSetup, email: &str) {
    let http = http_client();
    let url = format!("http://{}/auth/v1/otp", setup.address);
    let answer = http.post(url).json(&json!({"email": email})).send().await;
    assert_eq!(answer.unwrap().status(), 200);
}

/// Lets a minute of the server's clock pass at a time until so many emails have arrived.
async fn pass_until(setup: &ServerSetup, inbox: &Inbox, minutes: &mut i64, count: usize) {
    for _ in 0..20 {
        *minutes += 1;
        setup.shift_clock(*minutes * MINUTE);
        let waiting = inbox.wait_for(count);
        if tokio::time::timeout(Duration::from_millis(500), waiting)
            .await
            .is_ok()
        {
            return;
        }
    }
    panic!("{count} emails never arrived\n{}", setup.log());
}

/// How often each value of this header has arrived.
fn copies(mails: &[String], header: &str) -> BTreeMap<String, usize> {
    let mut copies = BTreeMap::new();
    for mail in mails {
        let value = mail.lines().find_map(|line| line.strip_prefix(header));
        *copies.entry(value.unwrap().to_owned()).or_default() += 1;
    }
    copies
}

#[actix_web::test]
async fn mail_arrives_once_after_outage_and_kills() {
    let (inbox, reply) = (Inbox::default(), MailReply::default());
    let smtp = mail_server_that(inbox.clone(), reply.clone()).await;
    let mut setup = ServerSetup::new(&[
        ("PORTOLAN_SMTP_URL", &smtp),
        ("PORTOLAN_MAIL_FROM", "charts@example.com"),
        ("PORTOLAN_AUTH_AUTO_CONFIRM_EMAIL", "true"),
        ("PORTOLAN_AUTH_SIGN_UP", "true"),
        ("PORTOLAN_AUTH_LIMITS", "{send=1000}"),
        ("PORTOLAN_SUPERVISOR_INTERVAL_MILLIS", "50"),
    ])
    .await;
    reply.refuse("451 try again later");
    for number in 0..10 {
        ask_code(&setup, &format!("user{number}@example.com")).await;
    }
    setup.kill();
    setup.restart().await;
    let mut minutes = 0;
    while minutes < 5 {
        minutes += 1;
        if minutes == 3 {
            reply.go_down();
        }
        setup.shift_clock(minutes * MINUTE);
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    reply.accept();
    setup.kill_at("mail.claimed 3");
    minutes += 6;
    setup.shift_clock(minutes * MINUTE);
    assert!(!setup.ended().await);
    setup.restart().await;
    pass_until(&setup, &inbox, &mut minutes, 10).await;
    // A second copy would come after the leases and waits of all attempts.
    for _ in 0..3 {
        minutes += 3;
        setup.shift_clock(minutes * MINUTE);
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let mails = inbox.wait_for(10).await;
    let recipients = copies(&mails, "To: ");
    assert_eq!(mails.len(), 10, "{recipients:?}");
    assert_eq!(recipients.len(), 10, "{recipients:?}");

    // Between the mail server's word and our note of it SMTP has no answer but the same name.
    setup.kill_at("mail.accepted");
    ask_code(&setup, "late@example.com").await;
    assert!(!setup.ended().await);
    setup.restart().await;
    pass_until(&setup, &inbox, &mut minutes, 12).await;
    let mails = inbox.wait_for(12).await;
    let names = copies(&mails[10..], "Message-ID: ");
    assert_eq!(names.into_values().collect::<Vec<_>>(), [2]);
}
