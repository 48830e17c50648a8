use sqlx::error::{DatabaseError, ErrorKind};

/// An error of the store. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Answer 503: the same call may succeed in a moment.
    #[error("the database is busy or unreachable ({0}): try again in a moment")]
    Busy(String),
    /// Reading continues; writing needs room.
    #[error("the database has no room left ({0}): free space on its disk, then try again")]
    Full(String),
    /// Another actor, or another node, owns the chat by now: stop, and write nothing more.
    #[error("another server owns this chat now")]
    Fenced,
    /// An existing row conflicts with it.
    #[error("{0}")]
    Conflict(&'static str),
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// With this a user's files would have more bytes than they may.
    #[error("your storage is full: delete some files first")]
    OverQuota,
    /// The account stores as many of these as it may.
    #[error("you've reached the limit of {limit} {items}: delete some first")]
    TooManyItems { items: &'static str, limit: u64 },
    /// The account's plan includes no more of these.
    #[error("{}", plan_limit(items, *limit))]
    PlanLimit { items: &'static str, limit: u64 },
    /// The list's cursor was not made by this list.
    #[error("invalid cursor: start without one")]
    BadCursor,
    /// Stored data break a rule: a bug, or a damaged file.
    #[error("the stored data are damaged ({0}): restore a backup, or run `portolan doctor`")]
    Corrupt(String),
    #[error(
        "the database cannot be used ({0}): check its address and its rights, and run `portolan doctor`"
    )]
    Unusable(String),
}

/// Formats the error of a plan limit, with advice.
pub fn plan_limit(items: &str, limit: u64) -> String {
    match limit {
        0 => format!("your plan doesn't include {items}: choose a larger plan"),
        1 => format!("your plan's limit for {items} is 1: delete one, or choose a larger plan"),
        limit => format!(
            "your plan includes {} {items}: delete some, or choose a larger plan",
            group_digits(limit)
        ),
    }
}

/// Returns the number with commas between thousands.
pub fn group_digits(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a size limit in megabytes, or in gigabytes where it is a whole number of them: "100 MB", "1 GB". Limits below a
/// megabyte are in kilobytes or bytes.
pub fn format_size_limit(bytes: u64) -> String {
    let megabytes = bytes >> 20;
    match megabytes {
        0 if bytes < 1 << 10 => format!("{bytes} bytes"),
        0 => format!("{} KB", group_digits(bytes >> 10)),
        whole if whole.is_multiple_of(1 << 10) => format!("{} GB", group_digits(whole >> 10)),
        _ => format!("{} MB", group_digits(megabytes)),
    }
}

pub type Result<T, E = StoreError> = std::result::Result<T, E>;

impl StoreError {
    pub(super) fn corrupt(what: impl std::fmt::Display) -> Self {
        Self::Corrupt(what.to_string())
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(database) => from_database(database.as_ref()),
            sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::BeginFailed
            | sqlx::Error::Io(_)
            | sqlx::Error::Protocol(_) => Self::Busy(error.to_string()),
            sqlx::Error::RowNotFound => Self::NotFound("row"),
            sqlx::Error::ColumnDecode { .. }
            | sqlx::Error::Decode(_)
            | sqlx::Error::ColumnNotFound(_)
            | sqlx::Error::TypeNotFound { .. } => Self::corrupt(error),
            _ => Self::Unusable(error.to_string()),
        }
    }
}

impl From<sqlx::migrate::MigrateError> for StoreError {
    fn from(error: sqlx::migrate::MigrateError) -> Self {
        match error {
            sqlx::migrate::MigrateError::Execute(error)
            | sqlx::migrate::MigrateError::ExecuteMigration(error, _) => error.into(),
            sqlx::migrate::MigrateError::VersionMissing(version) => Self::Unusable(format!(
                "it was made by a newer Portolan, with migration {version}"
            )),
            sqlx::migrate::MigrateError::VersionMismatch(version) => Self::Unusable(format!(
                "its migration {version} isn't the one of this Portolan: it was made before the first release, \
                 so start with an empty database"
            )),
            error => Self::Unusable(error.to_string()),
        }
    }
}

fn from_database(error: &dyn DatabaseError) -> StoreError {
    match error.kind() {
        ErrorKind::UniqueViolation => {
            return StoreError::Conflict("something like this is there already");
        }
        ErrorKind::ForeignKeyViolation => {
            return StoreError::NotFound("thing that this belongs to");
        }
        ErrorKind::NotNullViolation | ErrorKind::CheckViolation => {
            return StoreError::corrupt(error);
        }
        _ => {}
    }
    let text = error.to_string();
    let code = error.code().unwrap_or_default();
    // PostgreSQL's codes have five characters; SQLite's primary code is the low byte of a number.
    match (
        code.len() == 5 && !text.starts_with("(code: "),
        code.parse::<i32>(),
    ) {
        (false, Ok(code)) => from_sqlite(code & 0xff, text),
        _ => from_postgres(&code, text),
    }
}

fn from_sqlite(primary_code: i32, text: String) -> StoreError {
    match primary_code {
        // BUSY, LOCKED, INTERRUPT
        5 | 6 | 9 => StoreError::Busy(text),
        // FULL, and IOERR, which is how a disk's quota shows
        13 | 10 => StoreError::Full(text),
        // CORRUPT, MISMATCH, NOTADB
        11 | 20 | 26 => StoreError::Corrupt(text),
        _ => StoreError::Unusable(text),
    }
}

fn from_postgres(code: &str, text: String) -> StoreError {
    match code {
        // disk full, and the file system's own refusals
        "53100" | "58030" => StoreError::Full(text),
        // deadlock, serialization, lock not available, cancelled, read-only while failing over,
        // and transactions that were left idle or open for too long, as by a server that was paused
        "40P01" | "40001" | "55P03" | "57014" | "25006" | "25P03" | "25P04" => {
            StoreError::Busy(text)
        }
        "XX001" | "XX002" => StoreError::Corrupt(text),
        // connections, resources, shutting down
        _ if ["08", "53", "57"]
            .iter()
            .any(|class| code.starts_with(class)) =>
        {
            StoreError::Busy(text)
        }
        _ => StoreError::Unusable(text),
    }
}
