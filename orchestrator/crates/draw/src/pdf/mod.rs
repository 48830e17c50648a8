//! Pictures as PDF: vectors stay vectors, and text can be found, selected and copied.

mod page;
mod paint;
mod text;

use std::io::Write;

use flate2::{Compression, write::ZlibEncoder};
use pdf_writer::{
    Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr,
    types::{CidFontType, SystemInfo},
};

use self::page::{ContentPage, Opacities};
use crate::{DrawError, fonts::parse_tree};

/// A CSS pixel is 1/96 of an inch, a point of a page 1/72.
const POINTS_PER_PIXEL: f32 = 0.75;
/// The font of the text that is found and not seen.
const FOUND: Name<'static> = Name(b"F");
const IDENTITY: SystemInfo<'static> = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};

/// Prints an SVG that [`crate::Drawer`] drew on one page of its size. The same picture gives the same
/// bytes.
pub fn print_pdf(svg: &str, title: &str) -> Result<Vec<u8>, DrawError> {
    let tree = parse_tree(svg)?;
    let width = tree.size().width() * POINTS_PER_PIXEL;
    let height = tree.size().height() * POINTS_PER_PIXEL;
    let mut page = ContentPage::new();
    // SVG counts from the top, a page from the bottom.
    let [across, down] = [POINTS_PER_PIXEL, -POINTS_PER_PIXEL];
    page.content
        .transform([across, 0.0, 0.0, down, 0.0, height]);
    page.draw_group(tree.root(), 1.0);
    let (content, opacities) = page.finish();

    let mut ids = (1..).map(Ref::new);
    let mut fresh = || ids.next().unwrap_or(Ref::new(1));
    let (catalog, pages, page, contents, information) =
        (fresh(), fresh(), fresh(), fresh(), fresh());
    let font = FontIds {
        font: fresh(),
        descendant: fresh(),
        descriptor: fresh(),
        unicode: fresh(),
    };
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    pdf.document_info(information)
        .title(TextStr(title))
        .producer(TextStr("Portolan"));
    let mut written = pdf.page(page);
    written
        .parent(pages)
        .media_box(Rect::new(0.0, 0.0, width, height))
        .contents(contents);
    let mut resources = written.resources();
    resources.fonts().pair(FOUND, font.font);
    add_opacities(&mut resources, &opacities);
    resources.finish();
    written.finish();
    add_font(&mut pdf, &font);
    let packed = compress_content(&content)?;
    pdf.stream(contents, &packed).filter(Filter::FlateDecode);
    Ok(pdf.finish())
}

struct FontIds {
    font: Ref,
    descendant: Ref,
    descriptor: Ref,
    unicode: Ref,
}

fn add_opacities(resources: &mut pdf_writer::writers::Resources<'_>, opacities: &Opacities) {
    let mut states = resources.ext_g_states();
    for (name, opacity) in opacities.named_opacities() {
        states
            .insert(Name(name.as_bytes()))
            .start::<pdf_writer::writers::ExtGraphicsState<'_>>()
            .non_stroking_alpha(opacity)
            .stroking_alpha(opacity);
    }
}

/// A font whose codes are UTF-16 and that has no shapes: those are drawn as paths.
fn add_font(pdf: &mut Pdf, ids: &FontIds) {
    let name = Name(b"PortolanText");
    pdf.type0_font(ids.font)
        .base_font(name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(ids.descendant)
        .to_unicode(ids.unicode);
    pdf.cid_font(ids.descendant)
        .subtype(CidFontType::Type2)
        .base_font(name)
        .system_info(IDENTITY)
        .font_descriptor(ids.descriptor)
        .default_width(text::WIDTH);
    pdf.font_descriptor(ids.descriptor)
        .name(name)
        .flags(pdf_writer::types::FontFlags::SYMBOLIC)
        .bbox(Rect::new(0.0, -250.0, text::WIDTH, 950.0))
        .italic_angle(0.0)
        .ascent(950.0)
        .descent(-250.0)
        .cap_height(700.0)
        .stem_v(80.0);
    pdf.cmap(ids.unicode, text::TO_UNICODE.as_bytes());
}

fn compress_content(content: &[u8]) -> Result<Vec<u8>, DrawError> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder
        .write_all(content)
        .and_then(|()| encoder.finish())
        .map_err(|error| DrawError::Engine(format!("the picture was not printed: {error}")))
}
