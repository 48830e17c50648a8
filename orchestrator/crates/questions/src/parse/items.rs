//! Items: the meanings that a few words may have.

use crate::answer::DeclineReason;
use crate::language::lexicon::Adjective;
use crate::language::units::Unit;
use crate::plan::{
    Against, Aggregate, Axis, ChangeAs, Comparison, Mark, Orientation, Season, Stacking, TimeUnit,
    WindowKind,
};
use crate::schema::ColumnId;

/// A span of tokens with its meaning.
#[derive(Clone, Debug)]
pub struct Node {
    pub start: usize,
    pub end: usize,
    pub item: Item,
    /// How far its words are from the names that they were linked to.
    pub cost: f64,
}

/// A range of days, half open, as ISO dates; whole years have `years` set.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeRange {
    pub from: Option<String>,
    pub to: Option<String>,
    /// The named period's unit.
    pub unit: TimeUnit,
    /// Only one period is named, without "since" or "until".
    pub single: bool,
}

/// The place in a value where a text is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextPlace {
    Start,
    End,
    Anywhere,
}

/// A wish about the chart.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    Mark(Mark),
    Orientation(Orientation),
    Stacking(Stacking),
    ColorBy,
    FacetBy,
    Log(Option<Axis>),
    Dual,
    Labels,
    TrendLine,
    AxisX,
    AxisY,
}

#[derive(Clone, Debug)]
pub enum Item {
    Column {
        id: ColumnId,
        others: Vec<ColumnId>,
    },
    Value {
        column: ColumnId,
        texts: Vec<String>,
    },
    /// Words that people taught for a condition: the phrasing's place in the linguistic schema.
    Taught(usize),
    /// A noun or verb for the rows of a table.
    Entity(usize),
    Aggregate(Aggregate),
    Count,
    Distinct,
    /// "share of", "what percentage of"; the part follows.
    Share,
    /// "revenue" where no column holds it: a quantity times its price.
    Revenue {
        quantity: ColumnId,
        price: ColumnId,
        /// The key of what it is averaged over: "order value".
        per: Option<ColumnId>,
    },
    /// "late", "on time": what was done after the day that it was due, or not.
    Late {
        table: usize,
        late: bool,
    },
    /// "spent", "income": what went out or came in of a signed amount.
    Flow {
        column: ColumnId,
        out: bool,
    },
    /// "or more" behind a noun: "3 seats or more".
    OrMore(Comparison),
    /// "the others", "the rest".
    Others,
    /// "return rate": the share of rows with what is said before it.
    Rate,
    /// "as a percentage of": the whole follows.
    AsShareOf,
    /// "in percent", "as a share".
    Percent,
    Superlative {
        adjective: Adjective,
        n: Option<u32>,
        percent: Option<f64>,
    },
    /// "more than 5 kg", "between 2 and 3", "over 60".
    Compare {
        comparison: Comparison,
        low: f64,
        high: Option<f64>,
        unit: Option<Unit>,
        stems: &'static [&'static str],
    },
    /// "more", "heavier", "larger than" before something that is no number.
    CompareWord {
        comparison: Comparison,
        stems: &'static [&'static str],
    },
    /// "starts with K", "has the letters D or S": one of the texts is in the value.
    TextTest {
        place: TextPlace,
        texts: Vec<String>,
    },
    /// The first word of many values: "toyota" of "toyota corolla" and "toyota corona".
    FirstWord {
        column: ColumnId,
        text: String,
    },
    /// "above average".
    AgainstAverage(Comparison, Aggregate),
    Time(TimeRange),
    SeasonValue(Season, Vec<i64>),
    Unit(TimeUnit),
    Season(Season),
    OverTime,
    /// "all years together": the same month of several years is one.
    AcrossYears,
    By,
    Of,
    In,
    And,
    Or,
    Than,
    Break,
    Versus,
    With,
    Without,
    Not,
    Only,
    Which,
    Change(Option<ChangeAs>),
    Against(Against),
    Window(WindowKind),
    Index,
    Ratio,
    Product,
    Difference,
    Correlation,
    Distribution,
    BinWidth(f64),
    BinCount(u32),
    /// "under 30, 30 to 49, 50 and over": the ascending borders between the intervals.
    BinEdges(Vec<f64>),
    Missing,
    Recorded,
    Increase,
    Decrease,
    Wish(Wish),
    Order {
        descending: Option<bool>,
    },
    Nth(u32),
    /// "the first year when": the earliest or latest period that meets what follows.
    EdgePeriod {
        unit: TimeUnit,
        last: bool,
    },
    Number(f64),
    Pronoun,
    /// "leave it out".
    ExcludeIt,
    Decline(DeclineReason),
    Filler,
    Unknown,
}

impl Item {
    /// Tells whether nothing is lost without it.
    pub fn is_glue(&self) -> bool {
        matches!(
            self,
            Self::Filler
                | Self::Of
                | Self::In
                | Self::And
                | Self::Or
                | Self::Than
                | Self::Break
                | Self::With
                | Self::Which
        )
    }
}
