//! The fonts that pictures are painted and printed with: those whose metrics the drawing code measures by.

use std::sync::{Arc, LazyLock};

use resvg::usvg::{
    ImageHrefResolver, Options, Tree,
    fontdb::{Database, FaceInfo, Language, Source},
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

/// Reads an SVG that [`crate::Drawer`] drew. Nothing that it might point at is loaded.
pub(crate) fn tree(svg: &str) -> Result<Tree, DrawError> {
    let options = Options {
        font_family: String::from("Inter"),
        fontdb: Arc::clone(&FONTS),
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    Tree::from_str(svg, &options)
        .map_err(|error| DrawError::Engine(format!("the picture is no valid SVG: {error}")))
}
