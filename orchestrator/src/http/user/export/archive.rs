use std::{
    fs::File,
    io::{Seek, SeekFrom, Write},
    path::Path,
};

use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use crate::http::problem::Problem;

/// A zip file that grows on disk, in a file that goes with this.
pub struct Archive {
    writer: Option<ZipWriter<File>>,
}

/// How the bytes of a file are kept.
#[derive(Clone, Copy, Debug)]
pub enum Packing {
    Packed,
    /// Of what is packed already.
    Stored,
}

impl Archive {
    pub async fn new(folder: &Path) -> Result<Self, Problem> {
        let folder = folder.to_owned();
        let file = actix_web::web::block(move || tempfile::tempfile_in(folder))
            .await
            .map_err(Problem::internal)?
            .map_err(Problem::internal)?;
        Ok(Self {
            writer: Some(ZipWriter::new(file)),
        })
    }

    /// A file with these bytes.
    pub async fn add(
        &mut self,
        name: impl Into<String>,
        bytes: impl Into<Vec<u8>>,
    ) -> Result<(), Problem> {
        self.begin(name, Packing::Packed).await?;
        self.write(bytes.into()).await
    }

    /// A file whose bytes are written then.
    pub async fn begin(
        &mut self,
        name: impl Into<String>,
        packing: Packing,
    ) -> Result<(), Problem> {
        let name = name.into();
        let method = match packing {
            Packing::Packed => CompressionMethod::Deflated,
            Packing::Stored => CompressionMethod::Stored,
        };
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .unix_permissions(0o600)
            .large_file(true);
        self.apart(move |writer| writer.start_file(name, options))
            .await
    }

    pub async fn write(&mut self, bytes: impl AsRef<[u8]> + Send + 'static) -> Result<(), Problem> {
        self.apart(move |writer| writer.write_all(bytes.as_ref()))
            .await
    }

    /// The whole file, from its beginning, and how many bytes it has.
    pub async fn finish(mut self) -> Result<(tokio::fs::File, u64), Problem> {
        let writer = self.writer.take().ok_or_else(broken)?;
        let finished = actix_web::web::block(move || {
            let mut file = writer.finish()?;
            let size = file.seek(SeekFrom::End(0))?;
            file.rewind()?;
            Ok::<_, zip::result::ZipError>((file, size))
        });
        let (file, size) = finished
            .await
            .map_err(Problem::internal)?
            .map_err(Problem::internal)?;
        Ok((tokio::fs::File::from_std(file), size))
    }

    /// Packs and writes off the threads that serve.
    async fn apart<E: std::fmt::Display + Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut ZipWriter<File>) -> Result<(), E> + Send + 'static,
    ) -> Result<(), Problem> {
        let mut writer = self.writer.take().ok_or_else(broken)?;
        let (writer, worked) = actix_web::web::block(move || {
            let worked = work(&mut writer);
            (writer, worked)
        })
        .await
        .map_err(Problem::internal)?;
        self.writer = Some(writer);
        worked.map_err(Problem::internal)
    }
}

fn broken() -> Problem {
    Problem::internal("the archive ended in the middle")
}
