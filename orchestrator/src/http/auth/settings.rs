use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Json},
};
use serde_json::{Map, Value, json};

use super::signup::{confirms_email, may_sign_up};
use crate::http::{App, caller::Peer};

/// Which ways to sign in there are.
pub async fn get_settings(app: Data<App>, request: HttpRequest, peer: Peer) -> Json<Value> {
    let options = &app.auth.options;
    let mut external: Map<String, Value> = ["google", "github"]
        .into_iter()
        .map(|name| (name.to_owned(), json!(false)))
        .collect();
    for name in options.providers.keys() {
        external.insert(name.clone(), json!(true));
    }
    external.insert("email".into(), json!(options.email));
    external.insert("phone".into(), json!(options.phone));
    external.insert("anonymous_users".into(), json!(app.auth.allows_guests()));
    external.insert("web3_ethereum".into(), json!(options.ethereum));
    external.insert("web3_solana".into(), json!(options.solana));
    Json(json!({
        "external": external,
        "disable_signup": !may_sign_up(&app, &request, &peer),
        "mailer_autoconfirm": confirms_email(&app, &request, &peer),
        "phone_autoconfirm": options.auto_confirm_phone,
        "sms_provider": if options.sms_webhook.is_some() { "webhook" } else { "" },
        "mfa_enabled": options.totp || options.phone_factor || options.webauthn_factor,
        "mfa_totp_enabled": options.totp,
        "mfa_webauthn_enabled": options.webauthn_factor,
        "mfa_recovery_codes_enabled": options.recovery_codes,
        "passkeys_enabled": options.passkeys,
        "oauth_server_enabled": options.oauth_server.enabled,
        "saml_enabled": false,
    }))
}

pub async fn get_health() -> HttpResponse {
    HttpResponse::Ok().json(json!({
        "name": "Portolan",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "Portolan's authentication back end",
    }))
}
