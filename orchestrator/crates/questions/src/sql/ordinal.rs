//! Names that come one after the other by what they say: months, weekdays, quarters, sizes, ages.

use portolan_query::ColumnProfile;

/// More values than these are names, whatever they look like.
const MOST_VALUES: usize = 60;

/// Words in their order. Months and weekdays are known by their first letters.
const LISTS: [&str; 14] = [
    "jan feb mar apr may jun jul aug sep oct nov dec",
    "mon tue wed thu fri sat sun",
    "spring summer autumn winter",
    "spring summer fall winter",
    "xxs xs s m l xl xxl xxxl",
    "tiny small medium large huge",
    "very-low low medium high very-high",
    "low moderate high critical",
    "low normal high urgent immediate",
    "low medium high urgent critical",
    "trivial minor major critical blocker",
    "very-bad bad fair good very-good excellent",
    "strongly-disagree disagree neutral agree strongly-agree",
    "never rarely sometimes often always",
];

const CALENDAR: &str = "january february march april june july august september sept october november december \
    monday tuesday tues wednesday thursday thur thurs friday saturday sunday";

/// Words before a number that counts in order.
const COUNTED: &str =
    "q quarter h half w wk week day month year grade level stage phase step round season";

/// Signs that make a number the end of an open span.
const BELOW: &str = "under below less younger up to";
const ABOVE: &str = "over above more older plus";

/// The values of a column in their own order; empty where they are names like others.
pub fn natural(profile: &ColumnProfile) -> Vec<String> {
    let names: Vec<&str> = profile
        .values
        .iter()
        .filter_map(|known| known.value.as_str())
        .collect();
    // A profile lists only the most frequent values, and one that is not listed may have no place in the order.
    let are_all = names.len() as u64 == profile.distinct;
    if !are_all || !(2..=MOST_VALUES).contains(&names.len()) {
        return Vec::new();
    }
    let placed = LISTS
        .iter()
        .find_map(|list| placed(&names, |name| in_list(list, name)))
        .or_else(|| by_number(&names));
    placed.unwrap_or_default()
}

/// The names by their places; None where one has none.
fn placed<T: PartialOrd>(names: &[&str], place: impl Fn(&str) -> Option<T>) -> Option<Vec<String>> {
    let mut places: Vec<(T, &str)> = names
        .iter()
        .map(|name| place(name).map(|place| (place, *name)))
        .collect::<Option<_>>()?;
    places.sort_by(|one, other| one.partial_cmp(other).unwrap_or(std::cmp::Ordering::Equal));
    Some(
        places
            .into_iter()
            .map(|(_, name)| name.to_owned())
            .collect(),
    )
}

fn in_list(list: &str, name: &str) -> Option<usize> {
    let words: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
    // "Very good" is "very-good" in the lists, whose words are split at spaces.
    let mut word = words.join("-");
    if word.ends_with('.') {
        word.pop();
    }
    // Only whole names are cut to three letters: "Marketing" is not March, and "Monkey" is not Monday.
    if is_among(CALENDAR, &word) {
        word.truncate(3);
    }
    list.split(' ').position(|known| known == word)
}

/// "Q1", "Week 12", "18–24", "65+": what is counted is the same in all of them.
fn by_number(names: &[&str]) -> Option<Vec<String>> {
    let (counted, _) = read(names.first()?)?;
    // Numbers alone are names, such as the postcodes "10115" and "20095".
    if names
        .iter()
        .all(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
    {
        return None;
    }
    placed(names, |name| {
        let (what, numbers) = read(name)?;
        (what == counted).then_some(numbers)
    })
}

/// Returns the counted noun and its numbers, a year first. None where there are none, or they only tell
/// things of one name apart, as in "Store 4".
fn read(name: &str) -> Option<(Vec<String>, Vec<f64>)> {
    let name = name.to_lowercase();
    let mut what = Vec::new();
    let mut numbers: Vec<f64> = Vec::new();
    let mut bias = 0.0;
    // A part is a run of digits, of letters or of signs: "18–24" has three.
    let kind = |letter: char| (letter.is_ascii_digit(), letter.is_alphabetic());
    let mut rest = name.as_str();
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|letter| kind(letter) != kind(first));
        let (part, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        if first.is_ascii_digit() {
            numbers.push(part.parse().ok()?);
        } else if first.is_alphabetic() {
            // Half a unit puts "<$50" before "$50-$100", which begins with the same number.
            if is_among(BELOW, part) {
                bias = -0.5;
            } else if is_among(ABOVE, part) {
                bias = 0.5;
            } else if !matches!(part, "and" | "or" | "to") {
                // "Store 2" and "A1" are names; behind the number any noun may stand, as in "2 rooms".
                if numbers.is_empty() && !is_among(COUNTED, part) {
                    return None;
                }
                what.push(part.to_owned());
            }
        } else if part.contains(['<', '≤']) {
            bias = -0.5;
        } else if part.contains(['>', '≥', '+']) {
            bias = 0.5;
        }
    }
    // "Q1 2025" comes after "Q4 2024", so the year is compared first.
    if let [first, year] = numbers.as_mut_slice()
        && (1_900.0..2_200.0).contains(year)
        && *first < 100.0
    {
        std::mem::swap(first, year);
    }
    *numbers.first_mut()? += bias;
    Some((what, numbers))
}

fn is_among(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|known| known == word)
}

#[cfg(test)]
mod tests {
    use portolan_query::{ColumnType, ValueCount};

    use super::*;

    fn profile(names: &str) -> ColumnProfile {
        let values: Vec<ValueCount> = names
            .split(", ")
            .map(|name| ValueCount {
                value: name.into(),
                count: 1,
            })
            .collect();
        ColumnProfile {
            name: "name".into(),
            column_type: ColumnType::String,
            nulls: 0,
            distinct: values.len() as u64,
            min: None,
            max: None,
            mean: None,
            quartiles: None,
            values,
        }
    }

    #[test]
    fn names_with_a_natural_order_are_put_in_it() {
        for (names, order) in [
            ("Q3, Q1, Q4, Q2", "Q1, Q2, Q3, Q4"),
            ("Q1 2025, Q4 2024, Q2 2024", "Q2 2024, Q4 2024, Q1 2025"),
            ("2024-Q2, 2024-Q1", "2024-Q1, 2024-Q2"),
            ("Mar, Jan, Feb", "Jan, Feb, Mar"),
            ("Sunday, Monday, Thursday", "Monday, Thursday, Sunday"),
            ("M, XL, S, L", "S, M, L, XL"),
            ("high, low, Medium", "low, Medium, high"),
            ("Very good, bad, Good", "bad, Good, Very good"),
            ("Week 10, Week 9", "Week 9, Week 10"),
            ("65+, 18–24, under 18, 25–64", "under 18, 18–24, 25–64, 65+"),
            (
                "$100-$200, <$50, $50-$100, >$200",
                "<$50, $50-$100, $100-$200, >$200",
            ),
            ("10 rooms, 2 rooms", "2 rooms, 10 rooms"),
        ] {
            assert_eq!(natural(&profile(names)).join(", "), order, "{names}");
        }
    }

    #[test]
    fn other_names_are_names() {
        for names in [
            "North, South, East",
            "Store 2, Store 1",
            "10115, 20095",
            "A1, B2",
            "May, April Smith",
            "Q1, Q2, Other",
            "January",
        ] {
            assert!(natural(&profile(names)).is_empty(), "{names}");
        }
    }
}
