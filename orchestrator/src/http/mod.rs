//! HTTP: handlers extract, call and answer; one resource action a file.

mod admin;
pub mod auth;
mod billing;
mod boards;
mod body;
mod caller;
mod charts;
mod chats;
mod config;
pub mod contract;
mod contributor;
mod cors;
mod functions;
mod health;
mod key_access;
mod library;
mod limits;
mod llms;
mod mcp;
mod metrics;
mod observe;
mod page;
mod plans;
mod portolans;
mod problem;
mod realtime;
mod refusals;
mod rest;
mod search;
mod shares;
mod sources;
mod storage;
mod stream_access;
mod turns;
mod user;
mod web;

use std::net::IpAddr;

use actix::Addr;
use actix_web::{
    HttpRequest,
    middleware::DefaultHeaders,
    web::{PathConfig, PayloadConfig, QueryConfig, ServiceConfig, get, resource, route},
};
use ipnet::IpNet;
use portolan_assistant::Models;
use portolan_chat_actors::{ChatViewer, Chats, UsageSupervisor};
use portolan_domain::{Author, Board, Chart, ChartVersion, Chat, SavedKind, Source};
use portolan_draw::Drawer;
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_realtime_hub::Realtime;
use portolan_replay::ReplaySupervisor;
use portolan_sources::{SourceReader, WebReader};
use portolan_store::{Store, StoreError};
use tokio::sync::Semaphore;
use url::Url;
use uuid::Uuid;

use crate::{
    feedback::FeedbackSupervisor,
    mail::Outbox,
    services::{UseCases, boards as board_cases, charts as chart_cases, chats as chat_cases},
    storage::Storage,
    views::{ItemViewed, ViewSupervisor, notify_viewed},
    webhooks::Webhooks,
};
use auth::Auth;
pub use caller::{settle_caller, wait_for_turn};
pub use config::Analytics;
pub use cors::other_origins;
pub use limits::Limits;
pub use mcp::OwnApi;
pub use metrics::Metrics;
pub use observe::observe_request;
pub use problem::Problem;
pub use refusals::readable_refusals;
pub use shares::FairShares;
pub use user::erase_account;

use body::BODY_BYTES;
use caller::{Caller, MaybeCaller};
use contract::Routes;

/// Everything that handlers need; cheap to share.
pub struct App {
    pub store: Store,
    pub use_cases: UseCases,
    /// The way to the live chats.
    pub chats: Chats,
    /// Carries out the batch replays of this server.
    pub replays: Addr<ReplaySupervisor>,
    /// Names this server.
    pub node: String,
    pub usage: Addr<UsageSupervisor>,
    pub viewer: Addr<ChatViewer>,
    /// Counts who opens shared items.
    pub views: Addr<ViewSupervisor>,
    /// Whether admins may open users' chats.
    pub has_chat_viewer: bool,
    /// The way to recipients of mail and text messages.
    pub outbox: Outbox,
    /// The way to users' own endpoints.
    pub webhooks: Webhooks,
    pub feedback: Addr<FeedbackSupervisor>,
    /// Whether feedback goes on to a user.
    pub forwards_feedback: bool,
    pub models: Models,
    pub reader: SourceReader,
    pub web: WebReader,
    pub storage: Storage,
    pub drawer: Drawer,
    pub auth: Auth,
    pub realtime: Realtime,
    pub site: Site,
    /// The way to this server's own API, for the tools of `/mcp`.
    pub own_api: OwnApi,
    /// None if there is no `/metrics`.
    pub metrics: Option<Metrics>,
    pub analytics: Option<Analytics>,
    pub limits: Limits,
    /// Archives of whole accounts, which are made one after the other.
    pub exports: Semaphore,
    pub clock: Clock,
    pub ids: Ids,
}

/// The public addresses of this server.
#[derive(Clone, Debug)]
pub struct Site {
    public_url: Option<Url>,
    trusted_proxies: Vec<IpNet>,
    /// Other sites whose pages may open websockets; `*` for every one.
    socket_origins: Vec<String>,
}

/// Reads an address or a CIDR range.
pub fn parse_network(text: &str) -> Option<IpNet> {
    let text = text.trim();
    text.parse()
        .ok()
        .or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from))
}

impl Site {
    /// `trusted_proxies` are believed when they say whom they speak for.
    pub fn new(public_url: Option<Url>, trusted_proxies: Vec<IpNet>) -> Self {
        Self {
            public_url,
            trusted_proxies,
            socket_origins: Vec::new(),
        }
    }

    /// Lets pages of these sites open websockets too.
    pub fn with_socket_origins(self, socket_origins: Vec<String>) -> Self {
        Self {
            socket_origins,
            ..self
        }
    }

    /// Returns the peer's address: of the addresses that trusted proxies recorded, the last one
    /// that isn't a trusted proxy.
    fn true_peer(&self, peer: IpAddr, forwarded_for: &str) -> IpAddr {
        let mut nearest = peer;
        for hop in forwarded_for.rsplit(',') {
            if !self.is_trusted(nearest) {
                break;
            }
            match hop.trim().parse::<IpAddr>() {
                Ok(address) => nearest = address.to_canonical(),
                Err(_) => break,
            }
        }
        nearest
    }

    fn is_trusted(&self, address: IpAddr) -> bool {
        let mut ranges = self.trusted_proxies.iter();
        ranges.any(|range| range.contains(&address))
    }

    /// Without a slash at its end; None if it is whatever address the client came to.
    pub fn url(&self) -> Option<String> {
        self.public_url
            .as_ref()
            .map(|url| url.as_str().trim_end_matches('/').to_owned())
    }

    /// Returns the public URL or, without one, the address that a request came to; None if its host is none.
    /// Without a slash at its end.
    pub fn url_reached_by(&self, request: &HttpRequest) -> Option<String> {
        self.url().or_else(|| {
            let host = request.headers().get("host")?.to_str().ok()?;
            let reached = Url::parse(&format!("{}://{host}", self.scheme(request))).ok()?;
            let is_host = reached.path() == "/"
                && reached.username().is_empty()
                && reached.password().is_none()
                && reached.query().is_none()
                && reached.fragment().is_none();
            is_host.then(|| reached.origin().ascii_serialization())
        })
    }

    /// Returns the scheme that the browser used, as far as it is known: only trusted proxies are
    /// believed when they say that they took a request over TLS.
    pub fn scheme(&self, request: &HttpRequest) -> &'static str {
        let peer = request.peer_addr();
        let is_trusted = peer.is_some_and(|peer| self.is_trusted(peer.ip().to_canonical()));
        let nearest = request.headers().get_all("x-forwarded-proto").last();
        let nearest = nearest.and_then(|value| value.to_str().ok()?.rsplit(',').next());
        match nearest.map(str::trim) {
            Some("https") if is_trusted => "https",
            _ => "http",
        }
    }

    /// Returns whether `origin`, as a browser sends it, is this site reached through `scheme` and `host`.
    pub fn is_own_origin(&self, origin: &str, scheme: &str, host: &str) -> bool {
        let Ok(origin) = Url::parse(origin) else {
            return false;
        };
        let reached = Url::parse(&format!("{scheme}://{host}"));
        if let Some(public) = &self.public_url {
            if public.origin() == origin.origin() {
                return true;
            }
            // The public site without its TLS is not the public site.
            if reached
                .as_ref()
                .is_ok_and(|reached| reached.host() == public.host())
            {
                return false;
            }
        }
        reached
            .is_ok_and(|reached| reached.origin().is_tuple() && reached.origin() == origin.origin())
    }

    /// Returns whether pages of this origin may open websockets: this site's own, a browser extension's, and
    /// those of the settings.
    pub fn may_open_sockets(&self, origin: &str, scheme: &str, host: &str) -> bool {
        let is_extension = [
            "chrome-extension://",
            "moz-extension://",
            "safari-web-extension://",
        ]
        .iter()
        .any(|scheme| origin.starts_with(scheme));
        let is_listed = |listed: &String| {
            listed == "*" || listed.trim_end_matches('/').eq_ignore_ascii_case(origin)
        };
        is_extension
            || self.is_own_origin(origin, scheme, host)
            || self.socket_origins.iter().any(is_listed)
    }
}

/// `auth_path` is where the authentication back end is served, or would be: accounts may be kept
/// elsewhere.
pub fn routes(config: &mut ServiceConfig, auth_path: &str, has_external_accounts: bool) {
    config
        .app_data(body::json_config(BODY_BYTES))
        .app_data(PayloadConfig::new(BODY_BYTES))
        .app_data(QueryConfig::default().error_handler(|error, _| {
            Problem::invalid("query", format!("Invalid query: {error}.")).into()
        }))
        .app_data(PathConfig::default().error_handler(|_, _| Problem::not_found("thing").into()))
        .service(resource("/healthz").route(get().to(health::healthz)))
        .service(resource("/readyz").route(get().to(health::readyz)))
        .service(resource("/metrics").route(get().to(metrics::read_metrics)))
        .configure(|config| auth::routes(config, auth_path, has_external_accounts))
        .configure(storage::routes)
        .configure(realtime::routes)
        .configure(rest::routes)
        .configure(functions::routes)
        .configure(mcp::routes)
        .service(resource("/llms.txt").route(get().to(llms::llms_txt)))
        .configure(|config| api_routes(&mut Routes::of_router(config)))
        .configure(billing::unknown_calls)
        .default_service(route().to(web::page));
}

/// Adds the product's routes: all below `/api`, and the pages of charts.
fn api_routes(routes: &mut Routes<'_>) {
    routes
        .area("Configuration", configuration_routes)
        .area("Account", user::routes)
        .area("Billing", billing::routes)
        .area("Chats", chats::routes)
        .area("Charts", charts::routes)
        .area("Boards", boards::routes)
        .area("Portolans", portolans::routes)
        .area("Sources", sources::routes)
        .area("Library", library::routes)
        .area("Search", search::routes)
        .area("Contributors", contributor::routes)
        .area("Administration", admin::routes)
        .area("Reference", contract::pages);
}

fn configuration_routes(routes: &mut Routes<'_>) {
    routes.service(
        contract::resource("/api/config").route(
            contract::get()
                .to(config::get_config)
                .about("Returns the public configuration of this installation."),
        ),
    );
    routes.service(
        contract::resource("/api/plans").route(
            contract::get()
                .to(plans::list_plans)
                .about("Lists the plans with their prices, credits and limits."),
        ),
    );
}

/// Headers that every answer carries.
pub fn safe_headers() -> DefaultHeaders {
    DefaultHeaders::new()
        .add(("x-content-type-options", "nosniff"))
        .add(("referrer-policy", "strict-origin-when-cross-origin"))
        .add(("cross-origin-opener-policy", "same-origin"))
}

impl App {
    /// Returns the owner's public name; None if the account was deleted.
    async fn author(&self, user_id: Uuid) -> Result<Author, Problem> {
        match self.store.profile(user_id).await {
            Ok(profile) => Ok(Author::of_profile(profile)),
            Err(StoreError::NotFound(_)) => Ok(Author::default()),
            Err(error) => Err(error.into()),
        }
    }

    /// Reads the caller's own chat; another user's is not found.
    async fn chat_of(&self, caller: &Caller, chat_id: Uuid) -> Result<Chat, Problem> {
        let caller = caller.principal();
        Ok(chat_cases::find_own_chat(&self.store, caller, chat_id).await?)
    }

    async fn source_of(&self, caller: &Caller, source_id: Uuid) -> Result<Source, Problem> {
        Ok(self.store.source(source_id, caller.user_id).await?)
    }

    /// A chart that is the caller's own, or shared; all others are not found.
    async fn visible_chart(&self, caller: &MaybeCaller, chart_id: Uuid) -> Result<Chart, Problem> {
        let viewer = caller.principal();
        Ok(chart_cases::find_visible_chart(&self.store, viewer, chart_id).await?)
    }

    /// Reads the caller's own chart; another user's is not found, even if it is shared.
    async fn own_chart(&self, caller: &Caller, chart_id: Uuid) -> Result<Chart, Problem> {
        let caller = caller.principal();
        Ok(chart_cases::find_own_chart(&self.store, caller, chart_id).await?)
    }

    /// The version of a visible chart that the caller gets to see: for its owner this one, or the
    /// newest; for others the published one and no other.
    async fn visible_version(
        &self,
        caller: &MaybeCaller,
        chart: &Chart,
        wanted: Option<u32>,
    ) -> Result<ChartVersion, Problem> {
        let viewer = caller.principal();
        let version = chart_cases::find_visible_version(&self.store, viewer, chart, wanted);
        Ok(version.await?)
    }

    /// A board that is the caller's own, or shared; all others are not found.
    async fn visible_board(&self, caller: &MaybeCaller, board_id: Uuid) -> Result<Board, Problem> {
        let viewer = caller.principal();
        Ok(board_cases::find_visible_board(&self.store, viewer, board_id).await?)
    }

    /// Counts that someone other than its owner opened a shared item. Doesn't wait.
    fn count_view(
        &self,
        request: &HttpRequest,
        caller: &MaybeCaller,
        (kind, item_id, owner_id): (SavedKind, Uuid, Uuid),
    ) {
        if caller.is(owner_id) {
            return;
        }
        let visitor = match caller.principal() {
            Some(principal) => principal.user_id.to_string(),
            None => {
                let peer = request.peer_addr().map(|peer| peer.ip().to_canonical());
                let hops = request.headers().get_all("x-forwarded-for");
                let hops: Vec<&str> = hops.filter_map(|hop| hop.to_str().ok()).collect();
                let address = peer.map(|peer| self.site.true_peer(peer, &hops.join(",")));
                let program = request.headers().get("user-agent");
                format!("{address:?} {program:?}")
            }
        };
        notify_viewed(
            &self.views,
            ItemViewed {
                kind,
                item_id,
                owner_id,
                visitor,
            },
        );
    }

    /// The id of the model that a message goes to.
    fn model_for(&self, wanted: Option<String>) -> Result<String, Problem> {
        Ok(chat_cases::choose_model(&self.models, wanted)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_origin_counts_as_same_origin() {
        let site = Site::new(
            Some(Url::parse("https://charts.example/").unwrap()),
            Vec::new(),
        );
        let is_own = |origin, host| site.is_own_origin(origin, "http", host);
        assert!(is_own("https://charts.example", "10.0.0.1:8080"));
        assert!(is_own("http://127.0.0.1:8080", "127.0.0.1:8080"));
        assert!(!is_own("https://evil.example", "charts.example"));
        assert!(!is_own("null", "charts.example"));
        assert!(!is_own("http://127.0.0.1:8081", "127.0.0.1:8080"));
        assert!(!is_own("http://charts.example", "charts.example"));
        assert!(!is_own("https://127.0.0.1:8080", "127.0.0.1:8080"));
        let plain = Site::new(None, Vec::new());
        for (origin, scheme, expected) in [
            ("http://charts.example", "http", true),
            ("https://charts.example", "https", true),
            ("http://charts.example", "https", false),
            ("https://charts.example", "http", false),
            ("ftp://charts.example", "http", false),
        ] {
            let is_own = plain.is_own_origin(origin, scheme, "charts.example");
            assert_eq!(is_own, expected, "{origin} over {scheme}");
        }
    }

    #[test]
    fn only_trusted_proxies_set_client_address() {
        let [near, client] = ["10.0.0.1", "192.0.2.7"].map(|text| text.parse::<IpAddr>().unwrap());
        let range = parse_network("10.0.0.0/30").unwrap();
        let site = Site::new(None, vec![range]);
        assert_eq!(site.true_peer(client, "203.0.113.9"), client);
        assert_eq!(
            site.true_peer(near, "203.0.113.9, 192.0.2.7, 10.0.0.2"),
            client
        );
        assert_eq!(site.true_peer(near, "nonsense"), near);
        assert_eq!(site.true_peer(near, ""), near);
    }
}
