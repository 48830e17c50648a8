//! Looks over markup before it is parsed: the cost of a tree grows with its depth.

/// Elements of a page that is read; one with more is not written for people.
const MOST_ELEMENTS: usize = 300_000;
/// Attributes of one element: parsers compare each one with all before it.
const MOST_ATTRIBUTES: usize = 500;
/// Elements that may be open at once, as far as that shows before parsing.
const MOST_OPEN: usize = 2_000;

/// Elements that hold no others, or that others close.
const UNCOUNTED: [&str; 36] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr", "p", "li", "dt", "dd", "td", "th", "tr", "thead", "tbody", "tfoot", "colgroup",
    "caption", "option", "optgroup", "rb", "rt", "rtc", "rp", "html", "head", "body", "frame",
];
/// Elements whose content is no markup.
const RAW: [&str; 8] = [
    "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes",
];

/// Returns whether the markup has no more elements, and nests no deeper, than a page for people.
pub fn is_reasonable(html: &str) -> bool {
    let bytes = html.as_bytes();
    let (mut at, mut open, mut elements) = (0, 0_usize, 0);
    while let Some(found) = bytes[at..].iter().position(|byte| *byte == b'<') {
        at += found + 1;
        let rest = &bytes[at..];
        if rest.starts_with(b"!--") {
            at += end_of(rest, b"-->");
            continue;
        }
        let (closes, name) = match rest.first() {
            Some(b'/') => (true, tag_name(&rest[1..])),
            _ => (false, tag_name(rest)),
        };
        if name.is_empty() {
            continue;
        }
        let name = String::from_utf8_lossy(name).to_ascii_lowercase();
        if closes {
            open = open.saturating_sub(usize::from(!UNCOUNTED.contains(&name.as_str())));
            continue;
        }
        elements += 1;
        let (end, attributes) = tag_end(rest);
        if attributes > MOST_ATTRIBUTES {
            return false;
        }
        at += end;
        let rest = &bytes[at..];
        if RAW.contains(&name.as_str()) {
            at += end_of(rest, format!("</{name}").as_bytes());
        } else if !UNCOUNTED.contains(&name.as_str()) {
            open += 1;
        }
        if elements > MOST_ELEMENTS || open > MOST_OPEN {
            return false;
        }
    }
    true
}

fn tag_name(bytes: &[u8]) -> &[u8] {
    if !bytes.first().is_some_and(u8::is_ascii_alphabetic) {
        return &[];
    }
    let end = bytes
        .iter()
        .take(32)
        .position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-');
    &bytes[..end.unwrap_or(bytes.len().min(32))]
}

/// Returns where a tag ends, at a `>` outside of quotes that follow a `=`, and how many attributes
/// begin before that.
fn tag_end(bytes: &[u8]) -> (usize, usize) {
    let (mut quote, mut before, mut attributes) = (None, b' ', 0);
    // Whether a name may begin here: after a blank, a slash or a quoted value.
    let mut is_between = false;
    for (at, byte) in bytes.iter().copied().enumerate() {
        let is_blank = byte.is_ascii_whitespace();
        match (quote, byte) {
            (None, b'>') => return (at, attributes),
            (None, b'"' | b'\'') if before == b'=' => quote = Some(byte),
            (Some(open), byte) if open == byte => {
                quote = None;
                is_between = true;
            }
            (Some(_), _) => {}
            (None, b'/') => is_between = true,
            (None, _) if is_blank => is_between = true,
            (None, _) => {
                attributes += usize::from(is_between && byte != b'=' && before != b'=');
                is_between = false;
            }
        }
        if !is_blank {
            before = byte;
        }
    }
    (bytes.len(), attributes)
}

/// Returns the offset of `end`, ignoring case; the whole length if it is missing.
fn end_of(bytes: &[u8], end: &[u8]) -> usize {
    bytes
        .windows(end.len())
        .position(|window| window.eq_ignore_ascii_case(end))
        .unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_counted_in_every_notation() {
        for (tag, expected) in [
            ("p>", 0),
            ("p a b c>", 3),
            ("p a=1 b='x y' c=\"z\">", 3),
            ("p a = 1 b = 2>", 2),
            ("p/a/b>", 2),
            ("p a='1'b='2'c>", 3),
            ("p a=x/y>", 2),
        ] {
            assert_eq!(tag_end(tag.as_bytes()), (tag.len() - 1, expected), "{tag}");
        }
    }

    #[test]
    fn tag_with_half_a_million_attributes_is_rejected() {
        for separator in [" ", "/", "=''"] {
            let names: String = (0..500_000).map(|n| format!("a{n}{separator}")).collect();
            assert!(!is_reasonable(&format!("<p {names}>words")), "{separator}");
        }
        let data: String = (0..100).map(|n| format!(" data-{n}='x'")).collect();
        assert!(is_reasonable(&format!("<p{data}>words")));
    }

    #[test]
    fn only_excessive_nesting_is_rejected() {
        let rows = "<tr><td>1<td>2".repeat(50_000);
        assert!(is_reasonable(&format!("<table>{rows}</table>")));
        assert!(is_reasonable(&"<p>words<br><img src=a>".repeat(50_000)));
        let script = format!("<script>{}</script>", "'<div>'".repeat(10_000));
        assert!(is_reasonable(&script));
        let quoted = format!("<p title='{}'>words", "<div>".repeat(10_000));
        assert!(is_reasonable(&quoted));
        assert!(is_reasonable("<!-- <div> --> a < b <> </> <3 <\u{fe}"));
        assert!(!is_reasonable(&"<div>".repeat(100_000)));
        assert!(!is_reasonable(&"<b a=1><p>words</b>".repeat(200_000)));
        assert!(!is_reasonable(&"<i></i>".repeat(400_000)));
    }
}
