use actix_web::{
    HttpResponse,
    web::{Data, Json},
};
use serde_json::{Value, json};

use crate::http::App;

/// Which ways to sign in there are.
pub async fn get_settings(app: Data<App>) -> Json<Value> {
    Json(json!({
        "external": { "email": true, "phone": false, "anonymous_users": false },
        "disable_signup": !app.auth.confirms_local_sign_ups,
        "mailer_autoconfirm": app.auth.confirms_local_sign_ups,
        "phone_autoconfirm": false,
        "sms_provider": "",
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
