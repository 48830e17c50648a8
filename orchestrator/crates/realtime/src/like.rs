/// Returns whether a text is like a pattern, in which `%` (or `*`) represents any characters, `_` for one,
/// and a backslash takes a character as it is.
pub fn is_like(text: &str, pattern: &str, ignores_case: bool) -> bool {
    let fold = |part: &str| -> Vec<char> {
        if ignores_case {
            part.to_lowercase().chars().collect()
        } else {
            part.chars().collect()
        }
    };
    let text = fold(text);
    let pattern = pattern_tokens(&fold(pattern));
    // The usual walk: on a mismatch the last `%` swallows one character more.
    let (mut at, mut token) = (0, 0);
    let mut back: Option<(usize, usize)> = None;
    while at < text.len() {
        let fits = match pattern.get(token) {
            Some(PatternToken::One) => true,
            Some(PatternToken::Exactly(wanted)) => text[at] == *wanted,
            Some(PatternToken::Any) => {
                back = Some((at, token));
                token += 1;
                continue;
            }
            None => false,
        };
        if fits {
            at += 1;
            token += 1;
        } else if let Some((from, any)) = back {
            back = Some((from + 1, any));
            at = from + 1;
            token = any + 1;
        } else {
            return false;
        }
    }
    pattern[token..]
        .iter()
        .all(|left| matches!(left, PatternToken::Any))
}

enum PatternToken {
    Any,
    One,
    Exactly(char),
}

fn pattern_tokens(pattern: &[char]) -> Vec<PatternToken> {
    let mut tokens = Vec::with_capacity(pattern.len());
    let mut characters = pattern.iter();
    while let Some(character) = characters.next() {
        tokens.push(match character {
            '%' | '*' => PatternToken::Any,
            '_' => PatternToken::One,
            '\\' => PatternToken::Exactly(*characters.next().unwrap_or(&'\\')),
            other => PatternToken::Exactly(*other),
        });
    }
    tokens
}
