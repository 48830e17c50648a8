//! Codes and links on their way to people.

use std::borrow::Cow;

use actix_web::HttpRequest;
use chrono::{DateTime, TimeDelta, Utc};
use minijinja::{Environment, UndefinedBehavior, context};
use portolan_auth::{AuthError, CodeChallenge, VerificationType, one_time_code, token_hash};
use url::{Url, form_urlencoded};
use uuid::Uuid;

use super::{
    addresses::{base_url, site_url},
    answer::Refusal,
};
use crate::{
    http::App,
    mail::{PostKind, PostedMessage},
    model::{OneTimeKind, User},
    store::{NewOneTimeToken, StoreError},
};

/// One message that carries a code, and the link that does the same.
#[derive(Clone, Debug)]
pub struct Letter {
    pub kind: OneTimeKind,
    /// What the link says that it is for.
    pub verification: VerificationType,
    pub to: String,
}

/// A letter's secrets, for whoever sends it in our place.
#[derive(Clone, Debug)]
pub struct Secrets {
    pub code: String,
    pub link_token: String,
    pub link: String,
}

/// Where a link leads in the end.
#[derive(Clone, Debug)]
pub struct Way {
    pub redirect_to: Url,
    pub challenge: Option<CodeChallenge>,
}

impl Letter {
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
pub fn check_way(app: &App, kind: PostKind, name: &'static str) -> Result<(), Refusal> {
    match kind {
        PostKind::Mail if app.auth.post.can_send(kind) => app.auth.limits.check_mails(),
        PostKind::Sms if sends_sms(app) => app.auth.limits.check_sms(),
        PostKind::Mail => Err(Refusal(AuthError::MailFailed(name))),
        PostKind::Sms => Err(Refusal(AuthError::SmsFailed(name))),
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
pub fn check_mail_interval(app: &App, last: Option<DateTime<Utc>>) -> Result<(), Refusal> {
    match seconds_left(app, last, app.auth.options.mail_interval_seconds) {
        Some(seconds) => Err(Refusal(AuthError::TooManyMails(seconds))),
        None => Ok(()),
    }
}

/// The same of text messages.
pub fn check_sms_interval(app: &App, last: Option<DateTime<Utc>>) -> Result<(), Refusal> {
    match seconds_left(app, last, app.auth.options.sms_interval_seconds) {
        Some(seconds) => Err(Refusal(AuthError::TooManySms(seconds))),
        None => Ok(()),
    }
}

/// What somebody who knows no account is told of the same wait.
pub fn check_stranger(app: &App, address: &str, kind: PostKind) -> Result<(), Refusal> {
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
        (Some(seconds), PostKind::Mail) => Err(Refusal(AuthError::TooManyMails(seconds))),
        (Some(seconds), PostKind::Sms) => Err(Refusal(AuthError::TooManySms(seconds))),
    }
}

fn seconds_left(app: &App, last: Option<DateTime<Utc>>, interval: u32) -> Option<i64> {
    let next = last? + TimeDelta::seconds(interval.into());
    let left = (next - app.clock.now()).num_milliseconds();
    (left > 0).then_some((left + 999) / 1_000)
}

/// Stores what the letters prove and sends them; `change` notes on the person what was sent.
pub async fn send(
    app: &App,
    request: &HttpRequest,
    user: &User,
    letters: &[Letter],
    way: &Way,
    change: impl FnOnce(&mut User) + Send,
) -> Result<User, Refusal> {
    let (user, secrets) = prepare(app, request, user, letters, way, change).await?;
    for (letter, secrets) in letters.iter().zip(secrets) {
        if app.auth.options.test_codes.contains_key(&letter.to) {
            continue;
        }
        app.auth
            .post
            .send(write(app, request, &user, letter, &secrets)?);
    }
    Ok(user)
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
pub async fn prepare(
    app: &App,
    request: &HttpRequest,
    user: &User,
    letters: &[Letter],
    way: &Way,
    change: impl FnOnce(&mut User) + Send,
) -> Result<(User, Vec<Secrets>), Refusal> {
    let now = app.clock.now();
    let base = base_url(app, request);
    let secrets: Vec<Secrets> = letters
        .iter()
        .map(|letter| {
            let link_token = app.ids.secret();
            let query = form_urlencoded::Serializer::new(String::new())
                .append_pair("token", &link_token)
                .append_pair("type", letter.verification.name())
                .finish();
            let redirect_to = in_link(&way.redirect_to);
            Secrets {
                code: code(app, &letter.to),
                link: format!("{base}/verify?{query}&redirect_to={redirect_to}"),
                link_token,
            }
        })
        .collect();
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
            expires_at: now + TimeDelta::seconds(app.auth.options.code_seconds.into()),
        })
        .collect();
    let user = app
        .store
        .issue_one_time_tokens(user.id, &tokens, now, change)
        .await
        .map_err(|error| match error {
            StoreError::Conflict(_) => Refusal(AuthError::Conflict),
            error => Refusal::from_store(error, AuthError::UserNotFound),
        })?;
    Ok((user, secrets))
}

/// The hash of a code of this person.
pub fn code_hash(app: &App, user_id: Uuid, code: &str) -> String {
    app.auth.codes.hash(&user_id.to_string(), code)
}

/// A new code, or the one that tests know.
pub fn code(app: &App, to: &str) -> String {
    match app.auth.options.test_codes.get(to) {
        Some(code) => code.clone(),
        None => one_time_code(app.ids.bytes(), app.auth.options.code_digits),
    }
}

/// A text message with a code and nothing else.
pub fn send_sms_code(app: &App, to: &str, code: &str) {
    if app.auth.options.test_codes.contains_key(to) {
        return;
    }
    app.auth.post.send(PostedMessage {
        id: app.ids.id(),
        kind: PostKind::Sms,
        to: to.to_owned(),
        subject: None,
        text: sms_text(code),
        sent_at: app.clock.now(),
    });
}

fn sms_text(code: &str) -> String {
    format!("Your code is {code}")
}

fn write(
    app: &App,
    request: &HttpRequest,
    user: &User,
    letter: &Letter,
    secrets: &Secrets,
) -> Result<PostedMessage, Refusal> {
    let kind = letter.post_kind();
    let (subject, text) = match kind {
        PostKind::Sms => (None, sms_text(&secrets.code)),
        PostKind::Mail => {
            let (name, subject, text) = template(letter.kind);
            let own = app.auth.options.templates.get(name);
            let (subject, text) = own.map_or((subject, text), |own| (&own.subject, &own.text));
            let context = context! {
                link => &secrets.link,
                code => &secrets.code,
                email => &user.email,
                new_email => &user.new_email,
                site_url => site_url(app, request).as_str(),
            };
            let mut environment = Environment::new();
            environment.set_undefined_behavior(UndefinedBehavior::Strict);
            let render = |text: &str| {
                environment
                    .render_str(text, &context)
                    .map_err(Refusal::unexpected)
            };
            // A header has one line.
            (
                Some(render(subject)?.replace(['\r', '\n'], " ")),
                render(text)?,
            )
        }
    };
    Ok(PostedMessage {
        id: app.ids.id(),
        kind,
        to: letter.to.clone(),
        subject,
        text,
        sent_at: app.clock.now(),
    })
}

/// The name under which the settings may change it, its subject and its text.
fn template(kind: OneTimeKind) -> (&'static str, &'static str, &'static str) {
    match kind {
        OneTimeKind::Confirmation | OneTimeKind::PhoneConfirmation => (
            "confirmation",
            "Confirm your e-mail address",
            "Welcome. Confirm your address by opening this link:\n\n{{ link }}\n\n\
             Or enter this code: {{ code }}\n\nIf you did not sign up, ignore this mail.\n",
        ),
        OneTimeKind::Invite => (
            "invite",
            "You have been invited",
            "You have been invited to {{ site_url }}. Accept by opening this link:\n\n{{ link }}\n\n\
             Or enter this code: {{ code }}\n",
        ),
        OneTimeKind::MagicLink => (
            "magic_link",
            "Your sign-in link",
            "Sign in by opening this link:\n\n{{ link }}\n\nOr enter this code: {{ code }}\n\n\
             If you did not ask for it, ignore this mail.\n",
        ),
        OneTimeKind::Recovery => (
            "recovery",
            "Choose a new password",
            "Choose a new password after opening this link:\n\n{{ link }}\n\n\
             Or enter this code: {{ code }}\n\nIf you did not ask for it, ignore this mail.\n",
        ),
        OneTimeKind::EmailChangeCurrent
        | OneTimeKind::EmailChangeNew
        | OneTimeKind::PhoneChange => (
            "email_change",
            "Confirm your new e-mail address",
            "Your address is about to change from {{ email }} to {{ new_email }}. \
             Confirm it by opening this link:\n\n{{ link }}\n\nOr enter this code: {{ code }}\n\n\
             If you did not ask for it, change your password.\n",
        ),
        OneTimeKind::Reauthentication => (
            "reauthentication",
            "Your confirmation code",
            "Enter this code to confirm that it is you: {{ code }}\n\n\
             If you did not ask for it, change your password.\n",
        ),
    }
}
