//! The fonts that pictures are painted and printed with: those whose metrics the drawing code measures by.

use std::sync::{
    Arc, LazyLock,
    atomic::{AtomicBool, Ordering},
};

use resvg::usvg::{
    FontResolver, ImageHrefResolver, Options, Tree,
    fontdb::{Database, FaceInfo, ID, Language, Source, Weight},
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

static TAKES_THE_MACHINES: AtomicBool = AtomicBool::new(false);

/// From now on what no font of ours has is painted with the machine's. Without this, and once a
/// picture was painted, pictures are the same on every machine.
pub fn use_fonts_of_the_machine() {
    TAKES_THE_MACHINES.store(true, Ordering::Relaxed);
}

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
    if TAKES_THE_MACHINES.load(Ordering::Relaxed) {
        add_fonts_of_the_machine(&mut fonts);
    }
    Arc::new(fonts)
});

/// For whatever no font of ours has: those without serifs, as ours are.
fn add_fonts_of_the_machine(fonts: &mut Database) {
    let ours: Vec<ID> = fonts.faces().map(|face| face.id).collect();
    fonts.load_system_fonts();
    let is_alike = |face: &FaceInfo| {
        let mut names = face.families.iter().map(|(name, _)| name);
        !face.monospaced && names.any(|name| name.contains("Sans") || name.contains("Gothic"))
    };
    let others: Vec<ID> = fonts
        .faces()
        .filter(|face| !ours.contains(&face.id) && !is_alike(face))
        .map(|face| face.id)
        .collect();
    for id in others {
        fonts.remove_face(id);
    }
}

/// Reads an SVG that [`crate::Drawer`] drew. Nothing that it might point at is loaded.
pub(crate) fn parse_tree(svg: &str) -> Result<Tree, DrawError> {
    let options = Options {
        font_family: String::from("Inter"),
        fontdb: Arc::clone(&FONTS),
        font_resolver: FontResolver {
            select_fallback: Box::new(of_like_weight),
            ..FontResolver::default()
        },
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    Tree::from_str(svg, &options)
        .map_err(|error| DrawError::Engine(format!("the picture is no valid SVG: {error}")))
}

/// A font that has the character, and of those that have it one that is bold where the text is.
/// `used` were tried, the text's own first.
fn of_like_weight(character: char, used: &[ID], fonts: &mut Arc<Database>) -> Option<ID> {
    let has_it = FontResolver::default_fallback_selector();
    let is_bold = |id: ID| {
        fonts
            .face(id)
            .is_some_and(|face| face.weight >= Weight::SEMIBOLD)
    };
    let wanted = is_bold(*used.first()?);
    let mut tried = used.to_vec();
    let mut first = None;
    while let Some(found) = has_it(character, &tried, &mut Arc::clone(fonts)) {
        if is_bold(found) == wanted {
            return Some(found);
        }
        first = first.or(Some(found));
        tried.push(found);
    }
    first
}
