use std::{
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

use rustix::fs::{FlockOperation, flock};

/// The folder of everything that is kept: database, sources, keys.
#[derive(Clone, Debug)]
pub struct DataFolder {
    path: PathBuf,
}

#[derive(Debug, thiserror::Error)]
pub enum DataFolderError {
    #[error("the data folder {path} cannot be used: {cause}; choose another with --data-dir")]
    Unusable { path: String, cause: io::Error },
    #[error(
        "another server uses the data folder {0}: stop it first, or choose another folder with --data-dir"
    )]
    Locked(String),
}

impl DataFolder {
    /// Creates the folder if it is missing, readable only by its owner.
    pub fn open(path: &Path) -> Result<Self, DataFolderError> {
        let create = || -> io::Result<PathBuf> {
            fs::create_dir_all(path)?;
            fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
            fs::create_dir_all(path.join("sources"))?;
            fs::create_dir_all(path.join("uploads"))?;
            path.canonicalize()
        };
        let path = create().map_err(|cause| DataFolderError::Unusable {
            path: path.display().to_string(),
            cause,
        })?;
        Ok(Self { path })
    }

    /// Holds the folder for one server; the lock ends with the returned file, however the process ends.
    pub fn lock(&self) -> Result<File, DataFolderError> {
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(self.path.join("lock"))
            .map_err(|cause| DataFolderError::Unusable {
                path: self.path.display().to_string(),
                cause,
            })?;
        flock(&file, FlockOperation::NonBlockingLockExclusive)
            .map_err(|_| DataFolderError::Locked(self.path.display().to_string()))?;
        Ok(file)
    }

    pub fn database(&self) -> PathBuf {
        self.path.join("portolan.sqlite")
    }

    /// Parquet files of the sources, and all other objects.
    pub fn sources(&self) -> PathBuf {
        self.path.join("sources")
    }

    /// Returns the folder of the local copies of remote objects for workers.
    pub fn copies(&self) -> PathBuf {
        self.path.join("copies")
    }

    /// Files that are being received or read; emptied at every start.
    pub fn uploads(&self) -> PathBuf {
        self.path.join("uploads")
    }

    /// Returns the folder of the batch replays that have not ended.
    pub fn replays(&self) -> PathBuf {
        self.path.join("replays")
    }

    /// Returns the path of the file with this server's name in leases.
    pub fn node_name(&self) -> PathBuf {
        self.path.join("node")
    }

    /// Keys that sign access tokens.
    pub fn signing_keys(&self) -> PathBuf {
        self.path.join("signing-keys.json")
    }

    /// Returns the path of the secret for hashing one-time codes.
    pub fn code_secret(&self) -> PathBuf {
        self.path.join("code-secret")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_folder_allows_one_server_at_a_time() {
        let parent = tempfile::tempdir().unwrap();
        let folder = DataFolder::open(&parent.path().join("data")).unwrap();
        let held = folder.lock().unwrap();
        assert!(matches!(folder.lock(), Err(DataFolderError::Locked(_))));
        drop(held);
        folder.lock().unwrap();
    }
}
