use std::{
    collections::BTreeSet,
    fs::File,
    io::{self, Read, Write},
    path::Path,
};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use zip::{CompressionMethod, ZipArchive, ZipWriter, result::ZipError, write::SimpleFileOptions};

/// Version of the archive's layout.
const FORMAT: u32 = 1;
const MANIFEST: &str = "manifest.json";
/// Bytes that are copied at once.
const PIECE: usize = 256 << 10;

#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    #[error("the backup can't be written or read: {0}")]
    Io(#[from] io::Error),
    #[error("the file isn't a backup: {0}")]
    Zip(#[from] ZipError),
    #[error("the backup's manifest can't be read: {0}")]
    Manifest(#[from] serde_json::Error),
    #[error(
        "the backup has format {0}, but this version reads format {FORMAT}; restore it with a newer Portolan"
    )]
    Format(u32),
    #[error("the backup is damaged: {0} differs from its checksum; use another backup")]
    Damaged(String),
}

/// The database that a backup holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DatabaseKind {
    /// A database file.
    Sqlite,
    /// An archive of `pg_dump --format=custom`.
    Postgres,
}

/// The contents of a backup.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    format: u32,
    /// The version that wrote it.
    pub version: String,
    pub created_at: DateTime<Utc>,
    pub database: DatabaseKind,
    pub files: Vec<ArchivedFile>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ArchivedFile {
    pub name: String,
    pub bytes: u64,
    sha256: String,
}

/// A backup that is being written: a zip file whose last entry is the manifest.
pub struct BackupWriter {
    zip: ZipWriter<File>,
    files: Vec<ArchivedFile>,
    names: BTreeSet<String>,
}

impl BackupWriter {
    pub fn create(path: &Path) -> Result<Self, ArchiveError> {
        Ok(Self {
            zip: ZipWriter::new(File::create_new(path)?),
            files: Vec::new(),
            names: BTreeSet::new(),
        })
    }

    pub fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Adds a file. Objects are compressed already, the database is not.
    pub fn add(
        &mut self,
        name: &str,
        method: CompressionMethod,
        content: &mut impl Read,
    ) -> Result<(), ArchiveError> {
        self.zip.start_file(name, zip_options(method))?;
        let (bytes, sha256) = copy_hashed(content, &mut self.zip)?;
        self.names.insert(name.to_owned());
        self.files.push(ArchivedFile {
            name: name.to_owned(),
            bytes,
            sha256,
        });
        Ok(())
    }

    /// Writes the manifest and syncs the file.
    pub fn finish(
        mut self,
        database: DatabaseKind,
        created_at: DateTime<Utc>,
    ) -> Result<Manifest, ArchiveError> {
        let manifest = Manifest {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").into(),
            created_at,
            database,
            files: self.files,
        };
        let deflated = zip_options(CompressionMethod::Deflated);
        self.zip.start_file(MANIFEST, deflated)?;
        self.zip.write_all(&serde_json::to_vec_pretty(&manifest)?)?;
        self.zip.finish()?.sync_all()?;
        Ok(manifest)
    }
}

/// A backup whose files all match their checksums.
pub struct BackupReader {
    zip: ZipArchive<File>,
    pub manifest: Manifest,
}

impl BackupReader {
    /// Reads the whole backup once and compares every file with its checksum.
    pub fn open(path: &Path) -> Result<Self, ArchiveError> {
        let mut zip = ZipArchive::new(File::open(path)?)?;
        let manifest: Manifest = serde_json::from_reader(zip.by_name(MANIFEST)?)?;
        if manifest.format != FORMAT {
            return Err(ArchiveError::Format(manifest.format));
        }
        for file in &manifest.files {
            // A wrong checksum of the zip format itself is an error of reading.
            let damaged = || ArchiveError::Damaged(file.name.clone());
            let mut content = zip.by_name(&file.name).map_err(|_| damaged())?;
            let hashed = copy_hashed(&mut content, &mut io::sink()).map_err(|_| damaged())?;
            if hashed != (file.bytes, file.sha256.clone()) {
                return Err(damaged());
            }
        }
        Ok(Self { zip, manifest })
    }

    /// Writes a file of the backup to a new file that only its owner can read.
    pub fn extract(&mut self, name: &str, target: &Path) -> Result<(), ArchiveError> {
        use std::os::unix::fs::OpenOptionsExt;
        let mut content = self.zip.by_name(name)?;
        let mut file = File::options()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(target)?;
        io::copy(&mut content, &mut file)?;
        Ok(file.sync_all()?)
    }
}

fn zip_options(method: CompressionMethod) -> SimpleFileOptions {
    SimpleFileOptions::default()
        .compression_method(method)
        .unix_permissions(0o600)
        .large_file(true)
}

/// Copies everything; the number of bytes and their SHA-256.
fn copy_hashed(from: &mut impl Read, to: &mut impl Write) -> io::Result<(u64, String)> {
    let mut hash = Sha256::new();
    let mut bytes = 0;
    let mut piece = vec![0; PIECE];
    loop {
        let count = from.read(&mut piece)?;
        if count == 0 {
            return Ok((bytes, hex::encode(hash.finalize())));
        }
        hash.update(&piece[..count]);
        to.write_all(&piece[..count])?;
        bytes += u64::try_from(count).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn write_sample(path: &Path) {
        let mut writer = BackupWriter::create(path).unwrap();
        let content = b"some rows of a table".repeat(100);
        writer
            .add("objects/a", CompressionMethod::Stored, &mut &content[..])
            .unwrap();
        let now = "2026-11-20T12:00:00Z".parse().unwrap();
        writer.finish(DatabaseKind::Sqlite, now).unwrap();
    }

    #[test]
    fn backup_with_any_altered_byte_of_a_file_is_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("backup.zip");
        write_sample(&path);
        let mut reader = BackupReader::open(&path).unwrap();
        reader
            .extract("objects/a", &folder.path().join("a"))
            .unwrap();
        assert_eq!(fs::metadata(folder.path().join("a")).unwrap().len(), 2_000);
        let mut bytes = fs::read(&path).unwrap();
        let place = bytes
            .windows(9)
            .position(|part| part == b"some rows")
            .unwrap();
        bytes[place + 700] ^= 1;
        fs::write(&path, bytes).unwrap();
        let refused = BackupReader::open(&path).err().unwrap().to_string();
        assert!(refused.contains("objects/a differs"), "{refused}");
    }

    #[test]
    fn backup_of_another_format_is_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("backup.zip");
        let mut zip = ZipWriter::new(File::create(&path).unwrap());
        zip.start_file(MANIFEST, zip_options(CompressionMethod::Stored))
            .unwrap();
        let manifest = r#"{"format": 9, "version": "9", "createdAt": "2026-11-20T12:00:00Z", "database": "sqlite", "files": []}"#;
        zip.write_all(manifest.as_bytes()).unwrap();
        zip.finish().unwrap();
        let refused = BackupReader::open(&path).err().unwrap();
        assert!(matches!(refused, ArchiveError::Format(9)), "{refused}");
        fs::write(&path, b"not a zip file").unwrap();
        assert!(matches!(
            BackupReader::open(&path).err().unwrap(),
            ArchiveError::Zip(_)
        ));
    }
}
