//! Access tokens: issued ones verify, and the attacks of RFC 7515 and RFC 8725 fail.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey, crypto};
use portolan_auth::{AmrEntry, Claims, ExpectedClaims, KeyError, Keys, TokenError};
use serde_json::{Value, json};
use uuid::Uuid;

const NOW: i64 = 1_790_000_000;
const ISSUER: &str = "http://127.0.0.1:8080/auth/v1";

fn signing_keys() -> Keys {
    Keys::generate([7; 32]).expect("a valid scalar")
}

fn expected_claims() -> ExpectedClaims<'static> {
    ExpectedClaims {
        issuer: Some(ISSUER),
        audience: "authenticated",
        now: NOW,
    }
}

fn sample_claims() -> Claims {
    Claims {
        iss: ISSUER.to_owned(),
        sub: Uuid::from_u128(1).to_string(),
        aud: "authenticated".to_owned(),
        exp: Some(NOW + 3600),
        iat: Some(NOW),
        email: "a@example.com".to_owned(),
        role: "authenticated".to_owned(),
        aal: "aal1".to_owned(),
        amr: vec![AmrEntry {
            method: "password".to_owned(),
            timestamp: NOW,
        }],
        session_id: Some(Uuid::from_u128(2)),
        ..Claims::default()
    }
}

fn key_id(keys: &Keys) -> String {
    let kid = keys.public()["keys"][0]["kid"].clone();
    kid.as_str().expect("a name").to_owned()
}

/// The private scalar as a key that signs whatever it is given.
fn forging_key(keys: &Keys) -> EncodingKey {
    use p256::pkcs8::EncodePrivateKey;
    let text: Value = serde_json::from_str(&keys.to_text()).expect("JSON");
    let d = text["keys"][0]["d"].as_str().expect("the scalar");
    let secret = p256::SecretKey::from_slice(&URL_SAFE_NO_PAD.decode(d).expect("base64"));
    let der = secret.expect("a scalar").to_pkcs8_der().expect("DER");
    EncodingKey::from_ec_der(der.as_bytes())
}

/// A token with any header and payload, properly signed with the server's own key.
fn sign_token(keys: &Keys, header: &str, payload: &str) -> String {
    let message = format!(
        "{}.{}",
        URL_SAFE_NO_PAD.encode(header),
        URL_SAFE_NO_PAD.encode(payload)
    );
    let signature = crypto::sign(message.as_bytes(), &forging_key(keys), Algorithm::ES256);
    format!("{message}.{}", signature.expect("a signature"))
}

fn change_payload(change: impl FnOnce(&mut Value)) -> String {
    let mut value = json!(sample_claims());
    change(&mut value);
    value.to_string()
}

fn header_text(keys: &Keys) -> String {
    json!({"alg": "ES256", "kid": key_id(keys), "typ": "JWT"}).to_string()
}

#[test]
fn issued_token_verifies() {
    let keys = signing_keys();
    let token = keys.sign(&sample_claims()).expect("a token");
    assert_eq!(keys.verify(&token, &expected_claims()), Ok(sample_claims()));
    assert_eq!(token.split('.').count(), 3);
}

#[test]
fn token_expires_at_exact_second() {
    let keys = signing_keys();
    let token = keys.sign(&sample_claims()).expect("a token");
    let at = |now| {
        keys.verify(
            &token,
            &ExpectedClaims {
                now,
                ..expected_claims()
            },
        )
        .map(|_| ())
    };
    assert_eq!(at(NOW + 3599), Ok(()));
    assert_eq!(at(NOW + 3600), Err(TokenError::Expired));
}

#[test]
fn cached_token_is_still_checked_for_claims_and_expiry() {
    let keys = signing_keys();
    let token = keys.sign(&sample_claims()).expect("a signing key");
    for _ in 0..2 {
        assert_eq!(keys.verify(&token, &expected_claims()), Ok(sample_claims()));
    }
    let late = ExpectedClaims {
        now: NOW + 3_600,
        ..expected_claims()
    };
    assert_eq!(keys.verify(&token, &late), Err(TokenError::Expired));
    let elsewhere = ExpectedClaims {
        issuer: Some("https://other.example/auth/v1"),
        ..expected_claims()
    };
    assert_eq!(keys.verify(&token, &elsewhere), Err(TokenError::Issuer));
    let (message, signature) = token.rsplit_once('.').expect("a signature");
    let mut other = signature.to_owned();
    other.replace_range(..1, if signature.starts_with('A') { "B" } else { "A" });
    let forged = format!("{message}.{other}");
    for _ in 0..2 {
        assert_eq!(
            keys.verify(&forged, &expected_claims()),
            Err(TokenError::Signature)
        );
    }
    // Other keys know nothing of it.
    let others = Keys::generate([9; 32]).expect("a valid scalar");
    assert!(others.verify(&token, &expected_claims()).is_err());
}

#[test]
fn unsigned_tokens_are_rejected() {
    let keys = signing_keys();
    for alg in [
        "none", "None", "NONE", "", "ES384", "HS512", "PS256", "EdDSA",
    ] {
        let header = json!({"alg": alg, "kid": key_id(&keys)}).to_string();
        let token = sign_token(&keys, &header, &change_payload(|_| {}));
        assert_eq!(
            keys.verify(&token, &expected_claims()),
            Err(TokenError::Algorithm),
            "{alg}"
        );
        let (message, _) = token.rsplit_once('.').expect("three parts");
        assert!(
            keys.verify(&format!("{message}."), &expected_claims())
                .is_err()
        );
    }
    let token = keys.sign(&sample_claims()).expect("a token");
    let (message, _) = token.rsplit_once('.').expect("three parts");
    assert_eq!(
        keys.verify(&format!("{message}."), &expected_claims()),
        Err(TokenError::Signature)
    );
}

#[test]
fn public_key_is_rejected_as_hmac_secret() {
    let keys = signing_keys();
    let public = keys.public().to_string();
    let jwk = keys.public()["keys"][0].to_string();
    for secret in [public.as_bytes(), jwk.as_bytes()] {
        for header in [
            json!({"alg": "HS256", "kid": key_id(&keys), "typ": "JWT"}),
            json!({"alg": "HS256", "typ": "JWT"}),
        ] {
            let message = format!(
                "{}.{}",
                URL_SAFE_NO_PAD.encode(header.to_string()),
                URL_SAFE_NO_PAD.encode(change_payload(|_| {}))
            );
            let key = EncodingKey::from_secret(secret);
            let signature = crypto::sign(message.as_bytes(), &key, Algorithm::HS256);
            let token = format!("{message}.{}", signature.expect("a signature"));
            assert_eq!(
                keys.verify(&token, &expected_claims()),
                Err(TokenError::UnknownKey)
            );
        }
    }
}

#[test]
fn header_keys_and_extensions_are_rejected() {
    let keys = signing_keys();
    let kid = key_id(&keys);
    for (name, value) in [
        ("jku", json!("http://127.0.0.1/keys")),
        ("jwk", keys.public()["keys"][0].clone()),
        ("x5u", json!("http://127.0.0.1/certificate")),
        ("x5c", json!(["MIIB"])),
        ("crit", json!(["exp"])),
        ("crit", json!([])),
        ("b64", json!(false)),
        ("zip", json!("DEF")),
        ("cty", json!("JWT")),
        ("typ", json!("at+jwt")),
        ("typ", json!(1)),
    ] {
        let mut header = json!({"alg": "ES256", "kid": kid});
        header[name] = value;
        let token = sign_token(&keys, &header.to_string(), &change_payload(|_| {}));
        assert_eq!(
            keys.verify(&token, &expected_claims()),
            Err(TokenError::Header),
            "{header}"
        );
    }
}

#[test]
fn unknown_or_malicious_kid_is_rejected() {
    let keys = signing_keys();
    for kid in [
        "",
        "../../dev/null",
        "' OR 1=1 --",
        "/proc/self/environ",
        "other",
    ] {
        let header = json!({"alg": "ES256", "kid": kid}).to_string();
        let token = sign_token(&keys, &header, &change_payload(|_| {}));
        assert_eq!(
            keys.verify(&token, &expected_claims()),
            Err(TokenError::UnknownKey),
            "{kid:?}"
        );
    }
    let header = json!({"alg": "ES256", "kid": [key_id(&keys)]}).to_string();
    let token = sign_token(&keys, &header, &change_payload(|_| {}));
    assert_eq!(
        keys.verify(&token, &expected_claims()),
        Err(TokenError::Header)
    );
}

#[test]
fn duplicate_members_in_tokens_are_rejected() {
    let keys = signing_keys();
    let whole = change_payload(|_| {});
    for twice in [
        whole.replacen('{', r#"{"sub":"x","#, 1),
        whole.replacen('{', r#"{"role":"service_role","#, 1),
        whole.replacen(r#""app_metadata":{"#, r#""app_metadata":{"a":1,"a":2"#, 1),
    ] {
        let token = sign_token(&keys, &header_text(&keys), &twice);
        assert_eq!(
            keys.verify(&token, &expected_claims()),
            Err(TokenError::Malformed),
            "{twice}"
        );
    }
    let double = format!(
        r#"{{"alg":"none","alg":"ES256","kid":"{}"}}"#,
        key_id(&keys)
    );
    let token = sign_token(&keys, &double, &whole);
    assert_eq!(
        keys.verify(&token, &expected_claims()),
        Err(TokenError::Malformed)
    );
}

#[test]
fn mismatched_claims_are_rejected() {
    let keys = signing_keys();
    for (name, value, error) in [
        ("aud", json!("other"), TokenError::Audience),
        ("aud", json!(["other"]), TokenError::Audience),
        ("aud", Value::Null, TokenError::Audience),
        ("iss", json!("http://elsewhere"), TokenError::Issuer),
        ("exp", json!(NOW), TokenError::Expired),
        ("exp", json!(-1), TokenError::Expired),
        ("exp", Value::Null, TokenError::Claims),
        ("exp", json!("1999999999"), TokenError::Claims),
        ("exp", json!(1e300), TokenError::Claims),
        ("nbf", json!(NOW + 60), TokenError::NotYet),
        ("sub", json!("root"), TokenError::Claims),
        ("sub", Value::Null, TokenError::Claims),
        ("role", json!(""), TokenError::Claims),
        ("session_id", Value::Null, TokenError::Claims),
        ("session_id", json!("1"), TokenError::Claims),
    ] {
        let token = sign_token(
            &keys,
            &header_text(&keys),
            &change_payload(|claims| claims[name] = value.clone()),
        );
        assert_eq!(
            keys.verify(&token, &expected_claims()),
            Err(error),
            "{name}: {value}"
        );
    }
    let list = change_payload(|claims| claims["aud"] = json!(["other", "authenticated"]));
    let token = sign_token(&keys, &header_text(&keys), &list);
    assert!(keys.verify(&token, &expected_claims()).is_ok());
}

#[test]
fn damaged_tokens_are_rejected() {
    let keys = signing_keys();
    let token = keys.sign(&sample_claims()).expect("a token");
    for index in 0..token.len() {
        let mut bytes = token.clone().into_bytes();
        bytes[index] = if bytes[index] == b'A' { b'B' } else { b'A' };
        let damaged = String::from_utf8(bytes).expect("ASCII");
        assert!(
            keys.verify(&damaged, &expected_claims()).is_err(),
            "{index}"
        );
    }
    let long = "a".repeat(100_000);
    for text in [
        "",
        ".",
        "..",
        "a.b",
        "a.b.c",
        "a.b.c.d",
        &format!("{token}.x"),
        &format!("{token}="),
        &long,
    ] {
        assert!(keys.verify(text, &expected_claims()).is_err(), "{text:.80}");
    }
}

#[test]
fn another_servers_token_is_rejected() {
    let other = Keys::generate([9; 32]).expect("a valid scalar");
    let token = other.sign(&sample_claims()).expect("a token");
    assert_eq!(
        signing_keys().verify(&token, &expected_claims()),
        Err(TokenError::UnknownKey)
    );
    let header = json!({"alg": "ES256", "kid": key_id(&signing_keys())}).to_string();
    let forged = sign_token(&other, &header, &change_payload(|_| {}));
    assert_eq!(
        signing_keys().verify(&forged, &expected_claims()),
        Err(TokenError::Signature)
    );
}

#[test]
fn service_tokens_need_neither_expiry_nor_session() {
    let keys = signing_keys();
    let service = Claims {
        role: "service_role".to_owned(),
        sub: "anything".to_owned(),
        ..Claims::default()
    };
    let token = keys.sign(&service).expect("a token");
    let read = keys.verify(&token, &expected_claims()).expect("taken");
    assert!(read.is_admin() && read.user_id().is_none());
    let anon = Claims {
        role: "anon".to_owned(),
        ..Claims::default()
    };
    let token = keys.sign(&anon).expect("a token");
    assert!(
        keys.verify(&token, &expected_claims())
            .is_ok_and(|claims| !claims.is_admin())
    );
}

#[test]
fn first_signing_key_signs_and_all_keys_verify() {
    let old = signing_keys();
    let new = Keys::generate([9; 32]).expect("a valid scalar");
    let jwk = |keys: &Keys| -> Value {
        let text: Value = serde_json::from_str(&keys.to_text()).expect("JSON");
        text["keys"][0].clone()
    };
    let secret = json!({"kty": "oct", "kid": "legacy", "k": URL_SAFE_NO_PAD.encode([5; 32]), "key_ops": ["verify"]});
    let both = json!({"keys": [secret, jwk(&new), jwk(&old)]}).to_string();
    let both = Keys::parse(&both).expect("three keys");
    let token = old.sign(&sample_claims()).expect("a token");
    assert!(both.verify(&token, &expected_claims()).is_ok());
    let token = both.sign(&sample_claims()).expect("a token");
    assert!(new.verify(&token, &expected_claims()).is_ok());
    assert_eq!(both.public()["keys"].as_array().map(Vec::len), Some(2));
    let again = Keys::parse(&both.to_text()).expect("what was written");
    assert!(again.verify(&token, &expected_claims()).is_ok());
}

#[test]
fn public_key_set_contains_no_secret_members() {
    let keys = signing_keys();
    let public = keys.public();
    let key = &public["keys"][0];
    assert_eq!(
        (&key["alg"], &key["kty"], &key["crv"], &key["use"]),
        (
            &json!("ES256"),
            &json!("EC"),
            &json!("P-256"),
            &json!("sig")
        )
    );
    assert_eq!(key.get("d"), None);
    let text: Value = serde_json::from_str(&keys.to_text()).expect("JSON");
    let secret = text["keys"][0]["d"]
        .as_str()
        .expect("the scalar")
        .to_owned();
    assert!(!public.to_string().contains(&secret));
    assert!(!format!("{keys:?}").contains(&secret));
}

#[test]
fn invalid_keys_are_rejected() {
    let pair: Value = serde_json::from_str(&signing_keys().to_text()).expect("JSON");
    let mut mismatched = pair["keys"][0].clone();
    mismatched["d"] = json!(URL_SAFE_NO_PAD.encode([8; 32]));
    let twice = json!([pair["keys"][0], pair["keys"][0]]);
    for (text, error) in [
        ("nonsense".to_owned(), "not JSON Web Keys"),
        (mismatched.to_string(), "not valid"),
        (twice.to_string(), "two keys are named"),
        (
            signing_keys().public().to_string(),
            "none of the keys may sign",
        ),
        (json!({"keys": []}).to_string(), "none of the keys may sign"),
        (
            json!({"kty": "oct", "k": "c2hvcnQ"}).to_string(),
            "not valid",
        ),
        (
            json!({"kty": "OKP", "crv": "Ed25519", "x": "AA"}).to_string(),
            "not supported",
        ),
        (
            json!({"kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"}).to_string(),
            "not valid",
        ),
    ] {
        let refused: Result<Keys, KeyError> = Keys::parse(&text);
        let message = refused.map(|_| ()).expect_err(&text).to_string();
        assert!(message.contains(error), "{text}: {message}");
    }
    assert!(Keys::generate([0; 32]).is_err());
    assert!(Keys::generate([255; 32]).is_err());
}

/// The example of RFC 7515, A.1: a token of another user, signed with a known secret.
#[test]
fn rfc_7515_example_passes_signature_check() {
    let secret =
        "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow";
    let keys = Keys::parse(&json!({"kty": "oct", "k": secret}).to_string()).expect("a key");
    let token = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    // The signature is right, so the first objection is its age.
    assert_eq!(
        keys.verify(token, &expected_claims()),
        Err(TokenError::Expired)
    );
    let broken = token.replace("dBjf", "dBjg");
    assert_eq!(
        keys.verify(&broken, &expected_claims()),
        Err(TokenError::Signature)
    );
}

/// The thumbprint of RFC 7638, 3.1.
#[test]
fn key_without_kid_uses_rfc_7638_thumbprint() {
    let n = "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw";
    let own: Value = serde_json::from_str(&signing_keys().to_text()).expect("JSON");
    let set = json!({"keys": [{"kty": "RSA", "n": n, "e": "AQAB"}, own["keys"][0]]});
    let keys = Keys::parse(&set.to_string()).expect("two keys");
    assert_eq!(
        keys.public()["keys"][0]["kid"],
        "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs"
    );
}

#[test]
fn rsa_private_key_signs_and_public_key_verifies() {
    let text = include_str!("fixtures/rsa.json");
    let keys = Keys::parse(text).expect("a key");
    let token = keys.sign(&sample_claims()).expect("a token");
    assert_eq!(keys.verify(&token, &expected_claims()), Ok(sample_claims()));
    let header = token.split('.').next().expect("a header");
    let header = URL_SAFE_NO_PAD.decode(header).expect("base64url");
    let header: Value = serde_json::from_slice(&header).expect("JSON");
    assert_eq!(header["alg"], "RS256");
    let public = keys.public();
    for secret in ["d", "p", "q"] {
        assert!(public["keys"][0][secret].is_null());
    }
    // PeerEvent only the public half is known, beside a key of one's own.
    let own = Keys::generate([9; 32]).expect("a key").to_text();
    let own: Value = serde_json::from_str(&own).expect("JSON");
    let both = json!({"keys": [own["keys"][0], public["keys"][0]]}).to_string();
    let elsewhere = Keys::parse(&both).expect("keys");
    assert_eq!(
        elsewhere.verify(&token, &expected_claims()),
        Ok(sample_claims())
    );
    let mut broken: Value = serde_json::from_str(text).expect("JSON");
    broken["p"] = broken["q"].clone();
    assert!(Keys::parse(&broken.to_string()).is_err());
}

#[test]
fn rotated_key_signs_and_previous_key_still_verifies() {
    let old = Keys::generate([1; 32]).expect("a key");
    let token = old.sign(&sample_claims()).expect("a token");
    let rotated = old.rotated([2; 32]).expect("keys");
    assert_eq!(rotated.count(), 2);
    assert_eq!(
        rotated.verify(&token, &expected_claims()),
        Ok(sample_claims())
    );
    let fresh = rotated.sign(&sample_claims()).expect("a token");
    assert_eq!(
        old.verify(&fresh, &expected_claims()),
        Err(TokenError::UnknownKey)
    );
    assert!(
        rotated
            .newest(1)
            .verify(&token, &expected_claims())
            .is_err()
    );
}

#[test]
fn shared_secret_verifies_alongside_keys_and_signs_alone() {
    let secret = "37c304f8-51aa-419a-a1af-06154e63707a";
    let alone = Keys::of_secret(secret).expect("a secret");
    let token = alone.sign(&sample_claims()).expect("a token");
    let keys = Keys::generate([1; 32]).expect("a key");
    let beside = keys.with_secret(secret).expect("keys");
    assert_eq!(
        beside.verify(&token, &expected_claims()),
        Ok(sample_claims())
    );
    let own = beside.sign(&sample_claims()).expect("a token");
    assert!(alone.verify(&own, &expected_claims()).is_err());
    assert_eq!(beside.public()["keys"].as_array().map(Vec::len), Some(1));
    assert!(Keys::of_secret("short").is_err());
}
