//! Limits that hold before anything recursive sees the query.
//!
//! The engine overflows its stack on long chains of operators and plans for seconds on
//! a few kilobytes of `a+a+…`, so both are refused while the query is still a list of tokens.

use sqlparser::{
    dialect::GenericDialect,
    keywords::Keyword,
    tokenizer::{Token, TokenWithSpan, Tokenizer},
};

use super::{invalid_query, refused_query};
use crate::WorkerFailure;

const MAX_BYTES: usize = 20_000;
const MAX_TOKENS: usize = 4_000;
const MAX_NESTING: usize = 24;
const MAX_OPERATORS: usize = 300;
/// Operators that follow each other in one bracket without a comma or a clause between them.
const MAX_CHAIN: usize = 60;
const MAX_SELECTS: usize = 24;
const MAX_NAME_BYTES: usize = 500;
pub(super) const PARSER_DEPTH: usize = 50;

pub(super) fn tokens_within_limits(sql: &str) -> Result<Vec<TokenWithSpan>, WorkerFailure> {
    if sql.len() > MAX_BYTES {
        return Err(refused_query(format!(
            "The query is {} bytes long; at most {MAX_BYTES} are allowed. Write a shorter one.",
            sql.len()
        )));
    }
    let tokens = Tokenizer::new(&GenericDialect {}, sql)
        .tokenize_with_location()
        .map_err(|error| invalid_query(format!("The SQL does not parse: {error}.")))?;
    let mut size = QuerySize::default();
    for token in &tokens {
        size.count_token(&token.token)?;
    }
    Ok(tokens)
}

#[derive(Default)]
struct QuerySize {
    tokens: usize,
    operators: usize,
    selects: usize,
    /// The length of the running chain in each open bracket.
    chains: Vec<usize>,
    chain: usize,
}

impl QuerySize {
    fn count_token(&mut self, token: &Token) -> Result<(), WorkerFailure> {
        match token {
            Token::Whitespace(_) | Token::EOF => return Ok(()),
            Token::LParen | Token::LBracket | Token::LBrace => self.open_bracket()?,
            Token::RParen | Token::RBracket | Token::RBrace => self.close_bracket(),
            Token::Comma => self.chain = 0,
            Token::Word(word) => self.count_word(word)?,
            Token::Number(..)
            | Token::SingleQuotedString(_)
            | Token::DoubleQuotedString(_)
            | Token::EscapedStringLiteral(_)
            | Token::Period
            | Token::SemiColon => {}
            _ => self.count_operator()?,
        }
        self.tokens += 1;
        if self.tokens > MAX_TOKENS {
            return Err(refused_query(format!(
                "The query has more than {MAX_TOKENS} words and signs. Write a shorter one."
            )));
        }
        Ok(())
    }

    fn count_word(&mut self, word: &sqlparser::tokenizer::Word) -> Result<(), WorkerFailure> {
        if word.value.len() > MAX_NAME_BYTES {
            return Err(refused_query(format!(
                "A name in the query is longer than {MAX_NAME_BYTES} bytes."
            )));
        }
        if word.quote_style.is_some() {
            return Ok(());
        }
        match word.keyword {
            Keyword::CASE => self.open_bracket()?,
            Keyword::END => self.close_bracket(),
            Keyword::AND | Keyword::OR | Keyword::NOT | Keyword::XOR => self.count_operator()?,
            Keyword::LIKE | Keyword::ILIKE | Keyword::BETWEEN | Keyword::IS => {
                self.count_operator()?
            }
            Keyword::SELECT => {
                self.chain = 0;
                self.selects += 1;
                if self.selects > MAX_SELECTS {
                    return Err(refused_query(format!(
                        "The query has more than {MAX_SELECTS} SELECTs. Split it into several queries."
                    )));
                }
            }
            Keyword::FROM
            | Keyword::WHERE
            | Keyword::GROUP
            | Keyword::HAVING
            | Keyword::ORDER
            | Keyword::WHEN
            | Keyword::THEN
            | Keyword::ELSE
            | Keyword::ON
            | Keyword::UNION => self.chain = 0,
            _ => {}
        }
        Ok(())
    }

    fn count_operator(&mut self) -> Result<(), WorkerFailure> {
        self.operators += 1;
        self.chain += 1;
        if self.chain > MAX_CHAIN || self.operators > MAX_OPERATORS {
            return Err(refused_query(format!(
                "The query chains too many operators (at most {MAX_CHAIN} in a row, {MAX_OPERATORS} in all). Use IN (…) instead of OR, and WITH for intermediate results."
            )));
        }
        Ok(())
    }

    fn open_bracket(&mut self) -> Result<(), WorkerFailure> {
        self.chains.push(self.chain);
        if self.chains.len() > MAX_NESTING {
            return Err(refused_query(format!(
                "The query is nested more than {MAX_NESTING} levels deep. Use WITH to flatten it."
            )));
        }
        Ok(())
    }

    fn close_bracket(&mut self) {
        if let Some(chain) = self.chains.pop() {
            self.chain = chain.max(self.chain);
        }
    }
}
