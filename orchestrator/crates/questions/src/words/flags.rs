//! The two answers of a flag in words: "married" and "not married", "with air conditioning" and "without air conditioning".

/// Returns what a flag says of its rows, by the flag's name.
pub fn flag_words(name: &str, yes: bool) -> String {
    let name = name.to_lowercase();
    let turned = |words: &str| {
        if yes {
            words.to_owned()
        } else {
            format!("not {words}")
        }
    };
    let held = |words: &str| format!("{} {words}", if yes { "with" } else { "without" });
    match name.split_once(' ') {
        Some(("is" | "was" | "are" | "were", rest)) => turned(rest),
        Some(("has" | "had" | "have" | "with", rest)) => held(rest),
        _ if is_quality(&name) => turned(&name),
        _ => held(&name),
    }
}

/// Tells whether a flag's name is said of a row rather than held by it: "insured", "smoker", "female".
fn is_quality(name: &str) -> bool {
    const QUALITIES: &str = "female male black white old young new big small own late early open free active vegan premium \
         urban rural public private foreign domestic native single alone true positive negative";
    let last = name.rsplit(' ').next().unwrap_or(name);
    let is_participle = last.len() > 4 && (last.ends_with("ed") || last.ends_with("able"));
    let is_person =
        last.len() > 4 && (last.ends_with("er") || last.ends_with("or") || last.ends_with("ist"));
    is_participle || is_person || QUALITIES.split_whitespace().any(|known| known == last)
}

/// Returns the answer of a text such as "Yes", where it is one.
pub fn answer_of(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::flag_words;

    #[test]
    fn flags_are_told_by_what_their_name_is() {
        for (name, yes, no) in [
            ("Married", "married", "not married"),
            ("Smoker", "smoker", "not smoker"),
            ("Driveway", "with driveway", "without driveway"),
            ("Is member", "member", "not member"),
            ("Has garage", "with garage", "without garage"),
        ] {
            assert_eq!(flag_words(name, true), yes);
            assert_eq!(flag_words(name, false), no);
        }
    }
}
