use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Json},
};
use portolan_auth::{GRANT_TYPES, SCOPES};
use serde_json::{Value, json};

use super::check_enabled;
use crate::http::{
    App,
    auth::{addresses::base_url, answer::AuthRefusal, session},
};

/// Returns the metadata of this authorization server (RFC 8414).
pub async fn server_metadata(
    app: Data<App>,
    request: HttpRequest,
) -> Result<HttpResponse, AuthRefusal> {
    check_enabled(&app)?;
    Ok(HttpResponse::Ok().json(build_metadata(&app, &request)))
}

/// The same as OpenID Connect Discovery has it; the keys are told whether OAuth clients may sign users in or
/// not.
pub async fn openid_configuration(app: Data<App>, request: HttpRequest) -> Json<Value> {
    let mut told = build_metadata(&app, &request);
    let algorithm = app.auth.keys.identity_algorithm();
    let algorithms: Vec<&str> = algorithm.iter().map(|one| one.name()).collect();
    told["subject_types_supported"] = json!(["public"]);
    told["id_token_signing_alg_values_supported"] = json!(algorithms);
    told["claims_supported"] = json!([
        "sub",
        "aud",
        "iss",
        "exp",
        "iat",
        "nonce",
        "email",
        "email_verified",
        "phone_number",
        "phone_number_verified",
        "name",
        "picture",
        "preferred_username",
        "updated_at",
    ]);
    Json(told)
}

fn build_metadata(app: &App, request: &HttpRequest) -> Value {
    let base = base_url(app, request);
    let mut told = json!({
        "issuer": session::token_issuer(app, request),
        "authorization_endpoint": format!("{base}/oauth/authorize"),
        "token_endpoint": format!("{base}/oauth/token"),
        "jwks_uri": format!("{base}/.well-known/jwks.json"),
        "userinfo_endpoint": format!("{base}/oauth/userinfo"),
        "scopes_supported": SCOPES,
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": GRANT_TYPES,
        "token_endpoint_auth_methods_supported":
            ["client_secret_basic", "client_secret_post", "none"],
        "code_challenge_methods_supported": ["S256"],
    });
    let options = &app.auth.options.oauth_server;
    if options.enabled && options.allow_dynamic_registration {
        told["registration_endpoint"] = json!(format!("{base}/oauth/clients/register"));
    }
    told
}
