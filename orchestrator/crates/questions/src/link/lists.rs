//! Columns whose values are lists: "TX,LA" for a hurricane that hit two states.

use std::collections::HashMap;

use portolan_query::ColumnProfile;
use serde_json::Value;

/// The values of a column, each with the parts that it lists.
pub struct Lists {
    values: Vec<(String, Vec<String>)>,
}

impl Lists {
    /// Returns the values of a column whose profile holds all of them, if several are lists whose parts come back. "Paris, France"
    /// is none: there is one Paris.
    pub fn of(column: &ColumnProfile) -> Option<Self> {
        let texts = column.values.iter().filter_map(|value| match &value.value {
            Value::String(text) => Some(text),
            _ => None,
        });
        let values: Vec<(String, Vec<String>)> =
            texts.map(|text| (text.clone(), parts_of(text))).collect();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for part in values.iter().flat_map(|(_, parts)| parts) {
            *counts.entry(part).or_default() += 1;
        }
        let is_single = |part: &String| {
            let is_alone = |(_, parts): &(String, Vec<String>)| parts.as_slice() == [part.clone()];
            values.iter().any(is_alone)
        };
        let listed: Vec<&String> = values
            .iter()
            .filter(|(_, parts)| parts.len() > 1)
            .flat_map(|(_, parts)| parts)
            .collect();
        let repeated = listed
            .iter()
            .filter(|part| counts.get(part.as_str()).is_some_and(|count| *count > 1))
            .count();
        let single = listed.iter().filter(|part| is_single(part)).count();
        let are_lists =
            listed.len() >= 4 && repeated * 5 >= listed.len() * 4 && single * 2 >= listed.len();
        are_lists.then_some(Self { values })
    }

    /// Returns the values that list a text, where more than the text alone does.
    pub fn with(&self, text: &str) -> Option<Vec<&str>> {
        let part = text.to_lowercase();
        let holding: Vec<&str> = (self.values.iter())
            .filter(|(_, parts)| parts.contains(&part))
            .map(|(value, _)| value.as_str())
            .collect();
        (holding.len() > 1).then_some(holding)
    }

    /// Tells whether a text is a part of lists, and within no other part.
    pub fn is_listed(&self, text: &str) -> bool {
        let part = text.to_lowercase();
        let mut holding = self
            .values
            .iter()
            .filter(|(value, _)| value.to_lowercase().contains(&part));
        let is_in_lists = holding.clone().any(|(_, parts)| parts.len() > 1);
        is_in_lists && holding.all(|(_, parts)| parts.contains(&part))
    }
}

/// Returns the parts of a list in small letters.
fn parts_of(text: &str) -> Vec<String> {
    text.split([',', ';', '|'])
        .map(|part| part.trim().to_lowercase())
        .filter(|part| !part.is_empty())
        .collect()
}
