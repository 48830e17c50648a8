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
const OTHERS: [&[u8]; 6] = [
    include_bytes!(concat!(env!("PORTOLAN_DRAW_BUILD"), "/NotoSans-arabic.ttf")),
    include_bytes!(concat!(
        env!("PORTOLAN_DRAW_BUILD"),
        "/NotoSans-devanagari.ttf"
    )),
    include_bytes!(concat!(env!("PORTOLAN_DRAW_BUILD"), "/NotoSans-hebrew.ttf")),
    include_bytes!(concat!(env!("PORTOLAN_DRAW_BUILD"), "/NotoSans-sc.ttf")),
    include_bytes!(concat!(env!("PORTOLAN_DRAW_BUILD"), "/NotoSans-jp.ttf")),
    include_bytes!(concat!(env!("PORTOLAN_DRAW_BUILD"), "/NotoSans-kr.ttf")),
];

/// The family whose Han characters have the forms of Japan.
const JAPANESE: &str = "Noto Sans JP";

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
    let prefers_japanese = svg.chars().any(is_kana);
    let options = Options {
        font_family: String::from("Inter"),
        fontdb: Arc::clone(&FONTS),
        font_resolver: FontResolver {
            select_fallback: Box::new(move |character, used, fonts| {
                let japanese = prefers_japanese.then(|| japanese_font(character, used, fonts));
                japanese
                    .flatten()
                    .or_else(|| of_like_weight(character, used, fonts))
            }),
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

/// Returns whether the character is Hiragana or Katakana, which only Japanese is written with.
fn is_kana(character: char) -> bool {
    matches!(character, '\u{3041}'..='\u{30FF}')
}

/// Returns the Japanese font where it has the Han character: pictures with kana are in Japanese, and
/// the same characters look different there.
fn japanese_font(character: char, used: &[ID], fonts: &mut Arc<Database>) -> Option<ID> {
    if !matches!(character, '\u{4E00}'..='\u{9FFF}') {
        return None;
    }
    let is_japanese = |face: &FaceInfo| {
        let mut names = face.families.iter();
        names.any(|(name, _)| name.starts_with(JAPANESE))
    };
    let others = fonts.faces().filter(|face| !is_japanese(face));
    let excluded: Vec<ID> = used
        .iter()
        .copied()
        .chain(others.map(|face| face.id))
        .collect();
    FontResolver::default_fallback_selector()(character, &excluded, fonts)
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

#[cfg(test)]
mod tests {
    use std::{fs, time::Duration};

    use resvg::usvg::{Group, Node, layout::PositionedGlyph};

    use super::*;
    use crate::{Drawer, DrawingLimits};

    const GALLERY: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../web/app/charts/gallery"
    );

    fn glyphs_of(svg: &str) -> Vec<PositionedGlyph> {
        fn collect(group: &Group, found: &mut Vec<PositionedGlyph>) {
            for node in group.children() {
                match node {
                    Node::Group(group) => collect(group, found),
                    Node::Text(text) => {
                        let spans = text.layouted().iter();
                        found.extend(spans.flat_map(|span| span.positioned_glyphs.clone()));
                    }
                    Node::Path(_) | Node::Image(_) => {}
                }
            }
        }
        let mut found = Vec::new();
        collect(parse_tree(svg).unwrap().root(), &mut found);
        found
    }

    /// Texts that are painted as boxes.
    fn boxes_of(svg: &str) -> Vec<String> {
        let glyphs = glyphs_of(svg).into_iter();
        glyphs
            .filter(|glyph| glyph.id.0 == 0)
            .map(|glyph| glyph.text)
            .collect()
    }

    fn text_svg(text: &str, weight: u16) -> String {
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='900' height='60'>\
             <text y='30' font-family='Inter' font-weight='{weight}'>{text}</text></svg>"
        )
    }

    fn families_of(text: &str) -> Vec<(String, String)> {
        let glyphs = glyphs_of(&text_svg(text, 400)).into_iter();
        glyphs
            .map(|glyph| {
                let family = FONTS.face(glyph.font).unwrap().families[0].0.clone();
                (glyph.text, family)
            })
            .collect()
    }

    #[test]
    fn titles_in_every_supported_script_have_glyphs() {
        for title in [
            "Fertility fell in every region – 2007 ≤ x · 40 % €",
            "Население растёт быстрее всего на юге",
            "Οι πωλήσεις αυξήθηκαν κατά 12 %",
            "الشمال هو أكبر سوق",
            "הצפון הוא השוק הגדול ביותר",
            "\u{2067}הכנסה (EUR) לפי מחלקה, 2024\u{2069}",
            "\u{2067}الغرب\u{2069} has the highest total \u{2067}المبيعات\u{2069}: 6,738 EUR",
            "서울特別市 Seoul, 大阪 Osaka and 부산 Busan: 94,507",
            "उत्तर सबसे बड़ा बाज़ार है",
            // Letters of these scripts join, so that a line has fewer glyphs than characters.
            "إجمالي المبيعات (EUR) لكل منطقة، 2024",
            "Sales of الشركة الأولى grew 12 % in Q1 – Café €",
            "Ελλάδα и Россия: الأولى",
            "क्षेत्र के अनुसार बिक्री (EUR), 2024: Café 40 %",
            "הכנסה ברבעון Q1: €40, Café",
            "北部地区的销售额增长了百分之十二，深圳鑫源公司居首",
            "臺灣與香港的銷售額增長最快：臺北、高雄、九龍",
            "北部の売上が最大、東京都渋谷区は「前年比」12％増　ヴァイオリン・憂鬱",
            "서울과 부산의 매출이 가장 빠르게 늘었다 ㄱㄴ",
            "１２３ＡＢＣ（％）￥",
        ] {
            for weight in [400, 600] {
                let boxes = boxes_of(&text_svg(title, weight));
                assert!(boxes.is_empty(), "{title}: no glyph for {boxes:?}");
            }
        }
    }

    #[test]
    fn character_without_a_font_is_drawn_as_box() {
        assert_eq!(boxes_of(&text_svg("北𠀀", 400)), ["𠀀"]);
    }

    #[test]
    fn gallery_pictures_have_glyphs_for_all_texts() {
        // A busy machine is no fault of a chart.
        let limits = DrawingLimits {
            draw_time: Duration::from_secs(120),
            ..DrawingLimits::default()
        };
        let drawer = Drawer::new(limits).unwrap();
        let mut cases = 0;
        for file in fs::read_dir(GALLERY).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let mut request: serde_json::Value = serde_json::from_str(&text).unwrap();
            request["theme"] = "light".into();
            let boxes = boxes_of(&drawer.svg_of_json(request.to_string()).unwrap());
            assert!(
                boxes.is_empty(),
                "{}: no glyph for {boxes:?}",
                path.display()
            );
            cases += 1;
        }
        assert!(cases > 100, "only {cases} cases");
    }

    #[test]
    fn han_characters_follow_the_language_of_the_picture() {
        let of = |text, character: &str| {
            let mut found = families_of(text).into_iter();
            found
                .find(|(glyph, _)| glyph.contains(character))
                .unwrap()
                .1
        };
        assert!(of("直接", "直").starts_with("Noto Sans SC"));
        assert!(of("直ちに", "直").starts_with("Noto Sans JP"));
        assert!(of("매출", "매").starts_with("Noto Sans KR"));
    }
}
