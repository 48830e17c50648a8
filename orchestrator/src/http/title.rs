use super::problem::Problem;

/// Characters that a title may have.
pub const TITLE_LENGTH: usize = 200;

/// A title without blanks around it.
pub fn checked_title(title: &str) -> Result<String, Problem> {
    let title = title.trim();
    if title.is_empty() || title.chars().count() > TITLE_LENGTH {
        return Err(Problem::invalid(
            "title",
            format!("A title has 1 to {TITLE_LENGTH} characters."),
        ));
    }
    Ok(title.to_owned())
}
