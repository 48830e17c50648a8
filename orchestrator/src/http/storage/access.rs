use actix_web::{HttpRequest, web::Path};
use portolan_auth::{API_KEY_PREFIX, AccessCaller, AccessMode, TokenError};
use portolan_domain::{Bucket, StoredObject};
use portolan_storage::{StorageError, is_within, object_name};
use portolan_store::StoreError;
use uuid::Uuid;

use super::answer::StorageRefusal;
use crate::http::{App, auth::NotVerified, problem::Problem};

/// The caller, as the row-level rules distinguish callers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageCaller {
    /// The operator's key, or a token of a role that may everything.
    Service,
    User(Uuid),
    /// An admin in a session of their own; distinguished only where a rule asks for it.
    Admin(Uuid),
    Anonymous,
}

impl StorageCaller {
    /// By the token of the `Authorization` header; cookies count nothing here.
    pub async fn of(app: &App, request: &HttpRequest) -> Result<Self, StorageRefusal> {
        let token = bearer_token(request).ok_or(StorageError::InvalidToken)?;
        if app.auth.is_secret_key(token) {
            return Ok(Self::Service);
        }
        // Names a program and proves nothing.
        if token == app.auth.public_key() || token.starts_with("sb_publishable_") {
            return Ok(Self::Anonymous);
        }
        let caller = if token.starts_with(API_KEY_PREFIX) {
            app.caller_with_key(token, request).await
        } else {
            let claims = app.auth.claims(token, app.clock.now()).await;
            let claims = claims.map_err(|error| match error {
                NotVerified::Refused(error) => StorageRefusal::from(refuse_token(error)),
                error @ NotVerified::Unreachable => StoreError::Busy(error.to_string()).into(),
            })?;
            if claims.is_admin() {
                return Ok(Self::Service);
            }
            if claims.is_service() {
                return Ok(Self::Anonymous);
            }
            app.caller_of(&claims).await
        };
        let caller = caller.map_err(not_let_in)?;
        if app.storage.rules.has_admin_rule()
            && caller.is_own_session()
            && app.store.profile(caller.user_id).await?.is_admin
        {
            return Ok(Self::Admin(caller.user_id));
        }
        Ok(Self::User(caller.user_id))
    }

    /// The same where a public bucket needs no token.
    pub async fn of_reader(app: &App, request: &HttpRequest) -> Result<Self, StorageRefusal> {
        if bearer_token(request).is_none() {
            return Ok(Self::Anonymous);
        }
        Self::of(app, request).await
    }

    pub fn user_id(self) -> Option<Uuid> {
        match self {
            Self::User(id) | Self::Admin(id) => Some(id),
            Self::Service | Self::Anonymous => None,
        }
    }

    /// Returns the queue for expensive reads: each user's own, one for all who are not signed in,
    /// and none for the service.
    pub fn queue(self) -> Option<Uuid> {
        match self {
            Self::User(id) | Self::Admin(id) => Some(id),
            Self::Anonymous => Some(Uuid::nil()),
            Self::Service => None,
        }
    }

    /// Refuses all callers but the service.
    pub fn check_service(self, otherwise: StorageError) -> Result<(), StorageRefusal> {
        if self == Self::Service {
            Ok(())
        } else {
            Err(otherwise.into())
        }
    }

    /// Returns whether the caller may create, replace, move and delete an object of this name: it is theirs,
    /// or a rule says so.
    pub fn may_write(self, app: &App, bucket: &str, name: &str) -> bool {
        self.has_access(app, AccessMode::Write, bucket, name)
    }

    /// Returns whether the caller may read an object of this name in a private bucket.
    pub fn may_read(self, app: &App, bucket: &str, name: &str) -> bool {
        self.has_access(app, AccessMode::Read, bucket, name)
    }

    fn has_access(self, app: &App, access: AccessMode, bucket: &str, name: &str) -> bool {
        let owns = match self {
            Self::Service => true,
            Self::User(id) | Self::Admin(id) => is_within(name, &id.to_string()),
            Self::Anonymous => false,
        };
        let path = || format!("{bucket}/{name}");
        owns || app.storage.rules.allows(self.caller(), access, &path())
    }

    /// Returns the beginnings of the names that the caller may read in this bucket.
    pub fn readable_prefixes(self, app: &App, bucket: &str) -> Vec<String> {
        let own = match self {
            Self::Service => Some(String::new()),
            Self::User(id) | Self::Admin(id) => Some(format!("{id}/")),
            Self::Anonymous => None,
        };
        let bucket = format!("{bucket}/");
        let ruled = app.storage.rules.prefixes(self.caller(), AccessMode::Read);
        let ruled = ruled.into_iter().filter_map(|prefix| {
            match prefix.strip_prefix(&bucket) {
                Some(rest) => Some(rest.to_owned()),
                // A wildcard within the bucket's name.
                None => bucket.starts_with(&prefix).then(String::new),
            }
        });
        own.into_iter().chain(ruled).collect()
    }

    fn caller(self) -> AccessCaller {
        match self {
            Self::Service => AccessCaller::Service,
            Self::User(id) => AccessCaller::User {
                id,
                is_admin: false,
            },
            Self::Admin(id) => AccessCaller::User { id, is_admin: true },
            Self::Anonymous => AccessCaller::Anon,
        }
    }

    /// Refuses to write an object that the caller may not write.
    pub fn check_write(self, app: &App, bucket: &str, name: &str) -> Result<(), StorageRefusal> {
        if self.may_write(app, bucket, name) {
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
    ) -> Result<StoredObject, StorageRefusal> {
        if bucket.is_public || self.may_read(app, &bucket.id, name) {
            Ok(app.store.stored_object(&bucket.id, name).await?)
        } else {
            Err(StorageError::NoSuchKey.into())
        }
    }
}

/// Bucket and name of an object in an address.
pub fn object_in(path: &Path<(String, String)>) -> Result<(&str, &str), StorageRefusal> {
    let (bucket, name) = &**path;
    Ok((bucket, object_name(name)?))
}

/// The public bucket of this name; others are not found.
pub async fn public_bucket(app: &App, id: &str) -> Result<Bucket, StorageRefusal> {
    let bucket = app.store.bucket(id).await?;
    if bucket.is_public {
        Ok(bucket)
    } else {
        Err(StorageError::NoSuchBucket.into())
    }
}

fn bearer_token(request: &HttpRequest) -> Option<&str> {
    let value = request.headers().get("authorization")?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

fn refuse_token(error: TokenError) -> StorageError {
    match error {
        TokenError::Malformed | TokenError::Header => StorageError::InvalidToken,
        TokenError::Expired => StorageError::ExpiredToken,
        _ => StorageError::ForgedToken,
    }
}

fn not_let_in(problem: Problem) -> StorageRefusal {
    match problem.status().as_u16() {
        401 => {
            StorageError::Forbidden("Session from session_id claim in JWT does not exist".into())
                .into()
        }
        403 => StorageError::Forbidden(problem.detail().to_owned()).into(),
        503 => StoreError::Busy(problem.detail().to_owned()).into(),
        _ => StorageRefusal::unexpected(problem),
    }
}
