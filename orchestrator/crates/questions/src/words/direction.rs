//! Names from right-to-left scripts within sentences that run from left to right.

/// Starts and ends a part that is laid out from right to left, whatever is around it.
const START: char = '\u{2067}';
const END: char = '\u{2069}';

/// Isolates each run of a right-to-left script in a line that runs from left to right. Without it, the numbers and marks behind
/// a name would be laid out as parts of the name.
pub fn isolate_names(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut isolated = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(character) = characters.get(at) {
        if is_right_to_left(*character) {
            let end = run_end(&characters, at);
            isolated.push(START);
            isolated.extend(&characters[at..end]);
            isolated.push(END);
            at = end;
        } else {
            isolated.push(*character);
            at += 1;
        }
    }
    isolated
}

/// Returns the end of the run that starts at a letter: behind its last letter, or behind the bracket that this one is in.
fn run_end(characters: &[char], start: usize) -> usize {
    let mut end = start + 1;
    let mut depth = 0_usize;
    for (at, character) in characters.iter().enumerate().skip(start) {
        match character {
            '(' => depth += 1,
            ')' if depth == 0 => break,
            ')' => {
                depth -= 1;
                // A bracket is of the name if a letter of it is inside.
                if end == at {
                    end = at + 1;
                }
            }
            _ if is_right_to_left(*character) => end = at + 1,
            _ if joins_letters(*character) => {}
            _ => break,
        }
    }
    // An open bracket that closes behind the run would be mirrored alone.
    let open = |run: &[char]| run.iter().filter(|each| **each == '(').count();
    let closed = |run: &[char]| run.iter().filter(|each| **each == ')').count();
    let run = &characters[start..end];
    if open(run) == closed(run) {
        return end;
    }
    let bracket = run.iter().position(|each| *each == '(').unwrap_or(0);
    let mut letters = run[..bracket].iter();
    let last = letters.rposition(|each| is_right_to_left(*each));
    start + last.map_or(run.len(), |last| last + 1)
}

/// Marks and digits between the letters of one name.
fn joins_letters(character: char) -> bool {
    matches!(
        character,
        ' ' | '-' | '–' | '&' | '/' | '.' | '\'' | '’' | '"' | '”' | '0'..='9'
    )
}

/// Returns whether the character is of Hebrew, Arabic, Syriac, Thaana or N'Ko, or a mark of these.
fn is_right_to_left(character: char) -> bool {
    matches!(
        character,
        '\u{0590}'..='\u{08FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows isolates as brackets.
    fn shown(text: &str) -> String {
        isolate_names(text).replace(START, "[").replace(END, "]")
    }

    #[test]
    fn names_are_isolated_from_numbers_behind_them() {
        assert_eq!(
            shown("الغرب has the highest total المبيعات: 6,738 EUR"),
            "[الغرب] has the highest total [المبيعات]: 6,738 EUR"
        );
        assert_eq!(shown("**6,738** for מערב."), "**6,738** for [מערב].");
    }

    #[test]
    fn words_of_one_name_stay_together() {
        assert_eq!(shown("by الشمال الشرقي"), "by [الشمال الشرقي]");
        assert_eq!(
            shown("רבעון 2 ראשון and ת״א-יפו"),
            "[רבעון 2 ראשון] and [ת״א-יפו]"
        );
        assert_eq!(shown("شركة (أ) leads"), "[شركة (أ)] leads");
        assert_eq!(shown("المبيعات (EUR) by شهر"), "[المبيعات] (EUR) by [شهر]");
    }

    #[test]
    fn names_in_a_list_are_isolated_each() {
        assert_eq!(
            shown("الشمال, الجنوب and صفر"),
            "[الشمال], [الجنوب] and [صفر]"
        );
    }

    #[test]
    fn brackets_around_a_name_stay_outside() {
        assert_eq!(shown("highest (الغرب)"), "highest ([الغرب])");
    }

    #[test]
    fn other_scripts_are_left_alone() {
        let text = "Seoul 서울 sold 94,507, Київ 41,021";
        assert_eq!(isolate_names(text), text);
    }
}
