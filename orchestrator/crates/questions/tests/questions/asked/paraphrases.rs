//! The same question in other words has the same answer.

use portolan_questions::plan::Plan;
use portolan_questions::{Answer, Question, answer};

use super::{Case, cases};

/// A way to say the same thing, and the least part in percent that must be understood alike.
type Paraphrase = (&'static str, f64, fn(&str) -> String);

const PARAPHRASES: &[Paraphrase] = &[
    ("in capitals", 90.0, |text| text.to_uppercase()),
    ("in small letters", 95.0, |text| text.to_lowercase()),
    ("without punctuation at the end", 98.0, |text| {
        text.trim_end_matches(['.', '?', '!']).to_owned()
    }),
    ("politely", 94.0, |text| {
        format!("Could you please tell me: {}", first_small(text))
    }),
    ("with thanks", 97.0, |text| format!("{text} Thanks!")),
    ("with other verbs", 96.0, |text| {
        words(
            text,
            &[
                ("Show", "Display"),
                ("Plot", "Draw"),
                ("Draw", "Visualize"),
                ("Give", "Show"),
            ],
        )
    }),
    ("with other aggregates", 94.0, |text| {
        words(
            text,
            &[
                ("average", "mean"),
                ("Average", "Mean"),
                ("mean", "average"),
                ("maximum", "highest"),
            ],
        )
    }),
    ("with per for each", 94.0, |text| {
        text.replace("for each ", "per ")
            .replace("For each ", "Per ")
    }),
    ("with other directions", 95.0, |text| {
        text.replace("in descending order", "from high to low")
            .replace("from high to low", "in desc order")
            .replace("from low to high", "in ascending order")
    }),
    ("with two blanks", 100.0, |text| text.replace(' ', "  ")),
    ("with a slip of the pen", 80.0, slip),
];

fn first_small(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(characters).collect()
    })
}

fn words(text: &str, pairs: &[(&str, &str)]) -> String {
    text.split(' ')
        .map(|word| {
            pairs
                .iter()
                .find(|(from, _)| *from == word)
                .map_or(word, |(_, to)| to)
        })
        .collect::<Vec<_>>()
        .join(" ")
}

/// Two letters of the longest word change places.
fn slip(text: &str) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let plain = |word: &&mut String| word.chars().all(|c| c.is_ascii_lowercase());
    if let Some(word) = words.iter_mut().filter(plain).max_by_key(|word| word.len())
        && word.len() >= 6
    {
        let at = word.len() / 2;
        let mut letters: Vec<char> = word.chars().collect();
        letters.swap(at, at + 1);
        *word = letters.into_iter().collect();
    }
    words.join(" ")
}

fn plan(case: &Case, text: &str) -> Option<Plan> {
    match answer(&Question {
        text,
        tables: &case.tables,
        so_far: None,
    }) {
        Answer::Readings(mut readings) => readings.swap_remove(0).plan,
        _ => None,
    }
}

#[test]
fn other_words_for_the_same_question_mean_the_same() {
    let cases = cases(include_str!("practised.jsonl"));
    let plans: Vec<Option<Plan>> = cases.iter().map(|c| plan(c, &c.question)).collect();
    let show = std::env::var_os("PORTOLAN_SHOW_MISSES").is_some();
    for (name, least, change) in PARAPHRASES {
        let (mut same, mut all) = (0, 0);
        for (case, known) in cases.iter().zip(&plans) {
            let text = change(&case.question);
            if text == case.question {
                continue;
            }
            all += 1;
            let found = plan(case, &text);
            same += usize::from(found == *known);
            if show && found != *known {
                println!("  {name}: {text}");
            }
        }
        let reached = 100.0 * f64::from(same as u32) / f64::from(all.max(1) as u32);
        println!("{name}: {reached:.1} % of {all} are understood alike");
        assert!(reached >= *least, "{name}: {reached:.1} %");
    }
}
