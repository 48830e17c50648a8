//! What the engine makes of questions.

mod any_text;
mod readings;
mod support;
