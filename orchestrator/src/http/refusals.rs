use actix_web::{
    Error, HttpResponse, ResponseError,
    body::{BoxBody, EitherBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{StatusCode, header},
    middleware::Next,
    web::Data,
};
use portolan_auth::{API_VERSION, API_VERSION_HEADER};
use serde_json::json;

use super::{
    App,
    body::{BODY_BYTES, too_large},
    problem::Problem,
    storage,
};

/// Puts refusals that no handler has made (a method that is not answered, a body that is too
/// large) into the form that the client of that part of the interface reads.
pub async fn readable_refusals<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, BoxBody>>, Error> {
    let is_auth = request.app_data::<Data<App>>().is_some_and(|app| {
        let path = app.auth.path();
        !path.is_empty() && request.path().starts_with(path)
    });
    let is_storage = request.path().starts_with(storage::PATH);
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
            "This method is not answered here; look at the method of the call.",
        ),
        StatusCode::PAYLOAD_TOO_LARGE => too_large(BODY_BYTES),
        _ => return Ok(response.map_into_left_body()),
    };
    if is_json {
        return Ok(response.map_into_left_body());
    }
    let refusal = if is_auth {
        HttpResponse::build(status)
            .insert_header((API_VERSION_HEADER, API_VERSION))
            .json(json!({
                "code": problem.code(),
                "message": problem.detail(),
            }))
    } else if is_storage {
        HttpResponse::build(status).json(json!({
            "statusCode": status.as_str(),
            "error": problem.code(),
            "message": problem.detail(),
        }))
    } else {
        problem.error_response()
    };
    Ok(response.into_response(refusal).map_into_right_body())
}
