use crate::limits::plain_type;

/// The policy under which every object is delivered: even where a browser shows it, it runs
/// nothing, asks for nothing, and belongs to no origin.
pub const SANDBOX: &str = "default-src 'none'; img-src 'self' data:; media-src 'self'; \
    style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/// Returns whether a browser may show an object of this type by itself. Everything that could hold a script,
/// and everything unknown, is only saved.
pub fn is_shown_inline(content_type: &str) -> bool {
    let plain = plain_type(content_type);
    match plain.split_once('/') {
        Some(("image", member)) => !member.contains("svg") && !member.contains("xml"),
        Some(("audio" | "video", _)) => true,
        _ => matches!(
            plain.as_str(),
            "text/plain" | "text/csv" | "application/json" | "application/pdf"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn active_content_is_never_shown_inline() {
        for active in [
            "text/html",
            "TEXT/HTML; charset=utf-8",
            "image/svg+xml",
            "application/xhtml+xml",
            "text/xml",
            "application/javascript",
            "text/javascript",
            "application/octet-stream",
            "multipart/x-mixed-replace",
            "nonsense",
            "",
        ] {
            assert!(!is_shown_inline(active), "{active}");
        }
        for shown in [
            "image/png",
            "image/jpeg",
            "text/plain;charset=UTF-8",
            "video/mp4",
        ] {
            assert!(is_shown_inline(shown), "{shown}");
        }
    }
}
