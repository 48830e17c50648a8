use super::RestError;

/// The preferences in the `Prefer` headers of a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prefer {
    pub returns: Option<Return>,
    pub count: Option<CountMode>,
    pub duplicates: Option<Duplicates>,
    pub is_strict: bool,
    pub max_affected: Option<u64>,
    /// The client asked to roll the transaction back.
    pub rolls_back: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Return {
    Representation,
    Minimal,
    HeadersOnly,
}

/// All three are counted exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountMode {
    Exact,
    Planned,
    Estimated,
}

/// The handling of a row that exists already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicates {
    Merge,
    Ignore,
}

impl Prefer {
    /// Parses the header values; unknown preferences are ignored, as the standard requires.
    ///
    /// # Errors
    /// Fails if `handling=strict` is asked for and something is not known.
    pub fn parse<'a>(headers: impl Iterator<Item = &'a str>) -> Result<Self, RestError> {
        let mut prefer = Self::default();
        let mut unknown = Vec::new();
        for word in headers.flat_map(|header| header.split(',')) {
            let word = word.trim();
            match word {
                "return=representation" => prefer.returns = Some(Return::Representation),
                "return=minimal" => prefer.returns = Some(Return::Minimal),
                "return=headers-only" => prefer.returns = Some(Return::HeadersOnly),
                "count=exact" => prefer.count = Some(CountMode::Exact),
                "count=planned" => prefer.count = Some(CountMode::Planned),
                "count=estimated" => prefer.count = Some(CountMode::Estimated),
                "resolution=merge-duplicates" => prefer.duplicates = Some(Duplicates::Merge),
                "resolution=ignore-duplicates" => prefer.duplicates = Some(Duplicates::Ignore),
                "handling=strict" => prefer.is_strict = true,
                "tx=rollback" => prefer.rolls_back = true,
                "" | "handling=lenient" | "missing=default" | "missing=null" | "tx=commit" => {}
                other => match other.strip_prefix("max-affected=").map(str::parse) {
                    Some(Ok(most)) => prefer.max_affected = Some(most),
                    _ => unknown.push(other.to_owned()),
                },
            }
        }
        if prefer.is_strict && !unknown.is_empty() {
            return Err(RestError::new(
                400,
                "PGRST122",
                "Invalid preferences given with handling=strict",
            )
            .details(format!("Invalid preferences: {}", unknown.join(", "))));
        }
        Ok(prefer)
    }

    /// Returns the applied preferences, for `Preference-Applied`.
    pub fn applied(&self) -> String {
        let returns = self.returns.map(|returns| match returns {
            Return::Representation => "return=representation",
            Return::Minimal => "return=minimal",
            Return::HeadersOnly => "return=headers-only",
        });
        let count = self.count.map(|count| match count {
            CountMode::Exact => "count=exact",
            CountMode::Planned => "count=planned",
            CountMode::Estimated => "count=estimated",
        });
        let duplicates = self.duplicates.map(|duplicates| match duplicates {
            Duplicates::Merge => "resolution=merge-duplicates",
            Duplicates::Ignore => "resolution=ignore-duplicates",
        });
        let strict = self.is_strict.then_some("handling=strict");
        let words = [duplicates, returns, count, strict];
        words.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// One object rather than a list.
    pub is_single: bool,
    pub strips_nulls: bool,
    /// Comma-separated values, with a line of names.
    pub is_csv: bool,
}

impl Accepted {
    /// Reads the `Accept` header.
    ///
    /// # Errors
    /// Fails if it requests an unsupported format.
    pub fn parse(accept: Option<&str>) -> Result<Self, RestError> {
        let accept = accept.unwrap_or("*/*");
        for wanted in accept.split(',').map(str::trim) {
            let (kind, options) = match wanted.split_once(';') {
                Some((kind, options)) => (kind.trim(), options.replace(' ', "")),
                None => (wanted, String::new()),
            };
            let mut is_csv = false;
            let is_single = match kind {
                "text/csv" => {
                    is_csv = true;
                    false
                }
                ""
                | "*/*"
                | "application/*"
                | "application/json"
                | "application/vnd.pgrst.array"
                | "application/vnd.pgrst.array+json" => false,
                "application/vnd.pgrst.object" | "application/vnd.pgrst.object+json" => true,
                _ => continue,
            };
            return Ok(Self {
                is_csv,
                is_single,
                strips_nulls: options.split(';').any(|option| option == "nulls=stripped"),
            });
        }
        Err(RestError::new(
            406,
            "PGRST107",
            format!("None of these media types are available: {accept}"),
        ))
    }
}
