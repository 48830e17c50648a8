use std::{collections::HashMap, fmt::Write};

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    Canvas, Color, Edge, Node, NodeContent, Rect,
    measure::{Face, wrap_lines},
};

/// The background theme of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PictureTheme {
    #[default]
    Light,
    Dark,
}

/// Points of a picture: the shape of a card in a list.
const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 300.0;
const MARGIN: f64 = 18.0;
/// A board with little on it is not blown up beyond this.
const LARGEST_SCALE: f64 = 0.5;
/// Below this a board shows its beginning, not all of it: nothing on it could be recognized.
const SMALLEST_SCALE: f64 = 0.2;
/// More elements than these wouldn't be visible at this size.
const MOST_DRAWN: usize = 400;
/// Points of letters below which lines stand for words.
const SMALLEST_LETTERS: f64 = 3.0;

struct Ink {
    card: &'static str,
    line: &'static str,
    /// Lines that stand for words.
    words: &'static str,
    text: &'static str,
    edge: &'static str,
    accent: &'static str,
    /// The presets of JSON Canvas, from red to purple.
    presets: [&'static str; 6],
}

const LIGHT: Ink = Ink {
    card: "#ffffff",
    line: "#d4d7dd",
    words: "#c3c8d0",
    text: "#3d434d",
    edge: "#b3b9c3",
    accent: "#0b7a4b",
    presets: [
        "#d8463e", "#d5792b", "#b8942a", "#12834f", "#2b8da3", "#8a54c7",
    ],
};

const DARK: Ink = Ink {
    card: "#1b1e25",
    line: "#3a3f49",
    words: "#4a505b",
    text: "#c9ced8",
    edge: "#545b67",
    accent: "#3fb07f",
    presets: [
        "#e0645c", "#dd8f4b", "#c9a94c", "#3fa574", "#4fa9bd", "#a279d6",
    ],
};

/// Drawings of charts as addresses of data, by the id of their node.
pub type ChartPictures = HashMap<String, String>;

/// Returns the charts that a board's picture shows, at most `most`, from its top.
pub fn pictured_charts(canvas: &Canvas, most: usize) -> Vec<&Node> {
    let nodes: Vec<&Node> = canvas.nodes.iter().map(|kept| &kept.item).collect();
    let view = Viewport::of(&nodes);
    let mut charts: Vec<&Node> = nodes
        .into_iter()
        .filter(|node| matches!(node.content, NodeContent::Chart { .. }))
        .filter(|node| view.place_rect(&node.place).is_in_sight())
        .collect();
    charts.sort_by_key(|node| (node.place.y, node.place.x));
    charts.truncate(most);
    charts
}

/// A board as a small drawing, an `<svg>` element of 480 by 300 points: its beginning, with the words of its cards and the
/// charts that were drawn for it. Other charts are bars. An empty board is an empty sheet.
pub fn draw_picture(canvas: &Canvas, theme: PictureTheme, charts: &ChartPictures) -> String {
    let ink = match theme {
        PictureTheme::Light => &LIGHT,
        PictureTheme::Dark => &DARK,
    };
    let mut nodes: Vec<&Node> = canvas.nodes.iter().map(|kept| &kept.item).collect();
    let view = Viewport::of(&nodes);
    nodes.retain(|node| view.place_rect(&node.place).is_in_sight());
    // Groups lie below what is in them; of too many the large ones are seen.
    nodes.sort_by_key(|node| {
        (
            !is_group(node),
            std::cmp::Reverse(node.place.width.saturating_mul(node.place.height)),
        )
    });
    nodes.truncate(MOST_DRAWN);
    let places: HashMap<&str, NodeBox> = nodes
        .iter()
        .map(|node| (node.id.as_str(), view.place_rect(&node.place)))
        .collect();
    let (groups, others): (Vec<&Node>, Vec<&Node>) =
        nodes.into_iter().partition(|node| is_group(node));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"Inter, system-ui, sans-serif\">"
    );
    if canvas.nodes.is_empty() {
        draw_empty_sheet(&mut svg, ink);
    }
    let mut draw = |part: String| svg.push_str(&part);
    for node in groups {
        draw(draw_group(
            &places[node.id.as_str()],
            color_of(node, ink),
            ink,
        ));
    }
    for kept in canvas.edges.iter().take(MOST_DRAWN) {
        draw(draw_edge(&kept.item, &places, ink).unwrap_or_default());
    }
    for node in others {
        let place = &places[node.id.as_str()];
        let picture = charts.get(&node.id).map(String::as_str);
        draw(draw_card(node, place, (ink, view.scale), picture));
    }
    draw("</svg>".to_owned());
    svg
}

/// The dots of a sheet that nothing lies on.
fn draw_empty_sheet(svg: &mut String, ink: &Ink) {
    const STEP: usize = 30;
    for y in (STEP..HEIGHT as usize).step_by(STEP) {
        for x in (STEP..WIDTH as usize).step_by(STEP) {
            // Writing to a string cannot fail.
            let _ = write!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"1\" fill=\"{}\"/>",
                ink.words
            );
        }
    }
}

fn is_group(node: &Node) -> bool {
    matches!(node.content, NodeContent::Group { .. })
}

/// How a board's pixels become points of the picture.
struct Viewport {
    left: f64,
    top: f64,
    scale: f64,
}

/// A node's place in the picture.
struct NodeBox {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Viewport {
    fn of(nodes: &[&Node]) -> Self {
        let outer_edge =
            |side: fn(&Rect) -> i64| nodes.iter().map(move |node| side(&node.place) as f64);
        let left = outer_edge(|place| place.x).fold(f64::INFINITY, f64::min);
        let top = outer_edge(|place| place.y).fold(f64::INFINITY, f64::min);
        let width = (outer_edge(Rect::right).fold(f64::NEG_INFINITY, f64::max) - left).max(1.0);
        let height = (outer_edge(Rect::bottom).fold(f64::NEG_INFINITY, f64::max) - top).max(1.0);
        let scale = ((WIDTH - 2.0 * MARGIN) / width).clamp(SMALLEST_SCALE, LARGEST_SCALE);
        // What is larger than the picture begins at its edge.
        let before = |room: f64, length: f64| ((room / scale - length) / 2.0).max(MARGIN / scale);
        let view = Self {
            left: left - before(WIDTH, width),
            top: top - before(HEIGHT, height),
            scale,
        };
        let is_any_in_sight = nodes
            .iter()
            .any(|node| view.place_rect(&node.place).is_in_sight());
        // Nothing may lie near the corner of a wide board: then its picture begins at the leftmost of its topmost nodes.
        let topmost = nodes
            .iter()
            .filter(|node| view.place_rect(&node.place).y < HEIGHT);
        match topmost.map(|node| node.place.x).min() {
            Some(x) if !is_any_in_sight => Self {
                left: x as f64 - MARGIN / scale,
                ..view
            },
            _ => view,
        }
    }

    fn place_rect(&self, rect: &Rect) -> NodeBox {
        NodeBox {
            x: (rect.x as f64 - self.left) * self.scale,
            y: (rect.y as f64 - self.top) * self.scale,
            width: (rect.width as f64 * self.scale).max(1.5),
            height: (rect.height as f64 * self.scale).max(1.5),
        }
    }
}

fn color_of<'a>(node: &'a Node, ink: &Ink) -> Option<&'a str> {
    node.color.as_ref().map(|color| shade_of(color, ink))
}

/// A preset in the theme's ink, or the color as it is.
fn shade_of<'a>(color: &'a Color, ink: &Ink) -> &'a str {
    let preset = color.as_str().parse::<usize>().ok();
    preset
        .and_then(|number| ink.presets.get(number.wrapping_sub(1)).copied())
        .unwrap_or(color.as_str())
}

fn draw_rectangle(place: &NodeBox, radius: f64, rest: &str) -> String {
    let NodeBox {
        x,
        y,
        width,
        height,
    } = place;
    format!(
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"{radius:.1}\" {rest}/>"
    )
}

fn draw_group(place: &NodeBox, color: Option<&str>, ink: &Ink) -> String {
    let color = color.unwrap_or(ink.edge);
    let rest =
        format!("fill=\"{color}\" fill-opacity=\"0.08\" stroke=\"{color}\" stroke-opacity=\"0.5\"");
    draw_rectangle(place, 4.0, &rest)
}

fn draw_edge(edge: &Edge, places: &HashMap<&str, NodeBox>, ink: &Ink) -> Option<String> {
    let from = places.get(edge.from_node.as_str())?;
    let to = places.get(edge.to_node.as_str())?;
    let (x1, y1) = (from.x + from.width, from.y + from.height / 2.0);
    let (x2, y2) = (to.x, to.y + to.height / 2.0);
    let bend = (x2 - x1).abs() / 2.0;
    let color = edge
        .color
        .as_ref()
        .map_or(ink.edge, |color| shade_of(color, ink));
    Some(format!(
        "<path d=\"M{x1:.1} {y1:.1}C{:.1} {y1:.1} {:.1} {y2:.1} {x2:.1} {y2:.1}\" fill=\"none\" stroke=\"{color}\"/>",
        x1 + bend,
        x2 - bend
    ))
}

fn draw_card(
    node: &Node,
    place: &NodeBox,
    (ink, scale): (&Ink, f64),
    picture: Option<&str>,
) -> String {
    let color = color_of(node, ink);
    let rest = format!(
        "fill=\"{}\" stroke=\"{}\"",
        ink.card,
        color.unwrap_or(ink.line)
    );
    let mut svg = draw_rectangle(place, (14.0 * scale).min(place.height / 2.0), &rest);
    let inside = place.shrink_inside();
    if inside.width < 5.0 || inside.height < 4.0 {
        return svg;
    }
    let accent = color.unwrap_or(ink.accent);
    let words = WordsInPicture {
        place: &inside,
        ink,
        scale,
    };
    match (&node.content, picture) {
        (NodeContent::Chart { .. }, Some(address)) => draw_image(&mut svg, &inside, address),
        (NodeContent::Chart { .. }, None) => draw_bars(&mut svg, &inside, accent),
        (NodeContent::Picture { .. }, _) => {
            draw_hills(&mut svg, &inside, color.unwrap_or(ink.words));
        }
        (
            NodeContent::Source {
                title, description, ..
            },
            _,
        ) => words.draw(
            &mut svg,
            Some(title),
            description.as_deref().unwrap_or_default(),
        ),
        (NodeContent::Chat { title, .. } | NodeContent::Portolan { title, .. }, _) => {
            words.draw(&mut svg, title.as_deref(), "");
        }
        (NodeContent::Note { markdown }, _) => words.draw(&mut svg, None, &plain_text(markdown)),
        (NodeContent::Reference { title, quote, .. }, _) => {
            words.draw(&mut svg, None, quote.as_deref().unwrap_or(title));
        }
        (NodeContent::Suggestion { label, .. } | NodeContent::Group { label }, _) => {
            words.draw(&mut svg, None, label);
        }
    }
    svg
}

/// The words of a Markdown text, without its marks.
fn plain_text(markdown: &str) -> String {
    let lines = markdown.lines().map(|line| {
        line.trim_start_matches(['#', '>', '-', ' '])
            .replace(['*', '`', '_'], "")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The place of a card's words.
struct WordsInPicture<'a> {
    place: &'a NodeBox,
    ink: &'a Ink,
    scale: f64,
}

impl WordsInPicture<'_> {
    /// Draws a title and a text as far as there is room.
    fn draw(&self, svg: &mut String, title: Option<&str>, text: &str) {
        let size = 15.0 * self.scale;
        if size < SMALLEST_LETTERS {
            let color = title.map(|_| self.ink.accent);
            return draw_lines(svg, self.place, self.ink, color);
        }
        let mut y = 0.0;
        if let Some(title) = title {
            y = self.write(svg, title, (size * 1.25, "600"), y);
        }
        self.write(svg, text, (size, "400"), y);
    }

    /// Writes from `y` on, and returns where the next text begins.
    fn write(&self, svg: &mut String, text: &str, (size, weight): (f64, &str), y: f64) -> f64 {
        let face = Face {
            size,
            line: size * 1.5,
            stretch: 1.04,
        };
        let mut bottom = y;
        for line in wrap_lines(text, self.place.width, face) {
            if bottom + face.line > self.place.height {
                break;
            }
            // Writing to a string cannot fail.
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{size:.1}\" font-weight=\"{weight}\" fill=\"{}\">{}</text>",
                self.place.x,
                self.place.y + bottom + size,
                self.ink.text,
                escape_text(&line),
            );
            bottom += face.line;
        }
        bottom
    }
}

/// Words as the text of an element; XML allows no control characters.
fn escape_text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\u{fffe}' | '\u{ffff}' => {}
            _ if letter.is_control() => escaped.push(' '),
            _ => escaped.push(letter),
        }
    }
    escaped
}

impl NodeBox {
    fn is_in_sight(&self) -> bool {
        self.x < WIDTH && self.y < HEIGHT
    }

    fn shrink_inside(&self) -> Self {
        let margin = (self.width.min(self.height) * 0.16).clamp(1.5, 8.0);
        Self {
            x: self.x + margin,
            y: self.y + margin,
            width: self.width - 2.0 * margin,
            height: self.height - 2.0 * margin,
        }
    }
}

/// A chart's own drawing.
fn draw_image(svg: &mut String, inside: &NodeBox, address: &str) {
    let NodeBox {
        x,
        y,
        width,
        height,
    } = inside;
    // Writing to a string cannot fail.
    let _ = write!(
        svg,
        "<image x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" href=\"{address}\"/>"
    );
}

/// The shape of a chart that wasn't drawn.
fn draw_bars(svg: &mut String, inside: &NodeBox, color: &str) {
    const HEIGHTS: [f64; 5] = [0.45, 0.7, 0.55, 1.0, 0.8];
    let step = inside.width / HEIGHTS.len() as f64;
    for (index, part) in HEIGHTS.iter().enumerate() {
        let bar = NodeBox {
            x: inside.x + step * index as f64,
            y: inside.y + inside.height * (1.0 - part),
            width: step * 0.7,
            height: inside.height * part,
        };
        svg.push_str(&draw_rectangle(&bar, 0.5, &format!("fill=\"{color}\"")));
    }
}

fn draw_hills(svg: &mut String, inside: &NodeBox, color: &str) {
    let NodeBox {
        x,
        y,
        width,
        height,
    } = inside;
    let bottom = y + height;
    // Writing to a string cannot fail.
    let _ = write!(
        svg,
        "<path d=\"M{x:.1} {bottom:.1}L{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}L{:.1} {bottom:.1}Z\" fill=\"{color}\"/>",
        x + width * 0.35,
        y + height * 0.25,
        x + width * 0.6,
        y + height * 0.65,
        x + width * 0.75,
        y + height * 0.5,
        x + width,
    );
}

/// Draws lines that represent text; the first line is a title if it has a color.
fn draw_lines(svg: &mut String, inside: &NodeBox, ink: &Ink, title: Option<&str>) {
    const LENGTHS: [f64; 6] = [0.7, 1.0, 0.9, 0.95, 0.6, 0.85];
    const STEP: f64 = 6.0;
    let count = ((inside.height / STEP) as usize).clamp(1, LENGTHS.len());
    for (index, part) in LENGTHS.iter().take(count).enumerate() {
        let line = NodeBox {
            x: inside.x,
            y: inside.y + STEP * index as f64,
            width: inside.width * part,
            height: 2.5_f64.min(inside.height),
        };
        let color = if index == 0 {
            title.unwrap_or(ink.words)
        } else {
            ink.words
        };
        svg.push_str(&draw_rectangle(&line, 1.0, &format!("fill=\"{color}\"")));
    }
}
