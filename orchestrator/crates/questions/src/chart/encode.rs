//! Channels of a chart.

use serde_json::{Map, Value, json};

use crate::plan::{Axis, Order, OrderBy, Orientation, QueryPlan, Shape, TimeUnit};
use crate::sql::{Frame, GroupColumn, GroupKind, MeasureColumn};

use super::mark::{Chosen, Drawn, Parts};

/// Characters of a label that fit below a bar, and bars below which they fit.
const SHORT_LABEL: usize = 14;
const FEW_BARS: u64 = 14;

struct Encoder<'a> {
    plan: &'a QueryPlan,
    frame: &'a Frame,
    chosen: &'a Chosen,
    encoding: Map<String, Value>,
}

/// Adds the mark and the channels to a specification.
pub fn encode(plan: &QueryPlan, frame: &Frame, chosen: &Chosen, spec: &mut Value) {
    let mut encoder = Encoder {
        plan,
        frame,
        chosen,
        encoding: Map::new(),
    };
    match chosen.mark {
        Drawn::Number => encoder.number(),
        Drawn::Map => encoder.map(),
        Drawn::Arc => encoder.arc(),
        Drawn::Heatmap => encoder.heatmap(),
        Drawn::Boxplot => encoder.boxes(),
        // A point chart of one measure, such as scores per team as dots, is laid out along axes like bars.
        Drawn::Point if frame.measures.len() >= 2 => encoder.points(),
        _ => encoder.axes(),
    }
    // A box plot brings its own tooltip of quartiles, and a single number has nothing to point at.
    if chosen.mark != Drawn::Boxplot && chosen.mark != Drawn::Number {
        encoder.tooltip();
    }
    let mark = encoder.mark();
    let has_labels = plan.present.labels.as_ref().is_some_and(|part| part.value);
    let is_dual = plan
        .present
        .dual_axis
        .as_ref()
        .is_some_and(|part| part.value)
        && frame.measures.len() == 2;
    let has_trend = plan
        .present
        .trend_line
        .as_ref()
        .is_some_and(|part| part.value);
    if chosen.mark == Drawn::Map {
        spec["projection"] = json!({"type": "mercator"});
    }
    // Each of these forms writes its own layers, so only the first that applies is drawn.
    if is_dual {
        encoder.dual(spec);
    } else if has_trend && chosen.mark == Drawn::Point && frame.measures.len() >= 2 {
        encoder.trend(mark, spec);
    } else if has_labels && chosen.mark == Drawn::Bar {
        encoder.labelled(mark, spec);
    } else {
        spec["mark"] = mark;
        spec["encoding"] = Value::Object(encoder.encoding);
        // Euros and minutes on one scale would squash one of the panels.
        if chosen.panels_by_measure {
            spec["resolve"] = json!({"scale": {"y": "independent", "x": "independent"}});
        }
    }
}

/// Returns the format of a measure's axis and tooltip.
fn format(measure: &MeasureColumn) -> &'static str {
    // Shares are fractions from 0 to 1; the format's "%" multiplies by 100.
    if measure.percent { ".1~%" } else { ",.6~g" }
}

fn quantity(measure: &MeasureColumn) -> Value {
    let mut channel = json!({"field": measure.name, "type": "quantitative", "title": measure.name});
    if measure.percent {
        channel["axis"] = json!({"format": "~%"});
    }
    channel
}

impl Encoder<'_> {
    fn mark(&self) -> Value {
        let mut mark = match self.chosen.mark {
            Drawn::Line => json!({"type": "line", "point": true}),
            Drawn::Area => json!({"type": "area", "line": true}),
            Drawn::Point => json!({"type": "point", "filled": true, "opacity": 0.7}),
            Drawn::Map => json!({"type": "circle", "opacity": 0.7, "size": 40}),
            Drawn::Arc => json!({"type": "arc"}),
            Drawn::Heatmap => json!({"type": "rect"}),
            Drawn::Boxplot => json!({"type": "boxplot"}),
            Drawn::Tick => json!({"type": "point", "filled": true}),
            Drawn::Number => json!({"type": "text", "fontSize": 48}),
            Drawn::Bar | Drawn::Table => json!({"type": "bar"}),
        };
        // Long lines of points would be a band.
        let along = self.frame.groups.first().map_or(0, |group| group.distinct);
        if self.chosen.mark == Drawn::Line && along > 60 {
            mark = json!({"type": "line"});
        }
        // "Make it green" paints a single series; several are told apart by their colours.
        if let Some(paint) = &self.plan.present.paint
            && !self.encoding.contains_key("color")
        {
            mark["color"] = json!(paint.value);
        }
        // Opaque bars drawn over each other would hide the ones behind.
        if self.chosen.parts == Parts::Over && self.chosen.mark == Drawn::Bar {
            mark["opacity"] = json!(0.6);
        }
        mark
    }

    fn number(&mut self) {
        if let Some(measure) = self.frame.measures.first() {
            let channel =
                json!({"field": measure.name, "type": "quantitative", "format": format(measure)});
            self.encoding.insert("text".into(), channel);
        }
    }

    fn map(&mut self) {
        let Some((latitude, longitude)) = &self.frame.place else {
            return;
        };
        self.encoding.insert(
            "longitude".into(),
            json!({"field": longitude, "type": "quantitative"}),
        );
        self.encoding.insert(
            "latitude".into(),
            json!({"field": latitude, "type": "quantitative"}),
        );
        if let Some(group) = self.frame.groups.first() {
            self.encoding.insert("color".into(), self.series(group));
        }
        if let Some(measure) = self.frame.measures.first() {
            let size =
                json!({"field": measure.name, "type": "quantitative", "title": measure.name});
            self.encoding.insert("size".into(), size);
        }
    }

    fn arc(&mut self) {
        let (Some(group), Some(measure)) = (self.frame.groups.first(), self.frame.measures.first())
        else {
            return;
        };
        let theta = json!({"field": measure.name, "type": "quantitative", "title": measure.name, "stack": true});
        self.encoding.insert("theta".into(), theta);
        // The order channel arranges the slices; the sort of the colours below only arranges the legend.
        let order = json!({"field": measure.name, "type": "quantitative", "sort": "descending"});
        self.encoding.insert("order".into(), order);
        let mut color = self.series(group);
        // A scale such as "low, medium, high" keeps its own order in the legend.
        if group.labels.is_empty() {
            color["sort"] = json!({"field": measure.name, "op": "sum", "order": "descending"});
        }
        self.encoding.insert("color".into(), color);
    }

    fn heatmap(&mut self) {
        let (x, y) = self.directions();
        let (x, y) = (x.cloned(), y.cloned());
        for (channel, group) in [("x", &x), ("y", &y)] {
            if let Some(group) = group {
                let mut axis = self.axis(group, false);
                // The rectangles need bands, which a continuous axis does not have.
                if axis["type"] == "quantitative" || axis["type"] == "temporal" {
                    self.discrete(group, &mut axis);
                }
                self.encoding.insert(channel.into(), axis);
            }
        }
        if let Some(measure) = self.frame.measures.first() {
            let mut color =
                json!({"field": measure.name, "type": "quantitative", "title": measure.name});
            if measure.percent {
                color["legend"] = json!({"format": "~%"});
            }
            self.encoding.insert("color".into(), color);
        }
    }

    /// Time, or what comes first, lies along the x axis.
    fn directions(&self) -> (Option<&GroupColumn>, Option<&GroupColumn>) {
        let groups = &self.frame.groups;
        let x = groups
            .iter()
            .position(GroupColumn::is_timeline)
            .unwrap_or(0);
        let y = (0..groups.len()).find(|at| *at != x);
        (groups.get(x), y.and_then(|at| groups.get(at)))
    }

    fn boxes(&mut self) {
        let Some(measure) = self.frame.measures.first() else {
            return;
        };
        let mut value = quantity(measure);
        // Boxes are read by their position and not by a length, so their axis need not begin at zero.
        value["scale"] = json!({"zero": false});
        match self.frame.groups.first() {
            Some(group) => {
                let axis = self.axis(group, false);
                let (along, up) = if self.is_horizontal(group) {
                    ("y", "x")
                } else {
                    ("x", "y")
                };
                self.encoding.insert(along.into(), axis);
                self.encoding.insert(up.into(), value);
            }
            None => {
                self.encoding.insert("x".into(), value);
            }
        }
        if let Some(second) = self.frame.groups.get(1) {
            self.encoding.insert("color".into(), self.series(second));
        }
    }

    fn points(&mut self) {
        let logarithmic = self
            .plan
            .present
            .logarithmic
            .as_ref()
            .map(|part| part.value);
        for (at, channel, own) in [(0, "x", Axis::X), (1, "y", Axis::Y)] {
            let Some(measure) = self.frame.measures.get(at) else {
                continue;
            };
            let mut axis = quantity(measure);
            axis["scale"] = if logarithmic == Some(own) || logarithmic == Some(Axis::Both) {
                json!({"type": "log"})
            } else {
                json!({"zero": false})
            };
            self.encoding.insert(channel.into(), axis);
        }
        if let Some(size) = self.frame.measures.get(2) {
            let size = json!({"field": size.name, "type": "quantitative", "title": size.name});
            self.encoding.insert("size".into(), size);
        }
        let facet = self.facet();
        for (at, group) in self.frame.groups.iter().enumerate() {
            if Some(at) == facet {
                self.panel(group);
            } else if group.distinct <= 20 && !self.encoding.contains_key("color") {
                // The largest colour scheme has 20 colours; with more names they would repeat.
                let color = self.series(group);
                self.encoding.insert("color".into(), color);
            }
        }
    }

    /// The position in the frame of the group with a panel for each value.
    fn facet(&self) -> Option<usize> {
        let wished = self.plan.present.facet.as_ref().and_then(|part| {
            self.frame
                .groups
                .iter()
                .position(|group| group.group == Some(part.value))
        });
        wished.or_else(|| {
            // Different units cannot share an axis, so each measure has its own panel.
            if self.chosen.panels_by_measure {
                return self
                    .frame
                    .groups
                    .iter()
                    .position(|group| group.kind == GroupKind::Measures);
            }
            // The axis and the colours show two groups; only a third one needs panels.
            (self.frame.groups.len() > 2).then(|| self.frame.groups.len() - 1)
        })
    }

    fn panel(&mut self, group: &GroupColumn) {
        let mut facet =
            json!({"field": group.name, "type": kind(group), "title": group.name, "columns": 3});
        if !group.labels.is_empty() {
            facet["sort"] = json!(group.labels);
        }
        // Each panel is headed by the name of its measure, to which a common title adds nothing.
        if group.kind == GroupKind::Measures {
            facet["title"] = Value::Null;
        }
        self.encoding.insert("facet".into(), facet);
    }

    /// Bars, lines, areas and strips.
    fn axes(&mut self) {
        let facet = self.facet();
        let rest: Vec<&GroupColumn> = self
            .frame
            .groups
            .iter()
            .enumerate()
            .filter(|(at, _)| Some(*at) != facet)
            .map(|(_, group)| group)
            .collect();
        if let Some(at) = facet {
            let group = &self.frame.groups[at];
            self.panel(group);
        }
        // "Colour by ship" must leave the ship for the colours and lay another group along the axis.
        let color = self.plan.present.color.as_ref().map(|part| part.value);
        let axis_at = rest
            .iter()
            .position(|group| {
                group.is_timeline() || matches!(group.kind, GroupKind::Interval { .. })
            })
            .or_else(|| {
                rest.iter()
                    .position(|group| color.is_none() || group.group != color)
            })
            .unwrap_or(0);
        let Some(group) = rest.get(axis_at) else {
            // Single values without a group lie along their quantity alone.
            if let Some(measure) = self.frame.measures.first() {
                self.encoding.insert("x".into(), quantity(measure));
            }
            return;
        };
        let series = rest
            .iter()
            .enumerate()
            .find(|(at, _)| *at != axis_at)
            .map(|(_, group)| *group);
        let horizontal = self.is_horizontal(group);
        let (along, up) = if horizontal { ("y", "x") } else { ("x", "y") };
        let mut axis = self.axis(group, matches!(self.chosen.mark, Drawn::Line | Drawn::Area));
        // The query has built the intervals; "binned" keeps Vega-Lite from building others of their ends.
        if let GroupKind::Interval { end, width } = &group.kind {
            axis["bin"] = json!({"binned": true, "step": width});
            axis["type"] = json!("quantitative");
            self.encoding
                .insert(format!("{along}2"), json!({"field": end}));
        } else {
            self.sort(group, series.is_some(), up, &mut axis);
        }
        self.encoding.insert(along.into(), axis);
        self.value(up);
        if let Some(series) = series {
            self.color(series, horizontal);
        }
    }

    fn value(&mut self, up: &str) {
        let Some(measure) = self.frame.measures.first() else {
            return;
        };
        let mut value = quantity(measure);
        let is_bar = matches!(self.chosen.mark, Drawn::Bar | Drawn::Area);
        match self.chosen.parts {
            Parts::Normalized if is_bar => {
                value["stack"] = json!("normalize");
                value["axis"] = json!({"format": "~%"});
            }
            // Vega-Lite stacks the colours of bars and areas unless this is null.
            Parts::Beside | Parts::Over if is_bar => value["stack"] = Value::Null,
            _ => {}
        }
        // Bars and areas are read by their length, which starts at zero; lines and points by their position.
        let logarithmic = self.plan.present.logarithmic.is_some();
        if logarithmic {
            value["scale"] = json!({"type": "log"});
        } else if !is_bar {
            value["scale"] = json!({"zero": false});
        }
        self.encoding.insert(up.into(), value);
    }

    fn color(&mut self, series: &GroupColumn, horizontal: bool) {
        let color = self.series(series);
        // Without an offset, bars beside each other would be drawn over each other.
        if self.chosen.mark == Drawn::Bar && self.chosen.parts == Parts::Beside {
            let offset = if horizontal { "yOffset" } else { "xOffset" };
            let mut channel = json!({"field": series.name});
            if !series.labels.is_empty() {
                channel["sort"] = json!(series.labels);
            }
            self.encoding.insert(offset.into(), channel);
        }
        self.encoding.insert("color".into(), color);
    }

    /// A group as colours.
    fn series(&self, group: &GroupColumn) -> Value {
        let mut channel = json!({"field": group.name, "type": kind(group), "title": group.name});
        if group.kind == GroupKind::Measures {
            channel["title"] = Value::Null;
        }
        if !group.labels.is_empty() {
            channel["sort"] = json!(group.labels);
        }
        // The scale of the colours is ordinal, which formats dates only where the kind of format is named.
        if let GroupKind::Period(unit) = group.kind {
            channel["legend"] = json!({"format": time_format(unit), "formatType": "time"});
        }
        if group.kind == GroupKind::Years(TimeUnit::Decade) {
            channel["legend"] = json!({"format": "d", "labelExpr": DECADE});
        }
        // The standard scheme has 10 colours, which would repeat.
        if group.distinct > 10 && matches!(kind(group), "nominal") {
            channel["scale"] = json!({"scheme": "tableau20"});
        }
        channel
    }

    fn axis(&self, group: &GroupColumn, continuous: bool) -> Value {
        let mut axis = json!({"field": group.name, "type": kind(group), "title": group.name});
        match &group.kind {
            GroupKind::Years(unit) if continuous => {
                // The format "d" writes 2015 and not "2,015"; the step keeps ticks off half years.
                let step = if *unit == TimeUnit::Decade { 10 } else { 1 };
                axis["type"] = json!("quantitative");
                axis["axis"] = json!({"format": "d", "tickMinStep": step});
                axis["scale"] = json!({"zero": false, "nice": false});
            }
            GroupKind::Discrete | GroupKind::Quantity if continuous => {
                axis["type"] = json!("quantitative");
                axis["scale"] = json!({"zero": false});
            }
            GroupKind::Period(unit) => {
                axis["type"] = json!("temporal");
                axis["axis"] = json!({"format": time_format(*unit)});
                // On a continuous axis a date is a moment without a width, and its bar a thin line.
                if !continuous && self.chosen.mark == Drawn::Bar {
                    self.discrete(group, &mut axis);
                }
            }
            GroupKind::Measures => axis["title"] = Value::Null,
            GroupKind::DaysOfYear => axis["axis"] = json!({"labelOverlap": true}),
            _ => {}
        }
        if group.kind == GroupKind::Years(TimeUnit::Decade) {
            axis["axis"]["format"] = json!("d");
            axis["axis"]["labelExpr"] = json!(DECADE);
        }
        axis
    }

    fn discrete(&self, group: &GroupColumn, axis: &mut Value) {
        axis["type"] = json!("ordinal");
        if let GroupKind::Period(unit) = group.kind {
            axis["axis"] =
                json!({"format": time_format(unit), "formatType": "time", "labelOverlap": true});
        }
        // The scale was that of a continuous axis: an ordinal one knows neither "zero" nor "nice".
        if let Some(axis) = axis.as_object_mut() {
            axis.remove("scale");
        }
    }

    /// Long names are read better beside bars than below them.
    fn is_horizontal(&self, group: &GroupColumn) -> bool {
        match self
            .plan
            .present
            .orientation
            .as_ref()
            .map(|part| part.value)
        {
            Some(Orientation::Horizontal) => return true,
            Some(Orientation::Vertical) => return false,
            None => {}
        }
        let is_named = matches!(
            group.kind,
            GroupKind::Nominal | GroupKind::Ordinal | GroupKind::Measures
        );
        let is_long = group.longest > SHORT_LABEL || group.distinct > FEW_BARS;
        matches!(self.chosen.mark, Drawn::Bar | Drawn::Boxplot | Drawn::Tick) && is_named && is_long
    }

    /// Names by size, scales in their own order, and whatever else was asked for.
    fn sort(&self, group: &GroupColumn, is_split: bool, up: &str, axis: &mut Value) {
        // A continuous axis has no order but its own.
        if axis["type"] == "quantitative" || axis["type"] == "temporal" {
            return;
        }
        let by_value = |descending: bool| {
            let order = if descending {
                "descending"
            } else {
                "ascending"
            };
            match self.frame.measures.first() {
                // The parts of a bar have a value each, so bars go by the sum of them.
                Some(measure) if is_split => {
                    json!({"field": measure.name, "op": "sum", "order": order})
                }
                _ => json!(format!("{}{up}", if descending { "-" } else { "" })),
            }
        };
        let own = match self.plan.order.first().map(|part| &part.value) {
            Some(Order {
                by: OrderBy::Measure { .. },
                descending,
            }) => by_value(*descending),
            Some(Order {
                by: OrderBy::Group { index },
                descending,
            }) if group.group == Some(*index) => self.own_order(group, *descending),
            Some(Order {
                by: OrderBy::Other { .. },
                ..
            // The rows arrive in the order of a quantity that is not drawn; null keeps that order.
            }) => Value::Null,
            _ if !group.labels.is_empty() => json!(group.labels),
            _ if group.kind == GroupKind::Nominal && self.chosen.mark == Drawn::Bar => {
                // The lowest ten begin with the lowest, so the order is that of the selection.
                by_value(self.frame.kept.is_none_or(|(_, descending)| descending))
            }
            _ if self.plan.shape == Shape::Rows => Value::Null,
            _ => return,
        };
        axis["sort"] = own;
    }

    fn own_order(&self, group: &GroupColumn, descending: bool) -> Value {
        if group.labels.is_empty() {
            return json!(if descending {
                "descending"
            } else {
                "ascending"
            });
        }
        let mut labels = group.labels.clone();
        if descending {
            labels.reverse();
        }
        json!(labels)
    }

    fn tooltip(&mut self) {
        let mut items = Vec::new();
        for group in &self.frame.groups {
            // A nominal field is written as it is stored, so a year has no thousands separator.
            let mut item = json!({"field": group.name, "type": "nominal", "title": group.name});
            match &group.kind {
                GroupKind::Period(unit) => {
                    item["type"] = json!("temporal");
                    item["format"] = json!(time_format(*unit));
                }
                GroupKind::Interval { .. } => item["type"] = json!("quantitative"),
                _ => {}
            }
            items.push(item);
        }
        for measure in &self.frame.measures {
            items.push(json!({"field": measure.name, "type": "quantitative", "title": measure.name, "format": format(measure)}));
        }
        self.encoding.insert("tooltip".into(), Value::Array(items));
    }

    /// Values written at the ends of bars.
    fn labelled(mut self, mark: Value, spec: &mut Value) {
        let Some(measure) = self.frame.measures.first() else {
            return;
        };
        let facet = self.encoding.shift_remove("facet");
        let text =
            json!({"field": measure.name, "type": "quantitative", "format": format(measure)});
        // The label follows the end of its bar: to the right where bars lie, above where they stand.
        let is_wide = self
            .encoding
            .get("x")
            .is_some_and(|x| x["field"] == measure.name.as_str());
        let place = if is_wide {
            json!({"type": "text", "align": "left", "dx": 4})
        } else {
            json!({"type": "text", "dy": -6})
        };
        spec["encoding"] = Value::Object(self.encoding);
        if let Some(facet) = facet {
            spec["encoding"]["facet"] = facet;
        }
        spec["layer"] = json!([{"mark": mark}, {"mark": place, "encoding": {"text": text}}]);
    }

    /// Two measures with an axis each.
    fn dual(self, spec: &mut Value) {
        let Some(group) = self.frame.groups.first() else {
            return;
        };
        let axis = self.axis(group, true);
        // The titles in the colours of the lines take the place of a legend.
        let layer = |measure: &MeasureColumn, color: &str| {
            let mut y = quantity(measure);
            y["axis"] =
                json!({"titleColor": color, "format": if measure.percent { "~%" } else { "~s" }});
            y["scale"] = json!({"zero": false});
            json!({"mark": {"type": "line", "color": color}, "encoding": {"y": y}})
        };
        spec["encoding"] = json!({"x": axis});
        spec["layer"] = json!([
            layer(&self.frame.measures[0], "#4c78a8"),
            layer(&self.frame.measures[1], "#e45756")
        ]);
        // Layers share a scale unless told otherwise.
        spec["resolve"] = json!({"scale": {"y": "independent"}});
    }

    fn trend(self, mark: Value, spec: &mut Value) {
        let (x, y) = (&self.frame.measures[0].name, &self.frame.measures[1].name);
        // The line has no colour channel of its own, so there is one trend for all series.
        let line = json!({
            "mark": {"type": "line", "color": "firebrick"},
            "transform": [{"regression": y, "on": x}],
            "encoding": {"x": {"field": x, "type": "quantitative"}, "y": {"field": y, "type": "quantitative"}},
        });
        spec["layer"] = json!([{"mark": mark, "encoding": self.encoding}, line]);
    }
}

fn kind(group: &GroupColumn) -> &'static str {
    match group.kind {
        GroupKind::Nominal | GroupKind::Measures => "nominal",
        _ => "ordinal",
    }
}

/// Writes a decade by its first year: "1950s".
const DECADE: &str = "datum.label + 's'";

fn time_format(unit: TimeUnit) -> &'static str {
    match unit {
        TimeUnit::Century | TimeUnit::Decade | TimeUnit::Year => "%Y",
        // The format has no sign for half years; their first month stands for them.
        TimeUnit::HalfYear | TimeUnit::Month => "%b %Y",
        TimeUnit::Quarter => "Q%q %Y",
        TimeUnit::Week | TimeUnit::Day => "%-d %b %Y",
        TimeUnit::Hour | TimeUnit::Minute => "%-d %b %Y %H:%M",
    }
}
