use std::path::Path;

use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;
use tokio::{fs::File, io::AsyncWriteExt};

/// Incoming bytes, in a file that is deleted when this is dropped.
pub struct IncomingUpload {
    file: NamedTempFile,
    writer: File,
    hash: Sha256,
    bytes: u64,
}

/// All of them.
pub(super) struct ReceivedFile {
    pub(super) file: NamedTempFile,
    pub(super) bytes: u64,
    pub(super) etag: String,
}

impl IncomingUpload {
    /// `folder` is on the disk where objects will lie, where they lie on one.
    pub async fn new(folder: &Path) -> std::io::Result<Self> {
        let folder = folder.to_owned();
        let made = tokio::task::spawn_blocking(move || {
            let file = NamedTempFile::new_in(folder)?;
            let writer = file.reopen()?;
            Ok::<_, std::io::Error>((file, writer))
        });
        let (file, writer) = made.await.map_err(std::io::Error::other)??;
        Ok(Self {
            file,
            writer: File::from_std(writer),
            hash: Sha256::new(),
            bytes: 0,
        })
    }

    /// How many bytes have come.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    pub async fn write(&mut self, piece: &[u8]) -> std::io::Result<()> {
        self.hash.update(piece);
        self.bytes += piece.len() as u64;
        self.writer.write_all(piece).await
    }

    pub(super) async fn finish(mut self) -> std::io::Result<ReceivedFile> {
        self.writer.flush().await?;
        let hash = self.hash.finalize();
        Ok(ReceivedFile {
            file: self.file,
            bytes: self.bytes,
            etag: hex::encode(&hash[..16]),
        })
    }
}
