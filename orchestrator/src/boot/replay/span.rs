use chrono::TimeDelta;

/// A span such as `7d`, `12h` or `30m`.
#[derive(Clone, Copy, Debug)]
pub struct Age(pub TimeDelta);

impl std::str::FromStr for Age {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WRONG: &str = "a span is a number with m, h, d or w, such as 7d";
        let unit = text.chars().next_back().ok_or(WRONG)?;
        let number: i64 = text[..text.len() - unit.len_utf8()]
            .parse()
            .map_err(|_| WRONG)?;
        let span = match unit {
            'm' => TimeDelta::try_minutes(number),
            'h' => TimeDelta::try_hours(number),
            'd' => TimeDelta::try_days(number),
            'w' => TimeDelta::try_weeks(number),
            _ => None,
        };
        span.filter(|_| (0..=100_000).contains(&number))
            .map(Self)
            .ok_or(WRONG)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_spans_require_unit() {
        assert_eq!("7d".parse::<Age>().unwrap().0, TimeDelta::days(7));
        assert_eq!("90m".parse::<Age>().unwrap().0, TimeDelta::minutes(90));
        for wrong in ["", "7", "d", "-1d", "7é", "99999999999w"] {
            assert!(wrong.parse::<Age>().is_err(), "{wrong}");
        }
    }
}
