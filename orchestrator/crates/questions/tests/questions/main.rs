//! What the engine makes of questions.

mod any_text;
mod follow_ups;
mod readings;
mod support;
