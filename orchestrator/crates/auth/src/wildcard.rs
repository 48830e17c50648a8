/// A pattern of characters, `*` and `**`.
///
/// `*` represents characters other than the separators, `**` for any.
#[derive(Clone, Debug)]
pub(crate) struct Wildcard {
    tokens: Vec<WildcardToken>,
    separators: &'static [char],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WildcardToken {
    Exactly(char),
    /// One character that is no separator.
    One,
    /// `*`
    Some,
    /// `**`
    Any,
}

impl Wildcard {
    pub fn new(pattern: &str, separators: &'static [char]) -> Self {
        let mut tokens: Vec<WildcardToken> = Vec::new();
        for character in pattern.chars() {
            match (character, tokens.last()) {
                ('*', Some(WildcardToken::Some)) => {
                    tokens.pop();
                    tokens.push(WildcardToken::Any);
                }
                ('*', Some(WildcardToken::Any)) => {}
                ('*', _) => tokens.push(WildcardToken::Some),
                (character, _) => tokens.push(WildcardToken::Exactly(character)),
            }
        }
        Self { tokens, separators }
    }

    /// Makes each `?` represent one character that is no separator.
    pub fn with_question_marks(mut self) -> Self {
        for token in &mut self.tokens {
            if *token == WildcardToken::Exactly('?') {
                *token = WildcardToken::One;
            }
        }
        self
    }

    /// Returns the characters before the first one that is not fixed.
    pub fn literal_prefix(&self) -> String {
        let fixed = self.tokens.iter().map_while(|token| match token {
            WildcardToken::Exactly(character) => Some(*character),
            WildcardToken::One | WildcardToken::Some | WildcardToken::Any => None,
        });
        fixed.collect()
    }

    /// Keeps the places of the pattern that the text so far may have reached: no pattern takes long.
    pub fn matches(&self, text: &str) -> bool {
        let tokens = &self.tokens;
        let mut reached = vec![false; tokens.len() + 1];
        reached[0] = true;
        skip_stars(tokens, &mut reached);
        for character in text.chars() {
            let is_separator = self.separators.contains(&character);
            let mut next = vec![false; tokens.len() + 1];
            for (place, token) in tokens.iter().enumerate() {
                if !reached[place] {
                    continue;
                }
                match token {
                    WildcardToken::Any => next[place] = true,
                    WildcardToken::Some if !is_separator => next[place] = true,
                    WildcardToken::One if !is_separator => next[place + 1] = true,
                    WildcardToken::Exactly(wanted) if *wanted == character => {
                        next[place + 1] = true
                    }
                    WildcardToken::Some | WildcardToken::One | WildcardToken::Exactly(_) => {}
                }
            }
            reached = next;
            skip_stars(tokens, &mut reached);
        }
        reached[tokens.len()]
    }
}

fn skip_stars(tokens: &[WildcardToken], reached: &mut [bool]) {
    for (place, token) in tokens.iter().enumerate() {
        if reached[place] && matches!(token, WildcardToken::Some | WildcardToken::Any) {
            reached[place + 1] = true;
        }
    }
}
