/// A pattern of characters, `*` and `**`.
///
/// `*` stands for characters other than the separators, `**` for any.
#[derive(Clone, Debug)]
pub(crate) struct Wildcard {
    tokens: Vec<Token>,
    separators: &'static [char],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
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
        let mut tokens: Vec<Token> = Vec::new();
        for character in pattern.chars() {
            match (character, tokens.last()) {
                ('*', Some(Token::Some)) => {
                    tokens.pop();
                    tokens.push(Token::Any);
                }
                ('*', Some(Token::Any)) => {}
                ('*', _) => tokens.push(Token::Some),
                (character, _) => tokens.push(Token::Exactly(character)),
            }
        }
        Self { tokens, separators }
    }

    /// Makes each `?` stand for one character that is no separator.
    pub fn with_question_marks(mut self) -> Self {
        for token in &mut self.tokens {
            if *token == Token::Exactly('?') {
                *token = Token::One;
            }
        }
        self
    }

    /// Returns the characters before the first one that is not fixed.
    pub fn literal_prefix(&self) -> String {
        let fixed = self.tokens.iter().map_while(|token| match token {
            Token::Exactly(character) => Some(*character),
            Token::One | Token::Some | Token::Any => None,
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
                    Token::Any => next[place] = true,
                    Token::Some if !is_separator => next[place] = true,
                    Token::One if !is_separator => next[place + 1] = true,
                    Token::Exactly(wanted) if *wanted == character => next[place + 1] = true,
                    Token::Some | Token::One | Token::Exactly(_) => {}
                }
            }
            reached = next;
            skip_stars(tokens, &mut reached);
        }
        reached[tokens.len()]
    }
}

fn skip_stars(tokens: &[Token], reached: &mut [bool]) {
    for (place, token) in tokens.iter().enumerate() {
        if reached[place] && matches!(token, Token::Some | Token::Any) {
            reached[place + 1] = true;
        }
    }
}
