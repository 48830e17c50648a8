//! A small provider that the tests run: its codes carry what it will say.

use std::net::SocketAddr;

use actix_web::{
    App, HttpRequest, HttpResponse, HttpServer,
    dev::ServerHandle,
    web::{Data, Form, get, post},
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use portolan_auth::Keys;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

pub struct TestProvider {
    pub issuer: String,
    key: SigningKey,
    handle: ServerHandle,
}

#[derive(Clone)]
struct SigningKey {
    der: Vec<u8>,
    public: Value,
}

#[derive(Clone)]
struct Described {
    issuer: String,
    key: SigningKey,
}

impl TestProvider {
    pub async fn start() -> Self {
        let key = SigningKey::new([7; 32]);
        let listener = std::net::TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let described = Data::new(Described {
            issuer: issuer.clone(),
            key: key.clone(),
        });
        let server = HttpServer::new(move || {
            App::new()
                .app_data(described.clone())
                .route("/.well-known/openid-configuration", get().to(describe))
                .route("/keys", get().to(keys))
                .route("/token", post().to(token))
                .route("/userinfo", get().to(user_info))
                .route("/github/token", post().to(token))
                .route("/github/user", get().to(github_user))
                .route("/github/user/emails", get().to(github_emails))
        })
        .workers(1)
        .disable_signals()
        .listen(listener)
        .unwrap()
        .run();
        let handle = server.handle();
        actix_web::rt::spawn(server);
        Self {
            issuer,
            key,
            handle,
        }
    }

    /// The code that this provider would send back for this user.
    pub fn code(says: &Value) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(says.to_string())
    }

    /// An id token as an app gets it by itself.
    pub fn id_token(&self, claims: &Value) -> String {
        self.key.sign(&self.issuer, claims)
    }

    /// The same by a user with another key.
    pub fn forged(&self, claims: &Value) -> String {
        SigningKey::new([8; 32]).sign(&self.issuer, claims)
    }
}

impl Drop for TestProvider {
    fn drop(&mut self) {
        drop(self.handle.stop(false));
    }
}

impl SigningKey {
    fn new(secret: [u8; 32]) -> Self {
        let text = Keys::generate(secret).unwrap().to_text();
        let jwk = serde_json::from_str::<Value>(&text).unwrap()["keys"][0].clone();
        let member = |name: &str| {
            BASE64_URL_SAFE_NO_PAD
                .decode(jwk[name].as_str().unwrap())
                .unwrap()
        };
        // PKCS #8 of a key on P-256.
        let der = [
            hex::decode("308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420")
                .unwrap(),
            member("d"),
            hex::decode("a144034200").unwrap(),
            vec![4],
            member("x"),
            member("y"),
        ]
        .concat();
        let mut public = jwk.clone();
        public.as_object_mut().unwrap().remove("d");
        public["kid"] = json!("key");
        Self { der, public }
    }

    fn sign(&self, issuer: &str, says: &Value) -> String {
        let mut claims = says.clone();
        let mut default = |name: &str, value: Value| {
            if claims[name].is_null() {
                claims[name] = value;
            }
        };
        default("iss", json!(issuer));
        default("aud", json!("our id"));
        default("iat", json!(1_795_176_000));
        default("exp", json!(1_795_176_000 + 86_400));
        let mut header = Header::new(Algorithm::ES256);
        header.kid = Some("key".into());
        encode(&header, &claims, &EncodingKey::from_ec_der(&self.der)).unwrap()
    }
}

async fn describe(described: Data<Described>) -> HttpResponse {
    let issuer = &described.issuer;
    HttpResponse::Ok().json(json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "userinfo_endpoint": format!("{issuer}/userinfo"),
        "jwks_uri": format!("{issuer}/keys"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256", "HS256", "none"],
    }))
}

async fn keys(described: Data<Described>) -> HttpResponse {
    HttpResponse::Ok().json(json!({ "keys": [described.key.public] }))
}

#[derive(Deserialize)]
struct CodeExchange {
    code: String,
    code_verifier: String,
    client_secret: Option<String>,
}

/// Exchanges the code, given the secret and the verifier.
async fn token(
    described: Data<Described>,
    request: HttpRequest,
    form: Form<CodeExchange>,
) -> HttpResponse {
    let says = read(&form.code);
    let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(&form.code_verifier));
    let header = request.headers().get("authorization");
    // "our id:our secret", each encoded as a form has it.
    let basic = header.is_some_and(|value| value == "Basic b3VyK2lkOm91citzZWNyZXQ=");
    let has_secret = basic || form.client_secret.as_deref() == Some("our secret");
    if says["challenge"] != json!(challenge) || !has_secret {
        return HttpResponse::BadRequest().json(json!({ "error": "invalid_grant" }));
    }
    let mut answer = json!({
        "access_token": form.code,
        "refresh_token": "of the provider",
        "token_type": "bearer",
        "expires_in": 3600,
    });
    if says["claims"].is_object() {
        answer["id_token"] = json!(described.key.sign(&described.issuer, &says["claims"]));
    }
    HttpResponse::Ok().json(answer)
}

async fn user_info(request: HttpRequest) -> HttpResponse {
    HttpResponse::Ok().json(bearer(&request)["userinfo"].clone())
}

async fn github_user(request: HttpRequest) -> HttpResponse {
    HttpResponse::Ok().json(bearer(&request)["user"].clone())
}

async fn github_emails(request: HttpRequest) -> HttpResponse {
    HttpResponse::Ok().json(bearer(&request)["emails"].clone())
}

fn bearer(request: &HttpRequest) -> Value {
    let header = request.headers().get("authorization").unwrap();
    let header = header.to_str().unwrap();
    read(header.strip_prefix("Bearer ").unwrap())
}

fn read(code: &str) -> Value {
    serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(code).unwrap()).unwrap()
}
