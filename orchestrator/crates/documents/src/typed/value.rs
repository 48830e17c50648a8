//! Parses typed numbers.

/// A number with its prefix and suffix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MeasuredValue {
    /// With a point, and without thousands separators.
    pub number: String,
    /// A currency, `%` or a unit; empty if there is none.
    pub unit: String,
}

const CURRENCIES: [char; 5] = ['€', '$', '£', '¥', '₹'];
const UNIT_CHARACTERS: usize = 12;

/// Reads a whole text such as `3`, `1,200.50`, `€5`, `12 %` or `7 kg`.
pub(super) fn parse_measure(text: &str) -> Option<MeasuredValue> {
    let text = text.trim();
    let (prefix, text) = match text.strip_prefix(CURRENCIES) {
        Some(rest) => (text.chars().next(), rest.trim_start()),
        None => (None, text),
    };
    let end = text
        .char_indices()
        .find(|(at, letter)| {
            !(letter.is_ascii_digit()
                || matches!(letter, '.' | ',')
                || (*at == 0 && matches!(letter, '-' | '+' | '−')))
        })
        .map_or(text.len(), |(at, _)| at);
    let number = parse_number(&text[..end])?;
    let unit = text[end..].trim();
    let unit = match (prefix, unit) {
        (Some(currency), "") => currency.to_string(),
        (Some(_), _) => return None,
        (None, unit) => unit.to_owned(),
    };
    is_unit(&unit).then_some(MeasuredValue { number, unit })
}

fn is_unit(unit: &str) -> bool {
    unit.is_empty()
        || unit == "%"
        || (unit.chars().count() == 1 && unit.starts_with(CURRENCIES))
        || (unit.chars().count() <= UNIT_CHARACTERS
            && unit.starts_with(char::is_alphabetic)
            && unit
                .chars()
                .all(|letter| letter.is_alphanumeric() || matches!(letter, '/' | '²' | '³' | '°')))
}

/// Reads a number with a point, or with a comma before one, two or four and more digits; commas
/// before three digits separate thousands.
pub(super) fn parse_number(text: &str) -> Option<String> {
    let (sign, digits) = match text.strip_prefix(['-', '−']) {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = match digits.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (digits, None),
    };
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if fraction.is_some_and(|fraction| !is_digits(fraction)) {
        return None;
    }
    let groups: Vec<&str> = whole.split(',').collect();
    let [first, others @ ..] = groups.as_slice() else {
        return None;
    };
    if !groups.iter().all(|group| is_digits(group)) {
        return None;
    }
    let point = |fraction: &str| format!("{sign}{first}.{fraction}");
    match (others, fraction) {
        ([], None) => Some(format!("{sign}{first}")),
        ([], Some(fraction)) => Some(point(fraction)),
        ([decimals], None) if decimals.len() != 3 => Some(point(decimals)),
        (others, fraction) => {
            let are_thousands = first.len() <= 3 && others.iter().all(|group| group.len() == 3);
            are_thousands.then(|| {
                let fraction = fraction
                    .map(|digits| format!(".{digits}"))
                    .unwrap_or_default();
                format!("{sign}{}{fraction}", groups.concat())
            })
        }
    }
}
