use actix_web::web::{Data, Json};
use serde::Deserialize;

use crate::{
    http::{App, caller::Caller, problem::Problem},
    model::{Profile, ProfileChange},
};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateProfile {
    username: Option<String>,
    full_name: Option<String>,
    avatar_url: Option<String>,
    bio: Option<String>,
    professional_info: Option<serde_json::Value>,
}

pub async fn get_profile(app: Data<App>, caller: Caller) -> Result<Json<Profile>, Problem> {
    Ok(Json(app.store.profile(caller.user_id).await?))
}

/// Changes what the body names; roles are not among it.
pub async fn update_profile(
    app: Data<App>,
    caller: Caller,
    body: Json<UpdateProfile>,
) -> Result<Json<Profile>, Problem> {
    let body = body.into_inner();
    if let Some(username) = &body.username {
        check_username(username)?;
    }
    check_length("fullName", body.full_name.as_deref(), 100)?;
    check_length("bio", body.bio.as_deref(), 1_000)?;
    check_length("avatarUrl", body.avatar_url.as_deref(), 500)?;
    if let Some(url) = &body.avatar_url
        && !url.is_empty()
        && !url.starts_with("https://")
        && !url.starts_with('/')
    {
        return Err(Problem::invalid("avatarUrl", "An avatar is an https address or a path of this site."));
    }
    let change = ProfileChange {
        username: body.username,
        full_name: body.full_name,
        avatar_url: body.avatar_url,
        bio: body.bio,
        professional_info: body.professional_info,
    };
    Ok(Json(
        app.store
            .update_profile(caller.user_id, change, app.clock.now())
            .await?,
    ))
}

fn check_username(username: &str) -> Result<(), Problem> {
    let is_good = (3..=30).contains(&username.len())
        && username
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-".contains(&byte));
    if is_good {
        return Ok(());
    }
    Err(Problem::invalid(
        "username",
        "A username has 3 to 30 characters of a–z, 0–9, _ and -.",
    ))
}

fn check_length(path: &str, text: Option<&str>, most: usize) -> Result<(), Problem> {
    match text {
        Some(text) if text.chars().count() > most => {
            Err(Problem::invalid(path, format!("At most {most} characters fit here.")))
        }
        _ => Ok(()),
    }
}
