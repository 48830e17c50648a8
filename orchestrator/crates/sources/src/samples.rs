use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A table that everyone may try: small, interesting, and free to use.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Sample {
    /// Names it in calls.
    pub name: String,
    #[serde(skip_serializing)]
    pub file: String,
    pub title: String,
    pub description: String,
    /// The origin and the licence.
    pub licence: String,
    /// Good first questions.
    pub questions: Vec<String>,
}

/// The samples with their CSV text, in the order in which they are offered.
pub fn all_samples() -> Vec<(Sample, &'static str)> {
    let list: Vec<Sample> =
        serde_json::from_str(include_str!("../../../samples/samples.json")).unwrap_or_default();
    list.into_iter()
        .filter_map(|sample| {
            let text = sample_text(&sample.file)?;
            Some((sample, text))
        })
        .collect()
}

fn sample_text(file: &str) -> Option<&'static str> {
    match file {
        "harbour-cafes.csv" => Some(include_str!("../../../samples/harbour-cafes.csv")),
        "carbon-dioxide.csv" => Some(include_str!("../../../samples/carbon-dioxide.csv")),
        "moons.csv" => Some(include_str!("../../../samples/moons.csv")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_sample_has_its_file_and_questions() {
        let samples = super::all_samples();
        assert_eq!(samples.len(), 3);
        for (sample, text) in samples {
            assert!(text.lines().count() > 10, "{}", sample.name);
            assert!(!sample.questions.is_empty());
            assert!(!sample.licence.is_empty());
        }
    }
}
