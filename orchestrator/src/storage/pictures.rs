use std::{io::Cursor, sync::Arc};

use image::{
    DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, Rgba,
    codecs::{gif::GifEncoder, jpeg::JpegEncoder, png::PngEncoder, webp::WebPEncoder},
    imageops::FilterType,
    metadata::Orientation,
};
use portolan_storage::{OutputFormat, StorageError, Transform};
use tokio::sync::Semaphore;

/// Bytes of a file that is transformed.
pub const MOST_FILE_BYTES: u64 = 25 << 20;
/// The maximum number of pixels of an image: a small file can hold a large image.
const MOST_PIXELS: u64 = 4_096 * 4_096;
/// Bytes of its pixels.
const MOST_DECODED_BYTES: u64 = 64 << 20;
/// Bytes that smooth scaling may take; larger pictures are scaled another way.
const SMOOTH_BYTES: u64 = 32 << 20;
/// Pictures that are made at once; the others wait.
const AT_ONCE: usize = 2;

/// Makes pictures of other sizes and formats, a few at a time, apart from the requests.
#[derive(Clone)]
pub struct Pictures {
    slots: Arc<Semaphore>,
}

#[derive(Debug)]
pub struct Picture {
    pub content_type: &'static str,
    pub bytes: Vec<u8>,
}

impl Default for Pictures {
    fn default() -> Self {
        Self {
            slots: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }
}

impl Pictures {
    pub async fn transform(
        &self,
        bytes: Vec<u8>,
        transform: Transform,
    ) -> Result<Picture, StorageError> {
        let slot = self.slots.clone().acquire_owned().await;
        let _slot = slot.map_err(|_| StorageError::Unavailable)?;
        tokio::task::spawn_blocking(move || transform_picture(&bytes, &transform))
            .await
            .map_err(|error| {
                tracing::error!(error.cause = %error, "image not transformed");
                StorageError::Unexpected
            })?
    }
}

fn transform_picture(bytes: &[u8], transform: &Transform) -> Result<Picture, StorageError> {
    transform.check()?;
    let (mut picture, format) = decode_picture(bytes)?;
    let placement = transform.placement(picture.width(), picture.height());
    if placement.scaled != (picture.width(), picture.height()) {
        picture = scale_picture(&picture, placement.scaled);
    }
    if placement.cut != placement.scaled {
        let left = (placement.scaled.0 - placement.cut.0) / 2;
        let top = (placement.scaled.1 - placement.cut.1) / 2;
        picture = picture.crop_imm(left, top, placement.cut.0, placement.cut.1);
    }
    let format = match transform.format.unwrap_or_default() {
        OutputFormat::Origin => format,
        OutputFormat::Jpeg => ImageFormat::Jpeg,
        OutputFormat::Png => ImageFormat::Png,
        OutputFormat::Webp => ImageFormat::WebP,
    };
    encode_picture(&picture, format, transform.quality())
}

/// The first picture of a file, upright.
fn decode_picture(bytes: &[u8]) -> Result<(DynamicImage, ImageFormat), StorageError> {
    let reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(unreadable_picture)?;
    let format = reader.format().filter(|format| {
        matches!(
            format,
            ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::Gif | ImageFormat::WebP
        )
    });
    let format = format.ok_or_else(|| {
        StorageError::Image("only JPEG, PNG, GIF and WebP pictures can be transformed".into())
    })?;
    let mut reader = reader;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_DECODED_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(unreadable_picture)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MOST_PIXELS
        || decoder.total_bytes() > MOST_DECODED_BYTES
    {
        return Err(StorageError::Image(format!(
            "it has {width} × {height} pixels, more than the {} million that are allowed",
            MOST_PIXELS >> 20
        )));
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(unreadable_picture)?;
    picture.apply_orientation(orientation);
    Ok((picture, format))
}

fn scale_picture(picture: &DynamicImage, (width, height): (u32, u32)) -> DynamicImage {
    // Scaled in one direction first, with four numbers of four bytes for each pixel.
    let between = u64::from(picture.width()) * u64::from(height) * 16;
    if between <= SMOOTH_BYTES {
        picture.resize_exact(width, height, FilterType::CatmullRom)
    } else {
        picture.thumbnail_exact(width, height)
    }
}

fn encode_picture(
    picture: &DynamicImage,
    format: ImageFormat,
    quality: u8,
) -> Result<Picture, StorageError> {
    let mut bytes = Vec::new();
    let written = match format {
        ImageFormat::Jpeg => {
            on_white(picture).write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, quality))
        }
        ImageFormat::Png => to_eight_bits(picture).write_with_encoder(PngEncoder::new(&mut bytes)),
        ImageFormat::Gif => DynamicImage::ImageRgba8(picture.to_rgba8())
            .write_with_encoder(GifEncoder::new(&mut bytes)),
        _ => to_eight_bits(picture).write_with_encoder(WebPEncoder::new_lossless(&mut bytes)),
    };
    written.map_err(unreadable_picture)?;
    Ok(Picture {
        content_type: format.to_mime_type(),
        bytes,
    })
}

/// Eight bits a channel.
fn to_eight_bits(picture: &DynamicImage) -> DynamicImage {
    if picture.color().has_alpha() {
        DynamicImage::ImageRgba8(picture.to_rgba8())
    } else {
        DynamicImage::ImageRgb8(picture.to_rgb8())
    }
}

/// Without transparency, which JPEG has not.
fn on_white(picture: &DynamicImage) -> DynamicImage {
    if !picture.color().has_alpha() {
        return DynamicImage::ImageRgb8(picture.to_rgb8());
    }
    let mut pixels = picture.to_rgba8();
    for Rgba([red, green, blue, alpha]) in pixels.pixels_mut() {
        let share = u16::from(*alpha);
        for channel in [red, green, blue] {
            let mixed = (u16::from(*channel) * share + 255 * (255 - share)) / 255;
            *channel = u8::try_from(mixed).unwrap_or(u8::MAX);
        }
        *alpha = 255;
    }
    DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(pixels).to_rgb8())
}

fn unreadable_picture(error: impl std::fmt::Display) -> StorageError {
    tracing::debug!(error.cause = %error, "image not read");
    StorageError::Image("the file is damaged or has a different format".into())
}

#[cfg(test)]
mod tests {
    use image::RgbaImage;
    use portolan_storage::Resize;

    use super::*;

    fn sample_png(width: u32, height: u32) -> Vec<u8> {
        let pixels = RgbaImage::from_fn(width, height, |x, _| {
            Rgba([if x < width / 2 { 255 } else { 0 }, 0, 0, 255])
        });
        let picture = DynamicImage::ImageRgba8(pixels);
        encode_picture(&picture, ImageFormat::Png, 80)
            .unwrap()
            .bytes
    }

    fn picture_size(picture: &Picture) -> (u32, u32) {
        let (decoded, _) = decode_picture(&picture.bytes).unwrap();
        (decoded.width(), decoded.height())
    }

    #[test]
    fn images_are_scaled_and_cropped() {
        let file = sample_png(400, 200);
        for (resize, expected) in [
            (Resize::Cover, (100, 100)),
            (Resize::Contain, (100, 50)),
            (Resize::Fill, (100, 100)),
        ] {
            let transform = Transform {
                width: Some(100),
                height: Some(100),
                resize: Some(resize),
                ..Transform::default()
            };
            let picture = transform_picture(&file, &transform).unwrap();
            assert_eq!(picture.content_type, "image/png");
            assert_eq!(picture_size(&picture), expected, "{resize:?}");
        }
    }

    #[test]
    fn image_formats_are_converted() {
        for (format, content_type) in [
            (OutputFormat::Jpeg, "image/jpeg"),
            (OutputFormat::Webp, "image/webp"),
            (OutputFormat::Png, "image/png"),
            (OutputFormat::Origin, "image/png"),
        ] {
            let transform = Transform {
                format: Some(format),
                ..Transform::default()
            };
            let picture = transform_picture(&sample_png(8, 8), &transform).unwrap();
            assert_eq!(picture.content_type, content_type);
            assert_eq!(picture_size(&picture), (8, 8));
        }
    }

    #[test]
    fn decompression_bomb_is_rejected_before_decoding() {
        // The head of a PNG file of 50,000 × 50,000 pixels.
        let mut file = sample_png(1, 1);
        file[16..20].copy_from_slice(&50_000_u32.to_be_bytes());
        file[20..24].copy_from_slice(&50_000_u32.to_be_bytes());
        let checksum = crc32_of(&file[12..29]);
        file[29..33].copy_from_slice(&checksum.to_be_bytes());
        let refused = transform_picture(&file, &Transform::default()).unwrap_err();
        assert!(matches!(refused, StorageError::Image(_)), "{refused}");
    }

    #[test]
    fn invalid_images_are_rejected() {
        for file in [
            &b""[..],
            b"<svg xmlns='http://www.w3.org/2000/svg'/>",
            b"\x89PNG\r\n\x1a\n",
        ] {
            assert!(transform_picture(file, &Transform::default()).is_err());
        }
        let whole = sample_png(40, 40);
        assert!(transform_picture(&whole[..whole.len() / 2], &Transform::default()).is_err());
    }

    fn crc32_of(bytes: &[u8]) -> u32 {
        let mut crc = !0_u32;
        for byte in bytes {
            crc ^= u32::from(*byte);
            for _ in 0..8 {
                crc = (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg());
            }
        }
        !crc
    }
}
