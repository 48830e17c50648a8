//! Draws requests from JSON files: `draw FILE.json… FOLDER` writes an SVG, a PNG and a PDF for each.

use std::{fs, path::Path};

use portolan_draw::{Drawer, DrawingLimits, paint_png, print_pdf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = arguments.pop().ok_or("draw FILE.json… FOLDER")?;
    let drawer = Drawer::new(DrawingLimits::default())?;
    for file in arguments {
        let path = Path::new(&file);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        match drawer.svg_of_json(fs::read_to_string(path)?) {
            Ok(svg) => {
                let target = Path::new(&folder);
                fs::write(target.join(format!("{stem}.png")), paint_png(&svg, 2.0)?)?;
                fs::write(target.join(format!("{stem}.pdf")), print_pdf(&svg, &stem)?)?;
                fs::write(target.join(format!("{stem}.svg")), svg)?;
            }
            Err(error) => eprintln!("{stem}: {error}"),
        }
    }
    Ok(())
}
