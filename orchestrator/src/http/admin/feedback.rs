use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Json, Path, Query},
};
use chrono::TimeDelta;
use portolan_domain::{
    AdminActionKind, Direction, FeedbackFilter, FeedbackItem, FeedbackStatus, MessageKind,
};
use portolan_store::StoreError;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use super::list::{ListAnswer, ListQuery, answer_list};
use crate::{
    http::{App, caller::Admin, charts::escape_html, problem::Problem},
    mail::OutgoingMessage,
};

const COLUMNS: [&str; 8] = [
    "createdAt",
    "status",
    "user.email",
    "metadata.email",
    "metadata.route",
    "text",
    "repliedAt",
    "reply",
];

/// Characters that a reply may have.
const REPLY_LENGTH: usize = 10_000;
/// How long a reply waits for a mail server before it is given up.
const REPLY_EXPIRES: TimeDelta = TimeDelta::days(3);

#[derive(Debug, Deserialize, JsonSchema)]
pub struct FeedbackQuery {
    status: Option<FeedbackStatus>,
    q: Option<String>,
    #[serde(default)]
    direction: Direction,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct UpdateFeedback {
    status: FeedbackStatus,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplyBody {
    text: String,
}

/// Lists feedback, newest first.
pub async fn list_feedback(
    app: Data<App>,
    admin: Admin,
    query: Query<FeedbackQuery>,
    list: Query<ListQuery>,
) -> Result<ListAnswer<FeedbackItem>, Problem> {
    let query = query.into_inner();
    let filter = FeedbackFilter {
        status: query.status,
        search: query.q,
        direction: query.direction,
    };
    let columns = ("feedback", &COLUMNS[..]);
    answer_list(
        app,
        admin,
        list.into_inner(),
        columns,
        async move |store, request| store.feedback(&filter, &request).await,
    )
    .await
}

/// Changes the status of feedback.
pub async fn update_feedback(
    app: Data<App>,
    admin: Admin,
    feedback_id: Path<Uuid>,
    body: Json<UpdateFeedback>,
) -> Result<HttpResponse, Problem> {
    let detail = json!({"status": body.status});
    let action = app.admin_action(
        admin,
        AdminActionKind::FeedbackUpdated,
        ("feedback", *feedback_id),
        detail,
    );
    app.store
        .set_feedback_status(*feedback_id, body.status, &action)
        .await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Replies to feedback by email, once.
pub async fn reply_to_feedback(
    app: Data<App>,
    admin: Admin,
    request: HttpRequest,
    feedback_id: Path<Uuid>,
    body: Json<ReplyBody>,
) -> Result<HttpResponse, Problem> {
    let reply = body.text.trim();
    if reply.is_empty() || reply.chars().count() > REPLY_LENGTH {
        let message = format!("Use 1 to {REPLY_LENGTH} characters.");
        return Err(Problem::invalid("text", message));
    }
    let item = app.store.feedback_item(*feedback_id).await?;
    let Some(address) = item.reply_address() else {
        let cause = "this feedback has no email address to reply to";
        return Err(Problem::conflict("no_address", cause));
    };
    let notifier = app.auth.notifier();
    if !notifier.can_send(MessageKind::Mail) {
        let cause = "this server can't send email: set PORTOLAN_SMTP_URL";
        return Err(Problem::conflict("mail_disabled", cause));
    }
    let site = app.site.url_reached_by(&request).unwrap_or_default();
    let message = reply_message(&app, &item, address, reply, &site);
    let is_queued = notifier.has_transport(MessageKind::Mail);
    let row = is_queued.then(|| {
        let expires_at = app.clock.now() + REPLY_EXPIRES;
        let user_id = item.feedback.user_id;
        app.outbox
            .row(&message, user_id, "feedback_reply", expires_at)
    });
    let subject = ("feedback", *feedback_id);
    let detail = json!({"recipient": address});
    let action = app.admin_action(admin, AdminActionKind::FeedbackReplied, subject, detail);
    let replied = app
        .store
        .reply_to_feedback(*feedback_id, reply, row, &action);
    replied.await.map_err(|error| match error {
        StoreError::Conflict(cause) => Problem::conflict("already_replied", cause),
        error => error.into(),
    })?;
    if is_queued {
        app.outbox.wake();
    } else if let Some(mailbox) = &notifier.mailbox {
        mailbox.add(message);
    }
    Ok(HttpResponse::NoContent().finish())
}

/// Returns the email with the reply, a link to the page, and the feedback quoted below.
fn reply_message(
    app: &App,
    item: &FeedbackItem,
    address: &str,
    reply: &str,
    site: &str,
) -> OutgoingMessage {
    let day = item.feedback.created_at.format("%-d %B %Y");
    let link = item.route().map(|route| format!("{site}{route}"));
    let place = link
        .as_deref()
        .map_or_else(String::new, |link| format!(" about {link}"));
    let quoted: Vec<String> = item
        .feedback
        .text
        .lines()
        .map(|line| format!("> {line}"))
        .collect();
    let place_html = link.map_or_else(String::new, |link| {
        let link = escape_html(&link);
        format!(" about <a href=\"{link}\">{link}</a>")
    });
    let (reply_html, feedback_html) = (escape_html(reply), escape_html(&item.feedback.text));
    OutgoingMessage {
        id: app.ids.id(),
        kind: MessageKind::Mail,
        to: address.to_owned(),
        subject: Some("Re: your feedback on Portolan".to_owned()),
        text: format!(
            "{reply}\n\nYou wrote on {day}{place}:\n\n{}\n",
            quoted.join("\n")
        ),
        html: Some(format!(
            "<div style=\"white-space:pre-wrap\">{reply_html}</div><p>You wrote on {day}{place_html}:</p>\
             <blockquote style=\"white-space:pre-wrap\">{feedback_html}</blockquote>"
        )),
        sent_at: app.clock.now(),
    }
}
