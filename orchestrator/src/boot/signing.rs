use std::{fs, path::Path, process::ExitCode};

use portolan_auth::{Claims, Keys};
use portolan_environment::{clock::Clock, ids::Ids};

use super::{
    CommandFailure, command_line::KeysCommand, data_folder::DataFolder, load_settings,
    settings::Settings, with_data,
};

/// Changes the keys that sign tokens, and signs with them.
pub fn run_keys_command(command: KeysCommand) -> Result<ExitCode, CommandFailure> {
    match command {
        KeysCommand::RotateKeys { keep, data } => {
            let settings = load_settings(&with_data(data))?;
            let path = keys_file(&settings)?;
            let ids = Ids::system(Clock::system());
            let keys = read_keys(&path)?
                .rotated(ids.bytes())
                .map_err(CommandFailure::new)?
                .newest(keep.saturating_add(1));
            replace_file(&path, &keys.to_text())?;
            println!(
                "A new key signs from the next start on; {} before it still verify.",
                keys.count() - 1
            );
        }
        KeysCommand::ServiceToken { days, data } => {
            let settings = load_settings(&with_data(data))?;
            let now = Clock::system().now().timestamp();
            let claims = Claims {
                role: "service_role".into(),
                iss: "portolan".into(),
                iat: Some(now),
                exp: Some(now + i64::from(days) * 86_400),
                ..Claims::default()
            };
            let keys = match &settings.auth.signing_keys {
                Some(text) => Keys::parse(&text.0).map_err(CommandFailure::new)?,
                None => match &settings.auth.jwt_secret {
                    Some(secret) => Keys::of_secret(&secret.0).map_err(CommandFailure::new)?,
                    None => read_keys(&keys_file(&settings)?)?,
                },
            };
            println!("{}", keys.sign(&claims).map_err(CommandFailure::new)?);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn keys_file(settings: &Settings) -> Result<std::path::PathBuf, CommandFailure> {
    if settings.auth.signing_keys.is_some() {
        return Err(CommandFailure::new(
            "the keys come from auth.signing_keys: add a new one at the top of the list",
        ));
    }
    let folder = DataFolder::open(&settings.data_dir).map_err(CommandFailure::new)?;
    Ok(folder.signing_keys())
}

fn read_keys(path: &Path) -> Result<Keys, CommandFailure> {
    let text = fs::read_to_string(path).map_err(|error| {
        CommandFailure::new(format!(
            "there are no keys at {} yet ({error}): start the server once",
            path.display()
        ))
    })?;
    Keys::parse(&text).map_err(CommandFailure::new)
}

/// Whole or not at all, and for its owner only.
fn replace_file(path: &Path, text: &str) -> Result<(), CommandFailure> {
    use std::{io::Write, os::unix::fs::OpenOptionsExt};
    let fresh = path.with_extension("new");
    fs::OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&fresh)
        .and_then(|mut file| {
            file.write_all(text.as_bytes())
                .and_then(|()| file.sync_all())
        })
        .and_then(|()| fs::rename(&fresh, path))
        .map_err(CommandFailure::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotated_keys_still_verify_old_signatures() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("signing-keys.json");
        let old = Keys::generate([1; 32]).unwrap();
        replace_file(&path, &old.to_text()).unwrap();
        let claims = Claims {
            role: "service_role".into(),
            ..Claims::default()
        };
        let token = old.sign(&claims).unwrap();
        let rotated = read_keys(&path).unwrap().rotated([2; 32]).unwrap();
        replace_file(&path, &rotated.to_text()).unwrap();
        let keys = read_keys(&path).unwrap();
        assert_eq!(keys.count(), 2);
        let expected = portolan_auth::ExpectedClaims {
            issuer: None,
            audience: "authenticated",
            now: 0,
        };
        assert!(keys.verify(&token, &expected).is_ok());
        assert!(keys.newest(1).verify(&token, &expected).is_err());
    }
}
