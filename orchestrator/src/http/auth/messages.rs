//! Messages with codes and links, sent by email or SMS.

use std::{borrow::Cow, time::Duration};

use actix_web::HttpRequest;
use chrono::{DateTime, TimeDelta, Utc};
use portolan_auth::{AuthError, CodeChallenge, VerificationType, one_time_code, token_hash};
use portolan_domain::{MessageKind, OneTimeKind, User};
use portolan_store::{NewMessage, NewOneTimeToken, StoreError};
use tokio::sync::broadcast;
use tokio_stream::{StreamExt, wrappers::BroadcastStream};
use url::{Url, form_urlencoded};
use uuid::Uuid;

use super::{
    addresses::{base_url, site_url},
    answer::AuthRefusal,
    templates::{TemplateValues, template_name},
};
use crate::{
    http::App,
    mail::{FirstResult, OutgoingMessage},
};

/// How long a signed-in caller waits for the first attempt.
const FIRST_ATTEMPT: Duration = Duration::from_secs(5);

/// One message that carries a code, and the link that does the same.
#[derive(Clone, Debug)]
pub struct CodeMessage {
    pub kind: OneTimeKind,
    /// The type of the link.
    pub verification: VerificationType,
    pub to: String,
}

/// The secrets of a message, for callers that send it themselves.
#[derive(Clone, Debug)]
pub struct MessageSecrets {
    pub code: String,
    pub link_token: String,
    pub link: String,
}

/// The final redirect target of a link.
#[derive(Clone, Debug)]
pub struct RedirectTarget {
    pub redirect_to: Url,
    pub challenge: Option<CodeChallenge>,
}

impl CodeMessage {
    fn message_kind(&self) -> MessageKind {
        match self.kind {
            OneTimeKind::PhoneConfirmation | OneTimeKind::PhoneChange => MessageKind::Sms,
            OneTimeKind::Reauthentication if !self.to.contains('@') => MessageKind::Sms,
            _ => MessageKind::Mail,
        }
    }
}

/// Fails before any lookup if no transport is set up or the server has sent too many messages, so that
/// neither reveals who has an account.
pub fn check_transport(
    app: &App,
    kind: MessageKind,
    name: &'static str,
) -> Result<(), AuthRefusal> {
    match kind {
        MessageKind::Mail if app.auth.notifier.can_send(kind) => app.auth.limits.check_mails(),
        MessageKind::Sms if sends_sms(app) => app.auth.limits.check_sms(),
        MessageKind::Mail => Err(AuthRefusal(AuthError::MailFailed(name))),
        MessageKind::Sms => Err(AuthRefusal(AuthError::SmsFailed(name))),
    }
}

/// Numbers that are confirmed by themselves need no messages: the box of development takes none.
fn sends_sms(app: &App) -> bool {
    let options = &app.auth.options;
    options.sms_webhook.is_some()
        || !options.test_codes.is_empty()
        || (!options.auto_confirm_phone && app.auth.notifier.can_send(MessageKind::Sms))
}

/// Fails if the previous email was sent too recently.
pub fn check_mail_interval(app: &App, last: Option<DateTime<Utc>>) -> Result<(), AuthRefusal> {
    match seconds_left(app, last, app.auth.options.mail_interval_seconds) {
        Some(seconds) => Err(AuthRefusal(AuthError::TooManyMails(seconds))),
        None => Ok(()),
    }
}

/// The same of text messages.
pub fn check_sms_interval(app: &App, last: Option<DateTime<Utc>>) -> Result<(), AuthRefusal> {
    match seconds_left(app, last, app.auth.options.sms_interval_seconds) {
        Some(seconds) => Err(AuthRefusal(AuthError::TooManySms(seconds))),
        None => Ok(()),
    }
}

/// Applies the same wait to unknown accounts, so that the answer doesn't reveal them.
pub fn check_stranger(app: &App, address: &str, kind: MessageKind) -> Result<(), AuthRefusal> {
    let options = &app.auth.options;
    let interval = match kind {
        MessageKind::Mail => options.mail_interval_seconds,
        MessageKind::Sms => options.sms_interval_seconds,
    };
    let left = app
        .auth
        .limits
        .check_stranger(address, app.clock.now(), interval);
    match (left, kind) {
        (None, _) => Ok(()),
        (Some(seconds), MessageKind::Mail) => Err(AuthRefusal(AuthError::TooManyMails(seconds))),
        (Some(seconds), MessageKind::Sms) => Err(AuthRefusal(AuthError::TooManySms(seconds))),
    }
}

fn seconds_left(app: &App, last: Option<DateTime<Utc>>, interval: u32) -> Option<i64> {
    let next = last? + TimeDelta::seconds(interval.into());
    let left = (next - app.clock.now()).num_milliseconds();
    (left > 0).then_some((left + 999) / 1_000)
}

/// Stores the tokens of the messages and queues the messages in the same transaction; `change` records on the
/// user what was sent. Returns before they are sent, because the duration would reveal who has an account.
pub async fn send_emails(
    app: &App,
    request: &HttpRequest,
    user: &User,
    messages: &[CodeMessage],
    target: &RedirectTarget,
    change: impl FnOnce(&mut User) + Send,
) -> Result<User, AuthRefusal> {
    let (user, _) = send_all(app, request, user, messages, target, change).await?;
    Ok(user)
}

/// Does the same for a caller who knows the account anyway, and waits a little for the first attempts.
///
/// # Errors
/// `MailFailed` or `SmsFailed` if an address was refused permanently.
pub async fn send_and_wait(
    app: &App,
    request: &HttpRequest,
    user: &User,
    messages: &[CodeMessage],
    target: &RedirectTarget,
    name: &'static str,
    change: impl FnOnce(&mut User) + Send,
) -> Result<(User, FirstResult), AuthRefusal> {
    let results = app.outbox.results();
    let (user, ids) = send_all(app, request, user, messages, target, change).await?;
    match first_result(results, ids).await {
        FirstResult::Failed => {
            let is_sms = messages
                .iter()
                .all(|message| message.message_kind() == MessageKind::Sms);
            Err(AuthRefusal(if is_sms {
                AuthError::SmsFailed(name)
            } else {
                AuthError::MailFailed(name)
            }))
        }
        result => Ok((user, result)),
    }
}

/// The worst result of the first attempts at these messages.
async fn first_result(
    results: broadcast::Receiver<(Uuid, FirstResult)>,
    mut ids: Vec<Uuid>,
) -> FirstResult {
    let mut results = BroadcastStream::new(results);
    let hear_all = async {
        let mut worst = FirstResult::Sent;
        while !ids.is_empty() {
            match results.next().await {
                Some(Ok((id, result))) if ids.contains(&id) => {
                    ids.retain(|other| *other != id);
                    worst = worst.max(result);
                }
                Some(Ok(_)) => {}
                // Behind, or over.
                Some(Err(_)) | None => return worst.max(FirstResult::Queued),
            }
        }
        worst
    };
    tokio::time::timeout(FIRST_ATTEMPT, hear_all)
        .await
        .unwrap_or(FirstResult::Queued)
}

async fn send_all(
    app: &App,
    request: &HttpRequest,
    user: &User,
    messages: &[CodeMessage],
    target: &RedirectTarget,
    change: impl FnOnce(&mut User) + Send,
) -> Result<(User, Vec<Uuid>), AuthRefusal> {
    let secrets = new_secrets(app, request, messages, target);
    let site = site_url(app, request);
    let mut for_mailbox = Vec::new();
    let mut ids = Vec::new();
    let user = store_tokens(app, user, messages, &secrets, target, |user| {
        change(user);
        let mut rows = Vec::new();
        for (message, secrets) in messages.iter().zip(&secrets) {
            if app.auth.options.test_codes.contains_key(&message.to) {
                continue;
            }
            let outgoing = write_email(app, &site, user, message, (secrets, target))?;
            if app.auth.notifier.has_transport(outgoing.kind) {
                ids.push(outgoing.id);
                let purpose = template_name(message.kind);
                rows.push(
                    app.outbox
                        .row(&outgoing, Some(user.id), purpose, code_end(app)),
                );
            } else {
                for_mailbox.push(outgoing);
            }
        }
        Ok(rows)
    })
    .await?;
    app.outbox.wake();
    if let Some(mailbox) = &app.auth.notifier.mailbox {
        for_mailbox
            .into_iter()
            .for_each(|message| mailbox.add(message));
    }
    Ok((user, ids))
}

/// A page's address as it appears in a link: as it is where nothing in it means something else there.
fn in_link(address: &Url) -> Cow<'_, str> {
    let text = address.as_str();
    let is_plain =
        |character: char| character.is_ascii_alphanumeric() || ":/.-_~".contains(character);
    if text.chars().all(is_plain) {
        text.into()
    } else {
        form_urlencoded::byte_serialize(text.as_bytes())
            .collect::<String>()
            .into()
    }
}

/// Stores the tokens of the messages and returns their secrets instead of sending them.
pub async fn prepare_email(
    app: &App,
    request: &HttpRequest,
    user: &User,
    messages: &[CodeMessage],
    target: &RedirectTarget,
    change: impl FnOnce(&mut User) + Send,
) -> Result<(User, Vec<MessageSecrets>), AuthRefusal> {
    let secrets = new_secrets(app, request, messages, target);
    let user = store_tokens(app, user, messages, &secrets, target, |user| {
        change(user);
        Ok(Vec::new())
    })
    .await?;
    Ok((user, secrets))
}

/// Makes the secrets of each letter.
fn new_secrets(
    app: &App,
    request: &HttpRequest,
    messages: &[CodeMessage],
    target: &RedirectTarget,
) -> Vec<MessageSecrets> {
    let base = base_url(app, request);
    let redirect_to = in_link(&target.redirect_to);
    let new_secret = |message: &CodeMessage| {
        let link_token = app.ids.secret();
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("token", &link_token)
            .append_pair("type", message.verification.name())
            .finish();
        MessageSecrets {
            code: new_code(app, &message.to),
            link: format!("{base}/verify?{query}&redirect_to={redirect_to}"),
            link_token,
        }
    };
    messages.iter().map(new_secret).collect()
}

/// The end of a code that is issued now.
fn code_end(app: &App) -> DateTime<Utc> {
    app.clock.now() + TimeDelta::seconds(app.auth.options.code_seconds.into())
}

async fn store_tokens(
    app: &App,
    user: &User,
    messages: &[CodeMessage],
    secrets: &[MessageSecrets],
    target: &RedirectTarget,
    change: impl FnOnce(&mut User) -> Result<Vec<NewMessage>, StoreError> + Send,
) -> Result<User, AuthRefusal> {
    let now = app.clock.now();
    let hashes: Vec<(String, String)> = secrets
        .iter()
        .map(|secrets| {
            let code = code_hash(app, user.id, &secrets.code);
            (code, token_hash(&secrets.link_token))
        })
        .collect();
    let challenge = target.challenge.as_ref();
    let tokens: Vec<NewOneTimeToken<'_>> = messages
        .iter()
        .zip(&hashes)
        .map(|(message, (hash, link_hash))| NewOneTimeToken {
            id: app.ids.id(),
            user_id: user.id,
            kind: message.kind,
            hash,
            link_hash: Some(link_hash),
            sent_to: &message.to,
            code_challenge: challenge
                .map(|challenge| (challenge.challenge.as_str(), challenge.method.name())),
            now,
            expires_at: code_end(app),
        })
        .collect();
    app.store
        .issue_one_time_tokens(user.id, &tokens, now, change)
        .await
        .map_err(|error| match error {
            StoreError::Conflict(_) => AuthRefusal(AuthError::Conflict),
            error => AuthRefusal::from_store(error, AuthError::UserNotFound),
        })
}

/// The hash of a code of this user.
pub fn code_hash(app: &App, user_id: Uuid, code: &str) -> String {
    app.auth.codes.hash(&user_id.to_string(), code)
}

/// A new code, or the one that tests know.
pub fn new_code(app: &App, to: &str) -> String {
    match app.auth.options.test_codes.get(to) {
        Some(code) => code.clone(),
        None => one_time_code(app.ids.bytes(), app.auth.options.code_digits),
    }
}

/// A text message with a code and nothing else, on its way: a row for the transaction that stores the code,
/// or nothing if the number is a test's or the mailbox of development has it already.
pub fn sms_code(
    app: &App,
    user_id: Uuid,
    to: &str,
    code: &str,
    expires_at: DateTime<Utc>,
) -> Option<NewMessage> {
    if app.auth.options.test_codes.contains_key(to) {
        return None;
    }
    let message = write_sms(app, to, code);
    if app.auth.notifier.has_transport(MessageKind::Sms) {
        return Some(
            app.outbox
                .row(&message, Some(user_id), "factor", expires_at),
        );
    }
    if let Some(mailbox) = &app.auth.notifier.mailbox {
        mailbox.add(message);
    }
    None
}

fn write_sms(app: &App, to: &str, code: &str) -> OutgoingMessage {
    OutgoingMessage {
        id: app.ids.id(),
        kind: MessageKind::Sms,
        to: to.to_owned(),
        subject: None,
        text: format!("Your code is {code}"),
        html: None,
        sent_at: app.clock.now(),
    }
}

fn write_email(
    app: &App,
    site: &Url,
    user: &User,
    message: &CodeMessage,
    (secrets, target): (&MessageSecrets, &RedirectTarget),
) -> Result<OutgoingMessage, StoreError> {
    if message.message_kind() == MessageKind::Sms {
        return Ok(write_sms(app, &message.to, &secrets.code));
    }
    let values = TemplateValues {
        link: &secrets.link,
        code: &secrets.code,
        token_hash: &secrets.link_token,
        email: user.email.as_deref().unwrap_or_default(),
        new_email: user.new_email.as_deref().unwrap_or_default(),
        phone: user.phone.as_deref().unwrap_or_default(),
        site_url: site.as_str(),
        redirect_to: target.redirect_to.as_str(),
        data: &user.user_metadata,
    };
    let rendered = app
        .auth
        .templates
        .render(message.kind, values)
        .map_err(|error| StoreError::Unusable(format!("an email was not rendered: {error}")))?;
    Ok(OutgoingMessage {
        id: app.ids.id(),
        kind: MessageKind::Mail,
        to: message.to.clone(),
        subject: Some(rendered.subject),
        text: rendered.text,
        html: Some(rendered.html),
        sent_at: app.clock.now(),
    })
}
