use pdf_writer::Content;
use resvg::usvg::{Color, LinearGradient, Paint, Stop};

use super::page::matrix_of;

/// Strips that a gradient is painted in.
const STRIPS: u16 = 64;
/// Longer than any picture.
const FAR: f32 = 20_000.0;

/// The color of a paint; of a gradient its first one.
pub(super) fn paint_color(paint: &Paint) -> [f32; 3] {
    match paint {
        Paint::Color(color) => color_parts(*color),
        Paint::LinearGradient(gradient) => color_at(gradient.stops(), 0.0),
        Paint::RadialGradient(gradient) => color_at(gradient.stops(), 0.0),
        // Charts have none.
        Paint::Pattern(_) => [0.5; 3],
    }
}

/// Paints a gradient wherever the page is not clipped: legends show scales of colors so.
pub(super) fn draw_gradient(content: &mut Content, gradient: &LinearGradient) {
    content.transform(matrix_of(gradient.transform()));
    let (x, y) = (gradient.x1(), gradient.y1());
    let (along, down) = (gradient.x2() - x, gradient.y2() - y);
    let length = along.hypot(down);
    if length <= 0.0 {
        return;
    }
    // Across the direction of the gradient.
    let (across_x, across_y) = (-down / length * FAR, along / length * FAR);
    let edge = |strip: u16| match strip {
        0 => -FAR / length,
        STRIPS => 1.0 + FAR / length,
        _ => f32::from(strip) / f32::from(STRIPS),
    };
    for strip in 0..STRIPS {
        let [red, green, blue] = color_at(
            gradient.stops(),
            (f32::from(strip) + 0.5) / f32::from(STRIPS),
        );
        let corner = |share: f32, side: f32| {
            (
                x + along * share + across_x * side,
                y + down * share + across_y * side,
            )
        };
        let (from, to) = (edge(strip), edge(strip + 1));
        // A hair wider, so that nothing shines through between two strips.
        let to = to + 0.25 / length;
        let corners = [
            corner(from, -1.0),
            corner(to, -1.0),
            corner(to, 1.0),
            corner(from, 1.0),
        ];
        content.set_fill_rgb(red, green, blue);
        content.move_to(corners[0].0, corners[0].1);
        for (x, y) in &corners[1..] {
            content.line_to(*x, *y);
        }
        content.close_path().fill_nonzero();
    }
}

/// The color at a share of the way.
fn color_at(stops: &[Stop], share: f32) -> [f32; 3] {
    let after = stops.iter().position(|stop| stop.offset().get() >= share);
    let (Some(first), Some(last)) = (stops.first(), stops.last()) else {
        return [0.5; 3];
    };
    let (before, after) = match after {
        Some(0) => (first, first),
        Some(after) => (&stops[after - 1], &stops[after]),
        None => (last, last),
    };
    let (start, end) = (before.offset().get(), after.offset().get());
    let part = if end > start {
        (share - start) / (end - start)
    } else {
        0.0
    };
    let (from, to) = (color_parts(before.color()), color_parts(after.color()));
    std::array::from_fn(|at| from[at] + (to[at] - from[at]) * part)
}

fn color_parts(color: Color) -> [f32; 3] {
    [color.red, color.green, color.blue].map(|part| f32::from(part) / 255.0)
}
