use std::sync::{Arc, LazyLock};

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{
        ImageHrefResolver, Options, Tree,
        fontdb::{Database, FaceInfo, Language, Source},
    },
};

use crate::DrawError;

const REGULAR: &[u8] = include_bytes!(concat!(env!("PORTOLAN_DRAW_BUILD"), "/Inter-Regular.ttf"));
const SEMIBOLD: &[u8] = include_bytes!(concat!(env!("PORTOLAN_DRAW_BUILD"), "/Inter-SemiBold.ttf"));
const TABULAR: &[u8] = include_bytes!(concat!(
    env!("PORTOLAN_DRAW_BUILD"),
    "/InterTabular-Regular.ttf"
));

/// For scripts that Inter lacks; a character finds the first font that has it.
const OTHERS: [&[u8]; 3] = [
    include_bytes!(concat!(env!("PORTOLAN_DRAW_BUILD"), "/NotoSans-arabic.ttf")),
    include_bytes!(concat!(
        env!("PORTOLAN_DRAW_BUILD"),
        "/NotoSans-devanagari.ttf"
    )),
    include_bytes!(concat!(env!("PORTOLAN_DRAW_BUILD"), "/NotoSans-hebrew.ttf")),
];

/// The longest side of a picture, in pixels.
const MAX_SIDE: f32 = 8192.0;

static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_source(Source::Binary(Arc::new(REGULAR)));
    fonts.load_font_source(Source::Binary(Arc::new(SEMIBOLD)));
    for font in OTHERS {
        fonts.load_font_source(Source::Binary(Arc::new(font)));
    }
    let tabular = fonts.load_font_source(Source::Binary(Arc::new(TABULAR)));
    for id in tabular {
        let Some(face) = fonts.face(id).cloned() else {
            continue;
        };
        fonts.remove_face(id);
        let family = (
            String::from("Inter Tabular"),
            Language::English_UnitedStates,
        );
        fonts.push_face_info(FaceInfo {
            families: vec![family],
            ..face
        });
    }
    Arc::new(fonts)
});

/// Paints an SVG that [`crate::Drawer`] drew, `scale` pixels for each of its own. Nothing that the
/// SVG might point at is loaded.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, DrawError> {
    let options = Options {
        font_family: String::from("Inter"),
        fontdb: Arc::clone(&FONTS),
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options)
        .map_err(|error| DrawError::Engine(format!("the picture is no valid SVG: {error}")))?;
    let size = tree.size();
    let longest = size.width().max(size.height());
    let scale = scale.clamp(0.1, 4.0).min(MAX_SIDE / longest);
    let side = |length: f32| (length * scale).ceil().max(1.0) as u32;
    let mut pixels =
        Pixmap::new(side(size.width()), side(size.height())).ok_or(DrawError::TooLarge)?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    pixels
        .encode_png()
        .map_err(|error| DrawError::Engine(format!("the picture was not encoded: {error}")))
}
