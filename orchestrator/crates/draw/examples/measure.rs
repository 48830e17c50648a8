//! How long the server draws, by kind: `measure FOLDER` draws each request in it three times on one warm
//! engine, as SVG and as PNG, and prints the median and the 95th percentile in milliseconds.

use std::{collections::BTreeMap, fs, time::Instant};

use portolan_draw::{Drawer, Limits, png};
use serde_json::{Value, json};

const ROUNDS: usize = 3;

#[expect(clippy::disallowed_methods, reason = "it measures real time")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("measure FOLDER")?;
    let drawer = Drawer::new(Limits::default())?;
    let mut times: BTreeMap<String, (Vec<f64>, Vec<f64>)> = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let mut request: Value = serde_json::from_str(&fs::read_to_string(entry?.path())?)?;
        request["theme"] = json!("light");
        let name = if request.to_string().contains("\"geoshape\"")
            || request.to_string().contains("\"longitude\"")
        {
            String::from("plot, map")
        } else {
            request["kind"].as_str().unwrap_or_default().to_owned()
        };
        let (svgs, pngs) = times.entry(name).or_default();
        for round in 0..=ROUNDS {
            let start = Instant::now();
            let svg = drawer.svg_of_json(request.to_string())?;
            let drawn = start.elapsed();
            png(&svg, 1.0)?;
            // The first one warms the engine.
            if round > 0 {
                svgs.push(drawn.as_secs_f64() * 1e3);
                pngs.push((start.elapsed() - drawn).as_secs_f64() * 1e3);
            }
        }
    }
    println!(
        "{:<12} {:>6} {:>8} {:>8} {:>8} {:>8}",
        "kind", "cases", "svg p50", "svg p95", "png p50", "png p95"
    );
    for (name, (mut svgs, mut pngs)) in times {
        println!(
            "{name:<12} {:>6} {:>8.1} {:>8.1} {:>8.1} {:>8.1}",
            svgs.len() / ROUNDS,
            percentile(&mut svgs, 0.5),
            percentile(&mut svgs, 0.95),
            percentile(&mut pngs, 0.5),
            percentile(&mut pngs, 0.95),
        );
    }
    Ok(())
}

fn percentile(times: &mut [f64], share: f64) -> f64 {
    times.sort_by(f64::total_cmp);
    times
        .get((times.len() as f64 * share) as usize)
        .copied()
        .unwrap_or_default()
}
