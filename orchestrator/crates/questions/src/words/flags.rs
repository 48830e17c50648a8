//! The two answers of a flag in words: "married" and "not married", "with air conditioning" and "without air conditioning".

use crate::plan::{Condition, Scalar, Test};

use super::names::column_name;

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

/// Returns what a column of yes and no says of its rows: "married", "with driveway".
pub fn said_by_flag(condition: &Condition) -> Option<String> {
    match condition {
        Condition::Test {
            of: Scalar::Column { column },
            test: test @ (Test::IsTrue | Test::IsFalse),
        } => Some(flag_words(&column_name(column), *test == Test::IsTrue)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{flag_words, said_by_flag};
    use crate::plan::{ColumnRef, Condition, Scalar, Test};

    #[test]
    fn only_conditions_on_flags_are_told_by_their_name() {
        let condition = |test: Test| Condition::Test {
            of: Scalar::column(ColumnRef {
                table: "loans".to_owned(),
                column: "approved".to_owned(),
            }),
            test,
        };
        let said = said_by_flag(&condition(Test::IsTrue));
        assert_eq!(said.as_deref(), Some("approved"));
        let said = said_by_flag(&condition(Test::IsFalse));
        assert_eq!(said.as_deref(), Some("not approved"));
        assert_eq!(said_by_flag(&condition(Test::Missing)), None);
    }

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
