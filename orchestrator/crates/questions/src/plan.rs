//! A reading as a small typed query: what the SQL and the chart are both made from.

use portolan_query::ColumnType;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is read, how it is grouped and measured, and how it is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// The table in FROM.
    pub table: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joins: Vec<Join>,
    pub dimensions: Vec<Dimension>,
    pub measures: Vec<Measure>,
    /// All of them must hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<Filter>,
    /// What must hold of a group as a whole; all of them must.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub having: Vec<GroupTest>,
    /// Only the first rows of each group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top: Option<Top>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// Only so many groups, the largest; one more row adds up all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest_after: Option<u64>,
    /// Every group was asked for, however many there are.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub every_group: bool,
    pub mark: Mark,
    /// Bars beside each other, not on top of each other.
    #[serde(default)]
    pub side_by_side: bool,
    /// The question speaks of the axes, so they stay where it expects them.
    #[serde(default)]
    pub upright: bool,
}

impl Plan {
    pub fn is_aggregated(&self) -> bool {
        self.measures
            .iter()
            .any(|measure| measure.aggregate.is_some())
    }

    /// Bars with names, which are drawn with the largest first unless another order is asked for.
    pub fn has_named_bars(&self) -> bool {
        let named = |dimension: &Dimension| {
            let numeric = matches!(
                dimension.column_type,
                ColumnType::Integer | ColumnType::Number
            );
            dimension.bin.is_none()
                && !numeric
                && !dimension.is_temporal()
                && dimension.sequence.is_empty()
        };
        self.mark == Mark::Bar
            && !self.measures.is_empty()
            && self.dimensions.first().is_some_and(named)
    }

    /// Bars of names that have an order of their own.
    pub fn has_ordered_bars(&self) -> bool {
        let ordered = |dimension: &Dimension| !dimension.sequence.is_empty();
        self.mark == Mark::Bar && self.dimensions.first().is_some_and(ordered)
    }

    pub fn dimension_on(&self, channel: Channel) -> Option<&Dimension> {
        self.dimensions
            .iter()
            .find(|dimension| dimension.channel == channel)
    }
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ColumnRef {
    pub table: String,
    pub column: String,
}

/// `table.column = other_table.other_column`, where `other_table` is the one that comes in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Join {
    pub left: ColumnRef,
    pub right: ColumnRef,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Dimension {
    pub column: ColumnRef,
    pub column_type: ColumnType,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<TimeUnit>,
    /// The width of a bin of a numeric column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bin: Option<f64>,
    pub channel: Channel,
    /// Whole numbers that are years.
    #[serde(default)]
    pub years: bool,
    /// Dates kept as text.
    #[serde(default)]
    pub text_dates: bool,
    /// Some rows have no value.
    #[serde(default)]
    pub gaps: bool,
    /// How many values are to be expected.
    #[serde(default)]
    pub distinct: u64,
    /// The longest known label, in characters.
    #[serde(default)]
    pub longest: usize,
    /// All values in their own order, where their names have one: months, sizes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sequence: Vec<String>,
}

impl Dimension {
    pub fn is_temporal(&self) -> bool {
        self.years
            || self.unit.is_some()
            || matches!(self.column_type, ColumnType::Date | ColumnType::Datetime)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Channel {
    X,
    Color,
    Facet,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Measure {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aggregate: Option<Aggregate>,
    /// None counts rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<ColumnRef>,
    /// What a row is called where rows are counted: "cars".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noun: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Aggregate {
    Count,
    Distinct,
    Sum,
    Mean,
    Median,
    Minimum,
    Maximum,
}

impl Aggregate {
    pub fn word(self) -> &'static str {
        match self {
            Self::Count => "number of",
            Self::Distinct => "number of different",
            Self::Sum => "total",
            Self::Mean => "average",
            Self::Median => "median",
            Self::Minimum => "lowest",
            Self::Maximum => "highest",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TimeUnit {
    Year,
    Quarter,
    /// The month of any year.
    Month,
    YearMonth,
    Week,
    Weekday,
    Day,
    Hour,
}

impl TimeUnit {
    pub fn word(self) -> &'static str {
        match self {
            Self::Year => "year",
            Self::Quarter => "quarter",
            Self::Month | Self::YearMonth => "month",
            Self::Week => "week",
            Self::Weekday => "weekday",
            Self::Day => "day",
            Self::Hour => "hour",
        }
    }

    /// Whether its values come round again, and so are no time line.
    pub fn is_cyclic(self) -> bool {
        matches!(self, Self::Month | Self::Weekday | Self::Hour)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Mark {
    Bar,
    Line,
    Area,
    Point,
    Arc,
    Heatmap,
    Boxplot,
    /// One number.
    Text,
}

impl Mark {
    pub fn word(self) -> &'static str {
        match self {
            Self::Bar => "bar chart",
            Self::Line => "line chart",
            Self::Area => "area chart",
            Self::Point => "scatter plot",
            Self::Arc => "pie chart",
            Self::Heatmap => "heat map",
            Self::Boxplot => "box plot",
            Self::Text => "number",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Filter {
    pub column: ColumnRef,
    pub column_type: ColumnType,
    /// The part of a date that is compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<TimeUnit>,
    /// Dates kept as text.
    #[serde(default)]
    pub text_dates: bool,
    /// Joined to the condition before it with OR.
    #[serde(default)]
    pub or: bool,
    pub test: Test,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Test {
    Compare(Comparison, Value),
    /// Compared with the average of the column.
    CompareAverage(Comparison),
    Between(Value, Value),
    OneOf(Vec<Value>),
    NoneOf(Vec<Value>),
    /// Holds one of the texts, in any case; or none of them, or begins with one.
    Like {
        parts: Vec<String>,
        negated: bool,
        start: bool,
    },
    /// The rows' key has a row for each of the values in another table.
    AllOf {
        key: ColumnRef,
        outer: ColumnRef,
        values: Vec<Value>,
    },
    /// There are rows of another table that refer to this one; or none. `of` is their key.
    HasRows {
        of: ColumnRef,
        negated: bool,
    },
    Known,
    Missing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Comparison {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
}

impl Comparison {
    pub fn sql(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::Equal => "=",
            Self::NotEqual => "!=",
        }
    }
}

/// "Departments with more than five employees": a measure of each group, compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GroupTest {
    pub measure: Measure,
    pub comparison: Comparison,
    pub value: Value,
}

/// "The two dearest products of each category": the first by the first measure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Top {
    pub count: u64,
    /// The dimension within which they are the first.
    pub of: ColumnRef,
    pub descending: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    pub by: OrderBy,
    pub descending: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum OrderBy {
    /// The dimension on the x axis.
    Dimension,
    /// The first measure.
    Measure,
    /// A column that is not drawn; its value per group is the largest.
    Column(ColumnRef),
}
