use resvg::tiny_skia::{Color, Pixmap, Transform};

use crate::{DrawError, fonts::parse_tree};

/// The longest side of a picture, in pixels.
const MAX_SIDE: f32 = 8192.0;

/// Paints an SVG that [`crate::Drawer`] drew, `scale` pixels for each of its own. Nothing that the
/// SVG might point at is loaded.
pub fn paint_png(svg: &str, scale: f32) -> Result<Vec<u8>, DrawError> {
    let tree = parse_tree(svg)?;
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
    encode_png(&pixels)
}

/// Paints an SVG as large as it fits, in the middle of a picture of exactly this size: for link
/// previews, which crop what has another shape.
pub fn paint_card(svg: &str, width: u32, height: u32) -> Result<Vec<u8>, DrawError> {
    let tree = parse_tree(svg)?;
    let size = tree.size();
    let mut pixels = Pixmap::new(width, height).ok_or(DrawError::TooLarge)?;
    pixels.fill(Color::WHITE);
    let (across, down) = (width as f32, height as f32);
    let scale = (across / size.width()).min(down / size.height());
    let left = (across - size.width() * scale) / 2.0;
    let top = (down - size.height() * scale) / 2.0;
    resvg::render(
        &tree,
        Transform::from_row(scale, 0.0, 0.0, scale, left, top),
        &mut pixels.as_mut(),
    );
    encode_png(&pixels)
}

fn encode_png(pixels: &Pixmap) -> Result<Vec<u8>, DrawError> {
    pixels
        .encode_png()
        .map_err(|error| DrawError::Engine(format!("the picture was not encoded: {error}")))
}
