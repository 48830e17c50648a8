//! Parses numbers in the notations of people and programs.

/// How the digits are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `1234.5`, `1e6`
    Plain,
    /// `1,234.5`
    Thousands,
    /// `1.234,5` or `1 234,5`
    DecimalComma,
}

pub const STYLES: [Style; 3] = [Style::Plain, Style::Thousands, Style::DecimalComma];

/// The sign and unit before or after the digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Affix {
    None,
    Currency,
    Percent,
    /// A unit behind the digits, by its place in [`UNITS`].
    Unit(usize),
    /// `10,000+`: at least so many.
    AtLeast,
}

/// Units that cells name behind their digits. Single letters need a space before them: they may as well be codes.
const UNITS: &[&str] = &[
    "m", "g", "l", "t", "h", "mm", "cm", "km", "m²", "m2", "m³", "m3", "sqm", "sq m", "qm", "ft",
    "sq ft", "sqft", "mi", "miles", "ha", "acres", "mg", "kg", "lb", "lbs", "oz", "ml", "ltr",
    "kb", "mb", "gb", "tb", "kw", "mw", "kwh", "mwh", "gwh", "hp", "ps", "bhp", "cc", "rpm", "nm",
    "kcal", "kj", "hz", "khz", "mhz", "ghz", "mph", "km/h", "kmh", "kn", "m/s", "hpa", "bpm", "°c",
    "°f", "°", "ms", "sec", "secs", "min", "mins", "minutes", "hrs", "hours", "days", "weeks",
    "months", "years", "yrs", "usd", "eur", "gbp", "chf", "euro", "euros",
];

/// The parts of a number's text: sign, digits, prefix and suffix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NumberParts<'a> {
    pub affix: Affix,
    pub negative: bool,
    pub body: &'a str,
    pub scale: Scale,
}

/// A letter behind the digits that multiplies them: `5K`, `1.2M`, `$3B`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    One,
    Thousand,
    Million,
    Billion,
}

impl Scale {
    const fn exponent(self) -> u32 {
        match self {
            Self::One => 0,
            Self::Thousand => 3,
            Self::Million => 6,
            Self::Billion => 9,
        }
    }

    /// Splits the letter off the end of a number.
    fn split(text: &str) -> (Self, &str) {
        let is_number = |before: &str| before.ends_with(|last: char| last.is_ascii_digit());
        [
            ('K', Self::Thousand),
            ('k', Self::Thousand),
            ('M', Self::Million),
            ('B', Self::Billion),
        ]
        .into_iter()
        .find_map(|(letter, scale)| {
            let before = text.strip_suffix(letter)?;
            is_number(before).then_some((scale, before))
        })
        .unwrap_or((Self::One, text))
    }
}

/// Tells apart amounts with a letter of scale from codes that end in one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scales {
    /// Cells without a letter, with `K`, with `M` and with `B`.
    seen: [bool; 4],
}

impl Scales {
    pub const fn see(&mut self, scale: Scale) {
        self.seen[scale as usize] = true;
    }

    pub fn any(self) -> bool {
        self.seen[1..].iter().any(|seen| *seen)
    }

    /// Returns whether the letters can be no scale: "5K" and "10K" alone are names of races, "12" and "14B" house numbers.
    pub fn are_codes(self, affix: Option<Affix>) -> bool {
        let [_, thousands, millions, billions] = self.seen;
        let kinds = self.seen.iter().filter(|seen| **seen).count();
        self.any()
            && affix != Some(Affix::Currency)
            && (kinds < 2 || billions && !thousands && !millions)
    }
}

/// Digits beyond this many make an identifier, not a quantity.
const MAX_INTEGER_DIGITS: usize = 18;

pub fn split_parts(text: &str) -> Option<NumberParts<'_>> {
    let mut rest = text;
    let mut negative = false;
    let mut affix = Affix::None;
    // Accounting notation: parentheses mean a negative amount.
    if let Some(inner) = rest
        .strip_prefix('(')
        .and_then(|inner| inner.strip_suffix(')'))
    {
        negative = true;
        rest = inner;
    }
    // Two rounds accept the sign on either side of the currency: -$5 and $-5.
    for _ in 0..2 {
        // U+2212 is the typographic minus of spreadsheets and web pages.
        if let Some(after) = rest.strip_prefix(['-', '\u{2212}']) {
            if negative {
                return None;
            }
            negative = true;
            rest = after;
        } else if let Some(after) = rest.strip_prefix('+') {
            rest = after;
        }
        if let Some(after) = rest.strip_prefix(['$', '€', '£', '¥', '₹']) {
            affix = Affix::Currency;
            rest = after.trim_start();
        }
    }
    if let Some(before) = rest.strip_suffix('%') {
        if affix != Affix::None {
            return None;
        }
        affix = Affix::Percent;
        rest = before.trim_end();
    } else if let Some(before) = rest.strip_suffix(['$', '€', '£', '¥', '₹']) {
        affix = Affix::Currency;
        rest = before.trim_end();
    } else if affix == Affix::None
        && let Some((before, found)) = split_unit(rest)
    {
        affix = found;
        rest = before;
    }
    let (scale, rest) = match affix {
        Affix::None | Affix::Currency => Scale::split(rest),
        _ => (Scale::One, rest),
    };
    // Rejects words early, and "inf" and "nan", which the float parser would accept.
    let first = rest.bytes().next()?;
    (first.is_ascii_digit() || first == b'.').then_some(NumberParts {
        affix,
        negative,
        body: rest,
        scale,
    })
}

/// Splits the unit, or the plus of "at least", off the end of a number.
fn split_unit(text: &str) -> Option<(&str, Affix)> {
    if let Some(before) = text.strip_suffix('+') {
        return Some((before.trim_end(), Affix::AtLeast));
    }
    let end = text.rfind(|character: char| character.is_ascii_digit())? + 1;
    // "m2" and "m3" end with a digit of their own.
    let end = text
        .strip_suffix("m2")
        .or_else(|| text.strip_suffix("m3"))
        .map_or(end, str::len);
    let (before, written) = text.split_at(end);
    let unit = written.trim_start();
    let at = UNITS
        .iter()
        .position(|known| known.eq_ignore_ascii_case(unit))
        // "12b" is a house, while the space in "17.6 m" says that a unit follows.
        .filter(|_| unit.len() > 1 || written.len() > unit.len())?;
    Some((before.trim_end(), Affix::Unit(at)))
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Parsed {
    Integer(i64),
    Number(f64),
}

/// The value of `parts` if it is written in `style`.
///
/// Leading zeros and more digits than a quantity has make it text: postcodes, account numbers.
pub fn parse_number(parts: &NumberParts<'_>, style: Style) -> Option<Parsed> {
    // Stack memory, since this runs for every cell; longer texts aren't quantities.
    let mut buffer = [0u8; 48];
    let digits = match style {
        Style::Plain => parts.body,
        Style::Thousands => remove_separators(parts.body, b",", b'.', &mut buffer)?,
        Style::DecimalComma => remove_separators(parts.body, b". ", b',', &mut buffer)?,
    };
    let bytes = digits.as_bytes();
    if !bytes
        .iter()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'))
    {
        return None;
    }
    // Leading zeros matter in codes: 01067 must not become 1067.
    if bytes.len() > 1 && bytes[0] == b'0' && bytes[1].is_ascii_digit() {
        return None;
    }
    if parts.scale != Scale::One {
        return scaled(digits, parts);
    }
    if bytes.iter().all(u8::is_ascii_digit) {
        // 18 digits always fit into an i64.
        if bytes.len() > MAX_INTEGER_DIGITS {
            return None;
        }
        let value: i64 = digits.parse().ok()?;
        return Some(Parsed::Integer(if parts.negative { -value } else { value }));
    }
    let value: f64 = digits.parse().ok()?;
    // An exponent such as 1e999 overflows to infinity, which JSON can't represent.
    if !value.is_finite() {
        return None;
    }
    Some(Parsed::Number(if parts.negative { -value } else { value }))
}

/// The value of digits with a letter of scale. The exponent is parsed with the digits, so that 2.3M is exactly 2,300,000.
fn scaled(digits: &str, parts: &NumberParts<'_>) -> Option<Parsed> {
    /// Below it every whole number is a value of its own.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let value: f64 = format!("{digits}e{}", parts.scale.exponent())
        .parse()
        .ok()?;
    let value = if parts.negative { -value } else { value };
    if !value.is_finite() {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "whole and below 2^53")]
    let parsed = if value.fract() == 0.0 && value.abs() < EXACT {
        Parsed::Integer(value as i64)
    } else {
        Parsed::Number(value)
    };
    Some(parsed)
}

/// Takes the group separators out and writes the decimal sign as a point.
fn remove_separators<'b>(
    body: &str,
    separators: &[u8],
    decimal: u8,
    buffer: &'b mut [u8; 48],
) -> Option<&'b str> {
    let mut length = 0;
    let mut group = 0;
    let mut separator = None;
    let mut in_fraction = false;
    for character in body.chars() {
        let byte = match character {
            // French and Swiss locales group digits with no-break spaces.
            '\u{a0}' | '\u{202f}' => b' ',
            character => u8::try_from(character).ok()?,
        };
        let kept = if byte == decimal && !in_fraction {
            // A complete group must precede the decimal sign: 1,23.5 isn't a number.
            if separator.is_some() && group != 3 {
                return None;
            }
            in_fraction = true;
            b'.'
        } else if separators.contains(&byte) && !in_fraction {
            // Only one kind of separator per number: 1.234 567 is two numbers or a typo.
            let expected = separator.is_none_or(|known| known == byte);
            let whole = if separator.is_some() {
                group == 3
            } else {
                // Only the first group may be shorter than three digits.
                (1..=3).contains(&group)
            };
            if !expected || !whole {
                return None;
            }
            separator = Some(byte);
            group = 0;
            continue;
        } else if byte.is_ascii_digit() {
            group += 1;
            byte
        } else {
            return None;
        };
        // A number that doesn't fit the buffer has too many digits to be a quantity.
        *buffer.get_mut(length)? = kept;
        length += 1;
    }
    // The last group of an integer must be complete too: 1,23 isn't 123.
    if separator.is_some() && !in_fraction && group != 3 {
        return None;
    }
    std::str::from_utf8(&buffer[..length]).ok()
}

/// Percent signs that only some cells of a column have.
#[derive(Clone, Copy, Debug, Default)]
pub struct PercentSigns {
    signs: bool,
    bare: bool,
    /// The highest number without a sign.
    highest: f64,
}

impl PercentSigns {
    pub fn see(&mut self, parts: &NumberParts<'_>) {
        match parts.affix {
            Affix::Percent => self.signs = true,
            Affix::None => {
                self.bare = true;
                let value = match parse_number(parts, Style::Plain) {
                    Some(Parsed::Integer(value)) => value as f64,
                    Some(Parsed::Number(value)) => value,
                    None => 0.0,
                };
                self.highest = self.highest.max(value);
            }
            _ => {}
        }
    }

    /// Returns whether the numbers without a sign may be fractions: 0.12 beside 12 %, which are the same.
    pub fn are_beside_fractions(self) -> bool {
        self.signs && self.bare && self.highest <= 1.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_value(text: &str, style: Style) -> Option<Parsed> {
        parse_number(&split_parts(text)?, style)
    }

    #[test]
    fn scaled_amounts_are_exact() {
        let value = |text| parse_number(&split_parts(text)?, Style::Plain);
        assert_eq!(value("2.3M"), Some(Parsed::Integer(2_300_000)));
        assert_eq!(value("-$4.1K"), Some(Parsed::Integer(-4100)));
        assert_eq!(value("0.0005K"), Some(Parsed::Number(0.5)));
        assert_eq!(value("1e999K"), None);
        assert_eq!(value("K"), None);
    }

    #[test]
    fn quantities_are_parsed_as_numbers_and_identifiers_are_not() {
        assert_eq!(parse_value("42", Style::Plain), Some(Parsed::Integer(42)));
        assert_eq!(
            parse_value("-0.5", Style::Plain),
            Some(Parsed::Number(-0.5))
        );
        assert_eq!(
            parse_value("1e3", Style::Plain),
            Some(Parsed::Number(1000.0))
        );
        assert_eq!(parse_value("0", Style::Plain), Some(Parsed::Integer(0)));
        for text in [
            "007",
            "1234567890123456789",
            "12a",
            "1,5",
            "",
            "-",
            "1.2.3",
            "e5",
            "0x10",
        ] {
            assert_eq!(parse_value(text, Style::Plain), None, "{text}");
        }
    }

    #[test]
    fn thousands_groups_have_three_digits() {
        let thousands = |text| parse_value(text, Style::Thousands);
        assert_eq!(thousands("1,234,567"), Some(Parsed::Integer(1_234_567)));
        assert_eq!(thousands("$1,234.50"), Some(Parsed::Number(1234.5)));
        assert_eq!(thousands("(1,234)"), Some(Parsed::Integer(-1234)));
        for text in ["12,34", "1,23,456", "1234,567", ",123", "1,234,5"] {
            assert_eq!(thousands(text), None, "{text}");
        }
        let comma = |text| parse_value(text, Style::DecimalComma);
        assert_eq!(comma("1.234,5"), Some(Parsed::Number(1234.5)));
        assert_eq!(comma("1 234,5 €"), Some(Parsed::Number(1234.5)));
        assert_eq!(comma("3,25"), Some(Parsed::Number(3.25)));
        assert_eq!(comma("12,5%"), Some(Parsed::Number(12.5)));
    }

    #[test]
    fn units_and_plus_signs_may_follow_the_digits() {
        for (text, number) in [
            ("82.5 m²", 82.5),
            ("4.25 MB", 4.25),
            ("12.5km", 12.5),
            ("17.6 m", 17.6),
        ] {
            let parsed = parse_value(text, Style::Plain);
            assert_eq!(parsed, Some(Parsed::Number(number)), "{text}");
        }
        let parsed = parse_value("30 m2", Style::Plain);
        assert_eq!(parsed, Some(Parsed::Integer(30)));
        let parsed = parse_value("10,000+", Style::Thousands);
        assert_eq!(parsed, Some(Parsed::Integer(10_000)));
        for text in ["12 b", "12m", "4 doors", "3 km north", "km"] {
            assert_eq!(parse_value(text, Style::Plain), None, "{text}");
        }
    }

    #[test]
    fn minus_signs_may_precede_or_follow_the_currency() {
        for text in ["-$5", "$-5", "-5 €", "($5)"] {
            assert_eq!(
                parse_value(text, Style::Plain),
                Some(Parsed::Integer(-5)),
                "{text}"
            );
        }
        assert_eq!(
            split_parts("12%").map(|parts| parts.affix),
            Some(Affix::Percent)
        );
    }
}
