//! Boards keep what they are given, in every form.

#![expect(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it should be"
)]

use portolan_blocks::{BlockContent, Locator, RowRange};
use portolan_boards::{
    Canvas, ChartPictures, Color, Columns, Edge, End, Kept, Lane, Node, NodeContent, NodeStatus,
    PictureTheme, Rect, Side, Size, check_node, content_of_block, default_size, draw_picture,
    find_room, head_above_text, place_node, read_canvas, write_canvas,
};
use proptest::{collection::vec, option, prelude::*};
use serde_json::{Map, Value, json};
use uuid::Uuid;

fn any_uuid() -> impl Strategy<Value = Uuid> {
    any::<u128>().prop_map(Uuid::from_u128)
}

fn any_text() -> impl Strategy<Value = String> {
    "\\PC{0,12}|# A\n\n- b|[x](https://a.example)"
}

fn any_url() -> impl Strategy<Value = String> {
    "https://[a-z]{1,8}\\.example/[a-z0-9]{0,8}"
}

fn any_content() -> impl Strategy<Value = NodeContent> {
    let status = prop_oneof![
        Just(NodeStatus::Reading),
        Just(NodeStatus::Whole),
        Just(NodeStatus::Part),
        Just(NodeStatus::Blocked),
        Just(NodeStatus::Empty)
    ];
    let locator = (
        option::of(1..900_u32),
        option::of(0..90_000_u64),
        option::of(any_text()),
    )
        .prop_map(|(page, start_ms, quote)| Locator {
            page,
            start_ms,
            quote,
            row_range: start_ms.map(|start| RowRange {
                start,
                end: start + 1,
            }),
        });
    prop_oneof![
        (any_uuid(), option::of(1..9_u32), option::of(any_text())).prop_map(
            |(chart_id, version, title)| NodeContent::Chart {
                chart_id,
                version,
                title,
            }
        ),
        any_text().prop_map(|markdown| NodeContent::Note { markdown }),
        (
            any_uuid(),
            any_text(),
            option::of(any_url()),
            status,
            option::of(any_text()),
            option::of(any_text())
        )
            .prop_map(|(source_id, title, url, status, detail, description)| {
                NodeContent::Source {
                    source_id,
                    title,
                    url,
                    status,
                    detail,
                    description,
                }
            }),
        (
            any_uuid(),
            any_text(),
            option::of(any_url()),
            locator,
            option::of(any_text())
        )
            .prop_map(
                |(source_id, title, url, locator, quote)| NodeContent::Reference {
                    source_id,
                    title,
                    url,
                    locator,
                    quote
                }
            ),
        (any_uuid(), option::of(any_text()))
            .prop_map(|(chat_id, title)| NodeContent::Chat { chat_id, title }),
        (any_uuid(), option::of(any_text()))
            .prop_map(|(portolan_id, title)| NodeContent::Portolan { portolan_id, title }),
        (
            "/api/charts/[a-z]{1,9}\\.svg|https://a\\.example/b\\.png",
            option::of(any_text())
        )
            .prop_map(|(url, alt)| NodeContent::Picture { url, alt }),
        (any_text(), any_text())
            .prop_map(|(label, prompt)| NodeContent::Suggestion { label, prompt }),
        any_text().prop_map(|label| NodeContent::Group { label }),
    ]
}

fn any_color() -> impl Strategy<Value = Option<Color>> {
    option::of("[1-6]|#[0-9a-f]{6}".prop_map(|text| Color::try_from(text).unwrap()))
}

fn any_place() -> impl Strategy<Value = Rect> {
    (-5_000..5_000_i64, -5_000..5_000_i64, 1..900_i64, 1..900_i64).prop_map(
        |(x, y, width, height)| Rect {
            x,
            y,
            width,
            height,
        },
    )
}

fn any_nodes() -> impl Strategy<Value = Vec<Node>> {
    let node = (
        any_content(),
        any_place(),
        any_color(),
        option::of("g[0-9]"),
    );
    vec(node, 1..12).prop_map(|nodes| {
        let numbered = nodes.into_iter().enumerate();
        numbered
            .map(|(number, (content, place, color, parent_id))| Node {
                id: format!("n{number}"),
                content,
                place,
                color,
                parent_id,
            })
            .collect()
    })
}

fn any_edges() -> impl Strategy<Value = Vec<Edge>> {
    let side = || {
        option::of(prop_oneof![
            Just(Side::Top),
            Just(Side::Right),
            Just(Side::Bottom),
            Just(Side::Left)
        ])
    };
    let end = || option::of(prop_oneof![Just(End::None), Just(End::Arrow)]);
    let edge = (
        side(),
        end(),
        side(),
        end(),
        option::of(any_text()),
        any_color(),
    );
    vec(edge, 0..6).prop_map(|edges| {
        let numbered = edges.into_iter().enumerate();
        numbered
            .map(
                |(number, (from_side, from_end, to_side, to_end, label, color))| Edge {
                    id: format!("e{number}"),
                    from_node: "n0".into(),
                    from_side,
                    from_end,
                    to_node: "n0".into(),
                    to_side,
                    to_end,
                    label,
                    color,
                },
            )
            .collect()
    })
}

/// Keys that no version of the format has.
fn unknown_keys() -> impl Strategy<Value = Map<String, Value>> {
    let value = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        any_text().prop_map(Value::from),
        any_text().prop_map(|text| json!({"styleAttributes": [text]})),
    ];
    vec(("x-[a-z]{1,5}|styleAttributes|background", value), 0..4)
        .prop_map(|pairs| pairs.into_iter().collect())
}

/// Nodes as other programs write them.
fn foreign_node() -> impl Strategy<Value = Map<String, Value>> {
    let own = prop_oneof![
        any_text().prop_map(|text| json!({"type": "text", "text": text})),
        any_text().prop_map(|file| json!({"type": "file", "file": file, "subpath": "#part"})),
        any_url().prop_map(|url| json!({"type": "link", "url": url})),
        Just(json!({"type": "link", "url": "https://a.example/b.PNG?c"})),
        any_text().prop_map(|label| json!({"type": "group", "label": label})),
        Just(json!({"type": "group"})),
        Just(json!({"type": "hologram", "beam": 3, "color": "rainbow"})),
        Just(json!({"type": "text", "text": "a", "portolan": "not ours"})),
    ];
    (own, unknown_keys(), any_place(), any_color()).prop_map(|(own, unknown, place, color)| {
        let mut fields = unknown;
        fields.extend(own.as_object().unwrap().clone());
        let Rect {
            x,
            y,
            width,
            height,
        } = place;
        fields.extend(
            json!({"x": x, "y": y, "width": width, "height": height})
                .as_object()
                .unwrap()
                .clone(),
        );
        if let Some(color) = color {
            fields.insert("color".into(), json!(color));
        }
        fields
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn canvas_round_trip_preserves_nodes_edges_and_title(nodes in any_nodes(), edges in any_edges(), title in any_text()) {
        let canvas = Canvas {
            title: Some(title),
            nodes: nodes.into_iter().map(Kept::from).collect(),
            edges: edges.into_iter().map(Kept::from).collect(),
            foreign: Map::new(),
        };
        let file = write_canvas(&canvas, "https://charts.example");
        for node in file["nodes"].as_array().unwrap() {
            let kind = node["type"].as_str().unwrap();
            prop_assert!(["text", "link", "group"].contains(&kind));
            prop_assert!(node["x"].is_i64() && node["width"].is_i64());
        }
        prop_assert_eq!(read_canvas(file).unwrap(), canvas);
    }

    #[test]
    fn foreign_canvas_file_round_trips_unchanged(
        nodes in vec(foreign_node(), 0..8),
        edge_keys in unknown_keys(),
        file_keys in unknown_keys(),
    ) {
        let mut file = file_keys;
        let edges: Vec<Value> = nodes.first().map(|_| {
            let mut edge = edge_keys;
            edge.extend(json!({"id": "e", "fromNode": "0", "toNode": "0", "toEnd": "diamond"}).as_object().unwrap().clone());
            vec![edge.into()]
        }).unwrap_or_default();
        let nodes: Vec<Value> = nodes.into_iter().enumerate().map(|(number, mut fields)| {
            fields.insert("id".into(), number.to_string().into());
            fields.into()
        }).collect();
        file.insert("nodes".into(), nodes.into());
        file.insert("edges".into(), edges.into());
        let file = Value::from(file);
        let canvas = read_canvas(file.clone()).unwrap();
        prop_assert_eq!(write_canvas(&canvas, ""), file);
    }

    #[test]
    fn preview_begins_where_the_board_begins(nodes in any_nodes(), edges in any_edges()) {
        let count = nodes.len();
        let canvas = Canvas {
            title: None,
            nodes: nodes.into_iter().map(Kept::from).collect(),
            edges: edges.into_iter().map(Kept::from).collect(),
            foreign: Map::new(),
        };
        let svg = draw_picture(&canvas, PictureTheme::Dark, &ChartPictures::new());
        let rectangles: Vec<&str> = svg.split("<rect ").skip(1).collect();
        prop_assert_eq!(rectangles.is_empty(), count == 0);
        for rectangle in rectangles {
            let number = |name: &str| -> f64 {
                let (_, rest) = rectangle.split_once(&format!("{name}=\"")).unwrap();
                rest.split_once('"').unwrap().0.parse().unwrap()
            };
            let (x, y, width, height) = (number("x"), number("y"), number("width"), number("height"));
            prop_assert!(width > 0.0 && height > 0.0, "{rectangle}");
            // The board's beginning is in the picture, its end perhaps not.
            prop_assert!(x >= 0.0 && y >= 0.0, "{rectangle}");
        }
    }

    #[test]
    fn nodes_and_edges_round_trip_through_json(nodes in any_nodes(), edges in any_edges()) {
        let json = serde_json::to_value((&nodes, &edges)).unwrap();
        let read: (Vec<Node>, Vec<Edge>) = serde_json::from_value(json).unwrap();
        prop_assert_eq!(read, (nodes, edges));
    }

    #[test]
    fn new_nodes_are_placed_in_free_space(taken in vec(any_place(), 0..60), wanted in vec((1..900_i64, 1..900_i64, 0..3_usize, any::<bool>()), 1..30)) {
        let lanes = [Lane::Charts, Lane::Passages, Lane::Outline];
        let mut taken = taken;
        for (width, height, lane, has_charts) in wanted {
            let columns = if has_charts { Columns::ChartsFirst } else { Columns::OutlineFirst };
            let place = find_room(&taken, Size { width, height }, columns, lanes[lane]);
            prop_assert!(!taken.iter().any(|other| other.is_near(&place, 1)), "{place:?}");
            taken.push(place);
        }
    }

    #[test]
    fn canvas_reader_never_panics(file in unknown_keys(), nodes in vec(unknown_keys(), 0..3)) {
        let mut file = file;
        file.insert("nodes".into(), nodes.into_iter().map(Value::from).collect());
        let _ = read_canvas(file.into());
    }
}

#[test]
fn nodes_inside_foreign_group_become_its_children() {
    let node = |id: &str, kind: &str, place: [i64; 4]| {
        let [x, y, width, height] = place;
        json!({"id": id, "type": kind, "text": "", "x": x, "y": y, "width": width, "height": height})
    };
    let file = json!({"nodes": [
        node("large", "group", [0, 0, 900, 600]),
        node("small", "group", [10, 10, 300, 300]),
        node("inside", "text", [20, 20, 100, 100]),
        node("half", "text", [850, 500, 100, 50]),
        node("same", "group", [10, 10, 300, 300]),
    ], "edges": []});
    let mut canvas = read_canvas(file.clone()).unwrap();
    let parents: Vec<_> = canvas
        .nodes
        .iter()
        .map(|kept| kept.item.parent_id.as_deref())
        .collect();
    let large = Some("large");
    assert_eq!(parents, [None, large, Some("small"), None, large]);
    assert_eq!(write_canvas(&canvas, ""), file);

    // A node that was removed from the group around it must stay removed.
    canvas.nodes[2].item.parent_id = None;
    let written = write_canvas(&canvas, "");
    assert_eq!(written["nodes"][2]["portolan"], json!({"parentId": null}));
    assert_eq!(read_canvas(written).unwrap(), canvas);
}

#[test]
fn edges_connect_facing_sides() {
    let at = |x: i64, y: i64| Node {
        id: format!("{x} {y}"),
        content: NodeContent::Note {
            markdown: String::new(),
        },
        place: Rect::new(
            x,
            y,
            Size {
                width: 360,
                height: 160,
            },
        ),
        color: None,
        parent_id: None,
    };
    let sides = |node: &Node| {
        let edge = Edge::of_source(&at(0, 200), node);
        (edge.from_side, edge.to_side)
    };
    assert_eq!(sides(&at(440, 900)), (Some(Side::Right), Some(Side::Left)));
    assert_eq!(sides(&at(0, 400)), (Some(Side::Bottom), Some(Side::Top)));
    assert_eq!(sides(&at(0, 0)), (Some(Side::Top), Some(Side::Bottom)));
}

#[test]
fn long_column_continues_behind_all_columns() {
    let size = Size {
        width: 380,
        height: 968,
    };
    let mut taken = Vec::new();
    for _ in 0..7 {
        taken.push(find_room(
            &taken,
            size,
            Columns::ChartsFirst,
            Lane::Passages,
        ));
    }
    let places: Vec<(i64, i64)> = taken.iter().map(|place| (place.x, place.y)).collect();
    assert_eq!(places[5], (552, 5_000));
    assert_eq!(places[6], (552 + 1_396, 0));
}

/// Adds a node of this content where the board has room for it, and returns its place.
fn add_node(nodes: &mut Vec<Node>, content: NodeContent) -> Rect {
    let place = place_node(nodes, &content, default_size(&content));
    let node = Node {
        id: nodes.len().to_string(),
        content,
        place,
        color: None,
        parent_id: None,
    };
    if let Some(place) = head_above_text(nodes, &node) {
        nodes[0].place = place;
    }
    nodes.push(node);
    place
}

fn source(url: Option<&str>) -> NodeContent {
    NodeContent::Source {
        source_id: Uuid::nil(),
        title: "Lamps at dusk".into(),
        url: url.map(str::to_owned),
        status: NodeStatus::Whole,
        detail: None,
        description: None,
    }
}

fn passage() -> NodeContent {
    NodeContent::Reference {
        source_id: Uuid::nil(),
        title: "The keepers".into(),
        url: None,
        locator: Locator::default(),
        quote: Some("The keepers had no lamp.".into()),
    }
}

fn chart() -> NodeContent {
    NodeContent::Chart {
        chart_id: Uuid::nil(),
        version: None,
        title: None,
    }
}

fn suggestion() -> NodeContent {
    NodeContent::Suggestion {
        label: "By decade".into(),
        prompt: "Lamps by decade".into(),
    }
}

#[test]
fn page_is_the_head_of_its_board_and_files_share_the_columns() {
    let nodes = &mut Vec::new();
    let head = add_node(nodes, source(Some("https://a.example/lamps")));
    assert_eq!((head.x, head.y, head.width), (0, 0, 1_364));
    let first = add_node(nodes, chart());
    assert_eq!((first.x, first.y), (0, head.bottom() + 32));
    let quote = add_node(nodes, passage());
    assert_eq!((quote.x, quote.y), (552, head.bottom() + 32));
    assert_eq!(nodes[0].place, head, "above all columns");
    let files = [
        add_node(nodes, source(None)),
        add_node(nodes, source(None)),
        add_node(nodes, source(Some("https://a.example/more"))),
    ];
    assert_eq!(files.map(|place| place.x), [964, 552, 964]);
    assert!(files.iter().all(|place| place.y > head.bottom()));
}

#[test]
fn text_without_charts_begins_at_the_left_edge() {
    let nodes = &mut Vec::new();
    let head = add_node(nodes, source(Some("https://a.example/lamps")));
    let outline = add_node(nodes, suggestion());
    assert_eq!((outline.x, outline.y), (0, head.bottom() + 32));
    assert_eq!(nodes[0].place.width, 812, "as wide as the text below it");
    let quotes = [add_node(nodes, passage()), add_node(nodes, passage())];
    assert_eq!(quotes.map(|place| place.x), [432, 432]);
    assert_eq!(quotes[0].y, head.bottom() + 32);
    // A chart that comes later stands beside the text, which stays.
    let late = add_node(nodes, chart());
    assert_eq!((late.x, late.y), (844, 0));
    assert_eq!(add_node(nodes, passage()).x, 432);
    assert_eq!(add_node(nodes, suggestion()).x, 0);
}

#[test]
fn passages_that_come_first_stand_before_the_outline() {
    let nodes = &mut Vec::new();
    assert_eq!(add_node(nodes, passage()).x, 0);
    assert_eq!(add_node(nodes, suggestion()).x, 412);
    assert_eq!(add_node(nodes, chart()).x, 844);
    assert_eq!(add_node(nodes, passage()).x, 0);
}

#[test]
fn text_after_charts_keeps_the_order_of_the_columns() {
    let nodes = &mut Vec::new();
    add_node(nodes, chart());
    assert_eq!(add_node(nodes, suggestion()).x, 964);
    assert_eq!(add_node(nodes, passage()).x, 552);
    // Text that was moved to the left edge by hand changes no order.
    nodes[2].place.x = 0;
    nodes[2].place.y = 900;
    assert_eq!(add_node(nodes, passage()).x, 552);
}

#[test]
fn edits_made_in_other_apps_take_precedence() {
    let note = Node {
        id: "n".into(),
        content: NodeContent::Note {
            markdown: "before".into(),
        },
        place: Rect::new(
            0,
            0,
            Size {
                width: 9,
                height: 9,
            },
        ),
        color: None,
        parent_id: Some("g".into()),
    };
    let canvas = Canvas {
        nodes: vec![note.into()],
        ..Canvas::default()
    };
    let mut file = write_canvas(&canvas, "");
    file["nodes"][0]["text"] = json!("after");
    let read = read_canvas(file).unwrap();
    assert_eq!(
        read.nodes[0].item.content,
        NodeContent::Note {
            markdown: "after".into()
        }
    );
    assert_eq!(read.nodes[0].item.parent_id.as_deref(), Some("g"));
}

#[test]
fn invalid_canvas_is_rejected_with_its_path() {
    for (file, path) in [
        (json!([]), "body"),
        (json!({"nodes": {}}), "nodes"),
        (json!({"nodes": [1]}), "nodes[0]"),
        (json!({"nodes": [{"type": "text"}]}), "nodes[0].id"),
        (
            json!({"nodes": [{"id": "a", "type": "text"}]}),
            "nodes[0].x",
        ),
        (
            json!({"nodes": [{"id": "a", "x": 1e300, "y": 0, "width": 1, "height": 1}]}),
            "nodes[0].x",
        ),
        (json!({"edges": [{"id": "a"}]}), "edges[0].fromNode"),
    ] {
        assert_eq!(read_canvas(file.clone()).unwrap_err().path, path, "{file}");
    }
    let twice = json!({"id": "a", "x": 0, "y": 0, "width": 1, "height": 1});
    let file = json!({"nodes": [twice, twice]});
    assert_eq!(read_canvas(file).unwrap_err().path, "nodes[1].id");
}

#[test]
fn script_urls_are_rejected() {
    for url in [
        "javascript:alert(1)",
        "data:text/html,x",
        "//a.example/b",
        "/\\a.example",
    ] {
        let node = Node {
            id: "n".into(),
            content: NodeContent::Picture {
                url: url.into(),
                alt: None,
            },
            place: Rect::new(
                0,
                0,
                Size {
                    width: 9,
                    height: 9,
                },
            ),
            color: None,
            parent_id: None,
        };
        assert_eq!(check_node(&node).unwrap_err().path, "data.url", "{url}");
    }
}

#[test]
fn nodes_created_from_blocks_fit_their_text() {
    let long = content_of_block(&BlockContent::text("word ".repeat(200))).unwrap();
    let short = content_of_block(&BlockContent::text("word")).unwrap();
    assert!(default_size(&long).height > default_size(&short).height);
    let thought = BlockContent::Thinking {
        markdown: "x".into(),
        duration_ms: 1,
    };
    assert_eq!(content_of_block(&thought), None);
    assert_eq!(content_of_block(&BlockContent::text(" \n")), None);
    let moment = BlockContent::Timestamp {
        source_id: Uuid::nil(),
        url: String::new(),
        start_ms: 4_000,
        end_ms: None,
        label: "Lamps".into(),
    };
    let Some(NodeContent::Reference { locator, url, .. }) = content_of_block(&moment) else {
        panic!("a reference");
    };
    assert_eq!((locator.start_ms, url), (Some(4_000), None));
}

#[test]
fn moved_head_keeps_its_width_above_text() {
    let nodes = &mut Vec::new();
    add_node(nodes, source(Some("https://a.example/lamps")));
    nodes[0].place.y = -200;
    add_node(nodes, passage());
    assert_eq!(nodes[0].place.width, 1_364);
}
