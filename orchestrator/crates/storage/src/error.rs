use serde_json::{Value, json};

/// A refusal of the storage contract: a status, a code that clients branch on, and the exact words
/// that some of them look for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StorageError {
    #[error("Bucket not found")]
    NoSuchBucket,
    #[error("Object not found")]
    NoSuchKey,
    #[error("Upload not found")]
    NoSuchUpload,
    #[error("Bucket name invalid")]
    InvalidBucketName,
    #[error("Invalid key: {0}")]
    InvalidKey(String),
    #[error("The object exceeded the maximum allowed size")]
    TooLarge,
    /// All of a user's objects, rather than one.
    #[error(
        "The object exceeded the maximum allowed size: there is no more room for your files, remove some first"
    )]
    OverQuota,
    #[error("mime type {0} is not supported")]
    InvalidMimeType(String),
    #[error("Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B")]
    InvalidSize,
    #[error("The resource already exists")]
    KeyAlreadyExists,
    #[error("The resource already exists")]
    BucketAlreadyExists,
    #[error("The bucket you tried to delete is not empty")]
    BucketNotEmpty,
    /// The row-level rules say no.
    #[error("new row violates row-level security policy")]
    RowLevelSecurity,
    /// No token, or one that is no token.
    #[error("Invalid Compact JWS")]
    InvalidToken,
    #[error("\"exp\" claim timestamp check failed")]
    ExpiredToken,
    #[error("signature verification failed")]
    ForgedToken,
    /// A program's key that may not do this.
    #[error("{0}")]
    Forbidden(String),
    /// A signed address for something else.
    #[error("Invalid signature")]
    InvalidSignature,
    #[error("The signed URL has an invalid token")]
    InvalidSignedToken,
    #[error("The provided token has expired.")]
    ExpiredSignature,
    #[error("{0}")]
    InvalidRequest(String),
    #[error("No content provided")]
    NoContent,
    #[error("invalid range provided")]
    InvalidRange,
    #[error("The image cannot be transformed: {0}")]
    Image(String),
    #[error("The feature {0} is not enabled for this resource")]
    NotSupported(&'static str),
    /// The resumable upload continues from another place.
    #[error("Upload-Offset conflict")]
    WrongOffset,
    /// A resumable upload is announced, or grows, beyond what may come.
    #[error("Maximum size exceeded")]
    UploadTooLarge,
    #[error("The upload has expired; start a new one")]
    UploadExpired,
    #[error("Tus-Resumable has to be 1.0.0")]
    TusVersion,
    #[error("Content-Type has to be application/offset+octet-stream")]
    TusContentType,
    #[error("Route not found")]
    NoSuchCall,
    #[error("The server is busy; please try again in a moment")]
    Unavailable,
    #[error("Too many requests are running for you. Wait for them to finish, then try again.")]
    TooManyRequests,
    #[error("The server has no room left")]
    NoRoom,
    #[error("Internal server error")]
    Unexpected,
}

impl StorageError {
    /// Returns the HTTP status; also `statusCode` of the body.
    pub fn status(&self) -> u16 {
        match self {
            Self::NoSuchBucket | Self::NoSuchKey | Self::NoSuchUpload | Self::NoSuchCall => 404,
            Self::TooLarge | Self::OverQuota | Self::UploadTooLarge => 413,
            Self::InvalidMimeType(_) | Self::TusContentType => 415,
            Self::KeyAlreadyExists
            | Self::BucketAlreadyExists
            | Self::BucketNotEmpty
            | Self::NotSupported(_)
            | Self::WrongOffset => 409,
            Self::RowLevelSecurity
            | Self::InvalidToken
            | Self::ExpiredToken
            | Self::ForgedToken
            | Self::Forbidden(_) => 403,
            Self::InvalidRange => 416,
            Self::UploadExpired => 410,
            Self::TusVersion => 412,
            Self::InvalidBucketName
            | Self::InvalidKey(_)
            | Self::InvalidSize
            | Self::InvalidSignature
            | Self::InvalidSignedToken
            | Self::ExpiredSignature
            | Self::InvalidRequest(_)
            | Self::NoContent
            | Self::Image(_) => 400,
            Self::TooManyRequests => 429,
            Self::Unavailable => 503,
            Self::NoRoom => 507,
            Self::Unexpected => 500,
        }
    }

    /// The answer's own status: clients of this contract know 400 for all that is their fault, and
    /// read the rest from the body. A range is the browser's business, not theirs, and 429 is for retries.
    pub fn answered_status(&self) -> u16 {
        match self.status() {
            status @ (416 | 429 | 500..) => status,
            _ => 400,
        }
    }

    pub fn code(&self) -> &'static str {
        match self {
            Self::NoSuchBucket => "NoSuchBucket",
            Self::NoSuchKey => "NoSuchKey",
            Self::NoSuchUpload => "NoSuchUpload",
            Self::InvalidBucketName => "InvalidBucketName",
            Self::InvalidKey(_) => "InvalidKey",
            Self::TooLarge | Self::OverQuota | Self::UploadTooLarge => "EntityTooLarge",
            Self::InvalidMimeType(_) => "InvalidMimeType",
            Self::KeyAlreadyExists => "KeyAlreadyExists",
            Self::BucketAlreadyExists => "BucketAlreadyExists",
            Self::BucketNotEmpty => "ResourceNotEmpty",
            Self::RowLevelSecurity
            | Self::InvalidToken
            | Self::ExpiredToken
            | Self::ForgedToken
            | Self::Forbidden(_) => "AccessDenied",
            Self::InvalidSignature => "InvalidSignature",
            Self::InvalidSignedToken => "InvalidJWT",
            Self::ExpiredSignature => "ExpiredToken",
            Self::InvalidRange => "InvalidRange",
            Self::NotSupported(_) => "NotSupported",
            Self::WrongOffset | Self::UploadExpired | Self::TusVersion | Self::TusContentType => {
                "TusError"
            }
            Self::NoSuchCall => "NotFound",
            Self::Unavailable | Self::TooManyRequests => "SlowDown",
            Self::NoRoom | Self::Unexpected => "InternalError",
            Self::InvalidSize | Self::InvalidRequest(_) | Self::NoContent | Self::Image(_) => {
                "InvalidRequest"
            }
        }
    }

    /// The word that older clients branch on.
    fn error(&self) -> &'static str {
        match self {
            Self::NoSuchBucket => "Bucket not found",
            Self::NoSuchKey => "not_found",
            Self::TooLarge | Self::OverQuota | Self::UploadTooLarge => "Payload too large",
            Self::InvalidMimeType(_) => "invalid_mime_type",
            Self::InvalidRange => "invalid_range",
            Self::KeyAlreadyExists | Self::BucketAlreadyExists => "Duplicate",
            Self::InvalidBucketName => "Invalid Input",
            _ if self.code() == "AccessDenied" => "Unauthorized",
            _ => self.code(),
        }
    }

    pub fn body(&self) -> Value {
        json!({
            "statusCode": self.status().to_string(),
            "code": self.code(),
            "error": self.error(),
            "message": self.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_object_is_reported_with_its_code() {
        let error = StorageError::NoSuchKey;
        assert_eq!(error.answered_status(), 400);
        assert_eq!(
            error.body(),
            json!({"statusCode": "404", "code": "NoSuchKey", "error": "not_found", "message": "Object not found"})
        );
    }

    #[test]
    fn server_and_range_errors_keep_http_status() {
        assert_eq!(StorageError::Unexpected.answered_status(), 500);
        assert_eq!(StorageError::Unavailable.answered_status(), 503);
        assert_eq!(StorageError::InvalidRange.answered_status(), 416);
    }
}
