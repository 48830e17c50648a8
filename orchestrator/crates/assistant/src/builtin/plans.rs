//! From a question to prepared plans, and the chips that change them.

use std::{borrow::Cow, collections::BTreeSet};

use portolan_blocks::{UnderstoodWord, WordState as State, utf16_length};
use portolan_query::{ColumnType, TableProfile};
use portolan_questions::{
    Answer, Choice, Echo, Prepared, Question, WordState, answer_after, has_same_statement,
    plan::{ColumnRef, QueryPlan},
    prepare,
    schema::LinguisticSchema,
    starters,
    words::{capitalized, column_name, label},
};
use uuid::Uuid;

/// Characters of a longer message that are read.
pub(super) const QUESTION_CHARACTERS: usize = 4_000;
/// Starting questions that are offered where a question cannot be answered.
const STARTERS: usize = 3;

/// A message with everything that it is read with.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub text: &'a str,
    pub tables: &'a [TableProfile],
    /// The plan of the conversation's last chart.
    pub earlier: Option<&'a QueryPlan>,
    /// The questions since that chart, oldest first, which got none.
    pub unanswered: &'a [&'a str],
    /// Words that were taught in the conversation.
    pub taught: &'a LinguisticSchema,
}

impl Asked<'_> {
    pub fn answer(&self) -> Answer {
        let question = Question {
            text: self.text,
            tables: self.tables,
            earlier: self.earlier,
            schema: Some(self.taught),
        };
        answer_after(&question, self.unanswered)
    }

    /// Returns the best plan for a chip's text, as a click on it would be read.
    fn plan_of(&self, text: &str) -> Option<QueryPlan> {
        // A chip says it all: it is read without the questions before it.
        let alone = Asked {
            text,
            unanswered: &[],
            ..*self
        };
        alone.best_plan()
    }

    /// Returns the best plan if there is one that can be computed.
    fn best_plan(&self) -> Option<QueryPlan> {
        let Answer::Plans { readings } = self.answer() else {
            return None;
        };
        let best = readings.into_iter().next()?.plan;
        prepare(&best, self.tables).is_ok().then_some(best)
    }

    /// Returns the first of the texts that is read as the plan.
    fn text_for<'t>(&self, texts: &[Cow<'t, str>], plan: &QueryPlan) -> Option<Cow<'t, str>> {
        let is_read_so = |text: &&Cow<'t, str>| {
            self.plan_of(text)
                .is_some_and(|read| has_same_statement(&read, plan, self.tables))
        };
        texts.iter().find(is_read_so).cloned()
    }

    /// Returns label and prompt of the choices that are understood when they are clicked. A choice with a plan answers this
    /// question: its prompt is read after it, so that its label will do where no whole question says the same.
    pub fn choices(&self, choices: &[Choice]) -> Vec<(String, String)> {
        let asked: Vec<&str> = self.unanswered.iter().copied().chain([self.text]).collect();
        let after = Asked {
            unanswered: &asked,
            ..*self
        };
        let chip = |choice: &Choice| {
            let Some(plan) = &choice.plan else {
                self.plan_of(&choice.prompt)?;
                return Some((choice.label.clone(), choice.prompt.clone()));
            };
            // The whole reading with the names that people read, where it distinguishes the choices.
            let whole = capitalized(&label(plan));
            let wholes = choices.iter().filter_map(|choice| choice.plan.as_ref());
            let is_told = wholes
                .filter(|plan| capitalized(&label(plan)) == whole)
                .count()
                == 1;
            let texts = [&whole, &choice.prompt, &choice.label];
            let prompt = texts.into_iter().skip(usize::from(!is_told)).find(|text| {
                let read = Asked {
                    text: text.as_str(),
                    ..after
                };
                read.best_plan()
                    .is_some_and(|read| has_same_statement(&read, plan, self.tables))
            })?;
            let shown = if is_told { &whole } else { &choice.label };
            Some((shown.clone(), prompt.clone()))
        };
        choices.iter().filter_map(chip).collect()
    }

    /// Returns chips for the other readings of the question.
    pub fn others(&self, readings: &[Prepared], shown: &Prepared) -> Vec<(String, String)> {
        let differ = readings
            .iter()
            .filter(|other| other.sql != shown.sql || other.drawing != shown.drawing);
        let chip = |other: &Prepared| {
            let text = capitalized(&other.label);
            self.text_for(&[Cow::Borrowed(text.as_str())], &other.plan)?;
            Some((text.clone(), text))
        };
        differ.filter_map(chip).collect()
    }

    /// Returns the follow-up questions that are understood after this answer.
    pub fn follow_ups(
        &self,
        shown: &Prepared,
        suggestions: Vec<(String, String)>,
    ) -> Vec<(String, String)> {
        let later = Asked {
            earlier: Some(&shown.plan),
            unanswered: &[],
            ..*self
        };
        let mut chips = suggestions;
        chips.retain(|(_, prompt)| {
            later
                .plan_of(prompt)
                .is_some_and(|plan| !has_same_statement(&plan, &shown.plan, self.tables))
        });
        chips
    }

    /// Returns chips for a question that cannot be answered: the question with the nearest columns in place of the missing
    /// word, or without that word where a quantity is named already, then questions that the tables answer.
    pub fn instead(&self, nearest: &[ColumnRef], echo: &Echo) -> Vec<(String, String)> {
        let mut unused = echo
            .words
            .iter()
            .filter(|word| word.state == WordState::Unused);
        let mut chips = Vec::new();
        // A question that was guessed at reads no better with a column in the place of a word.
        let is_sure = !echo
            .words
            .iter()
            .any(|word| matches!(word.state, WordState::Unsure { .. }));
        if let (Some(word), None) = (unused.next().filter(|_| is_sure), unused.next()) {
            let span = word.span.start..word.span.end;
            let missing = self.text.get(span.clone()).unwrap_or_default();
            let replacements: Vec<String> = if self.names_quantity(echo) || missing.contains(' ') {
                vec![String::new()]
            } else {
                nearest.iter().map(column_name).collect()
            };
            for replacement in replacements.iter().filter(|_| !missing.is_empty()) {
                let mut text = self.text.to_owned();
                text.replace_range(span.clone(), replacement);
                let words: Vec<&str> = text.split_whitespace().collect();
                let text = capitalized(words.join(" ").trim_end_matches([',', ' ']));
                if self.plan_of(&text).is_some() {
                    chips.push((text.clone(), text));
                }
            }
        }
        let starting = self.tables.iter().flat_map(starters).take(STARTERS);
        chips.extend(starting.map(|text| (text.clone(), text)));
        chips
    }

    /// Returns whether a word of the question names a column of numbers.
    fn names_quantity(&self, echo: &Echo) -> bool {
        let is_number = |named: &ColumnRef| {
            self.tables
                .iter()
                .filter(|table| table.name == named.table)
                .flat_map(|table| &table.columns)
                .any(|column| {
                    column.name == named.column
                        && matches!(column.column_type, ColumnType::Integer | ColumnType::Number)
                })
        };
        echo.words.iter().any(|word| {
            matches!(&word.state, WordState::Understood { column: Some(column), .. } if is_number(column))
        })
    }
}

/// Returns what the engine reads in a question that another model answers, whose charts are held against it;
/// None if it reads nothing. Unused words are left out: the other model may use them.
pub fn read_words(
    message: &str,
    tables: &[TableProfile],
    taught: &LinguisticSchema,
    source_of: &dyn Fn(&str) -> Option<Uuid>,
) -> Option<Vec<UnderstoodWord>> {
    if tables.is_empty() {
        return None;
    }
    let text: String = message.chars().take(QUESTION_CHARACTERS).collect();
    let asked = Asked {
        text: &text,
        tables,
        earlier: None,
        unanswered: &[],
        taught,
    };
    let Answer::Plans { readings } = asked.answer() else {
        return None;
    };
    let mut words = words_of(message, &text, &readings.first()?.echo, source_of);
    words.retain(|word| word.state != State::Unused);
    (!words.is_empty()).then_some(words)
}

/// Returns the engine's words with their positions in the message, of which the engine may have read only a
/// part.
pub(super) fn words_of(
    message: &str,
    read: &str,
    echo: &Echo,
    source_of: &dyn Fn(&str) -> Option<Uuid>,
) -> Vec<UnderstoodWord> {
    let mut from = 0;
    let mut words = Vec::new();
    for word in &echo.words {
        let Some(text) = read.get(word.span.start..word.span.end) else {
            continue;
        };
        let Some(at) = message[from..].find(text).filter(|_| !text.is_empty()) else {
            continue;
        };
        let start = from + at;
        from = start + text.len();
        let mut source_id = None;
        let (state, meaning, alternatives) = match &word.state {
            WordState::Understood { r#as, .. } => (State::Understood, Some(r#as.clone()), vec![]),
            WordState::Unsure { r#as, alternatives } => {
                let tables: BTreeSet<&str> = alternatives
                    .iter()
                    .map(|column| column.table.as_str())
                    .collect();
                if let (Some(table), 1) = (tables.first(), tables.len()) {
                    source_id = source_of(table);
                }
                let columns = alternatives.iter().map(|column| column.column.clone());
                (State::Unsure, Some(r#as.clone()), columns.collect())
            }
            WordState::Unused => (State::Unused, None, vec![]),
        };
        words.push(UnderstoodWord {
            text: text.to_owned(),
            start: utf16_length(&message[..start]),
            end: utf16_length(&message[..from]),
            state,
            meaning,
            alternatives,
            source_id,
        });
    }
    words
}

#[cfg(test)]
mod tests {
    use portolan_questions::{EchoWord, plan::WordSpan};

    use super::*;

    #[test]
    fn word_positions_are_utf16_offsets_in_the_whole_message() {
        let read = "größe by origin";
        let message = "😀 größe by origin https://a.example";
        let echo = Echo {
            words: vec![
                EchoWord {
                    span: WordSpan { start: 0, end: 7 },
                    state: WordState::Unused,
                },
                EchoWord {
                    span: WordSpan { start: 11, end: 17 },
                    state: WordState::Understood {
                        r#as: "the column origin".into(),
                        column: None,
                    },
                },
            ],
        };
        let words = words_of(message, read, &echo, &|_| None);
        let places: Vec<_> = words.iter().map(|word| (word.start, word.end)).collect();
        assert_eq!(places, [(3, 8), (12, 18)]);
        assert_eq!(words[1].meaning.as_deref(), Some("the column origin"));
    }

    #[test]
    fn alternatives_of_one_table_name_its_source() {
        let column = |table: &str| ColumnRef {
            table: table.into(),
            column: "sold".into(),
        };
        let source = Uuid::from_u128(7);
        let unsure = |tables: &[&str]| Echo {
            words: vec![EchoWord {
                span: WordSpan { start: 0, end: 7 },
                state: WordState::Unsure {
                    r#as: "price".into(),
                    alternatives: tables.iter().map(|table| column(table)).collect(),
                },
            }],
        };
        let source_of = |table: &str| (table == "sales").then_some(source);
        let named = |tables: &[&str]| {
            words_of("revenue", "revenue", &unsure(tables), &source_of)[0].source_id
        };
        assert_eq!(named(&["sales"]), Some(source));
        assert_eq!(named(&["sales", "shops"]), None);
        assert_eq!(named(&["shops"]), None);
    }
}
