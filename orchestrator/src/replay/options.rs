use std::{
    fs::OpenOptions,
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

/// The options of a run, kept in its folder for `--resume`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct KeptOptions {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concurrency: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub report: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_dir: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database_url: Option<String>,
}

impl KeptOptions {
    /// Writes the options, readable by their owner alone: the database's address may hold a password.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(options_path(folder))?;
        serde_json::to_writer_pretty(&mut file, self)?;
        file.write_all(b"\n")
    }

    /// Reads the options of a run; none if the folder holds no run.
    pub fn read(folder: &Path) -> io::Result<Self> {
        match std::fs::read(options_path(folder)) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error),
        }
    }
}

fn options_path(folder: &Path) -> PathBuf {
    folder.join("options.json")
}
