use std::{process::ExitCode, time::Duration};

use portolan_assistant::{LanguageModel, test_model};
use portolan_chat_actors::check_nats;

use super::{CommandFailure, data_folder::DataFolder, settings::Settings, wiring};
use crate::mail::Smtp;

/// The longest that the public URL may take to answer.
const PUBLIC_URL_TIME: Duration = Duration::from_secs(10);
/// The longest that the collector of traces may take to answer.
const COLLECTOR_TIME: Duration = Duration::from_secs(5);

/// Checks each part and prints problems; exit code 1 if there are any.
pub async fn run_checks(settings: &Settings) -> Result<ExitCode, CommandFailure> {
    let mut is_well = true;
    let mut report = |part: &str, result: Result<String, CommandFailure>| match result {
        Ok(state) => println!("✓ {part}: {state}"),
        Err(failure) => {
            is_well = false;
            println!("✗ {part}: {failure}");
        }
    };
    report("data folder", Ok(settings.data_dir.display().to_string()));
    let database = wiring::open_store(settings).await;
    report(
        "database",
        database.map(|_| "answers, and is up to date".into()),
    );
    report("other servers", check_other_servers(settings).await);
    report("object store", check_object_store(settings).await);
    report("query engine", check_query_worker(settings).await);
    let offered = wiring::with_offered_models(settings).await;
    match wiring::build_models(&offered) {
        Ok(models) => {
            for item in models.list() {
                if let Ok(model) = models.get(&item.id) {
                    report("model", test_model_call(model.as_ref()).await);
                }
            }
        }
        Err(failure) => report("model", Err(failure)),
    }
    report("mail", check_mail(settings).await);
    report("public URL", public_url(settings).await);
    report("backups", check_backups(settings).await);
    report("traces", check_traces(settings).await);
    report(
        "web client",
        portolan_assets::fallback_page()
            .map(|_| "is part of this program".into())
            .ok_or_else(|| CommandFailure::new("is not part of this program: run `npm run build`")),
    );
    Ok(if is_well {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Makes one real call of a remote model.
async fn test_model_call(model: &dyn LanguageModel) -> Result<String, CommandFailure> {
    let id = &model.card().id;
    let Some(settings) = model.remote() else {
        return Ok(format!("{id}, which needs no key"));
    };
    let place = format!(
        "{id} at {} ({})",
        settings.base_url,
        settings.provider_name()
    );
    let report = test_model(model).await;
    match (&report.error, &report.detail) {
        (Some(error), detail) => Err(CommandFailure::new(format!(
            "{place}: {error} [{}]",
            detail.as_deref().unwrap_or_default()
        ))),
        (None, _) => Ok(format!("{place}: {}", report.summary())),
    }
}

async fn check_mail(settings: &Settings) -> Result<String, CommandFailure> {
    let Some(server) = &settings.smtp_url else {
        return Ok(
            "no mail server is set; sign-up by email stays closed outside of development mode"
                .into(),
        );
    };
    let from = settings
        .mail_from
        .as_ref()
        .or(settings.feedback_email.as_ref());
    let from =
        from.ok_or_else(|| CommandFailure::new("set PORTOLAN_MAIL_FROM to the sender's address"))?;
    let smtp = Smtp::new(server, from).map_err(CommandFailure::new)?;
    smtp.test().await.map_err(CommandFailure::new)?;
    Ok("the server accepts this account".into())
}

/// Requests this server's configuration from its public URL.
async fn public_url(settings: &Settings) -> Result<String, CommandFailure> {
    let Some(url) = &settings.public_url else {
        return Ok("none is set; users open the address that the server listens on".into());
    };
    let target = url.join("/api/config").map_err(CommandFailure::new)?;
    let wrong = |cause: String| {
        CommandFailure::new(format!(
            "{url} {cause}: start the server, and check the proxy, the certificate and DNS"
        ))
    };
    let client = reqwest::Client::builder()
        .timeout(PUBLIC_URL_TIME)
        .build()
        .map_err(CommandFailure::new)?;
    let response = client.get(target).send().await;
    let response = response.map_err(|error| wrong(format!("does not answer ({error})")))?;
    let status = response.status();
    let answer: serde_json::Value = response.json().await.unwrap_or_default();
    if answer.get("buildId").is_none() {
        return Err(wrong(format!("answers {status}, but not as Portolan")));
    }
    Ok(format!("{url} answers"))
}

/// Looks for the program that dumps the database.
async fn check_backups(settings: &Settings) -> Result<String, CommandFailure> {
    let is_postgres = settings
        .database_url
        .as_ref()
        .is_some_and(|url| url.starts_with("postgres"));
    if !is_postgres {
        return Ok("`portolan backup` needs no other program".into());
    }
    let version = tokio::process::Command::new("pg_dump")
        .arg("--version")
        .output()
        .await;
    let version = version.map_err(|error| {
        CommandFailure::new(format!(
            "pg_dump doesn't start ({error}): install postgresql-client for `portolan backup`"
        ))
    })?;
    Ok(String::from_utf8_lossy(&version.stdout).trim().to_owned())
}

/// Sends the collector a request without spans.
async fn check_traces(settings: &Settings) -> Result<String, CommandFailure> {
    let Some(endpoint) = &settings.otlp_endpoint else {
        return Ok("none are exported".into());
    };
    let headers = settings.otlp_headers().map_err(CommandFailure::new)?;
    let address = format!("{}/v1/traces", endpoint.as_str().trim_end_matches('/'));
    let client = reqwest::Client::builder()
        .timeout(COLLECTOR_TIME)
        .build()
        .map_err(CommandFailure::new)?;
    let mut request = client
        .post(&address)
        .json(&serde_json::json!({"resourceSpans": []}));
    for (name, value) in headers {
        request = request.header(name, value);
    }
    let response = request.send().await.map_err(|error| {
        CommandFailure::new(format!(
            "{address} doesn't answer ({error}): start the collector, or fix PORTOLAN_OTLP_ENDPOINT"
        ))
    })?;
    if !response.status().is_success() {
        return Err(CommandFailure::new(format!(
            "{address} answers {}: fix PORTOLAN_OTLP_ENDPOINT and PORTOLAN_OTLP_HEADERS",
            response.status()
        )));
    }
    Ok(format!("{address} takes them"))
}

/// Connects to NATS if it is configured.
async fn check_other_servers(settings: &Settings) -> Result<String, CommandFailure> {
    let is_shared = settings
        .database_url
        .as_ref()
        .is_some_and(|url| url.starts_with("postgres"));
    match (&settings.nats_url, is_shared) {
        (None, false) => Ok("none: SQLite has one server".into()),
        (None, true) => {
            Ok("communicate over the database; set PORTOLAN_NATS_URL for lower latency".into())
        }
        (Some(_), false) => Err(CommandFailure::new(
            "several servers need PostgreSQL: set PORTOLAN_DATABASE_URL, or remove PORTOLAN_NATS_URL",
        )),
        (Some(addresses), true) => {
            let version = check_nats(&addresses.0)
                .await
                .map_err(CommandFailure::new)?;
            Ok(format!("communicate over NATS {version}"))
        }
    }
}

async fn check_object_store(settings: &Settings) -> Result<String, CommandFailure> {
    let folder = DataFolder::open(&settings.data_dir).map_err(CommandFailure::new)?;
    let objects = wiring::open_objects(settings, &folder)?;
    objects.probe().await.map_err(CommandFailure::new)?;
    Ok(settings
        .object_store
        .clone()
        .unwrap_or_else(|| "is the data folder, and is writable".into()))
}

async fn check_query_worker(settings: &Settings) -> Result<String, CommandFailure> {
    let folder = tempfile::tempdir().map_err(CommandFailure::new)?;
    let file = folder.path().join("check.csv");
    std::fs::write(&file, "a,b\n1,2\n").map_err(CommandFailure::new)?;
    wiring::start_query_pool(settings)?
        .convert(&file, "check.csv", folder.path())
        .await
        .map(|_| "reads a table".into())
        .map_err(|failure| CommandFailure::new(failure.message))
}
