use figment::error::Kind;

use super::settings::ENVIRONMENT_PREFIX;

/// Names that a misspelled one is compared with.
const SUGGESTIONS: usize = 3;

/// Describes an error in the settings; an unknown key in the file gets the three nearest names.
pub fn describe_error(error: figment::Error) -> String {
    let messages = error.into_iter().map(|error| {
        let Kind::UnknownField(key, known) = &error.kind else {
            return describe_value(&error);
        };
        let mut path = error.path.clone();
        if path.last() != Some(key) {
            path.push(key.clone());
        }
        let source = error
            .metadata
            .as_ref()
            .and_then(|metadata| metadata.source.as_ref())
            .map_or_else(|| "the settings".to_owned(), ToString::to_string);
        format!(
            "`{}` in {source} is not a setting; {}",
            path.join("."),
            suggest_setting(key, known.iter().copied())
        )
    });
    messages.collect::<Vec<_>>().join("; ")
}

/// Describes a value that cannot be read, by the name under which it was given.
fn describe_value(error: &figment::Error) -> String {
    let path = error.path.join(".");
    let source = error.metadata.as_ref().map(|metadata| &metadata.source);
    match source {
        _ if path.is_empty() => error.to_string(),
        Some(Some(source)) => format!("`{path}` in {source}: {}", error.kind),
        // Variables have no source; a dot stands for the underscore behind the name of a group.
        _ => format!(
            "{ENVIRONMENT_PREFIX}{}: {}",
            path.replace('.', "_").to_uppercase(),
            error.kind
        ),
    }
}

/// Returns "did you mean …?" with the three names nearest to an unknown one.
pub fn suggest_setting<'a>(unknown: &str, known: impl Iterator<Item = &'a str>) -> String {
    let mut nearest: Vec<&str> = known.collect();
    nearest.sort_by(|one, other| {
        let [one, other] = [one, other].map(|name| strsim::jaro_winkler(unknown, name));
        other.total_cmp(&one)
    });
    nearest.truncate(SUGGESTIONS);
    format!("did you mean `{}`?", nearest.join("`, `"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggestions_are_the_three_nearest_names_in_order() {
        let known = [
            "listen",
            "query_seconds",
            "query_workers",
            "data_dir",
            "turn_seconds",
        ];
        assert_eq!(
            suggest_setting("query_second", known.into_iter()),
            "did you mean `query_seconds`, `query_workers`, `turn_seconds`?"
        );
    }
}
