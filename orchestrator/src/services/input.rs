use std::fmt;

/// Characters that a title may have.
pub const TITLE_LENGTH: usize = 200;

/// Fields of an input that break a rule; at least one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct InvalidInput(pub Vec<InvalidField>);

/// A field, and the rule that it breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidField {
    pub path: String,
    pub message: String,
}

impl InvalidInput {
    pub fn at(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self(vec![InvalidField {
            path: path.into(),
            message: message.into(),
        }])
    }
}

impl fmt::Display for InvalidInput {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = self.0.iter();
        let lines: Vec<String> = fields
            .map(|field| format!("{}: {}", field.path, field.message))
            .collect();
        formatter.write_str(&lines.join("; "))
    }
}

/// Returns the title without blanks around it.
pub fn check_title(title: &str) -> Result<String, InvalidInput> {
    let title = title.trim();
    if title.is_empty() || title.chars().count() > TITLE_LENGTH {
        return Err(InvalidInput::at(
            "title",
            format!("Use 1 to {TITLE_LENGTH} characters."),
        ));
    }
    Ok(title.to_owned())
}
