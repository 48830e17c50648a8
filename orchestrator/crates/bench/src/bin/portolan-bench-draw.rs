//! `portolan-bench-draw [FOLDER]`: how much CPU the server takes to draw a chart, by kind.
//!
//! Draws each request of the gallery, or of a folder like it, three times on one warm engine: as SVG,
//! then from that as PNG and as PDF. Prints medians and 95th percentiles in milliseconds of CPU, which
//! a busy machine changes little.

use std::{collections::BTreeMap, error::Error, fs, path::PathBuf};

use portolan_draw::{Drawer, DrawingLimits, paint_png, print_pdf};
use serde_json::{Value, json};

const GALLERY: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../web/app/charts/gallery"
);
const ROUNDS: usize = 3;
const FORMATS: [&str; 3] = ["svg", "png", "pdf"];

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let folder = std::env::args()
        .nth(1)
        .map_or_else(|| PathBuf::from(GALLERY), PathBuf::from);
    let drawer = Drawer::new(DrawingLimits::default())?;
    let mut times: BTreeMap<String, [Vec<f64>; 3]> = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let mut request: Value = serde_json::from_str(&fs::read_to_string(entry?.path())?)?;
        request["theme"] = json!("light");
        let times = times.entry(kind_of(&request)).or_default();
        for round in 0..=ROUNDS {
            let (svg, drawn) = measure_cpu(|| Ok(drawer.svg_of_json(request.to_string())?))?;
            let (_, painted) = measure_cpu(|| Ok(paint_png(&svg, 1.0)?))?;
            let (_, printed) = measure_cpu(|| Ok(print_pdf(&svg, "Chart")?))?;
            // The first one warms the engine.
            if round > 0 {
                for (times, time) in times.iter_mut().zip([drawn, painted, printed]) {
                    times.push(time);
                }
            }
        }
    }
    print!("{:<12} {:>6}", "kind", "cases");
    for format in FORMATS {
        print!(
            " {:>8} {:>8}",
            format!("{format} p50"),
            format!("{format} p95")
        );
    }
    println!();
    for (kind, times) in &mut times {
        print!("{kind:<12} {:>6}", times[0].len() / ROUNDS);
        for times in times {
            times.sort_by(f64::total_cmp);
            print!(
                " {:>8.1} {:>8.1}",
                percentile_of(times, 0.5),
                percentile_of(times, 0.95)
            );
        }
        println!();
    }
    Ok(())
}

/// Maps apart from other plots: they draw every country.
fn kind_of(request: &Value) -> String {
    let text = request["spec"].to_string();
    if text.contains("\"geoshape\"") || text.contains("\"longitude\"") {
        return "plot, map".to_owned();
    }
    request["kind"].as_str().unwrap_or_default().to_owned()
}

/// Returns the result of a step and the CPU time of all threads in milliseconds.
fn measure_cpu<T>(step: impl FnOnce() -> Result<T>) -> Result<(T, f64)> {
    let before = cpu_nanoseconds()?;
    let value = step()?;
    let took = cpu_nanoseconds()?.saturating_sub(before);
    Ok((value, took as f64 / 1e6))
}

/// The kernel's own account of each thread.
fn cpu_nanoseconds() -> Result<u64> {
    let mut sum = 0;
    for thread in fs::read_dir("/proc/self/task")? {
        let account = fs::read_to_string(thread?.path().join("schedstat"))?;
        let ran = account.split_whitespace().next().unwrap_or_default();
        sum += ran.parse::<u64>()?;
    }
    Ok(sum)
}

fn percentile_of(sorted: &[f64], share: f64) -> f64 {
    sorted
        .get((sorted.len() as f64 * share) as usize)
        .copied()
        .unwrap_or_default()
}
