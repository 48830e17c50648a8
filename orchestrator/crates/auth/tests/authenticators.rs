//! Answers of authenticators, and forgeries of them.

#![expect(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it should be"
)]

#[path = "../../../tests/http/authenticator.rs"]
mod authenticator;

use authenticator::Authenticator;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use portolan_auth::{
    CredentialOwner, CredentialUse, NewCredential, PasskeyAnswer, RelyingParty, WebauthnError,
};
use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

const SITE: &str = "https://charts.example";
const ADA: Uuid = Uuid::from_u128(0x0123_4567_89ab_4def_8123_4567_89ab_cdef);

fn relying_party() -> RelyingParty {
    RelyingParty::new("charts.example", "Charts", vec![SITE.into()]).unwrap()
}

fn credential_owner() -> CredentialOwner<'static> {
    CredentialOwner {
        id: ADA,
        name: "Ада <ada@example.com>",
    }
}

fn register_key(party: &RelyingParty, key: &mut Authenticator) -> NewCredential {
    let asked = party
        .create(credential_owner(), CredentialUse::Passkey, &[])
        .unwrap();
    let answer = key.create(&asked.options);
    party.finish_create(&asked.state, &answer).unwrap()
}

/// The answer with one bit of this member the other way round.
fn flip_bit(answer: &Value, member: &str, bit: usize) -> Value {
    let mut answer = answer.clone();
    let text = answer["response"][member].as_str().unwrap();
    let mut bytes = BASE64_URL_SAFE_NO_PAD.decode(text).unwrap();
    let bit = bit % (bytes.len() * 8);
    bytes[bit / 8] ^= 1 << (bit % 8);
    answer["response"][member] = json!(BASE64_URL_SAFE_NO_PAD.encode(bytes));
    answer
}

#[test]
fn stored_credential_round_trips_and_verifies_next_sign_in() {
    let party = relying_party();
    let mut key = Authenticator::new(1, SITE);
    let made = register_key(&party, &mut key);
    let text = serde_json::to_string(&made.credential).unwrap();
    let credential = serde_json::from_str(&text).unwrap();
    let known = party.create(
        credential_owner(),
        CredentialUse::SecondFactor,
        std::slice::from_ref(&credential),
    );
    let options = known.unwrap().options;
    assert_eq!(options["excludeCredentials"][0]["id"], credential.id);
    assert_eq!(options["user"]["name"], "Ада <ada@example.com>");
    assert_eq!(
        options["authenticatorSelection"]["residentKey"],
        "discouraged"
    );
    let asked = party.request(std::slice::from_ref(&credential)).unwrap();
    let answer = key.get(&asked.options);
    let used = party.finish_request(&asked.state, &answer, ADA, &credential);
    assert_ne!(used.unwrap(), credential, "the counter has gone on");
    let other = party.finish_request(&asked.state, &answer, Uuid::nil(), &credential);
    assert!(matches!(other, Err(WebauthnError::Wrong(_))));
}

#[test]
fn ip_addresses_are_invalid_relying_parties() {
    for bad in ["127.0.0.1", "[::1]", "", "a b"] {
        assert!(RelyingParty::new(bad, "x", Vec::new()).is_err(), "{bad}");
    }
    assert!(RelyingParty::new("localhost", "x", Vec::new()).is_ok());
}

proptest! {
    #[test]
    fn flipping_any_bit_of_signed_answer_fails_verification(member in 0_usize..3, bit in any::<usize>()) {
        let party = relying_party();
        let mut key = Authenticator::new(1, SITE);
        let made = register_key(&party, &mut key);
        let asked = party.request_any().unwrap();
        let answer = key.get(&asked.options);
        let member = ["clientDataJSON", "authenticatorData", "signature"][member];
        let check = |answer: &Value| {
            let read = PasskeyAnswer::read(answer)?;
            party.finish_request_any(&asked.state, &read, ADA, &made.credential)
        };
        prop_assert!(check(&flip_bit(&answer, member, bit)).is_err());
        prop_assert!(check(&answer).is_ok());
    }

    #[test]
    fn damaged_authenticator_answers_are_rejected_with_message(member in 0_usize..2, bits in prop::collection::vec(any::<usize>(), 1..8)) {
        let party = relying_party();
        let asked = party.create(credential_owner(), CredentialUse::Passkey, &[]).unwrap();
        let member = ["clientDataJSON", "attestationObject"][member];
        let mut answer = Authenticator::new(1, SITE).create(&asked.options);
        for bit in bits {
            answer = flip_bit(&answer, member, bit);
        }
        // Nothing signs a new key: what is not refused is another key of another authenticator.
        let _ = party.finish_create(&asked.state, &answer);
    }

    #[test]
    fn arbitrary_text_is_rejected_as_authenticator_answer(text in ".{0,200}") {
        let party = relying_party();
        let asked = party.request_any().unwrap();
        for answer in [json!(text), json!({"id": text, "rawId": text, "response": text}), json!({
            "id": text, "rawId": text, "type": "public-key", "clientExtensionResults": {},
            "response": {"clientDataJSON": text, "authenticatorData": text, "signature": text,
                "attestationObject": text, "userHandle": text},
        })] {
            prop_assert!(PasskeyAnswer::read(&answer).is_err());
            prop_assert!(party.finish_create(&asked.state, &answer).is_err());
        }
    }
}
