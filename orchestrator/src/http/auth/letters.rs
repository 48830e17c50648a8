//! Codes and links on their way to people.

use std::{borrow::Cow, time::Duration};

use actix_web::HttpRequest;
use chrono::{DateTime, TimeDelta, Utc};
use portolan_auth::{AuthError, CodeChallenge, VerificationType, one_time_code, token_hash};
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
    mail::{FirstResult, PostKind, PostedMessage},
    model::{OneTimeKind, User},
    store::{NewMessage, NewOneTimeToken, StoreError},
};

/// How long a signed-in caller waits for the first attempt.
const FIRST_ATTEMPT: Duration = Duration::from_secs(5);

/// One message that carries a code, and the link that does the same.
#[derive(Clone, Debug)]
pub struct CodeEmail {
    pub kind: OneTimeKind,
    /// The type of the link.
    pub verification: VerificationType,
    pub to: String,
}

/// A letter's secrets, for anyone who sends it in our place.
#[derive(Clone, Debug)]
pub struct Secrets {
    pub code: String,
    pub link_token: String,
    pub link: String,
}

/// The final redirect target of a link.
#[derive(Clone, Debug)]
pub struct Way {
    pub redirect_to: Url,
    pub challenge: Option<CodeChallenge>,
}

impl CodeEmail {
    fn post_kind(&self) -> PostKind {
        match self.kind {
            OneTimeKind::PhoneConfirmation | OneTimeKind::PhoneChange => PostKind::Sms,
            OneTimeKind::Reauthentication if !self.to.contains('@') => PostKind::Sms,
            _ => PostKind::Mail,
        }
    }
}

/// Refuses before anything is looked up where nothing could be sent, and where the whole server
/// has sent too much: neither tells who has an account.
pub fn check_way(app: &App, kind: PostKind, name: &'static str) -> Result<(), AuthRefusal> {
    match kind {
        PostKind::Mail if app.auth.post.can_send(kind) => app.auth.limits.check_mails(),
        PostKind::Sms if sends_sms(app) => app.auth.limits.check_sms(),
        PostKind::Mail => Err(AuthRefusal(AuthError::MailFailed(name))),
        PostKind::Sms => Err(AuthRefusal(AuthError::SmsFailed(name))),
    }
}

/// Numbers that are confirmed by themselves need no messages: the box of development takes none.
fn sends_sms(app: &App) -> bool {
    let options = &app.auth.options;
    options.sms_webhook.is_some()
        || !options.test_codes.is_empty()
        || (!options.auto_confirm_phone && app.auth.post.can_send(PostKind::Sms))
}

/// Refuses a second mail that follows the first too soon.
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
pub fn check_stranger(app: &App, address: &str, kind: PostKind) -> Result<(), AuthRefusal> {
    let options = &app.auth.options;
    let interval = match kind {
        PostKind::Mail => options.mail_interval_seconds,
        PostKind::Sms => options.sms_interval_seconds,
    };
    let left = app
        .auth
        .limits
        .check_stranger(address, app.clock.now(), interval);
    match (left, kind) {
        (None, _) => Ok(()),
        (Some(seconds), PostKind::Mail) => Err(AuthRefusal(AuthError::TooManyMails(seconds))),
        (Some(seconds), PostKind::Sms) => Err(AuthRefusal(AuthError::TooManySms(seconds))),
    }
}

fn seconds_left(app: &App, last: Option<DateTime<Utc>>, interval: u32) -> Option<i64> {
    let next = last? + TimeDelta::seconds(interval.into());
    let left = (next - app.clock.now()).num_milliseconds();
    (left > 0).then_some((left + 999) / 1_000)
}

/// Stores what the letters prove and queues them in the same transaction; `change` notes on the person
/// what was sent. Returns before any of them is sent: how long that takes would tell who has an account.
pub async fn send_emails(
    app: &App,
    request: &HttpRequest,
    user: &User,
    letters: &[CodeEmail],
    way: &Way,
    change: impl FnOnce(&mut User) + Send,
) -> Result<User, AuthRefusal> {
    let (user, _) = send_all(app, request, user, letters, way, change).await?;
    Ok(user)
}

/// Does the same for a caller who knows the account anyway, and waits a little for the first attempts.
///
/// # Errors
/// `MailFailed` or `SmsFailed` where an address was refused for good.
pub async fn send_and_wait(
    app: &App,
    request: &HttpRequest,
    user: &User,
    letters: &[CodeEmail],
    way: &Way,
    name: &'static str,
    change: impl FnOnce(&mut User) + Send,
) -> Result<(User, FirstResult), AuthRefusal> {
    let results = app.outbox.results();
    let (user, ids) = send_all(app, request, user, letters, way, change).await?;
    match first_result(results, ids).await {
        FirstResult::Failed => {
            let is_sms = letters
                .iter()
                .all(|letter| letter.post_kind() == PostKind::Sms);
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
    letters: &[CodeEmail],
    way: &Way,
    change: impl FnOnce(&mut User) + Send,
) -> Result<(User, Vec<Uuid>), AuthRefusal> {
    let secrets = new_secrets(app, request, letters, way);
    let site = site_url(app, request);
    let mut for_mailbox = Vec::new();
    let mut ids = Vec::new();
    let user = store_tokens(app, user, letters, &secrets, way, |user| {
        change(user);
        let mut rows = Vec::new();
        for (letter, secrets) in letters.iter().zip(&secrets) {
            if app.auth.options.test_codes.contains_key(&letter.to) {
                continue;
            }
            let message = write_email(app, &site, user, letter, (secrets, way))?;
            if app.auth.post.has_transport(message.kind) {
                ids.push(message.id);
                let purpose = template_name(letter.kind);
                rows.push(
                    app.outbox
                        .row(&message, Some(user.id), purpose, code_end(app)),
                );
            } else {
                for_mailbox.push(message);
            }
        }
        Ok(rows)
    })
    .await?;
    app.outbox.wake();
    if let Some(mailbox) = &app.auth.post.mailbox {
        for_mailbox
            .into_iter()
            .for_each(|message| mailbox.add(message));
    }
    Ok((user, ids))
}

/// A page's address as it stands in a link: as it is where nothing in it means something else there.
fn in_link(address: &Url) -> Cow<'_, str> {
    let text = address.as_str();
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || ":/.-_~".contains(letter);
    if text.chars().all(is_plain) {
        text.into()
    } else {
        form_urlencoded::byte_serialize(text.as_bytes())
            .collect::<String>()
            .into()
    }
}

/// Stores what the letters prove, and gives their secrets instead of sending them.
pub async fn prepare_email(
    app: &App,
    request: &HttpRequest,
    user: &User,
    letters: &[CodeEmail],
    way: &Way,
    change: impl FnOnce(&mut User) + Send,
) -> Result<(User, Vec<Secrets>), AuthRefusal> {
    let secrets = new_secrets(app, request, letters, way);
    let user = store_tokens(app, user, letters, &secrets, way, |user| {
        change(user);
        Ok(Vec::new())
    })
    .await?;
    Ok((user, secrets))
}

/// Makes the secrets of each letter.
fn new_secrets(app: &App, request: &HttpRequest, letters: &[CodeEmail], way: &Way) -> Vec<Secrets> {
    let base = base_url(app, request);
    let redirect_to = in_link(&way.redirect_to);
    let of_letter = |letter: &CodeEmail| {
        let link_token = app.ids.secret();
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("token", &link_token)
            .append_pair("type", letter.verification.name())
            .finish();
        Secrets {
            code: new_code(app, &letter.to),
            link: format!("{base}/verify?{query}&redirect_to={redirect_to}"),
            link_token,
        }
    };
    letters.iter().map(of_letter).collect()
}

/// The end of a code that is issued now.
fn code_end(app: &App) -> DateTime<Utc> {
    app.clock.now() + TimeDelta::seconds(app.auth.options.code_seconds.into())
}

async fn store_tokens(
    app: &App,
    user: &User,
    letters: &[CodeEmail],
    secrets: &[Secrets],
    way: &Way,
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
    let challenge = way.challenge.as_ref();
    let tokens: Vec<NewOneTimeToken<'_>> = letters
        .iter()
        .zip(&hashes)
        .map(|(letter, (hash, link_hash))| NewOneTimeToken {
            id: app.ids.id(),
            user_id: user.id,
            kind: letter.kind,
            hash,
            link_hash: Some(link_hash),
            sent_to: &letter.to,
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

/// The hash of a code of this person.
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

/// A text message with a code and nothing else, on its way: a row for the transaction that stores the
/// code, or nothing where the number is a test's or the mailbox of development has it already.
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
    if app.auth.post.has_transport(PostKind::Sms) {
        return Some(
            app.outbox
                .row(&message, Some(user_id), "factor", expires_at),
        );
    }
    if let Some(mailbox) = &app.auth.post.mailbox {
        mailbox.add(message);
    }
    None
}

fn write_sms(app: &App, to: &str, code: &str) -> PostedMessage {
    PostedMessage {
        id: app.ids.id(),
        kind: PostKind::Sms,
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
    letter: &CodeEmail,
    (secrets, way): (&Secrets, &Way),
) -> Result<PostedMessage, StoreError> {
    if letter.post_kind() == PostKind::Sms {
        return Ok(write_sms(app, &letter.to, &secrets.code));
    }
    let values = TemplateValues {
        link: &secrets.link,
        code: &secrets.code,
        token_hash: &secrets.link_token,
        email: user.email.as_deref().unwrap_or_default(),
        new_email: user.new_email.as_deref().unwrap_or_default(),
        phone: user.phone.as_deref().unwrap_or_default(),
        site_url: site.as_str(),
        redirect_to: way.redirect_to.as_str(),
        data: &user.user_metadata,
    };
    let rendered = app
        .auth
        .templates
        .render(letter.kind, values)
        .map_err(|error| StoreError::Unusable(format!("an email was not rendered: {error}")))?;
    Ok(PostedMessage {
        id: app.ids.id(),
        kind: PostKind::Mail,
        to: letter.to.clone(),
        subject: Some(rendered.subject),
        text: rendered.text,
        html: Some(rendered.html),
        sent_at: app.clock.now(),
    })
}
