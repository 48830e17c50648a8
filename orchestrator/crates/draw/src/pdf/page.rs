use pdf_writer::{
    Content, Name,
    types::{LineCapStyle, LineJoinStyle},
};
use resvg::{
    tiny_skia::{self, PathSegment},
    usvg::{self, FillRule, Group, Node, PaintOrder},
};

use super::{paint, text};

/// The operators of a page, and the degrees of transparency that they name.
pub(super) struct ContentPage {
    pub content: Content,
    opacities: Opacities,
}

/// Transparency in thousandths, in the order of first use.
#[derive(Default)]
pub(super) struct Opacities(Vec<u32>);

impl Opacities {
    pub fn named_opacities(&self) -> impl Iterator<Item = (String, f32)> {
        self.0
            .iter()
            .map(|thousandths| (opacity_name(*thousandths), *thousandths as f32 / 1_000.0))
    }
}

fn opacity_name(thousandths: u32) -> String {
    format!("O{thousandths}")
}

impl ContentPage {
    pub fn new() -> Self {
        Self {
            content: Content::new(),
            opacities: Opacities::default(),
        }
    }

    pub fn finish(self) -> (Vec<u8>, Opacities) {
        (self.content.finish().to_vec(), self.opacities)
    }

    /// Draws the elements of a group; the group's opacity applies to each of them.
    pub fn draw_group(&mut self, group: &Group, opacity: f32) {
        self.content.save_state();
        self.content.transform(matrix_of(group.transform()));
        if let Some(clip) = group.clip_path() {
            self.clip_to(clip.root(), clip.transform());
            self.content.clip_nonzero().end_path();
        }
        let opacity = opacity * group.opacity().get();
        for node in group.children() {
            match node {
                Node::Group(group) => self.draw_group(group, opacity),
                Node::Path(path) => self.draw_path(path, opacity),
                Node::Text(written) => {
                    self.draw_group(written.flattened(), opacity);
                    text::write_text(&mut self.content, written);
                }
                // Charts have none.
                Node::Image(_) => {}
            }
        }
        self.content.restore_state();
    }

    fn clip_to(&mut self, group: &Group, within: tiny_skia::Transform) {
        let within = within.pre_concat(group.transform());
        let mut is_empty = true;
        for node in group.children() {
            match node {
                Node::Path(path) => {
                    is_empty = false;
                    self.draw_outline(path.data(), within);
                }
                Node::Group(group) => {
                    is_empty = false;
                    self.clip_to(group, within);
                }
                Node::Text(_) | Node::Image(_) => {}
            }
        }
        if is_empty {
            // Nothing is left to see.
            self.content.rect(0.0, 0.0, 0.0, 0.0);
        }
    }

    fn draw_path(&mut self, path: &usvg::Path, opacity: f32) {
        if !path.is_visible() {
            return;
        }
        match path.paint_order() {
            PaintOrder::FillAndStroke => {
                self.fill_path(path, opacity);
                self.stroke_path(path, opacity);
            }
            PaintOrder::StrokeAndFill => {
                self.stroke_path(path, opacity);
                self.fill_path(path, opacity);
            }
        }
    }

    fn fill_path(&mut self, path: &usvg::Path, opacity: f32) {
        let Some(fill) = path.fill() else { return };
        self.content.save_state();
        self.set_opacity(opacity * fill.opacity().get());
        let [red, green, blue] = paint::paint_color(fill.paint());
        self.content.set_fill_rgb(red, green, blue);
        self.draw_outline(path.data(), tiny_skia::Transform::identity());
        let is_nonzero = fill.rule() == FillRule::NonZero;
        match fill.paint() {
            usvg::Paint::LinearGradient(gradient) => {
                if is_nonzero {
                    self.content.clip_nonzero();
                } else {
                    self.content.clip_even_odd();
                }
                self.content.end_path();
                paint::draw_gradient(&mut self.content, gradient);
            }
            _ if is_nonzero => {
                self.content.fill_nonzero();
            }
            _ => {
                self.content.fill_even_odd();
            }
        }
        self.content.restore_state();
    }

    fn stroke_path(&mut self, path: &usvg::Path, opacity: f32) {
        let Some(stroke) = path.stroke() else { return };
        self.content.save_state();
        self.set_opacity(opacity * stroke.opacity().get());
        let [red, green, blue] = paint::paint_color(stroke.paint());
        self.content
            .set_stroke_rgb(red, green, blue)
            .set_line_width(stroke.width().get())
            .set_miter_limit(stroke.miterlimit().get())
            .set_line_cap(match stroke.linecap() {
                usvg::LineCap::Butt => LineCapStyle::ButtCap,
                usvg::LineCap::Round => LineCapStyle::RoundCap,
                usvg::LineCap::Square => LineCapStyle::ProjectingSquareCap,
            })
            .set_line_join(match stroke.linejoin() {
                usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => LineJoinStyle::MiterJoin,
                usvg::LineJoin::Round => LineJoinStyle::RoundJoin,
                usvg::LineJoin::Bevel => LineJoinStyle::BevelJoin,
            });
        if let Some(dashes) = stroke.dasharray() {
            self.content
                .set_dash_pattern(dashes.iter().copied(), stroke.dashoffset());
        }
        self.draw_outline(path.data(), tiny_skia::Transform::identity());
        self.content.stroke();
        self.content.restore_state();
    }

    fn set_opacity(&mut self, opacity: f32) {
        let thousandths = (opacity.clamp(0.0, 1.0) * 1_000.0).round() as u32;
        if thousandths == 1_000 {
            return;
        }
        if !self.opacities.0.contains(&thousandths) {
            self.opacities.0.push(thousandths);
        }
        self.content
            .set_parameters(Name(opacity_name(thousandths).as_bytes()));
    }

    fn draw_outline(&mut self, path: &tiny_skia::Path, within: tiny_skia::Transform) {
        let Some(path) = path.clone().transform(within) else {
            return;
        };
        let mut at = tiny_skia::Point::zero();
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(to) => {
                    self.content.move_to(to.x, to.y);
                    at = to;
                }
                PathSegment::LineTo(to) => {
                    self.content.line_to(to.x, to.y);
                    at = to;
                }
                PathSegment::QuadTo(by, to) => {
                    // The same curve as a cubic one.
                    let near = |end: f32, by: f32| end + (by - end) * 2.0 / 3.0;
                    self.content.cubic_to(
                        near(at.x, by.x),
                        near(at.y, by.y),
                        near(to.x, by.x),
                        near(to.y, by.y),
                        to.x,
                        to.y,
                    );
                    at = to;
                }
                PathSegment::CubicTo(by, and, to) => {
                    self.content.cubic_to(by.x, by.y, and.x, and.y, to.x, to.y);
                    at = to;
                }
                PathSegment::Close => {
                    self.content.close_path();
                }
            }
        }
    }
}

pub(super) fn matrix_of(transform: tiny_skia::Transform) -> [f32; 6] {
    [
        transform.sx,
        transform.ky,
        transform.kx,
        transform.sy,
        transform.tx,
        transform.ty,
    ]
}
