use std::{future::Future, net::IpAddr, pin::Pin};

use actix_web::{
    Error, FromRequest, HttpMessage, HttpRequest, ResponseError,
    body::{BoxBody, EitherBody, MessageBody},
    dev::{Payload, ServiceRequest, ServiceResponse},
    http::{Method, header},
    middleware::Next,
    web::Data,
};
use portolan_auth::{API_KEY_PREFIX, Claims, read_cookies};
use portolan_domain::{ApiKey, Scope};
use portolan_store::{HostedUser, StoreError};
use uuid::Uuid;

use super::{App, auth::NotVerified, problem::Problem, turns::IdentificationTurn};
use crate::services::Principal;

/// Prefix of the cookies that carry a session.
pub const COOKIE_NAME: &str = "portolan-auth-token";

/// The caller, authenticated by a token or a key in the header or, from this site's own pages, by cookies.
#[derive(Clone, Copy, Debug)]
pub struct Caller {
    pub user_id: Uuid,
    proof: Proof,
}

#[derive(Clone, Copy, Debug)]
enum Proof {
    Session(Uuid),
    /// A session of an OAuth client that acts on behalf of the user.
    Program(Uuid),
    /// A token of the external auth server, until it expires.
    Token {
        expires_at: i64,
        is_program: bool,
    },
    /// An API key: a program in a user's name.
    Key {
        id: Uuid,
        /// Whether its owner lets it act as an admin.
        has_admin_scope: bool,
    },
}

/// A caller in a session of their own, where a program with a key is not enough.
#[derive(Clone, Copy, Debug)]
pub struct SignedIn(pub Caller);

/// A caller who is an admin; others are forbidden.
#[derive(Clone, Copy, Debug)]
pub struct Admin(pub Caller);

/// The caller; None if signed out.
#[derive(Clone, Copy, Debug)]
pub struct MaybeCaller(pub Option<Caller>);

/// The identity of a request, known before its handler's other arguments are read.
#[derive(Clone)]
struct ResolvedCaller {
    caller: Result<Option<Caller>, Problem>,
}

/// Identifies the caller of `/api` first. The arguments of a handler are read at the same time, so
/// otherwise the speed of the database would decide between a refusal of the caller and one of the
/// body. Every path below `/api/admin`, also one that does not exist, is for admins only. Event
/// streams are opened a few at a time.
pub async fn settle_caller<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, BoxBody>>, Error> {
    let app = request.app_data::<Data<App>>().cloned();
    let mut opening = None;
    if let Some(app) = app.as_ref().filter(|_| opens_stream(&request)) {
        opening = match app.limits.enter_opening().await {
            Ok(permit) => Some(permit),
            Err(problem) => return Ok(refuse_request(request, &problem)),
        };
    }
    if request.path().starts_with("/api/") {
        // Boxed: otherwise every request would keep the room for it until it is answered.
        let caller = Box::pin(identify_caller(request.request())).await;
        request.extensions_mut().remove::<IdentificationTurn>();
        if is_admin_path(request.path())
            && let Err(problem) = Box::pin(check_admin_caller(&request, &caller)).await
        {
            return Ok(refuse_request(request, &problem));
        }
        request.extensions_mut().insert(ResolvedCaller { caller });
    }
    let response = next.call(request).await?;
    drop(opening);
    Ok(response.map_into_left_body())
}

/// Waits until earlier requests to `/api` with the same credentials are identified.
pub async fn wait_for_turn<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    if let Some(turn) = Box::pin(enter_turn(&request)).await {
        request.extensions_mut().insert(turn);
    }
    next.call(request).await
}

async fn enter_turn(request: &ServiceRequest) -> Option<IdentificationTurn> {
    let headers = request.headers();
    let credentials = headers.get(header::AUTHORIZATION);
    let credentials = credentials.or_else(|| headers.get(header::COOKIE))?;
    // Other paths are not identified by `settle_caller`, which ends the turn.
    if !request.path().starts_with("/api/") {
        return None;
    }
    let app = request.app_data::<Data<App>>()?;
    let turns = &app.limits.identifications;
    turns.enter(credentials.as_bytes()).await
}

fn refuse_request<B>(
    request: ServiceRequest,
    problem: &Problem,
) -> ServiceResponse<EitherBody<B, BoxBody>> {
    let refusal = problem.error_response();
    request.into_response(refusal).map_into_right_body()
}

/// Returns whether this opens the event stream of a chat.
fn opens_stream(request: &ServiceRequest) -> bool {
    let path = request.path();
    path.starts_with("/api/chats/") && path.ends_with("/events")
}

fn is_admin_path(path: &str) -> bool {
    path.strip_prefix("/api/admin")
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

async fn check_admin_caller(
    request: &ServiceRequest,
    caller: &Result<Option<Caller>, Problem>,
) -> Result<(), Problem> {
    let app = request
        .app_data::<Data<App>>()
        .ok_or_else(|| Problem::internal("the application is not registered"))?;
    match caller {
        Ok(Some(caller)) => app.check_rights(caller).await,
        Ok(None) => Err(Problem::unauthenticated()),
        Err(problem) => Err(problem.clone()),
    }
}

/// The address at the other end of the connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer {
    pub address: IpAddr,
    /// Development mode, and a browser or program on this machine with no proxy in between. Limits
    /// spare it.
    pub is_local: bool,
}

/// Headers that proxies add.
const PROXY_HEADERS: [&str; 6] = [
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-real-ip",
];

impl Caller {
    /// Returns the account in whose name use cases run.
    pub fn principal(&self) -> Principal {
        Principal {
            user_id: self.user_id,
        }
    }

    /// Returns the caller that a checked API key represents.
    pub(super) fn of_key(key: &ApiKey) -> Self {
        Self {
            user_id: key.user_id,
            proof: Proof::Key {
                id: key.id,
                has_admin_scope: key.scopes.contains(&Scope::Admin),
            },
        }
    }

    fn has_admin_scope(&self) -> bool {
        matches!(
            self.proof,
            Proof::Key {
                has_admin_scope: true,
                ..
            }
        )
    }

    /// Returns whether this is the user's own session: neither a connected app nor an API key.
    pub fn is_own_session(&self) -> bool {
        matches!(
            self.proof,
            Proof::Session(_)
                | Proof::Token {
                    is_program: false,
                    ..
                }
        )
    }
}

impl MaybeCaller {
    /// Returns the account in whose name use cases run; None if signed out.
    pub fn principal(&self) -> Option<Principal> {
        self.0.map(|caller| caller.principal())
    }

    /// Treats a caller whose token does not count as signed out.
    pub fn from_caller(caller: Result<Caller, Problem>) -> Result<Self, Problem> {
        match caller {
            Ok(caller) => Ok(Self(Some(caller))),
            Err(problem) if problem.status() == 401 || problem.is_half_signed_in() => {
                Ok(Self(None))
            }
            Err(problem) => Err(problem),
        }
    }

    pub fn is(&self, user_id: Uuid) -> bool {
        self.0.is_some_and(|caller| caller.user_id == user_id)
    }
}

impl FromRequest for Caller {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        // Without the room for identifying a caller again.
        if let Some(settled) = request.extensions().get::<ResolvedCaller>() {
            let caller = settled.caller.clone();
            let caller = caller.and_then(|caller| caller.ok_or_else(Problem::unauthenticated));
            return Box::pin(std::future::ready(caller));
        }
        let request = request.clone();
        Box::pin(async move {
            identify_caller(&request)
                .await?
                .ok_or_else(Problem::unauthenticated)
        })
    }
}

impl FromRequest for SignedIn {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let caller = Caller::from_request(request, payload);
        Box::pin(async move { Self::from_caller(caller.await?) })
    }
}

impl SignedIn {
    fn from_caller(caller: Caller) -> Result<Self, Problem> {
        match caller.proof {
            _ if caller.is_own_session() => Ok(Self(caller)),
            Proof::Key { .. } => Err(Problem::forbidden(
                "An API key can't do this. Sign in with your browser.",
            )),
            _ => Err(Problem::forbidden(
                "A connected app can't do this on your behalf. Sign in with your browser.",
            )),
        }
    }
}

impl FromRequest for Admin {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let caller = Caller::from_request(request, payload);
        let app = request.app_data::<Data<App>>().cloned();
        let is_settled =
            is_admin_path(request.path()) && request.extensions().get::<ResolvedCaller>().is_some();
        Box::pin(async move {
            let caller = caller.await?;
            if !caller.has_admin_scope() {
                SignedIn::from_caller(caller)?;
            }
            if is_settled {
                return Ok(Self(caller));
            }
            let app = app.ok_or_else(|| Problem::internal("the application is not registered"))?;
            app.check_rights(&caller).await?;
            Ok(Self(caller))
        })
    }
}

impl FromRequest for MaybeCaller {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    /// A bad token means signed out: public pages stay readable after a session has ended.
    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            match identify_caller(&request).await {
                Ok(caller) => Ok(Self(caller)),
                Err(problem) if problem.status() == 401 || problem.is_half_signed_in() => {
                    Ok(Self(None))
                }
                Err(problem) => Err(problem),
            }
        })
    }
}

impl FromRequest for Peer {
    type Error = Problem;
    type Future = std::future::Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let peer = request
            .peer_addr()
            .map(|address| address.ip().to_canonical())
            .ok_or_else(|| Problem::internal("a request came without a peer"));
        let true_peer = |address: IpAddr| {
            let app = request.app_data::<Data<App>>();
            let headers = request.headers().get_all("x-forwarded-for");
            let hops: Vec<&str> = headers.filter_map(|value| value.to_str().ok()).collect();
            app.map_or(address, |app| app.site.true_peer(address, &hops.join(",")))
        };
        let is_development = request
            .app_data::<Data<App>>()
            .is_some_and(|app| app.auth.is_development());
        let is_proxied = PROXY_HEADERS
            .iter()
            .any(|name| request.headers().contains_key(*name));
        std::future::ready(peer.map(|address| Self {
            address: true_peer(address),
            is_local: is_development && address.is_loopback() && !is_proxied,
        }))
    }
}

/// Returns the token in the header; None without one.
pub fn bearer_token(request: &HttpRequest) -> Option<&str> {
    let header = request.headers().get(header::AUTHORIZATION)?;
    let (scheme, token) = header.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

async fn identify_caller(request: &HttpRequest) -> Result<Option<Caller>, Problem> {
    if let Some(settled) = request.extensions().get::<ResolvedCaller>() {
        return settled.caller.clone();
    }
    let app = request
        .app_data::<Data<App>>()
        .ok_or_else(|| Problem::internal("the application is not registered"))?;
    if request.headers().contains_key(header::AUTHORIZATION) {
        let token = bearer_token(request).ok_or_else(Problem::unauthenticated)?;
        return app.caller_with_token(token, request).await.map(Some);
    }
    let Some(token) = cookie_token(request) else {
        return Ok(None);
    };
    check_origin(app, request)?;
    app.caller_with(&token).await.map(Some)
}

/// The access token in the cookies of `@supabase/ssr`.
fn cookie_token(request: &HttpRequest) -> Option<String> {
    let cookies = request.cookies().ok()?;
    let pairs = cookies.iter().map(|cookie| (cookie.name(), cookie.value()));
    read_cookies(pairs, COOKIE_NAME)
        .ok()
        .flatten()
        .map(|session| session.access_token)
}

/// Returns whether a request only reads.
pub(super) fn only_reads(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Cookies come along from any page, so what changes something must come from ours.
fn check_origin(app: &App, request: &HttpRequest) -> Result<(), Problem> {
    if only_reads(request.method()) {
        return Ok(());
    }
    let text = |name| {
        request
            .headers()
            .get(name)
            .and_then(|value| value.to_str().ok())
    };
    let is_own = match (text(header::ORIGIN), text(header::HOST)) {
        (Some(origin), Some(host)) => {
            let scheme = app.site.scheme(request);
            app.site.is_own_origin(origin, scheme, host)
        }
        _ => false,
    };
    if is_own {
        return Ok(());
    }
    Err(Problem::forbidden(
        "This request came from another site. Open Portolan's own address and try again.",
    ))
}

impl App {
    /// Checks a token or a key of this request.
    pub(super) async fn caller_with_token(
        &self,
        token: &str,
        request: &HttpRequest,
    ) -> Result<Caller, Problem> {
        if token.starts_with(API_KEY_PREFIX) {
            self.caller_with_key(token, request).await
        } else {
            self.caller_with(token).await
        }
    }

    /// Checks a token and that its session is still valid.
    async fn caller_with(&self, token: &str) -> Result<Caller, Problem> {
        let claims = self.auth.claims(token, self.clock.now()).await;
        let claims = claims.map_err(|error| match error {
            NotVerified::Refused(_) => Problem::unauthenticated(),
            NotVerified::Unreachable => Problem::accounts_unreachable(),
        })?;
        self.caller_of(&claims).await
    }

    /// Returns the owner of a token whose session is still valid.
    pub(super) async fn caller_of(&self, claims: &Claims) -> Result<Caller, Problem> {
        let (Some(user_id), Some(session_id)) = (claims.user_id(), claims.session_id) else {
            return Err(Problem::unauthenticated());
        };
        if self.auth.hosted().is_some() {
            self.hosted_user(claims).await?;
            let expires_at = claims.exp.unwrap_or_default();
            return Ok(Caller {
                user_id,
                proof: Proof::Token {
                    expires_at,
                    is_program: claims.client_id.is_some(),
                },
            });
        }
        let caller = Caller {
            user_id,
            proof: match claims.client_id {
                Some(_) => Proof::Program(session_id),
                None => Proof::Session(session_id),
            },
        };
        self.check_session(&caller).await?;
        Ok(caller)
    }

    /// Makes sure that a user whom another server knows has a row here, and may come in.
    pub(super) async fn hosted_user(&self, claims: &Claims) -> Result<(), Problem> {
        let user_id = claims.user_id().ok_or_else(Problem::unauthenticated)?;
        let word = |word: &str| (!word.is_empty()).then(|| word.to_owned());
        let hosted = HostedUser {
            id: user_id,
            email: word(&claims.email),
            phone: word(&claims.phone),
            is_anonymous: claims.is_anonymous,
        };
        let now = self.clock.now();
        let user = self.store.ensure_hosted_user(&hosted, now).await?;
        if user.is_banned(now) {
            return Err(Problem::unauthenticated());
        }
        Ok(())
    }

    /// Refuses if the session has ended since, or the caller is no admin any more.
    pub async fn check_admin(&self, caller: &Caller) -> Result<(), Problem> {
        self.check_session(caller).await?;
        self.check_rights(caller).await
    }

    async fn check_rights(&self, caller: &Caller) -> Result<(), Problem> {
        if self.store.profile(caller.user_id).await?.is_admin {
            return Ok(());
        }
        Err(Problem::forbidden("Only admins can see this."))
    }

    /// Refuses if the session has ended since, or waits for a second factor, or the key was deleted.
    pub async fn check_session(&self, caller: &Caller) -> Result<(), Problem> {
        let owner = match caller.proof {
            Proof::Session(id) | Proof::Program(id) => {
                let session = self.store.session_of_caller(id, self.clock.now()).await;
                match session {
                    Ok((_, true)) => return Err(Problem::half_signed_in()),
                    session => session.map(|(session, _)| session.user_id),
                }
            }
            Proof::Token { expires_at, .. } => {
                let now = self.clock.now();
                let user = self.store.user(caller.user_id).await;
                user.map(
                    |user| match expires_at > now.timestamp() && !user.is_banned(now) {
                        true => user.id,
                        false => Uuid::nil(),
                    },
                )
            }
            Proof::Key { id, .. } => {
                let now = self.clock.now();
                let key = self.store.api_key(id).await;
                key.map(|key| {
                    if key.is_expired(now) {
                        Uuid::nil()
                    } else {
                        key.user_id
                    }
                })
            }
        };
        if owner.map_err(not_found_as_unauthenticated)? == caller.user_id {
            Ok(())
        } else {
            Err(Problem::unauthenticated())
        }
    }
}

pub(super) fn not_found_as_unauthenticated(error: StoreError) -> Problem {
    match error {
        StoreError::NotFound(_) => Problem::unauthenticated(),
        error => error.into(),
    }
}
