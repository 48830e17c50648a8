//! The rules of API keys: the one place that decides for every route whether a key opens it.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use actix_web::{
    HttpRequest,
    http::{Method, StatusCode},
};
use chrono::{DateTime, TimeDelta, Utc};
use portolan_auth::token_hash;
use portolan_domain::{ApiKey, Scope};
use uuid::Uuid;

use super::{
    App,
    caller::{Caller, not_found_as_unauthenticated, only_reads},
    problem::Problem,
};

/// The access that a route asks of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyAccess {
    /// Nothing: the route is public.
    Public,
    /// One of these scopes.
    OneOf(&'static [Scope]),
    /// A session of the user: no key will do.
    SessionOnly,
}

/// Returns the access that a request requires of an API key. Unlisted routes can be read with `read` and
/// changed by no key.
pub fn key_access(method: &Method, path: &str) -> KeyAccess {
    use KeyAccess::{OneOf, Public, SessionOnly};
    let reads = only_reads(method);
    let mut segments = path.trim_start_matches('/').split('/');
    let area = segments.next().unwrap_or_default();
    let name = segments.next().unwrap_or_default();
    let rest = segments.next();
    match (area, name) {
        (
            "api",
            "config" | "plans" | "discover" | "users" | "oembed" | "samples" | "shared"
            | "feedback",
        )
        | ("healthz" | "readyz" | "charts" | "embed", _) => Public,
        // Each tool calls a route of its own with the same key.
        ("mcp", "") => Public,
        ("api", "admin") => OneOf(&[Scope::Admin]),
        ("api", "user") if reads && rest != Some("api-keys") => OneOf(&[Scope::Read]),
        ("api", "user" | "billing") => SessionOnly,
        ("api", "boards") if *method == Method::POST && rest.is_none() => {
            OneOf(&[Scope::Chat, Scope::Boards])
        }
        ("api", name) => item_access(reads, name),
        // Functions of the database and lists of objects only read, whatever their method.
        ("rest", "v1") if rest == Some("rpc") => OneOf(&[Scope::Read]),
        ("rest", "v1") => item_access(reads, rest.unwrap_or_default()),
        ("functions", "v1") => item_access(rest == Some("export-chart"), "charts"),
        ("storage", "v1") if reads || is_object_list(path) => item_access(true, "sources"),
        ("storage", "v1") => item_access(false, "sources"),
        _ => item_access(reads, ""),
    }
}

/// Returns what reading or changing items of a kind asks of a key.
fn item_access(reads: bool, kind: &str) -> KeyAccess {
    use Scope::{Boards, Chat, Read};
    KeyAccess::OneOf(match (kind, reads) {
        ("chats" | "ask" | "ag-ui" | "turns", true) => &[Read, Chat],
        ("chats" | "ask" | "ag-ui" | "turns", false) => &[Chat],
        ("sources", true) => &[Read, Chat, Boards],
        ("sources" | "databases", false) => &[Chat, Boards],
        ("charts" | "boards" | "portolans" | "saved" | "contributor", true) => {
            &[Read, Chat, Boards]
        }
        ("charts" | "boards" | "portolans" | "saved" | "contributor", false) => &[Boards],
        (_, true) => &[Read],
        (_, false) => return KeyAccess::SessionOnly,
    })
}

fn is_object_list(path: &str) -> bool {
    path.starts_with("/storage/v1/object/list")
}

/// Refuses a request that none of the key's scopes opens.
fn check_scopes(key: &ApiKey, access: KeyAccess) -> Result<(), Problem> {
    let needed = match access {
        KeyAccess::Public => return Ok(()),
        KeyAccess::SessionOnly => {
            return Err(Problem::forbidden(
                "An API key can't do this. Sign in with your browser.",
            ));
        }
        KeyAccess::OneOf(needed) => needed,
    };
    if needed.iter().any(|scope| key.scopes.contains(scope)) {
        return Ok(());
    }
    let names: Vec<String> = needed
        .iter()
        .map(|scope| format!("`{}`", scope.as_str()))
        .collect();
    Err(Problem::forbidden(&format!(
        "This API key doesn't have the scope {}. Create a key with it in the settings.",
        names.join(" or ")
    )))
}

/// How often each key is used, on this server.
#[derive(Debug, Default)]
pub struct KeyUseLog {
    /// For each key, when it will have used up nothing of its minute.
    idle_at: Mutex<HashMap<Uuid, DateTime<Utc>>>,
}

/// Beyond this number, idle keys are dropped.
const KNOWN_KEYS: usize = 10_000;

impl KeyUseLog {
    /// Counts a request against `per_minute`, with a burst of the same size. Returns the seconds to wait if
    /// the limit is reached.
    fn count(&self, key_id: Uuid, per_minute: u32, now: DateTime<Utc>) -> Result<(), u32> {
        let minute = TimeDelta::minutes(1);
        let share = minute / i32::try_from(per_minute.max(1)).unwrap_or(i32::MAX);
        let mut idle_at = self.idle_at.lock().unwrap_or_else(PoisonError::into_inner);
        if idle_at.len() >= KNOWN_KEYS {
            idle_at.retain(|_, idle| *idle > now);
        }
        // A clock that was set back locks no one out for longer than a minute.
        let idle = idle_at.get(&key_id).copied().unwrap_or(now);
        let idle = idle.clamp(now, now + minute);
        let over = idle + share - (now + minute);
        if over > TimeDelta::zero() {
            idle_at.insert(key_id, idle);
            let seconds = over
                .num_milliseconds()
                .max(1)
                .unsigned_abs()
                .div_ceil(1_000);
            return Err(u32::try_from(seconds).unwrap_or(60));
        }
        idle_at.insert(key_id, idle + share);
        Ok(())
    }
}

impl App {
    /// Checks an API key: that it stands, that its owner's plan includes it, that it may do what is
    /// asked, and that it isn't used too often.
    pub(super) async fn caller_with_key(
        &self,
        secret: &str,
        request: &HttpRequest,
    ) -> Result<Caller, Problem> {
        let now = self.clock.now();
        let key = self.store.use_api_key(&token_hash(secret), now).await;
        let key = key.map_err(not_found_as_unauthenticated)?;
        if key.is_expired(now) {
            return Err(Problem::new(
                StatusCode::UNAUTHORIZED,
                "unauthenticated",
                "This API key has expired. Create a new one in the settings.",
            ));
        }
        let limits = self.store.current_plan(key.user_id, now).await?.limits;
        if limits.api_keys == 0 {
            return Err(Problem::plan_limit(
                "your plan doesn't include API keys: choose a larger plan",
            ));
        }
        let per_minute = key.requests_per_minute.min(limits.key_requests_per_minute);
        if let Err(seconds) = self.limits.key_use.count(key.id, per_minute, now) {
            return Err(Problem::too_many_requests(
                &format!(
                    "This API key may send {per_minute} requests a minute. Wait {seconds} s, then try again."
                ),
                seconds,
            ));
        }
        check_scopes(&key, key_access(request.method(), request.path()))?;
        Ok(Caller::of_key(&key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_time(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn api_key_may_use_its_full_rate_each_minute() {
        let (uses, key) = (KeyUseLog::default(), Uuid::from_u128(1));
        let start = parse_time("2026-11-20T12:00:00Z");
        for _ in 0..6 {
            assert_eq!(uses.count(key, 6, start), Ok(()));
        }
        assert_eq!(uses.count(key, 6, start), Err(10));
        assert_eq!(uses.count(Uuid::from_u128(2), 6, start), Ok(()));
        let later = start + TimeDelta::seconds(10);
        assert_eq!(uses.count(key, 6, later), Ok(()));
        assert_eq!(uses.count(key, 6, later), Err(10));
        // The clock is set back by an hour.
        let earlier = start - TimeDelta::hours(1);
        assert_eq!(uses.count(key, 6, earlier), Err(10));
        assert_eq!(uses.count(key, 6, earlier + TimeDelta::seconds(70)), Ok(()));
    }

    #[test]
    fn unlisted_route_rejects_writes_by_api_key() {
        assert_eq!(
            key_access(&Method::POST, "/api/something-new"),
            KeyAccess::SessionOnly
        );
        assert_eq!(
            key_access(&Method::GET, "/api/something-new"),
            KeyAccess::OneOf(&[Scope::Read])
        );
    }
}
