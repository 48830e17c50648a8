//! Passwords, addresses, refresh tokens, cookies and the words of refusals.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use portolan_auth::{
    AuthError, AuthUser, CookieError, InvalidAddress, PasswordCost, PasswordRules, Passwords,
    RefreshDecision, RefreshRecord, SessionTokens, TokenError, email_address, phone_number,
    random_bytes, read_cookies, refresh_decision, refresh_token, token_hash,
};
use proptest::prelude::*;
use serde_json::{Map, json};
use uuid::Uuid;

fn password_hasher() -> Passwords {
    let cost = PasswordCost {
        memory_kib: 64,
        passes: 1,
    };
    Passwords::new(cost).expect("an allowed cost")
}

#[test]
fn password_verifies_only_against_its_own_hash() {
    let passwords = password_hasher();
    let hash = passwords.hash("correct horse", [3; 16]).expect("a hash");
    assert!(hash.starts_with("$argon2id$v=19$m=64,t=1,p=1$"));
    assert!(passwords.verify("correct horse", Some(&hash)));
    assert!(!passwords.verify("correct horsf", Some(&hash)));
    assert!(!passwords.verify("", Some(&hash)));
    assert_ne!(
        passwords.hash("correct horse", [4; 16]).expect("a hash"),
        hash
    );
}

#[test]
fn missing_or_foreign_hash_never_verifies() {
    let passwords = password_hasher();
    for password in ["", "a", "correct horse"] {
        assert!(!passwords.verify(password, None));
        assert!(!passwords.verify(password, Some("")));
        assert!(!passwords.verify(password, Some("$2b$10$abcdefghijklmnopqrstuv")));
    }
}

#[test]
fn default_password_cost_matches_recommendation() {
    assert!(Passwords::new(PasswordCost::default()).is_ok());
    assert_eq!(PasswordCost::default().memory_kib, 19_456);
}

#[test]
fn password_length_has_minimum_and_maximum() {
    let rules = PasswordRules::default();
    assert_eq!(rules.check("123456"), Ok(()));
    assert_eq!(rules.check("žluťák"), Ok(()));
    let weak = rules.check("12345").expect_err("too short");
    assert_eq!(weak.message, "Password should be at least 6 characters.");
    assert!(rules.check(&"x".repeat(2000)).is_err());
}

#[test]
fn email_addresses_are_normalized() {
    for (given, stored) in [
        (" Ada@Example.COM ", "ada@example.com"),
        ("a.b+c@d-e.example", "a.b+c@d-e.example"),
        ("root@localhost", "root@localhost"),
    ] {
        assert_eq!(email_address(given).as_deref(), Ok(stored));
    }
    for bad in [
        "",
        "@",
        "a@",
        "@b",
        "a b@c.d",
        "a@b..c",
        "a@-b.c",
        "a@b@c",
        "a@b.c\n@d",
        "ä@b.c",
        "a@ü.c",
        "a@b.c\0",
    ] {
        assert_eq!(email_address(bad), Err(InvalidAddress::Email), "{bad:?}");
    }
    assert!(email_address(&format!("{}@b.c", "a".repeat(65))).is_err());
    assert_eq!(phone_number("+420123456789").as_deref(), Ok("420123456789"));
    for bad in ["", "+", "0123456", "12 34", "+1234567890123456", "phone"] {
        assert_eq!(phone_number(bad), Err(InvalidAddress::Phone), "{bad:?}");
    }
}

#[test]
fn refresh_tokens_are_stored_as_hashes() {
    let token = refresh_token([1; 32]);
    assert_eq!(token.len(), 43);
    assert_eq!(token_hash(&token).len(), 64);
    assert_eq!(
        token_hash("abc"),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
    let random: [u8; 32] = random_bytes().expect("randomness");
    assert_ne!(random_bytes().ok(), Some(random));
}

#[test]
fn reused_refresh_token_revokes_session_after_grace_interval() {
    let now: DateTime<Utc> = "2026-11-20T10:00:00Z".parse().expect("a time");
    let decide = |used: Option<i64>, child_used| {
        let record = RefreshRecord {
            used_at: used.map(|seconds| now - TimeDelta::seconds(seconds)),
            child_used,
        };
        refresh_decision(record, now, TimeDelta::seconds(10))
    };
    assert_eq!(decide(None, false), RefreshDecision::Rotate);
    assert_eq!(decide(Some(1), false), RefreshDecision::Reissue);
    assert_eq!(decide(Some(10), false), RefreshDecision::Reissue);
    assert_eq!(decide(Some(11), false), RefreshDecision::Revoke);
    assert_eq!(decide(Some(1), true), RefreshDecision::Revoke);
    // A clock that went back does not lock anybody out.
    assert_eq!(decide(Some(-3600), false), RefreshDecision::Reissue);
}

const NAME: &str = "portolan-auth-token";

fn cookie_value() -> String {
    let session = json!({"access_token": "a.b.c", "refresh_token": "r", "expires_in": 3600, "user": {"id": "ü"}});
    format!("base64-{}", URL_SAFE_NO_PAD.encode(session.to_string()))
}

#[test]
fn session_cookie_is_read_whole_or_in_chunks() {
    let value = cookie_value();
    let (first, second) = value.split_at(40);
    for cookies in [
        vec![(NAME, value.as_str())],
        vec![("portolan-auth-token.0", value.as_str())],
        vec![
            ("x", "y"),
            ("portolan-auth-token.1", second),
            ("portolan-auth-token.0", first),
            ("portolan-auth-token.3", "stale"),
        ],
        vec![
            ("portolan-auth-token.01", "x"),
            ("portolan-auth-token-code-verifier", "v"),
            (NAME, value.as_str()),
        ],
    ] {
        let session = read_cookies(cookies, NAME)
            .expect("well written")
            .expect("a session");
        assert_eq!(
            (
                session.access_token.as_str(),
                session.refresh_token.as_deref()
            ),
            ("a.b.c", Some("r"))
        );
    }
    let older = "%7B%22access_token%22:%22a.b.c%22%7D";
    assert!(read_cookies([(NAME, older)], NAME).is_ok_and(|session| session.is_some()));
}

#[test]
fn missing_session_cookies_mean_signed_out_and_damaged_ones_fail() {
    assert_eq!(read_cookies([("other", "x")], NAME), Ok(None));
    assert_eq!(read_cookies([(NAME, "")], NAME), Ok(None));
    assert_eq!(
        read_cookies([("portolan-auth-token.1", "x")], NAME),
        Ok(None)
    );
    for bad in [
        "base64-!!",
        "base64-",
        "%",
        "%zz",
        "null",
        "[]",
        "base64-e30",
        "{\"access_token\":\"\"}",
    ] {
        assert_eq!(read_cookies([(NAME, bad)], NAME), Err(CookieError), "{bad}");
    }
    let long = "a".repeat(100_000);
    assert_eq!(
        read_cookies([(NAME, long.as_str())], NAME),
        Err(CookieError)
    );
}

proptest! {
    #[test]
    fn session_cookie_reads_the_same_for_any_chunking(cuts in prop::collection::vec(0_usize..100, 0..12)) {
        let value = cookie_value();
        let mut places: Vec<usize> = cuts.iter().map(|cut| cut.min(&value.len()).to_owned()).collect();
        places.extend([0, value.len()]);
        places.sort_unstable();
        let chunks: Vec<(String, &str)> = places.windows(2).enumerate()
            .map(|(index, pair)| (format!("{NAME}.{index}"), &value[pair[0]..pair[1]])).collect();
        let cookies = chunks.iter().map(|(name, value)| (name.as_str(), *value));
        let session = read_cookies(cookies, NAME).expect("well written").expect("a session");
        prop_assert_eq!(session.access_token, "a.b.c");
    }

    #[test]
    fn cookie_parser_never_panics(value in "\\PC{0,60}") {
        let _ = read_cookies([(NAME, value.as_str())], NAME);
    }
}

#[test]
fn refusal_messages_match_client_expectations() {
    let weak = PasswordRules::default().check("x").expect_err("too short");
    assert_eq!(
        AuthError::from(weak).body(true),
        json!({"code": "weak_password", "message": "Password should be at least 6 characters.", "weak_password": {"reasons": ["length"]}})
    );
    let wrong = AuthError::InvalidCredentials;
    assert_eq!((wrong.status(), wrong.code()), (400, "invalid_credentials"));
    assert_eq!(
        wrong.body(false),
        json!({"code": 400, "error_code": "invalid_credentials", "msg": "Invalid login credentials"})
    );
    assert!(
        AuthError::from(TokenError::Expired)
            .to_string()
            .starts_with("invalid JWT")
    );
    assert!(
        AuthError::NoBearerToken
            .to_string()
            .contains("Bearer token")
    );
    assert_eq!(
        AuthError::from(InvalidAddress::Email).to_string(),
        "Unable to validate email address: invalid format"
    );
}

#[test]
fn session_json_has_fields_required_by_client() {
    let now: DateTime<Utc> = "2026-11-20T10:00:00Z".parse().expect("a time");
    let user = AuthUser {
        id: Uuid::from_u128(1),
        aud: "authenticated".to_owned(),
        role: "authenticated".to_owned(),
        email: "a@example.com".to_owned(),
        email_confirmed_at: Some(now),
        phone: String::new(),
        phone_confirmed_at: None,
        confirmation_sent_at: None,
        confirmed_at: Some(now),
        recovery_sent_at: None,
        new_email: None,
        new_phone: None,
        email_change_sent_at: None,
        phone_change_sent_at: None,
        reauthentication_sent_at: None,
        invited_at: None,
        last_sign_in_at: None,
        app_metadata: Map::new(),
        user_metadata: Map::new(),
        identities: Vec::new(),
        factors: Vec::new(),
        created_at: now,
        updated_at: now,
        banned_until: None,
        deleted_at: None,
        is_anonymous: false,
    };
    let session = SessionTokens::new("a.b.c".to_owned(), "r".to_owned(), user, now, 3600);
    let written = json!(session);
    assert_eq!(written["expires_at"], json!(now.timestamp() + 3600));
    assert_eq!(written["token_type"], "bearer");
    assert_eq!(written["user"]["created_at"], "2026-11-20T10:00:00Z");
    assert_eq!(written["user"].get("new_email"), None);
}
