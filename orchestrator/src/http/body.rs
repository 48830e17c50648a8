//! Request bodies: size limits and errors for invalid ones.

use actix_web::{ResponseError, http::StatusCode, web::JsonConfig};

use super::problem::Problem;

/// Bytes of a JSON body; files come as multipart.
pub const BODY_BYTES: usize = 1 << 20;

/// Reads JSON of at most so many bytes.
pub fn json_config(limit: usize) -> JsonConfig {
    JsonConfig::default()
        .limit(limit)
        .error_handler(move |error, _| {
            if error.status_code() == StatusCode::PAYLOAD_TOO_LARGE {
                return too_large(limit).into();
            }
            Problem::invalid("body", format!("Invalid JSON body: {error}.")).into()
        })
}

/// Converts an error of reading a body with a size limit to a problem.
pub fn unreadable_body(error: actix_web::Error, limit: usize) -> Problem {
    if error.as_response_error().status_code() == StatusCode::PAYLOAD_TOO_LARGE {
        too_large(limit)
    } else {
        Problem::invalid("body", "Couldn't receive the body. Send it again.")
    }
}

pub fn too_large(limit: usize) -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "body_too_large",
        format!(
            "The body is larger than {} KB. Send long data as a file instead.",
            limit >> 10
        ),
    )
}
