//! Signing in with the key of a wallet.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use ed25519_dalek::{Signer, SigningKey};
use serde_json::json;

use crate::{
    auth_support::anonymous_client,
    client::{Client, HttpAnswer},
};

struct Wallet {
    key: SigningKey,
    address: String,
}

impl Wallet {
    fn new(secret: [u8; 32]) -> Self {
        let key = SigningKey::from_bytes(&secret);
        let address = bs58::encode(key.verifying_key().as_bytes()).into_string();
        Self { key, address }
    }

    fn message(&self, site: &str, issued_at: &str) -> String {
        format!(
            "{site} wants you to sign in with your Solana account:\n{}\n\nLet me in\n\nVersion: 1\n\
             URI: http://{site}/login\nIssued At: {issued_at}",
            self.address
        )
    }

    async fn show(&self, client: &Client, message: &str) -> HttpAnswer {
        let signature = BASE64_URL_SAFE_NO_PAD.encode(self.key.sign(message.as_bytes()).to_bytes());
        let body = json!({"chain": "solana", "message": message, "signature": signature});
        client.post("/auth/v1/token?grant_type=web3", body).await
    }
}

const NOW: &str = "2026-11-20T12:00:00Z";

both!(wallet_signs_in_with_message_for_this_site, |world| {
    let server = world.auth_server(|options| options.solana = true).await;
    let client = anonymous_client(&server);
    let site = client.origin.strip_prefix("http://").unwrap().to_owned();
    let wallet = Wallet::new([3; 32]);
    let message = wallet.message(&site, NOW);
    let session = wallet.show(&client, &message).await.ok();
    let user = &session["user"];
    assert_eq!(user["app_metadata"]["provider"], "web3");
    assert_eq!(
        user["identities"][0]["identity_data"]["address"],
        wallet.address
    );
    assert_eq!(user["email"], "");
    let again = wallet.show(&client, &message).await;
    again.refused(400, "validation_failed");
    assert_eq!(
        again.json()["message"],
        "Signed message has been used already"
    );
    world.hand.advance(TimeDelta::seconds(5));
    let later = wallet.message(&site, "2026-11-20T12:00:05Z");
    assert_eq!(
        wallet.show(&client, &later).await.ok()["user"]["id"],
        user["id"]
    );
    for bad in [
        wallet.message("evil.example", NOW),
        wallet.message(&site, "2026-11-20T11:00:00Z"),
        "nonsense".to_owned(),
    ] {
        wallet
            .show(&client, &bad)
            .await
            .refused(400, "validation_failed");
    }
    let thief = Wallet {
        key: SigningKey::from_bytes(&[4; 32]),
        address: wallet.address.clone(),
    };
    let message = thief.message(&site, "2026-11-20T12:00:04Z");
    thief
        .show(&client, &message)
        .await
        .refused(400, "validation_failed");
    let body = json!({"chain": "ethereum", "message": "x", "signature": "0x"});
    let path = "/auth/v1/token?grant_type=web3";
    client
        .post(path, body)
        .await
        .refused(422, "web3_provider_disabled");
    let body = json!({"chain": "bitcoin", "message": "x", "signature": "0x"});
    client
        .post(path, body)
        .await
        .refused(400, "web3_unsupported_chain");
});

both!(wallets_are_off_by_default, |world| {
    let wallet = Wallet::new([3; 32]);
    let answer = wallet
        .show(
            &anonymous_client(&world.server),
            &wallet.message("localhost", NOW),
        )
        .await;
    answer.refused(422, "web3_provider_disabled");
    assert_eq!(answer.json()["message"], "Web3 provider is disabled");
});
