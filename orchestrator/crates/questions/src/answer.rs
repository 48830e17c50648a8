//! The question, and the answer to it.

use portolan_query::TableProfile;
use serde::{Deserialize, Serialize};

use crate::plan::{ColumnRef, QueryPlan, WordSpan};
use crate::schema::LinguisticSchema;

/// A question with everything that is known when it is asked.
pub struct Question<'a> {
    pub text: &'a str,
    /// The tables that may be asked, the likeliest first.
    pub tables: &'a [TableProfile],
    /// The plan of the chart that the conversation is about, if there is one.
    pub earlier: Option<&'a QueryPlan>,
    /// Words taught and edited by people; None where only the profiles speak.
    pub schema: Option<&'a LinguisticSchema>,
}

/// The result of reading a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Answer {
    /// The readings that account for every content word, best first; never empty.
    Plans { readings: Vec<Reading> },
    /// Two or three readings lead to different numbers, or a word is unclear.
    AskBack {
        question: String,
        choices: Vec<Choice>,
        echo: Echo,
    },
    /// The tables cannot answer this.
    Decline {
        reason: DeclineReason,
        /// States what is missing.
        message: String,
        /// Columns that come closest.
        nearest: Vec<ColumnRef>,
        /// Questions that the tables can answer.
        suggestions: Vec<String>,
        echo: Echo,
    },
}

/// One way to understand a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reading {
    pub plan: QueryPlan,
    pub echo: Echo,
    /// Lower is better; readings within `0.5` of each other are close.
    pub cost: f64,
    /// Whether the question was read as a change of the earlier plan.
    #[serde(default)]
    pub follow_up: bool,
}

/// A reading that is offered as a button.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Choice {
    /// A short text for the button.
    pub label: String,
    /// A full question that has this reading.
    pub prompt: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<QueryPlan>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DeclineReason {
    /// A measure, column, value, place or unit that the tables do not have.
    Missing,
    /// A time outside of the data.
    OutsidePeriod,
    Cause,
    Forecast,
    Opinion,
    /// Nothing of the question is about the tables.
    Unrelated,
    /// An operation that cannot be computed.
    Unsupported,
}

/// The question's words with what became of each.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Echo {
    /// In the order of the text; function words without a part of their own are left out.
    pub words: Vec<EchoWord>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EchoWord {
    pub span: WordSpan,
    #[serde(flatten)]
    pub state: WordState,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "state",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum WordState {
    /// `as` in plain words: "the column Body mass (g)", "only rows where Species is Gentoo".
    Understood {
        r#as: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        column: Option<ColumnRef>,
    },
    /// The best guess, and the columns that it may mean as well.
    Unsure {
        r#as: String,
        alternatives: Vec<ColumnRef>,
    },
    /// Not used in the answer.
    Unused,
}
