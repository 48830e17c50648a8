use std::time::Duration;

use actix_web::{
    Error, HttpMessage, HttpResponse, ResponseError,
    body::{BoxBody, EitherBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method, StatusCode,
        header::{self, HeaderValue},
    },
    middleware::Next,
    web::Data,
};
use futures_util::StreamExt;
use portolan_auth::{API_VERSION, API_VERSION_HEADER};
use serde_json::json;

use super::{
    App,
    body::{BODY_BYTES, too_large},
    problem::Problem,
    storage,
};

/// How long the rest of a refused body is waited for.
const DISCARD_TIME: Duration = Duration::from_secs(1);

/// Formats errors that no handler produced (unsupported method, oversized or encoded body) for the client of
/// that part of the API.
pub async fn readable_refusals<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, BoxBody>>, Error> {
    let form = RefusalForm::of(&request);
    // Before anything reads the body: a small one may unpack to a thousand times its size.
    if is_encoded(&request) && !is_object_upload(&request) {
        discard_body(&mut request).await;
        let mut refusal = form.refusal(&encoded_path());
        let identity = HeaderValue::from_static("identity");
        refusal
            .headers_mut()
            .insert(header::ACCEPT_ENCODING, identity);
        return Ok(request.into_response(refusal).map_into_right_body());
    }
    let response = next.call(request).await?;
    let status = response.status();
    let is_json = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|value| value.as_bytes().starts_with(b"application/"));
    let problem = match status {
        StatusCode::METHOD_NOT_ALLOWED => Problem::new(
            status,
            "method_not_allowed",
            "This method isn't supported for this path.",
        ),
        StatusCode::PAYLOAD_TOO_LARGE => too_large(BODY_BYTES),
        _ => return Ok(response.map_into_left_body()),
    };
    if is_json {
        return Ok(response.map_into_left_body());
    }
    let refusal = form.refusal(&problem);
    Ok(response.into_response(refusal).map_into_right_body())
}

/// The form in which a part of the interface refuses.
enum RefusalForm {
    Auth,
    Storage,
    Problem,
}

impl RefusalForm {
    fn of(request: &ServiceRequest) -> Self {
        let is_auth = request.app_data::<Data<App>>().is_some_and(|app| {
            let path = app.auth.path();
            !path.is_empty() && request.path().starts_with(path)
        });
        if is_auth {
            Self::Auth
        } else if request.path().starts_with(storage::PATH) {
            Self::Storage
        } else {
            Self::Problem
        }
    }

    fn refusal(&self, problem: &Problem) -> HttpResponse {
        let status = problem.status_code();
        match self {
            Self::Auth => HttpResponse::build(status)
                .insert_header((API_VERSION_HEADER, API_VERSION))
                .json(json!({
                    "code": problem.code(),
                    "message": problem.detail(),
                })),
            Self::Storage => HttpResponse::build(status).json(json!({
                "statusCode": status.as_str(),
                "error": problem.code(),
                "message": problem.detail(),
            })),
            Self::Problem => problem.error_response(),
        }
    }
}

/// Returns whether the body is packed. Each of several headers, and each item of a list, counts.
fn is_encoded(request: &ServiceRequest) -> bool {
    let encodings = request.headers().get_all(header::CONTENT_ENCODING);
    encodings.into_iter().any(|value| {
        let is_identity =
            |item: &str| matches!(item.trim(), "") || item.trim().eq_ignore_ascii_case("identity");
        !value
            .to_str()
            .is_ok_and(|text| text.split(',').all(is_identity))
    })
}

/// Returns whether the body is stored as it is: the bytes of an object are never unpacked.
fn is_object_upload(request: &ServiceRequest) -> bool {
    const OTHER_CALLS: [&str; 6] = ["sign", "list", "list-v2", "move", "copy", "info"];
    let path = request.path().strip_prefix(storage::PATH);
    let object = path.and_then(|path| path.strip_prefix("/object/"));
    let bucket = object.and_then(|object| object.split('/').next());
    bucket.is_some_and(|bucket| match *request.method() {
        Method::PUT => true,
        Method::POST => bucket != "upload" && !OTHER_CALLS.contains(&bucket),
        _ => false,
    })
}

/// Drains the rest of the request body so that the caller gets the answer instead of a connection reset.
/// Bodies that are too long or too slow are cut off.
async fn discard_body(request: &mut ServiceRequest) {
    let mut body = request.take_payload();
    let discard = async {
        let mut taken = 0;
        while let Some(Ok(piece)) = body.next().await {
            taken += piece.len();
            if taken > BODY_BYTES {
                break;
            }
        }
    };
    // Either way the answer follows.
    let _ = tokio::time::timeout(DISCARD_TIME, discard).await;
}

fn encoded_path() -> Problem {
    Problem::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "encoded_body",
        "Compressed request bodies aren't supported. Send the body without a content encoding.",
    )
}
