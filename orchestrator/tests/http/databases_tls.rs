//! The certificate of a real PostgreSQL server.

use portolan_databases::testing::TlsPostgres;
use portolan_store::testing::{READER, READER_PASSWORD};
use serde_json::{Value, json};

use crate::world::World;

#[actix_web::test]
async fn postgresql_certificate_is_checked_against_the_given_authority() {
    let (Some(postgres), Some(other)) = (TlsPostgres::start(), TlsPostgres::start()) else {
        return;
    };
    let world = World::sqlite().await;
    let ada = world.new_user("ada").await;
    let port = postgres.address.port();
    let server = world
        .restart_with(|settings| {
            settings.fetch_allow = vec![format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        })
        .await;
    let ada = ada.at(server.address);
    let login = |host: &str, mode: &str, authority: Option<String>| {
        json!({"database": {
            "host": host, "port": port, "database": "postgres", "user": READER, "password": READER_PASSWORD,
            "sslMode": mode, "caCertificate": authority,
        }})
    };
    let own = || Some(postgres.certificates.authority());
    for body in [
        login("127.0.0.1", "require", None),
        login("127.0.0.1", "verify-full", own()),
    ] {
        let listed = ada.post("/api/databases/tables", body).await.ok();
        assert_eq!(listed["items"][0]["table"], "orders");
    }
    let foreign = Some(other.certificates.authority());
    for (body, advice) in [
        (
            login("127.0.0.1", "verify-full", None),
            "Add the CA certificate",
        ),
        (login("127.0.0.1", "verify-full", foreign), "isn't trusted"),
        (
            login("localhost", "verify-full", own()),
            "is for another name",
        ),
        (
            login("127.0.0.1", "verify-full", Some("ca.pem".into())),
            "BEGIN CERTIFICATE",
        ),
        (login("127.0.0.1", "disable", None), "rejected the login"),
    ] {
        let refused: Value = ada.post("/api/databases/tables", body).await.is(422).json();
        assert!(refused.to_string().contains(advice), "{advice}: {refused}");
    }
}
