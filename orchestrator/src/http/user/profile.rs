use actix_web::web::{Data, Json};
use portolan_domain::{Profile, ProfileChange};
use portolan_store::StoreError;
use url::Url;

use crate::{
    http::{App, caller::Caller, problem::Problem},
    services::accounts,
};

pub async fn get_profile(app: Data<App>, caller: Caller) -> Result<Json<Profile>, Problem> {
    let profile = accounts::read_profile(&app.store, caller.principal());
    Ok(Json(profile.await?))
}

/// Updates the given fields; roles can't be changed here.
pub async fn update_profile(
    app: Data<App>,
    caller: Caller,
    body: Json<ProfileChange>,
) -> Result<Json<Profile>, Problem> {
    let change = body.into_inner();
    if let Some(username) = &change.username {
        check_username(username)?;
    }
    check_length("fullName", change.full_name.as_ref(), 100)?;
    check_length("bio", change.bio.as_ref(), 1_000)?;
    check_length("avatarUrl", change.avatar_url.as_ref(), 500)?;
    if let Some(Some(url)) = &change.avatar_url
        && !is_picture_address(url)
    {
        return Err(Problem::invalid(
            "avatarUrl",
            "Use an https address or a path on this site.",
        ));
    }
    let changed = app
        .store
        .update_profile(caller.user_id, &change, app.clock.now())
        .await;
    match changed {
        Ok(profile) => Ok(Json(profile)),
        Err(StoreError::Conflict(taken)) => Err(Problem::conflict("username_taken", taken)),
        Err(error) => Err(error.into()),
    }
}

/// Returns whether browsers read this as an https address or as a path of this site.
fn is_picture_address(text: &str) -> bool {
    let Ok(own) = Url::parse("https://own.invalid") else {
        return false;
    };
    let Ok(url) = own.join(text) else {
        return false;
    };
    let is_path = text.starts_with('/') && url.origin() == own.origin();
    let is_secure = text.starts_with("https://") && url.origin() != own.origin();
    let has_password = !url.username().is_empty() || url.password().is_some();
    (is_path || is_secure) && !has_password
}

fn check_username(username: &str) -> Result<(), Problem> {
    let is_good = (3..=30).contains(&username.len())
        && username.bytes().all(|byte| {
            byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-".contains(&byte)
        });
    if is_good {
        return Ok(());
    }
    Err(Problem::invalid(
        "username",
        "Use 3 to 30 characters: a–z, 0–9, _ and -.",
    ))
}

fn check_length(path: &str, text: Option<&Option<String>>, most: usize) -> Result<(), Problem> {
    match text {
        Some(Some(text)) if text.chars().count() > most => Err(Problem::invalid(
            path,
            format!("Use at most {most} characters."),
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn avatar_must_be_https_address_or_own_path() {
        for good in [
            "https://pictures.example/a.png",
            "/storage/v1/object/public/a.png",
            "/a",
        ] {
            assert!(is_picture_address(good), "{good}");
        }
        for bad in [
            "http://pictures.example/a.png",
            "//evil.example/a.png",
            "/\\evil.example/a.png",
            "\\\\evil.example",
            "/\t/evil.example/a.png",
            "/\n/evil.example",
            "javascript:alert(1)",
            "data:image/png;base64,",
            "https:evil.example",
            "https://",
            "https://user:password@evil.example/a.png",
            "a.png",
            "",
        ] {
            assert!(!is_picture_address(bad), "{bad:?}");
        }
    }
}
