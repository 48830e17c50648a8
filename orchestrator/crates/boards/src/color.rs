use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A color of JSON Canvas: one of six that the reader's theme chooses, or `#rrggbb`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct Color(String);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a color must be \"1\" to \"6\", or # and six hexadecimal digits")]
pub struct BadColor;

impl TryFrom<String> for Color {
    type Error = BadColor;

    fn try_from(text: String) -> Result<Self, BadColor> {
        let is_preset = matches!(text.as_str(), "1" | "2" | "3" | "4" | "5" | "6");
        let is_hexadecimal = text.strip_prefix('#').is_some_and(|digits| {
            digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
        });
        if is_preset || is_hexadecimal {
            Ok(Self(text))
        } else {
            Err(BadColor)
        }
    }
}

impl Color {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<Color> for String {
    fn from(color: Color) -> Self {
        color.0
    }
}
