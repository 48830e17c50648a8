use pdf_writer::{Content, Str, types::TextRenderingMode};
use resvg::{tiny_skia::Transform, usvg::Text};

use super::FOUND;

/// The width of every character of the font that is not seen, in thousandths of its size.
pub(super) const WIDTH: f32 = 500.0;

/// The font's codes are UTF-16 already.
pub(super) const TO_UNICODE: &str = "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n\
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n\
/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n\
1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n\
1 beginbfrange\n<0000> <FFFF> <0000>\nendbfrange\n\
endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend";

/// Lays a text over its drawn shapes that is found, selected and copied, and not seen.
pub(super) fn write_text(content: &mut Content, text: &Text) {
    let spans = text.layouted().iter().filter(|span| span.visible);
    for span in spans {
        let words: String = span
            .positioned_glyphs
            .iter()
            .map(|glyph| glyph.text.as_str())
            .collect();
        let (Some(first), Some(last)) = (
            span.positioned_glyphs.first(),
            span.positioned_glyphs.last(),
        ) else {
            continue;
        };
        let size = span.font_size.get();
        // Glyphs are placed in units of their fonts; the length of x is that of one unit.
        let place = first.transform();
        let unit = place.sx.hypot(place.ky);
        if unit <= 0.0 {
            continue;
        }
        let upright = place.pre_concat(Transform::from_scale(1.0 / unit, -1.0 / unit));
        let end = last.transform();
        let length = (end.tx - place.tx).hypot(end.ty - place.ty) + size * 0.5;
        let codes: Vec<u8> = words.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let natural = codes.len() as f32 / 2.0 * size * WIDTH / 1_000.0;
        content
            .begin_text()
            .set_text_rendering_mode(TextRenderingMode::Invisible)
            .set_font(FOUND, size)
            .set_horizontal_scaling((length / natural * 100.0).clamp(10.0, 500.0))
            .set_text_matrix([
                upright.sx, upright.ky, upright.kx, upright.sy, upright.tx, upright.ty,
            ])
            .show(Str(&codes))
            .end_text();
    }
}
