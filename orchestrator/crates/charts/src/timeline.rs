//! Timelines: dated events.

use portolan_blocks::ChartKind;
use serde_json::{Value, json};

use crate::{ChartErrors, kinds::limit_of, reader::ChartReader};

const FORMS: &str = "write it as YYYY, YYYY-MM, YYYY-MM-DD or YYYY-MM-DDTHH:MM";
const DATE_CHARACTERS: usize = 32;

pub(crate) fn check_timeline(spec: &Value) -> Result<Value, ChartErrors> {
    let spec = ChartReader::object(spec, "an object with `events`")?;
    let most = |name| limit_of(ChartKind::Timeline, name);
    let mut reader = ChartReader::new();
    let mut events = Vec::new();
    for (index, event) in reader
        .list(&spec, "events", most("events"))
        .iter()
        .enumerate()
    {
        let path = format!("/spec/events/{index}");
        let date = reader.text(event, "date", &path, DATE_CHARACTERS);
        let end = reader.optional_text(event, "endDate", &path, DATE_CHARACTERS);
        let label = reader.text(event, "label", &path, most("label"));
        let mut checked = json!({"date": date, "label": label});
        let start = parse_moment(&date);
        if start.is_none() && !date.is_empty() {
            reader.refuse(format!("{path}/date"), format!("is no date: {FORMS}"));
        }
        if let Some(end) = end {
            match (start, parse_moment(&end)) {
                (_, None) => {
                    reader.refuse(format!("{path}/endDate"), format!("is no date: {FORMS}"));
                }
                (Some(from), Some(to)) if to < from => reader.refuse(
                    format!("{path}/endDate"),
                    "lies before `date`: exchange them, or remove it",
                ),
                _ => {}
            }
            checked["endDate"] = Value::from(end);
        }
        if let Some(text) = reader.optional_text(event, "description", &path, most("description")) {
            checked["description"] = Value::from(text);
        }
        events.push(checked);
    }
    if events.is_empty() {
        reader.refuse("/spec/events", "give at least one event");
    }
    reader.finish(json!({"events": events}))
}

/// Year, month, day, hour, minute; what is not given is the first of its kind.
fn parse_moment(text: &str) -> Option<[i32; 5]> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (date, time) = match rest.split_once(['T', ' ']) {
        Some((date, time)) => (date, Some(time)),
        None => (rest, None),
    };
    let mut fields = date.split('-');
    let year = sign * parse_digits(fields.next()?, 4..=6)?;
    let mut numbers = [year, 1, 1, 0, 0];
    for number in &mut numbers[1..3] {
        let Some(field) = fields.next() else { break };
        *number = parse_digits(field, 2..=2)?;
    }
    if fields.next().is_some() {
        return None;
    }
    if let Some(time) = time {
        // Hours say nothing of a whole month.
        if date.matches('-').count() != 2 {
            return None;
        }
        let (hour, minute) = time.trim_end_matches('Z').split_once(':')?;
        numbers[3] = parse_digits(hour, 2..=2)?;
        numbers[4] = parse_digits(minute.split([':', '.']).next()?, 2..=2)?;
        let seconds_are_plain = minute
            .chars()
            .all(|letter| letter.is_ascii_digit() || matches!(letter, ':' | '.'));
        if !seconds_are_plain || numbers[3] > 23 || numbers[4] > 59 {
            return None;
        }
    }
    let [_, month, day, ..] = numbers;
    let is_day = (1..=12).contains(&month) && (1..=days_in_month(year, month)).contains(&day);
    is_day.then_some(numbers)
}

fn parse_digits(text: &str, lengths: std::ops::RangeInclusive<usize>) -> Option<i32> {
    let is_number = lengths.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

fn days_in_month(year: i32, month: i32) -> i32 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
