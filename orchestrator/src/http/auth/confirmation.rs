//! Effects of a presented code or link on its user.

use chrono::{DateTime, Utc};
use portolan_auth::{AuthError, VerificationType, is_same, token_hash};
use portolan_domain::{ChangeSide, OneTimeKind, User};
use portolan_store::{OneTimeToken, StoreError, Try};

use super::{answer::AuthRefusal, messages::code_hash};
use crate::http::App;

/// The outcome of a code or link.
pub enum ConfirmationOutcome {
    /// The user has verified an address and is signed in.
    Proven(Box<User>, OneTimeToken),
    /// The first of two confirmations of an address change; the other address must confirm it too.
    Half,
    Refused,
}

/// The tokens that a type of verification may use up.
fn token_kinds(verification: VerificationType) -> &'static [OneTimeKind] {
    use OneTimeKind::{
        Confirmation, EmailChangeCurrent, EmailChangeNew, Invite, MagicLink, PhoneChange,
        PhoneConfirmation, Recovery,
    };
    match verification {
        VerificationType::Signup | VerificationType::Invite => &[Confirmation, Invite],
        VerificationType::Magiclink | VerificationType::Recovery => &[MagicLink, Recovery],
        VerificationType::Email => &[Confirmation, Invite, MagicLink, Recovery],
        VerificationType::EmailChange => &[EmailChangeNew, EmailChangeCurrent],
        VerificationType::Sms => &[PhoneConfirmation],
        VerificationType::PhoneChange => &[PhoneChange],
    }
}

/// Uses up a link's token.
pub async fn with_link(
    app: &App,
    verification: VerificationType,
    link_token: &str,
) -> Result<ConfirmationOutcome, AuthRefusal> {
    let now = app.clock.now();
    let is_secure = app.auth.options.secure_email_change;
    let tried = app
        .store
        .redeem_link(
            token_kinds(verification),
            &token_hash(link_token),
            now,
            app.ids.id(),
            |user, token| prove_address(user, token, now, is_secure),
        )
        .await;
    confirmation_outcome(tried)
}

/// Tries a code that was sent to this address or number, in the form that is stored.
pub async fn with_code(
    app: &App,
    verification: VerificationType,
    address: &str,
    code: &str,
) -> Result<ConfirmationOutcome, AuthRefusal> {
    let Some(user) = find_token(app, verification, address).await? else {
        return Ok(ConfirmationOutcome::Refused);
    };
    let now = app.clock.now();
    let is_secure = app.auth.options.secure_email_change;
    let hash = code_hash(app, user.id, code);
    let tried = app
        .store
        .redeem_code(
            user.id,
            token_kinds(verification),
            |stored| is_same(stored, &hash),
            now,
            app.ids.id(),
            |user, token| prove_address(user, token, now, is_secure),
        )
        .await;
    confirmation_outcome(tried)
}

/// Checks a reauthentication code.
pub async fn reauthenticates(app: &App, user: &User, code: &str) -> Result<bool, AuthRefusal> {
    let hash = code_hash(app, user.id, code);
    let tried = app
        .store
        .redeem_code(
            user.id,
            &[OneTimeKind::Reauthentication],
            |stored| is_same(stored, &hash),
            app.clock.now(),
            app.ids.id(),
            |_, _| true,
        )
        .await;
    Ok(matches!(
        confirmation_outcome(tried)?,
        ConfirmationOutcome::Proven(..)
    ))
}

/// Finds the owner of a code by the address that it was sent to.
async fn find_token(
    app: &App,
    verification: VerificationType,
    address: &str,
) -> Result<Option<User>, AuthRefusal> {
    let is_change = matches!(
        verification,
        VerificationType::EmailChange | VerificationType::PhoneChange
    );
    let found = if verification.is_phone() {
        match is_change {
            true => app.store.user_by_new_phone(address).await,
            false => app.store.user_by_phone(address).await,
        }
    } else {
        match app.store.user_by_email(address).await {
            Err(StoreError::NotFound(_)) if is_change => app.store.user_by_new_email(address).await,
            found => found,
        }
    };
    match found {
        Ok(user) => Ok(Some(user)),
        Err(StoreError::NotFound(_)) => Ok(None),
        Err(error) => Err(AuthRefusal::from_store(error, AuthError::OtpExpired)),
    }
}

fn confirmation_outcome(
    tried: Result<Try, StoreError>,
) -> Result<ConfirmationOutcome, AuthRefusal> {
    match tried {
        Ok(Try::Right(user, _)) if user.email_change_confirmed.is_some() => {
            Ok(ConfirmationOutcome::Half)
        }
        Ok(Try::Right(user, token)) => Ok(ConfirmationOutcome::Proven(user, token)),
        Ok(Try::Wrong | Try::Expired) => Ok(ConfirmationOutcome::Refused),
        // Another user took the address in the meantime.
        Err(StoreError::Conflict(_)) => Err(AuthRefusal(AuthError::EmailExists)),
        Err(error) => Err(AuthRefusal::from_store(error, AuthError::OtpExpired)),
    }
}

/// Changes the user by what the token proves; false if it is about an address that is theirs no longer.
fn prove_address(
    user: &mut User,
    token: &OneTimeToken,
    now: DateTime<Utc>,
    is_secure: bool,
) -> bool {
    let sent_to = Some(token.sent_to.clone());
    match token.kind {
        OneTimeKind::Confirmation
        | OneTimeKind::Invite
        | OneTimeKind::MagicLink
        | OneTimeKind::Recovery => {
            if user.email != sent_to {
                return false;
            }
            let is_own_password = token.kind == OneTimeKind::Confirmation;
            if user.email_confirmed_at.is_none() {
                // The password was set before the address was confirmed, so it may be another user's.
                if !is_own_password {
                    user.encrypted_password = None;
                }
                user.email_confirmed_at = Some(now);
            }
            user.is_anonymous = false;
        }
        OneTimeKind::PhoneConfirmation => {
            if user.phone != sent_to {
                return false;
            }
            user.phone_confirmed_at.get_or_insert(now);
            user.is_anonymous = false;
        }
        OneTimeKind::PhoneChange => {
            if user.new_phone != sent_to {
                return false;
            }
            user.phone = user.new_phone.take();
            user.phone_confirmed_at = Some(now);
            user.is_anonymous = false;
        }
        OneTimeKind::EmailChangeCurrent | OneTimeKind::EmailChangeNew => {
            return change_email(user, token, now, is_secure);
        }
        OneTimeKind::Reauthentication => {}
    }
    true
}

fn change_email(
    user: &mut User,
    token: &OneTimeToken,
    now: DateTime<Utc>,
    is_secure: bool,
) -> bool {
    let (side, other, is_current) = match token.kind {
        OneTimeKind::EmailChangeCurrent => (
            ChangeSide::Current,
            ChangeSide::New,
            user.email.as_deref() == Some(&token.sent_to),
        ),
        _ => (
            ChangeSide::New,
            ChangeSide::Current,
            user.new_email.as_deref() == Some(&token.sent_to),
        ),
    };
    if !is_current || user.new_email.is_none() {
        return false;
    }
    let needs_both = is_secure && user.email.is_some();
    if needs_both && user.email_change_confirmed != Some(other) {
        user.email_change_confirmed = Some(side);
        return true;
    }
    user.email = user.new_email.take();
    user.email_confirmed_at = Some(now);
    user.email_change_confirmed = None;
    user.is_anonymous = false;
    true
}
