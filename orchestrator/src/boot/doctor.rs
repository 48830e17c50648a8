use std::process::ExitCode;

use super::{
    Failure,
    data_folder::DataFolder,
    settings::{Settings, remote_endpoint},
    wiring,
};

/// Checks each part and says what is wrong; exit 1 where something is.
pub async fn doctor(settings: &Settings) -> Result<ExitCode, Failure> {
    let mut is_well = true;
    let mut report = |part: &str, result: Result<String, Failure>| match result {
        Ok(state) => println!("✓ {part}: {state}"),
        Err(Failure(sentence)) => {
            is_well = false;
            println!("✗ {part}: {sentence}");
        }
    };
    report("data folder", Ok(settings.data_dir.display().to_string()));
    let database = wiring::store(settings).await;
    report(
        "database",
        database.map(|_| "answers, and is up to date".into()),
    );
    report("object store", objects(settings).await);
    report("query engine", query(settings).await);
    let model = wiring::models(settings).map(|models| match remote_endpoint() {
        Some(endpoint) => format!("{} at {}", models.default_id(), endpoint.base_url),
        None => format!("{}, which needs no key", models.default_id()),
    });
    report("model", model);
    report(
        "web client",
        portolan_assets::fallback()
            .map(|_| "is part of this program".into())
            .ok_or_else(|| Failure::new("is not part of this program: run `npm run build`")),
    );
    Ok(if is_well {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

async fn objects(settings: &Settings) -> Result<String, Failure> {
    let folder = DataFolder::open(&settings.data_dir).map_err(Failure::new)?;
    let objects = wiring::objects(settings, &folder)?;
    objects.probe().await.map_err(Failure::new)?;
    Ok(settings
        .object_store
        .clone()
        .unwrap_or_else(|| "is the data folder, and takes files".into()))
}

async fn query(settings: &Settings) -> Result<String, Failure> {
    let folder = tempfile::tempdir().map_err(Failure::new)?;
    let file = folder.path().join("check.csv");
    std::fs::write(&file, "a,b\n1,2\n").map_err(Failure::new)?;
    wiring::queries(settings)?
        .convert(&file, "check.csv", folder.path())
        .await
        .map(|_| "reads a table".into())
        .map_err(|failure| Failure::new(failure.message))
}
