use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Query},
};
use serde::Deserialize;
use serde_json::json;

use super::addresses::is_development;
use crate::{
    http::{App, caller::Peer, problem::Problem},
    mail::OutgoingMessage,
};

#[derive(Debug, Deserialize)]
pub struct MailboxFilter {
    to: Option<String>,
    #[serde(default)]
    secret: String,
}

/// The mails and text messages that would have been sent, the newest first: JSON for programs that
/// accept it, a page for people. Exists only in development mode, and asks for the secret that the
/// console prints at start.
pub async fn read_mailbox(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    filter: Query<MailboxFilter>,
) -> Result<HttpResponse, Problem> {
    let mailbox = app
        .auth
        .notifier
        .mailbox
        .as_ref()
        .filter(|_| is_development(&app, &request, &peer))
        .ok_or_else(|| Problem::not_found("page"))?;
    if !mailbox.is_opened_by(&filter.secret) {
        return Err(Problem::forbidden(
            "The mailbox needs its secret. Open the link printed in the console at server start.",
        ));
    }
    let messages = mailbox.list(filter.to.as_deref());
    let wants_json = request
        .headers()
        .get("accept")
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("application/json"));
    let mut answer = HttpResponse::Ok();
    answer.insert_header(("cache-control", "no-store"));
    Ok(if wants_json {
        answer.json(json!({ "items": messages }))
    } else {
        answer
            .insert_header((
                "content-security-policy",
                "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
            ))
            .content_type("text/html; charset=utf-8")
            .body(render_page(&messages))
    })
}

fn render_page(messages: &[OutgoingMessage]) -> String {
    let mut html = String::from(
        "<!doctype html><html lang=en><meta charset=utf-8><title>Mailbox</title>\
         <style>body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem}\
         article{border-top:1px solid #ccc;padding:1rem 0}pre{white-space:pre-wrap;font:inherit}</style>\
         <h1>Mailbox</h1><p>What would have been sent from here, the newest first.</p>",
    );
    for message in messages {
        let subject = message.subject.as_deref().unwrap_or("Text message");
        html.push_str(&format!(
            "<article><h2>{}</h2><p>To {}, {}</p><pre>{}</pre></article>",
            escape_html(subject),
            escape_html(&message.to),
            message.sent_at.format("%Y-%m-%d %H:%M:%S UTC"),
            with_links(&message.text)
        ));
    }
    html
}

/// Lines that are addresses can be clicked.
fn with_links(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let escaped = escape_html(line);
        if line.starts_with("http://") || line.starts_with("https://") {
            format!("<a href=\"{escaped}\" rel=noreferrer>{escaped}</a>")
        } else {
            escaped
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
