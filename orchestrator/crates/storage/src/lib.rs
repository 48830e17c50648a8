//! The names, limits, listings, signed addresses and words of the storage contract.
//!
//! Pure: no I/O and no clock; times are passed in.

mod delivery;
mod error;
mod limits;
mod listing;
mod names;
mod range;
mod resumable;
mod signed;
mod transform;

pub use delivery::{SANDBOX, is_shown_inline};
pub use error::StorageError;
pub use limits::{BucketLimits, parse_bytes, plain_type, type_of, type_pattern};
pub use listing::{ListCursor, ListItem, ListedObject, Listing, SortColumn, list_entries};
pub use names::{bucket_name, clean_prefix, is_within, object_name};
pub use range::{ByteRange, byte_range};
pub use resumable::{UploadMetadata, upload_metadata};
pub use signed::{SignedGrant, SigningSecret, UrlPermission};
pub use transform::{OutputFormat, Placement, Resize, Transform};
