//! Codes, challenges, addresses to come back to, second factors and signed messages.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use ed25519_dalek::Signer;
use portolan_auth::{
    AuthError, Chain, ChallengeMethod, CodeChallenge, CodeSecret, RedirectRules, SignInMessage,
    TotpSecret, VerificationType, is_same, one_time_code, qr_code,
};
use proptest::prelude::*;
use sha3::{Digest, Keccak256};
use url::Url;

#[test]
fn code_hash_depends_on_secret_and_owner() {
    let secret = CodeSecret::new([1; 32]);
    let hash = secret.hash("ada", "123456");
    assert_eq!(hash, secret.hash("ada", "123456"));
    assert_ne!(hash, secret.hash("bob", "123456"));
    assert_ne!(hash, secret.hash("ada", "123457"));
    assert_ne!(hash, CodeSecret::new([2; 32]).hash("ada", "123456"));
    // No two splits of the same letters are the same.
    assert_ne!(secret.hash("ab", "c"), secret.hash("a", "bc"));
    assert!(!format!("{secret:?}").contains('1'));
    assert!(is_same("a", "a") && !is_same("a", "b") && !is_same("a", "aa"));
}

proptest! {
    #[test]
    fn sealing_twice_restores_original_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let secret = CodeSecret::new([7; 32]);
        let sealed = secret.seal("name", &bytes);
        prop_assert_eq!(secret.seal("name", &sealed), bytes.clone());
        prop_assert!(bytes.len() < 8 || sealed != bytes);
    }

    #[test]
    fn one_time_code_has_requested_number_of_digits(random in any::<[u8; 16]>(), digits in 1_u32..=10) {
        let code = one_time_code(random, digits);
        prop_assert_eq!(code.len(), digits as usize);
        prop_assert!(code.bytes().all(|byte| byte.is_ascii_digit()));
    }

    #[test]
    fn redirect_patterns_never_match_foreign_hosts(host in "[a-z]{1,12}\\.[a-z]{2,3}", path in "[a-z/.?#@:%]{0,30}") {
        let site = Url::parse("https://site.example").expect("an address");
        let rules = RedirectRules::new(["https://*.app.example/**".to_owned()], false);
        let chosen = rules.choose(Some(&format!("https://{host}/{path}")), &site);
        let name = chosen.host_str().unwrap_or_default();
        prop_assert!(name == "site.example" || name.ends_with(".app.example"), "{}", chosen);
    }
}

#[test]
fn code_challenge_accepts_only_its_verifier() {
    // RFC 7636, appendix B.
    let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    let read = CodeChallenge::read(Some(challenge), Some("S256"), false)
        .expect("a challenge")
        .expect("one");
    assert_eq!(read.method, ChallengeMethod::S256);
    assert!(read.is_met_by(verifier));
    assert!(!read.is_met_by(&verifier.replace('d', "e")));
    assert!(!read.is_met_by(challenge));
    assert!(CodeChallenge::read(Some(verifier), Some("plain"), false).is_err());
    let plain = CodeChallenge::read(Some(verifier), Some("plain"), true);
    assert!(plain.expect("allowed").expect("one").is_met_by(verifier));
    assert_eq!(CodeChallenge::read(Some(""), None, false), Ok(None));
}

#[test]
fn redirects_go_only_to_allowed_addresses() {
    let site = Url::parse("https://site.example/start").expect("an address");
    let patterns = [
        "https://app.example/**",
        "https://*.preview.example/in",
        "myapp://login",
    ];
    let rules = RedirectRules::new(patterns.map(str::to_owned), false);
    for good in [
        "https://site.example/else?x=1",
        "https://app.example/a/b?c=d",
        "https://branch-1.preview.example/in",
        "myapp://login",
    ] {
        assert_eq!(rules.choose(Some(good), &site).as_str(), good);
    }
    for bad in [
        "",
        "nonsense",
        "http://site.example/",
        "https://site.example.evil.example/",
        "https://site.example@evil.example/",
        "https://user:pass@site.example/",
        "https://app.example.evil.example/",
        "https://a.b.preview.example/in",
        "https://evil.example/#https://app.example/x",
        "http://localhost:3000/",
        "javascript:alert(1)",
        "data:text/html,x",
    ] {
        assert_eq!(rules.choose(Some(bad), &site), site, "{bad}");
    }
    let developing = RedirectRules::new([], true);
    for good in [
        "http://localhost:3000/in",
        "http://127.0.0.1/",
        "http://[::1]:5173/",
    ] {
        assert_eq!(developing.choose(Some(good), &site).as_str(), good);
    }
}

#[test]
fn long_redirect_pattern_is_matched_quickly() {
    let site = Url::parse("https://site.example").expect("an address");
    let rules = RedirectRules::new([format!("https://{}b", "*a".repeat(200))], false);
    let wish = format!("https://{}.example/", "a".repeat(60));
    assert_eq!(rules.choose(Some(&wish), &site), site);
}

#[test]
fn totp_codes_match_rfc_6238_vectors() {
    // RFC 6238, appendix B, the last six digits.
    let secret = TotpSecret::from_bytes(b"12345678901234567890").expect("20 bytes");
    for (time, code) in [
        (59, "287082"),
        (1_111_111_109, "081804"),
        (1_234_567_890, "005924"),
        (2_000_000_000, "279037"),
    ] {
        assert_eq!(secret.code(time), code);
        assert!(secret.check(code, time, None).is_some());
        // 30 s to either side, and no further.
        assert!(secret.check(code, time + 30, None).is_some());
        assert!(secret.check(code, time + 90, None).is_none());
        let step = secret.check(code, time, None);
        assert_eq!(secret.check(code, time, step), None, "good once");
    }
    assert_eq!(secret.text(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    let uri = secret.uri("My App", "ada@example.com");
    assert!(
        uri.starts_with("otpauth://totp/My%20App:ada%40example.com?"),
        "{uri}"
    );
    let picture = qr_code(&uri).expect("a picture");
    assert!(picture.starts_with("<svg") && picture.ends_with("</svg>"));
    assert!(!picture.contains('#'));
    for wrong in ["", "28708", "2870822", "abcdef", "２８７０８２"] {
        assert_eq!(secret.check(wrong, 59, None), None);
    }
}

#[test]
fn verification_types_round_trip_through_their_names() {
    for name in [
        "signup",
        "invite",
        "magiclink",
        "recovery",
        "email_change",
        "email",
        "sms",
        "phone_change",
    ] {
        assert_eq!(
            VerificationType::parse(name).map(VerificationType::name),
            Some(name)
        );
    }
    assert_eq!(VerificationType::parse("sso"), None);
}

fn issued_at() -> DateTime<Utc> {
    "2026-11-20T12:00:00Z".parse().expect("a time")
}

fn ethereum_message(address: &str) -> String {
    format!(
        "site.example wants you to sign in with your Ethereum account:\n{address}\n\nI accept: the terms.\n\n\
         URI: https://site.example/login\nVersion: 1\nChain ID: 1\nNonce: 12345678\n\
         Issued At: 2026-11-20T12:00:00.000Z"
    )
}

#[test]
fn ethereum_wallet_signature_is_verified() {
    let key = k256::ecdsa::SigningKey::from_slice(&[7; 32]).expect("a key");
    let point = key.verifying_key().to_encoded_point(false);
    let hash = Keccak256::digest(&point.as_bytes()[1..]);
    let address = format!("0x{}", hex::encode_upper(&hash[12..]));
    let text = ethereum_message(&address);
    let prefixed = format!("\x19Ethereum Signed Message:\n{}{text}", text.len());
    let digest = Keccak256::digest(prefixed);
    let (signature, recovery) = key.sign_prehash_recoverable(&digest).expect("a signature");
    let mut bytes = signature.to_vec();
    bytes.push(27 + recovery.to_byte());
    let signature = format!("0x{}", hex::encode(bytes));
    let message = SignInMessage::parse(Chain::Ethereum, &text).expect("a message");
    assert_eq!(message.statement.as_deref(), Some("I accept: the terms."));
    assert_eq!(message.nonce.as_deref(), Some("12345678"));
    let signed = message.signed_by(&signature).expect("signed");
    assert_eq!(signed.address, address.to_lowercase());
    // The signature of other words.
    let other = text.replace("terms", "germs");
    let other = SignInMessage::parse(Chain::Ethereum, &other).expect("a message");
    assert!(other.signed_by(&signature).is_err());
    for bad in [
        "",
        "0x",
        "0x00",
        &signature[2..],
        &signature.replace('0', "1"),
    ] {
        assert!(message.signed_by(bad).is_err());
    }
}

#[test]
fn solana_wallet_signature_is_verified() {
    let key = ed25519_dalek::SigningKey::from_bytes(&[9; 32]);
    let address = bs58::encode(key.verifying_key().as_bytes()).into_string();
    let text = format!(
        "site.example:3000 wants you to sign in with your Solana account:\n{address}\n\nVersion: 1\n\
         URI: https://site.example:3000/\nIssued At: 2026-11-20T12:00:00.000Z"
    );
    let message = SignInMessage::parse(Chain::Solana, &text).expect("a message");
    let signature = URL_SAFE_NO_PAD.encode(key.sign(text.as_bytes()).to_bytes());
    assert_eq!(
        message.signed_by(&signature).expect("signed").address,
        address
    );
    let other = ed25519_dalek::SigningKey::from_bytes(&[8; 32]);
    let forged = URL_SAFE_NO_PAD.encode(other.sign(text.as_bytes()).to_bytes());
    assert!(message.signed_by(&forged).is_err());
}

#[test]
fn wallet_message_is_valid_only_for_its_site_and_time() {
    let address = format!("0x{}", "ab".repeat(20));
    let text = ethereum_message(&address);
    let message = SignInMessage::parse(Chain::Ethereum, &text).expect("a message");
    assert_eq!(message.check_time(issued_at()), Ok(()));
    assert_eq!(
        message.check_time(issued_at() + TimeDelta::minutes(10)),
        Ok(())
    );
    for minutes in [11, -11] {
        assert!(
            message
                .check_time(issued_at() + TimeDelta::minutes(minutes))
                .is_err()
        );
    }
    let with = |line: &str| {
        let text = format!("{text}\n{line}");
        let message = SignInMessage::parse(Chain::Ethereum, &text).expect("a message");
        message.check_time(issued_at())
    };
    assert!(with("Expiration Time: 2026-11-20T11:59:00Z").is_err());
    assert!(with("Not Before: 2026-11-20T12:01:00Z").is_err());
    assert!(with("Expiration Time: 2026-11-20T12:01:00Z").is_ok());
    for (from, to) in [
        ("https://site.example/login", "https://evil.example/login"),
        ("Version: 1", "Version: 2"),
        ("Issued At: 2026-11-20T12:00:00.000Z", "Issued At: now"),
        ("0xab", "0xzz"),
        (" wants you to sign in", " would like you to sign in"),
        ("URI: https://site.example/login\n", ""),
    ] {
        let refused = SignInMessage::parse(Chain::Ethereum, &text.replace(from, to));
        assert!(matches!(refused, Err(AuthError::Validation(_))), "{to}");
    }
    assert!(SignInMessage::parse(Chain::Solana, &text).is_err());
}
