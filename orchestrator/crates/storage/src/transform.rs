use serde::{Deserialize, Serialize};

use crate::StorageError;

/// The longest side that is made.
const LONGEST_SIDE: u32 = 2_500;
const QUALITY: std::ops::RangeInclusive<u8> = 20..=100;
const DEFAULT_QUALITY: u8 = 80;

/// Another size, format or quality of a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Transform {
    /// Pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resize: Option<Resize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<OutputFormat>,
    /// 20 to 100, for the formats that lose something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<u8>,
}

/// How a picture comes into a frame of another shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Resize {
    /// Fills the frame and is cut.
    #[default]
    Cover,
    /// Is whole within the frame.
    Contain,
    /// Is stretched.
    Fill,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutputFormat {
    /// As the picture is.
    #[default]
    Origin,
    Jpeg,
    Png,
    Webp,
}

/// The plan for a picture: scaled to `scaled`, then cut to `cut` around its middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    pub scaled: (u32, u32),
    pub cut: (u32, u32),
}

impl Transform {
    /// # Errors
    /// `InvalidRequest` if a number is out of its bounds.
    pub fn check(&self) -> Result<(), StorageError> {
        let is_side =
            |side: Option<u32>| side.is_none_or(|side| (1..=LONGEST_SIDE).contains(&side));
        for (name, side) in [("width", self.width), ("height", self.height)] {
            if !is_side(side) {
                return Err(StorageError::InvalidRequest(format!(
                    "{name} has to be between 1 and {LONGEST_SIDE}"
                )));
            }
        }
        if self
            .quality
            .is_some_and(|quality| !QUALITY.contains(&quality))
        {
            return Err(StorageError::InvalidRequest(
                "quality has to be between 20 and 100".into(),
            ));
        }
        Ok(())
    }

    pub fn quality(&self) -> u8 {
        self.quality.unwrap_or(DEFAULT_QUALITY)
    }

    /// Returns the placement of a picture of this size. It is never enlarged beyond its frame, and
    /// a missing side follows the other.
    pub fn placement(&self, width: u32, height: u32) -> Placement {
        let (width, height) = (width.max(1), height.max(1));
        let (Some(wide), Some(high)) = (self.width, self.height) else {
            let scaled = match (self.width, self.height) {
                (Some(wide), _) => (wide, scale_side(height, wide, width)),
                (None, Some(high)) => (scale_side(width, high, height), high),
                (None, None) => (width, height),
            };
            return Placement {
                scaled,
                cut: scaled,
            };
        };
        let is_wider = u64::from(width) * u64::from(high) > u64::from(height) * u64::from(wide);
        let by_height = (scale_side(width, high, height), high);
        let by_width = (wide, scale_side(height, wide, width));
        match self.resize.unwrap_or_default() {
            Resize::Fill => Placement {
                scaled: (wide, high),
                cut: (wide, high),
            },
            Resize::Contain => {
                let scaled = if is_wider { by_width } else { by_height };
                Placement {
                    scaled,
                    cut: scaled,
                }
            }
            Resize::Cover => {
                let scaled = if is_wider { by_height } else { by_width };
                Placement {
                    scaled: (scaled.0.max(wide), scaled.1.max(high)),
                    cut: (wide, high),
                }
            }
        }
    }

    /// Formats the transformation as in the `x-transformations` header.
    pub fn describe(&self) -> String {
        let mut parts = Vec::new();
        if let Some(height) = self.height {
            parts.push(format!("height:{height}"));
        }
        if let Some(width) = self.width {
            parts.push(format!("width:{width}"));
        }
        let kind = match self.resize.unwrap_or_default() {
            Resize::Cover => "fill",
            Resize::Contain => "fit",
            Resize::Fill => "force",
        };
        parts.push(format!("resizing_type:{kind}"));
        if let Some(quality) = self.quality {
            parts.push(format!("quality:{quality}"));
        }
        parts.join(",")
    }
}

/// `side · numerator / denominator`, rounded, at least one, and at most what is ever made: a strip
/// of a pixel's width would become endless.
fn scale_side(side: u32, numerator: u32, denominator: u32) -> u32 {
    let denominator = u64::from(denominator);
    let scaled = (u64::from(side) * u64::from(numerator) + denominator / 2) / denominator;
    u32::try_from(scaled)
        .unwrap_or(u32::MAX)
        .clamp(1, 2 * LONGEST_SIDE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transform_of(width: Option<u32>, height: Option<u32>, resize: Resize) -> Transform {
        Transform {
            width,
            height,
            resize: Some(resize),
            ..Transform::default()
        }
    }

    #[test]
    fn images_are_fitted_into_frames() {
        let frame = |resize| transform_of(Some(100), Some(100), resize).placement(400, 200);
        assert_eq!(
            frame(Resize::Cover),
            Placement {
                scaled: (200, 100),
                cut: (100, 100)
            }
        );
        assert_eq!(frame(Resize::Contain).cut, (100, 50));
        assert_eq!(frame(Resize::Fill).scaled, (100, 100));
        assert_eq!(
            transform_of(Some(100), None, Resize::Cover)
                .placement(400, 200)
                .cut,
            (100, 50)
        );
        assert_eq!(
            transform_of(None, Some(50), Resize::Cover)
                .placement(400, 200)
                .cut,
            (100, 50)
        );
        assert_eq!(
            transform_of(None, None, Resize::Cover)
                .placement(400, 200)
                .cut,
            (400, 200)
        );
        assert_eq!(
            transform_of(Some(2_500), None, Resize::Cover)
                .placement(1, 60_000)
                .cut,
            (2_500, 5_000)
        );
    }

    #[test]
    fn transform_header_lists_applied_options() {
        let transform = Transform {
            width: Some(200),
            height: Some(200),
            quality: Some(60),
            ..Transform::default()
        };
        assert_eq!(
            transform.describe(),
            "height:200,width:200,resizing_type:fill,quality:60"
        );
    }

    #[test]
    fn transform_bounds_are_enforced() {
        assert!(
            transform_of(Some(2_501), None, Resize::Cover)
                .check()
                .is_err()
        );
        assert!(transform_of(Some(0), None, Resize::Cover).check().is_err());
        assert!(
            transform_of(Some(2_500), Some(1), Resize::Cover)
                .check()
                .is_ok()
        );
        let quality = |quality| Transform {
            quality: Some(quality),
            ..Transform::default()
        };
        assert!(quality(19).check().is_err());
        assert!(quality(20).check().is_ok());
    }
}
