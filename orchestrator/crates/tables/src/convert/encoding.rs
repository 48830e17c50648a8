//! Makes any text file UTF-8, without holding it in memory.

use std::{
    fs::File,
    io::{BufWriter, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use chardetng::{EncodingDetector, Utf8Detection};
use encoding_rs::{CoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE};
use portolan_query::WorkerFailure;

use crate::failure::{from_io, unreadable_file};

const CHUNK: usize = 64 * 1024;
/// The size of the sample for detecting the encoding.
const DETECTION_BYTES: u64 = 4 << 20;
const SNIFFED_BYTES: usize = 4096;

/// A text file that is known to be UTF-8.
pub struct TextFile {
    path: PathBuf,
    /// Bytes to skip at its beginning: a byte order mark.
    start: u64,
    /// The temporary copy, to be removed.
    is_copy: bool,
    pub note: Option<String>,
}

impl TextFile {
    /// Returns the file itself if it is UTF-8, otherwise a converted copy in `folder`.
    pub fn open(path: &Path, folder: &Path) -> Result<Self, WorkerFailure> {
        let mut file = File::open(path).map_err(|error| from_io(&error))?;
        let mut beginning = vec![0; SNIFFED_BYTES];
        let length = fill_buffer(&mut file, &mut beginning)?;
        beginning.truncate(length);
        let marked = Encoding::for_bom(&beginning);
        let wide = marked
            .is_none()
            .then(|| wide_encoding(&beginning))
            .flatten();
        // UTF-16 contains zero bytes by nature, so only other files are checked for binary content.
        if wide.is_none() && !marked.is_some_and(|(encoding, _)| encoding != UTF_8) {
            refuse_binary(&beginning)?;
        }
        rewind_file(&mut file)?;
        let encoding = match (marked, wide) {
            (Some((encoding, _)), _) | (None, Some(encoding)) => encoding,
            (None, None) => UTF_8,
        };
        let start = marked.map_or(0, |(_, length)| length as u64);
        // The whole file is validated: one wrong byte near the end would otherwise fail the second
        // pass.
        if encoding == UTF_8 && is_utf8(&mut file)? {
            return Ok(Self {
                path: path.to_owned(),
                start,
                is_copy: false,
                note: None,
            });
        }
        rewind_file(&mut file)?;
        let encoding = if encoding == UTF_8 {
            detect_encoding(&mut file)?
        } else {
            encoding
        };
        rewind_file(&mut file)?;
        file.seek(SeekFrom::Start(start))
            .map_err(|error| from_io(&error))?;
        // The file is read twice, so it is decoded to disk once instead of in memory.
        let copy = folder.join("decoded.txt");
        let broken = decode_to(&mut file, encoding, &copy)?;
        let mut note = format!("The text was read as {}.", encoding.name());
        if broken > 0 {
            note = format!(
                "The text was read as {}; {broken} characters could not be read and became \u{fffd}.",
                encoding.name()
            );
        }
        Ok(Self {
            path: copy,
            start: 0,
            is_copy: true,
            note: Some(note),
        })
    }

    /// A reader from the first character on.
    pub fn reader(&self) -> Result<File, WorkerFailure> {
        let mut file = File::open(&self.path).map_err(|error| from_io(&error))?;
        file.seek(SeekFrom::Start(self.start))
            .map_err(|error| from_io(&error))?;
        Ok(file)
    }

    /// The first `limit` bytes as text, without a character that is cut.
    pub fn beginning(&self, limit: usize) -> Result<String, WorkerFailure> {
        let mut buffer = vec![0; limit];
        let length = fill_buffer(&mut self.reader()?, &mut buffer)?;
        buffer.truncate(length);
        Ok(String::from_utf8_lossy(&buffer)
            // A character that the limit cuts decodes to a replacement character at the end.
            .trim_end_matches('\u{fffd}')
            .to_owned())
    }
}

impl Drop for TextFile {
    fn drop(&mut self) {
        if self.is_copy {
            // Remaining files are removed with their folder.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

fn rewind_file(file: &mut File) -> Result<(), WorkerFailure> {
    file.rewind().map_err(|error| from_io(&error))
}

pub fn fill_buffer(file: &mut impl Read, buffer: &mut [u8]) -> Result<usize, WorkerFailure> {
    let mut length = 0;
    while length < buffer.len() {
        match file.read(&mut buffer[length..]) {
            Ok(0) => break,
            Ok(count) => length += count,
            Err(error) => return Err(from_io(&error)),
        }
    }
    Ok(length)
}

/// UTF-16 without a mark: every other byte of plain text is zero.
fn wide_encoding(beginning: &[u8]) -> Option<&'static Encoding> {
    let pairs = beginning.len() / 2;
    // Fewer characters are too weak a signal.
    if pairs < 4 {
        return None;
    }
    let zeros = |offset: usize| {
        beginning
            .iter()
            .skip(offset)
            .step_by(2)
            .filter(|byte| **byte == 0)
            .count()
    };
    let (even, odd) = (zeros(0), zeros(1));
    // ASCII has its zero byte second in little-endian order; 70 % leaves room for other scripts.
    if odd * 10 > pairs * 7 && even * 10 < pairs {
        Some(UTF_16LE)
    } else if even * 10 > pairs * 7 && odd * 10 < pairs {
        Some(UTF_16BE)
    } else {
        None
    }
}

fn refuse_binary(beginning: &[u8]) -> Result<(), WorkerFailure> {
    let odd = beginning
        .iter()
        .filter(|byte| **byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b))
        .count();
    // Text rarely has control characters; 5 % tolerates exports from terminals.
    if beginning.contains(&0) || odd * 20 > beginning.len() {
        return Err(unreadable_file(
            "This is a binary file, not a table. Upload CSV, TSV, JSON, NDJSON, Parquet, XLSX, XLS or ODS.",
        ));
    }
    Ok(())
}

fn is_utf8(file: &mut File) -> Result<bool, WorkerFailure> {
    let mut buffer = vec![0; CHUNK];
    let mut kept = 0;
    loop {
        let read = file
            .read(&mut buffer[kept..])
            .map_err(|error| from_io(&error))?;
        let filled = kept + read;
        match std::str::from_utf8(&buffer[..filled]) {
            Ok(_) => kept = 0,
            // A character that the chunk cuts is looked at again with the next one.
            Err(error) if error.error_len().is_none() && read > 0 => {
                let valid = error.valid_up_to();
                buffer.copy_within(valid..filled, 0);
                kept = filled - valid;
            }
            Err(_) => return Ok(false),
        }
        if read == 0 {
            return Ok(true);
        }
    }
}

fn detect_encoding(file: &mut File) -> Result<&'static Encoding, WorkerFailure> {
    // ISO-2022-JP is allowed: the usual objection, script injection into pages, doesn't apply to
    // data.
    let mut detector = EncodingDetector::new(chardetng::Iso2022JpDetection::Allow);
    let mut buffer = vec![0; CHUNK];
    let mut seen = 0;
    while seen < DETECTION_BYTES {
        let length = fill_buffer(file, &mut buffer)?;
        seen += length as u64;
        detector.feed(&buffer[..length], length < CHUNK);
        if length < CHUNK {
            break;
        }
    }
    // UTF-8 was ruled out above, so the detector must not guess it again.
    Ok(detector.guess(None, Utf8Detection::Deny))
}

/// Writes the rest of the file as UTF-8 and counts the characters that it could not read.
fn decode_to(
    file: &mut File,
    encoding: &'static Encoding,
    copy: &Path,
) -> Result<u64, WorkerFailure> {
    let mut output = BufWriter::new(File::create(copy).map_err(|error| from_io(&error))?);
    // The byte order mark is already skipped; handling it again could drop a real character.
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut input = vec![0; CHUNK];
    // Some legacy encodings grow threefold in UTF-8, so a chunk fits without reallocation.
    let mut text = String::with_capacity(CHUNK * 4);
    let mut broken = 0;
    let mut written: u64 = 0;
    loop {
        let length = fill_buffer(file, &mut input)?;
        let is_last = length < CHUNK;
        let mut rest = &input[..length];
        loop {
            text.clear();
            let (result, read, had_errors) = decoder.decode_to_string(rest, &mut text, is_last);
            rest = &rest[read..];
            // Without decoding errors a replacement character comes from the source itself.
            if had_errors {
                broken += text.matches('\u{fffd}').count() as u64;
            }
            written += text.len() as u64;
            output
                .write_all(text.as_bytes())
                .map_err(|error| from_io(&error))?;
            if result == CoderResult::InputEmpty {
                break;
            }
        }
        if is_last {
            break;
        }
    }
    output.flush().map_err(|error| from_io(&error))?;
    // Few broken characters are tolerated with a note; 5 % means that the guessed encoding is
    // wrong.
    if broken > 100 && broken * 20 > written {
        return Err(unreadable_file(format!(
            "The characters of the file could not be read as {}. Save it as UTF-8 and upload it again.",
            encoding.name()
        )));
    }
    Ok(broken)
}
