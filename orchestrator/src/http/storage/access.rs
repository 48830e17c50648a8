use actix_web::{HttpRequest, web::Path};
use portolan_auth::{API_KEY_PREFIX, TokenError};
use portolan_storage::{StorageError, is_within, object_name};
use uuid::Uuid;

use super::answer::Refusal;
use crate::{
    http::{App, auth::NotVerified, problem::Problem},
    model::{Bucket, StoredObject},
    store::StoreError,
};

/// The caller, as the row-level rules distinguish callers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The operator's key, or a token of a role that may everything.
    Service,
    Person(Uuid),
    Nobody,
}

impl Who {
    /// By the token of the `Authorization` header; cookies count nothing here.
    pub async fn of(app: &App, request: &HttpRequest) -> Result<Self, Refusal> {
        let token = bearer(request).ok_or(StorageError::InvalidToken)?;
        if app.auth.is_secret_key(token) {
            return Ok(Self::Service);
        }
        // Names a program and proves nothing.
        if token == app.auth.public_key() || token.starts_with("sb_publishable_") {
            return Ok(Self::Nobody);
        }
        let caller = if token.starts_with(API_KEY_PREFIX) {
            app.caller_with_key(token, request.method()).await
        } else {
            let claims = app.auth.claims(token, app.clock.now()).await;
            let claims = claims.map_err(|error| match error {
                NotVerified::Refused(error) => Refusal::from(refused(error)),
                error @ NotVerified::Unreachable => StoreError::Busy(error.to_string()).into(),
            })?;
            if claims.is_admin() {
                return Ok(Self::Service);
            }
            if claims.is_service() {
                return Ok(Self::Nobody);
            }
            app.caller_of(&claims).await
        };
        Ok(Self::Person(caller.map_err(not_let_in)?.user_id))
    }

    /// The same where a public bucket needs no token.
    pub async fn of_reader(app: &App, request: &HttpRequest) -> Result<Self, Refusal> {
        if bearer(request).is_none() {
            return Ok(Self::Nobody);
        }
        Self::of(app, request).await
    }

    pub fn user_id(self) -> Option<Uuid> {
        match self {
            Self::Person(id) => Some(id),
            Self::Service | Self::Nobody => None,
        }
    }

    /// Refuses all callers but the service.
    pub fn check_service(self, otherwise: StorageError) -> Result<(), Refusal> {
        if self == Self::Service {
            Ok(())
        } else {
            Err(otherwise.into())
        }
    }

    /// Whether an object of this name is theirs.
    pub fn owns(self, name: &str) -> bool {
        match self {
            Self::Service => true,
            Self::Person(id) => is_within(name, &id.to_string()),
            Self::Nobody => false,
        }
    }

    /// Refuses to write an object that is not theirs.
    pub fn check_owns(self, name: &str) -> Result<(), Refusal> {
        if self.owns(name) {
            Ok(())
        } else {
            Err(StorageError::RowLevelSecurity.into())
        }
    }

    /// The object, where they may read it; others are not found.
    pub async fn readable(
        self,
        app: &App,
        bucket: &Bucket,
        name: &str,
    ) -> Result<StoredObject, Refusal> {
        if bucket.is_public || self.owns(name) {
            Ok(app.store.stored_object(&bucket.id, name).await?)
        } else {
            Err(StorageError::NoSuchKey.into())
        }
    }
}

/// Bucket and name of an object in an address.
pub fn object_in(path: &Path<(String, String)>) -> Result<(&str, &str), Refusal> {
    let (bucket, name) = &**path;
    Ok((bucket, object_name(name)?))
}

/// The public bucket of this name; others are not found.
pub async fn public_bucket(app: &App, id: &str) -> Result<Bucket, Refusal> {
    let bucket = app.store.bucket(id).await?;
    if bucket.is_public {
        Ok(bucket)
    } else {
        Err(StorageError::NoSuchBucket.into())
    }
}

fn bearer(request: &HttpRequest) -> Option<&str> {
    let value = request.headers().get("authorization")?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

fn refused(error: TokenError) -> StorageError {
    match error {
        TokenError::Malformed | TokenError::Header => StorageError::InvalidToken,
        TokenError::Expired => StorageError::ExpiredToken,
        _ => StorageError::ForgedToken,
    }
}

fn not_let_in(problem: Problem) -> Refusal {
    match problem.status().as_u16() {
        401 => {
            StorageError::Forbidden("Session from session_id claim in JWT does not exist".into())
                .into()
        }
        403 => StorageError::Forbidden(problem.detail().to_owned()).into(),
        503 => StoreError::Busy(problem.detail().to_owned()).into(),
        _ => Refusal::unexpected(problem),
    }
}
